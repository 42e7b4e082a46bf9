// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/figurestyle.h>

#include <QJsonArray>
#include <QJsonObject>

#include <optional>

namespace OpenSandbox {

/// A CodesService that can ask for figures in a style: from the next run on, for its own runs.
class FigureTaker
{
public:
    virtual ~FigureTaker() = default;
    virtual void setFigureStyle(const std::optional<FigureStyle> &style) = 0;
};

/// In the words of resources/kernels/python/figures.py.
inline QJsonObject figuresJson(const FigureStyle &style)
{
    return { { QStringLiteral("ground"), style.ground }, { QStringLiteral("ink"), style.ink }, { QStringLiteral("cycle"), QJsonArray::fromStringList(style.cycle) } };
}

} // namespace OpenSandbox

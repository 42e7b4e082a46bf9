// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

/// The headings of Markdown text: lines that begin with one to six '#', outside fenced code.
namespace Headings {

struct Heading
{
    int level = 1; ///< 1 to 6.
    QString text; ///< Without marks of emphasis.
};

/// Of the first 20,000 characters.
QList<Heading> of(const QString &markdown);
/// Level of the first one; 0 for none.
int level(const QString &markdown);

} // namespace Headings

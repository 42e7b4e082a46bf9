// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lists.h"

#include <QCoreApplication>

#include <algorithm>

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Lists)
};

} // namespace

QString Lists::some(const QStringList &names, qsizetype most)
{
    const QString shown = names.first(std::min(most, names.size())).join(Text::tr(", "));
    return names.size() > most ? Text::tr("%1 and %2 more").arg(shown, QString::number(names.size() - most)) : shown;
}

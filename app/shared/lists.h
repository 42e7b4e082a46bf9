// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

/// Names in a sentence.
namespace Lists {

/// "a, b, c" or, of more than `most`, "a, b, c and 4 more".
QString some(const QStringList &names, qsizetype most = 3);

} // namespace Lists

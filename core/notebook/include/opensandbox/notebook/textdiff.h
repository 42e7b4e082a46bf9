// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QStringList>

/// Which lines two texts share. Pure functions.
namespace Notebook::TextDiff {

struct Row
{
    enum class Kind : quint8 { Same, Changed, Left, Right }; ///< Left: only in the left text.
    Kind kind = Kind::Same;
    int left = -1; ///< Line number from 0; -1: none.
    int right = -1;
    bool operator==(const Row &) const = default;
};

/// Side by side: removed and added lines that stand at the same place share a row. The work is bounded: where texts differ in more than
/// `maximumChanges` lines the rest counts as changed.
QList<Row> rows(const QStringList &left, const QStringList &right, int maximumChanges = 2000);
/// How many rows are not the same.
int changes(const QList<Row> &rows);

} // namespace Notebook::TextDiff

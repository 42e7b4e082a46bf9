// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QString>
#include <QStringList>

#include <chrono>

namespace Notebook {
class Cell;
}

/// What stands in the margin of a cell, in the words of the look.
struct CellStatus
{
    QString icon; ///< Empty: nothing to say.
    QString text;
    QString remark; ///< The third line and what of it goes on below.
    Meaning meaning = Meaning::Idle;
    bool running = false; ///< The icon turns and the text is the timer.
    bool plain = false; ///< The text is a duration alone: secondary text colour, only the icon coloured.

    /// The remark as it stands in a margin of this width: three lines at most, the last one elided.
    QStringList remarkLines(qreal width) const;
    int lines(qreal width) const { return (icon.isEmpty() ? 0 : 1) + int(remarkLines(width).size()); }
    bool operator==(const CellStatus &) const = default;
};

CellStatus cellStatus(const Notebook::Cell *cell);
/// Its code waits for a line of input.
bool isAsking(const Notebook::Cell *cell);
/// The name of the error that it ended with, "KeyError"; empty: none.
QString errorOf(const Notebook::Cell *cell);
/// What stands beside the badge: the sandbox, or why there is none.
QString cellPlace(const Notebook::Cell *cell, const QString &sandboxName);
/// More about its state, line by line: what remains of a run by the earlier ones, and how long those took. May be empty.
QString cellTimes(const Notebook::Cell *cell);

namespace CellTime {
/// "0.02 s", "42.3 s", "1:27", "1:12:04"
QString duration(qint64 ms);
/// "0:31", "12:04", "1:12:04"
QString clock(qint64 ms);
/// Of a running cell: "0:42.3" under a minute, then as clock().
QString timer(qint64 ms);
/// What a run will take, by the last ones (their median); -1 when it never ended.
qint64 expected(const Notebook::Cell *cell);
/// A running cell that printed nothing for longer says so.
std::chrono::milliseconds silenceLimit();
void setSilenceLimit(std::chrono::milliseconds limit);
/// For ears: "0.02 seconds", "1 minute 27 seconds".
QString spoken(qint64 ms);
} // namespace CellTime

/// "Cell 13, Python in py-analysis, failed, 0.02 seconds"
QString cellAccessibleName(const Notebook::Cell *cell, const QString &sandboxName);

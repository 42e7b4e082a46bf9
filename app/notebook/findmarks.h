// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

/// A place that was found, as Notebook::SearchMatch counts, for what paints it.
struct FindMark
{
    qint64 row = 0;
    qsizetype start = 0;
    qsizetype length = 0;
    bool current = false;
};

struct FindMarks
{
    std::vector<FindMark> list; ///< In order.
    QString text; ///< What was looked for, where it was plain text: for blocks that show other text than was searched.
    bool isEmpty() const { return list.empty(); }
    const FindMark *current() const
    {
        for (const FindMark &mark : list) {
            if (mark.current)
                return &mark;
        }
        return nullptr;
    }
};

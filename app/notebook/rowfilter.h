// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "execution/inspection.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

/**
 * A line of text that filters rows: words that stand anywhere in a row, and conditions about one column as "ms>100", "route = /v1",
 * "route!=x", "name=="Ann Lee"", "ms is missing" or "ms is not missing" (also "ms=NaN", "ms!=NaN"). It is taken apart here; nothing of
 * it is ever evaluated anywhere.
 */
namespace RowFilter {

constexpr qsizetype longest = 400; ///< Characters of such a line.

/// Columns are places in `headers`. Condition::any stands for every column. A name that no column has makes a plain word.
QList<Inspection::Condition> parse(const QString &text, const QStringList &headers);

/// Names before operators that no column has, as they are spelled: what follows may be meant as a condition.
QStringList unknownColumns(const QString &text, const QStringList &headers);

/// There is no value: a null text, or what stands for one in tables.
bool isMissing(const QString &cell);

/// A number as tables show them: with separators of thousands, or as a percentage.
std::optional<double> number(QStringView text);

/// A condition made ready for many rows.
class Test
{
public:
    explicit Test(const Inspection::Condition &condition);
    bool accepts(const QStringList &row) const;

private:
    bool holds(const QString &cell) const;

    Inspection::Condition m_condition;
    QString m_folded;
    QString m_periodText; ///< As dates are written with a space.
    std::optional<double> m_number;
    bool m_period = false; ///< A date, or the year or month of one: dates are compared as far as it says.
};

} // namespace RowFilter

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

/// Mathematics in the notation of LaTeX, as it stands in Markdown. Pure functions; any input gives a result.
namespace Formula {

struct Place
{
    qsizetype end = -1; ///< Behind it; -1: there is none.
    bool display = false; ///< It stands by itself.
};

inline constexpr qsizetype Longest = 4000; ///< Characters; what is longer is no formula.

/// The formula that begins at `at`: $x$, \(x\), $$x$$, \[x\] or \begin{name}x\end{name}. "$5 and $6" is money.
Place at(QStringView text, qsizetype at);

/// The formula in letters and signs, as far as a line of text can say it: "\alpha_1 \le x^2" is "α₁ ≤ x²". Lines of the source stay lines.
/// What it does not know stays as it was written; the source itself where a line cannot say it at all, as for matrices.
QString readable(const QString &source);

} // namespace Formula

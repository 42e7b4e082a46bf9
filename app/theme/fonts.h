// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>

/**
 * The eight text sizes of the program, scaled by the user's font size. Nothing else sets a font size.
 * Sizes in pixels at 100 %: display 28, title 20, heading 15, body 13, small 12, tiny 11, code 13, output 12.
 */
namespace Fonts {

enum class Role { Display, Title, Heading, Body, Small, Tiny, Code, Output };

QFont font(Role role, QFont::Weight weight);

QFont display(); ///< The countdown in sandbox details; nothing else.
QFont title(); ///< Page titles.
QFont heading(QFont::Weight weight = QFont::DemiBold);
QFont body(QFont::Weight weight = QFont::Normal); ///< Medium for names, DemiBold for emphasis.
QFont small(QFont::Weight weight = QFont::Normal); ///< Second lines, status bar, table headers (Medium), hints.
QFont tiny(QFont::Weight weight = QFont::Normal); ///< Chart axes, badges, keys.
QFont code(QFont::Weight weight = QFont::Normal); ///< Editors and terminal, ligatures off.
QFont output(QFont::Weight weight = QFont::Normal); ///< Text output, paths, ids: 12 px mono.

/// The same font with digits of equal width, for numbers that change or stand in a column.
QFont tabular(QFont font);
/// The same for a text that may be a name: there a hyphen as wide as a digit would tear the name apart.
QFont tabular(const QFont &font, const QString &text);

/// Height of one line of that role: 32, 28, 20, 18, 16, 14, 19, 17 at 100 %, more where the font needs it.
int lineHeight(Role role);

/// 1.0 is 13 px body text.
qreal scale();
/// Sets the scale, the application font, and tells ThemeNotifier.
void setScale(qreal scale);

/// Families chosen by the user; empty ones mean Inter and JetBrains Mono with their fall-backs.
void setFamilies(const QString &interface, const QString &code);

} // namespace Fonts

/// Sizes of controls, each for the current scale: "row is line height + 8", and so on.
namespace Metrics {

int scaled(int pixels); ///< Pixels at 100 % times the scale.
int icon(); ///< 16, in steps 16, 20, 24, 32 as the font grows.
int smallIcon(); ///< 14: second lines and status bar.
int row(); ///< 26: table rows, headers, menu items, status bar, dock footer.
int control(); ///< 28: button, field, combo, toolbar button.
int smallControl(); ///< 24: small button, dock header button.
int chip(); ///< 22
int badge(); ///< 16
int tab(); ///< 34: document tabs, dock header.
int toolbar(); ///< 40
int menuBar(); ///< 32
int twoLineRow(); ///< 44

} // namespace Metrics

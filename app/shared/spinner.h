// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

/**
 * The one clock of everything that turns: a turn in 900 ms at 20 pictures a second. It stops while nothing
 * that watches is visible. With reduced motion the angle stays 0 and nothing is repainted.
 */
namespace Spinner {

/// Repaints the widget with each step while it is visible. Also for viewports of views with spinning rows.
void watch(QWidget *widget);
void unwatch(QWidget *widget);
/// Degrees for Icons::paint(..., "loader-circle", ...).
qreal angle();
/// 0 to 1: place of an indeterminate run line, 1.2 s per pass.
qreal pass();
void setReducedMotion(bool reduced);
bool reducedMotion();

} // namespace Spinner

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

class CellCanvas;
class QString;

/**
 * What a screen reader finds in the painted cells: a list of cells in order, each "Cell 13, Python in py-analysis, failed, 0.02 seconds",
 * with its source and its outputs below it as text, pictures, tables and alerts. Made only when something asks for it.
 */
namespace CanvasAccessibility {

/// Once per canvas; tells about the current cell whenever it changes.
void install(CellCanvas *canvas);
/// Says something once; what comes within this time of the last announcement replaces what has not been said.
inline constexpr std::chrono::milliseconds announceInterval { 5000 };
/// For tests, which are not to wait so long.
void setAnnounceInterval(std::chrono::milliseconds interval);
void announce(CellCanvas *canvas, const QString &text);
/// The same, also where nothing tells that somebody listens.
void say(CellCanvas *canvas, const QString &text);

} // namespace CanvasAccessibility

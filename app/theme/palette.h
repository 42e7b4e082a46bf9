// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPalette;
struct Theme;

/// The QPalette of a theme, for all three colour groups.
QPalette paletteFor(const Theme &theme);

/// Sets palette and colour scheme on the running application, if there is one.
void applyPalette(const Theme &theme);

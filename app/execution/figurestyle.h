// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/figurestyle.h>

struct Theme;

/// What figures of matplotlib look like in a theme. A colour keeps its name: red stays a red.
OpenSandbox::FigureStyle figureStyleOf(const Theme &theme);

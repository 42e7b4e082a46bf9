// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "figurestyle.h"

#include "theme/theme.h"

OpenSandbox::FigureStyle figureStyleOf(const Theme &theme)
{
    OpenSandbox::FigureStyle style { .ground = theme.base.name(), .ink = theme.text.name(), .cycle = {} };
    const auto &series = theme.series;
    // Blue, orange, green, red, purple, brown, pink, grey, olive, cyan.
    for (const QColor &color : { series[0], series[1], series[2], theme.badFill, series[6], theme.synBuiltin, series[3], series[7], series[4], series[5] })
        style.cycle << color.name();
    return style;
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace OpenSandbox {

/**
 * The colours in which figures of matplotlib are drawn for whoever looks at them. All are "#rrggbb".
 *
 * A figure that is shown comes transparent then, with "needs_background" ("dark" or "light", as Jupyter has it) in its
 * metadata: white became the ground, black the ink, greys lie between them, and the ten colours of matplotlib's own cycle
 * become those of `cycle`. All other colours stay. A figure with a style of its own, or that could not be read so, comes
 * as it is. Nothing else of the context changes: neither the figure, nor settings, nor what savefig() writes.
 */
struct FigureStyle
{
    QString ground; ///< What it is shown on.
    QString ink; ///< Letters, ticks, frames.
    QStringList cycle; ///< Ten: blue, orange, green, red, purple, brown, pink, grey, olive, cyan.

    bool operator==(const FigureStyle &) const = default; ///< Member by member.
};

} // namespace OpenSandbox

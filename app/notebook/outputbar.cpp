// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "outputbar.h"

#include "theme/theme.h"

#include <QPainter>

void paintOutputBar(QPainter *painter, const QRectF &bar)
{
    const Theme &theme = Theme::current();
    painter->fillRect(bar, theme.sunken);
    // Where grounds do not differ, an edge does.
    if (!theme.isHighContrast())
        return;
    painter->setPen(QPen(theme.hairline, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(bar.adjusted(.5, .5, -.5, -.5));
}

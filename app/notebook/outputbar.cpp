// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "outputbar.h"

#include "theme/theme.h"

#include <QGuiApplication>
#include <QPainter>

void paintOutputBar(QPainter *painter, const QRectF &bar)
{
    const Theme &theme = Theme::current();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    // Where grounds do not differ, an edge does.
    painter->setPen(theme.isHighContrast() ? QPen(theme.hairline, 1) : QPen(Qt::NoPen));
    painter->setBrush(theme.sunken);
    const qreal inset = theme.isHighContrast() ? .5 : 0;
    painter->drawRoundedRect(bar.adjusted(inset, inset, -inset, -inset), 4, 4);
    painter->restore();
}

QRectF BarSide::visual(const QRectF &place) const
{
    return QGuiApplication::isRightToLeft() ? QRectF(bar.left() + bar.right() - place.right(), place.top(), place.width(), place.height()) : place;
}

int BarSide::line() const
{
    return int(Qt::AlignVCenter | Qt::AlignAbsolute | (QGuiApplication::isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft));
}

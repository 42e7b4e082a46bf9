// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sparkline.h"

#include <QPainter>

#include <algorithm>

namespace {
constexpr qint64 leastShown = 15'000; ///< ms.
}

void Sparkline::paintCpu(QPainter *painter, const QRectF &rect, const MetricsHistory &history, const QColor &color, qint64 nowMs, int seconds)
{
    const qint64 span = qint64(seconds) * 1000;
    int index = history.firstSince(nowMs - span);
    if (index >= history.size() || history.last().timeMs - history.at(index).timeMs < std::min<qint64>(span / 6, leastShown))
        return; // Of a few seconds nothing can be seen but a speck.
    // Half a line's width at both ends, so that 0 and 100 % are seen whole.
    const qreal top = rect.top() + 1;
    const qreal bottom = rect.bottom() - 1;
    QColor fill = color;
    fill.setAlphaF(0.13F);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    QPolygonF line;
    const auto flush = [&]() {
        if (line.size() > 1) {
            QPolygonF area = line;
            area << QPointF(line.last().x(), rect.bottom()) << QPointF(line.first().x(), rect.bottom());
            painter->setPen(Qt::NoPen);
            painter->setBrush(fill);
            painter->drawPolygon(area);
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            painter->drawPolyline(line);
        } else if (line.size() == 1) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(color);
            painter->drawEllipse(line.first(), 1, 1);
        }
        line.clear();
    };
    for (; index < history.size(); ++index) {
        const MetricsSample &sample = history.at(index);
        if (sample.afterGap)
            flush();
        const qreal x = rect.right() - qreal(nowMs - sample.timeMs) / qreal(span) * rect.width();
        const qreal y = bottom - qreal(sample.cpuPercent) / 100.0 * (bottom - top);
        line << QPointF(std::clamp(x, rect.left(), rect.right()), y);
    }
    flush();
    painter->restore();
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cells are moved by dragging them at their gutter.
#include "cellcanvas.h"

#include "theme/fonts.h"
#include "theme/theme.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

bool CellCanvas::dragTo(const QPointF &point)
{
    if (m_dragFrom < 0)
        return false;
    if (!m_dragging) {
        if ((point.toPoint() - m_lastClick).manhattanLength() < QApplication::startDragDistance())
            return true;
        m_dragging = true;
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    // Near an edge the cells come along.
    const int edge = Metrics::scaled(24);
    if (point.y() < edge)
        verticalScrollBar()->setValue(verticalScrollBar()->value() - Metrics::scaled(12));
    else if (point.y() > viewport()->height() - edge)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + Metrics::scaled(12));
    const qreal y = scroll() + point.y();
    int gap = itemAt(y);
    const Item &item = m_items[size_t(gap)];
    if (y > item.top + item.height / 2)
        ++gap;
    if (gap != m_dropGap) {
        m_dropGap = gap;
        viewport()->update();
    }
    return true;
}

void CellCanvas::cancelDrag()
{
    m_dragFrom = -1;
    m_dropGap = -1;
    if (std::exchange(m_dragging, false)) {
        viewport()->unsetCursor();
        viewport()->update();
    }
}

bool CellCanvas::drop()
{
    if (!m_dragging) {
        m_dragFrom = -1;
        return false;
    }
    const QList<int> cells = selected().contains(m_dragFrom) ? selected() : QList<int> { m_dragFrom };
    const int first = cells.constFirst();
    const int count = int(cells.size());
    const int gap = m_dropGap;
    cancelDrag();
    if (gap < 0 || (gap >= first && gap <= first + count))
        return true; // Where it was.
    Q_EMIT moveRequested(first, count, gap > first ? gap - count : gap);
    return true;
}

void CellCanvas::paintDrop(QPainter &painter) const
{
    if (!m_dragging || m_dropGap < 0 || m_items.empty())
        return;
    const Theme &theme = Theme::current();
    const Columns c = columns();
    const size_t gap = size_t(m_dropGap);
    const qreal y = gap < m_items.size() ? m_items[gap].top - Metrics::scaled(4) : m_items.back().top + m_items.back().height + Metrics::scaled(4);
    painter.fillRect(QRectF(c.left, std::round(y - scroll()) - 1, c.right - c.left, 2), theme.accent);
    painter.fillRect(QRectF(c.left - Metrics::scaled(4), std::round(y - scroll()) - Metrics::scaled(3), Metrics::scaled(4), Metrics::scaled(6)), theme.accent);
}

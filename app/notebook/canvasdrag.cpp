// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cells are moved by dragging them at their gutter, and copied by dragging them to another notebook.
#include "cellcanvas.h"

#include "cellsmime.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <QApplication>
#include <QDrag>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int outside = 16; ///< Pixels beyond the edge where a drag leaves the notebook.

} // namespace

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
    if (point.x() < -Metrics::scaled(outside) || point.x() > viewport()->width() + Metrics::scaled(outside) || point.y() < -Metrics::scaled(outside)
        || point.y() > viewport()->height() + Metrics::scaled(outside)) {
        dragOut();
        return true;
    }
    scrollAtEdge(point.y());
    const int gap = gapAt(point.y());
    if (gap != m_dropGap) {
        m_dropGap = gap;
        viewport()->update();
    }
    return true;
}

/// Near an edge the cells come along.
void CellCanvas::scrollAtEdge(qreal y)
{
    const int edge = Metrics::scaled(24);
    if (y < edge)
        verticalScrollBar()->setValue(verticalScrollBar()->value() - Metrics::scaled(12));
    else if (y > viewport()->height() - edge)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + Metrics::scaled(12));
}

int CellCanvas::gapAt(qreal y) const
{
    if (m_items.empty())
        return 0;
    y += scroll();
    int index = itemAt(y);
    while (index > 0 && m_items[size_t(index)].hidden)
        --index;
    const Item &item = m_items[size_t(index)];
    return y > item.top + item.height / 2 ? gapBelow(index) : index;
}

/// Out of this notebook: from here on the desktop carries the cells.
void CellCanvas::dragOut()
{
    const QList<int> cells = selected().contains(m_dragFrom) ? selected() : QList<int> { m_dragFrom };
    cancelDrag();
    auto *drag = new QDrag(this);
    drag->setMimeData(new CellsMime(m_document, cells));
    drag->exec(Qt::CopyAction);
}

void CellCanvas::dragEnterEvent(QDragEnterEvent *event)
{
    if (!event->mimeData()->hasFormat(Notebook::Document::clipboardMimeType()))
        return;
    m_dropping = true;
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

void CellCanvas::dragMoveEvent(QDragMoveEvent *event)
{
    if (!m_dropping)
        return;
    scrollAtEdge(event->position().y());
    m_dropGap = gapAt(event->position().y());
    viewport()->update();
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

void CellCanvas::dragLeaveEvent(QDragLeaveEvent *)
{
    m_dropping = false;
    m_dropGap = -1;
    viewport()->update();
}

void CellCanvas::dropEvent(QDropEvent *event)
{
    if (!std::exchange(m_dropping, false))
        return;
    m_dropGap = -1;
    viewport()->update();
    const int gap = gapAt(event->position().y());
    event->setDropAction(Qt::CopyAction);
    event->accept();
    if (event->source() == this)
        Q_EMIT moveRequested(selected(), gap); // Out and back again.
    else
        Q_EMIT dropRequested(CellsMime::in(event->mimeData()), gap);
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
    const int gap = m_dropGap;
    cancelDrag();
    const bool together = cells.constLast() - first + 1 == cells.size();
    if (gap < 0 || (together && gap >= first && gap <= cells.constLast() + 1))
        return true; // Where it was.
    Q_EMIT moveRequested(cells, gap);
    return true;
}

void CellCanvas::paintDrop(QPainter &painter) const
{
    if ((!m_dragging && !m_dropping) || m_dropGap < 0 || m_items.empty())
        return;
    const Theme &theme = Theme::current();
    const Columns c = columns();
    const size_t gap = size_t(m_dropGap);
    const qreal y = gap < m_items.size() ? m_items[gap].top - Metrics::scaled(4) : m_items.back().top + m_items.back().height + Metrics::scaled(4);
    painter.fillRect(QRectF(c.left, std::round(y - scroll()) - 1, c.right - c.left, 2), theme.accent);
    painter.fillRect(QRectF(c.mirrored ? c.right : c.left - Metrics::scaled(4), std::round(y - scroll()) - Metrics::scaled(3), Metrics::scaled(4), Metrics::scaled(6)), theme.accent);
}

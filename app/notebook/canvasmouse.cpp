// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the pointer does to cells.
#include "cellcanvas.h"

#include "canvasparts.h"
#include "cellstatus.h"
#include "codeeditor.h"
#include "execution/executiontargets.h"
#include "richblocks.h"
#include "shared/badge.h"
#include "syntax.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::RunState;

CellCanvas::Hit CellCanvas::hitTest(const QPointF &point) const
{
    Hit hit;
    if (m_items.empty())
        return hit;
    const int index = itemAt(scroll() + point.y());
    const Item &item = m_items[size_t(index)];
    const qreal y = scroll() + point.y() - item.top;
    if (y < 0 || y > item.height || item.hidden)
        return hit;
    hit.index = index;
    const Columns c = columns();
    if (item.heading > 0 && (foldMark(item, c).contains(point) || (item.hiddenBelow > 0 && y >= item.outputTop + px(4)))) {
        hit.part = Hit::Part::Fold;
        return hit;
    }
    if (badgeRect(index).contains(point) && item.cell->kind() == CellKind::Code) {
        hit.part = Hit::Part::Badge;
        return hit;
    }
    if (y >= item.codeTop && y < item.codeTop + item.boxHeight && point.x() >= c.left && point.x() < c.right) {
        if (!showsCode(item)) {
            hit.part = Hit::Part::Text;
            hit.block = item.markdown.get();
            hit.inBlock = QPointF(point.x() - c.left - px(11), y - item.codeTop - px(4));
        } else {
            hit.part = item.cell->isSourceHidden() ? Hit::Part::HiddenSource : Hit::Part::Code;
        }
        return hit;
    }
    if (c.inMargin(point.x()) && y > px(25) && item.cell->kind() == CellKind::Code) {
        hit.part = Hit::Part::State;
        return hit;
    }
    if (point.x() < c.left || point.x() >= c.right) {
        hit.part = Hit::Part::Gutter;
        return hit;
    }
    if (hidesOutputs(item.cell) && y >= item.outputTop) {
        hit.part = Hit::Part::HiddenOutput;
        return hit;
    }
    qreal at = item.outputTop;
    for (const OutputView &view : item.outputs) {
        for (const auto &block : view.blocks) {
            if (block->height() <= 0)
                continue;
            at += block->isWide() ? px(6) : px(4);
            if (y >= at && y < at + std::ceil(block->height())) {
                hit.part = Hit::Part::Output;
                hit.block = block.get();
                hit.outputId = view.id;
                hit.inBlock = QPointF(point.x() - outputLeft(c, *block), y - at);
                return hit;
            }
            at += std::ceil(block->height());
        }
    }
    hit.part = Hit::Part::Gutter;
    return hit;
}

void CellCanvas::clearOutputSelections(OutputBlock *except)
{
    for (Item &item : m_items) {
        if (!item.realised)
            continue;
        if (item.markdown && item.markdown.get() != except)
            item.markdown->clearSelection();
        for (const OutputView &view : item.outputs) {
            for (const auto &block : view.blocks) {
                if (block.get() != except)
                    block->clearSelection();
            }
        }
    }
}

void CellCanvas::mousePressEvent(QMouseEvent *event)
{
    const bool again = m_clickTimer.isValid() && m_clickTimer.elapsed() < QApplication::doubleClickInterval()
        && (event->pos() - m_lastClick).manhattanLength() < QApplication::startDragDistance();
    m_clicks = again ? m_clicks + 1 : 1;
    m_clickTimer.start();
    m_lastClick = event->pos();

    const Hit hit = hitTest(event->position());
    if (hit.index < 0) {
        if (m_mode == Mode::Edit)
            command();
        setFocus();
        return;
    }
    if (event->button() == Qt::RightButton) {
        if (!selected().contains(hit.index))
            setCurrent(hit.index);
        return;
    }
    if (event->button() != Qt::LeftButton)
        return;
    const bool extend = event->modifiers().testFlag(Qt::ShiftModifier);
    if (event->modifiers().testFlag(Qt::ControlModifier) && (hit.part == Hit::Part::Code || hit.part == Hit::Part::Text || hit.part == Hit::Part::Gutter)) {
        clearOutputSelections();
        toggleSelected(hit.index);
        setFocus();
        return;
    }
    switch (hit.part) {
    case Hit::Part::Fold:
        setCurrent(hit.index);
        setFocus();
        foldSection(hit.index, !m_items[size_t(hit.index)].cell->isHeadingFolded());
        return;
    case Hit::Part::Code: {
        clearOutputSelections();
        if (extend && m_mode == Mode::Command) {
            setCurrent(hit.index, true);
            return;
        }
        setCurrent(hit.index);
        edit();
        // The editor takes over as if it had been there already.
        QMouseEvent forwarded(event->type(), QPointF(m_editor->viewport()->mapFrom(viewport(), event->pos())), event->globalPosition(), event->button(),
                              event->buttons(), event->modifiers());
        QCoreApplication::sendEvent(m_editor->viewport(), &forwarded);
        m_forwarding = true;
        return;
    }
    case Hit::Part::Text:
    case Hit::Part::Output: {
        clearOutputSelections(hit.block);
        if (m_mode == Mode::Edit && m_current != hit.index)
            command();
        else if (m_mode == Mode::Edit)
            command();
        if (m_current != hit.index || !m_also.isEmpty()) {
            m_current = m_anchor = hit.index; // Without scrolling: the pointer is where the user looks.
            m_also.clear();
            viewport()->update();
            Q_EMIT currentChanged();
        }
        setFocus();
        const QPointer<OutputBlock> block = hit.block;
        const bool follows = hit.block->press(hit.inBlock, m_clicks, extend);
        if (block && follows) {
            m_pressedBlock = block;
            m_pressedOrigin = event->position() - hit.inBlock;
        }
        return;
    }
    case Hit::Part::Badge:
        setCurrent(hit.index);
        setFocus();
        Q_EMIT badgeClicked(hit.index, viewport()->mapToGlobal(badgeRect(hit.index).bottomLeft().toPoint()));
        return;
    case Hit::Part::State:
        setCurrent(hit.index);
        setFocus();
        Q_EMIT stateClicked(hit.index, event->globalPosition().toPoint());
        return;
    case Hit::Part::HiddenOutput:
        setCurrent(hit.index);
        m_items[size_t(hit.index)].cell->setOutputsHidden(false);
        return;
    case Hit::Part::HiddenSource:
        setCurrent(hit.index);
        m_items[size_t(hit.index)].cell->setSourceHidden(false);
        return;
    case Hit::Part::Gutter:
    case Hit::Part::None:
        break;
    }
    clearOutputSelections();
    if (m_mode == Mode::Edit)
        command();
    setFocus();
    if (hit.part == Hit::Part::Gutter && columns().inGutter(event->position().x()) && !extend) {
        // Selected cells stay selected while they are dragged; a mere click selects the one at its end.
        m_dragFrom = hit.index;
        if (selected().contains(hit.index) && selected().size() > 1)
            return;
    }
    setCurrent(hit.index, extend);
}

void CellCanvas::mouseMoveEvent(QMouseEvent *event)
{
    if (m_forwarding && m_mode == Mode::Edit) {
        QMouseEvent forwarded(event->type(), QPointF(m_editor->viewport()->mapFrom(viewport(), event->pos())), event->globalPosition(), event->button(),
                              event->buttons(), event->modifiers());
        QCoreApplication::sendEvent(m_editor->viewport(), &forwarded);
        return;
    }
    if (event->buttons().testFlag(Qt::LeftButton) && dragTo(event->position()))
        return;
    if (m_pressedBlock && event->buttons().testFlag(Qt::LeftButton)) {
        m_pressedBlock->drag(event->position() - m_pressedOrigin);
        return;
    }
    updateHover(event->position());
}

void CellCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    if (std::exchange(m_forwarding, false) && m_mode == Mode::Edit) {
        QMouseEvent forwarded(event->type(), QPointF(m_editor->viewport()->mapFrom(viewport(), event->pos())), event->globalPosition(), event->button(),
                              event->buttons(), event->modifiers());
        QCoreApplication::sendEvent(m_editor->viewport(), &forwarded);
        return;
    }
    if (const int from = m_dragFrom; from >= 0) {
        if (!drop())
            setCurrent(from);
        return;
    }
    if (m_pressedBlock) {
        const QPointer<OutputBlock> block = std::exchange(m_pressedBlock, nullptr);
        block->release(event->position() - m_pressedOrigin);
    }
}

void CellCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    const Hit hit = hitTest(event->position());
    if (hit.part == Hit::Part::Text && event->button() == Qt::LeftButton) {
        setCurrent(hit.index);
        edit();
        return;
    }
    mousePressEvent(event);
}

void CellCanvas::updateHover(const QPointF &point)
{
    const Hit hit = hitTest(point);
    Qt::CursorShape shape = Qt::ArrowCursor;
    switch (hit.part) {
    case Hit::Part::Code: shape = Qt::IBeamCursor; break;
    case Hit::Part::Badge: shape = Qt::PointingHandCursor; break;
    case Hit::Part::HiddenOutput:
    case Hit::Part::Fold:
    case Hit::Part::HiddenSource: shape = Qt::PointingHandCursor; break;
    case Hit::Part::Gutter:
        if (columns().inGutter(point.x()))
            shape = Qt::OpenHandCursor;
        break;
    case Hit::Part::Text:
    case Hit::Part::Output: shape = hit.block->cursorAt(hit.inBlock); break;
    default: break;
    }
    if (viewport()->cursor().shape() != shape)
        viewport()->setCursor(shape);

    // Between two cells, or below the last one.
    const Columns c = columns();
    const qreal y = scroll() + point.y();
    int gap = -1;
    qreal middle = 0;
    if (point.x() >= c.left && point.x() <= c.right) {
        if (m_items.empty()) {
            gap = 0;
            middle = px(20);
        } else {
            const int index = itemAt(y);
            const Item &item = m_items[size_t(index)];
            const qreal bottom = item.top + item.height;
            const bool last = gapBelow(index) == int(m_items.size());
            if (y > bottom + 1 && (y < bottom + px(8) - 1 || (last && y < bottom + px(44)))) {
                gap = gapBelow(index);
                middle = last ? bottom + px(20) : bottom + px(4);
            } else if (index == 0 && y < item.top - 1) {
                gap = 0;
                middle = item.top - px(4);
            }
        }
    }
    if (gap < 0) {
        if (m_insertBar->isVisible() && !m_insertBar->geometry().adjusted(0, -2, 0, 2).contains(point.toPoint()))
            m_insertBar->hide();
        return;
    }
    m_insertBar->setIndex(gap);
    const int height = Metrics::smallControl();
    m_insertBar->setGeometry(QRectF(c.left, middle - scroll() - height / 2.0, c.right - c.left, height).toRect());
    m_insertBar->show();
    m_insertBar->raise();
}

void CellCanvas::wheelEvent(QWheelEvent *event)
{
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const QPoint pixels = event->pixelDelta().isNull() ? event->angleDelta() / 2 : event->pixelDelta();
    const int sideways = shift && pixels.x() == 0 ? pixels.y() : pixels.x();
    if (sideways != 0 && (shift || std::abs(pixels.x()) > std::abs(pixels.y()))) {
        const Hit hit = hitTest(event->position());
        if (hit.block)
            hit.block->scrollSideways(-sideways);
        event->accept();
        return;
    }
    if (pixels.y() != 0)
        verticalScrollBar()->setValue(scroll() - pixels.y());
    event->accept();
}

void CellCanvas::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Keyboard) {
        if (m_current >= 0)
            Q_EMIT menuRequested(m_current, 0, nullptr, viewport()->mapToGlobal(codeRect(m_current).bottomLeft().toPoint()));
        return;
    }
    const Hit hit = hitTest(event->pos());
    if (hit.index >= 0)
        Q_EMIT menuRequested(hit.index, hit.outputId, hit.block, event->globalPos());
}

bool CellCanvas::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        const Hit hit = hitTest(help->pos());
        QString text;
        if (hit.part == Hit::Part::Badge) {
            const Notebook::Binding binding = m_items[size_t(hit.index)].cell->effectiveBinding();
            const ExecutionTarget target = m_targets ? m_targets->place(binding) : ExecutionTarget {};
            text = binding.sandbox.isEmpty() ? tr("%1, no sandbox yet. Click to choose where it runs.").arg(Syntax::displayName(binding.language))
                                             : tr("%1 in %2").arg(Syntax::displayName(binding.language), sandboxName(m_items[size_t(hit.index)].cell));
            if (!target.contextId.isEmpty())
                text += u'\n' + tr("Context %1").arg(target.contextId);
            if (const QStringList others = m_targets && !binding.sandbox.isEmpty() ? m_targets->otherUsers(m_owner, binding) : QStringList(); !others.isEmpty())
                text += u'\n' + tr("Its variables are shared with %1.").arg(QLocale().createSeparatedList(others));
            if (!target.image.isEmpty())
                text += u'\n' + tr("Image %1").arg(target.image);
        } else if (hit.part == Hit::Part::State) {
            const CellStatus status = cellStatus(m_items[size_t(hit.index)].cell);
            text = status.remark.isEmpty() ? status.text : status.text + u'\n' + status.remark;
            if (const QString times = cellTimes(m_items[size_t(hit.index)].cell); !times.isEmpty())
                text += u'\n' + times;
        } else if (hit.block) {
            text = hit.block->toolTipAt(hit.inBlock);
        }
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text) : text, viewport()); // What an output says is no markup.
        return true;
    }
    if (event->type() == QEvent::Leave && m_insertBar->isVisible() && !m_insertBar->underMouse())
        m_insertBar->hide();
    return QAbstractScrollArea::viewportEvent(event);
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where cells stand: which of them have layouts, how high they are, and what is put beside them.
#include "cellcanvas.h"

#include "canvasparts.h"
#include "cellstatus.h"
#include "codeeditor.h"
#include "richblocks.h"
#include "theme/fonts.h"

#include <QApplication>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::RunState;

CellCanvas::Columns CellCanvas::columns() const
{
    Columns result;
    const qreal width = viewport()->width();
    result.folded = isMarginFolded();
    result.mirrored = isRightToLeft();
    const qreal gutter = px(result.folded && Fonts::scale() > 1.5 ? 48 : 58);
    // The scroll bar takes its place from the margin, not from the code.
    const qreal beside = result.folded ? px(12) : px(142) + px(14) - (this->width() - width);
    result.left = result.mirrored ? beside : gutter;
    result.right = std::floor(width - (result.mirrored ? gutter : beside));
    if (result.folded) {
        result.margin = result.left;
        result.marginRight = result.right;
    } else if (result.mirrored) {
        result.margin = px(4);
        result.marginRight = result.left - px(12);
    } else {
        result.margin = result.right + px(12);
        result.marginRight = width - px(4);
    }
    return result;
}

bool CellCanvas::isMarginFolded() const
{
    const qreal width = viewport()->width() / Fonts::scale();
    return width < 640 || (Fonts::scale() >= 1.75 && width < 800);
}

qreal CellCanvas::outputLeft(const Columns &columns, const OutputBlock &block) const
{
    return block.isWide() ? columns.left : columns.left + px(11);
}

void CellCanvas::estimate(Item &item)
{
    if (item.hidden) {
        item.height = 0;
        return;
    }
    const Columns c = columns();
    const qreal width = std::max(60.0, c.right - c.left - px(22));
    qreal height = CodeLayout::estimate(item.cell->source(), width, item.lineNumbers) + px(12);
    if (item.cell->kind() == CellKind::Code) {
        if (c.folded)
            height += px(22);
        // Only the stored size: splitting up outputs that nobody sees would cost the opening its time.
        const qint64 size = item.cell->outputs()->size();
        if (size > 20'000)
            height += 300;
        else if (size > 0)
            height += px(4) + std::min(300.0, std::ceil(double(size) / 90) * Fonts::lineHeight(Fonts::Role::Output));
    }
    if (item.hiddenBelow > 0)
        height += px(4) + Metrics::row();
    item.height = std::ceil(height);
}

void CellCanvas::realise(Item &item)
{
    const Columns c = columns();
    const qreal width = std::max(60.0, c.right - c.left - px(22));
    if (!item.realised) {
        item.realised = true;
        item.codeDirty = true;
        item.outputsDirty = true;
    }
    if (item.codeDirty) {
        item.codeDirty = false;
        if (item.cell->kind() == CellKind::Markdown) {
            item.code = CodeLayout();
            QPointer<Cell> cell = item.cell;
            item.markdown = OutputBlocks::markdown(item.cell->source(), [cell](const QString &name) { return cell ? cell->attachment(name) : QByteArray(); });
            listen(item, 0, item.markdown.get());
        } else {
            item.markdown.reset();
            const QString language = item.cell->kind() == CellKind::Code ? item.cell->language() : QString();
            const qreal top = scroll() - item.top - item.codeTop;
            if (item.cell->isSourceHidden())
                item.code = CodeLayout();
            else if (isEditing(item))
                item.codeDirty = true; // The editor shows it.
            else
                item.code.build(item.cell->source(), language, width, item.lineNumbers, top, top + viewport()->height());
            if (!item.code.isWhole())
                m_partTimer.start();
        }
    }
    if (item.outputsDirty || !item.changedOutputs.isEmpty())
        reconcileOutputs(item);
    measure(item);
}

/// Goes on with the code that one turn was not enough for: what is seen first.
void CellCanvas::layOutPart()
{
    const auto waits = [](const Item &item) { return item.realised && !item.codeDirty && !item.code.isWhole(); };
    auto item = std::find_if(m_items.begin(), m_items.end(), [this, &waits](const Item &candidate) { return waits(candidate) && candidate.top + candidate.height > scroll(); });
    if (item == m_items.end())
        item = std::find_if(m_items.begin(), m_items.end(), waits);
    if (item == m_items.end())
        return;
    const qreal before = item->code.height();
    const qreal top = scroll() - item->top - item->codeTop;
    item->code.proceed(top, top + viewport()->height());
    if (item->code.height() != before) {
        m_settling = true;
        measure(*item);
        m_settling = false;
        retop(int(item - m_items.begin()));
        settle();
        placeWidgets();
    }
    viewport()->update();
    m_partTimer.start();
}

void CellCanvas::listen(Item &item, quint64 id, OutputBlock *block)
{
    Cell *cell = item.cell;
    // Only where it stands: a moving picture asks for it often.
    connect(block, &OutputBlock::repaint, this, [this, cell, id]() {
        if (id != 0 && itemOf(cell))
            viewport()->update(outputRect(cell->index(), id).toAlignedRect());
        else
            viewport()->update();
    });
    connect(block, &OutputBlock::heightChanged, this, [this, cell]() {
        if (!m_settling)
            markDirty(cell);
    });
    connect(block, &OutputBlock::requested, this, [this, cell, id](const OutputRequest &request) { Q_EMIT outputRequested(cell, id, request); });
}

bool CellCanvas::hidesOutputs(const Cell *cell)
{
    return cell->areOutputsHidden() && !isAsking(cell);
}

void CellCanvas::reconcileOutputs(Item &item)
{
    Notebook::OutputList *list = item.cell->outputs();
    const bool shown = item.cell->kind() == CellKind::Code && !hidesOutputs(item.cell);
    std::vector<OutputView> next;
    if (shown) {
        for (int i = 0; i < list->count(); ++i) {
            const Notebook::Output &output = list->at(i);
            const quint64 id = output.id();
            auto old = std::find_if(item.outputs.begin(), item.outputs.end(), [id](const OutputView &view) { return view.id == id; });
            const auto changed = item.changedOutputs.constFind(id);
            const bool text = output.type() == Notebook::OutputType::Stream;
            if (old != item.outputs.end() && (changed == item.changedOutputs.constEnd() || text)) {
                if (changed != item.changedOutputs.constEnd()) {
                    for (const auto &block : old->blocks)
                        block->contentChanged(*changed);
                }
                next.push_back(std::move(*old));
                old->id = 0;
                continue;
            }
            OutputView view;
            view.id = id;
            view.blocks = OutputBlocks::make(OutputSource(list, id), item.mimes.value(id));
            for (const auto &block : view.blocks)
                listen(item, id, block.get());
            next.push_back(std::move(view));
        }
    }
    item.outputs = std::move(next);
    item.outputsDirty = false;
    item.changedOutputs.clear();
    if (m_search)
        mark(item);
}

void CellCanvas::release(Item &item)
{
    item.realised = false;
    item.code = CodeLayout();
    item.markdown.reset();
    item.outputs.clear();
    item.changedOutputs.clear();
}

void CellCanvas::measure(Item &item)
{
    const Columns c = columns();
    const bool code = item.cell->kind() == CellKind::Code;
    const bool editing = isEditing(item);
    const qreal ratio = devicePixelRatioF();
    qreal y = 0;
    if (c.folded && code)
        y += px(22);
    item.codeTop = y;
    if (showsCode(item)) {
        qreal inner = 0;
        if (editing)
            inner = m_editor->contentHeight();
        else if (item.cell->isSourceHidden())
            inner = Fonts::lineHeight(Fonts::Role::Small);
        else
            inner = item.code.height();
        item.boxHeight = std::ceil(inner) + px(10) + 2;
    } else {
        item.markdown->layout(std::max(60.0, c.right - c.left - px(22)), ratio);
        item.boxHeight = std::max(px(24), std::ceil(item.markdown->height()) + px(8));
    }
    y += item.boxHeight;
    item.outputTop = y;
    const bool hidden = code && hidesOutputs(item.cell) && !item.cell->outputs()->isEmpty();
    if (item.hiddenBelow > 0) {
        y += px(4) + Metrics::row();
    } else if (hidden) {
        y += px(4) + Metrics::row();
    } else {
        for (const OutputView &view : item.outputs) {
            for (const auto &block : view.blocks) {
                block->layout(std::max(60.0, c.right - outputLeft(c, *block)), ratio);
                if (block->height() > 0)
                    y += (block->isWide() ? px(6) : px(4)) + std::ceil(block->height());
            }
        }
    }
    if (!c.folded && (code || !item.cell->tags().isEmpty()))
        y = std::max(y, px(6) + ((code ? 1 + cellStatus(item.cell).lines(c.marginRight - c.margin) : 0) + (item.cell->tags().isEmpty() ? 0 : 1)) * px(19));
    item.height = std::ceil(y);
}

void CellCanvas::retop(int from)
{
    // What stands at the upper edge stays there.
    const int value = scroll();
    const int anchor = m_items.empty() ? -1 : itemAt(value);
    const qreal offset = anchor >= 0 ? value - m_items[size_t(anchor)].top : 0;
    const bool inside = anchor >= 0 && value > 0;
    const qreal gap = px(8);
    qreal y = gap;
    if (from > 0 && from <= int(m_items.size())) {
        const Item &before = m_items[size_t(from - 1)];
        y = before.top + (before.hidden ? 0 : before.height + gap);
    }
    for (size_t i = size_t(std::max(0, from)); i < m_items.size(); ++i) {
        m_items[i].top = y;
        if (!m_items[i].hidden)
            y += m_items[i].height + gap;
    }
    m_contentHeight = y + px(48);
    const QSignalBlocker blocker(verticalScrollBar());
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, int(std::ceil(m_contentHeight)) - viewport()->height()));
    if (inside && from <= anchor)
        verticalScrollBar()->setValue(int(m_items[size_t(anchor)].top + offset));
}

int CellCanvas::scroll() const
{
    return verticalScrollBar()->value();
}

int CellCanvas::itemAt(qreal y) const
{
    auto after = std::upper_bound(m_items.begin(), m_items.end(), y, [](qreal value, const Item &item) { return value < item.top; });
    return after == m_items.begin() ? 0 : int(after - m_items.begin()) - 1;
}

void CellCanvas::settle()
{
    if (m_settling || m_items.empty())
        return;
    m_settling = true;
    const qreal reach = viewport()->height() / 2;
    for (int pass = 0; pass < 6; ++pass) {
        int firstChanged = -1;
        const qreal top = scroll() - reach;
        const qreal bottom = scroll() + viewport()->height() + reach;
        for (int i = itemAt(top); i < int(m_items.size()) && m_items[size_t(i)].top < bottom; ++i) {
            Item &item = m_items[size_t(i)];
            if (item.realised || item.hidden)
                continue;
            const qreal before = item.height;
            realise(item);
            if (item.height != before) {
                if (firstChanged < 0)
                    firstChanged = i;
                // Later tops of this pass only decide what else is near enough.
                if (i + 1 < int(m_items.size()))
                    m_items[size_t(i + 1)].top = item.top + item.height + px(8);
            }
        }
        if (firstChanged < 0)
            break;
        retop(firstChanged);
    }
    // What is far away gives its layouts back.
    const qreal far = viewport()->height() * 3.0;
    for (size_t i = 0; i < m_items.size(); ++i) {
        Item &item = m_items[i];
        if (item.realised && int(i) != m_current && (item.top + item.height < scroll() - far || item.top > scroll() + viewport()->height() + far))
            release(item);
    }
    m_settling = false;
}

void CellCanvas::markDirty(Cell *cell)
{
    m_dirty.insert(cell);
    if (!m_flushTimer.isActive())
        m_flushTimer.start();
}

void CellCanvas::flush()
{
    m_flushTimer.stop();
    if (m_dirty.isEmpty()) {
        settle();
        return;
    }
    const QSet<Cell *> dirty = std::exchange(m_dirty, {});
    const bool follows = isCurrentInView();
    bool grows = false; ///< Output of the current cell, whose end was seen.
    int first = -1;
    m_settling = true;
    for (Cell *cell : dirty) {
        Item *item = itemOf(cell);
        if (!item)
            continue;
        const qreal before = item->height;
        const qreal outputs = item->height - item->outputTop;
        const bool ended = item->top + before <= scroll() + viewport()->height() || outputs < px(20);
        if (item->realised)
            realise(*item);
        else
            estimate(*item);
        grows = grows || (item->realised && cell->index() == m_current && ended && item->height - item->outputTop > outputs);
        if (item->height != before)
            first = first < 0 ? cell->index() : std::min(first, cell->index());
    }
    m_settling = false;
    if (first >= 0)
        retop(first);
    settle();
    if (follows)
        keepCurrentInView();
    if (follows && grows)
        showOutput(m_items[size_t(m_current)]);
    placeWidgets();
    viewport()->update();
    if (m_asking)
        showQuestion(std::exchange(m_asking, nullptr));
}

/// Where the keyboard writes: its first line, or the line of the caret.
QRectF CellCanvas::keyboardRect() const
{
    const QRectF box = codeRect(m_current);
    if (m_mode == Mode::Edit)
        return m_editor->caretRect().translated(QPointF(box.left(), box.top() + px(6)));
    return QRectF(box.left(), box.top(), box.width(), std::min(box.height(), px(34)));
}

/// What runs above the current cell must not push it out of sight; but who has scrolled away from it stays away.
bool CellCanvas::isCurrentInView() const
{
    if (m_current < 0 || m_items[size_t(m_current)].hidden)
        return false;
    const QRectF line = keyboardRect();
    return line.top() >= 0 && line.bottom() <= viewport()->height();
}

void CellCanvas::keepCurrentInView()
{
    if (const qreal over = keyboardRect().bottom() + px(8) - viewport()->height(); over > 0)
        verticalScrollBar()->setValue(scroll() + int(std::ceil(over)));
}

/// What was just run shows its result, as far as there is room for it below the line that it was run from.
void CellCanvas::showOutput(const Item &item)
{
    const qreal wanted = item.top + std::min(item.height, item.outputTop + viewport()->height() / 2.0) + px(8);
    const qreal over = std::min(wanted - scroll() - viewport()->height(), keyboardRect().top());
    if (over > 0)
        verticalScrollBar()->setValue(scroll() + int(std::ceil(over)));
}

/// The program waits for the person. Who is writing something is not disturbed; who is not answers without looking for the field.
void CellCanvas::showQuestion(Cell *cell)
{
    const QWidget *focus = QApplication::focusWidget();
    const Item *item = itemOf(cell);
    const bool free = focus == this || focus == viewport() || (focus == m_editor && !m_editor->document()->isModified());
    // The run may have ended since, and its question with it.
    const Notebook::OutputList *outputs = cell->outputs();
    if (!free || !item || item->hidden || outputs->isEmpty())
        return;
    ensureVisible(cell->index());
    const quint64 question = outputs->at(outputs->count() - 1).id();
    const qreal over = outputRect(cell->index(), question).bottom() + px(8) - viewport()->height();
    if (over > 0)
        verticalScrollBar()->setValue(scroll() + int(std::ceil(over)));
    placeWidgets();
}

void CellCanvas::restyle()
{
    m_settling = true;
    for (Item &item : m_items) {
        release(item);
        estimate(item);
    }
    m_settling = false;
    m_editor->restyle();
    verticalScrollBar()->setSingleStep(Metrics::scaled(40));
    retop(0);
    settle();
    placeWidgets();
    viewport()->update();
}

int CellCanvas::firstVisible() const
{
    return m_items.empty() ? -1 : itemAt(scroll() + px(12));
}

QRectF CellCanvas::cellRect(int index) const
{
    const Item &item = m_items[size_t(index)];
    return QRectF(0, item.top - scroll(), viewport()->width(), item.height);
}

QRectF CellCanvas::codeRect(int index) const
{
    const Item &item = m_items[size_t(index)];
    const Columns c = columns();
    return QRectF(c.left, item.top - scroll() + item.codeTop, c.right - c.left, item.boxHeight);
}

QRectF CellCanvas::badgeRect(int index) const
{
    const Item &item = m_items[size_t(index)];
    const Columns c = columns();
    const qreal top = item.top - scroll();
    const qreal height = px(c.folded ? 22 : 19);
    const qreal width = c.folded ? std::min(px(220), c.right - c.left) : c.marginRight - c.margin;
    return QRectF(c.mirrored ? c.marginRight - width : c.margin, c.folded ? top : top + px(6), width, height);
}

int CellCanvas::realisedCount() const
{
    return int(std::count_if(m_items.begin(), m_items.end(), [](const Item &item) { return item.realised; }));
}

QRectF CellCanvas::outputRect(int index, quint64 outputId) const
{
    const Item &item = m_items[size_t(index)];
    const Columns c = columns();
    qreal y = item.top - scroll() + item.outputTop;
    QRectF rect;
    for (const OutputView &view : item.outputs) {
        for (const auto &block : view.blocks) {
            if (block->height() <= 0)
                continue;
            y += block->isWide() ? px(6) : px(4);
            const qreal left = outputLeft(c, *block);
            if (view.id == outputId)
                rect = rect.united(QRectF(left, y, c.right - left, std::ceil(block->height())));
            y += std::ceil(block->height());
        }
    }
    return rect;
}

QList<OutputBlock *> CellCanvas::blocks(int index, quint64 outputId) const
{
    QList<OutputBlock *> result;
    for (const OutputView &view : m_items[size_t(index)].outputs) {
        if (outputId != 0 && view.id != outputId)
            continue;
        for (const auto &block : view.blocks)
            result.append(block.get());
    }
    if (OutputBlock *text = m_items[size_t(index)].markdown.get(); text && outputId == 0)
        result.append(text);
    return result;
}

void CellCanvas::placeEditor()
{
    if (m_mode != Mode::Edit || m_current < 0)
        return;
    const Columns c = columns();
    const Item &item = m_items[size_t(m_current)];
    const qreal width = std::max(60.0, c.right - c.left - px(22));
    const qreal top = item.top - scroll() + item.codeTop + px(5) + 1;
    const int height = int(std::ceil(m_editor->contentHeight()));
    const QRect rect(int(c.left + px(11)), int(top), int(width), std::max(height, Fonts::lineHeight(Fonts::Role::Code)));
    if (m_editor->geometry() != rect)
        m_editor->setGeometry(rect);
}

void CellCanvas::placeWidgets()
{
    if (m_items.empty()) {
        m_marks.clear();
        return;
    }
    placeEditor();
    const Columns c = columns();
    size_t used = 0;
    const int first = itemAt(scroll());
    for (int i = 0; i < int(m_items.size()); ++i) {
        Item &item = m_items[size_t(i)];
        if (!item.realised)
            continue;
        const bool visible = i >= first && item.top < scroll() + viewport()->height();
        qreal y = item.top - scroll() + item.outputTop;
        for (const OutputView &view : item.outputs) {
            for (const auto &block : view.blocks) {
                if (block->height() <= 0)
                    continue;
                y += block->isWide() ? px(6) : px(4);
                block->placeWidgets(viewport(), QPointF(outputLeft(c, *block), y), visible);
                y += std::ceil(block->height());
            }
        }
        if (!visible || item.cell->runState() != RunState::Running)
            continue;
        if (used == m_marks.size()) {
            m_marks.push_back(std::make_unique<RunningMark>(viewport()));
            auto *line = new RunLine(m_marks.back().get());
            line->setObjectName(u"line"_s);
            line->setParent(viewport());
            connect(m_marks.back().get(), &QObject::destroyed, line, &QObject::deleteLater);
            m_marks.back()->setProperty("line", QVariant::fromValue<QWidget *>(line));
        }
        RunningMark *mark = m_marks[used++].get();
        mark->setCell(item.cell, c.folded);
        const qreal top = item.top - scroll();
        if (c.folded) {
            const CellStatus status = cellStatus(item.cell);
            const QFontMetricsF metrics(Fonts::tabular(Fonts::small()));
            const qreal remark = status.remark.isEmpty() ? 0 : metrics.horizontalAdvance(metrics.elidedText(status.remark, Qt::ElideRight, px(140))) + px(8);
            mark->setGeometry(QRectF(c.mirrored ? c.left + remark : c.right - remark - px(110), top, px(110), px(22)).toRect());
        } else {
            mark->setGeometry(QRectF(c.margin, top + px(6) + px(19), c.marginRight - c.margin, px(19)).toRect());
        }
        auto *line = mark->property("line").value<QWidget *>();
        line->setGeometry(QRectF(c.left + px(5), top + item.codeTop + item.boxHeight - 2, c.right - c.left - px(10), 2).toRect());
        mark->show();
        line->show();
        line->raise();
    }
    while (m_marks.size() > used)
        m_marks.pop_back();
    m_insertBar->raise();
}

void CellCanvas::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) {
        m_settling = true;
        const bool folded = isMarginFolded();
        placeEditor(); // Its lines are known only when it has its width.
        for (Item &item : m_items) {
            if (item.realised) {
                item.codeDirty = item.codeDirty || item.cell->kind() != CellKind::Markdown;
                realise(item);
            } else if (folded != m_wasFolded) {
                estimate(item);
            }
        }
        m_wasFolded = folded;
        placeEditor();
        m_settling = false;
    }
    retop(0);
    settle();
    placeWidgets();
}

void CellCanvas::scrollContentsBy(int, int)
{
    m_insertBar->hide();
    settle();
    placeWidgets();
    viewport()->update();
    Q_EMIT scrolled();
}

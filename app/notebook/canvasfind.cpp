// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How the cells show what was found.
#include "cellcanvas.h"

#include "codeeditor.h"
#include "richblocks.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <QPainter>
#include <QScrollBar>

#include <cmath>

using Notebook::Search;

FindMarks CellCanvas::marksOf(const Notebook::Cell *cell, quint64 outputId) const
{
    FindMarks marks;
    if (!m_search)
        return marks;
    const std::vector<Notebook::SearchMatch> &matches = m_search->matches(cell);
    for (size_t i = 0; i < matches.size(); ++i) {
        if (matches[i].outputId == outputId)
            marks.list.push_back({ matches[i].row, matches[i].start, matches[i].length, m_found.cell == cell && m_found.index == int(i) });
    }
    if (!marks.isEmpty() && !m_search->query().isRegex)
        marks.text = m_search->query().text;
    return marks;
}

void CellCanvas::mark(Item &item)
{
    for (const OutputView &view : item.outputs) {
        const FindMarks marks = marksOf(item.cell, view.id);
        for (const auto &block : view.blocks)
            block->setMarks(marks);
    }
    if (item.markdown)
        item.markdown->setMarks(marksOf(item.cell, 0));
    if (isEditing(item))
        m_editor->setMarks(marksOf(item.cell, 0));
}

void CellCanvas::setFound(const Search *search, const Search::Place &place)
{
    const bool had = m_search;
    m_search = search;
    m_found = search ? place : Search::Place {};
    if (!had && !search)
        return;
    for (Item &item : m_items) {
        if (item.realised)
            mark(item);
    }
    viewport()->update();
}

void CellCanvas::reveal(const Search::Place &place)
{
    const Notebook::SearchMatch *match = m_search ? m_search->match(place) : nullptr;
    if (!match || place.cell->index() < 0)
        return;
    const int index = place.cell->index();
    if (m_mode == Mode::Edit && index != m_current)
        command();
    setCurrent(index);
    Item &item = m_items[size_t(index)];
    if (!item.realised)
        settle();
    mark(item);
    QRectF target; // In the cell.
    if (match->outputId == 0) {
        if (isEditing(item)) {
            m_editor->setPosition(match->start);
            m_editor->setMarks(marksOf(item.cell, 0));
            return; // The caret brings itself into view.
        }
        if (showsCode(item) && !item.cell->isSourceHidden())
            target = item.code.rectOf(match->start, match->length).translated(0, item.codeTop + Metrics::scaled(6));
        else
            target = QRectF(0, item.codeTop, 1, item.boxHeight);
    } else {
        qreal y = item.outputTop;
        for (const OutputView &view : item.outputs) {
            for (const auto &block : view.blocks) {
                if (block->height() <= 0)
                    continue;
                y += block->isWide() ? Metrics::scaled(6) : Metrics::scaled(4);
                if (view.id == match->outputId && target.isNull())
                    target = block->reveal({ match->row, match->start, match->length, true }).translated(0, y);
                y += std::ceil(block->height());
            }
        }
        flush();
    }
    if (target.isNull())
        return;
    const Item &now = m_items[size_t(index)];
    const qreal top = now.top + target.top() - scroll();
    const qreal bottom = top + target.height();
    const qreal margin = Metrics::scaled(48);
    if (top < margin)
        verticalScrollBar()->setValue(int(std::floor(now.top + target.top() - margin)));
    else if (bottom > viewport()->height() - margin)
        verticalScrollBar()->setValue(int(std::ceil(now.top + target.bottom() + margin - viewport()->height())));
    viewport()->update();
}

QList<CodeLayout::Patch> CellCanvas::patchesOf(const Item &item) const
{
    const FindMarks marks = marksOf(item.cell, 0);
    const Theme &theme = Theme::current();
    QList<CodeLayout::Patch> patches;
    for (const FindMark &mark : marks.list)
        patches.append({ mark.start, mark.length, mark.current ? theme.findActive : theme.find, theme.onFind(mark.current) });
    return patches;
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sections below Markdown headings are folded and opened.
#include "cellcanvas.h"

#include "canvasparts.h"
#include "headings.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QPainter>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;

/// Which cells are hidden, from what the cells say. True when that changed; geometry is then to be made anew.
bool CellCanvas::updateFolds()
{
    bool changed = false;
    int level = 0; // Of the folded heading; 0: none.
    Item *head = nullptr;
    for (Item &item : m_items) {
        if (item.heading < 0)
            item.heading = item.cell->kind() == CellKind::Markdown ? Headings::level(item.cell->source()) : 0;
        if (level > 0 && item.heading > 0 && item.heading <= level)
            level = 0;
        const bool hidden = level > 0;
        const int before = item.hiddenBelow;
        item.hiddenBelow = 0;
        if (hidden) {
            ++head->hiddenBelow;
        } else if (item.heading > 0 && item.cell->isHeadingFolded()) {
            level = item.heading;
            head = &item;
        }
        item.wasHiddenBelow = before;
        if (item.hidden == hidden)
            continue;
        changed = true;
        item.hidden = hidden;
        if (hidden)
            release(item);
        estimate(item);
    }
    for (Item &item : m_items) {
        if (item.wasHiddenBelow == item.hiddenBelow)
            continue;
        changed = true;
        if (item.realised)
            measure(item);
        else
            estimate(item);
    }
    return changed;
}

void CellCanvas::applyFolds()
{
    const bool was = std::exchange(m_settling, true);
    const bool changed = updateFolds();
    m_settling = was;
    if (!changed)
        return;
    if (m_current >= 0 && m_items[size_t(m_current)].hidden) {
        // What is selected is always seen.
        command();
        m_current = m_anchor = std::max(0, headingOf(m_current));
        Q_EMIT currentChanged();
    }
    retop(0);
    settle();
    placeWidgets();
    viewport()->update();
}

bool CellCanvas::isHidden(int index) const
{
    return index >= 0 && index < int(m_items.size()) && m_items[size_t(index)].hidden;
}

int CellCanvas::hiddenBelow(int index) const
{
    return index >= 0 && index < int(m_items.size()) ? m_items[size_t(index)].hiddenBelow : 0;
}

int CellCanvas::headingOf(int index) const
{
    for (int i = std::min(index, int(m_items.size()) - 1); i >= 0; --i) {
        if (m_items[size_t(i)].heading > 0 && !m_items[size_t(i)].hidden)
            return i;
    }
    return -1;
}

int CellCanvas::neighbour(int index, int direction) const
{
    int next = index + direction;
    while (isHidden(next))
        next += direction;
    return next >= 0 && next < int(m_items.size()) ? next : -1;
}

int CellCanvas::gapBelow(int index) const
{
    int gap = index + 1;
    while (isHidden(gap))
        ++gap;
    return gap;
}

void CellCanvas::foldSection(int index, bool fold)
{
    if (index < 0 || index >= int(m_items.size()) || m_items[size_t(index)].heading <= 0)
        return;
    m_items[size_t(index)].cell->setHeadingFolded(fold);
}

void CellCanvas::foldAll(bool fold)
{
    m_document->beginMacro(fold ? tr("Fold all sections") : tr("Open all sections"));
    for (size_t i = 0; i < m_items.size(); ++i) {
        if (m_items[i].heading > 0)
            m_items[i].cell->setHeadingFolded(fold);
    }
    m_document->endMacro();
}

void CellCanvas::open(int index)
{
    while (isHidden(index)) {
        const int heading = headingOf(index);
        if (heading < 0)
            return;
        m_items[size_t(heading)].cell->setHeadingFolded(false);
    }
}

QRectF CellCanvas::foldMark(const Item &item, const Columns &columns) const
{
    // Beside the line of the heading, which is the higher the more it heads.
    const int down = item.heading == 1 ? 8 : item.heading == 2 ? 6 : 3;
    return QRectF(columns.mirrored ? columns.right + px(4) : columns.left - px(26), item.top - scroll() + item.codeTop + px(down), px(22), px(22));
}

void CellCanvas::paintFold(QPainter &painter, const Item &item, const Columns &columns) const
{
    if (item.heading <= 0)
        return;
    const Theme &theme = Theme::current();
    const bool folded = item.hiddenBelow > 0 || item.cell->isHeadingFolded();
    const QRectF mark = foldMark(item, columns);
    Icons::paint(&painter, mark, !folded ? u"chevron-down"_s : columns.mirrored ? u"chevron-left"_s : u"chevron-right"_s, theme.text3, Metrics::icon());
    if (item.hiddenBelow == 0)
        return;
    const QRectF bar(columns.left, item.top - scroll() + item.outputTop + px(4), columns.right - columns.left, Metrics::row());
    paintBar(painter, bar, columns.mirrored, tr("%n cell(s) hidden", nullptr, item.hiddenBelow));
}

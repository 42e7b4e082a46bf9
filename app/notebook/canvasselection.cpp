// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which cells are selected, command and edit mode, and the keys that go with them.
#include "cellcanvas.h"

#include "canvasparts.h"
#include "cellstatus.h"
#include "codeeditor.h"
#include "keymap.h"
#include "theme/fonts.h"

#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;

Cell *CellCanvas::currentCell() const
{
    return m_current >= 0 && m_current < int(m_items.size()) ? m_items[size_t(m_current)].cell : nullptr;
}

QList<int> CellCanvas::selected() const
{
    QList<int> result;
    if (m_current < 0)
        return result;
    const int anchor = std::clamp(m_anchor, 0, int(m_items.size()) - 1);
    for (int i = std::min(anchor, m_current); i <= std::max(anchor, m_current); ++i)
        result.append(i);
    if (m_also.isEmpty())
        return result;
    for (const Cell *cell : m_also) {
        if (cell->index() >= 0 && !result.contains(cell->index()))
            result.append(cell->index());
    }
    std::sort(result.begin(), result.end());
    return result;
}

bool CellCanvas::isSelected(int index) const
{
    return (index >= std::min(m_anchor, m_current) && index <= std::max(m_anchor, m_current)) || m_also.contains(m_items[size_t(index)].cell);
}

void CellCanvas::setCurrent(int index, bool extend)
{
    if (m_items.empty())
        return;
    index = std::clamp(index, 0, int(m_items.size()) - 1);
    open(index);
    if (m_mode == Mode::Edit && index != m_current)
        command();
    const bool changed = index != m_current || !m_also.isEmpty();
    m_current = index;
    if (!extend) {
        m_anchor = index;
        m_also.clear();
        m_pinned = false;
    }
    ensureVisible(index);
    viewport()->update();
    if (changed) {
        m_document->breakUndoMerging();
        Q_EMIT currentChanged();
    }
}

void CellCanvas::moveCurrent(int direction, bool extend)
{
    const int next = neighbour(m_current, direction);
    if (next < 0)
        return;
    const QSet<Cell *> kept = m_pinned ? m_also : QSet<Cell *>();
    setCurrent(next, extend);
    if (!kept.isEmpty()) {
        m_also = kept;
        m_pinned = true;
        Q_EMIT currentChanged();
    }
}

void CellCanvas::toggleSelected(int index)
{
    if (index < 0 || index >= int(m_items.size()))
        return;
    command();
    QSet<Cell *> cells;
    const QList<int> before = selected();
    for (const int i : before)
        cells.insert(m_items[size_t(i)].cell);
    Cell *cell = m_items[size_t(index)].cell;
    if (cells.contains(cell) && cells.size() > 1) {
        cells.remove(cell);
        if (index == m_current) {
            // The nearest of the others leads.
            const auto distance = [index](const Cell *other) { return std::abs(other->index() - index); };
            m_current = (*std::min_element(cells.begin(), cells.end(), [&](const Cell *a, const Cell *b) { return distance(a) < distance(b); }))->index();
        }
    } else {
        m_current = index;
    }
    m_anchor = m_current;
    cells.remove(m_items[size_t(m_current)].cell);
    m_also = cells;
    m_pinned = false;
    m_document->breakUndoMerging();
    viewport()->update();
    Q_EMIT currentChanged();
}

void CellCanvas::pinCurrent()
{
    Cell *cell = currentCell();
    if (!cell)
        return;
    const QList<int> before = selected();
    for (const int i : before) {
        if (i != m_current)
            m_also.insert(m_items[size_t(i)].cell);
    }
    if (!m_also.remove(cell))
        m_also.insert(cell);
    m_anchor = m_current;
    m_pinned = !m_also.isEmpty();
    viewport()->update();
    Q_EMIT currentChanged();
}

void CellCanvas::selectCells(const QList<Cell *> &cells)
{
    if (cells.isEmpty())
        return;
    setCurrent(cells.constFirst()->index());
    for (Cell *cell : cells) {
        if (cell != cells.constFirst())
            m_also.insert(cell);
    }
    viewport()->update();
    Q_EMIT currentChanged();
}

void CellCanvas::selectAllCells()
{
    if (m_items.empty())
        return;
    m_also.clear();
    m_anchor = 0;
    m_current = std::max(0, neighbour(int(m_items.size()), -1));
    if (const int last = int(m_items.size()) - 1; m_current != last) {
        for (int i = m_current + 1; i <= last; ++i)
            m_also.insert(m_items[size_t(i)].cell);
    }
    viewport()->update();
    Q_EMIT currentChanged();
}

void CellCanvas::ensureVisible(int index)
{
    if (index < 0 || index >= int(m_items.size()))
        return;
    for (int pass = 0; pass < 3; ++pass) {
        const Item &item = m_items[size_t(index)];
        const qreal top = item.top - px(8);
        const qreal bottom = item.top + item.height + px(8);
        const int height = viewport()->height();
        int value = scroll();
        if (bottom > value + height)
            value = int(std::ceil(bottom - height));
        if (top < value || bottom - top > height)
            value = std::min(value, int(std::floor(top)));
        // A tall cell that already fills the view stays where it is.
        if (bottom - top > height && top <= scroll() && bottom >= scroll() + height)
            value = scroll();
        if (value == scroll() && item.realised)
            return;
        verticalScrollBar()->setValue(value);
        settle();
    }
}

void CellCanvas::edit(qsizetype position)
{
    Cell *cell = currentCell();
    if (!cell)
        return;
    if (m_mode == Mode::Edit && m_editor->cell() == cell) {
        m_editor->setFocus();
        return;
    }
    if (cell->isSourceHidden())
        cell->setSourceHidden(false);
    Item &item = m_items[size_t(m_current)];
    m_anchor = m_current;
    m_also.clear();
    m_mode = Mode::Edit;
    m_settling = true;
    m_editor->setLineNumbers(item.lineNumbers);
    m_editor->setLanguage(cell->kind() == CellKind::Code ? cell->language() : cell->kind() == CellKind::Markdown ? u"markdown"_s : QString());
    m_editor->setCell(cell);
    m_editor->setAccessibleName(cellAccessibleName(cell, sandboxName(cell)));
    if (const qsizetype wanted = position >= 0 ? position : std::min(item.caret, cell->source().size()); wanted > 0)
        m_editor->setPosition(wanted);
    realise(item);
    // Shown first: a hidden widget takes its width, and so its wrapping, only later.
    placeEditor();
    m_editor->setMarks(marksOf(cell, 0));
    m_editor->show();
    measure(item);
    m_settling = false;
    retop(m_current);
    settle();
    placeWidgets();
    m_editor->setFocus();
    viewport()->update();
    Q_EMIT modeChanged();
}

void CellCanvas::command()
{
    if (m_mode == Mode::Command)
        return;
    const bool hadFocus = m_editor->hasFocus();
    m_mode = Mode::Command;
    m_editor->hide();
    m_document->breakUndoMerging();
    if (Cell *cell = m_editor->cell()) {
        if (Item *item = itemOf(cell)) {
            item->caret = m_editor->position();
            m_editor->setCell(nullptr);
            item->codeDirty = true;
            realise(*item);
            retop(cell->index());
        }
    }
    m_editor->setCell(nullptr);
    settle();
    placeWidgets();
    if (hadFocus)
        setFocus();
    viewport()->update();
    Q_EMIT modeChanged();
}

void CellCanvas::leave(int direction)
{
    const int next = neighbour(m_current, direction);
    if (next < 0)
        return;
    setCurrent(next);
    const Cell *cell = currentCell();
    if (cell && cell->kind() != CellKind::Markdown)
        edit(direction > 0 ? 0 : cell->source().size());
}

bool CellCanvas::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && hasFocus()) {
        // In command mode plain letters, digits and arrows are ours before they are anybody's shortcut.
        auto *key = static_cast<QKeyEvent *>(event);
        const auto modifiers = key->modifiers() & ~Qt::KeypadModifier & ~Qt::ShiftModifier;
        const QString command = KeyMap::instance().match(KeyMap::step(key), m_mode == Mode::Edit);
        const bool given = !command.isEmpty() && KeyMap::instance().isChanged(command); // By the user, so it wins.
        if (given || (modifiers == Qt::NoModifier && key->key() >= Qt::Key_Space && key->key() <= Qt::Key_Z)) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::DevicePixelRatioChange)
        restyle();
    return QAbstractScrollArea::event(event);
}

void CellCanvas::keyPressEvent(QKeyEvent *event)
{
    if (keyHandler && keyHandler(event)) {
        event->accept();
        return;
    }
    const int page = viewport()->height() - Fonts::lineHeight(Fonts::Role::Code) * 2;
    switch (event->key()) {
    case Qt::Key_PageUp: verticalScrollBar()->setValue(scroll() - page); break;
    case Qt::Key_PageDown: verticalScrollBar()->setValue(scroll() + page); break;
    default: event->ignore(); // Not QAbstractScrollArea's: arrows select cells here.
    }
}

void CellCanvas::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
    // Who comes back to a cell that is being edited goes on writing there.
    if (m_mode == Mode::Edit && m_editor->isVisible())
        m_editor->setFocus(event->reason());
}

void CellCanvas::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

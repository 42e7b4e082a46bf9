// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "columnselection.h"

#include "codeeditor.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <opensandbox/notebook/cell.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QTextBlock>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

qreal letterWidth()
{
    return QFontMetricsF(Fonts::code()).horizontalAdvance(u' ');
}

} // namespace

int ColumnSelection::first() const { return std::min(m_anchor.line, m_head.line); }
int ColumnSelection::last() const { return std::min(std::max(m_anchor.line, m_head.line), m_editor->blockCount() - 1); }
int ColumnSelection::left() const { return std::min(m_anchor.column, m_head.column); }
int ColumnSelection::right() const { return std::max(m_anchor.column, m_head.column); }

ColumnSelection::Place ColumnSelection::placeAt(const QPoint &point) const
{
    const QTextCursor cursor = m_editor->cursorForPosition(point);
    Place place { cursor.blockNumber(), cursor.positionInBlock() };
    if (cursor.atBlockEnd()) {
        const qreal beyond = point.x() - m_editor->cursorRect(cursor).left();
        place.column += std::max(0, int(std::lround(beyond / letterWidth())));
    }
    return place;
}

void ColumnSelection::begin(const QPoint &point)
{
    m_active = true;
    m_anchor = m_head = placeAt(point);
    QTextCursor cursor = m_editor->textCursor();
    cursor.clearSelection();
    m_editor->setTextCursor(cursor);
    m_editor->viewport()->update();
}

void ColumnSelection::extend(const QPoint &point)
{
    m_head = placeAt(point);
    m_editor->viewport()->update();
}

QString ColumnSelection::text() const
{
    QStringList lines;
    for (int line = first(); line <= last(); ++line)
        lines.append(m_editor->document()->findBlockByNumber(line).text().mid(left(), right() - left()));
    return lines.join(u'\n');
}

void ColumnSelection::replace(const QStringList &lines, int before, int after)
{
    const int from = std::max(0, left() - before);
    const int to = right() + after;
    QTextCursor edit(m_editor->document());
    edit.beginEditBlock();
    for (int line = first(); line <= last(); ++line) {
        const QTextBlock block = m_editor->document()->findBlockByNumber(line);
        const int length = block.length() - 1;
        const QString &added = lines.at(std::min<qsizetype>(line - first(), lines.size() - 1));
        if (from > length && added.isEmpty())
            continue;
        edit.setPosition(block.position() + std::min(from, length));
        edit.setPosition(block.position() + std::min(to, length), QTextCursor::KeepAnchor);
        edit.insertText(QString(std::max(0, from - length), u' ') + added);
    }
    edit.endEditBlock();
    // A thin one behind what was typed, for the next letter.
    m_anchor.column = m_head.column = from + int(lines.constFirst().size());
    QTextCursor cursor = m_editor->textCursor();
    const QTextBlock block = m_editor->document()->findBlockByNumber(std::min(m_head.line, m_editor->blockCount() - 1));
    cursor.setPosition(block.position() + std::min(m_head.column, block.length() - 1));
    m_editor->setTextCursor(cursor);
    m_editor->viewport()->update();
}

void ColumnSelection::extend(int columns, int lines)
{
    if (!m_active) {
        const QTextCursor cursor = m_editor->textCursor();
        m_anchor = m_head = { cursor.blockNumber(), cursor.positionInBlock() };
        m_active = true;
    }
    m_head.column = std::max(0, m_head.column + columns);
    m_head.line = std::clamp(m_head.line + lines, 0, m_editor->blockCount() - 1);
    m_editor->viewport()->update();
}

bool ColumnSelection::key(QKeyEvent *event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const int key = event->key();
    if (!m_active)
        return false;
    if (event->matches(QKeySequence::Copy) || event->matches(QKeySequence::Cut)) {
        QGuiApplication::clipboard()->setText(text());
        if (event->matches(QKeySequence::Cut))
            replace({ QString() });
        return true;
    }
    if (event->matches(QKeySequence::Paste)) {
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
        const bool fits = lines.size() == last() - first() + 1;
        replace(lines.size() == 1 || fits ? lines : QStringList { lines.join(u' ') });
        return true;
    }
    if (key == Qt::Key_Backspace || key == Qt::Key_Delete) {
        const bool thin = left() == right();
        replace({ QString() }, thin && key == Qt::Key_Backspace ? 1 : 0, thin && key == Qt::Key_Delete ? 1 : 0);
        return true;
    }
    if (key == Qt::Key_Escape) {
        clear();
        m_editor->viewport()->update();
        return true;
    }
    const QString typed = event->text();
    const bool control = (modifiers & Qt::ControlModifier) && !(modifiers & Qt::AltModifier); // Both together are AltGr on some systems.
    if (!typed.isEmpty() && typed.front().isPrint() && !control) {
        replace({ typed });
        return true;
    }
    switch (key) {
    case Qt::Key_Shift:
    case Qt::Key_Control:
    case Qt::Key_Alt:
    case Qt::Key_AltGr:
    case Qt::Key_Meta: return false;
    default: break;
    }
    clear();
    m_editor->viewport()->update();
    return false;
}

void ColumnSelection::paint(QPainter *painter) const
{
    const Theme &theme = Theme::current();
    const qreal width = letterWidth();
    for (int line = first(); line <= last(); ++line) {
        const QTextBlock block = m_editor->document()->findBlockByNumber(line);
        const int length = block.length() - 1;
        const auto x = [&](int column) {
            QTextCursor cursor(block);
            cursor.setPosition(block.position() + std::min(column, length));
            return m_editor->cursorRect(cursor).left() + std::max(0, column - length) * width;
        };
        QTextCursor cursor(block);
        const QRect caret = m_editor->cursorRect(cursor);
        const qreal from = x(left());
        const qreal to = x(right());
        const QRectF box(from, caret.top(), std::max(2.0, to - from), Fonts::lineHeight(Fonts::Role::Code));
        painter->fillRect(box, left() == right() ? theme.accent : theme.selection);
    }
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codeeditor.h"

#include "codelayout.h"
#include "findmarks.h"
#include "keymap.h"
#include "pastedpicture.h"
#include "syntax.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <opensandbox/notebook/document.h>

#include <QGuiApplication>
#include <QHash>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QStyleHints>
#include <QTextBlock>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

CodeDocumentLayout::CodeDocumentLayout(QTextDocument *document) : QPlainTextDocumentLayout(document)
{
    // Told whenever blocks lost their layouts, and when the number of their lines changed.
    connect(this, &QAbstractTextDocumentLayout::update, this, [this]() { m_measured = false; });
}

qreal CodeDocumentLayout::height() const
{
    if (m_measured && !m_tall)
        return document()->lineCount() * qreal(Fonts::lineHeight(Fonts::Role::Code));
    m_tall = false;
    qreal height = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        height += blockBoundingRect(block).height();
    m_measured = true;
    return height;
}

QRectF CodeDocumentLayout::blockBoundingRect(const QTextBlock &block) const
{
    const QRectF rect = QPlainTextDocumentLayout::blockBoundingRect(block);
    if (!block.isValid() || !block.isVisible())
        return rect;
    const qreal step = Fonts::lineHeight(Fonts::Role::Code);
    const qreal height = CodeLayout::placeLines(block.layout(), step);
    m_tall = m_tall || height > block.layout()->lineCount() * step;
    return QRectF(rect.left(), rect.top(), rect.width(), height);
}

namespace {

QString documentText(const QTextDocument *document)
{
    // Not toPlainText(): it turns no-break spaces into spaces.
    QString text = document->toRawText();
    text.replace(QChar::ParagraphSeparator, u'\n');
    return text;
}

QChar closing(QChar open)
{
    switch (open.unicode()) {
    case u'(': return u')';
    case u'[': return u']';
    case u'{': return u'}';
    case u'"': return u'"';
    case u'\'': return u'\'';
    case u'`': return u'`';
    default: return {};
    }
}

bool isQuote(QChar c)
{
    return c == u'"' || c == u'\'' || c == u'`';
}

bool isHistory(const QString &command)
{
    return command == "notebook.undo"_L1 || command == "notebook.redo"_L1;
}

/// What deletes in terminals, and by itself in Qt's editors on X11: hands that know other notebooks mean something else by it, and lose code.
bool isTerminalHabit(const QKeyEvent *event)
{
    return (event->modifiers() & ~Qt::KeypadModifier) == Qt::ControlModifier && (event->key() == Qt::Key_D || event->key() == Qt::Key_K || event->key() == Qt::Key_U);
}

} // namespace

CodeEditor::CodeEditor(QWidget *parent) : QPlainTextEdit(parent)
{
    auto *text = new QTextDocument(this);
    text->setDocumentLayout(new CodeDocumentLayout(text));
    text->setUndoRedoEnabled(false);
    text->setDocumentMargin(0);
    setDocument(text);
    setUndoRedoEnabled(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // It is as high as its text, and the canvas scrolls. What it scrolls by itself while it still has its old height would stay hidden.
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (value != 0)
            verticalScrollBar()->setValue(0);
    });
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setCursorWidth(0); // Painted here, in the accent colour.
    setTabChangesFocus(false);
    viewport()->setAutoFillBackground(false);
    setAutoFillBackground(false);
    m_highlighter = new Syntax::EditorHighlighter(text);
    restyle();

    connect(text, &QTextDocument::contentsChange, this, &CodeEditor::textChangedAt);
    connect(text->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this, &CodeEditor::contentHeightChanged);
    // Of many lines at once the layout tells the size before it has forgotten their old rows.
    connect(this, &QPlainTextEdit::textChanged, this, [this, blocks = 1]() mutable {
        if (std::exchange(blocks, blockCount()) != blocks)
            Q_EMIT contentHeightChanged();
    });
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this]() {
        m_caretVisible = hasFocus();
        if (hasFocus())
            m_blink.start();
        updateBrackets();
        viewport()->update();
        Q_EMIT caretMoved();
    });
    connect(&m_blink, &QTimer::timeout, this, &CodeEditor::blink);
}

CodeEditor::~CodeEditor() = default;

void CodeEditor::setCell(Notebook::Cell *cell)
{
    if (m_cell == cell)
        return;
    if (m_cell)
        m_cell->disconnect(this);
    m_cell = cell;
    m_columns.clear();
    m_found.clear();
    reload(0);
    document()->setModified(false);
    if (cell)
        connect(cell, &Notebook::Cell::sourceEdited, this, &CodeEditor::sourceEdited);
}

void CodeEditor::setLanguage(const QString &language)
{
    if (m_language == language)
        return;
    m_language = language;
    m_loading = true;
    m_highlighter->setDefinition(Syntax::definition(language));
    m_loading = false;
}

void CodeEditor::setLineNumbers(bool on)
{
    m_lineNumbers = on;
    updateMargins();
}

void CodeEditor::restyle()
{
    const Theme &theme = Theme::current();
    setFont(Fonts::code());
    document()->setDefaultFont(Fonts::code());
    setTabStopDistance(QFontMetricsF(Fonts::code()).horizontalAdvance(u' ') * 4);
    QPalette colors = palette();
    colors.setColor(QPalette::Text, theme.synNormal);
    colors.setColor(QPalette::Base, Qt::transparent);
    colors.setColor(QPalette::Highlight, theme.selection);
    // Highlighted code keeps its colours on the pale selection; a strong one needs its own text colour.
    colors.setColor(QPalette::HighlightedText, theme.isHighContrast() ? theme.onSelection : theme.synNormal);
    setPalette(colors);
    m_highlighter->setTheme(Syntax::theme());
    m_highlighter->rehighlight();
    updateMargins();
}

void CodeEditor::updateMargins()
{
    const int left = int(CodeLayout::numberWidth(blockCount(), m_lineNumbers));
    if (viewportMargins().left() != left)
        setViewportMargins(left, 0, 0, 0);
    update();
}

qreal CodeEditor::contentHeight() const
{
    return static_cast<const CodeDocumentLayout *>(document()->documentLayout())->height();
}

QRectF CodeEditor::caretRect() const
{
    const QTextBlock block = textCursor().block();
    const QTextLayout *layout = block.layout();
    const int at = textCursor().position() - block.position();
    const QTextLine line = layout->lineForTextPosition(at);
    const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
    const qreal step = Fonts::lineHeight(Fonts::Role::Code);
    if (!line.isValid())
        return QRectF(viewport()->x() + rect.left(), viewport()->y() + rect.top(), 2, step);
    const qreal height = std::max(step, line.height());
    return QRectF(viewport()->x() + rect.left() + line.cursorToX(at), viewport()->y() + rect.top() + line.y() - std::floor((height - line.height()) / 2), 2,
                  height);
}

int CodeEditor::line() const
{
    return textCursor().blockNumber() + 1;
}

int CodeEditor::column() const
{
    return int(position() - toSource(textCursor().block().position())) + 1;
}

// --- very long lines -----------------------------------------------------------------------------------

/// Shows the source anew, with the caret there.
void CodeEditor::reload(qsizetype position)
{
    const QString source = m_cell ? m_cell->source() : QString();
    m_outdated = false;
    m_loading = true;
    m_long = LongLines(source, position);
    setPlainText(m_long.shown(source));
    m_loading = false;
    if (position > 0) {
        QTextCursor cursor = textCursor();
        cursor.setPosition(int(m_long.toShown(std::min(position, source.size()))));
        setTextCursor(cursor);
    }
    m_found.clear();
    markSelections();
}

void CodeEditor::setPosition(qsizetype position)
{
    if (!m_cell)
        return;
    position = std::clamp<qsizetype>(position, 0, m_cell->source().size());
    if (m_long.hides(position)) {
        reload(position);
        updateMargins();
        return;
    }
    QTextCursor cursor = textCursor();
    cursor.setPosition(int(m_long.toShown(position)));
    setTextCursor(cursor);
}

QTextCursor CodeEditor::cursorTo(qsizetype position) const
{
    QTextCursor cursor = textCursor();
    cursor.setPosition(int(m_long.toShown(position)), QTextCursor::KeepAnchor);
    return cursor;
}

QString CodeEditor::sourceOf(int from, int to) const
{
    const qsizetype start = toSource(from);
    return m_cell ? m_cell->source().sliced(start, toSource(to) - start) : QString();
}

void CodeEditor::markSelections()
{
    const Theme &theme = Theme::current();
    QList<QTextEdit::ExtraSelection> selections;
    const QList<int> marks = m_long.marks();
    for (const int at : marks) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(document());
        selection.cursor.setPosition(at);
        selection.cursor.setPosition(at + 1, QTextCursor::KeepAnchor);
        selection.format.setBackground(theme.hover);
        selection.format.setForeground(theme.text2);
        selections.append(selection);
    }
    setExtraSelections(selections + m_found);
}

// --- the cell ------------------------------------------------------------------------------------------

void CodeEditor::textChangedAt(int position, int removed, int added)
{
    if (m_loading || m_outdated || !m_cell || m_highlighter->isAtWork())
        return;
    // Qt counts the last paragraph's end in, and reports changes of format as changes of text.
    const QString source = m_cell->source();
    const qsizetype shown = m_long.toShown(source.size());
    const int length = document()->characterCount() - 1;
    const qsizetype before = std::min<qsizetype>(removed, shown - std::min<qsizetype>(position, shown));
    const int after = std::min(added, length - std::min(position, length));
    QTextCursor cursor(document());
    cursor.setPosition(std::min(position, length));
    cursor.setPosition(std::min(position, length) + after, QTextCursor::KeepAnchor);
    QString inserted = cursor.selectedText();
    inserted.replace(QChar::ParagraphSeparator, u'\n');
    m_sending = true;
    const qsizetype from = toSource(position);
    const qsizetype to = toSource(int(position + before));
    QString text;
    if (position <= shown && shown - before + inserted.size() == length && m_long.replace(source, position, before, inserted, &text)) {
        QStringView was = QStringView(source).sliced(from, to - from);
        QStringView now = text;
        qsizetype at = from;
        while (!was.isEmpty() && !now.isEmpty() && was.front() == now.front()) {
            was = was.sliced(1);
            now = now.sliced(1);
            ++at;
        }
        while (!was.isEmpty() && !now.isEmpty() && was.back() == now.back()) {
            was.chop(1);
            now.chop(1);
        }
        if (!was.isEmpty() || !now.isEmpty())
            m_cell->edit(at, was.size(), now);
        // A sign like the mark was typed: another one has to stand for what is left out.
        m_outdated = !m_long.isEmpty() && now.contains(m_long.mark());
    } else if (m_long.isEmpty()) {
        m_cell->setSource(documentText(document()));
    } else {
        m_outdated = true; // What is left out must not get lost: the cell stays as it was.
    }
    m_sending = false;
    if (m_outdated)
        QMetaObject::invokeMethod(this, [this]() { reload(std::min<qsizetype>(this->position(), m_cell ? m_cell->source().size() : 0)); }, Qt::QueuedConnection);
    updateMargins();
}

void CodeEditor::sourceEdited(qsizetype position, qsizetype removed, qsizetype added)
{
    if (m_sending || !m_cell)
        return;
    m_loading = true;
    const QString source = m_cell->source();
    QTextCursor cursor(document());
    const qsizetype length = document()->characterCount() - 1;
    if (!m_long.isEmpty() || added > LongLines::Around) {
        const qsizetype caret = this->position();
        reload(std::min(source.size(), caret < position ? caret : position + added));
    } else if (position + removed <= length && length - removed + added == source.size()) {
        cursor.setPosition(int(position));
        cursor.setPosition(int(position + removed), QTextCursor::KeepAnchor);
        cursor.insertText(source.mid(position, added));
        setTextCursor(cursor);
    } else {
        reload(0);
    }
    m_loading = false;
    updateMargins();
}

void CodeEditor::setMarks(const FindMarks &marks)
{
    const Theme &theme = Theme::current();
    m_found.clear();
    const int length = document()->characterCount() - 1;
    for (const FindMark &mark : marks.list) {
        const qsizetype start = m_long.toShown(mark.start);
        const qsizetype end = m_long.toShown(mark.start + mark.length, true);
        if (end > length)
            continue;
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(document());
        selection.cursor.setPosition(int(start));
        selection.cursor.setPosition(int(end), QTextCursor::KeepAnchor);
        selection.format.setBackground(mark.current ? theme.findActive : theme.find);
        selection.format.setForeground(theme.onFind(mark.current));
        m_found.append(selection);
    }
    markSelections();
}

// --- typing --------------------------------------------------------------------------------------------

bool CodeEditor::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // Typing wins over the single letters that are commands elsewhere.
        auto *key = static_cast<QKeyEvent *>(event);
        const auto modifiers = key->modifiers() & ~Qt::KeypadModifier & ~Qt::ShiftModifier;
        const KeyMap &map = KeyMap::instance();
        const QString command = map.match(KeyMap::step(key), true);
        // Keys of the user's choice, too, before they are anybody's shortcut.
        const bool given = command.isEmpty() ? map.isBeginning(KeyMap::step(key), true) : (map.isChanged(command) || map.scope(command) == KeyMap::Scope::Editing || isHistory(command));
        const bool run = (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && key->modifiers() != Qt::NoModifier;
        if (given || (modifiers == Qt::NoModifier && !run && key->key() < Qt::Key_F1)) {
            event->accept();
            return true;
        }
        if (isTerminalHabit(key))
            return false;
    }
    return QPlainTextEdit::event(event);
}

void CodeEditor::keyPressEvent(QKeyEvent *event)
{
    const auto modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const int key = event->key();
    const KeyMap &map = KeyMap::instance();
    const QKeySequence step = KeyMap::step(event);
    if (!step.isEmpty() && !m_secondStep.hasExpired()) {
        m_secondStep = {};
        event->ignore();
        return;
    }
    const QString command = step.isEmpty() ? QString() : map.match(step, true);
    if (command.startsWith("notebook.columns"_L1) && carryOut(command))
        return;
    if (m_columns.key(event))
        return;
    if (carryOut(command))
        return;
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && modifiers != Qt::NoModifier) {
        event->ignore(); // Running is the notebook's business.
        return;
    }
    if (!command.isEmpty()) {
        event->ignore(); // A command of the notebook.
        return;
    }
    if (!step.isEmpty() && map.isBeginning(step, true)) {
        m_secondStep.setRemainingTime(KeyMap::patience);
        event->ignore();
        return;
    }
    if (isTerminalHabit(event)) {
        event->ignore();
        return;
    }
    if ((key == Qt::Key_PageUp || key == Qt::Key_PageDown) && (modifiers == Qt::NoModifier || modifiers == Qt::ShiftModifier) && parentWidget()) {
        // A page is what the window shows; this editor is as high as its text.
        QTextCursor cursor = textCursor();
        const int lines = std::max(1, int(parentWidget()->height() / std::max(1, Fonts::lineHeight(Fonts::Role::Code))) - 2);
        cursor.movePosition(key == Qt::Key_PageUp ? QTextCursor::Up : QTextCursor::Down, modifiers == Qt::ShiftModifier ? QTextCursor::KeepAnchor : QTextCursor::MoveAnchor, lines);
        setTextCursor(cursor);
        return;
    }
    if (modifiers == Qt::NoModifier) {
        switch (key) {
        case Qt::Key_Return:
        case Qt::Key_Enter: newLine(); return;
        case Qt::Key_Backspace:
            if (backspace())
                return;
            break;
        case Qt::Key_Up:
        case Qt::Key_Down: {
            QTextCursor cursor = textCursor();
            if (!cursor.hasSelection() && !cursor.movePosition(key == Qt::Key_Up ? QTextCursor::Up : QTextCursor::Down)) {
                Q_EMIT leaving(key == Qt::Key_Up ? -1 : 1);
                return;
            }
            break;
        }
        default: break;
        }
    }
    if ((modifiers == Qt::NoModifier || modifiers == Qt::ShiftModifier || modifiers == (Qt::ControlModifier | Qt::AltModifier)
         || modifiers == Qt::GroupSwitchModifier)
        && event->text().size() == 1 && autoClose(event->text().front()))
        return;
    QPlainTextEdit::keyPressEvent(event);
}

void CodeEditor::mousePressEvent(QMouseEvent *event)
{
    m_columns.clear();
    m_draggingColumns = event->button() == Qt::LeftButton && event->modifiers() == Qt::AltModifier;
    if (m_draggingColumns)
        m_columns.begin(event->position().toPoint());
    else
        QPlainTextEdit::mousePressEvent(event);
    viewport()->update();
}

void CodeEditor::mouseMoveEvent(QMouseEvent *event)
{
    if (m_draggingColumns)
        m_columns.extend(event->position().toPoint());
    else
        QPlainTextEdit::mouseMoveEvent(event);
}

void CodeEditor::mouseReleaseEvent(QMouseEvent *event)
{
    if (!std::exchange(m_draggingColumns, false))
        QPlainTextEdit::mouseReleaseEvent(event);
}

bool CodeEditor::autoClose(QChar typed)
{
    if (m_language == "markdown"_L1)
        return false;
    QTextCursor cursor = textCursor();
    const QChar next = document()->characterAt(cursor.position());
    const QChar previous = cursor.position() > 0 ? document()->characterAt(cursor.position() - 1) : QChar();
    const QChar partner = closing(typed);
    // Typing over what was closed by itself.
    if (!cursor.hasSelection() && next == typed && (typed == u')' || typed == u']' || typed == u'}' || isQuote(typed))) {
        cursor.movePosition(QTextCursor::NextCharacter);
        setTextCursor(cursor);
        return true;
    }
    if (partner.isNull())
        return false;
    if (cursor.hasSelection()) {
        const int start = cursor.selectionStart();
        const QString inside = cursor.selectedText();
        cursor.insertText(typed + inside + partner);
        cursor.setPosition(start + 1);
        cursor.setPosition(start + 1 + int(inside.size()), QTextCursor::KeepAnchor);
        setTextCursor(cursor);
        return true;
    }
    const bool roomAfter = next.isNull() || next == QChar::ParagraphSeparator || next.isSpace() || next == u')' || next == u']' || next == u'}'
        || next == u',' || next == u':' || next == u';';
    if (!roomAfter)
        return false;
    // No pair after a letter, where a quote is an apostrophe, nor for the third quote of a docstring.
    if (isQuote(typed) && (previous.isLetterOrNumber() || previous == typed || previous == u'\\')) {
        const bool prefix = previous.isLetter() && QStringView(u"fFrRbBuU").contains(previous)
            && (cursor.positionInBlock() < 2 || !document()->characterAt(cursor.position() - 2).isLetterOrNumber());
        if (!prefix)
            return false;
    }
    cursor.insertText(QString(typed) + partner);
    cursor.movePosition(QTextCursor::PreviousCharacter);
    setTextCursor(cursor);
    return true;
}

void CodeEditor::newLine()
{
    QTextCursor cursor = textCursor();
    const QString before = cursor.block().text().left(cursor.hasSelection() ? cursor.selectionStart() - document()->findBlock(cursor.selectionStart()).position()
                                                                            : cursor.positionInBlock());
    qsizetype indent = 0;
    while (indent < before.size() && (before[indent] == u' ' || before[indent] == u'\t'))
        ++indent;
    QString added = before.left(indent);
    const bool opens = Syntax::opensBlock(m_language, before);
    if (opens)
        added += QString(Syntax::indentWidth(m_language), u' ');
    const QChar next = document()->characterAt(cursor.position());
    const bool between = opens && !before.isEmpty() && !closing(before.trimmed().back()).isNull() && next == closing(before.trimmed().back());
    cursor.beginEditBlock();
    cursor.insertText(u'\n' + added);
    if (between) {
        const int at = cursor.position();
        cursor.insertText(u'\n' + before.left(indent));
        cursor.setPosition(at);
    }
    cursor.endEditBlock();
    setTextCursor(cursor);
}

bool CodeEditor::backspace()
{
    QTextCursor cursor = textCursor();
    if (cursor.hasSelection() || cursor.positionInBlock() == 0)
        return false;
    const QString before = cursor.block().text().left(cursor.positionInBlock());
    const QChar previous = before.back();
    const QChar next = document()->characterAt(cursor.position());
    if (!closing(previous).isNull() && next == closing(previous) && m_language != "markdown"_L1) {
        cursor.beginEditBlock();
        cursor.deleteChar();
        cursor.deletePreviousChar();
        cursor.endEditBlock();
        return true;
    }
    if (before.trimmed().isEmpty() && !before.contains(u'\t')) {
        const int width = Syntax::indentWidth(m_language);
        const int count = int((before.size() - 1) % width) + 1;
        cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, count);
        cursor.removeSelectedText();
        return true;
    }
    return false;
}

bool CodeEditor::carryOut(const QString &id)
{
    static const QHash<QString, void (*)(CodeEditor *)> commands = {
        { u"notebook.leave"_s, [](CodeEditor *e) { Q_EMIT e->escaped(); } },
        { u"notebook.undo"_s, [](CodeEditor *e) { Q_EMIT e->undoRequested(); } },
        { u"notebook.redo"_s, [](CodeEditor *e) { Q_EMIT e->redoRequested(); } },
        { u"notebook.indent"_s, [](CodeEditor *e) { e->indent(); } },
        { u"notebook.indentLines"_s, [](CodeEditor *e) { e->indentSelection(1); } },
        { u"notebook.outdentLines"_s, [](CodeEditor *e) { e->indentSelection(-1); } },
        { u"notebook.comment"_s, [](CodeEditor *e) { e->toggleComment(); } },
        { u"notebook.moveLinesUp"_s, [](CodeEditor *e) { e->moveLines(-1); } },
        { u"notebook.moveLinesDown"_s, [](CodeEditor *e) { e->moveLines(1); } },
        { u"notebook.copyLinesUp"_s, [](CodeEditor *e) { e->copyLines(-1); } },
        { u"notebook.copyLinesDown"_s, [](CodeEditor *e) { e->copyLines(1); } },
        { u"notebook.deleteLines"_s, [](CodeEditor *e) { e->deleteLines(); } },
        { u"notebook.selectOccurrence"_s, [](CodeEditor *e) { e->selectOccurrence(); } },
        { u"notebook.columnsUp"_s, [](CodeEditor *e) { e->extendColumns(0, -1); } },
        { u"notebook.columnsDown"_s, [](CodeEditor *e) { e->extendColumns(0, 1); } },
        { u"notebook.columnsLeft"_s, [](CodeEditor *e) { e->extendColumns(-1, 0); } },
        { u"notebook.columnsRight"_s, [](CodeEditor *e) { e->extendColumns(1, 0); } },
    };
    const auto command = commands.constFind(id);
    if (command == commands.constEnd())
        return false;
    if (!id.startsWith("notebook.columns"_L1))
        m_columns.clear();
    (*command)(this);
    return true;
}

void CodeEditor::indent()
{
    const QTextCursor cursor = textCursor();
    if (cursor.hasSelection() && cursor.selectedText().contains(QChar::ParagraphSeparator)) {
        indentSelection(1);
        return;
    }
    const int width = Syntax::indentWidth(m_language);
    textCursor().insertText(QString(width - cursor.positionInBlock() % width, u' '));
}

void CodeEditor::extendColumns(int columns, int lines)
{
    m_columns.extend(columns, lines);
}

void CodeEditor::select(qsizetype anchor, qsizetype position)
{
    setPosition(anchor);
    setTextCursor(cursorTo(position));
}

/// Where they begin, and where the last of them ends before its line feed, in the source.
std::pair<qsizetype, qsizetype> CodeEditor::selectedLines() const
{
    const QTextCursor cursor = textCursor();
    const QTextBlock first = document()->findBlock(cursor.selectionStart());
    QTextBlock last = document()->findBlock(cursor.selectionEnd());
    if (cursor.hasSelection() && last != first && cursor.selectionEnd() == last.position())
        last = last.previous();
    return { toSource(first.position()), toSource(last.position() + last.length() - 1) };
}

void CodeEditor::moveLines(int direction)
{
    if (!m_cell)
        return;
    const QString source = m_cell->source();
    const auto [from, to] = selectedLines();
    if (direction < 0 ? from == 0 : to >= source.size())
        return;
    const qsizetype anchor = toSource(textCursor().anchor());
    const qsizetype caret = position();
    const QString lines = source.sliced(from, to - from);
    qsizetype shift = 0;
    m_cell->document()->breakUndoMerging();
    if (direction < 0) {
        const qsizetype start = from < 2 ? 0 : source.lastIndexOf(u'\n', from - 2) + 1;
        const QString above = source.sliced(start, from - 1 - start);
        shift = -(above.size() + 1);
        m_cell->edit(start, to - start, QString(lines + u'\n' + above));
    } else {
        const qsizetype next = source.indexOf(u'\n', to + 1);
        const qsizetype end = next < 0 ? source.size() : next;
        const QString below = source.sliced(to + 1, end - to - 1);
        shift = below.size() + 1;
        m_cell->edit(from, end - from, QString(below + u'\n' + lines));
    }
    m_cell->document()->breakUndoMerging();
    select(std::min(anchor + shift, m_cell->source().size()), std::min(caret + shift, m_cell->source().size()));
}

/// The caret goes into the copy, which stands above or below.
void CodeEditor::copyLines(int direction)
{
    if (!m_cell)
        return;
    const auto [from, to] = selectedLines();
    const qsizetype anchor = toSource(textCursor().anchor());
    const qsizetype caret = position();
    const QString lines = m_cell->source().sliced(from, to - from);
    m_cell->document()->breakUndoMerging();
    m_cell->edit(to, 0, QString(u'\n' + lines));
    m_cell->document()->breakUndoMerging();
    const qsizetype shift = direction > 0 ? lines.size() + 1 : 0;
    select(std::min(anchor + shift, m_cell->source().size()), std::min(caret + shift, m_cell->source().size()));
}

void CodeEditor::deleteLines()
{
    if (!m_cell)
        return;
    const QString source = m_cell->source();
    auto [from, to] = selectedLines();
    const qsizetype column = position() - toSource(textCursor().block().position());
    if (to < source.size())
        ++to;
    else if (from > 0)
        --from;
    if (from == to)
        return;
    m_cell->document()->breakUndoMerging();
    m_cell->edit(from, to - from, {});
    m_cell->document()->breakUndoMerging();
    const QString left = m_cell->source();
    const qsizetype start = from == 0 ? 0 : left.lastIndexOf(u'\n', from - 1) + 1;
    const qsizetype next = left.indexOf(u'\n', start);
    setPosition(std::min(start + column, next < 0 ? left.size() : next));
}

/// The word at the caret first, then what is equal to the selection, from the beginning again after the last.
void CodeEditor::selectOccurrence()
{
    QTextCursor cursor = textCursor();
    if (!cursor.hasSelection()) {
        cursor.select(QTextCursor::WordUnderCursor);
        if (cursor.hasSelection())
            setTextCursor(cursor);
        return;
    }
    const QString text = documentText(document());
    const QString wanted = text.sliced(cursor.selectionStart(), cursor.selectionEnd() - cursor.selectionStart());
    qsizetype at = text.indexOf(wanted, cursor.selectionEnd());
    if (at < 0)
        at = text.indexOf(wanted);
    cursor.setPosition(int(at));
    cursor.setPosition(int(at + wanted.size()), QTextCursor::KeepAnchor);
    setTextCursor(cursor);
}

void CodeEditor::indentSelection(int direction)
{
    QTextCursor cursor = textCursor();
    QTextBlock first = document()->findBlock(cursor.selectionStart());
    QTextBlock last = document()->findBlock(cursor.selectionEnd());
    if (cursor.hasSelection() && last != first && cursor.selectionEnd() == last.position())
        last = last.previous();
    const int width = Syntax::indentWidth(m_language);
    QTextCursor edit(document());
    edit.beginEditBlock();
    for (QTextBlock block = first;; block = block.next()) {
        const QString text = block.text();
        edit.setPosition(block.position());
        if (direction > 0) {
            if (!text.trimmed().isEmpty() || first == last)
                edit.insertText(QString(width, u' '));
        } else {
            int count = 0;
            while (count < width && count < text.size() && text[count] == u' ')
                ++count;
            if (count == 0 && text.startsWith(u'\t'))
                count = 1;
            edit.setPosition(block.position() + count, QTextCursor::KeepAnchor);
            edit.removeSelectedText();
        }
        if (block == last)
            break;
    }
    edit.endEditBlock();
}

void CodeEditor::toggleComment()
{
    const QString mark = Syntax::comment(m_language);
    if (mark.isEmpty())
        return;
    QTextCursor cursor = textCursor();
    QTextBlock first = document()->findBlock(cursor.selectionStart());
    QTextBlock last = document()->findBlock(cursor.selectionEnd());
    if (cursor.hasSelection() && last != first && cursor.selectionEnd() == last.position())
        last = last.previous();
    const QString bare = mark.trimmed();
    bool all = true;
    qsizetype column = 1000;
    for (QTextBlock block = first;; block = block.next()) {
        const QString text = block.text();
        const QString trimmed = text.trimmed();
        if (!trimmed.isEmpty()) {
            all = all && trimmed.startsWith(bare);
            qsizetype indent = 0;
            while (indent < text.size() && text[indent].isSpace())
                ++indent;
            column = std::min(column, indent);
        }
        if (block == last)
            break;
    }
    QTextCursor edit(document());
    edit.beginEditBlock();
    for (QTextBlock block = first;; block = block.next()) {
        const QString text = block.text();
        if (!text.trimmed().isEmpty() || first == last) {
            if (all && !text.trimmed().isEmpty()) {
                const qsizetype at = text.indexOf(bare);
                const qsizetype length = QStringView(text).sliced(at).startsWith(mark) ? mark.size() : bare.size();
                edit.setPosition(block.position() + int(at));
                edit.setPosition(block.position() + int(at + length), QTextCursor::KeepAnchor);
                edit.removeSelectedText();
            } else {
                edit.setPosition(block.position() + int(std::min(column, text.size())));
                edit.insertText(mark);
            }
        }
        if (block == last)
            break;
    }
    edit.endEditBlock();
}

QMimeData *CodeEditor::createMimeDataFromSelection() const
{
    if (m_long.isEmpty())
        return QPlainTextEdit::createMimeDataFromSelection();
    const QTextCursor cursor = textCursor();
    auto *mime = new QMimeData;
    mime->setText(sourceOf(cursor.selectionStart(), cursor.selectionEnd()));
    return mime;
}

bool CodeEditor::canInsertFromMimeData(const QMimeData *source) const
{
    return QPlainTextEdit::canInsertFromMimeData(source) || (m_cell && m_cell->kind() == Notebook::CellKind::Markdown && PastedPicture::isIn(source));
}

void CodeEditor::insertFromMimeData(const QMimeData *source)
{
    if (m_cell && m_cell->kind() == Notebook::CellKind::Markdown) {
        if (const auto picture = PastedPicture::of(source)) {
            Notebook::Document *notebook = m_cell->document();
            notebook->beginMacro(tr("Insert picture"));
            textCursor().insertText(picture->addTo(m_cell));
            notebook->endMacro();
            ensureCursorVisible();
            return;
        }
    }
    if (!source->hasText())
        return;
    QString text = source->text();
    text.replace(u"\r\n"_s, u"\n"_s);
    const QTextCursor cursor = textCursor();
    if (m_cell && text.size() > LongLines::Around) {
        // Not by way of the document, which would lay out a very long line before it is cut.
        const qsizetype from = toSource(cursor.selectionStart());
        text.replace(u'\r', u'\n').replace(QChar::ParagraphSeparator, u'\n');
        m_cell->edit(from, toSource(cursor.selectionEnd()) - from, text);
        setPosition(from + text.size());
    } else {
        textCursor().insertText(text);
    }
    ensureCursorVisible();
}

// --- painting ------------------------------------------------------------------------------------------

void CodeEditor::updateBrackets()
{
    m_bracket = m_partner = -1;
    const int position = textCursor().position();
    constexpr QStringView opens = u"([{";
    constexpr QStringView closes = u")]}";
    for (const int at : { position - 1, position }) {
        if (at < 0)
            continue;
        const QChar c = document()->characterAt(at);
        const bool forward = opens.contains(c);
        if (!forward && !closes.contains(c))
            continue;
        const QChar partner = forward ? closes[opens.indexOf(c)] : opens[closes.indexOf(c)];
        int depth = 0;
        // A distant partner is of no use, and the search must not cost a key press its time.
        for (int i = at, steps = 0; i >= 0 && i < document()->characterCount() && steps < 20'000; i += forward ? 1 : -1, ++steps) {
            const QChar other = document()->characterAt(i);
            if (other == c)
                ++depth;
            else if (other == partner && --depth == 0) {
                m_bracket = at;
                m_partner = i;
                return;
            }
        }
    }
}

void CodeEditor::paintEvent(QPaintEvent *event)
{
    const Theme &theme = Theme::current();
    const qreal step = Fonts::lineHeight(Fonts::Role::Code);
    QPainter painter(viewport());
    if (m_columns.isActive())
        m_columns.paint(&painter);
    const QTextCursor cursor = textCursor();
    QTextBlock block = firstVisibleBlock();
    QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
    while (block.isValid() && rect.top() <= event->rect().bottom()) {
        if (rect.bottom() >= event->rect().top()) {
            const QTextLayout *layout = block.layout();
            if (block == cursor.block() && hasFocus() && !cursor.hasSelection() && document()->blockCount() > 1)
                painter.fillRect(QRectF(-4, rect.top(), viewport()->width() + 8, rect.height()), theme.hover);
            const int start = std::max(cursor.selectionStart(), block.position()) - block.position();
            const int end = std::min(cursor.selectionEnd(), block.position() + block.length()) - block.position();
            qreal y = rect.top();
            for (int i = 0; i < layout->lineCount(); ++i) {
                const QTextLine line = layout->lineAt(i);
                const qreal height = std::max(step, std::ceil(line.height()));
                if (cursor.hasSelection() && start < end) {
                    // Behind Qt's own selection, which leaves the space between the lines empty.
                    const int from = std::max(start, line.textStart());
                    const int to = std::min(end, line.textStart() + line.textLength());
                    const bool newline = i == layout->lineCount() - 1 && end > line.textStart() + line.textLength();
                    if (from < to || newline) {
                        const qreal x1 = line.cursorToX(from);
                        const qreal x2 = line.cursorToX(to) + (newline ? 5 : 0);
                        painter.fillRect(QRectF(rect.left() + x1, y, x2 - x1, height), theme.selection);
                    }
                }
                for (const int at : { m_bracket, m_partner }) {
                    const int column = at - block.position();
                    if (at >= 0 && column >= line.textStart() && column < line.textStart() + line.textLength()) {
                        const qreal x1 = rect.left() + line.cursorToX(column);
                        const qreal x2 = rect.left() + line.cursorToX(column + 1);
                        painter.setPen(QPen(theme.control, 1));
                        painter.drawRect(QRectF(std::floor(x1) + .5, std::floor(y) + 1.5, std::ceil(x2 - x1), height - 3));
                    }
                }
                y += height;
            }
        }
        rect.translate(0, rect.height());
        block = block.next();
        if (block.isValid())
            rect.setHeight(blockBoundingRect(block).height());
    }
    painter.end();
    QPlainTextEdit::paintEvent(event);
    if (m_caretVisible && hasFocus()) {
        QPainter top(viewport());
        top.fillRect(caretRect().translated(-viewport()->pos()).adjusted(0, 1, 0, -1), theme.accent);
    }
}

void CodeEditor::blink()
{
    m_caretVisible = !m_caretVisible;
    viewport()->update(caretRect().translated(-viewport()->pos()).toAlignedRect().adjusted(-1, -1, 2, 2));
}

void CodeEditor::focusInEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusInEvent(event);
    m_caretVisible = true;
    const int flash = QGuiApplication::styleHints()->cursorFlashTime();
    if (flash > 0) {
        m_blink.setInterval(flash / 2);
        m_blink.start();
    }
    viewport()->update();
}

void CodeEditor::focusOutEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusOutEvent(event);
    m_caretVisible = false;
    m_blink.stop();
    viewport()->update();
}

void CodeEditor::wheelEvent(QWheelEvent *event)
{
    event->ignore(); // The notebook scrolls.
}

void CodeEditor::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu *menu = createStandardContextMenu();
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(event->globalPos());
}

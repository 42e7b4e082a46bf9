// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "columnselection.h"
#include "longlines.h"

#include <QDeadlineTimer>
#include <QPlainTextDocumentLayout>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTimer>

#include <utility>

struct FindMarks;
namespace Notebook {
class Cell;
}
namespace Syntax {
class EditorHighlighter;
}

/// Gives every line the height that the look asks for; shares its arithmetic with CodeLayout.
class CodeDocumentLayout : public QPlainTextDocumentLayout
{
    Q_OBJECT
public:
    explicit CodeDocumentLayout(QTextDocument *document);
    QRectF blockBoundingRect(const QTextBlock &block) const override;
    /// Of all lines. Walks over them only after many were changed, or when some are higher than others.
    qreal height() const;

private:
    mutable bool m_measured = false; ///< All blocks are laid out, and the document knows the number of their lines.
    mutable bool m_tall = false; ///< Some lines are higher than the look asks for, as those with signs of another font.
};

/**
 * Edits the source of one cell, as high as its text, without scroll bars or a frame; the cell's box is painted
 * by its parent. Every change goes into the cell at once, and undo is the document's.
 */
class CodeEditor : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit CodeEditor(QWidget *parent = nullptr);
    ~CodeEditor() override;

    void setCell(Notebook::Cell *cell);
    Notebook::Cell *cell() const { return m_cell; }
    void setLanguage(const QString &language);
    void setLineNumbers(bool on);
    bool lineNumbers() const { return m_lineNumbers; }
    /// Colours and fonts anew.
    void restyle();

    /// Of all lines at the present width.
    qreal contentHeight() const;
    /// The caret, in this widget's coordinates.
    QRectF caretRect() const;
    int line() const;
    int column() const;
    /// The caret in the source of the cell; very long lines are shown in pieces, so this is not its place in the document.
    qsizetype position() const { return toSource(textCursor().position()); }
    qsizetype toSource(int position) const { return m_long.toSource(position); }
    /// Puts the caret there; what is left out there of a long line is shown then.
    void setPosition(qsizetype position);
    /// Selects from the caret to there, as far as it is shown.
    QTextCursor cursorTo(qsizetype position) const;

    void setMarks(const FindMarks &marks);
    /// Carries out a command of the editor by the id of its keys ("notebook.comment"); false where it is not one of the editor.
    bool carryOut(const QString &id);
    const ColumnSelection &columns() const { return m_columns; }

Q_SIGNALS:
    void contentHeightChanged();
    void caretMoved();
    void escaped();
    /// The caret would leave the text upwards (-1) or downwards (1).
    void leaving(int direction);
    void undoRequested();
    void redoRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    QMimeData *createMimeDataFromSelection() const override;
    bool canInsertFromMimeData(const QMimeData *source) const override;
    void insertFromMimeData(const QMimeData *source) override;
    bool event(QEvent *event) override;

private:
    void textChangedAt(int position, int removed, int added);
    void sourceEdited(qsizetype position, qsizetype removed, qsizetype added);
    void reload(qsizetype position);
    void markSelections();
    QString sourceOf(int from, int to) const;
    void updateMargins();
    void updateBrackets();
    void blink();
    bool autoClose(QChar typed);
    void newLine();
    bool backspace();
    void toggleComment();
    void indentSelection(int direction);
    void indent();
    std::pair<qsizetype, qsizetype> selectedLines() const;
    void moveLines(int direction);
    void copyLines(int direction);
    void deleteLines();
    void selectOccurrence();
    void extendColumns(int columns, int lines);
    void select(qsizetype anchor, qsizetype position);

    QPointer<Notebook::Cell> m_cell;
    Syntax::EditorHighlighter *m_highlighter = nullptr;
    QString m_language;
    LongLines m_long;
    QList<QTextEdit::ExtraSelection> m_found;
    QTimer m_blink;
    QDeadlineTimer m_secondStep; ///< Until then the next key belongs to the notebook, which has the first of two.
    ColumnSelection m_columns { this };
    bool m_draggingColumns = false;
    int m_bracket = -1;
    int m_partner = -1;
    bool m_caretVisible = false;
    bool m_lineNumbers = false;
    bool m_loading = false;
    bool m_sending = false;
    bool m_outdated = false; ///< The document is to be read anew from the cell; what happens in it until then counts for nothing.
};

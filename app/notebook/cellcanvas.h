// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "codelayout.h"
#include "findmarks.h"
#include "outputblock.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/search.h>

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QHash>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

class CodeEditor;
class ExecutionTargets;
class InsertBar;
class RunningMark;

/**
 * The cells of a notebook on one scrolling surface. Cells are painted; only those near the viewport have layouts,
 * and one editor serves the cell being edited. Knows selection and modes, but runs and changes nothing: keys in
 * command mode and clicks on links go to its owner.
 */
class CellCanvas : public QAbstractScrollArea
{
    Q_OBJECT
public:
    enum class Mode { Command, Edit };

    CellCanvas(Notebook::Document *document, ExecutionTargets *targets, QWidget *parent = nullptr);
    ~CellCanvas() override;

    Notebook::Document *document() const { return m_document; }
    int current() const { return m_current; }
    Notebook::Cell *currentCell() const;
    /// The selected cells, in order; always at least the current one of a notebook with cells. They need not be neighbours.
    QList<int> selected() const;
    bool isSelected(int index) const;
    /// Selects a cell alone, or all up to it. A cell in a folded section opens it.
    void setCurrent(int index, bool extend = false);
    /// To the next cell that is seen; cells that were added one by one stay selected.
    void moveCurrent(int direction, bool extend);
    /// Adds a cell to the selection or takes it out.
    void toggleSelected(int index);
    /// Adds the current cell, so that it stays selected when another one becomes current, or takes it out.
    void pinCurrent();
    void selectCells(const QList<Notebook::Cell *> &cells);
    void selectAllCells();
    Mode mode() const { return m_mode; }
    void edit(qsizetype position = -1);
    void command();
    /// The one editor, also while it serves no cell.
    CodeEditor *cellEditor() const { return m_editor; }
    CodeEditor *editor() const { return m_mode == Mode::Edit ? m_editor : nullptr; }
    bool lineNumbers() const { return m_lineNumbers; }
    void setLineNumbers(bool on);
    void toggleLineNumbers(Notebook::Cell *cell);

    // Sections below Markdown headings; they are folded in the file.
    bool isHidden(int index) const;
    int hiddenBelow(int index) const; ///< Cells that this folded heading hides.
    int headingOf(int index) const; ///< The cell with the heading of this one, itself included; -1: none.
    void foldSection(int index, bool fold);
    void foldAll(bool fold);
    void open(int index); ///< Until this cell is seen.
    int neighbour(int index, int direction) const; ///< The next cell that is seen; -1: none.

    void ensureVisible(int index);
    /// Shows an output as another MIME type; empty: the best one.
    void showAs(Notebook::Cell *cell, quint64 outputId, const QString &mime);
    /// Marks what was found, `place` more strongly; null: nothing any more. `search` lives until then.
    void setFound(const Notebook::Search *search, const Notebook::Search::Place &place);
    /// Selects the cell of a match and scrolls so that the match is seen, opening folded output.
    void reveal(const Notebook::Search::Place &place);
    /// The cell at the top edge.
    int firstVisible() const;

    /// Where things are, in viewport coordinates. A mirrored window has the gutter at the right and the margin at the left.
    QRectF cellRect(int index) const;
    QRectF codeRect(int index) const;
    QRectF badgeRect(int index) const;
    bool isMarginFolded() const;
    /// Cells that have layouts at present.
    int realisedCount() const;
    /// Cells and output blocks that the last paint event drew; what it must never depend on is the length of the notebook.
    int paintedPieces() const { return m_paintedPieces; }
    /// The blocks of a realised cell.
    QList<OutputBlock *> blocks(int index, quint64 outputId = 0) const; ///< 0: those of all outputs.
    QRectF outputRect(int index, quint64 outputId) const;
    /// The name of the sandbox where a cell runs; empty for none.
    QString sandboxOf(const Notebook::Cell *cell) const { return sandboxName(cell); }
    /// Lays out everything that is waiting for the timer; for tests and pictures.
    void flush();
    qreal contentHeight() const { return m_contentHeight; }

    /// Gets keys that no editor took; true when it used one.
    std::function<bool(QKeyEvent *)> keyHandler;

Q_SIGNALS:
    void currentChanged();
    void modeChanged();
    void caretMoved();
    void scrolled();
    void badgeClicked(int index, const QPoint &globalPosition);
    void stateClicked(int index, const QPoint &globalPosition);
    void outputRequested(Notebook::Cell *cell, quint64 outputId, const OutputRequest &request);
    void menuRequested(int index, quint64 outputId, OutputBlock *block, const QPoint &globalPosition);
    void insertRequested(int index, Notebook::CellKind kind);
    /// Cells were dragged to before the cell that is now at `gap`.
    void moveRequested(const QList<int> &cells, int gap);
    /// Cells of another notebook were dropped there, in the form of the clipboard.
    void dropRequested(const Notebook::Json::Value &cells, int gap);
    void undoRequested();
    void redoRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragMoveEvent(QDragMoveEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct OutputView
    {
        quint64 id = 0;
        OutputBlocks::List blocks;
    };
    struct Item
    {
        Notebook::Cell *cell = nullptr;
        qreal top = 0;
        qreal height = 0; ///< Without the gap below.
        qreal codeTop = 0; ///< Of the box, from the top.
        qreal boxHeight = 0;
        qreal outputTop = 0;
        bool realised = false;
        bool codeDirty = true;
        bool outputsDirty = true;
        bool lineNumbers = false;
        bool hidden = false; ///< In a folded section: without height and layouts.
        int heading = -1; ///< Level of its first heading, 0: none, -1: to be found out.
        int hiddenBelow = 0;
        int wasHiddenBelow = 0;
        CodeLayout code;
        std::unique_ptr<OutputBlock> markdown;
        std::vector<OutputView> outputs;
        QHash<quint64, qint64> changedOutputs; ///< Output to first changed row.
        QHash<quint64, QString> mimes;
        qsizetype caret = 0; ///< Where it was when the cell was left.
    };
    struct Columns
    {
        qreal left = 0; ///< Of the code box.
        qreal right = 0;
        qreal margin = 0; ///< Left edge of the margin; of the strip when folded.
        qreal marginRight = 0;
        bool folded = false;
        bool mirrored = false; ///< The gutter is at the right and the margin at the left; the code is as ever.
        bool inGutter(qreal x) const { return mirrored ? x >= right : x < left; }
        bool inMargin(qreal x) const { return !folded && (mirrored ? x < marginRight : x >= margin); }
    };
    struct Hit
    {
        enum class Part { None, Gutter, Code, Text, Output, Badge, State, HiddenOutput, HiddenSource, Fold };
        Part part = Part::None;
        int index = -1;
        OutputBlock *block = nullptr;
        quint64 outputId = 0;
        QPointF inBlock;
    };

    void rebuild();
    void attach(Item &item);
    Item makeItem(Notebook::Cell *cell);
    Item *itemOf(Notebook::Cell *cell);
    Columns columns() const;
    bool showsCode(const Item &item) const;
    bool isEditing(const Item &item) const;
    qreal outputLeft(const Columns &columns, const OutputBlock &block) const;
    void estimate(Item &item);
    void realise(Item &item);
    void layOutPart();
    void release(Item &item);
    void reconcileOutputs(Item &item);
    void listen(Item &item, quint64 id, OutputBlock *block);
    void measure(Item &item);
    void retop(int from);
    void settle();
    QRectF keyboardRect() const;
    bool isCurrentInView() const;
    void keepCurrentInView();
    void showOutput(const Item &item);
    void showQuestion(Notebook::Cell *cell);
    void markDirty(Notebook::Cell *cell);
    void placeWidgets();
    void placeEditor();
    void restyle();
    Hit hitTest(const QPointF &point) const;
    int itemAt(qreal y) const;
    void paintItem(QPainter &painter, Item &item, const QRectF &clip);
    void paintMargin(QPainter &painter, const Item &item, const Columns &columns, qreal top);
    void updateHover(const QPointF &point);
    void clearOutputSelections(OutputBlock *except = nullptr);
    void leave(int direction);
    bool updateFolds();
    void applyFolds();
    int gapBelow(int index) const;
    QRectF foldMark(const Item &item, const Columns &columns) const;
    void paintFold(QPainter &painter, const Item &item, const Columns &columns) const;
    /// Stands for what is folded away.
    static void paintBar(QPainter &painter, const QRectF &bar, bool mirrored, const QString &text);
    FindMarks marksOf(const Notebook::Cell *cell, quint64 outputId) const;
    void mark(Item &item);
    QList<CodeLayout::Patch> patchesOf(const Item &item) const;
    bool dragTo(const QPointF &point);
    int gapAt(qreal y) const;
    void scrollAtEdge(qreal y);
    void dragOut();
    bool drop();
    void cancelDrag();
    void paintDrop(QPainter &painter) const;
    int scroll() const;
    QString sandboxName(const Notebook::Cell *cell) const;

    Notebook::Document *const m_document;
    ExecutionTargets *const m_targets;
    const QObject *const m_owner; ///< What uses contexts, in the words of ExecutionTargets.
    std::vector<Item> m_items;
    qreal m_contentHeight = 0;
    const Notebook::Search *m_search = nullptr;
    Notebook::Search::Place m_found;
    int m_current = -1;
    int m_anchor = -1;
    QSet<Notebook::Cell *> m_also; ///< Selected besides those from the anchor to the current one.
    bool m_pinned = false; ///< m_also was chosen by keyboard: moving on keeps it.
    Mode m_mode = Mode::Command;
    CodeEditor *m_editor = nullptr;
    InsertBar *m_insertBar = nullptr;
    std::vector<std::unique_ptr<RunningMark>> m_marks;
    QTimer m_flushTimer;
    QTimer m_partTimer; ///< While code waits for its layout.
    QSet<Notebook::Cell *> m_dirty;
    /// What waits for an answer is seen all the same.
    static bool hidesOutputs(const Notebook::Cell *cell);
    QPointer<Notebook::Cell> m_asking; ///< Has just asked for a line of input.
    QPointer<OutputBlock> m_pressedBlock;
    QPointF m_pressedOrigin;
    int m_dragFrom = -1; ///< The cell whose gutter was pressed.
    int m_dropGap = -1;
    int m_paintedPieces = 0;
    bool m_dragging = false;
    bool m_dropping = false; ///< Something is dragged over this canvas by the desktop.
    bool m_forwarding = false;
    bool m_settling = false;
    bool m_lineNumbers = false;
    bool m_wasFolded = false;
    int m_clicks = 0;
    QPoint m_lastClick;
    QElapsedTimer m_clickTimer;
};

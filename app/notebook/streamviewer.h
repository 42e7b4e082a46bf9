// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rowlayout.h"
#include "streamsearch.h"
#include "textcollector.h"

#include <opensandbox/notebook/streamtext.h>

#include <QAbstractScrollArea>

#include <functional>

class FindLine;
class QPushButton;

/// Any amount of terminal text in a scrolling view: only the visible rows are ever read or laid out. It has a caret, which the arrow
/// keys move and with Shift select.
class StreamArea : public QAbstractScrollArea
{
    Q_OBJECT
public:
    using Source = TextCollector::Source;

    explicit StreamArea(Source source, QWidget *parent = nullptr);

    /// Something arrived; stays at the end if it was there.
    void contentChanged();
    /// Says whether all of the text is there; copying and saving wait until it is.
    void setWholeness(std::function<bool()> whole) { m_whole = std::move(whole); }
    QString selectedText() const;
    bool hasSelection() const { return m_anchor.isValid() && m_cursor.isValid() && m_anchor != m_cursor; }
    void copy();
    void copyAll();
    /// All of it, in some later turn where there is much.
    void collect(std::function<void(const QString &)> done);
    void selectAll();
    bool isAtEnd() const;
    bool wraps() const { return m_wrap; }
    void setWrap(bool wrap);
    void scrollToEnd();
    /// Rows below the visible part that were not there when its end was seen last.
    qint64 unseenRows() const;
    /// Selects and shows a place.
    void reveal(Notebook::TextPosition position, qsizetype length);
    /// Paints what was found; null: nothing.
    void setFound(const StreamSearch *found);
    const Notebook::StreamText *text() const { return m_source(); }
    /// Invalid until somebody goes into the text.
    Notebook::TextPosition caret() const { return m_cursor; }
    Notebook::TextPosition anchor() const { return m_anchor; }
    void setCaret(Notebook::TextPosition position, bool extend = false);
    /// Where the caret is, in the viewport; empty when it is out of sight.
    QRectF caretRect() const;
    /// Characters that the last paint event laid out: of long rows only what is in sight.
    qsizetype laidOut() const { return m_laidOut; }

Q_SIGNALS:
    /// Rows that arrived below the visible part while it does not follow.
    void newRows(qint64 rows);
    void caretMoved();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool event(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    bool moveCaret(const QKeyEvent *event);
    void updateBars();
    void scrollToRow(qint64 row);
    void scrollToColumn(qsizetype column);
    Notebook::TextPosition positionAt(const QPoint &point) const;
    int rowHeight() const;
    /// A row as far as it is in sight, when lines do not wrap.
    struct Sight
    {
        RowLayout layout;
        qsizetype first = 0; ///< The column where it begins,
        qreal x = 0; ///< and where that stands in the row.
        qreal width = 0; ///< Of the whole row, about.
    };
    Sight inSight(const Notebook::TextRow &row, qint64 number) const;

    Source m_source;
    std::function<bool()> m_whole;
    TextCollector m_collector;
    Notebook::TextPosition m_anchor;
    Notebook::TextPosition m_cursor;
    const StreamSearch *m_found = nullptr;
    qsizetype m_laidOut = 0;
    qint64 m_seenRows = 0;
    bool m_arriving = false;
    bool m_wrap = false;
};

/// StreamArea with a find bar; used in a cell, where its height is bounded, and as a document of its own.
class StreamViewer : public QWidget
{
    Q_OBJECT
public:
    explicit StreamViewer(StreamArea::Source source, QWidget *parent = nullptr);
    StreamArea *area() const { return m_area; }
    void contentChanged();
    void openFind();
    void closeFind();
    void findNext(bool backwards = false);
    StreamSearch *search() const { return m_search; }
    /// What the find bar says of the matches.
    QString summary() const;
    /// As a document of its own: a line with wrap, copy all and save. `suffix` of the suggested file.
    void addBar(const QString &name);
    /// Writes all of it as plain text; says so by saved().
    void saveTo(const QString &path);

Q_SIGNALS:
    void saved(bool good);
    void closeRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Seek { Nothing, First, Next, Previous };
    void query();
    void found();
    void seek();
    void save(const QString &name);
    void tellNewRows(qint64 rows);
    void placePill();

    StreamArea *m_area;
    QPushButton *m_pill; ///< "132 new lines" while they arrive below what is in sight.
    StreamSearch *m_search;
    QWidget *m_findBar;
    FindLine *m_line;
    Seek m_seek = Seek::Nothing; ///< What is to be gone to as soon as it is known.
    StreamSearch::Match m_current;
    Notebook::TextPosition m_begin; ///< Where the eye was when the search began.
};

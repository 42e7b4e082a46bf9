// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/streamtext.h>

#include <QAbstractScrollArea>
#include <QTimer>

#include <functional>

class QLabel;
class QLineEdit;

/// Any amount of terminal text in a scrolling view: only the visible rows are ever read or laid out.
class StreamArea : public QAbstractScrollArea
{
    Q_OBJECT
public:
    using Source = std::function<const Notebook::StreamText *()>;

    explicit StreamArea(Source source, QWidget *parent = nullptr);

    /// Something arrived; stays at the end if it was there.
    void contentChanged();
    QString selectedText() const;
    void copy();
    void selectAll();
    bool isAtEnd() const;
    bool wraps() const { return m_wrap; }
    void setWrap(bool wrap);
    void scrollToEnd();
    /// Marks the next match after the present one and scrolls to it. Looks in slices, so nothing stalls.
    void find(const QString &needle);
    /// Selects and shows a place that is known already.
    void reveal(Notebook::TextPosition position, qsizetype length);
    const Notebook::StreamText *text() const { return m_source(); }

Q_SIGNALS:
    void findFinished(bool found);
    /// Rows that arrived below the visible part while it does not follow.
    void newRows(qint64 rows);

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

private:
    void updateBars();
    void findSlice();
    void scrollToRow(qint64 row);
    Notebook::TextPosition positionAt(const QPoint &point) const;
    int rowHeight() const;

    Source m_source;
    Notebook::TextPosition m_anchor;
    Notebook::TextPosition m_cursor;
    Notebook::TextPosition m_findFrom;
    QString m_needle;
    QTimer m_findTimer;
    qint64 m_seenRows = 0;
    bool m_findWrapped = false;
    bool m_wrap = false;
};

/// StreamArea with a find field; used in a cell, where its height is bounded, and as a document of its own.
class StreamViewer : public QWidget
{
    Q_OBJECT
public:
    explicit StreamViewer(StreamArea::Source source, QWidget *parent = nullptr);
    StreamArea *area() const { return m_area; }
    void contentChanged() { m_area->contentChanged(); }
    void openFind();
    /// As a document of its own: a line with wrap, copy all and save. `suffix` of the suggested file.
    void addBar(const QString &name);

Q_SIGNALS:
    void closeRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void save(const QString &name);
    StreamArea *m_area;
    QWidget *m_findBar;
    QLineEdit *m_field;
    QLabel *m_found;
};

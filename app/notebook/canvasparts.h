// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/fonts.h"

#include <opensandbox/notebook/cell.h>

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QPushButton;

/// The turning icon and the timer of a running cell: a widget of its own, so that nothing else is painted for it.
class RunningMark : public QWidget
{
    Q_OBJECT
public:
    explicit RunningMark(QWidget *parent);
    ~RunningMark() override;
    /// `atEnd`: at the end of the strip above the code instead of the beginning of the margin.
    void setCell(Notebook::Cell *cell, bool atEnd);
    Notebook::Cell *cell() const { return m_cell; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QPointer<Notebook::Cell> m_cell;
    bool m_atEnd = false;
};

/// The 2 px line on the lower edge of a running cell's code box.
class RunLine : public QWidget
{
    Q_OBJECT
public:
    explicit RunLine(QWidget *parent);
    ~RunLine() override;
    /// 0 to 1, or negative when only time is known.
    void setShare(qreal share);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    qreal m_share = -1;
};

/// Pixels at 100 % in the user's size, for geometry that is not of whole pixels.
inline qreal px(int pixels)
{
    return Metrics::scaled(pixels);
}


/// '+ Code' and '+ Text' on an accent line, shown between two cells.
class InsertBar : public QWidget
{
    Q_OBJECT
public:
    explicit InsertBar(QWidget *parent);
    int index() const { return m_index; }
    void setIndex(int index) { m_index = index; }

Q_SIGNALS:
    void insertRequested(int index, Notebook::CellKind kind);

protected:
    void paintEvent(QPaintEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    QPushButton *m_code;
    QPushButton *m_text;
    int m_index = 0;
};

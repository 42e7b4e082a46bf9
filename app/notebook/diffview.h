// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/textdiff.h>

#include <QAbstractScrollArea>

class Label;
class QAction;

/// Two texts side by side, lines that differ marked by tint and sign, the differing part of a line by a stronger tint.
class DiffArea : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit DiffArea(QWidget *parent = nullptr);
    void setTexts(const QString &left, const QString &right);
    int changeCount() const { return int(m_blocks.size()); } ///< Stretches of neighbouring lines.
    int currentChange() const { return m_current; }
    /// Scrolls to the next (1) or previous (-1) stretch that differs.
    void step(int direction);

Q_SIGNALS:
    void currentChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void updateBars();
    int rowHeight() const;
    qreal gutter() const;

    QStringList m_left;
    QStringList m_right;
    QList<Notebook::TextDiff::Row> m_rows;
    QList<std::pair<int, int>> m_blocks; ///< First row and count.
    int m_current = -1;
    int m_longest = 0;
};

/// DiffArea with titles, the number of differences and keys to go through them; a document of its own.
class DiffView : public QWidget
{
    Q_OBJECT
public:
    DiffView(const QString &leftTitle, const QString &left, const QString &rightTitle, const QString &right, QWidget *parent = nullptr);
    DiffArea *area() const { return m_area; }
    QString summary() const;

private:
    void updateSummary();
    DiffArea *m_area = nullptr;
    Label *m_summary = nullptr;
    QAction *m_previous = nullptr;
    QAction *m_next = nullptr;
};

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxdelegate.h"

#include <QTreeView>

/// The list itself: rows with actions under the pointer, connection rows that fold.
class SandboxesView : public QTreeView
{
    Q_OBJECT

public:
    SandboxesView(SandboxStore *store, QWidget *parent = nullptr);

    void setModel(QAbstractItemModel *model) override;
    SandboxDelegate *rows() const { return m_delegate; }
    QStringList selectedIds() const;
    QString currentId() const;
    bool isWide() const { return m_delegate->isWide(); }
    /// From this width on there is one line per row, with columns.
    static int wideFrom();
    /// Where the last row ends, for what is shown below it.
    int contentBottom() const;

Q_SIGNALS:
    void actionTriggered(RowAction action, const QString &sandboxId, const QPoint &globalPosition);
    void menuRequested(const QStringList &sandboxIds, const QPoint &globalPosition);
    void connectionMenuRequested(const QString &connectionId, const QPoint &globalPosition);
    void openRequested(const QString &sandboxId);
    void killRequested(const QStringList &sandboxIds);
    void filterRequested();
    void refreshRequested();
    void selectionChangedByUser();

protected:
    bool viewportEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;

private:
    void hover(const QPoint &position);
    void adaptToWidth();
    int actionAt(const QModelIndex &index, const QPoint &position) const;
    QRect rowRect(const QModelIndex &index) const;

    SandboxStore *const m_store;
    SandboxDelegate *const m_delegate;
    int m_pressedAction = -1;
};

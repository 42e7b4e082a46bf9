// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class ActivityModel;
class EmptyState;
class QAction;
class QSortFilterProxyModel;
class QTableView;
class SearchField;

/// Every call to a server, newest first: what was asked, what came back, how long it took.
class ActivityPane : public QWidget
{
    Q_OBJECT
public:
    explicit ActivityPane(ActivityModel *model, QWidget *parent = nullptr);

    /// Filter, copy as curl.
    QList<QAction *> headerActions() const { return m_headerActions; }
    QTableView *view() const { return m_view; }
    SearchField *filter() const { return m_filter; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void chooseColumns();
    void copyCurrent();
    void showMenu(const QPoint &position);
    void refresh();

    ActivityModel *const m_model;
    QSortFilterProxyModel *m_proxy;
    QWidget *m_filterBar;
    SearchField *m_filter;
    QTableView *m_view;
    EmptyState *m_empty;
    QList<QAction *> m_headerActions;
};

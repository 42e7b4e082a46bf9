// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "execution/inspection.h"

#include <opensandbox/notebook/cell.h>

#include <QDateTime>
#include <QPointer>
#include <QTimer>
#include <QWidget>

class ContextButton;
class EmptyState;
class ExecutionTargets;
class NotebookView;
class PaneFooter;
class QModelIndex;
class QSortFilterProxyModel;
class QTableView;
class SearchField;

/**
 * The variables of the context of the current cell: asked for after each run, never while something runs there, and with their age.
 * Enter or a double click opens a table of one. A dock.
 */
class VariablesPane : public QWidget
{
    Q_OBJECT
public:
    explicit VariablesPane(ExecutionTargets *targets, QWidget *parent = nullptr);
    ~VariablesPane() override;

    /// Null: no notebook is open.
    void setView(NotebookView *view);
    QList<Inspection::Variable> variables() const;
    QTableView *table() const { return m_table; }
    /// What the pane says instead of a table; empty while there is one.
    QString emptyText() const { return m_emptyText; }
    QString footerText() const { return m_footerText; }
    QString countText() const { return m_countText; }
    void refresh();

Q_SIGNALS:
    void gridRequested(QWidget *grid, const QString &title);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    class Model;
    void follow();
    void forget();
    void contextGone(const QString &key);
    void answer(const std::expected<Inspection::Variables, Inspection::Refusal> &list);
    void say();
    void open(const QModelIndex &index);
    void fitColumns();

    ExecutionTargets *const m_targets;
    QPointer<NotebookView> m_view;
    Model *m_model = nullptr;
    QSortFilterProxyModel *m_proxy = nullptr;
    ContextButton *m_context = nullptr;
    SearchField *m_filter = nullptr;
    QTableView *m_table = nullptr;
    EmptyState *m_empty = nullptr;
    PaneFooter *m_footer = nullptr;
    QTimer m_ageTimer;
    QTimer m_soon;
    Notebook::Binding m_binding;
    QString m_place; ///< For people: "ctx-1".
    QString m_emptyText;
    QString m_footerText;
    QString m_countText;
    QDateTime m_asOf;
    quint64 m_request = 0;
    Inspection::Refusal m_refusal;
    qint64 m_total = -1; ///< Variables that there are, when the context says so.
    bool m_more = false; ///< Not all are listed.
    bool m_lost = false; ///< The context ended, and nothing ran there since.
    bool m_outdated = true;
    bool m_asking = false;
    bool m_wasBusy = false;
    bool m_fitting = false;
    bool m_ownWidths = false; ///< Somebody chose the widths of the columns.
};

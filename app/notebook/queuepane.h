// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/cell.h>

#include <QPointer>
#include <QTimer>
#include <QWidget>

class EmptyState;
class ExecutionTargets;
class NotebookView;
class PaneFooter;
class QAction;
class QTreeWidget;
class QTreeWidgetItem;

/// What runs and waits in each context of the current notebook, in order; waiting cells are moved and taken out here. A dock.
class QueuePane : public QWidget
{
    Q_OBJECT
public:
    explicit QueuePane(ExecutionTargets *targets, QWidget *parent = nullptr);
    ~QueuePane() override;

    void setView(NotebookView *view);
    /// Up, down, remove, interrupt behind one button, for the dock's header, which has four words beside it; also on keys and in the
    /// menu of a line.
    QAction *menuAction() const { return m_menuAction; }
    /// "Python in py-analysis" and below it "[*] x = 1", line by line.
    QStringList lines() const;
    void select(Notebook::Cell *cell);

Q_SIGNALS:
    void countChanged(int waiting);

private:
    void refresh();
    void tick();
    void move(int direction);
    void removeCurrent();
    Notebook::Cell *currentCell() const;
    void updateActions();

    ExecutionTargets *const m_targets;
    QPointer<NotebookView> m_view;
    QTreeWidget *m_tree = nullptr;
    EmptyState *m_empty = nullptr;
    PaneFooter *m_footer = nullptr;
    QList<QAction *> m_actions;
    QAction *m_menuAction = nullptr;
    QTimer m_soon;
    QTimer m_clock;
};

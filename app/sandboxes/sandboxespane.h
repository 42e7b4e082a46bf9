// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxactions.h"

#include <QWidget>

class EmptyState;
class Label;
class LocalRuntime;
class PaneFooter;
class PaneNotice;
class QAction;
class QAbstractButton;
class SandboxFilterField;
class SandboxesView;
class SandboxModel;
class SandboxProxy;

/// The list of sandboxes with its filter; polls and samples only while it is visible.
class SandboxesPane : public QWidget
{
    Q_OBJECT

public:
    /// `runtime` may be null: then nothing is said about its isolation.
    SandboxesPane(SandboxModel *model, SandboxActions *actions, LocalRuntime *runtime, QWidget *parent = nullptr);
    ~SandboxesPane() override;

    /// For the header of the dock: filter, refresh, new.
    QList<QAction *> headerActions() const { return m_headerActions; }
    SandboxesView *view() const { return m_view; }
    SandboxFilterField *filterField() const { return m_filter; }
    QStringList selectedIds() const;
    /// Selects a row and scrolls to it.
    void select(const QString &sandboxId);

Q_SIGNALS:
    void newRequested(const QString &connectionId);
    void connectionRequested();
    /// `key`: because the server refused it.
    void connectionEditRequested(const QString &connectionId, bool key);
    /// What is and is not enforced.
    void isolationRequested();
    /// The selection, for the window's actions and status bar.
    void selectionChanged(const QStringList &sandboxIds);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void applyFilter();
    void tick();
    void updateNotice();
    void updateEmptyState();
    void updateFooter();
    void placeEmptyState();
    void copyDiagnostics(const QString &connectionId);
    void runAction(int action, const QString &sandboxId, const QPoint &position);

    SandboxModel *const m_model;
    SandboxActions *const m_actions;
    LocalRuntime *const m_runtime;
    SandboxStore *const m_store;
    SandboxProxy *m_proxy;
    SandboxFilterField *m_filter;
    QAbstractButton *m_clearFilter;
    PaneNotice *m_notice;
    SandboxesView *m_view;
    EmptyState *m_empty;
    QString m_emptyKind;
    QWidget *m_isolation;
    Label *m_isolationText;
    PaneFooter *m_footer;
    QList<QAction *> m_headerActions;
    QTimer m_clock;
    QTimer m_update; ///< Thousands of changes in one answer are shown once.
    std::shared_ptr<void> m_watch;
    std::shared_ptr<void> m_metrics;
};

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>

#include <memory>

class LocalRuntime;
class MainWindow;
class MetricsBoard;
class MetricsWatcher;
class NewSandboxDialog;
class SandboxActions;
class SandboxDetails;
class SandboxesPane;
class SandboxModel;
class SandboxSession;
class SandboxStore;
class SessionRegistry;
struct SandboxForm;

/// Everything of sandboxes in one window: list, dialogs, details, metrics, and the window's actions on them.
class SandboxesPart : public QObject
{
    Q_OBJECT

public:
    /// `runtime` may be null. Lives as a child of the window; the stores outlive it.
    SandboxesPart(MainWindow &window, SessionRegistry &registry, LocalRuntime *runtime);
    ~SandboxesPart() override;

    SandboxActions *actions() const { return m_actions; }
    SandboxesPane *pane() const { return m_pane; }
    MetricsWatcher *watcher() const { return m_watcher; }
    /// The sandbox that the window is about: the last one chosen in the list or by a document.
    QString currentSandbox() const { return m_current; }

public Q_SLOTS:
    void setCurrentSandbox(const QString &sandboxId);
    /// Opens the create dialog; both may be empty.
    void newSandbox(const QString &recipeId = {}, const QString &connectionId = {});
    /// Creates from a recipe at once, with its stages shown; for the cards of the start page.
    void createNow(const QString &recipeId);
    void duplicate(const QString &sandboxId);
    void showDetails(const QString &sandboxId);
    void showMetrics(const QStringList &sandboxIds = {});
    void addConnection();

Q_SIGNALS:
    void notebookRequested(const QString &sandboxId, const QString &language);
    void filesRequested(const QString &sandboxId);
    void currentSandboxChanged(const QString &sandboxId);

private:
    void openDialog(const SandboxForm *form, const QString &recipeId, const QString &connectionId, bool create);
    void updateActions();

    MainWindow &m_window;
    SessionRegistry &m_registry;
    SandboxStore &m_store;
    MetricsWatcher *m_watcher;
    SandboxModel *m_model;
    SandboxActions *m_actions;
    SandboxesPane *m_pane;
    QPointer<NewSandboxDialog> m_dialog;
    QPointer<MetricsBoard> m_board;
    QHash<QString, QPointer<SandboxDetails>> m_details;
    QString m_current;
    std::shared_ptr<void> m_watch;
};

SandboxesPart *installSandboxes(MainWindow &window, SessionRegistry &registry, LocalRuntime *runtime);

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>

class Connection;
class ConnectionDialog;
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

    /// Creates from a recipe at once without asking, on the preferred connection; for the cards of the start page.
    /// `done` is called once with the sandbox, or with an empty id and a sentence that says why not.
    void createQuietly(const QString &recipeId, const QStringList &languages, const std::function<void(const QString &sandboxId, const QString &problem)> &done);

public Q_SLOTS:
    void setCurrentSandbox(const QString &sandboxId);
    /// Opens the create dialog; both may be empty.
    void newSandbox(const QString &recipeId = {}, const QString &connectionId = {});
    void duplicate(const QString &sandboxId);
    void showDetails(const QString &sandboxId);
    void showMetrics(const QStringList &sandboxIds = {});
    void addConnection();
    void editConnection(const QString &connectionId, bool key);
    /// The same as adding one, with what the file of the `osb` command line says.
    void importConnection();
    /// What is and is not enforced on this computer.
    void showIsolation();

Q_SIGNALS:
    void notebookRequested(const QString &sandboxId, const QString &language);
    /// A notebook with a cell for each of several languages.
    void languagesRequested(const QString &sandboxId, const QStringList &languages);
    void filesRequested(const QString &sandboxId);
    void currentSandboxChanged(const QString &sandboxId);

private:
    ConnectionDialog *openConnectionDialog(Connection *edited = nullptr);
    /// The server that 'Edit connection' is about: the current sandbox's, else the first; null when there is none.
    Connection *connectionToEdit() const;
    void openDialog(const SandboxForm *form, const QString &recipeId, const QString &connectionId);
    void updateActions();
    /// The row of the current sandbox is the selected one, whatever made it current.
    void showInList();

    MainWindow &m_window;
    SessionRegistry &m_registry;
    SandboxStore &m_store;
    LocalRuntime *const m_runtime;
    MetricsWatcher *m_watcher;
    SandboxModel *m_model;
    SandboxActions *m_actions;
    SandboxesPane *m_pane;
    QPointer<NewSandboxDialog> m_dialog;
    QPointer<MetricsBoard> m_board;
    QPointer<QWidget> m_isolation;
    QHash<QString, QPointer<SandboxDetails>> m_details;
    QString m_current;
    std::shared_ptr<void> m_watch;
};

SandboxesPart *installSandboxes(MainWindow &window, SessionRegistry &registry, LocalRuntime *runtime);

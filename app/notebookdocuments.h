// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <chrono>

class ExecutionTargets;
class MainWindow;
class NotebookView;
class OutlinePane;
class Preferences;
class QAction;
class QueuePane;
class SandboxStore;
class SessionRegistry;
class VariablesPane;
struct ExecutionTarget;
namespace Notebook {
struct Recovery;
}

/// Opens notebooks as documents of the window and keeps tab, title, toolbar and status bar in step with them.
class NotebookDocuments : public QObject
{
    Q_OBJECT
public:
    /// `journalFolder` keeps what is not saved against a crash; empty: nothing is kept.
    NotebookDocuments(MainWindow *window, ExecutionTargets *targets, SessionRegistry *registry, Preferences *preferences, const QString &journalFolder = {},
        QObject *parent = nullptr);

    /// Looks for what a crash left behind and opens it; asynchronously.
    void recover();

    /// How long the window has to answer until what was recovered counts as harmless.
    void setCalm(std::chrono::milliseconds calm) { m_calm = calm; }

    /// Shows a file; an open one becomes current. A file that cannot be read opens with the reason.
    NotebookView *open(const QString &path);
    /// An empty notebook; both may be empty.
    NotebookView *create(const QString &sandboxId = {}, const QString &language = {});
    /// The current document, if it is a notebook.
    NotebookView *current() const;
    QList<NotebookView *> all() const;

Q_SIGNALS:
    void opened(const QString &path);
    /// The sandbox of the current cell changed.
    void sandboxChanged(const QString &sandboxId);
    void fileRequested(const QString &sandboxId, const QString &path);
    /// Its details are wanted.
    void sandboxRequested(const QString &sandboxId);

private:
    QString freeName() const;
    void restore(const Notebook::Recovery &recovery);
    /// Nothing is opened before the user says so.
    void offer(const Notebook::Recovery &recovery);
    QString backgroundText() const;
    void add(NotebookView *view);
    void addPanes(SessionRegistry *registry);
    /// Which notebook the panes tell of; null: none.
    void followInPanes(NotebookView *view);
    void refreshStatus();
    void tellOfLeftContext(const ExecutionTarget &context, const QString &reason);
    /// The preference changed: open notebooks follow, whatever they were set to before.
    void followPreferences();
    QString contextTitle(const NotebookView *view) const;

    MainWindow *const m_window;
    ExecutionTargets *const m_targets;
    SandboxStore *const m_store;
    Preferences *const m_preferences;
    const QString m_journalFolder;
    VariablesPane *m_variables = nullptr;
    OutlinePane *m_outline = nullptr;
    QueuePane *m_queue = nullptr;
    NotebookView *m_followed = nullptr;
    QString m_sandboxId;
    bool m_continueOnError;
    std::chrono::milliseconds m_calm { 10'000 };
};

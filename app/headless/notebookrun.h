// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <execution/sessiontargets.h>
#include <session/localruntime.h>
#include <session/sandboxcreation.h>
#include <session/sandboxsession.h>

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QObject>
#include <QTimer>

#include <memory>

class OutputPrinter;
class QSettings;

struct NotebookRunOptions
{
    QString notebook;
    QString output; ///< Empty: the executed notebook is not written.
    QString sandbox; ///< An id or a name; empty: a new sandbox is made and killed afterwards.
    QString image = QStringLiteral("local");
    QString connection = QStringLiteral("local"); ///< Id or name.
    QString settings; ///< The file that the window keeps its connections in; empty: only the local runtime and the environment's.
    std::chrono::seconds cellTimeout {}; ///< Zero: none.
    bool continueOnError = false;
    bool keepSandbox = false;
};

/// Runs all code cells of one notebook in order and reports on the terminal. One use; says finished() once.
class NotebookRun : public QObject
{
    Q_OBJECT

public:
    explicit NotebookRun(NotebookRunOptions options, QObject *parent = nullptr);
    ~NotebookRun() override;

    void start();
    /// Stops the running cell, saves what there is and ends with 130. A second call ends at once.
    void interrupt();

Q_SIGNALS:
    void finished(int exitCode);

private:
    void connectionChanged();
    void findSandbox();
    void createSandbox();
    /// The next step after a failed creation.
    QString imageHint(const Problem &problem) const;
    void attached(const QString &sandboxId, const QString &sandboxName);
    void runNext();
    void runCell(Notebook::Cell *cell);
    void cellFinished(Notebook::Cell *cell, Notebook::Outcome outcome);
    void fail(int exitCode, const QString &message, const QString &hint = {});
    void end();
    void say(const QString &text);

    const NotebookRunOptions m_options;
    Notebook::Document m_document;
    const std::unique_ptr<QSettings> m_settings; ///< Null: nothing is read.
    ConnectionStore m_connections;
    std::unique_ptr<LocalRuntime> m_runtime;
    SandboxStore m_store;
    SessionRegistry m_sessions;
    std::shared_ptr<SandboxSession> m_session; ///< Of the sandbox that the cells run in.
    std::unique_ptr<SessionTargets> m_targets;
    std::unique_ptr<Notebook::RunQueue> m_queue;
    std::unique_ptr<SandboxCreation> m_creation;
    std::unique_ptr<OutputPrinter> m_printer;
    std::shared_ptr<void> m_watch;
    Connection *m_connection = nullptr;
    QString m_createdSandbox;
    QTimer m_cellTimer;
    int m_next = 0;
    int m_failed = 0;
    int m_ran = 0;
    int m_exitCode = 0;
    bool m_started = false;
    bool m_attached = false;
    bool m_timedOut = false;
    bool m_interrupted = false;
    bool m_ended = false;
    TaskScope m_tasks;
};

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxsession.h"

/**
 * One create, from the request to a usable context, in stages that people can follow. Lives on in the
 * background when its dialog closes; cancelling never leaves a sandbox behind.
 */
class SandboxCreation : public QObject
{
    Q_OBJECT

public:
    enum class Stage { Request, Start, Execd, Contexts, Finished };
    Q_ENUM(Stage)
    enum class Outcome { Running, Succeeded, Failed, Cancelled };
    Q_ENUM(Outcome)

    SandboxCreation(SessionRegistry *registry, Connection *connection, OpenSandbox::CreateOptions options, QObject *parent = nullptr);
    ~SandboxCreation() override;

    /// Languages to make a context for at the end; none: the last stage only lists what is there.
    void setLanguages(const QStringList &languages) { m_languages = languages; }

    Connection *connection() const { return m_connection; }
    const OpenSandbox::CreateOptions &options() const { return m_options; }
    Stage stage() const { return m_stage; }
    Outcome outcome() const { return m_outcome; }
    Problem problem() const { return m_problem; }
    QString sandboxId() const { return m_sandboxId; }
    /// What the server says while it starts, for example that it pulls the image; may be empty.
    QString serverReason() const;
    std::shared_ptr<SandboxSession> session() const { return m_session; }
    /// How long a stage took, or takes so far; zero before it.
    std::chrono::milliseconds duration(Stage stage) const;
    std::chrono::milliseconds total() const;

public Q_SLOTS:
    void start();
    void cancel();

Q_SIGNALS:
    void stageChanged();
    /// Succeeded, Failed or Cancelled; once.
    void finished();
    /// Cancelled before the server's answer, which has come since: a sandbox that it made has been killed.
    void undone();

private:
    void enter(Stage stage);
    void end(Outcome outcome, const Problem &problem = {});
    void waitForRunning();
    void attach();
    void makeContexts();

    SessionRegistry *const m_registry;
    Connection *const m_connection;
    const OpenSandbox::CreateOptions m_options;
    QStringList m_languages;
    Stage m_stage = Stage::Request;
    Outcome m_outcome = Outcome::Running;
    Problem m_problem;
    QString m_sandboxId;
    std::shared_ptr<SandboxSession> m_session;
    QList<qint64> m_stageStartsMs;
    qint64 m_endMs = 0;
    bool m_started = false;
    bool m_firstContext = true;
    std::shared_ptr<bool> m_unwanted; ///< Outlives this: whether the answer to the request is to be undone.
    QTimer m_poll;
    TaskScope m_tasks;
};

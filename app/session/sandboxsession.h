// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxstore.h"

#include <opensandbox/codeinterpreter.h>

#include <QHash>
#include <QPointer>
#include <QSet>

#include <optional>

/// A place where code runs, with what the queues tell about it.
struct ContextState
{
    OpenSandbox::CodeContext context;
    bool busy = false;
    int queued = 0;

    QString id() const { return context.id; }
    QString language() const { return context.language; }
    bool operator==(const ContextState &) const = default;
};

/**
 * Everything that needs a way into one sandbox shares this. Connects as soon as the sandbox runs, again after
 * a resume, and closes when its last holder lets go; closing never ends the sandbox. Held by shared_ptr only.
 */
class SandboxSession : public QObject, public std::enable_shared_from_this<SandboxSession>
{
    Q_OBJECT

public:
    enum class State {
        Waiting, ///< The sandbox is pending, paused or resuming: not now, maybe later.
        Connecting,
        Ready,
        Failed, ///< See problem(); retry() tries again.
        Gone, ///< The sandbox is no more.
    };
    Q_ENUM(State)

    ~SandboxSession() override;

    QString sandboxId() const { return m_sandboxId; }
    QString connectionId() const { return m_connectionId; }
    /// The name people gave it, or the start of its id.
    QString name() const;
    State state() const { return m_state; }
    bool isReady() const { return m_state == State::Ready; }
    Problem problem() const { return m_problem; }
    /// What the store knows; null when nothing.
    const SandboxRecord *record() const;

    /// Null unless Ready. Keep a share for the time of a call.
    std::shared_ptr<OpenSandbox::Sandbox> sandbox() const { return m_sandbox; }
    std::shared_ptr<OpenSandbox::CodeInterpreter> interpreter() const { return m_interpreter; }

    /// Resolves when Ready, or with the reason when that will not happen (Failed, Gone) or `stop` is requested.
    OpenSandbox::Task<std::shared_ptr<OpenSandbox::CodeInterpreter>> ready(std::stop_token stop = {});

    QList<ContextState> contexts() const { return m_contexts; }
    const ContextState *findContext(const QString &contextId) const;
    void refreshContexts();
    /// The server has just said that there is no such context: what this session knows must not offer it again.
    void noteContextGone(const QString &contextId);
    /// Waits for ready() first.
    OpenSandbox::Task<OpenSandbox::CodeContext> createContext(QString language, QString cwd = {}, std::stop_token stop = {});
    /// One that somebody wants alone: it is never the first of its language, also when no other is left.
    OpenSandbox::Task<OpenSandbox::CodeContext> createOwnContext(QString language, std::stop_token stop = {});
    bool isOwnContext(const QString &contextId) const { return m_own.contains(contextId); }
    /// What defaultContext() would give without making one; null when there is none.
    const ContextState *firstContext(const QString &language) const;
    /// The first context of that language which is nobody's own, made when there is none; callers at the same time share one.
    OpenSandbox::Task<OpenSandbox::CodeContext> defaultContext(QString language, std::stop_token stop = {});
    OpenSandbox::Task<OpenSandbox::Done> deleteContext(QString contextId);
    /// A fresh interpreter. The id stays where the server can do that, else a new context takes its place: the value says which one it now is.
    /// While one restart of a context is under way, others that ask for it get its result.
    OpenSandbox::Task<OpenSandbox::CodeContext> restartContext(QString contextId);
    /// Whatever is heard of it meanwhile is no loss: the end of the restart tells what became of it.
    bool isRestarting(const QString &contextId) const { return m_restarting.contains(contextId); }
    OpenSandbox::Task<OpenSandbox::Done> interruptContext(QString contextId);
    /// Run queues tell what they do, for panes and the status bar.
    void noteContextActivity(const QString &contextId, bool busy, int queued);

    /// Samples CPU and memory into the store's history as long as any of the handles lives (only while Ready).
    [[nodiscard]] std::shared_ptr<void> watchMetrics();

public Q_SLOTS:
    void retry();

Q_SIGNALS:
    void stateChanged();
    /// The list, or the activity of one of them.
    void contextsChanged();
    /// Its variables are gone. `newId` equals `contextId` where the id stayed.
    void contextRestarted(const QString &contextId, const QString &newId);
    /// It is no longer restarting, and nobody knows whether its variables are still there.
    void contextRestartFailed(const QString &contextId, const OpenSandbox::Error &error);
    void contextDeleted(const QString &contextId);
    /// The server no longer knows it, though nobody here deleted it.
    void contextLost(const QString &contextId);
    /// A new sample is in the store's history.
    void metricsAppended();
    void metricsGap(const QString &reason);
    /// Not for others: something changed that waiting tasks have to look at.
    void woken();

private:
    friend class SessionRegistry;
    SandboxSession(QString sandboxId, QString connectionId, SandboxStore *store);

    void follow();
    void connectNow();
    void connectFailed(const OpenSandbox::Error &error);
    void disconnectNow();
    void end(const QString &text);
    /// The last holder let go.
    void close();
    void markGap();
    void noteContextCount();
    void addContext(const OpenSandbox::CodeContext &context);
    OpenSandbox::Task<OpenSandbox::CodeContext> makeContext(QString language, QString cwd, bool own, std::stop_token stop);
    bool removeContext(const QString &contextId);
    void setState(State state, const Problem &problem = {});
    void startMetrics();
    void applyContexts(const QList<OpenSandbox::CodeContext> &contexts);
    /// Whether an answer to a listing that was asked for then still tells what is there now.
    bool isRecent(quint64 asked) const { return asked == m_contextsChange && m_restarting.isEmpty(); }
    OpenSandbox::Task<OpenSandbox::CodeContext> restartNow(QString contextId, std::shared_ptr<OpenSandbox::CodeInterpreter> interpreter);

    const QString m_sandboxId;
    const QString m_connectionId;
    const QPointer<SandboxStore> m_store; ///< May die first when the program ends.
    std::shared_ptr<void> m_storeWatch; ///< Its users must hear when the sandbox ends.
    State m_state = State::Waiting;
    Problem m_problem;
    std::shared_ptr<OpenSandbox::Sandbox> m_sandbox;
    std::shared_ptr<OpenSandbox::CodeInterpreter> m_interpreter;
    QList<ContextState> m_contexts;
    QHash<QString, QString> m_defaults; ///< Language to context id.
    QSet<QString> m_own; ///< Contexts that were made for one user alone.
    QStringList m_creatingDefaults;
    using Restart = std::optional<OpenSandbox::Result<OpenSandbox::CodeContext>>;
    QHash<QString, std::shared_ptr<Restart>> m_restarting; ///< By context; without a value until it has ended.
    quint64 m_contextsChange = 0; ///< Counts what happens to contexts here, of which a listing that is under way knows nothing.
    bool m_listAgain = false; ///< A listing came in the middle of a restart.
    std::weak_ptr<void> m_metricsWatch;
    bool m_samplingMetrics = false;
    QTimer m_metricsRetry;
    TaskScope m_connectTasks;
    TaskScope m_metricsTasks;
    TaskScope m_tasks;
};

/// The one session of each sandbox.
class SessionRegistry : public QObject
{
    Q_OBJECT

public:
    explicit SessionRegistry(SandboxStore *store, QObject *parent = nullptr);
    ~SessionRegistry() override;

    SandboxStore *store() const { return m_store; }

    /// Makes it when there is none yet. Null when the store does not know the sandbox.
    std::shared_ptr<SandboxSession> session(const QString &sandboxId);
    /// For a sandbox that no listing has named yet.
    std::shared_ptr<SandboxSession> session(const QString &connectionId, const QString &sandboxId);
    /// Only if somebody holds it.
    std::shared_ptr<SandboxSession> existing(const QString &sandboxId) const;
    QList<std::shared_ptr<SandboxSession>> sessions() const;

Q_SIGNALS:
    void sessionAdded(const std::shared_ptr<SandboxSession> &session);
    /// Any context list or activity of any session changed.
    void contextsChanged(const QString &sandboxId);

private:
    SandboxStore *const m_store;
    QHash<QString, std::weak_ptr<SandboxSession>> m_sessions;
    QList<QPointer<SandboxSession>> m_made; ///< Let go or not; gone ones are null.
};

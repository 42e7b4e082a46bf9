// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxsession.h"

#include <QCoreApplication>

#include <QCoroSignal>
#include <QPointer>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using OpenSandbox::CodeContext;
using OpenSandbox::CodeInterpreter;
using OpenSandbox::Done;
using OpenSandbox::Error;
using OpenSandbox::Result;
using OpenSandbox::Sandbox;
using OpenSandbox::Task;

namespace {

constexpr auto MetricsPause = 3s;

Error failure(Error::Kind kind, const QString &message)
{
    Error error;
    error.kind = kind;
    error.message = message;
    return error;
}

} // namespace

SandboxSession::SandboxSession(QString sandboxId, QString connectionId, SandboxStore *store)
    : m_sandboxId(std::move(sandboxId))
    , m_connectionId(std::move(connectionId))
    , m_store(store)
    , m_storeWatch(store->watch())
{
    m_metricsRetry.setSingleShot(true);
    connect(&m_metricsRetry, &QTimer::timeout, this, &SandboxSession::startMetrics);
    const auto mine = [this](const QString &id) {
        if (id == m_sandboxId)
            follow();
    };
    connect(store, &SandboxStore::added, this, mine);
    connect(store, &SandboxStore::changed, this, mine);
    connect(store, &SandboxStore::removed, this, [this](const QString &id) {
        if (id == m_sandboxId)
            end(tr("%1 is gone.").arg(id.left(8)));
    });
    if (Connection *connection = store->connections()->find(m_connectionId)) {
        connect(connection, &Connection::managerChanged, this, [this]() {
            // Another server process: whatever was open is not there any more.
            if (m_state == State::Ready || m_state == State::Connecting) {
                disconnectNow();
                setState(State::Waiting);
            }
        });
        connect(connection, &Connection::stateChanged, this, [this, connection]() {
            if (connection->isOnline() && m_state == State::Failed)
                retry();
        });
    }
}

SandboxSession::~SandboxSession() = default;

QString SandboxSession::name() const
{
    const SandboxRecord *known = record();
    return known ? known->name() : m_sandboxId.left(8);
}

const SandboxRecord *SandboxSession::record() const
{
    return m_store ? m_store->find(m_sandboxId) : nullptr;
}

void SandboxSession::follow()
{
    const SandboxRecord *known = record();
    if (!known) {
        if (m_state == State::Waiting)
            connectNow();
        return;
    }
    if (!known->isPresent() || known->info.state.kind == OpenSandbox::SandboxState::Kind::Terminated) {
        using Presence = SandboxRecord::Presence;
        const QString text = known->presence == Presence::Expired ? tr("%1 expired.").arg(known->name())
            : known->presence == Presence::Killed                 ? tr("%1 was killed.").arg(known->name())
            : known->isPresent()                                  ? tr("%1 has ended.").arg(known->name())
                                                                  : tr("%1 is gone. The server no longer lists it.").arg(known->name());
        end(text);
        return;
    }
    using Kind = OpenSandbox::SandboxState::Kind;
    switch (known->info.state.kind) {
    case Kind::Running:
    case Kind::Other: // A newer server's word may well mean that it runs; asking does no harm.
        if (m_state == State::Waiting || m_state == State::Gone)
            connectNow();
        break;
    case Kind::Failed: {
        const QString reason = known->info.state.message.isEmpty() ? known->info.state.reason : known->info.state.message;
        const QString text = reason.isEmpty() ? tr("%1 failed.").arg(known->name()) : tr("%1 failed: %2").arg(known->name(), reason);
        if (m_state != State::Failed || m_problem.message != text) {
            disconnectNow();
            setState(State::Failed, { text, tr("Create another one like it."), failure(Error::Kind::NotReady, text) });
        }
        break;
    }
    default:
        if (m_state != State::Waiting) {
            disconnectNow();
            setState(State::Waiting);
        } else {
            Q_EMIT woken();
        }
        break;
    }
}

void SandboxSession::connectNow()
{
    Connection *connection = m_store ? m_store->connections()->find(m_connectionId) : nullptr;
    if (!connection || !connection->manager()) {
        setState(State::Waiting);
        return;
    }
    m_connectTasks.cancel();
    setState(State::Connecting);
    OpenSandbox::ConnectionConfig config = connection->config();
    // A preference of the program; see Application.
    const QVariant bridge = m_store->connections()->property("displayBridge");
    config.displayBridge = !bridge.isValid() || bridge.toBool();
    m_connectTasks.run(Sandbox::connect(config, m_sandboxId, 30s, m_connectTasks.token()), [this](Result<std::shared_ptr<Sandbox>> sandbox) {
        if (!sandbox) {
            connectFailed(sandbox.error());
            return;
        }
        m_sandbox = *sandbox;
        m_connectTasks.run(CodeInterpreter::create(m_sandbox), [this](Result<std::shared_ptr<CodeInterpreter>> interpreter) {
            if (!interpreter) {
                connectFailed(interpreter.error());
                return;
            }
            m_interpreter = *interpreter;
            // A sandbox without interpreters still has files and commands, so a refusal here is no failure.
            m_connectTasks.run(m_interpreter->codes().listContexts({}, m_connectTasks.token()), [this, asked = m_contextsChange](Result<QList<CodeContext>> contexts) {
                const bool recent = isRecent(asked);
                if (contexts && recent)
                    applyContexts(*contexts);
                setState(State::Ready);
                startMetrics();
                if (contexts && !recent)
                    refreshContexts();
            });
        });
    });
}

void SandboxSession::connectFailed(const Error &error)
{
    m_sandbox.reset();
    m_interpreter.reset();
    if (error.isNotFound()) {
        end(tr("%1 is gone. The server no longer lists it.").arg(name()));
        return;
    }
    Problem problem = describeError(error, name());
    problem.error = error;
    setState(State::Failed, problem);
}

void SandboxSession::disconnectNow()
{
    m_connectTasks.cancel();
    m_metricsTasks.cancel();
    m_metricsRetry.stop();
    m_samplingMetrics = false;
    m_interpreter.reset();
    m_sandbox.reset();
    markGap();
}

void SandboxSession::close()
{
    // It dies in a later turn; until then nothing may reach it, as its store may be gone by then.
    disconnect();
    m_state = State::Gone;
    if (m_store)
        m_store->disconnect(this);
    m_connectTasks.cancel();
    m_metricsTasks.cancel();
    m_tasks.cancel();
    m_metricsRetry.stop();
    m_storeWatch.reset();
    m_interpreter.reset();
    m_sandbox.reset();
}

void SandboxSession::markGap()
{
    MetricsHistory *history = m_store ? m_store->historyForWriting(m_sandboxId) : nullptr;
    if (history)
        history->markGap();
}

void SandboxSession::noteContextCount()
{
    if (m_store)
        m_store->setContextCount(m_sandboxId, int(m_contexts.size()));
}

void SandboxSession::end(const QString &text)
{
    if (m_state == State::Gone)
        return;
    disconnectNow();
    const QList<ContextState> lost = std::exchange(m_contexts, {});
    m_defaults.clear();
    m_storeWatch.reset();
    setState(State::Gone, { text, tr("Create another one like it."), failure(Error::Kind::NotReady, text) });
    for (const ContextState &context : lost)
        Q_EMIT contextLost(context.id());
    if (!lost.isEmpty())
        Q_EMIT contextsChanged();
}

void SandboxSession::retry()
{
    if (m_state != State::Failed)
        return;
    m_state = State::Waiting;
    follow();
    if (m_state == State::Waiting)
        setState(State::Waiting);
}

void SandboxSession::setState(State state, const Problem &problem)
{
    m_state = state;
    m_problem = problem;
    Q_EMIT stateChanged();
    Q_EMIT woken();
}

Task<std::shared_ptr<CodeInterpreter>> SandboxSession::ready(std::stop_token stop)
{
    const std::shared_ptr<SandboxSession> self = shared_from_this();
    const auto wake = [guard = QPointer<SandboxSession>(this)]() {
        if (guard)
            QMetaObject::invokeMethod(guard.data(), &SandboxSession::woken, Qt::QueuedConnection);
    };
    const std::stop_callback onStop(stop, wake);
    for (;;) {
        if (stop.stop_requested())
            co_return std::unexpected(failure(Error::Kind::Cancelled, {}));
        switch (m_state) {
        case State::Ready: {
            // A copy: co_return of the member itself would move it out.
            Result<std::shared_ptr<CodeInterpreter>> interpreter(m_interpreter);
            co_return interpreter;
        }
        case State::Failed:
        case State::Gone: {
            Error error = m_problem.error;
            if (error.message.isEmpty() || error.kind != Error::Kind::Api)
                error.message = m_problem.message;
            co_return std::unexpected(error);
        }
        case State::Waiting: {
            using Kind = OpenSandbox::SandboxState::Kind;
            const SandboxRecord *known = record();
            if (known && (known->info.state.kind == Kind::Paused || known->info.state.kind == Kind::Pausing))
                co_return std::unexpected(failure(Error::Kind::NotReady, tr("%1 is paused. Resume it to run code.").arg(name())));
            if (known && known->info.state.kind == Kind::Stopping)
                co_return std::unexpected(failure(Error::Kind::NotReady, tr("%1 is stopping.").arg(name())));
            break;
        }
        case State::Connecting:
            break;
        }
        auto change = qCoro(self.get(), &SandboxSession::woken);
        co_await change;
    }
}

const ContextState *SandboxSession::findContext(const QString &contextId) const
{
    for (const ContextState &context : m_contexts) {
        if (context.id() == contextId)
            return &context;
    }
    return nullptr;
}

void SandboxSession::refreshContexts()
{
    if (!isReady())
        return;
    if (!m_restarting.isEmpty()) {
        m_listAgain = true;
        return;
    }
    m_tasks.run(m_interpreter->codes().listContexts({}, m_tasks.token()), [this, asked = m_contextsChange](Result<QList<CodeContext>> contexts) {
        if (!contexts)
            return;
        // Written before or in the middle of something that was done here, it would take what is new for lost.
        if (isRecent(asked))
            applyContexts(*contexts);
        else
            refreshContexts();
    });
}

void SandboxSession::noteContextGone(const QString &contextId)
{
    if (isRestarting(contextId)) {
        m_listAgain = true;
        return;
    }
    if (!removeContext(contextId))
        return;
    Q_EMIT contextLost(contextId);
    Q_EMIT contextsChanged();
}

void SandboxSession::applyContexts(const QList<CodeContext> &contexts)
{
    QList<ContextState> next;
    for (const CodeContext &context : contexts) {
        const ContextState *known = findContext(context.id);
        next << (known ? ContextState { context, known->busy, known->queued } : ContextState { context });
    }
    if (next == m_contexts)
        return;
    const QList<ContextState> before = std::exchange(m_contexts, next);
    noteContextCount();
    for (const ContextState &context : before) {
        if (!findContext(context.id())) {
            m_defaults.removeIf([&context](const auto &entry) { return entry.value() == context.id(); });
            m_own.remove(context.id());
            Q_EMIT contextLost(context.id());
        }
    }
    Q_EMIT contextsChanged();
}

void SandboxSession::addContext(const CodeContext &context)
{
    ++m_contextsChange;
    if (findContext(context.id))
        return;
    m_contexts << ContextState { context };
    noteContextCount();
    Q_EMIT contextsChanged();
}

bool SandboxSession::removeContext(const QString &contextId)
{
    ++m_contextsChange;
    const bool known = m_contexts.removeIf([&contextId](const ContextState &context) { return context.id() == contextId; }) > 0;
    m_defaults.removeIf([&contextId](const auto &entry) { return entry.value() == contextId; });
    m_own.remove(contextId);
    if (known)
        noteContextCount();
    return known;
}

Task<CodeContext> SandboxSession::createContext(QString language, QString cwd, std::stop_token stop)
{
    return makeContext(std::move(language), std::move(cwd), false, std::move(stop));
}

Task<CodeContext> SandboxSession::createOwnContext(QString language, std::stop_token stop)
{
    return makeContext(std::move(language), {}, true, std::move(stop));
}

Task<CodeContext> SandboxSession::makeContext(QString language, QString cwd, bool own, std::stop_token stop)
{
    const std::shared_ptr<SandboxSession> self = shared_from_this();
    auto readyTask = ready(stop);
    const auto interpreter = co_await readyTask;
    if (!interpreter)
        co_return std::unexpected(interpreter.error());
    auto createTask = (*interpreter)->codes().createContext(language, cwd, stop);
    auto context = co_await createTask;
    if (context) {
        // Some servers leave the language out of their answer.
        if (context->language.isEmpty())
            context->language = language;
        if (own)
            m_own.insert(context->id); // Before anybody hears of it.
        addContext(*context);
    }
    co_return context;
}

const ContextState *SandboxSession::firstContext(const QString &language) const
{
    if (const ContextState *known = findContext(m_defaults.value(language)))
        return known;
    for (const ContextState &context : m_contexts) {
        if (context.language() == language && !m_own.contains(context.id()))
            return &context;
    }
    return nullptr;
}

Task<CodeContext> SandboxSession::defaultContext(QString language, std::stop_token stop)
{
    const std::shared_ptr<SandboxSession> self = shared_from_this();
    for (;;) {
        auto readyTask = ready(stop);
        const auto interpreter = co_await readyTask;
        if (!interpreter)
            co_return std::unexpected(interpreter.error());
        if (const ContextState *first = firstContext(language)) {
            m_defaults.insert(language, first->id());
            co_return first->context;
        }
        if (!m_creatingDefaults.contains(language))
            break;
        // Another caller is making it.
        auto change = qCoro(self.get(), &SandboxSession::woken);
        co_await change;
    }
    m_creatingDefaults << language;
    auto createTask = createContext(language, {}, stop);
    auto context = co_await createTask;
    m_creatingDefaults.removeOne(language);
    if (context)
        m_defaults.insert(language, context->id);
    QMetaObject::invokeMethod(this, &SandboxSession::woken, Qt::QueuedConnection);
    co_return context;
}

Task<Done> SandboxSession::deleteContext(QString contextId)
{
    const std::shared_ptr<SandboxSession> self = shared_from_this();
    const std::shared_ptr<CodeInterpreter> interpreter = m_interpreter;
    if (!interpreter)
        co_return std::unexpected(failure(Error::Kind::NotReady, tr("%1 is not connected.").arg(name())));
    auto deleteTask = interpreter->codes().deleteContext(contextId);
    const auto result = co_await deleteTask;
    if (!result && !result.error().isNotFound())
        co_return result;
    if (removeContext(contextId)) {
        Q_EMIT contextDeleted(contextId);
        Q_EMIT contextsChanged();
    }
    co_return Done {};
}

Task<CodeContext> SandboxSession::restartContext(QString contextId)
{
    const std::shared_ptr<SandboxSession> self = shared_from_this();
    const std::shared_ptr<CodeInterpreter> interpreter = m_interpreter;
    if (const std::shared_ptr<Restart> other = m_restarting.value(contextId)) {
        // A second one would end what the first has begun.
        while (!other->has_value()) {
            auto change = qCoro(self.get(), &SandboxSession::woken);
            co_await change;
        }
        Result<CodeContext> result(**other);
        co_return result;
    }
    if (!interpreter) {
        const Error error = failure(Error::Kind::NotReady, tr("%1 is not connected.").arg(name()));
        Q_EMIT contextRestartFailed(contextId, error);
        co_return std::unexpected(error);
    }
    const auto restart = std::make_shared<Restart>();
    m_restarting.insert(contextId, restart);
    ++m_contextsChange;
    auto restartTask = restartNow(contextId, interpreter);
    Result<CodeContext> result = co_await restartTask;
    *restart = result;
    m_restarting.remove(contextId);
    ++m_contextsChange;
    if (result) {
        Q_EMIT contextRestarted(contextId, result->id);
    } else {
        m_listAgain = true;
        Q_EMIT contextRestartFailed(contextId, result.error());
    }
    QMetaObject::invokeMethod(this, &SandboxSession::woken, Qt::QueuedConnection);
    if (m_restarting.isEmpty() && std::exchange(m_listAgain, false))
        refreshContexts();
    co_return result;
}

Task<CodeContext> SandboxSession::restartNow(QString contextId, std::shared_ptr<CodeInterpreter> interpreter)
{
    const ContextState *known = findContext(contextId);
    const CodeContext old = known ? known->context : CodeContext { contextId, {}, {} };
    auto restartTask = interpreter->codes().restartContext(contextId);
    const auto restarted = co_await restartTask;
    if (restarted) {
        noteContextActivity(contextId, false, 0);
        co_return old;
    }
    // 404, 405: this server has no restart, or the context is gone. Either way a new one takes its place.
    const int status = restarted.error().httpStatus;
    if ((status != 404 && status != 405 && status != 501) || old.language.isEmpty())
        co_return std::unexpected(restarted.error());
    auto deleteTask = interpreter->codes().deleteContext(contextId);
    const auto deleted = co_await deleteTask;
    if (!deleted && !deleted.error().isNotFound())
        co_return std::unexpected(deleted.error());
    auto createTask = interpreter->codes().createContext(old.language, old.cwd);
    auto context = co_await createTask;
    const bool wasDefault = m_defaults.value(old.language) == contextId;
    const bool wasOwn = m_own.contains(contextId);
    const bool wasKnown = removeContext(contextId);
    if (!context) {
        // It is deleted, and that is all that is left to say.
        if (wasKnown) {
            Q_EMIT contextLost(contextId);
            Q_EMIT contextsChanged();
        }
        co_return context;
    }
    if (context->language.isEmpty())
        context->language = old.language;
    if (wasDefault)
        m_defaults.insert(old.language, context->id);
    if (wasOwn)
        m_own.insert(context->id);
    addContext(*context);
    co_return context;
}

Task<Done> SandboxSession::interruptContext(QString contextId)
{
    const std::shared_ptr<CodeInterpreter> interpreter = m_interpreter;
    if (!interpreter)
        co_return std::unexpected(failure(Error::Kind::NotReady, tr("%1 is not connected.").arg(name())));
    auto interruptTask = interpreter->codes().interrupt(contextId);
    co_return co_await interruptTask;
}

void SandboxSession::noteContextActivity(const QString &contextId, bool busy, int queued)
{
    for (ContextState &context : m_contexts) {
        if (context.id() != contextId)
            continue;
        if (context.busy != busy || context.queued != queued) {
            context.busy = busy;
            context.queued = queued;
            Q_EMIT contextsChanged();
        }
        return;
    }
}

std::shared_ptr<void> SandboxSession::watchMetrics()
{
    if (std::shared_ptr<void> existing = m_metricsWatch.lock())
        return existing;
    // The handle keeps the session, and stops the sampling from the event loop: it may die inside a sample's callback.
    // Nothing of it may keep the session longer: neither what is posted (at the end of the program nobody delivers it)
    // nor the deleter itself, which lives as long as m_metricsWatch does.
    std::shared_ptr<void> handle(nullptr, [held = shared_from_this()](void *) mutable {
        const std::shared_ptr<SandboxSession> self = std::move(held);
        QMetaObject::invokeMethod(self.get(), [weak = std::weak_ptr(self)]() {
            const auto session = weak.lock();
            if (!session || !session->m_metricsWatch.expired())
                return;
            session->m_metricsTasks.cancel();
            session->m_metricsRetry.stop();
            if (session->m_samplingMetrics)
                session->markGap();
            session->m_samplingMetrics = false;
        }, Qt::QueuedConnection);
    });
    m_metricsWatch = handle;
    startMetrics();
    return handle;
}

void SandboxSession::startMetrics()
{
    if (m_samplingMetrics || m_metricsWatch.expired() || !isReady())
        return;
    m_samplingMetrics = true;
    const auto onSample = [weak = weak_from_this(), token = m_metricsTasks.token()](const OpenSandbox::Metrics &metrics) {
        const auto self = weak.lock();
        if (!self || !self->m_store || token.stop_requested())
            return;
        if (MetricsHistory *history = self->m_store->historyForWriting(self->m_sandboxId))
            history->append(metrics);
        self->m_store->noteMetrics(self->m_sandboxId);
        Q_EMIT self->metricsAppended();
    };
    const auto onGap = [weak = weak_from_this(), token = m_metricsTasks.token()](const QString &reason) {
        const auto self = weak.lock();
        if (!self || token.stop_requested())
            return;
        self->markGap();
        Q_EMIT self->metricsGap(reason);
    };
    m_metricsTasks.run(m_sandbox->metrics().watch(onSample, onGap, m_metricsTasks.token()), [this](Result<Done> result) {
        m_samplingMetrics = false;
        markGap();
        if (!result)
            Q_EMIT metricsGap(result.error().message);
        m_metricsRetry.start(MetricsPause);
    });
}

SessionRegistry::SessionRegistry(SandboxStore *store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{
}

SessionRegistry::~SessionRegistry()
{
    // Those let go wait for an event loop to be deleted, and at the end of the program there is none any more.
    for (const QPointer<SandboxSession> &session : std::as_const(m_made)) {
        if (session)
            QCoreApplication::sendPostedEvents(session.data(), QEvent::DeferredDelete);
    }
}

std::shared_ptr<SandboxSession> SessionRegistry::session(const QString &sandboxId)
{
    const SandboxRecord *record = m_store->find(sandboxId);
    if (!record)
        return existing(sandboxId);
    return session(record->connectionId, sandboxId);
}

std::shared_ptr<SandboxSession> SessionRegistry::session(const QString &connectionId, const QString &sandboxId)
{
    if (std::shared_ptr<SandboxSession> known = existing(sandboxId))
        return known;
    m_sessions.removeIf([](const auto &entry) { return entry.value().expired(); });
    // The last holder may let go inside one of its signals.
    std::shared_ptr<SandboxSession> made(new SandboxSession(sandboxId, connectionId, m_store), [](SandboxSession *session) {
        session->close();
        session->deleteLater();
    });
    m_sessions.insert(sandboxId, made);
    m_made.removeIf([](const QPointer<SandboxSession> &session) { return session.isNull(); });
    m_made.append(made.get());
    connect(made.get(), &SandboxSession::contextsChanged, this, [this, sandboxId]() { Q_EMIT contextsChanged(sandboxId); });
    made->follow();
    Q_EMIT sessionAdded(made);
    return made;
}

std::shared_ptr<SandboxSession> SessionRegistry::existing(const QString &sandboxId) const
{
    return m_sessions.value(sandboxId).lock();
}

QList<std::shared_ptr<SandboxSession>> SessionRegistry::sessions() const
{
    QList<std::shared_ptr<SandboxSession>> alive;
    for (const std::weak_ptr<SandboxSession> &weak : m_sessions) {
        if (std::shared_ptr<SandboxSession> session = weak.lock())
            alive << session;
    }
    return alive;
}

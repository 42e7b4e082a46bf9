// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/sandboxpool.h>

#include "client.h"

#include <QDeadlineTimer>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

using std::chrono::milliseconds;
using Box = std::shared_ptr<Sandbox>;

struct SandboxPool::Private : std::enable_shared_from_this<SandboxPool::Private>
{
    struct Idle
    {
        Box sandbox;
        QDateTime expiresAt;
    };

    ConnectionConfig config;
    SandboxPoolOptions options;
    std::shared_ptr<AdapterFactory> factory;
    std::shared_ptr<Transport> transport = Transport::ofThisThread();
    QList<Idle> idle; ///< The oldest first.
    bool running = false;
    bool draining = false;
    int warming = 0;
    int acquiring = 0;
    int failures = 0;
    std::optional<Error> lastError;
    QDeadlineTimer nextTry; ///< Of a degraded pool.
    QTimer timer;
    std::stop_source stop; ///< Of what warms up.
    std::function<void()> changed;
    bool changeQueued = false;

    /// Otherwise a sandbox of a short lifetime would be too old as soon as it is ready.
    milliseconds minimumRemaining() const { return std::min(options.minimumRemaining, milliseconds(options.idleTimeout) / 2); }
    bool isDegraded() const { return failures >= qMax(1, options.degradedThreshold); }
    void start();
    void end();
    void reconcile();
    void failed(const Error &error);
    void tell();

    using Shared = std::shared_ptr<Private>;
    static QCoro::Task<> warm(Shared d, std::stop_token token);
    static QCoro::Task<> discard(Box sandbox);
    static Task<Box> make(Shared d, std::optional<std::chrono::seconds> lifetime, std::stop_token token);
    static Task<Box> acquire(Shared d, AcquireOptions options, std::stop_token token);
    static Task<Box> take(Shared d, AcquireOptions options, std::stop_token token);
    static Task<int> release(Shared d);
    static Task<Done> shutdown(Shared d, bool graceful);
};

void SandboxPool::Private::tell()
{
    if (!changed || std::exchange(changeQueued, true))
        return;
    QMetaObject::invokeMethod(transport->context(), [self = weak_from_this()] {
        if (const auto d = self.lock()) {
            d->changeQueued = false;
            if (d->changed)
                d->changed();
        }
    }, Qt::QueuedConnection);
}

void SandboxPool::Private::start()
{
    if (running)
        return;
    running = true;
    draining = false;
    failures = 0;
    stop = std::stop_source();
    timer.setSingleShot(true);
    timer.callOnTimeout([this] { reconcile(); });
    reconcile();
}

void SandboxPool::Private::end()
{
    running = false;
    draining = false;
    timer.stop();
    timer.disconnect();
    stop.request_stop();
}

void SandboxPool::Private::reconcile()
{
    if (!running || draining)
        return;
    const QDateTime limit = QDateTime::currentDateTimeUtc().addMSecs(minimumRemaining().count());
    for (qsizetype i = idle.size() - 1; i >= 0; --i) {
        if (idle.at(i).expiresAt <= limit)
            auto expiring = discard(idle.takeAt(i).sandbox);
    }
    while (idle.size() > options.maxIdle)
        auto excess = discard(idle.takeFirst().sandbox);
    int concurrency = options.warmupConcurrency > 0 ? options.warmupConcurrency : qMax(1, (options.maxIdle + 4) / 5);
    milliseconds next = options.reconcileInterval;
    if (isDegraded()) {
        concurrency = nextTry.hasExpired() ? 1 : 0;
        if (!nextTry.hasExpired())
            next = qMin(next, milliseconds(nextTry.remainingTime()) + milliseconds(1));
    }
    while (idle.size() + warming < options.maxIdle && warming < concurrency) {
        ++warming;
        auto warmUp = warm(shared_from_this(), stop.get_token());
    }
    timer.start(next);
    tell();
}

void SandboxPool::Private::failed(const Error &error)
{
    ++failures;
    lastError = error;
    if (isDegraded()) {
        const int doublings = qMin(failures - qMax(1, options.degradedThreshold), 30);
        const double pause = double(options.backoff.count()) * double(qint64(1) << doublings);
        nextTry.setRemainingTime(milliseconds(qint64(qMin(pause, double(options.maximumBackoff.count())))));
    }
}

QCoro::Task<> SandboxPool::Private::discard(Box sandbox)
{
    const Background background(Transport::ofThisThread());
    auto kill = sandbox->kill();
    co_await kill;
}

/// A new sandbox, prepared.
Task<Box> SandboxPool::Private::make(Shared d, std::optional<std::chrono::seconds> lifetime, std::stop_token token)
{
    CreateOptions creation = d->options.creation;
    creation.timeout = lifetime;
    ConnectOptions how;
    how.readyTimeout = creation.readyTimeout;
    how.readyPollInterval = creation.readyPollInterval;
    how.skipHealthCheck = creation.skipHealthCheck;
    how.healthCheck = d->options.healthCheck;
    auto create = Sandbox::create(d->config, creation, how, token, d->factory);
    Result<Box> sandbox = co_await create;
    if (!sandbox || !d->options.preparer)
        co_return sandbox;
    auto prepare = d->options.preparer(*sandbox);
    const Result<Done> prepared = co_await prepare;
    if (prepared)
        co_return sandbox;
    auto discarding = discard(*sandbox);
    co_return std::unexpected(prepared.error());
}

QCoro::Task<> SandboxPool::Private::warm(Shared d, std::stop_token token)
{
    const QDateTime expiresAt = QDateTime::currentDateTimeUtc().addSecs(d->options.idleTimeout.count());
    auto making = make(d, d->options.idleTimeout, token);
    const Result<Box> sandbox = co_await making;
    --d->warming;
    const bool late = expiresAt <= QDateTime::currentDateTimeUtc().addMSecs(d->minimumRemaining().count());
    if (sandbox && late && !token.stop_requested()) {
        auto unusable = discard(*sandbox);
        d->failed({ Error::Kind::NotReady, 0, u"POOL_TOO_SLOW"_s, u"A sandbox became ready so late that half of its lifetime was over."_s, {} });
    } else if (sandbox) {
        d->failures = 0;
        d->lastError.reset();
        if (token.stop_requested() || d->idle.size() >= d->options.maxIdle)
            auto unwanted = discard(*sandbox);
        else
            d->idle << Idle { *sandbox, expiresAt };
    } else if (sandbox.error().kind != Error::Kind::Cancelled) {
        d->failed(sandbox.error());
    }
    // Not at once: a server that refuses at once would be asked again and again within one turn.
    NextTurn nextTurn(d->transport->context());
    co_await nextTurn;
    d->reconcile();
    d->tell();
}

Task<Box> SandboxPool::Private::take(Shared d, AcquireOptions options, std::stop_token token)
{
    std::optional<Error> reason;
    while (!d->idle.isEmpty()) {
        const Idle entry = d->idle.takeFirst();
        d->reconcile();
        if (entry.expiresAt <= QDateTime::currentDateTimeUtc().addMSecs(d->minimumRemaining().count())) {
            auto expiring = discard(entry.sandbox);
            continue;
        }
        Result<Done> ready = Done {};
        if (d->options.acquireReadyTimeout.count() > 0) {
            auto wait = entry.sandbox->waitUntilReady(d->options.acquireReadyTimeout, token);
            ready = co_await wait;
        }
        if (token.stop_requested()) {
            if (d->running && !d->draining)
                d->idle.prepend(entry);
            else
                auto late = discard(entry.sandbox);
            co_return std::unexpected(cancelled());
        }
        if (ready && options.timeout) {
            auto renew = entry.sandbox->renew(*options.timeout);
            const Result<QDateTime> renewed = co_await renew;
            if (!renewed) {
                reason = renewed.error();
                auto unusable = discard(entry.sandbox);
                continue;
            }
        } else if (!ready) {
            reason = ready.error();
            auto stale = discard(entry.sandbox);
            continue;
        }
        Result<Box> taken(entry.sandbox);
        co_return taken;
    }
    if (options.whenEmpty == AcquireOptions::WhenEmpty::Fail) {
        const QString why = reason ? reason->message : d->lastError ? d->lastError->message : QString();
        co_return std::unexpected(Error { Error::Kind::NotReady, 0, u"POOL_EMPTY"_s, QString(u"No sandbox of the pool is ready. "_s + why).trimmed(), {} });
    }
    auto making = make(d, options.timeout ? options.timeout : d->options.creation.timeout, token);
    Result<Box> sandbox = co_await making;
    if (!sandbox && sandbox.error().kind != Error::Kind::Cancelled) {
        Error error = sandbox.error();
        error.message = u"The pool could not make a sandbox: "_s + error.message;
        if (!error.code.isEmpty())
            error.message += u" ("_s + error.code + u')';
        error.code = u"POOL_ACQUIRE_FAILED"_s;
        co_return std::unexpected(error);
    }
    co_return sandbox;
}

Task<Box> SandboxPool::Private::acquire(Shared d, AcquireOptions options, std::stop_token token)
{
    if (!d->running || d->draining)
        co_return std::unexpected(Error { Error::Kind::InvalidArgument, 0, u"POOL_NOT_RUNNING"_s, u"The pool is not running: start it first."_s, {} });
    ++d->acquiring;
    d->tell();
    auto taking = take(d, options, token);
    Result<Box> sandbox = co_await taking;
    --d->acquiring;
    d->tell();
    co_return sandbox;
}

Task<int> SandboxPool::Private::release(Shared d)
{
    const QList<Idle> all = std::exchange(d->idle, {});
    d->tell();
    for (const Idle &entry : all) {
        auto kill = entry.sandbox->kill();
        co_await kill;
    }
    d->reconcile();
    co_return int(all.size());
}

Task<Done> SandboxPool::Private::shutdown(Shared d, bool graceful)
{
    if (!d->running)
        co_return Done {};
    d->draining = true;
    d->timer.stop();
    d->stop.request_stop();
    d->tell();
    const QDeadlineTimer deadline(d->options.drainTimeout);
    while (graceful && d->draining && (d->acquiring > 0 || d->warming > 0) && !deadline.hasExpired()) {
        Pause pause(d->transport->context(), milliseconds(20), {});
        co_await pause;
    }
    auto releasing = release(d);
    co_await releasing;
    d->end();
    d->tell();
    co_return Done {};
}

SandboxPool::SandboxPool(ConnectionConfig config, SandboxPoolOptions options, std::shared_ptr<AdapterFactory> factory) : d(std::make_shared<Private>())
{
    d->config = std::move(config);
    d->options = std::move(options);
    d->options.maxIdle = qMax(0, d->options.maxIdle);
    d->factory = std::move(factory);
}

SandboxPool::~SandboxPool()
{
    d->end();
    d->changed = {};
    const QList<Private::Idle> all = std::exchange(d->idle, {});
    for (const Private::Idle &entry : all)
        auto discarding = Private::discard(entry.sandbox);
}

void SandboxPool::start()
{
    d->start();
}

Task<Box> SandboxPool::acquire(AcquireOptions options, std::stop_token stop)
{
    return Private::acquire(d, options, std::move(stop));
}

void SandboxPool::resize(int maxIdle)
{
    d->options.maxIdle = qMax(0, maxIdle);
    d->reconcile();
}

Task<int> SandboxPool::releaseAllIdle()
{
    return Private::release(d);
}

Task<Done> SandboxPool::shutdown(bool graceful)
{
    return Private::shutdown(d, graceful);
}

SandboxPoolSnapshot SandboxPool::snapshot() const
{
    SandboxPoolSnapshot snapshot;
    using State = SandboxPoolSnapshot::State;
    snapshot.state = d->draining ? State::Draining : !d->running ? State::Stopped : d->isDegraded() ? State::Degraded : State::Healthy;
    snapshot.idle = int(d->idle.size());
    snapshot.maxIdle = d->options.maxIdle;
    snapshot.warming = d->warming;
    snapshot.acquiring = d->acquiring;
    snapshot.failures = d->failures;
    snapshot.lastError = d->lastError;
    if (snapshot.state == State::Degraded)
        snapshot.backoff = milliseconds(qMax<qint64>(0, d->nextTry.remainingTime()));
    return snapshot;
}

QList<IdleSandbox> SandboxPool::idleEntries() const
{
    QList<IdleSandbox> entries;
    for (const Private::Idle &entry : std::as_const(d->idle))
        entries << IdleSandbox { entry.sandbox->id(), entry.expiresAt };
    return entries;
}

void SandboxPool::onChange(std::function<void()> changed)
{
    d->changed = std::move(changed);
}

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/syncservices.h>

#include "syncthread.h"

#include <condition_variable>
#include <mutex>

namespace OpenSandbox {

using Sync::call;

/// Filled by the session's signals in the SDK's thread, read anywhere.
struct PtySessionSync::Private
{
    std::shared_ptr<SyncThread> thread;
    std::shared_ptr<PtySession> session; ///< Used in the SDK's thread only.

    struct Shared
    {
        std::mutex mutex;
        std::condition_variable_any changed;
        QList<std::pair<bool, QByteArray>> output; ///< In the order of arrival; true: standard error.
        QString mode;
        qint64 position = 0;
        PtySession::State state = PtySession::State::Connecting;
        std::optional<int> exitCode;
        Error error;

        bool isOver() const
        {
            return state != PtySession::State::Connecting && state != PtySession::State::Connected && state != PtySession::State::Stalled;
        }
    };
    std::shared_ptr<Shared> shared = std::make_shared<Shared>();

    static std::shared_ptr<PtySession> watched(std::unique_ptr<PtySession> session, const std::shared_ptr<Shared> &shared);
    /// Waits for output and takes all there is.
    Result<QList<std::pair<bool, QByteArray>>> take(std::chrono::milliseconds timeout, std::stop_token stop);
    /// Why it ended.
    Error ending() const;
    void post(std::function<void(PtySession &)> function);
};

std::shared_ptr<PtySession> PtySessionSync::Private::watched(std::unique_ptr<PtySession> session, const std::shared_ptr<Shared> &shared)
{
    PtySession *const source = session.get();
    const auto append = [shared, source](bool isError, const QByteArray &bytes) {
        const std::lock_guard lock(shared->mutex);
        shared->position = source->position();
        if (!shared->output.isEmpty() && shared->output.constLast().first == isError)
            shared->output.last().second += bytes;
        else
            shared->output.emplaceBack(isError, bytes);
        shared->changed.notify_all();
    };
    QObject::connect(source, &PtySession::output, source, [append](const QByteArray &bytes) { append(false, bytes); });
    QObject::connect(source, &PtySession::errorOutput, source, [append](const QByteArray &bytes) { append(true, bytes); });
    QObject::connect(source, &PtySession::replay, source, [shared, append](qint64, const QByteArray &bytes, qint64) {
        {
            const std::lock_guard lock(shared->mutex);
            shared->output.clear();
        }
        append(false, bytes);
    });
    QObject::connect(source, &PtySession::stateChanged, source, [shared, source](PtySession::State state) {
        const std::lock_guard lock(shared->mutex);
        shared->state = state;
        shared->exitCode = source->exitCode();
        shared->mode = source->mode();
        shared->position = source->position();
        shared->error = source->error();
        shared->changed.notify_all();
    });
    return session;
}

Error PtySessionSync::Private::ending() const
{
    if (shared->state == PtySession::State::Failed || shared->state == PtySession::State::TakenOver)
        return shared->error;
    return { Error::Kind::NotReady, 0, QStringLiteral("PTY_ENDED"), QStringLiteral("The terminal has ended."), {} };
}

void PtySessionSync::Private::post(std::function<void(PtySession &)> function)
{
    thread->post([session = session, function = std::move(function)] { function(*session); });
}

PtySessionSync::PtySessionSync(std::shared_ptr<Private> d_) : d(std::move(d_)) { }
PtySessionSync::~PtySessionSync() = default;
PtySessionSync::PtySessionSync(PtySessionSync &&) noexcept = default;
PtySessionSync &PtySessionSync::operator=(PtySessionSync &&) noexcept = default;

Result<QByteArray> PtySessionSync::read(std::chrono::milliseconds timeout, std::stop_token stop)
{
    const auto pieces = d->take(timeout, std::move(stop));
    if (!pieces)
        return std::unexpected(pieces.error());
    QByteArray all;
    for (const auto &[isError, bytes] : *pieces)
        all += bytes;
    return all;
}

Result<PtyOutput> PtySessionSync::readApart(std::chrono::milliseconds timeout, std::stop_token stop)
{
    const auto pieces = d->take(timeout, std::move(stop));
    if (!pieces)
        return std::unexpected(pieces.error());
    PtyOutput apart;
    for (const auto &[isError, bytes] : *pieces)
        (isError ? apart.errorOutput : apart.output) += bytes;
    return apart;
}

auto PtySessionSync::Private::take(std::chrono::milliseconds timeout, std::stop_token stop) -> Result<QList<std::pair<bool, QByteArray>>>
{
    if (const auto refusal = thread->refusal())
        return std::unexpected(*refusal);
    std::unique_lock lock(shared->mutex);
    shared->changed.wait_for(lock, stop, timeout, [this] { return !shared->output.isEmpty() || shared->isOver(); });
    if (!shared->output.isEmpty())
        return std::exchange(shared->output, {});
    if (shared->isOver())
        return std::unexpected(ending());
    return QList<std::pair<bool, QByteArray>>();
}

Result<Done> PtySessionSync::write(QByteArray input)
{
    {
        const std::lock_guard lock(d->shared->mutex);
        if (d->shared->isOver())
            return std::unexpected(d->ending());
    }
    d->post([input = std::move(input)](PtySession &session) { session.write(input); });
    return Done {};
}

Result<Done> PtySessionSync::resize(QSize size)
{
    d->post([size](PtySession &session) { session.resize(size); });
    return Done {};
}

Result<Done> PtySessionSync::sendSignal(QString name)
{
    d->post([name = std::move(name)](PtySession &session) { session.sendSignal(name); });
    return Done {};
}

Result<std::optional<int>> PtySessionSync::waitForExit(std::chrono::milliseconds timeout, std::stop_token stop)
{
    if (const auto refusal = d->thread->refusal())
        return std::unexpected(*refusal);
    std::unique_lock lock(d->shared->mutex);
    d->shared->changed.wait_for(lock, stop, timeout, [this] { return d->shared->isOver(); });
    if (d->shared->state == PtySession::State::Exited)
        return d->shared->exitCode;
    if (d->shared->isOver())
        return std::unexpected(d->ending());
    return std::unexpected(Error { stop.stop_requested() ? Error::Kind::Cancelled : Error::Kind::Timeout, 0, {}, QStringLiteral("The terminal is still running."), {} });
}

PtySession::State PtySessionSync::state() const
{
    const std::lock_guard lock(d->shared->mutex);
    return d->shared->state;
}

QString PtySessionSync::mode() const
{
    const std::lock_guard lock(d->shared->mutex);
    return d->shared->mode;
}

qint64 PtySessionSync::position() const
{
    const std::lock_guard lock(d->shared->mutex);
    return d->shared->position;
}

Error PtySessionSync::error() const
{
    const std::lock_guard lock(d->shared->mutex);
    return d->shared->error;
}

void PtySessionSync::close()
{
    d->post([](PtySession &session) { session.close(); });
}

Result<PtySessionSync> PtySync::attach(QString id, PtyOptions options, std::stop_token stop)
{
    auto d = std::make_shared<PtySessionSync::Private>();
    d->thread = m_thread;
    auto made = Sync::now<std::shared_ptr<PtySession>>(m_thread, [service = m_service, id = std::move(id), options = std::move(options), shared = d->shared] {
        return PtySessionSync::Private::watched(service->attach(id, options), shared);
    });
    if (!made)
        return std::unexpected(made.error());
    d->session = keptIn(m_thread, *std::move(made));
    std::unique_lock lock(d->shared->mutex);
    d->shared->changed.wait(lock, stop, [&d] { return d->shared->state != PtySession::State::Connecting; });
    if (d->shared->state == PtySession::State::Connecting)
        return std::unexpected(Error { Error::Kind::Cancelled, 0, {}, QStringLiteral("Stopped."), {} });
    if (d->shared->isOver() && d->shared->state != PtySession::State::Exited)
        return std::unexpected(d->ending());
    lock.unlock();
    return PtySessionSync(std::move(d));
}

Result<QString> PtySync::create(QString cwd, QString command, std::stop_token stop)
{
    return call(m_thread, m_service, &PtyService::create, std::move(cwd), std::move(command), std::move(stop));
}

Result<PtyStatus> PtySync::status(QString id, std::stop_token stop)
{
    return call(m_thread, m_service, &PtyService::status, std::move(id), std::move(stop));
}

Result<Done> PtySync::remove(QString id, std::stop_token stop)
{
    return call(m_thread, m_service, &PtyService::remove, std::move(id), std::move(stop));
}

} // namespace OpenSandbox

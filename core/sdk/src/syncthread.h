// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "loopthread.h"

#include <opensandbox/services.h>

#include <atomic>
#include <condition_variable>
#include <coroutine>
#include <deque>
#include <mutex>

class QCoreApplication;

namespace OpenSandbox {

/// What a blocked caller has to run itself: its handlers, in order. Ends with finish().
class JobQueue
{
public:
    void push(std::function<void()> job);
    void finish();
    /// Runs jobs until finish() was called and none is left.
    void work();

    /// Notes that so many bytes became jobs; done when those that are still to be worked off are few. In the SDK's thread, of which `resumer` is.
    static QCoro::Task<> pace(std::shared_ptr<JobQueue> queue, QObject *resumer, qint64 bytes);

private:
    struct Ebb;
    bool isShort();
    /// False: it is short already.
    bool whenShort(std::function<void()> then);
    void workedOff(qint64 bytes);

    static constexpr qint64 Most = 4 << 20; ///< Bytes.

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::function<void()>> m_jobs;
    bool m_finished = false;
    bool m_deserted = false; ///< Nobody works any more: a handler threw.
    qint64 m_behind = 0; ///< Bytes that became jobs and are not worked off.
    std::function<void()> m_whenShort;
};

using JobQueuePtr = std::shared_ptr<JobQueue>;

/**
 * The thread that does the work of the blocking calls. One for the process, from the first call of an object of the
 * facade to the end of the last object; making an object never waits, so that the interface's thread may. Where the program has no QCoreApplication it makes one: in the main thread when it is
 * called there, so that one which the program makes later belongs to the same thread.
 */
class SyncThread
{
public:
    static std::shared_ptr<SyncThread> shared();
    ~SyncThread();
    SyncThread(const SyncThread &) = delete;
    SyncThread &operator=(const SyncThread &) = delete;

    /// Why the calling thread must not block here. Where it may, the thread has begun afterwards.
    std::optional<Error> refusal();
    /// What comes before the first call that was not refused is dropped.
    void post(std::function<void()> function);

private:
    SyncThread() = default;
    void begin();

    std::unique_ptr<QCoreApplication> m_application; ///< Made in the main thread.
    std::unique_ptr<LoopThread> m_thread;
    std::atomic<LoopThread *> m_begun = nullptr; ///< The same, once it is there.
};

/// Something that lives in the SDK's thread, held elsewhere: it is destroyed there.
template <typename T>
std::shared_ptr<T> keptIn(const std::shared_ptr<SyncThread> &thread, std::shared_ptr<T> object)
{
    T *const raw = object.get();
    return std::shared_ptr<T>(raw, [thread, object = std::move(object)](T *) mutable { thread->post([last = std::move(object)] {}); });
}

namespace Sync {

template <typename T>
QCoro::Task<> follow(Task<T> task, std::shared_ptr<std::optional<Result<T>>> result, JobQueuePtr queue)
{
    result->emplace(co_await task);
    queue->finish();
}

/// Starts a task in the SDK's thread and waits for its value. `start` gets the queue for handlers.
template <typename T, typename Start>
Result<T> run(const std::shared_ptr<SyncThread> &thread, Start start)
{
    if (const auto refusal = thread->refusal())
        return std::unexpected(*refusal);
    const auto queue = std::make_shared<JobQueue>();
    const auto result = std::make_shared<std::optional<Result<T>>>();
    thread->post([start = std::move(start), queue, result]() mutable { auto following = follow<T>(start(queue), result, queue); });
    queue->work();
    return std::move(**result);
}

/// Calls a method of a service in the SDK's thread.
template <typename T, typename Service, typename... Args>
Result<T> call(const std::shared_ptr<SyncThread> &thread, const std::shared_ptr<Service> &service, Task<T> (Service::*method)(Args...), std::type_identity_t<Args>... args)
{
    if (!service)
        return std::unexpected(Error { Error::Kind::InvalidArgument, 0, {}, QStringLiteral("This object could not be made in this thread."), {} });
    return run<T>(thread, [service, method, ... args = std::move(args)](const JobQueuePtr &) mutable { return ((*service).*method)(std::move(args)...); });
}

/// Runs a function in the SDK's thread and waits for it.
template <typename T, typename Function>
Result<T> now(const std::shared_ptr<SyncThread> &thread, Function function)
{
    if (const auto refusal = thread->refusal())
        return std::unexpected(*refusal);
    const auto queue = std::make_shared<JobQueue>();
    const auto result = std::make_shared<std::optional<Result<T>>>();
    thread->post([function = std::move(function), queue, result]() mutable {
        result->emplace(function());
        queue->finish();
    });
    queue->work();
    return std::move(**result);
}

/// A handler that is run by the caller.
template <typename... Args>
std::function<void(const Args &...)> queued(const JobQueuePtr &queue, std::function<void(const Args &...)> handler)
{
    if (!handler)
        return {};
    return [queue, handler = std::move(handler)](const Args &...args) { queue->push([handler, args...] { handler(args...); }); };
}

/// In the SDK's thread.
Pace paced(const JobQueuePtr &queue);
ExecutionHandlers queued(const JobQueuePtr &queue, const ExecutionHandlers &handlers);
Progress queuedProgress(const JobQueuePtr &queue, Progress progress);

} // namespace Sync

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "syncthread.h"

#include "transport.h"

#include <opensandbox/asynchronous.h>

#include <QCoreApplication>
#include <QScopeGuard>
#include <QThread>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

void JobQueue::push(std::function<void()> job)
{
    const std::lock_guard lock(m_mutex);
    if (m_deserted)
        return;
    m_jobs.push_back(std::move(job));
    m_changed.notify_one();
}

void JobQueue::finish()
{
    const std::lock_guard lock(m_mutex);
    m_finished = true;
    m_changed.notify_one();
}

void JobQueue::work()
{
    const auto desert = qScopeGuard([this] {
        std::unique_lock lock(m_mutex);
        m_deserted = true;
        const auto then = std::exchange(m_whenShort, {});
        lock.unlock();
        if (then)
            then();
    });
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_finished || !m_jobs.empty(); });
        if (m_jobs.empty())
            return;
        const std::function<void()> job = std::move(m_jobs.front());
        m_jobs.pop_front();
        lock.unlock();
        job();
        lock.lock();
    }
}

/// Awaitable: until the queue is short.
struct JobQueue::Ebb
{
    JobQueue &queue;
    QObject *resumer;

    bool await_ready() const { return queue.isShort(); }
    bool await_suspend(std::coroutine_handle<> handle) const
    {
        return queue.whenShort([handle, resumer = resumer] { QMetaObject::invokeMethod(resumer, [handle] { handle.resume(); }, Qt::QueuedConnection); });
    }
    void await_resume() const { }
};

QCoro::Task<> JobQueue::pace(std::shared_ptr<JobQueue> queue, QObject *resumer, qint64 bytes)
{
    {
        const std::lock_guard lock(queue->m_mutex);
        if (queue->m_deserted)
            co_return;
        queue->m_behind += bytes;
    }
    queue->push([working = queue.get(), bytes] { working->workedOff(bytes); });
    Ebb ebb { *queue, resumer };
    co_await ebb;
}

bool JobQueue::isShort()
{
    const std::lock_guard lock(m_mutex);
    return m_deserted || m_behind <= Most;
}

bool JobQueue::whenShort(std::function<void()> then)
{
    const std::lock_guard lock(m_mutex);
    if (m_deserted || m_behind <= Most)
        return false;
    m_whenShort = std::move(then);
    return true;
}

void JobQueue::workedOff(qint64 bytes)
{
    std::unique_lock lock(m_mutex);
    m_behind -= bytes;
    if (m_behind > Most / 2)
        return;
    const auto then = std::exchange(m_whenShort, {});
    lock.unlock();
    if (then)
        then();
}

namespace {

/// The one thread of the process. A new one waits for the end of the last: there must never be two applications, nor one that goes meanwhile.
struct Only
{
    std::mutex mutex;
    std::condition_variable changed;
    std::weak_ptr<SyncThread> current;
    int parts = 0; ///< Of those that have begun: objects and threads that are left.
};

Only &only()
{
    static Only *const one = new Only; // A detached thread may still end when the program does.
    return *one;
}

thread_local bool isSdkThread = false;

void partEnded()
{
    const std::lock_guard lock(only().mutex);
    --only().parts;
    only().changed.notify_all();
}

std::unique_ptr<QCoreApplication> makeApplication()
{
    static int count = 1;
    static char name[] = "opensandbox-sdk";
    static char *arguments[] = { name, nullptr };
    return std::make_unique<QCoreApplication>(count, arguments);
}

bool isMainThread()
{
    return ::gettid() == ::getpid();
}

} // namespace

std::shared_ptr<SyncThread> SyncThread::shared()
{
    Only &one = only();
    const std::lock_guard lock(one.mutex);
    std::shared_ptr<SyncThread> thread = one.current.lock();
    if (!thread) {
        thread.reset(new SyncThread, [](SyncThread *old) {
            const bool begun = old->m_begun != nullptr;
            delete old;
            if (begun)
                partEnded();
        });
        one.current = thread;
    }
    return thread;
}

void SyncThread::begin()
{
    if (m_begun)
        return;
    Only &one = only();
    std::unique_lock lock(one.mutex);
    one.changed.wait(lock, [this, &one] { return one.parts == 0 || m_begun; });
    if (m_begun)
        return;
    if (!QCoreApplication::instance() && isMainThread())
        m_application = makeApplication();
    m_thread = std::make_unique<LoopThread>([] {
        isSdkThread = true;
        std::shared_ptr<QCoreApplication> application(QCoreApplication::instance() ? nullptr : makeApplication());
        return std::shared_ptr<void>(nullptr, [application](void *) mutable {
            application.reset();
            partEnded();
        });
    });
    one.parts += 2;
    m_begun = m_thread.get();
    one.changed.notify_all();
}

SyncThread::~SyncThread()
{
    m_thread.reset();
    // It ends where it was made; and where the program made one beside it, that one is still needed.
    if (m_application && (!isMainThread() || QCoreApplication::instance() != m_application.get()))
        std::ignore = m_application.release();
}

std::optional<Error> SyncThread::refusal()
{
    if (isSdkThread)
        return Error { Error::Kind::InvalidArgument, 0, u"SDK_THREAD"_s,
            u"A blocking call was made from the SDK's own thread, which would wait for itself. Use the asynchronous classes there."_s, {} };
    const QCoreApplication *const application = QCoreApplication::instance();
    if (application && application->inherits("QGuiApplication") && QThread::currentThread() == application->thread())
        return Error { Error::Kind::InvalidArgument, 0, u"GUI_THREAD"_s,
            u"A blocking call was made from the interface's thread, which must not wait. Use the asynchronous classes, or another thread."_s, {} };
    begin();
    return {};
}

void SyncThread::post(std::function<void()> function)
{
    if (LoopThread *thread = m_begun)
        thread->post(std::move(function));
}

Result<Done> Detail::awaitIn(const std::shared_ptr<SyncThread> &thread, std::function<Task<Done>()> start)
{
    return Sync::run<Done>(thread, [start = std::move(start)](const JobQueuePtr &) { return start(); });
}

Pace Sync::paced(const JobQueuePtr &queue)
{
    return [queue, transport = Transport::ofThisThread()](qint64 bytes) { return JobQueue::pace(queue, transport->context(), bytes); };
}

ExecutionHandlers Sync::queued(const JobQueuePtr &queue, const ExecutionHandlers &handlers)
{
    ExecutionHandlers through;
    through.skipAccumulation = handlers.skipAccumulation;
    through.pace = paced(queue);
    through.onInit = queued(queue, handlers.onInit);
    through.onStdout = queued(queue, handlers.onStdout);
    through.onStderr = queued(queue, handlers.onStderr);
    through.onResult = queued(queue, handlers.onResult);
    through.onError = queued(queue, handlers.onError);
    through.onExecutionComplete = queued(queue, handlers.onExecutionComplete);
    through.onInputRequest = queued(queue, handlers.onInputRequest);
    through.runName = handlers.runName;
    through.onEvent = queued(queue, handlers.onEvent);
    return through;
}

Progress Sync::queuedProgress(const JobQueuePtr &queue, Progress progress)
{
    if (!progress)
        return {};
    return [queue, progress = std::move(progress)](qint64 done, qint64 total) { queue->push([progress, done, total] { progress(done, total); }); };
}

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "syncthread.h"

#include <opensandbox/asynchronous.h>

#include <QCoreApplication>
#include <QThread>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

void JobQueue::push(std::function<void()> job)
{
    const std::lock_guard lock(m_mutex);
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

namespace {

/// The one thread of the process. A new one waits for the end of the last: there must never be two applications, nor one that goes meanwhile.
struct Only
{
    std::mutex mutex;
    std::condition_variable changed;
    std::weak_ptr<SyncThread> current;
    int parts = 0; ///< Of the last one that are left: the object and its thread.
    std::thread::id id; ///< Of that thread.
};

Only &only()
{
    static Only *const one = new Only; // A detached thread may still end when the program does.
    return *one;
}

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
    std::unique_lock lock(one.mutex);
    // In the thread itself it would wait for its own end; its blocking calls are refused anyway.
    if (one.id != std::this_thread::get_id())
        one.changed.wait(lock, [&one] { return one.parts == 0 || !one.current.expired(); });
    std::shared_ptr<SyncThread> thread = one.current.lock();
    if (!thread) {
        thread.reset(new SyncThread, [](SyncThread *old) {
            delete old;
            partEnded();
        });
        one.current = thread;
        one.parts += 2;
        one.id = thread->m_thread->id();
    }
    return thread;
}

SyncThread::SyncThread()
{
    if (!QCoreApplication::instance() && isMainThread())
        m_application = makeApplication();
    m_thread = std::make_unique<LoopThread>([] {
        std::shared_ptr<QCoreApplication> application(QCoreApplication::instance() ? nullptr : makeApplication());
        return std::shared_ptr<void>(nullptr, [application](void *) mutable {
            application.reset();
            partEnded();
        });
    });
}

SyncThread::~SyncThread()
{
    m_thread.reset();
    // It ends where it was made; and where the program made one beside it, that one is still needed.
    if (m_application && (!isMainThread() || QCoreApplication::instance() != m_application.get()))
        std::ignore = m_application.release();
}

std::optional<Error> SyncThread::refusal() const
{
    if (m_thread->isCurrent())
        return Error { Error::Kind::InvalidArgument, 0, u"SDK_THREAD"_s,
            u"A blocking call was made from the SDK's own thread, which would wait for itself. Use the asynchronous classes there."_s, {} };
    const QCoreApplication *const application = QCoreApplication::instance();
    if (application && application->inherits("QGuiApplication") && QThread::currentThread() == application->thread())
        return Error { Error::Kind::InvalidArgument, 0, u"GUI_THREAD"_s,
            u"A blocking call was made from the interface's thread, which must not wait. Use the asynchronous classes, or another thread."_s, {} };
    return {};
}

Result<Done> Detail::awaitIn(const std::shared_ptr<SyncThread> &thread, std::function<Task<Done>()> start)
{
    return Sync::run<Done>(thread, [start = std::move(start)](const JobQueuePtr &) { return start(); });
}

ExecutionHandlers Sync::queued(const JobQueuePtr &queue, const ExecutionHandlers &handlers)
{
    ExecutionHandlers through;
    through.skipAccumulation = handlers.skipAccumulation;
    through.onInit = queued(queue, handlers.onInit);
    through.onStdout = queued(queue, handlers.onStdout);
    through.onStderr = queued(queue, handlers.onStderr);
    through.onResult = queued(queue, handlers.onResult);
    through.onError = queued(queue, handlers.onError);
    through.onExecutionComplete = queued(queue, handlers.onExecutionComplete);
    through.onInputRequest = queued(queue, handlers.onInputRequest);
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

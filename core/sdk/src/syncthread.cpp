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

std::shared_ptr<SyncThread> SyncThread::shared()
{
    static std::mutex mutex;
    static std::weak_ptr<SyncThread> current;
    const std::lock_guard lock(mutex);
    std::shared_ptr<SyncThread> thread = current.lock();
    if (!thread) {
        thread.reset(new SyncThread);
        current = thread;
    }
    return thread;
}

namespace {

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

SyncThread::SyncThread()
{
    if (!QCoreApplication::instance() && isMainThread())
        m_application = makeApplication();
    m_thread = std::make_unique<LoopThread>([] { return QCoreApplication::instance() ? std::shared_ptr<QCoreApplication>() : std::shared_ptr<QCoreApplication>(makeApplication()); });
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

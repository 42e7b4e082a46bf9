// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "loopthread.h"

#include "transport.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>

#include <future>
#include <mutex>

#ifdef Q_OS_LINUX
#include <sched.h>
#endif

using namespace std::chrono_literals;

namespace OpenSandbox {

namespace {

/**
 * QNetworkAccessManager has a thread of its own and asks this one for each 16 KiB of a body, one piece at a time: the
 * two take turns and never work side by side. On two CPUs each turn wakes one that sleeps, which costs more than the
 * piece itself; on one it is a mere switch. So both stay on one: what starts in this thread inherits that, nothing
 * else does. It is the last of those that the process may use, because interrupts and sandboxes of the local runtime
 * get the first ones. As a batch thread each finishes its turn, instead of being interrupted by the other one that it
 * has just woken.
 */
std::shared_ptr<void> stayOnOneCpu()
{
#ifdef Q_OS_LINUX
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        int last = CPU_SETSIZE - 1;
        while (last > 0 && !CPU_ISSET(last, &allowed))
            --last;
        CPU_ZERO(&allowed);
        CPU_SET(last, &allowed);
        sched_setaffinity(0, sizeof allowed, &allowed);
    }
    const sched_param none {};
    sched_setscheduler(0, SCHED_BATCH, &none);
#endif
    return {};
}

std::shared_ptr<LoopThread> shared(std::mutex &mutex, std::weak_ptr<LoopThread> &current, std::function<std::shared_ptr<void>()> begin)
{
    const std::lock_guard lock(mutex);
    std::shared_ptr<LoopThread> thread = current.lock();
    if (!thread) {
        thread = std::make_shared<LoopThread>(std::move(begin));
        current = thread;
    }
    return thread;
}

} // namespace

LoopThread::LoopThread(std::function<std::shared_ptr<void>()> begin)
{
    std::promise<std::pair<QObject *, QEventLoop *>> ready;
    auto made = ready.get_future();
    m_thread = std::thread([ready = std::move(ready), begin = std::move(begin)]() mutable {
        const std::shared_ptr<void> kept = begin ? begin() : nullptr;
        {
            QObject context;
            QEventLoop loop;
            auto transport = Transport::ofThisThread();
            ready.set_value({ &context, &loop });
            loop.exec();
            // What nobody waits for, but would be missed.
            const QDeadlineTimer patience(30s);
            while (transport->background > 0 && !patience.hasExpired())
                loop.processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 100);
            transport.reset();
            for (int i = 0; i < 8; ++i) { // Destroying one thing may post the end of another.
                QCoreApplication::sendPostedEvents();
                QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            }
        }
    });
    std::tie(m_context, m_loop) = made.get();
}

LoopThread::~LoopThread()
{
    post([loop = m_loop] { loop->quit(); });
    if (isCurrent())
        m_thread.detach(); // The last owner went in a handler or with a task: it ends by itself.
    else
        m_thread.join();
}

std::shared_ptr<LoopThread> LoopThread::ofTransfers()
{
    static std::mutex mutex;
    static std::weak_ptr<LoopThread> current;
    return shared(mutex, current, {});
}

std::shared_ptr<LoopThread> LoopThread::ofUploads()
{
    static std::mutex mutex;
    static std::weak_ptr<LoopThread> current;
    return shared(mutex, current, stayOnOneCpu);
}

void LoopThread::post(std::function<void()> function)
{
    QMetaObject::invokeMethod(m_context, std::move(function), Qt::QueuedConnection);
}

} // namespace OpenSandbox

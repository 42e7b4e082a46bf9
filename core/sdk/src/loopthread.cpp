// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "loopthread.h"

#include "transport.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>

#include <future>
#include <mutex>

using namespace std::chrono_literals;

namespace OpenSandbox {

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
    const std::lock_guard lock(mutex);
    std::shared_ptr<LoopThread> thread = current.lock();
    if (!thread) {
        thread = std::make_shared<LoopThread>();
        current = thread;
    }
    return thread;
}

void LoopThread::post(std::function<void()> function)
{
    QMetaObject::invokeMethod(m_context, std::move(function), Qt::QueuedConnection);
}

} // namespace OpenSandbox

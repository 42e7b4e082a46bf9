// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "faultserver.h"

#include <QThread>

#include <condition_variable>
#include <mutex>
#include <set>

/// A FaultServer that works while the test's own thread is blocked.
class ServerThread
{
public:
    ServerThread()
    {
        m_context.moveToThread(&m_thread);
        m_thread.start();
        with([this] {
            m_server = std::make_unique<FaultServer>();
            QObject::connect(m_server.get(), &FaultServer::requestReceived, m_server.get(), [this] {
                const Received last = m_server->received().constLast();
                const std::lock_guard lock(m_mutex);
                m_asked.emplace(last.method, last.path());
                m_changed.notify_all();
            });
        });
    }
    ~ServerThread()
    {
        with([this] { m_server.reset(); });
        m_thread.quit();
        m_thread.wait();
    }

    /// Runs this in the server's thread.
    void with(const std::function<void()> &function) { QMetaObject::invokeMethod(&m_context, function, Qt::BlockingQueuedConnection); }
    /// Blocks until this has been asked for.
    void waitForRequest(const QByteArray &method, const QByteArray &path)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_asked.contains({ method, path }); });
    }
    FaultServer &server() { return *m_server; }
    QString address() const { return m_server->address(); }
    int count(const QByteArray &method, const QByteArray &path)
    {
        int count = 0;
        with([&] { count = m_server->count(method, path); });
        return count;
    }

private:
    QThread m_thread;
    QObject m_context;
    std::unique_ptr<FaultServer> m_server;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::set<std::pair<QByteArray, QByteArray>> m_asked; ///< Method and path.
};

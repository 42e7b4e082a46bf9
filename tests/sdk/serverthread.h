// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "faultserver.h"

#include <QThread>

/// A FaultServer that works while the test's own thread is blocked.
class ServerThread
{
public:
    ServerThread()
    {
        m_context.moveToThread(&m_thread);
        m_thread.start();
        with([this] { m_server = std::make_unique<FaultServer>(); });
    }
    ~ServerThread()
    {
        with([this] { m_server.reset(); });
        m_thread.quit();
        m_thread.wait();
    }

    /// Runs this in the server's thread.
    void with(const std::function<void()> &function) { QMetaObject::invokeMethod(&m_context, function, Qt::BlockingQueuedConnection); }
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
};

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QNetworkAccessManager>
#include <QObject>

#include <coroutine>
#include <memory>
#include <stop_token>

namespace OpenSandbox {

/**
 * The network managers of one thread, shared by everything of the SDK in it. Three of them, so that no
 * kind of call waits in another's queue:
 *  - Read: short GETs over kept-alive connections. They may be repeated, by Qt and by us.
 *  - Change: POST, PUT, PATCH, DELETE. Each has a connection of its own (`Connection: close`): on a reused
 *    one, a server closing it at the same moment cannot be told from one that took the request and died.
 *  - Stream: runs, metrics and transfers of any length.
 * HTTP/1.1 only: Qt goes on using one dead HTTP/2 connection after a change of network.
 */
class Transport
{
public:
    enum class Role { Read, Change, Stream };

    static std::shared_ptr<Transport> ofThisThread();
    Transport();
    ~Transport();
    Transport(const Transport &) = delete;
    Transport &operator=(const Transport &) = delete;

    std::shared_ptr<QNetworkAccessManager> manager(Role role);
    /// Counts timeouts and answers: after two timeouts in a row new calls get fresh connections.
    void noteTimeout();
    void noteAnswer() { m_timeoutsInARow = 0; }

    int activeReads = 0; ///< Reads under way; a wait in Qt's queue is possible only beyond MaximumConnections.

    /// Lives in the thread: coroutines are resumed through it.
    QObject *context() const { return m_context.get(); }

    static constexpr int MaximumConnections = 64; ///< To one host and port.
    static constexpr int MaximumStreams = 256;

private:
    std::unique_ptr<QObject> m_context;
    std::shared_ptr<QNetworkAccessManager> m_managers[3];
    int m_timeoutsInARow = 0;
};

/// Awaitable: goes on in the next turn of the event loop, so that input and painting come between.
class NextTurn
{
public:
    explicit NextTurn(QObject *context) : m_context(context) { }
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> handle);
    void await_resume() const noexcept { }

private:
    QObject *m_context;
};

/// Awaitable: goes on after a time, or soon after the stop was requested.
class Pause
{
public:
    Pause(QObject *context, std::chrono::milliseconds time, std::stop_token stop) : m_context(context), m_time(time), m_stop(std::move(stop)) { }
    bool await_ready() const noexcept { return m_time.count() <= 0 || m_stop.stop_requested(); }
    void await_suspend(std::coroutine_handle<> handle);
    void await_resume() const noexcept { }

private:
    QObject *m_context;
    std::chrono::milliseconds m_time;
    std::stop_token m_stop;
};

} // namespace OpenSandbox

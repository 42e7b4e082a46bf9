// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QNetworkAccessManager>
#include <QNetworkRequest>
#include <QObject>

#include <chrono>
#include <coroutine>
#include <memory>
#include <stop_token>

namespace OpenSandbox {

class LoopThread;
class Network;
class NetworkAccess;

/**
 * What all calls of the SDK in one thread share. All HTTP goes through QNetworkAccessManager. There are
 * three kinds of call, so that none waits for another and nothing is done twice:
 *  - Read: short GETs over kept-alive connections of one manager. They may be repeated, by Qt and by us.
 *  - Change: POST, PUT, PATCH, DELETE. Each has a manager, so a connection, of its own: on a reused one,
 *    a server that closes it at the same moment cannot be told from one that took the request and died.
 *  - Stream: runs, metrics and transfers of any length; a manager of its own, too.
 * HTTP/1.1 only: Qt goes on using one dead HTTP/2 connection after a change of network.
 *
 * What Qt 6.8 does by itself and must not:
 *  - It sends a request up to three times more when its connection breaks before the answer, whatever the
 *    verb, custom ones included. For that it rewinds the body, which RequestBody refuses.
 *  - Without a proxy it reads from an unbuffered socket, a byte at a time in the heads of chunks. An end
 *    of the connection met there is lost, and the answer never finishes; a reset may make it send a request
 *    again whose answer has begun. The proxy factory of Network makes it buffer, which cures both.
 * What it cannot do: give access to the socket. Keep-alive probes come in the system's own time, so a peer
 * that vanished without a word is noticed by the time limits of calls, but on a stream only after hours; a
 * run's stream that is silent while its server lives is found by Liveness (runstream.cpp).
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

    /// For reads over this network; connections are kept. Null: the application's NetworkAccess made none.
    std::shared_ptr<QNetworkAccessManager> reads(const Network &network);
    /// For one change or stream. Null: as above.
    static std::shared_ptr<QNetworkAccessManager> single(const Network &network);
    static QNetworkRequest prepared(QNetworkRequest request, const Network &network);
    /// Counts timeouts and answers: after two timeouts in a row new reads get fresh connections.
    void noteTimeout();
    void noteAnswer() { m_timeoutsInARow = 0; }

    /// Where the local files of this thread's transfers are read and written.
    std::shared_ptr<LoopThread> transfers();
    /// The same for those that send: these have a thread of their own.
    std::shared_ptr<LoopThread> uploads();

    int background = 0; ///< Calls that nobody waits for and that must be finished all the same.
    int activeReads = 0; ///< A wait in Qt's queue is possible only beyond ConnectionTuning::readsPerHost.
    /// Of a run's stream, where execd sends something every 3 s, or of a transfer. After it, execd is asked for a sign of life.
    std::chrono::milliseconds silence { 30'000 };

    /// Lives in the thread: coroutines are resumed through it.
    QObject *context() const { return m_context.get(); }

private:
    std::unique_ptr<QObject> m_context;
    struct Reads
    {
        std::shared_ptr<NetworkAccess> access; ///< Kept, because its address is part of the key.
        std::shared_ptr<QNetworkAccessManager> manager;
    };
    QHash<QByteArray, Reads> m_reads; ///< By the network's key.
    int m_timeoutsInARow = 0;
    std::shared_ptr<LoopThread> m_transfers; ///< From the first of them on.
    std::shared_ptr<LoopThread> m_uploads; ///< The same.
};

/// Held by work that nobody waits for: the thread must not end before it.
class Background
{
public:
    explicit Background(std::shared_ptr<Transport> transport) : m_transport(std::move(transport)) { ++m_transport->background; }
    ~Background() { --m_transport->background; }
    Background(const Background &) = delete;
    Background &operator=(const Background &) = delete;

private:
    std::shared_ptr<Transport> m_transport;
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

/// Awaitable: goes on in the thread of `context`, after `work` was done in the thread pool. Whoever awaits keeps `context` alive.
class InPool
{
public:
    InPool(QObject *context, std::function<void()> work) : m_context(context), m_work(std::move(work)) { }
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> handle);
    void await_resume() const noexcept { }

private:
    QObject *m_context;
    std::function<void()> m_work;
};

/// Awaitable: goes on after a time, or soon after one of the stops was requested.
class Pause
{
public:
    Pause(QObject *context, std::chrono::milliseconds time, std::stop_token stop, std::stop_token closed = {})
        : m_context(context), m_time(time), m_stop(std::move(stop)), m_closed(std::move(closed))
    {
    }
    bool await_ready() const noexcept { return m_time.count() <= 0 || m_stop.stop_requested() || m_closed.stop_requested(); }
    void await_suspend(std::coroutine_handle<> handle);
    void await_resume() const noexcept { }

private:
    QObject *m_context;
    std::chrono::milliseconds m_time;
    std::stop_token m_stop;
    std::stop_token m_closed;
};

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace Runtime::Http {

// A response body written while it comes into being. What is pushed within about 5 ms goes out as one
// HTTP chunk; the first piece after a pause goes at once.
class StreamWriter : public std::enable_shared_from_this<StreamWriter>
{
public:
    using Socket = boost::asio::generic::stream_protocol::socket;
    static constexpr std::size_t capacity = 1 << 20;

    StreamWriter(Socket &socket, std::string head, bool chunked);

    // Queues without waiting, for producers in callbacks. Never refuses an open stream: a producer
    // that can wait looks at isFull() and awaits room(). False when the client is gone.
    bool push(std::string_view bytes);
    // Queues and then waits until the queue is below its capacity. False when the client is gone.
    boost::asio::awaitable<bool> write(std::string bytes);
    boost::asio::awaitable<bool> room();
    bool isFull() const { return m_queue.size() >= capacity; }
    std::size_t queued() const { return m_queue.size() + m_writing.size(); }
    // False once the client left or the stream was finished.
    bool isOpen() const { return !m_closed && !m_finishing; }
    bool isClosed() const { return m_closed; }
    // Writes what is queued and the end mark; returns when it is out or the client is gone.
    boost::asio::awaitable<void> finish();

    // --- used by the connection ---
    void start();
    void closed();
    bool failed() const { return m_failed; }
    // The connection waits for this before it touches the socket again.
    boost::asio::awaitable<void> done();
    void setCloseCallback(std::function<void()> callback) { m_onClosed = std::move(callback); }

private:
    static boost::asio::awaitable<void> pump(std::shared_ptr<StreamWriter> self);
    boost::asio::awaitable<bool> writeOut();

    Socket &m_socket;
    boost::asio::steady_timer m_wake;
    boost::asio::steady_timer m_room;
    boost::asio::steady_timer m_done;
    std::chrono::steady_clock::time_point m_lastWrite;
    std::string m_head;
    std::string m_queue;
    std::string m_writing;
    std::function<void()> m_onClosed;
    bool m_chunked;
    bool m_idle = false;
    bool m_finishing = false;
    bool m_closed = false;
    bool m_failed = false;
    bool m_running = false;
};

} // namespace Runtime::Http

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "http/streamwriter.h"

#include <array>
#include <charconv>

namespace Runtime::Http {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {
constexpr auto coalesce = 5ms;
constexpr std::size_t flushSize = 65536;
constexpr auto completion = asio::as_tuple(asio::use_awaitable);
}

StreamWriter::StreamWriter(Socket &socket, std::string head, bool chunked)
    : m_socket(socket)
    , m_wake(socket.get_executor())
    , m_room(socket.get_executor())
    , m_done(socket.get_executor())
    , m_head(std::move(head))
    , m_chunked(chunked)
{
}

void StreamWriter::start()
{
    m_running = true;
    asio::co_spawn(m_socket.get_executor(), pump(shared_from_this()), asio::detached);
}

bool StreamWriter::push(std::string_view bytes)
{
    if (!isOpen())
        return false;
    m_queue.append(bytes);
    if (m_idle || m_queue.size() >= flushSize)
        m_wake.cancel();
    return true;
}

asio::awaitable<bool> StreamWriter::write(std::string bytes)
{
    const auto self = shared_from_this();
    if (!push(bytes))
        co_return false;
    co_return co_await room();
}

asio::awaitable<bool> StreamWriter::room()
{
    const auto self = shared_from_this();
    while (isOpen() && isFull()) {
        m_room.expires_at(asio::steady_timer::time_point::max());
        co_await m_room.async_wait(completion);
    }
    co_return isOpen();
}

asio::awaitable<void> StreamWriter::finish()
{
    const auto self = shared_from_this();
    m_finishing = true;
    m_wake.cancel();
    co_await done();
}

asio::awaitable<void> StreamWriter::done()
{
    const auto self = shared_from_this();
    while (m_running) {
        m_done.expires_at(asio::steady_timer::time_point::max());
        co_await m_done.async_wait(completion);
    }
}

void StreamWriter::closed()
{
    if (m_closed)
        return;
    m_closed = true;
    m_wake.cancel();
    m_room.cancel();
    if (const auto callback = std::exchange(m_onClosed, nullptr))
        callback();
}

asio::awaitable<bool> StreamWriter::writeOut()
{
    m_writing.clear();
    m_writing.swap(m_queue);
    char size[20];
    std::string_view before;
    std::string_view after;
    if (m_chunked && !m_writing.empty()) {
        char *end = std::to_chars(size, size + sizeof size - 2, m_writing.size(), 16).ptr;
        *end++ = '\r';
        *end++ = '\n';
        before = std::string_view(size, end);
        after = "\r\n";
    }
    const std::array<asio::const_buffer, 4> buffers { asio::buffer(m_head), asio::buffer(before),
                                                      asio::buffer(m_writing), asio::buffer(after) };
    const auto [error, written] = co_await asio::async_write(m_socket, buffers, completion);
    m_head.clear();
    m_writing.clear();
    m_lastWrite = std::chrono::steady_clock::now();
    m_room.cancel();
    co_return !error;
}

asio::awaitable<void> StreamWriter::pump(std::shared_ptr<StreamWriter> self)
{
    bool ok = true;
    while (ok && !self->m_closed) {
        const bool nothing = self->m_queue.empty() && self->m_head.empty();
        if (nothing && self->m_finishing)
            break;
        if (nothing) {
            self->m_idle = true;
            self->m_wake.expires_at(asio::steady_timer::time_point::max());
            co_await self->m_wake.async_wait(completion);
            self->m_idle = false;
            continue;
        }
        const auto due = self->m_lastWrite + coalesce;
        if (self->m_queue.size() < flushSize && !self->m_finishing && std::chrono::steady_clock::now() < due) {
            self->m_wake.expires_at(due);
            co_await self->m_wake.async_wait(completion);
            if (self->m_queue.size() < flushSize && !self->m_finishing && std::chrono::steady_clock::now() < due)
                continue;
            if (self->m_closed)
                break;
        }
        ok = co_await self->writeOut();
    }
    if (ok && !self->m_closed && self->m_chunked) {
        const auto [error, written] = co_await asio::async_write(self->m_socket, asio::buffer("0\r\n\r\n", 5), completion);
        ok = !error;
    }
    self->m_failed = !ok || self->m_closed;
    self->m_running = false;
    self->closed();
    self->m_done.cancel();
}

} // namespace Runtime::Http

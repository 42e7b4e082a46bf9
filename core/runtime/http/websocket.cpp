// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "http/websocket.h"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <deque>

namespace Runtime::Http {

namespace asio = boost::asio;
namespace beast = boost::beast;
using namespace std::chrono_literals;

namespace {

constexpr auto completion = asio::as_tuple(asio::use_awaitable);
constexpr auto writeLimit = 10s;
constexpr auto handshakeLimit = 5s;
constexpr auto idleLimit = 60s;
// A client that is not read keeps what it is sent in our memory.
constexpr std::size_t longestQueue = 32u << 20;

class BeastSocket final : public WebSocket, public std::enable_shared_from_this<BeastSocket>
{
public:
    explicit BeastSocket(Socket socket)
        : m_stream(std::move(socket))
        , m_wake(m_stream.get_executor(), asio::steady_timer::time_point::max())
        , m_deadline(m_stream.get_executor())
    {
        beast::websocket::stream_base::timeout timeout {};
        timeout.handshake_timeout = handshakeLimit;
        timeout.idle_timeout = idleLimit;
        timeout.keep_alive_pings = true; // at half of the idle time
        m_stream.set_option(timeout);
        m_stream.read_message_max(longestMessage);
        m_stream.auto_fragment(false);
        m_stream.set_option(beast::websocket::stream_base::decorator(
            [](beast::websocket::response_type &response) { response.erase(beast::http::field::server); }));
    }

    Awaitable<bool> handshake(std::string head)
    {
        const auto [error] = co_await m_stream.async_accept(asio::buffer(head), completion);
        if (error)
            co_return false;
        asio::co_spawn(m_stream.get_executor(), pump(shared_from_this()), asio::detached);
        co_return true;
    }

    Awaitable<std::optional<Message>> read() override
    {
        beast::flat_buffer buffer;
        const auto [error, size] = co_await m_stream.async_read(buffer, completion);
        if (error) {
            m_gone = true;
            m_wake.cancel();
            co_return std::nullopt;
        }
        const auto data = buffer.cdata();
        co_return Message { m_stream.got_text(), std::string(static_cast<const char *>(data.data()), data.size()) };
    }

    void send(bool text, std::string data) override
    {
        if (m_gone || m_closing)
            return;
        if (m_queued + data.size() > longestQueue) {
            close(beast::websocket::close_code::going_away, "too slow", true);
            return;
        }
        m_queued += data.size();
        m_queue.push_back({ text, std::move(data) });
        m_wake.cancel();
    }

    std::size_t queued() const override { return m_queued; }

    void close(std::uint16_t code, std::string reason, bool dropQueued) override
    {
        if (m_gone || m_closing)
            return;
        m_closing = true;
        m_code = code;
        m_reason = std::move(reason);
        if (dropQueued)
            m_queue.clear();
        m_wake.cancel();
    }

private:
    static Awaitable<void> pump(std::shared_ptr<BeastSocket> self)
    {
        while (!self->m_gone) {
            if (self->m_queue.empty()) {
                if (self->m_closing)
                    break;
                self->m_wake.expires_at(asio::steady_timer::time_point::max());
                co_await self->m_wake.async_wait(completion);
                continue;
            }
            const Message message = std::move(self->m_queue.front());
            self->m_queue.pop_front();
            self->m_stream.text(message.text);
            self->armDeadline();
            const auto [error, written] = co_await self->m_stream.async_write(asio::buffer(message.data), completion);
            self->m_deadline.cancel();
            self->m_queued -= std::min(self->m_queued, message.data.size());
            if (error)
                self->m_gone = true;
        }
        if (self->m_closing && !self->m_gone) {
            const beast::websocket::close_reason reason(
                static_cast<beast::websocket::close_code>(self->m_code), self->m_reason);
            co_await self->m_stream.async_close(reason, completion);
        }
        self->m_gone = true;
        self->drop();
    }

    void armDeadline()
    {
        m_deadline.expires_after(writeLimit);
        m_deadline.async_wait([weak = weak_from_this()](const boost::system::error_code &error) {
            const auto self = weak.lock();
            if (!error && self)
                self->drop();
        });
    }

    void drop()
    {
        boost::system::error_code ignored;
        m_stream.next_layer().close(ignored);
    }

    beast::websocket::stream<Socket> m_stream;
    asio::steady_timer m_wake;
    asio::steady_timer m_deadline;
    std::deque<Message> m_queue;
    std::size_t m_queued = 0;
    std::uint16_t m_code = 0;
    std::string m_reason;
    bool m_closing = false;
    bool m_gone = false;
};

} // namespace

Awaitable<std::shared_ptr<WebSocket>> WebSocket::accept(ExchangePtr exchange)
{
    // Frames that came right behind the head have to get into Beast's buffer together with it.
    std::string head = exchange->request().head;
    RawConnection raw = co_await exchange->takeConnection();
    head += raw.extra;
    auto socket = std::make_shared<BeastSocket>(std::move(raw.socket));
    const bool accepted = co_await socket->handshake(std::move(head));
    if (!accepted)
        co_return nullptr;
    co_return socket;
}

} // namespace Runtime::Http

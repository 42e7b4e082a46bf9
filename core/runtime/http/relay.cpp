// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "http/relay.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace Runtime::Http {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr auto completion = asio::as_tuple(asio::use_awaitable);

// Runs op over every header line of a raw head, without its line end.
template<typename Op> void eachLine(std::string_view head, Op op)
{
    std::size_t at = head.find("\r\n");
    while (at != std::string_view::npos) {
        head.remove_prefix(at + 2);
        at = head.find("\r\n");
        if (at == std::string_view::npos || at == 0)
            return;
        op(head.substr(0, at));
    }
}

constexpr std::size_t bufferSize = 65536;
constexpr std::size_t mostPages = 1U << 20; // Asked for at a time; the pipe has places for 128 pieces.
constexpr ssize_t fewPages = 16384;
// What a user may have in pipes without privileges is enough for a hundred of these, and further ones stay small.
constexpr int pipeSize = 1 << 19;

// Where pages are between two sockets.
class Pipe
{
public:
    Pipe()
    {
        if (::pipe2(m_ends.data(), O_NONBLOCK | O_CLOEXEC) != 0)
            m_ends = { -1, -1 };
        else
            ::fcntl(m_ends[0], F_SETPIPE_SZ, pipeSize);
    }
    ~Pipe()
    {
        if (isOpen()) {
            ::close(m_ends[0]);
            ::close(m_ends[1]);
        }
    }
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;

    bool isOpen() const { return m_ends[0] >= 0; }
    ssize_t takeFrom(int socket) { return ::splice(socket, nullptr, m_ends[1], nullptr, mostPages, SPLICE_F_MOVE | SPLICE_F_NONBLOCK); }
    ssize_t giveTo(int socket, std::size_t count) { return ::splice(m_ends[0], nullptr, socket, nullptr, count, SPLICE_F_MOVE | SPLICE_F_NONBLOCK); }

private:
    std::array<int, 2> m_ends { -1, -1 };
};

// When to look again for more from one side. A sender that has some every few microseconds would wake this process
// and the receiver for each, and pay for that itself: it is let fill its socket for a moment. Whoever sends less
// often, or gets answers in between, is served at once. So is a Unix socket: it does not grow, and would soon be full.
class Pace
{
public:
    explicit Pace(Socket &from)
        : m_timer(from.get_executor())
    {
        sockaddr_storage own {};
        socklen_t size = sizeof own;
        m_grows = ::getsockname(from.native_handle(), reinterpret_cast<sockaddr *>(&own), &size) == 0 && own.ss_family != AF_UNIX;
    }

    void took(const Pace &otherWay)
    {
        const auto now = std::chrono::steady_clock::now();
        m_quick = now - m_last < gap && m_answers == otherWay.m_pieces ? m_quick + 1 : 0;
        m_last = now;
        m_answers = otherWay.m_pieces;
        ++m_pieces;
        m_paused = false;
    }
    bool floods() const { return m_grows && m_quick >= 16; }

    // Returns when it is worth while to look again; false when the socket is broken.
    Awaitable<bool> more(Socket &from)
    {
        if (floods() && !std::exchange(m_paused, true)) {
            wakeAt(from, plenty);
            m_timer.expires_after(pause);
            co_await m_timer.async_wait(completion);
            co_return from.is_open();
        }
        wakeAt(from, 1);
        const auto [error] = co_await from.async_wait(asio::socket_base::wait_read, completion);
        co_return !error;
    }

private:
    static constexpr auto gap = 2000us;
    static constexpr auto pause = 1000us;
    static constexpr int plenty = 1 << 19;

    // The kernel tells nobody before so much is there; it makes the room that this takes.
    void wakeAt(Socket &from, int bytes)
    {
        if (std::exchange(m_wakeAt, bytes) != bytes)
            ::setsockopt(from.native_handle(), SOL_SOCKET, SO_RCVLOWAT, &bytes, sizeof bytes);
    }

    asio::steady_timer m_timer;
    std::chrono::steady_clock::time_point m_last;
    std::uint64_t m_pieces = 0;
    std::uint64_t m_answers = 0;
    int m_quick = 0;
    int m_wakeAt = 1;
    bool m_paused = false;
    bool m_grows = false;
};

struct Relay
{
    Relay(Socket from, Socket to)
        : client(std::move(from))
        , backend(std::move(to))
        , ended(client.get_executor())
        , up(client)
        , down(backend)
    {
    }

    Socket client;
    Socket backend;
    asio::steady_timer ended;
    Pace up;
    Pace down;
    int running = 2;
    bool answered = false;

    void closeBoth()
    {
        boost::system::error_code ignored;
        client.close(ignored);
        backend.close(ignored);
    }
};

// Tells a TCP peer at once what was read. On the loopback device a segment holds 64 KiB, and a client that
// writes less at a time (Qt writes 16 KiB) waits for the acknowledgement of each before it sends the next:
// the usual delay of 40 ms would make a large upload crawl. The option holds for one acknowledgement only.
void acknowledge(Socket &socket)
{
    const int on = 1;
    ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
}

// Nothing is lost between two sockets of one machine. Where the machine paces what it sends (BBR), the timers of that
// cost more than the copying; this way of sending is one that every process may choose.
void hurry(Socket &socket)
{
    sockaddr_storage peer {};
    socklen_t size = sizeof peer;
    if (::getpeername(socket.native_handle(), reinterpret_cast<sockaddr *>(&peer), &size) != 0 || peer.ss_family != AF_INET
        || (ntohl(reinterpret_cast<const sockaddr_in &>(peer).sin_addr.s_addr) >> 24) != IN_LOOPBACKNET)
        return;
    constexpr std::string_view way = "reno";
    ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_CONGESTION, way.data(), way.size());
}

bool wouldBlock()
{
    return errno == EAGAIN || errno == EWOULDBLOCK;
}

enum class Passing { Little, Ended, Broken };

// Hands pages from one socket to the other, which spares copying them into this process and out of it. Ends
// as soon as little comes at a time: a pipe for each of thousands of quiet streams would cost too much.
Awaitable<Passing> passPages(Socket &from, Socket &to, Pace &pace, const Pace &otherWay)
{
    Pipe pipe;
    while (pipe.isOpen()) {
        const ssize_t taken = pipe.takeFrom(from.native_handle());
        if (taken < 0 && errno == EINTR)
            continue;
        if (taken < 0 && wouldBlock()) {
            auto waiting = pace.more(from);
            if (!co_await std::move(waiting))
                co_return Passing::Ended;
            continue;
        }
        if (taken == 0)
            co_return Passing::Ended;
        if (taken < 0) // Whatever it is, reading will tell.
            co_return Passing::Little;
        acknowledge(from);
        pace.took(otherWay);
        ssize_t left = taken;
        while (left > 0) {
            const ssize_t given = pipe.giveTo(to.native_handle(), static_cast<std::size_t>(left));
            if (given > 0) {
                left -= given;
            } else if (given < 0 && wouldBlock()) {
                const auto [error] = co_await to.async_wait(asio::socket_base::wait_write, completion);
                if (error)
                    co_return Passing::Broken;
            } else if (given == 0 || errno != EINTR) {
                co_return Passing::Broken;
            }
        }
        if (taken < fewPages)
            co_return Passing::Little;
        co_await asio::post(from.get_executor(), asio::use_awaitable); // The other connections have their turn.
    }
    co_return Passing::Little;
}

// Copies until the end of from, then tells to. False when to cannot be written any more.
Awaitable<bool> copy(Socket &from, Socket &to, Pace &pace, const Pace &otherWay, std::string first)
{
    if (!first.empty()) {
        const auto [error, written] = co_await asio::async_write(to, asio::buffer(first), completion);
        if (error)
            co_return false;
    }
    // Held only while bytes are on their way, so that thousands of idle streams cost next to nothing.
    std::unique_ptr<char[]> buffer;
    while (true) {
        if (!buffer)
            buffer = std::make_unique_for_overwrite<char[]>(bufferSize);
        const ssize_t count = ::recv(from.native_handle(), buffer.get(), bufferSize, MSG_DONTWAIT);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && wouldBlock()) {
            buffer.reset();
            auto waiting = pace.more(from);
            if (!co_await std::move(waiting))
                break;
            continue;
        }
        if (count <= 0)
            break;
        acknowledge(from);
        pace.took(otherWay);
        const auto [error, written] = co_await asio::async_write(to, asio::buffer(buffer.get(), static_cast<std::size_t>(count)), completion);
        if (error)
            co_return false;
        if (static_cast<std::size_t>(count) < bufferSize) {
            if (pace.floods()) {
                auto waiting = pace.more(from);
                if (!co_await std::move(waiting))
                    break;
            }
            continue;
        }
        buffer.reset();
        auto passing = passPages(from, to, pace, otherWay);
        const Passing passed = co_await std::move(passing);
        if (passed == Passing::Broken)
            co_return false;
        if (passed == Passing::Ended)
            break;
    }
    boost::system::error_code ignored;
    to.shutdown(asio::socket_base::shutdown_send, ignored);
    co_return true;
}

Awaitable<void> upload(std::shared_ptr<Relay> state, std::string first)
{
    const bool ok = co_await copy(state->client, state->backend, state->up, state->down, std::move(first));
    if (!ok && !state->answered) {
        // The backend takes no more: its answer, if any, is still on the way to the client. What the
        // client goes on sending is dropped, or the answer would be lost to a reset.
        std::string scrap(bufferSize, '\0');
        while (true) {
            const auto [error, count] = co_await state->client.async_read_some(asio::buffer(scrap), completion);
            if (error)
                break;
        }
    }
    --state->running;
    state->ended.cancel();
}

Awaitable<void> download(std::shared_ptr<Relay> state)
{
    const bool ok = co_await copy(state->backend, state->client, state->down, state->up, {});
    state->answered = true;
    if (!ok)
        state->closeBoth();
    --state->running;
    state->ended.cancel();
}

} // namespace

Awaitable<std::expected<Socket, std::string>> connectUnix(asio::any_io_executor executor, std::string path)
{
    if (path.size() > 107)
        co_return std::unexpected("the socket path is longer than 107 bytes");
    asio::local::stream_protocol::socket socket(executor);
    const asio::local::stream_protocol::endpoint endpoint(path);
    boost::system::error_code opened;
    socket.open(endpoint.protocol(), opened);
    if (opened)
        co_return std::unexpected(opened.message());
    ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
    const auto [error] = co_await socket.async_connect(endpoint, completion);
    if (error)
        co_return std::unexpected(error.message());
    co_return Socket(std::move(socket));
}

Awaitable<std::expected<Socket, std::string>> connectTcp(asio::any_io_executor executor, std::string address,
                                                         std::uint16_t port)
{
    boost::system::error_code failed;
    const auto parsed = asio::ip::make_address(address, failed);
    if (failed)
        co_return std::unexpected(failed.message());
    asio::ip::tcp::socket socket(executor);
    const asio::ip::tcp::endpoint endpoint(parsed, port);
    socket.open(endpoint.protocol(), failed);
    if (failed)
        co_return std::unexpected(failed.message());
    ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
    const auto [error] = co_await socket.async_connect(endpoint, completion);
    if (error)
        co_return std::unexpected(error.message());
    boost::system::error_code ignored;
    socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    co_return Socket(std::move(socket));
}

Awaitable<std::expected<Socket, std::string>> connectTcp(asio::any_io_executor executor, int socket, std::uint16_t port,
                                                         std::chrono::milliseconds limit)
{
    asio::ip::tcp::socket connected(executor);
    boost::system::error_code failed;
    connected.assign(asio::ip::tcp::v4(), socket, failed);
    if (failed) {
        ::close(socket);
        co_return std::unexpected(failed.message());
    }
    asio::steady_timer deadline(executor, limit);
    deadline.async_wait([&connected](const boost::system::error_code &error) {
        boost::system::error_code ignored;
        if (!error)
            connected.cancel(ignored);
    });
    const asio::ip::tcp::endpoint endpoint(asio::ip::address_v4::loopback(), port);
    const auto [error] = co_await connected.async_connect(endpoint, completion);
    deadline.cancel();
    // Its handler refers to the socket: let it run before both are gone.
    co_await asio::post(executor, completion);
    if (error)
        co_return std::unexpected(error.message());
    boost::system::error_code ignored;
    connected.set_option(asio::ip::tcp::no_delay(true), ignored);
    co_return Socket(std::move(connected));
}

bool wantsUpgrade(const Request &request)
{
    if (!request.headers.contains("Upgrade"))
        return false;
    for (const Header &line : request.headers) {
        if (!equalsIgnoringCase(line.name, "Connection"))
            continue;
        std::string_view rest = line.value;
        while (!rest.empty()) {
            std::string_view token = rest.substr(0, rest.find(','));
            rest.remove_prefix(std::min(rest.size(), token.size() + 1));
            while (token.starts_with(' ') || token.starts_with('\t'))
                token.remove_prefix(1);
            while (token.ends_with(' ') || token.ends_with('\t'))
                token.remove_suffix(1);
            if (equalsIgnoringCase(token, "upgrade"))
                return true;
        }
    }
    return false;
}

std::string rewriteHead(const Request &request, std::string_view target, std::span<const std::string_view> dropped,
                        std::string_view added)
{
    const bool upgrade = wantsUpgrade(request);
    std::string out = request.method + ' ';
    out.append(target).append(request.versionMinor == 0 ? " HTTP/1.0\r\n" : " HTTP/1.1\r\n");
    bool keep = true;
    eachLine(request.head, [&](std::string_view line) {
        // A folded line belongs to the one before it.
        if (!line.starts_with(' ') && !line.starts_with('\t')) {
            const std::string_view name = line.substr(0, line.find(':'));
            keep = std::ranges::none_of(dropped, [&](std::string_view drop) { return equalsIgnoringCase(name, drop); });
            if (!upgrade && (equalsIgnoringCase(name, "Connection") || equalsIgnoringCase(name, "Keep-Alive")))
                keep = false;
        }
        if (keep)
            out.append(line).append("\r\n");
    });
    // Last, so that one hop and two leave the lines in the same order.
    out.append(added);
    if (!upgrade)
        out.append("Connection: close\r\n");
    return out.append("\r\n");
}

std::string headForPort(const Request &request, std::string_view target)
{
    return rewriteHead(request, target, std::span(&withheldFromPorts, 1));
}

Awaitable<void> relay(RawConnection client, Socket backend, std::string first)
{
    const auto executor = client.socket.get_executor();
    auto state = std::make_shared<Relay>(std::move(client.socket), std::move(backend));
    // splice() knows no other way of not waiting for a socket.
    boost::system::error_code ignored;
    state->client.native_non_blocking(true, ignored);
    state->backend.native_non_blocking(true, ignored);
    hurry(state->client);
    hurry(state->backend);
    asio::co_spawn(executor, upload(state, std::move(first) + client.extra), asio::detached);
    asio::co_spawn(executor, download(state), asio::detached);
    bool lingering = false;
    while (state->running > 0) {
        if (state->answered && lingering)
            break;
        state->ended.expires_after(state->answered ? std::chrono::steady_clock::duration(2s) : std::chrono::hours(24));
        lingering = state->answered;
        co_await state->ended.async_wait(completion);
    }
    state->closeBoth();
}

} // namespace Runtime::Http

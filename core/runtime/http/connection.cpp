// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "http/connection.h"

#include "log.h"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>

#include <array>
#include <cstring>
#include <sys/sendfile.h>
#include <unistd.h>

namespace Runtime::Http {

namespace asio = boost::asio;
namespace beast = boost::beast;
using namespace std::chrono_literals;

namespace {

constexpr auto completion = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t bufferSize = 65536;
constexpr std::size_t fileBlock = 65536;
constexpr std::uint64_t mostPages = 1U << 20; // Asked for at a time.

} // namespace

class Connection : public std::enable_shared_from_this<Connection>
{
public:
    using Parser = beast::http::request_parser<beast::http::buffer_body>;

    Connection(std::shared_ptr<Server::State> server, Socket socket, std::string peer)
        : m_server(std::move(server))
        , m_socket(std::move(socket))
        , m_deadline(m_socket.get_executor())
        , m_watchEnded(m_socket.get_executor())
        , m_peer(std::move(peer))
    {
        m_buffer.reserve(bufferSize);
    }

    static Awaitable<void> run(std::shared_ptr<Connection> self);
    void abort()
    {
        boost::system::error_code ignored;
        m_socket.close(ignored);
    }

private:
    friend class ServerExchange;

    enum class Head { Complete, Closed, Malformed, TooLarge, TimedOut };
    Awaitable<Head> readHead(Request &request);
    bool bodyDone() const { return m_bodyLeft ? *m_bodyLeft == 0 : m_parser->is_done(); }
    Awaitable<std::size_t> readBodySome(std::span<char> buffer);
    Awaitable<std::size_t> readSizedBodySome(std::span<char> buffer);
    Awaitable<void> serve(ExchangePtr exchange, std::shared_ptr<class ServerExchange> concrete);
    Awaitable<void> refuse(int status);
    Awaitable<void> skipBody();
    Awaitable<void> linger();
    Awaitable<bool> write(std::string text);
    void watch();
    Awaitable<void> stopWatching();
    static Awaitable<void> watchLoop(std::shared_ptr<Connection> self);
    void peerLeft();
    // Cancels what the socket is waiting for when it takes longer.
    void arm(std::chrono::milliseconds time);
    void disarm();

    std::shared_ptr<Server::State> m_server;
    Socket m_socket;
    asio::steady_timer m_deadline;
    asio::steady_timer m_watchEnded;
    asio::cancellation_signal m_stopWatch;
    beast::flat_buffer m_buffer;
    std::optional<Parser> m_parser;
    // What is still to come of a body with a length, which is read past the parser; nothing for one in chunks.
    std::optional<std::uint64_t> m_bodyLeft;
    std::shared_ptr<StreamWriter> m_stream;
    std::function<void()> m_onDisconnect;
    std::string m_peer;
    unsigned m_deadlineRound = 0;
    bool m_timedOut = false;
    bool m_watching = false;
    bool m_peerGone = false;
    bool m_keepAlive = false;
    bool m_continuePending = false;
    bool m_started = false;
    bool m_taken = false;
};

class ServerExchange final : public Exchange
{
public:
    explicit ServerExchange(std::shared_ptr<Connection> connection)
        : m_connection(std::move(connection))
    {
    }

    asio::any_io_executor executor() const override { return m_connection->m_socket.get_executor(); }
    std::optional<std::uint64_t> contentLength() const override
    {
        const auto length = m_connection->m_parser->content_length();
        if (length)
            return *length;
        return m_connection->m_parser->chunked() ? std::nullopt : std::optional<std::uint64_t>(0);
    }
    Awaitable<std::size_t> readSome(std::span<char> buffer) override { return m_connection->readBodySome(buffer); }
    Awaitable<void> send(Response response) override;
    Awaitable<void> sendFile(Response head, int descriptor, std::uint64_t size) override;
    std::shared_ptr<StreamWriter> beginStream(Response head) override;
    Awaitable<RawConnection> takeConnection() override;
    bool started() const override { return m_connection->m_started; }
    void onDisconnect(std::function<void()> callback) override;

private:
    // Adds what every head needs and marks the exchange as answered.
    std::string startHead(Response &response, std::optional<std::uint64_t> length, bool chunked);

    std::shared_ptr<Connection> m_connection;
};

Awaitable<std::string> Exchange::readBody(std::size_t limit)
{
    const auto length = contentLength();
    if (length && *length > limit)
        throw Failure(413, "REQUEST_TOO_LARGE", "the body is longer than " + std::to_string(limit) + " bytes");
    std::string body;
    std::string block(std::min<std::size_t>(bufferSize, limit + 1), '\0');
    while (true) {
        const std::span<char> span(block);
        const std::size_t count = co_await readSome(span);
        if (count == 0)
            co_return body;
        if (body.size() + count > limit)
            throw Failure(413, "REQUEST_TOO_LARGE", "the body is longer than " + std::to_string(limit) + " bytes");
        body.append(block.data(), count);
    }
}

namespace {

// Sends the file's own pages, which spares copying them. False when the connection or the file ended; what
// this kernel or file system cannot do stays to be sent (length > 0).
Awaitable<bool> sendPages(Socket &socket, int descriptor, std::uint64_t &offset, std::uint64_t &length)
{
    boost::system::error_code ignored;
    socket.native_non_blocking(true, ignored);
    while (length > 0) {
        off_t at = static_cast<off_t>(offset);
        const ssize_t count = ::sendfile(socket.native_handle(), descriptor, &at, std::min<std::uint64_t>(length, mostPages));
        if (count > 0) {
            offset += static_cast<std::uint64_t>(count);
            length -= static_cast<std::uint64_t>(count);
            co_await asio::post(socket.get_executor(), asio::use_awaitable); // The other connections have their turn.
        } else if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            const auto [error] = co_await socket.async_wait(asio::socket_base::wait_write, completion);
            if (error)
                co_return false;
        } else if (count < 0 && (errno == EINVAL || errno == ENOSYS)) {
            co_return true;
        } else if (count == 0 || errno != EINTR) {
            co_return false;
        }
    }
    co_return true;
}

} // namespace

// --- ServerExchange -------------------------------------------------------------------------------

std::string ServerExchange::startHead(Response &response, std::optional<std::uint64_t> length, bool chunked)
{
    if (m_connection->m_started)
        throw std::logic_error("the request was answered before");
    if (m_connection->m_server->options.finisher)
        m_connection->m_server->options.finisher(m_request, response);
    m_connection->m_started = true;
    // A body that was not asked for with 100-continue may or may not follow.
    if (m_connection->m_continuePending)
        m_connection->m_keepAlive = false;
    if (length && response.status != 204 && response.status != 304)
        response.headers.set("Content-Length", std::to_string(*length));
    if (chunked)
        response.headers.set("Transfer-Encoding", "chunked");
    if (!m_connection->m_keepAlive)
        response.headers.set("Connection", "close");
    else if (m_request.versionMinor == 0)
        response.headers.set("Connection", "keep-alive");
    return serializeHead(response.status, response.headers) + "\r\n";
}

Awaitable<void> ServerExchange::send(Response response)
{
    std::string text = startHead(response, response.body.size(), false);
    if (m_request.method != "HEAD" && response.status != 204 && response.status != 304)
        text += response.body;
    const bool ok = co_await m_connection->write(std::move(text));
    if (!ok)
        m_connection->m_keepAlive = false;
}

Awaitable<void> ServerExchange::sendFile(Response head, int descriptor, std::uint64_t size)
{
    const ByteRange range = parseRange(m_request.header("Range"), size);
    std::uint64_t offset = 0;
    std::uint64_t length = size;
    if (range.kind == ByteRange::Kind::Unsatisfiable || range.kind == ByteRange::Kind::Malformed) {
        Response refusal = Response::text(416, "invalid range: failed to overlap\n");
        refusal.headers.set("Content-Range", "bytes */" + std::to_string(size));
        co_await send(std::move(refusal));
        co_return;
    }
    if (range.kind == ByteRange::Kind::Part) {
        offset = range.first;
        length = range.length;
        head.status = 206;
        head.headers.set("Content-Range",
                         "bytes " + std::to_string(offset) + '-' + std::to_string(offset + length - 1) + '/'
                             + std::to_string(size));
    } else {
        head.headers.set("Accept-Ranges", "bytes");
    }
    std::string text = startHead(head, length, false);
    if (m_request.method == "HEAD")
        length = 0;
    bool ok = true;
    std::string block(std::min<std::uint64_t>(length, fileBlock), '\0');
    while (ok && (length > 0 || !text.empty())) {
        const std::size_t wanted = std::min<std::uint64_t>(length, block.size());
        const ssize_t count = wanted == 0 ? 0 : ::pread(descriptor, block.data(), wanted, static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR)
            continue;
        // A file that became shorter cannot be completed: only closing tells the client.
        if (count < 0 || (count == 0 && wanted > 0))
            ok = false;
        const std::array<asio::const_buffer, 2> buffers { asio::buffer(text),
                                                          asio::buffer(block.data(), count > 0 ? static_cast<std::size_t>(count) : 0) };
        const auto [error, written] = co_await asio::async_write(m_connection->m_socket, buffers, completion);
        text.clear();
        if (error)
            ok = false;
        if (count > 0) {
            offset += static_cast<std::uint64_t>(count);
            length -= static_cast<std::uint64_t>(count);
        }
        if (ok && length > 0) {
            auto sending = sendPages(m_connection->m_socket, descriptor, offset, length);
            ok = co_await std::move(sending);
        }
    }
    if (!ok)
        m_connection->m_keepAlive = false;
}

std::shared_ptr<StreamWriter> ServerExchange::beginStream(Response head)
{
    const bool chunked = m_request.versionMinor > 0;
    if (!chunked)
        m_connection->m_keepAlive = false;
    std::string text = startHead(head, std::nullopt, chunked);
    auto stream = std::make_shared<StreamWriter>(m_connection->m_socket, std::move(text), chunked);
    m_connection->m_stream = stream;
    stream->start();
    m_connection->watch();
    return stream;
}

Awaitable<RawConnection> ServerExchange::takeConnection()
{
    co_await m_connection->stopWatching();
    m_connection->m_started = true;
    m_connection->m_taken = true;
    const auto data = m_connection->m_buffer.cdata();
    std::string extra(static_cast<const char *>(data.data()), data.size());
    co_return RawConnection { .socket = std::move(m_connection->m_socket), .extra = std::move(extra) };
}

void ServerExchange::onDisconnect(std::function<void()> callback)
{
    m_connection->m_onDisconnect = std::move(callback);
    m_connection->watch();
}

// --- Connection -----------------------------------------------------------------------------------

void Connection::arm(std::chrono::milliseconds time)
{
    const unsigned round = ++m_deadlineRound;
    m_deadline.expires_after(time);
    m_deadline.async_wait([self = shared_from_this(), round](const boost::system::error_code &error) {
        if (error || round != self->m_deadlineRound)
            return;
        self->m_timedOut = true;
        boost::system::error_code ignored;
        self->m_socket.cancel(ignored);
    });
}

void Connection::disarm()
{
    ++m_deadlineRound;
    m_deadline.cancel();
}

Awaitable<Connection::Head> Connection::readHead(Request &request)
{
    m_parser.emplace();
    m_parser->eager(false);
    m_parser->header_limit(static_cast<std::uint32_t>(m_server->options.headLimit));
    m_parser->body_limit(boost::none);
    m_timedOut = false;
    bool waiting = m_buffer.size() == 0;
    arm(waiting ? m_server->options.idleTimeout : m_server->options.headTimeout);
    while (true) {
        if (m_buffer.size() > 0) {
            boost::system::error_code error;
            const auto data = m_buffer.cdata();
            const std::size_t used = m_parser->put(data, error);
            request.head.append(static_cast<const char *>(data.data()), used);
            m_buffer.consume(used);
            if (m_parser->is_header_done())
                break;
            if (error == beast::http::error::header_limit || m_buffer.size() >= m_server->options.headLimit) {
                disarm();
                co_return Head::TooLarge;
            }
            if (error && error != beast::http::error::need_more) {
                disarm();
                co_return Head::Malformed;
            }
        }
        const auto space = m_buffer.prepare(std::max<std::size_t>(bufferSize - m_buffer.size(), 4096));
        const auto [error, count] = co_await m_socket.async_read_some(space, completion);
        if (error) {
            disarm();
            if (m_timedOut)
                co_return waiting ? Head::Closed : Head::TimedOut;
            // A head that breaks off is answered, too: the client may only have closed its sending side.
            co_return waiting || error != asio::error::eof ? Head::Closed : Head::Malformed;
        }
        m_buffer.commit(count);
        if (waiting) {
            waiting = false;
            arm(m_server->options.headTimeout);
        }
    }
    disarm();
    auto &message = m_parser->get();
    request.method = message.method_string();
    request.versionMinor = message.version() >= 11 ? 1 : 0;
    request.peer = m_peer;
    for (const auto &field : message)
        request.headers.add(std::string(field.name_string()), std::string(field.value()));
    setTarget(request, std::string(message.target()));
    m_keepAlive = m_parser->keep_alive();
    m_bodyLeft.reset();
    if (const auto length = m_parser->content_length())
        m_bodyLeft = *length;
    m_continuePending = !bodyDone() && request.versionMinor > 0
        && equalsIgnoringCase(request.headers.find("Expect").value_or(""), "100-continue");
    co_return Head::Complete;
}

Awaitable<std::size_t> Connection::readBodySome(std::span<char> buffer)
{
    if (bodyDone() || buffer.empty())
        co_return 0;
    if (m_continuePending) {
        m_continuePending = false;
        const bool ok = co_await write("HTTP/1.1 100 Continue\r\n\r\n");
        if (!ok)
            throw std::runtime_error("the client left");
    }
    if (m_bodyLeft) {
        auto reading = readSizedBodySome(buffer);
        co_return co_await std::move(reading);
    }
    auto &body = m_parser->get().body();
    while (!m_parser->is_done()) {
        body.data = buffer.data();
        body.size = buffer.size();
        body.more = true;
        m_timedOut = false;
        arm(m_server->options.bodyTimeout);
        const auto [error, count] = co_await beast::http::async_read_some(m_socket, m_buffer, *m_parser, completion);
        disarm();
        const std::size_t got = buffer.size() - body.size;
        if (error && error != beast::http::error::need_buffer) {
            m_keepAlive = false;
            if (m_timedOut)
                throw Failure(408, "REQUEST_TIMEOUT", "the body did not arrive");
            if (error.category() == make_error_code(beast::http::error::bad_chunk).category()
                && error != beast::http::error::partial_message)
                throw Failure(400, "INVALID_REQUEST_BODY", "the body is malformed: " + error.message());
            throw std::runtime_error("the client left");
        }
        if (got > 0)
            co_return got;
    }
    co_return 0;
}

// Straight into the buffer of who wants it; the parser would copy it there.
Awaitable<std::size_t> Connection::readSizedBodySome(std::span<char> buffer)
{
    const std::size_t wanted = std::min<std::uint64_t>(buffer.size(), *m_bodyLeft);
    std::size_t got = std::min(wanted, m_buffer.size());
    if (got > 0) {
        std::memcpy(buffer.data(), m_buffer.cdata().data(), got);
        m_buffer.consume(got);
    } else {
        m_timedOut = false;
        arm(m_server->options.bodyTimeout);
        const auto [error, count] = co_await m_socket.async_read_some(asio::buffer(buffer.data(), wanted), completion);
        disarm();
        if (error) {
            m_keepAlive = false;
            if (m_timedOut)
                throw Failure(408, "REQUEST_TIMEOUT", "the body did not arrive");
            throw std::runtime_error("the client left");
        }
        got = count;
    }
    *m_bodyLeft -= got;
    co_return got;
}

Awaitable<bool> Connection::write(std::string text)
{
    const auto [error, count] = co_await asio::async_write(m_socket, asio::buffer(text), completion);
    co_return !error;
}

void Connection::watch()
{
    if (m_watching || m_peerGone || m_taken)
        return;
    // Bytes of the body are not ours to read here.
    if (!bodyDone())
        return;
    m_watching = true;
    asio::co_spawn(m_socket.get_executor(), watchLoop(shared_from_this()),
                   asio::bind_cancellation_slot(m_stopWatch.slot(), asio::detached));
}

Awaitable<void> Connection::watchLoop(std::shared_ptr<Connection> self)
{
    // A client that sends its next requests early is read up to the size of the buffer.
    while (self->m_buffer.size() < bufferSize) {
        const auto space = self->m_buffer.prepare(bufferSize - self->m_buffer.size());
        const auto [error, count] = co_await self->m_socket.async_read_some(space, completion);
        if (error == asio::error::operation_aborted)
            break;
        if (error) {
            self->peerLeft();
            break;
        }
        self->m_buffer.commit(count);
    }
    self->m_watching = false;
    self->m_watchEnded.cancel();
}

void Connection::peerLeft()
{
    m_peerGone = true;
    m_keepAlive = false;
    if (m_stream)
        m_stream->closed();
    if (const auto callback = std::exchange(m_onDisconnect, nullptr))
        callback();
}

Awaitable<void> Connection::stopWatching()
{
    while (m_watching) {
        m_stopWatch.emit(asio::cancellation_type::all);
        m_watchEnded.expires_after(100ms);
        co_await m_watchEnded.async_wait(completion);
    }
}

Awaitable<void> Connection::refuse(int status)
{
    Response response = Response::text(status, std::string(reasonPhrase(status)) + '\n');
    response.headers.set("Content-Length", std::to_string(response.body.size()));
    response.headers.set("Connection", "close");
    std::string text = serializeHead(status, response.headers) + "\r\n" + response.body;
    const bool ok = co_await write(std::move(text));
    if (ok)
        co_await linger();
}

// Closing with unread bytes would reset the connection and could destroy the answer on its way.
Awaitable<void> Connection::linger()
{
    boost::system::error_code ignored;
    m_socket.shutdown(asio::socket_base::shutdown_send, ignored);
    m_buffer.consume(m_buffer.size());
    arm(2s);
    while (true) {
        const auto [error, count] = co_await m_socket.async_read_some(m_buffer.prepare(bufferSize), completion);
        if (error)
            break;
    }
    disarm();
}

// What the handler left of a body: a little is read away to keep the connection.
Awaitable<void> Connection::skipBody()
{
    std::string scrap(bufferSize, '\0');
    std::size_t skipped = 0;
    try {
        while (skipped < (1U << 20)) {
            const std::size_t count = co_await readBodySome(scrap);
            if (count == 0)
                co_return;
            skipped += count;
        }
    } catch (const std::exception &) {
        m_keepAlive = false;
        co_return;
    }
    m_keepAlive = false;
    co_await linger();
}

Awaitable<void> Connection::serve(ExchangePtr exchange, std::shared_ptr<ServerExchange> concrete)
{
    std::optional<Response> answer;
    try {
        if (m_server->options.filter)
            answer = m_server->options.filter(concrete->request());
        if (!answer) {
            auto handling = m_server->router.route(concrete->request())(exchange);
            co_await std::move(handling);
        }
    } catch (const Failure &failure) {
        answer = failure.response();
    } catch (const std::exception &error) {
        const Request &request = exchange->request();
        if (!m_peerGone)
            log(LogLevel::Warning, request.method + ' ' + request.rawPath + ": " + error.what());
        answer = Response::text(500, "Internal Server Error");
    }
    m_onDisconnect = nullptr;
    if (m_stream) {
        auto finishing = m_stream->finish();
        co_await std::move(finishing);
        if (m_stream->failed())
            m_keepAlive = false;
        m_stream.reset();
    }
    if (m_taken)
        co_return;
    if (!m_started) {
        if (!answer)
            answer = Response::text(500, "Internal Server Error");
        co_await exchange->send(std::move(*answer));
    } else if (answer) {
        // Too late for another answer: an early close tells the client that this one is broken.
        m_keepAlive = false;
    }
}

Awaitable<void> Connection::run(std::shared_ptr<Connection> self)
{
    while (!self->m_server->stopped) {
        auto concrete = std::make_shared<ServerExchange>(self);
        self->m_started = false;
        const Head head = co_await self->readHead(concrete->request());
        if (head == Head::Closed)
            break;
        if (head != Head::Complete) {
            co_await self->refuse(head == Head::TooLarge ? 431 : head == Head::TimedOut ? 408 : 400);
            break;
        }
        co_await self->serve(concrete, concrete);
        if (self->m_taken)
            break;
        co_await self->stopWatching();
        if (!self->bodyDone()) {
            if (self->m_keepAlive)
                co_await self->skipBody();
            else
                co_await self->linger();
        }
        if (!self->m_keepAlive || self->m_peerGone)
            break;
    }
    boost::system::error_code ignored;
    if (!self->m_taken) {
        self->m_socket.shutdown(asio::socket_base::shutdown_both, ignored);
        self->m_socket.close(ignored);
    }
    self->m_server->connections.erase(self);
}

void startConnection(std::shared_ptr<Server::State> server, Socket socket, std::string peer)
{
    const auto executor = socket.get_executor();
    auto connection = std::make_shared<Connection>(server, std::move(socket), std::move(peer));
    server->connections.insert(connection);
    asio::co_spawn(executor, Connection::run(connection), [server, connection](const std::exception_ptr &error) {
        if (!error)
            return;
        connection->abort();
        server->connections.erase(connection);
    });
}

void stopConnections(Server::State &server)
{
    for (const auto &connection : server.connections)
        connection->abort();
}

} // namespace Runtime::Http

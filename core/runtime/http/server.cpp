// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "http/server.h"

#include "http/connection.h"
#include "log.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Runtime::Http {

namespace asio = boost::asio;

namespace {

void closeOnExec(int descriptor)
{
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

std::string peerName(const asio::ip::tcp::socket &socket)
{
    boost::system::error_code error;
    const auto endpoint = socket.remote_endpoint(error);
    return error ? std::string() : endpoint.address().to_string() + ':' + std::to_string(endpoint.port());
}

std::string peerName(const asio::local::stream_protocol::socket &)
{
    return {};
}

void tune(asio::ip::tcp::socket &socket)
{
    boost::system::error_code ignored;
    socket.set_option(asio::ip::tcp::no_delay(true), ignored);
}

void tune(asio::local::stream_protocol::socket &) { }

template<typename Acceptor> Awaitable<void> acceptLoop(std::shared_ptr<Server::State> state, std::shared_ptr<Acceptor> acceptor)
{
    asio::steady_timer pause(acceptor->get_executor());
    while (!state->stopped) {
        auto [error, socket] = co_await acceptor->async_accept(asio::as_tuple(asio::use_awaitable));
        if (state->stopped || error == asio::error::operation_aborted)
            break;
        if (error || state->connections.size() >= state->options.maxConnections) {
            // Out of descriptors, or too many clients: let some of them finish first.
            if (error)
                log(LogLevel::Warning, "accepting a connection failed: " + error.message());
            pause.expires_after(std::chrono::milliseconds(error ? 100 : 10));
            co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
            if (error)
                continue;
        }
        closeOnExec(socket.native_handle());
        tune(socket);
        std::string peer = peerName(socket);
        startConnection(state, Socket(std::move(socket)), std::move(peer));
    }
}

template<typename Acceptor> void startAccepting(const std::shared_ptr<Server::State> &state, std::shared_ptr<Acceptor> acceptor)
{
    closeOnExec(acceptor->native_handle());
    state->closers.push_back([acceptor] {
        boost::system::error_code ignored;
        acceptor->close(ignored);
    });
    asio::co_spawn(acceptor->get_executor(), acceptLoop(state, acceptor), asio::detached);
}

} // namespace

Server::Server(asio::io_context &context, Router router, ServerOptions options)
    : m_context(context)
    , m_state(std::make_shared<State>())
{
    m_state->router = std::move(router);
    m_state->options = std::move(options);
}

Server::~Server()
{
    stop();
}

std::expected<std::uint16_t, std::string> Server::listenTcp(const std::string &address, std::uint16_t port)
{
    boost::system::error_code error;
    const auto parsed = asio::ip::make_address(address, error);
    if (error)
        return std::unexpected("'" + address + "' is not an IP address");
    const asio::ip::tcp::endpoint endpoint(parsed, port);
    auto acceptor = std::make_shared<asio::ip::tcp::acceptor>(m_context);
    acceptor->open(endpoint.protocol(), error);
    if (!error)
        acceptor->set_option(asio::socket_base::reuse_address(true), error);
    if (!error)
        acceptor->bind(endpoint, error);
    if (!error)
        acceptor->listen(asio::socket_base::max_listen_connections, error);
    if (error)
        return std::unexpected("cannot listen on " + address + ':' + std::to_string(port) + ": " + error.message());
    const std::uint16_t bound = acceptor->local_endpoint().port();
    startAccepting(m_state, std::move(acceptor));
    return bound;
}

std::expected<void, std::string> Server::listenUnix(const std::string &path, unsigned mode)
{
    if (path.size() > 106)
        return std::unexpected("the socket path '" + path + "' is longer than 106 bytes");
    struct stat info {};
    if (::lstat(path.c_str(), &info) == 0 && !S_ISSOCK(info.st_mode))
        return std::unexpected("'" + path + "' exists and is no socket");
    // It gets its name when it listens: whoever sees the name can connect.
    const std::string early = path + '~';
    ::unlink(early.c_str());
    boost::system::error_code error;
    auto acceptor = std::make_shared<asio::local::stream_protocol::acceptor>(m_context);
    acceptor->open(asio::local::stream_protocol(), error);
    if (!error)
        acceptor->bind(asio::local::stream_protocol::endpoint(early), error);
    if (!error && ::chmod(early.c_str(), mode) != 0)
        error.assign(errno, boost::system::system_category());
    if (!error)
        acceptor->listen(asio::socket_base::max_listen_connections, error);
    if (!error && ::rename(early.c_str(), path.c_str()) != 0)
        error.assign(errno, boost::system::system_category());
    if (error)
        return std::unexpected("cannot listen on '" + path + "': " + error.message());
    startAccepting(m_state, std::move(acceptor));
    return {};
}

void Server::stop()
{
    if (m_state->stopped)
        return;
    m_state->stopped = true;
    for (const auto &close : m_state->closers)
        close();
    stopConnections(*m_state);
}

std::size_t Server::connectionCount() const
{
    return m_state->connections.size();
}

} // namespace Runtime::Http

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "http/router.h"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace Runtime::Http {

struct ServerOptions
{
    std::size_t headLimit = 65536;
    // For a whole head once its first byte is there, and for the pause between requests.
    std::chrono::milliseconds headTimeout = std::chrono::seconds(15);
    std::chrono::milliseconds idleTimeout = std::chrono::seconds(30);
    // Without any byte of a body that was announced.
    std::chrono::milliseconds bodyTimeout = std::chrono::seconds(120);
    std::size_t maxConnections = 1024;
    // Runs before routing; a response answers the request right there (authentication).
    std::function<std::optional<Response>(Request &)> filter;
    // Sees every response head before it goes out, streams and files included.
    std::function<void(const Request &, Response &)> finisher;
};

// HTTP/1.1 on TCP and Unix sockets, on one thread. Handlers run as coroutines of the io_context.
class Server
{
public:
    Server(boost::asio::io_context &context, Router router, ServerOptions options = {});
    ~Server();
    Server(const Server &) = delete;
    Server &operator=(const Server &) = delete;

    // The port that was bound (port 0 takes a free one), or what failed.
    std::expected<std::uint16_t, std::string> listenTcp(const std::string &address, std::uint16_t port);
    // A stale socket at the path is replaced. The path must be shorter than 108 bytes.
    std::expected<void, std::string> listenUnix(const std::string &path, unsigned mode = 0600);
    // Stops listening and closes all connections.
    void stop();
    std::size_t connectionCount() const;

    struct State;

private:
    boost::asio::io_context &m_context;
    std::shared_ptr<State> m_state;
};

} // namespace Runtime::Http

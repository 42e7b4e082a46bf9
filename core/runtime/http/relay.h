// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "http/exchange.h"

#include <chrono>
#include <expected>
#include <span>
#include <string>

namespace Runtime::Http {

// Sockets that are not inherited by child processes.
Awaitable<std::expected<Socket, std::string>> connectUnix(boost::asio::any_io_executor executor, std::string path);
Awaitable<std::expected<Socket, std::string>> connectTcp(boost::asio::any_io_executor executor, std::string address,
                                                         std::uint16_t port);
// To that port of 127.0.0.1 by a TCP socket for IPv4 that exists already, and belongs to the call; gives up after
// the time.
Awaitable<std::expected<Socket, std::string>> connectTcp(boost::asio::any_io_executor executor, int socket, std::uint16_t port,
                                                         std::chrono::milliseconds limit);

// The head of the request with another target, as bytes for a backend. Every line but the named ones
// is kept as it was sent. Unless the request asks for an upgrade, "Connection: close" is set, so that
// the exchange ends with the connection and bytes can be passed on blindly in both directions.
std::string rewriteHead(const Request &request, std::string_view target, std::span<const std::string_view> dropped,
                        std::string_view added = {});

// A server on a port of a sandbox is not told by what name the client called this one.
inline constexpr std::string_view withheldFromPorts = "X-Forwarded-Host";

// The same for such a server.
std::string headForPort(const Request &request, std::string_view target);

// True for a request that wants to leave HTTP (WebSocket or other).
bool wantsUpgrade(const Request &request);

// Sends first to the backend, then passes bytes both ways until both sides are done: what one side ends,
// the other is told. Memory stays flat whatever passes. Much of it passes as pages, by splice(), which
// needs SIGPIPE to be ignored.
Awaitable<void> relay(RawConnection client, Socket backend, std::string first);

} // namespace Runtime::Http

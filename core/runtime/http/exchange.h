// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "http/message.h"
#include "http/streamwriter.h"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

// Everything here runs on the one thread of the io_context; nothing is locked.
namespace Runtime::Http {

template<typename T> using Awaitable = boost::asio::awaitable<T>;
using Socket = boost::asio::generic::stream_protocol::socket;

// A connection given away by takeConnection().
struct RawConnection
{
    Socket socket;
    // Bytes that arrived behind the request's head and were not consumed yet.
    std::string extra;
};

// One request and the answer to it. Exactly one of send, sendFile, beginStream and takeConnection is
// called. A handler that throws Failure answers with it, any other exception becomes a 500.
class Exchange
{
public:
    virtual ~Exchange() = default;

    const Request &request() const { return m_request; }
    Request &request() { return m_request; }
    virtual boost::asio::any_io_executor executor() const = 0;

    // --- The body of the request. "Expect: 100-continue" is answered at the first read. ---

    // As announced; nothing when it is chunked.
    virtual std::optional<std::uint64_t> contentLength() const = 0;
    // Up to buffer.size() decoded bytes, 0 at the end. Throws Failure (400, 408) when the body is
    // broken, and std::runtime_error when the client left.
    virtual Awaitable<std::size_t> readSome(std::span<char> buffer) = 0;
    // The whole body; Failure(413) when it is longer than the limit.
    Awaitable<std::string> readBody(std::size_t limit);

    // --- The response ---

    virtual Awaitable<void> send(Response response) = 0;
    // Bytes of an open file (the descriptor stays the caller's), honouring a Range header: 200, 206 or 416.
    // Needs SIGPIPE to be ignored.
    virtual Awaitable<void> sendFile(Response head, int descriptor, std::uint64_t size) = 0;
    // Sends the head now; the body is chunked. The handler stays alive (awaits) until it called
    // finish(); a handler that returns earlier ends the stream.
    virtual std::shared_ptr<StreamWriter> beginStream(Response head) = 0;
    // Gives the socket away, for an upgrade or a relay; the server forgets it.
    virtual Awaitable<RawConnection> takeConnection() = 0;
    virtual bool started() const = 0;

    // Called at most once, when the client closes while the handler still runs. Call it after the
    // body was read. Cleared when the handler ends.
    virtual void onDisconnect(std::function<void()> callback) = 0;

protected:
    Request m_request;
};

using ExchangePtr = std::shared_ptr<Exchange>;

} // namespace Runtime::Http

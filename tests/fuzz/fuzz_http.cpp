// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// What a client of the local server may send: whatever the bytes, the connection ends by itself, heads that are
// passed on hold no line that was to be left out, and ranges stay inside the file.
#include "http/connection.h"
#include "http/relay.h"
#include "log.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

using namespace Runtime;
using Runtime::Http::Awaitable;
using Runtime::Http::ExchangePtr;

namespace {

constexpr std::array<std::string_view, 2> secrets = { "Authorization", "OPEN-SANDBOX-API-KEY" };

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// The lines of a head that is passed on, each with a name unless it goes on with the line before.
void checkRewritten(std::string_view head)
{
    require(head.ends_with("\r\n\r\n"));
    require(head.find("\r\n\r\n") == head.size() - 4);
    while (true) {
        const std::size_t end = head.find("\r\n");
        const std::string_view line = head.substr(0, end);
        if (line.empty())
            return;
        for (const std::string_view secret : secrets)
            require(!Http::equalsIgnoringCase(line.substr(0, line.find(':')), secret));
        head.remove_prefix(end + 2);
    }
}

void checkRange(const Http::Request &request)
{
    for (const std::uint64_t size : { std::uint64_t(0), std::uint64_t(1000), UINT64_MAX }) {
        const Http::ByteRange range = Http::parseRange(request.header("Range"), size);
        if (range.kind == Http::ByteRange::Kind::Part)
            require(range.length > 0 && range.first < size && range.length <= size - range.first);
    }
}

Awaitable<void> answer(ExchangePtr exchange)
{
    const Http::Request &request = exchange->request();
    checkRange(request);
    checkRewritten(Http::rewriteHead(request, "/", secrets, "X-Added: 1\r\n"));
    require(Http::decodePercent(Http::encodePercent(request.path)) == request.path);
    const std::string body = co_await exchange->readBody(10'000);
    require(body.size() <= 10'000);
    co_await exchange->send(Http::Response::text(200, std::to_string(body.size())));
}

Awaitable<void> ignoreBody(ExchangePtr exchange)
{
    co_await exchange->send(Http::Response::empty(204));
}

std::shared_ptr<Http::Server::State> makeServer()
{
    auto state = std::make_shared<Http::Server::State>();
    state->router.add("*", "/sandboxes/{id}/proxy/{port}/{rest*}", [](ExchangePtr exchange) { return answer(std::move(exchange)); });
    state->router.add("DELETE", "/{rest*}", [](ExchangePtr exchange) { return ignoreBody(std::move(exchange)); });
    state->router.add("*", "/{rest*}", [](ExchangePtr exchange) { return answer(std::move(exchange)); });
    return state;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    namespace asio = boost::asio;
    // Longer input than a socket holds would need a second thread, and finds nothing more.
    if (size > 65536)
        return 0;
    setLogLevel(LogLevel::Error);
    asio::io_context context;
    asio::local::stream_protocol::socket ours(context);
    asio::local::stream_protocol::socket client(context);
    asio::local::connect_pair(ours, client);
    require(::send(client.native_handle(), data, size, 0) == ssize_t(size));
    ::shutdown(client.native_handle(), SHUT_WR);

    const auto server = makeServer();
    Http::startConnection(server, Http::Socket(std::move(ours)), {});
    std::array<char, 65536> answers;
    while (!server->connections.empty()) {
        // Everything has arrived, so the server is never left waiting for anything but room for its answers.
        require(context.run_one_for(std::chrono::seconds(5)) > 0);
        while (::recv(client.native_handle(), answers.data(), answers.size(), MSG_DONTWAIT) > 0) { }
    }
    context.poll();
    return 0;
}

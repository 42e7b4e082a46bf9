// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "http/exchange.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace Runtime::Http {

// The server's end of a WebSocket (RFC 6455). Broken frames, unmasked ones and texts that are no UTF-8
// end it with the close code of the RFC; pings go out every 30 s and a client that sends nothing at all
// for 60 s, or takes no byte for 10 s, is dropped. All on the thread of the io_context.
class WebSocket
{
public:
    static constexpr std::size_t longestMessage = 16u << 20;

    struct Message
    {
        bool text = false;
        std::string data;
    };

    virtual ~WebSocket() = default;

    // Takes the connection of a request that wants a WebSocket. Empty when the handshake failed: then the
    // client has been told and is gone.
    static Awaitable<std::shared_ptr<WebSocket>> accept(ExchangePtr exchange);

    // The next whole message; nothing once the socket is closed, by whomever. One reader.
    virtual Awaitable<std::optional<Message>> read() = 0;
    // Queues a message. Nothing happens once close() was called or the client has gone.
    virtual void send(bool text, std::string data) = 0;
    // Bytes that wait to be sent. A producer that can wait does so above a megabyte.
    virtual std::size_t queued() const = 0;
    // Says good-bye after what is queued; with dropQueued at once. Further calls change nothing.
    virtual void close(std::uint16_t code, std::string reason, bool dropQueued = false) = 0;
};

} // namespace Runtime::Http

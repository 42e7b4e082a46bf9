// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/childprocess.h"
#include "http/websocket.h"

#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace Execd {

/// Shells behind pseudo-terminals (protocol section 2.9). A shell starts with its first client and goes on
/// without one; what it writes last is kept for those who come back. One thread uses it.
class PtySessions {
public:
    static constexpr std::size_t replayCapacity = 1u << 20;
    static constexpr std::size_t mostSessions = 512;

    explicit PtySessions(const boost::asio::any_io_executor &executor);
    ~PtySessions();

    /// The id of a new session; the directory is made. The command is empty for a shell at its prompt.
    std::expected<std::string, std::string> create(const std::string &workingDirectory, const std::string &command);

    struct Status {
        bool running = false;
        std::uint64_t outputOffset = 0; ///< bytes it ever wrote
    };
    std::optional<Status> status(const std::string &id) const;

    /// Kills the shell and what it started; its client is told. False if there is none.
    boost::asio::awaitable<bool> remove(std::string id);

    struct Attach {
        bool pipes = false; ///< no terminal, two outputs; counts when the shell has to be started
        bool takeOver = false; ///< from a client that is there
        std::uint64_t since = 0; ///< output the client has seen already
    };
    /// True while a client is connected.
    bool isTaken(const std::string &id) const;
    /// Serves the WebSocket of the request until one side leaves. The session must exist and be free, or taken over.
    boost::asio::awaitable<void> serve(std::string id, Attach attach, Runtime::Http::ExchangePtr exchange);

private:
    struct Session;
    struct Client;
    using SessionPtr = std::shared_ptr<Session>;

    SessionPtr find(const std::string &id) const;

    const boost::asio::any_io_executor m_executor;
    std::map<std::string, SessionPtr> m_sessions;
};

} // namespace Execd

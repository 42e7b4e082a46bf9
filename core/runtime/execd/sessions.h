// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/childprocess.h"
#include "execd/eventqueue.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace Execd {

/// Sessions of the protocol: each run is a new shell that gets the exported variables and the working
/// directory of the one before. (A context of the language bash is a shell that lives on.)
class Sessions {
public:
    Sessions(const boost::asio::any_io_executor &executor, std::string spoolDirectory);

    /// Gives the id; the directory is created. The error says what failed.
    std::expected<std::string, std::string> create(const std::string &workingDirectory);
    bool exists(const std::string &id) const { return m_sessions.contains(id); }
    /// Ends its runs. False if there is none.
    bool remove(const std::string &id);

    struct Running {
        std::shared_ptr<EventQueue> queue;
        std::shared_ptr<ChildProcess> child; ///< null if it could not be started
    };
    /// The session has to exist, and the directory, when one is given, as well: it stays the session's.
    Running run(const std::string &id, const std::string &command, const std::string &workingDirectory,
        std::int64_t timeoutMilliseconds);

private:
    struct Session;
    using SessionPtr = std::shared_ptr<Session>;
    static boost::asio::awaitable<void> follow(SessionPtr session, std::shared_ptr<EventQueue> queue,
        std::shared_ptr<ChildProcess> child, UniqueFd output, UniqueFd state, std::int64_t timeoutMilliseconds);

    const boost::asio::any_io_executor m_executor;
    const std::string m_spoolDirectory;
    std::map<std::string, SessionPtr> m_sessions;
};

} // namespace Execd

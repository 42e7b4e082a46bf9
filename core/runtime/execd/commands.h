// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/childprocess.h"
#include "execd/eventqueue.h"

#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace Execd {

struct CommandRequest {
    std::string command; ///< for the shell
    std::vector<std::string> arguments; ///< or a program with its arguments, started without one
    std::string workingDirectory; ///< as sent
    bool background = false;
    std::int64_t timeoutMilliseconds = 0;
    std::optional<std::uint32_t> uid;
    std::optional<std::uint32_t> gid;
    Environment environment;
};

struct CommandStatus {
    std::string id;
    std::string content;
    bool running = true;
    std::optional<int> exitCode;
    std::string error;
    timespec startedAt {};
    std::optional<timespec> finishedAt;
};

/// RFC 3339 with nanoseconds and the local offset, without trailing zeros.
std::string formatTime(const timespec &time);

/// The shell commands of the sandbox, until the daemon ends.
class Commands {
public:
    Commands(const boost::asio::any_io_executor &executor, std::string runtimeDirectory, std::string spoolDirectory);

    /// What is wrong with the request before anything was started, or nothing.
    static std::optional<std::string> problem(const CommandRequest &request);
    /// Starts it; its events come out of the queue.
    std::shared_ptr<EventQueue> start(const CommandRequest &request);

    std::optional<CommandStatus> status(const std::string &id) const;
    enum class Interrupted { Done, Unknown, NotRunning };
    /// SIGTERM to the group, SIGKILL after three seconds; comes back when it is gone.
    boost::asio::awaitable<Interrupted> interrupt(std::string id);

    /// Where the output of a background command is; the error is what the protocol says otherwise.
    std::expected<std::string, std::string> logFile(const std::string &id) const;

private:
    struct Command;
    using CommandPtr = std::shared_ptr<Command>;

    static boost::asio::awaitable<void> runForeground(CommandPtr command, UniqueFd out, UniqueFd err);
    static boost::asio::awaitable<void> runBackground(CommandPtr command);
    static boost::asio::awaitable<ExitStatus> waitWithTimeout(CommandPtr command);

    const boost::asio::any_io_executor m_executor;
    const std::string m_runtimeDirectory;
    const std::string m_spoolDirectory;
    std::map<std::string, CommandPtr> m_commands;
};

} // namespace Execd

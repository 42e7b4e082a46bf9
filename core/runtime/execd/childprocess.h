// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace Execd {

/// A file descriptor that closes itself.
class UniqueFd {
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd) : m_fd(fd) { }
    UniqueFd(UniqueFd &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) { }
    UniqueFd &operator=(UniqueFd &&other) noexcept
    {
        reset(std::exchange(other.m_fd, -1));
        return *this;
    }
    ~UniqueFd() { reset(); }
    int get() const { return m_fd; }
    int release() { return std::exchange(m_fd, -1); }
    void reset(int fd = -1);
    explicit operator bool() const { return m_fd >= 0; }

private:
    int m_fd = -1;
};

struct Pipe {
    UniqueFd read;
    UniqueFd write;
};
/// Both ends are close-on-exec.
std::expected<Pipe, std::string> makePipe();

using Environment = std::vector<std::pair<std::string, std::string>>;
Environment currentEnvironment();
/// Replaces or adds.
void setVariable(Environment &environment, std::string_view name, std::string_view value);
const std::string *findVariable(const Environment &environment, std::string_view name);

struct ExitStatus {
    int code = 0; ///< exit code, or -1 when a signal ended it
    int signal = 0;
    /// "exit status 3", "signal: killed": the words clients know.
    std::string description() const;
};

/// What a signal is called in these words.
std::string signalName(int signal);

struct SpawnOptions {
    std::vector<std::string> arguments; ///< the first is looked up in PATH of environment
    Environment environment;
    std::string workingDirectory; ///< empty: ours
    /// Pairs of (our descriptor, number in the child). 0, 1 and 2 that are not named become /dev/null.
    std::vector<std::pair<int, int>> descriptors;
    int errorDescriptor = 2; ///< where a kernel gets its standard error
    bool controllingTerminal = false; ///< makes the terminal on descriptor 0 that of the session
};

/// A child in a session of its own. The last owner's going away does not end it.
class ChildProcess {
public:
    /// The error says what failed in the words of the operating system.
    static std::expected<std::shared_ptr<ChildProcess>, std::string> spawn(
        const boost::asio::any_io_executor &executor, const SpawnOptions &options);
    ~ChildProcess();

    int pid() const { return m_pid; }
    bool running() const { return !m_status; }
    const std::optional<ExitStatus> &status() const { return m_status; }
    /// To the whole process group. Nothing happens once the child was waited for and the group is empty.
    void signalGroup(int signal) const;
    /// Any number of waiters.
    boost::asio::awaitable<ExitStatus> wait();
    /// The same with a limit; empty when it is over.
    boost::asio::awaitable<std::optional<ExitStatus>> wait(std::chrono::steady_clock::duration limit);

private:
    ChildProcess(const boost::asio::any_io_executor &executor, int pid, int pidFd);
    static void watch(std::shared_ptr<ChildProcess> self);

    const int m_pid;
    boost::asio::posix::stream_descriptor m_pidFd;
    boost::asio::steady_timer m_ended;
    std::optional<ExitStatus> m_status;
};

/// Kills every process whose environment has this variable with this value, or whose process group or
/// session is the given one, and comes back when there is none left (or after five seconds).
/// Blocking: for the pool of threads.
void killMarkedProcesses(const std::string &variable, const std::string &value, int group);

} // namespace Execd

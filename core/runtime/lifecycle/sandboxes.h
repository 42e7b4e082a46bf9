// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "http/exchange.h"
#include "isolation/bubblewrap.h"
#include "isolation/keeper.h"
#include "isolation/limits.h"
#include "isolation/processes.h"
#include "lifecycle/timestamp.h"
#include "lifecycle/validation.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace Runtime {

// One sandbox, from its creation until it is deleted or expires.
struct Sandbox
{
    explicit Sandbox(boost::asio::io_context &context)
        : signal(context)
    {
    }

    std::string id;
    std::string image;
    std::vector<std::string> entrypoint;
    std::optional<std::map<std::string, std::string>> metadata;
    std::optional<CreateRequest::Platform> platform;
    Time created;
    Time changed;
    std::optional<Time> expires;

    // "Pending", "Running", "Paused", "Terminated" or "Failed".
    std::string state = "Pending";
    std::string reason = "CONTAINER_STARTING";
    std::string message = "Sandbox is starting.";
    // What the image name promised and this machine has not; part of every message.
    std::string remark;

    ResourceLimits limits;
    bool network = false;
    bool hasPolicy = false;
    std::vector<std::pair<std::string, std::string>> environment;

    struct Event
    {
        Time time;
        std::string text;
    };
    std::vector<Event> events;

    std::string folder;
    // The folder with the daemon's socket, held open: nothing inside can swap it for another place.
    Descriptor control;
    std::uint64_t kept = 0;
    pid_t bwrap = 0;
    // The first process of the sandbox's process namespace.
    pid_t init = 0;
    bool running = false;
    bool deleted = false;
    bool outOfMemory = false;
    Time lastKill;
    std::uint64_t kernelKills = 0;
    std::optional<int> status;
    std::uint64_t memoryUsed = 0;

    // Cancelled whenever something above changed.
    boost::asio::steady_timer signal;

    void note(std::string text);
    void setState(std::string newState, std::string newReason, std::string newMessage);
};

using SandboxPtr = std::shared_ptr<Sandbox>;

struct SandboxSettings
{
    // Folder of this server's run; removed by the keeper.
    std::string folder;
    std::string execd;
    std::string kernels;
    IsolationMode mode;
    // See chooseUser().
    uid_t user = 0;
    std::int64_t maxTimeout = 86400;
    std::uint64_t defaultProcesses = 512;
};

// Makes sandboxes, watches them, and lets them go.
class Sandboxes
{
public:
    Sandboxes(boost::asio::io_context &context, SandboxSettings settings, Keeper &keeper, LimitEnforcer limits);

    // Returns when the daemon inside answers, or the entrypoint is already over. Throws Http::Failure.
    Http::Awaitable<SandboxPtr> create(CreateRequest request);
    // Throws Http::Failure (404).
    SandboxPtr get(std::string_view id) const;
    // Newest first.
    std::vector<SandboxPtr> all() const;
    // Returns when every process is gone; the files follow in the background.
    Http::Awaitable<void> remove(SandboxPtr sandbox);
    Http::Awaitable<void> pause(SandboxPtr sandbox);
    Http::Awaitable<void> resume(SandboxPtr sandbox);
    void changeMetadata(const SandboxPtr &sandbox, const boost::json::object &patch);

    // A connection to the daemon inside, or what failed.
    Http::Awaitable<std::expected<Http::Socket, std::string>> connect(SandboxPtr sandbox);
    // The end of what the daemon and the entrypoint wrote.
    std::string logTail(const Sandbox &sandbox, std::size_t bytes) const;

    const SandboxSettings &settings() const { return m_settings; }
    const LimitEnforcer &limits() const { return m_limits; }

private:
    void check(const CreateRequest &request) const;
    ResourceLimits readLimits(const CreateRequest &request) const;
    Http::Awaitable<void> start(SandboxPtr sandbox, SandboxPlan plan);
    Http::Awaitable<bool> answersPing(SandboxPtr sandbox);
    static Http::Awaitable<void> wait(SandboxPtr sandbox, std::chrono::milliseconds time);
    void ended(const SandboxPtr &sandbox, int status);
    void removeFiles(const SandboxPtr &sandbox);
    void scheduleWatch(std::chrono::milliseconds time);
    void watch();
    void watchKernelKills(const SandboxPtr &sandbox, pid_t process);
    bool watchMemory(const SandboxPtr &sandbox, const ProcessTable &table);

    boost::asio::io_context &m_context;
    SandboxSettings m_settings;
    Keeper &m_keeper;
    LimitEnforcer m_limits;
    std::map<std::string, SandboxPtr, std::less<>> m_sandboxes;
    boost::asio::steady_timer m_watch;
    // Removing many files takes long; it must not hold up the requests.
    boost::asio::thread_pool m_removals { 1 };
    unsigned m_rounds = 0;
};

} // namespace Runtime

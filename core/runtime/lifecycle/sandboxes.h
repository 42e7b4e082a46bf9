// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "http/exchange.h"
#include "isolation/bubblewrap.h"
#include "isolation/innernetwork.h"
#include "isolation/keeper.h"
#include "isolation/limits.h"
#include "isolation/processes.h"
#include "isolation/sharedsettings.h"
#include "lifecycle/profiles.h"
#include "lifecycle/profilestore.h"
#include "lifecycle/records.h"
#include "lifecycle/sharedbuilds.h"
#include "lifecycle/snapshots.h"
#include "lifecycle/timestamp.h"
#include "lifecycle/validation.h"
#include "lifecycle/volumes.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <expected>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace Runtime {

// One sandbox, from its creation until it is deleted or expires.
struct Sandbox
{
    std::string id;
    std::string image;
    // What it was made of instead of an image; then image is that of the snapshot's own sandbox.
    std::optional<std::string> snapshot;
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
    // What was asked for and this machine has not; part of every message.
    std::string remark;
    // So much more life every access through this server gives; 0 = none.
    std::chrono::seconds extension {};

    ResourceLimits limits;
    bool network = false;
    std::vector<std::pair<std::string, std::string>> environment;
    std::vector<VolumeRequest> volumes;
    // Named volumes that were made for it and go with it.
    std::vector<std::string> ownVolumes;

    struct Event
    {
        Time time;
        std::string text;
    };
    std::vector<Event> events;

    std::string folder;
    // The folder with the daemon's socket, held open: nothing inside can swap it for another place.
    Descriptor control;
    // Closed where it shares the host's.
    InnerNetwork innerNetwork;
    std::uint64_t kept = 0;
    pid_t bwrap = 0;
    // The first process of the sandbox's process namespace.
    pid_t init = 0;
    // What the kernel calls the daemon's process.
    std::string daemonName = "execd";
    // Its folders were made before it was asked for.
    bool prepared = false;
    bool running = false;
    bool deleted = false;
    bool outOfMemory = false;
    bool outOfDisk = false;
    // It is being paused, or its files are being copied: whoever wants that, too, waits.
    bool busy = false;
    // Stops the copying.
    std::atomic<bool> abandon = false;
    // Processes that were already stopped from inside when it was frozen; they stay so.
    std::set<pid_t> stoppedInside;
    Time lastKill;
    std::uint64_t kernelKills = 0;
    std::optional<int> status;

    // Timers of those who wait for a change.
    std::set<boost::asio::steady_timer *> waiting;

    void note(std::string text);
    void setState(std::string newState, std::string newReason, std::string newMessage);
    // Something above changed.
    void changedNow();
    std::string runningMessage() const;
    // What its daemon wants as X-EXECD-ACCESS-TOKEN, for its ports, too; usually nothing.
    std::string_view accessToken() const;
};

using SandboxPtr = std::shared_ptr<Sandbox>;

// A bwrap that was started, until the daemon behind it answers.
struct Launch
{
    // Where bwrap says what processes it has made, and the daemon that it listens.
    boost::asio::posix::stream_descriptor info;
    boost::asio::posix::stream_descriptor ready;
    // Of one that was started ahead: where it waits for its options.
    Descriptor options;
    // Whose it is; nobody's yet, or no more, when there is none.
    SandboxPtr sandbox;
    std::uint64_t kept = 0;
    pid_t bwrap = 0;
    bool over = false;
    // Why it could not be started.
    std::string refused;
    // What it was started with and what cannot be changed afterwards.
    std::vector<std::string> arguments;
    std::vector<std::pair<int, std::uint64_t>> limits;
    int niceness = 0;
};

using LaunchPtr = std::shared_ptr<Launch>;

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
    // Host folders that volumes may be in.
    std::vector<std::string> allowedPaths;
    // Sandboxes are reported as gone after a restart.
    bool remember = false;
    std::uint64_t snapshotLimit = 16ULL << 30;
    // Whoever fills the disk so far that less is free is stopped.
    std::uint64_t keepFree = 512ULL << 20;

    // The folder that outlives the run, and the run's name in it.
    std::string stateFolder() const { return folder.substr(0, folder.rfind('/')); }
    std::string run() const { return folder.substr(folder.rfind('/') + 1); }
};

// Makes sandboxes, watches them, and lets them go.
class Sandboxes
{
public:
    Sandboxes(boost::asio::io_context &context, SandboxSettings settings, Keeper &keeper, LimitEnforcer limits, SharedSettings shared);

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
    void changeExpiry(const SandboxPtr &sandbox, Time expires);
    // Somebody uses it: its life is extended when that was asked for.
    void accessed(const SandboxPtr &sandbox);

    Snapshots &snapshots() { return m_snapshots; }
    const ProfileStore &profiles() const { return m_profiles; }
    // Begun at once, done in the background. Throws Http::Failure (409).
    SnapshotPtr takeSnapshot(const SandboxPtr &sandbox, std::optional<std::string> name);
    // Throws Http::Failure (409) while it is being made or a sandbox made of it lives.
    void removeSnapshot(const SnapshotPtr &snapshot);

    // A connection to the daemon inside, or what failed.
    Http::Awaitable<std::expected<Http::Socket, std::string>> connect(SandboxPtr sandbox);
    // A connection to a server on a port inside, past the daemon. Where there is none, the daemon may still have
    // one, or the right answer.
    Http::Awaitable<std::expected<Http::Socket, std::string>> connectPort(SandboxPtr sandbox, std::uint16_t port);
    // The end of what the daemon and the entrypoint wrote.
    std::string logTail(const Sandbox &sandbox, std::size_t bytes) const;

    const SandboxSettings &settings() const { return m_settings; }
    const LimitEnforcer &limits() const { return m_limits; }

private:
    void check(const CreateRequest &request);
    ResourceLimits readLimits(const CreateRequest &request, std::string &remark) const;
    SandboxPlan makePlan(const Sandbox &sandbox, const Profile &profile) const;
    Http::Awaitable<void> makeFolders(SandboxPtr sandbox, const SandboxPlan &plan);
    // The folders of the next sandbox, and a bwrap that waits for its options: made while nobody waits.
    void prepareSpare();
    void startSpare();
    void discardSpare();
    KeptProgram describe(const Sandbox &sandbox, const SandboxPlan &plan) const;
    // Adds the descriptors and starts it. The error is a sentence.
    std::expected<LaunchPtr, std::string> launch(KeptProgram program, const std::string &folder, const std::string &hostName,
                                                 const Descriptor &options);
    // Nothing when the spare one is not what the sandbox needs.
    LaunchPtr launchSpare(const Sandbox &sandbox, const KeptProgram &program, std::string_view options);
    std::string spareFolder() const { return m_settings.folder + "/spare"; }
    std::string newId() const;
    Http::Awaitable<void> start(SandboxPtr sandbox, SandboxPlan plan);
    Http::Awaitable<bool> answersPing(SandboxPtr sandbox);
    // Until something changes, at most so long.
    Http::Awaitable<void> wait(SandboxPtr sandbox, std::chrono::milliseconds time);
    Http::Awaitable<void> notBusy(SandboxPtr sandbox);
    // Stops every process; false when one could not be stopped, and then all go on.
    Http::Awaitable<bool> freeze(SandboxPtr sandbox);
    Http::Awaitable<void> stopParentsFirst(SandboxPtr sandbox);
    static void thaw(Sandbox &sandbox);
    Http::Awaitable<void> copyInto(SandboxPtr sandbox, SnapshotPtr snapshot);
    void ended(const SandboxPtr &sandbox, int status);
    void removeFiles(const SandboxPtr &sandbox);
    void removeLater(const std::string &folder);
    void remember();
    void save(const Sandbox &sandbox) const { m_records.save(sandbox); }
    void scheduleWatch(std::chrono::milliseconds time);
    void watch();
    void watchKernelKills(const SandboxPtr &sandbox, pid_t process);
    bool isNearLimits(const SandboxPtr &sandbox);
    bool watchMemory(const SandboxPtr &sandbox, const ProcessTable &table);
    Http::Awaitable<void> watchDisk();
    void stopForDisk(const SandboxPtr &sandbox, std::uint64_t bytes, const std::string &reason);

    boost::asio::io_context &m_context;
    SandboxSettings m_settings;
    Keeper &m_keeper;
    LimitEnforcer m_limits;
    SharedSettings m_shared;
    const std::expected<Descriptor, std::string> m_filter;
    std::map<std::string, SandboxPtr, std::less<>> m_sandboxes;
    Volumes m_volumes;
    Snapshots m_snapshots;
    ProfileStore m_profiles;
    Records m_records;
    SharedBuilds m_builds;
    boost::asio::steady_timer m_watch;
    boost::asio::steady_timer m_sparing;
    // Of the next sandbox, whose folders are made; empty when they are not.
    std::string m_spareId;
    LaunchPtr m_spareLaunch;
    // Copying, measuring and removing many files takes long; it must not hold up the requests.
    boost::asio::thread_pool m_removals { 1 };
    boost::asio::thread_pool m_copies { 2 };
    unsigned m_rounds = 0;
};

} // namespace Runtime

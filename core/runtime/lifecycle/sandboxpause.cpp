// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// How everything in a sandbox is stopped: to pause it, and to copy its files into a snapshot.
#include "lifecycle/sandboxes.h"

#include "isolation/filetree.h"
#include "isolation/freezer.h"
#include "lifecycle/identifier.h"
#include "lifecycle/offload.h"

#include <csignal>
#include <iterator>
#include <ranges>

namespace Runtime {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using Http::Failure;

namespace {

constexpr auto completion = asio::as_tuple(asio::use_awaitable);
constexpr auto freezeLimit = 5s;
constexpr auto orderLimit = 500ms;

bool isStill(const ProcessTable &table, pid_t pid)
{
    return std::string_view("TtZX").contains(table.find(pid)->state);
}

} // namespace

// A shell whose program is stopped before itself takes it for stopped by somebody and goes on. Whatever forks
// meanwhile is stopped together with all others afterwards.
Http::Awaitable<void> Sandboxes::stopParentsFirst(SandboxPtr sandbox)
{
    const auto deadline = std::chrono::steady_clock::now() + orderLimit;
    asio::steady_timer pause(m_context);
    std::set<pid_t> told;
    bool moving = true;
    while (moving && sandbox->init != 0 && std::chrono::steady_clock::now() < deadline) {
        const ProcessTable table = ProcessTable::read();
        moving = false;
        for (const pid_t pid : table.tree(sandbox->init)) {
            if (isStill(table, pid))
                continue;
            moving = true;
            if ((pid == sandbox->init || isStill(table, table.find(pid)->parent)) && told.insert(pid).second)
                ::kill(pid, SIGSTOP);
        }
        pause.expires_after(1ms);
        co_await pause.async_wait(completion);
    }
}

Http::Awaitable<bool> Sandboxes::freeze(SandboxPtr sandbox)
{
    const auto deadline = std::chrono::steady_clock::now() + freezeLimit;
    asio::steady_timer pause(m_context);
    sandbox->stoppedInside.clear();
    const ProcessTable before = ProcessTable::read();
    std::ranges::copy_if(before.tree(sandbox->init), std::inserter(sandbox->stoppedInside, sandbox->stoppedInside.end()),
                         [&](pid_t pid) { return isStill(before, pid); });
    auto stopping = stopParentsFirst(sandbox);
    co_await std::move(stopping);
    // A single look may miss what is started during it; two in a row that find all of them still do not.
    int still = 0;
    for (int round = 0; std::chrono::steady_clock::now() < deadline; ++round) {
        if (!sandbox->running || sandbox->deleted || sandbox->init == 0)
            co_return false;
        const ProcessTable table = ProcessTable::read();
        const std::vector<pid_t> tree = table.tree(sandbox->init);
        if (round > 0 && std::ranges::all_of(tree, [&](pid_t pid) { return isStill(table, pid); })) {
            if (++still == 2)
                co_return true;
        } else {
            still = 0;
            if (!signalNamespace(sandbox->init, SIGSTOP)) {
                for (const pid_t pid : tree)
                    ::kill(pid, SIGSTOP);
            }
            ::kill(sandbox->init, SIGSTOP);
        }
        pause.expires_after(round < 5 ? 1ms : 10ms);
        co_await pause.async_wait(completion);
    }
    if (sandbox->init != 0)
        thaw(*sandbox);
    co_return false;
}

void Sandboxes::thaw(Sandbox &sandbox)
{
    // Children first: a shell that goes on before its program takes it for stopped.
    const ProcessTable table = ProcessTable::read();
    for (const pid_t pid : table.tree(sandbox.init) | std::views::reverse) {
        if (!sandbox.stoppedInside.contains(pid))
            ::kill(pid, SIGCONT);
    }
    sandbox.stoppedInside.clear();
}

Http::Awaitable<void> Sandboxes::pause(SandboxPtr sandbox)
{
    auto waiting = notBusy(sandbox);
    co_await std::move(waiting);
    if (sandbox->state == "Paused")
        throw Failure(500, "DOCKER::SANDBOX_PAUSE_FAILED", "Sandbox is already paused.");
    if (sandbox->state != "Running" || sandbox->init == 0 || sandbox->deleted)
        throw Failure(409, "DOCKER::SANDBOX_NOT_RUNNING", "Sandbox is not in a running state.");
    sandbox->busy = true;
    auto freezing = freeze(sandbox);
    const bool frozen = co_await std::move(freezing);
    sandbox->busy = false;
    sandbox->changedNow();
    if (!sandbox->running || sandbox->deleted)
        throw Failure(409, "DOCKER::SANDBOX_NOT_RUNNING", "The sandbox ended while it was being paused.");
    if (!frozen)
        throw Failure(500, "DOCKER::SANDBOX_PAUSE_FAILED", "Not every process of the sandbox could be stopped, so all of them go on. Try again.");
    sandbox->setState("Paused", "CONTAINER_PAUSED", "Sandbox is paused.");
    save(*sandbox);
}

Http::Awaitable<void> Sandboxes::resume(SandboxPtr sandbox)
{
    auto waiting = notBusy(sandbox);
    co_await std::move(waiting);
    if (sandbox->state != "Paused")
        throw Failure(409, "DOCKER::SANDBOX_NOT_PAUSED", "Sandbox is not in a paused state.");
    thaw(*sandbox);
    sandbox->setState("Running", "CONTAINER_RUNNING", sandbox->runningMessage());
    save(*sandbox);
}

SnapshotPtr Sandboxes::takeSnapshot(const SandboxPtr &sandbox, std::optional<std::string> name)
{
    if (sandbox->state != "Running")
        throw Failure(409, "SNAPSHOT::INVALID_SOURCE_STATE", "Snapshot can only be created from a Running sandbox.");
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->id = randomUuid();
    snapshot->sandboxId = sandbox->id;
    snapshot->name = std::move(name);
    snapshot->created = now();
    snapshot->changed = snapshot->created;
    snapshot->image = sandbox->image;
    snapshot->environment = sandbox->environment;
    snapshot->metadata = sandbox->metadata.value_or(std::map<std::string, std::string>());
    m_snapshots.add(snapshot);
    sandbox->note("Snapshot " + snapshot->id + " is being made.");
    asio::co_spawn(m_context, copyInto(sandbox, snapshot), asio::detached);
    return snapshot;
}

// Everything stands still meanwhile, so that the files fit each other.
Http::Awaitable<void> Sandboxes::copyInto(SandboxPtr sandbox, SnapshotPtr snapshot)
{
    auto waiting = notBusy(sandbox);
    co_await std::move(waiting);
    std::expected<TreeUsage, std::string> result = std::unexpected("The sandbox ended before it could be made.");
    // One that was paused since is still already.
    const bool running = sandbox->state == "Running";
    if (!sandbox->deleted && (running || sandbox->state == "Paused")) {
        sandbox->busy = true;
        bool frozen = !running;
        if (running) {
            auto freezing = freeze(sandbox);
            frozen = co_await std::move(freezing);
        }
        if (frozen) {
            const CopyLimits limits { .bytes = m_settings.snapshotLimit, .entries = CopyLimits().entries, .keepFree = m_settings.keepFree };
            const std::function<std::expected<TreeUsage, std::string>()> copy
                = [limits, sandbox, to = m_snapshots.partFolder(*snapshot)]() -> std::expected<TreeUsage, std::string> {
                CopyLimits rest = limits;
                TreeUsage all;
                for (const char *name : snapshotFolders) {
                    // Sockets and logs of the daemon that runs now mean nothing to the next one.
                    const auto skip = [name](std::string_view path) { return std::string_view(name) == "tmp" && path.starts_with("/.execd-"); };
                    const auto copied = copyTree(sandbox->folder + '/' + name, to + '/' + name, rest, sandbox->abandon, skip);
                    if (!copied)
                        return std::unexpected("In " + std::string(name) + ": " + copied.error());
                    all.bytes += copied->bytes;
                    all.entries += copied->entries;
                    rest.bytes -= std::min(rest.bytes, copied->bytes);
                    rest.entries -= std::min(rest.entries, copied->entries);
                }
                return all;
            };
            auto copying = offload(m_copies, copy);
            result = co_await std::move(copying);
        } else {
            result = std::unexpected("Not every process of the sandbox could be stopped for it.");
        }
        if (running && frozen && sandbox->init != 0)
            thaw(*sandbox);
        sandbox->busy = false;
        sandbox->changedNow();
    }
    if (sandbox->deleted)
        result = std::unexpected("The sandbox was deleted meanwhile.");
    sandbox->note("Snapshot " + snapshot->id + (result ? " is ready." : " failed: " + result.error()));
    if (!result)
        removeLater(m_snapshots.partFolder(*snapshot));
    m_snapshots.finish(snapshot, result ? std::string() : result.error(), result.value_or(TreeUsage()));
}

void Sandboxes::removeSnapshot(const SnapshotPtr &snapshot)
{
    if (snapshot->state == "Creating")
        throw Failure(409, "SNAPSHOT::INVALID_STATE", "Snapshot " + snapshot->id + " is still being created.");
    for (const auto &[id, sandbox] : m_sandboxes) {
        const bool ended = sandbox->state == "Terminated" || sandbox->state == "Failed";
        if (sandbox->snapshot == snapshot->id && !sandbox->deleted && !ended)
            throw Failure(409, "SNAPSHOT::DELETE_CONFLICT", "Snapshot " + snapshot->id + " is in use by sandbox " + id + ". Delete that one first.");
    }
    removeLater(m_snapshots.remove(snapshot));
}

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// How sandboxes are kept within their time, memory and disk.
#include "lifecycle/sandboxes.h"

#include "isolation/filetree.h"
#include "json.h"
#include "lifecycle/offload.h"
#include "log.h"

#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace Runtime {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr auto completion = asio::as_tuple(asio::use_awaitable);
constexpr off_t logLimit = 32 << 20;

// Files that programs of the sandbox hold open and that have no name any more, so no folder shows them.
std::uint64_t openUnnamedBytes(pid_t init, const std::string &folder)
{
    struct stat home {};
    std::uint64_t bytes = 0;
    if (init == 0 || ::stat(folder.c_str(), &home) != 0)
        return 0;
    std::set<ino_t> seen;
    for (const pid_t pid : ProcessTable::read().tree(init)) {
        const std::string place = "/proc/" + std::to_string(pid) + "/fd";
        DIR *listing = ::opendir(place.c_str());
        while (const dirent *entry = listing ? ::readdir(listing) : nullptr) {
            struct stat info {};
            if (::fstatat(::dirfd(listing), entry->d_name, &info, 0) == 0 && S_ISREG(info.st_mode) && info.st_nlink == 0
                && info.st_dev == home.st_dev && seen.insert(info.st_ino).second)
                bytes += static_cast<std::uint64_t>(info.st_blocks) * 512;
        }
        if (listing)
            ::closedir(listing);
    }
    return bytes;
}

std::uint64_t pageSize()
{
    static const auto size = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

// Files in /dev/shm are memory, too.
std::uint64_t sharedMemoryFiles(pid_t init)
{
    struct statvfs shared {};
    if (::statvfs(("/proc/" + std::to_string(init) + "/root/dev/shm").c_str(), &shared) != 0)
        return 0;
    return (shared.f_blocks - shared.f_bfree) * shared.f_frsize;
}

} // namespace

void Sandboxes::scheduleWatch(std::chrono::milliseconds time)
{
    m_watch.expires_after(time);
    m_watch.async_wait([this](const boost::system::error_code &error) {
        if (!error)
            watch();
    });
}

void Sandboxes::watch()
{
    ++m_rounds;
    const Time time = now();
    // A server that was killed may need a moment until its last traces are gone.
    if (m_rounds % 8 == 0)
        remember();
    bool watching = false;
    std::vector<SandboxPtr> expired;
    for (const auto &[id, sandbox] : m_sandboxes) {
        // Compared with the clock each time, so that a machine that slept does not sleep over it.
        if (!sandbox->deleted && sandbox->expires && *sandbox->expires <= time) {
            sandbox->note("Expired.");
            log(LogLevel::Info, "sandbox " + id + " expired");
            sandbox->deleted = true;
            expired.push_back(sandbox);
        }
        watching = watching || (sandbox->init != 0 && m_limits.watchesMemory());
        if (sandbox->init != 0)
            watchKernelKills(sandbox, sandbox->init);
        if (!m_builds.begun() && sandbox->control
            && ::faccessat(sandbox->control.get(), SharedBuilds::wish, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
            m_builds.make(m_keeper);
        if (m_rounds % 16 == 0 && sandbox->running) {
            const std::string path = sandbox->folder + "/log";
            struct stat info {};
            if (::stat(path.c_str(), &info) == 0 && info.st_size > logLimit && ::truncate(path.c_str(), 0) == 0)
                sandbox->note("The log was longer than 32 MiB and was emptied.");
        }
    }
    for (const SandboxPtr &sandbox : expired)
        asio::co_spawn(m_context, remove(sandbox), asio::detached);
    bool growing = false;
    std::optional<ProcessTable> table;
    for (const auto &[id, sandbox] : m_sandboxes) {
        if (!watching || sandbox->init == 0 || !isNearLimits(sandbox))
            continue;
        if (!table)
            table = ProcessTable::read();
        growing = watchMemory(sandbox, *table) || growing;
    }
    scheduleWatch(growing ? 40ms : watching ? 250ms : 1000ms);
}

// The daemon in the sandbox looks at it when one of its kernels was killed. The sandbox may have put anything there.
static void tellInside(int control)
{
    constexpr const char *notice = "out-of-memory";
    ::unlinkat(control, notice, 0);
    const Descriptor file(::openat(control, notice, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    const std::string text = std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
    if (!file || ::write(file.get(), text.data(), text.size()) < 0)
        log(LogLevel::Warning, "a sandbox could not be told that its memory ran out");
}

// Where the kernel keeps the memory limit, only a counter tells that it stopped something.
void Sandboxes::watchKernelKills(const SandboxPtr &sandbox, pid_t process)
{
    const std::uint64_t kills = m_limits.outOfMemoryKills(sandbox->id, process);
    if (kills <= sandbox->kernelKills)
        return;
    sandbox->kernelKills = kills;
    sandbox->lastKill = now();
    sandbox->note("Out of memory (limit " + std::to_string(sandbox->limits.memory >> 20) + " MiB): a program was stopped.");
    if (sandbox->state == "Running")
        sandbox->message = "Sandbox is running. " + sandbox->events.back().text;
    log(LogLevel::Warning, "sandbox " + sandbox->id + ": " + sandbox->events.back().text);
}

// Looks at the sandbox's own list of processes: that of the whole machine takes many times longer.
bool Sandboxes::isNearLimits(const SandboxPtr &sandbox)
{
    const ProcessTable table = m_settings.mode.freshProc ? ProcessTable::read("/proc/" + std::to_string(sandbox->init) + "/root/proc") : ProcessTable();
    if (table.all().empty())
        return true;
    std::uint64_t resident = 0;
    std::uint64_t threads = 0;
    for (const auto &[pid, info] : table.all()) {
        resident += info.residentPages * pageSize();
        threads += info.threads;
    }
    return (sandbox->limits.processes > 0 && threads > sandbox->limits.processes)
        || (sandbox->limits.memory > 0 && resident + sharedMemoryFiles(sandbox->init) > sandbox->limits.memory / 3);
}

// True when the sandbox should be looked at again soon.
bool Sandboxes::watchMemory(const SandboxPtr &sandbox, const ProcessTable &table)
{
    const std::vector<pid_t> tree = table.tree(sandbox->init);
    std::uint64_t resident = 0;
    std::uint64_t threads = 0;
    for (const pid_t pid : tree) {
        const ProcessInfo *info = table.find(pid);
        resident += info->residentPages * pageSize();
        threads += info->threads;
    }
    // The kernel should have refused them (it does not count for root of a container).
    if (sandbox->limits.processes > 0 && threads > sandbox->limits.processes + sandbox->limits.processes / 4) {
        sandbox->note("Stopped: more than " + std::to_string(sandbox->limits.processes) + " processes.");
        m_keeper.kill(sandbox->kept);
        return false;
    }
    const std::uint64_t limit = sandbox->limits.memory;
    if (limit == 0)
        return false;
    const std::uint64_t files = sharedMemoryFiles(sandbox->init);
    if (resident + files <= limit)
        return resident + files > limit / 3;

    // Shared pages count once for the decision.
    std::uint64_t total = files;
    std::vector<std::pair<std::uint64_t, pid_t>> candidates;
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const ProcessInfo *info = table.find(tree[i]);
        const std::uint64_t bytes = proportionalBytes(tree[i], *info);
        total += bytes;
        // The first process and the daemon are the sandbox itself.
        if (i > 0 && info->name != sandbox->daemonName)
            candidates.emplace_back(bytes, tree[i]);
    }
    if (total <= limit)
        return true;
    const std::string used = std::to_string(total >> 20) + " MiB used, limit " + std::to_string(limit >> 20) + " MiB";
    std::ranges::sort(candidates, std::greater<>());
    // The largest first, as few as it takes. A swarm of small ones ends the sandbox.
    std::uint64_t left = total;
    std::size_t chosen = 0;
    while (left > limit && chosen < candidates.size() && candidates[chosen].first > total / 64)
        left -= candidates[chosen++].first;
    if (left > limit) {
        sandbox->outOfMemory = true;
        sandbox->note("Out of memory (" + used + "): the sandbox was stopped.");
        log(LogLevel::Warning, "sandbox " + sandbox->id + ": " + sandbox->events.back().text);
        m_keeper.kill(sandbox->kept);
        return false;
    }
    sandbox->lastKill = now();
    if (sandbox->control)
        tellInside(sandbox->control.get());
    for (std::size_t i = 0; i < chosen; ++i) {
        const std::string name = Json::validUtf8(table.find(candidates[i].second)->name);
        sandbox->note("Out of memory (" + used + "): the program '" + name + "' was stopped.");
        log(LogLevel::Warning, "sandbox " + sandbox->id + ": " + sandbox->events.back().text);
        ::kill(candidates[i].second, SIGKILL);
    }
    if (sandbox->state == "Running")
        sandbox->message = "Sandbox is running. " + sandbox->events.back().text;
    return true;
}

// --- disk -----------------------------------------------------------------------------------------

// A sandbox with a limit is measured; and when the disk gets full, all of them, and the largest one is stopped.
Http::Awaitable<void> Sandboxes::watchDisk()
{
    asio::steady_timer pause(m_context);
    auto time = std::chrono::milliseconds(1000);
    while (true) {
        pause.expires_after(time);
        co_await pause.async_wait(completion);
        const std::uint64_t left = freeSpace(m_settings.folder);
        const bool tight = left < m_settings.keepFree;
        // The closer the end, the more often.
        time = std::chrono::milliseconds(left < 4 * m_settings.keepFree ? 200 : 1000);
        std::vector<SandboxPtr> measured;
        std::vector<std::string> folders;
        for (const auto &[id, sandbox] : m_sandboxes) {
            if (sandbox->running && !sandbox->deleted && !sandbox->outOfDisk && (tight || sandbox->limits.disk > 0)) {
                measured.push_back(sandbox);
                folders.push_back(sandbox->folder);
            }
        }
        if (measured.empty())
            continue;
        const std::function<std::vector<std::uint64_t>()> measure = [folders] {
            const std::atomic<bool> never = false;
            std::vector<std::uint64_t> sizes;
            for (const std::string &folder : folders)
                sizes.push_back(measureTree(folder, never).bytes);
            return sizes;
        };
        const auto begun = std::chrono::steady_clock::now();
        auto measuring = offload(m_copies, measure);
        const std::vector<std::uint64_t> sizes = co_await std::move(measuring);
        // Looking takes a small part of the time, however many files there are.
        const auto taken = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun);
        time = std::max(time, (tight ? 2 : 10) * taken);
        std::size_t largest = 0;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const std::uint64_t open = openUnnamedBytes(measured[i]->init, measured[i]->folder);
            const std::uint64_t bytes = std::min(sizes[i], UINT64_MAX - open) + open;
            if (measured[i]->limits.disk > 0 && bytes > measured[i]->limits.disk)
                stopForDisk(measured[i], bytes, "limit " + std::to_string(measured[i]->limits.disk >> 20) + " MiB");
            if (sizes[i] > sizes[largest])
                largest = i;
        }
        // One that holds little is not what fills the disk.
        if (tight && sizes[largest] > std::min<std::uint64_t>(m_settings.keepFree / 8, 64 << 20))
            stopForDisk(measured[largest], sizes[largest], "only " + std::to_string(left >> 20) + " MiB are free on this machine's disk");
    }
}

void Sandboxes::stopForDisk(const SandboxPtr &sandbox, std::uint64_t bytes, const std::string &reason)
{
    if (!sandbox->running || sandbox->deleted || sandbox->outOfDisk)
        return;
    sandbox->outOfDisk = true;
    const std::string used = bytes > (1ULL << 60) ? "Folders nested too deeply to be measured" : std::to_string(bytes >> 20) + " MiB of files";
    sandbox->note(used + " (" + reason + "): the sandbox was stopped. Delete it to free the space.");
    log(LogLevel::Warning, "sandbox " + sandbox->id + ": " + sandbox->events.back().text);
    m_keeper.kill(sandbox->kept);
}

} // namespace Runtime

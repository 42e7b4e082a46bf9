// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/sandboxes.h"

#include "http/relay.h"
#include "isolation/filetree.h"
#include "isolation/seccomp.h"
#include "json.h"
#include "log.h"

#include <boost/asio/post.hpp>
#include <boost/json.hpp>

#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace Runtime {

namespace asio = boost::asio;
namespace json = boost::json;
using namespace std::chrono_literals;
using Http::Failure;

namespace {

constexpr auto completion = asio::as_tuple(asio::use_awaitable);
constexpr auto connectLimit = 3s;

std::map<std::string, std::string> labelsOf(const json::object &record)
{
    std::map<std::string, std::string> labels;
    if (const json::value *metadata = record.if_contains("metadata"); metadata && metadata->is_object()) {
        for (const auto &[key, value] : metadata->get_object()) {
            if (value.is_string())
                labels.emplace(key, value.get_string());
        }
    }
    return labels;
}

} // namespace

// --- Sandbox --------------------------------------------------------------------------------------

void Sandbox::note(std::string text)
{
    if (events.size() >= 500)
        events.erase(events.begin());
    events.push_back({ now(), std::move(text) });
}

void Sandbox::setState(std::string newState, std::string newReason, std::string newMessage)
{
    state = std::move(newState);
    reason = std::move(newReason);
    message = std::move(newMessage);
    changed = now();
    note(state + " (" + reason + "): " + message);
    changedNow();
}

void Sandbox::changedNow()
{
    for (asio::steady_timer *timer : waiting)
        timer->cancel();
}

std::string_view Sandbox::accessToken() const
{
    const auto found = std::ranges::find(environment, "EXECD_ACCESS_TOKEN", &std::pair<std::string, std::string>::first);
    return found == environment.end() ? std::string_view() : std::string_view(found->second);
}

std::string Sandbox::runningMessage() const
{
    return remark.empty() ? "Sandbox is running." : "Sandbox is running. " + remark;
}

// --- Sandboxes ------------------------------------------------------------------------------------

Sandboxes::Sandboxes(asio::io_context &context, SandboxSettings settings, Keeper &keeper, LimitEnforcer limits, SharedSettings shared)
    : m_context(context)
    , m_settings(std::move(settings))
    , m_keeper(keeper)
    , m_limits(std::move(limits))
    , m_shared(std::move(shared))
    , m_filter(makeSeccompFilter(m_limits.watchesMemory()))
    , m_volumes(m_settings.stateFolder() + "/volumes", m_settings.allowedPaths, m_settings.user)
    , m_snapshots(m_settings.stateFolder() + "/snapshots", m_settings.run())
    , m_profiles(m_settings.stateFolder() + "/profiles")
    , m_records(m_settings.remember ? m_settings.stateFolder() + "/records" : std::string(), m_settings.run())
    , m_builds(m_settings.kernels, m_settings.mode, m_settings.user)
    , m_watch(context)
    , m_sparing(context)
{
    remember();
    prepareSpare();
    for (const std::string &folder : m_snapshots.leftovers())
        removeLater(folder);
    scheduleWatch(1s);
    asio::co_spawn(m_context, watchDisk(), asio::detached);
}

// Sandboxes of an earlier run, of which only the record is left.
void Sandboxes::remember()
{
    for (const json::object &record : m_records.takeOver()) {
        const auto text = [&](const char *name) {
            const json::string *value = Json::stringAt(record, name);
            return value ? std::string(*value) : std::string();
        };
        auto sandbox = std::make_shared<Sandbox>();
        sandbox->id = text("id");
        sandbox->image = text("image");
        if (record.contains("snapshot"))
            sandbox->snapshot = text("snapshot");
        if (const json::value *words = record.if_contains("entrypoint"); words && words->is_array()) {
            for (const json::value &word : words->get_array())
                sandbox->entrypoint.emplace_back(word.is_string() ? std::string(word.get_string()) : std::string());
        }
        if (record.contains("metadata"))
            sandbox->metadata = labelsOf(record);
        sandbox->created = parseTime(text("created")).value_or(now());
        sandbox->changed = parseTime(text("changed")).value_or(now());
        if (record.contains("expires"))
            sandbox->expires = parseTime(text("expires"));
        sandbox->state = text("state");
        sandbox->reason = text("reason");
        sandbox->message = text("message");
        m_sandboxes.emplace(sandbox->id, sandbox);
        if (sandbox->state != "Terminated" && sandbox->state != "Failed") {
            sandbox->setState("Terminated", "RUNTIME_STOPPED",
                              "The local runtime was stopped, and this sandbox ended with it. Its files are gone, too.");
            save(*sandbox);
        }
    }
}

SandboxPtr Sandboxes::get(std::string_view id) const
{
    const auto found = m_sandboxes.find(id);
    if (found == m_sandboxes.end() || found->second->deleted)
        throw Failure(404, "DOCKER::SANDBOX_NOT_FOUND", "Sandbox " + std::string(id) + " not found.");
    return found->second;
}

std::vector<SandboxPtr> Sandboxes::all() const
{
    std::vector<SandboxPtr> list;
    for (const auto &[id, sandbox] : m_sandboxes) {
        if (!sandbox->deleted)
            list.push_back(sandbox);
    }
    std::ranges::stable_sort(list, [](const SandboxPtr &a, const SandboxPtr &b) { return a->created > b->created; });
    return list;
}

Http::Awaitable<void> Sandboxes::wait(SandboxPtr sandbox, std::chrono::milliseconds time)
{
    asio::steady_timer timer(m_context, time);
    sandbox->waiting.insert(&timer);
    co_await timer.async_wait(completion);
    sandbox->waiting.erase(&timer);
}

Http::Awaitable<void> Sandboxes::notBusy(SandboxPtr sandbox)
{
    while (sandbox->busy) {
        auto waiting = wait(sandbox, 1s);
        co_await std::move(waiting);
    }
}

Http::Awaitable<std::expected<Http::Socket, std::string>> Sandboxes::connect(SandboxPtr sandbox)
{
    if (!sandbox->running)
        co_return std::unexpected(std::string("the sandbox has ended"));
    // What is opened is a socket in that very folder, never a link to another place. The short name also
    // keeps clear of the limit for socket paths.
    const Descriptor socket(::openat(sandbox->control.get(), "execd.sock", O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat info {};
    if (!socket || ::fstat(socket.get(), &info) != 0 || !S_ISSOCK(info.st_mode))
        co_return std::unexpected(std::string("the daemon in the sandbox is not listening"));
    auto connecting = Http::connectUnix(m_context.get_executor(), "/proc/self/fd/" + std::to_string(socket.get()));
    co_return co_await std::move(connecting);
}

Http::Awaitable<std::expected<Http::Socket, std::string>> Sandboxes::connectPort(SandboxPtr sandbox, std::uint16_t port)
{
    if (!sandbox->running)
        co_return std::unexpected(std::string("the sandbox has ended"));
    if (!sandbox->accessToken().empty())
        co_return std::unexpected(std::string("the daemon has to be asked"));
    Descriptor socket = sandbox->network ? Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))
                                         : sandbox->innerNetwork.takeSocket();
    if (!socket)
        co_return std::unexpected(std::string("the network of the sandbox cannot be joined"));
    auto connecting = Http::connectTcp(m_context.get_executor(), socket.release(), port, connectLimit);
    co_return co_await std::move(connecting);
}

void Sandboxes::ended(const SandboxPtr &sandbox, int status)
{
    watchKernelKills(sandbox, sandbox->init);
    sandbox->running = false;
    sandbox->status = status;
    sandbox->init = 0;
    sandbox->innerNetwork = {};
    m_limits.release(sandbox->id);
    if (sandbox->deleted) {
        sandbox->changedNow();
        return;
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    const bool justKilled = now() - sandbox->lastKill < 5s;
    if (sandbox->outOfMemory || (justKilled && code == 137)) {
        sandbox->setState("Failed", "OUT_OF_MEMORY",
                          "Sandbox was stopped because it used more than its memory limit of "
                              + std::to_string(sandbox->limits.memory >> 20) + " MiB.");
    } else if (sandbox->outOfDisk) {
        sandbox->setState("Failed", "OUT_OF_DISK", sandbox->events.back().text);
    } else if (code == 0) {
        sandbox->setState("Terminated", "CONTAINER_EXITED", "Sandbox exited successfully.");
    } else if (code > 128 && code < 128 + 65) {
        const char *name = ::sigabbrev_np(code - 128);
        sandbox->setState("Failed", "CONTAINER_EXITED_ERROR",
                          "Sandbox exited with code " + std::to_string(code) + " (signal " + (name ? std::string("SIG") + name : std::to_string(code - 128)) + ").");
    } else {
        sandbox->setState("Failed", "CONTAINER_EXITED_ERROR", "Sandbox exited with code " + std::to_string(code) + '.');
    }
    save(*sandbox);
    log(LogLevel::Info, "sandbox " + sandbox->id + ": " + sandbox->message);
}

Http::Awaitable<void> Sandboxes::remove(SandboxPtr sandbox)
{
    sandbox->deleted = true;
    sandbox->abandon = true;
    if (sandbox->running)
        m_keeper.kill(sandbox->kept);
    sandbox->changedNow();
    const auto deadline = std::chrono::steady_clock::now() + 10s;
    while ((sandbox->running || sandbox->busy) && std::chrono::steady_clock::now() < deadline) {
        auto waiting = wait(sandbox, 100ms);
        co_await std::move(waiting);
    }
    if (sandbox->running) {
        sandbox->deleted = false;
        throw Failure(500, "DOCKER::SANDBOX_DELETE_FAILED", "The sandbox's processes did not end within 10 seconds. Try again.");
    }
    removeFiles(sandbox);
    m_records.erase(sandbox->id);
    m_sandboxes.erase(sandbox->id);
}

void Sandboxes::removeLater(const std::string &folder)
{
    asio::post(m_removals, [folder] {
        // At the end of the server the keeper removes the same files.
        if (!removeTree(folder) && ::access(folder.c_str(), F_OK) == 0)
            log(LogLevel::Warning, "not everything could be removed from " + folder);
    });
}

void Sandboxes::removeFiles(const SandboxPtr &sandbox)
{
    sandbox->control.reset();
    if (!sandbox->folder.empty())
        removeLater(sandbox->folder);
    // Volumes that were made for it and that nobody else has come to use.
    for (const VolumeRequest &volume : sandbox->volumes) {
        const bool own = volume.backend == VolumeRequest::Backend::Named && volume.deleteWithSandbox
            && std::ranges::contains(sandbox->ownVolumes, volume.source);
        const bool used = own && std::ranges::any_of(m_sandboxes, [&](const auto &entry) {
            return entry.second != sandbox && !entry.second->deleted
                && std::ranges::any_of(entry.second->volumes, [&](const VolumeRequest &other) {
                       return other.backend == VolumeRequest::Backend::Named && other.source == volume.source;
                   });
        });
        if (own && !used)
            removeLater(m_volumes.folderOf(volume.source));
    }
}

// --- settings that change -------------------------------------------------------------------------

void Sandboxes::changeExpiry(const SandboxPtr &sandbox, Time expires)
{
    sandbox->expires = expires;
    sandbox->note("Expiration set to " + formatTime(expires) + '.');
    save(*sandbox);
}

void Sandboxes::accessed(const SandboxPtr &sandbox)
{
    if (sandbox->extension == 0s || !sandbox->expires)
        return;
    // Never shortens, and is written down only now and then: an access is frequent.
    const Time expires = now() + sandbox->extension;
    const bool much = expires - *sandbox->expires > 30s;
    sandbox->expires = std::max(*sandbox->expires, expires);
    if (much)
        save(*sandbox);
}

void Sandboxes::changeMetadata(const SandboxPtr &sandbox, const json::object &patch)
{
    auto changed = sandbox->metadata.value_or(std::map<std::string, std::string>());
    for (const auto &[key, value] : patch) {
        const std::string name(key);
        if (isReservedLabel(name))
            throw Failure(400, "INVALID_METADATA_LABEL", "Metadata key '" + name + "' is reserved (opensandbox.io/ prefix).");
        if (value.is_null()) {
            changed.erase(name);
            continue;
        }
        const std::string text(value.as_string());
        if (const auto wrong = checkLabelKey(name))
            throw Failure(400, "SANDBOX::INVALID_METADATA_LABEL", *wrong);
        if (const auto wrong = checkLabelValue(text))
            throw Failure(400, "SANDBOX::INVALID_METADATA_LABEL", *wrong);
        changed.insert_or_assign(name, text);
    }
    if (patch.empty())
        return;
    if (changed.empty())
        sandbox->metadata.reset();
    else
        sandbox->metadata = std::move(changed);
    save(*sandbox);
}

std::string Sandboxes::logTail(const Sandbox &sandbox, std::size_t bytes) const
{
    const Descriptor file(::open((sandbox.folder + "/log").c_str(), O_RDONLY | O_CLOEXEC));
    struct stat info {};
    if (!file || ::fstat(file.get(), &info) != 0)
        return {};
    const auto size = static_cast<std::size_t>(info.st_size);
    const std::size_t length = std::min(size, bytes);
    std::string text(length, '\0');
    const ssize_t count = ::pread(file.get(), text.data(), length, static_cast<off_t>(size - length));
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return Json::validUtf8(text);
}

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/sandboxes.h"

#include "http/relay.h"
#include "isolation/probe.h"
#include "isolation/seccomp.h"
#include "json.h"
#include "lifecycle/profiles.h"
#include "log.h"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <boost/json.hpp>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <sys/wait.h>

namespace Runtime {

namespace asio = boost::asio;
namespace json = boost::json;
using namespace std::chrono_literals;
using Http::Failure;

namespace {

constexpr auto completion = asio::as_tuple(asio::use_awaitable);
constexpr auto startLimit = 30s;
constexpr off_t logLimit = 32 << 20;

std::string randomId()
{
    static std::random_device device;
    std::array<std::uint32_t, 4> words {};
    for (std::uint32_t &word : words)
        word = device();
    words[1] = (words[1] & 0xffff0fffU) | 0x4000U;
    words[2] = (words[2] & 0x3fffffffU) | 0x80000000U;
    char text[40];
    std::snprintf(text, sizeof text, "%08x-%04x-%04x-%04x-%04x%08x", words[0], words[1] >> 16, words[1] & 0xffff,
                  words[2] >> 16, words[2] & 0xffff, words[3]);
    return text;
}

std::string architecture()
{
    utsname name {};
    ::uname(&name);
    const std::string machine = name.machine;
    return machine == "x86_64" ? "amd64" : machine == "aarch64" ? "arm64" : machine;
}

std::string lowerTrimmed(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c != ' ' && c != '\t' && c != '\n')
            out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

// Programs that only keep a container from ending. The daemon does that here.
bool onlyWaits(const std::vector<std::string> &entrypoint)
{
    if (entrypoint == std::vector<std::string> { "tail", "-f", "/dev/null" }
        || entrypoint == std::vector<std::string> { "sleep", "infinity" })
        return true;
    // The scripts of the published images start the services that the daemon has built in.
    return entrypoint.front().starts_with("/opt/code-interpreter/") || entrypoint.front().starts_with("/opt/opensandbox/");
}

std::string runningMessage(const Sandbox &sandbox)
{
    return sandbox.remark.empty() ? "Sandbox is running." : "Sandbox is running. " + sandbox.remark;
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
    signal.cancel();
}

// --- Sandboxes ------------------------------------------------------------------------------------

Sandboxes::Sandboxes(asio::io_context &context, SandboxSettings settings, Keeper &keeper, LimitEnforcer limits)
    : m_context(context)
    , m_settings(std::move(settings))
    , m_keeper(keeper)
    , m_limits(std::move(limits))
    , m_watch(context)
{
    scheduleWatch(1s);
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

void Sandboxes::check(const CreateRequest &request) const
{
    constexpr const char *invalid = "SANDBOX::INVALID_PARAMETER";
    if (const auto renew = request.extensions.find("access.renew.extend.seconds"); renew != request.extensions.end()) {
        const std::string &text = renew->second;
        std::int64_t seconds = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
        if (error != std::errc() || end != text.data() + text.size() || seconds < 300 || seconds > 86400)
            throw Failure(400, invalid, "Invalid extensions[\"access.renew.extend.seconds\"]: must be a number from 300 to 86400, got '"
                                            + text + "'.");
    }
    if (request.extensions.contains("poolRef"))
        throw Failure(400, "SANDBOX::UNSUPPORTED_POOL_REF", "The local runtime has no pools; leave poolRef out.");
    if (request.snapshot)
        throw Failure(404, "SNAPSHOT::NOT_FOUND", "Snapshot " + *request.snapshot + " not found");
    for (const auto &[key, value] : request.metadata.value_or(std::map<std::string, std::string>())) {
        if (isReservedLabel(key))
            throw Failure(400, "SANDBOX::INVALID_METADATA_LABEL",
                          "Metadata key '" + key + "' uses the reserved prefix 'opensandbox.io/', which belongs to the system.");
        if (const auto wrong = checkLabelKey(key))
            throw Failure(400, "SANDBOX::INVALID_METADATA_LABEL", *wrong);
        if (const auto wrong = checkLabelValue(value))
            throw Failure(400, "SANDBOX::INVALID_METADATA_LABEL", *wrong);
    }
    if (request.platform) {
        const std::string os = lowerTrimmed(request.platform->os);
        const std::string arch = lowerTrimmed(request.platform->arch);
        if (os != "linux")
            throw Failure(400, invalid, "Unsupported platform.os '" + request.platform->os + "'. The local runtime has only 'linux'.");
        if (arch != architecture())
            throw Failure(400, invalid, "Unsupported platform.arch '" + request.platform->arch + "'. This machine is '" + architecture() + "'.");
    }
    if (request.timeout && *request.timeout > m_settings.maxTimeout)
        throw Failure(400, invalid, "Sandbox timeout " + std::to_string(*request.timeout) + "s exceeds the maximum of "
                                        + std::to_string(m_settings.maxTimeout) + "s.");
    if (request.secureAccess)
        throw Failure(400, invalid, "secureAccess is not supported by the local runtime. Leave it out, or use a Kubernetes server.");
    if (request.networkPolicy) {
        const std::string action = request.networkPolicy->defaultAction.value_or("deny");
        if (action != "deny" && action != "allow")
            throw Failure(400, invalid, "networkPolicy.defaultAction must be 'allow' or 'deny', got '" + action + "'.");
        // A rule that says what the default says changes nothing.
        for (const CreateRequest::Rule &rule : request.networkPolicy->egress) {
            if (rule.action != action)
                throw Failure(400, invalid, "The local runtime cannot enforce a rule for single hosts (" + rule.action + ' ' + rule.target
                                                + "). It can deny all network (defaultAction 'deny') or allow all of it (defaultAction "
                                                  "'allow'), without egress rules.");
        }
    }
    if (request.credentialProxy)
        throw Failure(400, invalid, "credentialProxy is not supported by the local runtime.");
    if (request.volumes)
        throw Failure(400, "VOLUME::HOST_PATH_NOT_ALLOWED", "The local runtime mounts no volumes. Upload files instead.");
    for (const auto &[name, value] : request.environment) {
        if (name.empty() || name.contains('=') || name.contains('\0') || value.contains('\0'))
            throw Failure(400, invalid, "The environment variable '" + name + "' cannot be set: names must not be empty or contain '=', "
                                        "and neither names nor values may contain NUL.");
    }
    for (const std::string &word : request.entrypoint) {
        if (word.contains('\0'))
            throw Failure(400, invalid, "The entrypoint contains a NUL character.");
    }
    if (request.entrypoint.front().empty())
        throw Failure(400, "DOCKER::INVALID_ENTRYPOINT", "The entrypoint's first word, the program, is empty.");
}

ResourceLimits Sandboxes::readLimits(const CreateRequest &request) const
{
    ResourceLimits limits;
    limits.processes = m_settings.defaultProcesses;
    for (const auto &[name, text] : request.resourceLimits) {
        const auto refuse = [&](const std::string &wanted) {
            throw Failure(400, "SANDBOX::INVALID_PARAMETER", "resourceLimits." + name + " '" + text + "' is not understood. " + wanted);
        };
        if (name == "memory") {
            const auto bytes = parseMemory(text);
            if (!bytes)
                refuse("Write a size such as '512Mi' or '2Gi'.");
            if (*bytes < (64ULL << 20))
                refuse("A sandbox needs at least '64Mi'.");
            limits.memory = *bytes;
        } else if (name == "cpu") {
            const auto thousandths = parseCpu(text);
            if (!thousandths)
                refuse("Write a number of CPUs such as '500m' or '2'.");
            limits.cpu = *thousandths;
        } else if (name == "pids") {
            const auto number = parseMemory(text);
            if (!number || *number < 16)
                refuse("Write a number of at least 16.");
            limits.processes = *number;
        } else if (name == "gpu") {
            throw Failure(400, "SANDBOX::INVALID_PARAMETER", "The local runtime gives no GPU to sandboxes. Leave resourceLimits.gpu out.");
        }
    }
    return limits;
}

Http::Awaitable<SandboxPtr> Sandboxes::create(CreateRequest request)
{
    check(request);
    const ResourceLimits limits = readLimits(request);
    const auto profile = findProfile(request.image, request.environment);
    if (!profile)
        throw Failure(400, "SANDBOX::INVALID_PARAMETER", profile.error());
    if (::access(m_settings.execd.c_str(), X_OK) != 0)
        throw Failure(503, "DOCKER::SANDBOX_EXECD_START_FAILED",
                      "The program '" + m_settings.execd + "' is missing. Install the local runtime completely.");

    auto sandbox = std::make_shared<Sandbox>(m_context);
    do {
        sandbox->id = randomId();
    } while (m_sandboxes.contains(sandbox->id));
    sandbox->image = request.image;
    sandbox->entrypoint = request.entrypoint;
    sandbox->metadata = request.metadata;
    if (request.platform)
        sandbox->platform = CreateRequest::Platform { lowerTrimmed(request.platform->os), lowerTrimmed(request.platform->arch) };
    sandbox->created = now();
    sandbox->changed = sandbox->created;
    if (request.timeout)
        sandbox->expires = sandbox->created + std::chrono::seconds(*request.timeout);
    sandbox->limits = limits;
    sandbox->environment = request.environment;
    sandbox->hasPolicy = request.networkPolicy.has_value();
    sandbox->network = request.networkPolicy && request.networkPolicy->defaultAction == "allow";
    sandbox->remark = profile->remark;
    sandbox->folder = m_settings.folder + '/' + sandbox->id;

    SandboxPlan plan;
    plan.mode = m_settings.mode;
    plan.home = sandbox->folder + "/home";
    plan.temporary = sandbox->folder + "/tmp";
    plan.workspace = sandbox->folder + "/workspace";
    plan.control = sandbox->folder + "/control";
    plan.etc = sandbox->folder + "/etc";
    plan.execd = m_settings.execd;
    plan.kernels = m_settings.kernels;
    plan.links = profile->links;
    plan.environment = request.environment;
    // For the daemon, which keeps them from the programs it starts.
    if (limits.cpu > 0)
        plan.environment.emplace_back("OPENSANDBOX_CPU_COUNT", std::to_string(static_cast<double>(limits.cpu) / 1000.0));
    if (limits.memory > 0)
        plan.environment.emplace_back("OPENSANDBOX_MEMORY_MIB", std::to_string(limits.memory >> 20));
    // The first kernel takes a moment to start: it does so while nobody waits for it.
    if (profile->python && (limits.memory == 0 || limits.memory >= (512ULL << 20)))
        plan.environment.emplace_back("OPENSANDBOX_PREWARM", "python");
    plan.hostName = "sandbox-" + sandbox->id.substr(0, 8);
    plan.network = sandbox->network;
    plan.processes = limits.processes;
    plan.memoryFiles = limits.memory > 0 ? limits.memory / 2 : 1ULL << 30;
    const std::vector<std::string> daemon { Inside::execd, "--socket", Inside::socket, "--kernels", Inside::kernels };
    if (onlyWaits(request.entrypoint)) {
        plan.command = daemon;
    } else {
        // The entrypoint is the main program, as in a container: the sandbox ends with it.
        plan.command = { "/bin/sh", "-c", "\"$1\" \"$2\" \"$3\" \"$4\" \"$5\" & shift 5; exec \"$@\"", "sh" };
        plan.command.insert(plan.command.end(), daemon.begin(), daemon.end());
        plan.command.insert(plan.command.end(), request.entrypoint.begin(), request.entrypoint.end());
    }

    m_sandboxes.emplace(sandbox->id, sandbox);
    std::optional<Failure> failure;
    try {
        auto starting = start(sandbox, std::move(plan));
        co_await std::move(starting);
    } catch (const Failure &failed) {
        failure = failed;
    }
    if (failure) {
        auto removing = remove(sandbox);
        co_await std::move(removing);
        throw Failure(*failure);
    }
    co_return sandbox;
}

Http::Awaitable<void> Sandboxes::wait(SandboxPtr sandbox, std::chrono::milliseconds time)
{
    sandbox->signal.expires_after(time);
    co_await sandbox->signal.async_wait(completion);
}

Http::Awaitable<void> Sandboxes::start(SandboxPtr sandbox, SandboxPlan plan)
{
    constexpr const char *failed = "DOCKER::SANDBOX_START_FAILED";
    for (const std::string &folder : { sandbox->folder, plan.home, plan.temporary, plan.workspace, plan.control }) {
        const bool made = folder == sandbox->folder ? makePassage(folder, m_settings.user) : makeFolder(folder, m_settings.user);
        if (!made)
            throw Failure(500, failed, "Cannot make the folder " + folder + ": " + std::strerror(errno));
    }
    if (const std::string error = writeEtc(plan.etc, plan.hostName); !error.empty())
        throw Failure(500, failed, error);
    sandbox->control.reset(::open(plan.control.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const Descriptor logFile(::open((sandbox->folder + "/log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    int info[2];
    if (!sandbox->control || !logFile || ::pipe2(info, O_CLOEXEC) != 0)
        throw Failure(500, failed, std::string("Cannot prepare the sandbox: ") + std::strerror(errno));
    asio::posix::stream_descriptor infoReading(m_context, info[0]);
    Descriptor infoWriting(info[1]);
    const auto filter = makeSeccompFilter();
    const auto arguments = bwrapArgumentFile(plan);
    if (!filter || !arguments)
        throw Failure(500, failed, filter ? arguments.error() : filter.error());

    KeptProgram program;
    program.user = m_settings.user;
    program.arguments = bwrapCommand(plan);
    program.descriptors = { { 1, &logFile },
                            { 2, &logFile },
                            { BwrapDescriptor::arguments, &*arguments },
                            { BwrapDescriptor::seccomp, &*filter },
                            { BwrapDescriptor::info, &infoWriting } };
    if (const std::string error = m_limits.apply(sandbox->id, sandbox->limits, program); !error.empty())
        throw Failure(500, failed, error);

    std::string refused;
    sandbox->running = true;
    sandbox->kept = m_keeper.spawn(
        program,
        [sandbox, &refused](std::expected<pid_t, std::string> pid) {
            if (pid) {
                sandbox->bwrap = *pid;
            } else {
                refused = pid.error();
                sandbox->running = false;
            }
            sandbox->signal.cancel();
        },
        [this, sandbox](int status) { ended(sandbox, status); });
    infoWriting.reset();
    while (sandbox->running && sandbox->bwrap == 0) {
        auto waiting = wait(sandbox, 1s);
        co_await std::move(waiting);
    }
    if (!refused.empty())
        m_limits.release(sandbox->id);
    if (!refused.empty())
        throw Failure(500, failed, "The sandbox could not be started: " + refused);

    // The process ids; the pipe ends without them when bwrap fails.
    std::string text;
    static_cast<void>(co_await asio::async_read(infoReading, asio::dynamic_buffer(text, 4096), completion));
    if (const auto parsed = Json::parse(text); parsed && parsed->is_object()) {
        if (const json::value *pid = parsed->as_object().if_contains("child-pid"); pid && pid->is_int64())
            sandbox->init = static_cast<pid_t>(pid->as_int64());
    }

    const auto deadline = std::chrono::steady_clock::now() + startLimit;
    auto pause = 3ms;
    while (sandbox->running && !sandbox->deleted) {
        auto asking = answersPing(sandbox);
        const bool answered = co_await std::move(asking);
        if (answered)
            break;
        if (std::chrono::steady_clock::now() > deadline) {
            std::string tail = logTail(*sandbox, 500);
            throw Failure(503, "DOCKER::SANDBOX_EXECD_START_FAILED", "The daemon in the sandbox did not answer within 30 seconds. " + tail);
        }
        auto waiting = wait(sandbox, pause);
        co_await std::move(waiting);
        pause = std::min(pause * 2, std::chrono::milliseconds(50));
    }
    if (sandbox->deleted)
        throw Failure(409, failed, "The sandbox was deleted while it started.");
    if (!sandbox->running) {
        const std::string tail = logTail(*sandbox, 2000);
        // bwrap's own complaints mean that there was no sandbox at all; otherwise the entrypoint is over.
        if (tail.contains("bwrap: ") || onlyWaits(sandbox->entrypoint))
            throw Failure(500, failed, "The sandbox ended while it started. " + sandbox->message + ' ' + tail);
        co_return;
    }
    sandbox->setState("Running", "CONTAINER_RUNNING", runningMessage(*sandbox));
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

Http::Awaitable<bool> Sandboxes::answersPing(SandboxPtr sandbox)
{
    auto connecting = connect(sandbox);
    auto socket = co_await std::move(connecting);
    if (!socket)
        co_return false;
    asio::steady_timer limit(m_context, 2s);
    auto &connected = *socket;
    limit.async_wait([&connected](const boost::system::error_code &error) {
        boost::system::error_code ignored;
        if (!error)
            connected.cancel(ignored);
    });
    constexpr std::string_view request = "GET /ping HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    static_cast<void>(co_await asio::async_write(connected, asio::buffer(request), completion));
    std::string answer;
    static_cast<void>(co_await asio::async_read(connected, asio::dynamic_buffer(answer, 4096), completion));
    limit.cancel();
    // The handler refers to the socket: let it run before both are gone.
    co_await asio::post(m_context, completion);
    co_return answer.starts_with("HTTP/1.1 200");
}

void Sandboxes::ended(const SandboxPtr &sandbox, int status)
{
    watchKernelKills(sandbox, sandbox->init);
    sandbox->running = false;
    sandbox->status = status;
    sandbox->init = 0;
    m_limits.release(sandbox->id);
    if (sandbox->deleted) {
        sandbox->signal.cancel();
        return;
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    const bool justKilled = now() - sandbox->lastKill < 5s;
    if (sandbox->outOfMemory || (justKilled && code == 137)) {
        sandbox->setState("Failed", "OUT_OF_MEMORY",
                          "Sandbox was stopped because it used more than its memory limit of "
                              + std::to_string(sandbox->limits.memory >> 20) + " MiB.");
    } else if (code == 0) {
        sandbox->setState("Terminated", "CONTAINER_EXITED", "Sandbox exited successfully.");
    } else if (code > 128 && code < 128 + 65) {
        const char *name = ::sigabbrev_np(code - 128);
        sandbox->setState("Failed", "CONTAINER_EXITED_ERROR",
                          "Sandbox exited with code " + std::to_string(code) + " (signal " + (name ? std::string("SIG") + name : std::to_string(code - 128)) + ").");
    } else {
        sandbox->setState("Failed", "CONTAINER_EXITED_ERROR", "Sandbox exited with code " + std::to_string(code) + '.');
    }
    log(LogLevel::Info, "sandbox " + sandbox->id + ": " + sandbox->message);
}

Http::Awaitable<void> Sandboxes::remove(SandboxPtr sandbox)
{
    sandbox->deleted = true;
    if (sandbox->running)
        m_keeper.kill(sandbox->kept);
    sandbox->signal.cancel();
    const auto deadline = std::chrono::steady_clock::now() + 10s;
    while (sandbox->running && std::chrono::steady_clock::now() < deadline) {
        auto waiting = wait(sandbox, 100ms);
        co_await std::move(waiting);
    }
    if (sandbox->running) {
        sandbox->deleted = false;
        throw Failure(500, "DOCKER::SANDBOX_DELETE_FAILED", "The sandbox's processes did not end within 10 seconds. Try again.");
    }
    removeFiles(sandbox);
    m_sandboxes.erase(sandbox->id);
}

void Sandboxes::removeFiles(const SandboxPtr &sandbox)
{
    sandbox->control.reset();
    asio::post(m_removals, [folder = sandbox->folder] {
        // At the end of the server the keeper removes the same files.
        if (!removeTree(folder) && ::access(folder.c_str(), F_OK) == 0)
            log(LogLevel::Warning, "not everything could be removed from " + folder);
    });
}

Http::Awaitable<void> Sandboxes::pause(SandboxPtr sandbox)
{
    if (sandbox->state == "Paused")
        throw Failure(409, "DOCKER::SANDBOX_PAUSE_FAILED", "Sandbox is already paused.");
    if (sandbox->state != "Running" || sandbox->init == 0)
        throw Failure(409, "DOCKER::SANDBOX_NOT_RUNNING", "Sandbox is not in a running state.");
    // Programs may start others while they are being stopped: until a whole round finds all of them still.
    for (int round = 0; round < 50; ++round) {
        bool still = true;
        const ProcessTable table = ProcessTable::read();
        for (const pid_t pid : table.tree(sandbox->init)) {
            const ProcessInfo *info = table.find(pid);
            if (info->state == 'T' || info->state == 'Z' || info->state == 't')
                continue;
            ::kill(pid, SIGSTOP);
            still = false;
        }
        if (still)
            break;
        auto waiting = wait(sandbox, 5ms);
        co_await std::move(waiting);
    }
    sandbox->setState("Paused", "CONTAINER_PAUSED", "Sandbox is paused.");
}

Http::Awaitable<void> Sandboxes::resume(SandboxPtr sandbox)
{
    if (sandbox->state != "Paused")
        throw Failure(409, "DOCKER::SANDBOX_NOT_PAUSED", "Sandbox is not in a paused state.");
    const ProcessTable table = ProcessTable::read();
    for (const pid_t pid : table.tree(sandbox->init))
        ::kill(pid, SIGCONT);
    sandbox->setState("Running", "CONTAINER_RUNNING", runningMessage(*sandbox));
    co_return;
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

// --- watching -------------------------------------------------------------------------------------

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
    if (watching) {
        const ProcessTable table = ProcessTable::read();
        for (const auto &[id, sandbox] : m_sandboxes) {
            if (sandbox->init != 0)
                growing = watchMemory(sandbox, table) || growing;
        }
    }
    scheduleWatch(growing ? 40ms : watching ? 250ms : 1000ms);
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

// True when the sandbox should be looked at again soon.
bool Sandboxes::watchMemory(const SandboxPtr &sandbox, const ProcessTable &table)
{
    const std::vector<pid_t> tree = table.tree(sandbox->init);
    static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    std::uint64_t resident = 0;
    std::uint64_t threads = 0;
    for (const pid_t pid : tree) {
        const ProcessInfo *info = table.find(pid);
        resident += info->residentPages * page;
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
    // Files in /dev/shm are memory, too.
    struct statvfs shared {};
    std::uint64_t files = 0;
    if (::statvfs(("/proc/" + std::to_string(sandbox->init) + "/root/dev/shm").c_str(), &shared) == 0)
        files = (shared.f_blocks - shared.f_bfree) * shared.f_frsize;
    sandbox->memoryUsed = resident + files;
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
        if (i > 0 && info->name != "execd")
            candidates.emplace_back(bytes, tree[i]);
    }
    sandbox->memoryUsed = total;
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

} // namespace Runtime

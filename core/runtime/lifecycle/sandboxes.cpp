// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/sandboxes.h"

#include "http/relay.h"
#include "isolation/filetree.h"
#include "isolation/freezer.h"
#include "isolation/probe.h"
#include "isolation/seccomp.h"
#include "json.h"
#include "lifecycle/offload.h"
#include "lifecycle/profilestore.h"
#include "log.h"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/json.hpp>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <random>
#include <ranges>
#include <sys/resource.h>
#include <sys/stat.h>
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
constexpr auto freezeLimit = 5s;
// Of each program; many open files are memory of the kernel.
constexpr std::uint64_t openFiles = 8192;
// Output to the log must not end a program.
constexpr std::uint64_t largestLog = 64 << 20;

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

std::string Sandbox::runningMessage() const
{
    return remark.empty() ? "Sandbox is running." : "Sandbox is running. " + remark;
}

// --- Sandboxes ------------------------------------------------------------------------------------

Sandboxes::Sandboxes(asio::io_context &context, SandboxSettings settings, Keeper &keeper, LimitEnforcer limits)
    : m_context(context)
    , m_settings(std::move(settings))
    , m_keeper(keeper)
    , m_limits(std::move(limits))
    , m_volumes(m_settings.stateFolder() + "/volumes", m_settings.allowedPaths, m_settings.user)
    , m_snapshots(m_settings.stateFolder() + "/snapshots", m_settings.run())
    , m_profiles(m_settings.stateFolder() + "/profiles")
    , m_records(m_settings.remember ? m_settings.stateFolder() + "/records" : std::string(), m_settings.run())
    , m_watch(context)
{
    remember();
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

void Sandboxes::check(const CreateRequest &request)
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
    if (request.snapshot && m_snapshots.get(*request.snapshot)->state != "Ready")
        throw Failure(409, "SNAPSHOT::NOT_READY", "Snapshot " + *request.snapshot + " is not ready for restore.");
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
    m_volumes.check(request.volumes);
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

// What cannot be understood is not applied, as on the real server, and is said in the sandbox's message.
ResourceLimits Sandboxes::readLimits(const CreateRequest &request, std::string &remark) const
{
    constexpr const char *invalidCode = "SANDBOX::INVALID_PARAMETER";
    ResourceLimits limits;
    limits.processes = m_settings.defaultProcesses;
    for (const auto &[name, text] : request.resourceLimits) {
        const std::string shown = "resourceLimits." + name + " '" + text + "'";
        std::optional<std::uint64_t> value;
        if (name == "cpu") {
            value = parseCpu(text);
            limits.cpu = value.value_or(0);
        } else if (name == "memory") {
            value = parseMemory(text);
            limits.memory = value.value_or(0);
            if (value && *value < (64ULL << 20))
                throw Failure(400, invalidCode, shown + " is too small: a sandbox needs at least '64Mi'.");
        } else if (name == "pids") {
            value = parseMemory(text);
            limits.processes = value.value_or(limits.processes);
            if (value && *value < 16)
                throw Failure(400, invalidCode, shown + " is too small: a sandbox needs at least 16 processes.");
        } else if (name == "disk" || name == "ephemeral-storage") {
            value = parseMemory(text);
            limits.disk = value.value_or(0);
            if (value && *value < (8ULL << 20))
                throw Failure(400, invalidCode, shown + " is too small: a sandbox needs at least '8Mi'.");
        } else if (name == "gpu") {
            throw Failure(500, "DOCKER::SANDBOX_START_FAILED", "The local runtime gives no GPU to sandboxes. Leave resourceLimits.gpu out.");
        } else {
            value = 0;
        }
        if (!value)
            remark += (remark.empty() ? "" : " ") + shown + " is not understood, so there is no such limit.";
    }
    return limits;
}

Http::Awaitable<SandboxPtr> Sandboxes::create(CreateRequest request)
{
    check(request);
    std::string remark;
    const ResourceLimits limits = readLimits(request, remark);
    std::optional<std::map<std::string, std::string>> metadata = request.metadata;
    if (request.snapshot) {
        // Settings of the request come before those that were kept.
        const SnapshotPtr snapshot = m_snapshots.get(*request.snapshot);
        request.image = snapshot->image;
        auto environment = snapshot->environment;
        for (const auto &[name, value] : request.environment) {
            std::erase_if(environment, [&](const auto &kept) { return kept.first == name; });
            environment.emplace_back(name, value);
        }
        request.environment = std::move(environment);
        request.platform = CreateRequest::Platform { "linux", architecture() };
        if (!snapshot->metadata.empty()) {
            metadata.emplace(metadata.value_or(std::map<std::string, std::string>()));
            metadata->insert(snapshot->metadata.begin(), snapshot->metadata.end());
        }
    }
    const auto profile = findProfile(request.image, request.environment, m_profiles);
    if (!profile && request.snapshot)
        throw Failure(409, "SNAPSHOT::INVALID_RESTORE_CONFIG", "The snapshot cannot be restored: " + profile.error());
    if (!profile)
        throw Failure(500, "DOCKER::SANDBOX_IMAGE_PULL_FAILED", profile.error());
    if (::access(m_settings.execd.c_str(), X_OK) != 0)
        throw Failure(503, "DOCKER::SANDBOX_EXECD_START_FAILED",
                      "The program '" + m_settings.execd + "' is missing. Install the local runtime completely.");

    auto sandbox = std::make_shared<Sandbox>();
    do {
        sandbox->id = randomId();
    } while (m_sandboxes.contains(sandbox->id));
    sandbox->image = request.image;
    sandbox->snapshot = request.snapshot;
    sandbox->entrypoint = request.entrypoint;
    sandbox->metadata = std::move(metadata);
    if (request.platform)
        sandbox->platform = CreateRequest::Platform { lowerTrimmed(request.platform->os), lowerTrimmed(request.platform->arch) };
    sandbox->created = now();
    sandbox->changed = sandbox->created;
    if (request.timeout)
        sandbox->expires = sandbox->created + std::chrono::seconds(*request.timeout);
    if (const auto extension = request.extensions.find("access.renew.extend.seconds"); extension != request.extensions.end())
        sandbox->extension = std::chrono::seconds(std::stoll(extension->second));
    sandbox->limits = limits;
    sandbox->environment = request.environment;
    sandbox->volumes = request.volumes;
    sandbox->network = request.networkPolicy && request.networkPolicy->defaultAction == "allow";
    sandbox->remark = profile->remark + (profile->remark.empty() || remark.empty() ? "" : " ") + remark;
    sandbox->folder = m_settings.folder + '/' + sandbox->id;
    SandboxPlan plan = makePlan(*sandbox, *profile);
    if (!plan.root.empty() && plan.libraries.empty())
        throw Failure(500, "DOCKER::SANDBOX_START_FAILED", "The libraries of the daemon cannot be found; is the program 'ldd' installed?");
    if (!plan.libraries.empty())
        sandbox->daemonName = "ld.so";

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

SandboxPlan Sandboxes::makePlan(const Sandbox &sandbox, const Profile &profile) const
{
    SandboxPlan plan;
    plan.mode = m_settings.mode;
    plan.home = sandbox.folder + "/home";
    plan.temporary = sandbox.folder + "/tmp";
    plan.workspace = sandbox.folder + "/workspace";
    plan.control = sandbox.folder + "/control";
    plan.etc = sandbox.folder + "/etc";
    plan.execd = m_settings.execd;
    plan.kernels = m_settings.kernels;
    plan.root = profile.root;
    if (!plan.root.empty()) {
        plan.libraries = programLibraries(plan.execd);
        if (const std::string limiter = findProgram("prlimit"); !limiter.empty() && !plan.libraries.empty()) {
            for (auto &library : programLibraries(limiter)) {
                if (!std::ranges::contains(plan.libraries, library))
                    plan.libraries.push_back(std::move(library));
            }
            plan.libraries.emplace_back("prlimit", limiter);
        }
    }
    plan.links = profile.links;
    plan.environment = sandbox.environment;
    // For the daemon, which keeps them from the programs it starts.
    if (sandbox.limits.cpu > 0)
        plan.environment.emplace_back("OPENSANDBOX_CPU_COUNT", std::to_string(static_cast<double>(sandbox.limits.cpu) / 1000.0));
    if (sandbox.limits.memory > 0)
        plan.environment.emplace_back("OPENSANDBOX_MEMORY_MIB", std::to_string(sandbox.limits.memory >> 20));
    // The first kernel takes a moment to start: it does so while nobody waits for it.
    if (profile.python && (sandbox.limits.memory == 0 || sandbox.limits.memory >= (512ULL << 20)))
        plan.environment.emplace_back("OPENSANDBOX_PREWARM", "python");
    plan.hostName = "sandbox-" + sandbox.id.substr(0, 8);
    plan.network = sandbox.network;
    plan.processes = sandbox.limits.processes;
    plan.memoryFiles = sandbox.limits.memory > 0 ? sandbox.limits.memory / 2 : 1ULL << 30;
    const std::vector<std::string> daemon
        = broughtProgram(plan, { Inside::execd, "--socket", Inside::socket, "--kernels", Inside::kernels });
    if (onlyWaits(sandbox.entrypoint)) {
        plan.command = daemon;
    } else {
        // The entrypoint is the main program, as in a container: the sandbox ends with it.
        std::string script;
        for (std::size_t i = 1; i <= daemon.size(); ++i)
            script += "\"${" + std::to_string(i) + "}\" ";
        plan.command = { "/bin/sh", "-c", script + "& shift " + std::to_string(daemon.size()) + "; exec \"$@\"", "sh" };
        plan.command.insert(plan.command.end(), daemon.begin(), daemon.end());
        plan.command.insert(plan.command.end(), sandbox.entrypoint.begin(), sandbox.entrypoint.end());
    }
    return plan;
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

// The folders of a new sandbox, empty or with what the snapshot holds.
Http::Awaitable<void> Sandboxes::makeFolders(SandboxPtr sandbox, const SandboxPlan &plan)
{
    constexpr const char *failed = "DOCKER::SANDBOX_START_FAILED";
    const auto make = [&](bool made, const std::string &folder) {
        if (!made)
            throw Failure(500, failed, "Cannot make the folder " + folder + ": " + std::strerror(errno));
    };
    make(makePassage(sandbox->folder, m_settings.user), sandbox->folder);
    make(makeFolder(plan.control, m_settings.user), plan.control);
    if (!sandbox->snapshot) {
        for (const std::string &folder : { plan.home, plan.temporary, plan.workspace })
            make(makeFolder(folder, m_settings.user), folder);
        co_return;
    }
    const std::string from = m_snapshots.filesFolder(*m_snapshots.get(*sandbox->snapshot));
    const CopyLimits limits { .bytes = UINT64_MAX, .entries = CopyLimits().entries, .keepFree = m_settings.keepFree };
    const std::function<std::string()> copy = [from, limits, sandbox] {
        for (const char *name : snapshotFolders) {
            const auto copied = copyTree(from + '/' + name, sandbox->folder + '/' + name, limits, sandbox->abandon);
            if (!copied)
                return copied.error();
        }
        return std::string();
    };
    auto copying = offload(m_copies, copy);
    const std::string error = co_await std::move(copying);
    if (!error.empty())
        throw Failure(500, failed, "The snapshot's files cannot be restored. " + error);
}

Http::Awaitable<void> Sandboxes::start(SandboxPtr sandbox, SandboxPlan plan)
{
    constexpr const char *failed = "DOCKER::SANDBOX_START_FAILED";
    std::vector<VolumeMount> mounts = m_volumes.open(sandbox->volumes, sandbox->ownVolumes);
    for (std::size_t i = 0; i < mounts.size(); ++i)
        plan.mounts.push_back({ BwrapDescriptor::firstMount + static_cast<int>(i), mounts[i].target, mounts[i].readOnly });
    auto making = makeFolders(sandbox, plan);
    co_await std::move(making);
    if (sandbox->deleted)
        throw Failure(409, failed, "The sandbox was deleted while it started.");
    if (const std::string error = writeEtc(plan.etc, plan.hostName); !error.empty())
        throw Failure(500, failed, error);
    sandbox->control.reset(::open(plan.control.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const Descriptor logFile(::open((sandbox->folder + "/log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    int info[2];
    if (!sandbox->control || !logFile || ::pipe2(info, O_CLOEXEC) != 0)
        throw Failure(500, failed, std::string("Cannot prepare the sandbox: ") + std::strerror(errno));
    asio::posix::stream_descriptor infoReading(m_context, info[0]);
    Descriptor infoWriting(info[1]);
    const auto filter = makeSeccompFilter(m_limits.watchesMemory());
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
    for (std::size_t i = 0; i < mounts.size(); ++i)
        program.descriptors.emplace_back(plan.mounts[i].descriptor, &mounts[i].source);
    program.limits = { { RLIMIT_NOFILE, openFiles }, { RLIMIT_CORE, 0 } };
    // A single file is refused by the kernel at once; everything together is measured now and then.
    if (sandbox->limits.disk > 0)
        program.limits.emplace_back(RLIMIT_FSIZE, std::max(sandbox->limits.disk, largestLog));
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
            sandbox->changedNow();
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
    sandbox->setState("Running", "CONTAINER_RUNNING", sandbox->runningMessage());
    save(*sandbox);
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

// --- stopping and going on ------------------------------------------------------------------------

Http::Awaitable<bool> Sandboxes::freeze(SandboxPtr sandbox)
{
    const auto deadline = std::chrono::steady_clock::now() + freezeLimit;
    asio::steady_timer pause(m_context);
    sandbox->stoppedInside.clear();
    // A single look may miss what is started during it; two in a row that find all of them still do not.
    int still = 0;
    for (int round = 0; std::chrono::steady_clock::now() < deadline; ++round) {
        if (!sandbox->running || sandbox->deleted || sandbox->init == 0)
            co_return false;
        const ProcessTable table = ProcessTable::read();
        const std::vector<pid_t> tree = table.tree(sandbox->init);
        const auto isStill = [&](pid_t pid) { return std::string_view("TtZX").contains(table.find(pid)->state); };
        if (round == 0)
            std::ranges::copy_if(tree, std::inserter(sandbox->stoppedInside, sandbox->stoppedInside.end()), isStill);
        if (round > 0 && std::ranges::all_of(tree, isStill)) {
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

// --- snapshots ------------------------------------------------------------------------------------

SnapshotPtr Sandboxes::takeSnapshot(const SandboxPtr &sandbox, std::optional<std::string> name)
{
    if (sandbox->state != "Running")
        throw Failure(409, "SNAPSHOT::INVALID_SOURCE_STATE", "Snapshot can only be created from a Running sandbox.");
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->id = randomId();
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

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// How a sandbox is made: checks, limits, folders, the start, and the wait for its daemon.
#include "lifecycle/sandboxes.h"

#include "isolation/filetree.h"
#include "isolation/probe.h"
#include "json.h"
#include "lifecycle/identifier.h"
#include "lifecycle/offload.h"
#include "log.h"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/json.hpp>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>

namespace Runtime {

namespace asio = boost::asio;
namespace json = boost::json;
using namespace std::chrono_literals;
using Http::Failure;

namespace {

constexpr auto completion = asio::as_tuple(asio::use_awaitable);
constexpr auto startLimit = 30s;
constexpr auto spareDelay = 100ms;
constexpr auto infoDelay = 50ms;
// Of each program; many open files are memory of the kernel.
constexpr std::uint64_t openFiles = 8192;
// Output to the log must not end a program.
constexpr std::uint64_t largestLog = 64 << 20;

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

// Returns the one that could not be made, or an empty text.
std::string makeEmptyFolders(const std::string &folder, uid_t user)
{
    if (!makePassage(folder, user))
        return folder;
    for (const char *name : { "/control", "/home", "/tmp", "/workspace" }) {
        if (!makeFolder(folder + name, user))
            return folder + name;
    }
    return {};
}

std::string hostNameOf(const std::string &id)
{
    return "sandbox-" + id.substr(0, 8);
}

struct Pipe
{
    asio::posix::stream_descriptor reading;
    Descriptor writing;
};

std::optional<Pipe> makePipe(asio::io_context &context)
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return std::nullopt;
    return Pipe { asio::posix::stream_descriptor(context, ends[0]), Descriptor(ends[1]) };
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

} // namespace

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
    sandbox->prepared = !request.snapshot && !m_spareId.empty();
    sandbox->id = sandbox->prepared ? std::exchange(m_spareId, {}) : newId();
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
    // Also after a failure: it may have used up the one that was there.
    m_sparing.expires_after(spareDelay);
    m_sparing.async_wait([this](const boost::system::error_code &error) {
        if (!error)
            prepareSpare();
    });
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
    plan.execd = m_settings.execd;
    plan.kernels = m_settings.kernels;
    plan.root = profile.root;
    // They are made of this machine's own compilers.
    if (plan.root.empty())
        plan.builds = m_builds.folder();
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
    plan.hostName = hostNameOf(sandbox.id);
    plan.network = sandbox.network;
    plan.processes = sandbox.limits.processes;
    plan.memoryFiles = sandbox.limits.memory > 0 ? sandbox.limits.memory / 2 : 1ULL << 30;
    std::vector<std::string> daemon
        = broughtProgram(plan, { Inside::execd, "--socket", Inside::socket, "--kernels", Inside::kernels, "--ready-fd",
                                std::to_string(BwrapDescriptor::ready) });
    if (!plan.builds.empty())
        daemon.insert(daemon.end(), { "--builds", Inside::builds });
    if (onlyWaits(sandbox.entrypoint)) {
        // It limits itself: one program less to start, and it steps back only when it runs.
        plan.command = std::move(daemon);
        plan.command.insert(plan.command.end(), { "--processes", std::to_string(std::exchange(plan.processes, 0)),
                                                  "--nice", std::to_string(m_limits.niceness()) });
    } else {
        // The entrypoint is the main program, as in a container: the sandbox ends with it.
        std::string script;
        for (std::size_t i = 1; i <= daemon.size(); ++i)
            script += "\"${" + std::to_string(i) + "}\" ";
        plan.command = { "/bin/sh", "-c", script + "& shift " + std::to_string(daemon.size()) + "; exec " + std::to_string(BwrapDescriptor::ready) + ">&-; exec \"$@\"", "sh" };
        plan.command.insert(plan.command.end(), daemon.begin(), daemon.end());
        plan.command.insert(plan.command.end(), sandbox.entrypoint.begin(), sandbox.entrypoint.end());
    }
    return plan;
}

std::string Sandboxes::newId() const
{
    std::string id;
    do {
        id = randomUuid();
    } while (m_sandboxes.contains(id));
    return id;
}

void Sandboxes::prepareSpare()
{
    if (!m_spareId.empty())
        return;
    const std::string id = newId();
    discardSpare();
    if (makeEmptyFolders(spareFolder(), m_settings.user).empty()) {
        m_spareId = id;
        startSpare();
    } else {
        removeTree(spareFolder());
    }
}

// As most sandboxes want it. All that takes a process until it reads its options is over when one is asked for.
void Sandboxes::startSpare()
{
    if (m_limits.startsByAnother())
        return;
    Sandbox usual;
    usual.id = m_spareId;
    usual.folder = spareFolder();
    usual.entrypoint = { "sleep", "infinity" };
    usual.limits.processes = m_settings.defaultProcesses;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return;
    const Descriptor reading(ends[0]);
    Descriptor writing(ends[1]);
    const SandboxPlan plan = makePlan(usual, {});
    auto launched = launch(describe(usual, plan), usual.folder, plan.hostName, reading);
    // Nothing is lost without it.
    if (!launched)
        return;
    m_spareLaunch = *launched;
    m_spareLaunch->options = std::move(writing);
}

void Sandboxes::discardSpare()
{
    if (const LaunchPtr spare = std::exchange(m_spareLaunch, nullptr); spare && !spare->over)
        m_keeper.kill(spare->kept);
}

LaunchPtr Sandboxes::launchSpare(const Sandbox &sandbox, const KeptProgram &program, std::string_view options)
{
    const LaunchPtr spare = m_spareLaunch;
    // Its log is in the folder that was prepared with it, and its options have to fit into its pipe.
    if (!spare || !sandbox.prepared || spare->over || spare->bwrap == 0 || !program.descriptors.empty() || program.arguments != spare->arguments
        || program.limits != spare->limits || program.niceness != spare->niceness
        || ::fcntl(spare->options.get(), F_GETPIPE_SZ) < static_cast<int>(options.size()))
        return nullptr;
    if (const std::string error = LimitEnforcer::applyLate(spare->bwrap, program); !error.empty()) {
        log(LogLevel::Warning, "a process that was started ahead is not used: " + error);
        return nullptr;
    }
    if (::write(spare->options.get(), options.data(), options.size()) != static_cast<ssize_t>(options.size()))
        return nullptr;
    spare->options.reset();
    m_spareLaunch = nullptr;
    return spare;
}

// The folders of a new sandbox, empty or with what the snapshot holds.
Http::Awaitable<void> Sandboxes::makeFolders(SandboxPtr sandbox, const SandboxPlan &plan)
{
    constexpr const char *failed = "DOCKER::SANDBOX_START_FAILED";
    const auto make = [&](bool made, const std::string &folder) {
        if (!made)
            throw Failure(500, failed, "Cannot make the folder " + folder + ": " + std::strerror(errno));
    };
    if (sandbox->prepared && ::rename(spareFolder().c_str(), sandbox->folder.c_str()) == 0)
        co_return;
    sandbox->prepared = false;
    if (!sandbox->snapshot) {
        const std::string folder = makeEmptyFolders(sandbox->folder, m_settings.user);
        make(folder.empty(), folder);
        co_return;
    }
    make(makePassage(sandbox->folder, m_settings.user), sandbox->folder);
    make(makeFolder(plan.control, m_settings.user), plan.control);
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

KeptProgram Sandboxes::describe(const Sandbox &sandbox, const SandboxPlan &plan) const
{
    KeptProgram program;
    program.user = m_settings.user;
    program.niceness = onlyWaits(sandbox.entrypoint) ? 0 : m_limits.niceness();
    program.arguments = bwrapCommand(plan);
    program.limits = { { RLIMIT_NOFILE, openFiles }, { RLIMIT_CORE, 0 } };
    // A single file is refused by the kernel at once; everything together is measured now and then.
    if (sandbox.limits.disk > 0)
        program.limits.emplace_back(RLIMIT_FSIZE, std::max(sandbox.limits.disk, largestLog));
    return program;
}

std::expected<LaunchPtr, std::string> Sandboxes::launch(KeptProgram program, const std::string &folder, const std::string &hostName,
                                                        const Descriptor &options)
{
    const Descriptor logFile(::open((folder + "/log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    auto info = makePipe(m_context);
    auto ready = makePipe(m_context);
    if (!logFile || !info || !ready)
        return std::unexpected(std::string("Cannot prepare the sandbox: ") + std::strerror(errno));
    if (!m_filter)
        return std::unexpected(m_filter.error());
    // Opened again, because it is read from where another one is just reading.
    const Descriptor filter(::open(("/proc/self/fd/" + std::to_string(m_filter->get())).c_str(), O_RDONLY | O_CLOEXEC));
    if (!filter)
        return std::unexpected(std::string("Cannot open the system call filter: ") + std::strerror(errno));
    const auto hosts = memoryFile(hostsOf(hostName));
    if (!hosts)
        return std::unexpected(hosts.error());
    const std::pair<int, const Descriptor *> given[] = {
        { 1, &logFile }, { 2, &logFile }, { BwrapDescriptor::arguments, &options }, { BwrapDescriptor::seccomp, &filter },
        { BwrapDescriptor::info, &info->writing }, { BwrapDescriptor::ready, &ready->writing }, { BwrapDescriptor::hosts, &*hosts },
    };
    program.descriptors.insert(program.descriptors.begin(), std::begin(given), std::end(given));
    const auto launched = std::make_shared<Launch>(Launch { .info = std::move(info->reading), .ready = std::move(ready->reading), .options = {},
                                                            .sandbox = nullptr, .kept = 0, .bwrap = 0, .over = false, .refused = {},
                                                            .arguments = program.arguments, .limits = program.limits, .niceness = program.niceness });
    launched->kept = m_keeper.spawn(
        program,
        [launched](std::expected<pid_t, std::string> pid) {
            if (pid) {
                launched->bwrap = *pid;
            } else {
                launched->refused = pid.error();
                launched->over = true;
            }
            if (const SandboxPtr sandbox = launched->sandbox) {
                sandbox->bwrap = launched->bwrap;
                sandbox->running = !launched->over;
                sandbox->changedNow();
            }
        },
        [this, launched](int status) {
            launched->over = true;
            if (const SandboxPtr sandbox = std::exchange(launched->sandbox, nullptr))
                ended(sandbox, status);
        });
    return launched;
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
    const auto settings = m_shared.current();
    if (!settings)
        throw Failure(500, failed, settings.error());
    plan.settings = *settings;
    sandbox->control.reset(::open(plan.control.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!sandbox->control)
        throw Failure(500, failed, std::string("Cannot prepare the sandbox: ") + std::strerror(errno));
    const auto options = bwrapArguments(plan);
    if (!options)
        throw Failure(500, failed, options.error());
    KeptProgram program = describe(*sandbox, plan);
    for (std::size_t i = 0; i < mounts.size(); ++i)
        program.descriptors.emplace_back(plan.mounts[i].descriptor, &mounts[i].source);
    if (const std::string error = m_limits.apply(sandbox->id, sandbox->limits, program); !error.empty())
        throw Failure(500, failed, error);
    LaunchPtr launched = launchSpare(*sandbox, program, *options);
    if (!launched) {
        // Its log lies in the folder that this sandbox has taken.
        if (sandbox->prepared)
            discardSpare();
        const auto file = memoryFile(*options);
        const auto fresh = file ? launch(std::move(program), sandbox->folder, plan.hostName, *file) : std::unexpected(file.error());
        if (!fresh) {
            m_limits.release(sandbox->id);
            throw Failure(500, failed, fresh.error());
        }
        launched = *fresh;
    }
    launched->sandbox = sandbox;
    sandbox->kept = launched->kept;
    sandbox->bwrap = launched->bwrap;
    sandbox->running = true;
    // Closed when this is over; the rest of it lives as long as the sandbox.
    asio::posix::stream_descriptor info = std::move(launched->info);
    asio::posix::stream_descriptor ready = std::move(launched->ready);

    // The daemon writes into its pipe when it listens, and the pipe ends when it does not get that far.
    const auto told = std::make_shared<bool>(false);
    ready.async_wait(asio::posix::stream_descriptor::wait_read, [sandbox, told](const boost::system::error_code &error) {
        if (error)
            return;
        *told = true;
        sandbox->changedNow();
    });
    // Bwrap tells of its processes in many pieces, and each would take the processor from it.
    const auto patience = std::chrono::steady_clock::now() + infoDelay;
    while (sandbox->running && (sandbox->bwrap == 0 || (!*told && std::chrono::steady_clock::now() < patience))) {
        auto waiting = wait(sandbox, sandbox->bwrap == 0 ? 1000ms : infoDelay);
        co_await std::move(waiting);
    }
    if (!launched->refused.empty()) {
        m_limits.release(sandbox->id);
        throw Failure(500, failed, "The sandbox could not be started: " + launched->refused);
    }
    // The process ids; the pipe ends without them when bwrap fails.
    std::string text;
    static_cast<void>(co_await asio::async_read(info, asio::dynamic_buffer(text, 4096), completion));
    if (const auto parsed = Json::parse(text); sandbox->running && parsed && parsed->is_object()) {
        if (const json::value *pid = parsed->as_object().if_contains("child-pid"); pid && pid->is_int64())
            sandbox->init = static_cast<pid_t>(pid->as_int64());
    }

    const auto deadline = std::chrono::steady_clock::now() + startLimit;
    while (sandbox->running && !sandbox->deleted) {
        if (*told) {
            auto asking = answersPing(sandbox);
            const bool answered = co_await std::move(asking);
            if (answered)
                break;
        }
        if (std::chrono::steady_clock::now() > deadline) {
            std::string tail = logTail(*sandbox, 500);
            throw Failure(503, "DOCKER::SANDBOX_EXECD_START_FAILED", "The daemon in the sandbox did not answer within 30 seconds. " + tail);
        }
        auto waiting = wait(sandbox, *told ? 20ms : 1000ms);
        co_await std::move(waiting);
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
    // Its first process lives, so this is its network and no other's.
    if (!sandbox->network && sandbox->init != 0)
        sandbox->innerNetwork = InnerNetwork::of(sandbox->init);
    sandbox->setState("Running", "CONTAINER_RUNNING", sandbox->runningMessage());
    save(*sandbox);
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
    std::string request = "GET /ping HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
    if (const std::string_view token = sandbox->accessToken(); !token.empty())
        request.append("X-EXECD-ACCESS-TOKEN: ").append(token).append("\r\n");
    request += "\r\n";
    static_cast<void>(co_await asio::async_write(connected, asio::buffer(request), completion));
    std::string answer;
    static_cast<void>(co_await asio::async_read_until(connected, asio::dynamic_buffer(answer, 4096), '\n', completion));
    limit.cancel();
    // The handler refers to the socket: let it run before both are gone.
    co_await asio::post(m_context, completion);
    co_return answer.starts_with("HTTP/1.1 200");
}

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "isolation/probe.h"

#include "isolation/filetree.h"
#include "isolation/keeper.h"
#include "isolation/program.h"
#include "isolation/seccomp.h"

#include <boost/json.hpp>

#include <fcntl.h>
#include <fstream>
#include <map>
#include <sstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace Runtime {

namespace json = boost::json;

namespace {

std::string readSmallFile(const char *path)
{
    std::ifstream file(path);
    std::string text;
    std::getline(file, text);
    return text;
}

// Prints "key value" lines about the place it runs in.
constexpr const char *lookAround = R"sh(
while read -r name value rest; do
  case $name in NoNewPrivs:|Seccomp:|CapEff:) echo "$name $value";; esac
done </proc/self/status
count=0
for entry in /proc/[0-9]*; do count=$((count + 1)); done
echo "processes: $count"
echo "net: $(readlink /proc/self/ns/net)"
echo "user: $(readlink /proc/self/ns/user)"
if [ -w /proc/sys/kernel/panic ] || [ -w /proc/sysrq-trigger ]; then echo "settings: writable"; else echo "settings: closed"; fi
if unshare -U true 2>/dev/null; then echo "nested: yes"; else echo "nested: no"; fi
)sh";

std::map<std::string, std::string> parseFacts(const std::string &text)
{
    std::map<std::string, std::string> facts;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (const std::size_t colon = line.find(": "); colon != std::string::npos)
            facts[line.substr(0, colon)] = line.substr(colon + 2);
    }
    return facts;
}

ProgramResult runTest(Keeper &keeper, const IsolationMode &mode, const std::string &settings, const std::string &folder, uid_t user)
{
    SandboxPlan plan;
    plan.mode = mode;
    plan.home = folder + "/home";
    plan.temporary = folder + "/tmp";
    plan.workspace = folder + "/workspace";
    plan.settings = settings;
    plan.command = { "/bin/sh", "-c", lookAround };
    ProgramResult failed;
    auto filter = makeSeccompFilter(false);
    if (!filter) {
        failed.output = filter.error();
        return failed;
    }
    const auto text = bwrapArguments(plan);
    const auto arguments = text ? memoryFile(*text) : std::unexpected(text.error());
    const auto hosts = memoryFile(hostsOf(plan.hostName));
    if (!arguments || !hosts) {
        failed.output = arguments ? hosts.error() : arguments.error();
        return failed;
    }
    const Descriptor info(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    KeptProgram program;
    program.arguments = bwrapCommand(plan);
    program.descriptors = { { BwrapDescriptor::arguments, &*arguments },
                            { BwrapDescriptor::seccomp, &*filter },
                            { BwrapDescriptor::info, &info },
                            { BwrapDescriptor::hosts, &*hosts } };
    program.user = user;
    return keeper.run(std::move(program), std::chrono::seconds(5));
}

bool succeeded(const ProgramResult &result)
{
    return !result.timedOut && WIFEXITED(result.status) && WEXITSTATUS(result.status) == 0;
}

} // namespace

bool makeFolder(const std::string &path, uid_t user)
{
    if (::mkdir(path.c_str(), 0700) != 0)
        return false;
    return user == 0 || ::chown(path.c_str(), user, user) == 0;
}

bool makePassage(const std::string &path, uid_t user)
{
    if (::mkdir(path.c_str(), 0700) != 0)
        return false;
    return user == 0 || ::chmod(path.c_str(), 0711) == 0;
}

HostFacts readHostFacts()
{
    HostFacts facts;
    facts.root = ::geteuid() == 0;
    facts.userNamespacesOff = readSmallFile("/proc/sys/user/max_user_namespaces") == "0"
        || readSmallFile("/proc/sys/kernel/unprivileged_userns_clone") == "0";
    facts.appArmorRestricts = readSmallFile("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1";
    facts.inContainer = ::access("/.dockerenv", F_OK) == 0 || ::access("/run/.containerenv", F_OK) == 0
        || ::access("/run/systemd/container", F_OK) == 0;
    // In a chroot the root of the mount namespace is not a mount point of ours.
    bool rootIsMount = false;
    std::ifstream mounts("/proc/self/mountinfo");
    for (std::string line; std::getline(mounts, line);) {
        std::istringstream words(line);
        std::string id;
        std::string parent;
        std::string device;
        std::string root;
        std::string point;
        words >> id >> parent >> device >> root >> point;
        rootIsMount = rootIsMount || point == "/";
    }
    facts.inChroot = !rootIsMount;
    return facts;
}

void explainFailure(Probe &probe, const std::string &bwrapSaid, const HostFacts &facts)
{
    probe.ok = false;
    const bool refused = bwrapSaid.contains("Operation not permitted") || bwrapSaid.contains("Permission denied")
        || bwrapSaid.contains("No space left") || bwrapSaid.contains("No permissions");
    if (facts.inChroot) {
        probe.code = "CHROOT";
        probe.message = "Sandboxes cannot be made inside a chroot: the kernel refuses user namespaces there.";
        probe.hint = "Enter the folder with pivot_root or in a container instead of chroot.";
    } else if (facts.userNamespacesOff && refused) {
        probe.code = "USER_NAMESPACES_DISABLED";
        probe.message = "User namespaces are switched off on this machine, and sandboxes are made of them.";
        probe.hint = "As an administrator: sysctl -w user.max_user_namespaces=15000 and, where it exists, "
                     "sysctl -w kernel.unprivileged_userns_clone=1. To keep it, put the lines into /etc/sysctl.d.";
    } else if (facts.appArmorRestricts && refused) {
        probe.code = "USER_NAMESPACES_RESTRICTED";
        probe.message = "AppArmor on this machine does not let bwrap use user namespaces.";
        probe.hint = "As an administrator, allow it for bwrap alone: install a profile /etc/apparmor.d/bwrap with the "
                     "rule 'userns,' (Ubuntu: package apparmor-profiles, file bwrap-userns-restrict), then run "
                     "systemctl reload apparmor. Or for all programs: sysctl -w "
                     "kernel.apparmor_restrict_unprivileged_userns=0.";
    } else if (refused && facts.inContainer) {
        probe.code = "NAMESPACES_REFUSED";
        probe.message = "This container does not allow new namespaces.";
        probe.hint = "Start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined "
                     "--security-opt systempaths=unconfined, or run the program outside of it.";
    } else if (refused) {
        probe.code = "NAMESPACES_REFUSED";
        probe.message = "The kernel refused to make a sandbox.";
        probe.hint = "A security module or a service's settings (RestrictNamespaces=, NoNewPrivileges=) may forbid "
                     "it. Run 'bwrap --unshare-all --ro-bind / / true' by hand to see.";
    } else {
        probe.code = "SANDBOX_TEST_FAILED";
        probe.message = "A test sandbox could not be started.";
        probe.hint = "Check the installation of bubblewrap: 'bwrap --version' should say 0.8 or newer.";
    }
    std::string said = bwrapSaid.substr(0, 300);
    while (!said.empty() && (said.back() == '\n' || said.back() == ' '))
        said.pop_back();
    if (!said.empty())
        probe.message += " bwrap said: " + said;
}

Probe probeIsolation(Keeper &keeper, SharedSettings &shared, const std::string &folder, const std::string &program, uid_t user)
{
    Probe probe;
    probe.mode.bwrap = program.empty() ? findProgram("bwrap") : program;
    if (::access(probe.mode.bwrap.c_str(), X_OK) != 0) {
        probe.code = "BWRAP_MISSING";
        probe.message = "The program 'bwrap' was not found, and without it there are no sandboxes.";
        probe.hint = "Install it, for example: sudo apt install bubblewrap (Debian, Ubuntu), "
                     "sudo dnf install bubblewrap (Fedora), sudo pacman -S bubblewrap (Arch).";
        return probe;
    }
    makePassage(folder, user);
    for (const char *name : { "/home", "/tmp", "/workspace" })
        makeFolder(folder + name, user);
    const auto settings = shared.current();
    if (!settings) {
        probe.code = "STATE_FOLDER";
        probe.message = settings.error();
        probe.hint = "Choose a writable folder with --state-dir.";
        return probe;
    }

    ProgramResult result = runTest(keeper, probe.mode, *settings, folder, user);
    if (!succeeded(result)) {
        // Which part does not work? Only these two may be given up, and each is reported.
        const ProgramResult first = result;
        IsolationMode lesser = probe.mode;
        lesser.freshProc = false;
        result = runTest(keeper, lesser, *settings, folder, user);
        if (!succeeded(result)) {
            lesser.disableUserns = false;
            result = runTest(keeper, lesser, *settings, folder, user);
        }
        if (succeeded(result) && !lesser.disableUserns) {
            IsolationMode other = probe.mode;
            other.disableUserns = false;
            if (ProgramResult again = runTest(keeper, other, *settings, folder, user); succeeded(again)) {
                lesser = other;
                result = std::move(again);
            }
        }
        if (!succeeded(result)) {
            explainFailure(probe, first.timedOut ? "(nothing within 5 seconds)" : first.output, readHostFacts());
            removeTree(folder);
            return probe;
        }
        probe.mode = lesser;
    }
    removeTree(folder);

    const auto facts = parseFacts(result.output);
    const auto fact = [&](const char *name) {
        const auto found = facts.find(name);
        return found == facts.end() ? std::string() : found->second;
    };
    const std::string hostNet = [] {
        char text[64] = {};
        return ::readlink("/proc/self/ns/net", text, sizeof text - 1) > 0 ? std::string(text) : std::string();
    }();
    const bool noCapabilities = fact("CapEff").find_first_not_of('0') == std::string::npos && !fact("CapEff").empty();
    const bool ownNetwork = !fact("net").empty() && fact("net") != hostNet;
    if (fact("NoNewPrivs") != "1" || fact("Seccomp") != "2" || !noCapabilities || !ownNetwork || fact("nested") == "yes"
        || fact("settings") != "closed") {
        probe.code = "SANDBOX_TEST_FAILED";
        probe.message = "The test sandbox is not as closed as it must be: " + result.output.substr(0, 300);
        probe.hint = "Update bubblewrap, or report this together with the output of 'opensandbox-local probe'.";
        return probe;
    }
    probe.ok = true;
    probe.report["by"] = "bubblewrap";
    probe.report["program"] = probe.mode.bwrap;
    probe.report["namespaces"] = json::array { "user", "pid", "ipc", "uts", "mount", "net" };
    probe.report["noNewPrivileges"] = true;
    probe.report["capabilities"] = "none";
    probe.report["systemCallFilter"] = true;
    probe.report["nestedUserNamespaces"] = probe.mode.disableUserns ? "off" : "refused by the system call filter";
    probe.report["processes"] = probe.mode.freshProc ? "own list" : "the host's list can be seen";
    probe.report["network"] = "none, unless a sandbox asks for it; then the host's network is shared";
    if (!probe.mode.freshProc) {
        probe.warnings.emplace_back("A fresh /proc cannot be mounted here (usual in containers), so sandboxes see the "
                                    "host's list of processes. They cannot read or stop them. To change that, start the "
                                    "container with --security-opt systempaths=unconfined.");
    }
    probe.report["user"] = user != 0 ? "one of its own (" + std::to_string(user) + ")" : std::string("the server's");
    return probe;
}

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "isolation/bubblewrap.h"

#include "isolation/sharedsettings.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <sys/mman.h>
#include <unistd.h>

namespace Runtime {

namespace fs = std::filesystem;

namespace {

bool exists(const std::string &path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

void bindSystem(std::vector<std::string> &out, const std::string &settings)
{
    const auto add = [&](std::initializer_list<std::string> words) { out.insert(out.end(), words); };
    add({ "--ro-bind", "/usr", "/usr" });
    for (const char *name : { "bin", "sbin", "lib", "lib32", "lib64", "libx32" }) {
        const std::string path = std::string("/") + name;
        std::error_code error;
        const fs::file_status status = fs::symlink_status(path, error);
        if (fs::is_symlink(status))
            add({ "--symlink", fs::read_symlink(path, error).string(), path });
        else if (fs::is_directory(status))
            add({ "--ro-bind", path, path });
    }
    add({ "--ro-bind", settings, "/etc" });
    for (const char *path : { "/var/lib/alternatives", "/var/cache/fontconfig" }) {
        if (exists(path))
            add({ "--ro-bind", path, path });
    }
}

void bindEntry(std::vector<std::string> &out, const fs::path &source, const std::string &target)
{
    std::error_code error;
    const fs::file_status status = fs::symlink_status(source, error);
    if (fs::is_symlink(status))
        out.insert(out.end(), { "--symlink", fs::read_symlink(source, error).string(), target });
    else if (fs::is_directory(status) || fs::is_regular_file(status))
        out.insert(out.end(), { "--ro-bind", source.string(), target });
}

// Another root file system, read-only, with what every sandbox has of its own left out. Folders that hold
// such things are bound entry by entry. Links are made again and never followed here.
void bindRoot(std::vector<std::string> &out, const std::string &root)
{
    static const std::map<std::string, std::vector<std::string>> own = {
        { "", { "dev", "proc", "run", "sys", "tmp", "workspace" } },
        { "etc", { "group", "hostname", "hosts", "mtab", "passwd", "resolv.conf" } },
        { "home", { "sandbox" } },
        { "opt", { "opensandbox" } },
        { "var", { "run", "tmp" } },
    };
    for (const auto &[folder, left] : own) {
        const fs::path place = fs::path(root) / folder;
        std::error_code error;
        if (!folder.empty() && !fs::is_directory(fs::symlink_status(place, error)))
            continue;
        for (const fs::directory_entry &entry : fs::directory_iterator(place, error)) {
            const std::string name = entry.path().filename().string();
            const bool apart = folder.empty() && own.contains(name) && fs::is_directory(entry.symlink_status(error));
            if (!apart && std::ranges::find(left, name) == left.end())
                bindEntry(out, entry.path(), (folder.empty() ? "/" : '/' + folder + '/') + name);
        }
    }
}

} // namespace

std::vector<std::string> broughtProgram(const SandboxPlan &plan, std::vector<std::string> words)
{
    if (plan.libraries.empty())
        return words;
    const std::string folder = Inside::libraries;
    words.insert(words.begin(), { folder + "/ld.so", "--library-path", folder });
    return words;
}

std::string findProgram(const std::string &name)
{
    const char *path = std::getenv("PATH");
    std::string rest = path ? path : "";
    rest += ":/usr/local/bin:/usr/bin:/bin";
    std::size_t at = 0;
    while (at <= rest.size()) {
        const std::size_t end = std::min(rest.find(':', at), rest.size());
        const std::string candidate = rest.substr(at, end - at) + '/' + name;
        std::error_code ignored;
        if (end > at && ::access(candidate.c_str(), X_OK) == 0 && fs::is_regular_file(candidate, ignored))
            return candidate;
        at = end + 1;
    }
    return {};
}

std::vector<std::string> bwrapOptions(const SandboxPlan &plan)
{
    std::vector<std::string> out;
    const auto add = [&](std::initializer_list<std::string> words) { out.insert(out.end(), words); };
    const std::string size = std::to_string(std::max<std::uint64_t>(plan.memoryFiles, 1 << 20));

    add({ "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try" });
    if (!plan.network)
        add({ "--unshare-net" });
    if (plan.mode.disableUserns)
        add({ "--disable-userns" });
    add({ "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--uid", "1000", "--gid", "1000" });
    add({ "--hostname", plan.hostName, "--clearenv" });
    add({ "--info-fd", std::to_string(BwrapDescriptor::info) });
    if (plan.mode.seccomp)
        add({ "--seccomp", std::to_string(BwrapDescriptor::seccomp) });

    if (plan.root.empty()) {
        bindSystem(out, plan.settings);
    } else {
        bindRoot(out, plan.root);
        for (const char *name : { "passwd", "group" })
            add({ "--ro-bind", plan.settings + '/' + name, std::string("/etc/") + name });
        for (const auto &[name, target] : settingLinks())
            add({ "--symlink", target, std::string("/etc/") + name });
    }
    if (plan.mode.freshProc)
        add({ "--proc", "/proc" });
    else
        add({ "--bind", "/proc", "/proc" });
    // The folder of /dev itself is not writable; shared memory has a limit.
    add({ "--dev", "/dev", "--size", size, "--tmpfs", "/dev/shm", "--remount-ro", "/dev" });
    add({ "--size", "16777216", "--tmpfs", "/run" });
    add({ "--symlink", "/run", "/var/run", "--symlink", "/tmp", "/var/tmp" });
    if (!plan.control.empty())
        add({ "--bind", plan.control, Inside::control });
    add({ "--bind", plan.home, Inside::home, "--bind", plan.temporary, "/tmp", "--bind", plan.workspace, Inside::workspace });
    if (plan.network) {
        std::error_code ignored;
        const std::string resolver = fs::canonical("/etc/resolv.conf", ignored).string();
        if (!resolver.empty())
            add({ "--ro-bind", resolver, "/etc/resolv.conf" });
    }
    if (!plan.execd.empty())
        add({ "--ro-bind", plan.execd, Inside::execd });
    if (!plan.kernels.empty())
        add({ "--ro-bind", plan.kernels, Inside::kernels });
    if (!plan.builds.empty())
        add({ "--ro-bind", plan.builds, Inside::builds });
    for (const auto &[name, path] : plan.libraries)
        add({ "--ro-bind", path, std::string(Inside::libraries) + '/' + name });
    for (const auto &[name, target] : plan.links)
        add({ "--symlink", target, std::string(Inside::bin) + '/' + name });
    for (const PlannedMount &mount : plan.mounts)
        add({ mount.readOnly ? "--ro-bind-fd" : "--bind-fd", std::to_string(mount.descriptor), mount.target });
    // A file of its own in the sandbox's first folder, which is closed next: quicker than one more mount.
    add({ "--perms", "0444", "--file", std::to_string(BwrapDescriptor::hosts), Inside::hosts });
    add({ "--remount-ro", "/", "--chdir", Inside::workspace });

    std::string path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    if (!plan.links.empty())
        path = std::string(Inside::bin) + ':' + path;
    const std::pair<const char *, std::string> basics[] = {
        { "PATH", path }, { "HOME", Inside::home }, { "USER", "sandbox" }, { "LOGNAME", "sandbox" },
        { "SHELL", plan.root.empty() ? "/bin/bash" : "/bin/sh" }, { "LANG", "C.UTF-8" }, { "TMPDIR", "/tmp" },
        // A distribution's pip keeps off what its packages own; in here it can only write to the sandbox's home anyway.
        { "PIP_BREAK_SYSTEM_PACKAGES", "1" }, { "PIP_DISABLE_PIP_VERSION_CHECK", "1" },
    };
    for (const auto &[name, value] : basics)
        add({ "--setenv", name, value });
    for (const auto &[name, value] : plan.environment)
        add({ "--setenv", name, value });
    return out;
}

std::expected<std::string, std::string> bwrapArguments(const SandboxPlan &plan)
{
    std::string text;
    for (const std::string &word : bwrapOptions(plan)) {
        if (word.contains('\0'))
            return std::unexpected("a path or an environment variable has a NUL byte");
        text.append(word).push_back('\0');
    }
    return text;
}

std::string hostsOf(const std::string &hostName)
{
    return "127.0.0.1 localhost " + hostName + "\n::1 localhost\n";
}

std::expected<Descriptor, std::string> memoryFile(std::string_view text)
{
    Descriptor file(::memfd_create("sandbox", MFD_CLOEXEC));
    std::size_t done = 0;
    while (file && done < text.size()) {
        const ssize_t count = ::write(file.get(), text.data() + done, text.size() - done);
        if (count <= 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    if (!file || done < text.size() || ::lseek(file.get(), 0, SEEK_SET) != 0)
        return std::unexpected("writing a memory file: " + std::string(std::strerror(errno)));
    return file;
}

std::vector<std::string> bwrapCommand(const SandboxPlan &plan)
{
    std::vector<std::string> words { plan.mode.bwrap, "--args", std::to_string(BwrapDescriptor::arguments), "--" };
    if (plan.processes > 0 && exists("/usr/bin/prlimit")) {
        const std::string number = std::to_string(plan.processes);
        const std::string program = plan.libraries.empty() ? "/usr/bin/prlimit" : std::string(Inside::libraries) + "/prlimit";
        const std::vector<std::string> limit = broughtProgram(plan, { program, "--nproc=" + number + ':' + number, "--" });
        words.insert(words.end(), limit.begin(), limit.end());
    }
    words.insert(words.end(), plan.command.begin(), plan.command.end());
    return words;
}

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/sharedbuilds.h"

#include "isolation/probe.h"
#include "log.h"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace Runtime {

namespace fs = std::filesystem;

namespace {

// Empty when there is no place for it.
std::string cacheFolder()
{
    const char *base = std::getenv("XDG_CACHE_HOME");
    const char *home = std::getenv("HOME");
    if (::geteuid() == 0)
        return "/var/cache/opensandbox-local";
    if (base && *base == '/')
        return std::string(base) + "/opensandbox-local";
    return home && *home == '/' ? std::string(home) + "/.cache/opensandbox-local" : std::string();
}

} // namespace

SharedBuilds::SharedBuilds(std::string kernels, IsolationMode mode, uid_t user)
    : m_kernels(std::move(kernels))
    , m_mode(std::move(mode))
    , m_user(user)
{
    const std::string cache = cacheFolder();
    if (cache.empty())
        return;
    std::error_code error;
    const bool existed = fs::exists(cache, error);
    fs::create_directories(cache, error);
    if (!existed && m_user != 0)
        fs::permissions(cache, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec, error);
    m_folder = cache + "/builds";
    if (!fs::is_directory(m_folder, error) && !makeFolder(m_folder, m_user)) {
        log(LogLevel::Warning, "the folder for compiled libraries cannot be made: " + m_folder);
        m_folder.clear();
    }
}

void SharedBuilds::make(Keeper &keeper)
{
    if (m_begun || m_folder.empty() || m_kernels.empty())
        return;
    m_begun = true;
    // The machine's own programs are trusted; they still get no network and can write nowhere else.
    KeptProgram program;
    program.arguments = { m_mode.bwrap, "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net",
        "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv", "--ro-bind", "/", "/", "--dev", "/dev" };
    const auto add = [&program](std::initializer_list<std::string> words) {
        program.arguments.insert(program.arguments.end(), words);
    };
    if (m_mode.freshProc)
        add({ "--proc", "/proc" });
    else
        add({ "--bind", "/proc", "/proc" });
    // Java's archives are good only for the path they were made at.
    add({ "--tmpfs", "/tmp", "--tmpfs", "/run", "--ro-bind", m_kernels, m_kernels, "--bind", m_folder, Inside::builds, "--chdir", "/" });
    add({ "--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "LANG", "C.UTF-8" });
    add({ "--", "/bin/bash", m_kernels + "/prepare.bash", Inside::builds });
    program.user = m_user;
    program.niceness = 5;
    const Descriptor output(::open((m_folder + "/log").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (output)
        program.descriptors = { { STDOUT_FILENO, &output }, { STDERR_FILENO, &output } };
    keeper.spawn(
        program,
        [](const std::expected<pid_t, std::string> &started) {
            if (!started)
                log(LogLevel::Warning, "libraries for all sandboxes are not compiled: " + started.error());
        },
        [folder = m_folder](int status) {
            if (status == 0)
                log(LogLevel::Info, "libraries for all sandboxes are compiled");
            else
                log(LogLevel::Warning, "libraries for all sandboxes were not compiled; see " + folder + "/log");
        });
}

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/statefolder.h"

#include "isolation/filetree.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>

namespace Runtime {

namespace fs = std::filesystem;

namespace {

constexpr const char *prefix = "run-";

// Kills every process that has something below the folder mounted. Only a leftover has.
unsigned killUsers(const std::string &folder)
{
    unsigned killed = 0;
    std::error_code error;
    for (const fs::directory_entry &entry : fs::directory_iterator("/proc", error)) {
        const std::string name = entry.path().filename().string();
        const long pid = std::strtol(name.c_str(), nullptr, 10);
        if (pid <= 1 || pid == ::getpid())
            continue;
        std::ifstream mounts(entry.path() / "mountinfo");
        for (std::string line; std::getline(mounts, line);) {
            if (line.contains(folder + '/')) {
                killed += ::kill(static_cast<pid_t>(pid), SIGKILL) == 0 ? 1 : 0;
                break;
            }
        }
    }
    return killed;
}

} // namespace

std::string StateFolder::parentFolder(std::string parent)
{
    if (parent.empty()) {
        const char *base = std::getenv("XDG_STATE_HOME");
        const char *home = std::getenv("HOME");
        if (::geteuid() == 0)
            parent = "/var/lib/opensandbox-local";
        else if (base && *base)
            parent = std::string(base) + "/opensandbox-local";
        else if (home && *home)
            parent = std::string(home) + "/.local/state/opensandbox-local";
        else
            parent = "/tmp/opensandbox-local-" + std::to_string(::getuid());
    }
    std::error_code error;
    return fs::absolute(parent, error).string();
}

StateFolder StateFolder::open(std::string parent, uid_t user)
{
    StateFolder state;
    std::error_code error;
    parent = parentFolder(std::move(parent));
    const bool existed = fs::exists(parent, error);
    fs::create_directories(parent, error);
    if (user != 0 && !existed)
        ::chmod(parent.c_str(), 0711);
    if (error) {
        state.m_error = "The folder '" + parent + "' cannot be made: " + error.message() + '.';
        return state;
    }
    state.removeLeftovers(parent);
    std::string name = parent + '/' + prefix + "XXXXXX";
    if (!::mkdtemp(name.data())) {
        state.m_error = "No folder can be made in '" + parent + "': " + std::strerror(errno) + '.';
        return state;
    }
    state.m_folder = fs::canonical(name, error).string();
    if (user != 0) {
        ::chmod(state.m_folder.c_str(), 0711);
        for (fs::path place = fs::path(state.m_folder).parent_path(); place != place.root_path(); place = place.parent_path()) {
            if ((fs::status(place, error).permissions() & fs::perms::others_exec) == fs::perms::none)
                state.m_error = "As root the server runs sandboxes as another user, and that user cannot pass through '" + place.string() + "'.";
        }
    }
    if (!state.m_error.empty()) {
        state.remove();
        return state;
    }
    state.m_lock.reset(::open((state.m_folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!state.m_lock || ::flock(state.m_lock.get(), LOCK_EX | LOCK_NB) != 0)
        state.m_error = "The folder '" + state.m_folder + "' cannot be locked: " + std::strerror(errno) + '.';
    return state;
}

void StateFolder::removeLeftovers(const std::string &parent)
{
    std::error_code error;
    for (const fs::directory_entry &entry : fs::directory_iterator(parent, error)) {
        if (!entry.path().filename().string().starts_with(prefix))
            continue;
        const std::string folder = fs::canonical(entry.path(), error).string();
        const Descriptor lock(::open((folder + "/lock").c_str(), O_RDWR | O_CLOEXEC));
        // No lock file yet: another server may be making the folder this very moment.
        struct stat info {};
        if (!lock && ::stat(folder.c_str(), &info) == 0 && ::time(nullptr) - info.st_mtime < 60)
            continue;
        if (lock && ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
            continue;
        const unsigned killed = killUsers(folder);
        const bool removed = removeTree(folder);
        if (killed > 0)
            m_notes.push_back("An earlier run left " + std::to_string(killed) + " processes behind; they were stopped.");
        if (!removed)
            m_notes.push_back("The folder '" + folder + "' of an earlier run could not be removed completely.");
    }
}

void StateFolder::remove()
{
    if (!m_folder.empty())
        removeTree(m_folder);
}

} // namespace Runtime

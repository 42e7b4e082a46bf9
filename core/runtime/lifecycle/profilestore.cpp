// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/profilestore.h"

#include "isolation/bubblewrap.h"
#include "isolation/descriptor.h"
#include "isolation/filetree.h"
#include "isolation/program.h"
#include "json.h"
#include "lifecycle/jsonfile.h"
#include "lifecycle/rootarchive.h"
#include "lifecycle/timestamp.h"

#include <boost/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <linux/openat2.h>
#include <sstream>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace Runtime {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

bool isName(const std::string &name)
{
    const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return !name.empty() && name.size() <= 128 && plain(name.front()) && plain(name.back())
        && std::ranges::all_of(name, [&](char c) { return plain(c) || c == '-' || c == '_' || c == '.' || c == '/'; })
        && !name.contains("//") && !name.contains("..");
}

// A shell is there, links followed as they lead inside.
bool hasShell(const std::string &root)
{
    const Descriptor folder(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    open_how how {};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_IN_ROOT;
    const Descriptor shell(folder ? static_cast<int>(::syscall(SYS_openat2, folder.get(), "bin/sh", &how, sizeof how)) : -1);
    struct stat info {};
    return shell && ::fstat(shell.get(), &info) == 0 && S_ISREG(info.st_mode) && (info.st_mode & 0111) != 0;
}

} // namespace

// Names with '/' are one folder, too.
std::string ProfileStore::folderOf(const std::string &name) const
{
    std::string file = name;
    std::ranges::replace(file, '/', '+');
    return m_folder + '/' + file;
}

std::vector<std::string> ProfileStore::names() const
{
    std::vector<std::string> names;
    std::error_code ignored;
    for (const fs::directory_entry &entry : fs::directory_iterator(m_folder, ignored)) {
        const auto object = readJsonFile(entry.path().string() + "/profile.json");
        if (const json::string *name = object ? Json::stringAt(*object, "name") : nullptr)
            names.emplace_back(*name);
    }
    std::ranges::sort(names);
    return names;
}

std::string ProfileStore::rootOf(const std::string &name) const
{
    if (!isName(name))
        return {};
    const auto object = readJsonFile(folderOf(name) + "/profile.json");
    const json::string *root = object ? Json::stringAt(*object, "root") : nullptr;
    if (!root)
        return {};
    return *root == "files" ? folderOf(name) + "/files" : std::string(*root);
}

std::string ProfileStore::add(const std::string &name, const std::string &path) const
{
    if (!isName(name) || name == "local" || name.ends_with("code-interpreter"))
        return "'" + name + "' cannot be the name of a profile. Use small letters, digits, '-', '_', '.' and '/', and no name that the runtime has itself.";
    const std::string place = folderOf(name);
    if (::access(place.c_str(), F_OK) == 0)
        return "There is a profile '" + name + "' already. Remove it first.";
    std::error_code error;
    const fs::path source = fs::canonical(path, error);
    if (error)
        return "'" + path + "' cannot be opened: " + error.message() + '.';
    // Sandboxes of a server that root runs have another user, who must be able to pass.
    const mode_t mode = ::geteuid() == 0 ? 0711 : 0700;
    ::mkdir(m_folder.c_str(), mode);
    const std::string temporary = place + ".part-" + std::to_string(::getpid());
    if (::mkdir(temporary.c_str(), mode) != 0)
        return "'" + temporary + "' cannot be made: " + std::strerror(errno) + '.';
    std::string failed;
    std::string root = source.string();
    if (!fs::is_directory(source, error)) {
        root = temporary + "/files";
        failed = unpackRoot(source.string(), root);
    }
    if (failed.empty() && !hasShell(root))
        failed = "'" + path + "' has no program /bin/sh, so it is not a root file system that a sandbox can use.";
    if (failed.empty())
        failed = writeJsonFile(temporary + "/profile.json",
                               { { "name", name }, { "root", root == source.string() ? root : "files" }, { "added", formatTime(now()) } });
    if (failed.empty() && ::rename(temporary.c_str(), place.c_str()) != 0)
        failed = "'" + place + "' cannot be put into place: " + std::strerror(errno) + '.';
    if (!failed.empty())
        removeTree(temporary);
    return failed;
}

std::string ProfileStore::remove(const std::string &name) const
{
    if (rootOf(name).empty())
        return "There is no profile '" + name + "'.";
    return removeTree(folderOf(name)) ? std::string() : "Not everything of the profile '" + name + "' could be removed.";
}

std::vector<std::pair<std::string, std::string>> programLibraries(const std::string &program)
{
    std::vector<std::pair<std::string, std::string>> libraries;
    const std::string lister = findProgram("ldd");
    if (lister.empty())
        return libraries;
    // "name => path (address)", or "path (address)" for the loader.
    std::istringstream lines(runProgram({ lister, program }, std::chrono::seconds(10)).output);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string name;
        std::string arrow;
        std::string path;
        words >> name >> arrow >> path;
        if (arrow == "=>" && path.starts_with('/'))
            libraries.emplace_back(fs::path(name).filename().string(), path);
        else if (name.starts_with('/'))
            libraries.emplace_back("ld.so", name);
    }
    return libraries;
}

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/fileoperations.h"

#include "execd/atomicfile.h"
#include "execd/commands.h"
#include "execd/eventencoder.h"
#include "execd/globmatch.h"
#include "execd/pathexpansion.h"
#include "execd/requestbody.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <format>
#include <fstream>
#include <grp.h>
#include <map>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace Execd::FileOperations {

namespace {

constexpr std::uint64_t largestReplaced = 256u << 20;

// Names of users and groups, asked once for each in a listing.
class Names {
public:
    const std::string &user(uid_t id)
    {
        const auto [entry, isNew] = m_users.try_emplace(id, std::to_string(id));
        std::array<char, 4096> buffer;
        passwd record {};
        passwd *found = nullptr;
        if (isNew && getpwuid_r(id, &record, buffer.data(), buffer.size(), &found) == 0 && found)
            entry->second = found->pw_name;
        return entry->second;
    }
    const std::string &group(gid_t id)
    {
        const auto [entry, isNew] = m_groups.try_emplace(id, std::to_string(id));
        std::array<char, 4096> buffer;
        struct group record {};
        struct group *found = nullptr;
        if (isNew && getgrgid_r(id, &record, buffer.data(), buffer.size(), &found) == 0 && found)
            entry->second = found->gr_name;
        return entry->second;
    }

private:
    std::map<uid_t, std::string> m_users;
    std::map<gid_t, std::string> m_groups;
};

std::string_view typeName(mode_t mode)
{
    if (S_ISREG(mode))
        return "file";
    if (S_ISDIR(mode))
        return "directory";
    return S_ISLNK(mode) ? "symlink" : "other";
}

void appendInfo(std::string &out, const std::string &path, const struct stat &info, Names &names)
{
    out += R"({"path":)";
    appendJsonString(out, path);
    out += std::format(R"(,"type":"{}","size":{},"modified_at":"{}","created_at":"{}","owner":)", typeName(info.st_mode),
        info.st_size, formatTime(info.st_mtim), formatTime(info.st_ctim));
    appendJsonString(out, names.user(info.st_uid));
    out += R"(,"group":)";
    appendJsonString(out, names.group(info.st_gid));
    out += std::format(R"(,"mode":{:o}}})", info.st_mode & 0777);
}

std::string join(const std::string &folder, std::string_view name)
{
    return folder.ends_with('/') ? folder + std::string(name) : folder + '/' + std::string(name);
}

// Names in a folder in the order of their bytes; the error number if it cannot be read.
std::expected<std::vector<std::string>, int> namesIn(const std::string &folder)
{
    DIR *handle = opendir(folder.c_str());
    if (!handle)
        return std::unexpected(errno);
    std::vector<std::string> names;
    while (const dirent *entry = readdir(handle)) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..")
            names.emplace_back(name);
    }
    closedir(handle);
    std::ranges::sort(names);
    return names;
}

void listInto(std::string &out, const std::string &folder, std::int64_t depth, Names &names)
{
    if (depth <= 0)
        return;
    const auto entries = namesIn(folder);
    if (!entries)
        return; // no permission: what can be seen is shown
    for (const std::string &name : *entries) {
        const std::string path = join(folder, name);
        struct stat info;
        if (lstat(path.c_str(), &info) != 0)
            continue;
        if (out.size() > 1)
            out += ',';
        appendInfo(out, path, info, names);
        if (S_ISDIR(info.st_mode))
            listInto(out, path, depth - 1, names);
    }
}

void searchInto(std::string &out, const std::string &path, const std::string &pattern, Names &names)
{
    struct stat info;
    if (lstat(path.c_str(), &info) != 0)
        return;
    if (!S_ISDIR(info.st_mode)) {
        if (globMatches(pattern, path.substr(path.rfind('/') + 1))) {
            if (out.size() > 1)
                out += ',';
            appendInfo(out, path, info, names);
        }
        return;
    }
    const auto entries = namesIn(path);
    if (!entries)
        return;
    for (const std::string &name : *entries)
        searchInto(out, join(path, name), pattern, names);
}

// Nothing for digits above 7.
std::optional<mode_t> octalMode(std::int64_t digits)
{
    mode_t mode = 0;
    for (const char c : std::to_string(digits)) {
        if (c < '0' || c > '7')
            return std::nullopt;
        mode = mode * 8 + static_cast<mode_t>(c - '0');
    }
    return mode & 0777;
}

[[noreturn]] void refuseAccess(const std::string &reason)
{
    refuse(500, "RUNTIME_ERROR", "error accessing file: " + reason);
}

} // namespace

std::string resolve(const std::string &path)
{
    auto resolved = expandPath(path);
    if (!resolved)
        refuseAccess(std::format("invalid path {}: {}", path, resolved.error()));
    return *resolved;
}

std::string infoJson(const std::vector<std::string> &paths)
{
    Names names;
    std::map<std::string, std::string> infos;
    for (const std::string &path : paths) {
        const std::string resolved = resolve(path);
        struct stat info;
        if (lstat(resolved.c_str(), &info) != 0) {
            const int error = errno;
            if (error == ENOENT || error == ENOTDIR) {
                refuse(404, "FILE_NOT_FOUND",
                    std::format("file not found. file not found: {}: lstat {}: {}", resolved, resolved, errnoText(error)));
            }
            refuseAccess(std::format("lstat {}: {}", resolved, errnoText(error)));
        }
        appendInfo(infos[path], resolved, info, names);
    }
    std::string out = "{";
    for (const auto &[path, info] : infos) {
        if (out.size() > 1)
            out += ',';
        appendJsonString(out, path);
        out += ':' + info;
    }
    return out + '}';
}

std::string listJson(const std::string &path, std::int64_t depth)
{
    const std::string resolved = resolve(path);
    struct stat info;
    if (lstat(resolved.c_str(), &info) != 0) {
        const int error = errno;
        refuse(error == ENOENT || error == ENOTDIR ? 404 : 500, error == ENOENT || error == ENOTDIR ? "FILE_NOT_FOUND" : "RUNTIME_ERROR",
            std::format("file not found. lstat {}: {}", resolved, errnoText(error)));
    }
    if (S_ISLNK(info.st_mode))
        refuse(400, "INVALID_REQUEST_BODY", "path is a symbolic link, refusing to traverse: " + resolved);
    if (!S_ISDIR(info.st_mode))
        refuse(400, "INVALID_REQUEST_BODY", "path is not a directory: " + resolved);
    const auto readable = namesIn(resolved);
    if (!readable)
        refuseAccess(std::format("open {}: {}", resolved, errnoText(readable.error())));
    Names names;
    std::string out = "[";
    listInto(out, resolved, depth, names);
    return out + ']';
}

std::string searchJson(const std::string &path, const std::string &pattern)
{
    const std::string resolved = resolve(path);
    struct stat info;
    if (stat(resolved.c_str(), &info) != 0)
        refuse(404, "FILE_NOT_FOUND", std::format("file not found. stat {}: {}", resolved, errnoText(errno)));
    if (!isValidGlob(pattern)) {
        refuse(500, "RUNTIME_ERROR",
            std::format("error searching files. invalid pattern {}: syntax error in pattern", pattern));
    }
    Names names;
    std::string out = "[";
    searchInto(out, resolved, pattern, names);
    return out + ']';
}

void remove(const std::vector<std::string> &paths)
{
    for (const std::string &path : paths) {
        const std::string resolved = resolve(path);
        struct stat info;
        if (lstat(resolved.c_str(), &info) != 0) {
            if (errno == ENOENT || errno == ENOTDIR)
                continue;
            refuse(500, "RUNTIME_ERROR",
                std::format("error removing file {}. lstat {}: {}", resolved, resolved, errnoText(errno)));
        }
        if (S_ISDIR(info.st_mode)) {
            refuse(500, "RUNTIME_ERROR",
                std::format("error removing file {}. path is a directory: {}", resolved, resolved));
        }
        if (unlink(resolved.c_str()) != 0 && errno != ENOENT) {
            refuse(500, "RUNTIME_ERROR",
                std::format("error removing file {}. remove {}: {}", resolved, resolved, errnoText(errno)));
        }
    }
}

void removeDirectories(const std::vector<std::string> &paths)
{
    for (const std::string &path : paths) {
        // An empty path would be the working directory.
        if (path.empty())
            refuse(400, "MISSING_QUERY", "the path of a directory to remove is empty");
        const std::string resolved = resolve(path);
        std::error_code error;
        fs::remove_all(resolved, error);
        if (error) {
            refuse(500, "RUNTIME_ERROR",
                std::format("error removing directory {}. {}", resolved, errnoText(error.value())));
        }
    }
}

std::string makeParents(const std::string &directory)
{
    std::error_code error;
    fs::create_directories(directory, error);
    struct stat info;
    if (stat(directory.c_str(), &info) == 0 && S_ISDIR(info.st_mode))
        return {};
    // The part of the path that is in the way, if it is one.
    fs::path walked;
    for (const fs::path &part : fs::path(directory)) {
        walked /= part;
        if (stat(walked.c_str(), &info) == 0 && !S_ISDIR(info.st_mode))
            return std::format("mkdir {}: {}", walked.string(), errnoText(ENOTDIR));
    }
    return std::format("mkdir {}: {}", directory, errnoText(error ? error.value() : ENOTDIR));
}

std::string applyPermission(const std::string &path, const Permission &permission)
{
    if (permission.mode && *permission.mode != 0) {
        const auto mode = octalMode(*permission.mode);
        if (!mode)
            return std::format("strconv.ParseUint: parsing \"{}\": invalid syntax", *permission.mode);
        if (chmod(path.c_str(), *mode) != 0)
            return std::format("chmod {}: {}", path, errnoText(errno));
    }
    std::array<char, 4096> buffer;
    uid_t uid = static_cast<uid_t>(-1);
    gid_t gid = static_cast<gid_t>(-1);
    if (!permission.owner.empty()) {
        passwd record {};
        passwd *found = nullptr;
        if (getpwnam_r(permission.owner.c_str(), &record, buffer.data(), buffer.size(), &found) == 0 && found)
            uid = found->pw_uid;
    }
    if (!permission.group.empty()) {
        struct group record {};
        struct group *found = nullptr;
        if (getgrnam_r(permission.group.c_str(), &record, buffer.data(), buffer.size(), &found) == 0 && found)
            gid = found->gr_gid;
    }
    if ((uid != static_cast<uid_t>(-1) || gid != static_cast<gid_t>(-1)) && chown(path.c_str(), uid, gid) != 0)
        return std::format("chown {}: {}", path, errnoText(errno));
    return {};
}

void move(const std::string &source, const std::string &destination)
{
    const std::string from = resolve(source);
    const std::string to = resolve(destination);
    struct stat info;
    if (lstat(from.c_str(), &info) != 0) {
        refuse(404, "FILE_NOT_FOUND",
            std::format("file not found. source path not found: {}: stat {}: {}", from, from, errnoText(errno)));
    }
    if (lstat(to.c_str(), &info) == 0)
        refuseAccess("destination path already exists: " + to);
    const std::string parents = makeParents(fs::path(to).parent_path().string());
    if (!parents.empty())
        refuseAccess(parents);
    if (rename(from.c_str(), to.c_str()) == 0)
        return;
    const int reason = errno;
    if (reason != EXDEV)
        refuseAccess(std::format("failed to rename file: rename {} {}: {}", from, to, errnoText(reason)));
    // To another file system: copy, and remove the source only when everything is there.
    std::error_code error;
    fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::copy_symlinks, error);
    std::error_code ignored;
    if (error) {
        fs::remove_all(to, ignored);
        refuseAccess(std::format("failed to rename file: copy {} {}: {}", from, to, errnoText(error.value())));
    }
    fs::remove_all(from, error);
    if (error)
        refuseAccess(std::format("failed to rename file: remove {}: {}", from, errnoText(error.value())));
}

void makeDirectory(const std::string &path, const Permission &permission)
{
    const std::string resolved = resolve(path);
    const std::string made = makeParents(resolved);
    if (!made.empty())
        refuseAccess(made);
    const std::string applied = applyPermission(resolved, permission);
    if (!applied.empty())
        refuseAccess(applied);
}

void setPermissions(const std::string &path, const Permission &permission)
{
    const std::string resolved = resolve(path);
    struct stat info;
    std::string failure;
    if (lstat(resolved.c_str(), &info) != 0)
        failure = std::format("chmod {}: {}", resolved, errnoText(errno));
    else
        failure = applyPermission(resolved, permission);
    if (!failure.empty())
        refuse(500, "RUNTIME_ERROR", std::format("error changing permissions for {}. {}", resolved, failure));
}

std::size_t replace(const std::string &path, std::string_view oldText, std::string_view newText)
{
    if (oldText.empty())
        refuse(400, "INVALID_REQUEST_BODY", "old content must not be empty");
    const std::string resolved = resolve(path);
    struct stat info;
    if (stat(resolved.c_str(), &info) != 0)
        refuse(404, "FILE_NOT_FOUND", std::format("file not found. stat {}: {}", resolved, errnoText(errno)));
    if (S_ISDIR(info.st_mode))
        refuseAccess(std::format("read {}: is a directory", resolved));
    if (!S_ISREG(info.st_mode))
        refuseAccess(std::format("read {}: not a regular file", resolved));
    if (static_cast<std::uint64_t>(info.st_size) > largestReplaced)
        refuseAccess(std::format("read {}: the file is larger than {} MiB", resolved, largestReplaced >> 20));
    std::ifstream file(resolved, std::ios::binary);
    if (!file)
        refuseAccess(std::format("open {}: {}", resolved, errnoText(errno)));
    const std::string content((std::istreambuf_iterator<char>(file)), {});
    std::string changed;
    std::size_t count = 0;
    std::size_t start = 0;
    for (std::size_t at = content.find(oldText); at != std::string::npos; at = content.find(oldText, start)) {
        changed.append(content, start, at - start);
        changed += newText;
        start = at + oldText.size();
        ++count;
    }
    if (count == 0)
        return 0;
    changed.append(content, start);
    auto out = AtomicFile::open(resolved);
    if (!out)
        refuseAccess(out.error());
    std::string failure = out->write(changed);
    if (failure.empty())
        failure = out->commit();
    if (!failure.empty())
        refuseAccess(failure);
    return count;
}

} // namespace Execd::FileOperations

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "isolation/sharedsettings.h"

#include "isolation/bubblewrap.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace Runtime {

namespace fs = std::filesystem;

namespace {

// No shadow, no keys, no host configuration.
constexpr const char *entries[] = {
    "alternatives", "bash.bashrc", "bash_completion.d", "ca-certificates", "ca-certificates.conf", "crypto-policies",
    "debian_version", "fonts", "gai.conf", "host.conf", "inputrc", "ipython", "java-17-openjdk", "java-21-openjdk",
    "java-25-openjdk", "jupyter", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "locale.alias", "magic",
    "magic.mime", "matplotlibrc", "mime.types", "npmrc", "nsswitch.conf", "os-release", "pki/ca-trust", "pki/tls/certs",
    "profile", "profile.d", "protocols", "python3", "redhat-release", "rpc", "services", "shells", "skel",
    "ssl/certs", "ssl/openssl.cnf", "terminfo", "timezone",
};

// The same for all. The last one is only a place that another file is shown at.
constexpr std::pair<const char *, const char *> ownFiles[] = {
    { "passwd",
      "root:x:0:0:root:/root:/usr/sbin/nologin\nsandbox:x:1000:1000:Sandbox:/home/sandbox:/bin/bash\n"
      "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n" },
    { "group", "root:x:0:\nsandbox:x:1000:\nnogroup:x:65534:\n" },
    { "resolv.conf", "" },
};

constexpr std::pair<const char *, const char *> ownLinks[] = {
    { "hostname", "/proc/sys/kernel/hostname" },
    { "hosts", Inside::hosts },
};

std::string failure(const std::string &path, const std::error_code &error)
{
    return "Cannot copy " + path + " for the sandboxes: " + error.message() + '.';
}

// What only some users may read is not for sandboxes, whoever this process is.
bool isForAll(const fs::file_status &status)
{
    return (status.permissions() & fs::perms::others_read) != fs::perms::none;
}

} // namespace

std::span<const std::pair<const char *, const char *>> settingLinks()
{
    return ownLinks;
}

SharedSettings::SharedSettings(std::string folder, std::string source)
    : m_folder(std::move(folder))
    , m_source(std::move(source))
{
}

SharedSettings::Version SharedSettings::versionOf(const std::string &path, bool follow)
{
    struct stat info {};
    if ((follow ? ::stat(path.c_str(), &info) : ::lstat(path.c_str(), &info)) != 0)
        return {};
    return { static_cast<std::uint64_t>(info.st_dev) << 48 ^ static_cast<std::uint64_t>(info.st_ino),
             static_cast<std::int64_t>(info.st_ctim.tv_sec) * 1'000'000'000 + info.st_ctim.tv_nsec };
}

bool SharedSettings::upToDate() const
{
    return !m_current.empty()
        && std::ranges::all_of(m_watched, [](const Watched &its) { return versionOf(its.path, its.follow) == its.version; });
}

void SharedSettings::watch(const std::string &path, bool follow)
{
    m_watched.push_back({ path, follow, versionOf(path, follow) });
}

std::expected<std::string, std::string> SharedSettings::current()
{
    if (upToDate())
        return m_current;
    m_watched.clear();
    m_current.clear();
    std::string folder = m_folder + '/' + std::to_string(++m_copies);
    for (const std::string &made : { m_folder, folder }) {
        // The mask of this process may be a private one.
        if ((::mkdir(made.c_str(), 0755) != 0 && (errno != EEXIST || made == folder)) || ::chmod(made.c_str(), 0755) != 0)
            return std::unexpected("Cannot make the folder " + made + ": " + std::strerror(errno) + '.');
    }
    if (std::string error = copy(folder); !error.empty())
        return std::unexpected(std::move(error));
    m_current = std::move(folder);
    return m_current;
}

std::string SharedSettings::copy(const std::string &to)
{
    for (const char *name : entries) {
        const std::string from = m_source + '/' + name;
        const fs::path target = to + '/' + name;
        // Looked at before it is read, so that a change meanwhile is seen the next time.
        watch(from, false);
        std::error_code error;
        const fs::file_status status = fs::symlink_status(from, error);
        if (!fs::exists(status))
            continue;
        if (fs::is_symlink(status))
            watch(from, true);
        if (target.parent_path() != to) {
            fs::create_directories(target.parent_path(), error);
            for (fs::path place = target.parent_path(); place != to; place = place.parent_path())
                fs::permissions(place, fs::perms(0755), error);
        }
        // Links into /usr stay links; others are followed.
        const bool stays = fs::is_symlink(status) && fs::weakly_canonical(from, error).string().starts_with("/usr/");
        const std::string whole = fs::is_symlink(status) && !stays ? fs::canonical(from, error).string() : from;
        if (whole.empty())
            continue;
        if (std::string failed = copyEntry(whole, target.string()); !failed.empty())
            return failed;
    }
    for (const auto &[name, text] : ownFiles) {
        const std::string path = to + '/' + name;
        std::ofstream file(path, std::ios::binary);
        file << text;
        file.close();
        if (!file || ::chmod(path.c_str(), 0644) != 0)
            return "Cannot write " + path + ": " + std::strerror(errno) + '.';
    }
    for (const auto &[name, target] : ownLinks) {
        const std::string path = to + '/' + name;
        if (::symlink(target, path.c_str()) != 0)
            return "Cannot make " + path + ": " + std::strerror(errno) + '.';
    }
    return {};
}

std::string SharedSettings::copyEntry(const std::string &from, const std::string &to)
{
    std::error_code error;
    const fs::file_status status = fs::symlink_status(from, error);
    if (fs::is_symlink(status)) {
        fs::copy_symlink(from, to, error);
    } else if (fs::is_directory(status) && isForAll(status)) {
        return copyFolder(from, to);
    } else if (fs::is_regular_file(status) && isForAll(status)) {
        fs::copy_file(from, to, error);
    }
    // It may just have been removed.
    return error && error != std::errc::no_such_file_or_directory && error != std::errc::permission_denied ? failure(from, error) : std::string();
}

std::string SharedSettings::copyFolder(const std::string &from, const std::string &to)
{
    watch(from, false);
    std::error_code error;
    fs::create_directory(to, error);
    if (!error)
        fs::permissions(to, fs::perms(0755), error);
    if (error)
        return failure(from, error);
    fs::directory_iterator entry(from, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (std::string failed = copyEntry(entry->path().string(), to + '/' + entry->path().filename().string()); !failed.empty())
            return failed;
    }
    return error && error != std::errc::no_such_file_or_directory ? failure(from, error) : std::string();
}

} // namespace Runtime

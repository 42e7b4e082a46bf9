// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "isolation/filetree.h"

#include "isolation/descriptor.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <vector>

namespace Runtime {

namespace {

// Each level holds a descriptor or two.
constexpr int deepest = 400;
constexpr std::size_t piece = 8 << 20;

struct CloseListing
{
    void operator()(DIR *listing) const { ::closedir(listing); }
};
using Listing = std::unique_ptr<DIR, CloseListing>;

// The folder's entries from the start; the descriptor stays the caller's.
Listing listFolder(int folder)
{
    Descriptor copy(::fcntl(folder, F_DUPFD_CLOEXEC, 3));
    Listing listing(copy ? ::fdopendir(copy.get()) : nullptr);
    if (listing) {
        copy.release();
        ::rewinddir(listing.get());
    }
    return listing;
}

bool isDots(const char *name)
{
    return std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0;
}

constexpr int folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

// Lets the owner into a file or folder that is closed even to its owner, for as long as this lives. By
// descriptor: the name may have become a link to another place meanwhile.
class OpenedUp
{
public:
    OpenedUp(int folder, const char *name)
        : m_place(::openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC))
        , m_path("/proc/self/fd/" + std::to_string(m_place.get()))
    {
        struct stat info {};
        if (!m_place || ::fstat(m_place.get(), &info) != 0 || S_ISLNK(info.st_mode) || ::geteuid() == 0 || info.st_uid != ::geteuid())
            return;
        const mode_t wanted = S_ISDIR(info.st_mode) ? 0500 : 0400;
        m_before = info.st_mode & 07777;
        m_after = m_before | wanted;
        if (m_after != m_before)
            ::chmod(m_path.c_str(), m_after);
    }
    ~OpenedUp()
    {
        struct stat info {};
        // Unless somebody else changed it since.
        if (m_after != m_before && ::fstat(m_place.get(), &info) == 0 && (info.st_mode & 07777) == m_after)
            ::chmod(m_path.c_str(), m_before);
    }
    OpenedUp(const OpenedUp &) = delete;
    OpenedUp &operator=(const OpenedUp &) = delete;

private:
    Descriptor m_place;
    std::string m_path;
    mode_t m_before = 0;
    mode_t m_after = 0;
};

class TreeCopy
{
public:
    TreeCopy(const CopyLimits &limits, const std::atomic<bool> &stop, const std::function<bool(std::string_view)> &skip)
        : m_limits(limits)
        , m_stop(stop)
        , m_skip(skip)
    {
    }

    bool run(const std::string &from, const std::string &to)
    {
        const Descriptor source(::open(from.c_str(), folderFlags));
        struct stat info {};
        if (!source || ::fstat(source.get(), &info) != 0)
            return fail("cannot be read");
        if (::mkdir(to.c_str(), 0700) != 0)
            return fail("cannot be made again");
        m_top = Descriptor(::open(to.c_str(), folderFlags));
        if (!m_top)
            return fail("cannot be made again");
        return copyFolder(source.get(), m_top.get(), 0) && finish(m_top.get(), info);
    }

    const TreeUsage &usage() const { return m_usage; }
    const std::string &error() const { return m_error; }

private:
    bool fail(const std::string &what, int error = errno)
    {
        if (error == ENOSPC || error == EDQUOT)
            m_error = "The disk is full.";
        else
            m_error = '\'' + (m_path.empty() ? "/" : m_path) + "' " + what + (error != 0 ? ": " + std::string(std::strerror(error)) : "") + '.';
        return false;
    }

    bool mayGoOn(std::uint64_t bytes)
    {
        if (m_stop) {
            m_error = "It was stopped.";
            return false;
        }
        m_usage.bytes += bytes;
        if (m_usage.bytes > m_limits.bytes) {
            m_error = "It is larger than the limit of " + std::to_string(m_limits.bytes >> 20) + " MiB.";
            return false;
        }
        if (m_usage.entries > m_limits.entries) {
            m_error = "It has more than " + std::to_string(m_limits.entries) + " files.";
            return false;
        }
        m_unchecked += bytes;
        if (m_unchecked >= (32 << 20) || m_usage.entries % 1024 == 1) {
            m_unchecked = 0;
            struct statvfs disk {};
            if (::fstatvfs(m_top.get(), &disk) == 0 && disk.f_bavail * disk.f_frsize < m_limits.keepFree) {
                m_error = "The disk is full (the last " + std::to_string(m_limits.keepFree >> 20) + " MiB are kept free).";
                return false;
            }
        }
        return true;
    }

    // Owner, permissions and times of something just written.
    bool finish(int file, const struct stat &info)
    {
        if (::geteuid() == 0 && ::fchown(file, info.st_uid, info.st_gid) != 0)
            return fail("cannot be given to its owner");
        const timespec times[] = { info.st_atim, info.st_mtim };
        if (::fchmod(file, info.st_mode & (S_ISDIR(info.st_mode) ? 01777 : 0777)) != 0 || ::futimens(file, times) != 0)
            return fail("cannot get its permissions");
        return true;
    }

    bool copyFolder(int from, int to, int depth)
    {
        if (depth > deepest)
            return fail("is nested too deeply", 0);
        const Listing listing = listFolder(from);
        if (!listing)
            return fail("cannot be listed");
        while (true) {
            errno = 0;
            const dirent *entry = ::readdir(listing.get());
            if (!entry)
                return errno == 0 || fail("cannot be listed");
            if (isDots(entry->d_name))
                continue;
            const std::size_t length = m_path.size();
            m_path.append("/").append(entry->d_name);
            if (!m_skip || !m_skip(m_path)) {
                ++m_usage.entries;
                if (!mayGoOn(0) || !copyEntry(from, to, entry->d_name, depth))
                    return false;
            }
            m_path.resize(length);
        }
    }

    bool copyEntry(int from, int to, const char *name, int depth)
    {
        struct stat info {};
        if (::fstatat(from, name, &info, AT_SYMLINK_NOFOLLOW) != 0)
            return fail("cannot be looked at");
        if (S_ISDIR(info.st_mode)) {
            const OpenedUp readable(from, name);
            const Descriptor source(::openat(from, name, folderFlags));
            if (!source)
                return fail("cannot be read");
            if (::mkdirat(to, name, 0700) != 0)
                return fail("cannot be made again");
            const Descriptor target(::openat(to, name, folderFlags));
            return target ? copyFolder(source.get(), target.get(), depth + 1) && finish(target.get(), info) : fail("cannot be made again");
        }
        if (!S_ISREG(info.st_mode) && !S_ISLNK(info.st_mode) && !S_ISFIFO(info.st_mode))
            return true;
        if (info.st_nlink > 1) {
            const auto [first, isNew] = m_linked.emplace(std::pair(info.st_dev, info.st_ino), m_path);
            if (!isNew)
                return ::linkat(m_top.get(), first->second.c_str() + 1, to, name, 0) == 0 || fail("cannot be linked");
        }
        if (S_ISREG(info.st_mode))
            return copyFile(from, to, name);
        if (S_ISFIFO(info.st_mode)) {
            if (::mkfifoat(to, name, info.st_mode & 0777) != 0)
                return fail("cannot be made again");
        } else {
            std::string target(PATH_MAX, '\0');
            const ssize_t length = ::readlinkat(from, name, target.data(), target.size());
            if (length < 0)
                return fail("cannot be read");
            target.resize(static_cast<std::size_t>(length));
            if (::symlinkat(target.c_str(), to, name) != 0)
                return fail("cannot be made again");
        }
        if (::geteuid() == 0 && ::fchownat(to, name, info.st_uid, info.st_gid, AT_SYMLINK_NOFOLLOW) != 0)
            return fail("cannot be given to its owner");
        const timespec times[] = { info.st_atim, info.st_mtim };
        ::utimensat(to, name, times, AT_SYMLINK_NOFOLLOW);
        return true;
    }

    bool copyFile(int from, int to, const char *name)
    {
        struct stat info {};
        if (::fstatat(from, name, &info, AT_SYMLINK_NOFOLLOW) != 0)
            return fail("cannot be looked at");
        const mode_t mode = info.st_mode;
        const OpenedUp readable(from, name);
        const Descriptor source(::openat(from, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        if (!source || ::fstat(source.get(), &info) != 0)
            return fail("cannot be read");
        if (!S_ISREG(info.st_mode))
            return fail("changed while it was copied", 0);
        info.st_mode = mode;
        const Descriptor target(::openat(to, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (!target)
            return fail("cannot be made again");
        // Where the file system can share the blocks, this is all.
        if (info.st_size > 0 && ::ioctl(target.get(), FICLONE, source.get()) == 0)
            return mayGoOn(static_cast<std::uint64_t>(info.st_blocks) * 512) && finish(target.get(), info);
        off_t at = 0;
        while (at < info.st_size) {
            off_t start = ::lseek(source.get(), at, SEEK_DATA);
            if (start < 0 && errno == ENXIO)
                break;
            if (start < 0)
                start = at;
            off_t end = ::lseek(source.get(), start, SEEK_HOLE);
            if (end < 0)
                end = info.st_size;
            if (!copyBytes(source.get(), target.get(), start, std::min(end, info.st_size)))
                return false;
            at = end;
        }
        if (::ftruncate(target.get(), info.st_size) != 0)
            return fail("cannot be written");
        return finish(target.get(), info);
    }

    bool copyBytes(int source, int target, off_t at, off_t end)
    {
        while (at < end) {
            const std::size_t wanted = std::min<std::size_t>(piece, static_cast<std::size_t>(end - at));
            if (!mayGoOn(wanted))
                return false;
            loff_t in = at;
            loff_t out = at;
            ssize_t count = ::copy_file_range(source, &in, target, &out, wanted, 0);
            if (count < 0 && (errno == EXDEV || errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP)) {
                m_buffer.resize(1 << 20);
                count = ::pread(source, m_buffer.data(), std::min(wanted, m_buffer.size()), at);
                if (count > 0)
                    count = ::pwrite(target, m_buffer.data(), static_cast<std::size_t>(count), at);
            }
            if (count < 0 && errno != EINTR)
                return fail("cannot be copied");
            // Shorter than it was: the rest reads as zeros.
            if (count == 0)
                return true;
            at += std::max<ssize_t>(count, 0);
        }
        return true;
    }

    const CopyLimits &m_limits;
    const std::atomic<bool> &m_stop;
    const std::function<bool(std::string_view)> &m_skip;
    Descriptor m_top;
    // Below the folder, with a leading '/'.
    std::string m_path;
    std::string m_error;
    TreeUsage m_usage;
    std::uint64_t m_unchecked = 0;
    std::map<std::pair<dev_t, ino_t>, std::string> m_linked;
    std::vector<char> m_buffer;
};

bool measureFolder(int folder, int depth, TreeUsage &usage, std::set<std::pair<dev_t, ino_t>> &linked, const std::atomic<bool> &stop)
{
    if (depth > deepest)
        return false;
    const Listing listing = listFolder(folder);
    while (const dirent *entry = listing ? ::readdir(listing.get()) : nullptr) {
        struct stat info {};
        if (stop)
            return true;
        if (isDots(entry->d_name) || ::fstatat(folder, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        ++usage.entries;
        if (info.st_nlink <= 1 || S_ISDIR(info.st_mode) || linked.emplace(info.st_dev, info.st_ino).second)
            usage.bytes += static_cast<std::uint64_t>(info.st_blocks) * 512;
        if (!S_ISDIR(info.st_mode))
            continue;
        std::optional<OpenedUp> readable;
        if ((info.st_mode & 0500) != 0500)
            readable.emplace(folder, entry->d_name);
        const Descriptor inner(::openat(folder, entry->d_name, folderFlags));
        if (inner && !measureFolder(inner.get(), depth + 1, usage, linked, stop))
            return false;
    }
    return true;
}

// Entries below this depth are moved up first, so that descriptors stay few however deep a tree is.
constexpr int removalDepth = 64;

bool emptyFolder(int folder, int top, int depth, unsigned &moved)
{
    const Listing listing = listFolder(folder);
    if (!listing)
        return false;
    bool ok = true;
    while (const dirent *entry = ::readdir(listing.get())) {
        const char *name = entry->d_name;
        if (isDots(name))
            continue;
        if (::unlinkat(folder, name, 0) == 0 || errno == ENOENT)
            continue;
        if (depth >= removalDepth) {
            const std::string place = ".removing-" + std::to_string(moved++);
            ok = ::renameat(folder, name, top, place.c_str()) == 0 && ok;
            continue;
        }
        Descriptor inner(::openat(folder, name, folderFlags));
        if (!inner) {
            ::fchmodat(folder, name, 0700, 0);
            inner.reset(::openat(folder, name, folderFlags));
        }
        if (inner) {
            ::fchmod(inner.get(), 0700);
            ok = emptyFolder(inner.get(), top, depth + 1, moved) && ok;
        }
        if (::unlinkat(folder, name, AT_REMOVEDIR) != 0 && errno != ENOENT)
            ok = false;
    }
    return ok;
}

} // namespace

std::expected<TreeUsage, std::string> copyTree(const std::string &from, const std::string &to, const CopyLimits &limits,
                                               const std::atomic<bool> &stop, const std::function<bool(std::string_view)> &skip)
{
    TreeCopy copy(limits, stop, skip);
    if (!copy.run(from, to))
        return std::unexpected(copy.error());
    return copy.usage();
}

TreeUsage measureTree(const std::string &folder, const std::atomic<bool> &stop)
{
    TreeUsage usage;
    std::set<std::pair<dev_t, ino_t>> linked;
    const Descriptor top(::open(folder.c_str(), folderFlags));
    if (top && !measureFolder(top.get(), 0, usage, linked, stop))
        usage.bytes = UINT64_MAX;
    return usage;
}

std::uint64_t freeSpace(const std::string &folder)
{
    struct statvfs disk {};
    return ::statvfs(folder.c_str(), &disk) == 0 ? disk.f_bavail * disk.f_frsize : UINT64_MAX;
}

bool removeTree(const std::string &folder)
{
    const Descriptor top(::open(folder.c_str(), folderFlags));
    if (!top)
        return errno == ENOENT;
    // What was moved up during one pass is found by the next one.
    unsigned moved = 0;
    for (int pass = 0; pass < 10000; ++pass) {
        const unsigned before = moved;
        emptyFolder(top.get(), top.get(), 0, moved);
        if (::rmdir(folder.c_str()) == 0)
            return true;
        if (moved == before && pass > 2)
            return false;
    }
    return false;
}

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/volumes.h"

#include "isolation/bubblewrap.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/openat2.h>
#include <set>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace Runtime {

using Http::Failure;

namespace {

constexpr std::size_t most = 32;

std::vector<std::string> parts(std::string_view path)
{
    std::vector<std::string> out;
    while (!path.empty()) {
        const std::string_view part = path.substr(0, path.find('/'));
        if (!part.empty() && part != ".")
            out.emplace_back(part);
        path.remove_prefix(std::min(path.size(), part.size() + 1));
    }
    return out;
}

bool climbs(const std::string &path)
{
    return std::ranges::contains(parts(path), "..");
}

bool isBelow(const std::string &path, const std::string &folder)
{
    return path == folder || folder == "/" || (path.starts_with(folder) && path[folder.size()] == '/');
}

// Without doubled and trailing slashes.
std::string tidy(const std::string &path)
{
    std::string out;
    for (const std::string &part : parts(path))
        out.append("/").append(part);
    return out.empty() ? "/" : out;
}

// Never leaves the folder, by ".." or by a link, also when links change meanwhile.
Descriptor openInside(int folder, const std::string &path)
{
    open_how how {};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    int fd = -1;
    do {
        fd = static_cast<int>(::syscall(SYS_openat2, folder, path.empty() ? "." : path.c_str(), &how, sizeof how));
    } while (fd < 0 && (errno == EAGAIN || errno == EINTR));
    return Descriptor(fd);
}

} // namespace

Volumes::Volumes(std::string folder, std::vector<std::string> allowed, uid_t user)
    : m_folder(std::move(folder))
    , m_user(user)
{
    for (const std::string &path : allowed)
        m_allowed.push_back(tidy(path));
}

void Volumes::check(const std::vector<VolumeRequest> &volumes) const
{
    std::set<std::string> names;
    std::set<std::string> places;
    if (volumes.size() > most)
        throw Failure(400, "VOLUME::INVALID_BACKEND", "A sandbox can have " + std::to_string(most) + " volumes at most.");
    for (const VolumeRequest &volume : volumes) {
        if (!names.insert(volume.name).second)
            throw Failure(400, "VOLUME::DUPLICATE_NAME", "Duplicate volume name '" + volume.name + "'. Each volume must have a unique name.");
        const auto hasNul = [](const std::string &text) { return text.contains('\0'); };
        const std::string place = tidy(volume.mountPath);
        if (climbs(volume.mountPath) || hasNul(volume.mountPath) || place == "/")
            throw Failure(400, "VOLUME::INVALID_MOUNT_PATH", "Mount path '" + volume.mountPath + "' must name a folder, without '..'.");
        for (const char *system : { "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/proc", "/sys", "/dev", "/run/opensandbox",
                                    "/opt/opensandbox", "/var/run", "/var/tmp" }) {
            if (isBelow(place, system) || isBelow(system, place))
                throw Failure(400, "VOLUME::INVALID_MOUNT_PATH",
                              "Mount path '" + volume.mountPath + "' is part of the sandbox's own system. Choose another one, such as /data or /mnt/"
                                  + volume.name + '.');
        }
        if (!places.insert(place).second)
            throw Failure(400, "VOLUME::INVALID_MOUNT_PATH", "Two volumes have the mount path '" + place + "'.");
        if (climbs(volume.subPath))
            throw Failure(400, "VOLUME::INVALID_SUB_PATH", "SubPath '" + volume.subPath + "' contains path traversal '..' which is not allowed.");
        if (volume.subPath.starts_with('/') || hasNul(volume.subPath))
            throw Failure(400, "VOLUME::INVALID_SUB_PATH", "SubPath '" + volume.subPath + "' must be a relative path.");
        switch (volume.backend) {
        case VolumeRequest::Backend::Bucket:
            throw Failure(400, "VOLUME::INVALID_BACKEND",
                          "Volume '" + volume.name + "': the local runtime mounts no OSS buckets. Use a named volume (pvc) or a host folder.");
        case VolumeRequest::Backend::Named:
            break;
        case VolumeRequest::Backend::HostPath:
            if (climbs(volume.source))
                throw Failure(400, "VOLUME::INVALID_HOST_PATH", "Host path '" + volume.source + "' contains path traversal component '..'.");
            if (!volume.source.starts_with('/') || hasNul(volume.source))
                throw Failure(400, "VOLUME::INVALID_HOST_PATH", "Host path '" + volume.source + "' must be absolute.");
            if (!std::ranges::any_of(m_allowed, [&](const std::string &allowed) { return isBelow(tidy(volume.source), allowed); })) {
                std::string list;
                for (const std::string &allowed : m_allowed)
                    list += (list.empty() ? "'" : ", '") + allowed + '\'';
                throw Failure(400, "VOLUME::HOST_PATH_NOT_ALLOWED", "Host path '" + volume.source + "' is not under any allowed prefix. Allowed prefixes: ["
                                                                        + list + "]. The runtime's option --allow-host-path adds one.");
            }
        }
    }
}

Descriptor Volumes::openBelow(int base, const std::string &path, const VolumeRequest &volume) const
{
    Descriptor found = openInside(base, path);
    // Missing folders are made one by one, each inside the one before.
    Descriptor folder;
    std::string sofar;
    for (const std::string &part : parts(path)) {
        if (found || errno != ENOENT)
            break;
        const Descriptor parent = openInside(base, sofar);
        sofar += (sofar.empty() ? "" : "/") + part;
        if (!parent)
            break;
        if (::mkdirat(parent.get(), part.c_str(), 0755) == 0 && m_user != 0) {
            // Only what was made here, never what a link of that name leads to.
            if (::fchownat(parent.get(), part.c_str(), m_user, m_user, AT_SYMLINK_NOFOLLOW) != 0)
                break;
        }
        found = openInside(base, path);
    }
    if (found)
        return found;
    if (errno == EXDEV || errno == ELOOP)
        throw Failure(400, "VOLUME::INVALID_SUB_PATH", "Volume '" + volume.name + "': a link leads out of the folder that is allowed.");
    throw Failure(500, "VOLUME::HOST_PATH_CREATE_FAILED",
                  "Volume '" + volume.name + "': the folder cannot be opened or made: " + std::strerror(errno) + '.');
}

VolumeMount Volumes::openOne(const VolumeRequest &volume, std::vector<std::string> &made) const
{
    VolumeMount mount { .source = {}, .target = tidy(volume.mountPath), .readOnly = volume.readOnly };
    std::string base;
    std::string path = volume.subPath;
    if (volume.backend == VolumeRequest::Backend::Named) {
        base = folderOf(volume.source);
        if (::access(base.c_str(), F_OK) != 0) {
            if (!volume.createIfMissing)
                throw Failure(400, "VOLUME::PVC_NOT_FOUND",
                              "Volume '" + volume.name + "': the named volume '" + volume.source + "' does not exist. Leave createIfNotExists at true to make it.");
            ::mkdir(m_folder.c_str(), m_user != 0 ? 0711 : 0700);
            if (::mkdir(base.c_str(), 0700) != 0 || (m_user != 0 && ::chown(base.c_str(), m_user, m_user) != 0))
                throw Failure(500, "VOLUME::HOST_PATH_CREATE_FAILED",
                              "Volume '" + volume.name + "': the named volume cannot be made: " + std::strerror(errno) + '.');
            made.push_back(volume.source);
        }
    } else {
        const std::string source = tidy(volume.source);
        // The longest allowed folder that holds it.
        for (const std::string &allowed : m_allowed) {
            if (isBelow(source, allowed) && allowed.size() >= base.size())
                base = allowed;
        }
        path = source.substr(base == "/" ? 0 : base.size()) + '/' + path;
    }
    const Descriptor folder(::open(base.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder)
        throw Failure(500, "VOLUME::HOST_PATH_CREATE_FAILED", "Volume '" + volume.name + "': '" + base + "' cannot be opened: " + std::strerror(errno) + '.');
    std::string inside;
    for (const std::string &part : parts(path))
        inside += (inside.empty() ? "" : "/") + part;
    mount.source = openBelow(folder.get(), inside, volume);
    return mount;
}

std::vector<VolumeMount> Volumes::open(const std::vector<VolumeRequest> &volumes, std::vector<std::string> &made) const
{
    std::vector<VolumeMount> mounts;
    for (const VolumeRequest &volume : volumes)
        mounts.push_back(openOne(volume, made));
    // What lies inside another mount comes after it.
    std::ranges::stable_sort(mounts, {}, [](const VolumeMount &mount) { return mount.target.size(); });
    return mounts;
}

} // namespace Runtime

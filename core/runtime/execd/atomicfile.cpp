// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/atomicfile.h"

#include "execd/jupytermessage.h"
#include "execd/requestbody.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Execd {

AtomicFile::~AtomicFile()
{
    if (!m_temporary.empty())
        unlink(m_temporary.c_str());
}

AtomicFile::AtomicFile(AtomicFile &&other) noexcept
    : m_file(std::move(other.m_file))
    , m_target(std::move(other.m_target))
    , m_temporary(std::exchange(other.m_temporary, {}))
{
}

AtomicFile &AtomicFile::operator=(AtomicFile &&other) noexcept
{
    std::swap(m_temporary, other.m_temporary);
    std::swap(m_target, other.m_target);
    std::swap(m_file, other.m_file);
    return *this;
}

std::expected<AtomicFile, std::string> AtomicFile::open(const std::string &path)
{
    AtomicFile file;
    file.m_target = path;
    struct stat info;
    bool exists = lstat(path.c_str(), &info) == 0;
    if (exists && S_ISLNK(info.st_mode)) {
        char *resolved = realpath(path.c_str(), nullptr);
        if (resolved) {
            file.m_target = resolved;
            free(resolved);
            exists = lstat(file.m_target.c_str(), &info) == 0;
        }
    }
    const auto failure = [&path](int error) { return std::unexpected("open " + path + ": " + errnoText(error)); };
    if (exists && S_ISDIR(info.st_mode))
        return failure(EISDIR);
    const bool replaceable = !exists || S_ISREG(info.st_mode);
    if (exists && access(file.m_target.c_str(), W_OK) != 0)
        return failure(errno);
    if (replaceable && (!exists || !S_ISLNK(info.st_mode))) {
        const std::size_t slash = file.m_target.rfind('/');
        const std::string temporary
            = file.m_target.substr(0, slash + 1) + ".upload-" + randomHexId().substr(0, 12);
        file.m_file.reset(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0777));
        if (file.m_file) {
            file.m_temporary = temporary;
            if (exists) {
                fchmod(file.m_file.get(), info.st_mode & 07777);
                [[maybe_unused]] const int owned = fchown(file.m_file.get(), info.st_uid, info.st_gid);
            }
            return file;
        }
        if (!exists)
            return failure(errno);
    }
    file.m_file.reset(::open(file.m_target.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0777));
    if (!file.m_file)
        return failure(errno);
    return file;
}

std::string AtomicFile::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_file.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return "write " + m_target + ": " + errnoText(errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

std::string AtomicFile::commit()
{
    const int file = m_file.release();
    if (close(file) != 0)
        return "close " + m_target + ": " + errnoText(errno);
    if (m_temporary.empty())
        return {};
    if (rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return "open " + m_target + ": " + errnoText(errno);
    m_temporary.clear();
    return {};
}

} // namespace Execd

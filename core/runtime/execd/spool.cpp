// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/spool.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace Execd {

namespace {

constexpr std::size_t blockSize = 256u << 10;

int openUnlinkedFile(const std::string &directory)
{
    const int file = open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0)
        return file;
    std::string name = directory + "/spool-XXXXXX";
    const int named = mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0)
        unlink(name.c_str());
    return named;
}

} // namespace

Spool::Spool(std::string directory, std::size_t memoryLimit, std::uint64_t diskLimit)
    : m_directory(std::move(directory))
    , m_memoryLimit(memoryLimit)
    , m_diskLimit(diskLimit)
{
}

Spool::~Spool()
{
    if (m_file >= 0)
        close(m_file);
}

bool Spool::push(const std::string &data)
{
    // Once something is on disk all that is newer has to follow it there.
    if (m_readOffset != m_writeOffset || m_memorySize + data.size() > m_memoryLimit) {
        if (m_readOffset != m_writeOffset || m_memorySize != 0)
            return writeToDisk(data);
    }
    m_memorySize += data.size();
    if (!m_memory.empty() && m_memory.back().size() + data.size() <= blockSize)
        m_memory.back() += data;
    else
        m_memory.push_back(data);
    return true;
}

bool Spool::writeToDisk(std::string_view data)
{
    if (m_writeOffset - m_readOffset + data.size() > m_diskLimit)
        return false;
    if (m_file < 0)
        m_file = openUnlinkedFile(m_directory);
    if (m_file < 0)
        return false;
    std::uint64_t offset = m_writeOffset;
    while (!data.empty()) {
        const ssize_t written = pwrite(m_file, data.data(), data.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        offset += static_cast<std::uint64_t>(written);
        data.remove_prefix(static_cast<std::size_t>(written));
    }
    m_writeOffset = offset;
    return true;
}

std::string Spool::take()
{
    if (!m_memory.empty()) {
        std::string data = std::move(m_memory.front());
        m_memory.pop_front();
        m_memorySize -= data.size();
        return data;
    }
    std::string data(std::min<std::uint64_t>(blockSize, m_writeOffset - m_readOffset), '\0');
    std::size_t filled = 0;
    while (filled < data.size()) {
        const ssize_t got = pread(m_file, data.data() + filled, data.size() - filled,
            static_cast<off_t>(m_readOffset + filled));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        filled += static_cast<std::size_t>(got);
    }
    if (filled < data.size()) {
        // The disk gives back less than it took: what is left cannot be read either.
        data.resize(filled);
        m_readOffset = m_writeOffset;
    } else {
        m_readOffset += filled;
    }
    if (m_file >= 0) {
        if (m_readOffset == m_writeOffset) {
            m_readOffset = m_writeOffset = 0;
            [[maybe_unused]] const int cut = ftruncate(m_file, 0);
        } else if (m_readOffset % (64u << 20) == 0) {
            // Gives read parts back to the file system; harmless where it cannot punch holes.
            fallocate(m_file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(m_readOffset));
        }
    }
    return data;
}

void Spool::clear()
{
    m_memory.clear();
    m_memorySize = 0;
    m_readOffset = m_writeOffset = 0;
    if (m_file >= 0)
        close(m_file);
    m_file = -1;
}

} // namespace Execd

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace Execd {

/// Bytes first in, first out. A few MiB stay in memory, what is beyond goes to an unlinked file.
class Spool {
public:
    explicit Spool(std::string directory, std::size_t memoryLimit = 4u << 20, std::uint64_t diskLimit = 1u << 30);
    ~Spool();
    Spool(const Spool &) = delete;
    Spool &operator=(const Spool &) = delete;

    /// False if there was no room left: nothing of data was taken.
    bool push(const std::string &data);
    /// The oldest bytes, at most some hundred KiB unless one push was larger; empty when there are none.
    std::string take();
    bool empty() const { return m_memory.empty() && m_readOffset == m_writeOffset; }
    std::uint64_t size() const { return m_memorySize + (m_writeOffset - m_readOffset); }
    void clear();

private:
    bool writeToDisk(std::string_view data);

    const std::string m_directory;
    const std::size_t m_memoryLimit;
    const std::uint64_t m_diskLimit;
    std::deque<std::string> m_memory;
    std::size_t m_memorySize = 0;
    int m_file = -1;
    std::uint64_t m_readOffset = 0;
    std::uint64_t m_writeOffset = 0;
};

} // namespace Execd

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace Execd {

/// The last bytes of an endless output, found by their position in the whole of it.
class ReplayBuffer {
public:
    explicit ReplayBuffer(std::size_t capacity) : m_capacity(capacity) { }

    void append(std::string_view bytes)
    {
        m_end += bytes.size();
        if (bytes.size() >= m_capacity) {
            m_bytes = bytes.substr(bytes.size() - m_capacity);
            return;
        }
        m_bytes += bytes;
        // Trimmed now and then, so that each byte is moved once at most.
        if (m_bytes.size() > 2 * m_capacity)
            m_bytes.erase(0, m_bytes.size() - m_capacity);
    }

    /// How many bytes there ever were.
    std::uint64_t end() const { return m_end; }
    /// The oldest position that is kept.
    std::uint64_t begin() const { return m_end - kept().size(); }
    /// What is kept from that position on; from an older one all that is kept.
    std::string_view since(std::uint64_t position) const
    {
        const std::string_view bytes = kept();
        if (position >= m_end)
            return {};
        const std::uint64_t wanted = m_end - position;
        return wanted >= bytes.size() ? bytes : bytes.substr(bytes.size() - static_cast<std::size_t>(wanted));
    }

private:
    std::string_view kept() const
    {
        const std::string_view bytes = m_bytes;
        return bytes.size() > m_capacity ? bytes.substr(bytes.size() - m_capacity) : bytes;
    }

    const std::size_t m_capacity;
    std::string m_bytes;
    std::uint64_t m_end = 0;
};

} // namespace Execd

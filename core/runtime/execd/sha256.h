// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace Execd {

/// SHA-256 (FIPS 180-4), to sign messages to kernels. Small enough to save a dependency inside the sandbox.
class Sha256 {
public:
    using Digest = std::array<std::uint8_t, 32>;

    void update(std::string_view data);
    Digest finish();

private:
    void block(const std::uint8_t *data);

    std::array<std::uint32_t, 8> m_state { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
        0x1f83d9ab, 0x5be0cd19 };
    std::array<std::uint8_t, 64> m_buffer {};
    std::size_t m_buffered = 0;
    std::uint64_t m_length = 0;
};

/// HMAC-SHA256 over the concatenation of what is added, as lower-case hex.
class HmacSha256 {
public:
    explicit HmacSha256(std::string_view key);
    void update(std::string_view data) { m_inner.update(data); }
    std::string finishHex();

private:
    std::array<char, 64> m_pad {};
    Sha256 m_inner;
};

} // namespace Execd

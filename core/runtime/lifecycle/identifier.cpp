// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/identifier.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <random>

namespace Runtime {

std::string randomUuid()
{
    static std::random_device device;
    std::array<std::uint32_t, 4> words {};
    for (std::uint32_t &word : words)
        word = device();
    words[1] = (words[1] & 0xffff0fffU) | 0x4000U;
    words[2] = (words[2] & 0x3fffffffU) | 0x80000000U;
    char text[40];
    std::snprintf(text, sizeof text, "%08x-%04x-%04x-%04x-%04x%08x", words[0], words[1] >> 16, words[1] & 0xffff,
                  words[2] >> 16, words[2] & 0xffff, words[3]);
    return text;
}

} // namespace Runtime

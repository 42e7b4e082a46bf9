// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>

namespace Runtime {

struct ArchiveLimits
{
    std::uint64_t bytes = 64ULL << 30;
    std::uint64_t entries = 2'000'000;
    std::uint64_t keepFree = 512ULL << 20;
};

// Unpacks a tar archive (compressed or not) into a folder that does not exist yet. The archive may come from
// anywhere: names that climb or are absolute, entries below a link, hard links to such places and device nodes
// refuse the whole archive. Owners and set-user-ID are dropped, symbolic links kept as they are. Returns what
// is wrong in a sentence, or an empty text.
std::string unpackRoot(const std::string &archive, const std::string &folder, const ArchiveLimits &limits = {});

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <string_view>

namespace Runtime {

// Whole folders of files that a sandbox wrote, so nothing about them is taken for granted: symbolic links
// are never followed, and depth, number and size are bounded. All of these block.

struct TreeUsage
{
    // On disk; a file with several names counts once.
    std::uint64_t bytes = 0;
    std::uint64_t entries = 0;
};

struct CopyLimits
{
    std::uint64_t bytes = UINT64_MAX;
    std::uint64_t entries = 2'000'000;
    // The copy ends rather than leave less than this free on the disk.
    std::uint64_t keepFree = 256ULL << 20;
};

// Copies a folder to a place that does not exist yet: files with their holes and several names, folders,
// fifos and links, with times and permissions (without set-user-ID), and owners where this process may.
// Sockets and devices are left out, and so is what skip says, given the path below the folder. The error is
// a sentence; what was copied until then is left there. A true stop ends it early.
std::expected<TreeUsage, std::string> copyTree(const std::string &from, const std::string &to, const CopyLimits &limits,
                                               const std::atomic<bool> &stop,
                                               const std::function<bool(std::string_view)> &skip = {});

// What a folder takes. Folders nested deeper than can be looked into count as endless.
TreeUsage measureTree(const std::string &folder, const std::atomic<bool> &stop);

// Free for this process on the disk of a folder.
std::uint64_t freeSpace(const std::string &folder);

// Removes a folder and everything in it, whatever permissions and depth.
bool removeTree(const std::string &folder);

} // namespace Runtime

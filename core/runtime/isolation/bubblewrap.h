// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/descriptor.h"

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace Runtime {

// Where things are inside every sandbox.
namespace Inside {
inline constexpr const char *home = "/home/sandbox";
inline constexpr const char *workspace = "/workspace";
inline constexpr const char *control = "/run/opensandbox";
inline constexpr const char *socket = "/run/opensandbox/execd.sock";
inline constexpr const char *execd = "/opt/opensandbox/execd";
inline constexpr const char *kernels = "/opt/opensandbox/kernels";
// What /etc/hosts is a link to, see SharedSettings.
inline constexpr const char *hosts = "/opt/opensandbox/hosts";
// Compiled once for all sandboxes, see SharedBuilds; at a place that it can have there, too.
inline constexpr const char *builds = "/run/opensandbox-builds";
inline constexpr const char *bin = "/opt/opensandbox/bin";
// The daemon's own libraries, where the sandbox's root file system has others.
inline constexpr const char *libraries = "/opt/opensandbox/lib";
}

// How this machine lets a sandbox be made; found by the probe.
struct IsolationMode
{
    std::string bwrap;
    // A fresh /proc can be mounted. Without it the host's is bound, and its process list can be seen.
    bool freshProc = true;
    // Further user namespaces are switched off by the kernel, not only by the filter.
    bool disableUserns = true;
    bool seccomp = true;
};

// A folder or file that bwrap gets as an open descriptor.
struct PlannedMount
{
    int descriptor = -1;
    std::string target;
    bool readOnly = false;
};

// Everything bwrap needs to know about one sandbox.
struct SandboxPlan
{
    IsolationMode mode;
    // Host folders, bound read-write.
    std::string home;
    std::string temporary;
    std::string workspace;
    std::string control;
    // What is the same for all of them of /etc, see SharedSettings.
    std::string settings;
    // Host path of the daemon's program and of the kernel drivers; empty = left out.
    std::string execd;
    std::string kernels;
    std::string builds;
    // A root file system to use instead of this machine's own, and then the dynamic loader ("ld.so") and the
    // libraries of the programs that are brought along: name and host path of each, "prlimit" among them.
    std::string root;
    std::vector<std::pair<std::string, std::string>> libraries;
    std::vector<PlannedMount> mounts;
    // Names in Inside::bin and what they point to, such as python3 -> /usr/bin/python3.12.
    std::vector<std::pair<std::string, std::string>> links;
    std::vector<std::pair<std::string, std::string>> environment;
    std::string hostName = "sandbox";
    bool network = false;
    // For memory file systems (/dev/shm, /run, ...), in bytes.
    std::uint64_t memoryFiles = 64ULL << 20;
    // Set by prlimit on the program inside, where it counts for this sandbox alone; 0 = none, or the program does so.
    std::uint64_t processes = 0;
    std::vector<std::string> command;
};

// The numbers under which a started bwrap finds its descriptors.
namespace BwrapDescriptor {
inline constexpr int arguments = 3;
inline constexpr int seccomp = 4;
inline constexpr int info = 5;
// For the daemon: passed on by bwrap. One digit, because a shell has to close it.
inline constexpr int ready = 6;
inline constexpr int hosts = 7;
inline constexpr int firstMount = 8;
}

// A program that is brought along, with its arguments, as the sandbox's root file system lets it run.
std::vector<std::string> broughtProgram(const SandboxPlan &plan, std::vector<std::string> words);

// The options, in the order bwrap wants them.
std::vector<std::string> bwrapOptions(const SandboxPlan &plan);

// The options as bwrap reads them for --args: so they, and the environment with its secrets, do not show in the
// host's process list. Refuses strings with NUL bytes.
std::expected<std::string, std::string> bwrapArguments(const SandboxPlan &plan);

// The sandbox's /etc/hosts: its own name is its own address.
std::string hostsOf(const std::string &hostName);

// A file in memory, to be read from its beginning.
std::expected<Descriptor, std::string> memoryFile(std::string_view text);

// The whole command line to start with the descriptors above.
std::vector<std::string> bwrapCommand(const SandboxPlan &plan);

// A program by name in PATH, empty when there is none.
std::string findProgram(const std::string &name);

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace Runtime {

struct ProcessInfo
{
    pid_t parent = 0;
    char state = '?';
    // User and system time, with that of reaped children, in clock ticks.
    std::uint64_t ticks = 0;
    std::uint64_t residentPages = 0;
    std::uint64_t threads = 0;
    std::string name;
};

// One look at a mounted process list; everything that can be read.
class ProcessTable
{
public:
    static ProcessTable read(const std::string &place = "/proc");

    const std::map<pid_t, ProcessInfo> &all() const { return m_processes; }

    // The process and everything below it, parents first.
    std::vector<pid_t> tree(pid_t root) const;
    const ProcessInfo *find(pid_t pid) const;

private:
    std::map<pid_t, ProcessInfo> m_processes;
    std::multimap<pid_t, pid_t> m_children;
};

// Memory of a process, shared pages by share; falls back to the resident size.
std::uint64_t proportionalBytes(pid_t pid, const ProcessInfo &info);

// Parses the text of /proc/PID/stat.
std::optional<ProcessInfo> parseStat(const std::string &text);

} // namespace Runtime

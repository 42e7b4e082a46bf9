// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "isolation/processes.h"

#include "isolation/descriptor.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sstream>
#include <unistd.h>

namespace Runtime {

namespace {

std::string readFile(const std::string &path)
{
    std::string text;
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    char buffer[4096];
    ssize_t count = 0;
    while (file && (count = ::read(file.get(), buffer, sizeof buffer)) > 0)
        text.append(buffer, static_cast<std::size_t>(count));
    return text;
}

} // namespace

std::optional<ProcessInfo> parseStat(const std::string &text)
{
    // The name is in parentheses and may contain anything, parentheses and line breaks included.
    const std::size_t open = text.find('(');
    const std::size_t close = text.rfind(')');
    if (open == std::string::npos || close == std::string::npos || close < open)
        return std::nullopt;
    ProcessInfo info;
    info.name = text.substr(open + 1, close - open - 1);
    std::istringstream fields(text.substr(close + 1));
    std::string skipped;
    std::uint64_t user = 0;
    std::uint64_t system = 0;
    std::uint64_t childUser = 0;
    std::uint64_t childSystem = 0;
    fields >> info.state >> info.parent;
    // pgrp session tty tpgid flags minflt cminflt majflt cmajflt
    for (int i = 0; i < 9; ++i)
        fields >> skipped;
    fields >> user >> system >> childUser >> childSystem;
    // priority nice
    fields >> skipped >> skipped >> info.threads;
    // itrealvalue starttime vsize
    fields >> skipped >> skipped >> skipped >> info.residentPages;
    if (!fields)
        return std::nullopt;
    info.ticks = user + system + childUser + childSystem;
    return info;
}

ProcessTable ProcessTable::read(const std::string &place)
{
    ProcessTable table;
    DIR *proc = ::opendir(place.c_str());
    if (!proc)
        return table;
    while (const dirent *entry = ::readdir(proc)) {
        char *end = nullptr;
        const long pid = std::strtol(entry->d_name, &end, 10);
        if (*end != '\0' || pid <= 0)
            continue;
        auto info = parseStat(readFile(place + '/' + entry->d_name + "/stat"));
        if (!info)
            continue;
        table.m_children.emplace(info->parent, static_cast<pid_t>(pid));
        table.m_processes.emplace(static_cast<pid_t>(pid), std::move(*info));
    }
    ::closedir(proc);
    return table;
}

std::vector<pid_t> ProcessTable::tree(pid_t root) const
{
    std::vector<pid_t> found;
    if (!m_processes.contains(root))
        return found;
    found.push_back(root);
    // A table read while processes come and go cannot make a circle: each has one parent.
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto [first, last] = m_children.equal_range(found[i]);
        for (auto child = first; child != last; ++child)
            found.push_back(child->second);
    }
    return found;
}

const ProcessInfo *ProcessTable::find(pid_t pid) const
{
    const auto found = m_processes.find(pid);
    return found == m_processes.end() ? nullptr : &found->second;
}

std::uint64_t proportionalBytes(pid_t pid, const ProcessInfo &info)
{
    const std::string text = readFile("/proc/" + std::to_string(pid) + "/smaps_rollup");
    const std::size_t at = text.find("\nPss:");
    if (at != std::string::npos)
        return std::strtoull(text.c_str() + at + 5, nullptr, 10) * 1024;
    return info.residentPages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace Runtime

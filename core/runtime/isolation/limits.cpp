// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "isolation/limits.h"

#include "isolation/bubblewrap.h"
#include "isolation/program.h"

#include <boost/json.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace Runtime {

namespace json = boost::json;

namespace {

bool writeFile(const std::string &path, const std::string &text)
{
    std::ofstream file(path);
    file << text;
    file.flush();
    return file.good();
}

std::string readAll(const std::string &path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

struct GroupPlaces
{
    // Folder of this process's own group, per controller ("" = version 2).
    std::map<std::string, std::string> own;
};

GroupPlaces findGroups()
{
    // Where the hierarchies are mounted.
    std::map<std::string, std::string> mounts;
    std::istringstream mountInfo(readAll("/proc/self/mountinfo"));
    for (std::string line; std::getline(mountInfo, line);) {
        std::istringstream words(line);
        std::string skipped;
        std::string point;
        words >> skipped >> skipped >> skipped >> skipped >> point;
        const std::size_t dash = line.find(" - ");
        if (dash == std::string::npos)
            continue;
        std::istringstream rest(line.substr(dash + 3));
        std::string type;
        std::string source;
        std::string options;
        rest >> type >> source >> options;
        if (type == "cgroup2") {
            mounts.emplace("", point);
        } else if (type == "cgroup") {
            std::istringstream list(options);
            for (std::string option; std::getline(list, option, ',');)
                mounts.emplace(option, point);
        }
    }
    GroupPlaces places;
    std::istringstream groups(readAll("/proc/self/cgroup"));
    for (std::string line; std::getline(groups, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string path = line.substr(second + 1);
        std::istringstream list(line.substr(first + 1, second - first - 1));
        std::string controller;
        do {
            controller.clear();
            std::getline(list, controller, ',');
            const auto mount = mounts.find(controller);
            if (mount == mounts.end())
                continue;
            // In a container the path may name a place above what is mounted here.
            const std::string folder = mount->second + (path == "/" ? "" : path);
            places.own[controller] = ::access(folder.c_str(), F_OK) == 0 ? folder : mount->second;
        } while (list);
    }
    return places;
}

bool tryGroup(const std::string &parent, const std::string &name, std::initializer_list<const char *> files)
{
    if (parent.empty())
        return false;
    const std::string folder = parent + '/' + name;
    if (::mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST)
        return false;
    bool ok = ::access((folder + "/cgroup.procs").c_str(), W_OK) == 0;
    for (const char *file : files)
        ok = ok && ::access((folder + '/' + file).c_str(), W_OK) == 0;
    ::rmdir(folder.c_str());
    return ok;
}

std::vector<std::string> systemdEnvironment()
{
    std::vector<std::string> words;
    for (const char *name : { "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS" }) {
        if (const char *value = std::getenv(name))
            words.push_back(std::string(name) + '=' + value);
    }
    return words;
}

std::vector<std::string> scopeCommand(const std::string &systemdRun, const std::string &unit)
{
    std::vector<std::string> words { "/usr/bin/env" };
    for (std::string &variable : systemdEnvironment())
        words.push_back(std::move(variable));
    words.insert(words.end(), { systemdRun, "--user", "--scope", "--quiet", "--collect", "--unit=" + unit });
    return words;
}

} // namespace

LimitEnforcer LimitEnforcer::detect(const std::string &instance)
{
    LimitEnforcer found;
    found.m_instance = instance;

    // Only a session with its own manager can make scopes; asking takes a moment, so look first.
    const char *runtime = std::getenv("XDG_RUNTIME_DIR");
    const std::string systemdRun = findProgram("systemd-run");
    if (!systemdRun.empty() && runtime && ::access((std::string(runtime) + "/systemd/private").c_str(), F_OK) == 0) {
        std::vector<std::string> command = scopeCommand(systemdRun, instance + "-probe");
        command.insert(command.end(), { "-p", "MemoryMax=67108864", "-p", "TasksMax=16", "--", "/bin/sh", "-c",
                                        "p=$(sed -n 's/^0:://p' /proc/self/cgroup); "
                                        "cat /sys/fs/cgroup$p/memory.max /sys/fs/cgroup$p/pids.max" });
        const ProgramResult result = runProgram(command, std::chrono::seconds(2));
        // The limits must really be there: the manager accepts them even when it was not given the controllers.
        if (result.output == "67108864\n16\n") {
            found.m_kind = Kind::SystemdScope;
            found.m_systemdRun = systemdRun;
            return found;
        }
    }

    const GroupPlaces places = findGroups();
    const auto place = [&](const char *controller) {
        const auto own = places.own.find(controller);
        return own == places.own.end() ? std::string() : own->second;
    };
    if (const std::string parent = place(""); !parent.empty()) {
        // A group with processes of its own cannot hand out controllers; the root group can.
        writeFile(parent + "/cgroup.subtree_control", "+memory +pids");
        writeFile(parent + "/cgroup.subtree_control", "+cpu");
        if (tryGroup(parent, instance + "-probe", { "memory.max", "pids.max" })) {
            found.m_kind = Kind::GroupV2;
            found.m_parent = parent;
            return found;
        }
    }
    if (tryGroup(place("memory"), instance + "-probe", { "memory.limit_in_bytes" })
        && tryGroup(place("pids"), instance + "-probe", { "pids.max" })) {
        found.m_kind = Kind::GroupV1;
        found.m_memoryParent = place("memory");
        found.m_pidsParent = place("pids");
        if (tryGroup(place("cpu"), instance + "-probe", { "cpu.cfs_quota_us" }))
            found.m_cpuParent = place("cpu");
    }
    return found;
}

json::object LimitEnforcer::report() const
{
    json::object out;
    switch (m_kind) {
    case Kind::SystemdScope:
        out = { { "by", "systemd scope" }, { "memory", "enforced" }, { "cpu", "enforced" }, { "processes", "enforced" } };
        break;
    case Kind::GroupV2:
        out = { { "by", "control groups (version 2)" }, { "memory", "enforced" },
                { "cpu", ::access((m_parent + "/cpu.max").c_str(), F_OK) == 0
                          || readAll(m_parent + "/cgroup.subtree_control").contains("cpu") ? "enforced" : "not enforced" },
                { "processes", "enforced" } };
        break;
    case Kind::GroupV1:
        out = { { "by", "control groups (version 1)" }, { "memory", "enforced" },
                { "cpu", m_cpuParent.empty() ? "not enforced" : "enforced" }, { "processes", "enforced" } };
        break;
    case Kind::Watchdog:
        out = { { "by", "process limits and a watchdog" },
                { "memory", "watched: the largest program is stopped when a sandbox uses more than its limit" },
                { "cpu", "not enforced, except that whole CPUs are assigned" },
                { "processes", "enforced" } };
        break;
    }
    out["disk"] = "watched: a sandbox that uses more than its limit, or that fills the disk, is stopped";
    return out;
}

std::string LimitEnforcer::summary() const
{
    switch (m_kind) {
    case Kind::SystemdScope: return "Memory, CPU and process limits by a systemd scope.";
    case Kind::GroupV2:
    case Kind::GroupV1: return "Memory, CPU and process limits by control groups.";
    case Kind::Watchdog: break;
    }
    return "Process limits by the kernel, memory limits by a watchdog.";
}

std::vector<std::string> LimitEnforcer::notEnforced() const
{
    std::vector<std::string> sentences;
    if (report().at("cpu").as_string().starts_with("not enforced"))
        sentences.emplace_back("CPU limits are not enforced; a sandbox may use the CPUs it was assigned fully.");
    sentences.emplace_back("Disk space is not reserved: a sandbox that fills the disk is stopped, after it did.");
    return sentences;
}

std::vector<std::string> LimitEnforcer::warnings() const
{
    if (m_kind != Kind::Watchdog)
        return {};
    return { "Neither systemd nor a writable control group is available, so memory limits are kept by a watchdog and CPU "
             "shares are not enforced." };
}

std::vector<std::string> LimitEnforcer::folders(const std::string &id) const
{
    std::vector<std::string> out;
    for (const std::string *parent : { &m_parent, &m_memoryParent, &m_pidsParent, &m_cpuParent }) {
        if (!parent->empty())
            out.push_back(*parent + '/' + groupName(id));
    }
    return out;
}

std::string LimitEnforcer::apply(const std::string &id, const ResourceLimits &limits, KeptProgram &program)
{
    if (m_kind == Kind::SystemdScope) {
        std::vector<std::string> command = scopeCommand(m_systemdRun, groupName(id));
        const auto property = [&](const std::string &text) { command.insert(command.end(), { "-p", text }); };
        if (limits.memory > 0) {
            property("MemoryMax=" + std::to_string(limits.memory));
            property("MemorySwapMax=0");
        }
        if (limits.processes > 0)
            property("TasksMax=" + std::to_string(limits.processes));
        if (limits.cpu > 0)
            property("CPUQuota=" + std::to_string(std::max<std::uint64_t>(1, limits.cpu / 10)) + '%');
        command.emplace_back("--");
        program.arguments.insert(program.arguments.begin(), command.begin(), command.end());
        return {};
    }
    if (m_kind == Kind::Watchdog) {
        program.cpus = static_cast<unsigned>((limits.cpu + 999) / 1000);
        return {};
    }
    for (const std::string &folder : folders(id)) {
        if (::mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST)
            return "making the control group " + folder + ": " + std::strerror(errno);
        program.groupFiles.push_back(folder + "/cgroup.procs");
    }
    bool ok = true;
    const auto set = [&](const std::string &parent, const char *file, const std::string &text) {
        ok = writeFile(parent + '/' + groupName(id) + '/' + file, text) && ok;
    };
    if (m_kind == Kind::GroupV2) {
        if (limits.memory > 0) {
            set(m_parent, "memory.max", std::to_string(limits.memory));
            writeFile(m_parent + '/' + groupName(id) + "/memory.swap.max", "0");
        }
        if (limits.processes > 0)
            set(m_parent, "pids.max", std::to_string(limits.processes));
        if (limits.cpu > 0)
            writeFile(m_parent + '/' + groupName(id) + "/cpu.max", std::to_string(limits.cpu * 100) + " 100000");
    } else {
        if (limits.memory > 0)
            set(m_memoryParent, "memory.limit_in_bytes", std::to_string(limits.memory));
        if (limits.processes > 0)
            set(m_pidsParent, "pids.max", std::to_string(limits.processes));
        if (limits.cpu > 0 && !m_cpuParent.empty())
            set(m_cpuParent, "cpu.cfs_quota_us", std::to_string(std::max<std::uint64_t>(1000, limits.cpu * 100)));
    }
    return ok ? std::string() : "setting the limits of a control group failed";
}

std::string LimitEnforcer::applyLate(pid_t process, const KeptProgram &program)
{
    for (const std::string &file : program.groupFiles) {
        if (!writeFile(file, std::to_string(process)))
            return "joining " + file + ": " + std::strerror(errno);
    }
    assignCpus(process, program.cpus);
    return {};
}

std::uint64_t LimitEnforcer::outOfMemoryKills(const std::string &id, pid_t process) const
{
    std::string file = m_kind == Kind::GroupV2 ? m_parent + '/' + groupName(id) + "/memory.events"
        : m_kind == Kind::GroupV1                    ? m_memoryParent + '/' + groupName(id) + "/memory.oom_control"
                                                     : std::string();
    if (m_kind == Kind::SystemdScope && process > 0) {
        std::istringstream groups(readAll("/proc/" + std::to_string(process) + "/cgroup"));
        for (std::string line; std::getline(groups, line);) {
            if (line.starts_with("0::"))
                file = "/sys/fs/cgroup" + line.substr(3) + "/memory.events";
        }
    }
    if (file.empty())
        return 0;
    return outOfMemoryKillsIn(readAll(file));
}

std::uint64_t outOfMemoryKillsIn(const std::string &report)
{
    std::istringstream text(report);
    std::string name;
    std::uint64_t value = 0;
    while (text >> name >> value) {
        if (name == "oom_kill")
            return value;
    }
    return 0;
}

void LimitEnforcer::release(const std::string &id)
{
    if (m_kind == Kind::GroupV1 || m_kind == Kind::GroupV2) {
        for (const std::string &folder : folders(id))
            ::rmdir(folder.c_str());
    }
}

} // namespace Runtime

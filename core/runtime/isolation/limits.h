// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/keeper.h"

#include <boost/json/value.hpp>

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

namespace Runtime {

// What one sandbox may use; 0 = no limit.
struct ResourceLimits
{
    std::uint64_t memory = 0;
    // Thousandths of a CPU.
    std::uint64_t cpu = 0;
    std::uint64_t processes = 0;
    // Bytes on disk.
    std::uint64_t disk = 0;
};

// How many programs the kernel has ended, as memory.events (version 2 of control groups) or memory.oom_control
// (version 1) tell it. 0 when they do not.
std::uint64_t outOfMemoryKillsIn(const std::string &report);

// The means this machine has to keep a sandbox within its limits. The best one is chosen once.
class LimitEnforcer
{
public:
    enum class Kind { SystemdScope, GroupV2, GroupV1, Watchdog };

    // The roots are those of the control group file system, as they are in /proc/self; tests give others.
    static LimitEnforcer detect(const std::string &instance);

    Kind kind() const { return m_kind; }
    // What limits memory, CPU and processes, in words, and what does not.
    boost::json::object report() const;
    std::vector<std::string> warnings() const;
    // The same in sentences: what keeps the limits, and what is not kept.
    std::string summary() const;
    std::vector<std::string> notEnforced() const;

    // Prepares the program so that it starts within the limits. Returns what failed, or an empty text.
    std::string apply(const std::string &id, const ResourceLimits &limits, KeptProgram &program);
    // The same for one that was started without, and has started nothing itself yet.
    static std::string applyLate(pid_t process, const KeptProgram &program);
    // Another program starts it, so it cannot be started before its limits are known.
    bool startsByAnother() const { return m_kind == Kind::SystemdScope; }
    // How often the kernel killed something in the sandbox for lack of memory, so far. A process of the
    // sandbox leads to the group that systemd made.
    std::uint64_t outOfMemoryKills(const std::string &id, pid_t process) const;
    // After everything in it is gone.
    void release(const std::string &id);
    // The memory is watched by us, not by the kernel.
    bool watchesMemory() const { return m_kind == Kind::Watchdog; }
    // How far programs in sandboxes step back behind the others of the machine, where shares of CPU cannot be given.
    int niceness() const { return m_kind == Kind::Watchdog ? 5 : 0; }

private:
    std::string groupName(const std::string &id) const { return m_instance + '-' + id; }
    std::vector<std::string> folders(const std::string &id) const;

    Kind m_kind = Kind::Watchdog;
    std::string m_instance;
    // GroupV2: the parent folder of the groups. GroupV1: one parent per controller.
    std::string m_parent;
    std::string m_memoryParent;
    std::string m_cpuParent;
    std::string m_pidsParent;
    std::string m_systemdRun;
};

} // namespace Runtime

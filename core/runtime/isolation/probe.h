// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/bubblewrap.h"

#include <boost/json/value.hpp>

#include <chrono>
#include <expected>
#include <string>
#include <sys/types.h>
#include <vector>

namespace Runtime {

// What a test sandbox showed, or why there can be none.
struct Probe
{
    bool ok = false;
    IsolationMode mode;
    // Facts read inside the test sandbox, for the report.
    boost::json::object report;
    std::vector<std::string> warnings;
    // When not ok: BWRAP_MISSING, USER_NAMESPACES_DISABLED, USER_NAMESPACES_RESTRICTED, CHROOT,
    // NAMESPACES_REFUSED, SANDBOX_TEST_FAILED.
    std::string code;
    std::string message;
    std::string hint;
};

// The user that sandboxes of a server run by root get. To the kernel, root is root even inside a sandbox
// and without capabilities: it may write machine settings in /proc/sys.
inline constexpr uid_t sandboxUser = 60700;

// That user when this process is really root, otherwise 0. An error when root cannot become it.
std::expected<uid_t, std::string> chooseUser();

// In a new process before its program starts: user and group without any further group.
bool becomeUser(uid_t user);

// Makes test sandboxes in the folder (which must be writable) and looks at them from inside. There is no
// mode without a sandbox. An empty program takes the bwrap in PATH.
Probe probeIsolation(const std::string &folder, const std::string &program, uid_t user);

// What bwrap said and the state of the machine, turned into code, message and hint of the probe.
struct HostFacts
{
    bool userNamespacesOff = false;
    bool appArmorRestricts = false;
    bool inChroot = false;
    bool inContainer = false;
    bool root = false;
};
void explainFailure(Probe &probe, const std::string &bwrapSaid, const HostFacts &facts);
HostFacts readHostFacts();

struct ProgramResult
{
    int status = -1;
    bool timedOut = false;
    std::string output;
};
// Runs a program to its end or the time limit; output and errors are read together, up to 64 KiB.
ProgramResult runProgram(const std::vector<std::string> &command,
                         const std::vector<std::pair<int, const Descriptor *>> &descriptors,
                         std::chrono::milliseconds limit, uid_t user = 0);

// A folder that user can write, or that every user can pass through (when user is 0: this process's own).
bool makeFolder(const std::string &path, uid_t user);
bool makePassage(const std::string &path, uid_t user);

// The files of SandboxPlan::etc. Returns what failed, or an empty text.
std::string writeEtc(const std::string &folder, const std::string &hostName);

} // namespace Runtime

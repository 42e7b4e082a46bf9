// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/bubblewrap.h"

#include <boost/json/value.hpp>

#include <chrono>
#include <string>
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

// Makes test sandboxes in the folder (which must be writable) and looks at them from inside. There is no
// mode without a sandbox. An empty program takes the bwrap in PATH.
Probe probeIsolation(const std::string &folder, const std::string &program = {});

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
                         std::chrono::milliseconds limit);

// The files of SandboxPlan::etc. Returns what failed, or an empty text.
std::string writeEtc(const std::string &folder, const std::string &hostName);

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/bubblewrap.h"
#include "isolation/sharedsettings.h"

#include <boost/json/value.hpp>

#include <expected>
#include <string>
#include <sys/types.h>
#include <vector>

namespace Runtime {

class Keeper;

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
// mode without a sandbox. An empty program takes the bwrap in PATH. The keeper has nothing else to do yet.
Probe probeIsolation(Keeper &keeper, SharedSettings &shared, const std::string &folder, const std::string &program, uid_t user);

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

// A folder that user can write, or that every user can pass through (when user is 0: this process's own).
bool makeFolder(const std::string &path, uid_t user);
bool makePassage(const std::string &path, uid_t user);

} // namespace Runtime

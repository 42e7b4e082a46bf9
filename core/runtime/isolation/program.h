// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <expected>
#include <string>
#include <sys/types.h>
#include <vector>

namespace Runtime {

struct ProgramResult
{
    // As of waitpid(2); -1 when it never ran.
    int status = -1;
    bool timedOut = false;
    // Output and errors together, as they came; or why it did not run.
    std::string output;
};

// Runs a program of the machine to its end or the time limit, without environment; reads up to 64 KiB.
// What makes a sandbox is run by the keeper instead, which gets hold of all that comes of it.
ProgramResult runProgram(const std::vector<std::string> &command, std::chrono::milliseconds limit);

// Waits for a child process; true when it ended with status 0. Makes only system calls.
bool endsWell(pid_t child);

// The user that sandboxes of a server run by root get. To the kernel, root is root even inside a sandbox
// and without capabilities: it may write machine settings in /proc/sys.
inline constexpr uid_t sandboxUser = 60700;

// That user when this process is really root, otherwise 0. An error when root cannot become it.
std::expected<uid_t, std::string> chooseUser();

// In a new process before its program starts: user and group without any further group.
bool becomeUser(uid_t user);

} // namespace Runtime

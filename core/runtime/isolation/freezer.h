// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <sys/types.h>

namespace Runtime {

// Sends a signal to every process of a process namespace but its first one, in one step of the kernel: what
// forks at that moment gets it in both halves, so nothing slips through however fast it forks. The process is
// any of the namespace, seen from here. False when the kernel does not let us in. Takes about a millisecond.
bool signalNamespace(pid_t process, int signal);

} // namespace Runtime

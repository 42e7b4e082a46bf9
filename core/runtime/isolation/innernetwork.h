// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/descriptor.h"

#include <sys/types.h>
#include <vector>

namespace Runtime {

// The network namespace of a sandbox, for sockets that are made in it from outside. A short-lived process of ours
// joins it for that. Nothing of the sandbox takes part, so a socket is what it seems to be, and nobody inside
// holds it as well.
class InnerNetwork
{
public:
    // Closed.
    InnerNetwork() = default;
    // That of a process, seen from here; closed when it cannot be had or is the one of this process.
    static InnerNetwork of(pid_t process);

    // A TCP socket for IPv4: not connected, not blocking, not inherited. Nothing when the kernel does not let us in.
    // Some are made at a time, which takes about a millisecond, and kept for the next calls.
    Descriptor takeSocket();
    explicit operator bool() const { return static_cast<bool>(m_network); }

private:
    Descriptor m_users;
    Descriptor m_network;
    std::vector<Descriptor> m_spare;
};

} // namespace Runtime

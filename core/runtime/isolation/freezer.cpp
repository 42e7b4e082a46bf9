// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "isolation/freezer.h"

#include "isolation/descriptor.h"
#include "isolation/program.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace Runtime {

bool signalNamespace(pid_t process, int signal)
{
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/ns/pid", static_cast<int>(process));
    const Descriptor processes(::open(path, O_RDONLY | O_CLOEXEC));
    // The user namespace that owns it; the processes themselves may live in one further in.
    const Descriptor users(processes ? ::ioctl(processes.get(), NS_GET_USERNS) : -1);
    if (!users)
        return false;
    const pid_t helper = ::fork();
    if (helper == 0) {
        // Only system calls from here on. Our own namespaces refuse to be joined again, so a process id that
        // was given to another program meanwhile harms nobody. Root needs no other user namespace.
        if (::setns(users.get(), CLONE_NEWUSER) != 0 && ::geteuid() != 0)
            ::_exit(1);
        if (::setns(processes.get(), CLONE_NEWPID) != 0)
            ::_exit(1);
        const pid_t inside = ::fork();
        if (inside == 0)
            ::_exit(::getpid() != 1 && (::kill(-1, signal) == 0 || errno == ESRCH) ? 0 : 1);
        ::_exit(inside > 0 && endsWell(inside) ? 0 : 1);
    }
    return helper > 0 && endsWell(helper);
}

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "isolation/innernetwork.h"

#include "isolation/messages.h"
#include "isolation/program.h"

#include <array>
#include <cstdio>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

namespace Runtime {

namespace {

constexpr std::size_t socketsAtATime = 8;

std::vector<Descriptor> makeSockets(int users, int network)
{
    std::vector<Descriptor> sockets;
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return sockets;
    const Descriptor ours(pair[0]);
    Descriptor theirs(pair[1]);
    std::array<int, socketsAtATime> made {};
    const pid_t helper = ::fork();
    if (helper == 0) {
        // Only system calls from here on. Root needs no other user namespace.
        if (::setns(users, CLONE_NEWUSER) != 0 && ::geteuid() != 0)
            ::_exit(1);
        if (::setns(network, CLONE_NEWNET) != 0)
            ::_exit(1);
        for (int &socket : made) {
            socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_TCP);
            if (socket < 0)
                ::_exit(1);
        }
        ::_exit(sendMessage(theirs.get(), "made", made) ? 0 : 1);
    }
    theirs.reset();
    if (helper > 0) {
        receiveMessage(ours.get(), &sockets, 0);
        endsWell(helper);
    }
    return sockets;
}

} // namespace

InnerNetwork InnerNetwork::of(pid_t process)
{
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/ns/net", static_cast<int>(process));
    Descriptor network(::open(path, O_RDONLY | O_CLOEXEC));
    struct stat own {};
    struct stat other {};
    InnerNetwork inner;
    // A port of this machine is never taken for one of a sandbox.
    if (!network || ::fstat(network.get(), &other) != 0 || ::stat("/proc/self/ns/net", &own) != 0
        || (own.st_ino == other.st_ino && own.st_dev == other.st_dev))
        return inner;
    // The user namespace that owns it; the processes themselves may live in one further in.
    inner.m_users.reset(::ioctl(network.get(), NS_GET_USERNS));
    if (inner.m_users)
        inner.m_network = std::move(network);
    return inner;
}

Descriptor InnerNetwork::takeSocket()
{
    if (m_spare.empty() && m_network)
        m_spare = makeSockets(m_users.get(), m_network.get());
    if (m_spare.empty())
        return {};
    Descriptor socket = std::move(m_spare.back());
    m_spare.pop_back();
    return socket;
}

} // namespace Runtime

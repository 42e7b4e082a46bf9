// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "isolation/seccomp.h"

#include <cerrno>
#include <cstring>
#include <memory>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>

namespace Runtime {

namespace {

// What a program in a sandbox has no use for and an attacker has: mounting, other namespaces, other
// processes' memory, the kernel's keyrings, modules, tracing, clocks and machine state.
constexpr const char *forbidden[] = {
    "mount", "umount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "fsopen", "fsmount", "fsconfig",
    "fspick", "mount_setattr", "setns", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp",
    "process_madvise", "keyctl", "add_key", "request_key", "bpf", "perf_event_open", "userfaultfd", "kexec_load",
    "kexec_file_load", "init_module", "finit_module", "delete_module", "create_module", "query_module",
    "get_kernel_syms", "reboot", "swapon", "swapoff", "acct", "quotactl", "quotactl_fd", "settimeofday", "stime",
    "clock_settime", "clock_settime64", "adjtimex", "clock_adjtime", "clock_adjtime64", "iopl", "ioperm",
    "lookup_dcookie", "open_by_handle_at", "name_to_handle_at", "syslog", "vhangup", "nfsservctl", "vm86", "vm86old",
    "fanotify_init", "move_pages", "uselib", "ustat", "_sysctl",
};

constexpr unsigned namespaceFlags[] = { CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC,
                                        CLONE_NEWUTS, CLONE_NEWCGROUP, 0x80 /* CLONE_NEWTIME */ };

// Sockets that reach past the network namespace or into rarely used kernel code.
constexpr int socketFamilies[] = { 38 /* AF_ALG */, AF_VSOCK, AF_PACKET, AF_KEY, AF_BLUETOOTH, AF_CAN, AF_TIPC, 44 /* AF_XDP */ };

// The argument, as far as the mask goes, is that value.
scmp_arg_cmp masked(unsigned argument, scmp_datum_t mask, scmp_datum_t value)
{
    return { .arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = value };
}

} // namespace

std::expected<Descriptor, std::string> makeSeccompFilter(bool memoryIsWatched)
{
    const std::unique_ptr<void, decltype(&seccomp_release)> filter(seccomp_init(SCMP_ACT_ALLOW), &seccomp_release);
    if (!filter)
        return std::unexpected("libseccomp cannot make a filter");
    int result = 0;
    const auto add = [&](std::uint32_t action, int call, auto... conditions) {
        const int added = seccomp_rule_add(filter.get(), action, call, sizeof...(conditions), conditions...);
        if (added != 0 && result == 0)
            result = added;
    };
    // Calls of another instruction set would slip past the numbers checked here.
    seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
    for (const char *name : forbidden) {
        // Names this architecture or library does not know resolve to an error: nothing to forbid.
        const int call = seccomp_syscall_resolve_name(name);
        if (call >= 0)
            add(SCMP_ACT_ERRNO(EPERM), call);
    }
    // The flags of clone3 are in memory, where a filter cannot look; C libraries fall back to clone.
    add(SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3));
    for (const char *name : { "io_uring_setup", "io_uring_enter", "io_uring_register" }) {
        const int call = seccomp_syscall_resolve_name(name);
        if (call >= 0)
            add(SCMP_ACT_ERRNO(ENOSYS), call);
    }
    for (const unsigned flag : namespaceFlags) {
        add(SCMP_ACT_ERRNO(EPERM), SCMP_SYS(unshare), masked(0, flag, flag));
        // The low byte of clone's flags is the exit signal, so CLONE_NEWTIME cannot be meant there.
        if (flag != 0x80)
            add(SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), masked(0, flag, flag));
    }
    // Only the low half of the request counts for the kernel.
    for (const unsigned request : { unsigned(TIOCSTI), unsigned(TIOCLINUX) })
        add(SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), masked(1, 0xffffffffU, request));
    for (const int family : socketFamilies)
        add(SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket),
            masked(0, 0xffffffffU, static_cast<scmp_datum_t>(family)));
    if (memoryIsWatched) {
        for (const char *name : { "memfd_create", "memfd_secret" }) {
            const int call = seccomp_syscall_resolve_name(name);
            if (call >= 0)
                add(SCMP_ACT_ERRNO(ENOSYS), call);
        }
        add(SCMP_ACT_ERRNO(ENOMEM), SCMP_SYS(shmget), scmp_arg_cmp { .arg = 1, .op = SCMP_CMP_GT, .datum_a = 64 << 10, .datum_b = 0 });
    }
    if (result != 0)
        return std::unexpected("a seccomp rule was refused: " + std::string(std::strerror(-result)));

    Descriptor file(::memfd_create("seccomp", 0));
    if (!file)
        return std::unexpected("memfd_create: " + std::string(std::strerror(errno)));
    if (const int exported = seccomp_export_bpf(filter.get(), file.get()); exported != 0)
        return std::unexpected("exporting the seccomp filter: " + std::string(std::strerror(-exported)));
    if (::lseek(file.get(), 0, SEEK_SET) != 0)
        return std::unexpected("lseek: " + std::string(std::strerror(errno)));
    return file;
}

} // namespace Runtime

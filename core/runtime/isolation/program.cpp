// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "isolation/program.h"

#include "isolation/descriptor.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <grp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace Runtime {

ProgramResult runProgram(const std::vector<std::string> &command, std::chrono::milliseconds limit)
{
    ProgramResult result;
    int pipe[2];
    if (::pipe2(pipe, O_CLOEXEC) != 0) {
        result.output = std::strerror(errno);
        return result;
    }
    std::vector<char *> arguments;
    for (const std::string &word : command)
        arguments.push_back(const_cast<char *>(word.c_str()));
    arguments.push_back(nullptr);
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const int null = ::open("/dev/null", O_RDONLY);
        ::dup2(null, STDIN_FILENO);
        ::dup2(pipe[1], STDOUT_FILENO);
        ::dup2(pipe[1], STDERR_FILENO);
        for (int fd = 3; fd < 1024; ++fd)
            ::close(fd);
        char *environment[] = { nullptr };
        ::execve(arguments[0], arguments.data(), environment);
        ::_exit(127);
    }
    ::close(pipe[1]);
    const Descriptor reading(pipe[0]);
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (pid > 0) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        pollfd wait { .fd = reading.get(), .events = POLLIN, .revents = 0 };
        const int ready = left.count() > 0 ? ::poll(&wait, 1, static_cast<int>(left.count())) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0) {
            result.timedOut = true;
            ::kill(pid, SIGKILL);
            break;
        }
        char buffer[4096];
        const ssize_t count = ::read(reading.get(), buffer, sizeof buffer);
        if (count <= 0)
            break;
        if (result.output.size() < 65536)
            result.output.append(buffer, static_cast<std::size_t>(count));
    }
    if (pid > 0)
        ::waitpid(pid, &result.status, 0);
    return result;
}

bool becomeUser(uid_t user)
{
    return ::setgroups(0, nullptr) == 0 && ::setresgid(user, user, user) == 0 && ::setresuid(user, user, user) == 0;
}

bool endsWell(pid_t child)
{
    int status = -1;
    pid_t ended = 0;
    do {
        ended = ::waitpid(child, &status, 0);
    } while (ended < 0 && errno == EINTR);
    return ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::expected<uid_t, std::string> chooseUser()
{
    if (::geteuid() != 0)
        return 0;
    const pid_t pid = ::fork();
    if (pid == 0)
        ::_exit(becomeUser(sandboxUser) ? 0 : 1);
    int status = -1;
    if (pid > 0)
        ::waitpid(pid, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return sandboxUser;
    // Root of a user namespace may be an ordinary user outside of it.
    std::ifstream map("/proc/self/uid_map");
    unsigned long inside = 0;
    unsigned long outside = 0;
    if (map >> inside >> outside && inside == 0 && outside != 0)
        return 0;
    return std::unexpected("As root the server needs to start sandboxes as another user, and that is not permitted here.");
}

} // namespace Runtime

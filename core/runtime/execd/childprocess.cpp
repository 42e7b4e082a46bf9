// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/childprocess.h"

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <linux/close_range.h>
#include <poll.h>
#include <sstream>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace asio = boost::asio;

extern char **environ;

namespace Execd {

namespace {

constexpr int highestChildDescriptor = 16;
// Programs without variables are no reason to look for ever.
constexpr int mostDoubtfulRounds = 5;

std::string errorText(int error)
{
    return std::error_code(error, std::generic_category()).message();
}

// The program as execve wants it, looked up in the PATH the child will have.
std::string findProgram(const std::string &name, const Environment &environment)
{
    if (name.find('/') != std::string::npos)
        return name;
    const std::string *path = findVariable(environment, "PATH");
    std::istringstream folders(path ? *path : "/usr/local/bin:/usr/bin:/bin");
    std::string folder;
    while (std::getline(folders, folder, ':')) {
        std::string candidate = (folder.empty() ? "." : folder) + '/' + name;
        struct stat info;
        if (stat(candidate.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(candidate.c_str(), X_OK) == 0)
            return candidate;
    }
    return {};
}

struct ChildPlan {
    const char *program;
    char *const *arguments;
    char *const *environment;
    const char *workingDirectory;
    const std::pair<int, int> *descriptors;
    std::size_t descriptorCount;
    bool controllingTerminal;
    int errorPipe;
};

// Between fork and exec only calls that are safe in a signal handler.
[[noreturn]] void runChild(const ChildPlan &plan)
{
    const int errors = fcntl(plan.errorPipe, F_DUPFD_CLOEXEC, highestChildDescriptor * 2);
    const auto fail = [errors] {
        const int error = errno;
        [[maybe_unused]] const ssize_t written = write(errors, &error, sizeof error);
        _exit(127);
    };
    setsid();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (int number = 1; number < NSIG; ++number) {
        if (number != SIGKILL && number != SIGSTOP)
            signal(number, SIG_DFL);
    }
    // First out of the way of the wanted numbers, then onto them.
    std::array<int, highestChildDescriptor> moved;
    for (std::size_t i = 0; i < plan.descriptorCount; ++i) {
        moved[i] = fcntl(plan.descriptors[i].first, F_DUPFD_CLOEXEC, highestChildDescriptor * 2);
        if (moved[i] < 0)
            fail();
    }
    // Libraries open some that are not marked, or not at once.
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd <= 2; ++fd) {
        if (null >= 0 && null != fd)
            dup2(null, fd);
    }
    for (std::size_t i = 0; i < plan.descriptorCount; ++i) {
        if (dup2(moved[i], plan.descriptors[i].second) < 0)
            fail();
    }
    if (plan.controllingTerminal && ioctl(0, TIOCSCTTY, 0) != 0)
        fail();
    if (plan.workingDirectory && chdir(plan.workingDirectory) != 0)
        fail();
    execve(plan.program, plan.arguments, plan.environment);
    fail();
    _exit(127);
}

std::vector<char *> pointers(std::vector<std::string> &texts)
{
    std::vector<char *> result;
    result.reserve(texts.size() + 1);
    for (std::string &text : texts)
        result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

// Returns at once when the process is gone already and has no descriptor.
void waitForEnd(const UniqueFd &process, std::chrono::steady_clock::time_point deadline)
{
    pollfd ended { process.get(), POLLIN, 0 };
    int ready = process ? -1 : 0;
    while (ready < 0) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        ready = poll(&ended, 1, std::max(0, static_cast<int>(left.count())));
        if (ready < 0 && errno != EINTR)
            return;
    }
}

// Nothing for a process that shows no variables at all: it may just be becoming another program.
std::optional<bool> hasMarker(const std::string &pid, const std::string &marker)
{
    std::ifstream file("/proc/" + pid + "/environ", std::ios::binary);
    if (!file)
        return false;
    std::string variable;
    bool any = false;
    while (std::getline(file, variable, '\0')) {
        if (variable == marker)
            return true;
        any = true;
    }
    return any ? std::optional(false) : std::nullopt;
}

// Process group and session out of /proc/PID/stat; zombies have neither for our purpose.
std::pair<int, int> groupAndSession(const std::string &pid)
{
    std::ifstream file("/proc/" + pid + "/stat");
    std::string text((std::istreambuf_iterator<char>(file)), {});
    const std::size_t name = text.rfind(')');
    if (name == std::string::npos)
        return {};
    std::istringstream fields(text.substr(name + 1));
    char state = 'Z';
    int parent = 0;
    int group = 0;
    int session = 0;
    fields >> state >> parent >> group >> session;
    return state == 'Z' || state == 'X' ? std::pair { -1, -1 } : std::pair { group, session };
}

} // namespace

void UniqueFd::reset(int fd)
{
    if (m_fd >= 0)
        close(m_fd);
    m_fd = fd;
}

std::expected<Pipe, std::string> makePipe()
{
    std::array<int, 2> ends;
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return std::unexpected("pipe: " + errorText(errno));
    return Pipe { UniqueFd(ends[0]), UniqueFd(ends[1]) };
}

Environment currentEnvironment()
{
    Environment environment;
    for (char **entry = environ; entry && *entry; ++entry) {
        const std::string_view text = *entry;
        const std::size_t equals = text.find('=');
        if (equals != std::string_view::npos)
            environment.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return environment;
}

void setVariable(Environment &environment, std::string_view name, std::string_view value)
{
    const auto existing = std::ranges::find(environment, name, &std::pair<std::string, std::string>::first);
    if (existing != environment.end())
        existing->second = value;
    else
        environment.emplace_back(name, value);
}

const std::string *findVariable(const Environment &environment, std::string_view name)
{
    const auto existing = std::ranges::find(environment, name, &std::pair<std::string, std::string>::first);
    return existing == environment.end() ? nullptr : &existing->second;
}

std::string signalName(int signal)
{
    switch (signal) {
    case SIGHUP:
        return "hangup";
    case SIGINT:
        return "interrupt";
    case SIGQUIT:
        return "quit";
    case SIGILL:
        return "illegal instruction";
    case SIGABRT:
        return "aborted";
    case SIGBUS:
        return "bus error";
    case SIGFPE:
        return "floating point exception";
    case SIGKILL:
        return "killed";
    case SIGSEGV:
        return "segmentation fault";
    case SIGPIPE:
        return "broken pipe";
    case SIGALRM:
        return "alarm clock";
    case SIGTERM:
        return "terminated";
    default:
        return "signal " + std::to_string(signal);
    }
}

std::string ExitStatus::description() const
{
    return signal != 0 ? "signal: " + signalName(signal) : "exit status " + std::to_string(code);
}

std::expected<std::shared_ptr<ChildProcess>, std::string> ChildProcess::spawn(
    const asio::any_io_executor &executor, const SpawnOptions &options)
{
    const std::string program = findProgram(options.arguments.front(), options.environment);
    if (program.empty())
        return std::unexpected("exec: \"" + options.arguments.front() + "\": executable file not found in $PATH");
    std::vector<std::string> arguments = options.arguments;
    std::vector<std::string> variables;
    variables.reserve(options.environment.size());
    for (const auto &[name, value] : options.environment)
        variables.push_back(name + '=' + value);
    const std::vector<char *> argumentPointers = pointers(arguments);
    const std::vector<char *> variablePointers = pointers(variables);
    auto errors = makePipe();
    if (!errors)
        return std::unexpected(errors.error());
    const ChildPlan plan { program.c_str(), argumentPointers.data(), variablePointers.data(),
        options.workingDirectory.empty() ? nullptr : options.workingDirectory.c_str(), options.descriptors.data(),
        options.descriptors.size(), options.controllingTerminal, errors->write.get() };
    const pid_t pid = fork();
    if (pid < 0)
        return std::unexpected("fork: " + errorText(errno));
    if (pid == 0)
        runChild(plan);
    errors->write.reset();
    int failure = 0;
    ssize_t got = 0;
    do {
        got = read(errors->read.get(), &failure, sizeof failure);
    } while (got < 0 && errno == EINTR);
    if (got > 0) {
        waitpid(pid, nullptr, 0);
        return std::unexpected("fork/exec " + program + ": " + errorText(failure));
    }
    const int pidFd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    if (pidFd < 0) {
        kill(-pid, SIGKILL);
        waitpid(pid, nullptr, 0);
        return std::unexpected("pidfd_open: " + errorText(errno));
    }
    std::shared_ptr<ChildProcess> child(new ChildProcess(executor, pid, pidFd));
    watch(child);
    return child;
}

ChildProcess::ChildProcess(const asio::any_io_executor &executor, int pid, int pidFd)
    : m_pid(pid)
    , m_pidFd(executor, pidFd)
    , m_ended(executor, asio::steady_timer::time_point::max())
{
}

ChildProcess::~ChildProcess() = default;

// Holds the child until it has ended, so that it never stays a zombie.
void ChildProcess::watch(std::shared_ptr<ChildProcess> self)
{
    asio::posix::stream_descriptor &descriptor = self->m_pidFd;
    descriptor.async_wait(
        asio::posix::stream_descriptor::wait_read, [self = std::move(self)](const boost::system::error_code &error) {
            if (error)
                return;
            int status = 0;
            if (waitpid(self->m_pid, &status, WNOHANG) != self->m_pid) {
                watch(self);
                return;
            }
            self->m_status = WIFSIGNALED(status) ? ExitStatus { -1, WTERMSIG(status) }
                                                 : ExitStatus { WEXITSTATUS(status), 0 };
            self->m_pidFd.close();
            self->m_ended.cancel();
        });
}

void ChildProcess::signalGroup(int signal) const
{
    kill(-m_pid, signal);
}

asio::awaitable<ExitStatus> ChildProcess::wait()
{
    const auto token = asio::as_tuple(asio::use_awaitable);
    while (!m_status)
        co_await m_ended.async_wait(token);
    co_return *m_status;
}

asio::awaitable<std::optional<ExitStatus>> ChildProcess::wait(std::chrono::steady_clock::duration limit)
{
    const auto token = asio::as_tuple(asio::use_awaitable);
    asio::steady_timer timer(m_ended.get_executor(), limit);
    if (!m_status) {
        auto first = asio::experimental::make_parallel_group(m_ended.async_wait(asio::deferred), timer.async_wait(asio::deferred));
        co_await first.async_wait(asio::experimental::wait_for_one(), token);
    }
    co_return m_status;
}

void killMarkedProcesses(const std::string &variable, const std::string &value, int group)
{
    const std::string marker = variable + '=' + value;
    const std::string own = std::to_string(getpid());
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    // A process may fork while we look, so look until a whole round finds none.
    int doubtfulRounds = 0;
    while (std::chrono::steady_clock::now() < deadline) {
        std::vector<UniqueFd> killed;
        bool found = false;
        bool doubtful = false;
        DIR *folder = opendir("/proc");
        if (!folder)
            return;
        while (const dirent *entry = readdir(folder)) {
            const std::string pid = entry->d_name;
            if (pid == own || !std::ranges::all_of(pid, [](char c) { return c >= '0' && c <= '9'; }))
                continue;
            const auto [processGroup, session] = groupAndSession(pid);
            if (processGroup < 0)
                continue;
            const std::optional<bool> marked
                = group > 0 && (processGroup == group || session == group) ? true : hasMarker(pid, marker);
            doubtful = doubtful || !marked;
            if (marked.value_or(false)) {
                kill(std::stoi(pid), SIGKILL);
                killed.emplace_back(static_cast<int>(syscall(SYS_pidfd_open, std::stoi(pid), 0)));
                found = true;
            }
        }
        closedir(folder);
        if (!found && (!doubtful || ++doubtfulRounds > mostDoubtfulRounds))
            return;
        if (!found)
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        for (const UniqueFd &process : killed)
            waitForEnd(process, deadline);
    }
}

} // namespace Execd

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "isolation/keeper.h"

#include "isolation/filetree.h"
#include "isolation/messages.h"
#include "isolation/program.h"
#include "json.h"
#include "log.h"

#include <boost/asio/post.hpp>
#include <boost/json.hpp>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace Runtime {

namespace json = boost::json;

namespace {

std::string errorText(const char *what)
{
    return std::string(what) + ": " + std::strerror(errno);
}

// --- the keeper's side ----------------------------------------------------------------------------

class KeeperLoop
{
public:
    KeeperLoop(int socket, std::string folder)
        : m_socket(socket)
        , m_folder(std::move(folder))
    {
    }
    int run();

private:
    void handle(const std::string &text, const std::vector<Descriptor> &descriptors);
    void spawn(std::int64_t id, const json::object &order, const std::vector<Descriptor> &descriptors);
    [[noreturn]] void startProgram(const json::object &order, const std::vector<Descriptor> &descriptors, int report);
    void reap();
    bool killOrphans();
    void killAll();

    int m_socket;
    std::string m_folder;
    std::map<pid_t, std::int64_t> m_programs;
    // What is over, and the wait status, but not told yet.
    std::vector<std::pair<std::int64_t, int>> m_ended;
};

// All children, bwrap's leftovers among them.
std::vector<pid_t> children()
{
    // Whole, because nobody but this thread takes a child off the list.
    std::ifstream list("/proc/thread-self/children");
    if (list)
        return { std::istream_iterator<pid_t>(list), {} };
    // A kernel without such lists: everybody is asked for the parent.
    std::vector<pid_t> found;
    const pid_t self = ::getpid();
    DIR *proc = ::opendir("/proc");
    if (!proc)
        return found;
    while (const dirent *entry = ::readdir(proc)) {
        char *end = nullptr;
        const long pid = std::strtol(entry->d_name, &end, 10);
        if (*end != '\0' || pid <= 0)
            continue;
        char path[64];
        std::snprintf(path, sizeof path, "/proc/%ld/stat", pid);
        const Descriptor file(::open(path, O_RDONLY | O_CLOEXEC));
        char text[512];
        const ssize_t count = file ? ::read(file.get(), text, sizeof text - 1) : 0;
        if (count <= 0)
            continue;
        text[count] = '\0';
        const char *name = std::strrchr(text, ')');
        char state = 0;
        int parent = 0;
        if (name && std::sscanf(name + 1, " %c %d", &state, &parent) == 2 && parent == self)
            found.push_back(static_cast<pid_t>(pid));
    }
    ::closedir(proc);
    return found;
}

int KeeperLoop::run()
{
    ::prctl(PR_SET_NAME, "sandbox-keeper");
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    ::setsid();
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGCHLD);
    // These end the server, and its end is what counts here.
    for (const int number : { SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT })
        sigaddset(&mask, number);
    ::sigprocmask(SIG_BLOCK, &mask, nullptr);
    sigset_t watched;
    sigemptyset(&watched);
    sigaddset(&watched, SIGCHLD);
    const Descriptor signals(::signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
    bool open = true;
    while (open) {
        pollfd waits[] = { { .fd = m_socket, .events = POLLIN, .revents = 0 },
                           { .fd = signals.get(), .events = POLLIN, .revents = 0 } };
        if (::poll(waits, 2, -1) < 0 && errno != EINTR)
            break;
        signalfd_siginfo info;
        while (::read(signals.get(), &info, sizeof info) > 0) { }
        reap();
        while (open) {
            std::vector<Descriptor> descriptors;
            const auto text = receiveMessage(m_socket, &descriptors, MSG_DONTWAIT);
            if (!text)
                break;
            if (text->empty())
                open = false;
            else
                handle(*text, descriptors);
        }
    }
    killAll();
    removeTree(m_folder);
    return 0;
}

void KeeperLoop::handle(const std::string &text, const std::vector<Descriptor> &descriptors)
{
    const auto parsed = Json::parse(text);
    const json::object *order = parsed ? parsed->if_object() : nullptr;
    if (!order)
        return;
    const std::int64_t id = order->at("id").to_number<std::int64_t>();
    if (order->contains("arguments")) {
        spawn(id, *order, descriptors);
        return;
    }
    for (const auto &[pid, program] : m_programs) {
        if (program == id)
            ::kill(pid, SIGKILL);
    }
}

void KeeperLoop::spawn(std::int64_t id, const json::object &order, const std::vector<Descriptor> &descriptors)
{
    int report[2];
    json::object answer { { "id", id } };
    if (::pipe2(report, O_CLOEXEC) != 0) {
        answer["failed"] = errorText("pipe");
        sendMessage(m_socket, json::serialize(answer));
        return;
    }
    const pid_t pid = ::fork();
    if (pid == 0)
        startProgram(order, descriptors, report[1]);
    ::close(report[1]);
    const Descriptor reading(report[0]);
    if (pid < 0) {
        answer["failed"] = errorText("fork");
        sendMessage(m_socket, json::serialize(answer));
        return;
    }
    char text[256];
    ssize_t count = 0;
    do {
        count = ::read(reading.get(), text, sizeof text);
    } while (count < 0 && errno == EINTR);
    if (count > 0) {
        ::waitpid(pid, nullptr, 0);
        answer["failed"] = std::string(text, static_cast<std::size_t>(count));
    } else {
        m_programs.emplace(pid, id);
        answer["pid"] = pid;
    }
    sendMessage(m_socket, json::serialize(answer));
}

void KeeperLoop::startProgram(const json::object &order, const std::vector<Descriptor> &descriptors, int report)
{
    const auto fail = [report](const std::string &text) {
        [[maybe_unused]] const auto written = ::write(report, text.data(), std::min<std::size_t>(text.size(), 255));
        ::_exit(127);
    };
    const pid_t keeper = ::getppid();
    ::prctl(PR_SET_CHILD_SUBREAPER, 0);
    for (const json::value &file : order.at("groups").as_array()) {
        const Descriptor group(::open(file.as_string().c_str(), O_WRONLY | O_CLOEXEC));
        if (!group || ::write(group.get(), "0", 1) != 1)
            fail(errorText(("joining " + std::string(file.as_string())).c_str()));
    }
    // Should the machine run out of memory, the kernel takes it from a sandbox first.
    if (const Descriptor score(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)); score) {
        [[maybe_unused]] const auto written = ::write(score.get(), "800", 3);
    }
    if (const int niceness = order.at("nice").to_number<int>(); niceness > 0) {
        [[maybe_unused]] const int changed = ::nice(niceness);
    }
    assignCpus(0, order.at("cpus").to_number<unsigned>());
    for (const json::value &entry : order.at("limits").as_array()) {
        const json::array &pair = entry.as_array();
        const auto value = static_cast<rlim_t>(pair.at(1).to_number<std::uint64_t>());
        const rlimit limit { .rlim_cur = value, .rlim_max = value };
        if (::setrlimit(static_cast<__rlimit_resource>(pair.at(0).to_number<int>()), &limit) != 0)
            fail(errorText("setrlimit"));
    }
    if (const auto user = order.at("user").to_number<uid_t>(); user != 0 && !becomeUser(user))
        fail(errorText("becoming the user of the sandboxes"));
    // After the change of the user, which clears it. The keeper may have died before it was armed.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != keeper)
        ::_exit(127);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::signal(SIGPIPE, SIG_DFL);
    // The private mask of the server is not for the files of a sandbox.
    ::umask(022);

    // First out of the way of the numbers wanted, then onto them.
    constexpr int high = 200;
    const json::array &numbers = order.at("descriptors").as_array();
    int last = 2;
    for (std::size_t i = 0; i < numbers.size() && i < descriptors.size(); ++i) {
        if (::dup2(descriptors[i].get(), high + static_cast<int>(i)) < 0)
            fail(errorText("dup2"));
    }
    const int reportKept = ::fcntl(report, F_DUPFD_CLOEXEC, high + static_cast<int>(descriptorLimit));
    const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    for (int fd = 0; fd < 3; ++fd)
        ::dup2(null.get(), fd);
    for (std::size_t i = 0; i < numbers.size() && i < descriptors.size(); ++i) {
        const int number = numbers[i].to_number<int>();
        ::dup2(high + static_cast<int>(i), number);
        last = std::max(last, number);
    }
    // Standard input is not ours to give away. Everything not named stays behind.
    ::close_range(static_cast<unsigned>(last) + 1, static_cast<unsigned>(reportKept) - 1, 0);
    ::close_range(static_cast<unsigned>(reportKept) + 1, ~0U, 0);
    report = reportKept;
    std::vector<char *> arguments;
    for (const json::value &argument : order.at("arguments").as_array())
        arguments.push_back(const_cast<char *>(argument.as_string().c_str()));
    arguments.push_back(nullptr);
    char *environment[] = { nullptr };
    ::execve(arguments[0], arguments.data(), environment);
    const std::string text = errorText(arguments[0]);
    [[maybe_unused]] const auto written = ::write(report, text.data(), std::min<std::size_t>(text.size(), 255));
    ::_exit(127);
}

// A child that was never started here lost its bwrap. It is killed, and ends only after its whole process
// namespace is gone. True while there is one.
bool KeeperLoop::killOrphans()
{
    bool found = false;
    for (const pid_t pid : children()) {
        if (m_programs.contains(pid))
            continue;
        ::kill(pid, SIGKILL);
        found = true;
    }
    return found;
}

void KeeperLoop::reap()
{
    int status = 0;
    pid_t pid = 0;
    while ((pid = ::waitpid(-1, &status, WNOHANG)) > 0) {
        if (const auto found = m_programs.find(pid); found != m_programs.end()) {
            m_ended.emplace_back(found->second, status);
            m_programs.erase(found);
        }
    }
    // A program is over when all that came of it is. Meanwhile others can be started: the end of an orphan is
    // signalled, too.
    if (m_ended.empty() || killOrphans())
        return;
    for (const auto &[id, code] : m_ended)
        sendMessage(m_socket, json::serialize(json::object { { "id", id }, { "status", code } }));
    m_ended.clear();
}

void KeeperLoop::killAll()
{
    for (const auto &[pid, id] : m_programs)
        ::kill(pid, SIGKILL);
    for (const auto &[pid, id] : m_programs)
        ::waitpid(pid, nullptr, 0);
    m_programs.clear();
    while (killOrphans())
        ::waitpid(-1, nullptr, 0);
}

} // namespace

void assignCpus(pid_t process, unsigned cpus)
{
    cpu_set_t allowed;
    if (cpus == 0 || ::sched_getaffinity(process, sizeof allowed, &allowed) != 0)
        return;
    unsigned kept = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &allowed) && ++kept > cpus)
            CPU_CLR(cpu, &allowed);
    }
    ::sched_setaffinity(process, sizeof allowed, &allowed);
}

int keeperMain(int socket, const std::string &folder)
{
    KeeperLoop loop(socket, folder);
    return loop.run();
}

// --- the server's side ----------------------------------------------------------------------------

std::expected<std::unique_ptr<Keeper>, std::string> Keeper::start(boost::asio::io_context &context,
                                                                  const std::string &folder, int lockFile)
{
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return std::unexpected(errorText("socketpair"));
    Descriptor ours(pair[0]);
    const Descriptor theirs(pair[1]);
    const pid_t pid = ::fork();
    if (pid < 0)
        return std::unexpected(errorText("fork"));
    if (pid == 0) {
        // Kept across exec: the connection and the lock, nothing else.
        const int socket = ::fcntl(theirs.get(), F_DUPFD, 10);
        const int lock = ::fcntl(lockFile, F_DUPFD, 20);
        const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
        ::dup2(null.get(), STDIN_FILENO);
        ::dup2(null.get(), STDOUT_FILENO);
        const std::string number = std::to_string(socket);
        ::execl("/proc/self/exe", "opensandbox-local", "keeper", number.c_str(), folder.c_str(), nullptr);
        static_cast<void>(lock);
        ::_exit(127);
    }
    return std::unique_ptr<Keeper>(new Keeper(context, std::move(ours), pid));
}

Keeper::Keeper(boost::asio::io_context &context, Descriptor socket, pid_t pid)
    : m_socket(context, socket.release())
    , m_pid(pid)
{
    m_socket.non_blocking(true);
    listen();
}

Keeper::~Keeper()
{
    finish(0);
}

std::uint64_t Keeper::spawn(const KeptProgram &program, Started started, Ended ended)
{
    const std::uint64_t id = m_next++;
    json::object order { { "id", id }, { "user", program.user }, { "cpus", program.cpus }, { "nice", program.niceness } };
    order["arguments"] = json::array(program.arguments.begin(), program.arguments.end());
    order["groups"] = json::array(program.groupFiles.begin(), program.groupFiles.end());
    json::array &limits = order["limits"].emplace_array();
    for (const auto &[resource, value] : program.limits)
        limits.push_back(json::array { resource, value });
    json::array &numbers = order["descriptors"].emplace_array();
    std::vector<int> descriptors;
    for (const auto &[number, descriptor] : program.descriptors) {
        numbers.push_back(number);
        descriptors.push_back(descriptor->get());
    }
    m_entries.emplace(id, Entry { .started = std::move(started), .ended = std::move(ended) });
    if (!sendMessage(m_socket.native_handle(), json::serialize(order), descriptors)) {
        const std::string reason = errorText("asking the keeper");
        boost::asio::post(m_socket.get_executor(), [this, id, reason] {
            const auto found = m_entries.find(id);
            if (found == m_entries.end())
                return;
            const Started failed = std::move(found->second.started);
            m_entries.erase(found);
            failed(std::unexpected(reason));
        });
    }
    return id;
}

void Keeper::kill(std::uint64_t id)
{
    if (m_entries.contains(id))
        sendMessage(m_socket.native_handle(), json::serialize(json::object { { "id", id } }));
}

ProgramResult Keeper::run(KeptProgram program, std::chrono::milliseconds limit)
{
    ProgramResult result;
    int pipe[2];
    if (::pipe2(pipe, O_CLOEXEC) != 0) {
        result.output = errorText("pipe");
        return result;
    }
    const Descriptor reading(pipe[0]);
    Descriptor writing(pipe[1]);
    ::fcntl(reading.get(), F_SETFL, O_NONBLOCK);
    program.descriptors.emplace_back(STDOUT_FILENO, &writing);
    program.descriptors.emplace_back(STDERR_FILENO, &writing);
    bool ended = false;
    std::string failed;
    const std::uint64_t id = spawn(
        program,
        [&](const std::expected<pid_t, std::string> &started) {
            if (!started) {
                failed = started.error();
                ended = true;
            }
        },
        [&](int status) {
            result.status = status;
            ended = true;
        });
    writing.reset();
    auto &context = static_cast<boost::asio::io_context &>(m_socket.get_executor().context());
    auto deadline = std::chrono::steady_clock::now() + limit;
    while (!ended) {
        if (context.run_one_until(deadline) > 0)
            continue;
        // Without the keeper there is nothing to wait for.
        if (context.stopped() || result.timedOut)
            break;
        result.timedOut = true;
        kill(id);
        deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    }
    context.restart();
    m_entries.erase(id);
    char buffer[4096];
    for (ssize_t count = 0; (count = ::read(reading.get(), buffer, sizeof buffer)) > 0;)
        result.output.append(buffer, static_cast<std::size_t>(count));
    result.output += failed;
    return result;
}

void Keeper::listen()
{
    m_socket.async_wait(boost::asio::posix::stream_descriptor::wait_read, [this](const boost::system::error_code &error) {
        if (!error)
            receive();
    });
}

void Keeper::receive()
{
    while (const auto text = receiveMessage(m_socket.native_handle(), nullptr, MSG_DONTWAIT)) {
        if (text->empty()) {
            if (!m_finished && m_lost)
                m_lost();
            return;
        }
        const auto parsed = Json::parse(*text);
        const json::object *answer = parsed ? parsed->if_object() : nullptr;
        if (!answer)
            continue;
        const auto found = m_entries.find(answer->at("id").to_number<std::uint64_t>());
        if (found == m_entries.end())
            continue;
        if (const json::value *pid = answer->if_contains("pid")) {
            if (const Started started = std::exchange(found->second.started, nullptr))
                started(pid->to_number<pid_t>());
        } else if (const json::string *reason = Json::stringAt(*answer, "failed")) {
            const Started started = std::move(found->second.started);
            m_entries.erase(found);
            started(std::unexpected(std::string(*reason)));
        } else if (const json::value *status = answer->if_contains("status")) {
            const Ended ended = std::move(found->second.ended);
            m_entries.erase(found);
            ended(status->to_number<int>());
        }
    }
    listen();
}

void Keeper::finish(int milliseconds)
{
    if (m_finished)
        return;
    m_finished = true;
    boost::system::error_code ignored;
    m_socket.close(ignored);
    // Readable as soon as the process has ended.
    const Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, m_pid, 0)));
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    pollfd ended { .fd = process.get(), .events = POLLIN, .revents = 0 };
    int ready = 0;
    do {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        ready = ::poll(&ended, 1, std::max(0, static_cast<int>(left.count())));
    } while (ready < 0 && errno == EINTR);
    ::waitpid(m_pid, nullptr, WNOHANG);
}

} // namespace Runtime

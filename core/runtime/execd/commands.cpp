// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/commands.h"

#include "execd/environmentfile.h"
#include "execd/jupytermessage.h"
#include "execd/linesplitter.h"
#include "execd/outputreader.h"
#include "execd/pathexpansion.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <format>
#include <sys/stat.h>
#include <unistd.h>

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace Execd {

struct Commands::Command {
    CommandStatus status;
    CommandRequest request;
    std::shared_ptr<EventQueue> queue;
    std::shared_ptr<ChildProcess> child;
    std::string logFile; ///< of a background command
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();

    std::int64_t milliseconds() const
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started).count();
    }
    void finish(const ExitStatus &exit)
    {
        queue.reset();
        status.running = false;
        status.exitCode = exit.code;
        if (exit.code != 0)
            status.error = exit.description();
        timespec now {};
        clock_gettime(CLOCK_REALTIME, &now);
        status.finishedAt = now;
    }
};

namespace {

// A command whose output nobody takes waits, before it fills the disk.
constexpr std::uint64_t longestBacklog = 256u << 20;

void pushEvent(EventQueue &queue, std::string type, std::string text)
{
    Event event;
    event.type = std::move(type);
    event.text = std::move(text);
    queue.push(event);
}

void pushError(EventQueue &queue, std::string value, std::string description)
{
    Event event;
    event.type = "error";
    event.error = ErrorContent { "CommandExecError", std::move(value), { std::move(description) } };
    queue.push(event);
}

void pushComplete(EventQueue &queue, std::int64_t milliseconds)
{
    Event event;
    event.type = "execution_complete";
    event.executionTime = milliseconds;
    queue.push(event);
}

} // namespace

std::string formatTime(const timespec &time)
{
    tm local {};
    localtime_r(&time.tv_sec, &local);
    std::string text = std::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", local.tm_year + 1900, local.tm_mon + 1,
        local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec);
    if (time.tv_nsec != 0) {
        std::string fraction = std::format(".{:09}", time.tv_nsec);
        while (fraction.back() == '0')
            fraction.pop_back();
        text += fraction;
    }
    if (local.tm_gmtoff == 0)
        return text + 'Z';
    const long minutes = std::abs(local.tm_gmtoff) / 60;
    return text + std::format("{}{:02}:{:02}", local.tm_gmtoff < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

Commands::Commands(
    const asio::any_io_executor &executor, std::string runtimeDirectory, std::string spoolDirectory)
    : m_executor(executor)
    , m_runtimeDirectory(std::move(runtimeDirectory))
    , m_spoolDirectory(std::move(spoolDirectory))
{
}

std::optional<std::string> Commands::problem(const CommandRequest &request)
{
    if (request.gid && !request.uid)
        return "uid is required when gid is provided";
    if (request.workingDirectory.empty())
        return std::nullopt;
    const auto path = expandPath(request.workingDirectory);
    if (!path)
        return std::format("cannot resolve working directory \"{}\": {}", request.workingDirectory, path.error());
    struct stat info;
    if (stat(path->c_str(), &info) != 0) {
        const std::string reason = std::error_code(errno, std::generic_category()).message();
        std::string lower = reason;
        lower[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(lower[0])));
        return std::format("working directory does not exist: {}: stat {}: {}", *path, *path, lower);
    }
    if (!S_ISDIR(info.st_mode))
        return "working directory path is not a directory: " + *path;
    return std::nullopt;
}

std::shared_ptr<EventQueue> Commands::start(const CommandRequest &request)
{
    const auto command = std::make_shared<Command>();
    command->status.id = randomHexId();
    command->status.content = request.command;
    for (const std::string &argument : request.arguments)
        command->status.content += (command->status.content.empty() ? "" : " ") + argument;
    clock_gettime(CLOCK_REALTIME, &command->status.startedAt);
    command->request = request;
    command->queue = std::make_shared<EventQueue>(m_executor, m_spoolDirectory);
    pushEvent(*command->queue, "init", command->status.id);
    pushEvent(*command->queue, "ping", "pong");

    SpawnOptions options;
    options.environment = currentEnvironment();
    addEnvironmentFile(options.environment);
    for (const auto &[name, value] : request.environment)
        setVariable(options.environment, name, value);
    options.workingDirectory = request.workingDirectory.empty()
        ? std::string()
        : expandPath(request.workingDirectory).value_or(std::string());
    options.arguments = request.arguments.empty() ? std::vector<std::string> { "bash", "-c", request.command }
                                                  : request.arguments;

    std::string failure;
    UniqueFd out;
    UniqueFd err;
    const bool ownUser = (!request.uid || *request.uid == getuid()) && (!request.gid || *request.gid == getgid());
    if (!ownUser) {
        failure = std::format("this sandbox has one user only (uid {}, gid {}); running as another is not possible",
            getuid(), getgid());
    } else if (request.background) {
        std::error_code ignored;
        std::filesystem::create_directories(m_runtimeDirectory, ignored);
        command->logFile = m_runtimeDirectory + '/' + command->status.id + ".output";
        UniqueFd log(open(command->logFile.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
        if (log) {
            options.descriptors = { { log.get(), 1 }, { log.get(), 2 } };
            auto child = ChildProcess::spawn(m_executor, options);
            if (child)
                command->child = std::move(*child);
            else
                failure = child.error();
        } else {
            failure = "the output cannot be written to " + command->logFile;
        }
    } else {
        auto outPipe = makePipe();
        auto errPipe = makePipe();
        if (outPipe && errPipe) {
            options.descriptors = { { outPipe->write.get(), 1 }, { errPipe->write.get(), 2 } };
            auto child = ChildProcess::spawn(m_executor, options);
            if (child)
                command->child = std::move(*child);
            else
                failure = child.error();
            out = std::move(outPipe->read);
            err = std::move(errPipe->read);
        } else {
            failure = outPipe ? errPipe.error() : outPipe.error();
        }
    }
    m_commands[command->status.id] = command;

    if (!command->child) {
        command->status.running = false;
        command->status.exitCode = 255;
        command->status.error = failure;
        command->status.finishedAt = command->status.startedAt;
        pushError(*command->queue, failure, failure);
        command->queue->close();
    } else if (request.background) {
        pushComplete(*command->queue, command->milliseconds());
        command->queue->close();
        asio::co_spawn(m_executor, runBackground(command), asio::detached);
    } else {
        asio::co_spawn(m_executor, runForeground(command, std::move(out), std::move(err)), asio::detached);
    }
    return command->queue;
}

asio::awaitable<ExitStatus> Commands::waitWithTimeout(CommandPtr command)
{
    const std::shared_ptr<ChildProcess> child = command->child;
    if (command->request.timeoutMilliseconds > 0) {
        const auto ended = co_await child->wait(std::chrono::milliseconds(command->request.timeoutMilliseconds));
        if (!ended)
            child->signalGroup(SIGKILL);
    }
    co_return co_await child->wait();
}

asio::awaitable<void> Commands::runBackground(CommandPtr command)
{
    command->finish(co_await waitWithTimeout(command));
}

asio::awaitable<void> Commands::runForeground(CommandPtr command, UniqueFd out, UniqueFd err)
{
    const std::shared_ptr<EventQueue> queue = command->queue;
    const auto pushLine = [queue](const char *type) {
        return [queue, type](std::string_view line) {
            pushEvent(*queue, type, line.empty() ? "\n" : std::string(line));
        };
    };
    const auto outLines = std::make_shared<LineSplitter>(pushLine("stdout"));
    const auto errLines = std::make_shared<LineSplitter>(pushLine("stderr"));
    const auto executor = co_await asio::this_coro::executor;
    const auto readOut = OutputReader::start(
        executor, std::move(out), [outLines](std::string_view bytes) { outLines->add(bytes); });
    const auto readErr = OutputReader::start(
        executor, std::move(err), [errLines](std::string_view bytes) { errLines->add(bytes); });
    const auto full = [queue] { return queue->size() > longestBacklog; };
    readOut->setPauseCondition(full);
    readErr->setPauseCondition(full);

    const ExitStatus exit = co_await waitWithTimeout(command);
    // What children that live on write from now on belongs to no command; they are not disturbed.
    readOut->drainNow();
    readErr->drainNow();
    readOut->discard();
    readErr->discard();
    outLines->finish();
    errLines->finish();
    command->finish(exit);
    if (exit.code == 0)
        pushComplete(*queue, command->milliseconds());
    else
        pushError(*queue, std::to_string(exit.code), exit.description());
    queue->close();
}

std::optional<CommandStatus> Commands::status(const std::string &id) const
{
    const auto found = m_commands.find(id);
    if (found == m_commands.end())
        return std::nullopt;
    return found->second->status;
}

asio::awaitable<Commands::Interrupted> Commands::interrupt(std::string id)
{
    const auto found = m_commands.find(id);
    if (found == m_commands.end())
        co_return Interrupted::Unknown;
    const CommandPtr command = found->second;
    if (!command->status.running)
        co_return Interrupted::NotRunning;
    const std::shared_ptr<ChildProcess> child = command->child;
    child->signalGroup(SIGTERM);
    const auto ended = co_await child->wait(3s);
    // Children that outlive the shell in its group are part of the command.
    child->signalGroup(SIGKILL);
    if (!ended)
        co_await child->wait();
    co_return Interrupted::Done;
}

std::expected<std::string, std::string> Commands::logFile(const std::string &id) const
{
    const auto found = m_commands.find(id);
    if (found == m_commands.end())
        return std::unexpected("command not found: " + id);
    if (found->second->logFile.empty())
        return std::unexpected("command " + id + " is not running in background");
    return found->second->logFile;
}

} // namespace Execd

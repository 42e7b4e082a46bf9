// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/sessions.h"

#include "execd/environmentfile.h"
#include "execd/fileoperations.h"
#include "execd/jupytermessage.h"
#include "execd/outputreader.h"
#include "execd/pathexpansion.h"

#include <boost/asio/this_coro.hpp>
#include <csignal>
#include <format>

namespace asio = boost::asio;

namespace Execd {

struct Sessions::Session {
    std::string workingDirectory;
    Environment environment;
    std::vector<std::weak_ptr<ChildProcess>> children;
};

namespace {

constexpr std::uint64_t longestBacklog = 256u << 20;
constexpr std::size_t longestState = 16u << 20;

// At its end the shell tells its directory and its exported variables, whichever way it ends. The code is
// an argument, so nothing in it can break out of the frame.
constexpr const char *frame = R"(trap 'builtin printf "%s\0" "$PWD" >&9; command -p env -0 >&9' EXIT; builtin eval "$1")";

// LF ends a line, a CR before it is dropped, blank lines are not told: so the protocol has it here.
class Lines {
public:
    explicit Lines(std::shared_ptr<EventQueue> queue) : m_queue(std::move(queue)) { }

    void add(std::string_view bytes)
    {
        m_partial += bytes;
        std::size_t start = 0;
        for (std::size_t end = m_partial.find('\n'); end != std::string::npos; end = m_partial.find('\n', start)) {
            push(std::string_view(m_partial).substr(start, end - start));
            start = end + 1;
        }
        m_partial.erase(0, start);
    }
    void finish()
    {
        push(m_partial);
        m_partial.clear();
    }

private:
    void push(std::string_view line)
    {
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.empty())
            return;
        Event event;
        event.type = "stdout";
        event.text = line;
        m_queue->push(event);
    }

    std::shared_ptr<EventQueue> m_queue;
    std::string m_partial;
};

} // namespace

Sessions::Sessions(const asio::any_io_executor &executor, std::string spoolDirectory)
    : m_executor(executor)
    , m_spoolDirectory(std::move(spoolDirectory))
{
}

std::expected<std::string, std::string> Sessions::create(const std::string &workingDirectory)
{
    const auto session = std::make_shared<Session>();
    session->environment = currentEnvironment();
    if (!workingDirectory.empty()) {
        const auto path = expandPath(workingDirectory);
        if (!path)
            return std::unexpected(path.error());
        const std::string made = FileOperations::makeParents(*path);
        if (!made.empty())
            return std::unexpected(made);
        session->workingDirectory = *path;
    }
    const std::string id = randomUuid();
    m_sessions[id] = session;
    return id;
}

bool Sessions::remove(const std::string &id)
{
    const auto found = m_sessions.find(id);
    if (found == m_sessions.end())
        return false;
    for (const std::weak_ptr<ChildProcess> &weak : found->second->children) {
        const auto child = weak.lock();
        if (child && child->running())
            child->signalGroup(SIGKILL);
    }
    m_sessions.erase(found);
    return true;
}

Sessions::Running Sessions::run(const std::string &id, const std::string &command, const std::string &workingDirectory,
    std::int64_t timeoutMilliseconds)
{
    const SessionPtr session = m_sessions.at(id);
    if (!workingDirectory.empty())
        session->workingDirectory = expandPath(workingDirectory).value_or(session->workingDirectory);
    Running running;
    running.queue = std::make_shared<EventQueue>(m_executor, m_spoolDirectory);
    Event init;
    init.type = "init";
    init.text = id;
    running.queue->push(init);
    Event ping;
    ping.type = "ping";
    ping.text = "pong";
    running.queue->push(ping);

    auto output = makePipe();
    auto state = makePipe();
    std::string failure = "no pipes";
    if (output && state) {
        SpawnOptions options;
        options.arguments = { "bash", "--noprofile", "--norc", "-c", frame, "bash", command };
        options.environment = session->environment;
        addEnvironmentFile(options.environment);
        options.workingDirectory = session->workingDirectory;
        options.descriptors = { { output->write.get(), 1 }, { output->write.get(), 2 }, { state->write.get(), 9 } };
        auto child = ChildProcess::spawn(m_executor, options);
        if (child)
            running.child = std::move(*child);
        else
            failure = child.error();
    }
    if (!running.child) {
        Event error;
        error.type = "error";
        error.error = ErrorContent { "CommandExecError", failure, { failure } };
        running.queue->push(error);
        running.queue->close();
        return running;
    }
    std::erase_if(session->children, [](const std::weak_ptr<ChildProcess> &weak) { return weak.expired(); });
    session->children.push_back(running.child);
    asio::co_spawn(m_executor,
        follow(session, running.queue, running.child, std::move(output->read), std::move(state->read),
            timeoutMilliseconds),
        asio::detached);
    return running;
}

asio::awaitable<void> Sessions::follow(SessionPtr session, std::shared_ptr<EventQueue> queue,
    std::shared_ptr<ChildProcess> child, UniqueFd output, UniqueFd state, std::int64_t timeoutMilliseconds)
{
    const auto started = std::chrono::steady_clock::now();
    const auto executor = co_await asio::this_coro::executor;
    const auto lines = std::make_shared<Lines>(queue);
    const auto told = std::make_shared<std::string>();
    const auto readOutput
        = OutputReader::start(executor, std::move(output), [lines](std::string_view bytes) { lines->add(bytes); });
    readOutput->setPauseCondition([queue] { return queue->size() > longestBacklog; });
    const auto readState = OutputReader::start(executor, std::move(state), [told](std::string_view bytes) {
        if (told->size() < longestState)
            *told += bytes;
    });

    bool timedOut = false;
    if (timeoutMilliseconds > 0) {
        const auto ended = co_await child->wait(std::chrono::milliseconds(timeoutMilliseconds));
        timedOut = !ended;
        if (timedOut)
            child->signalGroup(SIGKILL);
    }
    const ExitStatus exit = co_await child->wait();
    readOutput->drainNow();
    readState->drainNow();
    readOutput->discard();
    readState->close();
    lines->finish();

    if (const std::size_t end = told->find('\0'); end != std::string::npos && !timedOut) {
        session->workingDirectory = told->substr(0, end);
        Environment environment;
        std::string_view left = std::string_view(*told).substr(end + 1);
        while (!left.empty()) {
            const std::size_t stop = std::min(left.find('\0'), left.size());
            const std::string_view variable = left.substr(0, stop);
            const std::size_t equals = variable.find('=');
            if (equals != std::string_view::npos)
                environment.emplace_back(variable.substr(0, equals), variable.substr(equals + 1));
            left.remove_prefix(std::min(stop + 1, left.size()));
        }
        // Without the tool that tells them the old ones stay.
        if (!environment.empty())
            session->environment = std::move(environment);
    }

    if (timedOut) {
        queue->pushRaw(std::format(
            R"({{"code":"RUNTIME_ERROR","message":"error running in session. timeout after {}ms"}})", timeoutMilliseconds));
    } else if (exit.code != 0) {
        Event error;
        error.type = "error";
        error.error = ErrorContent { "CommandExecError", std::to_string(exit.code), { exit.description() } };
        queue->push(error);
    } else {
        Event complete;
        complete.type = "execution_complete";
        complete.executionTime
            = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started).count();
        queue->push(complete);
    }
    queue->close();
}

} // namespace Execd

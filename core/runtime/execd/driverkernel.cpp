// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/driverkernel.h"

#include "execd/processchildren.h"
#include "log.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <format>
#include <map>
#include <unistd.h>

namespace asio = boost::asio;
namespace json = boost::json;
using namespace std::chrono_literals;

namespace Execd {

namespace {

constexpr std::size_t longestLine = 256u << 20;
constexpr std::size_t mostUnsent = 512u << 20;
// Much may have to be compiled first, on a machine that is busy.
constexpr auto startLimit = 20min;
constexpr auto answerLimit = 5s;

std::string_view operation(Question::Kind kind)
{
    switch (kind) {
    case Question::Kind::Completion:
        return "complete";
    case Question::Kind::Inspection:
        return "inspect";
    case Question::Kind::Variables:
        return "variables";
    case Question::Kind::Table:
        return "table";
    }
    return {};
}

// A program that the code was just starting has not heard of an interrupt. One that has is told once, so that it can
// take its time to end. But a shell that is just starting a program may lose the interrupt for both: what those programs
// have started is told once more when it stays.
asio::awaitable<void> interruptNewChildren(std::shared_ptr<Run> run, int driver, std::vector<std::string> told)
{
    constexpr int patientRounds = 15;
    std::map<std::string, int> stays;
    for (int round = 0; round < 100; ++round) {
        if (co_await run->waitFinished(200ms))
            co_return;
        std::vector<std::string> children = childrenOf(driver);
        const bool untold = std::ranges::any_of(
            children, [&told](const std::string &child) { return std::ranges::find(told, child) == told.end(); });
        if (untold)
            kill(-driver, SIGINT);
        for (const std::string &child : children) {
            for (const std::string &started : descendantsOf(std::stoi(child))) {
                const int process = std::stoi(started);
                if (++stays[started] == patientRounds && getpgid(process) == driver)
                    kill(process, SIGINT);
            }
        }
        told = std::move(children);
    }
}

} // namespace

DriverKernel::DriverKernel(const asio::any_io_executor &executor, const KernelSettings &settings, DriverLaunch launch,
    std::string contextId, std::string workingDirectory)
    : m_executor(executor)
    , m_settings(settings)
    , m_launch(std::move(launch))
    , m_workingDirectory(std::move(workingDirectory))
    , m_process(executor, std::move(contextId))
    , m_lines(longestLine)
    , m_pending(executor)
    , m_settled(executor)
{
}

DriverKernel::~DriverKernel()
{
    if (m_replies)
        m_replies->close();
    std::error_code ignored;
    if (!m_directory.empty())
        std::filesystem::remove_all(m_directory, ignored);
}

asio::awaitable<void> DriverKernel::start()
{
    m_directory = makeKernelDirectory(m_settings, "d");
    auto requests = makePipe();
    auto replies = makePipe();
    if (!requests || !replies)
        throw KernelError("no pipes for the driver");
    SpawnOptions options;
    options.arguments = m_launch.arguments;
    options.environment = currentEnvironment();
    for (const auto &[name, value] : m_launch.environment)
        setVariable(options.environment, name, value);
    setVariable(options.environment, "OSB_DIRECTORY", m_directory);
    options.workingDirectory = m_workingDirectory;
    options.descriptors = { { requests->read.get(), 3 }, { replies->write.get(), 4 } };
    m_process.start(
        options, KernelProcess::Output::Read, [this](std::string_view type, std::string_view text) { output(type, text); },
        [this](ExitStatus status) { ended(status); });
    const int input = requests->write.release();
    fcntl(input, F_SETFL, fcntl(input, F_GETFL) | O_NONBLOCK);
    m_requests = std::make_unique<asio::posix::stream_descriptor>(m_executor, input);
    m_replies = OutputReader::start(m_executor, std::move(replies->read), [this](std::string_view bytes) {
        const std::weak_ptr<bool> alive = m_alive;
        m_lines.add(bytes, [this, &alive](std::string_view line) {
            if (alive.expired())
                return;
            if (auto message = parseDriverMessage(line))
                handle(std::move(*message));
            else
                Runtime::log(Runtime::LogLevel::Warning, "A driver's message was not understood: " + message.error());
        });
    });

    co_await m_settled.wait(startLimit);
    if (m_ready && m_process.running())
        co_return;
    const bool late = m_process.running();
    co_await m_process.stop(0s);
    const std::string said = m_process.lastErrors().empty() ? "" : "\nIt said: " + m_process.lastErrors();
    throw KernelError(late ? std::format("the driver was not ready within {} minutes.{}", startLimit.count(), said)
                           : "the driver ended while it started. " + m_launch.missingHint + said);
}

bool DriverKernel::send(json::object request)
{
    if (!m_requests || !m_process.running())
        return false;
    std::string line;
    appendJson(line, request);
    line += '\n';
    if (m_unsent.size() + line.size() > mostUnsent)
        return false;
    m_unsent += line;
    if (!m_writing)
        writeRequests();
    return true;
}

void DriverKernel::writeRequests()
{
    while (!m_unsent.empty()) {
        const ssize_t written = ::write(m_requests->native_handle(), m_unsent.data(), m_unsent.size());
        if (written > 0)
            m_unsent.erase(0, static_cast<std::size_t>(written));
        else if (written < 0 && errno == EINTR)
            continue;
        else if (written < 0 && errno == EAGAIN)
            break;
        else
            m_unsent.clear(); // it has ended, which is noticed elsewhere
    }
    m_writing = !m_unsent.empty();
    if (!m_writing)
        return;
    m_requests->async_wait(asio::posix::stream_descriptor::wait_write,
        [this, alive = std::weak_ptr(m_alive)](const boost::system::error_code &error) {
            if (!error && !alive.expired())
                writeRequests();
        });
}

void DriverKernel::run(std::shared_ptr<Run> run, const std::string &code)
{
    m_memory = MemoryWitness(m_settings);
    m_run = std::move(run);
    m_runId = ++m_lastId;
    m_runName = m_run->name;
    ++m_count;
    m_process.setPauseCondition([weak = std::weak_ptr(m_run)] {
        const auto current = weak.lock();
        return current && current->queue().size() > (256u << 20);
    });
    json::object request { { "op", "run" }, { "id", m_runId }, { "number", m_count }, { "code", code } };
    if (m_run->allowStdin)
        request["stdin"] = 1;
    if (!send(std::move(request))) {
        m_run->error({ "KernelError", "the driver takes no more code", {} });
        finishRun();
    }
}

void DriverKernel::interrupt()
{
    if (!m_run)
        return;
    send({ { "op", "interrupt" } });
    // For programs that the code waits for.
    std::vector<std::string> children = childrenOf(m_process.pid());
    m_process.signalGroup(SIGINT);
    asio::co_spawn(m_executor, interruptNewChildren(m_run, m_process.pid(), std::move(children)), asio::detached);
}

asio::awaitable<std::optional<DriverMessage>> DriverKernel::answerTo(json::object request)
{
    const std::int64_t id = ++m_lastId;
    request["id"] = id;
    auto answer = m_pending.answerTo(id, answerLimit);
    if (!send(std::move(request)))
        co_return std::nullopt;
    co_return co_await std::move(answer);
}

asio::awaitable<Kernel::Answer> DriverKernel::ask(Question question)
{
    if (!m_launch.answers.contains(question.kind) || question.ordersRows())
        co_return std::unexpected(Unanswered::NotSupported);
    json::object request { { "op", operation(question.kind) } };
    if (question.kind == Question::Kind::Table) {
        request["name"] = question.text;
        request["offset"] = question.offset;
        request["limit"] = question.limit;
    } else if (question.kind != Question::Kind::Variables) {
        request["code"] = question.text;
        request["cursor"] = question.cursor;
        request["detail"] = question.detail;
    }
    std::optional<DriverMessage> message = co_await answerTo(std::move(request));
    if (!message)
        co_return std::unexpected(m_process.running() ? Unanswered::Late : Unanswered::Ended);
    if (!message->hasContent)
        co_return std::unexpected(Unanswered::NotSupported);
    co_return std::move(message->data);
}

asio::awaitable<void> DriverKernel::changeDirectory(std::string directory)
{
    co_await answerTo({ { "op", "directory" }, { "path", directory } });
}

asio::awaitable<void> DriverKernel::stop()
{
    m_stopping = true;
    if (m_run) {
        interrupt();
        co_await m_run->waitFinished(1s);
    }
    // The end of its requests tells the driver to leave.
    m_requests.reset();
    m_writing = false;
    co_await m_process.stop(m_ready ? 500ms : 0ms);
    if (m_replies)
        m_replies->close();
    if (m_run) {
        m_run->contextStopped();
        finishRun();
    }
}

void DriverKernel::output(std::string_view type, std::string_view text)
{
    if (m_run && m_ready)
        m_run->stream(type, text);
    else if (m_ready)
        addLate(m_runName, type, text);
    // What the start.bash of a language says about itself.
    constexpr std::string_view mark = "opensandbox: ";
    if (const std::size_t at = m_ready ? text.npos : text.rfind(mark); at != text.npos)
        m_preparation = text.substr(at + mark.size(), text.find('\n', at) - at - mark.size());
}

void DriverKernel::handle(DriverMessage message)
{
    if (message.kind == DriverMessage::Kind::Ready) {
        m_ready = true;
        m_settled.reach();
        return;
    }
    if (message.kind == DriverMessage::Kind::Answer) {
        const std::int64_t id = message.id;
        m_pending.give(id, message);
        return;
    }
    if (!m_run && message.id == m_runId && (message.kind == DriverMessage::Kind::Stdout || message.kind == DriverMessage::Kind::Stderr))
        addLate(m_runName, message.kind == DriverMessage::Kind::Stderr ? "stderr" : "stdout", message.text);
    if (!m_run || message.id != m_runId)
        return;
    // What was written before it is in the pipes by now.
    m_process.drainOutput();
    switch (message.kind) {
    case DriverMessage::Kind::Stdout:
        m_run->stream("stdout", message.text);
        break;
    case DriverMessage::Kind::Stderr:
        m_run->stream("stderr", message.text);
        break;
    case DriverMessage::Kind::Result:
        m_run->result(std::move(message.data), std::move(message.metadata), m_count);
        break;
    case DriverMessage::Kind::Display:
        m_run->display(
            std::move(message.data), std::move(message.metadata), std::move(message.displayId), message.update);
        break;
    case DriverMessage::Kind::Clear:
        m_run->clearOutput(message.wait);
        break;
    case DriverMessage::Kind::Input:
        requestInput(std::move(message));
        break;
    case DriverMessage::Kind::Error:
        m_run->error(std::move(message.error));
        break;
    case DriverMessage::Kind::Done:
        finishRun();
        break;
    case DriverMessage::Kind::Ready:
    case DriverMessage::Kind::Answer:
        break;
    }
}

void DriverKernel::requestInput(DriverMessage message)
{
    const Run::InputHandler answer = [this, id = message.id, alive = std::weak_ptr(m_alive)](const std::string &text) {
        if (alive.expired())
            return;
        json::object reply { { "op", "input" }, { "id", id } };
        if (text != Run::endOfInput)
            reply["text"] = text;
        send(std::move(reply));
    };
    if (m_run->allowStdin)
        m_run->requestInput(std::move(message.text), message.password, answer);
    else
        answer(Run::endOfInput);
}

void DriverKernel::finishRun()
{
    const std::shared_ptr<Run> run = std::move(m_run);
    m_run.reset();
    run->executionCount(m_count);
    run->complete();
}

void DriverKernel::ended(ExitStatus status)
{
    m_pending.abandon();
    m_settled.reach();
    if (!m_ready || m_stopping)
        return;
    if (m_replies)
        m_replies->drainNow();
    const std::string reason = deathReason(status.code, status.signal, m_memory);
    Runtime::log(Runtime::LogLevel::Warning, reason);
    if (m_run) {
        m_run->kernelDied(reason, m_process.lastErrors());
        finishRun();
    }
    tellDeath(reason);
}

} // namespace Execd

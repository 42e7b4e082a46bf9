// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/bashkernel.h"

#include "execd/processchildren.h"
#include "execd/shellword.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <format>
#include <unistd.h>

namespace asio = boost::asio;
namespace json = boost::json;
using namespace std::chrono_literals;

namespace Execd {

namespace {

constexpr auto startLimit = 300s;
constexpr auto answerLimit = 5s;
constexpr int mostVariables = 500;
// Of an answer: a page of a thousand rows, with what it is.
constexpr std::size_t mostParts = 2001;
// A line for the builtin read has to fit into a pipe.
constexpr int linesPipe = 1 << 20;

// The shell tries to give back a terminal it does not have when a job was ended by a signal.
constexpr std::string_view terminalComplaint = "] tcsetattr: Inappropriate ioctl for device\n";

std::string withoutTerminalComplaints(std::string_view text)
{
    std::string out;
    while (true) {
        const std::size_t end = text.find(terminalComplaint);
        if (end == std::string_view::npos)
            break;
        const std::size_t start = text.rfind("bash: [", end);
        out += text.substr(0, start == std::string_view::npos ? end + terminalComplaint.size() : start);
        text.remove_prefix(end + terminalComplaint.size());
    }
    return out += text;
}

// Bytes of so many characters.
std::size_t bytesOf(std::string_view text, std::int64_t characters)
{
    std::size_t bytes = 0;
    for (; bytes < text.size(); ++bytes) {
        if ((text[bytes] & 0xC0) != 0x80 && characters-- == 0)
            break;
    }
    return bytes;
}

std::int64_t characters(std::string_view text)
{
    return std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
}

// NAME =ATTRIBUTES ELEMENTS BYTES VALUE, as the driver writes it.
json::object variableOf(std::string_view line)
{
    const auto next = [&line] {
        const std::size_t gap = std::min(line.find(' '), line.size());
        const std::string_view word = line.substr(0, gap);
        line.remove_prefix(std::min(gap + 1, line.size()));
        return word;
    };
    const std::string name(next());
    const std::string_view attributes = next();
    const auto number = [&next] {
        const std::string_view word = next();
        std::int64_t value = 0;
        std::from_chars(word.data(), word.data() + word.size(), value);
        return value;
    };
    const std::int64_t elements = number();
    const std::int64_t bytes = number();
    std::string preview(line);
    std::ranges::replace(preview, '\n', ' ');
    json::object variable { { "name", name }, { "preview", preview } };
    if (attributes.contains('a') || attributes.contains('A')) {
        variable["type"] = attributes.contains('a') ? "array" : "associative array";
        variable["shape"] = json::array { elements };
        variable["table"] = true;
    } else {
        variable["type"] = attributes.contains('i') ? "integer" : "string";
        variable["size"] = bytes;
    }
    return variable;
}

bool isShellName(std::string_view text)
{
    return !text.empty() && (text.front() < '0' || text.front() > '9')
        && std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; });
}

// =ATTRIBUTES ELEMENTS, then key and value of each, as the driver writes it. Empty when there is no such variable.
json::object tableOf(const Question &question, const std::vector<std::string> &lines)
{
    if (lines.empty() || !lines.front().starts_with('='))
        return {};
    const std::string_view head = lines.front();
    const std::size_t gap = std::min(head.find(' '), head.size() - 1);
    const std::string_view attributes = head.substr(1, gap - 1);
    std::int64_t total = 0;
    std::from_chars(head.data() + gap + 1, head.data() + head.size(), total);
    const bool keyed = attributes.contains('A');
    const bool listed = attributes.contains('a');
    json::array columns;
    if (keyed || listed)
        columns.push_back(json::object { { "name", keyed ? "key" : "" }, { "type", keyed ? "" : "int" } });
    columns.push_back(json::object { { "name", "value" }, { "type", attributes.contains('i') ? "integer" : "string" } });
    json::array rows;
    for (std::size_t i = 1; i + 1 < lines.size(); i += 2) {
        json::array row;
        if (keyed || listed)
            row.emplace_back(lines[i]);
        row.emplace_back(lines[i + 1]);
        rows.push_back(std::move(row));
    }
    const std::int64_t width = std::ssize(columns);
    return { { "name", question.text }, { "type", keyed ? "associative array" : listed ? "array" : attributes.contains('i') ? "integer" : "string" },
             { "columns", std::move(columns) }, { "rows", std::move(rows) }, { "offset", question.offset }, { "total_rows", total },
             { "total_columns", width } };
}

// A shell that waits for a command leaves an interrupt to it, and so misses the one that comes just when
// the command has ended by itself. When nobody who heard of the interrupt is there any more and the code
// still runs, it is told again; a command that takes its time to end is left alone.
asio::awaitable<void> repeatIfMissed(std::shared_ptr<Run> run, int shell, std::vector<std::string> told)
{
    for (int repetitions = 0; repetitions < 100; ++repetitions) {
        if (co_await run->waitFinished(200ms))
            co_return;
        std::vector<std::string> children = childrenOf(shell);
        if (std::ranges::find_first_of(told, children) != told.end())
            co_return;
        kill(-shell, SIGINT);
        told = std::move(children);
    }
}

} // namespace

BashKernel::BashKernel(const asio::any_io_executor &executor, const KernelSettings &settings, std::string contextId,
    std::string workingDirectory)
    : m_executor(executor)
    , m_settings(settings)
    , m_workingDirectory(std::move(workingDirectory))
    , m_process(executor, std::move(contextId))
    , m_settled(executor)
    , m_pending(executor)
{
}

BashKernel::~BashKernel()
{
    if (m_replies)
        m_replies->close();
    std::error_code ignored;
    if (!m_directory.empty())
        std::filesystem::remove_all(m_directory, ignored);
}

asio::awaitable<void> BashKernel::start()
{
    const std::string driver = m_settings.kernelsDirectory + "/bash/driver.bash";
    if (access(driver.c_str(), R_OK) != 0)
        throw KernelError("the Bash driver is missing: " + driver);
    m_directory = makeKernelDirectory(m_settings, "b");
    auto requests = makePipe();
    auto replies = makePipe();
    auto lines = makePipe();
    auto nothing = makePipe();
    if (!requests || !replies || !lines || !nothing)
        throw KernelError("no pipes for the shell");

    SpawnOptions options;
    options.arguments = { "bash", "--noprofile", "--noediting", "--rcfile", driver, "-i" };
    options.environment = currentEnvironment();
    setVariable(options.environment, "OSB_DRIVER", driver);
    setVariable(options.environment, "OSB_STATE", m_directory + "/state");
    options.workingDirectory = m_workingDirectory;
    options.descriptors = { { requests->read.get(), 0 }, { replies->write.get(), 3 },
        { lines->read.get(), 5 }, { nothing->read.get(), 6 } };
    options.errorDescriptor = 4;
    m_process.start(
        options, KernelProcess::Output::Read, [this](std::string_view type, std::string_view text) { output(type, text); },
        [this](ExitStatus status) { ended(status); });
    m_requests = std::move(requests->write);
    m_lines = std::move(lines->write);
    fcntl(m_lines.get(), F_SETPIPE_SZ, linesPipe);
    fcntl(m_lines.get(), F_SETFL, fcntl(m_lines.get(), F_GETFL) | O_NONBLOCK);
    // The pipe is large enough for the short lines we write.
    fcntl(m_requests.get(), F_SETFL, fcntl(m_requests.get(), F_GETFL) | O_NONBLOCK);
    m_replies = OutputReader::start(m_executor, std::move(replies->read), [this](std::string_view bytes) { reply(bytes); });

    co_await m_settled.wait(startLimit);
    if (!m_ready || !m_process.running()) {
        co_await m_process.stop(0s);
        throw KernelError("the shell did not start. " + m_process.lastErrors());
    }
}

void BashKernel::run(std::shared_ptr<Run> run, const std::string &code)
{
    m_memory = MemoryWitness(m_settings);
    m_run = std::move(run);
    m_runName = m_run->name;
    m_interrupted = false;
    ++m_number;
    const std::string file = m_directory + "/cell";
    std::error_code ignored;
    std::filesystem::create_directories(m_directory, ignored);
    UniqueFd descriptor(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    std::string_view left = code;
    while (descriptor && !left.empty()) {
        const ssize_t written = write(descriptor.get(), left.data(), left.size());
        if (written <= 0)
            break;
        left.remove_prefix(static_cast<std::size_t>(written));
    }
    if (!descriptor || !left.empty()) {
        m_run->error({ "KernelError", "the code cannot be handed to the shell: " + file + " cannot be written", {} });
        finishRun();
        return;
    }
    m_process.setPauseCondition([weak = std::weak_ptr(m_run)] {
        const auto current = weak.lock();
        return current && current->queue().size() > (256u << 20);
    });
    // The colon gives a parser that was left inside an open quote its right state back.
    const std::string line = std::format(":;{{ __osb_run={}; __osb_status=; __osb_stdin={}; }} 2>/dev/null; builtin eval "
                                         "\"$__osb_opts$(<'{}')\" <&\"$__osb_nothing\"; {{ __osb_status=$?; __osb_settle; }} "
                                         "2>/dev/null\n",
        m_number, m_run->allowStdin ? 1 : 0, file);
    if (write(m_requests.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
        m_run->error({ "KernelError", "the shell takes no more code", {} });
        finishRun();
    }
}

void BashKernel::interrupt()
{
    if (!m_run)
        return;
    m_interrupted = true;
    std::vector<std::string> children = childrenOf(m_process.pid());
    m_process.signalGroup(SIGINT);
    asio::co_spawn(m_executor, repeatIfMissed(m_run, m_process.pid(), std::move(children)), asio::detached);
}

asio::awaitable<void> BashKernel::stop()
{
    m_stopping = true;
    if (m_run) {
        interrupt();
        co_await m_run->waitFinished(1s);
    }
    m_requests.reset();
    co_await m_process.stop(0s);
    if (m_run) {
        m_run->contextStopped();
        finishRun();
    }
    if (m_replies)
        m_replies->close();
}

asio::awaitable<void> BashKernel::changeDirectory(std::string directory)
{
    const auto quiet = std::make_shared<Run>(m_executor, m_settings.spoolDirectory);
    quiet->queue().detach();
    run(quiet, "builtin cd -- " + shellQuoted(directory));
    co_await quiet->waitFinished(2s);
}

void BashKernel::output(std::string_view type, std::string_view text)
{
    if (!m_run) {
        // Of a background job, whose run is over.
        addLate(m_runName, type, type == "stdout" ? std::string(text) : withoutTerminalComplaints(text));
        return;
    }
    if (type == "stdout") {
        m_run->stream(type, text);
        return;
    }
    // The shell ends the line of an interrupted command.
    if (m_interrupted && text == "\n")
        return;
    m_run->stream(type, withoutTerminalComplaints(text));
}

void BashKernel::reply(std::string_view bytes)
{
    m_replyText += bytes;
    std::size_t end = 0;
    while ((end = m_replyText.find('\n')) != std::string::npos) {
        const std::string line = m_replyText.substr(0, end);
        m_replyText.erase(0, end + 1);
        replyLine(line);
    }
    // Programs of the user can write there, too.
    if (m_replyText.size() > (1u << 20))
        m_replyText.clear();
}

void BashKernel::replyLine(std::string_view line)
{
    const std::size_t gap = line.rfind(' ');
    if (line.starts_with("part ")) {
        if (m_parts.size() < mostParts)
            m_parts.push_back(withoutEscapes(line.substr(5)));
    } else if (line.starts_with("answered ")) {
        int number = 0;
        std::from_chars(line.data() + 9, line.data() + line.size(), number);
        std::vector<std::string> parts = std::exchange(m_parts, {});
        m_pending.give(number, parts);
    } else if (line.starts_with("input ")) {
        requestInput(line.substr(6));
    } else if (line.starts_with("done ") && gap >= 5) {
        int number = -1;
        int status = 255;
        std::from_chars(line.data() + 5, line.data() + gap, number);
        std::from_chars(line.data() + gap + 1, line.data() + line.size(), status);
        if (number == 0) {
            m_ready = true;
            m_settled.reach();
        } else if (number == m_number && m_run) {
            finished(status);
        }
    }
}

void BashKernel::requestInput(std::string_view line)
{
    const Run::InputHandler answer = [this, alive = std::weak_ptr(m_alive)](const std::string &text) {
        if (alive.expired())
            return;
        // What follows the first line would be taken for the answer to the next question.
        const std::string reply = text == Run::endOfInput ? "end\n" : "line\n" + text.substr(0, text.find('\n')) + '\n';
        if (write(m_lines.get(), reply.data(), reply.size()) != static_cast<ssize_t>(reply.size()))
            interrupt(); // longer than a pipe holds
    };
    if (!m_run) {
        answer(Run::endOfInput);
        return;
    }
    // What was printed before it is in the pipes by now.
    m_process.drainOutput();
    m_run->requestInput(withoutEscapes(line.substr(std::min<std::size_t>(2, line.size()))), line.starts_with("1"), answer);
}

asio::awaitable<std::optional<std::vector<std::string>>> BashKernel::askShell(std::string command)
{
    const int number = ++m_lastQuestion;
    // In a subshell, so that nothing of it is left.
    const std::string line = std::format(":;{{ ( {} ); }} </dev/null >/dev/null 2>&1; builtin printf 'answered {}\\n' >&\"$__osb_reply\" 2>/dev/null\n",
        command, number);
    auto answer = m_pending.answerTo(number, answerLimit);
    if (!m_process.running() || line.size() > 4096
        || write(m_requests.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        co_return std::nullopt;
    co_return co_await std::move(answer);
}

asio::awaitable<Kernel::Answer> BashKernel::ask(Question question)
{
    if (question.ordersRows())
        co_return std::unexpected(Unanswered::NotSupported);
    const std::string text = question.text.substr(0, bytesOf(question.text, question.cursor));
    const ShellWord word = shellWordBefore(text);
    std::string command;
    switch (question.kind) {
    case Question::Kind::Completion:
        command = word.kind == ShellWord::Kind::Variable ? "variable" : word.kind == ShellWord::Kind::Command ? "command" : "file";
        command = "__osb_complete " + command + ' ' + shellQuoted(word.word);
        break;
    case Question::Kind::Inspection:
        command = "__osb_inspect " + shellQuoted(shellNameAt(question.text, text.size()));
        break;
    case Question::Kind::Variables:
        command = "__osb_variables";
        break;
    case Question::Kind::Table:
        if (!isShellName(question.text))
            co_return json::object();
        command = std::format("__osb_table {} {} {}", question.text, question.offset, question.limit);
        break;
    }
    const auto lines = co_await askShell(std::move(command));
    if (!lines)
        co_return std::unexpected(m_process.running() ? Unanswered::Late : Unanswered::Ended);
    if (question.kind == Question::Kind::Inspection) {
        json::object data;
        if (!lines->empty())
            data["text/plain"] = lines->front();
        co_return json::object { { "found", !lines->empty() }, { "data", std::move(data) } };
    }
    if (question.kind == Question::Kind::Table)
        co_return tableOf(question, *lines);
    json::array entries;
    if (question.kind == Question::Kind::Completion) {
        for (const std::string &match : *lines)
            entries.emplace_back(word.kind == ShellWord::Kind::File && !word.quoted ? shellEscaped(match) : match);
        const std::int64_t start = characters(text.substr(0, word.start));
        co_return json::object { { "matches", std::move(entries) }, { "cursor_start", start }, { "cursor_end", question.cursor } };
    }
    // The last line says how many there are.
    std::int64_t total = 0;
    if (!lines->empty())
        std::from_chars(lines->back().data(), lines->back().data() + lines->back().size(), total);
    for (std::size_t i = 0; i + 1 < lines->size() && entries.size() < std::size_t(mostVariables); ++i)
        entries.push_back(variableOf((*lines)[i]));
    json::object answer { { "variables", std::move(entries) } };
    if (total > mostVariables) {
        answer["truncated"] = true;
        answer["total"] = total;
    }
    co_return answer;
}

void BashKernel::finished(int status)
{
    // All that the run wrote is in the pipes by now.
    m_process.drainOutput();
    if (m_interrupted && status > 128)
        m_run->interrupted();
    else if (status != 0)
        m_run->error({ "CommandExecError", std::to_string(status), { "exit status " + std::to_string(status) } });
    m_run->executionCount(m_number);
    finishRun();
}

void BashKernel::finishRun()
{
    const std::shared_ptr<Run> run = std::move(m_run);
    m_run.reset();
    run->complete();
}

void BashKernel::ended(ExitStatus status)
{
    m_pending.abandon();
    m_settled.reach();
    if (!m_ready || m_stopping)
        return;
    const std::string reason = status.signal != 0
        ? deathReason(status.code, status.signal, m_memory)
        : std::format("the shell ended (exit status {})", status.code);
    if (m_run) {
        m_run->kernelDied(reason, {});
        finishRun();
    }
    tellDeath(reason);
}

} // namespace Execd

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/jupyterkernel.h"

#include "log.h"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <format>
#include <sys/stat.h>
#include <unistd.h>

namespace asio = boost::asio;
namespace json = boost::json;
using namespace std::chrono_literals;

namespace Execd {

namespace {

constexpr auto startLimit = 300s;
constexpr auto askAgain = 50ms;
constexpr auto patience = 5s;
constexpr auto orderLimit = 20s;
constexpr auto farewell = 100ms;
constexpr auto oncemore = 50ms;
constexpr std::size_t longestSocketPath = 107;
// What still writes after so many other runs is no progress of a run any more.
constexpr std::size_t namedRuns = 256;

std::string stringAt(const json::object &object, std::string_view key)
{
    const json::value *value = object.if_contains(key);
    return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

json::object objectAt(json::object &object, std::string_view key)
{
    json::value *value = object.if_contains(key);
    return value && value->is_object() ? std::move(value->get_object()) : json::object();
}

std::int64_t numberAt(const json::object &object, std::string_view key)
{
    const json::value *value = object.if_contains(key);
    return value && value->is_int64() ? value->get_int64() : 0;
}

json::object executeRequest(const std::string &code, bool silent, bool allowStdin)
{
    return { { "code", code }, { "silent", silent }, { "store_history", !silent },
        { "user_expressions", json::object() }, { "allow_stdin", allowStdin }, { "stop_on_error", false } };
}

ErrorContent errorOf(const json::object &content)
{
    ErrorContent error { stringAt(content, "ename"), stringAt(content, "evalue"), {} };
    if (const json::value *traceback = content.if_contains("traceback"); traceback && traceback->is_array()) {
        for (const json::value &line : traceback->get_array()) {
            if (line.is_string())
                error.traceback.emplace_back(line.get_string());
        }
    }
    return error;
}

std::string pythonString(std::string_view text)
{
    // A JSON string is a Python string, too, but for a '/' that may be escaped, which ours never is.
    return jsonString(text);
}

bool writePrivateFile(const std::string &path, std::string_view text)
{
    UniqueFd file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    return file && write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

} // namespace

JupyterKernel::JupyterKernel(const asio::any_io_executor &executor, const KernelSettings &settings,
    KernelLaunch launch, std::string contextId, std::string workingDirectory)
    : m_executor(executor)
    , m_settings(settings)
    , m_launch(std::move(launch))
    , m_workingDirectory(std::move(workingDirectory))
    , m_process(executor, std::move(contextId))
    , m_late(executor)
    , m_relief(executor)
    , m_again(executor)
    , m_settled(executor)
    , m_pending(executor)
{
}

JupyterKernel::~JupyterKernel()
{
    removeFiles();
}

asio::awaitable<void> JupyterKernel::start()
{
    m_directory = makeKernelDirectory(m_settings, "k");
    m_address = { m_directory + "/s", randomHexId() };
    if (m_address.prefix.size() + 2 > longestSocketPath)
        throw KernelError("the path of the runtime folder is too long for sockets: " + m_settings.runtimeDirectory);
    const std::string connectionFile = m_directory + "/c.json";
    if (!writePrivateFile(connectionFile, m_address.connectionFile()))
        throw KernelError("the kernel's connection file cannot be written: " + connectionFile);

    SpawnOptions options;
    options.environment = currentEnvironment();
    for (const auto &[name, value] : m_launch.environment)
        setVariable(options.environment, name, value);
    options.workingDirectory = m_workingDirectory;
    for (std::string argument : m_launch.arguments) {
        const std::size_t at = argument.find("{connection_file}");
        if (at != std::string::npos)
            argument.replace(at, 17, connectionFile);
        options.arguments.push_back(std::move(argument));
    }
    m_process.start(
        options, m_launch.readsItsOutput ? KernelProcess::Output::Shared : KernelProcess::Output::Read,
        [this](std::string_view type, std::string_view text) { nativeOutput(type, text); },
        [this](ExitStatus status) { ended(status); });
    m_client = std::make_unique<JupyterClient>(
        m_executor, m_address, [this](JupyterClient::Channel channel, JupyterMessage message) {
            handle(channel, std::move(message));
        });

    // A subscription takes a moment to arrive: ask until the answer is seen on both sides.
    const auto deadline = std::chrono::steady_clock::now() + startLimit;
    while (m_process.running() && std::chrono::steady_clock::now() < deadline) {
        if (m_infoRequest.empty() || m_infoReplied)
            m_infoRequest = m_client->send(JupyterClient::Channel::Shell, "kernel_info_request", {});
        co_await m_settled.wait(askAgain);
        if (m_infoReplied && m_iopubSeen)
            co_return;
    }
    const bool late = m_process.running();
    co_await m_process.stop(0s);
    const std::string said = m_process.lastErrors().empty() ? "" : "\nIt said: " + m_process.lastErrors();
    throw KernelError(late ? std::format("the kernel did not answer within {} seconds.{}", startLimit.count(), said)
                           : "the kernel ended while it started. " + m_launch.missingHint + said);
}

void JupyterKernel::run(std::shared_ptr<Run> run, const std::string &code)
{
    m_memory = MemoryWitness(m_settings);
    m_run = std::move(run);
    m_begun = false;
    m_interruptedEarly = false;
    m_interrupted = false;
    m_replied = false;
    m_erred = false;
    m_replyError.reset();
    m_idle = false;
    m_replyCount = 0;
    m_process.setPauseCondition([weak = std::weak_ptr(m_run)] {
        const auto current = weak.lock();
        return current && current->queue().size() > (256u << 20);
    });
    json::object metadata;
    if (!m_run->figures.empty())
        metadata["opensandbox_figures"] = m_run->figures;
    m_runRequest = m_client->send(
        JupyterClient::Channel::Shell, "execute_request", executeRequest(code, false, m_run->allowStdin), metadata);
    m_named.emplace_back(m_runRequest, m_run->name);
    if (m_named.size() > namedRuns)
        m_named.pop_front();
    relieveWhileRunning();
}

void JupyterKernel::relieveWhileRunning()
{
    m_relief.expires_after(500ms);
    m_relief.async_wait([this, alive = std::weak_ptr(m_alive)](const boost::system::error_code &error) {
        if (error || alive.expired() || !m_run)
            return;
        m_process.relieveFullPipes();
        relieveWhileRunning();
    });
}

void JupyterKernel::interrupt()
{
    m_interruptedEarly = m_interruptedEarly || (m_run && !m_begun);
    m_interrupted = true;
    sendInterrupt();
}

// A kernel that has nothing to do takes no notice of an interrupt, and it has only begun with a run some time after
// it was sent. What it does instead, if anything, is interrupted at once.
void JupyterKernel::interruptOnceMore()
{
    m_again.expires_after(oncemore);
    m_again.async_wait([this, alive = std::weak_ptr(m_alive), run = std::weak_ptr(m_run)](const boost::system::error_code &error) {
        if (!error && !alive.expired() && m_run && run.lock() == m_run && !m_erred && !m_replied)
            sendInterrupt();
    });
}

void JupyterKernel::sendInterrupt()
{
    if (!m_client || !m_process.running())
        return;
    if (m_launch.interruptByMessage)
        m_client->send(JupyterClient::Channel::Control, "interrupt_request", {});
    else
        m_process.signalGroup(SIGINT);
}

asio::awaitable<void> JupyterKernel::changeDirectory(std::string directory)
{
    const std::string code = "import os as _os; _os.chdir(" + pythonString(directory) + "); del _os";
    co_await request("execute_request", executeRequest(code, true, false), patience);
}

asio::awaitable<std::optional<JupyterMessage>> JupyterKernel::request(
    std::string type, json::object content, std::chrono::steady_clock::duration limit)
{
    if (!m_client || !m_process.running())
        co_return std::nullopt;
    // The reply cannot be there before we look for it.
    const std::string id = m_client->send(JupyterClient::Channel::Shell, type, content);
    auto reply = m_pending.answerTo(id, limit);
    co_return co_await std::move(reply);
}

asio::awaitable<Kernel::Answer> JupyterKernel::ask(Question question)
{
    std::string type;
    json::object content;
    switch (question.kind) {
    case Question::Kind::Completion:
        type = "complete_request";
        content = { { "code", question.text }, { "cursor_pos", question.cursor } };
        break;
    case Question::Kind::Inspection:
        type = "inspect_request";
        content = { { "code", question.text }, { "cursor_pos", question.cursor }, { "detail_level", question.detail } };
        break;
    case Question::Kind::Variables:
        type = "opensandbox_variables_request";
        break;
    case Question::Kind::Table: {
        type = "opensandbox_table_request";
        json::array conditions;
        for (const Condition &condition : question.conditions)
            conditions.push_back({ { "column", condition.column }, { "operation", condition.operation }, { "text", condition.text } });
        content = { { "name", question.text }, { "offset", question.offset }, { "limit", question.limit },
            { "sort", question.sortColumn }, { "descending", question.descending }, { "filter", question.filter },
            { "conditions", std::move(conditions) }, { "seconds", orderLimit.count() } };
        break;
    }
    }
    const std::chrono::steady_clock::duration limit = question.ordersRows() ? orderLimit + patience : patience;
    if (type.starts_with("opensandbox_") && !m_launch.tellsVariables)
        co_return std::unexpected(Unanswered::NotSupported);
    std::optional<JupyterMessage> reply = co_await request(std::move(type), std::move(content), limit);
    if (!reply)
        co_return std::unexpected(m_process.running() ? Unanswered::Late : Unanswered::Ended);
    json::object &got = reply->content;
    switch (question.kind) {
    case Question::Kind::Completion: {
        json::value *matches = got.if_contains("matches");
        co_return json::object { { "matches", matches && matches->is_array() ? std::move(*matches) : json::array() },
            { "cursor_start", numberAt(got, "cursor_start") }, { "cursor_end", numberAt(got, "cursor_end") } };
    }
    case Question::Kind::Inspection: {
        const json::value *found = got.if_contains("found");
        co_return json::object { { "found", found && found->is_bool() && found->get_bool() }, { "data", objectAt(got, "data") } };
    }
    default:
        co_return objectAt(got, "answer");
    }
}

asio::awaitable<void> JupyterKernel::stop()
{
    m_stopping = true;
    if (m_run) {
        interrupt();
        co_await m_run->waitFinished(1s);
    }
    if (m_client && m_process.running())
        m_client->send(JupyterClient::Channel::Control, "shutdown_request", { { "restart", false } });
    co_await m_process.stop(m_infoReplied ? 1s : 0s);
    if (m_run) {
        m_run->contextStopped();
        finishRun();
    }
    m_client.reset();
    removeFiles();
}

void JupyterKernel::handle(JupyterClient::Channel channel, JupyterMessage message)
{
    if (channel == JupyterClient::Channel::Iopub)
        handleIopub(std::move(message));
    else if (channel == JupyterClient::Channel::Shell)
        handleReply(std::move(message));
    else if (channel == JupyterClient::Channel::Stdin)
        handleInputRequest(message);
}

void JupyterKernel::handleInputRequest(const JupyterMessage &message)
{
    if (message.type != "input_request" || !m_run || message.parentId != m_runRequest)
        return;
    const json::value *password = message.content.if_contains("password");
    m_run->requestInput(stringAt(message.content, "prompt"), password && password->is_bool() && password->get_bool(),
        [this, alive = std::weak_ptr(m_alive)](const std::string &text) {
            if (!alive.expired() && m_client)
                m_client->send(JupyterClient::Channel::Stdin, "input_reply", { { "status", "ok" }, { "value", text } });
        });
}

void JupyterKernel::handleIopub(JupyterMessage message)
{
    if (message.parentId == m_infoRequest && message.type == "status") {
        m_iopubSeen = true;
        if (m_infoReplied)
            m_settled.reach();
        return;
    }
    if (!m_run || message.parentId != m_runRequest) {
        keepLate(message);
        return;
    }
    m_lastMessage = std::chrono::steady_clock::now();
    json::object &content = message.content;
    if (message.type == "stream") {
        const json::value *text = content.if_contains("text");
        if (text && text->is_string())
            m_run->stream(stringAt(content, "name") == "stderr" ? "stderr" : "stdout", text->get_string());
    } else if (message.type == "execute_result") {
        m_run->result(objectAt(content, "data"), objectAt(content, "metadata"), numberAt(content, "execution_count"));
    } else if (message.type == "display_data" || message.type == "update_display_data") {
        json::object transient = objectAt(content, "transient");
        m_run->display(objectAt(content, "data"), objectAt(content, "metadata"), stringAt(transient, "display_id"),
            message.type == "update_display_data");
    } else if (message.type == "clear_output") {
        const json::value *wait = content.if_contains("wait");
        m_run->clearOutput(wait && wait->is_bool() && wait->get_bool());
    } else if (message.type == "error") {
        m_erred = true;
        m_run->error(errorOf(content));
    } else if (message.type == "status" && stringAt(content, "execution_state") == "busy") {
        m_begun = true;
        if (std::exchange(m_interruptedEarly, false))
            interruptOnceMore();
    } else if (message.type == "status" && stringAt(content, "execution_state") == "idle") {
        m_idle = true;
        if (m_replied)
            finishRun();
        else
            finishLate("the kernel finished without an answer; it may have failed to send a value");
    }
}

// Output of a thread whose run is over belongs to no run that goes on.
void JupyterKernel::keepLate(const JupyterMessage &message)
{
    if (message.type != "stream")
        return;
    const auto run = std::ranges::find(m_named, message.parentId, &std::pair<std::string, std::string>::first);
    if (run != m_named.end())
        addLate(run->second, stringAt(message.content, "name") == "stderr" ? "stderr" : "stdout", stringAt(message.content, "text"));
}

void JupyterKernel::handleReply(JupyterMessage message)
{
    const std::string request = message.parentId;
    if (m_pending.give(request, message))
        return;
    if (message.type == "kernel_info_reply") {
        m_infoReplied = true;
        if (m_iopubSeen)
            m_settled.reach();
    } else if (message.type == "execute_reply" && m_run && message.parentId == m_runRequest) {
        m_replied = true;
        m_replyCount = numberAt(message.content, "execution_count");
        if (const json::value *payload = message.content.if_contains("payload"); payload && payload->is_array()) {
            for (const json::value &item : payload->get_array()) {
                // The help pager (name?): nobody else would show it.
                if (!item.is_object() || stringAt(item.get_object(), "source") != "page")
                    continue;
                json::object copy = item.get_object();
                m_run->display(objectAt(copy, "data"), {}, {}, false);
            }
        }
        // A second interrupt ends the first one's report before it is published.
        if (stringAt(message.content, "status") == "error") {
            m_replyError = errorOf(message.content);
            if (m_replyError->ename.empty())
                m_replyError->ename = "KeyboardInterrupt";
        }
        if (stringAt(message.content, "status") == "aborted")
            m_run->error({ "Aborted", "the kernel skipped this code", {} });
        if (m_idle)
            finishRun();
        else
            finishLate({});
    }
}

void JupyterKernel::nativeOutput(std::string_view type, std::string_view text)
{
    if (m_run)
        m_run->stream(type, text);
    else if (!m_named.empty())
        addLate(m_named.back().second, type, text);
}

// For the case that the second of reply and idle state never comes. While output of the run still
// arrives, it is only late.
void JupyterKernel::finishLate(std::string complaint)
{
    m_late.expires_at(std::max(m_lastMessage, std::chrono::steady_clock::now()) + patience);
    m_late.async_wait(
        [this, alive = std::weak_ptr(m_alive), run = std::weak_ptr(m_run), complaint = std::move(complaint)](
            const boost::system::error_code &error) {
            const auto current = run.lock();
            if (error || alive.expired() || current != m_run || !current)
                return;
            if (std::chrono::steady_clock::now() - m_lastMessage < patience) {
                finishLate(complaint);
                return;
            }
            // An interrupt may end what is between code and answer.
            if (!complaint.empty() && m_interrupted && !m_erred)
                current->interrupted();
            else if (!complaint.empty())
                current->error({ "KernelError", complaint, {} });
            finishRun();
        });
}

void JupyterKernel::finishRun()
{
    m_late.cancel();
    m_relief.cancel();
    m_again.cancel();
    m_process.drainOutput();
    const std::shared_ptr<Run> run = std::move(m_run);
    m_run.reset();
    if (m_replyError && !m_erred)
        run->error(*m_replyError);
    run->executionCount(m_replyCount);
    run->complete();
}

void JupyterKernel::ended(ExitStatus status)
{
    m_pending.abandon();
    m_settled.reach();
    if (!m_infoReplied || m_stopping)
        return;
    const std::string reason = deathReason(status.code, status.signal, m_memory);
    Runtime::log(Runtime::LogLevel::Warning, reason);
    tellDeathLater(reason);
}

void JupyterKernel::tellDeathLater(std::string reason)
{
    // What it published before its end may still be on the way.
    m_late.expires_after(farewell);
    m_late.async_wait([this, alive = std::weak_ptr(m_alive), reason = std::move(reason)](
                          const boost::system::error_code &error) {
        if (error || alive.expired())
            return;
        if (m_run && std::chrono::steady_clock::now() - m_lastMessage < farewell) {
            tellDeathLater(reason);
            return;
        }
        if (m_run) {
            m_run->kernelDied(reason, m_process.lastErrors());
            finishRun();
        }
        tellDeath(reason);
    });
}

void JupyterKernel::removeFiles()
{
    if (m_directory.empty())
        return;
    std::error_code ignored;
    std::filesystem::remove_all(m_directory, ignored);
    m_directory.clear();
}

} // namespace Execd

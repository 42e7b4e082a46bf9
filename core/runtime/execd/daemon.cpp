// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/daemon.h"

#include "execd/eventencoder.h"
#include "execd/fileoperations.h"
#include "execd/kernelspec.h"
#include "execd/offload.h"
#include "execd/requestbody.h"
#include "http/relay.h"

#include <charconv>
#include <fcntl.h>
#include <format>
#include <sys/stat.h>
#include <unistd.h>

namespace asio = boost::asio;
namespace json = boost::json;
namespace Http = Runtime::Http;
using namespace std::chrono_literals;

namespace Execd {

namespace {

constexpr std::size_t longestBody = 256u << 20;
constexpr std::uint16_t ownPort = 44772;
constexpr auto watchInterval = 1s;
constexpr auto prewarmDelay = 10ms;
constexpr auto shortestSample = 300ms;
constexpr auto longestSample = 10s;

Http::Response jsonText(std::string text)
{
    return Http::Response::text(200, std::move(text), "application/json; charset=utf-8");
}

Http::Response streamHead()
{
    Http::Response head;
    head.headers.add("Cache-Control", "no-cache");
    head.headers.add("Content-Type", "text/event-stream");
    head.headers.add("X-Accel-Buffering", "no");
    return head;
}

void refuseRequest(std::string_view message)
{
    refuse(400, "INVALID_REQUEST_BODY", std::string("invalid request, validation error ") + std::string(message));
}

std::string contextJson(const ContextInfo &info)
{
    return R"({"id":)" + jsonString(info.id) + R"(,"language":)" + jsonString(info.language) + '}';
}

std::string requiredQuery(const Http::Request &request, std::string_view name)
{
    auto value = request.queryValue(name);
    if (!value || value->empty())
        refuse(400, "MISSING_QUERY", std::format("missing query parameter '{}'", name));
    return *value;
}

void refuseShellLanguage(std::string_view language)
{
    if (language == "command" || language == "background-command" || language == "sql")
        refuse(500, "RUNTIME_ERROR", std::format("unsupported language context operation: {}", language));
}

[[noreturn]] void refuseContext(std::string_view id)
{
    refuse(404, "CONTEXT_NOT_FOUND", std::format("context {} not found", id));
}

std::string jsonOf(const json::object &object)
{
    std::string text;
    appendJson(text, object);
    return text;
}

Question questionAboutCode(const json::value &body, Question::Kind kind)
{
    const RequestObject request(body, "CodeQuestion");
    Question question;
    question.kind = kind;
    question.text = request.string("code").value_or(std::string());
    const auto length = std::ranges::count_if(question.text, [](char c) { return (c & 0xC0) != 0x80; });
    question.cursor = request.integer("cursor_pos").value_or(length);
    question.detail = request.integer("detail_level").value_or(0) > 0 ? 1 : 0;
    if (question.cursor < 0 || question.cursor > length)
        refuseRequest(std::format("cursor_pos {} is not within the code, which has {} characters", question.cursor, length));
    return question;
}

std::int64_t integerQuery(
    const Http::Request &request, std::string_view name, std::int64_t otherwise, std::int64_t least, std::int64_t most)
{
    const auto text = request.queryValue(name);
    if (!text)
        return otherwise;
    std::int64_t value = 0;
    const auto parsed = std::from_chars(text->data(), text->data() + text->size(), value);
    if (parsed.ec != std::errc() || parsed.ptr != text->data() + text->size() || value < least || value > most)
        refuseRequest(std::format("{} must be a number from {} to {}", name, least, most));
    return value;
}

[[noreturn]] void refusePty(std::string_view id)
{
    refuse(404, "CONTEXT_NOT_FOUND", std::format("pty session {} not found", id));
}

CommandRequest commandRequest(const json::value &body)
{
    const RequestObject object(body, "RunCommandRequest");
    CommandRequest request;
    request.command = object.string("command").value_or(std::string());
    request.workingDirectory = object.string("cwd").value_or(std::string());
    request.background = object.boolean("background");
    request.timeoutMilliseconds = object.integer("timeout", "int64").value_or(0);
    if (const auto uid = object.integer("uid", "uint32"))
        request.uid = static_cast<std::uint32_t>(*uid);
    if (const auto gid = object.integer("gid", "uint32"))
        request.gid = static_cast<std::uint32_t>(*gid);
    if (const json::value *variables = object.find("envs")) {
        const RequestObject map(*variables, "RunCommandRequest");
        for (const json::key_value_pair &variable : map.members()) {
            if (!variable.value().is_string()) {
                refuse(400, "INVALID_REQUEST_BODY",
                    "error parsing request, MAYBE invalid body format. json: cannot unmarshal number into Go struct "
                    "field RunCommandRequest.envs of type string");
            }
            const std::string name(variable.key());
            const std::string value(variable.value().get_string());
            if (name.empty() || name.find('=') != std::string::npos || name.find('\0') != std::string::npos
                || value.find('\0') != std::string::npos)
                refuseRequest("a name or value in envs is not possible: " + name);
            request.environment.emplace_back(name, value);
        }
    }
    if (const json::value *arguments = object.find("argv")) {
        for (const json::value &argument : requireArray(*arguments, "string")) {
            if (!argument.is_string() || argument.get_string().find('\0') != std::string_view::npos)
                refuseRequest("argv must be a list of texts without NUL characters");
            request.arguments.emplace_back(argument.get_string());
        }
        if (!request.command.empty())
            refuseRequest("command and argv exclude each other");
        if (request.arguments.empty() || request.arguments.front().empty())
            refuseRequest("argv must begin with the program to start");
    }
    if (request.command.empty() && request.arguments.empty())
        refuseRequest("Key: 'RunCommandRequest.Command' Error:Field validation for 'Command' failed on the 'required' tag");
    if (request.command.find('\0') != std::string::npos)
        refuseRequest("the command contains a NUL character");
    if (request.timeoutMilliseconds < 0)
        refuseRequest("Key: 'RunCommandRequest.TimeoutMs' Error:Field validation for 'TimeoutMs' failed on the 'gte' tag");
    if (const auto problem = Commands::problem(request))
        refuseRequest(*problem);
    return request;
}

} // namespace

Daemon::Daemon(const asio::any_io_executor &executor, DaemonOptions options)
    : m_executor(executor)
    , m_socketPath(options.socketPath)
    , m_contexts(executor, options.kernels)
    , m_commands(executor, options.kernels.runtimeDirectory, options.kernels.spoolDirectory)
    , m_sessions(executor, options.kernels.spoolDirectory)
    , m_ptys(executor)
    , m_files(options.kernels.spoolDirectory)
    , m_metrics(options.limits)
    , m_prewarmPython(options.prewarmPython)
    , m_niceness(options.niceness)
{
}

Http::Router Daemon::router()
{
    Http::Router router;
    const auto add = [&router, this](std::string_view method, std::string_view pattern,
                         Awaitable<void> (Daemon::*handler)(Exchange)) {
        router.add(method, pattern, [this, handler](Exchange exchange) { return (this->*handler)(std::move(exchange)); });
    };
    add("GET", "/ping", &Daemon::ping);
    add("HEAD", "/ping", &Daemon::ping);
    add("POST", "/code/context", &Daemon::createContext);
    add("GET", "/code/contexts", &Daemon::listContexts);
    add("DELETE", "/code/contexts", &Daemon::deleteContexts);
    add("GET", "/code/contexts/{id}", &Daemon::getContext);
    add("DELETE", "/code/contexts/{id}", &Daemon::deleteContext);
    add("POST", "/code/contexts/{id}/restart", &Daemon::restartContext);
    add("POST", "/code/contexts/{id}/complete", &Daemon::completeCode);
    add("POST", "/code/contexts/{id}/inspect", &Daemon::inspectCode);
    add("GET", "/code/contexts/{id}/variables", &Daemon::listVariables);
    add("GET", "/code/contexts/{id}/variables/{name}", &Daemon::showVariable);
    add("POST", "/code/contexts/{id}/input", &Daemon::giveInput);
    add("GET", "/capabilities", &Daemon::capabilities);
    add("POST", "/code", &Daemon::runCode);
    add("DELETE", "/code", &Daemon::interrupt);
    add("POST", "/command", &Daemon::runCommand);
    add("DELETE", "/command", &Daemon::interrupt);
    add("GET", "/command/status/{id}", &Daemon::commandStatus);
    add("GET", "/command/{id}/logs", &Daemon::commandLogs);
    add("POST", "/session", &Daemon::createSession);
    add("POST", "/session/{id}/run", &Daemon::runInSession);
    add("DELETE", "/session/{id}", &Daemon::deleteSession);
    add("POST", "/pty", &Daemon::createPty);
    add("GET", "/pty/{id}", &Daemon::ptyStatus);
    add("DELETE", "/pty/{id}", &Daemon::deletePty);
    add("GET", "/pty/{id}/ws", &Daemon::connectPty);
    add("GET", "/metrics", &Daemon::metrics);
    add("GET", "/metrics/watch", &Daemon::watchMetrics);
    add("*", "/proxy/{port}/{rest*}", &Daemon::proxy);
    add("GET", "/v1/isolated/capabilities", &Daemon::isolatedCapabilities);
    add("*", "/v1/isolated/{rest*}", &Daemon::refuseIsolated);
    m_files.addRoutes(router);
    router.setNotFound([this](Exchange exchange) { return notFound(std::move(exchange)); });
    router.setMethodNotAllowed([this](Exchange exchange) { return notFound(std::move(exchange)); });
    return router;
}

Http::Awaitable<void> Daemon::ping(Exchange exchange)
{
    co_await exchange->send(Http::Response::empty(200));
    // Whoever waits for the sandbox has the processors first. Nothing else was started yet.
    if (const int niceness = std::exchange(m_niceness, 0); niceness > 0) {
        [[maybe_unused]] const int changed = nice(niceness);
    }
    if (std::exchange(m_prewarmPython, false))
        m_contexts.prewarmPython(prewarmDelay);
}

Http::Awaitable<void> Daemon::notFound(Exchange exchange)
{
    co_await exchange->send(Http::Response::text(404, "404 page not found", "text/plain"));
}

// --- sandboxes within this one: a local sandbox is the innermost, because it may make no namespaces ---

constexpr std::string_view noIsolatedSessions
    = "a local sandbox has no isolated sessions inside; create another sandbox for each";

Http::Awaitable<void> Daemon::isolatedCapabilities(Exchange exchange)
{
    co_await exchange->send(
        jsonText(R"({"available":false,"message":)" + jsonString(noIsolatedSessions)
            + R"(,"setpriv_available":false,"userns_available":false,"commit_supported":false,"diff_supported":false})"));
}

Http::Awaitable<void> Daemon::refuseIsolated(Exchange exchange)
{
    co_await exchange->send(Http::Response::error(501, "NOT_SUPPORTED", noIsolatedSessions));
}

// --- contexts ---

Http::Awaitable<void> Daemon::createContext(Exchange exchange)
{
    const json::value body = parseBody(co_await exchange->readBody(longestBody));
    const RequestObject request(body, "CodeContextRequest");
    const std::string language = request.string("language").value_or(std::string());
    const std::string directory = request.string("cwd").value_or(std::string());
    if (language.empty())
        refuse(500, "RUNTIME_ERROR", "error creating code context. the language is missing");
    refuseShellLanguage(language);
    std::string failure;
    ContextInfo info;
    try {
        const std::string expanded = directory.empty() ? std::string() : FileOperations::resolve(directory);
        info = co_await m_contexts.create(language, expanded);
    } catch (const KernelError &error) {
        failure = error.what();
    }
    if (!failure.empty())
        refuse(500, "RUNTIME_ERROR", "error creating code context. " + failure);
    std::string text = contextJson(info);
    if (!directory.empty())
        text.insert(text.size() - 1, R"(,"cwd":)" + jsonString(directory));
    co_await exchange->send(jsonText(std::move(text)));
}

Http::Awaitable<void> Daemon::listContexts(Exchange exchange)
{
    const std::string language = exchange->request().queryValue("language").value_or(std::string());
    refuseShellLanguage(language);
    std::string text = "[";
    for (const ContextInfo &info : m_contexts.list(language)) {
        if (text.size() > 1)
            text += ',';
        text += contextJson(info);
    }
    co_await exchange->send(jsonText(text + ']'));
}

Http::Awaitable<void> Daemon::deleteContexts(Exchange exchange)
{
    const std::string language = requiredQuery(exchange->request(), "language");
    refuseShellLanguage(language);
    co_await m_contexts.removeAll(language);
    co_await exchange->send(Http::Response::empty(200));
}

Http::Awaitable<void> Daemon::getContext(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    const auto info = m_contexts.find(id);
    if (!info)
        refuseContext(id);
    co_await exchange->send(jsonText(contextJson(*info)));
}

Http::Awaitable<void> Daemon::deleteContext(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    const bool existed = co_await m_contexts.remove(id);
    if (!existed)
        refuseContext(id);
    co_await exchange->send(Http::Response::empty(200));
}

Http::Awaitable<void> Daemon::restartContext(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    std::string failure;
    bool existed = true;
    try {
        existed = co_await m_contexts.restart(id);
    } catch (const KernelError &error) {
        failure = error.what();
    }
    if (!failure.empty())
        refuse(500, "RUNTIME_ERROR", "error restarting code context. " + failure);
    if (!existed)
        refuseContext(id);
    co_await exchange->send(jsonText(contextJson(m_contexts.find(id).value_or(ContextInfo { id, {} }))));
}

// --- questions to a context ---

Http::Awaitable<json::object> Daemon::ask(std::string id, Question question)
{
    auto answer = co_await m_contexts.ask(id, std::move(question));
    if (answer)
        co_return std::move(*answer);
    switch (answer.error()) {
    case Contexts::Silence::Unknown:
        break;
    case Contexts::Silence::Busy:
        refuse(409, "CONTEXT_BUSY", "code runs in this context; ask again when it has ended");
    case Contexts::Silence::Lost:
        refuse(409, "CONTEXT_LOST", "the kernel of this context has ended; restart the context");
    case Contexts::Silence::NotSupported:
        refuse(501, "NOT_SUPPORTED", "the kernel of this context cannot answer that");
    case Contexts::Silence::Late:
        refuse(504, "KERNEL_TIMEOUT", "the kernel of this context did not answer in time");
    }
    refuseContext(id);
}

Http::Awaitable<void> Daemon::completeCode(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    const json::value body = parseBody(co_await exchange->readBody(longestBody));
    Question question = questionAboutCode(body, Question::Kind::Completion);
    const json::object answer = co_await ask(id, std::move(question));
    co_await exchange->send(jsonText(jsonOf(answer)));
}

Http::Awaitable<void> Daemon::inspectCode(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    const json::value body = parseBody(co_await exchange->readBody(longestBody));
    Question question = questionAboutCode(body, Question::Kind::Inspection);
    json::object answer = co_await ask(id, std::move(question));
    if (json::value *data = answer.if_contains("data"); data && data->is_object())
        *data = renamedPlainText(std::move(data->get_object()));
    co_await exchange->send(jsonText(jsonOf(answer)));
}

Http::Awaitable<void> Daemon::listVariables(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    const json::object answer = co_await ask(id, Question());
    co_await exchange->send(jsonText(jsonOf(answer)));
}

Http::Awaitable<void> Daemon::showVariable(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    Question question;
    question.kind = Question::Kind::Table;
    question.text = exchange->request().param("name");
    question.offset = integerQuery(exchange->request(), "offset", 0, 0, std::int64_t(1) << 53);
    question.limit = integerQuery(exchange->request(), "limit", 100, 1, 1000);
    const std::string name = question.text;
    const json::object answer = co_await ask(id, std::move(question));
    if (!answer.contains("rows"))
        refuse(404, "VARIABLE_NOT_FOUND", "there is no variable " + name);
    co_await exchange->send(jsonText(jsonOf(answer)));
}

Http::Awaitable<void> Daemon::giveInput(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    const json::value body = parseBody(co_await exchange->readBody(longestBody));
    const RequestObject request(body, "InputRequest");
    auto value = request.string("value");
    if (request.boolean("eof"))
        value = Run::endOfInput;
    if (!value)
        refuseRequest("Key: 'InputRequest.Value' Error:Field validation for 'Value' failed on the 'required' tag");
    const Contexts::Input result = m_contexts.giveInput(id, *value);
    if (result == Contexts::Input::Unknown)
        refuseContext(id);
    if (result == Contexts::Input::NotWanted)
        refuse(409, "NO_INPUT_REQUESTED", "no program waits for input in this context");
    co_await exchange->send(Http::Response::empty(200));
}

Http::Awaitable<void> Daemon::capabilities(Exchange exchange)
{
    const std::function<json::object()> look = [] { return languageCapabilities(); };
    json::object languages = co_await offload<json::object>(look);
    const json::object answer { { "implementation", "opensandbox-workbench" }, { "version", 1 },
        { "extensions",
            { "capabilities", "completion", "display", "inspection", "metrics", "pty", "restart", "stdin", "variables" } },
        { "languages", std::move(languages) } };
    co_await exchange->send(jsonText(jsonOf(answer)));
}

// --- runs ---

Http::Awaitable<void> Daemon::stream(
    Exchange exchange, std::shared_ptr<EventQueue> queue, std::function<void()> onGone)
{
    const std::shared_ptr<Http::StreamWriter> writer = exchange->beginStream(streamHead());
    exchange->onDisconnect([queue, onGone] {
        queue->detach();
        if (onGone)
            onGone();
    });
    while (true) {
        std::string bytes = co_await queue->take();
        if (bytes.empty())
            break;
        if (!co_await writer->write(std::move(bytes))) {
            // The work goes on without a reader.
            queue->detach();
            break;
        }
    }
    co_await writer->finish();
}

Http::Awaitable<void> Daemon::runCode(Exchange exchange)
{
    const json::value body = parseBody(co_await exchange->readBody(longestBody));
    const RequestObject request(body, "RunCodeRequest");
    const std::string code = request.string("code").value_or(std::string());
    const bool allowStdin = request.boolean("allow_stdin");
    std::string id;
    std::string language;
    if (const json::value *context = request.find("context")) {
        const RequestObject object(*context, "RunCodeRequest.context");
        id = object.string("id").value_or(std::string());
        language = object.string("language").value_or(std::string());
    }
    if (code.empty())
        refuseRequest("Key: 'RunCodeRequest.Code' Error:Field validation for 'Code' failed on the 'required' tag");
    if (language.empty() || language == "command" || language == "background-command") {
        CommandRequest command;
        command.command = code;
        command.background = language == "background-command";
        if (code.find('\0') != std::string::npos)
            refuseRequest("the code contains a NUL character");
        const std::shared_ptr<EventQueue> queue = m_commands.start(command);
        co_await stream(exchange, queue);
        co_return;
    }
    if (language != "sql" && !isContextLanguage(language))
        refuse(500, "RUNTIME_ERROR", "error running codes unknown language: " + language);
    if (language == "sql")
        refuse(500, "RUNTIME_ERROR", "error running codes there is no SQL server in a local sandbox");

    std::string failure;
    Contexts::Start start;
    try {
        start = co_await m_contexts.run(id, language, code, allowStdin);
    } catch (const KernelError &error) {
        failure = error.what();
    }
    if (!failure.empty())
        refuse(500, "RUNTIME_ERROR", "error running codes " + failure);
    if (start.refusal == Contexts::Refusal::Unknown)
        refuse(404, "CONTEXT_NOT_FOUND", "error running codes context not found");
    if (start.refusal == Contexts::Refusal::Busy) {
        const auto queue = std::make_shared<EventQueue>(m_executor, std::string());
        Event init;
        init.type = "init";
        init.text = start.contextId;
        queue->push(init);
        queue->pushRaw(R"({"code":"RUNTIME_ERROR","message":"error running codes session is busy"})");
        queue->close();
        co_await stream(exchange, queue);
        co_return;
    }
    // The queue lives as long as its run.
    const std::shared_ptr<EventQueue> queue(start.run, &start.run->queue());
    const std::function<void()> onGone = [weak = std::weak_ptr(start.run)] {
        if (const auto run = weak.lock())
            run->clientGone();
    };
    co_await stream(exchange, queue, onGone);
}

Http::Awaitable<void> Daemon::runCommand(Exchange exchange)
{
    const json::value body = parseBody(co_await exchange->readBody(longestBody));
    const std::shared_ptr<EventQueue> queue = m_commands.start(commandRequest(body));
    co_await stream(exchange, queue);
}

// --- sessions ---

Http::Awaitable<void> Daemon::createSession(Exchange exchange)
{
    const std::string text = co_await exchange->readBody(longestBody);
    std::string directory;
    if (!text.empty()) {
        const json::value body = parseBody(text);
        directory = RequestObject(body, "CreateSessionRequest").string("cwd").value_or(std::string());
    }
    const auto id = m_sessions.create(directory);
    if (!id)
        refuse(500, "RUNTIME_ERROR", "error creating session. " + id.error());
    co_await exchange->send(jsonText(R"({"session_id":)" + jsonString(*id) + '}'));
}

Http::Awaitable<void> Daemon::runInSession(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    const json::value body = parseBody(co_await exchange->readBody(longestBody));
    const RequestObject object(body, "RunInSessionRequest");
    CommandRequest request;
    request.command = object.string("command").value_or(std::string());
    request.workingDirectory = object.string("cwd").value_or(std::string());
    request.timeoutMilliseconds = object.integer("timeout", "int64").value_or(0);
    std::string problem;
    if (request.command.empty()) {
        problem = "Key: 'RunInSessionRequest.Command' Error:Field validation for 'Command' failed on the 'required' tag";
    } else if (request.timeoutMilliseconds < 0) {
        problem = "Key: 'RunInSessionRequest.Timeout' Error:Field validation for 'Timeout' failed on the 'gte' tag";
    } else if (request.command.find('\0') != std::string::npos) {
        problem = "the command contains a NUL character";
    } else {
        problem = Commands::problem(request).value_or(std::string());
    }
    if (!problem.empty())
        refuse(400, "INVALID_REQUEST_BODY", "invalid request. " + problem);
    if (!m_sessions.exists(id))
        refuse(500, "RUNTIME_ERROR", "error running in session. context not found");
    const Sessions::Running running
        = m_sessions.run(id, request.command, request.workingDirectory, request.timeoutMilliseconds);
    // Other than a command, a run in a session ends with its client.
    const std::function<void()> onGone = [child = running.child] {
        if (child && child->running())
            child->signalGroup(SIGKILL);
    };
    co_await stream(exchange, running.queue, onGone);
}

Http::Awaitable<void> Daemon::deleteSession(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    if (!m_sessions.remove(id))
        refuse(404, "CONTEXT_NOT_FOUND", std::format("session {} not found", id));
    co_await exchange->send(Http::Response::empty(200));
}

// Of a context, a command or a session: the protocol has one handler for all.
Http::Awaitable<void> Daemon::interrupt(Exchange exchange)
{
    const std::string id = requiredQuery(exchange->request(), "id");
    if (!m_contexts.interrupt(id) && !m_sessions.remove(id)) {
        const Commands::Interrupted result = co_await m_commands.interrupt(id);
        if (result == Commands::Interrupted::Unknown)
            refuse(500, "RUNTIME_ERROR", "error interruptting code context. no such session");
        if (result == Commands::Interrupted::NotRunning) {
            refuse(500, "RUNTIME_ERROR",
                std::format("error interruptting code context. command session {} is not running", id));
        }
    }
    co_await exchange->send(Http::Response::empty(200));
}

Http::Awaitable<void> Daemon::commandStatus(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    const auto status = m_commands.status(id);
    if (!status)
        refuse(404, "INVALID_REQUEST_BODY", "command not found: " + id);
    std::string text = R"({"id":)" + jsonString(status->id) + R"(,"content":)" + jsonString(status->content)
        + R"(,"running":)" + (status->running ? "true" : "false");
    if (status->exitCode)
        text += R"(,"exit_code":)" + std::to_string(*status->exitCode);
    if (!status->error.empty())
        text += R"(,"error":)" + jsonString(status->error);
    text += R"(,"started_at":)" + jsonString(formatTime(status->startedAt));
    if (status->finishedAt)
        text += R"(,"finished_at":)" + jsonString(formatTime(*status->finishedAt));
    co_await exchange->send(jsonText(text + '}'));
}

Http::Awaitable<void> Daemon::commandLogs(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    const auto path = m_commands.logFile(id);
    if (!path)
        refuse(400, "INVALID_REQUEST_BODY", path.error());
    const std::string cursorText = exchange->request().queryValue("cursor").value_or(std::string());
    std::int64_t cursor = 0;
    const auto parsed = std::from_chars(cursorText.data(), cursorText.data() + cursorText.size(), cursor);
    if (parsed.ec != std::errc() || parsed.ptr != cursorText.data() + cursorText.size())
        cursor = 0;
    if (cursor < 0)
        refuse(400, "INVALID_REQUEST_BODY", "error seek file: the cursor is negative");
    const UniqueFd file(open(path->c_str(), O_RDONLY | O_CLOEXEC));
    struct stat info {};
    if (!file || fstat(file.get(), &info) != 0)
        refuse(400, "INVALID_REQUEST_BODY", "error opening the log of command " + id);
    // As long as it is now; what comes later is for the next call.
    std::int64_t left = std::max<std::int64_t>(info.st_size - cursor, 0);
    Http::Response head;
    head.headers.add("Content-Type", "text/plain; charset=utf-8");
    head.headers.add("Execd-Commands-Tail-Cursor", std::to_string(cursor + left));
    constexpr std::int64_t largestInOnePiece = 1 << 20;
    if (left <= largestInOnePiece) {
        head.body.resize(static_cast<std::size_t>(left));
        const ssize_t got = pread(file.get(), head.body.data(), head.body.size(), cursor);
        head.body.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        co_await exchange->send(std::move(head));
        co_return;
    }
    const std::shared_ptr<Http::StreamWriter> writer = exchange->beginStream(std::move(head));
    for (off_t offset = cursor; left > 0;) {
        std::string piece(static_cast<std::size_t>(std::min<std::int64_t>(left, 256 << 10)), '\0');
        const ssize_t got = pread(file.get(), piece.data(), piece.size(), offset);
        if (got <= 0)
            break;
        piece.resize(static_cast<std::size_t>(got));
        offset += got;
        left -= got;
        if (!co_await writer->write(std::move(piece)))
            break;
    }
    co_await writer->finish();
}

// --- terminals ---

Http::Awaitable<void> Daemon::createPty(Exchange exchange)
{
    const std::string text = co_await exchange->readBody(longestBody);
    std::string directory;
    std::string command;
    if (!text.empty()) {
        const json::value body = parseBody(text);
        const RequestObject request(body, "CreatePTYSessionRequest");
        directory = request.string("cwd").value_or(std::string());
        command = request.string("command").value_or(std::string());
    }
    if (command.find('\0') != std::string::npos)
        refuseRequest("the command contains a NUL character");
    if (!directory.empty())
        directory = FileOperations::resolve(directory);
    const auto id = m_ptys.create(directory, command);
    if (!id)
        refuse(500, "RUNTIME_ERROR", "error creating pty session. " + id.error());
    Http::Response response = jsonText(R"({"session_id":)" + jsonString(*id) + '}');
    response.status = 201;
    co_await exchange->send(std::move(response));
}

Http::Awaitable<void> Daemon::ptyStatus(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    const auto status = m_ptys.status(id);
    if (!status)
        refusePty(id);
    co_await exchange->send(jsonText(std::format(R"({{"session_id":{},"running":{},"output_offset":{}}})", jsonString(id),
        status->running, status->outputOffset)));
}

Http::Awaitable<void> Daemon::deletePty(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    const bool existed = co_await m_ptys.remove(id);
    if (!existed)
        refusePty(id);
    co_await exchange->send(Http::Response::empty(200));
}

Http::Awaitable<void> Daemon::connectPty(Exchange exchange)
{
    const Http::Request &request = exchange->request();
    const std::string id(request.param("id"));
    if (!m_ptys.status(id))
        refusePty(id);
    PtySessions::Attach attach;
    attach.pipes = request.queryValue("pty") == "0";
    attach.takeOver = request.queryValue("takeover") == "1";
    const std::string since = request.queryValue("since").value_or(std::string());
    std::uint64_t seen = 0;
    const auto parsed = std::from_chars(since.data(), since.data() + since.size(), seen);
    if (parsed.ec == std::errc() && parsed.ptr == since.data() + since.size())
        attach.since = seen;
    if (!attach.takeOver && m_ptys.isTaken(id))
        refuse(409, "ALREADY_CONNECTED", "another client is already connected to pty session " + id);
    if (!Http::wantsUpgrade(request)) {
        Http::Response refusal = Http::Response::text(400, "Bad Request\n");
        refusal.headers.add("Sec-Websocket-Version", "13");
        co_await exchange->send(std::move(refusal));
        co_return;
    }
    co_await m_ptys.serve(id, attach, exchange);
}

// --- metrics ---

Http::Awaitable<Metrics::Reading> Daemon::readMetrics()
{
    const std::function<Metrics::Reading()> read = [this] { return m_metrics.read(); };
    co_return co_await offload<Metrics::Reading>(read);
}

Http::Awaitable<void> Daemon::metrics(Exchange exchange)
{
    const auto now = std::chrono::steady_clock::now();
    Metrics::Reading before = m_lastReading;
    // The last reading serves as the start of the sample, when there is a fresh one.
    if (before.timestamp == 0 || now - before.time < shortestSample || now - before.time > longestSample) {
        before = co_await readMetrics();
        asio::steady_timer timer(m_executor, shortestSample);
        co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    m_lastReading = co_await readMetrics();
    const Metrics::Reading after = m_lastReading;
    co_await exchange->send(jsonText(m_metrics.between(before, after).toJson()));
}

Http::Awaitable<void> Daemon::watchMetrics(Exchange exchange)
{
    const std::shared_ptr<Http::StreamWriter> writer = exchange->beginStream(streamHead());
    asio::steady_timer timer(m_executor);
    exchange->onDisconnect([&timer] { timer.cancel(); });
    Metrics::Reading before = co_await readMetrics();
    timer.expires_after(shortestSample);
    co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
    while (writer->isOpen()) {
        const Metrics::Reading after = co_await readMetrics();
        m_lastReading = after;
        const bool written = co_await writer->write(m_metrics.between(before, after).toJson() + '\n');
        if (!written)
            break;
        before = after;
        timer.expires_after(watchInterval);
        co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    co_await writer->finish();
}

// --- ports of the sandbox ---

Http::Awaitable<void> Daemon::proxy(Exchange exchange)
{
    const Http::Request &request = exchange->request();
    const std::string_view portText = request.param("port");
    std::uint16_t port = 0;
    const auto parsed = std::from_chars(portText.data(), portText.data() + portText.size(), port);
    if (parsed.ec != std::errc() || parsed.ptr != portText.data() + portText.size() || port == 0) {
        co_await exchange->send(Http::Response::text(400, "port is required"));
        co_return;
    }
    std::string target = "/" + std::string(request.param("rest"));
    if (!request.rawQuery.empty())
        target += '?' + request.rawQuery;
    std::expected<Http::Socket, std::string> backend = std::unexpected(std::string());
    if (port == ownPort && !m_socketPath.empty())
        backend = co_await Http::connectUnix(m_executor, m_socketPath);
    else
        backend = co_await Http::connectTcp(m_executor, "127.0.0.1", port);
    if (!backend) {
        co_await exchange->send(Http::Response::text(502, "Bad Gateway"));
        co_return;
    }
    constexpr std::array<std::string_view, 1> dropped { "X-Forwarded-Host" };
    std::string head = Http::rewriteHead(request, target, dropped);
    Http::RawConnection client = co_await exchange->takeConnection();
    co_await Http::relay(std::move(client), std::move(*backend), std::move(head));
}

} // namespace Execd

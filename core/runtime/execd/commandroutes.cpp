// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// The routes of commands, of sessions and of terminals.
#include "execd/answers.h"
#include "execd/daemon.h"
#include "execd/eventencoder.h"
#include "execd/fileoperations.h"
#include "execd/requestbody.h"
#include "http/relay.h"

#include <charconv>
#include <fcntl.h>
#include <format>
#include <sys/stat.h>
#include <unistd.h>

namespace json = boost::json;
namespace Http = Runtime::Http;

namespace Execd {

namespace {

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

// --- commands ---

Http::Awaitable<void> Daemon::runCommand(Exchange exchange)
{
    const json::value body = parseBody(co_await exchange->readBody(longestBody));
    const std::shared_ptr<EventQueue> queue = m_commands.start(commandRequest(body));
    co_await stream(exchange, queue);
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

} // namespace Execd

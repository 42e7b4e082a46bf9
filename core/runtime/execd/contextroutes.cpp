// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// The routes below /code.
#include "execd/answers.h"
#include "execd/daemon.h"
#include "execd/eventencoder.h"
#include "execd/fileoperations.h"
#include "execd/kernelspec.h"
#include "execd/requestbody.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <format>

namespace json = boost::json;
namespace Http = Runtime::Http;

namespace Execd {

namespace {

std::string contextJson(const ContextInfo &info)
{
    return R"({"id":)" + jsonString(info.id) + R"(,"language":)" + jsonString(info.language) + '}';
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

/// Far more than any kernel shows of a table.
constexpr std::int64_t mostColumns = 1 << 20;

/// Seconds.
constexpr std::int64_t longestWait = 60;
constexpr std::size_t longestName = 200;

constexpr std::size_t mostConditions = 32;
constexpr std::size_t longestText = 4096;

std::vector<Condition> conditionsOf(const std::string &text)
{
    boost::system::error_code error;
    const json::value list = json::parse(text, error);
    if (error || !list.is_array() || list.get_array().size() > mostConditions)
        refuseRequest(std::format("where must be a JSON array of at most {} conditions", mostConditions));
    std::vector<Condition> conditions;
    for (const json::value &item : list.get_array()) {
        const RequestObject object(item, "where");
        Condition condition;
        condition.column = object.integer("column").value_or(-1);
        condition.operation = object.string("operation").value_or("=");
        condition.text = object.string("text").value_or(std::string());
        static constexpr std::array known { "=", "==", "!=", "<", "<=", ">", ">=", "missing", "present" };
        if (std::ranges::find(known, condition.operation) == known.end())
            refuseRequest("the operation of a condition must be one of = == != < <= > >= missing present");
        if (condition.column > mostColumns || condition.text.size() > longestText)
            refuseRequest(std::format("a condition has no column above {} and no text above {} bytes", mostColumns, longestText));
        conditions.push_back(std::move(condition));
    }
    return conditions;
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

bool booleanQuery(const Http::Request &request, std::string_view name)
{
    const auto text = request.queryValue(name);
    if (text && text != "true" && text != "false")
        refuseRequest(std::format("{} must be true or false", name));
    return text == "true";
}

} // namespace

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
    question.sortColumn = integerQuery(exchange->request(), "sort", -1, 0, mostColumns);
    question.descending = booleanQuery(exchange->request(), "descending");
    question.filter = exchange->request().queryValue("filter").value_or(std::string());
    if (const auto where = exchange->request().queryValue("where"))
        question.conditions = conditionsOf(*where);
    const std::string name = question.text;
    const json::object answer = co_await ask(id, std::move(question));
    if (answer.contains("no_column"))
        refuseRequest("sort or where is not the position of a shown column of " + name);
    if (answer.contains("late"))
        refuse(504, "KERNEL_TIMEOUT", name + " has too many rows to sort or filter them in time");
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

Http::Awaitable<void> Daemon::lateOutput(Exchange exchange)
{
    const std::string id(exchange->request().param("id"));
    const std::int64_t position = integerQuery(exchange->request(), "since", 0, 0, std::int64_t(1) << 53);
    const std::int64_t wait = integerQuery(exchange->request(), "wait", 0, 0, longestWait);
    const auto answer = co_await m_contexts.lateOutput(id, static_cast<std::uint64_t>(position), std::chrono::seconds(wait));
    if (!answer)
        refuseContext(id);
    co_await exchange->send(jsonText(jsonOf(*answer)));
}

// --- runs ---

Http::Awaitable<void> Daemon::runCode(Exchange exchange)
{
    const json::value body = parseBody(co_await exchange->readBody(longestBody));
    const RequestObject request(body, "RunCodeRequest");
    const std::string code = request.string("code").value_or(std::string());
    const bool allowStdin = request.boolean("allow_stdin");
    json::object figures;
    if (const json::value *asked = request.find("figures"); asked && asked->is_object())
        figures = asked->get_object();
    std::string name = request.string("run").value_or(std::string());
    if (name.size() > longestName)
        refuseRequest(std::format("the name of a run has at most {} bytes", longestName));
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
        start = co_await m_contexts.run(id, language, code, allowStdin, std::move(figures), std::move(name));
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

} // namespace Execd

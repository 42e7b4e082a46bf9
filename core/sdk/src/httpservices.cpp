// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "httpservices.h"
#include "json.h"
#include "runstream.h"

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

using std::chrono::milliseconds;

Error invalid(const QString &message)
{
    return { Error::Kind::InvalidArgument, 0, {}, message, {} };
}

Task<CommandStatus> statusOf(std::shared_ptr<const Client> client, QString id, std::stop_token stop)
{
    auto call = Client::callForJson(client, Request::get("/command/status/" + percentEncoded(id)), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    co_return Json::commandStatus(json->object());
}

class HttpCommands : public CommandsService
{
public:
    explicit HttpCommands(std::shared_ptr<const Client> client) : m_client(std::move(client)) { }

    Task<Execution> run(QString command, RunCommandOptions options, ExecutionHandlers handlers, std::stop_token stop) override
    {
        return runOf(m_client, std::move(command), std::move(options), std::move(handlers), std::move(stop));
    }
    Task<CommandStatus> status(QString id, std::stop_token stop) override { return statusOf(m_client, std::move(id), std::move(stop)); }
    Task<CommandLogs> logs(QString id, qint64 cursor, std::stop_token stop) override { return logsOf(m_client, std::move(id), cursor, std::move(stop)); }
    Task<Done> interrupt(QString id) override { return interruptOf(m_client, std::move(id)); }

private:
    static Task<Execution> runOf(std::shared_ptr<const Client> client, QString command, RunCommandOptions options, ExecutionHandlers handlers, std::stop_token stop)
    {
        if (command.trimmed().isEmpty())
            co_return std::unexpected(invalid(u"The command is empty."_s));
        QJsonObject body { { u"command"_s, command } };
        if (!options.cwd.isEmpty())
            body.insert("cwd"_L1, options.cwd);
        if (!options.env.isEmpty())
            body.insert("envs"_L1, Json::object(options.env));
        if (options.timeout)
            body.insert("timeout"_L1, qint64(options.timeout->count()));
        if (options.background)
            body.insert("background"_L1, true);
        const RunKind kind = options.background ? RunKind::BackgroundCommand : RunKind::Command;
        auto run = runStream(client, Request::json("POST", "/command", QJsonDocument(body)), kind, std::move(handlers), stop);
        co_return co_await run;
    }

    static Task<CommandLogs> logsOf(std::shared_ptr<const Client> client, QString id, qint64 cursor, std::stop_token stop)
    {
        Query query;
        query.add("cursor", QString::number(cursor));
        auto call = Client::call(client, Request::get("/command/" + percentEncoded(id) + "/logs", query.bytes()), stop);
        const Result<Response> response = co_await call;
        if (!response)
            co_return std::unexpected(response.error());
        // Without the header the old place stays valid; zero would replay everything.
        bool ok = false;
        const qint64 next = response->headers.value("EXECD-COMMANDS-TAIL-CURSOR").trimmed().toByteArray().toLongLong(&ok);
        co_return CommandLogs { response->body, ok ? next : cursor + response->body.size() };
    }

    static Task<Done> interruptOf(std::shared_ptr<const Client> client, QString id)
    {
        Query query;
        query.add("id", id);
        auto call = Client::callForDone(client, Request::bare("DELETE", "/command", query.bytes()));
        const Result<Done> done = co_await call;
        if (done || done.error().kind != Error::Kind::Api || done.error().isAuthentication())
            co_return done;
        // The server words "has ended" as a failure; ask whether it has.
        auto ask = statusOf(client, id, {});
        const Result<CommandStatus> status = co_await ask;
        if (status && !status->running)
            co_return Done {};
        co_return done;
    }

    std::shared_ptr<const Client> m_client;
};

class HttpCodes : public CodesService
{
public:
    explicit HttpCodes(std::shared_ptr<const Client> client) : m_client(std::move(client)) { }

    Task<CodeContext> createContext(QString language, QString cwd, std::stop_token stop) override
    {
        return createOf(m_client, std::move(language), std::move(cwd), std::move(stop));
    }
    Task<CodeContext> getContext(QString id, std::stop_token stop) override { return getOf(m_client, std::move(id), std::move(stop)); }
    Task<QList<CodeContext>> listContexts(QString language, std::stop_token stop) override { return listOf(m_client, std::move(language), std::move(stop)); }
    Task<Done> deleteContext(QString id) override
    {
        return Client::callForDone(m_client, Request::bare("DELETE", "/code/contexts/" + percentEncoded(id)));
    }
    Task<Done> deleteContexts(QString language) override
    {
        return Client::callForDone(m_client, Request::bare("DELETE", "/code/contexts", Query().add("language", language).bytes()));
    }
    Task<Execution> run(QString code, CodeContext context, ExecutionHandlers handlers, std::stop_token stop) override
    {
        return runOf(m_client, std::move(code), std::move(context), std::move(handlers), std::move(stop));
    }
    Task<Execution> run(QString code, QString language, ExecutionHandlers handlers, std::stop_token stop) override
    {
        return runOf(m_client, std::move(code), CodeContext { {}, std::move(language), {} }, std::move(handlers), std::move(stop));
    }
    Task<Done> interrupt(QString contextId) override { return interruptOf(m_client, std::move(contextId)); }
    Task<Done> restartContext(QString contextId) override
    {
        Request request = Request::bare("POST", "/code/contexts/" + percentEncoded(contextId) + "/restart");
        request.timeout = KernelStart;
        return Client::callForDone(m_client, std::move(request));
    }

private:
    static constexpr milliseconds KernelStart { 60'000 }; ///< A server without a kernel for the language tries for ever.

    static Task<CodeContext> createOf(std::shared_ptr<const Client> client, QString language, QString cwd, std::stop_token stop)
    {
        if (language.isEmpty())
            co_return std::unexpected(invalid(u"A context needs a language."_s));
        QJsonObject body { { u"language"_s, language } };
        if (!cwd.isEmpty())
            body.insert("cwd"_L1, cwd);
        Request request = Request::json("POST", "/code/context", QJsonDocument(body));
        request.timeout = KernelStart;
        auto call = Client::callForJson(client, std::move(request), stop);
        Result<QJsonDocument> json = co_await call;
        if (!json) {
            if (json.error().kind == Error::Kind::Timeout)
                json.error().message += u" The sandbox may have no kernel for '%1'."_s.arg(language);
            co_return std::unexpected(json.error());
        }
        CodeContext context = Json::codeContext(json->object());
        if (context.id.isEmpty())
            co_return std::unexpected(Error { Error::Kind::Protocol, 200, {}, u"The server made a context without telling its id."_s, {} });
        if (context.language.isEmpty())
            context.language = language;
        co_return context;
    }

    static Task<CodeContext> getOf(std::shared_ptr<const Client> client, QString id, std::stop_token stop)
    {
        auto call = Client::callForJson(client, Request::get("/code/contexts/" + percentEncoded(id)), stop);
        const Result<QJsonDocument> json = co_await call;
        if (!json)
            co_return std::unexpected(json.error());
        co_return Json::codeContext(json->object());
    }

    static Task<QList<CodeContext>> listOf(std::shared_ptr<const Client> client, QString language, std::stop_token stop)
    {
        Query query;
        if (!language.isEmpty())
            query.add("language", language);
        auto call = Client::callForJson(client, Request::get("/code/contexts", query.bytes()), stop);
        const Result<QJsonDocument> json = co_await call;
        if (!json)
            co_return std::unexpected(json.error());
        QList<CodeContext> contexts;
        for (const QJsonValue &item : json->array()) {
            CodeContext context = Json::codeContext(item.toObject());
            if (!context.id.isEmpty())
                contexts << context;
        }
        co_return contexts;
    }

    static Task<Execution> runOf(std::shared_ptr<const Client> client, QString code, CodeContext context, ExecutionHandlers handlers, std::stop_token stop)
    {
        // Without a language execd hands the code to a shell, whatever the context is.
        if (context.language.isEmpty())
            co_return std::unexpected(invalid(u"The language of the code is not known."_s));
        QJsonObject where { { u"language"_s, context.language } };
        if (!context.id.isEmpty())
            where.insert("id"_L1, context.id);
        const QJsonObject body { { u"code"_s, code }, { u"context"_s, where } };
        const RunKind kind = context.language == "command"_L1 ? RunKind::Command
            : context.language == "background-command"_L1     ? RunKind::BackgroundCommand
                                                              : RunKind::Code;
        auto run = runStream(client, Request::json("POST", "/code", QJsonDocument(body)), kind, std::move(handlers), stop);
        co_return co_await run;
    }

    static Task<Done> interruptOf(std::shared_ptr<const Client> client, QString contextId)
    {
        Query query;
        query.add("id", contextId);
        for (int attempt = 0;; ++attempt) {
            auto call = Client::callForDone(client, Request::bare("DELETE", "/code", query.bytes()));
            const Result<Done> done = co_await call;
            // Right after a start the run may not be registered yet.
            if (done || !done.error().isNotFound() || attempt == 2)
                co_return done;
            Pause pause(client->transport->context(), milliseconds(150), {});
            co_await pause;
        }
    }

    std::shared_ptr<const Client> m_client;
};

class HttpMetrics : public MetricsService
{
public:
    explicit HttpMetrics(std::shared_ptr<const Client> client) : m_client(std::move(client)) { }

    Task<Metrics> get(std::stop_token stop) override { return getOf(m_client, std::move(stop)); }
    Task<Done> watch(std::function<void(const Metrics &)> sample, std::function<void(const QString &)> gap, std::stop_token stop) override
    {
        auto line = [sample = std::move(sample), gap = std::move(gap)](const StreamEvent &event) {
            if (const auto *unknown = std::get_if<Event::Unknown>(&event.value)) {
                if (sample && unknown->object.value("timestamp"_L1).isDouble())
                    sample(Json::metrics(unknown->object));
            } else if (const auto *error = std::get_if<Event::ServerError>(&event.value)) {
                if (gap)
                    gap(error->message);
            } else if (const auto *broken = std::get_if<Event::Broken>(&event.value)) {
                if (gap)
                    gap(u"A sample could not be read: %1."_s.arg(broken->reason));
            }
        };
        return followLines(m_client, Request::get("/metrics/watch"), std::move(line), std::move(stop));
    }

private:
    static Task<Metrics> getOf(std::shared_ptr<const Client> client, std::stop_token stop)
    {
        auto call = Client::callForJson(client, Request::get("/metrics"), stop);
        const Result<QJsonDocument> json = co_await call;
        if (!json)
            co_return std::unexpected(json.error());
        co_return Json::metrics(json->object());
    }

    std::shared_ptr<const Client> m_client;
};

class HttpHealth : public HealthService
{
public:
    explicit HttpHealth(std::shared_ptr<const Client> client) : m_client(std::move(client)) { }

    Task<Done> ping(std::stop_token stop) override
    {
        Request request = Request::get("/ping");
        request.timeout = milliseconds(5000);
        return Client::callForDone(m_client, std::move(request), std::move(stop));
    }

private:
    std::shared_ptr<const Client> m_client;
};

} // namespace

std::unique_ptr<CommandsService> makeCommandsService(std::shared_ptr<const Client> client)
{
    return std::make_unique<HttpCommands>(std::move(client));
}

std::unique_ptr<CodesService> makeCodesService(std::shared_ptr<const Client> client)
{
    return std::make_unique<HttpCodes>(std::move(client));
}

std::unique_ptr<MetricsService> makeMetricsService(std::shared_ptr<const Client> client)
{
    return std::make_unique<HttpMetrics>(std::move(client));
}

std::unique_ptr<HealthService> makeHealthService(std::shared_ptr<const Client> client)
{
    return std::make_unique<HttpHealth>(std::move(client));
}

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "contextqueue.h"
#include "figuretaker.h"
#include "httpservices.h"
#include "json.h"
#include "lifecycle.h"
#include "runstream.h"

#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

class HttpCodes : public CodesService, public FigureTaker
{
public:
    explicit HttpCodes(std::shared_ptr<const Client> client) : m_client(std::move(client)) { }

    Task<CodeContext> createContext(QString language, QString cwd, std::stop_token stop) override
    {
        return createOf(m_client, std::move(language), std::move(cwd), std::move(stop));
    }
    Task<CodeContext> getContext(QString id, std::stop_token stop) override { return getOf(m_client, std::move(id), std::move(stop)); }
    Task<QList<CodeContext>> listContexts(QString language, std::stop_token stop) override { return listOf(m_client, std::move(language), std::move(stop)); }
    Task<Done> deleteContext(QString id, std::stop_token stop) override
    {
        return Client::callForDone(m_client, Request::bare("DELETE", "/code/contexts/" + percentEncoded(id)), std::move(stop));
    }
    Task<Done> deleteContexts(QString language, std::stop_token stop) override
    {
        return Client::callForDone(m_client, Request::bare("DELETE", "/code/contexts", Query().add("language", language).bytes()), std::move(stop));
    }
    void setFigureStyle(const std::optional<FigureStyle> &style) override { m_figures = style; }
    Task<Execution> run(QString code, CodeContext context, ExecutionHandlers handlers, std::stop_token stop) override
    {
        return runOf(m_client, m_queues, m_figures, std::move(code), std::move(context), std::move(handlers), std::move(stop));
    }
    Task<Execution> run(QString code, QString language, ExecutionHandlers handlers, std::stop_token stop) override
    {
        return runOf(m_client, m_queues, m_figures, std::move(code), CodeContext { {}, std::move(language), {} }, std::move(handlers), std::move(stop));
    }
    Task<Done> interrupt(QString contextId, std::stop_token stop) override { return interruptOf(m_client, std::move(contextId), std::move(stop)); }
    Task<Done> restartContext(QString contextId, std::stop_token stop) override
    {
        Request request = Request::bare("POST", contextPath(contextId, "/restart"));
        request.timeout = KernelStart;
        return extension(m_client, "restart", contextId, &Client::callForDone, std::move(request), std::move(stop));
    }
    Task<Completion> complete(QString contextId, QString code, int cursorPosition, std::stop_token stop) override
    {
        return completeOf(m_client, std::move(contextId), std::move(code), cursorPosition, std::move(stop));
    }
    Task<Inspection> inspect(QString contextId, QString code, int cursorPosition, int detailLevel, std::stop_token stop) override
    {
        return inspectOf(m_client, std::move(contextId), std::move(code), cursorPosition, detailLevel, std::move(stop));
    }
    Task<VariableList> variables(QString contextId, std::stop_token stop) override { return variablesOf(m_client, std::move(contextId), std::move(stop)); }
    Task<VariablePage> variablePage(QString contextId, QString name, VariableQuery query, std::stop_token stop) override
    {
        return variablePageOf(m_client, std::move(contextId), std::move(name), std::move(query), std::move(stop));
    }
    Task<Done> sendInput(QString contextId, QString value, std::stop_token stop) override
    {
        return sendInputOf(m_client, std::move(contextId), std::move(value), std::move(stop));
    }
    Task<LateOutput> lateOutput(QString contextId, qint64 since, std::chrono::seconds wait, std::stop_token stop) override
    {
        return lateOutputOf(m_client, std::move(contextId), since, wait, std::move(stop));
    }

private:
    static constexpr std::chrono::milliseconds AnswerMargin { 30'000 };
    static constexpr std::chrono::milliseconds KernelStart { 60'000 }; ///< A server without a kernel for the language tries for ever.

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

    static Task<Execution> runOf(std::shared_ptr<const Client> client, std::shared_ptr<ContextQueues> queues, std::optional<FigureStyle> figures, QString code, CodeContext context, ExecutionHandlers handlers, std::stop_token stop)
    {
        // Without a language execd hands the code to a shell, whatever the context is.
        if (context.language.isEmpty())
            co_return std::unexpected(invalid(u"The language of the code is not known."_s));
        QJsonObject where { { u"language"_s, context.language } };
        if (!context.id.isEmpty())
            where.insert("id"_L1, context.id);
        QJsonObject body { { u"code"_s, code }, { u"context"_s, where } };
        if (handlers.onInputRequest)
            body.insert("allow_stdin"_L1, true); // Servers without it ignore the field.
        if (figures && context.language.compare("python"_L1, Qt::CaseInsensitive) == 0)
            body.insert("figures"_L1, figuresJson(*figures)); // As they do this.
        if (!handlers.runName.isEmpty())
            body.insert("run"_L1, handlers.runName); // As they do this.
        const RunKind kind = context.language == "command"_L1 ? RunKind::Command
            : context.language == "background-command"_L1     ? RunKind::BackgroundCommand
                                                              : RunKind::Code;
        // Commands have no context: each is a process of its own.
        const QString queue = kind != RunKind::Code ? QUuid::createUuid().toString() : context.id.isEmpty() ? u"language "_s + context.language.toLower() : context.id;
        Turn turn(queues, queue, client->transport->context(), stop, client->closed);
        while (!turn.isFirst()) {
            if (client->isStopped(stop))
                co_return std::unexpected(cancelled());
            co_await turn;
        }
        auto run = runStream(client, Request::json("POST", "/code", QJsonDocument(body)), kind, std::move(handlers), stop);
        co_return co_await run;
    }

    static Task<Done> interruptOf(std::shared_ptr<const Client> client, QString contextId, std::stop_token stop)
    {
        Query query;
        query.add("id", contextId);
        for (int attempt = 0;; ++attempt) {
            auto call = Client::callForDone(client, Request::bare("DELETE", "/code", query.bytes()), stop);
            const Result<Done> done = co_await call;
            // Right after a start the run may not be registered yet.
            if (done || !done.error().isNotFound() || attempt == 2)
                co_return done;
            Pause pause(client->transport->context(), std::chrono::milliseconds(150), stop, client->closed);
            co_await pause;
        }
    }

    static QByteArray contextPath(const QString &id, QByteArrayView rest) { return "/code/contexts/" + percentEncoded(id) + rest.toByteArray(); }

    /// Kernels count characters, QString counts UTF-16 units.
    static qsizetype characters(const QString &text, qsizetype units)
    {
        const QStringView part = QStringView(text).first(qBound<qsizetype>(0, units, text.size()));
        return part.size() - std::ranges::count_if(part, [](QChar c) { return c.isLowSurrogate(); });
    }
    static int units(const QString &text, qint64 characters)
    {
        qsizetype at = 0;
        for (; at < text.size() && characters > 0; ++at) {
            if (!(text.at(at).isHighSurrogate() && at + 1 < text.size() && text.at(at + 1).isLowSurrogate()))
                --characters;
        }
        return int(at);
    }

    /// A call that not every server and not every context's kernel offers; who is known to lack it is not asked again.
    template <typename T>
    static Task<T> extension(std::shared_ptr<const Client> client, QByteArray name, QString contextId,
                             Task<T> (*send)(std::shared_ptr<const Client>, Request, std::stop_token), Request request, std::stop_token stop)
    {
        if (const auto refusal = client->features->refusal(name, contextId))
            co_return std::unexpected(*refusal);
        auto call = send(client, std::move(request), stop);
        Result<T> answer = co_await call;
        client->features->learn(name, contextId, answer ? nullptr : &answer.error());
        co_return answer;
    }

    static Task<Completion> completeOf(std::shared_ptr<const Client> client, QString contextId, QString code, int cursorPosition, std::stop_token stop)
    {
        const QJsonObject body { { u"code"_s, code }, { u"cursor_pos"_s, qint64(characters(code, cursorPosition)) } };
        auto call = extension(client, "complete", contextId, &Client::callForJson, Request::json("POST", contextPath(contextId, "/complete"), QJsonDocument(body)), stop);
        const Result<QJsonDocument> json = co_await call;
        if (!json)
            co_return std::unexpected(json.error());
        Completion completion;
        for (const QJsonValue &match : json->object().value("matches"_L1).toArray())
            completion.matches << match.toString();
        completion.cursorStart = units(code, json->object().value("cursor_start"_L1).toInteger());
        completion.cursorEnd = qMax(completion.cursorStart, units(code, json->object().value("cursor_end"_L1).toInteger()));
        co_return completion;
    }

    static Task<Inspection> inspectOf(std::shared_ptr<const Client> client, QString contextId, QString code, int cursorPosition, int detailLevel, std::stop_token stop)
    {
        const QJsonObject body { { u"code"_s, code }, { u"cursor_pos"_s, qint64(characters(code, cursorPosition)) }, { u"detail_level"_s, detailLevel } };
        auto call = extension(client, "inspect", contextId, &Client::callForJson, Request::json("POST", contextPath(contextId, "/inspect"), QJsonDocument(body)), stop);
        const Result<QJsonDocument> json = co_await call;
        if (!json)
            co_return std::unexpected(json.error());
        QJsonObject data = json->object().value("data"_L1).toObject();
        if (const QJsonValue text = data.take("text"_L1); !text.isUndefined()) // As in results.
            data.insert("text/plain"_L1, text);
        co_return Inspection { json->object().value("found"_L1).toBool(), data };
    }

    static Task<VariableList> variablesOf(std::shared_ptr<const Client> client, QString contextId, std::stop_token stop)
    {
        auto call = extension(client, "variables", contextId, &Client::callForJson, Request::get(contextPath(contextId, "/variables")), stop);
        const Result<QJsonDocument> json = co_await call;
        if (!json)
            co_return std::unexpected(json.error());
        VariableList variables;
        for (const QJsonValue &item : json->object().value("variables"_L1).toArray())
            variables << Json::variable(item.toObject());
        variables.isTruncated = json->object().value("truncated"_L1).toBool();
        variables.total = std::max<qint64>(variables.size(), json->object().value("total"_L1).toInteger());
        co_return variables;
    }

    static Task<VariablePage> variablePageOf(std::shared_ptr<const Client> client, QString contextId, QString name, VariableQuery wanted, std::stop_token stop)
    {
        const bool inOrder = wanted.sortColumn < 0 && wanted.filter.isEmpty() && wanted.conditions.isEmpty();
        Query query;
        query.add("offset", QString::number(wanted.offset)).add("limit", QString::number(wanted.limit));
        if (wanted.sortColumn >= 0)
            query.add("sort", QString::number(wanted.sortColumn)).add("descending", wanted.descending ? u"true"_s : u"false"_s);
        if (!wanted.filter.isEmpty())
            query.add("filter", wanted.filter);
        if (!wanted.conditions.isEmpty()) {
            QJsonArray conditions;
            for (const VariableCondition &condition : wanted.conditions) {
                QJsonObject object { { u"operation"_s, condition.operation }, { u"text"_s, condition.text } };
                if (condition.column >= 0)
                    object.insert("column"_L1, condition.column);
                conditions.append(object);
            }
            query.add("where", QString::fromUtf8(QJsonDocument(conditions).toJson(QJsonDocument::Compact)));
        }
        Request request = Request::get(contextPath(contextId, QByteArray("/variables/" + percentEncoded(name))), query.bytes());
        // Not being able to sort or filter says nothing about pages in their own order.
        auto call = extension(client, inOrder ? "page" : "sorted page", contextId, &Client::callForJson, std::move(request), stop);
        const Result<QJsonDocument> json = co_await call;
        if (!json)
            co_return std::unexpected(json.error());
        co_return Json::variablePage(json->object());
    }

    static Task<Done> sendInputOf(std::shared_ptr<const Client> client, QString contextId, QString value, std::stop_token stop)
    {
        const QJsonObject body { { u"value"_s, value } };
        Request request = Request::json("POST", contextPath(contextId, "/input"), QJsonDocument(body));
        request.secrets = { value }; // It may be a password.
        auto call = extension(client, "input", contextId, &Client::callForDone, std::move(request), stop);
        co_return co_await call;
    }

    static Task<LateOutput> lateOutputOf(std::shared_ptr<const Client> client, QString contextId, qint64 since, std::chrono::seconds wait, std::stop_token stop)
    {
        Query query;
        query.add("since", QString::number(since)).add("wait", QString::number(wait.count()));
        Request request = Request::get(contextPath(contextId, "/late"), query.bytes());
        request.timeout = wait + AnswerMargin; // Until then there may be nothing to say.
        auto call = extension(client, "late output", contextId, &Client::callForJson, std::move(request), stop);
        const Result<QJsonDocument> json = co_await call;
        if (!json)
            co_return std::unexpected(json.error());
        co_return Json::lateOutput(json->object());
    }

    std::shared_ptr<const Client> m_client;
    std::shared_ptr<ContextQueues> m_queues = std::make_shared<ContextQueues>();
    std::optional<FigureStyle> m_figures;
};

} // namespace

std::unique_ptr<CodesService> makeCodesService(std::shared_ptr<const Client> client)
{
    return std::make_unique<HttpCodes>(std::move(client));
}

} // namespace OpenSandbox

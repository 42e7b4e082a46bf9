// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "httpservices.h"
#include "json.h"
#include "lifecycle.h"
#include "pace.h"
#include "runstream.h"

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

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
    Task<Done> interrupt(QString id, std::stop_token stop) override { return interruptOf(m_client, std::move(id), std::move(stop)); }
    Task<CommandStatus> follow(QString id, std::function<void(QByteArray, qint64)> chunk, FollowOptions options, std::stop_token stop) override
    {
        return followOf(m_client, std::move(id), std::move(chunk), options, std::move(stop));
    }
    Task<QString> createSession(QString cwd, std::stop_token stop) override { return createSessionOf(m_client, std::move(cwd), std::move(stop)); }
    Task<Execution> runInSession(QString sessionId, QString command, RunInSessionOptions options, ExecutionHandlers handlers, std::stop_token stop) override
    {
        return runInSessionOf(m_client, std::move(sessionId), std::move(command), std::move(options), std::move(handlers), std::move(stop));
    }
    Task<Done> deleteSession(QString sessionId, std::stop_token stop) override { return deleteSessionOf(m_client, std::move(sessionId), std::move(stop)); }

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
        if (options.gid && !options.uid)
            co_return std::unexpected(invalid(u"A group needs a user, too: give both uid and gid."_s));
        if (options.uid)
            body.insert("uid"_L1, *options.uid);
        if (options.gid)
            body.insert("gid"_L1, *options.gid);
        const RunKind kind = options.background ? RunKind::BackgroundCommand : RunKind::Command;
        Request request = Request::json("POST", "/command", QJsonDocument(body));
        request.secrets = options.env.values(); // A refusal may repeat them.
        auto run = runStream(client, std::move(request), kind, std::move(handlers), stop);
        co_return co_await run;
    }

    struct Piece
    {
        CommandLogs logs;
        bool more = false; ///< The log goes on already.
    };

    static constexpr qint64 LargestPiece = 16 << 20; ///< Of a log, at once.

    static Task<CommandLogs> logsOf(std::shared_ptr<const Client> client, QString id, qint64 cursor, std::stop_token stop)
    {
        auto reading = pieceOf(client, id, cursor, stop);
        const Result<Piece> piece = co_await reading;
        if (!piece)
            co_return std::unexpected(piece.error());
        co_return piece->logs;
    }

    static Task<Piece> pieceOf(std::shared_ptr<const Client> client, QString id, qint64 cursor, std::stop_token stop)
    {
        Query query;
        query.add("cursor", QString::number(cursor));
        Request request = Request::get("/command/" + percentEncoded(id) + "/logs", query.bytes());
        request.maximumBody = LargestPiece; // The server sends all there is.
        request.startWillDo = true;
        auto call = Client::call(client, std::move(request), stop);
        const Result<Response> response = co_await call;
        if (!response)
            co_return std::unexpected(response.error());
        // Without the header the old place stays valid; zero would replay everything.
        bool ok = false;
        const qint64 next = response->headers.value("EXECD-COMMANDS-TAIL-CURSOR").trimmed().toByteArray().toLongLong(&ok);
        co_return Piece { { response->body, ok && !response->cut ? next : cursor + response->body.size() }, response->cut };
    }

    static Task<CommandStatus> followOf(std::shared_ptr<const Client> client, QString id, std::function<void(QByteArray, qint64)> chunk, FollowOptions options, std::stop_token stop)
    {
        if (options.cursor < 0)
            co_return std::unexpected(invalid(u"The place to read the log from is negative."_s));
        const Pace pace = paceOf(chunk);
        qint64 cursor = options.cursor;
        int failures = 0; // In a row.
        for (;;) {
            // The status first: what was written before the end is then in the log that is read after it.
            auto ask = statusOf(client, id, stop);
            const Result<CommandStatus> status = co_await ask;
            std::optional<Error> error;
            if (status) {
                auto read = pieceOf(client, id, cursor, stop);
                const Result<Piece> piece = co_await read;
                if (piece) {
                    failures = 0;
                    cursor = piece->logs.cursor;
                    if (chunk && !piece->logs.content.isEmpty())
                        chunk(piece->logs.content, cursor);
                    if (pace) {
                        auto held = pace(piece->logs.content.size());
                        co_await held;
                    }
                    if (piece->more && !client->isStopped(stop))
                        continue;
                    if (!status->running)
                        co_return status;
                } else {
                    error = piece.error();
                }
            } else {
                error = status.error();
            }
            if (client->isStopped(stop))
                co_return std::unexpected(cancelled());
            // Right after its start a command may not be known yet.
            const bool early = error && error->isNotFound() && failures < FirstLooks;
            if (error && !early && (!isPassing(*error) || failures >= MaximumFailures))
                co_return std::unexpected(*error);
            if (error)
                ++failures;
            Pause pause(client->transport->context(), options.interval, stop, client->closed);
            co_await pause;
        }
    }

    static Task<QString> createSessionOf(std::shared_ptr<const Client> client, QString cwd, std::stop_token stop)
    {
        const QJsonObject body = cwd.isEmpty() ? QJsonObject() : QJsonObject { { u"cwd"_s, cwd } };
        auto call = Client::callForJson(client, Request::json("POST", "/session", QJsonDocument(body)), stop);
        const Result<QJsonDocument> json = co_await call;
        if (!json)
            co_return std::unexpected(json.error());
        const QString id = json->object().value("session_id"_L1).toString();
        if (id.isEmpty())
            co_return std::unexpected(misunderstood(u"The server made a session without telling its id."_s));
        co_return id;
    }

    static Task<Execution> runInSessionOf(std::shared_ptr<const Client> client, QString sessionId, QString command, RunInSessionOptions options, ExecutionHandlers handlers, std::stop_token stop)
    {
        if (command.trimmed().isEmpty())
            co_return std::unexpected(invalid(u"The command is empty."_s));
        QJsonObject body { { u"command"_s, command } };
        if (!options.cwd.isEmpty())
            body.insert("cwd"_L1, options.cwd);
        if (options.timeout)
            body.insert("timeout"_L1, qint64(options.timeout->count()));
        Request request = Request::json("POST", "/session/" + percentEncoded(sessionId) + "/run", QJsonDocument(body));
        auto run = runStream(client, std::move(request), RunKind::Command, std::move(handlers), stop);
        co_return co_await run;
    }

    static Task<Done> deleteSessionOf(std::shared_ptr<const Client> client, QString sessionId, std::stop_token stop)
    {
        auto call = Client::callForDone(client, Request::bare("DELETE", "/session/" + percentEncoded(sessionId)), stop);
        const Result<Done> done = co_await call;
        if (!done && !done.error().isNotFound())
            co_return done;
        co_return Done {};
    }

    static constexpr int FirstLooks = 5;
    static constexpr int MaximumFailures = 10; ///< In a row.

    static Task<Done> interruptOf(std::shared_ptr<const Client> client, QString id, std::stop_token stop)
    {
        Query query;
        query.add("id", id);
        auto call = Client::callForDone(client, Request::bare("DELETE", "/command", query.bytes()), stop);
        const Result<Done> done = co_await call;
        if (done || done.error().kind != Error::Kind::Api || done.error().isAuthentication())
            co_return done;
        // The server words "has ended" as a failure; ask whether it has.
        auto ask = statusOf(client, id, stop);
        const Result<CommandStatus> status = co_await ask;
        if (status && !status->running)
            co_return Done {};
        co_return done;
    }

    std::shared_ptr<const Client> m_client;
};

} // namespace

std::unique_ptr<CommandsService> makeCommandsService(std::shared_ptr<const Client> client)
{
    return std::make_unique<HttpCommands>(std::move(client));
}

} // namespace OpenSandbox

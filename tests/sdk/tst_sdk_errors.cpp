// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "routearguments.h"

#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Task<Endpoint> found(Endpoint endpoint)
{
    co_return endpoint;
}

/// Everything that can be called, at one server.
struct Services
{
    explicit Services(const FaultServer &server)
        : config(configFor(server)), manager(config), diagnostics(manager.diagnostics(u"box"_s)), files(factory->files(config, endpointOf(server))),
          commands(factory->commands(config, endpointOf(server))), codes(factory->codes(config, endpointOf(server))),
          metrics(factory->metrics(config, endpointOf(server))), health(factory->health(config, endpointOf(server))),
          pty(factory->pty(config, endpointOf(server)))
    {
        const EndpointResolver guard = [endpoint = endpointOf(server)](std::stop_token) { return found(endpoint); };
        egress = factory->egress(config, guard);
        vault = factory->credentialVault(config, guard);
        QFile file(folder.filePath(u"f"_s));
        if (file.open(QIODevice::WriteOnly))
            file.write("abc");
    }
    std::shared_ptr<QIODevice> device() const
    {
        auto file = std::make_shared<QFile>(folder.filePath(u"f"_s));
        return file->open(QIODevice::ReadOnly) ? file : nullptr;
    }
    QTemporaryDir folder;
    std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard();
    ConnectionConfig config;
    SandboxManager manager;
    std::unique_ptr<DiagnosticsService> diagnostics;
    std::unique_ptr<FilesService> files;
    std::unique_ptr<CommandsService> commands;
    std::unique_ptr<CodesService> codes;
    std::unique_ptr<MetricsService> metrics;
    std::unique_ptr<HealthService> health;
    std::unique_ptr<PtyService> pty;
    std::unique_ptr<EgressService> egress;
    std::unique_ptr<CredentialVaultService> vault;
};

/// One route of protocol.md 6: how it is called and which answers are as good as a success.
struct Route
{
    const char *name;
    QByteArray method;
    QByteArray path;
    std::function<std::optional<Error>(Services &)> call;
    QList<int> welcome;
};

/// protocol.md 6: what there is, and the errors that each route may answer with besides the common ones.
struct Documented
{
    QByteArray route;
    QList<int> errors;
};

QList<Documented> documented()
{
    return {
        { "GET /health", {} },
        { "POST /v1/sandboxes", { 400, 404, 409, 500, 503, 504 } },
        { "GET /v1/sandboxes", { 400 } },
        { "GET /v1/sandboxes/{id}", { 404 } },
        { "DELETE /v1/sandboxes/{id}", { 404, 500 } },
        { "PATCH /v1/sandboxes/{id}/metadata", { 400, 404 } },
        { "POST /v1/sandboxes/{id}/pause", { 400, 404, 409, 500 } },
        { "POST /v1/sandboxes/{id}/resume", { 400, 404, 409, 500 } },
        { "POST /v1/sandboxes/{id}/renew-expiration", { 400, 404, 409 } },
        { "GET /v1/sandboxes/{id}/endpoints/{port}", { 400, 404, 500 } },
        { "POST /v1/sandboxes/{id}/snapshots", { 404, 409, 501 } },
        { "GET /v1/snapshots", {} },
        { "GET /v1/snapshots/{id}", { 404 } },
        { "DELETE /v1/snapshots/{id}", { 404, 409 } },
        { "GET /v1/sandboxes/{id}/diagnostics/logs", { 404, 501 } },
        { "GET /v1/sandboxes/{id}/diagnostics/events", { 404, 501 } },
        { "GET /v1/sandboxes/{id}/diagnostics/inspect", { 404 } },
        { "GET /v1/sandboxes/{id}/diagnostics/summary", { 404 } },
        { "POST /v1/pools", { 409, 500, 501 } },
        { "GET /v1/pools", { 500, 501 } },
        { "GET /v1/pools/{name}", { 404, 500, 501 } },
        { "PUT /v1/pools/{name}", { 404, 500, 501 } },
        { "DELETE /v1/pools/{name}", { 404, 500, 501 } },
        { "GET /ping", {} },
        { "POST /command", { 400, 500 } },
        { "DELETE /command", { 400, 500 } },
        { "DELETE /code", { 400, 500 } },
        { "GET /command/status/{id}", { 404 } },
        { "GET /command/{id}/logs", { 400 } },
        { "POST /session", { 400, 500 } },
        { "POST /session/{id}/run", { 400, 500 } },
        { "DELETE /session/{id}", { 404 } },
        { "POST /code", { 400, 500 } },
        { "POST /code/context", { 400 } },
        { "GET /code/contexts", { 500 } },
        { "DELETE /code/contexts", { 400, 500 } },
        { "GET /code/contexts/{id}", { 404, 500 } },
        { "DELETE /code/contexts/{id}", { 404, 500 } },
        { "GET /files/info", { 404, 500 } },
        { "DELETE /files", { 500 } },
        { "DELETE /directories", { 500 } },
        { "POST /files/permissions", { 400, 500 } },
        { "POST /files/mv", { 400, 404, 500 } },
        { "GET /files/search", { 400, 404, 500 } },
        { "POST /files/replace", { 400, 404, 500 } },
        { "POST /files/upload", { 400, 500 } },
        { "GET /files/download", { 400, 404, 416, 500 } },
        { "GET /directories/list", { 400, 404, 500 } },
        { "POST /directories", { 400, 404, 500 } },
        { "GET /metrics", { 500 } },
        { "GET /metrics/watch", {} },
        { "POST /pty", { 400, 500, 501 } },
        { "GET /pty/{id}", { 404 } },
        { "DELETE /pty/{id}", { 404 } },
        { "GET /policy", { 401 } },
        { "POST /policy", { 400, 401, 413, 500 } },
        { "PUT /policy", { 400, 401, 413, 500 } },
        { "PATCH /policy", { 400, 401, 413, 500 } },
        { "DELETE /policy", { 400, 401, 500 } },
        { "POST /credential-vault", { 400, 401, 409, 412, 426 } },
        { "GET /credential-vault", { 401, 404 } },
        { "PATCH /credential-vault", { 400, 401, 404, 409, 412, 426 } },
        { "DELETE /credential-vault", { 401, 404, 412, 426 } },
        { "GET /credential-vault/credentials", { 401, 404 } },
        { "GET /credential-vault/credentials/{name}", { 401, 404 } },
        { "GET /credential-vault/bindings", { 401, 404 } },
        { "GET /credential-vault/bindings/{name}", { 401, 404 } },
        { "GET /healthz", { 503 } },
    };
}

QList<Route> routes()
{
#define CALL(expression) [](Services &s) { return errorOf(wait(expression)); }
    return {
        { "health", "GET", "/health", CALL(s.manager.health()), {} },
        { "create", "POST", "/v1/sandboxes", CALL(s.manager.create(anyImage())), {} },
        { "list", "GET", "/v1/sandboxes", CALL(s.manager.list()), {} },
        { "list all", "GET", "/v1/sandboxes", CALL(s.manager.listAll()), {} },
        { "get", "GET", "/v1/sandboxes/box", CALL(s.manager.get(u"box"_s)), {} },
        { "kill", "DELETE", "/v1/sandboxes/box", CALL(s.manager.kill(u"box"_s)), { 404 } },
        { "metadata", "PATCH", "/v1/sandboxes/box/metadata", CALL(s.manager.patchMetadata(u"box"_s, { { u"a"_s, u"b"_s }, { u"gone"_s, std::nullopt } })), {} },
        { "pause", "POST", "/v1/sandboxes/box/pause", CALL(s.manager.pause(u"box"_s)), {} },
        { "resume", "POST", "/v1/sandboxes/box/resume", CALL(s.manager.resume(u"box"_s)), {} },
        { "renew", "POST", "/v1/sandboxes/box/renew-expiration", CALL(s.manager.renewUntil(u"box"_s, moment())), {} },
        { "endpoint", "GET", "/v1/sandboxes/box/endpoints/80", CALL(s.manager.endpoint(u"box"_s, 80)), {} },
        { "signed endpoint", "GET", "/v1/sandboxes/box/endpoints/80", CALL(s.manager.signedEndpoint(u"box"_s, 80, moment())), {} },
        { "snapshot", "POST", "/v1/sandboxes/box/snapshots", CALL(s.manager.createSnapshot(u"box"_s, u"before"_s)), {} },
        { "snapshot without a name", "POST", "/v1/sandboxes/box/snapshots", CALL(s.manager.createSnapshot(u"box"_s)), {} },
        { "snapshots", "GET", "/v1/snapshots", CALL(s.manager.listSnapshots()), {} },
        { "get snapshot", "GET", "/v1/snapshots/s", CALL(s.manager.getSnapshot(u"s"_s)), {} },
        { "delete snapshot", "DELETE", "/v1/snapshots/s", CALL(s.manager.deleteSnapshot(u"s"_s)), { 404 } },
        { "logs", "GET", "/v1/sandboxes/box/diagnostics/logs", CALL(s.diagnostics->plainLogs()), {} },
        { "plain events", "GET", "/v1/sandboxes/box/diagnostics/events", CALL(s.diagnostics->plainEvents()), {} },
        { "scoped logs", "GET", "/v1/sandboxes/box/diagnostics/logs", CALL(s.diagnostics->logs(u"container"_s)), {} },
        { "scoped events", "GET", "/v1/sandboxes/box/diagnostics/events", CALL(s.diagnostics->events(u"runtime"_s)), {} },
        { "inspect", "GET", "/v1/sandboxes/box/diagnostics/inspect", CALL(s.diagnostics->inspect()), {} },
        { "summary", "GET", "/v1/sandboxes/box/diagnostics/summary", CALL(s.diagnostics->summary()), {} },
        { "pools", "GET", "/v1/pools", CALL(s.manager.listPools()), {} },
        { "new pool", "POST", "/v1/pools", CALL(s.manager.createPool(u"p"_s, { { u"spec"_s, 1 } }, { 1, 2, 3, 4 })), {} },
        { "pool", "GET", "/v1/pools/p", CALL(s.manager.getPool(u"p"_s)), {} },
        { "resize pool", "PUT", "/v1/pools/p", CALL(s.manager.resizePool(u"p"_s, { 1, 2, 3, 4 })), {} },
        { "delete pool", "DELETE", "/v1/pools/p", CALL(s.manager.deletePool(u"p"_s)), { 404 } },
        { "ping", "GET", "/ping", CALL(s.health->ping()), {} },
        { "command", "POST", "/command", CALL(s.commands->run(u"x"_s)), {} },
        { "command status", "GET", "/command/status/c", CALL(s.commands->status(u"c"_s)), {} },
        { "command logs", "GET", "/command/c/logs", CALL(s.commands->logs(u"c"_s)), {} },
        { "stop command", "DELETE", "/command", CALL(s.commands->interrupt(u"c"_s)), {} },
        { "session", "POST", "/session", CALL(s.commands->createSession()), {} },
        { "session run", "POST", "/session/s/run", CALL(s.commands->runInSession(u"s"_s, u"x"_s)), {} },
        { "end session", "DELETE", "/session/s", CALL(s.commands->deleteSession(u"s"_s)), { 404 } },
        { "code", "POST", "/code", CALL(s.codes->run(u"x"_s, u"python"_s)), {} },
        { "interrupt", "DELETE", "/code", CALL(s.codes->interrupt(u"c"_s)), {} },
        { "context", "POST", "/code/context", CALL(s.codes->createContext(u"python"_s)), {} },
        { "contexts", "GET", "/code/contexts", CALL(s.codes->listContexts()), {} },
        { "get context", "GET", "/code/contexts/c", CALL(s.codes->getContext(u"c"_s)), {} },
        { "delete context", "DELETE", "/code/contexts/c", CALL(s.codes->deleteContext(u"c"_s)), {} },
        { "delete contexts", "DELETE", "/code/contexts", CALL(s.codes->deleteContexts(u"python"_s)), {} },
        { "restart", "POST", "/code/contexts/c/restart", CALL(s.codes->restartContext(u"c"_s)), {} },
        { "complete", "POST", "/code/contexts/c/complete", CALL(s.codes->complete(u"c"_s, u"x"_s, 1)), {} },
        { "look up", "POST", "/code/contexts/c/inspect", CALL(s.codes->inspect(u"c"_s, u"x"_s, 1)), {} },
        { "variables", "GET", "/code/contexts/c/variables", CALL(s.codes->variables(u"c"_s)), {} },
        { "variable", "GET", "/code/contexts/c/variables/v", CALL(s.codes->variablePage(u"c"_s, u"v"_s)), {} },
        { "late output", "GET", "/code/contexts/c/late", CALL(s.codes->lateOutput(u"c"_s)), {} },
        { "input", "POST", "/code/contexts/c/input", CALL(s.codes->sendInput(u"c"_s, u"x"_s)), {} },
        { "info", "GET", "/files/info", CALL(s.files->info({ u"/f"_s })), {} },
        { "remove", "DELETE", "/files", CALL(s.files->removeFiles({ u"/f"_s })), {} },
        { "remove folders", "DELETE", "/directories", CALL(s.files->removeDirectories({ u"/f"_s })), {} },
        { "permissions", "POST", "/files/permissions", CALL(s.files->setPermissions({ { u"/f"_s, {} } })), {} },
        { "move", "POST", "/files/mv", CALL(s.files->move({ { u"/a"_s, u"/b"_s } })), {} },
        { "search", "GET", "/files/search", CALL(s.files->search(u"/"_s, u"*"_s)), {} },
        { "replace", "POST", "/files/replace", CALL(s.files->replaceContents({ { u"/f"_s, { u"a"_s, u"b"_s } } })), {} },
        { "write", "POST", "/files/upload", CALL(s.files->write(u"/f"_s, "abc")), {} },
        { "upload", "POST", "/files/upload", CALL(s.files->upload(s.folder.filePath(u"f"_s), u"/f"_s)), {} },
        { "upload from a device", "POST", "/files/upload", CALL(s.files->uploadFrom(s.device(), u"/f"_s)), {} },
        { "read", "GET", "/files/download", CALL(s.files->read(u"/f"_s)), {} },
        { "download", "GET", "/files/download", CALL(s.files->download(u"/f"_s, s.folder.filePath(u"down"_s))), {} },
        { "download again", "GET", "/files/download", CALL(s.files->downloadResumable(u"/f"_s, s.folder.filePath(u"down"_s))), {} },
        { "stream", "GET", "/files/download", CALL(s.files->readStream(u"/f"_s, [](const QByteArray &) { return true; })), {} },
        { "verify", "GET", "/files/download", CALL(s.files->verify(s.folder.filePath(u"f"_s), u"/f"_s)), {} },
        { "folder", "GET", "/directories/list", CALL(s.files->list(u"/"_s)), {} },
        { "new folders", "POST", "/directories", CALL(s.files->createDirectoriesWith({ { u"/d"_s, { 700, u"ada"_s, {} } }, { u"/e"_s, {} } })), {} },
        { "context in a folder", "POST", "/code/context", CALL(s.codes->createContext(u"python"_s, u"/work"_s)), {} },
        { "new folder", "POST", "/directories", CALL(s.files->createDirectories({ u"/d"_s })), {} },
        { "metrics", "GET", "/metrics", CALL(s.metrics->get()), {} },
        { "watch", "GET", "/metrics/watch", CALL(s.metrics->watch({})), {} },
        { "terminal", "POST", "/pty", CALL(s.pty->create()), {} },
        { "terminal status", "GET", "/pty/p", CALL(s.pty->status(u"p"_s)), {} },
        { "end terminal", "DELETE", "/pty/p", CALL(s.pty->remove(u"p"_s)), { 404 } },
        { "policy", "GET", "/policy", CALL(s.egress->get()), {} },
        { "rules", "PATCH", "/policy", CALL(s.egress->patch({ { u"allow"_s, u"*.example.com"_s } })), {} },
        { "rules away", "DELETE", "/policy", CALL(s.egress->remove({ u"*.example.com"_s })), {} },
        { "another policy", "PUT", "/policy", CALL(s.egress->replace({ u"allow"_s, { { u"deny"_s, u"10.0.0.0/8"_s } } })), {} },
        { "no policy", "POST", "/policy", CALL(s.egress->reset()), {} },
        { "guard", "GET", "/healthz", CALL(s.egress->health()), {} },
        { "vault", "POST", "/credential-vault", CALL(s.vault->create({ { u"c"_s, u"hidden-value"_s } }, { { u"b"_s, { { u"api.example.com"_s }, {}, {}, {}, {} }, CredentialAuth::bearer(u"c"_s) } })), {} },
        { "get vault", "GET", "/credential-vault", CALL(s.vault->get()), {} },
        { "change vault", "PATCH", "/credential-vault", CALL(s.vault->patch(vaultChange())), {} },
        { "end vault", "DELETE", "/credential-vault", CALL(s.vault->remove()), {} },
        { "credentials", "GET", "/credential-vault/credentials", CALL(s.vault->credentials()), {} },
        { "credential", "GET", "/credential-vault/credentials/c", CALL(s.vault->credential(u"c"_s)), {} },
        { "bindings", "GET", "/credential-vault/bindings", CALL(s.vault->bindings()), {} },
        { "binding", "GET", "/credential-vault/bindings/b", CALL(s.vault->binding(u"b"_s)), {} },
    };
#undef CALL
}

struct Answer
{
    Reply reply;
    int status;
    QString code;
    QString text; ///< Part of the message.
};

QList<Answer> answers()
{
    const auto flat = [](int status) {
        return Reply::json(status, "{\"code\":\"SOME::CODE\",\"message\":\"the server's words\"}");
    };
    return {
        { flat(400), 400, u"SOME::CODE"_s, u"the server's words"_s },
        { Reply::json(401, R"({"error":"Unauthorized: invalid or missing header X-EXECD-ACCESS-TOKEN"})"), 401, {}, u"Unauthorized"_s },
        { flat(401), 401, u"SOME::CODE"_s, u"the server's words"_s },
        { Reply::text(403, "<html><head><title>Forbidden</title></head><body>by a gateway</body></html>", "text/html"), 403, {}, u"gateway"_s },
        { flat(404), 404, u"SOME::CODE"_s, u"the server's words"_s },
        { flat(409), 409, u"SOME::CODE"_s, u"the server's words"_s },
        { Reply::json(422, R"({"detail":[{"type":"missing","loc":["body","x"],"msg":"Field required","input":{"password":"hidden-value"}}]})"), 422, {}, u"body.x: Field required"_s },
        { Reply::raw("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nX-Request-ID: request-1\r\nContent-Length: 9\r\n\r\nslow down"), 429, {}, u"slow down"_s },
        { Reply::text(500, "Internal Server Error"), 500, {}, u"Internal Server Error"_s },
        { Reply::json(500, R"({"detail":{"code":"NESTED","message":"inside"}})"), 500, u"NESTED"_s, u"inside"_s },
        { Reply::text(502, QByteArray("\xff\xfe\x00 gate", 8)), 502, {}, u"gate"_s },
        { Reply::empty(503), 503, {}, u"503"_s },
        { Reply::text(412, "credential proxy is not enabled"), 412, {}, u"not enabled"_s },
        { Reply::text(413, "policy too large"), 413, {}, u"too large"_s },
        { Reply::text(416, "invalid range"), 416, {}, u"invalid range"_s },
        { Reply::text(426, "TLS is required"), 426, {}, u"TLS"_s },
        { flat(501), 501, u"SOME::CODE"_s, u"the server's words"_s },
        { flat(504), 504, u"SOME::CODE"_s, u"the server's words"_s },
        { Reply::raw("HTTP/1.1 301 Moved Permanently\r\nLocation: /elsewhere\r\nX-Request-ID: request-1\r\nContent-Length: 0\r\n\r\n"), 301, {}, u"/elsewhere"_s },
        { Reply::raw("HTTP/1.1 307 Temporary Redirect\r\nLocation: http://thief.example/x\r\nX-Request-ID: request-1\r\nContent-Length: 0\r\n\r\n"), 307, {}, u"thief.example"_s },
    };
}

} // namespace

class SdkErrorsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRoute_data()
    {
        QTest::addColumn<int>("number");
        const QList<Route> all = routes();
        for (int i = 0; i < all.size(); ++i)
            QTest::newRow(all.at(i).name) << i;
    }

    // Pains 17, 26: every answer tells what it tells, and nothing is sent twice.
    void everyRoute()
    {
        QFETCH(int, number);
        const Route route = routes().at(number);
        for (const Answer &answer : answers()) {
            FaultServer server;
            server.on("*", "*", Reply::json(404, R"({"code":"UNEXPECTED","message":"another route"})"));
            if (route.path == "/files/download") // It is looked at first.
                server.on("GET", "/files/info", Reply::json(200, R"({"/f":{"path":"/f","type":"file","size":3,"mode":644}})"));
            server.on(route.method, route.path, answer.reply);
            Services services(server);
            const std::optional<Error> error = route.call(services);
            const QByteArray where = QByteArray(route.name) + ' ' + QByteArray::number(answer.status);
            QCOMPARE(error.has_value(), !route.welcome.contains(answer.status));
            if (error) {
                QVERIFY2(error->httpStatus == answer.status, where + ' ' + toString(*error).toUtf8());
                QVERIFY2(error->kind == (answer.status < 400 ? Error::Kind::Protocol : Error::Kind::Api), where);
                // A guard that nobody has is found out by a gateway's answer.
                const QString instead = answer.status == 502 ? u"NO_EGRESS"_s : u"NOT_SUPPORTED"_s;
                QVERIFY2(error->code == answer.code || (answer.code.isEmpty() && error->code == instead), where + ' ' + error->code.toUtf8());
                QVERIFY2(error->message.contains(answer.text), where + ' ' + error->message.toUtf8());
                QVERIFY2(!error->message.contains("hidden-value"_L1), where);
                QVERIFY2(error->requestId == "request-1"_L1, where);
                QVERIFY2(error->retryAfter == (answer.status == 429 ? std::optional(7000ms) : std::nullopt), where);
                QCOMPARE(error->isAuthentication(), answer.status == 401 || answer.status == 403);
            }
            // Only an interrupt is repeated on purpose, shortly after a start.
            const int times = route.name == QByteArrayView("interrupt") && answer.status == 404 ? 3 : 1;
            QVERIFY2(server.count(route.method, route.path) == times, where + ": sent " + QByteArray::number(server.count(route.method, route.path)) + " times");
            QCOMPARE(server.count("*", "/elsewhere"), 0);
        }
    }

    // Every status in every shape that a body may have: one read, one change, one run, one transfer.
    void everyStatusInEveryShape_data()
    {
        QTest::addColumn<int>("number");
        const QList<Route> all = routes();
        for (int i = 0; i < all.size(); ++i) {
            if (QByteArrayList { "get", "move", "code", "download" }.contains(QByteArray(all.at(i).name)))
                QTest::newRow(all.at(i).name) << i;
        }
    }
    void everyStatusInEveryShape()
    {
        struct Shape
        {
            QByteArray type;
            QByteArray body;
            QString code;
            QString text; ///< Part of the message.
        };
        const QString words = u"the server's words"_s;
        const QList<Shape> shapes {
            { "application/json", R"({"code":"SOME::CODE","message":"the server's words"})", u"SOME::CODE"_s, words },
            { "application/json", R"({"error":"the server's words"})", {}, words },
            { "application/json", R"({"detail":"the server's words"})", {}, words },
            { "application/json", R"({"detail":[{"type":"missing","loc":["body","x"],"msg":"the server's words"}]})", {}, u"body.x: the server's words"_s },
            { "application/json", R"({"detail":{"code":"SOME::CODE","message":"the server's words"}})", u"SOME::CODE"_s, words },
            { "application/json", R"({"code":"SOME::CODE","message":"the server's words"}{"code":"OTHER","message":"again"})", u"SOME::CODE"_s, words },
            { "text/plain", "the server's words", {}, words },
            { "text/html", "<html><head><title>Sorry</title></head><body><h1>the server's words</h1></body></html>", {}, words },
            { "text/plain", "\xff\xfe the server's words \x80", {}, words },
            { "application/json", "", {}, {} },
        };
        QFETCH(int, number);
        const Route route = routes().at(number);
        for (const int status : { 401, 403, 404, 409, 422, 429, 500, 502 }) {
            for (qsizetype i = 0; i < shapes.size(); ++i) {
                const Shape &shape = shapes.at(i);
                FaultServer server;
                if (route.path == "/files/download")
                    server.on("GET", "/files/info", Reply::json(200, R"({"/f":{"path":"/f","type":"file","size":3,"mode":644}})"));
                server.on(route.method, route.path, Reply::text(status, shape.body, shape.type));
                Services services(server);
                const std::optional<Error> error = route.call(services);
                const QByteArray where = QByteArray::number(status) + ", shape " + QByteArray::number(i);
                QVERIFY2(error && error->kind == Error::Kind::Api && error->httpStatus == status, where);
                QVERIFY2(error->code == shape.code, where + ' ' + error->code.toUtf8());
                QVERIFY2(error->message.contains(shape.text) && !error->message.contains("again"_L1) && !error->message.contains(u'<'), where + ' ' + error->message.toUtf8());
                QVERIFY2(error->message.contains(QString::number(status)) || !shape.body.isEmpty(), where + ' ' + error->message.toUtf8());
                QVERIFY2(server.count(route.method, route.path) == 1, where);
            }
        }
    }

    // Nothing of the protocol is left out: each route is called, and each error that it may have is answered.
    void everyDocumentedRouteIsThere()
    {
        QList<int> answered;
        for (const Answer &answer : answers())
            answered << answer.status;
        for (const Documented &one : documented()) {
            QString pattern = QRegularExpression::escape(QString::fromLatin1(one.route));
            pattern.replace(QRegularExpression(u"\\\\\\{[a-z]+\\\\\\}"_s), u"[^/]+"_s);
            const QRegularExpression form(QRegularExpression::anchoredPattern(pattern));
            const QList<Route> all = routes();
            QVERIFY2(std::ranges::any_of(all, [&](const Route &route) { return form.match(QString::fromLatin1(route.method + ' ' + route.path)).hasMatch(); }), one.route);
            for (const int status : one.errors)
                QVERIFY2(answered.contains(status), one.route + ' ' + QByteArray::number(status));
        }
    }

    // What each call sends, word for word, as a file that can be read beside the protocol. WB_WRITE_REQUESTS=1 writes it anew.
    void everyRequestIsAsWritten()
    {
        QByteArray sent;
        for (const Route &route : routes()) {
            FaultServer server;
            server.on("*", "*", Reply::json(500, "{}"));
            if (route.path == "/files/download")
                server.on("GET", "/files/info", Reply::json(200, R"({"/f":{"path":"/f","type":"file","size":3,"mode":644}})"));
            Services services(server);
            route.call(services);
            const QList<Received> requests = server.received(route.method, route.path);
            QVERIFY2(!requests.isEmpty(), route.name);
            const Received &request = requests.first();
            const bool guard = route.path.startsWith("/policy") || route.path.startsWith("/credential-vault") || route.path == "/healthz";
            const bool lifecycle = route.path.startsWith("/v1/") || route.path == "/health";
            QCOMPARE(request.headers.value("open-sandbox-api-key"), lifecycle ? QByteArray("top-secret-key") : QByteArray());
            QCOMPARE(request.headers.value("x-route"), lifecycle ? QByteArray() : QByteArray("route-secret-1"));
            sent += QByteArray(route.name) + (guard ? " (guard)" : "") + '\n' + asWritten(request);
        }
        QFile golden(QStringLiteral(WB_TEST_DATA "/requests.txt"));
        if (qEnvironmentVariableIsSet("WB_WRITE_REQUESTS") && golden.open(QIODevice::WriteOnly)) {
            golden.write(sent);
            golden.close();
        }
        QVERIFY(golden.open(QIODevice::ReadOnly));
        const QByteArrayList expected = golden.readAll().split('\n');
        const QByteArrayList lines = sent.split('\n');
        for (qsizetype i = 0; i < qMax(lines.size(), expected.size()); ++i)
            QVERIFY2(lines.value(i) == expected.value(i), "line " + QByteArray::number(i + 1) + ": " + lines.value(i));
    }

    void everyRouteEndsWhenTheConnectionDoes_data() { everyRoute_data(); }

    void everyRouteEndsWhenTheConnectionDoes()
    {
        QFETCH(int, number);
        const Route route = routes().at(number);
        const QByteArray half = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{\"id\":\"b";
        const QList<Reply> deaths { Reply::silence().thenClose(), Reply::silence().thenReset(), Reply::raw("HTTP/1.1 20").thenClose(), Reply::raw(half).thenClose(), Reply::raw(half).thenReset() };
        for (qsizetype i = 0; i < deaths.size(); ++i) {
            FaultServer server;
            server.on("*", "*", Reply::json(404, R"({"code":"UNEXPECTED","message":"another route"})"));
            if (route.path == "/files/download")
                server.on("GET", "/files/info", Reply::json(200, R"({"/f":{"path":"/f","type":"file","size":3,"mode":644}})"));
            server.on(route.method, route.path, deaths.at(i));
            Services services(server);
            const std::optional<Error> error = route.call(services);
            const QByteArray where = QByteArray(route.name) + ", death " + QByteArray::number(i);
            QVERIFY2(error, where);
            QVERIFY2(error->kind == Error::Kind::Network || error->kind == Error::Kind::ResultUnknown || error->kind == Error::Kind::Api || error->kind == Error::Kind::Protocol,
                where + ' ' + toString(*error).toUtf8());
            const int sent = server.count(route.method, route.path);
            // Reads may be repeated, by Qt three times and by us once; what has an effect is sent once.
            QVERIFY2(sent == 1 || (route.method == "GET" && sent <= 8), where + ": sent " + QByteArray::number(sent) + " times");
        }
    }
};

QTEST_GUILESS_MAIN(SdkErrorsTest)
#include "tst_sdk_errors.moc"

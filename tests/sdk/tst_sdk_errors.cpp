// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "sdktest.h"

#include <QTemporaryDir>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Everything that can be called, at one server.
struct Services
{
    explicit Services(const FaultServer &server)
        : config(configFor(server)), manager(config), diagnostics(manager.diagnostics(u"box"_s)), files(factory->files(config, endpointOf(server))),
          commands(factory->commands(config, endpointOf(server))), codes(factory->codes(config, endpointOf(server))),
          metrics(factory->metrics(config, endpointOf(server))), health(factory->health(config, endpointOf(server))),
          pty(factory->pty(config, endpointOf(server)))
    {
        QFile file(folder.filePath(u"f"_s));
        if (file.open(QIODevice::WriteOnly))
            file.write("abc");
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

template <typename T>
std::optional<Error> errorOf(const Result<T> &result)
{
    return result ? std::nullopt : std::optional<Error>(result.error());
}

CreateOptions anyImage()
{
    CreateOptions options;
    options.image = u"img"_s;
    return options;
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
        { "metadata", "PATCH", "/v1/sandboxes/box/metadata", CALL(s.manager.patchMetadata(u"box"_s, {})), {} },
        { "pause", "POST", "/v1/sandboxes/box/pause", CALL(s.manager.pause(u"box"_s)), {} },
        { "resume", "POST", "/v1/sandboxes/box/resume", CALL(s.manager.resume(u"box"_s)), {} },
        { "renew", "POST", "/v1/sandboxes/box/renew-expiration", CALL(s.manager.renewUntil(u"box"_s, QDateTime::currentDateTimeUtc())), {} },
        { "endpoint", "GET", "/v1/sandboxes/box/endpoints/80", CALL(s.manager.endpoint(u"box"_s, 80)), {} },
        { "signed endpoint", "GET", "/v1/sandboxes/box/endpoints/80", CALL(s.manager.signedEndpoint(u"box"_s, 80, QDateTime::currentDateTimeUtc())), {} },
        { "snapshot", "POST", "/v1/sandboxes/box/snapshots", CALL(s.manager.createSnapshot(u"box"_s)), {} },
        { "snapshots", "GET", "/v1/snapshots", CALL(s.manager.listSnapshots()), {} },
        { "get snapshot", "GET", "/v1/snapshots/s", CALL(s.manager.getSnapshot(u"s"_s)), {} },
        { "delete snapshot", "DELETE", "/v1/snapshots/s", CALL(s.manager.deleteSnapshot(u"s"_s)), { 404 } },
        { "logs", "GET", "/v1/sandboxes/box/diagnostics/logs", CALL(s.diagnostics->plainLogs()), {} },
        { "scoped events", "GET", "/v1/sandboxes/box/diagnostics/events", CALL(s.diagnostics->events(u"runtime"_s)), {} },
        { "inspect", "GET", "/v1/sandboxes/box/diagnostics/inspect", CALL(s.diagnostics->inspect()), {} },
        { "summary", "GET", "/v1/sandboxes/box/diagnostics/summary", CALL(s.diagnostics->summary()), {} },
        { "pools", "GET", "/v1/pools", CALL(s.manager.listPools()), {} },
        { "new pool", "POST", "/v1/pools", CALL(s.manager.createPool(u"p"_s, {}, {})), {} },
        { "pool", "GET", "/v1/pools/p", CALL(s.manager.getPool(u"p"_s)), {} },
        { "resize pool", "PUT", "/v1/pools/p", CALL(s.manager.resizePool(u"p"_s, {})), {} },
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
        { "read", "GET", "/files/download", CALL(s.files->read(u"/f"_s)), {} },
        { "download", "GET", "/files/download", CALL(s.files->download(u"/f"_s, s.folder.filePath(u"down"_s))), {} },
        { "download again", "GET", "/files/download", CALL(s.files->downloadResumable(u"/f"_s, s.folder.filePath(u"down"_s))), {} },
        { "stream", "GET", "/files/download", CALL(s.files->readStream(u"/f"_s, [](const QByteArray &) { return true; })), {} },
        { "verify", "GET", "/files/download", CALL(s.files->verify(s.folder.filePath(u"f"_s), u"/f"_s)), {} },
        { "folder", "GET", "/directories/list", CALL(s.files->list(u"/"_s)), {} },
        { "new folder", "POST", "/directories", CALL(s.files->createDirectories({ u"/d"_s })), {} },
        { "metrics", "GET", "/metrics", CALL(s.metrics->get()), {} },
        { "watch", "GET", "/metrics/watch", CALL(s.metrics->watch({})), {} },
        { "terminal", "POST", "/pty", CALL(s.pty->create()), {} },
        { "terminal status", "GET", "/pty/p", CALL(s.pty->status(u"p"_s)), {} },
        { "end terminal", "DELETE", "/pty/p", CALL(s.pty->remove(u"p"_s)), { 404 } },
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
                QVERIFY2(error->code == answer.code || (answer.code.isEmpty() && error->code == "NOT_SUPPORTED"_L1), where + ' ' + error->code.toUtf8());
                QVERIFY2(error->message.contains(answer.text), where + ' ' + error->message.toUtf8());
                QVERIFY2(!error->message.contains("hidden-value"_L1), where);
                QVERIFY2(error->requestId == "request-1"_L1, where);
                QCOMPARE(error->isAuthentication(), answer.status == 401 || answer.status == 403);
            }
            // Only an interrupt is repeated on purpose, shortly after a start.
            QVERIFY2(server.count(route.method, route.path) == 1, where + ": sent " + QByteArray::number(server.count(route.method, route.path)) + " times");
            QCOMPARE(server.count("*", "/elsewhere"), 0);
        }
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

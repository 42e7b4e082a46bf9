// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/codeinterpreter.h>

#include "sdktest.h"
#include "transport.h"

#include <QBuffer>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QNetworkReply>
#include <QProcess>
#include <QRegularExpression>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QThread>
#include <QUrlQuery>
#include <QtTest>

#include <ctime>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool Sanitized = true;
#elif defined(__has_feature)
constexpr bool Sanitized = __has_feature(address_sanitizer);
#else
constexpr bool Sanitized = false;
#endif

const QByteArray Init = R"({"type":"init","text":"context-1","timestamp":1})";
const QByteArray Ping = R"({"type":"ping","text":"pong","timestamp":1})";
const QByteArray Complete = R"({"type":"execution_complete","execution_time":5,"timestamp":1})";

QByteArray out(const QByteArray &text)
{
    return R"({"type":"stdout","text":")" + text + R"(","timestamp":1})";
}

/// Frames as they follow in a stream that is open.
QByteArray chunks(const QList<QByteArray> &frames)
{
    return Reply::openStream(frames).bytes().sliced(Reply::openStream().bytes().size());
}

qint64 processorMilliseconds()
{
    timespec time {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000;
}

std::unique_ptr<CodesService> codesAt(const FaultServer &server)
{
    return AdapterFactory::standard()->codes(configFor(server), { server.address(), {} });
}

std::unique_ptr<FilesService> filesAt(const FaultServer &server)
{
    return AdapterFactory::standard()->files(configFor(server), { server.address(), {} });
}

std::unique_ptr<CommandsService> commandsAt(const FaultServer &server)
{
    return AdapterFactory::standard()->commands(configFor(server), { server.address(), {} });
}

QByteArray fileInfo(const QByteArray &path, qint64 size, const QByteArray &type = "file")
{
    return "{\"" + path + "\":{\"path\":\"" + path + "\",\"type\":\"" + type + "\",\"size\":" + QByteArray::number(size) + ",\"mode\":644}}";
}

/// Answers /files/info for any path with this size.
void serveInfo(FaultServer &server, qint64 size, const QByteArray &type = "file")
{
    server.on("GET", "/files/info", [size, type](const Received &request) {
        const QUrlQuery query(QString::fromLatin1(request.target.mid(request.target.indexOf('?') + 1)));
        return Reply::json(200, fileInfo(query.queryItemValue(u"path"_s, QUrl::FullyDecoded).toUtf8(), size, type));
    });
}

} // namespace

class SdkFaultTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunDeliversItsEventsInOrder()
    {
        FaultServer server;
        server.on("POST", "/code", Reply::stream({ Init, Ping, out("a"), out("b"), R"({"type":"execution_count","execution_count":3})",
                                       R"({"type":"result","results":{"text":"7"}})", Complete }).inPieces(7));
        QStringList seen;
        ExecutionHandlers handlers;
        handlers.onInit = [&](const QString &id) { seen << u"init "_s + id; };
        handlers.onStdout = [&](const Event::Output &output) { seen << output.text; };
        handlers.onResult = [&](const Event::Result &result) { seen << result.data.value("text/plain"_L1).toString(); };
        handlers.onExecutionComplete = [&](const Event::Complete &) { seen << u"complete"_s; };
        const auto codes = codesAt(server);
        auto task = codes->run(u"x"_s, CodeContext { u"context-1"_s, u"python"_s, {} }, handlers);
        QVERIFY(seen.isEmpty());
        const Result<Execution> result = wait(std::move(task));
        QVERIFY2(result, result ? "" : qPrintable(toString(result.error())));
        QCOMPARE(seen, (QStringList { u"init context-1"_s, u"a"_s, u"b"_s, u"7"_s, u"complete"_s }));
        QCOMPARE(result->executionCount, 3);
        QCOMPARE(result->text(), u"ab\n7"_s);
        const QJsonObject body = QJsonDocument::fromJson(server.received().first().body).object();
        QCOMPARE(body.value("context"_L1).toObject().value("id"_L1).toString(), u"context-1"_s);
        QCOMPARE(body.value("context"_L1).toObject().value("language"_L1).toString(), u"python"_s);
        QCOMPARE(server.received().first().headers.value("accept-encoding"), QByteArray("identity"));
        QVERIFY(server.received().first().headers.value("user-agent").startsWith("OpenSandbox-Cpp-SDK/"));
    }

    // An event of many megabytes is read by another thread; whoever waits for the window does not wait for that, and nothing overtakes it.
    void aLongEventKeepsItsPlace()
    {
        FaultServer server;
        const QByteArray long1 = QByteArray("word ").repeated(600'000);
        server.on("POST", "/code", Reply::stream({ Init, out("a"), out(long1), out("b"), R"({"type":"display_data","data":{"text/plain":")" + long1 + R"("}})", out("c"), Complete }).inPieces(200'000));
        QStringList seen;
        QSet<QThread *> threads;
        ExecutionHandlers handlers;
        handlers.skipAccumulation = true;
        handlers.onStdout = [&](const Event::Output &output) {
            threads << QThread::currentThread();
            seen << output.text.left(5) + QString::number(output.text.size());
        };
        handlers.onResult = [&](const Event::Result &result) { seen << u"display "_s + QString::number(result.data.value("text/plain"_L1).toString().size()); };
        const auto codes = codesAt(server);
        const Result<Execution> result = wait(codes->run(u"x"_s, CodeContext { u"context-1"_s, u"python"_s, {} }, handlers));
        QVERIFY2(result, result ? "" : qPrintable(toString(result.error())));
        QCOMPARE(seen, (QStringList { u"a1"_s, u"word 3000000"_s, u"b1"_s, u"display 3000000"_s, u"c1"_s }));
        QCOMPARE(threads, QSet<QThread *> { QThread::currentThread() });
        // Cut off in the middle of it, and stopped while it is on its way.
        server.on("POST", "/code", Reply::stream({ Init, out("a"), out(long1), Complete }).cutAfter(2'000'000));
        seen.clear();
        QVERIFY(!wait(codes->run(u"x"_s, CodeContext { u"context-1"_s, u"python"_s, {} }, handlers)));
        QCOMPARE(seen, QStringList { u"a1"_s });
        std::stop_source stop;
        server.on("POST", "/code", Reply::stream({ Init, out("a"), out(long1), out("b"), Complete }).inPieces(200'000));
        handlers.onStdout = [&](const Event::Output &) { stop.request_stop(); };
        const Result<Execution> stopped = wait(codes->run(u"x"_s, CodeContext { u"context-1"_s, u"python"_s, {} }, handlers, stop.get_token()));
        QVERIFY(!stopped);
    }

    // Pains 8, 9, 12: at every byte the outputs so far arrive and the outcome is honest.
    void aStreamCutAtEveryByte_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::newRow("code") << QByteArray("/code");
        QTest::newRow("command") << QByteArray("/command");
        QTest::newRow("session") << QByteArray("/session/s/run");
    }
    void aStreamCutAtEveryByte()
    {
        QFETCH(QByteArray, path);
        FaultServer server;
        const Reply whole = Reply::stream({ Init, out("one"), out("two"), Complete });
        const QByteArray bytes = whole.bytes();
        const qsizetype headEnd = bytes.indexOf("\r\n\r\n") + 4;
        const qsizetype one = bytes.indexOf(out("one")) + out("one").size();
        const qsizetype two = bytes.indexOf(out("two")) + out("two").size();
        const qsizetype done = bytes.indexOf(Complete) + Complete.size();
        const auto codes = codesAt(server);
        const auto commands = commandsAt(server);
        for (qsizetype cut = 0; cut <= bytes.size(); ++cut) {
            server.expect("POST", path, whole.cutAfter(cut));
            QStringList outputs;
            ExecutionHandlers handlers;
            handlers.onStdout = [&](const Event::Output &output) { outputs << output.text; };
            const Result<Execution> result = path == "/code" ? wait(codes->run(u"x"_s, u"python"_s, handlers))
                : path == "/command"                          ? wait(commands->run(u"x"_s, {}, handlers))
                                                              : wait(commands->runInSession(u"s"_s, u"x"_s, {}, handlers));
            const QByteArray where = "cut after " + QByteArray::number(cut);
            if (cut >= done) {
                QVERIFY2(result, where + (result ? QByteArray() : toString(result.error()).toUtf8()));
            } else {
                QVERIFY2(!result, where);
                QVERIFY2(result.error().kind == Error::Kind::ResultUnknown, where + toString(result.error()).toUtf8());
                QVERIFY(!result.error().message.isEmpty());
            }
            QStringList expected;
            if (cut >= one + 1)
                expected << u"one"_s;
            if (cut >= two + 1)
                expected << u"two"_s;
            if (cut == one) // The frame is whole, its end may or may not be.
                expected = outputs;
            if (cut == two)
                expected = outputs;
            QVERIFY2(outputs == expected, where + ' ' + outputs.join(u',').toUtf8());
            QCOMPARE(server.count("POST", path), int(cut) + 1);
        }
        QVERIFY(headEnd > 0);
    }

    // Pain 12: of an event that is not all there nothing is shown as if it were, and the bytes are counted.
    void aLongEventThatIsCutIsTold()
    {
        FaultServer server;
        const Reply whole = Reply::stream({ Init, out(QByteArray(4 << 20, 'x')), Complete });
        const qsizetype cut = whole.bytes().size() - (16 << 10);
        server.on("POST", "/code", whole.cutAfter(cut));
        qsizetype shown = 0;
        ExecutionHandlers handlers;
        handlers.onStdout = [&](const Event::Output &output) { shown += output.text.size(); };
        const auto codes = codesAt(server);
        const Result<Execution> result = wait(codes->run(u"x"_s, u"python"_s, handlers));
        QVERIFY(!result && result.error().kind == Error::Kind::ResultUnknown);
        QCOMPARE(shown, 0);
        static const QRegularExpression count(u"\\b4\\d{6}\\b"_s);
        QVERIFY2(count.match(result.error().message).hasMatch(), qPrintable(result.error().message));
    }

    // Pains 9, 31: what arrived stays, nothing is run again, and an interrupt frees the context in which the code goes on.
    void aStreamResetInTheMiddleKeepsItsOutputs()
    {
        FaultServer server;
        server.on("POST", "/code", Reply::openStream({ Init, out("1"), out("2"), out("3") }).thenSend("20\r\n{\"type\":\"std").thenWait(50).thenReset());
        QStringList outputs;
        ExecutionHandlers handlers;
        handlers.onStdout = [&](const Event::Output &output) { outputs << output.text; };
        const auto codes = codesAt(server);
        const Result<Execution> result = wait(codes->run(u"x"_s, u"python"_s, handlers));
        QCOMPARE(outputs, (QStringList { u"1"_s, u"2"_s, u"3"_s }));
        QVERIFY(!result && result.error().kind == Error::Kind::ResultUnknown);
        server.on("POST", "/code", Reply::stream({ Init, R"({"code":"RUNTIME_ERROR","message":"error running codes session is busy"})" }));
        const Result<Execution> busy = wait(codes->run(u"y"_s, u"python"_s));
        QVERIFY(!busy && busy.error().kind == Error::Kind::Api && busy.error().message.contains("busy"_L1));
        server.on("DELETE", "/code", Reply::empty(200));
        QVERIFY(wait(codes->interrupt(u"context-1"_s)));
        QCOMPARE(server.count("POST", "/code"), 2);
    }

    // Pains 7, 13, 26: an empty stream, one that a proxy mangled, and errors of every kind.
    void answersThatAreNoStream_data()
    {
        QTest::addColumn<Reply>("reply");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const Reply &reply, Error::Kind kind, int status, const QString &code, const QString &text) {
            QTest::newRow(name) << reply << int(kind) << status << code << text;
        };
        using Kind = Error::Kind;
        row("200 without a byte", Reply::raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 0\r\n\r\n"), Kind::ResultUnknown, 0, {}, u"without a single event"_s);
        row("200 with JSON error", Reply::json(200, R"({"code":"BUSY","message":"later"})"), Kind::Api, 200, u"BUSY"_s, u"later"_s);
        row("200 with HTML", Reply::text(200, "<html><body>Please log in</body></html>", "text/html"), Kind::Protocol, 200, {}, u"Please log in"_s);
        row("busy in the stream", Reply::stream({ Init, R"({"code":"RUNTIME_ERROR","message":"error running codes session is busy"})" }), Kind::Api, 200, u"RUNTIME_ERROR"_s, u"session is busy"_s);
        row("401", Reply::json(401, R"({"error":"Unauthorized: invalid or missing header"})"), Kind::Api, 401, {}, u"Unauthorized"_s);
        row("401 with challenge", Reply::json(401, R"({"code":"INVALID_API_KEY","message":"no"})", "WWW-Authenticate: Basic realm=\"x\"\r\n"), Kind::Api, 401, u"INVALID_API_KEY"_s, u"no"_s);
        row("404", Reply::json(404, R"({"detail":"Not Found"})"), Kind::Api, 404, {}, u"Not Found"_s);
        row("409", Reply::json(409, R"({"code":"A::B","message":"conflict"})"), Kind::Api, 409, u"A::B"_s, u"conflict"_s);
        row("422", Reply::json(422, R"({"detail":[{"loc":["body","code"],"msg":"Field required","input":{"key":"hidden"}}]})"), Kind::Api, 422, {}, u"body.code: Field required"_s);
        row("500", Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"context not found"})"), Kind::Api, 500, u"RUNTIME_ERROR"_s, u"context not found"_s);
        row("500 text", Reply::text(500, "Internal Server Error"), Kind::Api, 500, {}, u"Internal Server Error"_s);
        row("502 HTML", Reply::text(502, "<html><title>502 Bad Gateway</title><body>502 Bad Gateway</body></html>", "text/html"), Kind::Api, 502, {}, u"502 Bad Gateway"_s);
        row("500 without body", Reply::empty(500), Kind::Api, 500, {}, u"500"_s);
        row("500 with bytes that are no text", Reply::text(500, QByteArray("\xFF\xFE\0", 3)), Kind::Api, 500, {}, u"\uFFFD"_s);
        row("redirect", Reply::json(307, "{}", "Location: http://elsewhere.example/code\r\n"), Kind::Protocol, 307, {}, u"elsewhere.example"_s);
        row("gzip body", Reply::raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x08"), Kind::Protocol, 200, u"ENCODING_MISMATCH"_s, u"encoding mismatch"_s);
        row("gzip header, plain body", Reply::raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\n{}\n"), Kind::Protocol, 200, u"ENCODING_MISMATCH"_s, u"encoding mismatch"_s);
    }

    void answersThatAreNoStream()
    {
        QFETCH(Reply, reply);
        QFETCH(int, kind);
        QFETCH(int, status);
        QFETCH(QString, code);
        QFETCH(QString, text);
        FaultServer server;
        server.on("POST", "/code", reply);
        const auto codes = codesAt(server);
        const Result<Execution> result = wait(codes->run(u"x"_s, u"python"_s));
        QVERIFY(!result);
        QCOMPARE(int(result.error().kind), kind);
        QCOMPARE(result.error().httpStatus, status);
        QCOMPARE(result.error().code, code);
        QVERIFY2(result.error().message.contains(text), qPrintable(result.error().message));
        QVERIFY(!result.error().message.contains("hidden"_L1));
        if (status >= 400)
            QCOMPARE(result.error().requestId, u"request-1"_s);
        QCOMPARE(server.received().size(), 1);
    }

    // Pain 17: a server that takes a request, starts it, and dies before the first byte of its answer.
    void sideEffectsAreSentExactlyOnce_data()
    {
        QTest::addColumn<bool>("warm");
        QTest::addColumn<bool>("reset");
        QTest::newRow("fresh, closed") << false << false;
        QTest::newRow("fresh, reset") << false << true;
        QTest::newRow("after keep-alive, closed") << true << false;
        QTest::newRow("after keep-alive, reset") << true << true;
    }

    void sideEffectsAreSentExactlyOnce()
    {
        QFETCH(bool, warm);
        QFETCH(bool, reset);
        FaultServer server;
        serveInfo(server, 3);
        server.on("*", "/v1/health", Reply::empty(200));
        const Reply death = reset ? Reply::silence().thenWait(5).thenReset() : Reply::silence().thenWait(5).thenClose();
        for (const char *method : { "POST", "DELETE", "PATCH", "PUT" })
            server.on(method, "*", death);
        const ConnectionConfig config = configFor(server);
        SandboxManager manager(config);
        const auto codes = codesAt(server);
        const auto commands = commandsAt(server);
        const auto files = filesAt(server);
        QTemporaryDir folder;
        QFile local(folder.filePath(u"f"_s));
        QVERIFY(local.open(QIODevice::WriteOnly));
        local.write("abc");
        local.close();
        // The connection has been used by side effects that worked, too.
        const auto warmUp = [&] {
            server.expect("POST", "/v1/sandboxes/box/pause", Reply::empty(202));
            QVERIFY(wait(manager.pause(u"box"_s)));
            server.expect("DELETE", "/code/contexts/c", Reply::empty(200));
            QVERIFY(wait(codes->deleteContext(u"c"_s)));
            QVERIFY(wait(files->info({ u"/f"_s })));
        };
        const auto check = [&](const char *what, const QByteArray &method, const QByteArray &path, auto call) {
            if (warm)
                warmUp();
            const int before = server.count(method, path);
            const auto result = call();
            QVERIFY2(!result, what);
            QVERIFY2(result.error().kind == Error::Kind::Network || result.error().kind == Error::Kind::ResultUnknown, what);
            QTest::qWait(30); // Where a second one would have come.
            QVERIFY2(server.count(method, path) == before + 1, what);
        };
        CreateOptions options;
        options.image = u"img"_s;
        check("run", "POST", "/code", [&] { return wait(codes->run(u"x"_s, u"python"_s)); });
        check("command", "POST", "/command", [&] { return wait(commands->run(u"x"_s)); });
        check("create", "POST", "/v1/sandboxes", [&] { return wait(manager.create(options)); });
        check("delete", "DELETE", "/v1/sandboxes/box", [&] { return wait(manager.kill(u"box"_s)); });
        check("renew", "POST", "/v1/sandboxes/box/renew-expiration", [&] { return wait(manager.renewUntil(u"box"_s, QDateTime::currentDateTimeUtc())); });
        check("metadata", "PATCH", "/v1/sandboxes/box/metadata", [&] { return wait(manager.patchMetadata(u"box"_s, {})); });
        check("upload", "POST", "/files/upload", [&] { return wait(files->upload(local.fileName(), u"/f"_s)); });
        check("write", "POST", "/files/upload", [&] { return wait(files->write(u"/f"_s, "abc")); });
        check("remove", "DELETE", "/files", [&] { return wait(files->removeFiles({ u"/f"_s })); });
        check("move", "POST", "/files/mv", [&] { return wait(files->move({ { u"/a"_s, u"/b"_s } })); });
        check("context", "POST", "/code/context", [&] { return wait(codes->createContext(u"python"_s)); });
        check("interrupt", "DELETE", "/code", [&] { return wait(codes->interrupt(u"c"_s)); });
        // Streams have no side effects, but a second one would begin somewhere else.
        server.on("GET", "/metrics/watch", death);
        server.on("GET", "/files/download", death);
        const auto metrics = AdapterFactory::standard()->metrics(config, { server.address(), {} });
        check("watch", "GET", "/metrics/watch", [&] { return wait(metrics->watch({})); });
        check("download", "GET", "/files/download", [&] { return wait(files->download(u"/f"_s, folder.filePath(u"down"_s))); });
    }

    // The stale connection itself: the server closes kept-alive ones just when the next request comes.
    void sideEffectsDoNotUseConnectionsThatMayBeStale()
    {
        FaultServer server;
        server.on("POST", "/v1/sandboxes/box/pause", Reply::empty(202));
        server.on("GET", "/v1/sandboxes/box", Reply::json(200, SandboxJson));
        SandboxManager manager(configFor(server));
        for (int i = 0; i < 5; ++i) {
            QVERIFY(wait(manager.get(u"box"_s)));
            QVERIFY(wait(manager.pause(u"box"_s)));
        }
        QSet<int> used;
        for (const Received &request : server.received("POST", "*")) {
            QVERIFY(!used.contains(request.connection));
            used << request.connection;
            QCOMPARE(request.headers.value("connection").toLower(), QByteArray("close"));
        }
        QCOMPARE(used.size(), 5);
        QVERIFY(server.received("GET", "*").first().connection == server.received("GET", "*").last().connection);
    }

    void readsAreRepeatedOnceAfterAReset()
    {
        FaultServer server;
        server.expect("GET", "/v1/sandboxes/box", Reply::silence().thenReset());
        server.on("GET", "/v1/sandboxes/box", Reply::json(200, SandboxJson));
        SandboxManager manager(configFor(server));
        const Result<SandboxInfo> info = wait(manager.get(u"box"_s));
        QVERIFY2(info, info ? "" : qPrintable(toString(info.error())));
    }

    void redirectsAreNotFollowed()
    {
        FaultServer server;
        FaultServer elsewhere;
        elsewhere.on("*", "*", Reply::json(200, SandboxJson));
        server.on("*", "*", Reply::json(307, "", "Location: " + elsewhere.origin().toUtf8() + "/v1/sandboxes\r\n"));
        SandboxManager manager(configFor(server));
        const Result<SandboxInfo> get = wait(manager.get(u"box"_s));
        QVERIFY(!get && get.error().message.contains(elsewhere.origin()));
        QVERIFY(!wait(manager.kill(u"box"_s)));
        QCOMPARE(elsewhere.received().size(), 0);
        QCOMPARE(server.received().size(), 2);
    }

    // Pain 15: the clock runs from sending, and only on silence.
    void ordinaryCallsEndAfterSilence()
    {
        FaultServer server;
        server.on("GET", "/v1/sandboxes/quiet", Reply::silence().thenWait(60'000));
        server.on("GET", "/v1/sandboxes/slow", Reply::json(200, SandboxJson).inPieces(20, 250)); // More than 2 s in all
        ConnectionConfig config = configFor(server);
        config.requestTimeout = 1500ms;
        SandboxManager manager(config);
        QElapsedTimer clock;
        clock.start();
        const Result<SandboxInfo> quiet = wait(manager.get(u"quiet"_s));
        QVERIFY(!quiet && quiet.error().kind == Error::Kind::Timeout);
        QVERIFY(quiet.error().message.contains(server.address()));
        QVERIFY(clock.elapsed() < 20'000);
        QVERIFY(wait(manager.get(u"slow"_s)));
        // Many at once: none waits in the client.
        server.on("GET", "/v1/sandboxes/late", Reply::silence().thenWait(200).thenSend(Reply::json(200, SandboxJson).bytes()));
        QList<std::shared_ptr<Later<SandboxInfo>>> all;
        for (int i = 0; i < 40; ++i)
            all << Later<SandboxInfo>::start(manager.get(u"late"_s));
        for (const auto &later : all)
            QTRY_VERIFY(later->result);
        for (const auto &later : all)
            QVERIFY(*later->result);
    }

    // Pain 15: a cell may be silent for as long as it likes.
    void streamsHaveNoTimeLimit()
    {
        FaultServer server;
        server.on("POST", "/code", Reply::openStream({ Init }).thenWait(900).thenSend(Reply::stream({ Complete }).bytes().mid(Reply::stream({}).bytes().size() - 5)));
        ConnectionConfig config = configFor(server);
        config.requestTimeout = 200ms;
        const auto codes = AdapterFactory::standard()->codes(config, { server.address(), {} });
        QVERIFY(wait(codes->run(u"x"_s, u"python"_s)));
    }

    // A connection that ends between the digits of a chunk's size is an end like any other.
    void answersCutInsideAChunkHeadEnd()
    {
        FaultServer server;
        server.on("POST", "/code", Reply::openStream({ Init, Ping, out("kept") }).thenWait(20).thenSend("1").thenWait(20).thenClose());
        QStringList outputs;
        ExecutionHandlers handlers;
        handlers.onStdout = [&](const Event::Output &output) { outputs << output.text; };
        QElapsedTimer clock;
        clock.start();
        const auto codes = codesAt(server);
        const Result<Execution> run = wait(codes->run(u"x"_s, u"python"_s, handlers));
        QVERIFY(!run && run.error().kind == Error::Kind::ResultUnknown);
        QCOMPARE(outputs, QStringList { u"kept"_s });
        QCOMPARE(server.count("POST", "/code"), 1);
        server.on("GET", "/code/contexts", Reply::raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n1").thenWait(20).thenClose());
        const auto list = wait(codes->listContexts());
        QVERIFY(!list && list.error().kind == Error::Kind::Network);
        QVERIFY(clock.elapsed() < 4000); // No time limit was needed.
    }

    void aSilentStreamOfAServerThatLivesIsGivenUp()
    {
        const auto transport = Transport::ofThisThread();
        const QScopeGuard back([&transport, before = transport->silence] { transport->silence = before; });
        transport->silence = 60ms;
        FaultServer server;
        server.on("POST", "/code", Reply::openStream({ Init, Ping, out("kept") }));
        server.on("GET", "/ping", Reply::empty(200));
        QStringList outputs;
        ExecutionHandlers handlers;
        handlers.onStdout = [&](const Event::Output &output) { outputs << output.text; };
        const auto codes = codesAt(server);
        const Result<Execution> run = wait(codes->run(u"x"_s, u"python"_s, handlers));
        QVERIFY(!run && run.error().kind == Error::Kind::ResultUnknown);
        QVERIFY2(run.error().message.contains(u"went silent"_s), qPrintable(run.error().message));
        QCOMPARE(outputs, QStringList { u"kept"_s });
        QVERIFY(server.count("GET", "/ping") > 1); // A proxy may hold pings back until it has a page of them.
        QCOMPARE(server.count("POST", "/code"), 1);
    }

    // A paused sandbox answers nothing; its run goes on when it is resumed.
    void aSilentStreamOfAPausedSandboxStaysOpen()
    {
        const auto transport = Transport::ofThisThread();
        const QScopeGuard back([&transport, before = transport->silence] { transport->silence = before; });
        transport->silence = 60ms;
        FaultServer server;
        server.on("POST", "/code", Reply::openStream({ Init, Ping }).thenWait(900).thenSend(chunks({ out("later"), Complete }) + "0\r\n\r\n"));
        server.expect("GET", "/ping", Reply::silence());
        server.on("GET", "/ping", Reply::text(502, "Bad Gateway"));
        const auto codes = codesAt(server);
        const Result<Execution> run = wait(codes->run(u"x"_s, u"python"_s));
        QVERIFY2(run && run->text() == "later"_L1, run ? "" : qPrintable(toString(run.error())));
        QVERIFY(server.count("GET", "/ping") >= 1);
    }

    void aStreamThatWasQuietForAWhileGoesOn()
    {
        const auto transport = Transport::ofThisThread();
        const QScopeGuard back([&transport, before = transport->silence] { transport->silence = before; });
        transport->silence = 400ms;
        FaultServer server;
        server.on("GET", "/ping", Reply::empty(200));
        const QByteArray ping = chunks({ Ping });
        server.on("POST", "/code", Reply::openStream({ Init, Ping }).thenWait(550).thenSend(ping).thenWait(550).thenSend(chunks({ Complete }) + "0\r\n\r\n"));
        const auto codes = codesAt(server);
        const Result<Execution> run = wait(codes->run(u"x"_s, u"python"_s));
        QVERIFY2(run, run ? "" : qPrintable(toString(run.error())));
        QCOMPARE(server.count("GET", "/ping"), 2);
        // A server that sends no pings may be as quiet as it likes.
        transport->silence = 50ms;
        server.on("POST", "/code", Reply::openStream({ Init }).thenWait(300).thenSend(chunks({ Complete }) + "0\r\n\r\n"));
        server.forget();
        QVERIFY(wait(codes->run(u"x"_s, u"python"_s)));
        QCOMPARE(server.count("GET", "/ping"), 0);
    }

    void nothingListensThere()
    {
        QTcpServer closed;
        QVERIFY(closed.listen(QHostAddress::LocalHost));
        const QString address = u"127.0.0.1:%1"_s.arg(closed.serverPort());
        closed.close();
        ConnectionConfig config;
        config.domain = address;
        SandboxManager manager(config);
        const auto health = wait(manager.health());
        QVERIFY(!health && health.error().kind == Error::Kind::Network);
        QVERIFY(health.error().message.contains(address));
        const auto codes = AdapterFactory::standard()->codes(config, { address, {} });
        const Result<Execution> run = wait(codes->run(u"x"_s, u"python"_s));
        QVERIFY(!run && run.error().kind == Error::Kind::Network); // Nothing was sent, so nothing is unknown.
        ConnectionConfig nonsense;
        nonsense.domain = u"http://"_s;
        SandboxManager nowhere(nonsense);
        const auto refused = wait(nowhere.health());
        QVERIFY(!refused && refused.error().kind == Error::Kind::InvalidArgument);
    }

    void stoppingEndsACallAndClosesItsConnection()
    {
        FaultServer server;
        server.on("POST", "/code", Reply::openStream({ Init, out("x") }));
        const auto codes = codesAt(server);
        std::stop_source stop;
        int outputs = 0;
        ExecutionHandlers handlers;
        handlers.onStdout = [&](const Event::Output &) {
            ++outputs;
            stop.request_stop(); // Allowed in a handler.
        };
        const Result<Execution> run = wait(codes->run(u"x"_s, u"python"_s, handlers, stop.get_token()));
        QVERIFY(!run && run.error().kind == Error::Kind::Cancelled);
        QCOMPARE(outputs, 1);
        QTRY_COMPARE(server.openConnections(), 0);

        std::stop_source second;
        const auto later = Later<Execution>::start(codes->run(u"x"_s, u"python"_s, {}, second.get_token()));
        QTRY_COMPARE(server.openConnections(), 1);
        second.request_stop();
        QVERIFY(!later->result); // Never from inside request_stop().
        QTRY_VERIFY(later->result);
        QVERIFY(later->result->error().kind == Error::Kind::Cancelled);
        const int before = int(server.received().size());
        const Result<Execution> third = wait(codes->run(u"x"_s, u"python"_s, {}, second.get_token()));
        QVERIFY(!third && third.error().kind == Error::Kind::Cancelled);
        QCOMPARE(server.received().size(), before);
    }

    // Pain 10: pings are a sign of life and nothing else; an interrupt goes out, and who waits may leave.
    void pingsForEverAreNoProgress()
    {
        FaultServer server;
        Reply pinging = Reply::openStream({ Init });
        for (int i = 0; i < 500; ++i)
            pinging = pinging.thenWait(10).thenSend(chunks({ Ping }));
        server.on("POST", "/code", pinging);
        server.on("DELETE", "/code", Reply::empty(200));
        const auto codes = codesAt(server);
        std::stop_source stop;
        int pings = 0;
        int others = 0;
        ExecutionHandlers handlers;
        handlers.onEvent = [&](const StreamEvent &event) { ++(std::holds_alternative<Event::Ping>(event.value) ? pings : others); };
        const auto run = Later<Execution>::start(codes->run(u"x"_s, u"python"_s, handlers, stop.get_token()));
        QTRY_VERIFY(pings > 5);
        QVERIFY(wait(codes->interrupt(u"context-1"_s)));
        QVERIFY(!run->result);
        QCOMPARE(others, 1); // The beginning.
        stop.request_stop();
        QTRY_VERIFY(run->result);
        QCOMPARE(run->result->error().kind, Error::Kind::Cancelled);
        QCOMPARE(server.count("POST", "/code"), 1);
    }

    void theServiceMayBeDestroyedDuringACall()
    {
        FaultServer server;
        server.on("POST", "/code", Reply::openStream({ Init }).thenWait(50).thenSend("0\r\n\r\n"));
        auto codes = codesAt(server);
        const auto later = Later<Execution>::start(codes->run(u"x"_s, u"python"_s));
        codes.reset();
        QTRY_VERIFY(later->result);
        QVERIFY(later->result->error().kind == Error::Kind::ResultUnknown);
    }

    // 60 streams and a call that must not wait behind them.
    void sixtyFourStreamsDoNotDelayAnInterrupt()
    {
        FaultServer server;
        server.on("POST", "/code", Reply::openStream({ Init }));
        server.on("GET", "/metrics/watch", Reply::openStream());
        server.on("DELETE", "/code", Reply::empty(200));
        server.on("GET", "/code/contexts", Reply::json(200, "[]"));
        const auto codes = codesAt(server);
        const auto metrics = AdapterFactory::standard()->metrics(configFor(server), { server.address(), {} });
        std::stop_source stop;
        QList<std::shared_ptr<Later<Execution>>> runs;
        for (int i = 0; i < 64; ++i)
            runs << Later<Execution>::start(codes->run(u"x"_s, CodeContext { QString::number(i), u"python"_s, {} }, {}, stop.get_token()));
        const auto watch = Later<Done>::start(metrics->watch({}, {}, stop.get_token()));
        QTRY_COMPARE(server.count("POST", "/code"), 64);
        QTRY_COMPARE(server.openConnections(), 65);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(wait(codes->interrupt(u"c"_s)));
        QVERIFY(wait(codes->listContexts()));
        QVERIFY2(clock.elapsed() < 1000, "an interrupt waited behind streams");
        stop.request_stop();
        for (const auto &run : runs)
            QTRY_VERIFY(run->result);
        QTRY_VERIFY(watch->result);
        QTRY_COMPARE(server.openConnections(), 1); // The reads' own, kept alive.
    }

    // Pain 37
    void anInterruptRightAfterTheStartIsRepeatedShortly()
    {
        FaultServer server;
        server.expect("DELETE", "/code", Reply::json(404, R"({"code":"X","message":"no such run"})"));
        server.on("DELETE", "/code", Reply::empty(200));
        const auto codes = codesAt(server);
        QVERIFY(wait(codes->interrupt(u"c d"_s)));
        QCOMPARE(server.received().last().target, QByteArray("/code?id=c%20d"));
    }

    void interruptingAnEndedCommandCountsAsDone()
    {
        FaultServer server;
        server.on("DELETE", "/command", Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"not running"})"));
        server.on("GET", "/command/status/done", Reply::json(200, R"({"id":"done","running":false,"exit_code":0})"));
        server.on("GET", "/command/status/stuck", Reply::json(200, R"({"id":"stuck","running":true})"));
        const auto commands = commandsAt(server);
        QVERIFY(wait(commands->interrupt(u"done"_s)));
        const Result<Done> stuck = wait(commands->interrupt(u"stuck"_s));
        QVERIFY(!stuck && stuck.error().code == "RUNTIME_ERROR"_L1);
    }

    void aCommandResolvesAtItsTerminalEvent()
    {
        FaultServer server;
        server.on("POST", "/command", Reply::openStream({ Init, out("hi"), Complete }).thenWait(20'000));
        const auto commands = commandsAt(server);
        QElapsedTimer clock;
        clock.start();
        RunCommandOptions options;
        options.cwd = u"/w"_s;
        options.timeout = 1500ms;
        options.env.insert(u"A"_s, u"b"_s);
        const Result<Execution> result = wait(commands->run(u"echo hi"_s, options));
        QVERIFY(result && result->exitCode == 0 && result->text() == "hi"_L1);
        QVERIFY(clock.elapsed() < 1000);
        const QJsonObject body = QJsonDocument::fromJson(server.received().first().body).object();
        QCOMPARE(body.value("timeout"_L1).toInt(), 1500);
        QCOMPARE(body.value("envs"_L1).toObject().value("A"_L1).toString(), u"b"_s);
        QVERIFY(!body.contains("background"_L1));
    }

    // Pain 24
    void emptyAnswersAreAnswers()
    {
        FaultServer server;
        server.on("*", "*", Reply::empty(200));
        const auto health = AdapterFactory::standard()->health(configFor(server), { server.address(), {} });
        QVERIFY(wait(health->ping()));
        const auto commands = commandsAt(server);
        const Result<CommandLogs> logs = wait(commands->logs(u"c"_s, 17));
        QVERIFY(logs && logs->content.isEmpty());
        QCOMPARE(logs->cursor, 17);
        QVERIFY(wait(filesAt(server)->createDirectories({ u"/d"_s })));
    }

    // Pain 93
    void metricsLinesMayBeTornAndMayBeErrors()
    {
        FaultServer server;
        const QByteArray line = R"({"cpu_count":2,"cpu_used_pct":12.5,"mem_total_mib":1024,"mem_used_mib":100,"timestamp":7})";
        const QByteArray body = line + '\n' + line + "\n{\"error\":\"x\"}\n" + line + '\n';
        server.on("GET", "/metrics/watch", Reply::raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + body).inPieces(11).thenClose());
        int samples = 0;
        QStringList gaps;
        const auto metrics = AdapterFactory::standard()->metrics(configFor(server), { server.address(), {} });
        const Result<Done> end = wait(metrics->watch(
            [&](const Metrics &sample) {
                ++samples;
                QCOMPARE(sample.cpuUsedPercent, 12.5);
            },
            [&](const QString &gap) { gaps << gap; }));
        QVERIFY(!end && end.error().kind == Error::Kind::Network);
        QCOMPARE(samples, 3);
        QCOMPARE(gaps, QStringList { u"x"_s });
    }

    // Pains 18, 71, 75: the server gets exactly the name.
    void namesArriveExactly()
    {
        FaultServer server;
        server.on("GET", "/directories/list", Reply::json(200, "[]"));
        server.on("DELETE", "/files", Reply::empty(200));
        server.on("POST", "/files/mv", Reply::empty(200));
        const auto files = filesAt(server);
        const QStringList names { u"3+4.md"_s, u"a&b=c.txt"_s, u"x;y"_s, u"100%.txt"_s, u"A%20B.txt"_s, u"sp ace.txt"_s, u"C# notes.txt"_s,
            u"what?.md"_s, u"2017-12-07 11:27.txt"_s, u"c:x"_s, u"-rf"_s, u"--help"_s, u"a;ls -la;.txt"_s, u"$(id)"_s, u"it's"_s, u"a\"b"_s,
            u"back\\slash"_s, u"new\nline"_s, u"日本語 ﬁ.txt"_s, u"😀"_s, u"e\u0301"_s, u"%2e%2e"_s, u"a~b"_s, u"\u2028"_s, u"<>{}|^`[]"_s };
        for (const QString &name : names) {
            const QString path = u"/tmp/"_s + name;
            server.forget();
            QVERIFY2(wait(files->list(path)), qPrintable(name));
            QVERIFY2(wait(files->removeFiles({ path, path })), qPrintable(name));
            QVERIFY2(wait(files->move({ { path, QString(path + u'2') } })), qPrintable(name));
            const QByteArray query = server.received().first().target;
            QVERIFY(query.startsWith("/directories/list?path="));
            const QByteArray encoded = query.sliced(23, query.indexOf('&') - 23);
            QCOMPARE(QByteArray::fromPercentEncoding(encoded), path.toUtf8());
            for (const char c : encoded)
                QVERIFY2(QByteArrayView("%-._~").contains(c) || QChar::isLetterOrNumber(char32_t(uchar(c))), encoded);
            QCOMPARE(server.received().at(1).target, QByteArray("/files?path=" + encoded + "&path=" + encoded));
            QCOMPARE(QJsonDocument::fromJson(server.received().at(2).body).array().first().toObject().value("src"_L1).toString(), path);
        }
        // Pain 70
        server.forget();
        for (const QString &path : { u"/cost$5.txt"_s, u"/a$$b"_s, u"/$HOME"_s, u"~/x"_s }) {
            const Result<Done> refused = wait(files->removeFiles({ u"/fine"_s, path }));
            QVERIFY(!refused && refused.error().kind == Error::Kind::InvalidArgument);
        }
        QCOMPARE(server.received().size(), 0);
    }

    void anUploadIsStreamedAndChecked()
    {
        FaultServer server;
        QTemporaryDir folder;
        QFile local(folder.filePath(u"big"_s));
        QVERIFY(local.open(QIODevice::WriteOnly));
        const QByteArray content = QByteArray(3 << 20, 'z') + "end";
        local.write(content);
        local.close();
        serveInfo(server, content.size());
        server.on("POST", "/files/upload", Reply::empty(200));
        const auto files = filesAt(server);
        QList<qint64> steps;
        const Result<Done> done = wait(files->upload(local.fileName(), u"/up load"_s, {}, [&](qint64 sent, qint64 total) {
            steps << sent;
            QCOMPARE(total, content.size());
        }));
        QVERIFY2(done, done ? "" : qPrintable(toString(done.error())));
        QVERIFY(!steps.isEmpty() && steps.last() == content.size() && std::ranges::is_sorted(steps));
        const Received upload = server.received("POST", "/files/upload").first();
        QCOMPARE(upload.headers.value("content-length"), QByteArray::number(upload.body.size()));
        QVERIFY(!upload.headers.contains("transfer-encoding"));
        QVERIFY(upload.body.contains("name=\"metadata\"; filename=\"metadata\""));
        QVERIFY(upload.body.contains(R"({"mode":644,"path":"/up load"})"));
        QVERIFY(upload.body.contains("\r\n\r\n" + content + "\r\n--"));

        // Pain 78: 200 and nothing there, or not all.
        serveInfo(server, 5);
        const Result<Done> partly = wait(files->upload(local.fileName(), u"/f"_s));
        QVERIFY(!partly && partly.error().code == "SIZE_MISMATCH"_L1);
        server.on("GET", "/files/info", Reply::json(404, R"({"code":"FILE_NOT_FOUND","message":"x"})"));
        QVERIFY(!wait(files->upload(local.fileName(), u"/f"_s)));
        QVERIFY(!wait(files->write(u"/f"_s, "abc")));
        const Result<Done> missing = wait(files->upload(folder.filePath(u"none"_s), u"/f"_s));
        QVERIFY(!missing && missing.error().kind == Error::Kind::LocalFile);
    }

    void aDeviceIsUploadedFromWhereItStands()
    {
        FaultServer server;
        serveInfo(server, 1000);
        server.on("POST", "/files/upload", Reply::empty(200));
        const auto files = filesAt(server);
        const auto buffer = std::make_shared<QBuffer>();
        buffer->setData("head" + QByteArray(1000, 'b'));
        QVERIFY(buffer->open(QIODevice::ReadOnly));
        QVERIFY(buffer->seek(4));
        qint64 last = 0;
        const Result<Done> done = wait(files->uploadFrom(buffer, u"/f"_s, { .mode = 600, .owner = {}, .group = {} }, [&](qint64 sent, qint64 total) {
            last = sent;
            QCOMPARE(total, 1000);
        }));
        QVERIFY2(done, done ? "" : qPrintable(toString(done.error())));
        QCOMPARE(last, 1000);
        const Received upload = server.received("POST", "/files/upload").first();
        QVERIFY(upload.body.contains(R"({"mode":600,"path":"/f"})"));
        QVERIFY(upload.body.contains("\r\n\r\n" + QByteArray(1000, 'b') + "\r\n--"));

        // What cannot be read is refused before anything is sent.
        server.forget();
        const auto closed = std::make_shared<QBuffer>();
        QCOMPARE(wait(files->uploadFrom(closed, u"/f"_s)).error().kind, Error::Kind::InvalidArgument);
        QCOMPARE(wait(files->uploadFrom(nullptr, u"/f"_s)).error().kind, Error::Kind::InvalidArgument);
        QVERIFY(closed->open(QIODevice::ReadOnly | QIODevice::Text));
        QCOMPARE(wait(files->uploadFrom(closed, u"/f"_s)).error().kind, Error::Kind::InvalidArgument);
        QCOMPARE(wait(files->uploadFrom(buffer, u"f"_s)).error().kind, Error::Kind::InvalidArgument);
        QCOMPARE(server.received().size(), 0);
    }

    // A process, a socket, another answer: their size is known at their end only.
    void aSequentialDeviceIsUploadedOnceItHasEnded()
    {
        FaultServer server;
        const QByteArray content = QByteArray(2 << 20, 's') + "end";
        serveInfo(server, content.size());
        server.on("POST", "/files/upload", Reply::empty(200));
        server.on("GET", "/source", Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(content.size()) + "\r\n\r\n" + content).inPieces(64 << 10, 2));
        const auto files = filesAt(server);
        QNetworkAccessManager manager;
        const auto source = [&] { return std::shared_ptr<QIODevice>(manager.get(QNetworkRequest(QUrl(server.origin() + u"/source"_s)))); };
        const Result<Done> done = wait(files->uploadFrom(source(), u"/f"_s));
        QVERIFY2(done, done ? "" : qPrintable(toString(done.error())));
        QCOMPARE(server.count("POST", "/files/upload"), 1);
        const Received upload = server.received("POST", "/files/upload").first();
        QCOMPARE(upload.headers.value("content-length"), QByteArray::number(upload.body.size()));
        QVERIFY(upload.body.contains("\r\n\r\n" + content + "\r\n--"));

        // One that has ended before, and a program's output.
        server.forget();
        auto ended = source();
        QTRY_VERIFY(qobject_cast<QNetworkReply *>(ended.get())->isFinished());
        QVERIFY(wait(files->uploadFrom(ended, u"/f"_s)));
        serveInfo(server, 6);
        const auto process = std::make_shared<QProcess>();
        process->start(u"sh"_s, { u"-c"_s, u"echo one; sleep 0.1; echo 2"_s });
        QVERIFY(wait(files->uploadFrom(process, u"/f"_s)));
        QVERIFY(server.received("POST", "/files/upload").last().body.contains("\r\n\r\none\n2\n\r\n--"));
        QCOMPARE(server.count("POST", "/files/upload"), 2);
    }

    void aSequentialDeviceThatBreaksOrIsStoppedSendsNothing()
    {
        FaultServer server;
        server.on("GET", "/source", Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf").thenClose());
        server.on("GET", "/endless", Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"));
        const auto files = filesAt(server);
        QNetworkAccessManager manager;
        const auto source = [&](const QString &path) { return std::shared_ptr<QIODevice>(manager.get(QNetworkRequest(QUrl(server.origin() + path)))); };
        const Result<Done> broken = wait(files->uploadFrom(source(u"/source"_s), u"/f"_s));
        QVERIFY(!broken);
        QCOMPARE(broken.error().kind, Error::Kind::LocalFile);
        std::stop_source stop;
        auto task = files->uploadFrom(source(u"/endless"_s), u"/f"_s, {}, {}, stop.get_token());
        QTRY_COMPARE(server.count("GET", "/endless"), 1);
        stop.request_stop();
        const Result<Done> stopped = wait(std::move(task));
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().kind, Error::Kind::Cancelled);
        QCOMPARE(server.count("POST", "/files/upload"), 0);
    }

    // Pain 76: sizes beyond 4 GiB are told as they are, both ways.
    void sizesHave64Bits()
    {
        constexpr qint64 Size = (qint64(5) << 30) + 1;
        QTemporaryDir folder;
        QFile local(folder.filePath(u"sparse"_s));
        QVERIFY(local.open(QIODevice::WriteOnly));
        QVERIFY(local.resize(Size));
        local.close();
        // A server that reads the head of an upload and goes.
        QTcpServer listener;
        QVERIFY(listener.listen(QHostAddress::LocalHost));
        QByteArray head;
        connect(&listener, &QTcpServer::newConnection, this, [&] {
            QTcpSocket *const socket = listener.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [&head, socket] {
                if (!head.contains("\r\n\r\n"))
                    head += socket->readAll();
                if (head.contains("\r\n\r\n"))
                    socket->abort();
            });
        });
        const auto files = AdapterFactory::standard()->files({}, { u"127.0.0.1:%1"_s.arg(listener.serverPort()), {} });
        QVERIFY(!wait(files->upload(local.fileName(), u"/f"_s)));
        const QByteArray field = head.mid(head.toLower().indexOf("content-length:") + 15);
        const qint64 announced = field.first(field.indexOf('\r')).trimmed().toLongLong();
        QVERIFY2(announced > Size && announced < Size + 1000, head);
        FaultServer server;
        serveInfo(server, Size);
        server.on("GET", "/files/download", Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(Size) + "\r\n\r\nabc").thenClose());
        qint64 total = 0;
        const Result<Done> down = wait(filesAt(server)->download(u"/f"_s, folder.filePath(u"down"_s), [&](qint64, qint64 all) { total = all; }));
        QVERIFY(!down);
        QVERIFY2(down.error().message.contains(u"3 of %1 bytes"_s.arg(Size)), qPrintable(down.error().message));
        QCOMPARE(total, Size);
    }

    void anUploadCanBeStopped()
    {
        FaultServer server;
        QTemporaryDir folder;
        QFile local(folder.filePath(u"sparse"_s));
        QVERIFY(local.open(QIODevice::WriteOnly));
        QVERIFY(local.resize(qint64(800) << 20));
        local.close();
        const auto files = filesAt(server);
        std::stop_source stop;
        QElapsedTimer clock;
        const Result<Done> done = wait(files->upload(local.fileName(), u"/f"_s, {}, [&](qint64 sent, qint64) {
            if (sent > (8 << 20) && stop.request_stop())
                clock.start();
        }, stop.get_token()));
        QVERIFY(!done && done.error().kind == Error::Kind::Cancelled);
        QVERIFY(clock.elapsed() < 1000);
        QCOMPARE(server.received().size(), 0);
        QTRY_COMPARE(server.openConnections(), 0);
    }

    void aFileThatShrinksDuringItsUpload()
    {
        FaultServer server;
        QTemporaryDir folder;
        QFile local(folder.filePath(u"log"_s));
        QVERIFY(local.open(QIODevice::ReadWrite));
        QVERIFY(local.resize(512 << 20));
        const auto files = filesAt(server);
        const Result<Done> done = wait(files->upload(local.fileName(), u"/f"_s, {}, [&](qint64 sent, qint64) {
            if (sent > (1 << 20) && local.size() > 0)
                local.resize(0);
        }));
        QVERIFY(!done);
        QVERIFY2(done.error().message.contains("became shorter"_L1), qPrintable(done.error().message));
        QCOMPARE(server.received().size(), 0);
        QTRY_COMPARE(server.openConnections(), 0);
    }

    // Pain 79
    void aDownloadIsWholeOrNothing()
    {
        FaultServer server;
        QTemporaryDir folder;
        const QString target = folder.filePath(u"file"_s);
        const QByteArray content(1 << 20, 'd');
        serveInfo(server, content.size());
        server.on("GET", "/files/download", Reply::raw("HTTP/1.1 200 OK\r\nContent-Disposition: attachment; filename=../../evil\r\nContent-Length: " + QByteArray::number(content.size()) + "\r\n\r\n" + content));
        const auto files = filesAt(server);
        qint64 last = 0;
        QVERIFY(wait(files->download(u"/f"_s, target, [&](qint64 done, qint64) { last = done; })));
        QCOMPARE(last, content.size());
        QFile file(target);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), content);
        file.close();

        const Reply whole = Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(content.size()) + "\r\n\r\n" + QByteArray(content.size(), 'n'));
        const QList<Reply> faults { whole.cutAfter(600'000), Reply::raw(whole.bytes().first(600'000)).thenReset(), Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"disk"})"),
            Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n").thenClose(),
            Reply::raw("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"), Reply::raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n").thenClose() };
        for (const Reply &fault : faults) {
            server.expect("GET", "/files/download", fault);
            const Result<Done> done = wait(files->download(u"/f"_s, target));
            QVERIFY(!done);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll(), content); // The old file.
            file.close();
            server.expect("GET", "/files/download", fault);
            QVERIFY(!wait(files->download(u"/f"_s, folder.filePath(u"new"_s)))); // Nor is there a part of a new one.
            QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList { u"file"_s });
        }
        // A new file is as any program makes it; one that is replaced keeps its permissions.
        QFile plain(folder.filePath(u"plain"_s));
        QVERIFY(plain.open(QIODevice::WriteOnly));
        QCOMPARE(QFile::permissions(target), QFile::permissions(plain.fileName()));
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
        const auto mode = QFile::permissions(target);
        server.expect("GET", "/files/download", whole);
        QVERIFY(wait(files->download(u"/f"_s, target)));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray(content.size(), 'n'));
        file.close();
        QCOMPARE(QFile::permissions(target), mode);
        const Result<Done> lost = wait(files->download(u"/f"_s, folder.filePath(u"no folder/file"_s)));
        QVERIFY(!lost && lost.error().kind == Error::Kind::LocalFile && lost.error().message.contains("no folder"_L1));
        serveInfo(server, 4096, "directory");
        const Result<Done> directory = wait(files->download(u"/d"_s, target));
        QVERIFY(!directory && directory.error().kind == Error::Kind::InvalidArgument);
    }

    void aReadHasALimitAndRanges()
    {
        FaultServer server;
        serveInfo(server, 10);
        server.on("GET", "/files/download", [](const Received &request) {
            const QByteArray range = request.headers.value("range");
            return range == "bytes=2-5" ? Reply::raw("HTTP/1.1 206 Partial\r\nContent-Range: bytes 2-5/10\r\nContent-Length: 4\r\n\r\n2345") : Reply::text(200, "0123456789");
        });
        const auto files = filesAt(server);
        QCOMPARE(wait(files->read(u"/f"_s)).value(), QByteArray("0123456789"));
        QCOMPARE(wait(files->read(u"/f"_s, 100, 2, 4)).value(), QByteArray("2345"));
        QCOMPARE(wait(files->read(u"/f"_s, 100, 7)).value(), QByteArray("789")); // The server ignored the range.
        QCOMPARE(wait(files->read(u"/f"_s, 100, 10)).value(), QByteArray());
        const Result<QByteArray> big = wait(files->read(u"/f"_s, 9));
        QVERIFY(!big && big.error().kind == Error::Kind::InvalidArgument);
        serveInfo(server, 3); // It grew meanwhile.
        const Result<QByteArray> grown = wait(files->read(u"/f"_s, 9));
        QVERIFY(!grown && grown.error().kind == Error::Kind::InvalidArgument);
    }

    // Pain 21
    void secretsGoWhereTheyBelong()
    {
        FaultServer server;
        FaultServer box;
        serveSandbox(server);
        server.on("GET", "/v1/sandboxes/box/endpoints/44772", Reply::json(200, R"({"endpoint":")" + box.address().toUtf8() + R"(/some/prefix","headers":{"X-Route":"route-token"}})"));
        box.on("GET", "/some/prefix/ping", Reply::empty(200));
        box.on("POST", "/some/prefix/code", Reply::stream({ Init, Complete }));
        box.on("GET", "/some/prefix/metrics", Reply::json(200, "{}"));
        box.on("POST", "/some/prefix/files/upload", Reply::json(500, R"({"code":"E","message":"route-token and top-secret-key are wrong"})"));
        ConnectionConfig config = configFor(server);
        config.headers.insert("X-Tenant", "tenant-value");
        QList<Exchange> exchanges;
        config.onExchange = [&](const Exchange &exchange) { exchanges << exchange; };
        CreateOptions options;
        options.image = u"img"_s;
        const auto sandbox = wait(Sandbox::create(config, options));
        QVERIFY2(sandbox, sandbox ? "" : qPrintable(toString(sandbox.error())));
        const auto interpreter = wait(CodeInterpreter::create(*sandbox));
        QVERIFY(interpreter);
        QVERIFY(wait((*interpreter)->codes().run(u"x"_s, u"python"_s)));
        QVERIFY(wait((*sandbox)->metrics().get()));
        const Result<Done> upload = wait((*sandbox)->files().write(u"/f"_s, "x"));
        QVERIFY(!upload && !upload.error().message.contains("top-secret-key"_L1) && !upload.error().message.contains("route-token"_L1));
        QVERIFY(wait((*sandbox)->kill()));
        QVERIFY(server.received().size() >= 4 && box.received().size() == 4);
        for (const Received &request : server.received()) {
            QCOMPARE(request.headers.value("open-sandbox-api-key"), QByteArray("top-secret-key"));
            QCOMPARE(request.headers.value("x-tenant"), QByteArray("tenant-value"));
            QVERIFY(!request.headers.contains("x-route"));
        }
        for (const Received &request : box.received()) {
            QVERIFY(!request.headers.contains("open-sandbox-api-key"));
            QVERIFY(!request.headers.contains("x-tenant"));
            QVERIFY(!request.headers.contains("cookie"));
            QCOMPARE(request.headers.value("x-route"), QByteArray("route-token"));
        }
        // Each exchange begins and ends once, and shows no secret.
        QHash<quint64, int> ends;
        for (const Exchange &exchange : exchanges) {
            ends[exchange.number] += exchange.finished ? 10 : 1;
            QVERIFY(!exchange.error.contains("top-secret-key"_L1));
            QVERIFY(!exchange.url.toString().contains("secret"_L1));
        }
        for (const int count : ends)
            QCOMPARE(count, 11);
        QVERIFY(exchanges.size() >= 16);
    }

    // Pain 20
    void endpointsThroughTheServerKeepTheirPrefixAndGetTheKey()
    {
        FaultServer server;
        serveSandbox(server);
        server.on("GET", "/v1/sandboxes/box/endpoints/44772", Reply::json(200, R"({"endpoint":")" + server.address().toUtf8() + R"(/sandboxes/box/proxy/44772"})"));
        server.on("GET", "/sandboxes/box/proxy/44772/ping", Reply::empty(200));
        ConnectionConfig config = configFor(server);
        config.useServerProxy = true;
        QVERIFY(wait(Sandbox::connect(config, u"box"_s)));
        QCOMPARE(server.received("GET", "/v1/sandboxes/box/endpoints/44772").first().target, QByteArray("/v1/sandboxes/box/endpoints/44772?use_server_proxy=true"));
        QCOMPARE(server.received("GET", "/sandboxes/box/proxy/44772/ping").first().headers.value("open-sandbox-api-key"), QByteArray("top-secret-key"));
    }

    // Pain 22
    void aRefusedKeyEndsTheWaitAtOnce()
    {
        FaultServer server;
        serveSandbox(server);
        server.on("GET", "/ping", Reply::json(401, R"({"error":"Unauthorized"})"));
        CreateOptions options;
        options.image = u"img"_s;
        QElapsedTimer clock;
        clock.start();
        const auto sandbox = wait(Sandbox::create(configFor(server), options));
        QVERIFY(!sandbox && sandbox.error().isAuthentication());
        QVERIFY(clock.elapsed() < 2000);
        QCOMPARE(server.count("GET", "/ping"), 1);
        QCOMPARE(server.count("DELETE", "/v1/sandboxes/box"), 1);
    }

    // Pains 7, 23
    void waitingForASandboxEndsWithTheAddressTried()
    {
        FaultServer server;
        serveSandbox(server);
        server.expect("GET", "/ping", Reply::silence().thenReset());
        server.expect("GET", "/ping", Reply::silence().thenReset());
        server.expect("GET", "/ping", Reply::text(502, "Bad Gateway"));
        CreateOptions options;
        options.image = u"img"_s;
        options.readyPollInterval = 10ms;
        QVERIFY(wait(Sandbox::create(configFor(server), options)));

        server.on("GET", "/v1/sandboxes/box/endpoints/44772", Reply::json(200, R"({"endpoint":"127.0.0.1:1"})"));
        options.readyTimeout = 100ms;
        const auto sandbox = wait(Sandbox::create(configFor(server), options));
        QVERIFY(!sandbox && sandbox.error().kind == Error::Kind::NotReady);
        QVERIFY2(sandbox.error().message.contains("127.0.0.1:1"_L1) && sandbox.error().message.contains("server proxy"_L1), qPrintable(sandbox.error().message));
        QCOMPARE(server.count("DELETE", "/v1/sandboxes/box"), 1);
        const auto connected = wait(Sandbox::connect(configFor(server), u"box"_s, 100ms));
        QVERIFY(!connected);
        QCOMPARE(server.count("DELETE", "/v1/sandboxes/box"), 1); // connect never kills.
    }

    void aSandboxWhoseCreationWasStoppedIsRemoved()
    {
        FaultServer server;
        serveSandbox(server);
        server.on("POST", "/v1/sandboxes", Reply::silence().thenWait(200).thenSend(Reply::json(202, SandboxJson).bytes()));
        CreateOptions options;
        options.image = u"img"_s;
        std::stop_source stop;
        const auto later = Later<std::shared_ptr<Sandbox>>::start(Sandbox::create(configFor(server), options, stop.get_token()));
        QTRY_COMPARE(server.count("POST", "/v1/sandboxes"), 1);
        stop.request_stop();
        QTRY_VERIFY(later->result);
        QVERIFY(later->result->error().kind == Error::Kind::Cancelled);
        QTRY_COMPARE(server.count("DELETE", "/v1/sandboxes/box"), 1);
    }

    void resumingConnectsWithFreshEndpoints()
    {
        FaultServer server;
        serveSandbox(server);
        server.on("POST", "/v1/sandboxes/box/resume", Reply::empty(202));
        QVERIFY(wait(Sandbox::resume(configFor(server), u"box"_s)));
        // Already running: somebody else resumed it.
        server.on("POST", "/v1/sandboxes/box/resume", Reply::json(409, R"({"code":"DOCKER::SANDBOX_NOT_PAUSED","message":"x"})"));
        QVERIFY(wait(Sandbox::resume(configFor(server), u"box"_s)));
        // With what connect() takes, too.
        server.on("GET", "/ping", Reply::json(500, R"({"code":"BROKEN","message":"no"})"));
        ConnectOptions how;
        how.skipHealthCheck = true;
        const auto unasked = wait(Sandbox::resume(configFor(server), u"box"_s, how));
        QVERIFY2(unasked, why(unasked));
        how.skipHealthCheck = false;
        how.readyTimeout = 300ms;
        QVERIFY(!wait(Sandbox::resume(configFor(server), u"box"_s, how)));
    }

    // Pain 121
    void listingAllSurvivesRowsThatVanish()
    {
        FaultServer server;
        int vanished = 0;
        server.on("GET", "/v1/sandboxes", [&](const Received &request) {
            const QUrlQuery query(QString::fromLatin1(request.target.mid(request.target.indexOf('?') + 1)));
            const int page = query.queryItemValue(u"page"_s).toInt();
            QList<QByteArray> ids;
            for (int i = vanished; i < 45; ++i)
                ids << "{\"id\":\"s" + QByteArray::number(i) + "\",\"status\":{\"state\":\"Running\"}}";
            const int total = int(ids.size());
            const QByteArray items = ids.mid((page - 1) * 20, 20).join(',');
            vanished = 5;
            return Reply::json(200, "{\"items\":[" + items + "],\"pagination\":{\"page\":" + QByteArray::number(page) + ",\"pageSize\":20,\"totalItems\":" + QByteArray::number(total)
                                   + ",\"totalPages\":" + QByteArray::number((total + 19) / 20) + ",\"hasNextPage\":" + (page * 20 < total ? "true" : "false") + "}}");
        });
        SandboxManager manager(configFor(server));
        SandboxFilter filter;
        filter.pageSize = 20;
        filter.states = { u"Running"_s, u"Paused"_s };
        filter.metadata.insert(u"team/a b"_s, u"x&y"_s);
        const Result<QList<SandboxInfo>> all = wait(manager.listAll(filter));
        QVERIFY(all);
        QCOMPARE(all->size(), 40);
        QSet<QString> ids;
        for (const SandboxInfo &info : *all)
            ids << info.id;
        QCOMPARE(ids.size(), 40);
        // The metadata filter is a query string within a query value.
        QVERIFY2(server.received().first().target.contains("state=Running&state=Paused&metadata=team%252Fa%2520b%3Dx%2526y&page=1"), server.received().first().target);
    }

    void renewReadsTheExpiryAgain()
    {
        FaultServer server;
        server.on("POST", "/v1/sandboxes/box/renew-expiration", Reply::json(200, R"({"expiresAt":"2030-01-01T00:00:00Z"})"));
        server.on("GET", "/v1/sandboxes/box", Reply::json(200, R"({"id":"box","status":{"state":"Running"},"expiresAt":"2030-01-01T00:00:07Z"})", "Date: Mon, 30 Nov 2026 01:17:10 GMT\r\n"));
        SandboxManager manager(configFor(server));
        const Result<QDateTime> expiry = wait(manager.renewUntil(u"box"_s, QDateTime(QDate(2030, 1, 1), QTime(0, 0), QTimeZone::UTC)));
        QCOMPARE(expiry.value().time().second(), 7);
        QCOMPARE(QJsonDocument::fromJson(server.received().first().body).object().value("expiresAt"_L1).toString(), u"2030-01-01T00:00:00.000Z"_s);
        const QDateTime server_ = QDateTime::currentDateTimeUtc().addMSecs(manager.clockOffset().count());
        QVERIFY(std::abs(server_.secsTo(QDateTime(QDate(2026, 11, 30), QTime(1, 17, 10), QTimeZone::UTC))) < 5);
    }

    // Pain 16
    void twoTimeoutsInARowBringFreshConnections()
    {
        FaultServer server;
        server.on("GET", "/v1/sandboxes/quiet", Reply::silence());
        server.on("GET", "/v1/sandboxes/box", Reply::json(200, SandboxJson));
        ConnectionConfig config = configFor(server);
        config.requestTimeout = 80ms;
        SandboxManager manager(config);
        QVERIFY(wait(manager.get(u"box"_s)));
        QVERIFY(!wait(manager.get(u"quiet"_s)));
        QVERIFY(!wait(manager.get(u"quiet"_s)));
        QVERIFY(wait(manager.get(u"box"_s)));
        QVERIFY(server.received("GET", "/v1/sandboxes/box").first().connection != server.received("GET", "/v1/sandboxes/box").last().connection);
    }

    void encryptedConnectionsWorkAndStrangersAreRefused()
    {
        const QString openssl = QStandardPaths::findExecutable(u"openssl"_s);
        if (openssl.isEmpty() || !QSslSocket::supportsSsl())
            QSKIP("openssl is needed to make a certificate");
        QTemporaryDir folder;
        const QString keyFile = folder.filePath(u"key.pem"_s);
        const QString certificateFile = folder.filePath(u"cert.pem"_s);
        QProcess maker;
        maker.start(openssl, { u"req"_s, u"-x509"_s, u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s, u"ec_paramgen_curve:prime256v1"_s, u"-nodes"_s, u"-days"_s, u"2"_s,
                                 u"-subj"_s, u"/CN=localhost"_s, u"-addext"_s, u"subjectAltName=IP:127.0.0.1"_s, u"-keyout"_s, keyFile, u"-out"_s, certificateFile });
        QVERIFY(maker.waitForFinished(20'000) && maker.exitCode() == 0);
        QFile file(keyFile);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QSslKey key(&file, QSsl::Ec);
        const QList<QSslCertificate> certificates = QSslCertificate::fromPath(certificateFile);
        QVERIFY(!key.isNull() && certificates.size() == 1);
        QSslServer server;
        QSslConfiguration configuration;
        configuration.setLocalCertificate(certificates.first());
        configuration.setPrivateKey(key);
        server.setSslConfiguration(configuration);
        QVERIFY(server.listen(QHostAddress::LocalHost));
        connect(&server, &QTcpServer::pendingConnectionAvailable, &server, [&server] {
            QTcpSocket *socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                if (socket->readAll().contains("POST"))
                    socket->write(Reply::stream({ Init, out("secret"), Complete }).bytes());
                else
                    socket->write(Reply::json(200, SandboxJson).bytes());
            });
        });
        ConnectionConfig config;
        config.domain = u"https://127.0.0.1:%1"_s.arg(server.serverPort());
        const Endpoint endpoint { u"127.0.0.1:%1"_s.arg(server.serverPort()), {} };
        {
            const auto codes = AdapterFactory::standard()->codes(config, endpoint);
            const Result<Execution> run = wait(codes->run(u"x"_s, u"python"_s));
            QVERIFY(!run && run.error().kind == Error::Kind::Network);
            QVERIFY2(run.error().message.contains("No secure connection"_L1), qPrintable(run.error().message));
            SandboxManager manager(config);
            const Result<SandboxInfo> info = wait(manager.get(u"box"_s));
            QVERIFY(!info && info.error().kind == Error::Kind::Network);
        }
        const QSslConfiguration before = QSslConfiguration::defaultConfiguration();
        QSslConfiguration trusting = before;
        trusting.addCaCertificates(certificates);
        QSslConfiguration::setDefaultConfiguration(trusting);
        const auto codes = AdapterFactory::standard()->codes(config, endpoint);
        const Result<Execution> run = wait(codes->run(u"x"_s, u"python"_s));
        SandboxManager manager(config);
        const Result<SandboxInfo> info = wait(manager.get(u"box"_s));
        QSslConfiguration::setDefaultConfiguration(before);
        QVERIFY2(run && run->text() == "secret"_L1, run ? "" : qPrintable(toString(run.error())));
        QVERIFY2(info, info ? "" : qPrintable(toString(info.error())));
    }

    // A flood may slow the run down, never the event loop.
    void aFloodDoesNotBlockTheEventLoop()
    {
        constexpr int Chunks = Sanitized ? 20 : 200;
        QThread thread;
        QObject inThread;
        inThread.moveToThread(&thread);
        thread.start();
        quint16 port = 0;
        QTcpServer *flood = nullptr;
        QMetaObject::invokeMethod(&inThread, [&] {
            flood = new QTcpServer;
            flood->listen(QHostAddress::LocalHost);
            port = flood->serverPort();
            QObject::connect(flood, &QTcpServer::newConnection, flood, [flood] {
                QTcpSocket *socket = flood->nextPendingConnection();
                QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                    if (!socket->readAll().contains("\r\n\r\n"))
                        return;
                    QByteArray lines;
                    while (lines.size() < (512 << 10))
                        lines += out("some text of a line that a busy program prints") + "\n\n";
                    const QByteArray chunk = QByteArray::number(lines.size(), 16) + "\r\n" + lines + "\r\n";
                    socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
                    for (int i = 0; i < Chunks; ++i)
                        socket->write(chunk);
                    const QByteArray last = Complete + "\n\n";
                    socket->write(QByteArray::number(last.size(), 16) + "\r\n" + last + "\r\n0\r\n\r\n");
                });
            });
        }, Qt::BlockingQueuedConnection);
        qint64 longest = 0;
        qint64 mostWork = 0; // Of this thread alone, whatever else the machine does.
        qint64 lastWork = processorMilliseconds();
        QElapsedTimer sinceTurn;
        QTimer turns;
        connect(&turns, &QTimer::timeout, this, [&] {
            longest = qMax(longest, sinceTurn.restart());
            const qint64 work = processorMilliseconds();
            mostWork = qMax(mostWork, work - std::exchange(lastWork, work));
        });
        qint64 events = 0;
        ExecutionHandlers handlers;
        handlers.skipAccumulation = true;
        handlers.onStdout = [&](const Event::Output &) { ++events; };
        const auto codes = AdapterFactory::standard()->codes({}, { u"127.0.0.1:%1"_s.arg(port), {} });
        QElapsedTimer clock;
        clock.start();
        sinceTurn.start();
        turns.start(0);
        const Result<Execution> result = wait(codes->run(u"x"_s, u"python"_s, handlers));
        turns.stop();
        qInfo("%lld events in %lld ms, the event loop waited at most %lld ms, our own work in a turn took at most %lld ms", events, clock.elapsed(), longest, mostWork);
        QVERIFY(result);
        QVERIFY(events > Chunks * 4500);
        QVERIFY2(longest < 2000, "the event loop was blocked"); // About 10 ms on an idle machine; the work of a turn tells more.
        QVERIFY2(mostWork < (Sanitized ? 500 : 30), "a turn of the event loop took too long");
        QMetaObject::invokeMethod(&inThread, [&] { delete flood; }, Qt::BlockingQueuedConnection);
        thread.quit();
        thread.wait();
    }
};

QTEST_GUILESS_MAIN(SdkFaultTest)
#include "tst_sdk_fault.moc"

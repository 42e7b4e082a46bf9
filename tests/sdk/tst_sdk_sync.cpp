// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/sandboxsync.h>

#include "sdktest.h"
#include "serverthread.h"

#include <QBuffer>
#include <QDeadlineTimer>
#include <QProcess>
#include <QRegularExpression>

#include <atomic>
#include <thread>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QByteArray Init = R"({"type":"init","text":"run-1","timestamp":1})";
const QByteArray Hi = R"({"type":"stdout","text":"hi","timestamp":1})";
const QByteArray Complete = R"({"type":"execution_complete","execution_time":5,"timestamp":1})";

QByteArray printed(const QString &text)
{
    return QJsonDocument(QJsonObject { { u"type"_s, u"stdout"_s }, { u"text"_s, text }, { u"timestamp"_s, 1 } }).toJson(QJsonDocument::Compact);
}

void serve(ServerThread &thread)
{
    thread.with([&] {
        FaultServer &server = thread.server();
        serveSandbox(server);
        server.on("POST", "/command", Reply::stream({ Init, Hi, Complete }));
        server.on("POST", "/code", Reply::stream({ Init, Hi, Complete }));
        server.on("GET", "/v1/sandboxes", Reply::json(200, R"({"items":[],"pagination":{"page":1,"pageSize":100,"totalItems":0,"totalPages":0,"hasNextPage":false}})"));
        server.on("GET", "/v1/sandboxes/nobody", Reply::json(404, R"({"code":"DOCKER::SANDBOX_NOT_FOUND","message":"no"})"));
        server.on("GET", "/v1/sandboxes/box/diagnostics/inspect", Reply::text(200, "fine"));
    });
}

ConnectionConfig configFor(const ServerThread &thread)
{
    ConnectionConfig config;
    config.domain = thread.address();
    config.requestTimeout = 20s;
    return config;
}

} // namespace

class SdkSyncTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void programs_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("a plain main()") << u"plain"_s;
        QTest::newRow("a main() that uses Qt before, and sets it up afterwards") << u"later"_s;
        QTest::newRow("threads that come and go, and no application") << u"workers"_s;
        QTest::newRow("the interface's thread is refused, a worker is not") << u"gui"_s;
        QTest::newRow("the interface's thread does not wait for the end of a worker's last object") << u"ending"_s;
    }

    void programs()
    {
        QFETCH(QString, kind);
        ServerThread thread;
        serve(thread);
        if (kind == "ending"_L1)
            thread.with([&] { thread.server().on("POST", "/v1/sandboxes", Reply::silence().thenWait(4000).thenSend(Reply::json(202, SandboxJson).bytes())); });
        QProcess program;
        program.start(QStringLiteral(WB_BIN_DIR "/sdk_syncprogram"), { kind, thread.address() });
        QVERIFY2(program.waitForFinished(60'000), qPrintable(program.errorString()));
        const QByteArray said = program.readAllStandardError() + program.readAllStandardOutput();
        QVERIFY2(program.exitStatus() == QProcess::NormalExit && program.exitCode() == 0, QByteArray::number(program.exitCode()) + ' ' + said);
        QVERIFY2(said.isEmpty(), said); // No warning of Qt's either.
    }

    void threadsShareASandbox()
    {
        ServerThread thread;
        serve(thread);
        const auto sandbox = SandboxSync::connect(::configFor(thread), u"box"_s);
        QVERIFY2(sandbox, why(sandbox));
        std::atomic<int> right = 0;
        std::vector<std::thread> workers;
        for (int i = 0; i < 8; ++i) {
            workers.emplace_back([&] {
                for (int j = 0; j < 5; ++j) {
                    const auto run = (*sandbox)->commands().run(u"echo hi"_s);
                    right += run && run->text() == "hi"_L1;
                }
            });
        }
        for (std::thread &worker : workers)
            worker.join();
        QCOMPARE(int(right), 40);
        QCOMPARE(thread.count("POST", "/command"), 40);
    }

    void handlersRunInTheCallingThreadAndMayCall()
    {
        ServerThread thread;
        serve(thread);
        thread.with([&] {
            thread.server().on("POST", "/code", Reply::openStream({ Init, Hi }));
            thread.server().on("DELETE", "/code", [&](const Received &) { return Reply::empty(200); });
        });
        const auto sandbox = SandboxSync::connect(::configFor(thread), u"box"_s);
        QVERIFY2(sandbox, why(sandbox));
        const auto interpreter = CodeInterpreterSync::create(*sandbox);
        QVERIFY2(interpreter, why(interpreter));
        std::stop_source stop;
        bool interrupted = false;
        const auto here = std::this_thread::get_id();
        ExecutionHandlers handlers;
        handlers.onStdout = [&](const Event::Output &) {
            QVERIFY(std::this_thread::get_id() == here);
            interrupted = (*interpreter)->codes().interrupt(u"run-1"_s).has_value();
            stop.request_stop();
        };
        const auto run = (*interpreter)->codes().run(u"while True: pass"_s, SupportedLanguage::Python, handlers, stop.get_token());
        QVERIFY(!run && run.error().kind == Error::Kind::Cancelled);
        QVERIFY(interrupted);
    }

    // What a slow handler has not seen yet waits in the sandbox, not in this process's memory.
    void aSlowHandlerHoldsBackTheServer_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : { "command", "session", "code", "code over the display bridge", "content", "log" })
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }

    void aSlowHandlerHoldsBackTheServer()
    {
        QFETCH(QString, kind);
        constexpr int Lines = 500'000; // 50 MB: more than all buffers on the way take.
        QByteArray events = Init + "\n\n";
        QByteArray plain;
        for (int i = 0; i < Lines; ++i) {
            const QByteArray line = QByteArray::number(i).rightJustified(6, '0').rightJustified(40, '.');
            events += printed(QString::fromLatin1(line)) + "\n\n";
            plain += line + '\n';
        }
        events += Complete + "\n\n";
        plain += plain + plain;
        ServerThread thread;
        serve(thread);
        thread.with([&] {
            FaultServer &server = thread.server();
            const Reply stream = Reply::text(200, events, "text/event-stream");
            for (const char *path : { "/command", "/session/s/run" })
                server.on("POST", path, stream);
            server.on("POST", "/code", [stream](const Received &request) {
                static const QRegularExpression nonce(u"[0-9a-f]{32}"_s);
                const auto program = nonce.match(QString::fromUtf8(request.body)); // The bridge's own, which answers with its name.
                if (!program.hasMatch())
                    return stream;
                const QString name = program.captured();
                return Reply::stream({ Init, printed(u"\x1b]7780;%1;ready;{\"nonce\":\"%1\"}\x1b\\"_s.arg(name)), Complete });
            });
            server.on("GET", "/files/info", Reply::json(200, R"({"/f":{"path":"/f","type":"file","size":)" + QByteArray::number(plain.size()) + R"(,"mode":644}})"));
            server.on("GET", "/files/download", Reply::text(200, plain, "application/octet-stream"));
            server.on("GET", "/command/status/c", Reply::json(200, R"({"id":"c","running":false,"exit_code":0})"));
            server.on("GET", "/command/c/logs", [plain](const Received &request) {
                const qint64 cursor = QUrlQuery(QString::fromLatin1(request.target.split('?').value(1))).queryItemValue(u"cursor"_s).toLongLong();
                return Reply::raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nEXECD-COMMANDS-TAIL-CURSOR: " + QByteArray::number(plain.size())
                                  + "\r\nContent-Length: " + QByteArray::number(plain.size() - cursor) + "\r\n\r\n" + plain.sliced(cursor));
            });
        });
        std::atomic<int> ended = 0; // Exchanges that were read to their end.
        ConnectionConfig config = ::configFor(thread);
        config.displayBridge = kind.contains("bridge"_L1);
        config.onExchange = [&](const Exchange &exchange) {
            if (exchange.finished && exchange.bytesReceived > 10'000 && (exchange.url.path().endsWith("/command"_L1) || exchange.url.path().endsWith("/code"_L1) || exchange.url.path().endsWith("/run"_L1)
                                      || exchange.url.path().endsWith("/download"_L1) || exchange.url.path().endsWith("/logs"_L1)))
                ++ended;
        };
        const auto sandbox = SandboxSync::connect(config, u"box"_s);
        QVERIFY2(sandbox, why(sandbox));
        const auto interpreter = CodeInterpreterSync::create(*sandbox);
        QVERIFY2(interpreter, why(interpreter));

        const bool log = kind == "log"_L1;
        int endedMeanwhile = -1;
        const auto first = [&] {
            if (endedMeanwhile >= 0)
                return;
            QDeadlineTimer patience(1500); // A log comes in pieces, each an exchange: one may be here already.
            while (!patience.hasExpired() && ended <= (log ? 1 : 0))
                std::this_thread::sleep_for(5ms);
            endedMeanwhile = ended;
        };
        int lines = 0;
        bool inOrder = true;
        ExecutionHandlers handlers;
        handlers.skipAccumulation = true;
        handlers.onStdout = [&](const Event::Output &output) {
            first();
            inOrder = inOrder && QStringView(output.text).sliced(34).toInt() == lines % 1'000'000;
            ++lines;
        };
        QByteArray content;
        std::optional<Error> error;
        if (kind == "content"_L1) {
            const auto read = (*sandbox)->files().readStream(u"/f"_s, [&](const QByteArray &bytes) {
                first();
                content += bytes;
                return true;
            });
            error = read ? std::nullopt : std::optional(read.error());
        } else if (log) {
            const auto followed = (*sandbox)->commands().follow(u"c"_s, [&](const QByteArray &bytes, qint64) {
                first();
                content += bytes;
            });
            error = followed ? std::nullopt : std::optional(followed.error());
        } else {
            const auto run = kind == "command"_L1 ? (*sandbox)->commands().run(u"x"_s, {}, handlers)
                : kind == "session"_L1            ? (*sandbox)->commands().runInSession(u"s"_s, u"x"_s, {}, handlers)
                                                  : (*interpreter)->codes().run(u"x"_s, SupportedLanguage::Python, handlers);
            error = run ? std::nullopt : std::optional(run.error());
        }
        QVERIFY2(!error, error ? toString(*error).toUtf8().constData() : "");
        QCOMPARE(endedMeanwhile, log ? 1 : 0);
        if (kind == "content"_L1 || log) {
            QCOMPARE(content.size(), plain.size());
            QVERIFY(content == plain);
        } else {
            QCOMPARE(lines, Lines);
            QVERIFY(inOrder);
        }
    }

    void aHandlerThatThrowsLeavesNothingWaiting()
    {
        ServerThread thread;
        serve(thread);
        QByteArray events = Init + "\n\n";
        for (int i = 0; i < 200'000; ++i)
            events += Hi + "\n\n";
        thread.with([&] { thread.server().on("POST", "/command", Reply::text(200, events + Complete + "\n\n", "text/event-stream")); });
        std::atomic<bool> ended = false;
        ConnectionConfig config = ::configFor(thread);
        config.onExchange = [&](const Exchange &exchange) { ended = ended || (exchange.finished && exchange.method == "POST"); };
        const auto sandbox = *SandboxSync::connect(config, u"box"_s);
        ExecutionHandlers handlers;
        handlers.onStdout = [](const Event::Output &) { throw std::runtime_error("enough"); };
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, (void)sandbox->commands().run(u"x"_s, {}, handlers));
        QTRY_VERIFY(ended); // Nobody takes what is left, and it is read to its end all the same.
    }

    void aCallIsStoppedFromAnotherThread()
    {
        ServerThread thread;
        serve(thread);
        thread.with([&] { thread.server().on("GET", "/v1/sandboxes/box", Reply::silence()); });
        SandboxManagerSync manager(::configFor(thread));
        std::stop_source stop;
        std::thread stopper([&] {
            thread.waitForRequest("GET", "/v1/sandboxes/box");
            stop.request_stop();
        });
        const auto info = manager.get(u"box"_s, stop.get_token());
        stopper.join();
        QVERIFY(!info && info.error().kind == Error::Kind::Cancelled);
    }

    void theAsynchronousObjectsAreThere()
    {
        ServerThread thread;
        serve(thread);
        thread.with([&] { thread.server().on("GET", "/metrics", Reply::json(200, R"({"cpu_count":4,"mem_total_mib":100})")); });
        const auto sandbox = *SandboxSync::connect(::configFor(thread), u"box"_s);
        const auto here = std::this_thread::get_id();
        bool elsewhere = false;
        const auto metrics = sandbox->asynchronous().await([&](Sandbox &box) {
            elsewhere = std::this_thread::get_id() != here;
            return box.metrics().get();
        });
        QVERIFY2(metrics && elsewhere, why(metrics));
        QCOMPARE(metrics->cpuCount, 4.0);
        const auto interpreter = *CodeInterpreterSync::create(sandbox);
        QCOMPARE(interpreter->id(), u"box"_s);
        QVERIFY(interpreter->commands().run(u"echo hi"_s));
        const auto run = interpreter->asynchronous().await([](CodeInterpreter &made) { return made.codes().run(u"x"_s, SupportedLanguage::Python); });
        QVERIFY2(run && run->text() == "hi"_L1, why(run));
        SandboxManagerSync manager(::configFor(thread));
        const auto missing = manager.asynchronous().await([](SandboxManager &there) { return there.get(u"nobody"_s); });
        QVERIFY(!missing && missing.error().isNotFound());
        // A copy keeps what it came from.
        std::optional<Asynchronous<SandboxManager>> kept;
        {
            SandboxManagerSync gone(::configFor(thread));
            kept = gone.asynchronous();
        }
        QVERIFY(kept->await([](SandboxManager &there) { return there.get(u"box"_s); }));
    }

    void devicesAreUploaded()
    {
        ServerThread thread;
        serve(thread);
        thread.with([&] {
            thread.server().on("POST", "/files/upload", Reply::empty(200));
            thread.server().on("GET", "/files/info", Reply::json(200, R"({"/f":{"path":"/f","type":"file","size":6,"mode":644}})"));
        });
        const auto sandbox = *SandboxSync::connect(::configFor(thread), u"box"_s);
        const auto buffer = std::make_shared<QBuffer>();
        buffer->setData("onetwo");
        QVERIFY(buffer->open(QIODevice::ReadOnly));
        const auto here = std::this_thread::get_id();
        qint64 last = 0;
        const auto done = sandbox->files().uploadFrom(buffer, u"/f"_s, {}, [&](qint64 sent, qint64) {
            QVERIFY(std::this_thread::get_id() == here);
            last = sent;
        });
        QVERIFY2(done, why(done));
        QCOMPARE(last, 6);
        // No event loop runs here, and the program takes its time.
        const auto process = std::make_shared<QProcess>();
        process->start(u"sh"_s, { u"-c"_s, u"echo one; sleep 0.3; echo 2"_s });
        const auto piped = sandbox->files().uploadFrom(process, u"/f"_s);
        QVERIFY2(piped, why(piped));
        thread.with([&] {
            const QList<Received> uploads = thread.server().received("POST", "/files/upload");
            QCOMPARE(uploads.size(), 2);
            QVERIFY(uploads.first().body.contains("\r\n\r\nonetwo\r\n--"));
            QVERIFY(uploads.last().body.contains("\r\n\r\none\n2\n\r\n--"));
        });
        std::stop_source stop;
        const auto endless = std::make_shared<QProcess>();
        endless->start(u"sleep"_s, { u"600"_s });
        std::thread stopper([&] {
            std::this_thread::sleep_for(50ms);
            stop.request_stop();
        });
        const auto stopped = sandbox->files().uploadFrom(endless, u"/f"_s, {}, {}, stop.get_token());
        stopper.join();
        QVERIFY(!stopped && stopped.error().kind == Error::Kind::Cancelled);
        endless->kill();
        endless->waitForFinished();
    }

    void aClosedSandboxRunsOn()
    {
        ServerThread thread;
        serve(thread);
        thread.with([&] { thread.server().on("POST", "/command", Reply::openStream({ Init, Hi })); });
        const auto sandbox = *SandboxSync::connect(::configFor(thread), u"box"_s);
        std::optional<Result<Execution>> result;
        std::thread worker([&] { result = sandbox->commands().run(u"x"_s); });
        thread.waitForRequest("POST", "/command");
        QVERIFY(sandbox->close());
        worker.join();
        QVERIFY(result && !*result && result->error().kind == Error::Kind::Cancelled);
        QVERIFY(sandbox->files().list(u"/"_s).error().kind == Error::Kind::Cancelled);
        QVERIFY(sandbox->info());
        QCOMPARE(thread.count("DELETE", "/v1/sandboxes/box"), 0);
    }

    void theSdksOwnThreadIsRefused()
    {
        ServerThread thread;
        serve(thread);
        std::unique_ptr<SandboxManagerSync> manager;
        std::optional<Error> error;
        ConnectionConfig config = ::configFor(thread);
        config.onExchange = [&](const Exchange &exchange) {
            if (exchange.finished)
                return;
            const auto inside = manager->get(u"box"_s);
            if (!inside)
                error = inside.error();
            const auto deeper = manager->asynchronous().await([](SandboxManager &there) { return there.get(u"box"_s); });
            if (deeper)
                error.reset();
        };
        manager = std::make_unique<SandboxManagerSync>(config);
        const auto info = manager->get(u"box"_s);
        QVERIFY2(info, why(info));
        QVERIFY(error && error->code == "SDK_THREAD"_L1);
    }

    void objectsGoInAnyOrder()
    {
        ServerThread thread;
        serve(thread);
        for (int order = 0; order < 4; ++order) {
            auto sandbox = *SandboxSync::connect(::configFor(thread), u"box"_s);
            auto interpreter = *CodeInterpreterSync::create(sandbox);
            auto manager = std::make_unique<SandboxManagerSync>(::configFor(thread));
            QVERIFY(manager->get(u"box"_s));
            CommandsSync commands = sandbox->commands();
            CodesSync codes = interpreter->codes();
            DiagnosticsSync diagnostics = manager->diagnostics(u"box"_s);
            if (order % 2 == 0)
                sandbox.reset();
            if (order < 2)
                manager.reset();
            interpreter.reset();
            sandbox.reset();
            manager.reset();
            // What was taken from them lives on by itself.
            const auto run = commands.run(u"echo hi"_s);
            QVERIFY2(run && run->text() == "hi"_L1, why(run));
            QVERIFY(codes.run(u"x"_s));
            const auto inspect = diagnostics.inspect();
            QVERIFY2(inspect && *inspect == "fine"_L1, why(inspect));
            std::thread elsewhere([last = std::move(commands)] {});
            elsewhere.join();
        }
    }

    void aRunUnderWayOutlivesItsObject()
    {
        ServerThread thread;
        serve(thread);
        thread.with([&] { thread.server().on("POST", "/command", Reply::openStream({ Init }).thenWait(200).thenSend("0\r\n\r\n")); });
        auto sandbox = *SandboxSync::connect(::configFor(thread), u"box"_s);
        CommandsSync commands = sandbox->commands();
        std::optional<Result<Execution>> result;
        std::thread worker([&] { result = commands.run(u"x"_s); });
        thread.waitForRequest("POST", "/command");
        sandbox.reset();
        worker.join();
        QVERIFY(result && !*result && result->error().kind == Error::Kind::ResultUnknown);
    }

    void aStoppedCreationRemovesItsSandbox()
    {
        ServerThread thread;
        serve(thread);
        thread.with([&] { thread.server().on("POST", "/v1/sandboxes", Reply::silence().thenWait(300).thenSend(Reply::json(202, SandboxJson).bytes())); });
        std::stop_source stop;
        std::thread stopper([&] {
            thread.waitForRequest("POST", "/v1/sandboxes");
            stop.request_stop();
        });
        CreateOptions options;
        options.image = u"img"_s;
        const auto sandbox = SandboxSync::create(::configFor(thread), options, stop.get_token());
        stopper.join();
        QVERIFY(!sandbox && sandbox.error().kind == Error::Kind::Cancelled);
        // The last object is gone; the SDK's thread has finished the work all the same.
        QTRY_COMPARE(thread.count("DELETE", "/v1/sandboxes/box"), 1);
    }

    void thePoolBlocksToo()
    {
        ServerThread thread;
        serve(thread);
        thread.with([&] { thread.server().on("POST", "/v1/sandboxes/box/renew-expiration", Reply::json(200, R"({"expiresAt":"2030-01-01T00:00:00Z"})")); });
        SandboxPoolOptions options;
        options.creation.image = u"img"_s;
        options.maxIdle = 1;
        {
            SandboxPoolSync pool(::configFor(thread), options);
            const auto early = pool.acquire();
            QVERIFY(!early && early.error().code == "POOL_NOT_RUNNING"_L1);
            QVERIFY(pool.start());
            QTRY_COMPARE(pool.snapshot()->idle, 1);
            const auto sandbox = pool.acquire();
            QVERIFY2(sandbox, why(sandbox));
            QCOMPARE((*sandbox)->id(), u"box"_s);
            QTRY_COMPARE(pool.snapshot()->idle, 1); // A new one takes its place.
            QCOMPARE(pool.idleEntries()->first().id, u"box"_s);
            QVERIFY(pool.resize(0));
            QTRY_COMPARE(pool.snapshot()->idle, 0);
            const int ended = thread.count("DELETE", "/v1/sandboxes/box");
            QVERIFY(pool.resize(1));
            QTRY_COMPARE(pool.snapshot()->idle, 1);
            QCOMPARE(pool.releaseAllIdle().value(), 1);
            QTRY_VERIFY(thread.count("DELETE", "/v1/sandboxes/box") > ended);
            QTRY_COMPARE(pool.snapshot()->idle, 1);
            QVERIFY(pool.shutdown());
            QCOMPARE(pool.snapshot()->idle, 0);
            QVERIFY(pool.acquire().error().code == "POOL_NOT_RUNNING"_L1);
        }
        QCOMPARE(thread.count("POST", "/v1/sandboxes"), thread.count("DELETE", "/v1/sandboxes/box") + 1); // The one that was taken is its taker's.
    }
};

QTEST_GUILESS_MAIN(SdkSyncTest)
#include "tst_sdk_sync.moc"

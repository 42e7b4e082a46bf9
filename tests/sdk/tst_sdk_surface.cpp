// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// What published SDKs offer besides the calls themselves, and what holds for long, large and silent things.
#include "collector.h"
#include "ptyprotocol.h"
#include "sdktest.h"
#include "transport.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QtEndian>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray infoOf(qint64 size, const QByteArray &type = "file")
{
    return R"({"/f":{"path":"/f","type":")" + type + R"(","size":)" + QByteArray::number(size) + R"(,"mode":644}})";
}

std::unique_ptr<FilesService> filesAt(const FaultServer &server, ConnectionConfig config = {})
{
    return AdapterFactory::standard()->files(config, { server.address(), {} });
}

std::unique_ptr<CodesService> codesAt(const FaultServer &server)
{
    return AdapterFactory::standard()->codes({}, { server.address(), {} });
}

/// Makes streams and transfers of this thread impatient.
struct Impatient
{
    explicit Impatient(std::chrono::milliseconds silence) : transport(Transport::ofThisThread()) { transport->silence = silence; }
    ~Impatient() { transport->silence = 30s; }
    std::shared_ptr<Transport> transport;
};

} // namespace

class SdkSurfaceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textIsReadAndWrittenInAnEncoding_data()
    {
        QTest::addColumn<QString>("encoding");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("UTF-8") << u"UTF-8"_s << QByteArray("gr\xc3\xbc\xc3\x9f") << u"grüß"_s;
        QTest::newRow("Latin 1") << u"ISO-8859-1"_s << QByteArray("gr\xfc\xdf") << u"grüß"_s;
        QTest::newRow("UTF-16") << u"UTF-16LE"_s << QByteArray("g\0r\0", 4) << u"gr"_s;
        QTest::newRow("nothing") << u"UTF-8"_s << QByteArray() << QString();
    }

    void textIsReadAndWrittenInAnEncoding()
    {
        QFETCH(QString, encoding);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        FaultServer server;
        server.on("GET", "/files/info", Reply::json(200, infoOf(bytes.size())));
        server.on("GET", "/files/download", Reply::text(200, bytes));
        server.on("POST", "/files/upload", Reply::empty(200));
        const auto files = filesAt(server);
        const auto read = wait(files->readText(u"/f"_s, encoding));
        QVERIFY2(read, why(read));
        QCOMPARE(*read, text);
        const auto written = wait(files->writeText(u"/f"_s, text, encoding));
        QVERIFY2(written, why(written));
        QVERIFY(server.received("POST", "/files/upload").first().body.contains("\r\n\r\n" + bytes + "\r\n--"));
    }

    void whatIsNoTextIsTold()
    {
        FaultServer server;
        server.on("GET", "/files/info", Reply::json(200, infoOf(3)));
        server.on("GET", "/files/download", Reply::text(200, "a\xff\xc3"));
        const auto files = filesAt(server);
        const auto read = wait(files->readText(u"/f"_s));
        QVERIFY(!read && read.error().code == "NOT_TEXT"_L1);
        const int asked = int(server.received().size());
        const auto unknown = wait(files->readText(u"/f"_s, u"no-such-encoding"_s));
        QVERIFY(!unknown && unknown.error().kind == Error::Kind::InvalidArgument);
        const auto unwritable = wait(files->writeText(u"/f"_s, u"ł"_s, u"ISO-8859-1"_s));
        QVERIFY(!unwritable && unwritable.error().kind == Error::Kind::InvalidArgument);
        QCOMPARE(server.received().size(), asked);
        // The service may go before the answer.
        auto late = filesAt(server)->readText(u"/f"_s);
        const auto still = wait(std::move(late));
        QVERIFY(!still && still.error().code == "NOT_TEXT"_L1);
    }

    void directoriesMayHavePermissionsOfTheirOwn()
    {
        FaultServer server;
        server.on("POST", "/directories", Reply::empty(200));
        const auto files = filesAt(server);
        const auto made = wait(files->createDirectoriesWith({ { u"/a"_s, { 700, u"ada"_s, {} } }, { u"/b"_s, {} } }));
        QVERIFY2(made, why(made));
        QCOMPARE(server.count("POST", "/directories"), 1);
        const QJsonObject body = bodyOf(server.received("POST", "/directories").first());
        QCOMPARE(body.value("/a"_L1)["mode"_L1].toInt(), 700);
        QCOMPARE(body.value("/a"_L1)["owner"_L1].toString(), u"ada"_s);
        QVERIFY(body.contains("/b"_L1) && !body.value("/b"_L1).toObject().contains("owner"_L1));
        const auto relative = wait(files->createDirectoriesWith({ { u"a"_s, {} } }));
        QVERIFY(!relative && relative.error().kind == Error::Kind::InvalidArgument);
    }

    void theEndOfAFileIsRead()
    {
        FaultServer server;
        server.on("GET", "/files/info", Reply::json(200, infoOf(1000)));
        server.on("GET", "/files/download", [](const Received &request) {
            const qint64 from = request.headers.value("range").sliced(6).split('-').first().toLongLong();
            const QByteArray rest(1000 - from, 'e');
            return Reply::raw("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes " + QByteArray::number(from) + "-999/1000\r\nContent-Length: "
                              + QByteArray::number(rest.size()) + "\r\n\r\n" + rest);
        });
        const auto files = filesAt(server);
        const auto end = wait(files->read(u"/f"_s, 1 << 20, -100));
        QVERIFY2(end, why(end));
        QCOMPARE(*end, QByteArray(100, 'e'));
        QCOMPARE(server.received("GET", "/files/download").last().headers.value("range"), "bytes=900-");
        QByteArray pieces;
        const auto streamed = wait(files->readStream(u"/f"_s, [&](const QByteArray &bytes) {
            pieces += bytes;
            return true;
        }, -10));
        QVERIFY2(streamed, why(streamed));
        QCOMPARE(pieces.size(), 10);
        // The largest numbers mean "no limit".
        constexpr qint64 Most = std::numeric_limits<qint64>::max();
        const auto rest = wait(files->read(u"/f"_s, Most, 990, Most));
        QVERIFY2(rest, why(rest));
        QCOMPARE(rest->size(), 10);
        pieces.clear();
        QVERIFY(wait(files->readStream(u"/f"_s, [&](const QByteArray &bytes) {
            pieces += bytes;
            return true;
        }, 990, Most)));
        QCOMPARE(pieces.size(), 10);
        server.on("GET", "/files/info", Reply::json(200, infoOf(7, "symlink")));
        const auto link = wait(files->read(u"/f"_s, 100, -1));
        QVERIFY(!link && link.error().kind == Error::Kind::InvalidArgument);
    }

    // Pain 13: a proxy that unpacks, or packs, and says nothing of it.
    void contentOfAnotherSizeIsNoContent()
    {
        FaultServer server;
        server.on("GET", "/files/info", Reply::json(200, infoOf(1000)));
        server.on("GET", "/files/download", Reply::text(200, QByteArray(400, 'z')));
        const auto files = filesAt(server);
        const auto read = wait(files->read(u"/f"_s));
        QVERIFY(!read && read.error().code == "SIZE_MISMATCH"_L1);
        const auto streamed = wait(files->readStream(u"/f"_s, [](const QByteArray &) { return true; }));
        QVERIFY(!streamed && streamed.error().code == "SIZE_MISMATCH"_L1);
        // Who has had enough gets no complaint.
        QVERIFY(wait(files->readStream(u"/f"_s, [](const QByteArray &) { return false; })));
    }

    void outputsTellWhenTheyWereMade()
    {
        FaultServer server;
        server.on("POST", "/code", Reply::stream({ R"({"type":"init","text":"c","timestamp":1000})", R"({"type":"stdout","text":"a","timestamp":1001})",
                                                    R"({"type":"stderr","text":"b","timestamp":1002})", R"({"type":"result","results":{"text":"1"},"timestamp":1003})",
                                                    R"({"type":"error","error":{"ename":"E","evalue":"v","traceback":[]},"timestamp":1004})" }));
        qint64 handled = 0;
        ExecutionHandlers handlers;
        handlers.onStdout = [&](const Event::Output &output) { handled = output.timestampMs; };
        const auto run = wait(codesAt(server)->run(u"x"_s, u"python"_s, handlers));
        QVERIFY2(run, why(run));
        QCOMPARE(handled, 1001);
        QCOMPARE(run->standardOutput.first().timestampMs, 1001);
        QCOMPARE(run->standardError.first().timestampMs, 1002);
        QCOMPARE(run->results.first().timestampMs, 1003);
        QCOMPARE(run->failure->timestampMs, 1004);
        server.on("POST", "/command", Reply::stream({ R"({"type":"init","text":"c"})", R"({"type":"execution_complete","execution_time":5,"timestamp":1005})" }));
        const auto command = wait(AdapterFactory::standard()->commands({}, { server.address(), {} })->run(u"x"_s));
        QVERIFY2(command, why(command));
        QCOMPARE(command->complete->timestampMs, 1005);
    }

    void errorsKeepTheirBody()
    {
        FaultServer server;
        ConnectionConfig config = configFor(server);
        SandboxManager manager(config);
        const QByteArray body = R"({"code":"X","message":"m","extra":{"key":"top-secret-key"}})";
        server.on("GET", "/v1/sandboxes/box", Reply::json(409, body));
        const auto refused = wait(manager.get(u"box"_s));
        QVERIFY(!refused);
        QCOMPARE(refused.error().rawBody, QString::fromUtf8(QByteArray(body).replace("top-secret-key", "***")));
        QVERIFY(!refused.error().isTransient());
        server.on("GET", "/v1/sandboxes/box", Reply::text(503, QByteArray(100'000, 'x')));
        const auto long_ = wait(manager.get(u"box"_s));
        QVERIFY(!long_ && long_.error().isTransient());
        QCOMPARE(long_.error().rawBody.size(), 16 << 10);
        server.on("POST", "/code", Reply::text(200, "<html>hello</html>", "text/html"));
        const auto run = wait(codesAt(server)->run(u"x"_s, u"python"_s));
        QVERIFY(!run);
        QCOMPARE(run.error().rawBody, u"<html>hello</html>"_s);
        for (const int status : { 400, 401, 404, 422, 500, 501 })
            QVERIFY(!(Error { Error::Kind::Api, status, {}, {}, {} }).isTransient());
        for (const int status : { 429, 502, 503, 504 })
            QVERIFY((Error { Error::Kind::Api, status, {}, {}, {} }).isTransient());
        QVERIFY((Error { Error::Kind::Timeout, 0, {}, {}, {} }).isTransient());
        QVERIFY(!(Error { Error::Kind::InvalidArgument, 0, {}, {}, {} }).isTransient());
        QVERIFY((Error { Error::Kind::Network, 0, u"CONNECT_TIMEOUT"_s, {}, {} }).isTransient());
    }

    void aDownloadIsTriedAgainUntilItsFirstByte()
    {
        FaultServer server;
        QTemporaryDir folder;
        ConnectionConfig config;
        config.retry.retries = 2;
        config.retry.firstPause = 1ms;
        const auto files = filesAt(server, config);
        server.on("GET", "/files/info", Reply::json(200, infoOf(1000)));
        const QByteArray whole(1000, 'w');
        server.expect("GET", "/files/download", Reply::json(503, "{}"));
        server.expect("GET", "/files/download", Reply::silence().thenReset());
        server.on("GET", "/files/download", Reply::text(200, whole));
        const QString target = folder.filePath(u"f"_s);
        const auto down = wait(files->download(u"/f"_s, target));
        QVERIFY2(down, why(down));
        QCOMPARE(QFileInfo(target).size(), 1000);
        QCOMPARE(server.count("GET", "/files/download"), 3);
        // Not what has begun: the part would have to be joined.
        server.forget();
        server.on("GET", "/files/download", Reply::text(200, whole).cutAfter(600));
        QVERIFY(!wait(files->download(u"/f"_s, target)));
        QCOMPARE(server.count("GET", "/files/download"), 1);
        // Nor what another try would not change.
        server.forget();
        server.on("GET", "/files/download", Reply::json(404, R"({"code":"FILE_NOT_FOUND","message":"gone"})"));
        QVERIFY(!wait(files->download(u"/f"_s, target)));
        QCOMPARE(server.count("GET", "/files/download"), 1);
        server.forget();
        server.expect("GET", "/files/download", Reply::json(502, "{}"));
        server.on("GET", "/files/download", Reply::text(200, whole));
        const auto read = wait(files->read(u"/f"_s));
        QVERIFY2(read, why(read));
        QCOMPARE(server.count("GET", "/files/download"), 2);
    }

    // The server would refuse a second run in a context instead of keeping it.
    void runsOfAContextWaitForEachOther()
    {
        FaultServer server;
        int open = 0;
        int most = 0;
        QStringList order;
        const QList<QByteArray> frames { R"({"type":"init","text":"c"})", R"({"type":"stdout","text":"x"})", R"({"type":"execution_complete"})" };
        server.on("POST", "/code", [&](const Received &request) {
            order << bodyOf(request).value("code"_L1).toString();
            most = qMax(most, ++open);
            return Reply::stream(frames).inPieces(30, 3);
        });
        const auto codes = codesAt(server);
        ExecutionHandlers handlers;
        handlers.onExecutionComplete = [&](const Event::Complete &) { --open; };
        const CodeContext context { u"c"_s, u"python"_s, {} };
        std::vector<std::shared_ptr<Later<Execution>>> runs;
        for (int i = 0; i < 4; ++i)
            runs.push_back(Later<Execution>::start(codes->run(QString::number(i), context, handlers)));
        std::stop_source stop;
        const auto stopped = Later<Execution>::start(codes->run(u"never"_s, context, handlers, stop.get_token()));
        const auto last = Later<Execution>::start(codes->run(u"last"_s, context, handlers));
        QTRY_VERIFY(server.received().size() > 0);
        stop.request_stop();
        QTRY_VERIFY(stopped->result);
        QVERIFY(!*stopped->result && stopped->result->error().kind == Error::Kind::Cancelled);
        QTRY_VERIFY(last->result);
        for (const auto &run : runs)
            QVERIFY2(run->result && *run->result, run->result ? why(*run->result) : QByteArray("it has not ended"));
        QCOMPARE(order, QStringList({ u"0"_s, u"1"_s, u"2"_s, u"3"_s, u"last"_s }));
        QCOMPARE(most, 1);
        // Other contexts, the default ones of languages among them, do not wait.
        server.on("POST", "/code", Reply::openStream({ frames.first() }));
        server.forget();
        std::stop_source all;
        for (const QString &id : { u"a"_s, u"b"_s })
            runs.push_back(Later<Execution>::start(codes->run(u"x"_s, CodeContext { id, u"python"_s, {} }, {}, all.get_token())));
        for (const QString &language : { u"python"_s, u"bash"_s })
            runs.push_back(Later<Execution>::start(codes->run(u"x"_s, language, {}, all.get_token())));
        QTRY_COMPARE(server.received().size(), 4);
        // A run that fails lets the next one pass, and the service may go meanwhile.
        server.on("POST", "/code", Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"busy"})"));
        auto behind = codesAt(server);
        const auto first = Later<Execution>::start(behind->run(u"x"_s, context));
        const auto second = Later<Execution>::start(behind->run(u"y"_s, context));
        behind.reset();
        QTRY_VERIFY(first->result && second->result);
        QVERIFY(!*first->result && !*second->result && second->result->error().httpStatus == 500);
        all.request_stop();
        for (const auto &run : runs)
            QTRY_VERIFY(run->result);
    }

    // Half-open: the other side lives, but nothing more comes of this.
    void aSilentTransferIsGivenUp()
    {
        const Impatient impatient(100ms);
        FaultServer server;
        QTemporaryDir folder;
        server.on("GET", "/ping", Reply::empty(200));
        server.on("GET", "/files/info", Reply::json(200, infoOf(1000)));
        server.on("GET", "/files/download", Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf"));
        const auto files = filesAt(server);
        const auto down = wait(files->download(u"/f"_s, folder.filePath(u"f"_s)));
        QVERIFY(!down && down.error().kind == Error::Kind::Network);
        QVERIFY2(down.error().message.contains("went silent"_L1), why(down));
        const auto streamed = wait(files->readStream(u"/f"_s, [](const QByteArray &) { return true; }));
        QVERIFY(!streamed && streamed.error().message.contains("went silent"_L1));
        server.on("GET", "/metrics/watch", Reply::openStream());
        const auto watched = wait(AdapterFactory::standard()->metrics({}, { server.address(), {} })->watch({}));
        QVERIFY(!watched && watched.error().message.contains("went silent"_L1));
        // What comes slowly is not silent.
        server.on("GET", "/files/download", Reply::text(200, QByteArray(1000, 's')).inPieces(100, 60));
        const auto slow = wait(files->download(u"/f"_s, folder.filePath(u"f"_s)));
        QVERIFY2(slow, why(slow));
    }

    void anUploadThatNobodyReadsIsGivenUp()
    {
        const Impatient impatient(150ms);
        QTcpServer deaf; // It answers questions and leaves uploads unread.
        QVERIFY(deaf.listen(QHostAddress::LocalHost));
        connect(&deaf, &QTcpServer::newConnection, this, [&deaf] {
            QTcpSocket *socket = deaf.nextPendingConnection();
            socket->setReadBufferSize(4096);
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                if (!socket->peek(10).startsWith("GET"))
                    return;
                socket->readAll();
                socket->write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            });
        });
        QTemporaryDir folder;
        QFile big(folder.filePath(u"big"_s));
        QVERIFY(big.open(QIODevice::WriteOnly) && big.resize(64 << 20));
        const auto files = AdapterFactory::standard()->files({}, { u"127.0.0.1:%1"_s.arg(deaf.serverPort()), {} });
        const auto up = wait(files->upload(big.fileName(), u"/f"_s));
        QVERIFY(!up && up.error().kind == Error::Kind::Network);
        QVERIFY2(up.error().message.contains("went silent"_L1), why(up));
    }

    // A send buffer of megabytes on a slow way takes nothing for a while.
    void anUploadMayRestAsLongAsSomebodyAnswers()
    {
        const Impatient impatient(300ms);
        constexpr qint64 Size = 64 << 20;
        QTcpServer slow; // It answers questions, and reads an upload only after a while.
        QVERIFY(slow.listen(QHostAddress::LocalHost));
        connect(&slow, &QTcpServer::newConnection, this, [&slow] {
            QTcpSocket *socket = slow.nextPendingConnection();
            socket->setReadBufferSize(4096);
            const auto left = std::make_shared<qint64>(-1); // Of the upload.
            connect(socket, &QTcpSocket::readyRead, socket, [socket, left] {
                const QByteArray start = socket->peek(4096);
                if (*left < 0 && start.startsWith("GET")) {
                    const QByteArray body = socket->readAll().contains(" /files/info") ? infoOf(Size) : QByteArray();
                    socket->write("HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
                } else if (const qsizetype head = start.indexOf("\r\n\r\n"); *left < 0 && head > 0) {
                    const qsizetype length = start.toLower().indexOf("content-length: ") + 16;
                    *left = head + 4 + start.sliced(length, start.indexOf('\r', length) - length).toLongLong();
                    QTimer::singleShot(1500, socket, [socket] {
                        socket->setReadBufferSize(0);
                        Q_EMIT socket->readyRead();
                    });
                } else if (socket->readBufferSize() == 0) {
                    *left -= socket->readAll().size();
                    if (*left == 0)
                        socket->write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                }
            });
        });
        QTemporaryDir folder;
        QFile big(folder.filePath(u"big"_s));
        QVERIFY(big.open(QIODevice::WriteOnly) && big.resize(Size));
        const auto files = AdapterFactory::standard()->files({}, { u"127.0.0.1:%1"_s.arg(slow.serverPort()), {} });
        const auto up = wait(files->upload(big.fileName(), u"/f"_s));
        QVERIFY2(up, why(up));
    }

    void anAnswerToAnUploadMayTakeItsTime()
    {
        const Impatient impatient(50ms);
        FaultServer server;
        server.on("GET", "/ping", Reply::empty(200));
        server.on("GET", "/files/info", Reply::json(200, infoOf(3)));
        server.on("POST", "/files/upload", Reply::silence().thenWait(700).thenSend("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
        QTemporaryDir folder;
        QFile file(folder.filePath(u"f"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(3));
        file.close();
        const auto up = wait(filesAt(server)->upload(file.fileName(), u"/f"_s));
        QVERIFY2(up, why(up));
    }

    // Who gives up waiting does not have to wait for the server.
    void changesCanBeStopped()
    {
        FaultServer server;
        server.on("*", "*", Reply::silence());
        SandboxManager manager(configFor(server));
        std::stop_source stop;
        const auto kill = Later<Done>::start(manager.kill(u"box"_s, stop.get_token()));
        const auto snapshot = Later<SnapshotInfo>::start(manager.createSnapshot(u"box"_s, {}, stop.get_token()));
        const auto codes = codesAt(server);
        const auto interrupt = Later<Done>::start(codes->interrupt(u"c"_s, stop.get_token()));
        QTRY_COMPARE(server.received().size(), 3);
        stop.request_stop();
        QTRY_VERIFY(kill->result && snapshot->result && interrupt->result);
        QVERIFY(kill->result->error().kind == Error::Kind::Cancelled && snapshot->result->error().kind == Error::Kind::Cancelled);
        QVERIFY(interrupt->result->error().kind == Error::Kind::Cancelled);
        QCOMPARE(server.received().size(), 3);
    }

    // A pause before another try ends with the sandbox's own close().
    void closingEndsThePauseBeforeAnotherTry()
    {
        FaultServer server;
        serveSandbox(server);
        server.on("GET", "/metrics", Reply::json(503, "{}"));
        ConnectionConfig config = configFor(server);
        config.retry.retries = 5;
        config.retry.firstPause = 60s;
        config.retry.longestPause = 60s;
        const auto sandbox = wait(Sandbox::connect(config, u"box"_s));
        QVERIFY2(sandbox, why(sandbox));
        const auto metrics = Later<Metrics>::start((*sandbox)->metrics().get());
        QTRY_COMPARE(server.count("GET", "/metrics"), 1);
        (*sandbox)->close();
        QTRY_VERIFY_WITH_TIMEOUT(metrics->result, 20'000);
        QVERIFY(metrics->result->error().kind == Error::Kind::Cancelled);
    }

    // The machine is gone for good, and nothing tells of it but that nobody is there.
    void aRunOfAVanishedSandboxEnds()
    {
        const Impatient impatient(20ms);
        FaultServer server;
        server.on("GET", "/ping", Reply::json(404, R"({"code":"X","message":"no such sandbox"})"));
        server.on("POST", "/code", Reply::openStream({ R"({"type":"init","text":"c"})", R"({"type":"ping","text":"pong"})" }));
        const auto run = wait(codesAt(server)->run(u"x"_s));
        QVERIFY(!run && run.error().kind == Error::Kind::ResultUnknown);
        QVERIFY2(run.error().message.contains("answers no other request"_L1), why(run));
    }

    void aGarbledStreamHasFewNotes()
    {
        ExecutionHandlers handlers;
        handlers.skipAccumulation = true;
        Collector collector(RunKind::Code, handlers);
        for (int i = 0; i < 5000; ++i)
            collector.take(StreamEvent { Event::Broken { u"no JSON"_s, 10, "x" }, 0 });
        collector.take(StreamEvent { Event::Complete {}, 0 });
        const auto run = collector.conclude(true, false, false, 0, {});
        QVERIFY(run);
        QVERIFY(run->notes.size() <= 21);
        QVERIFY2(run->notes.last().contains("4980 more"_L1), qPrintable(run->notes.last()));
    }

    void absurdOffsetsOfATerminalAreIgnored()
    {
        QByteArray frame(9, '\x03');
        qToBigEndian(quint64(std::numeric_limits<qint64>::max()) - 1, frame.data() + 1);
        QVERIFY(std::holds_alternative<Pty::Ignored>(Pty::fromBinary(frame)));
        qToBigEndian(quint64(1) << 40, frame.data() + 1);
        QVERIFY(std::holds_alternative<Pty::Replay>(Pty::fromBinary(frame)));
    }
};

QTEST_GUILESS_MAIN(SdkSurfaceTest)
#include "tst_sdk_surface.moc"

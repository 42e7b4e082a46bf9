// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// The way of file content over plain connections: what it makes of answers, and what it does with its socket.
#include "bulkreply.h"
#include "network.h"
#include "sdktest.h"

#include <QRandomGenerator>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <opensandbox/services.h>

using namespace SdkTest;
using namespace Qt::StringLiterals;

namespace {

enum class Pieces { Whole, Bytes, Random };

BulkAnswer answerOf(const QByteArray &bytes, Pieces pieces)
{
    BulkAnswer answer;
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype size = pieces == Pieces::Whole ? bytes.size() : pieces == Pieces::Bytes ? 1 : QRandomGenerator::global()->bounded(1, 40);
        answer.feed(bytes.mid(at, size));
        at += size;
    }
    return answer;
}

QByteArray contentOf(BulkAnswer &answer)
{
    QByteArray content(answer.available(), Qt::Uninitialized);
    answer.take(content.data(), content.size());
    return content;
}

QString sparseFile(const QTemporaryDir &folder, qint64 size)
{
    QFile file(folder.filePath(u"sparse"_s));
    return file.open(QIODevice::WriteOnly) && file.resize(size) ? file.fileName() : QString();
}

/// A server that takes connections and does with them what the test says.
struct PlainServer
{
    explicit PlainServer(std::function<void(QTcpSocket *)> serve)
    {
        QObject::connect(&server, &QTcpServer::newConnection, &server, [this, serve = std::move(serve)] {
            while (QTcpSocket *socket = server.nextPendingConnection()) {
                ++connections;
                serve(socket);
            }
        });
        listening = server.listen(QHostAddress::LocalHost);
    }
    QString address() const { return u"127.0.0.1:%1"_s.arg(server.serverPort()); }
    std::unique_ptr<FilesService> files() const
    {
        ConnectionConfig config;
        config.domain = address();
        return AdapterFactory::standard()->files(config, { address(), {} });
    }

    QTcpServer server;
    int connections = 0;
    bool listening = false;
};

} // namespace

class SdkBulkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersComeInPiecesOfAnySize_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<bool>("done"); // Before the connection ends.
        QTest::newRow("length") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello") << 200 << QByteArray("hello") << true;
        QTest::newRow("more than its length") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 500") << 200 << QByteArray("hello") << true;
        QTest::newRow("less than its length") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello") << 200 << QByteArray("hello") << false;
        QTest::newRow("the same length twice") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 1\r\ncontent-length: 1\r\n\r\nx") << 200 << QByteArray("x") << true;
        QTest::newRow("no content") << QByteArray("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n") << 413 << QByteArray() << true;
        QTest::newRow("204") << QByteArray("HTTP/1.1 204 No Content\r\n\r\nx") << 204 << QByteArray() << true;
        QTest::newRow("no reason") << QByteArray("HTTP/1.0 200\r\nContent-Length: 1\r\n\r\nx") << 200 << QByteArray("x") << true;
        QTest::newRow("line feeds only") << QByteArray("HTTP/1.1 200 OK\nContent-Length: 1\n\nx") << 200 << QByteArray("x") << true;
        QTest::newRow("until the end") << QByteArray("HTTP/1.1 200 OK\r\n\r\nabc\r\n\r\ndef") << 200 << QByteArray("abc\r\n\r\ndef") << false;
        QTest::newRow("interim answers") << QByteArray("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\nx")
                                         << 201 << QByteArray("x") << true;
        QTest::newRow("chunks") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0A;x=\"y\"\r\n0123456789\r\n0\r\nTrailer: z\r\n\r\nrest")
                                << 200 << QByteArray("abc0123456789") << true;
        QTest::newRow("chunks and a length") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n") << 200 << QByteArray("a") << true;
        QTest::newRow("chunks without their end") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n") << 200 << QByteArray("abc") << false;
    }

    void answersComeInPiecesOfAnySize()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, status);
        QFETCH(QByteArray, content);
        QFETCH(bool, done);
        for (const Pieces pieces : { Pieces::Whole, Pieces::Bytes, Pieces::Random, Pieces::Random, Pieces::Random }) {
            BulkAnswer answer = answerOf(bytes, pieces);
            QCOMPARE(answer.status(), status);
            QCOMPARE(contentOf(answer), content);
            QCOMPARE(answer.state(), done ? BulkAnswer::State::Done : BulkAnswer::State::Body);
        }
    }

    void theEndOfTheConnectionEndsOnlyWhatHasNoOtherEnd()
    {
        BulkAnswer open = answerOf("HTTP/1.1 200 OK\r\n\r\nabc", Pieces::Whole);
        open.end();
        QCOMPARE(open.state(), BulkAnswer::State::Done);
        for (const QByteArray &start : { QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc"), QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
                                         QByteArray("HTTP/1.1 200 OK\r\nContent-Le"), QByteArray() }) {
            BulkAnswer cut = answerOf(start, Pieces::Whole);
            cut.end();
            QVERIFY2(cut.state() != BulkAnswer::State::Done, start.constData());
        }
    }

    void headersAreKept()
    {
        const BulkAnswer answer = answerOf("HTTP/1.1 200 Very  Good\r\nX-Request-ID:abc\r\nno colon\r\nX-Long: a\r\n  b\r\nSet-Cookie: 1\r\nset-cookie: 2\r\nContent-Length: 0\r\n\r\n", Pieces::Bytes);
        QCOMPARE(answer.reason(), QByteArray("Very  Good"));
        QCOMPARE(answer.headers().value("x-request-id"), QByteArrayView("abc"));
        QCOMPARE(answer.headers().value("x-long"), QByteArrayView("a b"));
        QCOMPARE(answer.headers().values("set-cookie").size(), 2);
    }

    void brokenAnswersAreToldFromSlowOnes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QByteArray ok = "HTTP/1.1 200 OK\r\n";
        const QByteArray chunked = ok + "Transfer-Encoding: chunked\r\n\r\n";
        QTest::newRow("another protocol") << QByteArray("SSH-2.0-OpenSSH_9.2\r\n");
        QTest::newRow("HTTP/2") << QByteArray("HTTP/2 200\r\n\r\n");
        QTest::newRow("status") << QByteArray("HTTP/1.1 2x0 OK\r\n\r\n");
        QTest::newRow("status of four digits") << QByteArray("HTTP/1.1 2000 OK\r\n\r\n");
        QTest::newRow("endless head") << QByteArray(ok + QByteArray(300 << 10, 'a'));
        QTest::newRow("switching protocols") << QByteArray("HTTP/1.1 101 Switching Protocols\r\n\r\n");
        QTest::newRow("negative length") << QByteArray(ok + "Content-Length: -1\r\n\r\n");
        QTest::newRow("length that overflows") << QByteArray(ok + "Content-Length: 99999999999999999999\r\n\r\n");
        QTest::newRow("two lengths") << QByteArray(ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n");
        QTest::newRow("length in a list") << QByteArray(ok + "Content-Length: 1, 1\r\n\r\n");
        QTest::newRow("unknown coding") << QByteArray(ok + "Transfer-Encoding: gzip, chunked\r\n\r\n");
        QTest::newRow("chunk size") << QByteArray(chunked + "xyz\r\n");
        QTest::newRow("no chunk size") << QByteArray(chunked + "\r\n");
        QTest::newRow("chunk size that overflows") << QByteArray(chunked + "fffffffffffffffff\r\n");
        QTest::newRow("endless chunk size") << QByteArray(chunked + QByteArray(5000, '0'));
        QTest::newRow("chunk longer than told") << QByteArray(chunked + "1\r\nab\r\n");
    }

    void brokenAnswersAreToldFromSlowOnes()
    {
        QFETCH(QByteArray, bytes);
        for (const Pieces pieces : { Pieces::Whole, Pieces::Random }) {
            BulkAnswer answer = answerOf(bytes, pieces);
            QCOMPARE(answer.state(), BulkAnswer::State::Broken);
            QVERIFY(!answer.problem().isEmpty());
            answer.feed("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            answer.end();
            QCOMPARE(answer.state(), BulkAnswer::State::Broken);
        }
    }

    void theRequestIsTheOneOfOtherCalls()
    {
        FaultServer server;
        server.on("GET", "/files/info", Reply::json(200, R"({"/a b":{"path":"/a b","type":"file","size":3,"mode":644}})"));
        server.on("POST", "/files/upload", Reply::empty(200));
        server.on("GET", "/files/download", Reply::text(200, "abc"));
        QTemporaryDir folder;
        QFile local(folder.filePath(u"f"_s));
        QVERIFY(local.open(QIODevice::WriteOnly) && local.write("abc") == 3);
        local.close();
        const auto files = AdapterFactory::standard()->files(configFor(server), endpointOf(server));
        QVERIFY(wait(files->upload(local.fileName(), u"/a b"_s)));
        QVERIFY(wait(files->write(u"/a b"_s, "abc"))); // QNetworkAccessManager's.
        QVERIFY(wait(files->download(u"/a b"_s, folder.filePath(u"down"_s))));
        const QList<Received> uploads = server.received("POST", "/files/upload");
        QCOMPARE(uploads.size(), 2);
        QMap<QByteArray, QByteArray> bulk = uploads.first().headers;
        QMap<QByteArray, QByteArray> other = uploads.last().headers;
        for (QMap<QByteArray, QByteArray> *headers : { &bulk, &other }) { // The boundary is another.
            QVERIFY(headers->take("content-type").startsWith("multipart/form-data; boundary=opensandbox-"));
            QVERIFY(headers->take("content-length").toInt() > 100);
        }
        QCOMPARE(bulk, other);
        const Received download = server.received("GET", "/files/download").first();
        QCOMPARE(download.target, QByteArray("/files/download?path=%2Fa%20b"));
        QCOMPARE(download.headers.value("host"), server.address().toUtf8());
        QCOMPARE(download.headers.value("x-route"), QByteArray("route-secret-1"));
        QCOMPARE(download.headers.value("connection"), QByteArray("close"));
    }

    void aRefusedUploadBringsItsReasonAtOnce()
    {
        // Answers, closes, and never reads the body: the kernel resets what is still sent.
        const QByteArray body = R"({"code":"TOO_LARGE","message":"at most 1 MiB"})";
        PlainServer server([&](QTcpSocket *socket) {
            socket->setReadBufferSize(1024);
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket, body] {
                if (socket->property("answered").toBool())
                    return;
                socket->setProperty("answered", true);
                socket->write("HTTP/1.1 413 Too Large\r\nContent-Type: application/json\r\nX-Request-ID: r-1\r\nConnection: close\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
                socket->disconnectFromHost();
            });
            QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        });
        QVERIFY(server.listening);
        QTemporaryDir folder;
        const QString local = sparseFile(folder, qint64(1) << 30);
        const auto files = server.files();
        for (int i = 0; i < 10; ++i) {
            const Result<Done> done = wait(files->upload(local, u"/f"_s));
            QVERIFY(!done);
            QVERIFY2(done.error().kind == Error::Kind::Api && done.error().httpStatus == 413, why(done).constData());
            QCOMPARE(done.error().code, u"TOO_LARGE"_s);
            QCOMPARE(done.error().requestId, u"r-1"_s);
        }
        QCOMPARE(server.connections, 10);
    }

    void aPeerThatTakesNothingHoldsTheUploadInFlatMemory()
    {
        PlainServer server([](QTcpSocket *socket) { socket->setReadBufferSize(1); });
        QTemporaryDir folder;
        const QString local = sparseFile(folder, qint64(1) << 30);
        const auto files = server.files();
        std::stop_source stop;
        qint64 taken = 0;
        const auto upload = Later<Done>::start(files->upload(local, u"/f"_s, {}, [&](qint64 sent, qint64) { taken = sent; }, stop.get_token()));
        qint64 before = -1;
        QTRY_VERIFY_WITH_TIMEOUT(std::exchange(before, taken) == taken && taken > 0, 20'000); // It stands still,
        QVERIFY2(taken < 64 << 20, QByteArray::number(taken).constData()); // with what the kernel holds.
        QVERIFY(!upload->result);
        stop.request_stop();
        QTRY_VERIFY_WITH_TIMEOUT(upload->result, 20'000);
        QVERIFY(!*upload->result && upload->result->error().kind == Error::Kind::Cancelled);
    }

    void aReaderThatWaitsMakesThePeerWait()
    {
        QByteArray content(32 << 20, Qt::Uninitialized);
        for (qsizetype i = 0; i < content.size(); ++i)
            content[i] = char(i * 7 + (i >> 12));
        PlainServer server([&](QTcpSocket *socket) {
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket, &content] {
                if (socket->readAll().endsWith("\r\n\r\n")) {
                    socket->write("HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(content.size()) + "\r\n\r\n");
                    socket->write(content);
                    socket->disconnectFromHost();
                }
            });
        });
        RequestBody nothing;
        BulkReply reply(QNetworkRequest(QUrl(u"http://%1/f"_s.arg(server.address()))), "GET", &nothing);
        QTRY_VERIFY(reply.bytesAvailable() > 0);
        QTest::qWait(200);
        QVERIFY2(reply.bytesAvailable() <= 1 << 20, QByteArray::number(reply.bytesAvailable()).constData());
        QVERIFY(!reply.isFinished());
        QByteArray read;
        QTRY_VERIFY_WITH_TIMEOUT((read += reply.read(100'000), reply.isFinished() && reply.bytesAvailable() == 0), 60'000);
        QVERIFY(read == content);
        QCOMPARE(reply.error(), QNetworkReply::NoError);
    }

    void whatCannotBeReachedIsTold()
    {
        RequestBody nothing;
        BulkReply refused(QNetworkRequest(QUrl(u"http://127.0.0.1:1/f"_s)), "GET", &nothing);
        QTRY_VERIFY_WITH_TIMEOUT(refused.isFinished(), 20'000);
        QCOMPARE(refused.error(), QNetworkReply::ConnectionRefusedError);
        BulkReply nowhere(QNetworkRequest(QUrl(u"http://no-such-host.invalid/f"_s)), "GET", &nothing);
        QTRY_VERIFY_WITH_TIMEOUT(nowhere.isFinished(), 60'000);
        QCOMPARE(nowhere.error(), QNetworkReply::HostNotFoundError);
        BulkReply stopped(QNetworkRequest(QUrl(u"http://127.0.0.1:1/f"_s)), "GET", &nothing);
        QSignalSpy finished(&stopped, &QNetworkReply::finished);
        stopped.abort();
        stopped.abort();
        QCOMPARE(finished.size(), 1);
        QTest::qWait(50); // It does not begin after all.
        QCOMPARE(finished.size(), 1);
        QCOMPARE(stopped.error(), QNetworkReply::OperationCanceledError);
    }

    void onlyPlainConnectionsWithoutAProxyAreServed()
    {
        ConnectionConfig config;
        config.proxy.mode = ProxySettings::Mode::None;
        QVERIFY(BulkReply::serves(QUrl(u"http://example.org/x"_s), *Network::of(config)));
        QVERIFY(!BulkReply::serves(QUrl(u"https://example.org/x"_s), *Network::of(config)));
        config.proxy = { .mode = ProxySettings::Mode::Explicit, .url = u"http://127.0.0.1:3128"_s };
        QVERIFY(!BulkReply::serves(QUrl(u"http://example.org/x"_s), *Network::of(config)));
    }
};

QTEST_GUILESS_MAIN(SdkBulkTest)
#include "tst_sdk_bulk.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Files are read and written in a thread of their own: what that means for those who call.
#include "sdktest.h"
#include "serverthread.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <csignal>
#include <thread>

#ifdef Q_OS_UNIX
#include <sys/resource.h>
#endif
#ifdef Q_OS_LINUX
#include <sched.h>
#endif

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<FilesService> filesAt(const QString &address, ConnectionConfig config = {})
{
    return AdapterFactory::standard()->files(config, { address, {} });
}

/// Answers every question for a file with this size.
void serveInfo(FaultServer &server, qint64 size)
{
    server.on("GET", "/files/info", [size](const Received &request) {
        const QUrlQuery query(QString::fromLatin1(request.target.mid(request.target.indexOf('?') + 1)));
        const QByteArray path = query.queryItemValue(u"path"_s, QUrl::FullyDecoded).toUtf8();
        return Reply::json(200, "{\"" + path + "\":{\"path\":\"" + path + "\",\"size\":" + QByteArray::number(size) + ",\"type\":\"file\",\"mode\":644}}");
    });
}

QString localFile(const QTemporaryDir &folder, const QString &name, qint64 size)
{
    QFile file(folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.resize(size) ? file.fileName() : QString();
}

} // namespace

class TestTransfers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCallersThreadIsNotNeeded()
    {
        constexpr qint64 Size = 8 << 20;
        ServerThread peer;
        peer.with([&] {
            serveInfo(peer.server(), Size);
            peer.server().on("POST", "/files/upload", Reply::empty(200));
            peer.server().on("POST", "/directories", Reply::empty(200));
            peer.server().on("GET", "/files/download", Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(Size) + "\r\n\r\n" + QByteArray(Size, 'd')));
        });
        QTemporaryDir folder;
        const QString source = localFile(folder, u"source"_s, Size);
        const auto files = filesAt(peer.address());
        // Each of these waits without an event loop.
        auto upload = files->upload(source, u"/f"_s);
        peer.waitForRequest("POST", "/files/upload");
        peer.waitForRequest("GET", "/files/info");
        const QString target = folder.filePath(u"target"_s);
        auto download = files->download(u"/f"_s, target);
        QDeadlineTimer patience(60s);
        while (!QFile::exists(target) && !patience.hasExpired())
            std::this_thread::sleep_for(1ms);
        QCOMPARE(QFile(target).size(), Size);
        Result<Done> done = wait(std::move(upload));
        QVERIFY2(done, why(done));
        done = wait(std::move(download));
        QVERIFY2(done, why(done));

        QDir(folder.path()).mkdir(u"tree"_s);
        localFile(folder, u"tree/big"_s, Size);
        auto tree = files->uploadFolder(folder.filePath(u"tree"_s), u"/t"_s);
        peer.waitForRequest("POST", "/directories");
        const auto outcomes = wait(std::move(tree));
        QVERIFY2(outcomes, why(outcomes));
        QCOMPARE(outcomes->size(), 1);
        QVERIFY(!outcomes->first().error);
        QCOMPARE(peer.count("POST", "/files/upload"), 2);
    }

    void progressAndExchangesComeInTheCallersThread()
    {
        constexpr qint64 Size = 24 << 20;
        FaultServer server;
        serveInfo(server, Size);
        server.on("POST", "/files/upload", Reply::empty(200));
        QTemporaryDir folder;
        bool ended = false;
        bool elsewhere = false;
        bool late = false;
        const auto called = [&] {
            elsewhere = elsewhere || QThread::currentThread() != thread();
            late = late || ended;
        };
        QList<qint64> reached;
        QList<int> statuses;
        ConnectionConfig config;
        config.onExchange = [&](const Exchange &exchange) {
            called();
            if (exchange.finished)
                statuses << exchange.httpStatus;
        };
        const auto files = filesAt(server.address(), config);
        const Result<Done> done = wait(files->upload(localFile(folder, u"f"_s, Size), u"/f"_s, {}, [&](qint64 sent, qint64 total) {
            called();
            QCOMPARE(total, Size);
            reached << sent;
        }));
        ended = true;
        QVERIFY2(done, why(done));
        QCOMPARE(statuses, (QList<int> { 200, 200 }));
        QVERIFY(reached.size() > 1);
        QVERIFY(std::ranges::is_sorted(reached));
        QCOMPARE(reached.last(), Size);
        QCoreApplication::processEvents();
        QVERIFY(!elsewhere);
        QVERIFY(!late);
    }

    void manyUploadsAtOnce()
    {
        constexpr qint64 Size = 300'000;
        FaultServer server;
        serveInfo(server, Size);
        server.on("POST", "/files/upload", Reply::empty(200));
        QTemporaryDir folder;
        const QString source = localFile(folder, u"f"_s, Size);
        const auto files = filesAt(server.address());
        QList<std::shared_ptr<Later<Done>>> uploads;
        for (int i = 0; i < 64; ++i)
            uploads << Later<Done>::start(files->upload(source, u"/f%1"_s.arg(i)));
        for (const auto &upload : std::as_const(uploads)) {
            QTRY_VERIFY_WITH_TIMEOUT(upload->result, 60'000);
            QVERIFY2(*upload->result, why(*upload->result));
        }
        QCOMPARE(server.count("POST", "/files/upload"), 64);
    }

    void aStopComesFromAnyThread()
    {
        FaultServer server;
        serveInfo(server, 64 << 20);
        server.on("GET", "/files/download", Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: 67108864\r\n\r\n" + QByteArray(1 << 20, 'd')));
        QTemporaryDir folder;
        const QString source = localFile(folder, u"f"_s, qint64(2) << 30);
        const auto files = filesAt(server.address());
        for (const bool up : { true, false }) {
            std::stop_source stop;
            std::thread stopper;
            const Progress progress = [&](qint64 done, qint64) {
                if (done > (1 << 19) && !stopper.joinable())
                    stopper = std::thread([&stop] { stop.request_stop(); });
            };
            const Result<Done> done = up ? wait(files->upload(source, u"/f"_s, {}, progress, stop.get_token())) : wait(files->download(u"/f"_s, folder.filePath(u"down"_s), progress, stop.get_token()));
            QVERIFY(stopper.joinable());
            stopper.join();
            QVERIFY(!done);
            QCOMPARE(done.error().kind, Error::Kind::Cancelled);
            QTRY_VERIFY(server.openConnections() <= 1); // That of the reads is kept.
        }
        QCOMPARE(server.count("POST", "/files/upload"), 0);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList { u"f"_s });
    }

    void anOwnerThatGoesInTheMiddle()
    {
        constexpr qint64 Size = 24 << 20;
        FaultServer server;
        serveInfo(server, Size);
        serveSandbox(server);
        server.on("POST", "/files/upload", Reply::empty(200));
        QTemporaryDir folder;
        const QString source = localFile(folder, u"f"_s, Size);
        // A service is not needed any more once it was called.
        auto files = filesAt(server.address());
        const Result<Done> done = wait(files->upload(source, u"/f"_s, {}, [&](qint64, qint64) { files.reset(); }));
        QVERIFY2(done, why(done));
        QVERIFY(!files);
        // A closed sandbox ends its calls.
        const auto sandbox = wait(Sandbox::connect(configFor(server), u"box"_s));
        QVERIFY2(sandbox, why(sandbox));
        const QString huge = localFile(folder, u"huge"_s, qint64(2) << 30);
        const Result<Done> closed = wait((*sandbox)->files().upload(huge, u"/f"_s, {}, [&](qint64, qint64) { (*sandbox)->close(); }));
        QVERIFY(!closed);
        QCOMPARE(closed.error().kind, Error::Kind::Cancelled);
        QCOMPARE(server.count("POST", "/files/upload"), 1);
    }

    void aFileThatIsRemovedMeanwhileIsSentToItsEnd()
    {
        constexpr qint64 Size = 24 << 20;
        FaultServer server;
        serveInfo(server, Size);
        server.on("POST", "/files/upload", Reply::empty(200));
        QTemporaryDir folder;
        const QString source = localFile(folder, u"f"_s, Size);
        const auto files = filesAt(server.address());
        Result<Done> done = wait(files->upload(source, u"/f"_s, {}, [&](qint64, qint64) { QFile::remove(source); }));
        QVERIFY2(done, why(done));
        QCOMPARE(server.count("POST", "/files/upload"), 1);
        done = wait(files->upload(source, u"/f"_s));
        QVERIFY(!done);
        QCOMPARE(done.error().kind, Error::Kind::LocalFile);
        QVERIFY(done.error().message.contains(source));
    }

    void uploadsAndDownloadsRunSideBySide()
    {
        constexpr qint64 Size = 24 << 20;
        // Takes nothing and says nothing.
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        FaultServer server;
        serveInfo(server, Size);
        server.on("POST", "/files/upload", Reply::empty(200));
        server.on("GET", "/files/download", Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(Size) + "\r\n\r\n" + QByteArray(Size, 'd')));
        QTemporaryDir folder;
        const QString source = localFile(folder, u"f"_s, Size);
        const auto files = filesAt(server.address());
        const auto stuckFiles = filesAt(u"127.0.0.1:%1"_s.arg(silent.serverPort()));
        std::stop_source stop;
        const auto stuckUpload = Later<Done>::start(stuckFiles->upload(source, u"/f"_s, {}, {}, stop.get_token()));
        QTRY_VERIFY(silent.hasPendingConnections());
        const auto download = Later<Done>::start(files->download(u"/f"_s, folder.filePath(u"down"_s)));
        const auto upload = Later<Done>::start(files->upload(source, u"/f"_s));
        QTRY_VERIFY_WITH_TIMEOUT(download->result && upload->result, 60'000);
        QVERIFY2(*download->result, why(*download->result));
        QVERIFY2(*upload->result, why(*upload->result));
        QCOMPARE(QFile(folder.filePath(u"down"_s)).size(), Size);
        QVERIFY(!stuckUpload->result);
        stop.request_stop();
        QTRY_VERIFY_WITH_TIMEOUT(stuckUpload->result, 60'000);
        QCOMPARE(stuckUpload->result->error().kind, Error::Kind::Cancelled);
    }

    void everySizeArrivesAsItIs()
    {
        FaultServer server;
        server.on("POST", "/files/upload", Reply::empty(200));
        QTemporaryDir folder;
        QFile file(folder.filePath(u"f"_s));
        const auto files = filesAt(server.address());
        for (const qsizetype size : { 0, 1, 4095, 4096, 8191, 8193, 16384, 20481, 100003, 1048577 }) {
            QByteArray content(size, Qt::Uninitialized);
            for (qsizetype i = 0; i < size; ++i)
                content[i] = char((i * 2654435761U) >> 13);
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            QCOMPARE(file.write(content), size);
            file.close();
            serveInfo(server, size);
            const Result<Done> done = wait(files->upload(file.fileName(), u"/f"_s));
            QVERIFY2(done, why(done));
            const Received upload = server.received("POST", "/files/upload").last();
            QVERIFY2(upload.body.contains("\r\n\r\n" + content + "\r\n--"), QByteArray::number(size).constData());
        }
    }

#ifdef Q_OS_LINUX
    void onlyTheThreadsOfUploadsKeepToOneCpu()
    {
        const auto cpus = [](pid_t thread) {
            cpu_set_t allowed;
            return sched_getaffinity(thread, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : -1;
        };
        const int all = cpus(0);
        if (all < 2)
            QSKIP("This machine has one CPU.");
        constexpr qint64 Size = 24 << 20;
        FaultServer server;
        serveInfo(server, Size);
        server.on("POST", "/files/upload", Reply::empty(200));
        QTemporaryDir folder;
        const auto files = filesAt(server.address());
        int bound = 0;
        int ofTheCaller = 0;
        const Result<Done> done = wait(files->upload(localFile(folder, u"f"_s, Size), u"/f"_s, {}, [&](qint64 sent, qint64) {
            if (sent == 0)
                return;
            const QStringList threads = QDir(u"/proc/self/task"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
            bound = int(std::ranges::count_if(threads, [&](const QString &id) { return cpus(id.toInt()) == 1; }));
            std::thread([&] { ofTheCaller = cpus(0); }).join();
        }));
        QVERIFY2(done, why(done));
        QCOMPARE(bound, 2); // That of uploads and the network's.
        QCOMPARE(ofTheCaller, all);
        QCOMPARE(cpus(0), all);
        QCOMPARE(sched_getscheduler(0), SCHED_OTHER);
    }
#endif

#ifdef Q_OS_UNIX
    // A full disk, as far as this process goes. What is still in a buffer at the end must not be lost without a word.
    void aFullDiskWhileADeviceIsKeptIsTold_data()
    {
        QTest::addColumn<int>("size");
        QTest::newRow("in the buffer") << 8192;
        QTest::newRow("in the last piece") << (256 << 10) + 8192;
        QTest::newRow("long before the end") << (1 << 20);
    }
    void aFullDiskWhileADeviceIsKeptIsTold()
    {
        QFETCH(const int, size);
        FaultServer server;
        serveInfo(server, size);
        server.on("POST", "/files/upload", Reply::empty(200));
        const auto files = filesAt(server.address());
        const auto program = [size] {
            auto process = std::make_shared<QProcess>();
            process->start(u"head"_s, { u"-c"_s, QString::number(size), u"/dev/zero"_s });
            return process;
        };
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before {};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit full = before;
        full.rlim_cur = rlim_t(size) - 4096;
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &full), 0);
        const Result<Done> refused = wait(files->uploadFrom(program(), u"/f"_s));
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, Error::Kind::LocalFile);
        QCOMPARE(server.count("POST", "/files/upload"), 0);
        // With room it goes.
        const Result<Done> done = wait(files->uploadFrom(program(), u"/f"_s));
        QVERIFY2(done, why(done));
        QVERIFY(server.received("POST", "/files/upload").last().body.contains(QByteArray(size, '\0')));
    }
#endif

    void aServerThatRefusesBeforeTheEnd()
    {
        QTcpServer listener;
        QVERIFY(listener.listen(QHostAddress::LocalHost));
        int requests = 0;
        connect(&listener, &QTcpServer::newConnection, this, [&] {
            QTcpSocket *const socket = listener.nextPendingConnection();
            ++requests;
            connect(socket, &QTcpSocket::readyRead, socket, [socket, answered = false]() mutable {
                socket->readAll();
                if (std::exchange(answered, true))
                    return;
                const QByteArray body = R"({"code":"DISK_FULL","message":"no room for this"})";
                socket->write("HTTP/1.1 507 Insufficient Storage\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
            });
        });
        QTemporaryDir folder;
        const auto files = filesAt(u"127.0.0.1:%1"_s.arg(listener.serverPort()));
        const Result<Done> done = wait(files->upload(localFile(folder, u"f"_s, 16 << 20), u"/f"_s));
        QVERIFY(!done);
        QCOMPARE(done.error().httpStatus, 507);
        QCOMPARE(done.error().code, u"DISK_FULL"_s);
        QCOMPARE(requests, 1);
    }
};

QTEST_GUILESS_MAIN(TestTransfers)
#include "tst_sdk_transfers.moc"

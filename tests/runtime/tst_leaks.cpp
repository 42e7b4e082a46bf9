// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "localserver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

// What many sandboxes and many streams leave behind, and what they cost meanwhile. Few of them by default;
// WB_LEAK_SANDBOXES=200 and WB_LEAK_STREAMS=1000 ask for more.
class TestLeaks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void sandboxesLeaveNothing();
    void twentyRunAtOnce();
    void idleStreamsAreCheap();

private:
    struct Traces
    {
        qsizetype processes = 0;
        qsizetype descriptors = 0;
        qsizetype mounts = 0;
        qint64 kilobytes = 0;
    };
    QStringList files() const;
    // Nothing but what a server without sandboxes has: its lock, the settings that all share, and folders ready for the next one.
    bool isAtRest() const { return files() == QStringList { u"lock"_s, u"settings"_s, u"spare"_s }; }
    Traces traces() const;
    QList<std::shared_ptr<QTcpSocket>> requestAll(const QList<QByteArray> &requests);

    LocalServer m_server;
};

namespace {

// The sanitizers, which the server is then built with, too, pad or shadow each piece of memory and hold back
// what was freed: what a program needs is many times as much.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) \
    || (defined(__has_feature) && (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer)))
constexpr qint64 paddingFactor = 12;
constexpr qint64 heldBackKib = 48 * 1024;
#else
constexpr qint64 paddingFactor = 1;
constexpr qint64 heldBackKib = 0;
#endif

int number(const char *variable, int otherwise)
{
    bool given = false;
    const int value = qEnvironmentVariableIntValue(variable, &given);
    return given ? value : otherwise;
}

qint64 memoryOf(qint64 pid)
{
    QFile file(u"/proc/%1/smaps_rollup"_s.arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : file.readAll().split('\n')) {
        if (line.startsWith("Pss:"))
            return line.mid(4).trimmed().split(' ').first().toLongLong();
    }
    return 0;
}

const QByteArray pythonCell = R"json({"code":"print(6*7)","context":{"language":"python"}})json";

} // namespace

void TestLeaks::initTestCase()
{
    QVERIFY2(m_server.start(), QJsonDocument(m_server.readyLine()).toJson().constData());
}

TestLeaks::Traces TestLeaks::traces() const
{
    Traces found;
    const qint64 server = const_cast<LocalServer &>(m_server).process().processId();
    const QString base = u"/proc/%1/"_s.arg(server);
    const QList<qint64> processes = m_server.processes(LocalServer::Processes::InUse);
    found.processes = processes.size();
    // Of the server and its keeper, when there is no sandbox.
    for (const qint64 process : processes) {
        found.descriptors += QDir(u"/proc/%1/fd"_s.arg(process)).entryList(QDir::Files | QDir::System | QDir::NoDotAndDotDot).size();
        found.kilobytes += memoryOf(process);
    }
    QFile mounts(base + u"mountinfo"_s);
    if (mounts.open(QIODevice::ReadOnly))
        found.mounts = mounts.readAll().count('\n');
    return found;
}

// Of the running server's own folder.
QStringList TestLeaks::files() const
{
    QStringList found;
    for (const QFileInfo &run : QDir(m_server.stateFolder()).entryInfoList({ u"run-*"_s }, QDir::Dirs))
        found += QDir(run.filePath()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name);
    return found;
}

void TestLeaks::sandboxesLeaveNothing()
{
    const auto cycle = [&](int i) {
        const QByteArray id = m_server.createSandbox();
        if (id.isEmpty())
            return false;
        const bool ran = i % 4 == 0 ? m_server.request("POST", "/sandboxes/" + id + "/proxy/44772/code", pythonCell, {}, 60000).body.contains("42")
                                    : m_server.command(id, u"echo 42; sleep 100 >/dev/null 2>&1 &"_s).output == "42\n"_L1;
        return m_server.request("DELETE", "/v1/sandboxes/" + id).status == 204 && ran;
    };
    // The first ones fill what is kept for good.
    for (int i = 0; i < 4; ++i)
        QVERIFY(cycle(i));
    QTRY_VERIFY2_WITH_TIMEOUT(isAtRest(), qPrintable(files().join(u' ')), 30000);
    const Traces before = traces();
    QElapsedTimer timer;
    timer.start();
    const int count = number("WB_LEAK_SANDBOXES", 16);
    for (int i = 0; i < count; ++i)
        QVERIFY2(cycle(i), qPrintable(u"%1: "_s.arg(i) + QString::fromUtf8(m_server.lastAnswer.body)));
    QTRY_VERIFY2_WITH_TIMEOUT(isAtRest(), qPrintable(files().join(u' ')), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(traces().descriptors, before.descriptors, 10000);
    const Traces after = traces();
    QCOMPARE(after.processes, before.processes);
    QCOMPARE(after.mounts, before.mounts);
    QTRY_COMPARE_WITH_TIMEOUT(m_server.processes().size(), after.processes + 1, 10000);
    qInfo("%d sandboxes in %lld ms; the memory of server and keeper went from %lld to %lld KiB", count, timer.elapsed(), before.kilobytes, after.kilobytes);
    // Allocators keep some; a leak of a sandbox's records would be more.
    QVERIFY2(after.kilobytes < before.kilobytes + heldBackKib + paddingFactor * (2048 + 12 * count), QByteArray::number(after.kilobytes).constData());
}

// Sends all of them at once and waits until each has its whole answer.
QList<std::shared_ptr<QTcpSocket>> TestLeaks::requestAll(const QList<QByteArray> &requests)
{
    QList<std::shared_ptr<QTcpSocket>> sockets;
    for (const QByteArray &request : requests) {
        auto socket = std::make_shared<QTcpSocket>();
        socket->connectToHost(u"127.0.0.1"_s, m_server.port());
        socket->waitForConnected(10000);
        socket->write(request);
        socket->flush();
        sockets << socket;
    }
    for (const auto &socket : sockets) {
        QElapsedTimer timer;
        timer.start();
        while (socket->state() == QAbstractSocket::ConnectedState && timer.elapsed() < 120000)
            socket->waitForReadyRead(1000);
    }
    return sockets;
}

void TestLeaks::twentyRunAtOnce()
{
    const Traces before = traces();
    const auto request = [&](const QByteArray &method, const QByteArray &target, const QByteArray &body) {
        return method + ' ' + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nOPEN-SANDBOX-API-KEY: " + m_server.key()
            + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    };
    QJsonObject body = LocalServer::createBody();
    // Twenty prepared interpreters would only keep each other waiting on a small machine.
    body.insert(u"resourceLimits"_s, QJsonObject { { u"memory"_s, u"400Mi"_s } });
    QList<QByteArray> requests(20, request("POST", "/v1/sandboxes", QJsonDocument(body).toJson(QJsonDocument::Compact)));
    QSet<QByteArray> ids;
    for (const auto &socket : requestAll(requests)) {
        const HttpAnswer answer = parseAnswer(socket->readAll());
        QVERIFY2(answer.status == 202, answer.body.constData());
        ids << answer.json().value("id"_L1).toString().toLatin1();
    }
    QCOMPARE(ids.size(), 20);
    requests.clear();
    for (const QByteArray &id : std::as_const(ids))
        requests << request("POST", "/sandboxes/" + id + "/proxy/44772/code", pythonCell);
    for (const auto &socket : requestAll(requests)) {
        const HttpAnswer answer = parseAnswer(socket->readAll());
        QVERIFY2(answer.body.contains("42"), answer.body.constData());
    }
    requests.clear();
    for (const QByteArray &id : std::as_const(ids))
        requests << request("DELETE", "/v1/sandboxes/" + id, {});
    for (const auto &socket : requestAll(requests))
        QCOMPARE(parseAnswer(socket->readAll()).status, 204);
    QTRY_VERIFY2_WITH_TIMEOUT(isAtRest(), qPrintable(files().join(u' ')), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(traces().processes, before.processes, 10000);
}

void TestLeaks::idleStreamsAreCheap()
{
    const QByteArray id = m_server.createSandbox();
    QVERIFY(!id.isEmpty());
    QCOMPARE(m_server.command(id, u"echo ready"_s).output, u"ready\n"_s);
    // The server and the daemon inside; Python is left to itself.
    const auto memory = [&] {
        qint64 sum = 0;
        for (const qint64 pid : m_server.processes()) {
            QFile name(u"/proc/%1/comm"_s.arg(pid));
            if (name.open(QIODevice::ReadOnly)) {
                const QByteArray text = name.readAll().trimmed();
                if (text.startsWith("opensandbox-lo") || text == "execd")
                    sum += memoryOf(pid);
            }
        }
        return sum;
    };
    QTest::qWait(1000);
    const qint64 before = memory();
    const int count = number("WB_LEAK_STREAMS", 250);
    std::vector<std::unique_ptr<QTcpSocket>> streams;
    for (int i = 0; i < count; ++i) {
        auto socket = std::make_unique<QTcpSocket>();
        socket->connectToHost(u"127.0.0.1"_s, m_server.port());
        QVERIFY(socket->waitForConnected(10000));
        socket->write("GET /sandboxes/" + id + "/proxy/44772/metrics/watch HTTP/1.1\r\nHost: a\r\n\r\n");
        socket->flush();
        streams.push_back(std::move(socket));
    }
    // Each one is open and lives.
    for (const auto &socket : streams) {
        QByteArray text;
        QElapsedTimer timer;
        timer.start();
        while (!text.contains("cpu_count") && timer.elapsed() < 60000) {
            socket->waitForReadyRead(1000);
            text += socket->readAll();
        }
        QVERIFY2(text.startsWith("HTTP/1.1 200"), text.constData());
    }
    const qint64 cost = memory() - before;
    qInfo("%d streams cost %lld KiB", count, cost);
    QVERIFY2(cost < paddingFactor * 50 * 1024 * count / 1000, QByteArray::number(cost).constData());
    // Others are served meanwhile, and afterwards all is given back.
    QCOMPARE(m_server.request("GET", "/health").status, 200);
    streams.clear();
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
}

int main(int argc, char **argv)
{
    // Many take longer than the five minutes that a test function is given.
    qputenv("QTEST_FUNCTION_TIMEOUT", "1800000");
    QCoreApplication application(argc, argv);
    TestLeaks test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_leaks.moc"

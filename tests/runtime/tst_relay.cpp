// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "localserver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTcpServer>
#include <QTest>

#include <sys/socket.h>

using namespace Qt::StringLiterals;

namespace {

// A server inside the sandbox that does what its path says.
constexpr const char *innerServer = R"(
import signal, socket, threading, time, os
def daemon(number):
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            if open('/proc/' + pid + '/comm').read() in ('execd\n', 'ld.so\n'): os.kill(int(pid), number)
        except OSError: pass
crowded = socket.socket()
crowded.bind(('127.0.0.1', 8124))
crowded.listen(0)
waiting = []
def serve(c):
    data = b''
    while b'\r\n\r\n' not in data:
        more = c.recv(65536)
        if not more: return
        data += more
    head, rest = data.split(b'\r\n\r\n', 1)
    path = head.split(b' ')[1].decode()
    if path.startswith('/echo-head'):
        body = head
        c.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n' % len(body) + body)
    elif path == '/upgrade':
        c.sendall(b'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n' + rest)
        while True:
            more = c.recv(65536)
            if not more: break
            c.sendall(more)
    elif path == '/count':
        total = len(rest)
        length = int([l for l in head.lower().split(b'\r\n') if l.startswith(b'content-length')][0].split(b':')[1])
        while total < length:
            more = c.recv(1 << 20)
            if not more: break
            total += len(more)
        body = b'%d' % total
        c.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n' % len(body) + body)
    elif path == '/flood':
        c.sendall(b'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n')
        sent = 0
        try:
            while True:
                c.sendall(b'x' * 65536)
                sent += 65536
                open('/workspace/flood', 'w').write(str(sent))
        except OSError:
            open('/workspace/flood-ended', 'w').write('yes')
    elif path == '/drip':
        c.sendall(b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n')
        for i in range(3):
            c.sendall(b'2\r\n%d\n\r\n' % i)
            time.sleep(0.3)
        c.sendall(b'0\r\n\r\n')
    elif path == '/talk':
        c.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        c.sendall(b'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: talk\r\n\r\n')
        for i in range(20000):
            c.sendall(b'%06d' % i)
        while rest != b'heard':
            more = c.recv(16)
            if not more: break
            rest += more
        c.sendall(b'bye')
    elif path == '/stop-daemon':
        daemon(signal.SIGSTOP)
        threading.Timer(30, daemon, (signal.SIGCONT,)).start()
        c.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    elif path == '/continue-daemon':
        daemon(signal.SIGCONT)
        c.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    elif path == '/crowd':
        for i in range(4):
            s = socket.socket()
            s.setblocking(False)
            s.connect_ex(('127.0.0.1', 8124))
            waiting.append(s)
        c.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    elif path == '/serve-crowd':
        for s in waiting: s.close()
        def accept():
            while True: threading.Thread(target=serve, args=(crowded.accept()[0],), daemon=True).start()
        threading.Thread(target=accept, daemon=True).start()
        c.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    elif path == '/refuse':
        c.sendall(b'HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nno\n')
    c.close()
s = socket.socket()
s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
s.bind(('127.0.0.1', 8123))
s.listen(50)
print('listening', flush=True)
while True:
    threading.Thread(target=serve, args=(s.accept()[0],), daemon=True).start()
)";

qint64 memoryOf(qint64 pid)
{
    QFile file(u"/proc/%1/status"_s.arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    for (const QByteArray &line : file.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return line.mid(6).trimmed().split(' ').first().toLongLong() * 1024;
    }
    return -1;
}

} // namespace

class TestRelay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void passesRequestsUnchanged();
    void saysTheSameAsTheDaemon_data();
    void saysTheSameAsTheDaemon();
    void passesWithoutTheDaemon();
    void leavesPortsWithATokenToTheDaemon();
    void neverReachesAPortOfTheHost();
    void waitsForAServerThatIsBusy();
    void endsWithTheSandboxAndKeepsNothing();
    void reachesTheDaemonWithAndWithoutPrefix();
    void passesStreamsAtOnce();
    void passesUpgrades();
    void passesBurstsOfAnySizeAndAnEndOfOneSide();
    void passesTheLastOfAFlood();
    void carriesLargeUploadsInFlatMemory();
    void waitsForSlowReadersAndNoticesTheirEnd();
    void givesTheAnswerToARefusedUpload();
    void answersWhenNothingListens();
    void servesManyAtOnce();
    void showsTheNetworkPolicy();

private:
    // What came for exactly these bytes, until the server closes.
    QByteArray exchange(const QByteArray &bytes, int timeout = 20000);
    QByteArray target(const QByteArray &rest) const { return "/sandboxes/" + m_id + "/proxy/8123" + rest; }

    LocalServer m_server;
    QByteArray m_id;
};

void TestRelay::initTestCase()
{
    QVERIFY2(m_server.start(), QJsonDocument(m_server.readyLine()).toJson().constData());
    m_id = m_server.createSandbox({ { u"entrypoint"_s, QJsonArray { u"python3"_s, u"-c"_s, QString::fromLatin1(innerServer) } } });
    QVERIFY2(!m_id.isEmpty(), m_server.lastAnswer.body.constData());
    QTRY_COMPARE_WITH_TIMEOUT(m_server.request("GET", target("/echo-head")).status, 200, 15000);
}

void TestRelay::passesRequestsUnchanged()
{
    const HttpAnswer answer = m_server.request("PATCH", target("/echo-head/a%2Fb%20c?q=%20+&x=%C3%A9"), "body",
                                               "X-Thing: a  b\r\nAuthorization: Bearer t\r\nCookie: c=1\r\n");
    QCOMPARE(answer.status, 200);
    QVERIFY2(answer.body.startsWith("PATCH /echo-head/a%2Fb%20c?q=%20+&x=%C3%A9 HTTP/1.1\r\n"), answer.body.constData());
    QVERIFY(answer.body.contains("X-Thing: a  b"));
    // The key of the server stays with the server, and so does what is meant for it.
    QVERIFY(!answer.body.contains("Authorization:") && !answer.body.contains("Cookie:"));
    QVERIFY(!answer.body.toLower().contains("open-sandbox-api-key"));
    QVERIFY(!answer.body.contains("test-key"));
    QVERIFY(answer.body.contains("X-Forwarded-Proto: http"));
}

QByteArray TestRelay::exchange(const QByteArray &bytes, int timeout)
{
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, m_server.port());
    if (!socket.waitForConnected())
        return {};
    socket.write(bytes);
    QByteArray answer;
    while (socket.waitForReadyRead(timeout))
        answer += socket.readAll();
    return answer;
}

void TestRelay::saysTheSameAsTheDaemon_data()
{
    QTest::addColumn<QByteArray>("port");
    QTest::addColumn<QByteArray>("request");
    const auto row = [](const char *name, const char *port, const char *request) { QTest::newRow(name) << QByteArray(port) << QByteArray(request); };
    row("plain", "8123", "GET @/echo-head HTTP/1.1\r\nHost: a\r\n\r\n");
    row("odd path and query", "8123", "GET @/echo-head//a%2F%7a/./b?x=1&y=%20?z HTTP/1.1\r\nHost: a\r\n\r\n");
    row("a fragment", "8123", "GET @/echo-head#part HTTP/1.1\r\nHost: a\r\n\r\n");
    row("another method with a body", "8123", "PUT @/echo-head HTTP/1.1\r\nhost: a\r\ncontent-LENGTH: 4\r\nExpect: 100-continue\r\n\r\nbody");
    row("HTTP/1.0", "8123", "GET @/echo-head HTTP/1.0\r\n\r\n");
    row("kept alive", "8123", "GET @/echo-head HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, X-Thing\r\nKeep-Alive: timeout=5\r\nX-Thing: 1\r\n\r\n");
    row("secrets and forwarding", "8123",
        "GET @/echo-head HTTP/1.1\r\nHost: a\r\nAuthorization: b\r\nCookie: c\r\nX-Forwarded-Host: d\r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\nX-Last: e\r\n\r\n");
    row("an upgrade", "8123", "GET @/echo-head HTTP/1.1\r\nHost: a\r\nX-Forwarded-Host: d\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    row("half an upgrade", "8123", "GET @/echo-head HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n");
    row("folded and repeated lines", "8123", "GET @/echo-head HTTP/1.1\r\nHost: a\r\nX-Thing: a\r\n b\r\nX-Thing:c\r\nX-Empty:\r\n\r\n");
    row("nothing listens", "9999", "GET @/x HTTP/1.1\r\nHost: a\r\n\r\n");
    row("nothing listens for a body", "9999", "POST @/x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody");
    row("a refusal", "8123", "POST @/refuse HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody");
}

// Straight to the port, and by the daemon's own route to it: no difference can be seen at either end.
void TestRelay::saysTheSameAsTheDaemon()
{
    QFETCH(const QByteArray, port);
    QFETCH(const QByteArray, request);
    const QByteArray straightTo = "/sandboxes/" + m_id + "/proxy/" + port;
    const QByteArray daemonTo = "/sandboxes/" + m_id + "/proxy/44772/proxy/" + port;
    const QByteArray straight = exchange(QByteArray(request).replace("@", straightTo));
    const QByteArray byDaemon = exchange(QByteArray(request).replace("@", daemonTo));
    QVERIFY2(straight.startsWith("HTTP/1.1 "), straight.constData());
    QCOMPARE(straight, byDaemon);
}

void TestRelay::passesWithoutTheDaemon()
{
    QCOMPARE(m_server.request("GET", target("/stop-daemon")).status, 200);
    const HttpAnswer answer = m_server.request("GET", target("/echo-head"), {}, {}, 10000);
    const HttpAnswer continued = m_server.request("GET", target("/continue-daemon"), {}, {}, 40000);
    QCOMPARE(answer.status, 200);
    QCOMPARE(continued.status, 200);
    QCOMPARE(m_server.request("GET", "/sandboxes/" + m_id + "/proxy/44772/ping").status, 200);
}

void TestRelay::leavesPortsWithATokenToTheDaemon()
{
    const QByteArray id = m_server.createSandbox({ { u"entrypoint"_s, QJsonArray { u"python3"_s, u"-c"_s, QString::fromLatin1(innerServer) } },
                                                   { u"env"_s, QJsonObject { { u"EXECD_ACCESS_TOKEN"_s, u"secret"_s } } } });
    QVERIFY2(!id.isEmpty(), m_server.lastAnswer.body.constData());
    const QByteArray target = "/sandboxes/" + id + "/proxy/8123/echo-head";
    QTRY_COMPARE_WITH_TIMEOUT(m_server.request("GET", target, {}, "X-EXECD-ACCESS-TOKEN: secret\r\n").status, 200, 15000);
    const HttpAnswer answer = m_server.request("GET", target);
    QCOMPARE(answer.status, 401);
    QVERIFY2(answer.body.contains("X-EXECD-ACCESS-TOKEN"), answer.body.constData());
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
}

void TestRelay::neverReachesAPortOfTheHost()
{
    QTcpServer host;
    QVERIFY(host.listen(QHostAddress::LocalHost));
    const QByteArray port = QByteArray::number(host.serverPort());
    QCOMPARE(m_server.request("GET", "/sandboxes/" + m_id + "/proxy/" + port + "/x").status, 502);
    QVERIFY(!host.waitForNewConnection(200));
    // Neither does its own server's.
    QCOMPARE(m_server.request("GET", "/sandboxes/" + m_id + "/proxy/" + QByteArray::number(m_server.port()) + "/health").status, 502);
}

// A connection that the server in the sandbox has no place for is not given up, and holds up nobody else.
void TestRelay::waitsForAServerThatIsBusy()
{
    QCOMPARE(m_server.request("GET", target("/crowd")).status, 200);
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, m_server.port());
    QVERIFY(socket.waitForConnected());
    socket.write("GET /sandboxes/" + m_id + "/proxy/8124/echo-head HTTP/1.1\r\nHost: a\r\n\r\n");
    QVERIFY(!socket.waitForReadyRead(5000));
    QCOMPARE(m_server.request("GET", "/health").status, 200);
    QCOMPARE(m_server.request("GET", target("/serve-crowd")).status, 200);
    QByteArray answer;
    while (socket.waitForReadyRead(60000))
        answer += socket.readAll();
    QVERIFY2(answer.startsWith("HTTP/1.1 200"), answer.constData());
}

void TestRelay::endsWithTheSandboxAndKeepsNothing()
{
    const QString folder = u"/proc/%1/fd"_s.arg(m_server.process().processId());
    const auto descriptors = [&] { return QDir(folder).entryList(QDir::Files | QDir::System | QDir::NoDotAndDotDot).size(); };
    QTRY_COMPARE_WITH_TIMEOUT(m_server.request("GET", "/health").status, 200, 5000);
    const qsizetype before = descriptors();
    const QByteArray id = m_server.createSandbox({ { u"entrypoint"_s, QJsonArray { u"python3"_s, u"-c"_s, QString::fromLatin1(innerServer) } } });
    QVERIFY(!id.isEmpty());
    const QByteArray place = "/sandboxes/" + id + "/proxy/8123";
    QTRY_COMPARE_WITH_TIMEOUT(m_server.request("GET", place + "/echo-head").status, 200, 15000);
    for (int i = 0; i < 30; ++i)
        QCOMPARE(m_server.request("GET", place + "/echo-head").status, 200);
    QTcpSocket open;
    open.connectToHost(u"127.0.0.1"_s, m_server.port());
    QVERIFY(open.waitForConnected());
    open.write("GET " + place + "/upgrade HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
    QVERIFY(open.waitForReadyRead(10000));
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
    QTRY_COMPARE_WITH_TIMEOUT(open.state(), QAbstractSocket::UnconnectedState, 15000);
    QTRY_VERIFY2_WITH_TIMEOUT(descriptors() <= before, qPrintable(u"%1, and before %2"_s.arg(descriptors()).arg(before)), 15000);
}

void TestRelay::reachesTheDaemonWithAndWithoutPrefix()
{
    for (const char *prefix : { "", "/v1" }) {
        QCOMPARE(m_server.request("GET", prefix + QByteArray("/sandboxes/") + m_id + "/proxy/44772/ping").status, 200);
        QCOMPARE(m_server.request("GET", prefix + QByteArray("/sandboxes/") + m_id + "/proxy/44772").status, 404);
    }
    QCOMPARE(m_server.request("GET", "/sandboxes/" + m_id + "/proxy/0/ping").status, 400);
    QCOMPARE(m_server.request("GET", "/sandboxes/" + m_id + "/proxy/70000/ping").status, 400);
    QCOMPARE(m_server.request("GET", "/sandboxes/" + m_id + "/proxy/abc/ping").status, 422);
    QCOMPARE(m_server.request("GET", "/sandboxes/nobody/proxy/44772/ping").status, 404);
}

void TestRelay::passesStreamsAtOnce()
{
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, m_server.port());
    QVERIFY(socket.waitForConnected());
    socket.write("GET " + target("/drip") + " HTTP/1.1\r\nHost: a\r\n\r\n");
    QElapsedTimer timer;
    timer.start();
    QByteArray bytes;
    while (!bytes.contains("0\n")) {
        QVERIFY(socket.waitForReadyRead(5000));
        bytes += socket.readAll();
    }
    QVERIFY2(!bytes.contains("2\n\r\n"), "the first piece came together with the last");
    while (socket.waitForReadyRead(5000))
        bytes += socket.readAll();
    const HttpAnswer answer = parseAnswer(bytes);
    QVERIFY(answer.whole);
    QCOMPARE(answer.body, "0\n1\n2\n");
}

void TestRelay::passesUpgrades()
{
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, m_server.port());
    QVERIFY(socket.waitForConnected());
    // Bytes right behind the head belong to the new protocol.
    socket.write("GET " + target("/upgrade") + " HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: echo\r\n\r\nearly");
    QByteArray bytes;
    while (!bytes.endsWith("early")) {
        QVERIFY2(socket.waitForReadyRead(5000), bytes.constData());
        bytes += socket.readAll();
    }
    QVERIFY(bytes.startsWith("HTTP/1.1 101"));
    QByteArray block(3 << 20, '\0');
    for (qsizetype i = 0; i < block.size(); ++i)
        block[i] = char(i * 31 + (i >> 8));
    socket.write(block);
    QByteArray echoed;
    while (echoed.size() < block.size()) {
        QVERIFY(socket.waitForReadyRead(10000));
        echoed += socket.readAll();
    }
    QVERIFY(echoed == block);
}

// Little passes through a buffer, much as pages: nothing gets lost or mixed up where the relay goes from one
// to the other and back.
void TestRelay::passesBurstsOfAnySizeAndAnEndOfOneSide()
{
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, m_server.port());
    QVERIFY(socket.waitForConnected());
    socket.write("GET " + target("/upgrade") + " HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n!");
    QByteArray bytes;
    while (!bytes.endsWith("\r\n\r\n!")) {
        QVERIFY2(socket.waitForReadyRead(10000), bytes.constData());
        bytes += socket.readAll();
    }
    quint32 state = 1;
    const auto piece = [&state](qsizetype size) {
        QByteArray made(size, Qt::Uninitialized);
        for (char &c : made)
            c = char((state = state * 1664525 + 1013904223) >> 24);
        return made;
    };
    for (const qsizetype size : { 1, 65536, 3, 65535, 65537, 200'000, 10, 4 << 20, 16384, 16383, 1 << 20, 700'001, 1 }) {
        const QByteArray sent = piece(size);
        socket.write(sent);
        QByteArray echoed;
        while (echoed.size() < sent.size()) {
            QVERIFY2(socket.waitForReadyRead(20000), QByteArray::number(size).constData());
            echoed += socket.readAll();
        }
        QVERIFY2(echoed == sent, QByteArray::number(size).constData());
    }
    const QByteArray last = piece(2 << 20);
    socket.write(last);
    QByteArray echoed;
    while (socket.bytesToWrite() > 0) {
        QVERIFY(socket.waitForBytesWritten(20000));
        echoed += socket.readAll();
    }
    QCOMPARE(::shutdown(int(socket.socketDescriptor()), SHUT_WR), 0);
    while (socket.waitForReadyRead(20000))
        echoed += socket.readAll();
    echoed += socket.readAll();
    QVERIFY(echoed == last);
    QCOMPARE(socket.error(), QAbstractSocket::RemoteHostClosedError);
}

// Many small pieces are let gather for a moment; the last of them comes although nothing comes after it.
void TestRelay::passesTheLastOfAFlood()
{
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, m_server.port());
    QVERIFY(socket.waitForConnected());
    socket.write("GET " + target("/talk") + " HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: talk\r\n\r\n");
    QByteArray bytes;
    while (!bytes.endsWith("019999"))
        QVERIFY2(socket.waitForReadyRead(20000) && !(bytes += socket.readAll()).isEmpty(), bytes.right(100).constData());
    const QByteArray numbers = bytes.sliced(bytes.indexOf("\r\n\r\n") + 4);
    QCOMPARE(numbers.size(), 6 * 20000);
    for (int i = 0; i < 20000; ++i)
        QCOMPARE(numbers.sliced(6 * i, 6).toInt(), i);
    socket.write("heard");
    bytes.clear();
    while (socket.waitForReadyRead(20000))
        bytes += socket.readAll();
    QCOMPARE(bytes, "bye");
}

// pains 76, 15
void TestRelay::carriesLargeUploadsInFlatMemory()
{
    constexpr qint64 size = 512LL << 20;
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, m_server.port());
    QVERIFY(socket.waitForConnected());
    socket.write("POST " + target("/count") + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + QByteArray::number(size) + "\r\n\r\n");
    const QByteArray block(1 << 20, 'u');
    const qint64 before = memoryOf(m_server.process().processId());
    qint64 most = before;
    for (qint64 sent = 0; sent < size; sent += block.size()) {
        socket.write(block);
        while (socket.bytesToWrite() > (4 << 20))
            QVERIFY(socket.waitForBytesWritten(20000));
        if (sent % (64 << 20) == 0)
            most = qMax(most, memoryOf(m_server.process().processId()));
    }
    QByteArray bytes;
    while (socket.bytesToWrite() > 0 && socket.waitForBytesWritten(20000)) { }
    while (socket.waitForReadyRead(20000))
        bytes += socket.readAll();
    QCOMPARE(parseAnswer(bytes).body, QByteArray::number(size));
    QVERIFY2(most - before < (16 << 20), QByteArray::number(most - before).constData());
}

void TestRelay::waitsForSlowReadersAndNoticesTheirEnd()
{
    QTcpSocket socket;
    socket.setReadBufferSize(65536);
    socket.connectToHost(u"127.0.0.1"_s, m_server.port());
    QVERIFY(socket.waitForConnected());
    const qint64 before = memoryOf(m_server.process().processId());
    socket.write("GET " + target("/flood") + " HTTP/1.1\r\nHost: a\r\n\r\n");
    QVERIFY(socket.waitForReadyRead(5000));
    // The sender stands still once the buffers on the way are full.
    const auto sent = [&] { return m_server.command(m_id, u"cat flood"_s).output.trimmed().toLongLong(); };
    qint64 last = -1;
    QTRY_VERIFY_WITH_TIMEOUT((last = sent(), QTest::qWait(300), last > 0 && sent() == last), 15000);
    QVERIFY2(last < (64 << 20), QByteArray::number(last).constData());
    QVERIFY(memoryOf(m_server.process().processId()) - before < (16 << 20));
    socket.abort();
    QTRY_COMPARE_WITH_TIMEOUT(m_server.command(m_id, u"cat flood-ended"_s).output, u"yes\n"_s, 10000);
}

void TestRelay::givesTheAnswerToARefusedUpload()
{
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, m_server.port());
    QVERIFY(socket.waitForConnected());
    socket.write("POST " + target("/refuse") + " HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n" + QByteArray(200000, 'x'));
    QByteArray bytes;
    while (socket.waitForReadyRead(10000))
        bytes += socket.readAll();
    QVERIFY2(bytes.startsWith("HTTP/1.1 413"), bytes.constData());
    QVERIFY(bytes.endsWith("no\n"));
}

void TestRelay::answersWhenNothingListens()
{
    const HttpAnswer answer = m_server.request("GET", "/sandboxes/" + m_id + "/proxy/9999/x");
    QCOMPARE(answer.status, 502);
}

void TestRelay::servesManyAtOnce()
{
    // A waiting stream must not hold up anything else.
    std::vector<std::unique_ptr<QTcpSocket>> streams;
    for (int i = 0; i < 40; ++i) {
        auto socket = std::make_unique<QTcpSocket>();
        socket->connectToHost(u"127.0.0.1"_s, m_server.port());
        QVERIFY(socket->waitForConnected());
        socket->write("GET " + target("/upgrade") + " HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
        streams.push_back(std::move(socket));
    }
    for (const auto &socket : streams)
        QVERIFY(socket->waitForReadyRead(10000));
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(m_server.request("GET", "/health").status, 200);
    QCOMPARE(m_server.request("GET", "/sandboxes/" + m_id + "/proxy/44772/ping").status, 200);
    QVERIFY(timer.elapsed() < 15000);
}

void TestRelay::showsTheNetworkPolicy()
{
    const QByteArray id = m_server.createSandbox({ { u"networkPolicy"_s, QJsonObject { { u"defaultAction"_s, u"deny"_s } } } });
    QVERIFY(!id.isEmpty());
    const QJsonObject policy = m_server.request("GET", "/sandboxes/" + id + "/proxy/18080/policy").json();
    QCOMPARE(policy.value("mode"_L1).toString(), u"deny_all"_s);
    QVERIFY(policy.value("policy"_L1).toObject().value("egress"_L1).isArray());
    QCOMPARE(m_server.request("POST", "/sandboxes/" + id + "/proxy/18080/policy", R"({"defaultAction":"allow"})").status, 400);
    // Without a policy in the request there is no network either, and that can be asked, too.
    QCOMPARE(m_server.request("GET", "/sandboxes/" + m_id + "/proxy/18080/policy").json().value("mode"_L1).toString(), u"deny_all"_s);
}

QTEST_GUILESS_MAIN(TestRelay)
#include "tst_relay.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "ptyprotocol.h"
#include "recording.h"
#include "sdktest.h"
#include "testcertificates.h"

#include <opensandbox/trafficrecorder.h>

#include <QJsonArray>
#include <QSignalSpy>
#include <QSslServer>
#include <QSslSocket>
#include <QTcpServer>
#include <QTcpSocket>
#include <QWebSocket>
#include <QWebSocketServer>
#include <QtEndian>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray stdoutFrame(const QByteArray &bytes)
{
    return '\x01' + bytes;
}

QByteArray replayFrame(quint64 offset, const QByteArray &bytes)
{
    QByteArray frame(9, '\x03');
    qToBigEndian(offset, frame.data() + 1);
    return frame + bytes;
}

const QString Connected = u"{\"type\":\"connected\",\"session_id\":\"p\",\"mode\":\"pty\"}\n"_s;

/**
 * An execd with one terminal "p": its REST calls by a FaultServer's manners in front, its WebSocket behind,
 * both on one port. What comes with "Upgrade" goes to the WebSocket server, the rest is answered here.
 */
class TerminalServer : public QObject
{
public:
    explicit TerminalServer(std::unique_ptr<QTcpServer> server = std::make_unique<QTcpServer>())
        : m_server(std::move(server)), m_sockets(u"terminal"_s, QWebSocketServer::NonSecureMode)
    {
        if (!m_server->listen(QHostAddress::LocalHost))
            qFatal("cannot listen");
        connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, this, [this] {
            while (QTcpSocket *socket = m_server->nextPendingConnection())
                connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
        });
        connect(&m_sockets, &QWebSocketServer::newConnection, this, [this] {
            while (QWebSocket *socket = m_sockets.nextPendingConnection()) {
                socket->setParent(this);
                clients << socket;
                connect(socket, &QWebSocket::textMessageReceived, this, [this, socket](const QString &text) {
                    texts << text;
                    if (answerPings && text.contains("\"ping\""_L1))
                        socket->sendTextMessage(u"{\"type\":\"pong\"}\n"_s);
                });
                connect(socket, &QWebSocket::binaryMessageReceived, this, [this](const QByteArray &bytes) {
                    if (bytes.startsWith('\0'))
                        input += bytes.sliced(1);
                    largestInput = qMax(largestInput, bytes.size());
                });
                if (onConnected)
                    onConnected(socket);
            }
        });
    }

    Endpoint endpoint(const QString &prefix = {}) const { return { u"127.0.0.1:%1"_s.arg(m_server->serverPort()) + prefix, { { "X-Route", "route-secret-1" } } }; }
    QString address() const { return u"127.0.0.1:%1"_s.arg(m_server->serverPort()); }
    quint16 port() const { return m_server->serverPort(); }

    QList<QWebSocket *> clients;
    QStringList texts;
    QByteArray input;
    qsizetype largestInput = 0;
    QList<QByteArray> heads; ///< Of the handshakes.
    std::function<void(QWebSocket *)> onConnected;
    QByteArray refusal; ///< An HTTP answer instead of a handshake.
    bool silent = false; ///< No answer to a handshake.
    bool exclusive = false; ///< One client at a time, as execd has it.
    bool answerPings = true;
    QByteArray status = R"({"session_id":"p","running":true,"output_offset":5})";
    int statusCode = 200;
    QByteArray statusAnswer; ///< Instead of it, as it is on the wire.
    int statusAsked = 0;

private:
    void read(QTcpSocket *socket)
    {
        if (!socket->isOpen())
            return;
        const QByteArray head = socket->peek(16 << 10);
        if (!head.contains("\r\n\r\n"))
            return;
        socket->disconnect(this);
        if (!head.toLower().contains("upgrade: websocket")) {
            ++statusAsked;
            socket->readAll();
            socket->write(statusAnswer.isEmpty() ? Reply::json(statusCode, status).bytes() : statusAnswer);
            socket->disconnectFromHost();
            return;
        }
        heads << head.first(head.indexOf("\r\n\r\n"));
        if (silent)
            return;
        if (exclusive) {
            const auto holder = std::ranges::find_if(clients, [](QWebSocket *client) { return client->state() == QAbstractSocket::ConnectedState; });
            if (holder != clients.end() && heads.last().contains("takeover=1")) {
                (*holder)->close(QWebSocketProtocol::CloseCode(4001), u"TAKEN_OVER"_s);
            } else if (holder != clients.end()) {
                socket->readAll();
                socket->write(Reply::json(409, R"({"code":"ALREADY_CONNECTED","message":"in use"})").bytes());
                socket->disconnectFromHost();
                return;
            }
        }
        if (!refusal.isEmpty()) {
            socket->readAll();
            socket->write(refusal);
            socket->disconnectFromHost();
            return;
        }
        m_sockets.handleConnection(socket);
        Q_EMIT socket->readyRead(); // It has not read what has been peeked at.
    }

    std::unique_ptr<QTcpServer> m_server;
    QWebSocketServer m_sockets;
};

/// An HTTP proxy that tunnels to one place, whatever is asked for, for whoever has the password.
class TunnelProxy : public QObject
{
public:
    TunnelProxy()
    {
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("cannot listen");
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *socket = m_server.nextPendingConnection())
                connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
        });
    }
    QString address() const { return u"127.0.0.1:%1"_s.arg(m_server.serverPort()); }

    quint16 target = 0;
    QByteArray login; ///< Of the header.
    QByteArrayList asked; ///< First lines of those who were let in.
    int refused = 0;

private:
    void read(QTcpSocket *socket)
    {
        if (QTcpSocket *other = m_tunnels.value(socket)) {
            other->write(socket->readAll());
            return;
        }
        const QByteArray head = socket->peek(16 << 10);
        if (!head.contains("\r\n\r\n"))
            return;
        socket->readAll();
        if (!head.contains("Proxy-Authorization: " + login + "\r\n")) {
            ++refused;
            socket->write("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"test\"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            socket->disconnectFromHost();
            return;
        }
        asked << head.first(head.indexOf('\r'));
        auto *other = new QTcpSocket(this);
        m_tunnels.insert(socket, other);
        connect(other, &QTcpSocket::connected, socket, [socket] { socket->write("HTTP/1.1 200 Connection established\r\n\r\n"); });
        connect(other, &QTcpSocket::readyRead, socket, [socket, other] { socket->write(other->readAll()); });
        connect(other, &QTcpSocket::disconnected, socket, &QTcpSocket::disconnectFromHost);
        connect(socket, &QTcpSocket::disconnected, other, &QTcpSocket::disconnectFromHost);
        other->connectToHost(QHostAddress::LocalHost, target);
    }

    QTcpServer m_server;
    QHash<QTcpSocket *, QTcpSocket *> m_tunnels;
};

QString framesOf(const Recording &recording)
{
    return QStringLiteral(WB_TEST_DATA "/transcripts/") + recording.name + u"/frames.json"_s;
}

std::unique_ptr<PtyService> ptyAt(const Endpoint &endpoint, ConnectionConfig config = {})
{
    return AdapterFactory::standard()->pty(config, endpoint);
}

/// Everything a session said.
struct Heard
{
    explicit Heard(PtySession &session)
    {
        QObject::connect(&session, &PtySession::output, &session, [this](const QByteArray &bytes) { output += bytes; });
        QObject::connect(&session, &PtySession::errorOutput, &session, [this](const QByteArray &bytes) { errors += bytes; });
        QObject::connect(&session, &PtySession::replay, &session, [this](qint64 offset, const QByteArray &bytes, qint64 gap) {
            ++replays;
            offsetOfReplay = offset;
            output = bytes;
            lost = gap;
        });
        QObject::connect(&session, &PtySession::inputUncertain, &session, [this](qint64 bytes) { uncertain += bytes; });
        QObject::connect(&session, &PtySession::notice, &session, [this](const QString &code) { notices << code; });
        QObject::connect(&session, &PtySession::stateChanged, &session, [this](PtySession::State state) { states << state; });
    }
    QByteArray output;
    QByteArray errors;
    int replays = 0;
    qint64 offsetOfReplay = -1;
    qint64 lost = 0;
    qint64 uncertain = 0;
    QStringList notices;
    QList<PtySession::State> states;
};

PtyOptions quick()
{
    PtyOptions options;
    options.firstRetry = 10ms;
    return options;
}

} // namespace

class SdkPtyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void restCalls()
    {
        FaultServer server;
        server.on("POST", "/pty", Reply::json(201, R"({"session_id":"p 1"})"));
        server.on("GET", "/pty/p%201", Reply::json(200, R"({"session_id":"p 1","running":true,"output_offset":4294967297})"));
        server.on("DELETE", "/pty/p%201", Reply::empty(200));
        server.on("DELETE", "/pty/gone", Reply::json(404, R"({"code":"CONTEXT_NOT_FOUND","message":"no such pty"})"));
        server.on("GET", "/pty/gone", Reply::json(404, R"({"code":"CONTEXT_NOT_FOUND","message":"no such pty"})"));
        const auto pty = ptyAt(endpointOf(server));
        const auto id = wait(pty->create(u"/w x"_s, u"top"_s));
        QVERIFY2(id && *id == "p 1"_L1, why(id));
        QCOMPARE(bodyOf(server.received().last()), json(R"({"cwd":"/w x","command":"top"})"));
        const auto status = wait(pty->status(*id));
        QVERIFY2(status && status->running, why(status));
        QCOMPARE(status->outputOffset, 4294967297);
        QVERIFY(wait(pty->remove(*id)));
        QVERIFY(wait(pty->remove(u"gone"_s)));
        const auto gone = wait(pty->status(u"gone"_s));
        QVERIFY(!gone && gone.error().isNotFound() && gone.error().code == "CONTEXT_NOT_FOUND"_L1);
        // execd answers a failed start with two objects, one behind the other.
        server.on("POST", "/pty", Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"no pty"}{"code":"RUNTIME_ERROR","message":"again"})"));
        const auto failed = wait(pty->create());
        QVERIFY(!failed && failed.error().message == "no pty"_L1);
    }

    void missingTerminalsAreRemembered()
    {
        FaultServer server;
        server.on("POST", "/pty", Reply::json(501, R"({"code":"NOT_SUPPORTED","message":"not on this system"})"));
        const auto pty = ptyAt(endpointOf(server));
        for (int i = 0; i < 3; ++i) {
            const auto refused = wait(pty->create());
            QVERIFY(!refused && refused.error().httpStatus == 501 && refused.error().code == "NOT_SUPPORTED"_L1);
        }
        QCOMPARE(server.received().size(), 1);
        // An older execd does not know the route.
        FaultServer old;
        old.on("*", "*", Reply::text(404, "404 page not found"));
        const auto older = ptyAt(endpointOf(old));
        QVERIFY(!wait(older->create()));
        const auto unknown = wait(older->remove(u"x"_s));
        QVERIFY(!unknown && unknown.error().code == "NOT_SUPPORTED"_L1);
        QCOMPARE(old.received().size(), 1);
    }

    // Every recorded session, played by a server of our own.
    void recordedSessionsReplay_data()
    {
        QTest::addColumn<Recording>("recording");
        for (const Recording &recording : Recording::all()) {
            if (recording.isTerminal() && QFile::exists(framesOf(recording)))
                QTest::newRow(qPrintable(recording.name)) << recording;
        }
    }

    void recordedSessionsReplay()
    {
        QFETCH(Recording, recording);
        QFile file(framesOf(recording));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray frames = QJsonDocument::fromJson(file.readAll()).array();
        QByteArray output;
        QByteArray errors;
        qint64 replayed = 0;
        std::optional<int> exitCode;
        int closeCode = 0;
        QList<QJsonObject> fromServer;
        for (const QJsonValue &value : frames) {
            const QJsonObject frame = value.toObject();
            if (frame.value("dir"_L1) != "s->c"_L1 || (frame.value("opcode"_L1).toInt() > 2 && frame.value("opcode"_L1).toInt() != 8))
                continue;
            fromServer << frame;
            const QByteArray payload = QByteArray::fromHex(frame.value("payload_hex"_L1).toString().toLatin1());
            if (frame.value("opcode"_L1).toInt() == 2 && payload.startsWith('\x01'))
                output += payload.sliced(1);
            else if (frame.value("opcode"_L1).toInt() == 2 && payload.startsWith('\x02'))
                errors += payload.sliced(1);
            else if (frame.value("opcode"_L1).toInt() == 2 && payload.startsWith('\x03'))
                output = payload.sliced(9), replayed = qFromBigEndian<qint64>(payload.constData() + 1);
            else if (payload.contains("\"exit\""))
                exitCode = json(payload).value("exit_code"_L1).toInt();
            closeCode = frame.value("close_code"_L1).toInt(closeCode);
        }
        TerminalServer server;
        server.status = R"({"code":"CONTEXT_NOT_FOUND","message":"gone"})";
        server.statusCode = 404;
        server.onConnected = [&](QWebSocket *socket) {
            for (const QJsonObject &frame : fromServer) {
                const QByteArray payload = QByteArray::fromHex(frame.value("payload_hex"_L1).toString().toLatin1());
                switch (frame.value("opcode"_L1).toInt()) {
                case 1: socket->sendTextMessage(QString::fromUtf8(payload)); break;
                case 2: socket->sendBinaryMessage(payload); break;
                default: socket->close(QWebSocketProtocol::CloseCode(frame.value("close_code"_L1).toInt(1000)), frame.value("close_reason"_L1).toString()); break;
                }
            }
        };
        const auto pty = ptyAt(server.endpoint());
        const auto session = pty->attach(u"p"_s, quick());
        Heard heard(*session);
        QTRY_VERIFY(session->state() != PtySession::State::Connecting);
        QTRY_COMPARE(heard.output, output);
        QTRY_COMPARE(heard.errors, errors);
        if (closeCode == 4001)
            QTRY_COMPARE(session->state(), PtySession::State::TakenOver);
        else if (exitCode)
            QTRY_COMPARE(session->state(), PtySession::State::Exited);
        QCOMPARE(session->exitCode(), exitCode);
        QVERIFY(session->position() >= replayed + output.size());
    }

    // A terminal that there is not, a request without an upgrade, a handshake of another version, a second client.
    void recordedRefusalsReplay()
    {
        int seen = 0;
        for (const Recording &recording : Recording::all()) {
            if (!recording.isTerminal() || QFile::exists(framesOf(recording)))
                continue;
            TerminalServer server;
            server.refusal = recording.response;
            if (recording.status() == 404) {
                server.statusCode = 404;
                server.status = recording.body();
            }
            const auto pty = ptyAt(server.endpoint());
            const auto session = pty->attach(u"p"_s, quick());
            if (recording.status() == 101) { // It was accepted all the same, and is gone with the recording's end.
                QTRY_VERIFY(session->state() == PtySession::State::Stalled || session->state() == PtySession::State::Failed);
            } else {
                QTRY_COMPARE(session->state(), PtySession::State::Failed);
                const int told = recording.status() == 400 ? 0 : recording.status(); // Qt does not tell a 400.
                QVERIFY2(session->error().httpStatus == told, qPrintable(recording.name));
            }
            QVERIFY2(!session->error().message.isEmpty(), qPrintable(recording.name));
            ++seen;
        }
        QCOMPARE(seen, 4);
    }

    void aSessionTalksBothWays()
    {
        TerminalServer server;
        server.onConnected = [](QWebSocket *socket) { socket->sendTextMessage(Connected); };
        const auto pty = ptyAt(server.endpoint());
        PtyOptions options;
        options.size = { 120, 40 };
        const auto session = pty->attach(u"p"_s, options);
        Heard heard(*session);
        session->write("early "); // Waits for the connection.
        QCOMPARE(session->state(), PtySession::State::Connecting);
        QTRY_COMPARE(session->state(), PtySession::State::Connected);
        QCOMPARE(session->mode(), u"pty"_s);
        // Pain 97: the size goes out right after connected.
        QTRY_VERIFY(!server.texts.isEmpty());
        QCOMPARE(json(server.texts.first().toUtf8()), json(R"({"type":"resize","cols":120,"rows":40})"));
        session->write("late");
        QTRY_COMPARE(server.input, "early late");
        server.clients.first()->sendBinaryMessage(stdoutFrame("hi \xc3"));
        server.clients.first()->sendBinaryMessage(stdoutFrame("\xa4"));
        server.clients.first()->sendBinaryMessage("\x02oops");
        server.clients.first()->sendBinaryMessage("\x09unknown");
        server.clients.first()->sendBinaryMessage("");
        server.clients.first()->sendTextMessage(u"no JSON"_s);
        server.clients.first()->sendTextMessage(u"{\"type\":\"error\",\"error\":\"unknown frame type\",\"code\":\"INVALID_FRAME\"}\n"_s);
        QTRY_COMPARE(heard.notices, QStringList { u"INVALID_FRAME"_s });
        QCOMPARE(heard.output, "hi \xc3\xa4");
        QCOMPARE(heard.errors, "oops");
        QCOMPARE(session->position(), 9);
        session->sendSignal(u"SIGTERM"_s);
        QTRY_VERIFY(server.texts.contains(u"{\"signal\":\"SIGTERM\",\"type\":\"signal\"}"_s));
        // Pain 97: of many sizes the last one wins, none is 0.
        server.texts.clear();
        for (int columns = 10; columns < 60; ++columns)
            session->resize({ columns, 20 });
        session->resize({ 0, 20 });
        QTRY_VERIFY(!server.texts.isEmpty());
        QTRY_COMPARE(json(server.texts.last().toUtf8()), json(R"({"type":"resize","cols":59,"rows":20})"));
        QVERIFY(server.texts.size() < 5);
        server.clients.first()->sendTextMessage(u"{\"type\":\"exit\",\"exit_code\":7}\n"_s);
        server.clients.first()->close(QWebSocketProtocol::CloseCodeNormal, u"process exited"_s);
        QTRY_COMPARE(session->state(), PtySession::State::Exited);
        QCOMPARE(session->exitCode(), 7);
        QCOMPARE(server.clients.size(), 1); // A new connection would start a new shell.
    }

    void pipeModeAndOffsetsAreAskedFor()
    {
        TerminalServer server;
        server.onConnected = [](QWebSocket *socket) {
            socket->sendBinaryMessage(replayFrame(1000, "rest"));
            socket->sendTextMessage(u"{\"type\":\"connected\",\"mode\":\"pipe\"}\n"_s);
        };
        const auto pty = ptyAt(server.endpoint());
        PtyOptions options;
        options.pipe = true;
        options.since = 180;
        options.takeover = true;
        const auto session = pty->attach(u"a b"_s, options);
        Heard heard(*session);
        QTRY_COMPARE(session->state(), PtySession::State::Connected);
        QVERIFY2(server.heads.first().startsWith("GET /pty/a%20b/ws?pty=0&since=180&takeover=1 HTTP/1.1"), server.heads.first());
        QCOMPARE(heard.output, "rest");
        QCOMPARE(heard.lost, 820); // Not kept any more.
        QCOMPARE(session->position(), 1004);
        QCOMPARE(session->mode(), u"pipe"_s);
    }

    // Pain 101: what is missing is asked for, and what was typed is not lost without a word.
    void aLostConnectionIsContinuedAtTheByte()
    {
        TerminalServer server;
        server.answerPings = false;
        server.onConnected = [&](QWebSocket *socket) {
            if (server.clients.size() == 1) {
                socket->sendBinaryMessage(replayFrame(0, "12345"));
                socket->sendTextMessage(Connected);
            } else {
                socket->sendBinaryMessage(replayFrame(5, "678"));
                socket->sendTextMessage(Connected);
            }
        };
        const auto pty = ptyAt(server.endpoint());
        const auto session = pty->attach(u"p"_s, quick());
        Heard heard(*session);
        QTRY_COMPARE(session->state(), PtySession::State::Connected);
        QCOMPARE(heard.output, "12345");
        session->resize({ 33, 11 });
        session->write("typed");
        QTRY_COMPARE(server.input, "typed");
        // The new connection may be there within a moment: what is typed in between is typed by the signal.
        bool stalled = false;
        connect(session.get(), &PtySession::stateChanged, this, [&] {
            if (!stalled && session->state() == PtySession::State::Stalled) {
                stalled = true;
                session->write("more");
            }
        });
        server.clients.first()->abort();
        QTRY_VERIFY(stalled);
        QTRY_COMPARE(session->state(), PtySession::State::Connected);
        QVERIFY2(server.heads.last().contains("since=5") && !server.heads.last().contains("takeover"), server.heads.last());
        QTRY_COMPARE(heard.output, "12345678");
        QCOMPARE(heard.replays, 1); // The continuation is no replay: the decoder stays where it is.
        QCOMPARE(heard.uncertain, 5);
        QTRY_COMPARE(server.input, "typedmore");
        QCOMPARE(json(server.texts.last().toUtf8()).value("cols"_L1).toInt(), 33);
        // The shell ended while the connection was away: no new one is started.
        server.status = R"({"session_id":"p","running":false,"output_offset":8})";
        server.clients.last()->abort();
        QTRY_COMPARE(session->state(), PtySession::State::Exited);
        QCOMPARE(session->exitCode(), std::nullopt);
        QCOMPARE(server.clients.size(), 2);
    }

    // Pain 100: who comes back does not evict who has come meanwhile.
    void aReconnectTakesNobodysTerminal()
    {
        TerminalServer server;
        server.onConnected = [](QWebSocket *socket) { socket->sendTextMessage(Connected); };
        const auto pty = ptyAt(server.endpoint());
        PtyOptions options = quick();
        options.takeover = true; // For the first connection.
        options.retryLimit = 400ms;
        const auto session = pty->attach(u"p"_s, options);
        QTRY_COMPARE(session->state(), PtySession::State::Connected);
        QVERIFY(server.heads.first().contains("takeover=1"));
        server.refusal = Reply::json(409, R"({"code":"ALREADY_CONNECTED","message":"in use"})").bytes();
        server.clients.first()->abort();
        QTRY_COMPARE(session->state(), PtySession::State::Failed);
        QCOMPARE(session->error().code, u"ALREADY_CONNECTED"_s);
        QVERIFY(server.heads.size() > 2); // The server may only believe in the connection that was lost.
        for (const QByteArray &head : server.heads.sliced(1))
            QVERIFY2(!head.contains("takeover"), head);
        // When it has noticed, the session goes on.
        server.refusal.clear();
        options.retryLimit = 60s;
        const auto second = pty->attach(u"p"_s, options);
        QTRY_COMPARE(second->state(), PtySession::State::Connected);
        server.onConnected = [&](QWebSocket *socket) {
            if (server.clients.size() < 4)
                socket->sendTextMessage(u"{\"type\":\"error\",\"error\":\"busy\",\"code\":\"ALREADY_CONNECTED\"}\n"_s);
            else
                socket->sendTextMessage(Connected);
        };
        server.clients.last()->abort();
        QTRY_COMPARE(server.clients.size(), 4);
        QTRY_COMPARE(second->state(), PtySession::State::Connected);
    }

    void inputThatAPongConfirmedIsNotUncertain()
    {
        TerminalServer server;
        server.onConnected = [](QWebSocket *socket) { socket->sendTextMessage(Connected); };
        const auto pty = ptyAt(server.endpoint());
        PtyOptions options = quick();
        options.pingInterval = 20ms;
        const auto session = pty->attach(u"p"_s, options);
        Heard heard(*session);
        session->write("typed");
        QTRY_COMPARE(server.input, "typed");
        const qsizetype before = server.texts.size();
        QTRY_VERIFY(server.texts.size() >= before + 3); // Pings after it, and their answers.
        server.clients.first()->abort();
        QTRY_VERIFY(heard.states.contains(PtySession::State::Stalled));
        QCOMPARE(heard.uncertain, 0);
    }

    // Pain 101: a connection that is silently dead does not look alive for ever.
    void silenceIsNoticed()
    {
        TerminalServer server;
        server.answerPings = false;
        server.onConnected = [](QWebSocket *socket) { socket->sendTextMessage(Connected); };
        const auto pty = ptyAt(server.endpoint());
        PtyOptions options = quick();
        options.pingInterval = 50ms;
        options.stallLimit = 400ms;
        const auto session = pty->attach(u"p"_s, options);
        Heard heard(*session);
        QTRY_VERIFY(heard.states.contains(PtySession::State::Stalled));
        QVERIFY(server.texts.contains(u"{\"type\":\"ping\"}"_s));
        server.answerPings = true;
        QTRY_COMPARE(session->state(), PtySession::State::Connected);
        QTRY_VERIFY(server.clients.size() >= 2);
        // Without reconnecting it says why.
        server.answerPings = false;
        options.reconnect = false;
        const auto other = pty->attach(u"p"_s, options);
        QTRY_COMPARE(other->state(), PtySession::State::Failed);
        QVERIFY(other->error().kind == Error::Kind::Timeout);
        QVERIFY(other->error().message.contains("0.4 s"_L1));
    }

    // Pain 100
    void anotherClientIsRespected()
    {
        TerminalServer server;
        server.onConnected = [](QWebSocket *socket) { socket->sendTextMessage(Connected); };
        const auto pty = ptyAt(server.endpoint());
        const auto session = pty->attach(u"p"_s, quick());
        QTRY_COMPARE(session->state(), PtySession::State::Connected);
        server.clients.first()->close(QWebSocketProtocol::CloseCode(4001), u"TAKEN_OVER"_s);
        QTRY_COMPARE(session->state(), PtySession::State::TakenOver);
        QCOMPARE(session->error().code, u"TAKEN_OVER"_s);
        QTest::qWait(100); // Where it would have taken the terminal back.
        QCOMPARE(server.clients.size(), 1);

        server.refusal = Reply::json(409, R"({"code":"ALREADY_CONNECTED","message":"in use"})").bytes();
        const auto second = pty->attach(u"p"_s, quick());
        QTRY_COMPARE(second->state(), PtySession::State::Failed);
        QCOMPARE(second->error().httpStatus, 409);
        QCOMPARE(second->error().code, u"ALREADY_CONNECTED"_s);
        // Through the server's proxy: accepted, then closed with 1008.
        server.refusal.clear();
        server.onConnected = [](QWebSocket *socket) { socket->close(QWebSocketProtocol::CloseCodePolicyViolated); };
        const auto third = pty->attach(u"p"_s, quick());
        QTRY_COMPARE(third->state(), PtySession::State::Failed);
        QCOMPARE(third->error().code, u"ALREADY_CONNECTED"_s);
        server.statusCode = 404;
        server.status = R"({"code":"CONTEXT_NOT_FOUND","message":"no such terminal"})";
        const auto fourth = pty->attach(u"p"_s, quick());
        QTRY_COMPARE(fourth->state(), PtySession::State::Failed);
        QVERIFY(fourth->error().isNotFound());
        // A takeover that the server could not do.
        server.onConnected = [](QWebSocket *socket) { socket->sendTextMessage(u"{\"type\":\"error\",\"error\":\"busy\",\"code\":\"ALREADY_CONNECTED\"}\n"_s); };
        const auto fifth = pty->attach(u"p"_s, quick());
        QTRY_COMPARE(fifth->state(), PtySession::State::Failed);
        QCOMPARE(fifth->error().httpStatus, 409);
    }

    // Pain 100: a laptop that wakes up does not throw out who took its terminal over while it slept.
    void aReconnectEvictsNobody()
    {
        TerminalServer server;
        server.exclusive = true;
        server.onConnected = [](QWebSocket *socket) { socket->sendTextMessage(Connected); };
        PtyOptions options = quick();
        options.takeover = true; // Meant for the beginning.
        const auto first = ptyAt(server.endpoint())->attach(u"p"_s, options);
        QTRY_COMPARE(first->state(), PtySession::State::Connected);
        // It sleeps: its connection is dead, and it cannot ask.
        const QByteArray status = std::exchange(server.status, "asleep");
        server.statusCode = 503;
        server.clients.first()->abort();
        QTRY_COMPARE(first->state(), PtySession::State::Stalled);
        const auto second = ptyAt(server.endpoint())->attach(u"p"_s, options);
        QTRY_COMPARE(second->state(), PtySession::State::Connected);
        server.status = status;
        server.statusCode = 200;
        QTRY_VERIFY_WITH_TIMEOUT(server.heads.size() >= 4, 30'000); // Refused at least twice.
        QCOMPARE(first->error().code, u"ALREADY_CONNECTED"_s);
        QCOMPARE(second->state(), PtySession::State::Connected);
        QCOMPARE(server.clients.size(), 2);
        for (const QByteArray &head : server.heads.sliced(2))
            QVERIFY2(!head.contains("takeover"), head);
        first->close();
        // Whoever wants it back says so.
        const auto third = ptyAt(server.endpoint())->attach(u"p"_s, options);
        QTRY_COMPARE(third->state(), PtySession::State::Connected);
        QTRY_COMPARE(second->state(), PtySession::State::TakenOver);
    }

    void redirectedHandshakesAreErrors_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("both");
        QTest::newRow("301 of everything") << 301 << true;
        QTest::newRow("307 of everything") << 307 << true;
        QTest::newRow("301 of the handshake alone") << 301 << false;
    }
    void redirectedHandshakesAreErrors()
    {
        QFETCH(int, status);
        QFETCH(bool, both);
        FaultServer elsewhere;
        TerminalServer server;
        const QByteArray answer = "HTTP/1.1 " + QByteArray::number(status) + " Moved\r\nLocation: " + elsewhere.origin().toLatin1() + "/x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        server.refusal = answer;
        if (both)
            server.statusAnswer = answer;
        const auto session = ptyAt(server.endpoint())->attach(u"p"_s, quick());
        QTRY_COMPARE(session->state(), PtySession::State::Failed);
        QCOMPARE(session->error().httpStatus, status);
        QCOMPARE(session->error().kind, Error::Kind::Protocol);
        QVERIFY(!session->error().message.isEmpty());
        QCOMPARE(elsewhere.connections(), 0); // The endpoint's headers stay here.
    }

    // The lifecycle server's proxy closes with 1011 when it cannot reach the sandbox.
    void aProxyThatFailsIsTold()
    {
        TerminalServer server;
        bool broken = true;
        server.onConnected = [&](QWebSocket *socket) {
            if (!broken)
                socket->sendTextMessage(Connected);
            else
                socket->close(QWebSocketProtocol::CloseCode(1011), u"the sandbox cannot be reached"_s);
        };
        const auto early = ptyAt(server.endpoint())->attach(u"p"_s, quick());
        QTRY_COMPARE(early->state(), PtySession::State::Failed);
        QVERIFY2(early->error().message.contains("the sandbox cannot be reached"_L1), qPrintable(early->error().message));
        broken = false;
        const auto session = ptyAt(server.endpoint())->attach(u"p"_s, quick());
        Heard heard(*session);
        QTRY_COMPARE(session->state(), PtySession::State::Connected);
        server.clients.last()->close(QWebSocketProtocol::CloseCode(1011), u"the sandbox cannot be reached"_s);
        QTRY_VERIFY(heard.states.contains(PtySession::State::Stalled));
        QTRY_COMPARE(session->state(), PtySession::State::Connected); // As after every lost connection.
    }

    void serversThatCannotBeReachedAreErrors()
    {
        QTcpServer closed;
        QVERIFY(closed.listen(QHostAddress::LocalHost));
        const QString address = u"127.0.0.1:%1"_s.arg(closed.serverPort());
        closed.close();
        const auto nowhere = ptyAt({ address, {} });
        const auto session = nowhere->attach(u"p"_s, quick());
        QTRY_COMPARE(session->state(), PtySession::State::Failed);
        QVERIFY(session->error().kind == Error::Kind::Network);
        QVERIFY2(session->error().message.contains(address), qPrintable(session->error().message));

        TerminalServer server;
        server.silent = true;
        const auto pty = ptyAt(server.endpoint());
        PtyOptions options = quick();
        options.connectLimit = 150ms;
        const auto slow = pty->attach(u"p"_s, options);
        QTRY_COMPARE(slow->state(), PtySession::State::Failed);
        QVERIFY(slow->error().kind == Error::Kind::Timeout);
        // 401 of execd, told by the REST call.
        server.silent = false;
        server.refusal = Reply::json(401, R"({"error":"Unauthorized"})").bytes();
        server.statusCode = 401;
        server.status = R"({"error":"Unauthorized: invalid or missing header"})";
        const auto refused = pty->attach(u"p"_s, quick());
        QTRY_COMPARE(refused->state(), PtySession::State::Failed);
        QVERIFY(refused->error().isAuthentication());
    }

    // Pain 21: header and secret scopes of the handshake, direct and through the server.
    void theHandshakeCarriesTheRightSecrets()
    {
        TerminalServer server;
        server.onConnected = [](QWebSocket *socket) { socket->sendTextMessage(Connected); };
        ConnectionConfig config;
        config.apiKey = u"top-secret-key"_s;
        config.domain = u"elsewhere.example:8080"_s;
        config.headers.insert("X-Tenant", "tenant-secret");
        const auto direct = ptyAt(server.endpoint(), config);
        const auto first = direct->attach(u"p"_s, quick());
        QTRY_COMPARE(first->state(), PtySession::State::Connected);
        QVERIFY2(!server.heads.first().contains("top-secret-key"), server.heads.first());
        QVERIFY(!server.heads.first().contains("tenant-secret"));
        QVERIFY2(server.heads.first().toLower().contains("x-route: route-secret-1"), server.heads.first());
        // Pain 20: a proxy route of the lifecycle server keeps its prefix and gets the key.
        config.domain = server.address();
        const auto proxied = ptyAt(server.endpoint(u"/sandboxes/box/proxy/44772"_s), config);
        const auto second = proxied->attach(u"p"_s, quick());
        QTRY_COMPARE(second->state(), PtySession::State::Connected);
        QVERIFY2(server.heads.last().startsWith("GET /sandboxes/box/proxy/44772/pty/p/ws"), server.heads.last());
        QVERIFY(server.heads.last().contains("top-secret-key"));
        // Another port of the same host is not the lifecycle server.
        config.domain = u"127.0.0.1:1"_s;
        const auto other = ptyAt(server.endpoint(u"/sandboxes/box/proxy/44772"_s), config);
        const auto third = other->attach(u"p"_s, quick());
        QTRY_COMPARE(third->state(), PtySession::State::Connected);
        QVERIFY(!server.heads.last().contains("top-secret-key"));
    }

    // What HTTP does with a CA and a certificate of one's own, the WebSocket does, too.
    void secureTerminals_data()
    {
        QTest::addColumn<bool>("trusted");
        QTest::addColumn<bool>("certificate");
        QTest::addColumn<bool>("works");
        QTest::newRow("an unknown CA") << false << false << false;
        QTest::newRow("the CA is given, a certificate is wanted") << true << false << false;
        QTest::newRow("both") << true << true << true;
    }
    void secureTerminals()
    {
        QFETCH(bool, trusted);
        QFETCH(bool, certificate);
        QFETCH(bool, works);
        TestCertificates certificates;
        QVERIFY2(certificates.make(u"ca"_s, TestCertificates::ec()), "the openssl tool is needed");
        QVERIFY(certificates.make(u"server"_s, TestCertificates::ec(), TestCertificates::by(u"ca"_s)));
        QVERIFY(certificates.make(u"client"_s, TestCertificates::ec(), TestCertificates::by(u"ca"_s)));
        auto secure = std::make_unique<QSslServer>();
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificate(certificates.certificate(u"server"_s));
        configuration.setPrivateKey(certificates.key(u"server"_s, QSsl::Ec));
        configuration.setCaCertificates({ certificates.certificate(u"ca"_s) });
        configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
        secure->setSslConfiguration(configuration);
        TerminalServer server(std::move(secure));
        server.onConnected = [](QWebSocket *socket) { socket->sendTextMessage(Connected); };
        ConnectionConfig config;
        config.domain = u"https://elsewhere.example"_s; // The endpoint's scheme is the server's.
        if (trusted)
            config.tls.caFile = certificates.path(u"ca.pem"_s);
        if (certificate) {
            config.tls.clientCertificateFile = certificates.path(u"client.pem"_s);
            config.tls.clientKeyFile = certificates.path(u"client.key"_s);
        }
        const auto session = ptyAt(server.endpoint(), config)->attach(u"p"_s, quick());
        QTRY_VERIFY_WITH_TIMEOUT(session->state() != PtySession::State::Connecting, 30'000);
        QVERIFY2((session->state() == PtySession::State::Connected) == works, qPrintable(toString(session->error())));
        if (works) {
            session->write("typed");
            QTRY_COMPARE(server.input, "typed");
        } else {
            QCOMPARE(session->error().kind, Error::Kind::Network);
            QVERIFY(server.clients.isEmpty() && server.heads.isEmpty()); // Nothing has gone out.
        }
    }

    void aProxyWithALoginIsGoneThrough()
    {
        TerminalServer server;
        server.onConnected = [](QWebSocket *socket) { socket->sendTextMessage(Connected); };
        TunnelProxy proxy;
        proxy.target = server.port();
        proxy.login = "Basic " + QByteArray("user:SECRET-pw").toBase64();
        ConnectionConfig config;
        config.proxy = { ProxySettings::Mode::Explicit, u"http://user:SECRET-pw@"_s + proxy.address() };
        const Endpoint endpoint { u"box.invalid:44772"_s, { { "X-Route", "route-secret-1" } } };
        const auto session = ptyAt(endpoint, config)->attach(u"p"_s, quick());
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), PtySession::State::Connected, 30'000);
        QCOMPARE(proxy.asked.first(), "CONNECT box.invalid:44772 HTTP/1.1");
        QVERIFY2(!server.heads.first().contains("Proxy-Authorization"), server.heads.first());
        session->write("typed");
        QTRY_COMPARE(server.input, "typed");
        // A wrong password is told, not tried for ever.
        config.proxy.url = u"http://user:SECRET-guess@"_s + proxy.address();
        const auto refused = ptyAt(endpoint, config)->attach(u"p"_s, quick());
        QTRY_COMPARE_WITH_TIMEOUT(refused->state(), PtySession::State::Failed, 30'000);
        QVERIFY(proxy.refused > 0 && !refused->error().message.isEmpty());
        QVERIFY2(!refused->error().message.contains("SECRET"_L1), qPrintable(refused->error().message));
        QCOMPARE(server.heads.size(), 1);
    }

    // Pains 21, 138: a bug report tells of terminals, too, but not what was typed there.
    void connectionsAreWrittenDown()
    {
        TerminalServer server;
        server.onConnected = [](QWebSocket *socket) {
            socket->sendTextMessage(Connected);
            socket->sendBinaryMessage(stdoutFrame("SECRET-output"));
        };
        QTemporaryDir folder;
        const QString file = folder.filePath(u"traffic.jsonl"_s);
        const auto recorder = TrafficRecorder::start(file);
        QVERIFY(recorder);
        ConnectionConfig config;
        config.recorder = *recorder;
        QList<Exchange> seen;
        config.onExchange = [&](const Exchange &exchange) { seen << exchange; };
        const auto pty = ptyAt(server.endpoint(), config);
        auto session = pty->attach(u"p"_s, quick());
        Heard heard(*session);
        QTRY_COMPARE(heard.output, "SECRET-output");
        QCOMPARE(seen.size(), 1);
        QVERIFY(!seen.first().finished && seen.first().url.path().endsWith("/pty/p/ws"_L1));
        session->write("SECRET-input");
        QTRY_VERIFY(server.input.contains("SECRET"));
        session->close();
        session.reset();
        QCOMPARE(seen.size(), 2);
        QVERIFY(seen.last().finished && seen.last().error.isEmpty());
        QCOMPARE(seen.last().number, seen.first().number);
        QCOMPARE(seen.last().httpStatus, 101);
        QCOMPARE(seen.last().bytesReceived, Connected.size() + 14);
        server.refusal = Reply::json(409, "{}").bytes();
        const auto refused = pty->attach(u"p"_s, quick());
        QTRY_COMPARE(refused->state(), PtySession::State::Failed);
        QCOMPARE(seen.size(), 6); // The question why is one more.
        const auto second = std::ranges::find_if(seen, [](const Exchange &exchange) { return exchange.finished && exchange.httpStatus == 409; });
        QVERIFY(second != seen.end() && !second->error.isEmpty());
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray record = written.readAll();
        QCOMPARE(record.count('\n'), 3);
        QVERIFY2(!record.contains("SECRET") && !record.contains("route-secret-1"), record);
        const QJsonObject first = json(record.split('\n').first());
        QCOMPARE(first.value("status"_L1).toInt(), 101);
        QCOMPARE(first.value("request"_L1)["headers"_L1]["x-route"_L1].toString(), u"***"_s);
    }

    // Pain 102
    void whoIsToldOfAConnectionMayEndIt_data()
    {
        QTest::addColumn<bool>("atItsEnd");
        QTest::addColumn<bool>("destroys");
        QTest::newRow("closed at its begin") << false << false;
        QTest::newRow("destroyed at its begin") << false << true;
        QTest::newRow("closed at its end") << true << false;
        QTest::newRow("destroyed at its end") << true << true;
    }
    void whoIsToldOfAConnectionMayEndIt()
    {
        QFETCH(bool, atItsEnd);
        QFETCH(bool, destroys);
        TerminalServer server;
        server.onConnected = [](QWebSocket *socket) {
            socket->sendTextMessage(Connected);
            socket->close(QWebSocketProtocol::CloseCodeGoingAway);
        };
        std::unique_ptr<PtySession> session;
        int told = 0;
        ConnectionConfig config;
        config.onExchange = [&](const Exchange &exchange) {
            if (!session || !exchange.url.path().endsWith("/ws"_L1) || exchange.finished != atItsEnd)
                return;
            ++told;
            if (destroys)
                session.reset();
            else
                session->close();
        };
        session = ptyAt(server.endpoint(), config)->attach(u"p"_s, quick());
        QTRY_COMPARE(told, 1);
        QTest::qWait(50); // Where a connection would be made, or made again.
        QCOMPARE(server.heads.size(), atItsEnd ? 1 : 0);
        QCOMPARE(told, 1);
        QVERIFY(destroys ? !session : session->state() == PtySession::State::Closed);
    }

    void largeMessagesAreAccepted()
    {
        TerminalServer server;
        const QByteArray much(16 << 20, 'x');
        server.onConnected = [&](QWebSocket *socket) {
            socket->sendBinaryMessage(replayFrame(7, QByteArray(1 << 20, 'r')));
            socket->sendTextMessage(Connected);
            socket->sendBinaryMessage(stdoutFrame(much));
        };
        const auto pty = ptyAt(server.endpoint());
        const auto session = pty->attach(u"p"_s, quick());
        Heard heard(*session);
        QTRY_COMPARE_WITH_TIMEOUT(heard.output.size(), (1 << 20) + much.size(), 60'000);
        QCOMPARE(session->state(), PtySession::State::Connected);
    }

    // Pain 103
    void aLongPasteGoesInSmallFrames()
    {
        TerminalServer server;
        server.onConnected = [](QWebSocket *socket) { socket->sendTextMessage(Connected); };
        const auto pty = ptyAt(server.endpoint());
        const auto session = pty->attach(u"p"_s, quick());
        QTRY_COMPARE(session->state(), PtySession::State::Connected);
        QByteArray paste(2 << 20, ' ');
        for (qsizetype i = 0; i < paste.size(); ++i)
            paste[i] = char('a' + i % 26);
        qint64 least = paste.size();
        connect(session.get(), &PtySession::inputSent, this, [&](qint64 pending) { least = qMin(least, pending); });
        session->write(paste);
        QVERIFY(session->pendingInput() > 0);
        QTRY_COMPARE_WITH_TIMEOUT(server.input.size(), paste.size(), 60'000);
        QVERIFY(server.input == paste);
        QVERIFY(server.largestInput <= 16 << 10);
        QCOMPARE(least, 0);
        server.input.clear();
        session->write(paste);
        session->discardInput();
        QCOMPARE(session->pendingInput(), 0);
        QTest::qWait(50);
        QVERIFY(server.input.size() < paste.size());
    }

    void sessionsMayGoAtAnyTime()
    {
        TerminalServer server;
        server.onConnected = [](QWebSocket *socket) { socket->sendTextMessage(Connected); };
        auto pty = ptyAt(server.endpoint());
        auto first = pty->attach(u"p"_s, quick());
        auto second = pty->attach(u"p"_s, quick());
        pty.reset();
        first.reset(); // Before it began to connect.
        QTRY_COMPARE(second->state(), PtySession::State::Connected);
        second->close();
        QCOMPARE(second->state(), PtySession::State::Closed);
        QTRY_COMPARE(server.clients.last()->state(), QAbstractSocket::UnconnectedState);
        second.reset();
        // While it asks for the status after a refusal.
        server.refusal = Reply::json(409, "{}").bytes();
        auto third = ptyAt(server.endpoint())->attach(u"p"_s, quick());
        QTRY_COMPARE(server.heads.size(), 2);
        third.reset();
        QTest::qWait(20);
    }

    void framesAreReadSafely()
    {
        QVERIFY(std::holds_alternative<Pty::Ignored>(Pty::fromBinary({})));
        QVERIFY(std::holds_alternative<Pty::Ignored>(Pty::fromBinary("\x03" "1234567")));
        QVERIFY(std::holds_alternative<Pty::Ignored>(Pty::fromBinary("\x03\xff\xff\xff\xff\xff\xff\xff\xff")));
        QCOMPARE(std::get<Pty::Replay>(Pty::fromBinary(replayFrame(180, "x"))).offset, 180);
        QVERIFY(std::holds_alternative<Pty::Ignored>(Pty::fromText("[1]")));
        QVERIFY(std::holds_alternative<Pty::Ignored>(Pty::fromText("{\"type\":7}")));
        QCOMPARE(std::get<Pty::Exit>(Pty::fromText("{\"type\":\"exit\"}\n")).code, -1);
    }
};

QTEST_GUILESS_MAIN(SdkPtyTest)
#include "tst_sdk_pty.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "faultserver.h"

#include <QPointer>
#include <QRandomGenerator>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <sys/socket.h>

namespace {

QByteArray reason(int status)
{
    switch (status) {
    case 200: return "OK";
    case 202: return "Accepted";
    case 204: return "No Content";
    default: return "Status";
    }
}

QByteArray chunk(const QByteArray &bytes)
{
    return QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n";
}

const QByteArray StreamHead = "HTTP/1.1 200 OK\r\nCache-Control: no-cache\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

} // namespace

Reply Reply::raw(const QByteArray &bytes)
{
    Reply reply;
    reply.m_steps << Step { Step::Kind::Send, bytes, 0 };
    return reply;
}

Reply Reply::text(int status, const QByteArray &body, const QByteArray &contentType)
{
    return raw("HTTP/1.1 " + QByteArray::number(status) + ' ' + reason(status) + "\r\nX-Request-ID: request-1\r\nContent-Type: " + contentType
               + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
}

Reply Reply::json(int status, const QByteArray &body, const QByteArray &extraHeaders)
{
    return raw("HTTP/1.1 " + QByteArray::number(status) + ' ' + reason(status) + "\r\nX-Request-ID: request-1\r\nContent-Type: application/json\r\n"
               + extraHeaders + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
}

Reply Reply::empty(int status)
{
    return raw("HTTP/1.1 " + QByteArray::number(status) + ' ' + reason(status) + "\r\nX-Request-ID: request-1\r\n"
               + (status == 204 ? QByteArray() : QByteArray("Content-Length: 0\r\n")) + "\r\n");
}

Reply Reply::stream(const QList<QByteArray> &frames)
{
    QByteArray bytes = StreamHead;
    for (const QByteArray &frame : frames)
        bytes += chunk(frame + "\n\n");
    return raw(bytes + "0\r\n\r\n");
}

Reply Reply::openStream(const QList<QByteArray> &frames)
{
    QByteArray bytes = StreamHead;
    for (const QByteArray &frame : frames)
        bytes += chunk(frame + "\n\n");
    return raw(bytes);
}

Reply Reply::silence()
{
    return {};
}

QByteArray Reply::bytes() const
{
    QByteArray all;
    for (const Step &step : m_steps)
        all += step.bytes;
    return all;
}

Reply Reply::cutAfter(qsizetype count) const
{
    Reply cut = raw(bytes().first(count));
    cut.m_pieceSize = m_pieceSize;
    cut.m_piecePause = m_piecePause;
    return cut.thenClose();
}

Reply Reply::inPieces(int size, int pauseMs) const
{
    Reply reply = *this;
    reply.m_pieceSize = size;
    reply.m_piecePause = pauseMs;
    return reply;
}

Reply Reply::thenClose() const
{
    Reply reply = *this;
    reply.m_steps << Step { Step::Kind::Close, {}, 0 };
    return reply;
}

Reply Reply::thenReset() const
{
    Reply reply = *this;
    reply.m_steps << Step { Step::Kind::Reset, {}, 0 };
    return reply;
}

Reply Reply::thenWait(int ms) const
{
    Reply reply = *this;
    reply.m_steps << Step { Step::Kind::Wait, {}, ms };
    return reply;
}

Reply Reply::thenSend(const QByteArray &bytes) const
{
    Reply reply = *this;
    reply.m_steps << Step { Step::Kind::Send, bytes, 0 };
    return reply;
}

/// One connection: reads requests, plays the replies one after the other.
class FaultConnection : public QObject
{
public:
    FaultConnection(FaultServer *server, QTcpSocket *socket, int number) : QObject(socket), m_server(server), m_socket(socket), m_number(number)
    {
        m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        connect(socket, &QTcpSocket::readyRead, this, [this] {
            m_buffer += m_socket->readAll();
            parse();
        });
        connect(socket, &QTcpSocket::disconnected, this, [this] {
            --m_server->m_open;
            Q_EMIT m_server->connectionClosed();
            m_socket->deleteLater();
        });
    }

private:
    void parse()
    {
        while (!m_playing) {
            const qsizetype end = m_buffer.indexOf("\r\n\r\n");
            if (end < 0)
                return;
            const QList<QByteArray> lines = m_buffer.first(end).split('\n');
            Received request;
            const QList<QByteArray> start = lines.first().trimmed().split(' ');
            request.method = start.value(0);
            request.target = start.value(1);
            request.connection = m_number;
            for (const QByteArray &line : lines.sliced(1)) {
                const qsizetype colon = line.indexOf(':');
                request.headers.insert(line.left(colon).trimmed().toLower(), line.mid(colon + 1).trimmed());
            }
            const qint64 length = request.headers.value("content-length").toLongLong();
            if (m_buffer.size() < end + 4 + length)
                return;
            request.body = m_buffer.mid(end + 4, length);
            m_buffer.remove(0, end + 4 + length);
            m_server->m_received << request;
            m_reply = m_server->replyTo(request);
            m_playing = true;
            Q_EMIT m_server->requestReceived();
            QMetaObject::invokeMethod(this, [this] { play(); }, Qt::QueuedConnection);
        }
    }

    void later(int ms)
    {
        QTimer::singleShot(ms, this, [this] { play(); });
    }

    void play()
    {
        while (!m_reply.m_steps.isEmpty()) {
            Reply::Step &step = m_reply.m_steps.first();
            switch (step.kind) {
            case Reply::Step::Kind::Send: {
                if (m_reply.m_pieceSize < 0) {
                    m_socket->write(step.bytes);
                    break;
                }
                const int size = m_reply.m_pieceSize > 0 ? m_reply.m_pieceSize : QRandomGenerator::global()->bounded(1, 40);
                m_socket->write(step.bytes.left(size));
                m_socket->flush();
                step.bytes.remove(0, size);
                if (step.bytes.isEmpty())
                    break;
                later(m_reply.m_piecePause);
                return;
            }
            case Reply::Step::Kind::Wait: {
                const int time = step.number;
                m_reply.m_steps.removeFirst();
                later(time);
                return;
            }
            case Reply::Step::Kind::Close:
                m_socket->disconnectFromHost(); // After all bytes.
                return;
            case Reply::Step::Kind::Reset: {
                while (m_socket->bytesToWrite() > 0 && m_socket->flush()) { }
                const linger now { 1, 0 };
                setsockopt(int(m_socket->socketDescriptor()), SOL_SOCKET, SO_LINGER, &now, sizeof now);
                m_socket->abort();
                return;
            }
            }
            m_reply.m_steps.removeFirst();
        }
        m_playing = false;
        parse();
    }

    FaultServer *m_server;
    QTcpSocket *m_socket;
    int m_number;
    QByteArray m_buffer;
    Reply m_reply;
    bool m_playing = false;
};

FaultServer::FaultServer(QObject *parent) : QObject(parent), m_server(std::make_unique<QTcpServer>())
{
    m_server->setListenBacklogSize(256);
    if (!m_server->listen(QHostAddress::LocalHost))
        qFatal("cannot listen on the loopback");
    connect(m_server.get(), &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *socket = m_server->nextPendingConnection()) {
            ++m_open;
            new FaultConnection(this, socket, ++m_connections);
        }
    });
}

FaultServer::~FaultServer()
{
    const auto sockets = m_server->findChildren<QTcpSocket *>();
    for (QTcpSocket *socket : sockets) {
        socket->disconnect();
        delete socket;
    }
}

quint16 FaultServer::port() const
{
    return m_server->serverPort();
}

QString FaultServer::address() const
{
    return QStringLiteral("127.0.0.1:%1").arg(port());
}

QString FaultServer::origin() const
{
    return QStringLiteral("http://") + address();
}

void FaultServer::on(const QByteArray &method, const QByteArray &path, const Reply &reply)
{
    on(method, path, [reply](const Received &) { return reply; });
}

void FaultServer::on(const QByteArray &method, const QByteArray &path, Handler handler)
{
    m_rules.append({ method, path, std::move(handler), false });
}

void FaultServer::expect(const QByteArray &method, const QByteArray &path, const Reply &reply)
{
    m_rules.append({ method, path, [reply](const Received &) { return reply; }, true });
}

QList<Received> FaultServer::received(const QByteArray &method, const QByteArray &path) const
{
    QList<Received> some;
    for (const Received &request : m_received) {
        if ((method == "*" || request.method == method) && (path == "*" || request.path() == path))
            some << request;
    }
    return some;
}

Reply FaultServer::replyTo(const Received &request)
{
    const auto fits = [&](const Rule &rule) {
        return (rule.method == "*" || rule.method == request.method) && (rule.path == "*" || rule.path == request.path());
    };
    for (qsizetype i = 0; i < m_rules.size(); ++i) {
        if (m_rules[i].once && fits(m_rules[i]))
            return m_rules.takeAt(i).handler(request);
    }
    for (qsizetype i = m_rules.size() - 1; i >= 0; --i) {
        if (!m_rules[i].once && fits(m_rules[i]))
            return m_rules[i].handler(request);
    }
    return Reply::json(404, R"({"code":"NO_RULE","message":"nothing here"})");
}

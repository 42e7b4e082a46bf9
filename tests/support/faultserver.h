// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QObject>

#include <functional>
#include <memory>

class QTcpServer;
class QTcpSocket;

/// What a server does with one request, as a script of steps. A value; build it with the functions below.
class Reply
{
public:
    static Reply json(int status, const QByteArray &body, const QByteArray &extraHeaders = {});
    static Reply text(int status, const QByteArray &body, const QByteArray &contentType = "text/plain");
    static Reply empty(int status);
    /// An event stream, one chunk per frame, each frame followed by a blank line; ends properly.
    static Reply stream(const QList<QByteArray> &frames);
    /// The head of an event stream and nothing else: the response stays open.
    static Reply openStream(const QList<QByteArray> &frames = {});
    /// Bytes as they are.
    static Reply raw(const QByteArray &bytes);
    /// No answer; the connection stays open.
    static Reply silence();

    /// Ends the connection after the first `count` bytes of the response.
    Reply cutAfter(qsizetype count) const;
    /// Sends pieces of this size (0: of random sizes up to 40), each in a turn of its own.
    Reply inPieces(int size, int pauseMs = 0) const;
    Reply thenClose() const;
    Reply thenReset() const; ///< TCP RST.
    Reply thenWait(int ms) const;
    Reply thenSend(const QByteArray &bytes) const;

    QByteArray bytes() const;

private:
    friend class FaultServer;
    friend class FaultConnection;
    struct Step
    {
        enum class Kind { Send, Wait, Close, Reset } kind = Kind::Send;
        QByteArray bytes;
        int number = 0;
    };
    QList<Step> m_steps;
    int m_pieceSize = -1;
    int m_piecePause = 0;
};

struct Received
{
    QByteArray method;
    QByteArray target; ///< As on the wire.
    QMap<QByteArray, QByteArray> headers; ///< Names in lower case.
    QByteArray body;
    int connection = 0; ///< Counts up.

    QByteArray path() const { return target.split('?').first(); }
};

/// A loopback HTTP server that misbehaves as told and remembers what it got. Lives in the thread that made it.
class FaultServer : public QObject
{
    Q_OBJECT

public:
    explicit FaultServer(QObject *parent = nullptr);
    ~FaultServer() override;

    quint16 port() const;
    QString address() const; ///< 127.0.0.1:port
    QString origin() const; ///< http://127.0.0.1:port

    using Handler = std::function<Reply(const Received &)>;
    /// Every request of this method whose path (without query) is the given one; the last rule wins. "*": any.
    void on(const QByteArray &method, const QByteArray &path, const Reply &reply);
    void on(const QByteArray &method, const QByteArray &path, Handler handler);
    /// Once, before all rules; several are used up in order.
    void expect(const QByteArray &method, const QByteArray &path, const Reply &reply);

    const QList<Received> &received() const { return m_received; }
    QList<Received> received(const QByteArray &method, const QByteArray &path) const;
    int count(const QByteArray &method, const QByteArray &path) const { return int(received(method, path).size()); }
    int connections() const { return m_connections; }
    int openConnections() const { return m_open; }
    void forget() { m_received.clear(); }

Q_SIGNALS:
    void requestReceived();
    void connectionClosed();

private:
    friend class FaultConnection;
    Reply replyTo(const Received &request);

    struct Rule
    {
        QByteArray method;
        QByteArray path;
        Handler handler;
        bool once = false;
    };

    std::unique_ptr<QTcpServer> m_server;
    QList<Rule> m_rules;
    QList<Received> m_received;
    int m_connections = 0;
    int m_open = 0;
};

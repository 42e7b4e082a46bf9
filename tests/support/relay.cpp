// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "relay.h"

#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

using namespace Qt::StringLiterals;

struct Relay::Wire
{
    std::unique_ptr<QTcpSocket> client;
    std::unique_ptr<QTcpSocket> server;
    QList<QByteArray> late; ///< On its way to the client, in order; a null one is the end.

    ~Wire()
    {
        for (QTcpSocket *socket : { client.get(), server.get() }) {
            if (socket) {
                socket->disconnect();
                socket->abort();
            }
        }
    }
    void deliver()
    {
        if (late.isEmpty())
            return;
        const QByteArray piece = late.takeFirst();
        if (piece.isNull())
            client->disconnectFromHost();
        else
            client->write(piece);
    }
};

Relay::Relay(quint16 target, QObject *parent) : QObject(parent), m_target(target), m_server(std::make_unique<QTcpServer>())
{
    if (!m_server->listen(QHostAddress::LocalHost))
        qFatal("no port for the relay: %s", qPrintable(m_server->errorString()));
    connect(m_server.get(), &QTcpServer::newConnection, this, &Relay::accept);
}

Relay::~Relay() = default;

quint16 Relay::port() const
{
    return m_server->serverPort();
}

QString Relay::address() const
{
    return u"127.0.0.1:%1"_s.arg(port());
}

void Relay::cut()
{
    // In a turn of its own: this may be called from a slot of one of them.
    QTimer::singleShot(0, this, [wires = std::exchange(m_wires, {})] {});
}

void Relay::setDead(bool dead)
{
    m_dead = dead;
    if (dead)
        return;
    const auto wires = m_wires;
    for (const std::shared_ptr<Wire> &wire : wires)
        forward(wire);
}

void Relay::forward(const std::shared_ptr<Wire> &wire)
{
    if (m_dead)
        return; // Stays in the sockets.
    if (wire->server->state() == QAbstractSocket::ConnectedState && wire->client->bytesAvailable() > 0)
        wire->server->write(wire->client->readAll());
    const auto later = [this, &wire](const QByteArray &piece) {
        wire->late.append(piece);
        if (m_delay.count() > 0)
            QTimer::singleShot(m_delay, Qt::PreciseTimer, wire->client.get(), [raw = wire.get()] { raw->deliver(); });
        else
            wire->deliver();
    };
    if (wire->server->bytesAvailable() > 0)
        later(wire->server->readAll());
    if (wire->server->state() == QAbstractSocket::UnconnectedState)
        later({});
}

void Relay::accept()
{
    while (QTcpSocket *socket = m_server->nextPendingConnection()) {
        auto wire = std::make_shared<Wire>();
        socket->setParent(nullptr);
        wire->client.reset(socket);
        wire->server = std::make_unique<QTcpSocket>();
        m_wires.append(wire);
        const auto move = [this, weak = std::weak_ptr(wire)] {
            if (const auto strong = weak.lock())
                forward(strong);
        };
        connect(wire->client.get(), &QTcpSocket::readyRead, this, move);
        connect(wire->server.get(), &QTcpSocket::readyRead, this, move);
        connect(wire->server.get(), &QTcpSocket::connected, this, move);
        connect(wire->server.get(), &QTcpSocket::disconnected, this, move);
        connect(wire->server.get(), &QTcpSocket::errorOccurred, this, [this, weak = std::weak_ptr(wire)] {
            if (const auto strong = weak.lock(); strong && strong->server->state() == QAbstractSocket::UnconnectedState)
                forward(strong); // Nobody listens there any more.
        });
        connect(wire->client.get(), &QTcpSocket::disconnected, this, [this, raw = wire.get()] {
            QTimer::singleShot(0, this, [this, raw] { m_wires.removeIf([raw](const std::shared_ptr<Wire> &one) { return one.get() == raw; }); });
        });
        wire->server->connectToHost(QHostAddress::LocalHost, m_target);
    }
}

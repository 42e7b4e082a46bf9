// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "handover.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>

using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 3000; ///< ms
constexpr qint64 longest = 1 << 20; ///< Bytes of an offer.
constexpr qsizetype longestPath = 100; ///< Of a socket's.

QString socketIn(const QString &stateDirectory)
{
    const QString path = stateDirectory + u"/window.socket"_s;
    return stateDirectory.isEmpty() || path.toLocal8Bit().size() > longestPath ? QString() : path;
}

} // namespace

bool Handover::offer(const QString &stateDirectory, const QStringList &files)
{
    const QString path = socketIn(stateDirectory);
    if (path.isEmpty() || files.isEmpty())
        return false;
    QLocalSocket socket;
    socket.connectToServer(path);
    if (!socket.waitForConnected(patience))
        return false;
    const QJsonObject offered { { u"files"_s, QJsonArray::fromStringList(files) }, { u"token"_s, qEnvironmentVariable("XDG_ACTIVATION_TOKEN") } };
    socket.write(QJsonDocument(offered).toJson(QJsonDocument::Compact) + '\n');
    QByteArray answer;
    while (!answer.contains('\n')) {
        if (!socket.waitForReadyRead(patience))
            return false; // It hangs; better two windows than none.
        answer += socket.readAll();
    }
    return answer == "taken\n";
}

Handover::Handover(const QString &stateDirectory, QObject *parent) : QObject(parent)
{
    const QString path = socketIn(stateDirectory);
    if (path.isEmpty() || !QDir().mkpath(stateDirectory))
        return;
    QLocalSocket other;
    other.connectToServer(path);
    if (other.waitForConnected(200))
        return;
    QLocalServer::removeServer(path); // Of a program that was killed.
    m_server = std::make_unique<QLocalServer>();
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    connect(m_server.get(), &QLocalServer::newConnection, this, [this]() {
        while (QLocalSocket *socket = m_server->nextPendingConnection()) {
            connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
            connect(socket, &QLocalSocket::readyRead, this, [this, socket]() { takeFrom(socket); });
        }
    });
    if (!m_server->listen(path))
        m_server.reset();
}

Handover::~Handover() = default;

void Handover::takeFrom(QObject *from)
{
    auto *socket = static_cast<QLocalSocket *>(from);
    if (!socket->canReadLine()) {
        if (socket->bytesAvailable() > longest)
            socket->abort();
        return;
    }
    const QJsonObject offered = QJsonDocument::fromJson(socket->readLine(longest)).object();
    QStringList files;
    const QJsonArray list = offered.value("files"_L1).toArray();
    for (const QJsonValue &file : list) {
        if (QDir::isAbsolutePath(file.toString()))
            files.append(file.toString());
    }
    // Who has waited too long shows them itself.
    if (socket->state() != QLocalSocket::ConnectedState)
        return;
    socket->write(files.isEmpty() ? "refused\n" : "taken\n");
    socket->flush();
    socket->disconnectFromServer();
    if (!files.isEmpty())
        Q_EMIT filesOffered(files, offered.value("token"_L1).toString());
}

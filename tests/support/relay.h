// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

#include <chrono>
#include <memory>

class QTcpServer;
class QTcpSocket;

/// A wire to a real server on this computer that breaks, dies or is slow when the test says so. Lives in the thread that made it.
class Relay : public QObject
{
    Q_OBJECT

public:
    explicit Relay(quint16 target, QObject *parent = nullptr);
    ~Relay() override;

    quint16 port() const;
    QString address() const; ///< 127.0.0.1:port

    /// Resets every open connection. The server behind sees its side end, too; new connections work.
    void cut();
    /// Takes connections and bytes and answers nothing, as a dead computer behind a living router; what is open stands still.
    void setDead(bool dead);
    /// Every piece of an answer comes so much later.
    void setDelay(std::chrono::milliseconds delay) { m_delay = delay; }

private:
    struct Wire;
    void accept();
    void forward(const std::shared_ptr<Wire> &wire);

    const quint16 m_target;
    std::unique_ptr<QTcpServer> m_server;
    QList<std::shared_ptr<Wire>> m_wires;
    std::chrono::milliseconds m_delay {};
    bool m_dead = false;
};

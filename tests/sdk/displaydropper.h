// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QObject>
#include <QTcpServer>

/**
 * Stands before the local runtime and makes of it what the real execd is: no display data, no clear_output, no
 * extensions, and long output in several events. Everything else passes as it is.
 */
class DisplayDropper : public QObject
{
    Q_OBJECT

public:
    explicit DisplayDropper(quint16 runtimePort, QObject *parent = nullptr);

    /// From now on it is a server with displays: it says so, and they pass.
    void letPass() { m_passing = true; }
    quint16 port() const { return m_server.serverPort(); }
    int runs() const { return m_runs; } ///< POSTs to /code.
    int dropped() const { return m_dropped; } ///< Events that did not pass.

private:
    void accept();
    QByteArray filtered(const QByteArray &line);

    QTcpServer m_server;
    const quint16 m_runtimePort;
    bool m_passing = false;
    int m_runs = 0;
    int m_dropped = 0;
};

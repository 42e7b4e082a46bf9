// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client.h"

#include <QDateTime>
#include <QJsonObject>
#include <QLoggingCategory>

namespace OpenSandbox {

Q_DECLARE_LOGGING_CATEGORY(traffic)

/// Of the next exchange in this process.
quint64 nextExchangeNumber();

/**
 * One WebSocket in the log, for onExchange and for a TrafficRecorder, as any other exchange: from its handshake to its end,
 * headers and address masked. What goes over it is counted, not kept: people type passwords into terminals.
 */
class SocketLog
{
public:
    /// The handshake goes out now.
    SocketLog(std::shared_ptr<const Client> client, const QNetworkRequest &request);
    /// Ends it, if nobody did.
    ~SocketLog() { end({}); }
    SocketLog(const SocketLog &) = delete;
    SocketLog &operator=(const SocketLog &) = delete;

    /// The server has agreed.
    void accepted() { m_status = 101; }
    /// It has answered something else; 0: unknown.
    void refused(int status) { m_status = m_status == 0 ? status : m_status; }
    void received(qint64 bytes) { m_bytes += bytes; }
    /// `error`: why; empty: as it should.
    void end(const QString &error);

private:
    std::shared_ptr<const Client> m_client;
    Exchange m_exchange;
    QJsonObject m_headers;
    QDateTime m_started = QDateTime::currentDateTimeUtc();
    QElapsedTimer m_clock;
    int m_status = 0;
    qint64 m_bytes = 0;
};

} // namespace OpenSandbox

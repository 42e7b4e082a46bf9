// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "socketlog.h"

#include <opensandbox/trafficrecorder.h>

#include <atomic>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

Q_LOGGING_CATEGORY(traffic, "opensandbox.sdk", QtInfoMsg)

quint64 nextExchangeNumber()
{
    static std::atomic<quint64> number = 0;
    return ++number;
}

SocketLog::SocketLog(std::shared_ptr<const Client> client, const QNetworkRequest &request) : m_client(std::move(client))
{
    m_clock.start();
    m_exchange.number = nextExchangeNumber();
    m_exchange.method = "GET";
    m_exchange.url = m_client->masking.url(request.url());
    if (m_client->config.recorder) {
        const auto names = request.rawHeaderList();
        for (const QByteArray &name : names)
            m_headers.insert(QString::fromUtf8(name), m_client->masking.header(name, request.rawHeader(name)));
    }
    qCDebug(traffic).noquote().nospace() << "#" << m_exchange.number << " GET " << m_exchange.url.toString(QUrl::FullyEncoded) << " (a terminal)";
    if (m_client->config.onExchange)
        m_client->config.onExchange(m_exchange);
}

void SocketLog::end(const QString &error)
{
    if (std::exchange(m_exchange.finished, true))
        return;
    m_exchange.httpStatus = m_status;
    m_exchange.duration = std::chrono::milliseconds(m_clock.elapsed());
    m_exchange.bytesReceived = m_bytes;
    m_exchange.error = m_client->masked(error);
    qCDebug(traffic).noquote().nospace() << "#" << m_exchange.number << " " << m_status << " after " << m_exchange.duration.count() << " ms, " << m_bytes << " bytes"
                                         << (error.isEmpty() ? QString() : QString(u": "_s + m_exchange.error));
    if (m_client->config.recorder) {
        m_client->config.recorder->write({ { u"number"_s, qint64(m_exchange.number) },
                                           { u"started"_s, m_started.toString(Qt::ISODateWithMs) },
                                           { u"milliseconds"_s, qint64(m_exchange.duration.count()) },
                                           { u"method"_s, u"GET"_s },
                                           { u"url"_s, m_exchange.url.toString(QUrl::FullyEncoded) },
                                           { u"status"_s, m_status },
                                           { u"requestId"_s, QString() },
                                           { u"error"_s, m_exchange.error },
                                           { u"request"_s, QJsonObject { { u"headers"_s, m_headers }, { u"bytes"_s, 0 } } },
                                           { u"answer"_s, QJsonObject { { u"bytes"_s, m_bytes } } } });
    }
    if (m_client->config.onExchange)
        m_client->config.onExchange(m_exchange);
}

} // namespace OpenSandbox

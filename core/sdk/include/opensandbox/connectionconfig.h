// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/error.h>

#include <QMap>
#include <QString>
#include <QUrl>

#include <chrono>
#include <functional>
#include <optional>

namespace OpenSandbox {

/// Header names and values, sent exactly as given.
using Headers = QMap<QByteArray, QByteArray>;

/// One finished or failed HTTP exchange, for an activity list. Secrets are masked before it is made.
struct Exchange
{
    quint64 number = 0; ///< Counts up within one ConnectionConfig; the start and the end share it.
    QByteArray method;
    QUrl url; ///< User info and secret query values are removed.
    bool finished = false; ///< False when the request goes out, true when its answer has ended.
    int httpStatus = 0;
    QString requestId;
    std::chrono::milliseconds duration {}; ///< Of a stream: until its end.
    qint64 bytesReceived = 0;
    QString error; ///< Empty on success.
};

/**
 * Where a lifecycle server is and how to talk to it. A plain value: copy it freely. The key goes to the
 * lifecycle server only (and to its proxy routes), never to a sandbox (pain: leaked tenant keys).
 */
struct ConnectionConfig
{
    QString domain = QStringLiteral("localhost:8080"); ///< host[:port][/prefix]; a scheme overrides `protocol`, a trailing /v1 is dropped.
    QString protocol = QStringLiteral("http"); ///< "http" or "https".
    QString apiKey; ///< Sent as OPEN-SANDBOX-API-KEY. Empty: not sent.
    Headers headers; ///< Extra headers for the lifecycle server.
    bool useServerProxy = false; ///< Ask for endpoints that go through the lifecycle server.
    std::chrono::milliseconds requestTimeout { 30'000 }; ///< Inactivity limit of ordinary calls; streams and transfers have none.
    std::chrono::milliseconds createTimeout { 300'000 }; ///< Creating is synchronous on the server (protocol.md 1.4).
    std::function<void(const Exchange &)> onExchange; ///< Called in the thread of the call; may be empty.

    /// The base of all lifecycle calls, without a trailing slash, for example "http://localhost:8080/v1".
    QUrl lifecycleUrl() const;

    /// Reads OPEN_SANDBOX_DOMAIN, OPEN_SANDBOX_API_KEY, OPEN_SANDBOX_PROTOCOL, OPEN_SANDBOX_REQUEST_TIMEOUT
    /// (seconds) and OPEN_SANDBOX_USE_SERVER_PROXY over the defaults above.
    static ConnectionConfig fromEnvironment();
};

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/connectionconfig.h>

#include <QNetworkProxy>
#include <QSslConfiguration>

#include <memory>
#include <optional>

namespace OpenSandbox {

/// How the connections of one configuration are made: through which proxy and with which certificates. Unchanging.
class Network
{
public:
    static std::shared_ptr<const Network> of(const ConnectionConfig &config);

    /// What is wrong with the settings; nothing may be sent then.
    const std::optional<Error> &problem() const { return m_problem; }
    /// Connections may be shared by configurations with the same key.
    const QByteArray &key() const { return m_key; }
    /// For a socket to this address (http, https, ws or wss); never of the type DefaultProxy.
    QNetworkProxy proxyFor(const QUrl &url) const;
    /// For a QNetworkAccessManager, which takes it.
    std::unique_ptr<QNetworkProxyFactory> proxyFactory() const;
    const QSslConfiguration &sslConfiguration() const { return m_ssl; }

private:
    void readProxy(const ProxySettings &settings);
    void readTls(const TlsSettings &settings);

    QByteArray m_key;
    ProxySettings::Mode m_mode = ProxySettings::Mode::System;
    QNetworkProxy m_proxy { QNetworkProxy::NoProxy };
    QSslConfiguration m_ssl;
    std::optional<Error> m_problem;
};

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/connectionconfig.h>

#include <QNetworkProxy>
#include <QSslConfiguration>

#include <memory>
#include <optional>

class QNetworkAccessManager;

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
    /// Proxy-Authorization for a request that an HTTP proxy itself carries out: Qt sends it only after a refusal, with a second
    /// request, which RequestBody does not allow. Empty where the proxy only opens tunnels, without a login, and where a factory
    /// of the application's own is the only one to know.
    static QByteArray proxyLogin(const QUrl &url, const QNetworkAccessManager &manager);
    /// For a QNetworkAccessManager, which takes it.
    std::unique_ptr<QNetworkProxyFactory> proxyFactory() const;
    /// The same, for one that shall have no proxy.
    static std::unique_ptr<QNetworkProxyFactory> noProxyFactory();
    const QSslConfiguration &sslConfiguration() const { return m_ssl; }
    /// Why a connection with these certificates may not be used; to be asked after the handshake. `address` is for the message.
    std::optional<Error> refusal(const QSslConfiguration &connected, const QString &address) const;
    const ConnectionTuning &tuning() const { return m_tuning; }
    /// The application's own managers; null: plain ones.
    const std::shared_ptr<NetworkAccess> &access() const { return m_access; }

private:
    void readProxy(const ProxySettings &settings);
    void readTls(const TlsSettings &settings);
    void readTuning(const ConnectionTuning &tuning);

    QByteArray m_key;
    ProxySettings::Mode m_mode = ProxySettings::Mode::System;
    QNetworkProxy m_proxy { QNetworkProxy::NoProxy };
    QSslConfiguration m_ssl;
    TlsSettings m_tls;
    ConnectionTuning m_tuning;
    std::shared_ptr<NetworkAccess> m_access;
    std::optional<Error> m_problem;
};

} // namespace OpenSandbox

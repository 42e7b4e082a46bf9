// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "network.h"

#include "certificates.h"

#include <opensandbox/networkaccess.h>

#include <QFile>
#include <QHostAddress>
#include <QNetworkAccessManager>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qint64 MaximumPem = 4 << 20;
constexpr int MostReadsPerHost = 255; ///< Beyond it QHttp1Configuration does as if it were so many.

bool isThisComputer(const QString &host)
{
    return host.compare("localhost"_L1, Qt::CaseInsensitive) == 0 || host.endsWith(".localhost"_L1, Qt::CaseInsensitive) || QHostAddress(host).isLoopback();
}

/**
 * Where no proxy is wanted, this answers "whatever a socket uses by default", which is none as well. The
 * difference: QNetworkAccessManager then reads from a buffered socket and does not lose the end of an answer
 * (and needs a few system calls for small chunks instead of ten).
 */
class Proxies : public QNetworkProxyFactory
{
public:
    Proxies(ProxySettings::Mode mode, const QNetworkProxy &proxy) : m_mode(mode), m_proxy(proxy) { }

    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery &query) override
    {
        QList<QNetworkProxy> proxies;
        if (m_mode == ProxySettings::Mode::Explicit)
            return { m_proxy };
        if (m_mode == ProxySettings::Mode::System && !isThisComputer(query.peerHostName()))
            proxies = proxyForQuery(query);
        if (proxies.isEmpty())
            proxies = { QNetworkProxy(QNetworkProxy::NoProxy) };
        for (QNetworkProxy &proxy : proxies) {
            if (proxy.type() == QNetworkProxy::NoProxy) {
                proxy = QNetworkProxy(QNetworkProxy::DefaultProxy);
                proxy.setCapabilities(QNetworkProxy::TunnelingCapability);
            }
        }
        return proxies;
    }

private:
    const ProxySettings::Mode m_mode;
    const QNetworkProxy m_proxy;
};

Error invalid(const QString &message)
{
    return { Error::Kind::InvalidArgument, 0, {}, message, {} };
}

Error unreadable(const QString &message)
{
    return { Error::Kind::LocalFile, 0, {}, message, {} };
}

Result<QByteArray> pem(const QString &what, const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(unreadable(u"%1 %2 could not be read: %3."_s.arg(what, path, file.errorString())));
    if (file.size() > MaximumPem)
        return std::unexpected(unreadable(u"%1 %2 is no PEM file: it is too large."_s.arg(what, path)));
    return file.readAll();
}

} // namespace

std::shared_ptr<const Network> Network::of(const ConnectionConfig &config)
{
    auto network = std::make_shared<Network>();
    const TlsSettings &tls = config.tls;
    const auto number = [](auto value) { return QString::number(qint64(value)); };
    const QStringList facts { number(int(config.proxy.mode)), config.proxy.url, tls.caFile, tls.clientCertificateFile, tls.clientKeyFile, tls.clientKeyPassword,
                              number(int(tls.minimumProtocol)), number(tls.minimumRsaBits), number(tls.minimumEcBits), number(tls.allowWeakSignatures),
                              number(tls.verifyPeer), number(config.connections.readsPerHost), number(config.connections.idleTime.count()),
                              number(reinterpret_cast<quintptr>(config.networkAccess.get())) };
    network->m_key = facts.join(u'\n').toUtf8();
    network->m_access = config.networkAccess;
    network->readProxy(config.proxy);
    network->readTls(config.tls);
    network->readTuning(config.connections);
    return network;
}

void Network::readProxy(const ProxySettings &settings)
{
    m_mode = settings.mode;
    if (m_mode != ProxySettings::Mode::Explicit)
        return;
    const QUrl url(settings.url.trimmed(), QUrl::StrictMode);
    const QString scheme = url.scheme();
    const bool socks = scheme == "socks5"_L1 || scheme == "socks5h"_L1;
    if (!url.isValid() || url.host().isEmpty() || !(socks || scheme == "http"_L1)) {
        // The text itself may hold a password.
        m_problem = invalid(u"The proxy's address cannot be used. Write it as http://host:port or socks5://host:port."_s);
        return;
    }
    m_proxy = QNetworkProxy(socks ? QNetworkProxy::Socks5Proxy : QNetworkProxy::HttpProxy, url.host(), quint16(url.port(socks ? 1080 : 8080)),
                            url.userName(QUrl::FullyDecoded), url.password(QUrl::FullyDecoded));
}

void Network::readTls(const TlsSettings &settings)
{
    m_ssl = QSslConfiguration::defaultConfiguration();
    m_tls = settings;
    if (m_problem)
        return;
    if (settings.minimumRsaBits < 0 || settings.minimumEcBits < 0) {
        m_problem = invalid(u"The least size of a key cannot be negative; 0 means any."_s);
        return;
    }
    m_ssl.setProtocol(settings.minimumProtocol == TlsSettings::Protocol::Tls13 ? QSsl::TlsV1_3OrLater : QSsl::TlsV1_2OrLater);
    if (!settings.verifyPeer)
        m_ssl.setPeerVerifyMode(QSslSocket::VerifyNone);
    if (!settings.caFile.isEmpty()) {
        const Result<QByteArray> bytes = pem(u"The CA file"_s, settings.caFile);
        const QList<QSslCertificate> certificates = bytes ? QSslCertificate::fromData(*bytes, QSsl::Pem) : QList<QSslCertificate>();
        if (certificates.isEmpty()) {
            m_problem = bytes ? unreadable(u"The CA file %1 holds no certificate in PEM form."_s.arg(settings.caFile)) : bytes.error();
            return;
        }
        m_ssl.setCaCertificates(QSslConfiguration::systemCaCertificates() + certificates);
    }
    if (settings.clientCertificateFile.isEmpty() && settings.clientKeyFile.isEmpty())
        return;
    if (settings.clientCertificateFile.isEmpty() || settings.clientKeyFile.isEmpty()) {
        m_problem = invalid(u"A client certificate needs both files: the certificate and its private key."_s);
        return;
    }
    const Result<QByteArray> certificate = pem(u"The client certificate"_s, settings.clientCertificateFile);
    const Result<QByteArray> keyBytes = certificate ? pem(u"The client key"_s, settings.clientKeyFile) : certificate;
    if (!keyBytes) {
        m_problem = keyBytes.error();
        return;
    }
    const QList<QSslCertificate> chain = QSslCertificate::fromData(*certificate, QSsl::Pem);
    if (chain.isEmpty()) {
        m_problem = unreadable(u"The client certificate %1 holds no certificate in PEM form."_s.arg(settings.clientCertificateFile));
        return;
    }
    QSslKey key(*keyBytes, QSsl::Rsa, QSsl::Pem, QSsl::PrivateKey, settings.clientKeyPassword.toUtf8());
    if (key.isNull())
        key = QSslKey(*keyBytes, QSsl::Ec, QSsl::Pem, QSsl::PrivateKey, settings.clientKeyPassword.toUtf8());
    if (key.isNull()) {
        m_problem = unreadable(u"The client key %1 cannot be used: it is no RSA or EC key in PEM form, or its password is wrong."_s.arg(settings.clientKeyFile));
        return;
    }
    m_ssl.setLocalCertificateChain(chain);
    m_ssl.setPrivateKey(key);
}

void Network::readTuning(const ConnectionTuning &tuning)
{
    m_tuning = tuning;
    if (m_problem)
        return;
    if (tuning.readsPerHost < 1 || tuning.readsPerHost > MostReadsPerHost)
        m_problem = invalid(u"%1 connections to a host cannot be used: between 1 and %2 can."_s.arg(tuning.readsPerHost).arg(MostReadsPerHost));
    else if (tuning.idleTime < std::chrono::seconds(1) || tuning.idleTime > std::chrono::hours(1))
        m_problem = invalid(u"Connections cannot be kept for %1 s: between 1 and 3600 can."_s.arg(tuning.idleTime.count()));
    else if (tuning.connectLimit.count() < 0)
        m_problem = invalid(u"The time limit for connecting cannot be negative; 0 means none."_s);
}

std::optional<Error> Network::refusal(const QSslConfiguration &connected, const QString &address) const
{
    QList<QSslCertificate> chain = connected.peerCertificateChain();
    if (chain.isEmpty()) // Of a session that goes on.
        chain << connected.peerCertificate();
    return weakCertificate(chain, m_tls, address);
}

QNetworkProxy Network::proxyFor(const QUrl &url) const
{
    if (m_mode == ProxySettings::Mode::Explicit)
        return m_proxy;
    if (m_mode == ProxySettings::Mode::System && !isThisComputer(url.host())) {
        // The system's rules know http and https only.
        QUrl http = url;
        http.setScheme(url.scheme() == "wss"_L1 || url.scheme() == "https"_L1 ? u"https"_s : u"http"_s);
        const QList<QNetworkProxy> proxies = QNetworkProxyFactory::proxyForQuery(QNetworkProxyQuery(http));
        for (const QNetworkProxy &proxy : proxies) {
            if (proxy.type() != QNetworkProxy::DefaultProxy && proxy.type() != QNetworkProxy::HttpCachingProxy && proxy.type() != QNetworkProxy::FtpCachingProxy)
                return proxy;
        }
    }
    return QNetworkProxy(QNetworkProxy::NoProxy);
}

QByteArray Network::proxyLogin(const QUrl &url, const QNetworkAccessManager &manager)
{
    QNetworkProxyFactory *factory = manager.proxyFactory();
    if (url.scheme() != "http"_L1 || (factory && !dynamic_cast<const Proxies *>(factory)))
        return {};
    const QList<QNetworkProxy> proxies = factory ? factory->queryProxy(QNetworkProxyQuery(url)) : QList<QNetworkProxy> { manager.proxy() };
    for (const QNetworkProxy &proxy : proxies) { // The first that will do, as QNetworkAccessManager has it: through a tunnel the server would get the login.
        const bool http = proxy.type() == QNetworkProxy::HttpProxy || proxy.type() == QNetworkProxy::HttpCachingProxy;
        if (http && proxy.capabilities().testFlag(QNetworkProxy::CachingCapability))
            return proxy.user().isEmpty() ? QByteArray() : QByteArray("Basic " + QByteArray((proxy.user() + u':' + proxy.password()).toUtf8()).toBase64());
        if (proxy.isTransparentProxy())
            break;
    }
    return {};
}

std::unique_ptr<QNetworkProxyFactory> Network::proxyFactory() const
{
    return std::make_unique<Proxies>(m_mode, m_proxy);
}

std::unique_ptr<QNetworkProxyFactory> Network::noProxyFactory()
{
    return std::make_unique<Proxies>(ProxySettings::Mode::None, QNetworkProxy());
}

} // namespace OpenSandbox

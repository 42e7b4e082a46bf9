// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/connectionconfig.h>

#include <opensandbox/osbconfig.h>

#include "masking.h"
#include "network.h"

#include <QFile>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

/// The variables over the settings given. `problem`, where wanted, is the first that cannot be used.
ConnectionConfig applyEnvironment(ConnectionConfig config, std::optional<Error> *problem)
{
    const auto refuse = [problem](const QString &name, const QString &expected) {
        if (problem && !*problem)
            *problem = Error { Error::Kind::InvalidArgument, 0, {}, u"The environment variable %1 has to be %2."_s.arg(name, expected), {} };
    };
    const auto variable = [](const char *name) { return qEnvironmentVariable(name).trimmed(); };
    if (const QString address = variable("OPEN_SANDBOX_DOMAIN"); !address.isEmpty()) {
        config.domain = address;
        if (config.lifecycleUrl().isEmpty())
            refuse(u"OPEN_SANDBOX_DOMAIN"_s, u"a host, such as localhost:8080"_s);
    }
    if (const QString scheme = variable("OPEN_SANDBOX_PROTOCOL").toLower(); !scheme.isEmpty()) {
        config.protocol = scheme;
        if (scheme != "http"_L1 && scheme != "https"_L1)
            refuse(u"OPEN_SANDBOX_PROTOCOL"_s, u"http or https"_s);
    }
    if (const QString key = variable("OPEN_SANDBOX_API_KEY"); !key.isEmpty())
        config.apiKey = key;
    if (const QString text = variable("OPEN_SANDBOX_REQUEST_TIMEOUT"); !text.isEmpty()) {
        bool ok = false;
        const double seconds = text.toDouble(&ok);
        if (ok && seconds > 0 && seconds < 1e6)
            config.requestTimeout = std::chrono::milliseconds(qMax<qint64>(1, qint64(seconds * 1000)));
        else
            refuse(u"OPEN_SANDBOX_REQUEST_TIMEOUT"_s, u"a number of seconds above 0"_s);
    }
    if (const QString proxy = variable("OPEN_SANDBOX_USE_SERVER_PROXY").toLower(); !proxy.isEmpty()) {
        config.useServerProxy = proxy == "1"_L1 || proxy == "true"_L1 || proxy == "yes"_L1 || proxy == "on"_L1;
        if (!config.useServerProxy && proxy != "0"_L1 && proxy != "false"_L1 && proxy != "no"_L1 && proxy != "off"_L1)
            refuse(u"OPEN_SANDBOX_USE_SERVER_PROXY"_s, u"true or false"_s);
    }
    return config;
}

} // namespace

QUrl ConnectionConfig::lifecycleUrl() const
{
    QString address = domain.trimmed();
    QString scheme = protocol.trimmed().toLower();
    if (const qsizetype mark = address.indexOf("://"_L1); mark > 0) {
        scheme = address.left(mark).toLower();
        address.remove(0, mark + 3);
    }
    if (const qsizetype tail = address.indexOf(QRegularExpression(u"[?#]"_s)); tail >= 0)
        address.truncate(tail);
    while (address.endsWith(u'/'))
        address.chop(1);
    if (address.endsWith("/v1"_L1))
        address.chop(3);
    while (address.endsWith(u'/'))
        address.chop(1);
    if (address.isEmpty())
        return {};
    QUrl url(QString((scheme.isEmpty() ? u"http"_s : scheme) + u"://"_s + address + u"/v1"_s), QUrl::StrictMode);
    return url.host().isEmpty() ? QUrl() : url;
}

std::optional<Error> ConnectionConfig::problem() const
{
    const auto invalid = [](const QString &message) { return Error { Error::Kind::InvalidArgument, 0, {}, message, {} }; };
    const QUrl url = lifecycleUrl();
    if (url.isEmpty())
        return invalid(u"The server's address '%1' cannot be used. Write it as host:port, for example localhost:8080."_s.arg(domain.section(u'@', -1)));
    if (url.scheme() != "http"_L1 && url.scheme() != "https"_L1)
        return invalid(u"The protocol '%1' cannot be used: it has to be http or https."_s.arg(url.scheme()));
    return Network::of(*this)->problem();
}

Endpoint ConnectionConfig::rewritten(Endpoint endpoint) const
{
    if (endpointHosts.isEmpty())
        return endpoint;
    const QString scheme = endpoint.endpoint.contains("://"_L1) ? QString() : u"http://"_s;
    QUrl url(scheme + endpoint.endpoint, QUrl::StrictMode);
    if (url.host().isEmpty())
        return endpoint;
    const QString host = url.host();
    QString found = endpointHosts.value(host + u':' + QString::number(url.port(url.scheme() == "https"_L1 ? 443 : 80)));
    if (found.isEmpty())
        found = endpointHosts.value(host);
    const QUrl wanted(u"http://"_s + found, QUrl::StrictMode);
    if (found.isEmpty() || wanted.host().isEmpty())
        return endpoint;
    url.setHost(wanted.host());
    if (wanted.port() > 0)
        url.setPort(wanted.port());
    endpoint.endpoint = url.toString(QUrl::FullyEncoded).sliced(scheme.size());
    return endpoint;
}

ConnectionConfig ConnectionConfig::fromEnvironment()
{
    return applyEnvironment({}, nullptr);
}

Result<ConnectionConfig> ConnectionConfig::load(const ConfigSources &sources)
{
    ConnectionConfig config;
    if (sources.osbFile && (!sources.osbPath.isEmpty() || QFile::exists(osbConfigPath()))) {
        const Result<OsbConfig> file = readOsbConfig(sources.osbPath.isEmpty() ? osbConfigPath() : sources.osbPath);
        if (!file)
            return std::unexpected(file.error());
        config = file->appliedTo(std::move(config));
    }
    std::optional<Error> problem;
    if (sources.environment)
        config = applyEnvironment(std::move(config), &problem);
    if (!problem)
        problem = config.problem();
    if (problem)
        return std::unexpected(*problem);
    return config;
}

QString toString(const ConnectionConfig &config)
{
    QStringList facts { config.lifecycleUrl().toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery), config.apiKey.isEmpty() ? u"no key"_s : u"with a key"_s };
    if (!config.headers.isEmpty())
        facts << u"%1 extra headers"_s.arg(config.headers.size());
    if (config.useServerProxy)
        facts << u"through the server's proxy"_s;
    if (config.proxy.mode == ProxySettings::Mode::Explicit)
        facts << u"by the proxy %1"_s.arg(QUrl(config.proxy.url).host());
    if (config.proxy.mode == ProxySettings::Mode::None)
        facts << u"by no proxy"_s;
    if (!config.tls.caFile.isEmpty())
        facts << u"trusts %1"_s.arg(config.tls.caFile);
    if (!config.tls.clientCertificateFile.isEmpty())
        facts << u"certificate %1"_s.arg(config.tls.clientCertificateFile);
    if (!config.tls.verifyPeer)
        facts << u"takes any certificate"_s;
    facts << u"limit %1 s"_s.arg(double(config.requestTimeout.count()) / 1000);
    return Masking(config, config.headers).text(facts.join(u", "_s));
}

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connectionsettings.h"

#include <QSettings>

using namespace Qt::StringLiterals;
using OpenSandbox::ConnectionConfig;
using OpenSandbox::ProxySettings;
using std::chrono::milliseconds;

namespace {

constexpr auto serverKey = "key"_L1;
constexpr auto proxyPassword = "proxy-password"_L1;
constexpr auto certificatePassword = "certificate-password"_L1;

const QStringList &proxyModes()
{
    static const QStringList modes { u"system"_s, u"none"_s, u"explicit"_s };
    return modes;
}

milliseconds duration(const QSettings &settings, const QString &key, milliseconds usual)
{
    bool ok = false;
    const qint64 value = settings.value(key).toLongLong(&ok);
    return ok && value > 0 ? milliseconds(value) : usual;
}

} // namespace

void ConnectionSettings::write(QSettings &settings, const ConnectionConfig &config)
{
    settings.setValue(u"domain"_s, config.domain);
    settings.setValue(u"protocol"_s, config.protocol);
    settings.setValue(u"proxy"_s, config.useServerProxy);
    settings.setValue(u"requestTimeout"_s, qint64(config.requestTimeout.count()));
    settings.setValue(u"createTimeout"_s, qint64(config.createTimeout.count()));
    settings.setValue(u"proxyMode"_s, proxyModes().at(int(config.proxy.mode)));
    QUrl proxy(config.proxy.url);
    proxy.setPassword({});
    settings.setValue(u"proxyUrl"_s, proxy.toString());
    settings.setValue(u"caFile"_s, config.tls.caFile);
    settings.setValue(u"certificateFile"_s, config.tls.clientCertificateFile);
    settings.setValue(u"certificateKeyFile"_s, config.tls.clientKeyFile);
    settings.setValue(u"retries"_s, config.retry.retries);
    settings.setValue(u"retryFirstPause"_s, qint64(config.retry.firstPause.count()));
    settings.setValue(u"retryLongestPause"_s, qint64(config.retry.longestPause.count()));
    QStringList hosts;
    for (const auto &[host, instead] : config.endpointHosts.asKeyValueRange())
        hosts << host << instead;
    settings.setValue(u"endpointHosts"_s, hosts);
    QStringList names;
    for (const auto &[name, secret] : secrets(config).asKeyValueRange()) {
        if (!secret.isEmpty())
            names << name;
    }
    setSecretNames(settings, names);
}

ConnectionConfig ConnectionSettings::read(const QSettings &settings)
{
    ConnectionConfig config;
    config.domain = settings.value(u"domain"_s).toString();
    config.protocol = settings.value(u"protocol"_s, config.protocol).toString();
    config.useServerProxy = settings.value(u"proxy"_s).toBool();
    config.requestTimeout = duration(settings, u"requestTimeout"_s, config.requestTimeout);
    config.createTimeout = duration(settings, u"createTimeout"_s, config.createTimeout);
    config.proxy.mode = ProxySettings::Mode(qMax(0, int(proxyModes().indexOf(settings.value(u"proxyMode"_s).toString()))));
    config.proxy.url = settings.value(u"proxyUrl"_s).toString();
    config.tls.caFile = settings.value(u"caFile"_s).toString();
    config.tls.clientCertificateFile = settings.value(u"certificateFile"_s).toString();
    config.tls.clientKeyFile = settings.value(u"certificateKeyFile"_s).toString();
    config.retry.retries = qBound(0, settings.value(u"retries"_s).toInt(), 100);
    config.retry.firstPause = duration(settings, u"retryFirstPause"_s, config.retry.firstPause);
    config.retry.longestPause = duration(settings, u"retryLongestPause"_s, config.retry.longestPause);
    const QStringList hosts = settings.value(u"endpointHosts"_s).toStringList();
    for (qsizetype i = 0; i + 1 < hosts.size(); i += 2)
        config.endpointHosts.insert(hosts.at(i), hosts.at(i + 1));
    return config;
}

QMap<QString, QString> ConnectionSettings::secrets(const ConnectionConfig &config)
{
    return { { serverKey, config.apiKey }, { proxyPassword, QUrl(config.proxy.url).password() }, { certificatePassword, config.tls.clientKeyPassword } };
}

void ConnectionSettings::setSecret(ConnectionConfig &config, const QString &name, const QString &secret)
{
    if (name == serverKey) {
        config.apiKey = secret;
    } else if (name == proxyPassword) {
        QUrl url(config.proxy.url);
        if (url.host().isEmpty())
            return;
        url.setPassword(secret, QUrl::DecodedMode);
        config.proxy.url = url.toString(QUrl::FullyEncoded);
    } else if (name == certificatePassword) {
        config.tls.clientKeyPassword = secret;
    }
}

QStringList ConnectionSettings::secretNames(const QSettings &settings)
{
    return settings.value(u"secrets"_s, QStringList { serverKey }).toStringList();
}

void ConnectionSettings::setSecretNames(QSettings &settings, const QStringList &names)
{
    settings.setValue(u"secrets"_s, names);
}

QString ConnectionSettings::keyringName(const QString &connectionId, const QString &secretName)
{
    // The key has the plain name: that is where it has always been.
    return secretName == serverKey ? connectionId : connectionId + u'/' + secretName;
}

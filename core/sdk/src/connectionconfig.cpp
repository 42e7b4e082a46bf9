// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/connectionconfig.h>

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

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

ConnectionConfig ConnectionConfig::fromEnvironment()
{
    ConnectionConfig config;
    const QString address = qEnvironmentVariable("OPEN_SANDBOX_DOMAIN").trimmed();
    if (!address.isEmpty())
        config.domain = address;
    const QString scheme = qEnvironmentVariable("OPEN_SANDBOX_PROTOCOL").trimmed();
    if (!scheme.isEmpty())
        config.protocol = scheme;
    config.apiKey = qEnvironmentVariable("OPEN_SANDBOX_API_KEY").trimmed();
    bool ok = false;
    const double seconds = qEnvironmentVariable("OPEN_SANDBOX_REQUEST_TIMEOUT").toDouble(&ok);
    if (ok && seconds > 0 && seconds < 1e6)
        config.requestTimeout = std::chrono::milliseconds(qint64(seconds * 1000));
    const QString proxy = qEnvironmentVariable("OPEN_SANDBOX_USE_SERVER_PROXY").trimmed().toLower();
    if (!proxy.isEmpty())
        config.useServerProxy = proxy == "1"_L1 || proxy == "true"_L1 || proxy == "yes"_L1 || proxy == "on"_L1;
    return config;
}

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "masking.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QUrlQuery>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

const QString Hidden = u"***"_s;
constexpr int DeepestJson = 64;

bool tellsOfSecrets(const QString &name)
{
    static const QRegularExpression secret(u"key|token|secret|password|passwd|passphrase|signature|credential|auth|cookie|secureaccess|secure-access|ingress-to|^(sig|jwt|pass|pwd)$"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    return name.contains(secret);
}

/// Each value in there may be a secret, whatever its name.
bool holdsSecrets(const QString &name)
{
    return name == "headers"_L1 || name == "env"_L1 || name == "envs"_L1 || name == "environment"_L1;
}

} // namespace

Masking::Masking(const ConnectionConfig &config, const Headers &headers)
{
    add(config.apiKey, 4);
    add(config.tls.clientKeyPassword, 4);
    add(QUrl(config.proxy.url).password(QUrl::FullyDecoded), 4);
    for (const auto &[name, value] : headers.asKeyValueRange()) { // Short ones are words like "true", not secrets.
        const QString text = QString::fromUtf8(value);
        add(text, tellsOfSecrets(QString::fromLatin1(name)) ? 4 : 8);
        add(text.section(u' ', 1), 8); // Of "Bearer" or "Basic".
    }
    sort();
}

void Masking::sort()
{
    std::ranges::sort(m_secrets, [](const QString &a, const QString &b) { return a.size() > b.size(); });
}

Masking Masking::with(const QStringList &secrets) const
{
    Masking more(*this);
    for (const QString &secret : secrets)
        more.add(secret, 4);
    more.sort();
    return more;
}

void Masking::add(const QString &secret, qsizetype shortest)
{
    if (secret.size() < shortest)
        return;
    // As it is, as it stands in an address, and as it stands in JSON.
    const QString json = QString::fromUtf8(QJsonDocument(QJsonArray { secret }).toJson(QJsonDocument::Compact).chopped(2).sliced(2));
    for (const QString &form : { secret, QString::fromLatin1(QUrl::toPercentEncoding(secret)), json }) {
        if (!m_secrets.contains(form))
            m_secrets << form;
    }
}

QString Masking::text(QString text) const
{
    for (const QString &secret : m_secrets)
        text.replace(secret, Hidden);
    return text;
}

QUrl Masking::url(QUrl url) const
{
    url.setUserInfo({});
    if (url.hasQuery()) {
        QUrlQuery shown;
        const auto items = QUrlQuery(url).queryItems(QUrl::FullyEncoded);
        for (const auto &[name, value] : items)
            shown.addQueryItem(name, tellsOfSecrets(name) ? Hidden : value);
        url.setQuery(shown);
    }
    const QString before = url.toString(QUrl::FullyEncoded);
    const QString after = text(before);
    return after == before ? url : QUrl(after);
}

QJsonValue Masking::json(const QJsonValue &value) const
{
    return json(value, false, 0);
}

QJsonValue Masking::json(const QJsonValue &value, bool secret, int depth) const
{
    if (depth > DeepestJson)
        return Hidden;
    if (value.isObject()) {
        QJsonObject masked;
        const QJsonObject object = value.toObject();
        for (auto member = object.begin(); member != object.end(); ++member)
            masked.insert(text(member.key()), json(member.value(), secret || tellsOfSecrets(member.key()) || holdsSecrets(member.key()), depth + 1));
        return masked;
    }
    if (value.isArray()) {
        QJsonArray masked;
        const QJsonArray array = value.toArray();
        for (const QJsonValue &item : array)
            masked.append(json(item, secret, depth + 1));
        return masked;
    }
    if (value.isString()) {
        const QString string = value.toString();
        if (!secret && (string.startsWith("http://"_L1) || string.startsWith("https://"_L1)) && (string.contains(u'?') || string.contains(u'@')))
            return url(QUrl(string)).toString(QUrl::FullyEncoded);
        return secret ? Hidden : text(string);
    }
    return secret && value.isDouble() ? QJsonValue(Hidden) : value;
}

QString Masking::header(const QByteArray &name, const QByteArray &value) const
{
    static const QList<QByteArray> harmless { "accept", "accept-encoding", "accept-language", "cache-control", "connection", "content-disposition",
                                              "content-encoding", "content-length", "content-range", "content-type", "date", "etag", "keep-alive",
                                              "last-modified", "range", "retry-after", "server", "transfer-encoding", "user-agent", "vary", "via",
                                              "x-request-id", "execd-commands-tail-cursor" };
    return harmless.contains(name.toLower()) ? text(QString::fromUtf8(value)) : Hidden;
}

QString Masking::body(const QByteArray &bytes) const
{
    const auto one = [this](const QByteArray &part) -> std::optional<QString> {
        const QJsonDocument document = QJsonDocument::fromJson(part);
        if (document.isObject())
            return QString::fromUtf8(QJsonDocument(json(document.object()).toObject()).toJson(QJsonDocument::Compact));
        if (document.isArray())
            return QString::fromUtf8(QJsonDocument(json(document.array()).toArray()).toJson(QJsonDocument::Compact));
        return {};
    };
    if (const auto whole = one(bytes))
        return *whole;
    QStringList lines;
    const QList<QByteArray> parts = bytes.split('\n');
    for (const QByteArray &part : parts) {
        const bool field = part.startsWith("data:");
        const auto shown = one(field ? part.sliced(5) : part);
        if (shown)
            lines << (field ? QString(u"data: "_s + *shown) : *shown);
        else if (part.trimmed().startsWith('{')) // Half of an object: what its names would tell is not known.
            lines << u"(%1 bytes that are no JSON)"_s.arg(part.size());
        else
            lines << text(QString::fromUtf8(part));
    }
    return lines.join(u'\n');
}

} // namespace OpenSandbox

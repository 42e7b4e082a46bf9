// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/connectionconfig.h>

#include <QJsonValue>
#include <QString>
#include <QUrl>

namespace OpenSandbox {

/// Takes what must not be shown out of texts: it knows the secrets of one server or endpoint.
class Masking
{
public:
    Masking() = default;
    /// The key, the proxy's and the client key's password, and the values of the headers.
    Masking(const ConnectionConfig &config, const Headers &headers);

    /// With more secrets; shorter than 4 characters they are words, too, and left alone.
    Masking with(const QStringList &secrets) const;

    QString text(QString text) const;
    /// Without user info, query values that look like secrets, and known secrets.
    QUrl url(QUrl url) const;
    /// The values of members whose names tell of secrets, every value of an environment and of headers, and known secrets.
    QJsonValue json(const QJsonValue &value) const;
    /// A header's value, unless it may be a secret.
    QString header(const QByteArray &name, const QByteArray &value) const;
    /// A body: JSON, lines of JSON, or text.
    QString body(const QByteArray &bytes) const;

private:
    void add(const QString &secret, qsizetype shortest);
    void sort();
    QJsonValue json(const QJsonValue &value, bool secret, int depth) const;

    QStringList m_secrets; ///< The longest first: one may be a part of another.
};

} // namespace OpenSandbox

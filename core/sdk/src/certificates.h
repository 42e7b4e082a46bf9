// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/connectionconfig.h>

#include <QSslCertificate>

#include <optional>

namespace OpenSandbox {

/// In what a chain of certificates, the server's own first, is weaker than `settings` want it; nothing when it will do. Pure.
std::optional<QString> weaknessOf(const QList<QSslCertificate> &chain, const TlsSettings &settings);

/// The same as the Error that ends a call; `address` is "https://host:port".
std::optional<Error> weakCertificate(const QList<QSslCertificate> &chain, const TlsSettings &settings, const QString &address);

} // namespace OpenSandbox

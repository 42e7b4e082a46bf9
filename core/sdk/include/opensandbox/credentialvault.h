// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/services.h>

namespace OpenSandbox {

/// A secret, on its way in only: no call ever gives the value back, and no Error or log shows it.
struct Credential
{
    QString name;
    QString value;
};

/// Which requests of the sandbox get the secret. Empty lists: the server's defaults.
struct CredentialMatch
{
    QStringList hosts; ///< Needed. Names or "*.name"; the network policy must allow each by a rule of its own.
    QStringList schemes; ///< Default "https".
    QList<int> ports; ///< 80 and 443 only; default 443.
    QStringList methods; ///< Default GET, POST, PUT, PATCH, DELETE.
    QStringList paths; ///< Patterns; default "/*".
    bool operator==(const CredentialMatch &) const = default;
};

struct CredentialHeader
{
    QString name;
    QString credential; ///< The credential's name.
    bool operator==(const CredentialHeader &) const = default;
};

/// How the secret goes into a request.
struct CredentialAuth
{
    enum class Type { Bearer, Basic, ApiKey, CustomHeaders };

    Type type = Type::Bearer;
    QString credential; ///< The credential's name; not for CustomHeaders. Basic: its value is base64 of user:password.
    QString headerName; ///< ApiKey only.
    QList<CredentialHeader> headers; ///< CustomHeaders only.

    static CredentialAuth bearer(const QString &credential) { return { Type::Bearer, credential, {}, {} }; }
    static CredentialAuth basic(const QString &credential) { return { Type::Basic, credential, {}, {} }; }
    static CredentialAuth apiKey(const QString &headerName, const QString &credential) { return { Type::ApiKey, credential, headerName, {} }; }
    static CredentialAuth customHeaders(const QList<CredentialHeader> &headers) { return { Type::CustomHeaders, {}, {}, headers }; }
};

struct CredentialBinding
{
    QString name;
    CredentialMatch match;
    CredentialAuth auth;
};

/// What the vault tells about a credential.
struct CredentialInfo
{
    QString name;
    QString sourceType; ///< "inline".
    int revision = 0; ///< The vault's when it was set last.
};

struct CredentialBindingInfo
{
    QString name;
    int revision = 0;
    CredentialMatch match; ///< With the defaults filled in.
    QString authType; ///< "bearer", "basic", "apiKey", "customHeaders"; an open set.
    QString authName; ///< Of apiKey: the header.
};

struct CredentialVaultState
{
    int revision = 0;
    QList<CredentialInfo> credentials;
    QList<CredentialBindingInfo> bindings;
};

/// A change that is made as a whole or not at all.
struct CredentialVaultChange
{
    std::optional<int> expectedRevision; ///< 409 when the vault has moved on.
    QList<Credential> addCredentials;
    QList<Credential> replaceCredentials;
    QStringList deleteCredentials;
    QList<CredentialBinding> addBindings;
    QList<CredentialBinding> replaceBindings;
    QStringList deleteBindings;
};

/**
 * The secrets that a sandbox's requests get on their way out, without the sandbox ever seeing them
 * (protocol.md 3, specs/egress-api.yaml). Needs a sandbox created with networkPolicy and credentialProxy:
 * 412 without, 426 over an unencrypted way. Elsewhere the calls fail with code "NO_EGRESS".
 */
class CredentialVaultService
{
public:
    virtual ~CredentialVaultService() = default;

    /// 409 when there is one.
    virtual Task<CredentialVaultState> create(QList<Credential> credentials, QList<CredentialBinding> bindings) = 0;
    virtual Task<CredentialVaultState> get(std::stop_token stop = {}) = 0;
    virtual Task<CredentialVaultState> patch(CredentialVaultChange change) = 0;
    virtual Task<Done> remove() = 0;
    virtual Task<QList<CredentialInfo>> credentials(std::stop_token stop = {}) = 0;
    virtual Task<CredentialInfo> credential(QString name, std::stop_token stop = {}) = 0;
    virtual Task<QList<CredentialBindingInfo>> bindings(std::stop_token stop = {}) = 0;
    virtual Task<CredentialBindingInfo> binding(QString name, std::stop_token stop = {}) = 0;
};

} // namespace OpenSandbox

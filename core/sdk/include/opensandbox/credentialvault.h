// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/services.h>

namespace OpenSandbox {

/// A secret, on its way in only: no call ever gives the value back, and no Error or log shows it.
struct Credential
{
    QString name; ///< How bindings call it.
    QString value; ///< The secret itself. Sent once, never answered.
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

/// A header that carries a credential.
struct CredentialHeader
{
    QString name; ///< Of the header.
    QString credential; ///< The credential's name.
    bool operator==(const CredentialHeader &) const = default;
};

/// How the secret goes into a request.
struct CredentialAuth
{
    /// How a credential is put into a request.
    enum class Type {
        Bearer, ///< See bearer().
        Basic, ///< See basic().
        ApiKey, ///< See apiKey().
        CustomHeaders, ///< See customHeaders().
    };

    Type type = Type::Bearer; ///< How it is put into a request.
    QString credential; ///< The credential's name; not for CustomHeaders. Basic: its value is base64 of user:password.
    QString headerName; ///< ApiKey only.
    QList<CredentialHeader> headers; ///< CustomHeaders only.

    /// "Authorization: Bearer" with this credential.
    static CredentialAuth bearer(const QString &credential) { return { Type::Bearer, credential, {}, {} }; }
    /// "Authorization: Basic" with this credential, which has to be in base64 already.
    static CredentialAuth basic(const QString &credential) { return { Type::Basic, credential, {}, {} }; }
    /// This header with the credential as its value.
    static CredentialAuth apiKey(const QString &headerName, const QString &credential) { return { Type::ApiKey, credential, headerName, {} }; }
    /// These headers, each with its credential.
    static CredentialAuth customHeaders(const QList<CredentialHeader> &headers) { return { Type::CustomHeaders, {}, {}, headers }; }
};

/// Which requests get which credential.
struct CredentialBinding
{
    QString name; ///< Unique in the vault.
    CredentialMatch match; ///< Which requests it is for.
    CredentialAuth auth; ///< What they get.
};

/// What the vault tells about a credential.
struct CredentialInfo
{
    QString name; ///< Unique in the vault.
    QString sourceType; ///< "inline".
    int revision = 0; ///< The vault's when it was set last.
};

/// What a vault tells of a binding: everything but secrets.
struct CredentialBindingInfo
{
    QString name; ///< Unique in the vault.
    int revision = 0; ///< Counts the changes of the vault up to this one.
    CredentialMatch match; ///< With the defaults filled in.
    QString authType; ///< "bearer", "basic", "apiKey", "customHeaders"; an open set.
    QString authName; ///< Of apiKey: the header.
};

/// What is in a vault, without its secrets.
struct CredentialVaultState
{
    int revision = 0; ///< Counts its changes.
    QList<CredentialInfo> credentials; ///< By name, without values.
    QList<CredentialBindingInfo> bindings; ///< By name.
};

/// A change that is made as a whole or not at all.
struct CredentialVaultChange
{
    std::optional<int> expectedRevision; ///< 409 when the vault has moved on.
    QList<Credential> addCredentials; ///< New ones; a name that is there already is an error.
    QList<Credential> replaceCredentials; ///< New values for names that are there.
    QStringList deleteCredentials; ///< Names to be removed.
    QList<CredentialBinding> addBindings; ///< New ones; a name that is there already is an error.
    QList<CredentialBinding> replaceBindings; ///< New contents for names that are there.
    QStringList deleteBindings; ///< Names to be removed.
};

/**
 * The secrets that a sandbox's requests get on their way out, without the sandbox ever seeing them
 * (egress-api.yaml). Needs a sandbox created with networkPolicy and credentialProxy:
 * 412 without, 426 over an unencrypted way. Elsewhere the calls fail with code "NO_EGRESS".
 */
class CredentialVaultService
{
public:
    virtual ~CredentialVaultService() = default;

    /// 409 when there is one.
    virtual Task<CredentialVaultState> create(QList<Credential> credentials, QList<CredentialBinding> bindings, std::stop_token stop = {}) = 0;
    /// What is in the vault now.
    virtual Task<CredentialVaultState> get(std::stop_token stop = {}) = 0;
    /// All of a change or nothing of it.
    virtual Task<CredentialVaultState> patch(CredentialVaultChange change, std::stop_token stop = {}) = 0;
    /// Removes the vault with everything in it.
    virtual Task<Done> remove(std::stop_token stop = {}) = 0;
    /// All credentials, without values.
    virtual Task<QList<CredentialInfo>> credentials(std::stop_token stop = {}) = 0;
    /// One credential, without its value.
    virtual Task<CredentialInfo> credential(QString name, std::stop_token stop = {}) = 0;
    /// All bindings.
    virtual Task<QList<CredentialBindingInfo>> bindings(std::stop_token stop = {}) = 0;
    /// One binding.
    virtual Task<CredentialBindingInfo> binding(QString name, std::stop_token stop = {}) = 0;
};

} // namespace OpenSandbox

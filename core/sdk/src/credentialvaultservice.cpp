// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "endpointclient.h"
#include "httpservices.h"
#include "json.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

using Guard = std::shared_ptr<EndpointClient>;

constexpr QByteArrayView Vault = "/credential-vault";

QByteArray vaultPath(QByteArrayView part = {}, const QString &name = {})
{
    QByteArray path = Vault.toByteArray() + part.toByteArray();
    if (!name.isEmpty())
        path += '/' + percentEncoded(name);
    return path;
}

QStringList valuesOf(const QList<Credential> &credentials)
{
    QStringList values;
    for (const Credential &credential : credentials)
        values << credential.value;
    return values;
}

Task<CredentialVaultState> stateFrom(Guard guard, Request request, QStringList secrets, std::stop_token stop)
{
    request.secrets = secrets;
    auto call = EndpointClient::callForJson(guard, std::move(request), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    co_return Json::credentialVaultState(json->object());
}

template <typename T>
Task<QList<T>> listFrom(Guard guard, QByteArray path, QString key, T (*convert)(const QJsonObject &), std::stop_token stop)
{
    auto call = EndpointClient::callForJson(guard, Request::get(path), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    QList<T> items;
    for (const QJsonValue &item : json->object().value(key).toArray())
        items << convert(item.toObject());
    co_return items;
}

template <typename T>
Task<T> oneFrom(Guard guard, QByteArray path, T (*convert)(const QJsonObject &), std::stop_token stop)
{
    auto call = EndpointClient::callForJson(guard, Request::get(path), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    co_return convert(json->object());
}

class HttpCredentialVault : public CredentialVaultService
{
public:
    explicit HttpCredentialVault(Guard guard) : m_guard(std::move(guard)) { }

    Task<CredentialVaultState> create(QList<Credential> credentials, QList<CredentialBinding> bindings, std::stop_token stop) override
    {
        QJsonArray secrets;
        for (const Credential &credential : credentials)
            secrets << Json::credential(credential);
        QJsonArray uses;
        for (const CredentialBinding &binding : bindings)
            uses << Json::credentialBinding(binding);
        const QJsonObject body { { u"credentials"_s, secrets }, { u"bindings"_s, uses } };
        return stateFrom(m_guard, Request::json("POST", vaultPath(), QJsonDocument(body)), valuesOf(credentials), std::move(stop));
    }
    Task<CredentialVaultState> get(std::stop_token stop) override { return stateFrom(m_guard, Request::get(vaultPath()), {}, std::move(stop)); }
    Task<CredentialVaultState> patch(CredentialVaultChange change, std::stop_token stop) override
    {
        const QStringList secrets = valuesOf(change.addCredentials) + valuesOf(change.replaceCredentials);
        return stateFrom(m_guard, Request::json("PATCH", vaultPath(), QJsonDocument(Json::credentialVaultChange(change))), secrets, std::move(stop));
    }
    Task<Done> remove(std::stop_token stop) override { return EndpointClient::callForDone(m_guard, Request::bare("DELETE", vaultPath()), std::move(stop)); }
    Task<QList<CredentialInfo>> credentials(std::stop_token stop) override
    {
        return listFrom(m_guard, vaultPath("/credentials"), u"credentials"_s, &Json::credentialInfo, std::move(stop));
    }
    Task<CredentialInfo> credential(QString name, std::stop_token stop) override
    {
        return oneFrom(m_guard, vaultPath("/credentials", name), &Json::credentialInfo, std::move(stop));
    }
    Task<QList<CredentialBindingInfo>> bindings(std::stop_token stop) override
    {
        return listFrom(m_guard, vaultPath("/bindings"), u"bindings"_s, &Json::credentialBindingInfo, std::move(stop));
    }
    Task<CredentialBindingInfo> binding(QString name, std::stop_token stop) override
    {
        return oneFrom(m_guard, vaultPath("/bindings", name), &Json::credentialBindingInfo, std::move(stop));
    }

private:
    Guard m_guard;
};

} // namespace

std::unique_ptr<CredentialVaultService> makeCredentialVaultService(Guard guard)
{
    return std::make_unique<HttpCredentialVault>(std::move(guard));
}

} // namespace OpenSandbox

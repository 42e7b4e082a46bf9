// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/syncservices.h>

#include "syncthread.h"

namespace OpenSandbox {

using Sync::call;

Result<EgressStatus> EgressSync::get(std::stop_token stop)
{
    return call(m_thread, m_service, &EgressService::get, std::move(stop));
}

Result<EgressStatus> EgressSync::patch(QList<NetworkRule> rules, std::stop_token stop)
{
    return call(m_thread, m_service, &EgressService::patch, std::move(rules), std::move(stop));
}

Result<EgressStatus> EgressSync::remove(QStringList targets, std::stop_token stop)
{
    return call(m_thread, m_service, &EgressService::remove, std::move(targets), std::move(stop));
}

Result<EgressStatus> EgressSync::replace(NetworkPolicy policy, std::stop_token stop)
{
    return call(m_thread, m_service, &EgressService::replace, std::move(policy), std::move(stop));
}

Result<EgressStatus> EgressSync::reset(std::stop_token stop)
{
    return call(m_thread, m_service, &EgressService::reset, std::move(stop));
}

Result<Done> EgressSync::health(std::stop_token stop)
{
    return call(m_thread, m_service, &EgressService::health, std::move(stop));
}

Result<CredentialVaultState> CredentialVaultSync::create(QList<Credential> credentials, QList<CredentialBinding> bindings, std::stop_token stop)
{
    return call(m_thread, m_service, &CredentialVaultService::create, std::move(credentials), std::move(bindings), std::move(stop));
}

Result<CredentialVaultState> CredentialVaultSync::get(std::stop_token stop)
{
    return call(m_thread, m_service, &CredentialVaultService::get, std::move(stop));
}

Result<CredentialVaultState> CredentialVaultSync::patch(CredentialVaultChange change, std::stop_token stop)
{
    return call(m_thread, m_service, &CredentialVaultService::patch, std::move(change), std::move(stop));
}

Result<Done> CredentialVaultSync::remove(std::stop_token stop)
{
    return call(m_thread, m_service, &CredentialVaultService::remove, std::move(stop));
}

Result<QList<CredentialInfo>> CredentialVaultSync::credentials(std::stop_token stop)
{
    return call(m_thread, m_service, &CredentialVaultService::credentials, std::move(stop));
}

Result<CredentialInfo> CredentialVaultSync::credential(QString name, std::stop_token stop)
{
    return call(m_thread, m_service, &CredentialVaultService::credential, std::move(name), std::move(stop));
}

Result<QList<CredentialBindingInfo>> CredentialVaultSync::bindings(std::stop_token stop)
{
    return call(m_thread, m_service, &CredentialVaultService::bindings, std::move(stop));
}

Result<CredentialBindingInfo> CredentialVaultSync::binding(QString name, std::stop_token stop)
{
    return call(m_thread, m_service, &CredentialVaultService::binding, std::move(name), std::move(stop));
}

Result<DiagnosticContent> DiagnosticsSync::logs(QString scope, std::stop_token stop)
{
    return call(m_thread, m_service, &DiagnosticsService::logs, std::move(scope), std::move(stop));
}

Result<DiagnosticContent> DiagnosticsSync::events(QString scope, std::stop_token stop)
{
    return call(m_thread, m_service, &DiagnosticsService::events, std::move(scope), std::move(stop));
}

Result<QString> DiagnosticsSync::text(DiagnosticContent content, std::stop_token stop)
{
    return call(m_thread, m_service, &DiagnosticsService::text, std::move(content), std::move(stop));
}

Result<QString> DiagnosticsSync::plainLogs(int tail, QString since, std::stop_token stop)
{
    return call(m_thread, m_service, &DiagnosticsService::plainLogs, tail, std::move(since), std::move(stop));
}

Result<QString> DiagnosticsSync::plainEvents(int limit, std::stop_token stop)
{
    return call(m_thread, m_service, &DiagnosticsService::plainEvents, limit, std::move(stop));
}

Result<QString> DiagnosticsSync::inspect(std::stop_token stop)
{
    return call(m_thread, m_service, &DiagnosticsService::inspect, std::move(stop));
}

Result<QString> DiagnosticsSync::summary(int tail, int eventLimit, std::stop_token stop)
{
    return call(m_thread, m_service, &DiagnosticsService::summary, tail, eventLimit, std::move(stop));
}

} // namespace OpenSandbox

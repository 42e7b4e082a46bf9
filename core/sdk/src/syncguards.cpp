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

Result<EgressStatus> EgressSync::patch(QList<NetworkRule> rules)
{
    return call(m_thread, m_service, &EgressService::patch, std::move(rules));
}

Result<EgressStatus> EgressSync::remove(QStringList targets)
{
    return call(m_thread, m_service, &EgressService::remove, std::move(targets));
}

Result<EgressStatus> EgressSync::replace(NetworkPolicy policy)
{
    return call(m_thread, m_service, &EgressService::replace, std::move(policy));
}

Result<EgressStatus> EgressSync::reset()
{
    return call(m_thread, m_service, &EgressService::reset);
}

Result<Done> EgressSync::health(std::stop_token stop)
{
    return call(m_thread, m_service, &EgressService::health, std::move(stop));
}

Result<CredentialVaultState> CredentialVaultSync::create(QList<Credential> credentials, QList<CredentialBinding> bindings)
{
    return call(m_thread, m_service, &CredentialVaultService::create, std::move(credentials), std::move(bindings));
}

Result<CredentialVaultState> CredentialVaultSync::get(std::stop_token stop)
{
    return call(m_thread, m_service, &CredentialVaultService::get, std::move(stop));
}

Result<CredentialVaultState> CredentialVaultSync::patch(CredentialVaultChange change)
{
    return call(m_thread, m_service, &CredentialVaultService::patch, std::move(change));
}

Result<Done> CredentialVaultSync::remove()
{
    return call(m_thread, m_service, &CredentialVaultService::remove);
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

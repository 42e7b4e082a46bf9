// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/credentialvault.h>
#include <opensandbox/diagnostics.h>
#include <opensandbox/egress.h>
#include <opensandbox/models.h>
#include <opensandbox/serverpool.h>
#include <opensandbox/snapshot.h>

#include <QJsonObject>

/// The models from and to the server's JSON. Pure; absent and null mean the same; unknown fields are ignored.
namespace OpenSandbox::Json {

std::optional<QDateTime> dateTime(const QJsonValue &value);
QString dateTime(const QDateTime &value);
StringMap stringMap(const QJsonValue &value);
QJsonObject object(const StringMap &map);

/// Absent without an id: such an entry cannot be addressed.
std::optional<SandboxInfo> sandboxInfo(const QJsonObject &object);
SandboxPage sandboxPage(const QJsonObject &object);
std::optional<Endpoint> endpoint(const QJsonObject &object);
QJsonObject createBody(const CreateOptions &options);
FileInfo fileInfo(const QJsonObject &object);
QJsonObject permissions(const Permissions &permissions);
Metrics metrics(const QJsonObject &object);
CommandStatus commandStatus(const QJsonObject &object);
CodeContext codeContext(const QJsonObject &object);
std::optional<SnapshotInfo> snapshot(const QJsonObject &object);
std::optional<ServerPool> serverPool(const QJsonObject &object);
QJsonObject poolCapacity(const PoolCapacity &capacity);
DiagnosticContent diagnosticContent(const QJsonObject &object);
QJsonObject networkPolicy(const NetworkPolicy &policy);
QJsonArray networkRules(const QList<NetworkRule> &rules);
EgressStatus egressStatus(const QJsonObject &object);
QJsonObject credential(const Credential &credential);
QJsonObject credentialBinding(const CredentialBinding &binding);
QJsonObject credentialVaultChange(const CredentialVaultChange &change);
CredentialInfo credentialInfo(const QJsonObject &object);
CredentialBindingInfo credentialBindingInfo(const QJsonObject &object);
CredentialVaultState credentialVaultState(const QJsonObject &object);
Variable variable(const QJsonObject &object);
VariablePage variablePage(const QJsonObject &object);
LateOutput lateOutput(const QJsonObject &object);

/// The numbers of a page of a listing, whatever it lists, when its items are there. Missing ones are what the items say.
template <typename Page>
void readPagination(Page &page, const QJsonObject &object)
{
    const int count = int(page.items.size());
    const QJsonObject numbers = object.value(QLatin1StringView("pagination")).toObject();
    page.page = numbers.value(QLatin1StringView("page")).toInt(1);
    page.pageSize = numbers.value(QLatin1StringView("pageSize")).toInt(count);
    page.totalItems = numbers.value(QLatin1StringView("totalItems")).toInt(count);
    page.totalPages = numbers.value(QLatin1StringView("totalPages")).toInt(count == 0 ? 0 : 1);
    page.hasNextPage = numbers.value(QLatin1StringView("hasNextPage")).toBool();
}

} // namespace OpenSandbox::Json

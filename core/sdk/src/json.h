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

/// A listing's pagination, whatever it lists. Missing numbers are what `count` items say.
struct Pagination
{
    int page = 1;
    int pageSize = 0;
    int totalItems = 0;
    int totalPages = 0;
    bool hasNextPage = false;
};
Pagination pagination(const QJsonObject &object, qsizetype count);

} // namespace OpenSandbox::Json

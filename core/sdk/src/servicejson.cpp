// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "json.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

/// The models of the services beyond sandboxes, files and runs.
namespace OpenSandbox::Json {

namespace {

QStringList strings(const QJsonValue &value)
{
    QStringList list;
    for (const QJsonValue &item : value.toArray())
        list << item.toVariant().toString();
    return list;
}

CredentialMatch credentialMatch(const QJsonObject &object)
{
    CredentialMatch match;
    match.hosts = strings(object.value("hosts"_L1));
    match.schemes = strings(object.value("schemes"_L1));
    for (const QJsonValue &port : object.value("ports"_L1).toArray())
        match.ports << port.toInt();
    match.methods = strings(object.value("methods"_L1));
    match.paths = strings(object.value("paths"_L1));
    return match;
}

QJsonObject credentialMatch(const CredentialMatch &match)
{
    QJsonObject json { { u"hosts"_s, QJsonArray::fromStringList(match.hosts) } };
    if (!match.schemes.isEmpty())
        json.insert("schemes"_L1, QJsonArray::fromStringList(match.schemes));
    if (!match.ports.isEmpty()) {
        QJsonArray ports;
        for (const int port : match.ports)
            ports << port;
        json.insert("ports"_L1, ports);
    }
    if (!match.methods.isEmpty())
        json.insert("methods"_L1, QJsonArray::fromStringList(match.methods));
    if (!match.paths.isEmpty())
        json.insert("paths"_L1, QJsonArray::fromStringList(match.paths));
    return json;
}

QJsonObject credentialAuth(const CredentialAuth &auth)
{
    switch (auth.type) {
    case CredentialAuth::Type::Bearer:
        return { { u"type"_s, u"bearer"_s }, { u"credential"_s, auth.credential } };
    case CredentialAuth::Type::Basic:
        return { { u"type"_s, u"basic"_s }, { u"credential"_s, auth.credential } };
    case CredentialAuth::Type::ApiKey:
        return { { u"type"_s, u"apiKey"_s }, { u"name"_s, auth.headerName }, { u"credential"_s, auth.credential } };
    case CredentialAuth::Type::CustomHeaders:
        break;
    }
    QJsonArray headers;
    for (const CredentialHeader &header : auth.headers)
        headers << QJsonObject { { u"name"_s, header.name }, { u"credential"_s, header.credential } };
    return { { u"type"_s, u"customHeaders"_s }, { u"headers"_s, headers } };
}

template <typename T>
QJsonArray array(const QList<T> &items, QJsonObject (*convert)(const T &))
{
    QJsonArray array;
    for (const T &item : items)
        array << convert(item);
    return array;
}

template <typename T>
QJsonObject changes(const QList<T> &added, const QList<T> &replaced, const QStringList &deleted, QJsonObject (*convert)(const T &))
{
    QJsonObject json;
    if (!added.isEmpty())
        json.insert("add"_L1, array(added, convert));
    if (!replaced.isEmpty())
        json.insert("replace"_L1, array(replaced, convert));
    if (!deleted.isEmpty())
        json.insert("delete"_L1, QJsonArray::fromStringList(deleted));
    return json;
}

} // namespace

std::optional<SnapshotInfo> snapshot(const QJsonObject &object)
{
    SnapshotInfo info;
    info.id = object.value("id"_L1).toString();
    if (info.id.isEmpty())
        return {};
    info.sandboxId = object.value("sandboxId"_L1).toString();
    info.name = object.value("name"_L1).toString();
    const QJsonValue status = object.value("status"_L1);
    const QJsonObject details = status.toObject();
    info.stateName = status.isString() ? status.toString() : details.value("state"_L1).toString();
    using State = SnapshotInfo::State;
    for (const auto &[word, state] : { std::pair { "creating"_L1, State::Creating }, { "ready"_L1, State::Ready }, { "failed"_L1, State::Failed }, { "deleting"_L1, State::Deleting } }) {
        if (info.stateName.compare(word, Qt::CaseInsensitive) == 0)
            info.state = state;
    }
    info.reason = details.value("reason"_L1).toString();
    info.message = details.value("message"_L1).toString();
    info.createdAt = dateTime(object.value("createdAt"_L1));
    info.lastTransitionAt = dateTime(details.value("lastTransitionAt"_L1));
    info.raw = object;
    return info;
}

std::optional<ServerPool> serverPool(const QJsonObject &object)
{
    ServerPool pool;
    pool.name = object.value("name"_L1).toString();
    if (pool.name.isEmpty())
        return {};
    pool.podTemplate = object.value("template"_L1).toObject();
    const QJsonObject capacity = object.value("capacitySpec"_L1).toObject();
    pool.capacity.bufferMin = capacity.value("bufferMin"_L1).toInt();
    pool.capacity.bufferMax = capacity.value("bufferMax"_L1).toInt();
    pool.capacity.poolMin = capacity.value("poolMin"_L1).toInt();
    pool.capacity.poolMax = capacity.value("poolMax"_L1).toInt();
    const QJsonObject status = object.value("status"_L1).toObject();
    pool.total = status.value("total"_L1).toInt();
    pool.allocated = status.value("allocated"_L1).toInt();
    pool.available = status.value("available"_L1).toInt();
    pool.revision = status.value("revision"_L1).toVariant().toString();
    pool.createdAt = dateTime(object.value("createdAt"_L1));
    pool.raw = object;
    return pool;
}

QJsonObject poolCapacity(const PoolCapacity &capacity)
{
    return { { u"bufferMin"_s, capacity.bufferMin }, { u"bufferMax"_s, capacity.bufferMax }, { u"poolMin"_s, capacity.poolMin }, { u"poolMax"_s, capacity.poolMax } };
}

DiagnosticContent diagnosticContent(const QJsonObject &object)
{
    DiagnosticContent content;
    content.sandboxId = object.value("sandboxId"_L1).toString();
    content.kind = object.value("kind"_L1).toString();
    content.scope = object.value("scope"_L1).toString();
    content.contentType = object.value("contentType"_L1).toString();
    if (const QJsonValue text = object.value("content"_L1); text.isString())
        content.content = text.toString();
    content.contentUrl = QUrl(object.value("contentUrl"_L1).toString(), QUrl::StrictMode);
    if (const QJsonValue length = object.value("contentLength"_L1); length.isDouble())
        content.contentLength = length.toInteger();
    content.expiresAt = dateTime(object.value("expiresAt"_L1));
    content.truncated = object.value("truncated"_L1).toBool();
    content.warnings = strings(object.value("warnings"_L1));
    return content;
}

QJsonArray networkRules(const QList<NetworkRule> &rules)
{
    QJsonArray array;
    for (const NetworkRule &rule : rules)
        array << QJsonObject { { u"action"_s, rule.action }, { u"target"_s, rule.target } };
    return array;
}

QJsonObject networkPolicy(const NetworkPolicy &policy)
{
    return { { u"defaultAction"_s, policy.defaultAction }, { u"egress"_s, networkRules(policy.egress) } };
}

EgressStatus egressStatus(const QJsonObject &object)
{
    EgressStatus status;
    status.status = object.value("status"_L1).toString();
    status.mode = object.value("mode"_L1).toString();
    status.enforcementMode = object.value("enforcementMode"_L1).toString();
    status.reason = object.value("reason"_L1).toString();
    if (const QJsonValue value = object.value("policy"_L1); value.isObject()) {
        const QJsonObject policy = value.toObject();
        status.policy.emplace();
        status.policy->defaultAction = policy.value("defaultAction"_L1).toString(u"deny"_s);
        for (const QJsonValue &item : policy.value("egress"_L1).toArray()) { // null after a reset
            const QJsonObject rule = item.toObject();
            const QString action = rule.value("action"_L1).toString();
            status.policy->egress << NetworkRule { action.isEmpty() ? u"deny"_s : action, rule.value("target"_L1).toString() };
        }
    }
    return status;
}

QJsonObject credential(const Credential &credential)
{
    return { { u"name"_s, credential.name }, { u"source"_s, QJsonObject { { u"type"_s, u"inline"_s }, { u"value"_s, credential.value } } } };
}

QJsonObject credentialBinding(const CredentialBinding &binding)
{
    return { { u"name"_s, binding.name }, { u"match"_s, credentialMatch(binding.match) }, { u"auth"_s, credentialAuth(binding.auth) } };
}

QJsonObject credentialVaultChange(const CredentialVaultChange &change)
{
    QJsonObject json;
    if (change.expectedRevision)
        json.insert("expectedRevision"_L1, *change.expectedRevision);
    if (const QJsonObject credentials = changes(change.addCredentials, change.replaceCredentials, change.deleteCredentials, &credential); !credentials.isEmpty())
        json.insert("credentials"_L1, credentials);
    if (const QJsonObject bindings = changes(change.addBindings, change.replaceBindings, change.deleteBindings, &credentialBinding); !bindings.isEmpty())
        json.insert("bindings"_L1, bindings);
    return json;
}

CredentialInfo credentialInfo(const QJsonObject &object)
{
    return { object.value("name"_L1).toString(), object.value("sourceType"_L1).toString(), object.value("revision"_L1).toInt() };
}

CredentialBindingInfo credentialBindingInfo(const QJsonObject &object)
{
    CredentialBindingInfo info;
    info.name = object.value("name"_L1).toString();
    info.revision = object.value("revision"_L1).toInt();
    info.match = credentialMatch(object.value("match"_L1).toObject());
    const QJsonObject auth = object.value("auth"_L1).toObject();
    info.authType = auth.value("type"_L1).toString();
    info.authName = auth.value("name"_L1).toString();
    return info;
}

CredentialVaultState credentialVaultState(const QJsonObject &object)
{
    CredentialVaultState state;
    state.revision = object.value("revision"_L1).toInt();
    for (const QJsonValue &item : object.value("credentials"_L1).toArray())
        state.credentials << credentialInfo(item.toObject());
    for (const QJsonValue &item : object.value("bindings"_L1).toArray())
        state.bindings << credentialBindingInfo(item.toObject());
    return state;
}

Variable variable(const QJsonObject &object)
{
    Variable variable;
    variable.name = object.value("name"_L1).toString();
    variable.type = object.value("type"_L1).toString();
    for (const QJsonValue &length : object.value("shape"_L1).toArray())
        variable.shape << length.toInteger();
    if (const QJsonValue size = object.value("size"_L1); size.isDouble())
        variable.size = size.toInteger();
    variable.preview = object.value("preview"_L1).toString();
    variable.isTable = object.value("table"_L1).toBool();
    return variable;
}

LateOutput lateOutput(const QJsonObject &object)
{
    LateOutput late;
    for (const QJsonValue &item : object.value("outputs"_L1).toArray()) {
        const QJsonObject piece = item.toObject();
        late.texts << LateText { piece.value("run"_L1).toString(), piece.value("text"_L1).toString(), piece.value("type"_L1).toString() == "stderr"_L1 };
    }
    late.next = std::max<qint64>(0, object.value("next"_L1).toInteger());
    late.dropped = std::max<qint64>(0, object.value("dropped"_L1).toInteger());
    return late;
}

VariablePage variablePage(const QJsonObject &object)
{
    VariablePage page;
    page.name = object.value("name"_L1).toString();
    page.type = object.value("type"_L1).toString();
    for (const QJsonValue &column : object.value("columns"_L1).toArray()) {
        page.columns << (column.isObject() ? column.toObject().value("name"_L1).toString() : column.toString());
        page.columnTypes << column.toObject().value("type"_L1).toString();
    }
    for (const QJsonValue &row : object.value("rows"_L1).toArray())
        page.rows << row.toArray();
    page.offset = object.value("offset"_L1).toInteger();
    page.total = object.value("total_rows"_L1).toInteger(page.offset + page.rows.size());
    if (const QJsonValue matching = object.value("matching_rows"_L1); matching.isDouble())
        page.matching = matching.toInteger();
    page.conditions = object.value("conditions"_L1).toInteger();
    page.totalColumns = object.value("total_columns"_L1).toInteger(page.columns.size());
    return page;
}

} // namespace OpenSandbox::Json

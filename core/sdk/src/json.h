// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/models.h>

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

} // namespace OpenSandbox::Json

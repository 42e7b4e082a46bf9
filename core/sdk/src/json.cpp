// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "json.h"

#include <QJsonArray>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

SandboxState SandboxState::fromName(const QString &name)
{
    static const std::pair<QLatin1StringView, Kind> known[] = {
        { "pending"_L1, Kind::Pending }, { "running"_L1, Kind::Running }, { "pausing"_L1, Kind::Pausing },
        { "paused"_L1, Kind::Paused }, { "resuming"_L1, Kind::Resuming }, { "stopping"_L1, Kind::Stopping },
        { "terminated"_L1, Kind::Terminated }, { "failed"_L1, Kind::Failed },
    };
    SandboxState state;
    state.name = name;
    for (const auto &[word, kind] : known) {
        if (name.compare(word, Qt::CaseInsensitive) == 0)
            state.kind = kind;
    }
    return state;
}

QString SandboxInfo::displayName() const
{
    const QString name = metadata.value(u"name"_s);
    return name.isEmpty() ? id.left(8) : name;
}

QString FileInfo::name() const
{
    return path.section(u'/', -1, -1, QString::SectionSkipEmpty);
}

namespace Json {

std::optional<QDateTime> dateTime(const QJsonValue &value)
{
    QString text = value.toString();
    // QDateTime knows milliseconds; servers send up to nine digits.
    if (const qsizetype point = text.indexOf(u'.'); point >= 0) {
        qsizetype end = point + 1;
        while (end < text.size() && text.at(end).isDigit())
            ++end;
        if (end > point + 4)
            text.remove(point + 4, end - point - 4);
    }
    QDateTime parsed = QDateTime::fromString(text, Qt::ISODateWithMs);
    if (!parsed.isValid())
        return {};
    if (parsed.timeSpec() == Qt::LocalTime)
        parsed.setTimeZone(QTimeZone::UTC);
    return parsed.toUTC();
}

QString dateTime(const QDateTime &value)
{
    return value.toUTC().toString(Qt::ISODateWithMs);
}

StringMap stringMap(const QJsonValue &value)
{
    StringMap map;
    const QJsonObject object = value.toObject();
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        if (!entry.value().isNull())
            map.insert(entry.key(), entry.value().toVariant().toString());
    }
    return map;
}

QJsonObject object(const StringMap &map)
{
    QJsonObject object;
    for (auto entry = map.begin(); entry != map.end(); ++entry)
        object.insert(entry.key(), entry.value());
    return object;
}

std::optional<SandboxInfo> sandboxInfo(const QJsonObject &object)
{
    SandboxInfo info;
    info.id = object.value("id"_L1).toString();
    if (info.id.isEmpty())
        return {};
    const QJsonValue status = object.value("status"_L1);
    const QJsonObject details = status.toObject();
    info.state = SandboxState::fromName(status.isString() ? status.toString() : details.value("state"_L1).toString());
    info.state.reason = details.value("reason"_L1).toString();
    info.state.message = details.value("message"_L1).toString();
    info.state.lastTransitionAt = dateTime(details.value("lastTransitionAt"_L1));
    const QJsonValue image = object.value("image"_L1);
    info.image = image.isString() ? image.toString() : image.toObject().value("uri"_L1).toString();
    info.snapshotId = object.value("snapshotId"_L1).toString();
    for (const QJsonValue &word : object.value("entrypoint"_L1).toArray())
        info.entrypoint << word.toString();
    if (const QJsonObject platform = object.value("platform"_L1).toObject(); !platform.isEmpty())
        info.platform = Platform { platform.value("os"_L1).toString(), platform.value("arch"_L1).toString() };
    info.metadata = stringMap(object.value("metadata"_L1));
    info.createdAt = dateTime(object.value("createdAt"_L1));
    info.expiresAt = dateTime(object.value("expiresAt"_L1));
    info.raw = object;
    return info;
}

SandboxPage sandboxPage(const QJsonObject &object)
{
    SandboxPage page;
    for (const QJsonValue &item : object.value("items"_L1).toArray()) {
        if (auto info = sandboxInfo(item.toObject()))
            page.items << *std::move(info);
    }
    readPagination(page, object);
    return page;
}

std::optional<Endpoint> endpoint(const QJsonObject &object)
{
    Endpoint endpoint;
    endpoint.endpoint = object.value("endpoint"_L1).toString();
    if (endpoint.endpoint.isEmpty())
        return {};
    const QJsonObject headers = object.value("headers"_L1).toObject();
    for (auto header = headers.begin(); header != headers.end(); ++header)
        endpoint.headers.insert(header.key().toUtf8(), header.value().toString().toUtf8());
    return endpoint;
}

FileInfo fileInfo(const QJsonObject &object)
{
    FileInfo info;
    info.path = object.value("path"_L1).toString();
    const QString type = object.value("type"_L1).toString();
    info.type = type == "directory"_L1 ? FileInfo::Type::Directory
        : type == "symlink"_L1         ? FileInfo::Type::Symlink
        : type == "file"_L1 || type.isEmpty() ? FileInfo::Type::File
                                              : FileInfo::Type::Other;
    info.size = object.value("size"_L1).toInteger();
    info.mode = object.value("mode"_L1).toInt();
    info.owner = object.value("owner"_L1).toString();
    info.group = object.value("group"_L1).toString();
    info.modifiedAt = dateTime(object.value("modified_at"_L1));
    info.createdAt = dateTime(object.value("created_at"_L1));
    info.nameIsExact = !info.path.contains(QChar::ReplacementCharacter);
    return info;
}

QJsonObject permissions(const Permissions &permissions)
{
    QJsonObject object;
    if (permissions.mode.value_or(0) > 0)
        object.insert("mode"_L1, *permissions.mode);
    if (!permissions.owner.isEmpty())
        object.insert("owner"_L1, permissions.owner);
    if (!permissions.group.isEmpty())
        object.insert("group"_L1, permissions.group);
    return object;
}

Metrics metrics(const QJsonObject &object)
{
    Metrics metrics;
    metrics.cpuCount = object.value("cpu_count"_L1).toDouble();
    metrics.cpuUsedPercent = object.value("cpu_used_pct"_L1).toDouble();
    metrics.memoryTotalMib = object.value("mem_total_mib"_L1).toDouble();
    metrics.memoryUsedMib = object.value("mem_used_mib"_L1).toDouble();
    metrics.timestampMs = object.value("timestamp"_L1).toInteger();
    if (const QJsonValue count = object.value("process_count"_L1); count.isDouble())
        metrics.processCount = count.toInt();
    if (const QJsonValue disk = object.value("disk_used_mib"_L1); disk.isDouble())
        metrics.diskUsedMib = disk.toDouble();
    return metrics;
}

CommandStatus commandStatus(const QJsonObject &object)
{
    CommandStatus status;
    status.id = object.value("id"_L1).toString();
    status.content = object.value("content"_L1).toString();
    status.running = object.value("running"_L1).toBool();
    if (const QJsonValue code = object.value("exit_code"_L1); code.isDouble())
        status.exitCode = code.toInt();
    status.error = object.value("error"_L1).toString();
    status.startedAt = dateTime(object.value("started_at"_L1));
    status.finishedAt = dateTime(object.value("finished_at"_L1));
    return status;
}

CodeContext codeContext(const QJsonObject &object)
{
    return { object.value("id"_L1).toString(), object.value("language"_L1).toString(), object.value("cwd"_L1).toString() };
}

} // namespace Json

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "lifecycle.h"

#include "json.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

using std::chrono::milliseconds;

namespace {

QByteArray snapshotPath(const QString &id)
{
    return "/snapshots/" + percentEncoded(id);
}

Task<SnapshotInfo> snapshotFrom(SharedClient client, Request request, std::stop_token stop)
{
    auto call = callFeatureForJson(client, Feature::Snapshots, std::move(request), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    if (auto info = Json::snapshot(json->object()))
        co_return *std::move(info);
    co_return std::unexpected(misunderstood(u"The server described a snapshot without its id."_s));
}

} // namespace

Task<SnapshotInfo> createSnapshotOf(SharedClient client, QString sandboxId, QString name, std::stop_token stop)
{
    const QByteArray path = sandboxPath(sandboxId, "/snapshots");
    Request request = name.isEmpty() ? Request::bare("POST", path) : Request::json("POST", path, QJsonDocument(QJsonObject { { u"name"_s, name } }));
    request.timeout = client->config.createTimeout;
    return snapshotFrom(client, std::move(request), std::move(stop));
}

Task<SnapshotInfo> snapshotOf(SharedClient client, QString id, std::stop_token stop)
{
    return snapshotFrom(client, Request::get(snapshotPath(id)), std::move(stop));
}

Task<SnapshotPage> snapshotsOf(SharedClient client, SnapshotFilter filter, std::stop_token stop)
{
    Query query;
    if (!filter.sandboxId.isEmpty())
        query.add("sandboxId", filter.sandboxId);
    for (const QString &state : filter.states)
        query.add("state", state);
    query.add("page", QString::number(filter.page)).add("pageSize", QString::number(filter.pageSize));
    auto call = callFeatureForJson(client, Feature::Snapshots, Request::get("/snapshots", query.bytes()), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    if (!json->object().value("items"_L1).isArray())
        co_return std::unexpected(misunderstood(u"The server's list of snapshots has no items."_s));
    SnapshotPage page;
    for (const QJsonValue &item : json->object().value("items"_L1).toArray()) {
        if (auto info = Json::snapshot(item.toObject()))
            page.items << *std::move(info);
    }
    Json::readPagination(page, json->object());
    co_return page;
}

Task<SnapshotInfo> waitForSnapshotOf(SharedClient client, QString id, milliseconds timeout, milliseconds interval, std::stop_token stop)
{
    Waiting<SnapshotInfo> waiting;
    waiting.look = [client, id, stop] { return snapshotOf(client, id, stop); };
    waiting.judge = [](const SnapshotInfo &info, QString &soFar) -> std::optional<Result<SnapshotInfo>> {
        if (info.isReady())
            return info;
        if (info.state == SnapshotInfo::State::Failed || info.state == SnapshotInfo::State::Deleting) {
            const QString what = info.state == SnapshotInfo::State::Failed ? u"The snapshot failed."_s : u"The snapshot is being deleted."_s;
            return std::unexpected(Error { Error::Kind::NotReady, 0, info.reason, QString(what + u' ' + info.message).trimmed(), {} });
        }
        soFar = u"it is %1"_s.arg(info.stateName);
        return {};
    };
    waiting.late = u"The snapshot was not ready within %1 s: %2."_s;
    waiting.timeout = timeout;
    waiting.interval = interval;
    return waitFor(std::move(client), std::move(waiting), std::move(stop));
}

Task<Done> deleteSnapshotOf(SharedClient client, QString id, std::stop_token stop)
{
    auto call = callFeatureForDone(client, Feature::Snapshots, Request::bare("DELETE", snapshotPath(id)), stop);
    const Result<Done> done = co_await call;
    if (!done && !done.error().isNotFound())
        co_return done;
    co_return Done {};
}

} // namespace OpenSandbox

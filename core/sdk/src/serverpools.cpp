// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "lifecycle.h"

#include "json.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

Task<QList<ServerPool>> poolsOf(SharedClient client, std::stop_token stop)
{
    auto call = callFeatureForJson(client, Feature::ServerPools, Request::get("/pools"), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    if (!json->object().value("items"_L1).isArray())
        co_return std::unexpected(misunderstood(u"The server's list of pools has no items."_s));
    QList<ServerPool> pools;
    for (const QJsonValue &item : json->object().value("items"_L1).toArray()) {
        if (auto pool = Json::serverPool(item.toObject()))
            pools << *std::move(pool);
    }
    co_return pools;
}

Task<ServerPool> poolFrom(SharedClient client, Request request, std::stop_token stop)
{
    auto call = callFeatureForJson(client, Feature::ServerPools, std::move(request), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    if (auto pool = Json::serverPool(json->object()))
        co_return *std::move(pool);
    co_return std::unexpected(misunderstood(u"The server described a pool without its name."_s));
}

Task<Done> deletePoolOf(SharedClient client, QString name, std::stop_token stop)
{
    auto call = callFeatureForDone(client, Feature::ServerPools, Request::bare("DELETE", "/pools/" + percentEncoded(name)), stop);
    const Result<Done> done = co_await call;
    if (!done && !done.error().isNotFound())
        co_return done;
    co_return Done {};
}

} // namespace OpenSandbox

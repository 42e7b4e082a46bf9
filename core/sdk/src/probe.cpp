// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "lifecycle.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

/// Asks once more about a feature, whatever is remembered. The server's own "not this id" is a yes.
Task<Done> ask(SharedClient client, Feature feature, Request request, std::stop_token stop)
{
    client->features->forget(feature);
    auto call = Client::callForDone(client, std::move(request), stop);
    Result<Done> done = co_await call;
    if (done || (done.error().isNotFound() && !done.error().code.isEmpty()))
        client->features->has(feature);
    else
        client->features->learn(feature, &done.error());
    co_return done;
}

} // namespace

Task<Capabilities> probeOf(SharedClient client, std::stop_token stop)
{
    Features &features = *client->features;
    features.forget(Feature::LocalExtensions);
    auto local = Client::callForJson(client, Request::get("/local"), stop);
    const Result<QJsonDocument> about = co_await local;
    if (about && about->object().contains("runtime"_L1)) {
        features.has(Feature::LocalExtensions);
        features.capabilities.runtime = u"local"_s;
        features.capabilities.version = about->object().value("version"_L1).toString();
    } else if (!about && meansUnsupported(Feature::LocalExtensions, about.error())) {
        features.lacks(Feature::LocalExtensions, about.error());
    } else {
        co_return std::unexpected(about ? misunderstood(u"The server's account of itself cannot be read."_s) : about.error());
    }
    auto pools = ask(client, Feature::ServerPools, Request::get("/pools"), stop);
    const Result<Done> withPools = co_await pools;
    if (!withPools && isPassing(withPools.error()))
        co_return std::unexpected(withPools.error());
    auto snapshots = ask(client, Feature::Snapshots, Request::get("/snapshots", "page=1&pageSize=1"), stop);
    co_await snapshots;
    // Refused with 501 before the id is looked at.
    auto scoped = ask(client, Feature::ScopedDiagnostics, Request::get(sandboxPath(u"probe"_s, "/diagnostics/logs"), "scope=container"), stop);
    co_await scoped;
    if (stop.stop_requested())
        co_return std::unexpected(cancelled());
    if (features.capabilities.runtime.isEmpty()) {
        const auto served = features.capabilities.supports(Feature::ServerPools);
        if (served.has_value())
            features.capabilities.runtime = *served ? u"kubernetes"_s : u"docker"_s;
    }
    Result<Capabilities> known(features.capabilities); // QCoro moves what it has to convert.
    co_return known;
}

} // namespace OpenSandbox

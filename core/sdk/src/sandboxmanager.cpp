// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "lifecycle.h"

#include "json.h"

#include <QJsonArray>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

using std::chrono::milliseconds;

QByteArray sandboxPath(const QString &id, QByteArrayView rest)
{
    return "/sandboxes/" + percentEncoded(id) + rest.toByteArray();
}

Task<SandboxInfo> sandboxFrom(SharedClient client, Request request, std::stop_token stop)
{
    auto call = Client::callForJson(client, std::move(request), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    if (auto info = Json::sandboxInfo(json->object()))
        co_return *std::move(info);
    co_return std::unexpected(misunderstood(u"The server described a sandbox without its id."_s));
}

bool isPassing(const Error &error)
{
    switch (error.kind) {
    case Error::Kind::Network:
    case Error::Kind::Timeout:
        return true;
    case Error::Kind::Api:
        return error.httpStatus == 429 || (error.httpStatus >= 500 && error.httpStatus != 501);
    default:
        return false;
    }
}

namespace {

template <typename T>
Task<T> callFeature(SharedClient client, Feature feature, Task<T> (*send)(SharedClient, Request, std::stop_token), Request request, std::stop_token stop)
{
    if (const auto refusal = client->features->refusal(feature))
        co_return std::unexpected(*refusal);
    auto call = send(client, std::move(request), stop);
    Result<T> answer = co_await call;
    client->features->learn(feature, answer ? nullptr : &answer.error());
    co_return answer;
}

} // namespace

Task<QJsonDocument> callFeatureForJson(SharedClient client, Feature feature, Request request, std::stop_token stop)
{
    return callFeature(std::move(client), feature, &Client::callForJson, std::move(request), std::move(stop));
}

Task<Done> callFeatureForDone(SharedClient client, Feature feature, Request request, std::stop_token stop)
{
    return callFeature(std::move(client), feature, &Client::callForDone, std::move(request), std::move(stop));
}

namespace {

using Shared = SharedClient;

Task<milliseconds> healthOf(Shared client, std::stop_token stop)
{
    // The only route without the version prefix.
    auto root = std::make_shared<Client>(*client);
    if (root->base.endsWith("/v1"))
        root->base.chop(3);
    QElapsedTimer clock;
    clock.start();
    auto call = Client::callForDone(root, Request::get("/health"), stop);
    const Result<Done> done = co_await call;
    if (!done)
        co_return std::unexpected(done.error());
    co_return milliseconds(clock.elapsed());
}

Task<SandboxInfo> createOf(Shared client, CreateOptions options, std::stop_token stop)
{
    if (auto problem = problemWith(options))
        co_return std::unexpected(*problem);
    const bool pool = options.extensions.contains(u"poolRef"_s);
    if (pool) {
        if (const auto refusal = client->features->refusal(Feature::ServerPools))
            co_return std::unexpected(*refusal);
    }
    Request request = Request::json("POST", "/sandboxes", QJsonDocument(Json::createBody(options)));
    request.timeout = client->config.createTimeout;
    request.secrets = options.env.values();
    if (options.imageAuth)
        request.secrets << options.imageAuth->password;
    for (const Volume &volume : options.volumes) {
        if (const auto *ossfs = std::get_if<OssfsVolume>(&volume.source))
            request.secrets << ossfs->accessKeyId << ossfs->accessKeySecret;
    }
    auto create = sandboxFrom(client, std::move(request), stop);
    Result<SandboxInfo> info = co_await create;
    if (!info && pool)
        client->features->learn(Feature::ServerPools, &info.error());
    if (!info && info.error().kind == Error::Kind::Timeout)
        info.error().message += u" Look through the list of sandboxes before trying again."_s;
    co_return info;
}

QByteArray listQuery(const SandboxFilter &filter)
{
    Query query;
    for (const QString &state : filter.states)
        query.add("state", state);
    if (!filter.metadata.isEmpty()) {
        // The server decodes this parameter twice: its value is a query string itself.
        Query inner;
        for (auto entry = filter.metadata.begin(); entry != filter.metadata.end(); ++entry)
            inner.add(percentEncoded(entry.key()), entry.value());
        query.add("metadata", QString::fromLatin1(inner.bytes()));
    }
    query.add("page", QString::number(filter.page));
    query.add("pageSize", QString::number(filter.pageSize));
    return query.bytes();
}

Task<SandboxPage> listOf(Shared client, SandboxFilter filter, std::stop_token stop)
{
    auto call = Client::callForJson(client, Request::get("/sandboxes", listQuery(filter)), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    if (!json->object().value("items"_L1).isArray())
        co_return std::unexpected(misunderstood(u"The server's list of sandboxes has no items."_s));
    co_return Json::sandboxPage(json->object());
}

Task<Done> killOf(Shared client, QString id, std::stop_token stop)
{
    auto call = Client::callForDone(client, Request::bare("DELETE", sandboxPath(id)), stop);
    const Result<Done> done = co_await call;
    if (!done && !done.error().isNotFound())
        co_return std::unexpected(done.error());
    co_return Done {};
}

Task<QDateTime> renewOf(Shared client, QString id, QDateTime expiresAt, std::stop_token stop)
{
    const QJsonObject body { { u"expiresAt"_s, Json::dateTime(expiresAt) } };
    auto renew = Client::callForJson(client, Request::json("POST", sandboxPath(id, "/renew-expiration"), QJsonDocument(body)), stop);
    const Result<QJsonDocument> answer = co_await renew;
    if (!answer)
        co_return std::unexpected(answer.error());
    std::optional<QDateTime> expiry = Json::dateTime(answer->object().value("expiresAt"_L1));
    // A renewal that meets the expiry timer is confirmed and yet has no effect: look again.
    auto look = sandboxFrom(client, Request::get(sandboxPath(id)), stop);
    const Result<SandboxInfo> info = co_await look;
    if (info && info->expiresAt)
        expiry = info->expiresAt;
    else if (!info && info.error().isNotFound())
        co_return std::unexpected(info.error());
    if (!expiry)
        co_return std::unexpected(misunderstood(u"The server renewed the sandbox without telling its expiry."_s));
    co_return *expiry;
}

Task<SandboxInfo> patchOf(Shared client, QString id, QMap<QString, std::optional<QString>> patch, std::stop_token stop)
{
    QJsonObject body;
    for (auto entry = patch.begin(); entry != patch.end(); ++entry)
        body.insert(entry.key(), entry.value() ? QJsonValue(*entry.value()) : QJsonValue());
    auto send = Client::callForDone(client, Request::json("PATCH", sandboxPath(id, "/metadata"), QJsonDocument(body)), stop);
    const Result<Done> done = co_await send;
    if (!done)
        co_return std::unexpected(done.error());
    auto look = sandboxFrom(client, Request::get(sandboxPath(id)), stop);
    co_return co_await look;
}

Task<Endpoint> endpointOf(Shared client, QString id, int port, std::stop_token stop)
{
    Query query;
    query.add("use_server_proxy", client->config.useServerProxy ? u"true"_s : u"false"_s);
    auto call = Client::callForJson(client, Request::get(sandboxPath(id, QByteArray("/endpoints/" + QByteArray::number(port))), query.bytes()), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    if (auto endpoint = Json::endpoint(json->object()))
        co_return client->config.rewritten(*std::move(endpoint));
    co_return std::unexpected(misunderstood(u"The server told no address for port %1."_s.arg(port)));
}

/// POST .../pause and .../resume. Where the sandbox is so already, Docker says 500 or 409; that is no failure.
Task<Done> transition(Shared client, QString id, QByteArray verb, SandboxState::Kind goal, std::stop_token stop)
{
    auto send = callFeatureForDone(client, Feature::PauseAndResume, Request::bare("POST", sandboxPath(id, QByteArray('/' + verb))), stop);
    const Result<Done> done = co_await send;
    if (done || done.error().kind != Error::Kind::Api || (done.error().httpStatus != 409 && done.error().httpStatus != 500))
        co_return done;
    auto look = sandboxFrom(client, Request::get(sandboxPath(id)), stop);
    const Result<SandboxInfo> info = co_await look;
    if (info && info->state.kind == goal)
        co_return Done {};
    co_return done;
}

Task<SandboxInfo> waitForStateOf(Shared client, QString id, SandboxState::Kind goal, milliseconds timeout, milliseconds interval, std::stop_token stop)
{
    Waiting<SandboxInfo> waiting;
    waiting.look = [client, id, stop] { return sandboxFrom(client, Request::get(sandboxPath(id)), stop); };
    waiting.judge = [goal, underWay = false](const SandboxInfo &info, QString &soFar) mutable -> std::optional<Result<SandboxInfo>> {
        const SandboxState &state = info.state;
        if (state.kind == goal)
            return info;
        const auto ended = [&](const QString &text) {
            return std::unexpected(Error { Error::Kind::NotReady, 0, state.reason, QString(text + u' ' + state.message).trimmed(), {} });
        };
        if (state.isOver())
            return ended(u"The sandbox ended (%1)."_s.arg(state.name));
        const bool settled = state.kind == SandboxState::Kind::Running || state.kind == SandboxState::Kind::Paused;
        if (settled && (underWay || state.reason.contains("fail"_L1, Qt::CaseInsensitive)))
            return ended(u"The sandbox is %1 again."_s.arg(state.name));
        underWay = underWay || state.kind == SandboxState::Kind::Pausing || state.kind == SandboxState::Kind::Resuming;
        soFar = u"it is %1"_s.arg(state.name.isEmpty() ? u"in a state without a name"_s : state.name);
        return {};
    };
    waiting.late = u"The sandbox did not change within %1 s: %2."_s;
    waiting.timeout = timeout;
    waiting.interval = interval;
    return waitFor(std::move(client), std::move(waiting), std::move(stop));
}

Task<Endpoint> signedEndpointOf(Shared client, QString id, int port, QDateTime expires, std::stop_token stop)
{
    if (!expires.isValid())
        co_return std::unexpected(invalid(u"A signed address needs a time until which it works."_s));
    Query query; // Without use_server_proxy: servers refuse both together.
    query.add("expires", QString::number(expires.toSecsSinceEpoch()));
    auto call = callFeatureForJson(client, Feature::SignedEndpoints, Request::get(sandboxPath(id, QByteArray("/endpoints/" + QByteArray::number(port))), query.bytes()), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    if (auto endpoint = Json::endpoint(json->object()))
        co_return client->config.rewritten(*std::move(endpoint));
    co_return std::unexpected(misunderstood(u"The server told no address for port %1."_s.arg(port)));
}

} // namespace

SandboxManager::SandboxManager(ConnectionConfig config) : m_client(Client::lifecycle(config)) { }
SandboxManager::~SandboxManager() = default;
SandboxManager::SandboxManager(SandboxManager &&) noexcept = default;
SandboxManager &SandboxManager::operator=(SandboxManager &&) noexcept = default;

const ConnectionConfig &SandboxManager::config() const
{
    return m_client->config;
}

Task<milliseconds> SandboxManager::health(std::stop_token stop)
{
    return healthOf(m_client, std::move(stop));
}

Task<SandboxInfo> SandboxManager::create(CreateOptions options, std::stop_token stop)
{
    return createOf(m_client, std::move(options), std::move(stop));
}

Task<SandboxInfo> SandboxManager::get(QString id, std::stop_token stop)
{
    return sandboxFrom(m_client, Request::get(sandboxPath(id)), std::move(stop));
}

Task<SandboxPage> SandboxManager::list(SandboxFilter filter, std::stop_token stop)
{
    return listOf(m_client, std::move(filter), std::move(stop));
}

Task<QList<SandboxInfo>> SandboxManager::listAll(SandboxFilter filter, std::stop_token stop)
{
    return everyPage<SandboxInfo>(m_client, std::move(filter), &listOf, std::move(stop));
}

Task<Done> SandboxManager::kill(QString id, std::stop_token stop)
{
    return killOf(m_client, std::move(id), std::move(stop));
}

Task<Done> SandboxManager::pause(QString id, std::stop_token stop)
{
    return transition(m_client, std::move(id), "pause", SandboxState::Kind::Paused, std::move(stop));
}

Task<Done> SandboxManager::resume(QString id, std::stop_token stop)
{
    return transition(m_client, std::move(id), "resume", SandboxState::Kind::Running, std::move(stop));
}

Task<SandboxInfo> SandboxManager::waitForState(QString id, SandboxState::Kind state, milliseconds timeout, milliseconds interval, std::stop_token stop)
{
    return waitForStateOf(m_client, std::move(id), state, timeout, interval, std::move(stop));
}

Task<QDateTime> SandboxManager::renewUntil(QString id, QDateTime expiresAt, std::stop_token stop)
{
    return renewOf(m_client, std::move(id), std::move(expiresAt), std::move(stop));
}

Task<SandboxInfo> SandboxManager::patchMetadata(QString id, QMap<QString, std::optional<QString>> patch, std::stop_token stop)
{
    return patchOf(m_client, std::move(id), std::move(patch), std::move(stop));
}

Task<Endpoint> SandboxManager::endpoint(QString id, int port, std::stop_token stop)
{
    return endpointOf(m_client, std::move(id), port, std::move(stop));
}

Task<Endpoint> SandboxManager::signedEndpoint(QString id, int port, QDateTime expires, std::stop_token stop)
{
    return signedEndpointOf(m_client, std::move(id), port, std::move(expires), std::move(stop));
}

Task<SnapshotInfo> SandboxManager::createSnapshot(QString sandboxId, QString name, std::stop_token stop)
{
    return createSnapshotOf(m_client, std::move(sandboxId), std::move(name), std::move(stop));
}

Task<SnapshotInfo> SandboxManager::getSnapshot(QString id, std::stop_token stop)
{
    return snapshotOf(m_client, std::move(id), std::move(stop));
}

Task<SnapshotPage> SandboxManager::listSnapshots(SnapshotFilter filter, std::stop_token stop)
{
    return snapshotsOf(m_client, std::move(filter), std::move(stop));
}

Task<QList<SnapshotInfo>> SandboxManager::listAllSnapshots(SnapshotFilter filter, std::stop_token stop)
{
    return everyPage<SnapshotInfo>(m_client, std::move(filter), &snapshotsOf, std::move(stop));
}

Task<SnapshotInfo> SandboxManager::waitForSnapshot(QString id, milliseconds timeout, milliseconds interval, std::stop_token stop)
{
    return waitForSnapshotOf(m_client, std::move(id), timeout, interval, std::move(stop));
}

Task<Done> SandboxManager::deleteSnapshot(QString id, std::stop_token stop)
{
    return deleteSnapshotOf(m_client, std::move(id), std::move(stop));
}

std::unique_ptr<DiagnosticsService> SandboxManager::diagnostics(QString sandboxId) const
{
    return makeDiagnosticsService(m_client, std::move(sandboxId));
}

Task<QList<ServerPool>> SandboxManager::listPools(std::stop_token stop)
{
    return poolsOf(m_client, std::move(stop));
}

Task<ServerPool> SandboxManager::getPool(QString name, std::stop_token stop)
{
    return poolFrom(m_client, Request::get("/pools/" + percentEncoded(name)), std::move(stop));
}

Task<ServerPool> SandboxManager::createPool(QString name, QJsonObject podTemplate, PoolCapacity capacity, std::stop_token stop)
{
    const QJsonObject body { { u"name"_s, name }, { u"template"_s, podTemplate }, { u"capacitySpec"_s, Json::poolCapacity(capacity) } };
    return poolFrom(m_client, Request::json("POST", "/pools", QJsonDocument(body)), std::move(stop));
}

Task<ServerPool> SandboxManager::resizePool(QString name, PoolCapacity capacity, std::stop_token stop)
{
    const QJsonObject body { { u"capacitySpec"_s, Json::poolCapacity(capacity) } };
    return poolFrom(m_client, Request::json("PUT", "/pools/" + percentEncoded(name), QJsonDocument(body)), std::move(stop));
}

Task<Done> SandboxManager::deletePool(QString name, std::stop_token stop)
{
    return deletePoolOf(m_client, std::move(name), std::move(stop));
}

Capabilities SandboxManager::capabilities() const
{
    return m_client->features->capabilities;
}

Task<Capabilities> SandboxManager::probe(std::stop_token stop)
{
    return probeOf(m_client, std::move(stop));
}

milliseconds SandboxManager::clockOffset() const
{
    return *m_client->clockOffset;
}

} // namespace OpenSandbox

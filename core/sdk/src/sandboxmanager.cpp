// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/sandboxmanager.h>

#include "client.h"
#include "json.h"

#include <QJsonArray>
#include <QSet>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

using std::chrono::milliseconds;
using Shared = std::shared_ptr<const Client>;

Error invalid(const QString &message)
{
    return { Error::Kind::InvalidArgument, 0, {}, message, {} };
}

QByteArray sandboxPath(const QString &id, QByteArrayView rest = {})
{
    return "/sandboxes/" + percentEncoded(id) + rest.toByteArray();
}

Error misunderstood(const QString &what)
{
    return { Error::Kind::Protocol, 200, {}, what, {} };
}

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

Task<SandboxInfo> sandboxFrom(Shared client, Request request, std::stop_token stop)
{
    auto call = Client::callForJson(client, std::move(request), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    if (auto info = Json::sandboxInfo(json->object()))
        co_return *std::move(info);
    co_return std::unexpected(misunderstood(u"The server described a sandbox without its id."_s));
}

Task<SandboxInfo> createOf(Shared client, CreateOptions options, std::stop_token stop)
{
    if (options.image.isEmpty() == options.snapshotId.isEmpty() && !options.extensions.contains(u"poolRef"_s))
        co_return std::unexpected(invalid(u"Give either an image or a snapshot to start from."_s));
    if (options.timeout && options.timeout->count() < 60)
        co_return std::unexpected(invalid(u"The shortest lifetime of a sandbox is 60 s."_s));
    Request request = Request::json("POST", "/sandboxes", QJsonDocument(Json::createBody(options)));
    request.timeout = client->config.createTimeout;
    auto create = sandboxFrom(client, std::move(request), stop);
    Result<SandboxInfo> info = co_await create;
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

Task<QList<SandboxInfo>> listAllOf(Shared client, SandboxFilter filter, std::stop_token stop)
{
    constexpr int MaximumPages = 1000;
    QList<SandboxInfo> items;
    for (int attempt = 0; attempt < 3; ++attempt) {
        items.clear();
        QSet<QString> seen;
        int total = -1;
        bool moved = false;
        for (int number = 1; number <= MaximumPages; ++number) {
            filter.page = number;
            auto ask = listOf(client, filter, stop);
            const Result<SandboxPage> page = co_await ask;
            if (!page)
                co_return std::unexpected(page.error());
            moved = moved || (total >= 0 && page->totalItems != total);
            total = page->totalItems;
            for (const SandboxInfo &info : page->items) {
                if (!seen.contains(info.id)) {
                    seen.insert(info.id);
                    items << info;
                }
            }
            if (page->items.isEmpty() || !(page->hasNextPage || number < page->totalPages))
                break;
        }
        if (!moved)
            break;
    }
    co_return items;
}

Task<Done> killOf(Shared client, QString id)
{
    auto call = Client::callForDone(client, Request::bare("DELETE", sandboxPath(id)));
    const Result<Done> done = co_await call;
    if (!done && !done.error().isNotFound())
        co_return std::unexpected(done.error());
    co_return Done {};
}

Task<QDateTime> renewOf(Shared client, QString id, QDateTime expiresAt)
{
    const QJsonObject body { { u"expiresAt"_s, Json::dateTime(expiresAt) } };
    auto renew = Client::callForJson(client, Request::json("POST", sandboxPath(id, "/renew-expiration"), QJsonDocument(body)));
    const Result<QJsonDocument> answer = co_await renew;
    if (!answer)
        co_return std::unexpected(answer.error());
    std::optional<QDateTime> expiry = Json::dateTime(answer->object().value("expiresAt"_L1));
    // A renewal that meets the expiry timer is confirmed and yet has no effect: look again.
    auto look = sandboxFrom(client, Request::get(sandboxPath(id)), {});
    const Result<SandboxInfo> info = co_await look;
    if (info && info->expiresAt)
        expiry = info->expiresAt;
    else if (!info && info.error().isNotFound())
        co_return std::unexpected(info.error());
    if (!expiry)
        co_return std::unexpected(misunderstood(u"The server renewed the sandbox without telling its expiry."_s));
    co_return *expiry;
}

Task<SandboxInfo> patchOf(Shared client, QString id, QMap<QString, std::optional<QString>> patch)
{
    QJsonObject body;
    for (auto entry = patch.begin(); entry != patch.end(); ++entry)
        body.insert(entry.key(), entry.value() ? QJsonValue(*entry.value()) : QJsonValue());
    auto send = Client::callForDone(client, Request::json("PATCH", sandboxPath(id, "/metadata"), QJsonDocument(body)));
    const Result<Done> done = co_await send;
    if (!done)
        co_return std::unexpected(done.error());
    auto look = sandboxFrom(client, Request::get(sandboxPath(id)), {});
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
    return listAllOf(m_client, std::move(filter), std::move(stop));
}

Task<Done> SandboxManager::kill(QString id)
{
    return killOf(m_client, std::move(id));
}

Task<Done> SandboxManager::pause(QString id)
{
    return Client::callForDone(m_client, Request::bare("POST", sandboxPath(id, "/pause")));
}

Task<Done> SandboxManager::resume(QString id)
{
    return Client::callForDone(m_client, Request::bare("POST", sandboxPath(id, "/resume")));
}

Task<QDateTime> SandboxManager::renewUntil(QString id, QDateTime expiresAt)
{
    return renewOf(m_client, std::move(id), std::move(expiresAt));
}

Task<SandboxInfo> SandboxManager::patchMetadata(QString id, QMap<QString, std::optional<QString>> patch)
{
    return patchOf(m_client, std::move(id), std::move(patch));
}

Task<Endpoint> SandboxManager::endpoint(QString id, int port, std::stop_token stop)
{
    return endpointOf(m_client, std::move(id), port, std::move(stop));
}

milliseconds SandboxManager::clockOffset() const
{
    return *m_client->clockOffset;
}

} // namespace OpenSandbox

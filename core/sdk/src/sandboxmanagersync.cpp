// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/sandboxsync.h>

#include "syncthread.h"

namespace OpenSandbox {

struct SandboxManagerSync::Private
{
    explicit Private(const ConnectionConfig &config) : manager(keptIn(thread, std::make_shared<Lazy>(Lazy { config, {} }))) { }

    /// Made by the first call, in the SDK's thread.
    struct Lazy
    {
        ConnectionConfig config;
        std::optional<SandboxManager> manager;

        SandboxManager &get()
        {
            if (!manager)
                manager.emplace(config);
            return *manager;
        }
    };

    template <typename T, typename... Args>
    Result<T> call(Task<T> (SandboxManager::*method)(Args...), std::type_identity_t<Args>... args) const
    {
        return Sync::run<T>(thread, [lazy = manager, method, ... args = std::move(args)](const JobQueuePtr &) mutable { return (lazy->get().*method)(std::move(args)...); });
    }

    std::shared_ptr<SyncThread> thread = SyncThread::shared();
    std::shared_ptr<Lazy> manager;
};

SandboxManagerSync::SandboxManagerSync(ConnectionConfig config) : d(std::make_unique<Private>(config)) { }
SandboxManagerSync::~SandboxManagerSync() = default;

DiagnosticsSync SandboxManagerSync::diagnostics(QString sandboxId) const
{
    auto made = Sync::now<std::shared_ptr<DiagnosticsService>>(d->thread, [lazy = d->manager, sandboxId = std::move(sandboxId)]() -> std::shared_ptr<DiagnosticsService> {
        return lazy->get().diagnostics(sandboxId);
    });
    return { d->thread, made ? keptIn(d->thread, *std::move(made)) : nullptr };
}

Asynchronous<SandboxManager> SandboxManagerSync::asynchronous() const
{
    auto made = Sync::now<std::shared_ptr<SandboxManager>>(d->thread, [lazy = d->manager] { return std::shared_ptr<SandboxManager>(lazy, &lazy->get()); });
    return { d->thread, made ? *std::move(made) : nullptr };
}

Result<Capabilities> SandboxManagerSync::capabilities() const
{
    return Sync::now<Capabilities>(d->thread, [lazy = d->manager] { return lazy->get().capabilities(); });
}

Result<std::chrono::milliseconds> SandboxManagerSync::health(std::stop_token stop)
{
    return d->call(&SandboxManager::health, std::move(stop));
}

Result<SandboxInfo> SandboxManagerSync::create(CreateOptions options, std::stop_token stop)
{
    return d->call(&SandboxManager::create, std::move(options), std::move(stop));
}

Result<SandboxInfo> SandboxManagerSync::get(QString id, std::stop_token stop)
{
    return d->call(&SandboxManager::get, std::move(id), std::move(stop));
}

Result<SandboxPage> SandboxManagerSync::list(SandboxFilter filter, std::stop_token stop)
{
    return d->call(&SandboxManager::list, std::move(filter), std::move(stop));
}

Result<QList<SandboxInfo>> SandboxManagerSync::listAll(SandboxFilter filter, std::stop_token stop)
{
    return d->call(&SandboxManager::listAll, std::move(filter), std::move(stop));
}

Result<Done> SandboxManagerSync::kill(QString id, std::stop_token stop)
{
    return d->call(&SandboxManager::kill, std::move(id), std::move(stop));
}

Result<Done> SandboxManagerSync::pause(QString id, std::stop_token stop)
{
    return d->call(&SandboxManager::pause, std::move(id), std::move(stop));
}

Result<Done> SandboxManagerSync::resume(QString id, std::stop_token stop)
{
    return d->call(&SandboxManager::resume, std::move(id), std::move(stop));
}

Result<SandboxInfo> SandboxManagerSync::waitForState(QString id, SandboxState::Kind state, std::chrono::milliseconds timeout, std::chrono::milliseconds interval, std::stop_token stop)
{
    return d->call(&SandboxManager::waitForState, std::move(id), state, timeout, interval, std::move(stop));
}

Result<QDateTime> SandboxManagerSync::renewUntil(QString id, QDateTime expiresAt, std::stop_token stop)
{
    return d->call(&SandboxManager::renewUntil, std::move(id), std::move(expiresAt), std::move(stop));
}

Result<SandboxInfo> SandboxManagerSync::patchMetadata(QString id, QMap<QString, std::optional<QString>> patch, std::stop_token stop)
{
    return d->call(&SandboxManager::patchMetadata, std::move(id), std::move(patch), std::move(stop));
}

Result<Endpoint> SandboxManagerSync::endpoint(QString id, int port, std::stop_token stop)
{
    return d->call(&SandboxManager::endpoint, std::move(id), port, std::move(stop));
}

Result<Endpoint> SandboxManagerSync::signedEndpoint(QString id, int port, QDateTime expires, std::stop_token stop)
{
    return d->call(&SandboxManager::signedEndpoint, std::move(id), port, std::move(expires), std::move(stop));
}

Result<SnapshotInfo> SandboxManagerSync::createSnapshot(QString sandboxId, QString name, std::stop_token stop)
{
    return d->call(&SandboxManager::createSnapshot, std::move(sandboxId), std::move(name), std::move(stop));
}

Result<SnapshotInfo> SandboxManagerSync::getSnapshot(QString id, std::stop_token stop)
{
    return d->call(&SandboxManager::getSnapshot, std::move(id), std::move(stop));
}

Result<SnapshotPage> SandboxManagerSync::listSnapshots(SnapshotFilter filter, std::stop_token stop)
{
    return d->call(&SandboxManager::listSnapshots, std::move(filter), std::move(stop));
}

Result<QList<SnapshotInfo>> SandboxManagerSync::listAllSnapshots(SnapshotFilter filter, std::stop_token stop)
{
    return d->call(&SandboxManager::listAllSnapshots, std::move(filter), std::move(stop));
}

Result<SnapshotInfo> SandboxManagerSync::waitForSnapshot(QString id, std::chrono::milliseconds timeout, std::chrono::milliseconds interval, std::stop_token stop)
{
    return d->call(&SandboxManager::waitForSnapshot, std::move(id), timeout, interval, std::move(stop));
}

Result<Done> SandboxManagerSync::deleteSnapshot(QString id, std::stop_token stop)
{
    return d->call(&SandboxManager::deleteSnapshot, std::move(id), std::move(stop));
}

Result<QList<ServerPool>> SandboxManagerSync::listPools(std::stop_token stop)
{
    return d->call(&SandboxManager::listPools, std::move(stop));
}

Result<ServerPool> SandboxManagerSync::getPool(QString name, std::stop_token stop)
{
    return d->call(&SandboxManager::getPool, std::move(name), std::move(stop));
}

Result<ServerPool> SandboxManagerSync::createPool(QString name, QJsonObject podTemplate, PoolCapacity capacity, std::stop_token stop)
{
    return d->call(&SandboxManager::createPool, std::move(name), std::move(podTemplate), capacity, std::move(stop));
}

Result<ServerPool> SandboxManagerSync::resizePool(QString name, PoolCapacity capacity, std::stop_token stop)
{
    return d->call(&SandboxManager::resizePool, std::move(name), capacity, std::move(stop));
}

Result<Done> SandboxManagerSync::deletePool(QString name, std::stop_token stop)
{
    return d->call(&SandboxManager::deletePool, std::move(name), std::move(stop));
}

Result<Capabilities> SandboxManagerSync::probe(std::stop_token stop)
{
    return d->call(&SandboxManager::probe, std::move(stop));
}

} // namespace OpenSandbox

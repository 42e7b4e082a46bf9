// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/capabilities.h>
#include <opensandbox/connectionconfig.h>
#include <opensandbox/diagnostics.h>
#include <opensandbox/serverpool.h>
#include <opensandbox/services.h>
#include <opensandbox/snapshot.h>

namespace OpenSandbox {

class Client;

/**
 * The lifecycle server: everything about sandboxes by id, nothing inside them (sandbox-lifecycle.yml). Threads and
 * lifetime as in services.h.
 */
class SandboxManager
{
public:
    /// Talks to the server of these settings. Sends nothing yet.
    explicit SandboxManager(ConnectionConfig config);
    ~SandboxManager();
    /// Takes over the other's connection.
    SandboxManager(SandboxManager &&) noexcept;
    /// Takes over the other's connection.
    SandboxManager &operator=(SandboxManager &&) noexcept;

    /// As it was made with.
    const ConnectionConfig &config() const;

    /// GET /health; the value is the time it took.
    Task<std::chrono::milliseconds> health(std::stop_token stop = {});
    /// The bare POST, without waiting for execd; prefer Sandbox::create. Sent once: after a timeout look for it by metadata.
    Task<SandboxInfo> create(CreateOptions options, std::stop_token stop = {});
    /// One sandbox by its id.
    Task<SandboxInfo> get(QString id, std::stop_token stop = {});
    /// One page of sandboxes.
    Task<SandboxPage> list(SandboxFilter filter = {}, std::stop_token stop = {});
    /// Every page; de-duplicated by id, read again from the start when the total changed on the way (at most 3 times).
    Task<QList<SandboxInfo>> listAll(SandboxFilter filter = {}, std::stop_token stop = {});
    /// 404 counts as done.
    Task<Done> kill(QString id, std::stop_token stop = {});
    /// Ends when the server has accepted it; on Kubernetes the sandbox then is still Pausing: see waitForState. One that is paused counts as done.
    Task<Done> pause(QString id, std::stop_token stop = {});
    /// As pause(). Addresses may have changed afterwards: Sandbox::resume does all of it.
    Task<Done> resume(QString id, std::stop_token stop = {});
    /**
     * Looks every `interval` until the sandbox has this state. Ends with NotReady when it ends otherwise: the
     * time is over, it is Failed or Terminated, or a transition fell back to where it came from (code: the
     * server's reason, for example of a failed pause). 404: it is gone. Unknown states are waited through.
     */
    Task<SandboxInfo> waitForState(QString id, SandboxState::Kind state, std::chrono::milliseconds timeout = std::chrono::minutes(2),
                                   std::chrono::milliseconds interval = std::chrono::milliseconds(500), std::stop_token stop = {});
    /// The value is the expiry as the server then has it.
    Task<QDateTime> renewUntil(QString id, QDateTime expiresAt, std::stop_token stop = {});
    /// Null values (absent optionals) remove a key. Reads the sandbox again, because the reply may lie.
    Task<SandboxInfo> patchMetadata(QString id, QMap<QString, std::optional<QString>> patch, std::stop_token stop = {});
    /// Where a port of a sandbox is reached, its host as ConnectionConfig::endpointHosts has it.
    Task<Endpoint> endpoint(QString id, int port, std::stop_token stop = {});
    /// An address that carries its own permission until `expires` (whole seconds; Kubernetes behind a gateway only).
    /// Never by the server's proxy: the two exclude each other.
    Task<Endpoint> signedEndpoint(QString id, int port, QDateTime expires, std::stop_token stop = {});

    /// The sandbox must be Running. The snapshot is Creating at first: see waitForSnapshot. Sent once.
    Task<SnapshotInfo> createSnapshot(QString sandboxId, QString name = {}, std::stop_token stop = {});
    /// One snapshot by its id.
    Task<SnapshotInfo> getSnapshot(QString id, std::stop_token stop = {});
    /// One page of snapshots.
    Task<SnapshotPage> listSnapshots(SnapshotFilter filter = {}, std::stop_token stop = {});
    /// As listAll().
    Task<QList<SnapshotInfo>> listAllSnapshots(SnapshotFilter filter = {}, std::stop_token stop = {});
    /// Ends with NotReady when the snapshot failed (code: the server's reason), is being deleted, or the time is over.
    Task<SnapshotInfo> waitForSnapshot(QString id, std::chrono::milliseconds timeout = std::chrono::minutes(10),
                                       std::chrono::milliseconds interval = std::chrono::milliseconds(500), std::stop_token stop = {});
    /// 404 counts as done; 409 while it is being made or a sandbox needs it.
    Task<Done> deleteSnapshot(QString id, std::stop_token stop = {});

    /// Logs and events of a sandbox.
    std::unique_ptr<DiagnosticsService> diagnostics(QString sandboxId) const;

    /// Pools that the server keeps. Kubernetes only; a 501 of others is remembered.
    Task<QList<ServerPool>> listPools(std::stop_token stop = {});
    /// One pool by its name.
    Task<ServerPool> getPool(QString name, std::stop_token stop = {});
    /// A new pool of sandboxes made from a pod template (Kubernetes).
    Task<ServerPool> createPool(QString name, QJsonObject podTemplate, PoolCapacity capacity, std::stop_token stop = {});
    /// Another capacity; the pool follows in the background.
    Task<ServerPool> resizePool(QString name, PoolCapacity capacity, std::stop_token stop = {});
    /// Removes the pool with its idle sandboxes; those in use live on.
    Task<Done> deletePool(QString name, std::stop_token stop = {});

    /// What is known without asking.
    Capabilities capabilities() const;
    /// Asks by calls that change nothing: which runtime, server pools, scoped diagnostics, snapshots.
    Task<Capabilities> probe(std::stop_token stop = {});
    /// Server clock minus local clock by the last Date header; 0 before the first answer.
    std::chrono::milliseconds clockOffset() const;

private:
    std::shared_ptr<const Client> m_client;
};

} // namespace OpenSandbox

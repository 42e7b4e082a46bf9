// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/asynchronous.h>
#include <opensandbox/codeinterpreter.h>
#include <opensandbox/sandboxpool.h>
#include <opensandbox/syncservices.h>

/// Sandbox, SandboxManager, SandboxPool and CodeInterpreter, blocking; where and how: syncservices.h. Objects may be destroyed in any order and thread.
namespace OpenSandbox {

/// Sandbox, blocking; where and how: syncservices.h.
class SandboxSync
{
public:
    /// @name As in Sandbox
    /// @{

    /// The function of the same name in Sandbox, blocking.
    static Result<std::shared_ptr<SandboxSync>> create(ConnectionConfig config, CreateOptions options, std::stop_token stop = {},
                                                       std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    static Result<std::shared_ptr<SandboxSync>> create(ConnectionConfig config, CreateOptions options, ConnectOptions how, std::stop_token stop = {},
                                                       std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    static Result<std::shared_ptr<SandboxSync>> connect(ConnectionConfig config, QString id, ConnectOptions how = {}, std::stop_token stop = {},
                                                        std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    static Result<std::shared_ptr<SandboxSync>> resume(ConnectionConfig config, QString id, std::stop_token stop = {},
                                                       std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    static Result<std::shared_ptr<SandboxSync>> resume(ConnectionConfig config, QString id, ConnectOptions how, std::stop_token stop = {},
                                                       std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    ~SandboxSync();

    const QString &id() const;
    const ConnectionConfig &config() const;

    FilesSync &files();
    CommandsSync &commands();
    MetricsSync &metrics();
    HealthSync &health();
    PtySync &pty();
    EgressSync &egress();
    CredentialVaultSync &credentialVault();
    DiagnosticsSync &diagnostics();

    Result<SandboxInfo> info(std::stop_token stop = {});
    Result<Endpoint> endpoint(int port, std::stop_token stop = {});
    Result<QUrl> endpointUrl(int port, std::stop_token stop = {});
    Result<Endpoint> signedEndpoint(int port, QDateTime expires, std::stop_token stop = {});
    Result<QDateTime> renew(std::chrono::seconds fromNow, std::stop_token stop = {});
    Result<SandboxInfo> patchMetadata(QMap<QString, std::optional<QString>> patch, std::stop_token stop = {});
    Result<SnapshotInfo> createSnapshot(QString name = {}, std::stop_token stop = {});
    Result<bool> isHealthy(std::stop_token stop = {});
    Result<Done> waitUntilReady(std::chrono::milliseconds timeout = std::chrono::seconds(30), std::stop_token stop = {});
    Result<Done> pause(std::stop_token stop = {});
    Result<Done> resume(std::stop_token stop = {});
    Result<Done> kill(std::stop_token stop = {});
    Result<Done> close();
    Result<Capabilities> probe(std::stop_token stop = {});
    Result<Capabilities> capabilities() const;
    /// @}

    /// The Sandbox behind it.
    Asynchronous<Sandbox> asynchronous() const;

private:
    struct Private;
    /// Made by create, connect and resume.
    explicit SandboxSync(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
    friend class CodeInterpreterSync;
    friend struct SandboxSyncAccess;
};

/// CodeInterpreter, blocking; where and how: syncservices.h.
class CodeInterpreterSync
{
public:
    /// @name As in CodeInterpreter
    /// @{

    /// The function of the same name in CodeInterpreter, blocking.
    static Result<std::shared_ptr<CodeInterpreterSync>> create(std::shared_ptr<SandboxSync> sandbox);
    ~CodeInterpreterSync();

    CodesSync &codes();
    SandboxSync &sandbox();
    const QString &id() { return sandbox().id(); }
    FilesSync &files() { return sandbox().files(); }
    CommandsSync &commands() { return sandbox().commands(); }
    MetricsSync &metrics() { return sandbox().metrics(); }
    /// @}

    /// The CodeInterpreter behind it.
    Asynchronous<CodeInterpreter> asynchronous() const;

private:
    struct Private;
    /// Made by create.
    explicit CodeInterpreterSync(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

/// SandboxManager, blocking; where and how: syncservices.h.
class SandboxManagerSync
{
public:
    /// Talks to the server of these settings. Sends nothing yet.
    explicit SandboxManagerSync(ConnectionConfig config);
    ~SandboxManagerSync();

    /// @name As in SandboxManager
    /// @{

    /// The function of the same name in SandboxManager, blocking.
    Result<std::chrono::milliseconds> health(std::stop_token stop = {});
    Result<SandboxInfo> create(CreateOptions options, std::stop_token stop = {});
    Result<SandboxInfo> get(QString id, std::stop_token stop = {});
    Result<SandboxPage> list(SandboxFilter filter = {}, std::stop_token stop = {});
    Result<QList<SandboxInfo>> listAll(SandboxFilter filter = {}, std::stop_token stop = {});
    Result<Done> kill(QString id, std::stop_token stop = {});
    Result<Done> pause(QString id, std::stop_token stop = {});
    Result<Done> resume(QString id, std::stop_token stop = {});
    Result<SandboxInfo> waitForState(QString id, SandboxState::Kind state, std::chrono::milliseconds timeout = std::chrono::minutes(2),
                                     std::chrono::milliseconds interval = std::chrono::milliseconds(500), std::stop_token stop = {});
    Result<QDateTime> renewUntil(QString id, QDateTime expiresAt, std::stop_token stop = {});
    Result<SandboxInfo> patchMetadata(QString id, QMap<QString, std::optional<QString>> patch, std::stop_token stop = {});
    Result<Endpoint> endpoint(QString id, int port, std::stop_token stop = {});
    Result<Endpoint> signedEndpoint(QString id, int port, QDateTime expires, std::stop_token stop = {});
    Result<SnapshotInfo> createSnapshot(QString sandboxId, QString name = {}, std::stop_token stop = {});
    Result<SnapshotInfo> getSnapshot(QString id, std::stop_token stop = {});
    Result<SnapshotPage> listSnapshots(SnapshotFilter filter = {}, std::stop_token stop = {});
    Result<QList<SnapshotInfo>> listAllSnapshots(SnapshotFilter filter = {}, std::stop_token stop = {});
    Result<SnapshotInfo> waitForSnapshot(QString id, std::chrono::milliseconds timeout = std::chrono::minutes(10),
                                         std::chrono::milliseconds interval = std::chrono::milliseconds(500), std::stop_token stop = {});
    Result<Done> deleteSnapshot(QString id, std::stop_token stop = {});
    DiagnosticsSync diagnostics(QString sandboxId) const;
    Result<QList<ServerPool>> listPools(std::stop_token stop = {});
    Result<ServerPool> getPool(QString name, std::stop_token stop = {});
    Result<ServerPool> createPool(QString name, QJsonObject podTemplate, PoolCapacity capacity, std::stop_token stop = {});
    Result<ServerPool> resizePool(QString name, PoolCapacity capacity, std::stop_token stop = {});
    Result<Done> deletePool(QString name, std::stop_token stop = {});
    Result<Capabilities> capabilities() const;
    Result<Capabilities> probe(std::stop_token stop = {});
    /// @}

    /// The SandboxManager behind it.
    Asynchronous<SandboxManager> asynchronous() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// SandboxPool, blocking; where and how: syncservices.h.
class SandboxPoolSync
{
public:
    /// Not started yet.
    SandboxPoolSync(ConnectionConfig config, SandboxPoolOptions options, std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    /// Kills the waiting sandboxes first.
    ~SandboxPoolSync();

    /// @name As in SandboxPool
    /// @{

    /// The function of the same name in SandboxPool, blocking.
    Result<Done> start();
    Result<std::shared_ptr<SandboxSync>> acquire(AcquireOptions options = {}, std::stop_token stop = {});
    Result<Done> resize(int maxIdle);
    Result<int> releaseAllIdle();
    Result<Done> shutdown(bool graceful = true);
    Result<SandboxPoolSnapshot> snapshot() const;
    Result<QList<IdleSandbox>> idleEntries() const;
    /// @}

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace OpenSandbox

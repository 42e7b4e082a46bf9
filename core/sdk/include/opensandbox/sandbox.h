// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/adapterfactory.h>
#include <opensandbox/sandboxmanager.h>

#include <QUrl>

#include <memory>

namespace OpenSandbox {

inline constexpr int ExecdPort = 44772; ///< Where execd listens in every sandbox.
inline constexpr int EgressPort = 18080; ///< Where the egress guard listens, if there is one.

class Sandbox;

/// Decides instead of execd's /ping whether a sandbox is ready; an Error means not yet, one that isAuthentication() means never.
using HealthCheck = std::function<Task<Done>(Sandbox &sandbox, std::stop_token stop)>;

/// How to attach to a sandbox.
struct ConnectOptions
{
    std::chrono::milliseconds readyTimeout { 30'000 }; ///< For execd to answer.
    std::chrono::milliseconds readyPollInterval { 200 }; ///< Between two looks.
    bool skipHealthCheck = false; ///< Do not wait for execd.
    HealthCheck healthCheck; ///< Empty: execd's /ping.
    int execdPort = ExecdPort; ///< Where execd listens, should it be elsewhere.
};

/**
 * One sandbox and its services. Made by create, connect or resume, which all end with a ready execd. It stays in
 * the thread that made it (services.h). Neither destroying nor closing it ends the sandbox: kill() does. Calls under
 * way outlive a destroyed one; close() ends them.
 */
class Sandbox : public std::enable_shared_from_this<Sandbox>
{
public:
    /// Creates, resolves the endpoint and waits for execd. On any failure after the POST the sandbox is killed again.
    static Task<std::shared_ptr<Sandbox>> create(ConnectionConfig config, CreateOptions options, std::stop_token stop = {},
                                                 std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    /// The same with a check of your own; the waiting times of `how` count, not those of `options`.
    static Task<std::shared_ptr<Sandbox>> create(ConnectionConfig config, CreateOptions options, ConnectOptions how, std::stop_token stop = {},
                                                 std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    /// Attaches to a running sandbox; never kills it. A 401 or 403 from execd ends the wait at once.
    static Task<std::shared_ptr<Sandbox>> connect(ConnectionConfig config, QString id, std::chrono::milliseconds readyTimeout = std::chrono::seconds(30),
                                                  std::stop_token stop = {}, std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    /// The same with more to choose.
    static Task<std::shared_ptr<Sandbox>> connect(ConnectionConfig config, QString id, ConnectOptions how, std::stop_token stop = {},
                                                  std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    /// Resumes a paused sandbox, then connects with fresh endpoints. Waits up to 2 minutes, because a checkpoint may have to be read back.
    static Task<std::shared_ptr<Sandbox>> resume(ConnectionConfig config, QString id, std::stop_token stop = {},
                                                 std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    /// The same with more to choose, the waiting time among it.
    static Task<std::shared_ptr<Sandbox>> resume(ConnectionConfig config, QString id, ConnectOptions how, std::stop_token stop = {},
                                                 std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    ~Sandbox();

    /// Of the sandbox.
    const QString &id() const;
    /// As it was made with.
    const ConnectionConfig &config() const;
    /// Where execd is reached.
    const Endpoint &execdEndpoint() const;

    /// Files inside.
    FilesService &files();
    /// Commands and bash sessions.
    CommandsService &commands();
    /// Processor and memory.
    MetricsService &metrics();
    /// Whether execd answers.
    HealthService &health();
    /// Terminals.
    PtyService &pty();
    EgressService &egress(); ///< Its address is looked up at the first call.
    /// Secrets that are put into requests on their way out.
    CredentialVaultService &credentialVault();
    /// Logs and events for finding out what is wrong.
    DiagnosticsService &diagnostics();
    /// The lifecycle server it lives on.
    SandboxManager &manager();

    /// Its state and settings as the server has them now.
    Task<SandboxInfo> info(std::stop_token stop = {});
    /// Where a port of it is reached.
    Task<Endpoint> endpoint(int port, std::stop_token stop = {});
    /// "http://host:port/path" of a port, with the scheme of the connection. The headers still have to be sent.
    Task<QUrl> endpointUrl(int port, std::stop_token stop = {});
    /// An address that anybody may use until it expires, where the server can do that.
    Task<Endpoint> signedEndpoint(int port, QDateTime expires, std::stop_token stop = {});
    /// Sends now + fromNow by the server's clock. May shorten the life.
    Task<QDateTime> renew(std::chrono::seconds fromNow, std::stop_token stop = {});
    /// Changes its metadata: absent values remove a key. The value is how it is afterwards.
    Task<SandboxInfo> patchMetadata(QMap<QString, std::optional<QString>> patch, std::stop_token stop = {});
    /// Keeps its file system; the snapshot is made in the background.
    Task<SnapshotInfo> createSnapshot(QString name = {}, std::stop_token stop = {});
    /// The value is an answer, too: false means that execd (or the check of your own) did not answer well.
    Task<bool> isHealthy(std::stop_token stop = {});
    /// Until execd answers, or the error of the last try.
    Task<Done> waitUntilReady(std::chrono::milliseconds timeout = std::chrono::seconds(30), std::stop_token stop = {});
    /// Stops its processes where they are; resolves when the server has accepted that.
    Task<Done> pause(std::stop_token stop = {});
    /// From the same object: its services keep their address, so prefer the static form where addresses may change (Kubernetes).
    Task<Done> resume(std::stop_token stop = {});
    /// Ends it for good, with everything in it. One that is gone counts as killed.
    Task<Done> kill(std::stop_token stop = {});
    /**
     * Leaves the sandbox, which runs on: calls to it that are under way end with Error::Cancelled, its terminals with
     * PtySession::State::Closed, and later ones fail at once. What the lifecycle server does (info(), renew(), kill()) still works.
     */
    void close();
    /**
     * What this sandbox's execd can do beyond the published API: Feature::LocalExtensions, Terminal and CodeExtensions.
     * Asks the local runtime for its own account (GET /capabilities), and others by calls that change nothing. An
     * answer that there is no such thing (404 without a code, 405, 501, and a 400 to the first) is remembered and not asked for again.
     */
    Task<Capabilities> probe(std::stop_token stop = {});
    /// What probe() has found out so far.
    Capabilities capabilities() const;

    /// Makes its services.
    std::shared_ptr<AdapterFactory> factory() const;

private:
    struct Private;
    explicit Sandbox(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
    friend struct SandboxAccess;
};

} // namespace OpenSandbox

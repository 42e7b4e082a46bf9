// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/adapterfactory.h>
#include <opensandbox/sandboxmanager.h>

#include <memory>

namespace OpenSandbox {

inline constexpr int ExecdPort = 44772;

/**
 * One sandbox and its services. Made by create, connect or resume, which all end with a ready execd.
 * Destroying or closing it ends local connections and leaves the sandbox running; kill() ends the sandbox.
 */
class Sandbox
{
public:
    /// Creates, resolves the endpoint and waits for execd. On any failure after the POST the sandbox is killed again.
    static Task<std::shared_ptr<Sandbox>> create(ConnectionConfig config, CreateOptions options, std::stop_token stop = {},
                                                 std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    /// Attaches to a running sandbox; never kills it. A 401 or 403 from execd ends the wait at once.
    static Task<std::shared_ptr<Sandbox>> connect(ConnectionConfig config, QString id, std::chrono::milliseconds readyTimeout = std::chrono::seconds(30),
                                                  std::stop_token stop = {}, std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    /// Resumes a paused sandbox, then connects with fresh endpoints.
    static Task<std::shared_ptr<Sandbox>> resume(ConnectionConfig config, QString id, std::stop_token stop = {},
                                                 std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    ~Sandbox();

    const QString &id() const;
    const ConnectionConfig &config() const;
    const Endpoint &execdEndpoint() const;

    FilesService &files();
    CommandsService &commands();
    MetricsService &metrics();
    HealthService &health();

    Task<SandboxInfo> info(std::stop_token stop = {});
    Task<Endpoint> endpoint(int port, std::stop_token stop = {});
    Task<QDateTime> renew(std::chrono::seconds fromNow);
    Task<Done> pause();
    Task<Done> kill();

    std::shared_ptr<AdapterFactory> factory() const;

private:
    struct Private;
    explicit Sandbox(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
    friend struct SandboxAccess;
};

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/connectionconfig.h>
#include <opensandbox/services.h>

namespace OpenSandbox {

class Client;

/**
 * The lifecycle server: everything about sandboxes by id, nothing inside them (protocol.md 1). Threads and
 * lifetime as in services.h.
 */
class SandboxManager
{
public:
    explicit SandboxManager(ConnectionConfig config);
    ~SandboxManager();
    SandboxManager(SandboxManager &&) noexcept;
    SandboxManager &operator=(SandboxManager &&) noexcept;

    const ConnectionConfig &config() const;

    /// GET /health; the value is the time it took.
    Task<std::chrono::milliseconds> health(std::stop_token stop = {});
    /// The bare POST, without waiting for execd; prefer Sandbox::create. Sent once: after a timeout look for it by metadata.
    Task<SandboxInfo> create(CreateOptions options, std::stop_token stop = {});
    Task<SandboxInfo> get(QString id, std::stop_token stop = {});
    Task<SandboxPage> list(SandboxFilter filter = {}, std::stop_token stop = {});
    /// Every page; de-duplicated by id, read again from the start when the total changed on the way (at most 3 times).
    Task<QList<SandboxInfo>> listAll(SandboxFilter filter = {}, std::stop_token stop = {});
    /// 404 counts as done.
    Task<Done> kill(QString id);
    Task<Done> pause(QString id);
    Task<Done> resume(QString id);
    /// The value is the expiry as the server then has it.
    Task<QDateTime> renewUntil(QString id, QDateTime expiresAt);
    /// Null values (absent optionals) remove a key. Reads the sandbox again, because the reply may lie (protocol.md 1.8).
    Task<SandboxInfo> patchMetadata(QString id, QMap<QString, std::optional<QString>> patch);
    Task<Endpoint> endpoint(QString id, int port, std::stop_token stop = {});
    /// Server clock minus local clock by the last Date header; 0 before the first answer.
    std::chrono::milliseconds clockOffset() const;

private:
    std::shared_ptr<const Client> m_client;
};

} // namespace OpenSandbox

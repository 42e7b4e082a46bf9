// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/connectionconfig.h>
#include <opensandbox/credentialvault.h>
#include <opensandbox/egress.h>
#include <opensandbox/pty.h>
#include <opensandbox/services.h>

namespace OpenSandbox {

/// Finds the address of a port of a sandbox when it is needed first.
using EndpointResolver = std::function<Task<Endpoint>(std::stop_token stop)>;

/**
 * Makes the services of a sandbox from its endpoint. The seam for tests and for other transports: derive,
 * override what differs, and hand it to Sandbox::create or connect.
 */
class AdapterFactory
{
public:
    AdapterFactory();
    virtual ~AdapterFactory();

    /// Files of the sandbox behind this endpoint of execd.
    virtual std::unique_ptr<FilesService> files(const ConnectionConfig &config, const Endpoint &endpoint);
    /// Commands and bash sessions.
    virtual std::unique_ptr<CommandsService> commands(const ConnectionConfig &config, const Endpoint &endpoint);
    /// Code contexts.
    virtual std::unique_ptr<CodesService> codes(const ConnectionConfig &config, const Endpoint &endpoint);
    /// Processor and memory.
    virtual std::unique_ptr<MetricsService> metrics(const ConnectionConfig &config, const Endpoint &endpoint);
    /// Whether execd answers.
    virtual std::unique_ptr<HealthService> health(const ConnectionConfig &config, const Endpoint &endpoint);
    /// Terminals.
    virtual std::unique_ptr<PtyService> pty(const ConnectionConfig &config, const Endpoint &endpoint);
    /// The egress guard, whose endpoint is looked up when it is needed first.
    virtual std::unique_ptr<EgressService> egress(const ConnectionConfig &config, EndpointResolver resolver);
    /// The credential vault, which is behind the egress guard's endpoint.
    virtual std::unique_ptr<CredentialVaultService> credentialVault(const ConnectionConfig &config, EndpointResolver resolver);

    /// The one that makes the SDK's own services.
    static std::shared_ptr<AdapterFactory> standard();
};

} // namespace OpenSandbox

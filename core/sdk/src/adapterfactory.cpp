// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/adapterfactory.h>

#include "endpointclient.h"
#include "httpservices.h"

namespace OpenSandbox {

AdapterFactory::AdapterFactory() = default;
AdapterFactory::~AdapterFactory() = default;

std::unique_ptr<FilesService> AdapterFactory::files(const ConnectionConfig &config, const Endpoint &endpoint)
{
    return makeFilesService(Client::endpoint(config, endpoint));
}

std::unique_ptr<CommandsService> AdapterFactory::commands(const ConnectionConfig &config, const Endpoint &endpoint)
{
    return makeCommandsService(Client::endpoint(config, endpoint));
}

std::unique_ptr<CodesService> AdapterFactory::codes(const ConnectionConfig &config, const Endpoint &endpoint)
{
    return makeCodesService(Client::endpoint(config, endpoint));
}

std::unique_ptr<MetricsService> AdapterFactory::metrics(const ConnectionConfig &config, const Endpoint &endpoint)
{
    return makeMetricsService(Client::endpoint(config, endpoint));
}

std::unique_ptr<HealthService> AdapterFactory::health(const ConnectionConfig &config, const Endpoint &endpoint)
{
    return makeHealthService(Client::endpoint(config, endpoint));
}

std::unique_ptr<PtyService> AdapterFactory::pty(const ConnectionConfig &config, const Endpoint &endpoint)
{
    return makePtyService(Client::endpoint(config, endpoint));
}

std::unique_ptr<EgressService> AdapterFactory::egress(const ConnectionConfig &config, EndpointResolver resolver)
{
    return makeEgressService(std::make_shared<EndpointClient>(EndpointClient { config, std::move(resolver), nullptr }));
}

std::unique_ptr<CredentialVaultService> AdapterFactory::credentialVault(const ConnectionConfig &config, EndpointResolver resolver)
{
    return makeCredentialVaultService(std::make_shared<EndpointClient>(EndpointClient { config, std::move(resolver), nullptr }));
}

std::shared_ptr<AdapterFactory> AdapterFactory::standard()
{
    static const auto factory = std::make_shared<AdapterFactory>();
    return factory;
}

} // namespace OpenSandbox

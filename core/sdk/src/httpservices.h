// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client.h"

#include <opensandbox/credentialvault.h>
#include <opensandbox/egress.h>
#include <opensandbox/pty.h>

/// The services over HTTP, as AdapterFactory makes them.
namespace OpenSandbox {

struct EndpointClient;

std::unique_ptr<FilesService> makeFilesService(std::shared_ptr<const Client> client);
std::unique_ptr<CommandsService> makeCommandsService(std::shared_ptr<const Client> client);
std::unique_ptr<CodesService> makeCodesService(std::shared_ptr<const Client> client);
std::unique_ptr<MetricsService> makeMetricsService(std::shared_ptr<const Client> client);
std::unique_ptr<HealthService> makeHealthService(std::shared_ptr<const Client> client);
std::unique_ptr<PtyService> makePtyService(std::shared_ptr<const Client> client);
std::unique_ptr<EgressService> makeEgressService(std::shared_ptr<EndpointClient> guard);
std::unique_ptr<CredentialVaultService> makeCredentialVaultService(std::shared_ptr<EndpointClient> guard);

/// Why a path must not be sent, because execd would act on another one; nothing when it is fine. Pure.
std::optional<Error> pathProblem(const QString &path);

} // namespace OpenSandbox

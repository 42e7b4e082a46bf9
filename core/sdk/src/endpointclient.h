// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client.h"

#include <opensandbox/adapterfactory.h>

namespace OpenSandbox {

/// The client of an endpoint that is looked up when it is needed first, and again after the look-up failed.
struct EndpointClient
{
    ConnectionConfig config;
    EndpointResolver resolver;
    std::shared_ptr<const Client> client;
    std::stop_token closed = ClosedBy::current();

    static Task<std::shared_ptr<const Client>> of(std::shared_ptr<EndpointClient> endpoint, std::stop_token stop);

    /// A call to the egress guard.
    static Task<Response> call(std::shared_ptr<EndpointClient> endpoint, Request request, std::stop_token stop);
    static Task<QJsonDocument> callForJson(std::shared_ptr<EndpointClient> endpoint, Request request, std::stop_token stop);
    static Task<Done> callForDone(std::shared_ptr<EndpointClient> endpoint, Request request, std::stop_token stop);
};

} // namespace OpenSandbox

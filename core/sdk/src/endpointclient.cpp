// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "endpointclient.h"

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

/// The address of the guard is told for every sandbox, but only some have one.
Error guardError(Error error)
{
    const bool nobody = error.kind == Error::Kind::Network
        || (error.kind == Error::Kind::Api && (error.httpStatus == 502 || (error.httpStatus == 404 && error.message.startsWith("404 page not found"_L1))));
    if (nobody) {
        error.code = u"NO_EGRESS"_s;
        error.message = u"The sandbox's network guard does not answer. It exists only where the sandbox was created with a network policy. ("_s
            + error.message + u')';
    } else if (error.httpStatus == 412 && error.code.isEmpty()) {
        error.message += u" The sandbox has to be created with a network policy and the credential proxy."_s;
    } else if (error.httpStatus == 426 && error.code.isEmpty()) {
        error.message += u" Secrets are not taken over an unencrypted connection: use https or the server's proxy."_s;
    }
    return error;
}

} // namespace

Task<std::shared_ptr<const Client>> EndpointClient::of(std::shared_ptr<EndpointClient> endpoint, std::stop_token stop)
{
    if (!endpoint->client) {
        auto resolve = endpoint->resolver(stop);
        const Result<Endpoint> address = co_await resolve;
        if (!address)
            co_return std::unexpected(address.error());
        if (!endpoint->client) {
            const ClosedBy scope(endpoint->closed);
            endpoint->client = Client::endpoint(endpoint->config, *address);
        }
    }
    Result<std::shared_ptr<const Client>> client(endpoint->client);
    co_return client;
}

Task<Response> EndpointClient::call(std::shared_ptr<EndpointClient> endpoint, Request request, std::stop_token stop)
{
    auto find = of(endpoint, stop);
    const Result<std::shared_ptr<const Client>> client = co_await find;
    if (!client)
        co_return std::unexpected(client.error());
    auto call = Client::call(*client, std::move(request), stop);
    Result<Response> response = co_await call;
    if (!response)
        response.error() = guardError(response.error());
    co_return response;
}

Task<QJsonDocument> EndpointClient::callForJson(std::shared_ptr<EndpointClient> endpoint, Request request, std::stop_token stop)
{
    auto call = EndpointClient::call(endpoint, std::move(request), stop);
    const Result<Response> response = co_await call;
    if (!response)
        co_return std::unexpected(response.error());
    const QJsonDocument json = QJsonDocument::fromJson(response->body);
    if (!json.isObject())
        co_return std::unexpected(Error { Error::Kind::Protocol, response->status, {}, u"The network guard's answer is not a JSON object."_s, response->requestId });
    co_return json;
}

Task<Done> EndpointClient::callForDone(std::shared_ptr<EndpointClient> endpoint, Request request, std::stop_token stop)
{
    auto call = EndpointClient::call(endpoint, std::move(request), stop);
    const Result<Response> response = co_await call;
    if (!response)
        co_return std::unexpected(response.error());
    co_return Done {};
}

} // namespace OpenSandbox

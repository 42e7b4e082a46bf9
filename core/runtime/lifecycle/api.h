// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "http/server.h"
#include "lifecycle/sandboxes.h"

#include <boost/json/value.hpp>

#include <string>

namespace Runtime {

// The lifecycle API over the sandboxes, under /v1 and without prefix, and the way to their ports.
class LifecycleApi
{
public:
    // An empty key switches authentication off. The report is served at /v1/local, an addition of ours.
    LifecycleApi(boost::asio::io_context &context, Sandboxes &sandboxes, std::string apiKey, boost::json::object report);

    Http::Server &server() { return m_server; }
    // For endpoints when a request has no Host header.
    void setPort(std::uint16_t port) { m_port = port; }

private:
    using Exchange = Http::ExchangePtr;
    using Done = Http::Awaitable<void>;

    Http::Router makeRouter();
    Http::ServerOptions makeOptions();
    std::optional<Http::Response> authenticate(const Http::Request &request) const;

    static Done health(Exchange exchange);
    Done describeRuntime(Exchange exchange);
    Done create(Exchange exchange);
    Done list(Exchange exchange);
    Done get(Exchange exchange);
    Done remove(Exchange exchange);
    Done renew(Exchange exchange);
    Done patchMetadata(Exchange exchange);
    Done pause(Exchange exchange);
    Done resume(Exchange exchange);
    Done endpoint(Exchange exchange);
    Done proxy(Exchange exchange);
    Done diagnostics(Exchange exchange);
    Done createSnapshot(Exchange exchange);
    Done listSnapshots(Exchange exchange);
    Done getSnapshot(Exchange exchange);
    Done removeSnapshot(Exchange exchange);
    Done pools(Exchange exchange);
    static Done templates(Exchange exchange);
    static Done notFound(Exchange exchange);
    static Done methodNotAllowed(Exchange exchange);

    SandboxPtr sandboxOf(const Exchange &exchange) const;
    SnapshotPtr snapshotOf(const Exchange &exchange) const;

    Sandboxes &m_sandboxes;
    std::string m_apiKey;
    boost::json::object m_report;
    std::uint16_t m_port = 0;
    Http::Server m_server;
};

// Status, times and settings as the API shows them; nothing is ever null. The origin is the image or the snapshot.
boost::json::object describe(const Sandbox &sandbox, bool withOrigin);
boost::json::object describe(const Snapshot &snapshot);

} // namespace Runtime

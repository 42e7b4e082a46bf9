// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "http/server.h"

#include <set>

namespace Runtime::Http {

class Connection;

struct Server::State
{
    Router router;
    ServerOptions options;
    std::set<std::shared_ptr<Connection>> connections;
    std::vector<std::function<void()>> closers;
    bool stopped = false;
};

// Serves one client until it leaves.
void startConnection(std::shared_ptr<Server::State> server, Socket socket, std::string peer);
void stopConnections(Server::State &server);

} // namespace Runtime::Http

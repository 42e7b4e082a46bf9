// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client.h"
#include "collector.h"

namespace OpenSandbox {

/// Sends a request whose answer is an event stream and follows it to its end.
Task<Execution> runStream(std::shared_ptr<const Client> client, Request request, RunKind kind, ExecutionHandlers handlers, std::stop_token stop);

/// The same for lines of JSON without events: calls `line` for each object until the end.
Task<Done> followLines(std::shared_ptr<const Client> client, Request request, std::function<void(const StreamEvent &)> line, std::stop_token stop);

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace Runtime {

struct Sandbox;

// Texts for people about one sandbox.

// Settings and state; values of variables that look secret are hidden.
std::string inspectText(const Sandbox &sandbox);
// The last events.
std::string eventsText(const Sandbox &sandbox, std::int64_t limit);
// The last lines of a log; with since ("10m", "2h"; anything else counts as ten minutes), only from the first
// line on that carries a younger time.
std::string logText(std::string log, std::int64_t tail, const std::optional<std::string> &since);
// All of them under headings.
std::string summaryText(const Sandbox &sandbox, const std::string &log, std::int64_t events);

// The descriptor of the diagnostics API for logs or events of one scope: container, lifecycle, runtime,
// network, process or all. Nothing for another scope.
std::optional<boost::json::object> describeDiagnostics(const Sandbox &sandbox, const std::string &kind, const std::string &scope,
                                                       const std::string &log, bool logIsCut);

} // namespace Runtime

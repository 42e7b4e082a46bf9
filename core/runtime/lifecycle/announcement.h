// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <boost/json/object.hpp>

#include <string>

namespace Runtime {

// What the line of a server that is ready ({"port", "isolation", "warnings"}) tells, for a person at a terminal.
// The host is the one it listens on; the last says where the API key is.
std::string readyText(const boost::json::object &line, const std::string &host, const std::string &keyPlace);

// The same for a line that refuses ({"message", "hint"}).
std::string refusalText(const boost::json::object &line);

} // namespace Runtime

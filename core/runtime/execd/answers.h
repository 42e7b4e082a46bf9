// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/message.h"

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace Execd {

/// What the routes have in common.

inline constexpr std::size_t longestBody = 256u << 20;

Runtime::Http::Response jsonText(std::string text);
/// Of a stream of events.
Runtime::Http::Response streamHead();
std::string jsonOf(const boost::json::object &object);

/// Throws the answer to a request whose body is not what it should be.
void refuseRequest(std::string_view message);
/// Throws when it is missing or empty.
std::string requiredQuery(const Runtime::Http::Request &request, std::string_view name);

} // namespace Execd

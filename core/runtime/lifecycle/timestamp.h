// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace Runtime {

using Time = std::chrono::sys_time<std::chrono::microseconds>;

Time now();

// "2026-01-02T03:04:05.678900Z"; the fraction is left out when it is zero.
std::string formatTime(Time time);

// ISO 8601 with 'T' or a space, optional seconds and fraction, 'Z' or an offset or neither (then UTC);
// or a number of seconds (or milliseconds, when large) since 1970. Nothing when it is neither.
std::optional<Time> parseTime(std::string_view text);
std::optional<Time> timeFromNumber(double seconds);

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace Runtime::Http {

// Percent-decoding exact to the byte; a '%' that does not start a valid escape stays as it is.
std::string decodePercent(std::string_view text);

// As above, and '+' is a space (form encoding, query strings).
std::string decodeForm(std::string_view text);

// Everything outside the unreserved set is escaped; with keepSlash the '/' stays.
std::string encodePercent(std::string_view text, bool keepSlash = false);

using QueryList = std::vector<std::pair<std::string, std::string>>;

// Decoded pairs in the order sent; a segment without '=' has an empty value, empty segments are dropped.
QueryList parseQuery(std::string_view text);

} // namespace Runtime::Http

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <boost/json/fwd.hpp>
#include <boost/json/value.hpp>

#include <expected>
#include <string>
#include <string_view>

namespace Runtime::Json {

// Strict parsing with a depth limit; the error says what and where.
std::expected<boost::json::value, std::string> parse(std::string_view text);

// Serialized; invalid UTF-8 in strings comes out as U+FFFD, so the text is always valid JSON.
std::string serialize(const boost::json::value &value);

// The text with every invalid byte replaced by U+FFFD.
std::string validUtf8(std::string_view text);

// The string member of an object, or nullptr.
const boost::json::string *stringAt(const boost::json::object &object, std::string_view key);

} // namespace Runtime::Json

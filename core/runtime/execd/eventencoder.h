// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace Execd {

struct ErrorContent {
    std::string ename;
    std::string evalue;
    std::vector<std::string> traceback;
};

/// One event of a stream. Empty and zero fields are left out when it is written.
struct Event {
    std::string type;
    std::string text;
    std::int64_t executionCount = 0;
    std::int64_t executionTime = 0; ///< milliseconds
    std::optional<boost::json::object> results;
    std::optional<ErrorContent> error;
    // Additions of ours, at the end so that other clients see the fields they know in their order.
    bool display = false;
    boost::json::object metadata;
    std::string displayId;
    bool update = false;
    std::optional<bool> wait;
    std::optional<std::string> prompt;
    bool password = false;
};

std::int64_t unixMilliseconds();

/// A bare JSON object and a blank line, with the field order and the escaping of Go's encoder.
std::string encodeEvent(const Event &event, std::int64_t timestamp);

/// Appends a quoted JSON string. Bytes that are no UTF-8 become U+FFFD, one for each byte; U+0085 is
/// escaped, too, because some clients take it for the end of a line.
void appendJsonString(std::string &out, std::string_view text);
std::string jsonString(std::string_view text);

/// Compact JSON with the same escaping; keys of objects are sorted.
void appendJson(std::string &out, const boost::json::value &value);

/// The longest prefix of text with at most limit bytes that does not cut a UTF-8 character.
std::size_t utf8Prefix(std::string_view text, std::size_t limit);

/// How many bytes at the end of text are the beginning of a character that is not complete yet.
std::size_t incompleteUtf8Tail(std::string_view text);

} // namespace Execd

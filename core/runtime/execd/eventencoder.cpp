// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/eventencoder.h"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <chrono>
#include <cmath>

namespace json = boost::json;

namespace Execd {

namespace {

// 0: as it is; 1: needs an escape; 2: first byte of a longer sequence, or no UTF-8 at all.
constexpr auto byteClasses = [] {
    std::array<std::uint8_t, 256> classes {};
    for (int i = 0; i < 256; ++i) {
        if (i < 0x20 || i == '"' || i == '\\' || i == '<' || i == '>' || i == '&')
            classes[i] = 1;
        else if (i >= 0x80)
            classes[i] = 2;
    }
    return classes;
}();

// Length of the well-formed sequence at the start of text (RFC 3629), or 0.
std::size_t sequenceLength(std::string_view text)
{
    const auto byte = [text](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const auto continues = [&](std::size_t i, std::uint8_t low = 0x80, std::uint8_t high = 0xBF) {
        return i < text.size() && byte(i) >= low && byte(i) <= high;
    };
    const std::uint8_t first = byte(0);
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return continues(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const std::uint8_t low = first == 0xE0 ? 0xA0 : 0x80;
        const std::uint8_t high = first == 0xED ? 0x9F : 0xBF;
        return continues(1, low, high) && continues(2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const std::uint8_t low = first == 0xF0 ? 0x90 : 0x80;
        const std::uint8_t high = first == 0xF4 ? 0x8F : 0xBF;
        return continues(1, low, high) && continues(2) && continues(3) ? 4 : 0;
    }
    return 0;
}

void appendEscape(std::string &out, std::uint8_t byte)
{
    switch (byte) {
    case '"':
        out += "\\\"";
        return;
    case '\\':
        out += "\\\\";
        return;
    case '\n':
        out += "\\n";
        return;
    case '\r':
        out += "\\r";
        return;
    case '\t':
        out += "\\t";
        return;
    default:
        break;
    }
    constexpr std::string_view digits = "0123456789abcdef";
    out += "\\u00";
    out += digits[byte >> 4];
    out += digits[byte & 15];
}

} // namespace

std::int64_t unixMilliseconds()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

void appendJsonString(std::string &out, std::string_view text)
{
    out += '"';
    std::size_t start = 0;
    std::size_t i = 0;
    while (i < text.size()) {
        const auto byte = static_cast<std::uint8_t>(text[i]);
        const std::uint8_t kind = byteClasses[byte];
        if (kind == 0) {
            ++i;
            continue;
        }
        if (kind == 1) {
            out.append(text, start, i - start);
            appendEscape(out, byte);
            start = ++i;
            continue;
        }
        const std::size_t length = sequenceLength(text.substr(i));
        const std::string_view sequence = text.substr(i, length);
        std::string_view replacement;
        if (length == 0)
            replacement = "\\ufffd";
        else if (sequence == "\xC2\x85")
            replacement = "\\u0085";
        else if (sequence == "\xE2\x80\xA8")
            replacement = "\\u2028";
        else if (sequence == "\xE2\x80\xA9")
            replacement = "\\u2029";
        if (replacement.empty()) {
            i += length;
            continue;
        }
        out.append(text, start, i - start);
        out += replacement;
        i += std::max<std::size_t>(length, 1);
        start = i;
    }
    out.append(text, start, text.size() - start);
    out += '"';
}

std::string jsonString(std::string_view text)
{
    std::string out;
    out.reserve(text.size() + 2);
    appendJsonString(out, text);
    return out;
}

void appendJson(std::string &out, const json::value &value)
{
    switch (value.kind()) {
    case json::kind::string:
        appendJsonString(out, value.get_string());
        return;
    case json::kind::array: {
        out += '[';
        bool first = true;
        for (const json::value &item : value.get_array()) {
            if (!first)
                out += ',';
            first = false;
            appendJson(out, item);
        }
        out += ']';
        return;
    }
    case json::kind::object: {
        std::vector<const json::key_value_pair *> members;
        members.reserve(value.get_object().size());
        for (const json::key_value_pair &member : value.get_object())
            members.push_back(&member);
        std::ranges::sort(members, {}, [](const json::key_value_pair *member) { return std::string_view(member->key()); });
        out += '{';
        bool first = true;
        for (const json::key_value_pair *member : members) {
            if (!first)
                out += ',';
            first = false;
            appendJsonString(out, member->key());
            out += ':';
            appendJson(out, member->value());
        }
        out += '}';
        return;
    }
    case json::kind::double_: {
        // JSON knows neither infinity nor NaN.
        if (!std::isfinite(value.get_double())) {
            out += "null";
            return;
        }
        std::array<char, 32> digits;
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value.get_double());
        out.append(digits.data(), end.ptr);
        return;
    }
    default:
        out += json::serialize(value);
    }
}

std::string encodeEvent(const Event &event, std::int64_t timestamp)
{
    std::string out;
    out.reserve(event.text.size() + event.text.size() / 16 + 96);
    out += R"({"type":)";
    appendJsonString(out, event.type);
    if (!event.text.empty()) {
        out += R"(,"text":)";
        appendJsonString(out, event.text);
    }
    if (event.executionCount != 0)
        out += R"(,"execution_count":)" + std::to_string(event.executionCount);
    if (event.executionTime != 0)
        out += R"(,"execution_time":)" + std::to_string(event.executionTime);
    if (timestamp != 0)
        out += R"(,"timestamp":)" + std::to_string(timestamp);
    if (event.results && !event.results->empty()) {
        out += R"(,"results":)";
        appendJson(out, *event.results);
    }
    if (event.error) {
        out += R"(,"error":{"ename":)";
        appendJsonString(out, event.error->ename);
        out += R"(,"evalue":)";
        appendJsonString(out, event.error->evalue);
        out += R"(,"traceback":[)";
        bool first = true;
        for (const std::string &line : event.error->traceback) {
            if (!first)
                out += ',';
            first = false;
            appendJsonString(out, line);
        }
        out += "]}";
    }
    if (event.display)
        out += R"(,"display":true)";
    if (!event.metadata.empty()) {
        out += R"(,"metadata":)";
        appendJson(out, event.metadata);
    }
    if (!event.displayId.empty()) {
        out += R"(,"display_id":)";
        appendJsonString(out, event.displayId);
    }
    if (event.update)
        out += R"(,"update":true)";
    if (event.wait)
        out += *event.wait ? R"(,"wait":true)" : R"(,"wait":false)";
    if (event.prompt) {
        out += R"(,"prompt":)";
        appendJsonString(out, *event.prompt);
        out += event.password ? R"(,"password":true)" : R"(,"password":false)";
    }
    out += "}\n\n";
    return out;
}

std::size_t incompleteUtf8Tail(std::string_view text)
{
    for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
        const auto byte = static_cast<std::uint8_t>(text[text.size() - back]);
        if ((byte & 0xC0) == 0x80)
            continue;
        const std::size_t wanted = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
        return wanted > back ? back : 0;
    }
    return 0;
}

std::size_t utf8Prefix(std::string_view text, std::size_t limit)
{
    if (text.size() <= limit)
        return text.size();
    const std::size_t cut = limit - incompleteUtf8Tail(text.substr(0, limit));
    return cut == 0 ? limit : cut;
}

} // namespace Execd

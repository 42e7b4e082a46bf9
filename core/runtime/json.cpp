// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "json.h"

#include <boost/json.hpp>

namespace Runtime::Json {

namespace {

// Length of the valid UTF-8 sequence at the front of text, 0 when it is invalid.
std::size_t sequenceLength(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return 1;
    std::size_t length = 0;
    unsigned char low = 0x80;
    unsigned char high = 0xbf;
    if (lead >= 0xc2 && lead <= 0xdf) {
        length = 2;
    } else if (lead >= 0xe0 && lead <= 0xef) {
        length = 3;
        if (lead == 0xe0)
            low = 0xa0;
        if (lead == 0xed)
            high = 0x9f;
    } else if (lead >= 0xf0 && lead <= 0xf4) {
        length = 4;
        if (lead == 0xf0)
            low = 0x90;
        if (lead == 0xf4)
            high = 0x8f;
    }
    if (length == 0 || text.size() < length || byte(1) < low || byte(1) > high)
        return 0;
    for (std::size_t i = 2; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return 0;
    }
    return length;
}

} // namespace

std::expected<boost::json::value, std::string> parse(std::string_view text)
{
    boost::json::parse_options options;
    options.max_depth = 200;
    boost::system::error_code error;
    boost::json::stream_parser parser(boost::json::storage_ptr(), options);
    const std::size_t consumed = parser.write(text.data(), text.size(), error);
    if (!error)
        parser.finish(error);
    if (error)
        return std::unexpected("invalid JSON near byte " + std::to_string(consumed) + ": " + error.message());
    return parser.release();
}

std::string serialize(const boost::json::value &value)
{
    const std::string text = boost::json::serialize(value);
    return validUtf8(text);
}

std::string validUtf8(std::string_view text)
{
    std::string out;
    std::size_t start = 0;
    std::size_t at = 0;
    while (at < text.size()) {
        if (const std::size_t length = sequenceLength(text.substr(at))) {
            at += length;
            continue;
        }
        out.append(text.substr(start, at - start)).append("\xef\xbf\xbd");
        start = ++at;
    }
    if (start == 0)
        return std::string(text);
    return out.append(text.substr(start));
}

const boost::json::string *stringAt(const boost::json::object &object, std::string_view key)
{
    const boost::json::value *value = object.if_contains(key);
    return value ? value->if_string() : nullptr;
}

} // namespace Runtime::Json

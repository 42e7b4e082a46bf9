// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "http/uri.h"

namespace Runtime::Http {

namespace {

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

std::string decode(std::string_view text, bool plusIsSpace)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0) {
            out += static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
            i += 2;
        } else if (plusIsSpace && text[i] == '+') {
            out += ' ';
        } else {
            out += text[i];
        }
    }
    return out;
}

} // namespace

std::string decodePercent(std::string_view text)
{
    return decode(text, false);
}

std::string decodeForm(std::string_view text)
{
    return decode(text, true);
}

std::string encodePercent(std::string_view text, bool keepSlash)
{
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool digit = c >= '0' && c <= '9';
        if (letter || digit || c == '-' || c == '.' || c == '_' || c == '~' || (keepSlash && c == '/')) {
            out += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out += '%';
            out += digits[byte >> 4];
            out += digits[byte & 15];
        }
    }
    return out;
}

QueryList parseQuery(std::string_view text)
{
    QueryList list;
    while (!text.empty()) {
        const std::size_t end = text.find('&');
        const std::string_view segment = text.substr(0, end);
        if (!segment.empty()) {
            const std::size_t equals = segment.find('=');
            const std::string_view value
                = equals == std::string_view::npos ? std::string_view() : segment.substr(equals + 1);
            list.emplace_back(decodeForm(segment.substr(0, equals)), decodeForm(value));
        }
        if (end == std::string_view::npos)
            break;
        text.remove_prefix(end + 1);
    }
    return list;
}

} // namespace Runtime::Http

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/jupytermessage.h"

#include "execd/eventencoder.h"

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <format>
#include <sodium.h>
#include <span>

namespace json = boost::json;

namespace Execd {

namespace {

std::string member(const json::object &object, std::string_view key)
{
    const json::value *value = object.if_contains(key);
    return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

// The value of four hexadecimal digits at the start of text, or -1.
int hexUnit(std::string_view text)
{
    if (text.size() < 4)
        return -1;
    int unit = 0;
    for (const char c : text.substr(0, 4)) {
        const int digit = c >= '0' && c <= '9' ? c - '0'
            : c >= 'a' && c <= 'f'             ? c - 'a' + 10
            : c >= 'A' && c <= 'F'             ? c - 'A' + 10
                                               : -1;
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

// Escapes of half a surrogate pair become U+FFFD, bytes that are no UTF-8 as well.
std::string repaired(std::string_view text)
{
    std::string escapes;
    escapes.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            escapes += text[i];
            continue;
        }
        if (text[i + 1] != 'u') {
            escapes.append(text, i, 2);
            ++i;
            continue;
        }
        const int unit = hexUnit(text.substr(i + 2));
        const bool high = unit >= 0xD800 && unit <= 0xDBFF;
        const bool low = unit >= 0xDC00 && unit <= 0xDFFF;
        if (high && text.substr(i + 6, 2) == "\\u") {
            const int second = hexUnit(text.substr(i + 8));
            if (second >= 0xDC00 && second <= 0xDFFF) {
                escapes.append(text, i, 12);
                i += 11;
                continue;
            }
        }
        if (high || low)
            escapes += "\\ufffd";
        else
            escapes.append(text, i, 6);
        i += 5;
    }
    // Quotes and backslashes are kept: only the bytes above ASCII are looked at.
    std::string out;
    out.reserve(escapes.size());
    std::size_t start = 0;
    for (std::size_t i = 0; i <= escapes.size(); ++i) {
        if (i < escapes.size() && (escapes[i] & 0x80))
            continue;
        if (i > start) {
            const std::string quoted = jsonString(std::string_view(escapes).substr(start, i - start));
            out.append(quoted, 1, quoted.size() - 2);
        }
        if (i < escapes.size())
            out += escapes[i];
        start = i + 1;
    }
    return out;
}

// The signature of the four parts of a message: HMAC-SHA256, as hexadecimal digits.
std::string signature(std::string_view key, std::span<const std::string_view, 4> parts)
{
    const auto bytes = [](std::string_view text) { return reinterpret_cast<const unsigned char *>(text.data()); };
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, bytes(key), key.size());
    for (const std::string_view part : parts)
        crypto_auth_hmacsha256_update(&state, bytes(part), part.size());
    std::array<unsigned char, crypto_auth_hmacsha256_BYTES> digest;
    crypto_auth_hmacsha256_final(&state, digest.data());
    std::array<char, 2 * digest.size() + 1> hex;
    return sodium_bin2hex(hex.data(), hex.size(), digest.data(), digest.size());
}

bool equalInConstantTime(std::string_view a, std::string_view b)
{
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::array<std::uint8_t, 16> randomBytes()
{
    std::array<std::uint8_t, 16> bytes;
    randombytes_buf(bytes.data(), bytes.size());
    return bytes;
}

} // namespace

std::expected<json::object, std::string> parseLenientObject(std::string_view text)
{
    json::parse_options options;
    options.max_depth = 256; // plots described in JSON nest deeper than the default of 32
    boost::system::error_code error;
    json::value value = json::parse(text, error, {}, options);
    if (error)
        value = json::parse(repaired(text), error, {}, options);
    if (error)
        return std::unexpected(error.message());
    if (!value.is_object())
        return std::unexpected("not a JSON object");
    return std::move(value.get_object());
}

std::expected<JupyterMessage, std::string> parseJupyterMessage(
    const std::vector<std::string_view> &frames, std::string_view key)
{
    const auto delimiter = std::ranges::find(frames, std::string_view("<IDS|MSG>"));
    if (frames.end() - delimiter < 6)
        return std::unexpected("the message is incomplete");
    const auto part = [delimiter](int i) { return *(delimiter + i); };
    if (!key.empty()) {
        const std::array<std::string_view, 4> parts { part(2), part(3), part(4), part(5) };
        if (!equalInConstantTime(signature(key, parts), part(1)))
            return std::unexpected("the signature is wrong");
    }
    auto header = parseLenientObject(part(2));
    auto parent = parseLenientObject(part(3));
    auto metadata = parseLenientObject(part(4));
    auto content = parseLenientObject(part(5));
    if (!header || !content)
        return std::unexpected("the message is not JSON: " + (header ? content.error() : header.error()));
    JupyterMessage message;
    message.type = member(*header, "msg_type");
    message.id = member(*header, "msg_id");
    if (parent)
        message.parentId = member(*parent, "msg_id");
    if (metadata)
        message.metadata = std::move(*metadata);
    message.content = std::move(*content);
    if (message.type.empty())
        return std::unexpected("the message has no type");
    return message;
}

std::vector<std::string> serializeJupyterMessage(const std::string &type, const std::string &id,
    const std::string &session, const json::object &content, std::string_view key, const json::object &metadata)
{
    const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    const json::object header { { "msg_id", id }, { "msg_type", type }, { "session", session }, { "username", "execd" },
        { "date", std::format("{:%FT%T}Z", now) }, { "version", "5.3" } };
    std::string contentText;
    appendJson(contentText, content);
    std::string metadataText;
    appendJson(metadataText, metadata);
    std::vector<std::string> frames { "<IDS|MSG>", "", json::serialize(header), "{}", std::move(metadataText), std::move(contentText) };
    if (!key.empty()) {
        const std::array<std::string_view, 4> parts { frames[2], frames[3], frames[4], frames[5] };
        frames[1] = signature(key, parts);
    }
    return frames;
}

std::string randomHexId()
{
    std::string hex;
    for (const std::uint8_t byte : randomBytes())
        hex += std::format("{:02x}", byte);
    return hex;
}

std::string randomUuid()
{
    std::array<std::uint8_t, 16> bytes = randomBytes();
    bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0F) | 0x40);
    bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3F) | 0x80);
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            text += '-';
        text += std::format("{:02x}", bytes[i]);
    }
    return text;
}

} // namespace Execd

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "http/message.h"

#include "json.h"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>

namespace Runtime::Http {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::optional<std::uint64_t> parseNumber(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

} // namespace

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

std::optional<std::string_view> Headers::find(std::string_view name) const
{
    for (const Header &line : m_lines) {
        if (equalsIgnoringCase(line.name, name))
            return line.value;
    }
    return std::nullopt;
}

void Headers::add(std::string name, std::string value)
{
    m_lines.push_back({ std::move(name), std::move(value) });
}

void Headers::set(std::string name, std::string value)
{
    remove(name);
    add(std::move(name), std::move(value));
}

void Headers::remove(std::string_view name)
{
    std::erase_if(m_lines, [&](const Header &line) { return equalsIgnoringCase(line.name, name); });
}

std::string_view Request::param(std::string_view name) const
{
    const auto found = params.find(name);
    return found == params.end() ? std::string_view() : std::string_view(found->second);
}

std::optional<std::string> Request::queryValue(std::string_view name) const
{
    for (const auto &[key, value] : query) {
        if (key == name)
            return value;
    }
    return std::nullopt;
}

std::vector<std::string> Request::queryValues(std::string_view name) const
{
    std::vector<std::string> values;
    for (const auto &[key, value] : query) {
        if (key == name)
            values.push_back(value);
    }
    return values;
}

void setTarget(Request &request, std::string target)
{
    request.target = std::move(target);
    std::string_view rest = request.target;
    // The absolute form names scheme and authority first.
    if (const std::size_t scheme = rest.find("://"); !rest.starts_with('/') && scheme != std::string_view::npos) {
        const std::size_t slash = rest.find('/', scheme + 3);
        rest = slash == std::string_view::npos ? std::string_view("/") : rest.substr(slash);
    }
    rest = rest.substr(0, rest.find('#'));
    const std::size_t mark = rest.find('?');
    request.rawPath = rest.substr(0, mark);
    request.rawQuery = mark == std::string_view::npos ? std::string_view() : rest.substr(mark + 1);
    request.path = decodePercent(request.rawPath);
    request.query = parseQuery(request.rawQuery);
}

Response Response::empty(int status)
{
    return { .status = status, .headers = {}, .body = {} };
}

Response Response::text(int status, std::string body, std::string type)
{
    Response response { .status = status, .headers = {}, .body = std::move(body) };
    response.headers.set("Content-Type", std::move(type));
    return response;
}

Response Response::json(int status, const boost::json::value &value)
{
    return text(status, Json::serialize(value), "application/json; charset=utf-8");
}

Response Response::error(int status, std::string_view code, std::string_view message)
{
    boost::json::object body;
    body["code"] = code;
    if (!message.empty())
        body["message"] = message;
    return json(status, std::move(body));
}

std::string_view reasonPhrase(int status)
{
    switch (status) {
    case 100: return "Continue";
    case 101: return "Switching Protocols";
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 206: return "Partial Content";
    case 301: return "Moved Permanently";
    case 304: return "Not Modified";
    case 307: return "Temporary Redirect";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 412: return "Precondition Failed";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 416: return "Range Not Satisfiable";
    case 417: return "Expectation Failed";
    case 422: return "Unprocessable Content";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 502: return "Bad Gateway";
    case 503: return "Service Unavailable";
    case 504: return "Gateway Timeout";
    default: return "Status";
    }
}

std::string serializeHead(int status, const Headers &headers)
{
    std::string head = "HTTP/1.1 " + std::to_string(status) + ' ';
    head.append(reasonPhrase(status)).append("\r\n");
    for (const Header &line : headers) {
        head.append(line.name).append(": ");
        for (const char c : line.value)
            head += c == '\r' || c == '\n' || c == '\0' ? ' ' : c;
        head.append("\r\n");
    }
    return head;
}

ByteRange parseRange(std::optional<std::string_view> header, std::uint64_t size)
{
    if (!header)
        return {};
    constexpr ByteRange malformed { .kind = ByteRange::Kind::Malformed };
    constexpr ByteRange unsatisfiable { .kind = ByteRange::Kind::Unsatisfiable };
    std::string_view text = trimmed(*header);
    if (!text.starts_with("bytes="))
        return malformed;
    text.remove_prefix(6);
    text = trimmed(text.substr(0, text.find(',')));
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos)
        return malformed;
    const std::string_view from = trimmed(text.substr(0, dash));
    const std::string_view to = trimmed(text.substr(dash + 1));
    if (from.empty()) {
        const auto count = parseNumber(to);
        if (!count)
            return malformed;
        if (*count == 0 || size == 0)
            return unsatisfiable;
        const std::uint64_t length = std::min(*count, size);
        return { .kind = ByteRange::Kind::Part, .first = size - length, .length = length };
    }
    const auto first = parseNumber(from);
    const auto last = to.empty() ? std::optional<std::uint64_t>(UINT64_MAX) : parseNumber(to);
    if (!first || !last || *last < *first)
        return malformed;
    if (*first >= size)
        return unsatisfiable;
    return { .kind = ByteRange::Kind::Part, .first = *first, .length = std::min(*last, size - 1) - *first + 1 };
}

} // namespace Runtime::Http

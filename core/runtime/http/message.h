// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "http/uri.h"

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace Runtime::Http {

struct Header
{
    std::string name;
    std::string value;
};

// Header lines in the order sent; names compare without case.
class Headers
{
public:
    std::optional<std::string_view> find(std::string_view name) const;
    bool contains(std::string_view name) const { return find(name).has_value(); }
    void add(std::string name, std::string value);
    // Replaces all lines of that name.
    void set(std::string name, std::string value);
    void remove(std::string_view name);
    auto begin() const { return m_lines.begin(); }
    auto end() const { return m_lines.end(); }
    std::size_t size() const { return m_lines.size(); }

private:
    std::vector<Header> m_lines;
};

bool equalsIgnoringCase(std::string_view a, std::string_view b);

struct Request
{
    std::string method;
    // The request target exactly as sent, and its parts: the path before decoding, the path after
    // it (a decoded "%2F" cannot be told from '/': match on rawPath), and the raw query.
    std::string target;
    std::string rawPath;
    std::string path;
    std::string rawQuery;
    QueryList query;
    Headers headers;
    // The {names} of the matched pattern, decoded; a trailing {name*} is kept raw.
    std::map<std::string, std::string, std::less<>> params;
    int versionMinor = 1;
    // "127.0.0.1:40001", empty on a Unix socket.
    std::string peer;
    // Every byte of the head as received, up to and including the blank line.
    std::string head;

    std::optional<std::string_view> header(std::string_view name) const { return headers.find(name); }
    std::string_view param(std::string_view name) const;
    // The first value, or nothing when the name is absent.
    std::optional<std::string> queryValue(std::string_view name) const;
    std::vector<std::string> queryValues(std::string_view name) const;
};

// Takes a target apart into the fields of the request.
void setTarget(Request &request, std::string target);

struct Response
{
    int status = 200;
    Headers headers;
    std::string body;

    // No body and no Content-Type; Content-Length: 0 except for 204 and 304.
    static Response empty(int status = 200);
    static Response text(int status, std::string body, std::string type = "text/plain; charset=utf-8");
    static Response json(int status, const boost::json::value &value);
    // {"code": ..., "message": ...}; an empty message is left out.
    static Response error(int status, std::string_view code, std::string_view message);
};

// Thrown by a handler to answer with that response, as long as nothing was sent yet.
class Failure : public std::exception
{
public:
    explicit Failure(Response response) : m_response(std::move(response)) { }
    Failure(int status, std::string_view code, std::string_view message)
        : m_response(Response::error(status, code, message))
    {
    }
    const Response &response() const { return m_response; }
    const char *what() const noexcept override { return "an HTTP failure"; }

private:
    Response m_response;
};

std::string_view reasonPhrase(int status);

// "HTTP/1.1 200 OK\r\n" and the lines, without the blank line. Line breaks in values become spaces.
std::string serializeHead(int status, const Headers &headers);

struct ByteRange
{
    enum class Kind { None, Part, Unsatisfiable, Malformed };
    Kind kind = Kind::None;
    std::uint64_t first = 0;
    std::uint64_t length = 0;
};

// A Range header against a body of that size: bytes=a-b, a-, -n; of several the first is taken.
ByteRange parseRange(std::optional<std::string_view> header, std::uint64_t size);

} // namespace Runtime::Http

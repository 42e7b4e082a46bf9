// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "http/router.h"

namespace Runtime::Http {

namespace {

std::vector<std::string> split(std::string_view path)
{
    std::vector<std::string> segments;
    if (path.starts_with('/'))
        path.remove_prefix(1);
    while (true) {
        const std::size_t slash = path.find('/');
        segments.emplace_back(path.substr(0, slash));
        if (slash == std::string_view::npos)
            return segments;
        path.remove_prefix(slash + 1);
    }
}

using Params = std::map<std::string, std::string, std::less<>>;

bool match(const std::vector<std::string> &pattern, std::string_view rawPath, Params &params)
{
    std::string_view rest = rawPath;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const std::string &wanted = pattern[i];
        const bool isParam = wanted.starts_with('{') && wanted.ends_with('}');
        if (isParam && wanted.ends_with("*}")) {
            if (rest.starts_with('/'))
                rest.remove_prefix(1);
            params.emplace(wanted.substr(1, wanted.size() - 3), rest);
            return true;
        }
        if (!rest.starts_with('/'))
            return false;
        rest.remove_prefix(1);
        const std::string_view segment = rest.substr(0, rest.find('/'));
        rest.remove_prefix(segment.size());
        if (isParam) {
            if (segment.empty())
                return false;
            params.insert_or_assign(wanted.substr(1, wanted.size() - 2), decodePercent(segment));
        } else if (segment != wanted && decodePercent(segment) != wanted) {
            return false;
        }
    }
    return rest.empty();
}

Awaitable<void> sendText(ExchangePtr exchange, int status)
{
    co_await exchange->send(Response::text(status, std::string(reasonPhrase(status)) + '\n'));
}

} // namespace

Router::Router()
    : m_notFound([](ExchangePtr exchange) { return sendText(std::move(exchange), 404); })
{
}

void Router::add(std::string_view method, std::string_view pattern, Handler handler)
{
    m_routes.push_back({ std::string(method), split(pattern), std::move(handler) });
}

const Handler &Router::route(Request &request) const
{
    bool pathKnown = false;
    for (const Route &route : m_routes) {
        Params params;
        if (!match(route.segments, request.rawPath, params))
            continue;
        if (route.method == "*" || route.method == request.method) {
            request.params = std::move(params);
            return route.handler;
        }
        pathKnown = true;
    }
    return pathKnown && m_methodNotAllowed ? m_methodNotAllowed : m_notFound;
}

} // namespace Runtime::Http

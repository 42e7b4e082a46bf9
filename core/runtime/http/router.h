// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "http/exchange.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace Runtime::Http {

// Not a coroutine itself when it captures: a lambda that returns the awaitable of a member function.
using Handler = std::function<Awaitable<void>(ExchangePtr)>;

// Finds the handler for a method and a raw path. Segments are matched before decoding, so an escaped
// '/' stays inside its segment. First added wins.
class Router
{
public:
    // Patterns: "/command/{id}/logs"; a last "{rest*}" takes everything that remains, raw and
    // possibly empty, and "/a/{rest*}" matches "/a" as well. Method "*" takes any.
    void add(std::string_view method, std::string_view pattern, Handler handler);
    // Defaults: 404 and 405 with text bodies. Without a method handler 404 serves for both.
    void setNotFound(Handler handler) { m_notFound = std::move(handler); }
    void setMethodNotAllowed(Handler handler) { m_methodNotAllowed = std::move(handler); }

    // Fills request.params. Always gives a handler.
    const Handler &route(Request &request) const;

private:
    struct Route
    {
        std::string method;
        std::vector<std::string> segments;
        Handler handler;
    };
    Handler m_notFound;
    Handler m_methodNotAllowed;
    std::vector<Route> m_routes;

public:
    Router();
};

} // namespace Runtime::Http

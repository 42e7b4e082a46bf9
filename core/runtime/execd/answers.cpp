// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/answers.h"

#include "execd/eventencoder.h"
#include "execd/requestbody.h"

#include <format>

namespace json = boost::json;
namespace Http = Runtime::Http;

namespace Execd {

Http::Response jsonText(std::string text)
{
    return Http::Response::text(200, std::move(text), "application/json; charset=utf-8");
}

Http::Response streamHead()
{
    Http::Response head;
    head.headers.add("Cache-Control", "no-cache");
    head.headers.add("Content-Type", "text/event-stream");
    head.headers.add("X-Accel-Buffering", "no");
    return head;
}

std::string jsonOf(const json::object &object)
{
    std::string text;
    appendJson(text, object);
    return text;
}

void refuseRequest(std::string_view message)
{
    refuse(400, "INVALID_REQUEST_BODY", std::string("invalid request, validation error ") + std::string(message));
}

std::string requiredQuery(const Http::Request &request, std::string_view name)
{
    auto value = request.queryValue(name);
    if (!value || value->empty())
        refuse(400, "MISSING_QUERY", std::format("missing query parameter '{}'", name));
    return *value;
}

} // namespace Execd

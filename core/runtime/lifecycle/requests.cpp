// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/requests.h"

#include "json.h"
#include "lifecycle/validation.h"

namespace Runtime {

namespace json = boost::json;
using Http::Failure;
using Http::Response;

namespace {

constexpr std::size_t bodyLimit = 4 << 20;

bool isJson(const Http::Request &request)
{
    const auto header = request.header("Content-Type");
    if (!header)
        return true;
    const std::string type = lowerCase(trimmed(header->substr(0, header->find(';'))));
    return type.empty() || type == "application/json" || (type.starts_with("application/") && type.ends_with("+json"));
}

} // namespace

std::string lowerCase(std::string_view text)
{
    std::string out(text);
    for (char &c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

std::string_view trimmed(std::string_view text)
{
    while (text.starts_with(' ') || text.starts_with('\t'))
        text.remove_prefix(1);
    while (text.ends_with(' ') || text.ends_with('\t'))
        text.remove_suffix(1);
    return text;
}

Http::Awaitable<std::optional<json::value>> readOptionalJson(Http::ExchangePtr exchange)
{
    auto reading = exchange->readBody(bodyLimit);
    const std::string text = co_await std::move(reading);
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        co_return std::nullopt;
    if (Json::validUtf8(text) != text)
        throw Failure(Response::json(400, json::object { { "detail", "There was an error parsing the body" } }));
    // The text itself is not kept: nobody should see it echoed.
    if (!isJson(exchange->request()))
        co_return json::value("");
    auto value = Json::parse(text);
    if (!value)
        throw invalid("json_invalid", { "body", 0 }, "JSON decode error", json::object(), json::object { { "error", value.error() } });
    co_return std::move(*value);
}

Http::Awaitable<json::value> readJson(Http::ExchangePtr exchange)
{
    auto reading = readOptionalJson(exchange);
    auto value = co_await std::move(reading);
    if (!value)
        throw invalid("missing", { "body" }, "Field required", nullptr);
    co_return std::move(*value);
}

std::int64_t readPort(const Http::Request &request)
{
    std::vector<FieldError> errors;
    const std::int64_t port = integerParameter(std::string(request.param("port")), "path", "port", 0, std::nullopt, std::nullopt, errors);
    if (!errors.empty())
        throw Failure(validationResponse(errors));
    return port;
}

Page readPage(const Http::Request &request)
{
    std::vector<FieldError> errors;
    Page page;
    page.number = integerParameter(request.queryValue("page"), "query", "page", page.number, 1, std::nullopt, errors);
    page.size = integerParameter(request.queryValue("pageSize"), "query", "pageSize", page.size, 1, 200, errors);
    if (!errors.empty())
        throw Failure(validationResponse(errors));
    return page;
}

} // namespace Runtime

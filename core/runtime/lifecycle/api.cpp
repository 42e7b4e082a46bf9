// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/api.h"

#include "http/relay.h"
#include "json.h"
#include "lifecycle/profiles.h"

#include <boost/json.hpp>

#include <cmath>
#include <random>
#include <set>

namespace Runtime {

namespace json = boost::json;
using Http::Failure;
using Http::Response;

namespace {

constexpr std::size_t bodyLimit = 4 << 20;
constexpr const char *keyHeader = "OPEN-SANDBOX-API-KEY";
constexpr int daemonPort = 44772;
constexpr int egressPort = 18080;

std::string_view trimmed(std::string_view text)
{
    while (text.starts_with(' ') || text.starts_with('\t'))
        text.remove_prefix(1);
    while (text.ends_with(' ') || text.ends_with('\t'))
        text.remove_suffix(1);
    return text;
}

std::string lower(std::string_view text)
{
    std::string out(text);
    for (char &c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

bool sameSecret(std::string_view a, std::string_view b)
{
    // Takes as long for a wrong key as for the right one.
    unsigned char different = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < a.size(); ++i)
        different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b.empty() ? 0 : b[i % b.size()]);
    return different == 0;
}

// Paths of the data plane: whoever knows a sandbox's id may use its ports.
bool isProxyPath(std::string_view path)
{
    if (path.contains(".."))
        return false;
    if (path.starts_with("/v1/"))
        path.remove_prefix(3);
    if (!path.starts_with("/sandboxes/"))
        return false;
    path.remove_prefix(11);
    const std::size_t slash = path.find('/');
    if (slash == 0 || slash == std::string_view::npos || !path.substr(slash).starts_with("/proxy/"))
        return false;
    path.remove_prefix(slash + 7);
    const std::size_t end = path.find_first_not_of("0123456789");
    return end != 0 && !path.empty() && (end == std::string_view::npos || path[end] == '/');
}

// The whole body as JSON, or the answer of the framework's parser to what is not JSON.
json::value parseBody(const std::string &text)
{
    const auto fail = [](const char *type, json::array location, const char *message, json::value input,
                         std::optional<json::object> context = std::nullopt) {
        throw Failure(validationResponse({ { type, std::move(location), message, std::move(input), std::move(context) } }));
    };
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        fail("missing", { "body" }, "Field required", nullptr);
    if (Json::validUtf8(text) != text)
        throw Failure(Response::json(400, json::object { { "detail", "There was an error parsing the body" } }));
    auto value = Json::parse(text);
    if (!value)
        fail("json_invalid", { "body", 0 }, "JSON decode error", json::object(), json::object { { "error", value.error() } });
    return std::move(*value);
}

json::object labels(const std::map<std::string, std::string> &map)
{
    json::object out;
    for (const auto &[key, value] : map)
        out[key] = value;
    return out;
}

std::string requestId(const Http::Request &request)
{
    if (const auto given = request.header("X-Request-ID"); given && !trimmed(*given).empty())
        return std::string(trimmed(*given));
    static std::random_device device;
    std::string id;
    for (int i = 0; i < 4; ++i) {
        char text[12];
        std::snprintf(text, sizeof text, "%08x", device());
        id += text;
    }
    return id;
}

// A port of the path; 422 when it is no number.
std::int64_t portOf(const Http::Request &request)
{
    std::vector<FieldError> errors;
    const std::int64_t port = integerParameter(std::string(request.param("port")), "path", "port", 0, std::nullopt, std::nullopt, errors);
    if (!errors.empty())
        throw Failure(validationResponse(errors));
    return port;
}

} // namespace

json::object describe(const Sandbox &sandbox, bool withImage)
{
    json::object out;
    out["id"] = sandbox.id;
    if (withImage)
        out["image"] = json::object { { "uri", sandbox.image } };
    if (sandbox.platform)
        out["platform"] = json::object { { "os", sandbox.platform->os }, { "arch", sandbox.platform->arch } };
    out["status"] = json::object { { "state", sandbox.state },
                                   { "reason", sandbox.reason },
                                   { "message", sandbox.message },
                                   { "lastTransitionAt", formatTime(sandbox.changed) } };
    if (sandbox.metadata)
        out["metadata"] = labels(*sandbox.metadata);
    out["entrypoint"] = json::array(sandbox.entrypoint.begin(), sandbox.entrypoint.end());
    if (sandbox.expires)
        out["expiresAt"] = formatTime(*sandbox.expires);
    out["createdAt"] = formatTime(sandbox.created);
    return out;
}

LifecycleApi::LifecycleApi(boost::asio::io_context &context, Sandboxes &sandboxes, std::string apiKey, json::object report)
    : m_sandboxes(sandboxes)
    , m_apiKey(std::move(apiKey))
    , m_report(std::move(report))
    , m_server(context, makeRouter(), makeOptions())
{
}

Http::Router LifecycleApi::makeRouter()
{
    Http::Router router;
    router.add("GET", "/health", [](Exchange e) { return health(std::move(e)); });
    const auto add = [&](const char *method, const std::string &path, Done (LifecycleApi::*handler)(Exchange)) {
        for (const char *prefix : { "/v1", "" })
            router.add(method, prefix + path, [this, handler](Exchange e) { return (this->*handler)(std::move(e)); });
    };
    add("GET", "/local", &LifecycleApi::describeRuntime);
    add("POST", "/sandboxes", &LifecycleApi::create);
    add("GET", "/sandboxes", &LifecycleApi::list);
    add("GET", "/sandboxes/{id}", &LifecycleApi::get);
    add("DELETE", "/sandboxes/{id}", &LifecycleApi::remove);
    add("POST", "/sandboxes/{id}/renew-expiration", &LifecycleApi::renew);
    add("PATCH", "/sandboxes/{id}/metadata", &LifecycleApi::patchMetadata);
    add("POST", "/sandboxes/{id}/pause", &LifecycleApi::pause);
    add("POST", "/sandboxes/{id}/resume", &LifecycleApi::resume);
    add("GET", "/sandboxes/{id}/endpoints/{port}", &LifecycleApi::endpoint);
    add("*", "/sandboxes/{id}/proxy/{port}/{rest*}", &LifecycleApi::proxy);
    add("GET", "/sandboxes/{id}/diagnostics/{kind}", &LifecycleApi::diagnostics);
    for (const std::string prefix : { "/v1", "" }) {
        router.add("POST", prefix + "/sandboxes/{id}/snapshots",
                   [this](Exchange e) { return createSnapshot(std::move(e), &m_sandboxes); });
        router.add("GET", prefix + "/snapshots", [](Exchange e) { return listSnapshots(std::move(e)); });
        router.add("GET", prefix + "/snapshots/{id}", [](Exchange e) { return snapshotNotFound(std::move(e)); });
        router.add("DELETE", prefix + "/snapshots/{id}", [](Exchange e) { return snapshotNotFound(std::move(e)); });
        router.add("*", prefix + "/pools/{rest*}", [](Exchange e) { return pools(std::move(e)); });
        router.add("*", prefix + "/templates/{rest*}", [](Exchange e) { return templates(std::move(e)); });
    }
    router.setNotFound([](Exchange e) { return notFound(std::move(e)); });
    router.setMethodNotAllowed([](Exchange e) { return methodNotAllowed(std::move(e)); });
    return router;
}

Http::ServerOptions LifecycleApi::makeOptions()
{
    Http::ServerOptions options;
    options.filter = [this](Http::Request &request) { return authenticate(request); };
    options.finisher = [this](const Http::Request &request, Response &response) {
        response.headers.set("X-Request-ID", requestId(request));
        // Pages of other origins may use the API when they know the key; without a key none may.
        if (const auto origin = request.header("Origin"); origin && !m_apiKey.empty()) {
            response.headers.set("Access-Control-Allow-Origin", std::string(*origin));
            response.headers.set("Access-Control-Allow-Credentials", "true");
            response.headers.set("Vary", "Origin");
        }
    };
    return options;
}

std::optional<Response> LifecycleApi::authenticate(const Http::Request &request) const
{
    if (request.method == "OPTIONS" && request.header("Origin") && request.header("Access-Control-Request-Method") && !m_apiKey.empty()) {
        Response response = Response::text(200, "OK");
        response.headers.set("Access-Control-Allow-Methods", "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT");
        response.headers.set("Access-Control-Max-Age", "600");
        if (const auto wanted = request.header("Access-Control-Request-Headers"))
            response.headers.set("Access-Control-Allow-Headers", std::string(*wanted));
        return response;
    }
    if (m_apiKey.empty() || request.rawPath == "/health" || isProxyPath(request.path))
        return std::nullopt;
    const auto key = request.header(keyHeader);
    if (!key || key->empty())
        return Response::error(401, "MISSING_API_KEY", "The API key is missing. Send it in the header OPEN-SANDBOX-API-KEY.");
    if (!sameSecret(*key, m_apiKey))
        return Response::error(401, "INVALID_API_KEY", "The API key is wrong. Check it and try again.");
    return std::nullopt;
}

LifecycleApi::Done LifecycleApi::health(Exchange exchange)
{
    co_await exchange->send(Response::json(200, json::object { { "status", "healthy" } }));
}

LifecycleApi::Done LifecycleApi::describeRuntime(Exchange exchange)
{
    json::array images;
    json::array profiles;
    for (const ProfileDescription &profile : describeProfiles()) {
        json::array aliases;
        for (const std::string &alias : profile.aliases)
            aliases.emplace_back(alias);
        images.emplace_back(profile.name);
        profiles.emplace_back(json::object { { "name", profile.name }, { "aliases", std::move(aliases) }, { "contains", profile.contains } });
    }
    json::array languages;
    for (const std::string &language : contextLanguages(m_sandboxes.settings().kernels))
        languages.emplace_back(language);
    json::object out = m_report;
    out["images"] = std::move(images);
    out["profiles"] = std::move(profiles);
    out["languages"] = std::move(languages);
    co_await exchange->send(Response::json(200, out));
}

LifecycleApi::Done LifecycleApi::create(Exchange exchange)
{
    auto reading = exchange->readBody(bodyLimit);
    const std::string text = co_await std::move(reading);
    const json::value body = parseBody(text);
    auto request = parseCreate(body);
    if (!request)
        throw Failure(validationResponse(request.error()));
    auto creating = m_sandboxes.create(std::move(*request));
    const SandboxPtr sandbox = co_await std::move(creating);
    co_await exchange->send(Response::json(202, describe(*sandbox, false)));
}

LifecycleApi::Done LifecycleApi::list(Exchange exchange)
{
    const Http::Request &request = exchange->request();
    std::vector<FieldError> errors;
    const std::int64_t page = integerParameter(request.queryValue("page"), "query", "page", 1, 1, std::nullopt, errors);
    const std::int64_t pageSize = integerParameter(request.queryValue("pageSize"), "query", "pageSize", 20, 1, 200, errors);
    if (!errors.empty())
        throw Failure(validationResponse(errors));
    std::set<std::string> states;
    for (const std::string &state : request.queryValues("state"))
        states.insert(lower(state));
    std::map<std::string, std::string> wanted;
    if (const auto filter = request.queryValue("metadata")) {
        auto parsed = parseMetadataFilter(*filter);
        if (!parsed)
            throw Failure(400, "INVALID_METADATA_FORMAT", parsed.error());
        wanted = std::move(*parsed);
    }
    std::vector<SandboxPtr> found;
    for (const SandboxPtr &sandbox : m_sandboxes.all()) {
        if (!states.empty() && !states.contains(lower(sandbox->state)))
            continue;
        const auto metadata = sandbox->metadata.value_or(std::map<std::string, std::string>());
        const bool fits = std::ranges::all_of(wanted, [&](const auto &pair) {
            const auto entry = metadata.find(pair.first);
            return entry != metadata.end() && entry->second == pair.second;
        });
        if (fits)
            found.push_back(sandbox);
    }
    const auto total = static_cast<std::int64_t>(found.size());
    const std::int64_t pages = (total + pageSize - 1) / pageSize;
    json::array items;
    // A page far beyond the end must not overflow the multiplication.
    if (page <= pages) {
        const std::int64_t first = (page - 1) * pageSize;
        for (std::int64_t i = first; i < std::min(total, first + pageSize); ++i)
            items.push_back(describe(*found[static_cast<std::size_t>(i)], true));
    }
    json::object answer;
    answer["items"] = std::move(items);
    answer["pagination"] = json::object { { "page", page },
                                          { "pageSize", pageSize },
                                          { "totalItems", total },
                                          { "totalPages", pages },
                                          { "hasNextPage", page < pages } };
    co_await exchange->send(Response::json(200, answer));
}

LifecycleApi::Done LifecycleApi::get(Exchange exchange)
{
    const SandboxPtr sandbox = m_sandboxes.get(exchange->request().param("id"));
    co_await exchange->send(Response::json(200, describe(*sandbox, true)));
}

LifecycleApi::Done LifecycleApi::remove(Exchange exchange)
{
    const SandboxPtr sandbox = m_sandboxes.get(exchange->request().param("id"));
    auto removing = m_sandboxes.remove(sandbox);
    co_await std::move(removing);
    co_await exchange->send(Response::empty(204));
}

LifecycleApi::Done LifecycleApi::renew(Exchange exchange)
{
    auto reading = exchange->readBody(bodyLimit);
    const std::string text = co_await std::move(reading);
    const json::value body = parseBody(text);
    const json::object *object = body.if_object();
    if (!object)
        throw Failure(validationResponse({ { "model_attributes_type", { "body" },
                                             "Input should be a valid dictionary or object to extract fields from", body, std::nullopt } }));
    const json::value *value = object->if_contains("expiresAt");
    if (!value)
        value = object->if_contains("expires_at");
    if (!value)
        throw Failure(validationResponse({ { "missing", { "body", "expiresAt" }, "Field required", body, std::nullopt } }));
    std::optional<Time> time;
    if (const json::string *given = value->if_string())
        time = parseTime(*given);
    else if (value->is_number())
        time = timeFromNumber(value->to_number<double>());
    if (!time)
        throw Failure(validationResponse({ { "datetime_parsing", { "body", "expiresAt" }, "Input should be a valid datetime", *value, std::nullopt } }));
    const SandboxPtr sandbox = m_sandboxes.get(exchange->request().param("id"));
    if (!sandbox->expires)
        throw Failure(409, "DOCKER::INVALID_EXPIRATION", "Sandbox " + sandbox->id + " does not have automatic expiration enabled.");
    if (*time <= now())
        throw Failure(400, "DOCKER::INVALID_EXPIRATION", "New expiration time must be in the future.");
    sandbox->expires = *time;
    sandbox->note("Expiration set to " + formatTime(*time) + '.');
    co_await exchange->send(Response::json(200, json::object { { "expiresAt", formatTime(*time) } }));
}

LifecycleApi::Done LifecycleApi::patchMetadata(Exchange exchange)
{
    auto reading = exchange->readBody(bodyLimit);
    const std::string text = co_await std::move(reading);
    const json::value body = parseBody(text);
    const json::object *patch = body.if_object();
    if (!patch)
        throw Failure(validationResponse({ { "dict_type", { "body" }, "Input should be a valid dictionary", body, std::nullopt } }));
    std::vector<FieldError> errors;
    for (const auto &[key, value] : *patch) {
        if (!value.is_null() && !value.is_string())
            errors.push_back({ "string_type", { "body", key }, "Input should be a valid string", value, std::nullopt });
    }
    if (!errors.empty())
        throw Failure(validationResponse(errors));
    const SandboxPtr sandbox = m_sandboxes.get(exchange->request().param("id"));
    m_sandboxes.changeMetadata(sandbox, *patch);
    co_await exchange->send(Response::json(200, describe(*sandbox, true)));
}

LifecycleApi::Done LifecycleApi::pause(Exchange exchange)
{
    const SandboxPtr sandbox = m_sandboxes.get(exchange->request().param("id"));
    auto pausing = m_sandboxes.pause(sandbox);
    co_await std::move(pausing);
    co_await exchange->send(Response::empty(202));
}

LifecycleApi::Done LifecycleApi::resume(Exchange exchange)
{
    const SandboxPtr sandbox = m_sandboxes.get(exchange->request().param("id"));
    auto resuming = m_sandboxes.resume(sandbox);
    co_await std::move(resuming);
    co_await exchange->send(Response::empty(202));
}

LifecycleApi::Done LifecycleApi::endpoint(Exchange exchange)
{
    const Http::Request &request = exchange->request();
    std::vector<FieldError> errors;
    const std::int64_t port = integerParameter(std::string(request.param("port")), "path", "port", 0, std::nullopt, std::nullopt, errors);
    const auto expires = request.queryValue("expires");
    integerParameter(expires, "query", "expires", 0, std::nullopt, std::nullopt, errors);
    const std::string proxied = lower(request.queryValue("use_server_proxy").value_or("false"));
    const bool viaServer = proxied == "true" || proxied == "1" || proxied == "yes" || proxied == "on";
    if (!errors.empty())
        throw Failure(validationResponse(errors));
    if (port < 1 || port > 65535)
        throw Failure(400, "DOCKER::INVALID_PORT", "Port must be between 1 and 65535.");
    if (expires && viaServer)
        throw Failure(400, "SANDBOX::INVALID_PARAMETER", "use_server_proxy cannot be combined with expires.");
    if (expires)
        throw Failure(400, "SANDBOX::API_NOT_SUPPORTED", "Signed endpoints (parameter expires) are not supported by the local runtime.");
    const SandboxPtr sandbox = m_sandboxes.get(request.param("id"));
    // All ways lead through this server: ports of a sandbox are not ports of this machine.
    std::string base(request.header("Host").value_or(""));
    if (base.empty() || base.find_first_of("/?#@ \\\"'<>") != std::string::npos)
        base = "127.0.0.1:" + std::to_string(m_port);
    co_await exchange->send(Response::json(200,
        json::object { { "endpoint", base + "/sandboxes/" + sandbox->id + "/proxy/" + std::to_string(port) } }));
}

LifecycleApi::Done LifecycleApi::proxy(Exchange exchange)
{
    const Http::Request &request = exchange->request();
    const std::int64_t port = portOf(request);
    if (port < 1 || port > 65535)
        throw Failure(400, "GENERAL::UNKNOWN_ERROR", "Port must be between 1 and 65535.");
    const SandboxPtr sandbox = m_sandboxes.get(request.param("id"));
    std::string target = "/" + std::string(request.param("rest"));
    if (port == egressPort && sandbox->hasPolicy) {
        auto answering = policy(exchange, sandbox, target);
        co_await std::move(answering);
        co_return;
    }
    if (port != daemonPort)
        target = "/proxy/" + std::to_string(port) + target;
    if (!request.rawQuery.empty())
        target += '?' + request.rawQuery;
    if (sandbox->state == "Paused")
        throw Failure(502, "GENERAL::UNKNOWN_ERROR", "The sandbox is paused. Resume it first.");
    auto connecting = m_sandboxes.connect(sandbox);
    auto backend = co_await std::move(connecting);
    if (!backend)
        throw Failure(502, "GENERAL::UNKNOWN_ERROR", "Could not connect to the sandbox: " + backend.error() + '.');

    std::string forwarded;
    const auto host = request.header("Host");
    if (!request.header("X-Forwarded-Proto"))
        forwarded += "X-Forwarded-Proto: http\r\n";
    if (!request.header("X-Forwarded-Host") && host)
        forwarded += "X-Forwarded-Host: " + std::string(*host) + "\r\n";
    if (!request.header("X-Forwarded-For") && !request.peer.empty())
        forwarded += "X-Forwarded-For: " + request.peer.substr(0, request.peer.rfind(':')) + "\r\n";
    // What a client carries for this address is none of the sandbox's business: the key of this server,
    // and a browser's cookies, which it sends to every port of a host.
    static constexpr std::string_view dropped[] = { keyHeader, "Authorization", "Cookie" };
    std::string head = Http::rewriteHead(request, target, dropped, forwarded);
    auto taking = exchange->takeConnection();
    Http::RawConnection client = co_await std::move(taking);
    auto relaying = Http::relay(std::move(client), std::move(*backend), std::move(head));
    co_await std::move(relaying);
}

// The part of the egress sidecar that is true here: the policy is whole, and fixed at creation.
LifecycleApi::Done LifecycleApi::policy(Exchange exchange, SandboxPtr sandbox, std::string path)
{
    const std::string &method = exchange->request().method;
    if (path == "/healthz" && method == "GET") {
        co_await exchange->send(Response::text(200, "ok\n"));
    } else if (path == "/policy" && method == "GET") {
        const char *action = sandbox->network ? "allow" : "deny";
        json::object answer { { "status", "ok" },
                              { "mode", sandbox->network ? "allow_all" : "deny_all" },
                              { "enforcementMode", "namespace" },
                              { "policy", json::object { { "defaultAction", action }, { "egress", json::array() } } } };
        co_await exchange->send(Response::json(200, answer));
    } else if (path == "/policy") {
        co_await exchange->send(Response::text(400, "The local runtime cannot change the network policy of a running sandbox.\n"));
    } else {
        co_await exchange->send(Response::text(404, "not found\n"));
    }
}

std::string LifecycleApi::inspect(const Sandbox &sandbox) const
{
    std::string out;
    const auto line = [&](const char *name, const std::string &value) {
        out.append(name).append(std::string(18 - std::string_view(name).size(), ' ')).append(value).append("\n");
    };
    line("Sandbox ID:", sandbox.id);
    line("Image:", sandbox.image);
    line("Status:", sandbox.state + " (" + sandbox.reason + ")");
    line("Message:", sandbox.message);
    line("Created:", formatTime(sandbox.created));
    line("Expires:", sandbox.expires ? formatTime(*sandbox.expires) : "never");
    line("Network:", sandbox.network ? "shared with this machine" : "none");
    line("CPU:", sandbox.limits.cpu == 0 ? "no limit" : std::to_string(sandbox.limits.cpu) + "m");
    line("Memory:", sandbox.limits.memory == 0 ? "no limit" : std::to_string(sandbox.limits.memory >> 20) + " MiB");
    line("PIDs limit:", std::to_string(sandbox.limits.processes));
    line("OOM killed:", sandbox.outOfMemory ? "yes" : "no");
    if (sandbox.init != 0)
        line("Process:", std::to_string(sandbox.init));
    out += "\nEnvironment:\n";
    for (const auto &[name, value] : sandbox.environment) {
        const std::string upper = lower(name);
        const bool secret = upper.contains("secret") || upper.contains("token") || upper.contains("password") || upper.contains("key");
        out += "  " + name + '=' + (secret ? "****" : value) + '\n';
    }
    return out;
}

LifecycleApi::Done LifecycleApi::diagnostics(Exchange exchange)
{
    const Http::Request &request = exchange->request();
    const std::string kind(request.param("kind"));
    const bool streams = kind == "logs" || kind == "events";
    if (streams && request.queryValue("scope"))
        throw Failure(501, "DIAGNOSTICS_NOT_IMPLEMENTED", "Diagnostics with a scope are not implemented by the local runtime.");
    if (!streams && kind != "inspect" && kind != "summary") {
        auto missing = notFound(exchange);
        co_await std::move(missing);
        co_return;
    }
    std::vector<FieldError> errors;
    const std::int64_t tail = integerParameter(request.queryValue("tail"), "query", "tail", 100, 1, 10000, errors);
    const std::int64_t limit = integerParameter(request.queryValue(kind == "events" ? "limit" : "event_limit"), "query",
                                                kind == "events" ? "limit" : "event_limit", 50, 1, 500, errors);
    if (!errors.empty())
        throw Failure(validationResponse(errors));
    const SandboxPtr sandbox = m_sandboxes.get(request.param("id"));

    std::string logs = m_sandboxes.logTail(*sandbox, 1 << 20);
    std::size_t start = logs.ends_with('\n') ? logs.size() - 1 : logs.size();
    for (std::int64_t lines = 0; start > 0; --start) {
        if (logs[start - 1] == '\n' && ++lines >= tail)
            break;
    }
    logs.erase(0, start);
    std::string events;
    const std::size_t skipped = sandbox->events.size() > static_cast<std::size_t>(limit) ? sandbox->events.size() - static_cast<std::size_t>(limit) : 0;
    for (std::size_t i = skipped; i < sandbox->events.size(); ++i)
        events += formatTime(sandbox->events[i].time) + ' ' + sandbox->events[i].text + '\n';

    std::string text;
    if (kind == "logs")
        text = std::move(logs);
    else if (kind == "events")
        text = std::move(events);
    else if (kind == "inspect")
        text = inspect(*sandbox);
    else
        text = "INSPECT\n\n" + inspect(*sandbox) + "\nEVENTS\n\n" + events + "\nLOGS\n\n" + logs;
    Response response = Response::text(200, std::move(text));
    if (streams)
        response.headers.set("Deprecation", "true");
    co_await exchange->send(std::move(response));
}

LifecycleApi::Done LifecycleApi::createSnapshot(Exchange exchange, Sandboxes *sandboxes)
{
    const SandboxPtr sandbox = sandboxes->get(exchange->request().param("id"));
    if (sandbox->state != "Running")
        throw Failure(409, "SNAPSHOT::INVALID_SOURCE_STATE", "Snapshot can only be created from a Running sandbox.");
    throw Failure(501, "SNAPSHOT::NOT_IMPLEMENTED", "The local runtime makes no snapshots. Download the files you want to keep.");
    co_return;
}

LifecycleApi::Done LifecycleApi::listSnapshots(Exchange exchange)
{
    const Http::Request &request = exchange->request();
    std::vector<FieldError> errors;
    const std::int64_t page = integerParameter(request.queryValue("page"), "query", "page", 1, 1, std::nullopt, errors);
    const std::int64_t pageSize = integerParameter(request.queryValue("pageSize"), "query", "pageSize", 20, 1, 200, errors);
    if (!errors.empty())
        throw Failure(validationResponse(errors));
    json::object answer { { "items", json::array() },
                          { "pagination",
                            json::object { { "page", page }, { "pageSize", pageSize }, { "totalItems", 0 }, { "totalPages", 0 }, { "hasNextPage", false } } } };
    co_await exchange->send(Response::json(200, answer));
}

LifecycleApi::Done LifecycleApi::snapshotNotFound(Exchange exchange)
{
    throw Failure(404, "SNAPSHOT::NOT_FOUND", "Snapshot " + std::string(exchange->request().param("id")) + " not found");
    co_return;
}

LifecycleApi::Done LifecycleApi::pools(Exchange)
{
    throw Failure(501, "KUBERNETES::POOL_NOT_SUPPORTED", "Pools are only available on a Kubernetes server.");
    co_return;
}

// Newer servers build golden images from templates.
LifecycleApi::Done LifecycleApi::templates(Exchange)
{
    throw Failure(501, "TEMPLATE::NOT_IMPLEMENTED", "The local runtime builds no templates. Create sandboxes from an image.");
    co_return;
}

LifecycleApi::Done LifecycleApi::notFound(Exchange exchange)
{
    const Http::Request &request = exchange->request();
    if (request.rawPath.size() > 1 && request.rawPath.ends_with('/')) {
        Response response = Response::empty(307);
        std::string place = request.rawPath.substr(0, request.rawPath.find_last_not_of('/') + 1);
        // "//host" would lead to another server.
        while (place.starts_with("//"))
            place.erase(0, 1);
        response.headers.set("Location", (place.empty() ? "/" : place) + (request.rawQuery.empty() ? "" : "?" + request.rawQuery));
        co_await exchange->send(std::move(response));
        co_return;
    }
    co_await exchange->send(Response::json(404, json::object { { "detail", "Not Found" } }));
}

LifecycleApi::Done LifecycleApi::methodNotAllowed(Exchange exchange)
{
    co_await exchange->send(Response::json(405, json::object { { "detail", "Method Not Allowed" } }));
}

} // namespace Runtime

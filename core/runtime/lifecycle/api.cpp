// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/api.h"

#include "http/relay.h"
#include "lifecycle/diagnostics.h"
#include "lifecycle/egress.h"
#include "lifecycle/identifier.h"
#include "lifecycle/profiles.h"
#include "lifecycle/requests.h"

#include <boost/json.hpp>

#include <set>
#include <vector>

namespace Runtime {

namespace json = boost::json;
using Http::Failure;
using Http::Response;

namespace {

constexpr std::size_t policyLimit = 1 << 20;
constexpr std::size_t logBytes = 1 << 20;
constexpr const char *keyHeader = "OPEN-SANDBOX-API-KEY";
constexpr int daemonPort = 44772;
constexpr int egressPort = 18080;

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

json::object labels(const std::map<std::string, std::string> &map)
{
    json::object out;
    for (const auto &[key, value] : map)
        out[key] = value;
    return out;
}

// Of a sandbox or a snapshot.
template<typename Described> json::object describeStatus(const Described &described)
{
    return { { "state", described.state },
             { "reason", described.reason },
             { "message", described.message },
             { "lastTransitionAt", formatTime(described.changed) } };
}

// The real server takes a path apart after decoding it: with a '/' in the id there is no such route.
std::string_view idOf(const Http::Request &request)
{
    const std::string_view id = request.param("id");
    if (id.contains('/'))
        throw Failure(Response::json(404, json::object { { "detail", "Not Found" } }));
    return id;
}

std::string requestId(const Http::Request &request)
{
    if (const auto given = request.header("X-Request-ID"); given && !trimmed(*given).empty())
        return std::string(trimmed(*given));
    std::string id = randomUuid();
    std::erase(id, '-');
    return id;
}

} // namespace

json::object describe(const Sandbox &sandbox, bool withOrigin)
{
    json::object out;
    out["id"] = sandbox.id;
    if (withOrigin && sandbox.snapshot)
        out["snapshotId"] = *sandbox.snapshot;
    else if (withOrigin)
        out["image"] = json::object { { "uri", sandbox.image } };
    if (sandbox.platform)
        out["platform"] = json::object { { "os", sandbox.platform->os }, { "arch", sandbox.platform->arch } };
    out["status"] = describeStatus(sandbox);
    if (sandbox.metadata)
        out["metadata"] = labels(*sandbox.metadata);
    out["entrypoint"] = json::array(sandbox.entrypoint.begin(), sandbox.entrypoint.end());
    if (sandbox.expires)
        out["expiresAt"] = formatTime(*sandbox.expires);
    out["createdAt"] = formatTime(sandbox.created);
    return out;
}

json::object describe(const Snapshot &snapshot)
{
    json::object out;
    out["id"] = snapshot.id;
    out["sandboxId"] = snapshot.sandboxId;
    if (snapshot.name)
        out["name"] = *snapshot.name;
    out["status"] = describeStatus(snapshot);
    out["createdAt"] = formatTime(snapshot.created);
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
    add("POST", "/sandboxes/{id}/snapshots", &LifecycleApi::createSnapshot);
    add("GET", "/snapshots", &LifecycleApi::listSnapshots);
    add("GET", "/snapshots/{id}", &LifecycleApi::getSnapshot);
    add("DELETE", "/snapshots/{id}", &LifecycleApi::removeSnapshot);
    for (const auto &[method, path] : { std::pair("GET", "/pools"), { "POST", "/pools" }, { "GET", "/pools/{name}" },
                                        { "PUT", "/pools/{name}" }, { "DELETE", "/pools/{name}" } })
        add(method, path, &LifecycleApi::pools);
    for (const std::string prefix : { "/v1", "" })
        router.add("*", prefix + "/templates/{rest*}", [](Exchange e) { return templates(std::move(e)); });
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
        // The real server names no character set.
        if (const auto type = response.headers.find("Content-Type"); type && *type == "application/json; charset=utf-8")
            response.headers.set("Content-Type", "application/json");
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

SandboxPtr LifecycleApi::sandboxOf(const Exchange &exchange) const
{
    return m_sandboxes.get(idOf(exchange->request()));
}

SnapshotPtr LifecycleApi::snapshotOf(const Exchange &exchange) const
{
    return m_sandboxes.snapshots().get(idOf(exchange->request()));
}

LifecycleApi::Done LifecycleApi::health(Exchange exchange)
{
    co_await exchange->send(Response::json(200, json::object { { "status", "healthy" } }));
}

LifecycleApi::Done LifecycleApi::describeRuntime(Exchange exchange)
{
    json::array images;
    json::array profiles;
    for (const ProfileDescription &profile : describeProfiles(m_sandboxes.profiles())) {
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
    auto reading = readJson(exchange);
    const json::value body = co_await std::move(reading);
    auto request = parseCreate(body);
    if (!request)
        throw Failure(validationResponse(request.error()));
    const auto metadata = request->metadata;
    auto creating = m_sandboxes.create(std::move(*request));
    const SandboxPtr sandbox = co_await std::move(creating);
    json::object answer = describe(*sandbox, false);
    // What it got from a snapshot shows only later: this answer repeats the request.
    if (sandbox->snapshot) {
        answer.erase("platform");
        answer.erase("metadata");
        if (metadata)
            answer["metadata"] = labels(*metadata);
    }
    co_await exchange->send(Response::json(202, answer));
}

LifecycleApi::Done LifecycleApi::list(Exchange exchange)
{
    const Http::Request &request = exchange->request();
    const Page page = readPage(request);
    std::set<std::string> states;
    for (const std::string &state : request.queryValues("state"))
        states.insert(lowerCase(state));
    std::map<std::string, std::string> wanted;
    if (const auto filter = request.queryValue("metadata")) {
        auto parsed = parseMetadataFilter(*filter);
        if (!parsed)
            throw Failure(400, "INVALID_METADATA_FORMAT", parsed.error());
        wanted = std::move(*parsed);
    }
    std::vector<SandboxPtr> found = m_sandboxes.all();
    std::erase_if(found, [&](const SandboxPtr &sandbox) {
        const auto metadata = sandbox->metadata.value_or(std::map<std::string, std::string>());
        const bool fits = std::ranges::all_of(wanted, [&](const auto &pair) {
            const auto entry = metadata.find(pair.first);
            return entry != metadata.end() && entry->second == pair.second;
        });
        return !fits || (!states.empty() && !states.contains(lowerCase(sandbox->state)));
    });
    co_await exchange->send(Response::json(200, paginated(found, page, [](const SandboxPtr &sandbox) { return describe(*sandbox, true); })));
}

LifecycleApi::Done LifecycleApi::get(Exchange exchange)
{
    co_await exchange->send(Response::json(200, describe(*sandboxOf(exchange), true)));
}

LifecycleApi::Done LifecycleApi::remove(Exchange exchange)
{
    auto removing = m_sandboxes.remove(sandboxOf(exchange));
    co_await std::move(removing);
    co_await exchange->send(Response::empty(204));
}

LifecycleApi::Done LifecycleApi::renew(Exchange exchange)
{
    auto reading = readJson(exchange);
    const json::value body = co_await std::move(reading);
    const json::object *object = body.if_object();
    if (!object)
        throw invalid("model_attributes_type", { "body" }, "Input should be a valid dictionary or object to extract fields from", body);
    const json::value *value = object->if_contains("expiresAt");
    if (!value)
        value = object->if_contains("expires_at");
    if (!value)
        throw invalid("missing", { "body", "expiresAt" }, "Field required", body);
    std::optional<Time> time;
    if (const json::string *given = value->if_string())
        time = parseTime(*given);
    else if (value->is_number())
        time = timeFromNumber(value->to_number<double>());
    if (!time)
        throw invalid("datetime_parsing", { "body", "expiresAt" }, "Input should be a valid datetime", *value);
    const SandboxPtr sandbox = sandboxOf(exchange);
    if (!sandbox->expires)
        throw Failure(409, "DOCKER::INVALID_EXPIRATION", "Sandbox " + sandbox->id + " does not have automatic expiration enabled.");
    if (*time <= now())
        throw Failure(400, "DOCKER::INVALID_EXPIRATION", "New expiration time must be in the future.");
    m_sandboxes.changeExpiry(sandbox, *time);
    co_await exchange->send(Response::json(200, json::object { { "expiresAt", formatTime(*time) } }));
}

LifecycleApi::Done LifecycleApi::patchMetadata(Exchange exchange)
{
    auto reading = readJson(exchange);
    const json::value body = co_await std::move(reading);
    const json::object *patch = body.if_object();
    if (!patch)
        throw invalid("dict_type", { "body" }, "Input should be a valid dictionary", body);
    std::vector<FieldError> errors;
    for (const auto &[key, value] : *patch) {
        if (!value.is_null() && !value.is_string())
            errors.push_back({ "string_type", { "body", key }, "Input should be a valid string", value, std::nullopt });
    }
    if (!errors.empty())
        throw Failure(validationResponse(errors));
    const SandboxPtr sandbox = sandboxOf(exchange);
    m_sandboxes.changeMetadata(sandbox, *patch);
    co_await exchange->send(Response::json(200, describe(*sandbox, true)));
}

LifecycleApi::Done LifecycleApi::pause(Exchange exchange)
{
    auto pausing = m_sandboxes.pause(sandboxOf(exchange));
    co_await std::move(pausing);
    co_await exchange->send(Response::empty(202));
}

LifecycleApi::Done LifecycleApi::resume(Exchange exchange)
{
    auto resuming = m_sandboxes.resume(sandboxOf(exchange));
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
    const std::string proxied = lowerCase(request.queryValue("use_server_proxy").value_or("false"));
    const bool viaServer = proxied == "true" || proxied == "1" || proxied == "yes" || proxied == "on";
    if (!errors.empty())
        throw Failure(validationResponse(errors));
    if (port < 1 || port > 65535)
        throw Failure(400, "DOCKER::INVALID_PORT", "Port must be between 1 and 65535.");
    if (expires && viaServer)
        throw Failure(400, "SANDBOX::INVALID_PARAMETER", "use_server_proxy cannot be combined with expires.");
    if (expires)
        throw Failure(400, "SANDBOX::API_NOT_SUPPORTED", "Signed endpoints (parameter expires) are not supported by the local runtime.");
    const SandboxPtr sandbox = sandboxOf(exchange);
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
    const std::int64_t port = readPort(request);
    if (port < 1 || port > 65535)
        throw Failure(400, "GENERAL::UNKNOWN_ERROR", "Port must be between 1 and 65535.");
    const SandboxPtr sandbox = sandboxOf(exchange);
    std::string target = "/" + std::string(request.param("rest"));
    // Somebody who waits whether there is output is no use of the sandbox.
    if (!(target.starts_with("/code/contexts/") && target.ends_with("/late")))
        m_sandboxes.accessed(sandbox);
    if (port == egressPort) {
        auto reading = exchange->readBody(policyLimit);
        const std::string body = co_await std::move(reading);
        co_await exchange->send(answerEgress(*sandbox, request.method, target, body));
        co_return;
    }
    if (!request.rawQuery.empty())
        target += '?' + request.rawQuery;
    if (sandbox->state == "Paused")
        throw Failure(502, "GENERAL::UNKNOWN_ERROR", "The sandbox is paused. Resume it first.");
    std::expected<Http::Socket, std::string> backend = std::unexpected(std::string());
    if (port != daemonPort) {
        auto connecting = m_sandboxes.connectPort(sandbox, static_cast<std::uint16_t>(port));
        backend = co_await std::move(connecting);
    }
    // Otherwise the daemon passes it on, and it knows what to answer where nothing listens.
    const bool direct = backend.has_value();
    if (!direct) {
        auto connecting = m_sandboxes.connect(sandbox);
        backend = co_await std::move(connecting);
    }
    if (!backend)
        throw Failure(502, "GENERAL::UNKNOWN_ERROR", "Could not connect to the sandbox: " + backend.error() + '.');

    std::string forwarded;
    const auto host = request.header("Host");
    if (!request.header("X-Forwarded-Proto"))
        forwarded += "X-Forwarded-Proto: http\r\n";
    if (!direct && !request.header("X-Forwarded-Host") && host)
        forwarded += "X-Forwarded-Host: " + std::string(*host) + "\r\n";
    if (!request.header("X-Forwarded-For") && !request.peer.empty())
        forwarded += "X-Forwarded-For: " + request.peer.substr(0, request.peer.rfind(':')) + "\r\n";
    // What a client carries for this address is none of the sandbox's business: the key of this server,
    // and a browser's cookies, which it sends to every port of a host.
    std::vector<std::string_view> dropped { keyHeader, "Authorization", "Cookie" };
    if (direct)
        dropped.emplace_back(Http::withheldFromPorts);
    else if (port != daemonPort)
        target.insert(0, "/proxy/" + std::to_string(port));
    std::string head = Http::rewriteHead(request, target, dropped, forwarded);
    auto taking = exchange->takeConnection();
    Http::RawConnection client = co_await std::move(taking);
    auto relaying = Http::relay(std::move(client), std::move(*backend), std::move(head));
    co_await std::move(relaying);
}

LifecycleApi::Done LifecycleApi::diagnostics(Exchange exchange)
{
    const Http::Request &request = exchange->request();
    const std::string kind(request.param("kind"));
    const bool streams = kind == "logs" || kind == "events";
    if (!streams && kind != "inspect" && kind != "summary") {
        auto missing = notFound(exchange);
        co_await std::move(missing);
        co_return;
    }
    std::vector<FieldError> errors;
    const std::int64_t tail = integerParameter(request.queryValue("tail"), "query", "tail", 100, 1, 10000, errors);
    const char *const limitName = kind == "events" ? "limit" : "event_limit";
    const std::int64_t limit = integerParameter(request.queryValue(limitName), "query", limitName, 50, 1, 500, errors);
    if (!errors.empty())
        throw Failure(validationResponse(errors));
    const SandboxPtr sandbox = sandboxOf(exchange);
    const std::string log = m_sandboxes.logTail(*sandbox, logBytes);

    if (const auto scope = request.queryValue("scope"); scope && streams) {
        auto described = describeDiagnostics(*sandbox, kind, *scope, log, log.size() >= logBytes);
        if (!described)
            throw Failure(400, "SANDBOX::INVALID_PARAMETER",
                          "There is no scope '" + *scope + "'. Use container, lifecycle, runtime, network, process or all.");
        co_await exchange->send(Response::json(200, *described));
        co_return;
    }
    const std::string lines = logText(log, tail, request.queryValue("since"));
    Response response = Response::text(200, kind == "logs" ? lines
                                           : kind == "events" ? eventsText(*sandbox, limit)
                                           : kind == "inspect" ? inspectText(*sandbox)
                                                               : summaryText(*sandbox, lines, limit));
    if (streams)
        response.headers.set("Deprecation", "true");
    co_await exchange->send(std::move(response));
}

LifecycleApi::Done LifecycleApi::createSnapshot(Exchange exchange)
{
    auto reading = readOptionalJson(exchange);
    const auto body = co_await std::move(reading);
    const auto name = parseSnapshotName(body.value_or(json::object()));
    if (!name)
        throw Failure(validationResponse(name.error()));
    const SnapshotPtr snapshot = m_sandboxes.takeSnapshot(sandboxOf(exchange), *name);
    Response response = Response::json(202, describe(*snapshot));
    response.headers.set("Location", "/v1/snapshots/" + snapshot->id);
    co_await exchange->send(std::move(response));
}

LifecycleApi::Done LifecycleApi::listSnapshots(Exchange exchange)
{
    const Http::Request &request = exchange->request();
    const Page page = readPage(request);
    const auto sandbox = request.queryValue("sandboxId");
    const std::vector<std::string> states = request.queryValues("state");
    std::vector<SnapshotPtr> found = m_sandboxes.snapshots().all();
    std::erase_if(found, [&](const SnapshotPtr &snapshot) {
        return (sandbox && snapshot->sandboxId != *sandbox) || (!states.empty() && !std::ranges::contains(states, snapshot->state));
    });
    co_await exchange->send(Response::json(200, paginated(found, page, [](const SnapshotPtr &snapshot) { return describe(*snapshot); })));
}

LifecycleApi::Done LifecycleApi::getSnapshot(Exchange exchange)
{
    co_await exchange->send(Response::json(200, describe(*snapshotOf(exchange))));
}

LifecycleApi::Done LifecycleApi::removeSnapshot(Exchange exchange)
{
    m_sandboxes.removeSnapshot(snapshotOf(exchange));
    co_await exchange->send(Response::empty(204));
}

LifecycleApi::Done LifecycleApi::pools(Exchange exchange)
{
    if (exchange->request().method == "POST") {
        auto reading = readJson(exchange);
        const json::value body = co_await std::move(reading);
        if (const auto errors = checkPool(body); !errors.empty())
            throw Failure(validationResponse(errors));
    }
    throw Failure(501, "KUBERNETES::POOL_NOT_SUPPORTED", "Pools are only available on a Kubernetes server.");
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

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/egress.h"

#include "json.h"
#include "lifecycle/requests.h"
#include "lifecycle/sandboxes.h"

#include <boost/json.hpp>

namespace Runtime {

namespace json = boost::json;
using Http::Response;

namespace {

constexpr std::size_t mostRules = 4096;

Response line(int status, const std::string &text)
{
    return Response::text(status, text + '\n');
}

Response methodNotAllowed(const char *allowed)
{
    Response response = line(405, "method not allowed");
    response.headers.set("Allow", allowed);
    return response;
}

// Throws the answer to what is no action.
bool allows(const json::object &object, const char *key)
{
    const json::value *value = object.if_contains(key);
    const json::string *text = value ? value->if_string() : nullptr;
    if (value && !value->is_null() && !text)
        throw Http::Failure(line(400, std::string("invalid policy: ") + key + " must be a string"));
    const std::string action = text ? lowerCase(trimmed(*text)) : std::string();
    if (action != "allow" && action != "deny" && !action.empty())
        throw Http::Failure(line(400, "unsupported action \"" + action + "\": use allow or deny"));
    return action == "allow";
}

const json::array &checkedArray(const json::value &value, const char *what)
{
    const json::array *array = value.if_array();
    if (!array || array->empty())
        throw Http::Failure(line(400, std::string("the body must be an array of ") + what));
    if (array->size() > mostRules)
        throw Http::Failure(line(413, "too many rules"));
    return *array;
}

// True when a rule says something else than what holds for all hosts.
bool differs(const json::array &rules, bool network)
{
    bool different = false;
    for (const json::value &rule : rules) {
        const json::object *object = rule.if_object();
        const json::string *target = object ? Json::stringAt(*object, "target") : nullptr;
        if (!target || target->empty())
            throw Http::Failure(line(400, "invalid policy: every rule needs a target"));
        different = allows(*object, "action") != network || different;
    }
    return different;
}

Response changePolicy(const Sandbox &sandbox, const std::string &method, const std::string &body)
{
    const char *mode = sandbox.network ? "allow_all" : "deny_all";
    json::object answer { { "status", "ok" }, { "mode", mode }, { "enforcementMode", "namespace" } };
    const Response fixed = line(400, std::string("The local runtime cannot change the network policy of a running sandbox: it has ")
                                         + (sandbox.network ? "all network" : "none") + ". Create another sandbox with the policy you want.");
    const Response perHost = line(400, "The local runtime cannot change the network policy of a running sandbox, and it cannot enforce rules for "
                                      "single hosts. It can allow all network or deny all of it, when the sandbox is made.");
    const bool empty = body.find_first_not_of(" \t\r\n") == std::string::npos;
    if (empty && method != "POST" && method != "PUT")
        return line(400, "the body is empty");
    if (empty) {
        answer["reason"] = "policy reset to deny all";
        return sandbox.network ? fixed : Response::json(200, answer);
    }
    const auto value = Json::parse(body);
    if (!value)
        return line(400, "invalid JSON: " + value.error());
    if (method == "DELETE") {
        for (const json::value &target : checkedArray(*value, "targets")) {
            if (!target.is_string())
                return line(400, "the body must be an array of targets");
        }
        answer["reason"] = "no matching targets found";
        return Response::json(200, answer);
    }
    if (method == "PATCH")
        return differs(checkedArray(*value, "rules"), sandbox.network) ? perHost : Response::json(200, answer);
    const json::object *policy = value->if_object();
    if (!policy)
        return line(400, "invalid policy: the body must be an object");
    const bool network = allows(*policy, "defaultAction");
    if (const json::value *rules = policy->if_contains("egress"); rules && !rules->is_null()) {
        if (!rules->is_array())
            return line(400, "invalid policy: egress must be an array");
        if (rules->get_array().size() > mostRules)
            return line(413, "too many rules");
        if (differs(rules->get_array(), network))
            return perHost;
    }
    return network != sandbox.network ? fixed : Response::json(200, answer);
}

} // namespace

Response answerEgress(const Sandbox &sandbox, const std::string &method, const std::string &path, const std::string &body)
{
    if (path == "/healthz")
        return method == "GET" ? line(200, "ok") : methodNotAllowed("GET");
    if (path == "/policy" && method == "GET") {
        return Response::json(200, json::object { { "status", "ok" },
                                                  { "mode", sandbox.network ? "allow_all" : "deny_all" },
                                                  { "enforcementMode", "namespace" },
                                                  { "policy", json::object { { "defaultAction", sandbox.network ? "allow" : "deny" }, { "egress", json::array() } } } });
    }
    if (path == "/policy") {
        if (method != "POST" && method != "PUT" && method != "PATCH" && method != "DELETE")
            return methodNotAllowed("GET, POST, PUT, PATCH, DELETE");
        return changePolicy(sandbox, method, body);
    }
    if (path == "/credential-vault/_active")
        return line(403, "forbidden");
    if (path == "/credential-vault" && method == "POST")
        return line(412, "credential vault not found: the local runtime has no credential proxy, so it keeps no credentials");
    if (path == "/credential-vault" || path.starts_with("/credential-vault/"))
        return line(404, "credential vault not found");
    return line(404, "not found");
}

} // namespace Runtime

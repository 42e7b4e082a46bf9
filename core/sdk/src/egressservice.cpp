// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "endpointclient.h"
#include "httpservices.h"
#include "json.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

using Guard = std::shared_ptr<EndpointClient>;

/// What the server would refuse in these rules, or an empty text.
QString problemOf(const QList<NetworkRule> &rules)
{
    for (const NetworkRule &rule : rules) {
        if (rule.target.trimmed().isEmpty())
            return u"A network rule needs a target."_s;
        if (rule.action.compare("allow"_L1, Qt::CaseInsensitive) != 0 && rule.action.compare("deny"_L1, Qt::CaseInsensitive) != 0)
            return u"A network rule allows or denies; '%1' is neither."_s.arg(rule.action);
    }
    return {};
}

Task<EgressStatus> statusFrom(Guard guard, Request request, std::stop_token stop)
{
    auto call = EndpointClient::callForJson(guard, std::move(request), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    co_return Json::egressStatus(json->object());
}

Task<EgressStatus> refused(QString problem)
{
    co_return std::unexpected(invalid(problem));
}

class HttpEgress : public EgressService
{
public:
    explicit HttpEgress(Guard guard) : m_guard(std::move(guard)) { }

    Task<EgressStatus> get(std::stop_token stop) override { return statusFrom(m_guard, Request::get("/policy"), std::move(stop)); }
    Task<EgressStatus> patch(QList<NetworkRule> rules, std::stop_token stop) override
    {
        const QString problem = rules.isEmpty() ? u"There are no network rules to add."_s : problemOf(rules);
        if (!problem.isEmpty())
            return refused(problem);
        return statusFrom(m_guard, Request::json("PATCH", "/policy", QJsonDocument(Json::networkRules(rules))), std::move(stop));
    }
    Task<EgressStatus> remove(QStringList targets, std::stop_token stop) override
    {
        if (targets.isEmpty())
            return refused(u"There are no targets to remove."_s);
        return statusFrom(m_guard, Request::json("DELETE", "/policy", QJsonDocument(QJsonArray::fromStringList(targets))), std::move(stop));
    }
    Task<EgressStatus> replace(NetworkPolicy policy, std::stop_token stop) override
    {
        const QString problem = problemOf(QList<NetworkRule>(policy.egress) << NetworkRule { policy.defaultAction, u"*"_s });
        if (!problem.isEmpty())
            return refused(problem);
        return statusFrom(m_guard, Request::json("PUT", "/policy", QJsonDocument(Json::networkPolicy(policy))), std::move(stop));
    }
    Task<EgressStatus> reset(std::stop_token stop) override { return statusFrom(m_guard, Request::bare("POST", "/policy"), std::move(stop)); }
    Task<Done> health(std::stop_token stop) override { return EndpointClient::callForDone(m_guard, Request::get("/healthz"), std::move(stop)); }

private:
    Guard m_guard;
};

} // namespace

std::unique_ptr<EgressService> makeEgressService(Guard guard)
{
    return std::make_unique<HttpEgress>(std::move(guard));
}

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "httpservices.h"
#include "json.h"
#include "runstream.h"

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

class HttpMetrics : public MetricsService
{
public:
    explicit HttpMetrics(std::shared_ptr<const Client> client) : m_client(std::move(client)) { }

    Task<Metrics> get(std::stop_token stop) override { return getOf(m_client, std::move(stop)); }
    Task<Done> watch(std::function<void(const Metrics &)> sample, std::function<void(const QString &)> gap, std::stop_token stop) override
    {
        auto line = [sample = std::move(sample), gap = std::move(gap)](const StreamEvent &event) {
            if (const auto *unknown = std::get_if<Event::Unknown>(&event.value)) {
                if (sample && unknown->object.value("timestamp"_L1).isDouble())
                    sample(Json::metrics(unknown->object));
            } else if (const auto *error = std::get_if<Event::ServerError>(&event.value)) {
                if (gap)
                    gap(error->message);
            } else if (const auto *broken = std::get_if<Event::Broken>(&event.value)) {
                if (gap)
                    gap(u"A sample could not be read: %1."_s.arg(broken->reason));
            }
        };
        return followLines(m_client, Request::get("/metrics/watch"), std::move(line), std::move(stop));
    }

private:
    static Task<Metrics> getOf(std::shared_ptr<const Client> client, std::stop_token stop)
    {
        auto call = Client::callForJson(client, Request::get("/metrics"), stop);
        const Result<QJsonDocument> json = co_await call;
        if (!json)
            co_return std::unexpected(json.error());
        co_return Json::metrics(json->object());
    }

    std::shared_ptr<const Client> m_client;
};

class HttpHealth : public HealthService
{
public:
    explicit HttpHealth(std::shared_ptr<const Client> client) : m_client(std::move(client)) { }

    Task<Done> ping(std::stop_token stop) override
    {
        Request request = Request::get("/ping");
        request.timeout = std::chrono::milliseconds(5000);
        return Client::callForDone(m_client, std::move(request), std::move(stop));
    }

private:
    std::shared_ptr<const Client> m_client;
};

} // namespace

std::unique_ptr<MetricsService> makeMetricsService(std::shared_ptr<const Client> client)
{
    return std::make_unique<HttpMetrics>(std::move(client));
}

std::unique_ptr<HealthService> makeHealthService(std::shared_ptr<const Client> client)
{
    return std::make_unique<HttpHealth>(std::move(client));
}

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "httpservices.h"
#include "lifecycle.h"
#include "ptysession.h"

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

QByteArray ptyPath(const QString &id)
{
    return "/pty/" + percentEncoded(id);
}

Task<QString> createOf(SharedClient client, QString cwd, QString command, std::stop_token stop)
{
    QJsonObject body;
    if (!cwd.isEmpty())
        body.insert("cwd"_L1, cwd);
    if (!command.isEmpty())
        body.insert("command"_L1, command);
    auto call = callFeatureForJson(client, Feature::Terminal, Request::json("POST", "/pty", QJsonDocument(body)), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    const QString id = json->object().value("session_id"_L1).toString();
    if (id.isEmpty())
        co_return std::unexpected(misunderstood(u"The server made a terminal without telling its id."_s));
    co_return id;
}

Task<Done> removeOf(SharedClient client, QString id, std::stop_token stop)
{
    auto call = callFeatureForDone(client, Feature::Terminal, Request::bare("DELETE", ptyPath(id)), stop);
    const Result<Done> done = co_await call;
    if (!done && done.error().isNotFound() && !meansUnsupported(Feature::Terminal, done.error()) && done.error().code != "NOT_SUPPORTED"_L1)
        co_return Done {};
    co_return done;
}

class HttpPty : public PtyService
{
public:
    explicit HttpPty(SharedClient client) : m_client(std::move(client)) { }

    Task<QString> create(QString cwd, QString command, std::stop_token stop) override { return createOf(m_client, std::move(cwd), std::move(command), std::move(stop)); }
    Task<PtyStatus> status(QString id, std::stop_token stop) override { return ptyStatusOf(m_client, std::move(id), std::move(stop)); }
    Task<Done> remove(QString id, std::stop_token stop) override { return removeOf(m_client, std::move(id), std::move(stop)); }
    std::unique_ptr<PtySession> attach(QString id, PtyOptions options) override
    {
        return std::make_unique<WebPtySession>(m_client, std::move(id), std::move(options));
    }

private:
    SharedClient m_client;
};

} // namespace

Task<PtyStatus> ptyStatusOf(SharedClient client, QString id, std::stop_token stop)
{
    auto call = callFeatureForJson(client, Feature::Terminal, Request::get(ptyPath(id)), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    const QJsonObject object = json->object();
    co_return PtyStatus { object.value("session_id"_L1).toString(id), object.value("running"_L1).toBool(), object.value("output_offset"_L1).toInteger() };
}

std::unique_ptr<PtyService> makePtyService(SharedClient client)
{
    return std::make_unique<HttpPty>(std::move(client));
}

} // namespace OpenSandbox

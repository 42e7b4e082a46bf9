// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "lifecycle.h"

#include "json.h"

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

Task<DiagnosticContent> scopedOf(SharedClient client, QByteArray path, QString scope, std::stop_token stop)
{
    if (scope.isEmpty())
        co_return std::unexpected(invalid(u"A scope is needed, for example 'container'."_s));
    auto call = callFeatureForJson(client, Feature::ScopedDiagnostics, Request::get(path, Query().add("scope", scope).bytes()), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    DiagnosticContent content = Json::diagnosticContent(json->object());
    if (!content.content && !content.contentUrl.isValid())
        co_return std::unexpected(misunderstood(u"The server told neither the text nor where it is."_s));
    co_return content;
}

Task<QString> textFrom(SharedClient client, Request request, std::stop_token stop)
{
    auto call = Client::call(client, std::move(request), stop);
    const Result<Response> response = co_await call;
    if (!response)
        co_return std::unexpected(response.error());
    co_return QString::fromUtf8(response->body);
}

Task<QString> textOf(SharedClient client, DiagnosticContent content, std::stop_token stop)
{
    if (content.content)
        co_return *content.content;
    const QString scheme = content.contentUrl.scheme();
    if (!content.contentUrl.isValid() || (scheme != "http"_L1 && scheme != "https"_L1))
        co_return std::unexpected(invalid(u"There is no address to get the text from."_s));
    // Storage of somebody else's, mostly: that gets no header of ours.
    auto storage = std::make_shared<Client>(*client);
    storage->clockOffset = std::make_shared<std::chrono::milliseconds>(0);
    storage->base = content.contentUrl.toEncoded(QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment);
    if (client->base != storage->base && !client->base.startsWith(QByteArray(storage->base + '/')))
        storage->headers.clear();
    Request request = Request::get(content.contentUrl.path(QUrl::FullyEncoded).toLatin1(), content.contentUrl.query(QUrl::FullyEncoded).toLatin1());
    auto get = textFrom(storage, std::move(request), stop);
    co_return co_await get;
}

class HttpDiagnostics : public DiagnosticsService
{
public:
    HttpDiagnostics(SharedClient client, QString sandboxId) : m_client(std::move(client)), m_id(std::move(sandboxId)) { }

    Task<DiagnosticContent> logs(QString scope, std::stop_token stop) override { return scopedOf(m_client, path("logs"), std::move(scope), std::move(stop)); }
    Task<DiagnosticContent> events(QString scope, std::stop_token stop) override { return scopedOf(m_client, path("events"), std::move(scope), std::move(stop)); }
    Task<QString> text(DiagnosticContent content, std::stop_token stop) override { return textOf(m_client, std::move(content), std::move(stop)); }
    Task<QString> plainLogs(int tail, QString since, std::stop_token stop) override
    {
        Query query;
        query.add("tail", QString::number(qBound(1, tail, 10'000)));
        if (!since.isEmpty())
            query.add("since", since);
        return textFrom(m_client, Request::get(path("logs"), query.bytes()), std::move(stop));
    }
    Task<QString> plainEvents(int limit, std::stop_token stop) override
    {
        return textFrom(m_client, Request::get(path("events"), Query().add("limit", QString::number(qBound(1, limit, 500))).bytes()), std::move(stop));
    }
    Task<QString> inspect(std::stop_token stop) override { return textFrom(m_client, Request::get(path("inspect")), std::move(stop)); }
    Task<QString> summary(int tail, int eventLimit, std::stop_token stop) override
    {
        Query query;
        query.add("tail", QString::number(qBound(1, tail, 10'000))).add("event_limit", QString::number(qBound(1, eventLimit, 500)));
        return textFrom(m_client, Request::get(path("summary"), query.bytes()), std::move(stop));
    }

private:
    QByteArray path(QByteArrayView part) const { return sandboxPath(m_id, QByteArray("/diagnostics/" + part.toByteArray())); }

    SharedClient m_client;
    QString m_id;
};

} // namespace

std::unique_ptr<DiagnosticsService> makeDiagnosticsService(SharedClient client, QString sandboxId)
{
    return std::make_unique<HttpDiagnostics>(std::move(client), std::move(sandboxId));
}

} // namespace OpenSandbox

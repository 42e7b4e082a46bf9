// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/sandbox.h>

#include "faultserver.h"
#include "runtimeprocess.h"

#include <QCoroTask>
#include <QJsonDocument>
#include <QUrlQuery>
#include <QtTest>

/// What the SDK's tests share.
namespace SdkTest {

using namespace OpenSandbox;

inline const QByteArray SandboxJson = R"({"id":"box","status":{"state":"Running"},"entrypoint":["x"],"createdAt":"2026-01-02T03:04:05Z"})";

template <typename T>
Result<T> wait(Task<T> task)
{
    return QCoro::waitFor(std::move(task));
}

template <typename T>
QByteArray why(const Result<T> &result)
{
    return result ? QByteArray("a value came") : toString(result.error()).toUtf8();
}

/// Keeps a task's result for later.
template <typename T>
struct Later
{
    std::optional<Result<T>> result;

    static QCoro::Task<> follow(Task<T> task, std::shared_ptr<Later> later) { later->result = co_await task; }
    static std::shared_ptr<Later> start(Task<T> task)
    {
        auto later = std::make_shared<Later>();
        auto detached = follow(std::move(task), later);
        return later;
    }
};

inline ConnectionConfig configFor(const FaultServer &server)
{
    ConnectionConfig config;
    config.domain = server.address();
    config.apiKey = QStringLiteral("top-secret-key");
    config.requestTimeout = std::chrono::seconds(20);
    return config;
}

inline ConnectionConfig configFor(const RuntimeProcess &runtime)
{
    ConnectionConfig config;
    config.domain = runtime.address();
    config.apiKey = runtime.key();
    return config;
}

inline Endpoint endpointOf(const FaultServer &server)
{
    return { server.address(), { { "X-Route", "route-secret-1" } } };
}

/// The answers to what Sandbox::create and connect ask.
inline void serveSandbox(FaultServer &server)
{
    server.on("POST", "/v1/sandboxes", Reply::json(202, SandboxJson));
    server.on("GET", "/v1/sandboxes/box", Reply::json(200, SandboxJson));
    for (const char *port : { "44772", "18080" })
        server.on("GET", QByteArray("/v1/sandboxes/box/endpoints/") + port, Reply::json(200, R"({"endpoint":")" + server.address().toUtf8() + R"("})"));
    server.on("GET", "/ping", Reply::empty(200));
    server.on("DELETE", "/v1/sandboxes/box", Reply::empty(204));
}

/// A request as tests/data/requests.txt has it, without its name: method and target, type and body.
inline QByteArray asWritten(const Received &request)
{
    QByteArray body = request.body;
    QByteArray type = request.headers.value("content-type");
    if (const qsizetype boundary = type.indexOf("boundary="); boundary > 0) { // It is another one each time.
        body.replace(type.sliced(boundary + 9), "BOUNDARY");
        body.replace("\r\n", "\n  ");
        type.truncate(boundary);
    }
    QByteArray text = "  " + request.method + ' ' + request.target + '\n';
    if (!body.isEmpty())
        text += "  " + type + "\n  " + body + '\n';
    return text;
}

inline QJsonObject bodyOf(const Received &request)
{
    return QJsonDocument::fromJson(request.body).object();
}

inline QJsonObject json(const QByteArray &text)
{
    return QJsonDocument::fromJson(text).object();
}

} // namespace SdkTest

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "featurememory.h"
#include "masking.h"
#include "network.h"
#include "requestbody.h"
#include "transport.h"

#include <opensandbox/connectionconfig.h>
#include <opensandbox/services.h>

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QNetworkReply>
#include <QTimer>

#include <optional>

namespace OpenSandbox {

/// Everything but the unreserved characters of RFC 3986 as %XX.
QByteArray percentEncoded(const QString &text);

/// A query of encoded names and values, in the order given.
class Query
{
public:
    Query &add(QByteArrayView name, const QString &value);
    const QByteArray &bytes() const { return m_bytes; }

private:
    QByteArray m_bytes;
};

struct Request
{
    QByteArray method = "GET";
    QByteArray path; ///< Encoded, from a slash on; joined to the client's base.
    QByteArray query; ///< Encoded.
    QByteArray body;
    QByteArray contentType;
    Headers headers; ///< Of this request only.
    std::shared_ptr<RequestBody> stream; ///< Instead of `body`.
    std::optional<std::chrono::milliseconds> timeout; ///< Inactivity; absent: the configuration's; 0: none.
    Transport::Role role = Transport::Role::Read;
    qint64 maximumBody = 64 << 20; ///< Of the answer.
    bool startWillDo = false; ///< A longer answer is no error: see Response::cut.
    QStringList secrets; ///< What the body holds and no message may repeat.

    static Request get(QByteArray path, QByteArray query = {});
    static Request json(QByteArray method, QByteArray path, const QJsonDocument &body);
    static Request bare(QByteArray method, QByteArray path, QByteArray query = {});
};

struct Response
{
    int status = 0;
    QByteArray body;
    QHttpHeaders headers;
    QString requestId;
    bool cut = false; ///< There was more than Request::maximumBody.
};

/// While one lives, every Client made in its thread takes its token: whoever requests that ends the calls of these Clients.
class ClosedBy
{
public:
    explicit ClosedBy(std::stop_token token);
    ~ClosedBy();
    ClosedBy(const ClosedBy &) = delete;
    ClosedBy &operator=(const ClosedBy &) = delete;

    static std::stop_token current();

private:
    std::stop_token m_outer;
};

/// One server or one endpoint of a sandbox: its base address and the headers that go there and nowhere else.
class Client
{
public:
    static std::shared_ptr<const Client> lifecycle(const ConnectionConfig &config);
    /// The API key is added only where the endpoint is a proxy route of the lifecycle server itself.
    static std::shared_ptr<const Client> endpoint(const ConnectionConfig &config, const Endpoint &endpoint);

    ConnectionConfig config;
    QByteArray base; ///< scheme://host[:port][/path], encoded, no trailing slash.
    Headers headers;
    bool sendsRequestIds = false;
    Masking masking;
    std::shared_ptr<const Network> network;
    std::shared_ptr<Transport> transport;
    std::shared_ptr<std::chrono::milliseconds> clockOffset; ///< Shared by the copies of one manager.
    std::shared_ptr<Features> features = std::make_shared<Features>(); ///< The same.
    std::stop_token closed = ClosedBy::current(); ///< Ends its calls, as their own tokens do.

    bool isStopped(const std::stop_token &stop) const { return stop.stop_requested() || closed.stop_requested(); }

    QUrl url(const Request &request) const;
    QByteArray userAgent() const;
    /// Replaces what must not be shown: the key and the values of the headers.
    QString masked(QString text) const { return masking.text(std::move(text)); }

    /// Sends, waits, and gives every answer below 300. GETs are repeated once when the connection was reset,
    /// and as the configuration's RetryPolicy wants it.
    static Task<Response> call(std::shared_ptr<const Client> client, Request request, std::stop_token stop = {});
    /// The same, and the body as JSON.
    static Task<QJsonDocument> callForJson(std::shared_ptr<const Client> client, Request request, std::stop_token stop = {});
    /// The same, and no interest in the body.
    static Task<Done> callForDone(std::shared_ptr<const Client> client, Request request, std::stop_token stop = {});
};

/// Of a read whose transport failed.
bool isWorthAnotherTry(const Error &failed);

Error cancelled();
/// Refused before anything was sent.
Error invalid(const QString &message);
/// The server said something that makes no sense.
Error misunderstood(const QString &message);

/**
 * One request on the wire and its reply, to be held by a coroutine's frame. The stop token and the time
 * limit abort the reply; the frame always goes on from the event loop, never from within a signal or
 * from the thread of request_stop(). The reply is disposed of later, so that the frame may end at any time.
 */
class Wire
{
public:
    Wire(std::shared_ptr<const Client> client, Request request, std::stop_token stop);
    ~Wire();
    Wire(const Wire &) = delete;
    Wire &operator=(const Wire &) = delete;

    /// Awaitable: until there are bytes to read or the reply has finished.
    auto activity() { return Waiter { this, false }; }
    /// Awaitable: until the reply has finished.
    auto end() { return Waiter { this, true }; }

    QByteArray read(qint64 maximum);
    bool isFinished() const { return m_reply->isFinished(); }
    int status() const { return m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(); }
    bool isSuccess() const { return status() >= 200 && status() < 300; }
    QByteArray header(QByteArrayView name) const { return m_reply->rawHeader(name.toByteArray()); }
    QHttpHeaders headers() const { return m_reply->headers(); }
    /// The answer's; without one what went out.
    QString requestId() const;
    qint64 contentLength() const; ///< -1 when not announced.
    qint64 bytesRead() const { return m_bytesRead; }
    /// At least in part, as far as one can know: a connection that the other side closed was there.
    bool wasSent() const;
    bool wasReset() const; ///< The connection broke without an answer.
    /// The answer ended as HTTP wants it.
    bool endedCleanly() const { return m_reply->isFinished() && m_reply->error() != QNetworkReply::OperationCanceledError && !isTransportError(); }
    bool isStopped() const { return m_client->isStopped(m_stop); }
    /// Ends a stream that nothing comes from any more, although the other side lives.
    void giveUp(bool peerLives = true);
    bool wasGivenUp() const { return m_gaveUp; }
    bool hasBytes() const { return m_reply->bytesAvailable() > 0; }

    void onUploadProgress(std::function<void(qint64 sent)> function) { m_uploaded = std::move(function); }

    /// Why the transport failed, or nothing; `text` for people.
    std::optional<Error> transportError() const;
    /// What the answer's Retry-After asks for.
    std::optional<std::chrono::milliseconds> retryAfter() const;
    /// The error that an answer of 300 and above describes.
    Error apiError(const QByteArray &body) const;
    /// The start of an error's body, masked.
    QString shownBody(QByteArrayView body) const;
    /// The answer is encoded although identity was asked for, or says so while it is not.
    std::optional<Error> encodingError(QByteArrayView start) const;

    /// Reports the end of the exchange; otherwise the destructor does.
    void report(const QString &error);

private:
    struct Waiter
    {
        Wire *wire;
        bool untilEnd;
        bool await_ready() const noexcept { return false; }
        void await_suspend(std::coroutine_handle<> handle) { wire->wait(handle, untilEnd); }
        void await_resume() const noexcept { }
    };
    struct Abort
    {
        QNetworkReply *reply;
        void operator()() const { QMetaObject::invokeMethod(reply, &QNetworkReply::abort, Qt::QueuedConnection); }
    };

    void wait(std::coroutine_handle<> handle, bool untilEnd);
    void wake();
    void touch();
    void established();
    void record(const Exchange &exchange);
    bool isTransportError() const;
    /// Servers repeat what they refuse.
    QString masked(QString text) const { return m_masking.text(std::move(text)); }

    std::shared_ptr<const Client> m_client;
    std::shared_ptr<QNetworkAccessManager> m_manager;
    std::shared_ptr<RequestBody> m_body;
    Masking m_masking; ///< Knows the request's own secrets, too.
    Transport::Role m_role;
    QByteArray m_method;
    QObject m_scope; ///< Receiver of the connections.
    QNetworkReply *m_reply = nullptr;
    std::coroutine_handle<> m_waiting;
    bool m_untilEnd = false;
    bool m_sent = false;
    bool m_notConnected = false; ///< The limit for connecting was over.
    std::optional<Error> m_refused; ///< Why nothing may be sent over the connection that was made.
    QByteArray m_sentId; ///< X-Request-ID of the request.
    bool m_timedOut = false;
    bool m_gaveUp = false;
    bool m_peerLives = true; ///< When it was given up.
    bool m_reported = false;
    bool m_started = false; ///< The limit's clock runs.
    qint64 m_bytesRead = 0;
    std::chrono::milliseconds m_limit {};
    QTimer m_timer;
    QTimer m_connecting;
    QElapsedTimer m_clock;
    quint64 m_number = 0;
    QUrl m_shownUrl;
    qint64 m_bodySize = 0; ///< Of the request.
    struct Recording; ///< What a TrafficRecorder will get.
    std::unique_ptr<Recording> m_recording;
    std::function<void(qint64)> m_uploaded;
    std::stop_token m_stop;
    std::optional<std::stop_callback<Abort>> m_abort; ///< Last: gone before the reply.
    std::optional<std::stop_callback<Abort>> m_closed; ///< The same.
};

} // namespace OpenSandbox

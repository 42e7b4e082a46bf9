// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "client.h"

#include "errorbody.h"
#include "retry.h"
#include "socketlog.h"

#include <opensandbox/trafficrecorder.h>

#include <QJsonObject>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qint64 ReadBuffer = 1 << 20; ///< Beyond it the sender has to wait: memory stays bounded when we are slow.
constexpr qint64 MaximumErrorBody = 256 << 10;
constexpr qsizetype ShownErrorBody = 16 << 10;

QByteArray keyHeader(const ConnectionConfig &config)
{
    return config.authHeader.isEmpty() ? QByteArrayLiteral("OPEN-SANDBOX-API-KEY") : config.authHeader;
}

/// Header names are the same in any case.
void insertOver(Headers &headers, const QByteArray &name, const QByteArray &value)
{
    headers.removeIf([&name](const auto &header) { return header.key().compare(name, Qt::CaseInsensitive) == 0; });
    headers.insert(name, value);
}

/// "http://host:port" for messages.
QString origin(const QUrl &url)
{
    return url.toString(QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment);
}

bool isRead(const QByteArray &method)
{
    return method == "GET";
}

QByteArray encodedBase(const QUrl &url)
{
    QByteArray base = url.toEncoded(QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment);
    while (base.endsWith('/'))
        base.chop(1);
    return base;
}

QString seconds(std::chrono::milliseconds time)
{
    return QString::number(double(time.count()) / 1000.0, 'g', 6);
}

} // namespace

QByteArray percentEncoded(const QString &text)
{
    return QUrl::toPercentEncoding(text);
}

Query &Query::add(QByteArrayView name, const QString &value)
{
    if (!m_bytes.isEmpty())
        m_bytes += '&';
    m_bytes += name;
    m_bytes += '=';
    m_bytes += percentEncoded(value);
    return *this;
}

Request Request::get(QByteArray path, QByteArray query)
{
    Request request;
    request.path = std::move(path);
    request.query = std::move(query);
    return request;
}

Request Request::json(QByteArray method, QByteArray path, const QJsonDocument &body)
{
    Request request = bare(std::move(method), std::move(path));
    request.body = body.toJson(QJsonDocument::Compact);
    request.contentType = "application/json";
    return request;
}

Request Request::bare(QByteArray method, QByteArray path, QByteArray query)
{
    Request request;
    request.method = std::move(method);
    request.path = std::move(path);
    request.query = std::move(query);
    request.role = Transport::Role::Change;
    return request;
}

Error cancelled()
{
    return { Error::Kind::Cancelled, 0, {}, u"Stopped."_s, {} };
}

Error invalid(const QString &message)
{
    return { Error::Kind::InvalidArgument, 0, {}, message, {} };
}

Error misunderstood(const QString &message)
{
    return { Error::Kind::Protocol, 200, {}, message, {} };
}

namespace {

std::stop_token &closingOfThisThread()
{
    static thread_local std::stop_token token;
    return token;
}

} // namespace

ClosedBy::ClosedBy(std::stop_token token) : m_outer(std::exchange(closingOfThisThread(), std::move(token))) { }

ClosedBy::~ClosedBy()
{
    closingOfThisThread() = std::move(m_outer);
}

std::stop_token ClosedBy::current()
{
    return closingOfThisThread();
}

namespace {

/// With `base` and `headers` as they are; everything else follows from them and the configuration.
std::shared_ptr<const Client> finished(std::shared_ptr<Client> client, const ConnectionConfig &config)
{
    client->config = config;
    client->masking = Masking(config, client->headers);
    client->network = Network::of(config);
    client->transport = Transport::ofThisThread();
    client->clockOffset = std::make_shared<std::chrono::milliseconds>(0);
    return client;
}

} // namespace

std::shared_ptr<const Client> Client::lifecycle(const ConnectionConfig &config)
{
    auto client = std::make_shared<Client>();
    client->base = encodedBase(config.lifecycleUrl());
    client->headers = config.headers;
    client->sendsRequestIds = config.requestIds;
    if (!config.apiKey.isEmpty())
        client->headers.insert(keyHeader(config), config.apiKey.toUtf8());
    return finished(std::move(client), config);
}

std::shared_ptr<const Client> Client::endpoint(const ConnectionConfig &config, const Endpoint &endpoint)
{
    const QUrl server = config.lifecycleUrl();
    const QString address = endpoint.endpoint.contains("://"_L1)
        ? endpoint.endpoint
        : QString((server.scheme().isEmpty() ? u"http"_s : server.scheme()) + u"://"_s + endpoint.endpoint);
    const QUrl url(address, QUrl::StrictMode);
    auto client = std::make_shared<Client>();
    client->base = encodedBase(url);
    client->headers = config.endpointHeaders;
    // Newer servers ask for the key on their proxy routes. It has been sent to this origin anyway, and the
    // server takes it out before the request reaches the sandbox.
    static const QRegularExpression proxyRoute(u"/sandboxes/[^/]+/proxy/[0-9]+$"_s);
    const bool sameOrigin = url.scheme() == server.scheme() && url.host() == server.host()
        && url.port(url.scheme() == "https"_L1 ? 443 : 80) == server.port(server.scheme() == "https"_L1 ? 443 : 80);
    if (sameOrigin && proxyRoute.match(QString::fromLatin1(client->base)).hasMatch()) {
        // What a gateway in front of the server wants, it wants here, too.
        for (const auto &[name, value] : config.headers.asKeyValueRange())
            insertOver(client->headers, name, value);
        if (!config.apiKey.isEmpty())
            insertOver(client->headers, keyHeader(config), config.apiKey.toUtf8());
    }
    for (const auto &[name, value] : endpoint.headers.asKeyValueRange())
        insertOver(client->headers, name, value);
    return finished(std::move(client), config);
}

QByteArray Client::userAgent() const
{
    return config.userAgent.isEmpty() ? QByteArray("OpenSandbox-Cpp-SDK/0.1.0") : config.userAgent.toUtf8();
}

QUrl Client::url(const Request &request) const
{
    QByteArray address = base + request.path;
    if (!request.query.isEmpty())
        address += '?' + request.query;
    return QUrl::fromEncoded(address, QUrl::StrictMode);
}

struct Wire::Recording
{
    QDateTime started;
    QJsonObject request;
    QByteArray body;
    bool whole = true;
    bool secret = false; ///< Bodies are left out.
};

Wire::Wire(std::shared_ptr<const Client> client, Request request, std::stop_token stop)
    : m_client(std::move(client)), m_masking(request.secrets.isEmpty() ? m_client->masking : m_client->masking.with(request.secrets)), m_role(request.role), m_limit(request.timeout.value_or(m_client->config.requestTimeout)), m_stop(std::move(stop))
{
    Transport &transport = *m_client->transport;
    QNetworkRequest wanted(m_client->url(request));
    wanted.setRawHeader("User-Agent", m_client->userAgent());
    wanted.setRawHeader("Accept", "*/*");
    wanted.setRawHeader("Accept-Language", "en");
    wanted.setRawHeader("Accept-Encoding", "identity");
    if (m_client->sendsRequestIds)
        wanted.setRawHeader("X-Request-ID", QUuid::createUuid().toRfc4122().toHex());
    for (auto header = m_client->headers.begin(); header != m_client->headers.end(); ++header)
        wanted.setRawHeader(header.key(), header.value());
    for (auto header = request.headers.begin(); header != request.headers.end(); ++header)
        wanted.setRawHeader(header.key(), header.value());
    if (!request.contentType.isEmpty())
        wanted.setRawHeader("Content-Type", request.contentType);
    const Network &network = *m_client->network;
    m_manager = m_role == Transport::Role::Read ? transport.reads(network) : Transport::single(network);
    if (!m_manager) {
        m_refused = invalid(u"The application's NetworkAccess made no QNetworkAccessManager."_s);
        m_manager.reset(new QNetworkAccessManager, [](QNetworkAccessManager *old) { old->deleteLater(); });
    }
    if (const QByteArray login = Network::proxyLogin(wanted.url(), *m_manager); !login.isEmpty()) {
        wanted.setRawHeader("Proxy-Authorization", login);
        const QByteArray encoded = login.sliced(login.indexOf(' ') + 1);
        m_masking = m_masking.with({ QString::fromLatin1(encoded), QString::fromUtf8(QByteArray::fromBase64(encoded)).section(u':', 1) });
    }
    if (wanted.url().scheme() == "https"_L1)
        wanted.setSslConfiguration(network.sslConfiguration());
    const QUrl shown = m_client->masking.url(wanted.url());
    if (network.problem() || m_refused) // Fails at once, in the way of every other failure; nothing is sent.
        wanted.setUrl(QUrl(u"unusable:"_s));

    m_sentId = wanted.rawHeader("X-Request-ID");
    m_number = nextExchangeNumber();
    m_clock.start();
    m_shownUrl = shown;
    m_bodySize = request.stream ? request.stream->size() : request.body.size();
    qCDebug(traffic).noquote().nospace() << "#" << m_number << " " << request.method << " " << shown.toString(QUrl::FullyEncoded) << " (" << m_bodySize << " bytes)";
    if (m_client->config.onExchange) {
        Exchange exchange;
        exchange.number = m_number;
        exchange.method = request.method;
        exchange.url = shown;
        exchange.requestId = m_client->masked(QString::fromLatin1(m_sentId));
        m_client->config.onExchange(exchange);
    }
    if (m_client->config.recorder) {
        m_recording = std::make_unique<Recording>();
        m_recording->started = QDateTime::currentDateTimeUtc();
        QJsonObject headers;
        const auto names = wanted.rawHeaderList();
        for (const QByteArray &name : names)
            headers.insert(QString::fromUtf8(name), m_client->masking.header(name, wanted.rawHeader(name)));
        m_recording->request.insert("headers"_L1, headers);
        m_recording->request.insert("bytes"_L1, m_bodySize);
        // What is typed may be a password, and a signed address is one.
        m_recording->secret = shown.path().contains("credential-vault"_L1) || shown.path().endsWith("/input"_L1) || request.query.contains("expires=");
        if (!request.stream && !m_recording->secret && m_bodySize > 0 && m_bodySize <= m_client->config.recorder->limits().body && request.contentType == "application/json")
            m_recording->request.insert("body"_L1, m_masking.body(request.body));
    }

    if (m_role == Transport::Role::Read) {
        m_reply = m_manager->get(Transport::prepared(wanted, network));
    } else {
        wanted.setRawHeader("Connection", "close");
        // GETs have one, too, an empty one: what Qt cannot rewind it cannot send again.
        m_body = request.stream ? request.stream : std::make_shared<RequestBody>(std::move(request.body));
        m_reply = m_manager->sendCustomRequest(Transport::prepared(wanted, network), request.method, m_body.get());
    }
    m_method = request.method;
    // Requests with a body start in the next turn of the event loop, and do not know what was set before.
    QMetaObject::invokeMethod(m_reply, [reply = m_reply] { reply->setReadBufferSize(ReadBuffer); }, m_body ? Qt::QueuedConnection : Qt::DirectConnection);

    QObject::connect(m_reply, &QNetworkReply::requestSent, &m_scope, [this] {
        m_sent = true;
        m_started = true;
        established();
        touch();
    });
    // Comes before anything is sent, and once for each connection that is made.
    QObject::connect(m_reply, &QNetworkReply::encrypted, &m_scope, [this] {
        m_refused = m_client->network->refusal(m_reply->sslConfiguration(), origin(m_reply->url()));
        if (m_refused)
            m_reply->abort();
    });
    QObject::connect(m_reply, &QNetworkReply::readyRead, &m_scope, [this] {
        established();
        touch();
        wake();
    });
    if (m_body) {
        QObject::connect(m_body.get(), &RequestBody::taken, &m_scope, [this](qint64 sent) {
            established();
            touch();
            if (m_uploaded)
                m_uploaded(sent);
        });
        QObject::connect(m_body.get(), &RequestBody::shortened, m_reply, &QNetworkReply::abort, Qt::QueuedConnection);
    }
    QObject::connect(m_reply, &QNetworkReply::finished, &m_scope, [this] { wake(); });
    const bool hasConnection = m_role != Transport::Role::Read || transport.activeReads < network.tuning().readsPerHost;
    if (m_limit.count() > 0) {
        m_timer.setSingleShot(true);
        QObject::connect(&m_timer, &QTimer::timeout, &m_scope, [this] {
            m_timedOut = true;
            m_client->transport->noteTimeout();
            m_reply->abort();
        });
        // With connections to spare the request goes out at once; in a queue the clock starts when it is sent.
        m_started = hasConnection;
        touch();
    }
    if (const auto limit = network.tuning().connectLimit; limit.count() > 0) {
        m_connecting.setSingleShot(true);
        m_connecting.setInterval(limit);
        QObject::connect(&m_connecting, &QTimer::timeout, &m_scope, [this] {
            m_notConnected = true;
            m_reply->abort();
        });
        if (hasConnection)
            m_connecting.start();
        else
            QObject::connect(m_reply, &QNetworkReply::socketStartedConnecting, &m_connecting, qOverload<>(&QTimer::start));
    }
    if (m_role == Transport::Role::Read)
        ++transport.activeReads;
    m_abort.emplace(m_stop, Abort { m_reply });
    m_closed.emplace(m_client->closed, Abort { m_reply });
}

Wire::~Wire()
{
    m_abort.reset();
    m_closed.reset();
    if (m_role == Transport::Role::Read)
        --m_client->transport->activeReads;
    if (!m_reported)
        report(isStopped() ? u"Stopped."_s : QString());
    m_timer.stop();
    m_connecting.stop();
    QObject::disconnect(m_reply, nullptr, &m_scope, nullptr);
    if (m_body)
        QObject::disconnect(m_body.get(), nullptr, &m_scope, nullptr);
    if (!m_reply->isFinished())
        m_reply->abort();
    // It may be in the middle of a signal; its manager and its body have to outlive it.
    QObject::connect(m_reply, &QObject::destroyed, m_client->transport->context(), [manager = m_manager, body = m_body] { }, Qt::DirectConnection);
    m_reply->deleteLater();
}

void Wire::giveUp(bool peerLives)
{
    m_gaveUp = true;
    m_peerLives = peerLives;
    m_reply->abort();
}

void Wire::touch()
{
    if (m_limit.count() > 0 && m_started)
        m_timer.start(m_limit);
}

void Wire::established()
{
    m_connecting.stop();
}

void Wire::wait(std::coroutine_handle<> handle, bool untilEnd)
{
    m_waiting = handle;
    m_untilEnd = untilEnd;
    wake();
}

void Wire::wake()
{
    if (!m_waiting || !(m_reply->isFinished() || (!m_untilEnd && m_reply->bytesAvailable() > 0)))
        return;
    QMetaObject::invokeMethod(m_client->transport->context(), [handle = std::exchange(m_waiting, {})] { handle.resume(); }, Qt::QueuedConnection);
}

QByteArray Wire::read(qint64 maximum)
{
    if (!m_reply->isOpen())
        return {};
    QByteArray bytes = m_reply->read(maximum);
    m_bytesRead += bytes.size();
    if (m_recording && m_recording->whole) {
        m_recording->whole = m_bytesRead <= m_client->config.recorder->limits().body;
        m_recording->body += bytes.first(qMin(bytes.size(), qsizetype(m_client->config.recorder->limits().body) - m_recording->body.size()));
    }
    return bytes;
}

QString Wire::requestId() const
{
    const QByteArray answered = m_reply->rawHeader("X-Request-ID");
    return m_client->masked(QString::fromLatin1(answered.isEmpty() && wasSent() ? m_sentId : answered)).left(200);
}

qint64 Wire::contentLength() const
{
    bool ok = false;
    const qint64 length = m_reply->rawHeader("Content-Length").trimmed().toLongLong(&ok);
    return ok && length >= 0 ? length : -1;
}

bool Wire::isTransportError() const
{
    // Codes below 100 are the network's, 101 to 199 a proxy's; 201 and more tell the HTTP status.
    const int error = m_reply->error();
    return error != QNetworkReply::NoError
        && (error < 200 || status() == 0 || error == QNetworkReply::ContentReSendError || error == QNetworkReply::ProtocolFailure
            || error == QNetworkReply::UnknownNetworkError);
}

bool Wire::wasSent() const
{
    // Closed within the handshake: its certificates never became known.
    const bool secured = m_reply->url().scheme() != "https"_L1 || !m_reply->sslConfiguration().peerCertificate().isNull();
    return m_sent || (secured && m_reply->isFinished() && (m_reply->error() == QNetworkReply::RemoteHostClosedError || m_reply->error() == QNetworkReply::ContentReSendError));
}

bool Wire::wasReset() const
{
    return m_role != Transport::Role::Change && m_reply->isFinished() && !m_timedOut && !isStopped() && status() == 0
        && (m_reply->error() == QNetworkReply::RemoteHostClosedError || m_reply->error() == QNetworkReply::ContentReSendError
            || m_reply->error() == QNetworkReply::UnknownNetworkError);
}

std::optional<Error> Wire::transportError() const
{
    if (isStopped())
        return cancelled();
    if (m_client->network->problem())
        return m_client->network->problem();
    if (m_refused)
        return m_refused;
    const QString address = origin(m_reply->url());
    const bool change = m_role == Transport::Role::Change;
    if (m_notConnected) {
        return Error { Error::Kind::Network, 0, u"CONNECT_TIMEOUT"_s,
            u"Could not reach %1: there was no connection within %2 s."_s.arg(address, seconds(m_client->network->tuning().connectLimit)), {} };
    }
    if (m_timedOut) {
        QString text = u"%1 did not answer within %2 s."_s.arg(address, seconds(m_limit));
        if (change)
            text += u" The request may still have taken effect."_s;
        return Error { Error::Kind::Timeout, 0, {}, text, requestId() };
    }
    if (m_gaveUp && !m_peerLives)
        return Error { Error::Kind::Timeout, 0, {}, u"%1 went silent, and answers no other request either."_s.arg(address), requestId() };
    if (m_gaveUp)
        return Error { Error::Kind::Network, 0, {}, u"%1 went silent on this stream, but answers other requests."_s.arg(address), requestId() };
    if (!m_reply->isFinished() || !isTransportError())
        return {};
    Error error { Error::Kind::Network, 0, {}, {}, requestId() };
    const QString reason = m_body && m_body->becameShort() ? u"what was to be sent became shorter meanwhile"_s : readableText(m_reply->errorString());
    switch (m_reply->error()) {
    case QNetworkReply::ConnectionRefusedError:
        error.message = u"Could not reach %1: the connection was refused. Is the server running there?"_s.arg(address);
        break;
    case QNetworkReply::HostNotFoundError:
        error.message = u"Could not reach %1: the host name was not found."_s.arg(address);
        break;
    case QNetworkReply::SslHandshakeFailedError:
        error.message = u"No secure connection to %1: %2."_s.arg(address, reason);
        if (m_client->config.tls.minimumProtocol == TlsSettings::Protocol::Tls13)
            error.message += u" At least TLS 1.3 is asked for (TlsSettings::minimumProtocol)."_s;
        break;
    case QNetworkReply::RemoteHostClosedError:
    case QNetworkReply::ContentReSendError: // Closed before the answer, and Qt was refused a second try.
        error.message = status() == 0 ? u"%1 closed the connection without an answer."_s.arg(address)
                                      : u"%1 closed the connection before its answer was complete."_s.arg(address);
        break;
    default:
        error.message = m_sent ? u"The connection to %1 failed: %2."_s.arg(address, reason) : u"Could not reach %1: %2."_s.arg(address, reason);
    }
    if (change && wasSent())
        error.message += u" The request may still have taken effect."_s;
    error.message = m_client->masked(error.message);
    return error;
}

std::optional<std::chrono::milliseconds> Wire::retryAfter() const
{
    const QDateTime date = httpDate(header("Date"));
    return OpenSandbox::retryAfter(header("Retry-After"), date.isValid() ? date : QDateTime::currentDateTimeUtc());
}

Error Wire::apiError(const QByteArray &body) const
{
    const ErrorBody parsed = parseErrorBody(body);
    Error error { Error::Kind::Api, status(), masked(parsed.code), masked(parsed.message), requestId(), retryAfter(), shownBody(body) };
    if (status() >= 300 && status() < 400) {
        error.kind = Error::Kind::Protocol;
        error.message = u"%1 redirects to %2. Redirects are not followed; use that address instead."_s.arg(
            origin(m_reply->url()), readableText(m_client->masking.url(QUrl::fromEncoded(m_reply->rawHeader("Location"))).toString()));
    } else if (error.message.isEmpty()) {
        const QString reason = m_reply->attribute(QNetworkRequest::HttpReasonPhraseAttribute).toString();
        error.message = u"%1 answered %2%3."_s.arg(origin(m_reply->url())).arg(status()).arg(reason.isEmpty() ? QString() : QString(u' ' + readableText(reason)));
    }
    return error;
}

QString Wire::shownBody(QByteArrayView body) const
{
    return masked(QString::fromUtf8(body.first(qMin(body.size(), ShownErrorBody))));
}

std::optional<Error> Wire::encodingError(QByteArrayView start) const
{
    const QByteArray declared = m_reply->rawHeader("Content-Encoding").trimmed().toLower();
    const bool looksCompressed = start.startsWith("\x1f\x8b");
    if ((declared.isEmpty() || declared == "identity") && !looksCompressed)
        return {};
    const QString text = looksCompressed
        ? u"The answer is compressed although that was not asked for (encoding mismatch). A proxy on the way probably changes answers."_s
        : u"The answer claims to be '%1' encoded although that was not asked for (encoding mismatch). A proxy on the way probably changes answers."_s.arg(
              readableText(QString::fromLatin1(declared)));
    return Error { Error::Kind::Protocol, status(), u"ENCODING_MISMATCH"_s, text, requestId() };
}

void Wire::report(const QString &error)
{
    if (std::exchange(m_reported, true))
        return;
    if (status() > 0)
        m_client->transport->noteAnswer();
    if (const QDateTime server = httpDate(m_reply->rawHeader("Date")); server.isValid())
        *m_client->clockOffset = std::chrono::milliseconds(QDateTime::currentDateTimeUtc().msecsTo(server));
    Exchange exchange;
    exchange.number = m_number;
    exchange.method = m_method;
    exchange.url = m_shownUrl;
    exchange.finished = true;
    exchange.httpStatus = status();
    exchange.requestId = requestId();
    exchange.duration = std::chrono::milliseconds(m_clock.elapsed());
    exchange.bytesReceived = m_bytesRead;
    exchange.error = masked(error);
    qCDebug(traffic).noquote().nospace() << "#" << m_number << " " << exchange.httpStatus << " after " << exchange.duration.count() << " ms, " << m_bytesRead
                                         << " bytes" << (exchange.requestId.isEmpty() ? QString() : QString(u", request "_s + exchange.requestId))
                                         << (error.isEmpty() ? QString() : QString(u": "_s + exchange.error));
    if (m_recording)
        record(exchange);
    if (m_client->config.onExchange)
        m_client->config.onExchange(exchange);
}

void Wire::record(const Exchange &exchange)
{
    const Masking &masking = m_masking;
    QJsonObject answer { { u"bytes"_s, m_bytesRead } };
    QJsonObject headers;
    const auto pairs = m_reply->rawHeaderPairs();
    for (const auto &[name, value] : pairs)
        headers.insert(QString::fromUtf8(name), masking.header(name, value));
    answer.insert("headers"_L1, headers);
    const QByteArray type = m_reply->rawHeader("Content-Type").split(';').first().trimmed().toLower();
    QByteArray body = std::move(m_recording->body);
    const bool lines = type == "text/event-stream" || type == "application/x-ndjson";
    if (!m_recording->whole)
        body.truncate(lines ? body.lastIndexOf('\n') + 1 : 0); // Of half an object it is not known what to mask.
    if (!body.isEmpty() && !m_recording->secret && (lines || type == "application/json" || type.startsWith("text/")))
        answer.insert("body"_L1, masking.body(body));
    if (!m_recording->whole)
        answer.insert("shortened"_L1, true);
    m_client->config.recorder->write({ { u"number"_s, qint64(m_number) },
                                       { u"started"_s, m_recording->started.toString(Qt::ISODateWithMs) },
                                       { u"milliseconds"_s, qint64(exchange.duration.count()) },
                                       { u"method"_s, QString::fromLatin1(m_method) },
                                       { u"url"_s, exchange.url.toString(QUrl::FullyEncoded) },
                                       { u"status"_s, exchange.httpStatus },
                                       { u"requestId"_s, exchange.requestId },
                                       { u"error"_s, exchange.error },
                                       { u"request"_s, m_recording->request },
                                       { u"answer"_s, answer } });
}

bool isWorthAnotherTry(const Error &failed)
{
    return (failed.kind == Error::Kind::Network || failed.kind == Error::Kind::Timeout) && failed.code != "WEAK_CERTIFICATE"_L1;
}

Task<Response> Client::call(std::shared_ptr<const Client> client, Request request, std::stop_token stop)
{
    if (client->isStopped(stop))
        co_return std::unexpected(cancelled());
    if (client->base.isEmpty() || !client->url(request).isValid()) {
        const QString address = client->config.domain.section(u'@', -1); // Before it stand user and password.
        co_return std::unexpected(Error { Error::Kind::InvalidArgument, 0, {}, u"'%1' is not a usable server address."_s.arg(readableText(client->masked(address))), {} });
    }
    const bool repeatable = isRead(request.method);
    const RetryPolicy policy = repeatable && !request.timeout ? client->config.retry : RetryPolicy {};
    bool wasReset = false;
    for (int retries = 0;; ++retries) {
        std::optional<Error> error;
        std::optional<std::chrono::milliseconds> pause;
        {
            Wire wire(client, request, stop);
            QByteArray body;
            bool tooLong = false;
            for (;;) {
                const qint64 limit = wire.status() >= 300 ? MaximumErrorBody : qMin(request.maximumBody, std::numeric_limits<qint64>::max() - 1);
                const QByteArray bytes = wire.read(qMin(limit - body.size() + 1, ReadBuffer)); // What is asked for is allocated.
                body += bytes;
                tooLong = body.size() > limit;
                if (tooLong || (bytes.isEmpty() && wire.isFinished()))
                    break;
                if (bytes.isEmpty())
                    co_await wire.activity();
            }
            if (repeatable && !wasReset && wire.wasReset()) {
                wire.report(u"The connection was reset; repeated once."_s);
                wasReset = true;
                --retries;
                continue;
            }
            bool again = policy.afterNetworkErrors;
            if (wire.isStopped()) {
                error = cancelled();
                again = false;
            } else if (wire.status() >= 300) { // An error's text is worth having even when its connection broke.
                error = wire.apiError(body);
                again = policy.statuses.contains(wire.status());
            } else if (tooLong && request.startWillDo) {
                body.truncate(request.maximumBody);
                wire.report({});
                co_return Response { wire.status(), body, wire.headers(), wire.requestId(), true };
            } else if (tooLong) {
                error = Error { Error::Kind::Protocol, wire.status(), u"ANSWER_TOO_LONG"_s, u"The answer is longer than %1 bytes."_s.arg(request.maximumBody), wire.requestId() };
                again = false;
            } else if (auto failed = wire.transportError()) {
                error = failed;
                again = again && isWorthAnotherTry(*failed);
            } else if (wire.contentLength() >= 0 && body.size() != wire.contentLength() && wire.status() != 204) {
                error = Error { Error::Kind::Network, wire.status(), {}, u"The answer was cut: %1 of %2 bytes arrived."_s.arg(body.size()).arg(wire.contentLength()), wire.requestId() };
            } else {
                error = wire.encodingError({});
                again = false;
            }
            if (!error) {
                wire.report({});
                co_return Response { wire.status(), body, wire.headers(), wire.requestId() };
            }
            if (again) {
                pause = pauseBefore(policy, retries, wire.retryAfter(), QRandomGenerator::global()->generateDouble());
            }
            wire.report(pause ? QString(error->message + u" Tried again after %1 s."_s.arg(seconds(*pause))) : error->message);
        }
        if (!pause)
            co_return std::unexpected(*error);
        Pause waiting(client->transport->context(), *pause, stop, client->closed);
        co_await waiting;
        if (client->isStopped(stop))
            co_return std::unexpected(cancelled());
    }
}

Task<QJsonDocument> Client::callForJson(std::shared_ptr<const Client> client, Request request, std::stop_token stop)
{
    const QStringList secrets = request.secrets;
    auto call = Client::call(client, std::move(request), std::move(stop));
    const Result<Response> response = co_await call;
    if (!response)
        co_return std::unexpected(response.error());
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(response->body, &error);
    if (error.error != QJsonParseError::NoError) {
        const QString start = readableText(QString::fromUtf8(response->body.first(qMin<qsizetype>(response->body.size(), 200))));
        co_return std::unexpected(Error { Error::Kind::Protocol, response->status, {},
            response->body.isEmpty() ? u"The server sent an empty answer where JSON was expected."_s
                                     : u"The server's answer is not JSON (%1): %2"_s.arg(error.errorString(), client->masking.with(secrets).text(start)),
            response->requestId });
    }
    co_return document;
}

Task<Done> Client::callForDone(std::shared_ptr<const Client> client, Request request, std::stop_token stop)
{
    auto call = Client::call(client, std::move(request), std::move(stop));
    const Result<Response> response = co_await call;
    if (!response)
        co_return std::unexpected(response.error());
    co_return Done {};
}

} // namespace OpenSandbox

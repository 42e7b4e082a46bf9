// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "ptysession.h"

#include "errorbody.h"

#include <QRegularExpression>
#include <QScopeGuard>
#include <QSslSocket>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace OpenSandbox {

namespace {

constexpr quint64 MaximumMessage = 32 << 20; ///< A replay has 1 MiB and 9 bytes; relays may join more.
constexpr qsizetype InputFrame = 8 << 10;
constexpr qint64 InputWindow = 64 << 10; ///< So much waits in the socket: a pong never waits behind more.
constexpr auto ResizePause = 40ms;
constexpr auto OccupiedLimit = 70s; ///< Servers drop a connection that is silent for 60 s.
constexpr auto LongestPause = std::chrono::milliseconds(15'000);

constexpr int TakenOverCode = 4001;

template <typename... Ts>
struct Overloaded : Ts...
{
    using Ts::operator()...;
};

Error occupiedError()
{
    return { Error::Kind::Api, 409, u"ALREADY_CONNECTED"_s, u"Another client is connected to this terminal."_s, {} };
}

/// Ends it when the caller is done with the session, which the application may close or destroy in its onExchange.
auto endedLater(std::unique_ptr<SocketLog> log, QString error)
{
    return qScopeGuard([log = std::move(log), error = std::move(error)] {
        if (log)
            log->end(error);
    });
}

QString inSeconds(std::chrono::milliseconds time)
{
    return QString::number(double(time.count()) / 1000.0, 'g', 4);
}

} // namespace

WebPtySession::WebPtySession(std::shared_ptr<const Client> client, QString id, PtyOptions options)
    : m_client(std::move(client)), m_id(std::move(id)), m_options(std::move(options)), m_retryPause(m_options.firstRetry)
{
    m_silence.setSingleShot(true);
    m_retry.setSingleShot(true);
    m_sizeTimer.setSingleShot(true);
    m_sizeTimer.setInterval(ResizePause);
    m_pingTimer.setInterval(m_options.pingInterval);
    connect(&m_pingTimer, &QTimer::timeout, this, [this] {
        m_pings.enqueue(m_sent);
        m_socket->sendTextMessage(Pty::ping());
    });
    connect(&m_silence, &QTimer::timeout, this, [this] {
        const QString what = m_state == State::Connected ? u"Nothing was heard from the terminal for %1 s."_s.arg(inSeconds(m_options.stallLimit))
                                                         : u"The terminal did not answer within %1 s."_s.arg(inSeconds(m_options.connectLimit));
        const auto ended = endedLater(std::move(m_log), what);
        dropSocket();
        lost({ Error::Kind::Timeout, 0, {}, what, {} });
    });
    connect(&m_retry, &QTimer::timeout, this, &WebPtySession::ask);
    connect(&m_sizeTimer, &QTimer::timeout, this, &WebPtySession::sendSize);
    m_left.emplace(m_client->closed, [this] { QMetaObject::invokeMethod(this, &WebPtySession::close, Qt::QueuedConnection); });
    QMetaObject::invokeMethod(this, &WebPtySession::open, Qt::QueuedConnection);
}

WebPtySession::~WebPtySession()
{
    m_stop.request_stop();
    dropSocket();
}

void WebPtySession::open()
{
    if (isOver())
        return;
    QByteArray address = m_client->base + "/pty/" + percentEncoded(m_id) + "/ws";
    address.replace(0, 4, "ws"); // http to ws, https to wss
    Query query;
    if (m_options.pipe)
        query.add("pty", u"0"_s);
    if (m_position || m_options.since)
        query.add("since", QString::number(position()));
    // Not after a lost connection: somebody else may have taken the terminal over meanwhile. A server that still believes in the
    // old connection refuses until it has noticed its end.
    if (m_options.takeover && !m_wasConnected)
        query.add("takeover", u"1"_s);
    if (!query.bytes().isEmpty())
        address += '?' + query.bytes();
    QNetworkRequest request(QUrl::fromEncoded(address, QUrl::StrictMode));
    if (!m_client->base.startsWith("http") || !request.url().isValid()) {
        fail(invalid(u"'%1' is not a usable address."_s.arg(QString::fromLatin1(m_client->base))));
        return;
    }
    if (const auto &problem = m_client->network->problem()) {
        fail(*problem);
        return;
    }
    request.setRawHeader("User-Agent", m_client->userAgent());
    for (auto header = m_client->headers.begin(); header != m_client->headers.end(); ++header)
        request.setRawHeader(header.key(), header.value());

    m_handshakeError.clear();
    m_pings.clear();
    const QPointer<WebPtySession> self(this);
    auto log = std::make_unique<SocketLog>(m_client, request);
    if (!self || isOver()) // The application was told of it, and had enough.
        return;
    m_log = std::move(log);
    m_socket = new QWebSocket(QString(), QWebSocketProtocol::VersionLatest, this);
    m_socket->setSslConfiguration(m_client->network->sslConfiguration());
    m_socket->setProxy(m_client->network->proxyFor(request.url()));
    m_socket->setMaxAllowedIncomingFrameSize(MaximumMessage);
    m_socket->setMaxAllowedIncomingMessageSize(MaximumMessage);
    connect(m_socket, &QWebSocket::errorOccurred, this, [this] {
        m_handshakeError = readableText(m_socket->errorString());
        if (m_state != State::Connected)
            QMetaObject::invokeMethod(this, &WebPtySession::gone, Qt::QueuedConnection);
    });
    connect(m_socket, &QWebSocket::binaryMessageReceived, this, [this](const QByteArray &frame) {
        m_log->received(frame.size());
        take(Pty::fromBinary(frame));
    });
    connect(m_socket, &QWebSocket::textMessageReceived, this, [this](const QString &frame) {
        const QByteArray bytes = frame.toUtf8();
        m_log->received(bytes.size());
        take(Pty::fromText(bytes));
    });
    connect(m_socket, &QWebSocket::connected, this, [this] { m_log->accepted(); });
    connect(m_socket, &QWebSocket::bytesWritten, this, &WebPtySession::sendInput);
    // Queued: the socket is replaced in it.
    connect(m_socket, &QWebSocket::disconnected, this, &WebPtySession::gone, Qt::QueuedConnection);
    m_silence.start(m_options.connectLimit);
    m_socket->open(request);
    if (m_client->base.startsWith("https"))
        checkCertificates();
}

void WebPtySession::checkCertificates()
{
    // QWebSocket does not tell of the handshake's end, but its socket does, before the request goes out.
    auto *secure = m_socket->findChild<QSslSocket *>();
    const QString address = m_socket->requestUrl().toString(QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment);
    if (!secure) {
        fail({ Error::Kind::Network, 0, u"WEAK_CERTIFICATE"_s, u"No secure connection to %1: its certificates could not be looked at."_s.arg(address), {} });
        return;
    }
    connect(secure, &QSslSocket::encrypted, this, [this, secure, address] {
        const auto refusal = m_client->network->refusal(secure->sslConfiguration(), address);
        if (!refusal)
            return;
        // Later, as the socket is in the middle of a signal; but before what it posts about its end.
        QMetaObject::invokeMethod(this, [this, error = *refusal] {
            if (!isOver())
                fail(error);
        }, Qt::QueuedConnection);
        secure->abort();
    });
}

void WebPtySession::dropSocket()
{
    m_pingTimer.stop();
    m_silence.stop();
    m_sizeTimer.stop();
    if (!m_socket)
        return;
    m_socket->disconnect(this);
    m_socket->abort();
    m_socket->setParent(nullptr); // It may be in the middle of a signal.
    m_socket->deleteLater();
    m_socket = nullptr;
    m_log.reset();
}

void WebPtySession::take(const Pty::Frame &frame)
{
    if (isOver())
        return;
    if (m_state == State::Connected)
        m_silence.start(m_options.stallLimit);
    std::visit(Overloaded {
                   [this](const Pty::Output &got) {
                       m_position = position() + got.bytes.size();
                       if (got.isError)
                           Q_EMIT errorOutput(got.bytes);
                       else
                           Q_EMIT output(got.bytes);
                   },
                   [this](const Pty::Replay &got) { takeReplay(got); },
                   [this](const Pty::Connected &got) { connected(got.mode); },
                   [this](const Pty::Exit &got) {
                       m_exitCode = got.code;
                       m_exitSeen = true;
                       m_silence.start(2s); // The close follows, as a rule.
                   },
                   [this](const Pty::Pong &) {
                       if (!m_pings.isEmpty())
                           m_confirmed = m_pings.dequeue();
                   },
                   [this](const Pty::Complaint &got) {
                       if (got.code == "ALREADY_CONNECTED"_L1 && m_wasConnected && m_state != State::Connected) {
                           const auto ended = endedLater(std::move(m_log), got.message);
                           dropSocket();
                           occupied();
                       } else if (got.code == "ALREADY_CONNECTED"_L1 || got.code == "START_FAILED"_L1 || got.code == "SESSION_GONE"_L1)
                           fail({ Error::Kind::Api, got.code == "ALREADY_CONNECTED"_L1 ? 409 : got.code == "SESSION_GONE"_L1 ? 404 : 500, got.code, got.message, {} });
                       else
                           Q_EMIT notice(got.code, got.message);
                   },
                   [](const Pty::Ignored &) {},
               },
               frame);
}

void WebPtySession::takeReplay(const Pty::Replay &replay)
{
    const qint64 expected = position();
    const bool continues = m_position && replay.offset <= expected;
    if (!continues) {
        m_position = replay.offset + replay.bytes.size();
        Q_EMIT this->replay(replay.offset, replay.bytes, qMax<qint64>(0, replay.offset - expected));
        return;
    }
    // What was missed while the connection was away. The decoder of the listener is where it was.
    const QByteArray fresh = replay.bytes.sliced(qMin<qint64>(expected - replay.offset, replay.bytes.size()));
    m_position = expected + fresh.size();
    if (!fresh.isEmpty())
        Q_EMIT output(fresh);
}

void WebPtySession::connected(const QString &mode)
{
    m_mode = mode;
    m_wasConnected = true;
    m_position = position();
    m_confirmed = m_sent;
    m_retryPause = m_options.firstRetry;
    m_error = {};
    m_occupied.invalidate();
    m_silence.start(m_options.stallLimit);
    m_pingTimer.start();
    sendSize();
    const QPointer<WebPtySession> self(this);
    setState(State::Connected);
    if (self)
        sendInput();
}

void WebPtySession::gone()
{
    if (isOver() || !m_socket)
        return;
    const int code = int(m_socket->closeCode());
    const QString reason = readableText(m_socket->closeReason());
    const bool wasOpen = m_state == State::Connected;
    m_log->refused(refusedStatus());
    QString why = reason.isEmpty() ? m_handshakeError : reason;
    if (code == QWebSocketProtocol::CloseCodeNormal && m_handshakeError.isEmpty())
        why.clear();
    else if (why.isEmpty())
        why = u"closed (%1)"_s.arg(code);
    const auto ended = endedLater(std::move(m_log), why);
    dropSocket();
    if (m_exitSeen || (code == QWebSocketProtocol::CloseCodeNormal && reason == "process exited"_L1)) {
        exited();
    } else if (code == TakenOverCode) {
        m_error = { Error::Kind::Api, 409, u"TAKEN_OVER"_s, u"Another client has taken this terminal over."_s, {} };
        setState(State::TakenOver);
    } else if (code == QWebSocketProtocol::CloseCodeTooMuchData) {
        fail({ Error::Kind::Protocol, 0, u"MESSAGE_TOO_LARGE"_s, u"The terminal sent a message of more than %1 MiB, which is not accepted."_s.arg(MaximumMessage >> 20), {} });
    } else if (wasOpen) {
        lost({ Error::Kind::Network, 0, {},
            reason.isEmpty() ? u"The connection to the terminal was lost."_s : u"The connection to the terminal was closed: %1."_s.arg(reason), {} });
    } else {
        // Refused, and WebSockets do not tell why: a relay accepts first and closes then, Qt keeps the answer to itself.
        if (m_handshakeError.isEmpty())
            m_handshakeError = code == QWebSocketProtocol::CloseCodePolicyViolated ? u"refused (409)"_s : reason;
        const Error error { Error::Kind::Network, 0, {}, u"The terminal could not be reached: %1."_s.arg(m_handshakeError), {} };
        if (m_wasConnected && refusedStatus() == 409) {
            occupied();
        } else if (m_wasConnected) {
            lost(error);
        } else {
            m_error = error;
            ask();
        }
    }
}

int WebPtySession::refusedStatus() const
{
    static const QRegularExpression number(u"\\b([345][0-9][0-9])\\b"_s);
    return number.match(m_handshakeError).captured(1).toInt();
}

void WebPtySession::occupied()
{
    if (!m_occupied.isValid())
        m_occupied.start();
    if (m_occupied.durationElapsed() >= OccupiedLimit)
        fail(occupiedError());
    else
        lost(occupiedError());
}

void WebPtySession::lost(const Error &error)
{
    if (m_exitSeen) {
        exited();
        return;
    }
    if (error.code != "ALREADY_CONNECTED"_L1)
        m_occupied.invalidate();
    m_error = error;
    m_error.message = m_client->masked(m_error.message);
    const bool first = m_state == State::Connected;
    if (const qint64 uncertain = m_sent - m_confirmed; uncertain > 0) {
        m_confirmed = m_sent;
        const QPointer<WebPtySession> self(this);
        Q_EMIT inputUncertain(uncertain);
        if (!self || isOver())
            return;
    }
    if (!m_options.reconnect || !m_wasConnected) {
        fail(m_error);
        return;
    }
    if (first)
        m_sinceLost.start();
    const QPointer<WebPtySession> self(this);
    setState(State::Stalled);
    if (self)
        retryLater();
}

void WebPtySession::retryLater()
{
    if (isOver())
        return;
    if (m_sinceLost.isValid() && m_sinceLost.durationElapsed() >= m_options.retryLimit) {
        fail(m_error);
        return;
    }
    m_retry.start(m_retryPause);
    m_retryPause = qMin(m_retryPause * 2, LongestPause);
}

void WebPtySession::ask()
{
    auto asking = look(this, m_client, m_id, m_stop.get_token());
}

QCoro::Task<> WebPtySession::look(QPointer<WebPtySession> self, std::shared_ptr<const Client> client, QString id, std::stop_token stop)
{
    auto call = ptyStatusOf(client, id, stop);
    const Result<PtyStatus> status = co_await call;
    if (self && !self->isOver())
        self->answered(status);
}

void WebPtySession::answered(const Result<PtyStatus> &status)
{
    if (!status) {
        const Error &error = status.error();
        if (error.kind == Error::Kind::Cancelled)
            return;
        const bool passing = error.kind == Error::Kind::Network || error.kind == Error::Kind::Timeout || error.httpStatus >= 502;
        if (passing && m_wasConnected && m_options.reconnect)
            retryLater();
        else
            fail(error);
        return;
    }
    if (m_wasConnected) {
        // A new connection to an ended shell would start another one.
        if (status->running)
            open();
        else
            exited();
        return;
    }
    const int refused = refusedStatus();
    if (refused == 409)
        fail(occupiedError());
    else if (refused >= 400)
        fail({ Error::Kind::Api, refused, {}, m_error.message, {} });
    else if (refused >= 300) // Nothing follows it: the headers are for this address only.
        fail({ Error::Kind::Protocol, refused, {}, u"The terminal was redirected (%1), which is not followed: give the sandbox's own address."_s.arg(refused), {} });
    else
        fail(m_error);
}

void WebPtySession::write(const QByteArray &input)
{
    if (isOver() || input.isEmpty())
        return;
    m_input += input;
    sendInput();
}

void WebPtySession::discardInput()
{
    m_input.clear();
    Q_EMIT inputSent(0);
}

void WebPtySession::sendInput()
{
    if (m_state != State::Connected || m_input.isEmpty())
        return;
    qsizetype taken = 0;
    while (taken < m_input.size() && m_socket->bytesToWrite() < InputWindow) {
        const QByteArrayView piece = QByteArrayView(m_input).sliced(taken, qMin(InputFrame, m_input.size() - taken));
        taken += piece.size();
        m_socket->sendBinaryMessage(Pty::input(piece));
    }
    if (taken == 0)
        return;
    m_sent += taken;
    m_input.remove(0, taken);
    Q_EMIT inputSent(m_input.size());
}

void WebPtySession::resize(QSize size)
{
    if (size.width() < 1 || size.height() < 1 || size == m_options.size)
        return;
    m_options.size = size;
    if (m_state == State::Connected && !m_sizeTimer.isActive())
        m_sizeTimer.start();
}

void WebPtySession::sendSize()
{
    if (m_socket && m_mode != "pipe"_L1)
        m_socket->sendTextMessage(Pty::resize(m_options.size));
}

void WebPtySession::sendSignal(const QString &name)
{
    if (m_state == State::Connected)
        m_socket->sendTextMessage(Pty::signal(name));
}

void WebPtySession::close()
{
    if (isOver())
        return;
    const auto ended = endedLater(std::move(m_log), {});
    m_retry.stop();
    m_stop.request_stop();
    if (m_socket) {
        m_pingTimer.stop();
        m_silence.stop();
        m_socket->disconnect(this);
        m_socket->close(); // In order; the object itself goes with this one.
    }
    setState(State::Closed);
}

void WebPtySession::exited()
{
    setState(State::Exited);
}

void WebPtySession::fail(const Error &error)
{
    const auto ended = endedLater(std::move(m_log), error.message);
    dropSocket();
    m_error = error;
    m_error.message = m_client->masked(m_error.message);
    setState(State::Failed);
}

void WebPtySession::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    if (isOver()) {
        m_retry.stop();
        m_pingTimer.stop();
        m_silence.stop();
        m_sizeTimer.stop();
        m_input.clear();
    }
    Q_EMIT stateChanged(state);
}

} // namespace OpenSandbox

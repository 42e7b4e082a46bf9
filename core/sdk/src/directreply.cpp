// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "directreply.h"

#include <QSslConfiguration>
#include <QSslError>
#include <QSslSocket>

#include <cstring>

#ifdef Q_OS_LINUX
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#endif

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qint64 PieceSize = 64 << 10;
constexpr qint64 SendAhead = 256 << 10; ///< Bytes given to the socket beyond what the network took.

/// A peer that vanished without a word is noticed within about a minute, however quiet the stream is.
void probeIdlePeer(QAbstractSocket &socket)
{
    socket.setSocketOption(QAbstractSocket::KeepAliveOption, 1);
#ifdef Q_OS_LINUX
    const int handle = int(socket.socketDescriptor());
    const auto set = [handle](int option, int value) { setsockopt(handle, IPPROTO_TCP, option, &value, sizeof value); };
    set(TCP_KEEPIDLE, 30);
    set(TCP_KEEPINTVL, 10);
    set(TCP_KEEPCNT, 3);
#endif
}

QNetworkReply::NetworkError networkError(QAbstractSocket::SocketError error)
{
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError: return QNetworkReply::ConnectionRefusedError;
    case QAbstractSocket::RemoteHostClosedError: return QNetworkReply::RemoteHostClosedError;
    case QAbstractSocket::HostNotFoundError: return QNetworkReply::HostNotFoundError;
    case QAbstractSocket::SocketTimeoutError: return QNetworkReply::TimeoutError;
    case QAbstractSocket::SslHandshakeFailedError: return QNetworkReply::SslHandshakeFailedError;
    case QAbstractSocket::ProxyAuthenticationRequiredError: return QNetworkReply::ProxyAuthenticationRequiredError;
    case QAbstractSocket::ProxyConnectionRefusedError: return QNetworkReply::ProxyConnectionRefusedError;
    case QAbstractSocket::ProxyNotFoundError: return QNetworkReply::ProxyNotFoundError;
    default: return QNetworkReply::UnknownNetworkError;
    }
}

} // namespace

DirectReply::DirectReply(const QNetworkRequest &request, QByteArray method, std::shared_ptr<RequestBody> body, QObject *parent)
    : QNetworkReply(parent), m_socket(new QSslSocket(this)), m_method(std::move(method)), m_source(std::move(body))
{
    setRequest(request);
    setUrl(request.url());
    setOperation(QNetworkAccessManager::CustomOperation);
    QNetworkReply::open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    m_socket->setReadBufferSize(1 << 20);
    connect(m_socket, &QSslSocket::readyRead, this, &DirectReply::receive);
    connect(m_socket, &QSslSocket::bytesWritten, this, &DirectReply::sendMore);
    connect(m_socket, &QSslSocket::errorOccurred, this, &DirectReply::socketFailed);
    // Even a refusal is told from the event loop, not from the constructor.
    QMetaObject::invokeMethod(this, &DirectReply::start, Qt::QueuedConnection);
}

DirectReply::~DirectReply()
{
    m_socket->disconnect(this);
}

void DirectReply::start()
{
    if (isFinished())
        return;
    const QUrl address = url();
    const bool encrypted = address.scheme() == "https"_L1;
    if (!encrypted && address.scheme() != "http"_L1) {
        finish(ProtocolUnknownError, u"'%1' is not http or https"_s.arg(address.scheme()));
        return;
    }
    connect(m_socket, encrypted ? &QSslSocket::encrypted : &QAbstractSocket::connected, this, &DirectReply::sendHead);
    const quint16 port = quint16(address.port(encrypted ? 443 : 80));
    if (encrypted) {
        m_socket->setSslConfiguration(request().sslConfiguration());
        m_socket->connectToHostEncrypted(address.host(), port);
    } else {
        m_socket->connectToHost(address.host(), port);
    }
}

void DirectReply::sendHead()
{
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    probeIdlePeer(*m_socket);
    QByteArray path = url().path(QUrl::FullyEncoded).toLatin1();
    if (path.isEmpty())
        path = "/";
    if (url().hasQuery())
        path += '?' + url().query(QUrl::FullyEncoded).toLatin1();
    QByteArray host = url().host(QUrl::FullyEncoded).toLatin1();
    if (host.contains(':'))
        host = '[' + host + ']';
    if (url().port() > 0)
        host += ':' + QByteArray::number(url().port());
    QByteArray head = m_method + ' ' + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n";
    const QHttpHeaders headers = request().headers(); // Values with line breaks do not get in there.
    for (qsizetype i = 0; i < headers.size(); ++i)
        head += QByteArrayView(headers.nameAt(i).data(), headers.nameAt(i).size()).toByteArray() + ": " + headers.valueAt(i).toByteArray() + "\r\n";
    if (m_method != "GET")
        head += "Content-Length: " + QByteArray::number(m_source ? m_source->size() : 0) + "\r\n";
    m_socket->write(head + "\r\n");
    Q_EMIT requestSent();
    sendMore();
}

void DirectReply::sendMore()
{
    if (isFinished() || !m_source)
        return;
    while (!m_source->atEnd() && m_socket->bytesToWrite() < SendAhead) {
        const QByteArray piece = m_source->next(PieceSize);
        if (piece.isEmpty()) {
            m_socket->abort();
            finish(UnknownContentError, u"the local file became shorter while it was sent"_s);
            return;
        }
        m_socket->write(piece);
    }
    Q_EMIT uploadProgress(qMax<qint64>(0, m_source->position() - m_socket->bytesToWrite()), m_source->size());
}

void DirectReply::receive()
{
    m_receiveLater = false;
    if (isFinished())
        return;
    const qint64 before = m_body.size() - m_read;
    while (m_body.size() - m_read < limit() && m_socket->bytesAvailable() > 0
           && (m_parser.state() == ResponseParser::State::Head || m_parser.state() == ResponseParser::State::Body))
        m_parser.feed(m_socket->read(PieceSize), m_body);
    if (m_parser.hasHead() && !m_headKnown) {
        m_headKnown = true;
        setAttribute(QNetworkRequest::HttpStatusCodeAttribute, m_parser.status());
        setAttribute(QNetworkRequest::HttpReasonPhraseAttribute, QString::fromUtf8(m_parser.reason()));
        QHttpHeaders headers;
        for (const auto &[name, value] : m_parser.headers())
            headers.append(name, value);
        setHeaders(headers);
        Q_EMIT metaDataChanged();
    }
    const bool more = m_body.size() - m_read > before;
    if (m_parser.state() == ResponseParser::State::Done) {
        finish();
    } else if (m_parser.state() == ResponseParser::State::Failed) {
        finish(ProtocolFailure, QString::fromLatin1(m_parser.failure()));
    } else if (m_closed && m_socket->bytesAvailable() == 0) {
        if (m_closeError == RemoteHostClosedError)
            m_parser.end();
        if (m_parser.state() == ResponseParser::State::Done)
            finish();
        else
            finish(m_closeError, m_closeText);
    } else if (more) {
        Q_EMIT readyRead();
    }
}

void DirectReply::socketFailed()
{
    if (isFinished() || m_closed)
        return;
    m_closed = true;
    m_closeError = networkError(m_socket->error());
    m_closeText = m_socket->errorString();
    if (m_socket->error() == QAbstractSocket::SslHandshakeFailedError && !m_socket->sslHandshakeErrors().isEmpty())
        m_closeText = m_socket->sslHandshakeErrors().constFirst().errorString();
    receive(); // What had arrived before is still there.
}

void DirectReply::finish(NetworkError error, const QString &text)
{
    if (isFinished())
        return;
    if (error != NoError)
        setError(error, text);
    setFinished(true);
    m_socket->disconnect(this);
    m_socket->abort();
    if (error != NoError)
        Q_EMIT errorOccurred(error);
    if (bytesAvailable() > 0)
        Q_EMIT readyRead();
    Q_EMIT finished();
}

void DirectReply::abort()
{
    if (isFinished())
        return;
    m_body.clear();
    m_read = 0;
    finish(OperationCanceledError, u"stopped"_s);
}

qint64 DirectReply::bytesAvailable() const
{
    return QNetworkReply::bytesAvailable() + m_body.size() - m_read;
}

qint64 DirectReply::readData(char *data, qint64 maxSize)
{
    const qint64 count = qMin<qint64>(maxSize, m_body.size() - m_read);
    std::memcpy(data, m_body.constData() + m_read, size_t(count));
    m_read += count;
    if (m_read == m_body.size()) {
        m_body.resize(0);
        m_read = 0;
    } else if (m_read > limit()) {
        m_body.remove(0, m_read);
        m_read = 0;
    }
    if (!isFinished() && !m_receiveLater && (m_closed || m_socket->bytesAvailable() > 0)) {
        m_receiveLater = true;
        QMetaObject::invokeMethod(this, &DirectReply::receive, Qt::QueuedConnection);
    }
    return count == 0 && isFinished() ? -1 : count;
}

} // namespace OpenSandbox

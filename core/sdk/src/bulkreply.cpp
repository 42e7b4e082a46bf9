// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "bulkreply.h"

#include "network.h"

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qint64 Block = 256 << 10; ///< Of one system call. More is not faster, and the interface thread has other work.

QNetworkReply::NetworkError networkError(QAbstractSocket::SocketError error)
{
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError:
        return QNetworkReply::ConnectionRefusedError;
    case QAbstractSocket::RemoteHostClosedError:
        return QNetworkReply::RemoteHostClosedError;
    case QAbstractSocket::HostNotFoundError:
        return QNetworkReply::HostNotFoundError;
    case QAbstractSocket::SocketTimeoutError:
        return QNetworkReply::TimeoutError;
    default:
        return QNetworkReply::UnknownNetworkError;
    }
}

/// As the Host header has it.
QByteArray hostAndPort(const QUrl &url)
{
    QByteArray host = url.host(QUrl::FullyEncoded).toLatin1();
    if (host.contains(':'))
        host = '[' + host + ']';
    return url.port(80) == 80 ? host : host + ':' + QByteArray::number(url.port());
}

} // namespace

bool BulkReply::serves(const QUrl &url, const Network &network)
{
    return url.scheme() == "http"_L1 && network.proxyFor(url).type() == QNetworkProxy::NoProxy;
}

BulkReply::BulkReply(const QNetworkRequest &request, const QByteArray &method, RequestBody *body) : m_method(method), m_body(body)
{
    setRequest(request);
    setUrl(request.url());
    setOperation(QNetworkAccessManager::CustomOperation);
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    m_socket.setProxy(QNetworkProxy::NoProxy);
    m_socket.setReadBufferSize(Block);
    connect(&m_socket, &QTcpSocket::connected, this, &BulkReply::sendHead);
    connect(&m_socket, &QTcpSocket::readyRead, this, &BulkReply::receive);
    connect(&m_socket, &QTcpSocket::errorOccurred, this, &BulkReply::lost);
    QMetaObject::invokeMethod(this, &BulkReply::begin, Qt::QueuedConnection);
}

void BulkReply::begin()
{
    if (!isFinished())
        m_socket.connectToHost(url().host(), quint16(url().port(80)));
}

void BulkReply::sendHead()
{
    m_socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket.setSocketOption(QAbstractSocket::KeepAliveOption, 1); // There is no limit of time here.
    const QUrl::FormattingOptions target = QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment | QUrl::NormalizePathSegments;
    QByteArray path = url().toEncoded(target);
    if (!path.startsWith('/'))
        path.prepend('/');
    const QNetworkRequest asked = request();
    QByteArray head = m_method + ' ' + path + " HTTP/1.1\r\n";
    if (!asked.hasRawHeader("Host"))
        head += "Host: " + hostAndPort(url()) + "\r\n";
    const QList<QByteArray> names = asked.rawHeaderList();
    for (const QByteArray &name : names)
        head += name + ": " + asked.rawHeader(name) + "\r\n";
    if (m_body->size() > 0)
        head += "Content-Length: " + QByteArray::number(m_body->size()) + "\r\n";
    m_socket.write(head + "\r\n");
    // Once its buffer was empty, the socket looks for what to read before it goes on writing. A peer that refuses a
    // body answers and resets the connection, and a write that fails takes with it what was not read yet.
    m_socket.flush();
    connect(&m_socket, &QTcpSocket::bytesWritten, this, &BulkReply::sendBody);
    Q_EMIT requestSent();
    sendBody();
}

void BulkReply::sendBody()
{
    while (!isFinished() && m_socket.bytesToWrite() < Block) {
        const QByteArray block = m_body->read(Block);
        if (block.isEmpty())
            break; // All of it, or shorter than it should be, which the body tells.
        m_socket.write(block);
    }
}

void BulkReply::receive()
{
    m_full = m_answer.available() >= Block;
    if (isFinished() || m_full)
        return;
    m_answer.feed(m_socket.read(m_socket.bytesAvailable())); // Not readAll(): this hands over the socket's block.
    takeHead();
    if (m_answer.available() > 0)
        Q_EMIT readyRead();
    if (m_answer.state() == BulkAnswer::State::Done)
        finish(NoError, {});
    else if (m_answer.state() == BulkAnswer::State::Broken)
        finish(ProtocolFailure, m_answer.problem());
}

void BulkReply::takeHead()
{
    if (m_headTaken || !m_answer.hasHead())
        return;
    m_headTaken = true;
    setAttribute(QNetworkRequest::HttpStatusCodeAttribute, m_answer.status());
    setAttribute(QNetworkRequest::HttpReasonPhraseAttribute, QString::fromLatin1(m_answer.reason()));
    setHeaders(m_answer.headers());
    Q_EMIT metaDataChanged();
}

void BulkReply::lost()
{
    if (isFinished())
        return;
    const QAbstractSocket::SocketError error = m_socket.error();
    const QString text = m_socket.errorString();
    m_answer.feed(m_socket.read(m_socket.bytesAvailable()));
    takeHead();
    if (error == QAbstractSocket::RemoteHostClosedError)
        m_answer.end();
    if (m_answer.state() == BulkAnswer::State::Done)
        finish(NoError, {});
    else if (m_answer.state() == BulkAnswer::State::Broken)
        finish(ProtocolFailure, m_answer.problem());
    else
        finish(networkError(error), text);
}

void BulkReply::abort()
{
    if (isFinished())
        return;
    close(); // What was not read is dropped.
    finish(OperationCanceledError, u"Operation canceled"_s);
}

void BulkReply::finish(NetworkError error, const QString &text)
{
    if (isFinished())
        return;
    setFinished(true);
    m_socket.abort();
    if (error != NoError) {
        setError(error, text);
        Q_EMIT errorOccurred(error);
    }
    Q_EMIT finished();
}

qint64 BulkReply::bytesAvailable() const
{
    return isOpen() ? m_answer.available() + QNetworkReply::bytesAvailable() : 0;
}

qint64 BulkReply::readData(char *data, qint64 maximum)
{
    const qint64 count = m_answer.take(data, maximum);
    if (m_full && m_answer.available() < Block) {
        m_full = false;
        QMetaObject::invokeMethod(this, &BulkReply::receive, Qt::QueuedConnection);
    }
    return count == 0 && isFinished() ? -1 : count;
}

} // namespace OpenSandbox

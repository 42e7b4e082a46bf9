// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "requestbody.h"
#include "responseparser.h"

#include <QNetworkReply>

class QSslSocket;

namespace OpenSandbox {

/**
 * One request on a connection of its own, for everything that must not be sent twice and for streams.
 * QNetworkAccessManager does not do here: it repeats a request when its connection breaks before the
 * answer, a stream that has begun included; a chunked answer that is cut within a chunk's head never
 * finishes; and it reads chunk heads byte by byte, which makes small events cost 6 us each. Sends and
 * receives as asked, no redirects, cookies, compression or repetition. `finished` is always emitted; an
 * unfinished answer gives RemoteHostClosedError. An HTTP status is not an error().
 */
class DirectReply : public QNetworkReply
{
    Q_OBJECT

public:
    DirectReply(const QNetworkRequest &request, QByteArray method, std::shared_ptr<RequestBody> body, QObject *parent = nullptr);
    ~DirectReply() override;

    void abort() override;
    qint64 bytesAvailable() const override;
    bool isSequential() const override { return true; }

protected:
    qint64 readData(char *data, qint64 maxSize) override;

private:
    void start();
    void sendHead();
    void sendMore();
    void receive();
    void socketFailed();
    void finish(NetworkError error = NoError, const QString &text = {});
    qint64 limit() const { return readBufferSize() > 0 ? readBufferSize() : qint64(1) << 20; }

    QSslSocket *m_socket;
    QByteArray m_method;
    std::shared_ptr<RequestBody> m_source;
    ResponseParser m_parser;
    QByteArray m_body; ///< Received and not yet read.
    qsizetype m_read = 0; ///< How much of it is read.
    bool m_headKnown = false;
    bool m_closed = false; ///< By the other side.
    bool m_receiveLater = false;
    NetworkError m_closeError = RemoteHostClosedError;
    QString m_closeText;
};

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bulkanswer.h"
#include "requestbody.h"

#include <QNetworkReply>
#include <QTcpSocket>

#include <memory>

namespace OpenSandbox {

class Network;

/**
 * A request for the content of a file, or with it, over a TCP connection of its own and in large blocks.
 * QNetworkAccessManager moves 16 KiB at a time between two threads: on a fast way that is a fifth of what
 * the way can carry. What it does besides (proxies, TLS, a second try) is not done here: serves() tells
 * where this fits. The request is sent once, whatever happens.
 *
 * An answer that comes before the body is sent ends the request. At most about 1 MiB is held either way:
 * a slow reader makes the peer wait, and a slow peer the file. Errors are those that QNetworkAccessManager
 * has for the same trouble.
 */
class BulkReply : public QNetworkReply
{
    Q_OBJECT

public:
    /// Plain HTTP without a proxy.
    static bool serves(const QUrl &url, const Network &network);
    /// Connects in the next turn of the event loop. `body` must stay until the reply is gone.
    BulkReply(const QNetworkRequest &request, const QByteArray &method, RequestBody *body);

    void abort() override;
    qint64 bytesAvailable() const override;
    bool isSequential() const override { return true; }

protected:
    qint64 readData(char *data, qint64 maximum) override;

private:
    void begin();
    void sendHead();
    void sendBody();
    void receive(); ///< What came, as far as there is room for it.
    void lost(); ///< The connection.
    void takeHead();
    void finish(NetworkError error, const QString &text);

    QByteArray m_method;
    RequestBody *m_body;
    QTcpSocket m_socket;
    BulkAnswer m_answer;
    bool m_headTaken = false;
    bool m_full = false; ///< Waits for the reader.
};

} // namespace OpenSandbox

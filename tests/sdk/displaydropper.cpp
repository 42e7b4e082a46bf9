// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "displaydropper.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpSocket>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

/// The answer of one request on its way back.
struct Answer
{
    QByteArray raw; ///< Not understood yet.
    QByteArray line; ///< The last one of the stream, without its end.
    bool headSeen = false;
    bool stream = false;
};

QByteArray chunk(const QByteArray &bytes)
{
    return bytes.isEmpty() ? QByteArray() : QByteArray(QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n");
}

} // namespace

DisplayDropper::DisplayDropper(quint16 runtimePort, QObject *parent) : QObject(parent), m_runtimePort(runtimePort)
{
    connect(&m_server, &QTcpServer::pendingConnectionAvailable, this, &DisplayDropper::accept);
    m_server.listen(QHostAddress::LocalHost);
}

QByteArray DisplayDropper::filtered(const QByteArray &line)
{
    QJsonObject event = QJsonDocument::fromJson(line).object();
    const QString type = event.value("type"_L1).toString();
    if (m_passing)
        return line + "\n\n";
    if (event.value("display"_L1).toBool() || type == "clear_output"_L1 || type == "input_request"_L1) {
        ++m_dropped;
        return {};
    }
    QByteArray lines;
    if (QString text = event.value("text"_L1).toString(); type == "stdout"_L1 && text.size() > 1000) {
        while (!text.isEmpty()) {
            event.insert("text"_L1, text.first(qMin<qsizetype>(777, text.size())));
            text.remove(0, 777);
            lines += QJsonDocument(event).toJson(QJsonDocument::Compact) + "\n\n";
        }
        return lines;
    }
    return line + "\n\n";
}

void DisplayDropper::accept()
{
    QTcpSocket *client = m_server.nextPendingConnection();
    auto *runtime = new QTcpSocket(client);
    runtime->connectToHost(QHostAddress(QHostAddress::LocalHost), m_runtimePort);
    const auto answer = std::make_shared<Answer>();
    connect(client, &QIODevice::readyRead, runtime, [this, client, runtime] {
        const QByteArray bytes = client->readAll();
        const QByteArray first = bytes.left(bytes.indexOf('\r'));
        if (first.startsWith("GET ") && first.contains("/capabilities ")) {
            if (m_passing) {
                client->write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 26\r\n\r\n{\"extensions\":[\"display\"]}");
                return;
            }
            client->write("HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 18\r\n\r\n404 page not found");
            return;
        }
        if (first.startsWith("POST ") && first.contains("/code "))
            ++m_runs;
        runtime->write(bytes);
    });
    connect(runtime, &QIODevice::readyRead, client, [this, client, runtime, answer] {
        answer->raw += runtime->readAll();
        if (!answer->headSeen) {
            const qsizetype end = answer->raw.indexOf("\r\n\r\n");
            if (end < 0)
                return;
            answer->headSeen = true;
            answer->stream = answer->raw.first(end).toLower().contains("content-type: text/event-stream")
                && answer->raw.first(end).toLower().contains("transfer-encoding: chunked");
            if (answer->stream) {
                client->write(answer->raw.first(end + 4));
                answer->raw.remove(0, end + 4);
            }
        }
        if (!answer->stream) {
            client->write(std::exchange(answer->raw, {}));
            return;
        }
        for (;;) {
            const qsizetype lineEnd = answer->raw.indexOf("\r\n");
            if (lineEnd < 0)
                return;
            const qsizetype size = answer->raw.first(lineEnd).toLongLong(nullptr, 16);
            if (answer->raw.size() < lineEnd + 2 + size + 2)
                return;
            answer->line += answer->raw.sliced(lineEnd + 2, size);
            answer->raw.remove(0, lineEnd + 2 + size + 2);
            QByteArray passed;
            for (qsizetype lf = 0; (lf = answer->line.indexOf('\n')) >= 0;) {
                const QByteArray line = answer->line.first(lf).trimmed();
                answer->line.remove(0, lf + 1);
                if (!line.isEmpty())
                    passed += filtered(line);
            }
            client->write(chunk(passed));
            if (size == 0) {
                client->write("0\r\n\r\n");
                return;
            }
        }
    });
    connect(runtime, &QAbstractSocket::disconnected, client, &QAbstractSocket::disconnectFromHost);
    connect(client, &QAbstractSocket::disconnected, runtime, [client, runtime] {
        runtime->disconnectFromHost();
        client->deleteLater();
    });
}

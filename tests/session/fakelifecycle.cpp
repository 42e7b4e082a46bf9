// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "fakelifecycle.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QLocale>
#include <QTimer>
#include <QUrl>
#include <QUrlQuery>

using namespace Qt::StringLiterals;

FakeLifecycle::FakeLifecycle()
{
    m_server.listen(QHostAddress::LocalHost);
    m_port = m_server.serverPort();
    connect(&m_server, &QTcpServer::newConnection, this, [this]() {
        while (QTcpSocket *socket = m_server.nextPendingConnection()) {
            connect(socket, &QTcpSocket::readyRead, this, [this, socket]() { read(socket); });
            connect(socket, &QTcpSocket::disconnected, this, [this, socket]() {
                m_buffers.remove(socket);
                socket->deleteLater();
            });
        }
    });
}

FakeLifecycle::~FakeLifecycle()
{
    // The sockets are the server's children and die after the maps that their handlers use.
    const QList<QTcpSocket *> open = m_server.findChildren<QTcpSocket *>();
    for (QTcpSocket *socket : open)
        socket->disconnect(this);
}

OpenSandbox::ConnectionConfig FakeLifecycle::config() const
{
    OpenSandbox::ConnectionConfig config;
    config.domain = u"127.0.0.1:%1"_s.arg(m_server.serverPort());
    config.apiKey = u"test-key"_s;
    return config;
}

QString FakeLifecycle::now(std::chrono::seconds later) const
{
    return QDateTime::currentDateTimeUtc().addSecs((clockOffset + later).count()).toString(u"yyyy-MM-ddTHH:mm:ss.zzz000Z"_s);
}

QString FakeLifecycle::add(const QString &name, std::chrono::seconds expiresIn, const QString &state)
{
    const QString id = u"%1-%2"_s.arg(ids).arg(++m_nextId, 6, 10, QChar(u'0'));
    QJsonObject object {
        { u"id"_s, id },
        { u"status"_s, QJsonObject { { u"state"_s, state } } },
        { u"image"_s, QJsonObject { { u"uri"_s, u"opensandbox/code-interpreter:v1.1.0"_s } } },
        { u"metadata"_s, QJsonObject { { u"name"_s, name } } },
        { u"entrypoint"_s, QJsonArray { u"tail"_s, u"-f"_s, u"/dev/null"_s } },
        { u"createdAt"_s, now(std::chrono::seconds(-600 + m_nextId)) },
    };
    if (expiresIn.count() != 0)
        object.insert(u"expiresAt"_s, now(expiresIn));
    m_sandboxes.insert(id, object);
    return id;
}

void FakeLifecycle::setState(const QString &id, const QString &state, const QString &message)
{
    QJsonObject status { { u"state"_s, state } };
    if (!message.isEmpty())
        status.insert(u"message"_s, message);
    patch(id, { { u"status"_s, status } });
}

void FakeLifecycle::patch(const QString &id, const QJsonObject &fields)
{
    QJsonObject object = m_sandboxes.value(id);
    for (auto it = fields.begin(); it != fields.end(); ++it)
        object.insert(it.key(), it.value());
    m_sandboxes.insert(id, object);
}

void FakeLifecycle::close()
{
    m_server.close();
    const QList<QTcpSocket *> open = m_server.findChildren<QTcpSocket *>();
    for (QTcpSocket *socket : open)
        socket->abort();
}

void FakeLifecycle::releaseCreates()
{
    holdCreates = false;
    const auto held = std::exchange(m_held, {});
    for (const auto &[socket, body] : held) {
        if (socket)
            lifecycle(socket, "POST", { u"sandboxes"_s }, {}, body);
    }
}

void FakeLifecycle::release()
{
    const auto waiting = std::exchange(m_waiting, {});
    for (const auto &[line, answerNow] : waiting)
        answerNow();
}

bool FakeLifecycle::release(const QString &methodAndPath)
{
    QList<std::pair<QString, std::function<void()>>> chosen;
    for (qsizetype i = 0; i < m_waiting.size();) {
        if (m_waiting[i].first == methodAndPath)
            chosen.append(m_waiting.takeAt(i));
        else
            ++i;
    }
    for (const auto &[line, answerNow] : std::as_const(chosen))
        answerNow();
    return !chosen.isEmpty();
}

void FakeLifecycle::print(const QByteArray &text)
{
    send(QJsonDocument(QJsonObject { { u"type"_s, u"stdout"_s }, { u"text"_s, QString::fromUtf8(text) } }).toJson(QJsonDocument::Compact));
}

void FakeLifecycle::send(const QByteArray &event)
{
    const QByteArray frame = event + "\n\n";
    for (const QPointer<QTcpSocket> &socket : std::as_const(m_runs)) {
        if (socket)
            socket->write(QByteArray::number(frame.size(), 16) + "\r\n" + frame + "\r\n");
    }
}

void FakeLifecycle::endRuns(const QByteArray &error)
{
    QByteArray frame = R"({"type":"execution_complete","execution_time":5})";
    if (!error.isEmpty())
        frame = R"({"type":"error","error":{"ename":")" + error + R"(","evalue":"","traceback":[]}})";
    frame += "\n\n";
    const auto runs = std::exchange(m_runs, {});
    for (const QPointer<QTcpSocket> &socket : runs) {
        if (socket)
            socket->write(QByteArray::number(frame.size(), 16) + "\r\n" + frame + "\r\n0\r\n\r\n");
    }
}

void FakeLifecycle::sendMetrics(double cpu, double memoryMib, qint64 timestampMs)
{
    const QJsonObject object { { u"cpu_count"_s, 2 }, { u"cpu_used_pct"_s, cpu }, { u"mem_total_mib"_s, 4096 }, { u"mem_used_mib"_s, memoryMib }, { u"timestamp"_s, timestampMs } };
    sendMetricsLine(QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n');
}

void FakeLifecycle::sendMetricsLine(const QByteArray &line)
{
    for (const QPointer<QTcpSocket> &socket : std::as_const(m_watchers)) {
        if (socket)
            socket->write(QByteArray::number(line.size(), 16) + "\r\n" + line + "\r\n");
    }
}

int FakeLifecycle::metricsWatchers() const
{
    return int(std::count_if(m_watchers.cbegin(), m_watchers.cend(), [](const QPointer<QTcpSocket> &socket) { return socket && socket->state() == QAbstractSocket::ConnectedState; }));
}

void FakeLifecycle::read(QTcpSocket *socket)
{
    QByteArray &buffer = m_buffers[socket];
    buffer += socket->readAll();
    for (;;) {
        const qsizetype end = buffer.indexOf("\r\n\r\n");
        if (end < 0)
            return;
        const QList<QByteArray> lines = buffer.first(end).split('\n');
        qsizetype length = 0;
        bool keyed = false;
        for (const QByteArray &line : lines) {
            const QByteArray lower = line.trimmed().toLower();
            if (lower.startsWith("content-length:"))
                length = lower.sliced(15).trimmed().toLongLong();
            if (lower == "open-sandbox-api-key: " + key.toLatin1().toLower())
                keyed = true;
        }
        if (buffer.size() < end + 4 + length)
            return;
        const QByteArray body = buffer.sliced(end + 4, length);
        buffer.remove(0, end + 4 + length);
        const QList<QByteArray> first = lines.first().trimmed().split(' ');
        const QString target = QString::fromLatin1(first.value(1));
        if (mood == Mood::Silent)
            continue;
        if (mood == Mood::Nonsense) {
            reply(socket, 200, "<html>Welcome to nginx</html>", "text/html");
            continue;
        }
        if (mood == Mood::Failing) {
            reply(socket, 500, QJsonObject { { u"code"_s, u"INTERNAL_ERROR"_s }, { u"message"_s, u"The database is gone."_s } });
            continue;
        }
        if (mood == Mood::RefuseKey && !target.startsWith("/health"_L1)) {
            reply(socket, 401, QJsonObject { { u"code"_s, u"INVALID_API_KEY"_s }, { u"message"_s, u"Authentication credentials are invalid."_s } });
            continue;
        }
        if (!keyed && target.startsWith("/v1/"_L1)) {
            reply(socket, 401, QJsonObject { { u"code"_s, u"MISSING_API_KEY"_s }, { u"message"_s, u"Authentication credentials are missing."_s } });
            continue;
        }
        answerLater(socket, first.first(), target, body);
        if (!m_buffers.contains(socket))
            return;
    }
}

void FakeLifecycle::reply(QTcpSocket *socket, int status, const QJsonObject &object)
{
    reply(socket, status, QJsonDocument(object).toJson(QJsonDocument::Compact));
}

void FakeLifecycle::reply(QTcpSocket *socket, int status, const QByteArray &body, const QByteArray &type)
{
    const QByteArray date = QLocale::c().toString(QDateTime::currentDateTimeUtc().addSecs(clockOffset.count()), u"ddd, dd MMM yyyy HH:mm:ss"_s).toLatin1() + " GMT";
    socket->write("HTTP/1.1 " + QByteArray::number(status) + " X\r\nDate: " + date + "\r\nContent-Type: " + type + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
}

void FakeLifecycle::answerLater(QTcpSocket *socket, const QByteArray &method, const QString &target, const QByteArray &body)
{
    if (holding) {
        m_waiting.append({ QString::fromLatin1(method) + u' ' + QUrl(target).path(), [this, guard = QPointer<QTcpSocket>(socket), method, target, body]() {
                              if (guard)
                                  answer(guard, method, target, body);
                          } });
        return;
    }
    if (latency.count() <= 0)
        answer(socket, method, target, body);
    else
        QTimer::singleShot(latency, socket, [this, socket, method, target, body] { answer(socket, method, target, body); });
}

void FakeLifecycle::answer(QTcpSocket *socket, const QByteArray &method, const QString &target, const QByteArray &body)
{
    const QUrl url(target);
    const QString path = url.path();
    const QString line = QString::fromLatin1(method) + u' ' + path;
    ++m_requests[line];
    Q_EMIT requested(line);
    QStringList parts = path.split(u'/', Qt::SkipEmptyParts);
    if (const int status = statuses.value(line)) {
        reply(socket, status, QJsonObject { { u"code"_s, u"NOT_IMPLEMENTED"_s }, { u"message"_s, u"Not offered here."_s } });
    } else if (path == "/health"_L1) {
        reply(socket, 200, QJsonObject { { u"status"_s, u"healthy"_s } });
    } else if (parts.value(0) == "v1"_L1) {
        parts.removeFirst();
        lifecycle(socket, method, parts, url.query(), body);
    } else if (parts.value(0) == "daemon"_L1) {
        const QString id = parts.value(1);
        daemon(socket, method, id, parts.sliced(2), body);
    } else {
        reply(socket, 404, QJsonObject { { u"detail"_s, u"Not Found"_s } });
    }
}

void FakeLifecycle::lifecycle(QTcpSocket *socket, const QByteArray &method, const QStringList &parts, const QString &query, const QByteArray &body)
{
    const QString id = parts.value(1);
    if (parts == QStringList { u"local"_s }) {
        if (local.isEmpty())
            reply(socket, 404, QJsonObject { { u"detail"_s, u"Not Found"_s } });
        else
            reply(socket, 200, local);
        return;
    }
    if (parts.size() == 1 && method == "GET") {
        QList<QJsonObject> all = m_sandboxes.values();
        std::sort(all.begin(), all.end(), [](const QJsonObject &a, const QJsonObject &b) { return a.value("createdAt"_L1).toString() > b.value("createdAt"_L1).toString(); });
        const QUrlQuery items(query);
        const int page = std::max(1, items.queryItemValue(u"page"_s).toInt());
        const int size = items.hasQueryItem(u"pageSize"_s) ? items.queryItemValue(u"pageSize"_s).toInt() : 20;
        QJsonArray shown;
        for (qsizetype i = qsizetype(page - 1) * size; i < std::min<qsizetype>(all.size(), qsizetype(page) * size); ++i)
            shown << all.at(i);
        const int pages = int((all.size() + size - 1) / size);
        reply(socket, 200, QJsonObject { { u"items"_s, shown }, { u"pagination"_s, QJsonObject { { u"page"_s, page }, { u"pageSize"_s, size }, { u"totalItems"_s, int(all.size()) }, { u"totalPages"_s, pages }, { u"hasNextPage"_s, page < pages } } } });
        return;
    }
    if (parts.size() == 1 && method == "POST") {
        if (holdCreates) {
            m_held.append({ QPointer<QTcpSocket>(socket), body });
            return;
        }
        if (createStatus != 202) {
            reply(socket, createStatus, QJsonObject { { u"code"_s, createCode }, { u"message"_s, u"The image is not known here. Known are: local, python."_s } });
            return;
        }
        const QJsonObject asked = QJsonDocument::fromJson(body).object();
        lastCreate = asked;
        const QString made = add(asked.value("metadata"_L1)["name"_L1].toString(), std::chrono::seconds(asked.value("timeout"_L1).toInt(0)), createState);
        reply(socket, 202, m_sandboxes.value(made));
        return;
    }
    if (!m_sandboxes.contains(id)) {
        reply(socket, 404, QJsonObject { { u"code"_s, u"DOCKER::SANDBOX_NOT_FOUND"_s }, { u"message"_s, u"Sandbox %1 not found."_s.arg(id) } });
        return;
    }
    if (parts.size() == 2 && method == "GET") {
        reply(socket, 200, m_sandboxes.value(id));
    } else if (parts.size() == 2 && method == "DELETE") {
        if (conflictsOnDelete > 0) {
            --conflictsOnDelete;
            reply(socket, 409, QJsonObject { { u"code"_s, u"KUBERNETES::INVALID_STATE"_s }, { u"message"_s, u"It is being paused."_s } });
            return;
        }
        m_sandboxes.remove(id);
        reply(socket, 204, QByteArray());
    } else if (parts.value(2) == "renew-expiration"_L1) {
        const QString until = QJsonDocument::fromJson(body).object().value("expiresAt"_L1).toString();
        patch(id, { { u"expiresAt"_s, until } });
        reply(socket, 200, QJsonObject { { u"expiresAt"_s, until } });
    } else if (parts.value(2) == "pause"_L1) {
        reply(socket, 501, QJsonObject { { u"code"_s, u"NOT_IMPLEMENTED"_s }, { u"message"_s, u"Pause is not offered here."_s } });
    } else if (parts.value(2) == "endpoints"_L1) {
        reply(socket, 200, QJsonObject { { u"endpoint"_s, u"127.0.0.1:%1/daemon/%2"_s.arg(m_server.serverPort()).arg(id) } });
    } else {
        reply(socket, 404, QJsonObject { { u"detail"_s, u"Not Found"_s } });
    }
}

void FakeLifecycle::daemon(QTcpSocket *socket, const QByteArray &method, const QString &id, const QStringList &parts, const QByteArray &body)
{
    QHash<QString, QString> &contexts = m_contexts[id];
    const QString route = parts.join(u'/');
    if (route == "ping"_L1) {
        reply(socket, 200, QByteArray());
    } else if (route == "code"_L1 && method == "POST") {
        const QByteArray frame = R"({"type":"init","text":"run"})" "\n\n";
        socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n" + QByteArray::number(frame.size(), 16) + "\r\n" + frame + "\r\n");
        m_runs << socket;
    } else if (route == "code"_L1 && method == "DELETE") {
        ++m_interrupts;
        reply(socket, 200, QByteArray());
    } else if (route == "command"_L1 && method == "POST") {
        const QByteArray frames = QByteArray(R"({"type":"init","text":"cmd-1"})") + "\n\n" + R"({"type":"execution_complete","execution_time":1})" + "\n\n";
        reply(socket, 200, frames, "text/event-stream");
    } else if (route.startsWith("command/status/"_L1)) {
        reply(socket, 200, QJsonObject { { u"id"_s, parts.value(2) }, { u"running"_s, true } });
    } else if (route.startsWith("command/"_L1) && parts.value(2) == "logs"_L1) {
        reply(socket, 200, QByteArray(), "text/plain");
    } else if (route == "code/contexts"_L1 && method == "GET") {
        QJsonArray list;
        for (const auto &[context, language] : contexts.asKeyValueRange())
            list << QJsonObject { { u"id"_s, context }, { u"language"_s, language } };
        reply(socket, 200, QJsonDocument(list).toJson(QJsonDocument::Compact));
    } else if (route == "code/context"_L1 && method == "POST") {
        const QString language = QJsonDocument::fromJson(body).object().value("language"_L1).toString();
        if (!contextLanguages.contains(language)) {
            reply(socket, 500, QJsonObject { { u"code"_s, u"RUNTIME_ERROR"_s }, { u"message"_s, u"There is no kernel for %1."_s.arg(language) } });
            return;
        }
        const QString context = u"ctx-%1"_s.arg(++m_nextId);
        contexts.insert(context, language);
        reply(socket, 200, QJsonObject { { u"id"_s, context }, { u"language"_s, language } });
    } else if (route.startsWith("code/contexts/"_L1)) {
        const QString context = parts.value(2);
        if (parts.value(3) == "restart"_L1 && !canRestart) {
            reply(socket, 404, QByteArray("404 page not found"), "text/plain");
        } else if (!contexts.contains(context)) {
            reply(socket, 404, QJsonObject { { u"code"_s, u"CONTEXT_NOT_FOUND"_s }, { u"message"_s, u"No such context."_s } });
        } else {
            if (method == "DELETE")
                contexts.remove(context);
            if (method == "GET")
                reply(socket, 200, QJsonObject { { u"id"_s, context }, { u"language"_s, contexts.value(context) } });
            else
                reply(socket, 200, QByteArray());
        }
    } else if (route == "metrics/watch"_L1) {
        socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
        m_watchers << socket;
    } else {
        reply(socket, 404, QByteArray("404 page not found"), "text/plain");
    }
}

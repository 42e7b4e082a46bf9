// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "daemonclient.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonDocument>
#include <QThread>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

QList<QJsonObject> Answer::events() const
{
    QList<QJsonObject> result;
    for (const QByteArray &line : body.split('\n')) {
        if (!line.isEmpty())
            result.append(QJsonDocument::fromJson(line).object());
    }
    return result;
}

QJsonObject Answer::json() const
{
    return QJsonDocument::fromJson(body).object();
}

QByteArray Answer::bodyOf(const QByteArray &answer)
{
    qsizetype at = answer.indexOf("\r\n\r\n") + 4;
    if (!answer.first(at).contains("Transfer-Encoding: chunked"))
        return answer.sliced(at);
    QByteArray body;
    while (at < answer.size()) {
        const qsizetype end = answer.indexOf("\r\n", at);
        const qsizetype size = answer.sliced(at, end - at).toLongLong(nullptr, 16);
        if (size == 0)
            break;
        body += answer.sliced(end + 2, size);
        at = end + 2 + size + 2;
    }
    return body;
}

QString streamText(const QList<QJsonObject> &events, QLatin1StringView type)
{
    QString text;
    for (const QJsonObject &event : events) {
        if (event.value("type"_L1).toString() == type)
            text += event.value("text"_L1).toString();
    }
    return text;
}

QString ownSleep(int seconds)
{
    return u"sleep %1.%2"_s.arg(seconds).arg(::getpid());
}

QString countOf(const QString &commandLine)
{
    // The brackets keep the counting itself out.
    return u"pgrep -fc '%1[%2]'"_s.arg(commandLine.chopped(1), commandLine.last(1));
}

QJsonObject firstOfType(const QList<QJsonObject> &events, QLatin1StringView type)
{
    for (const QJsonObject &event : events) {
        if (event.value("type"_L1).toString() == type)
            return event;
    }
    return {};
}

RawConnection::RawConnection(const QString &socketPath)
    : m_socket(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_un address {};
    address.sun_family = AF_UNIX;
    const QByteArray path = socketPath.toLocal8Bit();
    qstrncpy(address.sun_path, path.constData(), sizeof address.sun_path);
    if (connect(m_socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        m_ended = true;
}

RawConnection::~RawConnection()
{
    close();
}

void RawConnection::close()
{
    if (m_socket >= 0)
        ::close(m_socket);
    m_socket = -1;
    m_ended = true;
}

void RawConnection::send(const QByteArray &bytes)
{
    qsizetype sent = 0;
    while (sent < bytes.size()) {
        const ssize_t step = ::send(m_socket, bytes.constData() + sent, size_t(bytes.size() - sent), MSG_NOSIGNAL);
        if (step <= 0)
            return;
        sent += step;
    }
}

void RawConnection::sendRequest(
    const QByteArray &method, const QByteArray &target, const QByteArray &body, const QByteArray &headers)
{
    QByteArray head = method + ' ' + target + " HTTP/1.1\r\nHost: sandbox\r\n" + headers;
    if (!body.isEmpty() || method == "POST")
        head += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
    send(head + "\r\n" + body);
}

QByteArray RawConnection::take(qsizetype count)
{
    const QByteArray bytes = m_received.first(count);
    m_received.remove(0, count);
    return bytes;
}

bool RawConnection::readSome(int milliseconds)
{
    if (m_ended)
        return false;
    pollfd descriptor { m_socket, POLLIN, 0 };
    if (poll(&descriptor, 1, milliseconds) <= 0)
        return false;
    QByteArray buffer(1 << 20, Qt::Uninitialized);
    const ssize_t got = recv(m_socket, buffer.data(), size_t(buffer.size()), 0);
    if (got <= 0) {
        m_ended = true;
        return false;
    }
    m_received.append(buffer.constData(), got);
    return true;
}

bool RawConnection::waitFor(const QByteArray &text, int milliseconds)
{
    QElapsedTimer timer;
    timer.start();
    while (!m_received.contains(text)) {
        const int left = milliseconds - int(timer.elapsed());
        if (left <= 0 || !readSome(left))
            return m_received.contains(text);
    }
    return true;
}

Answer RawConnection::readAnswer(int milliseconds)
{
    QElapsedTimer timer;
    timer.start();
    const auto more = [&] {
        const int left = milliseconds - int(timer.elapsed());
        return left > 0 && readSome(left);
    };
    Answer answer;
    while (!m_received.contains("\r\n\r\n")) {
        if (!more())
            return answer;
    }
    qsizetype at = m_received.indexOf("\r\n\r\n");
    const QList<QByteArray> lines = m_received.first(at).split('\n');
    answer.status = lines.value(0).split(' ').value(1).toInt();
    for (const QByteArray &line : lines.mid(1)) {
        const qsizetype colon = line.indexOf(':');
        answer.headers.insert(line.first(qMax(colon, 0)).toLower(), line.mid(colon + 1).trimmed());
    }
    at += 4;
    if (answer.headers.value("transfer-encoding") == "chunked") {
        while (true) {
            qsizetype lineEnd = m_received.indexOf("\r\n", at);
            while (lineEnd < 0) {
                if (!more())
                    return answer;
                lineEnd = m_received.indexOf("\r\n", at);
            }
            const qsizetype size = m_received.sliced(at, lineEnd - at).toLongLong(nullptr, 16);
            while (m_received.size() < lineEnd + 2 + size + 2) {
                if (!more())
                    return answer;
            }
            answer.body.append(m_received.constData() + lineEnd + 2, size);
            at = lineEnd + 2 + size + 2;
            if (size == 0)
                break;
        }
    } else {
        const qsizetype size = answer.headers.value("content-length", "0").toLongLong();
        while (m_received.size() < at + size) {
            if (!more())
                return answer;
        }
        answer.body = m_received.sliced(at, size);
        at += size;
    }
    m_received.remove(0, at);
    answer.complete = true;
    return answer;
}

TestDaemon::TestDaemon(const QStringList &arguments)
{
    QStringList all { u"--socket"_s, socketPath(), u"--kernels"_s,
        QStringLiteral(WB_SOURCE_DIR) + u"/resources/kernels"_s };
    all += arguments;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TMPDIR"_s, m_runtime.path());
    environment.insert(u"HOME"_s, m_folder.path());
    m_process.setProcessEnvironment(environment);
    m_process.setWorkingDirectory(m_folder.path());
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QStringLiteral(WB_BIN_DIR) + u"/opensandbox-execd"_s, all);
    m_process.waitForStarted();
    for (int i = 0; i < 500 && !m_ready; ++i) {
        m_ready = QFileInfo::exists(socketPath()) && request("GET", "/ping").status == 200;
        if (!m_ready)
            QThread::msleep(10);
    }
}

TestDaemon::~TestDaemon()
{
    m_process.terminate();
    if (!m_process.waitForFinished(5000))
        m_process.kill();
    m_process.waitForFinished(5000);
}

QString TestDaemon::socketPath() const
{
    return m_runtime.path() + u"/execd.sock"_s;
}

Answer TestDaemon::request(
    const QByteArray &method, const QByteArray &target, const QByteArray &body, const QByteArray &headers) const
{
    RawConnection connection(socketPath());
    connection.sendRequest(method, target, body, headers);
    return connection.readAnswer();
}

QByteArray TestDaemon::codeRequest(const QString &code, const QString &language, const QString &contextId) const
{
    QJsonObject context { { u"language"_s, language } };
    if (!contextId.isEmpty())
        context.insert(u"id"_s, contextId);
    return QJsonDocument(QJsonObject { { u"code"_s, code }, { u"context"_s, context } }).toJson(QJsonDocument::Compact);
}

QList<QJsonObject> TestDaemon::runCode(const QString &code, const QString &language, const QString &contextId) const
{
    return request("POST", "/code", codeRequest(code, language, contextId)).events();
}

QList<QJsonObject> TestDaemon::runCommand(const QString &command) const
{
    const QJsonObject body { { u"command"_s, command } };
    return request("POST", "/command", QJsonDocument(body).toJson(QJsonDocument::Compact)).events();
}

QString TestDaemon::createContext(const QString &language)
{
    const QJsonObject body { { u"language"_s, language } };
    const QByteArray text = QJsonDocument(body).toJson(QJsonDocument::Compact);
    m_contexts.append(request("POST", "/code/context", text).json().value("id"_L1).toString());
    return m_contexts.last();
}

void TestDaemon::deleteContexts()
{
    for (const QString &id : std::as_const(m_contexts))
        request("DELETE", "/code/contexts/" + id.toLatin1());
    m_contexts.clear();
}

InputRun::InputRun(const TestDaemon &daemon, const QString &language, const QString &id, const QString &code)
    : m_daemon(daemon)
    , m_connection(daemon.socketPath())
    , m_id(id)
{
    const QJsonObject context { { u"language"_s, language }, { u"id"_s, id } };
    const QJsonObject body { { u"code"_s, code }, { u"context"_s, context }, { u"allow_stdin"_s, true } };
    m_connection.sendRequest("POST", "/code", QJsonDocument(body).toJson(QJsonDocument::Compact));
}

QJsonObject InputRun::waitForRequest(int milliseconds)
{
    ++m_requests;
    while (m_connection.received().count("\"type\":\"input_request\"") < m_requests) {
        if (!m_connection.readMore(milliseconds))
            return {};
    }
    if (!m_connection.waitFor("\n\n"))
        return {};
    const QByteArray all = m_connection.received();
    const qsizetype at = all.lastIndexOf("{\"type\":\"input_request\"");
    return QJsonDocument::fromJson(all.sliced(at, all.indexOf('\n', at) - at)).object();
}

int InputRun::give(const QJsonObject &body) const
{
    return m_daemon.request("POST", "/code/contexts/" + m_id.toLatin1() + "/input", QJsonDocument(body).toJson(QJsonDocument::Compact)).status;
}

int InputRun::answer(const QString &text) const
{
    return give({ { u"value"_s, text } });
}

int InputRun::endInput() const
{
    return give({ { u"eof"_s, true } });
}

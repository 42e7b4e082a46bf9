// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// From a server on a port of a sandbox through the relay, against the same server and the same client without it.
#include "bench.h"
#include "localsandbox.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QUrl>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr int rounds = 3;
constexpr quint16 innerPort = 8123;
constexpr qint64 bodySize = qint64(1) << 30;
constexpr qint64 lineCount = 500'000;
constexpr qint64 lineSize = 200;

/// One exchange with a server, over a plain blocking socket.
class Exchange
{
public:
    explicit Exchange(const QUrl &url, const QByteArray &headers) : m_url(url), m_headers(headers) { }

    /// The bytes of the answer's body; -1 when there is none. `sent` zero bytes are the body of the request.
    qint64 run(const QByteArray &method, const QByteArray &path, qint64 sent = 0)
    {
        m_socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address {};
        address.sin_family = AF_INET;
        address.sin_port = htons(quint16(m_url.port()));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        qint64 received = -1;
        if (::connect(m_socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0
            && send(method + ' ' + m_url.path().toUtf8() + path + " HTTP/1.1\r\nHost: " + m_url.authority().toUtf8() + "\r\nContent-Length: " + QByteArray::number(sent) + "\r\n" + m_headers + "\r\n")) {
            for (qint64 left = sent; left > 0; left -= m_block.size()) {
                if (!send(m_block.first(qMin<qint64>(left, m_block.size())))) {
                    break;
                }
            }
            received = receive();
        }
        ::close(m_socket);
        return received;
    }

private:
    bool send(const QByteArray &bytes) const
    {
        for (qsizetype at = 0; at < bytes.size();) {
            const ssize_t count = ::send(m_socket, bytes.constData() + at, size_t(bytes.size() - at), MSG_NOSIGNAL);
            if (count <= 0) {
                return false;
            }
            at += count;
        }
        return true;
    }

    qint64 receive()
    {
        QByteArray head;
        qint64 body = -1;
        for (;;) {
            const ssize_t count = ::recv(m_socket, m_block.data(), size_t(m_block.size()), 0);
            if (count <= 0) {
                return head.startsWith("HTTP/1.1 200") ? body : -1;
            }
            if (body >= 0) {
                body += count;
                continue;
            }
            head += m_block.first(count);
            if (const qsizetype end = head.indexOf("\r\n\r\n"); end >= 0) {
                body = head.size() - end - 4;
            }
        }
    }

    QUrl m_url;
    QByteArray m_headers;
    QByteArray m_block = QByteArray(256 << 10, '\0');
    int m_socket = -1;
};

/// Seconds of one exchange, or -1.
double seconds(Exchange exchange, const QByteArray &method, const QByteArray &path, qint64 sent, qint64 expected)
{
    QElapsedTimer timer;
    timer.start();
    return exchange.run(method, path, sent) == expected ? double(timer.nsecsElapsed()) / 1e9 : -1;
}

template <typename T>
std::optional<OpenSandbox::Result<T>> resultOf(OpenSandbox::Task<T> task)
{
    std::optional<OpenSandbox::Result<T>> answer;
    TaskScope tasks;
    tasks.run(std::move(task), [&](OpenSandbox::Result<T> result) { answer = std::move(result); });
    Bench::waitUntil([&] { return answer.has_value(); }, 30'000);
    return answer;
}

} // namespace

QList<Bench::Row> Bench::relayRows()
{
    struct Kind
    {
        QString name;
        QString unit;
        QByteArray method;
        QByteArray path;
        qint64 sent;
        qint64 expected;
        double amount; ///< In units.
    };
    const QByteArray body = QByteArray::number(bodySize);
    const QByteArray lines = QByteArray::number(lineCount);
    const QList<Kind> kinds {
        { u"relay, 1 GiB from a sandbox"_s, u"MiB/s"_s, "GET", "/bulk/" + body, 0, bodySize, double(bodySize >> 20) },
        { u"relay, 1 GiB into a sandbox"_s, u"MiB/s"_s, "POST", "/count", bodySize, body.size(), double(bodySize >> 20) },
        { u"relay, lines of 200 bytes"_s, u"lines/s"_s, "GET", "/lines/" + lines, 0, lineCount * lineSize, double(lineCount) },
    };
    QList<Row> rows;
    for (const Kind &kind : kinds) {
        rows.append(Row { .name = kind.name, .unit = kind.unit, .ours = 0, .reference = 0, .referenceName = u"the same sockets without it"_s, .goal = 0.5, .higherIsBetter = true, .failure = {} });
    }
    const auto given = [&](const QString &why) {
        for (Row &row : rows) {
            if (row.failure.isEmpty() && row.ours <= 0) {
                row.failure = why;
            }
        }
        return rows;
    };

    QFile script(QStringLiteral(WB_SOURCE_DIR "/tests/bench/source.py"));
    QString why;
    LocalSandbox local;
    if (!script.open(QIODevice::ReadOnly) || !local.start(&why)) {
        return given(why);
    }
    const auto session = local.create({ u"python"_s }, &why);
    if (!session) {
        return given(why);
    }
    OpenSandbox::Sandbox &sandbox = *session->sandbox();
    OpenSandbox::RunCommandOptions background;
    background.background = true;
    const auto written = resultOf(sandbox.files().write(u"/tmp/source.py"_s, script.readAll()));
    const auto started = resultOf(sandbox.commands().run(u"exec python3 /tmp/source.py %1"_s.arg(innerPort), background));
    const auto inner = resultOf(sandbox.endpointUrl(innerPort));
    const auto endpoint = resultOf(sandbox.endpoint(innerPort));
    if (!written || !*written || !started || !*started || !inner || !*inner || !endpoint || !*endpoint) {
        return given(u"the server in the sandbox did not start"_s);
    }
    QByteArray headers = "OPEN-SANDBOX-API-KEY: " + sandbox.config().apiKey.toUtf8() + "\r\n";
    for (auto header = (*endpoint)->headers.begin(); header != (*endpoint)->headers.end(); ++header) {
        headers += header.key() + ": " + header.value() + "\r\n";
    }
    const Exchange ours(**inner, headers);

    QProcess bare;
    bare.start(u"python3"_s, { script.fileName(), u"0"_s });
    if (!bare.waitForReadyRead(30'000)) {
        return given(u"the server outside did not start"_s);
    }
    const Exchange reference(QUrl(QString(u"http://127.0.0.1:"_s + QString::fromLatin1(bare.readAll().trimmed()))), {});
    const bool listens = waitUntil([&] { return seconds(ours, "GET", "/bulk/1", 0, 1) >= 0; }, 30'000);

    for (qsizetype i = 0; i < kinds.size() && listens; ++i) {
        const Kind &kind = kinds.at(i);
        QList<double> mine;
        QList<double> theirs;
        for (int round = 0; round < rounds; ++round) {
            theirs.append(seconds(reference, kind.method, kind.path, kind.sent, kind.expected));
            mine.append(seconds(ours, kind.method, kind.path, kind.sent, kind.expected));
        }
        if (mine.contains(-1.0) || theirs.contains(-1.0)) {
            rows[i].failure = u"not everything arrived"_s;
            continue;
        }
        rows[i].ours = kind.amount / median(mine);
        rows[i].reference = kind.amount / median(theirs);
    }
    bare.kill();
    bare.waitForFinished();
    local.store.killNow({ session->sandboxId() });
    return given(u"the server in the sandbox does not answer"_s);
}

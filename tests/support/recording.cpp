// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording.h"

#include "faultserver.h"

#include <QDir>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace {

QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString root()
{
    return QStringLiteral(WB_TEST_DATA "/transcripts/");
}

/// Without a "100 Continue" in front of it.
QByteArray answerOf(const QByteArray &response)
{
    return response.startsWith("HTTP/1.1 100") ? response.mid(response.indexOf("\r\n\r\n") + 4) : response;
}

/**
 * Long bodies were kept as their ends. Between those of a line there was nothing but x, in chunks of 32 KiB (a relay cuts
 * them otherwise); of a file it does not matter.
 */
void unfold(Recording &recording, const QByteArray &tail)
{
    constexpr qsizetype ChunkSize = 32 << 10;
    const qsizetype size = recording.meta.value("response_folded"_L1).toObject().value("size"_L1).toInteger();
    QByteArray &response = recording.response;
    if (recording.header("transfer-encoding") != "chunked") {
        response += QByteArray(size - response.size() - tail.size(), 'x') + tail;
        return;
    }
    for (qsizetype at = response.indexOf("\r\n\r\n") + 4;;) { // Up to the chunk that is not all there.
        const qsizetype begin = response.indexOf("\r\n", at) + 2;
        const qsizetype end = begin + response.sliced(at, begin - 2 - at).toLongLong(nullptr, 16);
        at = end + 2;
        if (at > response.size()) {
            response += QByteArray(end - response.size(), 'x') + "\r\n";
            break;
        }
    }
    const qsizetype kept = tail.indexOf("\r\n"); // Of the last long chunk.
    const QByteArray chunk = QByteArray::number(ChunkSize, 16) + "\r\n" + QByteArray(ChunkSize, 'x') + "\r\n";
    const auto missing = [&] { return size - response.size() - (tail.size() - kept); };
    while (missing() > ChunkSize + 8)
        response += chunk;
    qsizetype last = missing() - 2;
    last -= QByteArray::number(last - 4, 16).size();
    response += QByteArray::number(last, 16) + "\r\n" + QByteArray(last - kept, 'x') + tail;
}

} // namespace

Recording Recording::load(const QString &name)
{
    const QString folder = root() + name + u'/';
    Recording recording { name, readAll(folder + u"request.http"_s), readAll(folder + u"response.http"_s), QJsonDocument::fromJson(readAll(folder + u"meta.json"_s)).object() };
    const QByteArray tail = readAll(folder + u"response.tail"_s);
    if (!tail.isEmpty())
        unfold(recording, tail);
    return recording;
}

QList<Recording> Recording::area(const QString &area)
{
    QList<Recording> all;
    const QStringList names = QDir(root() + area).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const QString &name : names) {
        Recording recording = load(QString(area + u'/' + name));
        if (!recording.response.isEmpty())
            all << recording;
    }
    return all;
}

QList<Recording> Recording::all()
{
    QList<Recording> all;
    const QStringList areas = QDir(root()).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const QString &area : areas) {
        const QStringList names = QDir(root() + area).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
        for (const QString &name : names)
            all << load(QString(area + u'/' + name));
    }
    return all;
}

QByteArray Recording::method() const
{
    return request.left(request.indexOf(' '));
}

QByteArray Recording::target() const
{
    return request.split(' ').value(1);
}

QByteArray Recording::route() const
{
    static const QRegularExpression way(u"\\A((/v1)?/sandboxes/[^/]+)?/proxy/44772(?=/)|\\A/v1(?=/)"_s);
    return QString::fromLatin1(target().split('?').first()).remove(way).toLatin1();
}

QUrlQuery Recording::query() const
{
    return QUrlQuery(QUrl::fromEncoded(target()).query(QUrl::FullyEncoded));
}

bool Recording::isRun() const
{
    const QByteArray where = route();
    return method() == "POST" && (where == "/code" || where == "/command" || (where.startsWith("/session/") && where.endsWith("/run")));
}

Reply Recording::reply() const
{
    const Reply reply = Reply::raw(response);
    return isComplete() && ended() != "complete+server-close"_L1 ? reply : reply.thenClose();
}

int Recording::status() const
{
    return answerOf(response).split(' ').value(1).toInt();
}

QByteArray Recording::header(const QByteArray &field) const
{
    const QByteArray answer = answerOf(response);
    const QList<QByteArray> lines = answer.left(answer.indexOf("\r\n\r\n")).split('\n');
    for (const QByteArray &line : lines) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && line.first(colon).trimmed().toLower() == field)
            return line.sliced(colon + 1).trimmed();
    }
    return {};
}

QByteArray Recording::requestBody() const
{
    return request.mid(request.indexOf("\r\n\r\n") + 4);
}

QByteArray Recording::body() const
{
    QByteArray rest = answerOf(response);
    rest = rest.mid(rest.indexOf("\r\n\r\n") + 4);
    if (header("transfer-encoding") != "chunked")
        return rest;
    QByteArray body;
    for (;;) {
        const qsizetype end = rest.indexOf("\r\n");
        if (end < 0)
            return body;
        bool ok = false;
        const qsizetype size = rest.first(end).toLongLong(&ok, 16);
        if (!ok || size == 0)
            return body;
        body += rest.mid(end + 2, size);
        rest = rest.mid(end + 4 + size);
    }
}

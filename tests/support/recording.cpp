// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording.h"

#include <QDir>
#include <QJsonDocument>

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

} // namespace

Recording Recording::load(const QString &name)
{
    const QString folder = root() + name + u'/';
    return { name, readAll(folder + u"request.http"_s), readAll(folder + u"response.http"_s), QJsonDocument::fromJson(readAll(folder + u"meta.json"_s)).object() };
}

QList<Recording> Recording::area(const QString &area)
{
    QList<Recording> all;
    const QStringList names = QDir(root() + area).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const QString &name : names) {
        Recording recording = load(QString(area + u'/' + name));
        if (!recording.response.isEmpty() && !recording.meta.contains("response_folded"_L1))
            all << recording;
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

int Recording::status() const
{
    return response.split(' ').value(1).toInt();
}

QByteArray Recording::header(const QByteArray &field) const
{
    const QList<QByteArray> lines = response.left(response.indexOf("\r\n\r\n")).split('\n');
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
    QByteArray rest = response.mid(response.indexOf("\r\n\r\n") + 4);
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

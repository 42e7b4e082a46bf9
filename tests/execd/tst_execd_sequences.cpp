// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Requests about files that were recorded one after the other with the real server, sent to ours in that
// order. Every answer has to be the same, field by field, but for times, owners (a recording made by root) and
// the differences that are listed here with their reason.
#include "daemonclient.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

#include <memory>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace {

QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeFile(const QString &path, const QByteArray &bytes, QFile::Permissions more = {})
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther | more);
}

// Where ours is better on purpose.
const QHash<QString, QString> &differences()
{
    static const QHash<QString, QString> all {
        { u"029-upload-mode-owner"_s, u"a sandbox has one user, who cannot give files away"_s },
        { u"080-name-list"_s, u"without the name that has another home folder in it"_s },
        { u"082-name-semicolon"_s, u"a semicolon is part of a name"_s },
        { u"089-download-range-416"_s, u"a whole answer, 416, in the place of a broken one"_s },
        { u"090-download-range-bad"_s, u"the same"_s },
        { u"091-download-range-reversed"_s, u"the same"_s },
        { u"093-download-range-unit"_s, u"the same"_s },
        { u"094-download-range-empty-file"_s, u"the reason is said"_s },
        { u"099-download-dir"_s, u"an answer that says it is a directory, in the place of one without its body"_s },
        { u"137-mv-broken-link"_s, u"a broken link can be moved"_s },
        { u"141-perm-ok"_s, u"one user, as above"_s },
        { u"163-rm-broken-link-info"_s, u"which was moved and deleted, and so it is gone"_s },
    };
    return all;
}

QJsonValue comparable(const QJsonValue &value)
{
    if (value.isArray()) {
        QJsonArray out;
        const QJsonArray in = value.toArray();
        for (const QJsonValue &item : in)
            out.append(comparable(item));
        return out;
    }
    if (!value.isObject())
        return value;
    QJsonObject object = value.toObject();
    const QStringList keys = object.keys();
    for (const QString &key : keys)
        object.insert(key, comparable(object.value(key)));
    if (object.contains("modified_at"_L1)) {
        static const QRegularExpression time(u"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d*[1-9])?(Z|[+-]\\d\\d:\\d\\d)$"_s);
        for (const QString &name : { u"modified_at"_s, u"created_at"_s }) {
            if (object.value(name).toString().contains(time))
                object.insert(name, u"a time"_s);
        }
        object.insert(u"owner"_s, object.value("owner"_L1).isString());
        object.insert(u"group"_s, object.value("group"_L1).isString());
        if (object.value("type"_L1).toString() == "directory"_L1)
            object.insert(u"size"_s, object.value("size"_L1).isDouble());
    }
    return object;
}

} // namespace

class TestExecdSequences : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersRequestsAboutFilesInTheirOrder();

private:
    static void makeFiles(const QString &root);
};

void TestExecdSequences::makeFiles(const QString &root)
{
    writeFile(root + u"/w/a.txt"_s, "aaa\n");
    writeFile(root + u"/w/b.txt"_s, "bbb\n");
    QFile::setPermissions(root + u"/w/b.txt"_s, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup);
    writeFile(root + u"/w/d/deep.txt"_s, "deep\n");
    writeFile(root + u"/w/d/e/f/x.py"_s, "x\n");
    writeFile(root + u"/w/empty"_s, {});
    writeFile(root + u"/w/ten"_s, "0123456789", QFile::ExeOwner | QFile::ExeGroup | QFile::ExeOther);
    QFile::link(u"a.txt"_s, root + u"/w/link"_s);
    QFile::link(u"d"_s, root + u"/w/dirlink"_s);
    QFile::link(u"missing"_s, root + u"/w/broken"_s);
    mkfifo(QFile::encodeName(root + u"/w/pipe"_s).constData(), 0644);
    for (const QString &name : { u".hidden"_s, u"a.txt"_s, u"b.py"_s, u"sub/c.txt"_s, u"sub/d e.py"_s })
        writeFile(root + u"/s/"_s + name, {});
    QFile::link(u"a.txt"_s, root + u"/s/l.txt"_s);
    QFile::link(u"sub"_s, root + u"/s/sl"_s);
}

void TestExecdSequences::answersRequestsAboutFilesInTheirOrder()
{
    const TestDaemon daemon;
    QVERIFY(daemon.isReady());
    const QTemporaryDir place;
    const QString root = place.path();
    makeFiles(root);
    static const QRegularExpression paths(u"(?<![A-Za-z0-9_./%-])/(w|s|none)(?=[/\"&\\s?;]|$)"_s);
    const QDir recordings(QStringLiteral(WB_TEST_DATA) + u"/sequences/files"_s);
    const QStringList names = recordings.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    QVERIFY(names.size() > 100);
    QStringList wrong;
    for (const QString &name : names) {
        if (name.startsWith("123-"_L1)) {
            writeFile(root + u"/s/r1"_s, "foo bar foo");
            writeFile(root + u"/s/r2"_s, "bar");
            writeFile(root + u"/s/r3"_s, "foo");
            writeFile(root + u"/s/m1"_s, "1\n");
            writeFile(root + u"/s/m2"_s, "2\n");
        }
        QString request = QString::fromLatin1(readAll(recordings.filePath(name + u"/request.http"_s)));
        request.replace(" /proxy/44772/"_L1, " /"_L1);
        request.replace(paths, root + u"/\\1"_s);
        const qsizetype head = request.indexOf("\r\n\r\n"_L1) + 4;
        static const QRegularExpression length(u"Content-Length: \\d+"_s);
        request.replace(length, u"Content-Length: %1"_s.arg(request.size() - head));
        // The new length may have other digits, which changes nothing behind the head.
        RawConnection connection(daemon.socketPath());
        connection.send(request.toLatin1());
        const bool isHead = request.startsWith("HEAD"_L1);
        Answer ours = connection.readAnswer(isHead ? 2000 : 15000);

        const QByteArray recorded = readAll(recordings.filePath(name + u"/response.http"_s));
        const int status = recorded.split(' ').value(1).toInt();
        const QByteArray body = Answer::bodyOf(recorded);
        QString text = QString::fromUtf8(ours.body).replace(root, QString());
        QStringList reasons;
        if (ours.status != status)
            reasons.append(u"status %1, recorded %2"_s.arg(ours.status).arg(status));
        const QByteArrayList lines = recorded.first(qMax(recorded.indexOf("\r\n\r\n"), 0)).split('\n');
        for (const QByteArray &line : lines) {
            const QByteArray field = line.first(qMax(line.indexOf(':'), 0)).toLower();
            const QByteArray value = line.sliced(qMin(line.indexOf(':') + 1, line.size())).trimmed();
            static const QByteArrayList compared { "content-type", "content-disposition", "content-range", "accept-ranges" };
            if (compared.contains(field) && ours.headers.value(field) != value)
                reasons.append(QString::fromUtf8(field + ": " + ours.headers.value(field) + ", recorded " + value));
        }
        const bool isJson = recorded.contains("Content-Type: application/json");
        if (isJson) {
            const QJsonDocument mine = QJsonDocument::fromJson(text.toUtf8());
            const QJsonDocument theirs = QJsonDocument::fromJson(body);
            const auto whole = [](const QJsonDocument &document) {
                const QJsonValue value = document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
                return comparable(value);
            };
            QJsonObject error = theirs.object();
            if (error.contains("code"_L1) && error.contains("message"_L1)) {
                // The words behind a reason are the operating system's or a parser's.
                if (mine.object().value("code"_L1) != error.value("code"_L1))
                    reasons.append(text + u", recorded "_s + QString::fromUtf8(body));
            } else if (whole(mine) != whole(theirs)) {
                reasons.append(QString::fromUtf8(QJsonDocument(QJsonArray { whole(mine) }).toJson(QJsonDocument::Compact)) + u"\n    recorded "_s
                    + QString::fromUtf8(QJsonDocument(QJsonArray { whole(theirs) }).toJson(QJsonDocument::Compact)));
            }
        } else if (text.toUtf8() != body) {
            reasons.append(text.left(300) + u", recorded "_s + QString::fromUtf8(body.left(300)));
        }
        const bool expected = differences().contains(name);
        if (!expected && !reasons.isEmpty())
            wrong.append(name + u": "_s + reasons.join(u"; "_s));
        if (expected && reasons.isEmpty())
            wrong.append(name + u": the difference is gone: "_s + differences().value(name));
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(u"\n"_s + wrong.join('\n'_L1)));
}

QTEST_GUILESS_MAIN(TestExecdSequences)
#include "tst_execd_sequences.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "daemonclient.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

std::unique_ptr<TestDaemon> s_daemon;

QString pathOf(const QString &name)
{
    return s_daemon->folder() + u'/' + name;
}

QByteArray query(const QString &name)
{
    return pathOf(name).toUtf8().toPercentEncoding("/");
}

void writeFile(const QString &name, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(pathOf(name)).path());
    QFile file(pathOf(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

QByteArray readFile(const QString &name)
{
    QFile file(pathOf(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

int modeOf(const QString &name)
{
    struct stat info {};
    stat(pathOf(name).toUtf8().constData(), &info);
    return int(info.st_mode & 07777);
}

QByteArray part(const QByteArray &name, const QByteArray &content)
{
    return "--B\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"f\"\r\n\r\n" + content + "\r\n";
}

QByteArray metadata(const QString &name, const QByteArray &more = {})
{
    return part("metadata", "{\"path\":\"" + pathOf(name).toUtf8() + "\"" + more + "}");
}

Answer upload(const QByteArray &parts)
{
    return s_daemon->request(
        "POST", "/files/upload", parts + "--B--\r\n", "Content-Type: multipart/form-data; boundary=B\r\n");
}

Answer post(const QByteArray &target, const QJsonValue &body)
{
    const QJsonDocument document = body.isArray() ? QJsonDocument(body.toArray()) : QJsonDocument(body.toObject());
    return s_daemon->request("POST", target, document.toJson(QJsonDocument::Compact));
}

QStringList names(const Answer &answer)
{
    QStringList list;
    for (const QJsonValue &item : QJsonDocument::fromJson(answer.body).array())
        list.append(QDir(s_daemon->folder()).relativeFilePath(item.toObject().value("path"_L1).toString()));
    return list;
}

} // namespace

class TestExecdFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void uploadsAndDownloads_data();
    void uploadsAndDownloads();
    void uploadsSeveralInAnyOrder();
    void uploadKeepsTheModeOfAnExistingFile();
    void uploadFollowsLinks();
    void aBrokenUploadLeavesTheOldFile();
    void uploadTellsWhatFailed();
    void uploadsArriveByteForByte();
    void uploadsManyMegabytesWithFlatMemory();
    void downloadsRanges_data();
    void downloadsRanges();
    void refusesToDownloadWhatIsNoFile();
    void downloadsFilesOfTheKernel();
    void honoursIfModifiedSince();
    void tellsAboutFiles();
    void listsFolders();
    void searches();
    void replacesText();
    void movesAndRefusesToOverwrite();
    void removes();
    void changesPermissions();
    void listsNamesThatAreNoText();
    void namesDownloadsInOneLine();
};

void TestExecdFiles::initTestCase()
{
    s_daemon = std::make_unique<TestDaemon>();
    QVERIFY(s_daemon->isReady());
}

void TestExecdFiles::cleanupTestCase()
{
    s_daemon.reset();
}

void TestExecdFiles::uploadsAndDownloads_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("plain") << u"up/a.txt"_s << QByteArray("hello\n");
    QTest::newRow("empty") << u"up/empty"_s << QByteArray();
    QTest::newRow("name with everything") << u"up/a b#%&+'日本😀.txt"_s << QByteArray("x");
    QTest::newRow("binary with boundaries") << u"up/b"_s << QByteArray("\r\n--B\r--B\n\0\xff--\r\n", 17);
    QTest::newRow("larger than buffers") << u"up/c"_s << QByteArray(3'000'001, '\r');
}

void TestExecdFiles::uploadsAndDownloads()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, content);
    const QByteArray body = metadata(name) + part("file", content) + "--B--\r\n";
    // The delimiter inside the content would be a boundary, so another one is used.
    const QByteArray other = QByteArray(body).replace("--B\r\nContent", "--other\r\nContent").replace("--B--\r\n", "--other--\r\n");
    const Answer uploaded = s_daemon->request(
        "POST", "/files/upload", other, "Content-Type: multipart/form-data; boundary=other\r\n");
    QCOMPARE(uploaded.body, QByteArray());
    QCOMPARE(uploaded.status, 200);
    QCOMPARE(readFile(name), content);
    const Answer downloaded = s_daemon->request("GET", "/files/download?path=" + query(name));
    QCOMPARE(downloaded.status, 200);
    QCOMPARE(downloaded.body, content);
    QCOMPARE(downloaded.headers.value("content-type"), "application/octet-stream");
    QCOMPARE(downloaded.headers.value("accept-ranges"), "bytes");
    QVERIFY(downloaded.headers.value("content-disposition").startsWith("attachment; filename=\""));
    QCOMPARE(QDir(pathOf(u"up"_s)).entryList({ u".upload-*"_s }, QDir::Files | QDir::Hidden), QStringList());
}

void TestExecdFiles::uploadsSeveralInAnyOrder()
{
    QCOMPARE(upload(metadata(u"s/1"_s) + metadata(u"s/2"_s) + part("file", "one") + part("file", "two")).status, 200);
    QCOMPARE(readFile(u"s/1"_s) + readFile(u"s/2"_s), "onetwo");
    QCOMPARE(upload(part("file", "three") + metadata(u"s/3"_s)).status, 200);
    QCOMPARE(readFile(u"s/3"_s), "three");
}

void TestExecdFiles::uploadKeepsTheModeOfAnExistingFile()
{
    QCOMPARE(upload(metadata(u"mode"_s, ",\"mode\":640") + part("file", "1")).status, 200);
    QCOMPARE(modeOf(u"mode"_s), 0640);
    QCOMPARE(upload(metadata(u"mode"_s, ",\"mode\":0,\"owner\":\"nobody-knows\"") + part("file", "2")).status, 200);
    QCOMPARE(modeOf(u"mode"_s), 0640);
    QCOMPARE(readFile(u"mode"_s), "2");
    QCOMPARE(upload(metadata(u"mode-new"_s) + part("file", "2")).status, 200);
    QCOMPARE(modeOf(u"mode-new"_s), 0755);
    QCOMPARE(upload(metadata(u"mode-new"_s, ",\"mode\":888") + part("file", "2")).status, 500);
}

void TestExecdFiles::uploadFollowsLinks()
{
    writeFile(u"target"_s, "old");
    QVERIFY(QFile::link(pathOf(u"target"_s), pathOf(u"link"_s)));
    QCOMPARE(upload(metadata(u"link"_s) + part("file", "new")).status, 200);
    QVERIFY(QFileInfo(pathOf(u"link"_s)).isSymLink());
    QCOMPARE(readFile(u"target"_s), "new");
}

void TestExecdFiles::aBrokenUploadLeavesTheOldFile()
{
    writeFile(u"precious"_s, "old content");
    {
        RawConnection connection(s_daemon->socketPath());
        const QByteArray head = metadata(u"precious"_s)
            + "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n" + QByteArray(300000, 'x');
        connection.send("POST /files/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=B\r\n"
                        "Content-Length: 5000000\r\n\r\n"
            + head);
        QTRY_VERIFY(!QDir(s_daemon->folder()).entryList({ u".upload-*"_s }, QDir::Files | QDir::Hidden).isEmpty());
    }
    QTRY_VERIFY(QDir(s_daemon->folder()).entryList({ u".upload-*"_s }, QDir::Files | QDir::Hidden).isEmpty());
    QCOMPARE(readFile(u"precious"_s), "old content");
}

void TestExecdFiles::uploadTellsWhatFailed()
{
    QDir().mkpath(pathOf(u"folder"_s));
    writeFile(u"plain"_s, "x");
    Answer answer = upload(metadata(u"folder"_s) + part("file", "1"));
    QCOMPARE(answer.status, 500);
    QCOMPARE(answer.json().value("message"_L1).toString(),
        u"error opening destination file %1. open %1: is a directory"_s.arg(pathOf(u"folder"_s)));
    answer = upload(metadata(u"plain/below"_s) + part("file", "1"));
    QCOMPARE(answer.json().value("message"_L1).toString(),
        u"error creating target directory %1. mkdir %1: not a directory"_s.arg(pathOf(u"plain"_s)));
    // What came before the failure is there.
    answer = upload(metadata(u"first"_s) + part("file", "1") + metadata(u"folder"_s) + part("file", "2"));
    QCOMPARE(answer.status, 500);
    QCOMPARE(readFile(u"first"_s), "1");
    answer = s_daemon->request("POST", "/files/upload", metadata(u"cut"_s) + part("file", "1"),
        "Content-Type: multipart/form-data; boundary=B\r\n");
    QCOMPARE(answer.status, 400);
    QVERIFY(!QFile::exists(pathOf(u"cut"_s)));
}

void TestExecdFiles::uploadsArriveByteForByte()
{
    // Pieces of every kind, across the daemon's own; what begins like a boundary is none.
    QByteArray content;
    for (int i = 0; i < 900'000; ++i)
        content += char((unsigned(i) * 2654435761U) >> 11);
    for (qsizetype at = 4093; at < content.size(); at += 60'000)
        content.replace(at, 5, "\r\n--A");
    const QByteArray body = metadata(u"exact-1"_s) + part("file", content) + metadata(u"exact-2"_s) + part("file", content.first(70'001)) + "--B--\r\n";
    RawConnection connection(s_daemon->socketPath());
    connection.send("POST /files/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: "
        + QByteArray::number(body.size()) + "\r\n\r\n");
    qsizetype piece = 1;
    for (qsizetype at = 0; at < body.size(); at += piece) {
        piece = 1 + (at * 7919) % 50'000;
        connection.send(body.mid(at, piece));
    }
    QCOMPARE(connection.readAnswer(60000).status, 200);
    QVERIFY(readFile(u"exact-1"_s) == content);
    QVERIFY(readFile(u"exact-2"_s) == content.first(70'001));
}

void TestExecdFiles::uploadsManyMegabytesWithFlatMemory()
{
    constexpr qint64 size = 300'000'000;
    RawConnection connection(s_daemon->socketPath());
    const QByteArray head = metadata(u"big"_s) + "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n";
    const QByteArray tail = "\r\n--B--\r\n";
    connection.send("POST /files/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=B\r\n"
                    "Content-Length: "
        + QByteArray::number(head.size() + size + tail.size()) + "\r\n\r\n" + head);
    const QByteArray block(1'000'000, 'b');
    for (qint64 sent = 0; sent < size; sent += block.size())
        connection.send(block);
    connection.send(tail);
    QCOMPARE(connection.readAnswer(60000).status, 200);
    QCOMPARE(QFileInfo(pathOf(u"big"_s)).size(), size);
    QFile status(u"/proc/%1/status"_s.arg(s_daemon->pid()));
    QVERIFY(status.open(QIODevice::ReadOnly));
    const QByteArray text = status.readAll();
    const qsizetype at = text.indexOf("VmHWM:") + 6;
    const qlonglong mib = text.sliced(at, text.indexOf("kB", at) - at).trimmed().toLongLong() / 1024;
    QVERIFY2(mib < 250, QByteArray::number(mib).constData());
    QFile::remove(pathOf(u"big"_s));
}

void TestExecdFiles::downloadsRanges_data()
{
    QTest::addColumn<QByteArray>("range");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("contentRange");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("middle") << QByteArray("bytes=2-4") << 206 << QByteArray("bytes 2-4/10") << QByteArray("234");
    QTest::newRow("open") << QByteArray("bytes=7-") << 206 << QByteArray("bytes 7-9/10") << QByteArray("789");
    QTest::newRow("suffix") << QByteArray("bytes=-3") << 206 << QByteArray("bytes 7-9/10") << QByteArray("789");
    QTest::newRow("beyond the end") << QByteArray("bytes=5-99") << 206 << QByteArray("bytes 5-9/10") << QByteArray("56789");
    QTest::newRow("several") << QByteArray("bytes=0-1,4-5") << 206 << QByteArray("bytes 0-1/10") << QByteArray("01");
}

void TestExecdFiles::downloadsRanges()
{
    QFETCH(const QByteArray, range);
    QFETCH(const int, status);
    QFETCH(const QByteArray, contentRange);
    QFETCH(const QByteArray, body);
    writeFile(u"ten"_s, "0123456789");
    const Answer answer
        = s_daemon->request("GET", "/files/download?path=" + query(u"ten"_s), {}, "Range: " + range + "\r\n");
    QCOMPARE(answer.status, status);
    QCOMPARE(answer.headers.value("content-range"), contentRange);
    QCOMPARE(answer.body, body);
    const Answer outside
        = s_daemon->request("GET", "/files/download?path=" + query(u"ten"_s), {}, "Range: bytes=50-60\r\n");
    QCOMPARE(outside.status, 416);
    QVERIFY(outside.complete);
    QCOMPARE(outside.headers.value("content-range"), "bytes */10");
}

void TestExecdFiles::refusesToDownloadWhatIsNoFile()
{
    QDir().mkpath(pathOf(u"folder"_s));
    QCOMPARE(mkfifo(pathOf(u"fifo"_s).toUtf8().constData(), 0600), 0);
    for (const QString &name : { u"folder"_s, u"fifo"_s }) {
        const Answer answer = s_daemon->request("GET", "/files/download?path=" + query(name));
        QCOMPARE(answer.status, 400);
        QVERIFY(answer.complete);
        QCOMPARE(answer.json().value("code"_L1).toString(), u"INVALID_FILE"_s);
    }
    QFile::remove(pathOf(u"fifo"_s));
}

void TestExecdFiles::downloadsFilesOfTheKernel()
{
    const Answer answer = s_daemon->request("GET", "/files/download?path=/proc/self/status");
    QVERIFY(answer.body.contains("Name:\topensandbox"));
}

void TestExecdFiles::honoursIfModifiedSince()
{
    writeFile(u"dated"_s, "x");
    const Answer answer = s_daemon->request(
        "GET", "/files/download?path=" + query(u"dated"_s), {}, "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT\r\n");
    QCOMPARE(answer.status, 304);
}

void TestExecdFiles::tellsAboutFiles()
{
    writeFile(u"info/a"_s, "1234");
    QFile::setPermissions(pathOf(u"info/a"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup);
    QFile::link(u"nowhere"_s, pathOf(u"info/broken"_s));
    const Answer answer = s_daemon->request("GET", "/files/info?path=" + query(u"info/a"_s) + "&path=" + query(u"info/broken"_s));
    const QJsonObject a = answer.json().value(pathOf(u"info/a"_s)).toObject();
    QCOMPARE(a.value("path"_L1).toString(), pathOf(u"info/a"_s));
    QCOMPARE(a.value("type"_L1).toString(), u"file"_s);
    QCOMPARE(a.value("size"_L1).toInt(), 4);
    QCOMPARE(a.value("mode"_L1).toInt(), 640);
    QVERIFY(QDateTime::fromString(a.value("modified_at"_L1).toString(), Qt::ISODateWithMs).isValid());
    QVERIFY(!a.value("owner"_L1).toString().isEmpty());
    QCOMPARE(answer.json().value(pathOf(u"info/broken"_s)).toObject().value("type"_L1).toString(), u"symlink"_s);
    QVERIFY(answer.body.contains("{\"path\":\""));
    QVERIFY(answer.body.indexOf("\"type\"") < answer.body.indexOf("\"size\""));
}

void TestExecdFiles::listsFolders()
{
    writeFile(u"list/b/deep/x"_s, "");
    writeFile(u"list/a"_s, "");
    writeFile(u"list/B"_s, "");
    QFile::link(pathOf(u"list/b"_s), pathOf(u"list/link"_s));
    QCOMPARE(names(s_daemon->request("GET", "/directories/list?path=" + query(u"list"_s))),
        QStringList({ u"list/B"_s, u"list/a"_s, u"list/b"_s, u"list/link"_s }));
    QCOMPARE(names(s_daemon->request("GET", "/directories/list?depth=9&path=" + query(u"list"_s))),
        QStringList({ u"list/B"_s, u"list/a"_s, u"list/b"_s, u"list/b/deep"_s, u"list/b/deep/x"_s, u"list/link"_s }));
    QCOMPARE(s_daemon->request("GET", "/directories/list?depth=0&path=" + query(u"list"_s)).body, "[]");
    QCOMPARE(s_daemon->request("GET", "/directories/list?path=" + query(u"list/link"_s)).status, 400);
    QCOMPARE(s_daemon->request("GET", "/directories/list?path=" + query(u"list/a"_s)).status, 400);
}

void TestExecdFiles::searches()
{
    for (const QString &name : { u"find/a.py"_s, u"find/sub/b.py"_s, u"find/sub/c.txt"_s, u"find/.hidden"_s })
        writeFile(name, "");
    const auto found = [](const QByteArray &pattern) {
        return names(s_daemon->request("GET", "/files/search?path=" + query(u"find"_s) + pattern));
    };
    QCOMPARE(found(""), QStringList({ u"find/.hidden"_s, u"find/a.py"_s, u"find/sub/b.py"_s, u"find/sub/c.txt"_s }));
    QCOMPARE(found("&pattern=*.py"), QStringList({ u"find/a.py"_s, u"find/sub/b.py"_s }));
    QCOMPARE(found("&pattern=**/*.py"), QStringList({ u"find/a.py"_s, u"find/sub/b.py"_s }));
    QCOMPARE(found("&pattern=*.%7Bpy,txt%7D").size(), 3);
    QCOMPARE(found("&pattern=sub/*.txt"), QStringList());
    QCOMPARE(s_daemon->request("GET", "/files/search?pattern=%5B&path=" + query(u"find"_s)).status, 500);
    QCOMPARE(names(s_daemon->request("GET", "/files/search?path=" + query(u"find/a.py"_s))), QStringList({ u"find/a.py"_s }));
}

void TestExecdFiles::replacesText()
{
    writeFile(u"r1"_s, "foo bar foo");
    writeFile(u"r2"_s, "nothing");
    const QJsonObject one { { u"old"_s, u"foo"_s }, { u"new"_s, u"é"_s } };
    const QJsonObject body { { pathOf(u"r1"_s), one }, { pathOf(u"r2"_s), one } };
    const Answer answer = post("/files/replace?verbose=true", body);
    QCOMPARE(answer.json().value(pathOf(u"r1"_s)).toObject().value("replacedCount"_L1).toInt(), 2);
    QCOMPARE(answer.json().value(pathOf(u"r2"_s)).toObject().value("replacedCount"_L1).toInt(-1), 0);
    QCOMPARE(readFile(u"r1"_s), "é bar é");
    QCOMPARE(post("/files/replace?verbose=1", body).body, QByteArray());
    QCOMPARE(post("/files/replace", QJsonObject { { pathOf(u"r1"_s), QJsonObject { { u"old"_s, QString() } } } }).status, 400);
}

void TestExecdFiles::movesAndRefusesToOverwrite()
{
    writeFile(u"m1"_s, "1");
    writeFile(u"m2"_s, "2");
    const auto move = [](const QString &from, const QString &to) {
        return post("/files/mv", QJsonArray { QJsonObject { { u"src"_s, pathOf(from) }, { u"dest"_s, pathOf(to) } } });
    };
    QCOMPARE(move(u"m1"_s, u"new/parent/m1"_s).status, 200);
    QCOMPARE(readFile(u"new/parent/m1"_s), "1");
    QCOMPARE(move(u"new/parent/m1"_s, u"m2"_s).status, 500);
    QCOMPARE(readFile(u"m2"_s), "2");
    QCOMPARE(move(u"none"_s, u"x"_s).status, 404);
    QFile::link(u"nowhere"_s, pathOf(u"dangling"_s));
    QCOMPARE(move(u"dangling"_s, u"dangling2"_s).status, 200);
    QVERIFY(QFileInfo(pathOf(u"dangling2"_s)).isSymLink());
}

void TestExecdFiles::removes()
{
    writeFile(u"gone/a"_s, "");
    writeFile(u"gone/sub/b"_s, "");
    QFile::link(u"nowhere"_s, pathOf(u"gone/broken"_s));
    QCOMPARE(s_daemon->request("DELETE", "/files?path=" + query(u"gone/a"_s) + "&path=" + query(u"gone/broken"_s)).status, 200);
    QVERIFY(!QFileInfo(pathOf(u"gone/broken"_s)).isSymLink());
    QCOMPARE(s_daemon->request("DELETE", "/files?path=" + query(u"gone/a"_s)).status, 200);
    QCOMPARE(s_daemon->request("DELETE", "/files?path=" + query(u"gone/sub"_s)).status, 500);
    QCOMPARE(s_daemon->request("DELETE", "/directories?path=" + query(u"gone"_s)).status, 200);
    QVERIFY(!QFile::exists(pathOf(u"gone"_s)));
    // An empty path must not mean the working directory.
    QCOMPARE(s_daemon->request("DELETE", "/directories?path=").status, 400);
    QVERIFY(QFile::exists(s_daemon->folder()));
}

void TestExecdFiles::changesPermissions()
{
    const QJsonObject folder { { pathOf(u"p/q"_s), QJsonObject { { u"mode"_s, 700 } } } };
    QCOMPARE(post("/directories", folder).status, 200);
    QCOMPARE(modeOf(u"p/q"_s), 0700);
    writeFile(u"p/f"_s, "");
    const auto set = [](const QJsonObject &permission) {
        return post("/files/permissions", QJsonObject { { pathOf(u"p/f"_s), permission } }).status;
    };
    QCOMPARE(set({ { u"mode"_s, 4755 } }), 200);
    QCOMPARE(modeOf(u"p/f"_s), 0755);
    QCOMPARE(set({ { u"mode"_s, 0 } }), 200);
    QCOMPARE(modeOf(u"p/f"_s), 0755);
    QCOMPARE(set({ { u"mode"_s, 999 } }), 500);
    QCOMPARE(set({ { u"mode"_s, u"644"_s } }), 400);
}

// Pain 74: one such name must not hide the others.
void TestExecdFiles::listsNamesThatAreNoText()
{
    writeFile(u"odd/plain"_s, "x");
    const QByteArray odd = QFile::encodeName(pathOf(u"odd"_s)) + "/f\x96o";
    const int descriptor = ::open(odd.constData(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    QVERIFY(descriptor >= 0);
    ::close(descriptor);
    for (const QByteArray &route : { QByteArray("/directories/list?path="), QByteArray("/files/search?path=") }) {
        const Answer answer = s_daemon->request("GET", route + query(u"odd"_s));
        QCOMPARE(answer.status, 200);
        const QStringList found = names(answer);
        QCOMPARE(found.size(), 2);
        QVERIFY(found.contains(u"odd/plain"_s));
        QVERIFY2(found.contains(u"odd/f\ufffdo"_s), answer.body.constData());
    }
    // What stands for it is not taken for another file.
    QCOMPARE(s_daemon->request("GET", "/files/download?path=" + query(u"odd/f\ufffdo"_s)).status, 404);
}

// Pain 91: a name cannot add lines to the head of an answer.
void TestExecdFiles::namesDownloadsInOneLine()
{
    const QString name = u"odd/a\r\nX-Evil: 1"_s;
    writeFile(name, "x");
    RawConnection connection(s_daemon->socketPath());
    connection.sendRequest("GET", "/files/download?path=" + query(name));
    const Answer answer = connection.readAnswer();
    QCOMPARE(answer.status, 200);
    QVERIFY(!answer.headers.contains("x-evil"));
    QCOMPARE(answer.headers.value("content-disposition"), "attachment; filename=\"a  X-Evil: 1\"");
    writeFile(u"odd/report-报告.pdf"_s, "x");
    QCOMPARE(s_daemon->request("GET", "/files/download?path=" + query(u"odd/report-报告.pdf"_s)).headers.value("content-disposition"),
        "attachment; filename=\"report-%E6%8A%A5%E5%91%8A.pdf\"; filename*=UTF-8''report-%E6%8A%A5%E5%91%8A.pdf");
}

QTEST_GUILESS_MAIN(TestExecdFiles)
#include "tst_execd_files.moc"

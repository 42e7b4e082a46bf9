// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "sdktest.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <map>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A file service in memory, as far as these tests need it, over a FaultServer.
class FileServer
{
public:
    struct Node
    {
        QByteArray content;
        QByteArray type = "file";
        QByteArray modified = "2026-11-30T09:00:00.123456789Z";
        int mode = 644;
    };

    FileServer()
    {
        server.on("GET", "/files/info", [this](const Received &request) {
            QByteArray all;
            for (const QString &path : paths(request)) {
                const auto node = nodes.find(path);
                if (node == nodes.end() || std::exchange(hideOnce, false))
                    return Reply::json(404, R"({"code":"FILE_NOT_FOUND","message":"no such file"})");
                all += (all.isEmpty() ? "{\"" : ",\"") + path.toUtf8() + "\":" + info(path, node->second);
            }
            return Reply::json(200, all + "}");
        });
        server.on("GET", "/directories/list", [this](const Received &request) {
            const QString folder = paths(request).first();
            if (broken.contains(folder))
                return Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"permission denied"})");
            const QString prefix = folder.endsWith(u'/') ? folder : QString(folder + u'/');
            QByteArrayList entries;
            for (const auto &[path, node] : nodes) {
                if (path.startsWith(prefix) && !path.sliced(prefix.size()).contains(u'/'))
                    entries << info(path, node);
            }
            return Reply::json(200, "[" + entries.join(',') + "]");
        });
        server.on("POST", "/directories", [this](const Received &request) {
            for (const QString &path : bodyOf(request).keys()) {
                if (broken.contains(path))
                    return Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"permission denied"})");
                nodes[path] = Node { {}, "directory", "2026-11-30T09:00:00Z", 755 };
            }
            return Reply::empty(200);
        });
        server.on("POST", "/files/upload", [this](const Received &request) { return upload(request); });
        server.on("GET", "/files/download", [this](const Received &request) { return download(request); });
    }

    static QStringList paths(const Received &request)
    {
        return QUrlQuery(QString::fromLatin1(request.target.mid(request.target.indexOf('?') + 1))).allQueryItemValues(u"path"_s, QUrl::FullyDecoded);
    }
    static QByteArray info(const QString &path, const Node &node)
    {
        return "{\"path\":\"" + path.toUtf8() + "\",\"type\":\"" + node.type + "\",\"size\":" + QByteArray::number(node.content.size()) + ",\"mode\":"
            + QByteArray::number(node.mode) + ",\"modified_at\":\"" + node.modified + "\"}";
    }
    std::unique_ptr<FilesService> files() const { return AdapterFactory::standard()->files(configFor(server), endpointOf(server)); }

    FaultServer server;
    std::map<QString, Node> nodes;
    QStringList broken; ///< Folders that cannot be used.
    QString failAt; ///< An upload fails at this path; what came before it stays.
    qsizetype cutAt = -1; ///< Downloads end after so many bytes of content.
    bool ignoreRange = false;
    bool hideOnce = false;
    bool loseBodies = false;

private:
    Reply upload(const Received &request)
    {
        const QByteArray boundary = "--" + request.headers.value("content-type").split('=').last();
        QString path;
        int mode = 0;
        qsizetype at = 0;
        while ((at = request.body.indexOf(boundary, at)) >= 0) {
            const qsizetype head = request.body.indexOf("\r\n\r\n", at);
            const qsizetype end = request.body.indexOf("\r\n" + boundary, head);
            if (head < 0 || end < 0)
                break;
            const QByteArray part = request.body.mid(head + 4, end - head - 4);
            if (request.body.mid(at, head - at).contains("name=\"metadata\"")) {
                path = json(part).value("path"_L1).toString();
                mode = json(part).value("mode"_L1).toInt();
            } else {
                if (path == failAt)
                    return Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"disk full"})");
                if (!loseBodies)
                    nodes[path] = Node { part, "file", QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toLatin1(), mode };
            }
            at = end;
        }
        return Reply::empty(200);
    }
    Reply download(const Received &request)
    {
        const QByteArray content = nodes.at(paths(request).first()).content;
        const QByteArray range = request.headers.value("range");
        qsizetype from = 0;
        qsizetype to = content.size();
        if (!range.isEmpty() && !ignoreRange) {
            from = range.sliced(6, range.indexOf('-') - 6).toLongLong();
            if (const QByteArray last = range.sliced(range.indexOf('-') + 1); !last.isEmpty())
                to = qMin<qsizetype>(to, last.toLongLong() + 1);
        }
        QByteArray head = from > 0 || to < content.size()
            ? "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes " + QByteArray::number(from) + '-' + QByteArray::number(to - 1) + '/' + QByteArray::number(content.size()) + "\r\n"
            : QByteArray("HTTP/1.1 200 OK\r\n");
        head += "Content-Type: application/octet-stream\r\nContent-Length: " + QByteArray::number(to - from) + "\r\n\r\n";
        const Reply whole = Reply::raw(head + content.mid(from, to - from));
        return cutAt >= 0 ? whole.cutAfter(head.size() + qMin(cutAt, to - from)) : whole;
    }
};

QByteArray pattern(qsizetype size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    for (qsizetype i = 0; i < size; ++i)
        bytes[i] = char(i * 31 + i / 251);
    return bytes;
}

QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(unreadable)");
}

void writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

} // namespace

class SdkBatchesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // Pain 79: a cut download goes on where it was, and the old file stays until it is whole.
    void aCutDownloadIsResumed()
    {
        FileServer server;
        const QByteArray content = pattern(200'000);
        server.nodes[u"/data"_s] = { content };
        QTemporaryDir folder;
        const QString local = folder.filePath(u"data"_s);
        writeFile(local, "old");
        const auto files = server.files();
        server.cutAt = 70'000;
        const auto cut = wait(files->downloadResumable(u"/data"_s, local));
        QVERIFY(!cut && cut.error().kind == Error::Kind::Network);
        QCOMPARE(readAll(local), "old");
        server.cutAt = -1;
        qint64 last = 0;
        const auto rest = wait(files->downloadResumable(u"/data"_s, local, [&](qint64 done, qint64 total) {
            last = done;
            QCOMPARE(total, content.size());
        }));
        QVERIFY2(rest, why(rest));
        QCOMPARE(*rest, 130'000);
        QCOMPARE(last, content.size());
        QVERIFY(readAll(local) == content);
        QCOMPARE(server.server.received("GET", "/files/download").last().headers.value("range"), "bytes=70000-");
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList { u"data"_s });
        QVERIFY(wait(files->verify(local, u"/data"_s)));

        // A server that sends all of it again.
        server.cutAt = 5;
        QVERIFY(!wait(files->downloadResumable(u"/data"_s, local)));
        server.cutAt = -1;
        server.ignoreRange = true;
        QCOMPARE(wait(files->downloadResumable(u"/data"_s, local)).value(), content.size());
        QVERIFY(readAll(local) == content);
    }

    void partsOfAnotherVersionAreNotJoined()
    {
        FileServer server;
        server.nodes[u"/data"_s] = { pattern(1000) };
        QTemporaryDir folder;
        const QString local = folder.filePath(u"data"_s);
        const auto files = server.files();
        server.cutAt = 400;
        QVERIFY(!wait(files->downloadResumable(u"/data"_s, local)));
        server.cutAt = -1;
        server.nodes[u"/data"_s] = { QByteArray(1000, 'n'), "file", "2026-11-30T09:00:01Z" };
        const auto fresh = wait(files->downloadResumable(u"/data"_s, local));
        QCOMPARE(fresh.value(), 1000);
        QCOMPARE(readAll(local), QByteArray(1000, 'n'));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList { u"data"_s }); // The old part is gone.
        QVERIFY(!server.server.received("GET", "/files/download").last().headers.contains("range"));
        // It changes between the two tries' look and its end.
        server.cutAt = 300;
        QVERIFY(!wait(files->downloadResumable(u"/data"_s, local)));
        server.cutAt = -1;
        server.server.expect("GET", "/files/info", Reply::json(200, "{\"/data\":" + FileServer::info(u"/data"_s, server.nodes[u"/data"_s]) + "}"));
        server.nodes[u"/data"_s].modified = "2026-11-30T09:00:02Z";
        const auto changed = wait(files->downloadResumable(u"/data"_s, local));
        QVERIFY(!changed && changed.error().code == "FILE_CHANGED"_L1);
        QCOMPARE(readAll(local), QByteArray(1000, 'n'));
        // A wrong part of the file is no part of ours.
        server.cutAt = 300;
        QVERIFY(!wait(files->downloadResumable(u"/data"_s, local)));
        server.cutAt = -1;
        server.server.expect("GET", "/files/download", Reply::raw("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 900-999/1000\r\nContent-Length: 100\r\n\r\n" + QByteArray(100, 'z')));
        QVERIFY(wait(files->downloadResumable(u"/data"_s, local)).error().kind == Error::Kind::Protocol);
        QCOMPARE(wait(files->downloadResumable(u"/data"_s, local)).value(), 700);
    }

    void contentIsCompared()
    {
        FileServer server;
        server.nodes[u"/same"_s] = { "0123456789" };
        server.nodes[u"/other"_s] = { "0123x56789" };
        server.nodes[u"/longer"_s] = { "0123456789+" };
        server.nodes[u"/folder"_s] = { {}, "directory" };
        QTemporaryDir folder;
        const QString local = folder.filePath(u"f"_s);
        writeFile(local, "0123456789");
        const auto files = server.files();
        QVERIFY(wait(files->verify(local, u"/same"_s)));
        const auto other = wait(files->verify(local, u"/other"_s));
        QVERIFY(!other && other.error().code == "CONTENT_DIFFERS"_L1);
        QVERIFY2(other.error().message.contains("byte 4"_L1), why(other));
        QCOMPARE(wait(files->verify(local, u"/longer"_s)).error().code, u"CONTENT_DIFFERS"_s);
        QVERIFY(wait(files->verify(local, u"/folder"_s)).error().kind == Error::Kind::InvalidArgument);
        QVERIFY(wait(files->verify(local, u"/missing"_s)).error().isNotFound());
        QVERIFY(wait(files->verify(folder.filePath(u"none"_s), u"/same"_s)).error().kind == Error::Kind::LocalFile);
    }

    void contentComesInPieces()
    {
        FileServer server;
        const QByteArray content = pattern(700'000);
        server.nodes[u"/data"_s] = { content };
        const auto files = server.files();
        QByteArray got;
        const auto collect = [&](const QByteArray &bytes) {
            got += bytes;
            return true;
        };
        QVERIFY(wait(files->readStream(u"/data"_s, collect)));
        QVERIFY(got == content);
        for (const bool ignored : { false, true }) {
            server.ignoreRange = ignored;
            got.clear();
            QVERIFY(wait(files->readStream(u"/data"_s, collect, 1000, 5000)));
            QVERIFY(got == content.mid(1000, 5000));
            got.clear();
            QVERIFY(wait(files->readStream(u"/data"_s, collect, 699'990)));
            QVERIFY(got == content.mid(699'990));
        }
        got.clear();
        QVERIFY(wait(files->readStream(u"/data"_s, collect, 800'000))); // Past the end: never asked for.
        QVERIFY(got.isEmpty());
        int pieces = 0;
        QVERIFY(wait(files->readStream(u"/data"_s, [&](const QByteArray &) { return ++pieces < 1; })));
        QCOMPARE(pieces, 1);
        server.cutAt = 100;
        const auto cut = wait(files->readStream(u"/data"_s, collect));
        QVERIFY(!cut && cut.error().kind == Error::Kind::Network);
    }

    void textIsReplaced()
    {
        FileServer server;
        server.server.on("POST", "/files/replace", Reply::json(200, R"({"/a b":{"replacedCount":3}})"));
        const auto files = server.files();
        const auto counts = wait(files->replaceContents({ { u"/a b"_s, { u"x"_s, u"y"_s } }, { u"/c"_s, { u"1"_s, u""_s } } }));
        QVERIFY2(counts, why(counts));
        QCOMPARE(counts->value(u"/a b"_s), 3);
        QCOMPARE(counts->value(u"/c"_s), -1);
        QCOMPARE(server.server.received().first().target, "/files/replace?verbose=true");
        QCOMPARE(bodyOf(server.server.received().first()), json(R"({"/a b":{"old":"x","new":"y"},"/c":{"old":"1","new":""}})"));
        QVERIFY(wait(files->replaceContents({ { u"/a"_s, { {}, u"y"_s } } })).error().kind == Error::Kind::InvalidArgument);
        QVERIFY(wait(files->replaceContents({ { u"/$HOME"_s, { u"x"_s, u"y"_s } } })).error().kind == Error::Kind::InvalidArgument);
        QCOMPARE(server.server.received().size(), 1);
        server.server.on("POST", "/files/replace", Reply::empty(200)); // Older servers say nothing.
        QCOMPARE(wait(files->replaceContents({ { u"/c"_s, { u"1"_s, u""_s } } })).value().value(u"/c"_s), -1);
        server.server.on("POST", "/files/replace", Reply::json(404, R"({"code":"FILE_NOT_FOUND","message":"no"})"));
        QVERIFY(wait(files->replaceContents({ { u"/c"_s, { u"1"_s, u""_s } } })).error().isNotFound());
    }

    // Pain 80: what is there is told as that, and stays; it is looked for only after the server refused.
    void nothingIsMovedOverWhatIsThere()
    {
        FileServer there;
        there.nodes[u"/w/a"_s] = { "new" };
        there.nodes[u"/w/b"_s] = { "old" };
        there.nodes[u"/w/c"_s] = { "more" };
        there.server.on("POST", "/files/mv", Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"rename /w/a: file exists"})"));
        const auto files = there.files();
        const auto moved = wait(files->move({ { u"/w/c"_s, u"/w/free"_s }, { u"/w/a"_s, u"/w/b"_s } }));
        QVERIFY(!moved);
        QCOMPARE(moved.error().code, u"DESTINATION_EXISTS"_s);
        QCOMPARE(moved.error().httpStatus, 500);
        QVERIFY2(moved.error().message.contains("/w/b is there already"_L1), qPrintable(moved.error().message));
        QCOMPARE(there.server.count("POST", "/files/mv"), 1);
        // Another failure stays what it is: a move across file systems.
        there.nodes.erase(u"/w/b"_s);
        there.server.on("POST", "/files/mv", Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"invalid cross-device link"})"));
        const auto across = wait(files->move({ { u"/w/a"_s, u"/w/b"_s } }));
        QVERIFY(!across && across.error().code == "RUNTIME_ERROR"_L1 && across.error().message.contains("cross-device"_L1));
        const qsizetype before = there.server.received().size();
        there.server.on("POST", "/files/mv", Reply::empty(200));
        QVERIFY(wait(files->move({ { u"/w/a"_s, u"/w/b"_s } })));
        QCOMPARE(there.server.received().size(), before + 1);
    }

    // Pain 84: some servers tell a missing file by a 500; it is as missing as by a 404.
    void aMissingFileMayBeAFaultOfTheServer()
    {
        for (const Reply &missing : { Reply::json(404, R"({"code":"FILE_NOT_FOUND","message":"x"})"), Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"stat /w/f: no such file or directory"})"),
                 Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"file not found"})") }) {
            FileServer there;
            const auto files = there.files();
            there.server.expect("GET", "/files/info", missing); // A moment too early.
            QVERIFY(wait(files->write(u"/w/f"_s, "abc")));
            there.server.on("GET", "/files/info", missing);
            const auto lost = wait(files->write(u"/w/f"_s, "abc"));
            QVERIFY2(!lost && lost.error().message.contains("is not there"_L1), why(lost));
            Permissions owner;
            owner.owner = u"ada"_s;
            QVERIFY(wait(files->createDirectories({ u"/new/x"_s }, owner))); // Its parent is made.
            QCOMPARE(there.server.count("POST", "/directories"), 2);
        }
    }

    // Pain 82: digits, and only what is to be changed.
    void permissionsAreSentAsFarAsTheyAreSet()
    {
        FileServer there;
        there.server.on("POST", "/files/permissions", Reply::empty(200));
        const auto files = there.files();
        Permissions rights;
        rights.mode = 644;
        Permissions group;
        group.group = u"staff"_s;
        QVERIFY(wait(files->setPermissions({ { u"/w/f"_s, rights }, { u"/tmp"_s, group }, { u"/w/same"_s, {} } })));
        QCOMPARE(bodyOf(there.server.received().last()), json(R"({"/w/f":{"mode":644},"/tmp":{"group":"staff"},"/w/same":{}})"));
    }

    // Pain 83: parents that are missing belong to the same owner; what is there stays as it is.
    void parentsBelongToTheSameOwner()
    {
        FileServer there;
        there.nodes[u"/w"_s] = { {}, "directory" };
        const auto files = there.files();
        Permissions owner;
        owner.mode = 600;
        owner.owner = u"ada"_s;
        owner.group = u"staff"_s;
        QVERIFY(wait(files->write(u"/w/new/a/c.txt"_s, "abc", owner)));
        QCOMPARE(there.server.count("POST", "/directories"), 1);
        const QJsonObject parent { { u"owner"_s, u"ada"_s }, { u"group"_s, u"staff"_s } };
        QCOMPARE(bodyOf(there.server.received("POST", "/directories").last()), (QJsonObject { { u"/w/new"_s, parent }, { u"/w/new/a"_s, parent } }));
        QVERIFY(wait(files->write(u"/w/new/a/d.txt"_s, "abc", owner))); // All there now.
        QCOMPARE(there.server.count("POST", "/directories"), 1);
        QVERIFY(wait(files->createDirectories({ u"/w/x/y"_s }, owner)));
        QCOMPARE(bodyOf(there.server.received("POST", "/directories").at(1)), (QJsonObject { { u"/w/x"_s, parent } }));
        // Without an owner nothing is looked at before.
        there.server.forget();
        QVERIFY(wait(files->write(u"/w/z/e.txt"_s, "abc")));
        QCOMPARE(there.server.received().first().path(), QByteArray("/files/upload"));
        QCOMPARE(there.server.count("POST", "/directories"), 0);
    }

    // Making folders may be repeated, but only for those that are not there after the first request.
    void foldersAreMadeOnce()
    {
        QTemporaryDir folder;
        for (const char *name : { "a/b", "c" })
            QVERIFY(QDir(folder.path()).mkpath(QString::fromLatin1(name)));
        FileServer there;
        const auto files = there.files();
        const auto whole = wait(files->uploadFolder(folder.path(), u"/w/one"_s));
        QVERIFY2(whole, why(whole));
        QCOMPARE(there.server.count("POST", "/directories"), 1);
        there.server.forget();
        there.broken = { u"/w/two/c"_s }; // The first ones are made, this one stops the request.
        const auto partly = wait(files->uploadFolder(folder.path(), u"/w/two"_s));
        QVERIFY2(partly, why(partly));
        const QList<Received> requests = there.server.received("POST", "/directories");
        QCOMPARE(requests.size(), 2);
        QCOMPARE(bodyOf(requests.first()).keys(), (QStringList { u"/w/two"_s, u"/w/two/a"_s, u"/w/two/a/b"_s, u"/w/two/c"_s }));
        QCOMPARE(bodyOf(requests.last()).keys(), QStringList { u"/w/two/c"_s });
        QVERIFY(there.nodes.contains(u"/w/two/a/b"_s));
        // A request whose outcome is not known is not repeated at all.
        there.server.forget();
        there.server.on("POST", "/directories", Reply::silence().thenClose());
        const auto unknown = wait(files->uploadFolder(folder.path(), u"/w/three"_s));
        QVERIFY2(unknown, why(unknown));
        QCOMPARE(there.server.count("POST", "/directories"), 1);
    }

    // Pain 83: a folder that is there is no error, although the server cannot make it its own.
    void aFolderThatIsThereIsFine()
    {
        FileServer there;
        there.nodes[u"/tmp"_s] = { {}, "directory", "2026-11-30T09:00:00Z", 777 };
        there.nodes[u"/w/file"_s] = { "x" };
        there.server.on("POST", "/directories", Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"chmod /tmp: operation not permitted"})"));
        const auto files = there.files();
        const auto made = wait(files->createDirectories({ u"/tmp"_s }));
        QVERIFY2(made, why(made));
        Permissions mode;
        mode.mode = 700; // This was asked for, and was not done.
        QCOMPARE(wait(files->createDirectories({ u"/tmp"_s }, mode)).error().httpStatus, 500);
        QCOMPARE(wait(files->createDirectories({ u"/tmp"_s, u"/w/none"_s })).error().httpStatus, 500);
        QCOMPARE(wait(files->createDirectories({ u"/w/file"_s })).error().httpStatus, 500);
    }

    // Pain 13: a body that was compressed on the way, and a header that was lost with it, do not reach the disk.
    void aDownloadOfAnotherSizeIsNoDownload()
    {
        FileServer there;
        QTemporaryDir folder;
        const QString target = folder.filePath(u"f"_s);
        there.nodes[u"/w/f"_s] = { QByteArray(5000, 'c') };
        there.server.on("GET", "/files/download", Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n\x1f\x8b\x08\x08zz"));
        const auto files = there.files();
        const auto down = wait(files->download(u"/w/f"_s, target));
        QVERIFY(!down && down.error().code == "SIZE_MISMATCH"_L1);
        QVERIFY(!QFile::exists(target));
        QCOMPARE(there.server.received("GET", "/files/download").first().headers.value("accept-encoding"), QByteArray("identity"));
        // A log that grows is another matter.
        there.server.on("GET", "/files/download", [&](const Received &) {
            there.nodes[u"/w/f"_s].content += "more";
            return Reply::text(200, there.nodes[u"/w/f"_s].content);
        });
        const auto grown = wait(files->download(u"/w/f"_s, target));
        QVERIFY2(grown, why(grown));
        QCOMPARE(QFile(target).size(), 5004);
    }

    // Pain 88: hundreds of small files in a few requests, each with its own outcome.
    void manyFilesTravelTogether()
    {
        FileServer server;
        const auto files = server.files();
        QList<FileContent> many;
        for (int i = 0; i < 300; ++i)
            many << FileContent { u"/w/f%1"_s.arg(i), QByteArray::number(i), {} };
        many[7].path = u"/w/$HOME"_s; // Pain 70
        many[8].permissions.mode = 600;
        const auto outcomes = wait(files->writeMany(many));
        QVERIFY2(outcomes && outcomes->size() == 300, why(outcomes));
        for (int i = 0; i < 300; ++i) {
            QCOMPARE(outcomes->at(i).path, many.at(i).path);
            QCOMPARE(outcomes->at(i).error.has_value(), i == 7);
            if (i != 7)
                QCOMPARE(server.nodes.at(many.at(i).path).content, QByteArray::number(i));
        }
        QCOMPARE(server.nodes.at(u"/w/f8"_s).mode, 600);
        QCOMPARE(server.nodes.at(u"/w/f9"_s).mode, 644);
        QVERIFY(server.server.count("POST", "/files/upload") <= 6);
        QVERIFY(server.server.received().size() <= 12);
    }

    void aFailedBatchTellsWhatWasWritten()
    {
        FileServer server;
        server.nodes[u"/w/c"_s] = { "old", "file", "2020-01-02T03:04:05Z" }; // Of the same size, but older than the request.
        server.failAt = u"/w/b"_s;
        const auto files = server.files();
        const auto outcomes = wait(files->writeMany({ { u"/w/a"_s, "one", {} }, { u"/w/b"_s, "two", {} }, { u"/w/c"_s, "six", {} } }));
        QVERIFY2(outcomes && outcomes->size() == 3, why(outcomes));
        QVERIFY(!outcomes->at(0).error);
        QCOMPARE(outcomes->at(1).error->message, u"disk full"_s);
        QCOMPARE(outcomes->at(2).error->message, u"disk full"_s);
        QCOMPARE(server.server.count("POST", "/files/upload"), 1); // Never sent again by itself.
        // Pain 78: accepted, and lost on the way.
        server.failAt.clear();
        server.loseBodies = true;
        const auto lost = wait(files->writeMany({ { u"/w/x"_s, "one", {} } }));
        QVERIFY(lost && lost->first().error && lost->first().error->message.contains("not there"_L1));
        // Pain 81: there, but not at once.
        server.loseBodies = false;
        server.hideOnce = true;
        QVERIFY(wait(files->write(u"/w/y"_s, "late")));
    }

    void foldersGoUp()
    {
        FileServer server;
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(u"sub/deep"_s));
        QVERIFY(QDir(folder.path()).mkpath(u"locked/in"_s));
        writeFile(folder.filePath(u"a.txt"_s), "a");
        writeFile(folder.filePath(u".hidden"_s), "h");
        writeFile(folder.filePath(u"sub/run.sh"_s), "#!");
        QFile::setPermissions(folder.filePath(u"sub/run.sh"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        writeFile(folder.filePath(u"sub/deep/big"_s), pattern(400'000));
        writeFile(folder.filePath(u"locked/in/x"_s), "x");
        writeFile(folder.filePath(u"cost$5"_s), "$");
        QVERIFY(QFile::link(folder.path(), folder.filePath(u"loop"_s)));
        server.broken = { u"/w/locked"_s, u"/w/locked/in"_s };
        qint64 last = 0;
        const auto files = server.files();
        const auto outcomes = wait(files->uploadFolder(folder.path(), u"/w"_s, [&](qint64 done, qint64) { last = done; }));
        QVERIFY2(outcomes, why(outcomes));
        QMap<QString, QString> problems;
        for (const FileOutcome &outcome : *outcomes)
            problems.insert(QDir(folder.path()).relativeFilePath(outcome.path), outcome.error ? (outcome.error->code.isEmpty() ? u"?"_s : outcome.error->code) : QString());
        QCOMPARE(problems.value(u"a.txt"_s, u"-"_s), QString());
        QCOMPARE(problems.value(u".hidden"_s, u"-"_s), QString());
        QCOMPARE(problems.value(u"sub/run.sh"_s, u"-"_s), QString());
        QCOMPARE(problems.value(u"sub/deep/big"_s, u"-"_s), QString());
        QCOMPARE(problems.value(u"loop"_s), u"SKIPPED_LINK"_s);
        QCOMPARE(problems.value(u"cost$5"_s), u"?"_s);
        QCOMPARE(problems.value(u"locked/in/x"_s), u"RUNTIME_ERROR"_s);
        QCOMPARE(server.nodes.at(u"/w/sub/run.sh"_s).mode, 755);
        QCOMPARE(server.nodes.at(u"/w/a.txt"_s).mode, 644);
        QVERIFY(server.nodes.at(u"/w/sub/deep/big"_s).content == pattern(400'000));
        QVERIFY(!server.nodes.contains(u"/w/locked/in/x"_s));
        QCOMPARE(server.nodes.at(u"/w/sub/deep"_s).type, "directory");
        QVERIFY(last >= 400'000);
        QVERIFY(wait(files->uploadFolder(folder.filePath(u"a.txt"_s), u"/w"_s)).error().kind == Error::Kind::LocalFile);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(wait(files->uploadFolder(folder.path(), u"/w"_s, {}, stop.get_token())).error().kind == Error::Kind::Cancelled);
    }

    // Pains 74, 86, 87, 90, 91
    void foldersComeDown()
    {
        FileServer server;
        server.nodes[u"/w/a.txt"_s] = { "a" };
        server.nodes[u"/w/sub"_s] = { {}, "directory" };
        server.nodes[u"/w/sub/b"_s] = { pattern(300'000) };
        server.nodes[u"/w/empty"_s] = { {}, "directory" };
        server.nodes[u"/w/locked"_s] = { {}, "directory" };
        server.nodes[u"/w/loop"_s] = { {}, "symlink" };
        server.nodes[u"/w/pipe"_s] = { {}, "other" };
        server.nodes[u"/w/b\uFFFDd"_s] = { "x" };
        server.nodes[u"/w/.."_s] = { "out" };
        server.nodes[u"/w/taken"_s] = { "t" };
        server.broken = { u"/w/locked"_s };
        QTemporaryDir folder;
        const QString local = folder.filePath(u"into"_s);
        QVERIFY(QDir().mkpath(local));
        writeFile(folder.filePath(u"victim"_s), "untouched");
        QVERIFY(QFile::link(folder.filePath(u"victim"_s), local + u"/taken"_s));
        const auto files = server.files();
        const auto outcomes = wait(files->downloadFolder(u"/w"_s, local));
        QVERIFY2(outcomes, why(outcomes));
        QMap<QString, bool> failed;
        for (const FileOutcome &outcome : *outcomes)
            failed.insert(outcome.path, outcome.error.has_value());
        QCOMPARE(failed, (QMap<QString, bool> { { u"/w/a.txt"_s, false }, { u"/w/sub/b"_s, false }, { u"/w/locked"_s, true }, { u"/w/loop"_s, true }, { u"/w/pipe"_s, true },
                             { u"/w/b\uFFFDd"_s, true }, { u"/w/.."_s, true }, { u"/w/taken"_s, true } }));
        QCOMPARE(readAll(local + u"/a.txt"_s), "a");
        QVERIFY(readAll(local + u"/sub/b"_s) == pattern(300'000));
        QVERIFY(QFileInfo(local + u"/empty"_s).isDir());
        QCOMPARE(readAll(folder.filePath(u"victim"_s)), "untouched");
        QVERIFY(wait(files->downloadFolder(u"/w/locked"_s, local)).error().code == "RUNTIME_ERROR"_L1);
    }

    void treesAreListed()
    {
        FileServer server;
        server.nodes[u"/w/a"_s] = {};
        const auto files = server.files();
        QCOMPARE(wait(files->listTree(u"/w"_s, 7)).value().size(), 1);
        QCOMPARE(server.server.received().last().target, "/directories/list?path=%2Fw&depth=7");
    }
};

QTEST_GUILESS_MAIN(SdkBatchesTest)
#include "tst_sdk_batches.moc"

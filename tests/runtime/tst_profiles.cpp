// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "localserver.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

// Root file systems as images.
class TestProfiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aFolderCanBeUsed();
    void anArchiveCanBeUsed();
    void hostileArchivesAreRefused_data();
    void hostileArchivesAreRefused();
    void otherMistakesAreSaid();

private:
    struct Result
    {
        int code = -1;
        QString text;
    };
    Result profile(const QStringList &words);
    // A script for python3 with 'archive' (an open tarfile) and helpers.
    QString makeArchive(const QString &name, const QString &script);
    void tryOut(const QString &image);

    LocalServer m_server;
    QTemporaryDir m_folder;
};

void TestProfiles::initTestCase()
{
    QVERIFY2(m_server.start(), QJsonDocument(m_server.readyLine()).toJson().constData());
    QFile(m_folder.path()).setPermissions(QFile::Permissions::fromInt(0x7755));
    // A small system of its own: a shell, a few programs, and what they need.
    QProcess process;
    process.start(u"bash"_s, { u"-c"_s, uR"sh(set -e
root=$1; mkdir -p "$root"/{usr/bin,usr/lib,etc,opt/tool,home/somebody,var/lib,tmp,proc,dev,root}
ln -s usr/bin "$root/bin"; ln -s usr/lib "$root/lib"; ln -s usr/lib "$root/lib64"
for program in sh bash cat ls sleep mkdir tail id; do
  path=$(command -v $program); cp -L "$path" "$root/usr/bin/$program"
  for library in $(ldd "$path" | grep -o '/[^ ]*'); do mkdir -p "$root$(dirname "$library")"; cp -Ln "$library" "$root$library" || true; done
done
echo mine > "$root/etc/release"; echo tool > "$root/opt/tool/version"; echo home > "$root/home/somebody/file"; echo lib > "$root/var/lib/state"
chmod -R a+rX "$root")sh"_s, u"bash"_s, m_folder.filePath(u"root"_s) });
    QVERIFY(process.waitForFinished(30000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
}

TestProfiles::Result TestProfiles::profile(const QStringList &words)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral(WB_BIN_DIR "/opensandbox-local"), QStringList { u"profile"_s } + words + QStringList { u"--state-dir"_s, m_server.stateFolder() });
    if (!process.waitForFinished(60000))
        return {};
    return { process.exitCode(), QString::fromUtf8(process.readAll()) };
}

void TestProfiles::tryOut(const QString &image)
{
    QVERIFY(m_server.request("GET", "/v1/local").body.contains(QByteArray('"' + image.toUtf8() + '"')));
    const QByteArray id = m_server.createSandbox({ { u"image"_s, QJsonObject { { u"uri"_s, QString(image + u":latest"_s) } } } });
    QVERIFY2(!id.isEmpty(), m_server.lastAnswer.body.constData());
    const auto result = m_server.command(id, u"cat /etc/release /opt/tool/version /home/somebody/file /var/lib/state; echo x > /workspace/w && cat /workspace/w; echo $HOME; ls /usr/bin"_s);
    QVERIFY2(result.output.startsWith("mine\ntool\nhome\nlib\nx\n/home/sandbox\n"_L1), qPrintable(result.output + result.errors));
    // Its own programs and nothing of this machine.
    QVERIFY(!result.output.contains("python3"_L1) && result.output.contains("bash"_L1));
    // Read-only, and not to be left.
    QVERIFY(m_server.command(id, u"echo x > /etc/release"_s).exitCode != "0"_L1);
    QVERIFY(m_server.command(id, u"cat /etc/hosts"_s).output.startsWith("127.0.0.1 localhost sandbox-"_L1));
    QVERIFY(m_server.command(id, u"cat /etc/hostname"_s).output.startsWith("sandbox-"_L1));
    QVERIFY(m_server.command(id, u"cat /proc/1/root/etc/debian_version"_s).exitCode != "0"_L1);
    QVERIFY(m_server.command(id, u"cat /proc/self/status"_s).output.contains("NoNewPrivs:\t1"_L1));
    // Files and metrics work in it as anywhere.
    QCOMPARE(m_server.request("GET", "/sandboxes/" + id + "/proxy/44772/files/download?path=/workspace/w").body, "x\n");
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);

    // A main program of its own; its end is the sandbox's.
    const QByteArray other = m_server.createSandbox({ { u"image"_s, QJsonObject { { u"uri"_s, image } } },
                                                      { u"entrypoint"_s, QJsonArray { u"sh"_s, u"-c"_s, u"sleep 1; exit 5"_s } } });
    QVERIFY2(!other.isEmpty(), m_server.lastAnswer.body.constData());
    QTRY_VERIFY_WITH_TIMEOUT(m_server.request("GET", "/v1/sandboxes/" + other).body.contains("code 5"), 15000);
    m_server.request("DELETE", "/v1/sandboxes/" + other);
}

void TestProfiles::aFolderCanBeUsed()
{
    const Result added = profile({ u"add"_s, u"team/small"_s, m_folder.filePath(u"root"_s) });
    QVERIFY2(added.code == 0, qPrintable(added.text));
    QVERIFY(profile({ u"list"_s }).text.contains("team/small\t"_L1));
    tryOut(u"team/small"_s);
    QCOMPARE(profile({ u"remove"_s, u"team/small"_s }).code, 0);
    QVERIFY(QFile::exists(m_folder.filePath(u"root/etc/release"_s)));
    QVERIFY(m_server.createSandbox({ { u"image"_s, QJsonObject { { u"uri"_s, u"team/small"_s } } } }).isEmpty());
    QCOMPARE(m_server.lastAnswer.json().value("code"_L1).toString(), u"DOCKER::SANDBOX_IMAGE_PULL_FAILED"_s);
}

void TestProfiles::anArchiveCanBeUsed()
{
    QProcess process;
    process.start(u"tar"_s, { u"-C"_s, m_folder.filePath(u"root"_s), u"-czf"_s, m_folder.filePath(u"root.tar.gz"_s), u"."_s });
    QVERIFY(process.waitForFinished(60000) && process.exitCode() == 0);
    const Result added = profile({ u"add"_s, u"packed"_s, m_folder.filePath(u"root.tar.gz"_s) });
    QVERIFY2(added.code == 0, qPrintable(added.text));
    QCOMPARE(profile({ u"add"_s, u"packed"_s, m_folder.filePath(u"root.tar.gz"_s) }).code, 1);
    tryOut(u"packed"_s);
    // A snapshot remembers it, and says so when it is gone.
    const QByteArray id = m_server.createSandbox({ { u"image"_s, QJsonObject { { u"uri"_s, u"packed"_s } } } });
    QVERIFY(!id.isEmpty());
    const QJsonObject snapshot = m_server.request("POST", "/v1/sandboxes/" + id + "/snapshots").json();
    QTRY_VERIFY_WITH_TIMEOUT(m_server.request("GET", "/v1/snapshots/" + snapshot.value("id"_L1).toString().toLatin1()).body.contains("Ready"), 20000);
    m_server.request("DELETE", "/v1/sandboxes/" + id);
    QCOMPARE(profile({ u"remove"_s, u"packed"_s }).code, 0);
    QVERIFY(QDir(m_server.stateFolder() + u"/profiles"_s).isEmpty());
    const QJsonObject body { { u"snapshotId"_s, snapshot.value("id"_L1) }, { u"resourceLimits"_s, QJsonObject() } };
    const HttpAnswer answer = m_server.request("POST", "/v1/sandboxes", QJsonDocument(body).toJson());
    QCOMPARE(answer.status, 409);
    QCOMPARE(answer.json().value("code"_L1).toString(), u"SNAPSHOT::INVALID_RESTORE_CONFIG"_s);
}

QString TestProfiles::makeArchive(const QString &name, const QString &script)
{
    const QString path = m_folder.filePath(name);
    QProcess process;
    process.start(u"python3"_s, { u"-c"_s, uR"py(
import io, sys, tarfile
archive = tarfile.open(sys.argv[1], 'w')
def file(name, data=b'x', mode=0o755):
    entry = tarfile.TarInfo(name); entry.size = len(data); entry.mode = mode
    archive.addfile(entry, io.BytesIO(data))
def other(name, type, target=''):
    entry = tarfile.TarInfo(name); entry.type = type; entry.linkname = target; entry.mode = 0o755
    archive.addfile(entry)
folder = lambda name: other(name, tarfile.DIRTYPE)
link = lambda name, target: other(name, tarfile.SYMTYPE, target)
hard = lambda name, target: other(name, tarfile.LNKTYPE, target)
folder('bin'); file('bin/sh')
)py"_s + script + u"\narchive.close()\n"_s, path });
    process.waitForFinished(20000);
    if (process.exitCode() != 0)
        qWarning("%s", process.readAllStandardError().constData());
    return path;
}

void TestProfiles::hostileArchivesAreRefused_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("contains");
    const QString outside = m_folder.filePath(u"outside"_s);
    const auto row = [](const char *name, const QString &script, const char *contains) { QTest::newRow(name) << script << QString::fromLatin1(contains); };
    row("climbing", u"file('../outside')"_s, "leads out");
    row("climbing inside", u"file('a/../../../outside')"_s, "leads out");
    row("absolute", u"file('%1')"_s.arg(outside), "leads out");
    row("through a link", u"link('a', '%1'); file('a/outside')"_s.arg(m_folder.path()), "below a link");
    row("through a relative link", u"folder('d'); link('d/a', '../..'); file('d/a/outside')"_s, "below a link");
    row("through the hard link of a link", u"link('a', '%1'); hard('b', 'a'); file('b/outside')"_s.arg(m_folder.path()), "below a link");
    row("folder through a link", u"link('a', '%1'); folder('a/outside')"_s.arg(m_folder.path()), "below a link");
    row("hard link outside", u"hard('a', '/etc/passwd')"_s, "hard link");
    row("hard link climbing", u"hard('a', '../../etc/passwd')"_s, "hard link");
    row("hard link through a link", u"link('l', '/etc'); hard('a', 'l/passwd')"_s, "hard link");
    row("block device", u"other('dev/sda', tarfile.BLKTYPE)"_s, "is a device");
    row("character device", u"other('x', tarfile.CHRTYPE)"_s, "is a device");
}

void TestProfiles::hostileArchivesAreRefused()
{
    QFETCH(QString, script);
    QFETCH(QString, contains);
    const QString archive = makeArchive(u"hostile.tar"_s, script);
    const Result result = profile({ u"add"_s, u"hostile"_s, archive });
    QCOMPARE(result.code, 1);
    QVERIFY2(result.text.contains(contains), qPrintable(result.text));
    // Nothing came of it, neither there nor outside.
    QVERIFY(!QFile::exists(m_folder.filePath(u"outside"_s)));
    QCOMPARE(profile({ u"list"_s }).text, QString());
    QVERIFY(QDir(m_server.stateFolder() + u"/profiles"_s).isEmpty());
}

void TestProfiles::otherMistakesAreSaid()
{
    const auto says = [&](const QString &name, const QString &path, const char *text) {
        const Result result = profile({ u"add"_s, name, path });
        QVERIFY2(result.code == 1 && result.text.contains(QLatin1StringView(text)), qPrintable(result.text));
    };
    says(u"x"_s, u"/no/such/place"_s, "cannot be opened");
    says(u"../x"_s, m_folder.filePath(u"root"_s), "cannot be the name");
    says(u"local"_s, m_folder.filePath(u"root"_s), "cannot be the name");
    says(u"x"_s, m_folder.path(), "/bin/sh");
    QFile text(m_folder.filePath(u"text"_s));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write("this is no archive");
    text.close();
    says(u"x"_s, text.fileName(), "tar archive");
    // Cut in the middle.
    QFile whole(makeArchive(u"cut.tar"_s, u"file('big', b'x' * 1000000)"_s));
    QVERIFY(whole.resize(500000));
    says(u"x"_s, whole.fileName(), "damaged");
    // A link to outside is harmless where it is, and no shell.
    says(u"x"_s, makeArchive(u"shell.tar"_s, u"archive.close(); archive = tarfile.open(sys.argv[1], 'w'); folder('bin'); link('bin/sh', '/usr/bin/nothing')"_s), "/bin/sh");
    QCOMPARE(profile({ u"remove"_s, u"x"_s }).code, 1);
    QCOMPARE(profile({ u"sing"_s }).code, 2);
}

QTEST_GUILESS_MAIN(TestProfiles)
#include "tst_profiles.moc"

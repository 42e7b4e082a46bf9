// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/file.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Notebook;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

void put(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s", qPrintable(path));
}

const QByteArray smallNotebook = "{\"cells\":[{\"cell_type\":\"code\",\"execution_count\":null,\"metadata\":{},\"outputs\":[],\"source\":\"x\"}],\"metadata\":{},\"nbformat\":4,\"nbformat_minor\":4}\n";
const QString saver = QStringLiteral(WB_BIN_DIR "/notebook_saver");

} // namespace

class TestNotebookFile : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(u"note book é.ipynb"_s);
    }

    void savesAndOpens()
    {
        Document document;
        document.cell(0)->setSource(u"print('é')"_s);
        const auto saved = File::save(document, m_path);
        QVERIFY(saved);
        QVERIFY(!document.isModified());
        Document again;
        const auto opened = File::open(again, m_path);
        QVERIFY(opened);
        QCOMPARE(*opened, *saved);
        QCOMPARE(again.cell(0)->source(), u"print('é')"_s);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
    }

    void anUnchangedFileIsNotRewritten() // 63
    {
        put(m_path, smallNotebook);
        struct stat before {};
        ::stat(QFile::encodeName(m_path).constData(), &before);
        Document document;
        QVERIFY(File::open(document, m_path));
        QVERIFY(File::save(document, m_path));
        struct stat after {};
        ::stat(QFile::encodeName(m_path).constData(), &after);
        QCOMPARE(after.st_ino, before.st_ino);
    }

    void permissionsAndLinksAreKept() // 67
    {
        QDir(m_folder->path()).mkpath(u"real/deep"_s);
        const QString real = m_folder->filePath(u"real/deep/file.ipynb"_s);
        put(real, smallNotebook);
        ::chmod(QFile::encodeName(real).constData(), 0640);
        const QString middle = m_folder->filePath(u"real/middle"_s);
        QVERIFY(QFile::link(u"deep/file.ipynb"_s, middle));
        QVERIFY(QFile::link(u"real/middle"_s, m_path));
        Document document;
        QVERIFY(File::open(document, m_path));
        document.cell(0)->setSource(u"changed"_s);
        QVERIFY(File::save(document, m_path));
        QVERIFY(QFileInfo(m_path).isSymLink());
        QVERIFY(QFileInfo(middle).isSymLink());
        QCOMPARE(contentOf(real), document.toBytes());
        struct stat after {};
        ::stat(QFile::encodeName(real).constData(), &after);
        QCOMPARE(after.st_mode & 07777, mode_t(0640));
        // A link to a file that does not exist yet makes that file.
        const QString dangling = m_folder->filePath(u"dangling"_s);
        QVERIFY(QFile::link(u"real/new.ipynb"_s, dangling));
        QVERIFY(File::write(dangling, "x"));
        QVERIFY(QFileInfo(dangling).isSymLink());
        QCOMPARE(contentOf(m_folder->filePath(u"real/new.ipynb"_s)), QByteArray("x"));
        // A circle of links is an error.
        QVERIFY(QFile::link(u"b"_s, m_folder->filePath(u"a"_s)));
        QVERIFY(QFile::link(u"a"_s, m_folder->filePath(u"b"_s)));
        QVERIFY(!File::write(m_folder->filePath(u"a"_s), "x"));
    }

    void aFolderThatIsNotWritableKeepsTheOldFile() // 67
    {
        if (::geteuid() == 0) {
            // Root may write everywhere, so the same is tried where nobody may.
            const auto result = File::write(u"/proc/notebook.ipynb"_s, "x");
            QVERIFY(!result && !result.error().hint.isEmpty());
            return;
        }
        const QString folder = m_folder->filePath(u"closed"_s);
        QDir().mkpath(folder);
        const QString path = folder + "/n.ipynb"_L1;
        put(path, smallNotebook);
        Document document;
        QVERIFY(File::open(document, path));
        document.cell(0)->setSource(u"changed"_s);
        ::chmod(QFile::encodeName(folder).constData(), 0500);
        const auto inFolder = File::save(document, path);
        ::chmod(QFile::encodeName(folder).constData(), 0700);
        QVERIFY(!inFolder);
        QVERIFY2(inFolder.error().message.contains("not writable"_L1), qPrintable(inFolder.error().message));
        QVERIFY(!inFolder.error().hint.isEmpty());
        QVERIFY(document.isModified());
        // A file that is protected against writing is not replaced, though the folder would allow it.
        ::chmod(QFile::encodeName(path).constData(), 0400);
        const auto protectedFile = File::save(document, path);
        QVERIFY(!protectedFile);
        QVERIFY2(protectedFile.error().message.contains("protected"_L1), qPrintable(protectedFile.error().message));
        QCOMPARE(contentOf(path), smallNotebook);
    }

    void unusablePathsHaveReasonAndNextStep_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("write");
        QTest::newRow("read: missing") << u"missing.ipynb"_s << false;
        QTest::newRow("read: folder") << u"."_s << false;
        QTest::newRow("read: device") << u"/dev/zero"_s << false;
        QTest::newRow("write: missing folder") << u"missing/n.ipynb"_s << true;
        QTest::newRow("write: folder") << u"."_s << true;
        QTest::newRow("write: below a file") << u"file/n.ipynb"_s << true;
    }
    void unusablePathsHaveReasonAndNextStep()
    {
        QFETCH(QString, name);
        QFETCH(bool, write);
        put(m_folder->filePath(u"file"_s), "x");
        const QString path = QDir::isAbsolutePath(name) ? name : m_folder->filePath(name);
        File::Error error;
        if (write) {
            const auto result = File::write(path, "x");
            QVERIFY(!result);
            error = result.error();
        } else {
            const auto result = File::read(path);
            QVERIFY(!result);
            error = result.error();
        }
        QVERIFY(error.message.contains(path.section(u'/', -1)));
        QVERIFY(!error.hint.isEmpty());
    }

    void changesDuringASaveStayModified()
    {
        Document document;
        document.cell(0)->setSource(u"one"_s);
        const quint64 revision = document.revision();
        const QByteArray bytes = document.toBytes();
        QCOMPARE(document.revision(), revision);
        document.setSaved(revision);
        QVERIFY(!document.isModified());
        const quint64 second = document.revision();
        document.cell(0)->outputs()->appendStream(StreamName::Stdout, u"x");
        document.setSaved(second);
        QVERIFY(document.isModified());
        document.setSaved(document.revision());
        QVERIFY(!document.isModified());
        document.undo();
        QVERIFY(document.isModified());
        // Undoing during a save leads to what was on the disk before it, and not to what is there after it.
        document.setSaved(document.revision());
        document.cell(0)->setSource(u"two"_s);
        const quint64 third = document.revision();
        document.undo();
        QVERIFY(!document.isModified());
        document.setSaved(third);
        QVERIFY(document.isModified());
    }

    void onePlaceHasManyPaths()
    {
        const QString folder = QFileInfo(m_path).path();
        put(m_path, "{}");
        const QString link = folder + u"/link.ipynb"_s;
        QVERIFY(QFile::link(QFileInfo(m_path).fileName(), link)); // Leads from its own folder on.
        QVERIFY(QDir(folder).mkdir(u"inner"_s));
        const QString way = folder + u"/way"_s;
        QVERIFY(QFile::link(folder, way));
        const QString name = QFileInfo(m_path).fileName();
        for (const QString &path : QStringList { m_path, link, way + u'/' + name, folder + u"/inner/../"_s + name, way + u"/link.ipynb"_s })
            QVERIFY2(File::isSame(m_path, path) && File::isSame(path, m_path), qPrintable(path));
        QVERIFY(!File::isSame(m_path, folder + u"/other.ipynb"_s));
        QVERIFY(!File::isSame(m_path, {}));
        // Not there yet, or not any more.
        QVERIFY(File::isSame(way + u"/new.ipynb"_s, folder + u"/new.ipynb"_s));
        QVERIFY(QFile::remove(m_path));
        QVERIFY(File::isSame(m_path, link));
        QVERIFY(File::isSame(folder + u"/none/a.ipynb"_s, folder + u"/none/a.ipynb"_s));
        QVERIFY(!File::isSame(folder + u"/none/a.ipynb"_s, folder + u"/none/b.ipynb"_s));
    }

    void contentErrorsHaveTheirPlace() // 66
    {
        put(m_path, "{\n \"cells\": [,]\n}");
        Document document;
        const auto result = File::open(document, m_path);
        QVERIFY(!result);
        QVERIFY(result.error().isContentError);
        QCOMPARE(result.error().line, 2);
        QCOMPARE(result.error().column, 12);
    }

    void aSizeLimitKeepsTheOldFile() // 67
    {
        put(m_path, smallNotebook);
        Document document;
        QVERIFY(File::open(document, m_path));
        document.cell(0)->outputs()->appendStream(StreamName::Stdout, QString(2'000'000, u'x'));
        struct rlimit old {};
        ::getrlimit(RLIMIT_FSIZE, &old);
        struct rlimit small = old;
        small.rlim_cur = 1'000'000;
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &small);
        const auto result = File::save(document, m_path);
        ::setrlimit(RLIMIT_FSIZE, &old);
        std::signal(SIGXFSZ, handler);
        QVERIFY(!result);
        QVERIFY(document.isModified());
        QCOMPARE(contentOf(m_path), smallNotebook);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
        // And once there is room:
        QVERIFY(File::save(document, m_path));
        QVERIFY(!document.isModified());
    }

    void aFullDiskKeepsTheOldFile() // 67
    {
        // A file system of 1 MiB that only the saver sees.
        put(m_folder->filePath(u"seed.ipynb"_s), smallNotebook);
        QDir(m_folder->path()).mkpath(u"disk"_s);
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"ASAN_OPTIONS"_s, u"detect_leaks=0"_s);
        process.setProcessEnvironment(environment);
        process.start(u"bwrap"_s, {u"--dev-bind"_s, u"/"_s, u"/"_s, u"--size"_s, u"1048576"_s, u"--tmpfs"_s, m_folder->filePath(u"disk"_s), u"sh"_s, u"-c"_s,
                                   u"cp \"$1/seed.ipynb\" \"$1/disk/n.ipynb\" && \"$2\" grow \"$1/disk/n.ipynb\" 2000000; cmp \"$1/seed.ipynb\" \"$1/disk/n.ipynb\" && ls -A \"$1/disk\""_s,
                                   u"sh"_s, m_folder->path(), saver});
        QVERIFY2(process.waitForFinished(60'000), qPrintable(process.errorString()));
        const QByteArray output = process.readAllStandardOutput() + process.readAllStandardError();
        QVERIFY2(output.contains("no space left"), output.constData());
        QVERIFY2(output.contains("Free some space"), output.constData());
        QVERIFY2(output.contains("\nmodified\n"), output.constData());
        QVERIFY2(output.endsWith("\nn.ipynb\n"), output.constData());
        QCOMPARE(process.exitCode(), 0);
    }

    void aKilledSaveLeavesTheOldOrTheNewContent() // 67
    {
        constexpr int size = 2'000'000;
        QRandomGenerator random(1);
        int halves[2] = {};
        for (int attempt = 0; attempt < 100; ++attempt) {
            QProcess process;
            process.start(saver, {u"loop"_s, m_path, QString::number(size)});
            QVERIFY(process.waitForStarted(10'000));
            while (!process.canReadLine())
                QVERIFY(process.waitForReadyRead(20'000));
            ::usleep(useconds_t(random.bounded(15'000)));
            process.kill();
            QVERIFY(process.waitForFinished(10'000));
            const QByteArray content = contentOf(m_path);
            QCOMPARE(content.size(), size);
            const char first = content.front();
            QCOMPARE(content.count(first), size);
            ++halves[first == 'B'];
        }
        QVERIFY(halves[0] > 0 && halves[1] > 0);
    }

    void changesByOthersAreNoticedByContent() // 68
    {
        put(m_path, smallNotebook);
        Document document;
        auto known = File::open(document, m_path);
        QVERIFY(known);
        QCOMPARE(File::externalChange(m_path, *known), File::ExternalChange::None);
        // Another time, the same content: no alarm.
        const auto setTime = [this](const QDateTime &time) {
            QFile file(m_path);
            QVERIFY(file.open(QIODevice::ReadWrite));
            QVERIFY(file.setFileTime(time, QFileDevice::FileModificationTime));
        };
        setTime(QDateTime::currentDateTime().addYears(-3));
        QCOMPARE(File::externalChange(m_path, *known), File::ExternalChange::None);
        // Two own saves.
        for (const char16_t *text : {u"one", u"two"}) {
            document.cell(0)->setSource(QString::fromUtf16(text));
            known = File::save(document, m_path);
            QVERIFY(known);
        }
        QCOMPARE(File::externalChange(m_path, *known), File::ExternalChange::None);
        // Other content, of the same size, older than ours.
        put(m_path, document.toBytes().replace("two", "TWO"));
        setTime(QDateTime::currentDateTime().addDays(-1));
        QCOMPARE(File::externalChange(m_path, *known), File::ExternalChange::Changed);
        QFile::remove(m_path);
        QCOMPARE(File::externalChange(m_path, *known), File::ExternalChange::Gone);
        QCOMPARE(File::externalChange(m_path, {}), File::ExternalChange::None);
    }

    void leftoversOfKilledSavesAreRemovedLater()
    {
        const QString leftover = m_folder->filePath(u".note book é.ipynb.saving-abc"_s);
        put(leftover, "half");
        QVERIFY(File::write(m_path, "x"));
        QVERIFY(QFile::exists(leftover));
        QFile file(leftover);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-3600), QFileDevice::FileModificationTime));
        file.close();
        QVERIFY(File::write(m_path, "y"));
        QVERIFY(!QFile::exists(leftover));
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

QTEST_GUILESS_MAIN(TestNotebookFile)
#include "tst_notebook_file.moc"

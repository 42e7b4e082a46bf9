// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <files/filemodel.h>
#include <files/filescontroller.h>
#include <files/remotepath.h>
#include <files/transferqueue.h>

#include <opensandbox/sandbox.h>

#include <QCoroTask>
#include <QCryptographicHash>
#include <QDeadlineTimer>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Files::TransferState;

namespace {

/// Most memory used so far, in MiB.
qint64 peakMib()
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmHWM:"))
            return line.simplified().split(' ').value(1).toLongLong() / 1024;
    }
    return 0;
}

void forgetPeak()
{
    QFile refs(u"/proc/self/clear_refs"_s);
    if (refs.open(QIODevice::WriteOnly))
        refs.write("5");
}

QByteArray hashOf(const QString &path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return file.open(QIODevice::ReadOnly) && hash.addData(&file) ? hash.result() : QByteArray();
}

} // namespace

// The address sanitizer holds back what was freed (32 MiB, see the test preset) and pads each piece.
#if defined(__SANITIZE_ADDRESS__) || (defined(__has_feature) && __has_feature(address_sanitizer))
constexpr qint64 heldBackMib = 64;
#else
constexpr qint64 heldBackMib = 0;
#endif

/// Files and transfers against the real local runtime.
class FilesRuntimeTest : public QObject
{
    Q_OBJECT

    QProcess m_server;
    QTemporaryDir m_state;
    QTemporaryDir m_local;
    std::shared_ptr<Sandbox> m_sandbox;

    Files::Source source() const
    {
        return { .sandboxId = m_sandbox->id(), .sandboxName = u"test"_s, .files = std::shared_ptr<FilesService>(m_sandbox, &m_sandbox->files()),
                 .commands = std::shared_ptr<CommandsService>(m_sandbox, &m_sandbox->commands()) };
    }
    QString makeLocal(const QString &name, const QByteArray &content) const
    {
        QFile file(m_local.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? file.fileName() : QString();
    }
    bool run(const QString &command)
    {
        const Result<Execution> result = QCoro::waitFor(m_sandbox->commands().run(command));
        return result && result->succeeded();
    }
    QStringList names(const QString &folder)
    {
        const Result<QList<FileInfo>> listed = QCoro::waitFor(m_sandbox->files().list(folder));
        QStringList all;
        if (!listed)
            return { u"could not be listed: "_s + toString(listed.error()) };
        for (const FileInfo &file : *listed)
            all.append(Files::RemotePath::name(file.path));
        return all;
    }
    /// Waits in an event loop of its own: QTRY_VERIFY sleeps between its looks, and a transfer, which
    /// takes many turns of the loop, would sleep with it.
    static bool waitUntilOver(Files::TransferQueue &queue, quint64 id, std::chrono::seconds limit)
    {
        if (queue.find(id)->isOver())
            return true;
        QSignalSpy finished(&queue, &Files::TransferQueue::finished);
        QDeadlineTimer deadline(limit);
        while (!queue.find(id)->isOver() && !deadline.hasExpired())
            finished.wait(std::chrono::milliseconds(deadline.remainingTime()));
        return queue.find(id)->isOver();
    }
    FileInfo infoOf(const QString &path)
    {
        const Result<QMap<QString, FileInfo>> info = QCoro::waitFor(m_sandbox->files().info({ path }));
        return info ? info->value(path) : FileInfo();
    }

private Q_SLOTS:
    void initTestCase()
    {
        const QString program = QStringLiteral(WB_BIN_DIR "/opensandbox-local");
        QVERIFY2(QFileInfo::exists(program), "opensandbox-local is not built");
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"OPENSANDBOX_LOCAL_API_KEY"_s, u"test-key-of-files"_s);
        m_server.setProcessEnvironment(environment);
        m_server.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_server.start(program, { u"serve"_s, u"--port"_s, u"0"_s, u"--state-dir"_s, m_state.path(), u"--execd"_s, QStringLiteral(WB_BIN_DIR "/opensandbox-execd"), u"--kernels"_s,
                                  QStringLiteral(WB_SOURCE_DIR "/resources/kernels"), u"--exit-with-stdin"_s });
        QVERIFY(m_server.waitForReadyRead(30'000));
        const QJsonObject ready = QJsonDocument::fromJson(m_server.readLine()).object();
        QVERIFY2(ready[u"ready"_s].toBool(), QJsonDocument(ready).toJson().constData());
        ConnectionConfig config;
        config.domain = u"127.0.0.1:%1"_s.arg(ready[u"port"_s].toInt());
        config.protocol = u"http"_s;
        config.apiKey = u"test-key-of-files"_s;
        CreateOptions options;
        options.image = u"opensandbox/code-interpreter:v1.1.0"_s;
        const Result<std::shared_ptr<Sandbox>> sandbox = QCoro::waitFor(Sandbox::create(config, options));
        QVERIFY2(sandbox, sandbox ? "" : qPrintable(toString(sandbox.error())));
        m_sandbox = *sandbox;
    }

    void cleanupTestCase()
    {
        if (m_sandbox)
            QCoro::waitFor(m_sandbox->kill());
        m_sandbox.reset();
        m_server.closeWriteChannel();
        QVERIFY(m_server.state() == QProcess::NotRunning || m_server.waitForFinished(10'000));
    }

    void largeFilesGoThereAndBackWithFlatMemory()
    {
        // Pains 76, 77.
        constexpr qint64 Size = 300ll << 20;
        const QString path = m_local.filePath(u"large.bin"_s);
        {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            QByteArray block(1 << 20, Qt::Uninitialized);
            for (qint64 at = 0; at < Size; at += block.size()) {
                for (qsizetype i = 0; i < block.size(); i += 8)
                    *reinterpret_cast<qint64 *>(block.data() + i) = at + i * 2654435761ll;
                QCOMPARE(file.write(block), block.size());
            }
        }
        forgetPeak();
        const qint64 before = peakMib();
        Files::TransferQueue queue;
        const quint64 up = queue.upload(source(), { path }, u"/workspace"_s).first();
        bool sawProgress = false;
        connect(&queue, &Files::TransferQueue::changed, this, [&] {
            const Files::Transfer *row = queue.find(up);
            sawProgress |= row && row->done > 0 && row->done < Size;
        });
        QVERIFY(waitUntilOver(queue, up, 90s));
        QVERIFY2(queue.find(up)->state == TransferState::Done, qPrintable(queue.find(up)->problem));
        QVERIFY(sawProgress);
        QCOMPARE(infoOf(u"/workspace/large.bin"_s).size, Size);

        QDir().mkpath(m_local.filePath(u"back"_s));
        const quint64 down = queue.download(source(), { infoOf(u"/workspace/large.bin"_s) }, m_local.filePath(u"back"_s)).first();
        QVERIFY(waitUntilOver(queue, down, 90s));
        QVERIFY2(queue.find(down)->state == TransferState::Done, qPrintable(queue.find(down)->problem));
        QCOMPARE(hashOf(m_local.filePath(u"back/large.bin"_s)), hashOf(path));
        const qint64 growth = peakMib() - before;
        qInfo("memory grew by %lld MiB", growth);
        QVERIFY(growth < 64 + heldBackMib);
        QVERIFY(run(u"rm -f /workspace/large.bin"_s));
    }

    void everyNameMeansExactlyThatFile()
    {
        // Pains 18, 71, 73, 75.
        QStringList all { u"3+4.md"_s, u"a&b=c.txt"_s, u"x;y"_s, u"100%.txt"_s, u"A%20B.txt"_s, u"A B.txt"_s, u"sp ace.txt"_s, u" lead"_s, u"trail "_s, u"C# notes.txt"_s,
                          u"what?.md"_s, u"2017-12-07 11:27.txt"_s, u"c:x"_s, u"-rf"_s, u"--help"_s, u"a;ls -la;.txt"_s, u"it's"_s, u"a\"b.txt"_s, u"~backup"_s, u"price$"_s, u"..."_s,
                          u"report-\u62A5\u544A.pdf"_s, u"new\nline"_s };
        all.sort();
        QStringList paths;
        for (const QString &name : std::as_const(all))
            paths.append(makeLocal(name, "content of " + name.toUtf8()));
        QVERIFY(!paths.contains(QString()));
        Files::TransferQueue queue;
        const QList<quint64> ups = queue.upload(source(), paths, u"/workspace/names"_s);
        QTRY_VERIFY_WITH_TIMEOUT(queue.activeCount() == 0, 30'000);
        for (const quint64 id : ups)
            QVERIFY2(queue.find(id)->state == TransferState::Done, qPrintable(queue.find(id)->name + u": "_s + queue.find(id)->problem));
        QStringList there = names(u"/workspace/names"_s);
        there.sort();
        QCOMPARE(there, all);

        const Result<QList<FileInfo>> listed = QCoro::waitFor(m_sandbox->files().list(u"/workspace/names"_s));
        QVERIFY(listed);
        QTemporaryDir back;
        const QList<quint64> downs = queue.download(source(), *listed, back.path());
        QTRY_VERIFY_WITH_TIMEOUT(queue.activeCount() == 0, 30'000);
        for (const quint64 id : downs)
            QVERIFY2(queue.find(id)->state == TransferState::Done, qPrintable(queue.find(id)->name + u": "_s + queue.find(id)->problem));
        for (const QString &name : std::as_const(all)) {
            QFile file(back.filePath(name));
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(name));
            QCOMPARE(file.readAll(), "content of " + name.toUtf8());
        }

        Files::FilesController controller(source());
        QSignalSpy failed(&controller, &Files::FilesController::failed);
        QSignalSpy renamed(&controller, &Files::FilesController::renamed);
        for (const QString &name : std::as_const(all))
            controller.rename(u"/workspace/names/"_s + name, u"r "_s + name);
        QTRY_COMPARE(renamed.count(), all.size());
        QCOMPARE(failed.count(), 0);
        QSignalSpy removed(&controller, &Files::FilesController::removed);
        controller.list(u"/workspace/names"_s);
        QTRY_VERIFY(controller.entry(u"/workspace/names/r price$"_s));
        controller.remove({ *controller.entry(u"/workspace/names/r A%20B.txt"_s) });
        QTRY_COMPARE(removed.count(), 1);
        there = names(u"/workspace/names"_s);
        QVERIFY(!there.contains(u"r A%20B.txt"_s));
        QVERIFY(there.contains(u"r A B.txt"_s));
        QCOMPARE(there.size(), all.size() - 1);
    }

    void namesThatWouldBeRewrittenAreLeftAlone()
    {
        // Pain 70.
        QVERIFY(run(u"mkdir -p /workspace/dollar && cd /workspace/dollar && echo keep > cost.txt && echo other > 'cost$5.txt'"_s));
        Files::FilesController controller(source());
        controller.list(u"/workspace/dollar"_s);
        QTRY_VERIFY(controller.entry(u"/workspace/dollar/cost$5.txt"_s));
        QSignalSpy failed(&controller, &Files::FilesController::failed);
        controller.remove({ *controller.entry(u"/workspace/dollar/cost$5.txt"_s) });
        QCOMPARE(failed.count(), 1);
        QCOMPARE(names(u"/workspace/dollar"_s), QStringList({ u"cost$5.txt"_s, u"cost.txt"_s }));
    }

    void cancelLeavesNoTorso()
    {
        // Pains 77, 79.
        const QString path = m_local.filePath(u"cancel.bin"_s);
        {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(200ll << 20));
        }
        Files::TransferQueue queue;
        const quint64 up = queue.upload(source(), { path }, u"/workspace/cancel"_s).first();
        QTRY_VERIFY_WITH_TIMEOUT(queue.find(up)->done > (20ll << 20) || queue.find(up)->isOver(), 30'000);
        QVERIFY(!queue.find(up)->isOver());
        queue.cancel(up);
        QTRY_VERIFY(names(u"/workspace/cancel"_s).isEmpty());
        QTest::qWait(300);
        QCOMPARE(names(u"/workspace/cancel"_s), QStringList());

        QVERIFY(run(u"head -c 200000000 /dev/zero > /workspace/down.bin"_s));
        QTemporaryDir target;
        const quint64 down = queue.download(source(), { infoOf(u"/workspace/down.bin"_s) }, target.path()).first();
        QTRY_VERIFY_WITH_TIMEOUT(queue.find(down)->done > (10 << 20) || queue.find(down)->isOver(), 30'000);
        if (!queue.find(down)->isOver()) {
            queue.cancel(down);
            QTRY_VERIFY(QDir(target.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden).isEmpty());
        }
        QVERIFY(run(u"rm -rf /workspace/down.bin /workspace/cancel"_s));
    }

    void linksAndOddTypesAreWhatTheyAre()
    {
        // Pains 86, 90.
        QVERIFY(run(u"mkdir -p /workspace/odd/real && cd /workspace/odd && mkfifo pipe && ln -s real to-folder && ln -s gone broken && ln -s . loop && ln -s 'it'\\''s $x' quoted"_s));
        Files::FilesController controller(source());
        controller.list(u"/workspace/odd"_s);
        QTRY_VERIFY_WITH_TIMEOUT(controller.linkTarget(u"/workspace/odd/to-folder"_s), 15'000);
        QCOMPARE(controller.linkTarget(u"/workspace/odd/to-folder"_s)->path, u"/workspace/odd/real"_s);
        QVERIFY(controller.linkTarget(u"/workspace/odd/to-folder"_s)->isFolder);
        QVERIFY(controller.linkTarget(u"/workspace/odd/loop"_s)->isFolder);
        QVERIFY(!controller.linkTarget(u"/workspace/odd/broken"_s)->exists);
        Files::TransferQueue queue;
        QTemporaryDir target;
        const quint64 pipe = queue.download(source(), { *controller.entry(u"/workspace/odd/pipe"_s) }, target.path()).first();
        QTRY_COMPARE(queue.find(pipe)->state, TransferState::Failed);
        const quint64 whole = queue.download(source(), { infoOf(u"/workspace/odd"_s) }, target.path()).first();
        QTRY_COMPARE(queue.find(whole)->state, TransferState::Done);
        QCOMPARE(queue.find(whole)->skipped, 5);
        QVERIFY(QFileInfo(target.filePath(u"odd/real"_s)).isDir());
    }

    void foldersOfManySmallFiles()
    {
        // Pain 88.
        QDir().mkpath(m_local.filePath(u"many/deep"_s));
        for (int i = 0; i < 580; ++i)
            QVERIFY(!makeLocal(u"many/%1f%2"_s.arg(i % 2 ? u"deep/"_s : QString()).arg(i), QByteArray(i, 'x')).isEmpty());
        Files::TransferQueue queue;
        const quint64 id = queue.upload(source(), { m_local.filePath(u"many"_s) }, u"/workspace"_s).first();
        QElapsedTimer timer;
        timer.start();
        QVERIFY(waitUntilOver(queue, id, 60s));
        qInfo("580 files in %lld ms", timer.elapsed());
        QVERIFY2(queue.find(id)->state == TransferState::Done, qPrintable(queue.find(id)->problem));
        QCOMPARE(names(u"/workspace/many/deep"_s).size(), 290);
    }
};

QTEST_GUILESS_MAIN(FilesRuntimeTest)
#include "tst_filesruntime.moc"

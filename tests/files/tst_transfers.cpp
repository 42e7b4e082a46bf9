// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "fakefiles.h"

#include <files/transfermodel.h>
#include <files/transferqueue.h>

#include <QAbstractItemModelTester>
#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Files;
using OpenSandbox::Error;
using OpenSandbox::FileInfo;

class TransfersTest : public QObject
{
    Q_OBJECT

    std::shared_ptr<FakeFiles> m_fake;
    std::unique_ptr<QTemporaryDir> m_local;

    Source source() const { return { .sandboxId = u"sbx-1"_s, .sandboxName = u"py-analysis"_s, .files = m_fake, .commands = nullptr }; }
    QString local(const QString &name) const { return m_local->filePath(name); }
    QString makeLocal(const QString &name, const QByteArray &content) const
    {
        QDir().mkpath(QFileInfo(local(name)).absolutePath());
        QFile file(local(name));
        const bool written = file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
        return written ? local(name) : QString();
    }
    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
    }
    static TransferState stateOf(const TransferQueue &queue, quint64 id) { return queue.find(id)->state; }

private Q_SLOTS:
    void init()
    {
        m_fake = std::make_shared<FakeFiles>();
        m_fake->addFolder(u"/workspace"_s);
        m_local = std::make_unique<QTemporaryDir>();
    }

    void threeAtATimeWithSizesVerified()
    {
        TransferQueue queue;
        TransferModel model(&queue);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QStringList paths;
        for (int i = 0; i < 9; ++i)
            paths.append(makeLocal(u"f%1.bin"_s.arg(i), QByteArray(600'000 + i, char('a' + i))));
        QSignalSpy finished(&queue, &TransferQueue::finished);
        const QList<quint64> ids = queue.upload(source(), paths, u"/workspace"_s);
        QCOMPARE(ids.size(), 9);
        QCOMPARE(queue.activeCount(), 9);
        QTRY_COMPARE(finished.count(), 9);
        QCOMPARE(m_fake->mostTransfersAtOnce, 3);
        QCOMPARE(m_fake->countOf(u"list /workspace"_s), 1);
        for (int i = 0; i < 9; ++i) {
            QCOMPARE(stateOf(queue, ids[i]), TransferState::Done);
            QCOMPARE(m_fake->content(u"/workspace/f%1.bin"_s.arg(i)), QByteArray(600'000 + i, char('a' + i)));
        }
        QCOMPARE(model.index(0, TransferModel::State).data().toString(), u"Sizes verified"_s);
        QCOMPARE(queue.activeCount(), 0);
        queue.clearFinished();
        QCOMPARE(model.rowCount(), 0);
    }

    void aLargeFileArrivesUnderAnotherNameFirst()
    {
        // Pain 79: what looks like the file is the whole file.
        const QByteArray content(3 << 20, 'z');
        TransferQueue queue;
        m_fake->heldTransfers = true;
        const quint64 id = queue.upload(source(), { makeLocal(u"big.bin"_s, content) }, u"/workspace"_s).first();
        QTRY_VERIFY(!m_fake->names().isEmpty());
        QVERIFY(!m_fake->has(u"/workspace/big.bin"_s));
        m_fake->heldTransfers = false;
        QTRY_COMPARE(stateOf(queue, id), TransferState::Done);
        QCOMPARE(m_fake->names(), QStringList { u"/workspace/big.bin"_s });
        QCOMPARE(m_fake->content(u"/workspace/big.bin"_s), content);
    }

    void cancelLeavesNoTorso()
    {
        // Pains 77, 79.
        TransferQueue queue;
        m_fake->transferDelay = 30;
        const QList<quint64> ids = queue.upload(source(), { makeLocal(u"big.bin"_s, QByteArray(3 << 20, 'z')), makeLocal(u"small.bin"_s, QByteArray(900'000, 's')) }, u"/workspace"_s);
        QTRY_COMPARE(m_fake->transfersNow, 2);
        QTRY_VERIFY(queue.find(ids[0])->done > 0);
        m_fake->heldTransfers = true;
        queue.cancel(ids[0]);
        queue.cancel(ids[1]);
        QCOMPARE(stateOf(queue, ids[0]), TransferState::Cancelled);
        QTRY_COMPARE(m_fake->transfersNow, 0);
        QTRY_VERIFY(m_fake->names().isEmpty());
        QCOMPARE(queue.activeCount(), 0);
        m_fake->heldTransfers = false;
        m_fake->transferDelay = 0;
        queue.retry(ids[0]);
        QTRY_COMPARE(stateOf(queue, ids[0]), TransferState::Done);
    }

    void aQueueThatDiesWhileSendingIsNotCalledAgain()
    {
        m_fake->transferDelay = 30;
        {
            TransferQueue queue;
            queue.upload(source(), { makeLocal(u"big.bin"_s, QByteArray(3 << 20, 'z')) }, u"/workspace"_s);
            QTRY_COMPARE(m_fake->transfersNow, 1);
        }
        QTRY_COMPARE(m_fake->transfersNow, 0);
        QTRY_VERIFY(m_fake->names().isEmpty());
    }

    void nothingIsReplacedWithoutAChoice_data()
    {
        QTest::addColumn<int>("choice");
        QTest::addColumn<QByteArray>("there");
        QTest::addColumn<bool>("second");
        QTest::addColumn<QString>("state");
        QTest::newRow("replace") << int(Choice::Replace) << QByteArray("mine") << false << u"Sizes verified"_s;
        QTest::newRow("keep both") << int(Choice::KeepBoth) << QByteArray("theirs, longer") << true << u"Sizes verified"_s;
        QTest::newRow("skip") << int(Choice::Skip) << QByteArray("theirs, longer") << false << u"Skipped"_s;
        // The local file was written just now, the one in the sandbox in 2026: it depends on the calendar below.
        QTest::newRow("if newer, it is not") << int(Choice::ReplaceIfNewer) << QByteArray("theirs, longer") << false << u"Skipped"_s;
    }
    void nothingIsReplacedWithoutAChoice()
    {
        QFETCH(const int, choice);
        QFETCH(const QByteArray, there);
        QFETCH(const bool, second);
        QFETCH(const QString, state);
        m_fake->addFile(u"/workspace/routes.csv"_s, "theirs, longer", 755).info.modifiedAt = QDateTime::currentDateTimeUtc().addDays(1);
        TransferQueue queue;
        TransferModel model(&queue);
        QSignalSpy asked(&queue, &TransferQueue::conflictsChanged);
        const QList<quint64> ids = queue.upload(source(), { makeLocal(u"routes.csv"_s, "mine"), makeLocal(u"other.csv"_s, "x") }, u"/workspace"_s);
        QTRY_COMPARE(stateOf(queue, ids[0]), TransferState::WaitingForChoice);
        QVERIFY(asked.count() > 0);
        // The others go on meanwhile.
        QTRY_COMPARE(stateOf(queue, ids[1]), TransferState::Done);
        QCOMPARE(m_fake->content(u"/workspace/routes.csv"_s), QByteArray("theirs, longer"));
        QCOMPARE(queue.conflicts().size(), 1);
        const Conflict conflict = queue.conflicts().first();
        QCOMPARE(conflict.name, u"routes.csv"_s);
        QCOMPARE(conflict.keepBothName, u"routes-2.csv"_s);
        QCOMPARE(conflict.source.size, 4);
        QCOMPARE(conflict.target.size, 14);
        queue.resolve(conflict, Choice(choice), false);
        QTRY_COMPARE(stateOf(queue, ids[0]), TransferState::Done);
        QCOMPARE(m_fake->content(u"/workspace/routes.csv"_s), there);
        QCOMPARE(m_fake->has(u"/workspace/routes-2.csv"_s), second);
        QCOMPARE(model.index(0, TransferModel::State).data().toString().section(u',', 0, 0), state);
        // Replacing keeps the permissions of what was there and leaves nothing of it behind.
        QCOMPARE(m_fake->nodes.at(u"/workspace/routes.csv"_s).info.mode, 755);
        QCOMPARE(m_fake->names().size(), second ? 3 : 2);
    }

    void oneAnswerForAllConflicts()
    {
        TransferQueue queue;
        QStringList paths;
        for (int i = 0; i < 7; ++i) {
            m_fake->addFile(u"/workspace/c%1"_s.arg(i), "old");
            paths.append(makeLocal(u"c%1"_s.arg(i), "brand new"));
        }
        queue.upload(source(), paths, u"/workspace"_s);
        QTRY_COMPARE(queue.conflicts().size(), 7);
        queue.resolve(queue.conflicts().first(), Choice::KeepBoth, true);
        QCOMPARE(queue.conflicts().size(), 0);
        QTRY_COMPARE(queue.activeCount(), 0);
        QCOMPARE(m_fake->names().size(), 14);
        QCOMPARE(m_fake->content(u"/workspace/c3"_s), QByteArray("old"));
        QCOMPARE(m_fake->content(u"/workspace/c3-2"_s), QByteArray("brand new"));
    }

    void aFailingReplacementPutsTheOldFileBack()
    {
        m_fake->addFile(u"/workspace/a.txt"_s, "old");
        TransferQueue queue;
        const quint64 id = queue.upload(source(), { makeLocal(u"a.txt"_s, "a new content") }, u"/workspace"_s).first();
        QTRY_COMPARE(stateOf(queue, id), TransferState::WaitingForChoice);
        m_fake->loseBytes = 3; // pain 78
        queue.resolve(queue.conflicts().first(), Choice::Replace, false);
        QTRY_COMPARE(stateOf(queue, id), TransferState::Failed);
        QVERIFY(queue.find(id)->problem.contains(u"10 of 13 bytes"_s));
        QCOMPARE(m_fake->names(), QStringList { u"/workspace/a.txt"_s });
        QCOMPARE(m_fake->content(u"/workspace/a.txt"_s), QByteArray("old"));
        m_fake->loseBytes = 0;
        queue.retry(id);
        QTRY_COMPARE(stateOf(queue, id), TransferState::Done);
        QCOMPARE(m_fake->content(u"/workspace/a.txt"_s), QByteArray("a new content"));
    }

    void aSmallUploadWithAnotherSizeFails()
    {
        // Pain 78.
        TransferQueue queue;
        m_fake->loseBytes = 2;
        const QList<quint64> ids = queue.upload(source(), { makeLocal(u"a"_s, "12345"), makeLocal(u"b"_s, "1234567") }, u"/workspace"_s);
        QTRY_COMPARE(stateOf(queue, ids[0]), TransferState::Failed);
        QTRY_COMPARE(stateOf(queue, ids[1]), TransferState::Failed);
        QVERIFY(queue.find(ids[0])->problem.contains(u"3 of 5 bytes"_s));
    }

    void foldersGoWithEverythingInThem()
    {
        makeLocal(u"fixtures/a.txt"_s, "a");
        makeLocal(u"fixtures/deep/er/b.txt"_s, "bb");
        makeLocal(u"fixtures/deep/3+4 & co.md"_s, "ccc");
        makeLocal(u"fixtures/.hidden"_s, "h");
        makeLocal(u"fixtures/cost$5.txt"_s, "refused");
        QDir().mkpath(local(u"fixtures/empty"_s));
        QFile::link(local(u"fixtures"_s), local(u"fixtures/loop"_s)); // pain 86
        m_fake->addFolder(u"/workspace/fixtures"_s);
        m_fake->addFolder(u"/workspace/fixtures/deep"_s);
        m_fake->addFile(u"/workspace/fixtures/a.txt"_s, "old");
        TransferQueue queue;
        TransferModel model(&queue);
        const quint64 id = queue.upload(source(), { local(u"fixtures"_s) }, u"/workspace"_s).first();
        QTRY_COMPARE(stateOf(queue, id), TransferState::WaitingForChoice);
        QCOMPARE(queue.conflicts().size(), 1);
        QVERIFY(m_fake->has(u"/workspace/fixtures/empty"_s));
        QCOMPARE(m_fake->content(u"/workspace/fixtures/deep/er/b.txt"_s), QByteArray("bb"));
        QCOMPARE(m_fake->content(u"/workspace/fixtures/deep/3+4 & co.md"_s), QByteArray("ccc"));
        queue.resolve(queue.conflicts().first(), Choice::Skip, false);
        QTRY_COMPARE(stateOf(queue, id), TransferState::Done);
        QCOMPARE(m_fake->content(u"/workspace/fixtures/a.txt"_s), QByteArray("old"));
        QCOMPARE(queue.find(id)->filesDone, 3);
        QCOMPARE(queue.find(id)->skipped, 3);
        QCOMPARE(m_fake->countOf(u"list /workspace/fixtures/deep/er"_s), 0); // it did not exist before
        QCOMPARE(queue.at(0).name, u"fixtures/"_s);
    }

    void downloadsGoBesideWhatIsThere()
    {
        m_fake->addFolder(u"/workspace/data"_s);
        m_fake->addFolder(u"/workspace/data/sub"_s);
        m_fake->addFile(u"/workspace/data/a\"b.txt"_s, "quoted");
        m_fake->addFile(u"/workspace/data/sub/big.bin"_s, QByteArray(2 << 20, 'q'));
        m_fake->addOther(u"/workspace/data/fifo"_s, FileInfo::Type::Other);
        m_fake->addOther(u"/workspace/data/link"_s, FileInfo::Type::Symlink);
        makeLocal(u"data/a\"b.txt"_s, "mine");
        TransferQueue queue;
        const quint64 id = queue.download(source(), { m_fake->nodes.at(u"/workspace/data"_s).info }, m_local->path()).first();
        QTRY_COMPARE(stateOf(queue, id), TransferState::WaitingForChoice);
        QCOMPARE(contentOf(local(u"data/a\"b.txt"_s)), QByteArray("mine"));
        queue.resolve(queue.conflicts().first(), Choice::KeepBoth, false);
        QTRY_COMPARE(stateOf(queue, id), TransferState::Done);
        QCOMPARE(contentOf(local(u"data/a\"b-2.txt"_s)), QByteArray("quoted"));
        QCOMPARE(contentOf(local(u"data/sub/big.bin"_s)).size(), 2 << 20);
        QCOMPARE(queue.find(id)->skipped, 2);
        QCOMPARE(QDir(local(u"data"_s)).entryList(QDir::Files).size(), 2);
    }

    void oddTypesAreRefused()
    {
        // Pain 90.
        m_fake->addOther(u"/workspace/fifo"_s, FileInfo::Type::Other);
        TransferQueue queue;
        const quint64 id = queue.download(source(), { m_fake->nodes.at(u"/workspace/fifo"_s).info }, m_local->path()).first();
        QTRY_COMPARE(stateOf(queue, id), TransferState::Failed);
        QVERIFY(queue.find(id)->problem.contains(u"pipe"_s));
        QVERIFY(m_fake->calls.filter(u"download"_s).isEmpty());
        const quint64 gone = queue.upload(source(), { local(u"nothing"_s) }, u"/workspace"_s).first();
        QTRY_COMPARE(stateOf(queue, gone), TransferState::Failed);
    }

    void aShortDownloadFails()
    {
        m_fake->addFile(u"/workspace/a"_s, "1234567890");
        m_fake->loseBytes = 4;
        TransferQueue queue;
        const quint64 id = queue.download(source(), { m_fake->nodes.at(u"/workspace/a"_s).info }, m_local->path()).first();
        QTRY_COMPARE(stateOf(queue, id), TransferState::Failed);
        QVERIFY(queue.find(id)->problem.contains(u"6 of 10 bytes"_s));
    }

    void aLostConnectionHoldsAndARetryGoesOn()
    {
        for (int i = 0; i < 20; ++i)
            makeLocal(u"many/f%1"_s.arg(i), QByteArray(1000, 'x'));
        TransferQueue queue;
        m_fake->transferDelay = 40;
        const quint64 id = queue.upload(source(), { local(u"many"_s) }, u"/workspace"_s).first();
        QTRY_VERIFY(queue.find(id)->filesDone >= 3);
        m_fake->failTransfers = makeError(Error::Kind::Network, u"connection refused"_s);
        QTRY_COMPARE(stateOf(queue, id), TransferState::Failed);
        const int before = queue.find(id)->filesDone;
        QVERIFY(before < 20);
        QVERIFY(queue.find(id)->problem.contains(u"of 20 files arrived"_s));
        const int sent = int(m_fake->calls.filter(u"upload"_s).size());
        QVERIFY(sent <= before + TransferQueue::Concurrency);
        m_fake->failTransfers.reset();
        queue.retry(id);
        QTRY_COMPARE(stateOf(queue, id), TransferState::Done);
        QCOMPARE(queue.find(id)->filesDone, 20);
        QVERIFY(m_fake->calls.filter(u"upload"_s).size() <= 20 + TransferQueue::Concurrency);
    }

    void aPausedFolderStopsBetweenFiles()
    {
        for (int i = 0; i < 12; ++i)
            makeLocal(u"many/f%1"_s.arg(i), QByteArray(1000, 'x'));
        TransferQueue queue;
        m_fake->transferDelay = 40;
        const quint64 id = queue.upload(source(), { local(u"many"_s) }, u"/workspace"_s).first();
        QTRY_VERIFY(queue.find(id)->filesDone >= 1);
        QVERIFY(queue.canPause(id));
        queue.setPaused(id, true);
        QTRY_COMPARE(stateOf(queue, id), TransferState::Paused);
        const int done = queue.find(id)->filesDone;
        QVERIFY(done < 12);
        QTest::qWait(30);
        QCOMPARE(queue.find(id)->filesDone, done);
        queue.setPaused(id, false);
        QTRY_COMPARE(stateOf(queue, id), TransferState::Done);
    }

    void copiesWithinAFolderBecomeSecondOnes()
    {
        m_fake->addFile(u"/workspace/a.txt"_s, "content");
        TransferQueue queue;
        const quint64 id = queue.copy(source(), { m_fake->nodes.at(u"/workspace/a.txt"_s).info }, source(), u"/workspace"_s).first();
        QTRY_COMPARE(stateOf(queue, id), TransferState::Done);
        QCOMPARE(m_fake->content(u"/workspace/a-2.txt"_s), QByteArray("content"));

        const auto other = std::make_shared<FakeFiles>();
        other->addFolder(u"/workspace"_s);
        const Source there { .sandboxId = u"sbx-2"_s, .sandboxName = u"gpu-trainer"_s, .files = other, .commands = nullptr };
        const quint64 across = queue.copy(source(), { m_fake->nodes.at(u"/workspace"_s).info }, there, u"/workspace"_s).first();
        QTRY_COMPARE(stateOf(queue, across), TransferState::Done);
        QCOMPARE(other->content(u"/workspace/workspace/a.txt"_s), QByteArray("content"));
    }

    void speedIsThatOfTheLastSeconds()
    {
        RateMeter meter;
        QCOMPARE(meter.bytesPerSecond(), 0);
        for (int i = 0; i <= 40; ++i)
            meter.add(i * 250, i * 2'500);
        QCOMPARE(meter.bytesPerSecond(), 10'000);
        for (int i = 41; i <= 80; ++i)
            meter.add(i * 250, 100'000);
        QCOMPARE(meter.bytesPerSecond(), 0);
        meter.add(30'000, 5); // began anew
        QCOMPARE(meter.bytesPerSecond(), 0);
    }
};

QTEST_MAIN(TransfersTest)
#include "tst_transfers.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// What a killed program leaves behind, and what comes back from it.
#include <opensandbox/notebook/journal.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Notebook;

namespace {

const QByteArray oldNotebook = "{\n \"cells\": [\n  {\n   \"cell_type\": \"code\",\n   \"execution_count\": null,\n   \"metadata\": {},\n   \"outputs\": [],\n   \"source\": [\n    \"x\"\n   ]\n  },\n"
                               "  {\n   \"cell_type\": \"code\",\n   \"execution_count\": 3,\n   \"metadata\": {\"odd\":  1},\n   \"outputs\": [],\n   \"source\": \"NaN\"\n  }\n ],\n \"metadata\": {},\n \"nbformat\": 4,\n \"nbformat_minor\": 4\n}\n";

void put(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s", qPrintable(path));
}

QStringList sources(const QByteArray &bytes)
{
    Document document;
    QStringList result;
    if (document.fromBytes(bytes)) {
        for (const Cell *cell : document.cells())
            result.append(cell->source());
    }
    return result;
}

} // namespace

class TestNotebookJournal : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString journals() const { return m_folder->filePath(u"state/journal"_s); }
    QStringList left() const { return QDir(journals()).entryList(QDir::Dirs | QDir::NoDotAndDotDot); }

    /// What another program would find after this one is gone.
    QList<Recovery> asAnotherProgram(const Journal &journal) const
    {
        const QString copy = m_folder->filePath(u"copy"_s);
        QDir(copy).removeRecursively();
        QDir().mkpath(copy + "/one"_L1);
        for (const auto name : { "/base.ipynb"_L1, "/log"_L1 })
            QFile::copy(journal.directory() + name, copy + "/one"_L1 + name);
        return Journal::find(copy);
    }

    void killedWhileEditing(const QStringList &arguments)
    {
        QProcess process;
        process.start(QStringLiteral(WB_BIN_DIR "/notebook_journaler"), arguments);
        QVERIFY(process.waitForStarted());
        QByteArray said;
        for (int i = 0; i < 300 && !said.contains("ready"); ++i) {
            process.waitForReadyRead(200);
            said += process.readAll();
        }
        QVERIFY(said.contains("ready"));
        // While it lives, its journal is nobody else's.
        QCOMPARE(Journal::find(journals()).size(), 0);
        process.kill();
        QVERIFY(process.waitForFinished());
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aKilledProgramLosesNothingOfAFile() // 60, 61
    {
        const QString path = m_folder->filePath(u"file.ipynb"_s);
        put(path, oldNotebook);
        killedWhileEditing({ journals(), path });
        if (QTest::currentTestFailed())
            return;
        const QList<Recovery> found = Journal::find(journals());
        QCOMPARE(found.size(), 1);
        const Recovery &recovery = found.constFirst();
        QCOMPARE(recovery.path, path);
        QCOMPARE(recovery.title, u"file.ipynb"_s);
        QVERIFY(recovery.changedCells >= 2);
        QVERIFY(recovery.changedAt.secsTo(QDateTime::currentDateTime()) < 120);
        File::Fingerprint known;
        QVERIFY(File::read(path, &known));
        QCOMPARE(recovery.fingerprint, known);
        Document document;
        QVERIFY(document.fromBytes(recovery.bytes));
        QCOMPARE(document.count(), 3);
        QCOMPARE(document.cell(0)->source(), u"# late\nprint('kept')"_s);
        QCOMPARE(document.cell(0)->outputs()->plainText(), u"kept\n"_s);
        // What nobody touched is as it was.
        QVERIFY(recovery.bytes.contains("\"metadata\": {\"odd\":  1}"));
        Journal::discard(recovery.directory);
        QVERIFY(left().isEmpty());
    }

    void aKilledProgramLosesNothingOfAnUntitledNotebook()
    {
        killedWhileEditing({ journals() });
        if (QTest::currentTestFailed())
            return;
        const QList<Recovery> found = Journal::find(journals());
        QCOMPARE(found.size(), 1);
        QVERIFY(found.constFirst().path.isEmpty());
        QCOMPARE(sources(found.constFirst().bytes).first(), u"# late\nprint('kept')"_s);
    }

    void aTornEndIsLeftOut()
    {
        const QString path = m_folder->filePath(u"file.ipynb"_s);
        put(path, oldNotebook);
        killedWhileEditing({ journals(), path });
        const QString log = journals() + u'/' + left().value(0) + "/log"_L1;
        QFile file(log);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        file.close();
        // Cut anywhere, and with rubbish at the end: never a crash, and the first records count as far as they are whole.
        for (qsizetype size = 0; size < whole.size(); size += 311) {
            put(log, whole.first(size) + (size % 2 ? "\0\0\0\xff 12 7\n{" : ""));
            const QList<Recovery> found = Journal::find(journals());
            if (!found.isEmpty())
                QCOMPARE(sources(found.constFirst().bytes).size() >= 2, true);
        }
        put(log, whole.first(whole.size() - 3));
        const QList<Recovery> found = Journal::find(journals());
        QCOMPARE(found.size(), 1);
        QVERIFY(sources(found.constFirst().bytes).first().contains("kept"_L1));
    }

    void savingUndoingAndClosingLeaveNothing()
    {
        const QString path = m_folder->filePath(u"file.ipynb"_s);
        put(path, oldNotebook);
        auto document = std::make_unique<Document>();
        const auto opened = File::open(*document, path);
        QVERIFY(opened);
        auto journal = std::make_unique<Journal>(document.get(), journals());
        journal->setFile(path, u"file.ipynb"_s, *opened);
        QSignalSpy written(journal.get(), &Journal::written);
        QVERIFY(!journal->isActive());
        document->cell(0)->setSource(u"y"_s);
        QVERIFY(written.wait(20'000));
        QCOMPARE(left().size(), 1);
        const auto saved = File::save(*document, path);
        QVERIFY(saved);
        journal->setFile(path, u"file.ipynb"_s, *saved);
        QTRY_VERIFY(left().isEmpty());
        // Changed and undone: again as the file.
        written.clear();
        document->cell(0)->setSource(u"z"_s);
        QVERIFY(written.wait(20'000));
        document->undo();
        QTRY_VERIFY(left().isEmpty());
        written.clear();
        document->cell(0)->setSource(u"z"_s);
        QVERIFY(written.wait(20'000));
        journal.reset();
        QTRY_VERIFY(left().isEmpty());
    }

    void aFileThatChangedMeanwhileIsNoBase()
    {
        const QString path = m_folder->filePath(u"file.ipynb"_s);
        put(path, oldNotebook);
        Document document;
        const auto opened = File::open(document, path);
        QVERIFY(opened);
        Journal journal(&document, journals());
        journal.setFile(path, u"file.ipynb"_s, *opened);
        put(path, "{\"cells\":[],\"metadata\":{},\"nbformat\":4,\"nbformat_minor\":4}");
        QSignalSpy written(&journal, &Journal::written);
        document.cell(1)->setSource(u"mine"_s);
        QVERIFY(written.wait(20'000));
        QTRY_COMPARE(left().size(), 1);
        const auto base = [&]() {
            QFile file(journal.directory() + "/base.ipynb"_L1);
            return file.open(QIODevice::ReadOnly) ? sources(file.readAll()) : QStringList();
        };
        QTRY_COMPARE(base(), (QStringList { u"x"_s, u"mine"_s }));
    }

    void largeOutputsAreLeftOutAndSaidSo()
    {
        Document document;
        Journal journal(&document, journals());
        journal.setFile({}, u"big"_s, {});
        QSignalSpy written(&journal, &Journal::written);
        document.cell(0)->setSource(u"small"_s);
        QVERIFY(written.wait(20'000));
        document.cell(0)->outputs()->appendStream(StreamName::Stdout, QString(20 << 20, u'x'));
        document.cell(0)->setSource(u"big"_s);
        written.clear();
        journal.flush();
        QVERIFY(written.wait(20'000));
        const QList<Recovery> found = asAnotherProgram(journal);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.constFirst().cellsWithoutOutput, 1);
        QVERIFY(found.constFirst().bytes.size() < 100'000);
        QCOMPARE(sources(found.constFirst().bytes), QStringList { u"big"_s });
    }

    // A picture of some megabytes comes back, and typing beside it does not write it again and again.
    void largeOutputsAreWrittenOnceAndComeBack()
    {
        Document document;
        Journal journal(&document, journals());
        journal.setFile({}, u"picture"_s, {});
        QSignalSpy written(&journal, &Journal::written);
        const auto flush = [&] {
            written.clear();
            journal.flush();
            return written.wait(20'000);
        };
        document.cell(0)->setSource(u"plot"_s);
        QVERIFY(flush());
        document.cell(0)->outputs()->appendStream(StreamName::Stdout, QString(6 << 20, u'x'));
        QVERIFY(flush());
        const qint64 once = QFileInfo(journal.directory() + "/log"_L1).size();
        QVERIFY(once > (6 << 20));
        for (const QString &source : { u"plot("_s, u"plot()"_s }) {
            document.cell(0)->setSource(source);
            QVERIFY(flush());
        }
        QVERIFY(QFileInfo(journal.directory() + "/log"_L1).size() < once + 10'000);
        document.cell(0)->outputs()->appendStream(StreamName::Stdout, u"end"_s);
        QVERIFY(flush());
        document.cell(0)->setSource(u"plot() # done"_s);
        QVERIFY(flush());
        const QList<Recovery> found = asAnotherProgram(journal);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.constFirst().cellsWithoutOutput, 0);
        QCOMPARE(sources(found.constFirst().bytes), QStringList { u"plot() # done"_s });
        QVERIFY(found.constFirst().bytes.contains("xxxend"));
    }

    // While a cell prints megabytes, which are written now and then, what is typed in another one is safe at once.
    void whatIsTypedDoesNotWaitForLargeOutputs()
    {
        Document document;
        document.insertCell(1, CellKind::Code, u"other"_s);
        Journal journal(&document, journals());
        journal.setFile({}, u"both"_s, {});
        QSignalSpy written(&journal, &Journal::written);
        document.cell(0)->setSource(u"work()"_s);
        QVERIFY(written.wait(20'000));
        const auto log = [&journal] { return QFileInfo(journal.directory() + "/log"_L1).size(); };
        const qint64 before = log();
        document.cell(0)->outputs()->appendStream(StreamName::Stdout, QString(1 << 20, u'x'));
        document.cell(1)->setSource(u"typed meanwhile"_s);
        written.clear();
        QVERIFY(written.wait(20'000));
        QVERIFY2(log() < before + 10'000, qPrintable(QString::number(log()))); // Not the output yet.
        QVERIFY(sources(asAnotherProgram(journal).constFirst().bytes).contains(u"typed meanwhile"_s));
        written.clear();
        QVERIFY(written.wait(30'000));
        QVERIFY(log() > (1 << 20));
    }

    // As what is deleted, pasted or duplicated is: it comes with all of its outputs, and nothing marks it later.
    void aCellThatComesBackWithLargeOutputsIsWritten()
    {
        Document document;
        document.insertCell(1, CellKind::Code, u"other"_s);
        document.cell(0)->setSource(u"work()"_s);
        document.cell(0)->outputs()->appendStream(StreamName::Stdout, QString(300 << 10, u'x'));
        Journal journal(&document, journals());
        journal.setFile({}, u"back"_s, {});
        QSignalSpy written(&journal, &Journal::written);
        document.cell(1)->setSource(u"changed"_s);
        QVERIFY(written.wait(20'000));
        document.removeCell(0);
        journal.flush();
        QVERIFY(written.wait(20'000));
        const auto log = [&journal] { return QFileInfo(journal.directory() + "/log"_L1).size(); };
        QVERIFY(log() < (300 << 10));
        document.undo();
        QTRY_VERIFY_WITH_TIMEOUT(log() > (300 << 10), 30'000);
        const QList<Recovery> found = asAnotherProgram(journal);
        QCOMPARE(found.size(), 1);
        QCOMPARE(sources(found.constFirst().bytes), (QStringList { u"work()"_s, u"changed"_s }));
        QVERIFY(found.constFirst().bytes.contains("xxxx"));
    }

    void aFolderThatCannotBeMadeIsAnErrorInWords()
    {
        Document document;
        Journal journal(&document, u"/proc/nowhere"_s);
        journal.setFile({}, u"x"_s, {});
        QSignalSpy errors(&journal, &Journal::errorChanged);
        document.cell(0)->setSource(u"x"_s);
        QVERIFY(errors.wait(20'000));
        QVERIFY(!journal.error().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestNotebookJournal)
#include "tst_notebook_journal.moc"

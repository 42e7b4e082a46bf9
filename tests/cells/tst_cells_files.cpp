// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// A notebook and its file: other programs that change it, what a crash leaves, comparing, finding.
#include "fakes.h"

#include "notebook/brokenfile.h"
#include "notebook/cellcanvas.h"
#include "notebook/codeeditor.h"
#include "notebook/diffview.h"
#include "notebook/findbar.h"
#include "notebook/findline.h"
#include "notebook/inpool.h"
#include "notebook/notebookview.h"
#include "notebook/outputblock.h"
#include "notebook/pileblock.h"
#include "notebook/streamviewer.h"
#include "shared/banner.h"
#include "theme/workbenchstyle.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/file.h>
#include <opensandbox/notebook/journal.h>

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using Notebook::CellKind;
using Notebook::StreamName;

class CellsFiles : public QObject
{
    Q_OBJECT

    std::unique_ptr<FakeTargets> m_targets;
    std::unique_ptr<NotebookView> m_view;
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;

    Notebook::Document *document() const { return m_view->document(); }
    Banner *banner() const { return m_view->findChild<Banner *>(); }
    void write(const QString &source)
    {
        Notebook::Document other;
        other.cell(0)->setSource(source);
        QVERIFY(Notebook::File::write(m_path, other.toBytes()));
    }
    QString onDisk() const
    {
        Notebook::Document other;
        return Notebook::File::open(other, m_path) ? other.cell(0)->source() : u"unreadable"_s;
    }
    void click(const QString &text)
    {
        const auto buttons = m_view->findChildren<QPushButton *>();
        for (QPushButton *one : buttons) {
            if (one->text() == text && one->isVisibleTo(m_view.get()))
                return one->click();
        }
        QFAIL(qPrintable(u"no button "_s + text));
    }
    void picture(const QString &name)
    {
        QDir().mkpath(QStringLiteral(WB_PICTURES));
        QCoreApplication::processEvents();
        m_view->grab().save(QStringLiteral(WB_PICTURES) + u'/' + name + u".png"_s);
    }

private Q_SLOTS:
    // What outputs cost is no reason not to save.
    void savingWaitsForNoOutput()
    {
        QSemaphore gate;
        const int threads = outputsPool().maxThreadCount();
        for (int i = 0; i < 2 * threads; ++i)
            outputsPool().start([&gate] { gate.acquire(); });
        const auto open = qScopeGuard([&] {
            gate.release(2 * threads);
            outputsPool().waitForDone();
        });
        QTemporaryDir folder;
        m_view->document()->cell(0)->setSource(u"x = 1"_s);
        QSignalSpy saved(m_view.get(), &NotebookView::saved);
        m_view->saveAs(folder.filePath(u"a.ipynb"_s));
        QTRY_COMPARE(saved.size(), 1);
        QVERIFY(saved.first().first().toBool());
        QSignalSpy exported(m_view.get(), &NotebookView::exportFinished);
        m_view->exportTo(folder.filePath(u"a.pdf"_s), u"pdf"_s);
        QTRY_COMPARE_WITH_TIMEOUT(exported.size(), 1, 30'000);
        QVERIFY(exported.first().first().toBool());
    }

    // Text of the notebook is not kept waiting either.
    void ownTextWaitsForNoOutput()
    {
        QSemaphore gate;
        const int threads = outputsPool().maxThreadCount();
        for (int i = 0; i < threads; ++i)
            outputsPool().start([&gate] { gate.acquire(); });
        auto open = qScopeGuard([&] {
            gate.release(threads);
            outputsPool().waitForDone();
        });
        const QString text = u"Words and *more* of them.\n\n"_s.repeated(2000);
        const auto own = OutputBlocks::markdown(text, [](const QString &) { return QByteArray(); });
        const auto printed = OutputBlocks::markdown(text);
        const auto *first = qobject_cast<PileBlock *>(own.get());
        const auto *second = qobject_cast<PileBlock *>(printed.get());
        QVERIFY(first && second);
        own->layout(700, 1);
        printed->layout(700, 1);
        QTRY_VERIFY_WITH_TIMEOUT(first->isSettled(), 60'000);
        QVERIFY(!second->isSettled());
        gate.release(threads);
        QTRY_VERIFY_WITH_TIMEOUT(second->isSettled(), 60'000);
        open.dismiss();
        outputsPool().waitForDone();
    }

    void initTestCase()
    {
        QApplication::setStyle(new WorkbenchStyle);
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(u"study.ipynb"_s);
        write(u"first"_s);
        m_targets = std::make_unique<FakeTargets>();
        m_targets->add(u"py"_s, u"py-analysis"_s, u"python"_s, 0, u"ctx-1"_s);
        m_view = std::make_unique<NotebookView>(m_targets.get());
        m_view->attach(u"local"_s, u"py"_s);
        m_view->resize(900, 600);
        QVERIFY(m_view->open(m_path));
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }

    void cleanup()
    {
        m_view.reset();
        m_targets.reset();
    }

    // A notebook of format 3 is not overwritten by what was made of it, and still says which one it is.
    void aConvertedNotebookKeepsItsName()
    {
        NotebookView view(nullptr);
        QVERIFY(view.open(QStringLiteral(WB_TEST_DATA "/notebooks/format3.ipynb")));
        QVERIFY(view.filePath().isEmpty());
        QCOMPARE(view.title(), u"format3-converted.ipynb"_s);
    }

    // Pain 68: what another program wrote is seen by content, and nobody's work is lost without a word.
    void aChangeOnTheDiskIsOffered()
    {
        write(u"theirs"_s);
        QTRY_VERIFY_WITH_TIMEOUT(banner()->hasMessage(u"external"_s), 20'000);
        picture(u"external-change"_s);
        QSignalSpy opened(m_view.get(), &NotebookView::openInTabRequested);
        click(u"Compare"_s);
        QTRY_COMPARE(opened.count(), 1);
        const std::unique_ptr<QWidget> compared(opened.at(0).at(0).value<QWidget *>());
        auto *diff = qobject_cast<DiffView *>(compared.get());
        QVERIFY(diff);
        QCOMPARE(diff->area()->changeCount(), 1);
        click(u"Reload"_s);
        QTRY_COMPARE(document()->cell(0)->source(), u"theirs"_s);
        QTRY_VERIFY(!banner()->hasMessage(u"external"_s));
        QVERIFY(!m_view->isModified());
    }

    // At one click, and for good, goes only what nobody has written.
    void reloadingAsksBeforeItLosesSomething()
    {
        document()->cell(0)->setSource(u"mine"_s);
        write(u"theirs"_s);
        QTRY_VERIFY_WITH_TIMEOUT(banner()->hasMessage(u"external"_s), 20'000);
        click(u"Reload"_s);
        QVERIFY(banner()->hasMessage(u"reload"_s));
        QCOMPARE(document()->cell(0)->source(), u"mine"_s);
        click(u"Discard and reload"_s);
        QTRY_COMPARE(document()->cell(0)->source(), u"theirs"_s);
        QVERIFY(!m_view->isModified());
    }

    // A save that fails says so and offers another place, where it works.
    void aFailedSaveOffersAnotherPlace()
    {
        QTemporaryDir folder;
        document()->cell(0)->setSource(u"mine"_s);
        QSignalSpy saved(m_view.get(), &NotebookView::saved);
        m_view->saveAs(folder.filePath(u"no/such/folder/a.ipynb"_s));
        QTRY_COMPARE(saved.size(), 1);
        QVERIFY(!saved.first().first().toBool());
        QVERIFY(m_view->isModified());
        QVERIFY(banner()->hasMessage(u"save"_s));
        click(u"Save as\u2026"_s);
        QPointer<QFileDialog> dialog = m_view->findChild<QFileDialog *>();
        QVERIFY(dialog);
        dialog->setDirectory(folder.path());
        auto *field = dialog->findChild<QLineEdit *>();
        QVERIFY(field);
        field->setText(folder.filePath(u"b.ipynb"_s));
        QMetaObject::invokeMethod(dialog.data(), "accept");
        QTRY_COMPARE(saved.size(), 2);
        QVERIFY(saved.last().first().toBool());
        QVERIFY(!banner()->hasMessage(u"save"_s));
        QVERIFY(!m_view->isModified());
        Notebook::Document again;
        QVERIFY(Notebook::File::open(again, folder.filePath(u"b.ipynb"_s)));
        QCOMPARE(again.cell(0)->source(), u"mine"_s);
    }

    // A cell above gives all cells below another number: that is one difference.
    void versionsAreComparedByTheIdsOfTheirCells()
    {
        for (int i = 1; i < 6; ++i)
            document()->insertCell(i, Notebook::CellKind::Code, u"step %1"_s.arg(i));
        QSignalSpy saved(m_view.get(), &NotebookView::saved);
        m_view->saveAs(m_path);
        QVERIFY(saved.wait(20'000));
        Notebook::Document theirs;
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(theirs.fromBytes(file.readAll()));
        file.close();
        theirs.insertCell(0, Notebook::CellKind::Markdown, u"new at the top"_s);
        QVERIFY(Notebook::File::write(m_path, theirs.toBytes()));
        QTRY_VERIFY_WITH_TIMEOUT(banner()->hasMessage(u"external"_s), 20'000);
        QSignalSpy opened(m_view.get(), &NotebookView::openInTabRequested);
        click(u"Compare"_s);
        QTRY_COMPARE(opened.count(), 1);
        const std::unique_ptr<QWidget> compared(opened.at(0).at(0).value<QWidget *>());
        const auto *diff = qobject_cast<DiffView *>(compared.get());
        QVERIFY(diff);
        QCOMPARE(diff->area()->changeCount(), 1);
    }

    void aTouchedFileIsNoChange()
    {
        QTest::qWait(20); // So that its time differs.
        write(u"first"_s);
        m_view->saveAs(m_path);
        QSignalSpy saved(m_view.get(), &NotebookView::saved);
        QVERIFY(saved.wait(20'000));
        QVERIFY(!banner()->hasMessage(u"external"_s));
    }

    void savingOverAnothersChangeAsks()
    {
        document()->cell(0)->setSource(u"mine"_s);
        write(u"theirs"_s);
        QSignalSpy saved(m_view.get(), &NotebookView::saved);
        m_view->save();
        QVERIFY(saved.wait(20'000));
        QCOMPARE(saved.at(0).at(0).toBool(), false);
        QVERIFY(banner()->hasMessage(u"save"_s));
        QCOMPARE(onDisk(), u"theirs"_s);
        QVERIFY(m_view->isModified());
        saved.clear();
        click(u"Replace it"_s);
        QVERIFY(saved.wait(20'000));
        QCOMPARE(onDisk(), u"mine"_s);
        QVERIFY(!m_view->isModified());
    }

    void keepingMineAllowsTheNextSave()
    {
        write(u"theirs"_s);
        QTRY_VERIFY_WITH_TIMEOUT(banner()->hasMessage(u"external"_s), 20'000);
        click(u"Keep mine"_s);
        QVERIFY(m_view->isModified());
        QSignalSpy saved(m_view.get(), &NotebookView::saved);
        m_view->save();
        QVERIFY(saved.wait(20'000));
        QCOMPARE(onDisk(), u"first"_s);
    }

    // Pain 67: a crash loses nothing, and the next start says exactly what came back.
    void aBrokenFileSaysWhereAndIsNeverWritten_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("said");
        QTest::newRow("cut off") << QByteArray("{\n \"cells\": [\n  {\"cell_type\": \"code\", \"source\": [\"x = 1\n") << u"Line 3, column"_s;
        QTest::newRow("merge conflict") << QByteArray("{\n<<<<<<< HEAD\n \"cells\": []\n=======\n>>>>>>> other\n}\n") << u"Line 2"_s;
        QTest::newRow("missing") << QByteArray() << u"study.ipynb"_s;
    }

    void aBrokenFileSaysWhereAndIsNeverWritten()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, said);
        const QString path = m_folder->filePath(u"study.ipynb"_s);
        if (bytes.isEmpty()) {
            QFile::remove(path);
        } else {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(bytes);
        }
        NotebookView view(m_targets.get());
        view.resize(900, 600);
        view.show();
        QVERIFY(!view.open(path));
        QVERIFY(view.isBroken());
        QCOMPARE(view.title(), u"study.ipynb"_s);
        auto *broken = view.findChild<BrokenFile *>();
        QVERIFY(broken && broken->isVisible());
        QVERIFY(!view.canvas()->isVisible());
        QString text;
        const auto labels = broken->findChildren<QLabel *>();
        for (const QLabel *label : labels)
            text += label->text() + u'\n';
        QVERIFY2(text.contains(said), qPrintable(text));
        QDir().mkpath(QStringLiteral(WB_PICTURES));
        QCoreApplication::processEvents();
        view.grab().save(QStringLiteral(WB_PICTURES) + u"/broken-"_s + QString::fromLatin1(QTest::currentDataTag()) + u".png"_s);
        // Whatever is asked for, the file stays as it is.
        QVERIFY(!view.save());
        view.saveAs(path);
        for (QAction *action : view.allActions())
            QVERIFY(!action->isEnabled());
        QVERIFY(view.requestClose());
        QTest::qWait(50);
        QFile file(path);
        QCOMPARE(file.exists(), !bytes.isEmpty());
        if (!bytes.isEmpty()) {
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll(), bytes);
        }
        const auto press = [broken](const QString &name) {
            const auto buttons = broken->findChildren<QPushButton *>();
            for (QPushButton *button : buttons) {
                if (button->text() == name)
                    button->click();
            }
        };
        QSignalSpy another(&view, &NotebookView::openAnotherRequested);
        QSignalSpy close(&view, &NotebookView::closeAccepted);
        press(u"Open another\u2026"_s);
        press(u"Close"_s);
        QCOMPARE(another.count(), 1);
        QCOMPARE(close.count(), 1);
        if (!bytes.isEmpty()) {
            QWidget *shown = nullptr;
            connect(&view, &NotebookView::openInTabRequested, this, [&shown](QWidget *widget) { shown = widget; });
            press(u"Open as text"_s);
            QTRY_VERIFY(shown);
            const auto *viewer = qobject_cast<StreamViewer *>(shown);
            QVERIFY(viewer);
            QVERIFY(viewer->area()->text()->plainText().startsWith(u"{\n"_s));
            delete shown;
        }
        // Mended, it opens in the same place.
        Notebook::Document good;
        good.cell(0)->setSource(u"mended"_s);
        QVERIFY(Notebook::File::write(path, good.toBytes()));
        QVERIFY(view.open(path));
        QVERIFY(!view.isBroken() && view.canvas()->isVisible());
        QCOMPARE(view.document()->cell(0)->source(), u"mended"_s);
    }

    void whatACrashLeftComesBack()
    {
        const QString journals = m_folder->filePath(u"journal"_s);
        const QString left = m_folder->filePath(u"left"_s);
        {
            NotebookView killed(m_targets.get());
            killed.keepJournal(journals);
            QVERIFY(killed.open(m_path));
            killed.document()->cell(0)->setSource(u"unsaved"_s);
            QString folder;
            QTRY_VERIFY_WITH_TIMEOUT(!(folder = QDir(journals).entryList(QDir::Dirs | QDir::NoDotAndDotDot).value(0)).isEmpty()
                                         && QFileInfo(journals + u'/' + folder + "/log"_L1).size() > 300,
                                     20'000);
            // As the disk is when the program is killed now.
            QVERIFY(QDir().mkpath(left + u'/' + folder));
            for (const auto name : { "/base.ipynb"_L1, "/log"_L1 })
                QVERIFY(QFile::copy(journals + u'/' + folder + name, left + u'/' + folder + name));
        }
        const QList<Notebook::Recovery> found = Notebook::Journal::find(left);
        QCOMPARE(found.size(), 1);
        m_view->keepJournal(journals);
        QVERIFY(m_view->restore(found.constFirst()));
        QCOMPARE(document()->cell(0)->source(), u"unsaved"_s);
        QVERIFY(m_view->isModified());
        QCOMPARE(m_view->filePath(), m_path);
        QVERIFY(banner()->hasMessage(u"recovered"_s));
        picture(u"recovered"_s);
        // It is journaled anew before the old journal goes.
        QTRY_VERIFY(QDir(left).entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty());
        QTRY_COMPARE(QDir(journals).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 1);
        click(u"Back to the file"_s);
        QTRY_COMPARE(document()->cell(0)->source(), u"first"_s);
        QVERIFY(!m_view->isModified());
        QTRY_VERIFY(QDir(journals).entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty());
    }

    void findsAndReplacesByKeyboard()
    {
        document()->cell(0)->setSource(u"alpha = 1"_s);
        document()->insertCell(1, CellKind::Code, u"print(alpha)\nalpha"_s);
        document()->cell(1)->outputs()->appendStream(StreamName::Stdout, u"alpha is 1\n");
        auto *bar = m_view->findChild<FindBar *>();
        QVERIFY(!bar->isVisible());
        m_view->canvas()->setFocus();
        QTest::keyClick(m_view->canvas(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(bar->isVisible());
        auto *field = bar->findChild<QLineEdit *>(u"findField"_s);
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, u"alpha"_s);
        QTRY_COMPARE(bar->summary(), u"1 of 4"_s);
        picture(u"find"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(m_view->canvas()->current(), 1);
        QTest::keyClick(field, Qt::Key_Return);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(bar->summary(), u"4 of 4"_s);
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(bar->summary(), u"3 of 4"_s);
        QTest::keyClick(field, Qt::Key_H, Qt::ControlModifier);
        auto *replacement = bar->findChild<QLineEdit *>(u"replaceField"_s);
        QTRY_VERIFY(replacement->isVisible());
        QTest::keyClicks(replacement, u"beta"_s);
        QTest::keyClick(replacement, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(document()->cell(0)->source(), u"beta = 1"_s);
        QCOMPARE(document()->cell(1)->source(), u"print(beta)\nbeta"_s);
        QTRY_COMPARE(bar->search()->count(), 1);
        picture(u"replace"_s);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!bar->isVisible());
        QVERIFY(m_view->canvas()->hasFocus());
        document()->undo();
        QCOMPARE(document()->cell(0)->source(), u"alpha = 1"_s);
    }

    void whatWasReplacedIsSaidAndAGroupThatIsNoneIsRefused()
    {
        document()->cell(0)->setSource(u"ax by\ncz"_s);
        auto *bar = m_view->findChild<FindBar *>();
        m_view->canvas()->setFocus();
        QTest::keyClick(m_view->canvas(), Qt::Key_H, Qt::ControlModifier);
        auto *field = bar->findChild<QLineEdit *>(u"findField"_s);
        auto *replacement = bar->findChild<QLineEdit *>(u"replaceField"_s);
        const auto actions = bar->findChild<FindLine *>()->actions();
        for (QAction *action : actions) {
            if (action->text().contains("egular"_L1))
                action->setChecked(true);
        }
        QTest::keyClicks(field, u"([a-c])([x-z])"_s);
        QTRY_COMPARE(bar->summary(), u"1 of 3"_s);
        QTest::keyClicks(replacement, u"$2$3"_s);
        QCOMPARE(bar->summary(), u"The expression has no group 3"_s);
        picture(u"replace-refused"_s);
        QTest::keyClick(replacement, Qt::Key_Return);
        QTest::keyClick(replacement, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(document()->cell(0)->source(), u"ax by\ncz"_s);
        replacement->clear();
        QTest::keyClicks(replacement, u"$2$1$$3"_s);
        QTest::keyClick(replacement, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(document()->cell(0)->source(), u"xa$3 yb$3\nzc$3"_s);
        QTRY_VERIFY(!bar->search()->isRunning());
        QTest::qWait(300); // The search looks at what changed once more.
        QCOMPARE(bar->search()->count(), 0);
        QCOMPARE(bar->summary(), u"3 replaced"_s);
        QTest::keyClicks(field, u"q"_s);
        QTRY_COMPARE(bar->summary(), u"Nothing matches"_s);
    }

    void aHitInFoldedOutputIsOpened()
    {
        QString text;
        for (int i = 0; i < 5000; ++i)
            text += i == 2500 ? u"the needle is here\n"_s : u"line %1\n"_s.arg(i);
        document()->cell(0)->outputs()->appendStream(StreamName::Stdout, text);
        m_view->canvas()->flush();
        auto *bar = m_view->findChild<FindBar *>();
        QTest::keyClick(m_view->canvas(), Qt::Key_F, Qt::ControlModifier);
        QTest::keyClicks(bar->findChild<QLineEdit *>(u"findField"_s), u"needle"_s);
        QTRY_COMPARE(bar->summary(), u"1 of 1"_s);
        QTRY_VERIFY(m_view->findChild<StreamViewer *>());
        auto *area = m_view->findChild<StreamViewer *>()->area();
        QTRY_COMPARE(area->selectedText(), u"needle"_s);
        picture(u"find-folded"_s);
    }

    void differencesAreShownSideBySide()
    {
        DiffView view(u"On the disk"_s, u"same\nold line here\nsame too\ngone\nend"_s, u"Here"_s, u"same\nnew line here\nsame too\nend\nmore"_s);
        view.resize(800, 300);
        view.show();
        QCOMPARE(view.area()->changeCount(), 3);
        QCOMPARE(view.summary(), u"3 differences"_s);
        view.area()->step(1);
        QCOMPARE(view.summary(), u"1 of 3"_s);
        view.area()->step(-1);
        QCOMPARE(view.summary(), u"3 of 3"_s);
        QDir().mkpath(QStringLiteral(WB_PICTURES));
        view.grab().save(QStringLiteral(WB_PICTURES) + u"/diff.png"_s);
    }
};

QTEST_MAIN(CellsFiles)
#include "tst_cells_files.moc"

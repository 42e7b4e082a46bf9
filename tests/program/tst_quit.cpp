// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Leaving with work that is not saved: one question, and then what was answered, or nothing at all.
#include "programtest.h"

#include <notebook/headingbar.h>
#include <notebook/notebookview.h>
#include <notebookdocuments.h>
#include <session/connectionstore.h>
#include <session/sandboxsession.h>
#include <session/sandboxstore.h>
#include <shared/banner.h>
#include <shared/label.h>
#include <shared/toasts.h>
#include <shell/closequestion.h>
#include <shell/mainwindow.h>
#include <shell/preferences.h>
#include <theme/fonts.h>
#include <theme/workbenchstyle.h>

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QAbstractItemView>
#include <QAction>
#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Notebook::Cell;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestQuit : public ProgramTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { WorkbenchStyle::install(); }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        serve();
        m_id = m_server->add(u"py-analysis"_s, 40min);
        ApplicationOptions options;
        options.connection = u"environment"_s;
        start(options);
        QTRY_COMPARE(m_application->sandboxes().count(), 1);
        window().closeDocumentNow(window().currentDocument()); // The start page.
        QVERIFY(window().documents().isEmpty());
    }
    void cleanup() { stop(); }

    void nothingToLoseIsNothingToAsk()
    {
        m_application->notebooks().create();
        QVERIFY(!m_application->notebooks().create(m_id, u"bash"_s)->isModified());
        quit();
        QVERIFY(!question());
        QVERIFY(!window().isVisible());
    }

    // It has nothing that could be lost, whatever language was chosen for it.
    void anUntouchedNotebookIsNotAskedAbout()
    {
        for (const QString &language : { QString(), u"python"_s, u"bash"_s }) {
            NotebookView *view = m_application->notebooks().create({}, language);
            QVERIFY(!view->isModified());
            QVERIFY(view->requestClose());
        }
        quit();
        QTRY_VERIFY(!window().isVisible());
        QVERIFY(!question());
    }

    void newNotebooksAreToldApart()
    {
        QCOMPARE(m_application->notebooks().create()->title(), u"Untitled-1.ipynb"_s);
        NotebookView *second = m_application->notebooks().create();
        QCOMPARE(second->title(), u"Untitled-2.ipynb"_s);
        QCOMPARE(m_application->notebooks().create()->title(), u"Untitled-3.ipynb"_s);
        window().closeDocumentNow(second);
        QCOMPARE(m_application->notebooks().create()->title(), u"Untitled-2.ipynb"_s);
    }

    // Pain 33: what was made for a notebook alone goes with it, also with the whole program.
    void contextsOfTheirOwnEndWithTheProgram_data()
    {
        QTest::addColumn<bool>("unsaved");
        QTest::addColumn<bool>("keep");
        QTest::newRow("nothing to ask") << false << false;
        QTest::newRow("asked") << true << false;
        QTest::newRow("asked, and kept") << true << true;
    }
    void contextsOfTheirOwnEndWithTheProgram()
    {
        QFETCH(const bool, unsaved);
        QFETCH(const bool, keep);
        NotebookView *second = withItsOwnContext();
        if (unsaved)
            edit(second, u"other = 1"_s);
        quit();
        QCOMPARE(question() != nullptr, unsaved);
        if (unsaved) {
            auto *box = question()->findChild<QCheckBox *>(u"endContexts"_s);
            QVERIFY(box);
            QVERIFY(box->isChecked());
            box->setChecked(!keep);
            save(question(), u"quit-contexts"_s);
            press(u"Discard all"_s);
        }
        QTRY_VERIFY(!window().isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(m_server->contexts(m_id).size(), keep ? 2 : 1, 30'000);
    }

    void theContextOfANotebookStaysWithoutThePreference()
    {
        NotebookView *second = withItsOwnContext();
        m_application->preferences().setEndOwnContexts(false);
        QVERIFY(second->requestClose());
        QPointer<NotebookView> gone = second;
        window().closeDocument(second);
        QTRY_VERIFY(!gone);
        QTest::qWait(100); // Long enough for what must not come.
        QCOMPARE(m_server->contexts(m_id).size(), 2);
    }

    void aContextThatDoesNotEndIsTold_data()
    {
        QTest::addColumn<QString>("step");
        QTest::newRow("tried again") << u"Try again"_s;
        QTest::newRow("looked at") << u"Show contexts"_s;
    }
    void aContextThatDoesNotEndIsTold()
    {
        QFETCH(const QString, step);
        NotebookView *second = withItsOwnContext();
        const QString context = second->document()->cell(0)->effectiveBinding().context;
        const QString request = u"DELETE /daemon/%1/code/contexts/%2"_s.arg(m_id, context);
        m_server->statuses[request] = 501;
        window().closeDocument(second);
        const auto told = [this] { return window().toasts().history().isEmpty() ? QString() : window().toasts().history().first().toast.text; };
        QTRY_VERIFY2_WITH_TIMEOUT(told().startsWith("ctx-2 in py-analysis did not end with its notebook."_L1), qPrintable(told()), 30'000);
        m_server->statuses.clear();
        bool pressed = false;
        for (QPushButton *each : window().findChildren<QPushButton *>()) {
            if (!pressed && each->text() == step) {
                each->click();
                pressed = true;
            }
        }
        QVERIFY(pressed);
        if (step == "Try again"_L1)
            QTRY_COMPARE_WITH_TIMEOUT(m_server->contexts(m_id).size(), 1, 30'000);
        else
            QTRY_VERIFY(window().currentDocument() && window().currentDocument()->inherits("SandboxDetails"));
    }

    void severalNotebooksAreOneQuestion()
    {
        const QString saved = file(u"a.ipynb"_s);
        edit(m_application->notebooks().open(saved), u"kept = 1"_s);
        edit(m_application->notebooks().create(), u"first = 1"_s);
        edit(m_application->notebooks().create(), u"second = 1"_s);
        quit();
        QVERIFY(window().isVisible());
        QVERIFY(question());
        QCOMPARE(boxes(), (QStringList { u"a.ipynb"_s, u"Untitled-1.ipynb"_s, u"Untitled-2.ipynb"_s }));
        // Whoever presses the keys once more is asked the same.
        quit();
        QCOMPARE(window().findChildren<CloseQuestion *>().size(), 1);
        press(u"Save all"_s);
        choose(u"one.ipynb"_s);
        choose(u"two.ipynb"_s);
        QTRY_VERIFY(!window().isVisible());
        QVERIFY(contentOf(saved).contains("kept = 1"));
        QVERIFY2(contentOf(path(u"one.ipynb"_s)).contains("first = 1"), qPrintable(QDir(m_folder->path()).entryList().join(u' ')));
        QVERIFY(contentOf(path(u"two.ipynb"_s)).contains("second = 1"));
    }

    void aCancelledPlaceStopsItAndLosesNothing()
    {
        NotebookView *first = m_application->notebooks().create();
        NotebookView *second = m_application->notebooks().create();
        edit(first, u"first = 1"_s);
        edit(second, u"second = 1"_s);
        quit();
        press(u"Save all"_s);
        choose(u"one.ipynb"_s);
        QTRY_VERIFY(fileDialog());
        QCOMPARE(window().currentDocument(), second);
        fileDialog()->reject();
        QTRY_VERIFY(!fileDialog());
        QTRY_VERIFY(!question());
        QVERIFY(window().isVisible());
        // Nothing was done before all was decided.
        QCOMPARE(window().documents().size(), 2);
        QVERIFY(first->isModified() && second->isModified());
        QVERIFY(!QFile::exists(path(u"one.ipynb"_s)));
        QCOMPARE(second->document()->cell(0)->source(), u"second = 1"_s);
        // It can be begun again.
        quit();
        QCOMPARE(boxes(), (QStringList { u"Untitled-1.ipynb"_s, u"Untitled-2.ipynb"_s }));
        press(u"Discard all"_s);
        QTRY_VERIFY(!window().isVisible());
    }

    void aCancelledPlaceLeavesRunsRunning()
    {
        NotebookView *runs = running(file(u"a.ipynb"_s));
        edit(m_application->notebooks().create(), u"x = 1"_s);
        quit();
        QVERIFY2(words(*question()).contains("Cell 1 still runs."_L1), qPrintable(words(*question())));
        press(u"Save all"_s);
        QTRY_VERIFY(fileDialog());
        QVERIFY(!question()->isVisible());
        fileDialog()->reject();
        QTRY_VERIFY(!question());
        QVERIFY(window().isVisible());
        QCOMPARE(m_server->interrupts(), 0);
        QCOMPARE(runs->document()->cell(0)->runState(), Notebook::RunState::Running);
        QVERIFY(!contentOf(path(u"a.ipynb"_s)).contains("work()"));
        // With a place it is stopped, and written when it has ended.
        quit();
        press(u"Save all"_s);
        choose(u"b.ipynb"_s);
        QTRY_COMPARE(m_server->interrupts(), 1);
        QVERIFY(question() && question()->isVisible() && button(u"Do not wait"_s));
        QVERIFY(!QFile::exists(path(u"b.ipynb"_s)));
        m_server->endRuns("KeyboardInterrupt");
        QTRY_VERIFY_WITH_TIMEOUT(!window().isVisible(), 30'000);
        QVERIFY(contentOf(path(u"a.ipynb"_s)).contains("work()"));
        QVERIFY(contentOf(path(u"b.ipynb"_s)).contains("x = 1"));
    }

    void whatIsThrownAwayIsStoppedButNotWaitedFor()
    {
        running(file(u"a.ipynb"_s));
        quit();
        press(u"Discard all"_s);
        // Its run never ends.
        QTRY_VERIFY_WITH_TIMEOUT(!window().isVisible(), 30'000);
        QCOMPARE(m_server->interrupts(), 1);
        QVERIFY(!contentOf(path(u"a.ipynb"_s)).contains("work()"));
    }

    void onePlaceIsNotGivenToTwo()
    {
        edit(m_application->notebooks().create(), u"first = 1"_s);
        NotebookView *second = m_application->notebooks().create();
        edit(second, u"second = 1"_s);
        quit();
        press(u"Save all"_s);
        choose(u"same.ipynb"_s);
        choose(u"same.ipynb"_s);
        QTRY_VERIFY(!question());
        QVERIFY(window().isVisible());
        QCOMPARE(window().currentDocument(), second);
        QVERIFY2(words(*second).contains("same.ipynb is the name that another notebook is to be saved under"_L1), qPrintable(words(*second)));
        QVERIFY(!QFile::exists(path(u"same.ipynb"_s)));
        QCOMPARE(window().documents().size(), 2);
    }

    // What another tab shows would be on no disk any more.
    void anOpenFileIsNotReplaced_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("its name") << u"a.ipynb"_s;
        QTest::newRow("a link to it") << u"link.ipynb"_s;
        QTest::newRow("another way to its folder") << u"way/a.ipynb"_s;
    }

    void anOpenFileIsNotReplaced()
    {
        QFETCH(QString, name);
        const QString open = file(u"a.ipynb"_s);
        QVERIFY(QFile::link(open, path(u"link.ipynb"_s)));
        QVERIFY(QFile::link(m_folder->path(), path(u"way"_s)));
        NotebookView *first = m_application->notebooks().open(open);
        edit(first, u"first = 1"_s);
        first->save();
        QTRY_VERIFY(!first->isModified());
        NotebookView *second = m_application->notebooks().create();
        edit(second, u"second = 1"_s);
        const QByteArray before = contentOf(open);
        second->saveAs(path(name));
        auto *banner = second->findChild<Banner *>();
        QTRY_VERIFY(banner->hasMessage(u"save"_s));
        QVERIFY2(words(*second).contains(QFileInfo(name).fileName() + " is open in another tab, so it was not replaced."_L1), qPrintable(words(*second)));
        QCOMPARE(contentOf(open), before);
        QVERIFY(second->isModified());
        QVERIFY(second->filePath().isEmpty());
        for (QPushButton *each : banner->findChildren<QPushButton *>()) {
            if (each->text() == "Show that tab"_L1)
                each->click();
        }
        QCOMPARE(window().currentDocument(), first);
        // When that tab is closed, it may be.
        window().closeDocumentNow(first);
        second->saveAs(path(name));
        QTRY_VERIFY(!second->isModified());
        QVERIFY(contentOf(open).contains("second = 1"));
        QVERIFY(!banner->hasMessage(u"save"_s));
    }

    void aNameWithoutItsEndingReplacesNothingUnasked()
    {
        const QString old = file(u"a.ipynb"_s);
        const QByteArray before = contentOf(old);
        NotebookView *view = m_application->notebooks().create();
        edit(view, u"x = 1"_s);
        view->askWhereToSave();
        // As the dialogs of some desktops do, which ask about "a" only.
        Q_EMIT fileDialog()->fileSelected(path(u"a"_s));
        delete fileDialog();
        auto *banner = view->findChild<Banner *>();
        QTRY_VERIFY(banner->hasMessage(u"save"_s));
        QCOMPARE(contentOf(old), before);
        for (QPushButton *each : banner->findChildren<QPushButton *>()) {
            if (each->text() == "Replace it"_L1)
                each->click();
        }
        QTRY_VERIFY(!view->isModified());
        QVERIFY(contentOf(old).contains("x = 1"));
        view->askWhereToSave();
        choose(u"b"_s);
        QTRY_COMPARE(view->title(), u"b.ipynb"_s);
    }

    void aFileThatIsGoneIsListed_data()
    {
        QTest::addColumn<bool>("renamed");
        QTest::addColumn<bool>("hidden");
        QTest::newRow("deleted") << false << false;
        QTest::newRow("renamed") << true << false;
        QTest::newRow("deleted, in a tab behind") << false << true;
    }

    void aFileThatIsGoneIsListed()
    {
        QFETCH(bool, renamed);
        QFETCH(bool, hidden);
        NotebookView *view = m_application->notebooks().open(file(u"a.ipynb"_s));
        if (hidden)
            m_application->notebooks().create();
        QVERIFY(!view->isUnsaved());
        QVERIFY(renamed ? QFile::rename(path(u"a.ipynb"_s), path(u"z.ipynb"_s)) : QFile::remove(path(u"a.ipynb"_s)));
        // At once, though nobody looked yet.
        quit();
        QCOMPARE(boxes(), QStringList { u"a.ipynb"_s });
        question()->reject();
        QTRY_VERIFY(!question());
        QTRY_VERIFY_WITH_TIMEOUT(view->isModified(), 20'000);
        QVERIFY(view->findChild<Banner *>()->hasMessage(u"external"_s));
        window().setCurrentDocument(view);
        QVERIFY(!view->requestClose());
        if (renamed) {
            // It came back as it was.
            QVERIFY(QFile::rename(path(u"z.ipynb"_s), path(u"a.ipynb"_s)));
            QTRY_VERIFY_WITH_TIMEOUT(!view->isModified(), 20'000);
            quit();
            QTRY_VERIFY(!window().isVisible());
            return;
        }
        quit();
        press(u"Save all"_s);
        QTRY_VERIFY(!window().isVisible());
        QVERIFY(contentOf(path(u"a.ipynb"_s)).contains("nbformat"));
    }

    void aFileThatComesBackDifferentIsNoLongerGone()
    {
        NotebookView *view = m_application->notebooks().open(file(u"a.ipynb"_s));
        const QByteArray before = contentOf(path(u"a.ipynb"_s));
        QVERIFY(QFile::remove(path(u"a.ipynb"_s)));
        auto *banner = view->findChild<Banner *>();
        QTRY_VERIFY2_WITH_TIMEOUT(words(*banner).contains("is not there any more"_L1), qPrintable(words(*banner)), 20'000);
        QFile other(path(u"a.ipynb"_s));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write(QByteArray(before).replace("[]}]", "[\"y = 2\"]}]"));
        other.close();
        QTRY_VERIFY2_WITH_TIMEOUT(words(*banner).contains("changed on the disk"_L1), qPrintable(words(*banner)), 20'000);
        QVERIFY(view->isModified());
        QVERIFY(!view->requestClose());
        QVERIFY2(words(*banner).contains("has changes that are not saved"_L1) && !words(*banner).contains("is gone"_L1), qPrintable(words(*banner)));
    }

    void whatRunsInTheBackgroundIsNamed()
    {
        NotebookView *view = running(file(u"a.ipynb"_s));
        m_server->endRuns();
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 30'000);
        view->save();
        QTRY_VERIFY(!view->isModified());
        QVERIFY(view->background().isEmpty());
        QVERIFY(view->queue()->enqueueBackground(view->document()->cell(0)));
        QTRY_COMPARE_WITH_TIMEOUT(view->background().size(), 1, 30'000);
        quit();
        QVERIFY(question());
        QVERIFY2(words(*question()).contains(" in a.ipynb."_L1) && words(*question()).contains("Cells in the background go on: "_L1), qPrintable(words(*question())));
        press(boxes().isEmpty() ? u"Quit"_s : u"Discard all"_s);
        QTRY_VERIFY(!window().isVisible());
        QCOMPARE(m_server->interrupts(), 0);
    }

    void sandboxesOfTheProgramAreNamed()
    {
        FakeLifecycle runtime; // Ends with the program, unlike the server.
        runtime.ids = u"local"_s;
        runtime.add(u"etl"_s, 40min);
        Connection *local = m_application->connections().local();
        local->setConfig(runtime.config());
        QTRY_COMPARE(m_application->sandboxes().count(), 2);
        quit();
        QVERIFY2(words(*question()).contains("etl ends with the program, and its files with it."_L1), qPrintable(words(*question())));
        question()->reject();
        QTRY_VERIFY(!question());
        for (const auto &name : { u"multi"_s, u"shell"_s, u"train"_s })
            runtime.add(name, 40min);
        m_application->sandboxes().refresh();
        QTRY_COMPARE(m_application->sandboxes().count(), 5);
        quit();
        const QString said = words(*question());
        QVERIFY2(said.contains("Sandboxes end with the program, and their files with them: "_L1) && said.contains("and 1 more"_L1), qPrintable(said));
        QVERIFY(!said.contains("py-analysis"_L1));
        QVERIFY(boxes().isEmpty());
        press(u"Quit"_s);
        QTRY_VERIFY(!window().isVisible());
        local->setOff();
    }

    void theHeadingIsTheTab()
    {
        m_application->notebooks().create();
        NotebookView *second = m_application->notebooks().create();
        QCoreApplication::processEvents();
        QCOMPARE(second->findChild<HeadingBar *>()->accessibleDescription(), u"Untitled-2.ipynb"_s);
    }

    void aFailedSaveStopsItAndSaysWhy()
    {
        QDir(m_folder->path()).mkdir(u"gone"_s);
        const QString lost = file(u"gone/a.ipynb"_s);
        NotebookView *first = m_application->notebooks().open(lost);
        edit(first, u"first = 1"_s);
        edit(m_application->notebooks().create(), u"second = 1"_s);
        QVERIFY(QDir(path(u"gone"_s)).removeRecursively());
        quit();
        press(u"Save all"_s);
        choose(u"second.ipynb"_s);
        QTRY_VERIFY(first->findChild<Banner *>()->hasMessage(u"save"_s));
        QVERIFY(window().isVisible());
        QCOMPARE(window().currentDocument(), first);
        QCOMPARE(window().documents().size(), 2);
        QVERIFY(first->isModified());
        QVERIFY(!question());
        QVERIFY(!fileDialog());
    }

    void whatHasNoTickIsNotSaved()
    {
        const QString one = file(u"one.ipynb"_s);
        const QString two = file(u"two.ipynb"_s);
        edit(m_application->notebooks().open(one), u"kept = 1"_s);
        edit(m_application->notebooks().open(two), u"dropped = 1"_s);
        const QByteArray before = contentOf(two);
        quit();
        QVERIFY(question());
        question()->findChildren<QCheckBox *>().at(1)->click();
        press(u"Save 1 of 2"_s);
        QTRY_VERIFY(!window().isVisible());
        QVERIFY(contentOf(one).contains("kept = 1"));
        QCOMPARE(contentOf(two), before);
    }

    void escAsksNothingMore()
    {
        NotebookView *view = m_application->notebooks().create();
        edit(view, u"x = 1"_s);
        quit();
        QVERIFY(question());
        QTest::keyClick(question(), Qt::Key_Escape);
        QTRY_VERIFY(!question());
        QVERIFY(window().isVisible());
        QVERIFY(view->isModified());
    }

    void aSideClosesWithOneQuestion()
    {
        NotebookView *left = m_application->notebooks().create();
        NotebookView *first = m_application->notebooks().create();
        edit(first, u"first = 1"_s);
        trigger(u"window.splitRight"_s);
        NotebookView *second = m_application->notebooks().create();
        edit(second, u"second = 1"_s);
        trigger(u"window.closeSide"_s);
        QCOMPARE(boxes(), (QStringList { u"Untitled-2.ipynb"_s, u"Untitled-3.ipynb"_s }));
        press(u"Discard all"_s);
        QTRY_COMPARE(window().documents(), QList<QWidget *> { left });
        QVERIFY(window().isVisible());
    }

    void theOtherTabsAreOneQuestion()
    {
        edit(m_application->notebooks().create(), u"first = 1"_s);
        edit(m_application->notebooks().create(), u"second = 1"_s);
        NotebookView *stays = m_application->notebooks().create();
        edit(stays, u"third = 1"_s);
        trigger(u"window.closeOthers"_s);
        QCOMPARE(boxes(), (QStringList { u"Untitled-1.ipynb"_s, u"Untitled-2.ipynb"_s }));
        press(u"Save all"_s);
        choose(u"one.ipynb"_s);
        choose(u"two.ipynb"_s);
        QTRY_COMPARE(window().documents(), QList<QWidget *> { stays });
        QVERIFY(stays->isModified());
        QVERIFY(contentOf(path(u"two.ipynb"_s)).contains("second = 1"));
    }

    void whatRunsIsInterruptedAndItsOutputSaved() // Pain 31
    {
        NotebookView *view = running(file(u"a.ipynb"_s));
        m_server->print("first\n");
        QTRY_COMPARE(view->document()->cell(0)->outputs()->plainText(), u"first\n"_s);
        quit();
        QVERIFY(question());
        QVERIFY2(words(*question()).contains("Cell 1 still runs."_L1), qPrintable(words(*question())));
        press(u"Save all"_s);
        // It waits for the end of the run, which it can do without.
        QVERIFY(question() && button(u"Do not wait"_s));
        QVERIFY(window().isVisible());
        m_server->endRuns("KeyboardInterrupt");
        QTRY_VERIFY_WITH_TIMEOUT(!window().isVisible(), 30'000);
        QVERIFY(contentOf(path(u"a.ipynb"_s)).contains("first"));
    }

    void whatDoesNotStopIsLeft()
    {
        running(file(u"a.ipynb"_s));
        quit();
        press(u"Save all"_s);
        QVERIFY(button(u"Do not wait"_s));
        press(u"Do not wait"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!window().isVisible(), 30'000);
        QVERIFY(contentOf(path(u"a.ipynb"_s)).contains("work()"));
    }

    void whatRunsMayGoOn()
    {
        running(file(u"a.ipynb"_s));
        quit();
        QVERIFY(question());
        for (QCheckBox *box : question()->findChildren<QCheckBox *>()) {
            if (box->text().contains("Interrupt"_L1))
                box->click();
        }
        QVERIFY2(words(*question()).contains("output after closing is lost"_L1), qPrintable(words(*question())));
        press(u"Discard all"_s);
        QTRY_VERIFY(!window().isVisible());
    }

    void pictures_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("scale");
        QTest::newRow("light") << 0 << 1.0;
        QTest::newRow("dark") << 1 << 1.0;
        QTest::newRow("contrast") << 2 << 1.0;
        QTest::newRow("light-200") << 0 << 2.0;
        QTest::newRow("dark-200") << 1 << 2.0;
        QTest::newRow("contrast-200") << 2 << 2.0;
    }

    void pictures()
    {
        QFETCH(int, kind);
        QFETCH(double, scale);
        const auto calm = qScopeGuard([] {
            Fonts::setScale(1);
            Theme::setCurrent(Theme::Kind::Light);
        });
        FakeLifecycle runtime;
        runtime.ids = u"local"_s;
        for (const auto &name : { u"etl-nightly"_s, u"multi-9e09"_s, u"python-1"_s, u"shell"_s })
            runtime.add(name, 40min);
        m_application->connections().local()->setConfig(runtime.config());
        QTRY_COMPARE(m_application->sandboxes().count(), 5);
        running(file(u"a very long name of a notebook about the latency of requests in the second quarter.ipynb"_s));
        edit(m_application->notebooks().create(), u"x = 1"_s);
        edit(m_application->notebooks().create(), u"x = 1"_s);
        Theme::setCurrent(Theme::Kind(kind));
        Fonts::setScale(scale);
        quit();
        QVERIFY(question());
        question()->findChildren<QCheckBox *>().at(2)->click();
        QCoreApplication::processEvents();
        for (const Label *label : question()->findChildren<Label *>()) {
            if (label->isVisible())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
        }
        save(question(), u"quit-"_s + QString::fromLatin1(QTest::currentDataTag()));
        question()->reject();
        QTRY_VERIFY(!question());
        // A file that another tab has.
        auto *view = m_application->notebooks().current();
        view->saveAs(m_application->notebooks().all().first()->filePath());
        QTRY_VERIFY(view->findChild<Banner *>()->hasMessage(u"save"_s));
        QCoreApplication::processEvents();
        save(&window(), u"quit-open-elsewhere-"_s + QString::fromLatin1(QTest::currentDataTag()));
        m_application->connections().local()->setOff();
    }

private:
    static void save(QWidget *widget, const QString &name)
    {
        for (const int ratio : { 1, 2 }) {
            QImage image(widget->size() * ratio, QImage::Format_RGB32);
            image.setDevicePixelRatio(ratio);
            widget->render(&image);
            QVERIFY(image.save(QStringLiteral(WB_PICTURES "/%1@%2x.png").arg(name).arg(ratio)));
        }
    }
    QString path(const QString &name) const { return m_folder->filePath(name); }
    /// A notebook on the disk, with one empty cell.
    QString file(const QString &name)
    {
        QFile out(path(name));
        if (out.open(QIODevice::WriteOnly))
            out.write(R"({"cells": [{"cell_type": "code", "execution_count": null, "id": "a1", "metadata": {}, "outputs": [], "source": []}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})");
        return path(name);
    }
    static void edit(NotebookView *view, const QString &text) { view->document()->cell(0)->setSource(text); }
    void trigger(const QString &id) { m_application->actions().action(id)->trigger(); }
    void quit() { trigger(u"app.quit"_s); }
    CloseQuestion *question() const { return window().findChild<CloseQuestion *>(); }
    QStringList boxes() const
    {
        QStringList names;
        if (!question())
            return names;
        for (const QCheckBox *box : question()->findChildren<QCheckBox *>())
            names << box->accessibleName();
        return names;
    }
    QPushButton *button(const QString &text) const
    {
        for (QPushButton *each : question()->findChildren<QPushButton *>()) {
            if (QString(each->text()).remove(u'&') == text && each->isVisible() && each->isEnabled())
                return each;
        }
        return nullptr;
    }
    void press(const QString &text)
    {
        QVERIFY(question());
        QPushButton *found = button(text);
        QVERIFY2(found, qPrintable(text));
        found->click();
    }
    QFileDialog *fileDialog() const { return window().findChild<QFileDialog *>(); }
    void choose(const QString &name)
    {
        QTRY_VERIFY(fileDialog());
        QPointer<QFileDialog> dialog = fileDialog();
        dialog->setDirectory(m_folder->path());
        auto *field = dialog->findChild<QLineEdit *>();
        QVERIFY(field);
        for (QAbstractItemView *list : dialog->findChildren<QAbstractItemView *>())
            list->clearSelection(); // As typing does.
        field->setText(path(name));
        QMetaObject::invokeMethod(dialog.data(), "accept");
        QTRY_VERIFY(!dialog);
    }
    /// The second of two notebooks in one sandbox and language, saved, and with nothing that runs.
    NotebookView *withItsOwnContext()
    {
        NotebookView *first = running(file(u"first.ipynb"_s));
        m_server->endRuns();
        [&] { QTRY_VERIFY(!first->isBusy()); }();
        NotebookView *second = running(file(u"second.ipynb"_s));
        m_server->endRuns();
        [&] { QTRY_VERIFY(!second->isBusy()); }();
        [&] { QCOMPARE(m_server->contexts(m_id).size(), 2); }();
        for (NotebookView *view : { first, second }) {
            QSignalSpy saved(view, &NotebookView::saved);
            view->save();
            [&] { QTRY_COMPARE(saved.size(), 1); }();
            [&] { QVERIFY(!view->isUnsaved()); }();
        }
        return second;
    }
    /// The notebook of this file, whose first cell runs and does not end by itself.
    NotebookView *running(const QString &notebook)
    {
        NotebookView *view = m_application->notebooks().open(notebook);
        view->document()->setDefaultLanguage(u"bash"_s); // No bridge for displays, which would run code of its own first.
        edit(view, u"work()"_s);
        view->attach(u"environment"_s, m_id);
        const auto ready = [this] {
            const auto session = m_application->sessions().existing(m_id);
            return session && session->isReady();
        };
        [&] { QTRY_VERIFY_WITH_TIMEOUT(ready(), 30'000); }();
        view->run({ 0 });
        [&] { QTRY_COMPARE_WITH_TIMEOUT(m_server->runs(), 1, 30'000); }();
        return view;
    }

    QString m_id;
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(TestQuit)
#include "tst_quit.moc"

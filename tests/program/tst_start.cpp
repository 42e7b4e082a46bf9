// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// How the program starts: connection and sandbox of the command line, start page, first notebooks.
#include "programtest.h"

#include <handover.h>
#include <notebook/notebookview.h>
#include <notebookdocuments.h>
#include <samplenotebook.h>
#include <sandboxes/connectiondialog.h>
#include <sandboxes/isolationdialog.h>
#include <sandboxes/newsandboxdialog.h>
#include <sandboxes/sandboxdetails.h>
#include <sandboxes/sandboxespane.h>
#include <session/connectionstore.h>
#include <session/sandboxstore.h>
#include <shared/button.h>
#include <shared/toasts.h>
#include <shell/mainwindow.h>
#include <shell/panegroup.h>
#include <shell/preferences.h>
#include <shell/preferencesdialog.h>
#include <shell/startpage.h>
#include <theme/fonts.h>
#include <theme/workbenchstyle.h>

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/file.h>
#include <opensandbox/notebook/journal.h>

#include <QAction>
#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QScreen>
#include <QTest>
#include <QThread>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestStart : public ProgramTest
{
    Q_OBJECT

    void pressToast(const QString &text)
    {
        QAbstractButton *found = nullptr;
        QTRY_VERIFY2((found = buttonOf(text)) != nullptr, qPrintable(text));
        found->click();
    }
    QAbstractButton *buttonOf(const QString &text) const
    {
        for (QAbstractButton *button : window().findChildren<QAbstractButton *>()) {
            if (button->text() == text && button->isVisible())
                return button;
        }
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase() { WorkbenchStyle::install(); }
    void init() { serve(); }
    void cleanup() { stop(); }

    void theNamedConnectionIsWhereNewSandboxesAreMade()
    {
        start({ .connection = u"environment"_s });
        Connection *connection = m_application->connections().preferred();
        QCOMPARE(connection->id(), u"environment"_s);
        QTRY_VERIFY(connection->isOnline());
        m_application->actions().action(u"sandbox.new"_s)->trigger();
        const auto *dialog = m_application->window().findChild<NewSandboxDialog *>();
        QVERIFY(dialog);
        QStringList chosen;
        for (const QComboBox *box : dialog->findChildren<QComboBox *>())
            chosen << box->currentText();
        QVERIFY2(chosen.contains(connection->name()), qPrintable(chosen.join(u", "_s)));
    }

    void anUnknownConnectionIsToldWithTheKnownOnes()
    {
        start({ .connection = u"staging-k8s"_s });
        QCOMPARE(m_application->connections().preferred(), m_application->connections().local());
        const QString told = words(m_application->window());
        QVERIFY2(told.contains("There is no connection 'staging-k8s'. Known connections: "_L1), qPrintable(told));
        QVERIFY(m_application->hasComplained());
        QVERIFY(told.contains(m_application->connections().local()->name()));
    }

    void aSandboxIsOpenedAsSoonAsTheListNamesIt_data()
    {
        QTest::addColumn<bool>("byName");
        QTest::newRow("by id") << false;
        QTest::newRow("by name") << true;
    }

    void aSandboxIsOpenedAsSoonAsTheListNamesIt()
    {
        QFETCH(bool, byName);
        const QString id = m_server->add(u"py-analysis"_s, 40min);
        start({ .sandbox = byName ? u"py-analysis"_s : id });
        QVERIFY(!m_application->sandboxes().find(id));
        QTRY_VERIFY(qobject_cast<SandboxDetails *>(m_application->window().currentDocument()));
        QVERIFY(m_application->window().windowTitle().contains("py-analysis"_L1));
    }

    void anUnknownSandboxIsToldAndStillOpensWhenItAppears()
    {
        start({ .sandbox = u"later"_s });
        QTRY_VERIFY2(words(m_application->window()).contains("There is no sandbox 'later' on Environment"_L1), qPrintable(words(m_application->window())));
        QVERIFY(qobject_cast<StartPage *>(m_application->window().currentDocument()));
        m_server->add(u"later"_s, 40min);
        m_application->sandboxes().refresh();
        QTRY_VERIFY_WITH_TIMEOUT(qobject_cast<SandboxDetails *>(m_application->window().currentDocument()), 20'000);
    }

    void theListShowsWhichSandboxIsCurrent()
    {
        const QString first = m_server->add(u"py-analysis"_s, 40min);
        const QString second = m_server->add(u"gpu-trainer"_s, 40min);
        ApplicationOptions options;
        options.connection = u"environment"_s;
        start(options);
        QTRY_COMPARE(m_application->sandboxes().count(), 2);
        const auto *pane = window().findChild<SandboxesPane *>();
        QVERIFY(pane);
        NotebookView *one = m_application->notebooks().create(second);
        QTRY_COMPARE(pane->selectedIds(), QStringList { second });
        m_application->notebooks().create(first);
        QTRY_COMPARE(pane->selectedIds(), QStringList { first });
        window().setCurrentDocument(one);
        QTRY_COMPARE(pane->selectedIds(), QStringList { second });
    }

    void openedNotebooksUseTheNamedSandbox()
    {
        const QString id = m_server->add(u"py-analysis"_s, 40min);
        QTemporaryDir folder;
        const QString path = folder.filePath(u"a.ipynb"_s);
        QVERIFY(QFile::copy(QStringLiteral(WB_SOURCE_DIR "/resources/notebooks/welcome.ipynb"), path));
        start({ .sandbox = id, .files = { path } });
        auto *view = qobject_cast<NotebookView *>(m_application->window().currentDocument());
        QVERIFY(view);
        QTRY_COMPARE(view->currentSandboxId(), id);
        QCOMPARE(m_application->window().currentDocument(), view);
    }

    void theStartPageIsCalmUntilSomethingAsks()
    {
        start({});
        MainWindow &window = m_application->window();
        QVERIFY(qobject_cast<StartPage *>(window.currentDocument()));
        QVERIFY(!window.isAreaVisible(MainWindow::Area::Bottom));
        QVERIFY(window.isAreaVisible(MainWindow::Area::Left));
        window.showPane(u"activity"_s);
        QVERIFY(window.isAreaVisible(MainWindow::Area::Bottom));
        QWidget *page = window.currentDocument();
        m_application->notebooks().create();
        QVERIFY(window.isAreaVisible(MainWindow::Area::Bottom));
        window.setCurrentDocument(page);
        QVERIFY(!window.isAreaVisible(MainWindow::Area::Bottom));
        // Closing it here says nothing about other documents.
        m_application->actions().action(u"view.bottom"_s)->trigger();
        m_application->actions().action(u"view.bottom"_s)->trigger();
        QVERIFY(!window.isAreaVisible(MainWindow::Area::Bottom));
        window.setCurrentDocument(m_application->notebooks().all().first());
        QVERIFY(window.isAreaVisible(MainWindow::Area::Bottom));
    }

    void theStartPageIsNeverCut_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("scale");
        QTest::newRow("1440x900") << QSize(1440, 900) << 1.0;
        QTest::newRow("1024x640") << QSize(1024, 640) << 1.0;
        QTest::newRow("1440x900, 200 %") << QSize(1440, 900) << 2.0;
        QTest::newRow("1024x700, 200 %") << QSize(1024, 700) << 2.0;
    }

    void theStartPageIsNeverCut()
    {
        QFETCH(QSize, size);
        QFETCH(double, scale);
        const auto restore = qScopeGuard([] { Fonts::setScale(1); });
        start({ .textScale = scale });
        m_application->window().resize(size);
        QCoreApplication::processEvents();
        auto *page = qobject_cast<StartPage *>(m_application->window().currentDocument());
        QVERIFY(page);
        QCOMPARE(page->horizontalScrollBar()->maximum(), 0);
        const QList<QAbstractButton *> buttons = page->findChildren<QAbstractButton *>();
        QCOMPARE(std::ranges::count_if(buttons, [](const QAbstractButton *button) { return Buttons::isPrimary(button); }), 1);
        for (const QWidget *each : page->widget()->findChildren<QWidget *>()) {
            const auto *label = qobject_cast<const QLabel *>(each);
            const auto *button = qobject_cast<const QAbstractButton *>(each);
            if (!each->isVisible() || (!label && !button))
                continue;
            const QString text = label ? label->text() : button->text();
            const QRect place(each->mapTo(page->widget(), QPoint()), each->size());
            QVERIFY2(page->widget()->rect().adjusted(8, 8, -8, -8).contains(place), qPrintable(text));
            if (label && label->wordWrap())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(text));
            else
                QVERIFY2(each->width() >= each->sizeHint().width() && each->height() >= each->sizeHint().height() - 1, qPrintable(text));
        }
        QVERIFY(m_application->window().grab().save(QStringLiteral(WB_PICTURES "/start-%1x%2-%3.png").arg(size.width()).arg(size.height()).arg(int(scale * 100))));
    }

    void transfersTakeNoRoomUntilThereAreSome()
    {
        start({});
        m_application->notebooks().create();
        MainWindow &window = m_application->window();
        // A notebook has the room for itself.
        QVERIFY(!window.isAreaVisible(MainWindow::Area::Bottom));
        QVERIFY(!window.pane(u"activity"_s)->isVisible());
        window.showPane(u"transfers"_s);
        QVERIFY(window.pane(u"transfers"_s)->isVisible());
        QVERIFY(!window.pane(u"activity"_s)->isVisible());
        window.showPane(u"activity"_s);
        QVERIFY(window.pane(u"transfers"_s)->isVisible());
        QVERIFY(window.pane(u"activity"_s)->isVisible());
    }

    // However large the letters are, it fits on the screen, and its button is seen.
    void largePreferencesScroll()
    {
        start({});
        const auto restore = qScopeGuard([this] { m_application->preferences().setScale(1.0); });
        for (const double scale : { 1.0, 2.0 }) {
            m_application->preferences().setScale(scale);
            PreferencesDialog dialog(&m_application->preferences(), &m_application->window());
            dialog.show();
            QTRY_VERIFY(dialog.isVisible());
            QVERIFY(dialog.height() <= dialog.screen()->availableGeometry().height());
            const QPushButton *close = dialog.findChild<QDialogButtonBox *>()->findChild<QPushButton *>();
            QVERIFY(dialog.rect().contains(QRect(close->mapTo(&dialog, QPoint()), close->size())));
            QVERIFY(dialog.grab().save(QStringLiteral(WB_PICTURES "/preferences-%1.png").arg(int(scale * 100))));
        }
    }

    // Each layout shows what it is for, and leads back from the charts.
    void layoutsShowWhatTheyAreFor()
    {
        start({});
        m_application->notebooks().create();
        MainWindow &window = m_application->window();
        QWidget *notebook = window.currentDocument();
        window.showPane(u"files"_s);
        QVERIFY(!window.pane(u"sandboxes"_s)->isVisible());
        window.setLayout(MainWindow::Layout::Operate);
        QVERIFY(window.pane(u"sandboxes"_s)->isVisible());
        window.setLayout(MainWindow::Layout::Watch);
        QVERIFY(window.currentDocument() != notebook);
        window.setLayout(MainWindow::Layout::Code);
        QCOMPARE(window.currentDocument(), notebook);
    }

    void aClosedDockStaysClosed()
    {
        start({});
        m_application->notebooks().create();
        MainWindow &window = m_application->window();
        const QWidget *activity = window.pane(u"activity"_s);
        window.setLayout(MainWindow::Layout::Operate);
        QVERIFY(activity->isVisible());
        auto *group = qobject_cast<PaneGroup *>(activity->parentWidget()->parentWidget());
        QVERIFY(group);
        Q_EMIT group->closeRequested();
        QVERIFY(!activity->isVisible());
        for (const auto layout : { MainWindow::Layout::Code, MainWindow::Layout::Operate, MainWindow::Layout::Watch, MainWindow::Layout::Operate }) {
            window.setLayout(layout);
            QVERIFY(!activity->isVisible());
        }
        // A transfer is shown without what was closed.
        window.showPane(u"transfers"_s, false);
        QVERIFY(window.pane(u"transfers"_s)->isVisible());
        QVERIFY(!activity->isVisible());
        window.setLayout(MainWindow::Layout::Code);
        window.setAreaVisible(MainWindow::Area::Right, false);
        window.setLayout(MainWindow::Layout::Operate);
        window.setLayout(MainWindow::Layout::Code);
        QVERIFY(!window.isAreaVisible(MainWindow::Area::Right));
        // Until it is asked for again.
        window.showPane(u"activity"_s);
        QVERIFY(activity->isVisible());
        window.setLayout(MainWindow::Layout::Operate);
        QVERIFY(activity->isVisible());
        window.resetLayout();
        QVERIFY(window.isAreaVisible(MainWindow::Area::Right));
        QVERIFY(!activity->isVisible());
        // The keys for the dock open something even when everything in it waits to be asked for.
        m_application->actions().action(u"view.bottom"_s)->trigger();
        QVERIFY(activity->isVisible());
    }

    void filesAreOpenedWhereTheProgramWasStarted()
    {
        QTemporaryDir here;
        QTemporaryDir there;
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(here.path()));
        start({});
        QDir::setCurrent(before);
        const auto openDialog = [this] {
            m_application->actions().action(u"file.open"_s)->trigger();
            return m_application->window().findChild<QFileDialog *>();
        };
        QPointer<QFileDialog> dialog = openDialog();
        QVERIFY(dialog);
        QCOMPARE(dialog->directory().canonicalPath(), QDir(here.path()).canonicalPath());
        // And from then on where something was opened last.
        const QString path = there.filePath(u"a.ipynb"_s);
        QVERIFY(QFile::copy(QStringLiteral(WB_SOURCE_DIR "/resources/notebooks/welcome.ipynb"), path));
        auto *field = dialog->findChild<QLineEdit *>();
        QVERIFY(field);
        field->setText(path);
        QMetaObject::invokeMethod(dialog.data(), "accept");
        QTRY_VERIFY(!dialog);
        dialog = openDialog();
        QVERIFY(dialog);
        QCOMPARE(dialog->directory().canonicalPath(), QDir(there.path()).canonicalPath());
        dialog->reject();
    }

    void theNotebooksOfLastTimeAreOpened()
    {
        QTemporaryDir folder;
        ApplicationOptions options;
        options.stateDirectory = folder.filePath(u"state"_s);
        options.configDirectory = folder.filePath(u"config"_s);
        QStringList files;
        for (const QString &name : { u"a.ipynb"_s, u"b.ipynb"_s, u"c.ipynb"_s }) {
            files.append(folder.filePath(name));
            QVERIFY(Notebook::File::write(files.last(), Notebook::Document().toBytes()));
        }
        const auto titles = [this] {
            QStringList result;
            for (const NotebookView *view : m_application->notebooks().all())
                result.append(view->title());
            return result;
        };
        ApplicationOptions first = options;
        first.files = files;
        start(first);
        QCOMPARE(titles(), (QStringList { u"a.ipynb"_s, u"b.ipynb"_s, u"c.ipynb"_s }));
        window().closeDocument(m_application->notebooks().all().at(1));
        QTRY_COMPARE(titles().size(), 2);
        m_application->openFiles({ files.first() });
        m_application.reset();
        start(options);
        QCOMPARE(titles(), (QStringList { u"a.ipynb"_s, u"c.ipynb"_s }));
        QCOMPARE(m_application->notebooks().current()->title(), u"a.ipynb"_s);
        m_application.reset();
        // Its share was not there this time.
        QVERIFY(QFile::rename(files.last(), folder.filePath(u"elsewhere"_s)));
        start(options);
        QCOMPARE(titles(), QStringList { u"a.ipynb"_s });
        m_application.reset();
        QVERIFY(QFile::rename(folder.filePath(u"elsewhere"_s), files.last()));
        start(options);
        QCOMPARE(titles(), (QStringList { u"a.ipynb"_s, u"c.ipynb"_s }));
        m_application.reset();
        // Pain 136: it froze, and was killed, while it opened them.
        {
            QSettings state(options.stateDirectory + u"/window.ini"_s, QSettings::IniFormat);
            state.setValue(u"reopening"_s, true);
        }
        start(options);
        QVERIFY(titles().isEmpty());
        pressToast(u"Open them"_s);
        QCOMPARE(titles().size(), 2);
        m_application.reset();
        // Whoever names a file wants that file.
        first.files = { files.at(1) };
        start(first);
        QCOMPARE(titles(), QStringList { u"b.ipynb"_s });
        m_application->preferences().setReopenNotebooks(false);
        m_application.reset();
        start(options);
        QVERIFY(titles().isEmpty());
    }

    // Pain 136, for what a crash left behind.
    // A second start shows its files in the window that is there: two programs would know nothing of each other's changes.
    void filesOfASecondStartGoToTheFirst()
    {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        const auto write = [&folder](const QString &name) {
            Notebook::Document document;
            document.cell(0)->setSource(name);
            QFile file(folder.filePath(name + u".ipynb"_s));
            if (file.open(QIODevice::WriteOnly))
                file.write(document.toBytes());
            return file.fileName();
        };
        const QStringList files { write(u"one"_s), write(u"two"_s) };
        const QString state = folder.filePath(u"state"_s);
        const auto offer = [&state](const QStringList &paths) {
            bool taken = false;
            // As another process, which waits for the answer of this one.
            std::unique_ptr<QThread> other(QThread::create([&] { taken = Handover::offer(state, paths); }));
            other->start();
            const bool answered = QTest::qWaitFor([&] { return other->isFinished(); }, 30'000);
            other->wait();
            return answered && taken;
        };
        QVERIFY(!offer(files)); // Nobody is there.
        QVERIFY(QDir().mkpath(state));
        QFile stale(state + u"/window.socket"_s); // Left by one that was killed.
        QVERIFY(stale.open(QIODevice::WriteOnly));
        stale.close();
        start({ .stateDirectory = state, .files = { files.first() } });
        const auto titles = [this] {
            QStringList all;
            for (const NotebookView *view : m_application->notebooks().all())
                all << view->title();
            all.sort();
            return all;
        };
        QTRY_COMPARE(titles(), QStringList { u"one.ipynb"_s });
        m_application->notebooks().all().first()->document()->cell(0)->setSource(u"changed"_s);
        QVERIFY(offer({ files.last() }));
        QTRY_COMPARE(titles(), (QStringList { u"one.ipynb"_s, u"two.ipynb"_s }));
        QVERIFY(offer({ files.first() }));
        QTRY_COMPARE(qobject_cast<NotebookView *>(window().currentDocument())->title(), u"one.ipynb"_s);
        QCOMPARE(titles().size(), 2); // That tab, with what was changed in it.
        QCOMPARE(qobject_cast<NotebookView *>(window().currentDocument())->document()->cell(0)->source(), u"changed"_s);
        QVERIFY(!offer({ u"relative.ipynb"_s }));
        qobject_cast<NotebookView *>(window().currentDocument())->document()->undo();
    }

    void whatFrozeTheProgramIsNotOpenedByItself()
    {
        QTemporaryDir folder;
        ApplicationOptions options;
        options.stateDirectory = folder.filePath(u"state"_s);
        const QString journals = options.stateDirectory + u"/journal"_s;
        const QString left = folder.filePath(u"left"_s);
        start(options);
        m_application->notebooks().create()->document()->cell(0)->setSource(u"unsaved = 1"_s);
        QString name;
        // As the disk is when the program is killed then.
        const auto written = [&] {
            name = QDir(journals).entryList(QDir::Dirs | QDir::NoDotAndDotDot).value(0);
            QDir(left).removeRecursively();
            if (name.isEmpty() || !QDir().mkpath(left + u'/' + name))
                return false;
            for (const QString &part : { u"/base.ipynb"_s, u"/log"_s })
                QFile::copy(journals + u'/' + name + part, left + u'/' + name + part);
            const QList<Notebook::Recovery> found = Notebook::Journal::find(left);
            return found.size() == 1 && found.constFirst().bytes.contains("unsaved");
        };
        QTRY_VERIFY_WITH_TIMEOUT(written(), 30'000);
        m_application.reset();
        QDir(journals).removeRecursively();
        QVERIFY(QDir().mkpath(journals));
        QVERIFY(QDir().rename(left + u'/' + name, journals + u'/' + name));
        QFile mark(journals + u'/' + name + u"/opening"_s);
        QVERIFY(mark.open(QIODevice::WriteOnly));
        mark.close();
        start(options);
        QTRY_VERIFY_WITH_TIMEOUT(window().toasts().count() > 0, 30'000);
        QVERIFY(m_application->notebooks().all().isEmpty());
        pressToast(u"Open it"_s);
        QCOMPARE(m_application->notebooks().all().size(), 1);
        QCOMPARE(m_application->notebooks().all().first()->document()->cell(0)->source(), u"unsaved = 1"_s);
    }

    void openNotebooksFollowThePreferenceAboutErrors()
    {
        start({});
        const NotebookView *view = m_application->notebooks().create();
        const auto goesOn = [view] {
            for (const QAction *action : view->allActions()) {
                if (action->objectName() == "notebook.continueOnError"_L1)
                    return action->isChecked();
            }
            return false;
        };
        QVERIFY(!goesOn());
        m_application->preferences().setContinueOnError(true);
        QVERIFY(goesOn());
        m_application->preferences().setContinueOnError(false);
        QVERIFY(!goesOn());
    }

    void theShellCardGivesABashNotebookWithoutNetwork()
    {
        start({ .connection = u"environment"_s });
        QTRY_VERIFY(m_application->connections().preferred()->isOnline());
        auto *page = qobject_cast<StartPage *>(m_application->window().currentDocument());
        QVERIFY(page);
        Q_EMIT page->createRequested(u"shell"_s);
        const auto *view = qobject_cast<NotebookView *>(m_application->window().currentDocument());
        QVERIFY(view);
        QCOMPARE(view->document()->defaultLanguage(), u"bash"_s);
        QTRY_VERIFY(!view->currentSandboxId().isEmpty());
        QCOMPARE(m_server->lastCreate.value("networkPolicy"_L1)["defaultAction"_L1].toString(), u"deny"_s);
    }

    void aRefusedSandboxOfACardIsTold()
    {
        m_server->createStatus = 400;
        start({ .connection = u"environment"_s });
        QTRY_VERIFY(m_application->connections().preferred()->isOnline());
        auto *page = qobject_cast<StartPage *>(m_application->window().currentDocument());
        QVERIFY(page);
        Q_EMIT page->createRequested(u"python"_s);
        QTRY_VERIFY2(words(m_application->window()).contains("The image is not known here"_L1), qPrintable(words(m_application->window())));
    }

    void theStartPageOffersTheServerOfTheOsbCommandLine()
    {
        QTemporaryDir home;
        const QByteArray before = qgetenv("HOME");
        qputenv("HOME", home.path().toUtf8());
        const auto restore = qScopeGuard([&before] { qputenv("HOME", before); });
        start({});
        QVERIFY(!words(m_application->window()).contains("config.toml"_L1));
        m_application.reset();

        QVERIFY(QDir(home.path()).mkpath(u".opensandbox"_s));
        QFile file(home.filePath(u".opensandbox/config.toml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[connection]\ndomain = \"staging.example.org:8443\"\nprotocol = \"https\"\napi_key = \"secret-key\"\n");
        file.close();
        start({});
        auto *page = qobject_cast<StartPage *>(m_application->window().currentDocument());
        QVERIFY(page);
        QVERIFY2(words(*page).contains("Found: staging.example.org:8443, with a key"_L1), qPrintable(words(*page)));
        QVERIFY(words(*page).contains("~/.opensandbox/config.toml"_L1));
        Q_EMIT page->importRequested();
        const auto *dialog = m_application->window().findChild<ConnectionDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(dialog->config().domain, u"staging.example.org:8443"_s);
        QCOMPARE(dialog->config().protocol, u"https"_s);
        QCOMPARE(dialog->config().apiKey, u"secret-key"_s);
        QVERIFY(!words(m_application->window()).contains("secret-key"_L1)); // pain 138
        QDir().mkpath(QStringLiteral(WB_PICTURES));
        QVERIFY(m_application->window().grab().save(QStringLiteral(WB_PICTURES "/start-osb.png")));
    }

    void notificationsStayBehindTheBell()
    {
        start({});
        Toasts &toasts = m_application->window().toasts();
        for (int i = 0; i < 25; ++i)
            toasts.show(u"message %1"_s.arg(i));
        QCOMPARE(toasts.history().size(), 20);
        QCOMPARE(toasts.history().first().toast.text, u"message 24"_s);
        QVERIFY(m_application->window().status().segments().contains(u"bell"_s));
    }

    void theIsolationDialogSaysWhenNothingIsKnown()
    {
        start({});
        m_application->actions().action(u"sandbox.isolation"_s)->trigger();
        const auto *dialog = m_application->window().findChild<IsolationDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        QVERIFY(words(*dialog).contains("does not run"_L1));
    }

    void theSampleNotebookHasACellForEachLanguage()
    {
        Notebook::Document document;
        const QStringList languages { u"python"_s, u"bash"_s, u"javascript"_s, u"typescript"_s, u"java"_s, u"go"_s };
        SampleNotebook::fill(&document, languages);
        QCOMPARE(document.count(), languages.size() + 1);
        QVERIFY(!document.isModified());
        QCOMPARE(document.defaultLanguage(), u"python"_s);
        for (int i = 0; i < languages.size(); ++i) {
            QCOMPARE(document.cell(i + 1)->effectiveBinding().language, languages.at(i));
            QVERIFY(!document.cell(i + 1)->source().isEmpty());
        }
    }

};

QTEST_MAIN(TestStart)
#include "tst_start.moc"

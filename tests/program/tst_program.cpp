// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// The whole program on a screen: real window, real local runtime, real kernels.
#include <application.h>
#include <notebook/notebookview.h>
#include <sandboxes/isolationdialog.h>
#include <session/connectionstore.h>
#include <session/sandboxcreation.h>
#include <session/sandboxsession.h>
#include <shell/mainwindow.h>
#include <shell/startpage.h>
#include <theme/workbenchstyle.h>

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

class TestProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();

    void welcomeNotebookRunsInTheWindow();
    void interruptStopsAnEndlessLoopAndKeepsVariables();
    void aKilledKernelEndsItsCellWithTheReason();
    void killedSandboxLeavesOutputsReadable();
    void theStartPageMakesASandboxWithANotebookThatRuns();
    void theMultiLanguageCardRunsEachLanguageInOneSandbox();

private:
    Notebook::Cell *runCell(const QString &code, int limitMs);
    void picture(const QString &name);

    QTemporaryDir m_dir;
    std::unique_ptr<Application> m_application;
    std::unique_ptr<SandboxCreation> m_creation;
    std::vector<std::unique_ptr<SandboxCreation>> m_neighbours;
    NotebookView *m_view = nullptr;
};

void TestProgram::initTestCase()
{
    QVERIFY(m_dir.isValid());
    WorkbenchStyle::install();
    const QString notebook = m_dir.filePath(u"welcome.ipynb"_s);
    QVERIFY(QFile::copy(QStringLiteral(WB_SOURCE_DIR "/resources/notebooks/welcome.ipynb"), notebook));
    QVERIFY(QFile::setPermissions(notebook, QFile::ReadOwner | QFile::WriteOwner));
    ApplicationOptions options;
    options.configDirectory = m_dir.filePath(u"config"_s);
    options.stateDirectory = m_dir.filePath(u"state"_s);
    options.theme = Theme::Kind::Light;
    options.files = { notebook };
    m_application = std::make_unique<Application>(options);
    m_application->window().resize(1440, 900);
    m_application->start();
    QVERIFY(QTest::qWaitForWindowExposed(&m_application->window()));
    Connection *local = m_application->connections().local();
    QTRY_VERIFY2_WITH_TIMEOUT(local->isOnline(), qUtf8Printable(local->problem().message), 30'000);
    QTRY_VERIFY((m_view = m_application->window().findChild<NotebookView *>()));

    OpenSandbox::CreateOptions create;
    create.image = u"local"_s;
    create.timeout = std::chrono::hours(4);
    create.metadata.insert(u"name"_s, u"welcome"_s);
    m_creation = std::make_unique<SandboxCreation>(&m_application->sessions(), local, create);
    m_creation->start();
    QTRY_VERIFY2_WITH_TIMEOUT(m_creation->outcome() == SandboxCreation::Outcome::Succeeded, qUtf8Printable(m_creation->problem().message), 30'000);
    m_view->attach(u"local"_s, m_creation->sandboxId());
    // Neighbours in the list, as there are in a day's work.
    for (const auto &[name, minutes] : { std::pair(u"py-analysis"_s, 95), std::pair(u"etl-nightly"_s, 8) }) {
        create.metadata.insert(u"name"_s, name);
        create.timeout = std::chrono::minutes(minutes);
        m_neighbours.push_back(std::make_unique<SandboxCreation>(&m_application->sessions(), local, create));
        m_neighbours.back()->start();
    }
}

void TestProgram::cleanupTestCase()
{
    m_neighbours.clear();
    m_creation.reset();
    m_application.reset();
}

Notebook::Cell *TestProgram::runCell(const QString &code, int limitMs)
{
    Notebook::Document *document = m_view->document();
    Notebook::Cell *cell = document->insertCell(document->count(), Notebook::CellKind::Code, code);
    m_view->run({ cell->index() });
    return QTest::qWaitFor([cell] { return !cell->isBusy(); }, limitMs) ? cell : nullptr;
}

void TestProgram::picture(const QString &name)
{
    QDir().mkpath(QStringLiteral(WB_PICTURES));
    for (const auto &[kind, suffix] : { std::pair(Theme::Kind::Light, "light"), std::pair(Theme::Kind::Dark, "dark"), std::pair(Theme::Kind::HighContrast, "contrast") }) {
        Theme::setCurrent(kind);
        QTest::qWait(500); // pictures are decoded anew and laid out, in the new colours
        QVERIFY(m_application->window().grab().save(QStringLiteral(WB_PICTURES "/%1-%2.png").arg(name, QLatin1StringView(suffix))));
    }
    Theme::setCurrent(Theme::Kind::Light);
}

void TestProgram::welcomeNotebookRunsInTheWindow()
{
    m_view->runAll();
    QTRY_VERIFY_WITH_TIMEOUT(m_view->isBusy(), 10'000);
    QTRY_VERIFY_WITH_TIMEOUT(!m_view->isBusy(), 90'000);
    bool picture27 = false;
    for (const Notebook::Cell *cell : m_view->document()->cells()) {
        if (cell->kind() != Notebook::CellKind::Code) {
            continue;
        }
        QVERIFY2(cell->runState() == Notebook::RunState::Done, qUtf8Printable(cell->source() + u"\n"_s + cell->stateReason() + cell->outputs()->plainText()));
        for (int i = 0; i < cell->outputs()->count(); ++i) {
            picture27 = picture27 || cell->outputs()->at(i).data().contains(u"image/png");
        }
    }
    QVERIFY(picture27);
    for (const auto &neighbour : m_neighbours)
        QTRY_VERIFY2_WITH_TIMEOUT(neighbour->outcome() == SandboxCreation::Outcome::Succeeded, qUtf8Printable(neighbour->problem().message), 60'000);
    picture(u"main"_s);
    // The picture of the README: a plot in whole, and what the context holds beside it.
    m_application->window().showPane(u"variables"_s, false);
    m_application->window().setAreaVisible(MainWindow::Area::Bottom, false);
    picture(u"readme"_s);
    m_application->window().setAreaVisible(MainWindow::Area::Bottom, true);
    m_application->window().resize(1024, 640);
    picture(u"small-window"_s);
    m_application->window().resize(1440, 900);
    QVERIFY(m_view->save());
    QTRY_VERIFY(!m_view->isModified());
}

void TestProgram::interruptStopsAnEndlessLoopAndKeepsVariables()
{
    QVERIFY(runCell(u"kept = 42"_s, 10'000));
    Notebook::Document *document = m_view->document();
    Notebook::Cell *loop = document->insertCell(document->count(), Notebook::CellKind::Code, u"print('in')\nwhile True: pass"_s);
    m_view->run({ loop->index() });
    QTRY_VERIFY_WITH_TIMEOUT(loop->outputs()->plainText().contains("in"_L1), 10'000);
    QElapsedTimer timer;
    timer.start();
    m_view->queue()->interruptAll();
    QTRY_VERIFY_WITH_TIMEOUT(!loop->isBusy(), 2'000);
    QCOMPARE(loop->runState(), Notebook::RunState::Interrupted);
    Notebook::Cell *after = runCell(u"print(kept)"_s, 10'000);
    QVERIFY(after);
    QCOMPARE(after->outputs()->plainText().trimmed(), u"42"_s);
}

void TestProgram::aKilledKernelEndsItsCellWithTheReason() // pain 34
{
    // What a process still has in its own buffers dies with it, so this one waits until its text is out.
    Notebook::Cell *cell = runCell(u"import os, signal, time\nprint('still here', flush=True)\ntime.sleep(0.5)\nos.kill(os.getpid(), signal.SIGKILL)"_s, 5'000);
    QVERIFY(cell);
    QVERIFY(cell->runState() == Notebook::RunState::ContextLost || cell->runState() == Notebook::RunState::Failed);
    QVERIFY2(cell->outputs()->plainText().contains("still here"_L1), qUtf8Printable(cell->outputs()->plainText()));
    const QString told = cell->stateReason() + cell->outputs()->plainText();
    QVERIFY2(told.contains("died"_L1, Qt::CaseInsensitive) || told.contains("signal 9"_L1), qUtf8Printable(told));
}

void TestProgram::killedSandboxLeavesOutputsReadable() // pain 114
{
    const Notebook::Cell *first = m_view->document()->cell(1);
    const QString before = first->outputs()->plainText();
    QVERIFY(!before.isEmpty());
    m_application->sandboxes().killNow({ m_creation->sandboxId() });
    QTRY_VERIFY_WITH_TIMEOUT(!m_application->sandboxes().find(m_creation->sandboxId())
                                 || !m_application->sandboxes().find(m_creation->sandboxId())->isPresent(), 15'000);
    QCOMPARE(first->outputs()->plainText(), before);
    picture(u"sandbox-gone"_s);
}

void TestProgram::theStartPageMakesASandboxWithANotebookThatRuns()
{
    m_neighbours.clear();
    m_creation.reset();
    m_application.reset();
    ApplicationOptions options;
    options.configDirectory = m_dir.filePath(u"config-2"_s);
    options.stateDirectory = m_dir.filePath(u"state-2"_s);
    options.theme = Theme::Kind::Light;
    m_application = std::make_unique<Application>(options);
    MainWindow &window = m_application->window();
    window.resize(1440, 900);
    m_application->start();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QTRY_VERIFY_WITH_TIMEOUT(m_application->connections().local()->isOnline(), 30'000);
    picture(u"first-run"_s);
    m_application->actions().action(u"sandbox.isolation"_s)->trigger();
    auto *isolation = window.findChild<IsolationDialog *>();
    QVERIFY(isolation && isolation->isVisible());
    QStringList told;
    for (const QLabel *label : isolation->findChildren<QLabel *>())
        told << label->text();
    QVERIFY2(told.join(u' ').contains("bubblewrap"_L1), qPrintable(told.join(u'\n')));
    QVERIFY(isolation->grab().save(QStringLiteral(WB_PICTURES "/isolation.png")));
    isolation->close();

    const QList<QPushButton *> buttons = window.findChildren<QPushButton *>();
    const auto create = std::ranges::find_if(buttons, [](const QPushButton *button) { return button->isVisible() && button->text() == "Create"_L1; });
    QVERIFY(create != buttons.end());
    QTest::mouseClick(*create, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT((m_view = window.findChild<NotebookView *>()), 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(m_application->sandboxes().count() == 1 && m_application->sandboxes().records().first().isRunning(), 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(!m_view->currentSandboxId().isEmpty(), 10'000);
    const Notebook::Cell *cell = runCell(u"print(6 * 7)"_s, 30'000);
    QVERIFY(cell);
    QCOMPARE(cell->outputs()->plainText().trimmed(), u"42"_s);
}

void TestProgram::theMultiLanguageCardRunsEachLanguageInOneSandbox()
{
    MainWindow &window = m_application->window();
    m_application->actions().action(u"help.start"_s)->trigger();
    const auto *page = qobject_cast<StartPage *>(window.currentDocument());
    QVERIFY(page);
    const QStringList languages = m_application->connections().local()->catalog().languages;
    QVERIFY(languages.contains(u"python"_s) && languages.contains(u"bash"_s));
    QList<QPushButton *> buttons;
    for (QPushButton *button : page->findChildren<QPushButton *>()) {
        if (button->text() == "Create"_L1)
            buttons << button;
    }
    QCOMPARE(buttons.size(), 3);
    QTest::mouseClick(buttons.at(1), Qt::LeftButton);
    auto *view = qobject_cast<NotebookView *>(window.currentDocument());
    QVERIFY(view);
    QCOMPARE(view->document()->count(), languages.size() + 1);
    QTRY_VERIFY_WITH_TIMEOUT(!view->currentSandboxId().isEmpty(), 30'000);
    QList<int> cells;
    for (int i = 1; i < view->document()->count(); ++i) {
        QCOMPARE(view->document()->cell(i)->effectiveBinding().language, languages.at(i - 1));
        // Go compiles its standard library at its first start; its own tests wait for that.
        if (languages.at(i - 1) != "go"_L1)
            cells << i;
    }
    view->run(cells);
    QTRY_VERIFY_WITH_TIMEOUT(view->isBusy(), 10'000);
    QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 150'000);
    for (const int i : std::as_const(cells)) {
        const Notebook::Cell *cell = view->document()->cell(i);
        const QString language = cell->effectiveBinding().language;
        QVERIFY2(cell->runState() == Notebook::RunState::Done, qPrintable(language + u": "_s + cell->stateReason() + cell->outputs()->plainText()));
        QVERIFY2(!cell->outputs()->plainText().isEmpty(), qPrintable(language));
    }
    picture(u"languages"_s);
}

QTEST_MAIN(TestProgram)
#include "tst_program.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// What the running window does when its server dies, refuses the key, fails at everything or is very slow.
#include "fakelifecycle.h"
#include "watchdog.h"

#include <application.h>
#include <execution/contextrunner.h>
#include <notebook/cellcanvas.h>
#include <notebook/codeeditor.h>
#include <notebook/notebookview.h>
#include <notebookdocuments.h>
#include <sandboxes/connectiondialog.h>
#include <sandboxes/sandboxesview.h>
#include <session/connectionstore.h>
#include <session/sandboxsession.h>
#include <session/sandboxstore.h>
#include <shared/toasts.h>
#include <shell/mainwindow.h>
#include <theme/workbenchstyle.h>

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QAbstractButton>
#include <QAction>
#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Notebook::Cell;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double sanitizerFactor = 5;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr double sanitizerFactor = 5;
#else
constexpr double sanitizerFactor = 1;
#endif
#else
constexpr double sanitizerFactor = 1;
#endif

QString words(const QWidget &window)
{
    QStringList texts;
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        if (label->isVisible())
            texts << label->text();
    }
    return texts.join(u'\n');
}

QAbstractButton *button(const QWidget &window, const QString &text)
{
    for (QAbstractButton *each : window.findChildren<QAbstractButton *>()) {
        if (each->isVisible() && each->text().remove(u'&') == text)
            return each;
    }
    return nullptr;
}

} // namespace

class TestTrouble : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { WorkbenchStyle::install(); }
    void init()
    {
        m_server = std::make_unique<FakeLifecycle>();
        const OpenSandbox::ConnectionConfig config = m_server->config();
        qputenv("OPEN_SANDBOX_DOMAIN", config.domain.toUtf8());
        qputenv("OPEN_SANDBOX_API_KEY", config.apiKey.toUtf8());
        m_id = m_server->add(u"py-analysis"_s, 40min);
        m_server->add(u"etl-nightly"_s, 5min);
    }
    void cleanup()
    {
        m_application.reset();
        m_server.reset();
    }

    void aServerThatDiesLeavesTheListAndComesBack()
    {
        start();
        QTRY_COMPARE(m_application->sandboxes().count(), 2);
        Watchdog watchdog;
        m_server->close();
        QTRY_VERIFY2_WITH_TIMEOUT(said("Environment does not answer"_L1), qPrintable(all()), 30'000);
        QVERIFY2(said("Is the server running there?"_L1), qPrintable(all()));
        QTRY_VERIFY2(said("Lists are as of"_L1), qPrintable(all()));
        QVERIFY(said("Next try in"_L1) || said("Trying now"_L1));
        QCOMPARE(m_application->sandboxes().count(), 2); // stale, and still there
        QVERIFY(button(window(), u"Copy diagnostics"_s));
        picture(u"trouble-dead"_s);
        // What is done meanwhile is refused in words, not lost.
        m_application->notebooks().create();
        m_application->actions().action(u"view.palette"_s)->trigger();
        window().palettePopup().close();
        QVERIFY(m_server->reopen());
        QAbstractButton *again = button(window(), u"Try now"_s);
        QVERIFY(again);
        again->click();
        QTRY_VERIFY_WITH_TIMEOUT(connection()->isOnline(), 40'000);
        QTRY_VERIFY(!said("does not answer"_L1));
        calm(watchdog);
    }

    void aKeyThatWasChangedIsAskedFor()
    {
        start();
        QTRY_COMPARE(m_application->sandboxes().count(), 2);
        Watchdog watchdog;
        m_server->key = u"new-key"_s;
        QTRY_VERIFY2_WITH_TIMEOUT(said("The key was refused (401)"_L1), qPrintable(all()), 30'000);
        QCOMPARE(m_application->sandboxes().count(), 2);
        picture(u"trouble-key"_s);
        QAbstractButton *change = button(window(), u"Change key"_s);
        QVERIFY(change);
        change->click();
        auto *dialog = window().findChild<ConnectionDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        auto *key = qobject_cast<QLineEdit *>(dialog->focusWidget());
        QVERIFY(key && key->echoMode() == QLineEdit::Password);
        key->setText(u"new-key"_s);
        button(*dialog, u"Save"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(connection()->isOnline(), 20'000);
        QTRY_VERIFY(!said("The key was refused"_L1));
        calm(watchdog);
    }

    void aServerThatOnlyFailsIsNotCalledOnline()
    {
        start();
        QTRY_COMPARE(m_application->sandboxes().count(), 2);
        Watchdog watchdog;
        m_server->mood = FakeLifecycle::Mood::Failing;
        QTRY_VERIFY2_WITH_TIMEOUT(said("Environment could not do this (500): The database is gone."_L1), qPrintable(all()), 30'000);
        QVERIFY(!connection()->isOnline());
        QCOMPARE(connection()->stateText(), u"Errors"_s);
        QVERIFY2(said("look at the server's log"_L1), qPrintable(all()));
        QCOMPARE(m_application->sandboxes().count(), 2);
        picture(u"trouble-500"_s);
        m_server->mood = FakeLifecycle::Mood::Well;
        QTRY_VERIFY_WITH_TIMEOUT(connection()->isOnline(), 60'000);
        QTRY_VERIFY(!said("could not do this"_L1));
        calm(watchdog);
    }

    void aListThatFailsAloneIsToldToo()
    {
        start();
        QTRY_COMPARE(m_application->sandboxes().count(), 2);
        m_server->statuses.insert(u"GET /v1/sandboxes"_s, 500);
        QTRY_VERIFY2_WITH_TIMEOUT(said("Environment could not do this (500)"_L1), qPrintable(all()), 30'000);
        m_server->statuses.clear();
        QTRY_VERIFY_WITH_TIMEOUT(connection()->isOnline(), 60'000);
    }

    void tenSecondsOfLatencyLeaveTheWindowResponsive()
    {
        m_server->latency = 10s;
        Watchdog watchdog;
        start();
        QTRY_VERIFY2(said("Connecting to Environment"_L1), qPrintable(all()));
        use();
        QTRY_VERIFY_WITH_TIMEOUT(connection()->isOnline(), 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(m_application->sandboxes().count(), 2, 40'000);
        QVERIFY(connection()->isSlow());
        QVERIFY2(connection()->latencyText().endsWith(" s"_L1), qPrintable(connection()->latencyText()));
        // An action that takes long shows at once that it was begun.
        m_application->sandboxes().prepareKill({ m_id });
        m_application->sandboxes().killNow({ m_id });
        picture(u"trouble-slow"_s);
        use();
        QTRY_VERIFY_WITH_TIMEOUT(m_server->count() == 1, 40'000);
        calm(watchdog);
        QVERIFY(watchdog.beats() > 100);
    }

    /// Whatever a server does not say, everything that needs no server goes on, and what needs it ends in an honest mark. The server
    /// is of this thread: had a turn waited for it, nothing would ever have ended.
    void aNotebookIsUsedWhileTheServerKeepsSilent()
    {
        start();
        QTRY_COMPARE(m_application->sandboxes().count(), 2);
        NotebookView *view = m_application->notebooks().create(m_id, u"bash"_s); // No bridge for displays, which would run code of its own first.
        QTRY_VERIFY_WITH_TIMEOUT(ready(), 30'000);
        m_server->holding = true;
        Watchdog watchdog;
        Cell *cell = view->document()->cell(0);
        cell->setSource(u"work()"_s);
        for (int i = 0; i < 60; ++i)
            view->document()->insertCell(view->document()->count(), Notebook::CellKind::Markdown, u"## Part %1\nwords"_s.arg(i));
        view->run({ 0 });
        QTRY_VERIFY(m_server->waiting() > 0);
        QVERIFY(cell->isBusy());
        work(view);
        // Its context has not even been made: the interrupt needs no server.
        view->interrupt();
        QTRY_COMPARE(cell->runState(), Notebook::RunState::Interrupted);
        // One run gets as far as the context's code, late at each step, and its interrupt late, too.
        view->run({ 0 });
        for (int step = 0; step < 200 && m_server->runs() == 0; ++step) {
            work(view);
            m_server->release();
            QTest::qWait(20);
        }
        QCOMPARE(m_server->runs(), 1);
        m_server->print("first\n");
        QTRY_COMPARE(cell->outputs()->plainText(), u"first\n"_s);
        view->interrupt();
        work(view);
        QCOMPARE(cell->runState(), Notebook::RunState::Running);
        QVERIFY(cell->isInterruptRequested());
        m_server->release();
        m_server->endRuns("KeyboardInterrupt");
        QTRY_COMPARE(cell->runState(), Notebook::RunState::Interrupted);
        // One is left alone: its tab is closed and the program quits while nothing is answered.
        view->run({ 0 });
        work(view);
        QVERIFY(!view->requestClose());
        QElapsedTimer clock;
        clock.start();
        calm(watchdog);
        m_application.reset();
        QVERIFY(clock.elapsed() < 20'000);
    }

    void anInterruptFromElsewhereEndsThoughTheServerKeepsSilent()
    {
        start();
        QTRY_COMPARE(m_application->sandboxes().count(), 2);
        NotebookView *view = m_application->notebooks().create(m_id, u"bash"_s); // No bridge for displays, which would run code of its own first.
        QTRY_VERIFY_WITH_TIMEOUT(ready(), 30'000);
        Cell *cell = view->document()->cell(0);
        cell->setSource(u"work()"_s);
        ContextRunner runner(&m_application->sessions());
        runner.setPatience(300ms);
        Notebook::RunQueue queue(&runner);
        Watchdog watchdog;
        const auto interruptedElsewhere = [&](bool silent) {
            queue.enqueue(cell);
            QTRY_COMPARE_WITH_TIMEOUT(m_server->runs(), 1, 30'000);
            m_server->print("first\n");
            m_server->holding = silent;
            m_server->endRuns("KeyboardInterrupt");
            QTRY_VERIFY_WITH_TIMEOUT(!cell->isBusy(), 30'000);
        };
        interruptedElsewhere(true);
        QCOMPARE(cell->runState(), Notebook::RunState::Interrupted);
        const Notebook::OutputList *outputs = cell->outputs();
        QCOMPARE(outputs->at(outputs->count() - 1).notice().code, u"context-unknown"_s);
        QVERIFY(outputs->plainText().startsWith("first\n"_L1));
        // The answer comes after all: nothing changes any more, and the next run goes on in the same context.
        m_server->holding = false;
        m_server->release();
        QTest::qWait(50);
        QCOMPARE(cell->runState(), Notebook::RunState::Interrupted);
        interruptedElsewhere(false);
        QCOMPARE(cell->runState(), Notebook::RunState::Failed);
        calm(watchdog);
    }

private:
    bool ready() const
    {
        const auto session = m_application->sessions().existing(m_id);
        return session && session->isReady();
    }
    /// A person goes on meanwhile: other tabs, other cells, typing, scrolling, looking around.
    void work(NotebookView *view)
    {
        NotebookView *other = m_application->notebooks().create();
        QCoreApplication::processEvents();
        window().setCurrentDocument(view);
        QCoreApplication::processEvents();
        CellCanvas *canvas = view->canvas();
        QScrollBar *bar = canvas->verticalScrollBar();
        for (const int value : { bar->maximum(), 0, bar->maximum() / 2 }) {
            bar->setValue(value);
            QCoreApplication::processEvents();
        }
        canvas->setCurrent(1);
        canvas->edit(0);
        QVERIFY(canvas->editor());
        const qsizetype before = view->document()->cell(1)->source().size();
        QTest::keyClicks(canvas->editor(), u"typed "_s);
        QCOMPARE(view->document()->cell(1)->source().size(), before + 6);
        canvas->command();
        QVERIFY(other->requestClose());
        Q_EMIT other->closeAccepted();
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    void start()
    {
        ApplicationOptions options;
        options.localRuntime = false;
        options.theme = Theme::Kind::Light;
        options.connection = u"environment"_s;
        m_application = std::make_unique<Application>(options);
        window().resize(1440, 900);
        m_application->start();
        QVERIFY(QTest::qWaitForWindowExposed(&window()));
    }
    /// What a person does who does not wait.
    void use()
    {
        m_application->notebooks().create();
        for (const auto &id : { u"view.palette"_s, u"window.nextPart"_s, u"view.watch"_s, u"view.operate"_s, u"view.code"_s, u"help.shortcuts"_s, u"sandbox.new"_s, u"connection.add"_s, u"window.next"_s }) {
            m_application->actions().action(id)->trigger();
            QCoreApplication::processEvents();
        }
        window().palettePopup().close();
        for (QDialog *dialog : window().findChildren<QDialog *>())
            dialog->reject();
        QCoreApplication::processEvents();
    }
    /// No wait of the length of an answer ever stood in the interface thread, and no work that a hand would feel.
    void calm(const Watchdog &watchdog)
    {
        QVERIFY2(watchdog.worstPauseMs() < 8'000, qPrintable(QString::number(watchdog.worstPauseMs())));
        QVERIFY2(watchdog.worstWorkMs() < 400 * sanitizerFactor, qPrintable(QString::number(watchdog.worstWorkMs())));
        qInfo("longest work %.1f ms, longest pause %lld ms", watchdog.worstWorkMs(), static_cast<long long>(watchdog.worstPauseMs()));
    }
    MainWindow &window() const { return m_application->window(); }
    Connection *connection() const { return m_application->connections().preferred(); }
    QString all() const { return words(window()); }
    bool said(QLatin1StringView text) const { return all().contains(text); }
    void picture(const QString &name)
    {
        QDir().mkpath(QStringLiteral(WB_PICTURES));
        QVERIFY(window().grab().save(QStringLiteral(WB_PICTURES "/%1.png").arg(name)));
    }

    std::unique_ptr<FakeLifecycle> m_server;
    std::unique_ptr<Application> m_application;
    QString m_id;
};

QTEST_MAIN(TestTrouble)
#include "tst_trouble.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Notebooks in front of a server that answers when and what the test says: orders of events that a real one has once in a while.
#include "fakelifecycle.h"
#include "notebook/cellcanvas.h"
#include "notebook/cellstatus.h"
#include "sessiontest.h"
#include "shared/banner.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QScopeGuard>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::OutputType;
using Notebook::RunState;

class CellsServer : public SessionTest
{
    Q_OBJECT

    std::unique_ptr<FakeLifecycle> m_server;
    std::unique_ptr<NotebookView> m_first;
    std::unique_ptr<NotebookView> m_second;
    std::shared_ptr<SandboxSession> m_session;
    QString m_sandbox;
    QString m_context;

    static Cell *cell(const std::unique_ptr<NotebookView> &view, int index) { return view->document()->cell(index); }
    /// That two notebooks may share a context, they name it by their file.
    std::unique_ptr<NotebookView> view(const QStringList &sources)
    {
        auto made = std::make_unique<NotebookView>(m_targets.get());
        made->document()->setDefaultBinding({ m_connections->preferred()->id(), m_sandbox, u"python"_s, {} });
        for (const QString &source : sources)
            made->document()->insertCell(made->document()->count(), CellKind::Code, source);
        made->document()->removeCell(0);
        made->resize(900, 600);
        made->show();
        return made;
    }
    void runToEnd(const std::unique_ptr<NotebookView> &view, int index)
    {
        const int before = m_server->runs();
        view->run({ index });
        QTRY_COMPARE(m_server->runs(), before + 1);
        m_server->endRuns();
        QTRY_COMPARE(cell(view, index)->runState(), RunState::Done);
    }
    QString daemon(const QString &path) const { return u"/daemon/"_s + m_sandbox + path; }
    QString restartLine() const { return u"POST "_s + daemon(u"/code/contexts/"_s + m_context + u"/restart"_s); }
    /// The request arrives at a server that holds all of them, and is answered.
    bool pass(const QString &line)
    {
        return QTest::qWaitFor([&] { return m_server->release(line); });
    }
    QStringList notices(const Cell *cell) const
    {
        QStringList codes;
        for (int i = 0; i < cell->outputs()->count(); ++i) {
            if (cell->outputs()->at(i).type() == OutputType::Notice)
                codes.append(cell->outputs()->at(i).notice().code);
        }
        return codes;
    }
    /// Nothing in any of the notebooks says that something was lost.
    bool isCalm() const
    {
        for (const auto *view : { &m_first, &m_second }) {
            for (const Cell *cell : (*view)->document()->cells()) {
                if (cell->runState() == RunState::ContextLost)
                    return false;
            }
        }
        return true;
    }

private Q_SLOTS:
    void init()
    {
        m_connections = std::make_unique<ConnectionStore>(nullptr);
        m_connections->setProperty("displayBridge", false); // It would run a program of its own first.
        m_server = std::make_unique<FakeLifecycle>();
        m_sandbox = m_server->add(u"py"_s);
        Connection *connection = m_connections->add(u"Far"_s, m_server->config(), false);
        m_connections->setPreferred(connection);
        makeTargets();
        QTRY_COMPARE_WITH_TIMEOUT(m_store->count(), 1, 30'000);
        m_session = m_sessions->session(m_sandbox);
        QTRY_VERIFY_WITH_TIMEOUT(m_session->isReady(), 30'000);
        m_first = view({ u"one"_s, u"long"_s });
        m_second = view({ u"two"_s, u"again"_s, u"more"_s });
        runToEnd(m_first, 0);
        runToEnd(m_second, 0);
        QCOMPARE(m_session->contexts().size(), 1);
        m_context = m_session->contexts().first().id();
    }

    void cleanup()
    {
        m_session.reset();
        m_first.reset();
        m_second.reset();
        closeTargets();
        m_connections.reset();
        m_server.reset();
    }

    void aWantedRestartIsNeverALoss_data()
    {
        QTest::addColumn<QString>("meanwhile");
        QTest::newRow("nothing") << QString();
        QTest::newRow("a list from before") << u"list"_s;
        QTest::newRow("a list asked for in the middle") << u"late list"_s;
        QTest::newRow("the server no longer knows it") << u"gone"_s;
    }

    // On a server that cannot restart, a context is deleted and another one made. Whatever is heard in between.
    void aWantedRestartIsNeverALoss()
    {
        QFETCH(QString, meanwhile);
        const QString list = u"GET "_s + daemon(u"/code/contexts"_s);
        m_server->canRestart = false;
        m_server->holding = true;
        if (meanwhile == "list"_L1)
            m_session->refreshContexts();
        QString error = u"not called"_s;
        m_targets->restartContext(cell(m_first, 0)->effectiveBinding(), [&error](const QString &why) { error = why; });
        QVERIFY(m_session->isRestarting(m_context));
        QVERIFY(pass(restartLine()));
        QVERIFY(pass(u"DELETE "_s + daemon(u"/code/contexts/"_s + m_context)));
        QTRY_COMPARE(m_server->contexts(m_sandbox).size(), 0);
        if (meanwhile == "list"_L1)
            QVERIFY(pass(list)); // Without it, as it is just now.
        if (meanwhile == "late list"_L1)
            m_session->refreshContexts();
        if (meanwhile == "gone"_L1)
            m_session->noteContextGone(m_context);
        for (int i = 0; i < 20; ++i) {
            QTest::qWait(5);
            QVERIFY(isCalm());
        }
        QVERIFY(pass(u"POST "_s + daemon(u"/code/context"_s)));
        QTRY_VERIFY(error.isEmpty());
        m_server->holding = false;
        m_server->release();
        QVERIFY(isCalm());
        for (const Cell *one : { cell(m_first, 0), cell(m_second, 0) }) {
            QCOMPARE(one->runState(), RunState::NeverRun);
            QVERIFY(!one->stateReason().isEmpty());
        }
        QTest::qWait(50); // What was put off is asked for now.
        QVERIFY(isCalm());
        QCOMPARE(m_session->contexts().size(), 1);
        QVERIFY(m_session->contexts().first().id() != m_context);
        runToEnd(m_second, 1);
        QCOMPARE(m_session->contexts().size(), 1);
    }

    // The stream of a cell ends with the context that it ran in, and says so before the restart has come back.
    void theEndOfAStreamIsPartOfTheRestart_data()
    {
        QTest::addColumn<bool>("works");
        QTest::newRow("it restarts") << true;
        QTest::newRow("it does not come back") << false;
    }

    void theEndOfAStreamIsPartOfTheRestart()
    {
        QFETCH(bool, works);
        m_second->run({ 1 });
        QTRY_COMPARE(m_server->runs(), 1);
        m_server->holding = true;
        if (!works)
            m_server->statuses.insert(restartLine(), 500);
        QString error = u"not called"_s;
        m_targets->restartContext(cell(m_first, 0)->effectiveBinding(), [&error](const QString &why) { error = why; });
        m_server->endRuns("ContextLost");
        QTRY_COMPARE(cell(m_second, 1)->runState(), RunState::ContextLost); // It was in the middle.
        QCOMPARE(cell(m_second, 0)->runState(), RunState::Done);
        QCOMPARE(cell(m_first, 0)->runState(), RunState::Done);
        QVERIFY(pass(restartLine()));
        QTRY_VERIFY(error != "not called"_L1);
        QCOMPARE(error.isEmpty(), works);
        QTRY_COMPARE(cell(m_second, 0)->runState(), works ? RunState::NeverRun : RunState::ContextLost);
        QCOMPARE(cell(m_first, 0)->runState(), works ? RunState::NeverRun : RunState::ContextLost);
        m_server->holding = false;
        m_server->release();
    }

    // Another notebook that knows nothing of it runs a cell in the middle: it waits, and so does what stands behind it.
    void whatIsRunInTheMiddleWaits()
    {
        m_server->canRestart = false;
        m_server->holding = true;
        QString error = u"not called"_s;
        m_targets->restartContext(cell(m_first, 0)->effectiveBinding(), [&error](const QString &why) { error = why; });
        m_second->run({ 1 });
        m_second->run({ 2 });
        QCOMPARE(cell(m_second, 1)->runState(), RunState::Running);
        QCOMPARE(cellStatus(cell(m_second, 1)).remark, u"Restarts the context"_s);
        QCOMPARE(cell(m_second, 2)->runState(), RunState::Queued);
        QVERIFY(pass(restartLine()));
        QVERIFY(pass(u"DELETE "_s + daemon(u"/code/contexts/"_s + m_context)));
        QVERIFY(pass(u"POST "_s + daemon(u"/code/context"_s)));
        QTRY_VERIFY(error.isEmpty());
        m_server->holding = false;
        m_server->release();
        QCOMPARE(cell(m_second, 0)->runState(), RunState::NeverRun);
        QTRY_COMPARE(m_server->runs(), 1);
        QCOMPARE(cell(m_second, 1)->runState(), RunState::Running);
        QCOMPARE(cellStatus(cell(m_second, 1)).remark, QString());
        m_server->endRuns();
        QTRY_COMPARE(cell(m_second, 1)->runState(), RunState::Done);
        QTRY_COMPARE(m_server->runs(), 1);
        m_server->endRuns();
        QTRY_COMPARE(cell(m_second, 2)->runState(), RunState::Done);
    }

    // A context that is deleted and does not come back is lost, and what waited for it says why it did not run.
    void aRestartThatFailsIsTold()
    {
        m_server->canRestart = false;
        m_server->contextLanguages.clear();
        m_server->holding = true;
        QString error;
        m_targets->restartContext(cell(m_first, 0)->effectiveBinding(), [&error](const QString &why) { error = why; });
        m_second->run({ 1 });
        QCOMPARE(cellStatus(cell(m_second, 1)).remark, u"Restarts the context"_s);
        m_server->holding = false;
        m_server->release();
        QTRY_VERIFY(!error.isEmpty());
        QTRY_COMPARE(cell(m_second, 1)->runState(), RunState::Failed);
        QCOMPARE(notices(cell(m_second, 1)), QStringList { u"no-context"_s });
        QCOMPARE(cell(m_first, 0)->runState(), RunState::ContextLost);
        QCOMPARE(cell(m_second, 0)->runState(), RunState::ContextLost);
        QCOMPARE(m_session->contexts().size(), 0);
    }

    // Asked for twice at once, also from the list of contexts, it is restarted once.
    void twoRestartsAtOnceAreOne()
    {
        m_server->holding = true;
        QStringList answers;
        const auto note = [&answers](const QString &why) { answers.append(why); };
        m_targets->restartContext(cell(m_first, 0)->effectiveBinding(), note);
        m_targets->restartContext(cell(m_second, 0)->effectiveBinding(), note);
        QVERIFY(pass(restartLine()));
        QTRY_COMPARE(answers, (QStringList { QString(), QString() }));
        m_server->holding = false;
        m_server->release();
        QCOMPARE(m_server->requests(restartLine()), 1);
        QVERIFY(isCalm());
    }

    // Pain 10: signs of life are none of progress. Everything else stays possible.
    void pain10_keepAliveIsNoProgress()
    {
        CellTime::setSilenceLimit(300ms);
        const auto reset = qScopeGuard([] { CellTime::setSilenceLimit(60s); });
        m_first->run({ 1 });
        QTRY_COMPARE(m_server->runs(), 1);
        const auto ping = [this] { m_server->send(R"({"type":"ping","text":"pong","timestamp":1})"); };
        for (int i = 0; i < 40; ++i) {
            ping();
            QTest::qWait(20);
        }
        QVERIFY(cell(m_first, 1)->silentMs() >= 300);
        const CellStatus status = cellStatus(cell(m_first, 1));
        QVERIFY2(status.remark.startsWith("No output for 0:0"_L1), qPrintable(status.remark));
        QVERIFY2(status.running && status.text.startsWith("0:0"_L1), qPrintable(status.text));
        QVERIFY(cell(m_first, 1)->outputs()->isEmpty());
        m_server->print("word\n");
        QTRY_COMPARE(cell(m_first, 1)->outputs()->plainText(), u"word\n"_s);
        QVERIFY(!cellStatus(cell(m_first, 1)).remark.startsWith("No output"_L1));
        m_first->canvas()->setCurrent(1);
        m_first->interrupt();
        QTRY_COMPARE(m_server->interrupts(), 1);
        m_server->endRuns();
        QTRY_VERIFY(!m_first->isBusy());
    }

    // Pain 27, first case: the figure of the code did not come, and nobody must wait for it. Said once for a server.
    void pain27_aServerThatForwardsNoDisplaysIsTold()
    {
        cell(m_first, 0)->setSource(u"x = 'plt.showing'"_s);
        runToEnd(m_first, 0);
        QCOMPARE(notices(cell(m_first, 0)), QStringList());
        cell(m_first, 1)->setSource(u"import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nprint('end')"_s);
        m_first->run({ 1 });
        QTRY_COMPARE(m_server->runs(), 1);
        m_server->print("end\n");
        m_server->endRuns();
        QTRY_COMPARE(cell(m_first, 1)->runState(), RunState::Done);
        QCOMPARE(notices(cell(m_first, 1)), QStringList { u"no-displays"_s });
        QCOMPARE(cell(m_first, 1)->outputs()->plainText(), u"end\n"_s);
        cell(m_second, 1)->setSource(u"display(2)"_s);
        runToEnd(m_second, 1);
        QCOMPARE(notices(cell(m_second, 1)), QStringList()); // Once.
    }

    // Pain 40, elsewhere: one plain line says that nobody can be asked.
    void pain40_aServerWithoutAKeyboardIsTold()
    {
        m_first->run({ 1 });
        QTRY_COMPARE(m_server->runs(), 1);
        m_server->endRuns("StdinNotImplementedError");
        QTRY_COMPARE(cell(m_first, 1)->runState(), RunState::Failed);
        QCOMPARE(notices(cell(m_first, 1)), QStringList { u"no-stdin"_s });
        QCOMPARE(cell(m_first, 1)->outputs()->at(0).notice().text, u"input() needs a terminal here"_s);
        QVERIFY(!isAsking(cell(m_first, 1)));
        runToEnd(m_first, 1); // And it goes when the cell is run again.
        QCOMPARE(notices(cell(m_first, 1)), QStringList());
    }

    // Pain 115: what a pause has left of the contexts is looked at, each time.
    void pain115_contextsAreLookedAtAfterAResume()
    {
        const auto pause = [this] {
            m_server->setState(m_sandbox, u"Paused"_s);
            m_store->refresh();
            return QTest::qWaitFor([this] { return !m_session->isReady(); });
        };
        const auto resume = [this] {
            m_server->setState(m_sandbox, u"Running"_s);
            m_store->refresh();
            return QTest::qWaitFor([this] { return m_session->isReady(); });
        };
        QVERIFY(pause());
        QVERIFY(resume());
        QVERIFY(isCalm()); // It is still there.
        QCOMPARE(cell(m_second, 0)->runState(), RunState::Done);
        runToEnd(m_second, 1);
        QVERIFY(pause());
        m_server->forgetContexts(m_sandbox);
        QVERIFY(resume());
        QTRY_COMPARE(cell(m_second, 0)->runState(), RunState::ContextLost);
        QCOMPARE(cell(m_second, 1)->runState(), RunState::ContextLost);
        QCOMPARE(cell(m_first, 0)->runState(), RunState::ContextLost);
        QVERIFY(!cell(m_first, 0)->stateReason().isEmpty());
        QCOMPARE(m_session->contexts().size(), 0);
        runToEnd(m_first, 1); // In a new one.
        QCOMPARE(m_session->contexts().size(), 1);
    }

    // Pain 122: that the sandbox runs and that its interpreter does are two things, and both can be waited for and called off.
    void pain122_theFirstCellSaysWhatItWaitsFor()
    {
        const QString other = m_server->add(u"slow"_s, 1h, u"Pending"_s);
        m_store->refresh();
        QTRY_VERIFY(m_store->find(other));
        NotebookView view(m_targets.get());
        view.document()->setDefaultBinding({ m_connections->preferred()->id(), other, u"python"_s, {} });
        view.document()->cell(0)->setSource(u"first"_s);
        view.resize(900, 600);
        view.show();
        Cell *first = view.document()->cell(0);
        const auto remark = [&] { return cellStatus(first).remark; };
        view.queue()->enqueue(first);
        QTRY_COMPARE(remark(), u"Waits for slow"_s);
        QCOMPARE(first->runState(), RunState::Running);
        view.interrupt();
        QTRY_COMPARE(first->runState(), RunState::Interrupted);
        view.queue()->enqueue(first);
        QTRY_COMPARE(remark(), u"Waits for slow"_s);
        // The sandbox is there; its interpreter is not.
        m_server->setState(other, u"Running"_s);
        m_store->refresh();
        const QString create = u"POST /daemon/%1/code/context"_s.arg(other);
        bool held = false;
        connect(m_server.get(), &FakeLifecycle::requested, this, [&](const QString &line) {
            if (line == u"GET /daemon/%1/code/contexts"_s.arg(other))
                m_server->holding = held = true;
        });
        QTRY_COMPARE(remark(), u"Starts the interpreter"_s);
        QVERIFY(held);
        QCOMPARE(m_server->runs(), 0);
        QVERIFY(pass(create));
        m_server->holding = false;
        m_server->disconnect(this);
        m_server->release();
        QTRY_COMPARE(m_server->runs(), 1);
        QVERIFY2(!remark().startsWith("Starts"_L1) && !remark().startsWith("Waits"_L1), qPrintable(remark()));
        m_server->endRuns();
        QTRY_COMPARE(first->runState(), RunState::Done);
    }

    // Pain 137: what came before a pause and what came after it stand apart.
    void pain137_aPauseInTheMiddleOfOutputIsSeen()
    {
        m_first->run({ 1 });
        QTRY_COMPARE(m_server->runs(), 1);
        m_server->print("before\n");
        QTRY_COMPARE(cell(m_first, 1)->outputs()->count(), 1);
        m_server->setState(m_sandbox, u"Paused"_s);
        m_store->refresh();
        QTRY_VERIFY(!m_session->isReady());
        m_server->setState(m_sandbox, u"Running"_s);
        m_store->refresh();
        QTRY_VERIFY(m_session->isReady());
        m_server->print("after\n");
        QTRY_COMPARE(cell(m_first, 1)->outputs()->count(), 3);
        const Notebook::OutputList *outputs = cell(m_first, 1)->outputs();
        QCOMPARE(outputs->at(0).stream().plainText(), u"before\n"_s);
        QVERIFY2(outputs->at(1).notice().text.startsWith("py was paused at "_L1), qPrintable(outputs->at(1).notice().text));
        QCOMPARE(outputs->at(2).stream().plainText(), u"after\n"_s);
        m_server->endRuns();
        QTRY_COMPARE(cell(m_first, 1)->runState(), RunState::Done);
        // It is the program's own word and in no file.
        QVERIFY(!m_first->document()->toBytes().contains("paused"));
    }
};

QTEST_MAIN(CellsServer)
#include "tst_cells_server.moc"

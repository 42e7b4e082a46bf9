// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// A notebook against the real local runtime: from a cell without a sandbox to its output.
#include "execution/figurestyle.h"
#include "execution/sessiontargets.h"
#include "notebook/cellcanvas.h"
#include "notebook/codeeditor.h"
#include "notebook/completion.h"
#include "notebook/datagrid.h"
#include "notebook/variablespane.h"
#include "session/localruntime.h"
#include "sessiontest.h"
#include "theme/theme.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::OutputType;
using Notebook::RunState;

class CellsRuntime : public SessionTest
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<LocalRuntime> m_runtime;

private Q_SLOTS:
    void initTestCase()
    {
        m_runtime = std::make_unique<LocalRuntime>(m_connections->local());
        m_runtime->setExecutable(QStringLiteral(WB_BIN_DIR) + u"/opensandbox-local"_s);
        m_runtime->setStateDirectory(m_folder.path());
        makeTargets();
        m_connections->load();
        m_runtime->start();
        QTRY_VERIFY2_WITH_TIMEOUT(m_connections->local()->isOnline(), qPrintable(m_runtime->problem().message), 20'000);
        newSandbox();
        QVERIFY(m_target.running);
        QCOMPARE(m_target.sandboxName, u"python-1"_s);
    }

    void cleanupTestCase()
    {
        closeTargets();
        m_runtime.reset();
        m_connections.reset();
    }

    void pythonKeepsItsVariablesAndShowsResults()
    {
        const auto view = notebook({ u"x = 41"_s, u"print('out', x)"_s, u"x + 1"_s, u"from IPython.display import HTML\nHTML('<table><tr><td>7</td></tr></table>')"_s });
        view->runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 60'000);
        Notebook::Document *document = view->document();
        for (const Cell *cell : document->cells())
            QCOMPARE(cell->runState(), RunState::Done);
        QCOMPARE(document->cell(1)->outputs()->plainText(), u"out 41\n"_s);
        QCOMPARE(document->cell(2)->outputs()->at(0).data().text(u"text/plain"), u"42"_s);
        QVERIFY(document->cell(2)->executionCount() > 0);
        QVERIFY(document->cell(3)->outputs()->at(0).data().contains(u"text/html"));
    }

    // Pain 27: plots and displays arrive; updates change them in place; carriage returns draw one line.
    void displaysArrive()
    {
        const auto view = notebook({ u"import matplotlib\nmatplotlib.use('module://matplotlib_inline.backend_inline')\nimport matplotlib.pyplot as plt\nplt.plot([1, 3, 2]); plt.show()\nprint('end')"_s,
                                     u"from IPython.display import display, clear_output\nh = display('one', display_id=True)\nh.update('two')"_s,
                                     u"for i in range(5): print(f'\\r{i}/4', end='')"_s });
        view->runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 90'000);
        Notebook::Document *document = view->document();
        bool picture = false;
        for (int i = 0; i < document->cell(0)->outputs()->count(); ++i)
            picture = picture || document->cell(0)->outputs()->at(i).data().contains(u"image/png");
        QVERIFY2(picture, qPrintable(document->cell(0)->outputs()->plainText()));
        QCOMPARE(document->cell(1)->outputs()->count(), 1);
        QVERIFY(document->cell(1)->outputs()->at(0).data().text(u"text/plain").contains("two"_L1));
        QCOMPARE(document->cell(2)->outputs()->plainText().trimmed(), u"4/4"_s);
    }

    // Pain 47, by a real kernel: what is cleared in waiting stays until something new is there.
    void clearedOutputsGo()
    {
        const auto view = notebook({ u"from IPython.display import clear_output\nfor i in range(20):\n    clear_output(wait=True)\n    print('round', i)"_s,
                                     u"from IPython.display import clear_output\nprint('gone')\nclear_output()"_s, u"from IPython.display import clear_output\nprint('stays')\nclear_output(wait=True)"_s });
        view->runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 90'000);
        QCOMPARE(view->document()->cell(0)->outputs()->plainText(), u"round 19\n"_s);
        QVERIFY(view->document()->cell(1)->outputs()->isEmpty());
        QCOMPARE(view->document()->cell(2)->outputs()->plainText(), u"stays\n"_s);
    }

    // From a key in the editor to the kernel and back.
    void theKernelCompletesAndExplains()
    {
        const auto view = notebook({ u"class Wheel:\n    def turnaround(self, angle=7):\n        'Turns it.'\nwheel = Wheel()"_s, u"wheel.turna"_s });
        view->activateWindow();
        view->run({ 0 });
        QTRY_COMPARE_WITH_TIMEOUT(view->document()->cell(0)->runState(), RunState::Done, 90'000);
        view->canvas()->setCurrent(1);
        view->canvas()->edit(11);
        CodeEditor *editor = view->canvas()->editor();
        QVERIFY(editor);
        editor->setPosition(11);
        QTest::keyClick(editor, Qt::Key_Tab);
        // The only one goes in at once; else it stands in the list.
        QTRY_VERIFY_WITH_TIMEOUT(view->document()->cell(1)->source() == "wheel.turnaround"_L1 || view->completion()->candidates().contains(u"turnaround"_s), 60'000);
        if (view->completion()->isListVisible())
            QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(view->document()->cell(1)->source(), u"wheel.turnaround"_s);
        QTest::keyClick(editor, Qt::Key_Backtab, Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(view->completion()->isHelpVisible(), 60'000);
        QTRY_VERIFY2_WITH_TIMEOUT(view->completion()->helpText().contains("Turns it."_L1), qPrintable(view->completion()->helpText()), 60'000);
    }

    // Pain 41: what a thread or a task prints after its cell has ended reaches that cell, also while another one runs.
    void whatIsPrintedLateReachesItsCell()
    {
        const auto view = notebook({ u"import asyncio, sys, threading, time\ndef bg():\n    for i in range(5): time.sleep(0.3); print('bg', i, flush=True)\nthreading.Thread(target=bg).start(); print('started')"_s,
                                     u"for i in range(3): time.sleep(0.3); print('mine', i)"_s,
                                     u"async def tick():\n    await asyncio.sleep(0.3)\n    print('tick', file=sys.stderr)\ntask = asyncio.ensure_future(tick())"_s });
        view->runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 60'000);
        Notebook::Document *document = view->document();
        QTRY_COMPARE_WITH_TIMEOUT(document->cell(0)->outputs()->plainText(), u"started\nbg 0\nbg 1\nbg 2\nbg 3\nbg 4\n"_s, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(document->cell(2)->outputs()->plainText(), u"tick\n"_s, 30'000);
        QCOMPARE(document->cell(1)->outputs()->plainText(), u"mine 0\nmine 1\nmine 2\n"_s);
        for (const Cell *cell : document->cells())
            QCOMPARE(cell->runState(), RunState::Done);

        // Also when nothing was said for longer than a question is kept; a cell that was run again gets nothing of its earlier run.
        document->cell(1)->setSource(u"threading.Timer(1, lambda: print('old', flush=True)).start()"_s);
        document->cell(2)->setSource(u"threading.Timer(25, lambda: print('much later', flush=True)).start()"_s);
        view->runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 60'000);
        document->cell(1)->setSource(u"print('new')"_s);
        view->run({ 1 });
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(document->cell(2)->outputs()->plainText(), u"much later\n"_s, 60'000);
        QCOMPARE(document->cell(1)->outputs()->plainText(), u"new\n"_s);
    }

    // Each run tells what its figures are to look like, so they follow a change of the theme.
    void figuresFollowTheTheme()
    {
        auto *targets = qobject_cast<SessionTargets *>(m_targets.get());
        QVERIFY(targets);
        const Theme *theme = nullptr;
        targets->contextRunner().setFigureStyle([&theme]() { return theme ? std::optional(figureStyleOf(*theme)) : std::nullopt; });
        const auto view = notebook({ u"import matplotlib\nmatplotlib.use('module://matplotlib_inline.backend_inline')\nimport matplotlib.pyplot as plt\nplt.plot([1, 3, 2]); plt.show()"_s });
        const Notebook::OutputList *outputs = view->document()->cell(0)->outputs();
        const std::pair<const Theme *, QString> rounds[] = { { &Theme::of(Theme::Kind::Dark), u"dark"_s }, { &Theme::of(Theme::Kind::Light), u"light"_s },
                                                             { &Theme::of(Theme::Kind::HighContrast), u"dark"_s }, { nullptr, QString() } };
        for (const auto &[wanted, ground] : rounds) {
            theme = wanted;
            view->runAll();
            QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 90'000);
            QCOMPARE(outputs->pictures().size(), 1);
            QCOMPARE(outputs->pictures().constFirst().metadata.value(u"needs_background"_s).toString(), ground);
            const QImage picture = QImage::fromData(outputs->pictures().constFirst().data).convertToFormat(QImage::Format_ARGB32);
            QCOMPARE(qAlpha(picture.pixel(1, 1)), wanted ? 0 : 255);
            int ofTheLine = 0;
            for (int y = 0; y < picture.height(); ++y) {
                for (int x = 0; x < picture.width(); ++x)
                    ofTheLine += picture.pixel(x, y) == (wanted ? wanted->series[0] : QColor(u"#1f77b4"_s)).rgba();
            }
            QVERIFY2(ofTheLine > 50, qPrintable(QString::number(ofTheLine)));
        }
        targets->contextRunner().setFigureStyle({});
    }

    // Of a frame that is not fetched, the context sorts and filters all rows.
    void aFrameIsSortedInItsContext()
    {
        const auto view = notebook({ u"import pandas as pd\nframe = pd.DataFrame({'n': [(i * 7919) % 30000 for i in range(30000)], 'word': ['needle' if i == 12345 else 'hay' for i in range(30000)]})"_s });
        view->runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 90'000);
        QCOMPARE(view->document()->cell(0)->runState(), RunState::Done);
        const Notebook::Binding binding = view->document()->cell(0)->effectiveBinding();
        DataGrid grid([this, binding](const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done) { m_targets->rows(binding, u"frame"_s, query, std::move(done)); });
        grid.resize(600, 400);
        grid.show();
        QTRY_COMPARE_WITH_TIMEOUT(grid.shownRows(), DataGrid::pageSize, 60'000);
        grid.sortBy(1, Qt::DescendingOrder);
        QTRY_COMPARE_WITH_TIMEOUT(grid.text(0, 1), u"29999"_s, 60'000);
        QCOMPARE(grid.shownRows(), DataGrid::pageSize);
        QCOMPARE(grid.note(), QString());
        grid.setFilter(u"needle"_s);
        QTRY_COMPARE_WITH_TIMEOUT(grid.shownRows(), 1, 60'000);
        QCOMPARE(grid.text(0, 0), u"12345"_s);
        QCOMPARE(grid.status(), u"1 of 30,000 rows match"_s);
        grid.setFilter(u"word=hay n>29996"_s);
        QTRY_COMPARE_WITH_TIMEOUT(grid.status(), u"3 of 30,000 rows match"_s, 60'000);
        QCOMPARE(grid.text(2, 1), u"29997"_s);
        QCOMPARE(grid.note(), QString());
    }

    void bashKeepsItsState()
    {
        const auto view = notebook({ u"cd /tmp; WORD=blue"_s, u"echo \"$WORD in $PWD\"; echo oops >&2"_s }, u"bash"_s);
        view->runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 60'000);
        const QString text = view->document()->cell(1)->outputs()->plainText();
        QVERIFY2(text.contains("blue in /tmp"_L1) && text.contains("oops"_L1), qPrintable(text));
    }

    void anErrorStopsTheRest()
    {
        const auto view = notebook({ u"1 / 0"_s, u"print('never')"_s });
        view->runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 60'000);
        QCOMPARE(view->document()->cell(0)->runState(), RunState::Failed);
        QCOMPARE(view->document()->cell(0)->outputs()->at(0).errorName(), u"ZeroDivisionError"_s);
        QCOMPARE(view->document()->cell(1)->runState(), RunState::NeverRun);
    }

    void interruptStopsALoopAndKeepsVariables()
    {
        const auto view = notebook({ u"kept = 7"_s, u"print('go', flush=True)\nwhile True: pass"_s, u"kept"_s });
        view->run({ 0, 1 });
        QTRY_VERIFY_WITH_TIMEOUT(view->document()->cell(1)->outputs()->plainText().contains("go"_L1), 60'000);
        view->canvas()->setCurrent(1);
        view->interrupt();
        QTRY_COMPARE_WITH_TIMEOUT(view->document()->cell(1)->runState(), RunState::Interrupted, 10'000);
        view->run({ 2 });
        QTRY_COMPARE_WITH_TIMEOUT(view->document()->cell(2)->runState(), RunState::Done, 30'000);
        QCOMPARE(view->document()->cell(2)->outputs()->at(0).data().text(u"text/plain"), u"7"_s);
    }

    // Pain 34: a killed kernel ends the cell with the reason; the next run begins afresh.
    void aDeadKernelSaysSo()
    {
        // A thread of ZeroMQ sends what is printed, and dies with the kernel: only what has left by then can be kept.
        const auto view = notebook({ u"gone = 1"_s, u"print('before', flush=True)\nimport os, signal, time; time.sleep(0.3); os.kill(os.getpid(), signal.SIGKILL)"_s, u"'gone' in globals()"_s });
        view->run({ 0, 1 });
        QTRY_COMPARE_WITH_TIMEOUT(view->document()->cell(1)->runState(), RunState::ContextLost, 30'000);
        const Notebook::OutputList *outputs = view->document()->cell(1)->outputs();
        bool notice = false;
        for (int i = 0; i < outputs->count(); ++i)
            notice = notice || (outputs->at(i).type() == OutputType::Notice && outputs->at(i).notice().code == "kernel-died"_L1);
        QVERIFY(notice);
        QVERIFY(outputs->plainText().contains("before"_L1));
        view->run({ 2 });
        QTRY_COMPARE_WITH_TIMEOUT(view->document()->cell(2)->runState(), RunState::Done, 60'000);
        QCOMPARE(view->document()->cell(2)->outputs()->at(0).data().text(u"text/plain"), u"False"_s);
    }

    void restartForgetsVariables()
    {
        const auto view = notebook({ u"word = 1"_s, u"'word' in globals()"_s });
        view->run({ 0 });
        QTRY_COMPARE_WITH_TIMEOUT(view->document()->cell(0)->runState(), RunState::Done, 60'000);
        QString error = u"not called"_s;
        m_targets->restartContext(view->document()->cell(0)->effectiveBinding(), [&error](const QString &why) { error = why; });
        QTRY_VERIFY_WITH_TIMEOUT(error.isEmpty(), 30'000);
        view->run({ 1 });
        QTRY_COMPARE_WITH_TIMEOUT(view->document()->cell(1)->runState(), RunState::Done, 60'000);
        QCOMPARE(view->document()->cell(1)->outputs()->at(0).data().text(u"text/plain"), u"False"_s);
    }

    // The second notebook of a sandbox sees nothing of the first, and what ends under one ends for nobody else.
    void aNotebookHasItsOwnVariables()
    {
        const auto first = notebook({ u"mine = 1"_s, u"mine"_s, u"import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"_s });
        first->run({ 0 });
        QTRY_COMPARE_WITH_TIMEOUT(first->document()->cell(0)->runState(), RunState::Done, 60'000);
        const auto second = notebook({ u"'mine' in globals()"_s, u"mine = 2"_s });
        second->runAll();
        QTRY_COMPARE_WITH_TIMEOUT(second->document()->cell(1)->runState(), RunState::Done, 60'000);
        QCOMPARE(second->document()->cell(0)->outputs()->plainText(), u"False"_s);
        QVERIFY(second->document()->cell(0)->effectiveBinding().context != first->document()->cell(0)->effectiveBinding().context);
        first->run({ 1 });
        QTRY_COMPARE_WITH_TIMEOUT(first->document()->cell(1)->runState(), RunState::Done, 60'000);
        QCOMPARE(first->document()->cell(1)->outputs()->plainText(), u"1"_s);
        VariablesPane pane(m_targets.get());
        pane.setView(first.get());
        pane.show();
        QTRY_COMPARE_WITH_TIMEOUT(pane.variables().size(), 1, 30'000);
        first->run({ 2 });
        QTRY_COMPARE_WITH_TIMEOUT(first->document()->cell(2)->runState(), RunState::ContextLost, 60'000);
        QCOMPARE(pane.variables().size(), 0);
        QCOMPARE(pane.emptyText(), u"The variables are gone."_s);
        QCOMPARE(second->document()->cell(1)->runState(), RunState::Done);
    }

    // Two files that name no context share the first one of their sandbox, and hear of its end whoever brought it about.
    void whoeverSharesAContextHearsOfItsEnd()
    {
        const auto file = [this](const QStringList &sources) {
            auto view = std::make_unique<NotebookView>(m_targets.get());
            view->document()->setDefaultBinding({ m_target.connection, m_target.sandboxId, u"python"_s, {} });
            for (const QString &source : sources)
                view->document()->insertCell(view->document()->count(), CellKind::Code, source);
            view->document()->removeCell(0);
            return view;
        };
        const auto first = file({ u"one = 1"_s, u"import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"_s, u"import time\ntime.sleep(1)\n'one' in globals()"_s });
        const auto second = file({ u"two = 2"_s, u"import time\ntime.sleep(1)\n'two' in globals()"_s });
        const auto cell = [](const std::unique_ptr<NotebookView> &view, int index) { return view->document()->cell(index); };
        QCOMPARE(cell(second, 0)->effectiveBinding().key(), cell(first, 0)->effectiveBinding().key());
        const auto runBoth = [&]() {
            first->run({ 0 });
            QTRY_COMPARE_WITH_TIMEOUT(cell(first, 0)->runState(), RunState::Done, 60'000);
            second->run({ 0 });
            QTRY_COMPARE_WITH_TIMEOUT(cell(second, 0)->runState(), RunState::Done, 60'000);
        };
        runBoth();
        QString error = u"not called"_s;
        m_targets->restartContext(cell(first, 0)->effectiveBinding(), [&error](const QString &why) { error = why; });
        QTRY_VERIFY_WITH_TIMEOUT(error.isEmpty(), 60'000);
        QCOMPARE(cell(second, 0)->runState(), RunState::NeverRun); // Somebody wanted it.
        QCOMPARE(cell(first, 0)->runState(), RunState::NeverRun);
        QVERIFY(!cell(second, 0)->stateReason().isEmpty());
        runBoth();
        first->run({ 1 });
        QTRY_COMPARE_WITH_TIMEOUT(cell(first, 1)->runState(), RunState::ContextLost, 60'000);
        QCOMPARE(cell(first, 0)->runState(), RunState::ContextLost);
        QCOMPARE(cell(second, 0)->runState(), RunState::ContextLost);
        // Both go on at once: it is started anew once, and neither run ends the other.
        first->run({ 2 });
        second->run({ 1 });
        QTRY_COMPARE_WITH_TIMEOUT(cell(first, 2)->runState(), RunState::Done, 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(cell(second, 1)->runState(), RunState::Done, 60'000);
        QCOMPARE(cell(first, 2)->outputs()->plainText(), u"False"_s);
        QCOMPARE(cell(second, 1)->outputs()->plainText(), u"False"_s);
    }

    // Who waits for another notebook's cell starts when that one ends, in the order of asking, and is taken back by a stop that meets nobody else.
    void notebooksTakeTurnsInAContext()
    {
        const auto file = [this](const QStringList &sources, const QString &language) {
            auto view = std::make_unique<NotebookView>(m_targets.get());
            view->document()->setDefaultBinding({ m_target.connection, m_target.sandboxId, language, {} });
            for (const QString &source : sources)
                view->document()->insertCell(view->document()->count(), CellKind::Code, source);
            view->document()->removeCell(0);
            return view;
        };
        const auto first = file({ u"order = []\nimport os, time\nprint('begun', flush=True)\nwhile not os.path.exists('/tmp/go'): time.sleep(0.05)"_s, u"order.append('first')"_s, u"print(order)"_s }, u"python"_s);
        const auto second = file({ u"order.append('second')"_s }, u"python"_s);
        const auto helper = file({ u"touch /tmp/go"_s }, u"bash"_s);
        const Cell *running = first->document()->cell(0);
        const Cell *waiting = second->document()->cell(0);
        QCOMPARE(waiting->effectiveBinding().key(), running->effectiveBinding().key());
        first->run({ 0, 1 });
        QTRY_COMPARE_WITH_TIMEOUT(running->outputs()->plainText(), u"begun\n"_s, 60'000);
        second->run({ 0 });
        QVERIFY(waiting->isBusy());
        second->interrupt();
        QTRY_COMPARE(waiting->runState(), RunState::Interrupted);
        QCOMPARE(running->runState(), RunState::Running);
        second->run({ 0 });
        helper->run({ 0 });
        QTRY_COMPARE_WITH_TIMEOUT(waiting->runState(), RunState::Done, 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(first->document()->cell(1)->runState(), RunState::Done, 60'000);
        QCOMPARE(running->runState(), RunState::Done);
        first->run({ 2 });
        QTRY_COMPARE_WITH_TIMEOUT(first->document()->cell(2)->runState(), RunState::Done, 60'000);
        QCOMPARE(first->document()->cell(2)->outputs()->plainText(), u"['second', 'first']\n"_s);
    }

    // What was made for one notebook does not become that of another whose context was deleted.
    void anOwnContextStaysItsOwnersWhenTheFirstIsDeleted()
    {
        const auto first = notebook({ u"mine = 1"_s, u"'mine' in globals()"_s });
        first->run({ 0 });
        QTRY_COMPARE_WITH_TIMEOUT(first->document()->cell(0)->runState(), RunState::Done, 60'000);
        const auto second = notebook({ u"mine = 2"_s, u"mine"_s });
        second->run({ 0 });
        QTRY_COMPARE_WITH_TIMEOUT(second->document()->cell(0)->runState(), RunState::Done, 60'000);
        const Notebook::Binding own = second->document()->cell(0)->effectiveBinding();
        QVERIFY(!own.context.isEmpty());
        QVERIFY(first->document()->cell(0)->effectiveBinding().context.isEmpty() || first->document()->cell(0)->effectiveBinding().context != own.context);
        // All but that one, as if in the list of contexts.
        const auto session = m_sessions->session(m_target.sandboxId);
        const QList<ContextState> contexts = session->contexts();
        TaskScope tasks;
        for (const ContextState &context : contexts) {
            if (context.language() == "python"_L1 && context.id() != own.context)
                tasks.run(session->deleteContext(context.id()), [](const OpenSandbox::Result<OpenSandbox::Done> &) {});
        }
        const auto left = [session]() {
            const QList<ContextState> now = session->contexts();
            return std::count_if(now.begin(), now.end(), [](const ContextState &context) { return context.language() == "python"_L1; });
        };
        QTRY_COMPARE_WITH_TIMEOUT(left(), 1, 60'000);
        QVERIFY(session->findContext(own.context));
        QCOMPARE(first->document()->cell(0)->runState(), RunState::ContextLost);
        QVERIFY(!m_targets->place(own).first);
        const Notebook::Binding nameless { m_target.connection, m_target.sandboxId, u"python"_s, {} };
        QCOMPARE(m_targets->place(nameless).contextId, QString());
        const QList<ExecutionTarget> all = m_targets->targets();
        QVERIFY(std::any_of(all.begin(), all.end(), [](const ExecutionTarget &target) { return target.language == "python"_L1 && target.contextId.isEmpty() && target.first; }));
        const auto third = std::make_unique<NotebookView>(m_targets.get());
        third->document()->setDefaultBinding(nameless);
        third->document()->cell(0)->setSource(u"'mine' in globals()"_s);
        third->run({ 0 });
        QTRY_COMPARE_WITH_TIMEOUT(third->document()->cell(0)->runState(), RunState::Done, 60'000);
        QCOMPARE(third->document()->cell(0)->outputs()->plainText(), u"False"_s);
        QCOMPARE(left(), 2);
        second->run({ 1 });
        QTRY_COMPARE_WITH_TIMEOUT(second->document()->cell(1)->runState(), RunState::Done, 60'000);
        QCOMPARE(second->document()->cell(1)->outputs()->plainText(), u"2"_s);
    }

    void twoContextsOfOneLanguageHaveTheirOwnVariables()
    {
        const auto view = notebook({ u"place = 'first'"_s, u"place = 'second'"_s, u"place"_s, u"place"_s });
        ExecutionTarget made;
        QString error;
        m_targets->createContext(m_target.sandboxId, u"python"_s, [&](const ExecutionTarget &target, const QString &why) {
            made = target;
            error = why;
        });
        QTRY_VERIFY2_WITH_TIMEOUT(made.isValid() || !error.isEmpty(), "no answer", 90'000);
        QVERIFY2(made.isValid(), qPrintable(error));
        QVERIFY(!made.first);
        QVERIFY(m_targets->targets().contains(made));
        view->document()->cell(1)->setBinding(made.binding());
        view->document()->cell(3)->setBinding(made.binding());
        view->runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 120'000);
        QCOMPARE(view->document()->cell(2)->outputs()->plainText(), u"'first'"_s);
        QCOMPARE(view->document()->cell(3)->outputs()->plainText(), u"'second'"_s);
        // Deleted elsewhere, it is not replaced by another one.
        QCOMPARE(m_targets->standing(made.binding()), ExecutionTargets::Standing::Ready);
        const auto session = m_sessions->session(m_target.sandboxId);
        TaskScope tasks;
        bool deleted = false;
        tasks.run(session->deleteContext(made.contextId), [&deleted](const OpenSandbox::Result<OpenSandbox::Done> &result) { deleted = result.has_value(); });
        QTRY_VERIFY_WITH_TIMEOUT(deleted, 30'000);
        QCOMPARE(m_targets->standing(made.binding()), ExecutionTargets::Standing::ContextGone);
        view->queue()->enqueue(view->document()->cell(3));
        QTRY_COMPARE_WITH_TIMEOUT(view->document()->cell(3)->runState(), RunState::ContextLost, 30'000);
        QCOMPARE(view->document()->cell(3)->outputs()->at(0).notice().code, u"context-gone"_s);
    }

    // A command of its own goes on without us, and is read from its beginning when the notebook is opened again.
    void aBackgroundCommandOutlivesTheNotebook()
    {
        const QString code = u"echo begin; for i in $(seq 100); do [ -e go ] && break; sleep 0.2; done; echo end \u00e4"_s;
        QByteArray bytes;
        {
            const auto view = notebook({ code, u"rm -f go"_s }, u"bash"_s);
            QVERIFY(view->queue()->enqueueBackground(view->document()->cell(0)));
            QTRY_VERIFY_WITH_TIMEOUT(view->document()->cell(0)->outputs()->plainText().contains("begin"_L1), 60'000);
            QVERIFY(!view->document()->cell(0)->background().id.isEmpty());
            bytes = view->document()->toBytes();
        }
        const auto view = notebook({ u"1"_s });
        QVERIFY(view->document()->fromBytes(bytes));
        Cell *cell = view->document()->cell(0);
        QVERIFY(view->queue()->enqueueBackground(cell, true));
        QTRY_COMPARE_WITH_TIMEOUT(cell->outputs()->plainText(), u"begin\n"_s, 30'000);
        QCOMPARE(cell->runState(), RunState::Running);
        // The end.
        view->document()->cell(1)->setSource(u"touch go"_s);
        QVERIFY(view->queue()->enqueueBackground(view->document()->cell(1)));
        QTRY_COMPARE_WITH_TIMEOUT(cell->runState(), RunState::Done, 60'000);
        QCOMPARE(cell->outputs()->plainText(), u"begin\nend \u00e4\n"_s);
        QVERIFY(cell->background().id.isEmpty());
    }

    void aBackgroundCommandFailsAndIsStopped()
    {
        const auto view = notebook({ u"import sys\nprint('quote: \"\\'$HOME')\nsys.exit(3)"_s, u"import time\nprint('on', flush=True)\ntime.sleep(600)"_s });
        Cell *fails = view->document()->cell(0);
        Cell *sleeps = view->document()->cell(1);
        view->queue()->enqueueBackground(fails);
        view->queue()->enqueueBackground(sleeps);
        QTRY_COMPARE_WITH_TIMEOUT(fails->runState(), RunState::Failed, 60'000);
        QVERIFY2(fails->outputs()->plainText().contains("quote: \"'$HOME"_L1), qPrintable(fails->outputs()->plainText()));
        QVERIFY(fails->outputs()->plainText().contains("exit code 3"_L1));
        QTRY_VERIFY_WITH_TIMEOUT(sleeps->outputs()->plainText().contains("on"_L1), 60'000);
        view->canvas()->setCurrent(1);
        view->interrupt();
        QTRY_COMPARE_WITH_TIMEOUT(sleeps->runState(), RunState::Interrupted, 30'000);
    }

    // What cannot be told now is told as soon as there is somebody to tell.
    void aBackgroundCommandIsStoppedWhenItsSandboxIsBack()
    {
        const auto view = notebook({ u"import time\nprint('on', flush=True)\ntime.sleep(600)"_s });
        Cell *cell = view->document()->cell(0);
        QVERIFY(view->queue()->enqueueBackground(cell));
        QTRY_VERIFY_WITH_TIMEOUT(cell->outputs()->plainText().contains("on"_L1), 60'000);
        const std::shared_ptr<SandboxSession> session = m_sessions->session(m_target.sandboxId);
        m_store->pause(m_target.sandboxId);
        QTRY_VERIFY_WITH_TIMEOUT(!session->sandbox(), 30'000);
        view->canvas()->setCurrent(0);
        view->interrupt();
        QVERIFY(cell->isInterruptRequested());
        QCOMPARE(cell->runState(), RunState::Running);
        m_store->resume(m_target.sandboxId);
        QTRY_COMPARE_WITH_TIMEOUT(cell->runState(), RunState::Interrupted, 60'000);
    }

    void aSandboxThatIsNotThereSaysSo()
    {
        const auto view = notebook({ u"1"_s });
        Notebook::Binding binding = view->document()->cell(0)->binding();
        binding.sandbox = u"nowhere"_s;
        view->document()->cell(0)->setBinding(binding);
        QCOMPARE(m_targets->describe(u"nowhere"_s, u"python"_s).running, false);
        view->queue()->enqueue(view->document()->cell(0));
        QTRY_COMPARE(view->document()->cell(0)->runState(), RunState::ContextLost);
    }
};

QTEST_MAIN(CellsRuntime)
#include "tst_cells_runtime.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QSignalSpy>
#include <QTest>

#include <ctime>

using namespace Qt::StringLiterals;
using namespace Notebook;

namespace {

/// Remembers what it is asked to do; the test plays the server.
class FakeRunner : public Runner
{
public:
    void start(std::shared_ptr<Run> run) override
    {
        started += run->code();
        runs.push_back(run);
        if (onStart)
            onStart(run);
    }
    void interrupt(std::shared_ptr<Run> run) override { interrupted += run->code(); }
    std::shared_ptr<Run> last() const { return runs.back(); }

    QStringList started;
    QStringList interrupted;
    std::vector<std::shared_ptr<Run>> runs;
    std::function<void(std::shared_ptr<Run>)> onStart;
};

struct Fixture
{
    Document document;
    FakeRunner runner;
    std::unique_ptr<RunQueue> queue = std::make_unique<RunQueue>(&runner);

    explicit Fixture(const QStringList &sources = {u"a"_s, u"b"_s, u"c"_s, u"d"_s})
    {
        document.removeCell(0);
        for (const QString &source : sources)
            document.insertCell(document.count(), CellKind::Code, source);
        document.setModified(false);
    }
    Cell *cell(int index) const { return document.cell(index); }
    /// Queues a cell and waits until it has started. (After another run that is in the next turn of the event loop.)
    std::shared_ptr<Run> start(int index)
    {
        const size_t before = runner.runs.size();
        queue->enqueue(cell(index));
        if (!QTest::qWaitFor([&] { return runner.runs.size() > before; }, 5000))
            qFatal("The cell did not start");
        return runner.last();
    }
    void enqueueAll()
    {
        for (Cell *cell : document.cells())
            queue->enqueue(cell);
    }
    QList<RunState> states() const
    {
        QList<RunState> all;
        for (const Cell *cell : document.cells())
            all += cell->runState();
        return all;
    }
    QList<int> positions() const
    {
        QList<int> all;
        for (const Cell *cell : document.cells())
            all += cell->queuePosition();
        return all;
    }
};

using States = QList<RunState>;
constexpr auto never = RunState::NeverRun;
constexpr auto queued = RunState::Queued;
constexpr auto running = RunState::Running;
constexpr auto done = RunState::Done;
constexpr auto failed = RunState::Failed;

} // namespace

class TestRunQueue : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    // What was cleared or brought back before a run does not take the place of what the run prints.
    void undoLeavesWhatARunPrintsAlone()
    {
        Fixture f;
        const auto run = [&](QStringView text) {
            const auto one = f.start(0);
            one->stream(StreamName::Stdout, text);
            one->finish(Outcome::Done);
            return one;
        };
        run(u"first\n");
        f.document.clearOutputs({0});
        run(u"second\n");
        f.document.undo();
        QCOMPARE(f.cell(0)->outputs()->plainText(), u"second\n"_s);
        f.document.redo();
        QCOMPARE(f.cell(0)->outputs()->plainText(), u"second\n"_s);
        f.document.undo();
        QCOMPARE(f.cell(0)->outputs()->plainText(), u"second\n"_s);

        const auto third = run(u"third\n");
        f.document.bringBackOutputs({0});
        third->stream(StreamName::Stdout, u"of a thread\n");
        QVERIFY(!f.cell(0)->outputs()->plainText().contains(u"of a thread"_s));
        const auto fourth = f.start(0);
        fourth->stream(StreamName::Stdout, u"fourth\n");
        f.document.undo();
        fourth->stream(StreamName::Stdout, u"and more\n");
        QCOMPARE(f.cell(0)->outputs()->plainText(), u"fourth\nand more\n"_s);
        fourth->finish(Outcome::Done);
    }

    void runsOneAfterTheOther()
    {
        Fixture f;
        QSignalSpy idle(f.queue.get(), &RunQueue::idle);
        f.enqueueAll();
        QCOMPARE(f.runner.started, QStringList(u"a"_s));
        QCOMPARE(f.states(), States({running, queued, queued, queued}));
        QCOMPARE(f.positions(), QList<int>({0, 1, 2, 3}));
        QVERIFY(f.queue->isBusy());
        QVERIFY(!f.queue->enqueue(f.cell(0)));
        QVERIFY(!f.queue->enqueue(f.cell(1)));
        f.runner.last()->stream(StreamName::Stdout, u"hello\n");
        f.runner.last()->executionCount(5);
        f.runner.last()->finish(Outcome::Done);
        QTRY_COMPARE(f.runner.started, QStringList({u"a"_s, u"b"_s}));
        QCOMPARE(f.states(), States({done, running, queued, queued}));
        QCOMPARE(f.positions(), QList<int>({0, 0, 1, 2}));
        QCOMPARE(f.cell(0)->executionCount(), 5);
        QCOMPARE(f.cell(0)->outputs()->plainText(), u"hello\n"_s);
        QVERIFY(f.cell(0)->elapsedMs() >= 0);
        QCOMPARE(f.cell(0)->durationsMs().size(), 1);
        for (int i = 0; i < 3; ++i) {
            QTRY_COMPARE(f.runner.runs.size(), size_t(2 + i));
            f.runner.last()->finish(Outcome::Done);
        }
        QTRY_COMPARE(idle.count(), 1);
        QCOMPARE(f.states(), States({done, done, done, done}));
        QVERIFY(!f.queue->isBusy());
    }

    void differentContextsRunSideBySide()
    {
        Fixture f;
        f.cell(1)->setBinding({{}, {}, u"bash"_s, {}});
        f.cell(3)->setBinding({{}, {}, u"bash"_s, {}});
        f.enqueueAll();
        QCOMPARE(f.runner.started, QStringList({u"a"_s, u"b"_s}));
        QCOMPARE(f.states(), States({running, running, queued, queued}));
        QCOMPARE(f.positions(), QList<int>({0, 0, 1, 1}));
        QCOMPARE(f.runner.runs[1]->binding().language, u"bash"_s);
        QVERIFY(f.runner.runs[0]->key() != f.runner.runs[1]->key());
        QCOMPARE(f.queue->busyKeys().size(), 2);
        // A failure in one leaves the other alone.
        f.runner.runs[0]->finish(Outcome::Failed);
        QCOMPARE(f.states(), States({failed, running, never, queued}));
        f.runner.runs[1]->finish(Outcome::Done);
        QTRY_COMPARE(f.runner.started, QStringList({u"a"_s, u"b"_s, u"d"_s}));
    }

    void aFailureReturnsTheWaitingCells() // 39
    {
        Fixture f;
        QSignalSpy stopped(f.queue.get(), &RunQueue::stopped);
        f.start(2)->finish(Outcome::Done);
        f.enqueueAll();
        QTRY_COMPARE(f.runner.runs.size(), size_t(2));
        f.runner.last()->executionCount(3);
        f.runner.last()->error(u"ValueError"_s, u"bad"_s, {u"trace"_s});
        f.runner.last()->finish(Outcome::Done);
        QCOMPARE(f.states(), States({failed, never, done, never}));
        QCOMPARE(f.cell(1)->stateReason(), u"Not run, because cell [3] failed."_s);
        QCOMPARE(stopped.takeFirst().at(2).toInt(), 3);
        QCoreApplication::processEvents();
        QCOMPARE(f.runner.started, QStringList({u"c"_s, u"a"_s}));
        QVERIFY(!f.queue->isBusy());
    }

    void failuresCanBePassedOver() // 39
    {
        Fixture f;
        f.queue->setContinueOnError(true);
        f.enqueueAll();
        f.runner.last()->error(u"E"_s, {}, {});
        f.runner.last()->finish(Outcome::Failed);
        QTRY_COMPARE(f.runner.started, QStringList({u"a"_s, u"b"_s}));
        // A lost context stops in any case.
        f.runner.last()->finish(Outcome::ContextLost, u"Sandbox py was killed."_s);
        QCOMPARE(f.states(), States({failed, RunState::ContextLost, never, never}));
    }

    void interruptingStopsTheQueueAtOnceAndCanBeRepeated() // 36, 39
    {
        Fixture f;
        f.enqueueAll();
        const QString key = f.runner.last()->key();
        QSignalSpy changed(f.cell(0), &Cell::runStateChanged);
        f.queue->interrupt(key);
        QCOMPARE(f.states(), States({running, never, never, never}));
        QVERIFY(f.cell(0)->isInterruptRequested());
        QVERIFY(changed.count() > 0);
        f.queue->interrupt(key);
        QCOMPARE(f.runner.interrupted, QStringList({u"a"_s, u"a"_s}));
        f.runner.last()->error(u"KeyboardInterrupt"_s, {}, {});
        f.runner.last()->finish(Outcome::Done);
        QCOMPARE(f.cell(0)->runState(), RunState::Interrupted);
        QVERIFY(!f.cell(0)->isInterruptRequested());
        QTRY_VERIFY(!f.queue->isBusy());
        QCOMPARE(f.runner.started, QStringList(u"a"_s));
        // Nothing runs: nothing to interrupt.
        f.queue->interrupt(key);
        f.queue->interrupt(u"unknown"_s);
        QCOMPARE(f.runner.interrupted.size(), 2);
    }

    void aLostConnectionLeavesTheResultUnknown() // 31
    {
        Fixture f;
        f.enqueueAll();
        f.runner.last()->stream(StreamName::Stdout, u"so far\n");
        f.runner.last()->notice({Notice::Severity::Warning, u"result-unknown"_s, u"The connection broke."_s, {}});
        f.runner.last()->finish(Outcome::ResultUnknown, u"The connection broke."_s);
        QCOMPARE(f.states(), States({RunState::ResultUnknown, never, never, never}));
        QCOMPARE(f.cell(0)->stateReason(), u"The connection broke."_s);
        QCOMPARE(f.cell(0)->outputs()->count(), 2);
    }

    void aLostContextMarksItsCells() // 32, 34
    {
        Fixture f;
        for (int i = 0; i < 2; ++i) {
            f.start(i)->finish(Outcome::Done);
        }
        const std::shared_ptr<Run> run = f.start(2);
        f.queue->enqueue(f.cell(3));
        f.queue->contextLost(run->key(), u"The kernel died (signal 9)."_s);
        QCOMPARE(f.states(), States({RunState::ContextLost, RunState::ContextLost, RunState::ContextLost, never}));
        QCOMPARE(f.cell(3)->stateReason(), u"The kernel died (signal 9)."_s);
        QVERIFY(run->isFinished());
        // The runner notices later; that changes nothing.
        run->finish(Outcome::Failed, u"late"_s);
        QCOMPARE(f.cell(2)->runState(), RunState::ContextLost);
        // In a new context of the same key everything works again.
        f.start(0)->finish(Outcome::Done);
        QCOMPARE(f.cell(0)->runState(), done);
    }

    // One language writes the file that the next one reads.
    void whatIsQueuedTogetherRunsInOrderAcrossContexts()
    {
        Fixture f;
        f.cell(1)->setBinding({{}, {}, u"bash"_s, {}});
        f.queue->enqueue(QList<Cell *> { f.cell(0), f.cell(1), f.cell(2), f.cell(3) });
        QCOMPARE(f.states(), States({running, queued, queued, queued}));
        f.runner.last()->finish(Outcome::Done);
        QTRY_COMPARE(f.states(), States({done, running, queued, queued}));
        QCoreApplication::processEvents();
        QCOMPARE(f.states(), States({done, running, queued, queued}));
        f.runner.last()->finish(Outcome::Done);
        QTRY_COMPARE(f.states(), States({done, done, running, queued}));
        f.runner.last()->finish(Outcome::Done);
        QTRY_COMPARE(f.states(), States({done, done, done, running}));
        f.runner.last()->finish(Outcome::Done);
        QTRY_VERIFY(!f.queue->isBusy());
        // A failure ends the list in every language, unless it may go on.
        f.queue->enqueue(QList<Cell *> { f.cell(0), f.cell(1), f.cell(2) });
        QTRY_COMPARE(f.cell(0)->runState(), running);
        f.runner.last()->error(u"E"_s, {}, {});
        f.runner.last()->finish(Outcome::Failed);
        QCOMPARE(f.states(), States({failed, done, done, done}));
        QVERIFY(!f.cell(1)->stateReason().isEmpty());
        QCoreApplication::processEvents();
        QVERIFY(!f.queue->isBusy());
        f.queue->setContinueOnError(true);
        f.queue->enqueue(QList<Cell *> { f.cell(0), f.cell(1), f.cell(2) });
        QTRY_COMPARE(f.cell(0)->runState(), running);
        f.runner.last()->error(u"E"_s, {}, {});
        f.runner.last()->finish(Outcome::Failed);
        QTRY_COMPARE(f.cell(1)->runState(), running);
        // What others waited for and is taken out holds nobody up.
        f.runner.last()->finish(Outcome::Done);
        QTRY_COMPARE(f.cell(2)->runState(), running);
        f.queue->enqueue(QList<Cell *> { f.cell(0), f.cell(1) });
        QCOMPARE(f.states(), States({queued, queued, running, done}));
        QVERIFY(f.queue->remove(f.cell(0)));
        QTRY_COMPARE(f.cell(1)->runState(), running);
        // One that is run by itself waits for no other language.
        f.queue->enqueue(f.cell(3));
        QCOMPARE(f.states(), States({failed, running, running, queued}));
    }

    // A waiting cell that is none any more holds nobody up, and a list that lost a cell ends.
    // What nobody can queue yet is seen, and is as before when it is given up.
    void heldCellsAreShownAndGoBack()
    {
        Fixture f;
        f.queue->hold({ f.cell(0), f.cell(1) }, u"waits for a sandbox"_s);
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(f.cell(i)->runState(), RunState::Queued);
            QCOMPARE(f.cell(i)->stateReason(), u"waits for a sandbox"_s);
            QCOMPARE(f.cell(i)->queuePosition(), 0);
        }
        QVERIFY(!f.queue->isBusy());
        f.queue->hold({ f.cell(1), f.cell(2) }, u"waits for its context"_s, u"given up"_s);
        QCOMPARE(f.cell(0)->runState(), RunState::NeverRun);
        QCOMPARE(f.cell(0)->stateReason(), u"given up"_s);
        QCOMPARE(f.cell(1)->stateReason(), u"waits for its context"_s);
        // Queued, it is held no more, and comes back from the queue as it was before both.
        f.queue->enqueue({ f.cell(2), f.cell(1) });
        QCOMPARE(f.cell(2)->runState(), RunState::Running);
        QCOMPARE(f.cell(1)->queuePosition(), 1);
        f.queue->hold({}, {}, u"not this"_s);
        QCOMPARE(f.cell(1)->runState(), RunState::Queued);
        f.queue->remove(f.cell(1));
        QCOMPARE(f.cell(1)->runState(), RunState::NeverRun);
        QCOMPARE(f.cell(1)->stateReason(), QString());
        f.runner.last()->finish(Outcome::Done);
    }

    // A restart takes the variables, not the run that waits for it; one that was cut is lost, one that only waited has not run.
    void whatWaitsForARestartGoesOn()
    {
        Fixture f;
        f.queue->enqueue(f.cell(0));
        f.runner.last()->finish(Outcome::Done);
        QTRY_VERIFY(!f.queue->isBusy());
        f.queue->enqueue({ f.cell(1), f.cell(2) });
        QTRY_COMPARE(f.cell(1)->runState(), RunState::Running);
        const auto run = f.runner.last();
        run->awaitRestart(u"Restarts the context"_s);
        f.queue->contextLost(run->key(), u"Restarted."_s, true);
        QCOMPARE(f.cell(0)->runState(), RunState::NeverRun);
        QCOMPARE(f.cell(1)->runState(), RunState::Running);
        QCOMPARE(f.cell(2)->runState(), RunState::Queued);
        run->waiting({});
        run->finish(Outcome::Done);
        QTRY_COMPARE(f.cell(2)->runState(), RunState::Running);
        QCOMPARE(f.cell(1)->runState(), RunState::Done);
        const auto last = f.runner.last();
        last->waiting(u"Waits: box is busy"_s);
        f.queue->contextLost(last->key(), u"Restarted."_s, true);
        QVERIFY(last->isFinished());
        QCOMPARE(f.cell(2)->runState(), RunState::NeverRun);
        QCOMPARE(f.cell(1)->runState(), RunState::NeverRun);
    }

    void aListGoesOnOrEndsAsAWhole()
    {
        Fixture f;
        const QList<Cell *> all { f.cell(0), f.cell(1), f.cell(2), f.cell(3) };
        f.cell(2)->setBinding({{}, {}, u"bash"_s, {}});
        f.queue->enqueue(all);
        f.document.changeKind({ 1 }, CellKind::Markdown);
        f.runner.last()->finish(Outcome::Done);
        QTRY_COMPARE(f.cell(2)->runState(), running);
        f.runner.last()->finish(Outcome::Done);
        QTRY_COMPARE(f.cell(3)->runState(), running);
        f.runner.last()->finish(Outcome::Done);
        QTRY_COMPARE(f.cell(3)->runState(), done);
        f.document.undo();
        QCOMPARE(f.cell(1)->kind(), CellKind::Code);
        QCoreApplication::processEvents();
        // Interrupted where it only waits: what runs of the same list is what is meant.
        f.queue->enqueue(QList<Cell *> { f.cell(2), f.cell(0), f.cell(3) });
        QTRY_COMPARE(f.cell(2)->runState(), running);
        const int interrupts = int(f.runner.interrupted.size());
        f.queue->interrupt(f.queue->keyOf(f.cell(0)));
        QCOMPARE(int(f.runner.interrupted.size()), interrupts + 1);
        QVERIFY(f.cell(0)->runState() != queued && f.cell(3)->runState() != queued);
        f.runner.last()->finish(Outcome::Interrupted);
        QCoreApplication::processEvents();
        QVERIFY(!f.queue->isBusy());
        // Its context is restarted while another one of the list runs elsewhere.
        f.queue->enqueue(QList<Cell *> { f.cell(2), f.cell(0), f.cell(3) });
        QTRY_COMPARE(f.cell(2)->runState(), running);
        f.queue->contextLost(f.queue->keyOf(f.cell(0)), u"Restarted."_s);
        f.runner.last()->finish(Outcome::Done);
        QCoreApplication::processEvents();
        QVERIFY(!f.queue->isBusy());
    }

    void editingAfterARunMakesItStale()
    {
        Fixture f;
        f.queue->enqueue(f.cell(0));
        f.runner.last()->finish(Outcome::Done);
        QCOMPARE(f.cell(0)->runState(), done);
        f.cell(0)->edit(1, 0, u"!");
        QCOMPARE(f.cell(0)->runState(), RunState::Stale);
        f.document.undo();
        QCOMPARE(f.cell(0)->runState(), done);
        // Edited while it ran.
        f.start(0);
        f.cell(0)->edit(1, 0, u"?");
        QCOMPARE(f.cell(0)->runState(), running);
        f.runner.last()->finish(Outcome::Done);
        QCOMPARE(f.cell(0)->runState(), RunState::Stale);
    }

    void theCodeIsTakenWhenTheRunStarts()
    {
        Fixture f;
        f.enqueueAll();
        f.cell(1)->setSource(u"b2"_s);
        QCOMPARE(f.cell(1)->runState(), queued);
        f.runner.last()->finish(Outcome::Done);
        QTRY_COMPARE(f.runner.started, QStringList({u"a"_s, u"b2"_s}));
    }

    void waitingCellsCanBeRemovedAndMoved()
    {
        Fixture f;
        f.enqueueAll();
        f.queue->move(f.cell(3), 1);
        QCOMPARE(f.positions(), QList<int>({0, 2, 3, 1}));
        QVERIFY(f.queue->remove(f.cell(1)));
        QVERIFY(!f.queue->remove(f.cell(0)));
        QCOMPARE(f.states(), States({running, never, queued, queued}));
        QCOMPARE(f.positions(), QList<int>({0, 0, 2, 1}));
        QCOMPARE(f.queue->waiting(f.runner.last()->key()), QList<Cell *>({f.cell(3), f.cell(2)}));
        QCOMPARE(f.queue->keyOf(f.cell(3)), f.runner.last()->key());
        f.queue->clearAll(u"because"_s);
        QCOMPARE(f.cell(3)->stateReason(), u"because"_s);
        QCOMPARE(f.queue->waitingCount(), 0);
    }

    void cellsThatCannotRunAreNotQueued()
    {
        Fixture f({u"a"_s, u"  \n"_s});
        f.document.insertCell(2, CellKind::Markdown, u"text"_s);
        QVERIFY(!f.queue->enqueue(f.cell(1)));
        QVERIFY(!f.queue->enqueue(f.cell(2)));
        QVERIFY(!f.queue->enqueue(nullptr));
        QVERIFY(f.queue->enqueue(f.cell(0)));
    }

    void deletedCellsAreSkippedAndTheRunningOneKeepsItsOutput()
    {
        Fixture f;
        f.enqueueAll();
        Cell *first = f.cell(0);
        Cell *second = f.cell(1);
        f.document.removeCells({0, 1});
        f.runner.last()->stream(StreamName::Stdout, u"after removal");
        QCOMPARE(first->outputs()->plainText(), u"after removal"_s);
        f.runner.last()->finish(Outcome::Done);
        QTRY_COMPARE(f.runner.started, QStringList({u"a"_s, u"c"_s}));
        QCOMPARE(second->runState(), never);
        f.document.undo();
        QCOMPARE(f.cell(0)->runState(), done);
        // Cells that are gone for good.
        const std::shared_ptr<Run> run = f.runner.last();
        QVERIFY(f.document.fromBytes(R"({"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5})"));
        run->stream(StreamName::Stdout, u"nobody listens");
        run->display({});
        run->finish(Outcome::Done);
        QTRY_VERIFY(!f.queue->isBusy());
    }

    void aQuestionDoesNotComeBackAfterItsRun()
    {
        Fixture f;
        f.start(0)->input(u"Name: "_s, false, [](const QString &) {});
        QCOMPARE(f.cell(0)->outputs()->count(), 1);
        f.document.changeKind({ 0 }, CellKind::Markdown);
        f.runner.last()->finish(Outcome::Done);
        f.document.undo();
        QCOMPARE(f.cell(0)->kind(), CellKind::Code);
        QVERIFY(f.cell(0)->outputs()->isEmpty());
        // While the run waits for it, it does.
        f.start(1)->input(u"Name: "_s, false, [](const QString &) {});
        f.document.changeKind({ 1 }, CellKind::Markdown);
        f.document.undo();
        QCOMPARE(f.cell(1)->outputs()->count(), 1);
        f.runner.last()->finish(Outcome::Done);
    }

    void aPartThatFailsHasFailed()
    {
        Fixture f({ u"good\nbad"_s });
        QVERIFY(f.queue->enqueuePart(f.cell(0), u"\nbad"_s));
        f.runner.last()->error(u"E"_s, u"bad"_s, {});
        f.runner.last()->finish(Outcome::Done);
        QCOMPARE(f.cell(0)->runState(), failed);
        QVERIFY(f.cell(0)->ranInPart());
        f.document.cell(0)->setSource(u"good\nbad + 1"_s);
        QCOMPARE(f.cell(0)->runState(), failed);
        // One that went well says nothing of the rest.
        QVERIFY(f.queue->enqueuePart(f.cell(0), u"good"_s));
        QTRY_COMPARE(f.runner.started.size(), 2);
        f.runner.last()->finish(Outcome::Done);
        QCOMPARE(f.cell(0)->runState(), RunState::Stale);
    }

    void lateTextReachesTheCellUnlessItRunsAgain() // 30, 41
    {
        Fixture f;
        f.queue->enqueue(f.cell(0));
        const std::shared_ptr<Run> first = f.runner.last();
        first->error(u"E"_s, u"bad"_s, {});
        first->finish(Outcome::Done);
        first->stream(StreamName::Stdout, u"late");
        QCOMPARE(f.cell(0)->runState(), failed);
        QCOMPARE(f.cell(0)->outputs()->count(), 2);
        f.start(0);
        first->stream(StreamName::Stdout, u"of the old run");
        QVERIFY(f.cell(0)->outputs()->isEmpty());
        f.runner.last()->finish(Outcome::Done);
    }

    void theQueueMayGoAwayDuringARun()
    {
        Fixture f;
        f.enqueueAll();
        const std::shared_ptr<Run> run = f.runner.last();
        f.queue.reset();
        QCOMPARE(f.states(), States({running, never, never, never}));
        run->stream(StreamName::Stdout, u"x");
        run->finish(Outcome::Done);
        QCOMPARE(f.cell(0)->runState(), done);
    }

    void theQueueMayGoAwayInASlot()
    {
        Fixture f;
        connect(f.queue.get(), &RunQueue::finished, this, [&f] { f.queue.reset(); });
        f.enqueueAll();
        f.runner.last()->finish(Outcome::Failed);
        QVERIFY(!f.queue);
        QCoreApplication::processEvents();
        QCOMPARE(f.runner.started.size(), 1);
    }

    void aRunnerMayFinishAtOnce()
    {
        Fixture f;
        f.runner.onStart = [](const std::shared_ptr<Run> &run) {
            run->stream(StreamName::Stdout, run->code());
            run->finish(Outcome::Done);
        };
        QSignalSpy finished(f.queue.get(), &RunQueue::finished);
        f.enqueueAll();
        QTRY_VERIFY(!f.queue->isBusy());
        QCOMPARE(f.runner.started, QStringList({u"a"_s, u"b"_s, u"c"_s, u"d"_s}));
        QCOMPARE(finished.count(), 4);
        QCOMPARE(f.states(), States({done, done, done, done}));
    }

    void waitingForSomethingIsShown()
    {
        Fixture f;
        f.queue->enqueue(f.cell(0));
        f.runner.last()->waiting(u"Starting the sandbox"_s);
        QCOMPARE(f.cell(0)->stateReason(), u"Starting the sandbox"_s);
        QCOMPARE(f.cell(0)->runState(), running);
        f.runner.last()->stream(StreamName::Stdout, u"x");
        QCOMPARE(f.cell(0)->stateReason(), QString());
        f.runner.last()->finish(Outcome::Done);
    }

    void resultsGetTheirCountWhenItComes() // 29
    {
        Fixture f;
        f.queue->enqueue(f.cell(0));
        f.runner.last()->result(MimeBundle::fromJson({{u"text/plain"_s, u"41"_s}}));
        f.runner.last()->executionCount(9);
        f.runner.last()->finish(Outcome::Done);
        QCOMPARE(f.cell(0)->outputs()->at(0).executionCount(), 9);
        // No count: the cell ends without a number.
        f.start(1)->finish(Outcome::Done);
        QCOMPARE(f.cell(1)->executionCount(), -1);
        QCOMPARE(f.cell(1)->runState(), done);
    }

    void displaysAreUpdatedAcrossCellsOfOneContext() // 48
    {
        Fixture f;
        const auto bundle = [](const QString &text) { return MimeBundle::fromJson({{u"text/plain"_s, text}}); };
        for (int i = 0; i < 2; ++i) {
            f.start(i)->display(bundle(u"old"_s), {}, u"d"_s);
            f.runner.last()->finish(Outcome::Done);
        }
        f.cell(3)->setBinding({{}, {}, u"bash"_s, {}});
        f.start(3)->display(bundle(u"other context"_s), {}, u"d"_s);
        f.runner.last()->finish(Outcome::Done);
        f.start(2)->display(bundle(u"old"_s), {}, u"d"_s);
        f.runner.last()->updateDisplay(u"d"_s, bundle(u"new"_s));
        f.runner.last()->updateDisplay(u"unknown"_s, bundle(u"ignored"_s));
        for (int i = 0; i < 3; ++i)
            QCOMPARE(f.cell(i)->outputs()->at(0).data().text(u"text/plain"), u"new"_s);
        QCOMPARE(f.cell(3)->outputs()->at(0).data().text(u"text/plain"), u"other context"_s);
        QCOMPARE(f.document.toBytes().count("\"new\""), 3);
        f.cell(0)->outputs()->clear();
        f.runner.last()->updateDisplay(u"d"_s, bundle(u"newer"_s));
        QVERIFY(f.cell(0)->outputs()->isEmpty());
        f.runner.last()->finish(Outcome::Done);
    }

    void aBackgroundRunIsBesideTheQueuesAndSurvives()
    {
        Fixture f;
        f.start(0);
        QVERIFY(f.queue->enqueueBackground(f.cell(1)));
        QCOMPARE(f.runner.started, QStringList({u"a"_s, u"b"_s}));
        const std::shared_ptr<Run> run = f.runner.last();
        QVERIFY(run->isBackground() && run->attachTo().isEmpty());
        QVERIFY(!f.runner.runs[0]->isBackground());
        run->background({u"cmd-1"_s, u"s1"_s});
        run->stream(StreamName::Stdout, u"working\n");
        f.runner.runs[0]->finish(Outcome::Done);
        QVERIFY(f.queue->isBusy());
        QVERIFY(!f.queue->isBusyInForeground());
        // The file is closed and opened again.
        Document again;
        QVERIFY(again.fromBytes(f.document.toBytes()));
        RunQueue queue(&f.runner);
        Cell *cell = again.cell(1);
        QVERIFY(!queue.enqueueBackground(again.cell(0), true));
        QVERIFY(queue.enqueueBackground(cell, true));
        const std::shared_ptr<Run> follows = f.runner.last();
        QCOMPARE(follows->attachTo(), u"cmd-1"_s);
        QCOMPARE(follows->binding().sandbox, u"s1"_s);
        QCOMPARE(cell->outputs()->plainText(), u"working\n"_s); // Until it is read again.
        follows->clearOutput(true);
        follows->stream(StreamName::Stdout, u"working\ndone\n");
        QCOMPARE(cell->outputs()->plainText(), u"working\ndone\n"_s);
        follows->finish(Outcome::Done);
        QCOMPARE(cell->runState(), done);
        QCOMPARE(cell->background().id, QString());
        // The end of the connection is not the end of the command.
        run->finish(Outcome::ResultUnknown);
        QCOMPARE(f.cell(1)->background().id, u"cmd-1"_s);
    }

    void aThousandCellsAreQueuedQuickly()
    {
        QStringList sources;
        for (int i = 0; i < 1000; ++i)
            sources += u"x%1"_s.arg(i);
        Fixture f(sources);
        f.runner.onStart = [](const std::shared_ptr<Run> &run) { run->finish(Outcome::Done); };
        const std::clock_t start = std::clock(); // of the processor: the machine may be busy
        f.enqueueAll();
        QTRY_VERIFY(!f.queue->isBusy());
        QCOMPARE(f.runner.started, sources);
        const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 5, qPrintable(QString::number(seconds)));
    }
};

QTEST_GUILESS_MAIN(TestRunQueue)
#include "tst_notebook_runqueue.moc"

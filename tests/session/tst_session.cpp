// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "fakelifecycle.h"

#include "session/connectionstore.h"
#include "session/metricswatcher.h"
#include "session/sandboxcreation.h"
#include "session/sandboxmodel.h"
#include "session/sandboxstore.h"
#include "session/sandboxwords.h"

#include <QAbstractItemModelTester>
#include <QCoroTimer>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Presence = SandboxRecord::Presence;

namespace {

QCoro::Task<int> later(int value)
{
    QTimer timer;
    timer.start(10ms);
    auto wait = qCoro(timer).waitForTimeout();
    co_await wait;
    co_return value;
}

QCoro::Task<void> nothingLater()
{
    auto task = later(1);
    co_await task;
}

QCoro::Task<int> atOnce(int value)
{
    co_return value;
}

/// A connection to the fake, with its store.
struct World
{
    FakeLifecycle server;
    ConnectionStore connections;
    SandboxStore store { &connections };
    SessionRegistry registry { &store };
    Connection *connection = connections.local();

    void connectNow() { connection->setConfig(server.config()); }
};

} // namespace

class TestSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // TaskScope
    void callsBackWithTheValue();
    void neverCallsBackAfterDestruction();
    void isDeadBeforeStopIsRequested();
    void cancelLeavesItUsable();
    void callbackMayDestroyTheScope();
    // Connection
    void comesOnlineAndMeasuresLatency();
    void refusedKeyIsSaidInWords();
    void nonsenseIsNoServer();
    void silentAndDeadServersAreTriedAgain();
    // Store
    void listsEveryPageOnce();
    void vanishedRowsStayWithTheirReason();
    void expiryIsNeverNegativeAndFollowsTheServersClock();
    void renewStartsFromTheLaterTime();
    void killCanBeUndone();
    void killGoesOnAfterConflicts();
    void pauseRefusalIsRemembered();
    void pollsOnlyWhileWatched();
    void keepsTheLastListWhenTheServerDies();
    void oddRowsNeverHideTheOthers();
    void modelSurvivesRefreshes();
    // Session
    void sessionIsSharedAndConnects();
    void contextsAreMadeOnce();
    void restartWorksWithAndWithoutTheExtension();
    void readyFailsWhenPausedOrGone();
    void samplesFlowIntoTheRing();
    // Creation
    void createsInStages();
    void cancelledCreateLeavesNothing();
    void refusedCreateSaysWhy();
    // Words
    void remainingTimes_data();
    void remainingTimes();
    void historyIsARing();
};

void TestSession::callsBackWithTheValue()
{
    TaskScope scope;
    int got = 0;
    bool done = false;
    scope.run(later(7), [&](int value) { got = value; });
    scope.run(nothingLater(), [&]() { done = true; });
    QCOMPARE(scope.running(), 2);
    QTRY_COMPARE(got, 7);
    QTRY_VERIFY(done);
    QCOMPARE(scope.running(), 0);
    scope.run(atOnce(3), [&](int value) { got = value; });
    QCOMPARE(got, 3);
}

void TestSession::neverCallsBackAfterDestruction()
{
    bool called = false;
    {
        TaskScope scope;
        scope.run(later(1), [&](int) { called = true; });
    }
    QTest::qWait(50);
    QVERIFY(!called);
}

void TestSession::isDeadBeforeStopIsRequested()
{
    // A stop callback that finishes the task at once must not reach the dying owner.
    bool called = false;
    bool stopped = false;
    auto scope = std::make_unique<TaskScope>();
    std::stop_callback finish(scope->token(), [&]() {
        stopped = true;
        scope->run(atOnce(1), [&](int) { called = true; });
    });
    scope->cancel();
    QVERIFY(stopped);
    QVERIFY(!called);
}

void TestSession::cancelLeavesItUsable()
{
    TaskScope scope;
    int got = 0;
    scope.run(later(1), [&](int value) { got += value; });
    const std::stop_token old = scope.token();
    scope.cancel();
    QVERIFY(old.stop_requested());
    QVERIFY(!scope.token().stop_requested());
    scope.run(later(10), [&](int value) { got += value; });
    QTRY_COMPARE(got, 10);
    QTest::qWait(30);
    QCOMPARE(got, 10);
}

void TestSession::callbackMayDestroyTheScope()
{
    auto scope = std::make_unique<TaskScope>();
    int calls = 0;
    scope->run(later(1), [&](int) {
        ++calls;
        scope.reset();
    });
    scope->run(later(2), [&](int) { ++calls; });
    QTRY_COMPARE(calls, 1);
    QTest::qWait(30);
    QCOMPARE(calls, 1);
}

void TestSession::comesOnlineAndMeasuresLatency()
{
    World world;
    QCOMPARE(world.connection->state(), Connection::State::Off);
    QSignalSpy exchanges(&world.connections, &ConnectionStore::exchange);
    world.connectNow();
    QCOMPARE(world.connection->state(), Connection::State::Connecting);
    QTRY_VERIFY(world.connection->isOnline());
    QVERIFY(world.connection->latency().has_value());
    QVERIFY(!world.connection->problem());
    QVERIFY(exchanges.count() >= 2);
}

// Pain 22: a refused key is said at once, not after a general time-out.
void TestSession::refusedKeyIsSaidInWords()
{
    World world;
    world.server.mood = FakeLifecycle::Mood::RefuseKey;
    world.connectNow();
    QTRY_COMPARE(world.connection->state(), Connection::State::Refused);
    QCOMPARE(world.connection->problem().message, u"The key was refused (401). It may have expired or belong to another server."_s);
    QVERIFY(!world.connection->problem().hint.isEmpty());
    QVERIFY(!world.connection->problem().message.contains(u"test-key"_s));
    world.server.mood = FakeLifecycle::Mood::Well;
    world.connection->retryNow();
    QTRY_VERIFY(world.connection->isOnline());
}

void TestSession::nonsenseIsNoServer()
{
    World world;
    world.server.mood = FakeLifecycle::Mood::Nonsense;
    world.connectNow();
    QTRY_COMPARE(world.connection->state(), Connection::State::Offline);
    QVERIFY2(world.connection->problem().message.contains(u"not as an OpenSandbox server"_s), qPrintable(world.connection->problem().message));
}

void TestSession::silentAndDeadServersAreTriedAgain()
{
    World world;
    world.connectNow();
    QTRY_VERIFY(world.connection->isOnline());
    auto config = world.server.config();
    world.server.close();
    world.connection->setConfig(config);
    QTRY_COMPARE(world.connection->state(), Connection::State::Offline);
    QVERIFY(world.connection->nextTryAt() > QDateTime::currentDateTime());
    QVERIFY(world.connection->problem().message.contains(u"does not answer"_s));

    World silent;
    silent.server.mood = FakeLifecycle::Mood::Silent;
    config = silent.server.config();
    config.requestTimeout = 300ms;
    silent.connection->setConfig(config);
    QTRY_COMPARE(silent.connection->state(), Connection::State::Offline);
    silent.server.mood = FakeLifecycle::Mood::Well;
    silent.connection->retryNow();
    QTRY_VERIFY(silent.connection->isOnline());
}

// Pain 121: more than a page, each once.
void TestSession::listsEveryPageOnce()
{
    World world;
    for (int i = 0; i < 245; ++i)
        world.server.add(u"box-%1"_s.arg(i));
    QSignalSpy added(&world.store, &SandboxStore::added);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 245);
    QCOMPARE(added.count(), 245);
    world.store.refresh();
    QSignalSpy refreshed(&world.store, &SandboxStore::refreshed);
    QVERIFY(refreshed.wait());
    QCOMPARE(added.count(), 245);
    const QList<SandboxRecord> records = world.store.records();
    QVERIFY(std::is_sorted(records.cbegin(), records.cend(), [](const auto &a, const auto &b) { return a.info.createdAt < b.info.createdAt; }));
}

// Pain 114: it does not just disappear.
void TestSession::vanishedRowsStayWithTheirReason()
{
    World world;
    const QString expired = world.server.add(u"short"_s, 1s);
    const QString gone = world.server.add(u"long"_s, 2h);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 2);
    QSignalSpy vanished(&world.store, &SandboxStore::vanished);
    QTRY_VERIFY(world.store.remaining(expired) == 0s);
    world.server.remove(expired);
    world.server.remove(gone);
    world.store.refresh();
    QTRY_COMPARE(vanished.count(), 2);
    QCOMPARE(world.store.find(expired)->presence, Presence::Expired);
    QCOMPARE(world.store.find(gone)->presence, Presence::Gone);
    QVERIFY(world.store.find(gone)->lastSeenAt.isValid());
    QVERIFY(!world.store.remaining(gone));
    QCOMPARE(SandboxWords::state(*world.store.find(expired)).word, u"Expired"_s);
    world.store.forget({ expired, gone });
    QCOMPARE(world.store.count(), 0);
}

// Pains 112, 113: a computer two hours off counts down rightly.
void TestSession::expiryIsNeverNegativeAndFollowsTheServersClock()
{
    World world;
    world.server.clockOffset = 2h;
    const QString id = world.server.add(u"timed"_s, 10min);
    const QString past = world.server.add(u"past"_s, -30s);
    const QString endless = world.server.add(u"endless"_s, 0s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 3);
    const auto left = world.store.remaining(id);
    QVERIFY2(left && *left > 9min && *left <= 602s, qPrintable(QString::number(left ? left->count() : -1)));
    QCOMPARE(world.store.remaining(past), std::optional(0s));
    QVERIFY(!world.store.remaining(endless));
    QVERIFY(world.store.remainingShare(id) > 0.4 && world.store.remainingShare(id) <= 1.0);
    QCOMPARE(SandboxWords::fact(*world.store.find(past), world.connection->serverNow()), u"expiry passed, still running"_s);
}

void TestSession::renewStartsFromTheLaterTime()
{
    World world;
    const QString id = world.server.add(u"timed"_s, 10min);
    const QString past = world.server.add(u"past"_s, -5min);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 2);
    QSignalSpy renewed(&world.store, &SandboxStore::renewed);
    world.store.renewBy(id, 1h);
    world.store.renewBy(past, 15min);
    QTRY_COMPARE(renewed.count(), 2);
    const auto left = world.store.remaining(id);
    QVERIFY(left && *left > 69min && *left <= 70min);
    const auto fromNow = world.store.remaining(past);
    QVERIFY(fromNow && *fromNow > 14min && *fromNow <= 15min);
    QVERIFY(world.store.remainingShare(id) > 0.98);
    QCOMPARE(world.server.requests(u"POST /v1/sandboxes/%1/renew-expiration"_s.arg(id)), 1);
}

void TestSession::killCanBeUndone()
{
    World world;
    const QString id = world.server.add(u"keep"_s);
    const QString other = world.server.add(u"drop"_s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 2);
    world.store.prepareKill({ id, other });
    QCOMPARE(world.store.find(id)->presence, Presence::Killing);
    QCOMPARE(SandboxWords::state(*world.store.find(id)).word, u"Stopping"_s);
    world.store.undoKill({ id });
    QCOMPARE(world.store.find(id)->presence, Presence::Listed);
    QSignalSpy removed(&world.store, &SandboxStore::removed);
    world.store.killNow({ other });
    world.store.undoKill({ other }); // Too late.
    QTRY_COMPARE(removed.count(), 1);
    QCOMPARE(world.server.count(), 1);
    QCOMPARE(world.server.requests(u"DELETE /v1/sandboxes/%1"_s.arg(id)), 0);
    QCOMPARE(world.server.requests(u"DELETE /v1/sandboxes/%1"_s.arg(other)), 1);
}

// Pain 117
void TestSession::killGoesOnAfterConflicts()
{
    World world;
    const QString id = world.server.add(u"pausing"_s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 1);
    world.server.conflictsOnDelete = 2;
    QSignalSpy failed(&world.store, &SandboxStore::actionFailed);
    world.store.killNow({ id });
    QTRY_COMPARE_WITH_TIMEOUT(world.store.count(), 0, 10'000);
    QCOMPARE(failed.count(), 0);
}

void TestSession::pauseRefusalIsRemembered()
{
    World world;
    const QString id = world.server.add(u"busy"_s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 1);
    QSignalSpy failed(&world.store, &SandboxStore::actionFailed);
    world.store.pause(id);
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(world.store.pauseRefusal(u"local"_s), u"Pause is not offered by this server (501)."_s);
    const auto problem = failed.first().at(1).value<Problem>();
    QVERIFY2(problem.message.contains(u"busy"_s) && problem.message.contains(u"501"_s), qPrintable(problem.message));
}

// Pain 96: what nobody looks at is not polled.
void TestSession::pollsOnlyWhileWatched()
{
    World world;
    world.server.add(u"one"_s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 1);
    const int before = world.server.requests(u"GET /v1/sandboxes"_s);
    QTest::qWait(2500);
    QCOMPARE(world.server.requests(u"GET /v1/sandboxes"_s), before);
    auto watch = world.store.watch();
    QTRY_VERIFY_WITH_TIMEOUT(world.server.requests(u"GET /v1/sandboxes"_s) >= before + 2, 5000);
}

void TestSession::keepsTheLastListWhenTheServerDies()
{
    World world;
    world.server.add(u"one"_s);
    world.server.add(u"two"_s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 2);
    QTRY_VERIFY(world.connection->isOnline());
    QSignalSpy failed(&world.store, &SandboxStore::refreshFailed);
    world.server.close();
    world.store.refresh();
    QTRY_VERIFY(failed.count() > 0);
    QCOMPARE(world.store.count(), 2);
    QVERIFY(world.store.isStale(u"local"_s));
    QVERIFY(world.store.updatedAt(u"local"_s).isValid());
    QTRY_COMPARE(world.connection->state(), Connection::State::Offline);
    for (const SandboxRecord &record : world.store.records())
        QCOMPARE(record.presence, Presence::Listed);
}

// Pains 25, 110
void TestSession::oddRowsNeverHideTheOthers()
{
    World world;
    const QString odd = world.server.add(u"odd"_s);
    world.server.patch(odd, { { u"expiresAt"_s, QJsonValue() }, { u"metadata"_s, QJsonValue() }, { u"image"_s, QJsonValue() }, { u"novel"_s, 1 }, { u"status"_s, QJsonObject { { u"state"_s, u"Hibernating"_s } } } });
    world.server.add(u"plain"_s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 2);
    const SandboxRecord *record = world.store.find(odd);
    QCOMPARE(record->name(), odd.left(8));
    QCOMPARE(SandboxWords::state(*record).word, u"Hibernating"_s);
    QCOMPARE(SandboxWords::state(*record).icon, u"circle-question-mark"_s);
    QVERIFY(!world.store.remaining(odd));
}

// Pain 120: 200 rows, refreshes with some added and removed; indexes held by a view stay right.
void TestSession::modelSurvivesRefreshes()
{
    World world;
    QStringList ids;
    for (int i = 0; i < 200; ++i)
        ids << world.server.add(u"box-%1"_s.arg(i));
    SandboxModel model(&world.store);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 200);
    const QModelIndex head = model.indexOfConnection(u"local"_s);
    QCOMPARE(model.rowCount(head), 200);
    const QPersistentModelIndex held = model.indexOf(ids.at(100));
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy layouts(&model, &QAbstractItemModel::layoutChanged);
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    world.store.refresh();
    QSignalSpy refreshed(&world.store, &SandboxStore::refreshed);
    QVERIFY(refreshed.wait());
    QCOMPARE(changes.count(), 0); // Nothing differs, so nothing is said.
    for (int round = 0; round < 5; ++round) {
        world.server.remove(ids.takeAt(round * 7));
        ids << world.server.add(u"new-%1"_s.arg(round));
        world.server.setState(ids.at(50), round % 2 ? u"Paused"_s : u"Running"_s);
        world.store.refresh();
        QVERIFY(refreshed.wait());
        QStringList gone;
        for (const SandboxRecord &record : world.store.records()) {
            if (!record.isPresent())
                gone << record.id();
        }
        world.store.forget(gone);
        QVERIFY(held.isValid());
        QCOMPARE(held.data(SandboxModel::IdRole).toString(), u"sbx-000101"_s);
    }
    QCOMPARE(model.rowCount(head), 200);
    QCOMPARE(resets.count(), 0);
    QCOMPARE(layouts.count(), 0);
    Connection *other = world.connections.add(u"other"_s, world.server.config(), false);
    QCOMPARE(model.rowCount(), 2);
    world.connections.remove(other);
    QCOMPARE(model.rowCount(), 1);
}

void TestSession::sessionIsSharedAndConnects()
{
    World world;
    const QString id = world.server.add(u"py"_s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 1);
    auto session = world.registry.session(id);
    QVERIFY(session);
    QCOMPARE(world.registry.session(id), session);
    QTRY_VERIFY(session->isReady());
    QVERIFY(session->sandbox());
    QVERIFY(session->interpreter());
    QCOMPARE(session->name(), u"py"_s);
    QVERIFY(!world.registry.session(u"unknown"_s));
    session.reset();
    QVERIFY(!world.registry.existing(id));
    QCOMPARE(world.server.count(), 1); // Closing ends no sandbox.
}

void TestSession::contextsAreMadeOnce()
{
    World world;
    const QString id = world.server.add(u"py"_s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 1);
    auto session = world.registry.session(id);
    TaskScope tasks;
    QStringList got;
    for (int i = 0; i < 3; ++i)
        tasks.run(session->defaultContext(u"python"_s), [&](OpenSandbox::Result<OpenSandbox::CodeContext> context) { got << (context ? context->id : context.error().message); });
    QTRY_COMPARE(got.size(), 3);
    QCOMPARE(got.at(0), got.at(1));
    QCOMPARE(got.at(0), got.at(2));
    QCOMPARE(session->contexts().size(), 1);
    QCOMPARE(world.store.find(id)->contexts, 1);
    QCOMPARE(SandboxWords::fact(*world.store.find(id), world.connection->serverNow()), u"1 context"_s);
    session->noteContextActivity(got.first(), true, 2);
    QVERIFY(session->findContext(got.first())->busy);
    bool failed = false;
    tasks.run(session->createContext(u"cobol"_s), [&](OpenSandbox::Result<OpenSandbox::CodeContext> context) { failed = !context; });
    QTRY_VERIFY(failed);
    QSignalSpy deleted(session.get(), &SandboxSession::contextDeleted);
    tasks.run(session->deleteContext(got.first()));
    QTRY_COMPARE(deleted.count(), 1);
    QVERIFY(session->contexts().isEmpty());
}

void TestSession::restartWorksWithAndWithoutTheExtension()
{
    World world;
    const QString id = world.server.add(u"py"_s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 1);
    auto session = world.registry.session(id);
    TaskScope tasks;
    QString context;
    tasks.run(session->defaultContext(u"python"_s), [&](OpenSandbox::Result<OpenSandbox::CodeContext> made) { context = made ? made->id : QString(); });
    QTRY_VERIFY(!context.isEmpty());
    QSignalSpy restarted(session.get(), &SandboxSession::contextRestarted);
    tasks.run(session->restartContext(context));
    QTRY_COMPARE(restarted.count(), 1);
    QCOMPARE(restarted.first().at(1).toString(), context);
    world.server.canRestart = false;
    tasks.run(session->restartContext(context));
    QTRY_COMPARE(restarted.count(), 2);
    const QString now = restarted.last().at(1).toString();
    QVERIFY(now != context);
    QCOMPARE(session->contexts().size(), 1);
    QCOMPARE(session->contexts().first().id(), now);
}

void TestSession::readyFailsWhenPausedOrGone()
{
    World world;
    const QString id = world.server.add(u"nap"_s, 1h, u"Paused"_s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 1);
    auto session = world.registry.session(id);
    TaskScope tasks;
    QString said;
    const auto note = [&](OpenSandbox::Result<std::shared_ptr<OpenSandbox::CodeInterpreter>> result) { said = result ? u"ready"_s : result.error().message; };
    tasks.run(session->ready(), note);
    QTRY_COMPARE(said, u"nap is paused. Resume it to run code."_s);
    world.server.setState(id, u"Pending"_s);
    world.store.refresh();
    QTRY_COMPARE(world.store.find(id)->info.state.kind, OpenSandbox::SandboxState::Kind::Pending);
    said.clear();
    tasks.run(session->ready(), note);
    world.server.setState(id, u"Running"_s);
    world.store.refresh();
    QTRY_COMPARE(said, u"ready"_s);
    QSignalSpy states(session.get(), &SandboxSession::stateChanged);
    world.server.remove(id);
    world.store.refresh();
    QTRY_COMPARE(session->state(), SandboxSession::State::Gone);
    tasks.run(session->ready(), note);
    QVERIFY(said.contains(u"gone"_s));
    // A waiting task ends when nobody wants it any more.
    const QString pending = world.server.add(u"slow"_s, 1h, u"Pending"_s);
    world.store.refresh();
    QTRY_VERIFY(world.store.find(pending));
    auto waiting = world.registry.session(pending);
    {
        TaskScope brief;
        brief.run(waiting->ready(brief.token()), [&](OpenSandbox::Result<std::shared_ptr<OpenSandbox::CodeInterpreter>>) { said = u"called"_s; });
    }
    std::weak_ptr<SandboxSession> weak = waiting;
    waiting.reset();
    QTRY_VERIFY(weak.expired());
    QVERIFY(said != u"called"_s);
}

// Pain 93
void TestSession::samplesFlowIntoTheRing()
{
    World world;
    const QString id = world.server.add(u"py"_s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 1);
    MetricsWatcher watcher(&world.registry);
    QCOMPARE(world.server.metricsWatchers(), 0);
    auto want = watcher.want();
    QTRY_COMPARE(world.server.metricsWatchers(), 1);
    QVERIFY(watcher.isWatched(id));
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    world.server.sendMetrics(12.5, 600, now);
    world.server.sendMetricsLine("{\"error\":\"cannot read\"}\n");
    world.server.sendMetrics(90, 700, now + 2000);
    QTRY_VERIFY(world.store.history(id) && world.store.history(id)->size() == 2);
    QCOMPARE(world.store.history(id)->at(0).cpuPercent, 12.5F);
    QVERIFY(world.store.history(id)->at(1).afterGap);
    QCOMPARE(world.store.history(id)->last().memoryMib, 700.F);
    watcher.setChosen(id, false);
    QTRY_COMPARE(world.server.metricsWatchers(), 0);
    watcher.setChosen(id, true);
    QTRY_COMPARE(world.server.metricsWatchers(), 1);
    want.reset();
    QTRY_COMPARE(world.server.metricsWatchers(), 0);
}

void TestSession::createsInStages()
{
    World world;
    world.server.createState = u"Pending"_s;
    world.connectNow();
    QTRY_VERIFY(world.connection->isOnline());
    OpenSandbox::CreateOptions options;
    options.image = u"local"_s;
    options.metadata.insert(u"name"_s, u"fresh"_s);
    SandboxCreation creation(&world.registry, world.connection, options);
    creation.setLanguages({ u"python"_s, u"bash"_s });
    QSignalSpy finished(&creation, &SandboxCreation::finished);
    creation.start();
    QTRY_COMPARE(creation.stage(), SandboxCreation::Stage::Start);
    world.server.setState(creation.sandboxId(), u"Running"_s);
    QVERIFY(finished.wait());
    QCOMPARE(creation.outcome(), SandboxCreation::Outcome::Succeeded);
    QVERIFY(creation.session()->isReady());
    QCOMPARE(creation.session()->contexts().size(), 2);
    QVERIFY(world.store.find(creation.sandboxId()));
    QVERIFY(creation.total() >= creation.duration(SandboxCreation::Stage::Start));
    QCOMPARE(world.server.requests(u"POST /v1/sandboxes"_s), 1);
}

void TestSession::cancelledCreateLeavesNothing()
{
    World world;
    world.connectNow();
    QTRY_VERIFY(world.connection->isOnline());
    world.server.holdCreates = true;
    OpenSandbox::CreateOptions options;
    options.image = u"local"_s;
    {
        SandboxCreation creation(&world.registry, world.connection, options);
        creation.start();
        QTRY_COMPARE(world.server.requests(u"POST /v1/sandboxes"_s), 1);
        creation.cancel();
        QCOMPARE(creation.outcome(), SandboxCreation::Outcome::Cancelled);
    }
    QSignalSpy requests(&world.server, &FakeLifecycle::requested);
    world.server.releaseCreates();
    QTRY_COMPARE(world.server.count(), 0);
    QCOMPARE(world.store.count(), 0);
}

void TestSession::refusedCreateSaysWhy()
{
    World world;
    world.connectNow();
    QTRY_VERIFY(world.connection->isOnline());
    world.server.createStatus = 400;
    OpenSandbox::CreateOptions options;
    options.image = u"nothing"_s;
    SandboxCreation creation(&world.registry, world.connection, options);
    QSignalSpy finished(&creation, &SandboxCreation::finished);
    creation.start();
    QVERIFY(finished.wait());
    QCOMPARE(creation.outcome(), SandboxCreation::Outcome::Failed);
    QVERIFY2(creation.problem().message.contains(u"Known are: local, python."_s), qPrintable(creation.problem().message));
    QVERIFY(world.connection->isOnline()); // A refusal is an answer.
}

void TestSession::remainingTimes_data()
{
    QTest::addColumn<qint64>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("over") << qint64(-5) << u"0:00"_s;
    QTest::newRow("nothing") << qint64(0) << u"0:00"_s;
    QTest::newRow("seconds") << qint64(9) << u"0:09"_s;
    QTest::newRow("1:44") << qint64(104) << u"1:44"_s;
    QTest::newRow("41:12") << qint64(2472) << u"41:12"_s;
    QTest::newRow("just below an hour") << qint64(3599) << u"59:59"_s;
    QTest::newRow("an hour") << qint64(3600) << u"1 h 0 m"_s;
    QTest::newRow("5 h 10 m") << qint64(18600) << u"5 h 10 m"_s;
    QTest::newRow("just below a day") << qint64(86399) << u"23 h 59 m"_s;
    QTest::newRow("3 d 4 h") << qint64(3 * 86400 + 4 * 3600 + 59) << u"3 d 4 h"_s;
}

void TestSession::remainingTimes()
{
    QFETCH(qint64, seconds);
    QTEST(SandboxWords::remaining(std::chrono::seconds(seconds)), "text");
}

// Pain 95
void TestSession::historyIsARing()
{
    MetricsHistory history(100);
    for (int i = 0; i < 86'400; ++i) {
        OpenSandbox::Metrics metrics;
        metrics.timestampMs = 1000 + i * 1000;
        metrics.cpuUsedPercent = i % 100;
        history.append(metrics);
    }
    QCOMPARE(history.size(), 100);
    QCOMPARE(history.capacity(), 100);
    QCOMPARE(history.last().timeMs, qint64(86'400'000));
    QCOMPARE(history.at(0).timeMs, qint64(86'301'000));
    QCOMPARE(history.firstSince(86'400'000), 99);
    QCOMPARE(history.firstSince(0), 0);
    QCOMPARE(history.firstSince(86'400'001), 100);
    OpenSandbox::Metrics repeated;
    repeated.timestampMs = 86'400'000;
    history.append(repeated);
    QCOMPARE(history.size(), 100);
    history.markGap();
    repeated.timestampMs = 86'401'000;
    history.append(repeated);
    QVERIFY(history.last().afterGap);
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"

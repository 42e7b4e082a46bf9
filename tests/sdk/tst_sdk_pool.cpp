// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/sandboxpool.h>

#include "sdktest.h"

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using State = SandboxPoolSnapshot::State;

/// A server whose sandboxes are called s1, s2, ...
class PoolServer
{
public:
    PoolServer()
    {
        server.on("POST", "/v1/sandboxes", [this](const Received &request) {
            if (failing)
                return Reply::json(500, R"({"code":"DOCKER::SANDBOX_START_FAILED","message":"no room"})");
            lifetimes << bodyOf(request).value("timeout"_L1).toInt();
            const QByteArray id = "s" + QByteArray::number(++made);
            server.on("GET", "/v1/sandboxes/" + id + "/endpoints/44772", Reply::json(200, R"({"endpoint":")" + server.address().toUtf8() + "/" + id + R"("})"));
            server.on("GET", "/" + id + "/ping", [this, id](const Received &) { return stale.contains(id) ? Reply::json(401, "{}") : Reply::empty(200); });
            server.on("POST", "/v1/sandboxes/" + id + "/renew-expiration", Reply::json(200, R"({"expiresAt":"2030-01-01T00:00:00Z"})"));
            server.on("GET", "/v1/sandboxes/" + id, Reply::json(200, "{\"id\":\"" + id + "\",\"status\":{\"state\":\"Running\"}}"));
            server.on("DELETE", "/v1/sandboxes/" + id, [this, id](const Received &) {
                killed << id;
                return Reply::empty(204);
            });
            const Reply answer = Reply::json(202, "{\"id\":\"" + id + "\",\"status\":{\"state\":\"Running\"}}");
            return slow ? Reply::silence().thenWait(200).thenSend(answer.bytes()) : answer;
        });
    }
    ConnectionConfig config() const { return configFor(server); }

    FaultServer server;
    int made = 0;
    bool failing = false;
    bool slow = false;
    QSet<QByteArray> stale;
    QList<QByteArray> killed;
    QList<int> lifetimes;
};

SandboxPoolOptions optionsOf(int maxIdle)
{
    SandboxPoolOptions options;
    options.creation.image = u"img"_s;
    options.creation.readyPollInterval = 5ms;
    options.maxIdle = maxIdle;
    options.idleTimeout = 2h;
    return options;
}

Task<Done> prepared(bool well)
{
    if (well)
        co_return Done {};
    co_return std::unexpected(Error { Error::Kind::Api, 500, u"SETUP"_s, u"the set-up failed"_s, {} });
}

} // namespace

class SdkPoolTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sandboxesWaitReady()
    {
        PoolServer server;
        SandboxPool pool(server.config(), optionsOf(3));
        int changes = 0;
        pool.onChange([&] { ++changes; });
        QCOMPARE(pool.snapshot().state, State::Stopped);
        const auto early = wait(pool.acquire());
        QVERIFY(!early && early.error().code == "POOL_NOT_RUNNING"_L1);
        QCOMPARE(server.made, 0);
        pool.start();
        pool.start();
        QCOMPARE(pool.snapshot().state, State::Healthy);
        QCOMPARE(pool.snapshot().warming, 1); // A fifth of three, at least one.
        QTRY_COMPARE(pool.snapshot().idle, 3);
        QVERIFY(changes > 0);
        QCOMPARE(server.made, 3);
        QCOMPARE(server.lifetimes, (QList<int> { 7200, 7200, 7200 }));
        QCOMPARE(pool.idleEntries().size(), 3);

        AcquireOptions options;
        options.timeout = 15min;
        const auto sandbox = wait(pool.acquire(options));
        QVERIFY2(sandbox, why(sandbox));
        QCOMPARE((*sandbox)->id(), u"s1"_s); // The one that waited longest.
        QCOMPARE(server.server.count("POST", "/v1/sandboxes/s1/renew-expiration"), 1);
        QTRY_COMPARE(pool.snapshot().idle, 3);
        QCOMPARE(server.made, 4);
        options.timeout.reset(); // As it is.
        const auto second = wait(pool.acquire(options));
        QVERIFY2(second, why(second));
        QCOMPARE(server.server.count("POST", "/v1/sandboxes/s2/renew-expiration"), 0);
        // Releasing is killing: by who has it, or all that wait.
        QTRY_COMPARE(pool.snapshot().idle, 3);
        pool.resize(1);
        QTRY_COMPARE(server.killed.size(), 2);
        QCOMPARE(pool.snapshot().idle, 1);
        const auto released = wait(pool.releaseAllIdle());
        QCOMPARE(released.value(), 1);
        QTRY_COMPARE(pool.snapshot().idle, 1); // It runs on.
        QVERIFY(wait(pool.shutdown()));
        QCOMPARE(pool.snapshot().state, State::Stopped);
        QCOMPARE(pool.snapshot().idle, 0);
        QCOMPARE(server.killed.size(), 4);
        QVERIFY(!server.killed.contains("s1") && !server.killed.contains("s2"));
        pool.start();
        QTRY_COMPARE(pool.snapshot().idle, 1);
    }

    void staleSandboxesAreReplaced()
    {
        PoolServer server;
        SandboxPool pool(server.config(), optionsOf(2));
        pool.start();
        QTRY_COMPARE(pool.snapshot().idle, 2);
        server.stale = { "s1" };
        const auto sandbox = wait(pool.acquire());
        QVERIFY2(sandbox, why(sandbox));
        QCOMPARE((*sandbox)->id(), u"s2"_s);
        QTRY_VERIFY(server.killed.contains("s1"));
    }

    // The shortest lifetime, and more of it wanted than there is: half of it counts. Nothing is made and killed at full speed.
    void sandboxesThatEndSoonAreReplaced()
    {
        PoolServer server;
        SandboxPoolOptions options = optionsOf(1);
        options.idleTimeout = 60s;
        options.minimumRemaining = 3600s;
        options.reconcileInterval = 200ms;
        SandboxPool pool(server.config(), options);
        pool.start();
        QTRY_COMPARE(pool.snapshot().idle, 1);
        QTest::qWait(500);
        QCOMPARE(server.made, 1);
        QVERIFY(server.killed.isEmpty());
        // After half of its lifetime another one takes its place.
        QTRY_VERIFY_WITH_TIMEOUT(server.killed.contains("s1"), 60'000);
        QTRY_COMPARE(pool.snapshot().idle, 1);
        QCOMPARE(pool.idleEntries().first().id, u"s2"_s);
        QCOMPARE(server.made, 2);
        QVERIFY(wait(pool.shutdown(false)));
    }

    void anEmptyPoolCreatesOrFails()
    {
        PoolServer server;
        SandboxPool pool(server.config(), optionsOf(0));
        pool.start();
        AcquireOptions options;
        options.timeout = 10min;
        const auto direct = wait(pool.acquire(options));
        QVERIFY2(direct, why(direct));
        QCOMPARE(server.lifetimes, QList<int> { 600 });
        options.whenEmpty = AcquireOptions::WhenEmpty::Fail;
        const auto empty = wait(pool.acquire(options));
        QVERIFY(!empty && empty.error().code == "POOL_EMPTY"_L1);
        server.failing = true;
        const auto failed = wait(pool.acquire());
        QVERIFY(!failed && failed.error().code == "POOL_ACQUIRE_FAILED"_L1);
        QVERIFY2(failed.error().message.contains("no room"_L1) && failed.error().httpStatus == 500, why(failed));
    }

    void failuresDegradeAndPassAway()
    {
        PoolServer server;
        server.failing = true;
        SandboxPoolOptions options = optionsOf(2);
        options.backoff = 200ms;
        SandboxPool pool(server.config(), options);
        pool.start();
        QTRY_COMPARE(pool.snapshot().state, State::Degraded);
        QVERIFY(pool.snapshot().failures >= 3);
        QCOMPARE(pool.snapshot().lastError->message, u"no room"_s);
        QVERIFY(pool.snapshot().backoff <= 200ms * 8);
        const int tries = server.server.count("POST", "/v1/sandboxes");
        QVERIFY(tries <= 5); // Not again and again.
        server.failing = false;
        QTRY_COMPARE(pool.snapshot().state, State::Healthy);
        QTRY_COMPARE(pool.snapshot().idle, 2);
        QVERIFY(!pool.snapshot().lastError);
    }

    void aPreparerMayRefuse()
    {
        PoolServer server;
        SandboxPoolOptions options = optionsOf(1);
        int calls = 0;
        options.preparer = [&](const std::shared_ptr<Sandbox> &) { return prepared(++calls > 1); };
        SandboxPool pool(server.config(), options);
        pool.start();
        QTRY_COMPARE(pool.snapshot().idle, 1);
        QCOMPARE(calls, 2);
        QTRY_COMPARE(server.killed, QList<QByteArray> { "s1" });
        QCOMPARE(pool.idleEntries().first().id, u"s2"_s);
    }

    void aGracefulShutdownWaitsForAcquires()
    {
        PoolServer server;
        server.slow = true;
        SandboxPool pool(server.config(), optionsOf(0));
        pool.start();
        const auto acquiring = Later<std::shared_ptr<Sandbox>>::start(pool.acquire());
        QTRY_COMPARE(server.made, 1);
        const auto ending = Later<Done>::start(pool.shutdown());
        QCOMPARE(pool.snapshot().state, State::Draining);
        const auto late = wait(pool.acquire());
        QVERIFY(!late && late.error().code == "POOL_NOT_RUNNING"_L1);
        QTRY_VERIFY(ending->result);
        QVERIFY(acquiring->result && *acquiring->result); // It got its sandbox.
        QCOMPARE(pool.snapshot().state, State::Stopped);
        QVERIFY(server.killed.isEmpty());
    }

    void severalAreMadeAtATime()
    {
        PoolServer server;
        server.slow = true;
        SandboxPoolOptions options = optionsOf(4);
        options.warmupConcurrency = 3;
        SandboxPool pool(server.config(), options);
        int most = 0;
        pool.onChange([&] { most = qMax(most, pool.snapshot().warming); });
        pool.start();
        QCOMPARE(pool.snapshot().warming, 3);
        QTRY_COMPARE(pool.snapshot().idle, 4);
        QCOMPARE(most, 3);
        QCOMPARE(server.made, 4);
    }

    void waitingOnesMayBeHandedOutUnasked()
    {
        PoolServer server;
        SandboxPoolOptions options = optionsOf(1);
        options.acquireReadyTimeout = 0ms;
        SandboxPool pool(server.config(), options);
        pool.start();
        QTRY_COMPARE(pool.snapshot().idle, 1);
        server.stale = { "s1" };
        const int asked = server.server.count("GET", "/s1/ping");
        AcquireOptions asItIs;
        asItIs.timeout.reset();
        const auto sandbox = wait(pool.acquire(asItIs));
        QVERIFY2(sandbox, why(sandbox));
        QCOMPARE((*sandbox)->id(), u"s1"_s);
        QCOMPARE(server.server.count("GET", "/s1/ping"), asked);
    }

    void aCheckOfOnesOwnDecides()
    {
        PoolServer server;
        SandboxPoolOptions options = optionsOf(1);
        QStringList asked;
        QString ill;
        options.healthCheck = [&](Sandbox &sandbox, std::stop_token) {
            asked << sandbox.id();
            return prepared(sandbox.id() != ill);
        };
        options.acquireReadyTimeout = 200ms;
        SandboxPool pool(server.config(), options);
        pool.start();
        QTRY_COMPARE(pool.snapshot().idle, 1);
        QCOMPARE(asked, QStringList { u"s1"_s });
        QCOMPARE(server.server.count("GET", "/s1/ping"), 0);
        ill = u"s1"_s;
        const auto sandbox = wait(pool.acquire());
        QVERIFY2(sandbox, why(sandbox));
        QVERIFY((*sandbox)->id() != "s1"_L1);
        QTRY_VERIFY(server.killed.contains("s1"));
    }

    void aDrainingPoolDoesNotWaitForEver()
    {
        PoolServer server;
        SandboxPoolOptions options = optionsOf(0);
        options.drainTimeout = 100ms;
        SandboxPool pool(server.config(), options);
        pool.start();
        server.server.expect("POST", "/v1/sandboxes", Reply::silence());
        std::stop_source stop;
        const auto acquiring = Later<std::shared_ptr<Sandbox>>::start(pool.acquire({}, stop.get_token()));
        QTRY_COMPARE(server.server.count("POST", "/v1/sandboxes"), 1);
        const auto done = wait(pool.shutdown());
        QVERIFY2(done, why(done));
        QCOMPARE(pool.snapshot().state, State::Stopped);
        QVERIFY(!acquiring->result); // It has its own time.
        // Who listens is told of what comes after, too.
        int changes = 0;
        pool.onChange([&] { ++changes; });
        stop.request_stop();
        QTRY_VERIFY(acquiring->result);
        QTRY_VERIFY(changes > 0);
        QCOMPARE(pool.snapshot().acquiring, 0);
        QCOMPARE(pool.snapshot().state, State::Stopped);
    }

    void pausesDoubleUpToALimit()
    {
        PoolServer server;
        server.failing = true;
        SandboxPoolOptions options = optionsOf(1);
        options.degradedThreshold = 1;
        options.backoff = 40ms;
        options.maximumBackoff = 100ms;
        SandboxPool pool(server.config(), options);
        QMap<int, std::chrono::milliseconds> pauses; // By the number of failures: the longest seen.
        pool.onChange([&] {
            const auto snapshot = pool.snapshot();
            pauses[snapshot.failures] = qMax(pauses.value(snapshot.failures), snapshot.backoff);
        });
        pool.start();
        QTRY_VERIFY(pool.snapshot().failures >= 5);
        QVERIFY(pauses.value(1) <= 40ms);
        QVERIFY(pauses.value(2) <= 80ms);
        for (int failures = 3; failures < 5; ++failures)
            QVERIFY(pauses.value(failures) <= 100ms);
        QVERIFY(std::ranges::any_of(pauses, [](std::chrono::milliseconds pause) { return pause > 40ms; })); // They do grow.
    }

    void missingOnesAreNoticed()
    {
        PoolServer server;
        SandboxPoolOptions options = optionsOf(1);
        options.reconcileInterval = 50ms;
        options.idleTimeout = 61s;
        options.minimumRemaining = 1s;
        SandboxPool pool(server.config(), options);
        pool.start();
        QTRY_COMPARE(pool.snapshot().idle, 1);
        // Looking costs no request, and one that was killed from outside is found by who acquires it.
        const qsizetype before = server.server.received().size();
        QTest::qWait(200);
        QCOMPARE(server.server.received().size(), before);
        server.stale = { "s1" };
        const auto sandbox = wait(pool.acquire());
        QVERIFY2(sandbox, why(sandbox));
        QVERIFY((*sandbox)->id() != "s1"_L1);
        QTRY_COMPARE(pool.snapshot().idle, 1);
    }

    void nothingIsLeftBehind()
    {
        PoolServer server;
        {
            SandboxPool pool(server.config(), optionsOf(2));
            pool.start();
            QTRY_COMPARE(pool.snapshot().idle, 2);
            server.slow = true;
            pool.resize(3); // One is being made while the pool goes.
            QTRY_COMPARE(server.made, 3);
        }
        QTRY_COMPARE(server.killed.size(), 3);
    }
};

QTEST_GUILESS_MAIN(SdkPoolTest)
#include "tst_sdk_pool.moc"

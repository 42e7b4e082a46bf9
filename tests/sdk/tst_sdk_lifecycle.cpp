// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "sdktest.h"

#include <opensandbox/codeinterpreter.h>

#include <QJsonArray>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray stateJson(const QByteArray &state, const QByteArray &reason = {}, const QByteArray &message = {})
{
    return "{\"id\":\"box\",\"status\":{\"state\":\"" + state + "\",\"reason\":\"" + reason + "\",\"message\":\"" + message + "\"}}";
}

QByteArray snapshotJson(const QByteArray &id, const QByteArray &state, const QByteArray &reason = {}, const QByteArray &message = {})
{
    return "{\"id\":\"" + id + "\",\"sandboxId\":\"box\",\"status\":{\"state\":\"" + state + "\",\"reason\":\"" + reason + "\",\"message\":\"" + message
        + "\"},\"createdAt\":\"2026-01-02T03:04:05.678901Z\"}";
}

CreateOptions anyImage()
{
    CreateOptions options;
    options.image = u"img"_s;
    return options;
}

} // namespace

class SdkLifecycleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void creatingSendsEveryField()
    {
        FaultServer server;
        server.on("POST", "/v1/sandboxes", Reply::json(202, SandboxJson));
        CreateOptions options;
        options.image = u"registry.example/app:1"_s;
        options.imageAuth = ImageAuth { u"bot"_s, u"registry-password"_s };
        options.entrypoint = { u"python"_s, u"/app/main.py"_s };
        options.timeout = 1h;
        options.resourceLimits = { { u"cpu"_s, u"500m"_s }, { u"gpu"_s, u"all"_s } };
        options.env = { { u"A"_s, u"b=c"_s } };
        options.metadata = { { u"name"_s, u"box"_s }, { u"example.com/team"_s, u""_s } };
        options.extensions = { { u"access.renew.extend.seconds"_s, u"600"_s }, { u"opensandbox.extensions.x"_s, u"y"_s } };
        options.platform = Platform { u"Linux"_s, u" arm64"_s };
        options.networkPolicy = NetworkPolicy { u"deny"_s, { { u"allow"_s, u"*.example.com"_s } } };
        options.credentialProxy = true;
        options.secureAccess = true;
        NamedVolume claim;
        claim.claimName = u"data"_s;
        claim.createIfNotExists = false;
        claim.deleteOnSandboxTermination = true;
        claim.storageClass = u"fast"_s;
        claim.storage = u"10Gi"_s;
        claim.accessModes = { u"ReadWriteMany"_s };
        options.volumes = {
            Volume { u"host"_s, u"/mnt/h"_s, true, u"sub/dir"_s, HostVolume { u"/srv/data"_s } },
            Volume { u"claim"_s, u"/mnt/c"_s, false, {}, claim },
            Volume { u"bucket"_s, u"/mnt/b"_s, false, {}, OssfsVolume { u"bkt"_s, u"oss.example.com"_s, u"1.0"_s, { u"allow_other"_s }, u"key-id"_s, u"key-secret"_s } },
        };
        options.extra = json(R"({"newField":{"a":1}})");
        SandboxManager manager(configFor(server));
        const auto info = wait(manager.create(options));
        QVERIFY2(info, why(info));
        QCOMPARE(server.received().first().target, "/v1/sandboxes");
        QCOMPARE(server.received().first().headers.value("content-type"), "application/json");
        QCOMPARE(server.received().first().headers.value("open-sandbox-api-key"), "top-secret-key");
        QCOMPARE(bodyOf(server.received().first()), json(R"({
            "image":{"uri":"registry.example/app:1","auth":{"username":"bot","password":"registry-password"}},
            "entrypoint":["python","/app/main.py"], "timeout":3600, "resourceLimits":{"cpu":"500m","gpu":"all"}, "env":{"A":"b=c"},
            "metadata":{"name":"box","example.com/team":""}, "extensions":{"access.renew.extend.seconds":"600","opensandbox.extensions.x":"y"},
            "platform":{"os":"linux","arch":"arm64"}, "networkPolicy":{"defaultAction":"deny","egress":[{"action":"allow","target":"*.example.com"}]},
            "credentialProxy":{"enabled":true}, "secureAccess":true,
            "volumes":[{"name":"host","mountPath":"/mnt/h","readOnly":true,"subPath":"sub/dir","host":{"path":"/srv/data"}},
                {"name":"claim","mountPath":"/mnt/c","readOnly":false,"pvc":{"claimName":"data","createIfNotExists":false,"deleteOnSandboxTermination":true,
                    "storageClass":"fast","storage":"10Gi","accessModes":["ReadWriteMany"]}},
                {"name":"bucket","mountPath":"/mnt/b","readOnly":false,"ossfs":{"bucket":"bkt","endpoint":"oss.example.com","version":"1.0","options":["allow_other"],
                    "accessKeyId":"key-id","accessKeySecret":"key-secret"}}],
            "newField":{"a":1}})"));

        // The least: what is not set is not sent, and no end means no timeout.
        CreateOptions least;
        least.snapshotId = u"snap"_s;
        least.entrypoint.clear();
        least.timeout.reset();
        least.resourceLimits.clear();
        QVERIFY(wait(manager.create(least)));
        QCOMPARE(bodyOf(server.received().last()), json(R"({"snapshotId":"snap","resourceLimits":{}})"));
        CreateOptions pool = anyImage();
        pool.usePool(u"warm"_s);
        pool.timeout = 60s;
        QVERIFY(wait(manager.create(pool)));
        QCOMPARE(bodyOf(server.received().last()), json(R"({"timeout":60,"extensions":{"poolRef":"warm"}})"));
    }

    void nonsenseIsRefusedBeforeSending_data()
    {
        QTest::addColumn<CreateOptions>("options");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const QString &text, const std::function<void(CreateOptions &)> &change) {
            CreateOptions options = anyImage();
            change(options);
            QTest::newRow(name) << options << text;
        };
        row("nothing to start from", u"either an image or a snapshot"_s, [](auto &o) { o.image.clear(); });
        row("both", u"either an image or a snapshot"_s, [](auto &o) { o.snapshotId = u"s"_s; });
        row("blank image", u"either an image or a snapshot"_s, [](auto &o) { o.image = u"  "_s; });
        row("no entrypoint", u"entrypoint"_s, [](auto &o) { o.entrypoint.clear(); });
        row("too short", u"60 s"_s, [](auto &o) { o.timeout = 59s; });
        row("half a login", u"password"_s, [](auto &o) { o.imageAuth = ImageAuth { u"u"_s, {} }; });
        row("platform", u"amd64"_s, [](auto &o) { o.platform = Platform { u"beos"_s, u"amd64"_s }; });
        row("proxy without policy", u"network policy"_s, [](auto &o) { o.credentialProxy = true; });
        row("renewal", u"300 to 86400"_s, [](auto &o) { o.extensions.insert(u"access.renew.extend.seconds"_s, u"299"_s); });
        row("pool and snapshot", u"snapshot"_s, [](auto &o) { o.usePool(u"p"_s), o.snapshotId = u"s"_s; });
        row("pool and volumes", u"pool"_s, [](auto &o) { o.usePool(u"p"_s), o.platform = Platform { u"linux"_s, u"amd64"_s }; });
        const auto volume = [](const QString &name, const QString &path, const QString &sub) { return Volume { name, path, false, sub, HostVolume { u"/h"_s } }; };
        row("volume name", u"volume name"_s, [&](auto &o) { o.volumes = { volume(u"Bad_Name"_s, u"/m"_s, {}) }; });
        row("volume twice", u"Two volumes"_s, [&](auto &o) { o.volumes = { volume(u"a"_s, u"/m"_s, {}), volume(u"a"_s, u"/n"_s, {}) }; });
        row("volume path", u"absolute path"_s, [&](auto &o) { o.volumes = { volume(u"a"_s, u"m"_s, {}) }; });
        row("volume part", u"without '..'"_s, [&](auto &o) { o.volumes = { volume(u"a"_s, u"/m"_s, u"x/../y"_s) }; });
        row("relative host path", u"must be absolute"_s, [](auto &o) { o.volumes = { Volume { u"a"_s, u"/m"_s, false, {}, HostVolume { u"h"_s } } }; });
        row("no access keys", u"access keys"_s, [](auto &o) { o.volumes = { Volume { u"a"_s, u"/m"_s, false, {}, OssfsVolume { u"b"_s, u"e"_s, {}, {}, u"k"_s, {} } } }; });
        // Pain 118
        row("label with a space", u"letters, digits"_s, [](auto &o) { o.metadata.insert(u"name"_s, u"two words"_s); });
        row("long label", u"up to 63"_s, [](auto &o) { o.metadata.insert(u"name"_s, QString(64, u'x')); });
        row("leading dot", u"not valid"_s, [](auto &o) { o.metadata.insert(u"name"_s, u".x"_s); });
        row("reserved", u"server's own"_s, [](auto &o) { o.metadata.insert(u"opensandbox.io/x"_s, u"y"_s); });
        row("two slashes", u"key"_s, [](auto &o) { o.metadata.insert(u"a/b/c"_s, u"y"_s); });
    }

    void nonsenseIsRefusedBeforeSending()
    {
        QFETCH(CreateOptions, options);
        QFETCH(QString, text);
        FaultServer server;
        SandboxManager manager(configFor(server));
        const auto info = wait(manager.create(options));
        QVERIFY(!info && info.error().kind == Error::Kind::InvalidArgument);
        QVERIFY2(info.error().message.contains(text), why(info));
        QCOMPARE(server.received().size(), 0);
    }

    void secretsOfACreateAreNotRepeated()
    {
        FaultServer server;
        server.on("POST", "/v1/sandboxes", Reply::json(400, R"({"code":"X","message":"cannot pull as bot:registry-password with token-value and key-secret"})"));
        CreateOptions options = anyImage();
        options.imageAuth = ImageAuth { u"bot"_s, u"registry-password"_s };
        options.env = { { u"TOKEN"_s, u"token-value"_s } };
        options.volumes = { Volume { u"a"_s, u"/m"_s, false, {}, OssfsVolume { u"bkt"_s, u"e"_s, {}, {}, u"key-id"_s, u"key-secret"_s } } };
        SandboxManager manager(configFor(server));
        const auto info = wait(manager.create(options));
        QVERIFY(!info);
        QCOMPARE(info.error().message, u"cannot pull as bot:*** with *** and ***"_s);
    }

    void aCheckOfOnesOwnDecides()
    {
        FaultServer server;
        serveSandbox(server);
        server.on("GET", "/ping", Reply::json(500, "{}"));
        server.on("GET", "/v1/sandboxes/box/endpoints/5000", Reply::json(200, R"({"endpoint":")" + server.address().toUtf8() + R"(/other"})"));
        ConnectOptions how;
        how.readyPollInterval = 5ms;
        how.execdPort = 5000;
        int asked = 0;
        how.healthCheck = [&](Sandbox &sandbox, std::stop_token stop) {
            return ++asked < 3 ? sandbox.health().ping(std::move(stop)) : sandbox.manager().kill(u"box"_s);
        };
        server.on("GET", "/other/ping", Reply::json(503, "{}"));
        const auto sandbox = wait(Sandbox::connect(configFor(server), u"box"_s, how));
        QVERIFY2(sandbox, why(sandbox));
        QCOMPARE(asked, 3);
        QVERIFY(wait((*sandbox)->isHealthy()).value());
        how.skipHealthCheck = true;
        how.healthCheck = {};
        const auto unchecked = wait(Sandbox::connect(configFor(server), u"box"_s, how));
        QVERIFY2(unchecked, why(unchecked));
        QVERIFY(!wait((*unchecked)->isHealthy()).value());
        const auto url = wait((*unchecked)->endpointUrl(5000));
        QCOMPARE(url.value().toString(), server.origin() + u"/other"_s);
    }

    void pausingAndResuming()
    {
        FaultServer server;
        server.on("POST", "/v1/sandboxes/box/pause", Reply::json(500, R"({"code":"DOCKER::SANDBOX_PAUSE_FAILED","message":"already paused"})"));
        server.on("POST", "/v1/sandboxes/box/resume", Reply::json(409, R"({"code":"DOCKER::SANDBOX_NOT_PAUSED","message":"not paused"})"));
        server.on("GET", "/v1/sandboxes/box", Reply::json(200, stateJson("Paused")));
        SandboxManager manager(configFor(server));
        QVERIFY(wait(manager.pause(u"box"_s))); // It is so already.
        const auto resume = wait(manager.resume(u"box"_s));
        QVERIFY(!resume && resume.error().httpStatus == 409);
        server.on("GET", "/v1/sandboxes/box", Reply::json(200, stateJson("Running")));
        const auto pause = wait(manager.pause(u"box"_s));
        QVERIFY(!pause && pause.error().code == "DOCKER::SANDBOX_PAUSE_FAILED"_L1);
        QVERIFY(wait(manager.resume(u"box"_s)));
        QCOMPARE(server.count("POST", "/v1/sandboxes/box/pause"), 2);
        // A provider that cannot do it at all: asked once.
        server.on("POST", "/v1/sandboxes/box/pause", Reply::json(400, R"({"code":"KUBERNETES::INVALID_STATE","message":"pause is not supported"})"));
        server.forget();
        for (int i = 0; i < 2; ++i) {
            const auto never = wait(manager.pause(u"box"_s));
            QVERIFY(!never && never.error().code == "KUBERNETES::INVALID_STATE"_L1);
        }
        QCOMPARE(server.received().size(), 1);
        QCOMPARE(manager.capabilities().supports(Feature::PauseAndResume), false);
    }

    // Pains 110, 116
    void waitingForAState()
    {
        FaultServer server;
        SandboxManager manager(configFor(server));
        const auto paused = [&](milliseconds limit = 5000ms) { return wait(manager.waitForState(u"box"_s, SandboxState::Kind::Paused, limit, 5ms)); };
        for (const char *state : { "Running", "Pausing", "Hibernating", "" })
            server.expect("GET", "/v1/sandboxes/box", Reply::json(200, stateJson(state)));
        server.expect("GET", "/v1/sandboxes/box", Reply::text(502, "Bad Gateway"));
        server.on("GET", "/v1/sandboxes/box", Reply::json(200, stateJson("paused")));
        const auto info = paused();
        QVERIFY2(info && info->state.name == "paused"_L1, why(info));
        QCOMPARE(server.received().size(), 6);
        // A transition that falls back.
        server.expect("GET", "/v1/sandboxes/box", Reply::json(200, stateJson("Pausing")));
        server.on("GET", "/v1/sandboxes/box", Reply::json(200, stateJson("Running", "RUNNING")));
        const auto back = paused();
        QVERIFY(!back && back.error().kind == Error::Kind::NotReady && back.error().code == "RUNNING"_L1);
        server.on("GET", "/v1/sandboxes/box", Reply::json(200, stateJson("Running", "PauseFailed", "checkpoint failed")));
        const auto failed = paused();
        QVERIFY2(!failed && failed.error().message.contains("checkpoint failed"_L1), why(failed));
        server.on("GET", "/v1/sandboxes/box", Reply::json(200, stateJson("Failed", "OOM", "it died")));
        const auto dead = paused();
        QVERIFY(!dead && dead.error().code == "OOM"_L1 && dead.error().message.contains("it died"_L1));
        server.on("GET", "/v1/sandboxes/box", Reply::json(200, stateJson("Stopped")));
        const auto never = paused(30ms);
        QVERIFY(!never && never.error().kind == Error::Kind::NotReady && never.error().message.contains("Stopped"_L1));
        server.on("GET", "/v1/sandboxes/box", Reply::json(404, R"({"code":"X","message":"gone"})"));
        QVERIFY(paused().error().isNotFound());
        server.on("GET", "/v1/sandboxes/box", Reply::json(401, "{}"));
        QVERIFY(paused().error().isAuthentication());
    }

    void signedEndpoints()
    {
        FaultServer server;
        server.on("GET", "/v1/sandboxes/box/endpoints/8080", Reply::json(200, R"({"endpoint":"box-8080-abc-sig.example.com"})"));
        ConnectionConfig config = configFor(server);
        config.useServerProxy = true; // Both together are refused by servers.
        SandboxManager manager(config);
        const auto endpoint = wait(manager.signedEndpoint(u"box"_s, 8080, QDateTime::fromSecsSinceEpoch(1'900'000'000)));
        QVERIFY2(endpoint && endpoint->endpoint == "box-8080-abc-sig.example.com"_L1, why(endpoint));
        QCOMPARE(server.received().first().target, "/v1/sandboxes/box/endpoints/8080?expires=1900000000");
        const auto nonsense = wait(manager.signedEndpoint(u"box"_s, 8080, {}));
        QVERIFY(!nonsense && nonsense.error().kind == Error::Kind::InvalidArgument);
        server.on("GET", "/v1/sandboxes/box/endpoints/8080", Reply::json(400, R"({"code":"SANDBOX::API_NOT_SUPPORTED","message":"not on docker"})"));
        server.forget();
        for (int i = 0; i < 2; ++i) {
            const auto refused = wait(manager.signedEndpoint(u"box"_s, 8080, QDateTime::currentDateTimeUtc()));
            QVERIFY(!refused && refused.error().code == "SANDBOX::API_NOT_SUPPORTED"_L1);
        }
        QCOMPARE(server.received().size(), 1);
        // A wrong time is another matter.
        SandboxManager other(config);
        server.on("GET", "/v1/sandboxes/box/endpoints/8080", Reply::json(400, R"({"code":"SANDBOX::INVALID_PARAMETER","message":"expired"})"));
        QVERIFY(!wait(other.signedEndpoint(u"box"_s, 8080, QDateTime::currentDateTimeUtc())));
        QVERIFY(!other.capabilities().supports(Feature::SignedEndpoints));
    }

    void snapshots()
    {
        FaultServer server;
        server.on("POST", "/v1/sandboxes/box/snapshots", Reply::json(202, snapshotJson("s1", "Creating", "snapshot_accepted"), "Location: /v1/snapshots/s1\r\n"));
        server.on("GET", "/v1/snapshots/s1", Reply::json(200, snapshotJson("s1", "Ready")));
        server.on("DELETE", "/v1/snapshots/s1", Reply::empty(204));
        server.on("DELETE", "/v1/snapshots/gone", Reply::json(404, R"({"code":"SNAPSHOT::NOT_FOUND","message":"x"})"));
        server.on("DELETE", "/v1/snapshots/used", Reply::json(409, R"({"code":"SNAPSHOT::DELETE_CONFLICT","message":"in use"})"));
        SandboxManager manager(configFor(server));
        const auto made = wait(manager.createSnapshot(u"box"_s));
        QVERIFY2(made, why(made));
        QCOMPARE(made->state, SnapshotInfo::State::Creating);
        QCOMPARE(made->reason, u"snapshot_accepted"_s);
        QCOMPARE(made->createdAt->time().msec(), 678);
        QVERIFY(server.received().last().body.isEmpty());
        QVERIFY(wait(manager.createSnapshot(u"box"_s, u"before"_s)));
        QCOMPARE(bodyOf(server.received().last()), json(R"({"name":"before"})"));
        QVERIFY(wait(manager.getSnapshot(u"s1"_s))->isReady());
        QVERIFY(wait(manager.deleteSnapshot(u"s1"_s)));
        QVERIFY(wait(manager.deleteSnapshot(u"gone"_s)));
        QCOMPARE(wait(manager.deleteSnapshot(u"used"_s)).error().code, u"SNAPSHOT::DELETE_CONFLICT"_s);

        // Ready after a while, with a stumble on the way.
        server.expect("GET", "/v1/snapshots/s1", Reply::json(200, snapshotJson("s1", "Creating")));
        server.expect("GET", "/v1/snapshots/s1", Reply::text(503, "busy"));
        const auto ready = wait(manager.waitForSnapshot(u"s1"_s, 5000ms, 5ms));
        QVERIFY2(ready && ready->isReady(), why(ready));
        server.on("GET", "/v1/snapshots/s1", Reply::json(200, snapshotJson("s1", "Failed", "snapshot_runtime_failed", "disk full")));
        const auto failed = wait(manager.waitForSnapshot(u"s1"_s, 5000ms, 5ms));
        QVERIFY(!failed && failed.error().code == "snapshot_runtime_failed"_L1 && failed.error().message.contains("disk full"_L1));
        server.on("GET", "/v1/snapshots/s1", Reply::json(200, snapshotJson("s1", "Compacting")));
        const auto late = wait(manager.waitForSnapshot(u"s1"_s, 30ms, 5ms));
        QVERIFY(!late && late.error().message.contains("Compacting"_L1));
        server.on("GET", "/v1/snapshots/s1", Reply::json(404, R"({"code":"SNAPSHOT::NOT_FOUND","message":"x"})"));
        QVERIFY(wait(manager.waitForSnapshot(u"s1"_s, 5000ms, 5ms)).error().isNotFound());
    }

    // Pain 121, for snapshots, too.
    void snapshotListsSurviveRowsThatVanish()
    {
        FaultServer server;
        int vanished = 0;
        server.on("GET", "/v1/snapshots", [&](const Received &request) {
            const QUrlQuery query(QString::fromLatin1(request.target.mid(request.target.indexOf('?') + 1)));
            const int page = query.queryItemValue(u"page"_s).toInt();
            QList<QByteArray> items;
            for (int i = vanished; i < 30; ++i)
                items << snapshotJson("s" + QByteArray::number(i), "Ready");
            items << "{\"name\":\"without an id\"}";
            const int total = int(items.size());
            vanished = 4;
            return Reply::json(200, "{\"items\":[" + items.mid((page - 1) * 20, 20).join(',') + "],\"pagination\":{\"page\":" + QByteArray::number(page)
                                   + ",\"pageSize\":20,\"totalItems\":" + QByteArray::number(total) + ",\"totalPages\":2,\"hasNextPage\":" + (page == 1 ? "true" : "false") + "}}");
        });
        SandboxManager manager(configFor(server));
        SnapshotFilter filter;
        filter.sandboxId = u"b&x"_s;
        filter.states = { u"Ready"_s, u"Failed"_s };
        filter.pageSize = 20;
        const auto all = wait(manager.listAllSnapshots(filter));
        QVERIFY2(all, why(all));
        QCOMPARE(all->size(), 26);
        QCOMPARE(server.received().first().target, "/v1/snapshots?sandboxId=b%26x&state=Ready&state=Failed&page=1&pageSize=20");
    }

    void diagnostics()
    {
        FaultServer server;
        server.on("GET", "/v1/sandboxes/a%2Fb/diagnostics/logs", [](const Received &request) {
            return request.target.contains("scope=") ? Reply::json(501, R"({"code":"DIAGNOSTICS_NOT_IMPLEMENTED","message":"not yet"})") : Reply::text(200, "lögs");
        });
        for (const char *part : { "events", "inspect", "summary" })
            server.on("GET", QByteArray("/v1/sandboxes/a%2Fb/diagnostics/") + part, Reply::text(200, part));
        SandboxManager manager(configFor(server));
        const auto diagnostics = manager.diagnostics(u"a/b"_s);
        QCOMPARE(wait(diagnostics->plainLogs(20'000, u"10m"_s)).value(), u"lögs"_s);
        QCOMPARE(server.received().last().target, "/v1/sandboxes/a%2Fb/diagnostics/logs?tail=10000&since=10m");
        QCOMPARE(wait(diagnostics->plainEvents(7)).value(), u"events"_s);
        QCOMPARE(server.received().last().target, "/v1/sandboxes/a%2Fb/diagnostics/events?limit=7");
        QCOMPARE(wait(diagnostics->inspect()).value(), u"inspect"_s);
        QCOMPARE(wait(diagnostics->summary(5, 6)).value(), u"summary"_s);
        QCOMPARE(server.received().last().target, "/v1/sandboxes/a%2Fb/diagnostics/summary?tail=5&event_limit=6");
        server.forget();
        for (int i = 0; i < 2; ++i) {
            const auto scoped = wait(diagnostics->logs(u"container"_s));
            QVERIFY(!scoped && scoped.error().httpStatus == 501);
        }
        const auto events = wait(diagnostics->events(u"runtime"_s));
        QVERIFY(!events && events.error().code == "DIAGNOSTICS_NOT_IMPLEMENTED"_L1);
        QCOMPARE(server.received().size(), 1); // All of them are known to be missing.
        QVERIFY(!wait(diagnostics->logs({})));
    }

    void scopedDiagnosticsBringTextOrAnAddress()
    {
        FaultServer server;
        FaultServer storage;
        storage.on("GET", "/bucket/logs%20a.txt", Reply::text(200, "stored"));
        server.on("GET", "/v1/sandboxes/box/diagnostics/logs",
            Reply::json(200, R"({"sandboxId":"box","kind":"logs","scope":"container","delivery":"inline","contentType":"text/plain","content":"here","truncated":true,"warnings":["old ones are gone"]})"));
        server.on("GET", "/v1/sandboxes/box/diagnostics/events",
            Reply::json(200, R"({"sandboxId":"box","kind":"events","scope":"runtime","delivery":"url","contentType":"text/plain","contentUrl":")" + storage.origin().toUtf8()
                            + R"(/bucket/logs%20a.txt?signature=abc","contentLength":6,"expiresAt":"2026-04-14T10:30:00Z","truncated":false})"));
        SandboxManager manager(configFor(server));
        const auto diagnostics = manager.diagnostics(u"box"_s);
        const auto logs = wait(diagnostics->logs(u"container"_s));
        QVERIFY2(logs && logs->content == "here"_L1 && logs->truncated, why(logs));
        QCOMPARE(logs->warnings, QStringList { u"old ones are gone"_s });
        QCOMPARE(wait(diagnostics->text(*logs)).value(), u"here"_s);
        const auto events = wait(diagnostics->events(u"runtime"_s));
        QVERIFY2(events && !events->content && events->contentLength == 6 && events->expiresAt, why(events));
        QCOMPARE(wait(diagnostics->text(*events)).value(), u"stored"_s);
        QCOMPARE(storage.received().first().target, "/bucket/logs%20a.txt?signature=abc");
        QVERIFY(!storage.received().first().headers.contains("open-sandbox-api-key"));
        QVERIFY(!wait(diagnostics->text(DiagnosticContent {})));
        server.on("GET", "/v1/sandboxes/box/diagnostics/logs", Reply::json(200, R"({"kind":"logs"})"));
        QVERIFY(wait(diagnostics->logs(u"x"_s)).error().kind == Error::Kind::Protocol);
    }

    void serverPools()
    {
        FaultServer server;
        const QByteArray pool = R"({"name":"p 1","template":{"spec":{}},"capacitySpec":{"bufferMax":3,"bufferMin":1,"poolMax":9,"poolMin":2},
            "status":{"total":4,"allocated":1,"available":3,"revision":"r7"},"createdAt":"2026-01-02T03:04:05Z"})";
        server.on("GET", "/v1/pools", Reply::json(200, "{\"items\":[" + pool + ",{}]}"));
        server.on("GET", "/v1/pools/p%201", Reply::json(200, pool));
        server.on("PUT", "/v1/pools/p%201", Reply::json(200, pool));
        server.on("POST", "/v1/pools", Reply::json(201, pool));
        server.on("DELETE", "/v1/pools/p%201", Reply::empty(204));
        SandboxManager manager(configFor(server));
        const auto pools = wait(manager.listPools());
        QVERIFY2(pools && pools->size() == 1, why(pools));
        QCOMPARE(pools->first().capacity, (PoolCapacity { 1, 3, 2, 9 }));
        QCOMPARE(pools->first().available, 3);
        QCOMPARE(pools->first().revision, u"r7"_s);
        QVERIFY(wait(manager.getPool(u"p 1"_s)));
        QVERIFY(wait(manager.createPool(u"p 1"_s, json(R"({"spec":{}})"), { 1, 3, 2, 9 })));
        QCOMPARE(bodyOf(server.received().last()), json(R"({"name":"p 1","template":{"spec":{}},"capacitySpec":{"bufferMin":1,"bufferMax":3,"poolMin":2,"poolMax":9}})"));
        QVERIFY(wait(manager.resizePool(u"p 1"_s, { 1, 1, 1, 1 })));
        QCOMPARE(bodyOf(server.received().last()), json(R"({"capacitySpec":{"bufferMin":1,"bufferMax":1,"poolMin":1,"poolMax":1}})"));
        QVERIFY(wait(manager.deletePool(u"p 1"_s)));
        QCOMPARE(manager.capabilities().supports(Feature::ServerPools), true);
    }

    void probing_data()
    {
        QTest::addColumn<QString>("runtime");
        QTest::newRow("docker") << u"docker"_s;
        QTest::newRow("kubernetes") << u"kubernetes"_s;
        QTest::newRow("local") << u"local"_s;
    }

    void probing()
    {
        QFETCH(QString, runtime);
        FaultServer server;
        server.on("*", "*", Reply::json(404, R"({"detail":"Not Found"})"));
        server.on("GET", "/v1/snapshots", Reply::json(200, R"({"items":[],"pagination":{}})"));
        server.on("GET", "/v1/pools", runtime == "kubernetes"_L1 ? Reply::json(200, R"({"items":[]})") : Reply::json(501, R"({"code":"KUBERNETES::POOL_NOT_SUPPORTED","message":"no"})"));
        server.on("GET", "/v1/sandboxes/probe/diagnostics/logs", Reply::json(501, R"({"code":"DIAGNOSTICS_NOT_IMPLEMENTED","message":"no"})"));
        if (runtime == "local"_L1)
            server.on("GET", "/v1/local", Reply::json(200, R"({"runtime":"opensandbox-local","version":"0.1.0"})"));
        SandboxManager manager(configFor(server));
        const auto capabilities = wait(manager.probe());
        QVERIFY2(capabilities, why(capabilities));
        QCOMPARE(capabilities->runtime, runtime);
        QCOMPARE(capabilities->supports(Feature::ServerPools), runtime == "kubernetes"_L1);
        QCOMPARE(capabilities->supports(Feature::Snapshots), true);
        QCOMPARE(capabilities->supports(Feature::ScopedDiagnostics), false);
        QCOMPARE(capabilities->supports(Feature::LocalExtensions), runtime == "local"_L1);
        QCOMPARE(capabilities->version, runtime == "local"_L1 ? u"0.1.0"_s : QString());
        QCOMPARE(capabilities->refusals.value(Feature::ScopedDiagnostics).code, u"DIAGNOSTICS_NOT_IMPLEMENTED"_s);
        for (const Received &request : server.received())
            QCOMPARE(request.method, "GET"); // Nothing is changed by asking.
        // A second probe asks again: a server may have been updated.
        server.on("GET", "/v1/sandboxes/probe/diagnostics/logs", Reply::json(404, R"({"code":"DOCKER::SANDBOX_NOT_FOUND","message":"no"})"));
        QCOMPARE(wait(manager.probe())->supports(Feature::ScopedDiagnostics), true);
        QCOMPARE(manager.capabilities().supports(Feature::ScopedDiagnostics), true); // Kept, and not only told.
        server.on("*", "*", Reply::json(401, R"({"code":"INVALID_API_KEY","message":"no"})"));
        server.on("GET", "/v1/local", Reply::json(401, R"({"code":"INVALID_API_KEY","message":"no"})"));
        QVERIFY(wait(manager.probe()).error().isAuthentication());
    }

    void aSandboxTellsWhatItsServiceCanDo_data()
    {
        QTest::addColumn<int>("status"); // Of GET /capabilities.
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("an older one") << 404 << QByteArray("404 page not found");
        QTest::newRow("it takes the path for wrong") << 400 << QByteArray(R"({"code":"INVALID_REQUEST_BODY","message":"no"})");
        QTest::newRow("not implemented") << 501 << QByteArray(R"({"code":"NOT_SUPPORTED","message":"no"})");
    }

    void aSandboxTellsWhatItsServiceCanDo()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        FaultServer server;
        serveSandbox(server);
        server.on("GET", "/capabilities", body.startsWith('{') ? Reply::json(status, body) : Reply::text(status, body));
        server.on("GET", "/pty/probe", Reply::json(404, R"({"code":"CONTEXT_NOT_FOUND","message":"no"})"));
        server.on("GET", "/code/contexts/probe/variables", Reply::text(404, "404 page not found"));
        const auto sandbox = wait(Sandbox::connect(configFor(server), u"box"_s));
        QVERIFY2(sandbox, why(sandbox));
        QVERIFY((*sandbox)->capabilities().known.isEmpty());
        for (int i = 0; i < 2; ++i) {
            const auto capabilities = wait((*sandbox)->probe());
            QVERIFY2(capabilities, why(capabilities));
            QCOMPARE(capabilities->supports(Feature::LocalExtensions), false);
            QCOMPARE(capabilities->refusals.value(Feature::LocalExtensions).httpStatus, status);
            QCOMPARE(capabilities->supports(Feature::Terminal), true);
            QCOMPARE(capabilities->supports(Feature::CodeExtensions), false);
        }
        QCOMPARE((*sandbox)->capabilities().known.size(), 3);
        // A no is remembered.
        QCOMPARE(server.count("GET", "/capabilities"), 1);
        QCOMPARE(server.count("GET", "/code/contexts/probe/variables"), 1);
        QCOMPARE(server.count("GET", "/pty/probe"), 2);
    }

    void theLocalRuntimeTellsOfItself()
    {
        FaultServer server;
        serveSandbox(server);
        server.on("GET", "/capabilities", Reply::json(200, R"({"extensions":["completion","inspection","restart","stdin","variables","pty"]})"));
        const auto sandbox = wait(Sandbox::connect(configFor(server), u"box"_s));
        QVERIFY2(sandbox, why(sandbox));
        const qsizetype before = server.received().size();
        const auto all = wait((*sandbox)->probe());
        QVERIFY2(all && all->runtime == "local"_L1, why(all));
        for (const Feature feature : { Feature::LocalExtensions, Feature::Terminal, Feature::CodeExtensions })
            QCOMPARE(all->supports(feature), true);
        QCOMPARE(server.received().size(), before + 1); // It is asked once, and nothing else is tried.
        server.on("GET", "/capabilities", Reply::json(200, R"({"extensions":["completion","variables"]})"));
        const auto some = wait((*sandbox)->probe());
        QCOMPARE(some->supports(Feature::Terminal), false);
        QCOMPARE(some->supports(Feature::CodeExtensions), false);
        QVERIFY(some->refusals.value(Feature::CodeExtensions).message.contains("inspection, restart, stdin"_L1));
        // What passes is no answer.
        server.on("*", "*", Reply::text(502, "Bad Gateway"));
        QCOMPARE(wait((*sandbox)->probe()).error().httpStatus, 502);
        QCOMPARE((*sandbox)->capabilities().supports(Feature::LocalExtensions), true);
    }

    void aClosedSandboxRunsOn()
    {
        FaultServer server;
        serveSandbox(server);
        server.on("POST", "/command", Reply::openStream({ R"({"type":"init","text":"c","timestamp":1})" }));
        server.on("GET", "/metrics/watch", Reply::openStream());
        server.on("GET", "/pty/p/ws", Reply::silence());
        const auto sandbox = wait(Sandbox::connect(configFor(server), u"box"_s));
        QVERIFY2(sandbox, why(sandbox));
        const auto interpreter = wait(CodeInterpreter::create(*sandbox));
        QVERIFY2(interpreter, why(interpreter));
        QCOMPARE((*interpreter)->id(), u"box"_s);
        const auto run = Later<Execution>::start((*interpreter)->commands().run(u"sleep 9"_s));
        const auto watch = Later<Done>::start((*interpreter)->metrics().watch({}));
        const auto terminal = (*sandbox)->pty().attach(u"p"_s);
        QTRY_COMPARE(server.count("GET", "/metrics/watch"), 1);
        QTRY_COMPARE(server.count("POST", "/command"), 1);
        QTRY_COMPARE(server.count("GET", "/pty/p/ws"), 1);
        (*sandbox)->close();
        QTRY_VERIFY(run->result && watch->result);
        QCOMPARE(run->result->error().kind, Error::Kind::Cancelled);
        QCOMPARE(watch->result->error().kind, Error::Kind::Cancelled);
        QTRY_COMPARE(terminal->state(), PtySession::State::Closed);
        // Nothing new is sent there; the lifecycle server still serves.
        const qsizetype before = server.received().size();
        QCOMPARE(wait((*sandbox)->files().list(u"/"_s)).error().kind, Error::Kind::Cancelled);
        QCOMPARE(wait((*interpreter)->codes().run(u"1"_s, SupportedLanguage::Python)).error().kind, Error::Kind::Cancelled);
        QCOMPARE(server.received().size(), before);
        QVERIFY(wait((*sandbox)->info()));
        QCOMPARE(server.count("DELETE", "*"), 0);
        // Another connection to the same sandbox is another matter.
        const auto other = wait(Sandbox::connect(configFor(server), u"box"_s));
        QVERIFY(wait((*other)->isHealthy()).value());
        QVERIFY(wait((*sandbox)->kill()));
    }

    void aSandboxHasShortCuts()
    {
        FaultServer server;
        serveSandbox(server);
        server.on("PATCH", "/v1/sandboxes/box/metadata", Reply::json(200, SandboxJson));
        server.on("POST", "/v1/sandboxes/box/snapshots", Reply::json(202, snapshotJson("s1", "Creating")));
        server.on("POST", "/v1/sandboxes/box/resume", Reply::empty(202));
        const auto sandbox = wait(Sandbox::connect(configFor(server), u"box"_s));
        QVERIFY2(sandbox, why(sandbox));
        QVERIFY(wait((*sandbox)->patchMetadata({ { u"a"_s, u"b"_s }, { u"c"_s, std::nullopt } })));
        QCOMPARE(bodyOf(server.received("PATCH", "*").first()), json(R"({"a":"b","c":null})"));
        QVERIFY(wait((*sandbox)->createSnapshot(u"n"_s)));
        QVERIFY(wait((*sandbox)->resume()));
        QVERIFY(wait((*sandbox)->waitUntilReady(1000ms)));
        QVERIFY(wait((*sandbox)->isHealthy()).value());
    }

    void egressPolicy()
    {
        FaultServer server;
        serveSandbox(server);
        server.on("GET", "/v1/sandboxes/box/endpoints/18080",
            Reply::json(200, R"({"endpoint":")" + server.address().toUtf8() + R"(/guard","headers":{"OPENSANDBOX-EGRESS-AUTH":"guard-token"}})"));
        server.on("GET", "/guard/policy", Reply::json(200, "{\"status\":\"ok\",\"mode\":\"enforcing\",\"enforcementMode\":\"dns+nft\",\"policy\":{\"defaultAction\":\"deny\","
                                                           "\"egress\":[{\"action\":\"allow\",\"target\":\"*.example.com\"},{\"action\":\"\",\"target\":\"10.0.0.0/8\"}]}}\n"));
        for (const char *method : { "PATCH", "DELETE", "PUT", "POST" })
            server.on(method, "/guard/policy", Reply::json(200, R"({"status":"ok","mode":"deny_all","reason":"no matching targets found"})"));
        server.on("GET", "/guard/healthz", Reply::text(200, "ok"));
        const auto sandbox = wait(Sandbox::connect(configFor(server), u"box"_s));
        QVERIFY2(sandbox, why(sandbox));
        QCOMPARE(server.count("GET", "/v1/sandboxes/box/endpoints/18080"), 0); // Only when it is needed.
        EgressService &egress = (*sandbox)->egress();
        const auto status = wait(egress.get());
        QVERIFY2(status && status->policy, why(status));
        QCOMPARE(status->mode, u"enforcing"_s);
        QCOMPARE(status->enforcementMode, u"dns+nft"_s);
        QCOMPARE(*status->policy, (NetworkPolicy { u"deny"_s, { { u"allow"_s, u"*.example.com"_s }, { u"deny"_s, u"10.0.0.0/8"_s } } }));
        const auto patched = wait(egress.patch({ { u"allow"_s, u"data.example.org"_s } }));
        QVERIFY2(patched && !patched->policy && patched->reason == "no matching targets found"_L1, why(patched));
        QCOMPARE(server.received().last().body, R"([{"action":"allow","target":"data.example.org"}])");
        QVERIFY(wait(egress.remove({ u"data.example.org"_s })));
        QCOMPARE(server.received().last().method, "DELETE");
        QCOMPARE(server.received().last().body, R"(["data.example.org"])");
        QVERIFY(wait(egress.replace({ u"allow"_s, {} })));
        QCOMPARE(server.received().last().method, "PUT");
        QCOMPARE(bodyOf(server.received().last()), json(R"({"defaultAction":"allow","egress":[]})"));
        QVERIFY(wait(egress.reset()));
        QVERIFY(server.received().last().method == "POST" && server.received().last().body.isEmpty());
        QVERIFY(wait(egress.health()));
        QCOMPARE(server.count("GET", "/v1/sandboxes/box/endpoints/18080"), 1);
        for (const Received &request : server.received()) {
            if (request.target.startsWith("/guard")) {
                QCOMPARE(request.headers.value("opensandbox-egress-auth"), "guard-token");
                QVERIFY(!request.headers.contains("open-sandbox-api-key"));
            } else {
                QVERIFY(!request.headers.contains("opensandbox-egress-auth"));
            }
        }
        // A reset policy is told with null rules.
        server.on("GET", "/guard/policy", Reply::json(200, R"({"status":"ok","mode":"deny_all","policy":{"defaultAction":"deny","egress":null}})"));
        QVERIFY(wait(egress.get())->policy->egress.isEmpty());
        const int before = int(server.received().size());
        QVERIFY(!wait(egress.patch({})));
        QVERIFY(!wait(egress.patch({ { u"maybe"_s, u"x"_s } })));
        QVERIFY(!wait(egress.patch({ { u"allow"_s, u" "_s } })));
        QVERIFY(!wait(egress.remove({})));
        QVERIFY(!wait(egress.replace({ u"sometimes"_s, {} })));
        QCOMPARE(server.received().size(), before);
    }

    void theGuardsErrorsAreText_data()
    {
        QTest::addColumn<Reply>("reply");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::newRow("401") << Reply::text(401, "unauthorized\n") << 401 << u"unauthorized"_s << QString();
        QTest::newRow("400") << Reply::text(400, "invalid action \"x\"\n") << 400 << u"invalid action"_s << QString();
        QTest::newRow("405") << Reply::text(405, "method not allowed\n") << 405 << u"method not allowed"_s << QString();
        QTest::newRow("413") << Reply::text(413, "too many rules\n") << 413 << u"too many rules"_s << QString();
        QTest::newRow("500") << Reply::text(500, "apply failed\n") << 500 << u"apply failed"_s << QString();
        QTest::newRow("503") << Reply::text(503, "mitmproxy not ready\n") << 503 << u"not ready"_s << QString();
        QTest::newRow("412") << Reply::text(412, "transparent mitm is off\n") << 412 << u"credential proxy"_s << QString();
        QTest::newRow("426") << Reply::text(426, "tls required\n") << 426 << u"unencrypted"_s << QString();
        QTest::newRow("404") << Reply::text(404, "credential not found\n") << 404 << u"credential not found"_s << QString();
        QTest::newRow("409") << Reply::text(409, "revision mismatch\n") << 409 << u"revision mismatch"_s << QString();
        QTest::newRow("nobody there") << Reply::text(502, "Bad Gateway") << 502 << u"created with a network policy"_s << u"NO_EGRESS"_s;
        QTest::newRow("another service") << Reply::text(404, "404 page not found") << 404 << u"created with a network policy"_s << u"NO_EGRESS"_s;
        QTest::newRow("closed") << Reply::silence().thenReset() << 0 << u"created with a network policy"_s << u"NO_EGRESS"_s;
    }

    void theGuardsErrorsAreText()
    {
        QFETCH(Reply, reply);
        QFETCH(int, status);
        QFETCH(QString, text);
        QFETCH(QString, code);
        FaultServer server;
        serveSandbox(server);
        for (const char *path : { "/policy", "/credential-vault" }) {
            for (const char *method : { "GET", "PATCH", "POST", "DELETE" })
                server.on(method, path, reply);
        }
        const auto sandbox = wait(Sandbox::connect(configFor(server), u"box"_s));
        QVERIFY2(sandbox, why(sandbox));
        const auto check = [&](const Error &error) {
            QCOMPARE(error.httpStatus, status);
            QVERIFY2(error.message.contains(text), qPrintable(error.message));
            QCOMPARE(error.code, code);
            QVERIFY(!error.message.contains("credential-value"_L1));
        };
        check(wait((*sandbox)->egress().get()).error());
        check(wait((*sandbox)->egress().patch({ { u"allow"_s, u"x"_s } })).error());
        check(wait((*sandbox)->credentialVault().get()).error());
        check(wait((*sandbox)->credentialVault().create({ { u"c"_s, u"credential-value"_s } }, {})).error());
        check(wait((*sandbox)->credentialVault().remove()).error());
    }

    void credentialVault()
    {
        FaultServer server;
        serveSandbox(server);
        const QByteArray state = R"({"revision":3,"credentials":[{"name":"github","sourceType":"inline","revision":2}],
            "bindings":[{"name":"api","revision":3,"match":{"schemes":["https"],"ports":[443],"hosts":["api.github.com"],"methods":["GET"],"paths":["/\u002a"]},"auth":{"type":"apiKey","name":"X-Key"}}]})";
        server.on("POST", "/credential-vault", Reply::json(201, state));
        server.on("GET", "/credential-vault", Reply::json(200, state));
        server.on("PATCH", "/credential-vault", Reply::json(200, state));
        server.on("DELETE", "/credential-vault", Reply::empty(204));
        server.on("GET", "/credential-vault/credentials", Reply::json(200, R"({"revision":3,"credentials":[{"name":"github","sourceType":"inline","revision":2}]})"));
        server.on("GET", "/credential-vault/credentials/git%20hub", Reply::json(200, R"({"name":"git hub","sourceType":"inline","revision":2})"));
        server.on("GET", "/credential-vault/bindings", Reply::json(200, R"({"revision":3,"bindings":[{"name":"api","revision":3}]})"));
        server.on("GET", "/credential-vault/bindings/api", Reply::json(200, R"({"name":"api","revision":3,"auth":{"type":"bearer"}})"));
        QList<Exchange> exchanges;
        ConnectionConfig config = configFor(server);
        config.onExchange = [&](const Exchange &exchange) { exchanges << exchange; };
        const auto sandbox = wait(Sandbox::connect(config, u"box"_s));
        QVERIFY2(sandbox, why(sandbox));
        CredentialVaultService &vault = (*sandbox)->credentialVault();
        CredentialMatch match;
        match.hosts = { u"api.github.com"_s };
        const QList<CredentialBinding> bindings {
            { u"a"_s, match, CredentialAuth::bearer(u"github"_s) },
            { u"b"_s, { { u"h"_s }, { u"http"_s }, { 80 }, { u"GET"_s }, { u"/x"_s } }, CredentialAuth::basic(u"github"_s) },
            { u"c"_s, match, CredentialAuth::apiKey(u"X-Key"_s, u"github"_s) },
            { u"d"_s, match, CredentialAuth::customHeaders({ { u"X-A"_s, u"github"_s } }) },
        };
        const auto made = wait(vault.create({ { u"github"_s, u"credential-value"_s } }, bindings));
        QVERIFY2(made && made->revision == 3, why(made));
        QCOMPARE(made->bindings.first().match.ports, QList<int> { 443 });
        QCOMPARE(made->bindings.first().authName, u"X-Key"_s);
        QCOMPARE(bodyOf(server.received().last()), json(R"({"credentials":[{"name":"github","source":{"type":"inline","value":"credential-value"}}],"bindings":[
            {"name":"a","match":{"hosts":["api.github.com"]},"auth":{"type":"bearer","credential":"github"}},
            {"name":"b","match":{"hosts":["h"],"schemes":["http"],"ports":[80],"methods":["GET"],"paths":["/x"]},"auth":{"type":"basic","credential":"github"}},
            {"name":"c","match":{"hosts":["api.github.com"]},"auth":{"type":"apiKey","name":"X-Key","credential":"github"}},
            {"name":"d","match":{"hosts":["api.github.com"]},"auth":{"type":"customHeaders","headers":[{"name":"X-A","credential":"github"}]}}]})"));
        QVERIFY(wait(vault.get()));
        CredentialVaultChange change;
        change.expectedRevision = 3;
        change.replaceCredentials = { { u"github"_s, u"other-value"_s } };
        change.deleteBindings = { u"d"_s };
        QVERIFY(wait(vault.patch(change)));
        QCOMPARE(bodyOf(server.received().last()),
            json(R"({"expectedRevision":3,"credentials":{"replace":[{"name":"github","source":{"type":"inline","value":"other-value"}}]},"bindings":{"delete":["d"]}})"));
        QCOMPARE(wait(vault.credentials())->first().name, u"github"_s);
        QCOMPARE(wait(vault.credential(u"git hub"_s))->revision, 2);
        QCOMPARE(wait(vault.bindings())->first().revision, 3);
        QCOMPARE(wait(vault.binding(u"api"_s))->authType, u"bearer"_s);
        QVERIFY(wait(vault.remove()));
        // A server that repeats what it got.
        server.on("PATCH", "/credential-vault", Reply::text(400, "bad value other-value\n"));
        QCOMPARE(wait(vault.patch(change)).error().message, u"bad value ***"_s);
        for (const Exchange &exchange : exchanges)
            QVERIFY(!exchange.error.contains("other-value"_L1));
    }

private:
    using milliseconds = std::chrono::milliseconds;
};

QTEST_GUILESS_MAIN(SdkLifecycleTest)
#include "tst_sdk_lifecycle.moc"

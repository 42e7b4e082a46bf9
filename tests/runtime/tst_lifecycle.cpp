// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "localserver.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

class TestLifecycle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void saysWhatIsEnforced();
    void runsFromCreationToDeletion();
    void startsTheNextSandboxAhead();
    void answersTheSameWithoutPrefix();
    void refusesBadCreates_data();
    void refusesBadCreates();
    void toleratesWhatTheRealServerDoes();
    void listsByPageStateAndMetadata();
    void changesMetadata();
    void renewsAndExpires();
    void namesEndpoints();
    void entrypointIsTheMainProgram();
    void reportsHowASandboxEnded();
    void pausesAndResumes();
    void pausesWhateverForks();
    void pausesWithoutTraces();
    void expiresWhilePaused();
    void renewsOnAccess();
    void answersAboutTheNetworkPolicy();
    void wantsTheKey();
    void keepsTheHttpRules();
    void tellsWhatHappened();
    void saysWhyItCannotStart();
    void namesTheImagesThereAre();
    void speaksToAPersonAtATerminal();

private:
    LocalServer m_server;
};

namespace {

QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QJsonObject status(const HttpAnswer &answer)
{
    return answer.json().value("status"_L1).toObject();
}

} // namespace

void TestLifecycle::initTestCase()
{
    QVERIFY2(m_server.start(), QJsonDocument(m_server.readyLine()).toJson().constData());
}

void TestLifecycle::saysWhatIsEnforced()
{
    const QJsonObject isolation = m_server.readyLine().value("isolation"_L1).toObject();
    QCOMPARE(isolation.value("by"_L1).toString(), u"bubblewrap"_s);
    QCOMPARE(isolation.value("noNewPrivileges"_L1).toBool(), true);
    QVERIFY(isolation.value("limits"_L1).toObject().contains("memory"_L1));
    QVERIFY(!isolation.value("summary"_L1).toString().isEmpty());
    QVERIFY(isolation.value("notEnforced"_L1).isArray());
    QCOMPARE(m_server.readyLine().value("pid"_L1).toInteger(), m_server.process().processId());
    const HttpAnswer local = m_server.request("GET", "/v1/local");
    QCOMPARE(local.status, 200);
    const QJsonArray images = local.json().value("images"_L1).toArray();
    QVERIFY(images.contains(u"local"_s));
    const QJsonArray profiles = local.json().value("profiles"_L1).toArray();
    QCOMPARE(profiles.size(), images.size());
    for (const QJsonValue &profile : profiles)
        QVERIFY(!profile["contains"_L1].toString().isEmpty());
    const QJsonArray languages = local.json().value("languages"_L1).toArray();
    QVERIFY(languages.contains(u"python"_s) && languages.contains(u"bash"_s));
}

void TestLifecycle::runsFromCreationToDeletion()
{
    const QByteArray id = m_server.createSandbox({ { u"metadata"_s, QJsonObject { { u"name"_s, u"first"_s } } },
                                                   { u"env"_s, QJsonObject { { u"GREETING"_s, u"hello world"_s }, { u"NONE"_s, QJsonValue() } } } });
    QVERIFY2(!id.isEmpty(), m_server.lastAnswer.body.constData());
    const QJsonObject created = m_server.lastAnswer.json();
    QCOMPARE(status(m_server.lastAnswer).value("state"_L1).toString(), u"Running"_s);
    QCOMPARE(created.value("entrypoint"_L1).toArray().size(), 3);
    QVERIFY(!created.contains("image"_L1));
    QVERIFY(!created.contains("env"_L1));
    const QDateTime expires = QDateTime::fromString(created.value("expiresAt"_L1).toString(), Qt::ISODateWithMs);
    QVERIFY(qAbs(QDateTime::currentDateTimeUtc().secsTo(expires) - 600) < 10);
    QVERIFY(created.value("createdAt"_L1).toString().endsWith(u'Z'));

    QCOMPARE(m_server.request("GET", "/sandboxes/" + id + "/proxy/44772/ping").status, 200);
    const auto result = m_server.command(id, u"echo $GREETING; id -un; pwd"_s);
    QCOMPARE(result.exitCode, u"0"_s);
    QCOMPARE(result.output, u"hello world\nsandbox\n/workspace\n"_s);

    const HttpAnswer got = m_server.request("GET", "/v1/sandboxes/" + id);
    QCOMPARE(got.json().value("image"_L1).toObject().value("uri"_L1).toString(), u"local"_s);
    QVERIFY(!got.body.contains(":null"));

    QElapsedTimer timer;
    timer.start();
    const HttpAnswer deleted = m_server.request("DELETE", "/v1/sandboxes/" + id);
    QCOMPARE(deleted.status, 204);
    QVERIFY(deleted.body.isEmpty());
    QVERIFY(timer.elapsed() < 9000);
    for (const char *method : { "GET", "DELETE" }) {
        const HttpAnswer gone = m_server.request(method, "/v1/sandboxes/" + id);
        QCOMPARE(gone.status, 404);
        QCOMPARE(gone.json().value("code"_L1).toString(), u"DOCKER::SANDBOX_NOT_FOUND"_s);
    }
}

void TestLifecycle::startsTheNextSandboxAhead()
{
    LocalServer server;
    QVERIFY(server.start());
    if (server.readyLine().value("isolation"_L1)["limits"_L1]["by"_L1] == "systemd scope"_L1)
        QSKIP("Here systemd starts the sandboxes, with limits that are not known before.");
    const bool assignsCpus = server.readyLine().value("isolation"_L1)["limits"_L1]["by"_L1].toString().contains("watchdog"_L1);
    // The process that waits; 0 when there is none, or not yet.
    const auto waiting = [&]() -> qint64 {
        const QList<qint64> busy = server.processes(LocalServer::Processes::InUse);
        for (const qint64 pid : server.processes()) {
            QFile name(u"/proc/%1/comm"_s.arg(pid));
            if (!busy.contains(pid) && name.open(QIODevice::ReadOnly) && name.readAll() == "bwrap\n")
                return pid;
        }
        return 0;
    };
    const auto isInUse = [&](qint64 pid) { return server.processes(LocalServer::Processes::InUse).contains(pid); };

    // With variables and with limits of its own: both come after the start.
    QTRY_VERIFY_WITH_TIMEOUT(waiting() > 0, 30000);
    const qint64 first = waiting();
    const QByteArray usual = server.createSandbox({ { u"env"_s, QJsonObject { { u"LATE"_s, u"said later"_s } } } });
    QVERIFY2(!usual.isEmpty(), server.lastAnswer.body.constData());
    QVERIFY(isInUse(first));
    QCOMPARE(server.command(usual, u"echo $LATE"_s).output, u"said later\n"_s);
    if (assignsCpus)
        QCOMPARE(server.command(usual, u"nproc"_s).output, u"1\n"_s);

    // What cannot be said later is not taken from it, and it goes.
    QTRY_VERIFY_WITH_TIMEOUT(waiting() > 0, 30000);
    const qint64 second = waiting();
    QVERIFY(second != first);
    const QByteArray other = server.createSandbox({ { u"resourceLimits"_s, QJsonObject { { u"pids"_s, u"100"_s } } } });
    QVERIFY2(!other.isEmpty(), server.lastAnswer.body.constData());
    QCOMPARE(server.command(other, u"ulimit -Hu"_s).output, u"100\n"_s);
    QTRY_VERIFY_WITH_TIMEOUT(waiting() > 0 && waiting() != second, 30000);
    QVERIFY(!isInUse(second));

    // More than its pipe holds, and one that was killed: sandboxes are made all the same.
    QJsonObject large;
    for (int i = 0; i < 40; ++i)
        large[u"LARGE%1"_s.arg(i)] = QString(5000, u'x');
    const QByteArray third = server.createSandbox({ { u"env"_s, large } });
    QVERIFY2(!third.isEmpty(), server.lastAnswer.body.constData());
    QCOMPARE(server.command(third, u"echo ${#LARGE0} ${#LARGE39}"_s).output, u"5000 5000\n"_s);
    QTRY_VERIFY_WITH_TIMEOUT(waiting() > 0, 30000);
    const qint64 killed = waiting();
    ::kill(pid_t(killed), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(waiting() == 0, 30000);
    const QByteArray fourth = server.createSandbox();
    QVERIFY2(!fourth.isEmpty(), server.lastAnswer.body.constData());
    QCOMPARE(server.command(fourth, u"echo fine"_s).output, u"fine\n"_s);
    QTRY_VERIFY_WITH_TIMEOUT(waiting() > 0, 30000);
    for (const QByteArray &id : { usual, other, third, fourth })
        QCOMPARE(server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
}

void TestLifecycle::answersTheSameWithoutPrefix()
{
    QCOMPARE(m_server.request("GET", "/sandboxes").body, m_server.request("GET", "/v1/sandboxes").body);
    QCOMPARE(m_server.request("GET", "/health").body, QByteArray("{\"status\":\"healthy\"}"));
    QCOMPARE(m_server.request("GET", "/v1/health").status, 404);
}

void TestLifecycle::refusesBadCreates_data()
{
    QTest::addColumn<QByteArray>("changes");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("contains");
    const auto row = [](const char *name, const char *changes, int status, const char *contains) {
        QTest::newRow(name) << QByteArray(changes) << status << QByteArray(contains);
    };
    row("image is text", R"({"image":"python:3.11"})", 422, R"("loc":["body","image"])");
    row("image without uri", R"({"image":{}})", 422, R"("loc":["body","image","uri"])");
    row("image blank", R"({"image":{"uri":" "}})", 422, "Exactly one of image or snapshotId must be provided.");
    row("image and snapshot", R"({"snapshotId":"x"})", 422, "Exactly one of image or snapshotId must be provided.");
    row("snapshot unknown", R"({"image":null,"snapshotId":"nope"})", 404, "SNAPSHOT::NOT_FOUND");
    row("half credentials", R"({"image":{"uri":"local","auth":{"username":"u"}}})", 422, R"("password")");
    row("no entrypoint", R"({"entrypoint":null})", 422, "Entrypoint is required when image is provided.");
    row("empty entrypoint", R"({"entrypoint":[]})", 422, "too_short");
    row("entrypoint is text", R"({"entrypoint":"sleep 1"})", 422, "list_type");
    row("entrypoint of numbers", R"({"entrypoint":[1]})", 422, R"("loc":["body","entrypoint",0])");
    row("no limits", R"({"resourceLimits":null})", 422, "resourceLimits is required");
    row("limit is a number", R"({"resourceLimits":{"cpu":1}})", 422, R"("loc":["body","resourceLimits","cpu"])");
    row("memory too small", R"({"resourceLimits":{"memory":"1Mi"}})", 400, "64Mi");
    row("gpu", R"({"resourceLimits":{"gpu":"1"}})", 500, "DOCKER::SANDBOX_START_FAILED");
    row("timeout short", R"({"timeout":59})", 422, R"("ge":60)");
    row("timeout fraction", R"({"timeout":60.5})", 422, "int_from_float");
    row("timeout text", R"({"timeout":"abc"})", 422, "int_parsing");
    row("timeout long", R"({"timeout":86401})", 400, "SANDBOX::INVALID_PARAMETER");
    row("timeout huge", R"({"timeout":99999999999999999999})", 422, "timeout");
    row("env number", R"({"env":{"A":1}})", 422, R"("loc":["body","env","A"])");
    row("env name", R"({"env":{"A=B":"x"}})", 400, "A=B");
    row("env NUL", R"({"env":{"A":"x\u0000y"}})", 400, "NUL");
    row("metadata number", R"({"metadata":{"n":1}})", 422, R"("loc":["body","metadata","n"])");
    row("metadata space", R"({"metadata":{"a":"has space"}})", 400, "SANDBOX::INVALID_METADATA_LABEL");
    row("metadata key", R"({"metadata":{"bad key":"a"}})", 400, "SANDBOX::INVALID_METADATA_LABEL");
    row("metadata reserved", R"({"metadata":{"opensandbox.io/id":"a"}})", 400, "SANDBOX::INVALID_METADATA_LABEL");
    row("extension number", R"({"extensions":{"x":1}})", 422, R"("extensions")");
    row("renewal short", R"({"extensions":{"access.renew.extend.seconds":"10"}})", 400, "300");
    row("pool", R"({"extensions":{"poolRef":"p"}})", 400, "SANDBOX::UNSUPPORTED_POOL_REF");
    row("secure access", R"({"secureAccess":true})", 400, "SANDBOX::INVALID_PARAMETER");
    row("platform half", R"({"platform":{"os":"linux"}})", 422, R"("arch")");
    row("platform other", R"({"platform":{"os":"plan9","arch":"amd64"}})", 400, "plan9");
    row("volumes", R"({"volumes":[{"name":"v","mountPath":"/m","host":{"path":"/etc"}}]})", 400, "VOLUME::");
    row("credential proxy alone", R"({"credentialProxy":{"enabled":true}})", 422, "requires networkPolicy");
    row("host rule", R"({"networkPolicy":{"egress":[{"action":"allow","target":"pkgs.example.org"}]}})", 400, "pkgs.example.org");
    row("policy word", R"({"networkPolicy":{"defaultAction":"maybe"}})", 400, "maybe");
    row("rule without target", R"({"networkPolicy":{"egress":[{"action":"allow"}]}})", 422, R"("target")");
    row("unknown image", R"({"image":{"uri":"nginx:latest"}})", 500, "opensandbox/code-interpreter");
}

void TestLifecycle::refusesBadCreates()
{
    QFETCH(QByteArray, changes);
    QFETCH(QByteArray, contains);
    const QJsonObject change = QJsonDocument::fromJson(changes).object();
    QVERIFY(m_server.createSandbox(change).isEmpty());
    QTEST(m_server.lastAnswer.status, "status");
    QVERIFY2(m_server.lastAnswer.body.contains(contains), m_server.lastAnswer.body.constData());
    QVERIFY(!m_server.lastAnswer.header("X-Request-ID").isEmpty());
    if (m_server.lastAnswer.status == 422)
        QVERIFY(m_server.lastAnswer.json().value("detail"_L1).isArray());
    else
        QVERIFY(!m_server.lastAnswer.json().value("message"_L1).toString().isEmpty());
}

void TestLifecycle::toleratesWhatTheRealServerDoes()
{
    // Not JSON at all.
    QCOMPARE(m_server.request("POST", "/v1/sandboxes", "{\"image\":").status, 422);
    QVERIFY(m_server.lastAnswer.status != 0);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes", "").status, 422);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes", "[]").status, 422);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes", "{\"a\":\"\xff\"}").status, 400);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes", QByteArray(100000, '[')).status, 422);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes", QByteArray(5 << 20, ' ')).status, 413);

    // Unknown fields, numeric text, snake case, null for manual cleanup, tag and registry.
    QJsonObject body = LocalServer::createBody();
    body.insert(u"somethingNew"_s, QJsonArray { 1 });
    body.insert(u"timeout"_s, QJsonValue());
    body.insert(u"resource_limits"_s, body.take("resourceLimits"_L1));
    body.insert(u"image"_s, QJsonObject { { u"uri"_s, u"registry.example:5000/opensandbox/code-interpreter:v1.1.0"_s } });
    body.insert(u"entrypoint"_s, QJsonArray { u"/opt/code-interpreter/code-interpreter.sh"_s });
    const HttpAnswer created = m_server.request("POST", "/v1/sandboxes", compact(body), {}, 60000);
    QVERIFY2(created.status == 202, created.body.constData());
    QVERIFY(!created.json().contains("expiresAt"_L1));
    QVERIFY(!created.json().contains("metadata"_L1));
    const QByteArray id = created.json().value("id"_L1).toString().toLatin1();
    // Limits that cannot be understood are not silently ignored.
    const QByteArray odd = m_server.createSandbox({ { u"resourceLimits"_s, QJsonObject { { u"cpu"_s, u"lots"_s }, { u"memory"_s, u"12 parsecs"_s } } } });
    QVERIFY(!odd.isEmpty());
    const QString said = status(m_server.lastAnswer).value("message"_L1).toString();
    QVERIFY2(said.contains("'lots' is not understood"_L1) && said.contains("'12 parsecs' is not understood"_L1), qPrintable(said));
    m_server.request("DELETE", "/v1/sandboxes/" + odd);
    // Without expiry there is nothing to renew.
    QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + id + "/renew-expiration", "{\"expiresAt\":\"2099-01-01T00:00:00Z\"}").status, 409);
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
}

void TestLifecycle::listsByPageStateAndMetadata()
{
    QList<QByteArray> ids;
    for (int i = 0; i < 3; ++i) {
        ids.append(m_server.createSandbox({ { u"metadata"_s, QJsonObject { { u"set"_s, u"three"_s }, { u"n"_s, QString::number(i) } } } }));
        QVERIFY2(!ids.last().isEmpty(), m_server.lastAnswer.body.constData());
    }
    const auto idsOf = [&](const QByteArray &query) {
        QList<QByteArray> found;
        for (const QJsonValue &item : m_server.request("GET", "/v1/sandboxes?" + query).json().value("items"_L1).toArray())
            found.append(item.toObject().value("id"_L1).toString().toLatin1());
        return found;
    };
    // Newest first; the filter is decoded twice.
    QCOMPARE(idsOf("metadata=set%3Dthree"), (QList<QByteArray> { ids[2], ids[1], ids[0] }));
    QCOMPARE(idsOf("metadata=set%253Dthree"), QList<QByteArray>());
    QCOMPARE(idsOf("metadata=set%3Dthree%26n%3D1"), QList<QByteArray> { ids[1] });
    QCOMPARE(idsOf("metadata=%2573et%3Dthree&state=RUNNING&pageSize=2&page=2"), QList<QByteArray> { ids[0] });
    QCOMPARE(idsOf("state=paused&state=nonsense"), QList<QByteArray>());
    QCOMPARE(m_server.request("GET", "/v1/sandboxes?metadata=broken").json().value("code"_L1).toString(), u"INVALID_METADATA_FORMAT"_s);

    const QJsonObject pages = m_server.request("GET", "/v1/sandboxes?metadata=set%3Dthree&pageSize=2").json().value("pagination"_L1).toObject();
    QCOMPARE(pages, (QJsonObject { { u"page"_s, 1 }, { u"pageSize"_s, 2 }, { u"totalItems"_s, 3 }, { u"totalPages"_s, 2 }, { u"hasNextPage"_s, true } }));
    for (const char *wrong : { "pageSize=201", "pageSize=0", "page=0", "page=abc", "page=1.5", "page=" })
        QVERIFY2(m_server.request("GET", "/v1/sandboxes?" + QByteArray(wrong)).status == 422, wrong);
    QCOMPARE(m_server.request("GET", "/v1/sandboxes?page=9223372036854775807&pageSize=200").status, 200);
    QVERIFY(idsOf("page=99").isEmpty());
    for (const QByteArray &id : ids)
        QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
}

void TestLifecycle::changesMetadata()
{
    const QByteArray id = m_server.createSandbox({ { u"metadata"_s, QJsonObject { { u"a"_s, u"1"_s }, { u"b"_s, u"2"_s } } } });
    QVERIFY(!id.isEmpty());
    const auto patch = [&](const QByteArray &body) { return m_server.request("PATCH", "/v1/sandboxes/" + id + "/metadata", body); };
    QCOMPARE(patch("{\"a\":null,\"c\":\"3\"}").json().value("metadata"_L1).toObject(), (QJsonObject { { u"b"_s, u"2"_s }, { u"c"_s, u"3"_s } }));
    // What was deleted stays deleted.
    QVERIFY(!patch("{\"d\":\"4\"}").json().value("metadata"_L1).toObject().contains("a"_L1));
    QCOMPARE(patch("{}").status, 200);
    QCOMPARE(patch("[]").status, 422);
    QCOMPARE(patch("{\"a\":1}").status, 422);
    QCOMPARE(patch("{\"a\":\"no spaces\"}").json().value("code"_L1).toString(), u"SANDBOX::INVALID_METADATA_LABEL"_s);
    QCOMPARE(patch("{\"opensandbox.io/x\":null}").json().value("code"_L1).toString(), u"INVALID_METADATA_LABEL"_s);
    // A patch that fails changes nothing.
    QCOMPARE(patch("{\"b\":\"9\",\"e\":\"bad value\"}").status, 400);
    QCOMPARE(patch("{}").json().value("metadata"_L1).toObject().value("b"_L1).toString(), u"2"_s);
    QVERIFY(!patch("{\"b\":null,\"c\":null,\"d\":null}").json().contains("metadata"_L1));
    m_server.request("DELETE", "/v1/sandboxes/" + id);
}

void TestLifecycle::renewsAndExpires()
{
    const QByteArray id = m_server.createSandbox();
    QVERIFY(!id.isEmpty());
    const auto renew = [&](const QByteArray &value) {
        return m_server.request("POST", "/v1/sandboxes/" + id + "/renew-expiration", "{\"expiresAt\":" + value + '}');
    };
    QCOMPARE(renew("\"2099-01-01T02:00:00+02:00\"").json().value("expiresAt"_L1).toString(), u"2099-01-01T00:00:00Z"_s);
    QCOMPARE(renew("\"2020-01-01T00:00:00Z\"").json().value("code"_L1).toString(), u"DOCKER::INVALID_EXPIRATION"_s);
    QCOMPARE(renew("\"tomorrow\"").status, 422);
    QCOMPARE(renew("null").status, 422);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + id + "/renew-expiration", "{}").status, 422);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes/nobody/renew-expiration", "{\"expiresAt\":1796004481}").status, 404);

    const QString soon = QDateTime::currentDateTimeUtc().addSecs(2).toString(Qt::ISODateWithMs);
    QCOMPARE(renew('"' + soon.toLatin1() + '"').status, 200);
    QCOMPARE(m_server.request("GET", "/v1/sandboxes/" + id).status, 200);
    QTRY_COMPARE_WITH_TIMEOUT(m_server.request("GET", "/v1/sandboxes/" + id).status, 404, 10000);
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(m_server.stateFolder() + u'/' + QString::fromLatin1(id)), 5000);
}

void TestLifecycle::namesEndpoints()
{
    const QByteArray id = m_server.createSandbox();
    QVERIFY(!id.isEmpty());
    const QString base = u"127.0.0.1:%1/sandboxes/%2/proxy/"_s.arg(m_server.port()).arg(QString::fromLatin1(id));
    for (const char *port : { "44772", "18080", "8080", "1", "65535" }) {
        for (const char *query : { "", "?use_server_proxy=true" }) {
            const QJsonObject endpoint = m_server.request("GET", "/v1/sandboxes/" + id + "/endpoints/" + port + query).json();
            QCOMPARE(endpoint, (QJsonObject { { u"endpoint"_s, QString(base + QString::fromLatin1(port)) } }));
        }
    }
    for (const char *port : { "0", "65536", "-1" })
        QCOMPARE(m_server.request("GET", "/v1/sandboxes/" + id + "/endpoints/" + port).json().value("code"_L1).toString(), u"DOCKER::INVALID_PORT"_s);
    QCOMPARE(m_server.request("GET", "/v1/sandboxes/" + id + "/endpoints/abc").status, 422);
    QCOMPARE(m_server.request("GET", "/v1/sandboxes/" + id + "/endpoints/80?expires=1").json().value("code"_L1).toString(), u"SANDBOX::API_NOT_SUPPORTED"_s);
    QCOMPARE(m_server.request("GET", "/v1/sandboxes/none/endpoints/80").status, 404);
    m_server.request("DELETE", "/v1/sandboxes/" + id);
}

void TestLifecycle::entrypointIsTheMainProgram()
{
    const QByteArray id = m_server.createSandbox({ { u"entrypoint"_s, QJsonArray { u"sh"_s, u"-c"_s, u"echo started; sleep 60"_s } } });
    QVERIFY2(!id.isEmpty(), m_server.lastAnswer.body.constData());
    QVERIFY(m_server.command(id, u"pgrep -x sleep"_s).exitCode == "0"_L1);
    QVERIFY(m_server.request("GET", "/v1/sandboxes/" + id + "/diagnostics/logs").body.contains("started"));
    m_server.request("DELETE", "/v1/sandboxes/" + id);
}

void TestLifecycle::reportsHowASandboxEnded()
{
    const struct
    {
        QJsonArray entrypoint;
        QString state;
        QString reason;
        QString message;
    } cases[] = {
        { { u"true"_s }, u"Terminated"_s, u"CONTAINER_EXITED"_s, u"successfully"_s },
        { { u"sh"_s, u"-c"_s, u"sleep 0.2; exit 3"_s }, u"Failed"_s, u"CONTAINER_EXITED_ERROR"_s, u"code 3"_s },
        { { u"/no/such/program"_s }, u"Failed"_s, u"CONTAINER_EXITED_ERROR"_s, u"code 127"_s },
        { { u"sh"_s, u"-c"_s, u"kill -TERM $$"_s }, u"Failed"_s, u"CONTAINER_EXITED_ERROR"_s, u"SIGTERM"_s },
    };
    for (const auto &entry : cases) {
        const QByteArray id = m_server.createSandbox({ { u"entrypoint"_s, entry.entrypoint } });
        QVERIFY2(!id.isEmpty(), m_server.lastAnswer.body.constData());
        QTRY_COMPARE_WITH_TIMEOUT(status(m_server.request("GET", "/v1/sandboxes/" + id)).value("state"_L1).toString(), entry.state, 10000);
        const QJsonObject end = status(m_server.request("GET", "/v1/sandboxes/" + id));
        QCOMPARE(end.value("reason"_L1).toString(), entry.reason);
        QVERIFY2(end.value("message"_L1).toString().contains(entry.message), qPrintable(end.value("message"_L1).toString()));
        QCOMPARE(m_server.request("GET", "/sandboxes/" + id + "/proxy/44772/ping").status, 502);
        QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + id + "/pause").status, 409);
        QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
    }
}

void TestLifecycle::pausesAndResumes()
{
    const QByteArray id = m_server.createSandbox();
    QVERIFY(!id.isEmpty());
    QCOMPARE(m_server.command(id, u"(while :; do date +%s%N > tick; sleep 0.02; done) >/dev/null 2>&1 & echo ok"_s).output, u"ok\n"_s);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + id + "/resume").status, 409);
    const HttpAnswer paused = m_server.request("POST", "/v1/sandboxes/" + id + "/pause");
    QCOMPARE(paused.status, 202);
    QVERIFY(paused.body.isEmpty());
    QCOMPARE(status(m_server.request("GET", "/v1/sandboxes/" + id)).value("state"_L1).toString(), u"Paused"_s);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + id + "/pause").status, 500);
    QCOMPARE(m_server.request("GET", "/sandboxes/" + id + "/proxy/44772/ping").status, 502);
    // Nothing in it runs: seen from outside.
    for (const qint64 pid : m_server.processes()) {
        QFile cmdline(u"/proc/%1/cmdline"_s.arg(pid));
        QFile stat(u"/proc/%1/stat"_s.arg(pid));
        // It may have been the one that waited for the next sandbox, and be gone.
        if (!cmdline.open(QIODevice::ReadOnly) || !stat.open(QIODevice::ReadOnly))
            continue;
        if (cmdline.readAll().startsWith("sleep"))
            QVERIFY(stat.readAll().contains(") T "));
    }
    QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + id + "/resume").status, 202);
    QCOMPARE(m_server.request("GET", "/sandboxes/" + id + "/proxy/44772/ping").status, 200);
    QCOMPARE(m_server.command(id, u"a=$(cat tick); sleep 0.3; [ \"$a\" != \"$(cat tick)\" ] && echo running"_s).output, u"running\n"_s);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + id + "/pause").status, 202);
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
}

void TestLifecycle::pausesWhateverForks()
{
    // Processes that live for an instant and start the next one, and others that wake up all the rest.
    const QByteArray id = m_server.createSandbox({ { u"resourceLimits"_s, QJsonObject { { u"memory"_s, u"512Mi"_s }, { u"pids"_s, u"200"_s } } } });
    QVERIFY(!id.isEmpty());
    m_server.command(id, uR"(cat > hop.py <<'EOF'
import os, signal, sys, time
if sys.argv[1] == 'hop':
    n = 0
    while True:
        if os.fork(): os._exit(0)
        n += 1
        if n % 50 == 0: open('ticks', 'a').write('x')
while True:
    os.kill(-1, signal.SIGCONT)
    open('ticks', 'a').write('y')
EOF
for i in 1 2 3; do setsid python3 hop.py hop >/dev/null 2>&1 & done; setsid python3 hop.py wake >/dev/null 2>&1 & sleep 1)"_s);
    const auto written = [&] {
        qint64 bytes = 0;
        for (const QFileInfo &run : QDir(m_server.stateFolder()).entryInfoList({ u"run-*"_s }, QDir::Dirs))
            bytes += QFileInfo(run.filePath() + u'/' + QString::fromLatin1(id) + u"/workspace/ticks"_s).size();
        return bytes;
    };
    // The processor time of all that stands still; -1 when something of the sandbox runs.
    const auto used = [&] {
        qint64 sum = 0;
        for (const qint64 pid : m_server.processes()) {
            QFile stat(u"/proc/%1/stat"_s.arg(pid));
            QFile mounts(u"/proc/%1/mountinfo"_s.arg(pid));
            if (!stat.open(QIODevice::ReadOnly) || !mounts.open(QIODevice::ReadOnly) || !mounts.readAll().contains(id))
                continue;
            const QByteArray text = stat.readAll();
            const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
            if (fields.value(0) != "T" && fields.value(0) != "Z")
                return qint64(-1);
            sum += fields.value(11).toLongLong() + fields.value(12).toLongLong();
        }
        return sum;
    };
    for (int round = 0; round < 3; ++round) {
        const HttpAnswer paused = m_server.request("POST", "/v1/sandboxes/" + id + "/pause", {}, {}, 60000);
        QVERIFY2(paused.status == 202, paused.body.constData());
        const qint64 bytes = written();
        const qint64 time = used();
        QVERIFY(bytes > 0);
        QVERIFY(time > 0);
        QTest::qWait(1000);
        QCOMPARE(written(), bytes);
        QCOMPARE(used(), time);
        QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + id + "/resume").status, 202);
        QTRY_VERIFY_WITH_TIMEOUT(written() > bytes, 10000);
    }
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
}

void TestLifecycle::pausesWithoutTraces()
{
    const QByteArray id = m_server.createSandbox();
    QVERIFY(!id.isEmpty());
    // A shell with a program in the foreground does not take it for stopped; one that was stopped before stays so.
    m_server.command(id, u"sleep 1000 & echo $! > stopped; kill -STOP $!; "
                         "for i in 1 2 3 4 5 6 7 8; do (bash -c 'set -m; sleep 4; echo status $? >> waited') >/dev/null 2>&1 & done; sleep 0.5"_s);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + id + "/pause").status, 202);
    QTest::qWait(300);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + id + "/resume").status, 202);
    QCOMPARE(m_server.command(id, u"cut -d' ' -f3 /proc/$(cat stopped)/stat"_s).output, u"T\n"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_server.command(id, u"cat waited"_s).output, u"status 0\n"_s.repeated(8), 20000);
    m_server.request("DELETE", "/v1/sandboxes/" + id);
}

void TestLifecycle::expiresWhilePaused()
{
    const QByteArray id = m_server.createSandbox();
    QVERIFY(!id.isEmpty());
    QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + id + "/pause").status, 202);
    const QString soon = QDateTime::currentDateTimeUtc().addSecs(2).toString(Qt::ISODateWithMs);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + id + "/renew-expiration", "{\"expiresAt\":\"" + soon.toLatin1() + "\"}").status, 200);
    QTRY_COMPARE_WITH_TIMEOUT(m_server.request("GET", "/v1/sandboxes/" + id).status, 404, 10000);
}

void TestLifecycle::renewsOnAccess()
{
    const auto expiry = [&](const QByteArray &id) {
        return QDateTime::fromString(m_server.request("GET", "/v1/sandboxes/" + id).json().value("expiresAt"_L1).toString(), Qt::ISODateWithMs);
    };
    const QByteArray id = m_server.createSandbox({ { u"timeout"_s, 60 }, { u"extensions"_s, QJsonObject { { u"access.renew.extend.seconds"_s, u"900"_s } } } });
    QVERIFY(!id.isEmpty());
    const QDateTime before = expiry(id);
    // Looking at it is no access; using it is.
    QCOMPARE(expiry(id), before);
    QCOMPARE(m_server.request("GET", "/sandboxes/" + id + "/proxy/44772/ping").status, 200);
    QVERIFY(qAbs(QDateTime::currentDateTimeUtc().secsTo(expiry(id)) - 900) < 30);
    // Never shortened.
    QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + id + "/renew-expiration", R"({"expiresAt":"2099-01-01T00:00:00Z"})").status, 200);
    m_server.request("GET", "/sandboxes/" + id + "/proxy/44772/ping");
    QCOMPARE(expiry(id).date().year(), 2099);
    m_server.request("DELETE", "/v1/sandboxes/" + id);
}

void TestLifecycle::answersAboutTheNetworkPolicy()
{
    const QByteArray none = m_server.createSandbox({ { u"networkPolicy"_s, QJsonObject { { u"defaultAction"_s, u"deny"_s } } } });
    const QByteArray all = m_server.createSandbox({ { u"networkPolicy"_s, QJsonObject { { u"defaultAction"_s, u"allow"_s } } } });
    QVERIFY(!none.isEmpty() && !all.isEmpty());
    const auto ask = [&](const QByteArray &id, const QByteArray &method, const QByteArray &body = {}, const QByteArray &path = "/policy") {
        return m_server.request(method, "/sandboxes/" + id + "/proxy/18080" + path, body);
    };
    QCOMPARE(ask(none, "GET").json().value("mode"_L1).toString(), u"deny_all"_s);
    QCOMPARE(ask(all, "GET").json().value("policy"_L1).toObject(), (QJsonObject { { u"defaultAction"_s, u"allow"_s }, { u"egress"_s, QJsonArray() } }));
    // What changes nothing is accepted, the rest refused in words.
    const struct
    {
        QByteArray id, method, body;
        int status;
    } cases[] = {
        { none, "POST", "", 200 }, { all, "POST", "", 400 }, { none, "POST", R"({"defaultAction":"Deny","egress":[]})", 200 },
        { none, "PUT", R"({"defaultAction":"allow"})", 400 }, { none, "POST", R"({"egress":[{"action":"allow","target":"pkgs.example.org"}]})", 400 },
        { none, "POST", R"({"egress":[{"action":"deny","target":"x.example.org"}]})", 200 }, { none, "POST", R"({"defaultAction":"maybe"})", 400 },
        { none, "POST", "{", 400 }, { none, "POST", "[]", 400 }, { none, "PATCH", R"([{"action":"allow","target":"a.example"}])", 400 },
        { all, "PATCH", R"([{"action":"allow","target":"a.example"}])", 200 }, { all, "PATCH", "[]", 400 }, { all, "PATCH", "", 400 },
        { all, "PATCH", R"([{"action":"allow"}])", 400 }, { all, "DELETE", R"(["a.example"])", 200 }, { all, "DELETE", "", 400 },
        { all, "DELETE", "[1]", 400 }, { all, "OPTIONS", "", 405 },
    };
    for (const auto &entry : cases) {
        const HttpAnswer answer = ask(entry.id, entry.method, entry.body);
        const QByteArray told = entry.method + ' ' + entry.body + " -> " + QByteArray::number(answer.status) + ' ' + answer.body;
        QVERIFY2(answer.status == entry.status, told.constData());
        QVERIFY(answer.status == 200 || answer.header("Content-Type").startsWith("text/plain"));
    }
    QCOMPARE(ask(none, "GET", {}, "/healthz").body, "ok\n");
    QCOMPARE(ask(none, "POST", "{}", "/credential-vault").status, 412);
    QCOMPARE(ask(none, "GET", {}, "/credential-vault").status, 404);
    for (const QByteArray &id : { none, all })
        m_server.request("DELETE", "/v1/sandboxes/" + id);
}

void TestLifecycle::wantsTheKey()
{
    const QByteArray id = m_server.createSandbox();
    QVERIFY(!id.isEmpty());
    const auto code = [&](const QByteArray &header, const QByteArray &target) {
        const HttpAnswer answer = m_server.request("GET", target, {}, header);
        return QByteArray::number(answer.status) + ' ' + answer.json().value("code"_L1).toString().toLatin1();
    };
    QCOMPARE(code("OPEN-SANDBOX-API-KEY: \r\n", "/v1/sandboxes"), "401 MISSING_API_KEY");
    QCOMPARE(code("OPEN-SANDBOX-API-KEY: wrong\r\n", "/v1/sandboxes"), "401 INVALID_API_KEY");
    QCOMPARE(code("OPEN-SANDBOX-API-KEY: test-ke\r\n", "/v1/sandboxes"), "401 INVALID_API_KEY");
    QCOMPARE(code("open-sandbox-api-key: test-key\r\n", "/v1/sandboxes"), "200 ");
    QCOMPARE(code("OPEN-SANDBOX-API-KEY: \r\n", "/health"), "200 ");
    QCOMPARE(code("OPEN-SANDBOX-API-KEY: \r\n", "/sandboxes/" + id + "/proxy/44772/ping"), "200 ");
    QCOMPARE(code("OPEN-SANDBOX-API-KEY: wrong\r\n", "/v1/sandboxes/" + id + "/proxy/44772/ping"), "200 ");
    QCOMPARE(code("OPEN-SANDBOX-API-KEY: \r\n", "/sandboxes/" + id + "/proxy/44772/../../" + id), "401 MISSING_API_KEY");
    QCOMPARE(code("OPEN-SANDBOX-API-KEY: \r\n", "/sandboxes/" + id + "/proxy/x/ping"), "401 MISSING_API_KEY");
    m_server.request("DELETE", "/v1/sandboxes/" + id);
}

void TestLifecycle::keepsTheHttpRules()
{
    QCOMPARE(m_server.request("GET", "/v1/nope").json().value("detail"_L1).toString(), u"Not Found"_s);
    const HttpAnswer wrongMethod = m_server.request("PUT", "/v1/sandboxes", "{}");
    QCOMPARE(wrongMethod.status, 405);
    const HttpAnswer slash = m_server.request("GET", "/v1/sandboxes/?page=1");
    QCOMPARE(slash.status, 307);
    QCOMPARE(slash.header("Location"), "/v1/sandboxes?page=1");
    QCOMPARE(m_server.request("GET", "/health", {}, "X-Request-ID:  mine \r\n").header("X-Request-ID"), "mine");
    QCOMPARE(m_server.request("GET", "/health").header("X-Request-ID").size(), 32);

    // Requests on one connection, one after the other and at once.
    const QByteArray two = m_server.raw("GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    QCOMPARE(two.count("HTTP/1.1 200 OK"), 2);
    const QByteArray expect = m_server.raw("POST /v1/sandboxes HTTP/1.1\r\nHost: a\r\nOPEN-SANDBOX-API-KEY: test-key\r\nExpect: 100-continue\r\n"
                                           "Content-Length: 2\r\nConnection: close\r\n\r\n[]");
    QVERIFY2(expect.startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 422"), expect.constData());
    const QByteArray old = m_server.raw("GET /health HTTP/1.0\r\n\r\n");
    QVERIFY2(old.contains("200 OK") && old.contains("Connection: close"), old.constData());
    QVERIFY(m_server.raw("HEAD /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").endsWith("\r\n\r\n"));

    for (const char *wrong : { "\r\n\r\n\r\n", "GARBAGE\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
                               "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 tls hello \r\n\r\n",
                               "POST /v1/sandboxes HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
                               "POST /v1/sandboxes HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" })
        QVERIFY2(m_server.raw(wrong).startsWith("HTTP/1.1 400"), wrong);
    QVERIFY(m_server.raw("GET /health HTTP/1.1\r\nX: " + QByteArray(70000, 'x') + "\r\n\r\n").startsWith("HTTP/1.1 431"));
    const QByteArray badChunk = m_server.raw("POST /v1/sandboxes HTTP/1.1\r\nHost: a\r\nOPEN-SANDBOX-API-KEY: test-key\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
    QVERIFY2(badChunk.startsWith("HTTP/1.1 400"), badChunk.constData());
    QCOMPARE(m_server.request("GET", "/health").status, 200);
}

void TestLifecycle::tellsWhatHappened()
{
    const QByteArray id = m_server.createSandbox({ { u"env"_s, QJsonObject { { u"MY_TOKEN"_s, u"s3cret"_s }, { u"PLAIN"_s, u"x"_s } } } });
    QVERIFY(!id.isEmpty());
    const HttpAnswer inspect = m_server.request("GET", "/v1/sandboxes/" + id + "/diagnostics/inspect");
    QVERIFY(inspect.body.contains("MY_TOKEN=****") && inspect.body.contains("PLAIN=x"));
    QVERIFY(m_server.request("GET", "/v1/sandboxes/" + id + "/diagnostics/events").body.contains("Running"));
    QCOMPARE(m_server.request("GET", "/v1/sandboxes/" + id + "/diagnostics/summary").status, 200);
    const QJsonObject scoped = m_server.request("GET", "/v1/sandboxes/" + id + "/diagnostics/events?scope=lifecycle").json();
    QCOMPARE(scoped.value("delivery"_L1).toString(), u"inline"_s);
    QCOMPARE(scoped.value("kind"_L1).toString(), u"events"_s);
    QCOMPARE(scoped.value("truncated"_L1).toBool(true), false);
    QVERIFY(scoped.value("content"_L1).toString().contains("Running"_L1));
    QVERIFY(!m_server.request("GET", "/v1/sandboxes/" + id + "/diagnostics/events?scope=process").json().value("content"_L1).toString().isEmpty());
    // What there is none of is said.
    const QJsonObject none = m_server.request("GET", "/v1/sandboxes/" + id + "/diagnostics/logs?scope=network").json();
    QVERIFY(none.value("content"_L1).toString().isEmpty() && none.value("warnings"_L1).toArray().size() == 1);
    QCOMPARE(m_server.request("GET", "/v1/sandboxes/" + id + "/diagnostics/logs?scope=moon").status, 400);
    QCOMPARE(m_server.request("GET", "/v1/sandboxes/none/diagnostics/logs?scope=all").status, 404);
    QCOMPARE(m_server.request("GET", "/v1/sandboxes/" + id + "/diagnostics/logs?since=0s").body, "");
    QVERIFY(!m_server.request("GET", "/v1/sandboxes/" + id + "/diagnostics/logs?since=1h").body.isEmpty());
    QCOMPARE(m_server.request("GET", "/v1/sandboxes/" + id + "/diagnostics/logs?tail=0").status, 422);
    QCOMPARE(m_server.request("GET", "/v1/pools").status, 501);
    m_server.request("DELETE", "/v1/sandboxes/" + id);
}

void TestLifecycle::saysWhyItCannotStart()
{
    const auto code = [](const QStringList &arguments) {
        LocalServer server(arguments);
        return server.start() ? u"ready"_s : server.readyLine().value("code"_L1).toString();
    };
    QCOMPARE(code({ u"--execd"_s, u"/no/such/daemon"_s }), u"EXECD_MISSING"_s);
    QCOMPARE(code({ u"--port"_s, QString::number(m_server.port()) }), u"LISTEN"_s);
    QCOMPARE(code({ u"--host"_s, u"nowhere"_s }), u"LISTEN"_s);
    QCOMPARE(code({ u"--state-dir"_s, u"/proc/nowhere"_s }), u"STATE_FOLDER"_s);
    QCOMPARE(code({ u"--api-key-file"_s, u"/no/such/file"_s }), u"API_KEY_FILE"_s);

    // pain 123: no bwrap is an explanation, not another mode.
    QProcess process;
    QProcessEnvironment environment;
    QTemporaryDir folder;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(WB_BIN_DIR "/opensandbox-local"), { u"serve"_s, u"--state-dir"_s, folder.path(), u"--unknown"_s, u"x"_s });
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 2);
}

void TestLifecycle::namesTheImagesThereAre()
{
    QVERIFY(m_server.createSandbox({ { u"image"_s, QJsonObject { { u"uri"_s, u"nonsense"_s } } } }).isEmpty());
    const QString message = m_server.lastAnswer.json().value("message"_L1).toString();
    QVERIFY2(message.contains("'nonsense'"_L1), qPrintable(message));
    const QJsonArray images = m_server.request("GET", "/v1/local").json().value("images"_L1).toArray();
    QVERIFY(images.size() >= 3);
    for (const QJsonValue &image : images) {
        const QString name = image.isObject() ? image.toObject().value("name"_L1).toString() : image.toString();
        QVERIFY2(!name.isEmpty() && message.contains(name), qPrintable(name + u" is not in: "_s + message));
    }
}

void TestLifecycle::speaksToAPersonAtATerminal()
{
    const auto terminal = [](const QStringList &arguments, const QByteArray &end) {
        const int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
        QByteArray said;
        if (master < 0 || ::grantpt(master) != 0 || ::unlockpt(master) != 0)
            return said;
        LocalServer server(arguments);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"OPENSANDBOX_LOCAL_API_KEY"_s, u"very-secret"_s);
        server.process().setProcessEnvironment(environment);
        server.process().setStandardOutputFile(QString::fromLatin1(::ptsname(master)), QIODevice::Append);
        server.process().start();
        QElapsedTimer timer;
        timer.start();
        while (!said.contains(end) && timer.elapsed() < 60000) {
            char buffer[4096];
            if (const ssize_t count = ::read(master, buffer, sizeof buffer); count > 0)
                said.append(buffer, count);
            else
                QTest::qWait(10);
        }
        server.stop();
        ::close(master);
        return said.replace("\r\n", "\n");
    };
    const QByteArray ready = terminal({}, "Ctrl+C");
    QVERIFY2(ready.startsWith("The local OpenSandbox server is ready.\n"), ready.constData());
    QVERIFY2(QRegularExpression(u"^  Address +http://127\\.0\\.0\\.1:[1-9][0-9]+$"_s, QRegularExpression::MultilineOption).match(QString::fromUtf8(ready)).hasMatch(),
             ready.constData());
    QVERIFY2(ready.contains("the value of OPENSANDBOX_LOCAL_API_KEY\n") && !ready.contains("very-secret"), ready.constData());
    QVERIFY2(ready.contains("by bubblewrap.") && !ready.contains('{'), ready.constData());
    const QByteArray refused = terminal({ u"--execd"_s, u"/no/such/daemon"_s }, "--execd");
    QCOMPARE(refused, "The program opensandbox-execd was not found.\nInstall the local runtime completely, or name it with --execd.\n");
}

QTEST_GUILESS_MAIN(TestLifecycle)
#include "tst_lifecycle.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/connectionconfig.h>

#include "client.h"
#include "errorbody.h"
#include "httpservices.h"
#include "json.h"
#include "recording.h"

#include <QJsonArray>
#include <QtTest>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

class SdkModelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void addressesBecomeLifecycleUrls_data()
    {
        QTest::addColumn<QString>("domain");
        QTest::addColumn<QString>("url");
        QTest::newRow("plain") << u"localhost:8080"_s << u"http://localhost:8080/v1"_s;
        QTest::newRow("scheme wins") << u"https://box.example"_s << u"https://box.example/v1"_s;
        QTest::newRow("prefix") << u"box.example/api/"_s << u"http://box.example/api/v1"_s;
        QTest::newRow("v1 dropped") << u"box.example/api/v1/"_s << u"http://box.example/api/v1"_s;
        QTest::newRow("IPv6") << u"[::1]:8080"_s << u"http://[::1]:8080/v1"_s;
        QTest::newRow("query dropped") << u"box.example/?a=b#c"_s << u"http://box.example/v1"_s;
        QTest::newRow("spaces around") << u"  box.example  "_s << u"http://box.example/v1"_s;
        QTest::newRow("empty") << u""_s << u""_s;
        QTest::newRow("nonsense") << u"http://:80:80"_s << u""_s;
    }

    void addressesBecomeLifecycleUrls()
    {
        QFETCH(QString, domain);
        QFETCH(QString, url);
        ConnectionConfig config;
        config.domain = domain;
        QCOMPARE(config.lifecycleUrl().toString(), url);
    }

    // Pains 26, 19 of the traps: every shape yields a code and a text.
    void errorBodiesAreReadable_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("message");
        QTest::newRow("flat") << QByteArray(R"({"code":"X::Y","message":"bad"})") << u"X::Y"_s << u"bad"_s;
        QTest::newRow("detail text") << QByteArray(R"({"detail":"Not Found"})") << u""_s << u"Not Found"_s;
        QTest::newRow("detail object") << QByteArray(R"({"detail":{"code":"A","message":"b"}})") << u"A"_s << u"b"_s;
        QTest::newRow("validation") << QByteArray(R"({"detail":[{"type":"missing","loc":["body","entrypoint"],"msg":"Field required","input":{"env":{"TOKEN":"s3cret"}}},{"loc":["query","page",0],"msg":"too small"}]})")
                                    << u""_s << u"body.entrypoint: Field required\nquery.page.0: too small"_s;
        QTest::newRow("execd 401") << QByteArray(R"({"error":"Unauthorized: invalid or missing header"})") << u""_s << u"Unauthorized: invalid or missing header"_s;
        QTest::newRow("two objects") << QByteArray(R"({"code":"A","message":"first"}{"code":"B","message":"second"})") << u"A"_s << u"first"_s;
        QTest::newRow("text") << QByteArray("Internal Server Error\n") << u""_s << u"Internal Server Error"_s;
        QTest::newRow("html") << QByteArray("<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><script>evil()</script><p>nginx &amp; co</p></body></html>")
                              << u""_s << u"502 Bad Gateway nginx & co"_s;
        QTest::newRow("no UTF-8") << QByteArray("\xFF\xFE\x00", 3) << u""_s << u"\uFFFD\uFFFD"_s;
        QTest::newRow("code only") << QByteArray(R"({"code":"UNKNOWN"})") << u"UNKNOWN"_s << u""_s;
        QTest::newRow("other object") << QByteArray(R"({"a":1})") << u""_s << uR"({"a":1})"_s;
        QTest::newRow("empty") << QByteArray() << u""_s << u""_s;
    }

    void errorBodiesAreReadable()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, code);
        QFETCH(QString, message);
        const ErrorBody parsed = parseErrorBody(body);
        QCOMPARE(parsed.code, code);
        QCOMPARE(parsed.message, message);
    }

    void longErrorTextsAreCut()
    {
        QVERIFY(parseErrorBody(QByteArray(5 << 20, 'x')).message.size() <= 2001);
        QVERIFY(parseErrorBody(QByteArray(100'000, '{')).message.size() <= 2001);
        QVERIFY(parseErrorBody("<" + QByteArray(100'000, 'x')).message.size() <= 2001);
    }

    void recordedErrorsHaveATextAndShowNoRequest()
    {
        int errors = 0;
        for (const QString &area : { u"lifecycle"_s, u"execd-files"_s, u"execd-command"_s, u"execd-code"_s, u"execd-contexts"_s, u"lifecycle-noegress"_s }) {
            for (const Recording &recording : Recording::area(area)) {
                if (recording.status() < 400 || recording.body().isEmpty())
                    continue;
                ++errors;
                const ErrorBody parsed = parseErrorBody(recording.body());
                QVERIFY2(!parsed.message.isEmpty() || !parsed.code.isEmpty(), qPrintable(recording.name));
                QVERIFY2(!parsed.message.startsWith(u'{'), qPrintable(recording.name + parsed.message));
                if (recording.status() == 422)
                    QVERIFY2(!parsed.message.contains("\"input\""_L1) && parsed.message.contains(u": "_s), qPrintable(parsed.message));
            }
        }
        QVERIFY(errors > 100);
    }

    // Pains 70, 75
    void pathsThatExecdWouldRewriteAreRefused_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("fine");
        for (const char *path : { "/a/b", "/~", "/x/~user", "/cost$", "/$(id)", "/a b$.txt", "/-rf", "/a;ls -la;.txt", "/it's", "/$é", "/100%.txt", "/a\nb", "/…" })
            QTest::newRow(path) << QString::fromUtf8(path) << true;
        for (const char *path : { "", "a/b", "~", "~/x", "/cost$5.txt", "/a$$b", "/$HOME", "/${HOME}", "/$USD.csv", "/$_x", "/a$-", "/$?" })
            QTest::newRow(*path ? path : "empty") << QString::fromUtf8(path) << false;
        QTest::newRow("NUL") << (u"/a"_s + QChar::Null) << false;
        QTest::newRow("lone surrogate") << (u"/a"_s + QChar(0xD800)) << false;
    }

    void pathsThatExecdWouldRewriteAreRefused()
    {
        QFETCH(QString, path);
        QFETCH(bool, fine);
        QCOMPARE(!pathProblem(path).has_value(), fine);
        if (!fine)
            QCOMPARE(pathProblem(path)->kind, Error::Kind::InvalidArgument);
    }

    void queriesEncodeEverythingButTheUnreserved()
    {
        QCOMPARE(Query().add("path", u"/a b+c&d=e;f%#?:é~-._"_s).bytes(), QByteArray("path=%2Fa%20b%2Bc%26d%3De%3Bf%25%23%3F%3A%C3%A9~-._"));
        // What the URL class hands to the network is the same.
        Client client;
        client.base = "http://h:1/prefix";
        const QByteArray query = Query().add("p", u"3+4;x/%41%2F~\"<>"_s).bytes();
        QCOMPARE(client.url(Request::get("/files", query)).query(QUrl::FullyEncoded).toLatin1(), query);
        QCOMPARE(client.url(Request::get("/files/" + percentEncoded(u"a/b%2Fc d"_s))).path(QUrl::FullyEncoded), u"/prefix/files/a%2Fb%252Fc%20d"_s);
    }

    // Pain 21
    void theKeyGoesToTheServerAndItsProxyRoutesOnly_data()
    {
        QTest::addColumn<QString>("endpoint");
        QTest::addColumn<bool>("withKey");
        QTest::newRow("direct port") << u"box.example:44772"_s << false;
        QTest::newRow("hop in the sandbox") << u"box.example:51234/proxy/44772"_s << false;
        QTest::newRow("server's proxy") << u"box.example:8080/sandboxes/abc/proxy/44772"_s << true;
        QTest::newRow("server's proxy with prefix") << u"box.example:8080/v1/sandboxes/abc/proxy/44772"_s << true;
        QTest::newRow("proxy-like path elsewhere") << u"evil.example:8080/sandboxes/abc/proxy/44772"_s << false;
        QTest::newRow("other port") << u"box.example:8081/sandboxes/abc/proxy/44772"_s << false;
        QTest::newRow("user info trick") << u"box.example:8080@evil.example/sandboxes/abc/proxy/44772"_s << false;
        QTest::newRow("other scheme") << u"https://box.example:8080/sandboxes/abc/proxy/44772"_s << false;
    }

    void theKeyGoesToTheServerAndItsProxyRoutesOnly()
    {
        QFETCH(QString, endpoint);
        QFETCH(bool, withKey);
        ConnectionConfig config;
        config.domain = u"box.example:8080"_s;
        config.apiKey = u"secret-key"_s;
        config.headers.insert("X-Tenant", "tenant-one");
        const auto client = Client::endpoint(config, { endpoint, { { "X-Route", "r1" } } });
        QCOMPARE(client->headers.contains("OPEN-SANDBOX-API-KEY"), withKey);
        QCOMPARE(client->headers.contains("X-Tenant"), withKey); // Whatever stands before the server may want them, too.
        QCOMPARE(client->headers.value("X-Route"), QByteArray("r1"));
        QCOMPARE(client->masked(u"the secret-key leaked"_s).contains("secret-key"_L1), false);
    }

    // Pain 25
    void nullsAndUnknownFieldsAreNoHindrance()
    {
        const auto info = Json::sandboxInfo(QJsonDocument::fromJson(R"({"id":"i","status":{"state":"Hibernating","reason":null},"metadata":null,"expiresAt":null,"image":null,"novel":[1]})").object());
        QVERIFY(info);
        QCOMPARE(info->state.kind, SandboxState::Kind::Other);
        QCOMPARE(info->state.name, u"Hibernating"_s);
        QVERIFY(!info->expiresAt && info->metadata.isEmpty() && info->image.isEmpty());
        QVERIFY(info->raw.contains("novel"_L1));
        const SandboxPage page = Json::sandboxPage(QJsonDocument::fromJson(R"({"items":[null,{"status":"x"},{"id":"ok","status":"RUNNING"}],"pagination":null})").object());
        QCOMPARE(page.items.size(), 1);
        QVERIFY(page.items.first().state.isRunning());
    }

    void thePlatformIsToldWhereTheServerSaysIt()
    {
        const auto platform = [](const char *json) { return Json::sandboxInfo(QJsonDocument::fromJson(json).object())->platform; };
        QCOMPARE(platform(R"({"id":"i","platform":{"os":"linux","arch":"arm64"}})"), (Platform { u"linux"_s, u"arm64"_s }));
        QVERIFY(!platform(R"({"id":"i","platform":null})"));
        QVERIFY(!platform(R"({"id":"i"})"));
    }

    void timesOfAnyPrecisionAreUtc()
    {
        QCOMPARE(Json::dateTime(QJsonValue(u"2026-11-30T00:41:43.533743828Z"_s)), QDateTime(QDate(2026, 11, 30), QTime(0, 41, 43, 533), QTimeZone::UTC));
        QCOMPARE(Json::dateTime(QJsonValue(u"2026-01-02T03:04:05Z"_s)), QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5), QTimeZone::UTC));
        QCOMPARE(Json::dateTime(QJsonValue(u"2026-01-02T03:04:05.123456+02:00"_s)), QDateTime(QDate(2026, 1, 2), QTime(1, 4, 5, 123), QTimeZone::UTC));
        QCOMPARE(Json::dateTime(QJsonValue(u"2026-01-02T03:04:05"_s)), QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5), QTimeZone::UTC));
        QVERIFY(!Json::dateTime(QJsonValue()));
        QVERIFY(!Json::dateTime(QJsonValue(u"yesterday"_s)));
    }

    void recordedSandboxesParse()
    {
        int sandboxes = 0;
        for (const Recording &recording : Recording::area(u"lifecycle"_s)) {
            const QJsonObject object = QJsonDocument::fromJson(recording.body()).object();
            if (recording.status() >= 300 || !object.contains("status"_L1) || !object.contains("entrypoint"_L1))
                continue;
            ++sandboxes;
            const auto info = Json::sandboxInfo(object);
            QVERIFY2(info && info->createdAt && info->state.kind != SandboxState::Kind::Other && !info->entrypoint.isEmpty(), qPrintable(recording.name));
        }
        QVERIFY(sandboxes > 15);
    }

    void createOptionsBecomeTheDocumentedBody()
    {
        CreateOptions options;
        options.image = u"img"_s;
        options.env.insert(u"A"_s, u"1"_s);
        options.networkPolicy = NetworkPolicy { u"deny"_s, { { u"allow"_s, u"files.example"_s } } };
        options.extra.insert(u"secureAccess"_s, true);
        const QJsonObject body = Json::createBody(options);
        QCOMPARE(body.value("image"_L1).toObject().value("uri"_L1).toString(), u"img"_s);
        QCOMPARE(body.value("timeout"_L1).toInt(), 600);
        QCOMPARE(body.value("resourceLimits"_L1).toObject().value("cpu"_L1).toString(), u"1"_s);
        QCOMPARE(body.value("networkPolicy"_L1).toObject().value("egress"_L1).toArray().size(), 1);
        QVERIFY(body.value("secureAccess"_L1).toBool());
        QVERIFY(!body.contains("metadata"_L1) && !body.contains("snapshotId"_L1));
        options.timeout.reset();
        QVERIFY(!Json::createBody(options).contains("timeout"_L1));
    }
};

QTEST_GUILESS_MAIN(SdkModelsTest)
#include "tst_sdk_models.moc"

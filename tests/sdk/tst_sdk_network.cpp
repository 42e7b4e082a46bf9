// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "sdktest.h"
#include "testcertificates.h"

#include <opensandbox/adapterfactory.h>
#include <opensandbox/sandboxmanager.h>
#include <opensandbox/trafficrecorder.h>

#include <QJsonObject>
#include <QLoggingCategory>
#include <QNetworkProxyFactory>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QTemporaryDir>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QByteArray Sandbox1 = R"({"id":"sb-1","status":{"state":"Running"},"createdAt":"2026-11-30T00:00:00Z","entrypoint":["x"]})";

QStringList logged;
QtMessageHandler oldHandler = nullptr;

void keepLog(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (qstrcmp(context.category, "opensandbox.sdk") == 0)
        logged << text;
    else
        oldHandler(type, context, text);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Proxies, certificates, further tries, and what is written down of all that.
class SdkNetworkTest : public QObject
{
    Q_OBJECT

private:
    TestCertificates m_files;

    QString path(const char *name) const { return m_files.path(QString::fromLatin1(name)); }

    /// Answers every request over TLS with an empty page of sandboxes; asks for a certificate when told to.
    std::unique_ptr<QSslServer> tlsServer(bool wantCertificate)
    {
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificate(QSslCertificate(contentOf(path("server.pem"))));
        configuration.setPrivateKey(QSslKey(contentOf(path("server.key")), QSsl::Ec));
        if (wantCertificate) {
            configuration.setCaCertificates(QSslCertificate::fromPath(path("ca.pem")));
            configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
        }
        auto server = std::make_unique<QSslServer>();
        server->setSslConfiguration(configuration);
        QObject::connect(server.get(), &QTcpServer::pendingConnectionAvailable, server.get(), [server = server.get()] {
            auto *socket = qobject_cast<QSslSocket *>(server->nextPendingConnection());
            QObject::connect(socket, &QIODevice::readyRead, socket, [socket] {
                if (!socket->peek(1 << 20).contains("\r\n\r\n"))
                    return;
                socket->readAll();
                const QByteArray body = R"({"items":[],"pagination":{"page":1,"pageSize":100,"totalItems":0,"totalPages":0,"hasNextPage":false}})";
                socket->write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size())
                              + "\r\nX-Peer: " + socket->peerCertificate().subjectInfo(QSslCertificate::CommonName).join(u' ').toUtf8() + "\r\n\r\n" + body);
            });
        });
        return server->listen(QHostAddress::LocalHost) ? std::move(server) : nullptr;
    }

    static ConnectionConfig configOf(const FaultServer &server)
    {
        ConnectionConfig config;
        config.domain = server.address();
        config.requestTimeout = 10s;
        return config;
    }

private Q_SLOTS:
    void initTestCase()
    {
        const QStringList ec = TestCertificates::ec();
        const QStringList signedByCa { u"-CA"_s, u"ca.pem"_s, u"-CAkey"_s, u"ca.key"_s, u"-addext"_s, u"basicConstraints=critical,CA:FALSE"_s };
        QVERIFY2(m_files.make(u"ca"_s, ec, {}), "the openssl tool is needed");
        QVERIFY(m_files.make(u"server"_s, ec, signedByCa + QStringList { u"-addext"_s, u"subjectAltName=IP:127.0.0.1"_s }));
        QVERIFY(m_files.make(u"client"_s, ec, signedByCa));
        QVERIFY(m_files.make(u"clientrsa"_s, { u"rsa:2048"_s, u"-passout"_s, u"pass:SECRET-of-the-key"_s }, signedByCa));
    }

    void cleanup()
    {
        for (const char *name : { "http_proxy", "https_proxy", "no_proxy" })
            qunsetenv(name);
    }

    void anUnknownCertificateIsRefusedAndAGivenCaIsTrusted()
    {
        const auto server = tlsServer(false);
        QVERIFY(server);
        ConnectionConfig config;
        config.domain = u"https://127.0.0.1:%1"_s.arg(server->serverPort());
        const auto refused = wait(SandboxManager(config).list());
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, Error::Kind::Network);
        QVERIFY2(refused.error().message.contains(u"No secure connection"_s), why(refused));
        config.tls.caFile = path("ca.pem");
        const auto page = wait(SandboxManager(config).list());
        QVERIFY2(page, why(page));
        // Having trusted it once does not make it trusted for others.
        config.tls.caFile.clear();
        QVERIFY(!wait(SandboxManager(config).list()));
    }

    void aClientCertificateIsShownWhenAskedFor_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("password");
        QTest::addColumn<bool>("works");
        QTest::newRow("EC") << u"client"_s << QString() << true;
        QTest::newRow("RSA with a password") << u"clientrsa"_s << u"SECRET-of-the-key"_s << true;
        QTest::newRow("wrong password") << u"clientrsa"_s << u"SECRET-guess"_s << false;
        QTest::newRow("none") << QString() << QString() << false;
    }
    void aClientCertificateIsShownWhenAskedFor()
    {
        QFETCH(QString, name);
        QFETCH(QString, password);
        QFETCH(bool, works);
        const auto server = tlsServer(true);
        QVERIFY(server);
        ConnectionConfig config;
        config.domain = u"https://127.0.0.1:%1"_s.arg(server->serverPort());
        config.tls.caFile = path("ca.pem");
        if (!name.isEmpty())
            config.tls = { config.tls.caFile, m_files.path(name + u".pem"_s), m_files.path(name + u".key"_s), password };
        const auto page = wait(SandboxManager(config).list());
        QCOMPARE(page.has_value(), works);
        if (!page) {
            QVERIFY(!page.error().message.isEmpty() && !page.error().message.contains(u"SECRET"_s));
            QCOMPARE(page.error().kind == Error::Kind::LocalFile, !name.isEmpty());
        }
    }

    void settingsThatCannotBeUsedSendNothing()
    {
        FaultServer server;
        ConnectionConfig config = configOf(server);
        config.tls.caFile = u"/nowhere/ca.pem"_s;
        const auto page = wait(SandboxManager(config).list());
        QVERIFY(!page);
        QVERIFY2(page.error().message.contains(u"/nowhere/ca.pem"_s), why(page));
        const auto killed = wait(SandboxManager(config).kill(u"sb-1"_s));
        QVERIFY(!killed && killed.error().message.contains(u"/nowhere/ca.pem"_s));
        const auto run = wait(AdapterFactory::standard()->codes(config, { server.address(), {} })->run(u"1"_s, u"python"_s));
        QVERIFY2(!run && run.error().message.contains(u"/nowhere/ca.pem"_s), why(run));
        QCOMPARE(server.connections(), 0);
    }

    void anExplicitProxyGetsEveryKindOfRequest()
    {
        FaultServer proxy;
        proxy.on("GET", "http://far.invalid:8080/v1/sandboxes/sb-1", Reply::json(200, Sandbox1));
        proxy.on("DELETE", "http://far.invalid:8080/v1/sandboxes/sb-1", Reply::empty(204));
        proxy.on("POST", "http://box.invalid:44772/code", Reply::stream({ R"({"type":"init","text":"c"})", R"({"type":"execution_complete"})" }));
        ConnectionConfig config;
        config.domain = u"far.invalid:8080"_s;
        config.proxy = { ProxySettings::Mode::Explicit, u"http://user:SECRET-pw@"_s + proxy.address() };
        const auto info = wait(SandboxManager(config).get(u"sb-1"_s));
        QVERIFY2(info, why(info));
        const auto killed = wait(SandboxManager(config).kill(u"sb-1"_s));
        QVERIFY2(killed, why(killed));
        const auto run = wait(AdapterFactory::standard()->codes(config, { u"box.invalid:44772"_s, {} })->run(u"1"_s, u"python"_s));
        QVERIFY2(run, why(run));
        QCOMPARE(proxy.received().size(), 3);
        config.proxy.mode = ProxySettings::Mode::None;
        const auto direct = wait(SandboxManager(config).get(u"sb-1"_s));
        QVERIFY(!direct);
        QCOMPARE(proxy.received().size(), 3);
    }

    void theSystemsProxyIsUsedButNotForThisComputer()
    {
        FaultServer proxy;
        proxy.on("GET", "http://far.invalid/v1/sandboxes/sb-1", Reply::json(200, Sandbox1));
        FaultServer server;
        server.on("GET", "/v1/sandboxes/sb-1", Reply::json(200, Sandbox1));
        qputenv("http_proxy", proxy.origin().toLatin1());
        QNetworkProxyFactory::setUseSystemConfiguration(true);
        ConnectionConfig config;
        config.domain = u"far.invalid"_s;
        const auto far = wait(SandboxManager(config).get(u"sb-1"_s));
        QVERIFY2(far, why(far));
        QCOMPARE(proxy.received().size(), 1);
        const auto near = wait(SandboxManager(configOf(server)).get(u"sb-1"_s));
        QVERIFY2(near, why(near));
        QCOMPARE(proxy.received().size(), 1);
        config.proxy.mode = ProxySettings::Mode::None;
        QVERIFY(!wait(SandboxManager(config).get(u"sb-1"_s)));
        QCOMPARE(proxy.received().size(), 1);
    }

    void anEndpointIsRewrittenWhereItIsResolved()
    {
        FaultServer server;
        server.on("GET", "/v1/sandboxes/sb-1/endpoints/44772", Reply::json(200, R"({"endpoint":"inside.invalid:7000/p","headers":{"X-T":"1"}})"));
        ConnectionConfig config = configOf(server);
        config.endpointHosts.insert(u"inside.invalid"_s, u"127.0.0.1:9"_s);
        const auto endpoint = wait(SandboxManager(config).endpoint(u"sb-1"_s, 44772));
        QVERIFY2(endpoint, why(endpoint));
        QCOMPARE(endpoint->endpoint, u"127.0.0.1:9/p"_s);
    }

    void readsAreTriedAgainAsThePolicySays()
    {
        FaultServer server;
        server.on("GET", "/v1/sandboxes/sb-1", Reply::json(200, Sandbox1));
        server.expect("GET", "/v1/sandboxes/sb-1", Reply::json(503, "{}"));
        server.expect("GET", "/v1/sandboxes/sb-1", Reply::json(429, "{}", "Retry-After: 0\r\n"));
        server.expect("GET", "/v1/sandboxes/sb-1", Reply::text(502, "bad gateway"));
        ConnectionConfig config = configOf(server);
        QVERIFY(!wait(SandboxManager(config).get(u"sb-1"_s))); // Nobody asked for more than one try.
        QCOMPARE(server.received().size(), 1);
        config.retry.retries = 2;
        config.retry.firstPause = 1ms;
        const auto info = wait(SandboxManager(config).get(u"sb-1"_s));
        QVERIFY2(info, why(info));
        QCOMPARE(server.received().size(), 4);
        server.on("GET", "/v1/sandboxes/sb-1", Reply::json(404, R"({"code":"NOT_FOUND","message":"no"})"));
        QVERIFY(!wait(SandboxManager(config).get(u"sb-1"_s))); // An answer, no fault.
        QCOMPARE(server.received().size(), 5);
        server.on("GET", "/v1/sandboxes/sb-1", Reply::json(503, R"({"code":"BUSY","message":"later"})"));
        const auto given = wait(SandboxManager(config).get(u"sb-1"_s));
        QVERIFY(!given && given.error().httpStatus == 503);
        QCOMPARE(server.received().size(), 8);
    }

    void aServerThatAsksForPatienceGetsIt()
    {
        FaultServer server;
        server.on("GET", "/v1/sandboxes/sb-1", Reply::json(200, Sandbox1));
        server.expect("GET", "/v1/sandboxes/sb-1", Reply::json(429, "{}", "Retry-After: 1\r\n"));
        server.expect("GET", "/v1/sandboxes/sb-1", Reply::json(503, "{}", "Date: Mon, 30 Nov 2026 01:17:10 GMT\r\nRetry-After: Mon, 30 Nov 2026 01:17:11 GMT\r\n"));
        ConnectionConfig config = configOf(server);
        config.retry.retries = 2;
        config.retry.firstPause = 1ms;
        QElapsedTimer timer;
        timer.start();
        const auto info = wait(SandboxManager(config).get(u"sb-1"_s));
        QVERIFY2(info, why(info));
        QVERIFY2(timer.elapsed() >= 1900, qPrintable(QString::number(timer.elapsed())));
        // An hour is more than anybody waits: the error comes at once.
        server.expect("GET", "/v1/sandboxes/sb-1", Reply::json(429, R"({"code":"SLOW","message":"slow down"})", "Retry-After: 3600\r\n"));
        server.forget();
        const auto refused = wait(SandboxManager(config).get(u"sb-1"_s));
        QVERIFY(!refused && refused.error().httpStatus == 429);
        QCOMPARE(refused.error().retryAfter, std::optional<std::chrono::milliseconds>(1h));
        QCOMPARE(server.received().size(), 1);
        // A date counts from the server's own clock; what cannot be read is as if it were not there.
        config.retry.retries = 0;
        server.expect("GET", "/v1/sandboxes/sb-1", Reply::json(503, "{}", "Date: Mon, 30 Nov 2026 01:17:10 GMT\r\nRetry-After: Mon, 30 Nov 2026 01:18:11 GMT\r\n"));
        server.expect("GET", "/v1/sandboxes/sb-1", Reply::json(503, "{}", "Retry-After: soon\r\n"));
        QCOMPARE(wait(SandboxManager(config).get(u"sb-1"_s)).error().retryAfter, std::optional<std::chrono::milliseconds>(61s));
        QVERIFY(!wait(SandboxManager(config).get(u"sb-1"_s)).error().retryAfter);
    }

    void waitingForAnotherTryCanBeStopped()
    {
        FaultServer server;
        server.on("GET", "/v1/sandboxes/sb-1", Reply::json(503, "{}", "Retry-After: 25\r\n"));
        ConnectionConfig config = configOf(server);
        config.retry.retries = 3;
        SandboxManager manager(config);
        std::stop_source stop;
        auto task = manager.get(u"sb-1"_s, stop.get_token());
        QTRY_COMPARE_WITH_TIMEOUT(server.received().size(), 1, 10'000);
        QTimer::singleShot(50, [&] { stop.request_stop(); });
        const auto info = wait(std::move(task));
        QVERIFY(!info);
        QCOMPARE(info.error().kind, Error::Kind::Cancelled);
        QCOMPARE(server.received().size(), 1);
    }

    // pain 17: what changes something is sent once, whatever the policy
    void changesAndRunsAreNeverTriedAgain()
    {
        FaultServer server;
        server.on("*", "/v1/sandboxes/sb-1", Reply::json(503, "{}", "Retry-After: 0\r\n"));
        server.on("*", "/v1/sandboxes/sb-1/renew-expiration", Reply::json(429, "{}", "Retry-After: 0\r\n"));
        server.on("*", "/code", Reply::json(503, "{}", "Retry-After: 0\r\n"));
        ConnectionConfig config = configOf(server);
        config.retry.retries = 3;
        config.retry.firstPause = 1ms;
        SandboxManager manager(config);
        QVERIFY(!wait(manager.kill(u"sb-1"_s)));
        QVERIFY(!wait(manager.renewUntil(u"sb-1"_s, QDateTime::currentDateTimeUtc().addSecs(600))));
        QVERIFY(!wait(AdapterFactory::standard()->codes(config, { server.address(), {} })->run(u"1"_s, u"python"_s)));
        QCOMPARE(server.received().size(), 3);
    }

    void theKeyGoesInTheHeaderThatTheServerWants()
    {
        FaultServer server;
        server.on("GET", "/v1/sandboxes/sb-1", Reply::json(200, R"({"id":"sb-1","status":{"state":"Running"}})"));
        ConnectionConfig config = configOf(server);
        config.apiKey = u"the-key"_s;
        QVERIFY(wait(SandboxManager(config).get(u"sb-1"_s)));
        QCOMPARE(server.received().last().headers.value("open-sandbox-api-key"), "the-key");
        config.authHeader = "X-Gateway-Key";
        QVERIFY(wait(SandboxManager(config).get(u"sb-1"_s)));
        QCOMPARE(server.received().last().headers.value("x-gateway-key"), "the-key");
        QVERIFY(!server.received().last().headers.contains("open-sandbox-api-key"));
    }

    // pain 21, 138
    void noSecretIsInAnyLogLineErrorOrRecord()
    {
        FaultServer server;
        const QByteArray key = "SECRET-key-0123456789";
        server.on("GET", "/v1/sandboxes/sb-1", Reply::json(200, Sandbox1, "Set-Cookie: SECRET-cookie\r\nX-Request-ID: r-" + key + "\r\n"));
        server.on("POST", "/v1/sandboxes", Reply::json(400, "{\"code\":\"BAD\",\"message\":\"the key " + key + " is not welcome\"}"));
        server.on("DELETE", "/v1/sandboxes/sb-1", Reply::json(307, "{}", "Location: http://elsewhere/?token=SECRET-location\r\n"));
        server.on("POST", "/code", Reply::stream({ R"({"type":"init","text":"c"})", R"({"type":"stdout","text":"hello SECRET-of-the-endpoint"})",
                                                    R"({"type":"execution_complete"})" }));
        oldHandler = qInstallMessageHandler(keepLog);
        QLoggingCategory::setFilterRules(u"opensandbox.sdk.debug=true"_s);
        logged.clear();

        const QString file = path("traffic.jsonl");
        const auto recorder = TrafficRecorder::start(file);
        QVERIFY(recorder);
        ConnectionConfig config = configOf(server);
        config.domain = u"http://user:SECRET-login@"_s + server.address();
        config.apiKey = QString::fromLatin1(key);
        config.headers = { { "X-Tenant", "SECRET-tenant" } };
        config.recorder = *recorder;
        QStringList shown;
        config.onExchange = [&](const Exchange &exchange) { shown << exchange.url.toString() << exchange.requestId << exchange.error; };
        SandboxManager manager(config);
        QVERIFY(wait(manager.get(u"sb-1"_s)));
        CreateOptions options;
        options.image = u"python"_s;
        options.env = { { u"PLAIN"_s, u"SECRET-in-env"_s } };
        options.extra = { { u"imageAuth"_s, QJsonObject { { u"password"_s, u"SECRET-registry"_s } } } };
        const auto created = wait(manager.create(options));
        QVERIFY(!created);
        shown << toString(created.error());
        const auto killed = wait(manager.kill(u"sb-1"_s));
        QVERIFY(!killed);
        shown << toString(killed.error()) << toString(config);
        const auto run = wait(AdapterFactory::standard()->codes(config, { server.address(), { { "X-EXECD-ACCESS-TOKEN", "SECRET-of-the-endpoint" } } })->run(u"1"_s, u"python"_s));
        QVERIFY2(run, why(run));

        // What a server tells of a sandbox's address, what is typed, and what is repeated in a refusal.
        const QByteArray box = R"({"endpoint":"10.0.0.1:1","headers":{"OPENSANDBOX-EGRESS-AUTH":"SECRET-egress","X-Plain":"SECRET-route"}})";
        server.on("GET", "/v1/sandboxes/sb-1/endpoints/18080", Reply::json(200, box));
        server.on("GET", "/v1/sandboxes/sb-1/endpoints/80", Reply::json(200, R"({"endpoint":"gate/sb-1/80/SECRET-signed"})"));
        server.on("POST", "/code/contexts/c/input", Reply::json(422, R"({"detail":[{"msg":"no","input":{"value":"SECRET-typed"}}]})"));
        server.on("POST", "/v1/sandboxes", Reply::json(422, R"({"detail":[{"msg":"bad","loc":["body"],"input":"SECRET-in-env"}]})"));
        QVERIFY(wait(manager.endpoint(u"sb-1"_s, 18080)));
        QVERIFY(wait(manager.signedEndpoint(u"sb-1"_s, 80, QDateTime::currentDateTimeUtc().addSecs(60))));
        const auto typed = wait(AdapterFactory::standard()->codes(config, { server.address(), {} })->sendInput(u"c"_s, u"SECRET-typed"_s));
        QVERIFY(!typed);
        server.on("GET", "/v1/sandboxes/sb-1/diagnostics/logs", Reply::json(200, "{\"sandboxId\":\"sb-1\",\"kind\":\"logs\",\"scope\":\"x\",\"contentType\":\"text/plain\",\"delivery\":\"url\",\"contentUrl\":\"https://store/x?sig=SECRET-sas&a=b\"}"));
        QVERIFY(wait(manager.diagnostics(u"sb-1"_s)->logs(u"x"_s)));
        const auto refused = wait(manager.create(options));
        QVERIFY(!refused);
        server.on("POST", "/command", Reply::json(422, R"({"detail":[{"msg":"bad","input":"SECRET-of-a-command"}]})"));
        RunCommandOptions command;
        command.env = { { u"PLAIN"_s, u"SECRET-of-a-command"_s } };
        const auto commands = AdapterFactory::standard()->commands(config, { server.address(), { { "Authorization", "Bearer SECRET-bearer" } } });
        const auto unrun = wait(commands->run(u"x"_s, command));
        QVERIFY(!unrun);
        // Not even where no stream was meant, nor a part of a header.
        server.on("POST", "/command", Reply::json(200, R"({"code":"BAD","message":"SECRET-of-a-command for SECRET-bearer"})"));
        const auto strange = wait(commands->run(u"x"_s, command));
        QVERIFY(!strange && strange.error().message.contains(u"***"_s));
        shown << toString(unrun.error()) << unrun.error().rawBody << toString(strange.error()) << strange.error().rawBody;
        shown << toString(typed.error()) << typed.error().rawBody << toString(refused.error()) << refused.error().rawBody;

        qInstallMessageHandler(oldHandler);
        QLoggingCategory::setFilterRules({});
        QVERIFY2(logged.size() >= 8, qPrintable(logged.join(u'\n')));
        QVERIFY(logged.join(u'\n').contains(u"GET http://"_s) && logged.join(u'\n').contains(u"400 after"_s));
        for (const QString &line : logged + shown)
            QVERIFY2(!line.contains(u"SECRET"_s), qPrintable(line));
        const QByteArray record = contentOf(file);
        QVERIFY2(!record.contains("SECRET"), record);
        QCOMPARE(record.count('\n'), 11);
        const QJsonObject first = QJsonDocument::fromJson(record.split('\n').first()).object();
        QCOMPARE(first.value("status"_L1).toInt(), 200);
        QCOMPARE(first.value("request"_L1)["headers"_L1]["x-tenant"_L1].toString(), u"***"_s);
        QVERIFY(first.value("answer"_L1)["body"_L1].toString().contains(u"sb-1"_s));
        QVERIFY(record.contains("hello ***"));
        QVERIFY(record.contains("PLAIN"));
        QCOMPARE(QFile::permissions(file) & (QFileDevice::ReadGroup | QFileDevice::ReadOther), QFileDevice::Permissions());
    }

    void theRecordIsBounded()
    {
        const QString file = path("bounded.jsonl");
        auto recorder = TrafficRecorder::start(file, { .file = 1, .body = 1 << 20 });
        QVERIFY(recorder);
        QCOMPARE((*recorder)->limits().file, qint64(64 << 10));
        FaultServer server;
        server.on("GET", "/v1/sandboxes/sb-1", Reply::json(200, QByteArray("{\"id\":\"sb-1\",\"x\":\"" + QByteArray(4000, 'x') + "\"}")));
        server.on("GET", "/v1/sandboxes/sb-2", Reply::json(200, QByteArray("{\"id\":\"sb-2\",\"token\":\"" + QByteArray(300'000, 'y') + "\"}")));
        ConnectionConfig config = configOf(server);
        config.recorder = *recorder;
        SandboxManager manager(config);
        for (int i = 0; i < 30; ++i)
            QVERIFY(wait(manager.get(u"sb-1"_s)));
        QVERIFY(QFileInfo(file).size() + QFileInfo(file + u".old"_s).size() <= 64 << 10);
        QVERIFY(QFileInfo::exists(file + u".old"_s));
        QVERIFY(wait(manager.get(u"sb-2"_s)));
        const QJsonObject last = QJsonDocument::fromJson(contentOf(file).trimmed().split('\n').last()).object();
        QVERIFY(last.value("answer"_L1)["shortened"_L1].toBool());
        QVERIFY(!last.value("answer"_L1).toObject().contains("body"_L1));
        QVERIFY(!(*recorder)->problem());
        QVERIFY(!TrafficRecorder::start(u"/nowhere/traffic.jsonl"_s));
    }
};

QTEST_GUILESS_MAIN(SdkNetworkTest)
#include "tst_sdk_network.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "masking.h"
#include "retry.h"

#include <opensandbox/osbconfig.h>

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Where settings come from and which one wins; what is shown of them.
class SdkConfigTest : public QObject
{
    Q_OBJECT

private:
    static void write(const QString &path, const QByteArray &bytes)
    {
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    QTemporaryDir m_home;
    QByteArray m_oldHome;

private Q_SLOTS:
    void initTestCase()
    {
        m_oldHome = qgetenv("HOME");
        qputenv("HOME", m_home.path().toUtf8());
        QCOMPARE(osbConfigPath(), QString(m_home.path() + u"/.opensandbox/config.toml"_s));
    }
    void cleanupTestCase() { qputenv("HOME", m_oldHome); }

    void init()
    {
        for (const char *name : { "DOMAIN", "API_KEY", "PROTOCOL", "REQUEST_TIMEOUT", "USE_SERVER_PROXY" })
            qunsetenv(QByteArray("OPEN_SANDBOX_" + QByteArray(name)).constData());
        QFile::remove(osbConfigPath());
    }

    void theFileOfTheCommandLineIsRead()
    {
        const Result<OsbConfig> config = parseOsbConfig(R"(# made by hand
[connection]
api_key = " key of the file "
domain = "sandbox.example.org:9000"
protocol = 'HTTPS'
request_timeout = "1m30s"
use_server_proxy = true
colour = "blue"

[defaults]
image = "python:3.12"
timeout = "2h"

[output]
color = false
[[extra]]
a = 1
)", u"config.toml"_s);
        QVERIFY2(config, qPrintable(config ? QString() : toString(config.error())));
        QCOMPARE(config->apiKey, u"key of the file"_s);
        QCOMPARE(config->domain, u"sandbox.example.org:9000"_s);
        QCOMPARE(config->protocol, u"https"_s);
        QCOMPARE(config->requestTimeout, std::optional<std::chrono::milliseconds>(90s));
        QCOMPARE(config->useServerProxy, true);
        QCOMPARE(config->image, u"python:3.12"_s);
        QCOMPARE(config->timeout, std::optional<std::chrono::seconds>(2h));
        QCOMPARE(config->otherKeys, QStringList({ u"connection.colour"_s, u"extra"_s, u"output.color"_s }));
        const ConnectionConfig applied = config->appliedTo({});
        QCOMPARE(applied.lifecycleUrl(), QUrl(u"https://sandbox.example.org:9000/v1"_s));
        QCOMPARE(applied.requestTimeout, 90s);
    }

    void durationsAreNumbersOrTexts_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<qint64>("milliseconds"); // -1: refused
        QTest::newRow("seconds") << QByteArray("45") << qint64(45'000);
        QTest::newRow("a part of a second") << QByteArray("0.25") << qint64(250);
        QTest::newRow("text of seconds") << QByteArray("\"90\"") << qint64(90'000);
        QTest::newRow("all units") << QByteArray("\"1h2m3s\"") << qint64(3'723'000);
        QTest::newRow("zero") << QByteArray("0") << qint64(-1);
        QTest::newRow("negative") << QByteArray("-5") << qint64(-1);
        QTest::newRow("not a number") << QByteArray("nan") << qint64(-1);
        QTest::newRow("infinite") << QByteArray("inf") << qint64(-1);
        QTest::newRow("none has no meaning here") << QByteArray("\"none\"") << qint64(-1);
        QTest::newRow("empty") << QByteArray("\"\"") << qint64(-1);
        QTest::newRow("other words") << QByteArray("\"soon\"") << qint64(-1);
        QTest::newRow("a list") << QByteArray("[1]") << qint64(-1);
    }
    void durationsAreNumbersOrTexts()
    {
        QFETCH(QByteArray, value);
        QFETCH(qint64, milliseconds);
        const auto config = parseOsbConfig(QByteArray("[connection]\nrequest_timeout = " + value + "\n"), u"config.toml"_s);
        QCOMPARE(config.has_value(), milliseconds >= 0);
        if (config)
            QCOMPARE(config->requestTimeout->count(), milliseconds);
        else
            QVERIFY2(config.error().message.startsWith(u"config.toml, line 2, column 19: connection.request_timeout has to be a time above 0"_s),
                     qPrintable(config.error().message));
    }

    void badFilesAreToldWithTheirPlace_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        QTest::newRow("no TOML") << QByteArray("[connection]\ndomain = localhost\n") << u"config.toml, line 2, column 1"_s;
        QTest::newRow("no text") << QByteArray("[connection]\n\ndomain = 7\n") << u"config.toml, line 3, column 10: connection.domain has to be a text in quotes."_s;
        QTest::newRow("no flag") << QByteArray("[connection]\nuse_server_proxy = \"yes\"\n") << u"line 2, column 20: connection.use_server_proxy has to be true or false."_s;
        QTest::newRow("other protocol") << QByteArray("[connection]\nprotocol = \"ftp\"\n") << u"line 2, column 12: connection.protocol has to be \"http\" or \"https\"."_s;
        QTest::newRow("no host") << QByteArray("[connection]\ndomain = \"http://\"\n") << u"line 2, column 10: connection.domain has to be a host"_s;
        QTest::newRow("no section") << QByteArray("connection = 1\n") << u"line 1, column 14: connection has to be a section: [connection]."_s;
        QTest::newRow("an open bracket") << QByteArray("# first\n[\n \"title\": 1\n") << u"config.toml, line 2, column 1: this is no TOML."_s;
        QTest::newRow("a key twice") << QByteArray("[connection]\ndomain = \"a\"\ndomain = \"b\"\n") << u"config.toml, line 3"_s;
        QTest::newRow("binary") << QByteArray("\x7f" "ELF\0\0\1", 7) << u"config.toml, line 1, column 1"_s;
        QTest::newRow("deep") << QByteArray("a = ") + QByteArray("[").repeated(100'000) << u"config.toml, line 1"_s;
        QTest::newRow("huge") << QByteArray(2 << 20, '\n') << u"longer than 1 MiB"_s;
    }
    void badFilesAreToldWithTheirPlace()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        const auto config = parseOsbConfig(bytes, u"config.toml"_s);
        QVERIFY(!config);
        QCOMPARE(config.error().kind, Error::Kind::InvalidArgument);
        QVERIFY2(config.error().message.contains(message), qPrintable(config.error().message));
        QVERIFY(config.error().message.size() < 1000);
    }

    void aMissingFileIsAnErrorOnlyWhenItWasNamed()
    {
        const auto missing = readOsbConfig();
        QVERIFY(!missing);
        QCOMPARE(missing.error().kind, Error::Kind::LocalFile);
        QVERIFY(missing.error().message.contains(osbConfigPath()));
        QVERIFY(ConnectionConfig::load());
        QVERIFY(!ConnectionConfig::load({ .environment = true, .osbFile = true, .osbPath = u"/nowhere/config.toml"_s }));
    }

    // explicit > environment > file > default, for each setting by itself
    void theNearerPlaceWins()
    {
        auto config = ConnectionConfig::load();
        QVERIFY(config);
        QCOMPARE(config->domain, u"localhost:8080"_s);
        QCOMPARE(config->requestTimeout, 30s);
        QVERIFY(config->apiKey.isEmpty() && !config->useServerProxy);

        write(osbConfigPath(), "[connection]\napi_key = 'file-key'\ndomain = 'file:1'\nprotocol = 'https'\nrequest_timeout = 11\nuse_server_proxy = true\n");
        config = ConnectionConfig::load();
        QVERIFY(config);
        QCOMPARE(config->lifecycleUrl(), QUrl(u"https://file:1/v1"_s));
        QCOMPARE(config->apiKey, u"file-key"_s);
        QCOMPARE(config->requestTimeout, 11s);
        QVERIFY(config->useServerProxy);
        const auto withoutFile = ConnectionConfig::load({ .environment = true, .osbFile = false, .osbPath = {} });
        QCOMPARE(withoutFile->domain, u"localhost:8080"_s);

        qputenv("OPEN_SANDBOX_DOMAIN", "environment:2");
        qputenv("OPEN_SANDBOX_REQUEST_TIMEOUT", "2.5");
        qputenv("OPEN_SANDBOX_USE_SERVER_PROXY", "false");
        qputenv("OPEN_SANDBOX_PROTOCOL", "http");
        config = ConnectionConfig::load();
        QVERIFY(config);
        QCOMPARE(config->lifecycleUrl(), QUrl(u"http://environment:2/v1"_s));
        QCOMPARE(config->apiKey, u"file-key"_s); // Not in the environment: the file's stays.
        QCOMPARE(config->requestTimeout, 2500ms);
        QVERIFY(!config->useServerProxy);
        qputenv("OPEN_SANDBOX_API_KEY", "environment-key");
        config = ConnectionConfig::load();
        QCOMPARE(config->apiKey, u"environment-key"_s);
        const auto withoutEnvironment = ConnectionConfig::load({ .environment = false, .osbFile = true, .osbPath = {} });
        QCOMPARE(withoutEnvironment->domain, u"file:1"_s);
        QCOMPARE(ConnectionConfig::fromEnvironment().domain, u"environment:2"_s);

        config->domain = u"explicit:3"_s;
        QCOMPARE(config->lifecycleUrl(), QUrl(u"http://explicit:3/v1"_s));
    }

    void badVariablesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("timeout") << QByteArray("OPEN_SANDBOX_REQUEST_TIMEOUT") << QByteArray("soon");
        QTest::newRow("negative timeout") << QByteArray("OPEN_SANDBOX_REQUEST_TIMEOUT") << QByteArray("-1");
        QTest::newRow("protocol") << QByteArray("OPEN_SANDBOX_PROTOCOL") << QByteArray("gopher");
        QTest::newRow("flag") << QByteArray("OPEN_SANDBOX_USE_SERVER_PROXY") << QByteArray("perhaps");
        QTest::newRow("address") << QByteArray("OPEN_SANDBOX_DOMAIN") << QByteArray("http:///");
    }
    void badVariablesAreNamed()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        qputenv(name.constData(), value);
        const auto config = ConnectionConfig::load();
        QVERIFY(!config);
        QVERIFY2(config.error().message.contains(QString::fromLatin1(name)), qPrintable(config.error().message));
    }

    void unusableSettingsAreToldBeforeAnythingIsSent()
    {
        ConnectionConfig config;
        QVERIFY(!config.problem());
        config.proxy = { ProxySettings::Mode::Explicit, u"ftp://user:SECRET-pw@proxy:1"_s };
        QVERIFY(config.problem()->message.contains(u"http://host:port"_s));
        QVERIFY(!config.problem()->message.contains(u"SECRET"_s));
        config.proxy = { ProxySettings::Mode::Explicit, u"socks5://proxy:1080"_s };
        QVERIFY(!config.problem());
        config.tls.caFile = u"/nowhere/ca.pem"_s;
        QVERIFY(config.problem()->message.contains(u"/nowhere/ca.pem"_s));
        config.tls.caFile = QStringLiteral(WB_SOURCE_DIR "/README.md");
        QVERIFY(config.problem()->message.contains(u"no certificate in PEM form"_s));
        config.tls = {};
        config.tls.clientCertificateFile = u"/nowhere/client.pem"_s;
        QVERIFY(config.problem()->message.contains(u"both files"_s));
        config.tls = {};
        config.domain = u"user:SECRET-pw@/"_s;
        QVERIFY(config.problem() && !config.problem()->message.contains(u"SECRET"_s));
        config.domain = u"ftp://host"_s;
        QVERIFY(config.problem()->message.contains(u"ftp"_s));
    }

    void endpointsAreReachedByTheNameTheyHaveHere_data()
    {
        QTest::addColumn<QString>("endpoint");
        QTest::addColumn<QString>("expected");
        QTest::newRow("host") << u"host.docker.internal:40001"_s << u"localhost:40001"_s;
        QTest::newRow("host and path") << u"host.docker.internal:40001/proxy/8080?x=%2F"_s << u"localhost:40001/proxy/8080?x=%2F"_s;
        QTest::newRow("host with port first") << u"host.docker.internal:5000"_s << u"other.example:9"_s;
        QTest::newRow("another host") << u"example.org:40001"_s << u"example.org:40001"_s;
        QTest::newRow("with a scheme") << u"https://inner/x"_s << u"https://outer.example/x"_s;
        QTest::newRow("IPv6") << u"10.0.0.7:1"_s << u"[::1]:1"_s;
        QTest::newRow("odd") << u"%%%"_s << u"%%%"_s;
    }
    void endpointsAreReachedByTheNameTheyHaveHere()
    {
        QFETCH(QString, endpoint);
        QFETCH(QString, expected);
        ConnectionConfig config;
        config.endpointHosts = { { u"host.docker.internal"_s, u"localhost"_s }, { u"host.docker.internal:5000"_s, u"other.example:9"_s },
                                 { u"inner"_s, u"outer.example"_s }, { u"10.0.0.7"_s, u"[::1]"_s } };
        const Endpoint rewritten = config.rewritten({ endpoint, { { "X-Token", "abc" } } });
        QCOMPARE(rewritten.endpoint, expected);
        QCOMPARE(rewritten.headers.value("X-Token"), QByteArray("abc"));
    }

    void retryAfterIsSecondsOrADate_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<qint64>("milliseconds"); // -1: nothing
        QTest::newRow("absent") << QByteArray() << qint64(-1);
        QTest::newRow("seconds") << QByteArray(" 12 ") << qint64(12'000);
        QTest::newRow("zero") << QByteArray("0") << qint64(0);
        QTest::newRow("date") << QByteArray("Mon, 30 Nov 2026 01:17:40 GMT") << qint64(30'000);
        QTest::newRow("date in the past") << QByteArray("Mon, 30 Nov 2020 01:17:40 GMT") << qint64(0);
        QTest::newRow("nonsense") << QByteArray("soon") << qint64(-1);
        QTest::newRow("negative") << QByteArray("-3") << qint64(-1);
        QTest::newRow("beyond numbers") << QByteArray("99999999999999999999999") << std::numeric_limits<qint64>::max();
    }
    void retryAfterIsSecondsOrADate()
    {
        QFETCH(QByteArray, value);
        QFETCH(qint64, milliseconds);
        const auto asked = retryAfter(value, QDateTime(QDate(2026, 11, 30), QTime(1, 17, 10), QTimeZone::UTC));
        QCOMPARE(asked ? asked->count() : -1, milliseconds);
    }

    void pausesGrowAndEnd()
    {
        RetryPolicy policy;
        QVERIFY(!pauseBefore(policy, 0, {}, 0.5)); // Off unless wanted.
        policy.retries = 8;
        QCOMPARE(pauseBefore(policy, 0, {}, 0.5), std::optional(500ms));
        QCOMPARE(pauseBefore(policy, 2, {}, 0.5), std::optional(2000ms));
        QCOMPARE(pauseBefore(policy, 7, {}, 0.5), std::optional(30'000ms));
        QCOMPARE(pauseBefore(policy, 7, {}, 1.0), std::optional(30'000ms));
        QCOMPARE(pauseBefore(policy, 0, {}, 0.0), std::optional(400ms));
        QVERIFY(!pauseBefore(policy, 8, {}, 0.5));
        QCOMPARE(pauseBefore(policy, 5, 3s, 0.5), std::optional(3000ms)); // The server's word counts,
        QVERIFY(!pauseBefore(policy, 0, 31s, 0.5)); // but nobody waits for longer than is allowed.
    }

    // pain 21, 138: secrets do not leave by logs
    void nothingSecretIsShown()
    {
        ConnectionConfig config;
        config.domain = u"user:SECRET-login@host"_s;
        config.apiKey = u"SECRET/key+\"1\""_s;
        config.headers = { { "X-Tenant", "SECRET-tenant" }, { "X-Flag", "true" } };
        config.proxy = { ProxySettings::Mode::Explicit, u"http://user:SECRET-proxy@proxy:1"_s };
        config.tls.clientKeyPassword = u"SECRET-password"_s;
        QVERIFY2(!toString(config).contains(u"SECRET"_s), qPrintable(toString(config)));
        QVERIFY(toString(config).contains(u"host"_s));
        const Masking masking(config, config.headers);
        const auto verify = [](const QString &text) { QVERIFY2(!text.contains(u"SECRET"_s), qPrintable(text)); };
        verify(masking.text(u"the key SECRET/key+\"1\" and SECRET-tenant, SECRET-proxy, SECRET-password are true"_s));
        verify(masking.text(u"https://h/?q="_s + QString::fromLatin1(QUrl::toPercentEncoding(config.apiKey))));
        verify(masking.url(QUrl(u"http://user:SECRET-x@h/p?signature=SECRET&access_token=SECRET&a=1"_s)).toString());
        QVERIFY(masking.url(QUrl(u"http://h/p?a=1"_s)).toString().endsWith(u"?a=1"_s));
        verify(masking.header("OPEN-SANDBOX-API-KEY", "SECRET-other"));
        verify(masking.header("Set-Cookie", "SECRET"));
        QCOMPARE(masking.header("Content-Type", "text/plain"), u"text/plain"_s);
        verify(masking.body(R"({"env":{"A":"SECRET-1","N":{"B":["SECRET-2"]}},"token":"SECRET-3","credentials":[{"value":"SECRET-4"}],"pin_key":123})"));
        QVERIFY(!masking.body(R"({"key":12345})").contains(u"12345"_s));
        verify(masking.body("{\"type\":\"stdout\",\"text\":\"SECRET-tenant\"}\n\ndata: {\"password\":\"SECRET\"}\n{\"password\":\"SECR"));
        QVERIFY(masking.body("{\"type\":\"stdout\",\"text\":\"hello\"}\n").contains(u"hello"_s));
    }
};

QTEST_GUILESS_MAIN(SdkConfigTest)
#include "tst_sdk_config.moc"

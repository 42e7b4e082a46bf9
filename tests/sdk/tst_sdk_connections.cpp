// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// How connections are made: how strong they have to be, how many and how long they are kept, by whose means, and what goes over them by itself.
#include "certificates.h"
#include "sdktest.h"
#include "serverthread.h"
#include "testcertificates.h"

#include <opensandbox/codeinterpreter.h>
#include <opensandbox/networkaccess.h>
#include <opensandbox/sandboxsync.h>

#include <QNetworkProxy>
#include <QRegularExpression>
#include <QSslServer>
#include <QTcpServer>
#include <QTcpSocket>

#include <set>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Answers over TLS and keeps all that came, also what was no whole request.
class SecureServer : public QObject
{
public:
    SecureServer(const TestCertificates &files, const QString &name, QSsl::KeyAlgorithm algorithm, const QString &issuer, QSsl::SslProtocol protocol = QSsl::SecureProtocols)
    {
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificateChain({ files.certificate(name), files.certificate(issuer) });
        configuration.setPrivateKey(files.key(name, algorithm));
        configuration.setProtocol(protocol);
        m_server.setSslConfiguration(configuration);
        connect(&m_server, &QSslServer::startedEncryptionHandshake, this, [this] { ++handshakes; });
        connect(&m_server, &QTcpServer::pendingConnectionAvailable, this, [this] {
            auto *socket = m_server.nextPendingConnection();
            connect(socket, &QIODevice::readyRead, this, [this, socket] {
                came += socket->readAll();
                if (!came.contains("\r\n\r\n"))
                    return;
                const QByteArray body = R"({"items":[],"pagination":{"page":1,"pageSize":100,"totalItems":0,"totalPages":0,"hasNextPage":false}})";
                socket->write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
            });
        });
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("cannot listen");
    }

    QString address() const { return u"127.0.0.1:%1"_s.arg(m_server.serverPort()); }

    QByteArray came;
    int handshakes = 0;

private:
    QSslServer m_server;
};

/// Where managers were made, used and destroyed.
struct Traces
{
    std::mutex mutex;
    std::map<QThread *, int> made;
    std::map<QThread *, int> used;
    std::map<QThread *, int> gone;
    int elsewhere = 0; ///< Used or destroyed in another thread than they were made in.
    std::condition_variable changed;

    int count(const std::map<QThread *, int> &which)
    {
        const std::lock_guard lock(mutex);
        int sum = 0;
        for (const auto &[thread, times] : which)
            sum += times;
        return sum;
    }
    size_t threads(const std::map<QThread *, int> &which)
    {
        const std::lock_guard lock(mutex);
        return which.size();
    }
};

class TracedManager : public QNetworkAccessManager
{
public:
    explicit TracedManager(std::shared_ptr<Traces> traces) : m_traces(std::move(traces)) { note(m_traces->made); }
    ~TracedManager() override { note(m_traces->gone); }

protected:
    QNetworkReply *createRequest(Operation operation, const QNetworkRequest &request, QIODevice *data) override
    {
        note(m_traces->used);
        QNetworkRequest mine(request);
        mine.setRawHeader("X-Mine", "yes");
        return QNetworkAccessManager::createRequest(operation, mine, data);
    }

private:
    void note(std::map<QThread *, int> &where)
    {
        const std::lock_guard lock(m_traces->mutex);
        ++where[QThread::currentThread()];
        m_traces->elsewhere += QThread::currentThread() == thread() ? 0 : 1;
    }

    std::shared_ptr<Traces> m_traces;
};

class TracedAccess : public NetworkAccess
{
public:
    explicit TracedAccess(std::shared_ptr<Traces> traces) : m_traces(std::move(traces)) { }
    std::unique_ptr<QNetworkAccessManager> create() override { return std::make_unique<TracedManager>(m_traces); }

private:
    std::shared_ptr<Traces> m_traces;
};

class ShapedAccess : public NetworkAccess
{
public:
    explicit ShapedAccess(std::function<void(QNetworkAccessManager &)> shape) : m_shape(std::move(shape)) { }
    std::unique_ptr<QNetworkAccessManager> create() override
    {
        auto manager = std::make_unique<QNetworkAccessManager>();
        m_shape(*manager);
        return manager;
    }

private:
    std::function<void(QNetworkAccessManager &)> m_shape;
};

class NoAccess : public NetworkAccess
{
public:
    std::unique_ptr<QNetworkAccessManager> create() override { return {}; }
};

} // namespace

class SdkConnectionsTest : public QObject
{
    Q_OBJECT

private:
    TestCertificates m_files;

    ConnectionConfig secureConfig(const SecureServer &server, const QString &ca) const
    {
        ConnectionConfig config;
        config.domain = u"https://"_s + server.address();
        config.apiKey = u"SECRET-key"_s;
        config.requestTimeout = 20s;
        config.tls.caFile = m_files.path(ca + u".pem"_s);
        return config;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_files.make(u"ca"_s, TestCertificates::ec()), "the openssl tool is needed");
        QVERIFY(m_files.make(u"ca2"_s, TestCertificates::rsa(2048)));
        QVERIFY(m_files.make(u"ec256"_s, TestCertificates::ec(), TestCertificates::by(u"ca"_s)));
        QVERIFY(m_files.make(u"rsa2048"_s, TestCertificates::rsa(2048), TestCertificates::by(u"ca"_s)));
        QVERIFY(m_files.make(u"ec384"_s, TestCertificates::ec(u"secp384r1"_s), TestCertificates::by(u"ca2"_s)));
    }

    void weakCertificatesAreRefusedBeforeAnythingIsSent_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("issuer");
        QTest::addColumn<int>("rsaBits");
        QTest::addColumn<int>("ecBits");
        QTest::addColumn<QString>("complaint"); // Empty: it will do.
        QTest::newRow("the defaults, EC") << u"ec256"_s << u"ca"_s << 2048 << 224 << QString();
        QTest::newRow("the defaults, RSA") << u"rsa2048"_s << u"ca"_s << 2048 << 224 << QString();
        QTest::newRow("a short RSA key") << u"rsa2048"_s << u"ca"_s << 3072 << 224 << u"'rsa2048' has an RSA key of 2048 bits, at least 3072 are asked for (TlsSettings::minimumRsaBits)"_s;
        QTest::newRow("a short EC key") << u"ec256"_s << u"ca"_s << 2048 << 384 << u"'ec256' has an EC key of 256 bits, at least 384"_s;
        QTest::newRow("a short key of its issuer") << u"ec384"_s << u"ca2"_s << 3072 << 384 << u"'ca2' has an RSA key of 2048 bits"_s;
        QTest::newRow("any size") << u"rsa2048"_s << u"ca"_s << 0 << 0 << QString();
    }

    void weakCertificatesAreRefusedBeforeAnythingIsSent()
    {
        QFETCH(QString, name);
        QFETCH(QString, issuer);
        QFETCH(int, rsaBits);
        QFETCH(int, ecBits);
        QFETCH(QString, complaint);
        const bool rsa = name.startsWith("rsa"_L1);
        SecureServer server(m_files, name, rsa ? QSsl::Rsa : QSsl::Ec, issuer);
        ConnectionConfig config = secureConfig(server, issuer);
        config.tls.minimumRsaBits = rsaBits;
        config.tls.minimumEcBits = ecBits;
        config.retry.retries = 3; // Not for this.
        config.retry.firstPause = 1ms;
        const Endpoint endpoint { server.address(), { { "X-Route", "SECRET-route" } } };
        const auto factory = AdapterFactory::standard();
        QTemporaryDir folder;
        QFile file(folder.filePath(u"f"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("SECRET-content");
        file.close();
        SandboxManager manager(config);
        const auto files = factory->files(config, endpoint);
        const auto codes = factory->codes(config, endpoint);
        const std::vector<std::pair<QByteArray, std::function<std::optional<Error>()>>> calls {
            { "read", [&] { const auto got = wait(manager.list()); return got ? std::nullopt : std::optional(got.error()); } },
            { "change", [&] { const auto got = wait(manager.kill(u"box"_s)); return got ? std::nullopt : std::optional(got.error()); } },
            { "run", [&] { const auto got = wait(codes->run(u"SECRET-code"_s, u"python"_s)); return got ? std::nullopt : std::optional(got.error()); } },
            { "upload", [&] { const auto got = wait(files->upload(file.fileName(), u"/f"_s)); return got ? std::nullopt : std::optional(got.error()); } },
        };
        for (const auto &[what, call] : calls) {
            server.came.clear();
            server.handshakes = 0;
            const std::optional<Error> error = call();
            if (complaint.isEmpty()) {
                QVERIFY2(!error || error->code != "WEAK_CERTIFICATE"_L1, what);
                QVERIFY2(server.came.contains("HTTP/1.1"), what);
                continue;
            }
            QVERIFY2(error, what);
            QCOMPARE(error->code, u"WEAK_CERTIFICATE"_s);
            QVERIFY2(!error->isTransient(), what); // Whoever tries again until it is final must not go on for ever.
            QVERIFY(error->kind == Error::Kind::Network);
            QVERIFY2(error->message.contains(complaint) && error->message.contains(server.address()), qPrintable(error->message));
            QVERIFY2(!error->message.contains("may still have taken effect"_L1), qPrintable(error->message));
            QVERIFY2(server.handshakes == 1, what + ": connected " + QByteArray::number(server.handshakes) + " times");
            QTest::qWait(20); // Where something that was on its way would arrive.
            QVERIFY2(server.came.isEmpty(), what + ": " + server.came);
        }
        // A terminal's WebSocket.
        server.came.clear();
        PtyOptions options;
        options.reconnect = false;
        const auto session = factory->pty(config, endpoint)->attach(u"p"_s, options);
        if (complaint.isEmpty()) {
            QTRY_VERIFY(server.came.contains("Upgrade: websocket"));
            QVERIFY(server.came.contains("SECRET-route"));
        } else {
            QTRY_COMPARE(session->state(), PtySession::State::Failed);
            QCOMPARE(session->error().code, u"WEAK_CERTIFICATE"_s);
            QVERIFY2(session->error().message.contains(complaint), qPrintable(session->error().message));
            QTest::qWait(20);
            QVERIFY2(server.came.isEmpty(), server.came);
        }
    }

    void signaturesOfOldHashesAreWeak()
    {
        QVERIFY(m_files.make(u"sha1"_s, TestCertificates::ec(), TestCertificates::by(u"ca"_s) + QStringList { u"-sha1"_s }));
        QVERIFY(m_files.make(u"rsasha1"_s, TestCertificates::ec(), TestCertificates::by(u"ca2"_s) + QStringList { u"-sha1"_s }));
        QVERIFY(m_files.make(u"rsasha256"_s, TestCertificates::ec(), TestCertificates::by(u"ca2"_s) + QStringList { u"-sha256"_s }));
        const QStringList pss { u"-sigopt"_s, u"rsa_padding_mode:pss"_s };
        QVERIFY(m_files.make(u"pss1"_s, TestCertificates::ec(), TestCertificates::by(u"ca2"_s) + pss + QStringList { u"-sha1"_s }));
        QVERIFY(m_files.make(u"pss256"_s, TestCertificates::ec(), TestCertificates::by(u"ca2"_s) + pss + QStringList { u"-sha256"_s }));
        QVERIFY(m_files.make(u"rootsha1"_s, TestCertificates::ec(), { u"-sha1"_s }));
        QVERIFY(m_files.make(u"ed25519"_s, { u"ed25519"_s, u"-nodes"_s }, TestCertificates::by(u"ca"_s)));
        TlsSettings settings;
        for (const QString &name : { u"sha1"_s, u"rsasha1"_s, u"pss1"_s }) {
            const auto weakness = weaknessOf({ m_files.certificate(name) }, settings);
            QVERIFY2(weakness && weakness->contains(u"'%1' is signed with MD5 or SHA-1"_s.arg(name)), qPrintable(name));
        }
        for (const QString &name : { u"rsasha256"_s, u"pss256"_s, u"ec256"_s, u"rsa2048"_s, u"ed25519"_s, u"rootsha1"_s })
            QVERIFY2(!weaknessOf({ m_files.certificate(name) }, settings), qPrintable(name));
        settings.allowWeakSignatures = true;
        QVERIFY(!weaknessOf({ m_files.certificate(u"sha1"_s) }, settings));
        QVERIFY(!weaknessOf({ QSslCertificate() }, {}));
    }

    void theOldestVersionCanBeChosen()
    {
        SecureServer server(m_files, u"ec256"_s, QSsl::Ec, u"ca"_s, QSsl::TlsV1_2);
        ConnectionConfig config = secureConfig(server, u"ca"_s);
        const auto page = wait(SandboxManager(config).list());
        QVERIFY2(page, why(page));
        server.came.clear();
        config.tls.minimumProtocol = TlsSettings::Protocol::Tls13;
        const auto refused = wait(SandboxManager(config).list());
        QVERIFY(!refused && refused.error().kind == Error::Kind::Network);
        QVERIFY2(refused.error().message.contains("TLS 1.3"_L1), why(refused));
        QVERIFY(server.came.isEmpty());
        SecureServer newer(m_files, u"ec256"_s, QSsl::Ec, u"ca"_s);
        config.domain = u"https://"_s + newer.address();
        const auto again = wait(SandboxManager(config).list());
        QVERIFY2(again, why(again));
    }

    void strangersAreTakenOnlyWhereThatIsAskedFor()
    {
        SecureServer server(m_files, u"ec256"_s, QSsl::Ec, u"ca"_s);
        ConnectionConfig config = secureConfig(server, u"ca"_s);
        config.tls.caFile.clear();
        QVERIFY(!wait(SandboxManager(config).list()));
        QVERIFY(server.came.isEmpty());
        config.tls.verifyPeer = false;
        const auto page = wait(SandboxManager(config).list());
        QVERIFY2(page, why(page));
        QVERIFY(toString(config).contains("any certificate"_L1));
        PtyOptions options;
        server.came.clear();
        const auto session = AdapterFactory::standard()->pty(config, { server.address(), {} })->attach(u"p"_s, options);
        QTRY_VERIFY(server.came.contains("Upgrade: websocket"));
        // How strong it is still counts.
        config.tls.minimumEcBits = 384;
        const auto weak = wait(SandboxManager(config).list());
        QVERIFY(!weak && weak.error().code == "WEAK_CERTIFICATE"_L1);
    }

    void numbersOutOfRangeAreRefusedBeforeSending()
    {
        FaultServer server;
        const auto refused = [&](const std::function<void(ConnectionConfig &)> &change) {
            ConnectionConfig config = configFor(server);
            change(config);
            const auto page = wait(SandboxManager(config).list());
            return config.problem() && !page && page.error().kind == Error::Kind::InvalidArgument;
        };
        QVERIFY(refused([](ConnectionConfig &config) { config.connections.readsPerHost = 0; }));
        QVERIFY(refused([](ConnectionConfig &config) { config.connections.readsPerHost = 256; }));
        QVERIFY(refused([](ConnectionConfig &config) { config.connections.idleTime = 0s; }));
        QVERIFY(refused([](ConnectionConfig &config) { config.connections.idleTime = 3601s; }));
        QVERIFY(refused([](ConnectionConfig &config) { config.connections.connectLimit = -1ms; }));
        QVERIFY(refused([](ConnectionConfig &config) { config.tls.minimumRsaBits = -1; }));
        QCOMPARE(server.connections(), 0);
    }

    // A server that takes the connection and then says nothing, not even its certificate.
    void connectingHasALimitOfItsOwn()
    {
        QTcpServer mute;
        QVERIFY(mute.listen(QHostAddress::LocalHost));
        ConnectionConfig config;
        config.domain = u"https://127.0.0.1:%1"_s.arg(mute.serverPort());
        config.connections.connectLimit = 200ms;
        const auto read = wait(SandboxManager(config).list());
        QVERIFY(!read);
        QCOMPARE(read.error().code, u"CONNECT_TIMEOUT"_s);
        const auto change = wait(SandboxManager(config).kill(u"box"_s));
        QVERIFY(!change);
        QCOMPARE(change.error().code, u"CONNECT_TIMEOUT"_s);
        QVERIFY2(!change.error().message.contains("may still have taken effect"_L1), why(change)); // It was never sent.
        const auto run = wait(AdapterFactory::standard()->codes(config, { u"127.0.0.1:%1"_s.arg(mute.serverPort()), {} })->run(u"x"_s, u"python"_s));
        QVERIFY(!run);
        QCOMPARE(run.error().code, u"CONNECT_TIMEOUT"_s);
        // An answer may take longer than connecting.
        FaultServer slow;
        slow.on("GET", "/v1/sandboxes/box", Reply::silence().thenWait(4000).thenSend(Reply::json(200, SandboxJson).bytes()));
        ConnectionConfig patient = configFor(slow);
        patient.connections.connectLimit = 2s;
        const auto info = wait(SandboxManager(patient).get(u"box"_s));
        QVERIFY2(info, why(info));
    }

    void readsOfAHostWaitForConnectionsAndChangesDoNot()
    {
        FaultServer server;
        server.on("GET", "*", Reply::silence());
        server.on("DELETE", "/v1/sandboxes/box", Reply::empty(204));
        ConnectionConfig config = configFor(server);
        config.connections.readsPerHost = 2;
        SandboxManager manager(config);
        std::stop_source stop;
        std::vector<std::shared_ptr<Later<SandboxInfo>>> reads;
        for (int i = 0; i < 6; ++i)
            reads.push_back(Later<SandboxInfo>::start(manager.get(u"n%1"_s.arg(i), stop.get_token())));
        QTRY_COMPARE(server.received().size(), 2);
        const auto killed = wait(manager.kill(u"box"_s));
        QVERIFY2(killed, why(killed));
        QCOMPARE(server.received().size(), 3);
        stop.request_stop();
        for (const auto &read : reads)
            QTRY_VERIFY(read->result && !*read->result);
    }

    void unusedConnectionsAreKeptAsLongAsWanted()
    {
        FaultServer server;
        server.on("GET", "/v1/sandboxes/box", Reply::json(200, SandboxJson));
        ConnectionConfig config = configFor(server);
        config.connections.idleTime = 3s;
        SandboxManager manager(config);
        QVERIFY(wait(manager.get(u"box"_s)));
        QVERIFY(wait(manager.get(u"box"_s)));
        QCOMPARE(server.connections(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(server.openConnections(), 0, 30'000);
        QVERIFY(wait(manager.get(u"box"_s)));
        QCOMPARE(server.connections(), 2);
    }

    void everyThreadUsesTheApplicationsManagers()
    {
        ServerThread peer;
        constexpr qint64 Size = 1000;
        peer.with([&] {
            serveSandbox(peer.server());
            peer.server().on("GET", "/files/info", Reply::json(200, R"({"/f":{"path":"/f","type":"file","size":1000,"mode":644}})"));
            peer.server().on("GET", "/files/download", Reply::text(200, QByteArray(Size, 'd')));
            peer.server().on("POST", "/files/upload", Reply::empty(200));
        });
        const auto traces = std::make_shared<Traces>();
        ConnectionConfig config;
        config.domain = peer.address();
        config.networkAccess = std::make_shared<TracedAccess>(traces);
        QTemporaryDir folder;
        QFile file(folder.filePath(u"f"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(Size));
        {
            const auto sandbox = wait(Sandbox::connect(config, u"box"_s));
            QVERIFY2(sandbox, why(sandbox));
            QCOMPARE(traces->threads(traces->used), size_t(1));
            const auto down = wait((*sandbox)->files().download(u"/f"_s, folder.filePath(u"down"_s)));
            QVERIFY2(down, why(down));
            QCOMPARE(traces->threads(traces->used), size_t(2));
            const auto up = wait((*sandbox)->files().upload(file.fileName(), u"/f"_s));
            QVERIFY2(up, why(up));
            QCOMPARE(traces->threads(traces->used), size_t(3));
            const auto blocking = SandboxSync::connect(config, u"box"_s);
            QVERIFY2(blocking, why(blocking));
            QCOMPARE(traces->threads(traces->used), size_t(4));
        }
        peer.with([&] {
            QVERIFY(peer.server().received().size() >= 6);
            for (const Received &request : peer.server().received())
                QVERIFY2(request.headers.value("x-mine") == "yes", request.path());
        });
        // All are destroyed, each in its thread.
        config.networkAccess.reset();
        QTRY_COMPARE_WITH_TIMEOUT(traces->count(traces->gone), traces->count(traces->made), 30'000);
        QCOMPARE(traces->made, traces->gone);
        QCOMPARE(traces->elsewhere, 0);
    }

    void anApplicationWithoutAManagerIsTold()
    {
        FaultServer server;
        ConnectionConfig config = configFor(server);
        config.networkAccess = std::make_shared<NoAccess>();
        const auto page = wait(SandboxManager(config).list());
        QVERIFY(!page && page.error().kind == Error::Kind::InvalidArgument);
        QVERIFY2(page.error().message.contains("NetworkAccess"_L1), why(page));
        const auto killed = wait(SandboxManager(config).kill(u"box"_s));
        QVERIFY(!killed && killed.error().kind == Error::Kind::InvalidArgument);
        QCOMPARE(server.connections(), 0);
    }

    void requestsHaveIdsThatAreToldAgain()
    {
        FaultServer server;
        serveSandbox(server);
        server.on("GET", "/v1/sandboxes/renamed", Reply::raw("HTTP/1.1 404 Not Found\r\nX-Request-ID: of-the-server\r\nContent-Length: 0\r\n\r\n"));
        ConnectionConfig config = configFor(server);
        QStringList begun;
        config.onExchange = [&](const Exchange &exchange) {
            if (!exchange.finished)
                begun << exchange.requestId;
        };
        const auto sandbox = wait(Sandbox::connect(config, u"box"_s));
        QVERIFY2(sandbox, why(sandbox));
        std::set<QByteArray> ids;
        for (const Received &request : server.received()) {
            const QByteArray id = request.headers.value("x-request-id");
            if (request.path().startsWith("/v1/")) {
                QVERIFY2(QRegularExpression(u"\\A[0-9a-f]{32}\\z"_s).match(QString::fromLatin1(id)).hasMatch(), id);
                QVERIFY(ids.insert(id).second);
                QVERIFY(begun.contains(QString::fromLatin1(id)));
            } else {
                QVERIFY2(id.isEmpty(), request.path()); // Sandboxes do not know them.
            }
        }
        QVERIFY(!ids.empty());
        SandboxManager manager(config);
        server.on("DELETE", "/v1/sandboxes/lost", Reply::silence().thenClose());
        const auto killed = wait(manager.kill(u"lost"_s));
        QVERIFY(!killed);
        const QByteArray sentId = server.received("DELETE", "/v1/sandboxes/lost").last().headers.value("x-request-id");
        QVERIFY2(!sentId.isEmpty() && killed.error().requestId.toLatin1() == sentId, why(killed));
        QVERIFY2(killed.error().message.contains("may still have taken effect"_L1), why(killed));
        QCOMPARE(wait(manager.get(u"renamed"_s)).error().requestId, u"of-the-server"_s);
        // One's own, or none.
        config.headers.insert("x-request-id", "mine-1");
        QVERIFY(wait(SandboxManager(config).get(u"box"_s)));
        QCOMPARE(server.received().last().headers.value("x-request-id"), "mine-1");
        config.headers.clear();
        config.requestIds = false;
        QVERIFY(wait(SandboxManager(config).get(u"box"_s)));
        QVERIFY(!server.received().last().headers.contains("x-request-id"));
    }

    // Pain 21
    void extraHeadersGoWhereTheyBelong()
    {
        FaultServer server;
        FaultServer box;
        serveSandbox(server);
        server.on("GET", "/v1/sandboxes/box/endpoints/44772", Reply::json(200, R"({"endpoint":")" + box.address().toUtf8() + R"(","headers":{"X-Both":"of-the-endpoint"}})"));
        box.on("GET", "/ping", Reply::empty(200));
        ConnectionConfig config = configFor(server);
        config.headers = { { "X-Tenant", "tenant" } };
        config.endpointHeaders = { { "X-Team", "team" }, { "x-both", "of-the-program" } };
        QVERIFY(wait(Sandbox::connect(config, u"box"_s)));
        for (const Received &request : server.received()) {
            QCOMPARE(request.headers.value("x-tenant"), "tenant");
            QVERIFY(!request.headers.contains("x-team") && !request.headers.contains("x-both"));
        }
        QVERIFY(!box.received().isEmpty());
        for (const Received &request : box.received()) {
            QCOMPARE(request.headers.value("x-team"), "team");
            QCOMPARE(request.headers.value("x-both"), "of-the-endpoint");
            QVERIFY(!request.headers.contains("x-tenant") && !request.headers.contains("open-sandbox-api-key"));
        }
        // On a proxy route of the server itself a gateway in front of it wants its headers, too.
        server.on("GET", "/v1/sandboxes/box/endpoints/44772", Reply::json(200, R"({"endpoint":")" + server.address().toUtf8() + R"(/sandboxes/box/proxy/44772"})"));
        server.on("GET", "/sandboxes/box/proxy/44772/ping", Reply::empty(200));
        config.useServerProxy = true;
        QVERIFY(wait(Sandbox::connect(config, u"box"_s)));
        const Received proxied = server.received("GET", "/sandboxes/box/proxy/44772/ping").last();
        QCOMPARE(proxied.headers.value("x-tenant"), "tenant");
        QCOMPARE(proxied.headers.value("x-team"), "team");
        QCOMPARE(proxied.headers.value("open-sandbox-api-key"), "top-secret-key");
    }

    // What a proxy that wants a login refuses at first would have to be sent twice. Pain 17
    void aProxysLoginIsSentAtOnce_data()
    {
        QTest::addColumn<bool>("ownManagers");
        QTest::addColumn<bool>("ownProxy");
        QTest::newRow("of the configuration") << false << false;
        QTest::newRow("of the configuration, with managers of the application") << true << false;
        QTest::newRow("of the application") << true << true;
    }
    void aProxysLoginIsSentAtOnce()
    {
        QFETCH(bool, ownManagers);
        QFETCH(bool, ownProxy);
        FaultServer proxy;
        const auto withLogin = [](const Reply &reply) {
            return [reply](const Received &request) {
                return request.headers.value("proxy-authorization") == "Basic " + QByteArray("user:p:w").toBase64()
                    ? reply : Reply::raw("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n");
            };
        };
        proxy.on("GET", "http://far.invalid/v1/sandboxes/box", withLogin(Reply::json(200, SandboxJson)));
        proxy.on("DELETE", "http://far.invalid/v1/sandboxes/box", withLogin(Reply::empty(204)));
        proxy.on("POST", "http://box.invalid/code", withLogin(Reply::stream({ R"({"type":"init","text":"c"})", R"({"type":"execution_complete"})" })));
        ConnectionConfig config;
        config.domain = u"far.invalid"_s;
        config.proxy = { ProxySettings::Mode::Explicit, u"http://user:p%3Aw@"_s + proxy.address() };
        if (ownManagers) {
            config.networkAccess = std::make_shared<ShapedAccess>([ownProxy, port = proxy.port()](QNetworkAccessManager &made) {
                if (ownProxy)
                    made.setProxy(QNetworkProxy(QNetworkProxy::HttpProxy, u"127.0.0.1"_s, port, u"user"_s, u"p:w"_s));
            });
        }
        if (ownProxy)
            config.proxy = { ProxySettings::Mode::None, {} };
        SandboxManager manager(config);
        const auto info = wait(manager.get(u"box"_s));
        QVERIFY2(info, why(info));
        const auto killed = wait(manager.kill(u"box"_s));
        QVERIFY2(killed, why(killed));
        const auto run = wait(AdapterFactory::standard()->codes(config, { u"box.invalid"_s, {} })->run(u"x"_s, u"python"_s));
        QVERIFY2(run, why(run));
        QCOMPARE(proxy.received().size(), 3);
        // Nobody else gets it.
        FaultServer direct;
        direct.on("GET", "/v1/sandboxes/box", Reply::json(200, SandboxJson));
        config.domain = direct.address();
        if (ownManagers)
            config.networkAccess = std::make_shared<ShapedAccess>([](QNetworkAccessManager &made) { made.setProxy(QNetworkProxy::NoProxy); });
        else
            config.proxy.mode = ProxySettings::Mode::None;
        QVERIFY(wait(SandboxManager(config).get(u"box"_s)));
        QVERIFY(!direct.received().last().headers.contains("proxy-authorization"));
    }

    void aHandshakeThatWasClosedHasSentNothing()
    {
        QTcpServer closing; // It does not speak TLS.
        QVERIFY(closing.listen(QHostAddress::LocalHost));
        connect(&closing, &QTcpServer::newConnection, this, [&closing] {
            QTcpSocket *socket = closing.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                socket->readAll();
                socket->disconnectFromHost();
            });
        });
        ConnectionConfig config;
        config.domain = u"https://127.0.0.1:%1"_s.arg(closing.serverPort());
        const auto killed = wait(SandboxManager(config).kill(u"box"_s));
        QVERIFY(!killed && killed.error().kind == Error::Kind::Network);
        QVERIFY2(!killed.error().message.contains("may still have taken effect"_L1), why(killed));
        const auto run = wait(AdapterFactory::standard()->codes(config, { u"127.0.0.1:%1"_s.arg(closing.serverPort()), {} })->run(u"x"_s, u"python"_s));
        QVERIFY2(!run && run.error().kind == Error::Kind::Network, why(run));
    }

    void aProxysLoginStaysOutsideTheTunnel()
    {
        FaultServer proxy; // And the server at the other end.
        proxy.on("CONNECT", "*", Reply::raw("HTTP/1.1 200 Connection established\r\n\r\n"));
        proxy.on("GET", "/v1/sandboxes/box", Reply::json(200, SandboxJson));
        proxy.on("DELETE", "/v1/sandboxes/box", Reply::empty(204));
        ConnectionConfig config;
        config.domain = u"far.invalid"_s;
        config.networkAccess = std::make_shared<ShapedAccess>([port = proxy.port()](QNetworkAccessManager &made) {
            QNetworkProxy tunnel(QNetworkProxy::HttpProxy, u"127.0.0.1"_s, port, u"user"_s, u"SECRET"_s);
            tunnel.setCapabilities(QNetworkProxy::TunnelingCapability | QNetworkProxy::HostNameLookupCapability);
            made.setProxy(tunnel);
        });
        SandboxManager manager(config);
        const auto info = wait(manager.get(u"box"_s));
        QVERIFY2(info, why(info));
        const auto killed = wait(manager.kill(u"box"_s));
        QVERIFY2(killed, why(killed));
        for (const char *method : { "GET", "DELETE" }) {
            QCOMPARE(proxy.count(method, "/v1/sandboxes/box"), 1);
            QVERIFY(!proxy.received(method, "/v1/sandboxes/box").constFirst().headers.contains("proxy-authorization"));
        }
    }

    void managersWithoutAProxySeeTheEndsOfAnswers()
    {
        FaultServer server;
        const Reply whole = Reply::stream({ R"({"type":"init","text":"c"})", R"({"type":"stdout","text":"x"})", R"({"type":"execution_complete"})" });
        ConnectionConfig config;
        config.networkAccess = std::make_shared<ShapedAccess>([](QNetworkAccessManager &made) { made.setProxy(QNetworkProxy::NoProxy); });
        const auto codes = AdapterFactory::standard()->codes(config, { server.address(), {} });
        const qsizetype head = whole.bytes().indexOf("\r\n\r\n") + 4;
        for (qsizetype cut = head; cut < whole.bytes().size(); ++cut) {
            server.expect("POST", "/code", whole.cutAfter(cut));
            const auto run = Later<Execution>::start(codes->run(u"x"_s, u"python"_s));
            QTRY_VERIFY2_WITH_TIMEOUT(run->result, QByteArray("cut after " + QByteArray::number(cut)), 30'000);
        }
    }
};

QTEST_GUILESS_MAIN(SdkConnectionsTest)
#include "tst_sdk_connections.moc"

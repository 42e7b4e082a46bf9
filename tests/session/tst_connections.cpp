// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// What is remembered of connections, and where: secrets in the keyring only.
#include "fakelifecycle.h"
#include "memorykeyring.h"

#include <session/connectionstore.h>

#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using OpenSandbox::ConnectionConfig;
using OpenSandbox::ProxySettings;

namespace {

ConnectionConfig at(const QString &domain)
{
    ConnectionConfig config;
    config.domain = domain;
    return config;
}

ConnectionConfig everything()
{
    ConnectionConfig config;
    config.domain = u"sandbox.example.org:8443/team"_s;
    config.protocol = u"https"_s;
    config.apiKey = u"server-secret"_s;
    config.useServerProxy = true;
    config.requestTimeout = 12s;
    config.createTimeout = 600s;
    config.proxy = { ProxySettings::Mode::Explicit, u"http://ana:proxy%2Fsecret@proxy.example.org:3128"_s };
    config.tls = { u"/etc/ca.pem"_s, u"/etc/client.pem"_s, u"/etc/client.key"_s, u"certificate-secret"_s };
    config.retry.retries = 3;
    config.retry.firstPause = 250ms;
    config.retry.longestPause = 20s;
    config.endpointHosts = { { u"host.docker.internal"_s, u"localhost"_s }, { u"10.0.0.7:44772"_s, u"gate.example.org:80"_s } };
    return config;
}

} // namespace

class TestConnections : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_keyring = std::make_shared<MemoryKeyring::State>();
        m_settings = std::make_unique<QSettings>(m_folder->filePath(u"settings.ini"_s), QSettings::IniFormat);
    }

    void allOfAConnectionComesBack()
    {
        {
            const auto store = open();
            store->add(u"Staging"_s, everything());
            QTRY_COMPARE(m_keyring->secrets.size(), 3);
        }
        const auto store = open();
        store->load();
        Connection *connection = store->find(u"staging"_s);
        QVERIFY(connection);
        QTRY_COMPARE(connection->config().apiKey, u"server-secret"_s);
        const ConnectionConfig before = everything();
        const ConnectionConfig after = connection->config();
        QCOMPARE(after.domain, before.domain);
        QCOMPARE(after.protocol, before.protocol);
        QCOMPARE(after.useServerProxy, before.useServerProxy);
        QVERIFY(after.requestTimeout == before.requestTimeout);
        QVERIFY(after.createTimeout == before.createTimeout);
        QVERIFY(after.proxy.mode == before.proxy.mode);
        QCOMPARE(QUrl(after.proxy.url), QUrl(before.proxy.url));
        QCOMPARE(QUrl(after.proxy.url).password(), u"proxy/secret"_s);
        QVERIFY(after.tls == before.tls);
        QVERIFY(after.retry == before.retry);
        QCOMPARE(after.endpointHosts, before.endpointHosts);
    }

    // Pain 138.
    void theSettingsHoldNoSecret()
    {
        const auto store = open();
        Connection *connection = store->add(u"Staging"_s, everything());
        ConnectionConfig changed = everything();
        changed.apiKey = u"another-secret"_s;
        store->change(connection, u"Production"_s, changed);
        m_settings->sync();
        QFile file(m_settings->fileName());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("Production"));
        QVERIFY(text.contains("proxy.example.org"));
        QVERIFY(!text.contains("secret\""));
        for (const char *secret : { "server-secret", "another-secret", "proxy/secret", "proxy%2Fsecret", "certificate-secret" })
            QVERIFY2(!text.contains(secret), secret);
        QTRY_COMPARE(m_keyring->secrets.value(connection->id()), u"another-secret"_s);
    }

    void aSecretThatIsTakenAwayLeavesTheKeyring()
    {
        const auto store = open();
        Connection *connection = store->add(u"Staging"_s, everything());
        QTRY_COMPARE(m_keyring->secrets.size(), 3);
        ConnectionConfig less = everything();
        less.proxy = {};
        less.tls = {};
        store->change(connection, u"Staging"_s, less);
        QTRY_COMPARE(m_keyring->secrets.keys(), QStringList { connection->id() });
        store->remove(connection);
        QTRY_VERIFY(m_keyring->secrets.isEmpty());
        QVERIFY(!store->find(u"Staging"_s));
    }

    void aLockedKeyringLosesNothing()
    {
        {
            const auto store = open();
            store->add(u"Staging"_s, everything());
            QTRY_COMPARE(m_keyring->secrets.size(), 3);
        }
        m_keyring->locked = true;
        {
            const auto store = open();
            const QSignalSpy failures(store.get(), &ConnectionStore::keyringFailed);
            store->load();
            // Something else is kept while the keyring has not answered, and after it could not.
            store->add(u"Second"_s, at(u"second.example.org"_s));
            QTRY_VERIFY(failures.size() >= 3);
            store->add(u"Third"_s, at(u"third.example.org"_s));
            QVERIFY(store->find(u"Staging"_s)->config().apiKey.isEmpty());
        }
        m_keyring->locked = false;
        const auto store = open();
        store->load();
        QTRY_COMPARE(store->find(u"Staging"_s)->config().apiKey, u"server-secret"_s);
        QCOMPARE(store->find(u"Staging"_s)->config().domain, everything().domain);
        QCOMPARE(store->connections().size(), 4);
    }

    void aConnectionWithoutSecretsAsksNoKeyring()
    {
        open()->add(u"Plain"_s, at(u"plain.example.org"_s));
        const auto store = open();
        store->load();
        QCOMPARE(store->find(u"Plain"_s)->config().domain, u"plain.example.org"_s);
        QCOMPARE(m_keyring->reads, 0);
    }

    void anotherKeyEndsARefusal()
    {
        FakeLifecycle server;
        const auto store = open();
        ConnectionConfig config = server.config();
        server.key = u"new-key"_s;
        Connection *connection = store->add(u"Staging"_s, config);
        QTRY_COMPARE(connection->state(), Connection::State::Refused);
        QVERIFY(connection->problem().hint.contains("Staging"_L1));
        config.apiKey = u"new-key"_s;
        store->change(connection, u"Staging"_s, config);
        QTRY_VERIFY(connection->isOnline());
    }

    void whatIsNotToBeRememberedIsNot()
    {
        {
            const auto store = open();
            store->add(u"Passing"_s, everything(), false);
            store->add(u"Kept"_s, at(u"kept.example.org"_s));
        }
        const auto store = open();
        store->load();
        QVERIFY(store->find(u"Kept"_s));
        QVERIFY(!store->find(u"Passing"_s));
        QVERIFY(m_keyring->secrets.isEmpty());
    }

private:
    std::unique_ptr<ConnectionStore> open()
    {
        return std::make_unique<ConnectionStore>(m_settings.get(), nullptr, std::make_unique<MemoryKeyring>(m_keyring));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<MemoryKeyring::State> m_keyring;
    std::unique_ptr<QSettings> m_settings;
};

QTEST_GUILESS_MAIN(TestConnections)
#include "tst_connections.moc"

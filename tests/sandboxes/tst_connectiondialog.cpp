// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Adding and editing a connection by hand, and what a test of it says.
#include "fakelifecycle.h"
#include "picture.h"

#include "sandboxes/connectionadvanced.h"
#include "sandboxes/connectiondialog.h"
#include "sandboxes/formsection.h"
#include "session/connectionstore.h"
#include "shared/segmentedcontrol.h"
#include "theme/fonts.h"
#include "theme/workbenchstyle.h"

#include <QAbstractButton>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using OpenSandbox::ConnectionConfig;
using OpenSandbox::ProxySettings;

namespace {

QLineEdit *field(const QWidget &dialog, const QString &name)
{
    for (QLineEdit *edit : dialog.findChildren<QLineEdit *>()) {
        if (edit->accessibleName().startsWith(name))
            return edit;
    }
    qFatal("no field '%s'", qPrintable(name));
}

QAbstractButton *button(const QWidget &dialog, const QString &text)
{
    for (QAbstractButton *each : dialog.findChildren<QAbstractButton *>()) {
        if (QString(each->text()).remove(u'&') == text)
            return each;
    }
    qFatal("no button '%s'", qPrintable(text));
}

} // namespace

class TestConnectionDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { WorkbenchStyle::install(); }
    void init()
    {
        m_server = std::make_unique<FakeLifecycle>();
        m_store = std::make_unique<ConnectionStore>();
    }
    void cleanup()
    {
        Theme::setCurrent(Theme::Kind::Light);
        Fonts::setScale(1);
    }

    void everyFieldReachesTheConfiguration()
    {
        QTemporaryDir folder;
        QFile pem(folder.filePath(u"a.pem"_s));
        QVERIFY(pem.open(QIODevice::WriteOnly));
        pem.close();
        ConnectionDialog dialog(m_store.get());
        field(dialog, u"Address"_s)->setText(u"https://sandbox.example.org:8443"_s);
        auto *advanced = dialog.findChild<ConnectionAdvanced *>();
        button(*advanced, u"Host"_s)->click();
        field(*advanced, u"Host that the server"_s)->setText(u"host.docker.internal"_s);
        field(*advanced, u"Host that is reached"_s)->setText(u"localhost:9000"_s);
        advanced->findChild<SegmentedControl *>()->setCurrent(2);
        field(*advanced, u"Proxy's address"_s)->setText(u"proxy.example.org:3128"_s);
        field(*advanced, u"User"_s)->setText(u"ana"_s);
        field(*advanced, u"Password"_s)->setText(u"a/b:c@d"_s);
        field(*advanced, u"Trust"_s)->setText(pem.fileName());
        field(*advanced, u"Own certificate"_s)->setText(pem.fileName());
        field(*advanced, u"Its private key"_s)->setText(pem.fileName());
        field(*advanced, u"The key's password"_s)->setText(u"hush"_s);
        const auto spin = [advanced](const QString &name) {
            for (QAbstractSpinBox *box : advanced->findChildren<QAbstractSpinBox *>()) {
                if (box->accessibleName() == name)
                    return box;
            }
            qFatal("no spin box");
        };
        static_cast<QSpinBox *>(spin(u"Answer within"_s))->setValue(12);
        static_cast<QSpinBox *>(spin(u"New sandbox within"_s))->setValue(900);
        static_cast<QSpinBox *>(spin(u"Further tries of a failed read"_s))->setValue(4);
        static_cast<QDoubleSpinBox *>(spin(u"First pause"_s))->setValue(0.3);
        static_cast<QDoubleSpinBox *>(spin(u"Longest pause"_s))->setValue(12.5);
        const ConnectionConfig config = dialog.config();
        QCOMPARE(config.protocol, u"https"_s);
        QCOMPARE(config.endpointHosts.value(u"host.docker.internal"_s), u"localhost:9000"_s);
        QVERIFY(config.proxy.mode == ProxySettings::Mode::Explicit);
        const QUrl proxy(config.proxy.url);
        QCOMPARE(proxy.host(), u"proxy.example.org"_s);
        QCOMPARE(proxy.userName(), u"ana"_s);
        QCOMPARE(proxy.password(QUrl::FullyDecoded), u"a/b:c@d"_s);
        QCOMPARE(config.tls.caFile, pem.fileName());
        QCOMPARE(config.tls.clientKeyPassword, u"hush"_s);
        QVERIFY(config.requestTimeout == 12s && config.createTimeout == 900s);
        QCOMPARE(config.retry.retries, 4);
        QVERIFY(config.retry.firstPause == 300ms && config.retry.longestPause == 12500ms);

        // And back: editing shows what is there, and changes nothing by itself.
        Connection *connection = m_store->add(u"Staging"_s, config, false);
        ConnectionDialog edit(m_store.get(), connection, nullptr);
        const ConnectionConfig again = edit.config();
        QCOMPARE(again.endpointHosts, config.endpointHosts);
        QCOMPARE(QUrl(again.proxy.url), proxy);
        QVERIFY(again.tls == config.tls && again.retry == config.retry);
        QCOMPARE(again.domain, config.domain);
        QCOMPARE(again.protocol, config.protocol);
        for (const FormSection *section : edit.findChildren<FormSection *>())
            QVERIFY2(section->isOpen(), qPrintable(section->title()));
    }

    void whatCannotWorkIsSaidBeforeItIsKept_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        QTest::newRow("proxy without a port") << u"Proxy's address"_s << u"http://proxy"_s << u"http://host:port"_s;
        QTest::newRow("proxy of another kind") << u"Proxy's address"_s << u"ftp://proxy:1"_s << u"socks5://host:port"_s;
        QTest::newRow("no authority") << u"Trust"_s << u"/no/such/ca.pem"_s << u"no file '/no/such/ca.pem'"_s;
        QTest::newRow("half a certificate") << u"Own certificate"_s << QStringLiteral(WB_SOURCE_DIR "/README.md") << u"belong together"_s;
    }

    void whatCannotWorkIsSaidBeforeItIsKept()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QFETCH(QString, says);
        ConnectionDialog dialog(m_store.get());
        field(dialog, u"Address"_s)->setText(u"localhost:8080"_s);
        QVERIFY(button(dialog, u"Add connection"_s)->isEnabled());
        if (name.startsWith("Proxy"_L1))
            dialog.findChild<SegmentedControl *>()->setCurrent(2);
        field(dialog, name)->setText(value);
        QVERIFY(!button(dialog, u"Add connection"_s)->isEnabled());
        QVERIFY2(dialog.findings().contains(says), qPrintable(dialog.findings()));
        QCOMPARE(button(dialog, u"Add connection"_s)->toolTip(), dialog.findings());
    }

    void aCertificateThatIsNoneIsRefusedInWords()
    {
        ConnectionDialog dialog(m_store.get());
        field(dialog, u"Address"_s)->setText(u"localhost:8080"_s);
        field(dialog, u"Trust"_s)->setText(QStringLiteral(WB_SOURCE_DIR "/README.md"));
        button(dialog, u"Add connection"_s)->click();
        QVERIFY2(dialog.findings().contains("README.md"_L1), qPrintable(dialog.findings()));
        QCOMPARE(m_store->connections().size(), 1);
    }

    void aTestSaysWhatItFound_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QStringList>("says");
        QTest::newRow("kubernetes") << u"kubernetes"_s << QStringList { u"has 2 sandboxes."_s, u"on Kubernetes"_s, u"Offered: snapshots, pools of the server"_s };
        QTest::newRow("docker") << u"docker"_s << QStringList { u"has 2 sandboxes."_s, u"on Docker"_s, u"Not offered: pools of the server"_s };
        QTest::newRow("local") << u"local"_s << QStringList { u"It is a local runtime, version 9.8.7."_s };
        QTest::newRow("wrong key") << u"key"_s << QStringList { u"The key was refused (401)"_s, u"Change the key"_s };
        QTest::newRow("another program") << u"nonsense"_s << QStringList { u"not as an OpenSandbox server does"_s };
        QTest::newRow("broken") << u"failing"_s << QStringList { u"(500)"_s, u"The database is gone."_s, u"look at the server's log"_s };
        QTest::newRow("nobody") << u"nobody"_s << QStringList { u"does not answer"_s, u"Check that the server runs"_s };
    }

    void aTestSaysWhatItFound()
    {
        QFETCH(QString, kind);
        QFETCH(QStringList, says);
        m_server->add(u"one"_s);
        m_server->add(u"two"_s);
        ConnectionDialog dialog(m_store.get());
        field(dialog, u"Address"_s)->setText(m_server->config().domain);
        field(dialog, u"Key"_s)->setText(kind == "key"_L1 ? u"another"_s : m_server->config().apiKey);
        if (kind == "docker"_L1)
            m_server->statuses.insert(u"GET /v1/pools"_s, 501);
        if (kind == "local"_L1)
            m_server->local = { { u"runtime"_s, u"local"_s }, { u"version"_s, u"9.8.7"_s } };
        if (kind == "nonsense"_L1)
            m_server->mood = FakeLifecycle::Mood::Nonsense;
        if (kind == "failing"_L1)
            m_server->mood = FakeLifecycle::Mood::Failing;
        if (kind == "nobody"_L1)
            m_server->close();
        button(dialog, u"Test connection"_s)->click();
        for (const QString &part : std::as_const(says))
            QTRY_VERIFY2_WITH_TIMEOUT(dialog.findings().contains(part), qPrintable(dialog.findings()), 20'000);
        QVERIFY(!dialog.findings().contains("test-key"_L1)); // pain 138
        QCOMPARE(m_store->connections().size(), 1);
    }

    void whatWasFoundIsForgottenWhenAFieldChanges()
    {
        ConnectionDialog dialog(m_store.get());
        field(dialog, u"Address"_s)->setText(m_server->config().domain);
        field(dialog, u"Key"_s)->setText(m_server->config().apiKey);
        button(dialog, u"Test connection"_s)->click();
        QTRY_VERIFY(dialog.findings().contains("answers in"_L1));
        field(dialog, u"Key"_s)->setText(u"x"_s);
        QVERIFY(dialog.findings().isEmpty());
    }

    void editingKeepsNameAndAddress()
    {
        Connection *connection = m_store->add(u"Staging"_s, m_server->config(), false);
        QTRY_VERIFY(connection->isOnline());
        ConnectionDialog dialog(m_store.get(), connection, nullptr);
        QCOMPARE(dialog.windowTitle(), u"Edit Staging"_s);
        dialog.show();
        dialog.focusKey();
        QCOMPARE(dialog.focusWidget(), field(dialog, u"Key"_s));
        m_server->key = u"new-key"_s;
        field(dialog, u"Key"_s)->setText(u"new-key"_s);
        button(dialog, u"Save"_s)->click();
        QCOMPARE(connection->name(), u"Staging"_s);
        QCOMPARE(connection->config().apiKey, u"new-key"_s);
        QTRY_VERIFY(connection->isOnline());
        QCOMPARE(m_store->connections().size(), 2);
    }

    void itFitsIntoASmallScreen_data()
    {
        QTest::addColumn<double>("scale");
        QTest::newRow("100 %") << 1.0;
        QTest::newRow("200 %") << 2.0;
    }

    void itFitsIntoASmallScreen()
    {
        QFETCH(double, scale);
        Fonts::setScale(scale);
        ConnectionDialog dialog(m_store.get());
        for (FormSection *section : dialog.findChildren<FormSection *>())
            section->setOpen(true);
        dialog.show();
        dialog.resize(dialog.width(), 600);
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QVERIFY2(dialog.width() <= 1024 && dialog.height() <= 600, qPrintable(u"%1x%2"_s.arg(dialog.width()).arg(dialog.height())));
        // The footer never scrolls away.
        for (const QString &text : { u"Test connection"_s, u"Cancel"_s, u"Add connection"_s }) {
            const QAbstractButton *each = button(dialog, text);
            QVERIFY(dialog.rect().contains(QRect(each->mapTo(&dialog, QPoint()), each->size())));
            QVERIFY(each->width() >= each->sizeHint().width());
        }
    }

    void pictures_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("light") << 0;
        QTest::newRow("dark") << 1;
        QTest::newRow("contrast") << 2;
    }

    void pictures()
    {
        QFETCH(int, kind);
        Theme::setCurrent(Theme::Kind(kind));
        m_server->add(u"one"_s);
        m_server->statuses.insert(u"GET /v1/pools"_s, 501);
        ConnectionDialog dialog(m_store.get());
        field(dialog, u"Address"_s)->setText(m_server->config().domain);
        field(dialog, u"Key"_s)->setText(m_server->config().apiKey);
        dialog.findChild<SegmentedControl *>()->setCurrent(2);
        field(dialog, u"Proxy's address"_s)->setText(u"http://proxy.example.org:3128"_s);
        for (FormSection *section : dialog.findChildren<FormSection *>())
            section->setOpen(section->title() == "Proxy"_L1);
        dialog.show();
        dialog.resize(dialog.width(), 680);
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        field(dialog, u"Proxy's address"_s)->setText(QString());
        dialog.findChild<SegmentedControl *>()->setCurrent(0);
        button(dialog, u"Test connection"_s)->click();
        QTRY_VERIFY(dialog.findings().contains("Docker"_L1));
        const QString name = QString::fromLatin1(QTest::currentDataTag());
        savePicture(&dialog, u"connection-"_s + name);
        for (FormSection *section : dialog.findChildren<FormSection *>())
            section->setOpen(true);
        dialog.resize(dialog.width(), 1150);
        QCoreApplication::processEvents();
        savePicture(&dialog, u"connection-open-"_s + name);
        // With letters twice as large what stands in it is whole, and the rest scrolls.
        dialog.close();
        Fonts::setScale(2);
        const auto calm = qScopeGuard([] { Fonts::setScale(1); });
        QWidget window;
        window.resize(1440, 900);
        ConnectionDialog large(m_store.get(), nullptr, &window);
        for (FormSection *section : large.findChildren<FormSection *>())
            section->setOpen(true);
        large.show();
        large.resize(large.width(), 900);
        QVERIFY(QTest::qWaitForWindowExposed(&large));
        QCoreApplication::processEvents();
        QVERIFY2(large.minimumSizeHint().height() <= 900 && large.width() <= 1440, qPrintable(QString::number(large.minimumSizeHint().height())));
        for (const QAbstractButton *each : large.findChildren<QAbstractButton *>()) {
            if (each->isVisible())
                QVERIFY2(each->width() >= each->sizeHint().width(), qPrintable(each->text()));
        }
        const auto *scroll = large.findChild<QScrollArea *>();
        QTRY_VERIFY2(scroll->widget()->minimumSizeHint().width() <= scroll->viewport()->width(), qPrintable(u"%1 in %2"_s.arg(scroll->widget()->minimumSizeHint().width()).arg(scroll->viewport()->width())));
        QVERIFY(large.width() <= 1440);
        // No room is kept for an answer that nobody asked for.
        QVERIFY2(scroll->geometry().bottom() + Metrics::scaled(60) > large.height(), qPrintable(QString::number(scroll->geometry().bottom())));
        savePicture(&large, u"connection-200-"_s + name);
    }

private:
    std::unique_ptr<FakeLifecycle> m_server;
    std::unique_ptr<ConnectionStore> m_store;
};

QTEST_MAIN(TestConnectionDialog)
#include "tst_connectiondialog.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// What the running window does when its server dies, refuses the key, fails at everything or is very slow.
#include "fakelifecycle.h"
#include "watchdog.h"

#include <application.h>
#include <notebook/notebookview.h>
#include <notebookdocuments.h>
#include <sandboxes/connectiondialog.h>
#include <sandboxes/sandboxesview.h>
#include <session/connectionstore.h>
#include <session/sandboxstore.h>
#include <shared/toasts.h>
#include <shell/mainwindow.h>
#include <theme/workbenchstyle.h>

#include <QAbstractButton>
#include <QAction>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double sanitizerFactor = 5;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr double sanitizerFactor = 5;
#else
constexpr double sanitizerFactor = 1;
#endif
#else
constexpr double sanitizerFactor = 1;
#endif

QString words(const QWidget &window)
{
    QStringList texts;
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        if (label->isVisible())
            texts << label->text();
    }
    return texts.join(u'\n');
}

QAbstractButton *button(const QWidget &window, const QString &text)
{
    for (QAbstractButton *each : window.findChildren<QAbstractButton *>()) {
        if (each->isVisible() && each->text().remove(u'&') == text)
            return each;
    }
    return nullptr;
}

} // namespace

class TestTrouble : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { WorkbenchStyle::install(); }
    void init()
    {
        m_server = std::make_unique<FakeLifecycle>();
        const OpenSandbox::ConnectionConfig config = m_server->config();
        qputenv("OPEN_SANDBOX_DOMAIN", config.domain.toUtf8());
        qputenv("OPEN_SANDBOX_API_KEY", config.apiKey.toUtf8());
        m_id = m_server->add(u"py-analysis"_s, 40min);
        m_server->add(u"etl-nightly"_s, 5min);
    }
    void cleanup()
    {
        m_application.reset();
        m_server.reset();
    }

    void aServerThatDiesLeavesTheListAndComesBack()
    {
        start();
        QTRY_COMPARE(m_application->sandboxes().count(), 2);
        Watchdog watchdog;
        m_server->close();
        QTRY_VERIFY2_WITH_TIMEOUT(said("Environment does not answer"_L1), qPrintable(all()), 30'000);
        QVERIFY2(said("Is the server running there?"_L1), qPrintable(all()));
        QTRY_VERIFY2(said("Lists are as of"_L1), qPrintable(all()));
        QVERIFY(said("Next try in"_L1) || said("Trying now"_L1));
        QCOMPARE(m_application->sandboxes().count(), 2); // stale, and still there
        QVERIFY(button(window(), u"Copy diagnostics"_s));
        picture(u"trouble-dead"_s);
        // What is done meanwhile is refused in words, not lost.
        m_application->notebooks().create();
        m_application->actions().action(u"view.palette"_s)->trigger();
        window().palettePopup().close();
        QVERIFY(m_server->reopen());
        QAbstractButton *again = button(window(), u"Try now"_s);
        QVERIFY(again);
        again->click();
        QTRY_VERIFY_WITH_TIMEOUT(connection()->isOnline(), 40'000);
        QTRY_VERIFY(!said("does not answer"_L1));
        calm(watchdog);
    }

    void aKeyThatWasChangedIsAskedFor()
    {
        start();
        QTRY_COMPARE(m_application->sandboxes().count(), 2);
        Watchdog watchdog;
        m_server->key = u"new-key"_s;
        QTRY_VERIFY2_WITH_TIMEOUT(said("The key was refused (401)"_L1), qPrintable(all()), 30'000);
        QCOMPARE(m_application->sandboxes().count(), 2);
        picture(u"trouble-key"_s);
        QAbstractButton *change = button(window(), u"Change key"_s);
        QVERIFY(change);
        change->click();
        auto *dialog = window().findChild<ConnectionDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        auto *key = qobject_cast<QLineEdit *>(dialog->focusWidget());
        QVERIFY(key && key->echoMode() == QLineEdit::Password);
        key->setText(u"new-key"_s);
        button(*dialog, u"Save"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(connection()->isOnline(), 20'000);
        QTRY_VERIFY(!said("The key was refused"_L1));
        calm(watchdog);
    }

    void aServerThatOnlyFailsIsNotCalledOnline()
    {
        start();
        QTRY_COMPARE(m_application->sandboxes().count(), 2);
        Watchdog watchdog;
        m_server->mood = FakeLifecycle::Mood::Failing;
        QTRY_VERIFY2_WITH_TIMEOUT(said("Environment could not do this (500): The database is gone."_L1), qPrintable(all()), 30'000);
        QVERIFY(!connection()->isOnline());
        QCOMPARE(connection()->stateText(), u"Errors"_s);
        QVERIFY2(said("look at the server's log"_L1), qPrintable(all()));
        QCOMPARE(m_application->sandboxes().count(), 2);
        picture(u"trouble-500"_s);
        m_server->mood = FakeLifecycle::Mood::Well;
        QTRY_VERIFY_WITH_TIMEOUT(connection()->isOnline(), 60'000);
        QTRY_VERIFY(!said("could not do this"_L1));
        calm(watchdog);
    }

    void aListThatFailsAloneIsToldToo()
    {
        start();
        QTRY_COMPARE(m_application->sandboxes().count(), 2);
        m_server->statuses.insert(u"GET /v1/sandboxes"_s, 500);
        QTRY_VERIFY2_WITH_TIMEOUT(said("Environment could not do this (500)"_L1), qPrintable(all()), 30'000);
        m_server->statuses.clear();
        QTRY_VERIFY_WITH_TIMEOUT(connection()->isOnline(), 60'000);
    }

    void tenSecondsOfLatencyLeaveTheWindowResponsive()
    {
        m_server->latency = 10s;
        Watchdog watchdog;
        start();
        QTRY_VERIFY2(said("Connecting to Environment"_L1), qPrintable(all()));
        use();
        QTRY_VERIFY_WITH_TIMEOUT(connection()->isOnline(), 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(m_application->sandboxes().count(), 2, 40'000);
        QVERIFY(connection()->isSlow());
        QVERIFY2(connection()->latencyText().endsWith(" s"_L1), qPrintable(connection()->latencyText()));
        // An action that takes long shows at once that it was begun.
        m_application->sandboxes().prepareKill({ m_id });
        m_application->sandboxes().killNow({ m_id });
        picture(u"trouble-slow"_s);
        use();
        QTRY_VERIFY_WITH_TIMEOUT(m_server->count() == 1, 40'000);
        calm(watchdog);
        QVERIFY(watchdog.beats() > 100);
    }

private:
    void start()
    {
        ApplicationOptions options;
        options.localRuntime = false;
        options.theme = Theme::Kind::Light;
        options.connection = u"environment"_s;
        m_application = std::make_unique<Application>(options);
        window().resize(1440, 900);
        m_application->start();
        QVERIFY(QTest::qWaitForWindowExposed(&window()));
    }
    /// What a person does who does not wait.
    void use()
    {
        m_application->notebooks().create();
        for (const auto &id : { u"view.palette"_s, u"window.nextPart"_s, u"view.watch"_s, u"view.operate"_s, u"view.code"_s, u"help.shortcuts"_s, u"sandbox.new"_s, u"connection.add"_s, u"window.next"_s }) {
            m_application->actions().action(id)->trigger();
            QCoreApplication::processEvents();
        }
        window().palettePopup().close();
        for (QDialog *dialog : window().findChildren<QDialog *>())
            dialog->reject();
        QCoreApplication::processEvents();
    }
    /// No wait of the length of an answer ever stood in the interface thread, and no work that a hand would feel.
    void calm(const Watchdog &watchdog)
    {
        QVERIFY2(watchdog.worstPauseMs() < 8'000, qPrintable(QString::number(watchdog.worstPauseMs())));
        QVERIFY2(watchdog.worstWorkMs() < 400 * sanitizerFactor, qPrintable(QString::number(watchdog.worstWorkMs())));
        qInfo("longest work %.1f ms, longest pause %lld ms", watchdog.worstWorkMs(), static_cast<long long>(watchdog.worstPauseMs()));
    }
    MainWindow &window() const { return m_application->window(); }
    Connection *connection() const { return m_application->connections().preferred(); }
    QString all() const { return words(window()); }
    bool said(QLatin1StringView text) const { return all().contains(text); }
    void picture(const QString &name)
    {
        QDir().mkpath(QStringLiteral(WB_PICTURES));
        QVERIFY(window().grab().save(QStringLiteral(WB_PICTURES "/%1.png").arg(name)));
    }

    std::unique_ptr<FakeLifecycle> m_server;
    std::unique_ptr<Application> m_application;
    QString m_id;
};

QTEST_MAIN(TestTrouble)
#include "tst_trouble.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "fakelifecycle.h"
#include "picture.h"

#include "metrics/metricsboard.h"
#include "metrics/metricschart.h"
#include "sandboxes/connectiondialog.h"
#include "sandboxes/endpointscard.h"
#include "sandboxes/sandboxdetails.h"
#include "shared/label.h"
#include "shared/segmentedcontrol.h"
#include "shared/toasts.h"
#include "theme/workbenchstyle.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct World
{
    FakeLifecycle server;
    ConnectionStore connections;
    SandboxStore store { &connections };
    SessionRegistry registry { &store };
    MetricsWatcher watcher { &registry };
    Connection *connection = connections.local();
    QMainWindow window;
    Toasts toasts { &window };
    SandboxActions actions { &registry, &watcher, &toasts, &window };

    QStringList start()
    {
        QStringList ids { server.add(u"py-analysis"_s, 41min + 13s), server.add(u"gpu-trainer"_s, 5h + 10min), server.add(u"etl-nightly"_s, 8min + 28s) };
        server.patch(ids.first(), { { u"metadata"_s, QJsonObject { { u"name"_s, u"py-analysis"_s }, { u"owner"_s, u"ana"_s }, { u"project"_s, u"tail"_s } } } });
        connection->setConfig(server.config());
        return ids;
    }

    void samples(const QString &id, int phase, int count, bool gap)
    {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        MetricsHistory *history = store.historyForWriting(id);
        for (int i = count; i >= 0; --i) {
            if (gap && i > 60 && i < 80) {
                history->markGap();
                continue;
            }
            OpenSandbox::Metrics metrics;
            metrics.timestampMs = now - i * 2000;
            metrics.cpuCount = 2;
            metrics.cpuUsedPercent = 45 + 30 * std::sin(i * 0.07 + phase) + (i * 7919 % 13);
            metrics.memoryTotalMib = 4096;
            metrics.memoryUsedMib = 600 + phase * 900 - i * 2;
            history->append(metrics);
        }
        store.noteMetrics(id);
    }
};

} // namespace

class TestSandboxDetails : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { WorkbenchStyle::install(); }
    void cleanup() { Theme::setCurrent(Theme::Kind::Light); }
    void pageShowsEverything();
    void pageStaysReadableAfterTheEnd();
    void endpointsComeOnDemand();
    void boardShowsCharts();
    void aNarrowBoardKeepsItsButtons();
    void hiddenChartsDoNotPaint();
    void longWatchingStaysFlat();
    void addressesAreChecked();
};

void TestSandboxDetails::pageShowsEverything()
{
    World world;
    const QStringList ids = world.start();
    QTRY_COMPARE(world.store.count(), 3);
    auto session = world.registry.session(ids.first());
    TaskScope tasks;
    tasks.run(session->defaultContext(u"python"_s));
    tasks.run(session->defaultContext(u"bash"_s));
    QTRY_COMPARE(session->contexts().size(), 2);
    session->noteContextActivity(session->contexts().first().id(), true, 1);
    SandboxDetails details(&world.actions, &world.registry, ids.first());
    details.resize(1100, 760);
    details.show();
    world.samples(ids.first(), 0, 160, false);
    details.endpoints()->ask(8080);
    details.endpoints()->ask(44772);
    QTest::qWait(300);
    QCOMPARE(details.windowTitlePart(), u"py-analysis (Running) — Local runtime"_s);
    for (const auto &[kind, name] : { std::pair { Theme::Kind::Light, "light" }, std::pair { Theme::Kind::Dark, "dark" }, std::pair { Theme::Kind::HighContrast, "contrast" } }) {
        Theme::setCurrent(kind);
        QTest::qWait(100);
        savePicture(&details, u"details-"_s + QLatin1StringView(name));
    }
    Theme::setCurrent(Theme::Kind::Light);
    details.resize(620, 700);
    QTest::qWait(100);
    savePicture(&details, u"details-narrow-light"_s);
}

// Pain 114
void TestSandboxDetails::pageStaysReadableAfterTheEnd()
{
    World world;
    const QStringList ids = world.start();
    QTRY_COMPARE(world.store.count(), 3);
    SandboxDetails details(&world.actions, &world.registry, ids.first());
    details.resize(1100, 700);
    details.show();
    QSignalSpy titles(&details, &SandboxDetails::titleChanged);
    world.server.remove(ids.first());
    world.store.refresh();
    QTRY_VERIFY(titles.count() > 0);
    QCOMPARE(details.windowTitlePart(), u"py-analysis (Gone) — Local runtime"_s);
    for (QAction *action : details.toolBarActions()) {
        if (action && action->text() == u"Kill"_s)
            QVERIFY(!action->isEnabled() && !action->toolTip().isEmpty());
    }
    QTest::qWait(50);
    savePicture(&details, u"details-gone-light"_s);
    world.store.forget({ ids.first() });
    QTest::qWait(1100); // The page's clock goes on without a record.
    QCOMPARE(details.title(), u"py-analysis"_s);
}

void TestSandboxDetails::endpointsComeOnDemand()
{
    World world;
    const QStringList ids = world.start();
    QTRY_COMPARE(world.store.count(), 3);
    EndpointsCard card(&world.store, ids.first());
    QCOMPARE(world.server.requests(u"GET /v1/sandboxes/%1/endpoints/8080"_s.arg(ids.first())), 0);
    card.ask(8080);
    QTRY_COMPARE(world.server.requests(u"GET /v1/sandboxes/%1/endpoints/8080"_s.arg(ids.first())), 1);
    // What is shown, copied and opened is a whole address; without the last slash the links of a page lead nowhere.
    const auto copyButton = [&card]() -> QToolButton * {
        for (QToolButton *button : card.findChildren<QToolButton *>()) {
            if (button->accessibleName() == "Copy"_L1)
                return button;
        }
        return nullptr;
    };
    QTRY_VERIFY(copyButton());
    copyButton()->click();
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(QRegularExpression(u"^http://127\\.0\\.0\\.1:\\d+/daemon/[^/]+/$"_s).match(copied).hasMatch(), qPrintable(copied));
    QStringList shown;
    for (const ElidedLabel *label : card.findChildren<ElidedLabel *>())
        shown << label->text();
    QVERIFY2(shown.contains(copied), qPrintable(shown.join(u' ')));
    QCOMPARE(EndpointsCard::address(u"sandbox.example.org:8080"_s, u"https"_s), u"https://sandbox.example.org:8080/"_s);
    QCOMPARE(EndpointsCard::address(u"https://a.example.org/x/"_s, u"http"_s), u"https://a.example.org/x/"_s);
    QCOMPARE(EndpointsCard::address(u"file:///etc/passwd"_s, u"http"_s), u"http://file:///etc/passwd/"_s); // Opens nothing of this computer.
    QCOMPARE(EndpointsCard::address(u"a.example.org/x?token=1"_s, u"http"_s), u"http://a.example.org/x?token=1"_s);
}

void TestSandboxDetails::boardShowsCharts()
{
    World world;
    const QStringList ids = world.start();
    QTRY_COMPARE(world.store.count(), 3);
    MetricsBoard board(&world.registry);
    board.setSandboxes({});
    QCOMPARE(board.sandboxes().size(), 3);
    board.resize(1100, 700);
    board.show();
    for (int i = 0; i < 3; ++i)
        world.samples(ids.at(i), i, 160, i == 1);
    QTest::qWait(200);
    QVERIFY(board.charts().first()->points() > 100);
    QCOMPARE(board.charts().size(), 6);
    board.setCursor(QDateTime::currentMSecsSinceEpoch() - 90'000);
    for (const auto &[kind, name] : { std::pair { Theme::Kind::Light, "light" }, std::pair { Theme::Kind::Dark, "dark" }, std::pair { Theme::Kind::HighContrast, "contrast" } }) {
        Theme::setCurrent(kind);
        QTest::qWait(100);
        savePicture(&board, u"board-"_s + QLatin1StringView(name));
    }
    QTRY_COMPARE(world.server.metricsWatchers(), 3);
    board.hide();
    QTRY_COMPARE(world.server.metricsWatchers(), 0); // Pain 96
}

/// In half of a split window: every range, one chart below the other, and times that do not touch.
void TestSandboxDetails::aNarrowBoardKeepsItsButtons()
{
    World world;
    const QStringList ids = world.start();
    QTRY_COMPARE(world.store.count(), 3);
    QTest::failOnWarning(QRegularExpression(u"QCPItemTracer"_s));
    MetricsBoard board(&world.registry);
    board.setSandboxes({});
    board.show();
    world.samples(ids.at(0), 0, 160, false);
    for (const int width : { 900, 520, 330, 900 }) {
        board.resize(width, 600);
        QCoreApplication::processEvents();
        const auto *range = board.findChild<SegmentedControl *>();
        QVERIFY(range->width() >= range->sizeHint().width());
        QVERIFY(range->mapTo(&board, range->rect().bottomRight()).x() < board.width());
        for (const QPushButton *each : board.findChildren<QPushButton *>()) {
            QVERIFY(!each->isVisible() || each->mapTo(&board, each->rect().bottomRight()).x() < board.width());
            QVERIFY(!each->accessibleName().isEmpty());
        }
        const auto charts = board.charts();
        QTRY_COMPARE(charts.at(0)->mapTo(&board, QPoint()).y() == charts.at(1)->mapTo(&board, QPoint()).y(), width >= 560);
        for (const auto *chart : charts)
            QVERIFY2(chart->geometry().bottom() < chart->parentWidget()->height(), qPrintable(u"%1: %2 of %3"_s.arg(width).arg(chart->geometry().bottom()).arg(chart->parentWidget()->height())));
        if (width < 560)
            savePicture(&board, u"board-narrow-%1"_s.arg(width));
    }
}

// Pain 95
void TestSandboxDetails::hiddenChartsDoNotPaint()
{
    World world;
    const QStringList ids = world.start();
    QTRY_COMPARE(world.store.count(), 3);
    MetricsChart chart(&world.store, ids.first(), MetricsChart::Kind::Cpu);
    world.samples(ids.first(), 0, 50, false);
    for (int i = 0; i < 100; ++i)
        world.store.noteMetrics(ids.first());
    QCOMPARE(chart.refreshes(), 0);
    chart.show();
    QTRY_COMPARE(chart.refreshes(), 1);
    QVERIFY(chart.points() > 0);
    chart.hide();
    world.store.noteMetrics(ids.first());
    QCOMPARE(chart.refreshes(), 1);
}

// Pain 95: a day at one sample a second.
void TestSandboxDetails::longWatchingStaysFlat()
{
    World world;
    const QStringList ids = world.start();
    QTRY_COMPARE(world.store.count(), 3);
    MetricsChart chart(&world.store, ids.first(), MetricsChart::Kind::Memory);
    chart.setRange(1h);
    chart.show();
    MetricsHistory *history = world.store.historyForWriting(ids.first());
    const qint64 begin = QDateTime::currentMSecsSinceEpoch() - 86'400'000;
    for (int i = 0; i < 86'400; ++i) {
        OpenSandbox::Metrics metrics;
        metrics.timestampMs = begin + i * 1000LL;
        metrics.memoryTotalMib = 4096;
        metrics.memoryUsedMib = 1000 + i % 500;
        history->append(metrics);
    }
    chart.refresh();
    QCOMPARE(history->size(), history->capacity());
    QVERIFY(chart.points() <= history->capacity() + 1);
    QVERIFY(chart.accessibleName().startsWith(u"Memory: "_s));
}

void TestSandboxDetails::addressesAreChecked()
{
    QVERIFY(ConnectionDialog::addressProblem(u"localhost:8080"_s).isEmpty());
    QVERIFY(ConnectionDialog::addressProblem(u"https://sandbox.example.org/prefix"_s).isEmpty());
    QVERIFY(!ConnectionDialog::addressProblem(u""_s).isEmpty());
    QVERIFY(!ConnectionDialog::addressProblem(u"ftp://x"_s).isEmpty());
    QVERIFY(!ConnectionDialog::addressProblem(u"http://key@host"_s).isEmpty());
    QVERIFY(!ConnectionDialog::addressProblem(u"a b"_s).isEmpty());
    World world;
    world.start();
    ConnectionDialog dialog(&world.connections);
    const QList<QLineEdit *> fields = dialog.findChildren<QLineEdit *>();
    fields.first()->setText(u"https://sandbox.example.org/"_s);
    QCOMPARE(dialog.config().domain, u"sandbox.example.org"_s);
    QCOMPARE(dialog.config().protocol, u"https"_s);
    dialog.show();
    QTest::qWait(50);
    savePicture(&dialog, u"connection-light"_s);

    // What the command line of OpenSandbox uses.
    QTemporaryDir folder;
    const auto write = [&folder](const QByteArray &text) {
        QFile file(folder.filePath(u"config.toml"_s));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
    };
    const auto said = [&dialog] {
        QString all;
        for (const QLabel *label : dialog.findChildren<QLabel *>())
            all += label->text() + u'\n';
        return all;
    };
    dialog.importOsb(write("[connection]\ndomain = \"staging.example.org:8443\"\nprotocol = \"https\"\napi_key = \"secret-key\"\nuse_server_proxy = true\n"));
    QCOMPARE(dialog.config().domain, u"staging.example.org:8443"_s);
    QCOMPARE(dialog.config().protocol, u"https"_s);
    QCOMPARE(dialog.config().apiKey, u"secret-key"_s);
    QVERIFY(dialog.config().useServerProxy);
    QVERIFY(said().contains("address and key"_L1));
    QVERIFY(!said().contains("secret-key"_L1)); // pain 138
    dialog.importOsb(write("[connection]\ndomain = \n"));
    QVERIFY2(said().contains("config.toml"_L1) && said().contains("Correct the file"_L1), qPrintable(said()));
    QCOMPARE(dialog.config().domain, u"staging.example.org:8443"_s);
    dialog.importOsb(write("[defaults]\nimage = \"python\"\n"));
    QVERIFY(said().contains("names no server"_L1));
    dialog.importOsb(folder.filePath(u"missing.toml"_s));
    QVERIFY(said().contains("missing.toml"_L1));
}

QTEST_MAIN(TestSandboxDetails)
#include "tst_sandboxdetails.moc"

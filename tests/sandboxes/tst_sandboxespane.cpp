// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "fakelifecycle.h"
#include "picture.h"

#include "sandboxes/imagefield.h"
#include "sandboxes/killdialog.h"
#include "sandboxes/newsandboxdialog.h"
#include "sandboxes/renewdialog.h"
#include "sandboxes/sandboxespane.h"
#include "sandboxes/sandboxesview.h"
#include "sandboxes/sandboxfilterfield.h"
#include "sandboxes/sandboxproxy.h"
#include "session/localruntime.h"
#include "session/sandboxmodel.h"
#include "shared/toasts.h"
#include "theme/fonts.h"
#include "theme/theme.h"
#include "theme/workbenchstyle.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

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
    SandboxModel model { &store };
    Connection *connection = connections.local();
    QMainWindow window;
    Toasts toasts { &window };
    SandboxActions actions { &registry, &watcher, &toasts, &window };

    World() { window.resize(600, 600); }
    void connectNow() { connection->setConfig(server.config()); }

    /// The sandboxes of the mock-ups.
    QStringList fill()
    {
        QStringList ids;
        ids << server.add(u"py-analysis"_s, 41min + 13s) << server.add(u"gpu-trainer"_s, 5h + 10min + 30s) << server.add(u"etl-nightly"_s, 8min + 28s)
            << server.add(u"go-bench"_s, 0s, u"Paused"_s) << server.add(u"agent-run-0412"_s, 1min + 45s) << server.add(u"agent-run-0413"_s, 1h, u"Pending"_s)
            << server.add(u"eval-shard-07"_s, 1h, u"Failed"_s) << server.add(u"demo-java"_s, 1h, u"Terminated"_s)
            << server.add(u"a-name-of-forty-characters-that-goes-on-x"_s, 90h) << server.add(u"from-tomorrow"_s, 1h, u"Hibernating"_s);
        server.setState(ids.at(5), u"Pending"_s, u"pulling image"_s);
        server.setState(ids.at(6), u"Failed"_s, u"out of memory"_s);
        return ids;
    }

    void samples(const QStringList &ids)
    {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        for (int s = 0; s < ids.size(); ++s) {
            MetricsHistory *history = store.historyForWriting(ids.at(s));
            for (int i = 60; i >= 0; --i) {
                if (s == 2 && i == 30)
                    history->markGap();
                if (s == 2 && i > 22 && i <= 30)
                    continue;
                OpenSandbox::Metrics metrics;
                metrics.timestampMs = now - i * 2000;
                metrics.cpuUsedPercent = 40 + 25 * std::sin(i * 0.3 + s) + (i * 7919 % 17);
                metrics.memoryUsedMib = 612;
                history->append(metrics);
            }
        }
    }
};

} // namespace

class TestSandboxesPane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void picturesOfTheList();
    void picturesOfTrouble();
    void refreshKeepsSelectionScrollAndMenu();
    void filterHidesAndSaysSo();
    void emptyListSaysWhatToDo();
    void keyboardReachesEverything();
    void theKeyboardSeesTheActionsOfARow();
    void killHasUndo();
    void severalAskOnce();
    void renewShowsTheMoment();
    void rowsSpeak();
    void tenThousandRowsStayQuick();
    void dialogValidatesAtTheField();
    void dialogOffersTheImagesOfTheLocalRuntime();
    void dialogCreatesAndShowsStages();
    void dialogFailureAllowsEditing();
    void picturesOfTheDialog();
};

void TestSandboxesPane::initTestCase()
{
    WorkbenchStyle::install();
}

void TestSandboxesPane::cleanup()
{
    Theme::setCurrent(Theme::Kind::Light);
}

void TestSandboxesPane::picturesOfTheList()
{
    World world;
    const QStringList ids = world.fill();
    SandboxesPane pane(&world.model, &world.actions, nullptr);
    pane.resize(304, 640);
    pane.show();
    world.connectNow();
    QTRY_COMPARE(world.store.count(), ids.size());
    QTRY_VERIFY(world.connection->latency().has_value());
    world.samples({ ids.at(0), ids.at(1), ids.at(2), ids.at(4) });
    world.store.setContextCount(ids.at(0), 3);
    world.store.setContextCount(ids.at(1), 1);
    pane.select(ids.at(0));
    pane.view()->rows()->setHovered(ids.at(1), 2);
    pane.filterField()->clearFocus();
    for (const auto &[kind, name] : { std::pair { Theme::Kind::Light, "light" }, std::pair { Theme::Kind::Dark, "dark" }, std::pair { Theme::Kind::HighContrast, "contrast" } }) {
        Theme::setCurrent(kind);
        QCoreApplication::processEvents();
        savePicture(&pane, u"list-"_s + QLatin1StringView(name));
    }
    Theme::setCurrent(Theme::Kind::Light);
    pane.resize(980, 420);
    QCoreApplication::processEvents();
    QVERIFY(pane.view()->isWide());
    savePicture(&pane, u"table-light"_s);
    Theme::setCurrent(Theme::Kind::Dark);
    QCoreApplication::processEvents();
    savePicture(&pane, u"table-dark"_s);
    Theme::setCurrent(Theme::Kind::Light);
    pane.resize(248, 520);
    QCoreApplication::processEvents();
    QVERIFY(!pane.view()->isWide());
    savePicture(&pane, u"narrow-light"_s);
    pane.resize(304, 520);
    pane.filterField()->setText(u"state:running expires<30m colour:red a"_s);
    QCoreApplication::processEvents();
    savePicture(&pane, u"filter-light"_s);
}

void TestSandboxesPane::picturesOfTrouble()
{
    {
        World world;
        const QStringList ids = world.fill();
        SandboxesPane pane(&world.model, &world.actions, nullptr);
        pane.resize(304, 520);
        pane.show();
        world.connectNow();
        QTRY_COMPARE(world.store.count(), ids.size());
        QTRY_VERIFY(world.connection->isOnline());
        world.server.close();
        world.store.refresh();
        QTRY_COMPARE(world.connection->state(), Connection::State::Offline);
        QCoreApplication::processEvents();
        QCOMPARE(world.store.count(), ids.size()); // The last data stays.
        savePicture(&pane, u"offline-light"_s);
    }
    World world;
    SandboxesPane pane(&world.model, &world.actions, nullptr);
    pane.resize(304, 420);
    pane.show();
    world.connection->setFailed({ u"bubblewrap is not installed."_s, u"Install the package bubblewrap, then retry."_s, {} });
    QCoreApplication::processEvents();
    savePicture(&pane, u"failed-light"_s);
    QSignalSpy retried(world.connection, &Connection::retryRequested);
    const QList<QPushButton *> buttons = pane.findChildren<QPushButton *>();
    for (QPushButton *button : buttons) {
        if (button->text() == u"Retry"_s && button->isVisible())
            button->click();
    }
    QCOMPARE(retried.count(), 1);
}

// Pain 120, through the view.
void TestSandboxesPane::refreshKeepsSelectionScrollAndMenu()
{
    World world;
    QStringList ids;
    for (int i = 0; i < 200; ++i)
        ids << world.server.add(u"box-%1"_s.arg(i));
    SandboxesPane pane(&world.model, &world.actions, nullptr);
    auto *proxy = qobject_cast<SandboxProxy *>(pane.view()->model());
    QAbstractItemModelTester tester(proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
    pane.resize(304, 500);
    pane.show();
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 200);
    pane.select(ids.at(120));
    QCoreApplication::processEvents();
    const QString current = pane.view()->currentId();
    const QRect place = pane.view()->visualRect(pane.view()->currentIndex());
    QMenu menu(&pane);
    world.actions.fillMenu(&menu, { current });
    menu.popup(pane.mapToGlobal(QPoint(100, 100)));
    for (int round = 0; round < 3; ++round) {
        world.server.remove(ids.at(150 + round));
        world.server.add(u"new-%1"_s.arg(round));
        world.server.setState(ids.at(10 + round), u"Paused"_s);
        QSignalSpy refreshed(&world.store, &SandboxStore::refreshed);
        world.store.refresh();
        QVERIFY(refreshed.wait());
        QCoreApplication::processEvents();
        QCOMPARE(pane.view()->currentId(), current);
        QCOMPARE(pane.selectedIds(), QStringList { current });
        QCOMPARE(pane.view()->visualRect(pane.view()->currentIndex()), place);
        QVERIFY(menu.isVisible());
    }
    menu.close();
    // A vanished selected row is dropped quietly once it is taken off the list.
    world.server.remove(ids.at(120));
    world.store.refresh();
    QTRY_VERIFY(!world.store.find(ids.at(120))->isPresent());
    world.store.forget({ ids.at(120) });
    QVERIFY(!pane.selectedIds().contains(ids.at(120)));
    QVERIFY(pane.view()->verticalScrollBar()->value() > 0);
}

void TestSandboxesPane::filterHidesAndSaysSo()
{
    World world;
    const QStringList ids = world.fill();
    SandboxesPane pane(&world.model, &world.actions, nullptr);
    pane.resize(304, 500);
    pane.show();
    world.connectNow();
    QTRY_COMPARE(world.store.count(), ids.size());
    auto *proxy = qobject_cast<SandboxProxy *>(pane.view()->model());
    pane.filterField()->setText(u"state:running"_s);
    QCOMPARE(proxy->shownCount(), 5);
    const auto clear = [&pane]() -> QPushButton * {
        const QList<QPushButton *> buttons = pane.findChildren<QPushButton *>();
        for (QPushButton *button : buttons) {
            if (button->text().startsWith(u"Clear filter"_s) && button->isVisible())
                return button;
        }
        return nullptr;
    };
    QVERIFY(clear());
    QCOMPARE(clear()->text(), u"Clear filter (5 hidden)"_s);
    world.server.setState(ids.at(1), u"Paused"_s);
    world.store.refresh();
    QTRY_COMPARE(proxy->shownCount(), 4);
    pane.filterField()->setText(u"zebra"_s);
    QCOMPARE(proxy->shownCount(), 0);
    QCoreApplication::processEvents();
    QVERIFY(clear());
    clear()->click();
    QCOMPARE(proxy->shownCount(), int(ids.size()));
    QVERIFY(pane.filterField()->text().isEmpty());
}

void TestSandboxesPane::emptyListSaysWhatToDo()
{
    World world;
    SandboxesPane pane(&world.model, &world.actions, nullptr);
    pane.resize(304, 400);
    pane.show();
    world.connectNow();
    QSignalSpy asked(&pane, &SandboxesPane::newRequested);
    const auto button = [&pane]() -> QPushButton * {
        const QList<QPushButton *> buttons = pane.findChildren<QPushButton *>();
        for (QPushButton *each : buttons) {
            if (each->text() == u"New sandbox"_s && each->isVisible())
                return each;
        }
        return nullptr;
    };
    QTRY_VERIFY(button());
    QCoreApplication::processEvents();
    savePicture(&pane, u"empty-light"_s);
    button()->click();
    QCOMPARE(asked.count(), 1);
    world.server.add(u"one"_s);
    world.store.refresh();
    QTRY_VERIFY(!button());
}

void TestSandboxesPane::keyboardReachesEverything()
{
    World world;
    const QStringList ids = world.fill();
    SandboxesPane pane(&world.model, &world.actions, nullptr);
    pane.resize(304, 500);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    world.connectNow();
    QTRY_COMPARE(world.store.count(), ids.size());
    pane.view()->setFocus(Qt::TabFocusReason);
    pane.select(ids.at(0));
    QSignalSpy opened(&world.actions, &SandboxActions::openRequested);
    QTest::keyClick(pane.view(), Qt::Key_Return);
    QCOMPARE(opened.count(), 1);
    QTest::keyClick(pane.view(), Qt::Key_Down);
    QCOMPARE(pane.view()->currentId(), ids.at(1));
    QSignalSpy menus(pane.view(), &SandboxesView::menuRequested);
    QTest::keyClick(pane.view(), Qt::Key_Right);
    QCOMPARE(menus.count(), 1);
    QCoreApplication::processEvents();
    const QList<QMenu *> open = pane.findChildren<QMenu *>();
    for (QMenu *menu : open)
        menu->close();
    QTest::keyClick(pane.view(), Qt::Key_Slash);
    QTRY_VERIFY(pane.filterField()->hasFocus());
    QTest::keyClicks(pane.filterField(), u"etl"_s);
    QTest::keyClick(pane.filterField(), Qt::Key_Escape);
    QVERIFY(pane.filterField()->text().isEmpty());
    QTest::keyClick(pane.filterField(), Qt::Key_Escape);
    QTRY_VERIFY(pane.view()->hasFocus());
    QTest::keyClick(pane.view(), Qt::Key_Left);
    QVERIFY(pane.view()->currentId().isEmpty());
    QTest::keyClick(pane.view(), Qt::Key_Return);
    QVERIFY(!pane.view()->isExpanded(pane.view()->currentIndex()));
}

/// What a row offers is seen without a pointer, too; what cannot be done now is there in grey and does nothing.
void TestSandboxesPane::theKeyboardSeesTheActionsOfARow()
{
    World world;
    const QStringList ids = world.fill();
    SandboxesPane pane(&world.model, &world.actions, nullptr);
    pane.resize(304, 500);
    pane.show();
    pane.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    world.connectNow();
    QTRY_COMPARE(world.store.count(), ids.size());
    SandboxesView *view = pane.view();
    const SandboxRecord *paused = world.store.find(ids.at(3));
    QVERIFY(paused);
    const QList<RowAction> actions = SandboxDelegate::actionsOf(*paused);
    QCOMPARE(actions.size(), 5);
    // Of the current row, as far as something is drawn there.
    const auto seen = [&] {
        const QRect row = view->visualRect(view->currentIndex());
        const QImage image = view->viewport()->grab().toImage();
        int count = 0;
        for (const QRect &place : SandboxDelegate::actionRects(QRect(0, row.top(), view->viewport()->width(), row.height()), actions.size())) {
            const QRect inside = place.adjusted(4, 4, -4, -4);
            const QRgb paper = image.pixel(inside.topLeft());
            bool ink = false;
            for (int x = inside.left(); x <= inside.right(); ++x) {
                for (int y = inside.top(); y <= inside.bottom(); ++y)
                    ink = ink || std::abs(qGray(image.pixel(x, y)) - qGray(paper)) > 40;
            }
            count += ink;
        }
        return count;
    };
    view->setFocus(Qt::MouseFocusReason);
    pane.select(ids.at(3));
    QVERIFY2(seen() < 5, qPrintable(QString::number(seen())));
    pane.filterField()->setFocus();
    view->setFocus(Qt::TabFocusReason);
    QCOMPARE(seen(), 5);
    savePicture(&pane, u"actions-by-keyboard-light"_s);
    QTest::keyClick(view, Qt::Key_Up);
    QCOMPARE(view->currentId(), ids.at(2));
    QCOMPARE(seen(), 5);
    pane.filterField()->setFocus();
    QVERIFY(seen() < 5);
    // A paused sandbox runs no code: the reason stands in the tooltip.
    QVERIFY(!view->rows()->refusal(RowAction::Notebook, *paused).isEmpty());
    QCOMPARE(view->rows()->actionText(RowAction::Notebook, *paused), world.actions.codeRefusal(*paused));
    QCOMPARE(view->rows()->actionText(RowAction::PauseResume, *paused), u"Resume"_s);
    QSignalSpy wanted(&world.actions, &SandboxActions::notebookRequested);
    Q_EMIT view->actionTriggered(RowAction::Notebook, ids.at(3), {});
    QCOMPARE(wanted.count(), 0);
    Q_EMIT view->actionTriggered(RowAction::Notebook, ids.at(0), {});
    QCOMPARE(wanted.count(), 1);
}

void TestSandboxesPane::killHasUndo()
{
    World world;
    world.window.show();
    const QString id = world.server.add(u"etl-nightly"_s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 1);
    world.actions.kill({ id });
    QCOMPARE(world.toasts.count(), 1);
    QCOMPARE(world.store.find(id)->presence, SandboxRecord::Presence::Killing);
    QVERIFY(world.toasts.undoLast());
    QCOMPARE(world.store.find(id)->presence, SandboxRecord::Presence::Listed);
    QCOMPARE(world.server.count(), 1);
    world.actions.kill({ id });
    world.toasts.finishAll(); // As when the window closes.
    QTRY_COMPARE(world.server.count(), 0);
}

void TestSandboxesPane::severalAskOnce()
{
    World world;
    QStringList ids;
    for (int i = 0; i < 6; ++i)
        ids << world.server.add(u"box-%1"_s.arg(i));
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 6);
    world.actions.kill(ids);
    auto *dialog = world.window.findChild<KillDialog *>();
    QVERIFY(dialog);
    savePicture(dialog, u"kill-light"_s);
    QPushButton *kill = nullptr;
    const QList<QPushButton *> buttons = dialog->findChildren<QPushButton *>();
    for (QPushButton *button : buttons) {
        if (button->text() == u"Kill 6"_s)
            kill = button;
    }
    QVERIFY(kill && !kill->isEnabled());
    dialog->findChild<QLineEdit *>()->setText(u"6"_s);
    QVERIFY(kill->isEnabled());
    kill->click();
    QTRY_COMPARE(world.server.count(), 0);
}

void TestSandboxesPane::renewShowsTheMoment()
{
    World world;
    const QString id = world.server.add(u"etl-nightly"_s, 10min);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 1);
    RenewDialog dialog(&world.store, { id });
    dialog.show();
    const QDateTime before = dialog.until();
    const QList<QPushButton *> buttons = dialog.findChildren<QPushButton *>();
    for (QPushButton *button : buttons) {
        if (button->text() == u"+1 h"_s)
            button->click();
    }
    QCOMPARE(before.secsTo(dialog.until()), 3600);
    QCoreApplication::processEvents();
    savePicture(&dialog, u"renew-light"_s);
    for (QPushButton *button : buttons) {
        if (button->text() == u"Renew"_s)
            button->click();
    }
    QSignalSpy renewed(&world.store, &SandboxStore::renewed);
    QVERIFY(renewed.count() > 0 || renewed.wait());
    const auto left = world.store.remaining(id);
    QVERIFY(left && *left > 68min && *left < 71min);
}

void TestSandboxesPane::rowsSpeak()
{
    World world;
    const QString id = world.server.add(u"py-analysis"_s, 41min + 30s);
    world.connectNow();
    QTRY_COMPARE(world.store.count(), 1);
    world.store.setContextCount(id, 3);
    QCOMPARE(world.model.indexOf(id).data(Qt::AccessibleTextRole).toString(), u"py-analysis, Running, 3 contexts, expires in 41 minutes"_s);
    QVERIFY(world.model.indexOf(id).data(Qt::ToolTipRole).toString().contains(u"UTC"_s));
}

void TestSandboxesPane::tenThousandRowsStayQuick()
{
    World world;
    SandboxesPane pane(&world.model, &world.actions, nullptr);
    pane.resize(304, 600);
    pane.show();
    OpenSandbox::SandboxInfo info;
    info.state = OpenSandbox::SandboxState::fromName(u"Running"_s);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    for (int i = 0; i < 10'000; ++i) {
        info.id = u"id-%1"_s.arg(i);
        info.metadata = { { u"name"_s, u"box-%1"_s.arg(i) } };
        info.createdAt = now.addSecs(i);
        info.expiresAt = now.addSecs(3600 + i);
        world.store.put(u"local"_s, info);
    }
    QCOMPARE(world.store.count(), 10'000);
    QElapsedTimer timer;
    timer.start();
    pane.filterField()->setText(u"box-9999"_s);
    QCoreApplication::processEvents();
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(qobject_cast<SandboxProxy *>(pane.view()->model())->shownCount(), 1);
}

void TestSandboxesPane::dialogValidatesAtTheField()
{
    World world;
    world.connectNow();
    QTRY_VERIFY(world.connection->isOnline());
    NewSandboxDialog dialog(&world.registry);
    dialog.show();
    QPushButton *create = nullptr;
    const QList<QPushButton *> buttons = dialog.findChildren<QPushButton *>();
    for (QPushButton *button : buttons) {
        if (button->text() == u"Create"_s)
            create = button;
    }
    QVERIFY(create && create->isEnabled()); // From the start.
    SandboxForm form = dialog.form();
    form.name = u"two words"_s;
    form.network = SandboxForm::Network::DenyUnlessListed;
    form.hosts = { u"pkgs.example.org"_s };
    form.environment = { { u"HF_TOKEN"_s, u"secret-value"_s }, { u"1BAD"_s, u"x"_s } };
    form.metadata = { { u"owner"_s, u"ana"_s } };
    dialog.setForm(form);
    dialog.openUsedSections();
    QCOMPARE(dialog.form().environment, form.environment);
    QVERIFY(!create->isEnabled());
    QCOMPARE(dialog.acceptance(), u"3 fields need another value"_s);
    QVERIFY(!create->toolTip().isEmpty());
    QCoreApplication::processEvents();
    savePicture(&dialog, u"create-issues-light"_s);
}

void TestSandboxesPane::dialogOffersTheImagesOfTheLocalRuntime()
{
    World world;
    const auto profile = [](const QString &name, const QString &contains) { return QJsonObject { { u"name"_s, name }, { u"contains"_s, contains } }; };
    world.server.local = { { u"languages"_s, QJsonArray { u"python"_s, u"bash"_s } },
                           { u"profiles"_s, QJsonArray { profile(u"local"_s, u"Python 3.13, Node.js, Bash"_s), profile(u"opensandbox/code-interpreter"_s, u"Python 3.13, Node.js, Bash"_s),
                                                         profile(u"python"_s, u"Python 3.13"_s), profile(u"bash"_s, u"Bash"_s) } } };
    world.connectNow();
    QTRY_VERIFY(world.connection->catalog().isKnown());
    NewSandboxDialog dialog(&world.registry);
    dialog.show();
    auto *image = dialog.findChild<ImageField *>();
    QVERIFY(image);
    QStringList offered;
    for (int i = 0; i < image->count(); ++i)
        offered << image->itemText(i);
    QCOMPARE(offered, (QStringList { u"local"_s, u"opensandbox/code-interpreter"_s, u"python"_s, u"bash"_s }));
    const QString before = dialog.form().image;
    QVERIFY(!before.isEmpty()); // What was there stays.
    QCOMPARE(image->contents(), u"Python 3.13, Node.js, Bash"_s);
    image->setEditText(u"ubuntu:24.04"_s);
    QCOMPARE(dialog.acceptance(), u"1 field needs another value"_s);
    image->setEditText(u"python:3.12"_s);
    QVERIFY2(dialog.acceptance().startsWith("Accepted"_L1), qPrintable(dialog.acceptance()));
    QCoreApplication::processEvents();
    savePicture(&dialog, u"create-images-light"_s);
    image->showPopup();
    QCoreApplication::processEvents();
    savePicture(image->view()->window(), u"images-light"_s);
    image->hidePopup();

    // Other servers have any image there is.
    FakeLifecycle other;
    world.connections.add(u"staging"_s, other.config(), false);
    for (QComboBox *box : dialog.findChildren<QComboBox *>()) {
        if (box != image)
            box->setCurrentIndex(1);
    }
    image->setEditText(u"registry.example.org/team/any:1"_s);
    QVERIFY2(!dialog.acceptance().contains("another value"_L1), qPrintable(dialog.acceptance()));
    QVERIFY(image->contents().isEmpty());
}

void TestSandboxesPane::dialogCreatesAndShowsStages()
{
    World world;
    world.connectNow();
    QTRY_VERIFY(world.connection->isOnline());
    world.server.createState = u"Pending"_s;
    NewSandboxDialog dialog(&world.registry);
    dialog.show();
    QSignalSpy created(&dialog, &NewSandboxDialog::created);
    dialog.create();
    QTRY_COMPARE(world.store.count(), 1);
    const QString id = world.store.records().first().id();
    world.server.setState(id, u"Pending"_s, u"pulling image, 1.2 of 1.9 GiB"_s);
    QTest::qWait(800);
    savePicture(&dialog, u"create-stages-light"_s);
    world.server.setState(id, u"Running"_s);
    QTRY_COMPARE(created.count(), 1);
    QVERIFY(!dialog.isVisible());
    QCOMPARE(world.registry.existing(id)->contexts().size(), 1);
}

void TestSandboxesPane::dialogFailureAllowsEditing()
{
    World world;
    world.connectNow();
    QTRY_VERIFY(world.connection->isOnline());
    world.server.createStatus = 400;
    NewSandboxDialog dialog(&world.registry);
    dialog.show();
    SandboxForm form = dialog.form();
    form.name = u"kept"_s;
    dialog.setForm(form);
    dialog.create();
    QPushButton *again = nullptr;
    const auto find = [&]() {
        const QList<QPushButton *> buttons = dialog.findChildren<QPushButton *>();
        for (QPushButton *button : buttons) {
            if (button->text() == u"Edit and retry"_s)
                again = button;
        }
        return again != nullptr;
    };
    QTRY_VERIFY(find());
    QCoreApplication::processEvents();
    savePicture(&dialog, u"create-failed-light"_s);
    again->click();
    QCOMPARE(dialog.form().name, u"kept"_s);
    world.server.createStatus = 202;
    QSignalSpy created(&dialog, &NewSandboxDialog::created);
    dialog.create();
    QTRY_COMPARE(created.count(), 1);
}

void TestSandboxesPane::picturesOfTheDialog()
{
    World world;
    world.connectNow();
    QTRY_VERIFY(world.connection->isOnline());
    NewSandboxDialog dialog(&world.registry);
    SandboxForm form = dialog.form();
    form.name = u"tail-study-2"_s;
    form.environment = { { u"PYTHON_VERSION"_s, u"3.13"_s }, { u"HF_TOKEN"_s, u"secret-value"_s } };
    form.network = SandboxForm::Network::None;
    form.metadata = { { u"owner"_s, u"ana"_s } };
    dialog.setForm(form);
    dialog.openUsedSections();
    dialog.show();
    for (const auto &[kind, name] : { std::pair { Theme::Kind::Light, "light" }, std::pair { Theme::Kind::Dark, "dark" }, std::pair { Theme::Kind::HighContrast, "contrast" } }) {
        Theme::setCurrent(kind);
        QCoreApplication::processEvents();
        savePicture(&dialog, u"create-"_s + QLatin1StringView(name));
        // More than there is, for something with a long name.
        SandboxForm large = form;
        large.name = u"a-name-of-forty-characters-that-goes-on-x"_s;
        large.memoryGib = 512;
        dialog.setForm(large);
        QCoreApplication::processEvents();
        const QList<QLabel *> labels = dialog.findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel *label) { return label->isVisible() && label->text().startsWith("This computer has"_L1) && label->width() >= label->sizeHint().width(); }));
        savePicture(&dialog, u"create-memory-"_s + QLatin1StringView(name));
        dialog.setForm(form);
    }
}

QTEST_MAIN(TestSandboxesPane)
#include "tst_sandboxespane.moc"

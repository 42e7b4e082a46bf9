// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "shared/button.h"
#include "shared/emptystate.h"
#include "shared/segmentedcontrol.h"
#include "shared/toasts.h"
#include "shell/commandfield.h"
#include "shell/documentarea.h"
#include "shell/documenttabs.h"
#include "shell/mainwindow.h"
#include "shell/panegroup.h"
#include "shell/standardactions.h"
#include "shell/toolrow.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/workbenchstyle.h"

#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QWidgetAction>

using namespace Qt::StringLiterals;

namespace {

/// A window with what a session usually has: two panes at the left, one right, three below, three documents.
struct Desk
{
    explicit Desk(QSettings *settings = nullptr)
    {
        addStandardActions(actions);
        window = std::make_unique<MainWindow>(&actions, settings);
        const auto pane = [this](const QString &id, const QString &title, MainWindow::Area area, int group = 0) {
            auto *tree = new QTreeWidget;
            tree->setFrameShape(QFrame::NoFrame);
            tree->setHeaderLabels({ u"Name"_s, u"Value"_s });
            for (int i = 0; i < 4; ++i)
                new QTreeWidgetItem(tree, { u"%1 %2"_s.arg(title).arg(i), QString::number(i) });
            QList<QAction *> header;
            for (const QString &icon : { u"list-filter"_s, u"refresh-cw"_s, u"plus"_s })
                header.append(new QAction(Icons::icon(icon), icon, tree));
            window->addPane(tree, { .id = id, .title = title, .area = area, .group = group, .headerActions = header });
        };
        pane(u"sandboxes"_s, u"Sandboxes"_s, MainWindow::Area::Left);
        pane(u"files"_s, u"Files"_s, MainWindow::Area::Left);
        pane(u"variables"_s, u"Variables"_s, MainWindow::Area::Right);
        pane(u"activity"_s, u"Activity"_s, MainWindow::Area::Bottom);
        pane(u"problems"_s, u"Problems"_s, MainWindow::Area::Bottom);
        pane(u"transfers"_s, u"Transfers"_s, MainWindow::Area::Bottom, 1);
        window->setPaneBadge(u"problems"_s, 1);
        for (const QString &title : { u"latency-study.ipynb"_s, u"py-analysis"_s, u"Metrics"_s })
            addDocument(title);
        window->setCurrentDocument(window->documents().first());
        StatusBar &status = window->status();
        status.setSegment(u"connection"_s, { .icon = u"plug"_s, .iconRole = Icons::Role::Ok, .strong = u"Local runtime"_s, .text = u"1 ms"_s, .order = StatusBar::ConnectionOrder });
        status.setSegment(u"sandbox"_s, { .icon = u"circle-play"_s, .iconRole = Icons::Role::Ok, .strong = u"py-analysis"_s, .text = u"Running"_s, .order = StatusBar::SandboxOrder });
        status.setSegment(u"expiry"_s, { .icon = u"timer"_s, .text = u"Expires in 41:12"_s, .shortText = u"41:12"_s, .neverFolds = true, .order = StatusBar::ExpiryOrder });
        status.setSegment(u"context"_s, { .badge = u"py"_s, .strong = u"ctx-1"_s, .text = u"busy · 1 queued"_s, .order = StatusBar::ContextOrder });
        status.setSegment(u"transfers"_s, { .icon = u"arrow-up-down"_s, .text = u"2 transfers"_s, .shortText = u"2"_s, .order = StatusBar::TransfersOrder });
        status.setSegment(u"metrics"_s, { .strong = u"CPU"_s, .text = u"38 %  Memory 612 MiB"_s, .sparkline = { 0.2, 0.5, 0.4, 0.6, 0.3, 0.38 }, .order = StatusBar::MetricsOrder });
        status.setSegment(u"mode"_s, { .text = u"Command mode"_s, .atRight = true, .order = StatusBar::ModeOrder });
        status.setSegment(u"bell"_s, { .icon = u"bell"_s, .toolTip = u"Notifications"_s, .atRight = true, .neverFolds = true, .order = StatusBar::BellOrder });
    }

    /// As people see it, with everything arranged.
    void show(QSize size)
    {
        window->resize(size);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
        QCoreApplication::processEvents();
    }

    QPlainTextEdit *addDocument(const QString &title)
    {
        auto *page = new QPlainTextEdit(title);
        page->setFrameShape(QFrame::NoFrame);
        auto *lead = new QAction(Icons::icon(u"play"_s), u"Run"_s, page);
        lead->setProperty("wbLead", true);
        lead->setMenu(new QMenu(page));
        auto *run = new QAction(Icons::icon(u"play"_s), u"Run cell"_s, page);
        run->setObjectName(u"notebook.run"_s);
        auto *all = new QAction(Icons::icon(u"chevrons-right"_s), u"Run all"_s, page);
        all->setObjectName(u"notebook.runAll"_s);
        all->setEnabled(false);
        all->setToolTip(u"Run all\ngo-bench is paused."_s);
        QList<QAction *> bar { lead, all };
        auto *separator = new QAction(page);
        separator->setSeparator(true);
        bar.append(separator);
        for (const QString &icon : { u"plus"_s, u"arrow-up"_s, u"arrow-down"_s, u"trash"_s })
            bar.append(new QAction(Icons::icon(icon), icon, page));
        auto *combo = new QComboBox;
        combo->addItems({ u"py-analysis · ctx-1"_s });
        auto *place = new QWidgetAction(page);
        place->setDefaultWidget(combo);
        bar.append(place);
        window->addDocument(page, Icons::icon(u"notebook-text"_s), title,
            { .toolBarActions = [bar] { return bar; }, .allActions = [run, all] { return QList<QAction *> { run, all }; }, .save = [] { return true; },
                .windowTitle = [] { return u"py-analysis (Running) — Local runtime"_s; } });
        return page;
    }

    Actions actions;
    std::unique_ptr<MainWindow> window;
};

void savePicture(QWidget *widget, const QString &name, qreal ratio = 1)
{
    QDir().mkpath(QStringLiteral(WB_PICTURES));
    QImage picture(widget->size() * ratio, QImage::Format_RGB32);
    picture.setDevicePixelRatio(ratio);
    widget->render(&picture);
    QVERIFY(picture.save(QStringLiteral(WB_PICTURES) + u'/' + name + u".png"_s));
}

} // namespace

class TestWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { WorkbenchStyle::install(); }

    void cleanup()
    {
        Fonts::setScale(1.0);
        Theme::setCurrent(Theme::Kind::Light);
    }

    void everyActionHasTextAndItsOwnKeys()
    {
        Actions actions;
        addStandardActions(actions);
        QHash<QString, QString> seen;
        QVERIFY(actions.all().size() > 40);
        for (const QAction *action : actions.all()) {
            QVERIFY(!action->objectName().isEmpty());
            QVERIFY2(!Actions::plainText(action).isEmpty(), qPrintable(action->objectName()));
            QVERIFY2(!action->toolTip().isEmpty(), qPrintable(action->objectName()));
            if (!action->icon().name().isEmpty())
                QVERIFY2(Icons::exists(action->icon().name()), qPrintable(action->icon().name()));
            for (const QKeySequence &keys : action->shortcuts()) {
                const QString text = keys.toString();
                QVERIFY2(!seen.contains(text), qPrintable(u"%1: %2 and %3"_s.arg(text, seen.value(text), action->objectName())));
                seen.insert(text, action->objectName());
            }
            if (!action->isEnabled())
                QVERIFY2(!Actions::reason(action).isEmpty(), qPrintable(action->objectName()));
        }
    }

    void documentActionsFollowTheCurrentDocument()
    {
        Desk desk;
        QAction *run = desk.actions.action(u"notebook.run"_s);
        QVERIFY(run->isEnabled());
        QAction *target = desk.window->currentDocument()->findChild<QAction *>(u"notebook.run"_s);
        QSignalSpy spy(target, &QAction::triggered);
        run->trigger();
        QCOMPARE(spy.size(), 1);
        QAction *all = desk.actions.action(u"notebook.runAll"_s);
        QVERIFY(!all->isEnabled());
        QCOMPARE(Actions::reason(all), u"go-bench is paused."_s);
        for (QWidget *document : desk.window->documents())
            desk.window->closeDocumentNow(document);
        QVERIFY(!run->isEnabled());
        QCOMPARE(Actions::reason(run), u"Open a notebook first."_s);
        QVERIFY(!desk.window->currentDocument());
    }

    void titleNamesDocumentAndSandbox()
    {
        Desk desk;
        QCOMPARE(desk.window->windowTitle(), u"latency-study.ipynb[*] • py-analysis (Running) — Local runtime"_s);
    }

    void closingATabAsksTheDocument()
    {
        Desk desk;
        auto *page = new QWidget;
        bool agree = false;
        desk.window->addDocument(page, {}, u"careful"_s, { .requestClose = [&agree] { return agree; } });
        const auto before = desk.window->documents().size();
        desk.window->closeDocument(page);
        QCOMPARE(desk.window->documents().size(), before);
        desk.actions.action(u"file.close"_s)->trigger();
        QCOMPARE(desk.window->documents().size(), before);
        agree = true;
        desk.actions.action(u"file.close"_s)->trigger();
        QCOMPARE(desk.window->documents().size(), before - 1);
    }

    void tabsMoveWithTheirDocuments()
    {
        Desk desk;
        auto *tabs = desk.window->findChild<DocumentTabs *>();
        QWidget *first = desk.window->documents().first();
        tabs->moveTab(0, 2);
        QCOMPARE(desk.window->documents().last(), first);
        QCOMPARE(desk.window->currentDocument(), first);
        desk.window->setDocumentModified(first, true);
        QVERIFY(tabs->isModified(2));
        QVERIFY(desk.window->isWindowModified());
    }

    // --- documents side by side

    // The page of an empty window survives the split that it began in.
    void theFirstOfThreeSplitsMayCloseFirst()
    {
        Desk desk;
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowActive(desk.window.get()));
        auto *area = desk.window->findChild<DocumentArea *>();
        const QList<QWidget *> open = desk.window->documents();
        QCOMPARE(open.size(), 3);
        const QPointer<DocumentGroup> first = area->groups().constFirst();
        for (const int i : { 1, 2 }) {
            desk.window->setCurrentDocument(open[i]);
            desk.actions.action(u"window.splitRight"_s)->trigger();
        }
        QCOMPARE(area->groups().size(), 3);
        desk.window->closeDocument(open[0]);
        QTRY_VERIFY(!first);
        QCOMPARE(area->groups().size(), 2);
        desk.window->closeDocument(open[1]);
        desk.window->closeDocument(open[2]);
        QTRY_VERIFY(desk.window->documents().isEmpty());
        desk.window->grab();
        QCOMPARE(area->groups().size(), 1);
    }

    void aTabSplitsToTheRightAndBelow()
    {
        Desk desk;
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowActive(desk.window.get()));
        auto *area = desk.window->findChild<DocumentArea *>();
        const QList<QWidget *> open = desk.window->documents();
        QCOMPARE(area->groups().size(), 1);
        QVERIFY(!desk.actions.action(u"window.moveToNext"_s)->isEnabled());
        desk.window->setDocumentModified(open[0], true);
        desk.actions.action(u"window.splitRight"_s)->trigger();
        QCOMPARE(area->groups().size(), 2);
        QCOMPARE(desk.window->currentDocument(), open[0]);
        QCOMPARE(desk.window->documents(), (QList<QWidget *> { open[1], open[2], open[0] }));
        QVERIFY(open[0]->isVisible() && open[1]->isVisible() && !open[2]->isVisible());
        QVERIFY(open[0]->mapToGlobal(QPoint()).x() > open[1]->mapToGlobal(QPoint()).x());
        QVERIFY(desk.window->isWindowModified());
        QVERIFY(area->isModified(open[0]));
        QCOMPARE(QApplication::focusWidget(), open[0]);
        // One document alone cannot be split from itself, and says so.
        QVERIFY(!desk.actions.action(u"window.splitDown"_s)->isEnabled());
        desk.window->setCurrentDocument(open[2]);
        QVERIFY(!desk.window->isWindowModified());
        desk.actions.action(u"window.splitDown"_s)->trigger();
        QCOMPARE(area->groups().size(), 3);
        QVERIFY(open[2]->mapToGlobal(QPoint()).y() > open[1]->mapToGlobal(QPoint()).y());
        QTest::qWait(50);
        QDir().mkpath(QStringLiteral(WB_PICTURES));
        desk.window->grab().save(QStringLiteral(WB_PICTURES "/splits.png"));
        // By keys to every side and back.
        QSet<QWidget *> seen;
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(desk.window.get(), Qt::Key_O, Qt::ControlModifier | Qt::AltModifier);
            QCOMPARE(QApplication::focusWidget(), desk.window->currentDocument());
            seen.insert(desk.window->currentDocument());
        }
        QCOMPARE(seen.size(), 3);
        QCOMPARE(desk.window->currentDocument(), open[2]);
        // A side goes with its last document.
        QTest::keyClick(desk.window.get(), Qt::Key_M, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(area->groups().size(), 2);
        desk.window->closeDocumentNow(open[1]);
        QTRY_COMPARE(area->groups().size(), 1);
        QCOMPARE(desk.window->documents().size(), 2);
        desk.window->closeDocumentNow(open[0]);
        desk.window->closeDocumentNow(open[2]);
        QVERIFY(!desk.window->currentDocument());
        QVERIFY(desk.window->findChild<EmptyState *>()->isVisible());
    }

    void aTabIsDraggedToASide()
    {
        Desk desk;
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowActive(desk.window.get()));
        auto *area = desk.window->findChild<DocumentArea *>();
        auto *tabs = desk.window->findChild<DocumentTabs *>();
        const QList<QWidget *> open = desk.window->documents();
        const QPoint start = tabs->tabRect(1).center();
        const QPoint right = tabs->mapFromGlobal(area->mapToGlobal(QPoint(area->width() - 20, area->height() / 2)));
        QTest::mousePress(tabs, Qt::LeftButton, {}, start);
        QTest::mouseMove(tabs, QPoint(start.x(), start.y() + 100));
        QTest::mouseMove(tabs, right);
        QTest::mouseRelease(tabs, Qt::LeftButton, {}, right);
        QTRY_COMPARE(area->groups().size(), 2);
        QCOMPARE(area->groups().last()->documents(), QList<QWidget *> { open[1] });
        // And back into the others.
        DocumentTabs *second = area->groups().last()->tabs();
        const QPoint middle = second->mapFromGlobal(area->groups().first()->mapToGlobal(area->groups().first()->rect().center()));
        QTest::mousePress(second, Qt::LeftButton, {}, second->tabRect(0).center());
        QTest::mouseMove(second, QPoint(10, 200));
        QTest::mouseMove(second, middle);
        QTest::mouseRelease(second, Qt::LeftButton, {}, middle);
        QTRY_COMPARE(area->groups().size(), 1);
        QCOMPARE(desk.window->currentDocument(), open[1]);
        QCOMPARE(desk.window->documents().size(), 3);
    }

    void documentsComeBackToTheirSides()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"window.ini"_s);
        const QStringList paths { u"/a/one.ipynb"_s, u"/a/two.ipynb"_s, u"/a/three.ipynb"_s };
        const auto open = [&paths](MainWindow &window, int which) {
            auto *page = new QPlainTextEdit;
            DocumentHooks hooks;
            hooks.path = [path = paths[which]] { return path; };
            window.addDocument(page, {}, paths[which].section(u'/', -1), hooks);
            return page;
        };
        {
            QSettings settings(file, QSettings::IniFormat);
            Actions actions;
            addStandardActions(actions);
            MainWindow window(&actions, &settings);
            window.show();
            for (int i = 0; i < 3; ++i)
                open(window, i);
            actions.action(u"window.splitDown"_s)->trigger();
            window.close();
        }
        for (const QList<int> &order : { QList<int> { 0, 1, 2 }, QList<int> { 2, 1, 0 } }) {
            QSettings settings(file, QSettings::IniFormat);
            Actions actions;
            addStandardActions(actions);
            QList<QWidget *> pages { nullptr, nullptr, nullptr };
            auto window = std::make_unique<MainWindow>(&actions, &settings);
            for (const int which : order)
                pages[which] = open(*window, which);
            const auto *area = window->findChild<DocumentArea *>();
            QCOMPARE(area->groups().size(), 2);
            QCOMPARE(area->groups()[0]->documents().size(), 2);
            QCOMPARE(area->groupOf(pages[0]), area->groups()[0]);
            QCOMPARE(area->groupOf(pages[1]), area->groups()[0]);
            QCOMPARE(area->groupOf(pages[2]), area->groups()[1]);
            actions.action(u"view.resetLayout"_s)->trigger();
            QCOMPARE(area->groups().size(), 1);
            QCOMPARE(window->documents().size(), 3);
            window.reset();
            // The second round finds what the first one saw.
            settings.setValue(u"window/documentGroups"_s, QVariantList { QVariantMap { { u"number"_s, 0 } }, QVariantMap { { u"number"_s, 1 }, { u"down"_s, true }, { u"share"_s, 0.5 } } });
            settings.setValue(u"window/documentPlaces"_s, QVariantMap { { paths[0], 0 }, { paths[1], 0 }, { paths[2], 1 } });
        }
    }

    void tabsAreReachedByTheirNumber()
    {
        Desk desk;
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowActive(desk.window.get()));
        for (const int number : { 3, 1, 2 }) {
            QTest::keyClick(desk.window.get(), Qt::Key(Qt::Key_0 + number), Qt::ControlModifier);
            QCOMPARE(desk.window->currentDocument(), desk.window->documents().at(number - 1));
        }
        QTest::keyClick(desk.window.get(), Qt::Key_9, Qt::ControlModifier); // There are only three.
        QCOMPARE(desk.window->currentDocument(), desk.window->documents().at(1));
    }

    void paletteFindsAndRunsByKeyboard()
    {
        Desk desk;
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowExposed(desk.window.get()));
        CommandPalette &palette = desk.window->palettePopup();
        desk.actions.action(u"view.palette"_s)->trigger();
        QVERIFY(palette.isVisible());
        QTRY_VERIFY(palette.input()->hasFocus());
        QTest::keyClicks(palette.input(), u"key short"_s);
        QVERIFY(palette.matches() >= 1);
        QSignalSpy spy(desk.actions.action(u"help.shortcuts"_s), &QAction::triggered);
        QTest::keyClick(palette.input(), Qt::Key_Return);
        QCOMPARE(spy.size(), 1);
        QVERIFY(!palette.isVisible());
        palette.open(u"#"_s);
        QCOMPARE(palette.matches(), 0);
        QTest::keyClick(palette.input(), Qt::Key_Escape);
        QVERIFY(!palette.isVisible());
    }

    void paletteMatchesWordsInAnyOrder()
    {
        int exact = 0;
        int loose = 0;
        QCOMPARE(CommandPalette::match(u"ren"_s, u"Renew py-analysis by 1 hour"_s, &exact), (QList<int> { 0, 1, 2 }));
        QVERIFY(!CommandPalette::match(u"py ren"_s, u"Renew py-analysis by 1 hour"_s, nullptr).isEmpty());
        QVERIFY(!CommandPalette::match(u"rnw"_s, u"Renew"_s, &loose).isEmpty());
        QVERIFY(exact > loose);
        QVERIFY(CommandPalette::match(u"xyz"_s, u"Renew"_s, nullptr).isEmpty());
    }

    void statusBarFoldsFromTheRightAndKeepsExpiry()
    {
        Desk desk;
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowExposed(desk.window.get()));
        StatusBar &status = desk.window->status();
        QVERIFY(status.foldedSegments().isEmpty());
        desk.window->resize(560, 500);
        QTRY_VERIFY(!status.foldedSegments().isEmpty());
        QVERIFY(status.foldedSegments().contains(u"metrics"_s));
        QVERIFY(!status.foldedSegments().contains(u"expiry"_s));
        QVERIFY(!status.foldedSegments().contains(u"bell"_s));
    }

    void smallWindowsFoldDocksAndBringThemBack()
    {
        Desk desk;
        desk.window->resize(1440, 900);
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowExposed(desk.window.get()));
        QVERIFY(desk.window->isAreaVisible(MainWindow::Area::Right));
        desk.window->resize(1024, 640);
        QTRY_VERIFY(!desk.window->isAreaVisible(MainWindow::Area::Right));
        QVERIFY(!desk.window->isAreaVisible(MainWindow::Area::Bottom));
        QVERIFY(desk.window->isAreaVisible(MainWindow::Area::Left));
        desk.actions.action(u"view.right"_s)->trigger();
        QVERIFY(desk.window->isAreaVisible(MainWindow::Area::Right));
        desk.window->resize(1440, 900);
        QTRY_VERIFY(desk.window->isAreaVisible(MainWindow::Area::Bottom));
    }

    void theLayoutsStayInSmallWindows_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("scale");
        QTest::newRow("1024x640") << QSize(1024, 640) << 1.0;
        QTest::newRow("1024x700, 200 %") << QSize(1024, 700) << 2.0;
        QTest::newRow("smallest") << QSize(480, 360) << 1.0;
    }

    void theLayoutsStayInSmallWindows()
    {
        QFETCH(QSize, size);
        QFETCH(double, scale);
        Fonts::setScale(scale);
        Desk desk;
        desk.show(size);
        auto *layouts = desk.window->findChild<SegmentedControl *>();
        QVERIFY(layouts->isVisible());
        QVERIFY(desk.window->rect().contains(QRect(layouts->mapTo(desk.window.get(), QPoint()), layouts->size())));
        // By mouse at the last of them, with icons as with words.
        QTest::mouseClick(layouts, Qt::LeftButton, {}, QPoint(layouts->width() - 6, layouts->height() / 2));
        QVERIFY(desk.actions.action(u"view.watch"_s)->isChecked());
        // No two buttons of the row look the same.
        const auto *row = desk.window->findChild<ToolRow *>();
        QStringList icons;
        for (const QToolButton *button : row->findChildren<QToolButton *>()) {
            if (button->isVisible() && button->toolButtonStyle() == Qt::ToolButtonIconOnly)
                icons << button->icon().name();
        }
        QCOMPARE(QSet<QString>(icons.begin(), icons.end()).size(), icons.size());
        savePicture(desk.window.get(), u"window-layouts-%1-%2"_s.arg(size.width()).arg(int(scale * 100)));
        desk.window->resize(1600, 900);
        Fonts::setScale(1);
        QTRY_VERIFY(!layouts->isCompact());
    }

    void theToolbarRestsWhenNothingChanges()
    {
        struct Counter final : QObject
        {
            int arranged = 0;
            bool eventFilter(QObject *, QEvent *event) override
            {
                arranged += event->type() == QEvent::LayoutRequest;
                return false;
            }
        };
        Desk desk;
        desk.window->resize(480, 400);
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowExposed(desk.window.get()));
        Counter counter;
        auto *row = desk.window->findChild<ToolRow *>();
        QTRY_VERIFY(desk.window->findChild<SegmentedControl *>()->isCompact());
        row->installEventFilter(&counter);
        for (int i = 0; i < 100; ++i)
            QCoreApplication::processEvents();
        QVERIFY2(counter.arranged < 5, qPrintable(QString::number(counter.arranged)));
    }

    void aPaneOnDemandTakesNoRoomUntilItIsAskedFor()
    {
        Desk desk;
        auto *pane = new QTreeWidget;
        desk.window->addPane(pane, { .id = u"searches"_s, .title = u"Searches"_s, .area = MainWindow::Area::Bottom, .group = 1, .onDemand = true });
        auto *before = desk.window->pane(u"transfers"_s);
        desk.window->resize(1440, 900);
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowExposed(desk.window.get()));
        QVERIFY(before->isVisible()); // The group has another pane that is always there.

        auto *group = qobject_cast<PaneGroup *>(before->parentWidget()->parentWidget());
        QVERIFY(group);
        // Closing one side leaves the other; the dock brings it back.
        Q_EMIT group->closeRequested();
        QVERIFY(!group->isVisible());
        QVERIFY(desk.window->isAreaVisible(MainWindow::Area::Bottom));
        QVERIFY(!desk.window->isPaneVisible(u"searches"_s));
        desk.window->showPane(u"searches"_s, false);
        QVERIFY(desk.window->isPaneVisible(u"searches"_s));
        QVERIFY(pane->isVisible());
        Q_EMIT group->closeRequested();
        desk.actions.action(u"view.bottom"_s)->trigger();
        QVERIFY(!desk.window->isAreaVisible(MainWindow::Area::Bottom));
        desk.actions.action(u"view.bottom"_s)->trigger();
        QVERIFY(desk.window->isAreaVisible(MainWindow::Area::Bottom));
        QVERIFY(group->isVisible());
    }

    void f6WalksThroughTheParts()
    {
        Desk desk;
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowExposed(desk.window.get()));
        desk.window->activateWindow();
        desk.window->currentDocument()->setFocus();
        QSet<QWidget *> visited;
        for (int i = 0; i < 7; ++i) {
            desk.actions.action(u"window.nextPart"_s)->trigger();
            QVERIFY(QApplication::focusWidget());
            visited.insert(QApplication::focusWidget());
        }
        QVERIFY(visited.size() >= 6);
        QVERIFY(visited.contains(desk.window->currentDocument()));
    }

    void layoutIsRemembered()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
        {
            Desk desk(&settings);
            desk.window->setAreaVisible(MainWindow::Area::Right, false);
            desk.window->setLayout(MainWindow::Layout::Watch);
        }
        Desk again(&settings);
        QVERIFY(!again.window->isAreaVisible(MainWindow::Area::Right));
        QVERIFY(again.actions.action(u"view.watch"_s)->isChecked());
    }

    void undoIsOfferedUntilItsTimeEnds()
    {
        Desk desk;
        desk.window->show();
        int undone = 0;
        int done = 0;
        Toasts &toasts = desk.window->toasts();
        toasts.show({ .text = u"Killing etl-nightly in 4 s"_s, .time = std::chrono::milliseconds(60'000), .buttons = { { u"Undo"_s, [&] { ++undone; } } }, .timeOver = [&] { ++done; } });
        desk.actions.action(u"edit.undo"_s)->trigger();
        QCOMPARE(undone, 1);
        QCOMPARE(done, 0);
        QCOMPARE(toasts.count(), 0);
        toasts.show({ .text = u"Killing"_s, .time = std::chrono::milliseconds(60), .timeOver = [&] { ++done; } });
        QTRY_COMPARE(done, 1);
        for (int i = 0; i < 5; ++i)
            toasts.show(u"note"_s);
        QCOMPARE(toasts.count(), 3);
    }

    void nothingIsCut_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("scale");
        QTest::newRow("1440x900") << QSize(1440, 900) << 1.0;
        QTest::newRow("1024x640") << QSize(1024, 640) << 1.0;
        QTest::newRow("1440x900, 200 %") << QSize(1440, 900) << 2.0;
    }

    void nothingIsCut()
    {
        QFETCH(QSize, size);
        QFETCH(double, scale);
        Fonts::setScale(scale);
        Desk desk;
        desk.show(size);
        QCOMPARE(desk.window->size(), size);
        for (const QAbstractButton *button : desk.window->findChildren<QAbstractButton *>()) {
            if (!button->isVisible())
                continue;
            const QSize wanted = button->sizeHint();
            QVERIFY2(button->width() >= wanted.width() && button->height() >= wanted.height() - 1,
                qPrintable(u"%1 '%2' is %3x%4, wants %5x%6"_s.arg(QString::fromLatin1(button->metaObject()->className()), button->text()).arg(button->width()).arg(button->height()).arg(wanted.width()).arg(wanted.height())));
            QVERIFY2(!button->accessibleName().isEmpty() || !button->text().isEmpty() || !button->toolTip().isEmpty(), button->metaObject()->className());
        }
        for (const QTabBar *bar : desk.window->findChildren<QTabBar *>()) {
            if (bar->isVisible())
                QVERIFY2(bar->height() >= Metrics::tab(), qPrintable(bar->accessibleName()));
        }
        savePicture(desk.window.get(), u"window-%1x%2-%3"_s.arg(size.width()).arg(size.height()).arg(int(scale * 100)));
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
        Desk desk;
        desk.window->resize(1440, 900);
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowExposed(desk.window.get()));
        // Live: the window is there already.
        Theme::setCurrent(Theme::Kind(kind));
        QCoreApplication::processEvents();
        desk.window->setDocumentModified(desk.window->currentDocument(), true);
        const QString name = QString::fromLatin1(QTest::currentDataTag());
        QCOMPARE(desk.window->grab().toImage().pixelColor(700, 450), Theme::current().base);
        savePicture(desk.window.get(), u"window-"_s + name);
        savePicture(desk.window.get(), u"window-%1@2x"_s.arg(name), 2);
        // Split, with names that do not fit: each says enough to be told from the others.
        for (const QString &title : { u"a very long name of a notebook about latency.ipynb"_s, u"a very long name of a notebook about errors.ipynb"_s, u"requests-2026-11.parquet"_s })
            desk.addDocument(title);
        desk.actions.action(u"window.splitRight"_s)->trigger();
        desk.actions.action(u"view.right"_s)->trigger();
        QCoreApplication::processEvents();
        for (DocumentTabs *tabs : desk.window->findChildren<DocumentTabs *>()) {
            for (int i = 0; i < tabs->count(); ++i)
                QVERIFY2(tabs->tabRect(i).width() >= std::min(160, tabs->fontMetrics().horizontalAdvance(tabs->tabText(i)) + 32), qPrintable(tabs->tabText(i) + QString::number(tabs->tabRect(i).width())));
        }
        savePicture(desk.window.get(), u"split-"_s + name);
        desk.actions.action(u"view.right"_s)->trigger();
        desk.window->palettePopup().open(u"re"_s);
        desk.window->toasts().show({ .text = u"Killing etl-nightly in 4 s"_s, .icon = u"power"_s, .meaning = Meaning::Bad, .buttons = { { u"Undo"_s, {} } } });
        QCoreApplication::processEvents();
        savePicture(desk.window.get(), u"palette-"_s + name);
        desk.window->palettePopup().close();
        QMenu *menu = desk.window->menuBar()->actions().at(3)->menu();
        menu->popup(QPoint(0, 0));
        savePicture(menu, u"menu-"_s + name);
        menu->hide();
    }
};

QTEST_MAIN(TestWindow)
#include "tst_window.moc"

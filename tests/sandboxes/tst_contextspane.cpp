// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "fakelifecycle.h"
#include "picture.h"

#include "sandboxes/contextspane.h"
#include "session/sandboxwords.h"
#include "shared/emptystate.h"
#include "theme/workbenchstyle.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct World
{
    FakeLifecycle server;
    ConnectionStore connections;
    SandboxStore store { &connections };
    SessionRegistry registry { &store };
    Connection *connection = connections.local();
    std::vector<std::shared_ptr<SandboxSession>> sessions;
    TaskScope tasks;

    /// Sandboxes with a Python and a Bash context each.
    QStringList start()
    {
        const QStringList ids { server.add(u"py-analysis"_s, 41min), server.add(u"a-sandbox-with-a-name-that-is-too-long"_s, 5h) };
        connection->setConfig(server.config());
        if (!QTest::qWaitFor([this] { return store.count() == 2; }))
            return {};
        for (const QString &id : ids) {
            sessions.push_back(registry.session(id));
            tasks.run(sessions.back()->defaultContext(u"python"_s));
            if (!QTest::qWaitFor([this] { return sessions.back()->contexts().size() == 1; }))
                return {};
            tasks.run(sessions.back()->defaultContext(u"bash"_s));
            if (!QTest::qWaitFor([this] { return sessions.back()->contexts().size() == 2; }))
                return {};
        }
        return ids;
    }
};

QAction *entry(QMenu *menu, const QString &text)
{
    for (QAction *action : menu->actions()) {
        if (action->text().startsWith(text))
            return action;
    }
    return nullptr;
}

} // namespace

class TestContextsPane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { WorkbenchStyle::install(); }
    void cleanup() { Theme::setCurrent(Theme::Kind::Light); }

    void withoutContextsItSaysWhereTheyComeFrom()
    {
        World world;
        ContextsPane pane(&world.registry);
        pane.resize(286, 300);
        pane.show();
        QVERIFY(pane.lines().isEmpty());
        const auto *empty = pane.findChild<EmptyState *>();
        QVERIFY(empty && empty->isVisible());
        savePicture(&pane, u"contexts-none-light"_s);
    }

    void eachContextSaysWhatItDoes()
    {
        World world;
        const QStringList ids = world.start();
        QCOMPARE(ids.size(), 2);
        ContextsPane pane(&world.registry);
        pane.resize(286, 300);
        pane.show();
        const QString head = world.connection->name();
        const QString second = u"a-sandbox-with-a-name-that-is-too-long"_s;
        QTRY_COMPARE(pane.lines(), (QStringList { head, u"py-analysis \u00b7 ctx-1, Python, Idle"_s, u"py-analysis \u00b7 ctx-2, Bash, Idle"_s,
                                                  second + u" \u00b7 ctx-1, Python, Idle"_s, second + u" \u00b7 ctx-2, Bash, Idle"_s }));
        const auto session = world.sessions.front();
        const QString python = session->contexts().first().id();
        session->noteContextActivity(python, true, 2);
        QTRY_COMPARE(pane.lines().at(1), u"py-analysis \u00b7 ctx-1, Python, Busy, 2 queued"_s);
        auto *tree = pane.findChild<QTreeWidget *>();
        tree->setCurrentItem(tree->topLevelItem(2));
        world.tasks.run(world.sessions.back()->restartContext(world.sessions.back()->contexts().last().id()));
        QTRY_VERIFY2(pane.lines().last().contains("ctx-2, Bash, Restarted "_L1), qPrintable(pane.lines().join(u'\n')));
        // What was current stays so.
        QCOMPARE(tree->currentItem(), tree->topLevelItem(2));
        for (const auto &[kind, name] : { std::pair { Theme::Kind::Light, "light" }, std::pair { Theme::Kind::Dark, "dark" }, std::pair { Theme::Kind::HighContrast, "contrast" } }) {
            Theme::setCurrent(kind);
            QTest::qWait(50);
            savePicture(&pane, u"contexts-"_s + QLatin1StringView(name));
        }
        session->noteContextActivity(python, false, 0);
        QTRY_COMPARE(pane.lines().at(1), u"py-analysis \u00b7 ctx-1, Python, Idle"_s);
        world.server.setState(ids.first(), u"Paused"_s);
        world.store.refresh();
        QTRY_VERIFY(!pane.lines().join(u'\n').contains("py-analysis \u00b7 ctx-1, Python, Idle"_L1));
    }

    /// What a sandbox had is told as long as the sandbox is in the list, and nothing is offered for it.
    void thoseOfASandboxThatIsOverSaySo()
    {
        World world;
        const QStringList ids = world.start();
        QCOMPARE(ids.size(), 2);
        ContextsPane pane(&world.registry);
        pane.resize(286, 300);
        pane.show();
        QTRY_COMPARE(pane.lines().size(), 5);
        world.server.remove(ids.first());
        world.store.refresh();
        QTRY_VERIFY(world.store.find(ids.first()) && !world.store.find(ids.first())->isPresent());
        const QString word = SandboxWords::state(*world.store.find(ids.first())).word;
        QTRY_COMPARE(pane.lines().value(1), u"py-analysis \u00b7 ctx-1, Python, "_s + word);
        auto *tree = pane.findChild<QTreeWidget *>();
        pane.openMenu(tree->topLevelItem(1)->data(0, Qt::UserRole).toString());
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QVERIFY(!entry(menu, u"Restart"_s)->isEnabled() && !entry(menu, u"Delete"_s)->isEnabled() && entry(menu, u"Show"_s)->isEnabled());
        menu->close();
        world.store.forget({ ids.first() });
        QTRY_COMPARE(pane.lines().size(), 3);
    }

    /// What was known stays, and says that it may be old.
    void aServerThatDoesNotAnswerLeavesThemUnknown()
    {
        World world;
        QCOMPARE(world.start().size(), 2);
        ContextsPane pane(&world.registry);
        pane.resize(286, 300);
        pane.show();
        QTRY_COMPARE(pane.lines().size(), 5);
        world.server.close();
        world.store.refresh();
        QTRY_VERIFY2_WITH_TIMEOUT(pane.lines().first().endsWith("Not reachable"_L1), qPrintable(pane.lines().join(u'\n')), 30'000);
        savePicture(&pane, u"contexts-offline-light"_s);
    }

    void theyAreRestartedDeletedAndShownByMenuAndKeys()
    {
        World world;
        const QStringList ids = world.start();
        QCOMPARE(ids.size(), 2);
        ContextsPane pane(&world.registry);
        pane.resize(286, 300);
        pane.show();
        pane.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&pane));
        QTRY_COMPARE(pane.lines().size(), 5);
        auto *tree = pane.findChild<QTreeWidget *>();
        tree->setFocus();
        tree->setCurrentItem(tree->topLevelItem(1));
        QTest::keyClick(tree, Qt::Key_Right);
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QVERIFY(!entry(menu, u"Interrupt"_s)->isEnabled());
        QSignalSpy wanted(&pane, &ContextsPane::sandboxRequested);
        entry(menu, u"Show py-analysis"_s)->trigger();
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.first().first().toString(), ids.first());
        menu->close();
        const auto session = world.sessions.front();
        session->noteContextActivity(session->contexts().first().id(), true, 0);
        QTRY_VERIFY(pane.lines().at(1).endsWith("Busy"_L1));
        // The three dots at the end of the row.
        const QRect row = tree->visualItemRect(tree->topLevelItem(1));
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, QPoint(row.right() - 18, row.center().y()));
        QTRY_VERIFY((menu = qobject_cast<QMenu *>(QApplication::activePopupWidget())));
        QVERIFY(entry(menu, u"Interrupt"_s)->isEnabled());
        menu->close();
        tree->setCurrentItem(tree->topLevelItem(2));
        QTest::keyClick(tree, Qt::Key_Delete);
        QTRY_COMPARE(session->contexts().size(), 1);
        QTRY_COMPARE(pane.lines().size(), 4);
    }
};

QTEST_MAIN(TestContextsPane)
#include "tst_contextspane.moc"

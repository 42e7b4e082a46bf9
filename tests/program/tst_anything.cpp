// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// The whole window under hands that do anything in any order: commands, keys, clicks, menus, dialogs, while sandboxes come and go.
// Nothing may break. WB_MONKEYS=N tries N orders.
#include "fakelifecycle.h"

#include <application.h>
#include <notebook/notebookview.h>
#include <session/sandboxstore.h>
#include <shell/actions.h>
#include <shell/mainwindow.h>
#include <theme/workbenchstyle.h>

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QDialog>
#include <QDir>
#include <QFileDialog>
#include <QMenu>
#include <QPointer>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestAnything : public QObject
{
    Q_OBJECT

public Q_SLOTS:
    void leaveAlone(const QUrl &) { } ///< Links are not opened.

private Q_SLOTS:
    void initTestCase()
    {
        // Dialogs write into folders of the person: here that is this one.
        QVERIFY(m_home.isValid());
        qputenv("HOME", m_home.path().toLocal8Bit());
        QDir::setCurrent(m_home.path());
        WorkbenchStyle::install();
        for (const QString &scheme : { u"http"_s, u"https"_s, u"file"_s, u"mailto"_s })
            QDesktopServices::setUrlHandler(scheme, this, "leaveAlone");
    }

    void init()
    {
        m_server = std::make_unique<FakeLifecycle>();
        const OpenSandbox::ConnectionConfig config = m_server->config();
        qputenv("OPEN_SANDBOX_DOMAIN", config.domain.toUtf8());
        qputenv("OPEN_SANDBOX_API_KEY", config.apiKey.toUtf8());
    }

    void cleanup()
    {
        closeDialogs();
        m_application.reset();
        m_server.reset();
    }

    void nothingBreaks_data()
    {
        QTest::addColumn<quint32>("seed");
        const int seeds = qEnvironmentVariable("WB_MONKEYS", u"4"_s).toInt();
        for (int seed = 1; seed <= seeds; ++seed)
            QTest::addRow("%d", seed) << quint32(seed);
    }

    void nothingBreaks()
    {
        QFETCH(quint32, seed);
        m_random.seed(seed);
        for (const QString &name : { u"py-analysis"_s, u"etl-nightly"_s, u"gpu-trainer"_s })
            m_ids << m_server->add(name, 40min);
        const QString notebook = m_home.filePath(u"welcome-%1.ipynb"_s.arg(seed));
        QVERIFY(QFile::copy(QStringLiteral(WB_SOURCE_DIR "/resources/notebooks/welcome.ipynb"), notebook));
        m_application = std::make_unique<Application>(ApplicationOptions { .theme = Theme::Kind::Light, .localRuntime = false, .files = { notebook } });
        MainWindow &window = m_application->window();
        window.resize(1200, 800);
        m_application->start();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTimer hand;
        connect(&hand, &QTimer::timeout, this, &TestAnything::answerMenu);
        hand.start(10);
        for (int step = 0; step < 250; ++step) {
            doSomething();
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
            QVERIFY(window.isVisible());
        }
        closeDialogs();
        // It still does what it is for.
        m_application->actions().action(u"file.newNotebook"_s)->trigger();
        const auto *first = qobject_cast<NotebookView *>(window.currentDocument());
        QVERIFY(first);
        // Two new ones are told apart.
        m_application->actions().action(u"file.newNotebook"_s)->trigger();
        const auto *second = qobject_cast<NotebookView *>(window.currentDocument());
        QVERIFY(second && second != first);
        QVERIFY(second->title() != first->title());
    }

private:
    template <typename List>
    auto one(const List &list)
    {
        return list[m_random.bounded(int(list.size()))];
    }

    static void closeDialogs()
    {
        while (QWidget *popup = QApplication::activePopupWidget())
            popup->close();
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (auto *dialog = qobject_cast<QDialog *>(widget); dialog && dialog->isVisible())
                dialog->close();
        }
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    static QWidget *topmost(QWidget *window)
    {
        QWidget *top = window;
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (widget->isVisible() && qobject_cast<QDialog *>(widget))
                top = widget;
        }
        return top;
    }

    void command()
    {
        QList<QAction *> commands = m_application->actions().all();
        if (const auto *view = qobject_cast<NotebookView *>(m_application->window().currentDocument()))
            commands += view->allActions();
        QAction *action = one(commands);
        if (action->objectName() != "app.quit"_L1 && action->isEnabled())
            action->trigger();
    }

    /// The menu of a tool button runs a loop of its own, so that menus are answered from a timer.
    void answerMenu()
    {
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        if (!menu)
            return;
        const QList<QAction *> entries = menu->actions();
        QAction *entry = entries.isEmpty() ? nullptr : one(entries);
        const bool runs = entry && entry->isEnabled() && !entry->menu() && entry->objectName() != "app.quit"_L1;
        QPointer<QAction> chosen = entry;
        menu->close();
        if (runs && chosen)
            chosen->trigger();
    }

    void doSomething()
    {
        MainWindow &window = m_application->window();
        QWidget *top = topmost(&window);
        if (auto *files = qobject_cast<QFileDialog *>(top)) { // The toolkit's own; it asks with loops of its own.
            files->close();
            return;
        }
        switch (m_random.bounded(10)) {
        case 0: {
            const QString id = one(m_ids);
            m_server->setState(id, one(QStringList { u"Running"_s, u"Paused"_s, u"Failed"_s, u"Terminated"_s }), u"because"_s);
            m_application->sandboxes().refresh();
            break;
        }
        case 1: m_ids << m_server->add(u"more-%1"_s.arg(m_ids.size()), 40min); break;
        case 2: window.grab(); break;
        case 3:
        case 4: {
            QList<QAbstractButton *> buttons = top->findChildren<QAbstractButton *>();
            buttons.removeIf([](const QAbstractButton *button) { return !button->isVisible() || !button->isEnabled(); });
            if (!buttons.isEmpty())
                QTest::mouseClick(one(buttons), Qt::LeftButton);
            break;
        }
        case 5: {
            QWidget *target = top->childAt(m_random.bounded(top->width()), m_random.bounded(top->height()));
            if (target)
                QTest::mouseClick(target, m_random.bounded(4) == 0 ? Qt::RightButton : Qt::LeftButton, {}, target->rect().center());
            break;
        }
        case 6:
            if (QWidget *focus = QApplication::focusWidget())
                QTest::keyClick(focus, one(QList { Qt::Key_Tab, Qt::Key_Return, Qt::Key_Escape, Qt::Key_Down, Qt::Key_Up, Qt::Key_Left, Qt::Key_Right, Qt::Key_Space, Qt::Key_Delete,
                                                   Qt::Key_Home, Qt::Key_End, Qt::Key_PageDown, Qt::Key_F6, Qt::Key_A, Qt::Key_M, Qt::Key_Slash, Qt::Key_3 }),
                                one(QList<Qt::KeyboardModifiers> { {}, {}, {}, Qt::ControlModifier, Qt::ShiftModifier }));
            break;
        case 7:
            if (m_random.bounded(3) == 0)
                closeDialogs();
            break;
        default: command(); break;
        }
    }

    QTemporaryDir m_home;
    QRandomGenerator m_random;
    QStringList m_ids;
    std::unique_ptr<FakeLifecycle> m_server;
    std::unique_ptr<Application> m_application;
};

QTEST_MAIN(TestAnything)
#include "tst_anything.moc"

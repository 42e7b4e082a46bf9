// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Without a mouse: every control has a name, Tab reaches all of a dialog in the order of the eye, F6 and Esc move between parts.
#include "programtest.h"

#include <notebook/cellcanvas.h>
#include <notebook/codeeditor.h>
#include <notebook/keymap.h>
#include <notebook/notebookview.h>
#include <notebookdocuments.h>
#include <sandboxes/connectiondialog.h>
#include <sandboxes/formsection.h>
#include <sandboxes/isolationdialog.h>
#include <sandboxes/killdialog.h>
#include <sandboxes/newsandboxdialog.h>
#include <sandboxes/renewdialog.h>
#include <session/connectionstore.h>
#include <session/sandboxstore.h>
#include <shared/banner.h>
#include <shell/documenttabs.h>
#include <shell/mainwindow.h>
#include <shell/panegroup.h>
#include <shell/preferences.h>
#include <shell/preferencesdialog.h>
#include <shell/shortcutsheet.h>
#include <theme/workbenchstyle.h>

#include <opensandbox/notebook/document.h>

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QButtonGroup>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QScopeGuard>
#include <QToolButton>
#include <QAbstractScrollArea>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QString described(const QWidget *widget)
{
    const QString name = widget->objectName().isEmpty() ? widget->accessibleName() : widget->objectName();
    return u"%1 '%2' in %3"_s.arg(QString::fromLatin1(widget->metaObject()->className()), name, QString::fromLatin1(widget->parentWidget() ? widget->parentWidget()->metaObject()->className() : "nothing"));
}

bool takesTab(const QWidget *widget)
{
    return widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy();
}

/// The inner editor of a spin box or combo box takes the focus for it.
const QWidget *outer(const QWidget *widget)
{
    const QWidget *parent = widget->parentWidget();
    return qobject_cast<const QAbstractSpinBox *>(parent) || qobject_cast<const QComboBox *>(parent) ? parent : widget;
}

/// What a screen reader has no name for.
QStringList nameless(const QWidget *window)
{
    QStringList found;
    for (QWidget *widget : window->findChildren<QWidget *>()) {
        if (!takesTab(widget) || outer(widget) != widget)
            continue;
        QAccessibleInterface *face = QAccessible::queryAccessibleInterface(widget);
        if (!face || face->text(QAccessible::Name).trimmed().isEmpty())
            found << described(widget);
    }
    return found;
}

/// What shows that a widget has the focus: it looks otherwise without.
bool isSeen(QWidget *focus)
{
    QWidget *window = focus->window();
    window->setAttribute(Qt::WA_KeyboardFocusChange);
    // Somewhere else; nowhere is not a place in this program.
    QWidget elsewhere(window);
    elsewhere.setFocusPolicy(Qt::StrongFocus);
    elsewhere.setGeometry(0, 0, 1, 1);
    elsewhere.show();
    const auto picture = [window, focus](QWidget *focused) {
        focused->setFocus(Qt::TabFocusReason);
        QCoreApplication::processEvents();
        const QRect place = QRect(focus->mapTo(window, QPoint()), focus->size()).adjusted(-6, -6, 6, 6).intersected(window->rect());
        return window->grab(place).toImage();
    };
    // Some change by themselves, as times and new rows do; that is not meant.
    for (int attempt = 0; attempt < 20; ++attempt) {
        const QImage without = picture(&elsewhere);
        const QImage with = picture(focus);
        if (picture(&elsewhere) != without)
            continue;
        focus->setFocus(Qt::TabFocusReason);
        QCoreApplication::processEvents();
        if (with == without)
            window->grab().save(QStringLiteral(WB_PICTURES "/access-not-seen.png"));
        return with != without;
    }
    focus->setFocus(Qt::TabFocusReason);
    return false;
}

/// A role that a screen reader can say.
bool hasRole(QWidget *widget)
{
    const QAccessibleInterface *face = QAccessible::queryAccessibleInterface(widget);
    // What only scrolls is no control; its name says what is in it.
    return face && face->role() != QAccessible::NoRole && (face->role() != QAccessible::Client || (qobject_cast<QAbstractScrollArea *>(widget) && !face->text(QAccessible::Name).isEmpty()));
}

/// All that Tab meets, from the first to where it begins again.
QList<const QWidget *> tabRound(QStringList *wrong)
{
    QList<const QWidget *> round;
    for (int i = 0; i < 300; ++i) {
        QWidget *focus = QApplication::focusWidget();
        if (!focus)
            break;
        const QWidget *met = outer(focus);
        // Tab also goes from part to part inside a field of a date.
        if (round.size() > 1 && met == round.first())
            break;
        if (!round.contains(met)) {
            round << met;
            if (!hasRole(focus))
                *wrong << u"no role: "_s + described(focus);
            if (!isSeen(focus))
                *wrong << u"not seen: "_s + described(focus);
        }
        QTest::keyClick(focus, Qt::Key_Tab);
    }
    return round;
}

} // namespace

class TestAccess : public ProgramTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        WorkbenchStyle::install();
        serve();
        m_id = m_server->add(u"py-analysis"_s, 40min);
        ApplicationOptions options;
        options.connection = u"environment"_s;
        start(options);
        QTRY_COMPARE(m_application->sandboxes().count(), 1);
    }
    void cleanupTestCase() { stop(); }

    void everyDialogHasNamesAndAnOrder_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : { "add connection", "edit connection", "new sandbox", "renew", "kill", "isolation", "preferences", "shortcuts" })
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void everyDialogHasNamesAndAnOrder()
    {
        QFETCH(QString, name);
        const std::unique_ptr<QDialog> dialog(make(name));
        QVERIFY(dialog);
        // Folded parts, too.
        for (FormSection *section : dialog->findChildren<FormSection *>())
            section->setOpen(true);
        dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog.get()));
        dialog->activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), dialog.get());
        QVERIFY(!dialog->windowTitle().isEmpty());
        QCOMPARE(nameless(dialog.get()), QStringList());
        QStringList wrong;

        QSet<const QWidget *> wanted;
        for (const QWidget *widget : dialog->findChildren<QWidget *>()) {
            if (takesTab(widget))
                wanted << outer(widget);
        }
        QVERIFY(!wanted.isEmpty());
        if (!QApplication::focusWidget())
            dialog->setFocus();
        if (QApplication::focusWidget() == dialog.get())
            QTest::keyClick(dialog.get(), Qt::Key_Tab);
        const QList<const QWidget *> round = tabRound(&wrong);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        for (const QWidget *widget : std::as_const(wanted)) {
            // Of buttons that exclude each other only the chosen one is met; the arrows reach the others.
            const auto *button = qobject_cast<const QAbstractButton *>(widget);
            const bool oneOfMany = button && button->isCheckable() && (button->autoExclusive() || (button->group() && button->group()->exclusive()));
            if (!round.contains(widget) && !oneOfMany)
                QFAIL(qPrintable(u"Tab does not reach "_s + described(widget)));
        }
        // From above to below, or to a column at the right; one step back where it begins again.
        int back = 0;
        for (qsizetype i = 1; i < round.size(); ++i) {
            const QRect before(round.at(i - 1)->mapTo(dialog.get(), QPoint()), round.at(i - 1)->size());
            const QRect now(round.at(i)->mapTo(dialog.get(), QPoint()), round.at(i)->size());
            if (now.bottom() <= before.top() && now.left() < before.right()) {
                ++back;
                qInfo("back from %s to %s", qPrintable(described(round.at(i - 1))), qPrintable(described(round.at(i))));
            }
        }
        QVERIFY2(back <= 1, qPrintable(QString::number(back)));
        // Esc leaves without doing anything.
        QTest::keyClick(dialog.get(), Qt::Key_Escape);
        QVERIFY(!dialog->isVisible());
        QCOMPARE(m_server->count(), 1);
    }

    void everyPartOfTheWindowHasNames_data()
    {
        QTest::addColumn<QString>("document");
        for (const char *name : { "start", "notebook", "details", "metrics", "files" })
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void everyPartOfTheWindowHasNames()
    {
        QFETCH(QString, document);
        show(document);
        for (const auto &pane : { u"sandboxes"_s, u"files"_s, u"activity"_s, u"transfers"_s, u"variables"_s, u"outline"_s, u"contexts"_s, u"queue"_s }) {
            window().showPane(pane, false);
            QCoreApplication::processEvents();
            QCOMPARE(nameless(&window()), QStringList());
        }
    }

    void whatHasTheFocusIsSeen_data()
    {
        QTest::addColumn<QString>("document");
        QTest::addColumn<int>("theme");
        for (const char *name : { "start", "notebook", "details", "metrics", "files" }) {
            for (const auto &[kind, theme] : { std::pair { Theme::Kind::Light, "light" }, std::pair { Theme::Kind::Dark, "dark" }, std::pair { Theme::Kind::HighContrast, "contrast" } })
                QTest::addRow("%s, %s", name, theme) << QString::fromLatin1(name) << int(kind);
        }
    }

    /// Round the whole window with Tab alone, with each pane that shares its place: each stop is seen by the eye and has a role for the ear.
    void whatHasTheFocusIsSeen()
    {
        QFETCH(QString, document);
        QFETCH(int, theme);
        const int flash = QApplication::cursorFlashTime();
        QApplication::setCursorFlashTime(0);
        const auto calm = qScopeGuard([flash] {
            QApplication::setCursorFlashTime(flash);
            Theme::setCurrent(Theme::Kind::Light);
        });
        Theme::setCurrent(Theme::Kind(theme));
        window().resetLayout();
        for (QWidget *old : window().documents())
            window().closeDocumentNow(old);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        show(document);
        QStringList wrong;
        QSet<QWidget *> all;
        for (const QStringList &panes : { QStringList { u"sandboxes"_s, u"variables"_s, u"activity"_s, u"transfers"_s }, QStringList { u"files"_s, u"outline"_s }, QStringList { u"contexts"_s }, QStringList { u"queue"_s } }) {
            for (const QString &pane : panes)
                window().showPane(pane, false);
            window().activateWindow();
            QTRY_COMPARE(QApplication::activeWindow(), &window());
            QCoreApplication::processEvents();
            window().currentDocument()->setFocus(Qt::OtherFocusReason);
            if (auto *view = qobject_cast<NotebookView *>(window().currentDocument()))
                view->canvas()->command();
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QList<QWidget *> round;
            QWidget *first = QApplication::focusWidget();
            QVERIFY(first);
            for (int i = 0; i < 300; ++i) {
                QWidget *now = QApplication::focusWidget();
                QVERIFY2(now, qPrintable(names(round) + u"\nthen nothing"_s));
                if (round.contains(now))
                    break;
                round << now;
                if (!all.contains(now)) {
                    all << now;
                    if (!hasRole(now))
                        wrong << u"no role: "_s + described(now);
                    if (!isSeen(now))
                        wrong << u"not seen: "_s + described(now);
                }
                QTest::keyClick(now, Qt::Key_Tab);
            }
            QVERIFY2(QApplication::focusWidget() == first, qPrintable(names(round) + u"\nends at "_s + described(QApplication::focusWidget())));
            QCOMPARE(missedBy(round), QStringList());
        }
        wrong.removeDuplicates();
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QVERIFY2(all.size() >= 20, qPrintable(QString::number(all.size())));
    }

    void keysComeBackToTheCell_data()
    {
        QTest::addColumn<bool>("editing");
        QTest::newRow("command") << false;
        QTest::newRow("edit") << true;
    }

    /// Whatever had the keys and goes, they come back to the cell in the mode it was in.
    void keysComeBackToTheCell()
    {
        QFETCH(bool, editing);
        window().resetLayout();
        NotebookView *view = m_application->notebooks().create(m_id);
        CellCanvas *canvas = view->canvas();
        view->document()->cell(0)->setSource(u"a = 1"_s);
        window().activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &window());
        QString what;
        const auto home = [&]() -> QWidget * { return editing ? static_cast<QWidget *>(canvas->editor()) : canvas; };
        const auto begin = [&] {
            canvas->setFocus();
            editing ? canvas->edit() : canvas->command();
            QCOMPARE(QApplication::focusWidget(), home());
        };
        const auto isBack = [&] {
            QTRY_VERIFY2(QApplication::focusWidget() == home(), qPrintable(what + u": "_s + (QApplication::focusWidget() ? described(QApplication::focusWidget()) : u"nothing"_s)));
            // And they do there what they do.
            const QString before = view->document()->cell(0)->source();
            const int cells = view->document()->count();
            QTest::keyClick(QApplication::focusWidget(), editing ? Qt::Key_X : Qt::Key_B);
            QCOMPARE(view->document()->cell(0)->source().size(), before.size() + (editing ? 1 : 0));
            QCOMPARE(view->document()->count(), cells + (editing ? 0 : 1));
            view->document()->undo();
            canvas->setCurrent(0);
        };
        // Docks, by their own button and by the keys of the View menu.
        for (const auto &id : { u"sandboxes"_s, u"files"_s, u"activity"_s, u"transfers"_s, u"variables"_s, u"outline"_s, u"contexts"_s, u"queue"_s }) {
            for (const bool byButton : { true, false }) {
                what = id;
                begin();
                window().showPane(id, true);
                QCoreApplication::processEvents();
                auto *group = qobject_cast<PaneGroup *>(window().pane(id)->parentWidget()->parentWidget());
                QVERIFY(group && group->isVisible());
                QWidget *inside = inIt(window().pane(id));
                if (inside)
                    inside->setFocus(Qt::MouseFocusReason);
                QToolButton *hide = nullptr;
                for (QToolButton *each : group->findChildren<QToolButton *>()) {
                    if (each->isVisible() && each->accessibleName() == "Hide"_L1)
                        hide = each;
                }
                if (byButton && hide) {
                    QTRY_VERIFY(window().rect().contains(QRect(hide->mapTo(&window(), QPoint()), hide->size()))); // It has its place.
                    QSignalSpy clicked(hide, &QToolButton::clicked);
                    QTest::mouseClick(hide, Qt::LeftButton);
                    QVERIFY2(clicked.count() == 1, qPrintable(what));
                } else {
                    window().hidePane(id);
                }
                QVERIFY2(!group->isVisible(), qPrintable(what + (byButton && hide ? u" by its button"_s : QString())));
                isBack();
            }
        }
        window().resetLayout();
        // The button itself, by keyboard.
        what = u"hide by keyboard"_s;
        begin();
        window().showPane(u"activity"_s, true);
        for (QToolButton *each : window().findChildren<QToolButton *>()) {
            if (each->isVisible() && each->accessibleName() == "Hide"_L1) {
                each->setFocus(Qt::TabFocusReason);
                QTest::keyClick(each, Qt::Key_Space);
                break;
            }
        }
        isBack();

        // Bars: of the search, and banners.
        what = u"find bar"_s;
        begin();
        actionOf(view, u"notebook.find"_s)->trigger();
        QVERIFY(QApplication::focusWidget() != home());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        isBack();
        what = u"find bar, closed by the mouse"_s;
        begin();
        actionOf(view, u"notebook.find"_s)->trigger();
        QWidget *bar = QApplication::focusWidget()->parentWidget();
        while (bar && !bar->inherits("FindBar"))
            bar = bar->parentWidget();
        QVERIFY(bar);
        bar->hide();
        isBack();
        auto *banner = view->findChild<Banner *>();
        for (const bool byKey : { true, false }) {
            what = u"banner"_s;
            begin();
            banner->setMessage(u"test"_s, { Meaning::Warn, u"Something is to be answered."_s, {}, {}, { { u"Yes"_s, {}, [banner] { banner->clearMessage(u"test"_s); } } }, true });
            QPushButton *yes = nullptr;
            for (QPushButton *each : banner->findChildren<QPushButton *>()) {
                if (each->text() == "Yes"_L1)
                    yes = each;
            }
            QVERIFY(yes);
            QCoreApplication::processEvents();
            if (byKey) {
                yes->setFocus(Qt::TabFocusReason);
                QTest::keyClick(yes, Qt::Key_Space);
            } else {
                QTest::mouseClick(yes, Qt::LeftButton);
            }
            QVERIFY(!banner->hasMessage(u"test"_s));
            isBack();
        }

        // Dialogs, and what goes while one is open.
        for (const QString &name : { u"add connection"_s, u"edit connection"_s, u"new sandbox"_s, u"renew"_s, u"kill"_s, u"isolation"_s, u"preferences"_s, u"shortcuts"_s }) {
            for (const bool goes : { false, true }) {
                what = name;
                begin();
                banner->setMessage(u"test"_s, { Meaning::Warn, u"Something."_s, {}, {}, { { u"Yes"_s, {}, {} } }, true });
                QCoreApplication::processEvents();
                if (goes)
                    banner->findChildren<QPushButton *>().last()->setFocus(Qt::TabFocusReason);
                {
                    const std::unique_ptr<QDialog> dialog(make(name));
                    dialog->show();
                    dialog->activateWindow();
                    QTRY_COMPARE(QApplication::activeWindow(), dialog.get());
                    banner->clearMessage(u"test"_s);
                    QTest::keyClick(dialog.get(), Qt::Key_Escape);
                    QVERIFY(!dialog->isVisible());
                }
                window().activateWindow();
                QTRY_COMPARE(QApplication::activeWindow(), &window());
                isBack();
            }
        }

        // A line that was answered, and every other control that takes the keys and goes.
        what = u"a line in the cell"_s;
        begin();
        auto *line = new QLineEdit(canvas->viewport());
        line->show();
        line->setFocus();
        line->deleteLater();
        isBack();
        window().showPane(u"activity"_s, false);
        for (QWidget *each : window().findChildren<QWidget *>()) {
            if (!takesTab(each) || outer(each) != each || each == canvas || canvas->isAncestorOf(each) || qobject_cast<QTabBar *>(each))
                continue;
            what = described(each);
            begin();
            each->setFocus(Qt::TabFocusReason);
            if (!each->hasFocus())
                continue;
            each->hide();
            QCoreApplication::processEvents();
            QWidget *now = QApplication::focusWidget();
            QVERIFY2(now && now->isVisible(), qPrintable(what));
            bool inPane = false;
            for (const auto &id : { u"sandboxes"_s, u"files"_s, u"activity"_s, u"transfers"_s, u"variables"_s, u"outline"_s, u"contexts"_s, u"queue"_s }) {
                const QWidget *group = window().pane(id)->parentWidget()->parentWidget();
                inPane = inPane || (group->isAncestorOf(now) && group->isAncestorOf(each));
            }
            QVERIFY2(inPane || now == home(), qPrintable(what + u" -> "_s + described(now)));
            each->show();
            QCoreApplication::processEvents();
        }

        // A tab that is dragged and let go where it was.
        what = u"a drag"_s;
        begin();
        auto *tabs = window().findChild<DocumentTabs *>();
        const QPoint at = tabs->tabRect(tabs->currentIndex()).center();
        QTest::mousePress(tabs, Qt::LeftButton, {}, at);
        QTest::mouseMove(tabs, at + QPoint(20, 0));
        QTest::mouseMove(tabs, at + QPoint(20, 90));
        QTest::mouseMove(tabs, at);
        QTest::mouseRelease(tabs, Qt::LeftButton, {}, at);
        isBack();
        window().closeDocumentNow(view);
    }

    void tabGoesRoundTheWindow_data()
    {
        QTest::addColumn<QString>("document");
        for (const char *name : { "start", "notebook", "details", "metrics", "files" })
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    /// No focus trap: Tab meets every control and comes back to where it began, Shift+Tab the same way back.
    void tabGoesRoundTheWindow()
    {
        QFETCH(QString, document);
        window().resetLayout();
        show(document);
        window().showPane(u"activity"_s, false);
        window().showPane(u"transfers"_s, false);
        window().activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &window());
        QCoreApplication::processEvents();
        window().currentDocument()->setFocus(Qt::OtherFocusReason);
        if (auto *view = qobject_cast<NotebookView *>(window().currentDocument()))
            view->canvas()->command();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        const auto walk = [](Qt::Key key, Qt::KeyboardModifiers modifiers) {
            QList<QWidget *> round;
            for (int i = 0; i < 300; ++i) {
                QWidget *now = QApplication::focusWidget();
                if (!now || round.contains(now))
                    break;
                round << now;
                QTest::keyClick(now, key, modifiers);
            }
            return round;
        };
        QWidget *first = QApplication::focusWidget();
        QVERIFY(first);
        const QList<QWidget *> forward = walk(Qt::Key_Tab, {});
        QVERIFY2(QApplication::focusWidget() == first, qPrintable(names(forward) + u"\nends at "_s + described(QApplication::focusWidget())));
        QList<QWidget *> backward = walk(Qt::Key_Backtab, Qt::ShiftModifier);
        QVERIFY2(QApplication::focusWidget() == first, qPrintable(names(backward) + u"\nends at "_s + described(QApplication::focusWidget())));
        std::reverse(backward.begin() + 1, backward.end());
        QCOMPARE(names(backward), names(forward));
        QCOMPARE(missedBy(forward), QStringList());
    }

    void inACellTabIndentsAndEscThenTabLeaves()
    {
        NotebookView *view = m_application->notebooks().create(m_id);
        window().activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &window());
        CellCanvas *canvas = view->canvas();
        canvas->edit();
        QWidget *editor = QApplication::focusWidget();
        QCOMPARE(editor, static_cast<QWidget *>(canvas->editor()));
        QTest::keyClick(editor, Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), editor);
        QVERIFY(view->document()->cell(0)->source().startsWith("    "_L1));
        QTest::keyClick(editor, Qt::Key_Escape);
        QCOMPARE(QApplication::focusWidget(), canvas);
        QTest::keyClick(canvas, Qt::Key_Tab);
        QVERIFY(QApplication::focusWidget() != canvas && !canvas->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), canvas);
        window().closeDocumentNow(view);
    }

    /// On a laptop's screen none is cut, and the keys are beside what they do.
    void everyMenuFitsAndSaysItsKeys()
    {
        NotebookView *view = m_application->notebooks().create(m_id);
        QCoreApplication::processEvents();
        int menus = 0;
        const std::function<void(QMenu *)> look = [&](QMenu *menu) {
            ++menus;
            QVERIFY2(menu->sizeHint().height() <= 700, qPrintable(menu->title() + QString::number(menu->sizeHint().height())));
            for (const QAction *entry : menu->actions()) {
                if (entry->menu() && !entry->text().contains("recent"_L1))
                    look(entry->menu());
            }
        };
        for (const QAction *entry : window().menuBar()->actions()) {
            Q_EMIT entry->menu()->aboutToShow();
            look(entry->menu());
        }
        QVERIFY(menus >= 14);
        QHash<QString, QString> shown;
        for (const QMenu *menu : window().menuBar()->findChildren<QMenu *>()) {
            for (const QAction *entry : menu->actions())
                shown.insert(entry->objectName(), entry->text().section(u'\t', 1));
        }
        for (const QString &id : KeyMap::instance().ids()) {
            const QString keys = KeyMap::instance().text(id);
            if (shown.contains(id) && !keys.isEmpty())
                QVERIFY2(shown.value(id) == keys, qPrintable(id + u": "_s + shown.value(id)));
        }
        QCOMPARE(shown.value(u"notebook.runAll"_s), u"F5"_s);
        QCOMPARE(shown.value(u"notebook.cut"_s), u"X"_s);
        // Quit is the last thing in File.
        QMenu *file = window().menuBar()->actions().first()->menu();
        QCOMPARE(file->actions().last()->objectName(), u"app.quit"_s);
        window().closeDocumentNow(view);
    }

    void escReturnsToTheDocumentFromEverywhere()
    {
        show(u"notebook"_s);
        window().activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &window());
        int outside = 0;
        for (int i = 0; i < 8; ++i) {
            m_application->actions().action(u"window.nextPart"_s)->trigger();
            QWidget *focus = QApplication::focusWidget();
            QVERIFY(focus);
            if (window().currentDocument()->isAncestorOf(focus) || focus == window().currentDocument())
                continue;
            ++outside;
            QTest::keyClick(focus, Qt::Key_Escape);
            // A filter gives its list back first.
            if (QApplication::focusWidget() && !window().currentDocument()->isAncestorOf(QApplication::focusWidget()))
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
            QWidget *now = QApplication::focusWidget();
            QVERIFY2(now && (now == window().currentDocument() || window().currentDocument()->isAncestorOf(now)), qPrintable(described(focus)));
            // On from where it was.
            focus->setFocus(Qt::ShortcutFocusReason);
        }
        QVERIFY2(outside >= 4, qPrintable(QString::number(outside)));
    }

    void mnemonicsOfADialogAreItsOwn_data() { everyDialogHasNamesAndAnOrder_data(); }
    void mnemonicsOfADialogAreItsOwn()
    {
        QFETCH(QString, name);
        const std::unique_ptr<QDialog> dialog(make(name));
        QHash<QChar, QString> seen;
        const auto note = [&seen](const QString &text) {
            const qsizetype at = QString(text).replace(u"&&"_s, u"  "_s).indexOf(u'&');
            if (at < 0 || at + 1 >= text.size())
                return QString();
            const QChar key = text.at(at + 1).toLower();
            const QString other = seen.value(key);
            seen.insert(key, text);
            return other;
        };
        for (const QAbstractButton *each : dialog->findChildren<QAbstractButton *>()) {
            const QString other = note(each->text());
            QVERIFY2(other.isEmpty(), qPrintable(each->text() + u" / "_s + other));
        }
        for (const QLabel *each : dialog->findChildren<QLabel *>()) {
            if (!each->buddy())
                continue;
            const QString other = note(each->text());
            QVERIFY2(other.isEmpty(), qPrintable(each->text() + u" / "_s + other));
        }
    }

private:
    static QAction *actionOf(const NotebookView *view, const QString &id)
    {
        for (QAction *action : view->allActions()) {
            if (action->objectName() == id)
                return action;
        }
        return nullptr;
    }
    /// A control of the pane that takes keys; null when none does.
    static QWidget *inIt(QWidget *pane)
    {
        if (takesTab(pane))
            return pane;
        for (QWidget *each : pane->findChildren<QWidget *>()) {
            if (takesTab(each))
                return each;
        }
        return nullptr;
    }
    /// What takes Tab in the window and was not met. Of buttons that exclude each other only the chosen one is; the arrows reach the others.
    QStringList missedBy(const QList<QWidget *> &round) const
    {
        QStringList missed;
        for (QWidget *each : window().findChildren<QWidget *>()) {
            const auto *button = qobject_cast<const QAbstractButton *>(each);
            const bool oneOfMany = button && button->isCheckable() && (button->autoExclusive() || (button->group() && button->group()->exclusive()));
            if (takesTab(each) && outer(each) == each && each->window() == &window() && !oneOfMany && !round.contains(each)
                && std::none_of(round.begin(), round.end(), [each](const QWidget *met) { return outer(met) == each; }))
                missed << described(each);
        }
        return missed;
    }
    static QString names(const QList<QWidget *> &widgets)
    {
        QStringList list;
        for (const QWidget *each : widgets)
            list << described(each);
        return list.join(u'\n');
    }
    QDialog *make(const QString &name)
    {
        ConnectionStore &connections = m_application->connections();
        SandboxStore &store = m_application->sandboxes();
        if (name == "add connection"_L1)
            return new ConnectionDialog(&connections, &window());
        if (name == "edit connection"_L1)
            return new ConnectionDialog(&connections, connections.find(u"environment"_s), &window());
        if (name == "new sandbox"_L1)
            return new NewSandboxDialog(&m_application->sessions(), &window());
        if (name == "renew"_L1)
            return new RenewDialog(&store, { m_id }, &window());
        if (name == "kill"_L1)
            return new KillDialog({ u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s, u"f"_s }, { u"2 of them run cells."_s }, &window());
        if (name == "isolation"_L1)
            return new IsolationDialog(nullptr, &window());
        if (name == "preferences"_L1)
            return new PreferencesDialog(&m_application->preferences(), &window());
        return new ShortcutSheet(m_application->actions(), &window());
    }
    void show(const QString &document)
    {
        Actions &actions = m_application->actions();
        if (document == "start"_L1)
            actions.action(u"help.start"_s)->trigger();
        else if (document == "notebook"_L1)
            m_application->notebooks().create(m_id);
        else if (document == "details"_L1)
            actions.action(u"sandbox.details"_s)->trigger();
        else if (document == "metrics"_L1)
            actions.action(u"sandbox.metrics"_s)->trigger();
        else
            actions.action(u"sandbox.files"_s)->trigger();
        QCoreApplication::processEvents();
    }

    QString m_id;
};

QTEST_MAIN(TestAccess)
#include "tst_access.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Without a mouse: every control has a name, Tab reaches all of a dialog in the order of the eye, F6 and Esc move between parts.
#include "programtest.h"

#include <notebookdocuments.h>
#include <sandboxes/connectiondialog.h>
#include <sandboxes/formsection.h>
#include <sandboxes/isolationdialog.h>
#include <sandboxes/killdialog.h>
#include <sandboxes/newsandboxdialog.h>
#include <sandboxes/renewdialog.h>
#include <session/connectionstore.h>
#include <session/sandboxstore.h>
#include <shell/mainwindow.h>
#include <shell/preferences.h>
#include <shell/preferencesdialog.h>
#include <shell/shortcutsheet.h>
#include <theme/workbenchstyle.h>

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QButtonGroup>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QAbstractScrollArea>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QString described(const QWidget *widget)
{
    return u"%1 '%2' in %3"_s.arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName(), QString::fromLatin1(widget->parentWidget() ? widget->parentWidget()->metaObject()->className() : "nothing"));
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
    focus->clearFocus();
    focus->setFocus(Qt::TabFocusReason);
    const QRect place = QRect(focus->mapTo(window, QPoint()), focus->size()).adjusted(-6, -6, 6, 6).intersected(window->rect());
    QCoreApplication::processEvents();
    const QImage with = window->grab(place).toImage();
    focus->clearFocus();
    QCoreApplication::processEvents();
    const QImage without = window->grab(place).toImage();
    focus->setFocus(Qt::TabFocusReason);
    QCoreApplication::processEvents();
    return with != without;
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
        for (const auto &pane : { u"sandboxes"_s, u"files"_s, u"activity"_s, u"transfers"_s, u"variables"_s, u"outline"_s, u"queue"_s }) {
            window().showPane(pane, false);
            QCoreApplication::processEvents();
            QCOMPARE(nameless(&window()), QStringList());
        }
    }

    void whatHasTheFocusIsSeen_data() { everyPartOfTheWindowHasNames_data(); }

    /// From each pane on with Tab alone: each stop is seen by the eye and has a role for the ear.
    void whatHasTheFocusIsSeen()
    {
        QFETCH(QString, document);
        show(document);
        window().activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &window());
        QStringList wrong;
        QSet<QWidget *> all;
        for (const auto &pane : { u"sandboxes"_s, u"files"_s, u"activity"_s, u"transfers"_s, u"variables"_s, u"outline"_s, u"queue"_s }) {
            window().showPane(pane, true);
            if (!QApplication::focusWidget() || !QApplication::focusWidget()->isVisible())
                m_application->actions().action(u"window.nextPart"_s)->trigger();
            QCoreApplication::processEvents();
            QList<QWidget *> met;
            for (int i = 0; i < 200; ++i) {
                QWidget *now = QApplication::focusWidget();
                QVERIFY2(now, qPrintable(pane + u": nothing has the focus"_s));
                if (met.contains(now))
                    break;
                met << now;
                all << now;
                if (!hasRole(now))
                    wrong << pane + u": no role: "_s + described(now);
                if (!isSeen(now))
                    wrong << pane + u": not seen: "_s + described(now);
                QTest::keyClick(now, Qt::Key_Tab);
            }
        }
        wrong.removeDuplicates();
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QVERIFY2(all.size() >= 8, qPrintable(QString::number(all.size())));
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

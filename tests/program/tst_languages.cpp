// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// The window in each language, from right to left and with large letters: nothing is cut, nothing meets.
#include "fakelifecycle.h"

#include <application.h>
#include <notebookdocuments.h>
#include <sandboxes/install.h>
#include <sandboxes/isolationdialog.h>
#include <sandboxes/newsandboxdialog.h>
#include <sandboxes/sandboxdetails.h>
#include <session/connectionstore.h>
#include <session/sandboxstore.h>
#include <shared/label.h>
#include <shared/toasts.h>
#include <shared/translations.h>
#include <shell/mainwindow.h>
#include <shell/panegroup.h>
#include <shell/preferencesdialog.h>
#include <shell/shortcutsheet.h>
#include <shell/startpage.h>
#include <theme/fonts.h>
#include <theme/workbenchstyle.h>

#include <QAbstractButton>
#include <QAccessible>
#include <QDialog>
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QTabBar>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QString nameOf(const QWidget *widget)
{
    QStringList chain;
    for (const QWidget *each = widget; each && chain.size() < 4; each = each->parentWidget())
        chain.prepend(QString::fromLatin1(each->metaObject()->className()));
    return chain.join(u" > "_s);
}

/// Visible texts that have less room than they need.
QStringList cutTexts(const QWidget &window)
{
    QStringList cut;
    const auto note = [&cut](const QWidget *widget, const QString &text, const QSize &wanted) {
        cut << u"%1 '%2' is %3x%4, needs %5x%6"_s.arg(nameOf(widget), text).arg(widget->width()).arg(widget->height()).arg(wanted.width()).arg(wanted.height());
    };
    for (const QAbstractButton *button : window.findChildren<QAbstractButton *>()) {
        if (!button->isVisible() || button->text().isEmpty())
            continue;
        const QSize wanted = button->sizeHint();
        if (button->width() < wanted.width() || button->height() < wanted.height() - 1)
            note(button, button->text(), wanted);
    }
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        if (!label->isVisible() || label->text().isEmpty())
            continue;
        const QSize wanted = label->wordWrap() ? QSize(label->width(), label->heightForWidth(label->width())) : label->sizeHint();
        if (label->width() < wanted.width() || label->height() < wanted.height() - 1)
            note(label, label->text(), wanted);
    }
    // The words above docks; tabs of documents may give way, as their names can be of any length.
    for (const QTabBar *bar : window.findChildren<QTabBar *>()) {
        if (!bar->isVisible() || !qobject_cast<const PaneGroup *>(bar->parentWidget()))
            continue;
        for (int i = 0; i < bar->count(); ++i) {
            const int wanted = bar->fontMetrics().horizontalAdvance(bar->tabText(i));
            if (bar->tabRect(i).width() < wanted || bar->tabRect(i).right() > bar->width())
                note(bar, bar->tabText(i), { wanted, bar->height() });
        }
    }
    return cut;
}

/// Controls that the keyboard reaches, in the order of the Tab key, beginning at the top.
QList<QWidget *> tabOrder(QWidget &window)
{
    QList<QWidget *> order;
    for (QWidget *each = window.nextInFocusChain(); each && each != &window; each = each->nextInFocusChain()) {
        if (each->window() == &window && each->isVisible() && each->isEnabled() && (each->focusPolicy() & Qt::TabFocus) && !each->focusProxy())
            order << each;
    }
    return order;
}

/// Those of them that a screen reader would have no name for.
QStringList unnamed(QWidget &window)
{
    QStringList list;
    for (QWidget *each : tabOrder(window)) {
        const QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(each);
        if (!interface || interface->text(QAccessible::Name).trimmed().isEmpty())
            list << nameOf(each) + u" "_s + each->objectName();
    }
    return list;
}

/// Steps of the Tab key that go back up past what they came from.
QStringList stepsBack(QWidget &dialog)
{
    QStringList list;
    const QList<QWidget *> order = tabOrder(dialog);
    // What is scrolled out of sight stands nowhere in particular.
    const auto scrolls = [](QWidget *widget) {
        while (widget && !qobject_cast<QScrollArea *>(widget))
            widget = widget->parentWidget();
        return widget;
    };
    for (qsizetype i = 1; i < order.size(); ++i) {
        if (scrolls(order.at(i - 1)) != scrolls(order.at(i)))
            continue;
        const QRect before(order.at(i - 1)->mapTo(&dialog, QPoint(0, 0)), order.at(i - 1)->size());
        const QRect now(order.at(i)->mapTo(&dialog, QPoint(0, 0)), order.at(i)->size());
        // A second column begins at the top again.
        if (now.bottom() < before.top() && now.left() < before.right())
            list << nameOf(order.at(i - 1)) + u" -> "_s + nameOf(order.at(i));
    }
    return list;
}

/// Menus in which one letter stands for two entries.
QStringList doubleMnemonics(const QMenuBar *bar)
{
    QStringList twice;
    const auto look = [&twice](const QList<QAction *> &actions, const QString &where) {
        QHash<QChar, QString> seen;
        for (const QAction *action : actions) {
            const QString text = QString(action->text()).remove(u"&&"_s);
            const qsizetype at = text.indexOf(u'&');
            if (at < 0 || at + 1 >= text.size())
                continue;
            const QChar letter = text.at(at + 1).toLower();
            if (seen.contains(letter))
                twice << u"%1: '%2' and '%3'"_s.arg(where, seen.value(letter), text);
            seen.insert(letter, text);
        }
    };
    look(bar->actions(), u"menu bar"_s);
    for (const QAction *entry : bar->actions()) {
        if (entry->menu())
            look(entry->menu()->actions(), entry->text());
    }
    return twice;
}

} // namespace

class TestLanguages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { WorkbenchStyle::install(); }

    void cleanup()
    {
        m_application.reset();
        m_server.reset();
        Translations::install(QLocale(QLocale::English));
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
        Fonts::setScale(1);
    }

    void nothingIsCut_data()
    {
        QTest::addColumn<QLocale>("locale");
        QTest::addColumn<Qt::LayoutDirection>("direction");
        QTest::addColumn<int>("percent");
        QTest::addColumn<QSize>("size");
        QTest::newRow("en") << QLocale(QLocale::English) << Qt::LeftToRight << 100 << QSize(1440, 900);
        QTest::newRow("de") << QLocale(QLocale::German) << Qt::LeftToRight << 100 << QSize(1440, 900);
        QTest::newRow("zh") << QLocale(QLocale::Chinese, QLocale::China) << Qt::LeftToRight << 100 << QSize(1440, 900);
        QTest::newRow("de-1200") << QLocale(QLocale::German) << Qt::LeftToRight << 100 << QSize(1200, 800);
        QTest::newRow("de-small") << QLocale(QLocale::German) << Qt::LeftToRight << 100 << QSize(1024, 700);
        QTest::newRow("rtl") << QLocale(QLocale::English) << Qt::RightToLeft << 100 << QSize(1440, 900);
        QTest::newRow("large") << QLocale(QLocale::English) << Qt::LeftToRight << 200 << QSize(1440, 900);
        QTest::newRow("laptop") << QLocale(QLocale::German) << Qt::LeftToRight << 150 << QSize(1366, 768);
    }

    void nothingIsCut()
    {
        QFETCH(QLocale, locale);
        QFETCH(Qt::LayoutDirection, direction);
        QFETCH(int, percent);
        QFETCH(QSize, size);
        Translations::install(locale);
        QGuiApplication::setLayoutDirection(direction);
        m_server = std::make_unique<FakeLifecycle>();
        const OpenSandbox::ConnectionConfig config = m_server->config();
        qputenv("OPEN_SANDBOX_DOMAIN", config.domain.toUtf8());
        qputenv("OPEN_SANDBOX_API_KEY", config.apiKey.toUtf8());
        const QString id = m_server->add(u"py-analysis"_s, 41min);
        m_server->add(u"gpu-trainer"_s, 8min);
        m_server->setState(m_server->add(u"eval-shard-07"_s, 1h, u"Failed"_s), u"Failed"_s, u"out of memory"_s);
        m_server->add(u"go-bench"_s, 0s, u"Paused"_s);

        ApplicationOptions options;
        options.localRuntime = false;
        options.theme = Theme::Kind::Light;
        options.textScale = percent / 100.0;
        options.connection = u"environment"_s;
        m_application = std::make_unique<Application>(options);
        MainWindow &window = m_application->window();
        window.resize(size);
        m_application->start();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY(m_application->sandboxes().count() == 4);
        look(window, u"start"_s);
        window.showPane(u"activity"_s, false);
        m_application->notebooks().create(id, u"python"_s);
        look(window, u"notebook"_s);
        auto *part = window.findChild<SandboxesPart *>();
        QVERIFY(part);
        part->showDetails(id);
        QTRY_VERIFY(qobject_cast<SandboxDetails *>(window.currentDocument()));
        look(window, u"details"_s);
        part->showMetrics({ id });
        look(window, u"metrics"_s);
        window.showPane(u"files"_s, false);
        Q_EMIT part->filesRequested(id);
        look(window, u"files"_s);
        const QStringList twice = doubleMnemonics(window.menuBar());
        QVERIFY2(twice.isEmpty(), qPrintable(twice.join(u'\n')));

        for (const QString &action : { u"sandbox.new"_s, u"connection.add"_s, u"tools.preferences"_s, u"sandbox.isolation"_s, u"help.shortcuts"_s }) {
            m_application->actions().action(action)->trigger();
            QWidget *dialog = nullptr;
            QTRY_VERIFY2((dialog = shownDialog()), qPrintable(action));
            look(*dialog, QString(action).replace(u'.', u'-'));
            QVERIFY2(dialog->width() <= size.width() && dialog->height() <= std::max(size.height(), 720), qPrintable(u"%1: %2 x %3"_s.arg(action).arg(dialog->width()).arg(dialog->height())));
            // It may be made as small as the window is, with the buttons that end it still there.
            QVERIFY2(dialog->minimumSizeHint().width() <= size.width() && dialog->minimumSizeHint().height() <= size.height(), qPrintable(action));
            delete dialog;
        }
        window.toasts().show({ .text = u"Killing etl-nightly in 4 s"_s, .icon = u"power"_s, .meaning = Meaning::Bad, .buttons = { { u"Undo"_s, {} } } });
        window.palettePopup().open(u"re"_s);
        look(window, u"palette"_s);
        window.palettePopup().close();
    }

private:
    QWidget *shownDialog() const
    {
        for (QDialog *dialog : m_application->window().findChildren<QDialog *>()) {
            if (dialog->isVisible())
                return dialog;
        }
        return nullptr;
    }

    static void look(QWidget &widget, const QString &what)
    {
        QTest::qWait(150); // layouts settle, lists arrive
        QDir().mkpath(QStringLiteral(WB_PICTURES));
        QVERIFY(widget.grab().save(QStringLiteral(WB_PICTURES "/language-%1-%2.png").arg(QString::fromLatin1(QTest::currentDataTag()), what)));
        QTRY_VERIFY2_WITH_TIMEOUT(cutTexts(widget).isEmpty(), qPrintable(what + u":\n"_s + cutTexts(widget).join(u'\n')), 10'000);
        const QStringList nameless = unnamed(widget);
        QVERIFY2(nameless.isEmpty(), qPrintable(what + u" without a name:\n"_s + nameless.join(u'\n')));
        if (qobject_cast<QDialog *>(&widget)) {
            const QStringList back = stepsBack(widget);
            QVERIFY2(back.isEmpty(), qPrintable(what + u" Tab goes back:\n"_s + back.join(u'\n')));
        }
    }

    std::unique_ptr<FakeLifecycle> m_server;
    std::unique_ptr<Application> m_application;
};

QTEST_MAIN(TestLanguages)
#include "tst_languages.moc"

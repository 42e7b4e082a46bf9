// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "componentsheet.h"

#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/palette.h"
#include "theme/syntax.h"
#include "theme/workbenchstyle.h"

#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/Theme>

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QStyleOptionTab>
#include <QTabBar>
#include <QTest>
#include <QTextEdit>

#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

double channel(double value)
{
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &color)
{
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}

/// WCAG 2.1.
double ratio(const QColor &a, const QColor &b)
{
    const double one = luminance(a);
    const double two = luminance(b);
    return (qMax(one, two) + 0.05) / (qMin(one, two) + 0.05);
}

/// The commonest colour is the background; the one farthest from it is the text.
double textContrast(const QImage &picture, QColor *background = nullptr)
{
    QHash<QRgb, int> counts;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            ++counts[picture.pixel(x, y)];
    }
    QRgb most = 0;
    int best = 0;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it) {
        if (it.value() > best) {
            best = it.value();
            most = it.key();
        }
    }
    if (background)
        *background = QColor(most);
    double highest = 1;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        highest = qMax(highest, ratio(QColor(it.key()), QColor(most)));
    return highest;
}

void savePicture(const QImage &picture, const QString &name)
{
    QDir().mkpath(QStringLiteral(WB_PICTURES));
    QVERIFY(picture.save(QStringLiteral(WB_PICTURES) + u'/' + name + u".png"_s));
}

constexpr std::array kinds { Theme::Kind::Light, Theme::Kind::Dark, Theme::Kind::HighContrast };
const QString names[] { u"light"_s, u"dark"_s, u"contrast"_s };

} // namespace

class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { WorkbenchStyle::install(); }

    void textReachesItsContrast_data()
    {
        QTest::addColumn<int>("kind");
        for (int i = 0; i < 3; ++i)
            QTest::newRow(qPrintable(names[i])) << i;
    }

    void textReachesItsContrast()
    {
        QFETCH(int, kind);
        const Theme &t = Theme::of(Theme::Kind(kind));
        const double text = t.isHighContrast() ? 7.0 : 4.5;
        const auto atLeast = [](const QColor &ink, const QColor &paper, double wanted, const char *what) {
            QVERIFY2(ratio(ink, paper) >= wanted, qPrintable(u"%1: %2"_s.arg(QLatin1StringView(what)).arg(ratio(ink, paper))));
        };
        for (const QColor &paper : { t.base, t.window, t.raised, t.code, t.codeActive, t.hover }) {
            atLeast(t.text, paper, text, "text");
            atLeast(t.text2, paper, text, "text2");
        }
        for (const QColor &paper : { t.base, t.window, t.code })
            atLeast(t.text3, paper, text, "text3");
        atLeast(t.onSelection, t.selection, text, "onSelection on selection");
        atLeast(t.hint(true), t.selection, 4.5, "hint on selection");
        atLeast(t.text, t.selectionInactive, 4.5, "text on selectionInactive");
        atLeast(t.onAccent, t.accent, text, "onAccent on accent");
        atLeast(t.onAccent, t.accentHover, text, "onAccent on accentHover");
        atLeast(t.link, t.base, text, "link on base");
        atLeast(t.accent, t.window, 3.0, "accent on window");
        atLeast(t.focus, t.window, 3.0, "focus on window");
        atLeast(t.control, t.base, 3.0, "control on base");
        atLeast(t.onTooltip, t.tooltip, text, "tooltip");
        atLeast(t.text, t.find, text, "text on find");
        for (const Meaning meaning : { Meaning::Ok, Meaning::Warn, Meaning::Bad, Meaning::Rest, Meaning::Busy, Meaning::Idle }) {
            const Tone tone = t.tone(meaning);
            atLeast(tone.text, t.base, text, "meaning on base");
            atLeast(tone.text, t.window, text, "meaning on window");
            atLeast(tone.text, tone.tint, text, "meaning on its tint");
            atLeast(t.text, tone.tint, text, "text on tint");
        }
        for (int i = 0; i < 8; ++i) {
            atLeast(t.seriesColor(i), t.base, 3.0, "series on base");
            atLeast(t.seriesTextColor(i), t.window, 4.5, "series text on window");
        }
        for (const QColor &ink : { t.synNormal, t.synKeyword, t.synString, t.synNumber, t.synFunction, t.synComment, t.synBuiltin, t.synType, t.synOperator, t.synEscape })
            atLeast(ink, t.code, text, "editor colour on code");
    }

    // The table of the design, measured: a changed token shows here first.
    void contrastsAreThoseOfTheDesign()
    {
        struct Pair
        {
            const char *name;
            QColor Theme::*ink;
            QColor Theme::*paper;
            std::array<double, 3> ratios;
        };
        const Pair pairs[] {
            { "text on base", &Theme::text, &Theme::base, { 16.3, 13.8, 21.0 } },
            { "text on window", &Theme::text, &Theme::window, { 15.1, 12.4, 21.0 } },
            { "text on hover", &Theme::text, &Theme::hover, { 13.8, 10.1, 14.2 } },
            { "onSelection on selection", &Theme::onSelection, &Theme::selection, { 13.1, 10.4, 15.2 } },
            { "text2 on base", &Theme::text2, &Theme::base, { 7.4, 8.3, 18.4 } },
            { "text2 on window", &Theme::text2, &Theme::window, { 6.8, 7.4, 18.4 } },
            { "text3 on base", &Theme::text3, &Theme::base, { 5.4, 6.2, 14.4 } },
            { "text3 on window", &Theme::text3, &Theme::window, { 5.0, 5.6, 14.4 } },
            { "text3 on code", &Theme::text3, &Theme::code, { 5.1, 5.8, 14.4 } },
            { "onAccent on accent", &Theme::onAccent, &Theme::accent, { 6.2, 8.3, 15.2 } },
            { "link on base", &Theme::link, &Theme::base, { 6.8, 7.9, 12.2 } },
            { "accent on window", &Theme::accent, &Theme::window, { 5.7, 7.1, 15.2 } },
            { "ok on base", &Theme::ok, &Theme::base, { 6.1, 10.2, 14.9 } },
            { "ok on window", &Theme::ok, &Theme::window, { 5.7, 9.2, 14.9 } },
            { "ok on okTint", &Theme::ok, &Theme::okTint, { 5.4, 8.4, 12.1 } },
            { "warn on base", &Theme::warn, &Theme::base, { 6.4, 9.6, 13.3 } },
            { "warn on window", &Theme::warn, &Theme::window, { 5.9, 8.6, 13.3 } },
            { "warn on warnTint", &Theme::warn, &Theme::warnTint, { 6.0, 7.6, 10.9 } },
            { "bad on base", &Theme::bad, &Theme::base, { 7.0, 7.6, 10.9 } },
            { "bad on window", &Theme::bad, &Theme::window, { 6.4, 6.8, 10.9 } },
            { "bad on badTint", &Theme::bad, &Theme::badTint, { 6.3, 6.8, 9.6 } },
            { "rest on base", &Theme::rest, &Theme::base, { 6.8, 9.9, 14.9 } },
            { "rest on window", &Theme::rest, &Theme::window, { 6.3, 8.9, 14.9 } },
            { "rest on restTint", &Theme::rest, &Theme::restTint, { 6.0, 7.9, 12.7 } },
            { "busy on base", &Theme::busy, &Theme::base, { 6.2, 7.9, 10.2 } },
            { "busy on window", &Theme::busy, &Theme::window, { 5.7, 7.1, 10.2 } },
            { "busy on busyTint", &Theme::busy, &Theme::busyTint, { 5.5, 6.5, 8.9 } },
            { "idle on window", &Theme::idle, &Theme::window, { 5.6, 6.6, 14.4 } },
            { "idle on idleTint", &Theme::idle, &Theme::idleTint, { 5.3, 5.8, 11.3 } },
            { "text on badTint", &Theme::text, &Theme::badTint, { 14.7, 12.4, 18.5 } },
            { "text on warnTint", &Theme::text, &Theme::warnTint, { 15.2, 11.0, 17.2 } },
            { "text2 on warnTint", &Theme::text2, &Theme::warnTint, { 6.9, 6.6, 15.1 } },
            { "text on find", &Theme::text, &Theme::find, { 13.2, 7.0, 8.5 } },
            { "onTooltip on tooltip", &Theme::onTooltip, &Theme::tooltip, { 12.7, 13.8, 21.0 } },
            { "control on window", &Theme::control, &Theme::window, { 3.0, 4.1, 21.0 } },
            { "border on window", &Theme::border, &Theme::window, { 1.5, 1.9, 21.0 } },
        };
        for (const Pair &pair : pairs) {
            for (std::size_t i = 0; i < 3; ++i) {
                const Theme &theme = Theme::of(kinds[i]);
                const double measured = ratio(theme.*pair.ink, theme.*pair.paper);
                QVERIFY2(std::abs(measured - pair.ratios[i]) <= 0.06, qPrintable(u"%1, %2: %3"_s.arg(QLatin1StringView(pair.name), names[i]).arg(measured)));
            }
        }
    }

    void everySelectionIsReadable_data() { textReachesItsContrast_data(); }

    // Newer Fusion code paints some highlights with the accent, on which the text of a selection cannot be read.
    void everySelectionIsReadable()
    {
        QFETCH(int, kind);
        Theme::setCurrent(Theme::Kind(kind));
        const Theme &theme = Theme::current();

        QMenu menu;
        QAction *first = menu.addAction(u"Renew the sandbox"_s);
        menu.addAction(u"Kill"_s);
        menu.popup(QPoint(0, 0));
        menu.setActiveAction(first);
        QColor paper;
        QVERIFY(textContrast(menu.grab(menu.actionGeometry(first).adjusted(6, 3, -6, -3)).toImage(), &paper) >= 4.5);
        QCOMPARE(paper, theme.selection);
        menu.hide();

        QComboBox combo;
        combo.addItems({ u"Code cell"_s, u"Text cell"_s });
        combo.show();
        combo.showPopup();
        QAbstractItemView *list = combo.view();
        list->setCurrentIndex(list->model()->index(0, 0));
        const QRect row = list->visualRect(list->model()->index(0, 0));
        QVERIFY(textContrast(list->viewport()->grab(row.adjusted(2, 2, -2, -2)).toImage()) >= 4.5);
        combo.hidePopup();
        QVERIFY(textContrast(combo.grab(combo.rect().adjusted(4, 4, -4, -4)).toImage()) >= 4.5);

        QLineEdit line(u"selected text"_s);
        line.show();
        line.setFocus();
        line.selectAll();
        QVERIFY(textContrast(line.grab(QRect(10, 6, 60, line.height() - 12)).toImage()) >= 4.5);

        for (const bool focused : { true, false }) {
            QListWidget view;
            view.addItems({ u"first row"_s, u"second row"_s });
            view.setProperty("wbLeading", focused);
            view.setCurrentRow(0);
            view.show();
            const QRect item = view.visualItemRect(view.item(0)).adjusted(2, 3, -40, -3);
            QColor back;
            QVERIFY(textContrast(view.viewport()->grab(item).toImage(), &back) >= 4.5);
            QCOMPARE(back, focused ? theme.selection : theme.selectionInactive);
        }
    }

    void everyListedIconExists()
    {
        QFile list(QStringLiteral(WB_SOURCE_DIR "/resources/icons/lucide.txt"));
        QVERIFY(list.open(QIODevice::ReadOnly));
        int count = 0;
        QString before;
        for (const QByteArray &line : list.readAll().split('\n')) {
            const QString name = QString::fromLatin1(line.trimmed());
            if (name.isEmpty() || name.startsWith(u'#'))
                continue;
            ++count;
            QVERIFY2(Icons::exists(name), qPrintable(name));
            QVERIFY2(before < name, qPrintable(u"%1 is out of order"_s.arg(name)));
            before = name;
        }
        QCOMPARE(Icons::names().size(), count);
        QVERIFY(QFile::exists(u":/icons/lucide/LICENSE"_s));
    }

    void iconsTakeTheColourOfTheTheme()
    {
        for (const Theme::Kind kind : kinds) {
            Theme::setCurrent(kind);
            const QImage picture = Icons::icon(u"play"_s, Icons::Role::Bad).pixmap(QSize(32, 32)).toImage();
            QColor strongest;
            int alpha = 0;
            for (int y = 0; y < picture.height(); ++y) {
                for (int x = 0; x < picture.width(); ++x) {
                    if (const QColor color = picture.pixelColor(x, y); color.alpha() > alpha) {
                        alpha = color.alpha();
                        strongest = color;
                    }
                }
            }
            QVERIFY(alpha > 200);
            QVERIFY(qAbs(strongest.red() - Theme::current().bad.red()) < 8 && qAbs(strongest.green() - Theme::current().bad.green()) < 8);
        }
    }

    void iconsAreSharpAtEveryRatio()
    {
        for (const qreal scale : { 1.0, 1.25, 2.0 }) {
            const QPixmap picture = Icons::pixmap(u"box"_s, Qt::black, 16, scale);
            QCOMPARE(picture.devicePixelRatio(), scale);
            QCOMPARE(picture.width(), int(std::ceil(16 * scale)));
        }
    }

    void editorThemesAreFound()
    {
        for (const Theme::Kind kind : kinds) {
            Theme::setCurrent(kind);
            const KSyntaxHighlighting::Theme theme = currentSyntaxTheme();
            QVERIFY2(theme.isValid(), qPrintable(Theme::current().syntaxTheme()));
            QCOMPARE(theme.name(), Theme::current().syntaxTheme());
            QCOMPARE(QColor(theme.textColor(KSyntaxHighlighting::Theme::Keyword)), Theme::current().synKeyword);
            QCOMPARE(QColor(theme.editorColor(KSyntaxHighlighting::Theme::BackgroundColor)), Theme::current().code);
        }
    }

    void sizesFollowTheFont()
    {
        Fonts::setScale(1.0);
        QCOMPARE(Metrics::row(), 26);
        QCOMPARE(Metrics::control(), 28);
        QCOMPARE(Metrics::smallControl(), 24);
        QCOMPARE(Metrics::tab(), 34);
        QCOMPARE(Metrics::toolbar(), 40);
        QCOMPARE(Metrics::menuBar(), 32);
        QCOMPARE(Metrics::chip(), 22);
        QCOMPARE(Metrics::badge(), 16);
        QCOMPARE(Metrics::twoLineRow(), 44);
        QCOMPARE(Metrics::icon(), 16);
        Fonts::setScale(2.0);
        QCOMPARE(Metrics::row(), 52);
        QCOMPARE(Metrics::icon(), 32);
        Fonts::setScale(1.0);
    }

    void componentSheet_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("ratio");
        QTest::addColumn<double>("scale");
        for (int i = 0; i < 3; ++i) {
            for (const double dpr : { 1.0, 2.0 })
                QTest::newRow(qPrintable(u"%1@%2x"_s.arg(names[i]).arg(dpr))) << i << dpr << 1.0;
        }
        QTest::newRow("light-200%") << 0 << 1.0 << 2.0;
    }

    void componentSheet()
    {
        QFETCH(int, kind);
        QFETCH(double, ratio);
        QFETCH(double, scale);
        Fonts::setScale(scale);
        Theme::setCurrent(Theme::Kind(kind));
        const std::unique_ptr<QWidget> sheet(makeComponentSheet());
        sheet->resize(sheet->sizeHint().expandedTo(QSize(720, 900)));
        sheet->show();
        QVERIFY(QTest::qWaitForWindowExposed(sheet.get()));
        QImage picture(sheet->size() * ratio, QImage::Format_RGB32);
        picture.setDevicePixelRatio(ratio);
        sheet->render(&picture);
        savePicture(picture, u"components-%1"_s.arg(QString::fromLatin1(QTest::currentDataTag())).replace(u'%', QString()));
        const Theme &theme = Theme::current();
        QCOMPARE(picture.pixelColor(2, 2), theme.window);
        auto *primary = sheet->findChild<QWidget *>(u"primary"_s);
        QVERIFY(primary);
        const QPoint inside = primary->mapTo(sheet.get(), QPoint(6, primary->height() / 2)) * ratio;
        QCOMPARE(picture.pixelColor(inside), theme.accent);
        Fonts::setScale(1.0);
    }

    /// Four words above a dock of its usual width: the air between them gives way, not their letters.
    void wordsAboveDocksAreWhole()
    {
        Theme::setCurrent(Theme::Kind::Light);
        QTabBar bar;
        const auto ink = [&bar](int width, QStyleOptionTab::TabPosition position) {
            QStyleOptionTab option;
            option.rect = QRect(0, 0, width, 34);
            option.text = u"Contexts"_s;
            option.state = QStyle::State_Enabled | QStyle::State_Selected;
            option.position = position;
            QImage image(width, 34, QImage::Format_RGB32);
            image.fill(Theme::current().window);
            QPainter painter(&image);
            WorkbenchStyle().drawControl(QStyle::CE_TabBarTabLabel, &option, &painter, &bar);
            painter.end();
            int first = -1;
            int last = -1;
            for (int x = 0; x < width; ++x) {
                for (int y = 4; y < 30; ++y) {
                    if (qGray(image.pixel(x, y)) < 140) {
                        first = first < 0 ? x : first;
                        last = x;
                    }
                }
            }
            return std::pair(first, last - first);
        };
        const auto [wideLeft, wideWidth] = ink(140, QStyleOptionTab::Middle);
        const int narrow = QFontMetrics(Fonts::body(QFont::DemiBold)).horizontalAdvance(u"Contexts"_s) + 11;
        QCOMPARE(ink(narrow, QStyleOptionTab::Middle).second, wideWidth);
        QVERIFY(ink(narrow, QStyleOptionTab::Middle).first < wideLeft);
        // The first one stays in line with what is below it.
        QCOMPARE(ink(narrow + 7, QStyleOptionTab::Beginning), std::pair(wideLeft, wideWidth));
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fonts.h"

#include "theme.h"

#include <QApplication>
#include <QFontMetrics>

#include <array>

using namespace Qt::StringLiterals;

namespace Fonts {
namespace {

struct Size
{
    int pixels;
    int line;
    bool mono;
};

constexpr std::array<Size, 8> sizes { {
    { 28, 32, false },
    { 20, 28, false },
    { 15, 20, false },
    { 13, 18, false },
    { 12, 16, false },
    { 11, 14, false },
    { 13, 19, true },
    { 12, 17, true },
} };

struct Choice
{
    qreal scale = 1.0;
    QString interface;
    QString code;
};

Choice &choice()
{
    static Choice value;
    return value;
}

QStringList families(bool mono)
{
    if (mono) {
        QStringList list { u"JetBrains Mono"_s, u"DejaVu Sans Mono"_s, u"monospace"_s };
        if (!choice().code.isEmpty())
            list.prepend(choice().code);
        return list;
    }
    // After the first, fonts that have whole scripts: a glyph taken from here and there looks like a mistake.
    QStringList list { u"Inter"_s, u"Noto Sans"_s, u"Noto Sans CJK SC"_s, u"PingFang SC"_s, u"Microsoft YaHei UI"_s, u"WenQuanYi Micro Hei"_s,
        u"Droid Sans Fallback"_s, u"DejaVu Sans"_s };
    if (!choice().interface.isEmpty())
        list.prepend(choice().interface);
    return list;
}

} // namespace

QFont font(Role role, QFont::Weight weight)
{
    const Size &size = sizes[std::size_t(role)];
    QFont f;
    f.setFamilies(families(size.mono));
    f.setPixelSize(qMax(1, qRound(size.pixels * choice().scale)));
    f.setWeight(weight);
    // Line heights and tab widths are computed from whole pixels; hinting would make them differ by screen.
    f.setHintingPreference(QFont::PreferNoHinting);
    if (size.mono) {
        f.setStyleHint(QFont::Monospace);
        f.setFixedPitch(true);
        f.setFeature(QFont::Tag("liga"), 0);
        f.setFeature(QFont::Tag("calt"), 0);
    }
    return f;
}

QFont display() { return font(Role::Display, QFont::DemiBold); }
QFont title() { return font(Role::Title, QFont::DemiBold); }
QFont heading(QFont::Weight weight) { return font(Role::Heading, weight); }
QFont body(QFont::Weight weight) { return font(Role::Body, weight); }
QFont small(QFont::Weight weight) { return font(Role::Small, weight); }
QFont tiny(QFont::Weight weight) { return font(Role::Tiny, weight); }
QFont code(QFont::Weight weight) { return font(Role::Code, weight); }
QFont output(QFont::Weight weight) { return font(Role::Output, weight); }

QFont tabular(QFont f)
{
    f.setFeature(QFont::Tag("tnum"), 1);
    return f;
}

QFont tabular(const QFont &font, const QString &text)
{
    return text.contains(u'-') ? font : tabular(font);
}

int lineHeight(Role role)
{
    const QFontMetrics metrics(font(role, QFont::Normal));
    return qMax(metrics.height(), qRound(sizes[std::size_t(role)].line * choice().scale));
}

qreal scale()
{
    return choice().scale;
}

void setScale(qreal scale)
{
    choice().scale = qBound(0.7, scale, 3.0);
    if (qobject_cast<QApplication *>(QCoreApplication::instance()))
        QApplication::setFont(body());
    Q_EMIT ThemeNotifier::instance()->changed();
}

void setFamilies(const QString &interface, const QString &code)
{
    choice().interface = interface;
    choice().code = code;
    setScale(choice().scale);
}

} // namespace Fonts

namespace Metrics {

int scaled(int pixels)
{
    return qRound(pixels * Fonts::scale());
}

int icon()
{
    const qreal s = Fonts::scale();
    return s < 1.2 ? 16 : s < 1.45 ? 20 : s < 1.9 ? 24 : 32;
}

int smallIcon()
{
    const qreal s = Fonts::scale();
    return s < 1.2 ? 14 : s < 1.45 ? 16 : s < 1.9 ? 20 : 24;
}

int row() { return Fonts::lineHeight(Fonts::Role::Body) + scaled(8); }
int control() { return Fonts::lineHeight(Fonts::Role::Body) + scaled(10); }
int smallControl() { return Fonts::lineHeight(Fonts::Role::Body) + scaled(6); }
int chip() { return Fonts::lineHeight(Fonts::Role::Small) + scaled(6); }
int badge() { return Fonts::lineHeight(Fonts::Role::Tiny) + scaled(2); }
int tab() { return Fonts::lineHeight(Fonts::Role::Body) + scaled(16); }
int toolbar() { return control() + scaled(12); }
int menuBar() { return Fonts::lineHeight(Fonts::Role::Body) + scaled(14); }
int twoLineRow() { return Fonts::lineHeight(Fonts::Role::Body) + Fonts::lineHeight(Fonts::Role::Small) + scaled(10); }

} // namespace Metrics

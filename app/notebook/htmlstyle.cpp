// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "htmlstyle.h"

#include <QList>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace HtmlStyle {
namespace {

constexpr qsizetype longestValue = 64;
constexpr qsizetype longestGradient = 400;
constexpr int faintest = 128; ///< Alpha; what is paler says nothing that has to be kept.

bool isName(QStringView text)
{
    return !text.isEmpty() && std::ranges::all_of(text, [](QChar c) { return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z'); });
}

/// "12", "12.5" or "50%" of `whole`; NaN for all else.
double part(QStringView text, double whole)
{
    text = text.trimmed();
    const bool percent = text.endsWith(u'%');
    if (percent)
        text.chop(1);
    bool ok = !text.isEmpty() && std::ranges::all_of(text, [](QChar c) { return (c >= u'0' && c <= u'9') || c == u'.'; });
    const double value = ok ? text.toDouble(&ok) : 0;
    return ok ? std::clamp(percent ? value / 100 * whole : value, 0.0, whole) : std::nan("");
}

/// The names of an element's rule in a selector; empty for selectors that are not understood.
QString ruleName(QStringView selector)
{
    selector = selector.trimmed();
    if (!selector.startsWith(u'#') || selector.size() > 200)
        return {};
    selector = selector.sliced(1);
    qsizetype end = 0;
    while (end < selector.size() && (selector[end].isLetterOrNumber() || selector[end] == u'_' || selector[end] == u'-'))
        ++end;
    if (end == 0)
        return {};
    const QStringView tag = selector.sliced(end).trimmed();
    if (tag.isEmpty())
        return selector.first(end).toString();
    return tag == u"th" || tag == u"td" ? selector.first(end).toString() + u' ' + tag : QString();
}

} // namespace

Style Style::under(const Style &over) const
{
    Style result = *this;
    if (over.color != 0)
        result.color = over.color;
    if (over.background != 0)
        result.background = over.background;
    if (over.align != Align::None)
        result.align = over.align;
    if (over.weight != Weight::None)
        result.weight = over.weight;
    if (over.slant != Slant::None)
        result.slant = over.slant;
    if (over.bar != 0) {
        result.bar = over.bar;
        result.barFrom = over.barFrom;
        result.barTo = over.barTo;
    }
    return result;
}

QString Style::toCss() const
{
    QString css;
    if (color != 0)
        css += "color:"_L1 + QColor(color).name() + u';';
    if (background != 0)
        css += "background-color:"_L1 + QColor(background).name() + u';';
    if (bar != 0) {
        const QString from = QString::number(barFrom / 100.0) + u'%';
        const QString to = QString::number(barTo / 100.0) + u'%';
        css += u"background-image:linear-gradient(90deg,transparent %1,%2 %1,%2 %3,transparent %3);"_s.arg(from, QColor(bar).name(), to);
    }
    if (align != Align::None)
        css += align == Align::Left ? "text-align:left;"_L1 : align == Align::Center ? "text-align:center;"_L1 : "text-align:right;"_L1;
    if (weight != Weight::None)
        css += weight == Weight::Bold ? "font-weight:bold;"_L1 : "font-weight:normal;"_L1;
    if (slant != Slant::None)
        css += slant == Slant::Italic ? "font-style:italic;"_L1 : "font-style:normal;"_L1;
    return css;
}

QRgb color(QStringView value)
{
    value = value.trimmed();
    if (value.isEmpty() || value.size() > longestValue)
        return 0;
    if (value.startsWith(u'#')) {
        const QStringView digits = value.sliced(1);
        if (!std::ranges::all_of(digits, [](QChar c) { return c.unicode() < 128 && std::isxdigit(c.unicode()); }))
            return 0;
        // With an alpha, which Qt writes in front.
        if (digits.size() == 8 || digits.size() == 4) {
            const qsizetype each = digits.size() / 4;
            const int alpha = digits.last(each).toInt(nullptr, 16) * (each == 1 ? 17 : 1);
            return alpha < faintest ? 0 : color(value.first(1 + 3 * each));
        }
        return digits.size() == 3 || digits.size() == 6 ? QColor::fromString(value).rgb() : 0;
    }
    if (value.startsWith("rgb"_L1, Qt::CaseInsensitive) && value.endsWith(u')')) {
        const qsizetype bracket = value.indexOf(u'(');
        const QStringView name = value.first(std::max<qsizetype>(0, bracket));
        if (name.compare("rgb"_L1, Qt::CaseInsensitive) != 0 && name.compare("rgba"_L1, Qt::CaseInsensitive) != 0)
            return 0;
        QString inside = value.sliced(bracket + 1).chopped(1).toString();
        inside.replace(u'/', u' ').replace(u',', u' ');
        const QStringList parts = inside.split(u' ', Qt::SkipEmptyParts);
        if (parts.size() != 3 && parts.size() != 4)
            return 0;
        const double alpha = parts.size() == 4 ? part(parts[3], 1) : 1;
        const double red = part(parts[0], 255);
        const double green = part(parts[1], 255);
        const double blue = part(parts[2], 255);
        if (std::isnan(red + green + blue + alpha) || alpha * 255 < faintest)
            return 0;
        return qRgb(int(std::lround(red)), int(std::lround(green)), int(std::lround(blue)));
    }
    if (!isName(value))
        return 0;
    const QColor named = QColor::fromString(value);
    return named.isValid() && named.alpha() >= faintest ? named.rgb() : 0;
}

Style bar(QStringView value)
{
    constexpr QLatin1StringView head = "linear-gradient("_L1;
    value = value.trimmed();
    if (!value.startsWith(head, Qt::CaseInsensitive) || !value.endsWith(u')') || value.size() > longestGradient)
        return {};
    // Commas within brackets belong to colours.
    QList<QStringView> parts;
    const QStringView inside = value.sliced(head.size()).chopped(1);
    int depth = 0;
    qsizetype begin = 0;
    for (qsizetype at = 0; at <= inside.size(); ++at) {
        if (at < inside.size() && (inside[at] == u'(' || inside[at] == u')'))
            depth += inside[at] == u'(' ? 1 : -1;
        if (at == inside.size() || (inside[at] == u',' && depth == 0)) {
            parts.append(inside.sliced(begin, at - begin).trimmed());
            begin = at + 1;
        }
    }
    if (parts.first().compare("90deg"_L1, Qt::CaseInsensitive) != 0 && parts.first().compare("to right"_L1, Qt::CaseInsensitive) != 0)
        return {};
    parts.removeFirst();
    Style style;
    double from = 100;
    double to = 0;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const qsizetype space = parts[i].endsWith(u'%') ? parts[i].lastIndexOf(u' ') : -1;
        const double place = space >= 0 ? part(parts[i].sliced(space + 1), 100) : i == 0 ? 0 : i == parts.size() - 1 ? 100 : std::nan("");
        const QStringView name = (space >= 0 ? parts[i].first(space) : parts[i]).trimmed();
        if (std::isnan(place))
            return {};
        if (name.compare("transparent"_L1, Qt::CaseInsensitive) == 0)
            continue;
        const QRgb found = color(name);
        if (found == 0 || (style.bar != 0 && style.bar != found))
            return {};
        style.bar = found;
        // What comes before the first place has the first colour, and so at the end.
        from = i == 0 ? 0 : std::min(from, place);
        to = i == parts.size() - 1 ? 100 : std::max(to, place);
    }
    if (style.bar == 0 || from >= to)
        return {};
    style.barFrom = quint16(std::lround(from * 100));
    style.barTo = quint16(std::lround(to * 100));
    return style;
}

Style parse(QStringView declarations)
{
    Style style;
    for (const QStringView declaration : declarations.tokenize(u';')) {
        const qsizetype colon = declaration.indexOf(u':');
        if (colon < 0)
            continue;
        const QStringView key = declaration.first(colon).trimmed();
        QStringView value = declaration.sliced(colon + 1).trimmed();
        if (value.endsWith("!important"_L1, Qt::CaseInsensitive))
            value = value.chopped(10).trimmed();
        const bool behind = key.compare("background"_L1, Qt::CaseInsensitive) == 0 || key.compare("background-image"_L1, Qt::CaseInsensitive) == 0;
        if (behind && value.endsWith(u')') && value.startsWith("linear-gradient"_L1, Qt::CaseInsensitive)) {
            style = style.under(bar(value));
            continue;
        }
        if (value.isEmpty() || value.size() > longestValue)
            continue;
        const auto is = [value](QLatin1StringView word) { return value.compare(word, Qt::CaseInsensitive) == 0; };
        if (key.compare("color"_L1, Qt::CaseInsensitive) == 0) {
            if (const QRgb found = color(value); found != 0)
                style.color = found;
        } else if (key.compare("background-color"_L1, Qt::CaseInsensitive) == 0 || key.compare("background"_L1, Qt::CaseInsensitive) == 0) {
            if (const QRgb found = color(value); found != 0)
                style.background = found;
        } else if (key.compare("text-align"_L1, Qt::CaseInsensitive) == 0) {
            style.align = is("left"_L1) || is("start"_L1) ? Align::Left : is("center"_L1) ? Align::Center : is("right"_L1) || is("end"_L1) ? Align::Right : style.align;
        } else if (key.compare("font-weight"_L1, Qt::CaseInsensitive) == 0) {
            const int number = value.toInt();
            style.weight = is("bold"_L1) || is("bolder"_L1) || (number >= 600 && number <= 1000) ? Weight::Bold
                : is("normal"_L1) || (number >= 1 && number < 600)                                ? Weight::Normal
                                                                                                  : style.weight;
        } else if (key.compare("font-style"_L1, Qt::CaseInsensitive) == 0) {
            style.slant = is("italic"_L1) || is("oblique"_L1) ? Slant::Italic : is("normal"_L1) ? Slant::Normal : style.slant;
        }
    }
    return style;
}

void Sheet::add(QStringView css)
{
    QString plain; // Without comments.
    for (qsizetype at = 0; at < css.size();) {
        const qsizetype begin = css.indexOf("/*"_L1, at);
        plain += css.sliced(at, (begin < 0 ? css.size() : begin) - at);
        const qsizetype end = begin < 0 ? -1 : css.indexOf("*/"_L1, begin + 2);
        at = end < 0 ? css.size() : end + 2;
    }
    const QStringView text = plain;
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype open = text.indexOf(u'{', at);
        if (open < 0)
            return;
        const QStringView selectors = text.sliced(at, open - at).trimmed();
        if (selectors.startsWith(u'@')) { // With rules in it, which are for other media.
            int depth = 1;
            for (at = open + 1; at < text.size() && depth > 0; ++at)
                depth += text[at] == u'{' ? 1 : text[at] == u'}' ? -1 : 0;
            continue;
        }
        const qsizetype close = text.indexOf(u'}', open);
        const QStringView declarations = text.sliced(open + 1, (close < 0 ? text.size() : close) - open - 1);
        at = close < 0 ? text.size() : close + 1;
        const Style style = parse(declarations);
        if (style.isEmpty())
            continue;
        for (const QStringView selector : selectors.tokenize(u',')) {
            const QString name = ruleName(selector);
            if (name.isEmpty() || (m_rules.size() >= maximumRules && !m_rules.contains(name)))
                continue;
            Style &rule = m_rules[name];
            rule = rule.under(style);
        }
    }
}

namespace {

double luminance(const QColor &color)
{
    const auto channel = [](double value) { return value <= .04045 ? value / 12.92 : std::pow((value + .055) / 1.055, 2.4); };
    return .2126 * channel(color.redF()) + .7152 * channel(color.greenF()) + .0722 * channel(color.blueF());
}

} // namespace

double contrast(const QColor &text, const QColor &background)
{
    const double a = luminance(text);
    const double b = luminance(background);
    return (std::max(a, b) + .05) / (std::min(a, b) + .05);
}

QColor readable(const QColor &text, const QColor &background, double wanted)
{
    if (contrast(text, background) >= wanted)
        return text;
    // Towards the end of the scale that is farther from the background.
    const bool lighter = contrast(Qt::white, background) >= contrast(Qt::black, background);
    const QColor end = lighter ? Qt::white : Qt::black;
    if (lighter != (luminance(text) > luminance(background)))
        return end; // What was to be light on dark is not a pale grey on light.
    constexpr int steps = 20;
    for (int step = 1; step < steps; ++step) {
        const double share = double(step) / steps;
        const auto mixed = [share](double from, double to) { return float(from + (to - from) * share); };
        const QColor candidate = QColor::fromRgbF(mixed(text.redF(), end.redF()), mixed(text.greenF(), end.greenF()), mixed(text.blueF(), end.blueF()));
        if (contrast(candidate, background) >= wanted)
            return candidate;
    }
    return end;
}

QColor plain(const QColor &text, const QColor &background)
{
    if (contrast(text, background) >= 4.5)
        return text;
    return contrast(Qt::white, background) >= contrast(Qt::black, background) ? Qt::white : Qt::black;
}

QColor textOf(const Style &style, const QColor &text, const QColor &base)
{
    const QColor under = style.background != 0 ? QColor(style.background) : base;
    return style.color != 0 ? readable(QColor(style.color), under) : plain(text, under);
}

QColor barOf(const Style &style, const QColor &text, const QColor &base)
{
    const QColor under = style.background != 0 ? QColor(style.background) : base;
    const QColor own(style.bar);
    QColor bar = own;
    for (int share = 9; share > 0 && contrast(text, bar) < 4.5; --share) {
        const auto mixed = [share](int one, int other) { return (one * share + other * (10 - share)) / 10; };
        bar = QColor(mixed(own.red(), under.red()), mixed(own.green(), under.green()), mixed(own.blue(), under.blue()));
    }
    return bar;
}

} // namespace HtmlStyle

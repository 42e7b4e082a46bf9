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
    return result;
}

QString Style::toCss() const
{
    QString css;
    if (color != 0)
        css += "color:"_L1 + QColor(color).name() + u';';
    if (background != 0)
        css += "background-color:"_L1 + QColor(background).name() + u';';
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

} // namespace HtmlStyle

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QHash>
#include <QString>

/**
 * What is kept of the styles in HTML that came out of a sandbox: colours, alignment, weight and slant of text. Everything else is left
 * out, and a value that is not plainly one of these as well: nothing is loaded, nothing is placed. Pure functions; any input gives a result.
 */
namespace HtmlStyle {

/// What HTML gives the background of <mark>, in every browser and theme.
inline constexpr QRgb marked = 0xffffff00;

enum class Align : quint8 { None, Left, Center, Right };
enum class Weight : quint8 { None, Normal, Bold };
enum class Slant : quint8 { None, Normal, Italic };

struct Style
{
    QRgb color = 0; ///< Opaque, or 0: none.
    QRgb background = 0; ///< The same.
    Align align = Align::None;
    Weight weight = Weight::None;
    Slant slant = Slant::None;
    QRgb bar = 0; ///< A part of the background, as pandas draws bars; the same.
    quint16 barFrom = 0; ///< Hundredths of a percent of the width, from the left,
    quint16 barTo = 0; ///< and to where.

    bool isEmpty() const { return *this == Style(); }
    bool operator==(const Style &) const = default;
    /// What `over` does not say stays.
    Style under(const Style &over) const;
    /// For the attribute of a tag: made from the values above, never from what was read. Empty when there is nothing to say.
    QString toCss() const;
};

/// "#rgb", "#rrggbb", "rgb(1, 2, 3)", "rgba(...)" or a name. 0 for all else, and for what can hardly be seen.
QRgb color(QStringView value);

/// "linear-gradient(90deg, transparent 20%, red 20%, red 60%, transparent 60%)": one colour from here to there. Others give none.
Style bar(QStringView value);

/// The declarations of a style attribute.
Style parse(QStringView declarations);

/// Of style blocks: rules about ids, as pandas writes them ("#T_x_row0_col0, #T_x_row1_col0 { color: red }"), and about the cells of a
/// table with an id ("#T_x th { ... }").
class Sheet
{
public:
    static constexpr qsizetype maximumRules = 200'000;

    void add(QStringView css);
    bool isEmpty() const { return m_rules.isEmpty(); }
    Style of(const QString &id) const { return id.isEmpty() ? Style() : m_rules.value(id); }
    /// Of the cells ("th", "td") of a table.
    Style of(const QString &tableId, const QString &tag) const { return tableId.isEmpty() ? Style() : m_rules.value(tableId + u' ' + tag); }

private:
    QHash<QString, Style> m_rules; ///< By "id" or "id tag".
};

/// How well text can be read: 1 (not at all) to 21.
double contrast(const QColor &text, const QColor &background);
/// The colour itself, or as much lighter or darker as it takes to be read.
QColor readable(const QColor &text, const QColor &background, double wanted = 4.5);
/// For text without a colour of its own: itself where it can be read, else black or white, never a shade between.
QColor plain(const QColor &text, const QColor &background);
/// The colour of a styled text that is `text` otherwise, on its own background or on `base`.
QColor textOf(const Style &style, const QColor &text, const QColor &base);
/// The colour of its bar, thinned until a text of that colour can be read on both sides of its end.
QColor barOf(const Style &style, const QColor &text, const QColor &base);

} // namespace HtmlStyle

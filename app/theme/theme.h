// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>
#include <QString>

#include <array>

/// What a colour says. A colour never stands alone: an icon and a word say the same.
enum class Meaning { Ok, Warn, Bad, Rest, Busy, Idle };

/// The three colours of one meaning.
struct Tone
{
    QColor text; ///< Letters and icons.
    QColor tint; ///< Background behind such letters.
    QColor fill; ///< Bars, edges, dots.
};

/**
 * Every colour of the program. There are three instances and one of them is current; no other colour
 * literal exists outside this folder. Read the colours when painting, never keep them:
 * ThemeNotifier::changed() says when all of them became others.
 */
struct Theme
{
    enum class Kind { Light, Dark, HighContrast };

    Kind kind = Kind::Light;
    // Surfaces
    QColor base, window, raised, sunken, code, codeActive, hover, pressed, selection, onSelection,
        selectionInactive, rowAlt;
    // Lines and edges
    QColor hairline, grid, border, control;
    // Text
    QColor text, text2, text3, disabled;
    // Accent, links, focus
    QColor accent, accentHover, onAccent, accentTint, link, focus;
    // Meaning: text, background, bars and dots
    QColor ok, okTint, okFill, warn, warnTint, warnFill, bad, badTint, badFill, rest, restTint, restFill,
        busy, busyTint, busyFill, idle, idleTint, idleFill;
    // Search hits, tooltips, veil
    QColor find, findActive, tooltip, onTooltip, scrim;
    // Editor colours
    QColor synNormal, synKeyword, synString, synNumber, synFunction, synComment, synBuiltin, synType,
        synOperator, synEscape;
    // Charts and badges
    std::array<QColor, 8> series; ///< Lines of charts, in order of first use.
    std::array<QColor, 8> seriesText; ///< The same for letters in badges.

    bool isDark() const { return kind != Kind::Light; }
    bool isHighContrast() const { return kind == Kind::HighContrast; }
    Tone tone(Meaning meaning) const;
    /// Series colours for any index; negative ones count as the first.
    QColor seriesColor(int index) const { return series[std::size_t(qMax(0, index)) % series.size()]; }
    QColor seriesTextColor(int index) const { return seriesText[std::size_t(qMax(0, index)) % seriesText.size()]; }
    /// The tertiary text colour for a row: on a selection it becomes the secondary one.
    QColor hint(bool selected) const;
    /// Text on find, or on findActive.
    const QColor &onFind(bool active) const { return active && isHighContrast() ? onSelection : text; }
    /// Width of a focus ring before scaling: 2, in high contrast 3.
    int focusWidth() const { return isHighContrast() ? 3 : 2; }
    /// Name of the KSyntaxHighlighting theme that goes with it.
    QString syntaxTheme() const;

    static const Theme &current();
    static const Theme &of(Kind kind);
    /// Makes a theme current, sets the application's palette and tells ThemeNotifier.
    static void setCurrent(Kind kind);
    /// "light", "dark", "contrast"; false when the word is none of them.
    static bool kindFromName(const QString &name, Kind *kind);
};

/// Tells that colours, fonts or their scale changed: drop caches, measure again, repaint.
class ThemeNotifier : public QObject
{
    Q_OBJECT
public:
    static ThemeNotifier *instance();

Q_SIGNALS:
    void changed();

private:
    ThemeNotifier() = default;
};

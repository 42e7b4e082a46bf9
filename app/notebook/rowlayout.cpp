// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowlayout.h"

#include "theme/fonts.h"
#include "theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextOption>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using Notebook::TextColor;

// --- colours -------------------------------------------------------------------------------------------

namespace TerminalColors {
namespace {

qreal luminance(const QColor &color)
{
    const auto channel = [](qreal value) { return value <= .04045 ? value / 12.92 : std::pow((value + .055) / 1.055, 2.4); };
    return .2126 * channel(color.redF()) + .7152 * channel(color.greenF()) + .0722 * channel(color.blueF());
}

} // namespace

qreal contrast(const QColor &a, const QColor &b)
{
    const qreal one = luminance(a);
    const qreal two = luminance(b);
    return (std::max(one, two) + .05) / (std::min(one, two) + .05);
}

QColor readable(QColor color, const QColor &background)
{
    const bool lighter = luminance(background) < .3;
    for (int i = 0; i < 24 && contrast(color, background) < 4.5; ++i) {
        float h = 0, s = 0, l = 0, a = 0;
        color.getHslF(&h, &s, &l, &a);
        l = lighter ? std::min(1.f, l + .05f) : std::max(0.f, l - .05f);
        color = QColor::fromHslF(h < 0 ? 0 : h, s, l, a);
    }
    return color;
}

QColor resolve(const TextColor &color, const QColor &fallback)
{
    const Theme &theme = Theme::current();
    if (color.kind == TextColor::Kind::Default)
        return fallback;
    if (color.kind == TextColor::Kind::Palette && color.index < 16) {
        switch (color.index % 8) {
        case 1: return theme.bad;
        case 2: return theme.ok;
        case 3: return theme.warn;
        case 4: return theme.busy;
        case 5: return theme.rest;
        case 6: return theme.synType;
        case 7: return theme.isDark() ? theme.text : theme.text2;
        default: return theme.isDark() ? theme.text2 : theme.text;
        }
    }
    return QColor::fromRgb(color.fixedRgb());
}

QList<QTextLayout::FormatRange> formats(const Notebook::TextRow &row, bool stale)
{
    const Theme &theme = Theme::current();
    QList<QTextLayout::FormatRange> ranges;
    for (const Notebook::TextRun &run : row.runs) {
        QTextLayout::FormatRange range;
        range.start = int(run.start);
        range.length = int(run.length);
        const Notebook::TextStyle &style = run.style;
        const bool ownBackground = style.background.kind != TextColor::Kind::Default;
        QColor background = resolve(style.background, theme.base);
        QColor foreground = resolve(style.foreground, stale ? theme.text3 : theme.text);
        if (style.inverse)
            std::swap(foreground, background);
        const bool filled = ownBackground || style.inverse;
        if (style.faint)
            foreground = theme.text3;
        if (filled && style.foreground.kind == TextColor::Kind::Default && !style.inverse)
            foreground = contrast(theme.base, background) > contrast(theme.text, background) ? theme.base : theme.text;
        foreground = style.concealed ? (filled ? background : theme.base) : readable(foreground, filled ? background : theme.base);
        if (filled)
            range.format.setBackground(background);
        range.format.setForeground(foreground);
        if (style.bold)
            range.format.setFontWeight(QFont::Bold);
        if (style.italic)
            range.format.setFontItalic(true);
        if (style.underline || !style.link.isEmpty())
            range.format.setFontUnderline(true);
        if (!style.link.isEmpty() && style.foreground.kind == TextColor::Kind::Default)
            range.format.setForeground(theme.link);
        if (style.strikeOut)
            range.format.setFontStrikeOut(true);
        ranges.append(range);
    }
    return ranges;
}

} // namespace TerminalColors

// --- one row -------------------------------------------------------------------------------------------

RowLayout::RowLayout(const Notebook::TextRow &row, qint64 number, qreal width, bool wrap, bool stale)
    : m_text(row.text), m_layout(std::make_unique<QTextLayout>()), m_number(number)
{
    for (const Notebook::TextRun &run : row.runs) {
        if (!run.style.link.isEmpty())
            m_links.append(run);
    }
    const QFont font = Fonts::output();
    m_layout->setText(row.text);
    m_layout->setFont(font);
    m_layout->setCacheEnabled(true);
    QTextOption option;
    option.setWrapMode(wrap ? QTextOption::WrapAnywhere : QTextOption::NoWrap);
    option.setTabStopDistance(QFontMetricsF(font).horizontalAdvance(u' ') * 8);
    option.setTextDirection(Qt::LeftToRight);
    m_layout->setTextOption(option);
    m_layout->setFormats(TerminalColors::formats(row, stale));
    m_layout->beginLayout();
    while (true) {
        QTextLine line = m_layout->createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(wrap ? std::max(40.0, width) : 1e6);
    }
    m_layout->endLayout();
    const qreal step = Fonts::lineHeight(Fonts::Role::Output);
    qreal y = 0;
    for (int i = 0; i < m_layout->lineCount(); ++i) {
        QTextLine line = m_layout->lineAt(i);
        const qreal height = std::max(step, std::ceil(line.height()));
        line.setPosition(QPointF(0, y + std::floor((height - line.height()) / 2)));
        y += height;
        m_naturalWidth = std::max(m_naturalWidth, line.naturalTextWidth());
    }
    m_height = std::max(step, y);
}

void RowLayout::paint(QPainter *painter, const QPointF &origin, qsizetype selectFrom, qsizetype selectTo, bool newline, const QList<QTextLayout::FormatRange> &marked) const
{
    const Theme &theme = Theme::current();
    QList<QTextLayout::FormatRange> selections = marked;
    if (selectFrom >= 0 && selectTo >= selectFrom) {
        const qreal step = Fonts::lineHeight(Fonts::Role::Output);
        qreal y = 0;
        for (int i = 0; i < m_layout->lineCount(); ++i) {
            const QTextLine line = m_layout->lineAt(i);
            const qreal height = std::max(step, std::ceil(line.height()));
            const int from = std::max(int(selectFrom), line.textStart());
            const int to = std::min(int(selectTo), line.textStart() + line.textLength());
            const bool end = newline && i == m_layout->lineCount() - 1;
            if (from < to || end) {
                const qreal x1 = line.cursorToX(std::min(from, line.textStart() + line.textLength()));
                const qreal x2 = line.cursorToX(std::max(to, line.textStart())) + (end ? 5 : 0);
                painter->fillRect(QRectF(origin.x() + x1, origin.y() + y, x2 - x1, height), theme.selection);
            }
            y += height;
        }
        if (selectFrom < selectTo) {
            QTextLayout::FormatRange range;
            range.start = int(selectFrom);
            range.length = int(selectTo - selectFrom);
            range.format.setForeground(theme.onSelection);
            range.format.setBackground(theme.selection);
            selections.append(range);
        }
    }
    m_layout->draw(painter, origin, selections);
}

void RowLayout::paintMark(QPainter *painter, const QPointF &origin, qsizetype start, qsizetype length, const QColor &color) const
{
    const qreal step = Fonts::lineHeight(Fonts::Role::Output);
    qreal y = 0;
    for (int i = 0; i < m_layout->lineCount(); ++i) {
        const QTextLine line = m_layout->lineAt(i);
        const qreal height = std::max(step, std::ceil(line.height()));
        const int from = std::max(int(start), line.textStart());
        const int to = std::min(int(start + length), line.textStart() + line.textLength());
        if (from < to)
            painter->fillRect(QRectF(origin.x() + line.cursorToX(from), origin.y() + y, line.cursorToX(to) - line.cursorToX(from), height), color);
        y += height;
    }
}

qsizetype RowLayout::columnAt(const QPointF &point) const
{
    const qreal step = Fonts::lineHeight(Fonts::Role::Output);
    qreal y = 0;
    for (int i = 0; i < m_layout->lineCount(); ++i) {
        const QTextLine line = m_layout->lineAt(i);
        y += std::max(step, std::ceil(line.height()));
        if (point.y() < y || i == m_layout->lineCount() - 1)
            return line.xToCursor(point.x());
    }
    return 0;
}

QRectF RowLayout::caretRect(qsizetype column) const
{
    const qreal step = Fonts::lineHeight(Fonts::Role::Output);
    qreal y = 0;
    for (int i = 0; i < m_layout->lineCount(); ++i) {
        const QTextLine line = m_layout->lineAt(i);
        const qreal height = std::max(step, std::ceil(line.height()));
        if (column < line.textStart() + line.textLength() || i == m_layout->lineCount() - 1)
            return QRectF(line.cursorToX(int(std::clamp<qsizetype>(column, 0, m_text.size()))), y, 1, height);
        y += height;
    }
    return QRectF(0, 0, 1, step);
}

QString RowLayout::linkAt(qsizetype column) const
{
    for (const Notebook::TextRun &run : m_links) {
        if (column >= run.start && column < run.start + run.length)
            return run.style.link;
    }
    return {};
}

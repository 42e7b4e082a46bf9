// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codelayout.h"

#include "syntax.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>
#include <QTextOption>

#include <algorithm>
#include <cmath>

namespace {

/// Of a character of the code; they are all alike.
qreal characterWidth()
{
    static QFont font;
    static qreal advance = 0;
    if (const QFont now = Fonts::code(); advance <= 0 || font != now) {
        font = now;
        advance = QFontMetricsF(now).horizontalAdvance(QLatin1Char('0'));
    }
    return advance;
}

} // namespace

CodeLayout::CodeLayout() = default;
CodeLayout::~CodeLayout() = default;
CodeLayout::CodeLayout(CodeLayout &&) noexcept = default;
CodeLayout &CodeLayout::operator=(CodeLayout &&) noexcept = default;

qreal CodeLayout::placeLines(QTextLayout *layout, qreal step)
{
    qreal y = 0;
    for (int i = 0; i < layout->lineCount(); ++i) {
        QTextLine line = layout->lineAt(i);
        const qreal height = std::max(step, std::ceil(line.height()));
        line.setPosition(QPointF(line.x(), y + std::floor((height - line.height()) / 2)));
        y += height;
    }
    return y;
}

qreal CodeLayout::numberWidth(int lines, bool lineNumbers)
{
    if (!lineNumbers)
        return 0;
    const QFontMetricsF metrics(Fonts::output());
    return std::ceil(metrics.horizontalAdvance(QString::number(std::max(lines, 99)))) + Metrics::scaled(12);
}

qreal CodeLayout::estimate(const QString &source, qreal width, bool lineNumbers)
{
    const qreal step = Fonts::lineHeight(Fonts::Role::Code);
    const qreal advance = characterWidth();
    const qsizetype lines = source.count(QLatin1Char('\n')) + 1;
    const qsizetype columns = std::max<qsizetype>(10, qsizetype((width - numberWidth(int(lines), lineNumbers)) / advance));
    qsizetype rows = 0;
    qsizetype line = 0;
    qsizetype at = 0;
    while (line < MaxLines) {
        qsizetype end = source.indexOf(QLatin1Char('\n'), at);
        const bool last = end < 0;
        if (last)
            end = source.size();
        rows += std::max<qsizetype>(1, (std::min<qsizetype>(end - at, LongLines::Longest) + columns - 1) / columns);
        ++line;
        if (last)
            break;
        at = end + 1;
    }
    return qreal(rows + (lines > MaxLines ? 1 : 0)) * step;
}

void CodeLayout::build(const QString &source, const QString &language, qreal width, bool lineNumbers, qreal top, qreal bottom)
{
    const bool same = !m_lines.empty() && source == m_source && language == m_language;
    if (!same) {
        m_source = source;
        m_language = language;
        m_long = LongLines(source);
        m_shown = m_long.shown(source);
        m_lines.clear();
        const int total = int(source.count(QLatin1Char('\n'))) + 1;
        m_hiddenLines = std::max(0, total - MaxLines);
        m_lines.reserve(size_t(std::min(total, MaxLines)));
        for (qsizetype at = 0; int(m_lines.size()) < std::min(total, MaxLines);) {
            qsizetype end = m_shown.indexOf(QLatin1Char('\n'), at);
            if (end < 0)
                end = m_shown.size();
            m_lines.push_back({ .layout = {}, .colors = {}, .y = 0, .height = 0, .start = at, .length = end - at });
            at = end + 1;
        }
        m_highlighted = 0;
        m_highlighter = std::make_unique<Syntax::LineHighlighter>(language);
    }
    m_numberWidth = numberWidth(int(m_lines.size()) + m_hiddenLines, lineNumbers);
    m_width = std::max(20.0, width - m_numberWidth);
    m_next = 0;
    const qreal step = Fonts::lineHeight(Fonts::Role::Code);
    const qsizetype columns = std::max<qsizetype>(10, qsizetype(m_width / characterWidth()));
    for (Line &line : m_lines) {
        line.layout.reset();
        line.height = qreal(std::max<qsizetype>(1, (line.length + columns - 1) / columns)) * step;
    }
    place();
    proceed(top, bottom);
}

void CodeLayout::proceed(qreal top, qreal bottom)
{
    qsizetype done = 0;
    const auto room = [&done](const Line &line) { return done == 0 || done + line.length + LineCost <= Part; };
    const auto count = [&done](const Line &line) { done += line.length + LineCost; };
    // What is seen, though its colours may not be known yet: they depend on the lines above.
    auto line = std::upper_bound(m_lines.begin(), m_lines.end(), top, [](qreal y, const Line &candidate) { return y < candidate.y; });
    if (line != m_lines.begin())
        --line;
    for (; line != m_lines.end() && line->y <= bottom && room(*line); ++line) {
        if (line->layout)
            continue;
        count(*line);
        layOut(*line);
    }
    for (; m_next < m_lines.size() && room(m_lines[m_next]); ++m_next) {
        Line &next = m_lines[m_next];
        const bool fresh = m_highlighted == m_next;
        if (fresh) {
            next.colors = m_highlighter->next(text(next).toString());
            ++m_highlighted;
        }
        if (!next.layout || (fresh && !next.colors.isEmpty())) {
            count(next);
            layOut(next);
        }
    }
    if (m_highlighted == m_lines.size())
        m_highlighter.reset();
    place();
}

void CodeLayout::layOut(Line &line)
{
    auto ranges = line.colors;
    const QList<int> marks = m_long.marks();
    for (auto mark = std::lower_bound(marks.begin(), marks.end(), line.start); mark != marks.end() && *mark < line.start + line.length; ++mark) {
        QTextCharFormat format;
        format.setForeground(Theme::current().text2);
        format.setBackground(Theme::current().hover);
        ranges.append({ int(*mark - line.start), 1, format });
    }
    const QFont font = Fonts::code();
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTabStopDistance(QFontMetricsF(font).horizontalAdvance(QLatin1Char(' ')) * 4);
    line.layout = std::make_unique<QTextLayout>(text(line).toString(), font);
    line.layout->setTextOption(option);
    line.layout->setCacheEnabled(true);
    line.layout->setFormats(ranges);
    line.layout->beginLayout();
    while (true) {
        QTextLine row = line.layout->createLine();
        if (!row.isValid())
            break;
        row.setLineWidth(m_width);
    }
    line.layout->endLayout();
    line.height = placeLines(line.layout.get(), Fonts::lineHeight(Fonts::Role::Code));
}

void CodeLayout::place()
{
    qreal y = 0;
    for (Line &line : m_lines) {
        line.y = y;
        y += line.height;
    }
    m_height = y + (m_hiddenLines > 0 ? Fonts::lineHeight(Fonts::Role::Code) : 0);
}

void CodeLayout::paint(QPainter *painter, const QPointF &origin, const QRectF &clip, const QList<Patch> &patches) const
{
    const Theme &theme = Theme::current();
    for (const Patch &patch : patches) {
        const QList<QRectF> rects = rectsOf(patch.start, patch.length);
        for (const QRectF &rect : rects)
            painter->fillRect(rect.translated(origin), patch.background);
    }
    auto patch = patches.begin();
    const auto formats = [&](const Line &line) {
        QList<QTextLayout::FormatRange> result;
        while (patch != patches.end() && m_long.toShown(patch->start + patch->length, true) <= line.start)
            ++patch;
        for (auto one = patch; one != patches.end() && m_long.toShown(one->start) < line.start + line.length; ++one) {
            const qsizetype from = std::max<qsizetype>(0, m_long.toShown(one->start) - line.start);
            QTextLayout::FormatRange range;
            range.start = int(from);
            range.length = int(std::min(m_long.toShown(one->start + one->length, true) - line.start, line.length) - from);
            range.format.setForeground(one->text);
            result.append(range);
        }
        return result;
    };
    const qreal step = Fonts::lineHeight(Fonts::Role::Code);
    const QFont numbers = Fonts::output();
    // The first line that reaches into the clip.
    auto line = std::upper_bound(m_lines.begin(), m_lines.end(), clip.top() - origin.y(),
                                 [](qreal y, const Line &candidate) { return y < candidate.y; });
    if (line != m_lines.begin())
        --line;
    for (; line != m_lines.end() && origin.y() + line->y <= clip.bottom(); ++line) {
        if (m_numberWidth > 0) {
            painter->setFont(numbers);
            painter->setPen(theme.text3);
            painter->drawText(QRectF(origin.x(), origin.y() + line->y, m_numberWidth - Metrics::scaled(12), step),
                              Qt::AlignRight | Qt::AlignVCenter, QString::number(line - m_lines.begin() + 1));
        }
        painter->setPen(theme.synNormal);
        const QPointF place = origin + QPointF(m_numberWidth, line->y);
        if (line->layout) {
            line->layout->draw(painter, place, formats(*line));
        } else {
            painter->setFont(Fonts::code());
            painter->drawText(QRectF(place, QSizeF(m_width, step)), Qt::AlignVCenter | Qt::TextSingleLine, text(*line).first(std::min<qsizetype>(line->length, 400)).toString());
        }
    }
    if (m_hiddenLines > 0) {
        painter->setFont(Fonts::small());
        painter->setPen(theme.text3);
        painter->drawText(QRectF(origin.x() + m_numberWidth, origin.y() + m_height - step, 2000, step), Qt::AlignVCenter,
                          QCoreApplication::translate("CodeLayout", "%L1 more lines. Edit the cell to see them.").arg(m_hiddenLines));
    }
}

qsizetype CodeLayout::laidOut() const
{
    qsizetype characters = 0;
    for (const Line &line : m_lines)
        characters += line.layout ? line.length : 0;
    return characters;
}

QList<QRectF> CodeLayout::rectsOf(qsizetype start, qsizetype length) const
{
    length = m_long.toShown(start + length, true) - m_long.toShown(start);
    start = m_long.toShown(start);
    QList<QRectF> result;
    const qreal step = Fonts::lineHeight(Fonts::Role::Code);
    auto line = std::upper_bound(m_lines.begin(), m_lines.end(), start, [](qsizetype at, const Line &candidate) { return at < candidate.start; });
    if (line != m_lines.begin())
        --line;
    for (; line != m_lines.end() && line->start < start + length; ++line) {
        const int from = int(std::max<qsizetype>(0, start - line->start));
        const int to = int(std::min<qsizetype>(start + length - line->start, line->length));
        qreal y = line->y;
        if (!line->layout) {
            result.append(QRectF(m_numberWidth, y, m_width, line->height));
            continue;
        }
        for (int i = 0; i < line->layout->lineCount(); ++i) {
            const QTextLine row = line->layout->lineAt(i);
            const qreal height = std::max(step, std::ceil(row.height()));
            const int first = std::max(from, row.textStart());
            const int last = std::min(to, row.textStart() + row.textLength());
            if (first < last)
                result.append(QRectF(m_numberWidth + row.cursorToX(first), y, row.cursorToX(last) - row.cursorToX(first), height));
            y += height;
        }
    }
    return result;
}

QRectF CodeLayout::rectOf(qsizetype start, qsizetype length) const
{
    QRectF all;
    const QList<QRectF> rects = rectsOf(start, length);
    for (const QRectF &rect : rects)
        all = all.united(rect);
    return all;
}

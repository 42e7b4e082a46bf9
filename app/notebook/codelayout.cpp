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
    static QFont font;
    static qreal advance = 0;
    if (const QFont now = Fonts::code(); advance <= 0 || font != now) {
        font = now;
        advance = QFontMetricsF(now).horizontalAdvance(QLatin1Char('0'));
    }
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

void CodeLayout::build(const QString &source, const QString &language, qreal width, bool lineNumbers)
{
    m_lines.clear();
    m_long = LongLines(source);
    const QString shown = m_long.shown(source);
    const QList<int> marks = m_long.marks();
    auto mark = marks.begin();
    const int total = int(source.count(QLatin1Char('\n'))) + 1;
    m_hiddenLines = std::max(0, total - MaxLines);
    m_numberWidth = numberWidth(total, lineNumbers);
    const qreal step = Fonts::lineHeight(Fonts::Role::Code);
    const QFont font = Fonts::code();
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTabStopDistance(QFontMetricsF(font).horizontalAdvance(QLatin1Char(' ')) * 4);
    Syntax::LineHighlighter highlighter(language);
    qreal y = 0;
    qsizetype at = 0;
    for (int number = 0; number < std::min(total, MaxLines); ++number) {
        qsizetype end = shown.indexOf(QLatin1Char('\n'), at);
        if (end < 0)
            end = shown.size();
        const QString text = shown.mid(at, end - at);
        const qsizetype start = at;
        at = end + 1;
        auto ranges = highlighter.next(text);
        for (; mark != marks.end() && *mark < at; ++mark) {
            QTextCharFormat format;
            format.setForeground(Theme::current().text2);
            format.setBackground(Theme::current().hover);
            ranges.append({ int(*mark - start), 1, format });
        }
        auto layout = std::make_unique<QTextLayout>(text, font);
        layout->setTextOption(option);
        layout->setCacheEnabled(true);
        layout->setFormats(ranges);
        layout->beginLayout();
        while (true) {
            QTextLine line = layout->createLine();
            if (!line.isValid())
                break;
            line.setLineWidth(std::max(20.0, width - m_numberWidth));
        }
        layout->endLayout();
        const qreal height = placeLines(layout.get(), step);
        m_lines.push_back({ std::move(layout), y, start });
        y += height;
    }
    if (m_hiddenLines > 0)
        y += step;
    m_height = y;
}

void CodeLayout::paint(QPainter *painter, const QPointF &origin, const QRectF &clip) const
{
    const Theme &theme = Theme::current();
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
        line->layout->draw(painter, origin + QPointF(m_numberWidth, line->y));
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
        characters += line.layout->text().size();
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
        const int to = int(std::min<qsizetype>(start + length - line->start, line->layout->text().size()));
        qreal y = line->y;
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

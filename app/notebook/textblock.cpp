// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "textblock.h"

#include "streamviewer.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <opensandbox/notebook/outputs.h>

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <QRegularExpression>
#include <QTextOption>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using Notebook::TextColor;
using Notebook::TextPosition;

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

void RowLayout::paint(QPainter *painter, const QPointF &origin, qsizetype selectFrom, qsizetype selectTo, bool newline) const
{
    const Theme &theme = Theme::current();
    QList<QTextLayout::FormatRange> selections;
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

QString RowLayout::linkAt(qsizetype column) const
{
    for (const Notebook::TextRun &run : m_links) {
        if (column >= run.start && column < run.start + run.length)
            return run.style.link;
    }
    return {};
}

// --- a block of text -----------------------------------------------------------------------------------

namespace {

bool before(const TextPosition &a, const TextPosition &b)
{
    return a.row < b.row || (a.row == b.row && a.column < b.column);
}

/// Cuts a row to `left` characters, counting down.
Notebook::TextRow cutRow(Notebook::TextRow row, qsizetype *left, bool keepEnd)
{
    if (row.text.size() <= *left) {
        *left -= row.text.size();
        return row;
    }
    const qsizetype removed = row.text.size() - std::max<qsizetype>(*left, 0);
    *left = 0;
    if (keepEnd) {
        row.text = u'\u2026' + row.text.sliced(removed);
        QList<Notebook::TextRun> runs;
        for (Notebook::TextRun run : row.runs) {
            const qsizetype end = run.start + run.length - removed + 1;
            run.start = std::max<qsizetype>(1, run.start - removed + 1);
            run.length = end - run.start;
            if (run.length > 0)
                runs.append(run);
        }
        row.runs = runs;
    } else {
        row.text.truncate(row.text.size() - removed);
        row.text += u'\u2026';
        QList<Notebook::TextRun> runs;
        for (Notebook::TextRun run : row.runs) {
            run.length = std::min(run.length, row.text.size() - run.start);
            if (run.length > 0)
                runs.append(run);
        }
        row.runs = runs;
    }
    return row;
}

} // namespace

TextBlock::TextBlock(OutputSource source, bool isError) : m_source(source), m_follows(true), m_isError(isError) { }

TextBlock::TextBlock(const QString &text)
{
    m_own.append(text);
}

TextBlock::~TextBlock()
{
    delete m_viewer;
}

const Notebook::StreamText *TextBlock::text() const
{
    if (!m_follows)
        return &m_own;
    const Notebook::Output *output = m_source.get();
    if (!output)
        return nullptr;
    return output->type() == Notebook::OutputType::Error ? &output->traceback() : &output->stream();
}

void TextBlock::layout(qreal width, qreal)
{
    if (std::abs(width - m_width) < .5 && (!m_head.empty() || m_showAll))
        return;
    m_width = width;
    m_head.clear();
    m_tail.clear();
    rebuild();
}

void TextBlock::contentChanged(qint64 firstRow)
{
    if (m_viewer)
        m_viewer->contentChanged();
    // Rows before the change stay laid out.
    while (!m_head.empty() && m_head.back().number() >= firstRow)
        m_head.pop_back();
    m_tail.clear();
    rebuild();
    Q_EMIT repaint();
}

qreal TextBlock::barHeight() const
{
    return Metrics::row();
}

void TextBlock::rebuild()
{
    const Notebook::StreamText *source = text();
    if (m_width <= 0 || !source) {
        setHeight(source ? m_height : 0);
        return;
    }
    const qint64 rows = source->rowCount();
    m_bytes = source->size();
    m_folded = rows > MaxRows || m_bytes > MaxBytes;
    const qreal inset = m_isError ? Metrics::scaled(8) : 0;
    const qreal width = m_width - inset;
    if (m_showAll) {
        m_head.clear();
        m_tail.clear();
        setHeight(barHeight() + Metrics::scaled(400));
        return;
    }
    if (!m_folded) {
        if (!m_head.empty() && m_head.back().number() != qint64(m_head.size()) - 1)
            m_head.clear();
        for (qint64 i = qint64(m_head.size()); i < rows; ++i)
            m_head.emplace_back(source->row(i), i, width, true, m_stale);
        m_tail.clear();
        m_rowsBetween = 0;
    } else {
        while (qint64(m_head.size()) > EndRows)
            m_head.pop_back();
        qsizetype left = EndCharacters;
        for (const RowLayout &row : m_head)
            left -= row.text().size();
        for (qint64 i = qint64(m_head.size()); i < std::min(rows, EndRows) && left > 0; ++i)
            m_head.emplace_back(cutRow(source->row(i), &left, false), i, width, true, m_stale);
        m_tail.clear();
        left = EndCharacters;
        std::vector<RowLayout> reversed;
        const qint64 firstFree = m_head.empty() ? 0 : m_head.back().number() + 1;
        for (qint64 i = rows - 1; i >= std::max(firstFree, rows - EndRows) && left > 0; --i)
            reversed.emplace_back(cutRow(source->row(i), &left, true), i, width, true, m_stale);
        for (auto row = reversed.rbegin(); row != reversed.rend(); ++row)
            m_tail.push_back(std::move(*row));
        m_rowsBetween = rows - qint64(m_head.size()) - qint64(m_tail.size());
    }
    m_headHeight = 0;
    for (const RowLayout &row : m_head)
        m_headHeight += row.height();
    qreal height = m_headHeight;
    if (m_folded) {
        height += barHeight() + Metrics::scaled(4);
        for (const RowLayout &row : m_tail)
            height += row.height();
    }
    setHeight(height);
}

QString TextBlock::barText() const
{
    const QString size = QLocale().formattedDataSize(m_bytes, 1, QLocale::DataSizeSIFormat);
    const Notebook::StreamText *source = text();
    if (source && source->lineCount() <= 2 * EndRows)
        return tr("Long lines, %1 in all").arg(size);
    return tr("%L1 lines between, %2").arg(m_rowsBetween).arg(size);
}

void TextBlock::paint(QPainter *painter, const QRectF &clip, bool stale)
{
    const Theme &theme = Theme::current();
    if (stale != m_stale) {
        m_stale = stale;
        m_head.clear();
        m_tail.clear();
        rebuild();
    }
    const qreal inset = m_isError ? Metrics::scaled(8) : 0;
    if (m_isError)
        painter->fillRect(QRectF(0, 0, 2, m_height), theme.warnFill);
    TextPosition from = m_anchor;
    TextPosition to = m_cursor;
    if (before(to, from))
        std::swap(from, to);
    const bool selected = from.isValid() && to.isValid() && from != to;
    const auto paintRows = [&](const std::vector<RowLayout> &rows, qreal y) {
        for (const RowLayout &row : rows) {
            if (y > clip.bottom())
                break;
            if (y + row.height() >= clip.top()) {
                qsizetype selectFrom = -1;
                qsizetype selectTo = -1;
                if (selected && row.number() >= from.row && row.number() <= to.row) {
                    selectFrom = row.number() == from.row ? std::min(from.column, row.text().size()) : 0;
                    selectTo = row.number() == to.row ? std::min(to.column, row.text().size()) : row.text().size();
                }
                if (!m_marks.isEmpty()) {
                    auto mark = std::lower_bound(m_marks.list.begin(), m_marks.list.end(), row.number(), [](const FindMark &m, qint64 n) { return m.row < n; });
                    for (; mark != m_marks.list.end() && mark->row == row.number(); ++mark)
                        row.paintMark(painter, QPointF(inset, y), mark->start, mark->length, mark->current ? theme.findActive : theme.find);
                }
                painter->setPen(stale ? theme.text3 : theme.text);
                row.paint(painter, QPointF(inset, y), selectFrom, selectTo, selectTo >= 0 && row.number() < to.row);
            }
            y += row.height();
        }
    };
    paintRows(m_head, 0);
    if (!m_folded && !m_showAll)
        return;
    const qreal barTop = m_headHeight * (m_showAll ? 0 : 1) + (m_showAll ? 0 : Metrics::scaled(2));
    const QRectF bar(inset, barTop, m_width - inset, barHeight());
    painter->fillRect(bar, theme.sunken);
    if (theme.isHighContrast()) {
        painter->setPen(QPen(theme.hairline, 1));
        painter->drawRect(bar.adjusted(.5, .5, -.5, -.5));
    }
    Icons::paint(painter, QRectF(bar.left() + Metrics::scaled(6), bar.top(), Metrics::icon(), bar.height()), u"chevrons-up-down"_s, theme.text3,
                 Metrics::smallIcon());
    painter->setFont(Fonts::small());
    const QFontMetricsF metrics(Fonts::small());
    m_barLinks.clear();
    const QStringList names = m_showAll ? QStringList { tr("Collapse"), tr("Open in tab"), tr("Find") }
                                        : QStringList { tr("Show all"), tr("Open in tab"), tr("Find") };
    qreal x = bar.right() - Metrics::scaled(10);
    for (qsizetype i = names.size() - 1; i >= 0; --i) {
        const qreal width = std::ceil(metrics.horizontalAdvance(names[i]));
        x -= width;
        m_barLinks.insert(m_barLinks.begin(), Link { QRectF(x, bar.top(), width, bar.height()), names[i] });
        x -= Metrics::scaled(12);
    }
    const qreal textLeft = bar.left() + Metrics::scaled(12) + Metrics::icon();
    painter->setPen(theme.text2);
    painter->drawText(QRectF(textLeft, bar.top(), std::max(0.0, x - textLeft), bar.height()), Qt::AlignVCenter,
                      metrics.elidedText(barText(), Qt::ElideRight, std::max(0.0, x - textLeft)));
    QFont underlined = Fonts::small();
    underlined.setUnderline(true);
    painter->setFont(underlined);
    painter->setPen(theme.link);
    for (const Link &link : m_barLinks)
        painter->drawText(link.rect, Qt::AlignVCenter, link.text);
    if (!m_showAll)
        paintRows(m_tail, m_headHeight + barHeight() + Metrics::scaled(4));
}

QRectF TextBlock::reveal(const FindMark &mark)
{
    qreal y = 0;
    for (const std::vector<RowLayout> *rows : { &m_head, &m_tail }) {
        for (const RowLayout &row : *rows) {
            if (row.number() == mark.row)
                return QRectF(0, y, 1, row.height());
            y += row.height();
        }
        y += barHeight() + Metrics::scaled(4);
    }
    if (!m_follows && !m_folded)
        return OutputBlock::reveal(mark);
    m_revealed = mark;
    showAll();
    return QRectF(0, 0, 1, m_height);
}

QString TextBlock::plainText() const
{
    const Notebook::StreamText *source = text();
    return source ? source->plainText() : QString();
}

const RowLayout *TextBlock::rowAt(qreal y, qreal *top) const
{
    qreal at = 0;
    const RowLayout *last = nullptr;
    for (const RowLayout &row : m_head) {
        last = &row;
        *top = at;
        at += row.height();
        if (y < at)
            return last;
    }
    if (m_folded) {
        at += barHeight() + Metrics::scaled(4);
        for (const RowLayout &row : m_tail) {
            if (y < at && last)
                return last;
            last = &row;
            *top = at;
            at += row.height();
            if (y < at)
                return last;
        }
    }
    return last;
}

TextPosition TextBlock::positionAt(const QPointF &point) const
{
    qreal top = 0;
    const RowLayout *row = rowAt(point.y(), &top);
    if (!row)
        return {};
    if (point.y() < 0)
        return { 0, 0 };
    const qreal inset = m_isError ? Metrics::scaled(8) : 0;
    return { row->number(), row->columnAt(QPointF(point.x() - inset, point.y() - top)) };
}

int TextBlock::barLinkAt(const QPointF &point) const
{
    if (!m_folded && !m_showAll)
        return -1;
    for (size_t i = 0; i < m_barLinks.size(); ++i) {
        if (m_barLinks[i].rect.contains(point))
            return int(i);
    }
    return -1;
}

Qt::CursorShape TextBlock::cursorAt(const QPointF &point) const
{
    if (barLinkAt(point) >= 0)
        return Qt::PointingHandCursor;
    qreal top = 0;
    const RowLayout *row = rowAt(point.y(), &top);
    if (row && !row->linkAt(positionAt(point).column).isEmpty())
        return Qt::PointingHandCursor;
    return Qt::IBeamCursor;
}

QString TextBlock::toolTipAt(const QPointF &point) const
{
    qreal top = 0;
    const RowLayout *row = rowAt(point.y(), &top);
    return row ? row->linkAt(positionAt(point).column) : QString();
}

bool TextBlock::press(const QPointF &point, int clicks, bool extend)
{
    m_pressedLink = barLinkAt(point);
    m_pressedTarget.clear();
    if (m_pressedLink >= 0 || m_showAll)
        return true;
    const TextPosition at = positionAt(point);
    if (!at.isValid())
        return false;
    qreal top = 0;
    const RowLayout *row = rowAt(point.y(), &top);
    m_pressedTarget = row->linkAt(at.column);
    if (clicks == 2) {
        const QString &words = row->text();
        const auto inWord = [&words](qsizetype i) {
            return i >= 0 && i < words.size() && (words[i].isLetterOrNumber() || words[i] == u'_' || words[i] == u'.' || words[i] == u'/' || words[i] == u'-');
        };
        qsizetype from = at.column;
        qsizetype to = at.column;
        while (inWord(from - 1))
            --from;
        while (inWord(to))
            ++to;
        m_anchor = { at.row, from };
        m_cursor = { at.row, to };
    } else if (clicks >= 3) {
        m_anchor = { at.row, 0 };
        m_cursor = { at.row, row->text().size() };
    } else {
        m_cursor = at;
        if (!extend || !m_anchor.isValid())
            m_anchor = at;
    }
    Q_EMIT repaint();
    return true;
}

void TextBlock::drag(const QPointF &point)
{
    if (m_pressedLink >= 0 || m_showAll)
        return;
    const TextPosition at = positionAt(point);
    if (at.isValid() && at != m_cursor) {
        m_cursor = at;
        Q_EMIT repaint();
    }
}

void TextBlock::release(const QPointF &point)
{
    const int link = std::exchange(m_pressedLink, -1);
    if (link >= 0) {
        if (link != barLinkAt(point))
            return;
        if (link == 0)
            m_showAll ? collapse() : showAll();
        else if (link == 1)
            Q_EMIT requested({ OutputRequest::Kind::OpenStream, {} });
        else
            showAll(true);
        return;
    }
    const QString target = std::exchange(m_pressedTarget, {});
    if (!target.isEmpty() && m_anchor == m_cursor)
        Q_EMIT requested({ OutputRequest::Kind::OpenLink, target });
}

bool TextBlock::hasSelection() const
{
    return m_anchor.isValid() && m_cursor.isValid() && m_anchor != m_cursor;
}

QString TextBlock::selectedText() const
{
    const Notebook::StreamText *source = text();
    if (m_viewer && m_showAll)
        return m_viewer->area()->selectedText();
    if (!source || !hasSelection())
        return {};
    TextPosition from = m_anchor;
    TextPosition to = m_cursor;
    if (before(to, from))
        std::swap(from, to);
    if (from.row == to.row)
        return source->plainRow(from.row).mid(from.column, to.column - from.column);
    return source->plainText(from.row, to.row - from.row).mid(from.column) + source->plainRow(to.row).left(to.column);
}

void TextBlock::clearSelection()
{
    if (!m_anchor.isValid())
        return;
    m_anchor = m_cursor = {};
    Q_EMIT repaint();
}

void TextBlock::selectAll()
{
    const Notebook::StreamText *source = text();
    if (!source || source->rowCount() == 0)
        return;
    m_anchor = { 0, 0 };
    m_cursor = { source->rowCount() - 1, source->plainRow(source->rowCount() - 1).size() };
    Q_EMIT repaint();
}

void TextBlock::showAll(bool find)
{
    m_showAll = true;
    m_findWanted = find;
    if (m_viewer && find)
        m_viewer->openFind();
    rebuild();
    Q_EMIT repaint();
}

void TextBlock::collapse()
{
    m_showAll = false;
    if (m_viewer) {
        m_viewer->hide();
        m_viewer->deleteLater();
        m_viewer.clear();
    }
    rebuild();
    Q_EMIT repaint();
}

void TextBlock::placeWidgets(QWidget *parent, const QPointF &origin, bool visible)
{
    if (!m_showAll)
        return;
    if (!m_viewer) {
        if (!visible)
            return;
        m_viewer = new StreamViewer([this]() { return text(); }, parent);
        m_viewer->setProperty("inCell", true);
        connect(m_viewer, &StreamViewer::closeRequested, this, &TextBlock::collapse);
        m_viewer->area()->contentChanged();
    }
    const bool late = m_viewer->size().isEmpty() || m_revealed.length > 0;
    m_viewer->setGeometry(QRectF(origin.x(), origin.y() + barHeight(), m_width, m_height - barHeight()).toAlignedRect());
    m_viewer->setVisible(visible);
    if (std::exchange(m_findWanted, false))
        m_viewer->openFind();
    // Once it has its size.
    if (late && m_revealed.length > 0) {
        const FindMark mark = std::exchange(m_revealed, {});
        m_viewer->area()->reveal({ mark.row, mark.start }, mark.length);
    }
}

QList<std::pair<QString, OutputRequest>> TextBlock::links() const
{
    if (!m_folded)
        return {};
    return { { tr("Open in tab"), { OutputRequest::Kind::OpenStream, {} } } };
}

// --- tracebacks ----------------------------------------------------------------------------------------

namespace {

bool isLibraryPath(const QString &path)
{
    static const QStringList marks { u"/site-packages/"_s, u"/dist-packages/"_s, u"/usr/lib/"_s, u"/usr/local/lib/"_s, u"/lib/python"_s, u"node_modules"_s,
                                     u"node:internal"_s, u"<frozen"_s, u"internal/"_s, u"<string>"_s };
    return std::any_of(marks.begin(), marks.end(), [&path](const QString &mark) { return path.contains(mark); }) || path.startsWith("node:"_L1);
}

/// "torch/serialization.py" of "/usr/lib/python3/dist-packages/torch/serialization.py".
QString shortPath(const QString &path)
{
    for (const QString &mark : { u"/site-packages/"_s, u"/dist-packages/"_s, u"node_modules/"_s }) {
        const qsizetype at = path.lastIndexOf(mark);
        if (at >= 0)
            return path.sliced(at + mark.size());
    }
    static const QRegularExpression python(u"/lib/python[0-9.]+/"_s);
    if (const auto match = python.match(path); match.hasMatch())
        return path.sliced(match.capturedEnd());
    return path;
}

} // namespace

TracebackBlock::Parsed TracebackBlock::parse(const QStringList &lines, const QString &name, const QString &value)
{
    static const QRegularExpression cellFrame(u"^(?:Cell|Input) In ?\\[(\\d+)\\](?:, (?:in )?.*?line (\\d+))?(?:, in (.*))?"_s);
    static const QRegularExpression fileFrame(u"^File (.+?):(\\d+)(?:, in (.*))?$"_s);
    static const QRegularExpression plainFrame(u"^\\s*File \"(.+?)\", line (\\d+)(?:, in (.*))?$"_s);
    static const QRegularExpression failing(u"^-*> *(\\d+) ?(.*)$"_s);
    static const QRegularExpression nodeFrame(u"^\\s+at (?:(.+?) \\()?(.+?):(\\d+)(?::\\d+)?\\)?$"_s);
    static const QRegularExpression context(u"^ *\\d+( .*)?$"_s);
    Parsed parsed;
    bool inFrame = false;
    const QString head = value.section(u'\n', 0, 0);
    for (const QString &line : lines) {
        if (const auto match = cellFrame.match(line); match.hasMatch()) {
            Frame frame;
            frame.place = tr("Cell [%1]").arg(match.captured(1));
            frame.cell = match.captured(1).toInt();
            frame.line = match.captured(2).toInt();
            frame.function = match.captured(3);
            parsed.frames.append(frame);
            inFrame = true;
        } else if (const auto file = fileFrame.match(line); file.hasMatch()) {
            parsed.frames.append({ file.captured(1), file.captured(2).toInt(), file.captured(3), {}, isLibraryPath(file.captured(1)), -1 });
            inFrame = true;
        } else if (const auto plain = plainFrame.match(line); plain.hasMatch()) {
            parsed.frames.append({ plain.captured(1), plain.captured(2).toInt(), plain.captured(3), {}, isLibraryPath(plain.captured(1)), -1 });
            inFrame = true;
        } else if (const auto node = nodeFrame.match(line); node.hasMatch()) {
            parsed.frames.append({ node.captured(2), node.captured(3).toInt(), node.captured(1), {}, isLibraryPath(node.captured(2)), -1 });
            inFrame = false;
        } else if (const auto code = failing.match(line); inFrame && code.hasMatch()) {
            Frame &frame = parsed.frames.last();
            if (frame.line == 0)
                frame.line = code.captured(1).toInt();
            frame.code = code.captured(2);
        } else if (inFrame && context.match(line).hasMatch()) {
            // A neighbour of the failing line: only in the whole traceback.
        } else if (inFrame && line.startsWith(u"    "_s) && parsed.frames.last().code.isEmpty() && !line.trimmed().isEmpty()
                   && !line.trimmed().startsWith(u'^')) {
            parsed.frames.last().code = line.trimmed();
        } else {
            if (line.trimmed().isEmpty()) {
                inFrame = false;
                continue;
            }
            const QString trimmed = line.trimmed();
            const bool repeats = trimmed.startsWith(u"---"_s) || trimmed.startsWith(name + u':') || trimmed == name || trimmed == head
                || trimmed.contains("Traceback (most recent call last)"_L1) || (!value.isEmpty() && value.contains(trimmed)) || trimmed.startsWith(u'^');
            if (!repeats && parsed.rest.size() < 12)
                parsed.rest.append(line);
        }
    }
    return parsed;
}

struct TracebackBlock::Line
{
    std::unique_ptr<QTextLayout> layout;
    qreal y = 0;
    qreal height = 0;
    bool fold = false; ///< The line with the chevron.
    QString text;
    QRectF button; ///< Of a link in the last line.
};

TracebackBlock::TracebackBlock(OutputSource source) : m_source(source)
{
    const Notebook::Output *output = source.get();
    if (!output)
        return;
    m_name = output->errorName();
    m_value = output->errorValue();
    QStringList lines;
    const Notebook::StreamText &text = output->traceback();
    for (qint64 i = 0; i < std::min<qint64>(text.rowCount(), 2000); ++i)
        lines.append(text.plainRow(i));
    m_parsed = parse(lines, m_name, m_value);
}

TracebackBlock::~TracebackBlock() = default;

QString TracebackBlock::plainText() const
{
    const Notebook::Output *output = m_source.get();
    if (!output)
        return {};
    const QString trace = output->traceback().plainText();
    return trace.isEmpty() ? m_name + ": "_L1 + m_value : trace;
}

void TracebackBlock::layout(qreal width, qreal)
{
    const Theme &theme = Theme::current();
    m_width = width;
    m_lines.clear();
    m_links.clear();
    const qreal left = Metrics::scaled(13);
    const qreal right = Metrics::scaled(10);
    qreal y = Metrics::scaled(8);
    const auto add = [&](const QString &text, const QList<QTextLayout::FormatRange> &formats, const QFont &font, Fonts::Role role, qreal textWidth) {
        Line line;
        line.layout = std::make_unique<QTextLayout>(text, font);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        option.setTextDirection(Qt::LeftToRight);
        line.layout->setTextOption(option);
        line.layout->setFormats(formats);
        line.layout->setCacheEnabled(true);
        line.layout->beginLayout();
        const qreal step = Fonts::lineHeight(role);
        qreal inner = 0;
        while (true) {
            QTextLine piece = line.layout->createLine();
            if (!piece.isValid())
                break;
            piece.setLineWidth(std::max(60.0, textWidth));
            piece.setPosition(QPointF(0, inner + std::floor((step - piece.height()) / 2)));
            inner += step;
        }
        line.layout->endLayout();
        line.y = y;
        line.height = std::max(inner, step);
        line.text = text;
        y += line.height;
        m_lines.push_back(std::move(line));
    };
    const auto range = [](qsizetype start, qsizetype length, const QColor &color, bool bold = false) {
        QTextLayout::FormatRange result;
        result.start = int(start);
        result.length = int(length);
        result.format.setForeground(color);
        if (bold)
            result.format.setFontWeight(QFont::Bold);
        return result;
    };

    QString first = m_name;
    QString message = m_value;
    constexpr qsizetype longest = 2000;
    if (message.size() > longest)
        message = message.left(longest) + u'\u2026';
    if (!message.isEmpty())
        first += ": "_L1 + message;
    first.replace(u'\n', QChar::LineSeparator);
    add(first, { range(0, m_name.size(), theme.bad, true) }, Fonts::output(), Fonts::Role::Output, width - left - right);

    if (m_expanded) {
        if (const Notebook::Output *output = m_source.get()) {
            const Notebook::StreamText &text = output->traceback();
            const qint64 rows = std::min<qint64>(text.rowCount(), 400);
            for (qint64 i = 0; i < rows; ++i) {
                const Notebook::TextRow row = text.row(i);
                add(row.text, TerminalColors::formats(row, false), Fonts::output(), Fonts::Role::Output, width - left - right);
            }
        }
    } else {
        for (const Frame &frame : m_parsed.frames) {
            if (frame.library)
                continue;
            const bool foreign = frame.cell < 0;
            if (foreign || !frame.function.isEmpty() || frame.code.isEmpty()) {
                QString place = frame.line > 0 ? tr("%1, line %2").arg(shortPath(frame.place)).arg(frame.line) : shortPath(frame.place);
                if (!frame.function.isEmpty())
                    place += tr(" in %1").arg(frame.function);
                add(place, { range(0, place.size(), theme.text2) }, Fonts::output(), Fonts::Role::Output, width - left - right);
                const OutputRequest request { foreign ? OutputRequest::Kind::ShowFile : OutputRequest::Kind::GoToCell,
                                              foreign ? frame.place : u"%1:%2"_s.arg(frame.cell).arg(frame.line) };
                m_links.emplace_back(QRectF(left, m_lines.back().y, width - left - right, m_lines.back().height), request);
            }
            if (!frame.code.isEmpty()) {
                const QString number = QString::number(frame.line);
                const QString text = u"\u2192 "_s + number + u' ' + frame.code;
                add(text, { range(0, 1, theme.bad), range(2, number.size(), theme.text, true) }, Fonts::output(), Fonts::Role::Output, width - left - right);
                if (!foreign && frame.line > 0)
                    m_links.emplace_back(QRectF(left, m_lines.back().y, width - left - right, m_lines.back().height),
                                         OutputRequest { OutputRequest::Kind::GoToCell, u"%1:%2"_s.arg(frame.cell).arg(frame.line) });
            }
        }
        for (const QString &line : m_parsed.rest)
            add(line, {}, Fonts::output(), Fonts::Role::Output, width - left - right);
    }

    // The last line: what is folded at the left, the next step and the copy at the right.
    int libraries = 0;
    QString place;
    bool same = true;
    for (const Frame &frame : m_parsed.frames) {
        if (!frame.library)
            continue;
        ++libraries;
        const QString path = shortPath(frame.place);
        if (place.isEmpty())
            place = path;
        else if (place != path)
            same = false;
    }
    QString fold;
    if (m_expanded)
        fold = tr("Fold the traceback");
    else if (libraries > 0 && same)
        fold = libraries == 1 ? tr("1 frame in %1").arg(place) : tr("%1 frames in %2").arg(libraries).arg(place);
    else if (libraries > 0)
        fold = tr("%1 library frames").arg(libraries);
    else if (!m_parsed.frames.isEmpty())
        fold = tr("Whole traceback");

    const QFontMetricsF small(Fonts::small());
    const qreal step = Fonts::lineHeight(Fonts::Role::Body) + Metrics::scaled(2);
    QList<std::pair<QString, OutputRequest>> actions;
    if (m_name == "FileNotFoundError"_L1) {
        static const QRegularExpression quoted(u"'([^']+)'"_s);
        if (const auto match = quoted.match(m_value); match.hasMatch()) {
            QString folder = match.captured(1).section(u'/', 0, -2);
            if (folder.isEmpty())
                folder = match.captured(1).startsWith(u'/') ? u"/"_s : u"."_s;
            actions.append({ folder == "."_L1 ? tr("Show Files") : tr("Show %1 in Files").arg(folder + u'/'), { OutputRequest::Kind::ShowFile, folder } });
        }
    } else if (m_name == "ModuleNotFoundError"_L1) {
        static const QRegularExpression quoted(u"'([A-Za-z0-9_]+)[^']*'"_s);
        if (const auto match = quoted.match(m_value); match.hasMatch())
            actions.append({ tr("Add a cell that installs %1").arg(match.captured(1)), { OutputRequest::Kind::AddCell, "%pip install "_L1 + match.captured(1) } });
    }
    actions.append({ tr("Copy traceback"), { OutputRequest::Kind::CopyText, plainText() } });
    qreal x = width - right;
    for (qsizetype i = actions.size() - 1; i >= 0; --i) {
        const qreal w = std::ceil(small.horizontalAdvance(actions[i].first));
        x -= w;
        m_links.emplace_back(QRectF(x, y, w, step), actions[i].second);
        Line line;
        line.y = y;
        line.height = step;
        line.text = actions[i].first;
        line.button = QRectF(x, y, w, step);
        m_lines.push_back(std::move(line));
        x -= Metrics::scaled(18);
    }
    if (!fold.isEmpty()) {
        const qreal room = x - left - Metrics::scaled(18);
        fold = small.elidedText(fold, Qt::ElideMiddle, std::max(40.0, room));
        m_links.emplace_back(QRectF(left, y, Metrics::scaled(18) + small.horizontalAdvance(fold), step), OutputRequest {});
        Line line;
        line.y = y;
        line.height = step;
        line.text = fold;
        line.fold = true;
        m_lines.push_back(std::move(line));
    }
    y += step;
    setHeight(y + Metrics::scaled(6));
}

void TracebackBlock::paint(QPainter *painter, const QRectF &clip, bool stale)
{
    Q_UNUSED(stale)
    const Theme &theme = Theme::current();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.badTint);
    painter->drawRoundedRect(QRectF(0, 0, m_width, m_height), 4, 4);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->fillRect(QRectF(0, 0, 3, m_height), theme.badFill);
    painter->fillRect(QRectF(3, 0, 4, m_height), theme.badTint);
    const qreal left = Metrics::scaled(13);
    QFont underlined = Fonts::small();
    underlined.setUnderline(true);
    for (const Line &line : m_lines) {
        if (line.y > clip.bottom() || line.y + line.height < clip.top())
            continue;
        if (line.layout) {
            painter->setPen(theme.text);
            line.layout->draw(painter, QPointF(left, line.y));
        } else if (line.fold) {
            Icons::paint(painter, QRectF(left - 2, line.y, Metrics::smallIcon(), line.height), m_expanded ? u"chevron-down"_s : u"chevron-right"_s, theme.text2,
                         Metrics::smallIcon());
            painter->setFont(Fonts::small());
            painter->setPen(theme.text2);
            painter->drawText(QRectF(left + Metrics::scaled(18), line.y, m_width, line.height), Qt::AlignVCenter, line.text);
        } else {
            painter->setFont(underlined);
            painter->setPen(theme.link);
            painter->drawText(line.button, Qt::AlignVCenter, line.text);
        }
    }
    painter->restore();
}

int TracebackBlock::linkAt(const QPointF &point) const
{
    for (size_t i = 0; i < m_links.size(); ++i) {
        if (m_links[i].first.contains(point))
            return int(i);
    }
    return -1;
}

Qt::CursorShape TracebackBlock::cursorAt(const QPointF &point) const
{
    return linkAt(point) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor;
}

bool TracebackBlock::press(const QPointF &point, int clicks, bool extend)
{
    Q_UNUSED(extend)
    const int link = linkAt(point);
    if (link >= 0 && clicks == 1)
        activate(link);
    return link >= 0;
}

void TracebackBlock::activate(int link)
{
    const OutputRequest request = m_links[size_t(link)].second;
    if (request.kind == OutputRequest::Kind::CopyText && request.text.isEmpty()) {
        m_expanded = !m_expanded;
        layout(m_width, 1);
        Q_EMIT repaint();
        return;
    }
    Q_EMIT requested(request);
}

QList<std::pair<QString, OutputRequest>> TracebackBlock::links() const
{
    return { { tr("Copy traceback"), { OutputRequest::Kind::CopyText, plainText() } } };
}

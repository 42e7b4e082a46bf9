// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "textblock.h"

#include "outputbar.h"
#include "streamviewer.h"
#include "textloader.h"
#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <opensandbox/notebook/outputs.h>

#include <QClipboard>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using Notebook::TextPosition;

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

TextBlock::TextBlock(OutputSource source, bool isError) : m_source(source), m_follows(true), m_isError(isError)
{
    // The first look at a long stream out of a file builds it, which takes more than one turn.
    const Notebook::Output *output = m_source.get();
    if (output && output->type() == Notebook::OutputType::Stream && !output->isStreamWhole() && !output->prepareStream(0))
        m_source.list()->prepare(m_source.id());
}

TextBlock::TextBlock(const QString &text) : m_own(std::make_unique<TextLoader>(text))
{
    own();
}

TextBlock::TextBlock(const Notebook::Json::Value &value, bool asJson) : m_own(std::make_unique<TextLoader>(value, asJson))
{
    own();
}

void TextBlock::own()
{
    connect(m_own.get(), &TextLoader::grew, this, &TextBlock::contentChanged);
}

bool TextBlock::isWhole() const
{
    if (m_own)
        return m_own->isWhole();
    const Notebook::Output *output = m_source.get();
    return !output || output->type() != Notebook::OutputType::Stream || output->isStreamWhole();
}

TextBlock::~TextBlock()
{
    delete m_viewer;
}

const Notebook::StreamText *TextBlock::text() const
{
    if (!m_follows)
        return &m_own->text();
    const Notebook::Output *output = m_source.get();
    if (!output)
        return nullptr;
    return output->type() == Notebook::OutputType::Error ? &output->traceback() : &output->streamSoFar();
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
    const bool whole = isWhole();
    m_folded = rows > MaxRows || m_bytes > MaxBytes || !whole;
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
        left = whole ? EndCharacters : 0; // The end is not known yet; its place is kept.
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
        if (!whole)
            height += qreal(EndRows) * Fonts::lineHeight(Fonts::Role::Output);
    }
    setHeight(height);
}

QString TextBlock::barText() const
{
    const QString size = QLocale().formattedDataSize(m_bytes, 1, QLocale::DataSizeSIFormat);
    if (!isWhole())
        return tr("Reads the rest, %1 so far").arg(size);
    const Notebook::StreamText *source = text();
    if (source && source->lineCount() <= 2 * EndRows)
        return tr("Long lines, %1 in all").arg(size);
    const QString between = tr("%L1 lines between, %2").arg(m_rowsBetween).arg(size);
    const qint64 lost = source ? source->lostSize() : 0;
    return lost == 0 ? between : tr("%1 (%2 of it lost)").arg(between, QLocale().formattedDataSize(lost, 1, QLocale::DataSizeSIFormat));
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
                QList<QTextLayout::FormatRange> marked;
                if (!m_marks.isEmpty()) {
                    auto mark = std::lower_bound(m_marks.list.begin(), m_marks.list.end(), row.number(), [](const FindMark &m, qint64 n) { return m.row < n; });
                    for (; mark != m_marks.list.end() && mark->row == row.number(); ++mark) {
                        row.paintMark(painter, QPointF(inset, y), mark->start, mark->length, mark->current ? theme.findActive : theme.find);
                        QTextLayout::FormatRange range;
                        range.start = int(mark->start);
                        range.length = int(mark->length);
                        range.format.setForeground(theme.onFind(mark->current));
                        marked.append(range);
                    }
                }
                painter->setPen(stale ? theme.text3 : theme.text);
                row.paint(painter, QPointF(inset, y), selectFrom, selectTo, selectTo >= 0 && row.number() < to.row, marked);
            }
            y += row.height();
        }
    };
    paintRows(m_head, 0);
    if (!m_folded && !m_showAll)
        return;
    const qreal barTop = m_headHeight * (m_showAll ? 0 : 1) + (m_showAll ? 0 : Metrics::scaled(2));
    const QRectF bar(inset, barTop, m_width - inset, barHeight());
    paintOutputBar(painter, bar);
    // The text above and below reads from the left as everywhere; the bar is a part of the window.
    const BarSide side { bar };
    const int line = side.line();
    Icons::paint(painter, side.visual(QRectF(bar.left() + Metrics::scaled(6), bar.top(), Metrics::icon(), bar.height())), u"chevrons-up-down"_s, theme.text3,
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
        m_barLinks.insert(m_barLinks.begin(), Link { side.visual(QRectF(x, bar.top(), width, bar.height())), names[i] });
        x -= Metrics::scaled(12);
    }
    const qreal textLeft = bar.left() + Metrics::scaled(12) + Metrics::icon();
    painter->setPen(theme.text2);
    painter->drawText(side.visual(QRectF(textLeft, bar.top(), std::max(0.0, x - textLeft), bar.height())), line,
                      Bidi::own(metrics.elidedText(barText(), Qt::ElideRight, std::max(0.0, x - textLeft))));
    QFont underlined = Fonts::small();
    underlined.setUnderline(true);
    painter->setFont(underlined);
    painter->setPen(theme.link);
    for (const Link &link : m_barLinks)
        painter->drawText(link.rect, line, link.text);
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

void TextBlock::copy()
{
    if (m_viewer && m_showAll && m_viewer->area()->hasSelection()) {
        m_viewer->area()->copy();
        return;
    }
    TextPosition from { 0, 0 };
    TextPosition to;
    if (hasSelection()) {
        from = m_anchor;
        to = m_cursor;
        if (before(to, from))
            std::swap(from, to);
    }
    m_collector.start([this]() { return text(); }, [this]() { return isWhole(); }, from, to, [](const QString &all) { QGuiApplication::clipboard()->setText(all); });
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
        m_viewer->area()->setWholeness([this]() { return isWhole(); });
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

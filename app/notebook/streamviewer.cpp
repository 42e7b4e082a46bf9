// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "streamviewer.h"

#include "findline.h"
#include "inpool.h"
#include "linesaccessible.h"
#include "shared/button.h"
#include "shared/label.h"
#include "shared/lastfolder.h"
#include "textblock.h"
#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSaveFile>
#include <QScrollBar>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;
using Notebook::TextPosition;

namespace {

bool before(const TextPosition &a, const TextPosition &b)
{
    return a.row < b.row || (a.row == b.row && a.column < b.column);
}

/// A part of a row, with its styles.
Notebook::TextRow sliced(const Notebook::TextRow &row, qsizetype first, qsizetype count)
{
    Notebook::TextRow part;
    part.text = row.text.mid(first, count);
    for (Notebook::TextRun run : row.runs) {
        const qsizetype end = std::min(run.start + run.length - first, part.text.size());
        run.start = std::max<qsizetype>(0, run.start - first);
        run.length = end - run.start;
        if (run.length > 0)
            part.runs.append(run);
    }
    return part;
}

} // namespace

StreamArea::StreamArea(Source source, QWidget *parent) : QAbstractScrollArea(parent), m_source(std::move(source))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setBackgroundRole(QPalette::Base);
    LinesAccessibility::install(this); // Before anything asks for its interface.
    setAccessibleName(tr("Output text"));
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this]() {
        updateBars();
        viewport()->update();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this]() {
        if (m_arriving || !isAtEnd())
            return;
        const auto *text = m_source();
        m_seenRows = text ? text->rowCount() : 0;
        Q_EMIT newRows(0);
    });
    updateBars();
    const auto *text = m_source();
    m_seenRows = text ? text->rowCount() : 0;
}

int StreamArea::rowHeight() const
{
    return Fonts::lineHeight(Fonts::Role::Output);
}

void StreamArea::updateBars()
{
    const auto *text = m_source();
    const qint64 rows = text ? text->rowCount() : 0;
    const qint64 page = std::max(1, (viewport()->height() - Metrics::scaled(8)) / rowHeight());
    verticalScrollBar()->setPageStep(int(page));
    verticalScrollBar()->setSingleStep(3);
    // Wrapped rows are of any height: the last one may come up to the top.
    verticalScrollBar()->setRange(0, int(std::clamp<qint64>(rows - (m_wrap ? std::max<qint64>(1, page / 3) : page), 0, std::numeric_limits<int>::max() / 2)));
    if (m_wrap)
        horizontalScrollBar()->setRange(0, 0);
}

void StreamArea::setWrap(bool wrap)
{
    m_wrap = wrap;
    updateBars();
    viewport()->update();
}

void StreamArea::contentChanged()
{
    const bool follow = isAtEnd();
    m_arriving = true;
    updateBars();
    if (follow)
        scrollToEnd();
    m_arriving = false;
    const auto *text = m_source();
    const qint64 rows = text ? text->rowCount() : 0;
    if (follow || (m_whole && !m_whole())) // What is still being read was there before.
        m_seenRows = rows;
    Q_EMIT newRows(unseenRows());
    viewport()->update();
}

qint64 StreamArea::unseenRows() const
{
    const auto *text = m_source();
    return std::max<qint64>(0, (text ? text->rowCount() : 0) - m_seenRows);
}

bool StreamArea::isAtEnd() const
{
    return verticalScrollBar()->value() >= verticalScrollBar()->maximum();
}

void StreamArea::scrollToEnd()
{
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void StreamArea::scrollToRow(qint64 row)
{
    const int page = verticalScrollBar()->pageStep();
    const int value = verticalScrollBar()->value();
    if (row < value || row >= value + page)
        verticalScrollBar()->setValue(int(std::max<qint64>(0, row - page / 3)));
}

void StreamArea::scrollToColumn(qsizetype column)
{
    if (m_wrap)
        return;
    // About where it is; of letters of other widths it may be a little off.
    const qreal x = Metrics::scaled(12) + QFontMetricsF(Fonts::output()).horizontalAdvance(u'0') * qreal(column);
    const int margin = Metrics::scaled(40);
    const int page = viewport()->width();
    // Nobody has painted the row yet, whose width the bar learns then.
    if (const int needed = int(x) + margin - page; needed > horizontalScrollBar()->maximum())
        horizontalScrollBar()->setRange(0, needed);
    if (x < horizontalScrollBar()->value() + margin)
        horizontalScrollBar()->setValue(int(x) - margin);
    else if (x > horizontalScrollBar()->value() + page - margin)
        horizontalScrollBar()->setValue(int(x) - page + margin);
}

StreamArea::Sight StreamArea::inSight(const Notebook::TextRow &row, qint64 number) const
{
    constexpr qsizetype little = 512; // Not worth the trouble.
    const qsizetype size = row.text.size();
    if (size <= little) {
        RowLayout layout(row, number, 0, false, false);
        const qreal width = layout.naturalWidth();
        return { std::move(layout), 0, 0, width };
    }
    const qreal advance = QFontMetricsF(Fonts::output()).horizontalAdvance(u'0');
    const qreal right = horizontalScrollBar()->value() + viewport()->width();
    const auto plain = [](QChar c) { return c >= u' ' && c < QChar(0x7f); };
    if (std::all_of(row.text.begin(), row.text.end(), plain)) {
        // All of one width: it can begin anywhere.
        const qsizetype first = std::min(size, std::max<qsizetype>(0, qsizetype(horizontalScrollBar()->value() / advance) - 2));
        RowLayout layout(sliced(row, first, qsizetype(viewport()->width() / advance) + 4), number, 0, false, false);
        return { std::move(layout), first, qreal(first) * advance, qreal(size) * advance };
    }
    for (qsizetype count = little;; count *= 2) {
        RowLayout layout(sliced(row, 0, count), number, 0, false, false);
        const qreal width = layout.naturalWidth();
        if (count >= size || width > right)
            return { std::move(layout), 0, 0, count >= size ? width : std::max(width, qreal(size) * advance) };
    }
}

void StreamArea::paintEvent(QPaintEvent *)
{
    const auto *text = m_source();
    if (!text)
        return;
    QPainter painter(viewport());
    const Theme &theme = Theme::current();
    const int step = rowHeight();
    const int left = Metrics::scaled(12);
    const qint64 first = verticalScrollBar()->value();
    const qint64 last = std::min(text->rowCount(), first + viewport()->height() / step + 2);
    TextPosition from = m_anchor;
    TextPosition to = m_cursor;
    if (before(to, from))
        std::swap(from, to);
    qreal y = Metrics::scaled(4);
    qreal widest = 0;
    m_laidOut = 0;
    for (qint64 number = first; number < last; ++number) {
        if (y > viewport()->height())
            break;
        const Notebook::TextRow whole = text->row(number);
        const Sight sight = m_wrap ? Sight { RowLayout(whole, number, viewport()->width() - 2 * left, true, false), 0, 0, 0 } : inSight(whole, number);
        const RowLayout &row = sight.layout;
        m_laidOut += row.text().size();
        widest = std::max(widest, sight.width);
        qsizetype selectFrom = -1;
        qsizetype selectTo = -1;
        if (from.isValid() && to.isValid() && number >= from.row && number <= to.row) {
            selectFrom = std::clamp<qsizetype>((number == from.row ? from.column : 0) - sight.first, 0, row.text().size());
            selectTo = std::clamp<qsizetype>((number == to.row ? to.column : whole.text.size()) - sight.first, 0, row.text().size());
        }
        const QPointF origin(left - horizontalScrollBar()->value() + sight.x, y);
        QList<QTextLayout::FormatRange> marked;
        if (m_found) {
            const auto [begin, end] = m_found->in(number);
            for (auto match = begin; match != end; ++match) {
                const qsizetype start = std::clamp<qsizetype>(match->position.column - sight.first, 0, row.text().size());
                const qsizetype stop = std::clamp<qsizetype>(match->position.column + match->length - sight.first, 0, row.text().size());
                if (start == stop)
                    continue;
                // The one that is selected is the present one.
                const bool present = from == match->position && to.row == number && to.column == match->position.column + match->length;
                row.paintMark(&painter, origin, start, stop - start, present ? theme.findActive : theme.find);
                QTextLayout::FormatRange range;
                range.start = int(start);
                range.length = int(stop - start);
                range.format.setForeground(theme.onFind(present));
                marked.append(range);
                if (present)
                    selectFrom = selectTo = -1;
            }
        }
        row.paint(&painter, origin, selectFrom, selectTo, selectTo >= 0 && number < to.row, marked);
        if (hasFocus() && m_cursor.isValid() && number == m_cursor.row)
            painter.fillRect(row.caretRect(m_cursor.column - sight.first).translated(left - horizontalScrollBar()->value() + sight.x, y), theme.text);
        y += m_wrap ? row.height() : step;
    }
    const int over = int(std::max(0.0, widest + 2 * left - viewport()->width()));
    if (over > horizontalScrollBar()->maximum() || (over == 0 && horizontalScrollBar()->value() == 0 && horizontalScrollBar()->maximum() > 0)) {
        // Not while painting: the bar's appearance resizes the view.
        QMetaObject::invokeMethod(
            this,
            [this, over]() {
                horizontalScrollBar()->setRange(0, over);
                horizontalScrollBar()->setPageStep(viewport()->width());
                horizontalScrollBar()->setSingleStep(Metrics::scaled(20));
            },
            Qt::QueuedConnection);
    }
}

void StreamArea::resizeEvent(QResizeEvent *event)
{
    const bool follow = isAtEnd();
    QAbstractScrollArea::resizeEvent(event);
    updateBars();
    if (follow)
        scrollToEnd();
}

TextPosition StreamArea::positionAt(const QPoint &point) const
{
    const auto *text = m_source();
    if (!text || text->rowCount() == 0)
        return {};
    if (m_wrap) {
        const qreal width = viewport()->width() - 2 * Metrics::scaled(12);
        qreal y = Metrics::scaled(4);
        for (qint64 number = verticalScrollBar()->value(); number < text->rowCount(); ++number) {
            const RowLayout layout(text->row(number), number, width, true, false);
            if (point.y() < y + layout.height() || number == text->rowCount() - 1)
                return { number, layout.columnAt(QPointF(point.x() - Metrics::scaled(12), point.y() - y)) };
            y += layout.height();
        }
    }
    const qint64 row = verticalScrollBar()->value() + (point.y() - Metrics::scaled(4)) / rowHeight();
    if (row < 0)
        return { 0, 0 };
    if (row >= text->rowCount())
        return { text->rowCount() - 1, text->plainRow(text->rowCount() - 1).size() };
    const RowLayout layout(text->row(row), row, 0, false, false);
    return { row, layout.columnAt(QPointF(point.x() - Metrics::scaled(12) + horizontalScrollBar()->value(), 1)) };
}

void StreamArea::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_cursor = positionAt(event->pos());
    if (!event->modifiers().testFlag(Qt::ShiftModifier))
        m_anchor = m_cursor;
    viewport()->update();
    Q_EMIT caretMoved();
}

void StreamArea::setCaret(TextPosition position, bool extend)
{
    const auto *text = m_source();
    if (!text || text->rowCount() == 0)
        return;
    position.row = std::clamp<qint64>(position.row, 0, text->rowCount() - 1);
    position.column = std::clamp<qsizetype>(position.column, 0, text->plainRow(position.row).size());
    if (!extend || !m_anchor.isValid())
        m_anchor = extend && m_cursor.isValid() ? m_cursor : position;
    m_cursor = position;
    const int page = verticalScrollBar()->pageStep();
    const int top = verticalScrollBar()->value();
    if (position.row < top)
        verticalScrollBar()->setValue(int(position.row));
    else if (position.row >= top + page)
        verticalScrollBar()->setValue(int(position.row - page + 1));
    scrollToColumn(position.column);
    viewport()->update();
    Q_EMIT caretMoved();
}

QRectF StreamArea::caretRect() const
{
    const auto *text = m_source();
    const qint64 first = verticalScrollBar()->value();
    if (!text || !m_cursor.isValid() || m_cursor.row < first || m_cursor.row >= text->rowCount())
        return {};
    const int left = Metrics::scaled(12);
    qreal y = Metrics::scaled(4);
    if (!m_wrap) {
        y += qreal(m_cursor.row - first) * rowHeight();
        const Sight sight = inSight(text->row(m_cursor.row), m_cursor.row);
        return sight.layout.caretRect(m_cursor.column - sight.first).translated(left - horizontalScrollBar()->value() + sight.x, y);
    }
    for (qint64 number = first; number <= m_cursor.row && y < viewport()->height(); ++number) {
        const RowLayout row(text->row(number), number, viewport()->width() - 2 * left, true, false);
        if (number == m_cursor.row)
            return row.caretRect(m_cursor.column).translated(left, y);
        y += row.height();
    }
    return {};
}

void StreamArea::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void StreamArea::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

bool StreamArea::moveCaret(const QKeyEvent *event)
{
    const auto *text = m_source();
    const bool extend = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool far = event->modifiers().testFlag(Qt::ControlModifier);
    if (!text || text->rowCount() == 0 || event->modifiers().testFlag(Qt::AltModifier))
        return false;
    const qint64 last = text->rowCount() - 1;
    TextPosition to = m_cursor.isValid() ? m_cursor : TextPosition { verticalScrollBar()->value(), 0 };
    to.row = std::clamp<qint64>(to.row, 0, last);
    const QString row = text->plainRow(to.row);
    const auto isWord = [&row](qsizetype i) { return i >= 0 && i < row.size() && !row[i].isSpace(); };
    const bool mirrored = isRightToLeft();
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int step = (event->key() == Qt::Key_Right) != mirrored ? 1 : -1;
        if (step < 0 && to.column == 0) {
            if (to.row > 0)
                to = { to.row - 1, text->plainRow(to.row - 1).size() };
        } else if (step > 0 && to.column >= row.size()) {
            if (to.row < last)
                to = { to.row + 1, 0 };
        } else if (!far) {
            to.column += step;
            if (to.column > 0 && to.column < row.size() && row[to.column].isLowSurrogate())
                to.column += step;
        } else if (step > 0) {
            while (isWord(to.column))
                ++to.column;
            while (to.column < row.size() && !isWord(to.column))
                ++to.column;
        } else {
            while (to.column > 0 && !isWord(to.column - 1))
                --to.column;
            while (isWord(to.column - 1))
                --to.column;
        }
        break;
    }
    case Qt::Key_Up: to.row -= far ? 0 : 1; break;
    case Qt::Key_Down: to.row += far ? 0 : 1; break;
    case Qt::Key_PageUp: to.row -= verticalScrollBar()->pageStep(); break;
    case Qt::Key_PageDown: to.row += verticalScrollBar()->pageStep(); break;
    case Qt::Key_Home: to = extend && !far ? TextPosition { to.row, 0 } : TextPosition { 0, 0 }; break;
    case Qt::Key_End: to = extend && !far ? TextPosition { to.row, row.size() } : TextPosition { last, text->plainRow(last).size() }; break;
    default: return false;
    }
    setCaret(to, extend);
    // To the very ends, so that it follows what arrives.
    if (event->key() == Qt::Key_End && !extend)
        scrollToEnd();
    return true;
}

void StreamArea::mouseMoveEvent(QMouseEvent *event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    if (event->pos().y() < 0)
        verticalScrollBar()->setValue(verticalScrollBar()->value() - 1);
    else if (event->pos().y() > viewport()->height())
        verticalScrollBar()->setValue(verticalScrollBar()->value() + 1);
    m_cursor = positionAt(event->pos());
    viewport()->update();
}

void StreamArea::mouseDoubleClickEvent(QMouseEvent *event)
{
    const TextPosition at = positionAt(event->pos());
    const auto *text = m_source();
    if (!text || !at.isValid())
        return;
    const QString row = text->plainRow(at.row);
    const auto inWord = [&row](qsizetype i) { return i >= 0 && i < row.size() && !row[i].isSpace(); };
    qsizetype from = at.column;
    qsizetype to = at.column;
    while (inWord(from - 1))
        --from;
    while (inWord(to))
        ++to;
    m_anchor = { at.row, from };
    m_cursor = { at.row, to };
    viewport()->update();
}

QString StreamArea::selectedText() const
{
    const auto *text = m_source();
    TextPosition from = m_anchor;
    TextPosition to = m_cursor;
    if (before(to, from))
        std::swap(from, to);
    if (!text || !from.isValid() || !to.isValid() || from == to)
        return {};
    if (from.row == to.row)
        return text->plainRow(from.row).mid(from.column, to.column - from.column);
    QString result = text->plainText(from.row, to.row - from.row).mid(from.column);
    result += text->plainRow(to.row).left(to.column);
    return result;
}

void StreamArea::copy()
{
    if (!hasSelection())
        return;
    TextPosition from = m_anchor;
    TextPosition to = m_cursor;
    if (before(to, from))
        std::swap(from, to);
    m_collector.start(m_source, {}, from, to, [](const QString &text) { QGuiApplication::clipboard()->setText(text); });
}

void StreamArea::copyAll()
{
    collect([](const QString &text) { QGuiApplication::clipboard()->setText(text); });
}

void StreamArea::collect(std::function<void(const QString &)> done)
{
    m_collector.start(m_source, m_whole, { 0, 0 }, {}, std::move(done));
}

void StreamArea::selectAll()
{
    const auto *text = m_source();
    if (!text || text->rowCount() == 0)
        return;
    m_anchor = { 0, 0 };
    m_cursor = { text->rowCount() - 1, text->plainRow(text->rowCount() - 1).size() };
    viewport()->update();
}

bool StreamArea::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::SelectAll)) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

void StreamArea::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else if (moveCaret(event))
        return;
    else if (event->matches(QKeySequence::Find) || event->key() == Qt::Key_Escape)
        event->ignore();
    else
        QAbstractScrollArea::keyPressEvent(event);
}

void StreamArea::wheelEvent(QWheelEvent *event)
{
    const bool up = event->angleDelta().y() > 0;
    const bool sideways = event->modifiers().testFlag(Qt::ShiftModifier) || event->angleDelta().x() != 0;
    // At its ends, and without focus, the notebook scrolls.
    if (!sideways && !hasFocus() && parentWidget() && parentWidget()->property("inCell").toBool()) {
        event->ignore();
        return;
    }
    if (!sideways && ((up && verticalScrollBar()->value() == 0) || (!up && isAtEnd()))) {
        event->ignore();
        return;
    }
    QAbstractScrollArea::wheelEvent(event);
}

void StreamArea::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *copyAction = menu->addAction(tr("Copy"), this, &StreamArea::copy);
    copyAction->setEnabled(hasSelection());
    menu->addAction(tr("Select all"), this, &StreamArea::selectAll);
    menu->popup(event->globalPos());
}

void StreamArea::reveal(TextPosition position, qsizetype length)
{
    m_anchor = position;
    m_cursor = { position.row, position.column + length };
    updateBars();
    scrollToRow(position.row);
    scrollToColumn(position.column);
    scrollToColumn(m_cursor.column);
    // Wrapped rows above may have pushed it out.
    if (m_wrap && (caretRect().isEmpty() || caretRect().bottom() > viewport()->height()))
        verticalScrollBar()->setValue(int(position.row));
    viewport()->update();
    Q_EMIT caretMoved();
}

void StreamArea::setFound(const StreamSearch *found)
{
    m_found = found;
    viewport()->update();
}

// --- what arrives out of sight -------------------------------------------------------------------------

namespace {

/// A button with round ends on the text.
class Pill : public QPushButton
{
public:
    using QPushButton::QPushButton;

    QSize sizeHint() const override
    {
        const int text = QFontMetrics(Fonts::tabular(Fonts::small(QFont::Medium))).horizontalAdvance(this->text());
        return { text + Metrics::smallIcon() + Metrics::scaled(30), Metrics::smallControl() };
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const bool ring = hasFocus();
        const qreal edge = ring ? theme.focusWidth() : 1;
        painter.setPen(QPen(ring ? theme.focus : theme.control, edge));
        painter.setBrush(isDown() ? theme.pressed : underMouse() ? theme.hover : theme.raised);
        const QRectF shape = QRectF(rect()).adjusted(edge / 2, edge / 2, -edge / 2, -edge / 2);
        painter.drawRoundedRect(shape, shape.height() / 2, shape.height() / 2);
        const auto visual = [this](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
        const int icon = Metrics::smallIcon();
        Icons::paint(&painter, visual(QRect(Metrics::scaled(10), 0, icon, height())), u"arrow-down-to-line"_s, theme.text2, icon);
        painter.setFont(Fonts::tabular(Fonts::small(QFont::Medium)));
        painter.setPen(theme.text);
        const int left = Metrics::scaled(10) + icon + Metrics::scaled(6);
        painter.drawText(visual(QRect(left, 0, width() - left, height())), int(Qt::AlignVCenter | Qt::AlignLeft), Bidi::own(text()));
    }
};

} // namespace

// --- with a find field ---------------------------------------------------------------------------------

StreamViewer::StreamViewer(StreamArea::Source source, QWidget *parent) : QWidget(parent), m_area(new StreamArea(std::move(source), this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_search = new StreamSearch([this]() { return m_area->text(); }, this);
    m_findBar = new QWidget(this);
    m_line = new FindLine(tr("Find in output"), m_findBar);
    m_line->setContentsMargins(Metrics::scaled(12), Metrics::scaled(6), Metrics::scaled(8), Metrics::scaled(6));
    auto *bar = new QVBoxLayout(m_findBar);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->setSpacing(0);
    bar->addWidget(m_line);
    bar->addWidget(new Hairline(Qt::Horizontal, m_findBar));
    m_findBar->hide();
    layout->addWidget(m_findBar);
    layout->addWidget(m_area, 1);
    setFocusProxy(m_area);
    m_pill = new Pill(m_area);
    m_pill->setCursor(Qt::ArrowCursor);
    m_pill->hide();
    m_area->installEventFilter(this);
    connect(m_pill, &QPushButton::clicked, this, [this]() {
        m_area->scrollToEnd();
        m_area->setFocus();
    });
    connect(m_area, &StreamArea::newRows, this, &StreamViewer::tellNewRows);
    connect(m_line, &FindLine::queryChanged, this, &StreamViewer::query);
    connect(m_line, &FindLine::nextRequested, this, &StreamViewer::findNext);
    connect(m_line, &FindLine::closeRequested, this, &StreamViewer::closeFind);
    connect(m_search, &StreamSearch::changed, this, &StreamViewer::found);
}

void StreamViewer::contentChanged()
{
    m_area->contentChanged();
    m_search->contentChanged();
}

void StreamViewer::tellNewRows(qint64 rows)
{
    // What was there when it was opened is not new.
    if (!m_area->isVisible() || rows <= 0) {
        m_pill->hide();
        return;
    }
    m_pill->setText(tr("%Ln new line(s)", nullptr, int(std::min<qint64>(rows, std::numeric_limits<int>::max()))));
    m_pill->setAccessibleDescription(tr("Go to the end"));
    placePill();
    m_pill->show();
    m_pill->raise();
}

void StreamViewer::placePill()
{
    const QSize size = m_pill->sizeHint();
    m_pill->setGeometry((m_area->width() - size.width()) / 2, m_area->viewport()->geometry().bottom() - size.height() - Metrics::scaled(8), size.width(), size.height());
}

bool StreamViewer::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_area && event->type() == QEvent::Resize && m_pill->isVisible())
        placePill();
    return QWidget::eventFilter(watched, event);
}

void StreamViewer::addBar(const QString &name)
{
    auto *bar = new QWidget(this);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(Metrics::scaled(12), Metrics::scaled(5), Metrics::scaled(8), Metrics::scaled(5));
    row->setSpacing(Metrics::scaled(4));
    auto *title = new ElidedLabel(name, Fonts::Role::Body, &Theme::text, QFont::DemiBold, bar);
    row->addWidget(title, 1);
    const auto add = [&](const QString &icon, const QString &text, const QString &keys, bool checkable, auto run) {
        auto *action = new QAction(Icons::icon(icon), text, this);
        action->setCheckable(checkable);
        if (!keys.isEmpty())
            action->setShortcut(QKeySequence(keys));
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        refreshActionToolTip(action);
        connect(action, &QAction::triggered, this, run);
        addAction(action);
        row->addWidget(Buttons::smallTool(action, bar));
    };
    add(u"search"_s, tr("Find"), {}, false, [this]() { openFind(); });
    add(u"text-wrap"_s, tr("Wrap lines"), u"Alt+Z"_s, true, [this](bool on) { m_area->setWrap(on); });
    add(u"arrow-down-to-line"_s, tr("Go to the end"), u"Ctrl+End"_s, false, [this]() { m_area->scrollToEnd(); });
    add(u"copy"_s, tr("Copy all"), {}, false, [this]() { m_area->copyAll(); });
    add(u"save"_s, tr("Save as…"), u"Ctrl+S"_s, false, [this, name]() { save(name); });
    auto *layout = static_cast<QVBoxLayout *>(this->layout());
    layout->insertWidget(0, bar);
    layout->insertWidget(1, new Hairline(Qt::Horizontal, this));
}

void StreamViewer::save(const QString &name)
{
    auto *dialog = new QFileDialog(this, tr("Save output"), LastFolder::get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    LastFolder::follow(dialog);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(QString(name).replace(u' ', u'-').toLower() + u".txt"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        saveTo(path);
    });
    dialog->open();
}

void StreamViewer::saveTo(const QString &path)
{
    m_area->collect([this, path](const QString &text) {
        inPool(
            this,
            [path, text]() {
                QSaveFile file(path);
                const QByteArray bytes = text.toUtf8();
                const bool written = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
                return written ? QString() : file.errorString();
            },
            [this, path](const QString &error) {
                if (!error.isEmpty()) {
                    m_findBar->show();
                    m_line->say(tr("%1 was not written. %2.").arg(QDir::toNativeSeparators(path), error), true, !m_search->matches().empty());
                }
                Q_EMIT saved(error.isEmpty());
            });
    });
}

// --- finding -------------------------------------------------------------------------------------------

void StreamViewer::openFind()
{
    const TextPosition a = m_area->anchor();
    const TextPosition b = m_area->caret();
    m_begin = !b.isValid() ? TextPosition { m_area->verticalScrollBar()->value(), 0 } : a.isValid() && before(a, b) ? a : b;
    m_findBar->show();
    m_line->begin(a.isValid() && a.row == b.row ? m_area->selectedText() : QString());
    m_area->setFound(m_search);
    query();
}

void StreamViewer::closeFind()
{
    m_line->stop();
    m_findBar->hide();
    m_seek = Seek::Nothing;
    m_current = {};
    m_area->setFound(nullptr);
    m_search->clear();
    m_area->setFocus();
}

void StreamViewer::query()
{
    m_line->stop();
    if (!m_line->isVisible())
        return;
    // From the present match on, or from where the eye was.
    if (m_current.position.isValid())
        m_begin = m_current.position;
    m_current = {};
    m_seek = Seek::First;
    m_search->start(m_line->query());
}

void StreamViewer::findNext(bool backwards)
{
    if (!m_line->isVisible()) {
        openFind();
        return;
    }
    if (m_line->flush())
        return;
    m_seek = backwards ? Seek::Previous : Seek::Next;
    seek();
}

/// Goes there if it is known by now.
void StreamViewer::seek()
{
    TextPosition from = m_current.position.isValid() ? m_current.position : m_begin;
    if (m_seek == Seek::Next && m_current.position.isValid())
        ++from.column;
    const int place = m_search->at(from, m_seek == Seek::Previous);
    if (place == StreamSearch::Later)
        return;
    m_seek = Seek::Nothing;
    if (place >= 0) {
        m_current = m_search->matches()[size_t(place)];
        m_area->reveal(m_current.position, m_current.length);
    }
    m_line->say(summary(), !m_search->error().isEmpty(), !m_search->matches().empty());
}

void StreamViewer::found()
{
    if (m_seek != Seek::Nothing)
        seek();
    m_area->viewport()->update();
    m_line->say(summary(), !m_search->error().isEmpty(), !m_search->matches().empty());
}

QString StreamViewer::summary() const
{
    if (m_search->query().text.isEmpty())
        return {};
    if (!m_search->error().isEmpty())
        return m_search->error();
    const std::vector<StreamSearch::Match> &all = m_search->matches();
    const int place = m_current.position.isValid() && !all.empty() ? m_search->at(m_current.position, false) : StreamSearch::None;
    const bool there = place >= 0 && all[size_t(place)] == m_current;
    return FindLine::summary(there ? place + 1 : 0, int(all.size()), m_search->isComplete(), m_search->isRunning());
}

bool StreamViewer::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        // In a cell F3 is the notebook's, until something is looked for here.
        if (key->matches(QKeySequence::Find) || (key->key() == Qt::Key_F3 && (m_line->isVisible() || !property("inCell").toBool()))) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void StreamViewer::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Find))
        openFind();
    else if (event->key() == Qt::Key_F3 && (m_line->isVisible() || !property("inCell").toBool()))
        findNext(event->modifiers().testFlag(Qt::ShiftModifier));
    else if (event->key() == Qt::Key_Escape && m_line->isVisible())
        closeFind();
    else if (event->key() == Qt::Key_Escape)
        Q_EMIT closeRequested();
    else
        QWidget::keyPressEvent(event);
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "diffview.h"

#include "inpool.h"
#include "linesaccessible.h"
#include "shared/button.h"
#include "shared/label.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QAction>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;
using Notebook::TextDiff::Row;

namespace {

constexpr int longestShown = 4000; ///< Characters of one line.
constexpr qsizetype comparedAtOnce = 256 << 10; ///< Characters of both texts.

} // namespace

DiffArea::DiffArea(QWidget *parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setBackgroundRole(QPalette::Base);
    LinesAccessibility::install(this); // Before anything asks for its interface.
    setAccessibleName(tr("Differences"));
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this]() {
        updateBars();
        viewport()->update();
    });
}

DiffArea::Compared DiffArea::compare(const DiffText &left, const DiffText &right)
{
    Compared result;
    result.left = left.compared().split(u'\n');
    result.right = right.compared().split(u'\n');
    result.rows = Notebook::TextDiff::rows(result.left, result.right);
    if (!left.shown.isEmpty())
        result.left = left.shown.split(u'\n');
    if (!right.shown.isEmpty())
        result.right = right.shown.split(u'\n');
    for (int i = 0; i < int(result.rows.size()); ++i) {
        if (result.rows[i].kind == Row::Kind::Same)
            continue;
        if (!result.blocks.isEmpty() && result.blocks.constLast().first + result.blocks.constLast().second == i)
            ++result.blocks.last().second;
        else
            result.blocks.append({ i, 1 });
    }
    for (const QStringList *lines : { &result.left, &result.right }) {
        for (const QString &line : *lines)
            result.longest = std::max(result.longest, int(std::min<qsizetype>(line.size(), longestShown)));
    }
    return result;
}

void DiffArea::setTexts(const DiffText &left, const DiffText &right)
{
    m_ready = left.length() + right.length() <= comparedAtOnce;
    if (m_ready)
        show(compare(left, right));
    else
        inPool(this, [left, right]() { return compare(left, right); }, [this](Compared compared) { show(std::move(compared)); }, outputsPool());
}

void DiffArea::show(Compared compared)
{
    m_ready = true;
    m_texts = std::move(compared);
    m_current = -1;
    updateBars();
    viewport()->update();
    Q_EMIT currentChanged();
}

int DiffArea::rowHeight() const
{
    return Fonts::lineHeight(Fonts::Role::Output);
}

qreal DiffArea::gutter() const
{
    const QString widest = QString::number(std::max<qsizetype>(100, std::max(m_texts.left.size(), m_texts.right.size())));
    return QFontMetricsF(Fonts::output()).horizontalAdvance(widest) + Metrics::scaled(28);
}

void DiffArea::updateBars()
{
    const int visible = std::max(1, viewport()->height() / rowHeight());
    verticalScrollBar()->setRange(0, std::max(0, int(m_texts.rows.size()) - visible));
    verticalScrollBar()->setPageStep(visible);
    const int column = int(viewport()->width() / 2 - gutter());
    const int text = int(QFontMetricsF(Fonts::output()).horizontalAdvance(u'0') * m_texts.longest) + Metrics::scaled(12);
    horizontalScrollBar()->setRange(0, std::max(0, text - column));
    horizontalScrollBar()->setPageStep(std::max(1, column));
    horizontalScrollBar()->setSingleStep(Metrics::scaled(20));
}

void DiffArea::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateBars();
}

QString DiffArea::rowText(int row) const
{
    const Row &one = m_texts.rows[row];
    const auto line = [](const QStringList &lines, int at) { return lines[at].left(longestShown); };
    if (one.kind == Row::Kind::Same)
        return line(m_texts.left, one.left);
    QString text;
    if (one.left >= 0)
        text = u"- "_s + line(m_texts.left, one.left);
    if (one.right >= 0)
        text += (text.isEmpty() ? u"+ "_s : u"  + "_s) + line(m_texts.right, one.right);
    return text;
}

QRect DiffArea::rowRect(int row) const
{
    return QRect(0, (row - verticalScrollBar()->value()) * rowHeight(), viewport()->width(), rowHeight());
}

void DiffArea::step(int direction)
{
    if (m_texts.blocks.isEmpty())
        return;
    m_current = m_current < 0 ? (direction > 0 ? 0 : int(m_texts.blocks.size()) - 1)
                              : (m_current + direction + int(m_texts.blocks.size())) % int(m_texts.blocks.size());
    const int above = verticalScrollBar()->pageStep() / 3;
    verticalScrollBar()->setValue(std::max(0, m_texts.blocks[m_current].first - above));
    viewport()->update();
    Q_EMIT currentChanged();
}

void DiffArea::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_N || event->matches(QKeySequence::FindNext))
        step(1);
    else if (event->key() == Qt::Key_P || event->matches(QKeySequence::FindPrevious))
        step(-1);
    else
        QAbstractScrollArea::keyPressEvent(event);
}

void DiffArea::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(viewport());
    const int height = rowHeight();
    const qreal half = std::floor(viewport()->width() / 2.0);
    const qreal left = gutter();
    const QFont font = Fonts::output();
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    const int first = verticalScrollBar()->value();
    const int last = std::min(int(m_texts.rows.size()), first + viewport()->height() / height + 2);
    const auto side = [&](qreal x, qreal y, const QStringList &lines, int line, const Row &row, bool isLeft, const QString &other) {
        const bool differs = row.kind != Row::Kind::Same;
        const QRectF all(x, y, half, height);
        if (line < 0) {
            painter.fillRect(all, theme.sunken);
            return;
        }
        if (differs)
            painter.fillRect(all, isLeft ? theme.badTint : theme.okTint);
        painter.setPen(theme.text3);
        painter.drawText(QRectF(x, y, left - Metrics::scaled(20), height), Qt::AlignRight | Qt::AlignVCenter, QString::number(line + 1));
        if (differs) {
            painter.setPen(isLeft ? theme.bad : theme.ok);
            painter.drawText(QRectF(x + left - Metrics::scaled(14), y, Metrics::scaled(12), height), Qt::AlignVCenter, isLeft ? u"\u2212"_s : u"+"_s);
        }
        const QString text = QString(lines[line].left(longestShown)).replace(u'\t', u"    "_s);
        painter.save();
        painter.setClipRect(QRectF(x + left, y, half - left - Metrics::scaled(8), height));
        const qreal at = x + left - horizontalScrollBar()->value();
        if (row.kind == Row::Kind::Changed) {
            // Only the middle is new: what surrounds it is read as the same.
            const QString twin = QString(other.left(longestShown)).replace(u'\t', u"    "_s);
            const qsizetype shorter = std::min(text.size(), twin.size());
            qsizetype head = 0;
            while (head < shorter && text[head] == twin[head])
                ++head;
            qsizetype tail = 0;
            while (tail < shorter - head && text[text.size() - 1 - tail] == twin[twin.size() - 1 - tail])
                ++tail;
            const qreal from = at + metrics.horizontalAdvance(text.left(head));
            const qreal to = at + metrics.horizontalAdvance(text.left(text.size() - tail));
            painter.fillRect(QRectF(from, y + 1, std::max(2.0, to - from), height - 2), theme.find);
        }
        painter.setPen(theme.text);
        painter.drawText(QRectF(at, y, 1e6, height), Qt::AlignVCenter | Qt::TextSingleLine, text);
        painter.restore();
    };
    for (int i = first; i < last; ++i) {
        const Row &row = m_texts.rows[i];
        const qreal y = qreal(i - first) * height;
        side(0, y, m_texts.left, row.left, row, true, row.right >= 0 ? m_texts.right[row.right] : QString());
        side(half, y, m_texts.right, row.right, row, false, row.left >= 0 ? m_texts.left[row.left] : QString());
    }
    painter.fillRect(QRectF(half - 1, 0, 1, viewport()->height()), theme.hairline);
    if (m_current >= 0) {
        const auto [row, count] = m_texts.blocks[m_current];
        painter.fillRect(QRectF(0, qreal(row - first) * height, Metrics::scaled(3), qreal(count) * height), theme.accent);
    }
}

DiffView::DiffView(const QString &leftTitle, const DiffText &left, const QString &rightTitle, const DiffText &right, QWidget *parent)
    : QWidget(parent), m_area(new DiffArea(this))
{
    m_area->setTexts(left, right);
    m_summary = new Label({}, Fonts::Role::Small, &Theme::text2, QFont::Normal, this);
    m_summary->setTabular(true);
    m_previous = new QAction(Icons::icon(u"arrow-up"_s), tr("Previous difference"), this);
    m_previous->setShortcut(QKeySequence(u"Shift+F7"_s));
    m_next = new QAction(Icons::icon(u"arrow-down"_s), tr("Next difference"), this);
    m_next->setShortcut(QKeySequence(u"F7"_s));
    for (QAction *action : { m_previous, m_next }) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        refreshActionToolTip(action);
        addAction(action);
    }
    connect(m_previous, &QAction::triggered, m_area, [this]() { m_area->step(-1); });
    connect(m_next, &QAction::triggered, m_area, [this]() { m_area->step(1); });
    connect(m_area, &DiffArea::currentChanged, this, &DiffView::updateSummary);

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(Metrics::scaled(12), Metrics::scaled(5), Metrics::scaled(8), Metrics::scaled(5));
    bar->setSpacing(Metrics::scaled(8));
    auto *leftName = new ElidedLabel(leftTitle, Fonts::Role::Body, &Theme::text, QFont::DemiBold, this);
    auto *rightName = new ElidedLabel(rightTitle, Fonts::Role::Body, &Theme::text, QFont::DemiBold, this);
    leftName->setElideMode(Qt::ElideMiddle);
    rightName->setElideMode(Qt::ElideMiddle);
    bar->addWidget(leftName, 1);
    auto *rightSide = new QHBoxLayout;
    rightSide->addWidget(rightName, 1);
    rightSide->addWidget(m_summary);
    rightSide->addWidget(Buttons::smallTool(m_previous, this));
    rightSide->addWidget(Buttons::smallTool(m_next, this));
    bar->addLayout(rightSide, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(new Hairline(Qt::Horizontal, this));
    layout->addWidget(m_area, 1);
    setFocusProxy(m_area);
    updateSummary();
}

QString DiffView::summary() const
{
    const int count = m_area->changeCount();
    if (!m_area->isReady())
        return tr("Compares\u2026");
    if (count == 0)
        return tr("No differences");
    if (m_area->currentChange() >= 0)
        return tr("%1 of %2").arg(m_area->currentChange() + 1).arg(count);
    return tr("%Ln difference(s)", nullptr, count);
}

void DiffView::updateSummary()
{
    m_summary->setText(summary());
    m_previous->setEnabled(m_area->changeCount() > 0);
    m_next->setEnabled(m_area->changeCount() > 0);
}

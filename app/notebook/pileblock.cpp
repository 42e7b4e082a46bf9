// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pileblock.h"

#include "inpool.h"
#include "outputbar.h"
#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QFontMetricsF>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

qreal gap()
{
    return Metrics::scaled(8);
}

} // namespace

PileBlock::PileBlock(Makers makers) : m_makers(std::move(makers))
{
    start();
}

PileBlock::PileBlock(std::function<Makers()> work, QThreadPool &pool) : m_found(false)
{
    start();
    inPool(this, std::move(work), [this](Makers makers) {
        m_makers = std::move(makers);
        m_found = true;
        step();
    }, pool);
}

void PileBlock::start()
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &PileBlock::step);
}

bool PileBlock::isSettled() const
{
    return m_found && m_parts.size() == m_makers.size() && m_laidOut == m_parts.size();
}

void PileBlock::step()
{
    if (m_width <= 0 || isSettled() || !m_found)
        return;
    if (m_laidOut == m_parts.size()) {
        const Maker maker = std::exchange(m_makers[m_parts.size()], {});
        m_parts.push_back(maker());
        OutputBlock *part = m_parts.back().get();
        part->setMarks(m_marks);
        connect(part, &OutputBlock::repaint, this, &OutputBlock::repaint);
        connect(part, &OutputBlock::heightChanged, this, &PileBlock::place);
        connect(part, &OutputBlock::requested, this, &OutputBlock::requested);
    }
    ++m_laidOut; // First, so that a height that changes meanwhile finds it counted.
    m_parts[m_laidOut - 1]->layout(m_width, m_ratio);
    place();
    Q_EMIT repaint();
    if (!isSettled())
        m_timer.start();
}

void PileBlock::place()
{
    qreal height = 0;
    for (const auto &part : m_parts) {
        if (part->height() > 0)
            height += (height > 0 ? gap() : 0) + std::ceil(part->height());
    }
    setHeight(m_parts.empty() && !(m_found && m_makers.empty()) ? Metrics::row() : height);
}

void PileBlock::layout(qreal width, qreal devicePixelRatio)
{
    if (std::abs(width - m_width) < .5 && devicePixelRatio == m_ratio)
        return;
    m_width = width;
    m_ratio = devicePixelRatio;
    m_laidOut = 0;
    place();
    if (!isSettled())
        m_timer.start();
}

void PileBlock::paint(QPainter *painter, const QRectF &clip, bool stale)
{
    if (m_parts.empty()) {
        if (m_found && m_makers.empty())
            return;
        painter->setFont(Fonts::small());
        painter->setPen(Theme::current().text3);
        painter->drawText(QRectF(0, 0, m_width, m_height), Qt::AlignVCenter, tr("Reads\u2026"));
        return;
    }
    qreal y = 0;
    for (const auto &part : m_parts) {
        if (part->height() <= 0)
            continue;
        if (y > clip.bottom())
            break;
        if (y + part->height() >= clip.top()) {
            painter->save();
            painter->translate(0, y);
            part->paint(painter, clip.translated(0, -y), stale);
            painter->restore();
        }
        y += std::ceil(part->height()) + gap();
    }
}

OutputBlock *PileBlock::at(qreal y, qreal *top) const
{
    OutputBlock *found = nullptr;
    qreal edge = 0;
    for (const auto &part : m_parts) {
        if (part->height() <= 0)
            continue;
        if (!found || y >= edge) {
            found = part.get();
            *top = edge;
        }
        edge += std::ceil(part->height()) + gap();
    }
    m_under = found;
    return found;
}

QString PileBlock::plainText() const
{
    QStringList texts;
    for (const auto &part : m_parts)
        texts.append(part->plainText());
    return texts.join(u'\n');
}

Qt::CursorShape PileBlock::cursorAt(const QPointF &point) const
{
    qreal top = 0;
    const OutputBlock *part = at(point.y(), &top);
    return part ? part->cursorAt(point - QPointF(0, top)) : Qt::ArrowCursor;
}

QString PileBlock::toolTipAt(const QPointF &point) const
{
    qreal top = 0;
    const OutputBlock *part = at(point.y(), &top);
    return part ? part->toolTipAt(point - QPointF(0, top)) : QString();
}

bool PileBlock::press(const QPointF &point, int clicks, bool extend)
{
    m_pressed = at(point.y(), &m_pressedTop);
    for (const auto &part : m_parts) {
        if (part.get() != m_pressed)
            part->clearSelection();
    }
    return m_pressed && m_pressed->press(point - QPointF(0, m_pressedTop), clicks, extend);
}

void PileBlock::drag(const QPointF &point)
{
    if (m_pressed)
        m_pressed->drag(point - QPointF(0, m_pressedTop));
}

void PileBlock::release(const QPointF &point)
{
    if (m_pressed)
        m_pressed->release(point - QPointF(0, m_pressedTop));
}

bool PileBlock::scrollSideways(qreal pixels)
{
    return m_under && m_under->scrollSideways(pixels);
}

bool PileBlock::hasSelection() const
{
    return std::any_of(m_parts.begin(), m_parts.end(), [](const auto &part) { return part->hasSelection(); });
}

QString PileBlock::selectedText() const
{
    QStringList texts;
    for (const auto &part : m_parts) {
        if (part->hasSelection())
            texts.append(part->selectedText());
    }
    return texts.join(u'\n');
}

void PileBlock::copy()
{
    // Long text knows how to copy itself without keeping anybody waiting; it stands alone, or below a remark.
    const auto selected = std::find_if(m_parts.begin(), m_parts.end(), [](const auto &part) { return part->hasSelection(); });
    if (selected != m_parts.end())
        (*selected)->copy();
    else if (!m_parts.empty() && m_parts.size() <= 2)
        m_parts.back()->copy();
    else
        OutputBlock::copy();
}

void PileBlock::clearSelection()
{
    for (const auto &part : m_parts)
        part->clearSelection();
}

void PileBlock::selectAll()
{
    for (const auto &part : m_parts)
        part->selectAll();
}

void PileBlock::setMarks(const FindMarks &marks)
{
    m_marks = marks;
    for (const auto &part : m_parts)
        part->setMarks(marks);
}

QRectF PileBlock::reveal(const FindMark &mark)
{
    qreal y = 0;
    QRectF first;
    for (const auto &part : m_parts) {
        if (part->height() <= 0)
            continue;
        // What was found is selected in the part where it is.
        if (part->hasSelection())
            return part->reveal(mark).translated(0, y);
        if (first.isNull())
            first = part->reveal(mark).translated(0, y);
        y += std::ceil(part->height()) + gap();
    }
    return first;
}

void PileBlock::fillMenu(QMenu *menu)
{
    OutputBlock *part = m_under ? m_under : m_parts.empty() ? nullptr : m_parts.front().get();
    if (part)
        part->fillMenu(menu);
}

void PileBlock::fillKeyboardMenu(QMenu *menu)
{
    constexpr size_t most = 20;
    std::vector<std::unique_ptr<QMenu>> menus;
    for (const auto &part : m_parts) {
        auto own = std::make_unique<QMenu>(menu);
        part->fillKeyboardMenu(own.get());
        if (!own->isEmpty())
            menus.push_back(std::move(own));
        if (menus.size() == most)
            break;
    }
    for (size_t i = 0; i < menus.size(); ++i) {
        QMenu *own = menus[i].release();
        own->setTitle(menus.size() == 1 ? tr("Content") : tr("Part %1").arg(i + 1));
        menu->addMenu(own);
    }
}

const HtmlData::Table *PileBlock::shownTable() const
{
    for (const auto &part : m_parts) {
        if (const HtmlData::Table *table = part->shownTable())
            return table;
    }
    return nullptr;
}

void PileBlock::placeWidgets(QWidget *parent, const QPointF &origin, bool visible)
{
    qreal y = 0;
    for (const auto &part : m_parts) {
        if (part->height() <= 0)
            continue;
        part->placeWidgets(parent, origin + QPointF(0, y), visible);
        y += std::ceil(part->height()) + gap();
    }
}

QList<std::pair<QString, OutputRequest>> PileBlock::links() const
{
    QList<std::pair<QString, OutputRequest>> result;
    for (const auto &part : m_parts) {
        if (result.size() < 12)
            result += part->links();
    }
    return result;
}

// --- a remark ------------------------------------------------------------------------------------------

void RemarkBlock::layout(qreal width, qreal)
{
    m_width = width;
    setHeight(Metrics::row());
}

void RemarkBlock::paint(QPainter *painter, const QRectF &clip, bool stale)
{
    Q_UNUSED(clip)
    Q_UNUSED(stale)
    const Theme &theme = Theme::current();
    const BarSide side { QRectF(0, 0, m_width, m_height) };
    Icons::paint(painter, side.visual(QRectF(0, 0, Metrics::icon(), m_height)), u"info"_s, theme.text3, Metrics::smallIcon());
    painter->setFont(Fonts::small());
    painter->setPen(theme.text2);
    const qreal left = Metrics::icon() + Metrics::scaled(6);
    painter->drawText(side.visual(QRectF(left, 0, m_width - left, m_height)), side.line(), Bidi::own(QFontMetricsF(Fonts::small()).elidedText(m_text, Qt::ElideRight, m_width - left)));
}

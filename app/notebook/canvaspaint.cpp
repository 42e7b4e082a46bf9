// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How cells are painted.
#include "cellcanvas.h"

#include "canvasparts.h"
#include "cellstatus.h"
#include "codeeditor.h"
#include "execution/executiontargets.h"
#include "outputbar.h"
#include "richblocks.h"
#include "shared/badge.h"
#include "syntax.h"
#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::RunState;

namespace {

/// One line at the beginning of its place, which is at the right where the window is mirrored. It reads as it does everywhere.
void drawLine(QPainter &painter, const QRectF &place, bool mirrored, const QString &text)
{
    painter.drawText(place, int(Qt::AlignVCenter | Qt::AlignAbsolute | (mirrored ? Qt::AlignRight : Qt::AlignLeft)), Bidi::own(text));
}

/// A part of a place, counted from its beginning.
QRectF part(const QRectF &place, bool mirrored, qreal from, qreal width)
{
    return QRectF(mirrored ? place.right() - from - width : place.left() + from, place.top(), width, place.height());
}

} // namespace

void CellCanvas::paintBar(QPainter &painter, const QRectF &bar, bool mirrored, const QString &text)
{
    const Theme &theme = Theme::current();
    paintOutputBar(&painter, bar);
    Icons::paint(&painter, part(bar, mirrored, px(6), Metrics::icon()), u"chevrons-up-down"_s, theme.text3, Metrics::smallIcon());
    painter.setFont(Fonts::small());
    painter.setPen(theme.text2);
    const qreal from = px(12) + Metrics::icon();
    drawLine(painter, part(bar, mirrored, from, bar.width() - from), mirrored, text);
}

void CellCanvas::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    // Everything here is placed from the left, so that no text may move to the other end of its place.
    painter.setLayoutDirection(Qt::LeftToRight);
    const QRectF clip = event->rect();
    m_paintedPieces = 0;
    if (m_items.empty())
        return;
    for (int i = itemAt(scroll() + clip.top() - px(8)); i < int(m_items.size()); ++i) {
        Item &item = m_items[size_t(i)];
        if (item.top - scroll() > clip.bottom())
            break;
        if (item.realised) {
            ++m_paintedPieces;
            paintItem(painter, item, clip);
        }
    }
    paintDrop(painter);
}

void CellCanvas::paintItem(QPainter &painter, Item &item, const QRectF &clip)
{
    const Theme &theme = Theme::current();
    const Columns c = columns();
    const qreal top = item.top - scroll();
    const int index = item.cell->index();
    const bool current = index == m_current;
    const bool selected = isSelected(index);
    const bool several = m_anchor != m_current || !m_also.isEmpty();
    const bool editing = isEditing(item);
    const bool code = item.cell->kind() == CellKind::Code;
    const bool stale = item.cell->runState() == RunState::Stale;

    if (selected) {
        // At the edge of the window where the gutter is; grey while the keys go elsewhere.
        const auto stripe = [&](qreal from) { return c.mirrored ? viewport()->width() - from - px(3) : from; };
        const bool focused = isAncestorOf(QApplication::focusWidget()) || hasFocus();
        painter.fillRect(QRectF(stripe(0), top - (c.folded ? 0 : px(2)), px(3), item.height + (c.folded ? 0 : px(4))), focused ? theme.accent : theme.control);
        if (!current && several)
            painter.fillRect(QRectF(stripe(px(3)), top, px(3), item.height), theme.selection);
    }

    // The box, or rendered text without one.
    const QRectF box(c.left, top + item.codeTop, c.right - c.left, item.boxHeight);
    if (showsCode(item)) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF edge = box.adjusted(.5, .5, -.5, -.5);
        painter.setPen(QPen(current || (selected && several) ? (theme.isHighContrast() ? theme.control : theme.border) : theme.hairline, 1));
        painter.setBrush(editing ? theme.codeActive : theme.code);
        painter.drawRoundedRect(edge, px(5), px(5));
        if (editing) {
            // While the keys go elsewhere, to the find bar say, the ring is there.
            const bool focused = m_editor->hasFocus();
            const qreal ring = focused ? theme.focusWidth() : 1;
            painter.setPen(QPen(focused ? theme.focus : theme.control, ring));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(box.adjusted(ring / 2, ring / 2, -ring / 2, -ring / 2), px(5), px(5));
        } else if (theme.isHighContrast() && current) {
            painter.setPen(QPen(theme.control, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), px(5), px(5));
        }
        painter.restore();
        const QPointF origin(c.left + px(11), std::floor(box.top() + px(5) + 1));
        if (editing) {
            if (item.lineNumbers) {
                painter.setFont(Fonts::output());
                painter.setPen(theme.text3);
                qreal y = origin.y();
                const qreal width = CodeLayout::numberWidth(m_editor->blockCount(), true) - px(12);
                for (QTextBlock block = m_editor->document()->begin(); block.isValid(); block = block.next()) {
                    const qreal height = m_editor->document()->documentLayout()->blockBoundingRect(block).height();
                    if (y + height >= clip.top() && y <= clip.bottom()) {
                        painter.drawText(QRectF(origin.x(), y, width, Fonts::lineHeight(Fonts::Role::Code)), Qt::AlignRight | Qt::AlignVCenter,
                                         QString::number(block.blockNumber() + 1));
                    }
                    y += height;
                }
            }
        } else if (item.cell->isSourceHidden()) {
            painter.setFont(Fonts::small());
            painter.setPen(theme.text3);
            drawLine(painter, QRectF(origin, QSizeF(box.width() - px(22), Fonts::lineHeight(Fonts::Role::Small))), c.mirrored,
                     tr("Code hidden, %Ln line(s)", nullptr, int(item.cell->source().count(u'\n')) + 1));
        } else {
            item.code.paint(&painter, origin, clip, m_search ? patchesOf(item) : QList<CodeLayout::Patch>());
        }
    } else if (item.cell->source().trimmed().isEmpty()) {
        painter.setFont(Fonts::body());
        painter.setPen(theme.text3);
        drawLine(painter, QRectF(box.left() + px(11), box.top() + px(4), box.width() - px(22), Fonts::lineHeight(Fonts::Role::Body)), c.mirrored, tr("Empty text cell. Press Enter to write."));
    } else {
        const QPointF origin(c.left + px(11), std::floor(box.top() + px(4)));
        painter.save();
        painter.translate(origin);
        item.markdown->paint(&painter, clip.translated(-origin), false);
        painter.restore();
    }

    if (code) {
        const int count = item.cell->executionCount();
        const bool busy = item.cell->isBusy();
        const QString number = item.cell->runState() == RunState::Running ? u"[*]"_s : busy || count < 0 ? u"[ ]"_s : u"[%1]"_s.arg(count);
        painter.setFont(Fonts::code());
        painter.setPen(theme.text2);
        // Beside the code.
        const qreal height = Fonts::lineHeight(Fonts::Role::Code);
        const QRectF place = c.mirrored ? QRectF(c.right + px(10), box.top() + px(5) + 1, c.left, height) : QRectF(0, box.top() + px(5) + 1, c.left - px(10), height);
        painter.drawText(place, int(Qt::AlignVCenter | Qt::AlignAbsolute | (c.mirrored ? Qt::AlignLeft : Qt::AlignRight)), number);
        paintMargin(painter, item, c, top);
    } else if (item.cell->kind() == CellKind::Raw && !c.folded) {
        painter.setFont(Fonts::small());
        painter.setPen(theme.text3);
        drawLine(painter, QRectF(c.margin, top + px(6), c.marginRight - c.margin, px(19)), c.mirrored, tr("Raw text"));
    }

    if (const QStringList tags = item.cell->tags(); !tags.isEmpty() && !c.folded) {
        const int lines = code ? 1 + cellStatus(item.cell).lines(c.marginRight - c.margin) : item.cell->kind() == CellKind::Raw ? 1 : 0;
        const QRectF line(c.margin, top + px(6) + lines * px(19), c.marginRight - c.margin, px(19));
        const int icon = Metrics::smallIcon();
        Icons::paint(&painter, part(line, c.mirrored, 0, icon), u"tag"_s, theme.text3, icon);
        painter.setFont(Fonts::small());
        painter.setPen(theme.text3);
        const qreal room = line.width() - icon - px(5);
        drawLine(painter, part(line, c.mirrored, icon + px(5), room), c.mirrored, QFontMetricsF(Fonts::small()).elidedText(tags.join(u", "_s), Qt::ElideRight, room));
    }

    paintFold(painter, item, c);
    qreal y = top + item.outputTop;
    if (code && hidesOutputs(item.cell) && !item.cell->outputs()->isEmpty()) {
        const QRectF bar(c.left + px(11), y + px(4), c.right - c.left - px(11), Metrics::row());
        const QString error = errorOf(item.cell);
        paintBar(painter, bar, c.mirrored, error.isEmpty() ? tr("Output hidden") : tr("Output hidden \u00b7 %1").arg(error));
        return;
    }
    for (const OutputView &view : item.outputs) {
        for (const auto &block : view.blocks) {
            if (block->height() <= 0)
                continue;
            y += block->isWide() ? px(6) : px(4);
            const qreal height = std::ceil(block->height());
            const QPointF origin(outputLeft(c, *block), y);
            if (y <= clip.bottom() && y + height >= clip.top()) {
                painter.save();
                painter.translate(origin);
                ++m_paintedPieces;
                block->paint(&painter, clip.translated(-origin), stale);
                painter.restore();
            }
            y += height;
        }
    }
}

void CellCanvas::paintMargin(QPainter &painter, const Item &item, const Columns &c, qreal top)
{
    const Theme &theme = Theme::current();
    const Notebook::Binding binding = item.cell->effectiveBinding();
    const ExecutionTarget target = m_targets && !binding.sandbox.isEmpty() ? m_targets->place(binding) : ExecutionTarget {};
    const CellStatus status = cellStatus(item.cell);
    const qreal line = px(19);
    const QFontMetricsF metrics(Fonts::small());

    const QRectF strip = badgeRect(item.cell->index());
    const QString letters = LanguageBadge::letters(binding.language);
    const QRectF badge = part(strip, c.mirrored, 0, LanguageBadge::size(letters).width());
    LanguageBadge::paint(&painter, badge.toRect(), letters, target.series, false, true);
    const bool attached = !binding.sandbox.isEmpty();
    const QString name = cellPlace(item.cell, attached ? sandboxName(item.cell) : QString());
    // The first context of a language goes without saying.
    const bool shared = attached && m_targets && !m_targets->otherUsers(m_owner, binding).isEmpty();
    const QString context = attached && !target.contextName.isEmpty() && (shared || !target.first) ? u" \u00b7 "_s + target.contextName : QString();
    const Tone tone = theme.tone(status.meaning);
    const QFont font = Fonts::tabular(Fonts::small());
    const QFontMetricsF numbers(font);
    const int icon = Metrics::smallIcon();
    // What stands at the end of the strip above the code.
    const QString remark = c.folded ? numbers.elidedText(status.remark, Qt::ElideRight, std::max(px(140), (c.right - c.left) / 2)) : status.remark;
    const qreal remarkWidth = remark.isEmpty() ? 0 : numbers.horizontalAdvance(remark) + px(8);
    const qreal statusWidth = status.icon.isEmpty() ? 0 : icon + px(5) + std::ceil(numbers.horizontalAdvance(status.text)) + px(status.running ? 12 : 2);

    painter.setFont(Fonts::small());
    painter.setPen(attached && (target.running || !target.isValid()) ? theme.text2 : theme.text3);
    const qreal nameFrom = badge.width() + px(8);
    const qreal ends = c.folded ? c.right - c.left - remarkWidth - (statusWidth > 0 ? statusWidth + px(12) : 0) : strip.width();
    const qreal room = std::max(20.0, ends - nameFrom);
    const QString shown = metrics.elidedText(name, Qt::ElideRight, std::max(20.0, room - metrics.horizontalAdvance(context)));
    drawLine(painter, part(strip, c.mirrored, nameFrom, room), c.mirrored, shown + context);
    if (status.icon.isEmpty())
        return;

    const QColor textColor = status.plain || status.meaning == Meaning::Idle ? theme.text2 : tone.text;
    const QColor iconColor = status.meaning == Meaning::Idle ? theme.text2 : tone.text;
    painter.setFont(font);
    if (!c.folded) {
        const QRectF second(c.margin, top + px(6) + line, c.marginRight - c.margin, line);
        if (!status.running) { // A widget of its own turns and counts.
            Icons::paint(&painter, part(second, c.mirrored, 0, icon), status.icon, iconColor, icon);
            painter.setPen(textColor);
            const qreal left = second.width() - icon - px(5);
            drawLine(painter, part(second, c.mirrored, icon + px(5), left), c.mirrored, numbers.elidedText(status.text, Qt::ElideRight, left));
        }
        painter.setPen(theme.text2);
        qreal below = line;
        const QStringList remarks = status.remarkLines(second.width());
        for (const QString &text : remarks) {
            drawLine(painter, second.translated(0, below), c.mirrored, text);
            below += line;
        }
        return;
    }
    const QRectF whole(c.left, top, c.right - c.left, px(22));
    qreal end = whole.width();
    if (!remark.isEmpty()) {
        const qreal w = numbers.horizontalAdvance(remark);
        painter.setPen(theme.text2);
        drawLine(painter, part(whole, c.mirrored, end - w, w + 1), c.mirrored, remark);
        end -= w + px(8);
    }
    if (!status.running) {
        const qreal w = numbers.horizontalAdvance(status.text);
        painter.setPen(textColor);
        drawLine(painter, part(whole, c.mirrored, end - w, w + 1), c.mirrored, status.text);
        Icons::paint(&painter, part(whole, c.mirrored, end - w - icon - px(5), icon), status.icon, iconColor, icon);
    }
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How cells are painted.
#include "cellcanvas.h"

#include "canvasparts.h"
#include "cellstatus.h"
#include "codeeditor.h"
#include "execution/executiontargets.h"
#include "richblocks.h"
#include "shared/badge.h"
#include "syntax.h"
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
        painter.fillRect(QRectF(0, top - (c.folded ? 0 : px(2)), px(3), item.height + (c.folded ? 0 : px(4))), theme.accent);
        if (!current && several)
            painter.fillRect(QRectF(px(3), top, px(3), item.height), theme.selection);
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
            const qreal ring = theme.focusWidth();
            painter.setPen(QPen(theme.focus, ring));
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
            painter.drawText(QRectF(origin, QSizeF(box.width() - px(22), Fonts::lineHeight(Fonts::Role::Small))), Qt::AlignVCenter,
                             tr("Code hidden, %Ln line(s)", nullptr, int(item.cell->source().count(u'\n')) + 1));
        } else {
            if (m_search)
                paintMarks(painter, item, origin);
            item.code.paint(&painter, origin, clip);
        }
    } else if (item.cell->source().trimmed().isEmpty()) {
        painter.setFont(Fonts::body());
        painter.setPen(theme.text3);
        painter.drawText(box.adjusted(px(11), px(4), 0, 0), Qt::AlignTop, tr("Empty text cell. Press Enter to write."));
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
        painter.drawText(QRectF(0, box.top() + px(5) + 1, c.left - px(10), Fonts::lineHeight(Fonts::Role::Code)), Qt::AlignRight | Qt::AlignVCenter, number);
        paintMargin(painter, item, c, top);
    } else if (item.cell->kind() == CellKind::Raw && !c.folded) {
        painter.setFont(Fonts::small());
        painter.setPen(theme.text3);
        painter.drawText(QRectF(c.margin, top + px(6), c.marginRight - c.margin, px(19)), Qt::AlignVCenter, tr("Raw text"));
    }

    if (const QStringList tags = item.cell->tags(); !tags.isEmpty() && !c.folded) {
        const int lines = code ? 1 + cellStatus(item.cell).lines() : item.cell->kind() == CellKind::Raw ? 1 : 0;
        const QRectF line(c.margin, top + px(6) + lines * px(19), c.marginRight - c.margin, px(19));
        const int icon = Metrics::smallIcon();
        Icons::paint(&painter, QRectF(line.left(), line.top(), icon, line.height()), u"tag"_s, theme.text3, icon);
        painter.setFont(Fonts::small());
        painter.setPen(theme.text3);
        const qreal left = line.left() + icon + px(5);
        painter.drawText(QRectF(left, line.top(), line.right() - left, line.height()), Qt::AlignVCenter,
                         QFontMetricsF(Fonts::small()).elidedText(tags.join(u", "_s), Qt::ElideRight, line.right() - left));
    }

    paintFold(painter, item, c);
    qreal y = top + item.outputTop;
    if (code && item.cell->areOutputsHidden() && !item.cell->outputs()->isEmpty()) {
        const QRectF bar(c.left + px(11), y + px(4), c.right - c.left - px(11), Metrics::row());
        painter.fillRect(bar, theme.sunken);
        Icons::paint(&painter, QRectF(bar.left() + px(6), bar.top(), Metrics::icon(), bar.height()), u"chevrons-up-down"_s, theme.text3, Metrics::smallIcon());
        painter.setFont(Fonts::small());
        painter.setPen(theme.text2);
        painter.drawText(bar.adjusted(px(12) + Metrics::icon(), 0, 0, 0), Qt::AlignVCenter, tr("Output hidden"));
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

    QRectF badge = badgeRect(item.cell->index());
    const int width = LanguageBadge::paint(&painter, badge.toRect(), LanguageBadge::letters(binding.language), target.series, false, true);
    const bool attached = !binding.sandbox.isEmpty();
    const QString name = cellPlace(item.cell, attached ? sandboxName(item.cell) : QString());
    // The first context of a language goes without saying.
    const QString context = attached && !target.first && !target.contextName.isEmpty() ? u" \u00b7 "_s + target.contextName : QString();
    painter.setFont(Fonts::small());
    painter.setPen(attached && (target.running || !target.isValid()) ? theme.text2 : theme.text3);
    const qreal nameLeft = badge.left() + width + px(8);
    const qreal room = (!c.folded ? c.marginRight : status.icon.isEmpty() && status.remark.isEmpty() ? c.right : c.right - px(200)) - nameLeft;
    const qreal contextWidth = metrics.horizontalAdvance(context);
    const QString shown = metrics.elidedText(name, Qt::ElideRight, std::max(20.0, room - contextWidth)) + context;
    painter.drawText(QRectF(nameLeft, badge.top(), std::max(20.0, room), badge.height()), Qt::AlignVCenter, shown);
    if (status.icon.isEmpty())
        return;

    const Tone tone = theme.tone(status.meaning);
    const QColor textColor = status.plain ? theme.text2 : status.meaning == Meaning::Idle ? theme.text2 : tone.text;
    const QFont font = Fonts::tabular(Fonts::small());
    const int icon = Metrics::smallIcon();
    if (!c.folded) {
        const QRectF second(c.margin, top + px(6) + line, c.marginRight - c.margin, line);
        if (!status.running) { // A widget of its own turns and counts.
            Icons::paint(&painter, QRectF(second.left(), second.top(), icon, line), status.icon, status.meaning == Meaning::Idle ? theme.text2 : tone.text, icon);
            painter.setFont(font);
            painter.setPen(textColor);
            const qreal left = second.left() + icon + px(5);
            painter.drawText(QRectF(left, second.top(), second.right() - left, line), Qt::AlignVCenter,
                             QFontMetricsF(font).elidedText(status.text, Qt::ElideRight, second.right() - left));
        }
        if (!status.remark.isEmpty()) {
            painter.setFont(font);
            painter.setPen(theme.text2);
            painter.drawText(second.translated(0, line), Qt::AlignVCenter, QFontMetricsF(font).elidedText(status.remark, Qt::ElideRight, second.width()));
        }
        return;
    }
    // In the strip above the code, from the right.
    qreal x = c.right;
    painter.setFont(font);
    if (!status.remark.isEmpty()) {
        const QString remark = QFontMetricsF(font).elidedText(status.remark, Qt::ElideRight, px(140));
        const qreal w = QFontMetricsF(font).horizontalAdvance(remark);
        painter.setPen(theme.text2);
        painter.drawText(QRectF(x - w, top, w + 1, px(22)), Qt::AlignVCenter, remark);
        x -= w + px(8);
    }
    if (!status.running) {
        const qreal w = QFontMetricsF(font).horizontalAdvance(status.text);
        painter.setPen(textColor);
        painter.drawText(QRectF(x - w, top, w + 1, px(22)), Qt::AlignVCenter, status.text);
        Icons::paint(&painter, QRectF(x - w - icon - px(5), top, icon, px(22)), status.icon, status.meaning == Meaning::Idle ? theme.text2 : tone.text, icon);
    }
}

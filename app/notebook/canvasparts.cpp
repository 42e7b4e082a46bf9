// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvasparts.h"

#include "cellstatus.h"
#include "shared/button.h"
#include "shared/spinner.h"
#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QStyle>

using namespace Qt::StringLiterals;

RunningMark::RunningMark(QWidget *parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    Spinner::watch(this);
}

RunningMark::~RunningMark()
{
    Spinner::unwatch(this);
}

void RunningMark::setCell(Notebook::Cell *cell, bool atEnd)
{
    m_cell = cell;
    m_atEnd = atEnd;
    update();
}

void RunningMark::paintEvent(QPaintEvent *)
{
    if (!m_cell)
        return;
    const Theme &theme = Theme::current();
    QPainter painter(this);
    const CellStatus status = cellStatus(m_cell);
    const int icon = Metrics::smallIcon();
    const QFont font = Fonts::tabular(Fonts::small(QFont::DemiBold));
    const qreal needed = icon + Metrics::scaled(5) + QFontMetricsF(font).horizontalAdvance(status.text);
    const int left = m_atEnd ? int(width() - needed) : 0;
    const auto visual = [this](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
    Icons::paint(&painter, visual(QRect(left, 0, icon, height())), u"loader-circle"_s, theme.busy, icon, Spinner::angle());
    painter.setFont(font);
    painter.setPen(theme.busy);
    painter.drawText(visual(QRect(left + icon + Metrics::scaled(5), 0, width(), height())), Qt::AlignVCenter, Bidi::own(status.text));
}

RunLine::RunLine(QWidget *parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    Spinner::watch(this);
}

RunLine::~RunLine()
{
    Spinner::unwatch(this);
}

void RunLine::setShare(qreal share)
{
    m_share = share;
    update();
}

void RunLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::current();
    if (m_share >= 0) {
        const qreal done = width() * qMin(1.0, m_share);
        painter.fillRect(QRectF(isRightToLeft() ? width() - done : 0, 0, done, height()), theme.busyFill);
        return;
    }
    const qreal part = width() * .34;
    const qreal pass = isRightToLeft() ? 1 - Spinner::pass() : Spinner::pass();
    const qreal at = Spinner::reducedMotion() ? (width() - part) / 2 : -part + (width() + part) * pass;
    painter.fillRect(QRectF(at, 0, part, height()), theme.busyFill);
}

InsertBar::InsertBar(QWidget *parent) : QWidget(parent)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::scaled(8));
    m_code = Buttons::smallPush(tr("Code"), u"plus"_s, this);
    m_text = Buttons::smallPush(tr("Text"), u"plus"_s, this);
    m_code->setAccessibleName(tr("Insert code cell"));
    m_text->setAccessibleName(tr("Insert text cell"));
    m_code->setFocusPolicy(Qt::NoFocus);
    m_text->setFocusPolicy(Qt::NoFocus);
    layout->addStretch();
    layout->addWidget(m_code);
    layout->addWidget(m_text);
    layout->addStretch();
    connect(m_code, &QPushButton::clicked, this, [this]() { Q_EMIT insertRequested(m_index, Notebook::CellKind::Code); });
    connect(m_text, &QPushButton::clicked, this, [this]() { Q_EMIT insertRequested(m_index, Notebook::CellKind::Markdown); });
    hide();
}

void InsertBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(QPen(Theme::current().accent, 1));
    const qreal y = height() / 2 + .5;
    const int gap = Metrics::scaled(8);
    const QRect buttons = m_code->geometry().united(m_text->geometry());
    painter.drawLine(QPointF(0, y), QPointF(buttons.left() - gap, y));
    painter.drawLine(QPointF(buttons.right() + 1 + gap, y), QPointF(width(), y));
}

void InsertBar::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    hide();
}

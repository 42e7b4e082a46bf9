// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "card.h"

#include "shared/label.h"

#include <QBoxLayout>
#include <QPainter>

Card::Card(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_headWidget(new QWidget(this))
    , m_head(new QHBoxLayout(m_headWidget))
    , m_hint(new ElidedLabel({}, Fonts::Role::Small, &Theme::text2))
    , m_body(new QVBoxLayout)
{
    setAccessibleName(title);
    m_headWidget->setFixedHeight(Metrics::tab());
    m_head->setContentsMargins(Metrics::scaled(14), 0, Metrics::scaled(14), 0);
    m_head->setSpacing(Metrics::scaled(8));
    m_head->addWidget(new Label(title, Fonts::Role::Body, &Theme::text, QFont::DemiBold));
    m_hint->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_head->addWidget(m_hint, 1);
    m_body->setContentsMargins(Metrics::scaled(14), Metrics::scaled(10), Metrics::scaled(14), Metrics::scaled(12));
    m_body->setSpacing(Metrics::scaled(8));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(m_headWidget);
    layout->addLayout(m_body, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, qOverload<>(&QWidget::update));
}

void Card::setHint(const QString &hint)
{
    m_hint->setText(hint);
}

void Card::addHeadWidget(QWidget *widget)
{
    m_head->addWidget(widget);
}

void Card::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.hairline, 1));
    painter.setBrush(theme.base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(.5, .5, -.5, -.5), 6, 6);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(QRect(1, m_headWidget->geometry().bottom(), width() - 2, 1), theme.hairline);
}

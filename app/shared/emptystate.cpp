// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "emptystate.h"

#include "button.h"
#include "label.h"

#include <QBoxLayout>

EmptyState::EmptyState(const QString &title, const QString &text, QWidget *parent)
    : QWidget(parent), m_title(new Label(title, Fonts::Role::Body, &Theme::text, QFont::DemiBold)),
      m_text(new Label(text, Fonts::Role::Body, &Theme::text2)), m_buttons(new QHBoxLayout)
{
    m_title->setWordWrap(true);
    m_text->setWordWrap(true);
    m_text->setVisible(!text.isEmpty());
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::scaled(24), Metrics::scaled(16), Metrics::scaled(24), Metrics::scaled(16));
    layout->setSpacing(Metrics::scaled(4));
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    m_buttons->setSpacing(Metrics::scaled(8));
    m_buttons->setContentsMargins(0, Metrics::scaled(8), 0, 0);
    m_buttons->addStretch(1);
    layout->addLayout(m_buttons);
    layout->addStretch(1);
}

void EmptyState::setTitle(const QString &title)
{
    m_title->setText(title);
}

void EmptyState::setText(const QString &text)
{
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
}

QAbstractButton *EmptyState::addButton(const QString &text, const QString &iconName)
{
    QPushButton *button = Buttons::smallPush(text, iconName, this);
    m_buttons->insertWidget(m_buttons->count() - 1, button);
    return button;
}

void EmptyState::clearButtons()
{
    while (m_buttons->count() > 1) {
        QLayoutItem *item = m_buttons->takeAt(0);
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
}

#include "moc_emptystate.cpp"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panenotice.h"

#include "shared/button.h"
#include "shared/label.h"
#include "theme/icons.h"

#include <QBoxLayout>
#include <QPainter>
#include <QStyle>

PaneNotice::PaneNotice(QWidget *parent)
    : QWidget(parent)
    , m_title(new Label({}, Fonts::Role::Body, &Theme::text, QFont::DemiBold))
    , m_text(new Label({}, Fonts::Role::Small, &Theme::text2))
    , m_buttons(new QHBoxLayout)
{
    for (Label *label : { m_title, m_text }) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setTextFormat(Qt::PlainText);
    }
    auto *layout = new QVBoxLayout(this);
    const int before = Metrics::scaled(12) + Metrics::icon() + Metrics::scaled(8);
    const int after = Metrics::scaled(12);
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    layout->setContentsMargins(mirrored ? after : before, Metrics::scaled(10), mirrored ? before : after, Metrics::scaled(10));
    layout->setSpacing(Metrics::scaled(2));
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    m_buttons->setSpacing(Metrics::scaled(8));
    m_buttons->setContentsMargins(0, Metrics::scaled(6), 0, 0);
    m_buttons->addStretch();
    layout->addLayout(m_buttons);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, qOverload<>(&QWidget::update));
}

void PaneNotice::setTexts(Meaning meaning, const QString &icon, const QString &title, const QString &text)
{
    if (meaning != m_meaning || icon != m_icon)
        update();
    m_meaning = meaning;
    m_icon = icon;
    if (m_title->text() != title)
        m_title->setText(title);
    if (m_text->text() != text)
        m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
}

void PaneNotice::setButtons(const QList<Button> &buttons, const QString &about)
{
    QStringList texts { about };
    for (const Button &button : buttons)
        texts << button.text;
    // Rebuilding under the pointer would lose a click.
    if (texts == m_shown)
        return;
    m_shown = texts;
    while (m_buttons->count() > 1) {
        QLayoutItem *item = m_buttons->takeAt(0);
        item->widget()->deleteLater();
        delete item;
    }
    for (const Button &button : buttons) {
        QPushButton *made = Buttons::smallPush(button.text, button.icon, this);
        connect(made, &QPushButton::clicked, this, button.run);
        m_buttons->insertWidget(m_buttons->count() - 1, made);
    }
}

void PaneNotice::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    const Tone tone = theme.tone(m_meaning);
    QPainter painter(this);
    painter.fillRect(rect(), tone.tint);
    const auto visual = [this](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
    painter.fillRect(visual(QRect(0, 0, Metrics::scaled(3), height())), tone.fill);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.hairline);
    const int lineHeight = Fonts::lineHeight(Fonts::Role::Body);
    Icons::paint(&painter, visual(QRect(Metrics::scaled(12), Metrics::scaled(10), Metrics::icon(), lineHeight)), m_icon, tone.text, Metrics::icon());
}

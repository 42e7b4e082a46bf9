// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "iconlabel.h"

#include "theme/fonts.h"

#include <QPainter>

IconLabel::IconLabel(const QString &name, Icons::Role role, QWidget *parent) : QWidget(parent), m_name(name), m_role(role)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void IconLabel::setIcon(const QString &name)
{
    m_name = name;
    update();
}

QSize IconLabel::sizeHint() const
{
    // As high as a line of text, so that it is centred on the first one beside it.
    return QSize(Metrics::icon(), Fonts::lineHeight(Fonts::Role::Body));
}

void IconLabel::paintEvent(QPaintEvent *)
{
    if (m_name.isEmpty())
        return;
    QPainter painter(this);
    Icons::paint(&painter, rect(), m_name, Icons::color(m_role), Metrics::icon());
}

#include "moc_iconlabel.cpp"

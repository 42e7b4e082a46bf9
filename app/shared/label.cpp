// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "label.h"

#include "theme/bidi.h"

#include <QPainter>

namespace {

QPalette colored(QPalette palette, const QColor &color)
{
    // On a base background a label takes Text, else WindowText.
    for (const auto role : { QPalette::WindowText, QPalette::Text }) {
        palette.setColor(QPalette::Active, role, color);
        palette.setColor(QPalette::Inactive, role, color);
        palette.setColor(QPalette::Disabled, role, Theme::current().disabled);
    }
    return palette;
}

} // namespace

Label::Label(const QString &text, Fonts::Role role, ThemeColor color, QFont::Weight weight, QWidget *parent)
    : QLabel(text, parent), m_role(role), m_weight(weight), m_color(color)
{
    setTextFormat(Qt::PlainText);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, &Label::restyle);
    restyle();
}

void Label::setColor(ThemeColor color)
{
    m_color = color;
    restyle();
}

void Label::setRole(Fonts::Role role, QFont::Weight weight)
{
    m_role = role;
    m_weight = weight;
    restyle();
}

void Label::setTabular(bool tabular)
{
    m_tabular = tabular;
    restyle();
}

void Label::restyle()
{
    const QFont font = Fonts::font(m_role, m_weight);
    setFont(m_tabular ? Fonts::tabular(font) : font);
    setPalette(colored({}, Theme::current().*m_color));
}

ElidedLabel::ElidedLabel(const QString &text, Fonts::Role role, ThemeColor color, QFont::Weight weight, QWidget *parent)
    : QWidget(parent), m_text(text), m_role(role), m_weight(weight), m_color(color)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(text);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, &ElidedLabel::restyle);
    restyle();
}

void ElidedLabel::setText(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleName(text);
    setToolTip(isElided() ? m_text : QString());
    updateGeometry();
    update();
}

void ElidedLabel::setColor(ThemeColor color)
{
    m_color = color;
    update();
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_elide = mode;
    update();
}

void ElidedLabel::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

bool ElidedLabel::isElided() const
{
    return fontMetrics().horizontalAdvance(m_text) > width();
}

QSize ElidedLabel::sizeHint() const
{
    return { fontMetrics().horizontalAdvance(m_text) + 1, Fonts::lineHeight(m_role) };
}

QSize ElidedLabel::minimumSizeHint() const
{
    return { qMin(sizeHint().width(), fontMetrics().horizontalAdvance(QStringLiteral("xxx…"))), Fonts::lineHeight(m_role) };
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(isEnabled() ? Theme::current().*m_color : Theme::current().disabled);
    painter.drawText(rect(), int(m_alignment) | Qt::TextSingleLine, Bidi::own(fontMetrics().elidedText(m_text, m_elide, width())));
}

void ElidedLabel::resizeEvent(QResizeEvent *)
{
    setToolTip(isElided() ? m_text : QString());
}

void ElidedLabel::restyle()
{
    setFont(Fonts::font(m_role, m_weight));
    updateGeometry();
    update();
}

Hairline::Hairline(Qt::Orientation orientation, QWidget *parent) : QWidget(parent)
{
    if (orientation == Qt::Horizontal)
        setFixedHeight(1);
    else
        setFixedWidth(1);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, qOverload<>(&QWidget::update));
}

QSize Hairline::sizeHint() const
{
    return { 1, 1 };
}

void Hairline::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), Theme::current().hairline);
}

#include "moc_label.cpp"

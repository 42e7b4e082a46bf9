// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "contextbutton.h"

#include "shared/badge.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

ContextButton::ContextButton(QWidget *parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::ArrowCursor);
    connect(this, &QAbstractButton::clicked, this, [this]() { Q_EMIT menuRequested(mapToGlobal(QPoint(0, height()))); });
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this]() {
        updateGeometry();
        update();
    });
}

void ContextButton::setContext(const QString &letters, int series, const QString &name, const QString &context)
{
    if (m_letters == letters && m_series == series && m_name == name && m_context == context)
        return;
    m_letters = letters;
    m_series = series;
    m_name = name;
    m_context = context;
    setAccessibleName(tr("Runs in %1 %2").arg(name, context));
    setToolTip(tr("Where the current cell runs"));
    update();
}

QSize ContextButton::sizeHint() const
{
    return QSize(Metrics::scaled(218), Metrics::control());
}

QSize ContextButton::minimumSizeHint() const
{
    return QSize(Metrics::scaled(120), Metrics::control());
}

void ContextButton::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(.5, .5, -.5, -.5);
    painter.setPen(QPen(hasFocus() ? theme.focus : theme.border, hasFocus() ? theme.focusWidth() : 1));
    painter.setBrush(isDown() ? theme.pressed : underMouse() ? theme.hover : theme.isDark() ? theme.window : theme.base);
    painter.drawRoundedRect(box, Metrics::scaled(4), Metrics::scaled(4));
    painter.setRenderHint(QPainter::Antialiasing, false);
    int x = Metrics::scaled(8);
    const int right = width() - Metrics::scaled(8) - Metrics::icon();
    x += LanguageBadge::paint(&painter, QRect(x, 0, right - x, height()), m_letters, m_series) + Metrics::scaled(8);
    const QFontMetricsF metrics(Fonts::body());
    const QString context = m_context.isEmpty() ? QString() : u" \u00b7 "_s + m_context;
    const qreal contextWidth = metrics.horizontalAdvance(context);
    const QString name = metrics.elidedText(m_name, Qt::ElideRight, right - x - contextWidth - Metrics::scaled(4));
    painter.setFont(Fonts::body());
    painter.setPen(theme.text);
    painter.drawText(QRectF(x, 0, right - x, height()), Qt::AlignVCenter, name);
    painter.setPen(theme.text2);
    painter.drawText(QRectF(x + metrics.horizontalAdvance(name) + 2, 0, contextWidth + 2, height()), Qt::AlignVCenter, context);
    Icons::paint(&painter, QRectF(right, 0, Metrics::icon(), height()), u"chevron-down"_s, theme.text2, Metrics::icon());
}

void ContextButton::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

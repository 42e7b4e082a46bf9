// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "contextbutton.h"

#include "shared/badge.h"
#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

#include <cmath>

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
    const auto visual = [this](qreal left, qreal wide) { return QStyle::visualRect(layoutDirection(), rect(), QRectF(left, 0, wide, height()).toAlignedRect()); };
    const int flags = int(Qt::AlignVCenter | Qt::AlignAbsolute | (isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft));
    const int badge = LanguageBadge::size(m_letters).width();
    LanguageBadge::paint(&painter, visual(x, badge), m_letters, m_series);
    x += badge + Metrics::scaled(8);
    const QFontMetricsF metrics(Fonts::body());
    const QString dot = m_context.isEmpty() ? QString() : u" \u00b7 "_s;
    const qreal contextWidth = metrics.horizontalAdvance(dot + m_context);
    const QString name = metrics.elidedText(m_name, Qt::ElideRight, right - x - contextWidth - Metrics::scaled(4));
    painter.setFont(Fonts::body());
    painter.setPen(theme.text);
    painter.drawText(visual(x, right - x), flags, Bidi::own(name));
    painter.setPen(theme.text2);
    painter.drawText(visual(x + std::ceil(metrics.horizontalAdvance(name)) + 2, contextWidth + 2), flags, dot + Bidi::own(m_context));
    Icons::paint(&painter, visual(right, Metrics::icon()), u"chevron-down"_s, theme.text2, Metrics::icon());
}

void ContextButton::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

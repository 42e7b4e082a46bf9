// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "badge.h"

#include "theme/bidi.h"
#include "theme/fonts.h"

#include <QGuiApplication>
#include <QPainter>
#include <QStyle>

using namespace Qt::StringLiterals;

namespace {

QFont badgeFont()
{
    return Fonts::font(Fonts::Role::Output, QFont::Bold);
}

QFont smallBadgeFont()
{
    QFont font = badgeFont();
    font.setPixelSize(Fonts::tiny().pixelSize());
    return font;
}

} // namespace

namespace LanguageBadge {

QString letters(const QString &language)
{
    const QString name = language.toLower();
    if (name == "python"_L1)
        return u"py"_s;
    if (name == "bash"_L1 || name == "shell"_L1 || name == "command"_L1)
        return u"sh"_s;
    if (name == "javascript"_L1)
        return u"js"_s;
    if (name == "typescript"_L1)
        return u"ts"_s;
    return name.left(4);
}

QSize size(const QString &letters)
{
    const QFontMetrics metrics(smallBadgeFont());
    return { metrics.horizontalAdvance(letters) + Metrics::scaled(6), Metrics::badge() };
}

int paint(QPainter *painter, const QRect &rect, const QString &letters, int series, bool selected, bool enabled)
{
    const Theme &theme = Theme::current();
    const QSize wanted = size(letters);
    const QRect box(rect.left(), rect.top() + (rect.height() - wanted.height()) / 2, wanted.width(), wanted.height());
    QColor ink = enabled ? theme.seriesTextColor(series) : theme.disabled;
    if (selected && theme.isHighContrast())
        ink = theme.onSelection;
    QColor edge = ink;
    edge.setAlphaF(theme.isHighContrast() ? 1.0F : 0.45F);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(edge, 1));
    painter->setBrush(selected && theme.isHighContrast() ? QBrush(Qt::NoBrush) : QBrush(theme.base));
    painter->drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter->setPen(ink);
    painter->setFont(smallBadgeFont());
    painter->drawText(box, Qt::AlignCenter, letters);
    painter->restore();
    return wanted.width();
}

QIcon icon(const QString &language, int series)
{
    const QString text = letters(language);
    const QSize room(Metrics::scaled(28), Metrics::icon());
    const qreal ratio = qApp->devicePixelRatio();
    QPixmap pixmap(room * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(0, 0), room), text, series);
    return QIcon(pixmap);
}

} // namespace LanguageBadge

CountBadge::CountBadge(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this] {
        updateGeometry();
        update();
    });
    hide();
}

void CountBadge::setCount(int count)
{
    if (count == m_count)
        return;
    m_count = count;
    setAccessibleName(QString::number(count));
    setVisible(count > 0);
    updateGeometry();
    update();
}

QSize CountBadge::sizeHint() const
{
    return size(m_count);
}

QSize CountBadge::size(int count)
{
    const QFontMetrics metrics(Fonts::tiny(QFont::DemiBold));
    const int height = Metrics::badge();
    return { qMax(height, metrics.horizontalAdvance(QString::number(count)) + Metrics::scaled(8)), height };
}

void CountBadge::paint(QPainter *painter, const QRect &rect, int count)
{
    const Theme &theme = Theme::current();
    const QSize wanted = size(count);
    const QRect box(rect.left(), rect.top() + (rect.height() - wanted.height()) / 2, wanted.width(), wanted.height());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.pressed);
    painter->drawRoundedRect(box, box.height() / 2.0, box.height() / 2.0);
    painter->setPen(theme.text);
    painter->setFont(Fonts::tabular(Fonts::tiny(QFont::DemiBold)));
    painter->drawText(box, Qt::AlignCenter, QString::number(count));
    painter->restore();
}

void CountBadge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paint(&painter, rect(), m_count);
}

namespace KeyHint {

QSize size(const QString &text)
{
    const QFontMetrics metrics(Fonts::tiny());
    return { metrics.horizontalAdvance(text) + Metrics::scaled(10), Fonts::lineHeight(Fonts::Role::Tiny) + Metrics::scaled(4) };
}

int paint(QPainter *painter, const QRect &rect, const QString &text, bool selected)
{
    const Theme &theme = Theme::current();
    const QSize wanted = size(text);
    const QRect box = QStyle::visualRect(painter->layoutDirection(), rect,
        QRect(rect.right() - wanted.width() + 1, rect.top() + (rect.height() - wanted.height()) / 2, wanted.width(), wanted.height()));
    const bool inverse = selected && theme.isHighContrast();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(inverse ? theme.onSelection : theme.hairline, 1));
    painter->setBrush(inverse ? QBrush(Qt::NoBrush) : QBrush(theme.window));
    painter->drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter->setPen(inverse ? theme.onSelection : theme.text2);
    painter->setFont(Fonts::tiny());
    painter->drawText(box, Qt::AlignCenter, Bidi::code(text));
    painter->restore();
    return wanted.width();
}

} // namespace KeyHint

#include "moc_badge.cpp"

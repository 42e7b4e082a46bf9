// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panefooter.h"

#include "spinner.h"
#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QPainter>
#include <QStyle>

using namespace Qt::StringLiterals;

PaneFooter::PaneFooter(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void PaneFooter::setLeft(const QString &text, const QString &emphasis, Meaning meaning)
{
    if (text == m_left && emphasis == m_emphasis && meaning == m_meaning)
        return;
    m_left = text;
    m_emphasis = emphasis;
    m_meaning = meaning;
    setAccessibleName(emphasis.isEmpty() ? text : text + u", "_s + emphasis);
    update();
}

void PaneFooter::setRight(const QString &text)
{
    if (text == m_right)
        return;
    m_right = text;
    update();
}

void PaneFooter::setBusy(bool busy)
{
    if (busy == m_busy)
        return;
    m_busy = busy;
    if (busy)
        Spinner::watch(this);
    else
        Spinner::unwatch(this);
    update();
}

QSize PaneFooter::sizeHint() const
{
    return { 0, Metrics::row() };
}

QSize PaneFooter::minimumSizeHint() const
{
    return sizeHint();
}

void PaneFooter::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, 0, width(), 1), theme.hairline);
    const QFont font = Fonts::tabular(Fonts::small());
    painter.setFont(font);
    const QFontMetrics metrics(font);
    const auto visual = [this](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
    const int pad = Metrics::scaled(12);
    int left = pad;
    int right = width() - pad;
    if (m_busy) {
        const int size = Metrics::smallIcon();
        Icons::paint(&painter, visual(QRect(left, 0, size, height())), u"loader-circle"_s, theme.busy, size, Spinner::angle());
        left += size + Metrics::scaled(8);
    }
    const int rightWidth = metrics.horizontalAdvance(m_right);
    const QString separator = m_left.isEmpty() || m_emphasis.isEmpty() ? QString() : u" · "_s;
    const QFont words = Fonts::tabular(Fonts::small(), m_emphasis);
    const QFontMetrics wordMetrics(words);
    const int leftWidth = metrics.horizontalAdvance(m_left + separator) + wordMetrics.horizontalAdvance(m_emphasis);
    painter.setPen(theme.text2);
    // The count matters more than the age.
    if (left + leftWidth + pad + rightWidth <= right) {
        painter.drawText(visual(QRect(right - rightWidth, 0, rightWidth, height())), Qt::AlignRight | Qt::AlignVCenter, Bidi::own(m_right));
        right -= rightWidth + pad;
    }
    const QString start = metrics.elidedText(m_left + separator, Qt::ElideRight, right - left);
    const bool whole = start.size() == m_left.size() + separator.size();
    painter.drawText(visual(QRect(left, 0, right - left, height())), Qt::AlignLeft | Qt::AlignVCenter, whole ? Bidi::own(m_left) + separator : Bidi::own(start));
    left += metrics.horizontalAdvance(start);
    if (!m_emphasis.isEmpty() && left < right) {
        painter.setFont(words);
        painter.setPen(theme.tone(m_meaning).text);
        painter.drawText(visual(QRect(left, 0, right - left, height())), Qt::AlignLeft | Qt::AlignVCenter,
            Bidi::own(wordMetrics.elidedText(m_emphasis, Qt::ElideRight, right - left)));
    }
}

#include "moc_panefooter.cpp"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchfield.h"

#include "badge.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QAction>
#include <QDialog>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

using namespace Qt::StringLiterals;

SearchField::SearchField(const QString &placeholder, QWidget *parent) : QLineEdit(parent), m_hint(u"/"_s)
{
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    m_icon = addAction(Icons::icon(u"search"_s), QLineEdit::LeadingPosition);
    m_icon->setEnabled(true);
    m_clear = addAction(Icons::icon(u"x"_s), QLineEdit::TrailingPosition);
    m_clear->setText(tr("Clear"));
    m_clear->setToolTip(tr("Clear"));
    m_clear->setVisible(false);
    connect(m_clear, &QAction::triggered, this, &QLineEdit::clear);
    connect(this, &QLineEdit::textChanged, this, [this](const QString &now) {
        m_clear->setVisible(!now.isEmpty());
        restyle();
    });
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, &SearchField::restyle);
    restyle();
}

void SearchField::setKeyHint(const QString &hint)
{
    m_hint = hint;
    restyle();
}

void SearchField::setError(int start, int length, const QString &explanation)
{
    if (m_errorLength == 0)
        m_plainToolTip = toolTip();
    m_errorStart = start;
    m_errorLength = explanation.isEmpty() ? 0 : length;
    setToolTip(explanation.isEmpty() ? m_plainToolTip : explanation);
    setAccessibleDescription(explanation);
    update();
}

void SearchField::paintEvent(QPaintEvent *event)
{
    QLineEdit::paintEvent(event);
    QPainter painter(this);
    if (!m_hint.isEmpty() && text().isEmpty() && !hasFocus())
        KeyHint::paint(&painter, QStyle::visualRect(layoutDirection(), rect(), rect().adjusted(0, 0, -Metrics::scaled(6), 0)), m_hint);
    if (m_errorLength > 0) {
        // Only right while the text is not scrolled, which is when it is short enough to be read as a whole.
        const QFontMetrics metrics = fontMetrics();
        const int start = cursorRect().center().x() - metrics.horizontalAdvance(text().left(cursorPosition()));
        const int from = start + metrics.horizontalAdvance(text().left(m_errorStart));
        const int to = qMin(width() - 8, start + metrics.horizontalAdvance(text().left(m_errorStart + m_errorLength)));
        const int y = (height() + metrics.height()) / 2 - 1;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(Theme::current().bad, 1));
        QPolygonF wave;
        for (int x = from, i = 0; x <= to; x += 2, ++i)
            wave << QPointF(x, y + (i % 2));
        painter.drawPolyline(wave);
    }
}

void SearchField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        // An empty field of a dialog leaves the key to it: Escape closes.
        const bool wasEmpty = text().isEmpty();
        if (wasEmpty)
            Q_EMIT left();
        else
            clear();
        event->setAccepted(!(wasEmpty && qobject_cast<QDialog *>(window())));
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void SearchField::changeEvent(QEvent *event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::LayoutDirectionChange)
        restyle();
}

void SearchField::restyle()
{
    // The icon's box has more air at its right, some of it in pixels that do not grow, than the 8 between other icons and their text.
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    const int start = Metrics::scaled(1) - 8;
    // What is in an empty field must not run into the key at its end.
    const int end = m_hint.isEmpty() || !text().isEmpty() ? 0 : KeyHint::size(m_hint).width() + Metrics::scaled(6);
    setTextMargins(mirrored ? end : start, 0, mirrored ? start : end, 0);
    updateGeometry();
    update();
}

#include "moc_searchfield.cpp"

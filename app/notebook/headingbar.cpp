// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "headingbar.h"

#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>

#include <cmath>

using namespace Qt::StringLiterals;

HeadingBar::HeadingBar(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this]() {
        updateGeometry();
        update();
    });
}

void HeadingBar::setPath(const QList<Part> &path)
{
    if (m_path == path)
        return;
    m_path = path;
    QStringList texts;
    for (const Part &part : path)
        texts.append(part.text);
    setAccessibleDescription(texts.join(u" \u203a "_s));
    update();
}

void HeadingBar::setSummary(const QList<Part> &summary)
{
    if (m_summary == summary)
        return;
    m_summary = summary;
    setAccessibleName(summaryText());
    update();
}

QString HeadingBar::summaryText() const
{
    QStringList texts;
    for (const Part &part : m_summary)
        texts.append(part.text);
    return texts.join(u" \u00b7 "_s);
}

QSize HeadingBar::sizeHint() const
{
    return QSize(200, Metrics::scaled(28));
}

void HeadingBar::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.hairline);
    m_links.clear();
    const QFont font = Fonts::tabular(Fonts::small());
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    const auto visual = [this](qreal left, qreal wide) { return QStyle::visualRect(layoutDirection(), rect(), QRectF(left, 0, wide, height() - 1).toAlignedRect()); };
    const int flags = int(Qt::AlignVCenter | Qt::AlignAbsolute | (isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft));

    qreal right = width() - Metrics::scaled(16);
    for (qsizetype i = m_summary.size() - 1; i >= 0; --i) {
        const Part &part = m_summary[i];
        const qreal w = std::ceil(metrics.horizontalAdvance(part.text));
        right -= w;
        painter.setPen(part.coloured ? theme.tone(part.meaning).text : theme.text2);
        painter.drawText(visual(right, w + 2), flags, Bidi::own(part.text));
        if (part.cell >= 0)
            m_links.append({ visual(right, w), part.cell });
        if (i > 0) {
            const QString dot = u" \u00b7 "_s;
            right -= std::ceil(metrics.horizontalAdvance(dot));
            painter.setPen(theme.text3);
            painter.drawText(visual(right, Metrics::scaled(20)), flags, dot);
        }
    }

    // Names keep their hyphens together, which digits of one width would tear apart.
    const QFont plain = Fonts::small();
    const QFontMetricsF plainMetrics(plain);
    painter.setFont(plain);
    qreal x = Metrics::scaled(Fonts::scale() > 1.5 ? 48 : 58);
    const qreal limit = right - Metrics::scaled(24);
    for (qsizetype i = 0; i < m_path.size(); ++i) {
        const bool last = i == m_path.size() - 1;
        const qreal room = limit - x;
        if (room < Metrics::scaled(40))
            break;
        const QString text = plainMetrics.elidedText(m_path[i].text, Qt::ElideRight, last ? room : room / 2);
        const qreal w = std::ceil(plainMetrics.horizontalAdvance(text));
        painter.setPen(last ? theme.text : theme.text2);
        painter.drawText(visual(x, w + 2), flags, Bidi::own(text));
        m_links.append({ visual(x, w), m_path[i].cell });
        x += w;
        if (!last) {
            const QString arrow = isRightToLeft() ? u"chevron-left"_s : u"chevron-right"_s;
            Icons::paint(&painter, visual(x + Metrics::scaled(4), Metrics::smallIcon()), arrow, theme.text3, Metrics::smallIcon());
            x += Metrics::scaled(8) + Metrics::smallIcon();
        }
    }
}

int HeadingBar::cellAt(const QPointF &point) const
{
    for (const auto &[rect, cell] : m_links) {
        if (cell >= 0 && rect.contains(point))
            return cell;
    }
    return -1;
}

void HeadingBar::mousePressEvent(QMouseEvent *event)
{
    const int cell = cellAt(event->position());
    if (cell >= 0)
        Q_EMIT cellRequested(cell);
}

void HeadingBar::mouseMoveEvent(QMouseEvent *event)
{
    setCursor(cellAt(event->position()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

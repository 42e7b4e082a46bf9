// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "statusbar.h"

#include "shared/badge.h"
#include "theme/bidi.h"
#include "theme/fonts.h"

#include <QAbstractButton>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QPointer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

bool same(const StatusBar::Segment &a, const StatusBar::Segment &b)
{
    return a.icon == b.icon && a.iconRole == b.iconRole && a.badge == b.badge && a.badgeSeries == b.badgeSeries && a.strong == b.strong && a.text == b.text
        && a.shortText == b.shortText && a.meaning == b.meaning && a.coloured == b.coloured && a.sparkline == b.sparkline
        && a.sparklineSeries == b.sparklineSeries && a.toolTip == b.toolTip && a.atRight == b.atRight && a.neverFolds == b.neverFolds && a.order == b.order;
}

} // namespace

class StatusBar::Part final : public QAbstractButton
{
public:
    Part(QString id, StatusBar *bar) : QAbstractButton(bar), m_id(std::move(id))
    {
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
    }

    QString id() const { return m_id; }
    const Segment &segment() const { return m_segment; }
    QMenu *menu() const { return m_menu; }
    void setMenu(QMenu *menu) { m_menu = menu; }

    void setSegment(const Segment &segment)
    {
        m_segment = segment;
        setToolTip(segment.toolTip);
        const QString words = QStringList { segment.badge, segment.strong, segment.text }.join(u' ').simplified();
        setAccessibleName(words.isEmpty() ? segment.toolTip : words);
        update();
    }

    void setShortened(bool shortened)
    {
        if (shortened == m_shortened)
            return;
        m_shortened = shortened;
        update();
    }

    int widthFor(bool shortened) const
    {
        int width = 2 * Metrics::scaled(12);
        bool any = false;
        const auto add = [&](int more) {
            width += more + (any ? Metrics::scaled(6) : 0);
            any = true;
        };
        if (!m_segment.icon.isEmpty())
            add(Metrics::smallIcon());
        if (!m_segment.badge.isEmpty())
            add(LanguageBadge::size(m_segment.badge).width());
        if (!m_segment.strong.isEmpty())
            add(QFontMetrics(fontOf(m_segment.strong)).horizontalAdvance(m_segment.strong));
        if (!m_segment.sparkline.isEmpty())
            add(sparkWidth());
        const QString text = words(shortened);
        if (!text.isEmpty())
            add(QFontMetrics(fontOf(text)).horizontalAdvance(text));
        return width;
    }

    // Which digits it takes differs from part to part; a painter would add those of the widget's font.
    void restyle() { setFont(Fonts::small()); }
    QSize sizeHint() const override { return { widthFor(m_shortened), Metrics::row() }; }
    bool hasShort() const { return !m_segment.shortText.isNull() && m_segment.shortText != m_segment.text; }

    bool m_lineAtLeft = false;
    bool m_lineAtRight = false;

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        if (isDown() || underMouse())
            painter.fillRect(rect().adjusted(m_lineAtLeft ? 1 : 0, 1, m_lineAtRight ? -1 : 0, 0), isDown() ? theme.pressed : theme.hover);
        if (m_lineAtRight)
            painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.hairline);
        if (m_lineAtLeft)
            painter.fillRect(QRect(0, 0, 1, height()), theme.hairline);
        int x = Metrics::scaled(12);
        const int gap = Metrics::scaled(6);
        const auto visual = [this](const QRect &r) { return QStyle::visualRect(layoutDirection(), rect(), r); };
        if (!m_segment.icon.isEmpty()) {
            const int size = Metrics::smallIcon();
            Icons::paint(&painter, visual(QRect(x, 0, size, height())), m_segment.icon, Icons::color(m_segment.iconRole), size);
            x += size + gap;
        }
        if (!m_segment.badge.isEmpty()) {
            const int width = LanguageBadge::size(m_segment.badge).width();
            LanguageBadge::paint(&painter, visual(QRect(x, 0, width, height())), m_segment.badge, m_segment.badgeSeries);
            x += width + gap;
        }
        const auto text = [&](const QString &words, const QColor &color) {
            if (words.isEmpty())
                return;
            painter.setFont(fontOf(words));
            const int width = painter.fontMetrics().horizontalAdvance(words);
            painter.setPen(color);
            painter.drawText(visual(QRect(x, 0, width + 1, height())), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, Bidi::own(words));
            x += width + gap;
        };
        text(m_segment.strong, m_segment.coloured ? theme.tone(m_segment.meaning).text : theme.text);
        if (!m_segment.sparkline.isEmpty()) {
            drawSparkline(&painter, visual(QRect(x, (height() - Metrics::scaled(12)) / 2, sparkWidth(), Metrics::scaled(12))));
            x += sparkWidth() + gap;
        }
        text(words(m_shortened), theme.text2);
        if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange)) {
            const qreal ring = theme.focusWidth();
            painter.setPen(QPen(theme.focus, ring));
            painter.drawRect(QRectF(rect()).adjusted(ring / 2, ring / 2, -ring / 2, -ring / 2));
        }
    }

private:
    QString words(bool shortened) const { return shortened && hasShort() ? m_segment.shortText : m_segment.text; }
    static QFont fontOf(const QString &text) { return Fonts::tabular(Fonts::small(), text); }
    static int sparkWidth() { return Metrics::scaled(36); }

    void drawSparkline(QPainter *painter, const QRectF &box) const
    {
        const QColor line = Theme::current().seriesColor(m_segment.sparklineSeries);
        QPolygonF points;
        const auto count = m_segment.sparkline.size();
        for (qsizetype i = 0; i < count; ++i) {
            const qreal share = count > 1 ? qreal(i) / qreal(count - 1) : 1.0;
            points << QPointF(box.left() + share * box.width(), box.bottom() - qBound(0.0, m_segment.sparkline.at(i), 1.0) * box.height());
        }
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        QPainterPath area;
        area.addPolygon(points);
        area.lineTo(points.last().x(), box.bottom());
        area.lineTo(points.first().x(), box.bottom());
        QColor fill = line;
        fill.setAlphaF(0.13F);
        painter->fillPath(area, fill);
        painter->setPen(QPen(line, 1.2));
        painter->drawPolyline(points);
        painter->restore();
    }

    const QString m_id;
    Segment m_segment;
    QPointer<QMenu> m_menu;
    bool m_shortened = false;
};

StatusBar::StatusBar(QWidget *parent) : QWidget(parent), m_more(new Part({}, this))
{
    setObjectName(u"statusBar"_s);
    setAccessibleName(tr("Status bar"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_more->setSegment({ .icon = u"ellipsis"_s, .toolTip = tr("More"), .atRight = true });
    m_more->hide();
    connect(m_more, &QAbstractButton::clicked, this, &StatusBar::showFolded);
    const auto restyle = [this] {
        m_more->restyle();
        for (Part *part : std::as_const(m_parts))
            part->restyle();
        updateGeometry();
        relayout();
        update();
    };
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, restyle);
    restyle();
}

StatusBar::~StatusBar() = default;

void StatusBar::setSegment(const QString &id, const Segment &segment)
{
    for (Part *part : std::as_const(m_parts)) {
        if (part->id() != id)
            continue;
        if (same(part->segment(), segment))
            return;
        const int before = part->widthFor(false);
        const bool moved = part->segment().order != segment.order || part->segment().atRight != segment.atRight;
        part->setSegment(segment);
        if (moved || part->widthFor(false) != before)
            relayout();
        return;
    }
    auto *part = new Part(id, this);
    part->restyle();
    part->setSegment(segment);
    part->setMenu(m_menus.value(id));
    connect(part, &QAbstractButton::clicked, this, [this, part] {
        if (QMenu *menu = part->menu()) {
            // Many are filled when they open; the height is needed before.
            Q_EMIT menu->aboutToShow();
            const QSize size = menu->sizeHint();
            menu->popup(part->mapToGlobal(QPoint(0, -size.height())));
            return;
        }
        Q_EMIT activated(part->id());
    });
    m_parts.append(part);
    std::stable_sort(m_parts.begin(), m_parts.end(), [](const Part *a, const Part *b) { return a->segment().order < b->segment().order; });
    relayout();
}

void StatusBar::removeSegment(const QString &id)
{
    for (Part *part : std::as_const(m_parts)) {
        if (part->id() == id) {
            m_parts.removeOne(part);
            part->hide();
            part->deleteLater();
            relayout();
            return;
        }
    }
}

void StatusBar::setSegmentMenu(const QString &id, QMenu *menu)
{
    m_menus.insert(id, menu);
    for (Part *part : std::as_const(m_parts)) {
        if (part->id() == id)
            part->setMenu(menu);
    }
}

QStringList StatusBar::segments() const
{
    QStringList list;
    for (const Part *part : m_parts)
        list.append(part->id());
    return list;
}

QStringList StatusBar::foldedSegments() const
{
    QStringList list;
    for (const Part *part : m_parts) {
        if (part->isHidden())
            list.append(part->id());
    }
    return list;
}

QSize StatusBar::sizeHint() const
{
    return { 0, Metrics::row() };
}

QSize StatusBar::minimumSizeHint() const
{
    return sizeHint();
}

bool StatusBar::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutDirectionChange)
        relayout();
    return QWidget::event(event);
}

void StatusBar::resizeEvent(QResizeEvent *)
{
    relayout();
}

void StatusBar::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, 0, width(), 1), theme.hairline);
}

void StatusBar::relayout()
{
    QList<Part *> shown = m_parts;
    QList<Part *> shortened;
    const auto total = [&] {
        int sum = 0;
        for (const Part *part : std::as_const(shown))
            sum += part->widthFor(shortened.contains(part));
        if (shown.size() < m_parts.size())
            sum += m_more->widthFor(false);
        return sum;
    };
    // First the shorter words, then whole parts, always from the right.
    for (auto it = m_parts.crbegin(); it != m_parts.crend() && total() > width(); ++it) {
        if ((*it)->hasShort())
            shortened.append(*it);
    }
    for (const bool right : { true, false }) {
        for (auto it = m_parts.crbegin(); it != m_parts.crend() && total() > width(); ++it) {
            if ((*it)->segment().atRight == right && !(*it)->segment().neverFolds)
                shown.removeOne(*it);
        }
    }
    const bool folds = shown.size() < m_parts.size();
    int left = 0;
    int right = width();
    const auto place = [this](Part *part, int x, int w) {
        part->setGeometry(QStyle::visualRect(layoutDirection(), rect(), QRect(x, 1, w, height() - 1)));
        part->show();
    };
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    for (auto it = m_parts.crbegin(); it != m_parts.crend(); ++it) {
        Part *part = *it;
        part->setShortened(shortened.contains(part));
        if (!shown.contains(part)) {
            part->hide();
            continue;
        }
        if (!part->segment().atRight)
            continue;
        const int w = part->widthFor(shortened.contains(part));
        right -= w;
        part->m_lineAtLeft = !mirrored && !part->segment().icon.isEmpty();
        place(part, right, w);
    }
    if (folds) {
        right -= m_more->widthFor(false);
        place(m_more, right, m_more->widthFor(false));
    } else {
        m_more->hide();
    }
    for (Part *part : std::as_const(m_parts)) {
        if (part->segment().atRight || !shown.contains(part))
            continue;
        const int w = part->widthFor(shortened.contains(part));
        part->m_lineAtRight = !mirrored;
        part->m_lineAtLeft = mirrored;
        place(part, left, w);
        left += w;
    }
}

void StatusBar::showFolded()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (Part *part : std::as_const(m_parts)) {
        if (!part->isHidden())
            continue;
        const QString words = QStringList { part->segment().badge, part->segment().strong, part->segment().text }.join(u' ').simplified();
        QAction *action = menu->addAction(part->segment().icon.isEmpty() ? QIcon() : Icons::icon(part->segment().icon, part->segment().iconRole), words);
        action->setIconVisibleInMenu(true);
        if (QMenu *own = part->menu())
            action->setMenu(own);
        else
            connect(action, &QAction::triggered, this, [this, id = part->id()] { Q_EMIT activated(id); });
    }
    menu->popup(m_more->mapToGlobal(QPoint(0, -menu->sizeHint().height())));
}

#include "moc_statusbar.cpp"

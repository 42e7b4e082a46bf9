// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "segmentedcontrol.h"

#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace {

/// One of several words is chosen: what a screen reader knows from a closed list.
class Accessible final : public QAccessibleWidget
{
public:
    explicit Accessible(SegmentedControl *control) : QAccessibleWidget(control, QAccessible::ComboBox), m_control(control) { }
    QString text(QAccessible::Text what) const override
    {
        return what == QAccessible::Value ? m_control->words().value(m_control->current()) : QAccessibleWidget::text(what);
    }

private:
    const SegmentedControl *m_control;
};

QAccessibleInterface *accessible(const QString &, QObject *object)
{
    auto *control = qobject_cast<SegmentedControl *>(object);
    return control ? new Accessible(control) : nullptr;
}

} // namespace

SegmentedControl::SegmentedControl(const QStringList &words, QWidget *parent) : QWidget(parent), m_words(words)
{
    static const bool installed = (QAccessible::installFactory(accessible), true);
    Q_UNUSED(installed)
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void SegmentedControl::setCurrent(int index)
{
    if (index == m_current || index < -1 || index >= m_words.size())
        return;
    m_current = index;
    update();
    QAccessibleValueChangeEvent event(this, m_words.value(index));
    QAccessible::updateAccessibility(&event);
    Q_EMIT currentChanged(index);
}

void SegmentedControl::setCompact(bool compact)
{
    if (compact == m_compact || m_icons.size() != m_words.size())
        return;
    m_compact = compact;
    updateGeometry();
    update();
}

QSize SegmentedControl::sizeHint() const
{
    return { segment(int(m_words.size()) - 1).right() + 2, Metrics::control() };
}

int SegmentedControl::segmentWidth(int index) const
{
    if (m_compact)
        return Metrics::icon() + Metrics::scaled(16);
    // Semibold widths for all, so that choosing one does not move the others.
    return QFontMetrics(Fonts::body(QFont::Medium)).horizontalAdvance(m_words.value(index)) + Metrics::scaled(24);
}

QRect SegmentedControl::segment(int index) const
{
    int x = 1;
    for (int i = 0; i < index; ++i)
        x += segmentWidth(i);
    return { x, 1, segmentWidth(index), Metrics::control() - 2 };
}

int SegmentedControl::segmentAt(const QPoint &point) const
{
    for (int i = 0; i < m_words.size(); ++i) {
        if (segment(i).contains(point))
            return i;
    }
    return -1;
}

bool SegmentedControl::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), m_toolTips.value(segmentAt(help->pos())), this);
        return true;
    }
    return QWidget::event(event);
}

void SegmentedControl::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(0, 0, width(), Metrics::control()).adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath shape;
    shape.addRoundedRect(frame, 4, 4);
    painter.fillPath(shape, theme.base);
    for (int i = 0; i < m_words.size(); ++i) {
        const QRect box = segment(i);
        const bool current = i == m_current;
        QColor ink = isEnabled() ? theme.text : theme.disabled;
        if (current || (i == m_hovered && isEnabled())) {
            painter.save();
            painter.setClipPath(shape);
            painter.fillRect(box, current ? theme.selection : theme.hover);
            painter.restore();
            if (current && isEnabled())
                ink = theme.onSelection;
        }
        if (m_compact) {
            const int size = Metrics::icon();
            QRect place(0, 0, size, size);
            place.moveCenter(box.center());
            Icons::paint(&painter, place, m_icons.at(i), current && isEnabled() ? theme.onSelection : isEnabled() ? theme.text2 : theme.disabled, size);
            continue;
        }
        painter.setFont(Fonts::body(current ? QFont::Medium : QFont::Normal));
        painter.setPen(ink);
        painter.drawText(box, Qt::AlignCenter, Bidi::own(m_words.at(i)));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.border, 1));
    painter.drawPath(shape);
    if (hasFocus() && m_current >= 0 && window()->testAttribute(Qt::WA_KeyboardFocusChange)) {
        const int ring = theme.focusWidth();
        painter.setPen(QPen(theme.focus, ring));
        painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
}

void SegmentedControl::mousePressEvent(QMouseEvent *event)
{
    const int index = segmentAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || index < 0)
        return;
    setCurrent(index);
    Q_EMIT activated(index);
}

void SegmentedControl::mouseMoveEvent(QMouseEvent *event)
{
    const int index = segmentAt(event->position().toPoint());
    if (index != m_hovered) {
        m_hovered = index;
        update();
    }
}

void SegmentedControl::leaveEvent(QEvent *)
{
    m_hovered = -1;
    update();
}

void SegmentedControl::keyPressEvent(QKeyEvent *event)
{
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    int index = m_current;
    switch (event->key()) {
    case Qt::Key_Left:
        index += mirrored ? 1 : -1;
        break;
    case Qt::Key_Right:
        index += mirrored ? -1 : 1;
        break;
    case Qt::Key_Home:
        index = 0;
        break;
    case Qt::Key_End:
        index = int(m_words.size()) - 1;
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    index = qBound(0, index, int(m_words.size()) - 1);
    if (index != m_current) {
        setCurrent(index);
        Q_EMIT activated(index);
    }
}

#include "moc_segmentedcontrol.cpp"

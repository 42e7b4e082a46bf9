// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pathfield.h"

#include "filemodel.h"
#include "remotepath.h"

#include <theme/bidi.h>
#include <theme/fonts.h>
#include <theme/icons.h>
#include <theme/theme.h>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QAccessibleWidget>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace Files {

namespace {

QAccessibleInterface *accessible(const QString &, QObject *object)
{
    auto *field = qobject_cast<PathField *>(object);
    return field ? new QAccessibleWidget(field, QAccessible::ToolBar, field->accessibleName()) : nullptr;
}

} // namespace

PathField::PathField(QWidget *parent) : QWidget(parent), m_edit(new QLineEdit(this))
{
    [[maybe_unused]] static const bool installed = (QAccessible::installFactory(accessible), true);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Path"));
    setAttribute(Qt::WA_Hover);
    m_edit->setAccessibleName(tr("Path as text"));
    m_edit->setFont(Fonts::output());
    m_edit->hide();
    m_edit->installEventFilter(this);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this] {
        m_edit->setFont(Fonts::output());
        arrange();
        updateGeometry();
        update();
    });
    arrange();
}

void PathField::setPath(const QString &path)
{
    if (m_path == path)
        return;
    m_path = path;
    setAccessibleDescription(path);
    m_keyboard = -1;
    arrange();
    update();
}

void PathField::setBookmarked(bool bookmarked)
{
    m_bookmarked = bookmarked;
    update();
}

bool PathField::isEditing() const
{
    return m_edit->isVisibleTo(this);
}

QRect PathField::starRect() const
{
    const int size = Metrics::smallControl();
    return QRect(width() - size - Metrics::scaled(2), (height() - size) / 2, size, size);
}

void PathField::arrange()
{
    m_segments.clear();
    m_folded = false;
    QStringList names = RemotePath::segments(m_path);
    const QFontMetrics plain(Fonts::body());
    const QFontMetrics strong(Fonts::body(QFont::DemiBold));
    const int pad = Metrics::scaled(5);
    const int chevron = Metrics::scaled(16);
    const int rootWidth = Metrics::icon() + 2 * pad;
    const int room = starRect().left() - Metrics::scaled(8);
    const auto widthOf = [&](qsizetype i) {
        const QString text = FileModel::visibleName(names[i]);
        return (i == names.size() - 1 ? strong : plain).horizontalAdvance(text) + 2 * pad;
    };
    // As many of the last ones as fit.
    qsizetype first = 0;
    const auto total = [&](qsizetype from) {
        int sum = Metrics::scaled(2) + rootWidth + (from > 0 ? chevron + Metrics::scaled(16) : 0);
        for (qsizetype i = from; i < names.size(); ++i)
            sum += chevron + widthOf(i);
        return sum;
    };
    while (first + 1 < names.size() && total(first) > room)
        ++first;
    m_folded = first > 0;

    int x = Metrics::scaled(2);
    const int top = Metrics::scaled(2);
    const int tall = height() - 2 * top;
    m_segments.append({ u"/"_s, QString(), QRect(x, top, rootWidth, tall) });
    x += rootWidth;
    if (m_folded) {
        x += chevron;
        QString hidden = u"/"_s;
        for (qsizetype i = 0; i < first; ++i)
            hidden = RemotePath::join(hidden, names[i]);
        m_segments.append({ hidden, u"…"_s, QRect(x, top, Metrics::scaled(16), tall) });
        x += Metrics::scaled(16);
    }
    QString path = u"/"_s;
    for (qsizetype i = 0; i < names.size(); ++i) {
        path = RemotePath::join(path, names[i]);
        if (i < first)
            continue;
        x += chevron;
        const int wide = qMax(Metrics::scaled(24), qMin(widthOf(i), room - x));
        m_segments.append({ path, FileModel::visibleName(names[i]), QRect(x, top, wide, tall) });
        x += wide;
    }
    m_edit->setGeometry(rect());
}

QRect PathField::segmentRect(const QString &folder) const
{
    for (const Segment &segment : m_segments) {
        if (segment.path == folder)
            return segment.rect;
    }
    return {};
}

int PathField::segmentAt(const QPoint &point) const
{
    for (qsizetype i = 0; i < m_segments.size(); ++i) {
        if (m_segments[i].rect.contains(point))
            return int(i);
    }
    return -1;
}

QSize PathField::sizeHint() const
{
    return QSize(Metrics::scaled(420), Metrics::control());
}

QSize PathField::minimumSizeHint() const
{
    return QSize(Metrics::scaled(140), Metrics::control());
}

void PathField::edit()
{
    m_edit->setText(m_path);
    m_edit->setGeometry(rect());
    m_edit->show();
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

void PathField::stopEditing()
{
    if (!isEditing())
        return;
    const bool hadFocus = m_edit->hasFocus();
    m_edit->hide();
    if (hadFocus)
        setFocus();
    update();
}

bool PathField::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int at = segmentAt(help->pos());
        QString text = tr("Click to type a path (Ctrl+L)");
        if (at >= 0)
            text = m_segments[at].path;
        else if (starRect().contains(help->pos()))
            text = m_bookmarked ? tr("Remove the bookmark (Ctrl+D)") : tr("Bookmark this folder (Ctrl+D)");
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

void PathField::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    // As a field: the ring stands inside its edge until the keys choose a segment.
    const qreal edge = hasFocus() && m_keyboard < 0 ? theme.focusWidth() : 1;
    painter.setPen(QPen(edge > 1 ? theme.focus : theme.border, edge));
    painter.setBrush(theme.base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(edge / 2, edge / 2, -edge / 2, -edge / 2), Metrics::scaled(4), Metrics::scaled(4));
    for (qsizetype i = 0; i < m_segments.size(); ++i) {
        const Segment &segment = m_segments[i];
        const bool last = i == m_segments.size() - 1;
        if (i == m_hovered || (hasFocus() && i == m_keyboard)) {
            painter.setPen(hasFocus() && i == m_keyboard ? QPen(theme.focus, theme.focusWidth()) : QPen(Qt::NoPen));
            painter.setBrush(theme.hover);
            painter.drawRoundedRect(QRectF(segment.rect).adjusted(1, 1, -1, -1), Metrics::scaled(3), Metrics::scaled(3));
        }
        if (i > 0) {
            const QRect gap(m_segments[i - 1].rect.right() + 1, segment.rect.top(), segment.rect.left() - m_segments[i - 1].rect.right() - 1, segment.rect.height());
            Icons::paint(&painter, gap, u"chevron-right"_s, theme.text3, Metrics::smallIcon());
        }
        if (segment.text.isEmpty()) {
            Icons::paint(&painter, segment.rect, u"hard-drive"_s, last ? theme.text : theme.text2, Metrics::icon());
            continue;
        }
        const QFont font = last ? Fonts::body(QFont::DemiBold) : Fonts::body();
        painter.setFont(font);
        painter.setPen(last ? theme.text : theme.text2);
        const QRect inside = segment.rect.adjusted(Metrics::scaled(5), 0, -Metrics::scaled(5), 0);
        painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft, Bidi::own(QFontMetrics(font).elidedText(segment.text, Qt::ElideMiddle, inside.width() + 1)));
    }
    Icons::paint(&painter, starRect(), u"bookmark"_s, m_bookmarked ? theme.accent : theme.text3, Metrics::icon());
}

void PathField::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void PathField::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    const int at = segmentAt(event->position().toPoint());
    if (at >= 0)
        Q_EMIT activated(m_segments[at].path);
    else if (starRect().contains(event->position().toPoint()))
        Q_EMIT bookmarkToggled();
    else
        edit();
}

void PathField::mouseMoveEvent(QMouseEvent *event)
{
    const int at = segmentAt(event->position().toPoint());
    setCursor(at >= 0 || starRect().contains(event->position().toPoint()) ? Qt::ArrowCursor : Qt::IBeamCursor);
    if (at != m_hovered) {
        m_hovered = at;
        update();
    }
}

void PathField::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    m_hovered = -1;
    update();
}

void PathField::keyPressEvent(QKeyEvent *event)
{
    const int last = int(m_segments.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Left: m_keyboard = m_keyboard < 0 ? last : qMax(0, m_keyboard - 1); break;
    case Qt::Key_Right: m_keyboard = qMin(last, m_keyboard + 1); break;
    case Qt::Key_Home: m_keyboard = 0; break;
    case Qt::Key_End: m_keyboard = last; break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_keyboard >= 0)
            Q_EMIT activated(m_segments[m_keyboard].path);
        else
            edit();
        return;
    case Qt::Key_F2: edit(); return;
    default: QWidget::keyPressEvent(event); return;
    }
    if (m_keyboard >= 0)
        setAccessibleDescription(m_segments[m_keyboard].path);
    update();
}

bool PathField::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_edit) {
        if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent *>(event)->reason() != Qt::PopupFocusReason)
            stopEditing();
        if (event->type() != QEvent::KeyPress)
            return QWidget::eventFilter(watched, event);
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape) {
            stopEditing();
            return true;
        }
        // Taken here: what a line edit leaves of Enter would open the text again.
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            const QString path = RemotePath::clean(m_edit->text(), m_path);
            stopEditing();
            Q_EMIT activated(path);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace Files

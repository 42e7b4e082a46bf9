// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "toolrow.h"

#include "shared/button.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QMenu>
#include <QPainter>
#include <QTimer>
#include <QToolButton>
#include <QWidgetAction>

using namespace Qt::StringLiterals;

ToolRow::ToolRow(QWidget *parent) : QWidget(parent), m_more(Buttons::smallTool(u"ellipsis"_s, tr("More"), this))
{
    setObjectName(u"toolbar"_s);
    setAccessibleName(tr("Toolbar"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(new QMenu(m_more));
    m_more->hide();
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this] {
        updateGeometry();
        scheduleArrange();
        update();
    });
}

void ToolRow::clear()
{
    for (const Item &item : std::as_const(m_items)) {
        if (!item.widget)
            continue;
        item.widget->hide();
        if (auto *widgetAction = qobject_cast<QWidgetAction *>(item.action.data()))
            widgetAction->releaseWidget(item.widget);
        else if (item.ownsWidget)
            item.widget->deleteLater();
    }
    m_items.clear();
}

void ToolRow::setActions(const QList<QAction *> &actions)
{
    clear();
    for (QAction *action : actions) {
        Item item;
        item.action = action;
        if (!action || action->isSeparator()) {
            item.separator = true;
            m_items.append(item);
            continue;
        }
        if (auto *widgetAction = qobject_cast<QWidgetAction *>(action)) {
            item.widget = widgetAction->requestWidget(this);
            item.ownsWidget = false;
        }
        if (!item.widget) {
            QToolButton *button = Buttons::tool(action, this);
            item.lead = action->property("wbLead").toBool() || action->objectName() == "notebook.run"_L1;
            item.wantsText = item.lead || action->property("wbShowText").toBool() || action->objectName() == "notebook.runAll"_L1;
            button->setProperty("wbLead", item.lead);
            button->setToolButtonStyle(item.wantsText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
            if (action->menu())
                button->setPopupMode(item.lead ? QToolButton::MenuButtonPopup : QToolButton::InstantPopup);
            item.widget = button;
            item.ownsWidget = true;
        }
        m_items.append(item);
    }
    arrange();
}

void ToolRow::addRightWidget(QWidget *widget, Fold fold, std::function<void(bool)> setCompact)
{
    widget->setParent(this);
    widget->show();
    m_right.append({ widget, fold, std::move(setCompact) });
    scheduleArrange();
}

QSize ToolRow::sizeHint() const
{
    return { 0, Metrics::toolbar() };
}

QSize ToolRow::minimumSizeHint() const
{
    return sizeHint();
}

int ToolRow::itemWidth(const Item &item) const
{
    if (item.separator)
        return Metrics::scaled(17);
    return item.widget ? item.widget->sizeHint().width() + Metrics::scaled(qobject_cast<QToolButton *>(item.widget.data()) ? 2 : 10) : 0;
}

int ToolRow::rightWidth() const
{
    int sum = Metrics::scaled(8);
    for (const RightItem &item : m_right)
        sum += item.widget ? item.widget->sizeHint().width() + Metrics::scaled(10) : 0;
    return sum;
}

void ToolRow::scheduleArrange()
{
    if (m_scheduled)
        return;
    m_scheduled = true;
    QTimer::singleShot(0, this, &ToolRow::arrange);
}

void ToolRow::arrange()
{
    m_scheduled = false;
    const auto setWords = [this](bool words) {
        for (const Item &item : std::as_const(m_items)) {
            if (auto *button = qobject_cast<QToolButton *>(item.widget.data()); button && item.ownsWidget && item.wantsText && !item.lead)
                button->setToolButtonStyle(words ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        }
    };
    const auto itemsWidth = [this] {
        int sum = Metrics::scaled(8);
        for (const Item &item : std::as_const(m_items)) {
            if (item.separator || !item.action || item.action->isVisible())
                sum += itemWidth(item);
        }
        return sum;
    };
    setWords(true);
    for (const RightItem &item : std::as_const(m_right))
        item.setCompact(false);
    const auto isShort = [&] { return itemsWidth() + rightWidth() > width(); };
    if (isShort())
        setWords(false);
    for (const RightItem &item : std::as_const(m_right)) {
        if (item.fold == Fold::Early ? isShort() : rightWidth() > width() / 2)
            item.setCompact(true);
    }

    const auto visual = [this](const QRect &r) { return QStyle::visualRect(layoutDirection(), rect(), r); };
    int end = width() - Metrics::scaled(8);
    for (auto it = m_right.crbegin(); it != m_right.crend(); ++it) {
        QWidget *widget = it->widget;
        if (!widget)
            continue;
        const QSize size = widget->sizeHint();
        end -= size.width();
        widget->setGeometry(visual(QRect(end, (height() - 1 - size.height()) / 2, size.width(), size.height())));
        end -= Metrics::scaled(10);
    }

    m_overflowed.clear();
    m_lines.clear();
    const bool fits = itemsWidth() <= end;
    const int limit = fits ? end : end - m_more->sizeHint().width() - Metrics::scaled(4);
    int x = Metrics::scaled(8);
    bool full = false;
    // What has to stay keeps its place free until it comes.
    const auto stays = [](const Item &item) { return item.action && item.widget && item.action->isVisible() && item.action->property("wbStays").toBool(); };
    int reserved = 0;
    for (const Item &item : std::as_const(m_items))
        reserved += stays(item) ? itemWidth(item) : 0;
    for (const Item &item : std::as_const(m_items)) {
        if (item.separator) {
            if (!full && x + itemWidth(item) + reserved < limit)
                m_lines.append(visual(QRect(x + Metrics::scaled(7), height() / 2 - Metrics::scaled(9), 1, Metrics::scaled(18))));
            x += full || x + itemWidth(item) + reserved >= limit ? 0 : itemWidth(item);
            continue;
        }
        if (!item.widget)
            continue;
        if (item.action && !item.action->isVisible()) {
            item.widget->hide();
            continue;
        }
        const QSize size = item.widget->sizeHint();
        const bool kept = stays(item);
        if (kept)
            reserved -= itemWidth(item);
        if ((full && !kept) || x + size.width() + reserved > limit) {
            item.widget->hide();
            // A line before what is not there is one too many.
            if (!full && !m_lines.isEmpty() && qAbs(visual(m_lines.last()).x() - x) < Metrics::scaled(14)) {
                m_lines.removeLast();
                x -= Metrics::scaled(17);
            }
            full = true;
            if (item.action && !qobject_cast<QWidgetAction *>(item.action.data()))
                m_overflowed.append(item.action);
            continue;
        }
        if (kept && full && x + itemWidth(item) + Metrics::scaled(17) <= limit) {
            m_lines.append(visual(QRect(x + Metrics::scaled(7), height() / 2 - Metrics::scaled(9), 1, Metrics::scaled(18))));
            x += Metrics::scaled(17);
        }
        item.widget->setGeometry(visual(QRect(x, (height() - 1 - size.height()) / 2, size.width(), size.height())));
        item.widget->show();
        x += itemWidth(item);
    }
    m_more->setVisible(!m_overflowed.isEmpty());
    if (!m_overflowed.isEmpty()) {
        m_more->menu()->clear();
        m_more->menu()->addActions(m_overflowed);
        const QSize size = m_more->sizeHint();
        m_more->setGeometry(visual(QRect(qMin(x, limit), (height() - 1 - size.height()) / 2, size.width(), size.height())));
    }
    // What trying the widths asked for is done: left in the queue it would arrange again, without end.
    QCoreApplication::removePostedEvents(this, QEvent::LayoutRequest);
    update();
}

void ToolRow::resizeEvent(QResizeEvent *)
{
    arrange();
}

void ToolRow::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.hairline);
    for (const QRect &line : std::as_const(m_lines))
        painter.fillRect(line, theme.border);
}

bool ToolRow::event(QEvent *event)
{
    // A combo's text or a button's word became longer.
    if (event->type() == QEvent::LayoutRequest)
        scheduleArrange();
    return QWidget::event(event);
}

#include "moc_toolrow.cpp"

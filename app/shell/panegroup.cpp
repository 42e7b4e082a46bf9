// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panegroup.h"

#include "shared/badge.h"
#include "shared/button.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QStackedWidget>
#include <QTabBar>

using namespace Qt::StringLiterals;

namespace {

/// Sized for the semibold word, so that choosing a tab moves no other.
class PaneTabs final : public QTabBar
{
public:
    using QTabBar::QTabBar;
    /// Of all words, none of them cut.
    int fittingWidth() const
    {
        int width = 0;
        for (int i = 0; i < count(); ++i)
            width += minimumTabSizeHint(i).width();
        return width;
    }

protected:
    QSize tabSizeHint(int index) const override { return { wordWidth(index) + Metrics::scaled(24) + 1, Metrics::tab() }; }
    /// Short of room the air around the words goes first; words that still have none are scrolled to.
    QSize minimumTabSizeHint(int index) const override { return { wordWidth(index) + Metrics::scaled(index == 0 ? 17 : 10) + 1, Metrics::tab() }; }

private:
    int wordWidth(int index) const
    {
        const QFontMetrics metrics(Fonts::body(QFont::DemiBold));
        int width = metrics.horizontalAdvance(tabText(index));
        if (const QWidget *badge = tabButton(index, QTabBar::RightSide); badge && !badge->isHidden())
            width += badge->sizeHint().width() + Metrics::scaled(6);
        return width;
    }
};

} // namespace

PaneGroup::PaneGroup(bool closable, QWidget *parent)
    : QWidget(parent), m_tabs(new PaneTabs), m_header(new QHBoxLayout), m_buttons(new QHBoxLayout), m_stack(new QStackedWidget), m_closable(closable)
{
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setElideMode(Qt::ElideNone); // The style leaves out air, and letters only as the last.
    m_tabs->setMovable(true);
    m_tabs->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tabs->setAccessibleName(tr("Panes"));
    m_header->setSpacing(0);
    m_header->addWidget(m_tabs);
    m_header->addStretch(1);
    m_header->addLayout(m_buttons);
    m_buttons->setSpacing(0);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_header);
    layout->addWidget(m_stack, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        const QString id = m_tabs->tabData(index).toString();
        if (const Entry entry = m_entries.value(id); entry.pane)
            m_stack->setCurrentWidget(entry.pane);
        refreshButtons();
        Q_EMIT currentChanged(id);
    });
    connect(m_tabs, &QTabBar::customContextMenuRequested, this, [this](const QPoint &point) {
        const int index = m_tabs->tabAt(point);
        if (index >= 0)
            Q_EMIT menuRequested(m_tabs->tabData(index).toString(), m_tabs->mapToGlobal(point));
    });
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, &PaneGroup::restyle);
    restyle();
}

void PaneGroup::addPane(const QString &id, QWidget *pane, const QString &title, const QList<QAction *> &headerActions)
{
    m_entries.insert(id, { pane, headerActions });
    m_stack->addWidget(pane);
    const int index = m_tabs->addTab(title);
    m_tabs->setTabData(index, id);
    // A hidden bar does not tell its layout that it grew.
    m_tabs->updateGeometry();
    if (m_tabs->count() == 1) {
        m_stack->setCurrentWidget(pane);
        refreshButtons();
    }
}

QWidget *PaneGroup::takePane(const QString &id)
{
    const Entry entry = m_entries.take(id);
    if (!entry.pane)
        return nullptr;
    m_stack->removeWidget(entry.pane);
    entry.pane->setParent(nullptr);
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (m_tabs->tabData(i).toString() == id) {
            m_tabs->removeTab(i);
            m_tabs->updateGeometry();
            break;
        }
    }
    refreshButtons();
    return entry.pane;
}

int PaneGroup::headWidth() const
{
    qsizetype buttons = 0;
    for (const Entry &entry : m_entries)
        buttons = qMax(buttons, qMin<qsizetype>(entry.actions.size(), 4));
    return static_cast<const PaneTabs *>(m_tabs)->fittingWidth() + int(buttons) * Metrics::smallControl() + Metrics::scaled(6);
}

QStringList PaneGroup::ids() const
{
    QStringList list;
    for (int i = 0; i < m_tabs->count(); ++i)
        list.append(m_tabs->tabData(i).toString());
    return list;
}

QString PaneGroup::current() const
{
    return m_tabs->tabData(m_tabs->currentIndex()).toString();
}

void PaneGroup::setCurrent(const QString &id)
{
    const auto index = ids().indexOf(id);
    if (index >= 0)
        m_tabs->setCurrentIndex(int(index));
}

QWidget *PaneGroup::pane(const QString &id) const
{
    return m_entries.value(id).pane;
}

void PaneGroup::setBadge(const QString &id, int count)
{
    const auto index = int(ids().indexOf(id));
    if (index < 0)
        return;
    auto *badge = qobject_cast<CountBadge *>(m_tabs->tabButton(index, QTabBar::RightSide));
    if (!badge) {
        if (count <= 0)
            return;
        badge = new CountBadge(m_tabs);
        badge->setCount(count);
        badge->resize(badge->sizeHint());
        m_tabs->setTabButton(index, QTabBar::RightSide, badge);
        return;
    }
    badge->setCount(count);
    badge->resize(badge->sizeHint());
    if (count <= 0) {
        m_tabs->setTabButton(index, QTabBar::RightSide, nullptr);
        badge->deleteLater();
        return;
    }
    // The bar measures again only when a text is set.
    m_tabs->setTabText(index, m_tabs->tabText(index));
}

void PaneGroup::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    const int header = Metrics::tab();
    painter.fillRect(QRect(0, 0, width(), header), theme.window);
    painter.fillRect(QRect(0, header - 1, width(), 1), theme.hairline);
}

void PaneGroup::refreshButtons()
{
    while (QLayoutItem *item = m_buttons->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    const QList<QAction *> actions = m_entries.value(current()).actions;
    const qsizetype room = m_closable ? 3 : 4;
    qsizetype shown = 0;
    QList<QAction *> rest;
    for (QAction *action : actions) {
        if (!action || action->isSeparator())
            continue;
        if (shown < room || actions.size() <= room) {
            QToolButton *button = Buttons::smallTool(action, this);
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
            if (action->menu())
                button->setPopupMode(QToolButton::InstantPopup);
            m_buttons->addWidget(button);
            ++shown;
        } else {
            rest.append(action);
        }
    }
    if (!rest.isEmpty()) {
        QToolButton *more = Buttons::smallTool(u"ellipsis"_s, tr("More"), this);
        auto *menu = new QMenu(more);
        menu->addActions(rest);
        more->setMenu(menu);
        more->setPopupMode(QToolButton::InstantPopup);
        m_buttons->addWidget(more);
    }
    if (m_closable) {
        QToolButton *close = Buttons::smallTool(u"x"_s, tr("Hide"), this);
        connect(close, &QToolButton::clicked, this, &PaneGroup::closeRequested);
        m_buttons->addWidget(close);
    }
}

void PaneGroup::restyle()
{
    m_header->setContentsMargins(0, 0, Metrics::scaled(6), 0);
    for (int i = 0; i < m_tabs->count(); ++i)
        m_tabs->setTabText(i, m_tabs->tabText(i));
    update();
}

#include "moc_panegroup.cpp"

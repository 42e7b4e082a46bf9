// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queuepane.h"

#include "cellcanvas.h"
#include "cellstatus.h"
#include "execution/executiontargets.h"
#include "notebookview.h"
#include "shared/badge.h"
#include "shared/emptystate.h"
#include "shared/panefooter.h"
#include "syntax.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QAction>
#include <QHeaderView>
#include <QMenu>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;
using Notebook::Cell;

namespace {

constexpr int CellRole = Qt::UserRole; ///< Its id; none for the line of a context.
constexpr qsizetype mostShown = 300; ///< Of the cells that wait in one context: the list is made anew after each run.

/// "0:42", or "0:42 of about 1:27".
QString progress(const Cell *cell)
{
    const qint64 expected = CellTime::expected(cell);
    const QString now = CellTime::clock(cell->elapsedMs());
    return expected < 1000 ? now : QueuePane::tr("%1 of about %2").arg(now, CellTime::clock(expected));
}

} // namespace

QueuePane::QueuePane(ExecutionTargets *targets, QWidget *parent) : QWidget(parent), m_targets(targets)
{
    m_tree = new QTreeWidget(this);
    m_tree->setColumnCount(2);
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setRootIsDecorated(false);
    m_tree->setProperty("wbPadded", true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setIndentation(Metrics::scaled(14));
    m_tree->setAccessibleName(tr("Queue"));
    m_tree->viewport()->setBackgroundRole(QPalette::Window);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_empty = new EmptyState(tr("Nothing runs."), tr("Cells that run and wait appear here."), this);
    m_footer = new PaneFooter(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_tree);

    const auto add = [this](const QString &icon, const QString &text, const QString &keys, auto run) {
        auto *action = new QAction(Icons::icon(icon), text, this);
        if (!keys.isEmpty()) {
            action->setShortcut(QKeySequence(keys));
            action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        }
        connect(action, &QAction::triggered, this, run);
        addAction(action);
        m_tree->addAction(action);
        m_actions.append(action);
    };
    add(u"arrow-up"_s, tr("Earlier"), u"Alt+Up"_s, [this]() { move(-1); });
    add(u"arrow-down"_s, tr("Later"), u"Alt+Down"_s, [this]() { move(1); });
    add(u"x"_s, tr("Remove from queue"), u"Delete"_s, [this]() { removeCurrent(); });
    add(u"circle-stop"_s, tr("Interrupt"), {}, [this]() {
        if (Cell *cell = currentCell(); cell && m_view)
            m_view->queue()->interrupt(m_view->queue()->keyOf(cell));
        else if (m_view)
            m_view->interrupt();
    });
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *menu = new QMenu(this);
    menu->addActions(m_actions);
    m_menuAction = new QAction(Icons::icon(u"ellipsis"_s), tr("Change the queue"), this);
    m_menuAction->setMenu(menu);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &QueuePane::updateActions);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this]() {
        if (const Cell *cell = currentCell(); cell && m_view) {
            m_view->canvas()->setCurrent(cell->index());
            m_view->canvas()->setFocus();
        }
    });
    m_soon.setSingleShot(true);
    m_soon.setInterval(30);
    connect(&m_soon, &QTimer::timeout, this, &QueuePane::refresh);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &QueuePane::tick);
    m_clock.start();
    refresh();
}

QueuePane::~QueuePane() = default;

void QueuePane::setView(NotebookView *view)
{
    if (view && m_view == view)
        return;
    if (m_view)
        m_view->queue()->disconnect(this);
    m_view = view;
    if (view) {
        // Not put off by each change: short cells follow one another faster.
        const auto soon = [this]() {
            if (!m_soon.isActive())
                m_soon.start();
        };
        connect(view->queue(), &Notebook::RunQueue::changed, this, soon);
        connect(view->queue(), &Notebook::RunQueue::idle, this, soon);
    }
    refresh();
}

QStringList QueuePane::lines() const
{
    QStringList result;
    for (QTreeWidgetItemIterator it(m_tree); *it; ++it)
        result.append((*it)->text(0));
    return result;
}

Cell *QueuePane::currentCell() const
{
    const QTreeWidgetItem *item = m_tree->currentItem();
    return item && m_view ? m_view->document()->cellById(item->data(0, CellRole).toString()) : nullptr;
}

void QueuePane::select(Cell *cell)
{
    for (QTreeWidgetItemIterator it(m_tree); *it; ++it) {
        if ((*it)->data(0, CellRole).toString() == cell->id())
            m_tree->setCurrentItem(*it);
    }
}

void QueuePane::refresh()
{
    const Cell *current = currentCell();
    const QString kept = current ? current->id() : QString();
    m_tree->clear();
    int waiting = 0;
    int running = 0;
    const QStringList keys = m_view ? m_view->queue()->busyKeys() : QStringList();
    for (const QString &key : keys) {
        Cell *runs = m_view->queue()->running(key);
        const QList<Cell *> cells = m_view->queue()->waiting(key);
        const Cell *any = runs ? runs : cells.value(0);
        if (!any)
            continue;
        const Notebook::Binding binding = any->effectiveBinding();
        const ExecutionTarget target = m_targets ? m_targets->place(binding) : ExecutionTarget {};
        const QString place = target.sandboxName.isEmpty() ? binding.sandbox : target.sandboxName;
        const bool background = Notebook::RunQueue::isBackground(key);
        auto *head = new QTreeWidgetItem(m_tree, { background ? tr("In the background of %1").arg(place) : tr("%1 in %2").arg(Syntax::displayName(binding.language), place),
                                                   background ? QString() : target.contextName });
        // A pixmap keeps its width; an icon would shrink into a square.
        head->setData(0, Qt::DecorationRole, LanguageBadge::icon(binding.language, target.series).pixmap(QSize(Metrics::scaled(28), Metrics::icon())));
        head->setFont(0, Fonts::body(QFont::DemiBold));
        head->setFlags(Qt::ItemIsEnabled);
        const auto add = [&](const Cell *cell, const QString &mark, const QString &icon, Meaning meaning) {
            const QString line = cell->source().trimmed().section(u'\n', 0, 0).left(80);
            auto *item = new QTreeWidgetItem(head, { line, mark });
            item->setData(0, CellRole, cell->id());
            item->setIcon(0, Icons::icon(icon, meaning == Meaning::Busy ? Icons::Role::Accent : Icons::Role::Normal));
            item->setFont(0, Fonts::output());
            item->setFont(1, Fonts::tabular(Fonts::small()));
            const QString times = cellTimes(cell);
            item->setToolTip(0, tr("Cell %1").arg(cell->index() + 1) + (times.isEmpty() ? QString() : u'\n' + times));
            if (cell->id() == kept)
                m_tree->setCurrentItem(item);
        };
        if (runs) {
            add(runs, progress(runs), u"loader-circle"_s, Meaning::Busy);
            ++running;
        }
        for (const Cell *cell : cells.first(std::min(cells.size(), mostShown)))
            add(cell, QString::number(cell->queuePosition()), u"clock-3"_s, Meaning::Idle);
        if (cells.size() > mostShown) {
            auto *rest = new QTreeWidgetItem(head, { tr("%Ln more", nullptr, int(cells.size() - mostShown)) });
            rest->setFlags(Qt::ItemIsEnabled);
        }
        waiting += int(cells.size());
        head->setExpanded(true);
    }
    const bool any = m_tree->topLevelItemCount() > 0;
    m_tree->setVisible(any);
    m_empty->setVisible(!any);
    m_footer->setLeft(any ? tr("%1 running \u00b7 %2 waiting").arg(running).arg(waiting) : QString());
    updateActions();
    Q_EMIT countChanged(waiting);
}

void QueuePane::tick()
{
    if (!isVisible() || !m_view)
        return;
    for (QTreeWidgetItemIterator it(m_tree); *it; ++it) {
        const Cell *cell = m_view->document()->cellById((*it)->data(0, CellRole).toString());
        if (cell && cell->runState() == Notebook::RunState::Running)
            (*it)->setText(1, progress(cell));
    }
}

void QueuePane::updateActions()
{
    const Cell *cell = currentCell();
    const bool waits = cell && cell->runState() == Notebook::RunState::Queued;
    const qsizetype count = waits ? m_view->queue()->waiting(m_view->queue()->keyOf(const_cast<Cell *>(cell))).size() : 0;
    m_actions[0]->setEnabled(waits && cell->queuePosition() > 1);
    m_actions[1]->setEnabled(waits && cell->queuePosition() < count);
    m_actions[2]->setEnabled(waits);
    m_actions[3]->setEnabled(m_view && m_view->isBusy());
}

void QueuePane::move(int direction)
{
    if (Cell *cell = currentCell(); cell && cell->runState() == Notebook::RunState::Queued)
        m_view->queue()->move(cell, cell->queuePosition() + direction);
}

void QueuePane::removeCurrent()
{
    if (Cell *cell = currentCell(); cell && cell->runState() == Notebook::RunState::Queued)
        m_view->queue()->remove(cell);
}

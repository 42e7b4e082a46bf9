// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow_p.h"

#include "documentarea.h"
#include "panegroup.h"
#include "shared/segmentedcontrol.h"
#include "theme/fonts.h"

#include <QApplication>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

/// Of the left dock at first, at 100 %.
constexpr int leftWidth(bool narrow)
{
    return narrow ? 248 : 304;
}

} // namespace

QString areaKey(MainWindow::Area area)
{
    switch (area) {
    case MainWindow::Area::Left:
        return u"left"_s;
    case MainWindow::Area::Right:
        return u"right"_s;
    case MainWindow::Area::Bottom:
        break;
    }
    return u"bottom"_s;
}

QWidget *MainWindow::Private::areaWidget(Area area) const
{
    switch (area) {
    case Area::Left:
        return left;
    case Area::Right:
        return right;
    case Area::Bottom:
        break;
    }
    return bottom;
}

PaneGroup *MainWindow::Private::groupFor(Area area, int index)
{
    switch (area) {
    case Area::Left:
        return left;
    case Area::Right:
        return right;
    case Area::Bottom:
        break;
    }
    return bottoms[std::size_t(qBound(0, index, 1))];
}

MainWindow::Private::PaneEntry *MainWindow::Private::findPane(const QString &id)
{
    for (PaneEntry &pane : panes) {
        if (pane.spec.id == id)
            return &pane;
    }
    return nullptr;
}

void MainWindow::addPane(QWidget *pane, const Pane &spec)
{
    Private::PaneEntry entry { spec, pane, nullptr };
    if (d->settings) {
        const QString stored = d->settings->value(u"panes/"_s + spec.id).toString();
        for (const Area area : mainWindowAreas) {
            if (stored.startsWith(areaKey(area))) {
                entry.spec.area = area;
                entry.spec.group = stored.endsWith(u'1') ? 1 : 0;
            }
        }
    }
    entry.group = d->groupFor(entry.spec.area, entry.spec.group);
    if (d->settings) {
        entry.asked = spec.inOperate && d->settings->value(u"asked/"_s + spec.id).toBool();
        entry.closed = d->settings->value(u"closed/"_s + spec.id).toBool();
    }
    entry.group->addPane(spec.id, pane, spec.title, spec.headerActions);
    d->panes.append(entry);
    if (!spec.shortcut.isEmpty()) {
        auto *action = new QAction(tr("Show %1").arg(spec.title), this);
        action->setShortcut(spec.shortcut);
        connect(action, &QAction::triggered, this, [this, id = spec.id] { showPane(id); });
        addAction(action);
    }
    if (d->settings && d->settings->value(u"current/"_s + areaKey(entry.spec.area) + QString::number(entry.spec.group)).toString() == spec.id)
        entry.group->setCurrent(spec.id);
    if (entry.group == d->right && !d->leftDragged)
        d->defaultWidths();
    d->refreshAreas();
}

void MainWindow::showPane(const QString &id, bool focus)
{
    Private::PaneEntry *entry = d->findPane(id);
    if (!entry)
        return;
    // What else is below was closed with the dock and is not asked for.
    if (entry->spec.area == Area::Bottom && d->closed[std::size_t(Area::Bottom)]) {
        for (Private::PaneEntry &other : d->panes)
            other.closed = other.closed || (other.spec.area == Area::Bottom && other.group != entry->group);
    }
    entry->asked = true;
    for (Private::PaneEntry &other : d->panes)
        other.closed = other.closed && other.group != entry->group;
    d->open(entry->spec.area);
    entry->group->setCurrent(id);
    if (focus)
        entry->widget->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::hidePane(const QString &id)
{
    if (const Private::PaneEntry *entry = d->findPane(id))
        setAreaVisible(entry->spec.area, false);
}

bool MainWindow::isPaneVisible(const QString &id) const
{
    const Private::PaneEntry *entry = d->findPane(id);
    return entry && isAreaVisible(entry->spec.area) && d->hasOpenPane(entry->group) && entry->group->current() == id;
}

void MainWindow::setPaneBadge(const QString &id, int count)
{
    if (const Private::PaneEntry *entry = d->findPane(id))
        entry->group->setBadge(id, count);
}

QWidget *MainWindow::pane(const QString &id) const
{
    const Private::PaneEntry *entry = d->findPane(id);
    return entry ? entry->widget : nullptr;
}

void MainWindow::setAreaVisible(Area area, bool visible)
{
    if (visible) {
        if (area == Area::Bottom && !isAreaVisible(area)) {
            // What was closed by its own button comes back with the dock, and something always does.
            bool any = false;
            for (Private::PaneEntry &entry : d->panes) {
                entry.closed = entry.closed && entry.spec.area != area;
                any = any || (entry.spec.area == area && d->isOpen(entry));
            }
            const auto first = std::ranges::find_if(d->panes, [](const Private::PaneEntry &entry) { return entry.spec.area == Area::Bottom; });
            if (!any && first != d->panes.end())
                first->asked = true;
        }
        d->open(area);
        return;
    }
    if (d->calm && area != Area::Left) {
        // Closing it here is no wish for other documents.
        d->asked[std::size_t(area)] = false;
        d->folded[std::size_t(area)] = false;
    } else {
        d->want(area, false);
        d->closed[std::size_t(area)] = true;
    }
    d->refreshAreas();
}

/// Whoever closed it.
void MainWindow::Private::open(Area area)
{
    const auto i = std::size_t(area);
    closed[i] = false;
    folded[i] = false;
    wanted[i] = true;
    asked[i] = calm && area != Area::Left;
    refreshAreas();
}

void MainWindow::Private::want(Area area, bool visible)
{
    wanted[std::size_t(area)] = visible;
    folded[std::size_t(area)] = false;
}

bool MainWindow::Private::isOpen(const PaneEntry &entry) const
{
    if (entry.closed)
        return false;
    return !entry.spec.onDemand || entry.spec.area != Area::Bottom || entry.asked || (entry.spec.inOperate && layout == Layout::Operate);
}

bool MainWindow::Private::hasOpenPane(const PaneGroup *group) const
{
    return std::ranges::any_of(panes, [this, group](const PaneEntry &entry) { return entry.group == group && isOpen(entry); });
}

void MainWindow::Private::closeGroup(PaneGroup *group)
{
    const bool alone = std::ranges::none_of(bottoms, [&](const PaneGroup *other) { return other != group && hasOpenPane(other); });
    if (alone && calm) {
        q->setAreaVisible(Area::Bottom, false);
        return;
    }
    for (PaneEntry &entry : panes) {
        if (entry.group != group)
            continue;
        entry.closed = true;
        entry.asked = false;
    }
    if (alone)
        q->setAreaVisible(Area::Bottom, false);
    else
        refreshAreas();
}

bool MainWindow::isAreaVisible(Area area) const
{
    if (area == Area::Bottom && std::ranges::none_of(d->bottoms, [this](const PaneGroup *group) { return d->hasOpenPane(group); }))
        return false;
    return d->wanted[std::size_t(area)] && !d->folded[std::size_t(area)] && !d->staysCalm(area);
}

void MainWindow::Private::refreshAreas()
{
    for (const Area area : mainWindowAreas) {
        const bool visible = q->isAreaVisible(area) && (area == Area::Bottom || !groupFor(area, 0)->isEmpty());
        QWidget *widget = areaWidget(area);
        const QWidget *focus = QApplication::focusWidget();
        const bool hadFocus = !visible && focus && widget->isAncestorOf(focus);
        widget->setVisible(visible);
        QAction *action = actions->action(u"view."_s + areaKey(area));
        action->setChecked(visible);
        if (hadFocus && q->currentDocument())
            q->currentDocument()->setFocus(Qt::OtherFocusReason);
    }
    for (PaneGroup *group : bottoms)
        group->setVisible(hasOpenPane(group));
    refreshAreaButtons();
}

void MainWindow::Private::refreshAreaButtons()
{
    for (const Area area : mainWindowAreas) {
        const bool empty = area == Area::Bottom ? bottoms[0]->isEmpty() && bottoms[1]->isEmpty() : groupFor(area, 0)->isEmpty();
        areaButtons[std::size_t(area)]->setVisible(!empty && !q->isAreaVisible(area));
    }
}

void MainWindow::Private::foldForSize()
{
    const qreal width = q->width() / Fonts::scale();
    const qreal height = q->height() / Fonts::scale();
    const std::array<bool, 3> tooSmall { width < 900, width < 1200, height < 700 || width < 900 };
    static constexpr std::array order { Area::Left, Area::Right, Area::Bottom };
    bool changed = false;
    // A left dock that nobody dragged follows the window.
    if (const bool narrow = tooSmall[std::size_t(Area::Right)]; narrow != wasSmall[std::size_t(Area::Right)] && !leftDragged && layout != Layout::Operate)
        defaultWidths();
    for (const Area area : order) {
        const auto i = std::size_t(area);
        const bool fold = tooSmall[i];
        if (fold != wasSmall[i]) {
            wasSmall[i] = fold;
            folded[i] = fold;
            changed = true;
        }
    }
    if (changed)
        refreshAreas();
}

void MainWindow::Private::movePane(const QString &id, Area area, int index)
{
    PaneEntry *entry = findPane(id);
    if (!entry)
        return;
    PaneGroup *target = groupFor(area, index);
    if (target == entry->group)
        return;
    QWidget *widget = entry->group->takePane(id);
    entry->group = target;
    entry->spec.area = area;
    entry->spec.group = index;
    target->addPane(id, widget, entry->spec.title, entry->spec.headerActions);
    q->showPane(id);
}

void MainWindow::Private::paneMenu(const QString &id, const QPoint &point)
{
    const PaneEntry *entry = findPane(id);
    if (!entry)
        return;
    auto *menu = new QMenu(q);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString &text, Area area, int index) {
        QAction *action = menu->addAction(text);
        action->setEnabled(groupFor(area, index) != entry->group);
        connect(action, &QAction::triggered, q, [this, id, area, index] { movePane(id, area, index); });
    };
    add(tr("Move to the left dock"), Area::Left, 0);
    add(tr("Move to the right dock"), Area::Right, 0);
    add(tr("Move to the bottom dock"), Area::Bottom, 0);
    add(tr("Move to the bottom dock, right side"), Area::Bottom, 1);
    menu->addSeparator();
    connect(menu->addAction(tr("Hide this dock")), &QAction::triggered, q, [this, id] { q->hidePane(id); });
    menu->popup(point);
}

void MainWindow::setLayout(Layout layout)
{
    d->layout = layout;
    d->layouts->setCurrent(int(layout));
    const QString ids[] { u"view.operate"_s, u"view.code"_s, u"view.watch"_s };
    for (int i = 0; i < 3; ++i)
        d->actions->action(ids[i])->setChecked(i == int(layout));
    // Code: everything around the notebook. Operate: a wide list. Watch: room for charts.
    // What was closed by hand stays closed, but for the list that is the point of Operate.
    const auto may = [this](Area area) { return !d->closed[std::size_t(area)]; };
    d->want(Area::Left, layout == Layout::Operate || may(Area::Left));
    d->want(Area::Right, layout == Layout::Code && may(Area::Right));
    d->want(Area::Bottom, layout != Layout::Watch && may(Area::Bottom));
    // Where the window is too small for a dock it stays folded, but for the list that is the point of Operate.
    for (const Area area : mainWindowAreas)
        d->folded[std::size_t(area)] = d->wasSmall[std::size_t(area)] && !(area == Area::Left && layout == Layout::Operate);
    d->refreshAreas();
    const int total = d->horizontal->width();
    const int left = layout == Layout::Operate ? qMax(Metrics::scaled(520), total * 45 / 100) : Metrics::scaled(leftWidth(total / Fonts::scale() < 1200));
    const int right = d->rightWidth();
    d->horizontal->setSizes({ left, qMax(Metrics::scaled(320), total - left - right), right });
    if (!d->restoring)
        Q_EMIT layoutChosen(layout);
}

void MainWindow::Private::defaultWidths()
{
    const int total = q->width();
    const int side = Metrics::scaled(leftWidth(total / Fonts::scale() < 1200));
    horizontal->setSizes({ side, total - side - rightWidth(), rightWidth() });
}

/// Of the right dock at first; more where the words above it are longer.
int MainWindow::Private::rightWidth() const
{
    return qBound(Metrics::scaled(286), right->headWidth(), Metrics::scaled(380));
}

void MainWindow::Private::defaultSizes()
{
    const int total = q->width();
    defaultWidths();
    vertical->setSizes({ q->height() - Metrics::scaled(240), Metrics::scaled(140) });
    bottom->setSizes({ total * 5 / 9, total * 4 / 9 });
}

void MainWindow::resetLayout()
{
    if (d->settings) {
        d->settings->remove(u"panes"_s);
        d->settings->remove(u"current"_s);
    }
    d->closed = {};
    for (Private::PaneEntry &entry : d->panes)
        entry.asked = entry.closed = false;
    d->wanted = { true, true, true };
    d->folded = {};
    d->asked = {};
    d->wasSmall = {};
    d->leftDragged = false;
    d->documentArea->join();
    d->defaultSizes();
    setLayout(Layout::Code);
    d->foldForSize();
}
// Memory --------------------------------------------------------------------------------------------------

void MainWindow::Private::save()
{
    if (!settings)
        return;
    settings->setValue(u"window/geometry"_s, q->saveGeometry());
    settings->setValue(u"window/horizontal"_s, horizontal->saveState());
    settings->setValue(u"window/vertical"_s, vertical->saveState());
    settings->setValue(u"window/bottom"_s, bottom->saveState());
    settings->setValue(u"window/layout"_s, int(layout));
    settings->setValue(u"window/leftDragged"_s, leftDragged);
    // The program ends with the documents gone; where they stood was saved before.
    if (!documents.isEmpty()) {
        QHash<QWidget *, QString> paths;
        for (const Document &document : std::as_const(documents)) {
            if (document.hooks.path)
                paths.insert(document.widget, document.hooks.path());
        }
        documentArea->save(settings, paths);
    }
    for (const Area area : mainWindowAreas) {
        settings->setValue(u"window/visible-"_s + areaKey(area), wanted[std::size_t(area)]);
        settings->setValue(u"window/closed-"_s + areaKey(area), closed[std::size_t(area)]);
    }
    for (const PaneEntry &pane : std::as_const(panes)) {
        settings->setValue(u"asked/"_s + pane.spec.id, pane.asked);
        settings->setValue(u"closed/"_s + pane.spec.id, pane.closed);
        settings->setValue(u"panes/"_s + pane.spec.id, QString(areaKey(pane.spec.area) + QString::number(pane.spec.group)));
        settings->setValue(u"current/"_s + areaKey(pane.spec.area) + QString::number(pane.spec.group), pane.group->current());
    }
}

void MainWindow::Private::restore()
{
    restoring = true;
    if (settings && settings->contains(u"window/geometry"_s)) {
        q->restoreGeometry(settings->value(u"window/geometry"_s).toByteArray());
        layout = Layout(qBound(0, settings->value(u"window/layout"_s, 1).toInt(), 2));
        for (const Area area : mainWindowAreas) {
            wanted[std::size_t(area)] = settings->value(u"window/visible-"_s + areaKey(area), true).toBool();
            closed[std::size_t(area)] = settings->value(u"window/closed-"_s + areaKey(area)).toBool();
        }
        leftDragged = settings->value(u"window/leftDragged"_s, true).toBool();
        horizontal->restoreState(settings->value(u"window/horizontal"_s).toByteArray());
        vertical->restoreState(settings->value(u"window/vertical"_s).toByteArray());
        bottom->restoreState(settings->value(u"window/bottom"_s).toByteArray());
        documentArea->restore(settings);
        for (QSplitter *splitter : { horizontal, bottom, vertical })
            splitter->setHandleWidth(1);
    }
    layouts->setCurrent(int(layout));
    const QString ids[] { u"view.operate"_s, u"view.code"_s, u"view.watch"_s };
    for (int i = 0; i < 3; ++i)
        actions->action(ids[i])->setChecked(i == int(layout));
    refreshAreas();
    restoring = false;
}

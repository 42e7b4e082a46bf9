// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow_p.h"

#include "closing.h"
#include "commandfield.h"
#include "documentarea.h"
#include "focuskeeper.h"
#include "panegroup.h"
#include "shared/button.h"
#include "shared/emptystate.h"
#include "shared/segmentedcontrol.h"
#include "shared/toasts.h"
#include "theme/fonts.h"
#include "theme/theme.h"
#include "toolrow.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

bool takesKeys(const QWidget *widget)
{
    return widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus);
}

/// Where it takes no keys itself, or hides who does for it, the first child that does; null when there is none.
QWidget *keyTaker(QWidget *part)
{
    const QWidget *taker = part;
    while (taker->focusProxy())
        taker = taker->focusProxy();
    if (takesKeys(taker))
        return part;
    const QList<QWidget *> children = part->findChildren<QWidget *>();
    const auto first = std::ranges::find_if(children, takesKeys);
    return first == children.cend() ? nullptr : *first;
}

} // namespace

MainWindow::MainWindow(Actions *actions, QSettings *settings, QWidget *parent) : QMainWindow(parent), d(std::make_unique<Private>())
{
    d->q = this;
    d->actions = actions;
    d->settings = settings;
    setObjectName(u"mainWindow"_s);
    setAcceptDrops(true);
    setMinimumSize(480, 360);
    resize(1440, 900);
    d->build();
    d->buildMenus();
    d->connectActions();
    d->toasts = new Toasts(this);
    d->palette = new CommandPalette(actions, this);
    d->addBell();
    d->keeper = new FocusKeeper(
        this, [this](QWidget *widget) { return d->partOf(widget); }, [this](QWidget *part) { d->giveFocusTo(part); });
    connect(d->toasts, &Toasts::changed, this, [this] {
        const bool canUndo = !d->toasts->undoText().isEmpty();
        QAction *undo = d->actions->action(u"edit.undo"_s);
        undo->setShortcut(canUndo ? QKeySequence(u"Ctrl+Z"_s) : QKeySequence());
    });
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this] { d->restyle(); });
    d->restyle();
    d->restore();
    d->currentChanged();
}

MainWindow::~MainWindow()
{
    delete d->keeper;
    // Documents and panes may still call us while they go.
    d->palette->close();
    d->save();
    for (const Private::Document &document : std::as_const(d->documents))
        disconnect(document.widget, nullptr, this, nullptr);
    disconnect(d->documentArea, nullptr, this, nullptr);
}

Actions &MainWindow::actions() const
{
    return *d->actions;
}

StatusBar &MainWindow::status() const
{
    return *d->status;
}

Toasts &MainWindow::toasts() const
{
    return *d->toasts;
}

CommandPalette &MainWindow::palettePopup() const
{
    return *d->palette;
}

// Building ------------------------------------------------------------------------------------------------

void MainWindow::Private::build()
{
    toolRow = new ToolRow;
    layouts = new SegmentedControl({ tr("Operate"), tr("Code"), tr("Watch") });
    layouts->setAccessibleName(tr("Layout"));
    layouts->setToolTips({ tr("Operate  Ctrl+Alt+1"), tr("Code  Ctrl+Alt+2"), tr("Watch  Ctrl+Alt+3") });
    layouts->setCurrent(1);
    layouts->setIcons({ u"table-2"_s, u"code"_s, u"chart-line"_s });
    newSandbox = Buttons::push(tr("New sandbox"), u"plus"_s);
    newSandbox->setAccessibleName(tr("New sandbox"));
    newSandbox->setToolTip(tr("New sandbox  %1").arg(u"Ctrl+Shift+N"_s));
    toolRow->addRightWidget(layouts, ToolRow::Fold::Early, [this](bool compact) { layouts->setCompact(compact); });
    toolRow->addRightWidget(newSandbox, ToolRow::Fold::Late, [this](bool compact) { newSandbox->setText(compact ? QString() : tr("New sandbox")); });

    auto *corner = new QWidget;
    auto *cornerLayout = new QHBoxLayout(corner);
    cornerLayout->setContentsMargins(0, 0, Metrics::scaled(8), 0);
    cornerLayout->setSpacing(0);
    for (const Area each : mainWindowAreas) {
        QAction *action = actions->action(u"view."_s + areaKey(each));
        QToolButton *button = Buttons::smallTool(action, corner);
        button->setProperty("wbQuiet", true);
        areaButtons[std::size_t(each)] = button;
    }
    // In the order of the window: left, bottom, right.
    cornerLayout->addWidget(areaButtons[std::size_t(Area::Left)]);
    cornerLayout->addWidget(areaButtons[std::size_t(Area::Bottom)]);
    cornerLayout->addWidget(areaButtons[std::size_t(Area::Right)]);
    QToolButton *side = Buttons::smallTool(actions->action(u"window.splitRight"_s), corner);
    side->setProperty("wbQuiet", true);
    cornerLayout->addWidget(side);
    QToolButton *more = Buttons::smallTool(u"ellipsis"_s, tr("Tabs"), corner);
    more->setPopupMode(QToolButton::InstantPopup);
    auto *moreMenu = new QMenu(more);
    more->setMenu(moreMenu);
    connect(moreMenu, &QMenu::aboutToShow, q, [this, moreMenu] {
        moreMenu->clear();
        const QList<QWidget *> open = documentArea->documents();
        for (QWidget *widget : open) {
            QAction *action = moreMenu->addAction(QString(find(widget)->title).replace(u'&', u"&&"_s));
            action->setCheckable(true);
            action->setChecked(widget == q->currentDocument());
            connect(action, &QAction::triggered, q, [this, widget = QPointer<QWidget>(widget)] {
                if (widget)
                    q->setCurrentDocument(widget);
            });
        }
        moreMenu->addSeparator();
        addTabActions(moreMenu);
    });
    cornerLayout->addWidget(more);

    auto *empty = new EmptyState(tr("Nothing is open."), tr("Open a notebook, or drop an .ipynb file here."));
    connect(empty->addButton(tr("New notebook"), u"file-plus"_s), &QAbstractButton::clicked, actions->action(u"file.newNotebook"_s), &QAction::trigger);
    connect(empty->addButton(tr("Open file"), u"folder-open"_s), &QAbstractButton::clicked, actions->action(u"file.open"_s), &QAction::trigger);
    nothing = empty;
    documentArea = new DocumentArea(corner, nothing);

    left = new PaneGroup(false);
    right = new PaneGroup(false);
    for (PaneGroup *&group : bottoms)
        group = new PaneGroup(true);
    horizontal = new QSplitter(Qt::Horizontal);
    horizontal->addWidget(left);
    horizontal->addWidget(documentArea);
    horizontal->addWidget(right);
    horizontal->setStretchFactor(0, 0);
    horizontal->setStretchFactor(1, 1);
    horizontal->setStretchFactor(2, 0);
    bottom = new QSplitter(Qt::Horizontal);
    bottom->addWidget(bottoms[0]);
    bottom->addWidget(bottoms[1]);
    vertical = new QSplitter(Qt::Vertical);
    vertical->addWidget(horizontal);
    vertical->addWidget(bottom);
    vertical->setStretchFactor(0, 1);
    vertical->setStretchFactor(1, 0);
    for (QSplitter *splitter : { horizontal, bottom, vertical }) {
        splitter->setChildrenCollapsible(false);
        splitter->setHandleWidth(1);
    }
    for (PaneGroup *group : { left, right, bottoms[0], bottoms[1] }) {
        connect(group, &PaneGroup::closeRequested, q, [this, group] { closeGroup(group); });
        connect(group, &PaneGroup::menuRequested, q, [this](const QString &id, const QPoint &point) { paneMenu(id, point); });
    }

    status = new StatusBar;
    auto *whole = new QWidget;
    auto *layoutBox = new QVBoxLayout(whole);
    layoutBox->setContentsMargins(0, 0, 0, 0);
    layoutBox->setSpacing(0);
    layoutBox->addWidget(toolRow);
    layoutBox->addWidget(vertical, 1);
    layoutBox->addWidget(status);
    q->setCentralWidget(whole);

    connect(horizontal, &QSplitter::splitterMoved, q, [this](int, int handle) { leftDragged = leftDragged || handle == 1; });
    connect(documentArea, &DocumentArea::currentChanged, q, [this] { currentChanged(); });
    connect(documentArea, &DocumentArea::structureChanged, q, [this] { refreshSides(); });
    connect(documentArea, &DocumentArea::closeRequested, q, [this](QWidget *document) { q->closeDocument(document); });
    connect(documentArea, &DocumentArea::menuRequested, q, [this](QWidget *document, const QPoint &point) {
        auto *menu = new QMenu(q);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        addTabActions(menu);
        const Document *entry = find(document);
        const QString path = entry && entry->hooks.path ? entry->hooks.path() : QString();
        if (!path.isEmpty()) {
            menu->addSeparator();
            connect(menu->addAction(tr("Copy path")), &QAction::triggered, q, [path] { QApplication::clipboard()->setText(path); });
        }
        menu->popup(point);
    });
    connect(layouts, &SegmentedControl::activated, q, [this](int index) { q->setLayout(Layout(index)); });
    connect(newSandbox, &QPushButton::clicked, actions->action(u"sandbox.new"_s), &QAction::trigger);
    status->setSegment(u"mode"_s, { .text = tr("Ready"), .atRight = true, .order = StatusBar::ModeOrder });
    defaultSizes();
}

void MainWindow::Private::restyle()
{
    q->menuBar()->setFixedHeight(Metrics::menuBar());
    field->setWindowWidth(q->width());
    foldForSize();
    q->update();
}
void MainWindow::addClosingConcern(std::function<QString()> what, std::function<void()> end)
{
    d->concerns.append({ std::move(what), std::move(end) });
}

// Keys, focus, events -------------------------------------------------------------------------------------

QList<QWidget *> MainWindow::Private::parts() const
{
    QList<QWidget *> list { toolRow };
    if (left->isVisible())
        list.append(left);
    for (DocumentGroup *group : documentArea->groups())
        list.append(group);
    if (right->isVisible())
        list.append(right);
    for (PaneGroup *group : bottoms) {
        if (group->isVisible())
            list.append(group);
    }
    list.append(status);
    return list;
}

QList<QWidget *> MainWindow::Private::tabOrder() const
{
    QList<QWidget *> rest;
    for (QWidget *each : q->findChildren<QWidget *>()) {
        if (each->window() == q && !each->focusProxy() && takesKeys(each))
            rest.append(each);
    }
    const auto takeFrom = [&rest](const QWidget *part) {
        QList<QWidget *> inside;
        for (QWidget *each : std::as_const(rest)) {
            if (each == part || part->isAncestorOf(each))
                inside.append(each);
        }
        rest.removeIf([&inside](const QWidget *each) { return inside.contains(each); });
        // In rows: what begins at the same height is one, whatever follows below it.
        const auto place = [part](const QWidget *widget) { return widget->mapTo(part, QPoint()); };
        std::stable_sort(inside.begin(), inside.end(), [&](const QWidget *a, const QWidget *b) { return place(a).y() < place(b).y(); });
        const bool mirrored = part->layoutDirection() == Qt::RightToLeft;
        for (auto first = inside.begin(); first != inside.end();) {
            const int end = place(*first).y() + qMin((*first)->height(), Metrics::control()) / 2;
            const auto last = std::find_if(first, inside.end(), [&](const QWidget *widget) { return place(widget).y() > end; });
            std::stable_sort(first, last, [&](const QWidget *a, const QWidget *b) {
                return mirrored ? place(a).x() + a->width() > place(b).x() + b->width() : place(a).x() < place(b).x();
            });
            first = last;
        }
        return inside;
    };
    QList<QWidget *> order;
    for (const QWidget *part : parts())
        order += takeFrom(part);
    // The command field, toasts.
    return order + takeFrom(q);
}

bool MainWindow::focusNextPrevChild(bool next)
{
    const QList<QWidget *> order = d->tabOrder();
    if (order.isEmpty())
        return QMainWindow::focusNextPrevChild(next);
    QWidget *now = focusWidget();
    while (now && now != this && !order.contains(now))
        now = now->parentWidget();
    const qsizetype at = order.indexOf(now);
    const qsizetype to = at < 0 ? (next ? 0 : order.size() - 1) : (at + (next ? 1 : -1) + order.size()) % order.size();
    order.at(to)->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

void MainWindow::Private::cyclePart(int step)
{
    const QList<QWidget *> all = parts();
    const QWidget *focus = QApplication::focusWidget();
    qsizetype now = -1;
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (focus && (all.at(i) == focus || all.at(i)->isAncestorOf(focus)))
            now = i;
    }
    if (now < 0)
        now = all.indexOf(documentArea->active()) - step;
    for (qsizetype tries = 0; tries < all.size(); ++tries) {
        now = (now + step + all.size()) % all.size();
        QWidget *part = all.at(now);
        QWidget *target = nullptr;
        if (auto *here = qobject_cast<DocumentGroup *>(part)) {
            target = here->current() ? here->current() : nothing;
        } else if (auto *group = qobject_cast<PaneGroup *>(part)) {
            target = group->pane(group->current());
        } else {
            target = part;
        }
        if (!target)
            continue;
        target = keyTaker(target);
        if (target) {
            target->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}
/// The pane that a widget stands in; null for everything else, which leaves the document to go back to.
QWidget *MainWindow::Private::partOf(QWidget *widget) const
{
    for (const PaneEntry &entry : panes) {
        if (entry.widget == widget || entry.widget->isAncestorOf(widget))
            return entry.widget;
    }
    // The buttons in the head of a dock belong to what is below.
    for (const PaneGroup *group : { left, right, bottoms[0], bottoms[1] }) {
        if (group->isAncestorOf(widget))
            return group->pane(group->current());
    }
    return nullptr;
}

void MainWindow::Private::giveFocusTo(QWidget *part)
{
    QWidget *document = q->currentDocument();
    for (QWidget *candidate : { part, document ? document : nothing }) {
        QWidget *taker = candidate && candidate->isVisible() ? keyTaker(candidate) : nullptr;
        if (taker) {
            taker->setFocus(Qt::OtherFocusReason);
            return;
        }
    }
    // A document that only shows something: the keys that scroll it, and Tab from there on.
    if (document)
        document->setFocus(Qt::OtherFocusReason);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!d->mayClose && !d->askBeforeClosing(documents(), true)) {
        event->ignore();
        return;
    }
    d->toasts->finishAll();
    d->save();
    event->accept();
    Q_EMIT closed();
}

void MainWindow::keyPressEvent(QKeyEvent *event)
{
    const QWidget *focus = QApplication::focusWidget();
    QWidget *document = currentDocument();
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier && document && document != focus && !document->isAncestorOf(focus)) {
        document->setFocus(Qt::ShortcutFocusReason);
        return;
    }
    QMainWindow::keyPressEvent(event);
}

void MainWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::WindowStateChange && d->actions)
        d->actions->action(u"view.fullScreen"_s)->setChecked(isFullScreen());
    QMainWindow::changeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    if (d->field)
        d->field->setWindowWidth(width());
    d->foldForSize();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!event->mimeData()->hasUrls())
        return;
    for (const QUrl &url : event->mimeData()->urls()) {
        if (url.isLocalFile() && url.fileName().endsWith(".ipynb"_L1, Qt::CaseInsensitive)) {
            event->acceptProposedAction();
            return;
        }
    }
}

void MainWindow::dropEvent(QDropEvent *event)
{
    QStringList paths;
    for (const QUrl &url : event->mimeData()->urls()) {
        if (url.isLocalFile() && url.fileName().endsWith(".ipynb"_L1, Qt::CaseInsensitive))
            paths.append(url.toLocalFile());
    }
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    Q_EMIT openRequested(paths);
}

#include "moc_mainwindow.cpp"

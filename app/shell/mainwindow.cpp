// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow.h"

#include "commandfield.h"
#include "documenttabs.h"
#include "panegroup.h"
#include "shared/button.h"
#include "shared/emptystate.h"
#include "shared/segmentedcontrol.h"
#include "shared/toasts.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"
#include "toolrow.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QCloseEvent>
#include <QDir>
#include <QFileInfo>
#include <QMenuBar>
#include <QMimeData>
#include <QPainter>
#include <QPointer>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace {

/// The strip the document tabs stand on, with the hairline that the current tab interrupts.
class TabStrip final : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.fillRect(rect(), theme.window);
        painter.fillRect(QRect(0, height() - 1, width(), 1), theme.hairline);
    }
};

/// Paints `base`, so that nothing shines through between documents.
class BaseArea final : public QStackedWidget
{
public:
    BaseArea() { setAutoFillBackground(true); setBackgroundRole(QPalette::Base); }
};

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

constexpr int numberedTabs = 9; ///< Ctrl+1 to Ctrl+9.

/// Of the left dock at first, at 100 %.
constexpr int leftWidth(bool narrow)
{
    return narrow ? 248 : 304;
}

constexpr std::array areas { MainWindow::Area::Left, MainWindow::Area::Right, MainWindow::Area::Bottom };

} // namespace

struct MainWindow::Private
{
    struct Document
    {
        QWidget *widget = nullptr;
        QString title;
        DocumentHooks hooks;
    };
    struct PaneEntry
    {
        Pane spec;
        QWidget *widget = nullptr;
        PaneGroup *group = nullptr;
    };

    MainWindow *q;
    Actions *actions;
    QSettings *settings;
    StatusBar *status = nullptr;
    Toasts *toasts = nullptr;
    CommandPalette *palette = nullptr;
    CommandField *field = nullptr;
    ToolRow *toolRow = nullptr;
    SegmentedControl *layouts = nullptr;
    QPushButton *newSandbox = nullptr;
    QSplitter *vertical = nullptr;
    QSplitter *horizontal = nullptr;
    QSplitter *bottom = nullptr;
    PaneGroup *left = nullptr;
    PaneGroup *right = nullptr;
    std::array<PaneGroup *, 2> bottoms {};
    QWidget *centre = nullptr;
    DocumentTabs *tabs = nullptr;
    QStackedWidget *stack = nullptr;
    QWidget *nothing = nullptr;
    std::array<QToolButton *, 3> areaButtons {};
    QList<QMenu *> menus;
    QMenu *recent = nullptr;
    QList<QAction *> usualTools; ///< For documents without a toolbar of their own.
    QWidget *strip = nullptr;
    QStringList recentFiles;
    QList<Document> documents;
    QList<PaneEntry> panes;
    QList<std::function<bool()>> guards;
    std::array<bool, 3> wanted { true, true, true };
    std::array<bool, 3> folded {};
    std::array<bool, 3> asked {}; ///< Beside a calm document: opened all the same.
    bool calm = false;
    std::array<bool, 3> wasSmall {};
    Layout layout = Layout::Code;
    bool restoring = false;
    bool leftDragged = false; ///< The left dock has a width somebody chose.

    void build();
    void buildMenus();
    void fillMenu(QMenu *menu, const QString &key);
    void connectActions();
    Document *find(const QWidget *widget);
    int tabOf(const QWidget *widget) const;
    void currentChanged();
    void refreshTitle();
    void refreshAreas();
    void refreshAreaButtons();
    void want(Area area, bool visible);
    bool staysCalm(Area area) const { return calm && area != Area::Left && !asked[std::size_t(area)]; }
    void foldForSize();
    PaneEntry *findPane(const QString &id);
    PaneGroup *groupFor(Area area, int index);
    void movePane(const QString &id, Area area, int group);
    void paneMenu(const QString &id, const QPoint &point);
    QWidget *areaWidget(Area area) const;
    void defaultSizes();
    void defaultWidths();
    void save();
    void restore();
    void cyclePart(int step);
    void editCommand(const char *slot);
    void addBell();
    void restyle();
};

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
    // Documents and panes may still call us while they go.
    d->palette->close();
    d->save();
    for (const Private::Document &document : std::as_const(d->documents))
        disconnect(document.widget, nullptr, this, nullptr);
    disconnect(d->tabs, nullptr, this, nullptr);
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
    newSandbox = Buttons::push(tr("New sandbox"), u"plus"_s);
    newSandbox->setToolTip(tr("New sandbox  %1").arg(u"Ctrl+Shift+N"_s));
    toolRow->addRightWidget(layouts, true);
    toolRow->addRightWidget(newSandbox, false);

    tabs = new DocumentTabs;
    strip = new TabStrip;
    auto *stripLayout = new QHBoxLayout(strip);
    stripLayout->setContentsMargins(0, 0, Metrics::scaled(8), 0);
    stripLayout->setSpacing(0);
    stripLayout->addWidget(tabs, 1);
    for (const Area area : areas) {
        QAction *action = actions->action(u"view."_s + areaKey(area));
        QToolButton *button = Buttons::smallTool(action, strip);
        button->setProperty("wbQuiet", true);
        areaButtons[std::size_t(area)] = button;
    }
    // In the order of the window: left, bottom, right.
    stripLayout->addWidget(areaButtons[std::size_t(Area::Left)]);
    stripLayout->addWidget(areaButtons[std::size_t(Area::Bottom)]);
    stripLayout->addWidget(areaButtons[std::size_t(Area::Right)]);
    QToolButton *more = Buttons::smallTool(u"ellipsis"_s, tr("Tabs"), strip);
    more->setPopupMode(QToolButton::InstantPopup);
    auto *moreMenu = new QMenu(more);
    more->setMenu(moreMenu);
    connect(moreMenu, &QMenu::aboutToShow, q, [this, moreMenu] {
        moreMenu->clear();
        for (int i = 0; i < tabs->count(); ++i) {
            QAction *action = moreMenu->addAction(tabs->tabText(i));
            action->setCheckable(true);
            action->setChecked(i == tabs->currentIndex());
            connect(action, &QAction::triggered, q, [this, i] { tabs->setCurrentIndex(i); });
        }
        moreMenu->addSeparator();
        moreMenu->addAction(actions->action(u"file.close"_s));
        moreMenu->addAction(actions->action(u"window.closeOthers"_s));
        moreMenu->addAction(actions->action(u"file.reopen"_s));
    });
    stripLayout->addWidget(more);

    stack = new BaseArea;
    auto *empty = new EmptyState(tr("Nothing is open."), tr("Open a notebook, or drop an .ipynb file here."));
    connect(empty->addButton(tr("New notebook"), u"file-plus"_s), &QAbstractButton::clicked, actions->action(u"file.newNotebook"_s), &QAction::trigger);
    connect(empty->addButton(tr("Open file"), u"folder-open"_s), &QAbstractButton::clicked, actions->action(u"file.open"_s), &QAction::trigger);
    nothing = empty;
    stack->addWidget(nothing);
    centre = new QWidget;
    auto *centreLayout = new QVBoxLayout(centre);
    centreLayout->setContentsMargins(0, 0, 0, 0);
    centreLayout->setSpacing(0);
    centreLayout->addWidget(strip);
    centreLayout->addWidget(stack, 1);

    left = new PaneGroup(false);
    right = new PaneGroup(false);
    for (PaneGroup *&group : bottoms)
        group = new PaneGroup(true);
    horizontal = new QSplitter(Qt::Horizontal);
    horizontal->addWidget(left);
    horizontal->addWidget(centre);
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
        connect(group, &PaneGroup::closeRequested, q, [this] { q->setAreaVisible(Area::Bottom, false); });
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
    connect(tabs, &QTabBar::currentChanged, q, [this] { currentChanged(); });
    connect(tabs, &DocumentTabs::closeRequested, q, [this](int index) {
        if (index >= 0 && index < documents.size())
            q->closeDocument(documents.at(index).widget);
    });
    connect(tabs, &QTabBar::tabMoved, q, [this](int from, int to) { documents.move(from, to); });
    connect(tabs, &DocumentTabs::menuRequested, q, [this](int index, const QPoint &point) {
        tabs->setCurrentIndex(index);
        auto *menu = new QMenu(q);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(actions->action(u"file.close"_s));
        menu->addAction(actions->action(u"window.closeOthers"_s));
        menu->addAction(actions->action(u"file.reopen"_s));
        const QString path = documents.at(index).hooks.path ? documents.at(index).hooks.path() : QString();
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

void MainWindow::Private::buildMenus()
{
    QMenuBar *bar = q->menuBar();
    field = new CommandField(bar);
    bar->setCornerWidget(field, Qt::TopRightCorner);
    connect(field, &QAbstractButton::clicked, q, [this] { palette->open(); });
    for (const QString &key : { u"File"_s, u"Edit"_s, u"View"_s, u"Sandbox"_s, u"Run"_s, u"Context"_s, u"Tools"_s, u"Window"_s, u"Help"_s }) {
        QMenu *menu = bar->addMenu(Actions::menuTitle(key));
        menu->setObjectName(key);
        menu->setToolTipsVisible(true);
        // Filled at once, so that keys work and screen readers find them, and again when opened.
        fillMenu(menu, key);
        connect(menu, &QMenu::aboutToShow, q, [this, menu, key] { fillMenu(menu, key); });
        menus.append(menu);
    }
    for (QAction *action : actions->all())
        q->addAction(action);
    connect(actions, &Actions::added, q, [this](QAction *action) { q->addAction(action); });
}

void MainWindow::Private::fillMenu(QMenu *menu, const QString &key)
{
    static const QSet<QString> separatorBefore { u"file.save"_s, u"file.close"_s, u"app.quit"_s, u"edit.cut"_s, u"edit.selectAll"_s, u"view.operate"_s, u"view.left"_s,
        u"view.zoomIn"_s, u"view.fullScreen"_s, u"sandbox.notebook"_s, u"sandbox.pause"_s, u"sandbox.copyId"_s, u"connection.add"_s, u"sandbox.kill"_s,
        u"notebook.runAll"_s, u"notebook.interrupt"_s, u"window.closeOthers"_s, u"window.nextPart"_s, u"help.shortcuts"_s, u"help.about"_s };
    menu->clear();
    for (QAction *action : actions->all()) {
        if (Actions::menu(action) != key)
            continue;
        if (separatorBefore.contains(action->objectName()))
            menu->addSeparator();
        menu->addAction(action);
        if (action->objectName() == "file.open"_L1) {
            recent = menu->addMenu(tr("Open &recent"));
            recent->setEnabled(!recentFiles.isEmpty());
            for (const QString &path : std::as_const(recentFiles)) {
                QAction *entry = recent->addAction(QFileInfo(path).fileName());
                entry->setToolTip(path);
                entry->setEnabled(QFileInfo::exists(path));
                connect(entry, &QAction::triggered, q, [this, path] { Q_EMIT q->openRequested({ path }); });
            }
            recent->setToolTipsVisible(true);
        }
        if (action->objectName() == "view.right"_L1) {
            for (const PaneEntry &pane : std::as_const(panes)) {
                QAction *entry = menu->addAction(pane.spec.title);
                connect(entry, &QAction::triggered, q, [this, id = pane.spec.id] { q->showPane(id); });
            }
        }
    }
    QList<QAction *> further;
    for (QAction *action : actions->furtherDocumentActions()) {
        if (Actions::menu(action) == key)
            further.append(action);
    }
    if (!further.isEmpty()) {
        menu->addSeparator();
        menu->addActions(further);
    }
    if (key == "Window"_L1 && !documents.isEmpty()) {
        menu->addSeparator();
        for (qsizetype i = 0; i < documents.size(); ++i) {
            QString text = QString(documents.at(i).title).replace(u'&', u"&&"_s);
            if (i < numberedTabs)
                text += u'\t' + QKeySequence(int(Qt::CTRL) | (Qt::Key_1 + int(i))).toString(QKeySequence::NativeText);
            QAction *entry = menu->addAction(text);
            entry->setCheckable(true);
            entry->setChecked(documents.at(i).widget == q->currentDocument());
            connect(entry, &QAction::triggered, q, [this, widget = QPointer<QWidget>(documents.at(i).widget)] {
                if (widget)
                    q->setCurrentDocument(widget);
            });
        }
    }
}

void MainWindow::Private::connectActions()
{
    const auto on = [this](const QString &id, auto run) { connect(actions->action(id), &QAction::triggered, q, run); };
    on(u"view.palette"_s, [this] { palette->open(); });
    on(u"view.quickOpen"_s, [this] { palette->open(u"/"_s); });
    on(u"view.operate"_s, [this] { q->setLayout(Layout::Operate); });
    on(u"view.code"_s, [this] { q->setLayout(Layout::Code); });
    on(u"view.watch"_s, [this] { q->setLayout(Layout::Watch); });
    on(u"view.left"_s, [this] { q->setAreaVisible(Area::Left, !q->isAreaVisible(Area::Left)); });
    on(u"view.bottom"_s, [this] { q->setAreaVisible(Area::Bottom, !q->isAreaVisible(Area::Bottom)); });
    on(u"view.right"_s, [this] { q->setAreaVisible(Area::Right, !q->isAreaVisible(Area::Right)); });
    on(u"view.fullScreen"_s, [this] { q->setWindowState(q->windowState() ^ Qt::WindowFullScreen); });
    on(u"view.resetLayout"_s, [this] { q->resetLayout(); });
    on(u"file.save"_s, [this] {
        if (const Document *document = find(q->currentDocument()); document && document->hooks.save)
            document->hooks.save();
    });
    on(u"file.saveAs"_s, [this] {
        if (const Document *document = find(q->currentDocument()); document && document->hooks.saveAs)
            document->hooks.saveAs();
    });
    on(u"file.close"_s, [this] {
        if (QWidget *widget = q->currentDocument())
            q->closeDocument(widget);
    });
    on(u"window.closeOthers"_s, [this] {
        const QList<Document> all = documents;
        const QWidget *current = q->currentDocument();
        for (const Document &document : all) {
            if (document.widget != current)
                q->closeDocument(document.widget);
        }
    });
    on(u"window.next"_s, [this] {
        if (tabs->count() > 0)
            tabs->setCurrentIndex((tabs->currentIndex() + 1) % tabs->count());
    });
    on(u"window.previous"_s, [this] {
        if (tabs->count() > 0)
            tabs->setCurrentIndex((tabs->currentIndex() + tabs->count() - 1) % tabs->count());
    });
    // The first nine tabs by their number; the Window menu shows which is which.
    for (int i = 0; i < numberedTabs; ++i) {
        auto *go = new QAction(q);
        go->setShortcut(QKeySequence(int(Qt::CTRL) | (Qt::Key_1 + i)));
        connect(go, &QAction::triggered, q, [this, i] {
            if (i < documents.size())
                q->setCurrentDocument(documents.at(i).widget);
        });
        q->addAction(go);
    }
    on(u"window.nextPart"_s, [this] { cyclePart(1); });
    on(u"window.previousPart"_s, [this] { cyclePart(-1); });
    on(u"app.quit"_s, [this] { q->close(); });
    on(u"edit.undo"_s, [this] {
        if (!toasts->undoLast())
            editCommand("undo");
    });
    on(u"edit.redo"_s, [this] { editCommand("redo"); });
    on(u"edit.cut"_s, [this] { editCommand("cut"); });
    on(u"edit.copy"_s, [this] { editCommand("copy"); });
    on(u"edit.paste"_s, [this] { editCommand("paste"); });
    on(u"edit.selectAll"_s, [this] { editCommand("selectAll"); });
    auto *separator = new QAction(q);
    separator->setSeparator(true);
    usualTools = { actions->action(u"notebook.run"_s), actions->action(u"notebook.interrupt"_s), actions->action(u"notebook.restart"_s), separator,
        actions->action(u"file.open"_s) };
    actions->setEnabled(u"file.save"_s, false, tr("Nothing to save is open."));
    actions->setEnabled(u"file.saveAs"_s, false, tr("Nothing to save is open."));
    actions->setEnabled(u"file.close"_s, false, tr("No tab is open."));
    actions->setEnabled(u"file.reopen"_s, false, tr("No tab was closed."));
}

void MainWindow::Private::restyle()
{
    q->menuBar()->setFixedHeight(Metrics::menuBar());
    strip->setFixedHeight(Metrics::tab());
    field->setWindowWidth(q->width());
    foldForSize();
    q->update();
}

// Documents -----------------------------------------------------------------------------------------------

MainWindow::Private::Document *MainWindow::Private::find(const QWidget *widget)
{
    for (Document &document : documents) {
        if (document.widget == widget)
            return &document;
    }
    return nullptr;
}

int MainWindow::Private::tabOf(const QWidget *widget) const
{
    for (qsizetype i = 0; i < documents.size(); ++i) {
        if (documents.at(i).widget == widget)
            return int(i);
    }
    return -1;
}

void MainWindow::addDocument(QWidget *document, const QIcon &icon, const QString &title, const DocumentHooks &hooks)
{
    d->documents.append({ document, title, hooks });
    d->stack->addWidget(document);
    connect(document, &QObject::destroyed, this, [this, document] {
        const int index = d->tabOf(document);
        if (index < 0)
            return;
        d->documents.removeAt(index);
        d->tabs->removeTab(index);
        d->currentChanged();
    });
    const int index = d->tabs->addTab(icon, QString(title).replace(u'&', u"&&"_s));
    d->tabs->setTabToolTip(index, hooks.path && !hooks.path().isEmpty() ? hooks.path() : title);
    d->tabs->setCurrentIndex(index);
    d->currentChanged();
    document->setFocus(Qt::OtherFocusReason);
}

QWidget *MainWindow::currentDocument() const
{
    const int index = d->tabs->currentIndex();
    return index >= 0 && index < d->documents.size() ? d->documents.at(index).widget : nullptr;
}

QList<QWidget *> MainWindow::documents() const
{
    QList<QWidget *> list;
    for (const Private::Document &document : d->documents)
        list.append(document.widget);
    return list;
}

void MainWindow::setCurrentDocument(QWidget *document)
{
    const int index = d->tabOf(document);
    if (index < 0)
        return;
    d->tabs->setCurrentIndex(index);
    document->setFocus(Qt::OtherFocusReason);
}

void MainWindow::setDocumentTitle(QWidget *document, const QString &title)
{
    const int index = d->tabOf(document);
    if (index < 0)
        return;
    d->documents[index].title = title;
    d->tabs->setTabText(index, QString(title).replace(u'&', u"&&"_s));
    const auto &path = d->documents.at(index).hooks.path;
    d->tabs->setTabToolTip(index, path && !path().isEmpty() ? path() : title);
    d->refreshTitle();
}

void MainWindow::setDocumentIcon(QWidget *document, const QIcon &icon)
{
    if (const int index = d->tabOf(document); index >= 0)
        d->tabs->setTabIcon(index, icon);
}

void MainWindow::setDocumentModified(QWidget *document, bool modified)
{
    d->tabs->setModified(d->tabOf(document), modified);
    if (document == currentDocument())
        setWindowModified(modified);
}

void MainWindow::refreshDocument(QWidget *document)
{
    if (document == currentDocument())
        d->currentChanged();
}

void MainWindow::closeDocument(QWidget *document)
{
    const Private::Document *entry = d->find(document);
    if (!entry)
        return;
    const auto ask = entry->hooks.requestClose;
    if (ask && !ask()) {
        setCurrentDocument(document);
        return;
    }
    closeDocumentNow(document);
}

void MainWindow::closeDocumentNow(QWidget *document)
{
    const int index = d->tabOf(document);
    if (index < 0)
        return;
    const Private::Document entry = d->documents.at(index);
    const QString path = entry.hooks.path ? entry.hooks.path() : QString();
    disconnect(document, &QObject::destroyed, this, nullptr);
    // Its actions must be out of toolbar and menus before they go.
    d->documents.removeAt(index);
    d->tabs->removeTab(index);
    d->stack->removeWidget(document);
    d->currentChanged();
    document->hide();
    document->deleteLater();
    Q_EMIT documentClosed(entry.title, path);
}

void MainWindow::Private::currentChanged()
{
    QWidget *widget = q->currentDocument();
    const Document *document = find(widget);
    stack->setCurrentWidget(widget ? widget : nothing);
    toolRow->setActions(document && document->hooks.toolBarActions ? document->hooks.toolBarActions() : usualTools);
    actions->setDocumentActions(document && document->hooks.allActions ? document->hooks.allActions() : QList<QAction *>());
    if (const bool nowCalm = document && document->hooks.calm; nowCalm != calm) {
        calm = nowCalm;
        asked = {};
        refreshAreas();
    }
    actions->setEnabled(u"file.save"_s, document && document->hooks.save, tr("Nothing to save is open."));
    actions->setEnabled(u"file.saveAs"_s, document && document->hooks.saveAs, tr("Nothing to save is open."));
    actions->setEnabled(u"file.close"_s, document, tr("No tab is open."));
    q->setWindowModified(document && tabs->isModified(tabs->currentIndex()));
    refreshTitle();
    Q_EMIT q->currentDocumentChanged(widget);
}

void MainWindow::Private::refreshTitle()
{
    const QString program = tr("OpenSandbox Workbench");
    const Document *document = find(q->currentDocument());
    if (!document) {
        q->setWindowTitle(program);
        return;
    }
    const QString context = document->hooks.windowTitle ? document->hooks.windowTitle() : QString();
    q->setWindowTitle(context.isEmpty() ? u"%1[*] — %2"_s.arg(document->title, program) : u"%1[*] • %2"_s.arg(document->title, context));
}

// Panes ---------------------------------------------------------------------------------------------------

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
        for (const Area area : areas) {
            if (stored.startsWith(areaKey(area))) {
                entry.spec.area = area;
                entry.spec.group = stored.endsWith(u'1') ? 1 : 0;
            }
        }
    }
    entry.group = d->groupFor(entry.spec.area, entry.spec.group);
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
    d->refreshAreas();
}

void MainWindow::showPane(const QString &id, bool focus)
{
    Private::PaneEntry *entry = d->findPane(id);
    if (!entry)
        return;
    setAreaVisible(entry->spec.area, true);
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
    return entry && isAreaVisible(entry->spec.area) && entry->group->current() == id;
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
    if (d->calm && area != Area::Left) {
        // Closing it here is no wish for other documents.
        d->asked[std::size_t(area)] = visible;
        d->folded[std::size_t(area)] = false;
        if (visible)
            d->wanted[std::size_t(area)] = true;
    } else {
        d->want(area, visible);
    }
    d->refreshAreas();
}

void MainWindow::Private::want(Area area, bool visible)
{
    wanted[std::size_t(area)] = visible;
    folded[std::size_t(area)] = false;
}

bool MainWindow::isAreaVisible(Area area) const
{
    return d->wanted[std::size_t(area)] && !d->folded[std::size_t(area)] && !d->staysCalm(area);
}

void MainWindow::Private::refreshAreas()
{
    for (const Area area : areas) {
        const bool empty = area == Area::Bottom ? bottoms[0]->isEmpty() && bottoms[1]->isEmpty() : groupFor(area, 0)->isEmpty();
        const bool visible = q->isAreaVisible(area) && !empty;
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
        group->setVisible(!group->isEmpty());
    refreshAreaButtons();
}

void MainWindow::Private::refreshAreaButtons()
{
    for (const Area area : areas) {
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
    d->want(Area::Left, true);
    d->want(Area::Right, layout == Layout::Code);
    d->want(Area::Bottom, layout != Layout::Watch);
    d->refreshAreas();
    const int total = d->horizontal->width();
    const int left = layout == Layout::Operate ? qMax(Metrics::scaled(520), total * 45 / 100) : Metrics::scaled(leftWidth(total / Fonts::scale() < 1200));
    d->horizontal->setSizes({ left, qMax(Metrics::scaled(320), total - left - Metrics::scaled(286)), Metrics::scaled(286) });
    if (!d->restoring)
        Q_EMIT layoutChosen(layout);
}

void MainWindow::Private::defaultWidths()
{
    const int total = q->width();
    const int side = Metrics::scaled(leftWidth(total / Fonts::scale() < 1200));
    horizontal->setSizes({ side, total - side - Metrics::scaled(286), Metrics::scaled(286) });
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
    d->wanted = { true, true, true };
    d->folded = {};
    d->asked = {};
    d->wasSmall = {};
    d->leftDragged = false;
    d->defaultSizes();
    setLayout(Layout::Code);
    d->foldForSize();
}

void MainWindow::addCloseGuard(std::function<bool()> mayClose)
{
    d->guards.append(std::move(mayClose));
}

void MainWindow::setRecentFiles(const QStringList &paths)
{
    d->recentFiles = paths;
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
    for (const Area area : areas)
        settings->setValue(u"window/visible-"_s + areaKey(area), wanted[std::size_t(area)]);
    for (const PaneEntry &pane : std::as_const(panes)) {
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
        for (const Area area : areas)
            wanted[std::size_t(area)] = settings->value(u"window/visible-"_s + areaKey(area), true).toBool();
        leftDragged = settings->value(u"window/leftDragged"_s, true).toBool();
        horizontal->restoreState(settings->value(u"window/horizontal"_s).toByteArray());
        vertical->restoreState(settings->value(u"window/vertical"_s).toByteArray());
        bottom->restoreState(settings->value(u"window/bottom"_s).toByteArray());
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

// Keys, focus, events -------------------------------------------------------------------------------------

void MainWindow::Private::cyclePart(int step)
{
    QList<QWidget *> parts { toolRow };
    if (left->isVisible())
        parts.append(left);
    parts.append(stack);
    if (right->isVisible())
        parts.append(right);
    for (PaneGroup *group : bottoms) {
        if (group->isVisible())
            parts.append(group);
    }
    parts.append(status);
    const QWidget *focus = QApplication::focusWidget();
    qsizetype now = -1;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (focus && (parts.at(i) == focus || parts.at(i)->isAncestorOf(focus)))
            now = i;
    }
    if (now < 0)
        now = parts.indexOf(stack) - step;
    for (qsizetype tries = 0; tries < parts.size(); ++tries) {
        now = (now + step + parts.size()) % parts.size();
        QWidget *part = parts.at(now);
        QWidget *target = nullptr;
        if (part == stack) {
            target = q->currentDocument() ? q->currentDocument() : nothing;
        } else if (auto *group = qobject_cast<PaneGroup *>(part)) {
            target = group->pane(group->current());
        } else {
            target = part;
        }
        if (!target)
            continue;
        // Where it says nothing itself, the first child that takes keys.
        if (target->focusPolicy() == Qt::NoFocus && !target->focusProxy()) {
            QWidget *first = nullptr;
            for (QWidget *child : target->findChildren<QWidget *>()) {
                if (child->isVisible() && child->isEnabled() && child->focusPolicy() & Qt::TabFocus) {
                    first = child;
                    break;
                }
            }
            target = first;
        }
        if (target) {
            target->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

void MainWindow::Private::addBell()
{
    status->setSegment(u"bell"_s, { .icon = u"bell"_s, .toolTip = tr("Notifications"), .atRight = true, .neverFolds = true, .order = StatusBar::BellOrder });
    auto *menu = new QMenu(q);
    connect(menu, &QMenu::aboutToShow, q, [this, menu] {
        menu->clear();
        for (const Toasts::Said &said : toasts->history()) {
            const QString text = QFontMetrics(menu->font()).elidedText(said.toast.text, Qt::ElideRight, Metrics::scaled(420));
            QAction *action = menu->addAction(Icons::icon(Toasts::iconOf(said.toast), Icons::role(said.toast.meaning)), said.when.toString(u"HH:mm"_s) + u"  "_s + QString(text).replace(u'&', u"&&"_s));
            action->setIconVisibleInMenu(true);
            action->setToolTip(said.toast.text);
            connect(action, &QAction::triggered, q, [this, toast = said.toast] { toasts->show(toast); });
        }
        if (menu->isEmpty())
            menu->addAction(tr("No notifications yet"))->setEnabled(false);
        menu->setToolTipsVisible(true);
    });
    status->setSegmentMenu(u"bell"_s, menu);
}

void MainWindow::Private::editCommand(const char *slot)
{
    QWidget *focus = QApplication::focusWidget();
    if (focus && focus->metaObject()->indexOfMethod(QByteArray(slot).append("()").constData()) >= 0)
        QMetaObject::invokeMethod(focus, slot);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    for (const auto &guard : std::as_const(d->guards)) {
        if (!guard()) {
            event->ignore();
            return;
        }
    }
    const QList<QWidget *> open = documents();
    for (QWidget *document : open) {
        const Private::Document *entry = d->find(document);
        if (entry && entry->hooks.requestClose && !entry->hooks.requestClose()) {
            setCurrentDocument(document);
            event->ignore();
            return;
        }
    }
    d->toasts->finishAll();
    d->save();
    event->accept();
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

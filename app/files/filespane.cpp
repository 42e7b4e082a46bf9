// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filespane.h"

#include "filelistview.h"
#include "filemodel.h"
#include "foldermodel.h"
#include "remotepath.h"
#include "uploaddialog.h"

#include <shared/banner.h>
#include <shared/label.h>
#include <shared/panefooter.h>
#include <theme/bidi.h>
#include <theme/fonts.h>
#include <theme/icons.h>
#include <theme/theme.h>

#include <QAction>
#include <QBoxLayout>
#include <QComboBox>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QPointer>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace Files {
namespace {

/// A row of the tree or of the bookmarks: arrow, icon, name.
class RowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return QSize(Metrics::scaled(60), Metrics::row()); }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::current();
        const bool selected = option.state & QStyle::State_Selected;
        const bool loud = selected && theme.isHighContrast();
        const bool refused = !index.data(FolderModel::RefusalRole).toString().isEmpty();
        const bool failed = !index.data(FolderModel::ErrorRole).toString().isEmpty();
        const auto *tree = qobject_cast<const QTreeView *>(option.widget);
        QString icon = index.data(Qt::UserRole).toString();
        if (tree)
            icon = failed ? u"triangle-alert"_s : tree->isExpanded(index) ? u"folder-open"_s : u"folder"_s;
        QColor ink = failed ? theme.warn : tree && selected ? theme.accent : theme.text2;
        if (loud)
            ink = theme.onSelection;
        painter->save();
        const auto visual = [&option](const QRect &part) { return QStyle::visualRect(option.direction, option.rect, part); };
        QRect rect = option.rect.adjusted(Metrics::scaled(tree ? 4 : 28), 0, -Metrics::scaled(8), 0);
        const QRect iconRect(rect.left(), rect.top(), Metrics::icon(), rect.height());
        Icons::paint(painter, visual(iconRect), icon, refused ? theme.disabled : ink, Metrics::icon());
        rect.setLeft(iconRect.right() + 1 + Metrics::scaled(8));
        painter->setFont(Fonts::body());
        painter->setPen(loud ? theme.onSelection : refused ? theme.disabled : selected ? theme.onSelection : theme.text);
        painter->drawText(visual(rect), Qt::AlignLeft | Qt::AlignVCenter, Bidi::own(QFontMetrics(Fonts::body()).elidedText(index.data().toString(), Qt::ElideMiddle, rect.width())));
        painter->restore();
    }
};

/// The tree draws Lucide arrows and takes the whole row as selection.
class FolderTree : public QTreeView
{
public:
    DropTarget *drops = nullptr;

protected:
    /// The selection goes on to the edge, over the margin.
    bool event(QEvent *event) override
    {
        const bool done = QTreeView::event(event);
        if (event->type() == QEvent::Paint && selectionModel()) {
            QPainter painter(this);
            for (const QModelIndex &index : selectionModel()->selectedIndexes()) {
                const QRect row = visualRect(index);
                painter.fillRect(QRect(0, row.top(), Metrics::scaled(8), row.height()), Theme::current().selection);
            }
        }
        return done;
    }
    /// Rows begin a little from the edge; QTreeView sets its margins anew each time.
    void updateGeometries() override
    {
        if (m_updating)
            return;
        m_updating = true;
        QTreeView::updateGeometries();
        setViewportMargins(Metrics::scaled(8), 0, 0, 0);
        m_updating = false;
    }
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override
    {
        QTreeView::selectionChanged(selected, deselected);
        update();
    }
    void scrollContentsBy(int dx, int dy) override
    {
        QTreeView::scrollContentsBy(dx, dy);
        update();
    }
    void drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::current();
        const bool selected = selectionModel()->isSelected(index);
        if (selected)
            painter->fillRect(rect, theme.selection);
        const QRect arrow(rect.right() - indentation() + 1, rect.top(), indentation(), rect.height());
        if (!model()->hasChildren(index))
            return;
        Icons::paint(painter, arrow, isExpanded(index) ? u"chevron-down"_s : u"chevron-right"_s, selected && theme.isHighContrast() ? theme.onSelection : theme.text2, Metrics::smallIcon());
    }
    void drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::current();
        const QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
        if (selectionModel()->isSelected(index))
            painter->fillRect(row, theme.selection);
        else if (row.contains(viewport()->mapFromGlobal(QCursor::pos())) && underMouse())
            painter->fillRect(row, theme.hover);
        QTreeView::drawRow(painter, option, index);
        const bool aimed = drops && !drops->hovered().isEmpty() && index.data(FolderModel::PathRole).toString() == drops->hovered();
        const bool keyboard = hasFocus() && index == currentIndex() && window()->testAttribute(Qt::WA_KeyboardFocusChange);
        if (aimed || keyboard) {
            const int wide = theme.focusWidth();
            painter->setPen(QPen(aimed ? theme.accent : theme.focus, wide));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(QRectF(row).adjusted(wide / 2.0, wide / 2.0, -wide / 2.0, -wide / 2.0));
        }
    }

private:
    bool m_updating = false;
};

} // namespace

struct FilesPane::Private
{
    explicit Private(FilesPane *owner, FilesWorkspace *shared) : q(owner), workspace(shared) { }

    FilesPane *q;
    FilesWorkspace *workspace;
    FilesController *controller = nullptr;
    QComboBox *sandboxes;
    Banner *banner;
    Label *empty;
    FolderTree *tree;
    FolderModel *model;
    QToolButton *bookmarkHead;
    QListWidget *bookmarks;
    PaneFooter *footer;
    QTimer clock;
    QAction *refresh;
    QAction *newFolder;
    QString shown;
    bool opensStart = false; ///< /workspace is opened in the tree when the root is known.

    void fillSandboxes();
    void fillBookmarks();
    void follow(const QString &sandboxId);
    void update();
    void openFolder(const QString &folder);
    void upload(const QString &folder, bool folders);
};

FilesPane::FilesPane(FilesWorkspace *workspace, QWidget *parent)
    : QWidget(parent), d(new Private(this, workspace))
{
    setAutoFillBackground(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);

    d->banner = new Banner;
    layout->addWidget(d->banner);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(Metrics::scaled(10), Metrics::scaled(8), Metrics::scaled(10), Metrics::scaled(8));
    d->sandboxes = new QComboBox;
    d->sandboxes->setAccessibleName(tr("Sandbox"));
    d->sandboxes->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    d->sandboxes->setMinimumContentsLength(8);
    top->addWidget(d->sandboxes);
    layout->addLayout(top);

    d->empty = new Label({}, Fonts::Role::Body, &Theme::text2);
    d->empty->setWordWrap(true);
    d->empty->setContentsMargins(Metrics::scaled(12), Metrics::scaled(12), Metrics::scaled(12), Metrics::scaled(12));
    layout->addWidget(d->empty);
    d->tree = new FolderTree;
    setFocusProxy(d->tree);
    d->tree->setAccessibleName(tr("Folders"));
    d->tree->setFrameShape(QFrame::NoFrame);
    d->tree->viewport()->setBackgroundRole(QPalette::Window);
    d->tree->setHeaderHidden(true);
    d->tree->setUniformRowHeights(true);
    d->tree->setIndentation(Metrics::scaled(16));
    d->tree->setItemDelegate(new RowDelegate(d->tree));
    d->tree->setExpandsOnDoubleClick(true);
    d->tree->setDragEnabled(true);
    d->tree->setMouseTracking(true);
    d->tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    d->tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    d->tree->setContentsMargins(0, 0, 0, 0);
    d->model = new FolderModel(this);
    d->tree->setModel(d->model);
    layout->addWidget(d->tree, 3);

    d->bookmarkHead = new QToolButton;
    d->bookmarkHead->setText(tr("Bookmarks"));
    d->bookmarkHead->setIcon(Icons::icon(u"chevron-down"_s));
    d->bookmarkHead->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    d->bookmarkHead->setAutoRaise(true);
    d->bookmarkHead->setFont(Fonts::small(QFont::DemiBold));
    d->bookmarks = new QListWidget;
    d->bookmarks->setAccessibleName(tr("Bookmarks"));
    d->bookmarks->setFrameShape(QFrame::NoFrame);
    d->bookmarks->viewport()->setBackgroundRole(QPalette::Window);
    d->bookmarks->setItemDelegate(new RowDelegate(d->bookmarks));
    d->bookmarks->setContextMenuPolicy(Qt::CustomContextMenu);
    d->bookmarks->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *headRow = new QHBoxLayout;
    headRow->setContentsMargins(Metrics::scaled(6), Metrics::scaled(8), 0, 0);
    headRow->addWidget(d->bookmarkHead);
    headRow->addStretch();
    layout->addLayout(headRow);
    layout->addWidget(d->bookmarks, 1);
    layout->addStretch(0);
    d->footer = new PaneFooter;
    layout->addWidget(d->footer);

    d->refresh = new QAction(Icons::icon(u"refresh-cw"_s), tr("Refresh"), this);
    d->newFolder = new QAction(Icons::icon(u"folder-plus"_s), tr("New folder"), this);
    connect(d->refresh, &QAction::triggered, this, [this] {
        if (!d->controller)
            return d->workspace->retryAttach(d->workspace->current());
        QStringList open { u"/"_s };
        for (QModelIndex at = d->tree->indexBelow(d->tree->rootIndex()); at.isValid(); at = d->tree->indexBelow(at)) {
            if (d->tree->isExpanded(at))
                open.append(d->model->path(at));
        }
        const QModelIndex current = d->tree->currentIndex();
        if (current.isValid() && !open.contains(d->model->path(current)))
            open.append(d->model->path(current));
        d->controller->refreshAll(open);
    });
    connect(d->newFolder, &QAction::triggered, this, [this] {
        if (!d->controller)
            return;
        const QModelIndex current = d->tree->currentIndex();
        const QString parentFolder = current.isValid() ? d->model->path(current) : u"/workspace"_s;
        QString name = tr("new-folder");
        const auto taken = [&](const QString &candidate) { return d->controller->entry(RemotePath::join(parentFolder, candidate)) != nullptr; };
        if (taken(name))
            name = RemotePath::freeName(name, taken);
        d->controller->createFolder(RemotePath::join(parentFolder, name));
        if (current.isValid())
            d->tree->expand(current);
    });

    d->tree->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(d->tree, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
        const QModelIndex index = d->tree->indexAt(at);
        if (!index.isValid())
            return;
        const QString folder = d->model->path(index);
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(tr("Open"), this, [this, folder] { d->openFolder(folder); });
        menu->addAction(tr("Refresh"), this, [this, folder] {
            if (d->controller)
                d->controller->list(folder);
        });
        menu->addSeparator();
        const bool refused = !index.data(FolderModel::RefusalRole).toString().isEmpty();
        for (const bool folders : { false, true }) {
            QAction *upload = menu->addAction(folders ? tr("Upload folder…") : tr("Upload files…"), this, [this, folder, folders] { d->upload(folder, folders); });
            upload->setObjectName(folders ? u"files.uploadFolder"_s : u"files.upload"_s);
            if (!folders)
                upload->setIcon(Icons::icon(u"upload"_s));
            upload->setEnabled(d->controller && !refused);
        }
        menu->addAction(d->newFolder);
        menu->addSeparator();
        const bool marked = d->workspace->bookmarks().contains(folder);
        menu->addAction(marked ? tr("Remove bookmark") : tr("Bookmark"), this, [this, folder, marked] { d->workspace->setBookmarked(folder, !marked); });
        menu->popup(d->tree->viewport()->mapToGlobal(at));
    });
    connect(d->tree, &QAbstractItemView::activated, this, [this](const QModelIndex &index) { d->openFolder(d->model->path(index)); });
    connect(d->tree, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) { d->openFolder(d->model->path(index)); });
    connect(d->tree, &QTreeView::collapsed, d->model, &FolderModel::collapsed);
    auto *drops = new DropTarget(
        d->tree, FolderModel::PathRole, [](const QModelIndex &index) { return index.data(FolderModel::RefusalRole).toString().isEmpty(); }, [] { return QString(); });
    d->tree->drops = drops;
    connect(drops, &DropTarget::springOpen, d->tree, &QTreeView::expand);
    connect(drops, &DropTarget::filesDropped, this, [this](const QStringList &paths, const QString &folder) {
        if (d->controller)
            d->workspace->transfers()->upload(d->controller->source(), paths, folder);
    });
    connect(drops, &DropTarget::pathsDropped, this, [this](const QByteArray &bytes, const QString &folder, bool copy) {
        const DraggedPaths dragged = DraggedPaths::fromBytes(bytes);
        FilesController *from = d->workspace->controller(dragged.sandboxId);
        if (!d->controller || !from)
            return;
        if (from == d->controller && !copy)
            return d->controller->move(dragged.paths, folder);
        QList<OpenSandbox::FileInfo> files;
        for (const QString &path : dragged.paths) {
            if (const OpenSandbox::FileInfo *file = from->entry(path))
                files.append(*file);
        }
        d->workspace->transfers()->copy(from->source(), files, d->controller->source(), folder);
    });

    connect(d->bookmarkHead, &QToolButton::clicked, this, [this] {
        const bool on = !d->bookmarks->isVisibleTo(this);
        d->bookmarks->setVisible(on);
        d->bookmarkHead->setIcon(Icons::icon(on ? u"chevron-down"_s : u"chevron-right"_s));
    });
    connect(d->bookmarks, &QListWidget::itemActivated, this, [this](QListWidgetItem *item) { d->openFolder(item->text()); });
    connect(d->bookmarks, &QListWidget::itemClicked, this, [this](QListWidgetItem *item) { d->openFolder(item->text()); });
    connect(d->bookmarks, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
        const QListWidgetItem *item = d->bookmarks->itemAt(at);
        if (!item)
            return;
        const QString path = item->text();
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(tr("Open"), this, [this, path] { d->openFolder(path); });
        menu->addAction(tr("Remove bookmark"), this, [this, path] { d->workspace->setBookmarked(path, false); });
        menu->popup(d->bookmarks->viewport()->mapToGlobal(at));
    });
    connect(d->sandboxes, &QComboBox::activated, this, [this](int row) { d->workspace->setCurrent(d->sandboxes->itemData(row).toString()); });
    connect(workspace, &FilesWorkspace::sandboxesChanged, this, [this] { d->fillSandboxes(); });
    connect(workspace, &FilesWorkspace::currentChanged, this, [this](const QString &id) { d->follow(id); });
    connect(workspace, &FilesWorkspace::controllerReady, this, [this](const QString &id) {
        if (id == d->workspace->current())
            d->follow(id);
    });
    connect(workspace, &FilesWorkspace::attachFailed, this, [this] { d->update(); });
    connect(workspace, &FilesWorkspace::bookmarksChanged, this, [this] { d->fillBookmarks(); });
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this] {
        d->bookmarkHead->setFont(Fonts::small(QFont::DemiBold));
        d->tree->setIndentation(Metrics::scaled(16));
        d->tree->viewport()->update();
    });
    d->clock.setInterval(1'000);
    connect(&d->clock, &QTimer::timeout, this, [this] {
        if (isVisible())
            d->update();
    });
    d->clock.start();
    d->fillSandboxes();
    d->fillBookmarks();
    d->follow(workspace->current());
}

FilesPane::~FilesPane() = default;

QList<QAction *> FilesPane::headerActions() const
{
    return { d->refresh, d->newFolder };
}

void FilesPane::Private::fillSandboxes()
{
    const QSignalBlocker block(sandboxes);
    sandboxes->clear();
    for (const SandboxEntry &entry : workspace->sandboxes())
        sandboxes->addItem(Icons::icon(entry.iconName.isEmpty() ? u"box"_s : entry.iconName, entry.running ? Icons::Role::Ok : Icons::Role::Idle), entry.name, entry.id);
    sandboxes->setCurrentIndex(sandboxes->findData(workspace->current()));
    update();
}

void FilesPane::Private::fillBookmarks()
{
    bookmarks->clear();
    for (const QString &path : workspace->bookmarks()) {
        auto *item = new QListWidgetItem(path, bookmarks);
        item->setData(Qt::UserRole, path.startsWith("/home"_L1) ? u"house"_s : u"bookmark"_s);
        item->setToolTip(path);
    }
    const bool any = bookmarks->count() > 0;
    bookmarkHead->setVisible(any);
    bookmarks->setVisible(any);
    bookmarks->setMaximumHeight(Metrics::row() * bookmarks->count() + 2);
}

void FilesPane::Private::follow(const QString &sandboxId)
{
    sandboxes->setCurrentIndex(sandboxes->findData(sandboxId));
    FilesController *now = workspace->controller(sandboxId);
    if (now != controller || shown != sandboxId) {
        if (controller)
            controller->disconnect(q);
        controller = now;
        shown = sandboxId;
        model->setController(controller);
        opensStart = controller != nullptr;
        if (controller) {
            connect(controller, &FilesController::listingChanged, q, [this] { update(); });
            connect(controller, &QObject::destroyed, q, [this] { controller = nullptr; });
            controller->list(u"/"_s);
        }
    }
    update();
}

void FilesPane::Private::update()
{
    const auto error = workspace->attachError(workspace->current());
    if (error) {
        Banner::Message message;
        message.meaning = Meaning::Bad;
        message.text = tr("The files cannot be reached.");
        message.detail = FilesController::explain(*error);
        message.buttons = { { tr("Try again"), {}, [this] { workspace->retryAttach(workspace->current()); } } };
        banner->setMessage(u"attach"_s, message);
    } else {
        banner->clearMessage(u"attach"_s);
    }
    QString text;
    if (workspace->sandboxes().isEmpty())
        text = tr("No sandboxes yet. Their files appear here.");
    else if (workspace->current().isEmpty())
        text = tr("Choose a sandbox to see its files.");
    else if (!controller && !error)
        text = tr("Connecting");
    empty->setText(text);
    empty->setVisible(!text.isEmpty());
    tree->setVisible(text.isEmpty());
    refresh->setEnabled(!workspace->current().isEmpty());
    newFolder->setEnabled(controller != nullptr);

    const Listing *root = controller ? controller->listing(u"/"_s) : nullptr;
    if (opensStart && root && root->isKnown()) {
        opensStart = false;
        const QModelIndex start = model->indexOf(u"/workspace"_s);
        if (start.isValid()) {
            tree->setCurrentIndex(start);
            tree->expand(start);
        }
    }
    const QModelIndex current = tree->currentIndex();
    const Listing *known = controller ? controller->listing(current.isValid() ? model->path(current) : u"/"_s) : nullptr;
    if (known && known->error)
        footer->setLeft(known->isKnown() ? tr("As of %1").arg(known->fetchedAt.toString(u"HH:mm:ss"_s)) : tr("Could not be listed"));
    else if (known && known->isKnown())
        footer->setLeft(tr("Listed %1").arg(Format::age(known->fetchedAt.secsTo(QDateTime::currentDateTime()))));
    else
        footer->setLeft({});
}

void FilesPane::Private::upload(const QString &folder, bool folders)
{
    askWhatToUpload(q, folder, folders, [this, folder, guard = QPointer<FilesController>(controller)](const QStringList &paths) {
        if (guard)
            workspace->transfers()->upload(guard->source(), paths, folder);
    });
}

void FilesPane::Private::openFolder(const QString &folder)
{
    const QString id = workspace->current();
    if (!id.isEmpty())
        workspace->open(id, folder);
}

} // namespace Files

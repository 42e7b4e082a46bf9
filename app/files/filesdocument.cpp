// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filesdocument.h"

#include "filelistview.h"
#include "filemodel.h"
#include "filepreview.h"
#include "pathfield.h"
#include "remotepath.h"
#include "uploaddialog.h"

#include <shared/banner.h>
#include <shared/button.h>
#include <shared/label.h>
#include <shared/panefooter.h>
#include <shared/searchfield.h>
#include <theme/fonts.h>
#include <theme/icons.h>

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QMenu>
#include <QMimeData>
#include <QScrollBar>
#include <QSplitter>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <QUrl>

using namespace Qt::StringLiterals;
using OpenSandbox::FileInfo;

namespace Files {
namespace {

constexpr int LookAgainMs = 5'000;
/// Larger folders are listed again only when asked to.
constexpr int LookAgainRows = 5'000;
constexpr int BusyAfterMs = 300;

const QString &listMessage()
{
    static const QString id = u"list"_s;
    return id;
}
const QString &deleteMessage()
{
    static const QString id = u"delete"_s;
    return id;
}
const QString &problemMessage()
{
    static const QString id = u"problem"_s;
    return id;
}

} // namespace

struct FilesDocument::Private
{
    struct Ready
    {
        QString localPath;
        qint64 size = 0;
        std::optional<QDateTime> modified;
    };

    Private(FilesDocument *owner, FilesWorkspace *shared, const QString &id, const QString &first)
        : q(owner), workspace(shared), sandboxId(id), folder(RemotePath::clean(first))
    {
    }

    FilesDocument *q;
    FilesWorkspace *workspace;
    QString sandboxId;
    QString folder;
    FilesController *controller = nullptr;
    QStringList backStack;
    QStringList forwardStack;
    QStringList wantedSelection; ///< Selected as soon as they appear.
    QStringList keptSelection; ///< Around a replacement of all rows.
    QString keptCurrent;
    QString keptTop;
    QString linkToOpen;
    bool previewWanted = true;
    bool previewAsked = false; ///< Though there is little room.
    QHash<QString, Ready> ready; ///< Downloaded for dragging out.
    QHash<quint64, FileInfo> preparing;
    std::unique_ptr<QTemporaryDir> dragFolder;

    Banner *banner;
    PathField *path;
    SearchField *filter;
    QWidget *filterRow;
    QPushButton *clearFilter;
    QSplitter *splitter;
    FileListView *view;
    FileModel *model;
    DropTarget *drops;
    FilePreview *preview;
    PaneFooter *footer;
    QTimer lookAgain;
    QTimer busy;
    QList<QAction *> actions;
    QMenu *uploadMenu;

    QAction *add(const char *id, const QString &text, const QString &icon, const QList<QKeySequence> &keys, std::function<void()> run);
    void makeActions();
    void adopt();
    void showFolder(const QString &to, bool remember);
    void refresh();
    void updateState();
    void updateFooter();
    void updateActions();
    void updatePreview();
    void arrangePreview();
    void updatePrepared();
    void keep();
    void restore();
    void applyWanted();
    QList<FileInfo> selected() const;
    void open(const QModelIndex &index);
    void openLink(const FileInfo &link);
    void takeDragged(const DraggedPaths &dragged, const QString &to, bool copy);
    void download();
    void upload(bool folders);
    void copyToClipboard(bool cut);
    void paste();
    void newEntry(bool isFolder);
    void prepareForDrag();
    void showMenu(const QPoint &at);
    QString place() const;
};

FilesDocument::FilesDocument(FilesWorkspace *workspace, const QString &sandboxId, const QString &folder, QWidget *parent)
    : QWidget(parent), d(new Private(this, workspace, sandboxId, folder))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);

    d->banner = new Banner;
    layout->addWidget(d->banner);

    auto *top = new QWidget;
    auto *row = new QHBoxLayout(top);
    row->setContentsMargins(Metrics::scaled(12), Metrics::scaled(8), Metrics::scaled(12), Metrics::scaled(8));
    row->setSpacing(Metrics::scaled(8));
    d->path = new PathField;
    d->filter = new SearchField(tr("Filter or *.csv"));
    d->filter->setAccessibleName(tr("Filter"));
    d->filter->setMinimumWidth(Metrics::scaled(120));
    row->addWidget(d->path, 4);
    row->addWidget(d->filter, 1);
    layout->addWidget(top);
    d->filterRow = new QWidget;
    auto *filterLayout = new QHBoxLayout(d->filterRow);
    filterLayout->setContentsMargins(Metrics::scaled(12), 0, Metrics::scaled(12), Metrics::scaled(6));
    d->clearFilter = Buttons::link(QString());
    filterLayout->addStretch();
    filterLayout->addWidget(d->clearFilter);
    d->filterRow->hide();
    layout->addWidget(d->filterRow);
    layout->addWidget(new Hairline(Qt::Horizontal));

    d->splitter = new QSplitter(Qt::Horizontal);
    d->splitter->setChildrenCollapsible(false);
    auto *left = new QWidget;
    auto *leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->setSpacing(0);
    d->view = new FileListView;
    d->model = new FileModel(this);
    d->view->setModel(d->model);
    d->footer = new PaneFooter;
    leftLayout->addWidget(d->view, 1);
    leftLayout->addWidget(d->footer);
    d->preview = new FilePreview;
    d->splitter->addWidget(left);
    d->splitter->addWidget(d->preview);
    d->splitter->setStretchFactor(0, 5);
    d->splitter->setStretchFactor(1, 3);
    d->splitter->setSizes({ 750, 450 });
    layout->addWidget(d->splitter, 1);
    setFocusProxy(d->view);

    d->drops = new DropTarget(
        d->view, FileModel::PathRole, [this](const QModelIndex &index) {
            return index.data(FileModel::IsFolderRole).toBool() && index.data(FileModel::RefusalRole).toString().isEmpty() && d->model->file(index)->isDirectory();
        },
        [this] { return d->controller ? d->folder : QString(); });
    d->view->setDropTarget(d->drops);
    d->makeActions();
    setOffers(false, false);

    d->lookAgain.setInterval(LookAgainMs);
    connect(&d->lookAgain, &QTimer::timeout, this, [this] {
        d->updateFooter();
        if (isVisible() && d->controller && d->model->totalCount() <= LookAgainRows && !d->banner->hasMessage(listMessage()))
            d->controller->list(d->folder);
    });
    d->lookAgain.start();
    d->busy.setSingleShot(true);
    d->busy.setInterval(BusyAfterMs);
    connect(&d->busy, &QTimer::timeout, this, [this] { d->footer->setBusy(true); });

    connect(d->path, &PathField::activated, this, [this](const QString &to) { openFolder(to); });
    connect(d->path, &PathField::bookmarkToggled, this, [this] { d->workspace->setBookmarked(d->folder, !d->workspace->bookmarks().contains(d->folder)); });
    connect(d->workspace, &FilesWorkspace::bookmarksChanged, this, [this] { d->path->setBookmarked(d->workspace->bookmarks().contains(d->folder)); });
    connect(d->filter, &QLineEdit::textChanged, d->model, &FileModel::setFilter);
    connect(d->filter, &QLineEdit::returnPressed, this, [this] {
        if (d->model->rowCount() > 0 && !d->view->currentIndex().isValid())
            d->view->setCurrentIndex(d->model->index(0, 0));
        d->view->setFocus();
    });
    connect(d->filter, &SearchField::left, d->view, qOverload<>(&QWidget::setFocus));
    connect(d->clearFilter, &QPushButton::clicked, d->filter, &QLineEdit::clear);
    connect(d->view, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex &index) { d->open(index); });
    connect(d->view, &FileListView::openRequested, this, [this](const QModelIndex &index) { d->open(index); });
    connect(d->view, &FileListView::parentRequested, this, [this] { openFolder(RemotePath::parent(d->folder), d->folder); });
    d->view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(d->view, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) { d->showMenu(at); });
    connect(d->view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        d->updateActions();
        d->updateFooter();
        d->updatePreview();
    });
    connect(d->model, &FileModel::aboutToReplaceRows, this, [this] { d->keep(); });
    connect(d->model, &FileModel::rowsReplaced, this, [this] { d->restore(); });
    connect(d->model, &FileModel::stateChanged, this, [this] { d->updateState(); });
    connect(d->model, &QAbstractItemModel::dataChanged, this, [this] { d->updatePreview(); });
    connect(d->drops, &DropTarget::filesDropped, this, [this](const QStringList &paths, const QString &to) {
        if (d->controller)
            d->workspace->transfers()->upload(d->controller->source(), paths, to);
    });
    connect(d->drops, &DropTarget::pathsDropped, this, [this](const QByteArray &bytes, const QString &to, bool copy) { d->takeDragged(DraggedPaths::fromBytes(bytes), to, copy); });
    connect(d->drops, &DropTarget::springOpen, this, [this](const QModelIndex &index) { openFolder(index.data(FileModel::PathRole).toString()); });
    connect(d->preview, &FilePreview::openRequested, this, [this](const QString &file) { Q_EMIT fileActivated(d->sandboxId, file); });
    connect(d->preview, &FilePreview::readCodeRequested, this, [this](const QString &file) { Q_EMIT readCodeRequested(d->sandboxId, file); });
    connect(d->workspace, &FilesWorkspace::controllerReady, this, [this](const QString &id) {
        if (id == d->sandboxId)
            d->adopt();
    });
    connect(d->workspace, &FilesWorkspace::attachFailed, this, [this](const QString &id) {
        if (id == d->sandboxId)
            d->updateState();
    });
    connect(d->workspace->transfers(), &TransferQueue::finished, this, [this](quint64 id) {
        const auto it = d->preparing.constFind(id);
        if (it == d->preparing.constEnd())
            return;
        const FileInfo file = *it;
        d->preparing.erase(it);
        const Transfer *transfer = d->workspace->transfers()->find(id);
        if (!transfer || transfer->state != TransferState::Done)
            return;
        d->ready.insert(file.path, { d->dragFolder->filePath(RemotePath::localName(RemotePath::name(file.path))), file.size, file.modifiedAt });
        d->updatePrepared();
        if (d->preparing.isEmpty())
            Q_EMIT notice(tr("Ready. The selected files can be dragged to other programs now."));
    });
    connect(QApplication::clipboard(), &QClipboard::dataChanged, this, [this] { d->updateActions(); });

    d->adopt();
    if (!d->controller) {
        const QString first = d->folder;
        d->folder.clear();
        d->showFolder(first, false);
    }
}

FilesDocument::~FilesDocument() = default;

QString FilesDocument::sandboxId() const { return d->sandboxId; }
QString FilesDocument::folder() const { return d->folder; }
FileModel *FilesDocument::model() const { return d->model; }
FileListView *FilesDocument::view() const { return d->view; }
FilePreview *FilesDocument::preview() const { return d->preview; }
DropTarget *FilesDocument::dropTarget() const { return d->drops; }
QList<QAction *> FilesDocument::allActions() const { return d->actions; }

QString FilesDocument::title() const
{
    const SandboxEntry *entry = d->workspace->sandbox(d->sandboxId);
    const QString name = d->folder == "/"_L1 ? u"/"_s : FileModel::visibleName(RemotePath::name(d->folder));
    return tr("%1: %2").arg(name, entry ? entry->name : d->sandboxId.left(8));
}

QString FilesDocument::Private::place() const
{
    const SandboxEntry *entry = workspace->sandbox(sandboxId);
    return entry ? entry->name : sandboxId.left(8);
}

void FilesDocument::Private::adopt()
{
    FilesController *now = workspace->controller(sandboxId);
    if (!now) {
        updateState();
        return;
    }
    if (now != controller) {
        controller = now;
        connect(controller, &FilesController::failed, q, [this](const QString &sentence, const OpenSandbox::Error &) {
            Banner::Message message;
            message.meaning = Meaning::Bad;
            message.text = sentence;
            message.closable = true;
            banner->setMessage(problemMessage(), message);
        });
        connect(controller, &FilesController::created, q, [this](const QString &created) { wantedSelection = { created }; });
        connect(controller, &FilesController::renamed, q, [this](const QString &from, const QString &to) {
            if (RemotePath::parent(to) == folder && RemotePath::parent(from) == folder)
                wantedSelection = { to };
            if (RemotePath::isInside(folder, from))
                showFolder(to + folder.mid(from.size()), false);
        });
        connect(controller, &FilesController::linkResolved, q, [this](const QString &link) {
            if (link != linkToOpen)
                return;
            linkToOpen.clear();
            const auto *target = controller->linkTarget(link);
            if (target->isFolder)
                q->openFolder(target->path);
            else
                Q_EMIT q->fileActivated(sandboxId, target->path);
        });
        preview->setController(controller);
        model->setController(controller);
    }
    const QString first = folder;
    folder.clear();
    showFolder(first, false);
}

void FilesDocument::Private::showFolder(const QString &to, bool remember)
{
    if (to == folder)
        return;
    if (remember && !folder.isEmpty()) {
        backStack.append(folder);
        forwardStack.clear();
    }
    if (controller && !folder.isEmpty())
        controller->drop(folder);
    folder = to;
    banner->clearAll();
    filter->clear();
    path->setPath(to);
    path->setBookmarked(workspace->bookmarks().contains(to));
    view->selectionModel()->clear();
    view->verticalScrollBar()->setValue(0);
    model->setFolder(to);
    refresh();
    updateActions();
    updatePreview();
    Q_EMIT q->titleChanged(q->title());
}

void FilesDocument::openFolder(const QString &folder, const QString &select)
{
    if (!select.isEmpty())
        d->wantedSelection = { select };
    const QString to = RemotePath::clean(folder, d->folder);
    if (to == d->folder)
        d->refresh();
    else
        d->showFolder(to, true);
    d->applyWanted();
    d->view->setFocus();
}

void FilesDocument::Private::refresh()
{
    if (controller)
        controller->list(folder);
    else
        workspace->retryAttach(sandboxId);
}

void FilesDocument::Private::keep()
{
    keptSelection = q->selectedPaths();
    keptCurrent = view->currentIndex().data(FileModel::PathRole).toString();
    keptTop = view->indexAt(QPoint(1, 1)).data(FileModel::PathRole).toString();
}

void FilesDocument::Private::restore()
{
    q->select(keptSelection);
    const QModelIndex current = model->indexOf(keptCurrent);
    if (current.isValid())
        view->selectionModel()->setCurrentIndex(current, QItemSelectionModel::NoUpdate);
    const QModelIndex top = model->indexOf(keptTop);
    if (top.isValid())
        view->scrollTo(top, QAbstractItemView::PositionAtTop);
}

void FilesDocument::Private::applyWanted()
{
    if (wantedSelection.isEmpty() || !model->indexOf(wantedSelection.first()).isValid())
        return;
    const QStringList wanted = std::exchange(wantedSelection, {});
    q->select(wanted);
}

void FilesDocument::select(const QStringList &paths)
{
    QItemSelection selection;
    QModelIndex first;
    for (const QString &path : paths) {
        const QModelIndex index = d->model->indexOf(path);
        if (!index.isValid())
            continue;
        if (!first.isValid())
            first = index;
        selection.select(index, index.siblingAtColumn(FileModel::ColumnCount - 1));
    }
    d->view->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (first.isValid()) {
        d->view->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
        d->view->scrollTo(first);
    }
}

QStringList FilesDocument::selectedPaths() const
{
    QStringList paths;
    for (const QModelIndex &index : d->view->selectionModel()->selectedRows())
        paths.append(index.data(FileModel::PathRole).toString());
    return paths;
}

QList<FileInfo> FilesDocument::Private::selected() const
{
    QList<FileInfo> files;
    for (const QModelIndex &index : view->selectionModel()->selectedRows()) {
        if (const FileInfo *file = model->file(index))
            files.append(*file);
    }
    return files;
}

void FilesDocument::Private::updateState()
{
    const Listing *known = controller ? controller->listing(folder) : nullptr;
    const QString name = folder == "/"_L1 ? folder : FileModel::visibleName(RemotePath::name(folder));
    const bool loading = known ? known->loading : controller == nullptr && !workspace->attachError(sandboxId);
    if (!loading) {
        busy.stop();
        footer->setBusy(false);
    } else if (!busy.isActive()) {
        busy.start();
    }

    std::optional<OpenSandbox::Error> error = known ? known->error : std::nullopt;
    QString sentence;
    if (error)
        sentence = tr("%1 could not be listed. %2").arg(name, FilesController::explain(*error));
    if (!controller && workspace->attachError(sandboxId)) {
        error = workspace->attachError(sandboxId);
        sentence = tr("The files of %1 cannot be reached. %2").arg(place(), FilesController::explain(*error));
    }
    // What is on the screen when the folder could not be read again is old, and says so.
    const bool stale = error && known && known->isKnown();
    view->setProperty("wbStale", stale);
    if (error) {
        if (stale)
            sentence = tr("%1 The list is as of %2.").arg(sentence, known->fetchedAt.toString(u"HH:mm:ss"_s));
        Banner::Message message;
        message.meaning = Meaning::Bad;
        message.text = sentence;
        message.buttons = { { tr("Try again"), u"refresh-cw"_s, [this] { refresh(); } } };
        banner->setMessage(listMessage(), message);
    } else {
        banner->clearMessage(listMessage());
    }

    const int hidden = model->hiddenCount();
    clearFilter->setText(tr("Clear filter (%L1 hidden)").arg(hidden));
    filterRow->setVisible(hidden > 0);
    if (model->rowCount() > 0)
        view->setHint({}, {});
    else if (hidden > 0)
        view->setHint(tr("Nothing matches."), tr("%Ln items are hidden by the filter.", nullptr, hidden));
    else if (error)
        view->setHint(tr("Nothing is known about this folder yet."), tr("Try again, or choose another folder above."));
    else if (known && known->isKnown())
        view->setHint(tr("This folder is empty."), tr("Drop files here to upload them."));
    else
        view->setHint(controller ? tr("Listing %1").arg(name) : tr("Connecting to %1").arg(place()), {});
    view->viewport()->update();
    applyWanted();
    updatePrepared();
    updateFooter();
    updateActions();
}

void FilesDocument::Private::updateFooter()
{
    const int rows = model->rowCount();
    const int hidden = model->hiddenCount();
    QString items = hidden > 0 ? tr("%L1 of %Ln items", nullptr, model->totalCount()).arg(rows) : tr("%Ln items", nullptr, rows);
    const QList<FileInfo> files = selected();
    qint64 bytes = 0;
    for (const FileInfo &file : files)
        bytes += file.isDirectory() ? 0 : file.size;
    QString text = items;
    if (!files.isEmpty())
        text += u" · "_s + (bytes > 0 ? tr("%Ln selected, %1", nullptr, int(files.size())).arg(Format::size(bytes)) : tr("%Ln selected", nullptr, int(files.size())));
    const Listing *known = controller ? controller->listing(folder) : nullptr;
    footer->setLeft(known && known->isKnown() ? text : QString());
    const QDateTime since = controller ? controller->comparedSince(folder) : QDateTime();
    QString right;
    if (since.isValid()) {
        right = tr("“new” and “changed” since %1").arg(since.toString(u"HH:mm"_s));
        if (!controller->comparisonLabel().isEmpty())
            right = tr("%1, %2").arg(right, controller->comparisonLabel());
    }
    footer->setRight(right);
    Q_EMIT q->summaryChanged(items);
}

void FilesDocument::Private::updatePreview()
{
    if (!preview->isVisibleTo(q))
        return;
    const QModelIndexList rows = view->selectionModel()->selectedRows();
    if (rows.size() == 1) {
        preview->showFile(model->file(rows.first()));
    } else if (rows.isEmpty()) {
        preview->showFile(nullptr);
    } else {
        qint64 bytes = 0;
        for (const FileInfo &file : selected())
            bytes += file.isDirectory() ? 0 : file.size;
        preview->showSummary(tr("%Ln items are selected.", nullptr, int(rows.size())), bytes > 0 ? tr("Their files have %1.").arg(Format::size(bytes)) : QString());
    }
}

void FilesDocument::Private::arrangePreview()
{
    // The preview needs room beside a list that can still be read, unless somebody wants it all the same.
    const bool room = q->width() >= Metrics::scaled(800);
    const bool show = previewWanted && (room || previewAsked);
    QAction *toggle = q->action(u"files.preview"_s);
    const QSignalBlocker block(toggle);
    toggle->setChecked(show);
    if (preview->isVisibleTo(q) != show) {
        preview->setVisible(show);
        updatePreview();
    }
}

void FilesDocument::Private::updatePrepared()
{
    QHash<QString, QString> usable;
    for (auto it = ready.begin(); it != ready.end();) {
        const QModelIndex index = model->indexOf(it.key());
        const FileInfo *file = model->file(index);
        if (file && (file->size != it->size || file->modifiedAt != it->modified)) {
            it = ready.erase(it);
            continue;
        }
        usable.insert(it.key(), it->localPath);
        ++it;
    }
    model->setPreparedFiles(usable);
}

QAction *FilesDocument::Private::add(const char *id, const QString &text, const QString &icon, const QList<QKeySequence> &keys, std::function<void()> run)
{
    auto *made = new QAction(text, q);
    made->setObjectName(QLatin1StringView(id));
    if (!icon.isEmpty())
        made->setIcon(Icons::icon(icon));
    made->setShortcuts(keys);
    made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(made, &QAction::triggered, q, [run] { run(); });
    q->addAction(made);
    actions.append(made);
    refreshActionToolTip(made);
    return made;
}

void FilesDocument::Private::makeActions()
{
    add("files.back", tr("Back"), u"arrow-left"_s, { QKeySequence(Qt::ALT | Qt::Key_Left) }, [this] {
        if (backStack.isEmpty())
            return;
        forwardStack.append(folder);
        showFolder(backStack.takeLast(), false);
    });
    add("files.forward", tr("Forward"), u"arrow-right"_s, { QKeySequence(Qt::ALT | Qt::Key_Right) }, [this] {
        if (forwardStack.isEmpty())
            return;
        backStack.append(folder);
        showFolder(forwardStack.takeLast(), false);
    });
    add("files.up", tr("Up to the parent folder"), u"arrow-up"_s, { QKeySequence(Qt::ALT | Qt::Key_Up) }, [this] { q->openFolder(RemotePath::parent(folder), folder); });
    add("files.refresh", tr("Refresh"), u"refresh-cw"_s, { QKeySequence(Qt::Key_F5) }, [this] { refresh(); });
    QAction *uploadAction = add("files.upload", tr("Upload"), u"upload"_s, { QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_U) }, [this] { upload(false); });
    uploadAction->setProperty("wbShowText", true);
    uploadMenu = new QMenu(q);
    uploadMenu->addAction(tr("Files…"), q, [this] { upload(false); });
    uploadMenu->addAction(tr("Folder…"), q, [this] { upload(true); });
    uploadAction->setMenu(uploadMenu);
    add("files.download", tr("Download"), u"download"_s, { QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D) }, [this] { download(); })->setProperty("wbShowText", true);
    add("files.newFile", tr("New file…"), u"file-plus"_s, {}, [this] { newEntry(false); });
    add("files.newFolder", tr("New folder…"), u"folder-plus"_s, { QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N) }, [this] { newEntry(true); });
    add("files.rename", tr("Rename"), u"pencil"_s, { QKeySequence(Qt::Key_F2) }, [this] {
        const QModelIndexList rows = view->selectionModel()->selectedRows();
        if (rows.size() == 1 && model->flags(rows.first()).testFlag(Qt::ItemIsEditable))
            view->edit(rows.first());
    });
    add("files.cut", tr("Cut"), {}, { QKeySequence(QKeySequence::Cut) }, [this] { copyToClipboard(true); });
    add("files.copy", tr("Copy"), u"copy"_s, { QKeySequence(QKeySequence::Copy) }, [this] { copyToClipboard(false); });
    add("files.paste", tr("Paste"), u"clipboard-paste"_s, { QKeySequence(QKeySequence::Paste) }, [this] { paste(); });
    add("files.delete", tr("Delete"), u"trash"_s, { QKeySequence(Qt::Key_Delete) }, [this] { q->deleteSelected(); });
    add("files.terminal", tr("Terminal here"), u"square-terminal"_s, {}, [this] { Q_EMIT q->terminalRequested(sandboxId, folder); })->setProperty("wbShowText", true);
    QAction *previewAction = add("files.preview", tr("Preview"), u"eye"_s, { QKeySequence(Qt::Key_F11 | Qt::ALT) }, [] {});
    previewAction->setProperty("wbShowText", true);
    previewAction->setCheckable(true);
    previewAction->setChecked(true);
    connect(previewAction, &QAction::toggled, q, [this](bool on) {
        previewWanted = on;
        previewAsked = on;
        arrangePreview();
    });
    // Enter is the list's own key: as a shortcut it would be taken from the fields.
    add("files.open", tr("Open"), {}, {}, [this] { open(view->currentIndex()); });
    add("files.path", tr("Type a path"), {}, { QKeySequence(Qt::CTRL | Qt::Key_L) }, [this] { path->edit(); });
    add("files.filter", tr("Filter"), {}, { QKeySequence(Qt::Key_Slash), QKeySequence(QKeySequence::Find) }, [this] {
        filter->setFocus(Qt::ShortcutFocusReason);
        filter->selectAll();
    });
    add("files.bookmark", tr("Bookmark this folder"), {}, { QKeySequence(Qt::CTRL | Qt::Key_D) }, [this] { workspace->setBookmarked(folder, !workspace->bookmarks().contains(folder)); });
    add("files.copyPath", tr("Copy path"), {}, { QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C) }, [this] {
        const QStringList paths = q->selectedPaths();
        QApplication::clipboard()->setText(paths.isEmpty() ? folder : paths.join(u'\n'));
    });
    add("files.prepareDrag", tr("Prepare for dragging out"), {}, {}, [this] { prepareForDrag(); });
    add("files.readCode", tr("Insert read code in notebook"), {}, {}, [this] {
        const QStringList paths = q->selectedPaths();
        if (paths.size() == 1)
            Q_EMIT q->readCodeRequested(sandboxId, paths.first());
    });
    add("files.compare", tr("Mark changes from now on"), {}, {}, [this] {
        if (controller)
            controller->startComparison();
    });
}

QAction *FilesDocument::action(const QString &id) const
{
    for (QAction *action : d->actions) {
        if (action->objectName() == id)
            return action;
    }
    return nullptr;
}

void FilesDocument::setOffers(bool terminal, bool readCode)
{
    action(u"files.terminal"_s)->setVisible(terminal);
    action(u"files.readCode"_s)->setVisible(readCode);
    d->preview->setOffersCode(readCode);
}

QList<QAction *> FilesDocument::toolbarActions() const
{
    QList<QAction *> result;
    for (const auto &id : { u"files.back"_s, u"files.forward"_s, u"files.up"_s, u"files.refresh"_s, QString(), u"files.upload"_s, u"files.download"_s, u"files.newFile"_s,
                            u"files.newFolder"_s, QString(), u"files.rename"_s, u"files.copy"_s, u"files.paste"_s, u"files.delete"_s, QString(), u"files.terminal"_s, u"files.preview"_s }) {
        QAction *made = id.isEmpty() ? nullptr : action(id);
        if (!made || made->isVisible())
            result.append(made);
    }
    return result;
}

void FilesDocument::Private::updateActions()
{
    const QList<FileInfo> files = selected();
    QString refusal;
    for (const FileInfo &file : files) {
        if (refusal.isEmpty())
            refusal = RemotePath::refusal(file.path);
    }
    const QString here = RemotePath::refusal(folder);
    const QString away = controller ? QString() : tr("The sandbox is not connected.");
    const QString none = tr("Nothing is selected.");
    const auto set = [this](const char *id, const QString &reason) {
        QAction *at = q->action(QLatin1StringView(id));
        at->setEnabled(reason.isEmpty());
        // The reason stands in the tooltip, with the name.
        at->setProperty("wbReason", reason);
        refreshActionToolTip(at);
        if (!reason.isEmpty())
            at->setToolTip(at->text() + u'\n' + reason);
    };
    const auto first = [](std::initializer_list<QString> reasons) {
        for (const QString &reason : reasons) {
            if (!reason.isEmpty())
                return reason;
        }
        return QString();
    };
    const QString any = files.isEmpty() ? none : QString();
    const QString one = files.size() == 1 ? QString() : files.isEmpty() ? none : tr("Select one file only.");
    QString odd;
    for (const FileInfo &file : files) {
        if (file.type == FileInfo::Type::Other)
            odd = tr("Pipes, sockets and devices cannot be downloaded.");
    }
    set("files.back", backStack.isEmpty() ? tr("This is the first folder.") : QString());
    set("files.forward", forwardStack.isEmpty() ? tr("This is the latest folder.") : QString());
    set("files.up", folder == "/"_L1 ? tr("This is the topmost folder.") : QString());
    set("files.upload", first({ away, here }));
    set("files.newFile", first({ away, here }));
    set("files.newFolder", first({ away, here }));
    set("files.download", first({ away, any, refusal, odd }));
    set("files.rename", first({ away, one, refusal }));
    set("files.cut", first({ away, any, refusal }));
    set("files.copy", first({ away, any, refusal }));
    set("files.delete", first({ away, any, refusal }));
    set("files.prepareDrag", first({ away, any, refusal, odd }));
    set("files.readCode", first({ away, one, refusal, files.size() == 1 && files.first().type != FileInfo::Type::File ? tr("Only files can be read.") : QString() }));
    const QMimeData *clip = QApplication::clipboard()->mimeData();
    const bool pastable = clip && (clip->hasFormat(PathsMimeType) || std::ranges::any_of(clip->urls(), &QUrl::isLocalFile));
    set("files.paste", first({ away, here, pastable ? QString() : tr("The clipboard holds no files.") }));
    set("files.terminal", away);
    set("files.compare", away);
}

void FilesDocument::Private::open(const QModelIndex &index)
{
    const FileInfo *file = model->file(index);
    if (!file)
        return;
    if (const QString reason = RemotePath::refusal(file->path); !reason.isEmpty()) {
        Q_EMIT q->notice(reason);
        return;
    }
    switch (file->type) {
    case FileInfo::Type::Directory: q->openFolder(file->path); break;
    case FileInfo::Type::Symlink: openLink(*file); break;
    case FileInfo::Type::File: Q_EMIT q->fileActivated(sandboxId, file->path); break;
    case FileInfo::Type::Other: Q_EMIT q->notice(tr("%1 is a pipe, a socket or a device. There is nothing to open.").arg(RemotePath::name(file->path))); break;
    }
}

void FilesDocument::Private::openLink(const FileInfo &link)
{
    const auto *target = controller ? controller->linkTarget(link.path) : nullptr;
    if (target && target->exists) {
        if (target->isFolder)
            q->openFolder(target->path);
        else
            Q_EMIT q->fileActivated(sandboxId, target->path);
        return;
    }
    linkToOpen = link.path;
    if (controller)
        controller->resolveLink(link.path);
}

void FilesDocument::deleteSelected()
{
    const QList<FileInfo> files = d->selected();
    if (files.isEmpty() || !d->controller)
        return;
    const int folders = int(std::ranges::count_if(files, &FileInfo::isDirectory));
    QString text = files.size() == 1 ? tr("Delete %1?").arg(FileModel::visibleName(RemotePath::name(files.first().path))) : tr("Delete %Ln items?", nullptr, int(files.size()));
    if (folders > 0)
        text += u' ' + tr("%Ln folders go with everything in them.", nullptr, folders);
    text += u' ' + tr("This cannot be undone.");
    Banner::Message message;
    message.meaning = Meaning::Warn;
    message.icon = u"trash"_s;
    message.text = text;
    message.buttons = { { tr("Keep"), {}, [this] {
                             d->banner->clearMessage(deleteMessage());
                             d->view->setFocus();
                         } },
                        { files.size() == 1 ? tr("Delete") : tr("Delete %L1").arg(files.size()), u"trash"_s, [this, files] {
                             d->banner->clearMessage(deleteMessage());
                             d->view->setFocus();
                             d->controller->remove(files);
                         } } };
    d->banner->setMessage(deleteMessage(), message);
    // The safe answer has the focus: Enter keeps, Tab and Enter deletes.
    const QList<QAbstractButton *> buttons = d->banner->findChildren<QAbstractButton *>();
    for (QAbstractButton *button : buttons) {
        if (button->text() == tr("Keep"))
            button->setFocus(Qt::ShortcutFocusReason);
    }
}

void FilesDocument::Private::upload(bool folders)
{
    askWhatToUpload(q, folder, folders, [this, to = folder](const QStringList &paths) {
        if (controller)
            workspace->transfers()->upload(controller->source(), paths, to);
    });
}

void FilesDocument::Private::download()
{
    const QList<FileInfo> files = selected();
    if (files.isEmpty() || !controller)
        return;
    const QString start = QStandardPaths::writableLocation(QStandardPaths::DownloadLocation);
    if (files.size() == 1 && files.first().type == FileInfo::Type::File) {
        const FileInfo file = files.first();
        auto *dialog = new QFileDialog(q, tr("Download %1").arg(RemotePath::name(file.path)), start);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->selectFile(RemotePath::localName(RemotePath::name(file.path)));
        connect(dialog, &QFileDialog::fileSelected, q, [this, file](const QString &local) {
            if (controller)
                workspace->transfers()->downloadAs(controller->source(), file, local);
        });
        dialog->open();
        return;
    }
    auto *dialog = new QFileDialog(q, tr("Download %Ln items to a folder", nullptr, int(files.size())), start);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setLabelText(QFileDialog::Accept, tr("Download here"));
    connect(dialog, &QFileDialog::fileSelected, q, [this, files](const QString &local) {
        if (controller)
            workspace->transfers()->download(controller->source(), files, local);
    });
    dialog->open();
}

void FilesDocument::Private::prepareForDrag()
{
    const QList<FileInfo> files = selected();
    if (files.isEmpty() || !controller)
        return;
    dragFolder = std::make_unique<QTemporaryDir>();
    if (!dragFolder->isValid()) {
        Q_EMIT q->notice(tr("There is no place to prepare the files: %1").arg(dragFolder->errorString()));
        return;
    }
    ready.clear();
    preparing.clear();
    const QList<quint64> ids = workspace->transfers()->download(controller->source(), files, dragFolder->path());
    for (qsizetype i = 0; i < ids.size(); ++i)
        preparing.insert(ids[i], files[i]);
    Q_EMIT q->notice(tr("Downloading %Ln items. They can be dragged out when that is done.", nullptr, int(files.size())));
}

void FilesDocument::Private::copyToClipboard(bool cut)
{
    QMimeData *mime = model->mimeData(view->selectionModel()->selectedRows());
    if (!mime)
        return;
    DraggedPaths dragged = DraggedPaths::fromBytes(mime->data(PathsMimeType));
    dragged.cut = cut;
    mime->setData(PathsMimeType, dragged.toBytes());
    QApplication::clipboard()->setMimeData(mime);
    Q_EMIT q->notice(cut ? tr("Cut %Ln items. Paste them into another folder to move them.", nullptr, int(dragged.paths.size()))
                         : tr("Copied %Ln items.", nullptr, int(dragged.paths.size())));
}

void FilesDocument::Private::paste()
{
    const QMimeData *mime = QApplication::clipboard()->mimeData();
    if (!mime || !controller)
        return;
    if (mime->hasFormat(PathsMimeType)) {
        const DraggedPaths dragged = DraggedPaths::fromBytes(mime->data(PathsMimeType));
        if (dragged.cut)
            QApplication::clipboard()->clear();
        takeDragged(dragged, folder, !dragged.cut);
        return;
    }
    QStringList paths;
    for (const QUrl &url : mime->urls()) {
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    }
    if (!paths.isEmpty())
        workspace->transfers()->upload(controller->source(), paths, folder);
}

void FilesDocument::Private::takeDragged(const DraggedPaths &dragged, const QString &to, bool copy)
{
    if (!controller || dragged.paths.isEmpty())
        return;
    if (dragged.sandboxId == sandboxId && !copy) {
        controller->move(dragged.paths, to);
        return;
    }
    FilesController *other = workspace->controller(dragged.sandboxId);
    if (!other) {
        Q_EMIT q->notice(tr("The sandbox these files are in is not connected."));
        return;
    }
    QList<FileInfo> files;
    for (const QString &source : dragged.paths) {
        if (RemotePath::isInside(to, source) && dragged.sandboxId == sandboxId && other->entry(source) && other->entry(source)->isDirectory()) {
            Q_EMIT q->notice(tr("%1 cannot be copied into itself.").arg(RemotePath::name(source)));
            continue;
        }
        if (const FileInfo *file = other->entry(source))
            files.append(*file);
    }
    if (!files.isEmpty())
        workspace->transfers()->copy(other->source(), files, controller->source(), to);
    if (dragged.cut && dragged.sandboxId != sandboxId)
        Q_EMIT q->notice(tr("Copied between sandboxes. The originals stay where they are."));
}

void FilesDocument::Private::newEntry(bool isFolder)
{
    if (!controller)
        return;
    const auto taken = [this](const QString &name) { return controller->entry(RemotePath::join(folder, name)) != nullptr; };
    QString name = isFolder ? tr("new-folder") : tr("new-file.txt");
    if (taken(name))
        name = RemotePath::freeName(name, taken);
    const QString made = RemotePath::join(folder, name);
    // It gets a name that is free, and is at once ready for another.
    const auto connection = std::make_shared<QMetaObject::Connection>();
    *connection = connect(model, &FileModel::stateChanged, q, [this, made, connection] {
        const QModelIndex index = model->indexOf(made);
        if (!index.isValid())
            return;
        QObject::disconnect(*connection);
        q->select({ made });
        view->setFocus();
        view->edit(index);
    });
    if (isFolder)
        controller->createFolder(made);
    else
        controller->createFile(made);
}

void FilesDocument::Private::showMenu(const QPoint &at)
{
    auto *menu = new QMenu(q);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto put = [&](const char *id) { menu->addAction(q->action(QLatin1StringView(id))); };
    const bool onRow = view->indexAt(at).isValid() && !selected().isEmpty();
    if (onRow) {
        put("files.open");
        put("files.download");
        put("files.prepareDrag");
        menu->addSeparator();
        put("files.rename");
        put("files.cut");
        put("files.copy");
        put("files.paste");
        put("files.copyPath");
        menu->addSeparator();
        put("files.newFile");
        put("files.newFolder");
        menu->addSeparator();
        const QList<FileInfo> files = selected();
        if (files.size() == 1 && controller && RemotePath::refusal(files.first().path).isEmpty() && files.first().type != FileInfo::Type::Symlink) {
            QMenu *modes = menu->addMenu(tr("Permissions"));
            const FileInfo file = files.first();
            const QList<int> choices = file.isDirectory() ? QList<int> { 755, 775, 700, 777, 555 } : QList<int> { 644, 600, 664, 755, 700, 444 };
            for (const int mode : choices) {
                QAction *choice = modes->addAction(u"%1   %2"_s.arg(mode).arg(Format::mode(file.type, mode)));
                choice->setCheckable(true);
                choice->setChecked(file.mode == mode);
                connect(choice, &QAction::triggered, q, [this, file, mode] { controller->setMode(file.path, mode); });
            }
        }
        put("files.readCode");
        put("files.terminal");
        menu->addSeparator();
        put("files.delete");
    } else {
        put("files.newFile");
        put("files.newFolder");
        menu->addMenu(uploadMenu)->setText(tr("Upload"));
        put("files.paste");
        menu->addSeparator();
        put("files.refresh");
        put("files.compare");
        put("files.bookmark");
        put("files.terminal");
    }
    menu->popup(view->viewport()->mapToGlobal(at));
}

void FilesDocument::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    d->arrangePreview();
}

void FilesDocument::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (d->controller && d->model->totalCount() <= LookAgainRows)
        d->controller->list(d->folder);
}

} // namespace Files

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "foldermodel.h"

#include "filemodel.h"
#include "remotepath.h"

#include <theme/icons.h>

#include <QMimeData>

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;
using OpenSandbox::FileInfo;

namespace Files {

struct FolderModel::Node
{
    QString path;
    QString name;
    Node *parent = nullptr;
    int row = 0;
    quint64 serial = 0; ///< Of the listing that the children come from.
    std::vector<std::unique_ptr<Node>> children;
};

namespace {

/// Where work is done stands before the system's own folders.
int importance(const QString &path)
{
    static const QStringList first { u"/workspace"_s, u"/home"_s, u"/tmp"_s };
    const qsizetype place = first.indexOf(path);
    return place < 0 ? int(first.size()) : int(place);
}

bool before(const QString &a, const QString &b)
{
    const int x = importance(a);
    const int y = importance(b);
    if (x != y)
        return x < y;
    const QString left = FileModel::comparisonKey(RemotePath::name(a));
    const QString right = FileModel::comparisonKey(RemotePath::name(b));
    return left != right ? left < right : a < b;
}

} // namespace

FolderModel::FolderModel(QObject *parent) : QAbstractItemModel(parent), m_root(std::make_unique<Node>())
{
    m_root->path = u"/"_s;
}

FolderModel::~FolderModel() = default;

void FolderModel::setController(FilesController *controller)
{
    if (m_controller == controller)
        return;
    if (m_controller)
        m_controller->disconnect(this);
    beginResetModel();
    m_controller = controller;
    m_root->children.clear();
    m_root->serial = 0;
    endResetModel();
    if (!m_controller)
        return;
    connect(m_controller, &FilesController::listingChanged, this, &FolderModel::update);
    connect(m_controller, &QObject::destroyed, this, [this] {
        beginResetModel();
        m_controller = nullptr;
        m_root->children.clear();
        endResetModel();
    });
    update(m_root->path);
}

FolderModel::Node *FolderModel::node(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Node *>(index.internalPointer()) : m_root.get();
}

FolderModel::Node *FolderModel::find(const QString &path) const
{
    Node *at = m_root.get();
    for (const QString &name : RemotePath::segments(path)) {
        const auto it = std::ranges::find_if(at->children, [&](const auto &child) { return child->name == name; });
        if (it == at->children.end())
            return nullptr;
        at = it->get();
    }
    return at;
}

QModelIndex FolderModel::indexOf(const QString &path) const
{
    Node *found = find(path);
    return found && found != m_root.get() ? createIndex(found->row, 0, found) : QModelIndex();
}

QString FolderModel::path(const QModelIndex &index) const
{
    return node(index)->path;
}

void FolderModel::collapsed(const QModelIndex &index)
{
    if (m_controller && index.isValid())
        m_controller->drop(node(index)->path);
}

void FolderModel::update(const QString &folder)
{
    Node *at = find(folder);
    const Listing *known = m_controller ? m_controller->listing(folder) : nullptr;
    if (!at || !known)
        return;
    const QModelIndex parent = at == m_root.get() ? QModelIndex() : createIndex(at->row, 0, at);
    if (parent.isValid())
        Q_EMIT dataChanged(parent, parent);
    if (!known->isKnown() || known->serial == at->serial)
        return;
    at->serial = known->serial;

    QStringList wanted;
    for (const FileInfo &file : known->entries) {
        if (file.isDirectory())
            wanted.append(file.path);
    }
    std::ranges::sort(wanted, before);

    const auto renumber = [at](std::size_t from) {
        for (std::size_t i = from; i < at->children.size(); ++i)
            at->children[i]->row = int(i);
    };
    for (std::size_t i = at->children.size(); i-- > 0;) {
        if (std::ranges::binary_search(wanted, at->children[i]->path, before))
            continue;
        beginRemoveRows(parent, int(i), int(i));
        at->children.erase(at->children.begin() + qsizetype(i));
        renumber(i);
        endRemoveRows();
    }
    // Both are in the same order now, and `wanted` only has more.
    for (std::size_t i = 0; i < std::size_t(wanted.size());) {
        const auto isThere = [&](std::size_t place, qsizetype want) { return place < at->children.size() && at->children[place]->path == wanted[want]; };
        if (isThere(i, qsizetype(i))) {
            ++i;
            continue;
        }
        std::size_t last = i;
        while (last + 1 < std::size_t(wanted.size()) && !isThere(i, qsizetype(last + 1)))
            ++last;
        std::vector<std::unique_ptr<Node>> fresh;
        for (std::size_t want = i; want <= last; ++want) {
            auto child = std::make_unique<Node>();
            child->path = wanted[qsizetype(want)];
            child->name = RemotePath::name(child->path);
            child->parent = at;
            fresh.push_back(std::move(child));
        }
        beginInsertRows(parent, int(i), int(last));
        at->children.insert(at->children.begin() + qsizetype(i), std::make_move_iterator(fresh.begin()), std::make_move_iterator(fresh.end()));
        renumber(i);
        endInsertRows();
        i = last + 1;
    }
}

QModelIndex FolderModel::index(int row, int column, const QModelIndex &parent) const
{
    const Node *at = node(parent);
    if (column != 0 || row < 0 || std::size_t(row) >= at->children.size())
        return {};
    return createIndex(row, 0, at->children[std::size_t(row)].get());
}

QModelIndex FolderModel::parent(const QModelIndex &child) const
{
    Node *up = child.isValid() ? node(child)->parent : nullptr;
    return up && up != m_root.get() ? createIndex(up->row, 0, up) : QModelIndex();
}

int FolderModel::rowCount(const QModelIndex &parent) const
{
    return int(node(parent)->children.size());
}

int FolderModel::columnCount(const QModelIndex &) const
{
    return 1;
}

bool FolderModel::hasChildren(const QModelIndex &parent) const
{
    const Node *at = node(parent);
    if (!at->children.empty())
        return true;
    if (!m_controller || !RemotePath::refusal(at->path).isEmpty())
        return false;
    const Listing *known = m_controller->listing(at->path);
    return !known || !known->isKnown();
}

bool FolderModel::canFetchMore(const QModelIndex &parent) const
{
    const Node *at = node(parent);
    if (!m_controller || !RemotePath::refusal(at->path).isEmpty())
        return false;
    const Listing *known = m_controller->listing(at->path);
    return !known || (!known->isKnown() && !known->loading && !known->error);
}

void FolderModel::fetchMore(const QModelIndex &parent)
{
    if (canFetchMore(parent))
        m_controller->list(node(parent)->path);
}

QVariant FolderModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Node *at = node(index);
    const Listing *known = m_controller ? m_controller->listing(at->path) : nullptr;
    switch (role) {
    case Qt::DisplayRole: return FileModel::visibleName(at->name);
    case Qt::DecorationRole:
        if (known && known->error)
            return Icons::icon(u"triangle-alert"_s, Icons::Role::Warn);
        return Icons::icon(u"folder"_s, Icons::Role::Hint);
    case Qt::ToolTipRole:
        if (const QString reason = RemotePath::refusal(at->path); !reason.isEmpty())
            return QString(at->path + u'\n' + reason);
        if (known && known->error)
            return QString(at->path + u'\n' + FilesController::explain(*known->error));
        return at->path;
    case PathRole: return at->path;
    case LoadingRole: return known && known->loading;
    case ErrorRole: return known && known->error ? FilesController::explain(*known->error) : QString();
    case RefusalRole: return RemotePath::refusal(at->path);
    }
    return {};
}

Qt::ItemFlags FolderModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled;
    if (RemotePath::refusal(node(index)->path).isEmpty())
        flags |= Qt::ItemIsDragEnabled | Qt::ItemIsDropEnabled;
    return flags;
}

QStringList FolderModel::mimeTypes() const
{
    return { PathsMimeType, u"text/uri-list"_s };
}

QMimeData *FolderModel::mimeData(const QModelIndexList &indexes) const
{
    DraggedPaths dragged { .sandboxId = m_controller ? m_controller->source().sandboxId : QString(), .paths = {}, .cut = false };
    for (const QModelIndex &index : indexes)
        dragged.paths.append(path(index));
    auto *mime = new QMimeData;
    mime->setData(PathsMimeType, dragged.toBytes());
    mime->setText(dragged.paths.join(u'\n'));
    return mime;
}

} // namespace Files

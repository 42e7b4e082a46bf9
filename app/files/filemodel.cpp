// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filemodel.h"

#include "remotepath.h"

#include <theme/fonts.h>
#include <theme/icons.h>

#include <QFutureWatcher>
#include <QMimeData>
#include <QPromise>
#include <QRegularExpression>
#include <QThreadPool>
#include <QUrl>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;
using OpenSandbox::FileInfo;

namespace Files {
namespace {

/// Up to so many rows are made ready at once; more in another thread, after the first ones are shown.
constexpr qsizetype AtOnce = 2'000;
constexpr qsizetype FirstRows = 1'000;
/// More separate changes than this are cheaper as one replacement.
constexpr int RunsAtMost = 300;

/// Digits count as numbers: "part-9" before "part-10".
bool naturallyLess(const QString &a, const QString &b)
{
    const QChar *x = a.constData();
    const QChar *const xEnd = x + a.size();
    const QChar *y = b.constData();
    const QChar *const yEnd = y + b.size();
    const auto isDigit = [](QChar c) { return c >= u'0' && c <= u'9'; };
    while (x != xEnd && y != yEnd) {
        if (isDigit(*x) && isDigit(*y)) {
            while (x != xEnd && *x == u'0')
                ++x;
            while (y != yEnd && *y == u'0')
                ++y;
            const QChar *const xDigits = x;
            const QChar *const yDigits = y;
            while (x != xEnd && isDigit(*x))
                ++x;
            while (y != yEnd && isDigit(*y))
                ++y;
            const auto xLength = x - xDigits;
            const auto yLength = y - yDigits;
            if (xLength != yLength)
                return xLength < yLength;
            for (qsizetype i = 0; i < xLength; ++i) {
                if (xDigits[i] != yDigits[i])
                    return xDigits[i] < yDigits[i];
            }
            continue;
        }
        if (*x != *y)
            return *x < *y;
        ++x;
        ++y;
    }
    return x == xEnd && y != yEnd;
}

} // namespace

struct FileModel::Row
{
    FileInfo info;
    QString name;
    QString key;
    qint64 modified = 0;
    int typeRank = 0;
    bool folder = false;
};

struct FileModel::Prepared
{
    QString folder;
    std::vector<Row> rows;
    QHash<QString, int> places;
};

FileModel::FileModel(QObject *parent) : QAbstractTableModel(parent), m_rows(std::make_shared<Prepared>())
{
}

FileModel::~FileModel() = default;

QString FileModel::comparisonKey(const QString &name)
{
    const bool ascii = std::ranges::all_of(name, [](QChar c) { return c.unicode() < 0x80; });
    if (ascii)
        return name.toLower();
    const QString apart = name.normalized(QString::NormalizationForm_KD).toCaseFolded();
    QString key;
    key.reserve(apart.size());
    for (const QChar c : apart) {
        if (c.category() != QChar::Mark_NonSpacing)
            key.append(c);
    }
    return key;
}

QString FileModel::visibleName(const QString &name)
{
    QString text;
    text.reserve(name.size());
    qsizetype first = 0;
    while (first < name.size() && name[first] == u' ')
        ++first;
    qsizetype last = name.size();
    while (last > first && name[last - 1] == u' ')
        --last;
    for (qsizetype i = 0; i < name.size(); ++i) {
        const char16_t c = name[i].unicode();
        if (c < 0x20)
            text.append(QChar(0x2400 + c));
        else if (c == 0x7F)
            text.append(QChar(0x2421));
        else if (c == u' ' && (i < first || i >= last))
            text.append(QChar(0x2423));
        else if ((c >= 0x200E && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069))
            text.append(u"[U+%1]"_s.arg(QString::number(c, 16).toUpper()));
        else
            text.append(name[i]);
    }
    return text;
}

std::shared_ptr<FileModel::Prepared> FileModel::prepare(const QString &folder, const QList<FileInfo> &entries)
{
    auto prepared = std::make_shared<Prepared>();
    prepared->folder = folder;
    std::vector<Row> rows;
    rows.reserve(std::size_t(entries.size()));
    QHash<QString, int> types;
    for (const FileInfo &file : entries) {
        Row row { .info = file, .name = RemotePath::name(file.path), .key = {}, .modified = file.modifiedAt ? file.modifiedAt->toMSecsSinceEpoch() : 0,
                  .typeRank = 0, .folder = file.isDirectory() };
        row.key = comparisonKey(row.name);
        const QString type = Format::type(file);
        row.typeRank = types.value(type, -1);
        if (row.typeRank < 0) {
            row.typeRank = int(types.size());
            types.insert(type, row.typeRank);
        }
        rows.push_back(std::move(row));
    }
    // The ranks of types follow their words.
    QStringList words = types.keys();
    std::ranges::sort(words, [](const QString &a, const QString &b) { return a.localeAwareCompare(b) < 0; });
    std::vector<int> ranks(std::size_t(types.size()));
    for (qsizetype i = 0; i < words.size(); ++i)
        ranks[std::size_t(types.value(words[i]))] = int(i);

    std::vector<int> order(rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&rows](int a, int b) {
        const Row &x = rows[std::size_t(a)];
        const Row &y = rows[std::size_t(b)];
        if (naturallyLess(x.key, y.key))
            return true;
        if (naturallyLess(y.key, x.key))
            return false;
        return x.name < y.name;
    });
    prepared->rows.reserve(rows.size());
    prepared->places.reserve(qsizetype(rows.size()));
    for (const int from : order) {
        Row &row = rows[std::size_t(from)];
        row.typeRank = ranks[std::size_t(row.typeRank)];
        prepared->places.insert(row.info.path, int(prepared->rows.size()));
        prepared->rows.push_back(std::move(row));
    }
    return prepared;
}

void FileModel::setController(FilesController *controller)
{
    if (m_controller == controller)
        return;
    if (m_controller)
        m_controller->disconnect(this);
    m_controller = controller;
    m_shown = 0;
    ++m_generation;
    if (m_controller) {
        connect(m_controller, &FilesController::listingChanged, this, [this](const QString &folder) {
            if (folder == m_folder)
                take();
        });
        connect(m_controller, &FilesController::comparisonChanged, this, [this] {
            if (!m_visible.empty())
                Q_EMIT dataChanged(index(0, Name), index(int(m_visible.size()) - 1, Name));
            Q_EMIT stateChanged();
        });
        connect(m_controller, &QObject::destroyed, this, [this] { m_controller = nullptr; });
    }
    beginResetModel();
    m_rows = std::make_shared<Prepared>();
    m_visible.clear();
    endResetModel();
    if (!m_folder.isEmpty() && m_controller)
        setFolder(m_folder);
}

void FileModel::setFolder(const QString &folder)
{
    if (m_folder != folder || m_rows->folder != folder) {
        m_folder = folder;
        m_shown = 0;
        ++m_generation;
        beginResetModel();
        m_rows = std::make_shared<Prepared>();
        m_rows->folder = folder;
        m_visible.clear();
        endResetModel();
    }
    take();
}

void FileModel::take()
{
    const Listing *known = m_controller ? m_controller->listing(m_folder) : nullptr;
    if (!known || !known->isKnown()) {
        Q_EMIT stateChanged();
        return;
    }
    if (known->serial == m_shown) {
        // Only the state, or where links lead, is news.
        if (!m_visible.empty())
            Q_EMIT dataChanged(index(0, Name), index(int(m_visible.size()) - 1, Type));
        Q_EMIT stateChanged();
        return;
    }
    const bool first = m_shown == 0;
    m_shown = known->serial;
    const quint64 generation = ++m_generation;
    if (known->entries.size() <= AtOnce) {
        show(prepare(m_folder, known->entries));
        return;
    }
    if (first) {
        show(prepare(m_folder, known->entries.first(FirstRows)));
    }
    const auto promise = std::make_shared<QPromise<std::shared_ptr<Prepared>>>();
    promise->start();
    promise->future().then(this, [this, generation](const std::shared_ptr<Prepared> &rows) {
        if (generation == m_generation)
            show(rows);
    });
    QThreadPool::globalInstance()->start([promise, folder = m_folder, entries = known->entries] {
        promise->addResult(prepare(folder, entries));
        promise->finish();
    });
}

std::vector<int> FileModel::visibleRows(const Prepared &prepared) const
{
    const std::vector<Row> &rows = prepared.rows;
    std::vector<int> visible;
    visible.reserve(rows.size());
    const QString wanted = comparisonKey(m_filter);
    const auto isWild = [](QChar c) { return c == u'*' || c == u'?' || c == u'['; };
    if (wanted.isEmpty()) {
        visible.resize(rows.size());
        std::iota(visible.begin(), visible.end(), 0);
    } else if (std::ranges::none_of(wanted, isWild)) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].key.contains(wanted))
                visible.push_back(int(i));
        }
    } else if (const QString ending = wanted.mid(1); wanted.startsWith(u'*') && std::ranges::none_of(ending, isWild)) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].key.endsWith(ending))
                visible.push_back(int(i));
        }
    } else {
        const auto pattern = QRegularExpression::fromWildcard(wanted, Qt::CaseSensitive);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (pattern.match(rows[i].key).hasMatch())
                visible.push_back(int(i));
        }
    }

    // Folders first whatever the order; equal ones by name, which is what the places are.
    const bool down = m_sortOrder == Qt::DescendingOrder;
    const auto by = [&](auto value) {
        std::ranges::sort(visible, [&rows, value, down](int a, int b) {
            const Row &x = rows[std::size_t(a)];
            const Row &y = rows[std::size_t(b)];
            if (x.folder != y.folder)
                return x.folder;
            const auto left = value(x, a);
            const auto right = value(y, b);
            if (left != right)
                return down ? right < left : left < right;
            return a < b;
        });
    };
    switch (m_sortColumn) {
    case Type: by([](const Row &row, int) { return row.typeRank; }); break;
    case Size: by([](const Row &row, int) { return row.folder ? qint64(0) : row.info.size; }); break;
    case Modified: by([](const Row &row, int) { return row.modified; }); break;
    case Mode: by([](const Row &row, int) { return row.info.mode; }); break;
    default: by([](const Row &, int place) { return place; }); break;
    }
    return visible;
}

void FileModel::show(std::shared_ptr<Prepared> rows)
{
    std::vector<int> visible = visibleRows(*rows);
    if (!replaceGently(rows, visible)) {
        Q_EMIT aboutToReplaceRows();
        beginResetModel();
        m_rows = std::move(rows);
        m_visible = std::move(visible);
        endResetModel();
        Q_EMIT rowsReplaced();
    }
    Q_EMIT stateChanged();
}

bool FileModel::replaceGently(const std::shared_ptr<Prepared> &rows, std::vector<int> &visible)
{
    const bool sameRows = rows == m_rows;
    std::vector<int> placeInView(rows->rows.size(), -1);
    for (std::size_t i = 0; i < visible.size(); ++i)
        placeInView[std::size_t(visible[i])] = int(i);

    // Where each row that is shown now will be; -1: gone.
    std::vector<int> target(m_visible.size(), -1);
    int runs = 0;
    int gone = 0;
    for (std::size_t i = 0; i < m_visible.size(); ++i) {
        const int place = sameRows ? m_visible[i] : rows->places.value(m_rows->rows[std::size_t(m_visible[i])].info.path, -1);
        target[i] = place < 0 ? -1 : placeInView[std::size_t(place)];
        if (target[i] < 0) {
            ++gone;
            if (i == 0 || target[i - 1] >= 0)
                ++runs;
        }
    }
    std::vector<bool> kept(visible.size(), false);
    for (const int to : target) {
        if (to >= 0)
            kept[std::size_t(to)] = true;
    }
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (!kept[i] && (i == 0 || kept[i - 1]))
            ++runs;
    }
    if (runs > RunsAtMost || (gone == int(m_visible.size()) && visible.size() > std::size_t(AtOnce)))
        return false;

    for (int last = int(m_visible.size()) - 1; last >= 0; --last) {
        if (target[std::size_t(last)] >= 0)
            continue;
        int from = last;
        while (from > 0 && target[std::size_t(from - 1)] < 0)
            --from;
        beginRemoveRows({}, from, last);
        m_visible.erase(m_visible.begin() + from, m_visible.begin() + last + 1);
        target.erase(target.begin() + from, target.begin() + last + 1);
        endRemoveRows();
        last = from;
    }

    // What stays may have to change places, for example when it is sorted by time.
    const bool moves = !std::ranges::is_sorted(target);
    int firstChanged = -1;
    int lastChanged = -1;
    if (moves) {
        Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
        std::vector<int> order(target.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::sort(order, [&target](int a, int b) { return target[std::size_t(a)] < target[std::size_t(b)]; });
        std::vector<int> newRow(target.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            newRow[std::size_t(order[i])] = int(i);
        const QModelIndexList before = persistentIndexList();
        QModelIndexList after;
        after.reserve(before.size());
        for (const QModelIndex &index : before)
            after.append(createIndex(newRow[std::size_t(index.row())], index.column()));
        std::ranges::sort(target);
        for (std::size_t i = 0; i < target.size(); ++i)
            m_visible[i] = visible[std::size_t(target[i])];
        m_rows = rows;
        changePersistentIndexList(before, after);
        Q_EMIT layoutChanged({}, VerticalSortHint);
        firstChanged = 0;
        lastChanged = int(m_visible.size()) - 1;
    } else {
        for (std::size_t i = 0; i < target.size(); ++i) {
            const int place = visible[std::size_t(target[i])];
            if (!sameRows) {
                const FileInfo &was = m_rows->rows[std::size_t(m_visible[i])].info;
                const FileInfo &is = rows->rows[std::size_t(place)].info;
                if (was.size != is.size || was.mode != is.mode || was.type != is.type || was.modifiedAt != is.modifiedAt) {
                    firstChanged = firstChanged < 0 ? int(i) : firstChanged;
                    lastChanged = int(i);
                }
            }
        }
        for (std::size_t i = 0; i < target.size(); ++i)
            m_visible[i] = visible[std::size_t(target[i])];
        m_rows = rows;
    }
    if (firstChanged >= 0 && !sameRows)
        Q_EMIT dataChanged(index(firstChanged, 0), index(lastChanged, ColumnCount - 1));

    for (int i = 0; i < int(visible.size()); ++i) {
        if (kept[std::size_t(i)])
            continue;
        int last = i;
        while (last + 1 < int(visible.size()) && !kept[std::size_t(last + 1)])
            ++last;
        beginInsertRows({}, i, last);
        m_visible.insert(m_visible.begin() + i, visible.begin() + i, visible.begin() + last + 1);
        endInsertRows();
        i = last;
    }
    return true;
}

void FileModel::setFilter(const QString &filter)
{
    if (m_filter == filter)
        return;
    m_filter = filter;
    show(m_rows);
}

void FileModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= ColumnCount || (column == m_sortColumn && order == m_sortOrder))
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    show(m_rows);
}

int FileModel::totalCount() const
{
    return int(m_rows->rows.size());
}

int FileModel::hiddenCount() const
{
    return totalCount() - int(m_visible.size());
}

const FileInfo *FileModel::file(const QModelIndex &index) const
{
    if (!index.isValid() || index.model() != this || std::size_t(index.row()) >= m_visible.size())
        return nullptr;
    return &m_rows->rows[std::size_t(m_visible[std::size_t(index.row())])].info;
}

QModelIndex FileModel::indexOf(const QString &path, int column) const
{
    const int place = m_rows->places.value(path, -1);
    if (place < 0)
        return {};
    const auto it = std::ranges::find(m_visible, place);
    return it == m_visible.end() ? QModelIndex() : index(int(it - m_visible.begin()), column);
}

int FileModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_visible.size());
}

int FileModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FileModel::data(const QModelIndex &index, int role) const
{
    const FileInfo *info = file(index);
    if (!info)
        return {};
    const Row &row = m_rows->rows[std::size_t(m_visible[std::size_t(index.row())])];
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case Name: return visibleName(row.name);
        case Type: return Format::type(*info);
        case Size: return info->type == FileInfo::Type::File ? Format::size(info->size) : QString();
        case Modified: return Format::moment(info->modifiedAt.value_or(QDateTime()));
        case Mode: return Format::mode(info->type, info->mode);
        }
        break;
    case Qt::EditRole:
        if (index.column() == Name)
            return row.name;
        break;
    case Qt::ToolTipRole: {
        const QString reason = RemotePath::refusal(info->path);
        if (!reason.isEmpty())
            return QString(info->path + u'\n' + reason);
        if (index.column() == Modified && info->modifiedAt)
            return info->modifiedAt->toUTC().toString(u"yyyy-MM-dd HH:mm:ss 'UTC'"_s);
        if (index.column() == Size && !row.folder)
            return tr("%L1 bytes").arg(info->size);
        if (index.column() == Mode)
            return tr("%1, owner %2, group %3").arg(QString::number(info->mode).rightJustified(3, u'0'), info->owner, info->group);
        if (const auto *target = m_controller ? m_controller->linkTarget(info->path) : nullptr)
            return QString(info->path + u" → "_s + target->path);
        return info->path;
    }
    case Qt::AccessibleTextRole: {
        if (index.column() != Name)
            return data(index, Qt::DisplayRole);
        QStringList parts { row.name, Format::type(*info) };
        if (!row.folder)
            parts.append(Format::size(info->size));
        const Change change = m_controller ? m_controller->change(*info) : Change::None;
        if (change != Change::None)
            parts.append(change == Change::New ? tr("new") : tr("changed"));
        const QString reason = RemotePath::refusal(info->path);
        if (!reason.isEmpty())
            parts.append(reason);
        return parts.join(u", "_s);
    }
    case Qt::TextAlignmentRole:
        return int((index.column() == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::FontRole:
        if (index.column() == Mode)
            return Fonts::output();
        if (index.column() == Size || index.column() == Modified)
            return Fonts::tabular(Fonts::body());
        break;
    case Qt::DecorationRole:
        if (index.column() == Name)
            return Icons::icon(Format::iconName(*info), row.folder ? Icons::Role::Accent : Icons::Role::Hint);
        break;
    case PathRole: return info->path;
    case ChangeRole: return int(m_controller ? m_controller->change(*info) : Change::None);
    case RefusalRole: return RemotePath::refusal(info->path);
    case IconNameRole: return Format::iconName(*info);
    case IsFolderRole: {
        if (info->type != FileInfo::Type::Symlink)
            return row.folder;
        const auto *target = m_controller ? m_controller->linkTarget(info->path) : nullptr;
        return target && target->isFolder;
    }
    case LinkTargetRole:
        if (info->type == FileInfo::Type::Symlink) {
            const auto *target = m_controller ? m_controller->linkTarget(info->path) : nullptr;
            return target ? (target->exists ? target->path : tr("nothing")) : QString();
        }
        break;
    }
    return {};
}

QVariant FileModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Name");
    case Type: return tr("Type");
    case Size: return tr("Size");
    case Modified: return tr("Modified");
    case Mode: return tr("Mode");
    }
    return {};
}

bool FileModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    const FileInfo *info = file(index);
    if (role != Qt::EditRole || index.column() != Name || !info || !m_controller)
        return false;
    // The row takes its new name when the sandbox says so.
    const QString name = value.toString();
    if (name.isEmpty() || name == RemotePath::name(info->path))
        return false;
    m_controller->rename(info->path, name);
    return true;
}

Qt::ItemFlags FileModel::flags(const QModelIndex &index) const
{
    const FileInfo *info = file(index);
    if (!info)
        return Qt::ItemIsDropEnabled;
    Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    if (RemotePath::refusal(info->path).isEmpty()) {
        flags |= Qt::ItemIsDragEnabled;
        if (index.column() == Name)
            flags |= Qt::ItemIsEditable;
        if (info->isDirectory())
            flags |= Qt::ItemIsDropEnabled;
    }
    return flags;
}

QStringList FileModel::mimeTypes() const
{
    return { PathsMimeType, u"text/uri-list"_s };
}

QMimeData *FileModel::mimeData(const QModelIndexList &indexes) const
{
    DraggedPaths dragged { .sandboxId = m_controller ? m_controller->source().sandboxId : QString(), .paths = {}, .cut = false };
    QList<QUrl> urls;
    bool allPrepared = true;
    for (const QModelIndex &index : indexes) {
        const FileInfo *info = file(index);
        if (index.column() != Name || !info || !RemotePath::refusal(info->path).isEmpty())
            continue;
        dragged.paths.append(info->path);
        if (const QString local = m_prepared.value(info->path); !local.isEmpty())
            urls.append(QUrl::fromLocalFile(local));
        else
            allPrepared = false;
    }
    if (dragged.paths.isEmpty())
        return nullptr;
    auto *mime = new QMimeData;
    mime->setData(PathsMimeType, dragged.toBytes());
    mime->setText(dragged.paths.join(u'\n'));
    // Only files that are already here can be given to other programs without waiting.
    if (allPrepared && !urls.isEmpty())
        mime->setUrls(urls);
    return mime;
}

Qt::DropActions FileModel::supportedDragActions() const
{
    return Qt::CopyAction | Qt::MoveAction;
}

QByteArray DraggedPaths::toBytes() const
{
    QByteArray bytes = QUrl::toPercentEncoding(sandboxId) + (cut ? " cut" : " copy");
    for (const QString &path : paths)
        bytes += '\n' + QUrl::toPercentEncoding(path);
    return bytes;
}

DraggedPaths DraggedPaths::fromBytes(const QByteArray &bytes)
{
    DraggedPaths result;
    const QList<QByteArray> lines = bytes.split('\n');
    const QList<QByteArray> head = lines.first().split(' ');
    result.sandboxId = QUrl::fromPercentEncoding(head.first());
    result.cut = head.size() > 1 && head[1] == "cut";
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const QString path = QUrl::fromPercentEncoding(lines[i]);
        if (path.startsWith(u'/'))
            result.paths.append(path);
    }
    return result;
}

} // namespace Files

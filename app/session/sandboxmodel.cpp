// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxmodel.h"

#include "sandboxwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

/// The rows below one connection, in the order of creation.
struct SandboxModel::Group
{
    Connection *connection = nullptr;
    QStringList ids;
};

SandboxModel::SandboxModel(SandboxStore *store, QObject *parent)
    : QAbstractItemModel(parent)
    , m_store(store)
{
    const auto follow = [this](Connection *connection) {
        const auto headChanged = [this, id = connection->id()]() {
            const QModelIndex head = indexOfConnection(id);
            if (head.isValid())
                Q_EMIT dataChanged(head, head.siblingAtColumn(ColumnCount - 1));
        };
        connect(connection, &Connection::stateChanged, this, headChanged);
        connect(connection, &Connection::latencyChanged, this, headChanged);
        connect(connection, &Connection::nameChanged, this, headChanged);
    };
    for (Connection *connection : store->connections()->connections()) {
        m_groups.push_back(std::make_unique<Group>(connection, QStringList()));
        follow(connection);
    }
    for (const SandboxRecord &record : store->records()) {
        if (Group *group = groupOf(record.connectionId))
            group->ids << record.id();
    }
    connect(store->connections(), &ConnectionStore::added, this, [this, follow](Connection *connection) {
        const int row = int(m_groups.size());
        beginInsertRows({}, row, row);
        m_groups.push_back(std::make_unique<Group>(connection, QStringList()));
        endInsertRows();
        follow(connection);
    });
    connect(store->connections(), &ConnectionStore::aboutToRemove, this, [this](Connection *connection) {
        const QModelIndex head = indexOfConnection(connection->id());
        if (!head.isValid())
            return;
        beginRemoveRows({}, head.row(), head.row());
        m_groups.erase(m_groups.begin() + head.row());
        endRemoveRows();
    });
    connect(store, &SandboxStore::added, this, &SandboxModel::insertSandbox);
    connect(store, &SandboxStore::removed, this, &SandboxModel::removeSandbox);
    connect(store, &SandboxStore::changed, this, &SandboxModel::sandboxChanged);
    connect(store, &SandboxStore::metricsAppended, this, [this](const QString &id) {
        const QModelIndex cpu = indexOf(id, CpuColumn);
        if (cpu.isValid()) {
            Q_EMIT dataChanged(cpu, cpu.siblingAtColumn(MemoryColumn));
            // The narrow list draws the sparkline in its only column.
            Q_EMIT dataChanged(cpu.siblingAtColumn(NameColumn), cpu.siblingAtColumn(NameColumn), { Qt::DecorationRole });
        }
    });
}

SandboxModel::~SandboxModel() = default;

SandboxModel::Group *SandboxModel::groupOf(const QString &connectionId) const
{
    for (const auto &group : m_groups) {
        if (group->connection->id() == connectionId)
            return group.get();
    }
    return nullptr;
}

QModelIndex SandboxModel::indexOf(const QString &sandboxId, int column) const
{
    for (const auto &group : m_groups) {
        const qsizetype row = group->ids.indexOf(sandboxId);
        if (row >= 0)
            return createIndex(int(row), column, group.get());
    }
    return {};
}

QModelIndex SandboxModel::indexOfConnection(const QString &connectionId) const
{
    for (size_t i = 0; i < m_groups.size(); ++i) {
        if (m_groups[i]->connection->id() == connectionId)
            return createIndex(int(i), 0, nullptr);
    }
    return {};
}

QModelIndex SandboxModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent))
        return {};
    if (!parent.isValid())
        return createIndex(row, column, nullptr);
    return createIndex(row, column, m_groups[size_t(parent.row())].get());
}

QModelIndex SandboxModel::parent(const QModelIndex &child) const
{
    const auto *group = static_cast<const Group *>(child.internalPointer());
    if (!child.isValid() || !group)
        return {};
    return indexOfConnection(group->connection->id());
}

int SandboxModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_groups.size());
    if (parent.internalPointer() || parent.column() != 0)
        return 0;
    return int(m_groups[size_t(parent.row())]->ids.size());
}

int SandboxModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant SandboxModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const auto *group = static_cast<const Group *>(index.internalPointer());
    if (!group) {
        const Group &head = *m_groups[size_t(index.row())];
        switch (role) {
        case KindRole: return ConnectionRow;
        case IdRole: return head.connection->id();
        case Qt::DisplayRole: return index.column() == NameColumn ? head.connection->name() : QString();
        case Qt::AccessibleTextRole:
            return QStringList { head.connection->name(), head.connection->stateText(), SandboxWords::sandboxes(int(head.ids.size())) }.join(u", "_s);
        case Qt::ToolTipRole: {
            const Problem problem = head.connection->problem();
            return problem ? QVariant(problem.message) : QVariant();
        }
        default: return {};
        }
    }

    const QString id = group->ids.value(index.row());
    const SandboxRecord *record = m_store->find(id);
    if (!record)
        return role == IdRole ? QVariant(id) : QVariant();
    switch (role) {
    case KindRole: return SandboxRow;
    case IdRole: return id;
    case StateIconRole: return SandboxWords::state(*record).icon;
    case StateWordRole: return SandboxWords::state(*record).word;
    case FactRole: return SandboxWords::fact(*record, group->connection->serverNow());
    case Qt::AccessibleTextRole: return SandboxWords::accessible(*record, m_store->remaining(id));
    case Qt::ToolTipRole: {
        QStringList lines { record->name(), id };
        if (!record->info.image.isEmpty())
            lines << record->info.image;
        lines << SandboxWords::expiryTip(*record);
        if (!record->info.state.message.isEmpty())
            lines << record->info.state.message.left(500);
        return lines.join(u'\n');
    }
    case Qt::TextAlignmentRole:
        if (index.column() == ExpiresColumn || index.column() == CpuColumn || index.column() == MemoryColumn)
            return int(Qt::AlignRight | Qt::AlignVCenter);
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::DisplayRole:
    case SortRole:
        break;
    default:
        return {};
    }

    const bool sorting = role == SortRole;
    const MetricsHistory *history = m_store->history(id);
    switch (index.column()) {
    case NameColumn: return record->name();
    case StateColumn: return SandboxWords::state(*record).word;
    case ImageColumn: return SandboxWords::shortImage(record->info.image);
    case ConnectionColumn: return group->connection->name();
    case ExpiresColumn: {
        if (sorting) // Without a limit comes last, what is over after it.
            return !record->isPresent() ? QDateTime::fromMSecsSinceEpoch(Q_INT64_C(8'000'000'000'000)) : record->info.expiresAt.value_or(QDateTime::fromMSecsSinceEpoch(Q_INT64_C(7'000'000'000'000)));
        const auto left = m_store->remaining(id);
        if (left)
            return SandboxWords::remaining(*left);
        return record->isPresent() && !record->info.state.isOver() && !record->info.expiresAt ? tr("no limit") : QString();
    }
    case CpuColumn:
        if (!history || history->isEmpty() || !record->isRunning())
            return sorting ? QVariant(-1.0) : QVariant();
        return sorting ? QVariant(double(history->last().cpuPercent)) : QVariant(tr("%1 %").arg(qRound(history->last().cpuPercent)));
    case MemoryColumn:
        if (!history || history->isEmpty() || !record->isRunning())
            return sorting ? QVariant(-1.0) : QVariant();
        return sorting ? QVariant(double(history->last().memoryMib)) : QVariant(SandboxWords::memory(double(history->last().memoryMib)));
    case MetadataColumn: {
        QStringList pairs;
        for (const auto &[key, value] : record->info.metadata.asKeyValueRange()) {
            if (key != "name"_L1)
                pairs << key + u'=' + value;
        }
        return pairs.join(u' ');
    }
    case AgeColumn: {
        if (!record->info.createdAt)
            return {};
        if (sorting)
            return *record->info.createdAt;
        return SandboxWords::age(std::chrono::seconds(record->info.createdAt->secsTo(group->connection->serverNow())));
    }
    default: return {};
    }
}

QVariant SandboxModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && (section == ExpiresColumn || section == CpuColumn || section == MemoryColumn))
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn: return tr("Name");
    case StateColumn: return tr("State");
    case ImageColumn: return tr("Image");
    case ConnectionColumn: return tr("Connection");
    case ExpiresColumn: return tr("Expires in");
    case CpuColumn: return tr("CPU");
    case MemoryColumn: return tr("Memory");
    case MetadataColumn: return tr("Metadata");
    case AgeColumn: return tr("Age");
    default: return {};
    }
}

void SandboxModel::tick()
{
    for (size_t i = 0; i < m_groups.size(); ++i) {
        const QModelIndex head = createIndex(int(i), 0, nullptr);
        const int rows = rowCount(head);
        if (rows > 0)
            Q_EMIT dataChanged(index(0, ExpiresColumn, head), index(rows - 1, ExpiresColumn, head), { Qt::DisplayRole });
    }
}

void SandboxModel::insertSandbox(const QString &sandboxId)
{
    const SandboxRecord *record = m_store->find(sandboxId);
    Group *group = record ? groupOf(record->connectionId) : nullptr;
    if (!group)
        return;
    const auto place = std::upper_bound(group->ids.cbegin(), group->ids.cend(), record, [this](const SandboxRecord *a, const QString &other) {
        const SandboxRecord *b = m_store->find(other);
        return b && a->info.createdAt < b->info.createdAt;
    });
    const int row = int(place - group->ids.cbegin());
    beginInsertRows(indexOfConnection(group->connection->id()), row, row);
    group->ids.insert(row, sandboxId);
    endInsertRows();
}

void SandboxModel::removeSandbox(const QString &sandboxId)
{
    const QModelIndex index = indexOf(sandboxId);
    if (!index.isValid())
        return;
    auto *group = static_cast<Group *>(index.internalPointer());
    beginRemoveRows(index.parent(), index.row(), index.row());
    group->ids.removeAt(index.row());
    endRemoveRows();
}

void SandboxModel::sandboxChanged(const QString &sandboxId)
{
    const QModelIndex first = indexOf(sandboxId);
    if (first.isValid())
        Q_EMIT dataChanged(first, first.siblingAtColumn(ColumnCount - 1));
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "transfermodel.h"

#include "filemodel.h"

#include <theme/fonts.h>

#include <QDir>

using namespace Qt::StringLiterals;

namespace Files {

TransferModel::TransferModel(TransferQueue *queue, QObject *parent) : QAbstractTableModel(parent), m_queue(queue)
{
    connect(queue, &TransferQueue::aboutToAdd, this, [this](int first, int last) { beginInsertRows({}, first, last); });
    connect(queue, &TransferQueue::added, this, [this] { endInsertRows(); });
    connect(queue, &TransferQueue::aboutToRemove, this, [this](int row) { beginRemoveRows({}, row, row); });
    connect(queue, &TransferQueue::removed, this, [this] { endRemoveRows(); });
    connect(queue, &TransferQueue::changed, this, [this](quint64 id) {
        const int row = m_queue->rowOf(id);
        if (row >= 0)
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    });
}

const Transfer *TransferModel::transfer(const QModelIndex &index) const
{
    return index.isValid() && index.row() < m_queue->count() ? &m_queue->at(index.row()) : nullptr;
}

int TransferModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_queue->count();
}

int TransferModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString TransferModel::stateText(const Transfer &transfer)
{
    switch (transfer.state) {
    case TransferState::Queued: return tr("Queued");
    case TransferState::Listing: return tr("Looking what is there");
    case TransferState::Running:
        if (transfer.paused)
            return tr("Pauses after this file");
        return transfer.secondsLeft >= 0 ? Format::timeLeft(transfer.secondsLeft) : tr("Running");
    case TransferState::Paused: return tr("Paused");
    case TransferState::WaitingForChoice: return tr("Waiting for your choice");
    case TransferState::Verifying: return tr("Comparing sizes");
    case TransferState::Done:
        if (transfer.filesDone == 0 && transfer.skipped > 0)
            return tr("Skipped");
        return transfer.skipped > 0 ? tr("Sizes verified, %Ln skipped", nullptr, transfer.skipped) : tr("Sizes verified");
    case TransferState::Failed: return tr("Failed");
    case TransferState::Cancelled: return tr("Cancelled");
    }
    return {};
}

QVariant TransferModel::data(const QModelIndex &index, int role) const
{
    const Transfer *found = transfer(index);
    if (!found)
        return {};
    const Transfer &row = *found;
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case File: return FileModel::visibleName(row.name);
        case Sandbox: return row.sandboxName;
        case To: {
            const QString home = QDir::homePath();
            if (row.direction == Direction::Download && (row.to == home || row.to.startsWith(home + u'/')))
                return QString(u'~' + row.to.mid(home.size()));
            return row.to;
        }
        case Size:
            if (row.isFolder && (row.state == TransferState::Done || row.total < 0))
                return row.total < 0 ? QString() : tr("%Ln files", nullptr, row.filesDone);
            if (row.state == TransferState::Running || row.state == TransferState::Paused)
                return Format::sizeOf(row.done, row.total);
            return Format::size(row.total);
        case Speed: return row.state == TransferState::Running && row.bytesPerSecond > 0 ? Format::speed(row.bytesPerSecond) : QString();
        case State: return row.state == TransferState::Failed ? row.problem : stateText(row);
        default: return {};
        }
    case Qt::ToolTipRole:
        if (index.column() == State && !row.problem.isEmpty())
            return row.problem;
        if (index.column() == File || index.column() == To)
            return tr("%1\nfrom %2\nto %3").arg(row.name, row.from, row.to);
        if (index.column() == Size && row.isFolder && row.total >= 0)
            return tr("%L1 of %L2 files, %3").arg(row.filesDone).arg(row.filesTotal).arg(Format::sizeOf(row.done, row.total));
        return {};
    case Qt::AccessibleTextRole: {
        if (index.column() != File)
            return data(index, Qt::DisplayRole);
        const QString what = row.direction == Direction::Upload ? tr("Upload") : row.direction == Direction::Download ? tr("Download") : tr("Copy");
        QStringList parts { what, row.name, row.sandboxName, stateText(row) };
        if (!row.problem.isEmpty())
            parts.append(row.problem);
        return parts.join(u", "_s);
    }
    case Qt::TextAlignmentRole: {
        const bool right = index.column() == Size || index.column() == Speed;
        return int((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case Qt::FontRole:
        if (index.column() == To)
            return Fonts::output();
        return index.column() == File || index.column() == Sandbox ? Fonts::body() : Fonts::tabular(Fonts::body());
    case IdRole: return row.id;
    case ShareRole:
        if (row.state == TransferState::Done)
            return 1.0;
        if (row.total > 0)
            return qBound(0.0, double(row.done) / double(row.total), 1.0);
        return row.filesTotal > 0 ? double(row.filesDone) / row.filesTotal : 0.0;
    case StateRole: return int(row.state);
    case IconNameRole: return row.direction == Direction::Upload ? u"upload"_s : row.direction == Direction::Download ? u"download"_s : u"copy"_s;
    }
    return {};
}

QVariant TransferModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Size || section == Speed ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case File: return tr("File");
    case Sandbox: return tr("Sandbox");
    case To: return tr("To");
    case Progress: return tr("Progress");
    case Size: return tr("Size");
    case Speed: return tr("Speed");
    case State: return tr("State");
    }
    return {};
}

} // namespace Files

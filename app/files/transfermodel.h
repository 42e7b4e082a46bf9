// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transferqueue.h"

#include <QAbstractTableModel>

namespace Files {

class TransferModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { File, Sandbox, To, Progress, Size, Speed, State, Actions, ColumnCount };
    enum Role { IdRole = Qt::UserRole + 1, ShareRole, StateRole, IconNameRole };

    explicit TransferModel(TransferQueue *queue, QObject *parent = nullptr);

    TransferQueue *queue() const { return m_queue; }
    const Transfer *transfer(const QModelIndex &index) const;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// "Waiting for your choice", "Sizes verified", "9 s left", ...
    static QString stateText(const Transfer &transfer);

private:
    TransferQueue *m_queue;
};

} // namespace Files

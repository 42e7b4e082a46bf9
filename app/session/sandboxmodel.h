// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxstore.h"

#include <QAbstractItemModel>

/**
 * Connections at the top level, their sandboxes below. Rows are told apart by id: a refresh inserts, removes
 * and changes single rows, so that selection, scroll position and an open menu survive. Column 0 carries
 * everything for the narrow list; the others are for the wide table.
 */
class SandboxModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { NameColumn, StateColumn, ImageColumn, ConnectionColumn, ExpiresColumn, CpuColumn, MemoryColumn, MetadataColumn, AgeColumn, ColumnCount };
    enum Role {
        KindRole = Qt::UserRole + 1, ///< Kind as int.
        IdRole, ///< Sandbox or connection id.
        StateIconRole, ///< Icon name.
        StateWordRole, ///< For people.
        FactRole, ///< One fact after the state word; may be empty.
        SortRole, ///< A value to sort by, per column.
    };
    enum Kind { ConnectionRow, SandboxRow };

    explicit SandboxModel(SandboxStore *store, QObject *parent = nullptr);
    ~SandboxModel() override;

    SandboxStore *store() const { return m_store; }
    QModelIndex indexOf(const QString &sandboxId, int column = 0) const;
    QModelIndex indexOfConnection(const QString &connectionId) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// Rewrites what changes with the clock; called once a second while a view shows it.
    void tick();

private:
    struct Group;

    Group *groupOf(const QString &connectionId) const;
    void insertSandbox(const QString &sandboxId);
    void removeSandbox(const QString &sandboxId);
    void sandboxChanged(const QString &sandboxId);

    SandboxStore *const m_store;
    std::vector<std::unique_ptr<Group>> m_groups;
};

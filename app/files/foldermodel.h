// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filescontroller.h"

#include <QAbstractItemModel>

#include <memory>

namespace Files {

/// The folders of a sandbox as a tree. Each folder is listed when it is opened, never deeper.
class FolderModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Role { PathRole = Qt::UserRole + 1, LoadingRole, ErrorRole, RefusalRole };

    explicit FolderModel(QObject *parent = nullptr);
    ~FolderModel() override;

    void setController(FilesController *controller);
    FilesController *controller() const { return m_controller; }
    QModelIndex indexOf(const QString &path) const;
    QString path(const QModelIndex &index) const;
    /// A collapsed folder whose answer is still out is no longer waited for.
    void collapsed(const QModelIndex &index);

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QStringList mimeTypes() const override;
    QMimeData *mimeData(const QModelIndexList &indexes) const override;

private:
    struct Node;
    Node *node(const QModelIndex &index) const;
    Node *find(const QString &path) const;
    void update(const QString &folder);

    FilesController *m_controller = nullptr;
    std::unique_ptr<Node> m_root;
};

} // namespace Files

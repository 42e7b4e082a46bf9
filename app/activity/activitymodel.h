// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/connectionconfig.h>

#include <QAbstractTableModel>
#include <QDateTime>

#include <functional>

/// The last HTTP exchanges, newest first, at most 5,000. Rows never hold secrets: the SDK masks them before.
class ActivityModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Time, Method, Path, Sandbox, Status, Duration, RequestId, ColumnCount };
    enum Role { SearchRole = Qt::UserRole + 1 }; ///< All words of a row, for filters.

    static constexpr int limit = 5000;

    /// `nameOf` turns a sandbox id into what people call it.
    explicit ActivityModel(std::function<QString(const QString &)> nameOf = {}, QObject *parent = nullptr);

    /// Adds the start of an exchange, or completes the row that has it. `connectionId` tells servers apart.
    void record(const QString &connectionId, const OpenSandbox::Exchange &exchange);
    void clear();
    /// A command line that sends the same request; keys and bodies are left for the reader to fill in.
    QString asCurl(int row) const;
    /// Error text of a row, empty when it has none.
    QString problem(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        QString connectionId;
        QDateTime time;
        QString path;
        QString sandboxId;
        OpenSandbox::Exchange exchange;
    };
    QList<Row> m_rows;
    std::function<QString(const QString &)> m_nameOf;
};

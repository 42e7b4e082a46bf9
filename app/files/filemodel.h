// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filescontroller.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace Files {

/**
 * One folder as a table. Sorts and filters itself on integers prepared in another thread, so that
 * 100,000 entries stay quick; a refresh only touches the rows that differ.
 */
class FileModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Name, Type, Size, Modified, Mode, ColumnCount };
    enum Role {
        PathRole = Qt::UserRole + 1,
        ChangeRole, ///< Files::Change
        RefusalRole, ///< Why nothing can be done with the file; empty when all can.
        IconNameRole,
        IsFolderRole,
        LinkTargetRole, ///< Where a link leads, when that is known.
    };

    explicit FileModel(QObject *parent = nullptr);
    ~FileModel() override;

    void setController(FilesController *controller);
    FilesController *controller() const { return m_controller; }
    /// Shows another folder. Rows come as soon as something is known.
    void setFolder(const QString &folder);
    QString folder() const { return m_folder; }
    void setFilter(const QString &filter);
    QString filter() const { return m_filter; }
    /// How many entries the filter hides.
    int hiddenCount() const;
    int totalCount() const;

    const OpenSandbox::FileInfo *file(const QModelIndex &index) const;
    QModelIndex indexOf(const QString &path, int column = Name) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    QStringList mimeTypes() const override;
    QMimeData *mimeData(const QModelIndexList &indexes) const override;
    Qt::DropActions supportedDragActions() const override;

    /// `name` with everything visible: blanks at the ends, control characters, marks that turn the writing direction.
    static QString visibleName(const QString &name);
    /// Lower case, without accents: what sorting and filtering compare.
    static QString comparisonKey(const QString &name);

    /// Paths already downloaded for dragging to other programs: remote path -> local file.
    void setPreparedFiles(const QHash<QString, QString> &files) { m_prepared = files; }

Q_SIGNALS:
    /// Around a replacement of all rows: a view keeps selection and position by path.
    void aboutToReplaceRows();
    void rowsReplaced();
    /// Counts, age, error or loading state may differ.
    void stateChanged();

private:
    struct Row;
    struct Prepared;
    static std::shared_ptr<Prepared> prepare(const QString &folder, const QList<OpenSandbox::FileInfo> &entries);
    void take();
    std::vector<int> visibleRows(const Prepared &rows) const;
    void show(std::shared_ptr<Prepared> rows);
    bool replaceGently(const std::shared_ptr<Prepared> &rows, std::vector<int> &visible);

    FilesController *m_controller = nullptr;
    QString m_folder;
    QString m_filter;
    int m_sortColumn = Name;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    std::shared_ptr<Prepared> m_rows; ///< In the order of names.
    std::vector<int> m_visible; ///< Places in m_rows, as shown.
    quint64 m_shown = 0; ///< Serial of the listing that m_rows comes from; 0: none.
    quint64 m_generation = 0; ///< Answers of older preparations are dropped.
    QHash<QString, QString> m_prepared;
};

/// What a row dragged or copied inside the program carries: sandbox id and paths, one a line, percent-encoded.
inline const QString PathsMimeType = QStringLiteral("application/x-opensandbox-paths");
struct DraggedPaths
{
    QString sandboxId;
    QStringList paths;
    bool cut = false;

    QByteArray toBytes() const;
    static DraggedPaths fromBytes(const QByteArray &bytes);
};

} // namespace Files

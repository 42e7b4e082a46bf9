// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "execution/inspection.h"
#include "htmldata.h"

#include <QWidget>

#include <functional>

class EmptyState;
class PaneFooter;
class QAbstractButton;
class QTableView;
class SearchField;

/**
 * A table as a document of its own: sorted by its header, filtered by a line of text ("ms>100 route=/v1" or any words), copied and
 * saved as CSV. The rows are all here (from an output) or come in pages from a context as they are scrolled to.
 */
class DataGrid : public QWidget
{
    Q_OBJECT
public:
    static constexpr int pageSize = 500;
    static constexpr qint64 maximumRows = 200'000; ///< That are fetched for sorting and filtering.

    explicit DataGrid(const HtmlData::Table &table, QWidget *parent = nullptr);
    using Fetch = std::function<void(qint64 offset, int limit, Inspection::Answer<Inspection::Rows> done)>;
    explicit DataGrid(Fetch fetch, QWidget *parent = nullptr);
    ~DataGrid() override;

    void setFilter(const QString &text);
    void sortBy(int column, Qt::SortOrder order);
    /// Rows that are shown, and a text among them.
    int shownRows() const;
    QString text(int row, int column) const;
    bool isLoading() const { return m_fetching; }
    QString status() const { return m_status; }
    /// What stands in place of rows: why there are none; empty while there are some.
    QString emptyText() const;
    /// With header; what is selected, or all that is shown.
    QString toCsv() const;
    void copy() const;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    class Model;
    class Filter;
    void build();
    void fetchMore();
    void say();
    void sayEmpty();
    void fitColumns();
    void save();
    std::function<QString()> csvReader() const;

    Model *m_model = nullptr;
    Filter *m_filter = nullptr;
    QTableView *m_view = nullptr;
    SearchField *m_field = nullptr;
    PaneFooter *m_footer = nullptr;
    EmptyState *m_empty = nullptr;
    QAbstractButton *m_again = nullptr;
    Fetch m_fetch;
    bool m_fetching = false;
    bool m_fitting = false;
    bool m_ownWidths = false; ///< Somebody chose the widths of the columns.
    bool m_wantsAll = false; ///< Sorting and filtering need every row.
    QString m_status;
    QString m_error;
};

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "execution/inspection.h"
#include "htmldata.h"

#include <QWidget>

#include <functional>

class PaneFooter;
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
    /// With header; what is selected, or all that is shown.
    QString toCsv() const;
    void copy() const;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    class Model;
    class Filter;
    void build();
    void fetchMore();
    void say();
    void save();
    std::function<QString()> csvReader() const;

    Model *m_model = nullptr;
    Filter *m_filter = nullptr;
    QTableView *m_view = nullptr;
    SearchField *m_field = nullptr;
    PaneFooter *m_footer = nullptr;
    Fetch m_fetch;
    bool m_fetching = false;
    bool m_wantsAll = false; ///< Sorting and filtering need every row.
    QString m_status;
    QString m_error;
};

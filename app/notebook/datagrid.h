// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "execution/inspection.h"
#include "htmldata.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class ElidedLabel;
class EmptyState;
class PaneFooter;
class QAbstractButton;
class QPushButton;
class QTableView;
class SearchField;

/**
 * A table as a document of its own: sorted by its header, filtered by a line of text ("ms>100 route=/v1" or any words, see RowFilter),
 * copied and saved as CSV. The rows are all here (from an output) or come in pages from a context as they are scrolled to. A context that can
 * sorts and filters them itself; what it cannot do is done among the rows that were fetched, and said so, until all of them are.
 */
class DataGrid : public QWidget
{
    Q_OBJECT
public:
    static constexpr int pageSize = 500;
    static constexpr qint64 fewRows = 5000; ///< So many are fetched for sorting and filtering without a question,
    static constexpr qint64 maximumRows = 200'000; ///< and never more than so many.

    explicit DataGrid(const HtmlData::Table &table, QWidget *parent = nullptr);
    using Fetch = std::function<void(const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done)>;
    explicit DataGrid(Fetch fetch, QWidget *parent = nullptr);
    ~DataGrid() override;

    void setFilter(const QString &text);
    void sortBy(int column, Qt::SortOrder order);
    /// Rows that are shown, and a text among them.
    int shownRows() const;
    QString text(int row, int column) const;
    bool isLoading() const { return m_fetching; }
    QString status() const { return m_status; }
    QString columnStatus() const { return m_columnStatus; }
    /// Why what is shown is not the whole truth, with fetchAll() beside it; empty when it is.
    QString note() const;
    /// Every row, page by page; once more: stops.
    void fetchAll();
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
    void rearrange();
    void arrangeHere(bool complete);
    void ask(qint64 offset);
    void arrived(qint64 offset, const std::expected<Inspection::Rows, Inspection::Refusal> &answer);
    void fetchMore();
    bool isWhole() const;
    void fitIndex(qsizetype from);
    void growColumns();
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
    bool m_wantsAll = false; ///< Every row is being fetched.
    bool m_inContext = false; ///< The context sorts and filters,
    bool m_takesConditions = true; ///< and looks at conditions, as far as is known.
    Inspection::RowQuery m_query; ///< That of the rows that are here,
    Inspection::RowQuery m_wanted; ///< and the one that was asked for last.
    quint64 m_generation = 0; ///< Answers to older questions count no more.
    int m_sortColumn = -1;
    bool m_descending = false;
    QTimer m_later;
    QString m_refused; ///< Why the context did not sort or filter,
    Inspection::RowQuery m_refusedQuery; ///< and what it was asked.
    ElidedLabel *m_note = nullptr;
    QPushButton *m_all = nullptr;
    QString m_status;
    QString m_columnStatus;
    QString m_error;
};

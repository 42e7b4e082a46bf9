// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "datagrid.h"

#include "inpool.h"
#include "rowfilter.h"
#include "shared/button.h"
#include "shared/emptystate.h"
#include "shared/label.h"
#include "shared/lastfolder.h"
#include "shared/lists.h"
#include "shared/panefooter.h"
#include "shared/searchfield.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <QAbstractProxyModel>
#include <QAbstractButton>
#include <QAbstractTableModel>
#include <QClipboard>
#include <QCollator>
#include <QContextMenuEvent>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPointer>
#include <QSaveFile>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

using namespace Qt::StringLiterals;

namespace {

constexpr int fewColumns = 40; ///< That are measured anew at each size.
constexpr int typingPause = 250; ///< ms before a context is asked to filter.

QString csvField(const QString &text)
{
    if (!text.contains(u'"') && !text.contains(u',') && !text.contains(u'\n'))
        return text;
    return u'"' + QString(text).replace(u'"', u"\"\""_s) + u'"';
}

} // namespace

class DataGrid::Model : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    void set(const HtmlData::Table &table)
    {
        beginResetModel();
        m_headers.resize(table.columns);
        m_numeric = table.numeric;
        m_rows.resize(table.rows - table.headerRows);
        for (QStringList &row : m_rows)
            row.resize(table.columns);
        for (const HtmlData::TableCell &cell : table.cells) {
            for (int row = cell.row; row < cell.row + cell.rowSpan && row < table.rows; ++row) {
                for (int column = cell.column; column < cell.column + cell.columnSpan; ++column) {
                    if (row >= table.headerRows) {
                        m_rows[row - table.headerRows][column] = cell.text;
                        if (!cell.style.isEmpty())
                            m_styles.insert({ row - table.headerRows, column }, cell.style);
                    } else if (!cell.text.isEmpty()) {
                        QString &header = m_headers[column];
                        header += header.isEmpty() ? cell.text : u" / "_s + cell.text;
                    }
                }
            }
        }
        m_longest.fill(0, m_headers.size());
        for (int row = 0; row < int(m_rows.size()); ++row)
            measure(row);
        total = all = m_rows.size();
        m_truncated = table.truncated;
        endResetModel();
    }

    void clear()
    {
        beginResetModel();
        m_rows.clear();
        m_numeric.fill(true);
        m_longest.fill(0);
        endResetModel();
    }

    void append(const Inspection::Rows &rows)
    {
        if (m_headers.isEmpty() && m_rows.isEmpty()) {
            beginResetModel();
            m_indexed = !rows.index.isEmpty();
            m_fetched = true;
            m_headers = rows.columns;
            if (m_indexed)
                m_headers.prepend({});
            m_numeric.fill(true, m_headers.size());
            m_longest.fill(0, m_headers.size());
            endResetModel();
        }
        all = rows.total;
        allColumns = rows.totalColumns + (m_indexed ? 1 : 0);
        total = rows.matching.value_or(rows.total);
        if (rows.rows.isEmpty())
            return;
        beginInsertRows({}, int(m_rows.size()), int(m_rows.size() + rows.rows.size()) - 1);
        for (qsizetype i = 0; i < rows.rows.size(); ++i) {
            QStringList row = rows.rows[i];
            if (m_indexed)
                row.prepend(rows.index.value(i));
            for (qsizetype column = 0; column < std::min(row.size(), m_numeric.size()); ++column)
                m_numeric[column] = m_numeric[column] && (row[column].isEmpty() || RowFilter::number(row[column]).has_value());
            m_rows.append(row);
            measure(int(m_rows.size()) - 1);
        }
        endInsertRows();
    }

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_rows.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_headers.size()); }
    const QString &at(int row, int column) const
    {
        static const QString none;
        const QStringList &line = m_rows[row];
        return column < line.size() ? line[column] : none;
    }
    /// The row with the longest text of the column.
    int longest(int column) const { return m_longest.value(column); }
    bool isNumeric(int column) const { return m_numeric.value(column); }
    const QStringList &headers() const { return m_headers; }
    const QList<QStringList> &rows() const { return m_rows; }
    bool isTruncated() const { return m_truncated; }
    bool isIndexed() const { return m_indexed; }

    QVariant data(const QModelIndex &index, int role) const override
    {
        switch (role) {
        case Qt::DisplayRole: {
            const QString &text = at(index.row(), index.column());
            if (m_fetched && text.isNull())
                return isNumeric(index.column()) ? u"NaN"_s : u"None"_s;
            return text.size() > 500 ? text.left(500) + u'\u2026' : text;
        }
        case Qt::ToolTipRole: return at(index.row(), index.column()).left(4000);
        case Qt::BackgroundRole:
        case Qt::ForegroundRole:
        case Qt::FontRole: {
            const HtmlStyle::Style style = m_styles.value({ index.row(), index.column() });
            if (role == Qt::ForegroundRole && style.isEmpty() && RowFilter::isMissing(at(index.row(), index.column())))
                return Theme::current().text3;
            return style.isEmpty() ? QVariant() : styled(style, role);
        }
        case Qt::TextAlignmentRole: return int(isNumeric(index.column()) ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
        default: return {};
        }
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (role == Qt::DisplayRole)
            return orientation == Qt::Horizontal ? QVariant(m_headers.value(section)) : QVariant(section + 1);
        if (role == Qt::TextAlignmentRole && orientation == Qt::Horizontal)
            return int((isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        if (role == Qt::ToolTipRole && orientation == Qt::Horizontal)
            return m_headers.value(section);
        return {};
    }

    qint64 total = -1; ///< Rows of the present query,
    qint64 all = -1; ///< and rows there are.
    qint64 allColumns = 0; ///< Those that are not here, too.

private:
    /// The author's colours, as far as they can be read here.
    static QVariant styled(const HtmlStyle::Style &style, int role)
    {
        const Theme &theme = Theme::current();
        if (role == Qt::FontRole) {
            if (style.weight != HtmlStyle::Weight::Bold && style.slant != HtmlStyle::Slant::Italic)
                return {};
            QFont font = Fonts::tabular(Fonts::body(style.weight == HtmlStyle::Weight::Bold ? QFont::DemiBold : QFont::Normal));
            font.setItalic(style.slant == HtmlStyle::Slant::Italic);
            return font;
        }
        if (role == Qt::ForegroundRole) {
            if (style.color == 0 && style.background == 0)
                return {};
            return HtmlStyle::textOf(style, theme.text, theme.base);
        }
        if (style.bar == 0)
            return style.background != 0 ? QVariant(QBrush(QColor(style.background))) : QVariant();
        const QColor under = style.background != 0 ? QColor(style.background) : theme.base;
        const QColor bar = HtmlStyle::barOf(style, HtmlStyle::textOf(style, theme.text, theme.base), theme.base);
        QLinearGradient gradient(0, 0, 1, 0);
        gradient.setCoordinateMode(QGradient::ObjectMode);
        const double from = style.barFrom / 10'000.0;
        const double to = style.barTo / 10'000.0;
        constexpr double sharp = 1e-6;
        gradient.setStops({ { 0, from > 0 ? under : bar }, { std::max(0.0, from - sharp), from > 0 ? under : bar }, { from, bar }, { std::max(from, to - sharp), bar }, { to, to < 1 ? under : bar }, { 1, to < 1 ? under : bar } });
        return QBrush(gradient);
    }

    void measure(int row)
    {
        for (int column = 0; column < int(m_longest.size()); ++column) {
            if (at(row, column).size() > at(m_longest[column], column).size())
                m_longest[column] = row;
        }
    }

    QList<QStringList> m_rows;
    QStringList m_headers;
    QHash<std::pair<int, int>, HtmlStyle::Style> m_styles; ///< By row and column.
    QList<int> m_longest;
    QList<bool> m_numeric;
    bool m_indexed = false;
    bool m_fetched = false; ///< From a context, which says of each value whether it is there.
    bool m_truncated = false;
};

namespace {

/// What decides which rows are shown, and in what order; may be carried to another thread.
struct Arrangement
{
    QList<QStringList> rows;
    QList<RowFilter::Test> tests;
    int column = -1; ///< To sort by.
    bool numeric = false;
    bool descending = false;

    QList<int> order() const
    {
        QList<int> order;
        for (int row = 0; row < rows.size(); ++row) {
            if (std::all_of(tests.begin(), tests.end(), [&](const RowFilter::Test &test) { return test.accepts(rows[row]); }))
                order.append(row);
        }
        if (column < 0)
            return order;
        // Looked at once for each row, not for each comparison.
        if (numeric) {
            std::vector<double> keys(size_t(rows.size()));
            for (const int row : std::as_const(order)) // Nothing and NaN stand at the beginning.
                keys[size_t(row)] = RowFilter::number(rows[row].value(column)).value_or(-std::numeric_limits<double>::infinity());
            sortBy(order, [&keys](int a, int b) {
                const double x = keys[size_t(a)];
                const double y = keys[size_t(b)];
                return x < y || (x != x && y == y);
            });
        } else {
            const QCollator collator;
            std::vector<std::optional<QCollatorSortKey>> keys(size_t(rows.size()));
            for (const int row : std::as_const(order))
                keys[size_t(row)] = collator.sortKey(rows[row].value(column));
            sortBy(order, [&keys](int a, int b) { return keys[size_t(a)]->compare(*keys[size_t(b)]) < 0; });
        }
        return order;
    }

private:
    template <typename Less>
    void sortBy(QList<int> &order, Less less) const
    {
        if (descending)
            std::stable_sort(order.begin(), order.end(), [&less](int a, int b) { return less(b, a); });
        else
            std::stable_sort(order.begin(), order.end(), less);
    }
};

} // namespace

/// The rows that are shown, in their order. Many rows are filtered and sorted by another thread; until it has done so the old ones stay.
class DataGrid::Filter : public QAbstractProxyModel
{
public:
    Filter(Model *model, DataGrid *grid) : QAbstractProxyModel(grid), m_model(model), m_grid(grid)
    {
        setSourceModel(model);
        m_later.setSingleShot(true);
        m_later.setInterval(pause);
        connect(&m_later, &QTimer::timeout, this, &Filter::arrange);
        connect(model, &QAbstractItemModel::modelReset, this, &Filter::arrange);
        connect(model, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex &, int first, int last) {
            if (!isPlain()) {
                if (!m_later.isActive())
                    m_later.start();
                return;
            }
            beginInsertRows({}, first, last);
            for (int row = first; row <= last; ++row)
                m_order.append(row);
            endInsertRows();
        });
    }

    void set(const QList<Inspection::Condition> &conditions, int column, bool descending)
    {
        if (m_conditions == conditions && m_column == column && m_descending == descending)
            return;
        m_conditions = conditions;
        m_column = column;
        m_descending = descending;
        arrange();
    }
    void sort(int column, Qt::SortOrder order) override
    {
        m_grid->m_sortColumn = column;
        m_grid->m_descending = order == Qt::DescendingOrder;
        m_grid->rearrange();
    }
    bool isSorting() const { return m_column >= 0; }
    bool isFiltering() const { return !m_conditions.isEmpty(); }
    bool isArranging() const { return m_arranging; }
    int sourceRow(int row) const { return m_order.value(row, -1); }
    const QList<int> &order() const { return m_order; }

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_order.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : m_model->columnCount(); }
    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override
    {
        return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
    }
    QModelIndex parent(const QModelIndex &) const override { return {}; }
    QModelIndex mapToSource(const QModelIndex &index) const override
    {
        return index.isValid() && index.row() < m_order.size() ? m_model->index(m_order[index.row()], index.column()) : QModelIndex();
    }
    QModelIndex mapFromSource(const QModelIndex &index) const override
    {
        return index.isValid() ? this->index(int(m_order.indexOf(index.row())), index.column()) : QModelIndex();
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override { return m_model->headerData(section, orientation, role); }

private:
    static constexpr int pause = 200; ///< ms between looks at rows that keep coming.
    static constexpr int atOnce = 2000; ///< Rows.

    bool isPlain() const { return !isSorting() && !isFiltering(); }

    void arrange()
    {
        m_later.stop();
        const quint64 generation = ++m_generation;
        QList<RowFilter::Test> tests;
        for (const Inspection::Condition &condition : std::as_const(m_conditions))
            tests.append(RowFilter::Test(condition));
        const Arrangement wanted { m_model->rows(), tests, m_column, m_model->isNumeric(m_column), m_descending };
        if (isPlain() || wanted.rows.size() <= atOnce) {
            show(wanted.order());
            return;
        }
        m_arranging = true;
        inPool(this, [wanted]() { return wanted.order(); }, [this, generation](const QList<int> &order) {
            if (generation == m_generation)
                show(order);
        }, outputsPool());
    }

    void show(const QList<int> &order)
    {
        m_arranging = false;
        beginResetModel();
        m_order = order;
        endResetModel();
        m_grid->say();
    }

    Model *const m_model;
    DataGrid *const m_grid;
    QList<int> m_order;
    QList<Inspection::Condition> m_conditions;
    int m_column = -1;
    bool m_descending = false;
    bool m_arranging = false;
    quint64 m_generation = 0;
    QTimer m_later;
};

DataGrid::DataGrid(const HtmlData::Table &table, QWidget *parent) : QWidget(parent)
{
    build();
    m_model->set(table);
    fitColumns();
    say();
}

DataGrid::DataGrid(Fetch fetch, QWidget *parent) : QWidget(parent), m_fetch(std::move(fetch))
{
    build();
    fetchMore();
}

DataGrid::~DataGrid() = default;

void DataGrid::build()
{
    m_model = new Model(this);
    m_filter = new Filter(m_model, this);
    m_field = new SearchField(tr("Filter: words, ms>100, ms is missing"), this);
    m_field->setAccessibleName(tr("Filter rows"));
    m_field->setMaximumWidth(Metrics::scaled(420));
    m_field->setMaxLength(int(RowFilter::longest));
    m_view = new QTableView(this);
    m_view->setModel(m_filter);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setFont(Fonts::tabular(Fonts::body()));
    m_view->setAccessibleName(tr("Table"));
    m_view->setTabKeyNavigation(false);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->setDefaultSectionSize(Metrics::row());
    m_view->verticalHeader()->hide();
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setTextElideMode(Qt::ElideRight);
    m_view->horizontalHeader()->setResizeContentsPrecision(200);
    m_view->horizontalHeader()->setMaximumSectionSize(Metrics::scaled(420));
    connect(m_view->horizontalHeader(), &QHeaderView::sectionResized, this, [this]() {
        // By hand: the program changes them without a button held.
        m_ownWidths = m_ownWidths || (!m_fitting && QGuiApplication::mouseButtons() != Qt::NoButton);
    });
    m_footer = new PaneFooter(this);
    m_empty = new EmptyState({}, {}, this);
    m_again = m_empty->addButton({});
    connect(m_again, &QAbstractButton::clicked, this, [this]() {
        if (m_model->rowCount() > 0 || m_query.isFiltering()) {
            m_field->clear();
        } else {
            m_error.clear();
            fetchMore();
        }
        m_view->setFocus();
    });
    m_empty->hide();
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(Metrics::scaled(12), Metrics::scaled(8), Metrics::scaled(12), Metrics::scaled(8));
    bar->setSpacing(Metrics::scaled(8));
    bar->addWidget(m_field, 3);
    bar->addStretch(1);
    m_note = new ElidedLabel({}, Fonts::Role::Small, &Theme::text2, QFont::Normal, this);
    m_note->setContentsMargins(Metrics::scaled(12), 0, Metrics::scaled(12), Metrics::scaled(6));
    m_all = Buttons::smallPush({}, {}, this);
    connect(m_all, &QAbstractButton::clicked, this, &DataGrid::fetchAll);
    bar->addWidget(m_all);
    m_note->hide();
    m_all->hide();
    m_later.setSingleShot(true);
    m_later.setInterval(typingPause);
    connect(&m_later, &QTimer::timeout, this, [this]() { ask(0); });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_note); // In a line of its own it is whole also beside a narrow document.
    layout->addWidget(m_view, 1);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_view);
    connect(m_field, &QLineEdit::textChanged, this, &DataGrid::setFilter);
    connect(m_field, &SearchField::left, m_view, qOverload<>(&QWidget::setFocus));
    connect(m_view->verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (m_fetch && value > m_view->verticalScrollBar()->maximum() - 50)
            fetchMore();
    });
}

void DataGrid::setFilter(const QString &text)
{
    if (m_field->text() != text)
        m_field->setText(text);
    rearrange();
    say();
}

/// The order and the filter that are asked for: by the context, as far as it can, the rest here.
void DataGrid::rearrange()
{
    m_later.stop();
    if (m_fetching && m_model->columnCount() == 0) // The first page comes first; it tells what the context can do.
        return;
    const bool complete = !m_fetch || (m_query.isPlain() && m_model->total >= 0 && m_model->rowCount() >= m_model->total);
    if (complete || !m_inContext) {
        arrangeHere(complete);
        return;
    }
    Inspection::RowQuery wanted;
    const int shift = m_model->isIndexed() ? 1 : 0;
    wanted.sortColumn = std::max(-1, m_sortColumn - shift);
    wanted.descending = m_descending;
    QList<Inspection::Condition> conditions = RowFilter::parse(m_field->text(), m_model->headers());
    // One text may be looked for by contexts that know no conditions, too; the longest leaves the fewest rows.
    qsizetype longest = -1;
    for (qsizetype i = 0; i < conditions.size(); ++i) {
        if (conditions[i].column == Inspection::Condition::any && conditions[i].text.size() > wanted.filter.size()) {
            longest = i;
            wanted.filter = conditions[i].text;
        }
    }
    if (longest >= 0)
        conditions.removeAt(longest);
    if (m_takesConditions) {
        for (Inspection::Condition &condition : conditions) {
            if (condition.column != Inspection::Condition::any)
                condition.column -= shift;
        }
        wanted.conditions = conditions;
    }
    if (!m_refused.isEmpty() && wanted.isLike(m_refusedQuery)) {
        arrangeHere(false);
        return;
    }
    m_refused.clear();
    const bool asked = wanted.isLike(m_wanted);
    if (!asked) {
        ++m_generation; // What is under way belongs to the old one.
        m_fetching = false;
        m_wantsAll = false;
        m_wanted = wanted;
    }
    if (wanted.isLike(m_query))
        arrangeHere(false);
    else if (!m_fetching)
        m_later.start();
}

/// What the context did not do, among the rows that are here.
void DataGrid::arrangeHere(bool complete)
{
    const int shift = m_model->isIndexed() ? 1 : 0;
    const bool sorted = m_query.sortColumn >= 0 && m_query.sortColumn == m_sortColumn - shift && m_query.descending == m_descending;
    QList<Inspection::Condition> rest = RowFilter::parse(m_field->text(), m_model->headers());
    rest.removeOne(Inspection::Condition { .column = Inspection::Condition::any, .operation = u"="_s, .text = m_query.filter });
    for (Inspection::Condition done : std::as_const(m_query.conditions)) {
        if (done.column != Inspection::Condition::any)
            done.column += shift;
        rest.removeOne(done);
    }
    m_filter->set(rest, sorted ? -1 : m_sortColumn, m_descending);
    const bool here = m_model->columnCount() > 0 && (m_filter->isSorting() || m_filter->isFiltering());
    if (!complete && here && m_model->total <= fewRows && !m_wantsAll && !isWhole()) {
        m_wantsAll = true;
        fetchMore();
    }
    say();
}

void DataGrid::fetchAll()
{
    m_wantsAll = !m_wantsAll;
    if (m_wantsAll) {
        m_error.clear();
        fetchMore();
    }
    say();
}

bool DataGrid::isWhole() const
{
    return m_model->total >= 0 && m_model->rowCount() >= std::min(m_model->total, maximumRows);
}

void DataGrid::sortBy(int column, Qt::SortOrder order)
{
    m_view->sortByColumn(column, order);
}

int DataGrid::shownRows() const
{
    return m_filter->rowCount();
}

QString DataGrid::text(int row, int column) const
{
    return m_filter->index(row, column).data().toString();
}

void DataGrid::fetchMore()
{
    if (!m_fetch || m_fetching || m_later.isActive() || !m_error.isEmpty())
        return;
    if (!isWhole()) {
        ask(m_model->rowCount());
        return;
    }
    m_wantsAll = false;
    say();
}

void DataGrid::ask(qint64 offset)
{
    m_fetching = true;
    Inspection::RowQuery query = offset == 0 ? m_wanted : m_query;
    query.offset = offset;
    query.limit = pageSize;
    say();
    QPointer<DataGrid> guard = this;
    m_fetch(query, [guard, offset, generation = m_generation](const std::expected<Inspection::Rows, Inspection::Refusal> &answer) {
        if (guard && generation == guard->m_generation)
            guard->arrived(offset, answer);
    });
}

void DataGrid::arrived(qint64 offset, const std::expected<Inspection::Rows, Inspection::Refusal> &answer)
{
    if (!answer && offset == 0 && m_model->columnCount() > 0 && !m_wanted.isPlain()) {
        m_fetching = false;
        m_refused = answer.error().text;
        m_refusedQuery = m_wanted;
        if (m_query.isPlain()) { // The rows that are here stay, in the order they have.
            arrangeHere(false);
        } else { // Those that are here answer an older question.
            m_wanted = {};
            ask(0);
        }
        return;
    }
    if (!answer) {
        m_fetching = false;
        m_error = answer.error().text;
        m_wantsAll = false;
        say();
        return;
    }
    const bool first = m_model->columnCount() == 0;
    if (offset == 0) {
        if (answer->conditions < m_wanted.conditions.size()) { // It does not know them: they are looked at here.
            m_takesConditions = false;
            m_wanted.conditions.clear();
        }
        m_query = m_wanted;
        m_inContext = answer->matching.has_value();
        if (!first) {
            m_filter->set({}, -1, false);
            m_model->clear();
            m_view->scrollToTop();
        }
    }
    m_model->append(*answer);
    m_fetching = false; // Not before: the view is scrolled when its rows go.
    // A page without rows is the end, whatever the total says.
    if (answer->rows.isEmpty())
        m_model->total = offset;
    if (first)
        fitColumns();
    fitIndex(offset);
    growColumns();
    if (offset == 0)
        rearrange();
    say();
    if (m_wantsAll)
        QMetaObject::invokeMethod(this, &DataGrid::fetchMore, Qt::QueuedConnection);
}

QString DataGrid::note() const
{
    if (!m_fetch || m_model->columnCount() == 0)
        return {};
    const qint64 rows = m_model->rowCount();
    if (m_wantsAll && m_fetching)
        return tr("Fetches all rows: %L1 of %L2").arg(rows).arg(std::min(m_model->total, maximumRows));
    if (m_model->total >= 0 && rows >= m_model->total)
        return {};
    if (m_filter->isSorting() && m_filter->isFiltering())
        return tr("Sorted and filtered among the %L1 rows fetched so far").arg(rows);
    if (m_filter->isSorting())
        return tr("Sorted among the %L1 rows fetched so far").arg(rows);
    if (m_filter->isFiltering())
        return tr("Filtered among the %L1 rows fetched so far").arg(rows);
    return {};
}

void DataGrid::say()
{
    if (!m_footer || !m_all) // Still being built.
        return;
    const qint64 rows = m_model->rowCount();
    const qint64 total = std::max(rows, m_model->total);
    const int shown = m_filter->rowCount();
    const QString remark = note();
    m_note->setText(m_refused.isEmpty() || remark.isEmpty() ? remark : m_refused + u' ' + remark);
    m_note->setVisible(!remark.isEmpty());
    m_all->setVisible(!remark.isEmpty() && (m_wantsAll || !isWhole()));
    m_all->setText(m_wantsAll ? tr("Stop") : total > maximumRows ? tr("Fetch %L1 rows").arg(maximumRows) : tr("Fetch all rows"));
    QString left;
    if (shown != rows)
        left = tr("%L1 of %L2 rows match").arg(shown).arg(rows);
    else if (m_query.isFiltering())
        left = tr("%L1 of %L2 rows match").arg(total).arg(m_model->all);
    else if (rows == total)
        left = tr("%Ln row(s)", nullptr, int(rows));
    else
        left = tr("%L1 of %L2 rows").arg(rows).arg(total);
    if (m_model->isTruncated())
        left += u" \u00b7 "_s + tr("the output has more");
    m_status = left;
    m_footer->setBusy(m_fetching || m_later.isActive() || m_filter->isArranging());
    // What names the rows is none of the columns.
    const int named = m_model->columnCount() > 0 && m_model->headers().constFirst().isEmpty() ? 1 : 0;
    const qint64 columns = m_model->columnCount() - named;
    const qint64 allColumns = m_model->allColumns - named;
    m_columnStatus = m_model->columnCount() == 0 ? QString() : allColumns > columns ? tr("%L1 of %L2 columns").arg(columns).arg(allColumns) : tr("%Ln column(s)", nullptr, int(columns));
    m_footer->setRight(m_columnStatus);
    sayEmpty();
}

QString DataGrid::emptyText() const
{
    if (m_filter->rowCount() > 0 || m_fetching || m_later.isActive() || m_filter->isArranging())
        return {};
    if (m_model->rowCount() > 0 || m_query.isFiltering())
        return tr("Nothing matches.");
    return m_error.isEmpty() ? tr("No rows.") : tr("The rows could not be read.");
}

/// Why there are no rows stands where they would, with the next step.
void DataGrid::sayEmpty()
{
    const QString title = emptyText();
    const bool any = title.isEmpty();
    const qint64 hidden = !m_query.isFiltering() ? m_model->rowCount() : m_model->all;
    const bool filtered = hidden > 0;
    m_empty->setTitle(title);
    QString text = filtered ? tr("%Ln row(s) are hidden by the filter.", nullptr, int(hidden)) : m_error;
    const QStringList unknown = filtered && !any ? RowFilter::unknownColumns(m_field->text(), m_model->headers()) : QStringList();
    if (!unknown.isEmpty())
        text.prepend(tr("There is no column %1.").arg(Lists::some(unknown)) + u' ');
    m_empty->setText(text);
    m_again->setText(filtered ? tr("Clear filter") : tr("Try again"));
    m_again->setVisible(filtered || !m_error.isEmpty());
    m_empty->setVisible(!any);
    m_view->setVisible(any || m_model->columnCount() > 0);
    // The heads of the columns stay: their names are what a filter is made of.
    m_view->setMaximumHeight(any ? QWIDGETSIZE_MAX : m_view->horizontalHeader()->sizeHint().height());
    m_view->setVerticalScrollBarPolicy(any ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    m_view->setHorizontalScrollBarPolicy(any ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    // While some rows are here, the footer says what went wrong.
    m_footer->setLeft(m_status, any || filtered ? m_error : QString());
}

void DataGrid::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (m_model->columnCount() <= fewColumns)
        fitColumns();
}

/// As wide as what is in them. Where that is too wide for all, long headings give way: they end in an ellipsis and are whole in the tooltip.
void DataGrid::fitColumns()
{
    if (m_ownWidths || m_model->columnCount() == 0)
        return;
    m_fitting = true;
    m_view->resizeColumnsToContents();
    const QAbstractItemView *view = m_view;
    QHeaderView *header = m_view->horizontalHeader();
    int over = header->length() + Metrics::scaled(10) - m_view->width();
    for (int column = m_model->columnCount() - 1; column >= 0 && over > 0; --column) {
        const int give = std::min(over, header->sectionSize(column) - std::max(view->sizeHintForColumn(column), Metrics::scaled(72)));
        if (give <= 0)
            continue;
        header->resizeSection(column, header->sectionSize(column) - give);
        over -= give;
    }
    m_fitting = false;
    fitIndex(0);
    growColumns();
}

/// What comes later may be longer than what the columns were made for: they grow as far as there is room.
void DataGrid::growColumns()
{
    if (m_ownWidths || m_model->rowCount() == 0)
        return;
    QHeaderView *header = m_view->horizontalHeader();
    const QFontMetricsF metrics(m_view->font());
    int room = m_view->viewport()->width() - header->length();
    m_fitting = true;
    for (int column = 0; column < m_model->columnCount() && room > 0; ++column) {
        const QString text = m_model->at(m_model->longest(column), column).left(200);
        const int wanted = std::min(header->maximumSectionSize(), int(std::ceil(metrics.horizontalAdvance(text))) + Metrics::scaled(24));
        const int more = std::min(room, wanted - header->sectionSize(column));
        if (more <= 0)
            continue;
        header->resizeSection(column, header->sectionSize(column) + more);
        room -= more;
    }
    m_fitting = false;
}

/// The labels of the rows grow with their numbers, and are what the rows are known by.
void DataGrid::fitIndex(qsizetype from)
{
    if (m_ownWidths || m_model->columnCount() == 0 || (!m_fetch && !m_model->headers().constFirst().isEmpty()))
        return;
    QString widest = m_model->isNumeric(0) && m_fetch ? QString::number(m_model->all) : QString();
    for (qsizetype row = from; row < m_model->rowCount(); ++row) {
        if (const QString &label = m_model->at(int(row), 0); label.size() > widest.size())
            widest = label;
    }
    QHeaderView *header = m_view->horizontalHeader();
    const int width = std::min(header->maximumSectionSize(), int(std::ceil(QFontMetricsF(m_view->font()).horizontalAdvance(widest))) + Metrics::scaled(24));
    m_fitting = true;
    if (width > header->sectionSize(0))
        header->resizeSection(0, width);
    m_fitting = false;
}

QString DataGrid::toCsv() const
{
    QModelIndexList selected = m_view->selectionModel()->selectedIndexes();
    if (selected.size() > 1) {
        QString csv;
        std::ranges::sort(selected);
        for (qsizetype i = 0; i < selected.size(); ++i) {
            if (i > 0)
                csv += selected[i].row() == selected[i - 1].row() ? u',' : u'\n';
            const QModelIndex source = m_filter->mapToSource(selected[i]);
            csv += csvField(m_model->at(source.row(), source.column()));
        }
        return csv + u'\n';
    }
    return csvReader()();
}

/// All that is shown, as a function for another thread.
std::function<QString()> DataGrid::csvReader() const
{
    return [headers = m_model->headers(), rows = m_model->rows(), order = m_filter->order()]() {
        QString csv;
        const auto add = [&](const QStringList &row) {
            for (qsizetype column = 0; column < headers.size(); ++column) {
                if (column > 0)
                    csv += u',';
                csv += csvField(row.value(column));
            }
            csv += u'\n';
        };
        add(headers);
        for (const int row : order)
            add(rows[row]);
        return csv;
    };
}

void DataGrid::copy() const
{
    QModelIndexList selected = m_view->selectionModel()->selectedIndexes();
    std::ranges::sort(selected);
    QString text;
    for (qsizetype i = 0; i < selected.size(); ++i) {
        if (i > 0)
            text += selected[i].row() == selected[i - 1].row() ? u'\t' : u'\n';
        const QModelIndex source = m_filter->mapToSource(selected[i]);
        text += m_model->at(source.row(), source.column());
    }
    QGuiApplication::clipboard()->setText(text);
}

void DataGrid::save()
{
    auto *dialog = new QFileDialog(this, tr("Save table"), LastFolder::get(), tr("CSV (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    LastFolder::follow(dialog);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"csv"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        const bool selection = m_view->selectionModel()->selectedIndexes().size() > 1;
        const std::function<QString()> csv = selection ? std::function<QString()>([text = toCsv()]() { return text; }) : csvReader();
        inPool(
            this,
            [path, csv]() {
                QSaveFile file(path);
                const QByteArray bytes = csv().toUtf8();
                const bool written = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
                return written ? QString() : file.errorString();
            },
            [this, path](const QString &error) {
                if (error.isEmpty())
                    return;
                m_error = tr("%1 was not written. %2.").arg(QDir::toNativeSeparators(path), error);
                say();
                m_error.clear();
            });
    });
    dialog->open();
}

void DataGrid::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->matches(QKeySequence::Find) || event->key() == Qt::Key_Slash)
        m_field->setFocus();
    else if (event->matches(QKeySequence::Save))
        save();
    else
        QWidget::keyPressEvent(event);
}

void DataGrid::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), this, &DataGrid::copy)->setEnabled(m_view->selectionModel()->hasSelection());
    menu->addAction(tr("Copy as CSV"), this, [this]() { QGuiApplication::clipboard()->setText(toCsv()); });
    menu->addAction(tr("Save as CSV…"), this, &DataGrid::save);
    // What a click on the head of the column does.
    if (const int column = m_view->currentIndex().isValid() ? m_view->currentIndex().column() : -1; column >= 0) {
        QString name = m_view->model()->headerData(column, Qt::Horizontal).toString().left(60);
        name.replace(u'&', u"&&"_s);
        menu->addAction(tr("Sort by %1, smallest first").arg(name), this, [this, column]() { sortBy(column, Qt::AscendingOrder); });
        menu->addAction(tr("Sort by %1, largest first").arg(name), this, [this, column]() { sortBy(column, Qt::DescendingOrder); });
    }
    menu->addAction(tr("Original order"), this, [this]() { sortBy(-1, Qt::AscendingOrder); });
    menu->popup(event->globalPos());
}

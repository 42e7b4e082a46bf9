// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tableviewer.h"

#include "theme/fonts.h"

#include <QAbstractTableModel>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QSortFilterProxyModel>

using namespace Qt::StringLiterals;

namespace {

class Model : public QAbstractTableModel
{
public:
    Model(HtmlData::Table table, QObject *parent) : QAbstractTableModel(parent), m_table(std::move(table))
    {
        m_rows = m_table.rows - m_table.headerRows;
        m_texts.resize(qsizetype(m_rows) * m_table.columns);
        m_headers.resize(m_table.columns);
        for (const HtmlData::TableCell &cell : std::as_const(m_table.cells)) {
            for (int row = cell.row; row < cell.row + cell.rowSpan; ++row) {
                for (int column = cell.column; column < cell.column + cell.columnSpan; ++column) {
                    if (row < m_table.headerRows) {
                        QString &header = m_headers[column];
                        if (!cell.text.isEmpty())
                            header += header.isEmpty() ? cell.text : u" / "_s + cell.text;
                    } else if (row < m_table.rows) {
                        m_texts[qsizetype(row - m_table.headerRows) * m_table.columns + column] = cell.text;
                    }
                }
            }
        }
    }

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : m_rows; }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : m_table.columns; }

    QVariant data(const QModelIndex &index, int role) const override
    {
        if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
            return m_texts[qsizetype(index.row()) * m_table.columns + index.column()];
        if (role == Qt::TextAlignmentRole && m_table.numeric.value(index.column()))
            return int(Qt::AlignRight | Qt::AlignVCenter);
        if (role == Qt::UserRole) { // For sorting: numbers as numbers.
            const QString text = m_texts[qsizetype(index.row()) * m_table.columns + index.column()];
            if (m_table.numeric.value(index.column())) {
                bool ok = false;
                const double number = QString(text).remove(u',').toDouble(&ok);
                return ok ? QVariant(number) : QVariant(-std::numeric_limits<double>::infinity());
            }
            return text;
        }
        return {};
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (role == Qt::DisplayRole)
            return orientation == Qt::Horizontal ? QVariant(m_headers.value(section)) : QVariant(section + 1);
        if (role == Qt::TextAlignmentRole && orientation == Qt::Horizontal)
            return int((m_table.numeric.value(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        return {};
    }

private:
    HtmlData::Table m_table;
    QStringList m_texts;
    QStringList m_headers;
    int m_rows = 0;
};

} // namespace

TableViewer::TableViewer(HtmlData::Table table, QWidget *parent) : QTableView(parent)
{
    auto *model = new Model(std::move(table), this);
    auto *sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(model);
    sorted->setSortRole(Qt::UserRole);
    setModel(sorted);
    setSortingEnabled(true);
    sortByColumn(-1, Qt::AscendingOrder);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setFont(Fonts::tabular(Fonts::body()));
    setAlternatingRowColors(model->columnCount() > 8);
    setAccessibleName(tr("Table"));
    verticalHeader()->setDefaultSectionSize(Metrics::row());
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setResizeContentsPrecision(200);
    resizeColumnsToContents();
}

void TableViewer::keyPressEvent(QKeyEvent *event)
{
    if (!event->matches(QKeySequence::Copy)) {
        QTableView::keyPressEvent(event);
        return;
    }
    QModelIndexList indexes = selectedIndexes();
    std::sort(indexes.begin(), indexes.end());
    QString text;
    for (qsizetype i = 0; i < indexes.size(); ++i) {
        if (i > 0)
            text += indexes[i].row() == indexes[i - 1].row() ? u'\t' : u'\n';
        text += indexes[i].data().toString();
    }
    QGuiApplication::clipboard()->setText(text);
}

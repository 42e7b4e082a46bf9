// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "activitypane.h"

#include "activitymodel.h"
#include "shared/button.h"
#include "shared/emptystate.h"
#include "shared/searchfield.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTableView>

using namespace Qt::StringLiterals;

ActivityPane::ActivityPane(ActivityModel *model, QWidget *parent)
    : QWidget(parent), m_model(model), m_proxy(new QSortFilterProxyModel(this)), m_filterBar(new QWidget), m_filter(new SearchField(tr("Filter: path, method, status"))),
      m_view(new QTableView), m_empty(new EmptyState(tr("No calls yet."), tr("Each call to a server appears here with its answer.")))
{
    setFocusProxy(m_view);
    m_proxy->setSourceModel(model);
    m_proxy->setFilterKeyColumn(0);
    m_proxy->setFilterRole(ActivityModel::SearchRole);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);

    auto *barLayout = new QHBoxLayout(m_filterBar);
    barLayout->setContentsMargins(Metrics::scaled(10), Metrics::scaled(8), Metrics::scaled(10), Metrics::scaled(8));
    barLayout->addWidget(m_filter);
    m_filterBar->hide();

    m_view->setModel(m_proxy);
    m_view->setAccessibleName(tr("Activity"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setTabKeyNavigation(false);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->viewport()->setBackgroundRole(QPalette::Window);
    m_view->verticalHeader()->hide();
    QHeaderView *header = m_view->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setSectionResizeMode(ActivityModel::Path, QHeaderView::Stretch);
    header->setMinimumSectionSize(Metrics::scaled(48));

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_filterBar);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_empty, 1);

    auto *filter = new QAction(Icons::icon(u"list-filter"_s), tr("Filter"), this);
    filter->setCheckable(true);
    connect(filter, &QAction::toggled, this, [this](bool on) {
        m_filterBar->setVisible(on);
        if (on)
            m_filter->setFocus();
        else
            m_filter->clear();
    });
    connect(m_filter, &SearchField::left, filter, [filter, this] {
        filter->setChecked(false);
        m_view->setFocus();
    });
    auto *copy = new QAction(Icons::icon(u"copy"_s), tr("Copy as curl"), this);
    connect(copy, &QAction::triggered, this, &ActivityPane::copyCurrent);
    m_headerActions = { filter, copy };

    connect(m_filter, &QLineEdit::textChanged, m_proxy, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_view, &QWidget::customContextMenuRequested, this, &ActivityPane::showMenu);
    // New rows come in at the top: whoever reads further down keeps the place.
    connect(m_proxy, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex &, int first, int last) {
        QScrollBar *bar = m_view->verticalScrollBar();
        if (first == 0 && bar->value() > 0) {
            const int shift = (last - first + 1) * m_view->verticalHeader()->defaultSectionSize();
            QMetaObject::invokeMethod(bar, [bar, shift] { bar->setValue(bar->value() + shift); }, Qt::QueuedConnection);
        }
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, &ActivityPane::refresh);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &ActivityPane::refresh);

    const auto restyle = [this] {
        m_view->verticalHeader()->setDefaultSectionSize(Metrics::row());
        m_view->verticalHeader()->setMinimumSectionSize(Metrics::row());
        QHeaderView *columns = m_view->horizontalHeader();
        const QFontMetrics digits(Fonts::tabular(Fonts::body()));
        const QFontMetrics mono(Fonts::output());
        // Wide enough for what stands in it and for its head.
        const auto widthOf = [this, columns](int column, int content) {
            const QString head = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
            return qMax(content, QFontMetrics(columns->font()).horizontalAdvance(head)) + Metrics::scaled(26);
        };
        columns->resizeSection(ActivityModel::Time, widthOf(ActivityModel::Time, digits.horizontalAdvance(u"00:00:00"_s)));
        columns->resizeSection(ActivityModel::Method, widthOf(ActivityModel::Method, mono.horizontalAdvance(u"DELETE"_s)));
        columns->resizeSection(ActivityModel::Sandbox, widthOf(ActivityModel::Sandbox, digits.horizontalAdvance(u"a-sandbox-name"_s)));
        columns->resizeSection(ActivityModel::Status, widthOf(ActivityModel::Status, digits.horizontalAdvance(u"200"_s)));
        columns->resizeSection(ActivityModel::Duration, widthOf(ActivityModel::Duration, digits.horizontalAdvance(u"00,000 ms"_s)));
        columns->resizeSection(ActivityModel::RequestId, widthOf(ActivityModel::RequestId, mono.horizontalAdvance(u"00000000-000"_s)));
        chooseColumns();
    };
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, restyle);
    restyle();
    refresh();
}

void ActivityPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    chooseColumns();
}

void ActivityPane::chooseColumns()
{
    // The path is what one looks for: others make room for it.
    const int room = width();
    int used = Metrics::scaled(160);
    const QHeaderView *columns = m_view->horizontalHeader();
    for (const int column : { int(ActivityModel::Time), int(ActivityModel::Method), int(ActivityModel::Status), int(ActivityModel::Duration) })
        used += columns->sectionSize(column);
    for (const int column : { int(ActivityModel::Sandbox), int(ActivityModel::RequestId) }) {
        // A hidden section says 0; its width comes back with it.
        m_view->setColumnHidden(column, false);
        used += columns->sectionSize(column);
        m_view->setColumnHidden(column, used > room);
    }
}

void ActivityPane::copyCurrent()
{
    QModelIndex index = m_view->currentIndex();
    if (!index.isValid())
        index = m_proxy->index(0, 0);
    if (index.isValid())
        QApplication::clipboard()->setText(m_model->asCurl(m_proxy->mapToSource(index).row()));
}

void ActivityPane::showMenu(const QPoint &position)
{
    const QModelIndex index = m_view->indexAt(position);
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (index.isValid()) {
        const int row = m_proxy->mapToSource(index).row();
        const auto copy = [&](const QString &title, const QString &text) {
            QAction *action = menu->addAction(title);
            action->setEnabled(!text.isEmpty());
            connect(action, &QAction::triggered, this, [text] { QApplication::clipboard()->setText(text); });
        };
        copy(tr("Copy as curl"), m_model->asCurl(row));
        copy(tr("Copy request ID"), m_model->index(row, ActivityModel::RequestId).data().toString());
        copy(tr("Copy path"), m_model->index(row, ActivityModel::Path).data().toString());
        copy(tr("Copy error"), m_model->problem(row));
        menu->addSeparator();
    }
    connect(menu->addAction(tr("Clear list")), &QAction::triggered, m_model, &ActivityModel::clear);
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

void ActivityPane::refresh()
{
    const bool empty = m_model->rowCount() == 0;
    m_empty->setVisible(empty);
    m_view->setVisible(!empty);
}

#include "moc_activitypane.cpp"

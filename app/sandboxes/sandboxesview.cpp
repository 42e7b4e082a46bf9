// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxesview.h"

#include "session/sandboxmodel.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace {

bool isSandbox(const QModelIndex &index)
{
    return index.isValid() && index.data(SandboxModel::KindRole).toInt() == SandboxModel::SandboxRow;
}

} // namespace

SandboxesView::SandboxesView(SandboxStore *store, QWidget *parent)
    : QTreeView(parent)
    , m_store(store)
    , m_delegate(new SandboxDelegate(store, this))
{
    setAccessibleName(tr("Sandboxes"));
    setItemDelegate(m_delegate);
    setFrameShape(QFrame::NoFrame);
    setRootIsDecorated(false);
    setIndentation(0);
    setExpandsOnDoubleClick(false);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setAllColumnsShowFocus(true);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setMouseTracking(true);
    setUniformRowHeights(false);
    viewport()->setBackgroundRole(QPalette::Window);
    header()->setHighlightSections(false);
    header()->setSectionsMovable(true);
    header()->setStretchLastSection(true);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this]() {
        adaptToWidth();
        doItemsLayout();
        viewport()->update();
    });
}

void SandboxesView::setModel(QAbstractItemModel *model)
{
    QTreeView::setModel(model);
    header()->hide();
    for (int column = 1; column < SandboxModel::ColumnCount; ++column)
        setColumnHidden(column, true);
    expandAll();
    for (int row = 0; row < model->rowCount(); ++row)
        setFirstColumnSpanned(row, {}, true);
    // New connections start unfolded; what the user folded stays folded.
    connect(model, &QAbstractItemModel::rowsInserted, this, [this, model](const QModelIndex &parent, int first, int last) {
        if (parent.isValid())
            return;
        for (int row = first; row <= last; ++row) {
            expand(model->index(row, 0));
            setFirstColumnSpanned(row, {}, true);
        }
    });
    adaptToWidth();
}

int SandboxesView::wideFrom()
{
    return Metrics::scaled(460);
}

int SandboxesView::contentBottom() const
{
    QModelIndex last = model()->index(model()->rowCount() - 1, 0);
    if (!last.isValid())
        return 0;
    if (isExpanded(last) && model()->rowCount(last) > 0)
        last = model()->index(model()->rowCount(last) - 1, 0, last);
    return visualRect(last).bottom() + 1;
}

QStringList SandboxesView::selectedIds() const
{
    QStringList ids;
    const QModelIndexList rows = selectionModel() ? selectionModel()->selectedRows() : QModelIndexList();
    for (const QModelIndex &index : rows) {
        if (isSandbox(index))
            ids << index.data(SandboxModel::IdRole).toString();
    }
    return ids;
}

QString SandboxesView::currentId() const
{
    const QModelIndex index = currentIndex();
    return isSandbox(index) ? index.data(SandboxModel::IdRole).toString() : QString();
}

QRect SandboxesView::rowRect(const QModelIndex &index) const
{
    const QRect rect = visualRect(index);
    return { 0, rect.top(), viewport()->width(), rect.height() };
}

int SandboxesView::actionAt(const QModelIndex &index, const QPoint &position) const
{
    const SandboxRecord *record = isSandbox(index) ? m_store->find(index.data(SandboxModel::IdRole).toString()) : nullptr;
    if (!record || isWide())
        return -1;
    const QList<QRect> rects = SandboxDelegate::actionRects(rowRect(index), SandboxDelegate::actionsOf(*record).size());
    for (qsizetype i = 0; i < rects.size(); ++i) {
        if (rects.at(i).contains(position))
            return int(i);
    }
    return -1;
}

void SandboxesView::hover(const QPoint &position)
{
    const QModelIndex index = indexAt(position).siblingAtColumn(0);
    const QString id = isSandbox(index) ? index.data(SandboxModel::IdRole).toString() : QString();
    const int action = actionAt(index, position);
    m_delegate->setHovered(id, action);
    viewport()->update();
}

bool SandboxesView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QModelIndex index = indexAt(help->pos()).siblingAtColumn(0);
        const int action = actionAt(index, help->pos());
        const SandboxRecord *record = action >= 0 ? m_store->find(index.data(SandboxModel::IdRole).toString()) : nullptr;
        if (record) {
            const QRect rect = SandboxDelegate::actionRects(rowRect(index), SandboxDelegate::actionsOf(*record).size()).at(action);
            QToolTip::showText(help->globalPos(), m_delegate->actionText(SandboxDelegate::actionsOf(*record).at(action), *record), viewport(), rect);
            return true;
        }
    }
    return QTreeView::viewportEvent(event);
}

void SandboxesView::mouseMoveEvent(QMouseEvent *event)
{
    hover(event->position().toPoint());
    QTreeView::mouseMoveEvent(event);
}

void SandboxesView::leaveEvent(QEvent *event)
{
    m_delegate->setHovered({}, -1);
    viewport()->update();
    QTreeView::leaveEvent(event);
}

void SandboxesView::mousePressEvent(QMouseEvent *event)
{
    m_delegate->setKeyboardFocus(false);
    const QPoint position = event->position().toPoint();
    const QModelIndex index = indexAt(position).siblingAtColumn(0);
    m_pressedAction = event->button() == Qt::LeftButton ? actionAt(index, position) : -1;
    if (m_pressedAction >= 0) {
        event->accept();
        return;
    }
    if (index.isValid() && !isSandbox(index) && event->button() == Qt::LeftButton) {
        setExpanded(index, !isExpanded(index));
        setCurrentIndex(index);
        clearSelection();
        return;
    }
    QTreeView::mousePressEvent(event);
}

void SandboxesView::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_pressedAction < 0) {
        QTreeView::mouseReleaseEvent(event);
        return;
    }
    const int pressed = std::exchange(m_pressedAction, -1);
    const QPoint position = event->position().toPoint();
    const QModelIndex index = indexAt(position).siblingAtColumn(0);
    const SandboxRecord *record = isSandbox(index) ? m_store->find(index.data(SandboxModel::IdRole).toString()) : nullptr;
    if (record && actionAt(index, position) == pressed)
        Q_EMIT actionTriggered(SandboxDelegate::actionsOf(*record).at(pressed), record->id(), event->globalPosition().toPoint());
}

void SandboxesView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint()).siblingAtColumn(0);
    if (isSandbox(index) && actionAt(index, event->position().toPoint()) < 0)
        Q_EMIT openRequested(index.data(SandboxModel::IdRole).toString());
}

void SandboxesView::keyPressEvent(QKeyEvent *event)
{
    if (!m_delegate->isWide() || event->key() != Qt::Key_Shift) {
        m_delegate->setKeyboardFocus(true);
        viewport()->update();
    }
    const QModelIndex index = currentIndex().siblingAtColumn(0);
    const QString id = currentId();
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!id.isEmpty())
            Q_EMIT openRequested(id);
        else if (index.isValid())
            setExpanded(index, !isExpanded(index));
        return;
    case Qt::Key_Right:
        // The actions of a row are a step to the right of it.
        if (!id.isEmpty()) {
            Q_EMIT menuRequested(selectedIds().contains(id) ? selectedIds() : QStringList { id }, viewport()->mapToGlobal(visualRect(index).center()));
            return;
        }
        break;
    case Qt::Key_Left:
        if (!id.isEmpty()) {
            setCurrentIndex(index.parent());
            return;
        }
        break;
    case Qt::Key_Delete:
        if (!selectedIds().isEmpty())
            Q_EMIT killRequested(selectedIds());
        return;
    case Qt::Key_Slash:
        Q_EMIT filterRequested();
        return;
    case Qt::Key_F5:
        Q_EMIT refreshRequested();
        return;
    default:
        break;
    }
    QTreeView::keyPressEvent(event);
}

void SandboxesView::focusInEvent(QFocusEvent *event)
{
    const bool byKeyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason || event->reason() == Qt::ShortcutFocusReason;
    m_delegate->setKeyboardFocus(byKeyboard);
    if (byKeyboard && !currentIndex().isValid() && model()->rowCount() > 0)
        setCurrentIndex(model()->index(0, 0));
    QTreeView::focusInEvent(event);
}

void SandboxesView::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKeyboard = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKeyboard ? currentIndex().siblingAtColumn(0) : indexAt(event->pos()).siblingAtColumn(0);
    const QPoint position = byKeyboard && index.isValid() ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos();
    if (isSandbox(index)) {
        const QString id = index.data(SandboxModel::IdRole).toString();
        if (!selectedIds().contains(id))
            setCurrentIndex(index);
        Q_EMIT menuRequested(selectedIds().contains(id) ? selectedIds() : QStringList { id }, position);
    } else {
        Q_EMIT connectionMenuRequested(index.isValid() ? index.data(SandboxModel::IdRole).toString() : QString(), position);
    }
}

void SandboxesView::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    adaptToWidth();
}

void SandboxesView::adaptToWidth()
{
    if (!model())
        return;
    const int width = viewport()->width();
    const bool wide = width >= wideFrom();
    m_delegate->setDense(width < Metrics::scaled(264));
    if (wide != m_delegate->isWide() || !wide) {
        const bool changes = wide != m_delegate->isWide();
        m_delegate->setWide(wide);
        if (changes) {
            static constexpr SandboxModel::Column Columns[] { SandboxModel::StateColumn, SandboxModel::ImageColumn, SandboxModel::ExpiresColumn, SandboxModel::CpuColumn, SandboxModel::MemoryColumn, SandboxModel::AgeColumn };
            for (const SandboxModel::Column column : Columns)
                setColumnHidden(column, !wide);
            header()->setVisible(wide);
            setSortingEnabled(wide);
            if (!wide)
                model()->sort(-1);
            else
                header()->setSortIndicator(-1, Qt::AscendingOrder);
            doItemsLayout();
        }
        if (!wide)
            setColumnWidth(0, width);
    }
    if (wide) {
        setColumnHidden(SandboxModel::MetadataColumn, width < Metrics::scaled(1000));
        static constexpr std::pair<SandboxModel::Column, int> Widths[] { { SandboxModel::StateColumn, 110 }, { SandboxModel::ExpiresColumn, 90 }, { SandboxModel::CpuColumn, 116 }, { SandboxModel::MemoryColumn, 84 }, { SandboxModel::AgeColumn, 72 } };
        int rest = width;
        for (const auto &[column, size] : Widths) {
            setColumnWidth(column, Metrics::scaled(size));
            rest -= Metrics::scaled(size);
        }
        if (!isColumnHidden(SandboxModel::MetadataColumn)) {
            setColumnWidth(SandboxModel::MetadataColumn, Metrics::scaled(180));
            rest -= Metrics::scaled(180);
        }
        setColumnHidden(SandboxModel::ImageColumn, rest < Metrics::scaled(260));
        setColumnWidth(SandboxModel::ImageColumn, std::min(Metrics::scaled(220), rest / 2));
        setColumnWidth(SandboxModel::NameColumn, std::max(Metrics::scaled(100), isColumnHidden(SandboxModel::ImageColumn) ? rest : rest - columnWidth(SandboxModel::ImageColumn)));
    }
}

void SandboxesView::drawBranches(QPainter *, const QRect &, const QModelIndex &) const
{
    // Connection rows draw their own arrow.
}

void SandboxesView::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTreeView::selectionChanged(selected, deselected);
    Q_EMIT selectionChangedByUser();
}

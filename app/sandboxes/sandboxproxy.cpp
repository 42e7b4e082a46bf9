// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxproxy.h"

SandboxProxy::SandboxProxy(SandboxModel *model, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSortRole(SandboxModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    setSourceModel(model);
}

void SandboxProxy::setFilter(const SandboxFilter &filter)
{
    m_filter = filter;
    invalidateFilter();
}

int SandboxProxy::totalCount() const
{
    int count = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        count += m_model->rowCount(m_model->index(row, 0));
    return count;
}

int SandboxProxy::hiddenCount() const
{
    int shown = 0;
    for (int row = 0; row < rowCount(); ++row)
        shown += rowCount(index(row, 0));
    return totalCount() - shown;
}

void SandboxProxy::tick()
{
    if (m_filter.dependsOnTime())
        invalidateFilter();
}

bool SandboxProxy::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    if (!sourceParent.isValid() || m_filter.isEmpty())
        return true;
    const QModelIndex index = m_model->index(sourceRow, 0, sourceParent);
    const QString id = index.data(SandboxModel::IdRole).toString();
    const SandboxRecord *record = m_model->store()->find(id);
    return record && m_filter.matches(*record, index.data(SandboxModel::StateWordRole).toString(), sourceParent.data().toString(), m_model->store()->remaining(id));
}

bool SandboxProxy::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    if (!left.parent().isValid())
        return (sortOrder() == Qt::AscendingOrder) == (left.row() < right.row());
    const QVariant a = left.data(SandboxModel::SortRole);
    const QVariant b = right.data(SandboxModel::SortRole);
    if (a.isValid() && a == b)
        return (sortOrder() == Qt::AscendingOrder) == (left.row() < right.row());
    return QSortFilterProxyModel::lessThan(left, right);
}

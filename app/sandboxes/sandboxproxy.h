// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxfilter.h"
#include "session/sandboxmodel.h"

#include <QSortFilterProxyModel>

/// Filters and sorts sandboxes below their connections; connections always stay, in their own order.
class SandboxProxy : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit SandboxProxy(SandboxModel *model, QObject *parent = nullptr);

    SandboxModel *model() const { return m_model; }
    void setFilter(const SandboxFilter &filter);
    const SandboxFilter &filter() const { return m_filter; }
    /// How many sandboxes the filter hides, and how many there are.
    int hiddenCount() const;
    int totalCount() const;
    int shownCount() const { return totalCount() - hiddenCount(); }
    /// Terms like expires<30m mean something else every second.
    void tick();

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    SandboxModel *const m_model;
    SandboxFilter m_filter;
};

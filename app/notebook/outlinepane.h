// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/cell.h>

#include <QPointer>
#include <QWidget>

class EmptyState;
class NotebookView;
class PaneFooter;
class QListView;
class QSortFilterProxyModel;
class SearchField;

/// One line of the outline: a heading, or a code cell below it.
struct OutlineEntry
{
    int cell = 0;
    int level = 0; ///< Indentation; headings from 0.
    QString text;
    bool heading = false;
    Notebook::RunState state = Notebook::RunState::NeverRun;
    bool operator==(const OutlineEntry &) const = default;
};

/// The headings and cells of the current notebook; a click or Enter goes there. A dock.
class OutlinePane : public QWidget
{
    Q_OBJECT
public:
    explicit OutlinePane(QWidget *parent = nullptr);
    ~OutlinePane() override;

    /// Null: no notebook is open.
    void setView(NotebookView *view);
    QList<OutlineEntry> entries() const;

protected:
    void showEvent(QShowEvent *event) override;

private:
    class Model;
    void refresh();
    void go(int row);

    QPointer<NotebookView> m_view;
    Model *m_model = nullptr;
    QSortFilterProxyModel *m_proxy = nullptr;
    SearchField *m_filter = nullptr;
    QListView *m_list = nullptr;
    EmptyState *m_empty = nullptr;
    PaneFooter *m_footer = nullptr;
};

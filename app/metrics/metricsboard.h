// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/metricswatcher.h"

#include <QWidget>

class EmptyState;
class Label;
class MetricsChart;
class QMenu;
class QPushButton;
class QScrollArea;
class QVBoxLayout;
class SegmentedControl;

/// CPU and memory of chosen sandboxes, one row each, with one cursor through all. A document of the window.
class MetricsBoard : public QWidget
{
    Q_OBJECT

public:
    explicit MetricsBoard(SessionRegistry *registry, QWidget *parent = nullptr);
    ~MetricsBoard() override;

    /// In this order; unknown ones are left out. Empty: all running sandboxes of the local runtime.
    void setSandboxes(const QStringList &sandboxIds);
    QStringList sandboxes() const;
    void setRange(int index);
    void setCursor(qint64 timeMs);
    QList<MetricsChart *> charts() const;
    QSize minimumSizeHint() const override;

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Row;

    void addRow(const QString &sandboxId);
    void removeRow(const QString &sandboxId);
    void updateRow(Row &row);
    void updateWatches();
    void fillMenu();
    void arrange();

    SessionRegistry *const m_registry;
    SandboxStore *const m_store;
    SegmentedControl *m_range;
    QPushButton *m_choose;
    QMenu *m_menu;
    Label *m_time;
    Label *m_origin = nullptr;
    QScrollArea *m_scroll;
    QVBoxLayout *m_layout;
    EmptyState *m_empty;
    std::vector<std::unique_ptr<Row>> m_rows;
    std::shared_ptr<void> m_watch;
};

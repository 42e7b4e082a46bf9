// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxactions.h"

#include <QWidget>

class Banner;
class Card;
class ContextsCard;
class ElidedLabel;
class EndpointsCard;
class ExpiryCard;
class Label;
class MetricsChart;
class QAction;
class QGridLayout;
class QHBoxLayout;
class StateChip;

/// Everything about one sandbox on a page. A document of the window; stays readable after the sandbox ended.
class SandboxDetails : public QWidget
{
    Q_OBJECT

public:
    SandboxDetails(SandboxActions *actions, SessionRegistry *registry, const QString &sandboxId, QWidget *parent = nullptr);
    ~SandboxDetails() override;

    QString sandboxId() const { return m_id; }
    QString title() const;
    /// "py-analysis (Running) — Local runtime"
    QString windowTitlePart() const;
    /// For the window's toolbar; null stands for a separator.
    QList<QAction *> toolBarActions() const { return m_toolBar; }
    EndpointsCard *endpoints() const { return m_endpoints; }

Q_SIGNALS:
    void titleChanged();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void refresh();
    void refreshActions();
    void arrange();
    void updateBanner();
    void alignLabels();
    QWidget *detailRow(const QString &name, ElidedLabel **value);

    SandboxActions *const m_actions;
    SandboxStore *const m_store;
    const QString m_id;
    std::shared_ptr<SandboxSession> m_session;
    SandboxRecord m_last; ///< What was known, when the store has forgotten it.
    Banner *m_banner;
    ElidedLabel *m_name;
    StateChip *m_chip;
    Label *m_age;
    ElidedLabel *m_idLabel;
    ExpiryCard *m_expiry;
    Card *m_facts;
    ElidedLabel *m_connection = nullptr;
    ElidedLabel *m_image = nullptr;
    ElidedLabel *m_created = nullptr;
    ElidedLabel *m_lastChange = nullptr;
    ElidedLabel *m_reason = nullptr;
    ElidedLabel *m_entrypoint = nullptr;
    Card *m_metadata;
    QWidget *m_pairs = nullptr;
    Card *m_charts;
    MetricsChart *m_cpu;
    MetricsChart *m_memory;
    Label *m_cpuNow;
    Label *m_memoryNow;
    Label *m_cpuOf;
    Label *m_memoryOf;
    EndpointsCard *m_endpoints;
    ContextsCard *m_contexts = nullptr;
    QWidget *m_columns[2] = { nullptr, nullptr };
    QGridLayout *m_grid;
    bool m_two = false;
    QList<QAction *> m_toolBar;
    QList<Label *> m_labels; ///< Names of details; all as wide as the widest.
    QAction *m_notebookAction = nullptr;
    QAction *m_filesAction = nullptr;
    QAction *m_pauseAction = nullptr;
    QAction *m_renewAction = nullptr;
    QAction *m_killAction = nullptr;
    QTimer m_clock;
    std::shared_ptr<void> m_watch;
    std::shared_ptr<void> m_metrics;
};

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "card.h"
#include "session/sandboxstore.h"

class Label;
class QSpinBox;

/// Where ports of a sandbox are reached, asked for one by one.
class EndpointsCard : public Card
{
    Q_OBJECT

public:
    EndpointsCard(SandboxStore *store, const QString &sandboxId, QWidget *parent = nullptr);

    void ask(int port);
    /// What a browser needs to open an endpoint.
    static QString address(const QString &endpoint, const QString &scheme);

private:
    void addRow(int port, const QString &endpoint, const QString &problem);

    SandboxStore *const m_store;
    const QString m_id;
    QSpinBox *m_port;
    QWidget *m_list;
    QHash<int, QWidget *> m_rows;
    TaskScope m_tasks;
};

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "card.h"
#include "sandboxactions.h"

class Label;

/// The big countdown with its bar and the buttons that change it.
class ExpiryCard : public Card
{
    Q_OBJECT

public:
    ExpiryCard(SandboxActions *actions, const QString &sandboxId, QWidget *parent = nullptr);

    /// Once a second while visible.
    void refresh();

private:
    class Bar;

    SandboxActions *const m_actions;
    const QString m_id;
    Label *m_left;
    Label *m_of;
    Bar *m_bar;
    QList<QWidget *> m_buttons;
};

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "card.h"
#include "session/sandboxsession.h"

class Label;

/// The contexts of one sandbox: language, busy or idle, interrupt, restart, delete.
class ContextsCard : public Card
{
    Q_OBJECT

public:
    ContextsCard(SandboxStore *store, std::shared_ptr<SandboxSession> session, QWidget *parent = nullptr);

private:
    void rebuild();
    void report(const QString &what, const OpenSandbox::Error &error);

    SandboxStore *const m_store;
    std::shared_ptr<SandboxSession> m_session;
    QWidget *m_list = nullptr;
    Label *m_problem;
    QWidget *m_add;
    QList<ContextState> m_shown;
    SandboxSession::State m_shownState = SandboxSession::State::Waiting;
    TaskScope m_tasks;
};

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "contextrunner.h"
#include "executiontargets.h"

class SandboxCreation;

/// ExecutionTargets over the sandbox store and its sessions. One for the whole window.
class SessionTargets : public ExecutionTargets
{
    Q_OBJECT
public:
    explicit SessionTargets(SessionRegistry *registry, QObject *parent = nullptr);
    ~SessionTargets() override;

    QList<ExecutionTarget> targets() const override;
    ExecutionTarget describe(const QString &sandbox, const QString &language) const override;
    Notebook::Runner *runner() override { return &m_runner; }
    ContextRunner &contextRunner() { return m_runner; }
    void createSandbox(const QString &language, Created done) override;
    void restartContext(const Notebook::Binding &binding, Finished done) override;
    void checkContext(const Notebook::Binding &binding, std::function<void(const QString &, bool)> done) override;

private:
    ExecutionTarget fill(const SandboxRecord &record, const QString &language) const;
    void later();

    SessionRegistry *const m_registry;
    ContextRunner m_runner;
    QTimer m_changed;
};

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
    ExecutionTarget place(const Notebook::Binding &binding) const override;
    Standing standing(const Notebook::Binding &binding) const override;
    void attend(const QString &sandbox) override;
    SandboxRecipe recipe(const QString &sandbox) const override;
    void resume(const QString &sandbox) override;
    void createLike(const SandboxRecipe &recipe, const QString &language, Created done) override;
    QString successor(const QString &sandbox) const override;
    QStringList languages() const override;
    std::optional<std::chrono::seconds> remaining(const QString &sandbox) const override;
    void renew(const QString &sandbox, std::chrono::seconds more) override;
    void createContext(const QString &sandbox, const QString &language, Created done) override { makeContext(sandbox, language, false, std::move(done)); }
    void createOwnContext(const QString &sandbox, const QString &language, Created done) override { makeContext(sandbox, language, true, std::move(done)); }
    void endOwnContext(const QString &sandbox, const QString &contextId) override;
    Notebook::Runner *runner() override { return &m_runner; }
    ContextRunner &contextRunner() { return m_runner; }
    void createSandbox(const QString &language, Created done) override;
    void restartContext(const Notebook::Binding &binding, Finished done) override;
    void complete(const Notebook::Binding &binding, const QString &code, qsizetype position, Inspection::Answer<Inspection::Completion> done) override
    {
        m_runner.complete(binding, code, position, std::move(done));
    }
    void inspect(const Notebook::Binding &binding, const QString &code, qsizetype position, Inspection::Answer<QString> done) override
    {
        m_runner.inspect(binding, code, position, std::move(done));
    }
    void variables(const Notebook::Binding &binding, Inspection::Answer<Inspection::Variables> done) override { m_runner.variables(binding, std::move(done)); }
    void rows(const Notebook::Binding &binding, const QString &variable, const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done) override
    {
        m_runner.rows(binding, variable, query, std::move(done));
    }
    void checkContext(const Notebook::Binding &binding, std::function<void(const QString &, bool)> done) override;

private:
    static SandboxRecipe recipeOf(const SandboxRecord &record);
    ExecutionTarget fill(const SandboxRecord &record, const QString &language) const;
    const SandboxRecord *find(const QString &sandbox) const;
    /// The context of this id, or the first of the language that is nobody's own.
    void fillContext(ExecutionTarget &target, const QString &contextId) const;
    void makeContext(const QString &sandbox, const QString &language, bool own, Created done);
    void later();

    SessionRegistry *const m_registry;
    ContextRunner m_runner;
    QHash<QString, std::shared_ptr<SandboxSession>> m_attended;
    QHash<QString, QString> m_successors; ///< By the id of a sandbox that is gone: the one made in its place.
    QHash<QString, SandboxRecipe> m_recipes; ///< Of those that were attended to, gone or not.
    TaskScope m_tasks;
    QTimer m_changed;
};

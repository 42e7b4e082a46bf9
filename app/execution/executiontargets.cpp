// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "executiontargets.h"

#include <opensandbox/notebook/cell.h>

namespace {

Inspection::Refusal notOffered()
{
    return { true, false, ExecutionTargets::tr("This server does not offer it.") };
}

} // namespace

Notebook::Binding ExecutionTarget::binding() const
{
    return { connection, sandboxId, language, first ? QString() : contextId };
}

ExecutionTarget ExecutionTargets::place(const Notebook::Binding &binding) const
{
    ExecutionTarget target = describe(binding.sandbox, binding.language);
    if (binding.context.isEmpty() || target.contextId == binding.context)
        return target;
    const QList<ExecutionTarget> all = targets();
    for (const ExecutionTarget &one : all) {
        if (one.sandboxId == target.sandboxId && one.contextId == binding.context)
            return one;
    }
    target.contextId = binding.context;
    target.contextName = binding.context.left(8);
    target.first = false;
    return target;
}

ExecutionTargets::Standing ExecutionTargets::standing(const Notebook::Binding &binding) const
{
    const ExecutionTarget target = describe(binding.sandbox, binding.language);
    if (!target.isValid())
        return Standing::SandboxGone;
    if (!target.running)
        return Standing::NotRunning;
    if (binding.context.isEmpty() || target.contextId == binding.context)
        return Standing::Ready;
    const QList<ExecutionTarget> all = targets();
    for (const ExecutionTarget &one : all) {
        if (one.sandboxId == target.sandboxId && one.contextId == binding.context)
            return Standing::Ready;
    }
    return Standing::ContextGone;
}

void ExecutionTargets::attend(const QString &) { }

void ExecutionTargets::resume(const QString &) { }

SandboxRecipe ExecutionTargets::recipe(const QString &sandbox) const
{
    const ExecutionTarget target = describe(sandbox, {});
    return { .name = target.sandboxName, .image = target.image, .entrypoint = {}, .limits = {} };
}

void ExecutionTargets::createLike(const SandboxRecipe &, const QString &language, Created done)
{
    createSandbox(language, std::move(done));
}

void ExecutionTargets::createContext(const QString &, const QString &, Created done)
{
    done({}, tr("This server does not offer it."));
}

void ExecutionTargets::complete(const Notebook::Binding &, const QString &, qsizetype, Inspection::Answer<Inspection::Completion> done)
{
    done(std::unexpected(notOffered()));
}

void ExecutionTargets::inspect(const Notebook::Binding &, const QString &, qsizetype, Inspection::Answer<QString> done)
{
    done(std::unexpected(notOffered()));
}

void ExecutionTargets::variables(const Notebook::Binding &, Inspection::Answer<QList<Inspection::Variable>> done)
{
    done(std::unexpected(notOffered()));
}

void ExecutionTargets::rows(const Notebook::Binding &, const QString &, const Inspection::RowQuery &, Inspection::Answer<Inspection::Rows> done)
{
    done(std::unexpected(notOffered()));
}

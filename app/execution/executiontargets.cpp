// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "executiontargets.h"

namespace {

Inspection::Refusal notOffered()
{
    return { true, false, ExecutionTargets::tr("This server does not offer it.") };
}

} // namespace

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

void ExecutionTargets::rows(const Notebook::Binding &, const QString &, qint64, int, Inspection::Answer<Inspection::Rows> done)
{
    done(std::unexpected(notOffered()));
}

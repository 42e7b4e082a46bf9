// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execution/executiontargets.h"

#include <opensandbox/notebook/runner.h>

#include <QHash>

#include <memory>
#include <vector>

/// Sandboxes that exist only in the test, and a runner that does what the test says.
class FakeTargets : public ExecutionTargets, public Notebook::Runner
{
    Q_OBJECT
public:
    QList<ExecutionTarget> list;
    std::vector<std::shared_ptr<Notebook::Run>> runs; ///< In the order in which they started.
    int interrupts = 0;
    QList<Notebook::Binding> restarted;
    std::function<void(std::shared_ptr<Notebook::Run>)> onStart;
    QList<std::pair<QString, Created>> creations;

    QList<ExecutionTarget> targets() const override { return list; }
    ExecutionTarget describe(const QString &sandbox, const QString &language) const override
    {
        ExecutionTarget other;
        for (const ExecutionTarget &target : list) {
            if (target.sandboxId != sandbox && target.sandboxName != sandbox)
                continue;
            if (target.language == language)
                return target;
            other = target;
            other.language = language;
            other.contextId.clear();
            other.contextName.clear();
        }
        if (!other.isValid())
            other.running = false;
        return other;
    }
    Notebook::Runner *runner() override { return this; }
    void createSandbox(const QString &language, Created done) override { creations.append({ language, done }); }
    void restartContext(const Notebook::Binding &binding, Finished done) override
    {
        restarted.append(binding);
        done({});
    }
    void checkContext(const Notebook::Binding &, std::function<void(const QString &, bool)> done) override { done(QStringLiteral("ctx-1 answers and is idle."), true); }

    void start(std::shared_ptr<Notebook::Run> run) override
    {
        runs.push_back(run);
        if (onStart)
            onStart(run);
    }
    void interrupt(std::shared_ptr<Notebook::Run>) override { ++interrupts; }

    void add(const QString &id, const QString &name, const QString &language, int series, const QString &context = {})
    {
        ExecutionTarget target;
        target.connection = QStringLiteral("local");
        target.sandboxId = id;
        target.sandboxName = name;
        target.language = language;
        target.series = series;
        target.contextId = context;
        target.contextName = context;
        target.image = QStringLiteral("local");
        list.append(target);
    }
};

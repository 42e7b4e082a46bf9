// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execution/executiontargets.h"
#include "notebook/rowfilter.h"

#include <opensandbox/notebook/runner.h>

#include <QHash>
#include <QMap>

#include <algorithm>
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
    bool holdsRestarts = false;
    QList<Finished> heldRestarts; ///< To be called when they are done.
    std::function<void(std::shared_ptr<Notebook::Run>)> onStart;
    QList<std::pair<QString, Created>> creations;
    QList<SandboxRecipe> recipes; ///< Asked for by createLike(), one for each of the creations then.
    QStringList ended; ///< Contexts of closed notebooks.
    QList<std::pair<QString, Created>> newContexts; ///< "py python" and whom to tell.
    QMap<QString, SandboxRecipe> known; ///< By sandbox id.
    QStringList paused; ///< Sandbox ids.
    QStringList resumed;
    bool inspects = false; ///< Completion, explanation and variables are offered.
    QStringList asked; ///< "complete", "inspect", ... in order.
    Inspection::Completion completion;
    QString explanation;
    QList<Inspection::Variable> variableList;
    qint64 variableTotal = -1;
    Inspection::Rows table; ///< All of its rows; handed out in pages.
    bool sortsRows = false; ///< Sorts and filters them when asked.
    bool takesConditions = false;
    QString refuseQueries; ///< Why it does not do so after all.
    QList<Inspection::RowQuery> queries;

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
    void createLike(const SandboxRecipe &recipe, const QString &language, Created done) override
    {
        recipes.append(recipe);
        createSandbox(language, std::move(done));
    }
    void endOwnContext(const QString &, const QString &contextId) override { ended.append(contextId); }
    void createContext(const QString &sandbox, const QString &language, Created done) override { newContexts.append({ sandbox + QLatin1Char(' ') + language, done }); }
    QString successor(const QString &sandbox) const override { return successors.value(sandbox); }
    QHash<QString, QString> successors;
    QStringList languages() const override { return offered; }
    QStringList offered; ///< What new sandboxes have.
    std::optional<std::chrono::seconds> remaining(const QString &sandbox) const override { return left.contains(sandbox) ? std::optional(left.value(sandbox)) : std::nullopt; }
    void renew(const QString &sandbox, std::chrono::seconds more) override { left[sandbox] += more; }
    QHash<QString, std::chrono::seconds> left;
    SandboxRecipe recipe(const QString &sandbox) const override { return known.value(sandbox); }
    Standing standing(const Notebook::Binding &binding) const override { return paused.contains(binding.sandbox) ? Standing::Paused : ExecutionTargets::standing(binding); }
    void resume(const QString &sandbox) override { resumed.append(sandbox); }
    /// The sandbox makes the context that was asked for.
    void finishContext(const QString &id)
    {
        const auto [where, done] = newContexts.takeFirst();
        add(where.section(QLatin1Char(' '), 0, 0), {}, where.section(QLatin1Char(' '), 1), 0, id);
        for (const ExecutionTarget &target : QList<ExecutionTarget>(list)) {
            if (target.contextId == id)
                done(target, {});
        }
    }
    void restartContext(const Notebook::Binding &binding, Finished done) override
    {
        restarted.append(binding);
        if (holdsRestarts)
            heldRestarts.append(done);
        else
            done({});
    }
    void checkContext(const Notebook::Binding &, std::function<void(const QString &, bool)> done) override { done(QStringLiteral("ctx-1 answers and is idle."), true); }

    void complete(const Notebook::Binding &binding, const QString &code, qsizetype position, Inspection::Answer<Inspection::Completion> done) override
    {
        asked.append(QStringLiteral("complete"));
        if (!inspects)
            ExecutionTargets::complete(binding, code, position, std::move(done));
        else
            later([done = std::move(done), answer = completion]() { done(answer); });
    }
    void inspect(const Notebook::Binding &binding, const QString &code, qsizetype position, Inspection::Answer<QString> done) override
    {
        asked.append(QStringLiteral("inspect"));
        if (!inspects)
            ExecutionTargets::inspect(binding, code, position, std::move(done));
        else
            later([done = std::move(done), answer = explanation]() { done(answer); });
    }
    void variables(const Notebook::Binding &binding, Inspection::Answer<Inspection::Variables> done) override
    {
        asked.append(QStringLiteral("variables"));
        if (!inspects)
            ExecutionTargets::variables(binding, std::move(done));
        else
            later([done = std::move(done), answer = allVariables()]() { done(answer); });
    }
    Inspection::Variables allVariables() const
    {
        Inspection::Variables all(variableList);
        all.total = variableTotal;
        all.truncated = variableTotal > variableList.size();
        return all;
    }
    void rows(const Notebook::Binding &, const QString &, const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done) override
    {
        asked.append(QStringLiteral("rows"));
        queries.append(query);
        Inspection::Rows page;
        page.columns = table.columns;
        page.offset = query.offset;
        page.total = table.rows.size();
        QList<qsizetype> order;
        for (qsizetype row = 0; row < table.rows.size(); ++row) {
            bool all = query.filter.isEmpty() || table.rows[row].join(u'\n').contains(query.filter, Qt::CaseInsensitive);
            for (const Inspection::Condition &condition : query.conditions)
                all = all && (!takesConditions || RowFilter::Test(condition).accepts(table.rows[row]));
            if (all)
                order.append(row);
        }
        if (query.sortColumn >= 0) {
            std::ranges::stable_sort(order, [&](qsizetype a, qsizetype b) {
                const double x = table.rows[a].value(query.sortColumn).toDouble();
                const double y = table.rows[b].value(query.sortColumn).toDouble();
                return query.descending ? x > y : x < y;
            });
        }
        if (sortsRows)
            page.matching = order.size();
        page.totalColumns = table.totalColumns;
        page.conditions = takesConditions ? query.conditions.size() : 0;
        for (const qsizetype row : order.mid(query.offset, query.limit)) {
            page.rows.append(table.rows[row]);
            if (!table.index.isEmpty())
                page.index.append(table.index[row]);
        }
        if (!query.isPlain() && !refuseQueries.isEmpty()) {
            later([done = std::move(done), text = refuseQueries]() { done(std::unexpected(Inspection::Refusal { false, false, text })); });
            return;
        }
        later([done = std::move(done), page]() { done(page); });
    }
    void later(std::function<void()> call) { QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection); }

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
        for (const ExecutionTarget &other : std::as_const(list)) {
            if (other.sandboxId != id)
                continue;
            if (target.sandboxName.isEmpty())
                target.sandboxName = other.sandboxName;
            target.first = target.first && other.language != language;
        }
        // Grouped by sandbox, as the real ones.
        qsizetype at = list.size();
        while (at > 0 && list[at - 1].sandboxId != id)
            --at;
        list.insert(at == 0 ? list.size() : at, target);
    }
};

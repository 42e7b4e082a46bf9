// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where cells run: choosing contexts, making new ones, and what becomes of cells whose sandbox or context is gone.
#include "notebookprivate.h"

#include "shared/badge.h"
#include "syntax.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::RunState;
using Standing = ExecutionTargets::Standing;
namespace Json = Notebook::Json;

namespace {

QString describe(const ExecutionTarget &target)
{
    const QString language = Syntax::displayName(target.language);
    return target.contextName.isEmpty() ? language : language + u" \u00b7 "_s + target.contextName;
}

/// Letters go to the next entry that begins with them; contexts and sandboxes have names of the user's, which have no letter underlined.
class TypeToFind final : public QObject
{
public:
    explicit TypeToFind(QMenu *menu) : QObject(menu), m_menu(menu) { }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() != QEvent::KeyPress)
            return false;
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool types = (key->modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier && key->text().size() == 1 && key->text().at(0).isLetterOrNumber();
        if (!types)
            return false;
        QList<QAction *> entries = m_menu->actions();
        const auto present = entries.indexOf(m_menu->activeAction());
        std::rotate(entries.begin(), entries.begin() + present + 1, entries.end());
        const auto found = std::ranges::find_if(entries, [key](const QAction *action) {
            return !action->isSeparator() && action->isEnabled() && action->text().startsWith(key->text(), Qt::CaseInsensitive);
        });
        if (found != entries.end())
            m_menu->setActiveAction(*found);
        return true;
    }

private:
    QMenu *const m_menu;
};

} // namespace

// --- the menu ------------------------------------------------------------------------------------------

/// A section for each sandbox with its contexts and languages, then what makes a new context there.
void NotebookView::Private::fillContexts(QMenu *menu, const Binding &present, const std::function<void(const ExecutionTarget &)> &choose,
                                         const std::function<void(const ExecutionTarget &)> &makeNew)
{
    const QList<ExecutionTarget> all = targets ? targets->targets() : QList<ExecutionTarget>();
    const ExecutionTarget here = targets && !present.sandbox.isEmpty() ? targets->place(present) : ExecutionTarget {};
    for (qsizetype i = 0; i < all.size();) {
        const QString sandbox = all[i].sandboxId;
        menu->addSection(all[i].sandboxName);
        QList<ExecutionTarget> languages;
        for (; i < all.size() && all[i].sandboxId == sandbox; ++i) {
            const ExecutionTarget &target = all[i];
            // Where others' variables are is no first choice.
            const auto isTaken = [this, &target](const ExecutionTarget &one) {
                return one.sandboxId != target.sandboxId || one.language != target.language || !sharedWith({ one.connection, one.sandboxId, one.language, one.contextId }).isEmpty();
            };
            if (makeNew && target.first && std::all_of(all.begin(), all.end(), isTaken)) {
                QAction *action = menu->addAction(LanguageBadge::icon(target.language, target.series), tr("%1 \u00b7 new context").arg(Syntax::displayName(target.language)), q,
                                                  [makeNew, target]() { makeNew(target); });
                action->setIconVisibleInMenu(true);
                action->setEnabled(target.running);
            }
            const QString others = sharedWith({ target.connection, target.sandboxId, target.language, target.contextId });
            const QString text = others.isEmpty() ? describe(target) : tr("%1, used by %2").arg(describe(target), others);
            QAction *action = menu->addAction(LanguageBadge::icon(target.language, target.series), text, q, [choose, target]() { choose(target); });
            action->setIconVisibleInMenu(true);
            action->setCheckable(true);
            action->setEnabled(target.running);
            action->setChecked(target.sandboxId == here.sandboxId && target.language == present.language && target.contextId == here.contextId);
            if (target.first)
                languages.append(target);
        }
        if (!makeNew)
            continue;
        QMenu *more = menu->addMenu(tr("New context"));
        for (const ExecutionTarget &target : std::as_const(languages)) {
            QAction *action = more->addAction(LanguageBadge::icon(target.language, target.series), Syntax::displayName(target.language), q, [makeNew, target]() { makeNew(target); });
            action->setIconVisibleInMenu(true);
        }
    }
}

void NotebookView::Private::contextMenu(int index, const QPoint &position, bool wholeNotebook)
{
    Cell *cell = document->cell(index);
    if (!cell)
        return;
    auto *menu = new QMenu(q);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(u"contextMenu"_s);
    menu->installEventFilter(new TypeToFind(menu));
    QList<QPointer<Cell>> cells;
    const QList<int> selected = canvas->selected();
    for (const int i : selected)
        cells.append(document->cell(i));
    const auto fill = [this, menu, cells, wholeNotebook, cell = QPointer<Cell>(cell)]() {
        menu->clear();
        if (!cell)
            return;
        const Binding present = wholeNotebook ? document->defaultBinding() : cell->effectiveBinding();
        if (wholeNotebook)
            menu->addSection(tr("Cells of this notebook run in"));
        fillContexts(
            menu, present, [this, cells, wholeNotebook](const ExecutionTarget &target) { bind(cells, target, wholeNotebook); },
            [this, cells, wholeNotebook](const ExecutionTarget &target) { newContext(cells, target, wholeNotebook); });
        if (!targets || targets->targets().isEmpty())
            fillLanguages(menu, cells, present.language, wholeNotebook);
        menu->addSeparator();
        if (!wholeNotebook && !cell->binding().isEmpty()) {
            const Binding defaults = document->defaultBinding();
            const QString where = targets && !defaults.sandbox.isEmpty() ? describe(targets->place(defaults)) : Syntax::displayName(document->defaultLanguage());
            menu->addAction(tr("Same as the notebook: %1").arg(where), q, [this, cells]() {
                document->beginMacro(tr("Choose context"));
                for (const QPointer<Cell> &one : cells) {
                    if (one)
                        one->setBinding({});
                }
                document->endMacro();
                canvas->setFocus();
            });
        }
        menu->addAction(tr("New Python sandbox"), q, [this]() { createTarget(u"python"_s); });
        menu->addAction(tr("New sandbox…"), q, [this]() { Q_EMIT q->newSandboxRequested(); });
    };
    fill();
    if (targets) {
        // Contexts of sandboxes that nobody has asked yet are added when they are known.
        const QList<ExecutionTarget> all = targets->targets();
        for (const ExecutionTarget &target : all)
            targets->attend(target.sandboxId);
        QObject::connect(targets, &ExecutionTargets::changed, menu, [fill, menu, known = all, this]() mutable {
            const QList<ExecutionTarget> now = targets->targets();
            if (now == known)
                return;
            known = now;
            const qsizetype active = menu->actions().indexOf(menu->activeAction());
            fill();
            if (active >= 0)
                menu->setActiveAction(menu->actions().value(active));
        });
    }
    menu->popup(position);
    // For whoever came by key; a mouse moves it on.
    const QList<QAction *> choices = menu->actions();
    const auto present = std::find_if(choices.begin(), choices.end(), [](const QAction *action) { return action->isChecked(); });
    const auto first = std::find_if(choices.begin(), choices.end(), [](const QAction *action) { return action->isEnabled() && !action->isSeparator(); });
    if (present != choices.end() || first != choices.end())
        menu->setActiveAction(present != choices.end() ? *present : *first);
}

/// Languages can be chosen before there is a sandbox.
void NotebookView::Private::fillLanguages(QMenu *menu, const QList<QPointer<Cell>> &cells, const QString &present, bool wholeNotebook)
{
    menu->addSection(tr("Language"));
    for (const QString &language : { u"python"_s, u"bash"_s }) {
        QAction *action = menu->addAction(Syntax::displayName(language), q, [this, cells, language, wholeNotebook]() {
            document->beginMacro(tr("Choose context"));
            if (wholeNotebook)
                document->setDefaultLanguage(language);
            for (const QPointer<Cell> &one : cells) {
                if (!one || wholeNotebook)
                    continue;
                Binding binding = one->binding();
                binding.language = language;
                binding.context.clear();
                one->setBinding(binding);
            }
            document->endMacro();
            canvas->setFocus();
        });
        action->setCheckable(true);
        action->setChecked(language == present);
    }
}

void NotebookView::Private::bind(const QList<QPointer<Cell>> &cells, const ExecutionTarget &target, bool wholeNotebook)
{
    pending.clear();
    banner->clearMessage(u"where"_s);
    markWaiting();
    document->beginMacro(tr("Choose context"));
    Binding wanted = target.binding();
    // Where the notebook has a context of its own, or would get one, the first one must be named, too.
    const bool others = !document->ownContext(target.sandboxId, target.language).isEmpty() || (ownWanted.contains(target.sandboxId) && targets->isTaken(q, path, wanted));
    if (others)
        wanted.context = target.contextId;
    if (wholeNotebook) {
        document->setDefaultBinding(wanted);
    } else {
        // The first context must be named where the notebook names another one.
        const Binding defaults = document->defaultBinding();
        if (wanted.context.isEmpty() && !defaults.context.isEmpty() && defaults.sandbox == wanted.sandbox && defaults.language == wanted.language)
            wanted.context = target.contextId;
        for (const QPointer<Cell> &one : cells) {
            if (one && one->kind() == CellKind::Code)
                one->setBinding(wanted);
        }
    }
    remember(target.sandboxId);
    document->endMacro();
    noteUses();
    checkBindings();
    updateActions();
    canvas->setFocus();
}

void NotebookView::Private::newContext(const QList<QPointer<Cell>> &cells, const ExecutionTarget &target, bool wholeNotebook)
{
    const QString language = Syntax::displayName(target.language);
    banner->setMessage(u"context"_s, { Meaning::Busy, tr("Making a %1 context in %2.").arg(language, target.sandboxName), {}, u"loader-circle"_s, {}, true });
    QPointer<NotebookView> guard = q;
    targets->createContext(target.sandboxId, target.language, [this, guard, cells, target, wholeNotebook, language](const ExecutionTarget &made, const QString &error) {
        if (!guard)
            return;
        if (!error.isEmpty()) {
            banner->setMessage(u"context"_s, { Meaning::Bad, tr("No %1 context could be made in %2. %3").arg(language, target.sandboxName, error), error, {},
                                               { { tr("Try again"), u"refresh-cw"_s, [this, cells, target, wholeNotebook]() { newContext(cells, target, wholeNotebook); } } }, true });
            return;
        }
        banner->clearMessage(u"context"_s);
        bind(cells, made, wholeNotebook);
    });
}

// --- what the file remembers ---------------------------------------------------------------------------

/// Keeps what is needed to make this sandbox again, and forgets those that no cell names any more.
void NotebookView::Private::remember(const QString &sandbox)
{
    const SandboxRecipe recipe = targets ? targets->recipe(sandbox) : SandboxRecipe {};
    if (sandbox.isEmpty() || recipe == SandboxRecipe {})
        return;
    Json::Value stored = Json::Value::object();
    stored.set(u"name", Json::Value::string(recipe.name));
    if (!recipe.image.isEmpty())
        stored.set(u"image", Json::Value::string(recipe.image));
    if (!recipe.entrypoint.isEmpty()) {
        Json::Value list = Json::Value::array();
        for (const QString &word : recipe.entrypoint)
            list.append(Json::Value::string(word));
        stored.set(u"entrypoint", list);
    }
    if (!recipe.limits.isEmpty()) {
        Json::Value limits = Json::Value::object();
        for (auto limit = recipe.limits.begin(); limit != recipe.limits.end(); ++limit)
            limits.set(limit.key(), Json::Value::string(limit.value()));
        stored.set(u"limits", limits);
    }
    if (recipe.lifetime.count() > 0)
        stored.set(u"lifetime", Json::Value::number(qint64(recipe.lifetime.count())));
    QSet<QString> used { sandbox, document->defaultBinding().sandbox };
    for (const Cell *cell : document->cells())
        used.insert(cell->binding().sandbox);
    Json::Value all = document->metadata();
    if (!all.isObject())
        all = Json::Value::object();
    Json::Value ours = all.value(u"opensandbox");
    if (!ours.isObject())
        ours = Json::Value::object();
    const Json::Value before = ours.value(u"sandboxes");
    Json::Value sandboxes = Json::Value::object();
    for (qsizetype i = 0; before.isObject() && i < before.count(); ++i) {
        if (used.contains(before.keyAt(i)) && before.keyAt(i) != sandbox)
            sandboxes.set(before.keyAt(i), before.at(i));
    }
    sandboxes.set(sandbox, stored);
    if (before.toBytes() == sandboxes.toBytes())
        return;
    ours.set(u"sandboxes", sandboxes);
    all.set(u"opensandbox", ours);
    document->adoptMetadata(all);
}

SandboxRecipe NotebookView::Private::remembered(const QString &sandbox) const
{
    const Json::Value stored = document->metadata().value(u"opensandbox").value(u"sandboxes").value(sandbox);
    SandboxRecipe recipe { .name = stored.value(u"name").toString(), .image = stored.value(u"image").toString(), .entrypoint = {}, .limits = {},
                           .lifetime = std::chrono::seconds(std::clamp<qint64>(stored.value(u"lifetime").toInteger(), 0, 366 * 86400)) };
    const Json::Value entrypoint = stored.value(u"entrypoint");
    for (qsizetype i = 0; entrypoint.isArray() && i < entrypoint.count(); ++i)
        recipe.entrypoint.append(entrypoint.at(i).toString());
    const Json::Value limits = stored.value(u"limits");
    for (qsizetype i = 0; limits.isObject() && i < limits.count(); ++i)
        recipe.limits.insert(limits.keyAt(i), limits.at(i).toString());
    // What was seen in this session counts, too.
    const SandboxRecipe known = targets ? targets->recipe(sandbox) : SandboxRecipe {};
    if (recipe.image.isEmpty() && !known.image.isEmpty())
        return known;
    if (recipe.name.isEmpty())
        recipe.name = known.name;
    return recipe;
}

// --- gone ----------------------------------------------------------------------------------------------

/// Says so when cells name a sandbox or context that is gone, and follows their background commands again.
void NotebookView::Private::checkBindings()
{
    if (!targets || creating)
        return;
    if (!resuming.isEmpty() && targets->standing({ {}, resuming, {}, {} }) == Standing::Ready) {
        resuming.clear();
        banner->clearMessage(u"sandbox"_s);
        runPending();
    }
    if (!goneKey.isEmpty() && !banner->hasMessage(u"gone"_s))
        dismissed.insert(std::exchange(goneKey, {})); // The user closed it.
    QSet<QString> seen;
    bool any = false;
    const std::vector<Cell *> cells = document->cells();
    for (Cell *cell : cells) {
        if (cell->kind() != CellKind::Code)
            continue;
        if (!cell->background().id.isEmpty() && !cell->isBusy() && cell->runState() == RunState::NeverRun)
            followAgain(cell);
        const Binding binding = cell->effectiveBinding();
        const QString key = binding.key();
        if (any || binding.sandbox.isEmpty() || seen.contains(key))
            continue;
        seen.insert(key);
        targets->attend(binding.sandbox);
        const Standing standing = targets->standing(binding);
        if ((standing != Standing::SandboxGone && standing != Standing::ContextGone) || dismissed.contains(key))
            continue;
        any = true;
        if (goneKey != key) {
            pending.clear(); // Nobody asked to run what waited for something else.
            markWaiting();
        }
        offerAgain(binding, standing);
    }
    if (!any) {
        goneKey.clear();
        banner->clearMessage(u"gone"_s);
    }
}

void NotebookView::Private::followAgain(Cell *cell)
{
    Binding binding = cell->effectiveBinding();
    binding.sandbox = cell->background().sandbox;
    binding.context.clear();
    switch (targets->standing(binding)) {
    case Standing::Ready:
        queue->enqueueBackground(cell, true);
        break;
    case Standing::SandboxGone:
        cell->setBackground({});
        cell->outputs()->appendNotice({ Notebook::Notice::Severity::Warning, u"command-gone"_s, tr("The command of this cell ended with its sandbox"),
                                        tr("%1 is gone. What was saved of the output stays readable here.").arg(nameOfSandbox(binding.sandbox)) });
        break;
    case Standing::Unknown:
    case Standing::NotRunning:
    case Standing::Paused:
    case Standing::ContextGone: break;
    }
}

QString NotebookView::Private::nameOfSandbox(const QString &sandbox) const
{
    const QString known = targets ? targets->describe(sandbox, {}).sandboxName : QString();
    if (!known.isEmpty())
        return known;
    const QString stored = remembered(sandbox).name;
    return !stored.isEmpty() ? stored : sandbox.size() > 20 ? sandbox.left(8) : sandbox.isEmpty() ? tr("The sandbox") : sandbox;
}

void NotebookView::Private::offerAgain(const Binding &gone, Standing standing)
{
    // Another notebook that ran there has had it made again: the files that they shared are in that one.
    const QString next = targets && standing == Standing::SandboxGone ? targets->successor(gone.sandbox) : QString();
    const QString key = gone.key();
    if (goneKey == key && goneNext == next && banner->hasMessage(u"gone"_s))
        return;
    goneKey = key;
    goneNext = next;
    resuming.clear();
    banner->clearMessage(u"sandbox"_s); // That it is paused, for instance.
    int count = 0;
    for (const Cell *cell : document->cells()) {
        const Binding binding = cell->effectiveBinding();
        count += cell->kind() == CellKind::Code && binding.sandbox == gone.sandbox && (standing == Standing::SandboxGone || binding.context == gone.context);
    }
    const QString name = nameOfSandbox(gone.sandbox);
    const SandboxRecipe recipe = remembered(gone.sandbox);
    QString detail;
    if (standing == Standing::SandboxGone && !recipe.image.isEmpty()) {
        detail = tr("Image %1").arg(recipe.image);
        for (auto limit = recipe.limits.begin(); limit != recipe.limits.end(); ++limit)
            detail += u", "_s + limit.key() + u' ' + limit.value();
    }
    const QString text = standing == Standing::SandboxGone ? tr("%1 is gone. %n cell(s) ran there.", nullptr, count).arg(name)
                                                           : tr("A context of %1 is gone, and its variables with it. %n cell(s) ran there.", nullptr, count).arg(name);
    if (!next.isEmpty()) {
        banner->setMessage(u"gone"_s, { Meaning::Warn, tr("%1 It was made again for another notebook.").arg(text), detail, u"unplug"_s,
                                        { { tr("Use that one"), u"box"_s, [this, gone, next]() {
                                            creating = true;
                                            goneKey.clear();
                                            banner->clearMessage(u"gone"_s);
                                            createContexts(gone, targets->describe(next, gone.language), namedContexts(gone.sandbox), {});
                                        } },
                                          { tr("Create another"), u"copy-plus"_s, [this, gone, standing]() { createAgain(gone, standing); } },
                                          { tr("Choose another…"), {}, [this, gone, standing]() { chooseInstead(gone, standing); } } },
                                        true });
        return;
    }
    banner->setMessage(u"gone"_s, { Meaning::Warn, text, detail, u"unplug"_s,
                                    { { standing == Standing::SandboxGone ? tr("Recreate like this") : tr("Create it again"), u"copy-plus"_s, [this, gone, standing]() { createAgain(gone, standing); } },
                                      { tr("Choose another…"), {}, [this, gone, standing]() { chooseInstead(gone, standing); } } },
                                    true });
}

void NotebookView::Private::createAgain(const Binding &gone, Standing standing)
{
    if (!targets || creating)
        return;
    creating = true;
    goneKey.clear();
    banner->clearMessage(u"gone"_s);
    markWaiting();
    const QString name = nameOfSandbox(gone.sandbox);
    banner->setMessage(u"sandbox"_s, { Meaning::Busy, standing == Standing::ContextGone ? tr("Making a new context in %1.").arg(name) : tr("Starting %1 again.").arg(name), {}, u"box"_s, {}, false });
    QPointer<NotebookView> guard = q;
    const bool own = standing == Standing::ContextGone && document->ownContext(gone.sandbox, gone.language) == gone.context;
    const auto made = [this, guard, maker = QPointer<ExecutionTargets>(targets), gone, standing, own, name](const ExecutionTarget &target, const QString &error) {
        if (!guard) {
            if (maker && own && error.isEmpty())
                maker->endOwnContext(target.sandboxId, target.contextId); // Nobody wants it any more.
            return;
        }
        banner->clearMessage(u"sandbox"_s);
        if (!error.isEmpty()) {
            creating = false;
            markWaiting();
            banner->setMessage(u"sandbox"_s, { Meaning::Bad, standing == Standing::ContextGone ? tr("No context could be made in %1. %2").arg(name, error) : tr("%1 could not be started again. %2").arg(name, error), error, {},
                                               { { tr("Try again"), u"refresh-cw"_s, [this, gone, standing]() { createAgain(gone, standing); } },
                                                 { tr("Choose another…"), {}, [this, gone, standing]() { chooseInstead(gone, standing); } } }, true });
            return;
        }
        if (standing == Standing::ContextGone)
            rebind(gone, standing, target, {});
        else
            createContexts(gone, target, namedContexts(gone.sandbox), {});
    };
    if (own) {
        targets->createOwnContext(gone.sandbox, gone.language, made);
    } else if (standing == Standing::ContextGone) {
        targets->createContext(gone.sandbox, gone.language, made);
    } else {
        SandboxRecipe recipe = remembered(gone.sandbox);
        recipe.connection = gone.connection;
        recipe.replaces = gone.sandbox;
        targets->createLike(recipe, gone.language, made);
    }
}

/// The contexts of a sandbox that cells name, each with its language.
QList<std::pair<QString, QString>> NotebookView::Private::namedContexts(const QString &sandbox) const
{
    QList<std::pair<QString, QString>> result;
    for (const Cell *cell : document->cells()) {
        const Binding binding = cell->effectiveBinding();
        const std::pair named(binding.context, binding.language);
        // A sandbox that is made anew has a first context, which is nobody else's.
        const bool own = binding.context == document->ownContext(sandbox, binding.language);
        if (cell->kind() == CellKind::Code && binding.sandbox == sandbox && !binding.context.isEmpty() && !own && !result.contains(named))
            result.append(named);
    }
    return result;
}

/// One new context for each that was named, one after the other; then the cells move there together.
void NotebookView::Private::createContexts(const Binding &gone, const ExecutionTarget &target, QList<std::pair<QString, QString>> left, QHash<QString, QString> made)
{
    if (left.isEmpty()) {
        rebind(gone, Standing::SandboxGone, target, made);
        return;
    }
    const auto [id, language] = left.takeFirst();
    QPointer<NotebookView> guard = q;
    targets->createContext(target.sandboxId, language, [this, guard, gone, target, left, made, id](const ExecutionTarget &context, const QString &error) mutable {
        if (!guard)
            return;
        // Without it the cells use the first context of their language.
        if (error.isEmpty())
            made.insert(id, context.contextId);
        else
            banner->setMessage(u"context"_s, { Meaning::Warn, tr("A context could not be made again. Its cells use the first one of their language. %1").arg(error), error, {}, {}, true });
        createContexts(gone, target, left, made);
    });
}

void NotebookView::Private::chooseInstead(const Binding &gone, Standing standing)
{
    auto *menu = new QMenu(q);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(u"contextMenu"_s);
    fillContexts(menu, {}, [this, gone, standing](const ExecutionTarget &target) { rebind(gone, standing, target, {}); }, {});
    menu->addSeparator();
    menu->addAction(tr("New sandbox…"), q, [this]() { Q_EMIT q->newSandboxRequested(); });
    menu->popup(banner->isVisible() ? banner->menuPosition() : canvas->mapToGlobal(QPoint(Metrics::scaled(60), Metrics::scaled(20))));
}

/// Cells that named what is gone name `target` from now on, as one step; what waited for it runs.
void NotebookView::Private::rebind(const Binding &gone, Standing standing, const ExecutionTarget &target, const QHash<QString, QString> &contexts)
{
    creating = false;
    goneKey.clear();
    banner->clearMessage(u"gone"_s);
    banner->clearMessage(u"sandbox"_s);
    const auto moved = [&](Binding binding, const Binding &effective) {
        if (effective.sandbox != gone.sandbox)
            return binding;
        if (standing == Standing::ContextGone) {
            if (effective.context != gone.context)
                return binding;
            return target.binding();
        }
        binding.connection = target.connection;
        binding.sandbox = target.sandboxId;
        binding.context = contexts.value(effective.context);
        return binding;
    };
    if (standing == Standing::ContextGone && document->ownContext(gone.sandbox, gone.language) == gone.context) {
        const bool here = target.sandboxId == gone.sandbox && target.language == gone.language;
        document->setOwnContext(gone.sandbox, gone.language, here ? target.contextId : QString());
        if (!here)
            document->setDefaultBinding(target.binding());
    }
    document->beginMacro(tr("Choose context"));
    QList<std::pair<Cell *, Binding>> own; // Before what they inherit changes.
    for (Cell *cell : document->cells()) {
        if (!cell->binding().sandbox.isEmpty() || !cell->binding().context.isEmpty())
            own.append({ cell, moved(cell->binding(), cell->effectiveBinding()) });
    }
    const Binding defaults = document->defaultBinding();
    if (defaults.sandbox == gone.sandbox)
        document->setDefaultBinding(moved(defaults, defaults));
    for (const auto &[cell, binding] : std::as_const(own))
        cell->setBinding(binding);
    remember(target.sandboxId);
    document->endMacro();
    for (const QPointer<Cell> &cell : std::as_const(pending)) {
        if (cell)
            cell->outputs()->removeNotices();
    }
    const auto waiting = std::exchange(pending, {});
    checkBindings();
    updateActions();
    canvas->setFocus();
    pending = waiting;
    runPending();
    markWaiting();
}

/// A restart gave a context another id. That is no step of the user's, so nothing to undo.
void NotebookView::Private::contextReplaced(const QString &id, const QString &newId)
{
    document->replaceContext(id, newId);
}

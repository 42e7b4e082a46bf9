// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebookprivate.h"

#include "cellstatus.h"
#include "comparerun.h"
#include "execution/contextrunner.h"
#include "shared/badge.h"
#include "shared/button.h"
#include "shared/label.h"
#include "syntax.h"
#include "theme/icons.h"

#include <QDialog>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::RunState;

namespace {

constexpr std::chrono::seconds expiryNotice = std::chrono::minutes(5);
/// What stands in a block runs by itself only when it begins at the left.
QString withoutIndent(const QString &text)
{
    QStringList lines = text.split(u'\n');
    qsizetype least = -1;
    for (const QString &line : std::as_const(lines)) {
        if (line.trimmed().isEmpty())
            continue;
        const qsizetype indent = std::find_if(line.begin(), line.end(), [](QChar c) { return c != u' ' && c != u'\t'; }) - line.begin();
        least = least < 0 ? indent : std::min(least, indent);
    }
    for (QString &line : lines)
        line = line.sliced(std::min(std::max<qsizetype>(0, least), line.size()));
    return lines.join(u'\n');
}

} // namespace

bool NotebookView::Private::canRunHere(const Cell *cell) const
{
    const Binding binding = cell->effectiveBinding();
    if (binding.sandbox.isEmpty() || !targets)
        return false;
    return targets->standing(binding) == ExecutionTargets::Standing::Ready;
}

void NotebookView::Private::enqueue(const QList<Cell *> &cells)
{
    using Standing = ExecutionTargets::Standing;
    QList<Cell *> ready;
    bool homeless = false;
    const Cell *lost = nullptr;
    const Cell *paused = nullptr;
    for (Cell *cell : cells) {
        if (cell->kind() != CellKind::Code)
            continue;
        if (canRunHere(cell)) {
            ready.append(cell);
        } else if (!cell->source().trimmed().isEmpty()) {
            const Standing standing = targets ? targets->standing(cell->effectiveBinding()) : Standing::Unknown;
            if (!lost && !cell->effectiveBinding().sandbox.isEmpty() && (standing == Standing::SandboxGone || standing == Standing::ContextGone))
                lost = cell;
            if (!paused && standing == Standing::Paused)
                paused = cell;
            homeless = true;
        }
    }
    if (homeless) {
        // Order matters more than speed: all wait until the first is sure of its place.
        if (!creating && resuming.isEmpty() && !banner->hasMessage(u"where"_s))
            pending.clear();
        for (Cell *cell : cells) {
            if (!pending.contains(cell))
                pending.append(cell);
        }
        if (lost && !creating) {
            goneKey.clear();
            offerAgain(lost->effectiveBinding(), targets->standing(lost->effectiveBinding()));
        } else if (paused && !creating) {
            if (resuming != paused->effectiveBinding().sandbox)
                offerResume(paused->effectiveBinding());
        } else if (!creating) {
            askWhereItRuns();
        }
        markWaiting();
        return;
    }
    const auto alone = std::ranges::find_if(ready, [this](const Cell *cell) { return needsOwnContext(cell); });
    if (alone != ready.end() || makingOwn) {
        if (!makingOwn)
            pending.clear();
        const bool again = makingOwn && pending.isEmpty() && alone != ready.end(); // Interrupted while it is made.
        for (Cell *cell : cells) {
            if (!pending.contains(cell))
                pending.append(cell);
        }
        if (!makingOwn)
            makeOwnContext((*alone)->effectiveBinding());
        if (again) {
            tellOfOwnContext((*alone)->effectiveBinding());
            updateActions();
        }
        markWaiting();
        return;
    }
    if (waitsForRestart(cells))
        return;
    QList<Cell *> whole;
    const auto sendWhole = [this, &whole]() {
        if (!whole.isEmpty())
            queue->enqueue(std::exchange(whole, {}));
    };
    for (Cell *cell : std::as_const(ready)) {
        const QString part = partsToRun.take(cell->id());
        if (part.isEmpty()) {
            whole.append(cell);
            continue;
        }
        sendWhole();
        queue->enqueuePart(cell, part);
    }
    sendWhole();
}

/// What is asked for while its context starts anew runs when it has; sent now, it would end with the old one.
bool NotebookView::Private::waitsForRestart(const QList<Cell *> &cells)
{
    if (std::ranges::none_of(cells, [this](const Cell *cell) { return restarting.contains(cell->effectiveBinding().key()); }))
        return false;
    for (Cell *cell : cells) {
        if (!afterRestart.contains(cell))
            afterRestart.append(cell);
    }
    tellOfRestarts();
    markWaiting();
    updateActions();
    return true;
}

/// The selected text, or the line of the caret; in command mode the whole cell. Its output stands below the cell, as that of all of it would.
void NotebookView::Private::runSelection()
{
    Cell *cell = canvas->currentCell();
    const CodeEditor *editor = canvas->editor();
    if (!cell || cell->kind() != CellKind::Code || !editor || canvas->selected().size() > 1) {
        runSelected(false, false);
        return;
    }
    QTextCursor from = editor->textCursor();
    QTextCursor to = from;
    const bool line = !from.hasSelection();
    from.setPosition(line ? from.position() : editor->textCursor().selectionStart());
    to.setPosition(line ? to.position() : editor->textCursor().selectionEnd());
    if (line) {
        from.movePosition(QTextCursor::StartOfBlock);
        to.movePosition(QTextCursor::EndOfBlock);
    }
    const qsizetype start = editor->toSource(from.position());
    const QString source = cell->source();
    const QString part = withoutIndent(source.sliced(start, editor->toSource(to.position()) - start));
    if (part.trimmed().isEmpty())
        return;
    if (cell->isBusy())
        return;
    // As many lines before it as it has in the cell, so that a traceback names the right ones.
    const bool magic = part.startsWith(u'%') || part.startsWith(u'!');
    document->breakUndoMerging();
    // Whatever is to be answered or made first, it is this part that runs then.
    partsToRun.insert(cell->id(), magic ? part : QString(source.first(start).count(u'\n'), u'\n') + part);
    enqueue({ cell });
}

/// A notebook that was not told otherwise shares no variables with another one.
bool NotebookView::Private::needsOwnContext(const Cell *cell) const
{
    const Binding binding = cell->effectiveBinding();
    return binding.context.isEmpty() && ownWanted.contains(binding.sandbox) && !cell->source().trimmed().isEmpty() && targets->isTaken(q, path, binding);
}

void NotebookView::Private::tellOfOwnContext(const Binding &binding)
{
    const QString language = Syntax::displayName(binding.language);
    banner->setMessage(u"context"_s, { Meaning::Busy, tr("Making a %1 context of its own for this notebook in %2. Cells that you run wait for it.").arg(language, nameOfSandbox(binding.sandbox)), {}, u"loader-circle"_s, {}, true });
}

bool NotebookView::Private::awaitsOwnContext() const
{
    return makingOwn && !pending.isEmpty();
}

void NotebookView::Private::makeOwnContext(const Binding &binding)
{
    makingOwn = true;
    const QString language = Syntax::displayName(binding.language);
    const QString name = nameOfSandbox(binding.sandbox);
    tellOfOwnContext(binding);
    updateActions();
    QPointer<NotebookView> guard = q;
    targets->createOwnContext(binding.sandbox, binding.language, [this, guard, maker = QPointer<ExecutionTargets>(targets), binding, language, name](const ExecutionTarget &made, const QString &error) {
        if (!guard) {
            if (maker && error.isEmpty())
                maker->endOwnContext(binding.sandbox, made.contextId); // Nobody wants it any more.
            return;
        }
        makingOwn = false;
        if (error.isEmpty()) {
            banner->clearMessage(u"context"_s);
            document->setOwnContext(binding.sandbox, binding.language, made.contextId);
            updateActions();
            runPending();
            return;
        }
        updateActions();
        markWaiting();
        if (pending.isEmpty()) { // Interrupted meanwhile; the next run asks again.
            banner->clearMessage(u"context"_s);
            return;
        }
        const auto again = [this, binding]() { makeOwnContext(binding); };
        const auto share = [this, sandbox = binding.sandbox]() {
            banner->clearMessage(u"context"_s);
            ownWanted.remove(sandbox);
            runPending();
        };
        banner->setMessage(u"context"_s, { Meaning::Bad, tr("No %1 context could be made in %2. %3").arg(language, name, error), error, {},
                                           { { tr("Try again"), u"refresh-cw"_s, again }, { tr("Share with %1").arg(targets->otherUsers(q, binding).value(0, tr("others"))), {}, share } }, true });
    });
}

/// Says anew which contexts the cells use that were run.
void NotebookView::Private::noteUses()
{
    if (!targets)
        return;
    targets->forgetUser(q);
    QSet<QString> seen;
    for (const Cell *cell : document->cells()) {
        const Binding binding = cell->effectiveBinding();
        if (cell->kind() != CellKind::Code || cell->runState() == RunState::NeverRun || binding.sandbox.isEmpty() || seen.contains(binding.key()))
            continue;
        seen.insert(binding.key());
        noteUse(binding);
    }
}

void NotebookView::Private::noteUse(const Binding &binding)
{
    targets->noteUser(q, q->title(), path, binding);
}

/// The other open notebooks whose variables live there, too; empty: none.
QString NotebookView::Private::sharedWith(const Binding &binding) const
{
    return targets ? QLocale().createSeparatedList(targets->otherUsers(q, binding)) : QString();
}

QString NotebookView::Private::waitsFor() const
{
    if (makingOwn)
        return tr("waits for its context");
    if (creating)
        return tr("waits for its sandbox");
    if (!resuming.isEmpty())
        return tr("waits for %1").arg(nameOfSandbox(resuming));
    return banner->hasMessage(u"where"_s) ? tr("waits for a sandbox") : QString();
}

void NotebookView::Private::markWaiting(const QString &dropped)
{
    QList<Cell *> cells;
    const QString reason = waitsFor();
    for (const auto *list : { &pending, &afterRestart }) {
        for (const QPointer<Cell> &cell : *list) {
            if (cell && cell->index() >= 0 && (list == &afterRestart || !reason.isEmpty()))
                cells.append(cell);
        }
    }
    queue->hold(cells, afterRestart.isEmpty() ? reason : tr("waits for the restart"), dropped);
}

/// In command mode a menu is the shortest way. Whoever writes goes on writing: what is run meanwhile waits, too, and runs in its order.
void NotebookView::Private::askWhereItRuns()
{
    const int index = canvas->current();
    const auto menu = [this]() {
        chooseTarget(banner->isVisible() ? banner->menuPosition() : canvas->mapToGlobal(QPoint(Metrics::scaled(60), Metrics::scaled(20))));
    };
    if (!keepsWriting && canvas->mode() == CellCanvas::Mode::Command) {
        chooseTarget(canvas->viewport()->mapToGlobal(index >= 0 ? canvas->codeRect(index).bottomLeft().toPoint() : QPoint(60, 20)));
        return;
    }
    QList<Banner::Button> buttons;
    const QString language = document->defaultLanguage();
    const QList<ExecutionTarget> all = targets ? targets->targets() : QList<ExecutionTarget>();
    const auto fits = std::ranges::find_if(all, [&language](const ExecutionTarget &target) { return target.running && target.language == language; });
    if (fits != all.end()) {
        buttons.append({ tr("In %1").arg(fits->sandboxName), u"box"_s, [this, target = *fits]() {
                            useTarget(target);
                            canvas->setFocus();
                        } });
    } else if (const QStringList offered = targets ? targets->languages() : QStringList(); offered.isEmpty() || offered.contains(language)) {
        buttons.append({ tr("In a new sandbox"), u"plus"_s, [this, language]() {
                            createTarget(language);
                            canvas->setFocus();
                        } });
    }
    buttons.append({ tr("Choose…"), {}, menu });
    buttons.append({ tr("Do not run"), {}, [this]() {
                        forgetPending({});
                        canvas->setFocus();
                    } });
    banner->setMessage(u"where"_s, { Meaning::Warn, tr("Where does this run? What you run meanwhile waits, too."), {}, u"circle-question-mark"_s, buttons, false });
}

void NotebookView::Private::runPending()
{
    QList<Cell *> cells;
    for (const QPointer<Cell> &cell : std::exchange(pending, {})) {
        if (cell && cell->index() >= 0)
            cells.append(cell);
    }
    if (!cells.isEmpty())
        enqueue(cells);
    markWaiting();
}

void NotebookView::Private::offerResume(const Binding &binding)
{
    const QString name = nameOfSandbox(binding.sandbox);
    const auto resume = [this, name, sandbox = binding.sandbox]() {
        resuming = sandbox;
        banner->setMessage(u"sandbox"_s, { Meaning::Busy, tr("Resuming %1. Cells that you run wait for it.").arg(name), {}, u"play"_s, {}, true });
        targets->resume(sandbox);
        markWaiting();
        canvas->setFocus();
    };
    banner->setMessage(u"sandbox"_s, { Meaning::Warn, tr("%1 is paused, so its cells cannot run.").arg(name), {}, u"circle-pause"_s,
                                       { { tr("Resume and run"), u"play"_s, resume },
                                         { tr("Choose another…"), {}, [this, binding]() { chooseInstead(binding, ExecutionTargets::Standing::SandboxGone); } } }, true });
}

void NotebookView::run(const QList<int> &indexes)
{
    QList<Cell *> cells;
    for (const int index : indexes) {
        Cell *cell = d->document->cell(index);
        if (!cell)
            continue;
        d->partsToRun.remove(cell->id()); // Now all of it is wanted.
        cells.append(cell);
    }
    d->document->breakUndoMerging();
    d->enqueue(cells);
}

void NotebookView::runAll()
{
    QList<int> all;
    for (int i = 0; i < d->document->count(); ++i)
        all.append(i);
    run(all);
}

void NotebookView::Private::runSelected(bool advance, bool insertBelow)
{
    const QList<int> cells = canvas->selected();
    if (cells.isEmpty())
        return;
    const bool wasEditing = canvas->mode() == CellCanvas::Mode::Edit;
    const bool text = document->cell(cells.constLast())->kind() == CellKind::Markdown;
    if (text || advance || insertBelow)
        canvas->command();
    keepsWriting = insertBelow || (advance ? canvas->neighbour(cells.constLast(), 1) < 0 : wasEditing);
    q->run(cells);
    keepsWriting = false;
    if (insertBelow) {
        insert(cells.constLast() + 1, CellKind::Code, true);
    } else if (advance) {
        const int next = canvas->neighbour(cells.constLast(), 1);
        if (next < 0) {
            insert(document->count(), CellKind::Code, true);
        } else {
            canvas->setCurrent(next);
        }
    } else if (!wasEditing) {
        canvas->setFocus();
    }
}

void NotebookView::Private::runFrom(int first)
{
    QList<int> cells;
    for (int i = std::max(0, first); i < document->count(); ++i)
        cells.append(i);
    canvas->setCurrent(first);
    q->run(cells);
}

void NotebookView::Private::compareWithPrevious(Cell *cell)
{
    const Notebook::OutputList *outputs = cell->outputs();
    if (!outputs->hasEarlier())
        return;
    QWidget *view = makeOutputComparison(tr("The run before"), outputs->earlierSnapshot(), tr("Now"), outputs->snapshot());
    Q_EMIT q->openInTabRequested(view, Icons::icon(u"git-compare"_s), tr("Output of cell %1, compared").arg(cellLabel(cell)));
}

/// A choice of places; the cell is run in all that are ticked, side by side.
void NotebookView::Private::runInSeveral()
{
    Cell *cell = canvas->currentCell();
    if (!cell || cell->kind() != CellKind::Code || !targets)
        return;
    auto *dialog = new QDialog(q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(u"runInSeveral"_s);
    dialog->setWindowTitle(tr("Run cell %1 in several contexts").arg(cellLabel(cell)));
    auto *layout = new QVBoxLayout(dialog);
    auto *list = new QListWidget(dialog);
    list->setAccessibleName(tr("Contexts"));
    QList<ExecutionTarget> places;
    const QList<ExecutionTarget> all = targets->targets();
    const Binding own = cell->effectiveBinding();
    const auto add = [list, &places](const ExecutionTarget &target, const QString &name, bool ticked) {
        places.append(target);
        auto *item = new QListWidgetItem(LanguageBadge::icon(target.language, target.series), u"%1 \u00b7 "_s.arg(target.sandboxName) + name, list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(ticked ? Qt::Checked : Qt::Unchecked);
    };
    // Contexts of the cell's language, then a new one in each sandbox. What runs one language says nothing of another.
    QList<ExecutionTarget> sandboxes;
    for (const ExecutionTarget &target : all) {
        if (!target.running || target.language != own.language)
            continue;
        if (!target.contextId.isEmpty()) {
            const QString others = sharedWith(target.binding());
            const QString name = target.contextName.isEmpty() ? Syntax::displayName(target.language) : Syntax::displayName(target.language) + u" \u00b7 "_s + target.contextName;
            add(target, others.isEmpty() ? name : tr("%1, used by %2").arg(name, others), true);
        }
        if (std::ranges::none_of(sandboxes, [&target](const ExecutionTarget &other) { return other.sandboxId == target.sandboxId; }))
            sandboxes.append(target);
    }
    const qsizetype fresh = places.size();
    for (const ExecutionTarget &target : std::as_const(sandboxes)) {
        // Beside the only one there is, or where there is none yet.
        const bool none = std::ranges::none_of(places.first(fresh), [&target](const ExecutionTarget &other) { return other.sandboxId == target.sandboxId; });
        add(target, tr("New %1 context").arg(Syntax::displayName(target.language)), none || fresh == 1);
    }
    auto *hint = new Label(places.isEmpty() ? tr("No sandbox with %1 runs.").arg(Syntax::displayName(own.language)) : tr("The notebook itself is not changed. Variables of these contexts may be."), Fonts::Role::Small, &Theme::text2, QFont::Normal, dialog);
    auto *go = Buttons::push(tr("Run side by side"), u"play"_s, dialog);
    Buttons::makePrimary(go);
    go->setDefault(true);
    auto *cancel = Buttons::push(tr("Cancel"), {}, dialog);
    auto *foot = new QHBoxLayout;
    foot->addStretch(1);
    foot->addWidget(cancel);
    foot->addWidget(go);
    layout->addWidget(list, 1);
    layout->addWidget(hint);
    layout->addLayout(foot);
    const auto count = [list]() {
        int ticked = 0;
        for (int i = 0; i < list->count(); ++i)
            ticked += list->item(i)->checkState() == Qt::Checked;
        return ticked;
    };
    const auto update = [go, count]() { go->setEnabled(count() >= 1); };
    QObject::connect(list, &QListWidget::itemChanged, dialog, update);
    update();
    QObject::connect(cancel, &QPushButton::clicked, dialog, &QDialog::reject);
    QObject::connect(go, &QPushButton::clicked, q, [this, dialog, list, places, fresh, source = cell->source(), label = cellLabel(cell)]() {
        QList<ExecutionTarget> chosen;
        QList<ExecutionTarget> toMake;
        for (int i = 0; i < list->count(); ++i) {
            if (list->item(i)->checkState() == Qt::Checked)
                (i < fresh ? chosen : toMake).append(places[i]);
        }
        dialog->accept();
        runSideBySide(source, label, chosen, toMake);
    });
    dialog->resize(Metrics::scaled(420), Metrics::scaled(320));
    dialog->open();
}

/// Makes the contexts that are still to be made, one after the other, then runs.
void NotebookView::Private::runSideBySide(const QString &source, const QString &label, QList<ExecutionTarget> places, QList<ExecutionTarget> toMake)
{
    if (toMake.isEmpty()) {
        banner->clearMessage(u"context"_s);
        auto *compare = new CompareRun(targets, source, places);
        Q_EMIT q->openInTabRequested(compare, Icons::icon(u"columns-2"_s), tr("Cell %1 side by side").arg(label));
        compare->run();
        return;
    }
    const ExecutionTarget next = toMake.takeFirst();
    const QString language = Syntax::displayName(next.language);
    banner->setMessage(u"context"_s, { Meaning::Busy, tr("Making a %1 context in %2.").arg(language, next.sandboxName), {}, u"loader-circle"_s, {}, true });
    QPointer<NotebookView> guard = q;
    targets->createContext(next.sandboxId, next.language, [this, guard, source, label, places, toMake, next, language](const ExecutionTarget &made, const QString &error) {
        if (!guard)
            return;
        if (error.isEmpty()) {
            runSideBySide(source, label, places + QList<ExecutionTarget> { made }, toMake);
            return;
        }
        banner->setMessage(u"context"_s, { Meaning::Bad, tr("No %1 context could be made in %2. %3").arg(language, next.sandboxName, error), error, {},
                                           { { tr("Try again"), u"refresh-cw"_s, [this, source, label, places, toMake, next]() {
                                                  runSideBySide(source, label, places, QList<ExecutionTarget> { next } + toMake);
                                              } } },
                                           true });
    });
}

/// As commands of their own: without the variables of a context, and on when the connection breaks.
void NotebookView::Private::runInBackground()
{
    const QList<int> cells = canvas->selected();
    QList<Cell *> chosen;
    for (const int index : cells) {
        Cell *cell = document->cell(index);
        if (cell->kind() == CellKind::Code && ContextRunner::runsInBackground(cell->language()))
            chosen.append(cell);
    }
    for (Cell *cell : std::as_const(chosen)) {
        // A command needs the sandbox only.
        Binding binding = cell->effectiveBinding();
        binding.context.clear();
        const auto standing = targets && !binding.sandbox.isEmpty() ? targets->standing(binding) : ExecutionTargets::Standing::Unknown;
        if (standing == ExecutionTargets::Standing::SandboxGone) {
            goneKey.clear();
            offerAgain(binding, standing);
        } else if (standing == ExecutionTargets::Standing::Ready) {
            queue->enqueueBackground(cell);
        } else {
            banner->setMessage(u"sandbox"_s, { Meaning::Warn, tr("A command in the background needs a sandbox that runs. Choose one for the cell."), {}, {},
                                               { { tr("Choose context…"), {}, [this]() { q->chooseContext(); } } }, true });
        }
    }
}

void NotebookView::interrupt()
{
    if (!d->afterRestart.isEmpty()) {
        d->afterRestart.clear();
        d->tellOfRestarts();
        d->markWaiting(tr("Not run, since it was interrupted."));
        d->updateActions();
    }
    if (d->awaitsOwnContext() || (!d->pending.isEmpty() && !d->waitsFor().isEmpty()))
        d->forgetPending(tr("Not run, since it was interrupted."));
    const Cell *cell = d->canvas->currentCell();
    const QString key = cell ? d->queue->keyOf(const_cast<Cell *>(cell)) : QString();
    if (!key.isEmpty() && d->queue->isBusy(key))
        d->queue->interrupt(key);
    else
        d->queue->interruptAll();
    if (d->queue->isBusy() && !d->patienceTimer.isActive())
        d->patienceTimer.start();
}

void NotebookView::setInterruptPatience(std::chrono::milliseconds patience)
{
    d->patienceTimer.setInterval(patience);
}

/// Code that never looks at signals cannot be interrupted. Nothing is restarted without being asked for.
void NotebookView::Private::offerRestart()
{
    const auto stubborn = [](const Cell *cell) { return cell->runState() == RunState::Running && cell->isInterruptRequested(); };
    const std::vector<Cell *> &cells = document->cells();
    const auto found = std::find_if(cells.begin(), cells.end(), stubborn);
    if (found == cells.end())
        return;
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(patienceTimer.intervalAsDuration()).count();
    banner->setMessage(u"stubborn"_s,
                       { Meaning::Warn, tr("The cell has not reacted to the interrupt for %1 s. Restarting its context ends it; outputs stay, variables go.").arg(seconds), {}, u"circle-stop"_s,
                         { { tr("Keep waiting"), {}, [this]() { banner->clearMessage(u"stubborn"_s); canvas->setFocus(); } },
                           { tr("Restart context"), u"rotate-ccw"_s, [this, cell = QPointer<Cell>(*found)]() {
                                banner->clearMessage(u"stubborn"_s);
                                if (!cell || cell->index() < 0)
                                    return;
                                canvas->setCurrent(cell->index());
                                restart(cell->effectiveBinding());
                                canvas->setFocus();
                            } } },
                         false });
}

bool NotebookView::isBusy() const
{
    return d->queue->isBusy() || d->awaitsOwnContext() || !d->afterRestart.isEmpty();
}

/// The context of its own that cells wait for is still made, but they do not run when it is there.
void NotebookView::Private::forgetPending(const QString &reason)
{
    pending.clear();
    banner->clearMessage(u"context"_s);
    banner->clearMessage(u"where"_s);
    markWaiting(reason);
    updateActions();
}

void NotebookView::Private::chooseTarget(const QPoint &position)
{
    auto *menu = new QMenu(q);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(tr("Where does this run?"));
    const QString language = document->defaultLanguage();
    QStringList seen;
    const QList<ExecutionTarget> all = targets ? targets->targets() : QList<ExecutionTarget>();
    for (const ExecutionTarget &target : all) {
        if (!target.running || seen.contains(target.sandboxId))
            continue;
        seen.append(target.sandboxId);
        const bool has = std::any_of(all.begin(), all.end(), [&](const ExecutionTarget &one) { return one.sandboxId == target.sandboxId && one.language == language; });
        QAction *action = menu->addAction(LanguageBadge::icon(language, target.series), has ? target.sandboxName : tr("%1 has no %2").arg(target.sandboxName, Syntax::displayName(language)), q,
                                          [this, target]() { useTarget(target); });
        action->setIconVisibleInMenu(true);
        action->setEnabled(has);
    }
    menu->addSeparator();
    QAction *create = menu->addAction(Icons::icon(u"plus"_s), tr("New %1 sandbox").arg(Syntax::displayName(language)), q,
                                      [this, language]() { createTarget(language); });
    create->setIconVisibleInMenu(true);
    const QStringList offered = targets ? targets->languages() : QStringList();
    if (!offered.isEmpty() && !offered.contains(language)) {
        QStringList names;
        for (const QString &one : offered)
            names.append(Syntax::displayName(one));
        create->setEnabled(false);
        create->setText(tr("New sandboxes have no %1, but %2").arg(Syntax::displayName(language), QLocale().createSeparatedList(names)));
    }
    menu->setObjectName(u"targetPicker"_s);
    const QList<QAction *> choices = menu->actions();
    const auto first = std::find_if(choices.begin(), choices.end(), [](const QAction *action) { return action->isEnabled() && !action->isSeparator(); });
    if (first != choices.end())
        menu->setActiveAction(*first);
    menu->popup(position);
}

void NotebookView::Private::useTarget(const ExecutionTarget &target)
{
    banner->clearMessage(u"sandbox"_s);
    banner->clearMessage(u"where"_s);
    QList<Cell *> cells;
    Binding defaults = document->defaultBinding();
    defaults.connection = target.connection;
    defaults.sandbox = target.sandboxId;
    defaults.context.clear();
    document->adoptDefaultBinding(defaults);
    document->beginMacro(tr("Choose sandbox"));
    for (const QPointer<Cell> &cell : std::as_const(pending)) {
        if (!cell || cell->index() < 0)
            continue;
        if (cell->kind() == CellKind::Code && !canRunHere(cell)) {
            Binding binding = cell->binding();
            binding.connection = target.connection;
            binding.sandbox = target.sandboxId;
            binding.context.clear();
            cell->setBinding(binding);
        }
        cells.append(cell);
    }
    remember(target.sandboxId);
    document->endMacro();
    ownWanted.insert(target.sandboxId);
    pending.clear();
    QList<Cell *> ready;
    for (Cell *cell : std::as_const(cells)) {
        if (cell->kind() == CellKind::Code && canRunHere(cell))
            ready.append(cell);
    }
    if (!ready.isEmpty())
        enqueue(ready);
    markWaiting();
    updateActions();
}

void NotebookView::Private::tellOfCreation()
{
    banner->setMessage(u"sandbox"_s, { Meaning::Busy, tr("Starting a sandbox for this notebook. Cells that you run wait for it."), {}, u"box"_s, {}, false });
}

void NotebookView::Private::tellOfFailure(const QString &language, const QString &error)
{
    banner->setMessage(u"sandbox"_s,
                       { Meaning::Bad, tr("No sandbox could be started. %1").arg(error), error, {}, { { tr("Try again"), u"refresh-cw"_s, [this, language]() { createTarget(language); } } }, true });
}

void NotebookView::Private::createTarget(const QString &language)
{
    if (!targets || creating)
        return;
    creating = true;
    banner->clearMessage(u"where"_s);
    tellOfCreation();
    markWaiting();
    QPointer<NotebookView> guard = q;
    targets->createSandbox(language, [this, guard, language](const ExecutionTarget &target, const QString &error) {
        if (!guard)
            return;
        creating = false;
        if (!error.isEmpty()) {
            tellOfFailure(language, error);
            markWaiting();
            return;
        }
        banner->clearMessage(u"sandbox"_s);
        useTarget(target);
    });
}

void NotebookView::Private::restartContext(bool ask, bool thenRunAll)
{
    const Cell *cell = canvas->currentCell();
    if (!cell || !targets)
        return;
    const Binding binding = cell->effectiveBinding();
    if (binding.sandbox.isEmpty() || restarting.contains(binding.key()))
        return;
    // Asked for once more, it is answered: that of this context, not of another one.
    if (!ask || (banner->hasMessage(u"restart"_s) && askedToRestart == binding.key())) {
        restart(binding, thenRunAll);
        return;
    }
    askedToRestart = binding.key();
    banner->setMessage(u"restart"_s, { Meaning::Warn, tr("Restart %1 in %2? Its variables are gone then.").arg(nameOfContext(binding), targets->place(binding).sandboxName), {}, u"rotate-ccw"_s,
                                       { { tr("Keep running"), {}, [this]() { banner->clearMessage(u"restart"_s); canvas->setFocus(); } },
                                         { tr("Restart"), u"rotate-ccw"_s, [this, binding]() { restart(binding); canvas->setFocus(); } } },
                                       false });
    // Enter restarts, as it does in every dialog; Esc does not.
    const auto buttons = banner->findChildren<QPushButton *>();
    for (QPushButton *button : buttons) {
        if (button->text() == tr("Restart"))
            button->setFocus(Qt::ShortcutFocusReason);
    }
}

QString NotebookView::Private::nameOfContext(const Binding &binding) const
{
    const QString name = targets->place(binding).contextName;
    return name.isEmpty() ? Syntax::displayName(binding.language) : name;
}

void NotebookView::Private::tellOfRestarts()
{
    for (auto it = restarting.cbegin(); it != restarting.cend(); ++it) {
        const auto waiting = std::ranges::count_if(afterRestart, [&it](const QPointer<Cell> &cell) { return cell && cell->effectiveBinding().key() == it.key(); });
        banner->setMessage(u"restarting "_s + it.key(), { Meaning::Busy, waiting > 0 ? tr("%1 restarts, and %n cell(s) wait for it.", nullptr, int(waiting)).arg(it.value()) : tr("%1 restarts. Cells that you run wait for it.").arg(it.value()),
                                                          {}, u"loader-circle"_s, {}, false });
    }
}

void NotebookView::Private::restart(const Binding &binding, bool thenRunAll)
{
    const QString key = binding.key();
    if (restarting.contains(key))
        return;
    const QString name = nameOfContext(binding);
    banner->clearMessage(u"restart"_s);
    banner->clearMessage(u"restartFailed "_s + key);
    restarting.insert(key, name);
    tellOfRestarts();
    updateActions();
    QPointer<NotebookView> guard = q;
    targets->restartContext(binding, [this, guard, name, thenRunAll, key](const QString &error) {
        if (!guard)
            return;
        restarting.remove(key);
        const bool told = restartsTold.remove(key);
        banner->clearMessage(u"restarting "_s + key);
        QList<Cell *> cells;
        for (const QPointer<Cell> &one : std::exchange(afterRestart, {})) {
            if (one && one->index() >= 0)
                cells.append(one);
        }
        if (!error.isEmpty()) {
            // What waits for another one goes on doing so; the rest would have run after what cannot.
            int dropped = 0;
            for (Cell *cell : std::as_const(cells)) {
                if (restarting.contains(cell->effectiveBinding().key()))
                    afterRestart.append(cell);
                else if (cell->kind() == CellKind::Code && !cell->source().trimmed().isEmpty())
                    ++dropped;
            }
            tellOfRestarts();
            markWaiting(tr("Not run, because %1 was not restarted.").arg(name));
            updateActions();
            QString text = tr("%1 was not restarted. %2").arg(name, error);
            if (dropped > 0)
                text += u' ' + tr("%n cell(s) that waited for it did not run.", nullptr, dropped);
            banner->setMessage(u"restartFailed "_s + key, { Meaning::Bad, text, error, {}, {}, true });
            return;
        }
        if (!told) // Once: by now something may run there that waited for it.
            queue->contextLost(key, tr("Not run, since %1 was restarted.").arg(name), true);
        updateActions();
        if (thenRunAll)
            q->runAll();
        else if (!cells.isEmpty())
            enqueue(cells);
        markWaiting();
    });
}

void NotebookView::Private::watchExpiry()
{
    QString sandbox;
    std::chrono::seconds left = expiryNotice;
    QHash<QString, int> running;
    for (const QString &key : queue->busyKeys()) {
        const Cell *cell = queue->running(key);
        const QString id = cell ? cell->effectiveBinding().sandbox : QString();
        const auto remaining = id.isEmpty() ? std::nullopt : targets->remaining(id);
        ++running[id];
        if (!remaining || *remaining > left)
            continue;
        left = *remaining;
        sandbox = id;
    }
    if (!queue->isBusy())
        expiryTimer.stop();
    if (sandbox.isEmpty()) {
        banner->clearMessage(u"expiry"_s);
        expirySeen.clear();
        return;
    }
    // Said once: whoever closed it knows.
    if (expirySeen == sandbox && !banner->hasMessage(u"expiry"_s))
        return;
    expirySeen = sandbox;
    banner->setMessage(u"expiry"_s, { Meaning::Warn, tr("%1 ends in %2, with %n running cell(s).", nullptr, running.value(sandbox)).arg(nameOfSandbox(sandbox), CellTime::clock(left.count() * 1000)), {}, u"clock-alert"_s,
                                      { { tr("Renew by 1 h"), u"timer-reset"_s, [this, sandbox]() { targets->renew(sandbox, std::chrono::hours(1)); } } }, true });
}

QString NotebookView::Private::cellLabel(const Cell *cell) const
{
    return cell->executionCount() > 0 ? u"[%1]"_s.arg(cell->executionCount()) : u"%1"_s.arg(cell->index() + 1);
}

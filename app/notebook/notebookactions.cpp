// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebookprivate.h"

#include "completion.h"
#include "contextbutton.h"
#include "execution/contextrunner.h"
#include "findbar.h"
#include "keymap.h"
#include "shared/badge.h"
#include "shell/actions.h"
#include "syntax.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QComboBox>
#include <QMenu>
#include <QWidgetAction>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::RunState;

/// Of an action: menus and tooltips say them.
void NotebookView::Private::setKeys(QAction *action, const QString &keys)
{
    const QString plain = Actions::plainText(action);
    const QString reason = action->toolTip().section(u'\n', 1);
    action->setProperty("wbKeyHint", keys);
    action->setText(keys.isEmpty() ? plain : plain + u'\t' + keys);
    action->setToolTip((keys.isEmpty() ? plain : QString(plain + u"  "_s + keys)) + (reason.isEmpty() ? QString() : QString(u'\n' + reason)));
}

QAction *NotebookView::Private::add(const QString &id, const QString &text, const QString &icon, const QString &menu, const QString &keys,
                                    std::function<void()> run)
{
    auto *action = new QAction(text, q);
    action->setObjectName(id);
    if (!icon.isEmpty())
        action->setIcon(Icons::icon(icon));
    action->setIconVisibleInMenu(false);
    action->setProperty("menu", menu);
    action->setIconText(QString(text).remove(u'…'));
    setKeys(action, keys);
    action->setProperty("wbOwnKeys", keys);
    KeyMap::instance().know(id);
    commands.insert(id, run);
    QObject::connect(action, &QAction::triggered, q, [run = std::move(run)]() { run(); });
    actions.append(action);
    byId.insert(id, action);
    return action;
}

void NotebookView::Private::makeActions()
{
    const QString runMenu = u"Run"_s;
    const QString edit = u"Edit"_s;
    const QString cellsMenu = u"Edit/Cells"_s;
    const QString kindsMenu = u"Edit/Kind"_s;
    const QString viewMenu = u"View/Cells"_s;
    const QString context = u"Context"_s;
    QAction *run = add(u"notebook.run"_s, tr("Run cell"), u"play"_s, runMenu, u"Ctrl+Enter"_s, [this]() { runSelected(false, false); });
    run->setIcon(Icons::icon(u"play"_s, Icons::Role::Accent));
    add(u"notebook.runAdvance"_s, tr("Run and advance"), u"step-forward"_s, runMenu, u"Shift+Enter"_s, [this]() { runSelected(true, false); });
    add(u"notebook.runInsert"_s, tr("Run and insert below"), {}, runMenu, u"Alt+Enter"_s, [this]() { runSelected(false, true); });
    add(u"notebook.runSelection"_s, tr("Run selected text or line"), {}, runMenu, {}, [this]() { runSelection(); });
    add(u"notebook.runAll"_s, tr("Run all"), u"chevrons-right"_s, runMenu, {}, [this]() { q->runAll(); });
    add(u"notebook.runAbove"_s, tr("Run all above"), {}, runMenu, {}, [this]() {
        QList<int> cells;
        for (int i = 0; i < canvas->current(); ++i)
            cells.append(i);
        q->run(cells);
    });
    add(u"notebook.runBelow"_s, tr("Run from here on"), u"skip-forward"_s, runMenu, {}, [this]() {
        QList<int> cells;
        for (int i = std::max(0, canvas->current()); i < document->count(); ++i)
            cells.append(i);
        q->run(cells);
    });
    add(u"notebook.runFailed"_s, tr("Run from the failed cell on"), {}, runMenu, {}, [this]() {
        for (const Cell *cell : document->cells()) {
            if (cell->runState() == RunState::Failed || cell->runState() == RunState::Interrupted || cell->runState() == RunState::ContextLost) {
                runFrom(cell->index());
                return;
            }
        }
    });
    add(u"notebook.runBackground"_s, tr("Run in the background"), {}, runMenu, {}, [this]() { runInBackground(); });
    add(u"notebook.runInSeveral"_s, tr("Run in several contexts…"), u"columns-2"_s, runMenu, {}, [this]() { runInSeveral(); });
    add(u"notebook.comparePrevious"_s, tr("Compare output with the run before"), u"git-compare"_s, runMenu, {}, [this]() {
        if (Cell *cell = canvas->currentCell())
            compareWithPrevious(cell);
    });
    add(u"notebook.interrupt"_s, tr("Interrupt"), u"circle-stop"_s, runMenu, u"I, I"_s, [this]() { q->interrupt(); });
    QAction *goOn = add(u"notebook.continueOnError"_s, tr("Go on after errors"), {}, runMenu, {},
                        [this]() { queue->setContinueOnError(byId.value(u"notebook.continueOnError"_s)->isChecked()); });
    goOn->setCheckable(true);
    add(u"notebook.clearQueue"_s, tr("Clear queue"), u"list-x"_s, runMenu, {}, [this]() { queue->clearAll(); });
    add(u"notebook.restart"_s, tr("Restart context"), u"rotate-ccw"_s, context, u"0, 0"_s, [this]() { restartContext(true); });
    add(u"notebook.chooseContext"_s, tr("Choose context…"), {}, context, {}, [this]() { q->chooseContext(); });
    add(u"notebook.notebookContext"_s, tr("Context of the notebook…"), {}, context, {}, [this]() {
        contextMenu(std::max(0, canvas->current()), canvas->viewport()->mapToGlobal(QPoint(Metrics::scaled(60), Metrics::scaled(20))), true);
    });
    add(u"notebook.newContext"_s, tr("New context for these cells"), {}, context, {}, [this]() {
        QList<QPointer<Cell>> cells;
        const QList<int> selected = canvas->selected();
        for (const int index : selected)
            cells.append(document->cell(index));
        const Cell *cell = canvas->currentCell();
        const ExecutionTarget target = cell && targets ? targets->place(cell->effectiveBinding()) : ExecutionTarget {};
        if (target.isValid())
            newContext(cells, target, false);
        else
            q->chooseContext();
    });
    add(u"notebook.restartRunAll"_s, tr("Restart context and run all"), {}, context, {}, [this]() { restartContext(false, true); });
    add(u"notebook.newSandbox"_s, tr("New Python sandbox for this notebook"), u"plus"_s, context, {}, [this]() { createTarget(u"python"_s); });

    add(u"notebook.undo"_s, tr("Undo cell change"), u"undo-2"_s, cellsMenu, u"Z"_s, [this]() { document->undo(); });
    add(u"notebook.redo"_s, tr("Redo cell change"), u"redo-2"_s, cellsMenu, u"Shift+Z"_s, [this]() { document->redo(); });
    add(u"notebook.insertAbove"_s, tr("Insert cell above"), {}, cellsMenu, u"A"_s, [this]() { insert(std::max(0, canvas->current()), CellKind::Code, false); });
    add(u"notebook.insertBelow"_s, tr("Insert cell below"), u"plus"_s, cellsMenu, u"B"_s, [this]() { insert(canvas->current() + 1, CellKind::Code, false); });
    add(u"notebook.cut"_s, tr("Cut cells"), u"scissors"_s, cellsMenu, u"X"_s, [this]() { copy(true); });
    add(u"notebook.copy"_s, tr("Copy cells"), u"copy"_s, cellsMenu, u"C"_s, [this]() { copy(false); });
    add(u"notebook.paste"_s, tr("Paste cells below"), u"clipboard-paste"_s, cellsMenu, u"V"_s, [this]() { paste(false); });
    add(u"notebook.pasteAbove"_s, tr("Paste cells above"), {}, cellsMenu, u"Shift+V"_s, [this]() { paste(true); });
    add(u"notebook.duplicate"_s, tr("Duplicate cells"), u"copy-plus"_s, cellsMenu, {}, [this]() { document->duplicateCells(canvas->selected()); });
    add(u"notebook.delete"_s, tr("Delete cells"), u"trash"_s, cellsMenu, u"D, D"_s, [this]() { removeSelected(); });
    add(u"notebook.moveUp"_s, tr("Move cells up"), u"arrow-up"_s, cellsMenu, u"Ctrl+Shift+Up"_s, [this]() { moveSelected(-1); });
    add(u"notebook.moveDown"_s, tr("Move cells down"), u"arrow-down"_s, cellsMenu, u"Ctrl+Shift+Down"_s, [this]() { moveSelected(1); });
    add(u"notebook.split"_s, tr("Split cell at caret"), u"split"_s, cellsMenu, u"Ctrl+Shift+-"_s, [this]() { split(); });
    add(u"notebook.merge"_s, tr("Merge cells"), u"merge"_s, cellsMenu, u"Shift+M"_s, [this]() { merge(); });
    add(u"notebook.toCode"_s, tr("Make code cells"), u"code"_s, kindsMenu, u"Y"_s, [this]() { changeKind(CellKind::Code); });
    add(u"notebook.toText"_s, tr("Make text cells"), u"heading"_s, kindsMenu, u"M"_s, [this]() { changeKind(CellKind::Markdown); });
    add(u"notebook.toRaw"_s, tr("Make raw cells"), {}, kindsMenu, u"R"_s, [this]() { changeKind(CellKind::Raw); });
    add(u"notebook.tags"_s, tr("Tags of cells…"), u"tag"_s, cellsMenu, {}, [this]() { editTags(); });
    add(u"notebook.bin"_s, tr("Deleted cells…"), u"archive-restore"_s, cellsMenu, {}, [this]() { openBin(); });
    add(u"notebook.clearOutput"_s, tr("Clear output"), u"eraser"_s, u"Edit/Output"_s, {}, [this]() { document->clearOutputs(canvas->selected()); });
    add(u"notebook.earlierOutputs"_s, tr("Bring back the outputs before this run"), u"rotate-ccw"_s, u"Edit/Output"_s, {}, [this]() { document->bringBackOutputs(canvas->selected()); });
    add(u"notebook.clearAllOutputs"_s, tr("Clear all outputs"), {}, u"Edit/Output"_s, {}, [this]() {
        QList<int> all;
        for (int i = 0; i < document->count(); ++i)
            all.append(i);
        document->clearOutputs(all);
    });
    add(u"notebook.complete"_s, tr("Complete"), {}, edit, {}, [this]() { completion->complete(); });
    add(u"notebook.inspect"_s, tr("Explain the name at the caret"), {}, edit, {}, [this]() { completion->inspect(); });
    add(u"notebook.toggleOutput"_s, tr("Show or hide output"), u"fold-vertical"_s, viewMenu, u"O"_s, [this]() {
        const QList<int> cells = canvas->selected();
        if (cells.isEmpty())
            return;
        const bool hide = !document->cell(cells.constFirst())->areOutputsHidden();
        for (const int index : cells)
            document->cell(index)->setOutputsHidden(hide);
    });
    add(u"notebook.toggleCode"_s, tr("Show or hide code"), {}, viewMenu, {}, [this]() {
        const QList<int> cells = canvas->selected();
        if (cells.isEmpty())
            return;
        canvas->command();
        const bool hide = !document->cell(cells.constFirst())->isSourceHidden();
        for (const int index : cells)
            document->cell(index)->setSourceHidden(hide);
    });
    add(u"notebook.lineNumbers"_s, tr("Line numbers in this cell"), {}, viewMenu, u"L"_s, [this]() {
        if (Cell *cell = canvas->currentCell())
            canvas->toggleLineNumbers(cell);
    });
    add(u"notebook.allLineNumbers"_s, tr("Line numbers in all cells"), {}, viewMenu, u"Shift+L"_s, [this]() { canvas->setLineNumbers(!canvas->lineNumbers()); });
    add(u"notebook.find"_s, tr("Find…"), u"search"_s, edit, u"Ctrl+F"_s, [this]() { findBar->openFind(false); });
    add(u"notebook.replace"_s, tr("Find and replace…"), u"replace"_s, edit, u"Ctrl+H"_s, [this]() { findBar->openFind(true); });
    add(u"notebook.findNext"_s, tr("Find next"), {}, edit, u"F3"_s, [this]() { findBar->findNext(); });
    add(u"notebook.findPrevious"_s, tr("Find previous"), {}, edit, u"Shift+F3"_s, [this]() { findBar->findNext(true); });
    add(u"notebook.save"_s, tr("Save"), u"save"_s, {}, u"Ctrl+S"_s, [this]() { q->save(); });
    const QString file = u"File/Export"_s;
    add(u"notebook.exportHtml"_s, tr("Export as HTML…"), u"file-code"_s, file, {}, [this]() { exportAs(Format::Html); });
    add(u"notebook.exportPdf"_s, tr("Export as PDF…"), {}, file, {}, [this]() { exportAs(Format::Pdf); });
    add(u"notebook.exportMarkdown"_s, tr("Export as Markdown…"), u"file-text"_s, file, {}, [this]() { exportAs(Format::Markdown); });
    add(u"notebook.exportScript"_s, tr("Export as script…"), {}, file, {}, [this]() { exportAs(Format::Script); });
    add(u"notebook.saveAs"_s, tr("Save as…"), {}, {}, u"Ctrl+Shift+S"_s, [this]() { q->askWhereToSave(); });

    makeKeyActions();

    auto *menu = new QMenu(q);
    for (const QString &id : { u"notebook.run"_s, u"notebook.runAdvance"_s, u"notebook.runInsert"_s })
        menu->addAction(byId.value(id));
    menu->addSeparator();
    for (const QString &id : { u"notebook.runAll"_s, u"notebook.runAbove"_s, u"notebook.runBelow"_s, u"notebook.runFailed"_s, u"notebook.runInSeveral"_s })
        menu->addAction(byId.value(id));
    menu->addSeparator();
    menu->addAction(byId.value(u"notebook.continueOnError"_s));
    // The toolbar's Run shows a menu, so it is an action of its own: a menu in a menu entry of itself would not end.
    QAction *lead = new QAction(Icons::icon(u"play"_s, Icons::Role::Accent), tr("Run"), q);
    lead->setObjectName(u"notebook.toolbarRun"_s);
    lead->setProperty("wbLead", true);
    lead->setToolTip(tr("Run the cell and select the next  Shift+Enter"));
    lead->setMenu(menu);
    QObject::connect(lead, &QAction::triggered, q, [this]() { runSelected(true, false); });
    byId.insert(u"notebook.toolbarRun"_s, lead);
    byId.value(u"notebook.runAll"_s)->setProperty("wbShowText", true);

    kindBox = new QComboBox;
    kindBox->addItems({ tr("Code"), tr("Text"), tr("Raw") });
    kindBox->setAccessibleName(tr("Kind of the cell"));
    kindBox->setFocusPolicy(Qt::TabFocus);
    QObject::connect(kindBox, &QComboBox::activated, q, [this](int index) {
        changeKind(index == 0 ? CellKind::Code : index == 1 ? CellKind::Markdown : CellKind::Raw);
        canvas->setFocus();
    });
    auto *kind = new QWidgetAction(q);
    kind->setText(tr("Kind of the cell"));
    kind->setDefaultWidget(kindBox);
    kindAction = kind;
    contextButton = new ContextButton;
    QObject::connect(contextButton, &ContextButton::menuRequested, q, [this](const QPoint &position) { contextMenu(canvas->current(), position, true); });
    auto *place = new QWidgetAction(q);
    place->setText(tr("Context"));
    place->setDefaultWidget(contextButton);
    contextAction = place;
    contextAction->setProperty("wbStays", true);
}

QList<QAction *> NotebookView::toolBarActions() const
{
    const auto separator = [this]() {
        auto *action = new QAction(const_cast<NotebookView *>(this));
        action->setSeparator(true);
        return action;
    };
    static const char key[] = "wbToolBar";
    QList<QAction *> result = property(key).value<QList<QAction *>>();
    if (!result.isEmpty())
        return result;
    const Private &p = *d;
    result = { p[u"notebook.toolbarRun"_s], p[u"notebook.interrupt"_s], p[u"notebook.restart"_s], p[u"notebook.runAll"_s],
               separator(), p[u"notebook.insertBelow"_s], p[u"notebook.moveUp"_s], p[u"notebook.moveDown"_s], p[u"notebook.delete"_s],
               separator(), p.kindAction, p.contextAction, separator(), p[u"notebook.save"_s] };
    const_cast<NotebookView *>(this)->setProperty(key, QVariant::fromValue(result));
    return result;
}

QList<QAction *> NotebookView::allActions() const
{
    return d->actions;
}

void NotebookView::Private::updateActions()
{
    const Cell *cell = canvas->currentCell();
    const bool any = cell != nullptr;
    const bool busy = queue->isBusy();
    if (!busy) {
        patienceTimer.stop();
        banner->clearMessage(u"stubborn"_s);
    }
    const auto enable = [this](const QString &id, bool on, const QString &reason = {}) {
        QAction *action = byId.value(id);
        action->setEnabled(on);
        const QString head = action->toolTip().section(u'\n', 0, 0);
        action->setToolTip(on || reason.isEmpty() ? head : head + u'\n' + reason);
    };
    const QString nothing = tr("There is no cell.");
    for (const QString &id : { u"notebook.run"_s, u"notebook.runSelection"_s, u"notebook.runAdvance"_s, u"notebook.runInsert"_s, u"notebook.runAll"_s, u"notebook.runAbove"_s,
                               u"notebook.runBelow"_s, u"notebook.delete"_s, u"notebook.cut"_s, u"notebook.copy"_s, u"notebook.toolbarRun"_s })
        enable(id, any, nothing);
    enable(u"notebook.interrupt"_s, busy || awaitsOwnContext() || !afterRestart.isEmpty() || (!pending.isEmpty() && !waitsFor().isEmpty()), tr("Nothing runs."));
    enable(u"notebook.clearQueue"_s, queue->waitingCount() > 0, tr("Nothing waits."));
    enable(u"notebook.undo"_s, document->canUndo(), tr("There is nothing to undo."));
    enable(u"notebook.redo"_s, document->canRedo(), tr("There is nothing to redo."));
    enable(u"notebook.moveUp"_s, any && canvas->selected().constFirst() > 0, tr("It is the first cell."));
    enable(u"notebook.moveDown"_s, any && canvas->selected().constLast() < document->count() - 1, tr("It is the last cell."));
    enable(u"notebook.split"_s, canvas->mode() == CellCanvas::Mode::Edit, tr("Put the caret where the cell is to be split."));
    const auto failed = [](const Cell *one) { return one->runState() == RunState::Failed || one->runState() == RunState::Interrupted || one->runState() == RunState::ContextLost; };
    enable(u"notebook.runFailed"_s, std::any_of(document->cells().begin(), document->cells().end(), failed), tr("No cell failed."));
    enable(u"notebook.comparePrevious"_s, any && cell->outputs()->hasEarlier(), tr("The cell ran once at most since it was opened."));
    const QList<int> selection = canvas->selected();
    enable(u"notebook.earlierOutputs"_s, std::ranges::any_of(selection, [this](int index) { return document->cell(index)->outputs()->hasEarlier() && !document->cell(index)->isBusy(); }),
           tr("The cell ran once at most since it was opened."));
    enable(u"notebook.runInSeveral"_s, any && cell->kind() == CellKind::Code, tr("Select a code cell."));
    const bool section = any && canvas->headingOf(canvas->current()) >= 0;
    for (const QString &id : { u"notebook.fold"_s, u"notebook.unfold"_s })
        enable(id, section, tr("No heading stands above."));
    enable(u"notebook.merge"_s, any && areNeighbours(canvas->selected()), tr("Only neighbours can be joined."));
    enable(u"notebook.bin"_s, !bin->isEmpty(), tr("No cell was deleted."));
    for (const QAction *action : std::as_const(actions)) {
        if (KeyMap::instance().scope(action->objectName()) == KeyMap::Scope::Editing)
            enable(action->objectName(), canvas->mode() == CellCanvas::Mode::Edit, tr("No cell is being edited."));
    }
    enable(u"notebook.complete"_s, canvas->mode() == CellCanvas::Mode::Edit, tr("Put the caret behind a name."));
    enable(u"notebook.inspect"_s, canvas->mode() == CellCanvas::Mode::Edit, tr("Put the caret on a name."));
    const bool attached = any && !cell->effectiveBinding().sandbox.isEmpty();
    for (const QString &id : { u"notebook.restart"_s, u"notebook.restartRunAll"_s, u"notebook.newContext"_s })
        enable(id, attached, tr("The cell has no sandbox yet."));
    // What follows from it, for the palette.
    QString follows;
    if (attached && targets) {
        const QString where = targets->place(cell->effectiveBinding()).sandboxName;
        follows = queue->isBusy(cell->effectiveBinding().key()) ? tr("%1, what runs there stops").arg(where) : tr("%1, its variables are lost").arg(where);
    }
    for (const QString &id : { u"notebook.restart"_s, u"notebook.restartRunAll"_s })
        byId.value(id)->setProperty("wbTip", follows);
    const bool background = any && cell->kind() == CellKind::Code && ContextRunner::runsInBackground(cell->language());
    enable(u"notebook.runBackground"_s, background, tr("Only Bash and Python cells can run as a command of their own."));
    if (any) {
        kindBox->setCurrentIndex(cell->kind() == CellKind::Code ? 0 : cell->kind() == CellKind::Markdown ? 1 : 2);
        const Binding binding = cell->effectiveBinding();
        const ExecutionTarget target = targets && !binding.sandbox.isEmpty() ? targets->place(binding) : ExecutionTarget {};
        const QString name = binding.sandbox.isEmpty() ? tr("Choose a sandbox") : nameOfSandbox(binding.sandbox);
        contextButton->setContext(LanguageBadge::letters(binding.language), target.series, name, target.contextName);
    }
    if (broken) {
        for (QAction *action : std::as_const(actions))
            enable(action->objectName(), false, tr("The file could not be opened."));
        enable(u"notebook.toolbarRun"_s, false, tr("The file could not be opened."));
    }
    kindBox->setEnabled(!broken);
    contextButton->setEnabled(!broken);
    Q_EMIT q->contextChanged();
}

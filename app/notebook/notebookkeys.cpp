// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebookprivate.h"

#include "findbar.h"
#include "keymap.h"
#include "keysdialog.h"
#include "shell/actions.h"
#include "textblock.h"
#include "theme/fonts.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>
#include <QKeyEvent>
#include <QScrollBar>

using namespace Qt::StringLiterals;
using Notebook::Cell;

/// What only keys do; in the palette, too, so that they can be found and given other keys.
void NotebookView::Private::makeKeyActions()
{
    const auto select = [this](int index, bool extend) { canvas->setCurrent(index, extend); };
    add(u"notebook.edit"_s, tr("Edit cell"), {}, {}, {}, [this]() { canvas->edit(); });
    add(u"notebook.selectPrevious"_s, tr("Select the cell above"), {}, {}, {}, [this]() { canvas->moveCurrent(-1, false); });
    add(u"notebook.selectNext"_s, tr("Select the cell below"), {}, {}, {}, [this]() { canvas->moveCurrent(1, false); });
    add(u"notebook.extendUp"_s, tr("Extend the selection upwards"), {}, {}, {}, [this]() { canvas->moveCurrent(-1, true); });
    add(u"notebook.extendDown"_s, tr("Extend the selection downwards"), {}, {}, {}, [this]() { canvas->moveCurrent(1, true); });
    add(u"notebook.pin"_s, tr("Add the cell to the selection"), {}, u"Edit/Cells"_s, {}, [this]() { canvas->pinCurrent(); });
    const auto fold = [this](bool on) {
        const int heading = canvas->headingOf(canvas->current());
        if (heading < 0)
            return;
        canvas->foldSection(heading, on);
        canvas->setCurrent(heading);
    };
    add(u"notebook.fold"_s, tr("Fold the section"), u"fold-vertical"_s, u"View/Cells"_s, {}, [fold]() { fold(true); });
    add(u"notebook.unfold"_s, tr("Open the section"), u"unfold-vertical"_s, u"View/Cells"_s, {}, [fold]() { fold(false); });
    add(u"notebook.foldAll"_s, tr("Fold all sections"), {}, u"View/Cells"_s, {}, [this]() { canvas->foldAll(true); });
    add(u"notebook.unfoldAll"_s, tr("Open all sections"), {}, u"View/Cells"_s, {}, [this]() { canvas->foldAll(false); });
    add(u"notebook.selectFirst"_s, tr("Select the first cell"), {}, {}, {}, [select]() { select(0, false); });
    add(u"notebook.selectLast"_s, tr("Select the last cell"), {}, {}, {}, [this, select]() { select(canvas->neighbour(document->count(), -1), false); });
    add(u"notebook.selectAll"_s, tr("Select all cells"), {}, {}, {}, [this]() { canvas->selectAllCells(); });
    const auto inEditor = [this](const QString &id, const QString &text, const QString &menu = u"Edit/Lines"_s) {
        add(id, text, {}, menu, {}, [this, id]() {
            if (CodeEditor *editor = canvas->editor())
                editor->carryOut(id);
        });
    };
    inEditor(u"notebook.leave"_s, tr("Stop editing the cell"), {});
    inEditor(u"notebook.comment"_s, tr("Comment or uncomment lines"));
    inEditor(u"notebook.indentLines"_s, tr("Indent lines"));
    inEditor(u"notebook.outdentLines"_s, tr("Indent lines less"));
    inEditor(u"notebook.indent"_s, tr("Indent"), {});
    inEditor(u"notebook.moveLinesUp"_s, tr("Move lines up"));
    inEditor(u"notebook.moveLinesDown"_s, tr("Move lines down"));
    inEditor(u"notebook.copyLinesUp"_s, tr("Copy lines upwards"));
    inEditor(u"notebook.copyLinesDown"_s, tr("Copy lines downwards"));
    inEditor(u"notebook.deleteLines"_s, tr("Delete lines"));
    inEditor(u"notebook.selectOccurrence"_s, tr("Select the word, or its next occurrence"));
    inEditor(u"notebook.columnsUp"_s, tr("Select columns upwards"), {});
    inEditor(u"notebook.columnsDown"_s, tr("Select columns downwards"), {});
    inEditor(u"notebook.columnsLeft"_s, tr("Select columns to the left"), {});
    inEditor(u"notebook.columnsRight"_s, tr("Select columns to the right"), {});
    const auto page = [this](int direction) {
        QScrollBar *bar = canvas->verticalScrollBar();
        bar->setValue(bar->value() + direction * (canvas->viewport()->height() - Metrics::scaled(60)));
    };
    add(u"notebook.pageDown"_s, tr("Scroll a page down"), {}, {}, {}, [page]() { page(1); });
    add(u"notebook.pageUp"_s, tr("Scroll a page up"), {}, {}, {}, [page]() { page(-1); });
    for (int level = 1; level <= 6; ++level)
        add(u"notebook.heading%1"_s.arg(level), tr("Heading of level %1").arg(level), {}, u"Edit/Kind"_s, {}, [this, level]() { heading(level); });
    add(u"notebook.scrollOutput"_s, tr("Scroll long output, or show its ends"), {}, u"View/Cells"_s, {}, [this]() { toggleScrolling(); });
    add(u"notebook.goToLine"_s, tr("Go to line…"), {}, u"Edit"_s, {}, [this]() { askForLine(); });
    add(u"notebook.keys"_s, tr("Keys of the notebook…"), u"keyboard"_s, u"Tools"_s, {}, [this]() {
        if (auto *open = q->findChild<KeysDialog *>()) {
            open->raise();
            open->activateWindow();
            return;
        }
        QHash<QString, QString> texts = { { u"completions.accept"_s, tr("Completions: take the chosen one") },
                                          { u"completions.next"_s, tr("Completions: choose the next") },
                                          { u"completions.previous"_s, tr("Completions: choose the one before") },
                                          { u"completions.close"_s, tr("Completions: close the list") } };
        for (const QAction *action : std::as_const(actions))
            texts.insert(action->objectName(), Actions::plainText(action));
        (new KeysDialog(texts, q))->open();
    });
    QObject::connect(&KeyMap::instance(), &KeyMap::changed, q, [this]() { showKeys(); });
    showKeys();
}

/// Menus, tooltips and the palette say the keys as they are now.
void NotebookView::Private::showKeys()
{
    const KeyMap &map = KeyMap::instance();
    const QStringList ids = map.ids();
    for (const QString &id : ids) {
        QAction *action = byId.value(id);
        if (!action)
            continue;
        // Some keys belong to the editor, and only other ones are in the map.
        const QString keys = map.text(id);
        setKeys(action, keys.isEmpty() && map.defaults(id).isEmpty() ? action->property("wbOwnKeys").toString() : keys);
    }
}

void NotebookView::Private::toggleScrolling()
{
    QList<TextBlock *> folded;
    QList<TextBlock *> open;
    const QList<int> cells = canvas->selected();
    for (const int index : cells) {
        const QList<OutputBlock *> blocks = canvas->blocks(index);
        for (OutputBlock *block : blocks) {
            if (auto *text = qobject_cast<TextBlock *>(block))
                (text->isFolded() && !text->isScrolling() ? folded : open).append(text);
        }
    }
    for (TextBlock *text : std::as_const(folded))
        text->showAll();
    if (!folded.isEmpty())
        return;
    for (TextBlock *text : std::as_const(open)) {
        if (text->isScrolling())
            text->collapse();
    }
}

void NotebookView::Private::askForLine()
{
    const Cell *cell = canvas->currentCell();
    if (!cell)
        return;
    const int lines = int(cell->source().count(u'\n')) + 1;
    auto *dialog = new QInputDialog(q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Go to line"));
    dialog->setLabelText(tr("Line, 1 to %1:").arg(lines));
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(1, lines);
    if (const CodeEditor *editor = canvas->editor())
        dialog->setIntValue(editor->line());
    QObject::connect(dialog, &QInputDialog::intValueSelected, q, [this, id = cell->id()](int line) {
        Cell *target = document->cellById(id);
        if (!target)
            return;
        canvas->setCurrent(target->index());
        goToLine(target, line);
    });
    dialog->open();
}

void NotebookView::Private::goToLine(Cell *cell, int line)
{
    qsizetype at = 0;
    for (int i = 1; i < line; ++i) {
        const qsizetype end = cell->source().indexOf(u'\n', at);
        if (end < 0)
            break;
        at = end + 1;
    }
    canvas->edit(at);
    if (CodeEditor *editor = canvas->editor())
        editor->setPosition(at);
}

bool NotebookView::Private::key(QKeyEvent *event)
{
    const QKeySequence step = KeyMap::step(event);
    if (step.isEmpty())
        return false;
    const bool editing = canvas->mode() == CellCanvas::Mode::Edit;
    const KeyMap &map = KeyMap::instance();
    QString id;
    if (!firstStep.isEmpty() && sequenceTimer.isActive())
        id = map.match(QKeySequence(firstStep[0], step[0]), editing);
    firstStep = {};
    sequenceTimer.stop();
    if (id.isEmpty() && !editing && event->matches(QKeySequence::Copy)) {
        // Selected output text first: that is what the eye is on.
        const QList<OutputBlock *> blocks = canvas->currentCell() ? canvas->blocks(canvas->current()) : QList<OutputBlock *>();
        for (OutputBlock *block : blocks) {
            if (block->hasSelection())
                return block->copy(), true;
        }
    }
    if (id.isEmpty())
        id = map.match(step, editing);
    if (!id.isEmpty()) {
        // Each looks itself whether it can; the state of its action may be a moment old.
        const auto command = commands.constFind(id);
        if (command == commands.constEnd())
            return false;
        const std::function<void()> run = *command;
        run();
        return true;
    }
    if (map.isBeginning(step, editing)) {
        firstStep = step;
        sequenceTimer.start();
        return true;
    }
    if (editing || event->key() != Qt::Key_Escape)
        return false;
    banner->clearMessage(u"restart"_s);
    if (findBar->isVisible())
        findBar->closeBar();
    canvas->setCurrent(canvas->current());
    return true;
}

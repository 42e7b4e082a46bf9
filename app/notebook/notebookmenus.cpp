// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebookprivate.h"

#include "inpool.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::RunState;

void NotebookView::Private::queueMenu(int index, const QPoint &position)
{
    Cell *cell = document->cell(index);
    if (!cell || cell->runState() != RunState::Queued)
        return;
    const QString key = queue->keyOf(cell);
    auto *menu = new QMenu(q);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QList<Cell *> waiting = queue->waiting(key);
    menu->addSection(tr("%n cell(s) waiting", nullptr, int(waiting.size())));
    for (Cell *one : waiting) {
        const QString text = tr("Cell %1: %2").arg(one->index() + 1).arg(one->source().section(u'\n', 0, 0).left(40));
        menu->addAction(text, q, [this, guard = QPointer<Cell>(one)]() {
            if (guard && guard->index() >= 0)
                canvas->setCurrent(guard->index());
        });
    }
    menu->addSeparator();
    QPointer<Cell> guard = cell;
    if (cell->queuePosition() > 1)
        menu->addAction(tr("Run next"), q, [this, guard]() { if (guard) queue->move(guard, 1); });
    menu->addAction(tr("Remove from queue"), q, [this, guard]() {
        if (!guard || queue->remove(guard))
            return;
        pending.removeAll(guard); // It waited for something else than its turn.
        afterRestart.removeAll(guard);
        markWaiting();
    });
    menu->addAction(tr("Clear queue"), q, [this, key]() {
        if (key.isEmpty())
            q->interrupt();
        else
            queue->clear(key);
    });
    menu->popup(position);
}

/// What can be done with one whole output.
void NotebookView::Private::addOutputActions(QMenu *menu, Cell *cell, quint64 outputId)
{
    const int at = cell->outputs()->indexOf(outputId);
    if (at < 0)
        return;
    const QPointer<Cell> guard = cell;
    const Notebook::Output &shownOutput = cell->outputs()->at(at);
    menu->addAction(tr("Open output in its own tab"), q, [this, guard, outputId]() {
        if (guard)
            openText(guard, outputId);
    });
    const bool rich = shownOutput.type() == Notebook::OutputType::Display || shownOutput.type() == Notebook::OutputType::Result;
    const QStringList types = rich ? shownOutput.data().types() : QStringList();
    const QString best = types.isEmpty() ? u"text/plain"_s : OutputBlocks::ranked(shownOutput).value(0, types.constFirst());
    menu->addAction(tr("Save output as…"), q, [this, guard, outputId, best]() {
        if (guard)
            saveOutput(guard, outputId, best);
    });
    if (types.size() < 2)
        return;
    QMenu *show = menu->addMenu(tr("Show as"));
    for (const QString &mime : types) {
        show->addAction(mime, q, [this, guard, outputId, mime]() {
            const int place = guard ? guard->outputs()->indexOf(outputId) : -1;
            if (place >= 0)
                canvas->showAs(guard, outputId, OutputBlocks::ranked(guard->outputs()->at(place)).contains(mime) ? mime : QString("text:"_L1 + mime));
        });
    }
}

/// All that a pointer could do in them.
void NotebookView::Private::addBlockActions(QMenu *menu, const QList<OutputBlock *> &blocks)
{
    for (OutputBlock *one : blocks) {
        const QPointer<OutputBlock> shown = one;
        for (const auto &[text, request] : one->links()) {
            menu->addAction(text, q, [shown, request]() {
                if (shown)
                    Q_EMIT shown->requested(request);
            });
        }
        one->fillKeyboardMenu(menu);
    }
}

void NotebookView::Private::cellMenu(int index, quint64 outputId, OutputBlock *block, const QPoint &position)
{
    Cell *cell = document->cell(index);
    if (!cell)
        return;
    auto *menu = new QMenu(q);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QPointer<Cell> guard = cell;
    if (block) {
        QPointer<OutputBlock> shown = block;
        QAction *copyText = menu->addAction(tr("Copy"), q, [shown]() {
            if (shown)
                shown->copy();
        });
        copyText->setText(block->hasSelection() ? tr("Copy") : tr("Copy output"));
        block->fillMenu(menu);
        for (const auto &[text, request] : block->links()) {
            menu->addAction(text, q, [this, guard, outputId, request]() {
                if (guard)
                    output(guard, outputId, request);
            });
        }
        addOutputActions(menu, cell, outputId);
        menu->addSeparator();
    }
    const auto put = [this, menu](const QString &id) { menu->addAction(byId.value(id)); };
    if (cell->kind() == CellKind::Code) {
        put(u"notebook.run"_s);
        put(u"notebook.runBelow"_s);
        put(u"notebook.runBackground"_s);
        put(u"notebook.runInSeveral"_s);
        if (cell->outputs()->hasEarlier()) {
            menu->addAction(tr("Compare output with the run before"), q, [this, guard]() {
                if (guard)
                    compareWithPrevious(guard);
            });
        }
        menu->addAction(tr("Context…"), q, [this, index, position]() { contextMenu(index, position, false); });
        if (cell->runState() == RunState::Queued)
            menu->addAction(tr("Queue…"), q, [this, index, position]() { queueMenu(index, position); });
        menu->addSeparator();
    }
    for (const QString &id : { u"notebook.cut"_s, u"notebook.copy"_s, u"notebook.paste"_s })
        put(id);
    menu->addSeparator();
    for (const QString &id : { u"notebook.moveUp"_s, u"notebook.moveDown"_s, u"notebook.merge"_s, u"notebook.tags"_s })
        put(id);
    menu->addSeparator();
    if (cell->kind() == CellKind::Code) {
        for (const QString &id : { u"notebook.toggleOutput"_s, u"notebook.clearOutput"_s, u"notebook.earlierOutputs"_s })
            put(id);
        QAction *copyOutput = menu->addAction(tr("Copy all output"), q, [guard]() {
            if (guard)
                inPool(guard.data(), guard->outputs()->textReader(), [](const QString &text) { QGuiApplication::clipboard()->setText(text); });
        });
        copyOutput->setEnabled(!cell->outputs()->isEmpty());
        // Without a pointer the outputs and their own links are reached from here.
        if (!block) {
            const int outputs = cell->outputs()->count();
            for (int i = 0; i < outputs; ++i) {
                const quint64 id = cell->outputs()->at(i).id();
                QMenu *own = outputs == 1 ? menu : menu->addMenu(tr("Output %1").arg(i + 1));
                addBlockActions(own, canvas->blocks(index, id));
                if (cell->outputs()->at(i).type() != Notebook::OutputType::Notice)
                    addOutputActions(own, cell, id);
                if (own->isEmpty())
                    delete own;
            }
        }
        menu->addSeparator();
    }
    if (!block && cell->kind() == CellKind::Markdown) {
        addBlockActions(menu, canvas->blocks(index));
        menu->addSeparator();
    }
    put(u"notebook.delete"_s);
    menu->popup(position);
}

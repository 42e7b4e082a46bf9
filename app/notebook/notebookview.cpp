// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebookprivate.h"

#include "canvasaccessible.h"
#include "cellstatus.h"
#include "completion.h"
#include "contextbutton.h"
#include "findbar.h"
#include "headings.h"
#include "keymap.h"
#include "outlinepane.h"
#include "runnotifier.h"
#include "shared/badge.h"
#include "syntax.h"

#include <QComboBox>
#include <QApplication>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::RunState;

void NotebookView::Private::updateSummary()
{
    int running = 0, queued = 0, failed = 0, unknown = 0;
    int firstRunning = -1, firstQueued = -1, firstFailed = -1, firstUnknown = -1;
    headingList.clear();
    for (const Cell *cell : document->cells()) {
        const auto count = [cell](int &number, int &first) {
            if (number++ == 0)
                first = cell->index();
        };
        switch (cell->runState()) {
        case RunState::Running: count(running, firstRunning); break;
        case RunState::Queued: count(queued, firstQueued); break;
        case RunState::Failed: count(failed, firstFailed); break;
        case RunState::ResultUnknown:
        case RunState::ContextLost: count(unknown, firstUnknown); break;
        default: break;
        }
        if (cell->kind() != CellKind::Markdown)
            continue;
        const QList<Headings::Heading> found = Headings::of(cell->source());
        for (const Headings::Heading &heading : found)
            headingList.append({ cell->index(), heading.level, heading.text });
    }
    QList<HeadingBar::Part> parts { { tr("%Ln cell(s)", nullptr, document->count()), -1, Meaning::Idle, false } };
    if (running > 0)
        parts.append({ tr("%1 running").arg(running), firstRunning, Meaning::Busy, false });
    if (queued > 0)
        parts.append({ tr("%1 queued").arg(queued), firstQueued, Meaning::Idle, false });
    if (failed > 0)
        parts.append({ tr("%1 failed").arg(failed), firstFailed, Meaning::Bad, true });
    if (unknown > 0)
        parts.append({ tr("%1 to check").arg(unknown), firstUnknown, Meaning::Warn, true });
    headings->setSummary(parts);
    Q_EMIT q->outlineChanged();
    updatePath();
    updateActions();
}

void NotebookView::Private::updatePath()
{
    const int first = canvas->firstVisible();
    QList<HeadingBar::Part> stack;
    QList<int> levels;
    for (const auto &[cell, level, text] : std::as_const(headingList)) {
        if (cell > first)
            break;
        while (!levels.isEmpty() && levels.constLast() >= level) {
            levels.removeLast();
            stack.removeLast();
        }
        levels.append(level);
        stack.append({ text, cell, Meaning::Idle, false });
    }
    if (stack.isEmpty())
        stack.append({ q->title(), 0, Meaning::Idle, false });
    headings->setPath(stack);
}


NotebookView::NotebookView(ExecutionTargets *targets, QWidget *parent) : QWidget(parent), d(std::make_unique<Private>())
{
    d->q = this;
    d->targets = targets;
    d->document = new Notebook::Document(this);
    d->queue = new Notebook::RunQueue(targets ? targets->runner() : nullptr, this);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    d->banner = new Banner(this);
    d->headings = new HeadingBar(this);
    d->canvas = new CellCanvas(d->document, targets, this);
    d->bin = new Notebook::Bin(d->document, this);
    new RunNotifier(this);
    layout->addWidget(d->banner);
    d->findBar = new FindBar(d->canvas, d->document, this);
    layout->addWidget(d->findBar);
    layout->addWidget(d->headings);
    layout->addWidget(d->canvas, 1);
    setFocusProxy(d->canvas);

    d->makeActions();
    d->canvas->keyHandler = [this](QKeyEvent *event) { return d->key(event); };
    d->sequenceTimer.setSingleShot(true);
    d->sequenceTimer.setInterval(KeyMap::patience);
    d->expiryTimer.setInterval(1000);
    connect(&d->expiryTimer, &QTimer::timeout, this, [this]() { d->watchExpiry(); });
    d->patienceTimer.setSingleShot(true);
    d->patienceTimer.setInterval(10'000);
    connect(&d->patienceTimer, &QTimer::timeout, this, [this]() { d->offerRestart(); });
    d->summaryTimer.setSingleShot(true);
    d->summaryTimer.setInterval(50);
    connect(&d->summaryTimer, &QTimer::timeout, this, [this]() { d->updateSummary(); });
    const auto soon = [this]() {
        if (!d->summaryTimer.isActive())
            d->summaryTimer.start();
    };

    connect(d->canvas, &CellCanvas::currentChanged, this, [this]() { d->updateActions(); });
    connect(d->canvas, &CellCanvas::modeChanged, this, [this]() {
        d->updateActions();
        Q_EMIT modeChanged();
    });
    connect(d->canvas, &CellCanvas::caretMoved, this, &NotebookView::modeChanged);
    connect(d->canvas, &CellCanvas::scrolled, this, [this]() { d->updatePath(); });
    connect(d->canvas, &CellCanvas::badgeClicked, this, [this](int index, const QPoint &position) { d->contextMenu(index, position, false); });
    connect(d->canvas, &CellCanvas::stateClicked, this, [this](int index, const QPoint &position) { d->queueMenu(index, position); });
    connect(d->canvas, &CellCanvas::menuRequested, this,
            [this](int index, quint64 id, OutputBlock *block, const QPoint &position) { d->cellMenu(index, id, block, position); });
    connect(d->canvas, &CellCanvas::outputRequested, this, [this](Cell *cell, quint64 id, const OutputRequest &request) { d->output(cell, id, request); });
    connect(d->canvas, &CellCanvas::insertRequested, this, [this](int index, CellKind kind) { d->insert(index, kind, true); });
    connect(d->canvas, &CellCanvas::moveRequested, this, [this](const QList<int> &cells, int gap) {
        const int first = d->document->gatherCells(cells, gap);
        d->canvas->setCurrent(first);
        if (cells.size() > 1)
            d->canvas->setCurrent(first + int(cells.size()) - 1, true);
    });
    connect(d->canvas, &CellCanvas::dropRequested, this, [this](const Notebook::Json::Value &cells, int gap) {
        d->canvas->selectCells(d->document->pasteCells(gap, cells));
        d->canvas->setFocus();
    });
    connect(d->bin, &Notebook::Bin::changed, this, soon);
    connect(d->canvas, &CellCanvas::undoRequested, this, [this]() { d->document->undo(); });
    connect(d->canvas, &CellCanvas::redoRequested, this, [this]() { d->document->redo(); });
    connect(d->headings, &HeadingBar::cellRequested, this, [this](int index) {
        d->canvas->setCurrent(index);
        d->canvas->setFocus();
    });

    connect(d->document, &Notebook::Document::modifiedChanged, this, &NotebookView::modifiedChanged);
    connect(d->document, &Notebook::Document::undoChanged, this, soon);
    connect(d->document, &Notebook::Document::defaultBindingChanged, this, soon);
    for (const auto signal : { &Notebook::Document::cellsInserted, &Notebook::Document::cellsRemoved })
        connect(d->document, signal, this, soon);
    connect(d->document, &Notebook::Document::cellsMoved, this, soon);
    connect(d->document, &Notebook::Document::reset, this, soon);
    connect(d->document, &Notebook::Document::focusRequested, this, [this](Cell *cell, qsizetype position) {
        const bool editing = d->canvas->mode() == CellCanvas::Mode::Edit;
        if (!cell || cell->index() < 0)
            return;
        d->canvas->setCurrent(cell->index());
        if (editing && position >= 0) {
            d->canvas->edit(position);
            if (CodeEditor *editor = d->canvas->editor())
                editor->setPosition(position);
        }
    });
    connect(d->queue, &Notebook::RunQueue::changed, this, soon);
    connect(d->queue, &Notebook::RunQueue::idle, this, soon);
    if (targets) {
        connect(d->queue, &Notebook::RunQueue::started, this, [this]() {
            if (!d->expiryTimer.isActive())
                d->expiryTimer.start();
        });
        connect(d->queue, &Notebook::RunQueue::idle, this, [this]() { d->watchExpiry(); });
    }
    connect(d->queue, &Notebook::RunQueue::started, this, [this](const Cell *cell) {
        d->stopped = false; // It was not closed after all, and this was not to stop.
        d->canvas->open(cell->index());
    });
    connect(d->queue, &Notebook::RunQueue::started, this, [](Cell *cell) {
        for (const QString &code : { u"result-unknown"_s, u"context-lost"_s, u"kernel-died"_s, u"expired"_s, u"sandbox-gone"_s, u"context-gone"_s, u"context-unknown"_s, u"command-gone"_s, u"command-lost"_s,
                                      u"no-stdin"_s })
            cell->outputs()->removeNotices(code);
    });
    if (targets) {
        connect(d->queue, &Notebook::RunQueue::started, this, [this](Cell *cell) {
            if (!Notebook::RunQueue::isBackground(d->queue->keyOf(cell)))
                d->noteUse(cell->effectiveBinding());
        });
        connect(this, &NotebookView::titleChanged, this, [this]() { d->noteUses(); });
    }
    connect(d->queue, &Notebook::RunQueue::finished, this, [this](Cell *cell, Notebook::Outcome) {
        CanvasAccessibility::announce(d->canvas, cellAccessibleName(cell, d->canvas->sandboxOf(cell)));
    });
    if (targets) {
        connect(targets, &ExecutionTargets::changed, this, soon);
        connect(targets, &ExecutionTargets::changed, this, [this]() { d->checkBindings(); });
        connect(targets, &ExecutionTargets::contextReplaced, this, [this](const QString &id, const QString &newId) { d->contextReplaced(id, newId); });
        connect(targets, &ExecutionTargets::contextLost, this, [this](const QString &key, const QString &reason, bool wanted) {
            const bool restarts = d->restarting.contains(key);
            if (restarts)
                d->restartsTold.insert(key);
            d->queue->contextLost(key, reason, wanted || restarts);
        });
    }
    connect(qApp, &QGuiApplication::focusObjectChanged, this, [this](QObject *object) {
        auto *widget = qobject_cast<QWidget *>(object);
        if (widget && widget != d->canvas && isAncestorOf(widget) && widget->parentWidget() == d->canvas->viewport())
            Q_EMIT modeChanged();
    });
    d->completion = new Completion(d->canvas->cellEditor(), d->document, targets, this);
    d->completion->isIdle = [this](const Cell *cell) { return !d->queue->isBusy(cell->effectiveBinding().key()); };
    d->watchFile();
    d->updateSummary();
}

NotebookView::~NotebookView()
{
    Q_EMIT closing();
    leaveContexts();
    disconnect(d->canvas, nullptr, this, nullptr);
    disconnect(d->document, nullptr, this, nullptr);
    disconnect(d->queue, nullptr, this, nullptr);
    delete d->completion;
    delete d->findBar;
    delete d->journal;
    // The queue first: it may still hold cells of the document.
    delete d->queue;
    delete d->canvas;
    delete d->kindBox;
    delete d->contextButton;
}

void NotebookView::leaveContexts()
{
    if (!d->targets || std::exchange(d->hasLeft, true))
        return;
    // What runs goes on where it is, unless it was to stop.
    const bool end = d->endsOwnContexts.value_or(d->targets->endsOwnContexts()) && (d->stopped || !d->queue->isBusy());
    d->targets->leave(this, d->path, d->document->ownContexts(), end);
}

bool NotebookView::hasOwnContexts() const
{
    return d->targets && !d->targets->unshared(this, d->document->ownContexts()).isEmpty();
}

bool NotebookView::endsOwnContexts() const
{
    return d->targets && d->endsOwnContexts.value_or(d->targets->endsOwnContexts());
}

void NotebookView::setEndsOwnContexts(bool end)
{
    d->endsOwnContexts = end;
}

Notebook::Document *NotebookView::document() const
{
    return d->document;
}

Notebook::RunQueue *NotebookView::queue() const
{
    return d->queue;
}

void NotebookView::chooseContext()
{
    const int index = d->canvas->current();
    if (index >= 0)
        d->contextMenu(index, d->canvas->viewport()->mapToGlobal(d->canvas->badgeRect(index).bottomLeft().toPoint()), false);
}

QList<OutlineEntry> NotebookView::outline() const
{
    QList<OutlineEntry> result;
    qsizetype heading = 0;
    int level = -1;
    for (const Cell *cell : d->document->cells()) {
        for (; heading < d->headingList.size() && std::get<0>(d->headingList[heading]) <= cell->index(); ++heading) {
            const auto &[index, depth, text] = d->headingList[heading];
            level = depth - 1;
            result.append({ index, level, text, true, RunState::NeverRun });
        }
        if (cell->kind() != CellKind::Code)
            continue;
        const QString line = cell->source().trimmed().section(u'\n', 0, 0).left(120);
        if (!line.isEmpty())
            result.append({ cell->index(), level + 1, line, false, cell->runState() });
    }
    return result;
}

Completion *NotebookView::completion() const
{
    return d->completion;
}

CellCanvas *NotebookView::canvas() const
{
    return d->canvas;
}

void NotebookView::attach(const QString &connection, const QString &sandboxId)
{
    Binding binding = d->document->fallbackBinding();
    binding.connection = connection;
    binding.sandbox = sandboxId;
    d->document->setFallbackBinding(binding);
    d->ownWanted.insert(sandboxId);
    if (d->targets)
        d->targets->attend(sandboxId);
    if (std::exchange(d->creating, false)) {
        d->banner->clearMessage(u"sandbox"_s);
        d->runPending();
    }
}

void NotebookView::awaitSandbox()
{
    d->creating = true;
    d->tellOfCreation();
}

void NotebookView::failAttaching(const QString &problem)
{
    d->creating = false;
    d->tellOfFailure(d->document->defaultLanguage(), problem);
    d->markWaiting();
}

void NotebookView::keyPressEvent(QKeyEvent *event)
{
    // From a question above the cells back to them; what asked whether to restart was answered.
    if (event->key() == Qt::Key_Escape && d->banner->isAncestorOf(QApplication::focusWidget())) {
        d->banner->clearMessage(u"restart"_s);
        d->canvas->setFocus();
        return;
    }
    // Its buttons are pressed as those of a dialog are.
    auto *button = qobject_cast<QPushButton *>(QApplication::focusWidget());
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && button && d->banner->isAncestorOf(button)) {
        button->click();
        return;
    }
    QWidget::keyPressEvent(event);
}

QString NotebookView::modeText() const
{
    if (const CodeEditor *editor = d->canvas->editor())
        return tr("Edit mode \u00b7 Ln %1, Col %2").arg(editor->line()).arg(editor->column());
    return tr("Command mode");
}

QString NotebookView::contextText() const
{
    const Cell *cell = d->canvas->currentCell();
    if (!cell)
        return {};
    const Binding binding = cell->effectiveBinding();
    if (binding.sandbox.isEmpty())
        return tr("No context");
    const ExecutionTarget target = d->targets ? d->targets->place(binding) : ExecutionTarget {};
    const QString name = target.contextName.isEmpty() ? Syntax::displayName(binding.language) : target.contextName;
    const QString key = binding.key();
    switch (d->targets ? d->targets->standing(binding) : ExecutionTargets::Standing::Unknown) {
    case ExecutionTargets::Standing::Paused: return tr("%1 paused").arg(name);
    case ExecutionTargets::Standing::SandboxGone:
    case ExecutionTargets::Standing::ContextGone: return tr("%1 is gone").arg(name);
    default: break;
    }
    if (d->restarting.contains(key))
        return tr("%1 restarts").arg(name);
    if (!d->queue->isBusy(key))
        return d->sharedWith(binding).isEmpty() ? tr("%1 idle").arg(name) : tr("%1 idle \u00b7 shared").arg(name);
    const qsizetype waiting = d->queue->waiting(key).size();
    return waiting > 0 ? tr("%1 busy \u00b7 %2 queued").arg(name).arg(waiting) : tr("%1 busy").arg(name);
}

QString NotebookView::currentSandboxId() const
{
    const Cell *cell = d->canvas->currentCell();
    if (!cell)
        return {};
    const Binding binding = cell->effectiveBinding();
    const ExecutionTarget target = d->targets && !binding.sandbox.isEmpty() ? d->targets->place(binding) : ExecutionTarget {};
    return target.sandboxId.isEmpty() ? binding.sandbox : target.sandboxId;
}

QString NotebookView::currentLanguage() const
{
    const Cell *cell = d->canvas->currentCell();
    return cell ? cell->language() : d->document->defaultLanguage();
}

int NotebookView::currentSeries() const
{
    const Cell *cell = d->canvas->currentCell();
    const Binding binding = cell ? cell->effectiveBinding() : Binding {};
    return d->targets && !binding.sandbox.isEmpty() ? d->targets->place(binding).series : 0;
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include "text.h"

#include <QSet>

#include <atomic>

using namespace Qt::StringLiterals;

namespace Notebook {

namespace {

/// How people call a cell: its number, or its place.
QString nameOf(const Cell *cell)
{
    if (!cell)
        return RunQueue::tr("a deleted cell");
    return cell->executionCount() >= 0 ? RunQueue::tr("cell [%1]").arg(cell->executionCount())
                                       : RunQueue::tr("the cell at %1").arg(cell->index() + 1);
}

/// No binding of a cell that can run has such a key: its sandbox has a name.
const QString backgroundPrefix = u"\x1f\x1f" "background\x1f"_s;

} // namespace

Runner::~Runner() = default;

struct Run::Private
{
    quint64 id = 0;
    QString key;
    QString code;
    Binding binding;
    QString cellId;
    QPointer<Cell> cell;
    std::weak_ptr<RunQueue::Private> queue;
    bool finished = false;
    bool failed = false;
    bool interruptRequested = false;
    bool background = false;
    bool awaitsRestart = false;
    bool waits = false; ///< Nothing of it was sent.
    QString attachTo;
    std::function<void(const QString &)> answer; ///< Set while the code waits for a line.
    bool secret = false;
    QString prompt;

    /// The cell, unless it is gone or was started again.
    Cell *live() const { return cell && cell->m_runId == id ? cell.data() : nullptr; }
    /// What arrives says that the run waits no more.
    Cell *receiving() const
    {
        Cell *target = live();
        if (target)
            target->m_heardMonotonic = monotonicMs();
        if (target && !finished && !target->m_stateReason.isEmpty())
            target->setRunState(RunState::Running);
        return target;
    }
};

struct RunQueue::Private
{
    struct Entry
    {
        QPointer<Cell> cell;
        Binding binding;
        QString attachTo;
        QString part = {}; ///< Empty: all of it.
        RunState formerState = RunState::NeverRun;
        QString formerReason;
        /// Of cells that were queued together: they run in their order, whatever their languages, because one may need the files
        /// of the one above. 0: none, or moved by hand since. In each queue batch and order only grow, so nobody waits in a circle.
        quint64 batch = 0;
        quint64 order = 0;
    };
    struct Queue
    {
        QList<Entry> waiting;
        std::shared_ptr<Run> running;
        quint64 runningBatch = 0;
        QList<QPointer<Cell>> ran; ///< Whose variables live in this context.
        bool startPosted = false;
    };

    RunQueue *q = nullptr;
    Runner *runner = nullptr;
    QHash<QString, Queue> queues;
    QList<Entry> held;
    static inline std::atomic<quint64> lastRunId = 0; ///< Of all queues: one runner serves several notebooks.
    quint64 lastBatch = 0;
    quint64 lastOrder = 0;
    std::weak_ptr<Private> self;

    void start(const QString &key);
    void postStart(const QString &key);
    void number(const QString &key);
    void giveBack(const Entry &entry, const QString &reason);
    int giveAllBack(const QString &key, const QString &reason);
    void giveBatchBack(quint64 batch, const QString &reason);
    QSet<quint64> batchesOf(const QString &key) const; ///< Of cells that wait there.
    /// Whether one that was queued together with this one, and before it, has not ended yet.
    bool mustWait(const QString &key, const Entry &entry) const;
    /// What waited for something of this queue that has ended or was taken out.
    void startOthers(const QString &key);
    /// Puts it at the end of its queue, whose key it gives; empty where it cannot run.
    QString add(Cell *cell, const QString &key, const QString &part, quint64 batch);
    void startHead(const QString &key);
    void finished(Run *run, Outcome outcome);
};

// --- Run

Run::Run()
    : d(std::make_unique<Private>())
{
}
Run::~Run() = default;

quint64 Run::id() const { return d->id; }
QString Run::key() const { return d->key; }
QString Run::code() const { return d->code; }
Binding Run::binding() const { return d->binding; }
QString Run::cellId() const { return d->cellId; }
Cell *Run::cell() const { return d->cell; }
bool Run::isFinished() const { return d->finished; }
bool Run::isInterruptRequested() const { return d->interruptRequested; }
bool Run::isBackground() const { return d->background; }
QString Run::attachTo() const { return d->attachTo; }

void Run::stream(StreamName name, QStringView text)
{
    if (Cell *cell = d->receiving())
        cell->outputs()->appendStream(name, text);
}

void Run::display(const MimeBundle &data, const QJsonObject &metadata, const QString &displayId)
{
    if (Cell *cell = d->receiving())
        cell->outputs()->appendDisplay(data, metadata, displayId);
}

void Run::result(const MimeBundle &data, const QJsonObject &metadata, const QString &displayId)
{
    if (Cell *cell = d->receiving())
        cell->outputs()->appendResult(data, metadata, cell->executionCount(), displayId);
}

void Run::updateDisplay(const QString &displayId, const MimeBundle &data, const QJsonObject &metadata)
{
    if (Cell *cell = d->receiving())
        cell->document()->updateDisplay(d->key, displayId, data, metadata);
}

void Run::clearOutput(bool wait)
{
    if (Cell *cell = d->receiving())
        cell->outputs()->clear(wait);
}

void Run::error(const QString &name, const QString &value, const QStringList &traceback)
{
    d->failed = true;
    if (Cell *cell = d->receiving())
        cell->outputs()->appendError(name, value, traceback);
}

void Run::executionCount(int count)
{
    Cell *cell = d->live();
    if (!cell)
        return;
    cell->setExecutionCount(count);
    cell->outputs()->setResultCount(count);
}

void Run::background(const BackgroundCommand &command)
{
    if (Cell *cell = d->finished ? nullptr : d->live())
        cell->setBackground(command);
}

void Run::notice(const Notice &notice)
{
    if (Cell *cell = d->live())
        cell->outputs()->appendNotice(notice);
}

void Run::input(const QString &prompt, bool secret, std::function<void(const QString &)> answer)
{
    Cell *cell = d->finished ? nullptr : d->live();
    if (!cell)
        return;
    d->prompt = prompt;
    d->secret = secret;
    d->answer = std::move(answer);
    cell->outputs()->removeNotices(u"input"_s);
    cell->outputs()->appendNotice({Notice::Severity::Information, u"input"_s, prompt, secret ? u"secret"_s : QString()});
}

void Run::awaitRestart(const QString &reason)
{
    waiting(reason);
    d->awaitsRestart = true;
}

void Run::waiting(const QString &reason)
{
    d->awaitsRestart = false;
    d->waits = !reason.isEmpty();
    if (Cell *cell = d->finished ? nullptr : d->live())
        cell->setRunState(RunState::Running, reason);
}

void Run::finish(Outcome outcome, const QString &reason)
{
    if (d->finished)
        return;
    d->finished = true;
    d->answer = nullptr;
    if (Cell *cell = d->live())
        cell->outputs()->removeNotices(u"input"_s);
    if (outcome == Outcome::Done && d->failed)
        outcome = Outcome::Failed;
    if (outcome == Outcome::Failed && d->interruptRequested)
        outcome = Outcome::Interrupted;
    if (Cell *cell = d->live()) {
        cell->m_durationsMs += monotonicMs() - cell->m_startedMonotonic;
        if (cell->m_durationsMs.size() > 10)
            cell->m_durationsMs.removeFirst();
        cell->m_interruptRequested = false;
        if (d->background && outcome != Outcome::ResultUnknown)
            cell->setBackground({});
        RunState state = RunState::Done;
        switch (outcome) {
        case Outcome::Done: state = RunState::Done; break;
        case Outcome::Failed: state = RunState::Failed; break;
        case Outcome::Interrupted: state = RunState::Interrupted; break;
        case Outcome::ResultUnknown: state = RunState::ResultUnknown; break;
        case Outcome::ContextLost: state = RunState::ContextLost; break;
        }
        cell->setRunState(state, reason);
        cell->updateStale();
    }
    if (const auto queue = d->queue.lock())
        queue->finished(this, outcome);
}

// --- the queues

void RunQueue::Private::number(const QString &key)
{
    int position = 0;
    // A copy: whoever hears of the new state may change the queue.
    const QList<Entry> waiting = queues.value(key).waiting;
    for (const Entry &entry : waiting) {
        if (entry.cell)
            entry.cell->setRunState(RunState::Queued, {}, ++position);
    }
    if (q)
        Q_EMIT q->changed(key);
}

void RunQueue::Private::giveBack(const Entry &entry, const QString &reason)
{
    Cell *cell = entry.cell;
    if (!cell)
        return;
    cell->setRunState(entry.formerState, reason.isEmpty() ? entry.formerReason : reason);
    cell->updateStale();
}

int RunQueue::Private::giveAllBack(const QString &key, const QString &reason)
{
    const QList<Entry> waiting = std::exchange(queues[key].waiting, {});
    for (const Entry &entry : waiting)
        giveBack(entry, reason);
    if (!waiting.isEmpty() && q) {
        Q_EMIT q->changed(key);
        if (q)
            Q_EMIT q->stopped(key, reason, int(waiting.size()));
        if (q)
            startOthers(key);
    }
    return int(waiting.size());
}

/// A failure ends its list, also where other languages run.
void RunQueue::Private::giveBatchBack(quint64 batch, const QString &reason)
{
    for (const QString &key : queues.keys()) {
        QList<Entry> &waiting = queues[key].waiting;
        QList<Entry> back;
        for (qsizetype i = 0; i < waiting.size();) {
            if (waiting.at(i).batch == batch)
                back.append(waiting.takeAt(i));
            else
                ++i;
        }
        if (back.isEmpty())
            continue;
        for (const Entry &entry : std::as_const(back))
            giveBack(entry, reason);
        number(key);
        if (q)
            Q_EMIT q->stopped(key, reason, int(back.size()));
    }
}

QSet<quint64> RunQueue::Private::batchesOf(const QString &key) const
{
    QSet<quint64> batches;
    for (const Entry &entry : queues.value(key).waiting) {
        if (entry.batch != 0)
            batches.insert(entry.batch);
    }
    return batches;
}

bool RunQueue::Private::mustWait(const QString &key, const Entry &entry) const
{
    if (entry.batch == 0 || !entry.cell)
        return false;
    for (auto other = queues.cbegin(); other != queues.cend(); ++other) {
        if (other.key() == key)
            continue;
        if (other->running && other->runningBatch == entry.batch)
            return true;
        for (const Entry &one : other->waiting) {
            if (one.batch == entry.batch && one.cell && one.order < entry.order)
                return true;
        }
    }
    return false;
}

void RunQueue::Private::startOthers(const QString &key)
{
    for (const QString &other : queues.keys()) {
        const Queue &queue = queues[other];
        if (other != key && !queue.waiting.isEmpty() && !queue.running && !mustWait(other, queue.waiting.constFirst()))
            postStart(other);
    }
}

void RunQueue::Private::postStart(const QString &key)
{
    Queue &queue = queues[key];
    if (queue.startPosted || !q)
        return;
    queue.startPosted = true;
    QMetaObject::invokeMethod(q, [weak = self, key] {
        if (const auto strong = weak.lock()) {
            strong->queues[key].startPosted = false;
            strong->start(key);
        }
    }, Qt::QueuedConnection);
}

void RunQueue::Private::start(const QString &key)
{
    if (queues[key].running)
        return;
    bool dropped = false; // What others may have waited for.
    while (!queues[key].waiting.isEmpty()) {
        if (mustWait(key, queues[key].waiting.constFirst())) {
            if (dropped)
                startOthers(key);
            if (q)
                Q_EMIT q->changed(key);
            return;
        }
        const Entry entry = queues[key].waiting.takeFirst();
        Cell *cell = entry.cell;
        if (!cell || cell->index() < 0 || cell->kind() != CellKind::Code) {
            dropped = true;
            giveBack(entry, {});
            continue;
        }
        std::shared_ptr<Run> run(new Run);
        run->d->id = ++lastRunId;
        run->d->key = key;
        run->d->code = entry.part.isEmpty() ? cell->source() : entry.part;
        run->d->binding = entry.binding;
        run->d->cellId = cell->id();
        run->d->cell = cell;
        run->d->queue = self;
        run->d->background = RunQueue::isBackground(key);
        run->d->attachTo = entry.attachTo;
        Queue &queue = queues[key];
        queue.running = run;
        queue.runningBatch = entry.batch;
        queue.ran.removeIf([cell](const QPointer<Cell> &other) { return !other || other == cell; });
        queue.ran += cell;

        cell->document()->breakUndoMerging();
        cell->m_runId = run->d->id;
        cell->m_executedSource = run->d->code;
        cell->m_ranInPart = !entry.part.isEmpty();
        cell->m_startedAt = QDateTime::currentDateTimeUtc();
        cell->m_startedMonotonic = cell->m_heardMonotonic = monotonicMs();
        cell->m_interruptRequested = false;
        if (entry.attachTo.isEmpty())
            cell->outputs()->startAnew();
        cell->outputs()->setDisplayScope(key);
        cell->setExecutionCount(-1);
        cell->setRunState(RunState::Running);
        number(key);
        if (!q)
            return;
        Q_EMIT q->started(cell);
        if (q && !run->d->finished)
            runner->start(run);
        if (q && dropped)
            startOthers(key);
        return;
    }
    startOthers(key);
    if (q) {
        Q_EMIT q->changed(key);
        if (!q->isBusy())
            Q_EMIT q->idle();
    }
}

void RunQueue::Private::finished(Run *run, Outcome outcome)
{
    const QString key = run->d->key;
    Queue &queue = queues[key];
    if (!q || queue.running.get() != run)
        return;
    const std::shared_ptr<Run> keepAlive = std::exchange(queue.running, nullptr);
    Cell *cell = run->d->cell;
    QString reason;
    switch (outcome) {
    case Outcome::Done: break;
    case Outcome::Failed:
        if (!q->continueOnError())
            reason = RunQueue::tr("Not run, because %1 failed.").arg(nameOf(cell));
        break;
    case Outcome::Interrupted: reason = RunQueue::tr("Not run, because %1 was interrupted.").arg(nameOf(cell)); break;
    case Outcome::ResultUnknown:
        reason = RunQueue::tr("Not run, because the connection broke while %1 ran.").arg(nameOf(cell));
        break;
    case Outcome::ContextLost: reason = RunQueue::tr("Not run, because the context of %1 is gone.").arg(nameOf(cell)); break;
    }
    const quint64 batch = std::exchange(queue.runningBatch, 0);
    if (!reason.isEmpty())
        giveAllBack(key, reason);
    if (!reason.isEmpty() && batch != 0)
        giveBatchBack(batch, reason);
    if (!q)
        return;
    Q_EMIT q->finished(cell, outcome);
    if (q && outcome == Outcome::ContextLost)
        Q_EMIT q->contextGone(key);
    if (!q)
        return;
    postStart(key);
    startOthers(key);
}

RunQueue::RunQueue(Runner *runner, QObject *parent)
    : QObject(parent)
    , d(std::make_shared<Private>())
{
    d->q = this;
    d->runner = runner;
    d->self = d;
}

RunQueue::~RunQueue()
{
    d->q = nullptr;
    for (const QString &key : d->queues.keys())
        d->giveAllBack(key, {});
    for (const Private::Entry &entry : std::exchange(d->held, {}))
        d->giveBack(entry, {});
}

bool RunQueue::enqueuePart(Cell *cell, const QString &code)
{
    const std::shared_ptr<Private> alive = d; // a slot may delete the queue
    const QString key = code.trimmed().isEmpty() ? QString() : alive->add(cell, {}, code, 0);
    alive->startHead(key);
    return !key.isEmpty();
}

bool RunQueue::enqueue(Cell *cell, const QString &key)
{
    const std::shared_ptr<Private> alive = d; // a slot may delete the queue
    const QString used = alive->add(cell, key, {}, 0);
    alive->startHead(used);
    return !used.isEmpty();
}

int RunQueue::enqueue(const QList<Cell *> &cells)
{
    const std::shared_ptr<Private> alive = d; // a slot may delete the queue
    const quint64 batch = cells.size() > 1 ? ++alive->lastBatch : 0;
    QStringList keys;
    int queued = 0;
    // All of them before the first one starts, which may fail at once and end the others.
    for (Cell *cell : cells) {
        const QString key = alive->add(cell, {}, {}, batch);
        if (key.isEmpty())
            continue;
        ++queued;
        if (!keys.contains(key))
            keys.append(key);
    }
    for (const QString &key : std::as_const(keys))
        alive->startHead(key);
    return queued;
}

QString RunQueue::Private::add(Cell *cell, const QString &key, const QString &part, quint64 batch)
{
    if (const auto before = std::ranges::find(held, cell, [](const Entry &entry) { return entry.cell.data(); }); before != held.end()) {
        const Entry entry = *before;
        held.erase(before);
        giveBack(entry, {});
    }
    if (!cell || cell->kind() != CellKind::Code || cell->isBusy() || cell->source().trimmed().isEmpty())
        return {};
    Entry entry;
    entry.cell = cell;
    entry.part = part;
    entry.binding = cell->effectiveBinding();
    entry.formerState = cell->runState();
    entry.formerReason = cell->stateReason();
    entry.batch = batch;
    entry.order = ++lastOrder;
    const QString queueKey = key.isEmpty() ? entry.binding.key() : key;
    queues[queueKey].waiting += entry;
    cell->m_queuedAt = QDateTime::currentDateTimeUtc();
    cell->setRunState(RunState::Queued, {}, int(queues[queueKey].waiting.size()));
    return queueKey;
}

void RunQueue::Private::startHead(const QString &key)
{
    if (!q || key.isEmpty())
        return;
    if (queues[key].running || queues[key].startPosted)
        Q_EMIT q->changed(key);
    else
        start(key);
}

bool RunQueue::enqueueBackground(Cell *cell, bool attach)
{
    if (!cell || (attach && cell->background().id.isEmpty()))
        return false;
    if (!attach)
        return enqueue(cell, backgroundPrefix + cell->id());
    const std::shared_ptr<Private> alive = d; // a slot may delete the queue
    if (cell->kind() != CellKind::Code || cell->isBusy())
        return false;
    Private::Entry entry;
    entry.cell = cell;
    entry.binding = cell->effectiveBinding();
    entry.binding.sandbox = cell->background().sandbox;
    entry.attachTo = cell->background().id;
    entry.formerState = cell->runState();
    entry.formerReason = cell->stateReason();
    const QString key = backgroundPrefix + cell->id();
    alive->queues[key].waiting += entry;
    cell->setRunState(RunState::Queued, {}, 1);
    if (alive->q)
        alive->start(key);
    return true;
}

bool RunQueue::isBackground(const QString &key) { return key.startsWith(backgroundPrefix); }

bool RunQueue::isBusyInForeground() const
{
    const QStringList keys = busyKeys();
    return std::ranges::any_of(keys, [](const QString &key) { return !isBackground(key); });
}

void RunQueue::hold(const QList<Cell *> &cells, const QString &reason, const QString &dropped)
{
    const std::shared_ptr<Private> alive = d; // a slot may delete the queue
    const QList<Private::Entry> before = std::exchange(alive->held, {});
    for (const Private::Entry &entry : before) {
        if (entry.cell && cells.contains(entry.cell.data()))
            alive->held.append(entry);
    }
    for (Cell *cell : cells) {
        const bool known = std::ranges::any_of(before, [cell](const Private::Entry &entry) { return entry.cell == cell; });
        if (known || !cell || cell->kind() != CellKind::Code || cell->isBusy() || cell->source().trimmed().isEmpty())
            continue;
        Private::Entry entry;
        entry.cell = cell;
        entry.formerState = cell->runState();
        entry.formerReason = cell->stateReason();
        alive->held.append(entry);
    }
    const QList<Private::Entry> now = alive->held;
    for (const Private::Entry &entry : now) {
        if (entry.cell)
            entry.cell->setRunState(RunState::Queued, reason);
    }
    for (const Private::Entry &entry : before) {
        if (!entry.cell || !cells.contains(entry.cell.data()))
            alive->giveBack(entry, dropped);
    }
}

bool RunQueue::remove(Cell *cell)
{
    const std::shared_ptr<Private> alive = d; // a slot may delete the queue
    for (auto it = alive->queues.begin(); it != alive->queues.end(); ++it) {
        const auto found = std::ranges::find(it->waiting, cell, [](const Private::Entry &entry) { return entry.cell.data(); });
        if (found == it->waiting.end())
            continue;
        const Private::Entry entry = *found;
        const QString key = it.key();
        it->waiting.erase(found);
        alive->giveBack(entry, {});
        alive->number(key);
        if (alive->q)
            alive->postStart(key);
        if (alive->q)
            alive->startOthers(key);
        return true;
    }
    return false;
}

void RunQueue::move(Cell *cell, int position)
{
    const std::shared_ptr<Private> alive = d; // a slot may delete the queue
    for (auto it = alive->queues.begin(); it != alive->queues.end(); ++it) {
        const auto found = std::ranges::find(it->waiting, cell, [](const Private::Entry &entry) { return entry.cell.data(); });
        if (found == it->waiting.end())
            continue;
        found->batch = 0; // Its place is the user's word now.
        const QString key = it.key();
        it->waiting.move(found - it->waiting.begin(), std::clamp<qsizetype>(position - 1, 0, it->waiting.size() - 1));
        alive->number(key);
        if (alive->q)
            alive->postStart(key);
        if (alive->q)
            alive->startOthers(key);
        return;
    }
}

bool RunQueue::answer(Cell *cell, const QString &line)
{
    for (const Private::Queue &queue : std::as_const(d->queues)) {
        if (!queue.running || queue.running->d->cell != cell || !queue.running->d->answer)
            continue;
        const std::shared_ptr<Run> run = queue.running;
        const auto answer = std::exchange(run->d->answer, nullptr);
        cell->outputs()->removeNotices(u"input"_s);
        // As a terminal would show it.
        run->stream(StreamName::Stdout, QString(run->d->prompt + (run->d->secret ? QString(8, u'\u00b7') : line) + u'\n'));
        answer(line);
        return true;
    }
    return false;
}

void RunQueue::clear(const QString &key, const QString &reason)
{
    const std::shared_ptr<Private> alive = d; // a slot may delete the queue
    if (alive->queues.contains(key))
        alive->giveAllBack(key, reason);
}

void RunQueue::clearAll(const QString &reason)
{
    const std::shared_ptr<Private> alive = d; // a slot may delete the queue
    for (const QString &key : alive->queues.keys())
        alive->giveAllBack(key, reason);
}

void RunQueue::interrupt(const QString &key)
{
    const std::shared_ptr<Private> alive = d; // a slot may delete the queue
    if (!alive->queues.contains(key))
        return;
    const std::shared_ptr<Run> run = alive->queues[key].running;
    // A list that has lost cells ends, and so does what runs of it in another context.
    const QSet<quint64> batches = alive->batchesOf(key);
    const QString reason = run ? tr("Not run, because %1 was interrupted.").arg(nameOf(run->cell())) : tr("Not run.");
    alive->giveAllBack(key, reason);
    for (const quint64 batch : batches) {
        if (alive->q)
            alive->giveBatchBack(batch, reason);
    }
    if (!alive->q)
        return;
    if (!run) {
        const QStringList busy = busyKeys();
        for (const QString &other : busy) {
            if (alive->q && alive->queues[other].running && batches.contains(alive->queues[other].runningBatch))
                interrupt(other);
        }
        return;
    }
    run->d->interruptRequested = true;
    if (Cell *cell = run->d->live()) {
        cell->m_interruptRequested = true;
        Q_EMIT cell->runStateChanged();
    }
    if (alive->q)
        Q_EMIT changed(key);
    if (alive->q)
        alive->runner->interrupt(run);
}

void RunQueue::interruptAll()
{
    for (const QString &key : busyKeys())
        interrupt(key);
}

void RunQueue::contextLost(const QString &key, const QString &reason, bool wanted)
{
    const std::shared_ptr<Private> alive = d; // a slot may delete the queue
    if (!alive->queues.contains(key)) {
        Q_EMIT contextGone(key);
        return;
    }
    const std::shared_ptr<Run> run = alive->queues[key].running;
    const bool goesOn = run && run->d->awaitsRestart; // With all that stands behind it.
    const bool notSent = run && run->d->waits;
    const QList<QPointer<Cell>> ran = std::exchange(alive->queues[key].ran, {});
    if (goesOn && run->cell())
        alive->queues[key].ran.append(run->cell());
    const QSet<quint64> batches = goesOn ? QSet<quint64>() : alive->batchesOf(key);
    if (!goesOn)
        alive->giveAllBack(key, reason);
    for (const quint64 batch : batches) {
        if (alive->q)
            alive->giveBatchBack(batch, reason);
    }
    if (run && !goesOn)
        run->finish(Outcome::ContextLost, reason);
    // Its run was ended, wanted or not; of one that only waited nothing was.
    const Cell *const cut = run && !(wanted && notSent && !goesOn) ? run->cell() : nullptr;
    for (const QPointer<Cell> &cell : ran) {
        if (cell && cell != cut && !cell->isBusy() && cell->runState() != RunState::Stale && cell->runState() != RunState::NeverRun)
            cell->setRunState(wanted ? RunState::NeverRun : RunState::ContextLost, reason);
    }
    if (alive->q)
        Q_EMIT contextGone(key);
}

bool RunQueue::isBusy() const
{
    return std::ranges::any_of(d->queues, [](const Private::Queue &queue) { return queue.running || !queue.waiting.isEmpty(); });
}

bool RunQueue::isBusy(const QString &key) const
{
    const auto it = d->queues.constFind(key);
    return it != d->queues.cend() && (it->running || !it->waiting.isEmpty());
}

QStringList RunQueue::busyKeys() const
{
    QStringList keys;
    for (auto it = d->queues.cbegin(); it != d->queues.cend(); ++it) {
        if (it->running || !it->waiting.isEmpty())
            keys += it.key();
    }
    return keys;
}

Cell *RunQueue::running(const QString &key) const
{
    const auto it = d->queues.constFind(key);
    return it != d->queues.cend() && it->running ? it->running->cell() : nullptr;
}

QList<Cell *> RunQueue::waiting(const QString &key) const
{
    QList<Cell *> cells;
    const auto it = d->queues.constFind(key);
    if (it != d->queues.cend()) {
        for (const Private::Entry &entry : it->waiting) {
            if (entry.cell)
                cells += entry.cell;
        }
    }
    return cells;
}

int RunQueue::waitingCount() const
{
    int count = 0;
    for (const Private::Queue &queue : std::as_const(d->queues))
        count += int(queue.waiting.size());
    return count;
}

QString RunQueue::keyOf(Cell *cell) const
{
    for (auto it = d->queues.cbegin(); it != d->queues.cend(); ++it) {
        if ((it->running && it->running->cell() == cell)
            || std::ranges::any_of(it->waiting, [cell](const Private::Entry &entry) { return entry.cell == cell; }))
            return it.key();
    }
    for (auto it = d->queues.cbegin(); it != d->queues.cend(); ++it) {
        if (it->ran.contains(cell))
            return it.key();
    }
    return {};
}

} // namespace Notebook

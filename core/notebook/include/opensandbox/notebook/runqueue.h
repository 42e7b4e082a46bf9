// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/notebook/runner.h>

#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>

#include <memory>

namespace Notebook {

/**
 * One queue per context key: first in, first out, one run in flight each; different keys run side by side, except cells that were
 * queued together: those run in their order, and a failure ends them all. A failure, an interrupt, a lost connection or a lost
 * context returns the waiting cells of that key to the state they had, with the reason, unless continueOnError() is set (which
 * holds for failures only).
 */
class RunQueue : public QObject
{
    Q_OBJECT
public:
    explicit RunQueue(Runner *runner, QObject *parent = nullptr);
    ~RunQueue() override; ///< Runs in flight go on; nobody hears of them.

    /// Queues a code cell under its effective binding's key, or under `key`. The code is taken when it starts. False when the cell
    /// is no code cell, is blank, or is waiting or running already.
    bool enqueue(Cell *cell, const QString &key = {});
    int enqueue(const QList<Cell *> &cells);
    /// Runs `code`, a part of this cell, in its place; the cell says then that it did not run as it stands.
    bool enqueuePart(Cell *cell, const QString &code);
    /// Runs it at once and beside all queues, as a command of its own. With `attach` the command of Cell::background() is followed
    /// instead; what the cell shows stays until its output is there.
    bool enqueueBackground(Cell *cell, bool attach = false);

    /// Cells that are to run when something is there that cannot be queued under yet (a sandbox, a context that is being made): shown as queued,
    /// with what they wait for. Those that were held before and are no longer among them return to what they were, with `dropped` as the
    /// reason. Queueing one ends its being held.
    void hold(const QList<Cell *> &cells, const QString &reason, const QString &dropped = {});
    bool remove(Cell *cell); ///< Takes a waiting cell out; it returns to its former state.
    void move(Cell *cell, int position); ///< 1 is next.
    void clear(const QString &key, const QString &reason = {}); ///< Takes all waiting cells of this key out.
    void clearAll(const QString &reason = {});
    /// Interrupts what runs under this key. The queue is cleared now.
    void interrupt(const QString &key);
    void interruptAll();
    /// The context is gone (killed, expired, restarted): the running cell ends as ContextLost, the waiting ones return, and cells that
    /// ran there are marked ContextLost, too, as their variables are gone. `wanted`: somebody restarted it on purpose, so nothing is
    /// amiss and they have only not been run since.
    void contextLost(const QString &key, const QString &reason, bool wanted = false);

    /// Gives the code of this cell the line that it waits for; false when it does not wait.
    bool answer(Cell *cell, const QString &line);

    bool isBusy() const;
    bool isBusy(const QString &key) const;
    /// Something runs or waits whose output would be lost with the connection.
    bool isBusyInForeground() const;
    static bool isBackground(const QString &key); ///< A background run's own key.
    QStringList busyKeys() const;
    Cell *running(const QString &key) const;
    QList<Cell *> waiting(const QString &key) const; ///< In the order in which they will run.
    int waitingCount() const;
    QString keyOf(Cell *cell) const; ///< Of the queue it waits or runs in, or of its last run; else empty.

    bool continueOnError() const { return m_continueOnError; }
    void setContinueOnError(bool on) { m_continueOnError = on; }

Q_SIGNALS:
    void started(Notebook::Cell *cell);
    void finished(Notebook::Cell *cell, Notebook::Outcome outcome);
    void changed(const QString &key); ///< Anything about this queue.
    void stopped(const QString &key, const QString &reason, int returned); ///< Waiting cells were returned.
    void contextGone(const QString &key); ///< The variables there are gone, whether or not anything of this queue ran there.
    void idle(); ///< Nothing runs or waits any more under any key.

private:
    friend class Run;
    struct Private;
    std::shared_ptr<Private> d;
    bool m_continueOnError = false;
};

} // namespace Notebook

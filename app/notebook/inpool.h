// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>
#include <QThreadPool>

#include <memory>
#include <utility>

/// Threads for decoding what cells print and what files of sandboxes hold. Whatever that costs, saving, exports and streams have the
/// global ones.
QThreadPool &outputsPool();

/// At the end of the program, when all that is to be kept has been written: drops what waits there, and waits so long (ms) for what runs.
/// Returns `code`; where something still runs then, the process ends with it at once, without the destructors of what that may use.
int leaveOutputs(int code, int ms = 1000);

/**
 * Calls `work` in the thread pool and hands its result to `done` in the interface thread, in a later turn of the event loop, if `owner`
 * still lives then. What `done` leaves of the result is destroyed in the pool, too.
 */
template <typename Owner, typename Work, typename Done>
void inPool(Owner *owner, Work work, Done done, QThreadPool &pool = *QThreadPool::globalInstance())
{
    QPointer<Owner> guard = owner;
    pool.start([guard, work = std::move(work), done = std::move(done)]() mutable {
        // Shared: the result may not be copyable, and a large one is not to be copied.
        auto result = std::make_shared<decltype(work())>(work());
        QMetaObject::invokeMethod(
            qApp,
            [guard, done = std::move(done), result]() mutable {
                if (guard)
                    done(std::move(*result));
                // What is left of it may be many megabytes, which take their time to be given back.
                QThreadPool::globalInstance()->start([left = std::move(result)]() mutable { left.reset(); });
            },
            Qt::QueuedConnection);
    });
}

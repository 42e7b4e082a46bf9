// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QList>
#include <QObject>

#include <coroutine>
#include <memory>
#include <stop_token>

namespace OpenSandbox {

/// Who waits for which context, the first being the one that runs. Of one thread.
class Turn;
using ContextQueues = QHash<QString, QList<Turn *>>;

/**
 * A place in the queue of a context, from when it is made to when it is destroyed: a server does not queue, it refuses
 * a second run. Awaitable: until it is the first or a stop is requested. To be held by a coroutine's frame.
 */
class Turn
{
public:
    Turn(std::shared_ptr<ContextQueues> queues, QString context, QObject *resumer, const std::stop_token &stop, const std::stop_token &closed);
    ~Turn();
    Turn(const Turn &) = delete;
    Turn &operator=(const Turn &) = delete;

    bool isFirst() const { return m_queues->value(m_context).value(0) == this; }

    bool await_ready() const { return isFirst() || m_stopped; }
    void await_suspend(std::coroutine_handle<> handle) { m_waiting = handle; }
    void await_resume() const { }

private:
    struct Stopped
    {
        Turn *turn;
        void operator()() const;
    };
    void wake();

    std::shared_ptr<ContextQueues> m_queues;
    const QString m_context;
    QObject *m_resumer;
    QObject m_scope; ///< Lives in the thread.
    std::coroutine_handle<> m_waiting;
    bool m_stopped = false;
    std::stop_callback<Stopped> m_stop; ///< Last: gone before the receiver.
    std::stop_callback<Stopped> m_closed; ///< The same.
};

} // namespace OpenSandbox

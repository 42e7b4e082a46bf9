// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "contextqueue.h"

namespace OpenSandbox {

Turn::Turn(std::shared_ptr<ContextQueues> queues, QString context, QObject *resumer, const std::stop_token &stop, const std::stop_token &closed)
    : m_queues(std::move(queues)), m_context(std::move(context)), m_resumer(resumer), m_stop(stop, Stopped { this }), m_closed(closed, Stopped { this })
{
    (*m_queues)[m_context] << this;
}

Turn::~Turn()
{
    QList<Turn *> &queue = (*m_queues)[m_context];
    const bool wasFirst = isFirst();
    queue.removeOne(this);
    if (queue.isEmpty())
        m_queues->remove(m_context);
    else if (wasFirst)
        queue.constFirst()->wake();
}

void Turn::Stopped::operator()() const
{
    QMetaObject::invokeMethod(&turn->m_scope, [turn = turn] {
        turn->m_stopped = true;
        turn->wake();
    }, Qt::QueuedConnection);
}

void Turn::wake()
{
    if (m_waiting)
        QMetaObject::invokeMethod(m_resumer, [handle = std::exchange(m_waiting, {})] { handle.resume(); }, Qt::QueuedConnection);
}

} // namespace OpenSandbox

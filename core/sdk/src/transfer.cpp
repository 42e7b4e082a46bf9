// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "transfer.h"

#include "loopthread.h"

#include <QTimer>

namespace OpenSandbox {

namespace {

constexpr std::chrono::milliseconds ProgressInterval { 20 };

} // namespace

TransferLink::TransferLink(QObject *context, Progress progress, std::function<void(const Exchange &)> exchanged)
    : m_context(context), m_progress(std::move(progress)), m_exchanged(std::move(exchanged))
{
}

void TransferLink::leave()
{
    {
        const std::lock_guard lock(m_mutex);
        m_context = nullptr;
    }
    // What the caller gave is destroyed in its thread.
    m_progress = {};
    m_exchanged = {};
    m_waiting = {};
}

void TransferLink::post(std::function<void()> function)
{
    const std::lock_guard lock(m_mutex);
    if (m_context)
        QMetaObject::invokeMethod(m_context, std::move(function), Qt::QueuedConnection);
}

void TransferLink::progress(qint64 done, qint64 total)
{
    {
        const std::lock_guard lock(m_mutex);
        m_reached = { done, total };
        m_told = false;
        if (std::exchange(m_telling, true))
            return;
    }
    post([link = shared_from_this()] { link->keepTelling(); });
}

bool TransferLink::tellProgress()
{
    std::pair<qint64, qint64> reached;
    {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_told, true)) {
            m_telling = false;
            return false;
        }
        reached = m_reached;
    }
    if (const Progress progress = m_progress) // It may end the call.
        progress(reached.first, reached.second);
    return true;
}

void TransferLink::keepTelling()
{
    if (tellProgress() && m_context)
        QTimer::singleShot(ProgressInterval, m_context, [link = shared_from_this()] { link->keepTelling(); });
}

void TransferLink::exchanged(const Exchange &exchange)
{
    post([link = shared_from_this(), exchange] {
        if (const auto exchanged = link->m_exchanged)
            exchanged(exchange);
    });
}

void TransferLink::done()
{
    post([link = shared_from_this()] {
        link->tellProgress();
        link->m_done = true;
        if (const auto waiting = std::exchange(link->m_waiting, {}))
            waiting.resume();
    });
}

Transfer::Transfer(std::shared_ptr<const Client> client, Direction direction, Progress progress, std::stop_token stop)
    : m_client(std::move(client)),
      m_direction(direction),
      m_link(std::make_shared<TransferLink>(m_client->transport->context(), std::move(progress), m_client->config.onExchange)),
      m_stop(std::move(stop), Stop { m_source })
{
}

Transfer::~Transfer()
{
    m_link->leave();
    m_source.request_stop();
}

void Transfer::start(std::function<void(std::shared_ptr<TransferLink> link, std::shared_ptr<const Client> client, std::stop_token stop)> work)
{
    auto there = std::make_shared<Client>(*m_client);
    // What belongs to this thread: the transport and what its answers teach.
    there->transport.reset();
    there->clockOffset = std::make_shared<std::chrono::milliseconds>(*m_client->clockOffset);
    there->features = std::make_shared<Features>(*m_client->features);
    there->config.onExchange = {};
    if (m_client->config.onExchange)
        there->config.onExchange = [link = m_link](const Exchange &exchange) { link->exchanged(exchange); };
    const auto thread = m_direction == Direction::Up ? m_client->transport->uploads() : m_client->transport->transfers();
    thread->post([work = std::move(work), link = m_link, silence = m_client->transport->silence, there = std::move(there), stop = m_source.get_token()]() mutable {
        there->transport = Transport::ofThisThread();
        there->transport->silence = silence;
        work(link, std::move(there), stop);
    });
}

Progress progressOf(const std::shared_ptr<TransferLink> &link, bool wanted)
{
    if (!wanted)
        return {};
    return [link](qint64 done, qint64 total) { link->progress(done, total); };
}

} // namespace OpenSandbox

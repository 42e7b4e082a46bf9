// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/milestone.h"

#include <set>

namespace asio = boost::asio;

namespace Execd {

struct Milestone::State {
    explicit State(const asio::any_io_executor &itsExecutor) : executor(itsExecutor) { }

    void wakeAll()
    {
        for (asio::steady_timer *timer : waiting)
            timer->cancel();
    }

    const asio::any_io_executor executor;
    bool reached = false;
    bool over = false;
    std::set<asio::steady_timer *> waiting; ///< each in its coroutine
};

Milestone::Milestone(const asio::any_io_executor &executor)
    : m_state(std::make_shared<State>(executor))
{
}

Milestone::~Milestone()
{
    m_state->over = true;
    m_state->wakeAll();
}

void Milestone::reach()
{
    m_state->reached = true;
    m_state->wakeAll();
}

bool Milestone::reached() const
{
    return m_state->reached;
}

asio::awaitable<bool> Milestone::wait(Duration limit) const
{
    return waitFor(m_state, limit);
}

asio::awaitable<bool> Milestone::waitFor(std::shared_ptr<State> state, Duration limit)
{
    if (state->reached || state->over)
        co_return state->reached;
    // A coroutine may be destroyed while it waits.
    struct Entry {
        explicit Entry(const std::shared_ptr<State> &its) : state(its), timer(its->executor) { state->waiting.insert(&timer); }
        ~Entry() { state->waiting.erase(&timer); }
        Entry(const Entry &) = delete;
        Entry &operator=(const Entry &) = delete;
        const std::shared_ptr<State> state;
        asio::steady_timer timer;
    };
    Entry entry(state);
    entry.timer.expires_after(limit);
    co_await entry.timer.async_wait(asio::as_tuple(asio::use_awaitable));
    co_return state->reached;
}

} // namespace Execd

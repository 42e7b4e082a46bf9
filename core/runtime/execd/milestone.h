// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <map>
#include <memory>
#include <optional>

namespace Execd {

/// Something that happens once, and any number of coroutines that wait for it. Used by one thread. Waiters
/// may outlive it: its end ends their waiting.
class Milestone {
public:
    using Duration = std::chrono::steady_clock::duration;

    explicit Milestone(const boost::asio::any_io_executor &executor);
    ~Milestone();
    Milestone(const Milestone &) = delete;
    Milestone &operator=(const Milestone &) = delete;

    void reach();
    bool reached() const;
    /// False when it was not reached within the limit, or never will be.
    boost::asio::awaitable<bool> wait(Duration limit) const;

private:
    struct State;
    static boost::asio::awaitable<bool> waitFor(std::shared_ptr<State> state, Duration limit);

    const std::shared_ptr<State> m_state;
};

/// Questions that were asked and the answers that arrive for them, in any order.
template<typename Id, typename Message> class PendingAnswers {
public:
    explicit PendingAnswers(const boost::asio::any_io_executor &executor) : m_executor(executor) { }

    /// The answer, or nothing when none comes in time. To be called before the question is sent.
    boost::asio::awaitable<std::optional<Message>> answerTo(const Id &id, Milestone::Duration limit)
    {
        const auto entry = std::make_shared<Entry>(m_executor);
        (*m_entries)[id] = entry;
        return waitFor(m_entries, entry, id, limit);
    }

    /// False when nobody asked; the message is left as it is then.
    bool give(const Id &id, Message &message)
    {
        const auto asked = m_entries->find(id);
        if (asked == m_entries->end())
            return false;
        asked->second->message = std::move(message);
        asked->second->arrived.reach();
        return true;
    }

    /// No more answers will come.
    void abandon()
    {
        for (const auto &[id, entry] : *m_entries)
            entry->arrived.reach();
    }

private:
    struct Entry {
        explicit Entry(const boost::asio::any_io_executor &executor) : arrived(executor) { }
        Milestone arrived;
        std::optional<Message> message;
    };
    using Entries = std::map<Id, std::shared_ptr<Entry>>;

    static boost::asio::awaitable<std::optional<Message>> waitFor(
        std::shared_ptr<Entries> entries, std::shared_ptr<Entry> entry, Id id, Milestone::Duration limit)
    {
        co_await entry->arrived.wait(limit);
        entries->erase(id);
        co_return std::move(entry->message);
    }

    const boost::asio::any_io_executor m_executor;
    const std::shared_ptr<Entries> m_entries = std::make_shared<Entries>();
};

} // namespace Execd

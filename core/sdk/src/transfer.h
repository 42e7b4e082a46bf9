// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client.h"

#include <mutex>
#include <optional>

namespace OpenSandbox {

/**
 * The two ends of a call that works in the thread of transfers: what happens there is told in the caller's thread,
 * from its event loop, in order. Once the caller has left nothing is told any more.
 */
class TransferLink : public std::enable_shared_from_this<TransferLink>
{
public:
    TransferLink(QObject *context, Progress progress, std::function<void(const Exchange &)> exchanged);

    // In the caller's thread.
    void leave();
    bool isDone() const { return m_done; }
    void wait(std::coroutine_handle<> handle) { m_waiting = handle; }

    // In the thread of transfers.
    void progress(qint64 done, qint64 total); ///< Not each step is told: that would wake the caller's thread for every 16 KiB.
    void exchanged(const Exchange &exchange);
    void done();

private:
    void post(std::function<void()> function);
    bool tellProgress(); ///< False: there is nothing new.
    void keepTelling();

    std::mutex m_mutex;
    QObject *m_context; ///< Of the caller's Transport; null: the caller has left.
    std::pair<qint64, qint64> m_reached;
    bool m_told = true; ///< m_reached is old.
    bool m_telling = false; ///< keepTelling() will come by.
    // Of the caller's thread only:
    Progress m_progress;
    std::function<void(const Exchange &)> m_exchanged;
    std::coroutine_handle<> m_waiting;
    bool m_done = false;
};

enum class Direction { Up, Down };

/// The caller's end, to be held by its coroutine's frame. Awaitable: until the work is done. Stops the work when it goes before.
class Transfer
{
public:
    Transfer(std::shared_ptr<const Client> client, Direction direction, Progress progress, std::stop_token stop);
    ~Transfer();
    Transfer(const Transfer &) = delete;
    Transfer &operator=(const Transfer &) = delete;

    /// Calls `work` in the thread of transfers.
    void start(std::function<void(std::shared_ptr<TransferLink> link, std::shared_ptr<const Client> client, std::stop_token stop)> work);

    bool await_ready() const { return m_link->isDone(); }
    void await_suspend(std::coroutine_handle<> handle) { m_link->wait(handle); }
    void await_resume() const { }

private:
    struct Stop
    {
        std::stop_source source;
        void operator()() { source.request_stop(); }
    };

    std::shared_ptr<const Client> m_client;
    Direction m_direction;
    std::shared_ptr<TransferLink> m_link;
    std::stop_source m_source;
    std::stop_callback<Stop> m_stop;
};

/// Tells the other end, if that wants to know.
Progress progressOf(const std::shared_ptr<TransferLink> &link, bool wanted);

template <typename T>
QCoro::Task<> followTransfer(std::function<Task<T>()> start, std::shared_ptr<std::optional<Result<T>>> result, std::shared_ptr<TransferLink> link)
{
    const Background background(Transport::ofThisThread());
    {
        auto task = start();
        result->emplace(co_await task);
    } // Files are closed.
    link->done();
}

/**
 * Runs what reads or writes local files in a thread for that (Transport::transfers(), uploads()), with a client like this one that belongs there;
 * the task, its progress and its exchanges belong to the calling thread, which never waits for a disk.
 */
template <typename T>
Task<T> transferred(std::shared_ptr<const Client> client, Direction direction, std::function<Task<T>(std::shared_ptr<const Client>, Progress, std::stop_token)> work, Progress progress, std::stop_token stop)
{
    const bool wanted = bool(progress);
    const auto result = std::make_shared<std::optional<Result<T>>>();
    Transfer transfer(client, direction, std::move(progress), stop);
    transfer.start([work, result, wanted](std::shared_ptr<TransferLink> link, std::shared_ptr<const Client> there, std::stop_token ended) {
        std::function<Task<T>()> begin = [work, there, ended, tell = progressOf(link, wanted)] { return work(there, tell, ended); };
        auto following = followTransfer<T>(std::move(begin), result, link);
    });
    co_await transfer;
    co_return std::move(**result);
}

} // namespace OpenSandbox

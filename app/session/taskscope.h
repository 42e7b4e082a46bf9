// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoroTask>

#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>

/**
 * The tasks of one owner. Keep it as the owner's last member: when the owner dies, the scope first
 * marks itself dead, then requests stop, so no callback ever reaches a half-destroyed object. All of
 * one thread, normally that of the interface.
 */
class TaskScope
{
public:
    TaskScope() : m_life(std::make_shared<Life>()) { }
    ~TaskScope() { end(); }
    Q_DISABLE_COPY_MOVE(TaskScope)

    /**
     * Calls `callback` with the task's value when it finishes (or without arguments where it takes none),
     * unless the scope was destroyed or cancelled before. The callback may destroy the scope's owner. A
     * task that is already finished calls back before run() returns.
     */
    template <typename T, typename Callback>
    void run(QCoro::Task<T> task, Callback callback)
    {
        ++m_life->running;
        drive<T, Callback>(std::move(task), std::move(callback), m_life);
    }

    /// For a task whose outcome nobody waits for.
    template <typename T>
    void run(QCoro::Task<T> task)
    {
        run(std::move(task), []() {});
    }

    /// To be handed to the calls that are run here. A fresh one after cancel().
    std::stop_token token() const { return m_life->stop.get_token(); }

    /// Drops everything under way without calling back; the scope may be used again.
    void cancel()
    {
        auto next = std::make_shared<Life>();
        end();
        m_life = std::move(next);
    }

    /// How many tasks have not called back yet.
    int running() const { return m_life->running; }

private:
    struct Life
    {
        bool alive = true;
        int running = 0;
        std::stop_source stop;
    };

    void end()
    {
        // A callback that runs inside request_stop() must already find the scope dead.
        const std::shared_ptr<Life> life = m_life;
        life->alive = false;
        life->stop.request_stop();
    }

    template <typename T, typename Callback>
    static QCoro::Task<void> drive(QCoro::Task<T> task, Callback callback, std::shared_ptr<Life> life)
    {
        if constexpr (std::is_void_v<T>) {
            co_await task;
            --life->running;
            if (life->alive)
                callback();
        } else {
            T value = co_await task;
            --life->running;
            if (life->alive) {
                if constexpr (std::is_invocable_v<Callback, T>)
                    callback(std::move(value));
                else
                    callback();
            }
        }
    }

    std::shared_ptr<Life> m_life;
};

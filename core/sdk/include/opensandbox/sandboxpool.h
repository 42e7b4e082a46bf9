// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/sandbox.h>

namespace OpenSandbox {

/// What a SandboxPool keeps ready and how.
struct SandboxPoolOptions
{
    CreateOptions creation; ///< Of each sandbox; its `timeout` is replaced by `idleTimeout` while it waits.
    int maxIdle = 2; ///< Ready ones to keep; 0: none, acquire() creates.
    int warmupConcurrency = 0; ///< Creations at the same time; 0: a fifth of maxIdle, at least 1.
    std::chrono::milliseconds reconcileInterval { 30'000 }; ///< Between two looks at the number.
    int degradedThreshold = 3; ///< Failed creations in a row until the pool is degraded.
    std::chrono::milliseconds backoff { 30'000 }; ///< Pause of a degraded pool; doubles up to a day.
    std::chrono::milliseconds maximumBackoff { 86'400'000 }; ///< No pause is longer.
    std::chrono::seconds idleTimeout = std::chrono::hours(24); ///< Lifetime of a waiting sandbox, at least 60 s.
    std::chrono::milliseconds minimumRemaining { 60'000 }; ///< Waiting ones with less lifetime left are replaced and not handed out; at most half of idleTimeout counts.
    std::chrono::milliseconds acquireReadyTimeout { 30'000 }; ///< For a waiting sandbox to answer, before it is replaced; 0: it is handed out unasked.
    HealthCheck healthCheck; ///< Of a new one, unless creation.skipHealthCheck, and of a waiting one. Empty: execd's /ping.
    std::chrono::milliseconds drainTimeout { 30'000 }; ///< How long a graceful shutdown waits for calls under way.
    /// Runs in each new sandbox before it waits; an Error discards the sandbox. May be empty.
    std::function<Task<Done>(std::shared_ptr<Sandbox>)> preparer;
};

/// What a call of SandboxPool::acquire() wants.
struct AcquireOptions
{
    /// What to do when no sandbox waits.
    enum class WhenEmpty {
        Create, ///< Make a sandbox for this call.
        Fail, ///< Error with code "POOL_EMPTY".
    };
    WhenEmpty whenEmpty = WhenEmpty::Create; ///< What to do when no sandbox waits.
    std::optional<std::chrono::seconds> timeout = std::chrono::minutes(10); ///< Lifetime from now; absent: as it is.
};

/// How a pool is.
struct SandboxPoolSnapshot
{
    /// What it is doing.
    enum class State {
        Stopped, ///< Not started, or shut down.
        Healthy, ///< Keeps sandboxes ready.
        Degraded, ///< Creations fail; the pool tries again after a pause. acquire() works as far as it can.
        Draining, ///< A shutdown waits for calls under way.
    };
    State state = State::Stopped; ///< What it is doing.
    int idle = 0; ///< Waiting sandboxes.
    int maxIdle = 0; ///< How many shall wait.
    int warming = 0; ///< Creations under way.
    int acquiring = 0; ///< acquire() calls under way.
    int failures = 0; ///< In a row.
    std::optional<Error> lastError; ///< Why the last creation failed; absent after one that worked.
    std::chrono::milliseconds backoff {}; ///< Until the next try; 0 when none is due to failures.
};

/// A sandbox that waits in a pool.
struct IdleSandbox
{
    QString id; ///< Of the sandbox.
    QDateTime expiresAt; ///< UTC.
};

/**
 * Sandboxes that wait ready, so that one is there at once. Lives in one thread with an event loop; in memory:
 * after a crash the waiting ones end by their lifetime. There is no giving back: who acquires a sandbox
 * kills it when done, and the pool makes a new one.
 */
class SandboxPool
{
public:
    /// Not started yet.
    SandboxPool(ConnectionConfig config, SandboxPoolOptions options, std::shared_ptr<AdapterFactory> factory = AdapterFactory::standard());
    /// As shutdown(false) without waiting: the waiting sandboxes are killed in the background.
    ~SandboxPool();
    SandboxPool(const SandboxPool &) = delete;
    SandboxPool &operator=(const SandboxPool &) = delete;

    /// Begins to warm up. A pool that was shut down may be started again.
    void start();
    /**
     * A ready sandbox with the wanted lifetime. One that waited but does not answer is killed and the next
     * is taken. Errors: "POOL_NOT_RUNNING", "POOL_EMPTY", "POOL_ACQUIRE_FAILED" (with the cause in the message).
     */
    Task<std::shared_ptr<Sandbox>> acquire(AcquireOptions options = {}, std::stop_token stop = {});
    /// More are made at once, too many are killed.
    void resize(int maxIdle);
    /// Kills the waiting ones; the value is their number. The pool makes new ones if it runs.
    Task<int> releaseAllIdle();
    /// Ends warming and kills the waiting ones; graceful: after the acquire() calls under way, at most for drainTimeout.
    Task<Done> shutdown(bool graceful = true);

    /// How it is now.
    SandboxPoolSnapshot snapshot() const;
    /// The waiting sandboxes.
    QList<IdleSandbox> idleEntries() const;
    /// Called after every change, from the event loop.
    void onChange(std::function<void()> changed);

private:
    struct Private;
    std::shared_ptr<Private> d;
};

} // namespace OpenSandbox

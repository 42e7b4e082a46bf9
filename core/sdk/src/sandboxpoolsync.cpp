// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "sandboxsyncaccess.h"

namespace OpenSandbox {

struct SandboxPoolSync::Private
{
    Private(const ConnectionConfig &config, const SandboxPoolOptions &options, const std::shared_ptr<AdapterFactory> &factory)
        : pool(keptIn(thread, std::make_shared<Lazy>(Lazy { config, options, factory, nullptr })))
    {
    }

    /// Made by the first call, in the SDK's thread.
    struct Lazy
    {
        ConnectionConfig config;
        SandboxPoolOptions options;
        std::shared_ptr<AdapterFactory> factory;
        std::unique_ptr<SandboxPool> pool;

        SandboxPool &get()
        {
            if (!pool)
                pool = std::make_unique<SandboxPool>(config, options, factory);
            return *pool;
        }
    };

    std::shared_ptr<SyncThread> thread = SyncThread::shared();
    std::shared_ptr<Lazy> pool;
};

SandboxPoolSync::SandboxPoolSync(ConnectionConfig config, SandboxPoolOptions options, std::shared_ptr<AdapterFactory> factory)
    : d(std::make_unique<Private>(config, options, factory))
{
}

SandboxPoolSync::~SandboxPoolSync()
{
    // Where this thread must not wait, the pool's own end does it in the background.
    if (!d->thread->refusal())
        (void)shutdown(false);
}

Result<Done> SandboxPoolSync::start()
{
    return Sync::now<Done>(d->thread, [lazy = d->pool] {
        lazy->get().start();
        return Done {};
    });
}

Result<std::shared_ptr<SandboxSync>> SandboxPoolSync::acquire(AcquireOptions options, std::stop_token stop)
{
    auto sandbox = Sync::run<std::shared_ptr<Sandbox>>(d->thread, [lazy = d->pool, options, stop](const JobQueuePtr &) { return lazy->get().acquire(options, stop); });
    return SandboxSyncAccess::wrapped(d->thread, std::move(sandbox));
}

Result<Done> SandboxPoolSync::resize(int maxIdle)
{
    return Sync::now<Done>(d->thread, [lazy = d->pool, maxIdle] {
        lazy->get().resize(maxIdle);
        return Done {};
    });
}

Result<int> SandboxPoolSync::releaseAllIdle()
{
    return Sync::run<int>(d->thread, [lazy = d->pool](const JobQueuePtr &) { return lazy->get().releaseAllIdle(); });
}

Result<Done> SandboxPoolSync::shutdown(bool graceful)
{
    return Sync::run<Done>(d->thread, [lazy = d->pool, graceful](const JobQueuePtr &) { return lazy->get().shutdown(graceful); });
}

Result<SandboxPoolSnapshot> SandboxPoolSync::snapshot() const
{
    return Sync::now<SandboxPoolSnapshot>(d->thread, [lazy = d->pool] { return lazy->get().snapshot(); });
}

Result<QList<IdleSandbox>> SandboxPoolSync::idleEntries() const
{
    return Sync::now<QList<IdleSandbox>>(d->thread, [lazy = d->pool] { return lazy->get().idleEntries(); });
}

} // namespace OpenSandbox

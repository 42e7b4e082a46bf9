// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Keeps sandboxes ready, so that one is there at once when it is needed.
#include "example.h"

#include <opensandbox/sandboxpool.h>

#include <QCoreApplication>
#include <QCoroTask>
#include <QCoroTimer>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

QCoro::Task<int> keepPool()
{
    SandboxPoolOptions options;
    options.creation.image = u"python:3.11"_s;
    options.maxIdle = 2;
    SandboxPool pool(exampleConfig(), options);
    pool.start();
    while (pool.snapshot().idle < 2) {
        if (const auto problem = pool.snapshot().lastError)
            co_return failed(*problem);
        co_await QCoro::sleepFor(50ms);
    }
    print(u"%1 sandboxes wait."_s.arg(pool.snapshot().idle));

    AcquireOptions lifetime;
    lifetime.timeout = 5min;
    const auto sandbox = co_await pool.acquire(lifetime);
    if (!sandbox)
        co_return failed(sandbox.error());
    const auto execution = co_await (*sandbox)->commands().run(u"echo Hello from the pool"_s);
    if (!execution)
        co_return failed(execution.error());
    print(execution->standardOutput.value(0).text);
    // Who took it ends it; the pool makes another one.
    if (const auto killed = co_await (*sandbox)->kill(); !killed)
        co_return failed(killed.error());

    const auto ended = co_await pool.shutdown();
    if (!ended)
        co_return failed(ended.error());
    print(u"%1 wait now."_s.arg(pool.snapshot().idle));
    co_return 0;
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    return QCoro::waitFor(keepPool());
}

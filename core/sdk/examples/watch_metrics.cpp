// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Three samples of a sandbox's processor and memory.
#include "example.h"

#include <opensandbox/sandbox.h>

#include <QCoreApplication>
#include <QCoroTask>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

QCoro::Task<int> watchMetrics()
{
    CreateOptions options;
    options.image = u"python:3.11"_s;
    const ConnectionConfig cfg = exampleConfig();
    const auto sandbox = co_await Sandbox::create(cfg, options);
    if (!sandbox)
        co_return failed(sandbox.error());

    std::stop_source stop;
    int count = 0;
    const auto sample = [&stop, &count](const Metrics &metrics) {
        print(u"sample %1: %2 of %3 MiB, %4 %"_s.arg(count + 1).arg(metrics.memoryUsedMib, 0, 'f', 0).arg(metrics.memoryTotalMib, 0, 'f', 0).arg(metrics.cpuUsedPercent, 0, 'f', 1));
        if (++count == 3)
            stop.request_stop();
    };
    const auto gap = [](const QString &reason) { print(u"no sample: "_s + reason); };
    const auto watched = co_await (*sandbox)->metrics().watch(sample, gap, stop.get_token());
    if (!watched && watched.error().kind != Error::Kind::Cancelled)
        co_return failed(watched.error());

    const auto killed = co_await (*sandbox)->kill();
    co_return killed ? 0 : failed(killed.error());
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    return QCoro::waitFor(watchMetrics());
}

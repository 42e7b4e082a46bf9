// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Creates a sandbox and runs a command in it.
#include "example.h"

#include <opensandbox/sandbox.h>

#include <QCoreApplication>
#include <QCoroTask>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

QCoro::Task<int> basicSandbox()
{
    const ConnectionConfig cfg = exampleConfig();
    CreateOptions options;
    options.image = u"python:3.11"_s;
    options.resourceLimits = { { u"cpu"_s, u"1"_s }, { u"memory"_s, u"2Gi"_s } };
    options.timeout = std::chrono::minutes(15);
    const auto sbx = co_await Sandbox::create(cfg, options);
    if (!sbx)
        co_return failed(sbx.error());

    const auto execution = co_await (*sbx)->commands().run(u"echo Hello from sandbox"_s);
    if (!execution)
        co_return failed(execution.error());
    print(execution->standardOutput.value(0).text);

    const auto killed = co_await (*sbx)->kill();
    (*sbx)->close();
    co_return killed ? 0 : failed(killed.error());
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    return QCoro::waitFor(basicSandbox());
}

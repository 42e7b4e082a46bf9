// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Finds sandboxes by their metadata, gives one more time, and kills it.
#include "example.h"

#include <opensandbox/sandbox.h>

#include <QCoreApplication>
#include <QCoroTask>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

QCoro::Task<int> manageSandboxes()
{
    const ConnectionConfig cfg = exampleConfig();
    CreateOptions options;
    options.image = u"python:3.11"_s;
    options.metadata = { { u"name"_s, u"example"_s }, { u"team"_s, u"docs"_s } };
    const auto sandbox = co_await Sandbox::create(cfg, options);
    if (!sandbox)
        co_return failed(sandbox.error());

    SandboxManager manager(cfg);
    SandboxFilter filter;
    filter.metadata = { { u"team"_s, u"docs"_s } };
    const auto found = co_await manager.listAll(filter);
    if (!found)
        co_return failed(found.error());
    for (const SandboxInfo &info : *found)
        print(info.displayName() + u" is "_s + info.state.name);

    const auto expiry = co_await (*sandbox)->renew(std::chrono::hours(1));
    if (!expiry)
        co_return failed(expiry.error());
    const qint64 minutes = (QDateTime::currentDateTimeUtc().msecsTo(*expiry) + 30'000) / 60'000;
    print(u"It lives for %1 more minutes."_s.arg(minutes));

    const auto killed = co_await manager.kill((*sandbox)->id());
    if (!killed)
        co_return failed(killed.error());
    const auto gone = co_await manager.get((*sandbox)->id());
    print(!gone && gone.error().isNotFound() ? u"It is gone."_s : u"It is still there."_s);
    co_return 0;
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    return QCoro::waitFor(manageSandboxes());
}

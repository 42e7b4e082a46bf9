// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Keeps the files of a sandbox in a snapshot, and starts another one from it.
#include "example.h"

#include <opensandbox/sandbox.h>

#include <QCoreApplication>
#include <QCoroTask>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

QCoro::Task<int> takeSnapshot()
{
    CreateOptions options;
    options.image = u"python:3.11"_s;
    const ConnectionConfig cfg = exampleConfig();
    const auto sandbox = co_await Sandbox::create(cfg, options);
    if (!sandbox)
        co_return failed(sandbox.error());
    const auto written = co_await (*sandbox)->files().write(u"/workspace/note.txt"_s, "buy milk");
    if (!written)
        co_return failed(written.error());

    SandboxManager manager(cfg);
    const auto begun = co_await (*sandbox)->createSnapshot(u"with-note"_s);
    if (!begun)
        co_return failed(begun.error());
    const auto snapshot = co_await manager.waitForSnapshot(begun->id);
    if (!snapshot)
        co_return failed(snapshot.error());
    print(snapshot->name + u" is "_s + snapshot->stateName);
    if (const auto killed = co_await (*sandbox)->kill(); !killed)
        co_return failed(killed.error());

    CreateOptions again;
    again.snapshotId = snapshot->id;
    const auto copy = co_await Sandbox::create(cfg, again);
    if (!copy)
        co_return failed(copy.error());
    const auto note = co_await (*copy)->files().read(u"/workspace/note.txt"_s);
    if (!note)
        co_return failed(note.error());
    print(u"The copy remembers: "_s + QString::fromUtf8(*note));

    if (const auto killed = co_await (*copy)->kill(); !killed)
        co_return failed(killed.error());
    const auto removed = co_await manager.deleteSnapshot(snapshot->id);
    co_return removed ? 0 : failed(removed.error());
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    return QCoro::waitFor(takeSnapshot());
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// From 'create' to a sandbox that runs, against its daemon alone, and to the first output, against a bare kernel.
#include "bench.h"
#include "localsandbox.h"

#include <QCoreApplication>
#include <QElapsedTimer>

using namespace Qt::StringLiterals;

namespace {

Bench::Row finished(Bench::Row row, const QList<double> &mine, const QList<double> &theirs)
{
    if (theirs.contains(-1.0))
        row.failure = u"the reference did not run"_s;
    row.ours = Bench::median(mine);
    row.reference = Bench::median(theirs);
    return row;
}

Bench::Row firstOutput(Bench::LocalSandbox &local)
{
    Bench::Row row { .name = u"create to first output"_s, .unit = u"s"_s, .ours = 0, .reference = 0, .referenceName = u"bare bwrap + bare ipykernel"_s,
                     .goal = 1.5, .higherIsBetter = false, .failure = {} };
    QList<double> mine;
    QList<double> theirs;
    for (int i = 0; i < 5; ++i) {
        QElapsedTimer timer;
        timer.start();
        const auto session = local.create({ u"python"_s }, &row.failure);
        if (!session)
            return row;
        bool done = false;
        bool printed = false;
        OpenSandbox::ExecutionHandlers handlers;
        handlers.onStdout = [&](const OpenSandbox::Event::Output &) { printed = true; };
        TaskScope tasks;
        tasks.run(session->interpreter()->codes().run(u"print(1)"_s, session->contexts().first().context, handlers),
                  [&](OpenSandbox::Result<OpenSandbox::Execution>) { done = true; });
        if (!Bench::waitUntil([&] { return done; }, 30'000) || !printed) {
            row.failure = u"the cell printed nothing"_s;
            return row;
        }
        mine.append(double(timer.nsecsElapsed()) / 1e9);
        local.store.killNow({ session->sandboxId() });
        theirs.append(Bench::pythonReference({ u"start"_s }));
    }
    return finished(row, mine, theirs);
}

Bench::Row running(Bench::LocalSandbox &local)
{
    Bench::Row row { .name = u"create to Running"_s, .unit = u"s"_s, .ours = 0, .reference = 0, .referenceName = u"bare bwrap + the daemon"_s,
                     .goal = 1.5, .higherIsBetter = false, .failure = {} };
    const QString daemon = QCoreApplication::applicationDirPath() + u"/opensandbox-execd"_s;
    OpenSandbox::CreateOptions options;
    options.image = u"local"_s;
    QList<double> mine;
    QList<double> theirs;
    TaskScope tasks;
    for (int i = 0; i < 9; ++i) {
        theirs.append(Bench::pythonReference({ u"daemon"_s, daemon, QStringLiteral(WB_SOURCE_DIR "/resources/kernels") }));
        const auto manager = local.connections.local()->manager();
        QElapsedTimer timer;
        std::optional<OpenSandbox::Result<OpenSandbox::SandboxInfo>> made;
        timer.start();
        tasks.run(manager->create(options), [&](const OpenSandbox::Result<OpenSandbox::SandboxInfo> &info) {
            mine.append(double(timer.nsecsElapsed()) / 1e9);
            made = info;
        });
        if (!Bench::waitUntil([&] { return made.has_value(); }, 60'000) || !*made || !(*made)->state.isRunning()) {
            row.failure = u"the sandbox did not run when it was made"_s;
            return row;
        }
        // What it starts ahead of time, a kernel, is over before the next one is made.
        Bench::waitUntil([] { return false; }, 1'500);
        local.store.killNow({ (*made)->id });
    }
    return finished(row, mine, theirs);
}

} // namespace

QList<Bench::Row> Bench::sandboxRows()
{
    LocalSandbox local;
    QString why;
    if (!local.start(&why))
        return { { .name = u"create a sandbox"_s, .unit = u"s"_s, .ours = 0, .reference = 0, .referenceName = {}, .goal = 1.5, .higherIsBetter = false, .failure = why } };
    const QList<Row> rows { running(local), firstOutput(local) };
    return rows + besideDocker(rows.first(), rows.last());
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// From 'create' to the first output, against a bare kernel.
#include "bench.h"
#include "localsandbox.h"

#include <QElapsedTimer>

using namespace Qt::StringLiterals;

QList<Bench::Row> Bench::sandboxRows()
{
    Row row { .name = u"create to first output"_s, .unit = u"s"_s, .ours = 0, .reference = 0, .referenceName = u"bare bwrap + bare ipykernel"_s,
              .goal = 1.5, .higherIsBetter = false, .failure = {} };
    LocalSandbox local;
    if (!local.start(&row.failure)) {
        return { row };
    }
    QList<double> mine;
    QList<double> theirs;
    for (int i = 0; i < 5; ++i) {
        QElapsedTimer timer;
        timer.start();
        QString why;
        const auto session = local.create(&why);
        if (!session) {
            row.failure = why;
            return { row };
        }
        bool done = false;
        bool printed = false;
        OpenSandbox::ExecutionHandlers handlers;
        handlers.onStdout = [&](const OpenSandbox::Event::Output &) { printed = true; };
        TaskScope tasks;
        tasks.run(session->interpreter()->codes().run(u"print(1)"_s, session->contexts().first().context, handlers),
                  [&](OpenSandbox::Result<OpenSandbox::Execution>) { done = true; });
        if (!waitUntil([&] { return done; }, 30'000) || !printed) {
            row.failure = u"the cell printed nothing"_s;
            return { row };
        }
        mine.append(double(timer.nsecsElapsed()) / 1e9);
        local.store.killNow({ session->sandboxId() });
        theirs.append(pythonReference({ u"start"_s }));
    }
    if (theirs.contains(-1.0)) {
        row.failure = u"the reference did not run"_s;
    }
    row.ours = median(mine);
    row.reference = median(theirs);
    return { row };
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// What lies between a client and a kernel: SDK, lifecycle relay, daemon.
#include "bench.h"
#include "localsandbox.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace {

constexpr int rounds = 200;

// Seconds from sending the cell to the end of its stream, or -1.
double roundTrip(SandboxSession &session)
{
    QEventLoop loop;
    QElapsedTimer timer;
    double seconds = -1;
    bool hasResult = false;
    OpenSandbox::ExecutionHandlers handlers;
    handlers.onResult = [&](const OpenSandbox::Event::Result &) { hasResult = true; };
    TaskScope tasks;
    QTimer::singleShot(30'000, &loop, &QEventLoop::quit);
    timer.start();
    tasks.run(session.interpreter()->codes().run(u"1+1"_s, session.contexts().first().context, handlers),
              [&](OpenSandbox::Result<OpenSandbox::Execution>) {
                  seconds = hasResult ? double(timer.nsecsElapsed()) / 1e9 : -1;
                  loop.quit();
              });
    loop.exec();
    return seconds;
}

} // namespace

QList<Bench::Row> Bench::roundTripRows()
{
    Row row { .name = u"1+1 round trip"_s, .unit = u"ms"_s, .ours = 0, .reference = 0, .referenceName = u"ipykernel by jupyter_client"_s,
              .goal = 1.5, .higherIsBetter = false, .failure = {} };
    LocalSandbox local;
    if (!local.start(&row.failure)) {
        return { row };
    }
    QString why;
    const auto session = local.create(&why);
    if (!session) {
        row.failure = why;
        return { row };
    }
    QList<double> mine;
    for (int i = 0; i < rounds; ++i) {
        const double seconds = roundTrip(*session);
        if (seconds < 0) {
            row.failure = u"the cell had no result"_s;
            return { row };
        }
        mine.append(seconds * 1000);
    }
    local.store.killNow({ session->sandboxId() });
    const double theirs = pythonReference({ u"roundtrip"_s, QString::number(rounds) });
    if (theirs < 0) {
        row.failure = u"the reference did not run"_s;
    }
    row.ours = median(mine);
    row.reference = theirs * 1000;
    return { row };
}

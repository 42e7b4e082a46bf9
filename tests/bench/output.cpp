// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// 100 MB from one cell into a notebook on the screen: how long, how long the window stood still, how much memory.
#include "bench.h"
#include "localsandbox.h"

#include <notebook/notebookview.h>

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTimer>

#include <time.h>

using namespace Qt::StringLiterals;

namespace {

double processorMs()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

double residentMb()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    return file.readAll().split(' ').value(1).toDouble() * double(sysconf(_SC_PAGESIZE)) / 1e6;
}

/// Runs one cell to its end; seconds, or -1. `worstStall` is the longest time one turn of the event loop kept the processor.
double runCell(NotebookView &view, const QString &code, double *worstStall, double *grown)
{
    Notebook::Document *document = view.document();
    Notebook::Cell *cell = document->insertCell(document->count(), Notebook::CellKind::Code, code);
    const double before = residentMb();
    double peak = before;
    double last = processorMs();
    double worst = 0;
    // Thread time instead of wall time: what other programs take from a busy machine is not our stall.
    QTimer heartbeat;
    heartbeat.setTimerType(Qt::PreciseTimer);
    heartbeat.setInterval(1); // 0 would keep a whole processor busy, and with it half of a small machine.
    QObject::connect(&heartbeat, &QTimer::timeout, [&] {
        const double now = processorMs();
        worst = std::max(worst, now - last);
        last = now;
    });
    QTimer memory;
    memory.setInterval(100);
    QObject::connect(&memory, &QTimer::timeout, [&] { peak = std::max(peak, residentMb()); });
    heartbeat.start();
    memory.start();
    QElapsedTimer timer;
    timer.start();
    view.run({ cell->index() });
    const bool done = Bench::waitUntil([&] { return !cell->isBusy(); }, 180'000);
    const double seconds = double(timer.nsecsElapsed()) / 1e9;
    *worstStall = worst;
    *grown = peak - before;
    return done && cell->runState() == Notebook::RunState::Done ? seconds : -1;
}

} // namespace

QList<Bench::Row> Bench::outputRows()
{
    const QString lines = u"line = 'x' * 99\nfor i in range(1_000_000):\n    print(line)"_s;
    const QString oneLine = u"print('x' * 10_000_000)"_s;
    Row speed { .name = u"100 MB of lines"_s, .unit = u"MB/s"_s, .ours = 0, .reference = 0, .referenceName = u"bare ipykernel, output dropped"_s,
                .goal = 0.6, .higherIsBetter = true, .failure = {} };
    Row stall { .name = u"100 MB of lines: longest stall"_s, .unit = u"ms"_s, .ours = 0, .reference = 50, .referenceName = u"limit"_s,
                .goal = 1, .higherIsBetter = false, .failure = {} };
    Row memory { .name = u"100 MB of lines: memory"_s, .unit = u"MB"_s, .ours = 0, .reference = 100, .referenceName = u"the text itself"_s,
                 .goal = 0.6, .higherIsBetter = false, .failure = {} };
    Row longLine { .name = u"one line of 10 MB: longest stall"_s, .unit = u"ms"_s, .ours = 0, .reference = 50, .referenceName = u"limit"_s,
                   .goal = 1, .higherIsBetter = false, .failure = {} };
    const auto failed = [&](const QString &why) {
        for (Row *row : { &speed, &stall, &memory, &longLine }) {
            row->failure = why.isEmpty() ? u"the cell did not end well"_s : why;
        }
        return QList<Row> { speed, stall, memory, longLine };
    };

    LocalSandbox local;
    QString why;
    if (!local.start(&why)) {
        return failed(why);
    }
    const auto session = local.create({ u"python"_s }, &why);
    if (!session) {
        return failed(why);
    }
    const auto watch = local.store.watch();
    SessionTargets targets(&local.sessions);
    NotebookView view(&targets);
    view.resize(1000, 800);
    view.show();
    view.attach(u"local"_s, session->sandboxId());
    double ignored = 0;
    if (runCell(view, u"1"_s, &ignored, &ignored) < 0) {
        return failed({});
    }
    const double seconds = runCell(view, lines, &stall.ours, &memory.ours);
    if (seconds < 0 || runCell(view, oneLine, &longLine.ours, &ignored) < 0) {
        return failed({});
    }
    speed.ours = 100 / seconds;
    const double reference = pythonReference({ u"output"_s, lines });
    speed.reference = 100 / reference;
    if (reference < 0) {
        speed.failure = u"the reference did not run"_s;
    }
    local.store.killNow({ session->sandboxId() });
    return { speed, stall, memory, longLine };
}

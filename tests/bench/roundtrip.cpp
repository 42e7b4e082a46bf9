// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// What lies between a client and a kernel: SDK, lifecycle relay, daemon.
#include "bench.h"
#include "localsandbox.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QProcess>
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

// A bare kernel and its client, asked for one round at a time.
class Reference
{
public:
    Reference()
    {
        m_python.start(u"python3"_s, { QStringLiteral(WB_SOURCE_DIR "/tests/bench/reference.py"), u"roundtrip"_s });
    }
    ~Reference()
    {
        m_python.closeWriteChannel();
        if (!m_python.waitForFinished(10'000)) {
            m_python.kill();
            m_python.waitForFinished();
        }
    }
    // Seconds, or -1.
    double roundTrip()
    {
        m_python.write("\n");
        while (!m_python.canReadLine()) {
            if (!m_python.waitForReadyRead(60'000)) {
                return -1;
            }
        }
        bool ok = false;
        const double seconds = m_python.readLine().trimmed().toDouble(&ok);
        return ok ? seconds : -1;
    }

private:
    QProcess m_python;
};

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
    const auto session = local.create({ u"python"_s }, &why);
    if (!session) {
        row.failure = why;
        return { row };
    }
    Reference reference;
    QList<double> mine;
    QList<double> theirs;
    // By turns, so that whatever else the machine does falls on both. The first rounds warm both up.
    for (int i = -10; i < rounds; ++i) {
        const double ours = roundTrip(*session);
        const double other = reference.roundTrip();
        if (ours < 0 || other < 0) {
            row.failure = ours < 0 ? u"the cell had no result"_s : u"the reference did not run"_s;
            return { row };
        }
        if (i >= 0) {
            mine.append(ours * 1000);
            theirs.append(other * 1000);
        }
    }
    local.store.killNow({ session->sandboxId() });
    row.ours = median(mine);
    row.reference = median(theirs);
    return { row };
}

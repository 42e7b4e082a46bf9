// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// From starting the program to its first paint, against a Qt window that holds one label.
#include "bench.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>

using namespace Qt::StringLiterals;

namespace {

/// Seconds until the program says "first-paint"; -1 when it does not.
double firstPaint(const QString &program, const QStringList &arguments)
{
    QElapsedTimer timer;
    timer.start();
    QProcess process;
    process.start(program, arguments);
    QByteArray output;
    double seconds = -1;
    while (seconds < 0 && process.waitForReadyRead(20'000)) {
        output += process.readAllStandardOutput();
        if (output.contains("first-paint")) {
            seconds = double(timer.nsecsElapsed()) / 1e9;
        }
    }
    process.waitForFinished(10'000);
    return seconds;
}

} // namespace

QList<Bench::Row> Bench::windowRows()
{
    QList<double> mine;
    QList<double> theirs;
    const QString workbench = QCoreApplication::applicationDirPath() + u"/opensandbox-workbench"_s;
    for (int i = 0; i < 7; ++i) {
        mine.append(firstPaint(workbench, { u"--report-first-paint"_s, u"--reset-layout"_s }));
        theirs.append(firstPaint(QCoreApplication::applicationFilePath(), { u"--minimal-window"_s }));
    }
    Row row { .name = u"start to first paint"_s, .unit = u"s"_s, .ours = median(mine), .reference = median(theirs),
              .referenceName = u"Qt window with one label"_s, .goal = 4, .higherIsBetter = false, .failure = {} };
    if (mine.contains(-1.0) || theirs.contains(-1.0)) {
        row.failure = u"no first paint was reported"_s;
    }
    return { row };
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Files of 2 GiB to a sandbox and back, against curl over the same way, and the memory that takes.
// QNetworkAccessManager hands the body of an upload from the caller's thread to its own in pieces of 16 KiB, one at a
// time: some ten system calls and two or three wake-ups each (2.6 ppoll, 2.6 read and write of an eventfd, pread, write),
// of which only the read and the write move data. Nothing in its interface makes the pieces larger or lets two be on
// their way, so the two threads stay on one CPU, where taking turns is cheap.
#include "bench.h"
#include "localsandbox.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 fileSize = qint64(2) << 30;
constexpr int limitMs = 600'000;
constexpr int rounds = 3;

/// A line of /proc/self/status in MiB.
double memoryMib(const QByteArray &name)
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly)) {
        return 0;
    }
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith(QByteArray(name + ':'))) {
            return line.mid(name.size() + 1).trimmed().split(' ').first().toDouble() / 1024;
        }
    }
    return 0;
}

void resetPeakMemory()
{
    QFile clear(u"/proc/self/clear_refs"_s);
    if (clear.open(QIODevice::WriteOnly)) {
        clear.write("5");
    }
}

bool fill(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return false;
    }
    QByteArray block(1 << 20, Qt::Uninitialized);
    for (qsizetype i = 0; i < block.size(); ++i) {
        block[i] = char(i * 31 + (i >> 8));
    }
    for (qint64 written = 0; written < fileSize; written += block.size()) {
        if (file.write(block) != block.size()) {
            return false;
        }
    }
    return file.flush();
}

/// Seconds until the task is done, or -1; `why` then tells.
template <typename T>
double timed(OpenSandbox::Task<T> task, QString *why)
{
    QElapsedTimer timer;
    timer.start();
    bool done = false;
    bool good = false;
    TaskScope tasks;
    tasks.run(std::move(task), [&](OpenSandbox::Result<T> result) {
        done = true;
        good = result.has_value();
        if (!good) {
            *why = OpenSandbox::toString(result.error());
        }
    });
    if (!Bench::waitUntil([&] { return done; }, limitMs)) {
        *why = u"it took longer than 10 minutes"_s;
        return -1;
    }
    return good ? double(timer.nsecsElapsed()) / 1e9 : -1;
}

double curl(const QStringList &arguments, QString *why)
{
    QElapsedTimer timer;
    timer.start();
    QProcess process;
    process.start(u"curl"_s, QStringList { u"--silent"_s, u"--show-error"_s, u"--fail"_s } + arguments);
    if (!process.waitForFinished(limitMs) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        *why = u"curl: %1"_s.arg(QString::fromUtf8(process.readAllStandardError()).trimmed());
        process.kill();
        process.waitForFinished();
        return -1;
    }
    return double(timer.nsecsElapsed()) / 1e9;
}

} // namespace

QList<Bench::Row> Bench::transferRows()
{
    const auto speedRow = [](const QString &name) {
        return Row { .name = name, .unit = u"MiB/s"_s, .ours = 0, .reference = 0, .referenceName = u"curl, the same way"_s, .goal = 0.7, .higherIsBetter = true, .failure = {} };
    };
    const auto memoryRow = [](const QString &name) {
        return Row { .name = name, .unit = u"MiB"_s, .ours = 0, .reference = 64, .referenceName = u"the limit"_s, .goal = 1, .higherIsBetter = false, .failure = {} };
    };
    Row up = speedRow(u"upload of 2 GiB"_s);
    Row upMemory = memoryRow(u"memory of the upload"_s);
    Row down = speedRow(u"download of 2 GiB"_s);
    Row downMemory = memoryRow(u"memory of the download"_s);
    const auto given = [&](const QString &why) {
        for (Row *row : { &up, &upMemory, &down, &downMemory }) {
            if (row->failure.isEmpty() && row->ours <= 0) {
                row->failure = why;
            }
        }
        return QList<Row> { up, upMemory, down, downMemory };
    };

    QTemporaryDir folder;
    const QString source = folder.filePath(u"source"_s);
    const QString target = folder.filePath(u"target"_s);
    if (!fill(source)) {
        return given(u"a file of 2 GiB could not be written"_s);
    }
    QString why;
    LocalSandbox local;
    if (!local.start(&why)) {
        return given(why);
    }
    const auto session = local.create({ u"python"_s }, &why);
    if (!session) {
        return given(why);
    }
    OpenSandbox::FilesService &files = session->sandbox()->files();
    const OpenSandbox::Endpoint endpoint = session->sandbox()->execdEndpoint();
    const QString base = u"http://"_s + endpoint.endpoint;
    QStringList headers { u"--header"_s, QString(u"OPEN-SANDBOX-API-KEY: "_s + session->sandbox()->config().apiKey), u"--header"_s, u"Expect:"_s };
    for (auto header = endpoint.headers.begin(); header != endpoint.headers.end(); ++header) {
        headers << u"--header"_s << QString::fromUtf8(header.key() + ": " + header.value());
    }
    const double mebibytes = double(fileSize) / (1 << 20);

    const QStringList uploading = headers + QStringList { u"--form"_s, u"metadata={\"path\":\"/tmp/bench/file\",\"mode\":644};type=application/json;filename=metadata"_s,
                                                           u"--form"_s, QString(u"file=@"_s + source), QString(base + u"/files/upload"_s) };
    // Turn about, so that both meet the same machine. The first one warms up: the file is in the page cache
    // afterwards, the sandbox's folder is made.
    const auto measure = [&](Row *speed, Row *memory, const std::function<double()> &theirs, const std::function<double()> &ours) {
        QList<double> their;
        QList<double> our;
        for (int round = 0; round < rounds; ++round) {
            their.append(theirs());
            resetPeakMemory();
            const double before = memoryMib("VmRSS");
            our.append(ours());
            memory->ours = std::max({ 0.1, memory->ours, memoryMib("VmHWM") - before });
            if (their.last() < 0 || our.last() < 0) {
                memory->ours = 0;
                return false;
            }
        }
        speed->reference = mebibytes / median(their);
        speed->ours = mebibytes / median(our);
        return true;
    };
    const bool sent = curl(uploading, &why) >= 0
        && measure(&up, &upMemory, [&] { return curl(uploading, &why); }, [&] { return timed(files.upload(source, u"/tmp/bench/file"_s), &why); });
    if (!sent) {
        return given(why);
    }
    const QStringList downloading = headers + QStringList { u"--output"_s, target, QString(base + u"/files/download?path=/tmp/bench/file"_s) };
    const auto whole = [&](double seconds) {
        const bool complete = QFileInfo(target).size() == fileSize;
        QFile::remove(target); // Both write a new file.
        if (seconds >= 0 && !complete) {
            why = u"the size differs"_s;
        }
        return complete ? seconds : -1;
    };
    const bool received = measure(&down, &downMemory, [&] { return whole(curl(downloading, &why)); }, [&] { return whole(timed(files.download(u"/tmp/bench/file"_s, target), &why)); });
    if (!received) {
        return given(why);
    }
    local.store.killNow({ session->sandboxId() });
    return { up, upMemory, down, downMemory };
}

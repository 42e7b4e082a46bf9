// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// The same two waits with a container engine, where there is one: until a container runs, and until a kernel in it prints.
// In its favour the image is there already, and the kernel is taken to start as fast in it as it does here without one.
#include "bench.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>

#include <optional>

using namespace Qt::StringLiterals;

namespace {

constexpr int rounds = 3;
constexpr int limitMs = 60'000;

/// What the command printed; none when it failed or took longer than a minute.
std::optional<QString> docker(const QStringList &arguments)
{
    QProcess process;
    process.start(u"docker"_s, arguments);
    if (!process.waitForFinished(limitMs) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        process.kill();
        process.waitForFinished();
        return std::nullopt;
    }
    return QString::fromUtf8(process.readAllStandardOutput()).trimmed();
}

/// An image that is here and has a system in it. Nothing is downloaded.
QString presentImage()
{
    const QStringList images = docker({ u"images"_s, u"--format"_s, u"{{.Repository}}:{{.Tag}}"_s }).value_or(QString()).split(u'\n');
    for (const QString &name : { u"code-interpreter"_s, u"python"_s, u"debian"_s, u"ubuntu"_s, u"alpine"_s, u"busybox"_s }) {
        for (const QString &image : images) {
            if (image.section(u':', 0, 0).section(u'/', -1) == name && !image.endsWith("<none>"_L1))
                return image;
        }
    }
    return {};
}

/// Seconds until a container runs, the middle of some; -1 when one did not.
double secondsToRun(const QString &image)
{
    const QString name = u"opensandbox-bench"_s;
    QList<double> seconds;
    for (int i = 0; i < rounds; ++i) {
        QElapsedTimer timer;
        timer.start();
        const bool runs = docker({ u"run"_s, u"--detach"_s, u"--name"_s, name, u"--entrypoint"_s, u"sleep"_s, image, u"60"_s }).has_value();
        seconds.append(double(timer.nsecsElapsed()) / 1e9);
        docker({ u"rm"_s, u"--force"_s, name });
        if (!runs)
            return -1;
    }
    return Bench::median(seconds);
}

} // namespace

QList<Bench::Row> Bench::besideDocker(const Row &running, const Row &firstOutput)
{
    const QString image = QStandardPaths::findExecutable(u"docker"_s).isEmpty() ? QString() : presentImage();
    const double seconds = image.isEmpty() ? -1 : secondsToRun(image);
    const auto beside = [&](Row row, double reference, const QString &name) {
        row.name += u", beside Docker"_s;
        row.reference = reference;
        row.referenceName = name;
        row.goal = 0.2;
        row.optional = true;
        if (image.isEmpty())
            row.failure = u"no Docker engine with an image is here"_s;
        else if (seconds < 0)
            row.failure = u"docker run failed with %1"_s.arg(image);
        return row;
    };
    return { beside(running, seconds, u"docker run"_s), beside(firstOutput, seconds + firstOutput.reference, u"docker run + bare ipykernel"_s) };
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "localsandbox.h"

#include <QDeadlineTimer>
#include <QEventLoop>
#include <QProcess>
#include <QTimer>

using namespace Qt::StringLiterals;

bool Bench::waitUntil(const std::function<bool()> &done, int limitMs)
{
    // An event loop that sleeps: processEvents() with a time limit does not, and would take one processor
    // from what is measured.
    QEventLoop loop;
    QTimer look;
    look.setTimerType(Qt::PreciseTimer);
    look.setInterval(2);
    const QDeadlineTimer limit(limitMs);
    bool reached = done();
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        reached = done();
        if (reached || limit.hasExpired()) {
            loop.quit();
        }
    });
    if (!reached) {
        look.start();
        loop.exec();
    }
    return reached;
}

double Bench::pythonReference(const QStringList &arguments)
{
    QProcess python;
    python.start(u"python3"_s, QStringList { QStringLiteral(WB_SOURCE_DIR "/tests/bench/reference.py") } + arguments);
    if (!python.waitForFinished(120'000) || python.exitCode() != 0) {
        python.kill();
        python.waitForFinished();
        return -1;
    }
    bool ok = false;
    const double seconds = python.readAllStandardOutput().trimmed().toDouble(&ok);
    return ok ? seconds : -1;
}

bool Bench::LocalSandbox::start(QString *why)
{
    runtime.start();
    const bool online = waitUntil([this] { return connections.local()->isOnline() || connections.local()->state() == Connection::State::Failed; }, 20'000)
        && connections.local()->isOnline();
    if (!online) {
        *why = connections.local()->problem().message;
    }
    return online;
}

std::shared_ptr<SandboxSession> Bench::LocalSandbox::create(const QStringList &languages, QString *why)
{
    OpenSandbox::CreateOptions options;
    options.image = u"local"_s;
    SandboxCreation creation(&sessions, connections.local(), options);
    creation.setLanguages(languages);
    creation.start();
    waitUntil([&] { return creation.outcome() != SandboxCreation::Outcome::Running; }, 60'000);
    *why = creation.problem().message;
    return creation.outcome() == SandboxCreation::Outcome::Succeeded ? creation.session() : nullptr;
}

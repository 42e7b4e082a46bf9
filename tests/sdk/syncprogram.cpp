// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// A program as a user of the blocking classes would write it. First argument: "plain" (nothing of Qt is set up), "later" (Qt is
// used before and set up afterwards), "workers" (threads come and go, nothing of Qt is set up), "gui" or "ending" (the interface's
// thread, while the SDK's has still work to finish); second: the server's address.
#include <opensandbox/sandboxsync.h>

#include <QGuiApplication>
#include <QTimer>

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

namespace {

/// Everything once; 0 when all is well.
int useSandbox(const ConnectionConfig &config)
{
    auto sandbox = SandboxSync::connect(config, u"box"_s);
    if (!sandbox)
        return std::puts(qPrintable(toString(sandbox.error()))), 10;
    auto run = (*sandbox)->commands().run(u"echo hi"_s);
    if (!run || run->text() != "hi"_L1)
        return 11;
    auto interpreter = CodeInterpreterSync::create(*sandbox);
    if (!interpreter)
        return 12;
    const auto here = std::this_thread::get_id();
    bool inThisThread = true;
    QString seen;
    ExecutionHandlers handlers;
    handlers.onStdout = [&](const Event::Output &output) {
        inThisThread = inThisThread && std::this_thread::get_id() == here;
        seen += output.text;
    };
    auto code = (*interpreter)->codes().run(u"print('hi')"_s, SupportedLanguage::Python, handlers);
    if (!code || seen != "hi"_L1 || !inThisThread)
        return 13;
    SandboxManagerSync manager(config);
    auto info = manager.get(u"box"_s);
    if (!info || info->id != "box"_L1)
        return 14;
    auto missing = manager.get(u"nobody"_s);
    if (missing || !missing.error().isNotFound())
        return 15;
    return 0;
}

/// The SDK's thread ends and begins again all the time, in no thread's order.
int comeAndGo(const ConnectionConfig &config)
{
    std::atomic<int> right = 0;
    std::vector<std::thread> workers;
    for (int i = 0; i < 4; ++i) {
        workers.emplace_back([&] {
            for (int j = 0; j < 50; ++j) {
                SandboxManagerSync manager(config);
                const auto info = manager.get(u"box"_s);
                right += info && info->id == "box"_L1;
            }
        });
    }
    for (std::thread &worker : workers)
        worker.join();
    return right == 200 ? 0 : 30;
}

/// A worker's last object waits for a creation that was stopped; the interface's thread must not wait with it.
int refuseWhileAnotherEnds(ConnectionConfig config)
{
    std::atomic<bool> sent = false;
    std::atomic<bool> ended = false;
    std::stop_source stop;
    config.onExchange = [&](const Exchange &exchange) { sent = sent || exchange.method == "POST"; };
    std::thread worker([&] {
        CreateOptions options;
        options.image = u"img"_s;
        const auto sandbox = SandboxSync::create(config, options, stop.get_token());
        ended = true;
    });
    while (!sent)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    stop.request_stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(500)); // Its call has returned, and its object is on its way out.
    const bool before = ended;
    SandboxManagerSync manager(config);
    const auto refused = manager.get(u"box"_s);
    const bool after = ended;
    worker.join();
    if (refused || refused.error().code != "GUI_THREAD"_L1)
        return 40;
    return !before && after ? 41 : 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    ConnectionConfig config;
    config.domain = QString::fromLocal8Bit(argv[2]);
    if (qstrcmp(argv[1], "plain") == 0) {
        for (int i = 0; i < 3; ++i) { // The SDK's thread ends with its last object, and begins again.
            if (const int failed = useSandbox(config))
                return failed;
        }
        return 0;
    }
    if (qstrcmp(argv[1], "workers") == 0)
        return comeAndGo(config);
    if (qstrcmp(argv[1], "later") == 0) {
        const QObject early; // Whatever touches Qt in this thread first.
        for (int i = 0; i < 2; ++i) {
            if (const int failed = useSandbox(config))
                return failed;
        }
        const QCoreApplication application(argc, argv);
        bool answered = false;
        SandboxManager manager(config);
        auto task = manager.get(u"box"_s);
        task.then([&answered](const Result<SandboxInfo> &info) {
            answered = info && info->id == "box"_L1;
            QCoreApplication::quit();
        });
        QTimer::singleShot(std::chrono::seconds(30), [] { QCoreApplication::exit(20); });
        const int ended = QCoreApplication::exec();
        return ended != 0 ? ended : answered ? 0 : 21;
    }
    QGuiApplication application(argc, argv);
    if (qstrcmp(argv[1], "ending") == 0)
        return refuseWhileAnotherEnds(config);
    auto refused = SandboxSync::connect(config, u"box"_s);
    if (refused || refused.error().kind != Error::Kind::InvalidArgument || refused.error().code != "GUI_THREAD"_L1)
        return 2;
    SandboxManagerSync manager(config);
    if (manager.listAll() || manager.diagnostics(u"box"_s).inspect())
        return 3;
    int result = 4;
    std::thread worker([&] { result = useSandbox(config); });
    worker.join();
    return result;
}

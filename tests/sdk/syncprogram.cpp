// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// A program as a user of the blocking classes would write it. First argument: "plain" (nothing of Qt is set up), "later" (Qt is
// used before and set up afterwards) or "gui"; second: the server's address.
#include <opensandbox/sandboxsync.h>

#include <QGuiApplication>
#include <QTimer>

#include <cstdio>
#include <thread>

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

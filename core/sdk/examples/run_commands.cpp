// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Output while a command runs, its exit code, and a command in the background.
#include "example.h"

#include <opensandbox/sandbox.h>

#include <QCoreApplication>
#include <QCoroTask>
#include <QCoroTimer>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

QCoro::Task<int> runCommands()
{
    CreateOptions options;
    options.image = u"bash"_s;
    const ConnectionConfig cfg = exampleConfig();
    const auto sandbox = co_await Sandbox::create(cfg, options);
    if (!sandbox)
        co_return failed(sandbox.error());
    CommandsService &commands = (*sandbox)->commands();

    ExecutionHandlers handlers;
    handlers.onStdout = [](const Event::Output &line) { print(u"out: "_s + line.text); };
    handlers.onStderr = [](const Event::Output &line) { print(u"err: "_s + line.text); };
    RunCommandOptions how;
    how.cwd = u"/tmp"_s;
    how.env = { { u"NAME"_s, u"Ada"_s } };
    const auto execution = co_await commands.run(u"echo \"Hello $NAME in $PWD\"; sleep 0.3; echo oh no >&2; exit 3"_s, how, handlers);
    if (!execution)
        co_return failed(execution.error());
    print(u"exit code %1"_s.arg(execution->exitCode.value_or(-1)));

    RunCommandOptions background;
    background.background = true;
    const auto started = co_await commands.run(u"for i in 1 2 3; do echo step $i; sleep 0.1; done"_s, background);
    if (!started)
        co_return failed(started.error());
    QByteArray log;
    for (qint64 cursor = 0;;) {
        const auto status = co_await commands.status(started->id);
        if (!status)
            co_return failed(status.error());
        const auto more = co_await commands.logs(started->id, cursor);
        if (!more)
            co_return failed(more.error());
        log += more->content;
        cursor = more->cursor;
        if (!status->running)
            break;
        co_await QCoro::sleepFor(100ms);
    }
    print(QString::fromUtf8(log).trimmed());

    const auto killed = co_await (*sandbox)->kill();
    co_return killed ? 0 : failed(killed.error());
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    return QCoro::waitFor(runCommands());
}

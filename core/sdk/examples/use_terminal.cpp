// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Types into a terminal, reads what it shows, and waits for its end.
#include "example.h"

#include <opensandbox/sandbox.h>

#include <QCoreApplication>
#include <QCoroSignal>
#include <QCoroTask>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

QCoro::Task<int> useTerminal()
{
    CreateOptions options;
    options.image = u"bash"_s;
    const ConnectionConfig cfg = exampleConfig();
    const auto sandbox = co_await Sandbox::create(cfg, options);
    if (!sandbox)
        co_return failed(sandbox.error());
    PtyService &pty = (*sandbox)->pty();

    const auto id = co_await pty.create();
    if (!id)
        co_return failed(id.error());
    PtyOptions how;
    how.size = { 100, 30 };
    const auto session = pty.attach(*id, how);
    QByteArray screen;
    QObject::connect(session.get(), &PtySession::output, session.get(), [&screen](const QByteArray &bytes) { screen += bytes; });
    QObject::connect(session.get(), &PtySession::replay, session.get(), [&screen](qint64, const QByteArray &bytes) { screen = bytes; });
    session->write("stty size; exit 7\n"); // Waits for the connection.
    while (!session->isOver())
        co_await qCoro(session.get(), &PtySession::stateChanged);
    if (session->state() != PtySession::State::Exited)
        co_return failed(session->error());
    print(screen.contains("30 100") ? u"It has 30 rows and 100 columns."_s : QString::fromUtf8(screen));
    print(u"It ended with %1."_s.arg(session->exitCode().value_or(-1)));

    const auto killed = co_await (*sandbox)->kill();
    co_return killed ? 0 : failed(killed.error());
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    return QCoro::waitFor(useTerminal());
}

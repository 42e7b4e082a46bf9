// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// The longest turn of the interface thread while somebody works in the whole window and the server is well, dead, ten seconds late
// or fails at everything. The server is of this thread, too: a turn that waited for it would never end.
#include "bench.h"

#include "../session/fakelifecycle.h"
#include "../support/watchdog.h"

#include <application.h>
#include <notebook/cellcanvas.h>
#include <notebook/codeeditor.h>
#include <notebook/notebookview.h>
#include <notebookdocuments.h>
#include <session/connectionstore.h>
#include <session/sandboxstore.h>
#include <shell/mainwindow.h>
#include <theme/workbenchstyle.h>

#include <opensandbox/notebook/document.h>

#include <QAction>
#include <QDialog>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

void turn(int ms)
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < ms)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

/// What a person does who does not wait: looks around, writes, runs, saves, kills.
void work(Application &application, const QString &sandbox, const QString &file)
{
    MainWindow &window = application.window();
    for (const auto &id : { u"view.palette"_s, u"window.nextPart"_s, u"view.watch"_s, u"view.operate"_s, u"view.code"_s, u"help.shortcuts"_s, u"sandbox.new"_s, u"connection.add"_s }) {
        application.actions().action(id)->trigger();
        turn(30);
        window.palettePopup().close();
        for (QDialog *dialog : window.findChildren<QDialog *>())
            dialog->reject();
        turn(30);
    }
    NotebookView *view = application.notebooks().create(sandbox, u"bash"_s);
    turn(30);
    for (int i = 0; i < 60; ++i)
        view->document()->insertCell(view->document()->count(), Notebook::CellKind::Code, u"for i in 1 2 3; do echo $i; done"_s);
    turn(30);
    CellCanvas *canvas = view->canvas();
    for (int step = 0; step <= 10; ++step) {
        canvas->verticalScrollBar()->setValue(canvas->verticalScrollBar()->maximum() * step / 10);
        turn(10);
    }
    canvas->setCurrent(1);
    canvas->edit(0);
    turn(10);
    if (canvas->editor())
        QTest::keyClicks(canvas->editor(), u"typed meanwhile "_s, Qt::NoModifier, 5);
    canvas->command();
    view->runAll();
    turn(300);
    view->saveAs(file);
    turn(100);
    view->interrupt();
    turn(100);
    application.sandboxes().prepareKill({ sandbox });
    application.sandboxes().killNow({ sandbox });
    turn(300);
    Q_EMIT view->closeAccepted();
    turn(100);
}

void session(const QString &name, const std::function<void(FakeLifecycle &)> &trouble, QList<Bench::Row> *rows)
{
    FakeLifecycle server;
    const OpenSandbox::ConnectionConfig config = server.config();
    qputenv("OPEN_SANDBOX_DOMAIN", config.domain.toUtf8());
    qputenv("OPEN_SANDBOX_API_KEY", config.apiKey.toUtf8());
    QStringList sandboxes;
    for (int i = 0; i < 20; ++i)
        sandboxes.append(server.add(u"sandbox-%1"_s.arg(i), 40min));
    QTemporaryDir folder;
    ApplicationOptions options;
    options.localRuntime = false;
    options.theme = Theme::Kind::Light;
    options.connection = u"environment"_s;
    options.stateDirectory = folder.path();
    Application application(options);
    application.window().resize(1440, 900);
    application.start();
    QElapsedTimer clock;
    clock.start();
    while (application.sandboxes().count() < 20 && clock.elapsed() < 30'000)
        turn(10);
    // What is made at its first use (dialogs, fonts) belongs to the start of the program, not to a server's trouble.
    work(application, sandboxes.at(0), folder.filePath(u"first.ipynb"_s));
    trouble(server);
    Watchdog watchdog;
    turn(20);
    watchdog.restart();
    work(application, sandboxes.at(1), folder.filePath(u"second.ipynb"_s));
    turn(2000);
    const auto row = [&](const QString &what, double ms) {
        rows->append({ .name = name + u": "_s + what, .unit = u"ms"_s, .ours = ms, .reference = 50, .referenceName = u"limit"_s, .goal = 1, .higherIsBetter = false, .failure = {} });
        if (application.sandboxes().count() == 0)
            rows->last().failure = u"no sandbox was listed"_s;
    };
    row(u"longest work"_s, watchdog.worstWorkMs());
    row(u"longest wait in one turn"_s, watchdog.worstWaitMs());
}

} // namespace

QList<Bench::Row> Bench::sessionRows()
{
    WorkbenchStyle::install();
    QList<Row> rows;
    session(u"server well"_s, [](FakeLifecycle &) { }, &rows);
    session(u"dead server"_s, [](FakeLifecycle &server) { server.close(); }, &rows);
    session(u"silent server"_s, [](FakeLifecycle &server) { server.holding = true; }, &rows);
    session(u"10 s of latency"_s, [](FakeLifecycle &server) { server.latency = 10s; }, &rows);
    session(u"only errors"_s, [](FakeLifecycle &server) { server.mood = FakeLifecycle::Mood::Failing; }, &rows);
    return rows;
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runcommand.h"

#include "commandline.h"
#include "notebookrun.h"

#include <shared/about.h>
#include <shared/translations.h>

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QLocale>
#include <QSocketNotifier>
#include <QStandardPaths>

#include <csignal>
#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

int signalPipe[2];

// Only async-signal-safe work here: the event loop reads the byte and does the rest.
void signalled(int)
{
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(signalPipe[1], &byte, 1);
}

} // namespace

int runNotebookCommand(int &argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"opensandbox-workbench"_s);
    QCoreApplication::setApplicationVersion(workbenchVersion());
    Translations::install(QLocale::system());

    QCommandLineParser parser;
    parser.setApplicationDescription(NotebookRun::tr("Runs a notebook cell by cell and prints its outputs as they come."));
    parser.addHelpOption();
    parser.addPositionalArgument(u"run"_s, {}, u"run"_s);
    parser.addPositionalArgument(u"notebook"_s, NotebookRun::tr("The notebook, an .ipynb file."), u"NOTEBOOK"_s);
    const QCommandLineOption output(u"output"_s, NotebookRun::tr("Write the executed notebook to FILE."), u"FILE"_s);
    const QCommandLineOption sandbox(u"sandbox"_s, NotebookRun::tr("Use this sandbox, by id or name, instead of a new one."), u"ID"_s);
    const QCommandLineOption image(u"image"_s, NotebookRun::tr("Image of the new sandbox (local)."), u"NAME"_s, u"local"_s);
    const QCommandLineOption connection(u"connection"_s, NotebookRun::tr("Connection to use (local)."), u"NAME"_s, u"local"_s);
    const QCommandLineOption timeout(u"timeout"_s, NotebookRun::tr("Stop a cell after this many seconds."), u"S"_s);
    const QCommandLineOption goOn(u"continue-on-error"_s, NotebookRun::tr("Run the cells after a failed one, too."));
    const QCommandLineOption keep(u"keep-sandbox"_s, NotebookRun::tr("Leave the new sandbox running at the end."));
    parser.addOptions({ output, sandbox, image, connection, timeout, goOn, keep });
    if (!CommandLine::parse(parser)) {
        return CommandLine::badUsage;
    }

    const QStringList positional = parser.positionalArguments();
    if (positional.size() != 2) {
        return CommandLine::refuse(NotebookRun::tr("Name one notebook: opensandbox-workbench run NOTEBOOK. See --help."));
    }
    if (parser.isSet(sandbox) && parser.isSet(image)) {
        return CommandLine::refuse(NotebookRun::tr("Give either --sandbox or --image: an existing sandbox has its image already."));
    }
    NotebookRunOptions options { .notebook = positional.at(1), .output = parser.value(output), .sandbox = parser.value(sandbox),
                                 .image = parser.value(image), .connection = parser.value(connection),
                                 .settings = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/opensandbox-workbench/settings.ini"_s,
                                 .cellTimeout = {},
                                 .continueOnError = parser.isSet(goOn), .keepSandbox = parser.isSet(keep) };
    if (parser.isSet(timeout)) {
        bool ok = false;
        const int seconds = parser.value(timeout).toInt(&ok);
        if (!ok || seconds < 1) {
            return CommandLine::refuse(NotebookRun::tr("--timeout takes a whole number of seconds, at least 1."));
        }
        options.cellTimeout = std::chrono::seconds(seconds);
    }

    auto run = std::make_unique<NotebookRun>(std::move(options));
    if (::pipe(signalPipe) == 0) {
        std::signal(SIGINT, signalled);
        std::signal(SIGTERM, signalled);
    }
    QSocketNotifier notifier(signalPipe[0], QSocketNotifier::Read);
    QObject::connect(&notifier, &QSocketNotifier::activated, run.get(), [run = run.get()] {
        char byte;
        [[maybe_unused]] const ssize_t count = ::read(signalPipe[0], &byte, 1);
        run->interrupt();
    });
    QObject::connect(run.get(), &NotebookRun::finished, &application, &QCoreApplication::exit);
    QMetaObject::invokeMethod(run.get(), &NotebookRun::start, Qt::QueuedConnection);
    const int exitCode = QCoreApplication::exec();
    run.reset();
    // Calls under way have been told to stop by that; they end by events, one after another.
    for (int i = 0; i < 8; ++i) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return exitCode;
}

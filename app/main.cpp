// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "application.h"
#include "handover.h"
#include "headless/commandline.h"
#include "headless/runcommand.h"
#include "notebook/inpool.h"
#include "shared/about.h"
#include "shared/translations.h"
#include "shell/mainwindow.h"
#include "theme/workbenchstyle.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QLocale>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <memory>

using namespace Qt::StringLiterals;

namespace {

/// Tells when the window has been painted for the first time: what a benchmark measures.
class FirstPaint final : public QObject
{
public:
    using QObject::QObject;
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint) {
            watched->removeEventFilter(this);
            QTimer::singleShot(0, qApp, [] {
                std::puts("first-paint");
                std::fflush(stdout);
                QCoreApplication::quit();
            });
        }
        return false;
    }
};

QCommandLineOption option(const QStringList &names, const QString &description, const QString &value = {}, bool hidden = false)
{
    QCommandLineOption result(names, description, value);
    if (hidden)
        result.setFlags(QCommandLineOption::HiddenFromHelp);
    return result;
}

/// The value of `--name value` or `--name=value` before there is an application to parse it.
QByteArray early(int argc, char **argv, const char *name)
{
    const QByteArray key(name);
    for (int i = 1; i < argc; ++i) {
        const QByteArray argument(argv[i]);
        if (argument == key && i + 1 < argc)
            return argv[i + 1];
        if (argument.startsWith(key) && argument.mid(key.size(), 1) == "=")
            return argument.mid(key.size() + 1);
    }
    return {};
}

} // namespace

int main(int argc, char **argv)
{
    // Network threads have nothing to do with GLib, and Qt's own dispatcher lets them move files half as fast again.
    qputenv("QT_NO_THREADED_GLIB", "1");

    // Needs no window, so it must not ask for a display.
    if (argc > 1 && qstrcmp(argv[1], "run") == 0)
        return runNotebookCommand(argc, argv);

    QCoreApplication::setApplicationName(u"opensandbox-workbench"_s);
    QCoreApplication::setApplicationVersion(workbenchVersion());
    // The ratio of a picture must be known before the platform starts.
    if (const QByteArray scale = early(argc, argv, "--scale"); !scale.isEmpty())
        qputenv("QT_SCALE_FACTOR", scale);

    // Without a display Qt would abort, with advice that leads nowhere.
    if (qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        const auto asksOnly = [](const char *argument) {
            const QByteArrayView text(argument);
            return text == "--help" || text == "-h" || text == "--version" || text == "-v";
        };
        if (std::none_of(argv + 1, argv + argc, asksOnly))
            return CommandLine::refuse(u"No display was found. Set DISPLAY or WAYLAND_DISPLAY, or run a notebook without a window: opensandbox-workbench run NOTEBOOK"_s);
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }

    QApplication app(argc, argv);
    Translations::install(QLocale::system());
    QGuiApplication::setApplicationDisplayName(u"OpenSandbox Workbench"_s);
    QGuiApplication::setDesktopFileName(u"opensandbox-workbench"_s);

    QCommandLineParser parser;
    parser.setApplicationDescription(u"Manage sandboxes, run notebooks in them, browse their files."_s);
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(u"files"_s, u"Notebooks to open."_s, u"[files...]"_s);
    parser.addOption(option({ u"connection"_s }, u"Make new sandboxes on this connection."_s, u"name"_s));
    parser.addOption(option({ u"sandbox"_s }, u"Open this sandbox; with files, run them in it."_s, u"id"_s));
    parser.addOption(option({ u"new-window"_s }, u"Open files in a window of their own, also where another one is open."_s));
    parser.addOption(option({ u"safe-mode"_s }, u"Read and keep no settings, and start no local runtime."_s));
    parser.addOption(option({ u"reset-layout"_s }, u"Put all docks back to their places."_s));
    parser.addOption(option({ u"theme"_s }, u"Theme of this run: light, dark or contrast."_s, u"name"_s));
    parser.addOption(option({ u"text-size"_s }, u"Text size of this run in percent (80 to 200)."_s, u"percent"_s));
    parser.addOption(option({ u"screenshot"_s }, u"Save a picture of the window and quit."_s, u"file"_s));
    parser.addOption(option({ u"screenshot-delay"_s }, u"Wait before the picture, in milliseconds (1500)."_s, u"ms"_s));
    parser.addOption(option({ u"size"_s }, u"Size of the window for the picture, for example 1440x900."_s, u"WxH"_s));
    parser.addOption(option({ u"scale"_s }, u"Device pixel ratio of the picture."_s, u"factor"_s));
    parser.addOption(option({ u"report-first-paint"_s }, {}, {}, true));
    if (!CommandLine::parse(parser))
        return CommandLine::badUsage;

    ApplicationOptions options;
    if (!parser.isSet(u"safe-mode"_s))
        options = ApplicationOptions::standard();
    else
        options.localRuntime = false;
    if (parser.isSet(u"theme"_s)) {
        Theme::Kind kind {};
        if (!Theme::kindFromName(parser.value(u"theme"_s), &kind))
            return CommandLine::refuse(u"--theme takes light, dark or contrast, not '%1'."_s.arg(parser.value(u"theme"_s)));
        options.theme = kind;
    }
    if (parser.isSet(u"text-size"_s)) {
        bool ok = false;
        const int percent = parser.value(u"text-size"_s).toInt(&ok);
        if (!ok || percent < 80 || percent > 200)
            return CommandLine::refuse(u"--text-size takes a number from 80 to 200, not '%1'."_s.arg(parser.value(u"text-size"_s)));
        options.textScale = percent / 100.0;
    }
    QSize size;
    if (parser.isSet(u"size"_s)) {
        const QStringList parts = parser.value(u"size"_s).split(u'x');
        if (parts.size() == 2)
            size = QSize(parts.at(0).toInt(), parts.at(1).toInt());
        if (size.width() < 100 || size.height() < 100)
            return CommandLine::refuse(u"--size takes WIDTHxHEIGHT, for example 1440x900, not '%1'."_s.arg(parser.value(u"size"_s)));
    }
    int delay = 1500;
    if (parser.isSet(u"screenshot-delay"_s)) {
        bool ok = false;
        delay = parser.value(u"screenshot-delay"_s).toInt(&ok);
        if (!ok || delay < 0)
            return CommandLine::refuse(u"--screenshot-delay takes a number of milliseconds, not '%1'."_s.arg(parser.value(u"screenshot-delay"_s)));
    }
    options.takesFiles = !parser.isSet(u"screenshot"_s) && !parser.isSet(u"report-first-paint"_s); // It ends by itself.
    options.resetLayout = parser.isSet(u"reset-layout"_s);
    options.connection = parser.value(u"connection"_s);
    options.sandbox = parser.value(u"sandbox"_s);
    for (const QString &file : parser.positionalArguments())
        options.files.append(QFileInfo(file).absoluteFilePath());

    // Another window of the same user may have these files open already, and the sandboxes that they ran in.
    const QStringList ownWindow { u"new-window"_s, u"connection"_s, u"sandbox"_s, u"safe-mode"_s, u"reset-layout"_s, u"theme"_s, u"text-size"_s, u"screenshot"_s, u"size"_s, u"scale"_s, u"report-first-paint"_s };
    if (std::ranges::none_of(ownWindow, [&parser](const QString &name) { return parser.isSet(name); }) && Handover::offer(options.stateDirectory, options.files)) {
        std::puts("Opened in the window that is there already. --new-window opens another one.");
        return 0;
    }

    WorkbenchStyle::install();
    auto workbench = std::make_unique<Application>(options);
    if (size.isValid())
        workbench->window().resize(size);
    if (parser.isSet(u"report-first-paint"_s))
        workbench->window().installEventFilter(new FirstPaint(&app));
    workbench->start();

    if (parser.isSet(u"screenshot"_s)) {
        QTimer::singleShot(delay, &app, [&workbench, file = parser.value(u"screenshot"_s)] {
            const bool saved = workbench->window().grab().save(file);
            if (!saved)
                CommandLine::refuse(u"The picture cannot be written to '%1'."_s.arg(file));
            // A picture of something else than was asked for is no success.
            QCoreApplication::exit(!saved ? 1 : workbench->hasComplained() ? CommandLine::badUsage : 0);
        });
    }
    const int code = QApplication::exec();
    workbench.reset();
    return leaveOutputs(code);
}

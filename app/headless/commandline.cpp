// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

} // namespace

int CommandLine::refuse(const QString &message)
{
    std::fprintf(stderr, "opensandbox-workbench: %s\n", qUtf8Printable(message));
    return badUsage;
}

bool CommandLine::parse(QCommandLineParser &parser)
{
    const QStringList arguments = QCoreApplication::arguments();
    if (!parser.parse(arguments)) {
        const bool headless = arguments.value(1) == "run"_L1;
        const QString help = headless ? u"opensandbox-workbench run --help"_s : u"opensandbox-workbench --help"_s;
        refuse(parser.errorText() + (parser.errorText().endsWith(u'.') ? u" "_s : u". "_s) + Text::tr("All options: %1").arg(help));
        return false;
    }
    // Only now: where it finds a mistake itself it ends the program with 1, as if a cell had failed.
    parser.process(arguments);
    return true;
}

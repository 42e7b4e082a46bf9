// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/journal.h>

#include <QCoreApplication>
#include <QTimer>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace Notebook;

// notebook_journaler FOLDER [PATH]   edits a notebook without saving it, says "ready" when the journal has it, and goes on editing
int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    const QString path = arguments.value(2);
    Document document;
    Journal journal(&document, arguments.value(1));
    if (path.isEmpty()) {
        journal.setFile({}, u"Untitled.ipynb"_s, {});
    } else {
        const auto opened = File::open(document, path);
        if (!opened)
            return 1;
        journal.setFile(path, u"file.ipynb"_s, *opened);
    }
    document.cell(0)->setSource(u"print('kept')"_s);
    document.cell(0)->outputs()->appendStream(StreamName::Stdout, u"kept\n");
    bool second = false;
    QObject::connect(&journal, &Journal::written, &application, [&]() {
        if (!second) {
            second = true;
            document.insertCell(1, CellKind::Markdown, u"# also"_s);
            document.cell(0)->edit(0, 0, u"# late\n");
            journal.flush();
            return;
        }
        std::puts("ready");
        std::fflush(stdout);
    });
    QTimer timer;
    int number = 0;
    QObject::connect(&timer, &QTimer::timeout, &application, [&]() {
        if (second)
            document.cell(document.count() - 1)->setSource(u"%1"_s.arg(++number));
    });
    timer.start(20);
    return application.exec();
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/journal.h>

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QTimer>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace Notebook;

namespace {

/// Whether a journal in the folder has the edit that came last. A signal alone may belong to an earlier write.
bool hasLastEdit(const QString &folder)
{
    QDirIterator logs(folder, { u"log"_s }, QDir::Files, QDirIterator::Subdirectories);
    while (logs.hasNext()) {
        QFile log(logs.next());
        if (log.open(QIODevice::ReadOnly) && log.readAll().contains("# late"))
            return true;
    }
    return false;
}

} // namespace

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
        if (hasLastEdit(arguments.value(1))) {
            std::puts("ready");
            std::fflush(stdout);
        }
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

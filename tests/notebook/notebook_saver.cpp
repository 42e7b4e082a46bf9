// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/file.h>

#include <QCoreApplication>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace Notebook;

// notebook_saver loop PATH SIZE   writes SIZE times 'A', then 'B', and so on; a line to stdout after the first
// notebook_saver grow PATH SIZE   opens a notebook, adds an output of SIZE bytes, saves; prints the error
int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    const QString path = arguments.value(2);
    const int size = arguments.value(3).toInt();
    if (arguments.value(1) == "loop"_L1) {
        for (int i = 0;; ++i) {
            if (!File::write(path, QByteArray(size, i % 2 ? 'B' : 'A')))
                return 1;
            if (i == 0) {
                std::puts("ready");
                std::fflush(stdout);
            }
        }
    }
    Document document;
    if (const auto opened = File::open(document, path); !opened) {
        std::puts(qPrintable(opened.error().message));
        return 1;
    }
    document.cell(0)->outputs()->appendStream(StreamName::Stdout, QString(size, u'x'));
    const auto saved = File::save(document, path);
    std::puts(saved ? "saved" : qPrintable(saved.error().message + u'\n' + saved.error().hint));
    std::puts(document.isModified() ? "modified" : "unmodified");
}

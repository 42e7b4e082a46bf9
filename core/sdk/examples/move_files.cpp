// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Writes, uploads, lists and downloads files of a sandbox.
#include "example.h"

#include <opensandbox/sandbox.h>

#include <QCoreApplication>
#include <QCoroTask>
#include <QFile>
#include <QTemporaryDir>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

QCoro::Task<int> moveFiles()
{
    CreateOptions options;
    options.image = u"python:3.11"_s;
    const ConnectionConfig cfg = exampleConfig();
    const auto sandbox = co_await Sandbox::create(cfg, options);
    if (!sandbox)
        co_return failed(sandbox.error());
    FilesService &files = (*sandbox)->files();

    const auto written = co_await files.write(u"/tmp/example/hello.txt"_s, "hello\n");
    if (!written)
        co_return failed(written.error());

    QTemporaryDir folder;
    QFile local(folder.filePath(u"numbers.bin"_s));
    if (!local.open(QIODevice::WriteOnly) || local.write(QByteArray(1'000'000, '7')) != 1'000'000) {
        std::fprintf(stderr, "%s\n", qPrintable(local.errorString()));
        co_return 1;
    }
    local.close();
    qint64 last = 0;
    const Permissions permissions;
    const Progress progress = [&last](qint64 done, qint64) { last = done; };
    const auto uploaded = co_await files.upload(local.fileName(), u"/tmp/example/numbers.bin"_s, permissions, progress);
    if (!uploaded)
        co_return failed(uploaded.error());

    const auto listed = co_await files.list(u"/tmp/example"_s);
    if (!listed)
        co_return failed(listed.error());
    for (const FileInfo &file : *listed)
        print(file.name() + u' ' + QString::number(file.size));

    const QString copy = folder.filePath(u"copy.bin"_s);
    const auto downloaded = co_await files.download(u"/tmp/example/numbers.bin"_s, copy);
    if (!downloaded)
        co_return failed(downloaded.error());
    print(u"%1 bytes went up."_s.arg(last));
    print(u"%1 bytes came back."_s.arg(QFile(copy).size()));

    const auto killed = co_await (*sandbox)->kill();
    co_return killed ? 0 : failed(killed.error());
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    return QCoro::waitFor(moveFiles());
}

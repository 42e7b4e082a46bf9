// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "filesservice.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qsizetype BatchFiles = 64; ///< Of one request.
constexpr qint64 BatchBytes = 4 << 20;
constexpr qint64 SmallFile = 256 << 10; ///< Bigger ones of a folder travel alone, from the disk.
constexpr qsizetype BatchFolders = 50;

QString joined(const QString &folder, const QString &name)
{
    return folder.endsWith(u'/') ? QString(folder + name) : QString(folder + u'/' + name);
}

FileOutcome failed(const QString &path, const Error &error)
{
    return { path, error, 0 };
}

Error skippedLink()
{
    return { Error::Kind::InvalidArgument, 0, u"SKIPPED_LINK"_s, u"Links are not followed."_s, {} };
}

/// Which of these files the server has written before it failed: those of the right size that are newer than the request.
Task<QList<FileOutcome>> lookAt(std::shared_ptr<const Client> client, QList<FileContent> files, Error error, QDateTime started, std::stop_token stop)
{
    QList<FileOutcome> outcomes;
    for (const FileContent &file : files) {
        auto ask = oneInfo(client, file.path, stop);
        const Result<FileInfo> info = co_await ask;
        const QDateTime begin = started.addMSecs(client->clockOffset->count() - 2000);
        if (info && info->type == FileInfo::Type::File && info->size == file.content.size() && info->modifiedAt && *info->modifiedAt >= begin)
            outcomes << FileOutcome { file.path, {}, file.content.size() };
        else
            outcomes << failed(file.path, error);
    }
    co_return outcomes;
}

/// One request for several files.
Task<QList<FileOutcome>> writeBatch(std::shared_ptr<const Client> client, QList<FileContent> files, std::stop_token stop)
{
    const QByteArray boundary = uploadBoundary();
    Request request = uploadRequest(boundary);
    QStringList paths;
    for (const FileContent &file : files) {
        request.body += uploadHead(boundary, file.path, file.permissions) + file.content + "\r\n";
        paths << file.path;
    }
    request.body += "--" + boundary + "--\r\n";
    const QDateTime started = QDateTime::currentDateTimeUtc();
    auto call = Client::callForDone(client, std::move(request), stop);
    const Result<Done> done = co_await call;
    if (!done && done.error().kind == Error::Kind::Cancelled)
        co_return std::unexpected(done.error());
    if (!done) {
        auto look = lookAt(client, files, done.error(), started, stop);
        co_return co_await look;
    }
    auto ask = infoOf(client, paths, stop);
    const Result<QMap<QString, FileInfo>> infos = co_await ask;
    QList<FileOutcome> outcomes;
    for (const FileContent &file : files) {
        const qint64 size = file.content.size();
        if (infos && infos->contains(file.path) && infos->value(file.path).size == size) {
            outcomes << FileOutcome { file.path, {}, size };
            continue;
        }
        auto check = checkSize(client, file.path, size, stop); // Says what is wrong, after a second look.
        const Result<Done> there = co_await check;
        outcomes << (there ? FileOutcome { file.path, {}, size } : failed(file.path, there.error()));
    }
    co_return outcomes;
}

} // namespace

Task<QList<FileOutcome>> writeManyOf(std::shared_ptr<const Client> client, QList<FileContent> files, std::stop_token stop)
{
    QMap<QString, FileOutcome> outcomes; // By path; the order is the caller's in the end.
    QList<FileContent> batch;
    QSet<QString> inBatch;
    qint64 bytes = 0;
    for (qsizetype i = 0; i <= files.size(); ++i) {
        const bool last = i == files.size();
        const bool full = !batch.isEmpty()
            && (last || batch.size() == BatchFiles || bytes + files.at(i).content.size() > BatchBytes || inBatch.contains(files.at(i).path));
        if (full) {
            auto write = writeBatch(client, std::exchange(batch, {}), stop);
            const Result<QList<FileOutcome>> written = co_await write;
            if (!written)
                co_return std::unexpected(written.error());
            for (const FileOutcome &outcome : *written)
                outcomes.insert(outcome.path, outcome);
            inBatch.clear();
            bytes = 0;
        }
        if (stop.stop_requested())
            co_return std::unexpected(cancelled());
        if (last)
            break;
        const FileContent &file = files.at(i);
        if (auto problem = pathProblem(file.path)) {
            outcomes.insert(file.path, failed(file.path, *problem));
            continue;
        }
        auto parents = makeParents(client, { file.path }, file.permissions, stop);
        if (const Result<Done> made = co_await parents; !made) {
            outcomes.insert(file.path, failed(file.path, made.error()));
            continue;
        }
        batch << file;
        inBatch << file.path;
        bytes += file.content.size();
    }
    QList<FileOutcome> ordered;
    for (const FileContent &file : files)
        ordered << outcomes.value(file.path);
    co_return ordered;
}

namespace {

struct LocalFile
{
    QString local;
    QString remote;
    qint64 size = 0;
    bool executable = false;
};

/// Makes remote folders; the value are those that are not there afterwards.
Task<QMap<QString, Error>> makeFolders(std::shared_ptr<const Client> client, QStringList folders, std::stop_token stop)
{
    QMap<QString, Error> missing;
    for (qsizetype from = 0; from < folders.size(); from += BatchFolders) {
        const QStringList some = folders.sliced(from, qMin(BatchFolders, folders.size() - from));
        auto make = createDirectoriesOf(client, some, {}, stop);
        const Result<Done> made = co_await make;
        if (stop.stop_requested())
            co_return std::unexpected(cancelled());
        if (made)
            continue;
        for (const QString &folder : some) { // Some have been made, others not for the sake of one.
            auto ask = oneInfo(client, folder, stop);
            const Result<FileInfo> info = co_await ask;
            if (info && info->isDirectory())
                continue;
            Result<Done> alone = made;
            if (some.size() > 1 && made.error().kind == Error::Kind::Api) {
                auto again = createDirectoriesOf(client, { folder }, {}, stop);
                alone = co_await again;
            }
            if (!alone)
                missing.insert(folder, alone.error());
        }
    }
    co_return missing;
}

/// The error of the folder that this is in, if it could not be made.
std::optional<Error> missingParent(const QMap<QString, Error> &missing, const QString &path)
{
    for (QString folder = path; folder.size() > 1;) {
        folder = folder.left(folder.lastIndexOf(u'/'));
        if (const auto error = missing.constFind(folder); error != missing.constEnd())
            return *error;
    }
    return {};
}

} // namespace

Task<QList<FileOutcome>> uploadFolderOf(std::shared_ptr<const Client> client, QString localFolder, QString remoteFolder, Progress progress, std::stop_token stop)
{
    if (auto problem = pathProblem(remoteFolder))
        co_return std::unexpected(*problem);
    const QDir root(localFolder);
    if (!root.exists())
        co_return std::unexpected(localError(u"Cannot read"_s, localFolder, u"it is not a folder."_s));
    QList<FileOutcome> outcomes;
    QStringList folders { remoteFolder };
    QList<LocalFile> files;
    qint64 total = 0;
    QDirIterator entries(localFolder, QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        const QFileInfo entry = entries.nextFileInfo();
        const QString remote = joined(remoteFolder, root.relativeFilePath(entry.filePath()));
        if (entry.isSymLink())
            outcomes << failed(entry.filePath(), skippedLink());
        else if (auto problem = pathProblem(remote))
            outcomes << failed(entry.filePath(), *problem);
        else if (entry.isDir())
            folders << remote;
        else if (!entry.isFile())
            outcomes << failed(entry.filePath(), localError(u"Cannot read"_s, entry.filePath(), u"it is not an ordinary file."_s));
        else {
            files << LocalFile { entry.filePath(), remote, entry.size(), entry.isExecutable() };
            total += entry.size();
        }
    }
    folders.sort(); // Parents before children.
    std::ranges::sort(files, {}, &LocalFile::remote);
    auto make = makeFolders(client, folders, stop);
    const Result<QMap<QString, Error>> missing = co_await make;
    if (!missing)
        co_return std::unexpected(missing.error());
    for (auto folder = missing->begin(); folder != missing->end(); ++folder)
        outcomes << failed(root.filePath(QDir(remoteFolder).relativeFilePath(folder.key())), folder.value());

    qint64 done = 0;
    QList<FileContent> small;
    QMap<QString, QString> locals; // Of the small ones, by their remote path.
    qint64 smallBytes = 0;
    for (qsizetype i = 0; i <= files.size(); ++i) {
        const bool last = i == files.size();
        if (!small.isEmpty() && (last || small.size() == BatchFiles || smallBytes >= BatchBytes - SmallFile)) {
            auto write = writeManyOf(client, std::exchange(small, {}), stop);
            const Result<QList<FileOutcome>> written = co_await write;
            if (!written)
                co_return std::unexpected(written.error());
            for (FileOutcome outcome : *written) {
                outcome.path = locals.value(outcome.path);
                done += outcome.bytes;
                outcomes << outcome;
            }
            if (progress)
                progress(done, total);
            locals.clear();
            smallBytes = 0;
        }
        if (stop.stop_requested())
            co_return std::unexpected(cancelled());
        if (last)
            break;
        const LocalFile file = files.at(i);
        if (const auto error = missingParent(*missing, file.remote)) {
            outcomes << failed(file.local, *error);
            continue;
        }
        Permissions permissions;
        permissions.mode = file.executable ? 755 : 644;
        if (file.size <= SmallFile) {
            QFile content(file.local);
            if (!content.open(QIODevice::ReadOnly)) {
                outcomes << failed(file.local, localError(u"Cannot read"_s, file.local, content.errorString()));
                continue;
            }
            QByteArray bytes = content.read(SmallFile * 2);
            if (content.error() != QFileDevice::NoError) {
                outcomes << failed(file.local, localError(u"Cannot read"_s, file.local, content.errorString()));
                continue;
            }
            if (content.atEnd()) { // Otherwise it has grown meanwhile.
                small << FileContent { file.remote, std::move(bytes), permissions };
                locals.insert(file.remote, file.local);
                smallBytes += small.last().content.size();
                continue;
            }
        }
        Progress inner;
        if (progress)
            inner = [&progress, done, total](qint64 sent, qint64) { progress(done + sent, total); };
        auto upload = uploadOf(client, file.local, file.remote, permissions, inner, stop);
        const Result<Done> sent = co_await upload;
        if (stop.stop_requested())
            co_return std::unexpected(cancelled());
        outcomes << (sent ? FileOutcome { file.local, {}, file.size } : failed(file.local, sent.error()));
        if (sent)
            done += file.size;
    }
    co_return outcomes;
}

Task<QList<FileOutcome>> downloadFolderOf(std::shared_ptr<const Client> client, QString remoteFolder, QString localFolder, Progress progress, std::stop_token stop)
{
    if (!QDir().mkpath(localFolder))
        co_return std::unexpected(localError(u"Cannot write"_s, localFolder, u"the folder could not be made."_s));
    QList<FileOutcome> outcomes;
    QList<std::pair<QString, QString>> folders { { remoteFolder, localFolder } }; // Remote, local.
    qint64 done = 0;
    bool first = true;
    while (!folders.isEmpty()) {
        const auto [remote, local] = folders.takeFirst();
        auto ask = listOf(client, remote, 1, stop);
        const Result<QList<FileInfo>> list = co_await ask;
        if (stop.stop_requested())
            co_return std::unexpected(cancelled());
        if (!list) {
            if (std::exchange(first, false))
                co_return std::unexpected(list.error());
            outcomes << failed(remote, list.error());
            continue;
        }
        first = false;
        for (const FileInfo &info : *list) {
            const QString name = info.path.sliced(info.path.lastIndexOf(u'/') + 1); // Nothing the server says leads out of the folder.
            const QString target = joined(local, name);
            if (name.isEmpty() || name == "."_L1 || name == ".."_L1 || name.contains(u'\\') || name.contains(QChar::Null) || !info.nameIsExact)
                outcomes << failed(info.path, invalid(u"This name cannot be used here."_s));
            else if (info.type == FileInfo::Type::Symlink)
                outcomes << failed(info.path, skippedLink());
            else if (QFileInfo(target).isSymLink())
                outcomes << failed(info.path, localError(u"Cannot write"_s, target, u"a link is in its place."_s));
            else if (info.isDirectory() && !(QFileInfo(target).isDir() || QDir().mkdir(target)))
                outcomes << failed(info.path, localError(u"Cannot write"_s, target, u"the folder could not be made."_s));
            else if (info.isDirectory())
                folders << std::pair { info.path, target };
            else {
                Progress inner;
                if (progress)
                    inner = [&progress, done](qint64 received, qint64) { progress(done + received, -1); };
                auto download = downloadOf(client, info.path, target, inner, stop);
                const Result<Done> received = co_await download;
                if (stop.stop_requested())
                    co_return std::unexpected(cancelled());
                const qint64 size = received ? QFileInfo(target).size() : 0;
                outcomes << (received ? FileOutcome { info.path, {}, size } : failed(info.path, received.error()));
                done += size;
            }
        }
    }
    co_return outcomes;
}

} // namespace OpenSandbox

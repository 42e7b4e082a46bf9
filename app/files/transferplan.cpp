// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "transferplan.h"

#include "remotepath.h"

#include <QCoroFuture>
#include <QCoroTimer>

#include <QCoreApplication>
#include <QDir>
#include <QDirListing>
#include <QPromise>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThreadPool>

using namespace Qt::StringLiterals;
using OpenSandbox::Done;
using OpenSandbox::Error;
using OpenSandbox::FileInfo;
using OpenSandbox::FilesService;
using OpenSandbox::Result;
using OpenSandbox::Task;

namespace Files::TransferWork {
namespace {

using Service = std::shared_ptr<FilesService>;

constexpr qint64 SmallFile = 1 << 20;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Files)
};

std::unexpected<Error> refuse(Error::Kind kind, const QString &message)
{
    return std::unexpected(makeError(kind, message));
}

std::unexpected<Error> cancelled()
{
    return refuse(Error::Kind::Cancelled, {});
}

template <typename Function>
QFuture<std::invoke_result_t<Function>> inThread(Function function)
{
    using Value = std::invoke_result_t<Function>;
    const auto promise = std::make_shared<QPromise<Value>>();
    promise->start();
    QFuture<Value> future = promise->future();
    QThreadPool::globalInstance()->start([promise, function = std::move(function)] {
        promise->addResult(function());
        promise->finish();
    });
    return future;
}

/// A file or folder with everything in it; paths relative to it, "" being itself.
struct Found
{
    struct File
    {
        QString relative;
        QString path;
        qint64 size = 0;
        QDateTime modified;
        int mode = 0;
    };
    bool isFolder = false;
    std::vector<File> files;
    QStringList folders;
    int skipped = 0;
    QString problem;
};

int modeOf(const QFileInfo &file)
{
    return file.permission(QFile::ExeOwner) ? 755 : 644;
}

/// Runs in another thread. Links to folders are not followed, so nothing is walked twice.
Found findLocal(const QString &path, const std::stop_token &stop)
{
    Found found;
    const QFileInfo top(path);
    if (!top.exists()) {
        found.problem = Text::tr("%1 does not exist any more.").arg(path);
        return found;
    }
    if (top.isFile()) {
        if (!top.isReadable())
            found.problem = Text::tr("%1 cannot be read. Change its permissions, then try again.").arg(path);
        found.files.push_back({ QString(), path, top.size(), top.lastModified(), modeOf(top) });
        return found;
    }
    if (!top.isDir()) {
        found.problem = Text::tr("%1 is a pipe, a socket or a device. Only files and folders can be sent.").arg(path);
        return found;
    }
    found.isFolder = true;
    QStringList waiting { QString() };
    while (!waiting.isEmpty() && !stop.stop_requested()) {
        const QString relative = waiting.takeFirst();
        const QString folder = relative.isEmpty() ? path : path + u'/' + relative;
        for (const auto &entry : QDirListing(folder, QDirListing::IteratorFlag::IncludeHidden)) {
            const QFileInfo info = entry.fileInfo();
            const QString inside = relative.isEmpty() ? entry.fileName() : relative + u'/' + entry.fileName();
            if (info.isFile()) {
                found.files.push_back({ inside, entry.filePath(), info.size(), info.lastModified(), modeOf(info) });
            } else if (info.isDir() && !info.isSymLink()) {
                found.folders.append(inside);
                waiting.append(inside);
            } else {
                ++found.skipped;
            }
        }
    }
    return found;
}

QString joined(const QString &top, const QString &relative)
{
    return relative.isEmpty() ? top : top + u'/' + relative;
}

Task<Found> findRemote(Service files, FileInfo top, std::stop_token stop)
{
    Found found;
    if (top.type == FileInfo::Type::File) {
        found.files.push_back({ QString(), top.path, top.size, top.modifiedAt.value_or(QDateTime()), top.mode });
        co_return found;
    }
    if (top.type == FileInfo::Type::Symlink)
        co_return refuse(Error::Kind::InvalidArgument, Text::tr("%1 is a link. Open it and take the file it leads to.").arg(RemotePath::name(top.path)));
    if (top.type == FileInfo::Type::Other)
        co_return refuse(Error::Kind::InvalidArgument, Text::tr("%1 is a pipe, a socket or a device. Only files and folders can be downloaded.").arg(RemotePath::name(top.path)));
    found.isFolder = true;
    QStringList waiting { QString() };
    while (!waiting.isEmpty()) {
        const QString relative = waiting.takeFirst();
        const QString folder = joined(top.path, relative);
        const Result<QList<FileInfo>> listed = co_await files->list(folder, stop);
        if (stop.stop_requested())
            co_return cancelled();
        if (!listed)
            co_return std::unexpected(listed.error());
        for (const FileInfo &file : *listed) {
            const QString name = RemotePath::name(file.path);
            const QString inside = relative.isEmpty() ? name : relative + u'/' + name;
            if (!RemotePath::refusal(file.path).isEmpty())
                ++found.skipped;
            else if (file.type == FileInfo::Type::File)
                found.files.push_back({ inside, file.path, file.size, file.modifiedAt.value_or(QDateTime()), file.mode });
            else if (file.type == FileInfo::Type::Directory) {
                found.folders.append(inside);
                waiting.append(inside);
            } else {
                ++found.skipped;
            }
        }
    }
    co_return found;
}

/// What is in the way in the sandbox. Only folders that exist are listed, each once.
Task<TransferPlan> meetRemote(Service to, Found found, QString top, std::optional<FileInfo> topEntry, std::stop_token stop)
{
    TransferPlan plan;
    plan.isFolder = found.isFolder;
    plan.skipped = found.skipped;
    if (!found.isFolder) {
        const Found::File &file = found.files.front();
        plan.files.push_back({ file.path, top, file.size, file.modified, file.mode, topEntry });
        plan.taken.insert(top);
        co_return plan;
    }
    if (topEntry && !topEntry->isDirectory())
        co_return refuse(Error::Kind::InvalidArgument, Text::tr("The sandbox has a file named %1, so the folder cannot go there. Rename one of them.").arg(RemotePath::name(top)));

    QHash<QString, FileInfo> existing; // by path
    if (topEntry)
        existing.insert(top, *topEntry);
    else
        plan.folders.append(top);
    QStringList folders { QString() };
    folders += found.folders;
    for (const QString &relative : folders) {
        const QString folder = joined(top, relative);
        if (!existing.contains(folder)) {
            if (!relative.isEmpty())
                plan.folders.append(folder);
            continue;
        }
        if (!existing.value(folder).isDirectory())
            co_return refuse(Error::Kind::InvalidArgument, Text::tr("%1 is not a folder in the sandbox. Rename it, then try again.").arg(folder));
        const Result<QList<FileInfo>> listed = co_await to->list(folder, stop);
        if (stop.stop_requested())
            co_return cancelled();
        if (!listed)
            co_return std::unexpected(listed.error());
        for (const FileInfo &file : *listed) {
            existing.insert(file.path, file);
            plan.taken.insert(file.path);
        }
    }
    for (const Found::File &file : found.files) {
        const QString target = joined(top, file.relative);
        const auto there = existing.constFind(target);
        plan.files.push_back({ file.path, target, file.size, file.modified, file.mode, there == existing.constEnd() ? std::nullopt : std::optional(*there) });
        plan.taken.insert(target);
    }
    co_return plan;
}

FileInfo localEntry(const QFileInfo &info)
{
    FileInfo entry;
    entry.path = info.filePath();
    entry.type = info.isDir() ? FileInfo::Type::Directory : FileInfo::Type::File;
    entry.size = info.size();
    entry.modifiedAt = info.lastModified();
    return entry;
}

/// Runs in another thread: looks what is there, makes the folders.
Result<TransferPlan> meetLocal(const Found &found, const QString &top, bool mayReplace)
{
    TransferPlan plan;
    plan.isFolder = found.isFolder;
    plan.skipped = found.skipped;
    if (found.isFolder) {
        const QFileInfo there(top);
        if (there.exists() && !there.isDir())
            return refuse(Error::Kind::LocalFile, Text::tr("%1 is a file. Rename it or choose another folder.").arg(top));
        QStringList folders { QString() };
        folders += found.folders;
        for (const QString &relative : folders) {
            if (!QDir().mkpath(joined(top, relative)))
                return refuse(Error::Kind::LocalFile, Text::tr("The folder %1 could not be made. Choose another place.").arg(joined(top, relative)));
        }
    }
    for (const Found::File &file : found.files) {
        const QString target = joined(top, file.relative);
        PlannedFile planned { file.path, target, file.size, file.modified, file.mode, std::nullopt };
        const QFileInfo there(target);
        if ((there.exists() || there.isSymLink()) && !mayReplace)
            planned.existing = localEntry(there);
        plan.files.push_back(std::move(planned));
        plan.taken.insert(target);
    }
    return plan;
}

QString temporaryName()
{
    return u".upload-%1.part"_s.arg(QString::number(QRandomGenerator::global()->generate(), 16).rightJustified(8, u'0'));
}

/// The size in the sandbox. A file may be invisible for a moment after it was written.
Task<qint64> sizeOf(Service files, QString path)
{
    const QStringList paths { path };
    for (int attempt = 0;; ++attempt) {
        const Result<QMap<QString, FileInfo>> info = co_await files->info(paths);
        if (info)
            co_return info->value(path).size;
        if (!info.error().isNotFound() || attempt > 0)
            co_return std::unexpected(info.error());
        QTimer timer;
        timer.setSingleShot(true);
        timer.start(std::chrono::milliseconds(300));
        co_await timer;
    }
}

} // namespace

bool goesStraight(const PlannedFile &file)
{
    // What a link leads to is written through it; renaming over it would replace the link.
    return (!file.existing && file.size < SmallFile) || (file.existing && file.existing->type == FileInfo::Type::Symlink);
}

QString sizeDiffers(qint64 arrived, qint64 expected, bool upload)
{
    const QString text = upload ? Text::tr("Uploaded, but the size differs: %L1 of %L2 bytes arrived.") : Text::tr("Downloaded, but the size differs: %L1 of %L2 bytes arrived.");
    return text.arg(arrived).arg(expected);
}

Task<KnownEntries> entriesOf(Service files, QString folder, std::stop_token stop)
{
    const Result<QList<FileInfo>> listed = co_await files->list(folder, stop);
    KnownEntries known;
    if (!listed) {
        if (listed.error().isNotFound())
            co_return known;
        co_return std::unexpected(listed.error());
    }
    known.reserve(listed->size());
    for (const FileInfo &file : *listed)
        known.insert(RemotePath::name(file.path), file);
    co_return known;
}

Task<TransferPlan> planUpload(Service to, QString localPath, QString remoteFolder, KnownEntries known, std::stop_token stop)
{
    const QString name = QFileInfo(localPath).fileName();
    if (const QString reason = RemotePath::nameRefusal(name); !reason.isEmpty())
        co_return refuse(Error::Kind::InvalidArgument, reason + u' ' + Text::tr("Rename it here first."));
    if (const QString reason = RemotePath::refusal(remoteFolder); !reason.isEmpty())
        co_return refuse(Error::Kind::InvalidArgument, reason);
    const auto search = [localPath, stop] { return findLocal(localPath, stop); };
    QFuture<Found> searching = inThread(search);
    Found found = co_await searching;
    if (stop.stop_requested())
        co_return cancelled();
    if (!found.problem.isEmpty())
        co_return refuse(Error::Kind::LocalFile, found.problem);
    // Names that the sandbox would not understand stay here, counted.
    const std::size_t all = found.files.size();
    std::erase_if(found.files, [](const Found::File &file) { return !RemotePath::refusal(file.relative).isEmpty(); });
    found.skipped += int(all - found.files.size());
    found.folders.removeIf([](const QString &folder) { return !RemotePath::refusal(folder).isEmpty(); });

    const auto there = known.constFind(name);
    const std::optional<FileInfo> existing = there == known.constEnd() ? std::nullopt : std::optional(*there);
    const QString top = RemotePath::join(remoteFolder, name);
    Result<TransferPlan> plan = co_await meetRemote(to, found, top, existing, stop);
    if (plan && !plan->isFolder) {
        for (auto it = known.constBegin(); it != known.constEnd(); ++it)
            plan->taken.insert(it->path);
    }
    co_return plan;
}

Task<TransferPlan> planDownload(Service from, FileInfo file, QString localTarget, bool mayReplace, std::stop_token stop)
{
    if (const QString reason = RemotePath::refusal(file.path); !reason.isEmpty())
        co_return refuse(Error::Kind::InvalidArgument, reason);
    Result<Found> found = co_await findRemote(from, file, stop);
    if (!found)
        co_return std::unexpected(found.error());
    const auto meet = [found = *found, localTarget, mayReplace] { return meetLocal(found, localTarget, mayReplace); };
    QFuture<Result<TransferPlan>> meeting = inThread(meet);
    Result<TransferPlan> plan = co_await meeting;
    co_return plan;
}

Task<TransferPlan> planCopy(Service from, FileInfo file, Service to, QString remoteFolder, bool sameFolder, std::stop_token stop)
{
    if (const QString reason = RemotePath::refusal(file.path); !reason.isEmpty())
        co_return refuse(Error::Kind::InvalidArgument, reason);
    Result<Found> found = co_await findRemote(from, file, stop);
    if (!found)
        co_return std::unexpected(found.error());
    Result<KnownEntries> known = co_await entriesOf(to, remoteFolder, stop);
    if (!known)
        co_return std::unexpected(known.error());
    QString name = RemotePath::name(file.path);
    // A copy beside its original can only be a second one.
    if (sameFolder)
        name = RemotePath::freeName(name, [&known](const QString &candidate) { return known->contains(candidate); });
    const auto there = known->constFind(name);
    const std::optional<FileInfo> existing = there == known->constEnd() ? std::nullopt : std::optional(*there);
    const QString top = RemotePath::join(remoteFolder, name);
    const Found everything = *found;
    Result<TransferPlan> plan = co_await meetRemote(to, everything, top, existing, stop);
    if (plan && !plan->isFolder) {
        for (auto it = known->constBegin(); it != known->constEnd(); ++it)
            plan->taken.insert(it->path);
    }
    co_return plan;
}

Task<Done> makeFolders(Service files, QStringList folders, std::stop_token stop)
{
    // In pieces, so that no request grows without bound.
    constexpr qsizetype Piece = 500;
    for (qsizetype at = 0; at < folders.size(); at += Piece) {
        const QStringList piece = folders.mid(at, Piece);
        const Result<Done> made = co_await files->createDirectories(piece, {}, stop);
        if (!made)
            co_return made;
    }
    co_return Done {};
}

Task<Done> send(Service to, PlannedFile file, OpenSandbox::Progress progress, std::stop_token stop)
{
    OpenSandbox::Permissions permissions;
    if (file.existing) {
        // The replaced file's own, so that a script stays one and keeps its owner.
        permissions.mode = file.existing->mode;
        permissions.owner = file.existing->owner;
        permissions.group = file.existing->group;
    } else if (file.mode) {
        permissions.mode = file.mode;
    }
    if (file.existing && file.existing->type == FileInfo::Type::Symlink)
        permissions = {};

    if (goesStraight(file)) {
        const Result<Done> sent = co_await to->upload(file.source, file.target, permissions, progress, stop);
        const bool nothingSent = !sent && (sent.error().kind == Error::Kind::InvalidArgument || sent.error().kind == Error::Kind::LocalFile);
        if (!sent && !nothingSent && !file.existing) {
            const QStringList torso { file.target };
            co_await to->removeFiles(torso);
        }
        co_return sent;
    }

    const QString folder = RemotePath::parent(file.target);
    const QString temporary = RemotePath::join(folder, temporaryName());
    const QStringList torso { temporary };
    const Result<Done> sent = co_await to->upload(file.source, temporary, permissions, progress, stop);
    if (!sent || stop.stop_requested()) {
        co_await to->removeFiles(torso);
        if (sent)
            co_return cancelled();
        co_return sent;
    }
    const Result<qint64> arrived = co_await sizeOf(to, temporary);
    const qint64 expected = QFileInfo(file.source).size();
    if (!arrived || *arrived != expected) {
        co_await to->removeFiles(torso);
        if (!arrived)
            co_return std::unexpected(arrived.error());
        co_return refuse(Error::Kind::ResultUnknown, sizeDiffers(*arrived, expected, true));
    }

    // The old file stays until the new one has its name.
    const QString kept = temporary.chopped(5) + u".old"_s;
    if (file.existing) {
        const QList<OpenSandbox::MoveEntry> aside { { file.target, kept } };
        const Result<Done> moved = co_await to->move(aside);
        if (!moved && !moved.error().isNotFound()) {
            co_await to->removeFiles(torso);
            co_return moved;
        }
    }
    const QList<OpenSandbox::MoveEntry> into { { temporary, file.target } };
    const Result<Done> named = co_await to->move(into);
    if (!named) {
        if (file.existing) {
            const QList<OpenSandbox::MoveEntry> back { { kept, file.target } };
            co_await to->move(back);
        }
        co_await to->removeFiles(torso);
        co_return named;
    }
    if (file.existing) {
        const QStringList old { kept };
        co_await to->removeFiles(old);
    }
    co_return Done {};
}

Task<Done> fetch(Service from, PlannedFile file, OpenSandbox::Progress progress, std::stop_token stop)
{
    const Result<Done> fetched = co_await from->download(file.source, file.target, progress, stop);
    if (!fetched)
        co_return fetched;
    const qint64 arrived = QFileInfo(file.target).size();
    if (arrived == file.size)
        co_return Done {};
    // It may have grown since it was listed; files below /proc claim to be empty.
    const QStringList paths { file.source };
    const Result<QMap<QString, FileInfo>> now = co_await from->info(paths);
    const qint64 expected = now ? now->value(file.source).size : file.size;
    if (arrived == expected || expected == 0)
        co_return Done {};
    co_return refuse(Error::Kind::ResultUnknown, sizeDiffers(arrived, expected, false));
}

Task<Done> relay(Service from, Service to, PlannedFile file, OpenSandbox::Progress progress, std::stop_token stop)
{
    const QString cache = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    QDir().mkpath(cache);
    QTemporaryDir folder(cache + u"/copy-XXXXXX"_s);
    if (!folder.isValid())
        co_return refuse(Error::Kind::LocalFile, Text::tr("There is no place for the copy on its way: %1").arg(folder.errorString()));
    PlannedFile down = file;
    down.target = folder.filePath(u"file"_s);
    const OpenSandbox::Progress firstHalf = [progress](qint64 done, qint64 total) {
        if (progress)
            progress(done / 2, total);
    };
    const Result<Done> fetched = co_await fetch(from, down, firstHalf, stop);
    if (!fetched)
        co_return fetched;
    PlannedFile up = file;
    up.source = down.target;
    up.size = QFileInfo(down.target).size();
    const OpenSandbox::Progress secondHalf = [progress](qint64 done, qint64 total) {
        if (progress)
            progress(total > 0 ? total - (total - done) / 2 : done, total);
    };
    const Result<Done> sent = co_await send(to, up, secondHalf, stop);
    co_return sent;
}

Task<SizeCheck> compareSizes(Service to, std::vector<std::pair<std::size_t, PlannedFile>> files, std::stop_token stop)
{
    SizeCheck check;
    QHash<QString, std::vector<std::size_t>> byFolder; // places in `files`
    for (std::size_t i = 0; i < files.size(); ++i)
        byFolder[RemotePath::parent(files[i].second.target)].push_back(i);
    const QStringList folders = byFolder.keys();
    for (const QString &folder : folders) {
        const std::vector<std::size_t> places = byFolder.value(folder);
        QHash<QString, qint64> sizes;
        // Twice at most: some file systems show a new file a moment late.
        for (int attempt = 0; attempt < 2; ++attempt) {
            if (places.size() == 1) {
                const QString path = files[places.front()].second.target;
                const Result<qint64> size = co_await sizeOf(to, path);
                if (size)
                    sizes.insert(path, *size);
                else if (!size.error().isNotFound())
                    co_return std::unexpected(size.error());
                break;
            }
            const Result<QList<FileInfo>> listed = co_await to->list(folder, stop);
            if (!listed)
                co_return std::unexpected(listed.error());
            for (const FileInfo &file : *listed)
                sizes.insert(file.path, file.size);
            const bool all = std::ranges::all_of(places, [&](std::size_t place) { return sizes.contains(files[place].second.target); });
            if (all)
                break;
            QTimer timer;
            timer.setSingleShot(true);
            timer.start(std::chrono::milliseconds(300));
            co_await timer;
        }
        for (const std::size_t place : places) {
            const PlannedFile &file = files[place].second;
            // Through a link the size is that of the link.
            if (file.existing && file.existing->type == FileInfo::Type::Symlink)
                continue;
            const qint64 arrived = sizes.value(file.target, 0);
            if (!sizes.contains(file.target) || arrived != file.size) {
                check.wrong.push_back(files[place].first);
                check.arrived.insert(files[place].first, arrived);
            }
        }
    }
    co_return check;
}

} // namespace Files::TransferWork

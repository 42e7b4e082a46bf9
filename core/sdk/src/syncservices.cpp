// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/syncservices.h>

#include "httpservices.h"
#include "pace.h"
#include "spool.h"
#include "syncthread.h"

#include <QThread>

#include <atomic>

namespace OpenSandbox {

using Sync::call;
using Sync::queuedProgress;

namespace {

/// A chunk's taker that may have had enough: its answer counts for the pieces after the next.
std::function<bool(QByteArray)> answered(const JobQueuePtr &queue, std::function<bool(QByteArray)> chunk)
{
    const auto enough = std::make_shared<std::atomic<bool>>(false);
    std::function<bool(QByteArray)> take = [queue, enough, chunk = std::move(chunk)](const QByteArray &bytes) {
        queue->push([enough, chunk, bytes] {
            if (!*enough && !chunk(bytes))
                *enough = true;
        });
        return !*enough;
    };
    return Paced<bool, QByteArray> { std::move(take), Sync::paced(queue) };
}

std::function<void(QByteArray, qint64)> pieces(const JobQueuePtr &queue, std::function<void(QByteArray, qint64)> chunk)
{
    if (!chunk)
        return {};
    std::function<void(QByteArray, qint64)> take = [queue, chunk = std::move(chunk)](const QByteArray &bytes, qint64 cursor) {
        queue->push([chunk, bytes, cursor] { chunk(bytes, cursor); });
    };
    return Paced<void, QByteArray, qint64> { std::move(take), Sync::paced(queue) };
}

/// The content of a sequential device, which belongs to this thread.
Result<std::shared_ptr<QIODevice>> spooled(const std::shared_ptr<QIODevice> &device, const std::stop_token &stop)
{
    constexpr int Patience = 100; // Milliseconds, until the token is looked at again.
    Spool spool(device);
    for (;;) {
        if (stop.stop_requested())
            return std::unexpected(cancelled());
        const Result<Spool::Step> step = spool.read();
        if (!step)
            return std::unexpected(step.error());
        if (*step == Spool::Step::End)
            return spool.content();
        // Some devices cannot wait.
        if (*step == Spool::Step::Nothing && !device->waitForReadyRead(Patience))
            QThread::msleep(1);
    }
}

} // namespace

Result<QMap<QString, FileInfo>> FilesSync::info(QStringList paths, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::info, std::move(paths), std::move(stop));
}

Result<QList<FileInfo>> FilesSync::list(QString path, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::list, std::move(path), std::move(stop));
}

Result<QList<FileInfo>> FilesSync::search(QString path, QString pattern, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::search, std::move(path), std::move(pattern), std::move(stop));
}

Result<QByteArray> FilesSync::read(QString path, qint64 limit, qint64 offset, qint64 length, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::read, std::move(path), limit, offset, length, std::move(stop));
}

Result<Done> FilesSync::write(QString path, QByteArray content, Permissions permissions, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::write, std::move(path), std::move(content), std::move(permissions), std::move(stop));
}

Result<Done> FilesSync::upload(QString localPath, QString remotePath, Permissions permissions, Progress progress, std::stop_token stop)
{
    return Sync::run<Done>(m_thread, [service = m_service, localPath = std::move(localPath), remotePath = std::move(remotePath), permissions = std::move(permissions), progress = std::move(progress), stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->upload(localPath, remotePath, permissions, queuedProgress(queue, progress), stop);
    });
}

Result<Done> FilesSync::uploadFrom(std::shared_ptr<QIODevice> device, QString remotePath, Permissions permissions, Progress progress, std::stop_token stop)
{
    if (const auto refusal = m_thread->refusal())
        return std::unexpected(*refusal);
    if (auto problem = pathProblem(remotePath))
        return std::unexpected(*problem);
    if (auto problem = deviceProblem(device.get()))
        return std::unexpected(*problem);
    if (device->isSequential()) {
        const Result<std::shared_ptr<QIODevice>> content = spooled(device, stop);
        if (!content)
            return std::unexpected(content.error());
        device = *content;
    }
    return Sync::run<Done>(m_thread, [service = m_service, device = std::move(device), remotePath = std::move(remotePath), permissions = std::move(permissions), progress = std::move(progress), stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->uploadFrom(device, remotePath, permissions, queuedProgress(queue, progress), stop);
    });
}

Result<Done> FilesSync::download(QString remotePath, QString localPath, Progress progress, std::stop_token stop)
{
    return Sync::run<Done>(m_thread, [service = m_service, remotePath = std::move(remotePath), localPath = std::move(localPath), progress = std::move(progress), stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->download(remotePath, localPath, queuedProgress(queue, progress), stop);
    });
}

Result<Done> FilesSync::createDirectories(QStringList paths, Permissions permissions, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::createDirectories, std::move(paths), std::move(permissions), std::move(stop));
}

Result<Done> FilesSync::move(QList<MoveEntry> entries, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::move, std::move(entries), std::move(stop));
}

Result<Done> FilesSync::removeFiles(QStringList paths, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::removeFiles, std::move(paths), std::move(stop));
}

Result<Done> FilesSync::removeDirectories(QStringList paths, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::removeDirectories, std::move(paths), std::move(stop));
}

Result<Done> FilesSync::setPermissions(QMap<QString, Permissions> permissions, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::setPermissions, std::move(permissions), std::move(stop));
}

Result<QString> FilesSync::readText(QString path, QString encoding, qint64 limit, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::readText, std::move(path), std::move(encoding), limit, std::move(stop));
}

Result<Done> FilesSync::writeText(QString path, QString text, QString encoding, Permissions permissions, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::writeText, std::move(path), std::move(text), std::move(encoding), std::move(permissions), std::move(stop));
}

Result<Done> FilesSync::createDirectoriesWith(QMap<QString, Permissions> directories, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::createDirectoriesWith, std::move(directories), std::move(stop));
}

Result<QList<FileInfo>> FilesSync::listTree(QString path, int depth, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::listTree, std::move(path), depth, std::move(stop));
}

Result<Done> FilesSync::readStream(QString path, std::function<bool(QByteArray bytes)> chunk, qint64 offset, qint64 length, std::stop_token stop)
{
    return Sync::run<Done>(m_thread, [service = m_service, path = std::move(path), chunk = std::move(chunk), offset, length, stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->readStream(path, chunk ? answered(queue, chunk) : nullptr, offset, length, stop);
    });
}

Result<QMap<QString, int>> FilesSync::replaceContents(QMap<QString, Replacement> replacements, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::replaceContents, std::move(replacements), std::move(stop));
}

Result<qint64> FilesSync::downloadResumable(QString remotePath, QString localPath, Progress progress, std::stop_token stop)
{
    return Sync::run<qint64>(m_thread, [service = m_service, remotePath = std::move(remotePath), localPath = std::move(localPath), progress = std::move(progress), stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->downloadResumable(remotePath, localPath, queuedProgress(queue, progress), stop);
    });
}

Result<Done> FilesSync::verify(QString localPath, QString remotePath, Progress progress, std::stop_token stop)
{
    return Sync::run<Done>(m_thread, [service = m_service, localPath = std::move(localPath), remotePath = std::move(remotePath), progress = std::move(progress), stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->verify(localPath, remotePath, queuedProgress(queue, progress), stop);
    });
}

Result<QList<FileOutcome>> FilesSync::writeMany(QList<FileContent> files, std::stop_token stop)
{
    return call(m_thread, m_service, &FilesService::writeMany, std::move(files), std::move(stop));
}

Result<QList<FileOutcome>> FilesSync::uploadFolder(QString localFolder, QString remoteFolder, Progress progress, std::stop_token stop)
{
    return Sync::run<QList<FileOutcome>>(m_thread, [service = m_service, localFolder = std::move(localFolder), remoteFolder = std::move(remoteFolder), progress = std::move(progress), stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->uploadFolder(localFolder, remoteFolder, queuedProgress(queue, progress), stop);
    });
}

Result<QList<FileOutcome>> FilesSync::downloadFolder(QString remoteFolder, QString localFolder, Progress progress, std::stop_token stop)
{
    return Sync::run<QList<FileOutcome>>(m_thread, [service = m_service, remoteFolder = std::move(remoteFolder), localFolder = std::move(localFolder), progress = std::move(progress), stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->downloadFolder(remoteFolder, localFolder, queuedProgress(queue, progress), stop);
    });
}

Result<Execution> CommandsSync::run(QString command, RunCommandOptions options, ExecutionHandlers handlers, std::stop_token stop)
{
    return Sync::run<Execution>(m_thread, [service = m_service, command = std::move(command), options = std::move(options), handlers = std::move(handlers), stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->run(command, options, Sync::queued(queue, handlers), stop);
    });
}

Result<CommandStatus> CommandsSync::status(QString id, std::stop_token stop)
{
    return call(m_thread, m_service, &CommandsService::status, std::move(id), std::move(stop));
}

Result<CommandLogs> CommandsSync::logs(QString id, qint64 cursor, std::stop_token stop)
{
    return call(m_thread, m_service, &CommandsService::logs, std::move(id), cursor, std::move(stop));
}

Result<Done> CommandsSync::interrupt(QString id, std::stop_token stop)
{
    return call(m_thread, m_service, &CommandsService::interrupt, std::move(id), std::move(stop));
}

Result<CommandStatus> CommandsSync::follow(QString id, std::function<void(QByteArray bytes, qint64 cursor)> chunk, FollowOptions options, std::stop_token stop)
{
    return Sync::run<CommandStatus>(m_thread, [service = m_service, id = std::move(id), chunk = std::move(chunk), options = std::move(options), stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->follow(id, pieces(queue, chunk), options, stop);
    });
}

Result<QString> CommandsSync::createSession(QString cwd, std::stop_token stop)
{
    return call(m_thread, m_service, &CommandsService::createSession, std::move(cwd), std::move(stop));
}

Result<Execution> CommandsSync::runInSession(QString sessionId, QString command, RunInSessionOptions options, ExecutionHandlers handlers, std::stop_token stop)
{
    return Sync::run<Execution>(m_thread, [service = m_service, sessionId = std::move(sessionId), command = std::move(command), options = std::move(options), handlers = std::move(handlers), stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->runInSession(sessionId, command, options, Sync::queued(queue, handlers), stop);
    });
}

Result<Done> CommandsSync::deleteSession(QString sessionId, std::stop_token stop)
{
    return call(m_thread, m_service, &CommandsService::deleteSession, std::move(sessionId), std::move(stop));
}

Result<Metrics> MetricsSync::get(std::stop_token stop)
{
    return call(m_thread, m_service, &MetricsService::get, std::move(stop));
}

Result<Done> MetricsSync::watch(std::function<void(const Metrics &)> sample, std::function<void(const QString &)> gap, std::stop_token stop)
{
    return Sync::run<Done>(m_thread, [service = m_service, sample = std::move(sample), gap = std::move(gap), stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->watch(Sync::queued(queue, sample), Sync::queued(queue, gap), stop);
    });
}

Result<Done> HealthSync::ping(std::stop_token stop)
{
    return call(m_thread, m_service, &HealthService::ping, std::move(stop));
}

} // namespace OpenSandbox

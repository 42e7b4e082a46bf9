// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "httpservices.h"

/// The parts of the file service; each is one request or a few.
namespace OpenSandbox {

Error localError(const QString &what, const QString &path, const QString &reason);
QByteArray pathsQuery(const QStringList &paths);

/// The body of POST /files/upload for one file, in front of and behind its content.
struct UploadFrame
{
    QByteArray boundary;
    QByteArray head;
    QByteArray tail;
};
QByteArray uploadBoundary();
QByteArray uploadHead(const QByteArray &boundary, const QString &path, const Permissions &permissions);
UploadFrame uploadFrame(const QString &path, const Permissions &permissions);
Request uploadRequest(const QByteArray &boundary);

Task<QMap<QString, FileInfo>> infoOf(std::shared_ptr<const Client> client, QStringList paths, std::stop_token stop);
Task<FileInfo> oneInfo(std::shared_ptr<const Client> client, QString path, std::stop_token stop);
Task<QList<FileInfo>> listOf(std::shared_ptr<const Client> client, QString path, int depth, std::stop_token stop);
Task<Done> createDirectoriesOf(std::shared_ptr<const Client> client, QStringList paths, Permissions permissions, std::stop_token stop);
Task<Done> createDirectoriesWithOf(std::shared_ptr<const Client> client, QMap<QString, Permissions> directories, std::stop_token stop);
/// The file is not there. Some servers say so by a 500.
bool isMissing(const Error &error);
/// Folders that the server makes on the way belong to its own user: those that are missing are made for this one first.
Task<Done> makeParents(std::shared_ptr<const Client> client, QStringList paths, Permissions permissions, std::stop_token stop);

/// Compares what is there with what was sent: some proxies answer 200 and lose the body.
Task<Done> checkSize(std::shared_ptr<const Client> client, QString path, qint64 size, std::stop_token stop);
/// A whole file that has come with another size than `info` told, while it has not changed, is an Error.
Task<Done> checkArrived(std::shared_ptr<const Client> client, QString path, FileInfo info, qint64 received, std::stop_token stop);
/// Of what has content: of anything else execd's download is broken HTTP, or never comes.
Task<FileInfo> readableInfo(std::shared_ptr<const Client> client, QString path, std::stop_token stop);
/// An offset below 0 becomes the one from the start.
std::optional<Error> countFromEnd(qint64 &offset, const FileInfo &info);
/// "bytes=a-b"; a length below 0 leaves the end open.
QByteArray rangeHeader(qint64 offset, qint64 length);

/// The head of an answer whose body is file content.
struct Arrival
{
    int status = 0;
    qint64 length = -1; ///< Announced; -1: not.
    QByteArray contentRange;
};
/// Gets the content in pieces; false: enough, an Error: give up.
using ArrivalSink = std::function<Result<bool>(const Arrival &arrival, const QByteArray &bytes)>;
/// Sends and hands what comes to the sink, which may be waited for; the value is the number of bytes. `path` is for messages.
Task<qint64> receive(std::shared_ptr<const Client> client, Request request, QString path, ArrivalSink sink, std::stop_token stop, Pace pace = {});

Task<Done> uploadOf(std::shared_ptr<const Client> client, QString localPath, QString remotePath, Permissions permissions, Progress progress, std::stop_token stop);
Task<Done> uploadFromOf(std::shared_ptr<const Client> client, std::shared_ptr<QIODevice> device, QString remotePath, Permissions permissions, Progress progress, std::stop_token stop);
Task<Done> downloadOf(std::shared_ptr<const Client> client, QString remotePath, QString localPath, Progress progress, std::stop_token stop);

Task<Done> readStreamOf(std::shared_ptr<const Client> client, QString path, std::function<bool(QByteArray)> chunk, qint64 offset, qint64 length, std::stop_token stop);
Task<QMap<QString, int>> replaceOf(std::shared_ptr<const Client> client, QMap<QString, Replacement> replacements, std::stop_token stop);
Task<qint64> downloadResumableOf(std::shared_ptr<const Client> client, QString remotePath, QString localPath, Progress progress, std::stop_token stop);
Task<Done> verifyOf(std::shared_ptr<const Client> client, QString localPath, QString remotePath, Progress progress, std::stop_token stop);
Task<QList<FileOutcome>> writeManyOf(std::shared_ptr<const Client> client, QList<FileContent> files, std::stop_token stop);
Task<QList<FileOutcome>> uploadFolderOf(std::shared_ptr<const Client> client, QString localFolder, QString remoteFolder, Progress progress, std::stop_token stop);
Task<QList<FileOutcome>> downloadFolderOf(std::shared_ptr<const Client> client, QString remoteFolder, QString localFolder, Progress progress, std::stop_token stop);

} // namespace OpenSandbox

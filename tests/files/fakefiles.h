// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <files/filesource.h>
#include <files/remotepath.h>

#include <QCoroTimer>

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <map>
#include <set>

/// A sandbox's files in memory, with the manners of the real file service (protocol.md 2.7) and faults on demand.
class FakeFiles : public OpenSandbox::FilesService, public std::enable_shared_from_this<FakeFiles>
{
public:
    using FileInfo = OpenSandbox::FileInfo;
    using Done = OpenSandbox::Done;
    using Error = OpenSandbox::Error;
    template <typename T>
    using Task = OpenSandbox::Task<T>;

    struct Node
    {
        FileInfo info;
        QByteArray content;
    };

    std::map<QString, Node> nodes;
    QStringList calls; ///< "list /workspace", ...
    int openCalls = 0;
    int mostTransfersAtOnce = 0;
    int transfersNow = 0;
    bool held = false; ///< Lists wait while set.
    bool heldTransfers = false;
    int transferDelay = 0; ///< Milliseconds for each piece.
    std::optional<Error> failLists;
    std::optional<Error> failTransfers;
    qint64 loseBytes = 0; ///< Uploads report success but store fewer.
    QDateTime now = QDateTime(QDate(2026, 11, 30), QTime(9, 0), QTimeZone::UTC);

    FakeFiles() { addFolder(QStringLiteral("/")); }

    void addFolder(const QString &path, int mode = 755)
    {
        Node node;
        node.info.path = path;
        node.info.type = FileInfo::Type::Directory;
        node.info.size = 4096;
        node.info.mode = mode;
        node.info.owner = node.info.group = QStringLiteral("sandbox");
        node.info.modifiedAt = now;
        nodes[path] = node;
    }
    Node &addFile(const QString &path, const QByteArray &content = {}, int mode = 644)
    {
        Node node;
        node.info.path = path;
        node.info.mode = mode;
        node.info.size = content.size();
        node.info.owner = node.info.group = QStringLiteral("sandbox");
        node.info.modifiedAt = now;
        node.content = content;
        return nodes[path] = node;
    }
    void addOther(const QString &path, FileInfo::Type type) { addFile(path).info.type = type; }
    bool has(const QString &path) const { return nodes.contains(path); }
    QByteArray content(const QString &path) const { return nodes.at(path).content; }
    QStringList names() const
    {
        QStringList all;
        for (const auto &[path, node] : nodes) {
            if (node.info.type != FileInfo::Type::Directory)
                all.append(path);
        }
        return all;
    }
    int countOf(const QString &call) const { return int(calls.count(call)); }

    static Error apiError(int status, const QString &code, const QString &message)
    {
        Error error;
        error.kind = Error::Kind::Api;
        error.httpStatus = status;
        error.code = code;
        error.message = message;
        return error;
    }
    static Error notFound(const QString &path) { return apiError(404, QStringLiteral("FILE_NOT_FOUND"), QStringLiteral("file not found: ") + path); }
    static Error cancelled() { return Files::makeError(Error::Kind::Cancelled, QStringLiteral("cancelled")); }

    Task<QMap<QString, FileInfo>> info(QStringList paths, std::stop_token) override
    {
        QMap<QString, FileInfo> result;
        for (const QString &path : paths) {
            calls.append(QStringLiteral("info ") + path);
            if (!nodes.contains(path))
                co_return std::unexpected(notFound(path));
            result.insert(path, nodes.at(path).info);
        }
        co_return result;
    }

    Task<QList<FileInfo>> list(QString path, std::stop_token stop) override
    {
        const auto self = shared_from_this(); // a test may end first
        calls.append(QStringLiteral("list ") + path);
        ++openCalls;
        OpenSandbox::Result<Done> waited = co_await wait(stop);
        --openCalls;
        if (!waited)
            co_return std::unexpected(waited.error());
        if (failLists)
            co_return std::unexpected(*failLists);
        if (!nodes.contains(path))
            co_return std::unexpected(notFound(path));
        QList<FileInfo> result;
        for (const auto &[key, node] : nodes) {
            if (key != QStringLiteral("/") && Files::RemotePath::parent(key) == path)
                result.append(node.info);
        }
        co_return result;
    }

    Task<QList<FileInfo>> search(QString, QString, std::stop_token) override { co_return QList<FileInfo>(); }

    Task<QByteArray> read(QString path, qint64 limit, qint64 offset, qint64 length, std::stop_token stop) override
    {
        const auto self = shared_from_this(); // a test may end first
        calls.append(QStringLiteral("read %1 %2 %3").arg(path).arg(offset).arg(length));
        OpenSandbox::Result<Done> waited = co_await wait(stop);
        if (!waited)
            co_return std::unexpected(waited.error());
        if (!nodes.contains(path))
            co_return std::unexpected(notFound(path));
        const QByteArray part = content(path).mid(offset, length);
        if (part.size() > limit)
            co_return std::unexpected(Files::makeError(Error::Kind::InvalidArgument, QStringLiteral("too large")));
        co_return part;
    }

    Task<Done> write(QString path, QByteArray bytes, OpenSandbox::Permissions, std::stop_token) override
    {
        calls.append(QStringLiteral("write ") + path);
        addFile(path, bytes);
        co_return Done {};
    }

    Task<Done> upload(QString localPath, QString remotePath, OpenSandbox::Permissions permissions, OpenSandbox::Progress progress, std::stop_token stop) override
    {
        calls.append(QStringLiteral("upload ") + remotePath);
        QFile file(localPath);
        if (!file.open(QIODevice::ReadOnly))
            co_return std::unexpected(Files::makeError(Error::Kind::LocalFile, file.errorString()));
        const QByteArray bytes = file.readAll();
        const auto self = shared_from_this();
        enter();
        // As the real one: the target is truncated first, then it grows.
        makeParents(remotePath);
        Node &node = nodes.contains(remotePath) ? nodes.at(remotePath) : addFile(remotePath);
        node.content.clear();
        const qint64 total = bytes.size();
        for (qint64 at = 0; at < total; at += Piece) {
            OpenSandbox::Result<Done> waited = co_await wait(stop, true);
            if (!waited) {
                leave();
                co_return waited;
            }
            if (failTransfers) {
                leave();
                co_return std::unexpected(*failTransfers);
            }
            Node &growing = nodes.at(remotePath);
            growing.content += bytes.mid(at, Piece);
            growing.info.size = growing.content.size();
            if (progress)
                progress(qMin(at + Piece, total), total);
        }
        if (failTransfers) {
            leave();
            co_return std::unexpected(*failTransfers);
        }
        Node &whole = nodes.at(remotePath);
        whole.content.chop(loseBytes);
        whole.info.size = whole.content.size();
        whole.info.modifiedAt = now.addSecs(60);
        if (permissions.mode)
            whole.info.mode = *permissions.mode;
        leave();
        co_return Done {};
    }

    Task<Done> download(QString remotePath, QString localPath, OpenSandbox::Progress progress, std::stop_token stop) override
    {
        calls.append(QStringLiteral("download ") + remotePath);
        if (!nodes.contains(remotePath))
            co_return std::unexpected(notFound(remotePath));
        const QByteArray bytes = content(remotePath);
        const auto self = shared_from_this();
        enter();
        for (qint64 at = 0; at < bytes.size(); at += Piece) {
            OpenSandbox::Result<Done> waited = co_await wait(stop, true);
            if (!waited) {
                leave();
                co_return waited;
            }
            if (progress)
                progress(qMin(at + Piece, bytes.size()), bytes.size());
        }
        leave();
        if (failTransfers)
            co_return std::unexpected(*failTransfers);
        QSaveFile file(localPath);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes.chopped(loseBytes)) < 0 || !file.commit())
            co_return std::unexpected(Files::makeError(Error::Kind::LocalFile, file.errorString()));
        co_return Done {};
    }

    Task<Done> createDirectories(QStringList paths, OpenSandbox::Permissions, std::stop_token) override
    {
        for (const QString &path : paths) {
            calls.append(QStringLiteral("mkdir ") + path);
            makeParents(path);
            if (!nodes.contains(path))
                addFolder(path);
        }
        co_return Done {};
    }

    Task<Done> move(QList<OpenSandbox::MoveEntry> entries, std::stop_token) override
    {
        for (const OpenSandbox::MoveEntry &entry : entries) {
            calls.append(QStringLiteral("move %1 -> %2").arg(entry.source, entry.destination));
            if (!nodes.contains(entry.source))
                co_return std::unexpected(notFound(entry.source));
            if (nodes.contains(entry.destination))
                co_return std::unexpected(apiError(500, QStringLiteral("RUNTIME_ERROR"), QStringLiteral("destination path already exists")));
            std::map<QString, Node> moved;
            for (auto it = nodes.begin(); it != nodes.end();) {
                if (Files::RemotePath::isInside(it->first, entry.source)) {
                    const QString path = entry.destination + it->first.mid(entry.source.size());
                    Node node = it->second;
                    node.info.path = path;
                    moved[path] = node;
                    it = nodes.erase(it);
                } else {
                    ++it;
                }
            }
            nodes.merge(moved);
        }
        co_return Done {};
    }

    Task<Done> removeFiles(QStringList paths, std::stop_token) override
    {
        for (const QString &path : paths) {
            calls.append(QStringLiteral("delete ") + path);
            if (nodes.contains(path) && nodes.at(path).info.isDirectory())
                co_return std::unexpected(apiError(500, QStringLiteral("RUNTIME_ERROR"), QStringLiteral("is a directory")));
            nodes.erase(path);
        }
        co_return Done {};
    }

    Task<Done> removeDirectories(QStringList paths, std::stop_token) override
    {
        for (const QString &path : paths) {
            calls.append(QStringLiteral("rmdir ") + path);
            std::erase_if(nodes, [&](const auto &entry) { return Files::RemotePath::isInside(entry.first, path); });
        }
        co_return Done {};
    }

    Task<Done> setPermissions(QMap<QString, OpenSandbox::Permissions> permissions, std::stop_token) override
    {
        for (auto it = permissions.constBegin(); it != permissions.constEnd(); ++it) {
            calls.append(QStringLiteral("chmod ") + it.key());
            if (it->mode && nodes.contains(it.key()))
                nodes.at(it.key()).info.mode = *it->mode;
        }
        co_return Done {};
    }

private:
    static constexpr qint64 Piece = 256 * 1024;

    bool isHeld(bool transfer) const { return transfer ? heldTransfers : held; }
    void enter() { mostTransfersAtOnce = qMax(mostTransfersAtOnce, ++transfersNow); }
    void leave() { --transfersNow; }

    /// At least one turn of the event loop, and as long as `held`.
    Task<Done> wait(std::stop_token stop, bool transfer = false)
    {
        do {
            if (stop.stop_requested())
                co_return std::unexpected(cancelled());
            QTimer timer;
            timer.setSingleShot(true);
            timer.start(isHeld(transfer) ? 2 : transfer ? transferDelay : 0);
            co_await timer;
        } while (isHeld(transfer));
        if (stop.stop_requested())
            co_return std::unexpected(cancelled());
        co_return Done {};
    }

    void makeParents(const QString &path)
    {
        const QString parent = Files::RemotePath::parent(path);
        if (nodes.contains(parent))
            return;
        makeParents(parent);
        addFolder(parent);
    }
};

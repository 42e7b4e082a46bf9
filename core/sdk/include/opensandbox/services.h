// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/error.h>
#include <opensandbox/execution.h>
#include <opensandbox/models.h>

#include <QCoroTask>

#include <functional>
#include <memory>
#include <stop_token>

/**
 * The services of one sandbox, as interfaces: AdapterFactory makes them, tests may replace them.
 * Common to all: call from the thread that made the Sandbox, which needs a running event loop; a task
 * starts at once and finishes in that thread; requesting the stop token ends it with Error::Cancelled;
 * the service may be destroyed while a call is under way. Reads may be repeated once on a reset
 * connection, calls with side effects are sent exactly once. Paths are absolute; a path that execd would
 * rewrite (it expands $ and a leading ~, protocol.md 2.6) is refused with InvalidArgument before sending.
 */
namespace OpenSandbox {

template <typename T>
using Task = QCoro::Task<Result<T>>;

/// Bytes handed over so far and in all (-1: unknown). Called in the thread of the call.
using Progress = std::function<void(qint64 done, qint64 total)>;

class FilesService
{
public:
    virtual ~FilesService() = default;

    /// Keyed by the path as given. One missing path fails the whole call with 404.
    virtual Task<QMap<QString, FileInfo>> info(QStringList paths, std::stop_token stop = {}) = 0;
    /// The direct children of a folder in the server's order (bytewise by name).
    virtual Task<QList<FileInfo>> list(QString path, std::stop_token stop = {}) = 0;
    /// Recursive; the pattern meets base names only.
    virtual Task<QList<FileInfo>> search(QString path, QString pattern, std::stop_token stop = {}) = 0;
    /// Refuses files over `limit` bytes (Error::InvalidArgument). `offset` and `length` (-1: to the end) ask for a range.
    virtual Task<QByteArray> read(QString path, qint64 limit = 64 << 20, qint64 offset = 0, qint64 length = -1, std::stop_token stop = {}) = 0;
    /// Creates missing parents, replaces an existing file. Mode 644 unless given.
    virtual Task<Done> write(QString path, QByteArray content, Permissions permissions = {}, std::stop_token stop = {}) = 0;
    /// Streams a local file up, then compares sizes (a mismatch is an Error).
    virtual Task<Done> upload(QString localPath, QString remotePath, Permissions permissions = {}, Progress progress = {}, std::stop_token stop = {}) = 0;
    /// Streams down under a temporary name beside `localPath`, checks the length, then renames over it.
    virtual Task<Done> download(QString remotePath, QString localPath, Progress progress = {}, std::stop_token stop = {}) = 0;
    virtual Task<Done> createDirectories(QStringList paths, Permissions permissions = {}, std::stop_token stop = {}) = 0;
    virtual Task<Done> move(QList<MoveEntry> entries, std::stop_token stop = {}) = 0;
    virtual Task<Done> removeFiles(QStringList paths, std::stop_token stop = {}) = 0;
    virtual Task<Done> removeDirectories(QStringList paths, std::stop_token stop = {}) = 0;
    virtual Task<Done> setPermissions(QMap<QString, Permissions> permissions, std::stop_token stop = {}) = 0;
};

class CommandsService
{
public:
    virtual ~CommandsService() = default;

    /// Foreground: resolves at the terminal event (execd holds the response open 1 s longer). Background: when started.
    virtual Task<Execution> run(QString command, RunCommandOptions options = {}, ExecutionHandlers handlers = {}, std::stop_token stop = {}) = 0;
    virtual Task<CommandStatus> status(QString id, std::stop_token stop = {}) = 0;
    virtual Task<CommandLogs> logs(QString id, qint64 cursor = 0, std::stop_token stop = {}) = 0;
    /// A command that has already ended counts as interrupted.
    virtual Task<Done> interrupt(QString id) = 0;
};

class CodesService
{
public:
    virtual ~CodesService() = default;

    /// The server may never answer for a language without a kernel: limited to 60 s.
    virtual Task<CodeContext> createContext(QString language, QString cwd = {}, std::stop_token stop = {}) = 0;
    virtual Task<CodeContext> getContext(QString id, std::stop_token stop = {}) = 0;
    virtual Task<QList<CodeContext>> listContexts(QString language = {}, std::stop_token stop = {}) = 0;
    virtual Task<Done> deleteContext(QString id) = 0;
    virtual Task<Done> deleteContexts(QString language) = 0;
    /**
     * Runs code in a context and resolves at the end of the stream, because results may follow
     * execution_complete. An Error means that no orderly end was seen: ResultUnknown after a cut (the
     * handlers got what arrived), Api with code "RUNTIME_ERROR" when the server refused, for example a
     * busy context. Never resent. Requesting `stop` drops the stream; the code itself runs on: use interrupt().
     */
    virtual Task<Execution> run(QString code, CodeContext context, ExecutionHandlers handlers = {}, std::stop_token stop = {}) = 0;
    /// Runs in the language's default context.
    virtual Task<Execution> run(QString code, QString language, ExecutionHandlers handlers = {}, std::stop_token stop = {}) = 0;
    /// Goes out at once, also while 60 streams are open. Repeats shortly on a 404 right after a start.
    virtual Task<Done> interrupt(QString contextId) = 0;
    /// Extension of the local runtime: a fresh kernel under the same id. 404 on servers without it.
    virtual Task<Done> restartContext(QString contextId) = 0;
};

class MetricsService
{
public:
    virtual ~MetricsService() = default;

    virtual Task<Metrics> get(std::stop_token stop = {}) = 0;
    /// Calls `sample` until stopped (Error::Cancelled) or cut; `gap` gets the server's in-band errors.
    virtual Task<Done> watch(std::function<void(const Metrics &)> sample, std::function<void(const QString &)> gap = {}, std::stop_token stop = {}) = 0;
};

class HealthService
{
public:
    virtual ~HealthService() = default;

    /// One GET /ping, limited to 5 s.
    virtual Task<Done> ping(std::stop_token stop = {}) = 0;
};

} // namespace OpenSandbox

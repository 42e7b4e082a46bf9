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

class QIODevice;

/**
 * The services of one sandbox, as interfaces: AdapterFactory makes them, tests may replace them.
 * Common to all: call from the thread that made the Sandbox, which needs a running event loop; a task
 * starts at once and finishes in that thread; requesting the stop token ends it with Error::Cancelled, although a change that
 * has been sent may be made all the same;
 * the service may be destroyed while a call is under way. Reads may be repeated once on a reset
 * connection, calls with side effects are sent exactly once. Paths are absolute; a path that execd would
 * rewrite (it expands $ and a leading ~) is refused with InvalidArgument before sending. Streams and transfers may last for ever. One that is silent while its sandbox answers other requests is given up after minutes (Error::Network), and one of files or metrics, too, when nobody answers for as long, as in a paused sandbox (Error::Timeout).
 */
namespace OpenSandbox {

template <typename T>
/// An asynchronous call: to be awaited in a coroutine of the service's thread.
using Task = QCoro::Task<Result<T>>;

/// Bytes handed over so far and in all (-1: unknown). Called in the thread of the call; of transfers at most 50 times a second.
using Progress = std::function<void(qint64 done, qint64 total)>;

/// One text to be replaced by another, literally.
struct Replacement
{
    QString oldText; ///< To be found.
    QString newText; ///< To stand in its place.
};

/// A small file of a batch.
struct FileContent
{
    QString path; ///< Remote.
    QByteArray content; ///< Bytes.
    Permissions permissions; ///< Mode 644 unless given.
};

/// What became of one file or folder of a batch.
struct FileOutcome
{
    QString path; ///< As given; of folders: of the entry on the side that was read.
    std::optional<Error> error; ///< Absent: done.
    qint64 bytes = 0; ///< Transferred.
};

/// The files of a sandbox.
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
    /// Refuses files over `limit` bytes (Error::InvalidArgument). `offset` and `length` (-1: to the end) ask for a range of bytes; an
    /// `offset` below 0 counts from the end, of ordinary files only (-100: the last 100 bytes, or all of a shorter file).
    virtual Task<QByteArray> read(QString path, qint64 limit = 64 << 20, qint64 offset = 0, qint64 length = -1, std::stop_token stop = {}) = 0;
    /// Creates missing parents, replaces an existing file. Mode 644 unless given.
    virtual Task<Done> write(QString path, QByteArray content, Permissions permissions = {}, std::stop_token stop = {}) = 0;
    /// Streams a local file up, then compares sizes (a mismatch is an Error). This and every other call that takes a local
    /// path reads and writes there in a thread of the SDK: a slow disk holds up neither this thread nor its event loop. On Linux large
    /// files move faster with QT_NO_THREADED_GLIB=1 in the environment before the program makes its first QObject.
    virtual Task<Done> upload(QString localPath, QString remotePath, Permissions permissions = {}, Progress progress = {}, std::stop_token stop = {}) = 0;
    /// Streams down under a temporary name beside `localPath`, checks the length, then renames over it.
    virtual Task<Done> download(QString remotePath, QString localPath, Progress progress = {}, std::stop_token stop = {}) = 0;
    /// With their parents; folders that are there already are fine.
    virtual Task<Done> createDirectories(QStringList paths, Permissions permissions = {}, std::stop_token stop = {}) = 0;
    /// All or the error of the first that failed; those before it are moved.
    virtual Task<Done> move(QList<MoveEntry> entries, std::stop_token stop = {}) = 0;
    /// Files only; a missing one is no error.
    virtual Task<Done> removeFiles(QStringList paths, std::stop_token stop = {}) = 0;
    /// With everything in them, plain files, too; a missing one is no error.
    virtual Task<Done> removeDirectories(QStringList paths, std::stop_token stop = {}) = 0;
    /// By path, in no particular order: after a failure some may be changed.
    virtual Task<Done> setPermissions(QMap<QString, Permissions> permissions, std::stop_token stop = {}) = 0;

    /// As read(), decoded from "UTF-8", "UTF-16", "ISO-8859-1" or another name that QStringDecoder knows; a byte order mark is left out.
    /// Bytes that are no such text: Error::Protocol with code "NOT_TEXT". An unknown name: InvalidArgument, nothing is sent.
    Task<QString> readText(QString path, QString encoding = QStringLiteral("UTF-8"), qint64 limit = 64 << 20, std::stop_token stop = {});
    /// As write(), encoded. Characters that the encoding does not have are refused before sending (InvalidArgument); no byte order mark.
    Task<Done> writeText(QString path, QString text, QString encoding = QStringLiteral("UTF-8"), Permissions permissions = {}, std::stop_token stop = {});

    // What follows may be missing from other implementations, which then answer Error::InvalidArgument.

    /// As createDirectories(), each with permissions of its own, in one request; an owner or group takes one more for each path before.
    virtual Task<Done> createDirectoriesWith(QMap<QString, Permissions> directories, std::stop_token stop = {});

    /**
     * As upload(), with the bytes of an open device (not in text mode) from where it stands to its end. A random-access
     * device is sent as it is read; its size is asked for once, at the start. Of a sequential one (a socket, a process,
     * another reply) all is kept in a temporary file first, because the request has to say its size, so nothing is sent
     * before the device's end, and nothing at all when `stop` is requested before. It has to deliver by readyRead();
     * reads that block would block this thread, too. Like every upload it is sent once: after an Error a random-access device may be rewound and
     * given again, what a sequential one gave is spent. It is used in this thread until the task ends.
     */
    virtual Task<Done> uploadFrom(std::shared_ptr<QIODevice> device, QString remotePath, Permissions permissions = {}, Progress progress = {}, std::stop_token stop = {});

    /// A folder's tree down to `depth` levels, parents before children. One unreadable folder fails it all: prefer list().
    virtual Task<QList<FileInfo>> listTree(QString path, int depth, std::stop_token stop = {});
    /// Hands the content to `chunk` as it comes, from `offset` on (as in read()). `chunk` returns false to end it early.
    virtual Task<Done> readStream(QString path, std::function<bool(QByteArray bytes)> chunk, qint64 offset = 0, qint64 length = -1, std::stop_token stop = {});
    /// Replaces every occurrence of a text in each file; the value tells how many there were, -1 where the server does not say. `oldText` must not be empty.
    virtual Task<QMap<QString, int>> replaceContents(QMap<QString, Replacement> replacements, std::stop_token stop = {});
    /**
     * As download(), but what a broken transfer has left beside `localPath` (its name, ten digits, ".part") is
     * kept and continued by a Range request, if the file's size and time have not changed since. The value
     * tells how many bytes came over the wire this time.
     */
    virtual Task<qint64> downloadResumable(QString remotePath, QString localPath, Progress progress = {}, std::stop_token stop = {});
    /// Reads a remote file back and compares it with a local one byte by byte; a difference is an Error with code "CONTENT_DIFFERS".
    virtual Task<Done> verify(QString localPath, QString remotePath, Progress progress = {}, std::stop_token stop = {});
    /**
     * Writes many small files in as few requests as their sizes allow. Each path has its own outcome: when
     * a request fails, its files are looked at, because execd keeps those it wrote before the one that failed.
     */
    virtual Task<QList<FileOutcome>> writeMany(QList<FileContent> files, std::stop_token stop = {});
    /**
     * A local folder and all in it to a remote folder, which is made if missing. Links are not followed.
     * Small files travel together, big ones alone. Ends at the stop token only; everything else is in the outcomes.
     */
    virtual Task<QList<FileOutcome>> uploadFolder(QString localFolder, QString remoteFolder, Progress progress = {}, std::stop_token stop = {});
    /// A remote folder and all in it to a local one, level by level. Names that a local folder cannot hold are refused, one by one.
    virtual Task<QList<FileOutcome>> downloadFolder(QString remoteFolder, QString localFolder, Progress progress = {}, std::stop_token stop = {});
};

/// Commands and bash sessions of a sandbox.
class CommandsService
{
public:
    virtual ~CommandsService() = default;

    /// Foreground: resolves at the terminal event (execd holds the response open 1 s longer). Background: when started.
    virtual Task<Execution> run(QString command, RunCommandOptions options = {}, ExecutionHandlers handlers = {}, std::stop_token stop = {}) = 0;
    /// Whether a command still runs, and how it ended.
    virtual Task<CommandStatus> status(QString id, std::stop_token stop = {}) = 0;
    /// The log of a background command from this byte on, at most 16 MiB at once; the value tells where to go on.
    virtual Task<CommandLogs> logs(QString id, qint64 cursor = 0, std::stop_token stop = {}) = 0;
    /// A command that has already ended counts as interrupted. A session's id ends the session, too.
    virtual Task<Done> interrupt(QString id, std::stop_token stop = {}) = 0;
    /**
     * The log of a background command from a byte on, until it has ended and its log is read: `chunk` gets the
     * bytes and the place after them, from where a later call goes on. Chunks may end inside a character.
     */
    virtual Task<CommandStatus> follow(QString id, std::function<void(QByteArray bytes, qint64 cursor)> chunk, FollowOptions options = {}, std::stop_token stop = {}) = 0;

    /// A bash session: its folder and its exported variables last from run to run, nothing else.
    virtual Task<QString> createSession(QString cwd = {}, std::stop_token stop = {}) = 0;
    /// As run(); all output arrives as standard output, blank lines are lost. Requesting `stop` kills the run's shell.
    virtual Task<Execution> runInSession(QString sessionId, QString command, RunInSessionOptions options = {}, ExecutionHandlers handlers = {}, std::stop_token stop = {}) = 0;
    /// A session that is gone counts as deleted.
    virtual Task<Done> deleteSession(QString sessionId, std::stop_token stop = {}) = 0;
};

/// Code contexts of a sandbox.
class CodesService
{
public:
    virtual ~CodesService() = default;

    /// The server may never answer for a language without a kernel: limited to 60 s.
    virtual Task<CodeContext> createContext(QString language, QString cwd = {}, std::stop_token stop = {}) = 0;
    /// One context by its id.
    virtual Task<CodeContext> getContext(QString id, std::stop_token stop = {}) = 0;
    /// Those of a language, or all.
    virtual Task<QList<CodeContext>> listContexts(QString language = {}, std::stop_token stop = {}) = 0;
    /// Ends the context; its variables are gone.
    virtual Task<Done> deleteContext(QString id, std::stop_token stop = {}) = 0;
    /// Ends all contexts of a language.
    virtual Task<Done> deleteContexts(QString language, std::stop_token stop = {}) = 0;
    /**
     * Runs code in a context and resolves at the end of the stream, because results may follow
     * execution_complete. An Error means that no orderly end was seen: ResultUnknown after a cut (the
     * handlers got what arrived), Api with code "RUNTIME_ERROR" when the server refused, for example a
     * context that another client keeps busy. Runs that this service was asked for in one context wait for each other here, in
     * the order of the calls; onInit tells when each begins, and `stop` takes it out of the queue. Never resent. Requesting `stop` drops the stream; the code itself runs on, and a server refuses the next in the queue meanwhile: use interrupt(), and do it first.
     * With `handlers.onInputRequest` the code may ask for input; without, input() fails as on any server.
     */
    virtual Task<Execution> run(QString code, CodeContext context, ExecutionHandlers handlers = {}, std::stop_token stop = {}) = 0;
    /// Runs in the language's default context, which has a queue of its own.
    virtual Task<Execution> run(QString code, QString language = SupportedLanguage::Python, ExecutionHandlers handlers = {}, std::stop_token stop = {}) = 0;
    /// Goes out at once, also while 60 streams are open. Repeats shortly on a 404 right after a start.
    virtual Task<Done> interrupt(QString contextId, std::stop_token stop = {}) = 0;

    // Extensions of the local runtime; other implementations answer 501. A server without them answers 501 or an unknown route; that is remembered,
    // and further calls give the same Error (code "NOT_SUPPORTED") without asking.

    /// A fresh kernel under the same id.
    virtual Task<Done> restartContext(QString contextId, std::stop_token stop = {}) = 0;
    /// What could stand at the cursor. 409 at once while the context runs something, as for the next three.
    virtual Task<Completion> complete(QString contextId, QString code, int cursorPosition, std::stop_token stop = {});
    /// What is known about the name at the cursor; `detailLevel` 1 asks for the source, too.
    virtual Task<Inspection> inspect(QString contextId, QString code, int cursorPosition, int detailLevel = 0, std::stop_token stop = {});
    /// By name; modules, functions and names with a leading underscore are left out. At most 500.
    virtual Task<VariableList> variables(QString contextId, std::stop_token stop = {});
    /// Sorted and filtered in the context, which keeps the order until its next run. A context that can do neither answers "NOT_SUPPORTED"
    /// to a query that asks for it; "KERNEL_TIMEOUT": there are too many rows.
    virtual Task<VariablePage> variablePage(QString contextId, QString name, VariableQuery query, std::stop_token stop = {});
    /// `limit`: 1 to 1000 rows.
    Task<VariablePage> variablePage(QString contextId, QString name, qint64 offset = 0, int limit = 100, std::stop_token stop = {});
    /// Answers an Event::InputRequest of the context's run; "\x04" is the end of the input. 409 when nothing waits.
    virtual Task<Done> sendInput(QString contextId, QString value, std::stop_token stop = {});
    /**
     * What code of the context wrote after its run had ended, of runs with an ExecutionHandlers::runName, while whatever runs there. `since`: LateOutput::next of
     * the last answer, 0 for all that is kept (the last 256 KiB). When there is nothing yet, the answer waits for it for `wait` (0 to 60 s) and is empty then.
     */
    virtual Task<LateOutput> lateOutput(QString contextId, qint64 since = 0, std::chrono::seconds wait = {}, std::stop_token stop = {});
};

/// Processor and memory of a sandbox.
class MetricsService
{
public:
    virtual ~MetricsService() = default;

    /// One sample.
    virtual Task<Metrics> get(std::stop_token stop = {}) = 0;
    /// Calls `sample` until stopped (Error::Cancelled) or cut; `gap` gets the server's in-band errors.
    virtual Task<Done> watch(std::function<void(const Metrics &)> sample, std::function<void(const QString &)> gap = {}, std::stop_token stop = {}) = 0;
};

/// Whether execd answers.
class HealthService
{
public:
    virtual ~HealthService() = default;

    /// One GET /ping, limited to 5 s.
    virtual Task<Done> ping(std::stop_token stop = {}) = 0;
};

} // namespace OpenSandbox

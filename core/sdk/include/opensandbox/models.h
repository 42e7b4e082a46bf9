// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/error.h>

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <variant>

/// The OpenAPI files named here (sandbox-lifecycle.yml, execd-api.yaml, egress-api.yaml, diagnostic-api.yml) are in the folder specs of OpenSandbox.
namespace OpenSandbox {

/// Names and values.
using StringMap = QMap<QString, QString>;

/**
 * The state of a sandbox as the server words it. An open set: a newer server's word is kept in `name` and
 * its `kind` is Other (sandbox-lifecycle.yml). Compared without regard to case.
 */
struct SandboxState
{
    /// What a client has to tell apart.
    enum class Kind {
        Pending, ///< Being made.
        Running, ///< It can be used.
        Pausing, ///< On the way to Paused.
        Paused, ///< Stopped where it was; resuming goes on.
        Resuming, ///< On the way to Running.
        Stopping, ///< On the way to Terminated.
        Terminated, ///< Ended.
        Failed, ///< Ended by a failure.
        Other, ///< A newer server's word.
    };

    Kind kind = Kind::Other; ///< What a client has to tell apart.
    QString name; ///< As sent.
    QString reason; ///< Machine-readable, may be empty.
    QString message; ///< For people, may be empty.
    std::optional<QDateTime> lastTransitionAt; ///< UTC; absent: the server does not say.

    /// The state with this word.
    static SandboxState fromName(const QString &name);
    /// It can be used.
    bool isRunning() const { return kind == Kind::Running; }
    /// No way back: Failed or Terminated.
    bool isOver() const { return kind == Kind::Failed || kind == Kind::Terminated; }
    bool operator==(const SandboxState &) const = default;
};

/// What the machine of a sandbox has to be (sandbox-lifecycle.yml).
struct Platform
{
    QString os; ///< "linux" or "windows".
    QString arch; ///< "amd64" or "arm64".
    bool operator==(const Platform &) const = default;
};

/// A sandbox as `GET /sandboxes` and `GET /sandboxes/{id}` describe it (sandbox-lifecycle.yml).
struct SandboxInfo
{
    QString id; ///< Of the sandbox.
    SandboxState state; ///< What it is doing.
    QString image; ///< Empty when started from a snapshot or pool.
    QString snapshotId; ///< Empty when started from an image or pool.
    QStringList entrypoint; ///< The command that keeps it alive.
    std::optional<Platform> platform; ///< What its machine has to be, as asked for or as its template says; absent: any.
    StringMap metadata; ///< The key "name" is the name people see.
    std::optional<QDateTime> createdAt; ///< UTC.
    std::optional<QDateTime> expiresAt; ///< UTC; absent: never expires by itself.
    QJsonObject raw; ///< Everything the server sent, unknown fields included.

    /// metadata["name"], or the first 8 characters of the id.
    QString displayName() const;
    bool operator==(const SandboxInfo &) const = default;
};

/// Which sandboxes a listing names.
struct SandboxFilter
{
    QStringList states; ///< OR; empty: all.
    StringMap metadata; ///< AND, exact match.
    int page = 1; ///< From 1.
    int pageSize = 100; ///< 1 to 200.
};

/// One page of a listing. Rows may vanish between pages: de-duplicate by id (SandboxManager::listAll does).
struct SandboxPage
{
    QList<SandboxInfo> items; ///< In the server's order.
    int page = 1; ///< Its number, from 1.
    int pageSize = 0; ///< As the server used it.
    int totalItems = 0; ///< Of all pages.
    int totalPages = 0; ///< At least 1 when there are items.
    bool hasNextPage = false; ///< Whether another page follows.
};

/// What a sandbox may or may not reach.
struct NetworkRule
{
    QString action; ///< "allow" or "deny".
    QString target; ///< Host name, *.host name, IP or CIDR.
    bool operator==(const NetworkRule &) const = default;
};

/// The network of a sandbox: a default and its exceptions.
struct NetworkPolicy
{
    QString defaultAction = QStringLiteral("deny"); ///< "allow" or "deny".
    QList<NetworkRule> egress; ///< The exceptions, in order.
    bool operator==(const NetworkPolicy &) const = default;
};

/// The login for a private image registry. Sent with the create request only; never echoed, logged or kept.
struct ImageAuth
{
    QString username; ///< Of the registry.
    QString password; ///< Of the registry; a token works, too.
    bool operator==(const ImageAuth &) const = default;
};

/// A folder of the machine the server runs on. Servers refuse what their allowlist does not name.
struct HostVolume
{
    QString path; ///< Absolute; of a Windows host with its drive letter.
    bool operator==(const HostVolume &) const = default;
};

/// A named volume of the platform: a PersistentVolumeClaim on Kubernetes, a named volume on Docker.
struct NamedVolume
{
    QString claimName; ///< A DNS label.
    bool createIfNotExists = true; ///< Otherwise a missing volume is an error.
    bool deleteOnSandboxTermination = false; ///< Docker only, and only of volumes the server made.
    QString storageClass; ///< Kubernetes; empty: the cluster's default.
    QString storage; ///< Kubernetes; for example "10Gi"; empty: the server's default.
    QStringList accessModes; ///< Kubernetes; empty: ReadWriteOnce.
    bool operator==(const NamedVolume &) const = default;
};

/// A bucket of Alibaba Cloud's object storage. The keys are sent with the create request only.
struct OssfsVolume
{
    QString bucket; ///< Its name.
    QString endpoint; ///< Of the object storage, without a scheme.
    QString version; ///< "1.0" or "2.0"; empty: the server's default, 2.0.
    QStringList options; ///< Without leading dashes.
    QString accessKeyId; ///< Who reads and writes.
    QString accessKeySecret; ///< The secret of that key.
    bool operator==(const OssfsVolume &) const = default;
};

/// Storage that is mounted into a sandbox.
struct Volume
{
    QString name; ///< A DNS label of at most 63 characters, unique within the sandbox.
    QString mountPath; ///< Absolute.
    bool readOnly = false; ///< Whether writing into it is refused.
    QString subPath; ///< Relative, without "..": this part of the volume only.
    std::variant<HostVolume, NamedVolume, OssfsVolume> source; ///< What is mounted.
    bool operator==(const Volume &) const = default;
};

/**
 * The body of `POST /sandboxes` (sandbox-lifecycle.yml) and how to wait for the result. Exactly one of image,
 * snapshotId and extensions["poolRef"] is to be set; the values of a pool's sandboxes are the pool's own.
 */
struct CreateOptions
{
    QString image; ///< For example "python:3.12". Empty: see snapshotId and extensions.
    std::optional<ImageAuth> imageAuth; ///< For private registries.
    QString snapshotId; ///< Instead of an image.
    QStringList entrypoint { QStringLiteral("tail"), QStringLiteral("-f"), QStringLiteral("/dev/null") }; ///< The command that keeps the sandbox alive.
    std::optional<std::chrono::seconds> timeout = std::chrono::minutes(10); ///< Lifetime, at least 60 s; absent: until killed.
    StringMap resourceLimits { { QStringLiteral("cpu"), QStringLiteral("1") }, { QStringLiteral("memory"), QStringLiteral("2Gi") } }; ///< "cpu" and "memory", as Kubernetes writes quantities.
    StringMap env; ///< What the sandbox's processes see.
    StringMap metadata; ///< Keys and values follow the rules of Kubernetes labels; checked before sending.
    StringMap extensions; ///< Known: "poolRef", "access.renew.extend.seconds" (300 to 86400), "opensandbox.extensions.*".
    std::optional<Platform> platform; ///< Absent: any.
    std::optional<NetworkPolicy> networkPolicy; ///< Absent: no limits.
    bool credentialProxy = false; ///< Starts the proxy that the credential vault needs; wants a networkPolicy, too.
    bool secureAccess = false; ///< Endpoints that ask for a header; Kubernetes behind an ingress gateway only.
    QList<Volume> volumes; ///< Mounted before the sandbox starts.
    QJsonObject extra; ///< Merged into the body last, for fields without a member here.
    std::chrono::milliseconds readyTimeout { 30'000 }; ///< For execd to answer.
    std::chrono::milliseconds readyPollInterval { 200 }; ///< Between two looks.
    bool skipHealthCheck = false; ///< Do not wait for execd.

    /// Starts from a pool of the server's own instead of an image: clears what the pool decides.
    void usePool(const QString &name);
};

/// Why this request would be refused, or nothing. Pure; the server's own rules for the parts it states (sandbox-lifecycle.yml).
std::optional<Error> problemWith(const CreateOptions &options);
/// Why the server would refuse a metadata entry, or an empty text (a Kubernetes label). Pure.
QString metadataProblem(const QString &key, const QString &value);

/// Where a port of a sandbox is reached: no scheme, maybe a path (sandbox-lifecycle.yml).
struct Endpoint
{
    QString endpoint; ///< host[:port][/path]
    QMap<QByteArray, QByteArray> headers; ///< To be sent on every request to it, and nowhere else.
    bool operator==(const Endpoint &) const = default;
};

/// One sample of `GET /metrics` or `/metrics/watch` (execd-api.yaml). The real execd reports the host.
struct Metrics
{
    double cpuCount = 0; ///< Cores the percentage refers to.
    double cpuUsedPercent = 0; ///< 0 to 100, averaged over cpuCount.
    double memoryTotalMib = 0; ///< All there is.
    double memoryUsedMib = 0; ///< In use.
    qint64 timestampMs = 0; ///< Unix time.
    std::optional<int> processCount; ///< Extension of the local runtime.
    std::optional<double> diskUsedMib; ///< Extension of the local runtime.
    bool operator==(const Metrics &) const = default;
};

/// A file or folder in a sandbox (execd-api.yaml).
struct FileInfo
{
    /// What it is.
    enum class Type {
        File, ///< An ordinary file.
        Directory, ///< A folder.
        Symlink, ///< A link.
        Other, ///< A socket, a device, a pipe.
    };

    QString path; ///< Absolute.
    Type type = Type::File; ///< What it is; a link is not followed.
    qint64 size = 0; ///< Bytes.
    int mode = 0; ///< Permission bits as a number of octal digits written in decimal: 644 means rw-r--r--.
    QString owner; ///< Name, or number where there is no name.
    QString group; ///< Name, or number where there is no name.
    std::optional<QDateTime> modifiedAt; ///< UTC.
    std::optional<QDateTime> createdAt; ///< The inode's change time.
    bool nameIsExact = true; ///< False when the name holds U+FFFD: it cannot be addressed, so no action may be tried.

    QString name() const; ///< The part after the last slash.
    /// A folder can be listed.
    bool isDirectory() const { return type == Type::Directory; }
    bool operator==(const FileInfo &) const = default;
};

/// Who may do what with a file, and whose it is.
struct Permissions
{
    std::optional<int> mode; ///< Decimal digits read as octal: 644, not 0644. 0 or absent: leave alone.
    QString owner; ///< Empty: not sent.
    QString group; ///< Empty: not sent.
};

/// A file or folder and where it shall be.
struct MoveEntry
{
    QString source; ///< Absolute; a file or a folder.
    QString destination; ///< Must not exist: the server never overwrites.
};

/// The names that POST /code accepts for kernels. Any other string may be passed, too.
namespace SupportedLanguage {
inline const QString Python = QStringLiteral("python"); ///< Python 3.
inline const QString Java = QStringLiteral("java"); ///< Java.
inline const QString Go = QStringLiteral("go"); ///< Go.
inline const QString TypeScript = QStringLiteral("typescript"); ///< TypeScript.
inline const QString JavaScript = QStringLiteral("javascript"); ///< JavaScript.
inline const QString Bash = QStringLiteral("bash"); ///< Bash.
} // namespace SupportedLanguage

/// A place where code runs and variables live. Belongs to one sandbox.
struct CodeContext
{
    QString id; ///< Of the context.
    QString language; ///< One of SupportedLanguage, or the name of a kernel.
    QString cwd; ///< The folder its code begins in; empty: the server's choice.
    bool operator==(const CodeContext &) const = default;
};

/// `GET /command/status/{id}`
struct CommandStatus
{
    QString id; ///< Of the command.
    QString content; ///< The command as it was given.
    bool running = false; ///< It has not ended yet.
    std::optional<int> exitCode; ///< Absent while running; -1 after a signal.
    QString error; ///< Why it could not be run; empty otherwise.
    std::optional<QDateTime> startedAt; ///< UTC.
    std::optional<QDateTime> finishedAt; ///< UTC; absent while running.
};

/// A piece of a background command's log and where to go on.
struct CommandLogs
{
    QByteArray content; ///< Raw bytes; may end inside a UTF-8 character.
    qint64 cursor = 0; ///< Byte offset for the next call.
};

/// How a command is run.
struct RunCommandOptions
{
    QString cwd; ///< Empty: execd's own. `~` and `$NAME` are expanded by execd here.
    StringMap env; ///< Besides the sandbox's own.
    std::optional<std::chrono::milliseconds> timeout; ///< Kept by the server, which then kills the command.
    bool background = false; ///< Return as soon as it has started; its log is read with logs() or follow().
    std::optional<int> uid; ///< Run as this user; needs a privileged execd.
    std::optional<int> gid; ///< Only together with uid.
};

/// How a command is run in a bash session.
struct RunInSessionOptions
{
    QString cwd; ///< Stays the session's folder afterwards.
    std::optional<std::chrono::milliseconds> timeout; ///< A child that holds the output open outlives it.
};

/// How to follow the log of a background command.
struct FollowOptions
{
    qint64 cursor = 0; ///< Byte offset to start from.
    std::chrono::milliseconds interval { 300 }; ///< Between two looks while nothing new comes.
};

/// What could stand at a cursor. Positions count UTF-16 units of the code given, as QString does.
struct Completion
{
    QStringList matches; ///< Each may take the place of what stands there.
    int cursorStart = 0; ///< The matches replace this part of the code,
    int cursorEnd = 0; ///< up to here.
};

/// What is known about the name at a cursor.
struct Inspection
{
    bool found = false; ///< Whether anything is known.
    QJsonObject data; ///< MIME bundle.
};

/// A variable of a code context, as its kernel describes it.
struct Variable
{
    QString name; ///< As the code calls it.
    QString type; ///< As the language calls it.
    QList<qint64> shape; ///< Of arrays and tables: how long in each direction; empty: unknown or none.
    std::optional<qint64> size; ///< Bytes, where the kernel knows.
    QString preview; ///< Short, one line.
    bool isTable = false; ///< Worth showing as rows and columns.
    bool operator==(const Variable &) const = default;
};

/// The variables of a context, by name. There may be more than a context lists.
struct VariableList : QList<Variable>
{
    using QList<Variable>::QList;
    bool isTruncated = false; ///< There are more.
    qint64 total = 0; ///< How many there are, where the context says so; otherwise how many are listed.
};

/// One condition on the rows of a table-like variable. Data, never code: nothing of it is executed.
struct VariableCondition
{
    int column = -1; ///< Position in VariablePage::columns; negative: any column contains the text.
    /// "=" contains the text in any case, or is the same number; "!=" the opposite; "==" is exactly the text or the number; "<", "<=", ">"
    /// and ">=" compare numbers with numbers, dates at the precision that was written, and other texts in their order. "missing" and
    /// "present" ask of one column whether there is a value, whatever `text` is.
    QString operation = QStringLiteral("=");
    QString text; ///< What is compared with, as it was written.
    bool operator==(const VariableCondition &) const = default;
};

/// Which rows of a table-like variable, and in which order.
struct VariableQuery
{
    qint64 offset = 0; ///< How many rows to leave out.
    int limit = 100; ///< 1 to 1000 rows.
    int sortColumn = -1; ///< Position in VariablePage::columns; negative: the variable's own order.
    bool descending = false; ///< Missing values come last either way.
    QString filter = {}; ///< Keeps the rows of which any column contains this text in any case; empty: all.
    QList<VariableCondition> conditions = {}; ///< At most 32; keeps the rows for which all of them hold.
};

/// A piece of what code wrote after its run had ended.
struct LateText
{
    QString run; ///< As ExecutionHandlers::runName called it.
    QString text; ///< As the kernel sent it.
    bool isError = false; ///< Standard error.
};

/// What threads, tasks and timers of a context wrote after the runs that started them.
struct LateOutput
{
    QList<LateText> texts; ///< In the order of arrival; those of several runs may alternate.
    qint64 next = 0; ///< From where to ask on.
    qint64 dropped = 0; ///< Bytes before `texts` that were not kept until they were asked for.
};

/// Some rows of a table-like variable.
struct VariablePage
{
    QString name; ///< The variable's.
    QString type; ///< The variable's.
    QStringList columns; ///< Their names; the index of a data frame comes first and is called "".
    QStringList columnTypes; ///< As many; entries may be empty.
    QList<QJsonArray> rows; ///< Cells are short strings; null: no value.
    qint64 offset = 0; ///< Of the first of `rows`.
    qint64 total = 0; ///< Rows in all.
    std::optional<qint64> matching; ///< Rows that match filter and conditions; absent: this context can neither sort nor filter.
    qsizetype conditions = 0; ///< How many of the asked conditions this context applied: all of them, or none.
    qint64 totalColumns = 0; ///< Columns in all, the index counted where it is one of `columns`, which hold the first ones only.
};

} // namespace OpenSandbox

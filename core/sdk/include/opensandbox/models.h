// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QJsonObject>
#include <QMap>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace OpenSandbox {

using StringMap = QMap<QString, QString>;

/**
 * The state of a sandbox as the server words it. An open set: a newer server's word is kept in `name` and
 * its `kind` is Other (protocol.md 1.9). Compared without regard to case.
 */
struct SandboxState
{
    enum class Kind { Pending, Running, Pausing, Paused, Resuming, Stopping, Terminated, Failed, Other };

    Kind kind = Kind::Other;
    QString name; ///< As sent.
    QString reason; ///< Machine-readable, may be empty.
    QString message; ///< For people, may be empty.
    std::optional<QDateTime> lastTransitionAt;

    static SandboxState fromName(const QString &name);
    bool isRunning() const { return kind == Kind::Running; }
    /// No way back: Failed or Terminated.
    bool isOver() const { return kind == Kind::Failed || kind == Kind::Terminated; }
    bool operator==(const SandboxState &) const = default;
};

/// A sandbox as `GET /sandboxes` and `GET /sandboxes/{id}` describe it (protocol.md 1.4, 1.5).
struct SandboxInfo
{
    QString id;
    SandboxState state;
    QString image; ///< Empty when started from a snapshot or pool.
    QString snapshotId;
    QStringList entrypoint;
    StringMap metadata; ///< The key "name" is the name people see.
    std::optional<QDateTime> createdAt; ///< UTC.
    std::optional<QDateTime> expiresAt; ///< UTC; absent: never expires by itself.
    QJsonObject raw; ///< Everything the server sent, unknown fields included.

    /// metadata["name"], or the first 8 characters of the id.
    QString displayName() const;
    bool operator==(const SandboxInfo &) const = default;
};

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
    QList<SandboxInfo> items;
    int page = 1;
    int pageSize = 0;
    int totalItems = 0;
    int totalPages = 0;
    bool hasNextPage = false;
};

struct NetworkRule
{
    QString action; ///< "allow" or "deny".
    QString target; ///< Host name, *.host name, IP or CIDR.
    bool operator==(const NetworkRule &) const = default;
};

struct NetworkPolicy
{
    QString defaultAction = QStringLiteral("deny"); ///< "allow" or "deny".
    QList<NetworkRule> egress;
    bool operator==(const NetworkPolicy &) const = default;
};

/// The body of `POST /sandboxes` (protocol.md 1.4). Exactly one of image and snapshotId is to be set.
struct CreateOptions
{
    QString image;
    QString snapshotId;
    QStringList entrypoint { QStringLiteral("tail"), QStringLiteral("-f"), QStringLiteral("/dev/null") };
    std::optional<std::chrono::seconds> timeout = std::chrono::minutes(10); ///< Lifetime, at least 60 s; absent: until killed.
    StringMap resourceLimits { { QStringLiteral("cpu"), QStringLiteral("1") }, { QStringLiteral("memory"), QStringLiteral("2Gi") } };
    StringMap env;
    StringMap metadata;
    StringMap extensions;
    std::optional<NetworkPolicy> networkPolicy;
    QJsonObject extra; ///< Merged into the body last, for fields without a member here.
    std::chrono::milliseconds readyTimeout { 30'000 };
    std::chrono::milliseconds readyPollInterval { 200 };
    bool skipHealthCheck = false;
};

/// Where a port of a sandbox is reached: no scheme, maybe a path (protocol.md 1.6).
struct Endpoint
{
    QString endpoint; ///< host[:port][/path]
    QMap<QByteArray, QByteArray> headers; ///< To be sent on every request to it, and nowhere else.
    bool operator==(const Endpoint &) const = default;
};

/// One sample of `GET /metrics` or `/metrics/watch` (protocol.md 2.8). The real execd reports the host.
struct Metrics
{
    double cpuCount = 0; ///< Cores the percentage refers to.
    double cpuUsedPercent = 0; ///< 0 to 100, averaged over cpuCount.
    double memoryTotalMib = 0;
    double memoryUsedMib = 0;
    qint64 timestampMs = 0; ///< Unix time.
    std::optional<int> processCount; ///< Extension of the local runtime.
    std::optional<double> diskUsedMib; ///< Extension of the local runtime.
    bool operator==(const Metrics &) const = default;
};

/// A file or folder in a sandbox (protocol.md 2.7).
struct FileInfo
{
    enum class Type { File, Directory, Symlink, Other };

    QString path; ///< Absolute.
    Type type = Type::File;
    qint64 size = 0; ///< Bytes.
    int mode = 0; ///< Permission bits as a number of octal digits written in decimal: 644 means rw-r--r--.
    QString owner;
    QString group;
    std::optional<QDateTime> modifiedAt;
    std::optional<QDateTime> createdAt; ///< The inode's change time.
    bool nameIsExact = true; ///< False when the name holds U+FFFD: it cannot be addressed, so no action may be tried.

    QString name() const; ///< The part after the last slash.
    bool isDirectory() const { return type == Type::Directory; }
    bool operator==(const FileInfo &) const = default;
};

struct Permissions
{
    std::optional<int> mode; ///< Decimal digits read as octal: 644, not 0644. 0 or absent: leave alone.
    QString owner; ///< Empty: not sent.
    QString group;
};

struct MoveEntry
{
    QString source;
    QString destination; ///< Must not exist: the server never overwrites.
};

/// The names that POST /code accepts for kernels. Any other string may be passed, too.
namespace SupportedLanguage {
inline const QString Python = QStringLiteral("python");
inline const QString Java = QStringLiteral("java");
inline const QString Go = QStringLiteral("go");
inline const QString TypeScript = QStringLiteral("typescript");
inline const QString JavaScript = QStringLiteral("javascript");
inline const QString Bash = QStringLiteral("bash");
} // namespace SupportedLanguage

/// A place where code runs and variables live. Belongs to one sandbox.
struct CodeContext
{
    QString id;
    QString language;
    QString cwd;
    bool operator==(const CodeContext &) const = default;
};

/// `GET /command/status/{id}`
struct CommandStatus
{
    QString id;
    QString content;
    bool running = false;
    std::optional<int> exitCode; ///< Absent while running; -1 after a signal.
    QString error;
    std::optional<QDateTime> startedAt;
    std::optional<QDateTime> finishedAt;
};

/// A piece of a background command's log and where to go on.
struct CommandLogs
{
    QByteArray content; ///< Raw bytes; may end inside a UTF-8 character.
    qint64 cursor = 0; ///< Byte offset for the next call.
};

struct RunCommandOptions
{
    QString cwd;
    StringMap env;
    std::optional<std::chrono::milliseconds> timeout;
    bool background = false;
};

} // namespace OpenSandbox

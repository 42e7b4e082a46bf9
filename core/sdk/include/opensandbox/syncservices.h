// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/credentialvault.h>
#include <opensandbox/diagnostics.h>
#include <opensandbox/egress.h>
#include <opensandbox/pty.h>
#include <opensandbox/services.h>

/**
 * The services, blocking. Each call is the one of the same name in services.h, egress.h and so on; it waits
 * in the calling thread while the work is done by a thread of the SDK's own, so no event loop is needed,
 * not even a QCoreApplication: a plain main() and worker threads will do. A program with a QCoreApplication
 * makes it before the first of these objects, or after the last is gone. Several threads may share an
 * object. Handlers and other callbacks run in the calling thread, during the call, and may call again
 * (for example interrupt()). While one works some megabytes of what comes wait in memory; then the sandbox has to. A stop token may be
 * requested from any thread.
 *
 * Refused at once with Error::InvalidArgument: calls from the GUI thread (code "GUI_THREAD"), which must
 * not block, and calls from the SDK's own thread (code "SDK_THREAD"), which would wait for itself.
 */
namespace OpenSandbox {

class SyncThread;

/// FilesService, blocking; where and how: syncservices.h.
class FilesSync
{
public:
    /// SandboxSync makes it.
    FilesSync(std::shared_ptr<SyncThread> thread, std::shared_ptr<FilesService> service) : m_thread(std::move(thread)), m_service(std::move(service)) { }

    /// @name As in FilesService
    /// @{

    /// The function of the same name in FilesService, blocking.
    Result<QMap<QString, FileInfo>> info(QStringList paths, std::stop_token stop = {});
    Result<QList<FileInfo>> list(QString path, std::stop_token stop = {});
    Result<QList<FileInfo>> search(QString path, QString pattern, std::stop_token stop = {});
    Result<QByteArray> read(QString path, qint64 limit = 64 << 20, qint64 offset = 0, qint64 length = -1, std::stop_token stop = {});
    Result<Done> write(QString path, QByteArray content, Permissions permissions = {}, std::stop_token stop = {});
    Result<Done> upload(QString localPath, QString remotePath, Permissions permissions = {}, Progress progress = {}, std::stop_token stop = {});
    /// The device is read while the call lasts: a sequential one in the calling thread (it needs waitForReadyRead()), another one by the SDK's.
    Result<Done> uploadFrom(std::shared_ptr<QIODevice> device, QString remotePath, Permissions permissions = {}, Progress progress = {}, std::stop_token stop = {});
    Result<Done> download(QString remotePath, QString localPath, Progress progress = {}, std::stop_token stop = {});
    Result<Done> createDirectories(QStringList paths, Permissions permissions = {}, std::stop_token stop = {});
    Result<Done> move(QList<MoveEntry> entries, std::stop_token stop = {});
    Result<Done> removeFiles(QStringList paths, std::stop_token stop = {});
    Result<Done> removeDirectories(QStringList paths, std::stop_token stop = {});
    Result<Done> setPermissions(QMap<QString, Permissions> permissions, std::stop_token stop = {});
    Result<QString> readText(QString path, QString encoding = QStringLiteral("UTF-8"), qint64 limit = 64 << 20, std::stop_token stop = {});
    Result<Done> writeText(QString path, QString text, QString encoding = QStringLiteral("UTF-8"), Permissions permissions = {}, std::stop_token stop = {});
    Result<Done> createDirectoriesWith(QMap<QString, Permissions> directories, std::stop_token stop = {});
    Result<QList<FileInfo>> listTree(QString path, int depth, std::stop_token stop = {});
    /// `chunk` is asked between the pieces; what had come before its false is dropped.
    Result<Done> readStream(QString path, std::function<bool(QByteArray bytes)> chunk, qint64 offset = 0, qint64 length = -1, std::stop_token stop = {});
    Result<QMap<QString, int>> replaceContents(QMap<QString, Replacement> replacements, std::stop_token stop = {});
    Result<qint64> downloadResumable(QString remotePath, QString localPath, Progress progress = {}, std::stop_token stop = {});
    Result<Done> verify(QString localPath, QString remotePath, Progress progress = {}, std::stop_token stop = {});
    Result<QList<FileOutcome>> writeMany(QList<FileContent> files, std::stop_token stop = {});
    Result<QList<FileOutcome>> uploadFolder(QString localFolder, QString remoteFolder, Progress progress = {}, std::stop_token stop = {});
    Result<QList<FileOutcome>> downloadFolder(QString remoteFolder, QString localFolder, Progress progress = {}, std::stop_token stop = {});
    /// @}

private:
    std::shared_ptr<SyncThread> m_thread;
    std::shared_ptr<FilesService> m_service;
};

/// CommandsService, blocking; where and how: syncservices.h.
class CommandsSync
{
public:
    /// SandboxSync makes it.
    CommandsSync(std::shared_ptr<SyncThread> thread, std::shared_ptr<CommandsService> service) : m_thread(std::move(thread)), m_service(std::move(service)) { }

    /// @name As in CommandsService
    /// @{

    /// The function of the same name in CommandsService, blocking.
    Result<Execution> run(QString command, RunCommandOptions options = {}, ExecutionHandlers handlers = {}, std::stop_token stop = {});
    Result<CommandStatus> status(QString id, std::stop_token stop = {});
    Result<CommandLogs> logs(QString id, qint64 cursor = 0, std::stop_token stop = {});
    Result<Done> interrupt(QString id, std::stop_token stop = {});
    Result<CommandStatus> follow(QString id, std::function<void(QByteArray bytes, qint64 cursor)> chunk, FollowOptions options = {}, std::stop_token stop = {});
    Result<QString> createSession(QString cwd = {}, std::stop_token stop = {});
    Result<Execution> runInSession(QString sessionId, QString command, RunInSessionOptions options = {}, ExecutionHandlers handlers = {}, std::stop_token stop = {});
    Result<Done> deleteSession(QString sessionId, std::stop_token stop = {});
    /// @}

private:
    std::shared_ptr<SyncThread> m_thread;
    std::shared_ptr<CommandsService> m_service;
};

/// CodesService, blocking; where and how: syncservices.h.
class CodesSync
{
public:
    /// SandboxSync makes it.
    CodesSync(std::shared_ptr<SyncThread> thread, std::shared_ptr<CodesService> service) : m_thread(std::move(thread)), m_service(std::move(service)) { }

    /// @name As in CodesService
    /// @{

    /// The function of the same name in CodesService, blocking.
    Result<CodeContext> createContext(QString language, QString cwd = {}, std::stop_token stop = {});
    Result<CodeContext> getContext(QString id, std::stop_token stop = {});
    Result<QList<CodeContext>> listContexts(QString language = {}, std::stop_token stop = {});
    Result<Done> deleteContext(QString id, std::stop_token stop = {});
    Result<Done> deleteContexts(QString language, std::stop_token stop = {});
    Result<Execution> run(QString code, CodeContext context, ExecutionHandlers handlers = {}, std::stop_token stop = {});
    Result<Execution> run(QString code, QString language = SupportedLanguage::Python, ExecutionHandlers handlers = {}, std::stop_token stop = {});
    Result<Done> interrupt(QString contextId, std::stop_token stop = {});
    Result<Done> restartContext(QString contextId, std::stop_token stop = {});
    Result<Completion> complete(QString contextId, QString code, int cursorPosition, std::stop_token stop = {});
    Result<Inspection> inspect(QString contextId, QString code, int cursorPosition, int detailLevel = 0, std::stop_token stop = {});
    Result<VariableList> variables(QString contextId, std::stop_token stop = {});
    Result<VariablePage> variablePage(QString contextId, QString name, VariableQuery query, std::stop_token stop = {});
    Result<VariablePage> variablePage(QString contextId, QString name, qint64 offset = 0, int limit = 100, std::stop_token stop = {});
    Result<Done> sendInput(QString contextId, QString value, std::stop_token stop = {});
    Result<LateOutput> lateOutput(QString contextId, qint64 since = 0, std::chrono::seconds wait = {}, std::stop_token stop = {});
    /// @}

private:
    std::shared_ptr<SyncThread> m_thread;
    std::shared_ptr<CodesService> m_service;
};

/// MetricsService, blocking; where and how: syncservices.h.
class MetricsSync
{
public:
    /// SandboxSync makes it.
    MetricsSync(std::shared_ptr<SyncThread> thread, std::shared_ptr<MetricsService> service) : m_thread(std::move(thread)), m_service(std::move(service)) { }

    /// @name As in MetricsService
    /// @{

    /// The function of the same name in MetricsService, blocking.
    Result<Metrics> get(std::stop_token stop = {});
    Result<Done> watch(std::function<void(const Metrics &)> sample, std::function<void(const QString &)> gap = {}, std::stop_token stop = {});
    /// @}

private:
    std::shared_ptr<SyncThread> m_thread;
    std::shared_ptr<MetricsService> m_service;
};

/// HealthService, blocking; where and how: syncservices.h.
class HealthSync
{
public:
    /// SandboxSync makes it.
    HealthSync(std::shared_ptr<SyncThread> thread, std::shared_ptr<HealthService> service) : m_thread(std::move(thread)), m_service(std::move(service)) { }

    /// @name As in HealthService
    /// @{

    /// The function of the same name in HealthService, blocking.
    Result<Done> ping(std::stop_token stop = {});
    /// @}

private:
    std::shared_ptr<SyncThread> m_thread;
    std::shared_ptr<HealthService> m_service;
};

/// EgressService, blocking; where and how: syncservices.h.
class EgressSync
{
public:
    /// SandboxSync makes it.
    EgressSync(std::shared_ptr<SyncThread> thread, std::shared_ptr<EgressService> service) : m_thread(std::move(thread)), m_service(std::move(service)) { }

    /// @name As in EgressService
    /// @{

    /// The function of the same name in EgressService, blocking.
    Result<EgressStatus> get(std::stop_token stop = {});
    Result<EgressStatus> patch(QList<NetworkRule> rules, std::stop_token stop = {});
    Result<EgressStatus> remove(QStringList targets, std::stop_token stop = {});
    Result<EgressStatus> replace(NetworkPolicy policy, std::stop_token stop = {});
    Result<EgressStatus> reset(std::stop_token stop = {});
    Result<Done> health(std::stop_token stop = {});
    /// @}

private:
    std::shared_ptr<SyncThread> m_thread;
    std::shared_ptr<EgressService> m_service;
};

/// CredentialVaultService, blocking; where and how: syncservices.h.
class CredentialVaultSync
{
public:
    /// SandboxSync makes it.
    CredentialVaultSync(std::shared_ptr<SyncThread> thread, std::shared_ptr<CredentialVaultService> service) : m_thread(std::move(thread)), m_service(std::move(service)) { }

    /// @name As in CredentialVaultService
    /// @{

    /// The function of the same name in CredentialVaultService, blocking.
    Result<CredentialVaultState> create(QList<Credential> credentials, QList<CredentialBinding> bindings, std::stop_token stop = {});
    Result<CredentialVaultState> get(std::stop_token stop = {});
    Result<CredentialVaultState> patch(CredentialVaultChange change, std::stop_token stop = {});
    Result<Done> remove(std::stop_token stop = {});
    Result<QList<CredentialInfo>> credentials(std::stop_token stop = {});
    Result<CredentialInfo> credential(QString name, std::stop_token stop = {});
    Result<QList<CredentialBindingInfo>> bindings(std::stop_token stop = {});
    Result<CredentialBindingInfo> binding(QString name, std::stop_token stop = {});
    /// @}

private:
    std::shared_ptr<SyncThread> m_thread;
    std::shared_ptr<CredentialVaultService> m_service;
};

/// DiagnosticsService, blocking; where and how: syncservices.h.
class DiagnosticsSync
{
public:
    /// SandboxSync makes it.
    DiagnosticsSync(std::shared_ptr<SyncThread> thread, std::shared_ptr<DiagnosticsService> service) : m_thread(std::move(thread)), m_service(std::move(service)) { }

    /// @name As in DiagnosticsService
    /// @{

    /// The function of the same name in DiagnosticsService, blocking.
    Result<DiagnosticContent> logs(QString scope, std::stop_token stop = {});
    Result<DiagnosticContent> events(QString scope, std::stop_token stop = {});
    Result<QString> text(DiagnosticContent content, std::stop_token stop = {});
    Result<QString> plainLogs(int tail = 100, QString since = {}, std::stop_token stop = {});
    Result<QString> plainEvents(int limit = 50, std::stop_token stop = {});
    Result<QString> inspect(std::stop_token stop = {});
    Result<QString> summary(int tail = 100, int eventLimit = 50, std::stop_token stop = {});
    /// @}

private:
    std::shared_ptr<SyncThread> m_thread;
    std::shared_ptr<DiagnosticsService> m_service;
};

/// What a terminal in pipe mode has written, each in its order.
struct PtyOutput
{
    QByteArray output; ///< Standard output.
    QByteArray errorOutput; ///< Standard error; empty unless in pipe mode.
};

/// A PTY's connection, blocking. Output waits here until it is read.
class PtySessionSync
{
public:
    struct Private;
    /// PtySync::attach makes it.
    explicit PtySessionSync(std::shared_ptr<Private> d);
    ~PtySessionSync();
    /// Takes over the other's session.
    PtySessionSync(PtySessionSync &&) noexcept;
    /// Takes over the other's session.
    PtySessionSync &operator=(PtySessionSync &&) noexcept;

    /**
     * Waits for output and takes all there is (standard error included; a replay starts it anew). Empty when
     * the time is over. When the session is over and all is read: the Error it ended with, code "PTY_ENDED" after an orderly end.
     */
    Result<QByteArray> read(std::chrono::milliseconds timeout = std::chrono::seconds(30), std::stop_token stop = {});
    /// As read(), with standard error apart (PtyOptions::pipe).
    Result<PtyOutput> readApart(std::chrono::milliseconds timeout = std::chrono::seconds(30), std::stop_token stop = {});
    /// Input for the program.
    Result<Done> write(QByteArray input);
    /// Columns and rows.
    Result<Done> resize(QSize size);
    /// To the shell itself: see PtySession::sendSignal().
    Result<Done> sendSignal(QString name);
    /// Waits for the shell's end.
    Result<std::optional<int>> waitForExit(std::chrono::milliseconds timeout = std::chrono::seconds(30), std::stop_token stop = {});
    /// Whether bytes can flow.
    PtySession::State state() const;
    /// "pty" or "pipe", as the server has it.
    QString mode() const;
    /// The offset after the last byte that has come, read or not: for a later attach with PtyOptions::since.
    qint64 position() const;
    /// Of Failed, and of Stalled why the connection was lost.
    Error error() const;
    /// Leaves the terminal; the session goes on.
    void close();

private:
    std::shared_ptr<Private> d;
};

/// PtyService, blocking; where and how: syncservices.h.
class PtySync
{
public:
    /// SandboxSync makes it.
    PtySync(std::shared_ptr<SyncThread> thread, std::shared_ptr<PtyService> service) : m_thread(std::move(thread)), m_service(std::move(service)) { }

    /// @name As in PtyService
    /// @{

    /// The function of the same name in PtyService, blocking.
    Result<QString> create(QString cwd = {}, QString command = {}, std::stop_token stop = {});
    Result<PtyStatus> status(QString id, std::stop_token stop = {});
    Result<Done> remove(QString id, std::stop_token stop = {});
    /// Returns when connected, or with the reason why not.
    Result<PtySessionSync> attach(QString id, PtyOptions options = {}, std::stop_token stop = {});
    /// @}

private:
    std::shared_ptr<SyncThread> m_thread;
    std::shared_ptr<PtyService> m_service;
};

} // namespace OpenSandbox

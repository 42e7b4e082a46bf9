// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/services.h>

#include <QObject>
#include <QSize>

namespace OpenSandbox {

/// What the server tells of a terminal.
struct PtyStatus
{
    QString id; ///< Of the session.
    bool running = false; ///< The shell starts with the first connection.
    qint64 outputOffset = 0; ///< Bytes it has ever written.
};

/// How a connection to a PTY behaves. The times are for tests and odd networks.
struct PtyOptions
{
    std::optional<qint64> since; ///< Replay the output from this byte on; absent: all that is kept (1 MiB).
    bool takeover = false; ///< Take it from another client, which is told; otherwise a second client is refused. For the first connection only.
    bool pipe = false; ///< Standard output and error apart, no echo, no line editing. Counts only for the connection that starts the shell.
    QSize size { 80, 24 }; ///< Columns and rows.
    bool reconnect = true; ///< After a lost connection, from the byte that is missing. Never takes the terminal from a client that came meanwhile: then Failed, "ALREADY_CONNECTED", after 70 s.
    std::chrono::milliseconds pingInterval { 10'000 }; ///< The application's own: Qt sends none, and a relay on the way would answer WebSocket's.
    std::chrono::milliseconds stallLimit { 25'000 }; ///< Without any frame for so long the connection counts as dead.
    std::chrono::milliseconds connectLimit { 15'000 }; ///< For one attempt.
    std::chrono::milliseconds firstRetry { 500 }; ///< Doubles up to 15 s; given up after `retryLimit`.
    std::chrono::milliseconds retryLimit { 300'000 }; ///< A lost connection is given up after so long.
};

/**
 * A terminal in a sandbox over one WebSocket (execd's /pty routes), made by PtyService::attach. Lives in the
 * thread of the sandbox. Destroying or closing it leaves the shell running; PtyService::remove ends that.
 *
 * Bytes are handed over as they come: they may end inside a character or an escape sequence, so keep one
 * decoder per session and reset it at a replay. `position` is the offset after the last byte seen, for a
 * later attach with `since`.
 */
class PtySession : public QObject
{
    Q_OBJECT

public:
    /// Whether bytes can flow.
    enum class State {
        Connecting, ///< On the way there, for the first time or again.
        Connected, ///< Input goes out, output comes in.
        Stalled, ///< Nothing was heard for a while, or the connection was lost: trying again.
        Exited, ///< The shell ended. Attaching again would start a new one.
        TakenOver, ///< Another client has it now; never taken back by itself.
        Failed, ///< See error().
        Closed, ///< By close().
    };
    Q_ENUM(State)

    /// Whether bytes can flow.
    virtual State state() const = 0;
    /// It will not connect again.
    bool isOver() const { return state() != State::Connecting && state() != State::Connected && state() != State::Stalled; }
    /// Of the session on the server.
    virtual QString id() const = 0;
    /// "pty" or "pipe", as the server has it; empty before the first connection.
    virtual QString mode() const = 0;
    /// How many bytes of output have come, counted from the session's start.
    virtual qint64 position() const = 0;
    /// Of Exited: the shell's; -1 after a signal; absent when the shell was found ended.
    virtual std::optional<int> exitCode() const = 0;
    /// Of Failed, and of Stalled why the connection was lost.
    virtual Error error() const = 0;

    /**
     * Sends input. What cannot go out yet waits, also over a reconnect, and goes in small frames so that a
     * long paste does not hold up anything else. Input is ignored when the session is over.
     */
    virtual void write(const QByteArray &input) = 0;
    /// Bytes of input that have not gone out.
    virtual qint64 pendingInput() const = 0;
    /// Drops them: the end of a paste that was too long.
    virtual void discardInput() = 0;
    /// The last size wins; it is sent again after every reconnect. Sizes below 1x1 are ignored.
    virtual void resize(QSize size) = 0;
    /// To the shell itself ("SIGINT", "SIGTERM", "SIGKILL", "SIGQUIT", "SIGHUP"), not to the program in front: for that write "\x03".
    virtual void sendSignal(const QString &name) = 0;
    /// Leaves the terminal; the session goes on for who connects next.
    virtual void close() = 0;

Q_SIGNALS:
    /// The state is another now.
    void stateChanged(OpenSandbox::PtySession::State state);
    /// Everything before it is void: what follows starts at `offset`. `lost` bytes before it are not kept any more.
    void replay(qint64 offset, const QByteArray &bytes, qint64 lost);
    /// What the program wrote.
    void output(const QByteArray &bytes);
    void errorOutput(const QByteArray &bytes); ///< Pipe mode only.
    void inputSent(qint64 pending); ///< Some input went out.
    /// A connection was lost with input on its way that may or may not have arrived: at most so many bytes.
    void inputUncertain(qint64 bytes);
    void notice(const QString &code, const QString &message); ///< The server complained, but goes on.

protected:
    using QObject::QObject;
};

/// The terminals of a sandbox. 501 where the sandbox cannot have any, which is remembered.
class PtyService
{
public:
    virtual ~PtyService() = default;

    /// The value is the id. `cwd` is made if missing; `command` instead of an interactive shell. Nothing runs before attach().
    virtual Task<QString> create(QString cwd = {}, QString command = {}, std::stop_token stop = {}) = 0;
    /// Whether a session runs and how far its output has come.
    virtual Task<PtyStatus> status(QString id, std::stop_token stop = {}) = 0;
    /// Kills the shell. A PTY that is gone counts as removed.
    virtual Task<Done> remove(QString id, std::stop_token stop = {}) = 0;
    /// Starts to connect and returns at once; the first signals come from the event loop.
    virtual std::unique_ptr<PtySession> attach(QString id, PtyOptions options = {}) = 0;
};

} // namespace OpenSandbox

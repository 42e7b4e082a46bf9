// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/error.h>
#include <opensandbox/models.h>

#include <QCoroTask>

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <optional>
#include <variant>

namespace OpenSandbox {

/// What one frame of an event stream says (execd-api.yaml). `timestampMs` is Unix time in milliseconds by the server's clock, 0 when absent.
namespace Event {
/// The run has begun.
struct Init
{
    QString id; ///< Command id, session id or, for code, the context id.
};
/// Text on standard output or standard error.
struct Output
{
    QString text; ///< Of commands: one line without its end, a blank line is ""; of code: as the kernel sent it.
    bool isError = false; ///< Standard error.
    qint64 timestampMs = 0; ///< When it was written.
};
/// A result of code, or something it displays.
struct Result
{
    QJsonObject data; ///< MIME bundle; "text" is already renamed text/plain.
    bool isDisplay = false; ///< Displayed by the code, not its last value.
    QJsonObject metadata; ///< By MIME type.
    QString displayId; ///< For later updates; may be empty.
    bool isUpdate = false; ///< Takes the place of the displays with the same id.
    qint64 timestampMs = 0; ///< When it was made.
};
/// What is shown so far shall go. Extension of the local runtime and of the display bridge.
struct ClearOutput
{
    bool wait = false; ///< Only when the next output comes.
};
/// The code or command has failed.
struct Failure
{
    QString name; ///< For example "ZeroDivisionError"; of commands "CommandExecError".
    QString value; ///< For people; of commands the exit code.
    QStringList traceback; ///< With ANSI colours; may be empty.
    qint64 timestampMs = 0; ///< When it failed.
};
/// The number of the run in its context.
struct Count
{
    int value = 0; ///< From 1.
};
/// What the kernel is doing.
struct Status
{
    QString text; ///< As the server words it.
};
/// The server lives; not progress.
struct Ping
{
};
/// The code or command has ended without a failure.
struct Complete
{
    std::chrono::milliseconds executionTime {}; ///< By the server's clock.
    qint64 timestampMs = 0; ///< When it ended.
};
/// A frame that could not be read; later frames still work.
struct Broken
{
    QString reason; ///< For people.
    qint64 size = 0; ///< Bytes of the frame.
    QByteArray head; ///< Its first bytes, at most 512.
};
/// An untyped {code,message} inside the stream.
struct ServerError
{
    QString code; ///< The server's own; may be empty.
    QString message; ///< For people.
};
/// A newer server's event, kept whole.
struct Unknown
{
    QString type; ///< As sent.
    QJsonObject object; ///< The whole frame.
};
/// The code waits for a line: answer with CodesService::sendInput. Extension of the local runtime and of the display bridge.
struct InputRequest
{
    QString prompt; ///< What to ask.
    bool password = false; ///< Do not show what is typed.
};
} // namespace Event

/// One frame of a stream.
struct StreamEvent
{
    std::variant<Event::Init, Event::Output, Event::Result, Event::ClearOutput, Event::Failure, Event::Count,
                 Event::Status, Event::Ping, Event::Complete, Event::Broken, Event::ServerError, Event::Unknown, Event::InputRequest>
        value; ///< What it says.
    qint64 timestampMs = 0; ///< Unix time in milliseconds by the server's clock; 0 when absent.
};

/**
 * Awaited between the pieces of a stream, in the thread of the call: while it is not done nothing more is read, and when
 * the buffers on the way are full, the sandbox waits, too. `bytes`: the size of the piece that was just handed on. It has to end
 * by itself when the call is to be stopped.
 */
using Pace = std::function<QCoro::Task<>(qint64 bytes)>;

/**
 * Called in the order of arrival, in the thread of the call, never from inside the call that started the run.
 * All are optional. A handler may request the stop token; it must not destroy what it runs in.
 */
struct ExecutionHandlers
{
    std::function<void(const QString &id)> onInit; ///< The run has begun; gets its id.
    std::function<void(const Event::Output &)> onStdout; ///< Standard output.
    std::function<void(const Event::Output &)> onStderr; ///< Standard error.
    std::function<void(const Event::Result &)> onResult; ///< A result or display.
    std::function<void(const Event::Failure &)> onError; ///< The code or command has failed.
    std::function<void(const Event::Complete &)> onExecutionComplete; ///< It has ended without a failure.
    std::function<void(const Event::InputRequest &)> onInputRequest; ///< The code waits for a line.
    std::function<void(const StreamEvent &)> onEvent; ///< Every frame, pings and unknown ones included, before the specific handler.
    Pace pace {}; ///< For handlers that only take notes of what comes, for others to work off: keeps the notes short.
    /// Of code: keeps what it writes after its end under this name (at most 200 bytes), for CodesService::lateOutput(). Servers without that take no notice.
    QString runName;
    bool skipAccumulation = false; ///< True: Execution keeps no text and no results (they only go to the handlers).
};

/// The outcome of a run whose stream ended in an orderly way. A failing cell or command is an outcome, not an Error.
struct Execution
{
    QString id; ///< Command id, session id or, for code, the context id.
    std::optional<int> executionCount; ///< The number in In [n]; of code only.
    QList<Event::Output> standardOutput; ///< In the order of arrival.
    QList<Event::Output> standardError; ///< In the order of arrival.
    QList<Event::Result> results; ///< Results and displays in the order of arrival.
    std::optional<Event::Failure> failure; ///< Why the code or command failed; absent: it did not.
    std::optional<Event::Complete> complete; ///< How it ended without a failure; absent: it failed or runs in the background.
    /// The code or command did not fail.
    bool succeeded() const { return !failure; }
    /// Of commands: 0, the failure's number, or absent when it is unknown or the command runs in the background.
    std::optional<int> exitCode;
    bool linewise = false; ///< True for commands: each Output is a line without its end.
    QStringList notes; ///< What was odd about the stream and worth showing: an unreadable frame, a sloppy close, a proxy that holds output back.
    /// Output joined as the program wrote it, then the text of the results.
    QString text() const;
};

} // namespace OpenSandbox

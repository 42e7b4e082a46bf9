// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/error.h>
#include <opensandbox/models.h>

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <optional>
#include <variant>

namespace OpenSandbox {

/// What one frame of an event stream says (protocol.md 2.2). `timestampMs` is Unix time, 0 when absent.
namespace Event {
struct Init { QString id; }; ///< Command id, session id or, for code, the context id.
struct Output { QString text; bool isError = false; }; ///< Of commands: one line without its end, a blank line is ""; of code: as the kernel sent it.
struct Result { QJsonObject data; bool isDisplay = false; QJsonObject metadata; QString displayId; bool isUpdate = false; }; ///< MIME bundle; "text" is already renamed text/plain.
struct ClearOutput { bool wait = false; }; ///< Extension of the local runtime and of the display bridge.
struct Failure { QString name; QString value; QStringList traceback; };
struct Count { int value = 0; };
struct Status { QString text; };
struct Ping { }; ///< The server lives; not progress.
struct Complete { std::chrono::milliseconds executionTime {}; };
struct Broken { QString reason; qint64 size = 0; QByteArray head; }; ///< A frame that could not be read; later frames still work.
struct ServerError { QString code; QString message; }; ///< An untyped {code,message} inside the stream.
struct Unknown { QString type; QJsonObject object; }; ///< A newer server's event, kept whole.
struct InputRequest { QString prompt; bool password = false; }; ///< The code waits for a line: answer with CodesService::sendInput. Extension of the local runtime and of the display bridge.
} // namespace Event

struct StreamEvent
{
    std::variant<Event::Init, Event::Output, Event::Result, Event::ClearOutput, Event::Failure, Event::Count,
                 Event::Status, Event::Ping, Event::Complete, Event::Broken, Event::ServerError, Event::Unknown, Event::InputRequest>
        value;
    qint64 timestampMs = 0;
};

/**
 * Called in the order of arrival, in the thread of the call, never from inside the call that started the run.
 * All are optional. A handler may request the stop token; it must not destroy what it runs in.
 */
struct ExecutionHandlers
{
    std::function<void(const QString &id)> onInit;
    std::function<void(const Event::Output &)> onStdout;
    std::function<void(const Event::Output &)> onStderr;
    std::function<void(const Event::Result &)> onResult;
    std::function<void(const Event::Failure &)> onError;
    std::function<void(const Event::Complete &)> onExecutionComplete;
    std::function<void(const Event::InputRequest &)> onInputRequest;
    std::function<void(const StreamEvent &)> onEvent; ///< Every frame, pings and unknown ones included, before the specific handler.
    bool skipAccumulation = false; ///< True: Execution keeps no text and no results (they only go to the handlers).
};

/// The outcome of a run whose stream ended in an orderly way. A failing cell or command is an outcome, not an Error.
struct Execution
{
    QString id;
    std::optional<int> executionCount;
    QList<Event::Output> standardOutput;
    QList<Event::Output> standardError;
    QList<Event::Result> results;
    std::optional<Event::Failure> failure;
    std::optional<Event::Complete> complete;
    bool succeeded() const { return !failure; }
    /// Of commands: 0, the failure's number, or absent when it is unknown or the command runs in the background.
    std::optional<int> exitCode;
    bool linewise = false; ///< True for commands: each Output is a line without its end.
    QStringList notes; ///< What was odd about the stream and worth showing: an unreadable frame, a sloppy close, a proxy that holds output back.
    /// Output joined as the program wrote it, then the text of the results.
    QString text() const;
};

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cells that run as a command of their own: the server keeps their output, so it survives a broken connection.
#include "contextflight.h"

#include <QPointer>
#include <QTimer>

#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;
using Notebook::Notice;
using Notebook::Outcome;
using Notebook::StreamName;
using OpenSandbox::CommandStatus;
using OpenSandbox::Error;
using OpenSandbox::Execution;
using OpenSandbox::Result;

namespace {

constexpr std::chrono::milliseconds reconnectPause { 2000 };

// Of the way to the server, or of a server that is busy.
bool isPassing(const Error &error)
{
    return error.kind == Error::Kind::Network || error.kind == Error::Kind::Timeout || error.kind == Error::Kind::ResultUnknown
        || (error.httpStatus >= 500 && error.httpStatus != 501);
}

constexpr auto codeVariable = "OPENSANDBOX_CODE"_L1; ///< Holds Python code, which so needs no quoting.

} // namespace

bool ContextRunner::runsInBackground(const QString &language)
{
    return language == "bash"_L1 || language == "python"_L1;
}

void ContextRunner::startCommand(const std::shared_ptr<Flight> &flight)
{
    flight->command = flight->run->attachTo();
    if (!flight->command.isEmpty()) {
        flight->run->clearOutput(true);
        followCommand(flight);
        return;
    }
    flight->run->waiting(tr("Waits for %1").arg(flight->session->name()));
    m_tasks.run(flight->session->ready(flight->stop.get_token()), [this, flight](const Result<std::shared_ptr<OpenSandbox::CodeInterpreter>> &ready) {
        const auto sandbox = flight->session->sandbox();
        if (!ready || !sandbox || flight->interrupted) {
            if (!flight->interrupted)
                flight->run->notice({ Notice::Severity::Error, u"not-run"_s, tr("The server did not run the cell"), ready ? QString() : describeError(ready.error(), flight->session->name()).message });
            finish(flight, flight->interrupted ? Outcome::Interrupted : Outcome::Failed);
            return;
        }
        OpenSandbox::RunCommandOptions options;
        options.background = true;
        QString command = flight->run->code();
        if (flight->run->binding().language == "python"_L1) {
            options.env.insert(codeVariable, command);
            command = u"exec python3 -u -c \"$%1\""_s.arg(codeVariable);
        }
        flight->sent = true;
        m_tasks.run(sandbox->commands().run(command, options, {}, m_tasks.token()), [this, flight](const Result<Execution> &started) {
            if (!started || started->id.isEmpty()) {
                const bool unknown = !started && started.error().kind == Error::Kind::ResultUnknown;
                const QString why = started ? QString() : describeError(started.error(), flight->session->name()).message;
                flight->run->notice({ unknown ? Notice::Severity::Warning : Notice::Severity::Error, unknown ? u"result-unknown"_s : u"not-run"_s,
                                      unknown ? tr("The connection broke while the command was started, so its result is unknown") : tr("The server did not run the cell"), why });
                finish(flight, unknown ? Outcome::ResultUnknown : Outcome::Failed, why);
                return;
            }
            flight->command = started->id;
            flight->run->background({ started->id, flight->session->sandboxId() });
            if (flight->interrupted)
                interrupt(flight->run);
            followCommand(flight);
        });
    });
}

void ContextRunner::followCommand(const std::shared_ptr<Flight> &flight)
{
    m_tasks.run(flight->session->ready(m_tasks.token()), [this, flight](const Result<std::shared_ptr<OpenSandbox::CodeInterpreter>> &ready) {
        const auto sandbox = flight->session->sandbox();
        if (!ready || !sandbox) {
            Error gone; // Between two turns.
            gone.kind = Error::Kind::Network;
            commandEnded(flight, std::unexpected(ready ? gone : ready.error()));
            return;
        }
        flight->run->waiting({});
        const auto chunk = [flight](const QByteArray &bytes, qint64 cursor) {
            flight->cursor = cursor;
            flight->lastOutput = QDateTime::currentDateTime();
            flight->run->stream(StreamName::Stdout, QString(flight->decoder.decode(bytes)));
        };
        OpenSandbox::FollowOptions options;
        options.cursor = flight->cursor;
        m_tasks.run(sandbox->commands().follow(flight->command, chunk, options, m_tasks.token()), [this, flight](const Result<CommandStatus> &status) { commandEnded(flight, status); });
    });
}

void ContextRunner::interruptCommand(const std::shared_ptr<Flight> &flight)
{
    const auto later = [this, flight]() {
        flight->interruptAgain = true;
        QTimer::singleShot(reconnectPause, this, [this, flight]() {
            if (!flight->run->isFinished())
                interruptCommand(flight);
        });
    };
    const auto sandbox = flight->session->sandbox();
    if (!sandbox) {
        later();
        return;
    }
    m_tasks.run(sandbox->commands().interrupt(flight->command), [flight, later](const Result<OpenSandbox::Done> &result) {
        if (flight->run->isFinished())
            return;
        // 500 is what execd says of a command that does not run.
        if (!result && isPassing(result.error()) && result.error().httpStatus != 500) {
            later();
            return;
        }
        flight->interruptDue = false;
        // One that got lost on its way back has ended the command, which is then refused.
        if (!result && !std::exchange(flight->interruptAgain, false))
            flight->run->notice({ Notice::Severity::Warning, u"interrupt-failed"_s, tr("The interrupt did not reach the server"), result.error().message });
    });
}

void ContextRunner::commandEnded(const std::shared_ptr<Flight> &flight, const Result<CommandStatus> &status)
{
    if (status) {
        const int code = status->exitCode.value_or(0);
        if (code == 0 && status->error.isEmpty()) {
            finish(flight, Outcome::Done);
            return;
        }
        if (!flight->interrupted)
            flight->run->error(u"CommandFailed"_s, code > 0 ? tr("It ended with exit code %1.").arg(code) : tr("It was ended by a signal."), {});
        finish(flight, flight->interrupted ? Outcome::Interrupted : Outcome::Failed);
        return;
    }
    const Error &error = status.error();
    if (flight->session->state() == SandboxSession::State::Gone) {
        flight->run->notice({ Notice::Severity::Warning, u"expired"_s, tr("%1 is no more").arg(flight->session->name()), tr("What the command printed until then stays readable here.") });
        finish(flight, Outcome::ContextLost, tr("%1 is no more. Outputs stay readable here.").arg(flight->session->name()));
        return;
    }
    if (error.isNotFound() || error.httpStatus == 400) {
        flight->run->notice({ Notice::Severity::Warning, u"command-gone"_s, tr("%1 no longer knows this command").arg(flight->session->name()),
                              tr("It was started anew since. What the command printed until then stays readable here.") });
        finish(flight, Outcome::ContextLost, tr("The command is not there any more."));
        return;
    }
    if (isPassing(error)) {
        // The command goes on meanwhile; its log is read on from where it was left.
        flight->run->waiting(tr("Connects to %1 again").arg(flight->session->name()));
        flight->session->retry();
        QTimer::singleShot(reconnectPause, this, [this, flight]() {
            if (!flight->run->isFinished())
                followCommand(flight);
        });
        return;
    }
    const Problem problem = describeError(error, flight->session->name());
    flight->run->notice({ Notice::Severity::Warning, u"command-lost"_s, tr("The output of the command cannot be read now"), problem.message });
    finish(flight, Outcome::ResultUnknown, problem.message);
}

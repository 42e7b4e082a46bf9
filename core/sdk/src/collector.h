// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/execution.h>

namespace OpenSandbox {

enum class RunKind { Code, Command, BackgroundCommand };

/// Makes an Execution of a run's events and calls the handlers. Pure but for the handlers.
class Collector
{
public:
    Collector(RunKind kind, ExecutionHandlers handlers);

    void take(StreamEvent event);

    /// What the stream says at its end. `clean`: the response ended as HTTP wants it; `inFrame`: within a
    /// frame; `lateSilence`: nothing but pings came for a while before.
    Result<Execution> conclude(bool clean, bool inFrame, bool lateSilence, qint64 bytes, const QString &closeReason);

    /// No event of use can follow: a command's terminal event was seen.
    bool isOver() const { return m_kind != RunKind::Code && m_terminal; }
    bool sawAnything() const { return m_events > 0; }

private:
    RunKind m_kind;
    ExecutionHandlers m_handlers;
    Execution m_execution;
    std::optional<Event::ServerError> m_serverError;
    qint64 m_events = 0;
    bool m_terminal = false; ///< execution_complete or error.
    bool m_afterTerminal = false; ///< Something but pings came after it.
    qint64 m_progressTime = 0; ///< The server's timestamps: of the last event that told something,
    qint64 m_pingTime = 0; ///< and of the last ping.
};

} // namespace OpenSandbox

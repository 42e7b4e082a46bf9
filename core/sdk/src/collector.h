// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/execution.h>

#include <map>

namespace OpenSandbox {

enum class RunKind { Code, Command, BackgroundCommand };

/**
 * Finds out whether something on the way holds output back: events that are much older than others when they
 * arrive. Compares differences only, so that the two clocks need not agree. Pure.
 */
class BufferWatch
{
public:
    BufferWatch() = default;
    BufferWatch(const BufferWatch &) = delete;
    BufferWatch &operator=(const BufferWatch &) = delete;

    /// Milliseconds: the server's timestamp, and any clock here.
    void arrived(qint64 made, qint64 here);
    /// How long output was held back, in seconds; 0: it was not, as far as one can tell.
    int heldBack() const;

private:
    std::map<qint64, qint64> m_delays; ///< Whole seconds, and how many events had them.
    std::pair<const qint64, qint64> *m_latest = nullptr; ///< The one counted last: nearly always the next event's, too.
};

/// Makes an Execution of a run's events and calls the handlers. Pure but for the handlers.
class Collector
{
public:
    Collector(RunKind kind, ExecutionHandlers handlers);

    void take(StreamEvent &&event);
    /// Something worth showing that is not an event.
    void note(const QString &text) { m_execution.notes << text; }

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
    qint64 m_broken = 0; ///< Frames that could not be read.
    bool m_terminal = false; ///< execution_complete or error.
    bool m_afterTerminal = false; ///< Something but pings came after it.
    qint64 m_progressTime = 0; ///< The server's timestamps: of the last event that told something,
    qint64 m_pingTime = 0; ///< and of the last ping.
};

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "collector.h"

#include "errorbody.h"

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qint64 MaximumNotes = 20; ///< Of unreadable frames; a garbled stream has millions.
constexpr qint64 LateSilence = 2500; ///< Milliseconds; pings come every 3 s.

template <typename... Ts>
struct Overloaded : Ts...
{
    using Ts::operator()...;
};

template <typename Handler, typename Value>
void call(const Handler &handler, const Value &value)
{
    if (handler)
        handler(value);
}

} // namespace

void BufferWatch::arrived(qint64 made, qint64 here)
{
    constexpr size_t MaximumBuckets = 1000;
    if (made <= 0)
        return;
    const qint64 delay = (here - made) / 1000;
    if (!m_latest || m_latest->first != delay) {
        if (m_delays.size() >= MaximumBuckets && !m_delays.contains(delay))
            return;
        m_latest = &*m_delays.try_emplace(delay, 0).first;
    }
    ++m_latest->second;
}

int BufferWatch::heldBack() const
{
    constexpr qint64 Noticeable = 3; ///< Seconds.
    constexpr qint64 Several = 5; ///< Events: a single late one says nothing, a paused sandbox makes those, too.
    if (m_delays.empty())
        return 0;
    const qint64 least = m_delays.begin()->first;
    qint64 late = 0;
    for (const auto &[delay, events] : m_delays) {
        if (delay - least >= Noticeable)
            late += events;
    }
    return late >= Several ? int(m_delays.rbegin()->first - least) : 0;
}

Collector::Collector(RunKind kind, ExecutionHandlers handlers) : m_kind(kind), m_handlers(std::move(handlers))
{
    m_execution.linewise = kind != RunKind::Code;
}

void Collector::take(StreamEvent &&event)
{
    ++m_events;
    const bool ping = std::holds_alternative<Event::Ping>(event.value);
    if (m_terminal && !ping)
        m_afterTerminal = true;
    if (event.timestampMs > 0)
        (ping ? m_pingTime : m_progressTime) = event.timestampMs;
    if (auto *output = std::get_if<Event::Output>(&event.value); output && m_execution.linewise && output->text == "\n"_L1)
        output->text = u""_s; // How execd writes a blank line; all other lines come without their end.
    std::visit([time = event.timestampMs](auto &value) {
        if constexpr (requires { value.timestampMs; })
            value.timestampMs = time;
    }, event.value);
    call(m_handlers.onEvent, event);
    const bool keep = !m_handlers.skipAccumulation;
    std::visit(Overloaded {
                   [&](Event::Init &init) {
                       m_execution.id = init.id;
                       call(m_handlers.onInit, init.id);
                   },
                   [&](Event::Output &output) {
                       call(output.isError ? m_handlers.onStderr : m_handlers.onStdout, output);
                       if (keep)
                           (output.isError ? m_execution.standardError : m_execution.standardOutput) << std::move(output);
                   },
                   [&](Event::Result &result) {
                       call(m_handlers.onResult, result);
                       if (keep)
                           m_execution.results << std::move(result);
                   },
                   [&](Event::Failure &failure) {
                       m_terminal = true;
                       m_execution.failure = failure;
                       call(m_handlers.onError, failure);
                   },
                   [&](Event::Complete &complete) {
                       m_terminal = true;
                       m_execution.complete = complete;
                       call(m_handlers.onExecutionComplete, complete);
                   },
                   [&](Event::Count &count) {
                       if (count.value > 0)
                           m_execution.executionCount = count.value;
                   },
                   [&](Event::Broken &broken) {
                       if (++m_broken <= MaximumNotes)
                           m_execution.notes << u"A frame of %1 bytes could not be read: %2."_s.arg(broken.size).arg(broken.reason);
                   },
                   [&](Event::ServerError &error) { m_serverError = error; },
                   [&](Event::InputRequest &request) { call(m_handlers.onInputRequest, request); },
                   [](auto &) {},
               },
               event.value);
}

Result<Execution> Collector::conclude(bool clean, bool inFrame, bool lateSilence, qint64 bytes, const QString &closeReason)
{
    const auto unknown = [&](const QString &what) {
        return std::unexpected(Error { Error::Kind::ResultUnknown, 0, {},
            what + u" Whether it finished is not known; it may still be running."_s, {} });
    };
    if (m_broken > MaximumNotes)
        m_execution.notes << u"%1 more frames could not be read."_s.arg(m_broken - MaximumNotes);
    if (m_kind == RunKind::Command) {
        bool numeric = false;
        const int number = m_execution.failure ? m_execution.failure->value.toInt(&numeric) : 0;
        if (numeric)
            m_execution.exitCode = number;
        else if (!m_execution.failure && m_execution.complete)
            m_execution.exitCode = 0;
    }
    // A failure is an outcome even when the rest got lost.
    if (m_execution.failure) {
        if (m_serverError)
            m_execution.notes << readableText(m_serverError->message);
        if (inFrame || !clean)
            m_execution.notes << u"The connection ended early; later output may be missing."_s;
        return std::move(m_execution);
    }
    if (m_serverError) {
        const QString message = readableText(m_serverError->message);
        return std::unexpected(Error { Error::Kind::Api, 200, readableText(m_serverError->code),
            message.isEmpty() ? u"The server reported an error without a text."_s : message, {} });
    }
    if (inFrame)
        return unknown(u"The connection was lost inside a frame, after %1 bytes%2."_s.arg(bytes).arg(closeReason));
    if (m_events == 0)
        return unknown(u"The server ended the run's stream without a single event%1."_s.arg(closeReason));
    if (!m_terminal)
        return unknown(u"The connection was lost before the run ended, after %1 bytes%2."_s.arg(bytes).arg(closeReason));
    // execd may say execution_complete at 50 ms of a run of minutes, so after an unclean end it is only
    // believed when it was the last word, just before the end.
    if (!clean) {
        if (m_kind == RunKind::Code && (m_afterTerminal || lateSilence || m_pingTime - m_progressTime > LateSilence))
            return unknown(u"The connection was lost, after %1 bytes%2."_s.arg(bytes).arg(closeReason));
        m_execution.notes << u"The server closed the connection without ending the answer properly."_s;
    }
    return std::move(m_execution);
}

} // namespace OpenSandbox

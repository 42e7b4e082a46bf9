// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "runstream.h"

#include "errorbody.h"
#include "liveness.h"

#include <opensandbox/streamdecoder.h>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qint64 ChunkSize = 64 << 10; ///< Decoded in well under a millisecond.
constexpr qint64 MaximumErrorBody = 256 << 10;
constexpr qint64 TurnTime = 4; ///< Milliseconds of work before the event loop gets its turn.
constexpr qint64 LateSilence = 2500; ///< execd keeps a command's response open for 1 s, and pings every 3 s.

bool isEventStream(const QByteArray &contentType)
{
    const QByteArray type = contentType.split(';').first().trimmed().toLower();
    return type.isEmpty() || type == "text/event-stream" || type == "application/x-ndjson" || type == "application/octet-stream";
}

/// The rest of an answer that is no stream.
Task<QByteArray> readRest(Wire *wire)
{
    QByteArray body;
    while (body.size() < MaximumErrorBody) {
        const QByteArray bytes = wire->read(MaximumErrorBody - body.size());
        body += bytes;
        if (bytes.isEmpty() && wire->isFinished())
            break;
        if (bytes.isEmpty())
            co_await wire->activity();
    }
    co_return body;
}

/// What an answer with a success status says that should have been a stream.
Error notAStream(const Wire &wire, const QByteArray &body)
{
    const ErrorBody parsed = parseErrorBody(body);
    if (!parsed.code.isEmpty())
        return { Error::Kind::Api, wire.status(), parsed.code, parsed.message, wire.requestId(), {}, wire.shownBody(body) };
    return { Error::Kind::Protocol, wire.status(), {},
        u"The server answered with '%1' instead of an event stream: %2"_s.arg(
            readableText(QString::fromLatin1(wire.header("Content-Type"))), parsed.message), wire.requestId(), {}, wire.shownBody(body) };
}

} // namespace

Task<Execution> runStream(std::shared_ptr<const Client> client, Request request, RunKind kind, ExecutionHandlers handlers, std::stop_token stop)
{
    if (client->isStopped(stop))
        co_return std::unexpected(cancelled());
    const Masking masking = request.secrets.isEmpty() ? client->masking : client->masking.with(request.secrets);
    request.role = Transport::Role::Stream;
    request.timeout = std::chrono::milliseconds(0);
    request.headers.insert("Accept", "text/event-stream");
    Wire wire(client, std::move(request), stop);
    Liveness liveness(client, wire, Liveness::Begin::WithFirstPing);
    const Pace pace = handlers.pace;
    Collector collector(kind, std::move(handlers));
    std::vector<StreamEvent> events;
    StreamDecoder decoder([&events](StreamEvent event) { events.push_back(std::move(event)); });
    QElapsedTimer sinceProgress;
    QElapsedTimer turn;
    QElapsedTimer clock;
    BufferWatch buffering;
    qint64 woken = 0; // When what is read now had arrived at the latest.
    bool timely = true; // False: it may have waited for our own work, or come during that.
    bool rested = false; // The event loop had a turn in the middle of our work.
    clock.start();
    NextTurn nextTurn(client->transport->context());
    sinceProgress.start();
    turn.start();
    qint64 silence = 0; // From the last event that told something to the end.
    bool first = true;
    bool ended = false;
    while (!ended) {
        if (wire.isStopped()) {
            wire.report(u"Stopped."_s);
            co_return std::unexpected(cancelled());
        }
        const QByteArray bytes = wire.read(ChunkSize);
        if (bytes.isEmpty() && !wire.isFinished()) {
            co_await wire.activity();
            turn.restart();
            woken = clock.elapsed();
            timely = true;
            continue;
        }
        if (std::exchange(rested, false))
            timely = false;
        liveness.heard();
        if (first && (wire.status() >= 300 || (wire.status() > 0 && !isEventStream(wire.header("Content-Type"))))) {
            auto rest = readRest(&wire);
            const Result<QByteArray> body = co_await rest;
            Error error = cancelled();
            if (!wire.isStopped())
                error = wire.status() >= 300 ? wire.apiError(bytes + body.value()) : notAStream(wire, bytes + body.value());
            error.message = masking.text(error.message);
            wire.report(error.message);
            co_return std::unexpected(error);
        }
        if (first && !bytes.isEmpty()) {
            if (const auto mismatch = wire.encodingError(bytes)) {
                wire.report(mismatch->message);
                co_return std::unexpected(*mismatch);
            }
        }
        first = false;
        ended = bytes.isEmpty();
        if (ended)
            silence = sinceProgress.elapsed();
        const auto decode = [&decoder, &bytes] {
            if (bytes.isEmpty())
                decoder.finish();
            else
                decoder.feed(bytes);
        };
        if (decoder.endsLongLine(bytes)) {
            InPool decoded(client->transport->context(), decode);
            co_await decoded;
            rested = true;
            turn.restart();
        } else {
            decode();
        }
        bool progress = false;
        for (StreamEvent &event : events) {
            if (std::holds_alternative<Event::Ping>(event.value))
                liveness.pinged();
            else
                progress = true;
            if (timely)
                buffering.arrived(event.timestampMs, woken);
            collector.take(std::move(event));
            if (wire.isStopped())
                break;
            if (turn.elapsed() >= TurnTime) {
                co_await nextTurn;
                rested = true;
                turn.restart();
            }
        }
        events.clear();
        if (pace && !ended) {
            auto held = pace(bytes.size());
            if (!held.isReady()) {
                co_await held;
                rested = true;
                turn.restart();
            }
        }
        if (progress) // Once for all that came together: the clock costs more than reading an event.
            sinceProgress.restart();
        if (collector.isOver())
            ended = true;
    }
    if (wire.isStopped()) {
        wire.report(u"Stopped."_s);
        co_return std::unexpected(cancelled());
    }
    const std::optional<Error> failed = wire.transportError();
    if (failed && !collector.sawAnything() && !wire.wasSent()) {
        wire.report(failed->message);
        co_return std::unexpected(*failed);
    }
    if (const int seconds = buffering.heldBack(); seconds > 0)
        collector.note(u"Output is being buffered by a proxy: it was held back for up to %1 s on its way."_s.arg(seconds));
    const bool clean = collector.isOver() || !failed;
    const QString reason = failed ? QString(u" ("_s + failed->message + u')') : QString();
    Result<Execution> outcome = collector.conclude(clean, decoder.endedInsideFrame(), silence > LateSilence, decoder.bytesSeen(), reason);
    if (!outcome) {
        outcome.error().requestId = wire.requestId();
        outcome.error().message = masking.text(outcome.error().message);
    }
    wire.report(outcome ? QString() : outcome.error().message);
    co_return outcome;
}

Task<Done> followLines(std::shared_ptr<const Client> client, Request request, std::function<void(const StreamEvent &)> line, std::stop_token stop)
{
    if (client->isStopped(stop))
        co_return std::unexpected(cancelled());
    request.role = Transport::Role::Stream;
    request.timeout = std::chrono::milliseconds(0);
    Wire wire(client, std::move(request), stop);
    Liveness liveness(client, wire, Liveness::Begin::AtOnce); // A line comes every 2 s.
    std::vector<StreamEvent> events;
    StreamDecoder decoder([&events](StreamEvent event) { events.push_back(std::move(event)); });
    NextTurn nextTurn(client->transport->context());
    for (;;) {
        if (wire.isStopped()) {
            wire.report(u"Stopped."_s);
            co_return std::unexpected(cancelled());
        }
        const QByteArray bytes = wire.read(ChunkSize);
        if (bytes.isEmpty() && !wire.isFinished()) {
            co_await wire.activity();
            continue;
        }
        liveness.heard();
        if (wire.status() >= 300) {
            auto rest = readRest(&wire);
            const Result<QByteArray> body = co_await rest;
            const Error error = wire.isStopped() ? cancelled() : wire.apiError(bytes + body.value());
            wire.report(error.message);
            co_return std::unexpected(error);
        }
        if (bytes.isEmpty())
            break;
        decoder.feed(bytes);
        for (const StreamEvent &event : events) {
            line(event);
            if (wire.isStopped())
                break;
        }
        events.clear();
        co_await nextTurn;
    }
    Error error { Error::Kind::Network, wire.status(), {}, u"The server ended the stream."_s, wire.requestId() };
    if (const auto failed = wire.transportError())
        error = *failed;
    wire.report(error.message);
    co_return std::unexpected(error);
}

} // namespace OpenSandbox

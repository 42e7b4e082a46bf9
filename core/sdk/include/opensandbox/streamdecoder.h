// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/execution.h>

#include <QByteArray>

#include <functional>

namespace OpenSandbox {

/**
 * Turns the bytes of an event stream into events. Pure: no I/O, no clock. Accepts bare JSON and
 * server-sent-event fields in one stream, any chunking, lines of any length; splits on LF only (a CR
 * before it is dropped), so U+0085 and U+2028 are ordinary text. Nothing is
 * dropped in silence: what cannot be read becomes Event::Broken. Not thread-safe.
 */
class StreamDecoder
{
public:
    /// Receives the events in order.
    using Sink = std::function<void(StreamEvent)>;

    /// For one stream.
    explicit StreamDecoder(Sink sink);

    /// The next bytes, in pieces of any size.
    void feed(QByteArrayView bytes);
    /// The response ended: flushes a last line without LF. Call once.
    void finish();

    /// The end of a line that is so long that reading it takes many milliseconds is among these bytes; or, without bytes, finish() has such
    /// a line to read. Worth another thread: feed() and finish() may be called in any, one after the other.
    bool endsLongLine(QByteArrayView bytes = {}) const;
    static constexpr qsizetype LongLine = 512 << 10; ///< Bytes from which on a line is that long.

    /// Fed so far.
    qint64 bytesSeen() const { return m_bytesSeen; }
    /// True when the last line was incomplete JSON, so the stream was cut.
    bool endedInsideFrame() const { return m_endedInsideFrame; }

private:
    void line(QByteArrayView line);
    void flushData();
    void frame(QByteArrayView json);
    void emitBroken(QByteArrayView bytes, const QString &reason);

    Sink m_sink;
    QByteArray m_buffer; ///< Bytes after the last LF.
    QByteArray m_data; ///< Joined data: lines of the current server-sent event.
    bool m_hasData = false;
    bool m_finishing = false; ///< The line at hand had no LF: the response ended in it.
    qint64 m_bytesSeen = 0;
    bool m_endedInsideFrame = false;
};

/// One frame's JSON to an event. Pure.
StreamEvent eventFromJson(const QJsonObject &object);

} // namespace OpenSandbox

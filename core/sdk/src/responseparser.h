// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>

#include <utility>

namespace OpenSandbox {

/// Reads one HTTP/1.1 response: head, then a body that is chunked, of known length, or lasts until the
/// connection closes. Pure; any bytes, any pieces. Interim 1xx answers are skipped.
class ResponseParser
{
public:
    enum class State { Head, Body, Done, Failed };

    /// Takes bytes of the connection and appends those of the body.
    void feed(QByteArrayView bytes, QByteArray &body);
    /// The connection was closed: Done when the body had no announced end.
    void end();

    State state() const { return m_state; }
    bool hasHead() const { return m_hasHead; }
    int status() const { return m_status; }
    const QByteArray &reason() const { return m_reason; }
    const QList<std::pair<QByteArray, QByteArray>> &headers() const { return m_headers; }
    const QByteArray &failure() const { return m_failure; }

private:
    enum class Framing { None, Length, Chunked, UntilClose };
    enum class Chunk { Size, Data, DataEnd, Trailer };

    void fail(const char *why);
    void parseHead(QByteArrayView head);
    QByteArrayView takeHead(QByteArrayView bytes);
    QByteArrayView takeChunked(QByteArrayView bytes, QByteArray &body);

    State m_state = State::Head;
    Framing m_framing = Framing::None;
    Chunk m_chunk = Chunk::Size;
    bool m_hasHead = false;
    int m_status = 0;
    QByteArray m_reason;
    QList<std::pair<QByteArray, QByteArray>> m_headers;
    QByteArray m_line; ///< An unfinished head or chunk line.
    qint64 m_left = 0; ///< Of the body or chunk.
    QByteArray m_failure;
};

} // namespace OpenSandbox

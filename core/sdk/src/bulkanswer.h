// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHttpHeaders>
#include <QString>

namespace OpenSandbox {

/**
 * An HTTP/1.1 answer (RFC 9112) as it arrives, in pieces of any size: the head, then its body out of whatever frame it
 * has (a length, chunks, the end of the connection). Answers of the 1xx kind are passed over. Pure; takes
 * any bytes.
 */
class BulkAnswer
{
public:
    enum class State { Head, Body, Done, Broken };

    State state() const { return m_state; }
    bool hasHead() const { return m_status > 0; }
    int status() const { return m_status; } ///< 0 before the head is there.
    const QByteArray &reason() const { return m_reason; }
    const QHttpHeaders &headers() const { return m_headers; }
    const QString &problem() const { return m_problem; } ///< Of a broken answer.

    /// What follows a complete answer is dropped.
    void feed(QByteArray bytes);
    /// The connection has ended; complete answers stay complete, and those that end so are complete then.
    void end();

    qint64 available() const { return m_content.size() - m_taken; }
    qint64 take(char *data, qint64 maximum);

private:
    enum class Frame { Length, Chunks, UntilEnd };
    enum class Chunk { Size, Data, DataEnd, Trailer };

    void broken(const QString &problem);
    bool readHead(); ///< False: more bytes are needed, or it is broken.
    bool readStatusLine(QByteArrayView line);
    bool chooseFrame();
    void readChunks();
    bool readChunkSize(QByteArrayView line);
    void keep(QByteArray bytes);

    State m_state = State::Head;
    Frame m_frame = Frame::UntilEnd;
    Chunk m_chunk = Chunk::Size;
    int m_status = 0;
    QByteArray m_reason;
    QHttpHeaders m_headers;
    QString m_problem;
    QByteArray m_raw; ///< Not understood yet: a part of the head, of a chunk's frame.
    qint64 m_left = 0; ///< Of the body, or of the chunk.
    QByteArray m_content;
    qsizetype m_taken = 0; ///< Of the content.
};

} // namespace OpenSandbox

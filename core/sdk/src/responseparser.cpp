// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "responseparser.h"

#include <cstring>
#include <limits>

namespace OpenSandbox {

namespace {

constexpr qsizetype MaximumHead = 256 << 10;
constexpr qsizetype MaximumChunkLine = 16 << 10;

QByteArrayView withoutLineEnd(QByteArrayView line)
{
    if (line.endsWith('\r'))
        line.chop(1);
    return line;
}

/// -1 when it is none.
qint64 number(QByteArrayView digits, int base)
{
    if (digits.isEmpty() || digits.size() > 19)
        return -1;
    for (const char c : digits) {
        const bool fine = (c >= '0' && c <= '9') || (base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
        if (!fine)
            return -1;
    }
    bool ok = false;
    const qint64 value = digits.toLongLong(&ok, base);
    return ok ? value : -1;
}

} // namespace

void ResponseParser::fail(const char *why)
{
    m_state = State::Failed;
    m_failure = why;
}

void ResponseParser::feed(QByteArrayView bytes, QByteArray &body)
{
    while (!bytes.isEmpty()) {
        if (m_state == State::Head) {
            bytes = takeHead(bytes);
        } else if (m_state == State::Body && m_framing == Framing::Chunked) {
            bytes = takeChunked(bytes, body);
        } else if (m_state == State::Body && m_framing == Framing::Length) {
            const qint64 count = qMin<qint64>(m_left, bytes.size());
            body.append(bytes.first(count));
            bytes = bytes.sliced(count);
            m_left -= count;
            if (m_left == 0)
                m_state = State::Done;
        } else if (m_state == State::Body) {
            body.append(bytes);
            return;
        } else {
            return; // Nothing may follow; the connection is not used again.
        }
    }
}

void ResponseParser::end()
{
    if (m_state == State::Body && m_framing == Framing::UntilClose)
        m_state = State::Done;
}

QByteArrayView ResponseParser::takeHead(QByteArrayView bytes)
{
    // The head's end: an empty line.
    const qsizetype before = m_line.size();
    qsizetype used = 0;
    while (used < bytes.size()) {
        const void *lf = std::memchr(bytes.data() + used, '\n', size_t(bytes.size() - used));
        if (!lf) {
            used = bytes.size();
            break;
        }
        used = static_cast<const char *>(lf) - bytes.data() + 1;
        const QByteArrayView soFar = bytes.first(used);
        const auto at = [&](qsizetype back) -> char { // The byte `back` before the LF, over the seam of pieces.
            const qsizetype index = before + used - 1 - back;
            return index < 0 ? '\n' : index < before ? m_line.at(index) : soFar.at(index - before);
        };
        const bool emptyLine = at(1) == '\n' || (at(1) == '\r' && at(2) == '\n');
        if (!emptyLine)
            continue;
        const QByteArray head = m_line + soFar.toByteArray();
        m_line.clear();
        if (!head.trimmed().isEmpty()) // Blank lines in front are skipped.
            parseHead(head);
        return bytes.sliced(used);
    }
    m_line.append(bytes.first(used));
    if (m_line.size() > MaximumHead)
        fail("the head of the answer is too long");
    return bytes.sliced(used);
}

void ResponseParser::parseHead(QByteArrayView head)
{
    m_headers.clear();
    QList<QByteArray> lines = head.toByteArray().trimmed().split('\n');
    const QByteArray start = lines.takeFirst().trimmed();
    if (!start.startsWith("HTTP/1.") || start.size() < 12 || start.at(8) != ' ') {
        fail("the answer is not HTTP/1");
        return;
    }
    const qint64 status = number(QByteArrayView(start).sliced(9, 3), 10);
    if (status < 100 || status > 999) {
        fail("the answer has no status");
        return;
    }
    m_status = int(status);
    m_reason = start.mid(13);
    qint64 length = -1;
    bool chunked = false;
    for (const QByteArray &raw : lines) {
        const QByteArrayView line = withoutLineEnd(raw);
        if ((line.startsWith(' ') || line.startsWith('\t')) && !m_headers.isEmpty()) {
            m_headers.last().second += ' ' + line.trimmed().toByteArray(); // Folded.
            continue;
        }
        const qsizetype colon = line.indexOf(':');
        if (colon <= 0)
            continue;
        const QByteArray name = line.first(colon).trimmed().toByteArray();
        const QByteArray value = line.sliced(colon + 1).trimmed().toByteArray();
        m_headers.append({ name, value });
        if (name.compare("transfer-encoding", Qt::CaseInsensitive) == 0) {
            chunked = chunked || value.toLower().contains("chunked");
        } else if (name.compare("content-length", Qt::CaseInsensitive) == 0) {
            const qint64 announced = number(value, 10);
            if (announced < 0 || (length >= 0 && announced != length)) {
                fail("the answer's length is not valid");
                return;
            }
            length = announced;
        }
    }
    if (m_status < 200 && m_status != 101)
        return; // An interim answer; the real one follows.
    m_hasHead = true;
    m_framing = m_status == 204 || m_status == 304 || m_status == 101 ? Framing::None
        : chunked                                                     ? Framing::Chunked
        : length >= 0                                                 ? Framing::Length
                                                                      : Framing::UntilClose;
    m_left = qMax<qint64>(0, length);
    m_state = m_framing == Framing::None || (m_framing == Framing::Length && length == 0) ? State::Done : State::Body;
}

QByteArrayView ResponseParser::takeChunked(QByteArrayView bytes, QByteArray &body)
{
    if (m_chunk == Chunk::Data) {
        const qint64 count = qMin<qint64>(m_left, bytes.size());
        body.append(bytes.first(count));
        m_left -= count;
        if (m_left == 0)
            m_chunk = Chunk::DataEnd;
        return bytes.sliced(count);
    }
    const void *lf = std::memchr(bytes.data(), '\n', size_t(bytes.size()));
    if (!lf) {
        m_line.append(bytes);
        if (m_line.size() > MaximumChunkLine)
            fail("a chunk's head is too long");
        return {};
    }
    const qsizetype used = static_cast<const char *>(lf) - bytes.data() + 1;
    QByteArray joined;
    QByteArrayView line = bytes.first(used - 1);
    if (!m_line.isEmpty()) {
        joined = std::exchange(m_line, {}) + line.toByteArray();
        line = joined;
    }
    line = withoutLineEnd(line);
    switch (m_chunk) {
    case Chunk::Size: {
        const qsizetype extension = line.indexOf(';');
        const qint64 size = number((extension < 0 ? line : line.first(extension)).trimmed(), 16);
        if (size < 0) {
            fail("a chunk has no valid size");
            break;
        }
        m_left = size;
        m_chunk = size == 0 ? Chunk::Trailer : Chunk::Data;
        break;
    }
    case Chunk::DataEnd:
        if (!line.isEmpty())
            fail("a chunk is longer than announced");
        m_chunk = Chunk::Size;
        break;
    case Chunk::Trailer:
        if (line.isEmpty())
            m_state = State::Done;
        break;
    case Chunk::Data:
        break;
    }
    return bytes.sliced(used);
}

} // namespace OpenSandbox

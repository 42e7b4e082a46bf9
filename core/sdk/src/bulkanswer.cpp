// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "bulkanswer.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qsizetype LongestHead = 256 << 10; ///< And longest trailer.
constexpr qsizetype LongestChunkLine = 4096;

/// Decimal or hexadecimal digits and nothing else; -1 otherwise.
qint64 number(QByteArrayView digits, int base)
{
    qint64 value = 0;
    for (const char c : digits) {
        const int digit = c >= '0' && c <= '9' ? c - '0' : base == 16 && (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10 : -1;
        if (digit < 0 || value > (std::numeric_limits<qint64>::max() - digit) / base)
            return -1;
        value = value * base + digit;
    }
    return digits.isEmpty() ? -1 : value;
}

/// Takes the next line with its end off the text; nothing when it does not end.
std::optional<QByteArrayView> nextLine(QByteArrayView &text)
{
    const qsizetype end = text.indexOf('\n');
    if (end < 0)
        return {};
    QByteArrayView line = text.first(end);
    text = text.sliced(end + 1);
    if (line.endsWith('\r'))
        line.chop(1);
    return line;
}

/// Behind the empty line that ends a head; -1: not there yet.
qsizetype headEnd(QByteArrayView text)
{
    for (qsizetype at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
        const QByteArrayView rest = text.sliced(at + 1);
        if (rest.startsWith('\n'))
            return at + 2;
        if (rest.startsWith("\r\n"))
            return at + 3;
    }
    return -1;
}

} // namespace

void BulkAnswer::broken(const QString &problem)
{
    m_state = State::Broken;
    m_problem = problem;
    m_raw.clear();
}

void BulkAnswer::feed(QByteArray bytes)
{
    if (m_state == State::Done || m_state == State::Broken)
        return;
    if (m_state == State::Body && m_frame != Frame::Chunks) {
        keep(std::move(bytes)); // The way of nearly all bytes: m_raw is empty.
        return;
    }
    if (m_raw.isEmpty())
        m_raw = std::move(bytes);
    else
        m_raw += bytes;
    while (m_state == State::Head && readHead()) { }
    if (m_state != State::Body)
        return;
    if (m_frame == Frame::Chunks)
        readChunks();
    else
        keep(std::exchange(m_raw, {}));
}

void BulkAnswer::end()
{
    if (m_state == State::Body && m_frame == Frame::UntilEnd)
        m_state = State::Done;
}

qint64 BulkAnswer::take(char *data, qint64 maximum)
{
    const qint64 count = qMin(maximum, available());
    if (count > 0)
        std::memcpy(data, m_content.constData() + m_taken, size_t(count));
    m_taken += count;
    return count;
}

void BulkAnswer::keep(QByteArray bytes)
{
    if (m_frame != Frame::UntilEnd) {
        bytes.truncate(qMin<qint64>(bytes.size(), m_left));
        m_left -= bytes.size();
        if (m_left == 0 && m_frame == Frame::Length)
            m_state = State::Done;
    }
    m_content.remove(0, m_taken); // Or it would grow in the hands of a reader that never takes all.
    m_taken = 0;
    if (m_content.isEmpty())
        m_content = std::move(bytes);
    else
        m_content += bytes;
}

bool BulkAnswer::readHead()
{
    const qsizetype end = headEnd(m_raw);
    if (end > LongestHead || (end < 0 && m_raw.size() > LongestHead)) {
        broken(u"the head of the answer is too long"_s);
        return false;
    }
    if (end < 0) {
        if (!m_raw.isEmpty() && !QByteArrayView("HTTP/").startsWith(QByteArrayView(m_raw).first(qMin<qsizetype>(5, m_raw.size()))))
            broken(u"the answer is not HTTP"_s);
        return false;
    }
    const QByteArray head = m_raw.first(end);
    m_raw.remove(0, end);
    QByteArrayView rest = head;
    if (!readStatusLine(*nextLine(rest))) {
        broken(u"the answer is not HTTP"_s);
        return false;
    }
    QByteArray name;
    QByteArray value;
    QHttpHeaders headers;
    const auto add = [&] {
        if (!name.isEmpty())
            headers.append(name, value);
    };
    for (auto line = nextLine(rest); line; line = nextLine(rest)) {
        if (line->startsWith(' ') || line->startsWith('\t')) { // Goes on with the header above.
            value += ' ' + line->trimmed().toByteArray();
            continue;
        }
        add();
        const qsizetype colon = line->indexOf(':');
        name = colon < 0 ? QByteArray() : line->first(colon).trimmed().toByteArray();
        value = colon < 0 ? QByteArray() : line->sliced(colon + 1).trimmed().toByteArray();
    }
    add();
    if (m_status >= 100 && m_status < 200 && m_status != 101) { // The answer is still to come.
        m_status = 0;
        m_reason.clear();
        return true;
    }
    m_headers = headers;
    return chooseFrame();
}

bool BulkAnswer::readStatusLine(QByteArrayView line)
{
    // HTTP/1.1 200 OK
    if (!line.startsWith("HTTP/1.") || line.size() < 12 || line.at(8) != ' ')
        return false;
    const qint64 status = number(line.sliced(9, 3), 10);
    if (status < 100 || (line.size() > 12 && line.at(12) != ' '))
        return false;
    m_status = int(status);
    m_reason = line.sliced(12).trimmed().toByteArray();
    return true;
}

bool BulkAnswer::chooseFrame()
{
    m_state = State::Body;
    if (m_status == 101) {
        broken(u"the answer changes to another protocol"_s);
        return false;
    }
    if (m_status == 204 || m_status == 304) {
        m_state = State::Done;
        return false;
    }
    if (const QByteArray coding = m_headers.combinedValue(QHttpHeaders::WellKnownHeader::TransferEncoding).trimmed().toLower(); !coding.isEmpty()) {
        if (coding == "chunked")
            m_frame = Frame::Chunks;
        else if (coding != "identity")
            broken(u"the answer has an unknown transfer encoding"_s);
        return false;
    }
    const QByteArrayList lengths = m_headers.values(QHttpHeaders::WellKnownHeader::ContentLength);
    if (lengths.isEmpty())
        return false;
    m_frame = Frame::Length;
    m_left = number(lengths.first(), 10);
    if (m_left < 0 || std::ranges::any_of(lengths, [&](const QByteArray &length) { return length != lengths.first(); }))
        broken(u"the length of the answer cannot be read"_s);
    else if (m_left == 0)
        m_state = State::Done;
    return false;
}

void BulkAnswer::readChunks()
{
    QByteArrayView rest = m_raw;
    while (m_state == State::Body && !rest.isEmpty()) {
        if (m_chunk == Chunk::Data) {
            const QByteArrayView bytes = rest.first(qMin<qint64>(rest.size(), m_left));
            rest = rest.sliced(bytes.size());
            keep(bytes.toByteArray());
            if (m_left == 0)
                m_chunk = Chunk::DataEnd;
            continue;
        }
        const qsizetype longest = m_chunk == Chunk::Trailer ? LongestHead : LongestChunkLine;
        const auto line = nextLine(rest);
        if ((line ? line->size() : rest.size()) > longest)
            return broken(u"a chunk of the answer has no end"_s);
        if (!line)
            break;
        if (m_chunk == Chunk::DataEnd) {
            if (!line->isEmpty())
                return broken(u"a chunk of the answer is longer than it says"_s);
            m_chunk = Chunk::Size;
        } else if (m_chunk == Chunk::Trailer) {
            if (line->isEmpty())
                m_state = State::Done;
        } else if (!readChunkSize(*line)) {
            return broken(u"the length of a chunk of the answer cannot be read"_s);
        }
    }
    m_raw = rest.toByteArray();
}

bool BulkAnswer::readChunkSize(QByteArrayView line)
{
    const qsizetype extension = line.indexOf(';');
    m_left = number((extension < 0 ? line : line.first(extension)).trimmed(), 16);
    m_chunk = m_left == 0 ? Chunk::Trailer : Chunk::Data;
    return m_left >= 0;
}

} // namespace OpenSandbox

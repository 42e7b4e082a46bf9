// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "textlog.h"

#include <QCoreApplication>
#include <QMutex>
#include <QTemporaryFile>

namespace Notebook {

namespace {

/// What stands where text was lost.
QByteArray lostNote()
{
    return '\n' + QCoreApplication::translate("Notebook::TextLog", "[Output is missing here: neither memory nor the temporary folder could take it.]").toUtf8() + '\n';
}

QByteArray lostChunk()
{
    const QByteArray note = lostNote();
    return note + QByteArray(TextLog::chunkSize - note.size(), '\n');
}

} // namespace

class TextSpill
{
public:
    bool open() { return m_file.open(); }
    bool write(size_t index, const QByteArray &bytes)
    {
        const QMutexLocker lock(&m_mutex);
        return m_file.seek(qint64(index) * TextLog::chunkSize) && m_file.write(bytes) == bytes.size() && m_file.flush();
    }
    QByteArray read(size_t index)
    {
        const QMutexLocker lock(&m_mutex);
        QByteArray bytes;
        if (m_file.seek(qint64(index) * TextLog::chunkSize))
            bytes = m_file.read(TextLog::chunkSize);
        // What cannot be read any more is empty lines.
        if (bytes.size() < TextLog::chunkSize)
            bytes.append(TextLog::chunkSize - bytes.size(), '\n');
        return bytes;
    }
    QString error() const { return m_file.errorString(); }

private:
    QTemporaryFile m_file;
    QMutex m_mutex;
};

bool FrozenLog::forEachChunk(const std::function<bool(QByteArrayView)> &take) const
{
    for (size_t i = 0; i < m_chunks.size(); ++i) {
        if (!take(chunk(i)))
            return false;
    }
    return true;
}

QByteArray FrozenLog::chunk(size_t index) const
{
    if (!m_chunks[index].isNull())
        return m_chunks[index];
    // Said once, however much it is.
    if (m_lost.contains(index))
        return m_lost.contains(index - 1) ? QByteArray("") : lostNote();
    return m_spill ? m_spill->read(index) : QByteArray("");
}

FrozenLog TextLog::freeze() const
{
    FrozenLog frozen;
    frozen.m_size = m_size;
    frozen.m_spill = m_file;
    frozen.m_chunks.reserve(m_chunks.size());
    for (const Chunk &chunk : m_chunks) {
        if (chunk.place == Place::Lost)
            frozen.m_lost.insert(frozen.m_chunks.size());
        frozen.m_chunks.push_back(chunk.place == Place::Memory && chunk.bytes.isNull() ? QByteArray("") : chunk.bytes);
    }
    return frozen;
}

TextLog::TextLog() = default;
TextLog::~TextLog() = default;

void TextLog::append(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        if (m_size == qint64(m_chunks.size()) * chunkSize) {
            if (m_chunks.size() > 1)
                shrink();
            m_chunks.emplace_back();
            // Little text must stay cheap: there is one log for each output of each cell.
            if (m_chunks.size() > 1)
                m_chunks.back().bytes.reserve(chunkSize);
        }
        QByteArray &last = m_chunks.back().bytes;
        const qsizetype part = std::min(bytes.size(), chunkSize - last.size());
        last.append(bytes.first(part));
        m_size += part;
        bytes = bytes.sliced(part);
    }
}

void TextLog::truncate(qint64 size)
{
    size = std::max(size, m_memoryStart);
    while (m_size > size) {
        QByteArray &last = m_chunks.back().bytes;
        const qsizetype part = qsizetype(std::min<qint64>(last.size(), m_size - size));
        last.chop(part);
        m_size -= part;
        if (last.isEmpty())
            m_chunks.pop_back();
    }
}

void TextLog::setMemoryLimit(qint64 bytes)
{
    m_limit = std::max<qint64>(bytes, 1024 * 1024);
    shrink();
}

void TextLog::shrink()
{
    const size_t keep = size_t(m_limit / chunkSize);
    // Without a file the text stays in memory as long as that is bearable.
    const size_t bearable = keep * 32;
    while (m_chunks.size() > m_firstInMemory && m_chunks.size() - m_firstInMemory + 1 >= keep) {
        Chunk &chunk = m_chunks[m_firstInMemory];
        if (chunk.bytes.size() < chunkSize)
            break;
        if (!spill(m_firstInMemory)) {
            if (m_chunks.size() - m_firstInMemory < bearable)
                break;
            chunk.place = Place::Lost;
            chunk.bytes = QByteArray();
            m_lost += chunkSize;
        }
        ++m_firstInMemory;
        m_memoryStart = qint64(m_firstInMemory) * chunkSize;
    }
}

bool TextLog::spill(size_t index)
{
    if (!m_error.isEmpty())
        return false;
    if (!m_file) {
        m_file = std::make_shared<TextSpill>();
        if (!m_file->open()) {
            m_error = m_file->error();
            return false;
        }
    }
    Chunk &chunk = m_chunks[index];
    if (!m_file->write(index, chunk.bytes)) {
        m_error = m_file->error();
        return false;
    }
    m_spilled += chunk.bytes.size();
    chunk.bytes = QByteArray();
    chunk.place = Place::Disk;
    return true;
}

const QByteArray &TextLog::loaded(size_t index) const
{
    const Chunk &chunk = m_chunks[index];
    if (chunk.place == Place::Memory)
        return chunk.bytes;
    for (const Cached &cached : m_cache) {
        if (cached.chunk == qint64(index))
            return cached.bytes;
    }
    Cached &cached = m_cache[m_nextCached++ % m_cache.size()];
    cached.chunk = qint64(index);
    cached.bytes = chunk.place == Place::Disk ? m_file->read(index) : lostChunk();
    return cached.bytes;
}

QByteArrayView TextLog::view(qint64 position, qint64 size) const
{
    size = std::min(size, m_size - position);
    if (size <= 0)
        return {};
    const auto index = size_t(position / chunkSize);
    const qsizetype offset = qsizetype(position % chunkSize);
    const QByteArray &bytes = loaded(index);
    return QByteArrayView(bytes).sliced(offset, std::min<qint64>(size, bytes.size() - offset));
}

QByteArray TextLog::read(qint64 position, qint64 size) const
{
    QByteArray bytes;
    while (bytes.size() < size) {
        const QByteArrayView part = view(position + bytes.size(), size - bytes.size());
        if (part.isEmpty())
            break;
        bytes.append(part);
    }
    return bytes;
}

qint64 TextLog::lastIndexOf(char byte, qint64 from, qint64 to) const
{
    from = std::max(from, m_memoryStart);
    while (to > from) {
        const qint64 begin = std::max(from, (to - 1) / chunkSize * chunkSize);
        const QByteArrayView part = view(begin, to - begin);
        const qsizetype found = part.lastIndexOf(byte);
        if (found >= 0)
            return begin + found;
        to = begin;
    }
    return -1;
}

qint64 TextLog::memoryUsed() const
{
    qint64 used = qint64(m_chunks.size() * sizeof(Chunk));
    for (const Chunk &chunk : m_chunks)
        used += chunk.bytes.capacity();
    for (const Cached &cached : m_cache)
        used += cached.bytes.capacity();
    return used;
}

} // namespace Notebook

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <array>
#include <functional>
#include <memory>
#include <set>
#include <vector>

namespace Notebook {

/// Where the middle of a log lies. Of several threads: a frozen log may be read while the log itself goes on.
class TextSpill;

/// What a log held at one moment.
class FrozenLog
{
public:
    qint64 size() const { return m_size; }
    /// One chunk after the other; stops when `take` returns false.
    bool forEachChunk(const std::function<bool(QByteArrayView)> &take) const;
    size_t chunkCount() const { return m_chunks.size(); }
    QByteArray chunk(size_t index) const;

private:
    friend class TextLog;
    std::vector<QByteArray> m_chunks; ///< Null: in the file, or lost.
    std::set<size_t> m_lost;
    std::shared_ptr<TextSpill> m_spill;
    qint64 m_size = 0;
};

/// Bytes that grow at the end. Beyond a limit the middle lies in an anonymous temporary file.
class TextLog
{
public:
    TextLog();
    ~TextLog();

    qint64 size() const { return m_size; }
    void append(QByteArrayView bytes);
    void append(char byte) { append(QByteArrayView(&byte, 1)); }
    /// Only down to memoryStart().
    void truncate(qint64 size);
    /// From here to the end everything is in memory.
    qint64 memoryStart() const { return m_memoryStart; }

    /// At most `size` bytes from `position`, fewer at the end of a chunk; valid until the next call of any method.
    QByteArrayView view(qint64 position, qint64 size) const;
    /// Exactly these bytes.
    QByteArray read(qint64 position, qint64 size) const;
    /// Position of the last `byte` in [from, to), -1 for none. Only within memory.
    qint64 lastIndexOf(char byte, qint64 from, qint64 to) const;

    qint64 memoryLimit() const { return m_limit; }
    void setMemoryLimit(qint64 bytes);
    qint64 memoryUsed() const;
    qint64 spilledSize() const { return m_spilled; }
    QString error() const { return m_error; }
    qint64 lostSize() const { return m_lost; }

    /// Costs little: what is in memory is shared until it changes.
    FrozenLog freeze() const;

    static constexpr qsizetype chunkSize = 256 * 1024;

private:
    enum class Place : quint8 { Memory, Disk, Lost };
    struct Chunk
    {
        QByteArray bytes;
        Place place = Place::Memory;
    };
    void shrink();
    bool spill(size_t chunk);
    const QByteArray &loaded(size_t chunk) const;

    std::vector<Chunk> m_chunks;
    qint64 m_size = 0;
    qint64 m_memoryStart = 0;
    qint64 m_limit = 4 * 1024 * 1024;
    qint64 m_spilled = 0;
    qint64 m_lost = 0;
    size_t m_firstInMemory = 1; ///< After the first chunk, which always is.
    std::shared_ptr<TextSpill> m_file;
    QString m_error;
    struct Cached
    {
        qint64 chunk = -1;
        QByteArray bytes;
    };
    mutable std::array<Cached, 4> m_cache;
    mutable size_t m_nextCached = 0;
};

} // namespace Notebook

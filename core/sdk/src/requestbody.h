// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QFile>

#include <memory>

namespace OpenSandbox {

/// The bytes of a request's body, read once: head, then a file (or nothing), then tail. 64-bit sizes.
class RequestBody
{
public:
    RequestBody() = default;
    explicit RequestBody(QByteArray content) : m_head(std::move(content)) { }
    /// `size` bytes of the open file, which it takes.
    RequestBody(QByteArray head, std::unique_ptr<QFile> file, qint64 size, QByteArray tail)
        : m_head(std::move(head)), m_file(std::move(file)), m_fileSize(size), m_tail(std::move(tail))
    {
    }

    qint64 size() const { return m_head.size() + m_fileSize + m_tail.size(); }
    bool atEnd() const { return m_position >= size(); }
    qint64 position() const { return m_position; }
    /// The next piece, of about this size; empty at the end and when the file became shorter.
    QByteArray next(qint64 wanted);

private:
    QByteArray m_head;
    std::unique_ptr<QFile> m_file;
    qint64 m_fileSize = 0;
    QByteArray m_tail;
    qint64 m_position = 0;
};

} // namespace OpenSandbox

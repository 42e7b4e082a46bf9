// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "oncebody.h"

#include <cstring>

namespace OpenSandbox {

OnceBody::OnceBody(QByteArray content) : m_head(std::move(content))
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

OnceBody::OnceBody(QByteArray head, std::unique_ptr<QFile> file, qint64 size, QByteArray tail)
    : m_head(std::move(head)), m_file(std::move(file)), m_fileSize(size), m_tail(std::move(tail))
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

qint64 OnceBody::readData(char *data, qint64 maxSize)
{
    const qint64 left = size() - m_position;
    if (left <= 0 || maxSize <= 0)
        return left <= 0 ? -1 : 0;
    const qint64 fileEnd = m_head.size() + m_fileSize;
    qint64 count = 0;
    if (m_position < m_head.size()) {
        count = qMin(maxSize, m_head.size() - m_position);
        std::memcpy(data, m_head.constData() + m_position, size_t(count));
    } else if (m_position < fileEnd) {
        count = m_file->read(data, qMin(maxSize, fileEnd - m_position));
        if (count <= 0) { // The file became shorter: the request ends with an error.
            setErrorString(m_file->errorString());
            return -1;
        }
    } else {
        count = qMin(maxSize, left);
        std::memcpy(data, m_tail.constData() + (m_position - fileEnd), size_t(count));
    }
    m_position += count;
    return count;
}

} // namespace OpenSandbox

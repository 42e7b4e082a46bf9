// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "requestbody.h"

#include <cstring>

namespace OpenSandbox {

namespace {

qint64 copied(char *data, qint64 maximum, const QByteArray &bytes, qint64 from)
{
    const qint64 count = qMin<qint64>(maximum, bytes.size() - from);
    std::memcpy(data, bytes.constData() + from, size_t(count));
    return count;
}

} // namespace

qint64 RequestBody::inStep(const char *data, qint64 wanted) const
{
    constexpr qint64 Page = 4096;
    const qint64 rest = (m_device->pos() + wanted - qint64(quintptr(data) % Page)) % Page;
    return wanted >= 2 * Page && rest > 0 ? wanted - rest : wanted;
}

RequestBody::RequestBody(QByteArray content) : RequestBody(std::move(content), nullptr, 0, {}) { }

RequestBody::RequestBody(QByteArray head, std::shared_ptr<QIODevice> device, qint64 size, QByteArray tail)
    : m_head(std::move(head)), m_device(std::move(device)), m_deviceSize(size), m_tail(std::move(tail))
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

qint64 RequestBody::readData(char *data, qint64 maximum)
{
    const qint64 deviceEnd = m_head.size() + m_deviceSize;
    if (m_position >= size() || m_short)
        return -1;
    qint64 count = 0;
    if (m_position < m_head.size())
        count = copied(data, maximum, m_head, m_position);
    else if (m_position < deviceEnd)
        count = m_device->read(data, inStep(data, qMin(maximum, deviceEnd - m_position)));
    else
        count = copied(data, maximum, m_tail, m_position - deviceEnd);
    if (count <= 0 && maximum > 0) {
        m_short = true;
        Q_EMIT shortened();
        return -1;
    }
    m_position += count;
    Q_EMIT taken(m_position);
    return count;
}

} // namespace OpenSandbox

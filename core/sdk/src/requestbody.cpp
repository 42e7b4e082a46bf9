// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "requestbody.h"

namespace OpenSandbox {

QByteArray RequestBody::next(qint64 wanted)
{
    const qint64 fileEnd = m_head.size() + m_fileSize;
    QByteArray piece;
    if (m_position < m_head.size())
        piece = m_head.mid(m_position, wanted);
    else if (m_position < fileEnd)
        piece = m_file->read(qMin(wanted, fileEnd - m_position));
    else
        piece = m_tail.mid(m_position - fileEnd, wanted);
    m_position += piece.size();
    return piece;
}

} // namespace OpenSandbox

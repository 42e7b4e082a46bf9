// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/linesplitter.h"

#include <algorithm>

namespace Execd {

void LineSplitter::add(std::string_view bytes)
{
    while (!bytes.empty()) {
        if (m_afterCarriageReturn) {
            m_afterCarriageReturn = false;
            if (bytes.front() == '\n') {
                bytes.remove_prefix(1);
                continue;
            }
        }
        const std::size_t end = bytes.find_first_of("\r\n");
        if (end == std::string_view::npos) {
            m_partial += bytes;
            // A line without an end must not take all memory.
            if (m_partial.size() > m_longestLine)
                finish();
            return;
        }
        m_afterCarriageReturn = bytes[end] == '\r';
        if (m_partial.empty()) {
            m_onLine(bytes.substr(0, end));
        } else {
            m_partial += bytes.substr(0, end);
            m_onLine(m_partial);
            m_partial.clear();
        }
        bytes.remove_prefix(end + 1);
    }
}

void LineSplitter::finish()
{
    if (m_partial.empty())
        return;
    m_onLine(m_partial);
    m_partial.clear();
    m_partial.shrink_to_fit();
}

} // namespace Execd

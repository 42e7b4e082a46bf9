// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace Execd {

/// Cuts the output of a command into lines. LF, CR and CRLF end a line; the end is not part of it.
class LineSplitter {
public:
    using LineHandler = std::function<void(std::string_view line)>;

    explicit LineSplitter(LineHandler onLine, std::size_t longestLine = 32u << 20)
        : m_onLine(std::move(onLine))
        , m_longestLine(longestLine)
    {
    }
    void add(std::string_view bytes);
    /// Gives the last line if it had no end.
    void finish();

private:
    LineHandler m_onLine;
    std::size_t m_longestLine;
    std::string m_partial;
    bool m_afterCarriageReturn = false;
};

} // namespace Execd

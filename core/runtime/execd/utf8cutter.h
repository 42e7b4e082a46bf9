// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/eventencoder.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace Execd {

/// Puts characters together again that were cut between two reads of a pipe.
class Utf8Cutter {
public:
    /// The text up to the last whole character; the rest waits for the next piece.
    std::string add(std::string_view bytes)
    {
        m_waiting += bytes;
        std::string whole = std::move(m_waiting);
        const std::size_t complete = whole.size() - std::min(incompleteUtf8Tail(whole), whole.size());
        m_waiting = whole.substr(complete);
        whole.erase(complete);
        return whole;
    }
    std::string finish() { return std::exchange(m_waiting, {}); }

private:
    std::string m_waiting;
};

} // namespace Execd

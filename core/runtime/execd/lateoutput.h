// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/milestone.h"

#include <boost/json/object.hpp>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace Execd {

/// What the code of a context writes after its run has ended (threads, tasks, timers), under the name that the client
/// gave the run; of runs without a name nothing is kept. Holds the last 256 KiB, until somebody asks for it. Used by
/// one thread.
class LateOutput {
public:
    explicit LateOutput(const boost::asio::any_io_executor &executor);

    void add(const std::string &run, std::string_view type, std::string_view text);
    /// Nothing more will come; nobody waits any longer.
    void close();

    /// {"outputs":[{"run","type","text"}],"next":N,"dropped":N}: what came after a position (0: all), the position
    /// after it, and how many bytes between the two are lost because nobody asked in time.
    boost::json::object since(std::uint64_t position) const;
    /// Comes back when there is something after the position, or after the limit.
    static boost::asio::awaitable<void> wait(std::shared_ptr<LateOutput> output, std::uint64_t position, Milestone::Duration limit);

private:
    struct Piece {
        std::uint64_t begin; ///< counts the bytes of all texts so far
        std::string run;
        std::string type;
        std::string text;
    };

    const boost::asio::any_io_executor m_executor;
    std::deque<Piece> m_pieces;
    std::uint64_t m_end = 0;
    std::size_t m_held = 0; ///< what the pieces cost
    bool m_closed = false;
    std::shared_ptr<Milestone> m_next; ///< the next piece has come
};

} // namespace Execd

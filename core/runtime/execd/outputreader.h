// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/childprocess.h"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string_view>

namespace Execd {

/// Reads a pipe that a program writes to, until every writer has gone. A program whose output nobody
/// wants any more is not stopped by a broken pipe: the reader goes on and drops what comes.
class OutputReader : public std::enable_shared_from_this<OutputReader> {
public:
    using DataHandler = std::function<void(std::string_view)>;
    using EndHandler = std::function<void()>;

    static std::shared_ptr<OutputReader> start(
        const boost::asio::any_io_executor &executor, UniqueFd pipe, DataHandler onData, EndHandler onEnd = {});

    /// While this gives true nothing is read, so that the writing program waits.
    void setPauseCondition(std::function<bool()> condition) { m_paused = std::move(condition); }
    /// Takes what is in the pipe right now, without waiting for more.
    void drainNow();
    /// The same for a terminal, which does not tell all that it holds: reads until nothing is left,
    /// or so many bytes.
    void drainTerminal(std::size_t limit);
    /// From now on everything is dropped.
    void discard();
    bool ended() const { return m_ended; }
    /// Stops reading altogether and closes the pipe.
    void close();

private:
    OutputReader(const boost::asio::any_io_executor &executor, UniqueFd pipe, DataHandler onData, EndHandler onEnd);
    void awaitData();
    bool readSome(std::size_t limit);

    boost::asio::posix::stream_descriptor m_pipe;
    boost::asio::steady_timer m_pause;
    DataHandler m_onData;
    EndHandler m_onEnd;
    std::function<bool()> m_paused;
    bool m_ended = false;
};

} // namespace Execd

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/eventencoder.h"
#include "execd/spool.h"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>

namespace Execd {

/// Between what produces events and the response that carries them. Texts of one stream that come
/// quickly are merged, events of some milliseconds are handed out together, and what a slow reader
/// has not taken yet goes to disk. One thread uses it.
class EventQueue {
public:
    EventQueue(const boost::asio::any_io_executor &executor, const std::string &spoolDirectory,
        std::uint64_t spoolLimit = 1u << 30);

    void push(const Event &event);
    /// Output as a program writes it: may be merged with its neighbours and cut anywhere between two characters.
    void pushStream(std::string_view type, std::string_view text);
    /// Bytes as they are, for the error object at the end of a stream.
    void pushRaw(std::string bytes);
    /// Nothing more will come.
    void close();
    bool closed() const { return m_closed; }
    /// Bytes that wait to be taken.
    std::uint64_t size() const { return m_spool.size(); }
    /// The reader has gone: what comes from now on is dropped.
    void detach();

    /// The next bytes of the stream; empty at its end. A ping is put in when the last is three seconds old.
    boost::asio::awaitable<std::string> take();

private:
    void store(std::string bytes, bool mayBeDropped);
    void flushOpenText();

    boost::asio::steady_timer m_wakeUp;
    Spool m_spool;
    std::string m_openType;
    std::string m_openText;
    std::int64_t m_openSince = 0;
    std::string m_late; ///< what must not be lost although there was no room for it
    std::uint64_t m_dropped = 0;
    std::chrono::steady_clock::time_point m_lastTake;
    std::chrono::steady_clock::time_point m_nextPing;
    bool m_closed = false;
    bool m_detached = false;
};

} // namespace Execd

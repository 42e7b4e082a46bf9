// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/eventqueue.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <format>
#include <utility>

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace Execd {

namespace {

constexpr std::size_t mergedTextSize = 64u << 10;
constexpr std::size_t longestText = 256u << 10;
constexpr std::size_t longestLate = 64u << 20;
constexpr auto pingInterval = 3s;
constexpr auto batchInterval = 5ms;

} // namespace

EventQueue::EventQueue(const asio::any_io_executor &executor, const std::string &spoolDirectory,
    std::uint64_t spoolLimit)
    : m_wakeUp(executor)
    , m_spool(spoolDirectory, 4u << 20, spoolLimit)
    , m_nextPing(std::chrono::steady_clock::now() + pingInterval)
{
}

void EventQueue::push(const Event &event)
{
    if (m_detached || m_closed)
        return;
    flushOpenText();
    store(encodeEvent(event, unixMilliseconds()), false);
}

void EventQueue::pushStream(std::string_view type, std::string_view text)
{
    if (m_detached || m_closed || text.empty())
        return;
    if (!m_openText.empty() && (m_openType != type || m_openText.size() + text.size() > mergedTextSize))
        flushOpenText();
    if (text.size() <= mergedTextSize) {
        if (m_openText.empty()) {
            m_openType = type;
            m_openSince = unixMilliseconds();
        }
        m_openText += text;
        m_wakeUp.cancel();
        return;
    }
    while (!text.empty()) {
        const std::size_t length = utf8Prefix(text, longestText);
        Event event;
        event.type = type;
        event.text = text.substr(0, length);
        store(encodeEvent(event, unixMilliseconds()), true);
        text.remove_prefix(length);
    }
}

void EventQueue::pushRaw(std::string bytes)
{
    if (m_detached || m_closed)
        return;
    flushOpenText();
    store(std::move(bytes), false);
}

void EventQueue::close()
{
    if (m_closed)
        return;
    flushOpenText();
    m_closed = true;
    m_wakeUp.cancel();
}

void EventQueue::detach()
{
    m_detached = true;
    m_openText.clear();
    m_late.clear();
    m_spool.clear();
    m_wakeUp.cancel();
}

void EventQueue::flushOpenText()
{
    if (m_openText.empty())
        return;
    Event event;
    event.type = m_openType;
    event.text = std::move(m_openText);
    m_openText.clear();
    store(encodeEvent(event, m_openSince), true);
}

void EventQueue::store(std::string bytes, bool mayBeDropped)
{
    m_wakeUp.cancel();
    if (m_late.empty() && m_dropped != 0) {
        Event notice;
        notice.type = "stderr";
        notice.text = std::format("\n[{} bytes of output were dropped here: they were not read in time and the space "
                                  "for waiting output is full]\n",
            m_dropped);
        if (m_spool.push(encodeEvent(notice, unixMilliseconds())))
            m_dropped = 0;
    }
    const std::size_t size = bytes.size();
    if (m_late.empty() && m_dropped == 0 && m_spool.push(bytes))
        return;
    // Results and the end of a run have to arrive whatever became of the output.
    if (!mayBeDropped && m_late.size() + size <= longestLate)
        m_late += bytes;
    else
        m_dropped += size;
}

asio::awaitable<std::string> EventQueue::take()
{
    const auto token = asio::as_tuple(asio::use_awaitable);
    while (true) {
        const auto now = std::chrono::steady_clock::now();
        const bool something = !m_spool.empty() || !m_openText.empty() || !m_late.empty();
        if (m_detached || (m_closed && !something)) {
            co_return std::string();
        }
        if (!m_closed && now >= m_nextPing) {
            Event ping;
            ping.type = "ping";
            ping.text = "pong";
            m_nextPing = now + pingInterval;
            push(ping);
            continue;
        }
        // A first event goes at once; those that follow closely wait for company.
        const auto due = m_lastTake + batchInterval;
        const bool enough = m_closed || now >= due || m_spool.size() >= mergedTextSize;
        if (something && enough) {
            if (m_spool.empty() && m_late.empty())
                flushOpenText();
            m_lastTake = now;
            if (m_spool.empty())
                co_return std::exchange(m_late, {});
            co_return m_spool.take();
        }
        m_wakeUp.expires_at(something ? std::min(due, m_nextPing) : m_nextPing);
        co_await m_wakeUp.async_wait(token);
    }
}

} // namespace Execd

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/outputreader.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace asio = boost::asio;

namespace Execd {

namespace {

constexpr std::size_t bufferSize = 128u << 10;
constexpr auto pauseStep = std::chrono::milliseconds(20);

} // namespace

std::shared_ptr<OutputReader> OutputReader::start(
    const asio::any_io_executor &executor, UniqueFd pipe, DataHandler onData, EndHandler onEnd)
{
    fcntl(pipe.get(), F_SETFL, fcntl(pipe.get(), F_GETFL) | O_NONBLOCK);
    std::shared_ptr<OutputReader> reader(
        new OutputReader(executor, std::move(pipe), std::move(onData), std::move(onEnd)));
    reader->awaitData();
    return reader;
}

OutputReader::OutputReader(const asio::any_io_executor &executor, UniqueFd pipe, DataHandler onData, EndHandler onEnd)
    : m_pipe(executor, pipe.release())
    , m_pause(executor)
    , m_onData(std::move(onData))
    , m_onEnd(std::move(onEnd))
{
}

// Keeps itself alive until the pipe has ended.
void OutputReader::awaitData()
{
    const auto self = shared_from_this();
    if (m_paused && m_paused()) {
        m_pause.expires_after(pauseStep);
        m_pause.async_wait([self](const boost::system::error_code &) {
            if (!self->m_ended)
                self->awaitData();
        });
        return;
    }
    m_pipe.async_wait(
        asio::posix::stream_descriptor::wait_read, [self](const boost::system::error_code &error) {
            if (error || self->m_ended)
                return;
            if (self->readSome(bufferSize))
                self->awaitData();
        });
}

// False once the pipe has ended.
bool OutputReader::readSome(std::size_t limit)
{
    std::array<char, bufferSize> buffer;
    const ssize_t got = ::read(m_pipe.native_handle(), buffer.data(), std::min(limit, buffer.size()));
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return true;
    if (got > 0) {
        // The handler may end the reader, so it is kept until it comes back.
        const DataHandler onData = m_onData;
        if (onData)
            onData(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
        return !m_ended;
    }
    const EndHandler onEnd = std::move(m_onEnd);
    close();
    if (onEnd)
        onEnd();
    return false;
}

void OutputReader::drainNow()
{
    // Only what is there now: another process may go on writing for ever.
    int available = 0;
    if (m_ended || ioctl(m_pipe.native_handle(), FIONREAD, &available) != 0)
        return;
    for (std::size_t left = static_cast<std::size_t>(available); left > 0;) {
        const std::size_t step = std::min(left, bufferSize);
        if (!readSome(step))
            return;
        left -= step;
    }
}

void OutputReader::drainTerminal(std::size_t limit)
{
    std::array<char, bufferSize> buffer;
    for (std::size_t taken = 0; taken < limit && !m_ended;) {
        const ssize_t got = ::read(m_pipe.native_handle(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return;
        taken += static_cast<std::size_t>(got);
        const DataHandler onData = m_onData;
        if (onData)
            onData(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    }
}

void OutputReader::discard()
{
    m_onData = nullptr;
    m_onEnd = nullptr;
    m_paused = nullptr;
}

void OutputReader::close()
{
    if (m_ended)
        return;
    m_ended = true;
    discard();
    m_pause.cancel();
    boost::system::error_code ignored;
    m_pipe.close(ignored);
}

} // namespace Execd

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/kernelprocess.h"

#include "execd/kernel.h"
#include "execd/offload.h"

#include <csignal>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace asio = boost::asio;

namespace Execd {

namespace {

constexpr std::size_t keptErrors = 4096;

std::unique_ptr<asio::thread_pool> &poolOfBlocking()
{
    static auto pool = std::make_unique<asio::thread_pool>(4);
    return pool;
}

} // namespace

asio::thread_pool &blockingPool()
{
    return *poolOfBlocking();
}

void closeBlockingPool()
{
    poolOfBlocking().reset();
}

KernelProcess::KernelProcess(const asio::any_io_executor &executor, std::string contextId)
    : m_executor(executor)
    , m_contextId(std::move(contextId))
{
}

KernelProcess::~KernelProcess()
{
    if (m_stdout)
        m_stdout->close();
    if (m_stderr)
        m_stderr->close();
    if (running())
        m_child->signalGroup(SIGKILL);
}

void KernelProcess::start(SpawnOptions options, Output output, OutputHandler onOutput, EndHandler onEnd)
{
    auto out = makePipe();
    auto err = makePipe();
    if (!out || !err)
        throw KernelError(out ? err.error() : out.error());
    setVariable(options.environment, contextVariable, m_contextId);
    options.descriptors.emplace_back(out->write.get(), 1);
    options.descriptors.emplace_back(err->write.get(), options.errorDescriptor);
    if (output == Output::Shared) {
        // Room for code that writes while it keeps the interpreter from reading.
        fcntl(out->write.get(), F_SETPIPE_SZ, 1 << 20);
        fcntl(err->write.get(), F_SETPIPE_SZ, 1 << 20);
        options.descriptors.emplace_back(out->read.get(), 5);
        options.descriptors.emplace_back(err->read.get(), 6);
        setVariable(options.environment, "OSB_NATIVE_FDS", "5,6");
    }
    auto child = ChildProcess::spawn(m_executor, options);
    if (!child)
        throw KernelError(child.error());
    m_child = std::move(*child);
    m_onOutput = std::move(onOutput);
    m_onEnd = std::move(onEnd);
    if (output == Output::Shared) {
        m_sharedOut = std::move(out->read);
        m_sharedErr = std::move(err->read);
    } else {
        readOutput(std::move(out->read), std::move(err->read));
    }
    asio::co_spawn(m_executor, watch(m_child, m_alive, this), asio::detached);
}

void KernelProcess::readOutput(UniqueFd out, UniqueFd err)
{
    m_stdout = OutputReader::start(m_executor, std::move(out), [this](std::string_view bytes) {
        const std::string text = m_stdoutCutter.add(bytes);
        if (m_onOutput)
            m_onOutput("stdout", text);
    });
    m_stderr = OutputReader::start(m_executor, std::move(err), [this](std::string_view bytes) {
        const std::string text = m_stderrCutter.add(bytes);
        m_lastErrors += text;
        if (m_lastErrors.size() > 2 * keptErrors)
            m_lastErrors.erase(0, m_lastErrors.size() - keptErrors);
        if (m_onOutput)
            m_onOutput("stderr", text);
    });
}

asio::awaitable<void> KernelProcess::watch(
    std::shared_ptr<ChildProcess> child, std::weak_ptr<bool> alive, KernelProcess *self)
{
    const ExitStatus status = co_await child->wait();
    if (alive.expired())
        co_return;
    if (self->m_sharedOut)
        self->readOutput(std::move(self->m_sharedOut), std::move(self->m_sharedErr));
    self->drainOutput();
    const EndHandler onEnd = std::move(self->m_onEnd);
    if (onEnd)
        onEnd(status);
}

void KernelProcess::signalGroup(int signal) const
{
    if (running())
        m_child->signalGroup(signal);
}

void KernelProcess::drainOutput()
{
    if (m_stdout)
        m_stdout->drainNow();
    if (m_stderr)
        m_stderr->drainNow();
}

void KernelProcess::relieveFullPipes()
{
    const auto relieve = [this](const UniqueFd &pipe, bool &wasFull, std::string_view type) {
        if (!pipe)
            return;
        int waiting = 0;
        const int capacity = fcntl(pipe.get(), F_GETPIPE_SZ);
        const bool full = ioctl(pipe.get(), FIONREAD, &waiting) == 0 && waiting > capacity / 4 * 3;
        if (full && wasFull) {
            std::string bytes(static_cast<std::size_t>(waiting), '\0');
            const ssize_t got = read(pipe.get(), bytes.data(), bytes.size());
            bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
            if (m_onOutput)
                m_onOutput(type, bytes);
        }
        wasFull = full;
    };
    relieve(m_sharedOut, m_outWasFull, "stdout");
    relieve(m_sharedErr, m_errWasFull, "stderr");
}

void KernelProcess::setPauseCondition(const std::function<bool()> &condition)
{
    if (m_stdout)
        m_stdout->setPauseCondition(condition);
    if (m_stderr)
        m_stderr->setPauseCondition(condition);
}

asio::awaitable<void> KernelProcess::stop(std::chrono::steady_clock::duration grace)
{
    if (!m_child)
        co_return;
    m_onEnd = nullptr;
    const std::shared_ptr<ChildProcess> child = m_child;
    const std::string contextId = m_contextId;
    if (grace.count() > 0)
        co_await child->wait(grace);
    if (child->running())
        child->signalGroup(SIGKILL);
    const int pid = child->pid();
    const std::function<int()> killAll = [contextId, pid] {
        killMarkedProcesses(contextVariable, contextId, pid);
        return 0;
    };
    co_await offload<int>(killAll);
    co_await child->wait(std::chrono::seconds(5));
}

} // namespace Execd

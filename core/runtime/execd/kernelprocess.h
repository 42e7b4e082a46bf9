// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/childprocess.h"
#include "execd/outputreader.h"
#include "execd/utf8cutter.h"

#include <boost/asio/thread_pool.hpp>
#include <functional>

namespace Execd {

/// A kernel's process with what it writes to descriptors 1 and 2, marked with its context's id.
class KernelProcess {
public:
    using OutputHandler = std::function<void(std::string_view type, std::string_view text)>;
    using EndHandler = std::function<void(ExitStatus)>;

    KernelProcess(const boost::asio::any_io_executor &executor, std::string contextId);
    ~KernelProcess();

    enum class Output {
        Read, ///< we read what it writes
        /// It reads the pipes of its descriptors 1 and 2 itself (the read ends are its 5 and 6);
        /// what is left when it has ended is for us.
        Shared,
    };
    /// Environment and descriptors 1 and 2 are filled in. Throws KernelError.
    void start(SpawnOptions options, Output output, OutputHandler onOutput, EndHandler onEnd);
    int pid() const { return m_child ? m_child->pid() : 0; }
    bool running() const { return m_child && m_child->running(); }
    void signalGroup(int signal) const;
    void drainOutput();
    /// Takes shared output that the kernel has not taken for a while, because native code that holds the
    /// interpreter wrote more than a pipe takes. To be called twice a second.
    void relieveFullPipes();
    /// While this gives true the program's writes wait.
    void setPauseCondition(const std::function<bool()> &condition);
    /// What it wrote lately to descriptor 2.
    const std::string &lastErrors() const { return m_lastErrors; }
    /// Waits for an end by itself up to the limit, then kills it; comes back when nothing marked is left.
    boost::asio::awaitable<void> stop(std::chrono::steady_clock::duration grace);

private:
    void readOutput(UniqueFd out, UniqueFd err);
    static boost::asio::awaitable<void> watch(
        std::shared_ptr<ChildProcess> child, std::weak_ptr<bool> alive, KernelProcess *self);

    const boost::asio::any_io_executor m_executor;
    const std::string m_contextId;
    std::shared_ptr<ChildProcess> m_child;
    UniqueFd m_sharedOut;
    UniqueFd m_sharedErr;
    bool m_outWasFull = false;
    bool m_errWasFull = false;
    std::shared_ptr<OutputReader> m_stdout;
    std::shared_ptr<OutputReader> m_stderr;
    Utf8Cutter m_stdoutCutter;
    Utf8Cutter m_stderrCutter;
    OutputHandler m_onOutput;
    EndHandler m_onEnd;
    std::string m_lastErrors;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

/// Threads for what would block: walking folders, killing process trees.
boost::asio::thread_pool &blockingPool();
/// At the end, while the contexts still live whose coroutines wait for something there: waits for what runs, and drops the rest.
void closeBlockingPool();

} // namespace Execd

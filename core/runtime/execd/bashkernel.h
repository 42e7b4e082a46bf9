// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/kernel.h"
#include "execd/kernelprocess.h"

namespace Execd {

/// A living shell (resources/kernels/bash): variables, functions and working directory stay between runs.
class BashKernel final : public Kernel {
public:
    BashKernel(const boost::asio::any_io_executor &executor, const KernelSettings &settings, std::string contextId,
        std::string workingDirectory);
    ~BashKernel() override;

    boost::asio::awaitable<void> start() override;
    void run(std::shared_ptr<Run> run, const std::string &code) override;
    void interrupt() override;
    boost::asio::awaitable<void> stop() override;
    boost::asio::awaitable<void> changeDirectory(std::string directory) override;
    boost::asio::awaitable<Answer> ask(Question question) override;

private:
    void output(std::string_view type, std::string_view text);
    void reply(std::string_view bytes);
    void replyLine(std::string_view line);
    void requestInput(std::string_view line);
    /// The lines of the answer; empty when there is none in time.
    boost::asio::awaitable<std::optional<std::vector<std::string>>> askShell(std::string command);
    void finished(int status);
    void ended(ExitStatus status);
    void finishRun();

    const boost::asio::any_io_executor m_executor;
    const KernelSettings m_settings;
    MemoryWitness m_memory { m_settings };
    const std::string m_workingDirectory;
    std::string m_directory;
    KernelProcess m_process;
    UniqueFd m_requests;
    UniqueFd m_lines; ///< for the builtin read
    std::shared_ptr<OutputReader> m_replies;
    std::string m_replyText;
    std::shared_ptr<Run> m_run;
    std::string m_runName; ///< of the last run; empty: its client gave it none
    int m_number = 0;
    Milestone m_settled; ///< it is ready, or has ended
    PendingAnswers<int, std::vector<std::string>> m_pending;
    std::vector<std::string> m_parts; ///< of the answer that is arriving
    int m_lastQuestion = 0;
    bool m_ready = false;
    bool m_interrupted = false;
    bool m_stopping = false;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

} // namespace Execd

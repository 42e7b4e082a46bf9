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

private:
    void output(std::string_view type, std::string_view text);
    void reply(std::string_view bytes);
    void finished(int status);
    void ended(ExitStatus status);
    void finishRun();

    const boost::asio::any_io_executor m_executor;
    const KernelSettings m_settings;
    const std::string m_workingDirectory;
    std::string m_directory;
    KernelProcess m_process;
    UniqueFd m_requests;
    std::shared_ptr<OutputReader> m_replies;
    std::string m_replyText;
    std::shared_ptr<Run> m_run;
    int m_number = 0;
    Milestone m_settled; ///< it is ready, or has ended
    bool m_ready = false;
    bool m_interrupted = false;
    bool m_stopping = false;
};

} // namespace Execd

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/jupyterclient.h"
#include "execd/kernel.h"
#include "execd/kernelprocess.h"

#include <deque>
#include <optional>

namespace Execd {

/// How to start a Jupyter kernel.
struct KernelLaunch {
    std::vector<std::string> arguments; ///< "{connection_file}" is replaced
    Environment environment; ///< added to ours
    bool interruptByMessage = true;
    bool tellsVariables = false; ///< our own driver: it knows two more questions
    bool readsItsOutput = false; ///< our own driver: see KernelProcess::Output::Shared
    std::string missingHint; ///< what to install when it does not come up
};

/// A kernel that speaks the Jupyter protocol over ipc sockets.
class JupyterKernel final : public Kernel {
public:
    JupyterKernel(const boost::asio::any_io_executor &executor, const KernelSettings &settings, KernelLaunch launch,
        std::string contextId, std::string workingDirectory);
    ~JupyterKernel() override;

    boost::asio::awaitable<void> start() override;
    void run(std::shared_ptr<Run> run, const std::string &code) override;
    void interrupt() override;
    boost::asio::awaitable<void> stop() override;
    boost::asio::awaitable<void> changeDirectory(std::string directory) override;
    boost::asio::awaitable<Answer> ask(Question question) override;

private:
    /// Sends it and waits for its reply; empty when there is none in time.
    boost::asio::awaitable<std::optional<JupyterMessage>> request(
        std::string type, boost::json::object content, std::chrono::steady_clock::duration limit);
    void handleInputRequest(const JupyterMessage &message);
    void handle(JupyterClient::Channel channel, JupyterMessage message);
    void handleIopub(JupyterMessage message);
    void handleReply(JupyterMessage message);
    void keepLate(const JupyterMessage &message);
    void nativeOutput(std::string_view type, std::string_view text);
    void finishRun();
    void relieveWhileRunning();
    void sendInterrupt();
    void interruptOnceMore();
    void finishLate(std::string complaint);
    void ended(ExitStatus status);
    void tellDeathLater(std::string reason);
    void removeFiles();

    const boost::asio::any_io_executor m_executor;
    const KernelSettings m_settings;
    MemoryWitness m_memory { m_settings };
    const KernelLaunch m_launch;
    const std::string m_workingDirectory;
    KernelProcess m_process;
    KernelAddress m_address;
    std::string m_directory;
    std::unique_ptr<JupyterClient> m_client;
    boost::asio::steady_timer m_late;
    boost::asio::steady_timer m_relief;
    boost::asio::steady_timer m_again;

    std::string m_infoRequest; ///< the last kernel_info_request
    Milestone m_settled; ///< it has answered on both sides, or has ended
    bool m_infoReplied = false;
    bool m_iopubSeen = false;
    bool m_stopping = false;

    std::shared_ptr<Run> m_run;
    std::string m_runRequest;
    std::deque<std::pair<std::string, std::string>> m_named; ///< the last requests of runs, and how their client calls them
    std::chrono::steady_clock::time_point m_lastMessage; ///< of the run
    std::int64_t m_replyCount = 0;
    bool m_begun = false; ///< the kernel has said that it is at it
    bool m_interruptedEarly = false; ///< before that
    bool m_interrupted = false;
    bool m_replied = false;
    bool m_erred = false; ///< an error was published
    std::optional<ErrorContent> m_replyError;
    bool m_idle = false;
    PendingAnswers<std::string, JupyterMessage> m_pending; ///< by the id of the request
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

} // namespace Execd

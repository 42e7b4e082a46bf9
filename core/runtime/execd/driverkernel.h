// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/drivermessage.h"
#include "execd/kernel.h"
#include "execd/kernelprocess.h"

#include <memory>
#include <set>

namespace Execd {

/// How to start one of our own drivers.
struct DriverLaunch {
    std::vector<std::string> arguments;
    Environment environment; ///< added to ours
    std::set<Question::Kind> answers; ///< what it can be asked
    std::string missingHint; ///< what to install when it does not come up
};

/// A language behind a driver of ours that speaks the protocol of drivermessage.h.
class DriverKernel final : public Kernel {
public:
    DriverKernel(const boost::asio::any_io_executor &executor, const KernelSettings &settings, DriverLaunch launch,
        std::string contextId, std::string workingDirectory);
    ~DriverKernel() override;

    boost::asio::awaitable<void> start() override;
    void run(std::shared_ptr<Run> run, const std::string &code) override;
    void interrupt() override;
    std::string preparation() const override { return m_preparation; }
    boost::asio::awaitable<void> stop() override;
    boost::asio::awaitable<void> changeDirectory(std::string directory) override;
    boost::asio::awaitable<Answer> ask(Question question) override;

private:
    bool send(boost::json::object request);
    void writeRequests();
    void handle(DriverMessage message);
    void requestInput(DriverMessage message);
    void output(std::string_view type, std::string_view text);
    void ended(ExitStatus status);
    void finishRun();
    boost::asio::awaitable<std::optional<DriverMessage>> answerTo(boost::json::object request);

    const boost::asio::any_io_executor m_executor;
    const KernelSettings m_settings;
    MemoryWitness m_memory { m_settings };
    const DriverLaunch m_launch;
    const std::string m_workingDirectory;
    std::string m_directory;
    KernelProcess m_process;
    std::unique_ptr<boost::asio::posix::stream_descriptor> m_requests;
    std::string m_unsent;
    bool m_writing = false;
    std::shared_ptr<OutputReader> m_replies;
    DriverLines m_lines;
    std::shared_ptr<Run> m_run;
    std::int64_t m_runId = 0;
    std::string m_runName; ///< of the last run; empty: its client gave it none
    std::int64_t m_count = 0; ///< of runs
    std::int64_t m_lastId = 0;
    PendingAnswers<std::int64_t, DriverMessage> m_pending;
    Milestone m_settled; ///< it is ready, or has ended
    std::string m_preparation;
    bool m_ready = false;
    bool m_stopping = false;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

} // namespace Execd

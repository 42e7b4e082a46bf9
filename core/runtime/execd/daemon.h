// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/commands.h"
#include "execd/contexts.h"
#include "execd/files.h"
#include "execd/metrics.h"
#include "execd/ptysessions.h"
#include "execd/sessions.h"
#include "http/exchange.h"
#include "http/router.h"

namespace Execd {

struct DaemonOptions {
    KernelSettings kernels;
    MetricsLimits limits;
    bool prewarmPython = false;
    int niceness = 0;
    std::string socketPath; ///< our own, for /proxy/44772
};

/// The routes of the daemon inside a sandbox, and what is behind them.
class Daemon {
public:
    Daemon(const boost::asio::any_io_executor &executor, DaemonOptions options);

    Runtime::Http::Router router();

private:
    using Exchange = Runtime::Http::ExchangePtr;
    template<typename T> using Awaitable = Runtime::Http::Awaitable<T>;

    Awaitable<void> ping(Exchange exchange);
    Awaitable<void> notFound(Exchange exchange);
    Awaitable<void> createContext(Exchange exchange);
    Awaitable<void> listContexts(Exchange exchange);
    Awaitable<void> deleteContexts(Exchange exchange);
    Awaitable<void> getContext(Exchange exchange);
    Awaitable<void> deleteContext(Exchange exchange);
    Awaitable<void> restartContext(Exchange exchange);
    Awaitable<void> completeCode(Exchange exchange);
    Awaitable<void> inspectCode(Exchange exchange);
    Awaitable<void> listVariables(Exchange exchange);
    Awaitable<void> showVariable(Exchange exchange);
    Awaitable<void> giveInput(Exchange exchange);
    Awaitable<void> lateOutput(Exchange exchange);
    Awaitable<void> capabilities(Exchange exchange);
    Awaitable<void> runCode(Exchange exchange);
    Awaitable<void> runCommand(Exchange exchange);
    Awaitable<void> interrupt(Exchange exchange);
    Awaitable<void> commandStatus(Exchange exchange);
    Awaitable<void> commandLogs(Exchange exchange);
    Awaitable<void> createSession(Exchange exchange);
    Awaitable<void> runInSession(Exchange exchange);
    Awaitable<void> deleteSession(Exchange exchange);
    Awaitable<void> createPty(Exchange exchange);
    Awaitable<void> ptyStatus(Exchange exchange);
    Awaitable<void> deletePty(Exchange exchange);
    Awaitable<void> connectPty(Exchange exchange);
    Awaitable<void> metrics(Exchange exchange);
    Awaitable<void> watchMetrics(Exchange exchange);
    Awaitable<void> proxy(Exchange exchange);
    Awaitable<void> isolatedCapabilities(Exchange exchange);
    Awaitable<void> refuseIsolated(Exchange exchange);

    Awaitable<boost::json::object> ask(std::string id, Question question);
    Awaitable<Metrics::Reading> readMetrics();
    static Awaitable<void> stream(
        Exchange exchange, std::shared_ptr<EventQueue> queue, std::function<void()> onGone = {});

    const boost::asio::any_io_executor m_executor;
    const std::string m_socketPath;
    Contexts m_contexts;
    Commands m_commands;
    Sessions m_sessions;
    PtySessions m_ptys;
    Files m_files;
    Metrics m_metrics;
    Metrics::Reading m_lastReading;
    bool m_prewarmPython;
    int m_niceness;
};

} // namespace Execd

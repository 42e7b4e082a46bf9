// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/daemon.h"

#include "execd/answers.h"
#include "execd/eventencoder.h"
#include "execd/kernelspec.h"
#include "execd/offload.h"
#include "http/relay.h"

#include <charconv>
#include <unistd.h>

namespace asio = boost::asio;
namespace json = boost::json;
namespace Http = Runtime::Http;
using namespace std::chrono_literals;

namespace Execd {

namespace {

constexpr std::uint16_t ownPort = 44772;
constexpr auto watchInterval = 1s;
constexpr auto prewarmDelay = 10ms;
constexpr auto shortestSample = 300ms;
constexpr auto longestSample = 10s;

} // namespace

Daemon::Daemon(const asio::any_io_executor &executor, DaemonOptions options)
    : m_executor(executor)
    , m_socketPath(options.socketPath)
    , m_contexts(executor, options.kernels)
    , m_commands(executor, options.kernels.runtimeDirectory, options.kernels.spoolDirectory)
    , m_sessions(executor, options.kernels.spoolDirectory)
    , m_ptys(executor)
    , m_files(options.kernels.spoolDirectory)
    , m_metrics(options.limits)
    , m_prewarmPython(options.prewarmPython)
    , m_niceness(options.niceness)
{
}

Http::Router Daemon::router()
{
    Http::Router router;
    const auto add = [&router, this](std::string_view method, std::string_view pattern,
                         Awaitable<void> (Daemon::*handler)(Exchange)) {
        router.add(method, pattern, [this, handler](Exchange exchange) { return (this->*handler)(std::move(exchange)); });
    };
    add("GET", "/ping", &Daemon::ping);
    add("HEAD", "/ping", &Daemon::ping);
    add("POST", "/code/context", &Daemon::createContext);
    add("GET", "/code/contexts", &Daemon::listContexts);
    add("DELETE", "/code/contexts", &Daemon::deleteContexts);
    add("GET", "/code/contexts/{id}", &Daemon::getContext);
    add("DELETE", "/code/contexts/{id}", &Daemon::deleteContext);
    add("POST", "/code/contexts/{id}/restart", &Daemon::restartContext);
    add("POST", "/code/contexts/{id}/complete", &Daemon::completeCode);
    add("POST", "/code/contexts/{id}/inspect", &Daemon::inspectCode);
    add("GET", "/code/contexts/{id}/variables", &Daemon::listVariables);
    add("GET", "/code/contexts/{id}/variables/{name}", &Daemon::showVariable);
    add("POST", "/code/contexts/{id}/input", &Daemon::giveInput);
    add("GET", "/code/contexts/{id}/late", &Daemon::lateOutput);
    add("GET", "/capabilities", &Daemon::capabilities);
    add("POST", "/code", &Daemon::runCode);
    add("DELETE", "/code", &Daemon::interrupt);
    add("POST", "/command", &Daemon::runCommand);
    add("DELETE", "/command", &Daemon::interrupt);
    add("GET", "/command/status/{id}", &Daemon::commandStatus);
    add("GET", "/command/{id}/logs", &Daemon::commandLogs);
    add("POST", "/session", &Daemon::createSession);
    add("POST", "/session/{id}/run", &Daemon::runInSession);
    add("DELETE", "/session/{id}", &Daemon::deleteSession);
    add("POST", "/pty", &Daemon::createPty);
    add("GET", "/pty/{id}", &Daemon::ptyStatus);
    add("DELETE", "/pty/{id}", &Daemon::deletePty);
    add("GET", "/pty/{id}/ws", &Daemon::connectPty);
    add("GET", "/metrics", &Daemon::metrics);
    add("GET", "/metrics/watch", &Daemon::watchMetrics);
    add("*", "/proxy/{port}/{rest*}", &Daemon::proxy);
    add("GET", "/v1/isolated/capabilities", &Daemon::isolatedCapabilities);
    add("*", "/v1/isolated/{rest*}", &Daemon::refuseIsolated);
    m_files.addRoutes(router);
    router.setNotFound([this](Exchange exchange) { return notFound(std::move(exchange)); });
    router.setMethodNotAllowed([this](Exchange exchange) { return notFound(std::move(exchange)); });
    return router;
}

Http::Awaitable<void> Daemon::ping(Exchange exchange)
{
    co_await exchange->send(Http::Response::empty(200));
    // Whoever waits for the sandbox has the processors first. Nothing else was started yet.
    if (const int niceness = std::exchange(m_niceness, 0); niceness > 0) {
        [[maybe_unused]] const int changed = nice(niceness);
    }
    if (std::exchange(m_prewarmPython, false))
        m_contexts.prewarmPython(prewarmDelay);
}

Http::Awaitable<void> Daemon::notFound(Exchange exchange)
{
    co_await exchange->send(Http::Response::text(404, "404 page not found", "text/plain"));
}

// --- sandboxes within this one: a local sandbox is the innermost, because it may make no namespaces ---

constexpr std::string_view noIsolatedSessions
    = "a local sandbox has no isolated sessions inside; create another sandbox for each";

Http::Awaitable<void> Daemon::isolatedCapabilities(Exchange exchange)
{
    co_await exchange->send(
        jsonText(R"({"available":false,"message":)" + jsonString(noIsolatedSessions)
            + R"(,"setpriv_available":false,"userns_available":false,"commit_supported":false,"diff_supported":false})"));
}

Http::Awaitable<void> Daemon::refuseIsolated(Exchange exchange)
{
    co_await exchange->send(Http::Response::error(501, "NOT_SUPPORTED", noIsolatedSessions));
}

Http::Awaitable<void> Daemon::capabilities(Exchange exchange)
{
    const std::function<json::object()> look = [] { return languageCapabilities(); };
    json::object languages = co_await offload<json::object>(look);
    const json::object answer { { "implementation", "opensandbox-workbench" }, { "version", 1 },
        { "extensions",
            { "capabilities", "completion", "display", "figures", "inspection", "late-output", "metrics", "pty", "restart", "stdin", "table-queries",
                "variables" } },
        { "languages", std::move(languages) } };
    co_await exchange->send(jsonText(jsonOf(answer)));
}

Http::Awaitable<void> Daemon::stream(
    Exchange exchange, std::shared_ptr<EventQueue> queue, std::function<void()> onGone)
{
    const std::shared_ptr<Http::StreamWriter> writer = exchange->beginStream(streamHead());
    exchange->onDisconnect([queue, onGone] {
        queue->detach();
        if (onGone)
            onGone();
    });
    while (true) {
        std::string bytes = co_await queue->take();
        if (bytes.empty())
            break;
        if (!co_await writer->write(std::move(bytes))) {
            // The work goes on without a reader.
            queue->detach();
            break;
        }
    }
    co_await writer->finish();
}

// --- metrics ---

Http::Awaitable<Metrics::Reading> Daemon::readMetrics()
{
    const std::function<Metrics::Reading()> read = [this] { return m_metrics.read(); };
    co_return co_await offload<Metrics::Reading>(read);
}

Http::Awaitable<void> Daemon::metrics(Exchange exchange)
{
    const auto now = std::chrono::steady_clock::now();
    Metrics::Reading before = m_lastReading;
    // The last reading serves as the start of the sample, when there is a fresh one.
    if (before.timestamp == 0 || now - before.time < shortestSample || now - before.time > longestSample) {
        before = co_await readMetrics();
        asio::steady_timer timer(m_executor, shortestSample);
        co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    m_lastReading = co_await readMetrics();
    const Metrics::Reading after = m_lastReading;
    co_await exchange->send(jsonText(m_metrics.between(before, after).toJson()));
}

Http::Awaitable<void> Daemon::watchMetrics(Exchange exchange)
{
    const std::shared_ptr<Http::StreamWriter> writer = exchange->beginStream(streamHead());
    asio::steady_timer timer(m_executor);
    exchange->onDisconnect([&timer] { timer.cancel(); });
    Metrics::Reading before = co_await readMetrics();
    timer.expires_after(shortestSample);
    co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
    while (writer->isOpen()) {
        const Metrics::Reading after = co_await readMetrics();
        m_lastReading = after;
        const bool written = co_await writer->write(m_metrics.between(before, after).toJson() + '\n');
        if (!written)
            break;
        before = after;
        timer.expires_after(watchInterval);
        co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    co_await writer->finish();
}

// --- ports of the sandbox ---

Http::Awaitable<void> Daemon::proxy(Exchange exchange)
{
    const Http::Request &request = exchange->request();
    const std::string_view portText = request.param("port");
    std::uint16_t port = 0;
    const auto parsed = std::from_chars(portText.data(), portText.data() + portText.size(), port);
    if (parsed.ec != std::errc() || parsed.ptr != portText.data() + portText.size() || port == 0) {
        co_await exchange->send(Http::Response::text(400, "port is required"));
        co_return;
    }
    std::string target = "/" + std::string(request.param("rest"));
    if (!request.rawQuery.empty())
        target += '?' + request.rawQuery;
    std::expected<Http::Socket, std::string> backend = std::unexpected(std::string());
    if (port == ownPort && !m_socketPath.empty())
        backend = co_await Http::connectUnix(m_executor, m_socketPath);
    else
        backend = co_await Http::connectTcp(m_executor, "127.0.0.1", port);
    if (!backend) {
        co_await exchange->send(Http::Response::text(502, "Bad Gateway"));
        co_return;
    }
    std::string head = Http::headForPort(request, target);
    Http::RawConnection client = co_await exchange->takeConnection();
    co_await Http::relay(std::move(client), std::move(*backend), std::move(head));
}

} // namespace Execd

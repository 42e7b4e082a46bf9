// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/contexts.h"

#include "execd/jupytermessage.h"
#include "execd/kernelspec.h"
#include "execd/offload.h"
#include "log.h"

#include <filesystem>

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace Execd {

struct Contexts::Context {
    std::string id;
    std::string language;
    std::string workingDirectory;
    std::shared_ptr<Kernel> kernel;
    std::shared_ptr<Milestone> settled; ///< the start of the kernel has succeeded or failed
    std::shared_ptr<Milestone> stopped; ///< null unless it is being stopped
    std::weak_ptr<Run> run;
    std::shared_ptr<LateOutput> lateOutput; ///< of all its kernels
    std::string lostReason;
    bool starting = false; ///< a run may wait for it
    bool runWaits = false; ///< and does; the kernel knows nothing of it yet
    bool neverStarted = false; ///< why lostReason is there
    bool removed = false;

    std::shared_ptr<Run> currentRun() const
    {
        const auto current = run.lock();
        return current && !current->finished() ? current : nullptr;
    }
    bool busy() const { return starting || stopped || currentRun(); }
};

/// A default context, or one that is being made.
struct Contexts::Making {
    explicit Making(const asio::any_io_executor &executor) : done(executor) { }
    Milestone done;
    ContextPtr context;
};

namespace {

// Published clients give up on a creation after 30 seconds.
constexpr auto startPatience = 10s;
constexpr auto stopPatience = 30s;
// What takes longer is told to whoever waits for it.
constexpr auto quietStart = 2s;

void createDirectory(const std::string &path)
{
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error || !std::filesystem::is_directory(path, error))
        throw KernelError("the working directory cannot be used: " + path
            + (error ? ": " + error.message() : ": not a directory"));
}

} // namespace

Contexts::Contexts(const asio::any_io_executor &executor, KernelSettings settings)
    : m_executor(executor)
    , m_settings(std::move(settings))
    , m_prewarming(executor)
{
}

Contexts::~Contexts() = default;

void Contexts::prewarmPython(std::chrono::milliseconds delay)
{
    m_prewarming.expires_after(delay);
    m_prewarming.async_wait([this](const boost::system::error_code &error) {
        if (!error)
            prewarmPython();
    });
}

void Contexts::prewarmPython()
{
    const auto context = std::make_shared<Context>();
    context->id = randomUuid();
    context->language = "python";
    try {
        startKernel(context);
        m_prewarmed = context;
    } catch (const KernelError &error) {
        Runtime::log(Runtime::LogLevel::Warning, std::string("No Python kernel ahead of time: ") + error.what());
    }
}

void Contexts::watchDeath(const asio::any_io_executor &executor, const ContextPtr &context)
{
    context->kernel->setDeathHandler([weak = std::weak_ptr(context), executor](const std::string &reason) {
        const ContextPtr lost = weak.lock();
        if (!lost)
            return;
        lost->lostReason = reason;
        // Workers of a dead kernel would keep their memory.
        asio::co_spawn(executor, end(lost), asio::detached);
    });
}

// What cannot be started at all is told at once.
void Contexts::startKernel(const ContextPtr &context)
{
    auto kernel = makeKernel(m_executor, m_settings, context->language, context->id, context->workingDirectory);
    if (!kernel)
        throw KernelError(kernel.error());
    context->kernel = *kernel;
    if (!context->lateOutput)
        context->lateOutput = std::make_shared<LateOutput>(m_executor);
    context->kernel->setLateOutput(context->lateOutput);
    context->lostReason.clear();
    context->neverStarted = false;
    context->starting = true;
    context->settled = std::make_shared<Milestone>(m_executor);
    asio::co_spawn(m_executor, bringUp(m_executor, context, *kernel, context->settled), asio::detached);
}

asio::awaitable<void> Contexts::bringUp(asio::any_io_executor executor, ContextPtr context, std::shared_ptr<Kernel> kernel,
    std::shared_ptr<Milestone> settled)
{
    const std::string directory = context->workingDirectory;
    std::string failure;
    try {
        co_await kernel->start();
    } catch (const std::exception &error) {
        failure = error.what();
    }
    // One that was started ahead of time may have got another directory meanwhile.
    const std::string wanted = context->workingDirectory;
    if (failure.empty() && wanted != directory)
        co_await kernel->changeDirectory(wanted);
    // Whoever stops it meanwhile says what becomes of it.
    if (!context->stopped && context->kernel == kernel) {
        context->starting = false;
        if (failure.empty()) {
            watchDeath(executor, context);
        } else {
            Runtime::log(Runtime::LogLevel::Warning, "No kernel for " + context->language + ": " + failure);
            context->lostReason = failure;
            context->neverStarted = true;
        }
    }
    settled->reach();
}

asio::awaitable<Contexts::ContextPtr> Contexts::start(std::string language, std::string workingDirectory)
{
    if (!isContextLanguage(language))
        throw KernelError("unknown language: " + language);
    if (!workingDirectory.empty())
        createDirectory(workingDirectory);
    ContextPtr context;
    if (language == "python")
        m_prewarming.cancel();
    if (language == "python" && m_prewarmed) {
        const ContextPtr ready = std::exchange(m_prewarmed, nullptr);
        if (ready->lostReason.empty())
            context = ready;
    }
    if (context) {
        context->workingDirectory = workingDirectory;
        if (!context->starting && !workingDirectory.empty()) {
            const std::shared_ptr<Kernel> kernel = context->kernel;
            co_await kernel->changeDirectory(workingDirectory);
        }
    } else {
        context = std::make_shared<Context>();
        context->id = randomUuid();
        context->language = std::move(language);
        context->workingDirectory = std::move(workingDirectory);
        startKernel(context);
    }
    co_await context->settled->wait(startPatience);
    if (context->neverStarted)
        throw KernelError(context->lostReason);
    m_contexts.push_back(context);
    co_return context;
}

asio::awaitable<ContextInfo> Contexts::create(std::string language, std::string workingDirectory)
{
    const ContextPtr context = co_await start(std::move(language), std::move(workingDirectory));
    co_return ContextInfo { context->id, context->language };
}

std::vector<ContextInfo> Contexts::list(std::string_view language) const
{
    std::vector<ContextInfo> infos;
    for (const ContextPtr &context : m_contexts) {
        if (language.empty() || context->language == language)
            infos.push_back({ context->id, context->language });
    }
    return infos;
}

std::optional<ContextInfo> Contexts::find(const std::string &id) const
{
    const ContextPtr context = byId(id);
    if (!context)
        return std::nullopt;
    return ContextInfo { context->id, context->language };
}

void Contexts::forget(const std::string &id)
{
    std::erase_if(m_contexts, [&id](const ContextPtr &context) { return context->id == id; });
    std::erase_if(m_defaults, [&id](const auto &entry) { return entry.second->context && entry.second->context->id == id; });
}

// Code that still waits for its kernel ends with it.
asio::awaitable<void> Contexts::end(ContextPtr context)
{
    while (const std::shared_ptr<Milestone> other = context->stopped)
        co_await other->wait(stopPatience);
    const std::shared_ptr<Kernel> kernel = context->kernel;
    const asio::any_io_executor executor = co_await asio::this_coro::executor;
    const auto stopped = std::make_shared<Milestone>(executor);
    context->stopped = stopped;
    co_await kernel->stop();
    if (const auto waiting = context->currentRun()) {
        waiting->contextStopped();
        waiting->complete();
    }
    context->starting = false;
    context->stopped = nullptr;
    stopped->reach();
}

asio::awaitable<bool> Contexts::remove(std::string id)
{
    const ContextPtr context = byId(id);
    if (!context)
        co_return false;
    context->removed = true;
    context->lateOutput->close();
    forget(id);
    co_await end(context);
    co_return true;
}

asio::awaitable<void> Contexts::removeAll(std::string language)
{
    for (const ContextInfo &info : list(language))
        co_await remove(info.id);
}

asio::awaitable<bool> Contexts::restart(std::string id)
{
    const ContextPtr context = byId(id);
    if (!context)
        co_return false;
    // One restart at a time; a second waits for the first and then does its own.
    co_await end(context);
    if (context->removed)
        co_return false;
    startKernel(context);
    co_await context->settled->wait(startPatience);
    if (context->neverStarted)
        throw KernelError(context->lostReason);
    co_return true;
}

bool Contexts::interrupt(const std::string &id)
{
    const ContextPtr context = byId(id);
    if (!context)
        return false;
    const auto current = context->currentRun();
    if (current && context->runWaits) {
        current->interrupted();
        current->complete();
    } else if (current) {
        context->kernel->interrupt();
    }
    return true;
}

asio::awaitable<Contexts::ContextPtr> Contexts::defaultContext(std::string language)
{
    // The first run makes it; runs that come meanwhile wait for it.
    while (true) {
        const auto existing = m_defaults.find(language);
        if (existing == m_defaults.end())
            break;
        const std::shared_ptr<Making> making = existing->second;
        if (making->context)
            co_return making->context;
        co_await making->done.wait(stopPatience);
    }
    const auto making = std::make_shared<Making>(m_executor);
    m_defaults[language] = making;
    const std::string usualDirectory;
    try {
        making->context = co_await start(language, usualDirectory);
    } catch (...) {
        m_defaults.erase(language);
        making->done.reach();
        throw;
    }
    making->done.reach();
    co_return making->context;
}

Contexts::ContextPtr Contexts::byId(const std::string &id) const
{
    const auto found = std::ranges::find(m_contexts, id, &Context::id);
    return found == m_contexts.end() ? nullptr : *found;
}

asio::awaitable<std::expected<boost::json::object, Contexts::Silence>> Contexts::ask(std::string id, Question question)
{
    const ContextPtr context = byId(id);
    if (!context)
        co_return std::unexpected(Silence::Unknown);
    if (!context->lostReason.empty())
        co_return std::unexpected(Silence::Lost);
    if (context->busy())
        co_return std::unexpected(Silence::Busy);
    const std::shared_ptr<Kernel> kernel = context->kernel;
    Kernel::Answer answer = co_await kernel->ask(std::move(question));
    if (answer)
        co_return std::move(*answer);
    switch (answer.error()) {
    case Unanswered::NotSupported:
        co_return std::unexpected(Silence::NotSupported);
    case Unanswered::Ended:
        co_return std::unexpected(Silence::Lost);
    case Unanswered::Late:
        break;
    }
    // A run that came meanwhile goes first in some kernels.
    co_return std::unexpected(context->busy() ? Silence::Busy : Silence::Late);
}

asio::awaitable<std::optional<boost::json::object>> Contexts::lateOutput(
    std::string id, std::uint64_t position, Milestone::Duration limit)
{
    if (const ContextPtr context = byId(id))
        co_await LateOutput::wait(context->lateOutput, position, limit);
    const ContextPtr context = byId(id);
    if (!context)
        co_return std::nullopt;
    co_return context->lateOutput->since(position);
}

Contexts::Input Contexts::giveInput(const std::string &id, const std::string &text)
{
    const ContextPtr context = byId(id);
    if (!context)
        return Input::Unknown;
    const auto current = context->run.lock();
    return current && current->giveInput(text) ? Input::Given : Input::NotWanted;
}

asio::awaitable<Contexts::Start> Contexts::run(std::string id, std::string language, std::string code, bool allowStdin,
    boost::json::object figures, std::string name)
{
    ContextPtr context;
    if (id.empty()) {
        if (!isContextLanguage(language))
            throw KernelError("unknown language: " + language);
        context = co_await defaultContext(language);
    } else {
        context = byId(id);
        if (!context)
            co_return Start { Refusal::Unknown, id, nullptr };
    }
    if (context->lostReason.empty() && (context->stopped || context->currentRun()))
        co_return Start { Refusal::Busy, context->id, nullptr };
    const auto run = std::make_shared<Run>(m_executor, m_settings.spoolDirectory);
    run->allowStdin = allowStdin;
    run->figures = std::move(figures);
    run->name = std::move(name);
    Event init;
    init.type = "init";
    init.text = context->id;
    run->queue().push(init);
    Event ping;
    ping.type = "ping";
    ping.text = "pong";
    run->queue().push(ping);
    if (!context->lostReason.empty()) {
        if (context->neverStarted)
            run->error({ "KernelError", context->lostReason + "\nRestart the context to try again.", {} });
        else
            run->error({ "ContextLost", context->lostReason + "; its variables are lost. Restart the context to go on.", {} });
        run->complete();
        // Nobody knows the id of a default context, so the next run gets a new one.
        const auto asDefault = m_defaults.find(context->language);
        if (asDefault != m_defaults.end() && asDefault->second->context == context)
            forget(context->id);
        co_return Start { Refusal::None, context->id, run };
    }
    context->run = run;
    context->runWaits = context->starting;
    if (context->starting)
        asio::co_spawn(m_executor, runWhenStarted(context, run, std::move(code)), asio::detached);
    else
        context->kernel->run(run, code);
    co_return Start { Refusal::None, context->id, run };
}

asio::awaitable<void> Contexts::runWhenStarted(ContextPtr context, std::shared_ptr<Run> run, std::string code)
{
    const std::shared_ptr<Milestone> settled = context->settled;
    std::string told;
    while (!settled->reached() && !run->finished()) {
        co_await settled->wait(quietStart);
        const std::string preparation = settled->reached() || run->finished() ? std::string() : context->kernel->preparation();
        if (!preparation.empty() && preparation != told) {
            run->stream("stderr", preparation + '\n');
            told = preparation;
        }
    }
    // It may have been interrupted, or its context stopped, while it waited.
    if (run->finished())
        co_return;
    context->runWaits = false;
    if (context->lostReason.empty()) {
        context->kernel->run(run, code);
        co_return;
    }
    run->error({ "KernelError", context->lostReason, {} });
    run->complete();
}

} // namespace Execd

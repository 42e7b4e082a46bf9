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
    std::weak_ptr<Run> run;
    std::string lostReason;
    bool starting = false; ///< also while it is restarted or stopped
    bool failed = false;

    bool busy() const
    {
        const auto current = run.lock();
        return starting || (current && !current->finished());
    }
};

namespace {

asio::awaitable<void> pause(asio::any_io_executor executor, std::chrono::steady_clock::duration time)
{
    asio::steady_timer timer(executor, time);
    co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
}

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
{
}

Contexts::~Contexts() = default;

void Contexts::prewarmPython()
{
    const auto context = std::make_shared<Context>();
    context->id = randomUuid();
    context->language = "python";
    context->starting = true;
    m_prewarmed = context;
    asio::co_spawn(m_executor, prewarm(this, context), asio::detached);
}

asio::awaitable<void> Contexts::prewarm(Contexts *self, ContextPtr context)
{
    try {
        co_await self->startKernel(context);
    } catch (const std::exception &error) {
        Runtime::log(Runtime::LogLevel::Warning, std::string("No Python kernel ahead of time: ") + error.what());
        context->failed = true;
    }
    context->starting = false;
}

asio::awaitable<void> Contexts::clearAway(ContextPtr context)
{
    co_await end(context);
    context->starting = false;
}

void Contexts::watchDeath(const ContextPtr &context)
{
    context->kernel->setDeathHandler([weak = std::weak_ptr(context), executor = m_executor](
                                           const std::string &reason) {
        const ContextPtr lost = weak.lock();
        if (!lost)
            return;
        lost->lostReason = reason;
        // Workers of a dead kernel would keep their memory.
        lost->starting = true;
        asio::co_spawn(executor, clearAway(lost), asio::detached);
    });
}

asio::awaitable<void> Contexts::startKernel(ContextPtr context)
{
    auto kernel = makeKernel(m_executor, m_settings, context->language, context->id, context->workingDirectory);
    if (!kernel)
        throw KernelError(kernel.error());
    context->kernel = *kernel;
    context->lostReason.clear();
    const std::shared_ptr<Kernel> kept = context->kernel;
    co_await kept->start();
    watchDeath(context);
}

asio::awaitable<Contexts::ContextPtr> Contexts::start(std::string language, std::string workingDirectory, std::string id)
{
    if (!isContextLanguage(language))
        throw KernelError("unknown language: " + language);
    if (!workingDirectory.empty())
        createDirectory(workingDirectory);
    if (language == "python" && m_prewarmed) {
        const ContextPtr ready = std::exchange(m_prewarmed, nullptr);
        while (ready->starting)
            co_await pause(m_executor, 5ms);
        if (!ready->failed && ready->lostReason.empty()) {
            ready->workingDirectory = workingDirectory;
            if (!workingDirectory.empty()) {
                const std::shared_ptr<Kernel> kernel = ready->kernel;
                co_await kernel->changeDirectory(workingDirectory);
            }
            m_contexts.push_back(ready);
            co_return ready;
        }
    }
    const auto context = std::make_shared<Context>();
    context->id = std::move(id);
    context->language = std::move(language);
    context->workingDirectory = std::move(workingDirectory);
    co_await startKernel(context);
    m_contexts.push_back(context);
    co_return context;
}

asio::awaitable<ContextInfo> Contexts::create(std::string language, std::string workingDirectory)
{
    const ContextPtr context = co_await start(std::move(language), std::move(workingDirectory), randomUuid());
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
    const auto found = std::ranges::find(m_contexts, id, &Context::id);
    if (found == m_contexts.end())
        return std::nullopt;
    return ContextInfo { (*found)->id, (*found)->language };
}

void Contexts::forget(const std::string &id)
{
    std::erase_if(m_contexts, [&id](const ContextPtr &context) { return context->id == id; });
    std::erase_if(m_defaults, [&id](const auto &entry) { return entry.second && entry.second->id == id; });
}

asio::awaitable<void> Contexts::end(ContextPtr context)
{
    context->starting = true;
    const std::shared_ptr<Kernel> kernel = context->kernel;
    co_await kernel->stop();
}

asio::awaitable<bool> Contexts::remove(std::string id)
{
    const auto found = std::ranges::find(m_contexts, id, &Context::id);
    if (found == m_contexts.end())
        co_return false;
    const ContextPtr context = *found;
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
    const auto found = std::ranges::find(m_contexts, id, &Context::id);
    if (found == m_contexts.end())
        co_return false;
    const ContextPtr context = *found;
    // One restart at a time; a second waits for the first and then does its own.
    const auto deadline = std::chrono::steady_clock::now() + 30s;
    while (context->starting && std::chrono::steady_clock::now() < deadline)
        co_await pause(m_executor, 5ms);
    context->lostReason.clear();
    co_await end(context);
    try {
        co_await startKernel(context);
    } catch (const std::exception &error) {
        context->lostReason = error.what();
        context->starting = false;
        throw;
    }
    context->starting = false;
    co_return true;
}

bool Contexts::interrupt(const std::string &id)
{
    const auto found = std::ranges::find(m_contexts, id, &Context::id);
    if (found == m_contexts.end())
        return false;
    const auto current = (*found)->run.lock();
    if (current && !current->finished())
        (*found)->kernel->interrupt();
    return true;
}

asio::awaitable<Contexts::ContextPtr> Contexts::defaultContext(std::string language)
{
    // The first run makes it; runs that come meanwhile wait for it.
    while (true) {
        const auto existing = m_defaults.find(language);
        if (existing == m_defaults.end())
            break;
        if (existing->second)
            co_return existing->second;
        co_await pause(m_executor, 5ms);
    }
    m_defaults[language] = nullptr;
    try {
        const ContextPtr context = co_await start(language, {}, randomUuid());
        m_defaults[language] = context;
        co_return context;
    } catch (...) {
        m_defaults.erase(language);
        throw;
    }
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

Contexts::Input Contexts::giveInput(const std::string &id, const std::string &text)
{
    const ContextPtr context = byId(id);
    if (!context)
        return Input::Unknown;
    const auto current = context->run.lock();
    return current && current->giveInput(text) ? Input::Given : Input::NotWanted;
}

asio::awaitable<Contexts::Start> Contexts::run(std::string id, std::string language, std::string code, bool allowStdin)
{
    ContextPtr context;
    if (id.empty()) {
        if (!isContextLanguage(language))
            throw KernelError("unknown language: " + language);
        context = co_await defaultContext(language);
    } else {
        const auto found = std::ranges::find(m_contexts, id, &Context::id);
        if (found == m_contexts.end())
            co_return Start { Refusal::Unknown, id, nullptr };
        context = *found;
    }
    if (context->lostReason.empty() && context->busy())
        co_return Start { Refusal::Busy, context->id, nullptr };
    const auto run = std::make_shared<Run>(m_executor, m_settings.spoolDirectory);
    run->allowStdin = allowStdin;
    Event init;
    init.type = "init";
    init.text = context->id;
    run->queue().push(init);
    Event ping;
    ping.type = "ping";
    ping.text = "pong";
    run->queue().push(ping);
    if (!context->lostReason.empty()) {
        run->error({ "ContextLost",
            context->lostReason + "; its variables are lost. Restart the context to go on.", {} });
        run->complete();
        // Nobody knows the id of a default context, so the next run gets a new one.
        const auto asDefault = m_defaults.find(context->language);
        if (asDefault != m_defaults.end() && asDefault->second == context)
            forget(context->id);
        co_return Start { Refusal::None, context->id, run };
    }
    context->run = run;
    context->kernel->run(run, code);
    co_return Start { Refusal::None, context->id, run };
}

} // namespace Execd

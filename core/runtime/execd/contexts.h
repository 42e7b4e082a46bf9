// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/kernel.h"

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace Execd {

struct ContextInfo {
    std::string id;
    std::string language;
};

/// All contexts of the sandbox. Used by one thread.
class Contexts {
public:
    Contexts(const boost::asio::any_io_executor &executor, KernelSettings settings);
    ~Contexts();

    /// Starts a Python kernel for the context that will be asked for first, unless somebody asks before the time.
    void prewarmPython(std::chrono::milliseconds delay);

    /// Comes back when code can be run, or after some seconds: clients give up on a creation that takes longer,
    /// while a run that waits for its kernel keeps them informed. Throws KernelError. The directory is created.
    boost::asio::awaitable<ContextInfo> create(std::string language, std::string workingDirectory);
    std::vector<ContextInfo> list(std::string_view language = {}) const;
    std::optional<ContextInfo> find(const std::string &id) const;
    /// False if there is none.
    boost::asio::awaitable<bool> remove(std::string id);
    boost::asio::awaitable<void> removeAll(std::string language);
    /// A fresh kernel under the same id; whatever ran before is gone when it comes back, which takes no longer
    /// than a creation does. False if there is none. Throws KernelError.
    boost::asio::awaitable<bool> restart(std::string id);
    /// False if there is none; nothing happens when it is idle.
    bool interrupt(const std::string &id);

    enum class Refusal { None, Unknown, Busy };
    struct Start {
        Refusal refusal = Refusal::None;
        std::string contextId;
        std::shared_ptr<Run> run;
    };
    /// In the context of that id, or in the language's default context. A kernel that still starts is waited for
    /// by the run. Throws KernelError.
    boost::asio::awaitable<Start> run(std::string id, std::string language, std::string code, bool allowStdin,
        boost::json::object figures = {}, std::string name = {});

    enum class Silence { Unknown, Busy, Lost, NotSupported, Late };
    /// Asks an idle kernel; never waits behind a run.
    boost::asio::awaitable<std::expected<boost::json::object, Silence>> ask(std::string id, Question question);
    /// What was written after the end of its run, from a position on (LateOutput::since), for which it is waited
    /// so long. Nothing when there is no such context.
    boost::asio::awaitable<std::optional<boost::json::object>> lateOutput(
        std::string id, std::uint64_t position, Milestone::Duration limit);
    enum class Input { Given, Unknown, NotWanted };
    /// Answers the program that waits for input in that context.
    Input giveInput(const std::string &id, const std::string &text);

private:
    struct Context;
    using ContextPtr = std::shared_ptr<Context>;

    struct Making;

    void prewarmPython();
    boost::asio::awaitable<ContextPtr> start(std::string language, std::string workingDirectory);
    boost::asio::awaitable<ContextPtr> defaultContext(std::string language);
    void startKernel(const ContextPtr &context);
    static boost::asio::awaitable<void> bringUp(boost::asio::any_io_executor executor, ContextPtr context,
        std::shared_ptr<Kernel> kernel, std::shared_ptr<Milestone> settled);
    static boost::asio::awaitable<void> runWhenStarted(ContextPtr context, std::shared_ptr<Run> run, std::string code);
    static boost::asio::awaitable<void> end(ContextPtr context);
    static void watchDeath(const boost::asio::any_io_executor &executor, const ContextPtr &context);
    void forget(const std::string &id);
    ContextPtr byId(const std::string &id) const;

    const boost::asio::any_io_executor m_executor;
    const KernelSettings m_settings;
    std::vector<ContextPtr> m_contexts; ///< in the order of their creation
    std::map<std::string, std::shared_ptr<Making>> m_defaults; ///< by language
    boost::asio::steady_timer m_prewarming;
    ContextPtr m_prewarmed;
};

} // namespace Execd

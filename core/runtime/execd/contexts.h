// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/kernel.h"

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

    /// Starts a Python kernel for the context that will be asked for first.
    void prewarmPython();

    /// Comes back when code can be run; throws KernelError. The directory is created.
    boost::asio::awaitable<ContextInfo> create(std::string language, std::string workingDirectory);
    std::vector<ContextInfo> list(std::string_view language = {}) const;
    std::optional<ContextInfo> find(const std::string &id) const;
    /// False if there is none.
    boost::asio::awaitable<bool> remove(std::string id);
    boost::asio::awaitable<void> removeAll(std::string language);
    /// A fresh kernel under the same id; whatever ran before is gone when it comes back. False if there is none.
    boost::asio::awaitable<bool> restart(std::string id);
    /// False if there is none; nothing happens when it is idle.
    bool interrupt(const std::string &id);

    enum class Refusal { None, Unknown, Busy };
    struct Start {
        Refusal refusal = Refusal::None;
        std::string contextId;
        std::shared_ptr<Run> run;
    };
    /// In the context of that id, or in the language's default context. Throws KernelError.
    boost::asio::awaitable<Start> run(std::string id, std::string language, std::string code, bool allowStdin);

    enum class Silence { Unknown, Busy, Lost, NotSupported, Late };
    /// Asks an idle kernel; never waits behind a run.
    boost::asio::awaitable<std::expected<boost::json::object, Silence>> ask(std::string id, Question question);
    enum class Input { Given, Unknown, NotWanted };
    /// Answers the program that waits for input in that context.
    Input giveInput(const std::string &id, const std::string &text);

private:
    struct Context;
    using ContextPtr = std::shared_ptr<Context>;

    boost::asio::awaitable<ContextPtr> start(std::string language, std::string workingDirectory, std::string id);
    boost::asio::awaitable<ContextPtr> defaultContext(std::string language);
    boost::asio::awaitable<void> startKernel(ContextPtr context);
    static boost::asio::awaitable<void> prewarm(Contexts *self, ContextPtr context);
    static boost::asio::awaitable<void> end(ContextPtr context);
    static boost::asio::awaitable<void> clearAway(ContextPtr context);
    void watchDeath(const ContextPtr &context);
    void forget(const std::string &id);
    ContextPtr byId(const std::string &id) const;

    const boost::asio::any_io_executor m_executor;
    const KernelSettings m_settings;
    std::vector<ContextPtr> m_contexts; ///< in the order of their creation
    std::map<std::string, ContextPtr> m_defaults;
    ContextPtr m_prewarmed;
};

} // namespace Execd

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/services.h>

#include <memory>
#include <type_traits>

namespace OpenSandbox {

class SyncThread;

/// @cond
namespace Detail {

/// Starts a task in the SDK's thread and waits for its end; refuses the threads that syncservices.h names.
Result<Done> awaitIn(const std::shared_ptr<SyncThread> &thread, std::function<Task<Done>()> start);

template <typename T>
Task<Done> keep(Task<T> task, std::shared_ptr<std::optional<Result<T>>> value)
{
    value->emplace(co_await task);
    co_return Done {};
}

template <typename>
struct Awaited;
template <typename T>
struct Awaited<Task<T>>
{
    using Value = T;
};

} // namespace Detail
/// @endcond

template <typename Object>
/**
 * The asynchronous object behind a blocking one, for what the blocking form does not have: services of an
 * AdapterFactory of your own, or several calls at the same time. SandboxSync, SandboxManagerSync and
 * CodeInterpreterSync give it; a copy keeps the object alive, and may be used in any thread.
 *
 *     auto both = sandbox->asynchronous().await([](Sandbox &s) { return s.metrics().get(); });
 */
class Asynchronous
{
public:
    /// The blocking objects make it.
    Asynchronous(std::shared_ptr<SyncThread> thread, std::shared_ptr<Object> object) : m_thread(std::move(thread)), m_object(std::move(object)) { }

    /**
     * Calls `start` with the object in the SDK's thread, and waits there for the task that it returns. Blocks, and
     * refuses the same threads as every blocking call. `start` is destroyed when it has returned: a coroutine
     * that it is must not use what it has captured, but take it as parameters.
     */
    template <typename Start>
    auto await(Start start) const -> Result<typename Detail::Awaited<std::invoke_result_t<Start, Object &>>::Value>
    {
        using T = typename Detail::Awaited<std::invoke_result_t<Start, Object &>>::Value;
        if (!m_object)
            return std::unexpected(Error { Error::Kind::InvalidArgument, 0, {}, QStringLiteral("This object could not be made in this thread."), {} });
        const auto value = std::make_shared<std::optional<Result<T>>>();
        const std::function<Task<Done>()> run = [start = std::move(start), object = m_object, value] { return Detail::keep<T>(start(*object), value); };
        if (const Result<Done> done = Detail::awaitIn(m_thread, run); !done)
            return std::unexpected(done.error());
        return **value;
    }

    /// The object itself. It lives in the SDK's thread: to be used there only, as in what await() calls.
    const std::shared_ptr<Object> &object() const { return m_object; }

private:
    std::shared_ptr<SyncThread> m_thread;
    std::shared_ptr<Object> m_object;
};

} // namespace OpenSandbox

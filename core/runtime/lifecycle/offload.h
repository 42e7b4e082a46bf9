// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <functional>

namespace Runtime {

template<typename Result> boost::asio::awaitable<Result> callBlocking(std::function<Result()> function)
{
    co_return function();
}

// Runs a function that blocks on a thread of the pool, and goes on where it was awaited.
template<typename Result> boost::asio::awaitable<Result> offload(boost::asio::thread_pool &pool, std::function<Result()> function)
{
    co_return co_await boost::asio::co_spawn(pool, callBlocking<Result>(std::move(function)), boost::asio::use_awaitable);
}

} // namespace Runtime

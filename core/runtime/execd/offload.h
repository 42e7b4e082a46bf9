// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/kernelprocess.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <functional>

namespace Execd {

/// Runs a blocking function on a pool thread; exceptions come through.
template<typename Result> boost::asio::awaitable<Result> callBlocking(std::function<Result()> function)
{
    co_return function();
}

template<typename Result> boost::asio::awaitable<Result> offload(std::function<Result()> function)
{
    co_return co_await boost::asio::co_spawn(
        blockingPool(), callBlocking<Result>(std::move(function)), boost::asio::use_awaitable);
}

} // namespace Execd

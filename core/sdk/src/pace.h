// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/execution.h>

namespace OpenSandbox {

/// What takes the pieces of some content for another thread, and how it waits for that one. A function like any other to who does not ask.
template <typename R, typename... Args>
struct Paced
{
    std::function<R(Args...)> take;
    Pace pace;
    R operator()(Args... args) const { return take(std::move(args)...); }
};

/// Empty: nothing is waited for.
template <typename R, typename... Args>
Pace paceOf(const std::function<R(Args...)> &taker)
{
    const auto *paced = taker.template target<Paced<R, Args...>>();
    return paced ? paced->pace : Pace();
}

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/exchange.h"
#include "http/router.h"

#include <string>

namespace Execd {

/// The routes below /files and /directories. What touches the disk runs on the pool of threads.
class Files {
public:
    explicit Files(std::string spoolDirectory);
    void addRoutes(Runtime::Http::Router &router);

private:
    void addRoutesBelow(Runtime::Http::Router &router, const std::string &prefix);

    using Exchange = Runtime::Http::ExchangePtr;
    template<typename T> using Awaitable = Runtime::Http::Awaitable<T>;

    static Awaitable<void> info(Exchange exchange);
    static Awaitable<void> remove(Exchange exchange);
    static Awaitable<void> permissions(Exchange exchange);
    static Awaitable<void> move(Exchange exchange);
    static Awaitable<void> search(Exchange exchange);
    static Awaitable<void> replace(Exchange exchange);
    static Awaitable<void> upload(Exchange exchange, std::string spoolDirectory);
    static Awaitable<void> download(Exchange exchange);
    static Awaitable<void> list(Exchange exchange);
    static Awaitable<void> makeDirectories(Exchange exchange);
    static Awaitable<void> removeDirectories(Exchange exchange);

    const std::string m_spoolDirectory;
};

} // namespace Execd

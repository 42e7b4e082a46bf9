// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/connectionconfig.h>

#include <cstdio>

/// The server of the examples, unless OPEN_SANDBOX_DOMAIN and OPEN_SANDBOX_API_KEY name another.
inline OpenSandbox::ConnectionConfig exampleConfig()
{
    OpenSandbox::ConnectionConfig cfg;
    cfg.domain = qEnvironmentVariable("OPEN_SANDBOX_DOMAIN", QStringLiteral("api.opensandbox.io"));
    cfg.apiKey = qEnvironmentVariable("OPEN_SANDBOX_API_KEY", QStringLiteral("YOUR_KEY"));
    return cfg;
}

/// Tells what went wrong; the value is the program's exit code.
inline int failed(const OpenSandbox::Error &error)
{
    std::fprintf(stderr, "%s\n", qPrintable(OpenSandbox::toString(error)));
    return 1;
}

inline void print(const QString &line)
{
    std::printf("%s\n", qUtf8Printable(line));
    std::fflush(stdout);
}

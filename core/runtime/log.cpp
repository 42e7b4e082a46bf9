// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "log.h"

#include <ctime>
#include <string>
#include <unistd.h>

namespace Runtime {

namespace {
LogLevel s_level = LogLevel::Info;
}

void setLogLevel(LogLevel level)
{
    s_level = level;
}

void log(LogLevel level, std::string_view text)
{
    if (level < s_level)
        return;
    static constexpr const char *names[] = { "debug", "info", "warning", "error" };
    char time[32];
    const std::time_t now = std::time(nullptr);
    std::tm utc {};
    gmtime_r(&now, &utc);
    std::strftime(time, sizeof time, "%Y-%m-%dT%H:%M:%SZ", &utc);
    std::string line = std::string(time) + ' ' + names[static_cast<int>(level)] + ": ";
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            line += '?';
        else
            line += c;
    }
    line += '\n';
    // A full or closed standard error must not stop the daemon.
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

} // namespace Runtime

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string_view>

namespace Runtime {

enum class LogLevel { Debug, Info, Warning, Error };

// One line on standard error: time, level, text. Control characters are made visible, so that
// nothing a sandbox says can forge a line. Secrets are never passed here.
void log(LogLevel level, std::string_view text);

// Lines below this level are left out. The default is Info.
void setLogLevel(LogLevel level);

} // namespace Runtime

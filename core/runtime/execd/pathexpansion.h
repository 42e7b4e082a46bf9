// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace Execd {

/// "~", "~/x", $NAME and ${NAME} as the protocol has it, then absolute and without "." and "..".
/// The error names the variables that are not defined.
std::expected<std::string, std::string> expandPath(std::string_view path);

} // namespace Execd

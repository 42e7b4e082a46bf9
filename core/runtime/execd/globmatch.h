// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace Execd {

/// False for an open bracket or brace, or a backslash at the end.
bool isValidGlob(std::string_view pattern);

/// Whether a base name matches: *, ?, [a-z], [!a] and [^a], {a,b}, \x. A leading "**/" means nothing
/// here, and a pattern with another '/' matches no base name.
bool globMatches(std::string_view pattern, std::string_view name);

} // namespace Execd

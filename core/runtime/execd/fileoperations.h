// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What the file routes do, apart from HTTP. Blocking; failures are thrown as Runtime::Http::Failure.
namespace Execd::FileOperations {

struct Permission {
    std::optional<std::int64_t> mode; ///< decimal digits that mean an octal number
    std::string owner;
    std::string group;
};

/// Path as the protocol has it, absolute; 500 if it names undefined variables.
std::string resolve(const std::string &path);

std::string infoJson(const std::vector<std::string> &paths);
std::string listJson(const std::string &path, std::int64_t depth);
std::string searchJson(const std::string &path, const std::string &pattern);
void remove(const std::vector<std::string> &paths);
void removeDirectories(const std::vector<std::string> &paths);
void move(const std::string &source, const std::string &destination);
void makeDirectory(const std::string &path, const Permission &permission);
void setPermissions(const std::string &path, const Permission &permission);
/// How many places were changed.
std::size_t replace(const std::string &path, std::string_view oldText, std::string_view newText);

/// "mkdir -p"; empty or "mkdir PATH: reason".
std::string makeParents(const std::string &directory);
/// Applies mode and owner; empty or what failed.
std::string applyPermission(const std::string &path, const Permission &permission);

} // namespace Execd::FileOperations

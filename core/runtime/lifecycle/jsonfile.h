// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <boost/json/value.hpp>

#include <optional>
#include <string>

namespace Runtime {

// An object of a file of ours; nothing when it is missing, larger than 16 MiB, or no JSON object.
std::optional<boost::json::object> readJsonFile(const std::string &path);

// Replaces the file as a whole: a reader, or a start after a power cut, finds the old or the new text. Only
// this user can read it. Returns what failed, or an empty text.
std::string writeJsonFile(const std::string &path, const boost::json::object &object);

} // namespace Runtime

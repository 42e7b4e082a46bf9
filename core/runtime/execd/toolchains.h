// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/childprocess.h"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace Execd {

/// The program that runs a language: node, java or go. The variable NODE_VERSION, JAVA_VERSION or GO_VERSION
/// chooses among those that are installed ("21", "1.24", "v20.19.2"); when none fits, the usual one is taken.
/// The error names what has to be installed. With a prefix the usual folders are looked for below it.
std::expected<std::string, std::string> findToolchain(
    const std::string &language, const Environment &environment, const std::string &prefix = {});

/// True when an installed version is the wanted one: "21.0.13" is "21", "1.24.4" is "1.24" but not "1.2".
bool versionFits(std::string_view installed, std::string_view wanted);

/// The folder with the module "typescript", or empty.
std::string findTypeScript(const Environment &environment);

} // namespace Execd

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/jupyterkernel.h"

#include <expected>
#include <string>
#include <vector>

namespace Execd {

/// Languages a context can have, in the protocol's words.
const std::vector<std::string> &contextLanguages();
bool isContextLanguage(std::string_view language);

/// The kernel of a language, not started yet. The error names what has to be installed.
std::expected<std::shared_ptr<Kernel>, std::string> makeKernel(const boost::asio::any_io_executor &executor,
    const KernelSettings &settings, const std::string &language, const std::string &contextId,
    const std::string &workingDirectory);

/// What /capabilities says of each language: whether it can run here, what to install, what it can be asked.
/// Looks at the disk.
boost::json::object languageCapabilities();

/// Reads the text of a kernel.json; resource_dir is filled in. Empty for another language or a broken file.
std::expected<KernelLaunch, std::string> parseKernelSpec(
    std::string_view text, const std::string &language, const std::string &resourceDirectory);

} // namespace Execd

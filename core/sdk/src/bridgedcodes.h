// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client.h"

namespace OpenSandbox {

/**
 * Codes over the display bridge (displaybridge.h): asks `client` whether the sandbox sends displays itself;
 * where it does not, installs the bridge before the first run in a Python context and unpacks its frames.
 * Answers of input() go through `files`.
 */
std::unique_ptr<CodesService> bridgedCodes(std::unique_ptr<CodesService> codes, std::shared_ptr<const Client> client, std::unique_ptr<FilesService> files);

} // namespace OpenSandbox

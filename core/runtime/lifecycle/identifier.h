// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace Runtime {

// A random UUID (version 4).
std::string randomUuid();

} // namespace Runtime

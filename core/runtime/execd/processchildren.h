// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace Execd {

/// The ids of the processes that this one has started, by whichever of its threads.
std::vector<std::string> childrenOf(int pid);

/// And what those have started, and so on.
std::vector<std::string> descendantsOf(int pid);

} // namespace Execd

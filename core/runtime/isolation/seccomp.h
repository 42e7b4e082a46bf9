// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/descriptor.h"

#include <expected>
#include <string>

namespace Runtime {

// An open memory file with the system call filter of every sandbox, as bwrap --seccomp takes it.
std::expected<Descriptor, std::string> makeSeccompFilter();

} // namespace Runtime

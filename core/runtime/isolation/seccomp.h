// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/descriptor.h"

#include <expected>
#include <string>

namespace Runtime {

// An open memory file with the system call filter of every sandbox, as bwrap --seccomp takes it. Where memory is
// watched by looking at processes, memory that belongs to no process (memfd_create, large System V segments) is
// refused, too: nobody would see it.
std::expected<Descriptor, std::string> makeSeccompFilter(bool memoryIsWatched);

} // namespace Runtime

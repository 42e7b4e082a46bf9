// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "syncthread.h"

#include <opensandbox/sandboxsync.h>

namespace OpenSandbox {

/// Makes the blocking form of a sandbox.
struct SandboxSyncAccess
{
    static Result<std::shared_ptr<SandboxSync>> wrapped(const std::shared_ptr<SyncThread> &thread, Result<std::shared_ptr<Sandbox>> sandbox);
};

} // namespace OpenSandbox

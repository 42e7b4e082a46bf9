// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <execution/sessiontargets.h>
#include <session/localruntime.h>
#include <session/sandboxcreation.h>
#include <session/sandboxsession.h>

#include <memory>

namespace Bench {

/// The local runtime with the app's stores over it, as the window has them.
struct LocalSandbox
{
    LocalSandbox() : runtime(connections.local()), store(&connections), sessions(&store) { }

    /// False when it does not come online within 20 s; `why` then tells.
    bool start(QString *why);
    /// A new sandbox with a context of each language; null on failure.
    std::shared_ptr<SandboxSession> create(const QStringList &languages, QString *why);

    ConnectionStore connections;
    LocalRuntime runtime;
    SandboxStore store;
    SessionRegistry sessions;
};

/// Runs the event loop until `done` or the limit; true when it was done.
bool waitUntil(const std::function<bool()> &done, int limitMs);

/// Seconds that tests/bench/reference.py prints, or -1.
double pythonReference(const QStringList &arguments);

} // namespace Bench

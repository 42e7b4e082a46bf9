// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/error.h>

#include <QMap>
#include <QString>

#include <optional>

namespace OpenSandbox {

/// What a server or a sandbox may or may not offer.
enum class Feature {
    PauseAndResume, ///< Pausing and resuming sandboxes.
    Snapshots, ///< Snapshots of sandboxes.
    ServerPools, ///< Pools kept by the server.
    ScopedDiagnostics, ///< Logs and events by scope.
    SignedEndpoints, ///< Endpoints with a signature that expires.
    LocalExtensions, ///< The server is the local runtime.
    Terminal, ///< PTYs; of a sandbox.
    CodeExtensions, ///< Restart, completion, inspection, variables and input; of a sandbox.
};

/**
 * What is known about a server or a sandbox so far. That there is no such thing is an answer for good: a 501, a
 * 400 where it can mean nothing else, and of the extensions an unknown route, too. It is remembered as long as
 * the SandboxManager or Sandbox and what they make, and later calls of that feature fail at once with the same
 * Error. Of the code extensions each call is remembered by itself, and a 501 for the context that it was about only:
 * kernels of other languages may well answer. SandboxManager::probe() forgets what it asks about and asks anew; Sandbox::probe() keeps refusals: connect
 * again to ask again.
 */
struct Capabilities
{
    QString runtime; ///< "kubernetes", "docker" or "local"; empty: not known. Docker is inferred from what is refused.
    QString version; ///< Of the local runtime only: other servers do not tell.
    QMap<Feature, bool> known; ///< What was found out, by feature.
    QMap<Feature, Error> refusals; ///< The server's own words, of those known to be missing.

    /// Absent: not known yet.
    std::optional<bool> supports(Feature feature) const;
};

} // namespace OpenSandbox

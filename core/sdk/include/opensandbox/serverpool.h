// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QJsonObject>
#include <QString>

#include <optional>

namespace OpenSandbox {

/// How many sandboxes a pool of the server's keeps.
struct PoolCapacity
{
    int bufferMin = 0; ///< Ready ones it keeps at least,
    int bufferMax = 0; ///< and at most.
    int poolMin = 0; ///< All of them, in use or not, at least,
    int poolMax = 0; ///< and at most.
    bool operator==(const PoolCapacity &) const = default;
};

/**
 * A pool of warm sandboxes that the server keeps (routes under /pools; Kubernetes only, others answer 501).
 * Sandboxes come from it by CreateOptions::usePool. Not to be confused with SandboxPool, which lives here.
 */
struct ServerPool
{
    QString name; ///< Unique on the server.
    QJsonObject podTemplate; ///< "template": what its sandboxes are made of, as Kubernetes words it.
    PoolCapacity capacity; ///< How many it shall keep.
    int total = 0; ///< Sandboxes it has.
    int allocated = 0; ///< Those in use.
    int available = 0; ///< Those waiting for use.
    QString revision; ///< Counts its changes.
    std::optional<QDateTime> createdAt; ///< UTC.
    QJsonObject raw; ///< Everything the server sent, unknown fields included.
    bool operator==(const ServerPool &) const = default;
};

} // namespace OpenSandbox

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>

namespace OpenSandbox {

/// A snapshot of a sandbox (sandbox-lifecycle.yml). States are an open set: a newer one is Other with its name kept.
struct SnapshotInfo
{
    /// What a client has to tell apart.
    enum class State {
        Creating, ///< Being made.
        Ready, ///< A sandbox can be started from it.
        Failed, ///< It could not be made.
        Deleting, ///< On the way out.
        Other, ///< A newer server's word.
    };

    QString id; ///< Of the snapshot.
    QString sandboxId; ///< The sandbox it was taken from; may be gone.
    QString name; ///< May be empty.
    State state = State::Other; ///< What it is doing.
    QString stateName; ///< As sent.
    QString reason; ///< Machine-readable, may be empty.
    QString message; ///< For people, may be empty.
    std::optional<QDateTime> createdAt; ///< UTC.
    std::optional<QDateTime> lastTransitionAt; ///< UTC.
    QJsonObject raw; ///< Everything the server sent.

    /// A sandbox can be started from it.
    bool isReady() const { return state == State::Ready; }
    bool operator==(const SnapshotInfo &) const = default;
};

/// Which snapshots a listing names.
struct SnapshotFilter
{
    QString sandboxId; ///< Empty: of all sandboxes.
    QStringList states; ///< OR; the server minds the case here: "Ready".
    int page = 1; ///< From 1.
    int pageSize = 100; ///< 1 to 200.
};

/// One page of a listing.
struct SnapshotPage
{
    QList<SnapshotInfo> items; ///< In the server's order.
    int page = 1; ///< Its number, from 1.
    int pageSize = 0; ///< As the server used it.
    int totalItems = 0; ///< Of all pages.
    int totalPages = 0; ///< At least 1 when there are items.
    bool hasNextPage = false; ///< Whether another page follows.
};

} // namespace OpenSandbox

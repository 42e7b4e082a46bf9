// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>

namespace OpenSandbox {

/// A snapshot of a sandbox (protocol.md 1.10). States are an open set: a newer one is Other with its name kept.
struct SnapshotInfo
{
    enum class State { Creating, Ready, Failed, Deleting, Other };

    QString id;
    QString sandboxId; ///< The sandbox it was taken from; may be gone.
    QString name; ///< May be empty.
    State state = State::Other;
    QString stateName; ///< As sent.
    QString reason; ///< Machine-readable, may be empty.
    QString message; ///< For people, may be empty.
    std::optional<QDateTime> createdAt; ///< UTC.
    std::optional<QDateTime> lastTransitionAt; ///< UTC.
    QJsonObject raw; ///< Everything the server sent.

    bool isReady() const { return state == State::Ready; }
    bool operator==(const SnapshotInfo &) const = default;
};

struct SnapshotFilter
{
    QString sandboxId; ///< Empty: of all sandboxes.
    QStringList states; ///< OR; the server minds the case here: "Ready".
    int page = 1; ///< From 1.
    int pageSize = 100; ///< 1 to 200.
};

struct SnapshotPage
{
    QList<SnapshotInfo> items;
    int page = 1;
    int pageSize = 0;
    int totalItems = 0;
    int totalPages = 0;
    bool hasNextPage = false;
};

} // namespace OpenSandbox

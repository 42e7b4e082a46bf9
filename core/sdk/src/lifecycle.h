// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client.h"

#include <opensandbox/sandboxmanager.h>

#include <QDeadlineTimer>
#include <QSet>

/// What the parts of SandboxManager share.
namespace OpenSandbox {

class Sandbox;
using SharedClient = std::shared_ptr<const Client>;

/// "/sandboxes/{id}" and what follows.
QByteArray sandboxPath(const QString &id, QByteArrayView rest = {});

/// Sandbox::close() of this one requests it.
std::stop_token closedWith(const std::shared_ptr<Sandbox> &sandbox);

/// GET /sandboxes/{id}, or another request that answers with a sandbox.
Task<SandboxInfo> sandboxFrom(SharedClient client, Request request, std::stop_token stop);

Task<SnapshotInfo> createSnapshotOf(SharedClient client, QString sandboxId, QString name, std::stop_token stop);
Task<SnapshotInfo> snapshotOf(SharedClient client, QString id, std::stop_token stop);
Task<SnapshotPage> snapshotsOf(SharedClient client, SnapshotFilter filter, std::stop_token stop);
Task<SnapshotInfo> waitForSnapshotOf(SharedClient client, QString id, std::chrono::milliseconds timeout, std::chrono::milliseconds interval, std::stop_token stop);
Task<Done> deleteSnapshotOf(SharedClient client, QString id, std::stop_token stop);

Task<QList<ServerPool>> poolsOf(SharedClient client, std::stop_token stop);
Task<ServerPool> poolFrom(SharedClient client, Request request, std::stop_token stop);
Task<Done> deletePoolOf(SharedClient client, QString name, std::stop_token stop);

Task<Capabilities> probeOf(SharedClient client, std::stop_token stop);

std::unique_ptr<DiagnosticsService> makeDiagnosticsService(SharedClient client, QString sandboxId);

/// A call that belongs to a feature: not made when the server is known to lack it, and learned from.
Task<QJsonDocument> callFeatureForJson(SharedClient client, Feature feature, Request request, std::stop_token stop);
Task<Done> callFeatureForDone(SharedClient client, Feature feature, Request request, std::stop_token stop);

/// Waiting goes on after this error: the next look may be answered.
bool isPassing(const Error &error);

/// Waiting for something that others bring about.
template <typename Info>
struct Waiting
{
    std::function<Task<Info>()> look;
    /// What ends it; or nothing, and in `soFar` how it stands.
    std::function<std::optional<Result<Info>>(const Info &info, QString &soFar)> judge;
    QString late; ///< When the time is over: "... %1 s: %2."
    std::chrono::milliseconds timeout {};
    std::chrono::milliseconds interval {};
};

/// Looks until there is an end to it, the time is over, or an error that does not pass.
template <typename Info>
Task<Info> waitFor(SharedClient client, Waiting<Info> waiting, std::stop_token stop)
{
    const QDeadlineTimer deadline(waiting.timeout);
    QString soFar;
    for (;;) {
        auto look = waiting.look();
        const Result<Info> info = co_await look;
        if (stop.stop_requested())
            co_return std::unexpected(cancelled());
        if (!info && !isPassing(info.error()))
            co_return std::unexpected(info.error());
        if (!info)
            soFar = info.error().message;
        else if (const auto end = waiting.judge(*info, soFar))
            co_return *end;
        if (deadline.hasExpired())
            co_return std::unexpected(Error { Error::Kind::NotReady, 0, {},
                waiting.late.arg(QString::number(double(waiting.timeout.count()) / 1000.0, 'g', 4), soFar), {} });
        Pause pause(client->transport->context(), waiting.interval, stop);
        co_await pause;
    }
}

/**
 * Every page of a listing. Rows that vanish between two pages move others into a page already read, so
 * rows are de-duplicated by id and the listing is read again when its total has changed, three times at most.
 */
template <typename Info, typename Page, typename Filter>
Task<QList<Info>> everyPage(SharedClient client, Filter filter, Task<Page> (*list)(SharedClient, Filter, std::stop_token), std::stop_token stop)
{
    constexpr int MaximumPages = 1000;
    QList<Info> items;
    for (int attempt = 0; attempt < 3; ++attempt) {
        items.clear();
        QSet<QString> seen;
        int total = -1;
        bool moved = false;
        for (int number = 1; number <= MaximumPages; ++number) {
            filter.page = number;
            auto ask = list(client, filter, stop);
            const Result<Page> page = co_await ask;
            if (!page)
                co_return std::unexpected(page.error());
            moved = moved || (total >= 0 && page->totalItems != total);
            total = page->totalItems;
            for (const Info &info : page->items) {
                if (!seen.contains(info.id)) {
                    seen.insert(info.id);
                    items << info;
                }
            }
            if (page->items.isEmpty() || !(page->hasNextPage || number < page->totalPages))
                break;
        }
        if (!moved)
            break;
    }
    co_return items;
}

} // namespace OpenSandbox

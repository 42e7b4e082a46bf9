// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxstore.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using OpenSandbox::Error;
using OpenSandbox::Result;
using OpenSandbox::SandboxInfo;
using Presence = SandboxRecord::Presence;

namespace {

constexpr auto LocalPoll = 2s;
constexpr auto RemotePoll = 5s;
constexpr int MostVanished = 200;
constexpr int MostKillTries = 6;
/// Renewals shorter than this could meet the server's own expiry timer.
constexpr auto ClockTolerance = 2s;

std::chrono::seconds secondsBetween(const QDateTime &from, const QDateTime &to)
{
    return std::chrono::seconds(from.secsTo(to));
}

} // namespace

bool SandboxRecord::operator==(const SandboxRecord &other) const
{
    return info == other.info && connectionId == other.connectionId && presence == other.presence
        && grantedLifetime == other.grantedLifetime && contexts == other.contexts && seriesColour == other.seriesColour;
}

struct SandboxStore::Source
{
    Connection *connection = nullptr;
    QDateTime updatedAt;
    quint64 listedAt = 0; ///< The store's count of changes when the running listing began.
    bool listing = false;
    bool stale = false;
    QString pauseRefusal;
    QTimer timer;
    TaskScope tasks;
};

struct SandboxStore::Entry
{
    SandboxRecord record;
    quint64 touchedAt = 0; ///< A listing that began before this change says nothing about it.
    bool killSent = false;
    int killTries = 0;
    std::unique_ptr<MetricsHistory> history;
};

SandboxStore::SandboxStore(ConnectionStore *connections, QObject *parent)
    : QObject(parent)
    , m_connections(connections)
{
    for (Connection *connection : connections->connections())
        addSource(connection);
    connect(connections, &ConnectionStore::added, this, &SandboxStore::addSource);
    connect(connections, &ConnectionStore::aboutToRemove, this, &SandboxStore::removeSource);
}

SandboxStore::~SandboxStore() = default;

void SandboxStore::addSource(Connection *connection)
{
    auto made = std::make_unique<Source>();
    made->connection = connection;
    const QString id = connection->id();
    connect(&made->timer, &QTimer::timeout, this, [this, id]() {
        if (!m_watch.expired())
            refreshConnection(id);
    });
    made->timer.setInterval(connection->isLocal() ? LocalPoll : RemotePoll);
    connect(connection, &Connection::managerChanged, this, [this, id]() {
        if (Source *of = source(id)) {
            of->tasks.cancel();
            of->listing = false;
        }
    });
    connect(connection, &Connection::stateChanged, this, [this, id]() {
        Source *of = source(id);
        if (!of)
            return;
        if (of->connection->isOnline()) {
            refreshConnection(id);
        } else if (of->connection->state() != Connection::State::Connecting && of->updatedAt.isValid() && !of->stale) {
            of->stale = true;
            Q_EMIT refreshFailed(id, of->connection->problem().error);
        }
    });
    m_sources.push_back(std::move(made));
    if (!m_watch.expired())
        m_sources.back()->timer.start();
    if (connection->isOnline())
        refreshConnection(id);
}

void SandboxStore::removeSource(Connection *connection)
{
    const QString id = connection->id();
    QStringList ids;
    for (const auto &entry : m_records) {
        if (entry->record.connectionId == id)
            ids << entry->record.id();
    }
    std::erase_if(m_sources, [connection](const auto &of) { return of->connection == connection; });
    for (const QString &sandboxId : std::as_const(ids)) {
        m_byId.remove(sandboxId);
        std::erase_if(m_records, [&sandboxId](const auto &entry) { return entry->record.id() == sandboxId; });
        Q_EMIT removed(sandboxId);
    }
}

SandboxStore::Source *SandboxStore::source(const QString &connectionId) const
{
    for (const auto &of : m_sources) {
        if (of->connection->id() == connectionId)
            return of.get();
    }
    return nullptr;
}

SandboxStore::Entry *SandboxStore::entry(const QString &sandboxId) const
{
    return m_byId.value(sandboxId);
}

Connection *SandboxStore::connectionOf(const QString &sandboxId) const
{
    const Entry *of = entry(sandboxId);
    const Source *from = of ? source(of->record.connectionId) : nullptr;
    return from ? from->connection : nullptr;
}

QList<SandboxRecord> SandboxStore::records() const
{
    QList<SandboxRecord> all;
    all.reserve(qsizetype(m_records.size()));
    for (const auto &of : m_sources) {
        const qsizetype begin = all.size();
        for (const auto &entry : m_records) {
            if (entry->record.connectionId == of->connection->id())
                all << entry->record;
        }
        std::stable_sort(all.begin() + begin, all.end(), [](const SandboxRecord &a, const SandboxRecord &b) {
            return a.info.createdAt < b.info.createdAt;
        });
    }
    return all;
}

void SandboxStore::visit(const std::function<void(const SandboxRecord &)> &each) const
{
    for (const auto &entry : m_records)
        each(entry->record);
}

const SandboxRecord *SandboxStore::find(const QString &sandboxId) const
{
    const Entry *of = entry(sandboxId);
    return of ? &of->record : nullptr;
}

std::shared_ptr<void> SandboxStore::watch()
{
    if (std::shared_ptr<void> existing = m_watch.lock())
        return existing;
    auto handle = std::make_shared<char>();
    m_watch = handle;
    for (const auto &of : m_sources)
        of->timer.start();
    refresh();
    return handle;
}

QDateTime SandboxStore::updatedAt(const QString &connectionId) const
{
    const Source *of = source(connectionId);
    return of ? of->updatedAt : QDateTime();
}

bool SandboxStore::isStale(const QString &connectionId) const
{
    const Source *of = source(connectionId);
    return of && of->stale;
}

QString SandboxStore::pauseRefusal(const QString &connectionId) const
{
    const Source *of = source(connectionId);
    return of ? of->pauseRefusal : QString();
}

std::optional<std::chrono::seconds> SandboxStore::remaining(const QString &sandboxId) const
{
    const Entry *of = entry(sandboxId);
    if (!of || !of->record.isPresent() || of->record.info.state.isOver() || !of->record.info.expiresAt)
        return {};
    const Source *from = source(of->record.connectionId);
    const QDateTime now = from ? from->connection->serverNow() : QDateTime::currentDateTimeUtc();
    return std::max(0s, secondsBetween(now, *of->record.info.expiresAt));
}

double SandboxStore::remainingShare(const QString &sandboxId) const
{
    const Entry *of = entry(sandboxId);
    const auto left = remaining(sandboxId);
    if (!of || !left)
        return 0;
    if (of->record.grantedLifetime <= 0s)
        return 1;
    return std::clamp(double(left->count()) / double(of->record.grantedLifetime.count()), 0.0, 1.0);
}

const MetricsHistory *SandboxStore::history(const QString &sandboxId) const
{
    const Entry *of = entry(sandboxId);
    return of ? of->history.get() : nullptr;
}

MetricsHistory *SandboxStore::historyForWriting(const QString &sandboxId)
{
    Entry *of = entry(sandboxId);
    if (!of)
        return nullptr;
    if (!of->history)
        of->history = std::make_unique<MetricsHistory>();
    return of->history.get();
}

int SandboxStore::seriesOf(const QString &sandboxId)
{
    Entry *of = entry(sandboxId);
    if (!of)
        return 0;
    if (of->record.seriesColour < 0)
        of->record.seriesColour = m_nextSeries++ % 8;
    return of->record.seriesColour;
}

void SandboxStore::put(const QString &connectionId, const SandboxInfo &info)
{
    upsert(connectionId, info);
    if (Entry *of = entry(info.id))
        of->touchedAt = ++m_changes;
}

void SandboxStore::setContextCount(const QString &sandboxId, int count)
{
    Entry *of = entry(sandboxId);
    if (!of || of->record.contexts == count)
        return;
    of->record.contexts = count;
    Q_EMIT changed(sandboxId);
}

void SandboxStore::noteMetrics(const QString &sandboxId)
{
    Q_EMIT metricsAppended(sandboxId);
}

void SandboxStore::refresh()
{
    for (const auto &of : m_sources)
        refreshConnection(of->connection->id());
}

void SandboxStore::refreshConnection(const QString &connectionId)
{
    Source *of = source(connectionId);
    const auto manager = of ? of->connection->manager() : nullptr;
    // While it does not answer, the connection's own pings find out when it is back.
    if (!manager || of->listing || !of->connection->isOnline())
        return;
    of->listing = true;
    of->listedAt = m_changes;
    of->tasks.run(manager->listAll({}, of->tasks.token()), [this, of](Result<QList<SandboxInfo>> result) {
        of->listing = false;
        const QString id = of->connection->id();
        if (result) {
            of->stale = false;
            of->updatedAt = QDateTime::currentDateTime();
            of->connection->noteAnswer();
            apply(id, *result, of->listedAt);
            Q_EMIT refreshed(id);
        } else if (result.error().kind != Error::Kind::Cancelled) {
            of->stale = true;
            of->connection->noteUnwell(result.error());
            Q_EMIT refreshFailed(id, result.error());
        }
    });
}

void SandboxStore::apply(const QString &connectionId, const QList<SandboxInfo> &infos, quint64 asOf)
{
    QSet<QString> listed;
    for (const SandboxInfo &info : infos) {
        listed.insert(info.id);
        const Entry *of = entry(info.id);
        if (!of || of->touchedAt <= asOf)
            upsert(connectionId, info);
    }
    QStringList missing;
    for (const auto &of : m_records) {
        if (of->record.connectionId == connectionId && of->record.isPresent() && of->touchedAt <= asOf && !listed.contains(of->record.id()))
            missing << of->record.id();
    }
    for (const QString &id : std::as_const(missing))
        vanish(id, Presence::Gone);
}

void SandboxStore::upsert(const QString &connectionId, const SandboxInfo &info)
{
    Entry *of = entry(info.id);
    const Source *from = source(connectionId);
    const QDateTime now = from ? from->connection->serverNow() : QDateTime::currentDateTimeUtc();
    if (!of) {
        auto made = std::make_unique<Entry>();
        made->record.info = info;
        made->record.connectionId = connectionId;
        made->record.lastSeenAt = QDateTime::currentDateTime();
        if (info.expiresAt)
            made->record.grantedLifetime = secondsBetween(info.createdAt.value_or(now), *info.expiresAt);
        m_byId.insert(info.id, made.get());
        m_records.push_back(std::move(made));
        Q_EMIT added(info.id);
        return;
    }
    SandboxRecord next = of->record;
    if (next.info.expiresAt != info.expiresAt && info.expiresAt)
        next.grantedLifetime = std::max(1s, secondsBetween(now, *info.expiresAt));
    next.info = info;
    if (next.presence == Presence::Gone || next.presence == Presence::Expired)
        next.presence = Presence::Listed;
    const bool differs = next != of->record;
    of->record = std::move(next);
    of->record.lastSeenAt = QDateTime::currentDateTime();
    if (differs)
        Q_EMIT changed(info.id);
}

void SandboxStore::vanish(const QString &sandboxId, Presence presence)
{
    Entry *of = entry(sandboxId);
    if (!of || !of->record.isPresent())
        return;
    if (of->killSent) {
        presence = Presence::Killed;
    } else if (presence == Presence::Gone && of->record.info.expiresAt) {
        const Source *from = source(of->record.connectionId);
        const QDateTime now = from ? from->connection->serverNow() : QDateTime::currentDateTimeUtc();
        if (secondsBetween(now, *of->record.info.expiresAt) <= ClockTolerance)
            presence = Presence::Expired;
    }
    of->record.presence = presence;
    of->record.contexts = -1;
    Q_EMIT changed(sandboxId);
    Q_EMIT vanished(sandboxId);
    if (presence == Presence::Killed) {
        forget({ sandboxId });
        return;
    }
    QStringList old;
    for (const auto &each : m_records) {
        if (!each->record.isPresent())
            old << each->record.id();
    }
    if (old.size() > MostVanished)
        forget(old.first(old.size() - MostVanished));
}

void SandboxStore::renewBy(const QString &sandboxId, std::chrono::seconds more)
{
    const Entry *of = entry(sandboxId);
    const Connection *connection = connectionOf(sandboxId);
    if (!of || !connection)
        return;
    QDateTime from = connection->serverNow();
    if (of->record.info.expiresAt && *of->record.info.expiresAt > from)
        from = *of->record.info.expiresAt;
    renewUntil(sandboxId, from.addSecs(more.count()));
}

void SandboxStore::renewUntil(const QString &sandboxId, const QDateTime &expiresAt)
{
    const Connection *connection = connectionOf(sandboxId);
    const auto manager = connection ? connection->manager() : nullptr;
    if (!manager) {
        report(sandboxId, tr("could not be renewed"), notConnected());
        return;
    }
    m_tasks.run(manager->renewUntil(sandboxId, expiresAt.toUTC()), [this, sandboxId](Result<QDateTime> result) {
        if (!result) {
            report(sandboxId, tr("could not be renewed"), result.error());
            readAgain(sandboxId);
            return;
        }
        if (Entry *of = entry(sandboxId)) {
            SandboxInfo info = of->record.info;
            info.expiresAt = *result;
            put(of->record.connectionId, info);
        }
        Q_EMIT renewed(sandboxId, *result);
        // The reply may lie: a renewal that met the server's own timer leaves the old expiry.
        readAgain(sandboxId);
    });
}

void SandboxStore::pause(const QString &sandboxId)
{
    const Connection *connection = connectionOf(sandboxId);
    const auto manager = connection ? connection->manager() : nullptr;
    if (!manager) {
        report(sandboxId, tr("could not be paused"), notConnected());
        return;
    }
    m_tasks.run(manager->pause(sandboxId), [this, sandboxId](Result<OpenSandbox::Done> result) {
        if (!result) {
            const SandboxRecord *record = find(sandboxId);
            Source *from = record ? source(record->connectionId) : nullptr;
            if (from && (result.error().httpStatus == 501 || result.error().httpStatus == 405))
                from->pauseRefusal = tr("Pause is not offered by this server (%1).").arg(result.error().httpStatus);
            report(sandboxId, tr("could not be paused"), result.error());
        }
        readAgain(sandboxId);
    });
}

void SandboxStore::resume(const QString &sandboxId)
{
    const Connection *connection = connectionOf(sandboxId);
    const auto manager = connection ? connection->manager() : nullptr;
    if (!manager) {
        report(sandboxId, tr("could not be resumed"), notConnected());
        return;
    }
    m_tasks.run(manager->resume(sandboxId), [this, sandboxId](Result<OpenSandbox::Done> result) {
        if (!result)
            report(sandboxId, tr("could not be resumed"), result.error());
        readAgain(sandboxId);
    });
}

void SandboxStore::prepareKill(const QStringList &sandboxIds)
{
    for (const QString &id : sandboxIds) {
        Entry *of = entry(id);
        if (!of || of->record.presence != Presence::Listed)
            continue;
        of->record.presence = Presence::Killing;
        Q_EMIT changed(id);
    }
}

void SandboxStore::undoKill(const QStringList &sandboxIds)
{
    for (const QString &id : sandboxIds) {
        Entry *of = entry(id);
        if (!of || of->record.presence != Presence::Killing || of->killSent)
            continue;
        of->record.presence = Presence::Listed;
        Q_EMIT changed(id);
    }
}

void SandboxStore::killNow(const QStringList &sandboxIds)
{
    for (const QString &id : sandboxIds) {
        Entry *of = entry(id);
        if (!of || !of->record.isPresent() || of->killSent)
            continue;
        of->record.presence = Presence::Killing;
        of->killSent = true;
        of->killTries = 0;
        Q_EMIT changed(id);
        sendKill(id);
    }
}

void SandboxStore::sendKill(const QString &sandboxId)
{
    Entry *of = entry(sandboxId);
    if (!of || !of->record.isPresent())
        return;
    const Connection *connection = connectionOf(sandboxId);
    const auto manager = connection ? connection->manager() : nullptr;
    const auto failed = [this, sandboxId](const Error &error) {
        if (Entry *that = entry(sandboxId)) {
            that->killSent = false;
            that->record.presence = Presence::Listed;
            Q_EMIT changed(sandboxId);
        }
        report(sandboxId, tr("could not be killed"), error);
        readAgain(sandboxId);
    };
    if (!manager) {
        failed(notConnected());
        return;
    }
    m_tasks.run(manager->kill(sandboxId), [this, sandboxId, failed](Result<OpenSandbox::Done> result) {
        if (result) {
            vanish(sandboxId, Presence::Killed);
            return;
        }
        Entry *that = entry(sandboxId);
        // A server that is still pausing it refuses for a moment.
        if (that && result.error().httpStatus == 409 && ++that->killTries < MostKillTries) {
            QTimer::singleShot(1s, this, [this, sandboxId]() { sendKill(sandboxId); });
            return;
        }
        failed(result.error());
    });
}

void SandboxStore::forget(const QStringList &sandboxIds)
{
    for (const QString &id : sandboxIds) {
        const Entry *of = entry(id);
        if (!of || of->record.isPresent())
            continue;
        // Views may still ask for it while they hear that it goes, so it leaves the maps first and dies last.
        m_byId.remove(id);
        const auto position = std::find_if(m_records.begin(), m_records.end(), [of](const auto &each) { return each.get() == of; });
        const std::unique_ptr<Entry> dying = std::move(*position);
        m_records.erase(position);
        Q_EMIT removed(id);
    }
}

void SandboxStore::readAgain(const QString &sandboxId)
{
    const Entry *of = entry(sandboxId);
    const Connection *connection = connectionOf(sandboxId);
    const auto manager = connection ? connection->manager() : nullptr;
    if (!of || !manager)
        return;
    const QString connectionId = of->record.connectionId;
    m_tasks.run(manager->get(sandboxId, m_tasks.token()), [this, sandboxId, connectionId](Result<SandboxInfo> result) {
        if (result)
            put(connectionId, *result);
        else if (result.error().isNotFound())
            vanish(sandboxId, Presence::Gone);
    });
}

void SandboxStore::report(const QString &sandboxId, const QString &what, const Error &error)
{
    const SandboxRecord *record = find(sandboxId);
    const Connection *connection = connectionOf(sandboxId);
    if (Connection *of = connectionOf(sandboxId))
        of->noteError(error);
    Problem problem = describeError(error, connection ? connection->name() : tr("The server"));
    const QString name = record ? record->name() : sandboxId.left(8);
    if (error.httpStatus == 501)
        problem.message = tr("%1 %2: this server does not offer it (501).").arg(name, what);
    else
        problem.message = tr("%1 %2. %3").arg(name, what, problem.message);
    Q_EMIT actionFailed(sandboxId, problem);
}

Error SandboxStore::notConnected()
{
    Error error;
    error.kind = Error::Kind::Network;
    return error;
}

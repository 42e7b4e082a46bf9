// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connectionstore.h"
#include "metricshistory.h"

#include <QHash>
#include <QTimer>

#include <functional>
#include <vector>

/// A sandbox as the store knows it: what the server said last, and what became of it.
struct SandboxRecord
{
    enum class Presence {
        Listed, ///< The server's last answer named it.
        Killing, ///< About to be killed (Undo is possible) or being killed.
        Expired, ///< No longer listed, and its time was over.
        Killed, ///< Killed here.
        Gone, ///< No longer listed, reason unknown.
    };

    OpenSandbox::SandboxInfo info;
    QString connectionId;
    Presence presence = Presence::Listed;
    QDateTime lastSeenAt; ///< Local time of the last answer that named it.
    std::chrono::seconds grantedLifetime {}; ///< The last lifetime it was given; the whole length of the expiry bar.
    int contexts = -1; ///< Known number of contexts, -1: unknown.
    int seriesColour = -1; ///< 0 to 7: place in the chart series, -1: not used yet.

    QString id() const { return info.id; }
    QString name() const { return info.displayName(); }
    bool isPresent() const { return presence == Presence::Listed || presence == Presence::Killing; }
    /// Code can run in it.
    bool isRunning() const { return isPresent() && info.state.isRunning(); }
    /// Equal for a view: the moment of the last answer does not count.
    bool operator==(const SandboxRecord &other) const;
};

/**
 * All sandboxes of all connections. Polls while somebody watches (2 s local, 5 s elsewhere), tells differences
 * by id, keeps the vanished ones of this session. Every change goes through here.
 */
class SandboxStore : public QObject
{
    Q_OBJECT

public:
    explicit SandboxStore(ConnectionStore *connections, QObject *parent = nullptr);
    ~SandboxStore() override;

    ConnectionStore *connections() const { return m_connections; }
    Connection *connectionOf(const QString &sandboxId) const;

    /// In the order of connections, then as created, oldest first. References stay valid until control returns to the event loop.
    QList<SandboxRecord> records() const;
    /// The same without copies, in no particular order.
    void visit(const std::function<void(const SandboxRecord &)> &each) const;
    const SandboxRecord *find(const QString &sandboxId) const;
    int count() const { return int(m_records.size()); }

    /// Polls as long as any of the returned handles lives (a visible pane keeps one).
    [[nodiscard]] std::shared_ptr<void> watch();
    /// Local time of the last whole listing; invalid before the first.
    QDateTime updatedAt(const QString &connectionId) const;
    bool isStale(const QString &connectionId) const;
    /// Why this server cannot pause, learnt from its refusal; empty: it can or nobody tried.
    QString pauseRefusal(const QString &connectionId) const;

    /// Time left by the server's clock, never negative; absent without expiry or when it is over.
    std::optional<std::chrono::seconds> remaining(const QString &sandboxId) const;
    /// Remaining share of the granted lifetime, 0 to 1.
    double remainingShare(const QString &sandboxId) const;

    /// Samples of sessions that are watched; null when there never was one.
    const MetricsHistory *history(const QString &sandboxId) const;
    /// Null for an unknown sandbox.
    MetricsHistory *historyForWriting(const QString &sandboxId);
    /// The sandbox's place in the chart series, given at its first use.
    int seriesOf(const QString &sandboxId);

    /// Adds or replaces what is known, for example right after a create or a connect.
    void put(const QString &connectionId, const OpenSandbox::SandboxInfo &info);
    void setContextCount(const QString &sandboxId, int count);
    void noteMetrics(const QString &sandboxId);

public Q_SLOTS:
    /// Lists all online connections now.
    void refresh();
    void refreshConnection(const QString &connectionId);
    /// Extends from the later of now and the present expiry, by the server's clock.
    void renewBy(const QString &sandboxId, std::chrono::seconds more);
    void renewUntil(const QString &sandboxId, const QDateTime &expiresAt);
    void pause(const QString &sandboxId);
    void resume(const QString &sandboxId);
    /// Shows them as stopping, but sends nothing: killNow() does it, undoKill() takes it back.
    void prepareKill(const QStringList &sandboxIds);
    void undoKill(const QStringList &sandboxIds);
    void killNow(const QStringList &sandboxIds);
    /// Takes vanished, killed and expired rows off the list.
    void forget(const QStringList &sandboxIds);

Q_SIGNALS:
    void added(const QString &sandboxId);
    void changed(const QString &sandboxId);
    void removed(const QString &sandboxId);
    /// It was there and is not any more (Expired, Killed or Gone); after changed().
    void vanished(const QString &sandboxId);
    void refreshed(const QString &connectionId);
    void refreshFailed(const QString &connectionId, const OpenSandbox::Error &error);
    void metricsAppended(const QString &sandboxId);
    /// Renew, pause, resume or kill did not work; the problem is in words.
    void actionFailed(const QString &sandboxId, const Problem &problem);
    void renewed(const QString &sandboxId, const QDateTime &expiresAt);

private:
    struct Source; // one per connection
    struct Entry;

    void addSource(Connection *connection);
    void removeSource(Connection *connection);
    Source *source(const QString &connectionId) const;
    Entry *entry(const QString &sandboxId) const;
    void apply(const QString &connectionId, const QList<OpenSandbox::SandboxInfo> &infos, quint64 asOf);
    void upsert(const QString &connectionId, const OpenSandbox::SandboxInfo &info);
    void vanish(const QString &sandboxId, SandboxRecord::Presence presence);
    void sendKill(const QString &sandboxId);
    void readAgain(const QString &sandboxId);
    void report(const QString &sandboxId, const QString &what, const OpenSandbox::Error &error);
    static OpenSandbox::Error notConnected();

    ConnectionStore *const m_connections;
    std::vector<std::unique_ptr<Source>> m_sources;
    std::vector<std::unique_ptr<Entry>> m_records;
    QHash<QString, Entry *> m_byId;
    std::weak_ptr<void> m_watch;
    quint64 m_changes = 0; ///< Counts what was changed here, so that listings under way are known to be older.
    int m_nextSeries = 0;
    TaskScope m_tasks;
};

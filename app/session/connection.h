// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "localcatalog.h"
#include "taskscope.h"

#include <opensandbox/sandboxmanager.h>

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

class QNetworkAccessManager;

/// What stands in the way, in words for people: what failed, then what to do about it.
struct Problem
{
    QString message; ///< Empty: no problem.
    QString hint; ///< The next step; may be empty.
    OpenSandbox::Error error; ///< Where it came from a call; default otherwise.

    explicit operator bool() const { return !message.isEmpty(); }
};

/**
 * One lifecycle server as the window knows it: address, health, latency. Pings while it is enabled; backs off
 * while there is no answer. Owned by ConnectionStore.
 */
class Connection : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Off, ///< Not asked for.
        Starting, ///< The local runtime is being started; there is no address yet.
        Connecting, ///< An address, no answer yet.
        Online,
        Offline, ///< No answer, or none that can be understood; tries again by itself.
        Refused, ///< The key was refused (401, 403).
        Failed, ///< The local runtime cannot start; only Retry helps.
    };
    Q_ENUM(State)

    Connection(QString id, QString name, bool isLocal, QObject *parent = nullptr);
    ~Connection() override;

    /// Stable and without spaces ("local" for the local runtime); this is what notebooks store.
    QString id() const { return m_id; }
    QString name() const { return m_name; }
    bool isLocal() const { return m_isLocal; }

    State state() const { return m_state; }
    bool isOnline() const { return m_state == State::Online; }
    /// One word or two for people: "Online", "No answer".
    QString stateText() const;
    std::optional<std::chrono::milliseconds> latency() const { return m_latency; }
    /// "42 ms", "10.2 s"; empty while it is not known.
    QString latencyText() const;
    /// Over a second: shown amber.
    bool isSlow() const { return m_latency && *m_latency > std::chrono::seconds(1); }
    Problem problem() const { return m_problem; }
    /// Local time of the last answer; invalid before the first.
    QDateTime lastAnswerAt() const { return m_lastAnswerAt; }
    /// Local time of the next try while Offline; invalid otherwise.
    QDateTime nextTryAt() const { return m_nextTryAt; }

    OpenSandbox::ConnectionConfig config() const { return m_config; }
    /// Null while there is no address. Take it anew for each call; a call keeps its own share.
    std::shared_ptr<OpenSandbox::SandboxManager> manager() const { return m_manager; }
    /// What a local runtime offers; empty until it said so, and for other servers.
    const LocalCatalog &catalog() const { return m_catalog; }
    /// The time by the server's clock.
    QDateTime serverNow() const;

    void setName(const QString &name);
    /// Gives it an address and begins to ping.
    void setConfig(OpenSandbox::ConnectionConfig config);
    /// Used by LocalRuntime while there is no address.
    void setStarting();
    void setFailed(const Problem &problem);
    void setOff();
    /// Other calls report what they met, so that a dead server is known before the next ping.
    void noteAnswer();
    void noteError(const OpenSandbox::Error &error);
    /// The same for what the window lives on, health and lists: whatever the error, the server is not well.
    void noteUnwell(const OpenSandbox::Error &error);

public Q_SLOTS:
    /// Asks at once instead of at nextTryAt(). For a failed local runtime this is LocalRuntime::retry().
    void retryNow();

Q_SIGNALS:
    void stateChanged();
    void latencyChanged();
    void nameChanged();
    /// The address changed (also: the local runtime restarted), so manager() is another one.
    void managerChanged();
    void catalogChanged();
    void retryRequested();
    /// Every HTTP exchange with this server and its sandboxes, start and end.
    void exchange(const OpenSandbox::Exchange &exchange);

private:
    void ping();
    void verified(const OpenSandbox::Result<OpenSandbox::SandboxPage> &page);
    void setState(State state, const Problem &problem = {});
    void scheduleRetry();
    void readCatalog();

    const QString m_id;
    QString m_name;
    const bool m_isLocal;
    State m_state = State::Off;
    Problem m_problem;
    std::optional<std::chrono::milliseconds> m_latency;
    QDateTime m_lastAnswerAt;
    QDateTime m_nextTryAt;
    OpenSandbox::ConnectionConfig m_config;
    std::shared_ptr<OpenSandbox::SandboxManager> m_manager;
    std::unique_ptr<QNetworkAccessManager> m_network; ///< For the catalog only.
    LocalCatalog m_catalog;
    QTimer m_timer;
    int m_failures = 0;
    bool m_pinging = false;
    TaskScope m_tasks;
};

/// Whether a server refused to make a sandbox because of its image.
bool isImageProblem(const OpenSandbox::Error &error);

/// Turns an error of a call to `name` into words: what failed, then the next step.
Problem describeError(const OpenSandbox::Error &error, const QString &name);

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxsession.h"

#include <map>

/**
 * Decides whose CPU and memory are sampled. Sandboxes of the local runtime while a pane wants figures; others only
 * when asked for one by one, because merely watching may keep a sandbox alive on servers that renew on access.
 */
class MetricsWatcher : public QObject
{
    Q_OBJECT

public:
    explicit MetricsWatcher(SessionRegistry *registry, QObject *parent = nullptr);
    ~MetricsWatcher() override;

    /// Samples as long as any of the returned handles lives (a visible pane keeps one).
    [[nodiscard]] std::shared_ptr<void> want();

    bool isWatched(const QString &sandboxId) const { return m_watched.contains(sandboxId); }
    /// The user's choice for one sandbox; overrides the default of its connection.
    void setChosen(const QString &sandboxId, bool watch);
    bool isChosen(const QString &sandboxId) const;

Q_SIGNALS:
    void changed(const QString &sandboxId);

private:
    struct Watch
    {
        std::shared_ptr<SandboxSession> session;
        std::shared_ptr<void> handle;
    };

    void update();

    SessionRegistry *const m_registry;
    std::weak_ptr<void> m_want;
    QHash<QString, bool> m_chosen;
    std::map<QString, Watch> m_watched;
    QTimer m_update;
};

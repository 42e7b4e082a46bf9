// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class Connection;
class SandboxStore;

/**
 * Waits for the sandbox that the command line names, which no listing may have named yet. Says once, in words, when
 * every server that answers has none of that name; goes on waiting all the same, because the others may come back.
 */
class StartSandbox : public QObject
{
    Q_OBJECT
public:
    /// `wanted` is an id or a name; `connectionId` may be empty: any connection.
    StartSandbox(SandboxStore *store, QString wanted, QString connectionId, QObject *parent = nullptr);
    ~StartSandbox() override;

    void start();

Q_SIGNALS:
    /// At most once; this may be deleted then.
    void found(const QString &sandboxId);
    void missing(const QString &text);

private:
    void follow(Connection *connection);
    void look();

    SandboxStore *const m_store;
    const QString m_wanted;
    const QString m_connectionId;
    std::shared_ptr<void> m_watch;
    bool m_found = false;
    bool m_told = false;
};

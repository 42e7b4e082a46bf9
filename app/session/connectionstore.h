// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connection.h"

#include <QList>
#include <QPointer>

class QSettings;

/// All connections: the local runtime's first, then the user's servers in their order. Keys live in the keyring, never in the settings.
class ConnectionStore : public QObject
{
    Q_OBJECT

public:
    /// Has the local connection from the start. `settings` may be null: nothing is remembered.
    explicit ConnectionStore(QSettings *settings = nullptr, QObject *parent = nullptr);
    ~ConnectionStore() override;

    QList<Connection *> connections() const { return m_connections; }
    Connection *local() const { return m_connections.first(); }
    /// Where new sandboxes are made unless another one is chosen: the local runtime, or what setPreferred() said.
    Connection *preferred() const;
    /// Null: the local runtime again. Not remembered.
    void setPreferred(Connection *connection);
    /// By id, else by name without regard to case; null when there is none.
    Connection *find(const QString &idOrName) const;

    /// Reads the remembered servers and, where OPEN_SANDBOX_DOMAIN is set, adds that one as "Environment".
    void load();
    /// `remember` also writes it to the settings and its key to the keyring.
    Connection *add(const QString &name, const OpenSandbox::ConnectionConfig &config, bool remember = true);
    void remove(Connection *connection);

Q_SIGNALS:
    void added(Connection *connection);
    /// Before it is deleted.
    void aboutToRemove(Connection *connection);
    /// For an activity list.
    void exchange(Connection *connection, const OpenSandbox::Exchange &exchange);
    void preferredChanged();
    /// The keyring refused; the message is for people.
    void keyringFailed(const QString &message);

private:
    Connection *insert(const QString &id, const QString &name, bool isLocal);
    void save();

    QSettings *const m_settings;
    QList<Connection *> m_connections;
    QPointer<Connection> m_preferred;
};

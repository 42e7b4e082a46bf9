// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connection.h"
#include "keyring.h"

#include <QList>
#include <QPointer>
#include <QSet>

class QSettings;

/// All connections: the local runtime's first, then the user's servers in their order. Keys and passwords live in the keyring, never in the settings.
class ConnectionStore : public QObject
{
    Q_OBJECT

public:
    /// Has the local connection from the start. `settings` may be null: nothing is remembered. `keyring` null: the desktop's.
    explicit ConnectionStore(QSettings *settings = nullptr, QObject *parent = nullptr, std::unique_ptr<Keyring> keyring = nullptr);
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
    /// `remember` also writes it to the settings and its secrets to the keyring.
    Connection *add(const QString &name, const OpenSandbox::ConnectionConfig &config, bool remember = true);
    /// Another name, address, key or what else there is, for one that is no local runtime. Remembered when it was before.
    void change(Connection *connection, const QString &name, const OpenSandbox::ConnectionConfig &config);
    /// Whether it outlives the program.
    bool isRemembered(const Connection *connection) const { return m_remembered.contains(connection->id()); }
    void remove(Connection *connection);

Q_SIGNALS:
    void added(Connection *connection);
    /// Before it is deleted.
    void aboutToRemove(Connection *connection);
    void removed();
    /// For an activity list.
    void exchange(Connection *connection, const OpenSandbox::Exchange &exchange);
    void preferredChanged();
    /// The keyring refused; the message is for people.
    void keyringFailed(const QString &message);

private:
    Connection *insert(const QString &id, const QString &name, bool isLocal);
    /// `failed`: what the keyring did not give although it may be there.
    void readSecrets(Connection *connection, OpenSandbox::ConnectionConfig config, QStringList names, QStringList failed = {});
    /// Those that differ from `before`; all of them where nothing is known.
    void writeSecrets(const Connection *connection, const OpenSandbox::ConnectionConfig &config, const std::optional<QMap<QString, QString>> &before);
    void save();

    QSettings *const m_settings;
    const std::unique_ptr<Keyring> m_keyring;
    QSet<QString> m_remembered; ///< Ids.
    struct Unread
    {
        OpenSandbox::ConnectionConfig config; ///< As it was stored, without secrets.
        QStringList secrets; ///< Names of those that the keyring still has, as far as we know.
    };
    QHash<QString, Unread> m_unread; ///< By id: the keyring has not answered, or could not.
    QList<Connection *> m_connections;
    QPointer<Connection> m_preferred;
};

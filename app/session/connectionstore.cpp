// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connectionstore.h"

#include "connectionsettings.h"

#include <QSettings>
#include <QUuid>

using namespace Qt::StringLiterals;

ConnectionStore::ConnectionStore(QSettings *settings, QObject *parent, std::unique_ptr<Keyring> keyring)
    : QObject(parent)
    , m_settings(settings)
    , m_keyring(keyring ? std::move(keyring) : Keyring::ofDesktop())
{
    insert(u"local"_s, tr("Local runtime"), true);
}

ConnectionStore::~ConnectionStore() = default;

Connection *ConnectionStore::find(const QString &idOrName) const
{
    for (Connection *connection : m_connections) {
        if (connection->id() == idOrName)
            return connection;
    }
    for (Connection *connection : m_connections) {
        if (connection->name().compare(idOrName, Qt::CaseInsensitive) == 0)
            return connection;
    }
    return nullptr;
}

Connection *ConnectionStore::preferred() const
{
    return m_preferred ? m_preferred.get() : local();
}

void ConnectionStore::setPreferred(Connection *connection)
{
    Connection *const before = preferred();
    m_preferred = connection;
    if (preferred() != before)
        Q_EMIT preferredChanged();
}

void ConnectionStore::load()
{
    if (qEnvironmentVariableIsSet("OPEN_SANDBOX_DOMAIN"))
        insert(u"environment"_s, tr("Environment"), false)->setConfig(OpenSandbox::ConnectionConfig::fromEnvironment());
    if (!m_settings)
        return;
    const int count = m_settings->beginReadArray(u"connections"_s);
    for (int i = 0; i < count; ++i) {
        m_settings->setArrayIndex(i);
        const QString id = m_settings->value(u"id"_s).toString();
        if (id.isEmpty() || find(id))
            continue;
        const OpenSandbox::ConnectionConfig config = ConnectionSettings::read(*m_settings);
        Connection *connection = insert(id, m_settings->value(u"name"_s, config.domain).toString(), false);
        m_remembered.insert(id);
        const QStringList secrets = ConnectionSettings::secretNames(*m_settings);
        m_unread.insert(id, { config, secrets });
        readSecrets(connection, config, secrets);
    }
    m_settings->endArray();
}

void ConnectionStore::readSecrets(Connection *connection, OpenSandbox::ConnectionConfig config, QStringList names, QStringList failed)
{
    if (names.isEmpty()) {
        if (failed.isEmpty())
            m_unread.remove(connection->id());
        else
            m_unread[connection->id()].secrets = failed;
        connection->setConfig(std::move(config));
        return;
    }
    // One after the other: a locked keyring then asks for its password once.
    const QString name = names.takeFirst();
    m_keyring->read(ConnectionSettings::keyringName(connection->id(), name), connection, [this, connection, config = std::move(config), names, failed, name](const QString &secret, const QString &problem) mutable {
        // Changed meanwhile: what was typed is newer.
        if (!m_unread.contains(connection->id()))
            return;
        if (!problem.isEmpty()) {
            failed << name;
            Q_EMIT keyringFailed(tr("The key of %1 could not be read from the keyring. %2").arg(connection->name(), problem));
        }
        ConnectionSettings::setSecret(config, name, secret);
        readSecrets(connection, std::move(config), std::move(names), std::move(failed));
    });
}

void ConnectionStore::writeSecrets(const Connection *connection, const OpenSandbox::ConnectionConfig &config, const std::optional<QMap<QString, QString>> &before)
{
    for (const auto &[name, secret] : ConnectionSettings::secrets(config).asKeyValueRange()) {
        if (before && secret == before->value(name))
            continue;
        m_keyring->write(ConnectionSettings::keyringName(connection->id(), name), secret, this, [this, title = connection->name()](const QString &problem) {
            if (!problem.isEmpty())
                Q_EMIT keyringFailed(tr("The key of %1 could not be kept in the keyring and will be asked for next time. %2").arg(title, problem));
        });
    }
}

Connection *ConnectionStore::add(const QString &name, const OpenSandbox::ConnectionConfig &config, bool remember)
{
    Connection *connection = insert(QUuid::createUuid().toString(QUuid::WithoutBraces).first(8), name, false);
    if (remember) {
        m_remembered.insert(connection->id());
        writeSecrets(connection, config, QMap<QString, QString> {});
    }
    connection->setConfig(config);
    if (remember)
        save();
    return connection;
}

void ConnectionStore::change(Connection *connection, const QString &name, const OpenSandbox::ConnectionConfig &config)
{
    if (connection->isLocal() || !m_connections.contains(connection))
        return;
    std::optional<QMap<QString, QString>> before;
    if (m_unread.remove(connection->id()) == 0)
        before = ConnectionSettings::secrets(connection->config());
    connection->setName(name);
    connection->setConfig(config);
    if (!isRemembered(connection))
        return;
    writeSecrets(connection, config, before);
    save();
}

void ConnectionStore::remove(Connection *connection)
{
    if (connection->isLocal() || !m_connections.contains(connection))
        return;
    Q_EMIT aboutToRemove(connection);
    m_connections.removeOne(connection);
    if (m_preferred == connection)
        setPreferred(nullptr);
    if (m_remembered.remove(connection->id())) {
        writeSecrets(connection, {}, std::nullopt);
    }
    m_unread.remove(connection->id());
    connection->deleteLater();
    save();
    Q_EMIT removed();
}

Connection *ConnectionStore::insert(const QString &id, const QString &name, bool isLocal)
{
    auto *connection = new Connection(id, name, isLocal, this);
    m_connections << connection;
    connect(connection, &Connection::exchange, this, [this, connection](const OpenSandbox::Exchange &exchange) {
        Q_EMIT this->exchange(connection, exchange);
    });
    connect(connection, &Connection::nameChanged, this, &ConnectionStore::save);
    Q_EMIT added(connection);
    return connection;
}

void ConnectionStore::save()
{
    if (!m_settings)
        return;
    m_settings->remove(u"connections"_s);
    m_settings->beginWriteArray(u"connections"_s);
    int index = 0;
    for (const Connection *connection : m_connections) {
        if (!isRemembered(connection))
            continue;
        m_settings->setArrayIndex(index++);
        m_settings->setValue(u"id"_s, connection->id());
        m_settings->setValue(u"name"_s, connection->name());
        const auto unread = m_unread.constFind(connection->id());
        ConnectionSettings::write(*m_settings, unread == m_unread.cend() ? connection->config() : unread->config);
        if (unread != m_unread.cend())
            ConnectionSettings::setSecretNames(*m_settings, unread->secrets);
    }
    m_settings->endArray();
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connectionstore.h"

#include <QSettings>
#include <QUuid>

#include <qt6keychain/keychain.h>

using namespace Qt::StringLiterals;

namespace {
const QString KeyringService = u"opensandbox-workbench"_s;
}

ConnectionStore::ConnectionStore(QSettings *settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
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
        OpenSandbox::ConnectionConfig config;
        config.domain = m_settings->value(u"domain"_s).toString();
        config.protocol = m_settings->value(u"protocol"_s, u"http"_s).toString();
        config.useServerProxy = m_settings->value(u"proxy"_s).toBool();
        Connection *connection = insert(id, m_settings->value(u"name"_s, config.domain).toString(), false);
        auto *job = new QKeychain::ReadPasswordJob(KeyringService, this);
        job->setKey(id);
        connect(job, &QKeychain::Job::finished, connection, [this, connection, job, config]() mutable {
            if (job->error() == QKeychain::NoError)
                config.apiKey = job->textData();
            else if (job->error() != QKeychain::EntryNotFound)
                Q_EMIT keyringFailed(tr("The key of %1 could not be read from the keyring. %2").arg(connection->name(), job->errorString()));
            connection->setConfig(config);
        });
        job->start();
    }
    m_settings->endArray();
}

Connection *ConnectionStore::add(const QString &name, const OpenSandbox::ConnectionConfig &config, bool remember)
{
    Connection *connection = insert(QUuid::createUuid().toString(QUuid::WithoutBraces).first(8), name, false);
    if (remember) {
        connection->setProperty("remembered", true);
        if (!config.apiKey.isEmpty()) {
            auto *job = new QKeychain::WritePasswordJob(KeyringService, this);
            job->setKey(connection->id());
            job->setTextData(config.apiKey);
            connect(job, &QKeychain::Job::finished, this, [this, job, name]() {
                if (job->error() != QKeychain::NoError)
                    Q_EMIT keyringFailed(tr("The key of %1 could not be kept in the keyring and will be asked for next time. %2").arg(name, job->errorString()));
            });
            job->start();
        }
    }
    connection->setConfig(config);
    if (remember)
        save();
    return connection;
}

void ConnectionStore::remove(Connection *connection)
{
    if (connection->isLocal() || !m_connections.contains(connection))
        return;
    Q_EMIT aboutToRemove(connection);
    m_connections.removeOne(connection);
    if (m_preferred == connection)
        setPreferred(nullptr);
    auto *job = new QKeychain::DeletePasswordJob(KeyringService, this);
    job->setKey(connection->id());
    job->start();
    connection->deleteLater();
    save();
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
        if (connection->isLocal() || connection->id() == "environment"_L1)
            continue;
        const OpenSandbox::ConnectionConfig config = connection->config();
        m_settings->setArrayIndex(index++);
        m_settings->setValue(u"id"_s, connection->id());
        m_settings->setValue(u"name"_s, connection->name());
        m_settings->setValue(u"domain"_s, config.domain);
        m_settings->setValue(u"protocol"_s, config.protocol);
        m_settings->setValue(u"proxy"_s, config.useServerProxy);
    }
    m_settings->endArray();
}

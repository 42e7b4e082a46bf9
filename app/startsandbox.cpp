// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "startsandbox.h"

#include "session/sandboxstore.h"

using namespace Qt::StringLiterals;

StartSandbox::StartSandbox(SandboxStore *store, QString wanted, QString connectionId, QObject *parent)
    : QObject(parent), m_store(store), m_wanted(std::move(wanted)), m_connectionId(std::move(connectionId))
{
}

StartSandbox::~StartSandbox() = default;

void StartSandbox::start()
{
    m_watch = m_store->watch();
    for (Connection *connection : m_store->connections()->connections())
        follow(connection);
    connect(m_store->connections(), &ConnectionStore::added, this, &StartSandbox::follow);
    connect(m_store, &SandboxStore::added, this, &StartSandbox::look);
    connect(m_store, &SandboxStore::refreshed, this, &StartSandbox::look);
    connect(m_store, &SandboxStore::refreshFailed, this, &StartSandbox::look);
    look();
}

void StartSandbox::follow(Connection *connection)
{
    connect(connection, &Connection::stateChanged, this, &StartSandbox::look);
}

void StartSandbox::look()
{
    if (m_found)
        return;
    const auto mine = [this](const QString &connectionId) { return m_connectionId.isEmpty() || connectionId == m_connectionId; };
    QString byName;
    const SandboxRecord *record = m_store->find(m_wanted);
    if (record && !mine(record->connectionId))
        record = nullptr;
    if (!record) {
        m_store->visit([&](const SandboxRecord &each) {
            if (each.name() == m_wanted && each.isPresent() && mine(each.connectionId))
                byName = each.id();
        });
    }
    if (record || !byName.isEmpty()) {
        m_found = true;
        m_watch.reset();
        Q_EMIT found(record ? record->id() : byName);
        return;
    }
    QStringList asked;
    QStringList silent;
    for (const Connection *connection : m_store->connections()->connections()) {
        if (!mine(connection->id()))
            continue;
        switch (connection->state()) {
        case Connection::State::Online:
            if (!m_store->updatedAt(connection->id()).isValid())
                return; // Its list is on the way.
            asked << connection->name();
            break;
        case Connection::State::Starting:
        case Connection::State::Connecting:
            return;
        case Connection::State::Off:
            // A server is off only until its key was read; the local runtime is when nobody asked for it.
            if (!connection->isLocal())
                return;
            break;
        default:
            silent << connection->name();
            break;
        }
    }
    if (m_told)
        return;
    m_told = true;
    QString text = asked.isEmpty() ? tr("Sandbox '%1' was not found.").arg(m_wanted) : tr("There is no sandbox '%1' on %2.").arg(m_wanted, asked.join(tr(", ")));
    text += u' ' + (silent.isEmpty() ? tr("Choose one in the Sandboxes list, or make a new one.") : tr("%1 does not answer; the sandbox opens as soon as it is found there.").arg(silent.join(tr(", "))));
    Q_EMIT missing(text);
}

#include "moc_startsandbox.cpp"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "metricswatcher.h"

namespace {
/// Each watched sandbox costs a stream; a list of hundreds shows figures for the first ones.
constexpr size_t MostWatched = 32;
} // namespace

MetricsWatcher::MetricsWatcher(SessionRegistry *registry, QObject *parent)
    : QObject(parent)
    , m_registry(registry)
{
    m_update.setSingleShot(true);
    m_update.setInterval(0);
    connect(&m_update, &QTimer::timeout, this, &MetricsWatcher::update);
    const auto later = [this]() { m_update.start(); };
    connect(registry->store(), &SandboxStore::added, this, later);
    connect(registry->store(), &SandboxStore::changed, this, later);
    connect(registry->store(), &SandboxStore::removed, this, later);
}

MetricsWatcher::~MetricsWatcher() = default;

std::shared_ptr<void> MetricsWatcher::want()
{
    if (std::shared_ptr<void> existing = m_want.lock())
        return existing;
    std::shared_ptr<void> handle(nullptr, [timer = QPointer<QTimer>(&m_update)](void *) {
        if (timer)
            timer->start();
    });
    m_want = handle;
    m_update.start();
    return handle;
}

void MetricsWatcher::setChosen(const QString &sandboxId, bool watch)
{
    m_chosen.insert(sandboxId, watch);
    m_update.start();
}

bool MetricsWatcher::isChosen(const QString &sandboxId) const
{
    const Connection *connection = m_registry->store()->connectionOf(sandboxId);
    return m_chosen.value(sandboxId, connection && connection->isLocal());
}

void MetricsWatcher::update()
{
    const bool wanted = !m_want.expired();
    const SandboxStore *store = m_registry->store();
    QStringList ended;
    for (const auto &[id, watch] : m_watched) {
        const SandboxRecord *record = store->find(id);
        if (!wanted || !record || !record->isRunning() || !isChosen(id))
            ended << id;
    }
    for (const QString &id : std::as_const(ended)) {
        m_watched.erase(id);
        Q_EMIT changed(id);
    }
    if (!wanted)
        return;
    const QList<SandboxRecord> records = store->records();
    for (const SandboxRecord &record : records) {
        const QString id = record.id();
        if (m_watched.size() >= MostWatched)
            break;
        if (!record.isRunning() || m_watched.contains(id) || !isChosen(id))
            continue;
        auto session = m_registry->session(id);
        if (!session)
            continue;
        auto handle = session->watchMetrics();
        m_watched.emplace(id, Watch { std::move(session), std::move(handle) });
        Q_EMIT changed(id);
    }
}

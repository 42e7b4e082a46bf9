// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxesstatus.h"

#include "install.h"
#include "sandboxactions.h"
#include "session/sandboxwords.h"
#include "shell/mainwindow.h"

#include <QMenu>
#include <QPointer>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// The sandboxes as rows of the palette.
class SandboxRows : public PaletteProvider
{
public:
    explicit SandboxRows(SandboxesPart *part, SandboxStore *store)
        : m_part(part)
        , m_store(store)
    {
    }

    QString section() const override { return SandboxesStatus::tr("Sandboxes"); }
    QChar prefix() const override { return u'#'; }
    QList<PaletteItem> items(const QString &) override
    {
        QList<PaletteItem> rows;
        const QList<SandboxRecord> records = m_store->records();
        for (const SandboxRecord &record : records) {
            const StateLook look = SandboxWords::state(record);
            PaletteItem row;
            row.name = record.name();
            row.detail = look.word;
            if (const auto left = m_store->remaining(record.id()))
                row.detail += SandboxesStatus::tr(", expires in %1").arg(SandboxWords::remaining(*left));
            row.icon = look.icon;
            row.iconRole = Icons::role(look.meaning);
            row.run = [part = QPointer<SandboxesPart>(m_part), id = record.id()]() {
                if (part)
                    part->showDetails(id);
            };
            rows << row;
        }
        return rows;
    }

private:
    SandboxesPart *const m_part;
    SandboxStore *const m_store;
};

Icons::Role roleOf(const Connection *connection)
{
    switch (connection->state()) {
    case Connection::State::Online: return connection->isSlow() ? Icons::Role::Warn : Icons::Role::Ok;
    case Connection::State::Offline: return Icons::Role::Warn;
    case Connection::State::Refused:
    case Connection::State::Failed: return Icons::Role::Bad;
    default: return Icons::Role::Busy;
    }
}

} // namespace

SandboxesStatus::SandboxesStatus(MainWindow &window, SandboxStore &store, SandboxesPart *part)
    : QObject(part)
    , m_window(window)
    , m_store(store)
    , m_part(part)
{
    window.palettePopup().addProvider(std::make_unique<SandboxRows>(part, &store));
    const auto mine = [this](const QString &id) {
        if (id == m_part->currentSandbox())
            update();
    };
    connect(&store, &SandboxStore::changed, this, mine);
    connect(&store, &SandboxStore::metricsAppended, this, mine);
    connect(part, &SandboxesPart::currentSandboxChanged, this, &SandboxesStatus::update);
    const auto follow = [this](Connection *connection) {
        connect(connection, &Connection::stateChanged, this, &SandboxesStatus::update);
        connect(connection, &Connection::latencyChanged, this, &SandboxesStatus::update);
    };
    for (Connection *connection : store.connections()->connections())
        follow(connection);
    connect(store.connections(), &ConnectionStore::added, this, follow);
    connect(store.connections(), &ConnectionStore::preferredChanged, this, &SandboxesStatus::update);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &SandboxesStatus::update);
    m_clock.start();
    update();

    auto *renew = new QMenu(&window);
    connect(renew, &QMenu::aboutToShow, this, [this, renew]() {
        renew->clear();
        if (!m_part->currentSandbox().isEmpty())
            m_part->actions()->fillRenewMenu(renew, { m_part->currentSandbox() });
    });
    window.status().setSegmentMenu(u"expiry"_s, renew);
    connect(&window.status(), &StatusBar::activated, this, [this](const QString &id) {
        const QString current = m_part->currentSandbox();
        if (id == "connection"_L1)
            m_window.showPane(u"sandboxes"_s);
        else if (id == "sandbox"_L1 && !current.isEmpty())
            m_part->showDetails(current);
        else if (id == "metrics"_L1)
            m_part->showMetrics(current.isEmpty() ? QStringList() : QStringList { current });
    });
}

void SandboxesStatus::update()
{
    StatusBar &status = m_window.status();
    const QString current = m_part->currentSandbox();
    const SandboxRecord *record = m_store.find(current);
    const Connection *connection = record ? m_store.connectionOf(current) : m_store.connections()->preferred();
    StatusBar::Segment segment;
    segment.icon = u"plug"_s;
    segment.iconRole = roleOf(connection);
    segment.strong = connection->name();
    segment.order = StatusBar::ConnectionOrder;
    if (connection->isOnline()) {
        segment.text = connection->latencyText();
        segment.coloured = connection->isSlow();
        segment.meaning = Meaning::Warn;
    } else {
        segment.icon = connection->state() == Connection::State::Starting || connection->state() == Connection::State::Connecting ? u"plug"_s : u"unplug"_s;
        segment.text = connection->stateText();
        segment.toolTip = connection->problem().message;
        const qint64 seconds = connection->nextTryAt().isValid() ? QDateTime::currentDateTime().secsTo(connection->nextTryAt()) : 0;
        if (seconds > 0)
            segment.text += u", "_s + tr("%1 s").arg(seconds);
    }
    status.setSegment(u"connection"_s, segment);

    if (!record) {
        for (const QString &id : { u"sandbox"_s, u"metrics"_s, u"expiry"_s })
            status.removeSegment(id);
        return;
    }
    const StateLook look = SandboxWords::state(*record);
    StatusBar::Segment sandbox;
    sandbox.icon = look.icon;
    sandbox.iconRole = Icons::role(look.meaning);
    sandbox.strong = record->name();
    sandbox.text = look.word;
    sandbox.order = StatusBar::SandboxOrder;
    status.setSegment(u"sandbox"_s, sandbox);

    StatusBar::Segment expiry;
    expiry.icon = u"timer"_s;
    expiry.order = StatusBar::ExpiryOrder;
    expiry.neverFolds = true;
    expiry.toolTip = SandboxWords::expiryTip(*record);
    if (const auto left = m_store.remaining(current)) {
        expiry.strong = tr("Expires in %1").arg(SandboxWords::remaining(*left));
        if (*left < 10min) {
            expiry.coloured = true;
            expiry.meaning = *left < 2min ? Meaning::Bad : Meaning::Warn;
            expiry.iconRole = *left < 2min ? Icons::Role::Bad : Icons::Role::Warn;
        }
    } else {
        expiry.text = record->isPresent() && !record->info.expiresAt ? tr("no limit") : look.word;
    }
    status.setSegment(u"expiry"_s, expiry);

    const MetricsHistory *history = m_store.history(current);
    if (!history || history->isEmpty() || !record->isRunning()) {
        status.removeSegment(u"metrics"_s);
        return;
    }
    StatusBar::Segment metrics;
    metrics.strong = tr("CPU");
    metrics.order = StatusBar::MetricsOrder;
    metrics.sparklineSeries = 0;
    for (int i = std::max(0, history->size() - 40); i < history->size(); ++i)
        metrics.sparkline << qreal(history->at(i).cpuPercent) / 100.0;
    metrics.text = tr("%1 %   Memory %2").arg(qRound(history->last().cpuPercent)).arg(SandboxWords::memory(double(history->last().memoryMib)));
    metrics.shortText = tr("%1 %").arg(qRound(history->last().cpuPercent));
    status.setSegment(u"metrics"_s, metrics);
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxesstatus.h"

#include "install.h"
#include "sandboxactions.h"
#include "sandboxcode.h"
#include "session/sandboxwords.h"
#include "shell/mainwindow.h"

#include <QMenu>
#include <QPointer>

#include <algorithm>
#include <chrono>

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
            row.code = [store = QPointer<SandboxStore>(m_store), id = record.id()] {
                const Connection *connection = store ? store->connectionOf(id) : nullptr;
                return connection ? SandboxCode::connectTo(SandboxCode::Kind::Python, connection->config(), id) : QString();
            };
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

/// What can be done to each sandbox by name, with what follows.
class SandboxCommands : public PaletteProvider
{
public:
    SandboxCommands(SandboxActions *actions, SandboxStore *store, SandboxesPart *part)
        : m_actions(actions)
        , m_store(store)
        , m_part(part)
    {
    }

    QString section() const override { return CommandPalette::tr("Commands"); }
    QChar prefix() const override { return u'>'; }
    QList<PaletteItem> items(const QString &query) override
    {
        QList<PaletteItem> rows;
        const QStringList words = query.split(u' ', Qt::SkipEmptyParts);
        const QList<SandboxRecord> records = m_store->records();
        for (const SandboxRecord &record : records) {
            // The one at hand, and those that are named.
            const bool meant = record.id() == m_part->currentSandbox()
                || std::ranges::any_of(words, [&record](const QString &word) { return record.name().contains(word, Qt::CaseInsensitive); });
            const Connection *connection = meant && rows.size() < mostRows ? m_store->connectionOf(record.id()) : nullptr;
            if (!connection || record.presence != SandboxRecord::Presence::Listed || record.info.state.isOver())
                continue;
            const QString id = record.id();
            const QPointer<SandboxActions> actions = m_actions;
            const auto add = [&](const QString &name, const QString &detail, const QString &icon, const QString &reason, auto run) {
                PaletteItem row;
                row.name = name;
                row.detail = reason.isEmpty() ? detail : reason;
                row.icon = icon;
                row.reason = reason;
                row.run = [actions, run] {
                    if (actions)
                        run(actions.data());
                };
                rows << row;
            };
            const auto code = [&](SandboxCode::Call call, std::chrono::seconds time = {}) {
                rows.last().code = [call, config = connection->config(), id, time] { return SandboxCode::call(call, config, id, time); };
            };
            const QString noRenewal = m_actions->renewRefusal(record);
            const std::chrono::seconds left = m_store->remaining(id).value_or(0s);
            add(SandboxesStatus::tr("Renew %1 by 1 hour").arg(record.name()), SandboxesStatus::tr("until %1").arg(clock(left + 1h)), u"timer-reset"_s, noRenewal,
                [id](SandboxActions *that) { that->renew({ id }, 1h); });
            code(SandboxCode::Call::Renew, std::chrono::ceil<std::chrono::minutes>(left + 1h));
            add(SandboxesStatus::tr("Renew %1 until…").arg(record.name()), {}, u"calendar-clock"_s, noRenewal, [id](SandboxActions *that) { that->renewCustom({ id }); });
            const bool paused = record.info.state.kind == OpenSandbox::SandboxState::Kind::Paused;
            const QString losses = m_actions->lossesOf({ id }).join(u", "_s);
            add(paused ? SandboxesStatus::tr("Resume %1").arg(record.name()) : SandboxesStatus::tr("Pause %1").arg(record.name()),
                paused ? QString() : losses.isEmpty() ? SandboxesStatus::tr("its processes stop until it is resumed") : SandboxesStatus::tr("holds %1 until it is resumed").arg(losses),
                paused ? u"play"_s : u"pause"_s, m_actions->pauseRefusal(record), [id](SandboxActions *that) { that->pauseOrResume(id); });
            code(paused ? SandboxCode::Call::Resume : SandboxCode::Call::Pause);
            add(SandboxesStatus::tr("Kill %1…").arg(record.name()), losses.isEmpty() ? SandboxesStatus::tr("its files go with it") : SandboxesStatus::tr("its files and %1 go with it").arg(losses),
                u"power"_s, {}, [id](SandboxActions *that) { that->kill({ id }); });
            rows.last().iconRole = Icons::Role::Bad;
            code(SandboxCode::Call::Kill);
        }
        return rows;
    }

private:
    /// The time of day, with the day where it is another one.
    static QString clock(std::chrono::seconds fromNow)
    {
        const QDateTime now = QDateTime::currentDateTime();
        const QDateTime then = now.addSecs(fromNow.count());
        return then.date() == now.date() ? then.toString(u"HH:mm"_s) : SandboxWords::when(then);
    }

    static constexpr qsizetype mostRows = 400; ///< Nobody reads more.
    SandboxActions *const m_actions;
    SandboxStore *const m_store;
    SandboxesPart *const m_part;
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

SandboxesStatus::SandboxesStatus(MainWindow &window, SandboxStore &store, SandboxActions *actions, SandboxesPart *part)
    : QObject(part)
    , m_window(window)
    , m_store(store)
    , m_part(part)
{
    window.palettePopup().addProvider(std::make_unique<SandboxCommands>(actions, &store, part));
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

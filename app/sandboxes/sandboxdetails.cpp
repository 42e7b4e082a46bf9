// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxdetails.h"

#include "card.h"
#include "contextscard.h"
#include "endpointscard.h"
#include "expirycard.h"
#include "metrics/metricschart.h"
#include "session/sandboxwords.h"
#include "shared/banner.h"
#include "shared/button.h"
#include "shared/label.h"
#include "shared/statechip.h"
#include "theme/icons.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollArea>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = OpenSandbox::SandboxState::Kind;

SandboxDetails::SandboxDetails(SandboxActions *actions, SessionRegistry *registry, const QString &sandboxId, QWidget *parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_store(registry->store())
    , m_id(sandboxId)
    , m_session(registry->session(sandboxId))
    , m_banner(new Banner(this))
    , m_name(new ElidedLabel({}, Fonts::Role::Title, &Theme::text, QFont::DemiBold))
    , m_chip(new StateChip)
    , m_age(new Label({}, Fonts::Role::Body, &Theme::text2))
    , m_idLabel(new ElidedLabel(sandboxId, Fonts::Role::Output, &Theme::text2))
    , m_expiry(new ExpiryCard(actions, sandboxId))
    , m_facts(new Card(tr("Details")))
    , m_metadata(new Card(tr("Metadata")))
    , m_charts(new Card(tr("Last 5 minutes")))
    , m_cpu(new MetricsChart(m_store, sandboxId, MetricsChart::Kind::Cpu))
    , m_memory(new MetricsChart(m_store, sandboxId, MetricsChart::Kind::Memory))
    , m_cpuNow(new Label({}, Fonts::Role::Body, &Theme::text, QFont::DemiBold))
    , m_memoryNow(new Label({}, Fonts::Role::Body, &Theme::text, QFont::DemiBold))
    , m_cpuOf(new Label({}, Fonts::Role::Body, &Theme::text3))
    , m_memoryOf(new Label({}, Fonts::Role::Body, &Theme::text3))
    , m_endpoints(new EndpointsCard(m_store, sandboxId))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    if (const SandboxRecord *record = m_store->find(sandboxId))
        m_last = *record;

    auto *head = new QHBoxLayout;
    head->setContentsMargins(Metrics::scaled(20), Metrics::scaled(16), Metrics::scaled(20), Metrics::scaled(12));
    head->setSpacing(Metrics::scaled(10));
    head->addWidget(m_name);
    head->addWidget(m_chip);
    head->addWidget(m_age);
    head->addStretch(1);
    m_idLabel->setElideMode(Qt::ElideMiddle);
    m_idLabel->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    head->addWidget(m_idLabel);
    QToolButton *copyId = Buttons::smallTool(u"copy"_s, tr("Copy ID"));
    connect(copyId, &QToolButton::clicked, this, [this]() { QGuiApplication::clipboard()->setText(m_id); });
    head->addWidget(copyId);
    QPushButton *copyAs = Buttons::push(tr("Copy as"));
    auto *copyMenu = new QMenu(copyAs);
    connect(copyMenu, &QMenu::aboutToShow, this, [this, copyMenu]() {
        copyMenu->clear();
        m_actions->fillCopyMenu(copyMenu, m_id);
    });
    copyAs->setMenu(copyMenu);
    head->addWidget(copyAs);

    m_facts->body()->setSpacing(Metrics::scaled(4));
    for (const auto &[name, value] : { std::pair { tr("Connection"), &m_connection }, std::pair { tr("Image"), &m_image }, std::pair { tr("Created"), &m_created }, std::pair { tr("Last change"), &m_lastChange }, std::pair { tr("Remark"), &m_reason }, std::pair { tr("Entrypoint"), &m_entrypoint } })
        m_facts->body()->addWidget(detailRow(name, value));

    m_charts->setHint(tr("as the sandbox kernel reports it"));
    auto *charts = new QHBoxLayout;
    charts->setSpacing(Metrics::scaled(24));
    for (const auto &[chart, now, of, title] : { std::tuple { m_cpu, m_cpuNow, m_cpuOf, tr("CPU") }, std::tuple { m_memory, m_memoryNow, m_memoryOf, tr("Memory") } }) {
        auto *column = new QVBoxLayout;
        column->setSpacing(Metrics::scaled(4));
        auto *line = new QHBoxLayout;
        line->addWidget(new Label(title, Fonts::Role::Small, &Theme::text2));
        line->addStretch();
        now->setTabular(true);
        of->setTabular(true);
        line->addWidget(now);
        line->addWidget(of);
        column->addLayout(line);
        chart->setPlain(true);
        chart->setRange(5min);
        chart->setSeries(m_store->seriesOf(sandboxId));
        chart->setFixedHeight(Metrics::scaled(96));
        column->addWidget(chart);
        charts->addLayout(column, 1);
    }
    connect(m_cpu, &MetricsChart::cursorMoved, m_memory, &MetricsChart::setCursor);
    connect(m_memory, &MetricsChart::cursorMoved, m_cpu, &MetricsChart::setCursor);
    connect(m_cpu, &MetricsChart::cursorMoved, m_cpu, &MetricsChart::setCursor);
    connect(m_memory, &MetricsChart::cursorMoved, m_memory, &MetricsChart::setCursor);
    m_charts->body()->addLayout(charts);

    for (QWidget *&column : m_columns) {
        column = new QWidget;
        auto *layout = new QVBoxLayout(column);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(Metrics::scaled(16));
    }
    const auto put = [this](int column, QWidget *card) { static_cast<QVBoxLayout *>(m_columns[column]->layout())->addWidget(card); };
    put(0, m_expiry);
    put(0, m_facts);
    put(0, m_metadata);
    put(1, m_charts);
    put(1, m_endpoints);
    if (m_session) {
        m_contexts = new ContextsCard(m_store, m_session);
        put(1, m_contexts);
    }
    for (QWidget *column : m_columns)
        static_cast<QVBoxLayout *>(column->layout())->addStretch();

    auto *page = new QWidget;
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
    m_grid = new QGridLayout(page);
    m_grid->setContentsMargins(Metrics::scaled(20), Metrics::scaled(16), Metrics::scaled(20), Metrics::scaled(20));
    m_grid->setSpacing(Metrics::scaled(16));
    m_grid->addWidget(m_columns[0], 0, 0);
    m_grid->addWidget(m_columns[1], 1, 0);
    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Details"));
    scroll->setWidgetResizable(true);
    scroll->setWidget(page);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_banner);
    layout->addLayout(head);
    layout->addWidget(new Hairline(Qt::Horizontal));
    layout->addWidget(scroll, 1);

    alignLabels();
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, &SandboxDetails::alignLabels, Qt::QueuedConnection);

    const auto add = [this](const QString &text, const QString &icon, auto run) {
        auto *action = new QAction(Icons::icon(icon), text, this);
        // Words for what is done most; the toolbar drops them when it is short.
        action->setProperty("wbShowText", icon != "copy-plus"_L1);
        connect(action, &QAction::triggered, this, run);
        m_toolBar << action;
        return action;
    };
    m_notebookAction = add(tr("New notebook"), u"notebook-text"_s, [this]() { Q_EMIT m_actions->notebookRequested(m_id); });
    m_notebookAction->setIcon(Icons::icon(u"notebook-text"_s, Icons::Role::Accent));
    m_notebookAction->setProperty("wbLead", true);
    m_filesAction = add(tr("Files"), u"folder-open"_s, [this]() { Q_EMIT m_actions->filesRequested(m_id); });
    add(tr("Metrics"), u"chart-line"_s, [this]() { Q_EMIT m_actions->metricsRequested({ m_id }); });
    m_toolBar << nullptr;
    m_pauseAction = add(tr("Pause"), u"pause"_s, [this]() { m_actions->pauseOrResume(m_id); });
    m_renewAction = add(tr("Renew"), u"timer-reset"_s, [this]() { m_actions->renew({ m_id }, 1h); });
    auto *renewMenu = new QMenu(this);
    connect(renewMenu, &QMenu::aboutToShow, this, [this, renewMenu]() {
        renewMenu->clear();
        m_actions->fillRenewMenu(renewMenu, { m_id });
    });
    m_renewAction->setMenu(renewMenu);
    add(tr("Duplicate"), u"copy-plus"_s, [this]() { Q_EMIT m_actions->duplicateRequested(m_id); });
    m_toolBar << nullptr;
    m_killAction = add(tr("Kill"), u"power"_s, [this]() { m_actions->kill({ m_id }); });
    m_killAction->setIcon(Icons::icon(u"power"_s, Icons::Role::Bad));

    const auto mine = [this](const QString &id) {
        if (id == m_id)
            refresh();
    };
    connect(m_store, &SandboxStore::changed, this, mine);
    connect(m_store, &SandboxStore::removed, this, [this](const QString &id) {
        if (id != m_id)
            return;
        m_last.presence = SandboxRecord::Presence::Killed;
        refresh();
    });
    connect(m_store, &SandboxStore::metricsAppended, this, [this](const QString &id) {
        if (id != m_id)
            return;
        m_cpuNow->setText(m_cpu->lastValue());
        m_memoryNow->setText(m_memory->lastValue());
        m_cpuOf->setText(m_cpu->limitText());
        m_memoryOf->setText(m_memory->limitText());
    });
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, [this]() {
        m_expiry->refresh();
        refresh();
    });
    refresh();
}

SandboxDetails::~SandboxDetails() = default;

QWidget *SandboxDetails::detailRow(const QString &name, ElidedLabel **value)
{
    auto *row = new QWidget;
    row->setMinimumHeight(Metrics::scaled(22));
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(Metrics::scaled(8));
    auto *label = new Label(name, Fonts::Role::Body, &Theme::text2);
    m_labels << label;
    line->addWidget(label);
    *value = new ElidedLabel({}, Fonts::Role::Body, &Theme::text);
    line->addWidget(*value, 1);
    return row;
}

void SandboxDetails::alignLabels()
{
    int width = Metrics::scaled(96);
    for (const Label *label : std::as_const(m_labels))
        width = std::max(width, label->sizeHint().width());
    for (Label *label : std::as_const(m_labels))
        label->setFixedWidth(width);
}

QString SandboxDetails::title() const
{
    return m_last.name();
}

QString SandboxDetails::windowTitlePart() const
{
    const Connection *connection = m_store->connections()->find(m_last.connectionId);
    return u"%1 (%2) — %3"_s.arg(m_last.name(), SandboxWords::state(m_last).word, connection ? connection->name() : QString());
}

void SandboxDetails::refresh()
{
    const QString before = windowTitlePart();
    if (const SandboxRecord *record = m_store->find(m_id))
        m_last = *record;
    const OpenSandbox::SandboxInfo &info = m_last.info;
    const Connection *connection = m_store->connections()->find(m_last.connectionId);
    const QDateTime now = connection ? connection->serverNow() : QDateTime::currentDateTimeUtc();
    m_name->setText(m_last.name());
    const StateLook look = SandboxWords::state(m_last);
    if (m_chip->look().word != look.word)
        m_chip->setLook(look);
    m_age->setText(info.createdAt && m_last.isPresent() ? tr("for %1").arg(SandboxWords::lifetime(std::chrono::seconds(std::max<qint64>(0, info.createdAt->secsTo(now))))) : SandboxWords::fact(m_last, now));
    m_connection->setText(connection ? connection->name() : m_last.connectionId);
    m_image->setText(info.image.isEmpty() ? info.snapshotId.isEmpty() ? tr("not told by the server") : tr("snapshot %1").arg(info.snapshotId) : info.image);
    m_created->setText(info.createdAt ? SandboxWords::when(*info.createdAt) : tr("not told by the server"));
    m_lastChange->setText(info.state.lastTransitionAt ? tr("%1 since %2").arg(info.state.name, SandboxWords::when(*info.state.lastTransitionAt)) : info.state.name);
    const QString reason = info.state.message.isEmpty() ? info.state.reason : info.state.message;
    m_reason->setText(reason);
    m_reason->parentWidget()->setVisible(!reason.isEmpty());
    m_entrypoint->setText(info.entrypoint.join(u' '));

    // Chips of metadata; rebuilt only when they differ.
    QStringList pairs;
    for (const auto &[key, value] : info.metadata.asKeyValueRange()) {
        if (key != "name"_L1)
            pairs << key + u" = "_s + value;
    }
    if (!m_pairs || m_pairs->property("pairs").toStringList() != pairs) {
        delete m_pairs;
        m_pairs = new QWidget;
        m_pairs->setProperty("pairs", pairs);
        auto *layout = new QVBoxLayout(m_pairs);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(Metrics::scaled(4));
        if (pairs.isEmpty())
            layout->addWidget(new Label(tr("none"), Fonts::Role::Body, &Theme::text3));
        for (const QString &pair : std::as_const(pairs)) {
            auto *label = new ElidedLabel(pair, Fonts::Role::Output, &Theme::text);
            layout->addWidget(label);
        }
        m_metadata->body()->addWidget(m_pairs);
    }
    m_expiry->refresh();
    updateBanner();
    refreshActions();
    if (before != windowTitlePart())
        Q_EMIT titleChanged();
}

void SandboxDetails::refreshActions()
{
    const QString code = m_actions->codeRefusal(m_last);
    for (QAction *action : { m_notebookAction, m_filesAction }) {
        action->setEnabled(code.isEmpty());
        action->setToolTip(code.isEmpty() ? action->text() : code);
    }
    const bool paused = m_last.info.state.kind == Kind::Paused;
    m_pauseAction->setText(paused ? tr("Resume") : tr("Pause"));
    m_pauseAction->setIcon(Icons::icon(paused ? u"play"_s : u"pause"_s));
    const auto refuse = [](QAction *action, const QString &why) {
        action->setEnabled(why.isEmpty());
        action->setToolTip(why.isEmpty() ? action->text() : why);
    };
    refuse(m_pauseAction, m_actions->pauseRefusal(m_last));
    refuse(m_renewAction, m_actions->renewRefusal(m_last));
    refuse(m_killAction, m_last.presence == SandboxRecord::Presence::Listed ? QString() : tr("%1 has ended.").arg(m_last.name()));
}

void SandboxDetails::updateBanner()
{
    const auto set = [this](const QString &id, Meaning meaning, const QString &icon, const QString &text, const QList<Banner::Button> &buttons) {
        // Setting it anew each second would take the focus off its buttons.
        if (m_banner->property(id.toLatin1().constData()).toString() == text)
            return;
        m_banner->setProperty(id.toLatin1().constData(), text);
        if (text.isEmpty())
            m_banner->clearMessage(id);
        else
            m_banner->setMessage(id, { .meaning = meaning, .text = text, .detail = {}, .icon = icon, .buttons = buttons });
    };
    const Banner::Button recreate { tr("Recreate like this"), u"copy-plus"_s, [this]() { Q_EMIT m_actions->duplicateRequested(m_id); } };
    QString ended;
    if (m_last.presence == SandboxRecord::Presence::Expired && m_last.info.expiresAt)
        ended = tr("%1 expired at %2. Its files are gone.").arg(m_last.name(), m_last.info.expiresAt->toLocalTime().time().toString(u"HH:mm:ss"_s));
    else if (m_last.presence == SandboxRecord::Presence::Gone)
        ended = tr("%1 is gone. It was last seen at %2.").arg(m_last.name(), m_last.lastSeenAt.time().toString(u"HH:mm:ss"_s));
    else if (m_last.presence == SandboxRecord::Presence::Killed)
        ended = tr("%1 was killed. Its files are gone.").arg(m_last.name());
    set(u"ended"_s, Meaning::Idle, u"clock-alert"_s, ended, { recreate });
    QString failed;
    if (m_last.isPresent() && m_last.info.state.kind == Kind::Failed) {
        const QString reason = m_last.info.state.message.isEmpty() ? m_last.info.state.reason : m_last.info.state.message;
        failed = reason.isEmpty() ? tr("%1 failed.").arg(m_last.name()) : tr("%1 failed: %2").arg(m_last.name(), reason);
    }
    set(u"failed"_s, Meaning::Bad, u"circle-x"_s, failed, { recreate });
    const bool paused = m_last.isPresent() && m_last.info.state.kind == Kind::Paused;
    set(u"paused"_s, Meaning::Busy, u"info"_s, paused ? tr("%1 is paused. Its contexts answer again after a resume.").arg(m_last.name()) : QString(), { { tr("Resume"), u"play"_s, [this]() { m_actions->pauseOrResume(m_id); } } });
}

void SandboxDetails::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_watch = m_store->watch();
    // Opening this page is asking for the figures.
    if (m_session && m_actions->watcher() && m_actions->watcher()->isChosen(m_id))
        m_metrics = m_session->watchMetrics();
    m_clock.start();
    refresh();
}

void SandboxDetails::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_clock.stop();
    m_watch.reset();
    m_metrics.reset();
}

void SandboxDetails::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void SandboxDetails::arrange()
{
    const bool two = width() >= Metrics::scaled(760);
    if (two == m_two)
        return;
    m_two = two;
    m_grid->removeWidget(m_columns[1]);
    m_grid->addWidget(m_columns[1], two ? 0 : 1, two ? 1 : 0);
    m_grid->setColumnStretch(0, two ? 36 : 1);
    m_grid->setColumnStretch(1, two ? 64 : 0);
}

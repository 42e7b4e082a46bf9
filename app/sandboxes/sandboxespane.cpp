// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxespane.h"

#include "panenotice.h"
#include "sandboxesview.h"
#include "sandboxfilterfield.h"
#include "sandboxproxy.h"
#include "session/localruntime.h"
#include "session/sandboxmodel.h"
#include "session/sandboxwords.h"
#include "shared/button.h"
#include "shared/emptystate.h"
#include "shared/iconlabel.h"
#include "shared/label.h"
#include "shared/panefooter.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollBar>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QAction *headerAction(const QString &text, const QString &icon, QObject *parent)
{
    auto *action = new QAction(Icons::icon(icon), text, parent);
    action->setToolTip(text);
    return action;
}

} // namespace

SandboxesPane::SandboxesPane(SandboxModel *model, SandboxActions *actions, LocalRuntime *runtime, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_actions(actions)
    , m_runtime(runtime)
    , m_store(model->store())
    , m_proxy(new SandboxProxy(model, this))
    , m_filter(new SandboxFilterField(this))
    , m_clearFilter(Buttons::link({}, this))
    , m_notice(new PaneNotice(this))
    , m_view(new SandboxesView(m_store, this))
    , m_empty(new EmptyState({}, {}, m_view->viewport()))
    , m_isolation(new QWidget(this))
    , m_isolationText(new Label({}, Fonts::Role::Small, &Theme::text2))
    , m_footer(new PaneFooter(this))
{
    m_view->setModel(m_proxy);
    m_view->viewport()->installEventFilter(this);

    auto *filterBar = new QWidget(this);
    auto *filterLayout = new QVBoxLayout(filterBar);
    filterLayout->setContentsMargins(Metrics::scaled(10), Metrics::scaled(8), Metrics::scaled(10), Metrics::scaled(8));
    filterLayout->setSpacing(Metrics::scaled(2));
    filterLayout->addWidget(m_filter);
    filterLayout->addWidget(m_clearFilter, 0, Qt::AlignLeft);
    m_clearFilter->hide();
    m_notice->hide();

    auto *isolationLayout = new QVBoxLayout(m_isolation);
    isolationLayout->setContentsMargins(0, 0, 0, 0);
    isolationLayout->setSpacing(0);
    isolationLayout->addWidget(new Hairline(Qt::Horizontal));
    auto *isolationBody = new QVBoxLayout;
    isolationBody->setContentsMargins(Metrics::scaled(12), Metrics::scaled(12), Metrics::scaled(12), Metrics::scaled(12));
    isolationBody->setSpacing(Metrics::scaled(4));
    auto *isolationTitle = new QHBoxLayout;
    isolationTitle->setSpacing(Metrics::scaled(6));
    isolationTitle->addWidget(new IconLabel(u"shield-check"_s, Icons::Role::Ok));
    isolationTitle->addWidget(new Label(tr("Process isolation"), Fonts::Role::Body, &Theme::text, QFont::DemiBold), 1);
    isolationBody->addLayout(isolationTitle);
    m_isolationText->setWordWrap(true);
    m_isolationText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    isolationBody->addWidget(m_isolationText);
    QPushButton *isolationMore = Buttons::link(tr("What is and is not enforced"), m_isolation);
    connect(isolationMore, &QPushButton::clicked, this, &SandboxesPane::isolationRequested);
    isolationBody->addWidget(isolationMore, 0, Qt::AlignLeft);
    isolationLayout->addLayout(isolationBody);
    m_isolation->hide();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(filterBar);
    layout->addWidget(m_notice);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_isolation);
    layout->addWidget(m_footer);
    setFocusProxy(m_view);

    QAction *filter = headerAction(tr("Filter"), u"list-filter"_s, this);
    QAction *refresh = headerAction(tr("Refresh"), u"refresh-cw"_s, this);
    QAction *create = headerAction(tr("New sandbox"), u"plus"_s, this);
    m_headerActions = { filter, refresh, create };
    connect(filter, &QAction::triggered, m_filter, [this]() { m_filter->setFocus(Qt::ShortcutFocusReason); });
    connect(refresh, &QAction::triggered, m_store, &SandboxStore::refresh);
    connect(create, &QAction::triggered, this, [this]() { Q_EMIT newRequested({}); });

    connect(m_filter, &SandboxFilterField::filterChanged, this, &SandboxesPane::applyFilter);
    connect(m_filter, &SearchField::left, m_view, [this]() { m_view->setFocus(Qt::ShortcutFocusReason); });
    connect(m_clearFilter, &QAbstractButton::clicked, m_filter, &QLineEdit::clear);

    connect(m_view, &SandboxesView::filterRequested, m_filter, [this]() { m_filter->setFocus(Qt::ShortcutFocusReason); });
    connect(m_view, &SandboxesView::refreshRequested, m_store, &SandboxStore::refresh);
    connect(m_view, &SandboxesView::openRequested, m_actions, &SandboxActions::openRequested);
    connect(m_view, &SandboxesView::killRequested, m_actions, &SandboxActions::kill);
    connect(m_view, &SandboxesView::selectionChangedByUser, this, [this]() { Q_EMIT selectionChanged(selectedIds()); });
    m_view->rows()->setRefusal([this](RowAction action, const SandboxRecord &record) {
        switch (action) {
        case RowAction::Notebook:
        case RowAction::Files: return m_actions->codeRefusal(record);
        case RowAction::PauseResume: return m_actions->pauseRefusal(record);
        case RowAction::Renew: return m_actions->renewRefusal(record);
        case RowAction::More: break;
        }
        return QString();
    });
    connect(m_view, &SandboxesView::actionTriggered, this, [this](RowAction action, const QString &id, const QPoint &position) { runAction(int(action), id, position); });
    connect(m_view, &SandboxesView::menuRequested, this, [this](const QStringList &ids, const QPoint &position) {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        m_actions->fillMenu(menu, ids);
        menu->popup(position);
    });
    connect(m_view, &SandboxesView::connectionMenuRequested, this, [this](const QString &id, const QPoint &position) {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        connect(menu->addAction(Icons::icon(u"plus"_s), tr("New sandbox…")), &QAction::triggered, this, [this, id]() { Q_EMIT newRequested(id); });
        connect(menu->addAction(Icons::icon(u"refresh-cw"_s), tr("Refresh")), &QAction::triggered, m_store, &SandboxStore::refresh);
        menu->addSeparator();
        if (Connection *connection = m_store->connections()->find(id)) {
            connect(menu->addAction(tr("Copy diagnostics")), &QAction::triggered, this, [this, id]() { copyDiagnostics(id); });
            if (!connection->isLocal()) {
                connect(menu->addAction(Icons::icon(u"pencil"_s), tr("Edit %1…").arg(connection->name())), &QAction::triggered, this, [this, id]() { Q_EMIT connectionEditRequested(id, false); });
                connect(menu->addAction(tr("Remove %1").arg(connection->name())), &QAction::triggered, this, [this, id]() {
                    if (Connection *that = m_store->connections()->find(id))
                        m_store->connections()->remove(that);
                });
            }
        }
        connect(menu->addAction(Icons::icon(u"plug"_s), tr("Add connection…")), &QAction::triggered, this, &SandboxesPane::connectionRequested);
        menu->popup(position);
    });

    m_update.setSingleShot(true);
    m_update.setInterval(0);
    connect(&m_update, &QTimer::timeout, this, [this]() {
        updateNotice();
        updateEmptyState();
        updateFooter();
    });
    const auto soon = [this]() { m_update.start(); };
    connect(m_store, &SandboxStore::refreshed, this, soon);
    connect(m_store, &SandboxStore::refreshFailed, this, soon);
    connect(m_store, &SandboxStore::added, this, soon);
    connect(m_store, &SandboxStore::removed, this, soon);
    connect(m_store, &SandboxStore::changed, this, soon);
    const auto follow = [this, soon](Connection *connection) {
        connect(connection, &Connection::stateChanged, this, soon);
    };
    for (Connection *connection : m_store->connections()->connections())
        follow(connection);
    connect(m_store->connections(), &ConnectionStore::added, this, follow);
    if (m_runtime)
        connect(m_runtime, &LocalRuntime::stateChanged, this, soon);
    connect(m_view, &QTreeView::expanded, this, &SandboxesPane::placeEmptyState);
    connect(m_view, &QTreeView::collapsed, this, &SandboxesPane::placeEmptyState);

    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &SandboxesPane::tick);
    soon();
}

SandboxesPane::~SandboxesPane() = default;

QStringList SandboxesPane::selectedIds() const
{
    return m_view->selectedIds();
}

void SandboxesPane::select(const QString &sandboxId)
{
    const QModelIndex index = m_proxy->mapFromSource(m_model->indexOf(sandboxId));
    if (!index.isValid())
        return;
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index);
}

void SandboxesPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_watch = m_store->watch();
    if (m_actions->watcher())
        m_metrics = m_actions->watcher()->want();
    m_clock.start();
    tick();
}

void SandboxesPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_clock.stop();
    m_watch.reset();
    m_metrics.reset();
}

bool SandboxesPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view->viewport() && event->type() == QEvent::Resize)
        placeEmptyState();
    return QWidget::eventFilter(watched, event);
}

void SandboxesPane::applyFilter()
{
    m_proxy->setFilter(m_filter->filter());
    m_view->expandAll();
    updateEmptyState();
    updateFooter();
}

void SandboxesPane::tick()
{
    m_proxy->tick();
    m_model->tick();
    m_view->viewport()->update();
    updateNotice();
    updateFooter();
}

void SandboxesPane::updateNotice()
{
    // The worst of all connections; the others show their state in their own row.
    const auto rank = [](const Connection *connection) {
        switch (connection->state()) {
        case Connection::State::Failed: return 3;
        case Connection::State::Refused: return 2;
        case Connection::State::Offline: return 1;
        default: return 0;
        }
    };
    Connection *worst = nullptr;
    for (Connection *connection : m_store->connections()->connections()) {
        if (rank(connection) > (worst ? rank(worst) : 0))
            worst = connection;
    }
    if (!worst) {
        m_notice->hide();
        return;
    }
    const QString id = worst->id();
    const Problem problem = worst->problem();
    const auto retry = [this, id]() {
        if (Connection *connection = m_store->connections()->find(id))
            connection->retryNow();
    };
    const PaneNotice::Button diagnostics { tr("Copy diagnostics"), u"clipboard-copy"_s, [this, id]() { copyDiagnostics(id); } };
    if (worst->state() == Connection::State::Failed) {
        m_notice->setTexts(Meaning::Bad, u"server-off"_s, problem.message, problem.hint);
        m_notice->setButtons({ { tr("Retry"), u"refresh-cw"_s, retry }, diagnostics }, id);
    } else if (worst->state() == Connection::State::Refused) {
        m_notice->setTexts(Meaning::Bad, u"key-round"_s, problem.message, problem.hint);
        const PaneNotice::Button key { tr("Change key"), u"key-round"_s, [this, id]() { Q_EMIT connectionEditRequested(id, true); } };
        const PaneNotice::Button again { tr("Try now"), u"refresh-cw"_s, retry };
        m_notice->setButtons(worst->isLocal() ? QList { again, diagnostics } : QList { key, again }, id);
    } else {
        // The first sentence says what; what the network said about it is small print.
        const qsizetype end = problem.message.indexOf(u". "_s);
        const QString title = end < 0 ? problem.message : problem.message.first(end + 1);
        QString text = end < 0 ? QString() : problem.message.sliced(end + 2);
        // Of a server that is not there the network's own words end with the question.
        if (!problem.hint.isEmpty() && problem.error.kind != OpenSandbox::Error::Kind::Network)
            text += (text.isEmpty() ? QString() : u" "_s) + problem.hint;
        const QDateTime updated = m_store->updatedAt(id);
        if (updated.isValid())
            text += (text.isEmpty() ? QString() : u"\n"_s) + tr("Lists are as of %1.").arg(updated.time().toString(u"HH:mm:ss"_s));
        const qint64 seconds = QDateTime::currentDateTime().secsTo(worst->nextTryAt());
        if (worst->nextTryAt().isValid())
            text += (text.isEmpty() ? QString() : u" "_s) + (seconds > 0 ? tr("Next try in %1 s.").arg(seconds) : tr("Trying now."));
        m_notice->setTexts(Meaning::Warn, u"server-off"_s, title, text);
        m_notice->setButtons({ { tr("Try now"), u"refresh-cw"_s, retry }, diagnostics }, id);
    }
    m_notice->show();
}

void SandboxesPane::updateEmptyState()
{
    const int total = m_proxy->totalCount();
    const int hidden = m_proxy->hiddenCount();
    m_clearFilter->setVisible(hidden > 0 && hidden < total);
    m_clearFilter->setText(tr("Clear filter (%1 hidden)").arg(hidden));

    QString kind;
    if (total > 0 && hidden == total) {
        kind = u"filter"_s + QString::number(hidden);
    } else if (total == 0) {
        bool online = false;
        const Connection *waiting = nullptr;
        for (const Connection *connection : m_store->connections()->connections()) {
            online = online || (connection->isOnline() && m_store->updatedAt(connection->id()).isValid());
            if (!waiting && (connection->state() == Connection::State::Starting || connection->state() == Connection::State::Connecting))
                waiting = connection;
        }
        kind = online ? u"none"_s : !waiting ? QString() : waiting->isLocal() ? u"starting"_s : u"connecting"_s + waiting->name();
    }
    if (kind != m_emptyKind) {
        m_emptyKind = kind;
        m_empty->clearButtons();
        if (kind == "none"_L1) {
            m_empty->setTitle(tr("No sandboxes yet"));
            m_empty->setText(tr("The runtime is ready. A sandbox is a private place to run code in."));
            connect(m_empty->addButton(tr("New sandbox"), u"plus"_s), &QAbstractButton::clicked, this, [this]() { Q_EMIT newRequested({}); });
        } else if (kind == "starting"_L1 || kind.startsWith("connecting"_L1)) {
            m_empty->setTitle(kind == "starting"_L1 ? tr("Starting the local runtime") : tr("Connecting to %1").arg(kind.sliced(10)));
            m_empty->setText(tr("Sandboxes appear here as soon as it answers."));
        } else if (!kind.isEmpty()) {
            m_empty->setTitle(tr("Nothing matches"));
            m_empty->setText(tr("%Ln sandbox(es) are hidden by the filter.", nullptr, hidden));
            connect(m_empty->addButton(tr("Clear filter")), &QAbstractButton::clicked, m_filter, &QLineEdit::clear);
        }
    }
    m_empty->setVisible(!kind.isEmpty());
    placeEmptyState();

    const QString summary = m_runtime ? m_runtime->isolation().value("summary"_L1).toString() : QString();
    m_isolationText->setText(summary);
    m_isolation->setVisible(total == 0 && !summary.isEmpty());
}

void SandboxesPane::placeEmptyState()
{
    if (m_empty->isHidden())
        return;
    const int top = m_view->contentBottom();
    // Its text begins where the names of connections do.
    const int indent = Metrics::scaled(6);
    const int width = m_view->viewport()->width() - indent;
    m_empty->setGeometry(indent, top, width, std::max(m_empty->heightForWidth(width), m_empty->sizeHint().height()));
}

void SandboxesPane::updateFooter()
{
    int present = 0;
    int soon = 0;
    QDateTime oldest;
    m_store->visit([&](const SandboxRecord &record) {
        if (!record.isPresent())
            return;
        ++present;
        if (!record.isRunning() || !record.info.expiresAt)
            return;
        const auto left = m_store->remaining(record.id());
        if (left && *left < 10min)
            ++soon;
    });
    for (const Connection *connection : m_store->connections()->connections()) {
        const QDateTime updated = m_store->updatedAt(connection->id());
        if (updated.isValid() && (!oldest.isValid() || updated < oldest))
            oldest = updated;
    }
    m_footer->setLeft(SandboxWords::sandboxes(present), soon == 0 ? QString() : tr("%Ln expire(s) soon", nullptr, soon), Meaning::Warn);
    const qint64 age = oldest.isValid() ? oldest.secsTo(QDateTime::currentDateTime()) : -1;
    m_footer->setRight(age < 0 ? QString() : tr("Updated %1 ago").arg(SandboxWords::age(std::chrono::seconds(age))));
}

void SandboxesPane::copyDiagnostics(const QString &connectionId)
{
    const Connection *connection = m_store->connections()->find(connectionId);
    if (!connection)
        return;
    const Problem problem = connection->problem();
    QStringList lines { connection->name() + u": "_s + connection->stateText() };
    if (connection->manager())
        lines << connection->config().lifecycleUrl().toString(QUrl::RemoveUserInfo);
    if (problem)
        lines << problem.message << problem.hint << OpenSandbox::toString(problem.error);
    if (connection->lastAnswerAt().isValid())
        lines << u"Last answer: "_s + connection->lastAnswerAt().toString(Qt::ISODate);
    if (connection->isLocal() && m_runtime)
        lines << m_runtime->diagnostics();
    lines.removeAll(QString());
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

void SandboxesPane::runAction(int action, const QString &sandboxId, const QPoint &position)
{
    const SandboxRecord *record = m_store->find(sandboxId);
    if (!record || !m_view->rows()->refusal(RowAction(action), *record).isEmpty())
        return;
    switch (RowAction(action)) {
    case RowAction::Notebook:
        Q_EMIT m_actions->notebookRequested(sandboxId);
        break;
    case RowAction::Files:
        Q_EMIT m_actions->filesRequested(sandboxId);
        break;
    case RowAction::PauseResume:
        m_actions->pauseOrResume(sandboxId);
        break;
    case RowAction::Renew:
    case RowAction::More: {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        if (RowAction(action) == RowAction::Renew)
            m_actions->fillRenewMenu(menu, { sandboxId });
        else
            m_actions->fillMenu(menu, { sandboxId });
        menu->popup(position);
        break;
    }
    }
}

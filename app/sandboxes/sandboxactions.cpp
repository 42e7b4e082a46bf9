// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxactions.h"

#include "endpointscard.h"
#include "killdialog.h"
#include "renewdialog.h"
#include "sandboxcode.h"
#include "session/sandboxwords.h"
#include "shared/toasts.h"
#include "theme/icons.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = OpenSandbox::SandboxState::Kind;

namespace {

QAction *addTo(QMenu *menu, const QString &text, const QString &icon, const QString &refusal, std::function<void()> run)
{
    QAction *action = menu->addAction(text);
    if (!icon.isEmpty())
        action->setIcon(Icons::icon(icon));
    action->setEnabled(refusal.isEmpty());
    action->setToolTip(refusal);
    QObject::connect(action, &QAction::triggered, menu, std::move(run));
    return action;
}

void copyText(const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
}

} // namespace

SandboxActions::SandboxActions(SessionRegistry *registry, MetricsWatcher *watcher, Toasts *toasts, QWidget *window, QObject *parent)
    : QObject(parent)
    , m_store(registry->store())
    , m_registry(registry)
    , m_watcher(watcher)
    , m_toasts(toasts)
    , m_window(window)
{
    connect(m_store, &SandboxStore::actionFailed, this, [this](const QString &, const Problem &problem) {
        if (!m_toasts)
            return;
        Toasts::Toast toast;
        toast.text = problem.hint.isEmpty() ? problem.message : problem.message + u' ' + problem.hint;
        toast.meaning = Meaning::Bad;
        toast.time = 12s;
        m_toasts->show(toast);
    });
}

void SandboxActions::say(const QString &text, const QString &icon)
{
    if (m_toasts)
        m_toasts->show(text, icon);
}

QString SandboxActions::renewRefusal(const SandboxRecord &record) const
{
    if (!record.isPresent() || record.info.state.isOver())
        return tr("%1 has ended.").arg(record.name());
    if (!record.info.expiresAt)
        return tr("%1 has no time limit.").arg(record.name());
    return {};
}

QString SandboxActions::pauseRefusal(const SandboxRecord &record) const
{
    if (record.isRunning())
        return m_store->pauseRefusal(record.connectionId);
    if (record.isPresent() && record.info.state.kind == Kind::Paused)
        return {};
    return tr("Only running and paused sandboxes can do that.");
}

QString SandboxActions::codeRefusal(const SandboxRecord &record) const
{
    if (!record.isPresent())
        return tr("%1 is gone.").arg(record.name());
    if (record.info.state.kind == Kind::Paused)
        return tr("A paused sandbox cannot run code.");
    if (!record.isRunning() && record.info.state.kind != Kind::Other)
        return tr("%1 does not run.").arg(record.name());
    return {};
}

QStringList SandboxActions::lossesOf(const QStringList &sandboxIds) const
{
    QStringList parts;
    int busy = 0;
    for (const QString &id : sandboxIds) {
        if (const auto session = m_registry->existing(id)) {
            const QList<ContextState> contexts = session->contexts();
            busy += int(std::count_if(contexts.cbegin(), contexts.cend(), [](const ContextState &context) { return context.busy; }));
        }
        if (m_losses)
            parts << m_losses(id);
    }
    if (busy > 0)
        parts.prepend(tr("%n running cell(s)", nullptr, busy));
    return parts;
}

void SandboxActions::fillMenu(QMenu *menu, const QStringList &sandboxIds)
{
    menu->setToolTipsVisible(true);
    const SandboxRecord *first = sandboxIds.isEmpty() ? nullptr : m_store->find(sandboxIds.first());
    if (!first)
        return;
    const QString id = first->id();
    if (!first->isPresent() && sandboxIds.size() == 1) {
        addTo(menu, tr("Open"), {}, {}, [this, id]() { Q_EMIT openRequested(id); });
        addTo(menu, tr("Recreate like this…"), u"copy-plus"_s, {}, [this, id]() { Q_EMIT duplicateRequested(id); });
        menu->addSeparator();
        addTo(menu, tr("Remove from the list"), {}, {}, [this, id]() { m_store->forget({ id }); });
        return;
    }
    if (sandboxIds.size() == 1) {
        const QString code = codeRefusal(*first);
        addTo(menu, tr("Open"), u"box"_s, {}, [this, id]() { Q_EMIT openRequested(id); });
        addTo(menu, tr("New notebook here"), u"notebook-text"_s, code, [this, id]() { Q_EMIT notebookRequested(id); });
        addTo(menu, tr("Files"), u"folder-open"_s, code, [this, id]() { Q_EMIT filesRequested(id); });
    }
    addTo(menu, tr("Metrics"), u"chart-line"_s, {}, [this, sandboxIds]() { Q_EMIT metricsRequested(sandboxIds); });
    if (sandboxIds.size() == 1) {
        QAction *watch = addTo(menu, tr("Watch CPU and memory"), {}, {}, [this, id]() { m_watcher->setChosen(id, !m_watcher->isChosen(id)); });
        watch->setCheckable(true);
        watch->setChecked(m_watcher->isChosen(id));
        const Connection *connection = m_store->connectionOf(id);
        if (connection && !connection->isLocal())
            watch->setToolTip(tr("Watching may keep it alive where the server renews on access."));
        menu->addSeparator();
        const bool paused = first->info.state.kind == Kind::Paused;
        addTo(menu, paused ? tr("Resume") : tr("Pause"), paused ? u"play"_s : u"pause"_s, pauseRefusal(*first), [this, id]() { pauseOrResume(id); });
    } else {
        menu->addSeparator();
    }
    QMenu *renewMenu = menu->addMenu(Icons::icon(u"timer-reset"_s), tr("Renew"));
    fillRenewMenu(renewMenu, sandboxIds);
    if (sandboxIds.size() == 1) {
        fillCopyMenu(menu->addMenu(tr("Copy")), id);
        menu->addSeparator();
        addTo(menu, tr("Duplicate…"), u"copy-plus"_s, {}, [this, id]() { Q_EMIT duplicateRequested(id); });
    }
    menu->addSeparator();
    QAction *kill = addTo(menu, sandboxIds.size() == 1 ? tr("Kill") : tr("Kill %1…").arg(sandboxIds.size()), u"power"_s, {}, [this, sandboxIds]() { this->kill(sandboxIds); });
    kill->setShortcut(QKeySequence(Qt::Key_Delete));
    kill->setIcon(Icons::icon(u"power"_s, Icons::Role::Bad));
    kill->setProperty("wbDestructive", true);
}

void SandboxActions::fillRenewMenu(QMenu *menu, const QStringList &sandboxIds)
{
    menu->setToolTipsVisible(true);
    QString refusal;
    QStringList able;
    for (const QString &id : sandboxIds) {
        const SandboxRecord *record = m_store->find(id);
        const QString why = record ? renewRefusal(*record) : tr("It is gone.");
        if (why.isEmpty())
            able << id;
        else
            refusal = why;
    }
    if (!able.isEmpty())
        refusal.clear();
    const auto add = [&](const QString &text, std::chrono::seconds more) { addTo(menu, text, {}, refusal, [this, able, more]() { renew(able, more); }); };
    add(tr("+15 min"), 15min);
    add(tr("+1 h"), 1h);
    add(tr("+24 h"), 24h);
    menu->addSeparator();
    addTo(menu, tr("Until…"), u"calendar-clock"_s, refusal, [this, able]() { renewCustom(able); });
    menu->setEnabled(refusal.isEmpty());
    menu->menuAction()->setToolTip(refusal);
}

void SandboxActions::fillCopyMenu(QMenu *menu, const QString &sandboxId)
{
    const SandboxRecord *record = m_store->find(sandboxId);
    const Connection *connection = m_store->connectionOf(sandboxId);
    if (!record || !connection)
        return;
    addTo(menu, tr("ID"), {}, {}, [sandboxId]() { copyText(sandboxId); });
    addTo(menu, tr("Endpoint of port 44772"), {}, record->isRunning() ? QString() : tr("It does not run."), [this, sandboxId]() { copyEndpoint(sandboxId, 44772); });
    menu->addSeparator();
    for (const SandboxCode::Kind kind : { SandboxCode::Kind::Python, SandboxCode::Kind::Cpp, SandboxCode::Kind::Osb, SandboxCode::Kind::Curl }) {
        addTo(menu, kind == SandboxCode::Kind::Osb || kind == SandboxCode::Kind::Curl ? tr("As %1 command").arg(SandboxCode::name(kind)) : tr("As %1 code").arg(SandboxCode::name(kind)), {}, {},
            [sandboxId, config = connection->config(), kind]() { copyText(SandboxCode::connectTo(kind, config, sandboxId)); });
    }
}

void SandboxActions::renew(const QStringList &sandboxIds, std::chrono::seconds more)
{
    for (const QString &id : sandboxIds)
        m_store->renewBy(id, more);
}

void SandboxActions::renewCustom(const QStringList &sandboxIds)
{
    if (sandboxIds.isEmpty())
        return;
    auto *dialog = new RenewDialog(m_store, sandboxIds, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void SandboxActions::pauseOrResume(const QString &sandboxId)
{
    const SandboxRecord *record = m_store->find(sandboxId);
    if (!record)
        return;
    if (record->info.state.kind == Kind::Paused)
        m_store->resume(sandboxId);
    else if (pauseRefusal(*record).isEmpty())
        m_store->pause(sandboxId);
    else
        say(pauseRefusal(*record), u"info"_s);
}

void SandboxActions::kill(const QStringList &sandboxIds)
{
    QStringList present;
    QStringList ended;
    for (const QString &id : sandboxIds) {
        const SandboxRecord *record = m_store->find(id);
        if (record && record->presence == SandboxRecord::Presence::Listed)
            present << id;
        else if (record && !record->isPresent())
            ended << id;
    }
    m_store->forget(ended);
    if (present.isEmpty())
        return;
    if (present.size() == 1) {
        killWithUndo(present);
        return;
    }
    QStringList names;
    for (const QString &id : std::as_const(present))
        names << m_store->find(id)->name();
    auto *dialog = new KillDialog(names, lossesOf(present), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, present]() { m_store->killNow(present); });
    dialog->open();
}

void SandboxActions::killWithUndo(const QStringList &sandboxIds)
{
    if (!m_toasts) {
        m_store->killNow(sandboxIds);
        return;
    }
    const QString name = m_store->find(sandboxIds.first())->name();
    const QStringList losses = lossesOf(sandboxIds);
    m_store->prepareKill(sandboxIds);
    Toasts::Toast toast;
    toast.icon = u"power"_s;
    toast.meaning = Meaning::Bad;
    toast.time = 5s;
    const QString goes = losses.isEmpty() ? QString() : u' ' + tr("%1 go with it.").arg(losses.join(tr(" and ")));
    toast.countdown = [name, goes](int seconds) { return tr("Killing %1 in %2 s.").arg(name).arg(seconds) + goes; };
    toast.text = toast.countdown(5);
    toast.buttons = {
        { tr("Undo"), [store = QPointer<SandboxStore>(m_store), sandboxIds]() { if (store) store->undoKill(sandboxIds); } },
        { tr("Kill now"), [store = QPointer<SandboxStore>(m_store), sandboxIds]() { if (store) store->killNow(sandboxIds); } },
    };
    toast.timeOver = [store = QPointer<SandboxStore>(m_store), sandboxIds]() { if (store) store->killNow(sandboxIds); };
    m_toasts->show(toast);
}

void SandboxActions::copyEndpoint(const QString &sandboxId, int port)
{
    const Connection *connection = m_store->connectionOf(sandboxId);
    const auto manager = connection ? connection->manager() : nullptr;
    if (!manager)
        return;
    const QString name = m_store->find(sandboxId)->name();
    const QString scheme = connection->config().lifecycleUrl().scheme();
    m_tasks.run(manager->endpoint(sandboxId, port, m_tasks.token()), [this, name, port, scheme](OpenSandbox::Result<OpenSandbox::Endpoint> endpoint) {
        if (!endpoint) {
            say(tr("The endpoint of %1 is not known. %2").arg(name, describeError(endpoint.error(), name).message), u"circle-x"_s);
            return;
        }
        copyText(EndpointsCard::address(endpoint->endpoint, scheme));
        say(tr("Copied the endpoint of port %1.").arg(port), u"copy"_s);
    });
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "install.h"

#include "connectiondialog.h"
#include "isolationdialog.h"
#include "metrics/metricsboard.h"
#include "newsandboxdialog.h"
#include "sandboxdetails.h"
#include "sandboxespane.h"
#include "sandboxesstatus.h"
#include "sandboxform.h"
#include "session/sandboxmodel.h"
#include "shared/lists.h"
#include "shared/toasts.h"
#include "shell/mainwindow.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = OpenSandbox::SandboxState::Kind;

SandboxesPart *installSandboxes(MainWindow &window, SessionRegistry &registry, LocalRuntime *runtime)
{
    return new SandboxesPart(window, registry, runtime);
}

SandboxesPart::SandboxesPart(MainWindow &window, SessionRegistry &registry, LocalRuntime *runtime)
    : QObject(&window)
    , m_window(window)
    , m_registry(registry)
    , m_store(*registry.store())
    , m_runtime(runtime)
    , m_watcher(new MetricsWatcher(&registry, this))
    , m_model(new SandboxModel(&m_store, this))
    , m_actions(new SandboxActions(&registry, m_watcher, &window.toasts(), &window, this))
    , m_pane(new SandboxesPane(m_model, m_actions, runtime))
{
    window.addPane(m_pane, { .id = u"sandboxes"_s, .title = tr("Sandboxes"), .icon = u"boxes"_s, .area = MainWindow::Area::Left, .headerActions = m_pane->headerActions() });
    connect(m_pane, &SandboxesPane::newRequested, this, [this](const QString &connection) { newSandbox({}, connection); });
    connect(m_pane, &SandboxesPane::connectionRequested, this, &SandboxesPart::addConnection);
    connect(m_pane, &SandboxesPane::connectionEditRequested, this, &SandboxesPart::editConnection);
    connect(m_pane, &SandboxesPane::isolationRequested, this, &SandboxesPart::showIsolation);
    connect(m_pane, &SandboxesPane::selectionChanged, this, [this](const QStringList &ids) {
        if (ids.size() == 1)
            setCurrentSandbox(ids.first());
        updateActions();
    });
    connect(m_actions, &SandboxActions::openRequested, this, &SandboxesPart::showDetails);
    connect(m_actions, &SandboxActions::metricsRequested, this, &SandboxesPart::showMetrics);
    connect(m_actions, &SandboxActions::duplicateRequested, this, &SandboxesPart::duplicate);
    connect(m_actions, &SandboxActions::notebookRequested, this, [this](const QString &id) { Q_EMIT notebookRequested(id, u"python"_s); });
    connect(m_actions, &SandboxActions::filesRequested, this, &SandboxesPart::filesRequested);

    window.addClosingConcern([this]() {
        QStringList names;
        for (const SandboxRecord &record : m_store.records()) {
            const Connection *connection = m_store.connectionOf(record.id());
            if (record.isPresent() && connection && connection->isLocal())
                names << record.name();
        }
        if (names.isEmpty())
            return QString();
        return names.size() == 1 ? tr("%1 ends with the program, and its files with it.").arg(names.first())
                                 : tr("Sandboxes end with the program, and their files with them: %1.").arg(Lists::some(names));
    });

    const auto on = [this, &window](const QString &id, auto run) {
        if (QAction *action = window.actions().action(id))
            connect(action, &QAction::triggered, this, run);
    };
    on(u"sandbox.new"_s, [this]() { newSandbox(); });
    on(u"connection.add"_s, [this]() { addConnection(); });
    on(u"connection.edit"_s, [this]() {
        if (const Connection *connection = connectionToEdit())
            editConnection(connection->id(), false);
    });
    on(u"sandbox.isolation"_s, [this]() { showIsolation(); });
    const auto withCurrent = [this, on](const QString &id, auto run) {
        on(id, [this, run]() {
            if (!m_current.isEmpty())
                run(m_current);
        });
    };
    withCurrent(u"sandbox.notebook"_s, [this](const QString &id) { Q_EMIT notebookRequested(id, u"python"_s); });
    withCurrent(u"sandbox.details"_s, [this](const QString &id) { showDetails(id); });
    withCurrent(u"sandbox.files"_s, [this](const QString &id) { Q_EMIT filesRequested(id); });
    withCurrent(u"sandbox.metrics"_s, [this](const QString &id) { showMetrics({ id }); });
    withCurrent(u"sandbox.pause"_s, [this](const QString &id) { m_actions->pauseOrResume(id); });
    withCurrent(u"sandbox.resume"_s, [this](const QString &id) { m_actions->pauseOrResume(id); });
    withCurrent(u"sandbox.renew"_s, [this](const QString &id) { m_actions->renewCustom({ id }); });
    withCurrent(u"sandbox.copyId"_s, [](const QString &id) { QGuiApplication::clipboard()->setText(id); });
    on(u"sandbox.kill"_s, [this]() {
        const QStringList selected = m_pane->selectedIds();
        m_actions->kill(selected.size() > 1 ? selected : QStringList { m_current });
    });

    connect(&m_store, &SandboxStore::changed, this, [this](const QString &id) {
        if (id == m_current)
            updateActions();
    });
    connect(&m_store, &SandboxStore::added, this, [this](const QString &id) {
        const SandboxRecord *record = m_store.find(id);
        if (m_current.isEmpty() && record && record->isRunning())
            setCurrentSandbox(id);
        if (id == m_current)
            QMetaObject::invokeMethod(this, &SandboxesPart::showInList, Qt::QueuedConnection); // The list hears of it now, too.
    });
    connect(&m_store, &SandboxStore::removed, this, [this](const QString &id) {
        if (id == m_current)
            setCurrentSandbox({});
    });
    connect(m_store.connections(), &ConnectionStore::added, this, &SandboxesPart::updateActions);
    connect(m_store.connections(), &ConnectionStore::removed, this, &SandboxesPart::updateActions);
    connect(m_store.connections(), &ConnectionStore::keyringFailed, this, [this](const QString &message) {
        Toasts::Toast toast;
        toast.text = message;
        toast.meaning = Meaning::Warn;
        toast.time = 12s;
        m_window.toasts().show(toast);
    });
    updateActions();
    new SandboxesStatus(m_window, m_store, m_actions, this);
}

SandboxesPart::~SandboxesPart() = default;

void SandboxesPart::setCurrentSandbox(const QString &sandboxId)
{
    if (sandboxId == m_current)
        return;
    m_current = sandboxId;
    // Its end must be heard of also while the list is hidden.
    m_watch = sandboxId.isEmpty() ? nullptr : m_store.watch();
    updateActions();
    showInList();
    Q_EMIT currentSandboxChanged(sandboxId);
}

void SandboxesPart::showInList()
{
    // Several that somebody chose stay chosen.
    if (m_pane->selectedIds().size() <= 1)
        m_pane->select(m_current);
}

void SandboxesPart::openDialog(const SandboxForm *form, const QString &recipeId, const QString &connectionId)
{
    if (m_dialog) {
        m_dialog->raise();
        m_dialog->activateWindow();
        return;
    }
    auto *dialog = new NewSandboxDialog(&m_registry, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog = dialog;
    if (!recipeId.isEmpty())
        dialog->choosePreset(recipeId);
    if (form) {
        dialog->setForm(*form);
        dialog->openUsedSections();
    }
    if (!connectionId.isEmpty())
        dialog->setConnection(connectionId);
    const auto ready = [this](const std::shared_ptr<SandboxSession> &session, const QStringList &languages, bool openNotebook) {
        setCurrentSandbox(session->sandboxId());
        m_pane->select(session->sandboxId());
        if (openNotebook && languages.size() > 1)
            Q_EMIT languagesRequested(session->sandboxId(), languages);
        else if (openNotebook)
            Q_EMIT notebookRequested(session->sandboxId(), languages.value(0, u"python"_s));
    };
    connect(dialog, &NewSandboxDialog::created, this, ready);
    connect(dialog, &NewSandboxDialog::movedToBackground, this, [this](SandboxCreation *creation) {
        creation->setParent(this);
        connect(creation, &SandboxCreation::finished, this, [this, creation]() {
            Toasts::Toast toast;
            const QString name = creation->options().metadata.value(u"name"_s, tr("The sandbox"));
            if (creation->outcome() == SandboxCreation::Outcome::Succeeded) {
                toast.text = tr("%1 is ready.").arg(name);
                toast.meaning = Meaning::Ok;
                toast.buttons = { { tr("Open a notebook"), [part = QPointer<SandboxesPart>(this), id = creation->sandboxId()]() { if (part) Q_EMIT part->notebookRequested(id, u"python"_s); } } };
            } else if (creation->outcome() == SandboxCreation::Outcome::Failed) {
                toast.text = tr("%1 was not created. %2").arg(name, creation->problem().message);
                toast.meaning = Meaning::Bad;
                toast.time = 15s;
            }
            if (!toast.text.isEmpty())
                m_window.toasts().show(toast);
            creation->deleteLater();
        });
    });
    dialog->show();
}

void SandboxesPart::newSandbox(const QString &recipeId, const QString &connectionId)
{
    openDialog(nullptr, recipeId, connectionId);
}

void SandboxesPart::createQuietly(const QString &recipeId, const QStringList &languages, const std::function<void(const QString &, const QString &)> &done)
{
    const QList<Recipe> recipes = Recipe::shipped();
    const auto recipe = std::find_if(recipes.cbegin(), recipes.cend(), [&recipeId](const Recipe &each) { return each.id == recipeId; });
    if (recipe == recipes.cend())
        return;
    Connection *connection = m_store.connections()->preferred();
    if (!connection->manager()) {
        const Problem problem = connection->problem();
        done({}, problem ? problem.message + u' ' + problem.hint : tr("%1 is not ready yet. Try again in a moment.").arg(connection->name()));
        return;
    }
    SandboxForm form = recipe->form;
    // The first free name of this kind.
    QStringList names;
    m_store.visit([&names](const SandboxRecord &record) { names << record.name(); });
    for (int i = 1; form.name.isEmpty() || names.contains(form.name); ++i)
        form.name = u"%1-%2"_s.arg(recipe->namePrefix).arg(i);
    auto *creation = new SandboxCreation(&m_registry, connection, form.options(), this);
    creation->setLanguages(languages.isEmpty() ? form.languages : languages);
    connect(creation, &SandboxCreation::finished, this, [this, creation, done]() {
        creation->deleteLater();
        if (creation->outcome() == SandboxCreation::Outcome::Succeeded) {
            setCurrentSandbox(creation->sandboxId());
            m_pane->select(creation->sandboxId());
            done(creation->sandboxId(), {});
            return;
        }
        const Problem problem = creation->problem();
        done({}, problem.hint.isEmpty() ? problem.message : problem.message + u' ' + problem.hint);
    });
    creation->start();
}

void SandboxesPart::duplicate(const QString &sandboxId)
{
    const SandboxRecord *record = m_store.find(sandboxId);
    if (!record)
        return;
    SandboxForm form = SandboxForm::like(record->info, record->grantedLifetime);
    if (record->isPresent() && !form.name.isEmpty())
        form.name += u"-2"_s;
    form.languages = { u"python"_s };
    openDialog(&form, {}, record->connectionId);
}

void SandboxesPart::showDetails(const QString &sandboxId)
{
    if (QPointer<SandboxDetails> known = m_details.value(sandboxId)) {
        m_window.setCurrentDocument(known);
        return;
    }
    if (!m_store.find(sandboxId))
        return;
    auto *details = new SandboxDetails(m_actions, &m_registry, sandboxId);
    m_details.insert(sandboxId, details);
    DocumentHooks hooks;
    hooks.toolBarActions = [details]() { return details->toolBarActions(); };
    hooks.windowTitle = [details]() { return details->windowTitlePart(); };
    m_window.addDocument(details, Icons::icon(u"box"_s), details->title(), hooks);
    connect(details, &SandboxDetails::titleChanged, this, [this, details]() {
        m_window.setDocumentTitle(details, details->title());
        m_window.refreshDocument(details);
    });
}

void SandboxesPart::showMetrics(const QStringList &sandboxIds)
{
    if (!m_board) {
        m_board = new MetricsBoard(&m_registry);
        m_window.addDocument(m_board, Icons::icon(u"chart-line"_s), tr("Metrics"));
        m_board->setSandboxes(sandboxIds);
        return;
    }
    QStringList all = m_board->sandboxes();
    for (const QString &id : sandboxIds) {
        if (!all.contains(id))
            all << id;
    }
    m_board->setSandboxes(all);
    m_window.setCurrentDocument(m_board);
}

Connection *SandboxesPart::connectionToEdit() const
{
    const SandboxRecord *record = m_store.find(m_current);
    if (Connection *own = record ? m_store.connections()->find(record->connectionId) : nullptr; own && !own->isLocal())
        return own;
    for (Connection *connection : m_store.connections()->connections()) {
        if (!connection->isLocal())
            return connection;
    }
    return nullptr;
}

ConnectionDialog *SandboxesPart::openConnectionDialog(Connection *edited)
{
    auto *dialog = new ConnectionDialog(m_store.connections(), edited, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    return dialog;
}

void SandboxesPart::addConnection()
{
    openConnectionDialog();
}

void SandboxesPart::editConnection(const QString &connectionId, bool key)
{
    Connection *connection = m_store.connections()->find(connectionId);
    if (!connection || connection->isLocal())
        return;
    ConnectionDialog *dialog = openConnectionDialog(connection);
    if (key)
        dialog->focusKey();
}

void SandboxesPart::importConnection()
{
    openConnectionDialog()->importOsb();
}

void SandboxesPart::showIsolation()
{
    // Made anew: the runtime may have been started since.
    delete m_isolation;
    m_isolation = new IsolationDialog(m_runtime, &m_window);
    m_isolation->setAttribute(Qt::WA_DeleteOnClose);
    m_isolation->show();
}

void SandboxesPart::updateActions()
{
    Actions &actions = m_window.actions();
    const SandboxRecord *record = m_store.find(m_current);
    const QString none = tr("Select a sandbox first.");
    const auto set = [&actions](const QString &id, const QString &reason) {
        if (actions.action(id))
            actions.setEnabled(id, reason.isEmpty(), reason);
    };
    const bool paused = record && record->info.state.kind == Kind::Paused;
    set(u"sandbox.notebook"_s, record ? m_actions->codeRefusal(*record) : none);
    set(u"sandbox.files"_s, record ? m_actions->codeRefusal(*record) : none);
    set(u"sandbox.details"_s, record ? QString() : none);
    set(u"sandbox.metrics"_s, record ? QString() : none);
    set(u"sandbox.copyId"_s, record ? QString() : none);
    set(u"sandbox.pause"_s, !record ? none : paused ? tr("%1 is paused.").arg(record->name()) : m_actions->pauseRefusal(*record));
    set(u"sandbox.resume"_s, !record ? none : paused ? QString() : tr("Only a paused sandbox can be resumed."));
    set(u"sandbox.renew"_s, record ? m_actions->renewRefusal(*record) : none);
    set(u"connection.edit"_s, connectionToEdit() ? QString() : tr("No server has been added yet."));
    set(u"sandbox.kill"_s, record || m_pane->selectedIds().size() > 1 ? QString() : none);
}

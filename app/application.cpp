// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "application.h"

#include "activity/activitymodel.h"
#include "activity/activitypane.h"
#include "session/connectionstore.h"
#include "session/localruntime.h"
#include "session/sandboxsession.h"
#include "session/sandboxstore.h"
#include "shared/about.h"
#include "shared/toasts.h"
#include "shell/mainwindow.h"
#include "shell/preferences.h"
#include "shell/preferencesdialog.h"
#include "shell/shortcutsheet.h"
#include "shell/standardactions.h"
#include "shell/startpage.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSettings>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype recentLimit = 20;

std::unique_ptr<QSettings> settingsIn(const QString &directory, const QString &name)
{
    if (directory.isEmpty())
        return nullptr;
    QDir().mkpath(directory);
    return std::make_unique<QSettings>(directory + u'/' + name, QSettings::IniFormat);
}

} // namespace

ApplicationOptions ApplicationOptions::standard()
{
    ApplicationOptions options;
    options.configDirectory = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/opensandbox-workbench"_s;
    options.stateDirectory = QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation) + u"/opensandbox-workbench"_s;
    return options;
}

Application::Application(ApplicationOptions options, QObject *parent) : QObject(parent), m_options(std::move(options))
{
    m_config = settingsIn(m_options.configDirectory, u"settings.ini"_s);
    m_state = settingsIn(m_options.stateDirectory, u"window.ini"_s);
    m_preferences = std::make_unique<Preferences>(m_config.get());
    m_preferences->apply();
    if (m_options.textScale)
        Fonts::setScale(*m_options.textScale);
    if (m_options.theme)
        Theme::setCurrent(*m_options.theme);

    m_connections = std::make_unique<ConnectionStore>(m_config.get());
    m_runtime = std::make_unique<LocalRuntime>(m_connections->local());
    m_store = std::make_unique<SandboxStore>(m_connections.get());
    m_sessions = std::make_unique<SessionRegistry>(m_store.get());

    m_actions = std::make_unique<Actions>();
    addStandardActions(*m_actions);
    m_window = std::make_unique<MainWindow>(m_actions.get(), m_state.get());
    connectActions();

    auto *activity = new ActivityModel(
        [this](const QString &id) {
            const SandboxRecord *record = m_store->find(id);
            return record ? record->name() : QString();
        },
        this);
    connect(m_connections.get(), &ConnectionStore::exchange, activity,
        [activity](const Connection *connection, const OpenSandbox::Exchange &exchange) { activity->record(connection->id(), exchange); });
    auto *activityPane = new ActivityPane(activity);
    m_window->addPane(activityPane, { .id = u"activity"_s, .title = tr("Activity"), .icon = u"activity"_s, .area = MainWindow::Area::Bottom,
                                        .headerActions = activityPane->headerActions() });

    if (m_options.resetLayout)
        m_window->resetLayout();
    if (m_state)
        m_recent = m_state->value(u"recent"_s).toStringList();
    m_window->setRecentFiles(m_recent);
}

Application::~Application() = default;

void Application::start()
{
    m_connections->load();
    m_window->show();
    if (m_options.localRuntime)
        m_runtime->start();
    if (!m_options.files.isEmpty())
        openFiles(m_options.files);
    else if (m_preferences->showStartPage())
        showStartPage();
}

void Application::connectActions()
{
    const auto on = [this](const QString &id, auto run) { connect(m_actions->action(id), &QAction::triggered, this, run); };
    on(u"file.open"_s, [this] { chooseFile(); });
    on(u"file.reopen"_s, [this] {
        if (!m_closed.isEmpty())
            openFiles({ m_closed.takeLast() });
        m_actions->setEnabled(u"file.reopen"_s, !m_closed.isEmpty(), tr("No tab was closed."));
    });
    on(u"help.start"_s, [this] { showStartPage(); });
    on(u"help.welcome"_s, [this] { openLesson(u"welcome"_s); });
    on(u"help.shortcuts"_s, [this] { (new ShortcutSheet(*m_actions, m_window.get()))->show(); });
    on(u"help.about"_s, [this] { showAbout(); });
    on(u"tools.preferences"_s, [this] { (new PreferencesDialog(m_preferences.get(), m_window.get()))->show(); });
    on(u"view.zoomIn"_s, [this] { m_preferences->setScale(m_preferences->scale() + 0.1); });
    on(u"view.zoomOut"_s, [this] { m_preferences->setScale(m_preferences->scale() - 0.1); });
    on(u"view.zoomReset"_s, [this] { m_preferences->setScale(1.0); });
    connect(m_window.get(), &MainWindow::openRequested, this, &Application::openFiles);
    connect(m_window.get(), &MainWindow::documentClosed, this, [this](const QString &, const QString &path) {
        if (path.isEmpty())
            return;
        m_closed.append(path);
        m_actions->setEnabled(u"file.reopen"_s, true);
    });
}

void Application::showStartPage()
{
    if (m_startPage) {
        m_window->setCurrentDocument(m_startPage);
        return;
    }
    auto *page = new StartPage(m_preferences->showStartPage());
    m_startPage = page;
    connect(page, &StartPage::learnRequested, this, &Application::openLesson);
    connect(page, &StartPage::connectionRequested, m_actions->action(u"connection.add"_s), &QAction::trigger);
    connect(page, &StartPage::newNotebookRequested, m_actions->action(u"file.newNotebook"_s), &QAction::trigger);
    connect(page, &StartPage::openRequested, this, &Application::chooseFile);
    connect(page, &StartPage::shortcutsRequested, m_actions->action(u"help.shortcuts"_s), &QAction::trigger);
    connect(page, &StartPage::preferencesRequested, m_actions->action(u"tools.preferences"_s), &QAction::trigger);
    connect(page, &StartPage::showAtStartChanged, m_preferences.get(), &Preferences::setShowStartPage);
    m_window->addDocument(page, Icons::icon(u"house"_s), tr("Start"));
}

void Application::showAbout()
{
    auto *box = new QMessageBox(m_window.get());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About OpenSandbox Workbench"));
    box->setText(tr("OpenSandbox Workbench %1").arg(workbenchVersion()));
    box->setInformativeText(tr("The program is free software under the GPL, version 3 or later; its SDK and local runtime under Apache 2.0.\n\nIcons: Lucide, ISC and MIT. Text: Inter and JetBrains Mono, OFL."));
    box->addButton(tr("Close"), QMessageBox::AcceptRole);
    box->setModal(false);
    box->show();
}

void Application::chooseFile()
{
    auto *dialog = new QFileDialog(m_window.get(), tr("Open file"), m_recent.isEmpty() ? QDir::homePath() : QFileInfo(m_recent.first()).path(),
        tr("Notebooks (*.ipynb);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &Application::openFiles);
    dialog->open();
}

void Application::openFiles(const QStringList &paths)
{
    for (const QString &path : paths)
        remember(QFileInfo(path).absoluteFilePath());
}

void Application::openLesson(const QString &name)
{
    openFiles({ name });
}

void Application::remember(const QString &path)
{
    m_recent.removeAll(path);
    m_recent.prepend(path);
    while (m_recent.size() > recentLimit)
        m_recent.removeLast();
    m_window->setRecentFiles(m_recent);
    if (m_state)
        m_state->setValue(u"recent"_s, m_recent);
}

#include "moc_application.cpp"

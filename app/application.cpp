// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "application.h"

#include "activity/activitymodel.h"
#include "activity/activitypane.h"
#include "execution/sessiontargets.h"
#include "files/install.h"
#include "handover.h"
#include "notebook/notebookview.h"
#include "notebook/keymap.h"
#include "notebookdocuments.h"
#include "paletteproviders.h"
#include "samplenotebook.h"
#include "sandboxes/install.h"
#include "session/connectionstore.h"
#include "session/localruntime.h"
#include "session/sandboxsession.h"
#include "session/sandboxstore.h"
#include "shared/about.h"
#include "shared/lastfolder.h"
#include "shared/toasts.h"
#include "shell/mainwindow.h"
#include "shell/preferences.h"
#include "shell/preferencesdialog.h"
#include "shell/shortcutsheet.h"
#include "shell/standardactions.h"
#include "shell/startpage.h"
#include "startsandbox.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <opensandbox/osbconfig.h>

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPointer>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>

#include <cstdio>

using namespace Qt::StringLiterals;

// A static library's resources register themselves only when somebody asks; this must be outside a namespace.
static void registerNotebooks()
{
    Q_INIT_RESOURCE(wb_notebooks);
}

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
    KeyMap::instance().setSettings(m_config.get());
    if (m_options.textScale)
        Fonts::setScale(*m_options.textScale);
    if (m_options.theme)
        Theme::setCurrent(*m_options.theme);

    m_connections = std::make_unique<ConnectionStore>(m_config.get());
    // Sessions look at it when they connect.
    const auto followBridge = [this] { m_connections->setProperty("displayBridge", m_preferences->displayBridge()); };
    connect(m_preferences.get(), &Preferences::changed, m_connections.get(), followBridge);
    followBridge();
    m_runtime = std::make_unique<LocalRuntime>(m_connections->local());
    m_store = std::make_unique<SandboxStore>(m_connections.get());
    m_sessions = std::make_unique<SessionRegistry>(m_store.get());

    m_actions = std::make_unique<Actions>();
    addStandardActions(*m_actions);
    m_window = std::make_unique<MainWindow>(m_actions.get(), m_state.get());
    auto targets = std::make_unique<SessionTargets>(m_sessions.get());
    targets->contextRunner().setFigureStyle([this]() {
        return m_preferences->themedPlots() ? std::optional(figureStyleOf(Theme::current())) : std::nullopt;
    });
    m_targets = std::move(targets);
    connectActions();
    addSandboxes();
    addActivity();
    addNotebooks();
    addFiles();

    CommandPalette &palette = m_window->palettePopup();
    palette.addProvider(std::make_unique<FilesProvider>([this] { return m_recent; }, [this](const QString &path) { openFiles({ path }); }));
    palette.addProvider(std::make_unique<CellsProvider>(m_notebooks));
    palette.addProvider(std::make_unique<SettingsProvider>(m_preferences.get()));

    if (m_options.resetLayout)
        m_window->resetLayout();
    if (m_state)
        m_recent = m_state->value(u"recent"_s).toStringList();
    LastFolder::begin(m_recent.value(0));
    m_window->setRecentFiles(m_recent);
}

Application::~Application()
{
    keepSession();
    if (m_state)
        m_state->setValue(u"reopening"_s, false); // An end in good order.
    // The documents first: what runs in them must let go of sessions and stores that are still there.
    for (QWidget *document : m_window->documents())
        delete document;
    m_window.reset();
}

void Application::addSandboxes()
{
    m_sandboxes = installSandboxes(*m_window, *m_sessions, m_options.localRuntime ? m_runtime.get() : nullptr);
    connect(m_sandboxes, &SandboxesPart::notebookRequested, this,
        [this](const QString &sandboxId, const QString &language) { m_notebooks->create(sandboxId, language); });
    connect(m_sandboxes, &SandboxesPart::languagesRequested, this, [this](const QString &sandboxId, const QStringList &languages) {
        const NotebookView *view = m_notebooks->create(sandboxId, languages.first());
        SampleNotebook::fill(view->document(), languages);
    });
}

void Application::addActivity()
{
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
                                        .headerActions = activityPane->headerActions(), .onDemand = true, .inOperate = true });
}

void Application::addNotebooks()
{
    m_notebooks = new NotebookDocuments(m_window.get(), m_targets.get(), m_sessions.get(), m_preferences.get(),
        m_options.stateDirectory.isEmpty() ? QString() : m_options.stateDirectory + u"/journal"_s, m_window.get());
    connect(m_notebooks, &NotebookDocuments::opened, this, &Application::remember);
    connect(m_notebooks, &NotebookDocuments::sandboxRequested, m_sandboxes, &SandboxesPart::showDetails);
    connect(m_notebooks, &NotebookDocuments::opened, this, &Application::keepSession);
    connect(m_window.get(), &MainWindow::documentClosed, this, &Application::keepSession);
    connect(m_notebooks, &NotebookDocuments::sandboxChanged, m_sandboxes, [this](const QString &sandboxId) {
        if (!sandboxId.isEmpty())
            m_sandboxes->setCurrentSandbox(sandboxId);
    });
    connect(m_actions->action(u"file.newNotebook"_s), &QAction::triggered, m_notebooks, [this] { m_notebooks->create(); });
}

void Application::addFiles()
{
    Files::FilesPart *files = Files::installFiles(*m_window, *m_sessions, m_state.get());
    connect(m_sandboxes, &SandboxesPart::filesRequested, files, &Files::FilesPart::showFiles);
    connect(m_sandboxes, &SandboxesPart::currentSandboxChanged, files, &Files::FilesPart::setCurrentSandbox);
    connect(m_notebooks, &NotebookDocuments::fileRequested, files, [files](const QString &sandboxId) { files->showFiles(sandboxId); });
}

void Application::createFromRecipe(const QString &recipe)
{
    const bool multi = recipe == "multi"_L1;
    const QString language = recipe == "shell"_L1 ? u"bash"_s : u"python"_s;
    NotebookView *view = m_notebooks->create({}, language);
    QStringList languages { language };
    if (multi) {
        // What is installed, as far as the server says; the two that every image has otherwise.
        languages = m_connections->preferred()->catalog().languages;
        if (languages.isEmpty())
            languages = { u"python"_s, u"bash"_s };
        SampleNotebook::fill(view->document(), languages);
    }
    view->awaitSandbox();
    // The notebook is there at once; its sandbox follows. Contexts of further languages are made when a cell wants
    // one, because some take long to start.
    m_sandboxes->createQuietly(recipe, languages.first(1), [this, guard = QPointer<NotebookView>(view)](const QString &sandboxId, const QString &problem) {
        const SandboxRecord *record = m_store->find(sandboxId);
        if (guard && record)
            guard->attach(record->connectionId, sandboxId);
        else if (guard)
            guard->failAttaching(problem);
        else if (!problem.isEmpty())
            m_window->toasts().show({ .text = problem, .meaning = Meaning::Bad, .time = std::chrono::seconds(15) });
    });
}

void Application::start()
{
    m_connections->load();
    chooseConnection();
    m_window->show();
    if (m_options.localRuntime)
        m_runtime->start();
    QList<QPointer<NotebookView>> views;
    for (NotebookView *view : openFiles(m_options.files))
        views << view;
    if (!m_options.sandbox.isEmpty())
        openSandbox(views);
    else if (views.isEmpty())
        reopenSession();
    if (m_window->documents().isEmpty() && m_options.sandbox.isEmpty() && m_preferences->showStartPage())
        showStartPage();
    m_notebooks->recover();
    if (m_options.takesFiles && !m_options.stateDirectory.isEmpty()) {
        m_handover = std::make_unique<Handover>(m_options.stateDirectory);
        connect(m_handover.get(), &Handover::filesOffered, this, &Application::takeFiles);
    }
    if (QWidget *document = m_window->currentDocument())
        document->setFocus(Qt::OtherFocusReason);
}

void Application::takeFiles(const QStringList &files, const QString &token)
{
    openFiles(files);
    m_window->setWindowState(m_window->windowState() & ~Qt::WindowMinimized);
    m_window->raise();
    // Without the token desktops on Wayland only mark the window.
    const bool wayland = !token.isEmpty() && QGuiApplication::platformName().startsWith("wayland"_L1);
    if (wayland)
        qputenv("XDG_ACTIVATION_TOKEN", token.toUtf8());
    m_window->activateWindow();
    if (wayland)
        qunsetenv("XDG_ACTIVATION_TOKEN");
}

void Application::complain(const QString &text)
{
    m_complained = true;
    std::fputs(qPrintable(u"opensandbox-workbench: "_s + text + u'\n'), stderr);
    m_window->toasts().show({ .text = text, .meaning = Meaning::Warn, .time = std::chrono::seconds(30) });
}

void Application::chooseConnection()
{
    if (m_options.connection.isEmpty())
        return;
    if (Connection *connection = m_connections->find(m_options.connection)) {
        m_connections->setPreferred(connection);
        return;
    }
    QStringList names;
    for (const Connection *connection : m_connections->connections())
        names << connection->name();
    complain(tr("There is no connection '%1'. Known connections: %2. Add it with Sandbox ▸ Add connection.").arg(m_options.connection, names.join(tr(", "))));
}

void Application::openSandbox(const QList<QPointer<NotebookView>> &views)
{
    const Connection *connection = m_options.connection.isEmpty() ? nullptr : m_connections->find(m_options.connection);
    auto *search = new StartSandbox(m_store.get(), m_options.sandbox, connection ? connection->id() : QString(), this);
    connect(search, &StartSandbox::found, this, [this, search, views](const QString &sandboxId) {
        search->deleteLater();
        const SandboxRecord *record = m_store->find(sandboxId);
        m_sandboxes->setCurrentSandbox(sandboxId);
        for (const QPointer<NotebookView> &view : views) {
            if (view && record)
                view->attach(record->connectionId, sandboxId);
        }
        if (views.isEmpty())
            m_sandboxes->showDetails(sandboxId);
    });
    connect(search, &StartSandbox::missing, this, [this](const QString &text) {
        complain(text);
        if (m_window->documents().isEmpty() && m_preferences->showStartPage())
            showStartPage();
    });
    search->start();
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
    connect(m_window.get(), &MainWindow::layoutChosen, this, [this](MainWindow::Layout layout) {
        if (layout == MainWindow::Layout::Watch) {
            QWidget *before = m_window->currentDocument();
            m_sandboxes->showMetrics();
            m_board = m_window->currentDocument();
            if (before != m_board)
                m_beforeBoard = before;
            return;
        }
        // Back to what was there before the charts.
        if (m_board && m_beforeBoard && m_window->currentDocument() == m_board)
            m_window->setCurrentDocument(m_beforeBoard);
        // The wide dock is for the list of sandboxes.
        if (layout == MainWindow::Layout::Operate)
            m_window->showPane(u"sandboxes"_s, false);
    });
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
    connect(page, &StartPage::createRequested, this, &Application::createFromRecipe);
    connect(page, &StartPage::learnRequested, this, &Application::openLesson);
    connect(page, &StartPage::connectionRequested, m_actions->action(u"connection.add"_s), &QAction::trigger);
    connect(page, &StartPage::importRequested, m_sandboxes, &SandboxesPart::importConnection);
    if (const auto osb = OpenSandbox::readOsbConfig(); osb && osb->domain) {
        const QString path = OpenSandbox::osbConfigPath();
        const QString home = QDir::homePath();
        page->offerImport(path.startsWith(home + u'/') ? u'~' + path.sliced(home.size()) : path,
            osb->apiKey ? tr("Found: %1, with a key").arg(*osb->domain) : tr("Found: %1, without a key").arg(*osb->domain));
    }
    connect(page, &StartPage::newNotebookRequested, m_actions->action(u"file.newNotebook"_s), &QAction::trigger);
    connect(page, &StartPage::openRequested, this, &Application::chooseFile);
    connect(page, &StartPage::shortcutsRequested, m_actions->action(u"help.shortcuts"_s), &QAction::trigger);
    connect(page, &StartPage::preferencesRequested, m_actions->action(u"tools.preferences"_s), &QAction::trigger);
    connect(page, &StartPage::showAtStartChanged, m_preferences.get(), &Preferences::setShowStartPage);
    m_window->addDocument(page, Icons::icon(u"house"_s), tr("Start"), { .calm = true });
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
    auto *dialog = new QFileDialog(m_window.get(), tr("Open file"), LastFolder::get(),
        tr("Notebooks (*.ipynb);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    LastFolder::follow(dialog);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &Application::openFiles);
    dialog->open();
}

QList<NotebookView *> Application::openFiles(const QStringList &paths)
{
    QList<NotebookView *> views;
    for (const QString &path : paths)
        views << m_notebooks->open(QFileInfo(path).absoluteFilePath());
    return views;
}

void Application::openLesson(const QString &name)
{
    registerNotebooks();
    const QString source = u":/notebooks/%1.ipynb"_s.arg(name);
    const QString folder = m_options.stateDirectory.isEmpty() ? QDir::tempPath() : m_options.stateDirectory + u"/notebooks"_s;
    QDir().mkpath(folder);
    // A copy of one's own, so that it can be changed and saved; what is there already stays.
    const QString path = folder + u'/' + name + u".ipynb"_s;
    if (!QFileInfo::exists(path)) {
        QFile::copy(source, path);
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
    }
    openFiles({ path });
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

void Application::keepSession()
{
    if (!m_state || m_reopening)
        return;
    QStringList open;
    for (const NotebookView *view : m_notebooks->all()) {
        if (!view->filePath().isEmpty())
            open.append(view->filePath());
    }
    m_absent.removeIf([&open](const QString &path) { return open.contains(path); });
    m_state->setValue(u"open"_s, open + m_absent);
    const NotebookView *current = m_notebooks->current();
    m_state->setValue(u"current"_s, current ? current->filePath() : QString());
}

void Application::reopenSession()
{
    if (!m_state || !m_preferences->reopenNotebooks())
        return;
    constexpr qsizetype mostAbsent = 20;
    QStringList paths;
    for (const QString &path : m_state->value(u"open"_s).toStringList()) {
        if (QFileInfo::exists(path))
            paths.append(path);
        else if (m_absent.size() < mostAbsent)
            m_absent.append(path);
    }
    if (paths.isEmpty())
        return;
    const auto open = [this, paths, current = m_state->value(u"current"_s).toString()] {
        m_reopening = true;
        openFiles(paths);
        if (paths.contains(current))
            openFiles({ current });
        m_reopening = false;
    };
    // Pain 136: a file that froze the program must not freeze every start. The mark goes when the window has answered for a while.
    if (m_state->value(u"reopening"_s).toBool()) {
        m_window->toasts().show({ .text = tr("The workbench stopped while it opened the notebooks of last time, so they were not opened again."),
            .meaning = Meaning::Warn, .time = std::chrono::hours(1), .buttons = { { tr("Open them"), open } } });
        return;
    }
    m_state->setValue(u"reopening"_s, true);
    m_state->sync();
    QTimer::singleShot(std::chrono::seconds(10), this, [this] { m_state->setValue(u"reopening"_s, false); });
    open();
}

#include "moc_application.cpp"

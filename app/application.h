// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QSize>
#include <QStringList>

#include <memory>
#include <optional>

#include "theme/theme.h"

class Actions;
class ConnectionStore;
class ExecutionTargets;
class Handover;
class LocalRuntime;
class MainWindow;
class NotebookDocuments;
class NotebookView;
class Preferences;
class QSettings;
class SandboxStore;
class SandboxesPart;
class SessionRegistry;

/// How the program was started.
struct ApplicationOptions
{
    QString configDirectory = {}; ///< Preferences and connections; empty: nothing is read or kept.
    QString stateDirectory = {}; ///< Window, docks, recent files; empty: nothing is read or kept.
    std::optional<Theme::Kind> theme = {}; ///< Overrides the preference for this run.
    std::optional<qreal> textScale = {}; ///< The same for the font size.
    bool localRuntime = true;
    bool resetLayout = false;
    bool takesFiles = true; ///< Those of further starts.
    QString connection = {}; ///< Id or name of the connection that new sandboxes are made on.
    QString sandbox = {}; ///< Id or name of the sandbox that opened notebooks use; without files it is shown itself.
    QStringList files = {};

    /// The usual XDG folders.
    static ApplicationOptions standard();
};

/// The composition root: makes stores, window and panes and connects them. Nothing else knows all of them.
class Application : public QObject
{
    Q_OBJECT
public:
    explicit Application(ApplicationOptions options, QObject *parent = nullptr);
    ~Application() override;

    MainWindow &window() const { return *m_window; }
    Actions &actions() const { return *m_actions; }
    Preferences &preferences() const { return *m_preferences; }
    ConnectionStore &connections() const { return *m_connections; }
    SandboxStore &sandboxes() const { return *m_store; }
    SessionRegistry &sessions() const { return *m_sessions; }

    /// Shows the window, starts the local runtime, opens the files of the command line.
    void start();
    QList<NotebookView *> openFiles(const QStringList &paths);
    NotebookDocuments &notebooks() const { return *m_notebooks; }
    /// Whether something that the command line asked for could not be done. It was told in the window and on stderr.
    bool hasComplained() const { return m_complained; }

private:
    void connectActions();
    void showStartPage();
    void showAbout();
    void chooseFile();
    void remember(const QString &path);
    /// The notebooks that are open now are those that the next start opens.
    void keepSession();
    void reopenSession();
    void openLesson(const QString &name);
    /// A sandbox and a notebook in it, for the cards of the start page.
    void createFromRecipe(const QString &recipe);
    void chooseConnection();
    /// What a second start of the program was to open.
    void takeFiles(const QStringList &files, const QString &token);
    void openSandbox(const QList<QPointer<NotebookView>> &views);
    /// Something the start could not do: in the window, and for whoever sees the terminal.
    void complain(const QString &text);
    void addNotebooks();
    void addSandboxes();
    void addActivity();
    void addFiles();

    const ApplicationOptions m_options;
    std::unique_ptr<QSettings> m_config;
    std::unique_ptr<QSettings> m_state;
    std::unique_ptr<Preferences> m_preferences;
    std::unique_ptr<ConnectionStore> m_connections;
    std::unique_ptr<LocalRuntime> m_runtime;
    std::unique_ptr<SandboxStore> m_store;
    std::unique_ptr<SessionRegistry> m_sessions;
    std::unique_ptr<Actions> m_actions;
    std::unique_ptr<ExecutionTargets> m_targets;
    std::unique_ptr<MainWindow> m_window;
    SandboxesPart *m_sandboxes = nullptr; ///< A child of the window.
    NotebookDocuments *m_notebooks = nullptr; ///< A child of the window.
    std::unique_ptr<Handover> m_handover;
    QPointer<QWidget> m_startPage;
    QPointer<QWidget> m_board; ///< What the layout for watching shows,
    QPointer<QWidget> m_beforeBoard; ///< and the document that was in front of it.
    bool m_complained = false;
    bool m_reopening = false; ///< The list of what was open last time is still being gone through.
    QStringList m_absent; ///< Notebooks of last time that are not there today, as on a share that is not mounted: the next start looks for them, too.
    QStringList m_recent;
    QStringList m_closed;
};

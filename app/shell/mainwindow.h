// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "shell/actions.h"
#include "shell/commandpalette.h"
#include "shell/statusbar.h"

#include <QIcon>
#include <QMainWindow>

#include <functional>
#include <memory>
#include <optional>

class QSettings;
class Toasts;

/// What would be lost if a document closed now.
struct DocumentLoss
{
    bool unsaved = false;
    QString running = {}; ///< A sentence: what runs in it. Empty: nothing does.
    std::optional<bool> endsContexts = {}; ///< Contexts that only it uses end with it, or stay. Empty: there are none. Alone they are no loss.
};

/// What the window asks of a document. All members may be empty.
struct DocumentHooks
{
    std::function<QList<QAction *>()> toolBarActions = {}; ///< Left part of the toolbar; separators and QWidgetActions are welcome.
    std::function<QList<QAction *>()> allActions = {}; ///< Targets of the document actions, by object name.
    std::function<bool()> save = {}; ///< Ctrl+S; true when written.
    std::function<void()> saveAs = {};
    std::function<bool()> requestClose = {}; ///< True: may close at once. False: asks itself and calls MainWindow::closeDocumentNow().
    std::function<DocumentLoss()> loss = {}; ///< Asked before the window or several documents close.
    /// Asks where to write a document that has no path, before it closes. `taken`: places that others were given meanwhile. Calls back once: with
    /// nothing when that was cancelled or cannot be, which it says itself.
    std::function<void(const QStringList &taken, std::function<void(const QString &place)>)> askPlace = {};
    /// Writes it there before it closes. Calls back once: false when that failed, which it says itself.
    std::function<void(const QString &place, std::function<void(bool)>)> saveFirst = {};
    std::function<void(bool end)> setEndsContexts = {}; ///< What becomes of them was chosen.
    std::function<void(std::function<void()>)> stopFirst = {}; ///< Ends what runs before it closes, then calls back.
    std::function<QString()> windowTitle = {}; ///< The part after the name, for example "py-analysis (Running) — Local runtime".
    std::function<QString()> path = {}; ///< For the tab's tooltip and Copy path.
    bool calm = false; ///< Right and bottom docks stay closed beside it until something asks for them.
};

/**
 * The frame: menu bar with the command field, the current document's toolbar, docks as tab groups around the
 * document tabs, status bar, palette, toasts. Knows no sandbox and no notebook; panes are added to it.
 */
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    enum class Area { Left, Right, Bottom };
    enum class Layout { Operate, Code, Watch };

    struct Pane
    {
        QString id = {}; ///< "sandboxes"
        QString title = {}; ///< "Sandboxes"
        QString icon = {}; ///< For the View menu and the palette.
        Area area = Area::Left;
        int group = 0; ///< Bottom only: 0 left group, 1 right group.
        QList<QAction *> headerActions = {}; ///< At most four are shown as 24 px buttons.
        QKeySequence shortcut = {}; ///< Shows and focuses the pane.
        bool onDemand = false; ///< In the bottom dock: takes no room until showPane() asks for it.
        bool inOperate = false; ///< On demand, but the layout Operate has it, too, and it comes back where it was open.
    };

    /// `settings` (window geometry, docks) may be null: nothing is remembered. Not owned.
    explicit MainWindow(Actions *actions, QSettings *settings = nullptr, QWidget *parent = nullptr);
    ~MainWindow() override;

    Actions &actions() const;
    StatusBar &status() const;
    Toasts &toasts() const;
    CommandPalette &palettePopup() const;

    // Documents ------------------------------------------------------------------------------------------
    /// Takes ownership, makes it current and gives it the focus.
    void addDocument(QWidget *document, const QIcon &icon, const QString &title, const DocumentHooks &hooks = {});
    QWidget *currentDocument() const;
    QList<QWidget *> documents() const;
    void setCurrentDocument(QWidget *document);
    void setDocumentTitle(QWidget *document, const QString &title);
    void setDocumentIcon(QWidget *document, const QIcon &icon);
    void setDocumentModified(QWidget *document, bool modified);
    /// Toolbar, window title or actions of this document changed.
    void refreshDocument(QWidget *document);
    /// Asks the document first.
    void closeDocument(QWidget *document);
    /// The document agreed.
    void closeDocumentNow(QWidget *document);
    /// One question for all that would be lost; they close when it is answered and what is to be saved is written.
    void closeDocuments(const QList<QWidget *> &documents);

    // Panes ----------------------------------------------------------------------------------------------
    void addPane(QWidget *pane, const Pane &spec);
    /// Opens its dock if needed, makes it the current tab and focuses it.
    void showPane(const QString &id, bool focus = true);
    void hidePane(const QString &id);
    bool isPaneVisible(const QString &id) const;
    void setPaneBadge(const QString &id, int count);
    QWidget *pane(const QString &id) const;

    void setAreaVisible(Area area, bool visible);
    bool isAreaVisible(Area area) const;
    void setLayout(Layout layout);
    void resetLayout();

    /// Something to know before the program ends: `what` says so in a sentence, or nothing when there is nothing to say; `end`, which may be empty, ends it.
    void addClosingConcern(std::function<QString()> what, std::function<void()> end = {});

    /// For File ▸ Open recent; missing files are shown grey.
    void setRecentFiles(const QStringList &paths);

Q_SIGNALS:
    /// .ipynb and other files dropped on the window or chosen by Open.
    void openRequested(const QStringList &paths);
    /// Null when there is none.
    void currentDocumentChanged(QWidget *document);
    void documentClosed(const QString &title, const QString &path);
    /// The window was closed with all that is in it.
    void closed();
    void layoutChosen(MainWindow::Layout layout);

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    /// Tab goes from part to part as the eye does, round the whole window.
    bool focusNextPrevChild(bool next) override;
    /// What no part wanted: Esc goes back to the document.
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

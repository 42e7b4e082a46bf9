// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The inside of MainWindow, shared by its files: mainwindow.cpp (frame, keys, events), mainwindowmenus.cpp,
// mainwindowdocuments.cpp (tabs) and mainwindowpanes.cpp (docks, layouts, what is remembered).

#include "mainwindow.h"

#include <QMenu>
#include <QPointer>
#include <QSettings>
#include <QSplitter>

#include <array>

class Closing;
class CommandField;
class DocumentArea;
class FocusKeeper;
class PaneGroup;
class QPushButton;
class QToolButton;
class SegmentedControl;
class ToolRow;

struct MainWindow::Private
{
    struct Document
    {
        QWidget *widget = nullptr;
        QString title;
        DocumentHooks hooks;
    };
    struct PaneEntry
    {
        Pane spec;
        QWidget *widget = nullptr;
        PaneGroup *group = nullptr;
        bool asked = false; ///< On demand, and it was demanded.
        bool closed = false; ///< In the bottom dock: by its own button.
    };

    MainWindow *q;
    Actions *actions;
    QSettings *settings;
    StatusBar *status = nullptr;
    Toasts *toasts = nullptr;
    CommandPalette *palette = nullptr;
    CommandField *field = nullptr;
    ToolRow *toolRow = nullptr;
    SegmentedControl *layouts = nullptr;
    QPushButton *newSandbox = nullptr;
    QSplitter *vertical = nullptr;
    QSplitter *horizontal = nullptr;
    QSplitter *bottom = nullptr;
    PaneGroup *left = nullptr;
    PaneGroup *right = nullptr;
    std::array<PaneGroup *, 2> bottoms {};
    DocumentArea *documentArea = nullptr;
    QWidget *nothing = nullptr;
    std::array<QToolButton *, 3> areaButtons {};
    QList<QMenu *> menus;
    QMenu *recent = nullptr;
    QList<QAction *> usualTools; ///< For documents without a toolbar of their own.
    QStringList recentFiles;
    QList<Document> documents;
    QList<PaneEntry> panes;
    FocusKeeper *keeper = nullptr;
    QList<std::pair<std::function<QString()>, std::function<void()>>> concerns;
    QPointer<Closing> closing; ///< While it is asked what is to be saved.
    bool mayClose = false; ///< It was asked.
    std::array<bool, 3> wanted { true, true, true };
    std::array<bool, 3> closed {}; ///< By a person, so that no layout opens it again.
    std::array<bool, 3> folded {};
    std::array<bool, 3> asked {}; ///< Beside a calm document: opened all the same.
    bool calm = false;
    std::array<bool, 3> wasSmall {};
    Layout layout = Layout::Code;
    bool restoring = false;
    bool leftDragged = false; ///< The left dock has a width somebody chose.

    void build();
    void addTabActions(QMenu *menu) const;
    void buildMenus();
    void fillMenu(QMenu *menu, const QString &key);
    void connectActions();
    Document *find(const QWidget *widget);
    void currentChanged();
    /// True when nothing would be lost. Otherwise asks and, when it is answered, closes them, or the whole window.
    bool askBeforeClosing(const QList<QWidget *> &which, bool quits);
    void refreshSides();
    void refreshTitle();
    void refreshAreas();
    void refreshAreaButtons();
    void want(Area area, bool visible);
    void open(Area area);
    bool isOpen(const PaneEntry &entry) const;
    /// Whether a pane of it is to be seen.
    bool hasOpenPane(const PaneGroup *group) const;
    void closeGroup(PaneGroup *group);
    bool staysCalm(Area area) const { return calm && area != Area::Left && !asked[std::size_t(area)]; }
    void foldForSize();
    PaneEntry *findPane(const QString &id);
    PaneGroup *groupFor(Area area, int index);
    void movePane(const QString &id, Area area, int group);
    void paneMenu(const QString &id, const QPoint &point);
    QWidget *areaWidget(Area area) const;
    void defaultSizes();
    void defaultWidths();
    int rightWidth() const;
    void save();
    void restore();
    /// From above to below and from left to right: toolbar, docks, documents, status bar.
    QList<QWidget *> parts() const;
    QList<QWidget *> tabOrder() const;
    void cyclePart(int step);
    QWidget *partOf(QWidget *widget) const;
    void giveFocusTo(QWidget *part);
    void editCommand(const char *slot);
    void addBell();
    void restyle();
};

/// The word for an area in action ids ("view.left") and settings.
QString areaKey(MainWindow::Area area);

inline constexpr std::array mainWindowAreas { MainWindow::Area::Left, MainWindow::Area::Right, MainWindow::Area::Bottom };
inline constexpr int numberedTabs = 9; ///< Ctrl+1 to Ctrl+9.

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow_p.h"

#include "commandfield.h"
#include "documentarea.h"
#include "documenttabs.h"
#include "shared/toasts.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QApplication>
#include <QFileInfo>
#include <QMenuBar>
#include <QPointer>

#include <utility>

using namespace Qt::StringLiterals;

void MainWindow::Private::addTabActions(QMenu *menu) const
{
    for (const QString &id : { u"file.close"_s, u"window.closeOthers"_s, u"file.reopen"_s })
        menu->addAction(actions->action(id));
    if (documentArea->groups().size() > 1)
        menu->addAction(actions->action(u"window.closeSide"_s));
    menu->addSeparator();
    for (const QString &id : { u"window.splitRight"_s, u"window.splitDown"_s, u"window.moveToNext"_s })
        menu->addAction(actions->action(id));
    menu->setToolTipsVisible(true);
}

void MainWindow::Private::buildMenus()
{
    QMenuBar *bar = q->menuBar();
    field = new CommandField(bar);
    bar->setCornerWidget(field, Qt::TopRightCorner);
    connect(field, &QAbstractButton::clicked, q, [this] { palette->open(); });
    for (const QString &key : { u"File"_s, u"Edit"_s, u"View"_s, u"Sandbox"_s, u"Run"_s, u"Context"_s, u"Tools"_s, u"Window"_s, u"Help"_s }) {
        QMenu *menu = bar->addMenu(Actions::menuTitle(key));
        menu->setObjectName(key);
        menu->setToolTipsVisible(true);
        // Filled at once, so that keys work and screen readers find them, and again when opened.
        fillMenu(menu, key);
        connect(menu, &QMenu::aboutToShow, q, [this, menu, key] { fillMenu(menu, key); });
        menus.append(menu);
    }
    for (QAction *action : actions->all())
        q->addAction(action);
    connect(actions, &Actions::added, q, [this](QAction *action) { q->addAction(action); });
}

void MainWindow::Private::fillMenu(QMenu *menu, const QString &key)
{
    static const QSet<QString> separatorBefore { u"file.save"_s, u"file.close"_s, u"app.quit"_s, u"edit.cut"_s, u"edit.selectAll"_s, u"view.operate"_s, u"view.left"_s,
        u"view.zoomIn"_s, u"view.fullScreen"_s, u"sandbox.notebook"_s, u"sandbox.pause"_s, u"sandbox.copyId"_s, u"connection.add"_s, u"sandbox.kill"_s,
        u"notebook.runAll"_s, u"notebook.interrupt"_s, u"notebook.runBackground"_s, u"notebook.insertAbove"_s, u"notebook.cut"_s, u"notebook.moveUp"_s, u"notebook.split"_s, u"notebook.tags"_s,
        u"notebook.heading1"_s, u"notebook.complete"_s, u"notebook.find"_s, u"notebook.lineNumbers"_s, u"notebook.fold"_s, u"notebook.scrollOutput"_s, u"window.closeOthers"_s, u"window.splitRight"_s, u"window.nextPart"_s, u"help.shortcuts"_s, u"help.about"_s };
    menu->clear();
    qDeleteAll(menu->findChildren<QMenu *>(Qt::FindDirectChildrenOnly));
    QHash<QString, QMenu *> inner;
    const auto put = [&](QAction *action) {
        const QString path = Actions::menu(action);
        QMenu *place = path == key ? menu : inner.value(path);
        if (!place) {
            place = menu->addMenu(Actions::menuTitle(path));
            place->setObjectName(path);
            place->setToolTipsVisible(true);
            inner.insert(path, place);
        }
        if (!place->isEmpty() && separatorBefore.contains(action->objectName()))
            place->addSeparator();
        place->addAction(action);
    };
    const auto putFurther = [&] {
        bool first = true;
        for (QAction *action : actions->furtherDocumentActions()) {
            const QString path = Actions::menu(action);
            if (path != key && !path.startsWith(key + u'/'))
                continue;
            if (std::exchange(first, false))
                menu->addSeparator();
            put(action);
        }
    };
    const bool closes = key == "File"_L1; // Closing and quitting stay last there.
    for (QAction *action : actions->all()) {
        if (Actions::menu(action) != key)
            continue;
        if (closes && action->objectName() == "file.close"_L1)
            putFurther();
        if (separatorBefore.contains(action->objectName()))
            menu->addSeparator();
        menu->addAction(action);
        if (action->objectName() == "file.open"_L1) {
            recent = menu->addMenu(tr("Open &recent"));
            recent->setEnabled(!recentFiles.isEmpty());
            for (const QString &path : std::as_const(recentFiles)) {
                QAction *entry = recent->addAction(QFileInfo(path).fileName());
                entry->setToolTip(path);
                entry->setEnabled(QFileInfo::exists(path));
                connect(entry, &QAction::triggered, q, [this, path] { Q_EMIT q->openRequested({ path }); });
            }
            recent->setToolTipsVisible(true);
        }
        if (action->objectName() == "view.right"_L1) {
            QMenu *list = menu->addMenu(Actions::menuTitle(u"View/Panes"_s));
            list->setObjectName(u"View/Panes"_s);
            for (const PaneEntry &pane : std::as_const(panes)) {
                QAction *entry = list->addAction(pane.spec.title);
                connect(entry, &QAction::triggered, q, [this, id = pane.spec.id] { q->showPane(id); });
            }
        }
    }
    if (!closes)
        putFurther();
    if (key == "Window"_L1 && !documents.isEmpty()) {
        menu->addSeparator();
        const QList<QWidget *> open = documentArea->documents();
        for (qsizetype i = 0; i < open.size(); ++i) {
            QString text = QString(find(open.at(i))->title).replace(u'&', u"&&"_s);
            if (i < numberedTabs)
                text += u'\t' + QKeySequence(int(Qt::CTRL) | (Qt::Key_1 + int(i))).toString(QKeySequence::NativeText);
            QAction *entry = menu->addAction(text);
            entry->setCheckable(true);
            entry->setChecked(open.at(i) == q->currentDocument());
            connect(entry, &QAction::triggered, q, [this, widget = QPointer<QWidget>(open.at(i))] {
                if (widget)
                    q->setCurrentDocument(widget);
            });
        }
    }
}

void MainWindow::Private::connectActions()
{
    const auto on = [this](const QString &id, auto run) { connect(actions->action(id), &QAction::triggered, q, run); };
    on(u"view.palette"_s, [this] { palette->open(); });
    on(u"view.quickOpen"_s, [this] { palette->open(u"/"_s); });
    on(u"view.operate"_s, [this] { q->setLayout(Layout::Operate); });
    on(u"view.code"_s, [this] { q->setLayout(Layout::Code); });
    on(u"view.watch"_s, [this] { q->setLayout(Layout::Watch); });
    on(u"view.left"_s, [this] { q->setAreaVisible(Area::Left, !q->isAreaVisible(Area::Left)); });
    on(u"view.bottom"_s, [this] { q->setAreaVisible(Area::Bottom, !q->isAreaVisible(Area::Bottom)); });
    on(u"view.right"_s, [this] { q->setAreaVisible(Area::Right, !q->isAreaVisible(Area::Right)); });
    on(u"view.fullScreen"_s, [this] { q->setWindowState(q->windowState() ^ Qt::WindowFullScreen); });
    on(u"view.resetLayout"_s, [this] { q->resetLayout(); });
    on(u"file.save"_s, [this] {
        if (const Document *document = find(q->currentDocument()); document && document->hooks.save)
            document->hooks.save();
    });
    on(u"file.saveAs"_s, [this] {
        if (const Document *document = find(q->currentDocument()); document && document->hooks.saveAs)
            document->hooks.saveAs();
    });
    on(u"file.close"_s, [this] {
        if (QWidget *widget = q->currentDocument())
            q->closeDocument(widget);
    });
    on(u"window.closeOthers"_s, [this] {
        QList<QWidget *> others = q->documents();
        others.removeAll(q->currentDocument());
        q->closeDocuments(others);
    });
    on(u"window.closeSide"_s, [this] { q->closeDocuments(documentArea->active()->documents()); });
    const auto step = [this](int by) {
        DocumentTabs *tabs = documentArea->active()->tabs();
        if (tabs->count() > 0)
            tabs->setCurrentIndex((tabs->currentIndex() + by + tabs->count()) % tabs->count());
    };
    on(u"window.next"_s, [step] { step(1); });
    on(u"window.previous"_s, [step] { step(-1); });
    const auto split = [this](DocumentArea::Side side) {
        if (QWidget *document = q->currentDocument())
            documentArea->move(document, documentArea->groupOf(document), side);
    };
    on(u"window.splitRight"_s, [split] { split(DocumentArea::Side::Right); });
    on(u"window.splitDown"_s, [split] { split(DocumentArea::Side::Below); });
    on(u"window.moveToNext"_s, [this] {
        if (QWidget *document = q->currentDocument())
            documentArea->moveToNext(document);
    });
    on(u"window.nextGroup"_s, [this] { documentArea->activateNext(); });
    // The first nine tabs by their number; the Window menu shows which is which.
    for (int i = 0; i < numberedTabs; ++i) {
        auto *go = new QAction(q);
        go->setShortcut(QKeySequence(int(Qt::CTRL) | (Qt::Key_1 + i)));
        connect(go, &QAction::triggered, q, [this, i] {
            if (QWidget *document = documentArea->documents().value(i))
                q->setCurrentDocument(document);
        });
        q->addAction(go);
    }
    on(u"window.nextPart"_s, [this] { cyclePart(1); });
    on(u"window.previousPart"_s, [this] { cyclePart(-1); });
    on(u"app.quit"_s, [this] { q->close(); });
    on(u"edit.undo"_s, [this] {
        if (!toasts->undoLast())
            editCommand("undo");
    });
    on(u"edit.redo"_s, [this] { editCommand("redo"); });
    on(u"edit.cut"_s, [this] { editCommand("cut"); });
    on(u"edit.copy"_s, [this] { editCommand("copy"); });
    on(u"edit.paste"_s, [this] { editCommand("paste"); });
    on(u"edit.selectAll"_s, [this] { editCommand("selectAll"); });
    auto *separator = new QAction(q);
    separator->setSeparator(true);
    usualTools = { actions->action(u"notebook.run"_s), actions->action(u"notebook.interrupt"_s), actions->action(u"notebook.restart"_s), separator,
        actions->action(u"file.open"_s) };
    actions->setEnabled(u"file.save"_s, false, tr("Nothing to save is open."));
    actions->setEnabled(u"file.saveAs"_s, false, tr("Nothing to save is open."));
    actions->setEnabled(u"file.close"_s, false, tr("No tab is open."));
    actions->setEnabled(u"file.reopen"_s, false, tr("No tab was closed."));
}

void MainWindow::setRecentFiles(const QStringList &paths)
{
    d->recentFiles = paths;
}
void MainWindow::Private::addBell()
{
    status->setSegment(u"bell"_s, { .icon = u"bell"_s, .toolTip = tr("Notifications"), .atRight = true, .neverFolds = true, .order = StatusBar::BellOrder });
    auto *menu = new QMenu(q);
    connect(menu, &QMenu::aboutToShow, q, [this, menu] {
        menu->clear();
        for (const Toasts::Said &said : toasts->history()) {
            const QString text = QFontMetrics(menu->font()).elidedText(said.toast.text, Qt::ElideRight, Metrics::scaled(420));
            QAction *action = menu->addAction(Icons::icon(Toasts::iconOf(said.toast), Icons::role(said.toast.meaning)), said.when.toString(u"HH:mm"_s) + u"  "_s + QString(text).replace(u'&', u"&&"_s));
            action->setIconVisibleInMenu(true);
            action->setToolTip(said.toast.text);
            connect(action, &QAction::triggered, q, [this, toast = said.toast] { toasts->show(toast); });
        }
        if (menu->isEmpty())
            menu->addAction(tr("No notifications yet"))->setEnabled(false);
        menu->setToolTipsVisible(true);
    });
    status->setSegmentMenu(u"bell"_s, menu);
}

void MainWindow::Private::editCommand(const char *slot)
{
    QWidget *focus = QApplication::focusWidget();
    if (focus && focus->metaObject()->indexOfMethod(QByteArray(slot).append("()").constData()) >= 0)
        QMetaObject::invokeMethod(focus, slot);
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebooks.h"

#include "execution/executiontargets.h"
#include "notebookview.h"
#include "shared/badge.h"
#include "shell/mainwindow.h"
#include "theme/icons.h"

#include <opensandbox/notebook/document.h>

#include <QFileInfo>

using namespace Qt::StringLiterals;

Notebooks::Notebooks(MainWindow *window, ExecutionTargets *targets, QObject *parent) : QObject(parent), m_window(window), m_targets(targets)
{
    connect(m_window, &MainWindow::currentDocumentChanged, this, &Notebooks::updateStatus);
    m_window->addCloseGuard([this]() {
        // Asks in place, in the first notebook that has something to lose.
        const QList<NotebookView *> all = views();
        for (NotebookView *view : all) {
            if (!view->isBusy() && !view->isModified())
                continue;
            m_window->setCurrentDocument(view);
            if (!view->requestClose())
                return false;
        }
        return true;
    });
    updateStatus();
}

QList<NotebookView *> Notebooks::views() const
{
    QList<NotebookView *> result;
    const QList<QWidget *> documents = m_window->documents();
    for (QWidget *document : documents) {
        if (auto *view = qobject_cast<NotebookView *>(document))
            result.append(view);
    }
    return result;
}

NotebookView *Notebooks::current() const
{
    return qobject_cast<NotebookView *>(m_window->currentDocument());
}

void Notebooks::setDefaultSandbox(const QString &connection, const QString &sandboxId)
{
    m_connection = connection;
    m_sandbox = sandboxId;
}

NotebookView *Notebooks::open(const QString &path)
{
    const QString wanted = QFileInfo(path).canonicalFilePath();
    const QList<NotebookView *> all = views();
    for (NotebookView *view : all) {
        if (!wanted.isEmpty() && QFileInfo(view->filePath()).canonicalFilePath() == wanted) {
            m_window->setCurrentDocument(view);
            return view;
        }
    }
    auto *view = new NotebookView(m_targets);
    const bool good = view->open(path);
    if (!m_sandbox.isEmpty())
        view->attach(m_connection, m_sandbox);
    add(view);
    if (good)
        Q_EMIT opened(path);
    return view;
}

NotebookView *Notebooks::openLesson(const QString &resource, const QString &title)
{
    const QList<NotebookView *> all = views();
    for (NotebookView *view : all) {
        if (view->property("wbLesson").toString() == resource) {
            m_window->setCurrentDocument(view);
            return view;
        }
    }
    auto *view = new NotebookView(m_targets);
    view->openCopy(resource, title);
    view->setProperty("wbLesson", resource);
    if (!m_sandbox.isEmpty())
        view->attach(m_connection, m_sandbox);
    return add(view);
}

NotebookView *Notebooks::create(const QString &connection, const QString &sandboxId)
{
    auto *view = new NotebookView(m_targets);
    if (!sandboxId.isEmpty())
        view->attach(connection, sandboxId);
    else if (!m_sandbox.isEmpty())
        view->attach(m_connection, m_sandbox);
    return add(view);
}

NotebookView *Notebooks::add(NotebookView *view)
{
    const auto sandboxText = [this, view]() {
        const QString id = view->currentSandboxId();
        if (id.isEmpty())
            return QString();
        const ExecutionTarget target = m_targets->describe(id, {});
        return target.sandboxName.isEmpty() ? id : target.sandboxName;
    };
    DocumentHooks hooks;
    hooks.toolBarActions = [view]() { return view->toolBarActions(); };
    hooks.allActions = [view]() { return view->allActions(); };
    hooks.save = [view]() { return view->save(); };
    hooks.saveAs = [view]() { view->askWhereToSave(); };
    hooks.requestClose = [view]() { return view->requestClose(); };
    hooks.windowTitle = sandboxText;
    hooks.path = [view]() { return view->filePath(); };
    m_window->addDocument(view, Icons::icon(u"notebook-text"_s), view->title(), hooks);
    m_window->setDocumentModified(view, view->isModified());
    connect(view, &NotebookView::titleChanged, this, [this, view]() { m_window->setDocumentTitle(view, view->title()); });
    connect(view, &NotebookView::modifiedChanged, this, [this, view](bool modified) { m_window->setDocumentModified(view, modified); });
    connect(view, &NotebookView::closeAccepted, this, [this, view]() { m_window->closeDocumentNow(view); });
    connect(view, &NotebookView::modeChanged, this, &Notebooks::updateStatus);
    connect(view, &NotebookView::contextChanged, this, &Notebooks::updateStatus);
    connect(view, &NotebookView::terminalRequested, this, &Notebooks::terminalRequested);
    connect(view, &NotebookView::fileRequested, this, &Notebooks::fileRequested);
    connect(view, &NotebookView::newSandboxRequested, this, &Notebooks::newSandboxRequested);
    connect(view, &NotebookView::openInTabRequested, this,
            [this](QWidget *widget, const QIcon &icon, const QString &title) { m_window->addDocument(widget, icon, title); });
    updateStatus();
    return view;
}

void Notebooks::updateStatus()
{
    StatusBar &bar = m_window->status();
    const NotebookView *view = current();
    if (!view) {
        bar.removeSegment(u"mode"_s);
        bar.removeSegment(u"context"_s);
        return;
    }
    StatusBar::Segment mode;
    mode.text = view->modeText();
    mode.atRight = true;
    mode.order = StatusBar::ModeOrder;
    bar.setSegment(u"mode"_s, mode);
    StatusBar::Segment context;
    context.badge = LanguageBadge::letters(view->currentLanguage());
    context.badgeSeries = view->currentSeries();
    context.text = view->contextText();
    context.toolTip = tr("Where the current cell runs");
    context.order = StatusBar::ContextOrder;
    bar.setSegment(u"context"_s, context);
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebookdocuments.h"

#include "execution/executiontargets.h"
#include "notebook/cellcanvas.h"
#include "notebook/notebookview.h"
#include "notebook/outlinepane.h"
#include "notebook/queuepane.h"
#include "notebook/variablespane.h"
#include "sandboxes/contextspane.h"
#include "session/connectionstore.h"
#include "session/sandboxsession.h"
#include "session/sandboxstore.h"
#include "session/sandboxwords.h"
#include "shared/badge.h"
#include "shared/lists.h"
#include "shared/toasts.h"
#include "shell/mainwindow.h"
#include "shell/preferences.h"
#include "theme/icons.h"

#include <opensandbox/notebook/journal.h>

#include <QAction>
#include <QFileInfo>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;

namespace {

QAction *actionOf(const NotebookView *view, const QString &id)
{
    for (QAction *candidate : view->allActions()) {
        if (candidate->objectName() == id)
            return candidate;
    }
    return nullptr;
}

/// Stands beside what was recovered while it is being opened.
QString openingMark(const Notebook::Recovery &recovery)
{
    return recovery.directory + u"/opening"_s;
}

void setContinueOnError(const NotebookView *view, bool on)
{
    if (QAction *goOn = actionOf(view, u"notebook.continueOnError"_s); goOn && goOn->isChecked() != on)
        goOn->trigger();
}

} // namespace

NotebookDocuments::NotebookDocuments(MainWindow *window, ExecutionTargets *targets, SessionRegistry *registry, Preferences *preferences, const QString &journalFolder,
    QObject *parent)
    : QObject(parent), m_window(window), m_targets(targets), m_store(registry->store()), m_preferences(preferences), m_journalFolder(journalFolder),
      m_continueOnError(preferences->continueOnError())
{
    addPanes(registry);
    window->addClosingConcern([this] { return backgroundText(); });
    connect(preferences, &Preferences::changed, this, &NotebookDocuments::followPreferences);
    connect(window, &MainWindow::currentDocumentChanged, this, &NotebookDocuments::refreshStatus);
    connect(window, &MainWindow::closed, this, [this] {
        for (NotebookView *view : all())
            view->leaveContexts();
    });
    targets->setEndsOwnContexts(preferences->endOwnContexts());
    connect(targets, &ExecutionTargets::ownContextLeft, this, &NotebookDocuments::tellOfLeftContext);
    connect(targets, &ExecutionTargets::changed, this, [this] {
        if (NotebookView *view = current())
            m_window->setDocumentTitle(view, view->title());
        refreshStatus();
    });
}

void NotebookDocuments::addPanes(SessionRegistry *registry)
{
    m_variables = new VariablesPane(m_targets);
    m_outline = new OutlinePane;
    m_queue = new QueuePane(m_targets);
    m_window->addPane(m_variables, { .id = u"variables"_s, .title = tr("Variables"), .icon = u"variable"_s, .area = MainWindow::Area::Right });
    m_window->addPane(m_outline, { .id = u"outline"_s, .title = tr("Outline"), .icon = u"list-tree"_s, .area = MainWindow::Area::Right });
    auto *contexts = new ContextsPane(registry);
    m_window->addPane(contexts, { .id = u"contexts"_s, .title = tr("Contexts"), .icon = u"layers"_s, .area = MainWindow::Area::Right });
    connect(contexts, &ContextsPane::sandboxRequested, this, &NotebookDocuments::sandboxRequested);
    connect(contexts, &ContextsPane::failed, m_window, [this](const QString &text) { m_window->toasts().show({ .text = text, .meaning = Meaning::Bad }); });
    m_window->addPane(m_queue, { .id = u"queue"_s, .title = tr("Queue"), .icon = u"list-end"_s, .area = MainWindow::Area::Right, .headerActions = { m_queue->menuAction() } });
    connect(m_queue, &QueuePane::countChanged, m_window, [this](int waiting) { m_window->setPaneBadge(u"queue"_s, waiting); });
    connect(m_variables, &VariablesPane::gridRequested, m_window,
        [this](QWidget *grid, const QString &title) { m_window->addDocument(grid, Icons::icon(u"table-2"_s), title); });
    connect(m_window, &MainWindow::currentDocumentChanged, this, [this] {
        // A document of another kind leaves the panes as they are, as long as the notebook is open.
        NotebookView *view = current();
        if (view || all().isEmpty())
            followInPanes(view);
    });
}

void NotebookDocuments::followInPanes(NotebookView *view)
{
    m_followed = view;
    m_variables->setView(view);
    m_outline->setView(view);
    m_queue->setView(view);
}

void NotebookDocuments::recover()
{
    if (m_journalFolder.isEmpty())
        return;
    QThreadPool::globalInstance()->start([guard = QPointer<NotebookDocuments>(this), folder = m_journalFolder] {
        const QList<Notebook::Recovery> found = Notebook::Journal::find(folder);
        if (found.isEmpty())
            return;
        // Pain 136: what froze the program when it was opened last must not freeze every start.
        QList<Notebook::Recovery> suspected;
        QList<Notebook::Recovery> calm;
        for (const Notebook::Recovery &recovery : found)
            (QFile::exists(openingMark(recovery)) ? suspected : calm).append(recovery);
        QMetaObject::invokeMethod(
            qApp,
            [guard, suspected, calm] {
                if (!guard)
                    return;
                for (const Notebook::Recovery &recovery : suspected)
                    guard->offer(recovery);
                for (const Notebook::Recovery &recovery : calm)
                    guard->restore(recovery);
            },
            Qt::QueuedConnection);
    });
}

void NotebookDocuments::offer(const Notebook::Recovery &recovery)
{
    const QString name = recovery.path.isEmpty() ? recovery.title : QFileInfo(recovery.path).fileName();
    m_window->toasts().show({ .text = tr("The workbench stopped while it opened %1, so it was not opened again. Its unsaved changes are kept.").arg(name),
                              .meaning = Meaning::Warn, .time = std::chrono::hours(1), .buttons = { { tr("Open it"), [this, recovery] { restore(recovery); } } } });
}

void NotebookDocuments::restore(const Notebook::Recovery &recovery)
{
    // Gone when the window has been answering for a while.
    QFile mark(openingMark(recovery));
    if (mark.open(QIODevice::WriteOnly))
        QTimer::singleShot(m_calm, this, [path = mark.fileName()] { QFile::remove(path); });
    // A file that was opened meanwhile is not shown twice.
    const QList<NotebookView *> open = all();
    const auto same = std::find_if(open.begin(), open.end(), [&recovery](const NotebookView *view) { return view->holds(recovery.path) && !view->isUnsaved(); });
    NotebookView *view = same == open.end() ? new NotebookView(m_targets) : *same;
    if (same == open.end())
        add(view);
    else
        m_window->setCurrentDocument(view);
    view->restore(recovery);
}

/// What of it runs in the background, in a sentence for each fate: what ends with the program, and what goes on without it.
QString NotebookDocuments::backgroundText() const
{
    QStringList end;
    QStringList stay;
    for (const NotebookView *view : all()) {
        for (const NotebookView::Background &cell : view->background()) {
            const Connection *connection = m_store->connectionOf(cell.sandbox);
            (connection && connection->isLocal() ? end : stay).append(tr("%1 in %2").arg(cell.cell, view->title()));
        }
    }
    QStringList sentences;
    if (!end.isEmpty())
        sentences << tr("Cells in the background end with the program: %1.").arg(Lists::some(end));
    if (!stay.isEmpty())
        sentences << tr("Cells in the background go on: %1. Their notebooks show the rest when they are opened again.").arg(Lists::some(stay));
    return sentences.join(u' ');
}

NotebookView *NotebookDocuments::open(const QString &path)
{
    for (NotebookView *view : all()) {
        if (view->holds(path)) {
            m_window->setCurrentDocument(view);
            if (view->isBroken() && view->open(path)) // It was mended meanwhile.
                Q_EMIT opened(path);
            return view;
        }
    }
    auto *view = new NotebookView(m_targets);
    const bool large = QFileInfo(path).size() > NotebookView::largeFile;
    connect(view, &NotebookView::loaded, this, [this, path](bool good) {
        if (good)
            Q_EMIT opened(path);
    });
    if (large)
        view->load(path);
    const bool read = !large && view->open(path);
    add(view);
    if (read)
        Q_EMIT opened(path);
    return view;
}

/// With the first number that no open notebook has.
QString NotebookDocuments::freeName() const
{
    QStringList taken;
    for (const NotebookView *view : all())
        taken.append(view->title());
    for (int number = 1;; ++number) {
        const QString name = tr("Untitled-%1.ipynb").arg(number);
        if (!taken.contains(name))
            return name;
    }
}

NotebookView *NotebookDocuments::create(const QString &sandboxId, const QString &language)
{
    auto *view = new NotebookView(m_targets);
    view->setUntitledName(freeName());
    if (!language.isEmpty()) {
        Notebook::Binding binding = view->document()->defaultBinding();
        binding.language = language;
        view->document()->setDefaultBinding(binding);
    }
    add(view);
    if (const SandboxRecord *record = m_store->find(sandboxId))
        view->attach(record->connectionId, sandboxId);
    view->document()->setModified(false); // What it was made with is nothing to lose.
    view->canvas()->edit(); // A new notebook is there to be written in.
    return view;
}

NotebookView *NotebookDocuments::current() const
{
    return qobject_cast<NotebookView *>(m_window->currentDocument());
}

QList<NotebookView *> NotebookDocuments::all() const
{
    QList<NotebookView *> list;
    for (QWidget *document : m_window->documents()) {
        if (auto *view = qobject_cast<NotebookView *>(document))
            list.append(view);
    }
    return list;
}

/// Nobody would look for it, and it takes its share of the sandbox.
void NotebookDocuments::tellOfLeftContext(const ExecutionTarget &context, const QString &reason)
{
    const QString name = context.contextName.isEmpty() ? context.contextId : context.contextName;
    m_window->toasts().show({ .text = tr("%1 in %2 did not end with its notebook. %3").arg(name, context.sandboxName, reason), .meaning = Meaning::Warn, .time = std::chrono::seconds(30),
        .buttons = { { tr("Try again"), [this, context] { m_targets->endOwnContext(context.sandboxId, context.contextId); } },
            { tr("Show contexts"), [this, id = context.sandboxId] { Q_EMIT sandboxRequested(id); } } } });
}

void NotebookDocuments::followPreferences()
{
    m_targets->setEndsOwnContexts(m_preferences->endOwnContexts());
    if (m_continueOnError == m_preferences->continueOnError())
        return;
    m_continueOnError = m_preferences->continueOnError();
    for (const NotebookView *view : all())
        setContinueOnError(view, m_continueOnError);
}

void NotebookDocuments::add(NotebookView *view)
{
    if (!m_journalFolder.isEmpty())
        view->keepJournal(m_journalFolder);
    setContinueOnError(view, m_continueOnError);
    view->setOpenElsewhere([this, view](const QString &path) -> std::function<void()> {
        for (NotebookView *other : all()) {
            if (other != view && other->holds(path))
                return [window = m_window, other = QPointer<NotebookView>(other)] {
                    if (other)
                        window->setCurrentDocument(other);
                };
        }
        return {};
    });
    connect(view, &NotebookView::closing, this, [this, view] {
        if (m_followed == view)
            followInPanes(nullptr);
    });
    DocumentHooks hooks;
    hooks.toolBarActions = [view] { return view->toolBarActions(); };
    hooks.allActions = [view] { return view->allActions(); };
    hooks.save = [view] { return view->save(); };
    hooks.saveAs = [saveAs = QPointer<QAction>(actionOf(view, u"notebook.saveAs"_s))] {
        if (saveAs)
            saveAs->trigger();
    };
    hooks.requestClose = [view] { return view->requestClose(); };
    hooks.loss = [view] {
        DocumentLoss loss { .unsaved = view->isUnsaved(), .running = view->runningText(), .endsContexts = {} };
        if (view->hasOwnContexts())
            loss.endsContexts = view->endsOwnContexts();
        return loss;
    };
    hooks.setEndsContexts = [view](bool end) { view->setEndsOwnContexts(end); };
    hooks.askPlace = [view](const QStringList &taken, std::function<void(const QString &)> done) { view->askPlace(taken, std::move(done)); };
    hooks.saveFirst = [view](const QString &place, std::function<void(bool)> done) { view->saveFirst(place, std::move(done)); };
    hooks.stopFirst = [view](std::function<void()> done) { view->stopFirst(std::move(done)); };
    hooks.windowTitle = [this, view] { return contextTitle(view); };
    hooks.path = [view] { return view->filePath(); };

    connect(view, &NotebookView::titleChanged, m_window, [this, view] { m_window->setDocumentTitle(view, view->title()); });
    connect(view, &NotebookView::modifiedChanged, m_window, [this, view](bool modified) { m_window->setDocumentModified(view, modified); });
    connect(view, &NotebookView::closeAccepted, m_window, [this, view] { m_window->closeDocumentNow(view); });
    connect(view, &NotebookView::openInTabRequested, m_window,
        [this](QWidget *widget, const QIcon &icon, const QString &title) { m_window->addDocument(widget, icon, title); });
    connect(view, &NotebookView::fileRequested, this, &NotebookDocuments::fileRequested);
    connect(view, &NotebookView::openAnotherRequested, m_window->actions().action(u"file.open"_s), &QAction::trigger);
    connect(view, &NotebookView::newSandboxRequested, m_window->actions().action(u"sandbox.new"_s), &QAction::trigger);
    connect(view, &NotebookView::modeChanged, this, &NotebookDocuments::refreshStatus);
    connect(view, &NotebookView::contextChanged, this, [this, view] {
        m_window->setDocumentTitle(view, view->title());
        refreshStatus();
    });
    m_window->addDocument(view, Icons::icon(u"notebook-text"_s), view->title(), hooks);
    m_window->setDocumentModified(view, view->isModified());
}

QString NotebookDocuments::contextTitle(const NotebookView *view) const
{
    const SandboxRecord *record = m_store->find(view->currentSandboxId());
    if (!record)
        return {};
    const Connection *connection = m_store->connectionOf(record->id());
    return u"%1 (%2) — %3"_s.arg(record->name(), SandboxWords::state(*record).word, connection ? connection->name() : record->connectionId);
}

void NotebookDocuments::refreshStatus()
{
    StatusBar &status = m_window->status();
    const NotebookView *view = current();
    if (!view) {
        status.removeSegment(u"context"_s);
        status.setSegment(u"mode"_s, { .text = tr("Ready"), .atRight = true, .order = StatusBar::ModeOrder });
    } else {
        const QString sandboxId = view->currentSandboxId();
        StatusBar::Segment context { .text = view->contextText(), .toolTip = tr("Context of the current cell"), .order = StatusBar::ContextOrder };
        if (!sandboxId.isEmpty()) {
            context.badge = LanguageBadge::letters(view->currentLanguage());
            context.badgeSeries = m_store->seriesOf(sandboxId);
        } else
            context.icon = u"unplug"_s;
        status.setSegment(u"context"_s, context);
        status.setSegment(u"mode"_s, { .text = view->modeText(), .atRight = true, .order = StatusBar::ModeOrder });
    }
    const QString sandboxId = view ? view->currentSandboxId() : QString();
    if (sandboxId != m_sandboxId) {
        m_sandboxId = sandboxId;
        Q_EMIT sandboxChanged(sandboxId);
    }
}

#include "moc_notebookdocuments.cpp"

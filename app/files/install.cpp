// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "install.h"

#include "filemodel.h"
#include "filepreview.h"
#include "filesdocument.h"
#include "filespane.h"
#include "filesworkspace.h"
#include "remotepath.h"
#include "transferspane.h"

#include <opensandbox/sandbox.h>

#include <session/sandboxsession.h>
#include <session/sandboxwords.h>
#include <shared/toasts.h>
#include <shell/mainwindow.h>

#include <QAction>

using namespace Qt::StringLiterals;
using OpenSandbox::Error;
using OpenSandbox::Result;

namespace Files {
namespace {

const QString &startFolder()
{
    static const QString folder = u"/workspace"_s;
    return folder;
}

/// The way into a sandbox, held open as long as its files are.
struct Way
{
    std::shared_ptr<SandboxSession> session;
    std::shared_ptr<OpenSandbox::Sandbox> sandbox;
};

OpenSandbox::Task<Source> attach(std::shared_ptr<SandboxSession> session)
{
    if (!session) {
        const Result<Source> unknown = std::unexpected(makeError(Error::Kind::InvalidArgument, FilesPart::tr("The sandbox is not there any more.")));
        co_return unknown;
    }
    const Result<std::shared_ptr<OpenSandbox::CodeInterpreter>> ready = co_await session->ready();
    if (!ready)
        co_return std::unexpected(ready.error());
    const auto way = std::make_shared<Way>(session, session->sandbox());
    if (!way->sandbox) {
        const Result<Source> lost = std::unexpected(makeError(Error::Kind::NotReady, FilesPart::tr("The sandbox stopped meanwhile.")));
        co_return lost;
    }
    Source source;
    source.sandboxId = session->sandboxId();
    source.sandboxName = session->name();
    source.files = std::shared_ptr<OpenSandbox::FilesService>(way, &way->sandbox->files());
    source.commands = std::shared_ptr<OpenSandbox::CommandsService>(way, &way->sandbox->commands());
    const Result<Source> result(source);
    co_return result;
}

} // namespace

FilesPart *installFiles(MainWindow &window, SessionRegistry &sessions, QSettings *settings)
{
    return new FilesPart(window, sessions, settings);
}

FilesPart::FilesPart(MainWindow &window, SessionRegistry &sessions, QSettings *settings)
    : QObject(&window), m_window(window), m_sessions(sessions),
      m_workspace(new FilesWorkspace([&sessions](const QString &id) { return attach(sessions.session(id)); }, settings, this)),
      m_transfers(new TransfersPane(m_workspace->transfers()))
{
    auto *pane = new FilesPane(m_workspace);
    window.addPane(pane, { .id = u"files"_s, .title = tr("Files"), .icon = u"folder"_s, .area = MainWindow::Area::Left, .headerActions = pane->headerActions(), .shortcut = {} });
    window.addPane(m_transfers, { .id = u"transfers"_s, .title = tr("Transfers"), .icon = u"arrow-up-down"_s, .area = MainWindow::Area::Bottom, .group = 1,
                                  .headerActions = m_transfers->headerActions(), .shortcut = {}, .onDemand = true, .inOperate = false });
    connect(m_workspace, &FilesWorkspace::openRequested, this, &FilesPart::openFolder);
    connect(m_transfers, &TransfersPane::showFolderRequested, this, [this](const QString &sandboxId, const QString &folder) { openFolder(sandboxId, folder, {}); });
    TransferQueue *queue = m_workspace->transfers();
    connect(queue, &TransferQueue::added, this, [this] { m_window.showPane(u"transfers"_s, false); });
    connect(queue, &TransferQueue::activeChanged, this, &FilesPart::updateTransfers);
    connect(&window.status(), &StatusBar::activated, this, [this](const QString &id) {
        if (id == "transfers"_L1)
            m_window.showPane(u"transfers"_s);
    });

    SandboxStore *store = sessions.store();
    const auto later = [this] {
        if (m_updatePending)
            return;
        m_updatePending = true;
        QMetaObject::invokeMethod(this, &FilesPart::updateSandboxes, Qt::QueuedConnection);
    };
    connect(store, &SandboxStore::added, this, later);
    connect(store, &SandboxStore::changed, this, later);
    connect(store, &SandboxStore::removed, this, later);
    // A way in that broke is looked for again when somebody needs it.
    connect(&sessions, &SessionRegistry::sessionAdded, this, [this](const std::shared_ptr<SandboxSession> &session) {
        const SandboxSession *watched = session.get();
        connect(watched, &SandboxSession::stateChanged, this, [this, watched] {
            if (watched->state() != SandboxSession::State::Ready)
                m_workspace->detach(watched->sandboxId());
        });
    });
    window.addClosingConcern(
        [this] {
            const int active = m_workspace->transfers()->activeCount();
            return active == 0 ? QString() : tr("%Ln transfers are not done. Quitting cancels them.", nullptr, active);
        },
        [this] { m_workspace->transfers()->cancelAll({}); });
    updateSandboxes();
}

FilesPart::~FilesPart() = default;

void FilesPart::updateSandboxes()
{
    m_updatePending = false;
    QList<SandboxEntry> entries;
    for (const SandboxRecord &record : m_sessions.store()->records()) {
        if (!record.isPresent())
            continue;
        const StateLook look = SandboxWords::state(record);
        entries.append({ record.id(), record.name(), look.word, look.icon, record.isRunning() });
    }
    m_workspace->setSandboxes(entries);
    // With one running sandbox there is nothing to choose.
    if (m_workspace->sandbox(m_workspace->current()))
        return;
    QString only;
    int running = 0;
    for (const SandboxEntry &entry : std::as_const(entries)) {
        if (!entry.running)
            continue;
        ++running;
        only = entry.id;
    }
    m_workspace->setCurrent(running == 1 ? only : QString());
}

void FilesPart::setCurrentSandbox(const QString &sandboxId)
{
    const SandboxEntry *entry = m_workspace->sandbox(sandboxId);
    if (entry && entry->running)
        m_workspace->setCurrent(sandboxId);
}

FilesDocument *FilesPart::documentOf(const QString &sandboxId) const
{
    auto *current = qobject_cast<FilesDocument *>(m_window.currentDocument());
    if (current && current->sandboxId() == sandboxId)
        return current;
    for (QWidget *document : m_window.documents()) {
        auto *files = qobject_cast<FilesDocument *>(document);
        if (files && files->sandboxId() == sandboxId)
            return files;
    }
    return nullptr;
}

void FilesPart::showFiles(const QString &sandboxId)
{
    m_workspace->setCurrent(sandboxId);
    if (FilesDocument *document = documentOf(sandboxId))
        m_window.setCurrentDocument(document);
    else
        openFolder(sandboxId, startFolder(), {});
    m_window.showPane(u"files"_s, false);
}

void FilesPart::openFolder(const QString &sandboxId, const QString &folder, const QString &select)
{
    if (FilesDocument *document = documentOf(sandboxId)) {
        m_window.setCurrentDocument(document);
        document->openFolder(folder, select);
        return;
    }
    auto *document = new FilesDocument(m_workspace, sandboxId, folder);
    connect(document, &FilesDocument::titleChanged, this, [this, document](const QString &title) { m_window.setDocumentTitle(document, title); });
    connect(document, &FilesDocument::fileActivated, this, &FilesPart::openFile);
    connect(document, &FilesDocument::notice, this, [this](const QString &text) { m_window.toasts().show(text, u"info"_s); });
    QList<QAction *> tools = document->toolbarActions();
    for (QAction *&tool : tools) {
        if (tool)
            continue;
        tool = new QAction(document);
        tool->setSeparator(true);
    }
    DocumentHooks hooks;
    hooks.toolBarActions = [tools] { return tools; };
    hooks.allActions = [document] { return document->allActions(); };
    hooks.path = [document] { return document->folder(); };
    m_window.addDocument(document, Icons::icon(u"folder-open"_s), document->title(), hooks);
    if (!select.isEmpty())
        document->openFolder(folder, select);
}

void FilesPart::openFile(const QString &sandboxId, const QString &path)
{
    FilesController *controller = m_workspace->controller(sandboxId);
    const OpenSandbox::FileInfo *file = controller ? controller->entry(path) : nullptr;
    if (!file)
        return;
    for (QWidget *document : m_window.documents()) {
        auto *preview = qobject_cast<FilePreview *>(document);
        if (preview && preview->path() == path && preview->property("sandboxId").toString() == sandboxId) {
            preview->showFile(file);
            m_window.setCurrentDocument(preview);
            return;
        }
    }
    auto *preview = new FilePreview;
    preview->setProperty("sandboxId", sandboxId);
    preview->setStandalone(true);
    preview->setController(controller);
    preview->showFile(file);
    DocumentHooks hooks;
    hooks.path = [path] { return path; };
    m_window.addDocument(preview, Icons::icon(Format::iconName(*file)), FileModel::visibleName(RemotePath::name(path)), hooks);
}

void FilesPart::updateTransfers()
{
    TransferQueue *queue = m_workspace->transfers();
    const int active = queue->activeCount();
    m_window.setPaneBadge(u"transfers"_s, active);
    if (active == 0) {
        m_window.status().removeSegment(u"transfers"_s);
        return;
    }
    const qint64 speed = queue->bytesPerSecond();
    StatusBar::Segment segment;
    segment.icon = u"arrow-up-down"_s;
    segment.text = speed > 0 ? tr("%Ln transfers, %1", nullptr, active).arg(Format::speed(speed)) : tr("%Ln transfers", nullptr, active);
    segment.shortText = QString::number(active);
    segment.toolTip = tr("Show the transfers");
    segment.order = StatusBar::TransfersOrder;
    m_window.status().setSegment(u"transfers"_s, segment);
}

} // namespace Files

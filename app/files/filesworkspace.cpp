// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filesworkspace.h"

#include "remotepath.h"

#include <QSettings>

using namespace Qt::StringLiterals;
using OpenSandbox::Error;
using OpenSandbox::Result;

namespace Files {
namespace {

const QString &bookmarksKey()
{
    static const QString key = u"files/bookmarks"_s;
    return key;
}

} // namespace

FilesWorkspace::FilesWorkspace(Attach attach, QSettings *settings, QObject *parent)
    : QObject(parent), m_attach(std::move(attach)), m_settings(settings), m_transfers(new TransferQueue(this))
{
    m_bookmarks = settings ? settings->value(bookmarksKey()).toStringList() : QStringList();
    connect(m_transfers, &TransferQueue::folderTouched, this, [this](const QString &sandboxId, const QString &folder) {
        const auto it = m_controllers.find(sandboxId);
        if (it != m_controllers.end() && it->second->listing(folder))
            it->second->list(folder);
    });
}

FilesWorkspace::~FilesWorkspace() = default;

void FilesWorkspace::setSandboxes(const QList<SandboxEntry> &sandboxes)
{
    if (m_sandboxes == sandboxes)
        return;
    m_sandboxes = sandboxes;
    Q_EMIT sandboxesChanged();
}

const SandboxEntry *FilesWorkspace::sandbox(const QString &id) const
{
    for (const SandboxEntry &entry : m_sandboxes) {
        if (entry.id == id)
            return &entry;
    }
    return nullptr;
}

void FilesWorkspace::setCurrent(const QString &sandboxId)
{
    if (m_current == sandboxId)
        return;
    m_current = sandboxId;
    Q_EMIT currentChanged(sandboxId);
}

FilesController *FilesWorkspace::controller(const QString &sandboxId)
{
    if (sandboxId.isEmpty())
        return nullptr;
    const auto it = m_controllers.find(sandboxId);
    if (it != m_controllers.end() && !m_stale.contains(sandboxId))
        return it->second.get();
    attach(sandboxId);
    const auto now = m_controllers.find(sandboxId);
    return now == m_controllers.end() ? nullptr : now->second.get();
}

void FilesWorkspace::attach(const QString &sandboxId)
{
    if (m_attaching.contains(sandboxId) || m_errors.contains(sandboxId))
        return;
    m_attaching.append(sandboxId);
    m_tasks.run(m_attach(sandboxId), [this, sandboxId](Result<Source> source) {
        m_attaching.removeAll(sandboxId);
        if (!source) {
            m_errors.insert_or_assign(sandboxId, source.error());
            Q_EMIT attachFailed(sandboxId);
            return;
        }
        m_stale.removeAll(sandboxId);
        const auto it = m_controllers.find(sandboxId);
        if (it == m_controllers.end())
            m_controllers.emplace(sandboxId, std::make_unique<FilesController>(std::move(*source)));
        else
            it->second->setSource(std::move(*source));
        Q_EMIT controllerReady(sandboxId);
    });
}

void FilesWorkspace::detach(const QString &sandboxId)
{
    m_errors.erase(sandboxId);
    if (m_controllers.contains(sandboxId) && !m_stale.contains(sandboxId))
        m_stale.append(sandboxId);
}

std::optional<Error> FilesWorkspace::attachError(const QString &sandboxId) const
{
    const auto it = m_errors.find(sandboxId);
    return it == m_errors.end() ? std::nullopt : std::optional(it->second);
}

void FilesWorkspace::retryAttach(const QString &sandboxId)
{
    m_errors.erase(sandboxId);
    attach(sandboxId);
}

QStringList FilesWorkspace::bookmarks() const
{
    return m_bookmarks;
}

void FilesWorkspace::setBookmarked(const QString &path, bool on)
{
    if (m_bookmarks.contains(path) == on)
        return;
    if (on)
        m_bookmarks.append(path);
    else
        m_bookmarks.removeAll(path);
    if (m_settings)
        m_settings->setValue(bookmarksKey(), m_bookmarks);
    Q_EMIT bookmarksChanged();
}

void FilesWorkspace::open(const QString &sandboxId, const QString &folder, const QString &select)
{
    Q_EMIT openRequested(sandboxId, folder, select);
}

} // namespace Files

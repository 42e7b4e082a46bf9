// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filescontroller.h"
#include "transferqueue.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>

class QSettings;

namespace Files {

/// A sandbox as the selector offers it.
struct SandboxEntry
{
    QString id;
    QString name;
    QString stateWord;
    QString iconName;
    bool running = true;
    bool operator==(const SandboxEntry &) const = default;
};

/**
 * What all file panes of a window share: the sandboxes to choose from, one controller for each that was
 * opened, the transfers and the bookmarks. Whoever composes the window feeds it with setSandboxes and
 * gives it a way to attach.
 */
class FilesWorkspace : public QObject
{
    Q_OBJECT
public:
    using Attach = std::function<OpenSandbox::Task<Source>(QString sandboxId)>;

    /// `settings` keeps the bookmarks; null: nothing is kept. Not owned.
    explicit FilesWorkspace(Attach attach, QSettings *settings = nullptr, QObject *parent = nullptr);
    ~FilesWorkspace() override;

    void setSandboxes(const QList<SandboxEntry> &sandboxes);
    const QList<SandboxEntry> &sandboxes() const { return m_sandboxes; }
    const SandboxEntry *sandbox(const QString &id) const;

    void setCurrent(const QString &sandboxId);
    QString current() const { return m_current; }

    /// Null until attached; attachment is started and announced by `controllerReady` or `attachFailed`.
    FilesController *controller(const QString &sandboxId);
    std::optional<OpenSandbox::Error> attachError(const QString &sandboxId) const;
    void retryAttach(const QString &sandboxId);
    TransferQueue *transfers() const { return m_transfers; }

    /// Forgets the way in, for example after a pause; the next controller() attaches again. What is known stays.
    void detach(const QString &sandboxId);

    /// Paths kept for all sandboxes, stored in the settings.
    QStringList bookmarks() const;
    void setBookmarked(const QString &path, bool on);

    /// Asks whoever shows documents for one at this folder.
    void open(const QString &sandboxId, const QString &folder, const QString &select = {});

Q_SIGNALS:
    void sandboxesChanged();
    void currentChanged(const QString &sandboxId);
    void controllerReady(const QString &sandboxId);
    void attachFailed(const QString &sandboxId);
    void bookmarksChanged();
    void openRequested(const QString &sandboxId, const QString &folder, const QString &select);

private:
    void attach(const QString &sandboxId);

    Attach m_attach;
    QSettings *m_settings;
    QStringList m_bookmarks;
    QList<SandboxEntry> m_sandboxes;
    QString m_current;
    std::map<QString, std::unique_ptr<FilesController>> m_controllers;
    std::map<QString, OpenSandbox::Error> m_errors;
    QStringList m_attaching;
    QStringList m_stale; ///< Have a controller, but need to attach again.
    TransferQueue *m_transfers;
    TaskScope m_tasks;
};

} // namespace Files

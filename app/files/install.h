// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>

#include <memory>

class MainWindow;
class QSettings;
class SandboxSession;
class SessionRegistry;

namespace Files {

class FilesDocument;
class FilesWorkspace;
class TransfersPane;

/// Everything of files in one window: the Files and Transfers docks, folders and previews as documents.
class FilesPart : public QObject
{
    Q_OBJECT
public:
    /// Lives as a child of the window. `settings` keeps bookmarks; may be null.
    FilesPart(MainWindow &window, SessionRegistry &sessions, QSettings *settings);
    ~FilesPart() override;

    FilesWorkspace *workspace() const { return m_workspace; }

public Q_SLOTS:
    /// The window turned to another sandbox.
    void setCurrentSandbox(const QString &sandboxId);
    /// Opens its files, at /workspace unless they are open already.
    void showFiles(const QString &sandboxId);

private:
    FilesDocument *documentOf(const QString &sandboxId) const;
    void openFolder(const QString &sandboxId, const QString &folder, const QString &select);
    void openFile(const QString &sandboxId, const QString &path);
    void updateSandboxes();
    void updateTransfers();

    MainWindow &m_window;
    SessionRegistry &m_sessions;
    FilesWorkspace *m_workspace;
    TransfersPane *m_transfers;
    bool m_updatePending = false;
};

FilesPart *installFiles(MainWindow &window, SessionRegistry &sessions, QSettings *settings);

} // namespace Files

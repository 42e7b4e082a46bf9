// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filesworkspace.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QTreeView;

namespace Files {

class FolderModel;

/// The left dock: which sandbox, its folders, bookmarks. Opens folders in documents.
class FilesPane : public QWidget
{
    Q_OBJECT
public:
    explicit FilesPane(FilesWorkspace *workspace, QWidget *parent = nullptr);
    ~FilesPane() override;

    /// For the dock header: refresh, new folder.
    QList<QAction *> headerActions() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Files

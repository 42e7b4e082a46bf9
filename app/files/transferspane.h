// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transferqueue.h"

#include <QWidget>

class QAction;
class QTreeView;

namespace Files {

class ConflictDialog;

/// The bottom dock: everything on its way, with the dialog for files that both sides have.
class TransfersPane : public QWidget
{
    Q_OBJECT
public:
    explicit TransfersPane(TransferQueue *queue, QWidget *parent = nullptr);
    ~TransfersPane() override;

    /// For the dock header: pause all, clear finished.
    QList<QAction *> headerActions() const;
    QTreeView *view() const;
    /// Asks about what waits; nothing when nothing does.
    void askAboutConflicts();
    ConflictDialog *conflictDialog() const;

Q_SIGNALS:
    void showFolderRequested(const QString &sandboxId, const QString &folder);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Files

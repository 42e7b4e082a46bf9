// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filesworkspace.h"

#include <QWidget>

class QAction;

namespace Files {

class DropTarget;
class FileModel;
class FilePreview;
class FileListView;

/**
 * A folder of a sandbox as a document: path, filter, list, preview, footer. Everything that the hand can do
 * is one of actions(); toolbarActions() are those of the document's toolbar, null for a separator.
 */
class FilesDocument : public QWidget
{
    Q_OBJECT
public:
    FilesDocument(FilesWorkspace *workspace, const QString &sandboxId, const QString &folder, QWidget *parent = nullptr);
    ~FilesDocument() override;

    QString sandboxId() const;
    QString folder() const;
    void openFolder(const QString &folder, const QString &select = {});
    /// "data: py-analysis"
    QString title() const;
    QList<QAction *> toolbarActions() const;
    /// All of them; object names are ids like "files.rename".
    QList<QAction *> allActions() const;
    QAction *action(const QString &id) const;
    /// Asks in place, then deletes.
    void deleteSelected();
    FileModel *model() const;
    FileListView *view() const;
    FilePreview *preview() const;
    /// What only works where somebody listens to it: terminalRequested and readCodeRequested.
    void setOffers(bool terminal, bool readCode);
    QStringList selectedPaths() const;
    void select(const QStringList &paths);
    DropTarget *dropTarget() const;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

Q_SIGNALS:
    void titleChanged(const QString &title);
    /// A file of the sandbox shall be opened: notebooks and texts in their documents.
    void fileActivated(const QString &sandboxId, const QString &path);
    void terminalRequested(const QString &sandboxId, const QString &folder);
    /// Code that reads the file shall go into the current notebook.
    void readCodeRequested(const QString &sandboxId, const QString &path);
    /// For the right end of the status bar: "12 items"
    void summaryChanged(const QString &summary);
    /// A short message with nothing to decide.
    void notice(const QString &text);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Files

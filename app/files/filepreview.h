// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filescontroller.h"
#include "previewcontent.h"

#include <QWidget>

namespace Files {

/// What is in the selected file: table, text or picture from its first bytes, at once and never the whole file.
class FilePreview : public QWidget
{
    Q_OBJECT
public:
    explicit FilePreview(QWidget *parent = nullptr);
    ~FilePreview() override;

    void setController(FilesController *controller);
    /// Null: nothing is selected.
    void showFile(const OpenSandbox::FileInfo *file);
    /// "3 items selected, 24 MiB"
    void showSummary(const QString &title, const QString &text);
    /// As a document of its own: no button to open it there.
    void setStandalone(bool standalone);
    /// Whether code that reads the file can be put somewhere.
    void setOffersCode(bool offers);
    QString path() const;
    const PreviewContent &content() const;

Q_SIGNALS:
    void loaded();
    void openRequested(const QString &path);
    void readCodeRequested(const QString &path);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Files

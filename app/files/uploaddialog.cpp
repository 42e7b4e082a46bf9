// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "uploaddialog.h"

#include <shared/lastfolder.h>

#include <QCoreApplication>
#include <QFileDialog>

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Files)
};

} // namespace

void Files::askWhatToUpload(QWidget *parent, const QString &folder, bool folders, const std::function<void(const QStringList &paths)> &chosen)
{
    auto *dialog = new QFileDialog(parent, folders ? Text::tr("Upload a folder to %1").arg(folder) : Text::tr("Upload files to %1").arg(folder), LastFolder::get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    LastFolder::follow(dialog);
    dialog->setFileMode(folders ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    dialog->setLabelText(QFileDialog::Accept, Text::tr("Upload"));
    QObject::connect(dialog, &QFileDialog::filesSelected, parent, chosen);
    dialog->open();
}

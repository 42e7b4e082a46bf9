// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lastfolder.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace {

QString &folder()
{
    static QString last = QDir::homePath();
    return last;
}

} // namespace

void LastFolder::begin(const QString &recentFile)
{
    const QString here = QDir::currentPath();
    const QString recent = recentFile.isEmpty() ? QString() : QFileInfo(recentFile).path();
    const bool saysNothing = here == QDir::homePath() || here == QDir::rootPath();
    folder() = !saysNothing ? here : QFileInfo::exists(recent) ? recent : QDir::homePath();
}

QString LastFolder::get()
{
    return QFileInfo::exists(folder()) ? folder() : QDir::homePath();
}

void LastFolder::follow(QFileDialog *dialog)
{
    QObject::connect(dialog, &QFileDialog::filesSelected, dialog, [](const QStringList &files) {
        if (!files.isEmpty())
            folder() = QFileInfo(files.first()).path();
    });
}

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transferqueue.h"

#include <QSet>

#include <memory>
#include <stop_token>
#include <vector>

namespace Files {

/// One file that shall go somewhere, and what is in its way there.
struct PlannedFile
{
    QString source; ///< Local or remote path.
    QString target;
    qint64 size = 0;
    QDateTime modified;
    int mode = 0; ///< For uploads: 755 or 644. 0: as the server likes.
    std::optional<OpenSandbox::FileInfo> existing; ///< What the target side has under that name.
};

/// Everything one transfer has to do, found out before anything is sent.
struct TransferPlan
{
    bool isFolder = false;
    std::vector<PlannedFile> files;
    QStringList folders; ///< To be made at the target, parents first.
    QSet<QString> taken; ///< Target paths that exist or will.
    int skipped = 0; ///< Links, special files and names that cannot be reached.
};

using KnownEntries = QHash<QString, OpenSandbox::FileInfo>; ///< By name.

/// Free coroutines: they touch nothing but their values, so it does not matter who still waits for them.
namespace TransferWork {

/// What the folder holds; nothing when it does not exist yet.
OpenSandbox::Task<KnownEntries> entriesOf(std::shared_ptr<OpenSandbox::FilesService> files, QString folder, std::stop_token stop);

OpenSandbox::Task<TransferPlan> planUpload(std::shared_ptr<OpenSandbox::FilesService> to, QString localPath, QString remoteFolder,
                                           KnownEntries known, std::stop_token stop);
OpenSandbox::Task<TransferPlan> planDownload(std::shared_ptr<OpenSandbox::FilesService> from, OpenSandbox::FileInfo file, QString localTarget,
                                             bool mayReplace, std::stop_token stop);
OpenSandbox::Task<TransferPlan> planCopy(std::shared_ptr<OpenSandbox::FilesService> from, OpenSandbox::FileInfo file,
                                         std::shared_ptr<OpenSandbox::FilesService> to, QString remoteFolder, bool sameFolder, std::stop_token stop);

OpenSandbox::Task<OpenSandbox::Done> makeFolders(std::shared_ptr<OpenSandbox::FilesService> files, QStringList folders, std::stop_token stop);

/// Brings one local file to `file.target`. Leaves either the whole file or what was there before.
OpenSandbox::Task<OpenSandbox::Done> send(std::shared_ptr<OpenSandbox::FilesService> to, PlannedFile file, OpenSandbox::Progress progress, std::stop_token stop);
OpenSandbox::Task<OpenSandbox::Done> fetch(std::shared_ptr<OpenSandbox::FilesService> from, PlannedFile file, OpenSandbox::Progress progress, std::stop_token stop);
OpenSandbox::Task<OpenSandbox::Done> relay(std::shared_ptr<OpenSandbox::FilesService> from, std::shared_ptr<OpenSandbox::FilesService> to, PlannedFile file,
                                           OpenSandbox::Progress progress, std::stop_token stop);

/// Compares the sizes of small uploads that were sent without that, one listing a folder. Places of those that differ.
struct SizeCheck
{
    std::vector<std::size_t> wrong;
    QHash<std::size_t, qint64> arrived;
};
OpenSandbox::Task<SizeCheck> compareSizes(std::shared_ptr<OpenSandbox::FilesService> to, std::vector<std::pair<std::size_t, PlannedFile>> files, std::stop_token stop);

/// Small files that replace nothing go straight to their name; all others arrive under another one first.
bool goesStraight(const PlannedFile &file);
QString sizeDiffers(qint64 arrived, qint64 expected, bool upload);

} // namespace TransferWork
} // namespace Files

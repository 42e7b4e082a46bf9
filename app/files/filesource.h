// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/models.h>
#include <opensandbox/services.h>

#include <QDateTime>
#include <QLocale>
#include <QString>

#include <memory>

namespace Files {

/// The files of one sandbox. Logic and tests need no more of a sandbox than this.
struct Source
{
    QString sandboxId;
    QString sandboxName;
    std::shared_ptr<OpenSandbox::FilesService> files;
    std::shared_ptr<OpenSandbox::CommandsService> commands; ///< May be null: then links are not resolved.

    bool isValid() const { return files != nullptr; }
};

inline OpenSandbox::Error makeError(OpenSandbox::Error::Kind kind, const QString &message)
{
    OpenSandbox::Error error;
    error.kind = kind;
    error.message = message;
    return error;
}

/// How facts about files are written everywhere in the window.
namespace Format {

/// "0 B", "512 B", "18.4 KiB", "312 MiB"
QString size(qint64 bytes);
/// "204 of 318 MiB": one unit for both.
QString sizeOf(qint64 done, qint64 total);
/// "23.1 MiB/s"
QString speed(qint64 bytesPerSecond);
/// "9 s left", "2:05 left", "1:12:04 left"
QString timeLeft(qint64 seconds);
/// "Today 09:51", "Nov 28 17:40", "Dec 3, 2025"
QString moment(const QDateTime &when, const QDateTime &now = QDateTime::currentDateTime());
/// The same with seconds and a comma: "Today, 09:12:44"
QString exactMoment(const QDateTime &when, const QDateTime &now = QDateTime::currentDateTime());
/// "4 s ago", "3 min ago", "2 h ago"
QString age(qint64 seconds);
/// "drwxr-xr-x"; `mode` has octal digits written in decimal (644).
QString mode(OpenSandbox::FileInfo::Type type, int mode);
/// "Folder", "CSV", "Parquet", "Python", "Link", "Special file", ...
QString type(const OpenSandbox::FileInfo &file);
/// A Lucide icon for the row.
QString iconName(const OpenSandbox::FileInfo &file);

} // namespace Format
} // namespace Files

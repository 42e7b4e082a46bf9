// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/models.h>

#include <QImage>
#include <QString>
#include <QStringList>

/// What can be said of a file from its first bytes. Pure, for any thread; the bytes may be anything.
namespace Files {

struct PreviewContent
{
    enum class Kind { Nothing, Text, Table, Image, Bytes };

    Kind kind = Kind::Nothing;
    bool whole = true; ///< False: only the beginning was read.
    QString note; ///< Why there is nothing to see.
    QString text; ///< Text, also of a table; a hexadecimal view of bytes.
    QString encoding; ///< "UTF-8", "UTF-16", "Latin-1", "binary"
    QString lineEnds; ///< "LF", "CRLF", or empty.
    QChar delimiter; ///< Of a table.
    QStringList header;
    QList<QStringList> rows;
    QList<bool> numeric; ///< For each column.
    QImage image;
    QSize imageSize; ///< Before it was made smaller.
};

namespace PreviewWork {

constexpr qint64 TextBytes = 256 * 1024;
constexpr qint64 ImageBytes = 24 << 20;
constexpr int ShownBytes = 4096; ///< Of files that are no text.
constexpr int RowsAtMost = 500;
constexpr int ColumnsAtMost = 60;

bool isImageName(const QString &name);
/// How much of the file is needed; 0: nothing can be shown.
qint64 wantedBytes(const OpenSandbox::FileInfo &file);
PreviewContent parse(const OpenSandbox::FileInfo &file, const QByteArray &bytes);
/// Cells of a table with quotes as in RFC 4180. An unfinished last row is left out unless `whole`.
QList<QStringList> parseTable(const QString &text, QChar delimiter, bool whole);
QChar findDelimiter(const QString &text);

} // namespace PreviewWork
} // namespace Files

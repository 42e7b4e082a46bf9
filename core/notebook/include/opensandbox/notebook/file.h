// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/notebook/document.h>

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <expected>

/// Reading and writing files so that a crash, a full disk or a kill leaves the old or the new content, never a part.
namespace Notebook::File {

struct Error
{
    QString message; ///< What failed and why: "There is no space left on the disk of /home/a/x.ipynb."
    QString hint; ///< What to do next.
    int line = 0; ///< Of content errors, with column, counting from 1.
    int column = 0;
    bool isContentError = false; ///< The file could be read but is no notebook: offer to open it as text.
};

/// What a file looked like when it was read or written, to notice later that somebody else changed it.
struct Fingerprint
{
    QByteArray hash; ///< Of the content; empty when there is no file.
    qint64 size = -1;
    qint64 modifiedMs = 0;
    bool isNull() const { return hash.isEmpty(); }
    bool operator==(const Fingerprint &other) const { return hash == other.hash; }
};

enum class ExternalChange { None, Changed, Gone };

// read, write and externalChange may be called in any thread.
std::expected<QByteArray, Error> read(const QString &path, Fingerprint *fingerprint = nullptr);
/// Writes to a temporary file in the same folder (of the target, when `path` is a symbolic link), flushes it to the disk and renames
/// it. Keeps the permissions of an existing file.
std::expected<Fingerprint, Error> write(const QString &path, const QByteArray &bytes);

std::expected<Fingerprint, Error> open(Document &document, const QString &path);
/// The second half of open(), after read() and Document::prepare() in another thread.
std::expected<Fingerprint, Error> load(Document &document, const Document::Prepared &prepared, const Fingerprint &fingerprint);
/// Waits for the disk, as write() does. A window takes the bytes and the revision from the document, calls write() in another thread,
/// and calls Document::setSaved() when that is done.
/// On success the document is unmodified. Writes nothing when the file already has exactly this content.
std::expected<Fingerprint, Error> save(Document &document, const QString &path);

/// Whether both lead to one file, through symbolic links of the file or of its folders. Neither need exist.
bool isSame(const QString &one, const QString &other);

/// Compares content, not times; reads the file only when its size or time differ from the fingerprint.
ExternalChange externalChange(const QString &path, const Fingerprint &known);

} // namespace Notebook::File

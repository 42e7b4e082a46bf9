// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/notebook/file.h>

#include <QDateTime>
#include <QDeadlineTimer>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QTimer>

#include <memory>

namespace Notebook {

class Document;

/// What a journal holds that nobody closed: its program was killed, or the machine went down.
struct Recovery
{
    QString directory; ///< Names it for Journal::discard().
    QString path; ///< Of the file it belongs to; empty for a notebook that was never saved.
    QString title;
    File::Fingerprint fingerprint; ///< Of that file as the journal knew it.
    QDateTime changedAt; ///< Of the last change that came through.
    int changedCells = 0;
    int cellsWithoutOutput = 0; ///< Their new outputs were too large for the journal.
    QByteArray bytes; ///< The whole notebook with all changes,
    Document::Prepared prepared; ///< and what Document::load() takes.
};

/**
 * Writes every change of a document beside the state of the program, from a thread of its own, half a second after it happened.
 * Starts with the first change and is gone as soon as the document is saved, undone to what the file holds, or closed; so a
 * journal that is still there and whose lock is free belongs to a program that was killed.
 *
 * A folder per document: `base.ipynb` (the notebook before the first change) and `log` (cells and their order, one record per
 * change, each with its length and checksum, so that a torn end is recognised). All of the document's thread.
 */
class Journal : public QObject
{
    Q_OBJECT
public:
    static constexpr qint64 maximumOutputs = 16 << 20; ///< Bytes; outputs of larger cells are left out.

    /// `folder` holds all journals of this user. Both outlive it.
    Journal(Document *document, const QString &folder, QObject *parent = nullptr);
    ~Journal() override; ///< The document was closed: removes what was written.

    /// Which file the document is from, after it was opened or saved. Empty path: none yet.
    void setFile(const QString &path, const QString &title, const File::Fingerprint &fingerprint);
    /// Journals from now on what is in memory, though no change follows: the document holds something that no file has.
    void start();
    /// Writes what waits for the timer.
    void flush();
    bool isActive() const { return m_active; }
    QString directory() const; ///< Empty while there is none.
    /// Empty, or why nothing can be written.
    QString error() const { return m_error; }

    /// The default place: below the state directory of the user.
    static QString defaultFolder();
    /// Journals whose programs are gone, newest first. Reads whole files: call it in another thread.
    static QList<Recovery> find(const QString &folder);
    static void discard(const QString &directory);

Q_SIGNALS:
    void written(); ///< Everything up to here is on the disk.
    void errorChanged();

private:
    struct Writer;
    void mark(Cell *cell);
    void stop();
    void later(int wait);
    int delayOf(const Cell *cell) const;
    /// Without `all`, large outputs wait for their time.
    void write(bool all);
    void begin(bool fromMemory);
    QByteArray orderRecord() const;

    Document *const m_document;
    const QString m_folder;
    QString m_path;
    QString m_title;
    File::Fingerprint m_fingerprint;
    QTimer m_timer;
    QDeadlineTimer m_largeDue { QDeadlineTimer::Forever };
    QSet<Cell *> m_cells;
    QHash<const Cell *, quint64> m_writtenOutputs; ///< Large outputs as the log has them: their revision.
    bool m_orderChanged = false;
    bool m_active = false;
    std::shared_ptr<Writer> m_writer;
    QString m_error;
};

} // namespace Notebook

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/notebook/json.h>

#include <QDateTime>
#include <QList>
#include <QObject>
#include <QString>

namespace Notebook {

class Cell;
class Document;

/// The cells that were deleted, cut or merged away since the document was opened, with their outputs: they can be brought back when the
/// undo history is long past them. Kept in memory, up to a number and a size. Of the document's thread.
class Bin : public QObject
{
    Q_OBJECT
public:
    static constexpr int maximumCells = 500;
    static constexpr qint64 maximumBytes = 64 << 20;

    struct Entry
    {
        QString id; ///< Of the cell.
        QString firstLine;
        QString kindName;
        QDateTime removedAt;
        int index = 0; ///< Where it was.
        Json::Value cells; ///< As Document::sharedCells() makes it.
        qint64 size = 0; ///< Bytes, about.
    };

    explicit Bin(Document *document, QObject *parent = nullptr);

    const QList<Entry> &entries() const { return m_entries; } ///< Newest first.
    bool isEmpty() const { return m_entries.isEmpty(); }
    /// Puts it back where it was (undoable), and takes it out of the bin. Null when it cannot be.
    Cell *restore(int entry);
    void clear();

Q_SIGNALS:
    void changed();

private:
    Document *const m_document;
    QList<Entry> m_entries;
};

} // namespace Notebook

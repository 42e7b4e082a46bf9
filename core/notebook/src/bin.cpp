// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/bin.h>
#include <opensandbox/notebook/document.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Notebook {

Bin::Bin(Document *document, QObject *parent) : QObject(parent), m_document(document)
{
    connect(document, &Document::cellsAboutToBeRemoved, this, [this](int first, int count) {
        for (int i = first + count - 1; i >= first; --i) {
            const Cell *cell = m_document->cell(i);
            if (cell->source().trimmed().isEmpty() && cell->outputs()->size() <= 2)
                continue; // Nothing anybody would miss.
            const QString line = cell->source().trimmed().section(u'\n', 0, 0).left(80);
            m_entries.prepend({ cell->id(), line, cell->kindName(), QDateTime::currentDateTime(), i, m_document->sharedCells({ i }),
                                cell->outputs()->size() + cell->source().size() });
        }
        qint64 bytes = 0;
        for (qsizetype i = 0; i < m_entries.size(); ++i) {
            bytes += m_entries[i].size;
            if (i > 0 && (i >= maximumCells || bytes > maximumBytes)) {
                m_entries.resize(i);
                break;
            }
        }
        Q_EMIT changed();
    });
    // Undo brought them back.
    connect(document, &Document::cellsInserted, this, [this](int first, int count) {
        qsizetype gone = 0;
        for (int i = first; i < first + count; ++i)
            gone += m_entries.removeIf([id = m_document->cell(i)->id()](const Entry &entry) { return entry.id == id; });
        if (gone > 0)
            Q_EMIT changed();
    });
    connect(document, &Document::reset, this, &Bin::clear);
}

Cell *Bin::restore(int entry)
{
    if (entry < 0 || entry >= m_entries.size())
        return nullptr;
    const Entry taken = m_entries.takeAt(entry);
    const QList<Cell *> cells = m_document->pasteCells(std::min(taken.index, m_document->count()), taken.cells);
    Q_EMIT changed();
    return cells.value(0);
}

void Bin::clear()
{
    if (m_entries.isEmpty())
        return;
    m_entries.clear();
    Q_EMIT changed();
}

} // namespace Notebook

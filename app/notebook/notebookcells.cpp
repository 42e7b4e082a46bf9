// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebookprivate.h"

#include "binview.h"
#include "cellsmime.h"
#include "pastedpicture.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>
#include <QMimeData>

#include <algorithm>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::RunState;

void NotebookView::Private::insert(int index, CellKind kind, bool edit)
{
    index = std::clamp(index, 0, document->count());
    Binding binding;
    // A new cell runs where its neighbour runs.
    if (const Cell *neighbour = document->cell(index > 0 ? index - 1 : 0); neighbour && kind == CellKind::Code)
        binding = neighbour->kind() == CellKind::Code ? neighbour->binding() : Binding {};
    canvas->command();
    document->insertCell(index, kind, {}, binding);
    canvas->setCurrent(index);
    if (edit)
        canvas->edit();
}

void NotebookView::Private::moveSelected(int direction)
{
    const QList<int> cells = canvas->selected();
    if (cells.isEmpty())
        return;
    const int first = cells.constFirst();
    const int count = int(cells.size());
    if (cells.constLast() - first + 1 != count) {
        moveScattered(cells, direction);
        return;
    }
    if ((direction < 0 && first == 0) || (direction > 0 && first + count >= document->count()))
        return;
    const bool editing = canvas->mode() == CellCanvas::Mode::Edit;
    const qsizetype caret = editing ? canvas->editor()->position() : -1;
    canvas->command();
    document->moveCells(first, count, first + direction);
    canvas->setCurrent(first + direction);
    if (count > 1)
        canvas->setCurrent(first + direction + count - 1, true);
    if (editing)
        canvas->edit(caret);
}

/// Each group of neighbours moves by one cell; those at the end already stay, and the others come up to them.
void NotebookView::Private::moveScattered(QList<int> indexes, int direction)
{
    QList<Cell *> selection;
    for (const int index : std::as_const(indexes))
        selection.append(document->cell(index));
    if (direction > 0)
        std::reverse(indexes.begin(), indexes.end());
    int limit = direction < 0 ? 0 : document->count() - 1;
    document->beginMacro(tr("Move cells"));
    for (const int index : std::as_const(indexes)) {
        const int to = index == limit ? index : index + direction;
        document->moveCells(index, 1, to);
        limit = to - direction;
    }
    document->endMacro();
    canvas->selectCells(selection);
}

void NotebookView::Private::removeSelected()
{
    const QList<int> cells = canvas->selected();
    if (cells.isEmpty())
        return;
    canvas->command();
    const int first = cells.constFirst();
    for (const int index : cells)
        queue->remove(document->cell(index));
    document->removeCells(cells);
    if (document->count() == 0)
        document->insertCell(0, CellKind::Code);
    canvas->setCurrent(std::min(first, document->count() - 1));
}

void NotebookView::Private::copy(bool cut)
{
    const QList<int> cells = canvas->selected();
    if (cells.isEmpty())
        return;
    QGuiApplication::clipboard()->setMimeData(new CellsMime(document, cells));
    if (cut)
        removeSelected();
}

void NotebookView::Private::paste(bool above)
{
    const QMimeData *mime = QGuiApplication::clipboard()->mimeData();
    if (!mime)
        return;
    const QList<int> cells = canvas->selected();
    const int index = cells.isEmpty() ? 0 : above ? cells.constFirst() : cells.constLast() + 1;
    QList<Cell *> pasted;
    if (mime->hasFormat(Notebook::Document::clipboardMimeType()))
        pasted = document->pasteCells(index, CellsMime::in(mime));
    else if (!PastedPicture::isIn(mime) && mime->hasText() && !mime->text().isEmpty())
        pasted = { document->insertCell(index, CellKind::Code, mime->text()) };
    else if (const auto picture = PastedPicture::of(mime)) {
        document->beginMacro(tr("Insert picture"));
        Cell *cell = document->insertCell(index, CellKind::Markdown);
        cell->edit(0, 0, picture->addTo(cell));
        document->endMacro();
        pasted = { cell };
    }
    if (!pasted.isEmpty())
        canvas->setCurrent(pasted.constLast()->index());
}

void NotebookView::Private::changeKind(CellKind kind)
{
    const QList<int> cells = canvas->selected();
    if (!cells.isEmpty())
        document->changeKind(cells, kind);
}

void NotebookView::Private::heading(int level)
{
    Cell *cell = canvas->currentCell();
    if (!cell)
        return;
    document->beginMacro(tr("Heading"));
    if (cell->kind() != CellKind::Markdown)
        document->changeKind({ cell->index() }, CellKind::Markdown);
    QString source = cell->source();
    qsizetype hashes = 0;
    while (hashes < source.size() && source[hashes] == u'#')
        ++hashes;
    while (hashes < source.size() && source[hashes] == u' ')
        ++hashes;
    cell->setSource(QString(level, u'#') + u' ' + source.sliced(hashes));
    document->endMacro();
}

void NotebookView::Private::split()
{
    CodeEditor *editor = canvas->editor();
    if (!editor)
        return;
    const int index = canvas->current();
    const qsizetype position = editor->position();
    canvas->command();
    document->splitCell(index, position);
    canvas->setCurrent(index + 1);
    canvas->edit(0);
}

bool NotebookView::Private::areNeighbours(const QList<int> &cells)
{
    return cells.isEmpty() || cells.constLast() - cells.constFirst() + 1 == cells.size();
}

void NotebookView::Private::openBin()
{
    auto *view = new BinView(bin, q);
    QObject::connect(view, &BinView::restored, q, [this](const Cell *cell) { canvas->setCurrent(cell->index()); });
    view->show();
}

void NotebookView::Private::editTags()
{
    const QList<int> cells = canvas->selected();
    if (cells.isEmpty())
        return;
    auto *dialog = new QInputDialog(q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Tags"));
    dialog->setLabelText(cells.size() == 1 ? tr("Tags of cell %1, separated by commas:").arg(cells.constFirst() + 1) : tr("Tags of %n cell(s), separated by commas:", nullptr, int(cells.size())));
    dialog->setTextValue(document->cell(cells.constFirst())->tags().join(u", "_s));
    QObject::connect(dialog, &QInputDialog::textValueSelected, q, [this, cells](const QString &text) {
        document->beginMacro(tr("Tags"));
        for (const int index : cells) {
            if (Cell *cell = document->cell(index))
                cell->setTags(text.split(u','));
        }
        document->endMacro();
    });
    dialog->open();
}

void NotebookView::Private::merge()
{
    const QList<int> cells = canvas->selected();
    if (cells.isEmpty())
        return;
    const int count = cells.size() > 1 ? int(cells.size()) : 2;
    if (!areNeighbours(cells))
        return;
    if (cells.constFirst() + count > document->count())
        return;
    canvas->command();
    document->mergeCells(cells.constFirst(), count);
    canvas->setCurrent(cells.constFirst());
}

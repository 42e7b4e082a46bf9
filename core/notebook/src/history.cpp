// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "history.h"
#include "text.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Notebook {


// --- text

Document::History::Edit::Edit(Cell *target, qsizetype at, QString before, QString after)
    : Command(Document::tr("Edit cell"))
    , cell(target)
    , position(at)
    , removed(std::move(before))
    , inserted(std::move(after))
{
}

void Document::History::Edit::redo(Document &) { cell->applyEdit(position, removed.size(), inserted); }
void Document::History::Edit::undo(Document &) { cell->applyEdit(position, inserted.size(), removed); }

bool Document::History::Edit::absorb(const Command &other)
{
    const auto *next = dynamic_cast<const Edit *>(&other);
    if (!next || next->cell != cell)
        return false;
    const auto isSmall = [](const QString &typed) { return typed.size() <= 2 && !typed.contains(u'\n'); };
    if (removed.isEmpty() && next->removed.isEmpty()) {
        // Typing: a step is a word with the white space that follows it.
        if (next->position != position + inserted.size() || !isSmall(next->inserted) || inserted.contains(u'\n'))
            return false;
        if (inserted.back().isSpace() && !next->inserted.front().isSpace())
            return false;
        inserted += next->inserted;
        return true;
    }
    if (inserted.isEmpty() && next->inserted.isEmpty() && isSmall(next->removed) && removed.size() < 80) {
        if (next->position == position) { // Delete
            removed += next->removed;
            return true;
        }
        if (next->position + next->removed.size() == position) { // Backspace
            removed.prepend(next->removed);
            position = next->position;
            return true;
        }
    }
    return false;
}

std::pair<Cell *, qsizetype> Document::History::Edit::focus(Document &, bool undone) const
{
    return {cell, position + (undone ? removed.size() : inserted.size())};
}

// --- structure

Document::History::Insert::Insert(int at, std::vector<std::unique_ptr<Cell>> newCells, QString title)
    : Command(std::move(title))
    , index(at)
    , count(int(newCells.size()))
    , cells(std::move(newCells))
{
}

void Document::History::Insert::redo(Document &document) { document.attach(index, std::exchange(cells, {})); }
void Document::History::Insert::undo(Document &document) { cells = document.detach(index, count); }

std::pair<Cell *, qsizetype> Document::History::Insert::focus(Document &document, bool undone) const
{
    return {document.cell(undone ? std::clamp(index - 1, 0, std::max(0, document.count() - 1)) : index), -1};
}

Document::History::Remove::Remove(int at, int howMany)
    : Command(Document::tr("Delete %n cell(s)", nullptr, howMany))
    , index(at)
    , count(howMany)
{
}

void Document::History::Remove::redo(Document &document) { cells = document.detach(index, count); }
void Document::History::Remove::undo(Document &document) { document.attach(index, std::exchange(cells, {})); }

std::pair<Cell *, qsizetype> Document::History::Remove::focus(Document &document, bool undone) const
{
    return {document.cell(undone ? index : std::min(index, document.count() - 1)), -1};
}

Document::History::Move::Move(int from, int howMany, int target, QString title)
    : Command(std::move(title))
    , first(from)
    , count(howMany)
    , to(target)
{
}

void Document::History::Move::redo(Document &document) { document.relocate(first, count, to); }
void Document::History::Move::undo(Document &document) { document.relocate(to, count, first); }

std::pair<Cell *, qsizetype> Document::History::Move::focus(Document &document, bool undone) const
{
    return {document.cell(undone ? first : to), -1};
}

// --- the rest of a cell

Document::History::Kind::Kind(Cell *target, QString name)
    : Command(Document::tr("Change the kind of %n cell(s)", nullptr, 1))
    , cell(target)
    , before(target->m_kindName)
    , after(std::move(name))
{
}

void Document::History::Kind::redo(Document &)
{
    if (cell->kind() == CellKind::Code) {
        outputs = cell->m_outputs->exchange({});
        executionCount = cell->m_executionCount;
        cell->setExecutionCount(-1);
    }
    cell->applyKind(after);
}

void Document::History::Kind::undo(Document &)
{
    cell->applyKind(before);
    if (cell->kind() != CellKind::Code)
        return;
    const int count = cell->m_executionCount;
    OutputList &list = *cell->m_outputs;
    OutputList::Content arrived = list.exchange(std::move(outputs));
    // What a run printed while the cell was something else stands below what it had printed before.
    if (!arrived.outputs.empty()) {
        list.ensureLoaded();
        for (auto &output : arrived.outputs) {
            list.m_content.outputs.push_back(std::move(output));
            Q_EMIT list.outputInserted(list.count() - 1);
        }
        list.touch();
    }
    cell->setExecutionCount(count >= 0 ? count : executionCount);
    // The run that asked has ended meanwhile.
    if (!cell->isBusy())
        list.removeNotices(u"input"_s);
}

Document::History::Member::Member(Cell *target, QString name, Json::Value oldValue, Json::Value newValue)
    : Command(Document::tr("Change cell settings"))
    , cell(target)
    , key(std::move(name))
    , before(std::move(oldValue))
    , after(std::move(newValue))
{
}

void Document::History::Member::redo(Document &) { cell->applyMember(key, after); }
void Document::History::Member::undo(Document &) { cell->applyMember(key, before); }

void Document::History::Member::renameContext(const QString &context, const QString &newContext)
{
    if (key != "metadata"_L1)
        return;
    before = metadataWithContext(before, context, newContext);
    after = metadataWithContext(after, context, newContext);
}

Document::History::NotebookMetadata::NotebookMetadata(Json::Value oldValue, Json::Value newValue)
    : Command(Document::tr("Change notebook settings"))
    , before(std::move(oldValue))
    , after(std::move(newValue))
{
}

void Document::History::NotebookMetadata::redo(Document &document) { document.applyMetadata(after); }
void Document::History::NotebookMetadata::undo(Document &document) { document.applyMetadata(before); }

void Document::History::NotebookMetadata::renameContext(const QString &context, const QString &newContext)
{
    before = metadataWithContext(before, context, newContext);
    after = metadataWithContext(after, context, newContext);
}

void Document::History::NotebookMetadata::adopt(const Json::Value &ours, const QStringList &names)
{
    before = metadataWithOurs(before, ours, names);
    after = metadataWithOurs(after, ours, names);
}

Document::History::Outputs::Outputs(Cell *target)
    : Command(Document::tr("Clear outputs"))
    , cell(target)
{
}

void Document::History::Outputs::redo(Document &)
{
    if (std::exchange(carriedOut, true))
        return; // Undo has left it so.
    runId = cell->m_runId;
    exchange();
}

void Document::History::Outputs::undo(Document &)
{
    if (cell->m_runId != runId)
        return;
    carriedOut = false;
    exchange();
}

void Document::History::Outputs::exchange()
{
    content = cell->m_outputs->exchange(std::move(content));
    const int count = cell->m_executionCount;
    cell->setExecutionCount(executionCount);
    executionCount = count;
}

Document::History::EarlierOutputs::EarlierOutputs(Cell *target)
    : Command(Document::tr("Bring back outputs"))
    , cell(target)
{
}

void Document::History::EarlierOutputs::redo(Document &)
{
    if (carriedOut)
        return; // Undo has left it so.
    std::optional<OutputList::Earlier> earlier = cell->m_outputs->takeEarlier();
    carriedOut = earlier.has_value();
    if (!carriedOut)
        return;
    runId = std::exchange(cell->m_runId, 0);
    content = cell->m_outputs->exchange(std::move(earlier->content));
    executionCount = cell->m_executionCount;
    cell->setExecutionCount(earlier->executionCount);
    cell->m_outputs->appendNotice({Notice::Severity::Information, u"earlier-outputs"_s, Document::tr("These are the outputs of an earlier run"),
                                   Document::tr("Undo shows those of the last one again.")});
}

void Document::History::EarlierOutputs::undo(Document &)
{
    // What a run has printed since is left alone.
    if (!carriedOut || cell->m_runId != 0)
        return;
    carriedOut = false;
    cell->m_runId = runId;
    const int count = cell->m_executionCount;
    cell->m_outputs->keepEarlier(cell->m_outputs->exchange(std::exchange(content, {})), count);
    cell->setExecutionCount(executionCount);
}

// --- several as one

void Document::History::Macro::redo(Document &document)
{
    for (auto &command : commands)
        command->redo(document);
}

void Document::History::Macro::undo(Document &document)
{
    for (auto it = commands.rbegin(); it != commands.rend(); ++it)
        (*it)->undo(document);
}

qint64 Document::History::Macro::size() const
{
    qint64 size = 0;
    for (const auto &command : commands)
        size += command->size();
    return size;
}

std::pair<Cell *, qsizetype> Document::History::Macro::focus(Document &document, bool undone) const
{
    return (undone ? commands.front() : commands.back())->focus(document, undone);
}

void Document::History::Macro::renameContext(const QString &context, const QString &newContext)
{
    for (const auto &command : commands)
        command->renameContext(context, newContext);
}

void Document::History::Macro::adopt(const Json::Value &ours, const QStringList &names)
{
    for (const auto &command : commands)
        command->adopt(ours, names);
}

// --- the history

void Document::History::adopt(const Json::Value &ours, const QStringList &names)
{
    for (const auto &command : m_commands)
        command->adopt(ours, names);
    if (m_macro)
        m_macro->adopt(ours, names);
}

void Document::History::renameContext(const QString &context, const QString &newContext)
{
    for (const auto &command : m_commands)
        command->renameContext(context, newContext);
    if (m_macro)
        m_macro->renameContext(context, newContext);
}

void Document::History::renameIn(const std::vector<std::unique_ptr<Cell>> &cells, const QString &context, const QString &newContext)
{
    for (const auto &cell : cells)
        cell->applyMember(u"metadata", metadataWithContext(cell->metadata(), context, newContext));
}

void Document::History::push(Document &document, std::unique_ptr<Command> command)
{
    {
        const QScopedValueRollback working(m_working, true);
        ++document.m_revision;
        command->redo(document);
    }
    if (m_macro) {
        m_macro->commands.push_back(std::move(command));
        return;
    }
    store(document, std::move(command));
}

void Document::History::store(Document &document, std::unique_ptr<Command> command)
{
    const bool couldUndo = canUndo();
    const bool couldRedo = canRedo();
    const QString oldText = undoText();
    if (couldRedo) {
        m_commands.resize(m_done);
        if (m_clean > qsizetype(m_done))
            m_clean = -1;
        m_mayMerge = false;
    }
    if (!m_mayMerge || m_done == 0 || m_clean == qsizetype(m_done) || !m_commands.back()->absorb(*command)) {
        const bool large = command->size() >= worthCounting;
        m_commands.push_back(std::move(command));
        ++m_done;
        if (m_commands.size() > maximumCommands)
            forgetOldest();
        while (large && m_commands.size() > 1 && isTooLarge())
            forgetOldest();
    }
    m_mayMerge = true;
    document.updateModified();
    if (!couldUndo || couldRedo || oldText != undoText())
        Q_EMIT document.undoChanged();
}

void Document::History::forgetOldest()
{
    m_commands.erase(m_commands.begin());
    --m_done;
    m_clean = std::max<qsizetype>(m_clean, 0) - 1;
}

bool Document::History::isTooLarge() const
{
    qint64 size = 0;
    for (const auto &command : m_commands)
        size += command->size();
    return size > m_limit;
}

qint64 Document::History::sizeOf(const std::vector<std::unique_ptr<Cell>> &cells)
{
    qint64 size = 0;
    for (const auto &cell : cells)
        size += cell->outputs()->size() + cell->outputs()->earlierSize();
    return size;
}

void Document::History::beginMacro(const QString &text)
{
    if (m_macroDepth++ == 0)
        m_macro = std::make_unique<Macro>(text);
}

void Document::History::endMacro(Document &document)
{
    if (m_macroDepth == 0 || --m_macroDepth > 0)
        return;
    std::unique_ptr<Macro> macro = std::move(m_macro);
    if (macro->commands.empty())
        return;
    m_mayMerge = false;
    store(document, std::move(macro));
    m_mayMerge = false;
}

void Document::History::undo(Document &document)
{
    if (!canUndo() || m_macro)
        return;
    m_mayMerge = false;
    Command &command = *m_commands[--m_done];
    {
        const QScopedValueRollback working(m_working, true);
        ++document.m_revision;
        command.undo(document);
    }
    document.updateModified();
    Q_EMIT document.undoChanged();
    const auto [cell, position] = command.focus(document, true);
    if (cell)
        Q_EMIT document.focusRequested(cell, position);
}

void Document::History::redo(Document &document)
{
    if (!canRedo() || m_macro)
        return;
    m_mayMerge = false;
    Command &command = *m_commands[m_done++];
    {
        const QScopedValueRollback working(m_working, true);
        ++document.m_revision;
        command.redo(document);
    }
    document.updateModified();
    Q_EMIT document.undoChanged();
    const auto [cell, position] = command.focus(document, false);
    if (cell)
        Q_EMIT document.focusRequested(cell, position);
}

void Document::History::setClean()
{
    m_clean = qsizetype(m_done);
    m_mayMerge = false;
}

} // namespace Notebook

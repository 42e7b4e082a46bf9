// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/document.h>

#include "history.h"
#include "oldformat.h"
#include "text.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace Notebook {

namespace {

constexpr int currentMinor = 5;

bool isValidId(QStringView id)
{
    return !id.isEmpty() && id.size() <= 64 && std::ranges::all_of(id, [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'-' || c == u'_';
    });
}

QString displayKey(const QString &scope, const QString &displayId) { return scope + u'\x1e' + displayId; }

Json::Value newMetadata()
{
    Json::Value kernel = Json::Value::object();
    kernel.set(u"display_name", Json::Value::string(u"Python 3"));
    kernel.set(u"language", Json::Value::string(u"python"));
    kernel.set(u"name", Json::Value::string(u"python3"));
    Json::Value language = Json::Value::object();
    language.set(u"name", Json::Value::string(u"python"));
    Json::Value metadata = Json::Value::object();
    metadata.set(u"kernelspec", kernel);
    metadata.set(u"language_info", language);
    return metadata;
}

QList<int> sortedUnique(QList<int> indexes, int count)
{
    std::ranges::sort(indexes);
    indexes.erase(std::unique(indexes.begin(), indexes.end()), indexes.end());
    indexes.removeIf([count](int index) { return index < 0 || index >= count; });
    return indexes;
}

/// Position of the first line that starts with a marker of version control; -1 for none.
qsizetype conflictMarker(const QByteArray &text)
{
    for (const char *marker : {"<<<<<<< ", ">>>>>>> "}) {
        for (qsizetype at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at + 1)) {
            if (at == 0 || text[at - 1] == '\n')
                return at;
        }
    }
    return -1;
}

} // namespace

Document::Document(QObject *parent)
    : QObject(parent)
    , m_history(std::make_unique<History>())
{
    m_root.set(u"cells", Json::Value::array());
    m_root.set(u"metadata", newMetadata());
    m_root.set(u"nbformat", Json::Value::number(4));
    m_root.set(u"nbformat_minor", Json::Value::number(currentMinor));
    m_tail = "\n";
    readDefaults();
    std::vector<std::unique_ptr<Cell>> cells;
    cells.push_back(makeCell(CellKind::Code, {}));
    attach(0, std::move(cells));
}

Document::~Document()
{
    m_displays.clear();
    m_history.reset();
    for (Cell *cell : m_cells)
        delete cell;
}

// --- reading and writing

constexpr qsizetype largeOutputs = 256 << 10; ///< Bytes of one cell.

Document::Prepared Document::prepare(const QByteArray &bytes)
{
    Prepared prepared;
    QByteArray &text = prepared.text;
    text = bytes;
    if (text.startsWith("\xEF\xBB\xBF")) {
        prepared.head = text.first(3);
        text = text.sliced(3);
    }
    LoadError error;
    if (text.startsWith("\xFF\xFE") || text.startsWith("\xFE\xFF")) {
        error.message = tr("This file is UTF-16 text. Notebooks are UTF-8.");
        error.hint = tr("Convert it to UTF-8, then open it again.");
        prepared.root = std::unexpected(error);
        return prepared;
    }
    if (text.trimmed().isEmpty()) {
        error.message = text.isEmpty() ? tr("This file is empty.") : tr("This file has nothing but white space.");
        error.hint = tr("Start a new notebook, or restore an earlier copy of this file.");
        prepared.root = std::unexpected(error);
        return prepared;
    }
    auto parsed = Json::parse(text);
    if (!parsed) {
        const qsizetype marker = conflictMarker(text);
        if (marker >= 0) {
            Json::locate(text, marker, &error.line, &error.column);
            error.message = tr("This file has the marks of an unfinished merge.");
            error.hint = tr("Open it as text, keep one side of each conflict and remove the lines with <<<<<<<, ======= and >>>>>>>.");
        } else {
            error.line = parsed.error().line;
            error.column = parsed.error().column;
            error.message = tr("This file is not a notebook, because it is not valid JSON: %1.").arg(parsed.error().message);
            error.hint = tr("Open it as text to look at line %1.").arg(error.line);
        }
        prepared.root = std::unexpected(error);
        return prepared;
    }
    prepared.head += text.first(parsed->storedOffset());
    prepared.style = Json::detectStyle(text);
    // Looked at once, so that it is split up already when the document does: that reads over everything inside. Small outputs can wait
    // until somebody wants to see them.
    const Json::Value cells = parsed->value(u"cells");
    for (qsizetype i = 0; cells.isArray() && i < cells.count(); ++i) {
        const Json::Value cell = cells.at(i);
        if (!cell.isObject())
            continue;
        const Json::Value outputs = cell.value(u"outputs");
        for (qsizetype k = 0; outputs.isArray() && outputs.storedSize() > largeOutputs && k < outputs.count(); ++k)
            outputs.at(k).value(u"data").count();
    }
    prepared.root = *parsed;
    return prepared;
}

std::expected<void, LoadError> Document::load(const Prepared &prepared)
{
    if (!prepared.root)
        return std::unexpected(prepared.root.error());
    const QByteArray &text = prepared.text;
    const QByteArray &head = prepared.head;
    Json::Value root = *prepared.root;
    QByteArray tail = text.sliced(root.storedOffset() + root.storedSize());
    Json::Style style = prepared.style;
    const auto refuse = [&](const Json::Value &where, const QString &message, const QString &hint) {
        LoadError refusal {message, hint};
        if (where.storedOffset() >= 0)
            Json::locate(text, where.storedOffset(), &refusal.line, &refusal.column);
        return std::unexpected(refusal);
    };
    const QString asText = tr("Open it as text to look at it.");
    const qint64 major = root.value(u"nbformat").toInteger(-1);
    if (!root.isObject() || (major < 0 && !root.value(u"cells").isArray() && !root.value(u"worksheets").isArray()))
        return refuse(root, tr("This file is JSON, but not a notebook: it has no \"nbformat\"."), asText);
    if (major > 4) {
        return refuse(root.value(u"nbformat"), tr("This notebook has format %1. This program knows formats up to 4.").arg(major),
                      tr("Save it as format 4 in the program that wrote it."));
    }
    bool converted = false;
    if (major == 2 || major == 3 || (major < 4 && root.value(u"worksheets").isArray())) {
        root = convertOldFormat(root);
        converted = true;
        style = Json::Style {};
        tail = "\n";
    } else if (major == 1 || major == 0) {
        return refuse(root.value(u"nbformat"), tr("This notebook has format %1, which is too old.").arg(major), asText);
    }
    const Json::Value list = root.value(u"cells");
    if (!list.isArray())
        return refuse(list.isNull() ? root : list, tr("This notebook has no list of cells."), asText);
    for (qsizetype i = 0; i < list.count(); ++i) {
        if (!list.at(i).isObject())
            return refuse(list.at(i), tr("Cell %1 is not a cell.").arg(i + 1), asText);
    }

    // From here on nothing fails.
    m_displays.clear();
    m_history = std::make_unique<History>();
    std::vector<Cell *> old;
    old.swap(m_cells);
    m_byId.clear();
    m_root = root;
    m_style = style;
    m_head = head;
    m_tail = tail;
    m_minor = int(std::clamp<qint64>(root.value(u"nbformat_minor").toInteger(0), 0, 1000));
    m_needsSaveAs = converted;
    m_idsToWrite = converted;
    m_outputsModified = false;
    m_forcedModified = false;
    ++m_revision;
    m_warnings.clear();
    readDefaults();
    if (converted)
        m_warnings += tr("This notebook had the old format %1 and was converted. Save it under a new name to keep the original.").arg(major);
    if (m_minor > currentMinor)
        m_warnings += tr("This notebook was written by a newer program (format 4.%1). What is unknown here is kept.").arg(m_minor);

    m_sourceAsList = list.count() == 0 || !list.at(0).value(u"source").isString();
    QStringList unknownKeys;
    int badIds = 0;
    m_cells.reserve(size_t(list.count()));
    for (qsizetype i = 0; i < list.count(); ++i) {
        const Json::Value json = list.at(i);
        auto *cell = new Cell(this);
        cell->load(json);
        const QString id = json.value(u"id").toString();
        if (isValidId(id) && !m_byId.contains(id)) {
            cell->m_id = id;
        } else {
            badIds += m_minor >= 5 && !converted;
            cell->m_id = freshId();
        }
        cell->m_index = int(i);
        m_byId.insert(cell->m_id, cell);
        m_cells.push_back(cell);
        if (cell->m_kind == CellKind::Unknown)
            m_warnings += tr("Cell %1 has the unknown kind \"%2\". It is kept as it is.").arg(i + 1).arg(cell->m_kindName.left(40));
        static const QStringList known {u"cell_type"_s, u"id"_s, u"metadata"_s, u"source"_s, u"attachments"_s};
        for (qsizetype k = 0; k < json.count(); ++k) {
            const QString key = json.keyAt(k);
            if (known.contains(key) || (cell->m_kind == CellKind::Code && (key == "outputs"_L1 || key == "execution_count"_L1))
                || unknownKeys.contains(key) || unknownKeys.size() >= 8)
                continue;
            unknownKeys += key;
        }
    }
    if (!unknownKeys.isEmpty())
        m_warnings += tr("Some cells have entries that the format does not know (%1). They are kept.").arg(unknownKeys.join(", "_L1));
    if (badIds > 0)
        m_warnings += tr("%n cell(s) had no valid id of their own. New ids are written with the next change.", nullptr, badIds);
    Q_EMIT reset();
    for (Cell *cell : old)
        delete cell;
    Q_EMIT metadataChanged();
    Q_EMIT defaultBindingChanged();
    Q_EMIT undoChanged();
    m_modified = false;
    Q_EMIT modifiedChanged(false);
    return {};
}

Json::Value Document::rootToWrite() const
{
    std::vector<Json::Value> cells;
    cells.reserve(m_cells.size());
    for (Cell *cell : m_cells) {
        Json::Value json = cell->toJson();
        if (m_idsToWrite && m_minor >= 5 && json.value(u"id").toString() != cell->m_id) {
            json.set(u"id", Json::Value::string(cell->m_id));
            cell->m_json = json;
        }
        cells.push_back(json);
    }
    Json::Value list = m_root.value(u"cells");
    list.setElements(cells);
    m_root.set(u"cells", list);
    return m_root;
}

QByteArray Document::toBytes() const { return writer()(); }

std::function<QByteArray()> Document::writer() const
{
    return [head = m_head, root = rootToWrite(), style = m_style, tail = m_tail]() {
        QByteArray out = head;
        root.write(out, style);
        out += tail;
        return out;
    };
}

std::function<std::unique_ptr<Document>()> Document::copier() const
{
    return [write = writer(), binding = m_fallback]() {
        auto copy = std::make_unique<Document>();
        copy->setFallbackBinding(binding);
        [[maybe_unused]] const auto loaded = copy->fromBytes(write());
        return copy;
    };
}

QString Document::freshId() const
{
    for (;;) {
        const QString id = QString::number(QRandomGenerator::global()->generate(), 16).rightJustified(8, u'0');
        if (!m_byId.contains(id))
            return id;
    }
}

std::unique_ptr<Cell> Document::makeCell(CellKind kind, const QString &source)
{
    std::unique_ptr<Cell> cell(new Cell(this));
    const bool code = kind == CellKind::Code;
    Json::Value json = Json::Value::object();
    json.set(u"cell_type", Json::Value::string(code ? u"code" : kind == CellKind::Markdown ? u"markdown" : u"raw"));
    if (code) {
        json.set(u"execution_count", Json::Value());
        json.set(u"outputs", Json::Value::array());
    }
    json.set(u"metadata", Json::Value::object());
    const QString text = withUnixLineEnds(source);
    json.set(u"source", m_sourceAsList ? Json::Value::lines(text) : Json::Value::string(text));
    cell->m_id = freshId();
    if (m_minor >= 5)
        json.set(u"id", Json::Value::string(cell->m_id));
    cell->load(json);
    return cell;
}

std::unique_ptr<Cell> Document::cellFromJson(const Json::Value &json, bool keepId)
{
    std::unique_ptr<Cell> cell(new Cell(this));
    Json::Value copy = json;
    const QString id = json.value(u"id").toString();
    cell->m_id = keepId && isValidId(id) && !m_byId.contains(id) ? id : freshId();
    if (m_minor >= 5)
        copy.set(u"id", Json::Value::string(cell->m_id));
    else
        copy.remove(u"id");
    cell->load(copy);
    if (!keepId)
        cell->setBackground({}); // The original follows that command.
    return cell;
}

// --- the list of cells, as the commands change it

void Document::renumber(int from)
{
    for (int i = from; i < count(); ++i)
        m_cells[size_t(i)]->m_index = i;
}

void Document::attach(int index, std::vector<std::unique_ptr<Cell>> cells)
{
    std::vector<Cell *> pointers;
    for (auto &cell : cells) {
        m_byId.insert(cell->m_id, cell.get());
        pointers.push_back(cell.release());
    }
    m_cells.insert(m_cells.begin() + index, pointers.begin(), pointers.end());
    renumber(index);
    Q_EMIT cellsInserted(index, int(pointers.size()));
}

std::vector<std::unique_ptr<Cell>> Document::detach(int index, int count)
{
    Q_EMIT cellsAboutToBeRemoved(index, count);
    std::vector<std::unique_ptr<Cell>> cells;
    for (int i = index; i < index + count; ++i) {
        Cell *cell = m_cells[size_t(i)];
        cell->m_index = -1;
        m_byId.remove(cell->m_id);
        cells.emplace_back(cell);
    }
    m_cells.erase(m_cells.begin() + index, m_cells.begin() + index + count);
    renumber(index);
    Q_EMIT cellsRemoved(index, count);
    return cells;
}

void Document::relocate(int first, int count, int to)
{
    const auto begin = m_cells.begin();
    if (to < first)
        std::rotate(begin + to, begin + first, begin + first + count);
    else
        std::rotate(begin + first, begin + first + count, begin + to + count);
    renumber(std::min(first, to));
    Q_EMIT cellsMoved(first, count, to);
}

// --- what the user does

Cell *Document::insertCell(int index, CellKind kind, const QString &source, const Binding &binding)
{
    auto cell = makeCell(kind == CellKind::Unknown ? CellKind::Raw : kind, source);
    if (!binding.isEmpty())
        cell->applyMember(u"metadata", metadataWithBinding(cell->metadata(), binding));
    Cell *inserted = cell.get();
    std::vector<std::unique_ptr<Cell>> cells;
    cells.push_back(std::move(cell));
    m_history->push(*this, std::make_unique<History::Insert>(std::clamp(index, 0, count()), std::move(cells), tr("Insert cell")));
    return inserted;
}

void Document::removeCells(QList<int> indexes)
{
    indexes = sortedUnique(indexes, count());
    if (indexes.isEmpty())
        return;
    beginMacro(tr("Delete %n cell(s)", nullptr, int(indexes.size())));
    for (qsizetype last = indexes.size() - 1; last >= 0;) {
        qsizetype first = last;
        while (first > 0 && indexes[first - 1] == indexes[first] - 1)
            --first;
        m_history->push(*this, std::make_unique<History::Remove>(indexes[first], int(last - first + 1)));
        last = first - 1;
    }
    endMacro();
}

void Document::moveCells(int first, int count, int to)
{
    if (first < 0 || count <= 0 || first + count > this->count())
        return;
    to = std::clamp(to, 0, this->count() - count);
    if (to != first)
        m_history->push(*this, std::make_unique<History::Move>(first, count, to, tr("Move %n cell(s)", nullptr, count)));
}

int Document::gatherCells(QList<int> indexes, int gap)
{
    indexes = sortedUnique(indexes, count());
    gap = std::clamp(gap, 0, count());
    if (indexes.isEmpty())
        return gap;
    const int above = int(std::ranges::count_if(indexes, [gap](int index) { return index < gap; }));
    beginMacro(tr("Move %n cell(s)", nullptr, int(indexes.size())));
    // Each goes to its place next to the gap, the nearest first, so that no other index changes.
    for (int i = above - 1; i >= 0; --i)
        moveCells(indexes[i], 1, gap - above + i);
    for (int i = above; i < indexes.size(); ++i)
        moveCells(indexes[i], 1, gap - above + i);
    endMacro();
    return gap - above;
}

Cell *Document::splitCell(int index, qsizetype position)
{
    Cell *upper = cell(index);
    if (!upper)
        return nullptr;
    const QString &source = upper->source();
    position = std::clamp<qsizetype>(position, 0, source.size());
    // The line end at the cut, if there is one, belongs to neither half.
    qsizetype end = position;
    qsizetype begin = position;
    if (end < source.size() && source[end] == u'\n')
        ++end;
    else if (begin > 0 && source[begin - 1] == u'\n')
        --begin;
    const QString lower = source.sliced(end);
    beginMacro(tr("Split cell"));
    upper->edit(begin, source.size() - begin, {});
    Cell *inserted = insertCell(index + 1, upper->kind(), lower, upper->binding());
    endMacro();
    return inserted;
}

Cell *Document::mergeCells(int first, int count)
{
    if (first < 0 || count < 2 || first + count > this->count())
        return cell(first);
    Cell *target = cell(first);
    QString added;
    Json::Value attachments = target->m_json.value(u"attachments");
    const bool hadAttachments = attachments.isObject();
    bool moreAttachments = false;
    for (int i = first + 1; i < first + count; ++i) {
        added += u'\n' + cell(i)->source();
        const Json::Value more = cell(i)->m_json.value(u"attachments");
        for (qsizetype k = 0; more.isObject() && k < more.count(); ++k) {
            if (!attachments.contains(more.keyAt(k))) {
                attachments.set(more.keyAt(k), more.at(k));
                moreAttachments = true;
            }
        }
    }
    beginMacro(tr("Merge %n cell(s)", nullptr, count));
    target->edit(target->source().size(), 0, added);
    if (moreAttachments && target->kind() != CellKind::Code) {
        m_history->push(*this, std::make_unique<History::Member>(target, u"attachments"_s,
                                                                 hadAttachments ? target->m_json.value(u"attachments") : Json::Value(), attachments));
    }
    m_history->push(*this, std::make_unique<History::Remove>(first + 1, count - 1));
    endMacro();
    return target;
}

void Document::changeKind(const QList<int> &indexes, CellKind kind)
{
    if (kind == CellKind::Unknown)
        return;
    const QList<int> cells = sortedUnique(indexes, count());
    const QString name = kind == CellKind::Code ? u"code"_s : kind == CellKind::Markdown ? u"markdown"_s : u"raw"_s;
    beginMacro(tr("Change the kind of %n cell(s)", nullptr, int(cells.size())));
    for (int index : cells) {
        if (cell(index)->kind() != kind)
            m_history->push(*this, std::make_unique<History::Kind>(cell(index), name));
    }
    endMacro();
}

QList<Cell *> Document::duplicateCells(const QList<int> &indexes)
{
    const QList<int> originals = sortedUnique(indexes, count());
    if (originals.isEmpty())
        return {};
    std::vector<std::unique_ptr<Cell>> copies;
    QList<Cell *> result;
    for (int index : originals) {
        // Values are shared until one of them changes; what still grows is in them as it was then.
        copies.push_back(cellFromJson(cell(index)->toJson(), false));
        result += copies.back().get();
    }
    m_history->push(*this, std::make_unique<History::Insert>(originals.constLast() + 1, std::move(copies),
                                                             tr("Duplicate %n cell(s)", nullptr, int(originals.size()))));
    return result;
}

Json::Value Document::sharedCells(const QList<int> &indexes) const
{
    Json::Value cells = Json::Value::array();
    for (int index : sortedUnique(indexes, count()))
        cells.append(cell(index)->toJson());
    Json::Value root = Json::Value::object();
    root.set(u"cells", cells);
    root.set(u"metadata", metadata());
    root.set(u"nbformat", Json::Value::number(4));
    root.set(u"nbformat_minor", Json::Value::number(m_minor));
    return root;
}

QByteArray Document::clipboardBytes(const Json::Value &notebook) { return notebook.withoutLayout().toBytes() + '\n'; }

QByteArray Document::copyCells(const QList<int> &indexes) const { return clipboardBytes(sharedCells(indexes)); }

QList<Cell *> Document::pasteCells(int index, const QByteArray &json)
{
    const auto parsed = Json::parse(json);
    return parsed ? pasteCells(index, *parsed) : QList<Cell *>();
}

QList<Cell *> Document::pasteCells(int index, const Json::Value &notebook)
{
    const Json::Value list = (notebook.isArray() ? notebook : notebook.value(u"cells")).withoutLayout();
    std::vector<std::unique_ptr<Cell>> cells;
    QList<Cell *> result;
    for (qsizetype i = 0; list.isArray() && i < list.count(); ++i) {
        if (!list.at(i).isObject() || !list.at(i).value(u"cell_type").isString())
            continue;
        cells.push_back(cellFromJson(list.at(i), false));
        result += cells.back().get();
    }
    if (!result.isEmpty()) {
        m_history->push(*this, std::make_unique<History::Insert>(std::clamp(index, 0, count()), std::move(cells),
                                                                 tr("Paste %n cell(s)", nullptr, int(result.size()))));
    }
    return result;
}

QString Document::clipboardMimeType() { return u"application/x-ipynb+json"_s; }

void Document::clearOutputs(const QList<int> &indexes)
{
    beginMacro(tr("Clear outputs"));
    for (int index : sortedUnique(indexes, count())) {
        Cell *target = cell(index);
        if (!target->outputs()->isEmpty() || target->executionCount() >= 0)
            m_history->push(*this, std::make_unique<History::Outputs>(target));
    }
    endMacro();
}

void Document::bringBackOutputs(const QList<int> &indexes)
{
    beginMacro(tr("Bring back outputs"));
    for (int index : sortedUnique(indexes, count())) {
        Cell *target = cell(index);
        if (target->kind() == CellKind::Code && !target->isBusy() && target->outputs()->hasEarlier())
            m_history->push(*this, std::make_unique<History::EarlierOutputs>(target));
    }
    endMacro();
}

void Document::limitEarlier()
{
    for (;;) {
        qint64 size = 0;
        OutputList *oldest = nullptr;
        for (const Cell *cell : m_cells) {
            OutputList *list = cell->outputs();
            size += list->earlierSize();
            if (list->hasEarlier() && (!oldest || list->m_earlier.front().serial < oldest->m_earlier.front().serial))
                oldest = list;
        }
        if (size <= m_earlierLimit || !oldest || oldest->m_earlier.front().serial == m_lastEarlier)
            return;
        oldest->m_earlier.erase(oldest->m_earlier.begin());
    }
}

void Cell::edit(qsizetype position, qsizetype removed, QStringView inserted)
{
    position = std::clamp<qsizetype>(position, 0, m_source.size());
    removed = std::clamp<qsizetype>(removed, 0, m_source.size() - position);
    const QStringView old = QStringView(m_source).sliced(position, removed);
    if (old == inserted)
        return;
    m_document->m_history->push(*m_document, std::make_unique<Document::History::Edit>(this, position, old.toString(), inserted.toString()));
}

void Cell::setSource(const QString &source)
{
    const QString text = withUnixLineEnds(source);
    const qsizetype shorter = std::min(text.size(), m_source.size());
    qsizetype head = 0;
    while (head < shorter && text[head] == m_source[head])
        ++head;
    qsizetype tail = 0;
    while (tail < shorter - head && text[text.size() - 1 - tail] == m_source[m_source.size() - 1 - tail])
        ++tail;
    // Characters of two units stay whole.
    if (head > 0 && text[head - 1].isHighSurrogate())
        --head;
    if (tail > 0 && text[text.size() - tail].isLowSurrogate())
        --tail;
    m_document->breakUndoMerging();
    edit(head, m_source.size() - head - tail, QStringView(text).sliced(head, text.size() - head - tail));
    m_document->breakUndoMerging();
}

QString Cell::addAttachment(const QString &name, const QString &mimeType, const QByteArray &bytes)
{
    if (kind() == CellKind::Code || name.isEmpty() || mimeType.isEmpty())
        return {};
    const Json::Value before = m_json.value(u"attachments");
    Json::Value attachments = before.isObject() ? before : Json::Value::object();
    const qsizetype dot = name.lastIndexOf(u'.');
    QString free = name;
    for (int i = 1; attachments.contains(free) && attachment(free) != bytes; ++i)
        free = dot > 0 ? u"%1-%2%3"_s.arg(name.first(dot)).arg(i).arg(name.sliced(dot)) : u"%1-%2"_s.arg(name).arg(i);
    if (attachments.contains(free))
        return free; // The same once more.
    Json::Value bundle = Json::Value::object();
    const bool text = mimeType == "image/svg+xml"_L1 || mimeType.startsWith("text/"_L1);
    bundle.set(mimeType, Json::Value::string(text ? QString::fromUtf8(bytes) : QString::fromLatin1(bytes.toBase64())));
    attachments.set(free, bundle);
    m_document->m_history->push(*m_document, std::make_unique<Document::History::Member>(this, u"attachments"_s, before.isObject() ? before : Json::Value(), attachments));
    return free;
}

void Cell::setMetadata(const Json::Value &metadata)
{
    m_document->m_history->push(*m_document, std::make_unique<Document::History::Member>(this, u"metadata"_s, m_json.value(u"metadata"), metadata));
}

// --- undo

bool Document::canUndo() const { return m_history->canUndo(); }
bool Document::canRedo() const { return m_history->canRedo(); }
QString Document::undoText() const { return m_history->undoText(); }
QString Document::redoText() const { return m_history->redoText(); }
void Document::undo() { m_history->undo(*this); }
void Document::redo() { m_history->redo(*this); }
void Document::setUndoLimit(qint64 bytes)
{
    m_history->setLimit(bytes);
    m_earlierLimit = bytes;
    limitEarlier();
}
void Document::breakUndoMerging() { m_history->breakMerging(); }
void Document::beginMacro(const QString &text) { m_history->beginMacro(text); }
void Document::endMacro() { m_history->endMacro(*this); }

// --- state

bool Document::isModified() const { return m_forcedModified || m_outputsModified || !m_history->isClean(); }

void Document::setModified(bool modified)
{
    m_forcedModified = modified;
    if (!modified) {
        m_outputsModified = false;
        m_needsSaveAs = false;
        m_history->setClean();
    }
    updateModified();
}

void Document::setSaved(quint64 revision)
{
    if (revision == m_revision) {
        setModified(false);
    } else {
        m_needsSaveAs = false;
        // What was written is neither what is here nor what undoing leads back to.
        setModified(true);
    }
}

void Document::updateModified()
{
    const bool modified = isModified();
    if (modified)
        m_idsToWrite = true;
    if (modified == m_modified)
        return;
    m_modified = modified;
    Q_EMIT modifiedChanged(modified);
}

void Document::outputsChanged()
{
    ++m_revision;
    if (m_history->isWorking())
        return;
    m_outputsModified = true;
    updateModified();
}

// --- metadata

Json::Value Document::metadata() const { return m_root.value(u"metadata"); }

void Document::setMetadata(const Json::Value &metadata)
{
    m_history->push(*this, std::make_unique<History::NotebookMetadata>(m_root.value(u"metadata"), metadata));
}

void Document::readDefaults()
{
    const Json::Value all = m_root.value(u"metadata");
    m_defaults = bindingFromJson(all);
    m_kernelLanguage = all.value(u"language_info").value(u"name").toString().toLower();
    if (m_kernelLanguage.isEmpty())
        m_kernelLanguage = all.value(u"kernelspec").value(u"language").toString().toLower();
    if (m_kernelLanguage == "ipython"_L1 || m_kernelLanguage == "python3"_L1)
        m_kernelLanguage = u"python"_s;
}

void Document::applyMetadata(const Json::Value &metadata)
{
    if (metadata.isNull())
        m_root.remove(u"metadata");
    else
        m_root.set(u"metadata", metadata);
    const Binding before = defaultBinding();
    readDefaults();
    Q_EMIT metadataChanged();
    if (!(before == defaultBinding())) {
        Q_EMIT defaultBindingChanged();
        for (Cell *cell : m_cells)
            Q_EMIT cell->bindingChanged();
    }
}

QString Document::defaultLanguage() const { return defaultBinding().language; }

void Document::setDefaultLanguage(const QString &language)
{
    Binding binding = m_defaults;
    binding.language = language;
    setDefaultBinding(binding);
}

Binding Document::defaultBinding() const
{
    Binding binding = m_defaults;
    if (binding.language.isEmpty())
        binding.language = m_kernelLanguage;
    binding = binding.inheriting(m_fallback);
    if (binding.language.isEmpty())
        binding.language = u"python"_s;
    return binding;
}

void Document::setDefaultBinding(const Binding &binding)
{
    if (!(binding == m_defaults))
        setMetadata(metadataWithBinding(metadata(), binding));
}

void Document::adoptMetadata(const Json::Value &metadata)
{
    ++m_revision;
    setModified(true); // First: who keeps a journal asks for it when the metadata change.
    applyMetadata(metadata);
    m_history->adopt(metadata.value(u"opensandbox"), { u"sandboxes"_s });
}

void Document::adoptDefaultBinding(const Binding &binding)
{
    if (binding == m_defaults)
        return;
    adoptMetadata(metadataWithBinding(metadata(), binding));
    m_history->adopt(metadata().value(u"opensandbox"), { u"connection"_s, u"sandbox"_s, u"context"_s });
}

void Document::setOwnContext(const QString &sandbox, const QString &language, const QString &context)
{
    if (context == ownContext(sandbox, language))
        return;
    if (context.isEmpty())
        m_ownContexts.remove({ sandbox, language });
    else
        m_ownContexts.insert({ sandbox, language }, context);
    Q_EMIT defaultBindingChanged();
    for (Cell *cell : m_cells)
        Q_EMIT cell->bindingChanged();
}

QList<Binding> Document::ownContexts() const
{
    QList<Binding> all;
    for (auto own = m_ownContexts.begin(); own != m_ownContexts.end(); ++own)
        all.append({ {}, own.key().first, own.key().second, own.value() });
    return all;
}

void Document::replaceContext(const QString &context, const QString &newContext)
{
    const auto renamed = [&](const Json::Value &metadata) { return metadataWithContext(metadata, context, newContext); };
    if (m_defaults.context == context || std::ranges::any_of(m_cells, [&context](const Cell *cell) { return cell->binding().context == context; })) {
        ++m_revision;
        setModified(true);
    }
    for (Cell *cell : m_cells) {
        if (cell->binding().context == context)
            cell->applyMember(u"metadata", renamed(cell->metadata()));
    }
    if (m_defaults.context == context)
        applyMetadata(renamed(metadata()));
    m_history->renameContext(context, newContext);
    const auto contexts = m_ownContexts;
    for (auto own = contexts.begin(); own != contexts.end(); ++own) {
        if (own.value() == context)
            setOwnContext(own.key().first, own.key().second, newContext);
    }
}

void Document::setFallbackBinding(const Binding &binding)
{
    if (binding == m_fallback)
        return;
    m_fallback = binding;
    Q_EMIT defaultBindingChanged();
    for (Cell *cell : m_cells)
        Q_EMIT cell->bindingChanged();
}

// --- displays

void Document::registerDisplay(Cell *cell, const QString &displayId)
{
    const QString key = displayKey(cell->outputs()->displayScope(), displayId);
    if (!m_displays.contains(key, cell))
        m_displays.insert(key, cell);
}

void Document::forget(Cell *cell)
{
    if (!m_displays.isEmpty())
        m_displays.removeIf([cell](std::pair<const QString &, Cell *&> entry) { return entry.second == cell; });
}

int Document::updateDisplay(const QString &scope, const QString &displayId, const MimeBundle &data, const QJsonObject &metadata)
{
    int updated = 0;
    const QList<Cell *> cells = m_displays.values(displayKey(scope, displayId));
    for (Cell *cell : cells) {
        if (cell->outputs()->displayScope() == scope)
            updated += cell->outputs()->updateDisplay(displayId, data, metadata);
    }
    return updated;
}

} // namespace Notebook

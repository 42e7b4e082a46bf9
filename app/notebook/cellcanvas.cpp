// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "cellcanvas.h"

#include "canvasaccessible.h"
#include "canvasparts.h"
#include "codeeditor.h"
#include "execution/executiontargets.h"
#include "headings.h"
#include "richblocks.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <QApplication>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;

namespace {

constexpr int flushInterval = 33;

} // namespace

CellCanvas::CellCanvas(Notebook::Document *document, ExecutionTargets *targets, QWidget *parent)
    : QAbstractScrollArea(parent), m_document(document), m_targets(targets), m_owner(parent)
{
    // Before anything tells a screen reader about it, which would take it for any other area that scrolls.
    CanvasAccessibility::install(this);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Notebook cells"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    setAcceptDrops(true);
    viewport()->setBackgroundRole(QPalette::Base);
    verticalScrollBar()->setSingleStep(Metrics::scaled(40));

    m_editor = new CodeEditor(viewport());
    m_editor->hide();
    m_insertBar = new InsertBar(viewport());
    connect(m_insertBar, &InsertBar::insertRequested, this, [this](int index, CellKind kind) {
        m_insertBar->hide();
        Q_EMIT insertRequested(index, kind);
    });
    connect(m_editor, &CodeEditor::escaped, this, &CellCanvas::command);
    connect(m_editor, &CodeEditor::leaving, this, &CellCanvas::leave);
    connect(m_editor, &CodeEditor::undoRequested, this, &CellCanvas::undoRequested);
    connect(m_editor, &CodeEditor::redoRequested, this, &CellCanvas::redoRequested);
    connect(m_editor, &CodeEditor::contentHeightChanged, this, [this]() {
        if (m_mode != Mode::Edit || m_current < 0 || m_settling)
            return;
        Item &item = m_items[size_t(m_current)];
        if (!item.realised)
            return;
        const qreal before = item.height;
        measure(item);
        if (item.height != before)
            retop(m_current);
        placeWidgets();
        viewport()->update();
    });
    connect(m_editor, &CodeEditor::caretMoved, this, [this]() {
        if (m_mode != Mode::Edit)
            return;
        // The caret stays in sight, as in a plain editor.
        const QRectF caret = m_editor->caretRect().translated(m_editor->pos());
        if (m_editor->hasFocus()) {
            if (caret.bottom() > viewport()->height() - px(8))
                verticalScrollBar()->setValue(verticalScrollBar()->value() + int(std::ceil(caret.bottom() - viewport()->height() + px(8))));
            else if (caret.top() < px(4))
                verticalScrollBar()->setValue(verticalScrollBar()->value() + int(std::floor(caret.top() - px(4))));
        }
        Q_EMIT caretMoved();
    });

    m_flushTimer.setSingleShot(true);
    m_flushTimer.setInterval(flushInterval);
    connect(&m_flushTimer, &QTimer::timeout, this, &CellCanvas::flush);
    m_partTimer.setSingleShot(true);
    m_partTimer.setInterval(0);
    connect(&m_partTimer, &QTimer::timeout, this, &CellCanvas::layOutPart);

    connect(m_document, &Notebook::Document::reset, this, &CellCanvas::rebuild);
    connect(m_document, &Notebook::Document::cellsInserted, this, [this](int first, int count) {
        for (int i = 0; i < count; ++i)
            m_items.insert(m_items.begin() + first + i, makeItem(m_document->cell(first + i)));
        if (m_current >= first)
            m_current += count;
        if (m_anchor >= first)
            m_anchor += count;
        if (m_current < 0)
            m_current = m_anchor = 0;
        retop(first);
        settle();
        placeWidgets();
        viewport()->update();
        applyFolds();
    });
    connect(m_document, &Notebook::Document::cellsAboutToBeRemoved, this, [this](int first, int count) {
        for (int i = first; i < first + count; ++i)
            m_also.remove(m_document->cell(i));
        if (m_mode == Mode::Edit && m_current >= first && m_current < first + count)
            command();
        if (m_editor->cell() && m_editor->cell()->index() >= first && m_editor->cell()->index() < first + count)
            m_editor->setCell(nullptr);
    });
    connect(m_document, &Notebook::Document::cellsRemoved, this, [this](int first, int count) {
        for (int i = first; i < first + count; ++i) {
            Cell *cell = m_items[size_t(i)].cell;
            m_dirty.remove(cell);
            cell->disconnect(this);
            cell->outputs()->disconnect(this);
        }
        m_items.erase(m_items.begin() + first, m_items.begin() + first + count);
        const int last = int(m_items.size()) - 1;
        if (m_current >= first + count)
            m_current -= count;
        else if (m_current >= first)
            m_current = std::min(first, last);
        m_anchor = m_current;
        retop(first);
        settle();
        placeWidgets();
        viewport()->update();
        applyFolds();
        Q_EMIT currentChanged();
    });
    connect(m_document, &Notebook::Document::cellsMoved, this, [this](int first, int count, int to) {
        const Cell *cell = currentCell();
        std::vector<Item> moved;
        for (int i = 0; i < count; ++i)
            moved.push_back(std::move(m_items[size_t(first + i)]));
        m_items.erase(m_items.begin() + first, m_items.begin() + first + count);
        for (int i = 0; i < count; ++i)
            m_items.insert(m_items.begin() + to + i, std::move(moved[size_t(i)]));
        if (cell)
            m_current = cell->index();
        m_anchor = m_current;
        retop(0);
        settle();
        placeWidgets();
        viewport()->update();
        applyFolds();
        Q_EMIT currentChanged();
    });
    if (m_targets) {
        connect(m_targets, &ExecutionTargets::changed, viewport(), qOverload<>(&QWidget::update));
    }
    connect(m_document, &Notebook::Document::defaultBindingChanged, viewport(), qOverload<>(&QWidget::update));
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, &CellCanvas::restyle);
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget *before, const QWidget *now) {
        if (isAncestorOf(before) != isAncestorOf(now))
            viewport()->update();
    });
    rebuild();
}

CellCanvas::~CellCanvas()
{
    // Its editor loses the keyboard when it goes, after everything else of this object.
    disconnect(qApp, nullptr, this, nullptr);
    m_settling = true;
    m_items.clear();
}

CellCanvas::Item CellCanvas::makeItem(Cell *cell)
{
    Item item;
    item.cell = cell;
    item.lineNumbers = m_lineNumbers;
    attach(item);
    estimate(item);
    return item;
}

void CellCanvas::attach(Item &item)
{
    Cell *cell = item.cell;
    const auto changed = [this, cell]() { markDirty(cell); };
    connect(cell, &Cell::sourceEdited, this, [this, cell]() {
        Item *own = itemOf(cell);
        if (!own)
            return;
        own->codeDirty = true;
        if (cell->kind() == CellKind::Markdown) {
            const int before = std::exchange(own->heading, Headings::level(cell->source()));
            if (own->heading != before)
                applyFolds();
        }
        if (!isEditing(*own))
            markDirty(cell);
    });
    connect(cell, &Cell::kindChanged, this, [this, cell]() {
        if (Item *own = itemOf(cell)) {
            own->codeDirty = true;
            own->outputsDirty = true;
            own->heading = -1;
            applyFolds();
            if (m_mode == Mode::Edit && m_current == cell->index())
                m_editor->setLanguage(cell->kind() == CellKind::Code ? cell->language() : cell->kind() == CellKind::Markdown ? u"markdown"_s : QString());
        }
        markDirty(cell);
    });
    connect(cell, &Cell::bindingChanged, this, [this, cell]() {
        if (Item *own = itemOf(cell))
            own->codeDirty = true;
        markDirty(cell);
    });
    connect(cell, &Cell::metadataChanged, this, [this, cell]() {
        if (cell->kind() == CellKind::Markdown)
            applyFolds();
        markDirty(cell);
    });
    connect(cell, &Cell::executionCountChanged, this, changed);
    connect(cell, &Cell::runStateChanged, this, [this, cell, changed]() {
        changed();
        // What was written is sent: from now on nobody is writing, and a question of the run may take the keyboard.
        if (m_editor->cell() == cell && cell->isBusy())
            m_editor->document()->setModified(false);
    });
    Notebook::OutputList *outputs = cell->outputs();
    const auto structure = [this, cell]() {
        if (Item *own = itemOf(cell))
            own->outputsDirty = true;
        markDirty(cell);
    };
    connect(outputs, &Notebook::OutputList::outputInserted, this, [this, cell, structure](int index) {
        const Notebook::Output &output = cell->outputs()->at(index);
        if (output.type() == Notebook::OutputType::Notice && output.notice().code == "input"_L1)
            m_asking = cell;
        structure();
    });
    connect(outputs, &Notebook::OutputList::outputsRemoved, this, structure);
    connect(outputs, &Notebook::OutputList::outputChanged, this, [this, cell](int index, qint64 firstRow) {
        if (Item *own = itemOf(cell); own && own->realised) {
            const quint64 id = cell->outputs()->at(index).id();
            const auto known = own->changedOutputs.constFind(id);
            if (known == own->changedOutputs.constEnd() || firstRow < *known)
                own->changedOutputs.insert(id, firstRow);
        }
        markDirty(cell);
    });
}

void CellCanvas::rebuild()
{
    m_settling = true;
    for (Item &item : m_items)
        release(item);
    m_items.clear();
    m_dirty.clear();
    m_also.clear();
    m_mode = Mode::Command;
    m_editor->setCell(nullptr);
    m_editor->hide();
    m_items.reserve(size_t(m_document->count()));
    for (Cell *cell : m_document->cells())
        m_items.push_back(makeItem(cell));
    m_current = m_anchor = m_items.empty() ? -1 : 0;
    updateFolds();
    m_settling = false;
    verticalScrollBar()->setValue(0);
    retop(0);
    settle();
    placeWidgets();
    viewport()->update();
    Q_EMIT currentChanged();
    Q_EMIT modeChanged();
}

CellCanvas::Item *CellCanvas::itemOf(Cell *cell)
{
    const int index = cell->index();
    if (index < 0 || index >= int(m_items.size()) || m_items[size_t(index)].cell != cell)
        return nullptr;
    return &m_items[size_t(index)];
}

bool CellCanvas::isEditing(const Item &item) const
{
    return m_mode == Mode::Edit && m_editor->cell() == item.cell;
}

bool CellCanvas::showsCode(const Item &item) const
{
    // What is laid out counts: a cell that has just become text, or code, is painted as it was until its turn comes.
    const bool text = item.realised ? item.markdown != nullptr : item.cell->kind() == CellKind::Markdown;
    return !text || isEditing(item);
}

void CellCanvas::setLineNumbers(bool on)
{
    m_lineNumbers = on;
    for (Item &item : m_items) {
        item.lineNumbers = on;
        item.codeDirty = true;
        m_dirty.insert(item.cell);
    }
    m_editor->setLineNumbers(on);
    flush();
}

void CellCanvas::toggleLineNumbers(Cell *cell)
{
    if (Item *item = itemOf(cell)) {
        item->lineNumbers = !item->lineNumbers;
        item->codeDirty = true;
        if (isEditing(*item))
            m_editor->setLineNumbers(item->lineNumbers);
        m_dirty.insert(cell);
        flush();
    }
}

void CellCanvas::showAs(Cell *cell, quint64 outputId, const QString &mime)
{
    Item *item = itemOf(cell);
    if (!item)
        return;
    item->mimes.insert(outputId, mime);
    std::erase_if(item->outputs, [outputId](const OutputView &view) { return view.id == outputId; });
    item->outputsDirty = true;
    markDirty(cell);
}

QString CellCanvas::sandboxName(const Cell *cell) const
{
    const Notebook::Binding binding = cell->effectiveBinding();
    if (binding.sandbox.isEmpty())
        return {};
    const QString name = m_targets ? m_targets->describe(binding.sandbox, binding.language).sandboxName : QString();
    if (!name.isEmpty())
        return name;
    // One that is gone: as the file remembers it.
    const QString remembered = m_document->metadata().value(u"opensandbox").value(u"sandboxes").value(binding.sandbox).value(u"name").toString();
    return remembered.isEmpty() ? binding.sandbox : remembered;
}

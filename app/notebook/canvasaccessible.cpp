// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvasaccessible.h"

#include "cellcanvas.h"
#include "cellstatus.h"
#include "codeeditor.h"
#include "htmldata.h"
#include "jsonblock.h"
#include "pileblock.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QPointer>

#include <algorithm>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::OutputType;

namespace {

constexpr qsizetype longestText = 100'000; ///< Characters of one output that are handed over; the rest is in its own tab.
std::chrono::milliseconds pace = CanvasAccessibility::announceInterval;

class CanvasInterface;

class PieceInterface;

/// One cell of a table in an output.
class TableCellInterface : public QAccessibleInterface, public QAccessibleTableCellInterface
{
public:
    /// `index` into the cells of the table.
    TableCellInterface(PieceInterface *table, QAccessible::Id id, int index) : m_table(table), m_tableId(id), m_index(index) { }

    bool isValid() const override { return cell() != nullptr; }
    QObject *object() const override { return nullptr; }
    QWindow *window() const override { return isValid() ? parent()->window() : nullptr; }
    QAccessibleInterface *parent() const override { return QAccessible::accessibleInterface(m_tableId); }
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    QRect rect() const override { return isValid() ? parent()->rect() : QRect(); }
    QAccessible::Role role() const override;
    QAccessible::State state() const override
    {
        QAccessible::State result;
        result.readOnly = true;
        result.invalid = !isValid();
        return result;
    }
    QString text(QAccessible::Text which) const override;
    void setText(QAccessible::Text, const QString &) override { }
    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface *>(this) : nullptr;
    }

    bool isSelected() const override { return false; }
    QList<QAccessibleInterface *> columnHeaderCells() const override { return headers(true); }
    QList<QAccessibleInterface *> rowHeaderCells() const override { return headers(false); }
    int columnIndex() const override;
    int rowIndex() const override;
    int columnExtent() const override;
    int rowExtent() const override;
    QAccessibleInterface *table() const override { return parent(); }

private:
    const HtmlData::TableCell *cell() const;
    QList<QAccessibleInterface *> headers(bool ofColumn) const;

    PieceInterface *const m_table; ///< Owns this; only asked while m_tableId is known.
    const QAccessible::Id m_tableId;
    const int m_index;
};

/// A piece of text: the source of a cell that is not being edited, or an output.
class PieceInterface : public QAccessibleInterface, public QAccessibleTextInterface, public QAccessibleTableInterface
{
public:
    PieceInterface(CellCanvas *canvas, Cell *cell, quint64 output, QAccessible::Id parent) : m_canvas(canvas), m_cell(cell), m_output(output), m_parent(parent) { }
    ~PieceInterface() override
    {
        for (const QAccessible::Id id : std::as_const(m_cells))
            QAccessible::deleteAccessibleInterface(id);
    }
    void setId(QAccessible::Id id) { m_id = id; }

    bool isValid() const override { return m_canvas && m_cell && m_cell->index() >= 0 && (m_output == 0 || place() >= 0); }
    QObject *object() const override { return nullptr; }
    QWindow *window() const override { return m_canvas ? m_canvas->window()->windowHandle() : nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    /// The cells of a table, row by row.
    QAccessibleInterface *child(int index) const override
    {
        const HtmlData::Table *shown = shownTable();
        if (!shown || index < 0 || index >= shown->cells.size())
            return nullptr;
        if (const auto known = m_cells.constFind(index); known != m_cells.constEnd())
            return QAccessible::accessibleInterface(*known);
        auto *made = new TableCellInterface(const_cast<PieceInterface *>(this), m_id, index);
        m_cells.insert(index, QAccessible::registerAccessibleInterface(made));
        return made;
    }
    int childCount() const override
    {
        const HtmlData::Table *shown = shownTable();
        return shown ? int(shown->cells.size()) : 0;
    }
    int indexOfChild(const QAccessibleInterface *child) const override
    {
        for (auto known = m_cells.constBegin(); known != m_cells.constEnd(); ++known) {
            if (QAccessible::accessibleInterface(known.value()) == child)
                return known.key();
        }
        return -1;
    }
    QAccessibleInterface *parent() const override { return QAccessible::accessibleInterface(m_parent); }

    /// The table that is shown; null where it is none, or is not made because it is far from what is seen.
    const HtmlData::Table *shownTable() const
    {
        if (!isValid() || m_output == 0)
            return nullptr;
        const QList<OutputBlock *> blocks = m_canvas->blocks(m_cell->index(), m_output);
        for (const OutputBlock *block : blocks) {
            if (const HtmlData::Table *shown = block->shownTable())
                return shown;
        }
        return nullptr;
    }

    // QAccessibleTableInterface: nothing in it is selected.
    QAccessibleInterface *caption() const override { return nullptr; }
    QAccessibleInterface *summary() const override { return nullptr; }
    QAccessibleInterface *cellAt(int row, int column) const override
    {
        const HtmlData::Table *shown = shownTable();
        if (!shown)
            return nullptr;
        for (qsizetype i = 0; i < shown->cells.size(); ++i) {
            const HtmlData::TableCell &cell = shown->cells[i];
            if (row >= cell.row && row < cell.row + cell.rowSpan && column >= cell.column && column < cell.column + cell.columnSpan)
                return child(int(i));
        }
        return nullptr;
    }
    int selectedCellCount() const override { return 0; }
    QList<QAccessibleInterface *> selectedCells() const override { return {}; }
    QString columnDescription(int column) const override
    {
        const HtmlData::Table *shown = shownTable();
        const QAccessibleInterface *head = shown && shown->headerRows > 0 ? cellAt(shown->headerRows - 1, column) : nullptr;
        return head ? head->text(QAccessible::Name) : QString();
    }
    QString rowDescription(int row) const override
    {
        const QAccessibleInterface *head = cellAt(row, 0);
        return head && head->role() == QAccessible::RowHeader ? head->text(QAccessible::Name) : QString();
    }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    int columnCount() const override
    {
        const HtmlData::Table *shown = shownTable();
        return shown ? shown->columns : 0;
    }
    int rowCount() const override
    {
        const HtmlData::Table *shown = shownTable();
        return shown ? shown->rows : 0;
    }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent *) override { }

    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRectF local = m_output == 0 ? m_canvas->codeRect(m_cell->index()) : m_canvas->outputRect(m_cell->index(), m_output);
        return QRect(m_canvas->viewport()->mapToGlobal(local.topLeft().toPoint()), local.size().toSize());
    }

    QAccessible::Role role() const override
    {
        if (m_output == 0)
            return m_cell && m_cell->kind() == CellKind::Markdown ? QAccessible::Paragraph : QAccessible::EditableText;
        const Notebook::Output *shown = output();
        if (!shown)
            return QAccessible::StaticText;
        switch (shown->type()) {
        case OutputType::Error:
        case OutputType::Notice: return QAccessible::AlertMessage;
        case OutputType::Display:
        case OutputType::Result: {
            const QString mime = OutputBlocks::ranked(*shown).value(0);
            if (mime.startsWith("image/"_L1))
                return QAccessible::Graphic;
            if (shownTable())
                return QAccessible::Table;
            return QAccessible::StaticText;
        }
        default: return QAccessible::StaticText;
        }
    }

    QAccessible::State state() const override
    {
        QAccessible::State result;
        result.readOnly = m_output != 0;
        result.multiLine = true;
        result.selectableText = true;
        result.invalid = !isValid();
        result.offscreen = isValid() && !m_canvas->viewport()->rect().intersects(QRect(m_canvas->viewport()->mapFromGlobal(rect().topLeft()), rect().size()));
        return result;
    }

    QString text(QAccessible::Text which) const override
    {
        if (!isValid())
            return {};
        switch (which) {
        case QAccessible::Name: return name();
        case QAccessible::Value: return content();
        default: return {};
        }
    }
    void setText(QAccessible::Text, const QString &) override { }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TableInterface && shownTable())
            return static_cast<QAccessibleTableInterface *>(this);
        return type == QAccessible::TextInterface && role() != QAccessible::Graphic ? static_cast<QAccessibleTextInterface *>(this) : nullptr;
    }

    // QAccessibleTextInterface: read only, without a caret of its own.
    void selection(int, int *start, int *end) const override { *start = *end = 0; }
    int selectionCount() const override { return 0; }
    void addSelection(int, int) override { }
    void removeSelection(int) override { }
    void setSelection(int, int, int) override { }
    int cursorPosition() const override { return 0; }
    void setCursorPosition(int) override { }
    QString text(int start, int end) const override { return content().mid(start, end - start); }
    int characterCount() const override { return int(content().size()); }
    QRect characterRect(int) const override { return rect(); }
    int offsetAtPoint(const QPoint &) const override { return 0; }
    void scrollToSubstring(int, int) override
    {
        if (isValid())
            m_canvas->ensureVisible(m_cell->index());
    }
    QString attributes(int, int *start, int *end) const override
    {
        *start = 0;
        *end = characterCount();
        return {};
    }

private:
    int place() const { return m_cell ? m_cell->outputs()->indexOf(m_output) : -1; }
    const Notebook::Output *output() const
    {
        const int at = place();
        return at >= 0 ? &m_cell->outputs()->at(at) : nullptr;
    }

    QString name() const
    {
        if (m_output == 0)
            return m_cell->kind() == CellKind::Code ? CellCanvas::tr("Code") : m_cell->kind() == CellKind::Markdown ? CellCanvas::tr("Text") : CellCanvas::tr("Raw text");
        const Notebook::Output *shown = output();
        switch (shown->type()) {
        case OutputType::Stream: return shown->streamName() == Notebook::StreamName::Stderr ? CellCanvas::tr("Error output") : CellCanvas::tr("Output");
        case OutputType::Error: return CellCanvas::tr("Error, %1: %2").arg(shown->errorName(), shown->errorValue());
        case OutputType::Notice: return shown->notice().text + u". "_s + shown->notice().detail;
        case OutputType::Display:
        case OutputType::Result: {
            const QString mime = OutputBlocks::ranked(*shown).value(0);
            if (mime.startsWith("image/"_L1)) {
                const QString text = shown->data().text(u"text/plain"_s);
                return text.isEmpty() ? CellCanvas::tr("Picture") : CellCanvas::tr("Picture, %1").arg(text.left(200));
            }
            if (role() == QAccessible::Table)
                return CellCanvas::tr("Table");
            return shown->type() == OutputType::Result ? CellCanvas::tr("Result") : CellCanvas::tr("Output");
        }
        case OutputType::Unknown: break;
        }
        return CellCanvas::tr("Output of the unknown kind %1").arg(shown->typeName());
    }

    QString content() const
    {
        if (!isValid())
            return {};
        if (m_output == 0)
            return m_cell->source();
        const Notebook::Output *shown = output();
        switch (shown->type()) {
        case OutputType::Stream: return bounded(shown->streamSoFar());
        case OutputType::Error: return shown->traceback().isEmpty() ? QString(shown->errorName() + u": "_s + shown->errorValue()) : bounded(shown->traceback());
        case OutputType::Notice: return shown->notice().text + u'\n' + shown->notice().detail;
        case OutputType::Display:
        case OutputType::Result: {
            const QList<OutputBlock *> blocks = m_canvas->blocks(m_cell->index(), m_output);
            // "<IPython.core.display.JSON object>" says nothing of the tree that is shown.
            if (const QStringList tree = treeOf(blocks); !tree.isEmpty())
                return tree.join(u'\n').left(longestText);
            if (shown->data().contains(u"text/plain"))
                return beginning(shown->data().object().value(u"text/plain"));
            // What is painted says it best: a table line by line, rich text without its tags.
            QString text;
            for (const OutputBlock *block : blocks)
                text += (text.isEmpty() ? QString() : u"\n"_s) + block->plainText();
            return text.left(longestText);
        }
        case OutputType::Unknown: break;
        }
        return {};
    }

    static QStringList treeOf(const QList<OutputBlock *> &blocks)
    {
        for (OutputBlock *block : blocks) {
            const auto *pile = qobject_cast<PileBlock *>(block);
            if (const auto *tree = qobject_cast<JsonBlock *>(pile && pile->count() > 0 ? pile->part(0) : block))
                return tree->lines();
        }
        return {};
    }

    static QString beginning(const Notebook::Json::Value &value)
    {
        QString text;
        Notebook::Json::TextReader(value).read(text, longestText);
        return text.left(longestText);
    }

    static QString bounded(const Notebook::StreamText &text)
    {
        if (text.size() <= longestText)
            return text.plainText();
        const qint64 rows = text.rowCount();
        return text.plainText(0, 200).left(longestText / 2) + u"\n\u2026\n"_s + text.plainText(std::max<qint64>(200, rows - 200)).right(longestText / 2);
    }

    const QPointer<CellCanvas> m_canvas;
    const QPointer<Cell> m_cell;
    const quint64 m_output;
    const QAccessible::Id m_parent;
    QAccessible::Id m_id = 0;
    mutable QHash<int, QAccessible::Id> m_cells;
};

const HtmlData::TableCell *TableCellInterface::cell() const
{
    const HtmlData::Table *shown = QAccessible::accessibleInterface(m_tableId) ? m_table->shownTable() : nullptr;
    return shown && m_index < shown->cells.size() ? &shown->cells[m_index] : nullptr;
}

QAccessible::Role TableCellInterface::role() const
{
    const HtmlData::TableCell *own = cell();
    if (!own || !own->header)
        return QAccessible::Cell;
    return own->row < m_table->shownTable()->headerRows ? QAccessible::ColumnHeader : QAccessible::RowHeader;
}

QString TableCellInterface::text(QAccessible::Text which) const
{
    const HtmlData::TableCell *own = cell();
    return own && which == QAccessible::Name ? own->text : QString();
}

int TableCellInterface::columnIndex() const
{
    const HtmlData::TableCell *own = cell();
    return own ? own->column : -1;
}

int TableCellInterface::rowIndex() const
{
    const HtmlData::TableCell *own = cell();
    return own ? own->row : -1;
}

int TableCellInterface::columnExtent() const
{
    const HtmlData::TableCell *own = cell();
    return own ? own->columnSpan : 0;
}

int TableCellInterface::rowExtent() const
{
    const HtmlData::TableCell *own = cell();
    return own ? own->rowSpan : 0;
}

QList<QAccessibleInterface *> TableCellInterface::headers(bool ofColumn) const
{
    QList<QAccessibleInterface *> result;
    const HtmlData::TableCell *own = cell();
    const HtmlData::Table *shown = own ? m_table->shownTable() : nullptr;
    for (qsizetype i = 0; shown && i < shown->cells.size(); ++i) {
        const HtmlData::TableCell &other = shown->cells[i];
        if (other.row > own->row || !other.header || i == m_index)
            continue;
        const bool above = other.row < shown->headerRows && own->column >= other.column && own->column < other.column + other.columnSpan;
        const bool beside = other.row >= shown->headerRows && own->row >= other.row && own->row < other.row + other.rowSpan;
        if (ofColumn ? above : beside)
            result.append(m_table->child(int(i)));
    }
    return result;
}

class CellInterface : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    CellInterface(CellCanvas *canvas, Cell *cell) : m_canvas(canvas), m_cell(cell) { }
    ~CellInterface() override
    {
        for (const QAccessible::Id id : std::as_const(m_pieces))
            QAccessible::deleteAccessibleInterface(id);
    }
    void setId(QAccessible::Id id) { m_id = id; }

    bool isValid() const override { return m_canvas && m_cell && m_cell->index() >= 0; }
    QObject *object() const override { return nullptr; }
    QWindow *window() const override { return m_canvas ? m_canvas->window()->windowHandle() : nullptr; }
    QAccessibleInterface *parent() const override { return m_canvas ? QAccessible::queryAccessibleInterface(m_canvas) : nullptr; }

    /// The source first, then the outputs as they stand.
    int childCount() const override
    {
        if (!isValid())
            return 0;
        return 1 + (m_cell->kind() == CellKind::Code ? m_cell->outputs()->count() : 0);
    }
    QAccessibleInterface *child(int index) const override
    {
        if (!isValid() || index < 0 || index >= childCount())
            return nullptr;
        if (index == 0 && m_canvas->editor() && m_canvas->editor()->cell() == m_cell)
            return QAccessible::queryAccessibleInterface(m_canvas->editor());
        const quint64 output = index == 0 ? 0 : m_cell->outputs()->at(index - 1).id();
        const auto known = m_pieces.constFind(output);
        if (known != m_pieces.constEnd())
            return QAccessible::accessibleInterface(*known);
        auto *piece = new PieceInterface(m_canvas, m_cell, output, m_id);
        const QAccessible::Id id = QAccessible::registerAccessibleInterface(piece);
        piece->setId(id);
        m_pieces.insert(output, id);
        return piece;
    }
    int indexOfChild(const QAccessibleInterface *child) const override
    {
        for (int i = 0; i < childCount(); ++i) {
            if (this->child(i) == child)
                return i;
        }
        return -1;
    }
    QAccessibleInterface *childAt(int x, int y) const override
    {
        for (int i = 0; i < childCount(); ++i) {
            if (QAccessibleInterface *one = child(i); one && one->rect().contains(x, y))
                return one;
        }
        return nullptr;
    }
    QAccessibleInterface *focusChild() const override
    {
        return isValid() && m_canvas->editor() && m_canvas->editor()->cell() == m_cell ? child(0) : nullptr;
    }

    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRectF local = m_canvas->cellRect(m_cell->index());
        return QRect(m_canvas->viewport()->mapToGlobal(local.topLeft().toPoint()), local.size().toSize());
    }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override
    {
        QAccessible::State result;
        result.invalid = !isValid();
        if (!isValid())
            return result;
        result.focusable = true;
        result.selectable = true;
        result.multiSelectable = true;
        result.selected = m_canvas->selected().contains(m_cell->index());
        result.focused = m_canvas->current() == m_cell->index() && m_canvas->hasFocus();
        result.busy = m_cell->runState() == Notebook::RunState::Running;
        const QRectF local = m_canvas->cellRect(m_cell->index());
        result.offscreen = local.bottom() < 0 || local.top() > m_canvas->viewport()->height();
        result.invisible = m_canvas->isHidden(m_cell->index());
        result.collapsed = m_canvas->hiddenBelow(m_cell->index()) > 0;
        return result;
    }
    QString text(QAccessible::Text which) const override
    {
        if (!isValid())
            return {};
        switch (which) {
        case QAccessible::Name: return cellAccessibleName(m_cell, m_canvas->sandboxOf(m_cell));
        case QAccessible::Description: {
            const CellStatus status = cellStatus(m_cell);
            return status.remark;
        }
        case QAccessible::Value: return m_cell->source();
        default: return {};
        }
    }
    void setText(QAccessible::Text, const QString &) override { }
    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface *>(this) : nullptr;
    }

    QStringList actionNames() const override { return { setFocusAction(), pressAction() }; }
    void doAction(const QString &name) override
    {
        if (!isValid())
            return;
        m_canvas->setCurrent(m_cell->index());
        m_canvas->setFocus();
        if (name == pressAction())
            m_canvas->edit();
    }
    QStringList keyBindingsForAction(const QString &name) const override { return name == pressAction() ? QStringList { u"Return"_s } : QStringList(); }

private:
    const QPointer<CellCanvas> m_canvas;
    const QPointer<Cell> m_cell;
    QAccessible::Id m_id = 0;
    mutable QHash<quint64, QAccessible::Id> m_pieces;
};

class CanvasInterface : public QAccessibleWidget
{
public:
    explicit CanvasInterface(CellCanvas *canvas) : QAccessibleWidget(canvas, QAccessible::List, canvas->accessibleName()) { }
    ~CanvasInterface() override
    {
        for (const QAccessible::Id id : std::as_const(m_cells))
            QAccessible::deleteAccessibleInterface(id);
    }

    CellCanvas *canvas() const { return static_cast<CellCanvas *>(widget()); }
    int childCount() const override { return canvas()->document()->count(); }
    QAccessibleInterface *child(int index) const override
    {
        Cell *cell = canvas()->document()->cell(index);
        if (!cell)
            return nullptr;
        const auto known = m_cells.constFind(cell->id());
        if (known != m_cells.constEnd()) {
            QAccessibleInterface *interface = QAccessible::accessibleInterface(*known);
            if (interface && interface->isValid())
                return interface;
            QAccessible::deleteAccessibleInterface(*known);
        }
        auto *made = new CellInterface(canvas(), cell);
        const QAccessible::Id id = QAccessible::registerAccessibleInterface(made);
        made->setId(id);
        m_cells.insert(cell->id(), id);
        return made;
    }
    int indexOfChild(const QAccessibleInterface *child) const override
    {
        for (auto known = m_cells.constBegin(); known != m_cells.constEnd(); ++known) {
            if (QAccessible::accessibleInterface(*known) == child) {
                const Cell *cell = canvas()->document()->cellById(known.key());
                return cell ? cell->index() : -1;
            }
        }
        return -1;
    }
    QAccessibleInterface *childAt(int x, int y) const override
    {
        for (int i = std::max(0, canvas()->firstVisible()); i < childCount(); ++i) {
            if (canvas()->cellRect(i).top() > canvas()->viewport()->height())
                break;
            if (QAccessibleInterface *one = child(i); one && one->rect().contains(x, y))
                return one;
        }
        return nullptr;
    }
    QAccessibleInterface *focusChild() const override
    {
        QAccessibleInterface *cell = child(canvas()->current());
        if (!cell)
            return nullptr;
        QAccessibleInterface *inner = cell->focusChild();
        return inner ? inner : canvas()->hasFocus() ? cell : nullptr;
    }
    QString text(QAccessible::Text which) const override
    {
        if (which == QAccessible::Description) {
            return CellCanvas::tr("%Ln cell(s)", nullptr, childCount());
        }
        return QAccessibleWidget::text(which);
    }

private:
    mutable QHash<QString, QAccessible::Id> m_cells;
};

QAccessibleInterface *factory(const QString &, QObject *object)
{
    auto *canvas = qobject_cast<CellCanvas *>(object);
    return canvas ? new CanvasInterface(canvas) : nullptr;
}

} // namespace

namespace CanvasAccessibility {

void install(CellCanvas *canvas)
{
    static const bool once = []() {
        QAccessible::installFactory(factory);
        return true;
    }();
    Q_UNUSED(once)
    const auto tell = [canvas]() {
        if (!QAccessible::isActive() || !canvas->hasFocus() || canvas->current() < 0)
            return;
        QAccessibleEvent event(canvas, QAccessible::Focus);
        event.setChild(canvas->current());
        QAccessible::updateAccessibility(&event);
    };
    QObject::connect(canvas, &CellCanvas::currentChanged, canvas, tell);
    QObject::connect(canvas, &CellCanvas::modeChanged, canvas, tell);
}

void announce(CellCanvas *canvas, const QString &text)
{
    if (QAccessible::isActive())
        say(canvas, text);
}

void setAnnounceInterval(std::chrono::milliseconds interval)
{
    pace = interval;
}

void say(CellCanvas *canvas, const QString &text)
{
    static QElapsedTimer last;
    static QString waiting;
    const auto tell = [](CellCanvas *where) {
        const QString said = std::exchange(waiting, {});
        if (!where)
            return; // Closed meanwhile; others must not wait for it.
        last.start();
        QAccessibleAnnouncementEvent event(where, said);
        QAccessible::updateAccessibility(&event);
    };
    const bool later = !waiting.isEmpty();
    waiting = text;
    if (later)
        return;
    if (!last.isValid() || last.elapsed() >= pace.count()) {
        tell(canvas);
        return;
    }
    QTimer::singleShot(int(pace.count() - last.elapsed()), qApp, [guard = QPointer<CellCanvas>(canvas), tell]() { tell(guard); });
}

} // namespace CanvasAccessibility

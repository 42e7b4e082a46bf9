// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebookview.h"

#include "cellcanvas.h"
#include "cellstatus.h"
#include "codeeditor.h"
#include "contextbutton.h"
#include "execution/executiontargets.h"
#include "headingbar.h"
#include "richblocks.h"
#include "shared/badge.h"
#include "shared/banner.h"
#include "streamviewer.h"
#include "syntax.h"
#include "tableviewer.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <opensandbox/notebook/file.h>
#include <opensandbox/notebook/runqueue.h>

#include <QActionGroup>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QSaveFile>
#include <QScrollBar>
#include <QVBoxLayout>
#include <QWidgetAction>

#include <algorithm>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::RunState;

namespace {

constexpr int interruptPatience = 10'000; ///< Then a restart is offered.

QIcon badgeIcon(const QString &language, int series)
{
    const QString letters = LanguageBadge::letters(language);
    const QSize size(LanguageBadge::size(letters).width(), Metrics::icon());
    const qreal ratio = qApp->devicePixelRatio();
    QPixmap pixmap(QSize(Metrics::scaled(28), size.height()) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    LanguageBadge::paint(&painter, QRect(0, 0, Metrics::scaled(28), size.height()), letters, series);
    return QIcon(pixmap);
}

} // namespace

struct NotebookView::Private
{
    NotebookView *q = nullptr;
    ExecutionTargets *targets = nullptr;
    Notebook::Document *document = nullptr;
    Notebook::RunQueue *queue = nullptr;
    Banner *banner = nullptr;
    HeadingBar *headings = nullptr;
    CellCanvas *canvas = nullptr;
    QString path;
    QString copyTitle; ///< Of a notebook without a path.
    QList<QAction *> actions;
    QHash<QString, QAction *> byId;
    QAction *kindAction = nullptr;
    QAction *contextAction = nullptr;
    QComboBox *kindBox = nullptr;
    ContextButton *contextButton = nullptr;
    QTimer sequenceTimer;
    QTimer summaryTimer;
    int sequenceKey = 0;
    QList<QPointer<Cell>> pending; ///< Waiting for a sandbox.
    bool creating = false;
    bool headingsDirty = true;
    QList<std::tuple<int, int, QString>> headingList; ///< Cell, level, text.

    QAction *add(const QString &id, const QString &text, const QString &icon, const QString &menu, const QString &keys, std::function<void()> run);
    QAction *operator[](const QString &id) const { return byId.value(id); }
    void makeActions();
    void updateActions();
    void updateSummary();
    void updatePath();
    bool key(QKeyEvent *event);
    bool sequence(int key);
    void insert(int index, CellKind kind, bool edit);
    void moveSelected(int direction);
    void removeSelected();
    void copy(bool cut);
    void paste(bool above);
    void changeKind(CellKind kind);
    void heading(int level);
    void split();
    void merge();
    void runSelected(bool advance, bool insertBelow);
    void enqueue(const QList<Cell *> &cells);
    bool canRunHere(const Cell *cell) const;
    void chooseTarget(const QPoint &position);
    void useTarget(const ExecutionTarget &target);
    void createTarget(const QString &language);
    void restartContext(bool ask);
    void contextMenu(int index, const QPoint &position, bool wholeNotebook);
    void queueMenu(int index, const QPoint &position);
    void cellMenu(int index, quint64 outputId, OutputBlock *block, const QPoint &position);
    void output(Cell *cell, quint64 id, const OutputRequest &request);
    void noticeAction(Cell *cell, const QString &code);
    void openStream(Cell *cell, quint64 id);
    void saveOutput(Cell *cell, quint64 id, const QString &mime);
    void showError(const QString &id, const Notebook::File::Error &error);
    void forgetPending();
    QString cellLabel(const Cell *cell) const;
};

// --- actions -------------------------------------------------------------------------------------------

QAction *NotebookView::Private::add(const QString &id, const QString &text, const QString &icon, const QString &menu, const QString &keys,
                                    std::function<void()> run)
{
    auto *action = new QAction(text, q);
    action->setObjectName(id);
    if (!icon.isEmpty())
        action->setIcon(Icons::icon(icon));
    action->setIconVisibleInMenu(false);
    action->setProperty("menu", menu);
    action->setProperty("wbKeyHint", keys);
    const QString plain = QString(text).remove(u'&');
    action->setToolTip(keys.isEmpty() ? plain : plain + u"  "_s + keys);
    QObject::connect(action, &QAction::triggered, q, [run = std::move(run)]() { run(); });
    actions.append(action);
    byId.insert(id, action);
    return action;
}

void NotebookView::Private::makeActions()
{
    const QString runMenu = u"Run"_s;
    const QString edit = u"Edit"_s;
    const QString context = u"Context"_s;
    QAction *run = add(u"notebook.run"_s, tr("Run cell"), u"play"_s, runMenu, u"Ctrl+Enter"_s, [this]() { runSelected(false, false); });
    run->setIcon(Icons::icon(u"play"_s, Icons::Role::Accent));
    add(u"notebook.runAdvance"_s, tr("Run and advance"), u"step-forward"_s, runMenu, u"Shift+Enter"_s, [this]() { runSelected(true, false); });
    add(u"notebook.runInsert"_s, tr("Run and insert below"), {}, runMenu, u"Alt+Enter"_s, [this]() { runSelected(false, true); });
    add(u"notebook.runAll"_s, tr("Run all"), u"chevrons-right"_s, runMenu, {}, [this]() { q->runAll(); });
    add(u"notebook.runAbove"_s, tr("Run all above"), {}, runMenu, {}, [this]() {
        QList<int> cells;
        for (int i = 0; i < canvas->current(); ++i)
            cells.append(i);
        q->run(cells);
    });
    add(u"notebook.runBelow"_s, tr("Run from here on"), u"skip-forward"_s, runMenu, {}, [this]() {
        QList<int> cells;
        for (int i = std::max(0, canvas->current()); i < document->count(); ++i)
            cells.append(i);
        q->run(cells);
    });
    add(u"notebook.interrupt"_s, tr("Interrupt"), u"circle-stop"_s, runMenu, u"I, I"_s, [this]() { q->interrupt(); });
    QAction *goOn = add(u"notebook.continueOnError"_s, tr("Go on after errors"), {}, runMenu, {},
                        [this]() { queue->setContinueOnError(byId.value(u"notebook.continueOnError"_s)->isChecked()); });
    goOn->setCheckable(true);
    add(u"notebook.clearQueue"_s, tr("Clear queue"), u"list-x"_s, runMenu, {}, [this]() { queue->clearAll(); });
    add(u"notebook.restart"_s, tr("Restart context"), u"rotate-ccw"_s, context, u"0, 0"_s, [this]() { restartContext(true); });
    add(u"notebook.chooseContext"_s, tr("Choose context…"), {}, context, {}, [this]() {
        const int index = canvas->current();
        if (index >= 0)
            contextMenu(index, canvas->viewport()->mapToGlobal(canvas->badgeRect(index).bottomLeft().toPoint()), false);
    });
    add(u"notebook.newSandbox"_s, tr("New Python sandbox for this notebook"), u"plus"_s, context, {}, [this]() { createTarget(u"python"_s); });

    add(u"notebook.undo"_s, tr("Undo cell change"), u"undo-2"_s, edit, u"Z"_s, [this]() { document->undo(); });
    add(u"notebook.redo"_s, tr("Redo cell change"), u"redo-2"_s, edit, u"Shift+Z"_s, [this]() { document->redo(); });
    add(u"notebook.insertAbove"_s, tr("Insert cell above"), {}, edit, u"A"_s, [this]() { insert(std::max(0, canvas->current()), CellKind::Code, false); });
    add(u"notebook.insertBelow"_s, tr("Insert cell below"), u"plus"_s, edit, u"B"_s, [this]() { insert(canvas->current() + 1, CellKind::Code, false); });
    add(u"notebook.cut"_s, tr("Cut cells"), u"scissors"_s, edit, u"X"_s, [this]() { copy(true); });
    add(u"notebook.copy"_s, tr("Copy cells"), u"copy"_s, edit, u"C"_s, [this]() { copy(false); });
    add(u"notebook.paste"_s, tr("Paste cells below"), u"clipboard-paste"_s, edit, u"V"_s, [this]() { paste(false); });
    add(u"notebook.pasteAbove"_s, tr("Paste cells above"), {}, edit, u"Shift+V"_s, [this]() { paste(true); });
    add(u"notebook.duplicate"_s, tr("Duplicate cells"), u"copy-plus"_s, edit, {}, [this]() { document->duplicateCells(canvas->selected()); });
    add(u"notebook.delete"_s, tr("Delete cells"), u"trash"_s, edit, u"D, D"_s, [this]() { removeSelected(); });
    add(u"notebook.moveUp"_s, tr("Move cells up"), u"arrow-up"_s, edit, u"Ctrl+Shift+Up"_s, [this]() { moveSelected(-1); });
    add(u"notebook.moveDown"_s, tr("Move cells down"), u"arrow-down"_s, edit, u"Ctrl+Shift+Down"_s, [this]() { moveSelected(1); });
    add(u"notebook.split"_s, tr("Split cell at caret"), u"split"_s, edit, u"Ctrl+Shift+-"_s, [this]() { split(); });
    add(u"notebook.merge"_s, tr("Merge cells"), u"merge"_s, edit, u"Shift+M"_s, [this]() { merge(); });
    add(u"notebook.toCode"_s, tr("Make code cells"), u"code"_s, edit, u"Y"_s, [this]() { changeKind(CellKind::Code); });
    add(u"notebook.toText"_s, tr("Make text cells"), u"heading"_s, edit, u"M"_s, [this]() { changeKind(CellKind::Markdown); });
    add(u"notebook.toRaw"_s, tr("Make raw cells"), {}, edit, u"R"_s, [this]() { changeKind(CellKind::Raw); });
    add(u"notebook.toggleOutput"_s, tr("Show or hide output"), u"fold-vertical"_s, u"View"_s, u"O"_s, [this]() {
        const QList<int> cells = canvas->selected();
        if (cells.isEmpty())
            return;
        const bool hide = !document->cell(cells.constFirst())->areOutputsHidden();
        for (const int index : cells)
            document->cell(index)->setOutputsHidden(hide);
    });
    add(u"notebook.toggleCode"_s, tr("Show or hide code"), {}, u"View"_s, {}, [this]() {
        const QList<int> cells = canvas->selected();
        if (cells.isEmpty())
            return;
        canvas->command();
        const bool hide = !document->cell(cells.constFirst())->isSourceHidden();
        for (const int index : cells)
            document->cell(index)->setSourceHidden(hide);
    });
    add(u"notebook.lineNumbers"_s, tr("Line numbers in this cell"), {}, u"View"_s, u"L"_s, [this]() {
        if (Cell *cell = canvas->currentCell())
            canvas->toggleLineNumbers(cell);
    });
    add(u"notebook.allLineNumbers"_s, tr("Line numbers in all cells"), {}, u"View"_s, u"Shift+L"_s, [this]() { canvas->setLineNumbers(!canvas->lineNumbers()); });
    add(u"notebook.clearOutput"_s, tr("Clear output"), u"eraser"_s, edit, {}, [this]() { document->clearOutputs(canvas->selected()); });
    add(u"notebook.clearAllOutputs"_s, tr("Clear all outputs"), {}, edit, {}, [this]() {
        QList<int> all;
        for (int i = 0; i < document->count(); ++i)
            all.append(i);
        document->clearOutputs(all);
    });
    add(u"notebook.save"_s, tr("Save"), u"save"_s, {}, u"Ctrl+S"_s, [this]() { q->save(); });
    add(u"notebook.saveAs"_s, tr("Save as…"), {}, {}, u"Ctrl+Shift+S"_s, [this]() { q->askWhereToSave(); });

    auto *menu = new QMenu(q);
    for (const QString &id : { u"notebook.run"_s, u"notebook.runAdvance"_s, u"notebook.runInsert"_s })
        menu->addAction(byId.value(id));
    menu->addSeparator();
    for (const QString &id : { u"notebook.runAll"_s, u"notebook.runAbove"_s, u"notebook.runBelow"_s })
        menu->addAction(byId.value(id));
    menu->addSeparator();
    menu->addAction(byId.value(u"notebook.continueOnError"_s));
    // The toolbar's Run shows a menu, so it is an action of its own: a menu in a menu entry of itself would not end.
    QAction *lead = new QAction(Icons::icon(u"play"_s, Icons::Role::Accent), tr("Run"), q);
    lead->setObjectName(u"notebook.toolbarRun"_s);
    lead->setProperty("wbLead", true);
    lead->setToolTip(tr("Run the cell and select the next  Shift+Enter"));
    lead->setMenu(menu);
    QObject::connect(lead, &QAction::triggered, q, [this]() { runSelected(true, false); });
    byId.insert(u"notebook.toolbarRun"_s, lead);
    byId.value(u"notebook.runAll"_s)->setProperty("wbShowText", true);

    kindBox = new QComboBox;
    kindBox->addItems({ tr("Code"), tr("Text"), tr("Raw") });
    kindBox->setAccessibleName(tr("Kind of the cell"));
    kindBox->setFocusPolicy(Qt::TabFocus);
    QObject::connect(kindBox, &QComboBox::activated, q, [this](int index) {
        changeKind(index == 0 ? CellKind::Code : index == 1 ? CellKind::Markdown : CellKind::Raw);
        canvas->setFocus();
    });
    auto *kind = new QWidgetAction(q);
    kind->setText(tr("Kind of the cell"));
    kind->setDefaultWidget(kindBox);
    kindAction = kind;
    contextButton = new ContextButton;
    QObject::connect(contextButton, &ContextButton::menuRequested, q, [this](const QPoint &position) { contextMenu(canvas->current(), position, true); });
    auto *place = new QWidgetAction(q);
    place->setText(tr("Context"));
    place->setDefaultWidget(contextButton);
    contextAction = place;
}

QList<QAction *> NotebookView::toolBarActions() const
{
    const auto separator = [this]() {
        auto *action = new QAction(const_cast<NotebookView *>(this));
        action->setSeparator(true);
        return action;
    };
    static const char key[] = "wbToolBar";
    QList<QAction *> result = property(key).value<QList<QAction *>>();
    if (!result.isEmpty())
        return result;
    const Private &p = *d;
    result = { p[u"notebook.toolbarRun"_s], p[u"notebook.interrupt"_s], p[u"notebook.restart"_s], p[u"notebook.runAll"_s],
               separator(), p[u"notebook.insertBelow"_s], p[u"notebook.moveUp"_s], p[u"notebook.moveDown"_s], p[u"notebook.delete"_s],
               separator(), p.kindAction, p.contextAction, separator(), p[u"notebook.save"_s] };
    const_cast<NotebookView *>(this)->setProperty(key, QVariant::fromValue(result));
    return result;
}

QList<QAction *> NotebookView::allActions() const
{
    return d->actions;
}

void NotebookView::Private::updateActions()
{
    const Cell *cell = canvas->currentCell();
    const bool any = cell != nullptr;
    const bool busy = queue->isBusy();
    const auto enable = [this](const QString &id, bool on, const QString &reason = {}) {
        QAction *action = byId.value(id);
        action->setEnabled(on);
        const QString head = action->toolTip().section(u'\n', 0, 0);
        action->setToolTip(on || reason.isEmpty() ? head : head + u'\n' + reason);
    };
    const QString nothing = tr("There is no cell.");
    for (const QString &id : { u"notebook.run"_s, u"notebook.runAdvance"_s, u"notebook.runInsert"_s, u"notebook.runAll"_s, u"notebook.runAbove"_s,
                               u"notebook.runBelow"_s, u"notebook.delete"_s, u"notebook.cut"_s, u"notebook.copy"_s, u"notebook.toolbarRun"_s })
        enable(id, any, nothing);
    enable(u"notebook.interrupt"_s, busy, tr("Nothing runs."));
    enable(u"notebook.clearQueue"_s, queue->waitingCount() > 0, tr("Nothing waits."));
    enable(u"notebook.undo"_s, document->canUndo(), tr("There is nothing to undo."));
    enable(u"notebook.redo"_s, document->canRedo(), tr("There is nothing to redo."));
    enable(u"notebook.moveUp"_s, any && canvas->selected().constFirst() > 0, tr("It is the first cell."));
    enable(u"notebook.moveDown"_s, any && canvas->selected().constLast() < document->count() - 1, tr("It is the last cell."));
    enable(u"notebook.split"_s, canvas->mode() == CellCanvas::Mode::Edit, tr("Put the caret where the cell is to be split."));
    const bool attached = any && !cell->effectiveBinding().sandbox.isEmpty();
    enable(u"notebook.restart"_s, attached, tr("The cell has no context yet."));
    if (any) {
        kindBox->setCurrentIndex(cell->kind() == CellKind::Code ? 0 : cell->kind() == CellKind::Markdown ? 1 : 2);
        const Binding binding = cell->effectiveBinding();
        const ExecutionTarget target = targets && !binding.sandbox.isEmpty() ? targets->describe(binding.sandbox, binding.language) : ExecutionTarget {};
        const QString name = binding.sandbox.isEmpty() ? tr("Choose a sandbox") : target.sandboxName.isEmpty() ? binding.sandbox : target.sandboxName;
        contextButton->setContext(LanguageBadge::letters(binding.language), target.series, name, target.contextName);
    }
    Q_EMIT q->contextChanged();
}

// --- summary and headings ------------------------------------------------------------------------------

void NotebookView::Private::updateSummary()
{
    int running = 0, queued = 0, failed = 0, unknown = 0;
    int firstRunning = -1, firstQueued = -1, firstFailed = -1, firstUnknown = -1;
    headingList.clear();
    for (const Cell *cell : document->cells()) {
        const auto count = [cell](int &number, int &first) {
            if (number++ == 0)
                first = cell->index();
        };
        switch (cell->runState()) {
        case RunState::Running: count(running, firstRunning); break;
        case RunState::Queued: count(queued, firstQueued); break;
        case RunState::Failed: count(failed, firstFailed); break;
        case RunState::ResultUnknown:
        case RunState::ContextLost: count(unknown, firstUnknown); break;
        default: break;
        }
        if (cell->kind() != CellKind::Markdown)
            continue;
        const QString &source = cell->source();
        bool fence = false;
        for (qsizetype at = 0; at < source.size() && at < 20'000;) {
            qsizetype end = source.indexOf(u'\n', at);
            if (end < 0)
                end = source.size();
            const QStringView line = QStringView(source).sliced(at, end - at);
            at = end + 1;
            if (line.startsWith("```"_L1))
                fence = !fence;
            if (fence || !line.startsWith(u'#'))
                continue;
            int level = 0;
            while (level < line.size() && line[level] == u'#')
                ++level;
            if (level <= 6 && level < line.size() && line[level] == u' ') {
                QString text = line.sliced(level).trimmed().toString();
                text.remove(u'*').remove(u'`').remove(u'#');
                headingList.append({ cell->index(), level, text.trimmed() });
            }
        }
    }
    QList<HeadingBar::Part> parts { { document->count() == 1 ? tr("1 cell") : tr("%L1 cells").arg(document->count()), -1, Meaning::Idle, false } };
    if (running > 0)
        parts.append({ tr("%1 running").arg(running), firstRunning, Meaning::Busy, false });
    if (queued > 0)
        parts.append({ tr("%1 queued").arg(queued), firstQueued, Meaning::Idle, false });
    if (failed > 0)
        parts.append({ tr("%1 failed").arg(failed), firstFailed, Meaning::Bad, true });
    if (unknown > 0)
        parts.append({ tr("%1 to check").arg(unknown), firstUnknown, Meaning::Warn, true });
    headings->setSummary(parts);
    updatePath();
    updateActions();
}

void NotebookView::Private::updatePath()
{
    const int first = canvas->firstVisible();
    QList<HeadingBar::Part> stack;
    QList<int> levels;
    for (const auto &[cell, level, text] : std::as_const(headingList)) {
        if (cell > first)
            break;
        while (!levels.isEmpty() && levels.constLast() >= level) {
            levels.removeLast();
            stack.removeLast();
        }
        levels.append(level);
        stack.append({ text, cell, Meaning::Idle, false });
    }
    if (stack.isEmpty())
        stack.append({ q->title(), 0, Meaning::Idle, false });
    headings->setPath(stack);
}

// --- changing cells ------------------------------------------------------------------------------------

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
    if ((direction < 0 && first == 0) || (direction > 0 && first + count >= document->count()))
        return;
    const bool editing = canvas->mode() == CellCanvas::Mode::Edit;
    const int caret = editing ? canvas->editor()->textCursor().position() : -1;
    canvas->command();
    document->moveCells(first, count, first + direction);
    canvas->setCurrent(first + direction);
    if (count > 1)
        canvas->setCurrent(first + direction + count - 1, true);
    if (editing)
        canvas->edit(caret);
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
    auto *mime = new QMimeData;
    mime->setData(Notebook::Document::clipboardMimeType(), document->copyCells(cells));
    QStringList sources;
    for (const int index : cells)
        sources.append(document->cell(index)->source());
    mime->setText(sources.join(u"\n\n"_s));
    QGuiApplication::clipboard()->setMimeData(mime);
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
    const QString type = Notebook::Document::clipboardMimeType();
    if (mime->hasFormat(type))
        pasted = document->pasteCells(index, mime->data(type));
    else if (mime->hasText() && !mime->text().isEmpty())
        pasted = { document->insertCell(index, CellKind::Code, mime->text()) };
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
    const int position = editor->textCursor().position();
    canvas->command();
    document->splitCell(index, position);
    canvas->setCurrent(index + 1);
    canvas->edit(0);
}

void NotebookView::Private::merge()
{
    const QList<int> cells = canvas->selected();
    if (cells.isEmpty())
        return;
    const int count = cells.size() > 1 ? int(cells.size()) : 2;
    if (cells.constFirst() + count > document->count())
        return;
    canvas->command();
    document->mergeCells(cells.constFirst(), count);
    canvas->setCurrent(cells.constFirst());
}

// --- running -------------------------------------------------------------------------------------------

bool NotebookView::Private::canRunHere(const Cell *cell) const
{
    const Binding binding = cell->effectiveBinding();
    if (binding.sandbox.isEmpty() || !targets)
        return false;
    return targets->describe(binding.sandbox, binding.language).running;
}

void NotebookView::Private::enqueue(const QList<Cell *> &cells)
{
    QList<Cell *> ready;
    bool homeless = false;
    for (Cell *cell : cells) {
        if (cell->kind() != CellKind::Code)
            continue;
        if (canRunHere(cell)) {
            ready.append(cell);
        } else if (!cell->source().trimmed().isEmpty()) {
            homeless = true;
        }
    }
    if (homeless) {
        // Order matters more than speed: all wait until the first is sure of its place.
        pending.clear();
        for (Cell *cell : cells)
            pending.append(cell);
        if (!creating) {
            const int index = canvas->current();
            chooseTarget(canvas->viewport()->mapToGlobal(index >= 0 ? canvas->codeRect(index).bottomLeft().toPoint() : QPoint(60, 20)));
        }
        return;
    }
    queue->enqueue(ready);
}

void NotebookView::run(const QList<int> &indexes)
{
    QList<Cell *> cells;
    for (const int index : indexes) {
        if (Cell *cell = d->document->cell(index))
            cells.append(cell);
    }
    d->document->breakUndoMerging();
    d->enqueue(cells);
}

void NotebookView::runAll()
{
    QList<int> all;
    for (int i = 0; i < d->document->count(); ++i)
        all.append(i);
    run(all);
}

void NotebookView::Private::runSelected(bool advance, bool insertBelow)
{
    const QList<int> cells = canvas->selected();
    if (cells.isEmpty())
        return;
    const bool wasEditing = canvas->mode() == CellCanvas::Mode::Edit;
    const bool text = document->cell(cells.constLast())->kind() == CellKind::Markdown;
    if (text || advance || insertBelow)
        canvas->command();
    q->run(cells);
    if (insertBelow) {
        insert(cells.constLast() + 1, CellKind::Code, true);
    } else if (advance) {
        if (cells.constLast() + 1 >= document->count()) {
            insert(document->count(), CellKind::Code, true);
        } else {
            canvas->setCurrent(cells.constLast() + 1);
        }
    } else if (!wasEditing) {
        canvas->setFocus();
    }
}

void NotebookView::interrupt()
{
    const Cell *cell = d->canvas->currentCell();
    const QString key = cell ? d->queue->keyOf(const_cast<Cell *>(cell)) : QString();
    if (!key.isEmpty() && d->queue->isBusy(key))
        d->queue->interrupt(key);
    else
        d->queue->interruptAll();
}

bool NotebookView::isBusy() const
{
    return d->queue->isBusy();
}

void NotebookView::Private::forgetPending()
{
    pending.clear();
}

void NotebookView::Private::chooseTarget(const QPoint &position)
{
    auto *menu = new QMenu(q);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(tr("Where does this run?"));
    const QString language = document->defaultLanguage();
    QStringList seen;
    const QList<ExecutionTarget> all = targets ? targets->targets() : QList<ExecutionTarget>();
    for (const ExecutionTarget &target : all) {
        if (!target.running || seen.contains(target.sandboxId))
            continue;
        seen.append(target.sandboxId);
        QAction *action = menu->addAction(badgeIcon(language, target.series), target.sandboxName, q, [this, target]() { useTarget(target); });
        action->setIconVisibleInMenu(true);
    }
    menu->addSeparator();
    QAction *create = menu->addAction(Icons::icon(u"plus"_s), tr("New %1 sandbox").arg(Syntax::displayName(language)), q,
                                      [this, language]() { createTarget(language); });
    create->setIconVisibleInMenu(true);
    menu->setObjectName(u"targetPicker"_s);
    menu->setActiveAction(menu->actions().value(seen.isEmpty() ? menu->actions().size() - 1 : 1));
    menu->popup(position);
}

void NotebookView::Private::useTarget(const ExecutionTarget &target)
{
    banner->clearMessage(u"sandbox"_s);
    QList<Cell *> cells;
    document->beginMacro(tr("Choose sandbox"));
    const Binding own = document->defaultBinding();
    if (!own.sandbox.isEmpty()) {
        Binding binding = own;
        binding.connection = target.connection;
        binding.sandbox = target.sandboxId;
        document->setDefaultBinding(binding);
    } else {
        q->attach(target.connection, target.sandboxId);
    }
    for (const QPointer<Cell> &cell : std::as_const(pending)) {
        if (!cell || cell->index() < 0)
            continue;
        if (cell->kind() == CellKind::Code && !canRunHere(cell)) {
            Binding binding = cell->binding();
            binding.connection = target.connection;
            binding.sandbox = target.sandboxId;
            cell->setBinding(binding);
        }
        cells.append(cell);
    }
    document->endMacro();
    pending.clear();
    QList<Cell *> ready;
    for (Cell *cell : std::as_const(cells)) {
        if (cell->kind() == CellKind::Code && canRunHere(cell))
            ready.append(cell);
    }
    queue->enqueue(ready);
    updateActions();
}

void NotebookView::Private::createTarget(const QString &language)
{
    if (!targets || creating)
        return;
    creating = true;
    banner->setMessage(u"sandbox"_s, { Meaning::Busy, tr("Starting a sandbox for this notebook. The cell runs as soon as it is ready."), {}, u"box"_s, {}, false });
    QPointer<NotebookView> guard = q;
    targets->createSandbox(language, [this, guard, language](const ExecutionTarget &target, const QString &error) {
        if (!guard)
            return;
        creating = false;
        if (!error.isEmpty()) {
            banner->setMessage(u"sandbox"_s,
                               { Meaning::Bad, tr("No sandbox could be started. %1").arg(error), error, {}, { { tr("Try again"), u"refresh-cw"_s, [this, language]() { createTarget(language); } } }, true });
            return;
        }
        banner->clearMessage(u"sandbox"_s);
        useTarget(target);
    });
}

void NotebookView::Private::restartContext(bool ask)
{
    Cell *cell = canvas->currentCell();
    if (!cell || !targets)
        return;
    const Binding binding = cell->effectiveBinding();
    if (binding.sandbox.isEmpty())
        return;
    const ExecutionTarget target = targets->describe(binding.sandbox, binding.language);
    const QString name = target.contextName.isEmpty() ? Syntax::displayName(binding.language) : target.contextName;
    if (ask) {
        banner->setMessage(u"restart"_s, { Meaning::Warn, tr("Restart %1 in %2? Its variables are gone then.").arg(name, target.sandboxName), {}, u"rotate-ccw"_s,
                                           { { tr("Keep running"), {}, [this]() { banner->clearMessage(u"restart"_s); canvas->setFocus(); } },
                                             { tr("Restart"), u"rotate-ccw"_s, [this]() { restartContext(false); canvas->setFocus(); } } },
                                           false });
        return;
    }
    banner->clearMessage(u"restart"_s);
    QPointer<NotebookView> guard = q;
    targets->restartContext(binding, [this, guard, name, key = binding.key()](const QString &error) {
        if (!guard)
            return;
        if (!error.isEmpty()) {
            banner->setMessage(u"restart"_s, { Meaning::Bad, tr("%1 was not restarted. %2").arg(name, error), error, {}, {}, true });
            return;
        }
        queue->contextLost(key, tr("%1 was restarted, so its variables are gone.").arg(name));
        updateActions();
    });
}

QString NotebookView::Private::cellLabel(const Cell *cell) const
{
    return cell->executionCount() > 0 ? u"[%1]"_s.arg(cell->executionCount()) : u"%1"_s.arg(cell->index() + 1);
}

// --- menus ---------------------------------------------------------------------------------------------

void NotebookView::Private::contextMenu(int index, const QPoint &position, bool wholeNotebook)
{
    Cell *cell = document->cell(index);
    if (!cell)
        return;
    auto *menu = new QMenu(q);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(u"contextMenu"_s);
    const Binding present = cell->effectiveBinding();
    const QList<int> cells = canvas->selected();
    const auto choose = [this, cells, wholeNotebook](const ExecutionTarget &target) {
        pending.clear();
        if (wholeNotebook) {
            document->beginMacro(tr("Choose context"));
            if (target.language != document->defaultLanguage())
                document->setDefaultLanguage(target.language);
            useTarget(target);
            document->endMacro();
        } else {
            document->beginMacro(tr("Choose context"));
            for (const int i : cells) {
                Cell *one = document->cell(i);
                if (!one || one->kind() != CellKind::Code)
                    continue;
                Binding binding = one->binding();
                binding.connection = target.connection;
                binding.sandbox = target.sandboxId;
                binding.language = target.language;
                one->setBinding(binding);
            }
            document->endMacro();
        }
        updateActions();
        canvas->setFocus();
    };
    QString sandbox;
    const QList<ExecutionTarget> all = targets ? targets->targets() : QList<ExecutionTarget>();
    for (const ExecutionTarget &target : all) {
        if (target.sandboxId != sandbox) {
            sandbox = target.sandboxId;
            menu->addSection(target.sandboxName);
        }
        QString text = Syntax::displayName(target.language);
        if (!target.contextName.isEmpty())
            text += u" \u00b7 "_s + target.contextName;
        QAction *action = menu->addAction(badgeIcon(target.language, target.series), text, q, [choose, target]() { choose(target); });
        action->setIconVisibleInMenu(true);
        action->setCheckable(true);
        action->setEnabled(target.running);
        action->setChecked(target.language == present.language && (target.sandboxId == present.sandbox || target.sandboxName == present.sandbox));
    }
    if (all.isEmpty()) {
        // Languages can be chosen before there is a sandbox.
        menu->addSection(tr("Language"));
        for (const QString &language : { u"python"_s, u"bash"_s }) {
            QAction *action = menu->addAction(Syntax::displayName(language), q, [this, cells, language, wholeNotebook]() {
                if (wholeNotebook) {
                    document->setDefaultLanguage(language);
                } else {
                    for (const int i : cells) {
                        Binding binding = document->cell(i)->binding();
                        binding.language = language;
                        document->cell(i)->setBinding(binding);
                    }
                }
                canvas->setFocus();
            });
            action->setCheckable(true);
            action->setChecked(language == present.language);
        }
    }
    menu->addSeparator();
    if (!wholeNotebook && !cell->binding().isEmpty()) {
        menu->addAction(tr("As the notebook"), q, [this, cells]() {
            for (const int i : cells)
                document->cell(i)->setBinding({});
            canvas->setFocus();
        });
    }
    menu->addAction(tr("New Python sandbox"), q, [this]() { createTarget(u"python"_s); });
    menu->addAction(tr("New sandbox…"), q, [this]() { Q_EMIT q->newSandboxRequested(); });
    menu->popup(position);
}

void NotebookView::Private::queueMenu(int index, const QPoint &position)
{
    Cell *cell = document->cell(index);
    if (!cell || cell->runState() != RunState::Queued)
        return;
    const QString key = queue->keyOf(cell);
    auto *menu = new QMenu(q);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QList<Cell *> waiting = queue->waiting(key);
    menu->addSection(tr("%1 waiting").arg(waiting.size()));
    for (Cell *one : waiting) {
        const QString text = tr("Cell %1: %2").arg(one->index() + 1).arg(one->source().section(u'\n', 0, 0).left(40));
        menu->addAction(text, q, [this, guard = QPointer<Cell>(one)]() {
            if (guard && guard->index() >= 0)
                canvas->setCurrent(guard->index());
        });
    }
    menu->addSeparator();
    QPointer<Cell> guard = cell;
    if (cell->queuePosition() > 1)
        menu->addAction(tr("Run next"), q, [this, guard]() { if (guard) queue->move(guard, 1); });
    menu->addAction(tr("Remove from queue"), q, [this, guard]() { if (guard) queue->remove(guard); });
    menu->addAction(tr("Clear queue"), q, [this, key]() { queue->clear(key); });
    menu->popup(position);
}

void NotebookView::Private::cellMenu(int index, quint64 outputId, OutputBlock *block, const QPoint &position)
{
    Cell *cell = document->cell(index);
    if (!cell)
        return;
    auto *menu = new QMenu(q);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QPointer<Cell> guard = cell;
    if (block) {
        QPointer<OutputBlock> shown = block;
        QAction *copyText = menu->addAction(tr("Copy"), q, [shown]() {
            if (shown)
                QGuiApplication::clipboard()->setText(shown->hasSelection() ? shown->selectedText() : shown->plainText());
        });
        copyText->setText(block->hasSelection() ? tr("Copy") : tr("Copy output"));
        block->fillMenu(menu);
        for (const auto &[text, request] : block->links()) {
            menu->addAction(text, q, [this, guard, outputId, request]() {
                if (guard)
                    output(guard, outputId, request);
            });
        }
        if (const int at = cell->outputs()->indexOf(outputId); at >= 0) {
            const Notebook::Output &shownOutput = cell->outputs()->at(at);
            const bool rich = shownOutput.type() == Notebook::OutputType::Display || shownOutput.type() == Notebook::OutputType::Result;
            const QStringList types = rich ? shownOutput.data().types() : QStringList();
            const QString best = types.isEmpty() ? u"text/plain"_s : OutputBlocks::ranked(shownOutput).value(0, types.constFirst());
            menu->addAction(tr("Save output as…"), q, [this, guard, outputId, best]() {
                if (guard)
                    saveOutput(guard, outputId, best);
            });
            if (types.size() > 1) {
                QMenu *show = menu->addMenu(tr("Show as"));
                for (const QString &mime : types) {
                    show->addAction(mime, q, [this, guard, outputId, mime]() {
                        const int place = guard ? guard->outputs()->indexOf(outputId) : -1;
                        if (place >= 0)
                            canvas->showAs(guard, outputId, OutputBlocks::ranked(guard->outputs()->at(place)).contains(mime) ? mime : QString("text:"_L1 + mime));
                    });
                }
            }
        }
        menu->addSeparator();
    }
    const auto put = [this, menu](const QString &id) { menu->addAction(byId.value(id)); };
    if (cell->kind() == CellKind::Code) {
        put(u"notebook.run"_s);
        put(u"notebook.runBelow"_s);
        menu->addAction(tr("Context…"), q, [this, index, position]() { contextMenu(index, position, false); });
        if (cell->runState() == RunState::Queued)
            menu->addAction(tr("Queue…"), q, [this, index, position]() { queueMenu(index, position); });
        menu->addSeparator();
    }
    for (const QString &id : { u"notebook.cut"_s, u"notebook.copy"_s, u"notebook.paste"_s })
        put(id);
    menu->addSeparator();
    for (const QString &id : { u"notebook.moveUp"_s, u"notebook.moveDown"_s, u"notebook.merge"_s })
        put(id);
    menu->addSeparator();
    if (cell->kind() == CellKind::Code) {
        for (const QString &id : { u"notebook.toggleOutput"_s, u"notebook.clearOutput"_s })
            put(id);
        QAction *copyOutput = menu->addAction(tr("Copy all output"), q, [guard]() {
            if (guard)
                QGuiApplication::clipboard()->setText(guard->outputs()->plainText());
        });
        copyOutput->setEnabled(!cell->outputs()->isEmpty());
        // Without a pointer the outputs' own links are reached from here.
        if (!block) {
            const QList<OutputBlock *> blocks = canvas->blocks(index);
            for (OutputBlock *one : blocks) {
                for (const auto &[text, request] : one->links()) {
                    menu->addAction(text, q, [shown = QPointer<OutputBlock>(one), request]() {
                        if (shown)
                            Q_EMIT shown->requested(request);
                    });
                }
            }
        }
        menu->addSeparator();
    }
    put(u"notebook.delete"_s);
    menu->popup(position);
}

// --- outputs -------------------------------------------------------------------------------------------

void NotebookView::Private::output(Cell *cell, quint64 id, const OutputRequest &request)
{
    switch (request.kind) {
    case OutputRequest::Kind::OpenLink: {
        const QUrl url(request.text, QUrl::StrictMode);
        if (url.isValid() && (url.scheme() == "https"_L1 || url.scheme() == "http"_L1 || url.scheme() == "mailto"_L1))
            QDesktopServices::openUrl(url);
        break;
    }
    case OutputRequest::Kind::OpenStream:
        openStream(cell, id);
        break;
    case OutputRequest::Kind::OpenTable: {
        const int at = cell->outputs()->indexOf(id);
        if (at < 0)
            return;
        for (HtmlData::Part &part : HtmlData::parse(cell->outputs()->at(at).data().text(u"text/html"_s))) {
            if (auto *table = std::get_if<HtmlData::Table>(&part)) {
                Q_EMIT q->openInTabRequested(new TableViewer(std::move(*table)), Icons::icon(u"table-2"_s), tr("Table of cell %1").arg(cellLabel(cell)));
                return;
            }
        }
        break;
    }
    case OutputRequest::Kind::ShowFile:
        Q_EMIT q->fileRequested(cell->effectiveBinding().sandbox, request.text);
        break;
    case OutputRequest::Kind::GoToCell:
        for (const Cell *other : document->cells()) {
            if (other->executionCount() == request.text.toInt() && other->kind() == CellKind::Code) {
                canvas->setCurrent(other->index());
                break;
            }
        }
        break;
    case OutputRequest::Kind::AddCell: {
        Cell *added = document->insertCell(cell->index() + 1, CellKind::Code, request.text, cell->binding());
        canvas->setCurrent(added->index());
        canvas->setFocus();
        break;
    }
    case OutputRequest::Kind::Notice:
        noticeAction(cell, request.text);
        break;
    case OutputRequest::Kind::ShowAs:
        canvas->showAs(cell, id, request.text);
        break;
    case OutputRequest::Kind::SaveAs:
        saveOutput(cell, id, request.text);
        break;
    case OutputRequest::Kind::CopyText:
        QGuiApplication::clipboard()->setText(request.text);
        break;
    }
}

void NotebookView::Private::noticeAction(Cell *cell, const QString &code)
{
    canvas->setCurrent(cell->index());
    if (code == "run"_L1) {
        q->run({ cell->index() });
    } else if (code == "run-above"_L1) {
        QList<int> cells;
        const QString key = cell->effectiveBinding().key();
        for (int i = 0; i < cell->index(); ++i) {
            if (document->cell(i)->kind() == CellKind::Code && document->cell(i)->effectiveBinding().key() == key)
                cells.append(i);
        }
        q->run(cells);
    } else if (code == "interrupt"_L1) {
        q->interrupt();
    } else if (code == "restart"_L1) {
        restartContext(false);
    } else if (code == "create"_L1) {
        pending = { cell };
        createTarget(cell->language());
    } else if (code == "choose"_L1) {
        pending = { cell };
        chooseTarget(canvas->viewport()->mapToGlobal(canvas->codeRect(cell->index()).bottomLeft().toPoint()));
    } else if (code == "terminal"_L1) {
        Q_EMIT q->terminalRequested(cell->effectiveBinding().sandbox, cell->source());
    } else if (code == "check-context"_L1 && targets) {
        QPointer<NotebookView> guard = q;
        targets->checkContext(cell->effectiveBinding(), [this, guard](const QString &text, bool idle) {
            if (guard)
                banner->setMessage(u"check"_s, { idle ? Meaning::Busy : Meaning::Warn, text, {}, {}, {}, true });
        });
    }
}

void NotebookView::Private::openStream(Cell *cell, quint64 id)
{
    QPointer<Notebook::OutputList> list = cell->outputs();
    auto *viewer = new StreamViewer([list, id]() -> const Notebook::StreamText * {
        const int at = list ? list->indexOf(id) : -1;
        if (at < 0)
            return nullptr;
        const Notebook::Output &shown = list->at(at);
        return shown.type() == Notebook::OutputType::Error ? &shown.traceback() : &shown.stream();
    });
    auto *timer = new QTimer(viewer);
    timer->setSingleShot(true);
    timer->setInterval(33);
    QObject::connect(timer, &QTimer::timeout, viewer, &StreamViewer::contentChanged);
    const auto later = [timer]() {
        if (!timer->isActive())
            timer->start();
    };
    QObject::connect(list, &Notebook::OutputList::outputChanged, viewer, later);
    QObject::connect(list, &Notebook::OutputList::outputsRemoved, viewer, later);
    Q_EMIT q->openInTabRequested(viewer, Icons::icon(u"logs"_s), tr("Output of cell %1").arg(cellLabel(cell)));
}

void NotebookView::Private::saveOutput(Cell *cell, quint64 id, const QString &mime)
{
    auto *dialog = new QFileDialog(q, tr("Save output"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(tr("output-%1").arg(cell->index() + 1) + u'.' + OutputBlocks::suffix(mime));
    QPointer<Cell> guard = cell;
    QObject::connect(dialog, &QFileDialog::fileSelected, q, [this, guard, id, mime](const QString &file) {
        const int at = guard ? guard->outputs()->indexOf(id) : -1;
        if (at < 0)
            return;
        const Notebook::Output &saved = guard->outputs()->at(at);
        QSaveFile out(file);
        bool ok = out.open(QIODevice::WriteOnly);
        if (ok) {
            if (saved.type() == Notebook::OutputType::Stream)
                ok = saved.stream().forEachStoredPiece([&out](QByteArrayView piece) { return out.write(piece.data(), piece.size()) == piece.size(); });
            else if (saved.type() == Notebook::OutputType::Error)
                ok = out.write(saved.traceback().plainText().toUtf8()) >= 0;
            else
                ok = out.write(saved.data().bytes(mime)) >= 0;
        }
        if (!ok || !out.commit())
            banner->setMessage(u"saveOutput"_s, { Meaning::Bad, tr("%1 was not written. %2.").arg(QDir::toNativeSeparators(file), out.errorString()), {}, {}, {}, true });
    });
    dialog->open();
}

// --- keys ----------------------------------------------------------------------------------------------

bool NotebookView::Private::sequence(int key)
{
    if (sequenceKey == key && sequenceTimer.isActive()) {
        sequenceKey = 0;
        sequenceTimer.stop();
        return true;
    }
    sequenceKey = key;
    sequenceTimer.start();
    return false;
}

bool NotebookView::Private::key(QKeyEvent *event)
{
    const auto modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const int key = event->key();
    const bool editing = canvas->mode() == CellCanvas::Mode::Edit;
    const bool enter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (key != sequenceKey)
        sequenceKey = 0;

    // In both modes.
    if (enter && modifiers == Qt::ShiftModifier)
        return runSelected(true, false), true;
    if (enter && modifiers == Qt::ControlModifier)
        return runSelected(false, false), true;
    if (enter && modifiers == Qt::AltModifier)
        return runSelected(false, true), true;
    if (event->matches(QKeySequence::Save))
        return q->save(), true;
    if (event->matches(QKeySequence::SaveAs) || (key == Qt::Key_S && modifiers == (Qt::ControlModifier | Qt::ShiftModifier)))
        return q->askWhereToSave(), true;
    const bool moveKeys = modifiers == (Qt::ControlModifier | Qt::ShiftModifier) || modifiers == Qt::AltModifier;
    if (moveKeys && (key == Qt::Key_Up || key == Qt::Key_Down))
        return moveSelected(key == Qt::Key_Up ? -1 : 1), true;
    if (modifiers == (Qt::ControlModifier | Qt::ShiftModifier) && (key == Qt::Key_Minus || key == Qt::Key_Underscore))
        return split(), true;
    if (key == Qt::Key_F5 && modifiers == Qt::NoModifier)
        return q->runAll(), true;
    if (key == Qt::Key_F9 && modifiers == Qt::NoModifier)
        return runSelected(false, false), true;
    if (editing)
        return false;

    if (event->matches(QKeySequence::Undo))
        return document->undo(), true;
    if (event->matches(QKeySequence::Redo))
        return document->redo(), true;
    if (event->matches(QKeySequence::SelectAll))
        return canvas->selectAllCells(), true;
    if (event->matches(QKeySequence::Copy)) {
        // Selected output text first: that is what the eye is on.
        const QList<OutputBlock *> blocks = canvas->currentCell() ? canvas->blocks(canvas->current()) : QList<OutputBlock *>();
        for (const OutputBlock *block : blocks) {
            if (block->hasSelection())
                return QGuiApplication::clipboard()->setText(block->selectedText()), true;
        }
        return copy(false), true;
    }
    if (event->matches(QKeySequence::Cut))
        return copy(true), true;
    if (event->matches(QKeySequence::Paste))
        return paste(false), true;
    if (modifiers == Qt::ControlModifier && (key == Qt::Key_Home || key == Qt::Key_Up))
        return canvas->setCurrent(0), true;
    if (modifiers == Qt::ControlModifier && (key == Qt::Key_End || key == Qt::Key_Down))
        return canvas->setCurrent(document->count() - 1), true;

    const bool shift = modifiers == Qt::ShiftModifier;
    if (modifiers != Qt::NoModifier && !shift)
        return false;
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter: canvas->edit(); return true;
    case Qt::Key_Escape:
        banner->clearMessage(u"restart"_s);
        canvas->setCurrent(canvas->current());
        return true;
    case Qt::Key_Up:
    case Qt::Key_K: canvas->setCurrent(canvas->current() - 1, shift); return true;
    case Qt::Key_Down:
    case Qt::Key_J: canvas->setCurrent(canvas->current() + 1, shift); return true;
    case Qt::Key_Home: canvas->setCurrent(0, shift); return true;
    case Qt::Key_End: canvas->setCurrent(document->count() - 1, shift); return true;
    case Qt::Key_Space:
        canvas->verticalScrollBar()->setValue(canvas->verticalScrollBar()->value() + (shift ? -1 : 1) * (canvas->viewport()->height() - Metrics::scaled(60)));
        return true;
    case Qt::Key_Z: shift ? document->redo() : document->undo(); return true;
    case Qt::Key_V: paste(shift); return true;
    case Qt::Key_M:
        if (shift)
            merge();
        else
            changeKind(CellKind::Markdown);
        return true;
    case Qt::Key_L:
        byId.value(shift ? u"notebook.allLineNumbers"_s : u"notebook.lineNumbers"_s)->trigger();
        return true;
    default: break;
    }
    if (shift)
        return false;
    switch (key) {
    case Qt::Key_A: insert(std::max(0, canvas->current()), CellKind::Code, false); return true;
    case Qt::Key_B: insert(canvas->current() + 1, CellKind::Code, false); return true;
    case Qt::Key_X: copy(true); return true;
    case Qt::Key_C: copy(false); return true;
    case Qt::Key_Y: changeKind(CellKind::Code); return true;
    case Qt::Key_R: changeKind(CellKind::Raw); return true;
    case Qt::Key_O: byId.value(u"notebook.toggleOutput"_s)->trigger(); return true;
    case Qt::Key_D:
        if (sequence(key))
            removeSelected();
        return true;
    case Qt::Key_I:
        if (sequence(key))
            q->interrupt();
        return true;
    case Qt::Key_0:
        if (sequence(key))
            restartContext(true);
        return true;
    default: break;
    }
    if (key >= Qt::Key_1 && key <= Qt::Key_6) {
        heading(key - Qt::Key_0);
        return true;
    }
    return false;
}

// --- the view ------------------------------------------------------------------------------------------

NotebookView::NotebookView(ExecutionTargets *targets, QWidget *parent) : QWidget(parent), d(std::make_unique<Private>())
{
    d->q = this;
    d->targets = targets;
    d->document = new Notebook::Document(this);
    d->queue = new Notebook::RunQueue(targets ? targets->runner() : nullptr, this);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    d->banner = new Banner(this);
    d->headings = new HeadingBar(this);
    d->canvas = new CellCanvas(d->document, targets, this);
    layout->addWidget(d->banner);
    layout->addWidget(d->headings);
    layout->addWidget(d->canvas, 1);
    setFocusProxy(d->canvas);

    d->makeActions();
    d->canvas->keyHandler = [this](QKeyEvent *event) { return d->key(event); };
    d->sequenceTimer.setSingleShot(true);
    d->sequenceTimer.setInterval(1000);
    d->summaryTimer.setSingleShot(true);
    d->summaryTimer.setInterval(50);
    connect(&d->summaryTimer, &QTimer::timeout, this, [this]() { d->updateSummary(); });
    const auto soon = [this]() {
        if (!d->summaryTimer.isActive())
            d->summaryTimer.start();
    };

    connect(d->canvas, &CellCanvas::currentChanged, this, [this]() { d->updateActions(); });
    connect(d->canvas, &CellCanvas::modeChanged, this, [this]() {
        d->updateActions();
        Q_EMIT modeChanged();
    });
    connect(d->canvas, &CellCanvas::caretMoved, this, &NotebookView::modeChanged);
    connect(d->canvas, &CellCanvas::scrolled, this, [this]() { d->updatePath(); });
    connect(d->canvas, &CellCanvas::badgeClicked, this, [this](int index, const QPoint &position) { d->contextMenu(index, position, false); });
    connect(d->canvas, &CellCanvas::stateClicked, this, [this](int index, const QPoint &position) { d->queueMenu(index, position); });
    connect(d->canvas, &CellCanvas::menuRequested, this,
            [this](int index, quint64 id, OutputBlock *block, const QPoint &position) { d->cellMenu(index, id, block, position); });
    connect(d->canvas, &CellCanvas::outputRequested, this, [this](Cell *cell, quint64 id, const OutputRequest &request) { d->output(cell, id, request); });
    connect(d->canvas, &CellCanvas::insertRequested, this, [this](int index, CellKind kind) { d->insert(index, kind, true); });
    connect(d->canvas, &CellCanvas::undoRequested, this, [this]() { d->document->undo(); });
    connect(d->canvas, &CellCanvas::redoRequested, this, [this]() { d->document->redo(); });
    connect(d->headings, &HeadingBar::cellRequested, this, [this](int index) {
        d->canvas->setCurrent(index);
        d->canvas->setFocus();
    });

    connect(d->document, &Notebook::Document::modifiedChanged, this, &NotebookView::modifiedChanged);
    connect(d->document, &Notebook::Document::undoChanged, this, soon);
    connect(d->document, &Notebook::Document::defaultBindingChanged, this, soon);
    for (const auto signal : { &Notebook::Document::cellsInserted, &Notebook::Document::cellsRemoved })
        connect(d->document, signal, this, soon);
    connect(d->document, &Notebook::Document::cellsMoved, this, soon);
    connect(d->document, &Notebook::Document::reset, this, soon);
    connect(d->document, &Notebook::Document::focusRequested, this, [this](Cell *cell, qsizetype position) {
        const bool editing = d->canvas->mode() == CellCanvas::Mode::Edit;
        if (!cell || cell->index() < 0)
            return;
        d->canvas->setCurrent(cell->index());
        if (editing && position >= 0) {
            d->canvas->edit(position);
            if (CodeEditor *editor = d->canvas->editor()) {
                QTextCursor cursor = editor->textCursor();
                cursor.setPosition(int(std::min<qsizetype>(position, cell->source().size())));
                editor->setTextCursor(cursor);
            }
        }
    });
    connect(d->queue, &Notebook::RunQueue::changed, this, soon);
    connect(d->queue, &Notebook::RunQueue::idle, this, soon);
    connect(d->queue, &Notebook::RunQueue::started, this, [](Cell *cell) {
        for (const QString &code : { u"result-unknown"_s, u"context-lost"_s, u"kernel-died"_s, u"expired"_s, u"interrupt-slow"_s, u"no-stdin"_s })
            cell->outputs()->removeNotices(code);
        // Its patience begins with the first request.
        connect(cell, &Cell::runStateChanged, cell->outputs(), [guard = QPointer<Cell>(cell), started = cell->startedAt()]() {
            if (!guard || !guard->isInterruptRequested() || guard->property("wbPatience").toDateTime() == started)
                return;
            guard->setProperty("wbPatience", started);
            QTimer::singleShot(interruptPatience, guard.data(), [guard, started]() {
                if (!guard || guard->runState() != RunState::Running || guard->startedAt() != started)
                    return;
                guard->outputs()->appendNotice({ Notebook::Notice::Severity::Warning, u"interrupt-slow"_s, tr("The cell did not stop within 10 s"),
                                                 tr("Code that does not listen can only be stopped by restarting the context. Its variables are gone then.") });
            });
        });
    });
    connect(d->queue, &Notebook::RunQueue::finished, this, [](Cell *cell, Notebook::Outcome) {
        cell->outputs()->removeNotices(u"interrupt-slow"_s);
        QObject::disconnect(cell, &Cell::runStateChanged, cell->outputs(), nullptr);
    });
    if (targets) {
        connect(targets, &ExecutionTargets::changed, this, soon);
        connect(targets, &ExecutionTargets::contextLost, this, [this](const QString &key, const QString &reason) { d->queue->contextLost(key, reason); });
    }
    connect(qApp, &QGuiApplication::focusObjectChanged, this, [this](QObject *object) {
        auto *widget = qobject_cast<QWidget *>(object);
        if (widget && widget != d->canvas && isAncestorOf(widget) && widget->parentWidget() == d->canvas->viewport())
            Q_EMIT modeChanged();
    });
    d->updateSummary();
}

NotebookView::~NotebookView()
{
    disconnect(d->canvas, nullptr, this, nullptr);
    disconnect(d->document, nullptr, this, nullptr);
    disconnect(d->queue, nullptr, this, nullptr);
    // The queue first: it may still hold cells of the document.
    delete d->queue;
    delete d->canvas;
    delete d->kindBox;
    delete d->contextButton;
}

Notebook::Document *NotebookView::document() const
{
    return d->document;
}

Notebook::RunQueue *NotebookView::queue() const
{
    return d->queue;
}

CellCanvas *NotebookView::canvas() const
{
    return d->canvas;
}

void NotebookView::Private::showError(const QString &id, const Notebook::File::Error &error)
{
    QString text = error.message;
    if (error.line > 0 && error.isContentError)
        text += tr(" (line %1, column %2)").arg(error.line).arg(error.column);
    if (!error.hint.isEmpty())
        text += u' ' + error.hint;
    banner->setMessage(id, { Meaning::Bad, text, text, {}, {}, true });
}

bool NotebookView::open(const QString &path)
{
    d->banner->clearAll();
    const auto result = Notebook::File::open(*d->document, path);
    if (!result) {
        d->showError(u"open"_s, result.error());
        return false;
    }
    d->path = path;
    if (d->document->needsSaveAs())
        d->path.clear();
    const QStringList warnings = d->document->warnings();
    if (!warnings.isEmpty())
        d->banner->setMessage(u"warnings"_s, { Meaning::Busy, warnings.constFirst(), warnings.join(u'\n'), {}, {}, true });
    d->updateSummary();
    Q_EMIT titleChanged();
    return true;
}

bool NotebookView::openCopy(const QString &path, const QString &title)
{
    const bool good = open(path);
    d->path.clear();
    d->copyTitle = title;
    d->updateSummary();
    Q_EMIT titleChanged();
    return good;
}

void NotebookView::askWhereToSave()
{
    auto *dialog = new QFileDialog(this, tr("Save notebook"), d->path.isEmpty() ? QDir::homePath() : QFileInfo(d->path).path(), tr("Notebooks (*.ipynb)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"ipynb"_s);
    dialog->selectFile(title());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) { saveAs(file); });
    connect(dialog, &QDialog::rejected, this, [this]() { setProperty("wbCloseAfterSave", false); });
    dialog->open();
}

QString NotebookView::filePath() const
{
    return d->path;
}

QString NotebookView::title() const
{
    if (!d->path.isEmpty())
        return QFileInfo(d->path).fileName();
    return d->copyTitle.isEmpty() ? tr("Untitled.ipynb") : d->copyTitle;
}

bool NotebookView::isModified() const
{
    return d->document->isModified();
}

bool NotebookView::save()
{
    if (d->path.isEmpty()) {
        askWhereToSave();
        return false;
    }
    return saveAs(d->path);
}

bool NotebookView::saveAs(const QString &path)
{
    const auto result = Notebook::File::save(*d->document, path);
    if (!result) {
        d->showError(u"save"_s, result.error());
        return false;
    }
    d->banner->clearMessage(u"save"_s);
    const bool renamed = d->path != path;
    d->path = path;
    if (renamed)
        Q_EMIT titleChanged();
    if (property("wbCloseAfterSave").toBool()) {
        setProperty("wbCloseAfterSave", false);
        Q_EMIT closeAccepted();
    }
    return true;
}

bool NotebookView::requestClose()
{
    if (d->queue->isBusy()) {
        QString running = tr("A cell");
        for (const Cell *cell : d->document->cells()) {
            if (cell->runState() == RunState::Running) {
                running = tr("Cell %1").arg(d->cellLabel(cell));
                break;
            }
        }
        const auto close = [this]() {
            if (askToSave())
                Q_EMIT closeAccepted();
        };
        // Without a choice the notebook stays open.
        d->banner->setMessage(u"close"_s, { Meaning::Warn, tr("%1 still runs. What it prints after closing is lost: the server does not keep it.").arg(running), {}, {},
                                            { { tr("Interrupt and close"), {}, [this, close]() {
                                                   connect(d->queue, &Notebook::RunQueue::idle, this, close, Qt::SingleShotConnection);
                                                   d->queue->interruptAll();
                                               } },
                                              { tr("Let it run and close"), {}, close } },
                                            true });
        return false;
    }
    return askToSave();
}

bool NotebookView::askToSave()
{
    if (!d->document->isModified())
        return true;
    d->banner->setMessage(u"close"_s, { Meaning::Warn, tr("%1 has changes that are not saved.").arg(title()), {}, u"save"_s,
                                        { { tr("Save and close"), u"save"_s,
                                            [this]() {
                                                setProperty("wbCloseAfterSave", true);
                                                save();
                                            } },
                                          { tr("Close without saving"), {}, [this]() { Q_EMIT closeAccepted(); } } },
                                        true });
    return false;
}

void NotebookView::attach(const QString &connection, const QString &sandboxId)
{
    Binding binding = d->document->fallbackBinding();
    binding.connection = connection;
    binding.sandbox = sandboxId;
    d->document->setFallbackBinding(binding);
}

QString NotebookView::modeText() const
{
    if (const CodeEditor *editor = d->canvas->editor())
        return tr("Edit mode \u00b7 Ln %1, Col %2").arg(editor->line()).arg(editor->column());
    return tr("Command mode");
}

QString NotebookView::contextText() const
{
    const Cell *cell = d->canvas->currentCell();
    if (!cell)
        return {};
    const Binding binding = cell->effectiveBinding();
    if (binding.sandbox.isEmpty())
        return tr("No context");
    const ExecutionTarget target = d->targets ? d->targets->describe(binding.sandbox, binding.language) : ExecutionTarget {};
    const QString name = target.contextName.isEmpty() ? Syntax::displayName(binding.language) : target.contextName;
    const QString key = binding.key();
    if (!d->queue->isBusy(key))
        return tr("%1 idle").arg(name);
    const qsizetype waiting = d->queue->waiting(key).size();
    return waiting > 0 ? tr("%1 busy \u00b7 %2 queued").arg(name).arg(waiting) : tr("%1 busy").arg(name);
}

QString NotebookView::currentSandboxId() const
{
    const Cell *cell = d->canvas->currentCell();
    if (!cell)
        return {};
    const Binding binding = cell->effectiveBinding();
    const ExecutionTarget target = d->targets && !binding.sandbox.isEmpty() ? d->targets->describe(binding.sandbox, binding.language) : ExecutionTarget {};
    return target.sandboxId.isEmpty() ? binding.sandbox : target.sandboxId;
}

QString NotebookView::currentLanguage() const
{
    const Cell *cell = d->canvas->currentCell();
    return cell ? cell->language() : d->document->defaultLanguage();
}

int NotebookView::currentSeries() const
{
    const Cell *cell = d->canvas->currentCell();
    const Binding binding = cell ? cell->effectiveBinding() : Binding {};
    return d->targets && !binding.sandbox.isEmpty() ? d->targets->describe(binding.sandbox, binding.language).series : 0;
}

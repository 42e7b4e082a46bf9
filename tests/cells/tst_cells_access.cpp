// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Outputs without a mouse and without eyes: all that the pointer does is in the menu of the Menu key, texts have a caret, and a screen
// reader finds tables with rows and cells, and the text of everything that is painted.
#include "viewtest.h"

#include "notebook/canvasaccessible.h"
#include "notebook/codeeditor.h"
#include "notebook/datagrid.h"
#include "notebook/diffview.h"
#include "notebook/jsonblock.h"
#include "notebook/pileblock.h"
#include "notebook/richblocks.h"
#include "notebook/streamviewer.h"

#include <QAccessible>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QMenu>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::MimeBundle;

namespace {

QStringList announced;

void listen(QAccessibleEvent *event)
{
    if (event->type() == QAccessible::Announcement)
        announced.append(static_cast<QAccessibleAnnouncementEvent *>(event)->message());
}

/// All entries, also those of its menus.
QList<QAction *> entries(const QMenu *menu)
{
    QList<QAction *> result;
    const QList<QAction *> actions = menu->actions();
    for (QAction *action : actions) {
        if (action->menu())
            result += entries(action->menu());
        else
            result.append(action);
    }
    return result;
}

} // namespace

class CellsAccess : public ViewTest
{
    Q_OBJECT

    /// What the Menu key opens on the present cell.
    QMenu *menu()
    {
        const QPoint place = canvas()->viewport()->rect().center();
        QContextMenuEvent event(QContextMenuEvent::Keyboard, place, canvas()->viewport()->mapToGlobal(place));
        QCoreApplication::sendEvent(canvas()->viewport(), &event);
        QMenu *found = nullptr;
        const QList<QMenu *> menus = m_view->findChildren<QMenu *>(Qt::FindDirectChildrenOnly);
        for (QMenu *one : menus) {
            if (one->isVisible())
                found = one;
        }
        return found;
    }
    bool trigger(const QString &text)
    {
        QMenu *open = menu();
        if (!open)
            return false;
        QAction *found = nullptr;
        const QList<QAction *> all = entries(open);
        for (QAction *action : all) {
            if (action->text().startsWith(text))
                found = action;
        }
        if (found)
            found->trigger();
        open->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return found;
    }
    void show(const MimeBundle &bundle)
    {
        document()->cell(0)->outputs()->appendDisplay(bundle);
        canvas()->flush();
        QTRY_VERIFY(!canvas()->blocks(0).isEmpty());
    }
    QAccessibleInterface *output(int index = 0) { return QAccessible::queryAccessibleInterface(canvas())->child(0)->child(1 + index); }

private Q_SLOTS:
    void initTestCase()
    {
        QAccessible::installUpdateHandler(listen);
    }

    void init()
    {
        m_targets = std::make_unique<FakeTargets>();
        addPython();
        showView();
        fill({ u"x"_s });
    }

    void cleanup() { closeView(); }

    void tablesHaveRowsAndCells()
    {
        show(MimeBundle::fromJson({ { u"text/html"_s, u"<table><thead><tr><th></th><th>route</th><th>ms</th></tr></thead><tr><th>0</th><td>/a</td><td>12</td></tr><tr><th>1</th><td>/b</td><td>7</td></tr></table>"_s },
                                    { u"text/plain"_s, u"   route  ms"_s } }));
        QAccessibleInterface *table = output();
        QCOMPARE(table->role(), QAccessible::Table);
        QAccessibleTableInterface *grid = table->tableInterface();
        QVERIFY(grid);
        QCOMPARE(grid->rowCount(), 3);
        QCOMPARE(grid->columnCount(), 3);
        QAccessibleInterface *cell = grid->cellAt(2, 1);
        QVERIFY(cell && cell->isValid());
        QCOMPARE(cell->role(), QAccessible::Cell);
        QCOMPARE(cell->text(QAccessible::Name), u"/b"_s);
        QCOMPARE(cell->parent(), table);
        QCOMPARE(cell->tableCellInterface()->rowIndex(), 2);
        QCOMPARE(cell->tableCellInterface()->columnIndex(), 1);
        QCOMPARE(cell->tableCellInterface()->columnHeaderCells().value(0)->text(QAccessible::Name), u"route"_s);
        QCOMPARE(cell->tableCellInterface()->rowHeaderCells().value(0)->text(QAccessible::Name), u"1"_s);
        QCOMPARE(grid->cellAt(0, 2)->role(), QAccessible::ColumnHeader);
        QCOMPARE(grid->columnDescription(2), u"ms"_s);
        QVERIFY(!grid->cellAt(3, 0));
        QCOMPARE(table->childCount(), 9);
        QCOMPARE(table->indexOfChild(cell), 7);
        // What was a table is gone with it.
        document()->cell(0)->outputs()->clear();
        canvas()->flush();
        QVERIFY(!cell->isValid());
        QVERIFY(!grid->cellAt(0, 0));
    }

    void treesAreText()
    {
        show(MimeBundle::fromJson({ { u"application/json"_s, QJsonObject { { u"name"_s, u"a value"_s }, { u"more"_s, QJsonArray { 1, 2 } } } }, { u"text/plain"_s, u"<IPython.core.display.JSON object>"_s } }));
        const QString text = output()->text(QAccessible::Value);
        QVERIFY2(text.contains(u"name: "_s) && text.contains(u"a value"_s), qPrintable(text));
        QCOMPARE(output()->textInterface()->characterCount(), text.size());
    }

    void anOutputTabHasACaretAndASelection()
    {
        Notebook::StreamText text;
        for (int i = 0; i < 5000; ++i)
            text.append(u"line %1 of words\n"_s.arg(i));
        StreamViewer viewer([&text]() { return &text; });
        viewer.resize(500, 300);
        viewer.show();
        viewer.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&viewer));
        StreamArea *area = viewer.area();
        area->setFocus();
        QTest::keyClick(area, Qt::Key_Down);
        QCOMPARE(area->caret().row, 1);
        QTest::keyClick(area, Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(area, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(area->selectedText(), u"li"_s);
        QTest::keyClick(area, Qt::Key_Right, Qt::ShiftModifier | Qt::ControlModifier);
        QCOMPARE(area->selectedText(), u"line "_s);
        QTest::keyClick(area, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(area->selectedText(), u"line 1 of words\nline "_s);
        QTest::keyClick(area, Qt::Key_End, Qt::ShiftModifier);
        QCOMPARE(area->selectedText(), u"line 1 of words\nline 2 of words"_s);
        QTest::keyClick(area, Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), u"line 1 of words\nline 2 of words"_s);
        QTest::keyClick(area, Qt::Key_Left);
        QVERIFY(!area->hasSelection());
        QVERIFY(!area->caretRect().isEmpty());

        // A screen reader hears the part around the caret, and moves in it.
        QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(area);
        QAccessibleTextInterface *heard = interface->textInterface();
        QVERIFY(heard);
        QVERIFY(interface->state().readOnly);
        QVERIFY(heard->text(0, heard->characterCount()).startsWith("line 0 of words\nline 1"_L1));
        int start = 0;
        int end = 0;
        QCOMPARE(heard->textAtOffset(heard->cursorPosition(), QAccessible::LineBoundary, &start, &end).trimmed(), u"line 2 of words"_s);
        heard->setCursorPosition(heard->text(0, heard->characterCount()).indexOf("line 70 "_L1));
        QCOMPARE(area->caret(), (Notebook::TextPosition { 70, 0 }));
        heard->setSelection(0, heard->cursorPosition(), heard->cursorPosition() + 7);
        QCOMPARE(area->selectedText(), u"line 70"_s);
        heard->selection(0, &start, &end);
        QCOMPARE(heard->text(start, end), u"line 70"_s);
        QTest::keyClick(area, Qt::Key_End, Qt::ControlModifier);
        QVERIFY(area->isAtEnd());
        QTest::keyClick(area, Qt::Key_Up);
        QTest::keyClick(area, Qt::Key_Up);
        QTest::keyClick(area, Qt::Key_Home, Qt::ShiftModifier);
        QVERIFY(area->caret().row > 4000);
        QVERIFY(heard->characterCount() < 100'000);
        QCOMPARE(heard->textAtOffset(heard->cursorPosition(), QAccessible::LineBoundary, &start, &end).trimmed(), text.plainRow(area->caret().row));
        // Beyond that part there is its end: not every row of the text is gone through.
        QTest::keyClick(area, Qt::Key_Home, Qt::ControlModifier);
        heard->setCursorPosition(1'000'000);
        QVERIFY2(area->caret().row < 2000, qPrintable(QString::number(area->caret().row)));
    }

    void differencesAreText()
    {
        DiffView view(u"Before"_s, DiffText(u"same\nold\nend"_s), u"Now"_s, DiffText(u"same\nnew\nend\nmore"_s));
        view.show();
        QTRY_VERIFY(view.area()->isReady());
        QAccessibleTextInterface *heard = QAccessible::queryAccessibleInterface(view.area())->textInterface();
        QVERIFY(heard);
        QCOMPARE(heard->text(0, heard->characterCount()), u"same\n- old  + new\nend\n+ more"_s);
        view.area()->step(1);
        QCOMPARE(heard->cursorPosition(), 5);
    }

    void theMenuKeyReachesTables()
    {
        QString wide = u"<table><tr>"_s;
        for (int i = 0; i < 60; ++i)
            wide += u"<th>a long name %1</th>"_s.arg(i);
        wide += u"</tr><tr><td>1</td></tr></table>"_s;
        show(MimeBundle::fromJson({ { u"text/html"_s, wide } }));
        QVERIFY(trigger(u"Copy table as CSV"_s));
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("a long name 0,a long name 1"_L1));
        const QImage before = canvas()->grab().toImage();
        QVERIFY(trigger(u"Show the columns further right"_s));
        QVERIFY(canvas()->grab().toImage() != before);
        QVERIFY(trigger(u"Show the columns further left"_s));
        QSignalSpy opened(m_view.get(), &NotebookView::openInTabRequested);
        QVERIFY(trigger(u"Open as table"_s));
        QTRY_COMPARE(opened.count(), 1);
        delete opened.at(0).at(0).value<QWidget *>();
    }

    void theMenuKeyReachesTrees()
    {
        show(MimeBundle::fromJson({ { u"application/json"_s, QJsonObject { { u"inner"_s, QJsonObject { { u"deep"_s, QJsonArray { 1, 2, 3 } } } } } } }));
        auto *tree = qobject_cast<JsonBlock *>(canvas()->blocks(0).constFirst());
        QVERIFY(tree);
        QVERIFY(trigger(u"Fold all"_s));
        const QStringList folded = tree->lines();
        QVERIFY(trigger(u"Unfold all"_s));
        const QStringList unfolded = tree->lines();
        QVERIFY(unfolded.size() > folded.size());
        // One branch of it.
        QVERIFY(trigger(u"  inner"_s));
        QVERIFY(tree->lines().size() < unfolded.size());
        QVERIFY(trigger(u"  inner"_s));
        QCOMPARE(tree->lines(), unfolded);
    }

    void theMenuKeyReachesMovingPictures()
    {
        const QString gif = u"R0lGODlhCAAIAJEAAAAAANIoKChG0v///yH/C05FVFNDQVBFMi4wAwEAAAAh+QQEBQAAACwAAAAACAAIAAACJUyYMGHChAkTJkyYMGHChAkTJkyYMGHChAkTJkyYMGHChAkTJgUAIfkEBAUAAAAsAAAAAAgACAAAAiWUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUoFACH5BAQFAAAALAAAAAAIAAgAAAIl3Lhx48aNGzdu3Lhx48aNGzdu3Lhx48aNGzdu3Lhx48aNGzduBQA7"_s;
        show(MimeBundle::fromJson({ { u"image/gif"_s, gif } }));
        auto *picture = qobject_cast<ImageBlock *>(canvas()->blocks(0).constFirst());
        QVERIFY(picture);
        QTRY_VERIFY(picture->isMoving());
        picture->setPaused(false);
        QVERIFY(trigger(u"Pause"_s));
        QVERIFY(trigger(u"Play"_s));
        QVERIFY(trigger(u"Pause"_s));
        QVERIFY(trigger(u"Copy picture"_s));
        QTRY_COMPARE(QGuiApplication::clipboard()->image().size(), QSize(8, 8));
    }

    void theMenuKeyFollowsATraceback()
    {
        Cell *cell = document()->cell(0);
        cell->setSource(u"def f():\n    boom()\nf()"_s);
        cell->setExecutionCount(7);
        cell->outputs()->appendError(u"NameError"_s, u"boom"_s,
                                     { u"---------------------------------------------------------------------------"_s, u"NameError                                 Traceback (most recent call last)"_s,
                                       u"Cell In[7], line 3\n      1 def f():\n      2     boom()\n----> 3 f()\n"_s, u"Cell In[7], line 2, in f()\n      1 def f():\n----> 2     boom()\n"_s, u"NameError: boom"_s });
        canvas()->flush();
        QVERIFY(trigger(u"Go to Cell [7], line 2"_s));
        QTRY_VERIFY(canvas()->editor());
        QCOMPARE(canvas()->editor()->line(), 2);
        canvas()->command();
        const qreal folded = canvas()->blocks(0).constFirst()->height();
        QVERIFY(trigger(u"Whole traceback"_s));
        QVERIFY(canvas()->blocks(0).constFirst()->height() > folded);
        QVERIFY(trigger(u"Fold the traceback"_s));
        QCOMPARE(canvas()->blocks(0).constFirst()->height(), folded);
        QVERIFY(trigger(u"Copy traceback"_s));
    }

    void theMenuKeyFollowsLinksOfTexts()
    {
        document()->insertCell(1, Notebook::CellKind::Markdown, u"See [this](https://example.org/)."_s);
        canvas()->setCurrent(1);
        canvas()->flush();
        QMenu *open = menu();
        QVERIFY(open);
        QStringList words;
        const QList<QAction *> all = entries(open);
        for (const QAction *one : all)
            words.append(one->text());
        QVERIFY2(words.contains(u"Open https://example.org/"_s), qPrintable(words.join(u", "_s)));
        open->close();
    }

    void severalOutputsHaveAMenuEach()
    {
        show(MimeBundle::fromJson({ { u"text/html"_s, u"<table><tr><td>1</td></tr></table><p>and</p><table><tr><td>2</td></tr></table>"_s } }));
        show(MimeBundle::fromJson({ { u"text/html"_s, u"<a href=\"https://example.org/\">x</a>"_s } }));
        QMenu *open = menu();
        QVERIFY(open);
        QStringList titles;
        const QList<QAction *> all = open->actions();
        for (const QAction *one : all) {
            if (one->menu())
                titles.append(one->text());
        }
        QVERIFY2(titles.contains(u"Output 1"_s) && titles.contains(u"Output 2"_s), qPrintable(titles.join(u", "_s)));
        QStringList words;
        const QList<QAction *> inside = entries(open);
        for (const QAction *one : inside)
            words.append(one->text());
        QCOMPARE(words.count(u"Copy table"_s), 2);
        QVERIFY(words.contains(u"Open https://example.org/"_s));
        open->close();
    }

    void aGridIsSortedWithoutAPointer()
    {
        HtmlData::Table table;
        table.rows = 4;
        table.columns = 1;
        table.headerRows = 1;
        const QStringList texts { u"n"_s, u"2"_s, u"3"_s, u"1"_s };
        for (int row = 0; row < 4; ++row)
            table.cells.append({ .text = texts[row], .row = row, .column = 0, .rowSpan = 1, .columnSpan = 1, .header = row == 0, .style = {} });
        table.numeric = { true };
        DataGrid grid(table);
        grid.show();
        auto *view = grid.findChild<QTableView *>();
        view->setCurrentIndex(view->model()->index(0, 0));
        const auto choose = [&](const QString &text) {
            QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(), QPoint());
            QCoreApplication::sendEvent(&grid, &event);
            const QList<QMenu *> menus = grid.findChildren<QMenu *>(Qt::FindDirectChildrenOnly);
            for (QMenu *one : menus) {
                const QList<QAction *> all = one->actions();
                for (QAction *action : all) {
                    if (action->text() == text) {
                        action->trigger();
                        one->close();
                        return true;
                    }
                }
            }
            return false;
        };
        QVERIFY(choose(u"Sort by n, largest first"_s));
        QTRY_COMPARE(grid.text(0, 0), u"3"_s);
        QVERIFY(choose(u"Sort by n, smallest first"_s));
        QTRY_COMPARE(grid.text(0, 0), u"1"_s);
        QVERIFY(choose(u"Original order"_s));
        QTRY_COMPARE(grid.text(0, 0), u"2"_s);
    }

    // What waits for its turn when its notebook is closed must not keep the others from speaking.
    void closingANotebookSilencesNoOther()
    {
        announced.clear();
        CanvasAccessibility::setAnnounceInterval(std::chrono::milliseconds(300));
        const auto reset = qScopeGuard([] { CanvasAccessibility::setAnnounceInterval(CanvasAccessibility::announceInterval); });
        {
            NotebookView other(m_targets.get());
            other.show();
            CanvasAccessibility::say(other.canvas(), u"first"_s);
            CanvasAccessibility::say(other.canvas(), u"waits"_s);
        }
        QTest::qWait(400);
        CanvasAccessibility::say(canvas(), u"spoken"_s);
        QTRY_VERIFY_WITH_TIMEOUT(announced.contains(u"spoken"_s), 15'000);
        QVERIFY(announced.contains(u"first"_s));
        QVERIFY(!announced.contains(u"waits"_s));
    }
};

QTEST_MAIN(CellsAccess)
#include "tst_cells_access.moc"

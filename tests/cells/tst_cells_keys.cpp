// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// The keys that hands know from other notebooks, each pressed on a real view. Those of running and of the first cells are
// in tst_cells_view, those of completing in tst_cells_work, those of finding in tst_cells_files.
#include "viewtest.h"

#include "notebook/cellcanvas.h"
#include "notebook/codeeditor.h"
#include "notebook/findbar.h"
#include "notebook/keymap.h"
#include "notebook/keysdialog.h"
#include "notebook/notebookview.h"
#include "notebook/textblock.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QLineEdit>
#include <QTextBlock>
#include <QTest>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::Outcome;
using Notebook::RunState;

class CellsKeys : public ViewTest
{
    Q_OBJECT

    CodeEditor *editor() const { return canvas()->editor(); }
    void key(Qt::Key code, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(canvas(), code, modifiers); }
    void type(Qt::Key code, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(editor(), code, modifiers); }
    void edit(int cell, int position)
    {
        canvas()->setCurrent(cell);
        canvas()->edit(position);
        QTextCursor cursor = editor()->textCursor();
        cursor.setPosition(position);
        editor()->setTextCursor(cursor);
    }
    QPoint inEditor(int line, int column) const
    {
        QTextCursor cursor(editor()->document()->findBlockByNumber(line));
        cursor.setPosition(cursor.position() + column);
        return editor()->cursorRect(cursor).center() + QPoint(1, 0);
    }

private Q_SLOTS:
    void init()
    {
        m_targets = std::make_unique<FakeTargets>();
        addPython();
        showView();
    }

    void cleanup()
    {
        closeView();
    }

    /// None of the keys that people bring along may be lost when the table is changed.
    void everyKeyHasItsCommand_data()
    {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("editing");
        const auto row = [](const char *keys, const char *id, bool editing = false) {
            QTest::addRow("%s%s", keys, editing ? " while editing" : "") << QString::fromLatin1(keys) << QString::fromLatin1(id) << editing;
        };
        for (const bool editing : { false, true }) {
            row("Shift+Return", "notebook.runAdvance", editing);
            row("Ctrl+Return", "notebook.run", editing);
            row("Alt+Return", "notebook.runInsert", editing);
            row("Ctrl+Shift+Up", "notebook.moveUp", editing);
            row("Ctrl+Shift+Down", "notebook.moveDown", editing);
            row("Alt+Up", "notebook.moveUp", editing);
            row("Alt+Down", "notebook.moveDown", editing);
            row("Ctrl+Shift+-", "notebook.split", editing);
            row("Ctrl+F", "notebook.find", editing);
            row("Ctrl+H", "notebook.replace", editing);
            row("F3", "notebook.findNext", editing);
            row("Shift+F3", "notebook.findPrevious", editing);
            row("Ctrl+G", "notebook.goToLine", editing);
            row("F5", "notebook.runAll", editing);
            row("F9", "notebook.run", editing);
        }
        row("Return", "notebook.edit");
        row("A", "notebook.insertAbove");
        row("B", "notebook.insertBelow");
        row("X", "notebook.cut");
        row("C", "notebook.copy");
        row("V", "notebook.paste");
        row("Shift+V", "notebook.pasteAbove");
        row("D, D", "notebook.delete");
        row("Z", "notebook.undo");
        row("Shift+Z", "notebook.redo");
        row("Y", "notebook.toCode");
        row("M", "notebook.toText");
        row("R", "notebook.toRaw");
        for (const char *level : { "1", "2", "3", "4", "5", "6" })
            row(level, qPrintable(u"notebook.heading"_s + QString::fromLatin1(level)));
        row("J", "notebook.selectNext");
        row("K", "notebook.selectPrevious");
        row("Down", "notebook.selectNext");
        row("Up", "notebook.selectPrevious");
        row("Shift+J", "notebook.extendDown");
        row("Shift+K", "notebook.extendUp");
        row("Shift+Down", "notebook.extendDown");
        row("Shift+Up", "notebook.extendUp");
        row("Ctrl+A", "notebook.selectAll");
        row("Shift+M", "notebook.merge");
        row("L", "notebook.lineNumbers");
        row("Shift+L", "notebook.allLineNumbers");
        row("O", "notebook.toggleOutput");
        row("Shift+O", "notebook.scrollOutput");
        row("I, I", "notebook.interrupt");
        row("0, 0", "notebook.restart");
        row("H", "notebook.keys");
    }

    void everyKeyHasItsCommand()
    {
        QFETCH(QString, keys);
        QFETCH(QString, id);
        QFETCH(bool, editing);
        QCOMPARE(KeyMap::instance().match(QKeySequence::fromString(keys), editing), id);
        const QList<QAction *> actions = m_view->allActions();
        QVERIFY(std::any_of(actions.begin(), actions.end(), [&id](const QAction *action) { return action->objectName() == id && !action->text().isEmpty(); }));
        // No letter is a command while one types.
        if (!KeyMap::instance().worksWhileEditing(id))
            QVERIFY(KeyMap::instance().match(QKeySequence::fromString(keys), true).isEmpty());
    }

    void everyHeadingLevelHasItsDigit()
    {
        fill({ u"words"_s });
        for (int level = 1; level <= 6; ++level) {
            key(Qt::Key(Qt::Key_0 + level));
            QCOMPARE(document()->cell(0)->kind(), CellKind::Markdown);
            QCOMPARE(document()->cell(0)->source(), QString(QString(level, u'#') + u" words"_s));
        }
    }

    void lettersExtendTheSelection()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s, u"d"_s });
        canvas()->setCurrent(1);
        key(Qt::Key_J, Qt::ShiftModifier);
        QCOMPARE(canvas()->selected(), (QList<int> { 1, 2 }));
        key(Qt::Key_K, Qt::ShiftModifier);
        key(Qt::Key_K, Qt::ShiftModifier);
        QCOMPARE(canvas()->selected(), (QList<int> { 0, 1 }));
        key(Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(canvas()->selected(), (QList<int> { 0, 1 })); // There is nothing above.
    }

    void cellsMoveWithEitherKey()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s });
        key(Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(sources(), (QStringList { u"b"_s, u"a"_s, u"c"_s }));
        key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(sources(), (QStringList { u"b"_s, u"c"_s, u"a"_s }));
        key(Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
        key(Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(sources(), (QStringList { u"a"_s, u"b"_s, u"c"_s }));
        // From inside the cell, too.
        edit(0, 1);
        type(Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(sources(), (QStringList { u"b"_s, u"a"_s, u"c"_s }));
    }

    void aCellSplitsAtTheCaret()
    {
        fill({ u"first\nsecond"_s });
        edit(0, 6);
        type(Qt::Key_Minus, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(sources(), (QStringList { u"first"_s, u"second"_s }));
        document()->undo();
        QCOMPARE(sources(), QStringList { u"first\nsecond"_s });
        // Many keyboards give an underscore for this.
        edit(0, 6);
        type(Qt::Key_Underscore, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(sources(), (QStringList { u"first"_s, u"second"_s }));
    }

    void lineNumbersComeForOneCellAndForAll()
    {
        fill({ u"a\nb"_s, u"c\nd"_s });
        const qreal left = canvas()->codeRect(0).left();
        key(Qt::Key_L);
        edit(0, 0);
        QVERIFY(editor()->lineNumbers());
        edit(1, 0);
        QVERIFY(!editor()->lineNumbers());
        type(Qt::Key_Escape);
        key(Qt::Key_L, Qt::ShiftModifier);
        edit(1, 0);
        QVERIFY(editor()->lineNumbers());
        QCOMPARE(canvas()->codeRect(0).left(), left);
    }

    void longOutputScrollsAtAKey()
    {
        fill({ u"flood()"_s });
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) {
            run->stream(Notebook::StreamName::Stdout, u"line\n"_s.repeated(1000));
            run->finish(Outcome::Done);
        };
        key(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(canvas()->blocks(0).size(), 1);
        auto *text = qobject_cast<TextBlock *>(canvas()->blocks(0).first());
        QVERIFY(text);
        QTRY_VERIFY(text->isFolded());
        key(Qt::Key_O, Qt::ShiftModifier);
        QVERIFY(text->isScrolling());
        key(Qt::Key_O, Qt::ShiftModifier);
        QVERIFY(!text->isScrolling());
        key(Qt::Key_O);
        QVERIFY(document()->cell(0)->areOutputsHidden());
        key(Qt::Key_O);
        QVERIFY(!document()->cell(0)->areOutputsHidden());
    }

    void theKeysAreAKeyAway()
    {
        fill({ u"a"_s });
        key(Qt::Key_H);
        auto *dialog = m_view->findChild<KeysDialog *>();
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->isVisible());
        dialog->close();
    }

    void commentsAndIndentation()
    {
        fill({ u"if x:\n    y = 1\n    z = 2"_s });
        edit(0, 0);
        type(Qt::Key_A, Qt::ControlModifier);
        type(Qt::Key_Slash, Qt::ControlModifier);
        QCOMPARE(document()->cell(0)->source(), u"# if x:\n#     y = 1\n#     z = 2"_s);
        type(Qt::Key_Slash, Qt::ControlModifier);
        QCOMPARE(document()->cell(0)->source(), u"if x:\n    y = 1\n    z = 2"_s);
        type(Qt::Key_BracketRight, Qt::ControlModifier);
        QCOMPARE(document()->cell(0)->source(), u"    if x:\n        y = 1\n        z = 2"_s);
        type(Qt::Key_BracketLeft, Qt::ControlModifier);
        QCOMPARE(document()->cell(0)->source(), u"if x:\n    y = 1\n    z = 2"_s);
    }

    void twoKeysLeaveTheCell()
    {
        fill({ u"a"_s });
        edit(0, 0);
        type(Qt::Key_M, Qt::ControlModifier);
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Command);
        key(Qt::Key_Return);
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Edit);
        type(Qt::Key_Escape);
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Command);
        QCOMPARE(document()->cell(0)->source(), u"a"_s);
    }

    void linesAndMatchesAreFoundByKeys()
    {
        fill({ u"one\ntwo two\nthree"_s });
        edit(0, 0);
        type(Qt::Key_G, Qt::ControlModifier);
        auto *dialog = m_view->findChild<QInputDialog *>();
        QVERIFY(dialog);
        dialog->setIntValue(3);
        dialog->accept();
        QTRY_COMPARE(editor()->line(), 3);
        type(Qt::Key_F, Qt::ControlModifier);
        auto *bar = m_view->findChild<FindBar *>();
        QVERIFY(bar);
        QTRY_VERIFY(bar->isVisible());
        auto *field = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(field && bar->isAncestorOf(field));
        QTest::keyClicks(field, u"two"_s);
        const auto selected = [bar] { return bar->summary(); };
        QTRY_COMPARE(selected(), u"1 of 2"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(selected(), u"2 of 2"_s);
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QTRY_COMPARE(selected(), u"1 of 2"_s);
        QTest::keyClick(field, Qt::Key_Escape);
        QTRY_VERIFY(!bar->isVisible());
        canvas()->setFocus();
        key(Qt::Key_F3); // Opens the bar again, with what was looked for.
        QTRY_COMPARE(selected(), u"1 of 2"_s);
        QTest::keyClick(field, Qt::Key_F3);
        QTRY_COMPARE(selected(), u"2 of 2"_s);
        QTest::keyClick(field, Qt::Key_F3, Qt::ShiftModifier);
        QTRY_COMPARE(selected(), u"1 of 2"_s);
        QTest::keyClick(field, Qt::Key_Escape);
        canvas()->setFocus();
        key(Qt::Key_H, Qt::ControlModifier);
        QTRY_VERIFY(bar->isVisible() && bar->findChildren<QLineEdit *>().size() > 1);
    }

    void theWholeNotebookAndTheCellRunByFunctionKeys()
    {
        fill({ u"a"_s, u"b"_s });
        QStringList ran;
        m_targets->onStart = [&ran](const std::shared_ptr<Notebook::Run> &run) {
            ran.append(run->code());
            run->finish(Outcome::Done);
        };
        key(Qt::Key_F5);
        QTRY_VERIFY(!m_view->isBusy() && ran.size() == 2);
        edit(1, 0);
        type(Qt::Key_F9);
        QTRY_COMPARE(ran, (QStringList { u"a"_s, u"b"_s, u"b"_s }));
    }

    void columnsAreSelectedByMouseAndKeys()
    {
        fill({ u"alpha = 1\nbe = 2\ngamma = 3"_s });
        edit(0, 0);
        QTest::mousePress(editor()->viewport(), Qt::LeftButton, Qt::AltModifier, inEditor(0, 0));
        QTest::mouseMove(editor()->viewport(), inEditor(2, 2));
        QTest::mouseRelease(editor()->viewport(), Qt::LeftButton, Qt::AltModifier, inEditor(2, 2));
        QVERIFY(editor()->columns().isActive());
        QCOMPARE(editor()->columns().text(), u"al\nbe\nga"_s);
        type(Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), u"al\nbe\nga"_s);
        QTest::keyClicks(editor(), u"xy"_s);
        QCOMPARE(document()->cell(0)->source(), u"xypha = 1\nxy = 2\nxymma = 3"_s);
        type(Qt::Key_Backspace);
        QCOMPARE(document()->cell(0)->source(), u"xpha = 1\nx = 2\nxmma = 3"_s);
        type(Qt::Key_Escape);
        QVERIFY(!editor()->columns().isActive());
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Edit);
        for (int i = 0; i < 3 && document()->cell(0)->source() != u"alpha = 1\nbe = 2\ngamma = 3"_s; ++i)
            document()->undo();
        QCOMPARE(document()->cell(0)->source(), u"alpha = 1\nbe = 2\ngamma = 3"_s);
        // Without a mouse; a line that is too short is filled up.
        edit(0, 9);
        type(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
        type(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
        QTest::keyClicks(editor(), u"#"_s);
        QCOMPARE(document()->cell(0)->source(), u"alpha = 1#\nbe = 2   #\ngamma = 3#"_s);
        // A row of words goes in row by row.
        QApplication::clipboard()->setText(u"a\nb\nc"_s);
        type(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(document()->cell(0)->source(), u"alpha = 1#a\nbe = 2   #b\ngamma = 3#c"_s);
    }
};

QTEST_MAIN(CellsKeys)
#include "tst_cells_keys.moc"

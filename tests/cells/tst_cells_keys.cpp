// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// The keys that hands know from other notebooks, each pressed on a real view. Those of running and of the first cells are
// in tst_cells_view, those of completing in tst_cells_work, those of finding in tst_cells_files.
#include "viewtest.h"

#include "notebook/cellcanvas.h"
#include "notebook/cellstatus.h"
#include "notebook/codeeditor.h"
#include "notebook/completion.h"
#include "notebook/findbar.h"
#include "notebook/keymap.h"
#include "notebook/keysdialog.h"
#include "notebook/notebookview.h"
#include "notebook/textblock.h"
#include "shared/banner.h"
#include "shared/searchfield.h"
#include "theme/fonts.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QRandomGenerator>
#include <QScopeGuard>
#include <QScrollBar>
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
            row("Alt+Up", editing ? "notebook.moveLinesUp" : "notebook.moveUp", editing);
            row("Alt+Down", editing ? "notebook.moveLinesDown" : "notebook.moveDown", editing);
            row("Ctrl+Shift+-", "notebook.split", editing);
            row("Ctrl+F", "notebook.find", editing);
            row("Ctrl+H", "notebook.replace", editing);
            row("F3", "notebook.findNext", editing);
            row("Shift+F3", "notebook.findPrevious", editing);
            row("Ctrl+G", "notebook.goToLine", editing);
            row("F5", "notebook.runAll", editing);
            row("F9", "notebook.runSelection", editing);
        }
        row("Esc", "notebook.leave", true);
        row("Ctrl+M", "notebook.leave", true);
        row("Ctrl+Space", "notebook.complete", true);
        row("Ctrl+I", "notebook.inspect", true);
        row("Ctrl+/", "notebook.comment", true);
        row("Ctrl+]", "notebook.indentLines", true);
        row("Ctrl+[", "notebook.outdentLines", true);
        row("Alt+Shift+Up", "notebook.copyLinesUp", true);
        row("Alt+Shift+Down", "notebook.copyLinesDown", true);
        row("Ctrl+Shift+K", "notebook.deleteLines", true);
        row("Ctrl+D", "notebook.selectOccurrence", true);
        row("Ctrl+Z", "notebook.undo", true);
        row("Ctrl+Shift+Z", "notebook.redo", true);
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
        if (!KeyMap::instance().worksWhileEditing(id) && !editing)
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
        type(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(sources(), (QStringList { u"b"_s, u"a"_s, u"c"_s }));
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Edit);
    }

    // In a cell that is edited Alt and an arrow move the line, as in other editors.
    void linesMoveCopyAndGo()
    {
        fill({ u"one\ntwo\nthree\nfour"_s, u"other"_s });
        const auto source = [this]() { return document()->cell(0)->source(); };
        edit(0, 5); // In "two".
        type(Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(source(), u"one\nthree\ntwo\nfour"_s);
        QCOMPARE(editor()->position(), 11);
        for (int i = 0; i < 3; ++i)
            type(Qt::Key_Down, Qt::AltModifier); // At the end it stays.
        QCOMPARE(source(), u"one\nthree\nfour\ntwo"_s);
        for (int i = 0; i < 5; ++i)
            type(Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(source(), u"two\none\nthree\nfour"_s);
        QCOMPARE(editor()->line(), 1);
        QCOMPARE(sources().size(), 2);
        // Several at once, as far as they are selected; they stay selected.
        QTextCursor cursor = editor()->textCursor();
        cursor.setPosition(1);
        cursor.setPosition(6, QTextCursor::KeepAnchor);
        editor()->setTextCursor(cursor);
        type(Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(source(), u"three\ntwo\none\nfour"_s);
        QCOMPARE(editor()->textCursor().selectedText(), u"wo"_s + QChar::ParagraphSeparator + u"on"_s);
        type(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(source(), u"three\ntwo\none\ntwo\none\nfour"_s);
        QCOMPARE(editor()->line(), 5);
        type(Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(source(), u"three\ntwo\none\ntwo\none\ntwo\none\nfour"_s);
        QCOMPARE(editor()->line(), 5);
        type(Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        type(Qt::Key_Up);
        type(Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(source(), u"three\ntwo\ntwo\none\nfour"_s);
        // To the very last, and of nothing.
        for (int i = 0; i < 8; ++i)
            type(Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(source(), QString());
        type(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(source(), u"\n"_s);
        // Each is a step that can be taken back.
        while (document()->canUndo() && source() != u"one\ntwo\nthree\nfour"_s)
            document()->undo();
        QCOMPARE(source(), u"one\ntwo\nthree\nfour"_s);
    }

    // What deletes in a terminal deletes nothing here: hands mean something else by it.
    void keysOfTerminalsDeleteNothing()
    {
        fill({ u"aa = f(aa)\naab = aa"_s });
        const QString before = document()->cell(0)->source();
        edit(0, 0);
        for (const Qt::Key code : { Qt::Key_K, Qt::Key_U })
            type(code, Qt::ControlModifier);
        QCOMPARE(document()->cell(0)->source(), before);
        // The word at the caret, then the same text again and again, around the end.
        QList<qsizetype> places;
        for (int i = 0; i < 6; ++i) {
            type(Qt::Key_D, Qt::ControlModifier);
            QCOMPARE(editor()->textCursor().selectedText(), u"aa"_s);
            places.append(editor()->textCursor().selectionStart());
        }
        QCOMPARE(places, (QList<qsizetype> { 0, 7, 11, 17, 0, 7 }));
        QCOMPARE(document()->cell(0)->source(), before);
    }

    // Each key that the editor has can be another one; the old one is free then.
    void everyKeyOfTheEditorCanBeChanged_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("keys"); ///< The old ones.
        QTest::addColumn<QString>("source"); ///< | is the caret.
        QTest::addColumn<QString>("after");
        const auto row = [](const char *id, const char *keys, const char *source, const char *after) {
            const QList<QByteArray> each = QByteArray(keys).split(' ');
            for (const QByteArray &one : each)
                QTest::addRow("%s %s", id, one.constData()) << QString::fromLatin1(id) << QString::fromLatin1(one) << QString::fromLatin1(source) << QString::fromLatin1(after);
        };
        row("notebook.leave", "Esc Ctrl+M", "a|", "left");
        row("notebook.indent", "Tab", "|a", "    a");
        row("notebook.indentLines", "Ctrl+]", "a|", "    a");
        row("notebook.outdentLines", "Ctrl+[ Shift+Tab", "    |a", "a");
        row("notebook.comment", "Ctrl+/", "a|", "# a");
        row("notebook.moveLinesUp", "Alt+Up", "a\nb|", "b\na");
        row("notebook.moveLinesDown", "Alt+Down", "|a\nb", "b\na");
        row("notebook.copyLinesUp", "Alt+Shift+Up", "a|", "a\na");
        row("notebook.copyLinesDown", "Alt+Shift+Down", "a|", "a\na");
        row("notebook.deleteLines", "Ctrl+Shift+K", "a|\nb", "b");
        row("notebook.selectOccurrence", "Ctrl+D", "word|", "selected");
        row("notebook.columnsDown", "Ctrl+Alt+Shift+Down", "|a\nb", "columns");
        row("notebook.columnsUp", "Ctrl+Alt+Shift+Up", "a\nb|", "columns");
        row("notebook.columnsLeft", "Alt+Shift+Left", "a|", "columns");
        row("notebook.columnsRight", "Alt+Shift+Right", "|a", "columns");
        row("notebook.complete", "Tab Ctrl+Space", "longword = 1; longw|", "longword = 1; longword");
        row("notebook.inspect", "Shift+Tab Ctrl+I", "longword|", "explained");
        row("notebook.undo", "Ctrl+Z", "typed|", "undone");
    }
    void everyKeyOfTheEditorCanBeChanged()
    {
        QFETCH(const QString, id);
        QFETCH(const QString, keys);
        QFETCH(QString, source);
        QFETCH(const QString, after);
        KeyMap &map = KeyMap::instance();
        const auto restore = qScopeGuard([&map]() { map.resetAll(); });
        const qsizetype caret = source.indexOf(u'|');
        source.remove(caret, 1);
        const auto outcome = [&](const QKeySequence &pressed) {
            m_view.reset();
            showView();
            fill({ source });
            edit(0, int(caret));
            if (id == "notebook.undo"_L1)
                QTest::keyClicks(editor(), u"x"_s);
            const QString before = document()->cell(0)->source();
            type(pressed[0].key(), pressed[0].keyboardModifiers());
            if (canvas()->mode() == CellCanvas::Mode::Command)
                return u"left"_s;
            if (m_view->completion()->isHelpVisible())
                return u"explained"_s;
            if (editor()->columns().isActive())
                return u"columns"_s;
            if (editor()->textCursor().hasSelection())
                return u"selected"_s;
            const QString now = document()->cell(0)->source();
            if (id == "notebook.undo"_L1)
                return now == source ? u"undone"_s : u"nothing"_s;
            return now == before ? u"nothing"_s : now;
        };
        const QKeySequence old = QKeySequence::fromString(keys);
        QVERIFY(map.has(id, old));
        QCOMPARE(outcome(old), after);
        const QKeySequence other(u"Ctrl+Alt+F7"_s);
        QVERIFY(map.conflict(id, other).isEmpty());
        QCOMPARE(outcome(other), u"nothing"_s);
        map.setKeys(id, { other });
        QCOMPARE(outcome(other), after);
        QVERIFY(outcome(old) != after);
    }

    // In the list, too; and two steps while a cell is edited, of which neither types.
    void keysOfTheListAndOfTwoStepsCanBeChanged()
    {
        KeyMap &map = KeyMap::instance();
        const auto restore = qScopeGuard([&map]() { map.resetAll(); });
        QVERIFY(map.conflict(u"notebook.complete"_s, QKeySequence(u"Tab"_s)).isEmpty());
        QVERIFY(map.conflict(u"completions.accept"_s, QKeySequence(u"Ctrl+F"_s)).isEmpty());
        QCOMPARE(map.conflict(u"notebook.comment"_s, QKeySequence(u"Ctrl+F"_s)), u"notebook.find"_s);
        map.setKeys(u"completions.accept"_s, { QKeySequence(u"Ctrl+Right"_s) });
        map.setKeys(u"completions.next"_s, { QKeySequence(u"Ctrl+N"_s) });
        map.setKeys(u"completions.close"_s, { QKeySequence(u"F12"_s) });
        fill({ u"alpha1 = 1\nalpha2 = 2\nalph"_s });
        edit(0, 26);
        type(Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(m_view->completion()->isListVisible());
        type(Qt::Key_F12);
        QVERIFY(!m_view->completion()->isListVisible());
        type(Qt::Key_Space, Qt::ControlModifier);
        type(Qt::Key_N, Qt::ControlModifier);
        type(Qt::Key_Right, Qt::ControlModifier);
        QVERIFY(document()->cell(0)->source().endsWith("\nalpha2"_L1));
        map.setKeys(u"notebook.comment"_s, { QKeySequence(u"Ctrl+K, C"_s) });
        type(Qt::Key_K, Qt::ControlModifier);
        QTest::keyClicks(editor(), u"c"_s);
        QVERIFY(document()->cell(0)->source().endsWith("\n# alpha2"_L1));
    }

    // 38: the list stays at the caret while output above pushes the cell down.
    void theListStaysAtItsCaret()
    {
        fill({ u"run()"_s, u"alpha1 = 1\nalpha2 = 2\nalph"_s });
        edit(1, 26);
        type(Qt::Key_Space, Qt::ControlModifier);
        QFrame *list = m_view->completion()->listWidget();
        QVERIFY(list->isVisible());
        const auto below = [&]() { return list->y() - editor()->mapToGlobal(editor()->caretRect().bottomLeft().toPoint()).y(); };
        const int distance = below();
        const int y = editor()->pos().y();
        document()->cell(0)->outputs()->appendStream(Notebook::StreamName::Stdout, u"line\n"_s.repeated(8));
        canvas()->flush();
        QTRY_VERIFY(editor()->pos().y() > y);
        QTRY_COMPARE(below(), distance);
        QVERIFY(list->isVisible());
    }

    // 24: a page is what the window shows, not all of the cell.
    void aPageOfALongCellIsAWindow()
    {
        QStringList lines;
        for (int i = 0; i < 300; ++i)
            lines.append(u"line %1"_s.arg(i));
        fill({ lines.join(u'\n') });
        edit(0, 0);
        const int page = canvas()->viewport()->height() / Fonts::lineHeight(Fonts::Role::Code);
        type(Qt::Key_PageDown);
        QVERIFY2(editor()->line() > page / 2 && editor()->line() <= page + 1, qPrintable(QString::number(editor()->line())));
        type(Qt::Key_PageDown);
        QVERIFY(editor()->line() > page && editor()->line() <= 2 * page + 1);
        const auto inSight = [this]() { return QRectF(canvas()->viewport()->rect()).contains(editor()->caretRect().translated(editor()->pos())); };
        QVERIFY(inSight());
        type(Qt::Key_PageUp);
        type(Qt::Key_PageUp);
        QCOMPARE(editor()->line(), 1);
        QVERIFY(inSight());
    }

    // 23: however long its line is, the caret is seen.
    void theCaretOfAVeryLongLineIsInSight()
    {
        fill({ u"x = '"_s + u"words "_s.repeated(200'000) + u"'"_s, u"below"_s });
        edit(0, 0);
        const auto inSight = [this]() { return QRectF(canvas()->viewport()->rect()).contains(editor()->caretRect().translated(editor()->pos())); };
        type(Qt::Key_End, Qt::ControlModifier);
        QTRY_VERIFY(inSight());
        QVERIFY(canvas()->verticalScrollBar()->value() > 0);
        type(Qt::Key_Home, Qt::ControlModifier);
        QTRY_VERIFY(inSight());
    }

    // 44: what is pasted into an empty cell is seen from its first line to its last, though a line of it wraps.
    void aPasteIsSeenFromItsFirstLine()
    {
        fill({ QString() });
        m_view->resize(560, 500);
        edit(0, 0);
        QApplication::clipboard()->setText(u"import threading\nfor i in range(5): time.sleep(.5); print(\"bg\", i, flush=True); more_of_it(); and_more()\nlast"_s);
        type(Qt::Key_V, Qt::ControlModifier);
        QCoreApplication::processEvents();
        QTextCursor first(editor()->document());
        QTRY_COMPARE(editor()->cursorRect(first).top(), 0);
        QTRY_COMPARE(qreal(editor()->height()), editor()->contentHeight());
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
        // Escape first empties the filter, then closes.
        auto *filter = dialog->findChild<SearchField *>();
        QTest::keyClicks(filter, u"split"_s);
        QTest::keyClick(filter, Qt::Key_Escape);
        QCOMPARE(filter->text(), QString());
        QVERIFY(dialog->isVisible());
        // There is one of them, which has the window's keyboard.
        QVERIFY(dialog->isModal());
        action(u"notebook.keys"_s)->trigger();
        QCOMPARE(m_view->findChildren<KeysDialog *>().size(), 1);
        QTest::keyClick(filter, Qt::Key_Escape);
        QTRY_VERIFY(!m_view->findChild<KeysDialog *>() || !m_view->findChild<KeysDialog *>()->isVisible());
    }

    // Any keys and clicks in any order: nothing breaks, and undoing everything leads back to the beginning.
    void anythingInAnyOrder_data()
    {
        QTest::addColumn<quint32>("seed");
        const int seeds = qEnvironmentVariable("WB_MONKEYS", u"8"_s).toInt();
        for (int seed = 1; seed <= seeds; ++seed)
            QTest::addRow("%d", seed) << quint32(seed);
    }

    void anythingInAnyOrder()
    {
        QFETCH(quint32, seed);
        const QStringList before = sources();
        fill({ u"# one"_s, u"a = 1"_s, u"b = 2"_s, u"c = 3\nd = 4"_s, u"e"_s, u"f"_s, u"g"_s });
        document()->changeKind({ 0 }, CellKind::Markdown);
        QRandomGenerator random(seed);
        const auto one = [&random](const auto &list) { return list[random.bounded(int(list.size()))]; };
        const auto text = [&random] { return QString(u"line \u001b[31mred\n"_s).repeated(random.bounded(40)); };
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) {
            run->stream(Notebook::StreamName::Stdout, text());
            if (random.bounded(3) > 0)
                run->finish(one(QList { Outcome::Done, Outcome::Failed, Outcome::Interrupted }));
        };
        using Keys = std::pair<Qt::Key, Qt::KeyboardModifiers>;
        constexpr auto ctrl = Qt::ControlModifier;
        constexpr auto shift = Qt::ShiftModifier;
        QList<Keys> keys;
        for (const Qt::Key key : { Qt::Key_A, Qt::Key_B, Qt::Key_M, Qt::Key_Y, Qt::Key_R, Qt::Key_1, Qt::Key_3, Qt::Key_X, Qt::Key_C, Qt::Key_V, Qt::Key_Z, Qt::Key_J,
                                   Qt::Key_K, Qt::Key_O, Qt::Key_L, Qt::Key_Left, Qt::Key_Right, Qt::Key_D, Qt::Key_Return, Qt::Key_I, Qt::Key_Space, Qt::Key_End, Qt::Key_Home })
            keys.append(Keys(key, Qt::NoModifier));
        for (const Qt::Key key : { Qt::Key_V, Qt::Key_Z, Qt::Key_J, Qt::Key_K, Qt::Key_M, Qt::Key_O, Qt::Key_L, Qt::Key_Return, Qt::Key_Space })
            keys.append(Keys(key, shift));
        keys += { { Qt::Key_Up, ctrl | shift }, { Qt::Key_Down, ctrl | shift }, { Qt::Key_Return, ctrl }, { Qt::Key_Return, Qt::AltModifier }, { Qt::Key_A, ctrl }, { Qt::Key_Space, ctrl } };
        const QList<Keys> editing { { Qt::Key_X, {} }, { Qt::Key_Minus, ctrl | shift }, { Qt::Key_Z, ctrl }, { Qt::Key_Escape, {} }, { Qt::Key_Return, shift }, { Qt::Key_Down, {} },
                                    { Qt::Key_Up, {} }, { Qt::Key_Return, {} }, { Qt::Key_Slash, ctrl }, { Qt::Key_Backspace, {} } };
        for (int i = 0; i < 250; ++i) {
            switch (random.bounded(12)) {
            case 0: {
                const QPoint at(random.bounded(canvas()->viewport()->width()), random.bounded(canvas()->viewport()->height()));
                QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, one(QList<Qt::KeyboardModifiers> { {}, ctrl, shift }), at);
                break;
            }
            case 1: canvas()->verticalScrollBar()->setValue(random.bounded(canvas()->verticalScrollBar()->maximum() + 1)); break;
            case 2: m_view->resize(500 + random.bounded(600), 300 + random.bounded(500)); break;
            case 3: m_view->grab(); break;
            case 4:
                if (!m_targets->runs.empty()) {
                    const std::shared_ptr<Notebook::Run> run = m_targets->runs[size_t(random.bounded(int(m_targets->runs.size())))];
                    run->stream(Notebook::StreamName::Stdout, text());
                    run->finish(Outcome::Done);
                }
                break;
            default:
                if (QWidget *popup = QApplication::activePopupWidget())
                    popup->close();
                const bool edits = canvas()->mode() == CellCanvas::Mode::Edit;
                const auto [key, modifiers] = one(edits ? editing : keys);
                QTest::keyClick(edits ? static_cast<QWidget *>(canvas()->editor()) : canvas(), key, modifiers);
                break;
            }
            QVERIFY(document()->count() > 0);
            QVERIFY(canvas()->current() >= 0 && canvas()->current() < document()->count());
        }
        m_targets->onStart = {};
        for (const auto &run : m_targets->runs)
            run->finish(Outcome::Interrupted);
        canvas()->command();
        while (document()->canUndo())
            document()->undo();
        canvas()->flush();
        m_view->grab();
        QCOMPARE(sources(), before);
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

    // The selection, or the line of the caret; lines before it stand for those of the cell, so that a traceback names the right one.
    void selectedTextOrTheLineRuns()
    {
        fill({ u"for i in x:\n    a = 1\n    b = 2\nlast()"_s });
        QStringList ran;
        m_targets->onStart = [&ran](const std::shared_ptr<Notebook::Run> &run) {
            ran.append(run->code());
            run->finish(Outcome::Done);
        };
        edit(0, 18);
        type(Qt::Key_F9);
        QTRY_COMPARE(ran, QStringList { u"\na = 1"_s });
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Edit);
        QCOMPARE(cellStatus(document()->cell(0)).text, u"Ran in part"_s);
        QTextCursor cursor = editor()->textCursor();
        cursor.setPosition(12);
        cursor.setPosition(31, QTextCursor::KeepAnchor);
        editor()->setTextCursor(cursor);
        type(Qt::Key_F9);
        QTRY_COMPARE(ran.last(), u"\na = 1\nb = 2"_s);
        QTRY_VERIFY(!m_view->isBusy());
        type(Qt::Key_Escape);
        key(Qt::Key_F9); // No text is chosen in command mode: all of it.
        QTRY_COMPARE(ran.last(), document()->cell(0)->source());
        QTRY_COMPARE(document()->cell(0)->runState(), Notebook::RunState::Done);
    }

    // Neither a question nor a restart makes more of it.
    void aPartThatWaitsStaysAPart()
    {
        QStringList ran;
        m_targets->onStart = [&ran](const std::shared_ptr<Notebook::Run> &run) {
            ran.append(run->code());
            run->finish(Outcome::Done);
        };
        fill({ u"x = 1\ndelete_all()"_s });
        document()->cell(0)->setBinding({ u"local"_s, u"gone"_s, u"python"_s, {} });
        m_targets->paused = { u"gone"_s };
        m_targets->add(u"gone"_s, u"gone"_s, u"python"_s, 1);
        edit(0, 2);
        type(Qt::Key_F9);
        QCoreApplication::processEvents();
        QVERIFY(ran.isEmpty());
        const auto press = [this](const QString &text) {
            const auto buttons = m_view->findChildren<QPushButton *>();
            for (QPushButton *one : buttons) {
                if (one->text() == text) {
                    one->click();
                    return true;
                }
            }
            return false;
        };
        QVERIFY(press(u"Resume and run"_s));
        m_targets->paused.clear();
        Q_EMIT m_targets->changed();
        QTRY_COMPARE(ran, QStringList { u"x = 1"_s });
        QTRY_VERIFY(!m_view->isBusy());
        // During a restart; asked for as a whole meanwhile, it runs as a whole.
        m_targets->holdsRestarts = true;
        for (const bool whole : { false, true }) {
            ran.clear();
            canvas()->command();
            canvas()->setFocus();
            for (int i = 0; i < 4; ++i)
                key(Qt::Key_0);
            QCOMPARE(m_targets->heldRestarts.size(), 1);
            edit(0, 2);
            type(Qt::Key_F9);
            if (whole)
                m_view->run({ 0 });
            QVERIFY(m_view->isBusy());
            QVERIFY(ran.isEmpty());
            m_targets->heldRestarts.takeFirst()({});
            QTRY_COMPARE(ran, QStringList { whole ? document()->cell(0)->source() : u"x = 1"_s });
            QTRY_VERIFY(!m_view->isBusy());
        }
    }

    // Wish 19: signs and digits that other keyboards have only with Shift or AltGr.
    void keysOfOtherKeyboards()
    {
        const auto press = [](QWidget *widget, int code, Qt::KeyboardModifiers modifiers, const QString &text) {
            QKeyEvent event(QEvent::KeyPress, code, modifiers, text);
            QApplication::sendEvent(widget, &event);
        };
        fill({ u"a = 1"_s, u"b"_s });
        edit(0, 0);
        press(editor(), Qt::Key_Slash, Qt::ControlModifier | Qt::ShiftModifier, u"/"_s); // German: Shift+7.
        QCOMPARE(document()->cell(0)->source(), u"# a = 1"_s);
        press(editor(), Qt::Key_Slash, Qt::ControlModifier, u"/"_s);
        QCOMPARE(document()->cell(0)->source(), u"a = 1"_s);
        press(editor(), Qt::Key_BracketRight, Qt::ControlModifier | Qt::AltModifier, u"]"_s); // AltGr+9.
        QCOMPARE(document()->cell(0)->source(), u"    a = 1"_s);
        press(editor(), Qt::Key_BracketLeft, Qt::ControlModifier | Qt::AltModifier, u"["_s);
        QCOMPARE(document()->cell(0)->source(), u"a = 1"_s);
        type(Qt::Key_Escape);
        press(canvas(), Qt::Key_2, Qt::ShiftModifier, u"2"_s); // French.
        QCOMPARE(document()->cell(0)->source(), u"## a = 1"_s);
        canvas()->setCurrent(1);
        press(canvas(), Qt::Key_0, Qt::ShiftModifier, u"0"_s);
        press(canvas(), Qt::Key_0, Qt::ShiftModifier, u"0"_s);
        QVERIFY(m_view->findChild<Banner *>()->hasMessage(u"restart"_s));
    }

    // 17: from what is looked for to what is put in its place.
    void tabGoesFromFindToReplace()
    {
        fill({ u"one two"_s });
        key(Qt::Key_H, Qt::ControlModifier);
        auto *bar = m_view->findChild<FindBar *>();
        QTRY_VERIFY(bar->isVisible());
        auto *find = bar->findChild<QLineEdit *>(u"findField"_s);
        auto *replace = bar->findChild<QLineEdit *>(u"replaceField"_s);
        QTRY_VERIFY(find->hasFocus());
        QTest::keyClicks(find, u"two"_s);
        QTest::keyClick(find, Qt::Key_Tab);
        QVERIFY(replace->hasFocus());
        QTest::keyClicks(replace, u"2"_s);
        QTRY_COMPARE(bar->summary(), u"1 of 1"_s);
        QTest::keyClick(replace, Qt::Key_Return);
        QTRY_COMPARE(document()->cell(0)->source(), u"one 2"_s);
    }

    // Also those that have no key by themselves; a letter is one only where nothing is written.
    void everyActionCanBeGivenAKey()
    {
        fill({ u"a"_s, u"b"_s });
        KeyMap &map = KeyMap::instance();
        const auto restore = qScopeGuard([&map]() { map.resetAll(); });
        for (const QAction *one : m_view->allActions())
            QVERIFY2(map.ids().contains(one->objectName()), qPrintable(one->objectName()));
        map.setKeys(u"notebook.duplicate"_s, { QKeySequence(u"G"_s) });
        map.setKeys(u"notebook.clearQueue"_s, { QKeySequence(u"Ctrl+Alt+G"_s) });
        key(Qt::Key_G);
        QCOMPARE(document()->count(), 3);
        edit(0, 1);
        QTest::keyClicks(editor(), u"g"_s);
        QCOMPARE(document()->cell(0)->source(), u"ag"_s);
        QCOMPARE(map.match(QKeySequence(u"Ctrl+Alt+G"_s), true), u"notebook.clearQueue"_s);
        QCOMPARE(map.match(QKeySequence(u"G"_s), true), QString());
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
        type(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier | Qt::ControlModifier);
        type(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier | Qt::ControlModifier);
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

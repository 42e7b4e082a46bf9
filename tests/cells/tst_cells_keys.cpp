// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// The keys that hands know from other notebooks, each pressed on a real view. Those of running and of the first cells are
// in tst_cells_view, those of completing in tst_cells_work, those of finding in tst_cells_files.
#include "viewtest.h"

#include "notebook/cellcanvas.h"
#include "notebook/cellstatus.h"
#include "notebook/codeeditor.h"
#include "notebook/findbar.h"
#include "notebook/keymap.h"
#include "notebook/keysdialog.h"
#include "notebook/notebookview.h"
#include "notebook/textblock.h"
#include "shared/banner.h"
#include "shared/searchfield.h"

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
            row("Alt+Up", "notebook.moveUp", editing);
            row("Alt+Down", "notebook.moveDown", editing);
            row("Ctrl+Shift+-", "notebook.split", editing);
            row("Ctrl+F", "notebook.find", editing);
            row("Ctrl+H", "notebook.replace", editing);
            row("F3", "notebook.findNext", editing);
            row("Shift+F3", "notebook.findPrevious", editing);
            row("Ctrl+G", "notebook.goToLine", editing);
            row("F5", "notebook.runAll", editing);
            row("F9", "notebook.runSelection", editing);
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
        // Escape first empties the filter, then closes.
        auto *filter = dialog->findChild<SearchField *>();
        QTest::keyClicks(filter, u"split"_s);
        QTest::keyClick(filter, Qt::Key_Escape);
        QCOMPARE(filter->text(), QString());
        QVERIFY(dialog->isVisible());
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

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// The notebook as hands use it: keys, modes, editing, running with a runner that does what the test says.
#include "viewtest.h"

#include "notebook/cellcanvas.h"
#include "notebook/cellstatus.h"
#include "notebook/codeeditor.h"
#include "notebook/notebookview.h"
#include "notebook/textblock.h"
#include "shared/banner.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::Outcome;
using Notebook::RunState;

class CellsView : public ViewTest
{
    Q_OBJECT

private:
    void key(int code, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(canvas(), Qt::Key(code), modifiers); }
    QPushButton *button(const QString &text) const
    {
        const auto buttons = m_view->findChildren<QPushButton *>();
        for (QPushButton *one : buttons) {
            if (one->text() == text && one->isVisibleTo(m_view.get()))
                return one;
        }
        return nullptr;
    }

private Q_SLOTS:
    void init()
    {
        m_targets = std::make_unique<FakeTargets>();
        addPython();
        m_targets->add(u"py"_s, u"py-analysis"_s, u"bash"_s, 0);
        showView();
    }

    void cleanup()
    {
        closeView();
    }

    void keysOfCommandMode()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s });
        key(Qt::Key_B);
        QCOMPARE(sources(), (QStringList { u"a"_s, u""_s, u"b"_s, u"c"_s }));
        QCOMPARE(canvas()->current(), 1);
        key(Qt::Key_D);
        key(Qt::Key_D);
        QCOMPARE(sources(), (QStringList { u"a"_s, u"b"_s, u"c"_s }));
        key(Qt::Key_Z);
        QCOMPARE(document()->count(), 4);
        key(Qt::Key_Z, Qt::ShiftModifier);
        QCOMPARE(document()->count(), 3);
        key(Qt::Key_A);
        QCOMPARE(document()->count(), 4);
        key(Qt::Key_Z);
        canvas()->setCurrent(0);
        key(Qt::Key_J);
        QCOMPARE(canvas()->current(), 1);
        key(Qt::Key_Down);
        QCOMPARE(canvas()->current(), 2);
        key(Qt::Key_K);
        key(Qt::Key_Up);
        QCOMPARE(canvas()->current(), 0);
        key(Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(canvas()->selected(), (QList<int> { 0, 1 }));
        key(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(canvas()->selected().size(), 3);
        canvas()->setCurrent(0);
        key(Qt::Key_X);
        QCOMPARE(sources(), (QStringList { u"b"_s, u"c"_s }));
        key(Qt::Key_V);
        QCOMPARE(sources(), (QStringList { u"b"_s, u"a"_s, u"c"_s }));
        key(Qt::Key_C);
        key(Qt::Key_V, Qt::ShiftModifier);
        QCOMPARE(sources(), (QStringList { u"b"_s, u"a"_s, u"a"_s, u"c"_s }));
        canvas()->setCurrent(0);
        key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(sources(), (QStringList { u"a"_s, u"b"_s, u"a"_s, u"c"_s }));
        key(Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(sources().first(), u"b"_s);
        key(Qt::Key_M);
        QCOMPARE(document()->cell(0)->kind(), CellKind::Markdown);
        key(Qt::Key_R);
        QCOMPARE(document()->cell(0)->kind(), CellKind::Raw);
        key(Qt::Key_Y);
        QCOMPARE(document()->cell(0)->kind(), CellKind::Code);
        key(Qt::Key_3);
        QCOMPARE(document()->cell(0)->kind(), CellKind::Markdown);
        QCOMPARE(document()->cell(0)->source(), u"### b"_s);
        key(Qt::Key_1);
        QCOMPARE(document()->cell(0)->source(), u"# b"_s);
        canvas()->setCurrent(1);
        key(Qt::Key_Down, Qt::ShiftModifier);
        key(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(sources(), (QStringList { u"# b"_s, u"a\na"_s, u"c"_s }));
        key(Qt::Key_O);
        QVERIFY(document()->cell(1)->areOutputsHidden());
    }

    void oneLetterOfAPairDoesNothing()
    {
        fill({ u"a"_s, u"b"_s });
        key(Qt::Key_D);
        key(Qt::Key_J);
        key(Qt::Key_D);
        QCOMPARE(document()->count(), 2);
        key(Qt::Key_0);
        QVERIFY(m_targets->restarted.isEmpty());
    }

    void modesAndTyping()
    {
        fill({ u"x = 1"_s, u"y"_s });
        QSignalSpy modes(m_view.get(), &NotebookView::modeChanged);
        key(Qt::Key_Return);
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Edit);
        QVERIFY(modes.count() > 0);
        QVERIFY(canvas()->editor()->hasFocus());
        QVERIFY(m_view->modeText().startsWith("Edit mode"_L1));
        QTest::keyClick(canvas()->editor(), Qt::Key_End);
        QTest::keyClicks(canvas()->editor(), u"0"_s);
        QCOMPARE(document()->cell(0)->source(), u"x = 10"_s);
        QVERIFY(m_view->isModified());
        // Letters are text here, not commands.
        QTest::keyClicks(canvas()->editor(), u"dd"_s);
        QCOMPARE(document()->count(), 2);
        QTest::keyClick(canvas()->editor(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(document()->cell(0)->source().size() < 8);
        QTest::keyClick(canvas()->editor(), Qt::Key_Escape);
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Command);
        QVERIFY(canvas()->hasFocus());
        key(Qt::Key_Return);
        QTest::keyClick(canvas()->editor(), Qt::Key_End, Qt::ControlModifier);
        QTest::keyClick(canvas()->editor(), Qt::Key_Down);
        QCOMPARE(canvas()->current(), 1);
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Edit);
    }

    void codeEditorHelpsTyping()
    {
        fill({ QString() });
        key(Qt::Key_Return);
        CodeEditor *editor = canvas()->editor();
        QTest::keyClicks(editor, u"def f("_s);
        QCOMPARE(document()->cell(0)->source(), u"def f()"_s);
        QTest::keyClicks(editor, u"):"_s);
        QCOMPARE(document()->cell(0)->source(), u"def f():"_s);
        QTest::keyClick(editor, Qt::Key_Return);
        QTest::keyClicks(editor, u"return 'a"_s);
        QCOMPARE(document()->cell(0)->source(), u"def f():\n    return 'a'"_s);
        QTest::keyClick(editor, Qt::Key_Slash, Qt::ControlModifier);
        QCOMPARE(document()->cell(0)->source(), u"def f():\n    # return 'a'"_s);
        QTest::keyClick(editor, Qt::Key_Slash, Qt::ControlModifier);
        QTest::keyClick(editor, Qt::Key_BracketRight, Qt::ControlModifier);
        QCOMPARE(document()->cell(0)->source(), u"def f():\n        return 'a'"_s);
        QTest::keyClick(editor, Qt::Key_BracketLeft, Qt::ControlModifier);
        QTest::keyClick(editor, Qt::Key_Home); // Behind a name it explains.
        QTest::keyClick(editor, Qt::Key_Backtab);
        QCOMPARE(document()->cell(0)->source(), u"def f():\nreturn 'a'"_s);
        QTest::keyClick(editor, Qt::Key_End);
        QTest::keyClick(editor, Qt::Key_Return);
        QTest::keyClick(editor, Qt::Key_Tab);
        QCOMPARE(document()->cell(0)->source(), u"def f():\nreturn 'a'\n    "_s);
        QTest::keyClick(editor, Qt::Key_Backspace);
        QCOMPARE(document()->cell(0)->source(), u"def f():\nreturn 'a'\n"_s);
        editor->moveCursor(QTextCursor::Start);
        editor->moveCursor(QTextCursor::EndOfLine);
        QTest::keyClick(editor, Qt::Key_Underscore, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(document()->count(), 2);
        QCOMPARE(document()->cell(0)->source(), u"def f():"_s);
        QCOMPARE(canvas()->current(), 1);
    }

    void theEditorKeepsEveryCharacter()
    {
        const QString source = u"a\u00a0b \u2028 c\td \U0001F600 \u4e2d"_s;
        fill({ source });
        key(Qt::Key_Return);
        QTest::keyClick(canvas()->editor(), Qt::Key_End, Qt::ControlModifier);
        QTest::keyClicks(canvas()->editor(), u"!"_s);
        QCOMPARE(document()->cell(0)->source(), QString(source + u'!'));
    }

    void enteringACellMovesNothing()
    {
        fill({ u"first = 1\nsecond = 2\n\nthird = \"a long line that has to be wrapped because it is far too long for the box, which is only so wide and not any wider\""_s, u"y"_s });
        QTest::qWait(50);
        const QRectF before = canvas()->codeRect(0);
        const QRectF below = canvas()->codeRect(1);
        key(Qt::Key_Return);
        QCOMPARE(canvas()->codeRect(0), before);
        QCOMPARE(canvas()->codeRect(1), below);
        QTest::keyClick(canvas()->editor(), Qt::Key_Return);
        QVERIFY(canvas()->codeRect(1).top() > below.top());
    }

    void runsAndAdvances()
    {
        fill({ u"a"_s, u"b"_s });
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) {
            run->stream(Notebook::StreamName::Stdout, u"out\n");
            run->finish(Outcome::Done);
        };
        key(Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(canvas()->current(), 1);
        QTRY_COMPARE(document()->cell(0)->runState(), RunState::Done);
        key(Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(canvas()->current(), 1);
        QTRY_COMPARE(document()->cell(1)->runState(), RunState::Done);
        key(Qt::Key_Return, Qt::ShiftModifier); // At the end a new cell is appended, in edit mode.
        QCOMPARE(document()->count(), 3);
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Edit);
        QTest::keyClick(canvas()->editor(), Qt::Key_Escape);
        canvas()->setCurrent(0);
        key(Qt::Key_Return, Qt::AltModifier);
        QCOMPARE(document()->count(), 4);
        QCOMPARE(canvas()->current(), 1);
        QTRY_COMPARE(m_targets->runs.size(), size_t(4));
        // From inside the editor, too.
        QTest::keyClicks(canvas()->editor(), u"q"_s);
        QTest::keyClick(canvas()->editor(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(m_targets->runs.size(), size_t(5));
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Edit);
    }

    void outputAppearsAsItComes()
    {
        fill({ u"a"_s });
        key(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        const auto run = m_targets->runs.front();
        run->stream(Notebook::StreamName::Stdout, u"one\n");
        QTRY_COMPARE(canvas()->blocks(0).size(), 1);
        const qreal height = canvas()->blocks(0).first()->height();
        run->stream(Notebook::StreamName::Stdout, u"two\nthree\n");
        QTRY_VERIFY(canvas()->blocks(0).first()->height() > height);
        run->clearOutput(true);
        QTest::qWait(60);
        QCOMPARE(canvas()->blocks(0).size(), 1); // Pain 47: old content stays until something new comes.
        run->stream(Notebook::StreamName::Stdout, u"new\n");
        QTRY_COMPARE(canvas()->blocks(0).first()->plainText(), u"new\n"_s);
        run->finish(Outcome::Done);
    }

    // Pain 39: an error stops what waits.
    void anErrorStopsTheQueue()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s });
        m_view->runAll();
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        QCOMPARE(document()->cell(1)->runState(), RunState::Queued);
        m_targets->runs.front()->error(u"ValueError"_s, u"no"_s, {});
        m_targets->runs.front()->finish(Outcome::Failed);
        QTRY_COMPARE(document()->cell(0)->runState(), RunState::Failed);
        QTRY_COMPARE(document()->cell(1)->runState(), RunState::NeverRun);
        QVERIFY(!document()->cell(1)->stateReason().isEmpty());
        QCOMPARE(m_targets->runs.size(), size_t(1));
    }

    // Pains 35 and 36: each press sends a request.
    void interruptCanBeRepeated()
    {
        fill({ u"a"_s });
        key(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        key(Qt::Key_I);
        key(Qt::Key_I);
        QCOMPARE(m_targets->interrupts, 1);
        QCOMPARE(cellStatus(document()->cell(0)).remark, u"Interrupt requested"_s);
        m_view->interrupt();
        QCOMPARE(m_targets->interrupts, 2);
        m_targets->runs.front()->finish(Outcome::Interrupted);
        QTRY_COMPARE(document()->cell(0)->runState(), RunState::Interrupted);
    }

    void restartAsksFirst()
    {
        fill({ u"a"_s });
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        key(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(document()->cell(0)->runState(), RunState::Done);
        key(Qt::Key_0);
        key(Qt::Key_0);
        QVERIFY(m_targets->restarted.isEmpty());
        QPushButton *restart = button(u"Restart"_s);
        QVERIFY(restart);
        // The keyboard is there: Esc goes back, Enter restarts, and so does asking once more.
        QCOMPARE(QApplication::focusWidget(), restart);
        QTest::keyClick(restart, Qt::Key_Escape);
        QCOMPARE(QApplication::focusWidget(), canvas());
        QVERIFY(!button(u"Restart"_s));
        QVERIFY(m_targets->restarted.isEmpty());
        key(Qt::Key_0);
        key(Qt::Key_0);
        restart = button(u"Restart"_s);
        QVERIFY(restart);
        QTest::keyClick(restart, Qt::Key_Return);
        QCOMPARE(m_targets->restarted.size(), 1);
        // Nothing is amiss: it was wanted.
        QTRY_COMPARE(document()->cell(0)->runState(), RunState::NeverRun);
        QCOMPARE(cellStatus(document()->cell(0)).text, u"Not run"_s);
        QCOMPARE(cellStatus(document()->cell(0)).meaning, Meaning::Idle);
        key(Qt::Key_0);
        key(Qt::Key_0);
        key(Qt::Key_0);
        key(Qt::Key_0);
        QCOMPARE(m_targets->restarted.size(), 2);
    }

    // What is run while the context starts anew runs in the new one, as somebody who restarts means it.
    void whatIsRunDuringARestartWaitsForIt()
    {
        fill({ u"a"_s, u"b"_s });
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        m_view->run({ 0, 1 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
        QTRY_VERIFY(!m_view->isBusy());
        m_targets->holdsRestarts = true;
        const auto restart = [this]() {
            key(Qt::Key_0);
            key(Qt::Key_0);
            key(Qt::Key_0);
            key(Qt::Key_0);
        };
        restart();
        QCOMPARE(m_targets->heldRestarts.size(), 1);
        QVERIFY2(m_view->contextText().endsWith("restarts"_L1), qPrintable(m_view->contextText()));
        restart(); // It does already.
        QCOMPARE(m_targets->heldRestarts.size(), 1);
        m_view->run({ 1 });
        m_view->run({ 0 });
        QCoreApplication::processEvents();
        QCOMPARE(m_targets->runs.size(), size_t(2));
        QVERIFY(m_view->isBusy());
        // The session tells of the end of the old one first.
        Q_EMIT m_targets->contextLost(document()->cell(0)->effectiveBinding().key(), u"gone"_s);
        m_targets->heldRestarts.takeFirst()({});
        QTRY_COMPARE(m_targets->runs.size(), size_t(4));
        QCOMPARE(m_targets->runs[2]->code(), u"b"_s);
        QTRY_COMPARE(document()->cell(1)->runState(), RunState::Done);
        QTRY_COMPARE(document()->cell(0)->runState(), RunState::Done);
        // An interrupt calls it back.
        restart();
        m_view->run({ 1 });
        m_view->interrupt();
        m_targets->heldRestarts.takeFirst()({});
        QCoreApplication::processEvents();
        QCOMPARE(m_targets->runs.size(), size_t(4));
        QCOMPARE(document()->cell(1)->runState(), RunState::NeverRun);
    }

    // Each context is asked about by itself, and what waits for one is not forgotten when another one fails.
    void severalContextsRestartSideBySide()
    {
        m_targets->add(u"py"_s, {}, u"bash"_s, 0, u"ctx-b"_s);
        fill({ u"a"_s, u"ls"_s });
        document()->cell(1)->setBinding({ u"local"_s, u"py"_s, u"bash"_s, u"ctx-b"_s });
        const Notebook::Binding python = document()->cell(0)->effectiveBinding();
        const Notebook::Binding bash = document()->cell(1)->effectiveBinding();
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        m_targets->holdsRestarts = true;
        auto *const banner = m_view->findChild<Banner *>();
        const auto ask = [this](int index) {
            canvas()->setCurrent(index);
            canvas()->setFocus();
            key(Qt::Key_0);
            key(Qt::Key_0);
        };
        ask(0);
        QVERIFY(banner->hasMessage(u"restart"_s));
        ask(1); // Another one: it asks.
        QVERIFY(m_targets->restarted.isEmpty());
        QVERIFY(banner->hasMessage(u"restart"_s));
        canvas()->setCurrent(0); // The button is about the one that its sentence names.
        button(u"Restart"_s)->click();
        QCOMPARE(m_targets->restarted, QList<Notebook::Binding> { bash });
        ask(0); // While that one restarts.
        QCOMPARE(m_targets->restarted.size(), 1);
        QVERIFY(banner->hasMessage(u"restart"_s));
        ask(0);
        QCOMPARE(m_targets->restarted, (QList<Notebook::Binding> { bash, python }));
        m_view->run({ 1 });
        m_view->run({ 0 });
        ask(1); // It restarts already.
        QCOMPARE(m_targets->restarted.size(), 2);
        QVERIFY(m_targets->runs.empty());
        // Bash does not come back: its cell does not run, and says so. Python's still waits.
        m_targets->heldRestarts.takeFirst()(u"No answer."_s);
        QTRY_VERIFY2(banner->accessibleName().contains("No answer. 1 cell that waited for it did not run."_L1), qPrintable(banner->accessibleName()));
        QVERIFY(m_view->isBusy());
        m_targets->heldRestarts.takeFirst()({});
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        QCOMPARE(m_targets->runs.front()->code(), u"a"_s);
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(document()->cell(1)->runState(), RunState::NeverRun);
    }

    // What was run from the end of a long notebook is seen as it comes, and its first line of code stays.
    void outputOfTheLastCellComesIntoView()
    {
        QStringList texts(30, u"1"_s);
        texts.append(u"work()"_s);
        fill(texts);
        canvas()->setCurrent(30);
        canvas()->flush();
        m_view->run({ 30 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        m_targets->runs.front()->stream(Notebook::StreamName::Stdout, u"first line\n");
        canvas()->flush();
        QVERIFY(canvas()->cellRect(30).bottom() <= canvas()->viewport()->height());
        for (int i = 0; i < 40; ++i) {
            m_targets->runs.front()->display(Notebook::MimeBundle::fromJson({ { u"text/plain"_s, u"one\ntwo\nthree"_s } }));
            canvas()->flush();
        }
        QVERIFY(canvas()->codeRect(30).top() >= 0);
        QVERIFY2(canvas()->codeRect(30).bottom() <= canvas()->viewport()->height() * .6, qPrintable(QString::number(canvas()->codeRect(30).bottom())));
        m_targets->runs.front()->finish(Outcome::Done);
    }

    // Pain 40: whoever hides the output still sees the question, and that it waits.
    void aQuestionIsSeenBelowHiddenOutput()
    {
        fill({ u"name = input('Name: ')"_s, u"other"_s });
        document()->cell(0)->setOutputsHidden(true);
        QString answer;
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) { run->input(u"Name: "_s, false, [&answer](const QString &line) { answer = line; }); };
        key(Qt::Key_Return, Qt::ShiftModifier);
        QTRY_VERIFY(m_view->findChild<QLineEdit *>(u"inputField"_s));
        QCOMPARE(cellStatus(document()->cell(0)).remark, u"Waits for input"_s);
        QPointer<QLineEdit> field = m_view->findChild<QLineEdit *>(u"inputField"_s);
        QTRY_VERIFY(field && field->isVisible());
        QTest::keyClicks(field, u"Ada"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(answer, u"Ada"_s);
        // And the key that sent it is no command for the cell below.
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Command);
        canvas()->flush();
        QTRY_VERIFY(!m_view->findChild<QLineEdit *>(u"inputField"_s));
        QVERIFY(document()->cell(0)->areOutputsHidden());
        m_targets->runs.back()->error(u"KeyError"_s, u"'x'"_s, {});
        m_targets->runs.back()->finish(Outcome::Failed);
        QCOMPARE(errorOf(document()->cell(0)), u"KeyError"_s);
        picture(u"hidden-error"_s);
    }

    // The first paste into an empty cell, with a line that wraps: all of it is seen, from its first line.
    void whatIsPastedIsSeenFromItsFirstLine()
    {
        fill({ QString() });
        canvas()->setCurrent(0);
        canvas()->edit(0);
        QGuiApplication::clipboard()->setText(u"first = 1\nsecond = '"_s + u"word "_s.repeated(40) + u"'\nthird = 3\nfourth = 4"_s);
        CodeEditor *editor = canvas()->editor();
        editor->paste();
        QCoreApplication::processEvents();
        QCOMPARE(editor->cursorForPosition(QPoint(2, 2)).blockNumber(), 0);
        QCOMPARE(editor->height(), int(std::ceil(editor->contentHeight())));
    }

    void theEditedCellGrowsWhenItsPaneNarrows()
    {
        fill({ u"value = "_s + u"word + "_s.repeated(30) + u"1"_s, u"b"_s });
        canvas()->edit();
        const int wide = canvas()->editor()->height();
        m_view->resize(480, 600);
        QTRY_VERIFY(canvas()->editor()->height() > wide);
        QVERIFY(canvas()->editor()->height() >= int(canvas()->editor()->contentHeight()));
        QVERIFY(canvas()->cellRect(1).top() > canvas()->editor()->geometry().bottom());
        m_view->resize(900, 600);
        QTRY_COMPARE(canvas()->editor()->height(), wide);
    }

    void withoutASandboxRunAsksAndGoesOn()
    {
        m_targets->list.clear();
        m_view->attach({}, {});
        fill({ u"a"_s });
        key(Qt::Key_Return, Qt::ControlModifier);
        QMenu *picker = m_view->findChild<QMenu *>(u"targetPicker"_s);
        QVERIFY(picker);
        QCOMPARE(picker->actions().constLast()->text(), u"New Python sandbox"_s);
        picker->actions().constLast()->trigger();
        picker->close();
        QCOMPARE(m_targets->creations.size(), 1);
        m_targets->add(u"new"_s, u"python-1"_s, u"python"_s, 2);
        m_targets->creations.first().second(m_targets->list.first(), {});
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        QCOMPARE(m_targets->runs.front()->binding().sandbox, u"new"_s);
        m_targets->runs.front()->finish(Outcome::Done);
        // Where it runs is no edit: undo leads back to other text, never to no sandbox.
        document()->cell(0)->setSource(u"b"_s);
        document()->undo();
        document()->undo();
        document()->undo();
        QCOMPARE(document()->cell(0)->effectiveBinding().sandbox, u"new"_s);
    }

    void aSandboxThatEndsUnderARunningCellIsTold()
    {
        fill({ u"a"_s });
        m_targets->left.insert(u"py"_s, std::chrono::hours(1));
        key(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        auto *banner = m_view->findChild<Banner *>();
        QVERIFY(!banner->hasMessage(u"expiry"_s));
        m_targets->left.insert(u"py"_s, std::chrono::seconds(104));
        QTRY_VERIFY(banner->hasMessage(u"expiry"_s));
        QCOMPARE(banner->accessibleName(), u"py-analysis ends in 1:44, with 1 running cell."_s);
        button(u"Renew by 1 h"_s)->click();
        QTRY_VERIFY(!banner->hasMessage(u"expiry"_s));
        // Closed by hand it does not come back.
        m_targets->left.insert(u"py"_s, std::chrono::seconds(60));
        QTRY_VERIFY(banner->hasMessage(u"expiry"_s));
        banner->clearMessage(u"expiry"_s);
        QTest::qWait(1200);
        QVERIFY(!banner->hasMessage(u"expiry"_s));
        m_targets->runs.back()->finish(Outcome::Done);
    }

    // Whoever writes goes on writing while it is asked where this runs, and all that was run meanwhile runs then, in its order.
    void whoWritesIsAskedWithoutLosingTheKeyboard()
    {
        m_view->attach({}, {});
        document()->cell(0)->setSource({});
        canvas()->setCurrent(0);
        canvas()->edit(0);
        QTest::keyClicks(canvas()->editor(), u"x1=1"_s);
        QTest::keyClick(canvas()->editor(), Qt::Key_Return, Qt::AltModifier);
        auto *banner = m_view->findChild<Banner *>();
        QVERIFY(banner->hasMessage(u"where"_s));
        QVERIFY(!m_view->findChild<QMenu *>(u"targetPicker"_s));
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget *>(canvas()->editor()));
        QTest::keyClicks(canvas()->editor(), u"x2=2"_s);
        QTest::keyClick(canvas()->editor(), Qt::Key_Return, Qt::AltModifier);
        QTest::keyClicks(canvas()->editor(), u"x3"_s);
        QCOMPARE(sources(), (QStringList { u"x1=1"_s, u"x2=2"_s, u"x3"_s }));
        QVERIFY(m_targets->runs.empty());
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(document()->cell(i)->runState(), RunState::Queued);
            QCOMPARE(cellStatus(document()->cell(i)).text, u"Queued"_s);
            QCOMPARE(cellStatus(document()->cell(i)).remark, u"waits for a sandbox"_s);
        }
        QCOMPARE(document()->cell(2)->runState(), RunState::NeverRun);
        QPushButton *first = button(u"In py-analysis"_s);
        QVERIFY(first);
        first->click();
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        QCOMPARE(m_targets->runs[0]->code(), u"x1=1"_s);
        QVERIFY(!banner->hasMessage(u"where"_s));
        m_targets->runs[0]->finish(Outcome::Done);
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
        QCOMPARE(m_targets->runs[1]->code(), u"x2=2"_s);
        m_targets->runs[1]->finish(Outcome::Done);
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget *>(canvas()->editor()));
    }

    // Given up, nothing of it runs, and the cells say so.
    void whatWaitsForASandboxCanBeCalledOff()
    {
        m_view->attach({}, {});
        fill({ u"a"_s });
        canvas()->edit(0);
        QTest::keyClick(canvas()->editor(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(document()->cell(0)->runState(), RunState::Queued);
        canvas()->command();
        key(Qt::Key_I);
        key(Qt::Key_I);
        QCOMPARE(document()->cell(0)->runState(), RunState::NeverRun);
        QCOMPARE(document()->cell(0)->stateReason(), u"Not run, since it was interrupted."_s);
        QVERIFY(!m_view->findChild<Banner *>()->hasMessage(u"where"_s));
        // Without anybody who writes the menu is shorter.
        key(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(m_view->findChild<QMenu *>(u"targetPicker"_s));
        m_view->findChild<QMenu *>(u"targetPicker"_s)->close();
        QVERIFY(m_targets->runs.empty());
    }

    // Said before anything is made, not as an error of some server afterwards.
    void aLanguageThatNobodyHasIsSaid()
    {
        m_view->attach({}, {});
        document()->setDefaultLanguage(u"r"_s);
        m_targets->offered = { u"python"_s, u"bash"_s };
        fill({ u"a"_s });
        key(Qt::Key_Return, Qt::ControlModifier);
        QMenu *picker = m_view->findChild<QMenu *>(u"targetPicker"_s);
        QVERIFY(picker);
        for (const QAction *action : picker->actions())
            QVERIFY2(action->isSeparator() || !action->isEnabled(), qPrintable(action->text()));
        QCOMPARE(picker->actions().at(1)->text(), u"py-analysis has no R"_s);
        QVERIFY2(picker->actions().constLast()->text().contains("Python"_L1), qPrintable(picker->actions().constLast()->text()));
        picker->close();
        QVERIFY(m_targets->creations.isEmpty());
    }

    // The start page makes notebook and sandbox together: what is run in between waits, and makes no second sandbox.
    void whatIsRunBeforeTheSandboxIsThereWaits()
    {
        m_targets->list.clear();
        m_view->attach({}, {});
        fill({ u"a"_s, u"b"_s });
        m_view->awaitSandbox();
        QVERIFY(m_view->findChild<Banner *>()->hasMessage(u"sandbox"_s));
        m_view->run({ 0 });
        m_view->run({ 1 });
        QVERIFY(!m_view->findChild<QMenu *>(u"targetPicker"_s));
        m_targets->add(u"new"_s, u"python-1"_s, u"python"_s, 2);
        m_view->attach(u"local"_s, u"new"_s);
        QVERIFY(!m_view->findChild<Banner *>()->hasMessage(u"sandbox"_s));
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        m_targets->runs.front()->finish(Outcome::Done);
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
        QCOMPARE(m_targets->runs.back()->cell(), document()->cell(1));
        m_targets->runs.back()->finish(Outcome::Done);
        QVERIFY(m_targets->creations.isEmpty());
        // When there will be none, it says why and can be asked for again.
        m_view->awaitSandbox();
        m_view->failAttaching(u"Bubblewrap is missing."_s);
        QTRY_VERIFY(button(u"Try again"_s));
    }

    void aFailedCreationSaysWhy()
    {
        m_targets->list.clear();
        m_view->attach({}, {});
        fill({ u"a"_s });
        m_view->run({ 0 });
        QMenu *picker = m_view->findChild<QMenu *>(u"targetPicker"_s);
        QVERIFY(picker);
        picker->actions().constLast()->trigger();
        picker->close();
        m_targets->creations.first().second({}, u"Bubblewrap is missing."_s);
        QVERIFY(m_view->findChild<Banner *>()->hasMessage(u"sandbox"_s));
        QTRY_VERIFY(button(u"Try again"_s));
    }

    void theBadgeMenuChangesTheLanguage()
    {
        fill({ u"ls"_s, u"x"_s });
        Q_EMIT canvas()->badgeClicked(0, m_view->mapToGlobal(QPoint(10, 10)));
        QMenu *menu = m_view->findChild<QMenu *>(u"contextMenu"_s);
        QVERIFY(menu);
        bool found = false;
        const auto actions = menu->actions();
        for (QAction *action : actions) {
            if (action->text() == "Bash"_L1) {
                action->trigger();
                found = true;
            }
        }
        menu->close();
        QVERIFY(found);
        QCOMPARE(document()->cell(0)->language(), u"bash"_s);
        QCOMPARE(document()->cell(1)->language(), u"python"_s);
    }

    void closingAsksWhileACellRuns() // Pain 31
    {
        fill({ u"a"_s });
        document()->setModified(false);
        key(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        QVERIFY(!m_view->requestClose());
        QSignalSpy closed(m_view.get(), &NotebookView::closeAccepted);
        QCOMPARE(closed.count(), 0);
        // Interrupted first, so that the context is free; then what is not saved is asked about.
        document()->setModified(true);
        QVERIFY(!m_view->requestClose());
        button(u"Interrupt and close"_s)->click();
        QCOMPARE(closed.count(), 0);
        m_targets->runs.front()->finish(Outcome::Interrupted);
        QTRY_VERIFY(button(u"Close without saving"_s));
        QCOMPARE(closed.count(), 0);
        button(u"Close without saving"_s)->click();
        QCOMPARE(closed.count(), 1);
    }

    void closingLetsACellRunOnWhenAsked() // Pain 31
    {
        fill({ u"a"_s });
        document()->setModified(false);
        key(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        document()->setModified(false);
        QSignalSpy closed(m_view.get(), &NotebookView::closeAccepted);
        QVERIFY(!m_view->requestClose());
        button(u"Let it run and close"_s)->click();
        QCOMPARE(closed.count(), 1);
        QCOMPARE(m_targets->interrupts, 0);
        m_targets->runs.front()->finish(Outcome::Done);
    }

    void savesAndOpens()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"a.ipynb"_s);
        fill({ u"print(1)"_s });
        QVERIFY(m_view->isModified());
        m_view->saveAs(path);
        QTRY_VERIFY(!m_view->isModified());
        QCOMPARE(m_view->title(), u"a.ipynb"_s);
        NotebookView other(m_targets.get());
        QVERIFY(other.open(path));
        QCOMPARE(other.document()->cell(0)->source(), u"print(1)"_s);
        QVERIFY(!other.open(folder.filePath(u"missing.ipynb"_s)));
        QVERIFY(other.isBroken());
        QFile broken(folder.filePath(u"broken.ipynb"_s));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("{\"cells\": [");
        broken.close();
        QVERIFY(!other.open(broken.fileName()));
        QSignalSpy saved(m_view.get(), &NotebookView::saved);
        m_view->saveAs(folder.filePath(u"no/such/folder/a.ipynb"_s));
        QVERIFY(saved.wait());
        QCOMPARE(saved.at(0).at(0).toBool(), false);
        QVERIFY(m_view->findChild<Banner *>()->hasMessage(u"save"_s));
    }

    void noticesOfferTheNextStep()
    {
        fill({ u"a"_s, u"b"_s });
        m_targets->onStart = [this](const std::shared_ptr<Notebook::Run> &run) {
            if (m_targets->runs.size() == 1) {
                run->notice({ Notebook::Notice::Severity::Warning, u"result-unknown"_s, u"The result is unknown"_s, u"Why"_s });
                run->finish(Outcome::ResultUnknown);
            } else {
                run->finish(Outcome::Done);
            }
        };
        m_view->run({ 0 });
        QTRY_COMPARE(document()->cell(0)->runState(), RunState::ResultUnknown);
        QTRY_VERIFY(button(u"Run again"_s));
        button(u"Run again"_s)->click();
        QTRY_COMPARE(document()->cell(0)->runState(), RunState::Done);
        QTRY_VERIFY(!button(u"Run again"_s)); // The notice went with the new run.
    }

    void cellsHaveNamesForEars()
    {
        fill({ u"a"_s });
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) {
            run->error(u"E"_s, u"v"_s, {});
            run->finish(Outcome::Failed);
        };
        m_view->run({ 0 });
        QTRY_COMPARE(document()->cell(0)->runState(), RunState::Failed);
        const QString name = cellAccessibleName(document()->cell(0), u"py-analysis"_s);
        QVERIFY2(name.startsWith("Cell 1, Python in py-analysis, failed, 0."_L1) && name.endsWith(" seconds"_L1), qPrintable(name));
        QCOMPARE(CellTime::timer(42'300), u"0:42.3"_s);
        QCOMPARE(CellTime::timer(724'000), u"12:04"_s);
        QCOMPARE(CellTime::timer(4'324'000), u"1:12:04"_s);
        QCOMPARE(CellTime::duration(1'840), u"1.84 s"_s);
        QCOMPARE(CellTime::duration(87'000), u"1:27"_s);
    }

    void aClickEditsWhereItHits()
    {
        fill({ u"abcdef\nghijkl"_s, u"y"_s });
        QTest::qWait(50);
        const QRectF box = canvas()->codeRect(0);
        QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, {}, QPoint(int(box.left() + 11 + 7.8 * 3 + 1), int(box.top() + 6 + 19 + 9)));
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Edit);
        QCOMPARE(canvas()->editor()->textCursor().position(), 10);
        QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, {}, QPoint(20, int(canvas()->cellRect(1).center().y())));
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Command);
        QCOMPARE(canvas()->current(), 1);
    }

    void twoThousandCellsStayLight()
    {
        QTemporaryDir folder;
        QByteArray json = "{\"cells\": [";
        for (int i = 0; i < 2000; ++i) {
            if (i > 0)
                json += ',';
            json += i % 10 == 0 ? QByteArray("{\"cell_type\":\"markdown\",\"metadata\":{},\"source\":[\"## Part " + QByteArray::number(i) + "\\n\",\"words\"]}")
                                : QByteArray("{\"cell_type\":\"code\",\"metadata\":{},\"execution_count\":" + QByteArray::number(i)
                    + ",\"source\":[\"x = " + QByteArray::number(i) + "\\n\",\"for i in range(10):\\n\",\"    print(i, x)\"],\"outputs\":[{\"output_type\":\"stream\",\"name\":\"stdout\",\"text\":[\"0\\n\",\"1\\n\",\"2\\n\"]}]}");
        }
        json += "], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}";
        QFile file(folder.filePath(u"big.ipynb"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(json);
        file.close();
        QElapsedTimer timer;
        timer.start();
        QVERIFY(m_view->open(file.fileName()));
        m_view->grab();
        const qint64 opening = timer.elapsed();
        qInfo("opening 2,000 cells: %lld ms", opening);
        QVERIFY(opening < 4000); // The figure of the goal, 400 ms, is for an optimized build on a free machine.
        QVERIFY(canvas()->realisedCount() < 60);
        // Down to the end and back: what is far gives its layouts back, and there is one editor.
        QScrollBar *bar = canvas()->verticalScrollBar();
        for (int step = 0; step <= 20; ++step)
            bar->setValue(bar->maximum() * step / 20);
        QVERIFY(canvas()->realisedCount() < 90);
        QCOMPARE(m_view->findChildren<CodeEditor *>().size(), 1);
        bar->setValue(bar->maximum() / 2);
        canvas()->setCurrent(1001);
        canvas()->edit(0);
        QTest::qWait(20);
        timer.restart();
        constexpr int presses = 40;
        for (int i = 0; i < presses; ++i) {
            QTest::keyClick(canvas()->editor(), Qt::Key_A);
            canvas()->viewport()->repaint(canvas()->editor()->geometry());
        }
        const double perKey = double(timer.elapsed()) / presses;
        qInfo("key press to paint: %.2f ms", perKey);
        QVERIFY(perKey < 60);
        QCOMPARE(m_view->findChildren<CodeEditor *>().size(), 1);
    }

    void scrollingKeepsWhatIsAtTheTop()
    {
        QStringList texts;
        for (int i = 0; i < 60; ++i)
            texts << u"a = %1\nb = 2\nc = 3"_s.arg(i);
        fill(texts);
        canvas()->verticalScrollBar()->setValue(1500);
        const int top = canvas()->firstVisible();
        const qreal y = canvas()->cellRect(top).top();
        // A cell far above grows.
        document()->cell(2)->outputs()->appendStream(Notebook::StreamName::Stdout, u"x\n"_s.repeated(30));
        QTest::qWait(80);
        QCOMPARE(canvas()->firstVisible(), top);
        QCOMPARE(canvas()->cellRect(top).top(), y);
    }
};

QTEST_MAIN(CellsView)
#include "tst_cells_view.moc"

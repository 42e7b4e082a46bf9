// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Sections that fold, cells that are selected one by one, and cells that are dragged to another notebook.
#include "viewtest.h"

#include "notebook/cellcanvas.h"
#include "notebook/findbar.h"
#include "notebook/notebookview.h"
#include "theme/theme.h"
#include "theme/workbenchstyle.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMimeData>
#include <QTest>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::Outcome;
using Notebook::StreamName;

class CellsSections : public ViewTest
{
    Q_OBJECT

    /// '#' makes a heading, everything else code.
    void fill(const QStringList &texts)
    {
        for (const QString &text : texts)
            document()->insertCell(document()->count(), text.startsWith(u'#') ? CellKind::Markdown : CellKind::Code, text);
        begin();
    }
    void key(int code, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(canvas(), Qt::Key(code), modifiers); }
    void click(const QPointF &point, Qt::KeyboardModifiers modifiers = {}) { QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, modifiers, point.toPoint()); }

private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setStyle(new WorkbenchStyle);
    }

    void init()
    {
        m_targets = std::make_unique<FakeTargets>();
        addPython();
        showView();
    }

    void cleanup()
    {
        closeView();
        Theme::setCurrent(Theme::Kind::Light);
    }

    // --- folding

    void aSectionFoldsToItsHeading()
    {
        fill({ u"# One"_s, u"a"_s, u"## Inner"_s, u"b"_s, u"# Two"_s, u"c"_s });
        const qreal two = canvas()->codeRect(4).top();
        canvas()->setCurrent(3);
        key(Qt::Key_Left); // The inner one.
        QVERIFY(!canvas()->isHidden(1) && canvas()->isHidden(3));
        QCOMPARE(canvas()->current(), 2);
        canvas()->setCurrent(1);
        key(Qt::Key_Left);
        QVERIFY(canvas()->isHidden(1) && canvas()->isHidden(2) && canvas()->isHidden(3) && !canvas()->isHidden(4));
        QCOMPARE(canvas()->hiddenBelow(0), 3);
        QCOMPARE(canvas()->current(), 0);
        QVERIFY(canvas()->codeRect(4).top() < two);
        picture(u"folded"_s);
        Theme::setCurrent(Theme::Kind::Dark);
        picture(u"folded-dark"_s);
        Theme::setCurrent(Theme::Kind::Light);
        // Down goes to the next cell that is seen.
        key(Qt::Key_J);
        QCOMPARE(canvas()->current(), 4);
        key(Qt::Key_K);
        QCOMPARE(canvas()->current(), 0);
        key(Qt::Key_Right);
        QVERIFY(!canvas()->isHidden(1) && canvas()->isHidden(3));
        key(Qt::Key_Z);
        QVERIFY(canvas()->isHidden(1));
    }

    void aClickOnTheMarkOrTheBarFoldsAndOpens()
    {
        fill({ u"# One"_s, u"a"_s, u"b"_s });
        const QPointF mark = canvas()->codeRect(0).topLeft() + QPointF(-14, 14);
        click(mark);
        QCOMPARE(canvas()->hiddenBelow(0), 2);
        canvas()->flush();
        const QRectF cell = canvas()->cellRect(0);
        click(QPointF(canvas()->codeRect(0).center().x(), cell.bottom() - 8));
        QCOMPARE(canvas()->hiddenBelow(0), 0);
    }

    void foldingIsOfTheFile()
    {
        fill({ u"# One"_s, u"a"_s });
        action(u"notebook.foldAll"_s)->trigger();
        QVERIFY(canvas()->isHidden(1));
        const QByteArray bytes = document()->toBytes();
        NotebookView other(m_targets.get());
        QVERIFY(other.document()->fromBytes(bytes));
        QVERIFY(other.canvas()->isHidden(1));
        action(u"notebook.unfoldAll"_s)->trigger();
        QVERIFY(!canvas()->isHidden(1));
    }

    void runningAndFindingOpenASection()
    {
        fill({ u"# One"_s, u"alpha"_s, u"# Two"_s, u"beta"_s });
        canvas()->foldAll(true);
        m_view->run({ 1 });
        QVERIFY(!canvas()->isHidden(1));
        QVERIFY(canvas()->isHidden(3));
        m_targets->runs.front()->finish(Outcome::Done);
        key(Qt::Key_F, Qt::ControlModifier);
        auto *field = m_view->findChild<FindBar *>()->findChild<QLineEdit *>();
        QVERIFY(field);
        QTest::keyClicks(field, u"beta"_s);
        QTRY_VERIFY(!canvas()->isHidden(3));
    }

    void whatIsTypedIntoAFoldedHeadingChangesTheSection()
    {
        fill({ u"# One"_s, u"a"_s, u"## Inner"_s, u"b"_s });
        canvas()->foldSection(2, true);
        QVERIFY(canvas()->isHidden(3));
        document()->cell(2)->setSource(u"no heading"_s);
        QVERIFY(!canvas()->isHidden(3));
        document()->undo();
        QVERIFY(canvas()->isHidden(3));
        document()->removeCell(2);
        QVERIFY(!canvas()->isHidden(2)); // Nothing vanishes with its heading.
    }

    void foldedNotebooksScrollAndPaint()
    {
        QStringList texts;
        for (int i = 0; i < 60; ++i)
            texts << (i % 10 == 0 ? u"# Part %1"_s.arg(i / 10) : u"x = %1"_s.arg(i));
        fill(texts);
        canvas()->foldAll(true);
        canvas()->flush();
        QVERIFY(canvas()->contentHeight() < 700);
        canvas()->setCurrent(59); // Opens its section.
        QVERIFY(!canvas()->isHidden(59));
        QVERIFY(canvas()->isHidden(49));
        QVERIFY(canvas()->realisedCount() <= 16);
        key(Qt::Key_Home);
        key(Qt::Key_End);
        QCOMPARE(canvas()->current(), 59);
        canvas()->foldSection(50, true);
        QCOMPARE(canvas()->current(), 50);
        key(Qt::Key_Home);
        key(Qt::Key_End);
        QCOMPARE(canvas()->current(), 50);
    }

    // --- selecting

    void cellsAreSelectedOneByOne()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s });
        const auto at = [this](int cell) { return canvas()->codeRect(cell).center(); };
        click(QPointF(20, at(0).y()));
        click(at(2), Qt::ControlModifier);
        click(QPointF(20, at(4).y()), Qt::ControlModifier);
        QCOMPARE(canvas()->selected(), (QList<int> { 0, 2, 4 }));
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Command);
        picture(u"scattered"_s);
        click(at(2), Qt::ControlModifier);
        QCOMPARE(canvas()->selected(), (QList<int> { 0, 4 }));
        // Commands take all of them.
        key(Qt::Key_C);
        key(Qt::Key_D);
        key(Qt::Key_D);
        QCOMPARE(sources(), (QStringList { u"b"_s, u"c"_s, u"d"_s }));
        key(Qt::Key_Z);
        QCOMPARE(sources().size(), 5);
        canvas()->setCurrent(4);
        key(Qt::Key_V);
        QCOMPARE(sources(), (QStringList { u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s, u"a"_s, u"e"_s }));
    }

    void theKeyboardSelectsOneByOneToo()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s, u"d"_s });
        key(Qt::Key_Space, Qt::ControlModifier);
        key(Qt::Key_Down);
        key(Qt::Key_Down);
        QCOMPARE(canvas()->selected(), (QList<int> { 0, 2 }));
        key(Qt::Key_Space, Qt::ControlModifier);
        key(Qt::Key_Down);
        QCOMPARE(canvas()->selected(), (QList<int> { 0, 2, 3 }));
        key(Qt::Key_M);
        QCOMPARE(document()->cell(0)->kind(), CellKind::Markdown);
        QCOMPARE(document()->cell(1)->kind(), CellKind::Code);
        QCOMPARE(document()->cell(3)->kind(), CellKind::Markdown);
        key(Qt::Key_Escape);
        QCOMPARE(canvas()->selected(), (QList<int> { 3 }));
    }

    void scatteredCellsMoveTogetherAndAreNotJoined()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s });
        canvas()->selectCells({ document()->cell(0), document()->cell(2), document()->cell(4) });
        key(Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(sources(), (QStringList { u"a"_s, u"c"_s, u"b"_s, u"e"_s, u"d"_s }));
        QCOMPARE(canvas()->selected(), (QList<int> { 0, 1, 3 }));
        key(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(sources().size(), 5);
        QTRY_VERIFY(!action(u"notebook.merge"_s)->isEnabled());
        document()->undo();
        QCOMPARE(sources(), (QStringList { u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s }));
        canvas()->selectCells({ document()->cell(0), document()->cell(1), document()->cell(4) });
        key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(sources(), (QStringList { u"c"_s, u"a"_s, u"b"_s, u"d"_s, u"e"_s }));
        // Dragged, they come together.
        document()->undo();
        canvas()->selectCells({ document()->cell(0), document()->cell(4) });
        Q_EMIT canvas()->moveRequested(canvas()->selected(), 3);
        QCOMPARE(sources(), (QStringList { u"b"_s, u"c"_s, u"a"_s, u"e"_s, u"d"_s }));
        QCOMPARE(canvas()->selected(), (QList<int> { 2, 3 }));
        document()->undo();
        QCOMPARE(sources(), (QStringList { u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s }));
    }

    void theSelectionSurvivesRemovalOfItsCells()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s, u"d"_s });
        canvas()->selectCells({ document()->cell(3), document()->cell(1), document()->cell(2) });
        document()->removeCells({ 1, 2 });
        QCOMPARE(canvas()->selected(), (QList<int> { 1 }));
        document()->undo();
        QVERIFY(document()->fromBytes(document()->toBytes()));
        QCOMPARE(canvas()->selected(), (QList<int> { 0 }));
    }

    // --- between notebooks

    void cellsAreCarriedToAnotherNotebook()
    {
        fill({ u"a"_s, u"b"_s });
        document()->cell(1)->outputs()->appendStream(StreamName::Stdout, u"2\n");
        NotebookView other(m_targets.get());
        other.resize(600, 400);
        other.show();
        other.document()->insertCell(1, CellKind::Code, u"x"_s);
        QMimeData mime;
        mime.setData(Notebook::Document::clipboardMimeType(), document()->copyCells({ 0, 1 }));
        QWidget *target = other.canvas()->viewport();
        const QPoint below = other.canvas()->codeRect(1).center().toPoint() + QPoint(0, 12);
        QDragEnterEvent enter(below, Qt::CopyAction, &mime, Qt::LeftButton, {});
        QCoreApplication::sendEvent(target, &enter);
        QVERIFY(enter.isAccepted());
        QDragMoveEvent move(below, Qt::CopyAction, &mime, Qt::LeftButton, {});
        QCoreApplication::sendEvent(target, &move);
        QVERIFY(move.isAccepted());
        QDropEvent drop(below, Qt::CopyAction, &mime, Qt::LeftButton, {});
        QCoreApplication::sendEvent(target, &drop);
        QVERIFY(drop.isAccepted());
        QCOMPARE(other.document()->count(), 4);
        QCOMPARE(other.document()->cell(3)->source(), u"b"_s);
        QCOMPARE(other.document()->cell(3)->outputs()->plainText(), u"2\n"_s);
        QCOMPARE(other.canvas()->selected(), (QList<int> { 2, 3 }));
        QCOMPARE(sources().size(), 2);
        other.document()->undo();
        QCOMPARE(other.document()->count(), 2);
        // By the clipboard as well.
        key(Qt::Key_C);
        other.canvas()->setFocus();
        QTest::keyClick(other.canvas(), Qt::Key_V);
        QCOMPARE(other.document()->count(), 3);
        // Nothing else is taken.
        QMimeData text;
        text.setText(u"text"_s);
        QDragEnterEvent refused(below, Qt::CopyAction, &text, Qt::LeftButton, {});
        refused.ignore();
        QCoreApplication::sendEvent(target, &refused);
        QVERIFY(!refused.isAccepted());
    }
};

QTEST_MAIN(CellsSections)
#include "tst_cells_sections.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Working in a notebook: completing, explaining, variables, outline, queue, input, comparing, moving, tags, the bin, exporting,
// and what a screen reader finds.
#include "viewtest.h"

#include "notebook/binview.h"
#include "notebook/canvasaccessible.h"
#include "notebook/cellcanvas.h"
#include "notebook/cellstatus.h"
#include "notebook/codeeditor.h"
#include "notebook/comparerun.h"
#include "notebook/completion.h"
#include "notebook/datagrid.h"
#include "notebook/diffview.h"
#include "notebook/htmlexport.h"
#include "notebook/jsonblock.h"
#include "notebook/keymap.h"
#include "notebook/keysdialog.h"
#include "notebook/notebookview.h"
#include "notebook/outlinepane.h"
#include "notebook/pastedpicture.h"
#include "notebook/picturediff.h"
#include "notebook/queuepane.h"
#include "notebook/rowfilter.h"
#include "notebook/runnotifier.h"
#include "notebook/streamviewer.h"
#include "notebook/variablespane.h"
#include "notebook/words.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <opensandbox/notebook/bin.h>
#include <opensandbox/notebook/exporting.h>
#include <opensandbox/notebook/runqueue.h>
#include <opensandbox/notebook/search.h>

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDir>
#include <QDialog>
#include <QFileDialog>
#include <QHeaderView>
#include <QJsonArray>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::MimeBundle;
using Notebook::Outcome;
using Notebook::RunState;
using Notebook::StreamName;

class CellsWork : public ViewTest
{
    Q_OBJECT

    Completion *completion() const { return m_view->completion(); }
    CodeEditor *edit(int cell, qsizetype position)
    {
        canvas()->setCurrent(cell);
        canvas()->edit(position);
        QTextCursor cursor = canvas()->editor()->textCursor();
        cursor.setPosition(int(position));
        canvas()->editor()->setTextCursor(cursor);
        return canvas()->editor();
    }
    static QByteArray png(const QColor &color, int dot = 0)
    {
        QImage image(40, 30, QImage::Format_RGB32);
        image.fill(color);
        for (int i = 0; i < dot; ++i)
            image.setPixelColor(i, 3, Qt::black);
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        image.save(&buffer, "PNG");
        return bytes;
    }

private Q_SLOTS:
    void init()
    {
        m_targets = std::make_unique<FakeTargets>();
        addPython();
        m_targets->add(u"py"_s, u"py-analysis"_s, u"bash"_s, 0);
        m_targets->add(u"gpu"_s, u"gpu-trainer"_s, u"python"_s, 3, u"ctx-1"_s);
        showView();
    }

    void cleanup()
    {
        closeView();
        Theme::setCurrent(Theme::Kind::Light);
        Fonts::setScale(1.0);
    }

    // --- completing and explaining

    void wordsOfTheNotebookCompleteAtOnce()
    {
        fill({ u"data_frame = 1\ndata_file = 2\nother.data_attr = 3"_s, u"da"_s });
        CodeEditor *editor = edit(1, 2);
        QTest::keyClick(editor, Qt::Key_Tab);
        QTRY_VERIFY(completion()->isListVisible());
        QCOMPARE(completion()->candidates().mid(0, 3), (QStringList { u"data_attr"_s, u"data_file"_s, u"data_frame"_s }));
        picture(completion()->listWidget(), u"completion"_s);
        QTest::keyClicks(editor, u"ta_fr"_s);
        QCOMPARE(completion()->candidates(), QStringList { u"data_frame"_s });
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE(document()->cell(1)->source(), u"data_frame"_s);
        QVERIFY(!completion()->isListVisible());
        // One step of its own to undo, and no indentation was typed.
        document()->undo();
        QVERIFY(document()->cell(1)->source().startsWith("da"_L1));
    }

    void theContextCompletesWhenItIsIdle()
    {
        fill({ u"import os\nos.pa"_s, u"other"_s });
        m_targets->inspects = true;
        m_targets->completion = { { u"os.pardir"_s, u"os.path"_s, u"os.pathsep"_s }, { u"str"_s, u"module"_s, u"str"_s }, 10, 15 };
        CodeEditor *editor = edit(0, 15);
        QTest::keyClick(editor, Qt::Key_Space, Qt::ControlModifier);
        QTRY_VERIFY(completion()->isListVisible());
        QCOMPARE(completion()->candidates(), (QStringList { u"pardir"_s, u"path"_s, u"pathsep"_s }));
        QTest::keyClick(editor, Qt::Key_Down);
        QTest::keyClick(editor, Qt::Key_Tab);
        QCOMPARE(document()->cell(0)->source(), u"import os\nos.path"_s);
        // Esc closes the list and stays in the cell.
        QTest::keyClick(editor, Qt::Key_Space, Qt::ControlModifier);
        QTRY_VERIFY(completion()->isListVisible());
        QTest::keyClick(editor, Qt::Key_Escape);
        QVERIFY(!completion()->isListVisible());
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Edit);
        // While something runs there the context is not asked.
        m_targets->asked.clear();
        canvas()->command();
        m_view->run({ 1 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        editor = edit(0, 15);
        QTest::keyClick(editor, Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(!m_targets->asked.contains(u"complete"_s));
    }

    // A picture from the clipboard, or a dropped file of one, is kept with the text that it is put into.
    void picturesArePastedIntoText()
    {
        fill({ u"a"_s });
        document()->insertCell(1, CellKind::Markdown, u"See "_s);
        QImage image(40, 20, QImage::Format_RGB32);
        image.fill(Qt::darkCyan);
        auto *mime = new QMimeData;
        mime->setImageData(image);
        QApplication::clipboard()->setMimeData(mime);
        CodeEditor *editor = edit(1, 4);
        QTest::keyClick(editor, Qt::Key_V, Qt::ControlModifier);
        Cell *cell = document()->cell(1);
        QCOMPARE(cell->source(), u"See ![image.png](attachment:image.png)"_s);
        QString type;
        QCOMPARE(QImage::fromData(cell->attachment(u"image.png"_s, &type)).size(), QSize(40, 20));
        QCOMPARE(type, u"image/png"_s);
        Notebook::Document again;
        QVERIFY(again.fromBytes(document()->toBytes()));
        QCOMPARE(again.cell(1)->attachment(u"image.png"_s), cell->attachment(u"image.png"_s));
        canvas()->command();
        canvas()->flush();
        picture(u"pasted-picture"_s);
        document()->undo();
        QCOMPARE(cell->source(), u"See "_s);
        QVERIFY(cell->attachment(u"image.png"_s).isEmpty());
        document()->redo();
        // Another one of the same name.
        QTemporaryDir folder;
        image.fill(Qt::red);
        QVERIFY(image.save(folder.filePath(u"my (image).png"_s)));
        QMimeData dropped;
        dropped.setUrls({ QUrl::fromLocalFile(folder.filePath(u"my (image).png"_s)) });
        QCOMPARE(PastedPicture::of(&dropped)->addTo(cell), u"![my--image-.png](attachment:my--image-.png)"_s);
        auto *other = new QMimeData;
        other->setImageData(image);
        QApplication::clipboard()->setMimeData(other);
        canvas()->setCurrent(1);
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_V); // Beside the cells: in one of its own.
        QCOMPARE(document()->count(), 3);
        QCOMPARE(document()->cell(2)->kind(), CellKind::Markdown);
        QCOMPARE(document()->cell(2)->source(), u"![image.png](attachment:image.png)"_s);
        // Code has no place for it, and what is no picture is none.
        QVERIFY(document()->cell(0)->addAttachment(u"x.png"_s, u"image/png"_s, "x").isEmpty());
        QFile fake(folder.filePath(u"fake.png"_s));
        QVERIFY(fake.open(QIODevice::WriteOnly) && fake.write("hello") == 5);
        fake.close();
        dropped.setUrls({ QUrl::fromLocalFile(fake.fileName()) });
        QVERIFY(!PastedPicture::of(&dropped));
        // A pipe is not even opened: nobody may ever write to it.
        const QString pipe = folder.filePath(u"pipe.png"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        dropped.setUrls({ QUrl::fromLocalFile(pipe) });
        QVERIFY(!PastedPicture::of(&dropped));
    }

    // Members and keys are what the context says; words of the notebook stand in only where it says nothing.
    void membersAndKeysComeFromTheContext()
    {
        fill({ u"df = pd.DataFrame()\ndf."_s, u"df[\"\"]"_s });
        m_targets->inspects = true;
        m_targets->completion = { { u"T"_s, u"abs"_s, u"add"_s }, { u"property"_s, u"function"_s, u"function"_s }, 23, 23 };
        CodeEditor *editor = edit(0, 23);
        QTest::keyClick(editor, Qt::Key_Tab);
        QTRY_VERIFY(completion()->isListVisible());
        QCOMPARE(completion()->candidates(), (QStringList { u"T"_s, u"abs"_s, u"add"_s }));
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE(document()->cell(0)->source(), u"df = pd.DataFrame()\ndf.T"_s);
        // The names of columns, after a quote that opens; what was closed by itself is not closed twice.
        m_targets->completion = { { u"route\"]"_s, u"rows\"]"_s }, {}, 4, 4 };
        editor = edit(1, 4);
        QTest::keyClick(editor, Qt::Key_Tab);
        QTRY_VERIFY(completion()->isListVisible());
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE(document()->cell(1)->source(), u"df[\"route\"]"_s);
        // Nothing known: the words after all.
        m_targets->completion = {};
        editor = edit(0, 24);
        QTest::keyClick(editor, Qt::Key_Backspace);
        QTest::keyClick(editor, Qt::Key_Tab);
        QTRY_VERIFY(document()->cell(0)->source().endsWith("df.DataFrame"_L1) || completion()->candidates().contains(u"DataFrame"_s));
    }

    void tabIndentsWhereNothingCanBeCompleted()
    {
        fill({ u"x = 1\n"_s });
        CodeEditor *editor = edit(0, 6);
        QTest::keyClick(editor, Qt::Key_Tab);
        QCOMPARE(document()->cell(0)->source(), u"x = 1\n    "_s);
        QTest::keyClick(editor, Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(document()->cell(0)->source(), u"x = 1\n"_s);
    }

    void namesAreExplained()
    {
        fill({ u"def measure(route, percentile=95):\n    pass"_s, u"measure('/v1')"_s });
        CodeEditor *editor = edit(1, 3);
        QTest::keyClick(editor, Qt::Key_Backtab, Qt::ShiftModifier);
        QTRY_VERIFY(completion()->isHelpVisible());
        QVERIFY(completion()->helpText().contains("def measure(route, percentile=95):"_L1));
        QVERIFY(completion()->helpText().contains("cell 1"_L1));
        picture(completion()->helpWidget(), u"explanation"_s);
        QTest::keyClick(editor, Qt::Key_Escape);
        QVERIFY(!completion()->isHelpVisible());
        m_targets->inspects = true;
        m_targets->explanation = u"Signature: measure(route, percentile=95)"_s;
        QTest::keyClick(editor, Qt::Key_I, Qt::ControlModifier);
        QTRY_VERIFY(completion()->helpText().startsWith("Signature:"_L1));
        QTest::keyClick(editor, Qt::Key_Right);
        QVERIFY(!completion()->isHelpVisible());
    }

    void definitionsAreFoundInManyLanguages()
    {
        fill({ u"import numpy as np\nfor item in items:\n    total += item"_s, u"class Thing:\n    x: int = 3"_s, u"x"_s });
        const Cell &last = *document()->cell(2);
        QCOMPARE(Words::definition(*document(), last, u"np"_s).line, u"import numpy as np"_s);
        QCOMPARE(Words::definition(*document(), last, u"Thing"_s).line, u"class Thing:"_s);
        QCOMPARE(Words::definition(*document(), last, u"x"_s).line, u"x: int = 3"_s);
        QCOMPARE(Words::definition(*document(), last, u"item"_s).line, u"for item in items:"_s);
        QVERIFY(!Words::definition(*document(), last, u"nothing"_s).cell);
        QVERIFY(!Words::definition(*document(), last, u"("_s).cell);
    }

    // --- docks

    void variablesAreReadAfterARunAndNeverDuringOne()
    {
        fill({ u"df = load()"_s });
        m_targets->inspects = true;
        m_targets->variableList = { { u"df"_s, u"DataFrame"_s, u"590437 \u00d7 9"_s, {}, 42'511'464 }, { u"n_routes"_s, u"int"_s, {}, u"14"_s, 28 }, { u"cfg"_s, u"dict"_s, u"7"_s, {}, 232 } };
        VariablesPane pane(m_targets.get());
        pane.setView(m_view.get());
        pane.resize(300, 420);
        pane.show();
        QTRY_COMPARE(pane.variables().size(), 3);
        picture(&pane, u"variables"_s);
        const auto asked = m_targets->asked.count(u"variables"_s);
        m_view->run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        pane.refresh();
        QCOMPARE(m_targets->asked.count(u"variables"_s), asked);
        QTRY_VERIFY(pane.footerText().startsWith("Busy"_L1));
        m_targets->variableList.removeFirst();
        m_targets->runs.front()->finish(Outcome::Done);
        QTRY_COMPARE(pane.variables().size(), 2);
        // Another context has other variables; one that offers none says so.
        m_targets->inspects = false;
        Notebook::Binding binding;
        binding.sandbox = u"gpu"_s;
        document()->cell(0)->setBinding(binding);
        QTRY_COMPARE(pane.emptyText(), u"No variables here."_s);
        picture(&pane, u"variables-none"_s);
        pane.setView(nullptr);
        QCOMPARE(pane.emptyText(), u"No notebook is open."_s);
    }

    // A context that ended has no variables, whatever was read of it before.
    void variablesGoWithTheirContext()
    {
        fill({ u"df = load()"_s });
        m_targets->inspects = true;
        m_targets->variableList = { { u"df"_s, u"DataFrame"_s, u"590437 \u00d7 9"_s, {}, 42'511'464 }, { u"n_routes"_s, u"int"_s, {}, u"14"_s, 28 } };
        m_targets->variableTotal = 1'500;
        VariablesPane pane(m_targets.get());
        pane.setView(m_view.get());
        pane.resize(300, 420);
        pane.show();
        QTRY_COMPARE(pane.variables().size(), 2);
        QCOMPARE(pane.countText(), u"2 of 1,500"_s);
        // A kernel that died says so by the end of its run.
        m_view->run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        const auto asked = m_targets->asked.count(u"variables"_s);
        m_targets->runs.back()->finish(Outcome::ContextLost, u"killed"_s);
        QCOMPARE(pane.variables().size(), 0);
        QCOMPARE(pane.emptyText(), u"The variables are gone."_s);
        QTest::qWait(300);
        QCOMPARE(m_targets->asked.count(u"variables"_s), asked);
        picture(&pane, u"variables-gone"_s);
        // The next run begins anew.
        m_targets->variableTotal = -1;
        m_view->run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
        m_targets->runs.back()->finish(Outcome::Done);
        QTRY_COMPARE(pane.variables().size(), 2);
        QCOMPARE(pane.countText(), u"2"_s);
        // One that ends by itself is told of as well, also where this notebook ran nothing.
        Q_EMIT m_targets->contextLost(document()->cell(0)->effectiveBinding().key(), u"deleted"_s);
        QCOMPARE(pane.variables().size(), 0);
        QCOMPARE(pane.emptyText(), u"The variables are gone."_s);
    }

    void aVariableOpensAsAGridThatSortsAndFilters()
    {
        fill({ u"df"_s });
        m_targets->inspects = true;
        m_targets->variableList = { { u"df"_s, u"DataFrame"_s, u"1200 x 2"_s, {}, -1 } };
        m_targets->table.columns = { u"route"_s, u"ms"_s };
        for (int i = 0; i < 1200; ++i) {
            m_targets->table.rows.append({ i % 2 ? u"/v1/execute"_s : u"/v1/files"_s, QString::number((i * 7919) % 1200) });
            m_targets->table.index.append(QString::number(i));
        }
        VariablesPane pane(m_targets.get());
        pane.setView(m_view.get());
        pane.show();
        QTRY_COMPARE(pane.variables().size(), 1);
        QSignalSpy opened(&pane, &VariablesPane::gridRequested);
        const QPoint place = pane.table()->visualRect(pane.table()->model()->index(0, 0)).center();
        QTest::mouseClick(pane.table()->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(opened.count(), 0);
        QTest::mouseDClick(pane.table()->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(opened.count(), 1);
        const std::unique_ptr<DataGrid> grid(qobject_cast<DataGrid *>(opened.at(0).at(0).value<QWidget *>()));
        QVERIFY(grid);
        grid->resize(600, 400);
        grid->show();
        QTRY_COMPARE(grid->shownRows(), DataGrid::pageSize); // The rest when somebody wants it.
        QVERIFY(grid->status().startsWith("500 of 1"_L1));
        grid->sortBy(2, Qt::DescendingOrder);
        QTRY_COMPARE(grid->shownRows(), 1200);
        QTRY_COMPARE(grid->text(0, 2), u"1199"_s);
        grid->setFilter(u"ms>1000 files"_s);
        QTRY_VERIFY(grid->shownRows() < 120);
        for (int row = 0; row < grid->shownRows(); ++row) {
            QVERIFY(grid->text(row, 2).toInt() > 1000);
            QCOMPARE(grid->text(row, 1), u"/v1/files"_s);
        }
        picture(grid.get(), u"grid"_s);
        QVERIFY(grid->toCsv().startsWith(",route,ms\n"_L1));
    }

    // The rows that are here are not all: the context sorts and filters, and what it cannot do is said.
    void aLargeFrameIsSortedWhereItIs()
    {
        Inspection::Rows &table = m_targets->table;
        table.columns = { QString(), u"route"_s, u"ms"_s };
        for (int i = 0; i < 20'000; ++i)
            table.rows.append({ QString::number(i), i % 100 ? u"/v1/execute"_s : u"/v1/files"_s, QString::number((i * 7919) % 20'000) });
        m_targets->sortsRows = true;
        DataGrid grid([this](const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done) { m_targets->rows({}, {}, query, std::move(done)); });
        grid.resize(700, 400);
        grid.show();
        QTRY_COMPARE(grid.shownRows(), DataGrid::pageSize);
        const qsizetype before = m_targets->queries.size();
        grid.sortBy(2, Qt::DescendingOrder);
        QTRY_COMPARE(grid.text(0, 2), u"19999"_s);
        QCOMPARE(m_targets->queries.size(), before + 1); // And no other page.
        QCOMPARE(grid.note(), QString());
        // The label of a row is seen whole.
        auto *view = grid.findChild<QTableView *>();
        QVERIFY(view->columnWidth(0) > QFontMetrics(view->font()).horizontalAdvance(u"19999"_s) + 8);
        QCOMPARE(view->horizontalHeader()->textElideMode(), Qt::ElideRight);
        grid.setFilter(u"files"_s);
        QTRY_COMPARE(grid.status(), u"200 of 20,000 rows match"_s);
        QCOMPARE(grid.shownRows(), 200);
        QVERIFY(grid.text(0, 2).toInt() > grid.text(1, 2).toInt());
        // A condition on a column is only for here; the other word makes it few enough.
        grid.setFilter(u"files ms>15000"_s);
        QTRY_VERIFY(grid.shownRows() < 60);
        QCOMPARE(grid.note(), QString());
        grid.setFilter({});
        QTRY_COMPARE(grid.status(), u"500 of 20,000 rows"_s);
        grid.setFilter(u"ms>15000"_s);
        QTRY_COMPARE(grid.note(), u"Filtered among the 500 rows fetched so far"_s);
        picture(&grid, u"grid-note"_s);
        grid.setFilter({});
        // Where it does not work after all, the rows stay, and their order is not taken for the whole truth.
        m_targets->refuseQueries = u"Too large to sort."_s;
        grid.sortBy(1, Qt::AscendingOrder);
        QTRY_VERIFY(grid.note().startsWith("Sorted among the 500 rows"_L1));
    }

    // What was typed is data by the time a context sees it: a column, an operator and a text.
    void conditionsAreLookedAtWhereTheRowsAre()
    {
        Inspection::Rows &table = m_targets->table;
        table.columns = { QString(), u"t"_s, u"ms"_s };
        for (int i = 0; i < 20'000; ++i)
            table.rows.append({ QString::number(i), i == 19'990 ? u"a needle"_s : u"hay%1"_s.arg(i), QString::number(i) });
        m_targets->sortsRows = m_targets->takesConditions = true;
        DataGrid grid([this](const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done) { m_targets->rows({}, {}, query, std::move(done)); });
        grid.resize(700, 400);
        grid.show();
        QTRY_COMPARE(grid.shownRows(), DataGrid::pageSize);
        grid.setFilter(u"t=needle"_s);
        QTRY_COMPARE(grid.status(), u"1 of 20,000 rows match"_s);
        QCOMPARE(grid.text(0, 0), u"19990"_s);
        QCOMPARE(grid.note(), QString());
        QCOMPARE(m_targets->queries.constLast().conditions, (QList<Inspection::Condition> { { 1, u"="_s, u"needle"_s } }));
        grid.setFilter(u"ms > 19985 hay t!=hay19987"_s);
        QTRY_COMPARE(grid.status(), u"12 of 20,000 rows match"_s);
        QCOMPARE(grid.shownRows(), 12);
        QCOMPARE(grid.note(), QString());
        const qsizetype asked = m_targets->queries.size();
        grid.sortBy(2, Qt::DescendingOrder);
        QTRY_COMPARE(grid.text(0, 0), u"19999"_s);
        QCOMPARE(m_targets->queries.size(), asked + 1);
        grid.setFilter(u"ms>30000"_s);
        QTRY_COMPARE(grid.emptyText(), u"Nothing matches."_s);
        // What it does not answer is looked for here, and not among the rows of the question before.
        m_targets->refuseQueries = u"Too large."_s;
        grid.setFilter(u"t=hay1"_s);
        QTRY_COMPARE(grid.note(), u"Sorted and filtered among the 500 rows fetched so far"_s);
        QTRY_VERIFY(grid.shownRows() > 100);
        QCOMPARE(grid.emptyText(), QString());
        m_targets->refuseQueries.clear();
        grid.setFilter(u"t=hay19999"_s);
        QTRY_COMPARE(grid.status(), u"1 of 20,000 rows match"_s);
        grid.setFilter(u"ms>"_s); // Still being typed.
        QTRY_COMPARE(grid.status(), u"500 of 20,000 rows"_s);
    }

    // 15: what is not there is seen as such, and found; a column that is not there is told of.
    void missingValuesAreSeenAndFound()
    {
        Inspection::Rows &table = m_targets->table;
        table.columns = { QString(), u"city"_s, u"amount"_s };
        table.rows = { { u"0"_s, u"Oslo"_s, u"1.5"_s }, { u"1"_s, QString(), QString() }, { u"2"_s, u""_s, u"300"_s }, { u"3"_s, u"Bergen"_s, QString() } };
        DataGrid grid([this](const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done) { m_targets->rows({}, {}, query, std::move(done)); });
        grid.resize(560, 320);
        grid.show();
        QTRY_COMPARE(grid.shownRows(), 4);
        QCOMPARE(grid.text(1, 1), u"None"_s);
        QCOMPARE(grid.text(1, 2), u"NaN"_s);
        QCOMPARE(grid.text(2, 1), QString()); // A text of nothing is one.
        const auto *view = grid.findChild<QTableView *>();
        QCOMPARE(view->model()->index(1, 2).data(Qt::ForegroundRole).value<QColor>(), Theme::current().text3);
        QVERIFY(!view->model()->index(2, 2).data(Qt::ForegroundRole).isValid());
        QVERIFY(!grid.toCsv().contains("NaN"_L1));
        picture(&grid, u"grid-missing"_s);
        for (const auto &[filter, rows] : QList<std::pair<QString, int>> { { u"amount is missing"_s, 2 }, { u"amount=NaN"_s, 2 }, { u"amount=NaN city is missing"_s, 1 }, { u"amount is not missing"_s, 2 }, { u"city!=None"_s, 3 } }) {
            grid.setFilter(filter);
            QTRY_COMPARE(grid.shownRows(), rows);
        }
        const auto says = [&grid](const QString &text) {
            const auto labels = grid.findChildren<QLabel *>();
            return std::ranges::any_of(labels, [&text](const QLabel *label) { return label->isVisible() && label->text().contains(text); });
        };
        grid.setFilter(u"amoun>300"_s);
        QTRY_COMPARE(grid.emptyText(), u"Nothing matches."_s);
        QTRY_VERIFY(says(u"There is no column amoun."_s));
        picture(&grid, u"grid-no-column"_s);
        grid.setFilter(u"amount>300"_s);
        QTRY_COMPARE(grid.emptyText(), u"Nothing matches."_s);
        QTRY_VERIFY(!says(u"There is no column"_s));
    }

    void aFilterIsTakenApart_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("parts");
        QTest::newRow("words") << u" two  words "_s << u"*:=:two *:=:words"_s;
        QTest::newRow("conditions") << u"ms>100 Route=/v1 ms<=3"_s << u"1:>:100 2:=:/v1 1:<=:3"_s;
        QTest::newRow("spaces") << u"ms > 100 ms>= 5 ms <7"_s << u"1:>:100 1:>=:5 1:<:7"_s;
        QTest::newRow("quotes") << u"\"first name\"==\"Ann Lee\" \"New York\""_s << u"3:==:Ann_Lee *:=:New_York"_s;
        QTest::newRow("no such column") << u"x=1 a<b"_s << u"*:=:x=1 *:=:a<b"_s;
        QTest::newRow("a column with a sign") << u"a=b=c"_s << u"4:=:c"_s;
        QTest::newRow("capitals decide") << u"MS>1"_s << u"5:>:1"_s;
        QTest::newRow("half typed") << u"ms> route="_s << u"1:>:route="_s;
        QTest::newRow("nothing yet") << u"ms!="_s << QString();
        QTest::newRow("never closed") << u"\"ms>1 \""_s << u"*:=:ms>1_"_s;
        QTest::newRow("one quotation mark") << u"5\" disk"_s << u"*:=:5\" *:=:disk"_s;
        QTest::newRow("missing") << u"ms is missing route IS NOT Missing x"_s << u"1:missing: 2:present: *:=:x"_s;
        QTest::newRow("missing, with quotes") << u"\"First Name\" is missing"_s << u"3:missing:"_s;
        QTest::newRow("missing as a word") << u"ms=NaN route!=None ms==<NA> route=\"None\" ms>nan"_s << u"1:missing: 2:present: 1:missing: 2:=:None 1:>:nan"_s;
        QTest::newRow("no such column is missing") << u"colour is missing"_s << u"*:=:colour *:=:is *:=:missing"_s;
        QTest::newRow("code is a text") << u"ms>__import__('os')"_s << u"1:>:__import__('os')"_s;
    }
    void aFilterIsTakenApart()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, parts);
        QStringList found;
        const auto conditions = RowFilter::parse(text, { QString(), u"ms"_s, u"route"_s, u"First Name"_s, u"a=b"_s, u"MS"_s });
        for (const Inspection::Condition &one : conditions)
            found.append(u"%1:%2:%3"_s.arg(one.column < 0 ? u"*"_s : QString::number(one.column), one.operation, QString(one.text).replace(u' ', u'_')));
        QCOMPARE(found.join(u' '), parts);
    }

    void conditionsHold_data()
    {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("holds");
        QTest::addColumn<QString>("fails");
        QTest::newRow("number") << u"1,200.5"_s << u"=1200.5 >1000 <=1200.5 !=3 ==1200.50"_s << u"=12 >x <1200.5 ==1200"_s;
        QTest::newRow("whole number of 19 digits") << u"9007199254740993001"_s << u"=9007199254740993001 >9007199254740993000 <9007199254740993002 !=9007199254740993002"_s << u"=9007199254740993000 <9007199254740993001 >9007199254740993001"_s;
        QTest::newRow("text") << u"Oslo West"_s << u"=west !=east ==Oslo_West >norge <q"_s << u"==oslo_west >5 <5 =1"_s;
        QTest::newRow("date") << u"2024-03-05 10:00:00"_s << u">2024-02 >=2024-03 <=2024-03-05 =2024-03 >2023 <2025 <2024-03-06T01:00"_s << u">2024-03 <2024-03-05 >2024-03-05T10 >x"_s;
        QTest::newRow("date as it is sent") << u"2024-03-05T10:00:00"_s << u"==2024-03-05T10:00:00 >2024-03-05T09"_s << u"==2024-03-05"_s;
        QTest::newRow("nothing") << QString() << u"!=1 =NaN _is_missing"_s << u"=1 >0 <5 >=a !=NaN _is_not_missing"_s;
        QTest::newRow("NaN of a table") << u"NaN"_s << u"=NaN _is_missing =None"_s << u"!=NaN >0"_s;
        QTest::newRow("an empty text") << u""_s << u"_is_not_missing"_s << u"_is_missing"_s;
    }
    void conditionsHold()
    {
        QFETCH(const QString, cell);
        QFETCH(const QString, holds);
        QFETCH(const QString, fails);
        const auto accepts = [&cell](const QString &term) {
            const auto conditions = RowFilter::parse(u"c"_s + QString(term).replace(u'_', u' ').replace(u"Oslo West"_s, u"\"Oslo West\""_s).replace(u"oslo west"_s, u"\"oslo west\""_s), { u"c"_s });
            return conditions.size() == 1 && RowFilter::Test(conditions.first()).accepts({ cell });
        };
        for (const QString &term : holds.split(u' '))
            QVERIFY2(accepts(term), qPrintable(term));
        for (const QString &term : fails.split(u' '))
            QVERIFY2(!accepts(term), qPrintable(term));
    }

    void columnsAreCountedWithoutTheIndexAndGrowWithTheirTexts()
    {
        Inspection::Rows &table = m_targets->table;
        table.columns = { QString(), u"t"_s, u"n"_s };
        for (int i = 0; i < 1'200; ++i)
            table.rows.append({ QString::number(i), i < 700 ? u"hay"_s : u"hay in a much longer stack %1"_s.arg(i), u"1"_s });
        m_targets->sortsRows = true;
        DataGrid grid([this](const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done) { m_targets->rows({}, {}, query, std::move(done)); });
        grid.resize(700, 400);
        grid.show();
        QTRY_COMPARE(grid.shownRows(), DataGrid::pageSize);
        QCOMPARE(grid.columnStatus(), u"2 columns"_s);
        const auto *view = grid.findChild<QTableView *>();
        const int before = view->columnWidth(1);
        grid.fetchAll();
        QTRY_COMPARE(grid.shownRows(), 1'200);
        QVERIFY(view->columnWidth(1) > before);
        QVERIFY(view->columnWidth(1) > QFontMetrics(view->font()).horizontalAdvance(table.rows.constLast()[1]) + 8);
        table.totalColumns = 301; // The index is one of them.
        DataGrid wide([this](const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done) { m_targets->rows({}, {}, query, std::move(done)); });
        QTRY_COMPARE(wide.columnStatus(), u"2 of 300 columns"_s);
    }

    void rowsOfAContextThatCannotSortAreFetchedOnDemand()
    {
        Inspection::Rows &table = m_targets->table;
        table.columns = { QString(), u"ms"_s };
        for (int i = 0; i < 8'000; ++i)
            table.rows.append({ QString::number(i), QString::number((i * 7919) % 8'000) });
        DataGrid grid([this](const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done) { m_targets->rows({}, {}, query, std::move(done)); });
        grid.resize(700, 400);
        grid.show();
        QTRY_COMPARE(grid.shownRows(), DataGrid::pageSize);
        grid.sortBy(1, Qt::DescendingOrder);
        QCOMPARE(grid.note(), u"Sorted among the 500 rows fetched so far"_s);
        QVERIFY(grid.text(0, 1) != "7999"_L1);
        const auto button = [&grid]() {
            const auto buttons = grid.findChildren<QPushButton *>();
            for (QPushButton *one : buttons) {
                if (one->isVisible() && (one->text() == "Fetch all rows"_L1 || one->text() == "Stop"_L1))
                    return one;
            }
            return static_cast<QPushButton *>(nullptr);
        };
        QVERIFY(button());
        button()->click();
        QVERIFY(grid.note().startsWith("Fetches all rows"_L1));
        QCOMPARE(button()->text(), u"Stop"_s);
        button()->click();
        QTRY_VERIFY(!grid.isLoading());
        QVERIFY(grid.shownRows() < 2000);
        QVERIFY(grid.note().startsWith("Sorted among"_L1));
        button()->click();
        QTRY_COMPARE(grid.shownRows(), 8000);
        QTRY_COMPARE(grid.text(0, 1), u"7999"_s);
        QCOMPARE(grid.note(), QString());
        QVERIFY(!button());
        for (const Inspection::RowQuery &query : std::as_const(m_targets->queries))
            QVERIFY(query.isPlain());
    }

    void theOutlineFollowsTheNotebook()
    {
        fill({ u"x = 1"_s, u"y = 2"_s });
        document()->insertCell(0, CellKind::Markdown, u"# Latency study\ntext\n## Where it comes from"_s);
        OutlinePane pane;
        pane.resize(260, 400);
        pane.setView(m_view.get());
        pane.show();
        QTRY_COMPARE(pane.entries().size(), 4);
        QCOMPARE(pane.entries()[0].text, u"Latency study"_s);
        QCOMPARE(pane.entries()[1].level, 1);
        QCOMPARE(pane.entries()[2].text, u"x = 1"_s);
        QCOMPARE(pane.entries()[2].level, 2);
        document()->cell(2)->setSource(u"z = 3"_s);
        document()->insertCell(3, CellKind::Markdown, u"# End"_s);
        QTRY_COMPARE(pane.entries().size(), 5);
        QTRY_COMPARE(pane.entries()[3].text, u"z = 3"_s);
        picture(&pane, u"outline"_s);
        pane.setView(nullptr);
        QVERIFY(pane.entries().isEmpty());
    }

    void theQueueIsSeenAndChanged()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s });
        QueuePane pane(m_targets.get());
        pane.setView(m_view.get());
        pane.resize(280, 300);
        pane.show();
        m_view->runAll();
        QTRY_COMPARE(pane.lines(), (QStringList { u"Python in py-analysis"_s, u"a"_s, u"b"_s, u"c"_s }));
        picture(&pane, u"queue"_s);
        pane.select(document()->cell(2));
        pane.menuAction()->menu()->actions()[0]->trigger();
        QTRY_COMPARE(pane.lines(), (QStringList { u"Python in py-analysis"_s, u"a"_s, u"c"_s, u"b"_s }));
        pane.select(document()->cell(1));
        pane.menuAction()->menu()->actions()[2]->trigger();
        QTRY_COMPARE(pane.lines(), (QStringList { u"Python in py-analysis"_s, u"a"_s, u"c"_s }));
        QCOMPARE(document()->cell(1)->runState(), RunState::NeverRun);
        m_targets->runs.front()->finish(Outcome::Done);
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
        m_targets->runs.back()->finish(Outcome::Done);
        QTRY_VERIFY(pane.lines().isEmpty());
    }

    // Thousands of cells wait at no cost that grows with them: the list is made anew after each run.
    void aLongQueueIsShownInPart()
    {
        QStringList texts;
        for (int i = 0; i < 1000; ++i)
            texts.append(QString::number(i));
        fill(texts);
        QueuePane pane(m_targets.get());
        pane.setView(m_view.get());
        pane.show();
        QSignalSpy counted(&pane, &QueuePane::countChanged);
        m_view->runAll();
        QTRY_VERIFY(!counted.isEmpty() && counted.last().constFirst().toInt() == 999);
        QVERIFY(pane.lines().size() < 400);
        QVERIFY2(pane.lines().constLast().contains("699"_L1), qPrintable(pane.lines().constLast()));
    }

    void theQueueIsChangedByKeyboard()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s });
        QueuePane pane(m_targets.get());
        pane.setView(m_view.get());
        pane.resize(280, 300);
        pane.show();
        pane.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&pane));
        m_view->runAll();
        QTRY_COMPARE(pane.lines().size(), 4);
        pane.setFocus();
        pane.select(document()->cell(2));
        QWidget *tree = pane.focusProxy();
        QTest::keyClick(tree, Qt::Key_Up, Qt::AltModifier);
        QTRY_COMPARE(pane.lines(), (QStringList { u"Python in py-analysis"_s, u"a"_s, u"c"_s, u"b"_s }));
        QTest::keyClick(tree, Qt::Key_Down, Qt::AltModifier);
        QTRY_COMPARE(pane.lines(), (QStringList { u"Python in py-analysis"_s, u"a"_s, u"b"_s, u"c"_s }));
        QTest::keyClick(tree, Qt::Key_Delete);
        QTRY_COMPARE(pane.lines(), (QStringList { u"Python in py-analysis"_s, u"a"_s, u"b"_s }));
        QCOMPARE(document()->cell(2)->runState(), RunState::NeverRun);
    }

    void aRunningCellSaysWhatRemains()
    {
        fill({ u"a"_s });
        QCOMPARE(cellTimes(document()->cell(0)), QString());
        for (int i = 0; i < 2; ++i) {
            m_view->run({ 0 });
            QTRY_COMPARE(m_targets->runs.size(), size_t(i + 1));
            if (i == 0)
                QTest::qWait(30);
            m_targets->runs.back()->finish(Outcome::Done);
            QTRY_VERIFY(!m_view->isBusy());
        }
        QVERIFY(CellTime::expected(document()->cell(0)) >= 0);
        QVERIFY2(cellTimes(document()->cell(0)).startsWith("Last runs: 0.0"_L1), qPrintable(cellTimes(document()->cell(0))));
        m_view->run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(3));
        QVERIFY(QRegularExpression(u"^(About|Longer)"_s).match(cellTimes(document()->cell(0))).hasMatch());
    }

    // --- running

    void restartsAndRunsAll()
    {
        fill({ u"a"_s, u"b"_s });
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        m_view->runAll();
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(m_targets->runs.size(), size_t(2));
        QTest::keyClick(canvas(), Qt::Key_F5, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_targets->restarted.size(), 1);
        QTRY_COMPARE(m_targets->runs.size(), size_t(4));
        QTRY_COMPARE(document()->cell(1)->runState(), RunState::Done);
        m_targets->runs.clear();
        action(u"notebook.restartRunAll"_s)->trigger();
        QCOMPARE(m_targets->restarted.size(), 2);
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
    }

    void runsFromTheFailedCellOn()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s });
        bool fails = true;
        QStringList ran;
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) {
            ran.append(run->code());
            if (run->code() == "b"_L1 && fails)
                run->error(u"E"_s, u"v"_s, {});
            run->finish(Outcome::Done);
        };
        m_view->runAll();
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(ran, (QStringList { u"a"_s, u"b"_s }));
        fails = false;
        ran.clear();
        QTRY_VERIFY(action(u"notebook.runFailed"_s)->isEnabled());
        QTest::keyClick(canvas(), Qt::Key_F5, Qt::ShiftModifier);
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(ran, (QStringList { u"b"_s, u"c"_s }));
    }

    // What stands only in menus and the palette.
    void theActionsOfTheMenusAct()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s, u"d"_s });
        QStringList ran;
        bool ends = true;
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) {
            ran.append(run->code());
            run->stream(StreamName::Stdout, QString(run->code() + u'\n'));
            if (ends)
                run->finish(Outcome::Done);
        };
        const auto trigger = [this](const QString &id) {
            action(id)->trigger();
            return QTest::qWaitFor([this] { return !m_view->isBusy(); });
        };
        canvas()->setCurrent(2);
        QVERIFY(trigger(u"notebook.runAbove"_s));
        QCOMPARE(ran, (QStringList { u"a"_s, u"b"_s }));
        ran.clear();
        QVERIFY(trigger(u"notebook.runBelow"_s));
        QCOMPARE(ran, (QStringList { u"c"_s, u"d"_s }));
        // Outputs go, those of the selection or all of them, and come back.
        canvas()->setCurrent(0);
        canvas()->setCurrent(1, true);
        const auto outputs = [this] {
            QStringList all;
            for (const Cell *cell : document()->cells())
                all.append(cell->outputs()->plainText().trimmed());
            return all;
        };
        const QStringList before { u"a"_s, u"b"_s, u"c"_s, u"d"_s };
        QCOMPARE(outputs(), before);
        QVERIFY(trigger(u"notebook.clearOutput"_s));
        QCOMPARE(outputs(), (QStringList { QString(), QString(), u"c"_s, u"d"_s }));
        QVERIFY(trigger(u"notebook.clearAllOutputs"_s));
        QCOMPARE(outputs().join(QString()), QString());
        document()->undo();
        document()->undo();
        QCOMPARE(outputs(), before);
        // Code is hidden and shown again.
        canvas()->setCurrent(2);
        document()->cell(2)->setSource(u"c\n"_s.repeated(12));
        canvas()->flush();
        const qreal height = canvas()->cellRect(2).height();
        QVERIFY(trigger(u"notebook.toggleCode"_s));
        QVERIFY(document()->cell(2)->isSourceHidden());
        canvas()->flush();
        QTRY_VERIFY(canvas()->cellRect(2).height() < height - 50);
        QVERIFY(trigger(u"notebook.toggleCode"_s));
        QVERIFY(!document()->cell(2)->isSourceHidden());
        QTRY_COMPARE(canvas()->cellRect(2).height(), height);
        // Tags of all selected cells.
        canvas()->setCurrent(0);
        canvas()->setCurrent(1, true);
        QVERIFY(trigger(u"notebook.tags"_s));
        auto *dialog = m_view->findChild<QInputDialog *>();
        QVERIFY(dialog);
        dialog->setTextValue(u" load, slow ,load"_s);
        dialog->accept();
        for (int i = 0; i < 2; ++i)
            QCOMPARE(document()->cell(i)->tags(), (QStringList { u"load"_s, u"slow"_s }));
        document()->undo();
        QVERIFY(document()->cell(0)->tags().isEmpty() && document()->cell(1)->tags().isEmpty());
        // The queue is emptied; what runs goes on.
        ends = false;
        m_view->run({ 0, 1, 3 });
        QTRY_COMPARE(m_view->queue()->waitingCount(), 2);
        QTRY_VERIFY(action(u"notebook.clearQueue"_s)->isEnabled());
        action(u"notebook.clearQueue"_s)->trigger();
        QCOMPARE(m_view->queue()->waitingCount(), 0);
        QCOMPARE(document()->cell(0)->runState(), RunState::Running);
        m_targets->runs.back()->finish(Outcome::Done);
    }

    void theRunBeforeIsKeptForComparison()
    {
        fill({ u"a"_s });
        int round = 0;
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) {
            run->stream(StreamName::Stdout, u"same\nround %1\n"_s.arg(++round));
            run->finish(Outcome::Done);
        };
        m_view->run({ 0 });
        QTRY_VERIFY(!m_view->isBusy());
        QVERIFY(!document()->cell(0)->outputs()->hasEarlier());
        m_view->run({ 0 });
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(document()->cell(0)->outputs()->earlierSnapshot().text(), u"same\nround 1\n"_s);
        QSignalSpy opened(m_view.get(), &NotebookView::openInTabRequested);
        QTRY_VERIFY(action(u"notebook.comparePrevious"_s)->isEnabled());
        action(u"notebook.comparePrevious"_s)->trigger();
        QCOMPARE(opened.count(), 1);
        const std::unique_ptr<QWidget> shown(opened.at(0).at(0).value<QWidget *>());
        QCOMPARE(qobject_cast<DiffView *>(shown.get())->area()->changeCount(), 1);
    }

    // Ctrl+Z and Z right after a run are about what was done before it; what the run replaced has a command of its own.
    void theOutputsBeforeARunComeBack()
    {
        fill({ u"a"_s });
        int round = 0;
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) {
            run->stream(StreamName::Stdout, u"round %1\n"_s.arg(++round));
            run->executionCount(round);
            run->finish(Outcome::Done);
        };
        const auto run = [&] {
            m_view->run({ 0 });
            return QTest::qWaitFor([&] { return !m_view->isBusy(); });
        };
        QVERIFY(run());
        QTRY_VERIFY(!action(u"notebook.earlierOutputs"_s)->isEnabled());
        canvas()->edit(1);
        QTest::keyClicks(canvas()->editor(), u"b"_s);
        QVERIFY(run());
        QTest::keyClick(canvas()->editor(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document()->cell(0)->source(), u"a"_s);
        QCOMPARE(document()->cell(0)->outputs()->plainText(), u"round 2\n"_s);
        canvas()->command();
        QTRY_VERIFY(action(u"notebook.earlierOutputs"_s)->isEnabled());
        QTest::keyClick(canvas(), Qt::Key_Z, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(document()->cell(0)->outputs()->plainText(), u"round 1\n"_s);
        QCOMPARE(document()->cell(0)->executionCount(), 1);
        QTest::keyClick(canvas(), Qt::Key_Z);
        QCOMPARE(document()->cell(0)->outputs()->plainText(), u"round 2\n"_s);
        QCOMPARE(document()->cell(0)->executionCount(), 2);
        // From the menu of the cell, too.
        const QPoint middle = canvas()->viewport()->rect().center();
        QContextMenuEvent event(QContextMenuEvent::Keyboard, middle, canvas()->viewport()->mapToGlobal(middle));
        QCoreApplication::sendEvent(canvas()->viewport(), &event);
        QMenu *menu = nullptr;
        QTRY_VERIFY((menu = qobject_cast<QMenu *>(QApplication::activePopupWidget())));
        QVERIFY(menu->actions().contains(action(u"notebook.earlierOutputs"_s)));
        menu->close();
    }

    void oneCellRunsInSeveralContextsSideBySide()
    {
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) {
            run->stream(StreamName::Stdout, run->binding().sandbox == "gpu"_L1 ? u"version 2\nsame\n"_s : u"version 1\nsame\n"_s);
            run->finish(Outcome::Done);
        };
        CompareRun compare(m_targets.get(), u"print(version)"_s, { m_targets->list[0], m_targets->list[2] });
        compare.resize(1000, 600);
        compare.show();
        QSignalSpy finished(&compare, &CompareRun::finished);
        compare.run();
        QTRY_VERIFY(!finished.isEmpty());
        QCOMPARE(compare.cell(0)->outputs()->plainText(), u"version 1\nsame\n"_s);
        QCOMPARE(compare.cell(1)->outputs()->plainText(), u"version 2\nsame\n"_s);
        QCOMPARE(compare.summary(), u"The outputs differ"_s);
        compare.showDifferences();
        QVERIFY(compare.findChild<DiffView *>());
        picture(&compare, u"side-by-side"_s);
    }

    // As df.style and reports write them; judged by eye, in both themes.
    void coloursOfHtmlAreSeen()
    {
        QString styles = u"<style>#T_ab caption { caption-side: top }"_s;
        QString rows;
        for (int row = 0; row < 5; ++row) {
            rows += u"<tr><th>%1</th>"_s.arg(row);
            for (int column = 0; column < 4; ++column) {
                const int value = (row * 4 + column) * 12;
                styles += u"#T_ab_row%1_col%2 { background-color: %3; color: %4; }"_s.arg(row).arg(column).arg(QColor(255 - value, 255 - value / 2, 255).name(), value > 120 ? u"#f1f1f1"_s : u"#000000"_s);
                rows += u"<td id=\"T_ab_row%1_col%2\" class=\"data\">%3</td>"_s.arg(row).arg(column).arg(value * .37, 0, 'f', 2);
            }
            rows += u"<td style=\"background: linear-gradient(90deg, transparent 50%, #d65f5f 50%, #d65f5f %1%, transparent %1%)\">%2.5</td>"_s.arg(55 + row * 11).arg(row * 10);
            rows += u"<td>%1</td></tr>"_s.arg(row % 2 ? u"<span style='color:green'>up</span>"_s : u"<span style='color:red;font-weight:bold'>down</span>"_s);
        }
        const QString table = styles + u"</style><table id=\"T_ab\"><thead><tr style=\"text-align: right;\"><th></th><th>a</th><th>b</th><th>c</th><th>d</th><th>share of all</th><th>trend</th></tr></thead><tbody>"_s + rows + u"</tbody></table>"_s;
        const QString text = u"<div style='background-color:#fff3cd;color:#664d03'>A <b>warning</b> in a box</div><p style='text-align:center'>centred, <span style='color:navy'>navy</span>, "
            "<span style='color:#ffff66'>pale yellow</span>, <span style='background:#ffdd00'>marked</span> and plain</p>"_s;
        fill({ u"df.style"_s, u"HTML(report)"_s });
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) {
            run->result(Notebook::MimeBundle::fromJson({ { u"text/html"_s, run->code().startsWith("df"_L1) ? table : text } }), {});
            run->finish(Outcome::Done);
        };
        m_view->runAll();
        QTRY_VERIFY(!m_view->isBusy());
        const Theme::Kind before = Theme::current().kind;
        for (const auto &[kind, name] : { std::pair(Theme::Kind::Light, u"colours-light"_s), std::pair(Theme::Kind::Dark, u"colours-dark"_s) }) {
            Theme::setCurrent(kind);
            QTest::qWait(50);
            picture(name);
        }
        Theme::setCurrent(before);
    }

    // With one sandbox there is nothing to compare with, so it offers to make a place.
    void aNewContextIsOfferedToCompareWith()
    {
        fill({ u"print(version)"_s });
        m_targets->list = { m_targets->list[0] };
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        QSignalSpy opened(m_view.get(), &NotebookView::openInTabRequested);
        action(u"notebook.runInSeveral"_s)->trigger();
        auto *dialog = m_view->findChild<QDialog *>(u"runInSeveral"_s);
        QVERIFY(dialog);
        auto *list = dialog->findChild<QListWidget *>();
        QCOMPARE(list->count(), 2);
        QVERIFY(list->item(1)->text().endsWith(u"New Python context"_s));
        QCOMPARE(list->item(1)->checkState(), Qt::Checked); // One alone would be no comparison.
        const auto buttons = dialog->findChildren<QPushButton *>();
        for (QPushButton *button : buttons) {
            if (button->text() == "Run side by side"_L1)
                button->click();
        }
        QCOMPARE(m_targets->newContexts.size(), 1);
        QVERIFY(opened.isEmpty());
        m_targets->finishContext(u"ctx-new"_s);
        QCOMPARE(opened.count(), 1);
        const std::unique_ptr<CompareRun> compare(qobject_cast<CompareRun *>(opened.at(0).at(0).value<QWidget *>()));
        QVERIFY(compare);
        QCOMPARE(compare->cell(1)->effectiveBinding().context, u"ctx-new"_s);
    }

    // Each sandbox offers a new one; what runs another language does not help.
    void contextsOfTheLanguageAreOffered()
    {
        fill({ u"print(version)"_s });
        m_targets->add(u"empty"_s, u"empty-box"_s, u"python"_s, 2);
        m_targets->add(u"empty"_s, {}, u"java"_s, 2);
        action(u"notebook.runInSeveral"_s)->trigger();
        const auto *list = m_view->findChild<QDialog *>(u"runInSeveral"_s)->findChild<QListWidget *>();
        QStringList texts;
        for (int i = 0; i < list->count(); ++i)
            texts.append((list->item(i)->checkState() == Qt::Checked ? u"* "_s : QString()) + list->item(i)->text());
        QCOMPARE(texts, (QStringList { u"* py-analysis \u00b7 Python \u00b7 ctx-1"_s, u"* gpu-trainer \u00b7 Python \u00b7 ctx-1"_s, u"py-analysis \u00b7 New Python context"_s,
                                       u"gpu-trainer \u00b7 New Python context"_s, u"* empty-box \u00b7 New Python context"_s }));
    }

    void picturesAreComparedByTheirPixels()
    {
        QCOMPARE(PictureDifference::of(png(Qt::red), png(Qt::red)).share, 0.0);
        const PictureDifference some = PictureDifference::of(png(Qt::red), png(Qt::red, 12));
        QCOMPARE(some.share, 12.0 / 1200);
        QVERIFY(some.text().startsWith(u'1'));
        QVERIFY(PictureDifference::of(png(Qt::red), QByteArray("nothing")).right.isNull());
        PictureDiff diff(u"before"_s, { png(Qt::red) }, u"after"_s, { png(Qt::red, 12), png(Qt::blue) });
        QSignalSpy ready(&diff, &PictureDiff::ready);
        QVERIFY(ready.wait(10'000));
        QCOMPARE(diff.differences().size(), 2);
        diff.resize(600, 300);
        picture(&diff, u"picture-diff"_s);
    }

    void aLongRunIsToldWhenNobodyLooks()
    {
        fill({ u"a"_s });
        auto *notifier = m_view->findChild<RunNotifier *>();
        QVERIFY(notifier);
        QStringList told;
        notifier->tell = [&](const QString &title, const QString &text) { told.append(title + u'|' + text); };
        bool watched = true;
        notifier->isWatched = [&]() { return watched; };
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        watched = false;
        QSignalSpy first(m_view->queue(), &Notebook::RunQueue::idle);
        m_view->run({ 0 }); // Short: nobody wants to hear of it.
        QTRY_VERIFY(!first.isEmpty());
        QVERIFY(told.isEmpty());
        QSignalSpy idle(m_view->queue(), &Notebook::RunQueue::idle);
        const auto run = [&](const QList<int> &cells) {
            idle.clear();
            m_view->run(cells);
            return !idle.isEmpty() || idle.wait(10'000);
        };
        notifier->longRunMs = 0;
        watched = true;
        QVERIFY(run({ 0 }));
        QVERIFY(told.isEmpty());
        watched = false;
        QVERIFY(run({ 0 }));
        QCOMPARE(told, QStringList { u"%1 is done|1 cell ran for 0:00"_s.arg(m_view->title()) });
        // Several at once are told of once, with what went wrong.
        told.clear();
        document()->insertCell(1, CellKind::Code, u"b"_s);
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &one) {
            if (one->code() == "b"_L1)
                one->error(u"ValueError"_s, u"no"_s, {});
            one->finish(Outcome::Done);
        };
        QVERIFY(run({ 0, 1 }));
        QCOMPARE(told, QStringList { u"%1: Cell 2 failed|2 cells ran for 0:00"_s.arg(m_view->title()) });
    }

    // Of what runs, only results are kept in the file: a comparison of versions shows nothing else.
    void whatARunLeavesInTheFileIsItsResult()
    {
        fill({ u"a"_s });
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) {
            run->executionCount(7);
            run->stream(StreamName::Stdout, u"seen");
            run->finish(Outcome::Failed, u"a reason"_s);
        };
        m_view->run({ 0 });
        QTRY_VERIFY(!m_view->isBusy());
        const QByteArray first = document()->toBytes();
        QVERIFY(first.contains("seen"));
        QVERIFY(!first.contains("a reason"));
        static const QRegularExpression moment(u"\\d{4}-\\d\\d-\\d\\dT|\\d\\d:\\d\\d|elapsed|duration|\"execution\""_s);
        const auto match = moment.match(QString::fromUtf8(first));
        QVERIFY2(!match.hasMatch(), qPrintable(match.captured()));
        m_view->run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(document()->toBytes(), first);
    }

    // Each as what it is: a picture its bytes, the others their text.
    void outputsAreSavedAsFiles()
    {
        fill({ u"a"_s });
        QByteArray stored;
        QBuffer buffer(&stored);
        QImage image(9, 7, QImage::Format_RGB32);
        image.fill(Qt::blue);
        QVERIFY(image.save(&buffer, "PNG"));
        const QString svg = u"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"_s;
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) {
            run->display(MimeBundle::fromJson({ { u"image/png"_s, QString::fromLatin1(stored.toBase64()) }, { u"image/svg+xml"_s, svg }, { u"text/plain"_s, u"plain"_s } }));
            run->finish(Outcome::Done);
        };
        m_view->run({ 0 });
        QTRY_COMPARE(document()->cell(0)->outputs()->count(), 1);
        const quint64 id = document()->cell(0)->outputs()->at(0).id();
        QTemporaryDir folder;
        const QList<std::pair<QString, QByteArray>> kinds { { u"image/png"_s, stored }, { u"image/svg+xml"_s, svg.toUtf8() }, { u"text/plain"_s, "plain" } };
        for (const auto &[mime, bytes] : kinds) {
            Q_EMIT canvas()->outputRequested(document()->cell(0), id, { OutputRequest::Kind::SaveAs, mime });
            QPointer<QFileDialog> dialog = m_view->findChild<QFileDialog *>();
            QVERIFY(dialog);
            const QString path = folder.filePath(QString(mime).replace(u'/', u'-'));
            dialog->setDirectory(folder.path());
            dialog->findChild<QLineEdit *>()->setText(path);
            QMetaObject::invokeMethod(dialog.data(), "accept");
            QTRY_VERIFY(!dialog);
            QTRY_VERIFY(QFileInfo(path).size() == bytes.size());
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll(), bytes);
        }
    }

    // Wish 29: input() is answered where it is asked.
    void inputIsAskedInline()
    {
        fill({ u"name = input('Name: ')"_s });
        QString answer;
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) {
            run->input(u"Name: "_s, false, [&answer, run](const QString &line) {
                answer = line;
                run->stream(StreamName::Stdout, QString(u"hello "_s + line));
                run->finish(Outcome::Done);
            });
        };
        m_view->run({ 0 });
        QTRY_VERIFY(m_view->findChild<QLineEdit *>(u"inputField"_s));
        auto *field = m_view->findChild<QLineEdit *>(u"inputField"_s);
        QCOMPARE(field->accessibleName(), u"Name: "_s);
        QVERIFY(isAsking(document()->cell(0)));
        picture(m_view.get(), u"input"_s);
        QTest::keyClicks(field, u"Ada"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(answer, u"Ada"_s);
        QTRY_COMPARE(document()->cell(0)->runState(), RunState::Done);
        QCOMPARE(document()->cell(0)->outputs()->plainText(), u"Name: Ada\nhello Ada"_s);
        QTRY_VERIFY(!m_view->findChild<QLineEdit *>(u"inputField"_s));
        // What is secret is not shown, and the end of a run ends its question.
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->input(u"Key: "_s, true, [](const QString &) {}); };
        m_view->run({ 0 });
        QTRY_VERIFY(m_view->findChild<QLineEdit *>(u"inputField"_s));
        QCOMPARE(m_view->findChild<QLineEdit *>(u"inputField"_s)->echoMode(), QLineEdit::Password);
        m_targets->runs.back()->finish(Outcome::Interrupted);
        QTRY_VERIFY(!m_view->findChild<QLineEdit *>(u"inputField"_s));
        QVERIFY(!m_view->queue()->answer(document()->cell(0), u"x"_s));
    }

    // Threads and loggers print while it waits; the question stays one, also where outputs are hidden.
    void aQuestionIsNotLostBehindWhatIsPrinted()
    {
        fill({ u"name = input('Name: ')"_s });
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) {
            run->input(u"Name: "_s, false, [run](const QString &) { run->finish(Outcome::Done); });
        };
        document()->cell(0)->setOutputsHidden(true);
        m_view->run({ 0 });
        QTRY_VERIFY(m_view->findChild<QLineEdit *>(u"inputField"_s));
        m_targets->runs.back()->stream(StreamName::Stderr, u"a thread says something\n"_s);
        m_targets->runs.back()->display(Notebook::MimeBundle::fromJson({ { u"text/plain"_s, u"and shows it"_s } }));
        canvas()->flush();
        QVERIFY(isAsking(document()->cell(0)));
        auto *field = m_view->findChild<QLineEdit *>(u"inputField"_s);
        QVERIFY(field && field->isVisible());
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(document()->cell(0)->runState(), RunState::Done);
        QVERIFY(!isAsking(document()->cell(0)));
    }

    // Whoever ran the cell with Shift+Enter types the answer at once: into the field, not into the next cell.
    void aQuestionIsSeenAndHasTheKeyboard()
    {
        QStringList texts(30, u"1"_s);
        texts.append(u"name = input()"_s);
        fill(texts);
        QStringList answers;
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) {
            run->stream(StreamName::Stdout, QString(u"line\n"_s).repeated(12));
            run->input(u"Name: "_s, false, [&answers, run](const QString &line) {
                answers.append(line);
                run->finish(Outcome::Done);
            });
        };
        canvas()->setCurrent(30);
        QTest::keyClick(canvas(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Edit); // The new cell below.
        QTRY_VERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
        auto *field = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QCOMPARE(field->objectName(), u"inputField"_s);
        QVERIFY(canvas()->viewport()->rect().contains(field->geometry()));
        QTest::keyClicks(field, u"Ada"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(answers, QStringList { u"Ada"_s });
        // Then the cell that was being written has it again.
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget *>(canvas()->editor()));
        // Who writes is not disturbed.
        QTest::keyClicks(canvas()->editor(), u"x = 1"_s);
        m_view->run({ 30 });
        QTRY_VERIFY(isAsking(document()->cell(30)));
        canvas()->flush();
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget *>(canvas()->editor()));
        m_targets->runs.back()->finish(Outcome::Interrupted);
    }

    // Run with Ctrl+Enter the caret stays in the cell, and the answer must not become code.
    void aQuestionOfTheEditedCellHasTheKeyboard()
    {
        fill({ u""_s });
        QString answer;
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) {
            run->input(u"Name? "_s, false, [&answer, run](const QString &line) {
                answer = line;
                run->finish(Outcome::Done);
            });
        };
        canvas()->edit();
        QTest::keyClicks(canvas()->editor(), u"n = input"_s);
        QTest::keyClick(canvas()->editor(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
        QTest::keyClicks(QApplication::focusWidget(), u"Bob"_s);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_COMPARE(answer, u"Bob"_s);
        QCOMPARE(document()->cell(0)->source(), u"n = input"_s);
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget *>(canvas()->editor()));
    }

    void theCaretStaysWhereItWasBeforeAQuestion()
    {
        fill({ u"a = 1\nb = input()\nc = 3"_s, u"other"_s });
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) {
            run->input(u"Name? "_s, false, [run](const QString &) { run->finish(Outcome::Done); });
        };
        canvas()->edit(10);
        for (const auto modifier : { Qt::ControlModifier, Qt::ShiftModifier }) {
            canvas()->setCurrent(0);
            canvas()->edit();
            QCOMPARE(canvas()->editor()->position(), 10);
            QTest::keyClick(canvas()->editor(), Qt::Key_Return, modifier);
            QTRY_VERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
            QTest::keyClicks(QApplication::focusWidget(), u"Bob"_s);
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
            QTRY_VERIFY(!m_view->isBusy());
            canvas()->flush();
            QTRY_VERIFY(!m_view->findChild<QLineEdit *>(u"inputField"_s));
            if (modifier == Qt::ControlModifier) {
                QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget *>(canvas()->editor()));
                QCOMPARE(canvas()->editor()->position(), 10);
            }
        }
        canvas()->setCurrent(0);
        canvas()->edit();
        QCOMPARE(canvas()->editor()->position(), 10);
    }

    void aQuestionMayBeGoneBeforeItIsShown()
    {
        fill({ u"input()"_s });
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) {
            run->input(u"Name: "_s, false, [](const QString &) {});
            run->finish(Outcome::Interrupted);
        };
        m_view->run({ 0 });
        QTRY_COMPARE(document()->cell(0)->runState(), RunState::Interrupted);
        QVERIFY(document()->cell(0)->outputs()->isEmpty());
        canvas()->flush();
        QVERIFY(!m_view->findChild<QLineEdit *>(u"inputField"_s));
    }

    // The cell that is being written stays in sight when what runs above it prints.
    void theEditedCellIsNotPushedOutOfSight()
    {
        QStringList texts(20, u"1"_s);
        texts.append(u"print()"_s);
        fill(texts);
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &) {};
        canvas()->setCurrent(20);
        QTest::keyClick(canvas(), Qt::Key_Return, Qt::ShiftModifier);
        QVERIFY(canvas()->viewport()->rect().contains(canvas()->editor()->geometry()));
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        m_targets->runs.back()->stream(StreamName::Stdout, QString(u"line\n"_s).repeated(30));
        QTRY_VERIFY(canvas()->outputRect(20, document()->cell(20)->outputs()->at(0).id()).height() > 100);
        QVERIFY(canvas()->viewport()->rect().contains(canvas()->editor()->geometry()));
        // Whoever has scrolled away from it is left there.
        canvas()->verticalScrollBar()->setValue(0);
        m_targets->runs.back()->stream(StreamName::Stdout, QString(u"line\n"_s).repeated(30));
        canvas()->flush();
        QCOMPARE(canvas()->verticalScrollBar()->value(), 0);
    }

    // --- cells

    void cellsAreDraggedByTheirGutter()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s, u"d"_s });
        const auto gutter = [this](int cell) { return QPoint(20, int(canvas()->codeRect(cell).center().y())); };
        QWidget *viewport = canvas()->viewport();
        QTest::mousePress(viewport, Qt::LeftButton, {}, gutter(0));
        const QPoint below = gutter(2) + QPoint(0, 12);
        QTest::mouseMove(viewport, gutter(1));
        QMouseEvent move(QEvent::MouseMove, QPointF(below), viewport->mapToGlobal(QPointF(below)), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(viewport, &move);
        picture(m_view.get(), u"drag"_s);
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, below);
        QCOMPARE(sources(), (QStringList { u"b"_s, u"c"_s, u"a"_s, u"d"_s }));
        QCOMPARE(canvas()->current(), 2);
        document()->undo();
        QCOMPARE(sources(), (QStringList { u"a"_s, u"b"_s, u"c"_s, u"d"_s }));
        // A click alone selects.
        QTest::mouseClick(viewport, Qt::LeftButton, {}, gutter(3));
        QCOMPARE(canvas()->current(), 3);
        QCOMPARE(sources().size(), 4);
    }

    void tagsAreShownAndStored()
    {
        fill({ u"a = 1"_s });
        document()->cell(0)->setTags({ u"parameters"_s, u" slow "_s, u"slow"_s, {} });
        QCOMPARE(document()->cell(0)->tags(), (QStringList { u"parameters"_s, u"slow"_s }));
        canvas()->flush();
        picture(m_view.get(), u"tags"_s);
        QVERIFY(document()->toBytes().contains("\"tags\""));
        document()->undo();
        QVERIFY(document()->cell(0)->tags().isEmpty());
    }

    void deletedCellsComeBackFromTheBin()
    {
        fill({ u"keep"_s, u"precious = 42"_s });
        canvas()->setCurrent(1);
        action(u"notebook.delete"_s)->trigger();
        QTRY_VERIFY(action(u"notebook.bin"_s)->isEnabled());
        action(u"notebook.bin"_s)->trigger();
        auto *bin = m_view->findChild<BinView *>();
        QVERIFY(bin);
        picture(bin, u"bin"_s);
        bin->restore();
        QCOMPARE(sources(), (QStringList { u"keep"_s, u"precious = 42"_s }));
        bin->close();
    }

    void tracebacksJumpToTheLine()
    {
        fill({ u"x = 1\ny = 2\nz = x / 0"_s, u"other"_s });
        document()->cell(0)->setExecutionCount(7);
        canvas()->setCurrent(1);
        OutputRequest request { OutputRequest::Kind::GoToCell, u"7:3"_s };
        Q_EMIT canvas()->outputRequested(document()->cell(1), 0, request);
        QCOMPARE(canvas()->current(), 0);
        QVERIFY(canvas()->editor());
        QCOMPARE(canvas()->editor()->line(), 3);
    }

    void everyKeyCanBeChanged()
    {
        fill({ u"a"_s, u"b"_s });
        KeyMap &map = KeyMap::instance();
        const auto restore = qScopeGuard([&map]() { map.resetAll(); });
        QVERIFY(map.conflict(u"notebook.toCode"_s, QKeySequence(u"D"_s)).contains("delete"_L1)); // D would never come to D, D.
        QVERIFY(map.conflict(u"notebook.toCode"_s, QKeySequence(u"Ctrl+E"_s)).isEmpty());
        map.setKeys(u"notebook.insertBelow"_s, { QKeySequence(u"Ctrl+E"_s) });
        QTest::keyClick(canvas(), Qt::Key_B);
        QCOMPARE(document()->count(), 2);
        QTest::keyClick(canvas(), Qt::Key_E, Qt::ControlModifier);
        QCOMPARE(document()->count(), 3);
        QVERIFY(action(u"notebook.insertBelow"_s)->toolTip().contains("Ctrl+E"_L1));
        // Also while a cell is edited.
        map.setKeys(u"notebook.run"_s, { QKeySequence(u"Ctrl+R"_s) });
        edit(0, 0);
        QTest::keyClick(canvas()->editor(), Qt::Key_R, Qt::ControlModifier);
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        map.reset(u"notebook.insertBelow"_s);
        canvas()->command();
        QTest::keyClick(canvas(), Qt::Key_B);
        QCOMPARE(document()->count(), 4);
        KeysDialog dialog({ { u"notebook.delete"_s, u"Delete cells"_s }, { u"notebook.toCode"_s, u"Make code cells"_s } });
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        picture(&dialog, u"keys"_s);
    }

    // In the order in which it is stored, with numbers as they were written.
    void jsonKeepsItsOrder()
    {
        const auto value = Notebook::Json::parse("{ \"zeta\": 1.0, \"alpha\": \"\\u00e9\\\"\", \"mid\": { \"b\": 1e3, \"a\": null } }");
        QVERIFY(value);
        JsonBlock block(*value);
        block.layout(500, 1);
        QCOMPARE(block.lines().sliced(1), (QStringList { u"  zeta: 1.0"_s, u"  alpha: \"\u00e9\\\"\""_s, u"  mid: {2 entries}"_s, u"    b: 1e3"_s, u"    a: null"_s }));
        QVERIFY2(block.plainText().startsWith("{\n    \"zeta\": 1.0,\n    \"alpha\": "_L1), qPrintable(block.plainText()));
        QVERIFY(block.plainText().endsWith("\"a\": null\n    }\n}\n"_L1));
    }

    void jsonIsATree()
    {
        QJsonArray many;
        for (int i = 0; i < 250; ++i)
            many.append(i);
        JsonBlock block(Notebook::Json::Value::fromQt(QJsonObject { { u"name"_s, u"route"_s }, { u"ok"_s, true }, { u"many"_s, many }, { u"few"_s, QJsonArray { 1, QJsonValue::Null } } }));
        block.layout(500, 1);
        QCOMPARE(block.lines().size(), 7); // The container, four entries, and two of the short one.
        QVERIFY(block.lines().contains(u"  name: \"route\""_s));
        QVERIFY(block.lines().contains(u"  many: [250 items]"_s));
        const int line = int(block.lines().indexOf(u"  many: [250 items]"_s));
        block.toggle(line);
        QCOMPARE(block.lines().size(), 7 + JsonBlock::step + 1);
        QVERIFY(block.lines().contains(u"    150 more"_s));
        block.toggle(int(block.lines().indexOf(u"    150 more"_s)));
        QVERIFY(block.lines().contains(u"    50 more"_s));
        block.toggle(line);
        QCOMPARE(block.lines().size(), 7);
        QCOMPARE(block.height(), 7.0 * Fonts::lineHeight(Fonts::Role::Output));
        fill({ u"show()"_s });
        document()->cell(0)->outputs()->appendDisplay(MimeBundle::fromJson({ { u"application/json"_s, QJsonObject { { u"name"_s, u"route"_s }, { u"p99"_s, 241.7 }, { u"ok"_s, true }, { u"routes"_s, QJsonArray { u"/v1"_s, u"/v2"_s } }, { u"all"_s, many } } } }));
        canvas()->flush();
        picture(m_view.get(), u"json"_s);
    }

    void anOutputInItsOwnTabWrapsAndCopies()
    {
        fill({ u"a"_s });
        document()->cell(0)->outputs()->appendStream(StreamName::Stdout, QString(QString(400, u'x') + u"\nsecond line\n"_s));
        QSignalSpy opened(m_view.get(), &NotebookView::openInTabRequested);
        Q_EMIT canvas()->outputRequested(document()->cell(0), document()->cell(0)->outputs()->at(0).id(), { OutputRequest::Kind::OpenStream, {} });
        QCOMPARE(opened.count(), 1);
        const std::unique_ptr<StreamViewer> viewer(qobject_cast<StreamViewer *>(opened.at(0).at(0).value<QWidget *>()));
        QVERIFY(viewer);
        viewer->resize(500, 300);
        viewer->show();
        viewer->area()->setWrap(true);
        QVERIFY(viewer->area()->wraps());
        picture(viewer.get(), u"output-tab"_s);
    }

    // The same find as everywhere, by keyboard alone: forwards and backwards, around the ends, case, whole words, expressions, count.
    void anOutputInItsOwnTabIsSearchedByKeyboard()
    {
        fill({ u"a"_s });
        QString text;
        for (int i = 0; i < 3000; ++i)
            text += u"%1 step of the loop, loss 0.%2\n"_s.arg(i, 4).arg(i % 7);
        text += u"Needle here\n"_s + QString(3000, u'x') + u" needle, needles\nend\n"_s;
        document()->cell(0)->outputs()->appendStream(StreamName::Stdout, text);
        QSignalSpy opened(m_view.get(), &NotebookView::openInTabRequested);
        Q_EMIT canvas()->outputRequested(document()->cell(0), document()->cell(0)->outputs()->at(0).id(), { OutputRequest::Kind::OpenStream, {} });
        const std::unique_ptr<StreamViewer> viewer(qobject_cast<StreamViewer *>(opened.at(0).at(0).value<QWidget *>()));
        QVERIFY(viewer);
        StreamArea *area = viewer->area();
        viewer->resize(700, 360);
        viewer->show();
        viewer->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(viewer.get()));
        area->setFocus();
        QTest::keyClick(area, Qt::Key_F, Qt::ControlModifier);
        auto *field = viewer->findChild<QLineEdit *>(u"findField"_s);
        QVERIFY(field);
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, u"needle"_s);
        QTRY_COMPARE(viewer->summary(), u"1 of 3"_s);
        QCOMPARE(area->selectedText(), u"Needle"_s);
        QCOMPARE(area->anchor(), (Notebook::TextPosition { 3000, 0 }));
        QVERIFY(!area->caretRect().isEmpty());
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(viewer->summary(), u"2 of 3"_s);
        QCOMPARE(area->anchor(), (Notebook::TextPosition { 3001, 3001 }));
        QTRY_VERIFY(QRectF(area->viewport()->rect()).contains(area->caretRect())); // Far to the right.
        picture(viewer.get(), u"output-tab-found"_s);
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(viewer->summary(), u"1 of 3"_s);
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(viewer->summary(), u"3 of 3"_s);
        QTest::keyClick(field, Qt::Key_F3);
        QCOMPARE(viewer->summary(), u"1 of 3"_s);
        QTest::keyClick(field, Qt::Key_W, Qt::AltModifier);
        QTRY_COMPARE(viewer->summary(), u"1 of 2"_s);
        QTest::keyClick(field, Qt::Key_C, Qt::AltModifier);
        QTRY_COMPARE(viewer->summary(), u"1 of 1"_s);
        QTest::keyClick(field, Qt::Key_W, Qt::AltModifier);
        QTest::keyClick(field, Qt::Key_C, Qt::AltModifier);
        QTest::keyClick(field, Qt::Key_R, Qt::AltModifier);
        field->selectAll();
        QTest::keyClicks(field, u"^ *29[0-9]{2} step"_s);
        QTRY_VERIFY2(viewer->summary().endsWith(" of 100"_L1), qPrintable(viewer->summary()));
        field->selectAll();
        QTest::keyClicks(field, u"(unclosed"_s);
        QTRY_VERIFY2(viewer->summary().contains("character"_L1), qPrintable(viewer->summary()));
        field->selectAll();
        QTest::keyClicks(field, u"nowhere at all"_s);
        QTRY_COMPARE(viewer->summary(), u"Nothing matches"_s);
        // Back in the text; F3 there looks for what is selected.
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
        QTRY_VERIFY(area->hasFocus());
        QCOMPARE(viewer->search()->matches().size(), size_t(0));
    }

    // What arrives is looked at, too, and what was written over is found no more.
    void whatArrivesInATabIsFound()
    {
        fill({ u"a"_s });
        auto *outputs = document()->cell(0)->outputs();
        outputs->appendStream(StreamName::Stdout, u"needle\n\rloading needle"_s);
        QSignalSpy opened(m_view.get(), &NotebookView::openInTabRequested);
        Q_EMIT canvas()->outputRequested(document()->cell(0), outputs->at(0).id(), { OutputRequest::Kind::OpenStream, {} });
        const std::unique_ptr<StreamViewer> viewer(qobject_cast<StreamViewer *>(opened.at(0).at(0).value<QWidget *>()));
        QVERIFY(viewer);
        viewer->show();
        viewer->openFind();
        QTest::keyClicks(viewer->findChild<QLineEdit *>(u"findField"_s), u"needle"_s);
        QTRY_COMPARE(viewer->summary(), u"1 of 2"_s);
        outputs->appendStream(StreamName::Stdout, u"\r\x1b[Kdone\nneedle needle\n"_s);
        QTRY_COMPARE_WITH_TIMEOUT(viewer->summary(), u"1 of 3"_s, 15'000);
    }

    // A hundred megabytes are looked through in pieces, from one end and the other, and one that is under way ends with the bar.
    void aHugeTabIsSearchedInPieces()
    {
        Notebook::StreamText text;
        const QByteArray lines = QByteArray("the quick brown fox jumps over the lazy dog again and again\n").repeated(4000);
        while (text.size() < 100'000'000)
            text.appendUtf8(lines);
        text.append(u"the needle\n"_s);
        StreamViewer viewer([&text]() { return &text; });
        viewer.resize(700, 400);
        viewer.show();
        viewer.openFind();
        auto *field = viewer.findChild<QLineEdit *>(u"findField"_s);
        field->setText(u"needle"_s);
        viewer.findNext(true);
        Q_EMIT field->textEdited(field->text());
        QTRY_VERIFY(viewer.search()->isRunning());
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!viewer.search()->isRunning());
        viewer.openFind();
        Q_EMIT field->textEdited(field->text());
        QTRY_COMPARE_WITH_TIMEOUT(viewer.summary(), u"1 of 1"_s, 120'000);
        QVERIFY(viewer.search()->largestSlice() <= Notebook::Search::sliceSize + Notebook::StreamText::maximumRowSize);
        QVERIFY(viewer.area()->anchor().row > 1'000'000);
    }

    /// Who reads further up is told how much arrived below, and gets there by one press.
    void linesThatArriveOutOfSightAreCounted()
    {
        fill({ u"a"_s });
        const auto lines = [](int count) { return u"a line of the log\n"_s.repeated(count); };
        document()->cell(0)->outputs()->appendStream(StreamName::Stdout, lines(300));
        QSignalSpy opened(m_view.get(), &NotebookView::openInTabRequested);
        Q_EMIT canvas()->outputRequested(document()->cell(0), document()->cell(0)->outputs()->at(0).id(), { OutputRequest::Kind::OpenStream, {} });
        const std::unique_ptr<StreamViewer> viewer(qobject_cast<StreamViewer *>(opened.at(0).at(0).value<QWidget *>()));
        QVERIFY(viewer);
        viewer->resize(500, 300);
        viewer->show();
        auto *pill = viewer->area()->findChild<QPushButton *>();
        QVERIFY(pill && !pill->isVisible());
        viewer->area()->scrollToEnd();
        const int before = viewer->area()->verticalScrollBar()->maximum();
        document()->cell(0)->outputs()->appendStream(StreamName::Stdout, lines(10));
        QTRY_COMPARE(viewer->area()->verticalScrollBar()->maximum(), before + 10);
        QVERIFY(viewer->area()->isAtEnd());
        QVERIFY(!pill->isVisible()); // It follows.
        viewer->area()->verticalScrollBar()->setValue(20);
        document()->cell(0)->outputs()->appendStream(StreamName::Stdout, lines(132));
        QTRY_VERIFY(pill->isVisible());
        QCOMPARE(pill->text(), u"132 new lines"_s);
        QCOMPARE(viewer->area()->verticalScrollBar()->value(), 20);
        QVERIFY(viewer->area()->viewport()->geometry().contains(pill->geometry()));
        picture(viewer.get(), u"output-new-lines"_s);
        QTest::mouseClick(pill, Qt::LeftButton);
        QVERIFY(viewer->area()->isAtEnd());
        QVERIFY(!pill->isVisible());
        document()->cell(0)->outputs()->appendStream(StreamName::Stdout, lines(5));
        QTRY_COMPARE(viewer->area()->text()->rowCount(), 447);
        QTest::qWait(60);
        QVERIFY(!pill->isVisible());
    }

    // --- exporting

    // 30: a table that is wider than a page stands there in blocks of columns, each with the names of its rows; cells have their numbers.
    void aWideTableIsReadableOnPaper()
    {
        QString html = u"<table><thead><tr><th></th>"_s;
        for (int column = 0; column < 40; ++column)
            html += u"<th>column %1</th>"_s.arg(column);
        html += u"</tr></thead><tbody>"_s;
        for (int row = 0; row < 12; ++row) {
            html += u"<tr><th>row %1</th>"_s.arg(row);
            for (int column = 0; column < 40; ++column)
                html += u"<td>0.%1%2</td>"_s.arg(475990 + row).arg(column);
            html += u"</tr>"_s;
        }
        html += u"</tbody></table>"_s;
        fill({ u"frame"_s, u"print(1)"_s });
        document()->insertCell(0, Notebook::CellKind::Markdown, u"# A report\n\nWith a wide table, and `code`."_s);
        Cell *cell = document()->cell(1);
        cell->setExecutionCount(7);
        cell->outputs()->appendDisplay(MimeBundle::fromJson({ { u"text/html"_s, html }, { u"text/plain"_s, u"frame"_s } }));
        document()->cell(2)->setExecutionCount(8);
        document()->cell(2)->outputs()->appendStream(StreamName::Stdout, u"1\n"_s.repeated(20));
        const QString paper = HtmlExport::cell(*cell, true);
        QVERIFY(paper.contains(">[7]<"_L1));
        QVERIFY(paper.count("<table"_L1) > 4);
        QCOMPARE(paper.count(">row 3<"_L1), paper.count("<table"_L1) - 1); // In each block; the other table is the code.
        for (int column = 0; column < 40; ++column)
            QCOMPARE(paper.count(u">column %1<"_s.arg(column)), 1);
        QVERIFY(!HtmlExport::cell(*cell, false).contains("margin-left"_L1));
        QTemporaryDir folder;
        QCOMPARE(writePdf(folder.filePath(u"wide.pdf"_s), HtmlExport::page(*document(), u"wide"_s, true), u"wide"_s), QString());
        QDir().mkpath(u"" WB_PICTURES ""_s);
        const QString kept = u"" WB_PICTURES "/wide.pdf"_s;
        QFile::remove(kept);
        QVERIFY(QFile::copy(folder.filePath(u"wide.pdf"_s), kept));
    }

    void exportsAreWhole()
    {
        QTemporaryDir folder;
        fill({ u"import os\n%matplotlib inline\nprint('<b>')"_s });
        Cell *cell = document()->cell(0);
        cell->setExecutionCount(3);
        cell->outputs()->appendStream(StreamName::Stdout, u"\x1b[31mred\x1b[0m <script>alert(1)</script>\n");
        cell->outputs()->appendDisplay(MimeBundle::fromJson({ { u"image/png"_s, QString::fromLatin1(png(Qt::red).toBase64()) }, { u"text/plain"_s, u"<Figure>"_s } }));
        cell->outputs()->appendResult(MimeBundle::fromJson({ { u"text/html"_s, u"<table><tr><th>a</th></tr><tr><td>1</td></tr></table><script>evil()</script><img src='http://x/y.png'>"_s } }));
        document()->insertCell(0, CellKind::Markdown, u"# Title\n\n**bold** <script>no()</script> $a_b$\n\n![far](http://example.com/x.png)"_s);
        Notebook::Binding bash;
        bash.language = u"bash"_s;
        document()->insertCell(2, CellKind::Code, u"ls -l"_s, bash);

        const auto read = [&](const QString &format, const QString &name) {
            QSignalSpy finished(m_view.get(), &NotebookView::exportFinished);
            m_view->exportTo(folder.filePath(name), format);
            if (!finished.wait(30'000) || !finished.at(0).at(0).toBool())
                return QByteArray("failed");
            QFile file(folder.filePath(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
        };
        const QByteArray html = read(u"html"_s, u"a.html"_s);
        QVERIFY(html.startsWith("<!DOCTYPE html>"));
        QVERIFY(html.endsWith("</html>\n"));
        QVERIFY(html.contains("default-src 'none'"));
        QVERIFY(!html.contains("<script"));
        QVERIFY(!html.contains("src=\"http"));
        QVERIFY(!html.contains("src='http"));
        QVERIFY(html.contains("data:image/png;base64,"));
        QVERIFY(html.contains("<span class=\"a1\">red</span>"));
        QVERIFY(html.contains("&lt;script&gt;alert(1)"));
        QVERIFY(html.contains("<span class=\"k\">import</span>"));
        QVERIFY(html.contains("<td align=\"right\">1</td>"));
        const QByteArray markdown = read(u"markdown"_s, u"a.md"_s);
        QVERIFY(markdown.startsWith("# Title"));
        QVERIFY(markdown.contains("```python\nimport os"));
        QVERIFY(markdown.contains("```bash\nls -l\n```"));
        const QByteArray script = read(u"script"_s, u"a.py"_s);
        QVERIFY(script.startsWith("#!/usr/bin/env python3"));
        QVERIFY(script.contains("\n# %matplotlib inline\n"));
        QVERIFY(script.contains("\nprint('<b>')\n"));
        QVERIFY(script.contains("# %% [bash]\n# ls -l"));
        QVERIFY(script.contains("# %% [markdown]\n# # Title"));
        const QByteArray pdf = read(u"pdf"_s, u"a.pdf"_s);
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY(pdf.size() > 5000);
        QVERIFY(read(u"html"_s, u"no/such/folder.html"_s) == "failed");
    }

    // --- for those who do not see it

    // Wish 33: names, roles and order of cells and outputs.
    void aScreenReaderFindsCellsAndOutputs()
    {
        fill({ u"a = 1"_s, u"plot()"_s });
        Cell *cell = document()->cell(1);
        cell->outputs()->appendStream(StreamName::Stdout, u"line one\nline two\n");
        cell->outputs()->appendDisplay(MimeBundle::fromJson({ { u"image/png"_s, QString::fromLatin1(png(Qt::red).toBase64()) }, { u"text/plain"_s, u"<Figure 6x4>"_s } }));
        cell->outputs()->appendResult(MimeBundle::fromJson({ { u"text/html"_s, u"<table><tr><th>a</th></tr><tr><td>1</td></tr></table>"_s } }));
        cell->outputs()->appendError(u"ValueError"_s, u"bad"_s, { u"Traceback"_s, u"ValueError: bad"_s });
        document()->insertCell(2, CellKind::Markdown, u"# Words"_s);
        canvas()->flush();

        QAccessibleInterface *list = QAccessible::queryAccessibleInterface(canvas());
        QVERIFY(list);
        QCOMPARE(list->role(), QAccessible::List);
        QCOMPARE(list->text(QAccessible::Name), u"Notebook cells"_s);
        QCOMPARE(list->childCount(), 3);
        QAccessibleInterface *second = list->child(1);
        QVERIFY(second && second->isValid());
        QCOMPARE(second->role(), QAccessible::ListItem);
        QVERIFY2(second->text(QAccessible::Name).startsWith("Cell 2, Python in py-analysis"_L1), qPrintable(second->text(QAccessible::Name)));
        QCOMPARE(list->indexOfChild(second), 1);
        QCOMPARE(second->parent(), list);
        QCOMPARE(second->childCount(), 5);
        const QList<QAccessible::Role> roles { QAccessible::EditableText, QAccessible::StaticText, QAccessible::Graphic, QAccessible::Table, QAccessible::AlertMessage };
        for (int i = 0; i < roles.size(); ++i)
            QCOMPARE(second->child(i)->role(), roles[i]);
        QCOMPARE(second->child(0)->textInterface()->text(0, 100), u"plot()"_s);
        QCOMPARE(second->child(1)->textInterface()->text(0, 100), u"line one\nline two\n"_s);
        QCOMPARE(second->child(1)->text(QAccessible::Name), u"Output"_s);
        QVERIFY(second->child(2)->text(QAccessible::Name).contains("<Figure 6x4>"_L1));
        QVERIFY(second->child(3)->textInterface()->text(0, 100).contains(u'1'));
        QCOMPARE(second->child(4)->text(QAccessible::Name), u"Error, ValueError: bad"_s);
        QCOMPARE(list->child(2)->child(0)->role(), QAccessible::Paragraph);
        // In order from top to bottom, without overlaps.
        int bottom = 0;
        for (int i = 0; i < 2; ++i) {
            QVERIFY(list->child(i)->rect().top() >= bottom);
            bottom = list->child(i)->rect().bottom();
        }
        QVERIFY(second->rect().contains(second->child(0)->rect()));
        // Focus and selection are told, and the editor stands in for the source while it edits.
        canvas()->setCurrent(1);
        canvas()->setFocus();
        QCOMPARE(list->focusChild(), second);
        QVERIFY(second->state().focused);
        QVERIFY(second->state().selected);
        QVERIFY(!list->child(0)->state().selected);
        canvas()->edit(0);
        QVERIFY(second->child(0)->object() == canvas()->editor());
        QVERIFY(list->focusChild()->object() == canvas()->editor());
        canvas()->command();
        second->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QVERIFY(canvas()->editor());
        canvas()->command();
        // A cell that goes is no longer valid, and nothing dangles.
        document()->removeCell(1);
        QVERIFY(!second->isValid());
        QCOMPARE(list->childCount(), 2);
        document()->undo();
        QVERIFY(list->child(1)->isValid());
        QCOMPARE(list->child(1)->childCount(), 5);
    }

    void everyControlHasAName()
    {
        fill({ u"a"_s });
        QTest::keyClick(canvas(), Qt::Key_H, Qt::ControlModifier);
        const QList<QWidget *> widgets = m_view->findChildren<QWidget *>();
        for (const QWidget *widget : widgets) {
            if (!widget->isVisibleTo(m_view.get()) || widget->focusPolicy() == Qt::NoFocus)
                continue;
            QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
            QVERIFY(interface);
            QVERIFY2(!interface->text(QAccessible::Name).isEmpty(), qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName()));
        }
    }

    void largeFontsAndRightToLeftFit()
    {
        fill({ u"for chunk in read_chunks('data.parquet', 240):\n    model.partial_fit(chunk)"_s, u"x"_s });
        document()->insertCell(0, CellKind::Markdown, u"# \u05de\u05d7\u05e7\u05e8\n\u05e9\u05dc\u05d5\u05dd"_s);
        document()->cell(1)->outputs()->appendStream(StreamName::Stdout, u"chunk 118/240\n");
        m_view->setLayoutDirection(Qt::RightToLeft);
        QTest::keyClick(canvas(), Qt::Key_F, Qt::ControlModifier);
        picture(m_view.get(), u"rtl"_s);
        m_view->setLayoutDirection(Qt::LeftToRight);
        Fonts::setScale(2.0);
        m_view->resize(1100, 760);
        canvas()->flush();
        picture(m_view.get(), u"work-200"_s);
        // Code keeps its direction, and nothing reaches over the edge.
        for (int i = 0; i < document()->count(); ++i) {
            QVERIFY(canvas()->codeRect(i).right() <= canvas()->viewport()->width());
            QVERIFY(canvas()->cellRect(i).height() >= canvas()->codeRect(i).height());
        }
    }
};

QTEST_MAIN(CellsWork)
#include "tst_cells_work.moc"

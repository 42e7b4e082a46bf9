// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Every part around the cells in every state, theme and size, on sheets for people to look at; what can be measured is
// checked: nothing asks for more room than it has, and each part says something where it is empty or fails.
#include "fakes.h"
#include "gallery.h"

#include "notebook/binview.h"
#include "notebook/canvasparts.h"
#include "notebook/cellcanvas.h"
#include "notebook/codeeditor.h"
#include "notebook/comparerun.h"
#include "notebook/completion.h"
#include "notebook/datagrid.h"
#include "notebook/diffview.h"
#include "notebook/findbar.h"
#include "notebook/keysdialog.h"
#include "notebook/notebookview.h"
#include "notebook/outlinepane.h"
#include "notebook/picturediff.h"
#include "notebook/queuepane.h"
#include "notebook/variablespane.h"
#include "shared/banner.h"
#include "shell/actions.h"
#include "theme/fonts.h"
#include "theme/theme.h"
#include "theme/workbenchstyle.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QHeaderView>
#include <QJsonArray>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::MimeBundle;
using Notebook::Outcome;
using Notebook::StreamName;

namespace {

QString widths(QTableView *table)
{
    QStringList all;
    for (int i = 0; i < table->model()->columnCount(); ++i)
        all << u"%1 of %2"_s.arg(table->columnWidth(i)).arg(static_cast<QAbstractItemView *>(table)->sizeHintForColumn(i));
    return all.join(u", "_s);
}

const QString longName = u"a_very_long_variable_name_that_somebody_really_wrote_in_a_notebook"_s;

} // namespace

class CellsGallery : public QObject
{
    Q_OBJECT

    std::unique_ptr<FakeTargets> m_targets;
    std::unique_ptr<NotebookView> m_view;
    qreal m_scale = 1;

    Notebook::Document *document() const { return m_view->document(); }
    CellCanvas *canvas() const { return m_view->canvas(); }
    QSize sized(int width, int height) const { return QSize(int(width * m_scale), int(height * m_scale)); }

    void fill(const QStringList &texts)
    {
        for (const QString &text : texts)
            document()->insertCell(document()->count(), CellKind::Code, text);
        document()->removeCell(0);
        canvas()->setCurrent(0);
        canvas()->flush();
    }

    void begin()
    {
        QFETCH(int, kind);
        QFETCH(qreal, scale);
        start(Theme::Kind(kind), scale);
    }

    void start(Theme::Kind kind, qreal scale)
    {
        m_scale = scale;
        Theme::setCurrent(kind);
        Fonts::setScale(scale);
        m_targets = std::make_unique<FakeTargets>();
        m_targets->add(u"py"_s, u"py-analysis"_s, u"python"_s, 0, u"ctx-1"_s);
        m_targets->add(u"py"_s, u"py-analysis"_s, u"bash"_s, 0);
        m_targets->add(u"gpu"_s, u"gpu-trainer-with-a-rather-long-name"_s, u"python"_s, 3, u"ctx-1"_s);
        m_view = std::make_unique<NotebookView>(m_targets.get());
        m_view->attach(u"local"_s, u"py"_s);
        m_view->resize(sized(850, 560));
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }

    static void themes()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<qreal>("scale");
        for (const qreal scale : { 1.0, 2.0 }) {
            const char *size = scale > 1 ? "-200" : "";
            QTest::addRow("light%s", size) << int(Theme::Kind::Light) << scale;
            QTest::addRow("dark%s", size) << int(Theme::Kind::Dark) << scale;
            QTest::addRow("contrast%s", size) << int(Theme::Kind::HighContrast) << scale;
        }
    }

private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(new WorkbenchStyle); }

    void cleanup()
    {
        if (m_targets)
            m_targets->runs.clear();
        m_view.reset();
        m_targets.reset();
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
        Fonts::setScale(1.0);
        Theme::setCurrent(Theme::Kind::Light);
    }

    void docks_data() { themes(); }

    void docks()
    {
        begin();
        Sheet sheet;
        fill({ u"df = load()"_s, u"model.fit(df)"_s, u"print(report)"_s });
        VariablesPane variables(m_targets.get());
        variables.resize(sized(286, 300));
        variables.show();
        sheet.add(u"no notebook"_s, &variables);
        variables.setView(m_view.get());
        QTRY_COMPARE(variables.emptyText(), u"No variables here."_s);
        sheet.add(u"not offered"_s, &variables);
        m_targets->inspects = true;
        variables.refresh();
        QTRY_VERIFY(variables.emptyText().startsWith("No variables yet"_L1));
        sheet.add(u"none yet"_s, &variables);
        m_targets->variableList = { { u"df"_s, u"DataFrame"_s, u"590437 \u00d7 9"_s, {}, 42'511'464 },
                                    { u"n_routes"_s, u"int"_s, {}, u"14"_s, 28 },
                                    { u"cfg"_s, u"dict"_s, u"7"_s, u"{'route': '/v1/execute', 'limit': 30}"_s, 232 },
                                    { longName, u"collections.OrderedDict[str, list[int]]"_s, u"12"_s, u"a preview that goes on and on and on and on and on"_s, 1'048'576 },
                                    { u"\u05e9\u05dd"_s, u"str"_s, u"4"_s, u"'\u05e9\u05dc\u05d5\u05dd'"_s, 56 } };
        variables.refresh();
        QTRY_COMPARE(variables.variables().size(), 5);
        variables.table()->setCurrentIndex(variables.table()->model()->index(1, 0));
        // Where there is little room, the value has it.
        QVERIFY(variables.table()->isColumnHidden(3));
        QVERIFY2(variables.table()->columnWidth(2) >= variables.table()->fontMetrics().horizontalAdvance(u"590437 \u00d7 9"_s), qPrintable(widths(variables.table())));
        sheet.add(u"variables"_s, &variables);
        variables.resize(sized(420, 300));
        QVERIFY(!variables.table()->isColumnHidden(3));
        // A long name has the room that the values do not need; all others are whole.
        const QFontMetrics code(Fonts::output());
        QVERIFY(variables.table()->columnWidth(0) > 150 * m_scale);
        QVERIFY2(variables.table()->columnWidth(2) >= static_cast<QAbstractItemView *>(variables.table())->sizeHintForColumn(2), qPrintable(widths(variables.table())));
        QVERIFY(variables.table()->columnWidth(0) >= code.horizontalAdvance(u"n_routes"_s) + 20 * m_scale);
        sheet.add(u"variables, wide"_s, &variables);
        variables.resize(sized(286, 300));
        m_view->runAll();
        QTRY_VERIFY(variables.footerText().startsWith("Busy"_L1));
        sheet.add(u"busy"_s, &variables);

        QueuePane queue(m_targets.get());
        queue.setView(m_view.get());
        queue.resize(sized(286, 220));
        queue.show();
        QTRY_COMPARE(queue.lines().size(), 4);
        queue.select(document()->cell(1));
        sheet.add(u"queue"_s, &queue);
        m_targets->runs.front()->finish(Outcome::Done);
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
        m_targets->runs.back()->error(u"E"_s, u"v"_s, {});
        m_targets->runs.back()->finish(Outcome::Failed);
        QTRY_VERIFY(queue.lines().isEmpty());
        sheet.add(u"nothing queued"_s, &queue);

        OutlinePane outline;
        outline.resize(sized(286, 300));
        outline.show();
        outline.setView(m_view.get());
        document()->insertCell(0, CellKind::Markdown, u"# Latency study of the week with a heading that is too long for the dock\ntext\n## Where it comes from"_s);
        document()->insertCell(2, CellKind::Markdown, u"### \u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd"_s);
        QTRY_COMPARE(outline.entries().size(), 6);
        sheet.add(u"outline"_s, &outline);
        outline.setView(nullptr);
        sheet.add(u"no outline"_s, &outline);

        for (QWidget *pane : { static_cast<QWidget *>(&variables), static_cast<QWidget *>(&queue), static_cast<QWidget *>(&outline) })
            QVERIFY2(pane->minimumSizeHint().width() <= pane->width(), pane->metaObject()->className());
        QVERIFY(sheet.save(u"docks-"_s + QString::fromLatin1(QTest::currentDataTag())));
    }

    void views_data() { themes(); }

    void views()
    {
        begin();
        Sheet sheet;
        Inspection::Rows &rows = m_targets->table;
        rows.columns = { u"route"_s, u"count"_s, u"mean ms"_s, u"a column with a long heading"_s };
        for (int i = 0; i < 60; ++i) {
            rows.rows.append({ i % 3 ? u"/v1/execute"_s : u"/v1/files/with/a/long/path"_s, QString::number((i * 7919) % 1200), QString::number(i * 1.37, 'f', 2), i % 5 ? u"x"_s : QString() });
            rows.index.append(QString::number(i));
        }
        DataGrid grid([this](const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done) { m_targets->rows({}, {}, query, std::move(done)); });
        grid.resize(sized(560, 320));
        grid.show();
        QTRY_COMPARE(grid.shownRows(), 60);
        // The long heading gives way, so that nothing has to be scrolled to.
        const auto *cells = grid.findChild<QTableView *>();
        QVERIFY(cells->horizontalHeader()->length() <= cells->width());
        QCOMPARE(cells->model()->headerData(4, Qt::Horizontal, Qt::ToolTipRole).toString(), u"a column with a long heading"_s);
        grid.sortBy(2, Qt::DescendingOrder);
        sheet.add(u"grid, sorted"_s, &grid);
        {
            Inspection::Rows part = rows;
            DataGrid partly([&part](const Inspection::RowQuery &query, const Inspection::Answer<Inspection::Rows> &done) {
                Inspection::Rows page = part;
                page.total = 590'437;
                page.offset = query.offset;
                if (query.offset > 0)
                    return; // The rest does not come.
                done(page);
            });
            partly.resize(sized(560, 220));
            partly.show();
            QTRY_COMPARE(partly.shownRows(), 60);
            partly.sortBy(2, Qt::DescendingOrder);
            QCoreApplication::processEvents();
            sheet.add(u"grid, sorted among some"_s, &partly);
        }
        grid.setFilter(u"nothing like this"_s);
        QTRY_COMPARE(grid.shownRows(), 0);
        QTRY_COMPARE(grid.emptyText(), u"Nothing matches."_s);
        sheet.add(u"grid, all filtered out"_s, &grid);
        DataGrid failing([this](const Inspection::RowQuery &, const Inspection::Answer<Inspection::Rows> &done) {
            m_targets->later([done] { done(std::unexpected(Inspection::Refusal { false, false, u"py-analysis does not answer. The rows cannot be read now."_s })); });
        });
        failing.resize(sized(420, 220));
        failing.show();
        QTRY_COMPARE(failing.emptyText(), u"The rows could not be read."_s);
        const auto buttons = failing.findChildren<QPushButton *>();
        const auto shown = std::ranges::find_if(buttons, [](const QPushButton *button) { return button->isVisible(); });
        QVERIFY(shown != buttons.end());
        QPushButton *again = *shown;
        QCOMPARE(again->text(), u"Try again"_s);
        sheet.add(u"grid, failing"_s, &failing);
        QTest::mouseClick(again, Qt::LeftButton);
        QVERIFY(failing.isLoading());
        QTRY_COMPARE(failing.emptyText(), u"The rows could not be read."_s);

        DiffView texts(u"Run at 09:41"_s, u"loss 0.91\nacc 0.70\nsame line that is rather long and reaches over the edge of its half of the window\ndone\n"_s, u"Run at 09:56"_s,
                       u"loss 0.42\nacc 0.88\nsame line that is rather long and reaches over the edge of its half of the window\nsaved model.pt\ndone\n"_s);
        texts.resize(sized(720, 220));
        texts.show();
        sheet.add(u"compare, text"_s, &texts);
        PictureDiff pictures(u"Run at 09:41"_s, { chart(Qt::darkBlue, 0) }, u"Run at 09:56"_s, { chart(Qt::darkBlue, 9) });
        pictures.resize(sized(720, 260));
        pictures.show();
        QTest::qWait(60);
        sheet.add(u"compare, pictures"_s, &pictures);

        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) {
            run->stream(StreamName::Stdout, run->binding().sandbox == "gpu"_L1 ? u"3.12\n" : u"3.13\n");
            if (run->binding().sandbox == "gpu"_L1)
                run->error(u"ModuleNotFoundError"_s, u"No module named 'torch'"_s, { u"Traceback"_s });
            run->finish(Outcome::Done);
        };
        CompareRun compare(m_targets.get(), u"import sys; sys.version"_s, { m_targets->list[0], m_targets->list[2] });
        compare.resize(sized(760, 300));
        compare.show();
        QCOMPARE(compare.summary(), QString());
        compare.run();
        QTRY_COMPARE(compare.summary(), u"The outputs differ"_s);
        compare.findChild<QPushButton *>()->setFocus();
        QTest::qWait(60);
        sheet.add(u"one cell in two contexts"_s, &compare);

        m_targets->onStart = {};
        m_targets->inspects = true;
        m_targets->completion = { { u"os.pardir"_s, u"os.path"_s, u"os.pathconf"_s, u"os.pathconf_names"_s, u"os.pathsep"_s, QString(u"os."_s + longName) },
                                  { u"str"_s, u"module"_s, u"function"_s, u"dict"_s, u"str"_s, u"instance"_s }, 0, 5 };
        m_targets->explanation = u"Signature: measure(route, percentile=95)\n\nThe time below which so many percent of the requests of a route stay.\n\nParameters\n----------\nroute : str\n"
                                 "percentile : float"_s;
        fill({ u"os.pa"_s, u"measure('/v1')"_s });
        canvas()->edit(5);
        QTest::keyClick(canvas()->editor(), Qt::Key_End);
        QTest::keyClick(canvas()->editor(), Qt::Key_Space, Qt::ControlModifier);
        QTRY_VERIFY(m_view->completion()->isListVisible());
        sheet.add(u"completion"_s, m_view->completion()->listWidget());
        QTest::keyClick(canvas()->editor(), Qt::Key_Escape);
        canvas()->setCurrent(1);
        canvas()->edit(3);
        QTest::keyClick(canvas()->editor(), Qt::Key_I, Qt::ControlModifier);
        QTRY_VERIFY(m_view->completion()->isHelpVisible());
        sheet.add(u"explanation"_s, m_view->completion()->helpWidget());
        QTest::keyClick(canvas()->editor(), Qt::Key_Escape);
        QHash<QString, QString> names;
        for (const QAction *action : m_view->allActions())
            names.insert(action->objectName(), Actions::plainText(action));
        KeysDialog keys(names);
        keys.resize(sized(520, 360));
        keys.show();
        auto *table = keys.findChild<QTreeWidget *>();
        QVERIFY(table->columnWidth(1) >= table->fontMetrics().horizontalAdvance(table->topLevelItem(0)->text(1)));
        // Under their heads.
        for (int column = 0; column < 3; ++column) {
            const int cell = firstInk(table->viewport(), table->visualItemRect(table->topLevelItem(1)).intersected(QRect(table->columnViewportPosition(column), 0, table->columnWidth(column), table->height())));
            const int head = firstInk(table->header()->viewport(), QRect(table->columnViewportPosition(column), 2, table->columnWidth(column), table->header()->height() - 5));
            QVERIFY2(std::abs(cell - head) <= int(2 * m_scale), qPrintable(u"column %1: %2 and %3"_s.arg(column).arg(head).arg(cell)));
        }
        QCOMPARE(table->topLevelItem(0)->text(1), u"Shift+Enter"_s);
        QCOMPARE(keys.findChild<QKeySequenceEdit *>()->findChild<QLineEdit *>()->text(), u"Shift+Enter"_s);
        sheet.add(u"keys"_s, &keys);
        QVERIFY(sheet.save(u"views-"_s + QString::fromLatin1(QTest::currentDataTag())));
    }

    void cells_data() { themes(); }

    /// All states of a cell, then what stands around them.
    void cells()
    {
        begin();
        Sheet sheet;
        m_view->resize(sized(820, 900));
        fill({ u"done()"_s, u"failed()"_s, u"interrupted()"_s, u"unknown()"_s, u"lost()"_s, u"stale()"_s, u"running()"_s, u"waiting()"_s, u"last()"_s, u"print('never run')"_s });
        const Binding trainer { u"local"_s, u"gpu"_s, u"python"_s, {} };
        const Binding shell { u"local"_s, u"py"_s, u"bash"_s, {} };
        document()->cell(4)->setBinding(trainer);
        document()->cell(9)->setBinding(shell);
        document()->cell(9)->setTags({ u"slow"_s, u"a tag with a long name"_s });
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) {
            const QString code = run->code();
            if (code.startsWith("running"_L1)) {
                run->stream(StreamName::Stdout, u"epoch 3 of 12\n");
                return;
            }
            run->stream(StreamName::Stdout, u"output of this cell\n");
            if (code.startsWith("failed"_L1))
                run->error(u"ValueError"_s, u"could not convert string to float: 'abc'"_s, { u"Traceback"_s });
            run->finish(code.startsWith("failed"_L1)         ? Outcome::Failed
                            : code.startsWith("interrupted"_L1) ? Outcome::Interrupted
                            : code.startsWith("unknown"_L1)     ? Outcome::ResultUnknown
                            : code.startsWith("lost"_L1)        ? Outcome::ContextLost
                                                                : Outcome::Done);
        };
        m_view->queue()->setContinueOnError(true);
        for (int i = 0; i < 6; ++i) {
            m_view->run({ i });
            QTRY_VERIFY(!m_view->isBusy());
        }
        document()->cell(5)->setSource(u"stale() # edited"_s);
        m_view->run({ 6, 7, 8 });
        QTRY_COMPARE(document()->cell(6)->outputs()->count(), 1);
        canvas()->setCurrent(1);
        canvas()->flush();
        QTest::qWait(60);
        sheet.add(u"states"_s, m_view.get());
        canvas()->setCurrent(9);
        canvas()->ensureVisible(9);
        canvas()->edit(3);
        canvas()->flush();
        QTest::qWait(60);
        sheet.add(u"states, the last ones, editing"_s, m_view.get());
        QTest::keyClick(canvas()->editor(), Qt::Key_H, Qt::ControlModifier);
        auto *bar = m_view->findChild<FindBar *>();
        QVERIFY(bar && bar->isVisible());
        QTest::keyClicks(bar->findChild<QLineEdit *>(u"findField"_s), u"output"_s);
        QTRY_VERIFY(bar->summary().section(u' ', -1).toInt() >= 6);
        canvas()->flush();
        m_view->resize(sized(820, 420));
        QTest::qWait(60);
        sheet.add(u"finding and replacing"_s, m_view.get());
        bar->closeBar();
        canvas()->command();
        m_targets->runs.back()->finish(Outcome::Done);
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->input(u"Name of the experiment: "_s, false, [](const QString &) {}); };
        m_view->queue()->clearAll();
        QTRY_VERIFY(!m_view->isBusy());
        m_view->run({ 0 });
        QTRY_VERIFY(m_view->findChild<QLineEdit *>(u"inputField"_s));
        canvas()->setCurrent(0);
        canvas()->ensureVisible(0);
        canvas()->flush();
        QTest::qWait(60);
        sheet.add(u"input()"_s, m_view.get());
        for (int i = 0; i < document()->count(); ++i)
            QVERIFY(canvas()->codeRect(i).right() <= canvas()->viewport()->width());
        QVERIFY(sheet.save(u"states-"_s + QString::fromLatin1(QTest::currentDataTag())));
    }

    void outputs_data() { themes(); }

    /// Every kind of output, as it comes, when it is long, when it cannot be drawn, and what is said where something went wrong.
    void outputs()
    {
        begin();
        Sheet sheet;
        // In two heights, so that the sheet can be looked at.
        const QList<QStringList> pages {
            { u"stream()"_s, u"long()"_s, u"progress()"_s, u"error()"_s, u"unknown()"_s, u"lost()"_s, u"died()"_s, u"refused()"_s, u"after the refused one"_s },
            { u"frame()"_s, u"picture()"_s, u"clear()"_s, u"broken()"_s, u"tree()"_s, u"rich()"_s, u"formula()"_s, u"bytes()"_s, u"folded()"_s },
        };
        const QHash<QString, std::function<void(const std::shared_ptr<Notebook::Run> &)>> plays {
            { u"stream()"_s,
              [](const std::shared_ptr<Notebook::Run> &run) {
                  run->stream(StreamName::Stdout, u"\u001b[32mok\u001b[0m 14 routes, \u001b[1mbold\u001b[0m, \u001b[31mred\u001b[0m, \u001b[44;97m on blue \u001b[0m, \u001b[38;5;208morange\u001b[0m\n");
                  run->stream(StreamName::Stderr, u"UserWarning: the column 'ms' has 3 empty rows\n");
              } },
            { u"long()"_s,
              [](const std::shared_ptr<Notebook::Run> &run) {
                  QString text;
                  for (int i = 0; i < 48'112; ++i)
                      text += u"line %1 of the log of this long run\n"_s.arg(i);
                  run->stream(StreamName::Stdout, text);
              } },
            { u"progress()"_s, [](const std::shared_ptr<Notebook::Run> &run) { run->stream(StreamName::Stdout, u" 10%|#         | 24/240\r 49%|####9     | 118/240 [00:42<00:43,  2.8it/s]"); } },
            { u"error()"_s,
              [](const std::shared_ptr<Notebook::Run> &run) {
                  run->error(u"FileNotFoundError"_s, u"No such file or directory: 'ckpt/step_1800.pt'"_s,
                             { u"-----"_s, u"FileNotFoundError      Traceback (most recent call last)"_s, u"Cell In[1], line 1"_s, u"----> 1 model.load_state_dict(torch.load(\"ckpt/step_1800.pt\"))"_s, QString(),
                               u"File /usr/lib/python3/dist-packages/torch/serialization.py:997, in load(f)"_s, u"--> 997     with _open_file_like(f, 'rb') as opened_file:"_s, QString(),
                               u"File /usr/lib/python3/dist-packages/torch/serialization.py:444, in _open_file_like(name)"_s, u"--> 444     return _open_file(name, mode)"_s, QString(),
                               u"FileNotFoundError: No such file or directory"_s });
              } },
            { u"unknown()"_s,
              [](const std::shared_ptr<Notebook::Run> &run) {
                  run->stream(StreamName::Stdout, u"chunk 1\nchunk 2\n");
                  run->notice({ Notebook::Notice::Severity::Warning, u"result-unknown"_s, u"The connection broke while this cell ran, so its result is unknown"_s,
                                u"2 lines arrived before 09:56:04. The cell may still be running. It was not sent again."_s });
              } },
            { u"lost()"_s, [](const std::shared_ptr<Notebook::Run> &run) { run->notice({ Notebook::Notice::Severity::Warning, u"context-lost"_s, u"The context is gone, so its variables are gone"_s, u"Its variables are gone. What arrived before stays above."_s }); } },
            { u"died()"_s, [](const std::shared_ptr<Notebook::Run> &run) { run->notice({ Notebook::Notice::Severity::Error, u"kernel-died"_s, u"The kernel died"_s, u"It was ended by signal 9, probably because the memory limit of 512 MiB was reached."_s }); } },
            { u"refused()"_s, [](const std::shared_ptr<Notebook::Run> &run) { run->notice({ Notebook::Notice::Severity::Error, u"not-run"_s, u"The server did not run the cell"_s, u"py-analysis does not answer (503), request 7f3a-91c2."_s }); } },
            { u"frame()"_s,
              [](const std::shared_ptr<Notebook::Run> &run) {
                  QString rows;
                  for (const auto &route : { u"/v1/execute"_s, u"/v1/files"_s, u"/v1/sandboxes"_s })
                      rows += u"<tr><th>%1</th><td>412806</td><td>74.2</td><td>2914.0</td></tr>"_s.arg(route);
                  run->result(MimeBundle::fromJson({ { u"text/html"_s, QString(u"<table border=\"1\" class=\"dataframe\"><thead><tr><th>route</th><th>count</th><th>mean</th><th>max</th></tr></thead><tbody>"_s + rows + u"</tbody></table>"_s) } }), {});
              } },
            { u"picture()"_s, [](const std::shared_ptr<Notebook::Run> &run) { run->display(MimeBundle::fromJson({ { u"image/png"_s, QString::fromLatin1(chart(Qt::darkBlue, 0).toBase64()) } })); } },
            { u"clear()"_s,
              [](const std::shared_ptr<Notebook::Run> &run) {
                  run->display(MimeBundle::fromJson({ { u"image/svg+xml"_s, u"<svg xmlns='http://www.w3.org/2000/svg' width='240' height='60'><circle cx='30' cy='30' r='24' fill='#D23F5E'/><rect x='80' y='10' width='140' height='40' fill='#1E9960'/></svg>"_s } }));
              } },
            { u"broken()"_s, [](const std::shared_ptr<Notebook::Run> &run) { run->display(MimeBundle::fromJson({ { u"image/png"_s, u"bm90IGEgcGljdHVyZQ=="_s } })); } },
            { u"tree()"_s,
              [](const std::shared_ptr<Notebook::Run> &run) {
                  run->display(MimeBundle::fromJson({ { u"application/json"_s, QJsonObject { { u"name"_s, u"py-analysis"_s }, { u"limits"_s, QJsonObject { { u"cpu"_s, 2 }, { u"memory"_s, u"4Gi"_s } } }, { u"ports"_s, QJsonArray { 8080, 44772 } } } } }));
              } },
            { u"rich()"_s,
              [](const std::shared_ptr<Notebook::Run> &run) {
                  run->display(MimeBundle::fromJson({ { u"text/html"_s, u"<h3>Report</h3><p>All <b>14</b> routes, <i>one</i> slow, see <a href='https://example.org/'>the list</a>.</p><ul><li>first</li><li>second <code>x = 1</code></li></ul>"_s } }));
                  run->display(MimeBundle::fromJson({ { u"text/markdown"_s, u"**Markdown** with a list\n\n1. one\n2. two\n\n> a quotation"_s } }));
              } },
            { u"formula()"_s, [](const std::shared_ptr<Notebook::Run> &run) { run->display(MimeBundle::fromJson({ { u"text/latex"_s, u"$$\\sum_{i=0}^{n} \\frac{x_i}{n}$$"_s } })); } },
            { u"bytes()"_s, [](const std::shared_ptr<Notebook::Run> &run) { run->display(MimeBundle::fromJson({ { u"application/vnd.custom+zip"_s, u"UEsDBBQAAAAIAA=="_s } })); } },
            { u"folded()"_s, [](const std::shared_ptr<Notebook::Run> &run) { run->stream(StreamName::Stdout, u"out of sight\n"); } },
        };
        m_targets->onStart = [&plays](const std::shared_ptr<Notebook::Run> &run) {
            const QString code = run->code();
            if (const auto play = plays.value(code))
                play(run);
            run->finish(code == "unknown()"_L1                           ? Outcome::ResultUnknown
                            : code == "lost()"_L1 || code == "died()"_L1 ? Outcome::ContextLost
                            : code == "refused()"_L1                     ? Outcome::Failed
                                                                         : Outcome::Done);
        };
        for (const QStringList &page : pages) {
            while (document()->count() > 1)
                document()->removeCell(0);
            fill(page);
            m_view->resize(sized(820, 700));
            m_view->queue()->setContinueOnError(true);
            for (int i = 0; i < document()->count(); ++i) {
                // What waits behind a refused one is not run, and says why.
                if (page[i] == "refused()"_L1) {
                    m_view->queue()->setContinueOnError(false);
                    m_view->run({ i, i + 1 });
                    QTRY_VERIFY(!m_view->isBusy());
                    QVERIFY(document()->cell(i + 1)->outputs()->count() == 0);
                    break;
                }
                m_view->run({ i });
                QTRY_VERIFY(!m_view->isBusy());
                QVERIFY2(document()->cell(i)->outputs()->count() > 0, qPrintable(page[i]));
                if (page[i] == "folded()"_L1)
                    document()->cell(i)->setOutputsHidden(true);
            }
            canvas()->setCurrent(0);
            canvas()->flush();
            QTest::qWait(200); // Pictures are decoded elsewhere.
            canvas()->flush();
            m_view->resize(sized(820, 10) + QSize(0, std::min(int(2300 * m_scale), canvas()->verticalScrollBar()->maximum() + m_view->height() + int(40 * m_scale))));
            canvas()->flush();
            QTest::qWait(100);
            QCOMPARE(canvas()->verticalScrollBar()->maximum(), 0); // Everything is on the picture.
            // Without tints the bars of what is not shown have edges.
            for (int i = 0; i < document()->count(); ++i) {
                const QRectF code = canvas()->codeRect(i);
                if ((page[i] == "bytes()"_L1 || page[i] == "folded()"_L1) && Theme::current().isHighContrast())
                    QVERIFY2(hasInk(canvas()->viewport(), QRectF(code.right() - 60 * m_scale, code.bottom() + 1, 40 * m_scale, 20 * m_scale)), qPrintable(page[i]));
            }
            sheet.add(&page == &pages.first() ? u"text, and what went wrong"_s : u"what is drawn"_s, m_view.get());
        }
        QVERIFY(sheet.save(u"outputs-"_s + QString::fromLatin1(QTest::currentDataTag())));
    }

    void banners_data() { themes(); }

    /// What is said above the cells, in a whole window and in half of one, about things with long names; and what stands there instead of cells.
    void banners()
    {
        begin();
        Sheet sheet;
        fill({ u"x = 1"_s });
        const auto *banner = m_view->findChild<Banner *>();
        const auto show = [&](const QString &name) {
            QVERIFY2(banner->isVisible(), qPrintable(name));
            for (const int width : { 0, 850, 420 }) { // At first as it comes.
                if (width > 0)
                    m_view->resize(sized(width, 240));
                canvas()->flush();
                QCoreApplication::processEvents();
                // Every word of it is seen, and every button whole.
                for (const QLabel *label : banner->findChildren<QLabel *>()) {
                    if (label->isVisible())
                        QVERIFY2(label->height() >= label->heightForWidth(label->width()) && label->width() >= std::min<qreal>(200 * m_scale, label->sizeHint().width()), qPrintable(label->text() + QString::number(label->width())));
                }
                // And not more room than they need.
                int needed = Metrics::scaled(14);
                for (const QWidget *part : banner->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
                    const auto *label = qobject_cast<const QLabel *>(part);
                    if (part->isVisible())
                        needed += label ? label->heightForWidth(label->width()) : part->y() > banner->height() / 3 ? part->height() + Metrics::scaled(8) : 0;
                }
                QVERIFY2(banner->height() <= std::max(needed, banner->minimumHeight()), qPrintable(u"%1, %2: %3 of %4 px"_s.arg(name).arg(width).arg(needed).arg(banner->height())));
                for (const QPushButton *button : banner->findChildren<QPushButton *>()) {
                    if (button->isVisible())
                        QVERIFY2(button->width() >= button->sizeHint().width() && banner->rect().contains(QRect(button->mapTo(banner, QPoint()), button->size())),
                                 qPrintable(u"%1 at %2,%3 is %4 of %5 wide in %6x%7"_s.arg(button->text()).arg(button->mapTo(banner, QPoint()).x()).arg(button->mapTo(banner, QPoint()).y()).arg(button->width()).arg(button->sizeHint().width()).arg(banner->width()).arg(banner->height())));
                }
                if (width > 0)
                    sheet.add(name + (width < 800 ? u", half"_s : QString()), m_view.get());
            }
            m_view->resize(sized(850, 240));
            QCoreApplication::processEvents();
        };
        m_view->awaitSandbox();
        show(u"being made"_s);
        m_view->failAttaching(u"The image code-interpreter-with-everything:2026-11 is not known to Local runtime. Known: local, python."_s);
        show(u"not made"_s);
        m_view->attach(u"local"_s, u"gpu"_s);
        m_targets->paused = { u"gpu"_s };
        m_view->runAll();
        show(u"paused"_s);
        m_targets->paused.clear();
        m_view->document()->setModified(true);
        QVERIFY(!m_view->requestClose());
        show(u"closing"_s);
        m_view->attach(u"local"_s, u"py"_s);
        m_view->setOpenElsewhere([](const QString &) { return [] {}; });
        m_view->saveAs(u"/tmp/a very long name of a notebook about the latency of requests in the second quarter.ipynb"_s);
        show(u"open in another tab"_s);

        QTemporaryDir folder;
        const auto open = [&](const QString &name, const QByteArray &bytes) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
            file.close();
            NotebookView broken(m_targets.get());
            for (const int width : { 850, 420 }) {
                broken.resize(sized(width, 300));
                broken.show();
                QVERIFY(!broken.open(file.fileName()));
                QCoreApplication::processEvents();
                for (const QLabel *label : broken.findChild<QWidget *>(u"brokenFile"_s)->findChildren<QLabel *>())
                    QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text() + QString::number(label->height())));
                sheet.add(name + (width < 800 ? u", half"_s : QString()), &broken);
            }
            // In a low pane it scrolls, and what can be done stays whole.
            broken.resize(sized(600, 150));
            QCoreApplication::processEvents();
            for (const QLabel *label : broken.findChild<QWidget *>(u"brokenFile"_s)->findChildren<QLabel *>())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text() + QString::number(label->height())));
            sheet.add(name + u", low"_s, &broken);
        };
        open(u"cut in the middle of a very long file name that goes on.ipynb"_s, "{\n  \"cells\": [\n    {\"cell_type\": \"code\", \"source\": [\"print(1)\"}\n");
        open(u"empty.ipynb"_s, "");
        QVERIFY(sheet.save(u"banners-"_s + QString::fromLatin1(QTest::currentDataTag())));
    }

    void sides_data()
    {
        QTest::addColumn<Qt::LayoutDirection>("direction");
        QTest::addColumn<int>("width");
        for (const auto direction : { Qt::LeftToRight, Qt::RightToLeft }) {
            const char *name = direction == Qt::LeftToRight ? "from the left" : "from the right";
            QTest::addRow("%s", name) << direction << 850;
            QTest::addRow("%s, folded", name) << direction << 600;
        }
    }

    /// Gutter, mark of the selection and margin change sides with the window; the code reads as ever.
    void sides()
    {
        QFETCH(Qt::LayoutDirection, direction);
        QFETCH(int, width);
        QGuiApplication::setLayoutDirection(direction);
        const bool mirrored = direction == Qt::RightToLeft;
        start(Theme::Kind::Light, 1);
        m_view->resize(width, 560);
        fill({ u"x = 1"_s, u"y = 2\nprint(y)"_s, u"z"_s });
        document()->insertCell(0, CellKind::Markdown, u"# Title\ntext"_s);
        document()->cell(1)->setTags({ u"slow"_s });
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) {
            if (run->code() != "z"_L1) {
                run->stream(StreamName::Stdout, u"out\n");
                run->finish(Outcome::Done);
            }
        };
        m_view->runAll();
        QTRY_COMPARE(document()->cell(3)->runState(), Notebook::RunState::Running);
        canvas()->setCurrent(2);
        canvas()->setFocus();
        canvas()->flush();
        QTest::qWait(60);
        QWidget *paper = canvas()->viewport();
        const int all = paper->width();
        const QRectF code = canvas()->codeRect(2);
        const QRectF badge = canvas()->badgeRect(2);
        const bool folded = canvas()->isMarginFolded();
        QCOMPARE(folded, width < 640);
        // Everything is inside, and the gutter is where reading begins.
        QCOMPARE(mirrored ? all - code.right() : code.left(), 58.0);
        QVERIFY(code.left() >= 8 && code.right() <= all - 8);
        QVERIFY(badge.left() >= 0 && badge.right() <= all);
        if (!folded)
            QVERIFY(mirrored ? badge.right() <= code.left() : badge.left() >= code.right());
        const auto flipped = [mirrored, all](const QRectF &place) { return mirrored ? QRectF(all - place.right(), place.top(), place.width(), place.height()) : place; };
        const qreal line = code.top() + 6;
        // The stripe of the current cell at the edge; nothing there for another cell.
        QCOMPARE(paper->grab(flipped(QRectF(0, line, 3, 3)).toRect()).toImage().pixelColor(1, 1), Theme::current().accent);
        QVERIFY(paper->grab(flipped(QRectF(0, canvas()->codeRect(1).top() + 6, 3, 3)).toRect()).toImage().pixelColor(1, 1) != Theme::current().accent);
        // The count stands in the gutter, beside the code, and not at the edge.
        QVERIFY(hasInk(paper, flipped(QRectF(24, line, 26, 16))));
        QVERIFY(!hasInk(paper, flipped(QRectF(4, line, 12, 16))));
        QVERIFY(!hasInk(paper, flipped(QRectF(51, line, 5, 16))));
        // The badge begins where its place begins; the code at its left in both.
        QVERIFY(hasInk(paper, mirrored ? QRectF(badge.right() - 20, badge.top(), 20, badge.height()) : QRectF(badge.left(), badge.top(), 20, badge.height())));
        QVERIFY(hasInk(paper, QRectF(code.left() + 10, code.top() + 6, 10, 14)));
        QVERIFY(!hasInk(paper, QRectF(code.right() - 60, code.top() + 6, 50, 14)));
        // A press in the gutter selects, one on the badge asks for another context, one below it for the state.
        QSignalSpy badges(canvas(), &CellCanvas::badgeClicked);
        QSignalSpy states(canvas(), &CellCanvas::stateClicked);
        QTest::mouseClick(paper, Qt::LeftButton, {}, flipped(QRectF(20, canvas()->codeRect(1).top() + 8, 1, 1)).topLeft().toPoint());
        QCOMPARE(canvas()->current(), 1);
        QCOMPARE(canvas()->mode(), CellCanvas::Mode::Command);
        QTest::mouseClick(paper, Qt::LeftButton, {}, canvas()->badgeRect(2).center().toPoint());
        QCOMPARE(badges.count(), 1);
        if (!folded) {
            QTest::mouseClick(paper, Qt::LeftButton, {}, QPoint(int(badge.center().x()), int(badge.bottom()) + 8));
            QCOMPARE(states.count(), 1);
        }
        // The section folds by its mark in the gutter.
        QTest::mouseClick(paper, Qt::LeftButton, {}, flipped(QRectF(38, canvas()->codeRect(0).top() + 14, 1, 1)).topLeft().toPoint());
        QTRY_COMPARE(canvas()->hiddenBelow(0), 3);
        QTest::mouseClick(paper, Qt::LeftButton, {}, flipped(QRectF(38, canvas()->codeRect(0).top() + 14, 1, 1)).topLeft().toPoint());
        QTRY_COMPARE(canvas()->hiddenBelow(0), 0);
        // The turning mark of the running cell is in the margin, too.
        canvas()->flush();
        QTest::qWait(40);
        RunningMark *mark = paper->findChild<RunningMark *>();
        QVERIFY(mark && mark->isVisible());
        if (!folded)
            QVERIFY(mirrored ? mark->geometry().right() < canvas()->codeRect(3).left() : mark->x() > canvas()->codeRect(3).right());
        // A click into the code puts the caret where it was clicked.
        QTest::mouseClick(paper, Qt::LeftButton, {}, QPoint(int(code.left()) + 12, int(canvas()->codeRect(2).top()) + 12));
        QVERIFY(canvas()->editor());
        QCOMPARE(canvas()->editor()->textCursor().position(), 0);
        QVERIFY(QRectF(canvas()->editor()->geometry()).left() >= code.left());
    }

    void fromRightToLeft_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<qreal>("scale");
        QTest::newRow("rtl-light") << int(Theme::Kind::Light) << 1.0;
        QTest::newRow("rtl-dark-200") << int(Theme::Kind::Dark) << 2.0;
    }

    /// The window is mirrored; code, its output and timers are not.
    void fromRightToLeft()
    {
        QGuiApplication::setLayoutDirection(Qt::RightToLeft);
        begin();
        Sheet sheet;
        m_view->resize(sized(850, 640));
        fill({ u"for chunk in read(\"data.parquet\"):\n    model.fit(chunk)  # \u05d4\u05e2\u05e8\u05d4"_s, u"print(\"\u0645\u0631\u062d\u0628\u0627\")"_s, u"1 / 0"_s });
        document()->insertCell(0, CellKind::Markdown, u"# \u05de\u05d7\u05e7\u05e8 \u05d6\u05de\u05df\n\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd, this is mixed text.\n\n- \u05d0\u05d7\u05d3\n- \u05e9\u05e0\u05d9\u05d9\u05dd"_s);
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) {
            if (run->code().startsWith("print"_L1)) {
                run->stream(StreamName::Stdout, u"\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645\nchunk 118/240   loss 0.0412\n");
                run->result(MimeBundle::fromJson({ { u"text/html"_s, u"<table><tr><th>route</th><th>ms</th></tr><tr><td>/v1/execute</td><td>74.2</td></tr></table>"_s } }), {});
            } else if (run->code().startsWith(u'1')) {
                run->error(u"ZeroDivisionError"_s, u"division by zero"_s, { u"Cell In[3], line 1\n----> 1 1 / 0\n"_s });
            }
            run->finish(Outcome::Done);
        };
        m_view->queue()->setContinueOnError(true);
        m_view->runAll();
        QTRY_VERIFY(!m_view->isBusy());
        canvas()->setCurrent(2);
        canvas()->flush();
        QTest::qWait(100);
        sheet.add(u"notebook"_s, m_view.get());
        canvas()->setCurrent(1);
        canvas()->edit(4);
        canvas()->flush();
        QTest::keyClick(canvas()->editor(), Qt::Key_F, Qt::ControlModifier);
        QTest::qWait(60);
        sheet.add(u"editing and finding"_s, m_view.get());
        VariablesPane variables(m_targets.get());
        m_targets->inspects = true;
        m_targets->variableList = { { u"df"_s, u"DataFrame"_s, u"590437 \u00d7 9"_s, {}, 42'511'464 }, { u"n_routes"_s, u"int"_s, {}, u"14"_s, 28 } };
        variables.setView(m_view.get());
        variables.resize(sized(286, 200));
        variables.show();
        QTRY_COMPARE(variables.variables().size(), 2);
        sheet.add(u"variables"_s, &variables);
        OutlinePane outline;
        outline.setView(m_view.get());
        outline.resize(sized(286, 200));
        outline.show();
        QTRY_VERIFY(!outline.entries().isEmpty());
        sheet.add(u"outline"_s, &outline);
        QVERIFY(sheet.save(QString::fromLatin1(QTest::currentDataTag())));
    }
};

QTEST_MAIN(CellsGallery)
#include "tst_cells_gallery.moc"

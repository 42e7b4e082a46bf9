// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Every state of a cell and every kind of output, in every theme, on sheets for people to look at. That none is left
// out, that each shows something and that nothing stands beyond its place is checked.
#include "fakes.h"
#include "gallery.h"

#include "notebook/canvasparts.h"
#include "notebook/cellcanvas.h"
#include "notebook/codeeditor.h"
#include "notebook/notebookview.h"
#include "notebook/outputblock.h"
#include "theme/workbenchstyle.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QFile>
#include <QImageWriter>
#include <QJsonArray>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::MimeBundle;
using Notebook::Notice;
using Notebook::Outcome;
using Notebook::RunState;
using Notebook::StreamName;

namespace {

QString picture(const char *format, bool transparent = false)
{
    QImage image(220, 70, QImage::Format_ARGB32);
    image.fill(transparent ? Qt::transparent : Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(QColor(0x1f, 0x5f, 0xdb), 3));
    painter.drawEllipse(8, 8, 54, 54);
    painter.fillRect(80, 20, 120, 30, QColor(0xe2, 0x9b, 0x00));
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, format);
    return QString::fromLatin1(bytes.toBase64());
}

/// A PNG whose head promises more pixels than anything here would draw.
QString enormousPicture()
{
    return QString::fromLatin1(QByteArray::fromHex("89504e470d0a1a0a0000000d49484452000200000002000008060000009595e5f00000000c49444154789c6360a00c000000400001b7347cef").toBase64());
}

const QString frame = uR"(<table border="1" class="dataframe"><thead><tr><th></th><th>route</th><th>count</th><th>mean</th></tr></thead><tbody>%1</tbody></table>)"_s;

QString frameRows(int count)
{
    QString rows;
    for (int i = 0; i < count; ++i)
        rows += u"<tr><th>%1</th><td>/v1/route/%1</td><td>%2</td><td>%3</td></tr>"_s.arg(i).arg(412'806 / (i + 1)).arg(74.25 * (i + 1), 0, 'f', 1);
    return frame.arg(rows);
}

const QString styled = uR"(<style>#T_1_row0_col0 { background: linear-gradient(90deg, #5fba7d 60.0%, transparent 60.0%); } #T_1_row1_col0 { background: linear-gradient(90deg, #5fba7d 28.0%, transparent 28.0%); }
#T_1_row1_col1 { background-color: #fff7bc; color: #000000; } #T_1_row0_col1 { background-color: #7f2704; color: #f1f1f1; }</style><table id="T_1"><caption>Share of each route</caption><thead><tr><th>route</th><th>share</th><th>p99</th></tr></thead>
<tbody><tr><th>/v1/execute</th><td id="T_1_row0_col0">60 %</td><td id="T_1_row0_col1">2914</td></tr><tr><th>/v1/files</th><td id="T_1_row1_col0">28 %</td><td id="T_1_row1_col1">1030</td></tr></tbody></table>)"_s;

const QString prose = uR"(## A report
Text with **weight**, *slant*, `code`, ~~struck~~ and a [link](https://example.org/).

> A quotation of two paragraphs,
>
> the second with an inner one:
>
> > which goes deeper.

1. one
2. two
   - inner

| route | ms |
|---|---:|
| /v1/execute | 74.2 |
| /v1/files | 22.9 |

```python
for x in y:
    print(x)
```

Inline $e^{i\pi}+1=0$ and set apart:

$$\sum_{i=0}^{n} \frac{x_i}{n}$$)"_s;

} // namespace

class CellsKinds : public QObject
{
    Q_OBJECT

    std::unique_ptr<FakeTargets> m_targets;
    std::unique_ptr<NotebookView> m_view;
    qreal m_scale = 1;

    Notebook::Document *document() const { return m_view->document(); }
    CellCanvas *canvas() const { return m_view->canvas(); }
    QSize sized(int width, int height) const { return QSize(int(width * m_scale), int(height * m_scale)); }

    static void themes()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<qreal>("scale");
        QTest::addColumn<Qt::LayoutDirection>("direction");
        for (const auto &[name, scale, direction] : { std::tuple { "", 1.0, Qt::LeftToRight }, std::tuple { "-200", 2.0, Qt::LeftToRight }, std::tuple { "-mirrored", 1.0, Qt::RightToLeft } }) {
            QTest::addRow("light%s", name) << int(Theme::Kind::Light) << scale << direction;
            QTest::addRow("dark%s", name) << int(Theme::Kind::Dark) << scale << direction;
            QTest::addRow("contrast%s", name) << int(Theme::Kind::HighContrast) << scale << direction;
        }
    }

    void begin()
    {
        QFETCH(int, kind);
        QFETCH(qreal, scale);
        QFETCH(Qt::LayoutDirection, direction);
        m_scale = scale;
        Theme::setCurrent(Theme::Kind(kind));
        Fonts::setScale(scale);
        QGuiApplication::setLayoutDirection(direction);
        m_targets = std::make_unique<FakeTargets>();
        m_targets->add(u"py"_s, u"py-analysis"_s, u"python"_s, 0, u"ctx-1"_s);
        for (const auto &language : { u"bash"_s, u"javascript"_s, u"typescript"_s, u"go"_s, u"java"_s })
            m_targets->add(u"py"_s, u"py-analysis"_s, language, 0);
        m_targets->add(u"gpu"_s, u"gpu-trainer"_s, u"python"_s, 3, u"ctx-1"_s);
        m_view = std::make_unique<NotebookView>(m_targets.get());
        m_view->attach(u"local"_s, u"py"_s);
        m_view->resize(sized(820, 700));
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }

    Cell *add(const QString &text, const QString &language = {}, CellKind kind = CellKind::Code)
    {
        Cell *cell = document()->insertCell(document()->count(), kind, text);
        if (!language.isEmpty())
            cell->setBinding({ u"local"_s, language == "gpu"_L1 ? u"gpu"_s : u"py"_s, language == "gpu"_L1 ? u"python"_s : language, {} });
        return cell;
    }

    /// As high as its cells, so that all of them are on the picture.
    void showAll()
    {
        canvas()->flush();
        QTest::qWait(250); // Pictures are decoded elsewhere.
        canvas()->flush();
        m_view->resize(sized(820, 10) + QSize(0, std::min(int(4000 * m_scale), canvas()->verticalScrollBar()->maximum() + m_view->height() + int(30 * m_scale))));
        canvas()->flush();
        QTest::qWait(100);
        QCOMPARE(canvas()->verticalScrollBar()->maximum(), 0);
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

    void states_data() { themes(); }

    void states()
    {
        begin();
        Sheet sheet;
        Cell *done = add(u"done()"_s);
        document()->removeCell(0);
        Cell *failed = add(u"failed()"_s);
        Cell *interrupted = add(u"interrupted()"_s);
        Cell *unknown = add(u"unknown()"_s);
        Cell *lost = add(u"lost()"_s);
        Cell *stale = add(u"stale()"_s);
        Cell *share = add(u"share = 'known'"_s, u"javascript"_s);
        Cell *again = add(u"again()"_s, u"typescript"_s);
        Cell *asked = add(u"interruptWasAsked()"_s, u"go"_s);
        Cell *waits = add(u"waits()"_s, u"java"_s);
        Cell *background = add(u"sleep 600"_s, u"bash"_s);
        Cell *first = add(u"running()"_s);
        Cell *second = add(u"next()"_s);
        Cell *third = add(u"second()"_s);
        Cell *fails = add(u"fails()"_s, u"gpu"_s);
        Cell *notRun = add(u"not_run()"_s, u"gpu"_s);
        Cell *never = add(u"never()"_s);
        int count = 0;
        m_targets->onStart = [&](const std::shared_ptr<Notebook::Run> &run) {
            const QString code = run->code();
            run->executionCount(++count);
            if (code.startsWith("share"_L1))
                run->stream(StreamName::Stdout, u" 49%|####9     | 118/240 [00:42<00:43,  2.8it/s]");
            else if (code.startsWith("waits"_L1))
                run->waiting(u"Waits for py-analysis"_s);
            else if (code.startsWith("sleep"_L1))
                run->background({ u"cmd-1"_s, u"py"_s });
            if (code.startsWith("failed"_L1))
                run->error(u"ValueError"_s, u"could not convert string to float: 'abc'"_s, { u"Cell In[2], line 1"_s, u"----> 1 failed()"_s });
            const bool stays = run->code() == "again()"_L1 ? again->durationsMs().size() == 1
                                                           : code.startsWith("share"_L1) || code.startsWith("interruptWas"_L1) || code.startsWith("waits"_L1) || code.startsWith("sleep"_L1) || code.startsWith("running"_L1) || code.startsWith("fails"_L1);
            if (stays)
                return;
            if (!code.startsWith("failed"_L1))
                run->stream(StreamName::Stdout, u"what it printed\n");
            run->finish(code.startsWith("failed"_L1)            ? Outcome::Failed
                            : code.startsWith("interrupted"_L1) ? Outcome::Interrupted
                            : code.startsWith("unknown"_L1)     ? Outcome::ResultUnknown
                            : code.startsWith("lost"_L1)        ? Outcome::ContextLost
                                                                : Outcome::Done);
        };
        for (const Cell *cell : { done, failed, interrupted, unknown, lost, stale, again }) {
            m_view->run({ cell->index() });
            QTRY_VERIFY(!m_view->isBusy());
        }
        stale->setSource(u"stale() # edited"_s);
        m_view->queue()->setContinueOnError(false);
        m_view->run({ fails->index(), notRun->index() });
        QTRY_COMPARE(notRun->runState(), RunState::Queued);
        m_targets->runs.back()->error(u"ValueError"_s, u"could not convert string to float: 'abc'"_s, { u"Cell In[2], line 1"_s, u"----> 1 fails()"_s });
        m_targets->runs.back()->finish(Outcome::Failed);
        QTRY_VERIFY(!m_view->isBusy());
        for (const Cell *cell : { share, again, asked, waits })
            m_view->run({ cell->index() });
        m_view->queue()->enqueueBackground(background);
        m_view->run({ first->index(), second->index(), third->index() });
        QTRY_COMPARE(third->runState(), RunState::Queued);
        QTRY_COMPARE(asked->runState(), RunState::Running);
        m_view->queue()->interrupt(m_view->queue()->keyOf(asked));
        QVERIFY(asked->isInterruptRequested());

        // None is left out.
        QSet<RunState> seen;
        for (const Cell *cell : document()->cells())
            seen.insert(cell->runState());
        for (int i = 0; i <= int(RunState::Stale); ++i)
            QVERIFY2(seen.contains(RunState(i)), qPrintable(QString::number(i)));
        QCOMPARE(notRun->runState(), RunState::NeverRun);
        QVERIFY(!notRun->stateReason().isEmpty());
        QVERIFY(never->stateReason().isEmpty());
        canvas()->setCurrent(1);
        canvas()->setFocus();
        showAll();
        sheet.add(u"states"_s, m_view.get());
        // In half of a window the margin becomes a line above.
        m_view->resize(sized(560, 10) + QSize(0, m_view->height()));
        canvas()->flush();
        QTest::qWait(60);
        QVERIFY(canvas()->isMarginFolded());
        sheet.add(u"states, beside something"_s, m_view.get());
        for (int i = 0; i < document()->count(); ++i) {
            QVERIFY(canvas()->badgeRect(i).left() >= 8 && canvas()->badgeRect(i).right() <= canvas()->viewport()->width());
            QVERIFY(canvas()->codeRect(i).left() >= 8 && canvas()->codeRect(i).right() <= canvas()->viewport()->width() - 8);
        }
        QVERIFY(sheet.save(u"cell-states-"_s + QString::fromLatin1(QTest::currentDataTag())));
        m_targets->onStart = {};
    }

    void parts_data() { themes(); }

    /// What a cell can be besides its state: kinds, selection, folded parts, marks of the pointer.
    void parts()
    {
        begin();
        Sheet sheet;
        Cell *heading = add(u"# Latency study\nWhat clients wait for."_s, {}, CellKind::Markdown);
        document()->removeCell(0);
        add(QString(), {}, CellKind::Markdown);
        add(u"raw text, kept as it is"_s, {}, CellKind::Raw);
        Cell *numbered = add(u"for chunk in read():\n    model.fit(chunk)\nprint('done')"_s);
        Cell *hidden = add(u"a = 1\nb = 2"_s);
        Cell *folded = add(u"print('out of sight')"_s);
        Cell *tagged = add(u"tagged = True"_s);
        Cell *shared = add(u"shared = True"_s, u"gpu"_s);
        Cell *elsewhere = add(u"x = 'from a file'"_s);
        add(u"one of several that are selected"_s);
        add(u"the last of them"_s);
        Cell *section = add(u"## Folded section"_s, {}, CellKind::Markdown);
        add(u"in_it = 1"_s);
        add(u"in_it = 2"_s);
        canvas()->toggleLineNumbers(numbered);
        hidden->setSourceHidden(true);
        folded->outputs()->appendStream(StreamName::Stdout, u"out of sight\n");
        folded->setOutputsHidden(true);
        tagged->setTags({ u"slow"_s, u"a tag with a long name"_s });
        elsewhere->setBinding({ u"local"_s, u"gone"_s, u"python"_s, {} });
        elsewhere->setExecutionCount(12);
        QObject other;
        m_targets->noteUser(&other, u"other.ipynb"_s, {}, shared->effectiveBinding());
        QVERIFY(!m_targets->otherUsers(m_view.get(), shared->effectiveBinding()).isEmpty());
        canvas()->foldSection(section->index(), true);
        QCOMPARE(canvas()->hiddenBelow(section->index()), 2);
        QVERIFY(heading->index() == 0);
        canvas()->setCurrent(9);
        canvas()->setCurrent(10, true);
        canvas()->setFocus();
        showAll();
        sheet.add(u"kinds and parts, several selected"_s, m_view.get());
        // Between two cells.
        QWidget *paper = canvas()->viewport();
        const QRectF above = canvas()->cellRect(3);
        QTest::mouseMove(paper, QPoint(int(canvas()->codeRect(3).center().x()), int(above.bottom()) + int(4 * m_scale)));
        const auto *bar = paper->findChild<InsertBar *>();
        QTRY_VERIFY(bar && bar->isVisible());
        sheet.add(u"between two cells"_s, m_view.get());
        QTest::mouseMove(paper, QPoint(2, 2));
        canvas()->setCurrent(3);
        canvas()->edit(10);
        canvas()->flush();
        QTest::qWait(60);
        QVERIFY(canvas()->editor());
        sheet.add(u"edited, with line numbers"_s, m_view.get());
        canvas()->command();
        QLineEdit elsewhereField;
        elsewhereField.show();
        elsewhereField.activateWindow();
        elsewhereField.setFocus();
        QTRY_VERIFY(!canvas()->hasFocus());
        sheet.add(u"while the keys go elsewhere"_s, m_view.get());
        m_targets->forgetUser(&other);
        QVERIFY(sheet.save(u"cell-parts-"_s + QString::fromLatin1(QTest::currentDataTag())));
    }

    void outputs_data() { themes(); }

    /// One cell for each kind; its code names it.
    void outputs()
    {
        begin();
        Sheet sheet;
        using List = Notebook::OutputList;
        using Play = std::pair<QString, std::function<void(List *)>>;
        const auto mime = [](const QString &type, const QJsonValue &value, const QJsonObject &metadata = {}) {
            return [type, value, metadata](List *list) { list->appendDisplay(MimeBundle::fromJson({ { type, value } }), metadata); };
        };
        const auto notice = [](const QString &code, Notice::Severity severity, const QString &text, const QString &detail) {
            return [=](List *list) { list->appendNotice({ severity, code, text, detail }); };
        };
        const QList<QList<Play>> pages {
            {
                { u"stdout"_s, [](List *list) { list->appendStream(StreamName::Stdout, u"\u001b[32mok\u001b[0m 14 routes, \u001b[1mbold\u001b[0m, \u001b[3mitalic\u001b[0m, \u001b[4munderlined\u001b[0m, \u001b[31mred\u001b[0m, \u001b[44;97m on blue \u001b[0m, \u001b[38;5;208m256\u001b[0m, \u001b[38;2;180;80;200mtrue colour\u001b[0m\n"); } },
                { u"stderr"_s, [](List *list) { list->appendStream(StreamName::Stderr, u"UserWarning: the column 'ms' has 3 empty rows\n"); } },
                { u"carriage return"_s, [](List *list) { list->appendStream(StreamName::Stdout, u" 10%|#         | 24/240\r 49%|####9     | 118/240 [00:42<00:43,  2.8it/s]"); } },
                { u"long text"_s,
                  [](List *list) {
                      QString text;
                      for (int i = 0; i < 48'112; ++i)
                          text += u"line %1 of the log of this long run\n"_s.arg(i);
                      list->appendStream(StreamName::Stdout, text);
                  } },
                { u"text/plain"_s, [](List *list) { list->appendResult(MimeBundle::fromJson({ { u"text/plain"_s, u"{'route': '/v1/execute', 'limit': 30}"_s } }), {}, 3); } },
                { u"update_display"_s,
                  [](List *list) {
                      list->appendDisplay(MimeBundle::fromJson({ { u"text/plain"_s, u"before"_s } }), {}, u"d1"_s);
                      list->updateDisplay(u"d1"_s, MimeBundle::fromJson({ { u"text/plain"_s, u"changed in place"_s } }), {});
                  } },
                { u"clear_output"_s,
                  [](List *list) {
                      list->appendStream(StreamName::Stdout, u"is cleared\n");
                      list->clear(true);
                      list->appendStream(StreamName::Stdout, u"came after clear_output\n");
                  } },
                { u"error"_s,
                  [](List *list) {
                      list->appendError(u"FileNotFoundError"_s, u"No such file or directory: 'ckpt/step_1800.pt'"_s,
                                        { u"-----"_s, u"FileNotFoundError      Traceback (most recent call last)"_s, u"Cell In[1], line 1"_s, u"----> 1 model.load_state_dict(torch.load(\"ckpt/step_1800.pt\"))"_s, QString(),
                                          u"File /usr/lib/python3/dist-packages/torch/serialization.py:997, in load(f)"_s, u"--> 997     with _open_file_like(f, 'rb') as opened_file:"_s, QString(),
                                          u"FileNotFoundError: No such file or directory"_s });
                  } },
                { u"error, module"_s, [](List *list) { list->appendError(u"ModuleNotFoundError"_s, u"No module named 'torch'"_s, { u"Cell In[1], line 1"_s, u"----> 1 import torch"_s }); } },
                { u"error, node"_s, [](List *list) { list->appendError(u"TypeError"_s, u"client.open is not a function"_s, { u"    at open (/workspace/node_modules/client/index.js:12:7)"_s, u"    at run (/workspace/node_modules/client/index.js:40:3)"_s }); } },
                { u"error, only a message"_s, [](List *list) { list->appendError(u"Error"_s, u"command not found: jq"_s, {}); } },
            },
            {
                { u"image/png"_s, mime(u"image/png"_s, picture("PNG")) },
                { u"image/png, transparent"_s, mime(u"image/png"_s, picture("PNG", true)) },
                { u"image/jpeg"_s, mime(u"image/jpeg"_s, picture("JPG")) },
                { u"image/gif"_s, mime(u"image/gif"_s, u"R0lGODlhAQABAPAAANI/Xv///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="_s, { { u"image/gif"_s, QJsonObject { { u"width"_s, 120 }, { u"height"_s, 40 } } } }) },
                { u"image/bmp"_s, mime(u"image/bmp"_s, picture("BMP")) },
                { u"image/svg+xml"_s, mime(u"image/svg+xml"_s, u"<svg xmlns='http://www.w3.org/2000/svg' width='240' height='60'><circle cx='30' cy='30' r='24' fill='#D23F5E'/><rect x='80' y='10' width='140' height='40' fill='#1E9960'/></svg>"_s) },
                { u"image/png, damaged"_s, mime(u"image/png"_s, u"bm90IGEgcGljdHVyZQ=="_s) },
                { u"image/png, too large"_s, mime(u"image/png"_s, enormousPicture()) },
                { u"image/svg+xml, damaged"_s, mime(u"image/svg+xml"_s, u"<svg><not closed"_s) },
                { u"text/html"_s, mime(u"text/html"_s, u"<h3>Report</h3><p>All <b>14</b> routes, <i>one</i> slow, see <a href='https://example.org/'>the list</a>.</p><blockquote>a quotation</blockquote><ul><li>first</li><li>second <code>x = 1</code></li></ul>"_s) },
                { u"text/html, a table"_s, mime(u"text/html"_s, frameRows(3)) },
                { u"text/html, a long table"_s, mime(u"text/html"_s, frameRows(64)) },
                { u"text/html, styled"_s, mime(u"text/html"_s, styled) },
                { u"text/html, a script"_s, [](List *list) { list->appendDisplay(MimeBundle::fromJson({ { u"text/html"_s, u"<script>draw()</script>"_s }, { u"text/plain"_s, u"<altair.Chart>"_s } }), {}); } },
            },
            {
                { u"text/markdown"_s, mime(u"text/markdown"_s, prose) },
                { u"text/latex"_s, mime(u"text/latex"_s, u"$$\\sum_{i=0}^{n} \\frac{x_i}{n}$$"_s) },
                { u"application/json"_s, mime(u"application/json"_s, QJsonObject { { u"name"_s, u"py-analysis"_s }, { u"limits"_s, QJsonObject { { u"cpu"_s, 2 }, { u"memory"_s, u"4Gi"_s } } }, { u"ports"_s, QJsonArray { 8080, 44772 } }, { u"up"_s, true } }) },
                { u"application/geo+json"_s, mime(u"application/geo+json"_s, QJsonObject { { u"type"_s, u"Point"_s }, { u"coordinates"_s, QJsonArray { 13.4, 52.5 } } }) },
                { u"widget"_s, [](List *list) { list->appendDisplay(MimeBundle::fromJson({ { u"application/vnd.jupyter.widget-view+json"_s, QJsonObject { { u"model_id"_s, u"abc"_s }, { u"version_major"_s, 2 } } }, { u"text/plain"_s, u"IntSlider(value=7)"_s } }), {}); } },
                { u"widget alone"_s, mime(u"application/vnd.jupyter.widget-view+json"_s, QJsonObject { { u"model_id"_s, u"abc"_s } }) },
                { u"application/javascript"_s, mime(u"application/javascript"_s, u"alert(1)"_s) },
                { u"application/pdf"_s, mime(u"application/pdf"_s, u"JVBERi0xLjQK"_s) },
                { u"unknown"_s, mime(u"application/vnd.custom+zip"_s, u"UEsDBBQAAAAIAA=="_s) },
                { u"text/markdown, too large"_s, mime(u"text/markdown"_s, QString(u"**word** of a line\n"_s.repeated(20'000))) },
                { u"hidden"_s, [](List *list) { list->appendStream(StreamName::Stdout, u"out of sight\n"); } },
            },
            {
                { u"result-unknown"_s, notice(u"result-unknown"_s, Notice::Severity::Warning, u"The connection broke while this cell ran, so its result is unknown"_s, u"2 lines arrived before 09:56:04. The cell may still be running. It was not sent again."_s) },
                { u"context-lost"_s, notice(u"context-lost"_s, Notice::Severity::Warning, u"Context ctx-1 was restarted, so its variables are gone"_s, u"Out of memory at 09:48:30 (4.0 of 4.0 GiB). Cells [1] to [9] had defined 23 names."_s) },
                { u"kernel-died"_s, notice(u"kernel-died"_s, Notice::Severity::Error, u"The kernel died"_s, u"It was ended by signal 9, probably because the memory limit of 512 MiB was reached."_s) },
                { u"context-gone"_s, notice(u"context-gone"_s, Notice::Severity::Warning, u"The context of this cell is gone"_s, u"It was deleted elsewhere."_s) },
                { u"context-unknown"_s, notice(u"context-unknown"_s, Notice::Severity::Warning, u"It is not known whether the context is still there"_s, u"py-analysis does not answer."_s) },
                { u"expired"_s, notice(u"expired"_s, Notice::Severity::Information, u"go-bench-2 expired at 09:31:00"_s, u"Its outputs stay readable here. Its files are gone."_s) },
                { u"sandbox-gone"_s, notice(u"sandbox-gone"_s, Notice::Severity::Information, u"py-analysis is gone"_s, u"Its outputs stay readable here."_s) },
                { u"not-run"_s, notice(u"not-run"_s, Notice::Severity::Error, u"The server did not run the cell"_s, u"py-analysis does not answer (503), request 7f3a-91c2."_s) },
                { u"command-lost"_s, notice(u"command-lost"_s, Notice::Severity::Warning, u"The command in the background is not followed any more"_s, u"It may still run."_s) },
                { u"a remark"_s, notice(u"remark"_s, Notice::Severity::Information, u"The output was cut by the server"_s, u"It keeps 10 MB."_s) },
                { u"input"_s, notice(u"input"_s, Notice::Severity::Information, u"Name of the experiment: "_s, {}) },
                { u"input, secret"_s, notice(u"input"_s, Notice::Severity::Information, u"Password: "_s, u"secret"_s) },
            },
        };
        QStringList missing;
        for (const QList<Play> &page : pages) {
            while (document()->count() > 1)
                document()->removeCell(0);
            for (const auto &[name, play] : page) {
                Cell *cell = add(name);
                cell->setExecutionCount(document()->count() - 1);
                play(cell->outputs());
                if (name == "hidden"_L1)
                    cell->setOutputsHidden(true);
            }
            document()->removeCell(0);
            m_view->resize(sized(820, 700));
            canvas()->setCurrent(0);
            showAll();
            for (int i = 0; i < document()->count(); ++i) {
                const QString name = document()->cell(i)->source();
                const QRectF code = canvas()->codeRect(i);
                const QRectF cell = canvas()->cellRect(i);
                const QRectF below(code.left(), code.bottom() + 2, code.width(), cell.bottom() - code.bottom() - 2);
                if (below.height() < 8 || !hasInk(canvas()->viewport(), below))
                    missing << name;
                for (OutputBlock *block : canvas()->blocks(i))
                    QVERIFY2(name == "hidden"_L1 || block->height() > 0, qPrintable(name));
            }
            sheet.add(page.first().first + u" ..."_s, m_view.get());
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
        // In half of a small window no button is cut.
        m_view->resize(sized(430, 10) + QSize(0, m_view->height()));
        canvas()->flush();
        QTest::qWait(100);
        canvas()->flush();
        int buttons = 0;
        for (const QPushButton *button : canvas()->viewport()->findChildren<QPushButton *>()) {
            if (!button->isVisible() || qobject_cast<InsertBar *>(button->parentWidget()))
                continue;
            ++buttons;
            QVERIFY2(button->geometry().left() >= 8 && button->geometry().right() <= canvas()->viewport()->width() - 8, qPrintable(button->text()));
            for (const QPushButton *other : canvas()->viewport()->findChildren<QPushButton *>())
                QVERIFY2(other == button || !other->isVisible() || other->parentWidget() != button->parentWidget() || !other->geometry().intersects(button->geometry()), qPrintable(button->text()));
        }
        QVERIFY2(buttons > 12, qPrintable(QString::number(buttons)));
        sheet.add(u"notices, beside something"_s, m_view.get());
        QVERIFY(sheet.save(u"output-kinds-"_s + QString::fromLatin1(QTest::currentDataTag())));
    }
};

QTEST_MAIN(CellsKinds)
#include "tst_cells_kinds.moc"

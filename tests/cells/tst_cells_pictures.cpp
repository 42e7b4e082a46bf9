// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Draws a notebook in every state it can have, for people to look at, and checks what can be measured.
#include "fakes.h"

#include "notebook/cellcanvas.h"
#include "notebook/codeeditor.h"
#include "notebook/notebookview.h"
#include "notebook/richblocks.h"
#include "theme/fonts.h"
#include "theme/theme.h"
#include "theme/workbenchstyle.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QBuffer>
#include <QDir>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::MimeBundle;
using Notebook::Outcome;

namespace {

QByteArray plot(const Theme &theme)
{
    QImage image(1800, 400, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(2, 2);
    painter.setPen(QPen(theme.grid, 1));
    for (int i = 0; i < 5; ++i)
        painter.drawLine(QPointF(35, 10 + i * 40.5), QPointF(890, 10 + i * 40.5));
    painter.setPen(theme.text2);
    for (int i = 0; i < 5; ++i)
        painter.drawText(QRectF(0, i * 40.5, 28, 20), Qt::AlignRight | Qt::AlignVCenter, QString::number(400 - i * 100));
    const std::array<double, 3> levels { 60, 110, 160 };
    for (size_t line = 0; line < 3; ++line) {
        QPainterPath path;
        for (int x = 0; x <= 855; x += 5) {
            const double peak = 60 * std::exp(-std::pow((x - 600) / 45.0, 2)) * double(line + 1) / 1.4;
            const double y = 175 - levels[line] / 2 - peak - 6 * std::sin(x * .21 + double(line) * 2) * std::cos(x * .07);
            x == 0 ? path.moveTo(35, y) : path.lineTo(35 + x, y);
        }
        painter.setPen(QPen(theme.series[line], 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
    }
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes.toBase64();
}

const QString table = uR"(<div><style scoped>.dataframe tbody tr th { vertical-align: top; }</style>
<table border="1" class="dataframe"><thead><tr style="text-align: right;"><th>route</th><th>count</th><th>mean</th><th>std</th><th>50%</th><th>95%</th><th>99%</th><th>max</th></tr></thead>
<tbody><tr><th>/v1/execute</th><td>412,806</td><td>74.2</td><td>51.8</td><td>61.0</td><td>148.3</td><td>241.7</td><td>2,914.0</td></tr>
<tr><th>/v1/files</th><td>168,220</td><td>22.9</td><td>18.4</td><td>19.1</td><td>51.6</td><td>88.2</td><td>1,030.5</td></tr>
<tr><th>/v1/sandboxes</th><td>9,411</td><td>318.4</td><td>204.1</td><td>262.8</td><td>702.5</td><td>1,184.9</td><td>9,640.2</td></tr></tbody></table></div>)"_s;

const QStringList traceback { u"\x1b[31m---------------------------------------------------------------------------\x1b[39m"_s,
                              u"\x1b[31mFileNotFoundError\x1b[39m                         Traceback (most recent call last)"_s,
                              u"Cell In[7], line 1\n----> 1 model.load_state_dict(torch.load(\"ckpt/step_1800.pt\"))\n"_s,
                              u"File /usr/lib/python3/dist-packages/torch/serialization.py:1065, in load(f)\n   1064 x\n-> 1065 with _open_file_like(f, 'rb') as opened:\n"_s,
                              u"File /usr/lib/python3/dist-packages/torch/serialization.py:468, in _open(name)\n-> 468 return _open_file(name)\n"_s,
                              u"File /usr/lib/python3/dist-packages/torch/serialization.py:449, in __init__(self)\n-> 449 super().__init__(open(name, mode))\n"_s,
                              u"\x1b[31mFileNotFoundError\x1b[39m: No such file or directory: 'ckpt/step_1800.pt'"_s };

MimeBundle bundle(const QString &mime, const QString &text)
{
    return MimeBundle::fromJson({ { mime, text } });
}

void settle(NotebookView &view)
{
    for (int i = 0; i < 8; ++i) {
        view.canvas()->flush();
        QTest::qWait(40);
    }
}

} // namespace

class CellsPictures : public QObject
{
    Q_OBJECT

private:
    /// The notebook of the mock-up: plot, table, shell, failure, running.
    static void fill(NotebookView &view, FakeTargets &targets)
    {
        Notebook::Document *document = view.document();
        document->removeCell(0);
        const Binding python { u"local"_s, u"py"_s, u"python"_s, {} };
        const Binding shell { u"local"_s, u"py"_s, u"bash"_s, {} };
        const Binding trainer { u"local"_s, u"gpu"_s, u"python"_s, {} };
        document->insertCell(0, CellKind::Markdown, u"# Latency study\n\nRequests of *one hour*, by route. The deploy at 09:36 is the suspect; see [the notes](https://example.org/notes)."_s);
        document->insertCell(1, CellKind::Markdown, u"## 2. Where the tail comes from"_s);
        document->insertCell(2, CellKind::Code, u"by_min = df.resample(\"1min\", on=\"ts\")[\"ms\"].quantile([.5, .95, .99]).unstack()\nax = by_min.plot(figsize=(9, 2)); ax.axvspan(t0, t1, alpha=.13)"_s, python);
        document->insertCell(3, CellKind::Code, u"df.groupby(\"route\")[\"ms\"].describe(percentiles=[.5, .95, .99]).round(1)"_s, python);
        document->insertCell(4, CellKind::Code, u"grep -c \" 50[234] \" logs/access.log && tail -n 1 logs/access.log"_s, shell);
        document->insertCell(5, CellKind::Code, u"model.load_state_dict(torch.load(\"ckpt/step_1800.pt\"))"_s, trainer);
        document->insertCell(6, CellKind::Code, u"for chunk in read_chunks(\"data/requests.parquet\", 240):\n    model.partial_fit(chunk[features], chunk[\"ms\"])"_s, python);
        document->insertCell(7, CellKind::Code, u"print(score(model, holdout))"_s, python);
        for (int i = 8; i < 12; ++i)
            document->insertCell(i, CellKind::Code, u"step_%1(df)"_s.arg(i), python);

        targets.onStart = [](const std::shared_ptr<Notebook::Run> &run) {
            const QString code = run->code();
            if (code.startsWith("by_min"_L1)) {
                run->executionCount(11);
                run->display(bundle(u"image/png"_s, QString::fromLatin1(plot(Theme::current()))), { { u"image/png"_s, QJsonObject { { u"width"_s, 600 }, { u"height"_s, 110 } } } });
                run->finish(Outcome::Done);
            } else if (code.startsWith("df.group"_L1)) {
                run->executionCount(12);
                run->result(bundle(u"text/html"_s, table));
                run->finish(Outcome::Done);
            } else if (code.startsWith("grep"_L1)) {
                run->executionCount(3);
                run->stream(Notebook::StreamName::Stdout, u"1284\n2026-11-30T09:58:12Z 504 POST /v1/execute 30.002s upstream timed out\n");
                run->finish(Outcome::Done);
            } else if (code.startsWith("model.load"_L1)) {
                run->executionCount(7);
                run->error(u"FileNotFoundError"_s, u"No such file or directory: 'ckpt/step_1800.pt'"_s, traceback);
                run->finish(Outcome::Failed);
            } else if (code.startsWith("for chunk"_L1)) {
                run->stream(Notebook::StreamName::Stdout, u"chunk 1/240\rchunk 118/240   loss 0.0412   49 %");
            }
        };
        for (int cell = 2; cell <= 7; ++cell) // Each by itself: one that fails ends a list.
            view.run({ cell });
        QTRY_COMPARE(targets.runs.size(), size_t(5));
    }

    static void grab(NotebookView &view, const QString &name)
    {
        settle(view);
        QDir().mkpath(QStringLiteral(WB_PICTURES));
        QPixmap pixmap(view.size() * view.devicePixelRatio());
        pixmap.setDevicePixelRatio(view.devicePixelRatio());
        const QString file = QStringLiteral(WB_PICTURES) + u'/' + name + u".png"_s;
        QVERIFY(view.grab().save(file));
        QFile::setPermissions(file, QFile::permissions(file) | QFile::ReadOther | QFile::ReadGroup);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setStyle(new WorkbenchStyle);
    }

    void cleanup()
    {
        Fonts::setScale(1.0);
        Theme::setCurrent(Theme::Kind::Light);
    }

    void theNotebookOfTheMockUp_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<qreal>("scale");
        QTest::newRow("cells-light") << int(Theme::Kind::Light) << QSize(850, 640) << 1.0;
        QTest::newRow("cells-dark") << int(Theme::Kind::Dark) << QSize(850, 640) << 1.0;
        QTest::newRow("cells-contrast") << int(Theme::Kind::HighContrast) << QSize(850, 640) << 1.0;
        QTest::newRow("cells-narrow") << int(Theme::Kind::Light) << QSize(600, 700) << 1.0;
        QTest::newRow("cells-200") << int(Theme::Kind::Light) << QSize(1440, 760) << 2.0;
    }

    void theNotebookOfTheMockUp()
    {
        QFETCH(int, kind);
        QFETCH(QSize, size);
        QFETCH(qreal, scale);
        Theme::setCurrent(Theme::Kind(kind));
        Fonts::setScale(scale);
        FakeTargets targets;
        targets.add(u"py"_s, u"py-analysis"_s, u"python"_s, 0, u"ctx-1"_s);
        targets.add(u"py"_s, u"py-analysis"_s, u"bash"_s, 0, u"ctx-2"_s);
        targets.add(u"gpu"_s, u"gpu-trainer"_s, u"python"_s, 3, u"ctx-1"_s);
        NotebookView view(&targets);
        view.resize(size);
        view.show();
        fill(view, targets);
        view.canvas()->setCurrent(6);
        settle(view);
        view.canvas()->ensureVisible(7);
        grab(view, QString::fromLatin1(QTest::currentDataTag()));
        view.canvas()->verticalScrollBar()->setValue(0);
        grab(view, QString::fromLatin1(QTest::currentDataTag()) + u"-top"_s);
        QCOMPARE(view.canvas()->isMarginFolded(), size.width() / scale < 640 || scale > 1.7);
        // Nothing overlaps: each cell begins below the one before.
        for (int i = 1; i < view.document()->count(); ++i)
            QVERIFY(view.canvas()->cellRect(i).top() >= view.canvas()->cellRect(i - 1).bottom());
        view.canvas()->setCurrent(2);
        view.canvas()->edit(20);
        grab(view, QString::fromLatin1(QTest::currentDataTag()) + u"-edit"_s);
        targets.runs.clear();
    }

    void troubleAndOtherOutputs_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("outputs-light") << int(Theme::Kind::Light);
        QTest::newRow("outputs-dark") << int(Theme::Kind::Dark);
    }

    void troubleAndOtherOutputs()
    {
        QFETCH(int, kind);
        Theme::setCurrent(Theme::Kind(kind));
        FakeTargets targets;
        targets.add(u"py"_s, u"agent-run-0412"_s, u"python"_s, 3, u"ctx-2"_s);
        NotebookView view(&targets);
        view.resize(850, 1500);
        view.show();
        Notebook::Document *document = view.document();
        document->removeCell(0);
        const Binding python { u"local"_s, u"py"_s, u"python"_s, {} };
        const QStringList sources { u"scores = evaluate(model, shard=7, batch=64)\nscores.to_parquet(\"out/shard-07.parquet\")"_s, u"holdout = load_split(\"holdout\", seed=11)"_s, u"colours()"_s,
                                    u"flood()"_s, u"import sys; print(\"careful\", file=sys.stderr)"_s, u"config"_s, u"input(\"name? \")"_s, u"unknown_kind"_s };
        for (int i = 0; i < sources.size(); ++i)
            document->insertCell(i, CellKind::Code, sources[i], python);
        targets.onStart = [](const std::shared_ptr<Notebook::Run> &run) {
            const QString code = run->code();
            if (code.startsWith("scores"_L1)) {
                run->executionCount(4);
                run->stream(Notebook::StreamName::Stdout, u"shard 7: 1 of 12 batches   acc 0.914\nshard 7: 2 of 12 batches   acc 0.921\n");
                run->notice({ Notebook::Notice::Severity::Warning, u"result-unknown"_s, u"The connection broke while this cell ran, so its result is unknown"_s,
                              u"2 lines arrived before 09:56:04. The cell may still be running. It was not sent again."_s });
                run->finish(Outcome::ResultUnknown);
            } else if (code.startsWith("holdout"_L1)) {
                run->notice({ Notebook::Notice::Severity::Warning, u"context-lost"_s, u"Context ctx-1 was restarted, so its variables are gone"_s, u"Out of memory at 09:48:30 (4.0 of 4.0 GiB)."_s });
                run->finish(Outcome::ContextLost);
            } else if (code.startsWith("colours"_L1)) {
                run->executionCount(5);
                run->stream(Notebook::StreamName::Stdout,
                            u"\x1b[31mred\x1b[0m \x1b[32mgreen\x1b[0m \x1b[33myellow\x1b[0m \x1b[34mblue\x1b[0m \x1b[35mmagenta\x1b[0m \x1b[36mcyan\x1b[0m \x1b[1mbold\x1b[0m \x1b[7m inverse \x1b[0m \x1b[4munderlined\x1b[0m "
                            u"\x1b[38;5;201mpink\x1b[0m \x1b[38;2;250;250;120mpale\x1b[0m \x1b[41m on red \x1b[0m\n");
                run->finish(Outcome::Done);
            } else if (code.startsWith("flood"_L1)) {
                QString text;
                for (int i = 0; i < 48'152; ++i)
                    text += u"\x1b[32m200\x1b[0m /v1/files      %1 ms\n"_s.arg(i % 90);
                run->stream(Notebook::StreamName::Stdout, text);
                run->finish(Outcome::Done);
            } else if (code.startsWith("import"_L1)) {
                run->stream(Notebook::StreamName::Stderr, u"careful\nsecond line\n");
                run->finish(Outcome::Done);
            } else if (code.startsWith("config"_L1)) {
                run->result(MimeBundle::fromJson({ { u"application/json"_s, QJsonObject { { u"name"_s, u"py-analysis"_s }, { u"limits"_s, QJsonObject { { u"cpu"_s, 2 }, { u"memory"_s, u"4Gi"_s } } } } } }));
                run->finish(Outcome::Done);
            } else if (code.startsWith("input"_L1)) {
                run->notice({ Notebook::Notice::Severity::Information, u"no-stdin"_s, u"input() needs a terminal here"_s, u"This server gives cells no keyboard."_s });
                run->error(u"StdinNotImplementedError"_s, u"raw_input was called, but this frontend does not support input requests."_s, {});
                run->finish(Outcome::Failed);
            } else {
                run->result(MimeBundle::fromJson({ { u"application/vnd.thing+json"_s, QJsonObject { { u"a"_s, 1 } } } }));
                run->finish(Outcome::Done);
            }
        };
        view.queue()->setContinueOnError(true);
        for (int i = 0; i < document->count(); ++i) {
            view.run({ i });
            QTRY_VERIFY(!view.isBusy());
        }
        view.canvas()->setCurrent(0);
        grab(view, QString::fromLatin1(QTest::currentDataTag()));
        QCOMPARE(view.canvas()->cellRect(0).left(), 0.0);
    }
};

QTEST_MAIN(CellsPictures)
#include "tst_cells_pictures.moc"

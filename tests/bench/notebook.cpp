// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Big notebooks on the screen: opening, scrolling, typing, finding. Against limits, and against JupyterLab where it is here.
#include "bench.h"

#include <execution/executiontargets.h>
#include <notebook/cellcanvas.h>
#include <notebook/codeeditor.h>
#include <notebook/findbar.h>
#include <notebook/notebookview.h>

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/search.h>

#include <QApplication>
#include <QBuffer>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QProcess>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QTabWidget>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int cells = 2000;

QJsonObject codeCell(const QString &source, const QJsonArray &outputs)
{
    return { { u"cell_type"_s, u"code"_s }, { u"metadata"_s, QJsonObject() }, { u"execution_count"_s, 1 }, { u"source"_s, source }, { u"outputs"_s, outputs } };
}

QJsonObject textCell(const QString &source)
{
    return { { u"cell_type"_s, u"markdown"_s }, { u"metadata"_s, QJsonObject() }, { u"source"_s, source } };
}

QJsonObject streamOutput(const QString &text)
{
    return { { u"output_type"_s, u"stream"_s }, { u"name"_s, u"stdout"_s }, { u"text"_s, text } };
}

void write(const QString &path, const QJsonArray &list)
{
    // With a kernel named, so that JupyterLab asks for none.
    const QJsonObject kernel { { u"name"_s, u"python3"_s }, { u"display_name"_s, u"Python 3 (ipykernel)"_s }, { u"language"_s, u"python"_s } };
    const QJsonObject root { { u"cells"_s, list }, { u"metadata"_s, QJsonObject { { u"kernelspec"_s, kernel } } }, { u"nbformat"_s, 4 }, { u"nbformat_minor"_s, 4 } };
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(QJsonDocument(root).toJson());
}

/// Nine cells of code with a little output for each one of text.
void writeBig(const QString &path, int count)
{
    QJsonArray list;
    for (int i = 0; i < count; ++i) {
        if (i % 10 == 0)
            list.append(textCell(u"## Part %1\nSome **words** about it, and a [link](https://example.org)."_s.arg(i)));
        else
            list.append(codeCell(u"x = %1\nfor i in range(10):\n    print(i, x)"_s.arg(i), { streamOutput(u"0\n1\n2\n"_s) }));
    }
    write(path, list);
}

/// Pain 69: 64,000 lines in one cell, then 30 pictures of about 2 MB.
void writeMixed(const QString &path)
{
    QString lines;
    for (int i = 0; i < 64'000; ++i)
        lines += u"step %1 loss 0.%2\n"_s.arg(i).arg(i % 9973);
    QJsonArray list { textCell(u"# Run"_s), codeCell(u"train()"_s, { streamOutput(lines) }) };
    QRandomGenerator random(7);
    for (int i = 0; i < 30; ++i) {
        QImage image(860, 800, QImage::Format_RGB32); // Noise hardly shrinks: 3 bytes a pixel.
        for (int y = 0; y < image.height(); ++y)
            random.generate(reinterpret_cast<quint32 *>(image.scanLine(y)), reinterpret_cast<quint32 *>(image.scanLine(y)) + image.width());
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        image.save(&buffer, "PNG", 90);
        list.append(codeCell(u"show(%1)"_s.arg(i), { QJsonObject { { u"output_type"_s, u"display_data"_s }, { u"metadata"_s, QJsonObject() },
                                                                   { u"data"_s, QJsonObject { { u"image/png"_s, QString::fromLatin1(bytes.toBase64()) } } } } }));
    }
    write(path, list);
}

/// 2,000 cells with 50 MB of output, in which the word stands 2,000 times.
void writeFind(const QString &path)
{
    QJsonArray list;
    const QString filler = u"GET /v1/files/route 200 19 ms and some more words to fill the line\n"_s;
    const QString text = filler.repeated(25'000 / filler.size()) + u"the needle is here\n"_s;
    for (int i = 0; i < cells; ++i)
        list.append(codeCell(u"work(%1)"_s.arg(i), { streamOutput(text) }));
    write(path, list);
}

/// A window that may not be seen: paints what would be on the screen.
void paintNow(NotebookView &view)
{
    view.canvas()->viewport()->repaint();
}

struct Shown
{
    std::unique_ptr<NotebookView> view;
    double ms = -1;
};

Shown open(const QString &path)
{
    Shown shown;
    QElapsedTimer timer;
    timer.start();
    shown.view = std::make_unique<NotebookView>(nullptr);
    shown.view->resize(1000, 800);
    if (!shown.view->open(path))
        return shown;
    shown.view->show();
    // The window is painted once the platform has said that it is seen.
    while (shown.view->canvas()->paintedPieces() == 0 && timer.elapsed() < 60'000)
        QCoreApplication::processEvents();
    if (shown.view->canvas()->paintedPieces() > 0)
        shown.ms = double(timer.nsecsElapsed()) / 1e6;
    return shown;
}

double scrollToEnd(NotebookView &view)
{
    QElapsedTimer timer;
    timer.start();
    // Heights below are estimates until they are laid out, so the end may move once or twice.
    QScrollBar *bar = view.canvas()->verticalScrollBar();
    for (int round = 0; round < 10; ++round) {
        bar->setValue(bar->maximum());
        paintNow(view);
        if (bar->value() == bar->maximum())
            break;
    }
    return double(timer.nsecsElapsed()) / 1e6;
}

double percentile95(QList<double> times)
{
    std::ranges::sort(times);
    return times.at(qsizetype(double(times.size()) * 0.95));
}

double keyToPaint(NotebookView &view)
{
    view.canvas()->setCurrent(cells / 2 + 1);
    view.canvas()->ensureVisible(cells / 2 + 1);
    view.canvas()->edit(0);
    QList<double> times;
    for (int i = 0; i < 200; ++i) {
        CodeEditor *editor = view.canvas()->editor();
        if (!editor)
            return -1;
        QElapsedTimer timer;
        timer.start();
        QKeyEvent press(QEvent::KeyPress, Qt::Key_A, Qt::NoModifier, u"a"_s);
        QCoreApplication::sendEvent(editor, &press);
        QCoreApplication::sendPostedEvents();
        view.canvas()->viewport()->repaint(editor->geometry());
        times.append(double(timer.nsecsElapsed()) / 1e6);
        QCoreApplication::processEvents();
    }
    return percentile95(times);
}

struct Found
{
    double first = -1;
    double all = -1;
    int matches = 0;
};

Found find(NotebookView &view)
{
    Found found;
    Notebook::Search search(view.document());
    QElapsedTimer timer;
    timer.start();
    search.start({ .text = u"needle"_s, .isRegex = false, .matchCase = false, .wholeWord = false, .inOutputs = true });
    while (search.isRunning() && timer.elapsed() < 120'000) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        if (found.first < 0 && search.count() > 0)
            found.first = double(timer.nsecsElapsed()) / 1e6;
    }
    found.all = double(timer.nsecsElapsed()) / 1e6;
    found.matches = search.count();
    return found;
}

/// To any cell, near or far, until it is painted.
double jump(NotebookView &view)
{
    QRandomGenerator random(11);
    QList<double> times;
    for (int i = 0; i < 200; ++i) {
        const int target = int(random.bounded(quint32(view.document()->count())));
        QElapsedTimer timer;
        timer.start();
        view.canvas()->setCurrent(target);
        view.canvas()->ensureVisible(target);
        paintNow(view);
        times.append(double(timer.nsecsElapsed()) / 1e6);
        QCoreApplication::processEvents();
    }
    return percentile95(times);
}

/// Between two big notebooks in tabs, until the other one is painted.
double switchTabs(const QString &one, const QString &other)
{
    QTabWidget tabs;
    tabs.resize(1000, 800);
    QList<NotebookView *> views;
    for (const QString &path : { one, other }) {
        auto *view = new NotebookView(nullptr);
        tabs.addTab(view, path);
        if (!view->open(path))
            return -1;
        views.append(view);
    }
    tabs.show();
    QList<double> times;
    for (int i = 0; i < 100; ++i) {
        QCoreApplication::processEvents();
        QElapsedTimer timer;
        timer.start();
        tabs.setCurrentIndex(1 - tabs.currentIndex());
        paintNow(*views.at(tabs.currentIndex()));
        times.append(double(timer.nsecsElapsed()) / 1e6);
    }
    return percentile95(times);
}

/// MB/s of text that becomes lines, colours and places of the caret.
double ingest(const QString &lines)
{
    Notebook::Document document;
    Notebook::Cell *cell = document.insertCell(0, Notebook::CellKind::Code, u"work()"_s);
    const QString piece = lines.repeated(qMax<qsizetype>(1, 64'000 / lines.size()));
    constexpr qint64 whole = 100'000'000;
    QElapsedTimer timer;
    timer.start();
    for (qint64 sent = 0; sent < whole; sent += piece.size())
        cell->outputs()->appendStream(Notebook::StreamName::Stdout, piece);
    return double(whole) / 1e6 / (double(timer.nsecsElapsed()) / 1e9);
}

QJsonObject jupyterLab(const QString &folder)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(u"python3"_s, { QStringLiteral(WB_SOURCE_DIR "/tests/bench/jupyterlab.py"), folder });
    if (!process.waitForFinished(400'000)) {
        process.terminate();
        process.waitForFinished(30'000);
        return { { u"missing"_s, u"JupyterLab took more than seven minutes"_s } };
    }
    const QJsonObject object = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    return object.isEmpty() ? QJsonObject { { u"missing"_s, u"the script that times JupyterLab failed"_s } } : object;
}

} // namespace

QList<Bench::Row> Bench::notebookRows()
{
    QTemporaryDir folder;
    write(folder.filePath(u"small.ipynb"_s), { codeCell(u"1"_s, {}) });
    writeBig(folder.filePath(u"big.ipynb"_s), cells);
    writeBig(folder.filePath(u"huge.ipynb"_s), 10'000);
    writeMixed(folder.filePath(u"mixed.ipynb"_s));
    writeFind(folder.filePath(u"find.ipynb"_s));

    QList<double> opening;
    QList<double> ending;
    double key = -1;
    double jumping = -1;
    for (int round = 0; round < 20; ++round) {
        const Shown big = open(folder.filePath(u"big.ipynb"_s));
        opening.append(big.ms);
        ending.append(scrollToEnd(*big.view));
        if (round == 19) {
            key = keyToPaint(*big.view);
            jumping = jump(*big.view);
        }
    }
    QList<double> huge;
    for (int round = 0; round < 20; ++round)
        huge.append(open(folder.filePath(u"huge.ipynb"_s)).ms);
    const double switching = switchTabs(folder.filePath(u"big.ipynb"_s), folder.filePath(u"mixed.ipynb"_s));
    QList<double> mixed;
    QList<double> mixedEnd;
    for (int round = 0; round < 20; ++round) {
        const Shown shown = open(folder.filePath(u"mixed.ipynb"_s));
        mixed.append(shown.ms);
        mixedEnd.append(scrollToEnd(*shown.view));
    }
    Found found;
    {
        const Shown shown = open(folder.filePath(u"find.ipynb"_s));
        found = find(*shown.view);
    }
    const QJsonObject peer = jupyterLab(folder.path());

    QList<Row> rows;
    const auto add = [&](const QString &name, double ours, double limit, const QString &peerKey) {
        Row row { .name = name, .unit = u"ms"_s, .ours = ours, .reference = limit, .referenceName = u"limit"_s, .goal = 1, .higherIsBetter = false, .failure = {} };
        if (ours < 0)
            row.failure = u"it was not shown"_s;
        rows.append(row);
        if (peerKey.isEmpty())
            return;
        row.name += u", beside JupyterLab"_s;
        row.referenceName = u"JupyterLab in Chromium"_s;
        row.reference = peer.value(peerKey).toDouble(-1);
        row.optional = true;
        if (row.reference < 0)
            row.failure = peer.value("missing"_L1).toString(u"JupyterLab did not say"_s);
        rows.append(row);
    };
    add(u"2,000 cells: open to first cell"_s, median(opening), 400, u"open"_s);
    add(u"2,000 cells: to the end"_s, median(ending), 50, u"end"_s);
    add(u"2,000 cells: key to paint, p95"_s, key, 16, u"key"_s);
    add(u"2,000 cells: jump to a cell, p95"_s, jumping, 50, {});
    add(u"10,000 cells: open to first cell"_s, median(huge), 1500, {});
    add(u"two big notebooks: switch, p95"_s, switching, 50, {});
    add(u"64,000 lines, 30 pictures: open"_s, median(mixed), 2000, u"mixed"_s);
    add(u"64,000 lines, 30 pictures: to the end"_s, median(mixedEnd), 50, u"mixedEnd"_s);
    add(u"find in 50 MB: first"_s, found.first, 100, u"find"_s); // JupyterLab shows its first when it has all.
    add(u"find in 50 MB: all"_s, found.matches == cells ? found.all : -1, 500, u"find"_s);
    if (const QString matches = peer.value("matches"_L1).toString(); !matches.isEmpty() && !matches.endsWith("/2000"_L1))
        rows.last().failure = u"it found %1 of 2,000"_s.arg(matches.section(u'/', 1));
    const auto addRate = [&](const QString &name, double rate, double atLeast) {
        rows.append({ .name = name, .unit = u"MB/s"_s, .ours = rate, .reference = atLeast, .referenceName = u"limit"_s, .goal = 1, .higherIsBetter = true, .failure = {} });
    };
    addRate(u"100 MB of plain lines become output"_s, ingest(u"GET /v1/files/route 200 19 ms and some more words to fill the line\n"_s), 100);
    addRate(u"100 MB of coloured lines become output"_s, ingest(u"\x1b[32mGET\x1b[0m /v1/files/route \x1b[1;38;5;208m200\x1b[0m 19 ms and some more words\n"_s), 50);
    return rows;
}

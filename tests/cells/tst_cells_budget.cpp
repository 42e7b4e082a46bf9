// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// What a big notebook may cost, counted, never timed: cells that are laid out, pieces that are painted, memory and allocations.
// Whoever makes one of these depend on the length of the notebook finds out here.
#include "fakes.h"

#include "notebook/cellcanvas.h"
#include "notebook/codeeditor.h"
#include "notebook/notebookview.h"

#include <opensandbox/notebook/document.h>

#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QMimeData>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;

namespace {

std::atomic<qint64> allocations { 0 };

#if defined(WB_INSTRUMENTED)
constexpr bool countsMemory = false; // The sanitizer's own heap does not tell.
#else
constexpr bool countsMemory = true;
#endif

qint64 heap()
{
    const struct mallinfo2 info = mallinfo2();
    return qint64(info.uordblks) + qint64(info.hblkhd);
}

} // namespace

#if !defined(WB_INSTRUMENTED)
void *operator new(std::size_t size)
{
    ++allocations;
    if (void *place = std::malloc(size > 0 ? size : 1))
        return place;
    throw std::bad_alloc();
}

void operator delete(void *place) noexcept
{
    std::free(place);
}

void operator delete(void *place, std::size_t) noexcept
{
    std::free(place);
}
#endif

class CellsBudget : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    /// Cells of three lines and three lines of output, every tenth one a heading with words.
    QString notebookOf(int count)
    {
        const QString path = m_folder.filePath(u"%1.ipynb"_s.arg(count));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write("{\"cells\": [");
        for (int i = 0; i < count; ++i) {
            const QByteArray number = QByteArray::number(i);
            if (i > 0)
                file.write(",");
            file.write(i % 10 == 0 ? QByteArray("{\"cell_type\":\"markdown\",\"metadata\":{},\"source\":[\"## Part " + number + "\\n\",\"words\"]}")
                                   : QByteArray("{\"cell_type\":\"code\",\"metadata\":{},\"execution_count\":" + number
                               + ",\"source\":[\"x = " + number + "\\n\",\"for i in range(10):\\n\",\"    print(i, x)\"],"
                                 "\"outputs\":[{\"output_type\":\"stream\",\"name\":\"stdout\",\"text\":[\"0\\n\",\"1\\n\",\"2\\n\"]}]}"));
        }
        file.write("], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}");
        return path;
    }

    struct Costs
    {
        int laidOut = 0;
        int painted = 0;
        qint64 keyAllocations = 0;
        int keyPainted = 0;
    };

    Costs costsOf(int count)
    {
        Costs costs;
        FakeTargets targets;
        NotebookView view(&targets);
        view.resize(900, 700);
        if (!view.open(notebookOf(count)))
            return costs;
        view.show();
        CellCanvas *canvas = view.canvas();
        const auto look = [&] {
            QTest::qWait(20);
            canvas->viewport()->repaint();
            costs.laidOut = std::max(costs.laidOut, canvas->realisedCount());
            costs.painted = std::max(costs.painted, canvas->paintedPieces());
        };
        look();
        QScrollBar *bar = canvas->verticalScrollBar();
        for (int step = 1; step <= 20; ++step) {
            bar->setValue(int(qint64(bar->maximum()) * step / 20));
            look();
        }
        canvas->setCurrent(count / 2 + 1);
        canvas->ensureVisible(count / 2 + 1);
        canvas->edit(0);
        look();
        CodeEditor *editor = canvas->editor();
        if (!editor)
            return costs;
        const auto press = [&] {
            QTest::keyClick(editor, Qt::Key_A);
            canvas->viewport()->repaint(editor->geometry());
        };
        for (int i = 0; i < 10; ++i)
            press(); // What is made once is made now.
        QTest::qWait(200);
        constexpr int presses = 50;
        const qint64 before = allocations;
        for (int i = 0; i < presses; ++i)
            press();
        costs.keyAllocations = (allocations - before) / presses;
        costs.keyPainted = canvas->paintedPieces();
        return costs;
    }

private Q_SLOTS:
    void noCostGrowsWithTheNotebook()
    {
        const Costs small = costsOf(200);
        const Costs big = costsOf(2000);
        qInfo("200 cells: %d laid out, %d painted, %lld allocations a key, %d painted a key", small.laidOut, small.painted, small.keyAllocations, small.keyPainted);
        qInfo("2,000 cells: %d laid out, %d painted, %lld allocations a key, %d painted a key", big.laidOut, big.painted, big.keyAllocations, big.keyPainted);
        QVERIFY(big.laidOut > 5);
        QVERIFY(big.laidOut < 90);
        QVERIFY(big.painted > 5);
        QVERIFY(big.painted < 50);
        QVERIFY(big.keyPainted < 8);
        QVERIFY(big.laidOut <= small.laidOut * 3 / 2);
        QVERIFY(big.painted <= small.painted * 3 / 2);
        QVERIFY(big.keyAllocations <= small.keyAllocations * 3 / 2 + 20);
        if (countsMemory)
            QVERIFY(small.keyAllocations > 0 && big.keyAllocations < 1500);
    }

    // Pain 69: 64,000 lines in one cell.
    void longOutputIsNotLaidOut()
    {
        FakeTargets targets;
        NotebookView view(&targets);
        view.resize(900, 700);
        view.show();
        Notebook::OutputList *outputs = view.document()->cell(0)->outputs();
        for (int i = 0; i < 64; ++i)
            outputs->appendStream(Notebook::StreamName::Stdout, u"some words of a line of output\n"_s.repeated(1000));
        QTest::qWait(100);
        const qint64 before = heap();
        view.canvas()->viewport()->repaint();
        view.canvas()->verticalScrollBar()->setValue(view.canvas()->verticalScrollBar()->maximum());
        view.canvas()->viewport()->repaint();
        qInfo("showing 64,000 lines took %.2f MB", double(heap() - before) / 1e6);
        if (countsMemory)
            QVERIFY(heap() - before < 4'000'000);
        QVERIFY(view.canvas()->cellRect(0).height() < 3000);
    }

    // 50 MB of output, live or from a file: what is done to the cell does not write it out.
    void largeOutputsAreSharedNotCopied()
    {
        FakeTargets targets;
        NotebookView view(&targets);
        view.resize(900, 700);
        view.show();
        Notebook::Document *document = view.document();
        document->insertCell(1, CellKind::Code, u"x"_s);
        for (int i = 0; i < 50; ++i)
            document->cell(0)->outputs()->appendStream(Notebook::StreamName::Stdout, u"some words of a line of output, and some more of them\n"_s.repeated(20'000));
        document->cell(0)->setSource(u"work()"_s);
        view.canvas()->flush();
        QTest::qWait(50);
        const auto act = [&](const QString &id) {
            for (QAction *action : view.allActions()) {
                if (action->objectName() == id)
                    action->trigger();
            }
        };
        const auto grown = [&](const char *what, const std::function<void()> &work) {
            const qint64 before = heap();
            work();
            const qint64 bytes = heap() - before;
            qInfo("%s: %.2f MB", what, double(bytes) / 1e6);
            return bytes;
        };
        constexpr qint64 little = 4'000'000;
        const auto select = [&](int index) {
            view.canvas()->setFocus();
            view.canvas()->setCurrent(index);
        };
        select(0);
        if (countsMemory)
            QVERIFY(grown("copy", [&] { act(u"notebook.copy"_s); }) < little);
        else
            act(u"notebook.copy"_s);
        QVERIFY(grown("duplicate", [&] { act(u"notebook.duplicate"_s); }) < little || !countsMemory);
        QCOMPARE(document->count(), 3);
        QVERIFY(grown("paste", [&] { act(u"notebook.paste"_s); }) < little || !countsMemory);
        QCOMPARE(document->count(), 4);
        select(1);
        QVERIFY(grown("delete", [&] { act(u"notebook.delete"_s); }) < little || !countsMemory);
        QVERIFY(grown("undo", [&] { document->undo(); }) < little || !countsMemory);
        select(1);
        QVERIFY(grown("cut", [&] { act(u"notebook.cut"_s); }) < little || !countsMemory);
        QCOMPARE(document->count(), 3);
        document->cell(0)->outputs()->startAnew();
        document->cell(0)->outputs()->appendStream(Notebook::StreamName::Stdout, u"new\n"_s);
        QVERIFY(grown("bring back", [&] { document->bringBackOutputs({ 0 }); }) < little || !countsMemory);
        QVERIFY(document->cell(0)->outputs()->size() > 50'000'000);
        // It is all there when somebody else asks.
        const QByteArray bytes = QGuiApplication::clipboard()->mimeData()->data(Notebook::Document::clipboardMimeType());
        QVERIFY(bytes.size() > 50'000'000);
    }

    void whatIsFarGivesItsMemoryBack()
    {
        if (!countsMemory)
            QSKIP("The sanitizer's heap does not tell.");
        FakeTargets targets;
        NotebookView view(&targets);
        view.resize(900, 700);
        QVERIFY(view.open(notebookOf(2000)));
        view.show();
        QScrollBar *bar = view.canvas()->verticalScrollBar();
        const auto tour = [&] {
            for (int step = 0; step <= 60; ++step) {
                bar->setValue(int(qint64(bar->maximum()) * step / 60));
                QTest::qWait(5);
            }
            bar->setValue(0);
            QTest::qWait(50);
        };
        tour();
        const qint64 before = heap();
        tour();
        tour();
        qInfo("two more tours left %.2f MB", double(heap() - before) / 1e6);
        QVERIFY(heap() - before < 3'000'000);
    }
};

QTEST_MAIN(CellsBudget)
#include "tst_cells_budget.moc"

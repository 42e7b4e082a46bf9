// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Pains 49 and 50: whatever a cell prints, the window answers. The watchdog is the application itself: it measures
// the processor time that the interface thread spends in each single event.
#include "fakes.h"

#include "notebook/cellcanvas.h"
#include "notebook/notebookview.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>
#include <QTimer>

#include <ctime>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::Outcome;

namespace {

double threadMs()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1000 + double(now.tv_nsec) / 1e6;
}

double residentMb()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return double(file.readAll().split(' ').value(1).toLongLong()) * 4096 / 1e6;
}

#if defined(__SANITIZE_ADDRESS__) || (defined(__has_feature) && __has_feature(address_sanitizer))
constexpr double slack = 8; // Instrumented code is that much slower.
#elif !defined(QT_NO_DEBUG) || !defined(NDEBUG)
constexpr double slack = 2;
#else
constexpr double slack = 1;
#endif

class Watchdog : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (m_depth > 0)
            return QApplication::notify(receiver, event);
        ++m_depth;
        const double before = threadMs();
        const bool result = QApplication::notify(receiver, event);
        const double took = threadMs() - before;
        --m_depth;
        if (took > worst) {
            worst = took;
            worstEvent = QString::fromLatin1(receiver->metaObject()->className()) + u' ' + QString::number(event->type());
        }
        return result;
    }

    double worst = 0;
    QString worstEvent;

private:
    int m_depth = 0;
};

Watchdog *watchdog = nullptr;

} // namespace

class CellsFlood : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWindowAnswersDuringAFlood_data()
    {
        QTest::addColumn<QString>("piece");
        QTest::addColumn<qint64>("total");
        QString lines;
        for (int i = 0; i < 400; ++i)
            lines += u"\x1b[32m200\x1b[0m GET /v1/files/%1 19 ms and some more words to fill the line\n"_s.arg(i);
        QTest::newRow("100 MB of lines") << lines << qint64(100'000'000);
        QTest::newRow("one line of 10 MB") << QString(32'768, u'x') << qint64(10'000'000);
        QString bars;
        for (int i = 0; i < 400; ++i)
            bars += u"\rprogress %1 %|##########          | 120/240 [00:03<00:02]"_s.arg(i % 100);
        QTest::newRow("20 MB of progress bars") << bars << qint64(20'000'000);
    }

    void theWindowAnswersDuringAFlood()
    {
        QFETCH(QString, piece);
        QFETCH(qint64, total);
        FakeTargets targets;
        targets.add(u"py"_s, u"py-analysis"_s, u"python"_s, 0, u"ctx-1"_s);
        NotebookView view(&targets);
        view.attach(u"local"_s, u"py"_s);
        view.resize(900, 700);
        view.show();
        QTest::qWait(100);
        view.document()->cell(0)->setSource(u"flood()"_s);
        view.run({ 0 });
        QTRY_COMPARE(targets.runs.size(), size_t(1));
        const auto run = targets.runs.front();
        const double memory = residentMb();
        qint64 sent = 0;
        QTimer source; // As the network delivers: a piece per turn of the event loop.
        connect(&source, &QTimer::timeout, &view, [&]() {
            run->stream(Notebook::StreamName::Stdout, piece);
            sent += piece.size();
            if (sent >= total)
                source.stop();
        });
        watchdog->worst = 0;
        QElapsedTimer timer;
        timer.start();
        source.start(0);
        bool interrupted = false;
        while (source.isActive() && timer.elapsed() < 110'000) {
            QTest::qWait(20);
            if (!interrupted && sent > total / 2) {
                view.interrupt(); // The key's handler, at once.
                QCOMPARE(targets.interrupts, 1);
                interrupted = true;
            }
        }
        QTest::qWait(100);
        qInfo("%.0f MB in %.1f s, longest event %.1f ms (%s), memory grew by %.0f MB", double(sent) / 1e6, double(timer.elapsed()) / 1000, watchdog->worst,
              qPrintable(watchdog->worstEvent), residentMb() - memory);
        QVERIFY(sent >= total);
        QVERIFY2(watchdog->worst < 50 * slack, qPrintable(watchdog->worstEvent));
        QVERIFY(residentMb() - memory < 64 * slack * 1.5);
        run->finish(Outcome::Interrupted);
        QTRY_VERIFY(!view.isBusy());
        targets.runs.clear();
    }
};

int main(int argc, char **argv)
{
    Watchdog application(argc, argv);
    watchdog = &application;
    CellsFlood test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_cells_flood.moc"

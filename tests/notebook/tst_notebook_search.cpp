// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Finding and replacing over all cells and outputs, what two texts share, and the bin of deleted cells.
#include <opensandbox/notebook/bin.h>
#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/search.h>
#include <opensandbox/notebook/textdiff.h>

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <ctime>

using namespace Qt::StringLiterals;
using namespace Notebook;

class TestNotebookSearch : public QObject
{
    Q_OBJECT

    static void fill(Document &document, const QStringList &sources)
    {
        for (const QString &source : sources)
            document.insertCell(document.count(), CellKind::Code, source);
        document.removeCell(0);
    }
    static void run(Search &search, const SearchQuery &query)
    {
        search.start(query);
        QTRY_VERIFY_WITH_TIMEOUT(!search.isRunning(), 30'000);
    }

private Q_SLOTS:
    void findsInSourcesAndOutputs()
    {
        Document document;
        fill(document, { u"value = 1\nVALUE"_s, u"print(value)"_s, u"other"_s });
        document.cell(1)->outputs()->appendStream(StreamName::Stdout, u"a\n\x1b[31mval\x1b[0mue 2\n");
        document.cell(2)->outputs()->appendError(u"ValueError"_s, u"bad value"_s, { u"line"_s, u"ValueError: bad value"_s });
        document.cell(2)->outputs()->appendResult(MimeBundle::fromJson({ { u"text/plain"_s, u"x\nvalue"_s } }));
        Search search(&document);
        run(search, { u"value"_s });
        QCOMPARE(search.count(), 7);
        run(search, { u"value"_s, false, true });
        QCOMPARE(search.count(), 5);
        run(search, { u"value"_s, false, true, true });
        QCOMPARE(search.count(), 5);
        run(search, { u"val"_s, false, true, true });
        QCOMPARE(search.count(), 0);
        run(search, { u"value"_s, false, true, false, false });
        QCOMPARE(search.count(), 2);
        // In a stream: the row and the column without escape sequences.
        run(search, { u"ue 2"_s });
        QCOMPARE(search.count(), 1);
        const SearchMatch match = search.matches(document.cell(1)).front();
        QCOMPARE(match.row, 1);
        QCOMPARE(match.start, 3);
        QCOMPARE(match.outputId, document.cell(1)->outputs()->at(0).id());
    }

    void goesRoundInOrder()
    {
        Document document;
        fill(document, { u"a a"_s, u"b"_s, u"a"_s });
        Search search(&document);
        run(search, { u"a"_s });
        Search::Place place = search.next({});
        QList<int> cells;
        for (int i = 0; i < 4; ++i) {
            cells.append(place.cell->index());
            QCOMPARE(search.number(place), i % 3 + 1);
            place = search.next(place);
        }
        QCOMPARE(cells, (QList<int> { 0, 0, 2, 0 }));
        QCOMPARE(search.next({}, true).cell->index(), 2);
        QCOMPARE(search.at(document.cell(0), 1).index, 1);
        QCOMPARE(search.at(document.cell(1), 0).cell->index(), 2);
    }

    void aWrongExpressionSaysWhere()
    {
        Document document;
        Search search(&document);
        search.start({ u"a(b"_s, true });
        QVERIFY(search.error().contains("4"_L1));
        QVERIFY(!search.isRunning());
        QCOMPARE(search.count(), 0);
    }

    void aRunawayExpressionEnds()
    {
        Document document;
        fill(document, { QString(30'000, u'a') + u'b' });
        Search search(&document);
        QElapsedTimer clock;
        clock.start();
        run(search, { u"(a+)+$x"_s, true });
        QVERIFY(clock.elapsed() < 20'000);
        QCOMPARE(search.count(), 0);
    }

    void replacesOneAndAllAsOneStep()
    {
        Document document;
        fill(document, { u"foo(1)\nfoo(22)"_s, u"bar foo(3)"_s, u"none"_s });
        document.cell(1)->outputs()->appendStream(StreamName::Stdout, u"foo(9)");
        Search search(&document);
        run(search, { u"foo\\((\\d+)\\)"_s, true });
        QCOMPARE(search.count(), 4);
        QVERIFY(search.replace(search.next({}), u"f[\\1]"_s));
        QCOMPARE(document.cell(0)->source(), u"f[1]\nfoo(22)"_s);
        QCOMPARE(search.count(), 3);
        // Outputs are what happened: they are not changed.
        const Search::Place output { document.cell(1), 1 };
        QVERIFY(search.match(output)->outputId != 0);
        QVERIFY(!search.replace(output, u"x"_s));
        QCOMPARE(search.replaceAll(u"f[\\1]"_s), 2);
        QCOMPARE(document.cell(0)->source(), u"f[1]\nf[22]"_s);
        QCOMPARE(document.cell(1)->source(), u"bar f[3]"_s);
        document.undo();
        QCOMPARE(document.cell(0)->source(), u"f[1]\nfoo(22)"_s);
        QCOMPARE(document.cell(1)->source(), u"bar foo(3)"_s);
        run(search, { u"o"_s, false, true });
        QCOMPARE(search.replaceAll(u"\\1"_s), 5); // Plain text is plain in the replacement, too.
        QCOMPARE(document.cell(2)->source(), u"n\\1ne"_s);
    }

    void replacementsNameGroupsInEitherWay_data()
    {
        QTest::addColumn<QString>("replacement");
        QTest::addColumn<QString>("result");
        QTest::newRow("\\1") << u"<\\1>"_s << u"x <a> y <c>"_s;
        QTest::newRow("$1") << u"$2$1"_s << u"x ba y dc"_s;
        QTest::newRow("all of it") << u"[$&|$0|\\0]"_s << u"x [ab|ab|ab] y [cd|cd|cd]"_s;
        QTest::newRow("a dollar sign") << u"$$1"_s << u"x $1 y $1"_s;
        QTest::newRow("money") << u"$ 5$"_s << u"x $ 5$ y $ 5$"_s;
        QTest::newRow("a digit behind") << u"$12"_s << u"x a2 y c2"_s;
        QTest::newRow("a path") << u"C:\\dir"_s << u"x C:\\dir y C:\\dir"_s;
    }

    void replacementsNameGroupsInEitherWay()
    {
        QFETCH(QString, replacement);
        QFETCH(QString, result);
        Document document;
        document.cell(0)->setSource(u"x ab y cd"_s);
        Search search(&document);
        run(search, { u"([ac])([bd])"_s, true, true });
        QCOMPARE(search.replacementError(replacement), QString());
        QCOMPARE(search.replaceAll(replacement), 2);
        QCOMPARE(document.cell(0)->source(), result);
        document.undo();
        run(search, { u"([ac])([bd])"_s, true, true });
        QVERIFY(search.replace({ document.cell(0), 0 }, replacement));
        QCOMPARE(document.cell(0)->source(), result.section(u" y "_s, 0, 0) + u" y cd"_s);
    }

    // It would become nothing, without a word.
    void aGroupThatIsNoneReplacesNothing()
    {
        Document document;
        document.cell(0)->setSource(u"x ab y cd"_s);
        Search search(&document);
        run(search, { u"([ac])([bd])"_s, true, true });
        for (const QString &replacement : { u"<$3>"_s, u"\\9"_s, u"$1$2$3"_s }) {
            QVERIFY(search.replacementError(replacement).contains("no group"_L1));
            QCOMPARE(search.replaceAll(replacement), 0);
            QVERIFY(!search.replace({ document.cell(0), 0 }, replacement));
        }
        QCOMPARE(document.cell(0)->source(), u"x ab y cd"_s);
        run(search, { u"ab"_s, false, true });
        QCOMPARE(search.replaceAll(u"$3"_s), 1); // Plain text.
        QCOMPARE(document.cell(0)->source(), u"x $3 y cd"_s);
    }

    void followsChanges()
    {
        Document document;
        fill(document, { u"a"_s, u"b"_s });
        Search search(&document);
        run(search, { u"a"_s });
        QCOMPARE(search.count(), 1);
        document.cell(1)->setSource(u"aa"_s);
        QTRY_COMPARE(search.count(), 3);
        document.cell(0)->outputs()->appendStream(StreamName::Stdout, u"a");
        QTRY_COMPARE(search.count(), 4);
        document.removeCell(1);
        QCOMPARE(search.count(), 2);
        document.undo();
        QTRY_COMPARE(search.count(), 4);
    }

    // 2,000 cells and 50 MB: the event loop is never kept for long, and all is found.
    void manyCellsAndMuchOutputStallNothing()
    {
        Document document;
        QString line;
        for (int i = 0; i < 250; ++i)
            line += u"line %1 of some ordinary output without much in it, and of a usual length\n"_s.arg(i);
        for (int i = 0; i < 2000; ++i) {
            Cell *cell = document.insertCell(document.count(), CellKind::Code, u"value_%1 = needle"_s.arg(i));
            cell->outputs()->appendStream(StreamName::Stdout, line);
        }
        document.cell(2000)->outputs()->appendStream(StreamName::Stdout, u"the needle at the end\n");
        Search search(&document);
        qint64 longest = 0;
        QElapsedTimer clock;
        QTimer beat;
        beat.setInterval(0);
        clock.start();
        connect(&beat, &QTimer::timeout, this, [&]() { longest = std::max(longest, clock.restart()); });
        beat.start();
        QSignalSpy changed(&search, &Search::changed);
        QElapsedTimer whole;
        whole.start();
        search.start({ u"needle"_s });
        QTRY_VERIFY_WITH_TIMEOUT(search.count() > 0, 5000);
        const qint64 first = whole.elapsed();
        QTRY_VERIFY_WITH_TIMEOUT(!search.isRunning(), 60'000);
        qInfo("first %lld ms, all %lld ms, longest slice %lld ms", first, whole.elapsed(), longest);
        QCOMPARE(search.count(), 2001);
        QVERIFY(longest < 400); // Far above what it is, for loaded machines with sanitizers.
    }

    // One output of 50 MB, straight from the file: it is read a part at a time.
    void oneEnormousOutputIsReadInParts_data()
    {
        QTest::addColumn<QByteArray>("output");
        const QByteArray lines = QByteArray("some ordinary output, with a \\u00e4 and a usual length\\n").repeated(40 * 1024 * 1024 / 56);
        // Single quotes for what JSON writes with double ones.
        const auto json = [](QByteArray text) { return text.replace('\'', '"'); };
        const QByteArray stream = json("{'output_type':'stream','name':'stdout','text':");
        const QByteArray display = json("{'output_type':'display_data','metadata':{},'data':{'text/plain':'");
        QTest::newRow("stream") << stream + '"' + lines + json("needle\\n'}");
        QTest::newRow("stream of lines") << stream + '[' + json("'an ordinary line of it, of a usual length and more\\n',").repeated(700'000) + json("'needle\\n']}");
        QTest::newRow("display") << display + lines + json("needle\\n'}}");
        QTest::newRow("one line") << display + QByteArray(40 * 1024 * 1024, 'x') + json("needle'}}");
    }

    void oneEnormousOutputIsReadInParts()
    {
        QFETCH(QByteArray, output);
        Document document;
        QByteArray file = "{'cells':[{'cell_type':'code','execution_count':1,'metadata':{},'source':'1','outputs':[@]}],'metadata':{},'nbformat':4,'nbformat_minor':4}";
        file.replace('\'', '"').replace("@", output);
        QVERIFY(document.fromBytes(file));
        Search search(&document);
        double longest = 0;
        const auto processorMs = [] { return double(std::clock()) * 1000 / CLOCKS_PER_SEC; };
        double last = processorMs();
        QTimer beat;
        beat.setInterval(0);
        connect(&beat, &QTimer::timeout, this, [&]() {
            const double now = processorMs();
            longest = std::max(longest, now - last);
            last = now;
        });
        beat.start();
        search.start({ u"needle"_s });
        QTRY_VERIFY_WITH_TIMEOUT(!search.isRunning(), 120'000);
        qInfo("longest turn %.1f ms", longest);
        QCOMPARE(search.count(), 1);
        QVERIFY2(longest < 50 * 8, qPrintable(QString::number(longest))); // 8: sanitizers
        QCOMPARE(document.toBytes(), file);
    }

    void aMatchAcrossTwoPartsIsFoundOnce()
    {
        Document document;
        // Parts of a line that long begin somewhere near here; one needle stands across each place.
        QString text(3 << 20, u'.');
        for (qsizetype at = 1000; at + 6 < text.size(); at += 997)
            text.replace(at, 6, u"needle"_s);
        document.cell(0)->outputs()->appendDisplay(MimeBundle::fromJson({ { u"text/plain"_s, text } }));
        Search search(&document);
        run(search, { u"needle"_s });
        QCOMPARE(search.count(), int(text.count(u"needle"_s)));
        qsizetype before = -1;
        for (const SearchMatch &match : search.matches(document.cell(0))) {
            QVERIFY(match.start > before);
            QCOMPARE(text.sliced(match.start, match.length), u"needle"_s);
            before = match.start;
        }
    }

    void diffs_data()
    {
        QTest::addColumn<QStringList>("left");
        QTest::addColumn<QStringList>("right");
        QTest::addColumn<int>("changes");
        const auto list = [](const char *text) { return QString::fromLatin1(text).split(u' ', Qt::SkipEmptyParts); };
        QTest::newRow("same") << list("a b c") << list("a b c") << 0;
        QTest::newRow("empty") << QStringList() << QStringList() << 0;
        QTest::newRow("added") << list("a c") << list("a b c") << 1;
        QTest::newRow("removed") << list("a b c") << list("a c") << 1;
        QTest::newRow("changed") << list("a b c") << list("a x c") << 1;
        QTest::newRow("all") << list("a b") << list("x y z") << 3;
        QTest::newRow("moved") << list("a b c d e f") << list("b c d e f a") << 2;
        QTest::newRow("mixed") << list("a b c a b b a") << list("c b a b a c") << 5;
    }

    void diffs()
    {
        QFETCH(QStringList, left);
        QFETCH(QStringList, right);
        QFETCH(int, changes);
        const auto rows = TextDiff::rows(left, right);
        QVERIFY2(TextDiff::changes(rows) <= changes, qPrintable(QString::number(TextDiff::changes(rows))));
        QCOMPARE(changes == 0, TextDiff::changes(rows) == 0);
        check(left, right, rows);
    }

    void randomDiffsAreWhole()
    {
        QRandomGenerator random(7);
        for (int round = 0; round < 300; ++round) {
            QStringList left;
            QStringList right;
            for (int i = int(random.bounded(30)); i > 0; --i)
                left.append(QString::number(random.bounded(6)));
            for (int i = int(random.bounded(30)); i > 0; --i)
                right.append(QString::number(random.bounded(6)));
            check(left, right, TextDiff::rows(left, right, round % 2 ? 2000 : 5));
        }
    }

    static void check(const QStringList &left, const QStringList &right, const QList<TextDiff::Row> &rows)
    {
        int x = 0;
        int y = 0;
        for (const TextDiff::Row &row : rows) {
            if (row.left >= 0)
                QCOMPARE(row.left, x++);
            if (row.right >= 0)
                QCOMPARE(row.right, y++);
            if (row.kind == TextDiff::Row::Kind::Same)
                QCOMPARE(left[row.left], right[row.right]);
        }
        QCOMPARE(x, left.size());
        QCOMPARE(y, right.size());
    }

    /// 2,000 cells with 50 MB of output, as they come out of a file: how much one turn looks at is counted, not timed.
    void aLargeNotebookIsSearchedInSlices()
    {
        const QString text = u"GET /v1/files/route 200 19 ms and some more words to fill the line\n"_s.repeated(370) + u"the needle is here\n"_s;
        const QJsonObject output { { u"output_type"_s, u"stream"_s }, { u"name"_s, u"stdout"_s }, { u"text"_s, text } };
        const QJsonObject cell { { u"cell_type"_s, u"code"_s }, { u"metadata"_s, QJsonObject() }, { u"execution_count"_s, 1 }, { u"source"_s, u"work()"_s }, { u"outputs"_s, QJsonArray { output } } };
        QJsonArray cells;
        for (int i = 0; i < 2000; ++i)
            cells.append(cell);
        const QByteArray bytes = QJsonDocument(QJsonObject { { u"cells"_s, cells }, { u"metadata"_s, QJsonObject() }, { u"nbformat"_s, 4 }, { u"nbformat_minor"_s, 4 } }).toJson();
        QVERIFY(bytes.size() > 50'000'000);
        Document document;
        QVERIFY(document.fromBytes(bytes));
        Search search(&document);
        int turns = 0;
        int firstTurn = -1;
        search.start({ .text = u"needle"_s, .isRegex = false, .matchCase = false, .wholeWord = false, .inOutputs = true });
        QElapsedTimer clock;
        clock.start();
        while (search.isRunning() && clock.elapsed() < 120'000) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            ++turns;
            if (firstTurn < 0 && search.count() > 0)
                firstTurn = turns;
        }
        QCOMPARE(search.count(), 2000);
        QVERIFY2(search.largestSlice() <= Search::sliceSize + 2 * 128 * StreamText::maximumRowSize, qPrintable(QString::number(search.largestSlice())));
        QVERIFY(turns >= 50'000'000 / (Search::sliceSize * 2));
        QVERIFY(firstTurn >= 0 && firstTurn < turns / 2); // The first hit does not wait for the last.
    }

    // Wish 17: what was deleted can be brought back, also when undo is long past it.
    void theBinKeepsDeletedCells()
    {
        Document document;
        fill(document, { u"one"_s, u"two"_s, u"three"_s });
        Bin bin(&document);
        document.cell(1)->outputs()->appendStream(StreamName::Stdout, u"2\n");
        document.removeCells({ 0, 1 });
        QCOMPARE(bin.entries().size(), 2);
        document.undo();
        QVERIFY(bin.isEmpty());
        document.redo();
        QCOMPARE(bin.entries().size(), 2);
        document.removeCell(0);
        QCOMPARE(bin.entries().constFirst().firstLine, u"three"_s);
        int two = -1;
        for (int i = 0; i < bin.entries().size(); ++i)
            two = bin.entries()[i].firstLine == "two"_L1 ? i : two;
        const Cell *back = bin.restore(two);
        QVERIFY(back);
        QCOMPARE(back->source(), u"two"_s);
        QCOMPARE(back->outputs()->plainText(), u"2\n"_s);
        QCOMPARE(bin.entries().size(), 2);
        document.undo();
        QCOMPARE(document.count(), 0);
        // An empty cell is not worth a place.
        document.insertCell(0, CellKind::Code);
        const auto before = bin.entries().size();
        document.removeCell(0);
        QCOMPARE(bin.entries().size(), before);
    }
};

QTEST_GUILESS_MAIN(TestNotebookSearch)
#include "tst_notebook_search.moc"

// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/streamtext.h>

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTest>
#include <QThread>

#include <ctime>

using namespace Qt::StringLiterals;
using namespace Notebook;

namespace {

/// Rows with their styles spelled out, in a form that is easy to compare: "plain{1;4;f201:text}".
QString spelled(const TextRow &row)
{
    QString text;
    qsizetype at = 0;
    const auto color = [](const TextColor &c) {
        return c.kind == TextColor::Kind::Rgb ? u'#' + QString::number(c.rgb, 16).rightJustified(6, u'0') : QString::number(c.index);
    };
    for (const TextRun &run : row.runs) {
        text += row.text.sliced(at, run.start - at) + u'{';
        const TextStyle &s = run.style;
        QStringList parts;
        if (s.bold) parts += u"bold"_s;
        if (s.faint) parts += u"faint"_s;
        if (s.italic) parts += u"italic"_s;
        if (s.underline) parts += u"underline"_s;
        if (s.strikeOut) parts += u"strike"_s;
        if (s.inverse) parts += u"inverse"_s;
        if (s.foreground.kind != TextColor::Kind::Default) parts += "fg"_L1 + color(s.foreground);
        if (s.background.kind != TextColor::Kind::Default) parts += "bg"_L1 + color(s.background);
        if (!s.link.isEmpty()) parts += "link="_L1 + s.link;
        text += parts.join(u' ') + u':' + row.text.sliced(run.start, run.length) + u'}';
        at = run.start + run.length;
    }
    return text + row.text.sliced(at) + (row.continues ? u"…"_s : QString());
}

QStringList rows(const StreamText &text)
{
    QStringList all;
    for (qint64 i = 0; i < text.rowCount(); ++i)
        all += spelled(text.row(i));
    return all;
}

} // namespace

class TestStreamText : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void looksAsInATerminal_data()
    {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char *name, const QByteArray &input, const QStringList &expected) {
            QTest::newRow(name) << input << expected;
        };
        row("empty", "", {});
        row("one line", "abc", {u"abc"_s});
        row("line end", "abc\n", {u"abc"_s});
        row("blank lines (46)", "a\n\nb\n\n\nc", {u"a"_s, u""_s, u"b"_s, u""_s, u""_s, u"c"_s});
        row("only line ends", "\n\n", {u""_s, u""_s});
        // 44
        row("text before a final CR stays", "abc\r", {u"abc"_s});
        row("CR CR LF is one line end", "a\r\r\nb", {u"a"_s, u"b"_s});
        row("progress, then done", "Progress: 10\r\nDone\n", {u"Progress: 10"_s, u"Done"_s});
        row("only what is overwritten changes", "long line\rab", {u"abng line"_s});
        row("CR LF", "a\r\nb\r\n", {u"a"_s, u"b"_s});
        row("a bar", "\r 10%|#   |\r 50%|##  |\r100%|####|\n", {u"100%|####|"_s});
        row("a bar that stays open", " 10%\r 50%", {u" 50%"_s});
        row("shorter text", "12345\r67\nx", {u"67345"_s, u"x"_s});
        // backspace
        row("backspace alone moves", "abc\b\b", {u"abc"_s});
        row("backspace overwrites", "abc\b\bX", {u"aXc"_s});
        row("spinner", "|\b/\b-\b\\\bdone", {u"done"_s});
        row("backspace stops at the start", "a\n\b\b\bx", {u"a"_s, u"x"_s});
        // erasing and moving
        row("erase to the end", "hello world\r\x1b[Khi", {u"hi"_s});
        row("erase to the end in the middle", "hello\x1b[3D\x1b[K!", {u"he!"_s});
        row("erase at the end is nothing", "a\x1b[K\nb\x1b[0K", {u"a"_s, u"b"_s});
        row("erase all", "hello\x1b[2Kx", {u"     x"_s});
        row("erase before", "hello\x1b[2D\x1b[1Kx", {u"   xo"_s});
        row("column", "hello\x1b[2GX", {u"hXllo"_s});
        row("forward", "a\x1b[3Cb", {u"a   b"_s});
        row("up", "one\ntwo\nthree\x1b[2A\rONE", {u"ONE"_s, u"two"_s, u"three"_s});
        row("up and down again", "one\ntwo\n\x1b[2AX\x1b[2BY", {u"Xne"_s, u"two"_s, u" Y"_s});
        row("up beyond the start", "one\n\x1b[99A\rX", {u"Xne"_s});
        row("two bars", "a 0\nb 0\x1b[A\ra 1\n\rb 1\n", {u"a 1"_s, u"b 1"_s});
        row("erase below", "one\ntwo\nthree\x1b[2A\r\x1b[Jx", {u"x"_s});
        row("previous line", "one\ntwo\x1b[Fx", {u"xne"_s, u"two"_s});
        // 54
        row("256 colours", "\x1b[38;5;201mpink\x1b[0m x", {u"{fg201:pink} x"_s});
        row("true colour", "\x1b[38;2;1;2;3mdark\x1b[m", {u"{fg#010203:dark}"_s});
        row("true colour with colons", "\x1b[38:2::1:2:3ma\x1b[48:2:4:5:6mb", {u"{fg#010203:a}{fg#010203 bg#040506:b}"_s});
        row("bold, underline, inverse", "\x1b[1;4;7mx\x1b[22my\x1b[24;27mz", {u"{bold underline inverse:x}{underline inverse:y}z"_s});
        row("italic, faint, strike", "\x1b[2;3;9mx\x1b[22;23my", {u"{faint italic strike:x}{strike:y}"_s});
        row("bright", "\x1b[93;104mx", {u"{fg11 bg12:x}"_s});
        row("link ended by BEL", "\x1b]8;;http://a.b/\x07text\x1b]8;;\x07.", {u"{link=http://a.b/:text}."_s});
        row("link ended by ST", "\x1b]8;id=1;http://a.b/\x1b\\text\x1b]8;;\x1b\\.", {u"{link=http://a.b/:text}."_s});
        row("colour goes on in the next lines", "\x1b[31mred\nstill\n\nred\x1b[0m\nplain", {u"{fg1:red}"_s, u"{fg1:still}"_s, u""_s, u"{fg1:red}"_s, u"plain"_s});
        row("colour changed at the start of a line", "\x1b[31ma\n\x1b[0mb\n\x1b[32m\nc", {u"{fg1:a}"_s, u"b"_s, u""_s, u"{fg2:c}"_s});
        row("a coloured bar", "\x1b[32m##\x1b[0m  \r\x1b[32m####\x1b[0m\nafter", {u"{fg2:####}"_s, u"after"_s});
        row("overwriting keeps other colours", "\x1b[31mred\x1b[0m-\x1b[34mblue\x1b[0m\rX\ny", {u"X{fg1:ed}-{fg4:blue}"_s, u"y"_s});
        row("up into a blank coloured line", "\x1b[36ma\n\n\x1b[Ax\x1b[0m  y", {u"{fg6:a}"_s, u"{fg6:x}  y"_s});
        row("gap before coloured text", "\x1b[36ma\n\n\x1b[A\x1b[2Cx", {u"{fg6:a}"_s, u"  {fg6:x}"_s});
        // swallowed
        row("window title", "\x1b]0;title\x07x", {u"x"_s});
        row("private modes", "\x1b[?25la\x1b[?25h\x1b[>4;1m", {u"a"_s});
        row("cursor home and clear", "\x1b[H\x1b[2Jx", {u"x"_s});
        row("character set", "\x1b(Bx\x1b=y", {u"xy"_s});
        row("device control", "\x1bPq#0;2\x1b\\x", {u"x"_s});
        row("an unterminated string ends with its line", "\x1b]0;oops\nx", {u""_s, u"x"_s});
        row("a control character inside a sequence", "\x1b[3\nx", {u""_s, u"x"_s});
        row("bell and other controls", QByteArray("a\x07\x01\x7f\0b", 6), {u"ab"_s});
        row("lone escape at the end", "abc\x1b", {u"abc"_s});
        // 55
        row("bytes that are not UTF-8", QByteArray("\xff\xfe\x00\x80ok\n", 7), {u"\ufffd\ufffd\ufffdok"_s});
        row("PNG", QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", 19), {u"\ufffdPNG"_s, u""_s, u"IHDR"_s});
        row("tab stays", "a\tb", {u"a\tb"_s});
        row("form feed is a line end", "a\fb", {u"a"_s, u"b"_s});
        row("wide characters", "进度 1\r进度 2", {u"进度 2"_s});
        row("outside the first plane", "😀😀\b😎", {u"😀😎"_s});
    }

    void looksAsInATerminal()
    {
        QFETCH(QByteArray, input);
        QFETCH(QStringList, expected);
        StreamText whole;
        whole.appendUtf8(input);
        QCOMPARE(rows(whole), expected);
        // 54: cut anywhere
        StreamText bytes;
        for (char c : input)
            bytes.appendUtf8(QByteArrayView(&c, 1));
        QCOMPARE(rows(bytes), expected);
        for (qsizetype cut = 1; cut < input.size(); ++cut) {
            StreamText two;
            two.appendUtf8(input.first(cut));
            two.appendUtf8(input.sliced(cut));
            QCOMPARE(rows(two), expected);
        }
        const QString text = QString::fromUtf8(input);
        StreamText units;
        for (QChar c : text)
            units.append(QStringView(&c, 1));
        QCOMPARE(rows(units), expected);
        // What is stored shows the same when it is read again.
        StreamText again;
        again.append(whole.toStoredText());
        QCOMPARE(rows(again), expected);
        // The pen goes on as well. (After moving up the cursor is elsewhere.)
        static const QRegularExpression up(u"\x1b\\[\\d*[AF]"_s);
        if (text.contains(up))
            return;
        again.append(u"\nnext");
        whole.append(u"\nnext");
        QCOMPARE(rows(again), rows(whole));
    }

    void untouchedTextIsStoredAsReceived_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("plain") << u"a\nb\n\nc"_s;
        QTest::newRow("colours") << u"\x1b[31mred\nmore\x1b[0m\n\x1b[01;32mx\x1b[m\n"_s;
        QTest::newRow("link") << u"\x1b]8;;http://x\x07here\x1b]8;;\x07\n"_s;
        QTest::newRow("long line") << QString(50'000, u'x') + u'\n' + QString(20'000, u'é');
        QTest::newRow("long coloured line") << u"\x1b[35m"_s + QString(50'000, u'x') + u"\x1b[0m\nend"_s;
    }
    void untouchedTextIsStoredAsReceived()
    {
        QFETCH(QString, text);
        StreamText stream;
        stream.append(text);
        QCOMPARE(stream.toStoredText(), text);
    }

    void overwrittenTextIsNotStored()
    {
        StreamText stream;
        stream.append(u"start\n");
        for (int i = 0; i <= 500; ++i)
            stream.append(u"\r%1%"_s.arg(i));
        stream.append(u"\nend\n");
        QCOMPARE(stream.toStoredText(), u"start\n500%\nend\n"_s);
    }

    void aLongLineIsShownInPieces() // 49
    {
        StreamText stream;
        QByteArray line(10'000'000, 'x');
        for (qsizetype i = 0; i < line.size(); i += 10)
            line[i] = char('0' + i / 10 % 10);
        stream.appendUtf8(line);
        QCOMPARE(stream.lineCount(), 1);
        QVERIFY(stream.rowCount() > 1000);
        QString joined;
        for (qint64 i = 0; i < stream.rowCount(); ++i) {
            const TextRow row = stream.row(i);
            QVERIFY(row.text.size() <= StreamText::maximumRowSize);
            QCOMPARE(row.continues, i + 1 < stream.rowCount());
            joined += row.text;
        }
        QCOMPARE(joined.size(), line.size());
        QVERIFY(joined == QLatin1StringView(line));
        QVERIFY(stream.plainText() == QLatin1StringView(line));
        QVERIFY2(stream.memoryUsed() < 7 * 1024 * 1024, qPrintable(QString::number(stream.memoryUsed())));
        stream.append(u"\nnext\n");
        QCOMPARE(stream.lineCount(), 2);
        QCOMPARE(stream.plainRow(stream.rowCount() - 1), u"next"_s);
    }

    // Where the temporary folder takes nothing and memory not all of it, what is gone is said in its place, and stored so.
    void whatCannotBeKeptIsTold()
    {
        const QByteArray before = qgetenv("TMPDIR");
        const auto restore = qScopeGuard([&before]() { before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before); });
        qputenv("TMPDIR", "/nonexistent/folder");
        StreamText stream;
        stream.setMemoryLimit(1024 * 1024);
        QByteArray chunk;
        int line = 0;
        while (stream.receivedSize() < 48'000'000) {
            chunk.clear();
            for (int i = 0; i < 2000; ++i)
                chunk += "\x1b[3" + QByteArray::number(line % 7) + "mline \x1b[0m" + QByteArray::number(line) + '\n', ++line;
            stream.appendUtf8(chunk);
        }
        QVERIFY(!stream.spillError().isEmpty());
        QVERIFY(stream.lostSize() > 4'000'000);
        QCOMPARE(stream.plainRow(0), u"line 0"_s);
        QCOMPARE(stream.plainRow(stream.rowCount() - 1), u"line "_s + QString::number(line - 1));
        const QString stored = stream.toStoredText();
        QCOMPARE(stored.count("[Output is missing here"_L1), 1);
        QVERIFY(stored.size() < stream.size() - stream.lostSize() + 100'000);
        QVERIFY(stored.contains("line \x1b[0m0\n"_L1) || stored.contains("line \x1b[m0\n"_L1) || stored.left(40).contains("line"_L1));
        QVERIFY(stored.trimmed().endsWith(QString::number(line - 1)));
        bool seen = false;
        for (qint64 row = 0; row < stream.rowCount() && !seen; ++row)
            seen = stream.plainRow(row).contains("[Output is missing here"_L1);
        QVERIFY(seen);
    }

    void hugeTextIsBoundedInMemoryAndReachable() // 50, 52
    {
        StreamText stream;
        QByteArray chunk;
        qint64 lines = 0;
        while (stream.receivedSize() < 60'000'000) {
            chunk.clear();
            for (int i = 0; i < 2000; ++i)
                chunk += "this is line " + QByteArray::number(lines++) + '\n';
            stream.appendUtf8(chunk);
            QVERIFY(stream.memoryUsed() < 8 * 1024 * 1024);
        }
        QCOMPARE(stream.rowCount(), lines);
        QCOMPARE(stream.lineCount(), lines);
        QVERIFY(stream.spilledSize() > 40'000'000);
        QVERIFY(stream.spillError().isEmpty());
        QRandomGenerator random(3);
        for (int i = 0; i < 2000; ++i) {
            const qint64 row = random.bounded(lines);
            QCOMPARE(stream.plainRow(row), "this is line "_L1 + QString::number(row));
        }
        for (qint64 row = lines / 2; row < lines / 2 + 30'000; ++row)
            QCOMPARE(stream.plainRow(row), "this is line "_L1 + QString::number(row));
        // Searching in slices finds what lies on the disk.
        const QString needle = u"LINE %1"_s.arg(lines / 3);
        TextPosition from;
        int slices = 0;
        for (;;) {
            const StreamText::Match match = stream.find(needle, from);
            if (match.position.isValid()) {
                QCOMPARE(match.position, (TextPosition {lines / 3, 8}));
                break;
            }
            QVERIFY(match.next > 0);
            from = {match.next, 0};
            ++slices;
        }
        QVERIFY(slices > 10);
        qint64 stored = 0;
        QVERIFY(stream.forEachStoredPiece([&](QByteArrayView piece) {
            stored += piece.size();
            return true;
        }));
        QCOMPARE(stored, stream.receivedSize());
    }

    void findsAcrossThePiecesOfALongLine()
    {
        StreamText stream;
        stream.append(QString(QString(StreamText::maximumRowSize - 3, u'-') + u"needle"_s + QString(100, u'-') + u"\nneedle\n"_s));
        QCOMPARE(stream.rowCount(), 3);
        const auto first = stream.find(u"needle"_s, {0, 0});
        QCOMPARE(first.position, (TextPosition {0, StreamText::maximumRowSize - 3}));
        const auto second = stream.find(u"NEEDLE"_s, {0, first.position.column + 1});
        QCOMPARE(second.position, (TextPosition {2, 0}));
        const auto none = stream.find(u"NEEDLE"_s, {0, 0}, Qt::CaseSensitive);
        QVERIFY(!none.position.isValid());
        QCOMPARE(none.next, -1);
    }

    void tellsWhichRowsChanged()
    {
        StreamText stream;
        QCOMPARE(stream.append(u"a\nb\nc"), 0);
        QCOMPARE(stream.append(u"d"), 2);
        QCOMPARE(stream.append(u"\n"), 2);
        QCOMPARE(stream.append(u"e\n"), 3);
        QCOMPARE(stream.append(u"\x1b[3AX"), 1);
        QCOMPARE(rows(stream), QStringList({u"a"_s, u"X"_s, u"cd"_s, u"e"_s}));
    }

    void randomOperationsMatchASimpleModel()
    {
        // The model keeps a grid of characters; the text is cut into random appends.
        QRandomGenerator random(42);
        for (int round = 0; round < 300; ++round) {
            QStringList grid {QString()};
            qsizetype line = 0;
            qsizetype column = 0;
            QByteArray input;
            for (int step = 0; step < 200; ++step) {
                switch (random.bounded(12)) {
                case 0:
                    input += '\r';
                    column = 0;
                    break;
                case 1:
                    input += '\b';
                    column = std::max<qsizetype>(0, column - 1);
                    break;
                case 2:
                case 3:
                    input += '\n';
                    column = 0;
                    if (++line == grid.size())
                        grid += QString();
                    break;
                case 4: {
                    const int up = 1 + random.bounded(3);
                    input += "\x1b[" + QByteArray::number(up) + 'A';
                    line = std::max<qsizetype>(0, line - up);
                    break;
                }
                case 5:
                    input += "\x1b[K";
                    grid[line] = grid[line].left(column);
                    break;
                case 6: {
                    const int forward = 1 + random.bounded(4);
                    input += "\x1b[" + QByteArray::number(forward) + 'C';
                    column += forward;
                    break;
                }
                default: {
                    const int length = 1 + random.bounded(9);
                    for (int i = 0; i < length; ++i) {
                        const char c = char('a' + random.bounded(26));
                        input += c;
                        if (grid[line].size() < column + 1)
                            grid[line] = grid[line].leftJustified(column + 1);
                        grid[line][column++] = QLatin1Char(c);
                    }
                }
                }
            }
            StreamText stream;
            for (qsizetype at = 0; at < input.size();) {
                const qsizetype size = std::min<qsizetype>(input.size() - at, 1 + random.bounded(40));
                const qint64 before = stream.rowCount();
                const QStringList old = rows(stream);
                const qint64 changed = stream.appendUtf8(input.sliced(at, size));
                // Rows before the first changed one are what they were.
                for (qint64 i = 0; i < std::min(changed, before); ++i)
                    QCOMPARE(stream.plainRow(i), old.at(i));
                at += size;
            }
            if (grid.last().isEmpty())
                grid.removeLast();
            QCOMPARE(rows(stream), grid);
            StreamText again;
            again.append(stream.toStoredText());
            QCOMPARE(rows(again), grid);
        }
    }

    void hostileTextTakesLinearTime_data()
    {
        QTest::addColumn<QByteArray>("unit");
        QTest::newRow("backspaces") << QByteArray("xy\b");
        QTest::newRow("up and down") << QByteArray("\x1b[500A\x1b[500B\n");
        QTest::newRow("up and line ends") << QByteArray("\x1b[A\n\n");
        QTest::newRow("up, erase, down") << QByteArray("\x1b[A\x1b[J\n");
        QTest::newRow("far right") << QByteArray("\x1b[9999Cx\n");
        QTest::newRow("erase before the cursor") << QByteArray("\x1b[500C\x1b[1K");
        QTest::newRow("colours") << QByteArray("\x1b[38;5;1mx\x1b[38;5;2my\r");
        QTest::newRow("escapes") << QByteArray("\x1b");
        QTest::newRow("open string") << QByteArray("\x1b]0;aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
        QTest::newRow("sgr without text") << QByteArray("\x1b[1m");
        QTest::newRow("carriage returns") << QByteArray("\rx");
    }
    void hostileTextTakesLinearTime()
    {
        QFETCH(QByteArray, unit);
        StreamText stream;
        // A long line and many short ones to come back to.
        stream.appendUtf8(QByteArray(QByteArray(30'000, 'x') + '\n'));
        for (int i = 0; i < 1000; ++i)
            stream.appendUtf8(QByteArray(QByteArray(60, 'y') + '\n'));
        stream.appendUtf8(QByteArray(500'000, 'z'));
        const QByteArray chunk = unit.repeated(65536 / unit.size());
        // Time of the processor, as the machine may be busy; 0.25 MiB; generous for sanitizers.
        const std::clock_t start = std::clock();
        for (int i = 0; i < 4; ++i)
            stream.appendUtf8(chunk);
        const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 5, qPrintable(QString::number(seconds)));
        QVERIFY(stream.memoryUsed() < 12 * 1024 * 1024);
        stream.row(stream.rowCount() - 1);
    }

    void hugeStringsAreSwallowedWithoutBeingKept()
    {
        StreamText stream;
        stream.appendUtf8("\x1b]1337;File=");
        for (int i = 0; i < 100; ++i)
            stream.appendUtf8(QByteArray(65536, 'A'));
        stream.appendUtf8("\x1b");
        stream.appendUtf8("\\after");
        QCOMPARE(rows(stream), QStringList(u"after"_s));
        QVERIFY(stream.memoryUsed() < 1024 * 1024);
    }

    /// The stored form is that of its moment: another thread reads it while the text goes on, is overwritten and moves to the disk.
    void storedTextStaysAsItWas()
    {
        StreamText stream;
        stream.setMemoryLimit(1 << 20);
        for (int i = 0; i < 60'000; ++i)
            stream.append(u"\x1b[32mline %1\x1b[0m of a long run that goes on\n"_s.arg(i));
        stream.append(u"working 10%");
        stream.append(u"\rworking 20%");
        QVERIFY(stream.spilledSize() > 0);
        const QString before = stream.toStoredText();
        const StoredText stored = stream.stored();
        QString read;
        const std::unique_ptr<QThread> reader(QThread::create([&read, stored] {
            QByteArray bytes;
            stored.forEachPiece([&bytes](QByteArrayView piece) {
                bytes += piece;
                return true;
            });
            read = QString::fromUtf8(bytes);
        }));
        reader->start();
        stream.append(u"\rdone       \n");
        for (int i = 0; i < 60'000; ++i)
            stream.append(u"more %1\n"_s.arg(i));
        QVERIFY(reader->wait(60'000));
        QVERIFY(read == before);
        stream.clear();
        QByteArray again;
        QVERIFY(stored.forEachPiece([&again](QByteArrayView piece) {
            again += piece;
            return true;
        }));
        QVERIFY(QString::fromUtf8(again) == before);
        QVERIFY(!stored.forEachPiece([](QByteArrayView) { return false; }));
        QVERIFY(StreamText().stored().forEachPiece([](QByteArrayView) { return true; }));
    }

    void findingLooksAtABoundedPart()
    {
        StreamText stream;
        for (int i = 0; i < 400; ++i)
            stream.append(QString(QString(8000, u'x') + u'\n'));
        stream.append(u"needle\n");
        int calls = 0;
        StreamText::Match match { {}, 0 };
        for (; !match.position.isValid() && match.next >= 0; ++calls) {
            const qint64 from = match.next;
            match = stream.find(u"needle"_s, { from, 0 });
            QVERIFY(match.next - from <= StreamText::maximumFindSize / 8000 + 2);
        }
        QCOMPARE(match.position, (TextPosition { 400, 0 }));
        QVERIFY(calls >= 3);
    }

    void smallTextIsCheap()
    {
        StreamText stream;
        stream.append(u"hello\n");
        QVERIFY2(stream.memoryUsed() < 1024, qPrintable(QString::number(stream.memoryUsed())));
    }
};

QTEST_GUILESS_MAIN(TestStreamText)
#include "tst_notebook_streamtext.moc"

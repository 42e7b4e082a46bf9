// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/document.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <ctime>

using namespace Qt::StringLiterals;
using namespace Notebook;

namespace {

QByteArray dataFile(const QString &name)
{
    QFile file(QStringLiteral(WB_TEST_DATA "/notebooks/") + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s is missing", qPrintable(file.fileName()));
    return file.readAll();
}

void load(Document &document, const QByteArray &bytes)
{
    const auto result = document.fromBytes(bytes);
    if (!result)
        qFatal("%s at %d:%d", qPrintable(result.error().message), result.error().line, result.error().column);
}

QStringList sources(const Document &document)
{
    QStringList all;
    for (const Cell *cell : document.cells())
        all += cell->source();
    return all;
}

/// Numbers of the lines that differ, by a comparison from both ends.
struct Difference
{
    qsizetype first = 0;
    qsizetype removed = 0;
    qsizetype added = 0;
};
Difference difference(const QByteArray &before, const QByteArray &after)
{
    const QList<QByteArray> a = before.split('\n');
    const QList<QByteArray> b = after.split('\n');
    Difference result;
    while (result.first < std::min(a.size(), b.size()) && a[result.first] == b[result.first])
        ++result.first;
    qsizetype tail = 0;
    while (tail < std::min(a.size(), b.size()) - result.first && a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
        ++tail;
    result.removed = a.size() - result.first - tail;
    result.added = b.size() - result.first - tail;
    return result;
}

/// A notebook as some program may have written it.
QByteArray generated(QRandomGenerator &random, int minor)
{
    static const char *const indents[] = {" ", "  ", "    ", "\t"};
    const QByteArray indent = indents[random.bounded(4)];
    const QByteArray newline = random.bounded(4) == 0 ? "\r\n" : "\n";
    const bool sorted = random.bounded(2);
    const auto in = [&](int depth) { return QByteArray(newline + indent.repeated(depth)); };
    QByteArray text = random.bounded(8) == 0 ? "\xEF\xBB\xBF{" : "{";
    text += in(1) + "\"cells\": [";
    const int count = 1 + random.bounded(6);
    const auto source = [&](int depth) {
        static const char *const lines[] = {R"(x = 1\n)", R"(print(\"h\u00e9\")\n)", "# caf\xc3\xa9\\n", R"(a\/b\n)", R"(\ttab\n)"};
        if (random.bounded(3) == 0)
            return QByteArray(R"("one\ntwo\u00e9")");
        const int lineCount = random.bounded(5);
        if (lineCount == 0)
            return QByteArray("[]");
        QByteArray list = "[";
        for (int i = 0; i < lineCount; ++i)
            list += (i > 0 ? "," : "") + in(depth + 1) + '"' + QByteArray(lines[random.bounded(4)]) + '"';
        return QByteArray(list + in(depth) + ']');
    };
    for (int i = 0; i < count; ++i) {
        const bool code = random.bounded(2);
        QList<QByteArray> members;
        members += QByteArray("\"cell_type\": ") + (code ? "\"code\"" : "\"markdown\"");
        if (code)
            members += QByteArray("\"execution_count\": ") + (random.bounded(2) ? "null" : QByteArray::number(i + 1));
        if (minor >= 5)
            members += "\"id\": \"cell-" + QByteArray::number(i) + "\"";
        members += random.bounded(2) ? QByteArray("\"metadata\": {}") : "\"metadata\": {" + in(4) + "\"x\": 1.50" + in(3) + '}';
        if (code) {
            members += random.bounded(2) ? QByteArray("\"outputs\": []")
                                         : "\"outputs\": [" + in(4) + "{" + in(5) + R"("name": "stdout",)" + in(5) + R"("output_type": "stream",)" + in(5)
                    + R"("text": "NaN\n")" + in(4) + '}' + in(3) + ']';
        }
        members += "\"source\": " + source(3);
        if (!sorted)
            std::shuffle(members.begin(), members.end(), random);
        text += (i > 0 ? "," : "") + in(2) + '{' + in(3) + members.join("," + in(3)) + in(2) + '}';
    }
    text += in(1) + "]," + in(1) + "\"metadata\": {" + in(2) + R"("custom": [1e3, NaN])" + in(1) + "}," + in(1) + "\"nbformat\": 4," + in(1)
        + "\"nbformat_minor\": " + QByteArray::number(minor) + newline + '}';
    return random.bounded(3) ? text + newline : text;
}

} // namespace

class TestDocument : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void unchangedNotebooksAreWrittenByteForByte() // 63
    {
        QRandomGenerator random(1);
        for (int i = 0; i < 400; ++i) {
            const QByteArray bytes = generated(random, i % 6);
            Document document;
            load(document, bytes);
            for (const Cell *cell : document.cells())
                cell->outputs()->count();
            QCOMPARE(document.toBytes(), bytes);
            QVERIFY(!document.isModified());
        }
    }

    void editingOneCellChangesOnlyItsLines() // 63
    {
        QRandomGenerator random(2);
        for (int i = 0; i < 400; ++i) {
            const QByteArray bytes = generated(random, i % 6);
            Document document;
            load(document, bytes);
            Cell *cell = document.cell(random.bounded(document.count()));
            const QString before = cell->source();
            const qsizetype at = before.indexOf(u'\n');
            cell->edit(std::max<qsizetype>(at, 0), 0, u"!");
            QVERIFY(document.isModified());
            const QByteArray changed = document.toBytes();
            const Difference d = difference(bytes, changed);
            // One line changes; a source that was empty gets the lines of a list.
            QVERIFY2(d.removed == 1 && d.added <= 3, changed.constData());
            QVERIFY(before.isEmpty() || d.added == 1);
            Document again;
            load(again, changed);
            QCOMPARE(again.cell(cell->index())->source(), cell->source());
            // Back again, the file is as it was.
            document.undo();
            QVERIFY(!document.isModified());
            QCOMPARE(document.toBytes(), bytes);
        }
    }

    void fileWithMixedHabitsSurvives() // 60, 63
    {
        const QByteArray bytes = dataFile(u"mixed-habits.ipynb"_s);
        Document document;
        load(document, bytes);
        QCOMPARE(document.toBytes(), bytes);
        QVERIFY(!document.warnings().isEmpty());
        QCOMPARE(document.cell(2)->kind(), CellKind::Unknown);
        document.cell(1)->setSource(u"print('changed')\nsecond line\nthird"_s);
        const QByteArray changed = document.toBytes();
        QVERIFY(changed.contains("outputExpanded"));
        QVERIFY(changed.contains("\"attachments\""));
        QVERIFY(changed.contains("some_tool"));
        QVERIFY(changed.contains("\"unknown_output_field\": 1.0e+2"));
        const Difference d = difference(bytes, changed);
        QVERIFY2(d.removed <= 3 && d.added <= 3, changed.constData());
        QVERIFY(!changed.endsWith('\n'));
    }

    void windowsLineEndsInASourceSurvive()
    {
        const QByteArray bytes = R"({"cells": [{"cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [], "source": ["a\r\n", "b\r\n", "c"]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 4})";
        Document document;
        load(document, bytes);
        QCOMPARE(document.cell(0)->source(), u"a\nb\nc"_s);
        QCOMPARE(document.toBytes(), bytes);
        document.cell(0)->edit(3, 0, u"!");
        QCOMPARE(document.toBytes(), QByteArray(bytes).replace("\"b\\r\\n\"", "\"b!\\r\\n\""));
    }

    void idsAreWrittenOnlyWhereTheyBelong() // 61
    {
        const auto notebook = [](int minor, const QByteArray &first, const QByteArray &second) {
            const auto cell = [](const QByteArray &id) {
                return "  {\n   \"cell_type\": \"markdown\",\n" + id + "   \"metadata\": {},\n   \"source\": []\n  }";
            };
            return "{\n \"cells\": [\n" + cell(first) + ",\n" + cell(second) + "\n ],\n \"metadata\": {},\n \"nbformat\": 4,\n \"nbformat_minor\": "
                + QByteArray::number(minor) + "\n}\n";
        };
        const auto ids = [](const QByteArray &bytes) {
            QStringList found;
            static const QRegularExpression pattern(u"\"id\": \"([^\"]*)\""_s);
            auto matches = pattern.globalMatch(QString::fromUtf8(bytes));
            while (matches.hasNext())
                found += matches.next().captured(1);
            return found;
        };
        static const QRegularExpression valid(u"^[a-zA-Z0-9_-]{1,64}$"_s);

        Document old;
        load(old, notebook(4, {}, {}));
        old.cell(0)->setSource(u"x"_s);
        old.insertCell(1, CellKind::Code, u"y"_s);
        QCOMPARE(ids(old.toBytes()), QStringList());
        QVERIFY(old.toBytes().contains("\"nbformat_minor\": 4"));

        Document oneMissing;
        const QByteArray bytes = notebook(5, {}, "   \"id\": \"keep-me\",\n");
        load(oneMissing, bytes);
        QCOMPARE(oneMissing.toBytes(), bytes);
        oneMissing.cell(1)->setSource(u"x"_s);
        const QStringList written = ids(oneMissing.toBytes());
        QCOMPARE(written.size(), 2);
        QVERIFY(valid.match(written[0]).hasMatch());
        QCOMPARE(written[1], u"keep-me"_s);
        QCOMPARE(ids(oneMissing.toBytes()), written);

        for (const QByteArray &bad : {QByteArray("has space"), QByteArray(70, 'a'), QByteArray("same")}) {
            Document document;
            load(document, notebook(5, "   \"id\": \"same\",\n", "   \"id\": \"" + bad + "\",\n"));
            QCOMPARE(document.warnings().size(), 1);
            document.cell(0)->setSource(u"x"_s);
            const QStringList fixed = ids(document.toBytes());
            QCOMPARE(fixed[0], u"same"_s);
            QVERIFY(fixed[1] != "same"_L1 && valid.match(fixed[1]).hasMatch());
        }
    }

    void newNotebooksAreOfTheCurrentFormat()
    {
        Document document;
        QCOMPARE(document.count(), 1);
        QVERIFY(!document.isModified());
        document.cell(0)->setSource(u"print(1)\nprint(2)"_s);
        document.insertCell(1, CellKind::Markdown, u"# Title"_s);
        const QByteArray bytes = document.toBytes();
        QVERIFY(bytes.startsWith("{\n \"cells\": [\n  {\n   \"cell_type\": \"code\",\n   \"execution_count\": null,\n   \"id\": \""));
        QVERIFY(bytes.contains("   \"source\": [\n    \"print(1)\\n\",\n    \"print(2)\"\n   ]\n"));
        QVERIFY(bytes.endsWith(" \"nbformat\": 4,\n \"nbformat_minor\": 5\n}\n"));
        Document again;
        load(again, bytes);
        QCOMPARE(again.toBytes(), bytes);
        QCOMPARE(again.cell(1)->id(), document.cell(1)->id());
    }

    void unusableFilesAreRefusedWithTheReason_data() // 66
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("word");
        QTest::addColumn<int>("line");
        QTest::newRow("empty") << QByteArray() << u"empty"_s << 0;
        QTest::newRow("white space") << QByteArray(" \n\t\n") << u"white space"_s << 0;
        QTest::newRow("merge conflict") << QByteArray("{\n \"cells\": [\n<<<<<<< HEAD\n  1\n=======\n  2\n>>>>>>> other\n ]\n}\n") << u"merge"_s << 3;
        QTest::newRow("trailing garbage") << QByteArray("{\"cells\": [], \"nbformat\": 4}\n}\n") << u"after the end"_s << 2;
        QTest::newRow("cut") << QByteArray("{\"cells\": [\n{\"cell_type\": \"code\", ") << u"ends"_s << 2;
        QTest::newRow("UTF-16") << QByteArray("\xff\xfe{\0}\0", 6) << u"UTF-16"_s << 0;
        QTest::newRow("other JSON") << QByteArray("{\"a\": 1}") << u"nbformat"_s << 1;
        QTest::newRow("a list") << QByteArray("\n[]") << u"nbformat"_s << 2;
        QTest::newRow("a future format") << QByteArray("{\n\"nbformat\": 5, \"cells\": []}") << u"format 5"_s << 2;
        QTest::newRow("no cells") << QByteArray("{\"nbformat\": 4}") << u"cells"_s << 1;
        QTest::newRow("a cell that is none") << QByteArray("{\"nbformat\": 4,\n\"cells\": [\n{},\n7]}") << u"Cell 2"_s << 4;
        QTest::newRow("an image") << QByteArray("\x89PNG\r\n\x1a\n") << u"JSON"_s << 1;
    }
    void unusableFilesAreRefusedWithTheReason()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, word);
        QFETCH(int, line);
        Document document;
        document.cell(0)->setSource(u"kept"_s);
        QSignalSpy reset(&document, &Document::reset);
        const auto result = document.fromBytes(bytes);
        QVERIFY(!result);
        QVERIFY2(result.error().message.contains(word), qPrintable(result.error().message));
        QCOMPARE(result.error().line, line);
        QVERIFY(!result.error().hint.isEmpty());
        // Nothing happened to what was there.
        QCOMPARE(reset.count(), 0);
        QCOMPARE(document.cell(0)->source(), u"kept"_s);
        QVERIFY(document.canUndo());
    }

    void aByteOrderMarkIsAcceptedAndKept() // 66
    {
        Document document;
        const QByteArray bytes = "\xEF\xBB\xBF\n{\"nbformat\": 4, \"nbformat_minor\": 2, \"metadata\": {}, \"cells\": []}  \n\n";
        load(document, bytes);
        QCOMPARE(document.toBytes(), bytes);
        document.insertCell(0, CellKind::Raw, u"x"_s);
        QVERIFY(document.toBytes().startsWith("\xEF\xBB\xBF\n{\"nbformat\": 4"));
        QVERIFY(document.toBytes().endsWith("}  \n\n"));
    }

    void format3IsConvertedAndAsksForANewName() // 65
    {
        Document document;
        load(document, dataFile(u"format3.ipynb"_s));
        QVERIFY(document.needsSaveAs());
        QVERIFY(!document.warnings().isEmpty());
        QCOMPARE(sources(document), QStringList({u"# A heading"_s, u"Some *text*"_s, u"x = 1\nx"_s, u"print('é')"_s, u"raw text"_s, u"1/0"_s}));
        QCOMPARE(document.cell(2)->executionCount(), 1);
        const OutputList *outputs = document.cell(2)->outputs();
        QCOMPARE(outputs->count(), 1);
        QCOMPARE(outputs->at(0).type(), OutputType::Result);
        QCOMPARE(outputs->at(0).data().types(), QStringList({u"text/html"_s, u"text/plain"_s}));
        QCOMPARE(document.cell(3)->outputs()->at(0).stream().plainText(), u"é\n"_s);
        QCOMPARE(document.cell(5)->outputs()->at(0).errorName(), u"ZeroDivisionError"_s);
        document.setModified(false);
        QVERIFY(!document.needsSaveAs());
    }

    void structureCanBeUndoneAndRedone()
    {
        Document document;
        document.removeCells({0});
        for (const char16_t *text : {u"a", u"b", u"c", u"d", u"e"})
            document.insertCell(document.count(), CellKind::Code, QString::fromUtf16(text));
        const auto texts = [&] { return sources(document).join(u""); };
        QCOMPARE(texts(), u"abcde"_s);
        QStringList states {texts()};
        const auto step = [&](const QString &expected) {
            QCOMPARE(texts(), expected);
            for (int i = 0; i < document.count(); ++i) {
                QCOMPARE(document.cell(i)->index(), i);
                QCOMPARE(document.cellById(document.cell(i)->id()), document.cell(i));
            }
            states += expected;
        };
        document.moveCells(0, 2, 3);
        step(u"cdeab"_s);
        document.moveCells(3, 1, 0);
        step(u"acdeb"_s);
        document.removeCells({4, 1, 2});
        step(u"ae"_s);
        document.duplicateCells({0, 1});
        step(u"aeae"_s);
        document.mergeCells(0, 3);
        step(u"a\ne\nae"_s);
        document.splitCell(0, 2);
        step(u"ae\nae"_s);
        document.changeKind({0, 1, 2}, CellKind::Markdown);
        QCOMPARE(document.cell(1)->kind(), CellKind::Markdown);
        states += texts();
        const QByteArray end = document.toBytes();
        while (states.size() > 1) {
            states.removeLast();
            document.undo();
            QCOMPARE(texts(), states.constLast());
        }
        QCOMPARE(document.cell(1)->kind(), CellKind::Code);
        while (document.canRedo())
            document.redo();
        QCOMPARE(document.toBytes(), end);
        while (document.canUndo())
            document.undo();
        QVERIFY(!document.isModified());
    }

    void removedCellsComeBackAsTheSameObjects()
    {
        Document document;
        Cell *cell = document.insertCell(1, CellKind::Code, u"x"_s);
        cell->outputs()->appendStream(StreamName::Stdout, u"output\n");
        QSignalSpy removed(&document, &Document::cellsRemoved);
        QSignalSpy inserted(&document, &Document::cellsInserted);
        document.removeCell(1);
        QCOMPARE(removed.takeFirst(), QVariantList({1, 1}));
        QCOMPARE(cell->index(), -1);
        QCOMPARE(document.cellById(cell->id()), nullptr);
        document.undo();
        QCOMPARE(inserted.takeFirst(), QVariantList({1, 1}));
        QCOMPARE(document.cell(1), cell);
        QCOMPARE(cell->outputs()->plainText(), u"output\n"_s);
    }

    void splittingDropsTheLineEndAtTheCut()
    {
        Document document;
        document.cell(0)->setSource(u"one\ntwo\nthree"_s);
        document.splitCell(0, 3);
        QCOMPARE(sources(document), QStringList({u"one"_s, u"two\nthree"_s}));
        document.splitCell(1, 4);
        QCOMPARE(sources(document), QStringList({u"one"_s, u"two"_s, u"three"_s}));
        document.splitCell(2, 2);
        QCOMPARE(sources(document), QStringList({u"one"_s, u"two"_s, u"th"_s, u"ree"_s}));
        document.splitCell(0, 0);
        QCOMPARE(sources(document), QStringList({u""_s, u"one"_s, u"two"_s, u"th"_s, u"ree"_s}));
        for (int i = 0; i < 4; ++i)
            document.undo();
        QCOMPARE(sources(document), QStringList(u"one\ntwo\nthree"_s));
    }

    void typingIsUndoneByWords()
    {
        Document document;
        Cell *cell = document.cell(0);
        QSignalSpy focus(&document, &Document::focusRequested);
        const auto type = [cell](const QString &text) {
            for (QChar c : text)
                cell->edit(cell->source().size(), 0, QStringView(&c, 1));
        };
        type(u"hello brave world\nnext"_s);
        QStringList steps;
        while (document.canUndo()) {
            document.undo();
            steps += cell->source();
        }
        QCOMPARE(steps, QStringList({u"hello brave world\n"_s, u"hello brave world"_s, u"hello brave "_s, u"hello "_s, u""_s}));
        QCOMPARE(focus.last().at(1).toLongLong(), 0);
        for (int i = 0; i < 2; ++i)
            document.redo();
        QCOMPARE(cell->source(), u"hello brave "_s);
        QCOMPARE(focus.last().at(1).toLongLong(), 12);
        type(u"x"_s);
        QVERIFY(!document.canRedo());
        // Backspaces are one step.
        for (int i = 0; i < 5; ++i)
            cell->edit(cell->source().size() - 1, 1, {});
        QCOMPARE(cell->source(), u"hello br"_s);
        document.undo();
        QCOMPARE(cell->source(), u"hello brave x"_s);
        // Saving ends a step, so that undo leads back to exactly what was saved.
        type(u"y"_s);
        document.setModified(false);
        type(u"z"_s);
        QVERIFY(document.isModified());
        document.undo();
        QCOMPARE(cell->source(), u"hello brave xy"_s);
        QVERIFY(!document.isModified());
    }

    void settingASourceReportsTheSmallestEdit()
    {
        Document document;
        Cell *cell = document.cell(0);
        cell->setSource(u"one two three"_s);
        QSignalSpy edited(cell, &Cell::sourceEdited);
        cell->setSource(u"one 2 three"_s);
        QCOMPARE(edited.takeFirst(), QVariantList({4, 3, 1}));
        cell->setSource(u"one 2 three"_s);
        QCOMPARE(edited.count(), 0);
        cell->setSource(u"😀"_s);
        cell->setSource(u"😁"_s);
        QCOMPARE(edited.last(), QVariantList({0, 2, 2}));
    }

    void whatARunPrintsMeanwhileIsKept()
    {
        Document document;
        Cell *cell = document.cell(0);
        cell->outputs()->appendStream(StreamName::Stdout, u"before\n");
        cell->setExecutionCount(3);
        document.changeKind({0}, CellKind::Markdown);
        // It still runs.
        cell->outputs()->appendStream(StreamName::Stdout, u"meanwhile\n");
        cell->setExecutionCount(4);
        document.undo();
        QCOMPARE(cell->kind(), CellKind::Code);
        QCOMPARE(cell->outputs()->plainText(), u"before\nmeanwhile\n"_s);
        QCOMPARE(cell->executionCount(), 4);
        document.redo();
        document.undo();
        QCOMPARE(cell->outputs()->plainText(), u"before\nmeanwhile\n"_s);
    }

    void kindsChangeWithTheirEntries()
    {
        Document document;
        Cell *cell = document.cell(0);
        cell->outputs()->appendStream(StreamName::Stdout, u"x");
        cell->setExecutionCount(3);
        document.changeKind({0}, CellKind::Markdown);
        QVERIFY(!document.toBytes().contains("outputs"));
        QVERIFY(!document.toBytes().contains("execution_count"));
        document.undo();
        QCOMPARE(cell->executionCount(), 3);
        QCOMPARE(cell->outputs()->count(), 1);
        QVERIFY(document.toBytes().contains("\"execution_count\": 3"));
        document.changeKind({0}, CellKind::Raw);
        document.changeKind({0}, CellKind::Code);
        QVERIFY(document.toBytes().contains("\"outputs\": []"));
    }

    void cellsArePastedWithNewIds()
    {
        Document source;
        source.cell(0)->setSource(u"x = 1"_s);
        source.cell(0)->outputs()->appendStream(StreamName::Stderr, u"warning\n");
        const QByteArray clip = source.copyCells({0});
        for (int minor : {4, 5}) {
            Document target;
            load(target, "{\"cells\":[],\"metadata\":{},\"nbformat\":4,\"nbformat_minor\":" + QByteArray::number(minor) + "}");
            const QList<Cell *> pasted = target.pasteCells(7, clip) + target.pasteCells(0, clip);
            QCOMPARE(pasted.size(), 2);
            QVERIFY(pasted[0]->id() != pasted[1]->id());
            QCOMPARE(target.cell(1), pasted[0]);
            QCOMPARE(pasted[0]->outputs()->at(0).streamName(), StreamName::Stderr);
            QCOMPARE(target.toBytes().contains("\"id\""), minor == 5);
            QVERIFY(!target.toBytes().contains('\n')); // laid out like the notebook it is in
            target.undo();
            target.undo();
            QCOMPARE(target.count(), 0);
            QVERIFY(target.pasteCells(0, "no JSON").isEmpty());
            QVERIFY(target.pasteCells(0, "{\"cells\": [1, {}]}").isEmpty());
        }
    }

    void bindingsLiveInTheMetadata()
    {
        Document document;
        QCOMPARE(document.defaultLanguage(), u"python"_s);
        Cell *cell = document.cell(0);
        QSignalSpy changed(cell, &Cell::bindingChanged);
        document.setFallbackBinding({u"Local"_s, u"sbx-1"_s, {}, {}});
        QCOMPARE(cell->effectiveBinding(), (Binding {u"Local"_s, u"sbx-1"_s, u"python"_s, {}}));
        QVERIFY(!document.isModified());
        const QString key = cell->effectiveBinding().key();
        cell->setBinding({{}, {}, u"bash"_s, u"second"_s});
        QCOMPARE(cell->effectiveBinding(), (Binding {u"Local"_s, u"sbx-1"_s, u"bash"_s, u"second"_s}));
        QVERIFY(cell->effectiveBinding().key() != key);
        QVERIFY(document.toBytes().contains("\"opensandbox\": {\n     \"context\": \"second\",\n     \"language\": \"bash\"\n    }"));
        document.setDefaultLanguage(u"java"_s);
        QCOMPARE(document.insertCell(1, CellKind::Code)->language(), u"java"_s);
        QCOMPARE(changed.count(), 3);
        document.undo();
        document.undo();
        document.undo();
        QCOMPARE(cell->binding(), Binding {});
        QVERIFY(!document.toBytes().contains("opensandbox"));
        QVERIFY(!document.isModified());
    }

    void unknownEntriesOfABindingAreKept()
    {
        Document document;
        load(document, R"({"cells":[{"cell_type":"code","execution_count":null,"metadata":{"opensandbox":{"language":"bash","future":[1]},"vscode":{"languageId":"go"}},"outputs":[],"source":""}],"metadata":{"language_info":{"name":"R"}},"nbformat":4,"nbformat_minor":2})");
        QCOMPARE(document.defaultLanguage(), u"r"_s);
        Cell *cell = document.cell(0);
        QCOMPARE(cell->language(), u"bash"_s);
        cell->setBinding({});
        QCOMPARE(cell->language(), u"go"_s);
        QVERIFY(document.toBytes().contains(R"("opensandbox":{"future":[1]})"));
    }

    void attachmentsAreDecodedAndMerged()
    {
        Document document;
        load(document, R"x({"cells":[{"cell_type":"markdown","metadata":{},"source":"![a](attachment:a.png)","attachments":{"a.png":{"image/png":"QUJD"}}},{"cell_type":"markdown","metadata":{},"source":"b","attachments":{"b.png":{"image/png":"REVG"}}}],"metadata":{},"nbformat":4,"nbformat_minor":1})x");
        QString type;
        QCOMPARE(document.cell(0)->attachment(u"a.png"_s, &type), QByteArray("ABC"));
        QCOMPARE(type, u"image/png"_s);
        QVERIFY(document.cell(0)->attachment(u"b.png"_s).isEmpty());
        document.mergeCells(0, 2);
        QCOMPARE(document.cell(0)->attachment(u"b.png"_s), QByteArray("DEF"));
        document.undo();
        QVERIFY(document.cell(0)->attachment(u"b.png"_s).isEmpty());
        QVERIFY(!document.isModified());
    }

    void outputsClearedByHandComeBack()
    {
        Document document;
        Cell *cell = document.cell(0);
        cell->outputs()->appendStream(StreamName::Stdout, u"precious\n");
        cell->setExecutionCount(2);
        document.clearOutputs({0});
        QVERIFY(cell->outputs()->isEmpty());
        QCOMPARE(cell->executionCount(), -1);
        document.undo();
        QCOMPARE(cell->outputs()->plainText(), u"precious\n"_s);
        QCOMPARE(cell->executionCount(), 2);
        document.redo();
        QVERIFY(document.toBytes().contains("\"outputs\": []"));
    }

    void clearedOutputsDoNotFillTheMemory()
    {
        Document document;
        document.setUndoLimit(1 << 20);
        const QString text = QString(600 * 1024, u'x');
        document.cell(0)->setSource(u"first"_s);
        for (int i = 0; i < 3; ++i) {
            document.cell(0)->outputs()->appendStream(StreamName::Stdout, text);
            document.clearOutputs({0});
        }
        // The newest step can be undone, however large; older ones are gone, and nothing else is lost.
        document.undo();
        QCOMPARE(document.cell(0)->outputs()->plainText().size(), text.size());
        QVERIFY(!document.canUndo());
        QCOMPARE(document.cell(0)->source(), u"first"_s);
        QVERIFY(document.isModified());
        document.redo();
        QVERIFY(document.cell(0)->outputs()->isEmpty());
    }

    // A run throws nothing away for good, and is no step in the way of what was typed.
    void whatARunReplacedComesBack()
    {
        Document document;
        Cell *cell = document.cell(0);
        OutputList *outputs = cell->outputs();
        const auto run = [&](const QString &text, int count) {
            outputs->startAnew();
            cell->setExecutionCount(-1);
            outputs->appendStream(StreamName::Stdout, text);
            cell->setExecutionCount(count);
        };
        cell->setSource(u"typed"_s);
        run(u"one\n"_s, 1);
        QVERIFY(!outputs->hasEarlier());
        outputs->appendNotice({Notice::Severity::Warning, u"context-lost"_s, u"gone"_s, {}});
        run(u"two\n"_s, 2);
        run(u"three\n"_s, 3);
        QVERIFY(outputs->hasEarlier());
        QCOMPARE(document.undoText(), u"Edit cell"_s);
        document.bringBackOutputs({0});
        QCOMPARE(document.undoText(), u"Bring back outputs"_s);
        QCOMPARE(outputs->plainText(), u"two\n"_s);
        QCOMPARE(cell->executionCount(), 2);
        QCOMPARE(outputs->count(), 2);
        QCOMPARE(outputs->at(1).notice().code, u"earlier-outputs"_s); // What is shown is not of the last run, and says so.
        QVERIFY(document.toBytes().contains("two"));
        QVERIFY(!document.toBytes().contains("earlier"));
        document.bringBackOutputs({0});
        QCOMPARE(outputs->plainText(), u"one\n"_s);
        QCOMPARE(outputs->count(), 2); // What the program had said of that run is over.
        QVERIFY(!outputs->hasEarlier());
        document.bringBackOutputs({0}); // Nothing is left, and nothing happens.
        document.undo();
        QCOMPARE(outputs->plainText(), u"two\n"_s);
        document.undo();
        QCOMPARE(outputs->plainText(), u"three\n"_s);
        QCOMPARE(cell->executionCount(), 3);
        QCOMPARE(outputs->count(), 1);
        document.redo();
        QCOMPARE(outputs->plainText(), u"two\n"_s);
        // Run from there, and undone: neither is lost.
        run(u"four\n"_s, 4);
        document.undo();
        QCOMPARE(outputs->plainText(), u"three\n"_s);
        document.bringBackOutputs({0});
        QCOMPARE(outputs->plainText(), u"four\n"_s);
        document.bringBackOutputs({0});
        QCOMPARE(outputs->plainText(), u"two\n"_s);
        document.undo();
        document.undo();
        document.undo();
        QCOMPARE(cell->source(), QString());
    }

    void earlierRunsDoNotFillTheMemory()
    {
        Document document;
        document.setUndoLimit(1 << 20);
        document.insertCell(1, CellKind::Code);
        const QString text = QString(400 * 1024, u'x');
        for (int i = 0; i < 4; ++i) {
            for (Cell *cell : document.cells()) {
                cell->outputs()->startAnew();
                cell->outputs()->appendStream(StreamName::Stdout, QString(QString::number(i) + text));
            }
        }
        qint64 kept = 0;
        for (const Cell *cell : document.cells())
            kept += cell->outputs()->earlierSize();
        QVERIFY2(kept > 400 * 1024 && kept <= 1 << 20, qPrintable(QString::number(kept)));
        // The newest of each is there; one that is larger than all of it is kept as well, and alone.
        for (Cell *cell : document.cells())
            QVERIFY(cell->outputs()->hasEarlier());
        document.bringBackOutputs({1});
        QVERIFY(document.cell(1)->outputs()->plainText().startsWith(u"2x"));
        document.setUndoLimit(100 * 1024);
        document.cell(0)->outputs()->startAnew();
        QVERIFY(document.cell(0)->outputs()->hasEarlier());
        QVERIFY(document.cell(0)->outputs()->earlierSnapshot().text().startsWith(u"3x"));
        for (int i = 0; i < 30; ++i) {
            document.cell(1)->outputs()->appendStream(StreamName::Stdout, u"few"_s);
            document.cell(1)->outputs()->startAnew();
        }
        int rounds = 0;
        for (; document.cell(1)->outputs()->hasEarlier(); ++rounds)
            document.bringBackOutputs({1});
        QCOMPARE(rounds, int(OutputList::maximumEarlier));
    }

    // Copies share what is large. What a stream becomes later is not in them, and text that lies on the disk is read in pieces.
    void copiesShareOutputsAndStayAsTheyWere()
    {
        Document document;
        OutputList *outputs = document.cell(0)->outputs();
        QString lines;
        for (int i = 0; i < 400'000; ++i) // 10 MB; most of it goes to the disk.
            lines += u"line %1 of caf\u00e9 \u4f60\n"_s.arg(i, 6);
        outputs->appendStream(StreamName::Stdout, lines);
        const Json::Value copied = document.sharedCells({0});
        document.duplicateCells({0});
        outputs->appendStream(StreamName::Stdout, u"later\n");
        document.cell(0)->setSource(u"changed"_s);
        const QList<Cell *> pasted = document.pasteCells(2, copied);
        QCOMPARE(pasted.size(), 1);
        for (const Cell *copy : { document.cell(1), document.cell(2) }) {
            QCOMPARE(copy->source(), QString());
            QVERIFY(copy->id() != document.cell(0)->id());
            QVERIFY(copy->outputs()->size() > 8'000'000);
            QCOMPARE(copy->outputs()->plainText(), lines);
        }
        QCOMPARE(outputs->plainText(), QString(lines + u"later\n"_s));
        Document again;
        load(again, document.toBytes());
        QCOMPARE(again.cell(1)->outputs()->plainText(), lines);
        QCOMPARE(again.cell(2)->outputs()->plainText(), lines);
        // The same of what a file brought along, as lines, in another document.
        Document other;
        other.pasteCells(1, again.sharedCells({0, 2}));
        QCOMPARE(other.cell(1)->outputs()->plainText(), QString(lines + u"later\n"_s));
        QCOMPARE(other.cell(2)->outputs()->plainText(), lines);
        QVERIFY(Json::parse(Document::clipboardBytes(again.sharedCells({1}))));
    }

    void oneHistoryHoldsTextStructureAndOutputs()
    {
        Document document;
        document.cell(0)->setSource(u"a"_s);
        document.cell(0)->outputs()->appendStream(StreamName::Stdout, u"one\n");
        document.clearOutputs({0});
        document.insertCell(1, CellKind::Code, u"b"_s);
        document.cell(0)->setSource(u"ab"_s);
        document.undo();
        QCOMPARE(document.cell(0)->source(), u"a"_s);
        QVERIFY(document.cell(0)->outputs()->isEmpty());
        document.undo();
        QCOMPARE(document.count(), 1);
        document.undo();
        QCOMPARE(document.cell(0)->outputs()->plainText(), u"one\n"_s);
        document.redo();
        document.redo();
        document.redo();
        QCOMPARE(document.cell(0)->source(), u"ab"_s);
        QVERIFY(document.cell(0)->outputs()->isEmpty());
    }

    void aContextIsInheritedOnlyWithItsSandboxAndLanguage()
    {
        Document document;
        document.setDefaultBinding({u"local"_s, u"s1"_s, u"python"_s, u"c7"_s});
        Cell *cell = document.cell(0);
        QCOMPARE(cell->effectiveBinding().context, u"c7"_s);
        cell->setBinding({{}, {}, u"bash"_s, {}});
        QCOMPARE(cell->effectiveBinding().context, QString());
        cell->setBinding({{}, u"s2"_s, {}, {}});
        QCOMPARE(cell->effectiveBinding().context, QString());
        cell->setBinding({{}, u"s1"_s, u"python"_s, u"c8"_s});
        QCOMPARE(cell->effectiveBinding().context, u"c8"_s);
    }

    void aBackgroundCommandIsKeptUntilItEnds()
    {
        Document document;
        Cell *cell = document.cell(0);
        cell->setTags({u"a"_s});
        cell->setBackground({u"cmd-1"_s, u"s1"_s});
        QVERIFY(document.isModified());
        document.undo(); // the tags; the command runs on
        QCOMPARE(cell->background().id, u"cmd-1"_s);
        Document again;
        QVERIFY(again.fromBytes(document.toBytes()));
        QCOMPARE(again.cell(0)->background(), (BackgroundCommand{u"cmd-1"_s, u"s1"_s}));
        // A copy is another cell.
        QCOMPARE(again.duplicateCells({0}).constFirst()->background().id, QString());
        again.cell(0)->setBackground({});
        QVERIFY(!again.toBytes().contains("cmd-1"));
        QVERIFY(!again.toBytes().contains("opensandbox"));
    }

    void foldedHeadingsAreStoredAsOtherProgramsDo()
    {
        Document document;
        Cell *cell = document.insertCell(0, CellKind::Markdown, u"# One"_s);
        const QByteArray before = document.toBytes();
        cell->setHeadingFolded(true);
        QVERIFY(cell->isHeadingFolded());
        QVERIFY(document.toBytes().contains("\"heading_collapsed\": true"));
        document.undo();
        QVERIFY(!cell->isHeadingFolded());
        QCOMPARE(document.toBytes(), before);
    }

    void foldingIsStoredAsOtherProgramsDo()
    {
        Document document;
        Cell *cell = document.cell(0);
        const QByteArray before = document.toBytes();
        cell->setOutputsHidden(true);
        cell->setSourceHidden(true);
        QVERIFY(cell->areOutputsHidden() && cell->isSourceHidden());
        QVERIFY(document.toBytes().contains("\"collapsed\": true"));
        cell->setOutputsHidden(false);
        cell->setSourceHidden(false);
        QVERIFY(!document.toBytes().contains("jupyter"));
    }

    void thousandsOfCellsStayQuick()
    {
        Document document;
        const std::clock_t start = std::clock(); // of the processor: the machine may be busy
        for (int i = 0; i < 5000; ++i)
            document.insertCell(document.count(), CellKind::Code, u"x = %1\n"_s.arg(i));
        const QByteArray bytes = document.toBytes();
        load(document, bytes);
        QCOMPARE(document.count(), 5001);
        Cell *cell = document.cell(2500);
        for (int i = 0; i < 20'000; ++i)
            cell->edit(cell->source().size(), 0, i % 60 == 59 ? u"\n" : u"a");
        const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 5, qPrintable(QString::number(seconds)));
    }

    void manyAndLargeOutputsOpenQuickly() // 69
    {
        QByteArray text = "{\"cells\": [{\"cell_type\": \"code\", \"execution_count\": 1, \"metadata\": {}, \"source\": [], \"outputs\": [\n{\"name\": \"stdout\", \"output_type\": \"stream\", \"text\": [";
        for (int i = 0; i < 64'000; ++i)
            text += (i > 0 ? ",\n" : "\n") + QByteArray("\"output line number ") + QByteArray::number(i) + "\\n\"";
        text += "]}";
        for (int i = 0; i < 30; ++i)
            text += ",\n{\"output_type\": \"display_data\", \"metadata\": {}, \"data\": {\"image/png\": \"" + QByteArray(2'000'000, 'A') + "\\n\"}}";
        text += "]}], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 4}";
        const std::clock_t start = std::clock(); // of the processor: the machine may be busy
        Document document;
        load(document, text);
        QCOMPARE(document.cell(0)->outputs()->count(), 31);
        const StreamText &stream = document.cell(0)->outputs()->at(0).stream();
        QCOMPARE(stream.rowCount(), 64'000);
        StreamText::Match last = stream.find(u"number 63999"_s, {}, Qt::CaseSensitive);
        while (!last.position.isValid() && last.next >= 0)
            last = stream.find(u"number 63999"_s, { last.next, 0 }, Qt::CaseSensitive);
        QCOMPARE(last.position.row, 63'999);
        document.insertCell(0, CellKind::Markdown, u"new"_s);
        const QByteArray saved = document.toBytes();
        QVERIFY(saved.endsWith(text.last(61'000'000)));
        const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 5, qPrintable(QString::number(seconds)));
    }

    void whatIsWrittenIsValidForOthers()
    {
        QTemporaryDir folder;
        const auto write = [&folder](const QString &name, const QByteArray &bytes) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
        };
        Document fresh;
        write(u"fresh.ipynb"_s, fresh.toBytes());
        Cell *cell = fresh.cell(0);
        cell->setSource(u"x"_s);
        cell->setBinding({u"Local"_s, {}, u"python"_s, {}});
        OutputList *outputs = cell->outputs();
        outputs->appendStream(StreamName::Stdout, u"\x1b[31mred\x1b[0m\n10%\r20%\n");
        outputs->appendStream(StreamName::Stderr, u"warning");
        outputs->appendDisplay(MimeBundle::fromJson({{u"text/plain"_s, u"<Figure>"_s}, {u"image/png"_s, u"iVBORw0K"_s}, {u"application/json"_s, QJsonObject {{u"a"_s, 1}}}}),
                               {{u"image/png"_s, QJsonObject {{u"width"_s, 320}}}});
        outputs->appendResult(MimeBundle::fromJson({{u"text/plain"_s, u"3"_s}, {u"text/html"_s, u"<b>3</b>\n<i>x</i>"_s}}), {}, 7);
        outputs->appendError(u"ValueError"_s, u"bad"_s, {u"line 1"_s, u"line 2"_s});
        outputs->appendNotice({Notice::Severity::Warning, u"x"_s, u"not saved"_s, {}});
        cell->setExecutionCount(7);
        fresh.insertCell(1, CellKind::Markdown, u"# é 😀"_s);
        fresh.insertCell(2, CellKind::Raw, u"raw"_s);
        fresh.duplicateCells({0, 1, 2});
        fresh.splitCell(1, 2);
        write(u"edited.ipynb"_s, fresh.toBytes());
        QVERIFY(!fresh.toBytes().contains("not saved"));
        Document old;
        load(old, dataFile(u"format3.ipynb"_s));
        write(u"converted.ipynb"_s, old.toBytes());
        write(u"analysis.ipynb"_s, dataFile(u"analysis.ipynb"_s));
        QRandomGenerator random(5);
        for (int minor = 0; minor <= 5; ++minor) {
            Document document;
            load(document, generated(random, minor));
            document.insertCell(0, CellKind::Code, u"first\nsecond"_s)->outputs()->appendStream(StreamName::Stdout, u"x\ny");
            document.cell(document.count() - 1)->setSource(u"last"_s);
            QByteArray bytes = document.toBytes();
            if (bytes.startsWith("\xEF\xBB\xBF"))
                bytes = bytes.sliced(3);
            write(u"minor%1.ipynb"_s.arg(minor), bytes);
        }
        QProcess python;
        python.start(u"python3"_s, {u"-c"_s, uR"(
import glob, json, sys, nbformat
from nbformat.validator import validate
count = 0
for path in sorted(glob.glob(sys.argv[1] + '/*.ipynb')):
    text = open(path, encoding='utf-8').read()
    notebook = json.loads(text)
    try:
        validate(notebook, version=4, version_minor=notebook['nbformat_minor'], relax_add_props=False)
        nbformat.reads(text, as_version=4)
    except Exception as error:
        print(path, error)
        sys.exit(1)
    count += 1
print(count)
)"_s, folder.path()});
        QVERIFY(python.waitForFinished(60'000));
        const QByteArray output = python.readAllStandardOutput() + python.readAllStandardError();
        QVERIFY2(python.exitCode() == 0, output.constData());
        QCOMPARE(output.trimmed(), QByteArray("10"));
    }
};

QTEST_GUILESS_MAIN(TestDocument)
#include "tst_notebook_document.moc"

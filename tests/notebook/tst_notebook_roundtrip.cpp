// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Notebooks over the whole schema and as programs in the world write them: unchanged saves are byte for byte the same, an edit changes
// the bytes of its cell only, and the validator of others agrees afterwards where it agreed before. 60 to 67
#include <opensandbox/notebook/document.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Notebook;

namespace {

/// Every element of the format's schema, by chance.
class Generator
{
public:
    Generator(quint32 seed, int minor) : m_random(seed), m_minor(minor) { }

    QByteArray notebook()
    {
        QJsonArray cells;
        for (int i = m_random.bounded(7); i >= 0; --i)
            cells.append(cell(int(cells.size())));
        const QJsonObject root { { u"cells"_s, cells }, { u"metadata"_s, notebookMetadata() }, { u"nbformat"_s, 4 }, { u"nbformat_minor"_s, m_minor } };
        return layout(root);
    }

private:
    bool coin(int sides = 2) { return m_random.bounded(sides) == 0; }
    QString word()
    {
        static const QStringList words { u"x"_s, u"value"_s, u"caf\u00e9"_s, u"\u4f60\u597d"_s, u"\U0001F600"_s, u"a\\b"_s, u"\"q\""_s, u"tab\there"_s, u"</script>"_s, u"\u2028"_s, u"%matplotlib inline"_s };
        return words[m_random.bounded(int(words.size()))];
    }
    /// A string, or the list of its lines.
    QJsonValue multiline()
    {
        QString text;
        for (int i = m_random.bounded(5); i > 0; --i)
            text += word() + (coin(4) && i == 1 ? QString() : u"\n"_s);
        if (coin(3))
            return text;
        QJsonArray lines;
        for (qsizetype at = 0; at < text.size();) {
            qsizetype end = text.indexOf(u'\n', at);
            end = end < 0 ? text.size() : end + 1;
            lines.append(text.mid(at, end - at));
            at = end;
        }
        return lines;
    }
    QJsonObject bundle()
    {
        QJsonObject data;
        if (!coin(4))
            data.insert(u"text/plain"_s, multiline());
        if (coin(3))
            data.insert(u"text/html"_s, multiline());
        if (coin(4))
            data.insert(u"image/png"_s, coin() ? QJsonValue(u"iVBORw0KGgo=\n"_s) : QJsonValue(QJsonArray { u"iVBORw0K"_s, u"Ggo=\n"_s }));
        if (coin(4))
            data.insert(u"application/json"_s, QJsonObject { { u"deep"_s, QJsonArray { 1, 2.5, QJsonValue::Null, true, word() } } });
        if (coin(5))
            data.insert(u"application/vnd.plotly.v1+json"_s, QJsonObject { { u"data"_s, QJsonArray {} } });
        if (coin(5))
            data.insert(u"image/svg+xml"_s, multiline());
        if (coin(6))
            data.insert(u"application/javascript"_s, multiline());
        return data;
    }
    QJsonObject output()
    {
        switch (m_random.bounded(4)) {
        case 0: return { { u"output_type"_s, u"stream"_s }, { u"name"_s, coin() ? u"stdout"_s : u"stderr"_s }, { u"text"_s, multiline() } };
        case 1:
            return { { u"output_type"_s, u"display_data"_s },
                     { u"data"_s, bundle() },
                     { u"metadata"_s, coin() ? QJsonObject {} : QJsonObject { { u"image/png"_s, QJsonObject { { u"width"_s, 300 } } }, { u"isolated"_s, true } } } };
        case 2:
            return { { u"output_type"_s, u"execute_result"_s },
                     { u"data"_s, bundle() },
                     { u"metadata"_s, QJsonObject {} },
                     { u"execution_count"_s, coin(3) ? QJsonValue(QJsonValue::Null) : QJsonValue(m_random.bounded(100)) } };
        default:
            return { { u"output_type"_s, u"error"_s },
                     { u"ename"_s, u"ValueError"_s },
                     { u"evalue"_s, word() },
                     { u"traceback"_s, QJsonArray { u"\x1b[0;31m---\x1b[0m"_s, word(), QString() } } };
        }
    }
    QJsonObject cellMetadata(bool code)
    {
        QJsonObject metadata;
        if (coin(3))
            metadata.insert(u"tags"_s, QJsonArray { u"parameters"_s, u"tag-%1"_s.arg(m_random.bounded(9)) });
        if (coin(4))
            metadata.insert(u"name"_s, u"a-name"_s);
        if (code && coin(3))
            metadata.insert(u"collapsed"_s, coin());
        if (code && coin(3))
            metadata.insert(u"scrolled"_s, coin() ? QJsonValue(u"auto"_s) : QJsonValue(true));
        if (coin(3))
            metadata.insert(u"jupyter"_s, code ? QJsonObject { { u"source_hidden"_s, coin() }, { u"outputs_hidden"_s, coin() } } : QJsonObject { { u"source_hidden"_s, coin() } });
        if (code && coin(4))
            metadata.insert(u"execution"_s, QJsonObject { { u"iopub.execute_input"_s, u"2026-01-02T03:04:05.678901Z"_s } });
        if (coin(4))
            metadata.insert(u"custom"_s, QJsonObject { { u"n"_s, 1e-7 }, { u"list"_s, QJsonArray {} } });
        return metadata;
    }
    QJsonObject cell(int index)
    {
        const int kind = m_random.bounded(4); // Half of them code.
        QJsonObject cell { { u"metadata"_s, cellMetadata(kind < 2) }, { u"source"_s, multiline() } };
        if (m_minor >= 5)
            cell.insert(u"id"_s, u"id-%1-%2"_s.arg(index).arg(m_random.bounded(1000)));
        if (kind < 2) {
            QJsonArray outputs;
            for (int i = m_random.bounded(4); i > 0; --i)
                outputs.append(output());
            cell.insert(u"cell_type"_s, u"code"_s);
            cell.insert(u"outputs"_s, outputs);
            cell.insert(u"execution_count"_s, coin(3) ? QJsonValue(QJsonValue::Null) : QJsonValue(m_random.bounded(100)));
        } else {
            cell.insert(u"cell_type"_s, kind == 2 ? u"markdown"_s : u"raw"_s);
            if (m_minor >= 1 && coin(3))
                cell.insert(u"attachments"_s, QJsonObject { { u"image.png"_s, QJsonObject { { u"image/png"_s, u"iVBORw0KGgo="_s } } } });
            if (kind == 3 && coin(3)) {
                QJsonObject metadata = cell.value(u"metadata").toObject();
                metadata.insert(u"format"_s, u"text/restructuredtext"_s);
                cell.insert(u"metadata"_s, metadata);
            }
        }
        return cell;
    }
    QJsonObject notebookMetadata()
    {
        QJsonObject metadata;
        if (!coin(4))
            metadata.insert(u"kernelspec"_s, QJsonObject { { u"name"_s, u"python3"_s }, { u"display_name"_s, u"Python 3"_s }, { u"language"_s, u"python"_s } });
        if (!coin(4)) {
            QJsonObject language { { u"name"_s, u"python"_s }, { u"version"_s, u"3.13.5"_s }, { u"file_extension"_s, u".py"_s } };
            if (coin())
                language.insert(u"codemirror_mode"_s, coin() ? QJsonValue(u"ipython"_s) : QJsonValue(QJsonObject { { u"name"_s, u"ipython"_s }, { u"version"_s, 3 } }));
            metadata.insert(u"language_info"_s, language);
        }
        if (coin(3))
            metadata.insert(u"title"_s, word());
        if (coin(3))
            metadata.insert(u"authors"_s, QJsonArray { QJsonObject { { u"name"_s, word() } } });
        if (coin(4))
            metadata.insert(u"orig_nbformat"_s, 2);
        if (coin(4))
            metadata.insert(u"widgets"_s, QJsonObject { { u"application/vnd.jupyter.widget-state+json"_s, QJsonObject { { u"version_major"_s, 2 }, { u"version_minor"_s, 0 }, { u"state"_s, QJsonObject {} } } } });
        return metadata;
    }

    // Written by hand, so that the layout is that of many programs.
    QByteArray layout(const QJsonObject &root)
    {
        static const QList<QByteArray> indents { " ", "  ", "    ", "\t", QByteArray() };
        m_indent = indents[m_random.bounded(int(indents.size()))];
        m_compact = m_indent.isEmpty();
        m_ascii = coin(3);
        QByteArray text;
        write(text, root, 0);
        if (!coin(3))
            text += '\n';
        return text;
    }
    void line(QByteArray &text, int depth)
    {
        if (!m_compact)
            text += '\n' + m_indent.repeated(depth);
    }
    void string(QByteArray &text, const QString &value)
    {
        QByteArray quoted = QJsonDocument(QJsonArray { value }).toJson(QJsonDocument::Compact);
        quoted = quoted.sliced(1, quoted.size() - 2);
        if (m_ascii) {
            const QString wide = QString::fromUtf8(quoted);
            quoted.clear();
            for (const QChar c : wide)
                quoted += c.unicode() < 128 ? QByteArray(1, char(c.unicode())) : "\\u" + QByteArray::number(c.unicode(), 16).rightJustified(4, '0');
        }
        text += quoted;
    }
    void write(QByteArray &text, const QJsonValue &value, int depth)
    {
        if (value.isObject()) {
            const QJsonObject object = value.toObject();
            text += '{';
            bool first = true;
            for (auto member = object.begin(); member != object.end(); ++member) {
                text += first ? "" : m_compact ? ", " : ",";
                first = false;
                line(text, depth + 1);
                string(text, member.key());
                text += ": ";
                write(text, member.value(), depth + 1);
            }
            if (!first)
                line(text, depth);
            text += '}';
        } else if (value.isArray()) {
            const QJsonArray array = value.toArray();
            text += '[';
            for (qsizetype i = 0; i < array.size(); ++i) {
                text += i == 0 ? "" : m_compact ? ", " : ",";
                line(text, depth + 1);
                write(text, array[i], depth + 1);
            }
            if (!array.isEmpty())
                line(text, depth);
            text += ']';
        } else if (value.isString()) {
            string(text, value.toString());
        } else {
            const QByteArray one = QJsonDocument(QJsonArray { value }).toJson(QJsonDocument::Compact);
            text += one.sliced(1, one.size() - 2);
        }
    }

    QRandomGenerator m_random;
    const int m_minor;
    QByteArray m_indent;
    bool m_compact = false;
    bool m_ascii = false;
};

struct Shape
{
    const char *name;
    QByteArray bytes;
    bool idsAreWritten = false; ///< An edit adds what the format requires.
};

QByteArray code(const QByteArray &source, const QByteArray &more = {}, const QByteArray &outputs = "[]")
{
    return R"({"cell_type": "code", "execution_count": null, )" + more + R"("metadata": {}, "outputs": )" + outputs + R"(, "source": )" + source + '}';
}

QByteArray book(const QByteArray &cells, const QByteArray &metadata = "{}", int minor = 4)
{
    return "{\n \"cells\": [\n  " + cells + "\n ],\n \"metadata\": " + metadata + ",\n \"nbformat\": 4,\n \"nbformat_minor\": " + QByteArray::number(minor) + "\n}\n";
}

/// Habits of programs and services, each in its smallest form.
QList<Shape> shapes()
{
    const QByteArray x = code("[\"x = 1\"]");
    return {
        { "format 4.0 without ids", book(x, "{}", 0) },
        { "format 4.1 with attachments", book(R"x({"cell_type": "markdown", "metadata": {}, "attachments": {"a.png": {"image/png": "iVBORw0K"}}, "source": ["![a](attachment:a.png)"]})x", "{}", 1) },
        { "format 4.2 with widgets' state", book(x, R"({"widgets": {"application/vnd.jupyter.widget-state+json": {"state": {"a1": {"model_name": "IntSliderModel", "state": {"value": 7}}}, "version_major": 2, "version_minor": 0}}})", 2) },
        { "format 4.3 with hidden parts", book(R"({"cell_type": "code", "execution_count": 4, "metadata": {"jupyter": {"source_hidden": true, "outputs_hidden": false}}, "outputs": [], "source": "y"})", "{}", 3) },
        { "format 4.5 with ids", book(code("\"z\"", R"("id": "8bb9f9e4", )"), "{}", 5) },
        { "format 4.5 with a missing id", book(x, "{}", 5), true },
        { "format 4.5 with the same id twice", book(code("\"a\"", R"("id": "same", )") + ", " + code("\"b\"", R"("id": "same", )"), "{}", 5), true },
        { "a later minor format", book(code("\"a\"", R"("id": "n1", "new_thing": {"k": [1]}, )"), "{}", 9) },
        { "a hosted notebook with its own metadata", book(R"({"cell_type": "code", "execution_count": null, "metadata": {"id": "AbC_dEf", "colab": {"base_uri": "https://localhost:8080/"}, "outputId": "0f-1"}, "outputs": [], "source": ["!pip list"]})", R"({"colab": {"name": "x.ipynb", "provenance": [], "toc_visible": true}, "accelerator": "GPU"})", 0) },
        { "an editor that names the language of a cell", book(R"({"cell_type": "code", "execution_count": null, "metadata": {"vscode": {"languageId": "shellscript"}}, "outputs": [], "source": ["ls"]})") },
        { "parameters and a record of execution", book(R"({"cell_type": "code", "execution_count": 1, "metadata": {"papermill": {"duration": 0.012, "exception": false, "start_time": "2026-01-01T00:00:00", "status": "completed"}, "tags": ["parameters"]}, "outputs": [], "source": ["n = 1"]})", R"({"papermill": {"parameters": {}, "version": "2.6.0"}})") },
        { "paired with a script", book(x, R"({"jupytext": {"cell_metadata_filter": "-all", "formats": "ipynb,py:percent", "text_representation": {"extension": ".py"}}})") },
        { "slides", book(R"({"cell_type": "markdown", "metadata": {"slideshow": {"slide_type": "slide"}}, "source": ["# Title"]})", R"({"rise": {"scroll": true}, "celltoolbar": "Slideshow"})") },
        { "an assignment", book(R"({"cell_type": "code", "execution_count": null, "metadata": {"deletable": false, "nbgrader": {"cell_type": "code", "checksum": "d41d8", "grade": false, "locked": true, "schema_version": 3}}, "outputs": [], "source": ["assert True"]})", R"({"celltoolbar": "Create Assignment"})") },
        { "a table of contents", book(x, R"x({"toc": {"base_numbering": 1, "nav_menu": {}, "toc_position": {"height": "calc(100% - 180px)"}}, "varInspector": {"window_display": false}})x") },
        { "not a number", book(x, R"({"x": NaN, "y": [Infinity, -Infinity, 1e400, -0.0, 1.0, 10000000000000000000000]})") },
        { "written on one line", R"({"cells":[{"cell_type":"code","execution_count":null,"metadata":{},"outputs":[],"source":["x=1"]}],"metadata":{},"nbformat":4,"nbformat_minor":4})" },
        { "line ends of Windows and tabs", QByteArray(book(x)).replace("\n ", "\n\t").replace("\n", "\r\n") },
        { "a byte order mark", "\xEF\xBB\xBF" + book(x) },
        { "no line end at the end, white space before the beginning", "\n\n  " + book(x).trimmed() },
        { "escaped characters", book(code(R"(["\u0068i \ud83d\ude00 \/ \u2028\n", "caf\u00e9"])")) },
        { "members in another order", R"({"nbformat_minor": 2, "nbformat": 4, "metadata": {}, "cells": [ { "source": "q", "outputs": [], "metadata": {}, "execution_count": null, "cell_type": "code" } ] })" },
        { "no cells", book("") },
        { "an output of a kind that nobody knows", book(code("\"a\"", {}, R"([{"output_type": "hologram", "data": {"x": 1}}])")) },
        { "carriage returns and escape sequences in a stream", book(code("\"a\"", {}, R"([{"name": "stdout", "output_type": "stream", "text": ["10%\r20%\r\n", "\u001b[31mred\u001b[0m\b\b\n"]}])")) },
        { "pictures as lists of lines", book(code("\"a\"", {}, R"([{"data": {"image/png": ["iVBO\n", "Rw0K\n"], "text/plain": ["<Figure>"]}, "metadata": {"image/png": {"height": 10}}, "output_type": "display_data"}])")) },
        { "a chart as JSON with large numbers", book(code("\"a\"", {}, R"([{"data": {"application/vnd.plotly.v1+json": {"data": [{"x": [1.10, 2e5, 1234567890123456789], "type": "bar"}]}}, "metadata": {}, "output_type": "display_data"}])")) },
        { "the same member twice", R"({"cells": [{"cell_type": "code", "cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [], "source": "a"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 4})" },
        { "a huge line", book(code('"' + QByteArray(300'000, 'x') + '"', {}, R"([{"name": "stdout", "output_type": "stream", "text": ")" + QByteArray(2'000'000, 'y') + R"("}])")) },
        { "a kind of cell that nobody knows", book(R"({"cell_type": "sql", "metadata": {}, "query": "select 1", "source": []}, )" + x) },
        { "no metadata of the notebook", R"({"cells": [)" + x + R"(], "nbformat": 4, "nbformat_minor": 4})" },
    };
}

void open(Document &document, const QByteArray &bytes)
{
    const auto loaded = document.fromBytes(bytes);
    QVERIFY2(loaded, loaded ? "" : qPrintable(loaded.error().message));
}

/// The bytes that differ stay within the text of the edited cell.
void differsOnlyWithin(const QByteArray &before, const QByteArray &after, qsizetype cellStart, qsizetype cellSize)
{
    const qsizetype shorter = std::min(before.size(), after.size());
    qsizetype head = 0;
    while (head < shorter && before[head] == after[head])
        ++head;
    qsizetype tail = 0;
    while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    QVERIFY2(head >= cellStart, qPrintable(u"differs at %1, before the cell at %2"_s.arg(head).arg(cellStart)));
    QVERIFY2(before.size() - tail <= cellStart + cellSize, "differs after the cell");
}

} // namespace

class TestNotebookRoundtrip : public QObject
{
    Q_OBJECT

    /// Edits one cell; where its bytes were.
    static void edit(Document &document, int index, const QByteArray &bytes, qsizetype *start, qsizetype *size)
    {
        const Json::Value json = document.cell(index)->toJson();
        qsizetype head = bytes.startsWith("\xEF\xBB\xBF") ? 3 : 0;
        *start = json.storedOffset() + head;
        *size = json.storedSize();
        document.cell(index)->setSource(document.cell(index)->source() + u"\nedited = True"_s);
    }

private Q_SLOTS:
    void generatedNotebooks_data()
    {
        QTest::addColumn<int>("minor");
        for (int minor = 0; minor <= 5; ++minor)
            QTest::addRow("format 4.%d", minor) << minor;
    }

    void generatedNotebooks()
    {
        QFETCH(int, minor);
        for (quint32 seed = 0; seed < 40; ++seed) {
            const QByteArray bytes = Generator(seed * 6 + quint32(minor), minor).notebook();
            Document document;
            open(document, bytes);
            if (QTest::currentTestFailed())
                return;
            // Everything is looked at, as a view does, and nothing is changed by that.
            for (const Cell *cell : document.cells()) {
                for (int i = 0; i < cell->outputs()->count(); ++i) {
                    (void)cell->outputs()->plainText();
                    (void)cell->tags();
                }
            }
            QCOMPARE(document.toBytes(), bytes);
            if (document.count() == 0)
                continue;
            const int index = int(seed) % document.count();
            qsizetype start = 0;
            qsizetype size = 0;
            edit(document, index, bytes, &start, &size);
            const QByteArray after = document.toBytes();
            QVERIFY(after != bytes);
            differsOnlyWithin(bytes, after, start, size);
            if (QTest::currentTestFailed()) {
                qInfo("seed %u: %s\n%s", seed, bytes.constData(), after.constData());
                return;
            }
            document.undo();
            QCOMPARE(document.toBytes(), bytes);
            // And as another program reads it.
            Document again;
            open(again, after);
            QCOMPARE(again.count(), document.count());
            QVERIFY(again.cell(index)->source().endsWith("edited = True"_L1));
        }
    }

    void shapesOfTheWorld_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("idsAreWritten");
        const QList<Shape> all = shapes();
        QVERIFY(all.size() >= 20);
        for (const Shape &shape : all)
            QTest::newRow(shape.name) << shape.bytes << shape.idsAreWritten;
    }

    void shapesOfTheWorld()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, idsAreWritten);
        Document document;
        open(document, bytes);
        if (QTest::currentTestFailed())
            return;
        for (const Cell *cell : document.cells())
            (void)cell->outputs()->plainText();
        QCOMPARE(document.toBytes(), bytes);
        if (document.count() == 0)
            return;
        qsizetype start = 0;
        qsizetype size = 0;
        edit(document, 0, bytes, &start, &size);
        const QByteArray after = document.toBytes();
        if (!idsAreWritten)
            differsOnlyWithin(bytes, after, start, size);
        Document again;
        open(again, after);
        QVERIFY(again.cell(0)->source().endsWith("edited = True"_L1));
        QCOMPARE(again.toBytes(), after);
    }

    void theValidatorOfOthersAgreesAfterwardsWhereItAgreedBefore()
    {
        QTemporaryDir folder;
        int count = 0;
        const auto write = [&](const QByteArray &bytes) {
            Document document;
            if (!document.fromBytes(bytes))
                return;
            const auto put = [&](const QString &suffix, QByteArray text) {
                QFile file(folder.filePath(u"%1-%2.ipynb"_s.arg(count).arg(suffix)));
                QVERIFY(file.open(QIODevice::WriteOnly));
                if (text.startsWith("\xEF\xBB\xBF"))
                    text = text.sliced(3);
                file.write(text);
            };
            put(u"before"_s, bytes);
            if (document.count() > 0)
                document.cell(0)->setSource(u"edited"_s);
            Cell *cell = document.insertCell(document.count(), CellKind::Code, u"1 + 1"_s);
            cell->outputs()->appendStream(StreamName::Stdout, u"a\nb\n");
            cell->outputs()->appendResult(MimeBundle::fromJson({ { u"text/plain"_s, u"2"_s } }), {}, 3);
            cell->outputs()->appendError(u"E"_s, u"v"_s, { u"t"_s });
            put(u"after"_s, document.toBytes());
            ++count;
        };
        for (quint32 seed = 1000; seed < 1060; ++seed)
            write(Generator(seed, int(seed % 6)).notebook());
        const QList<Shape> all = shapes();
        for (const Shape &shape : all)
            write(shape.bytes);
        QProcess python;
        python.start(u"python3"_s, { u"-c"_s, uR"(
import glob, json, sys
from nbformat.validator import validate
def good(path):
    try:
        notebook = json.loads(open(path, encoding='utf-8').read())
        validate(notebook, version=4, version_minor=min(5, notebook['nbformat_minor']), relax_add_props=notebook['nbformat_minor'] > 5)
        return True, ''
    except Exception as error:
        return False, str(error)[:400]
agreed = 0
for before in sorted(glob.glob(sys.argv[1] + '/*-before.ipynb')):
    if not good(before)[0]:
        continue
    agreed += 1
    fine, why = good(before.replace('-before', '-after'))
    if not fine:
        print(before, why)
        sys.exit(1)
print(agreed)
)"_s, folder.path() });
        QVERIFY(python.waitForFinished(120'000));
        const QByteArray output = python.readAllStandardOutput();
        const QByteArray errors = python.readAllStandardError();
        QVERIFY2(python.exitCode() == 0, QByteArray(output + errors).constData());
        // Most of them are valid to begin with, or this test would say nothing.
        QVERIFY2(output.trimmed().toInt() >= 70, output.constData());
    }
};

QTEST_GUILESS_MAIN(TestNotebookRoundtrip)
#include "tst_notebook_roundtrip.moc"

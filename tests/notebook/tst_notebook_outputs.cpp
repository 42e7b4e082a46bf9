// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/document.h>

#include <QJsonArray>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

using namespace Qt::StringLiterals;
using namespace Notebook;

namespace {

MimeBundle textBundle(const QString &text) { return MimeBundle::fromJson({{u"text/plain"_s, text}}); }

QByteArray withOutputs(const QByteArray &outputs)
{
    return R"({"cells":[{"cell_type":"code","execution_count":1,"metadata":{},"outputs":)" + outputs
        + R"(,"source":"x"}],"metadata":{},"nbformat":4,"nbformat_minor":4})";
}

} // namespace

class TestOutputs : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_outputs = m_document->cell(0)->outputs();
    }

    void textOfOneStreamIsOneOutput()
    {
        QSignalSpy inserted(m_outputs, &OutputList::outputInserted);
        QSignalSpy changed(m_outputs, &OutputList::outputChanged);
        m_outputs->appendStream(StreamName::Stdout, u"a\n");
        m_outputs->appendStream(StreamName::Stdout, u"b");
        m_outputs->appendStream(StreamName::Stdout, u"");
        m_outputs->appendStream(StreamName::Stderr, u"c");
        m_outputs->appendStream(StreamName::Stdout, u"d");
        QCOMPARE(m_outputs->count(), 3);
        QCOMPARE(inserted.count(), 3);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed.first().at(1).toLongLong(), 1);
        QCOMPARE(m_outputs->at(0).stream().plainText(), u"a\nb"_s);
        QCOMPARE(m_outputs->at(1).streamName(), StreamName::Stderr);
        QCOMPARE(m_outputs->plainText(), u"a\nb\nc\nd"_s);
        QVERIFY(m_document->isModified());
    }

    // Said once, in front of the output, which goes on as one.
    void whatIsLostOfAHugeOutputIsSaid()
    {
        const QByteArray before = qgetenv("TMPDIR");
        const auto restore = qScopeGuard([&before]() { before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before); });
        qputenv("TMPDIR", "/nonexistent/folder");
        const QString lines = u"a line of a very long output, which nothing can take\n"_s.repeated(20'000);
        m_outputs->appendStream(StreamName::Stdout, u"first\n");
        for (int i = 0; i < 200 && m_outputs->count() == 1; ++i)
            m_outputs->appendStream(StreamName::Stdout, lines);
        QCOMPARE(m_outputs->count(), 2);
        QCOMPARE(m_outputs->at(0).type(), OutputType::Notice);
        QCOMPARE(m_outputs->at(0).notice().code, u"output-lost"_s);
        QVERIFY2(m_outputs->at(0).notice().detail.contains("/nonexistent/folder"_L1), qPrintable(m_outputs->at(0).notice().detail));
        m_outputs->appendStream(StreamName::Stdout, lines);
        m_outputs->appendStream(StreamName::Stdout, u"last\n");
        QCOMPARE(m_outputs->count(), 2);
        const StreamText &text = m_outputs->at(1).stream();
        QVERIFY(text.lostSize() > 0);
        QCOMPARE(text.plainRow(0), u"first"_s);
        QCOMPARE(text.plainRow(text.rowCount() - 1), u"last"_s);
    }

    void clearingWithWaitKeepsTheOldUntilTheNew() // 47
    {
        for (int i = 0; i < 50; ++i) {
            m_outputs->clear(true);
            if (i > 0)
                QCOMPARE(m_outputs->count(), 1);
            m_outputs->appendStream(StreamName::Stdout, u"frame %1\n"_s.arg(i));
            QCOMPARE(m_outputs->plainText(), u"frame %1\n"_s.arg(i));
        }
        m_outputs->clear(true);
        m_outputs->appendNotice({Notice::Severity::Information, u"n"_s, u"text"_s, {}});
        QCOMPARE(m_outputs->count(), 2);
        m_outputs->clear(true);
        m_outputs->clear();
        QVERIFY(m_outputs->isEmpty());
        QVERIFY(!m_outputs->hasPendingClear());
    }

    void displaysChangeInPlace() // 48
    {
        m_outputs->appendDisplay(textBundle(u"one"_s), {}, u"d"_s);
        m_outputs->appendStream(StreamName::Stdout, u"between");
        m_outputs->appendDisplay(textBundle(u"two"_s), {}, u"d"_s);
        QSignalSpy changed(m_outputs, &OutputList::outputChanged);
        QCOMPARE(m_outputs->updateDisplay(u"d"_s, textBundle(u"new"_s), {}), 2);
        QCOMPARE(changed.count(), 2);
        QCOMPARE(m_outputs->at(0).data().text(u"text/plain"), u"new"_s);
        QCOMPARE(m_outputs->at(2).data().text(u"text/plain"), u"new"_s);
        QCOMPARE(m_outputs->updateDisplay(u"other"_s, textBundle(u"x"_s), {}), 0);
        QCOMPARE(m_outputs->updateDisplay({}, textBundle(u"x"_s), {}), 0);
    }

    void noticesAreNeitherSavedNorAChange()
    {
        m_outputs->appendStream(StreamName::Stdout, u"x");
        m_document->setModified(false);
        const QByteArray before = m_document->toBytes();
        m_outputs->appendNotice({Notice::Severity::Warning, u"code"_s, u"text"_s, {}});
        m_outputs->appendNotice({Notice::Severity::Error, u"other"_s, u"text"_s, {}});
        QVERIFY(!m_document->isModified());
        QCOMPARE(m_document->toBytes(), before);
        QSignalSpy removed(m_outputs, &OutputList::outputsRemoved);
        m_outputs->removeNotices(u"code"_s);
        QCOMPARE(removed.takeFirst(), QVariantList({1, 1}));
        m_outputs->removeNotices();
        QCOMPARE(m_outputs->count(), 1);
        QVERIFY(!m_document->isModified());
    }

    void outputsAreWrittenAsNotebooksHaveThem()
    {
        m_outputs->appendStream(StreamName::Stdout, u"a\nb\n");
        m_outputs->appendDisplay(MimeBundle::fromJson({{u"image/png"_s, u"QUJD"_s}, {u"text/plain"_s, u"<Figure>\nx"_s}, {u"image/svg+xml"_s, u"<svg>\n</svg>"_s}}),
                                 {{u"image/png"_s, QJsonObject {{u"width"_s, 320}, {u"height"_s, 240.5}}}}, u"id"_s);
        m_outputs->appendResult(MimeBundle::fromJson({{u"application/json"_s, QJsonObject {{u"n"_s, QJsonArray {1, 2.5, QJsonValue::Null}}}}}), {}, 4);
        m_outputs->appendError(u"ValueError"_s, u"bad é"_s, {u"\x1b[31mtrace\x1b[0m"_s, u"end"_s});
        Json::Style oneLine;
        oneLine.indent = QByteArray();
        oneLine.comma = ", ";
        const QByteArray expected = R"([{"name": "stdout", "output_type": "stream", "text": ["a\n", "b\n"]}, )"
                                    R"({"data": {"image/png": "QUJD", "image/svg+xml": ["<svg>\n", "</svg>"], "text/plain": ["<Figure>\n", "x"]}, "metadata": {"image/png": {"height": 240.5, "width": 320}}, "output_type": "display_data"}, )"
                                    R"({"data": {"application/json": {"n": [1, 2.5, null]}}, "execution_count": 4, "metadata": {}, "output_type": "execute_result"}, )"
                                    "{\"ename\": \"ValueError\", \"evalue\": \"bad \xc3\xa9\", \"output_type\": \"error\", \"traceback\": [\"\\u001b[31mtrace\\u001b[0m\", \"end\"]}]";
        QCOMPARE(m_outputs->toJson().toBytes(oneLine), expected);
        // And back.
        Document again;
        QVERIFY(again.fromBytes(m_document->toBytes()));
        const OutputList *outputs = again.cell(0)->outputs();
        QCOMPARE(outputs->count(), 4);
        QCOMPARE(outputs->at(0).stream().plainText(), u"a\nb\n"_s);
        QCOMPARE(outputs->at(1).data().bytes(u"image/png"), QByteArray("ABC"));
        QCOMPARE(outputs->at(1).data().text(u"image/svg+xml"), u"<svg>\n</svg>"_s);
        QCOMPARE(outputs->at(1).metadata()[u"image/png"_s][u"width"_s].toInt(), 320);
        QCOMPARE(outputs->at(2).executionCount(), 4);
        QCOMPARE(outputs->at(2).data().json(u"application/json")[u"n"_s][1].toDouble(), 2.5);
        QCOMPARE(outputs->at(3).errorValue(), u"bad é"_s);
        QCOMPARE(outputs->at(3).traceback().rowCount(), 2);
        QCOMPARE(outputs->at(3).traceback().row(0).runs.size(), 1);
    }

    void untouchedStoredOutputsKeepTheirText()
    {
        const QByteArray stored = R"([{"output_type":"display_data","data":{"image/png":"QUJD\n","text/plain":["a"]},"metadata":{}, "extra":1.0},{"output_type":"stream","name":"stdout","text":"x\n"}])";
        const QByteArray bytes = withOutputs(stored);
        Document document;
        QVERIFY(document.fromBytes(bytes));
        OutputList *outputs = document.cell(0)->outputs();
        outputs->appendStream(StreamName::Stdout, u"more\n");
        QCOMPARE(document.toBytes(), QByteArray(bytes).replace(R"("x\n")", R"("x\nmore\n")"));
        outputs->appendStream(StreamName::Stderr, u"e");
        QVERIFY(document.toBytes().contains(R"("extra":1.0},{"output_type":"stream","name":"stdout","text":"x\nmore\n"},{"name":"stderr")"));
    }

    void oddStoredOutputsDoNoHarm_data()
    {
        QTest::addColumn<QByteArray>("outputs");
        for (const char *text : {"null", "7", "{}", "[null, 1, \"x\", []]", "[{}]", R"([{"output_type": 3}])", R"([{"output_type":"stream"}])",
                                 R"([{"output_type":"stream","text":[1,null,"ok"]}])", R"([{"output_type":"display_data","data":[1]}])",
                                 R"([{"output_type":"execute_result","data":{"text/plain":null,"image/png":5},"execution_count":"x"}])",
                                 R"([{"output_type":"error","traceback":"one\ntwo","ename":null}])", R"([{"output_type":"future","x":1}])"})
            QTest::newRow(text) << QByteArray(text);
    }
    void oddStoredOutputsDoNoHarm()
    {
        QFETCH(QByteArray, outputs);
        Document document;
        const QByteArray bytes = withOutputs(outputs);
        QVERIFY(document.fromBytes(bytes));
        OutputList *list = document.cell(0)->outputs();
        for (int i = 0; i < list->count(); ++i) {
            const Output &output = list->at(i);
            output.typeName();
            output.stream().plainText();
            for (const QString &type : output.data().types()) {
                output.data().text(type);
                output.data().bytes(type);
            }
        }
        list->plainText();
        QCOMPARE(document.toBytes(), bytes);
        list->appendStream(StreamName::Stdout, u"new");
        Document again;
        QVERIFY(again.fromBytes(document.toBytes()));
        QVERIFY(again.cell(0)->outputs()->plainText().endsWith(u"new"));
    }

    void bytesThatAreNotTextAreSavedAsValidJson() // 55
    {
        StreamText text;
        m_outputs->appendStream(StreamName::Stdout, QString::fromUtf8(QByteArray("\xff\xfe\0\x80ok\n", 7)));
        m_outputs->appendStream(StreamName::Stdout, QString(QString(QChar(0xd800)) + u"\x01 x"_s));
        const QByteArray bytes = m_document->toBytes();
        Document again;
        QVERIFY(again.fromBytes(bytes));
        QVERIFY(again.cell(0)->outputs()->plainText().contains("ok\n"_L1));
    }

    void savingALongRunStoresWhatIsVisible() // 45
    {
        for (int i = 0; i <= 500; ++i)
            m_outputs->appendStream(StreamName::Stderr, u"\r%1/500"_s.arg(i));
        m_outputs->appendStream(StreamName::Stderr, u"\n");
        QVERIFY(m_document->toBytes().contains("\"text\": [\n      \"500/500\\n\"\n     ]"));
    }

    void aHugeStreamIsSavedWithoutManyTimesItsSize()
    {
        QByteArray text;
        for (int i = 0; i < 400'000; ++i)
            text += "é\"" + QByteArray::number(i % 10) + "😀\n";
        const QString all = QString::fromUtf8(text);
        for (qsizetype at = 0; at < all.size(); at += 9999)
            m_outputs->appendStream(StreamName::Stdout, QStringView(all).mid(at, 9999));
        const QByteArray bytes = m_document->toBytes();
        QVERIFY2(bytes.size() < text.size() * 2, qPrintable(QString::number(bytes.size())));
        Document again;
        QVERIFY(again.fromBytes(bytes));
        QVERIFY(again.cell(0)->outputs()->plainText() == all);
        // A copy has the text, too, and stays as it was.
        m_document->duplicateCells({0});
        m_outputs->appendStream(StreamName::Stdout, u"more");
        QVERIFY(m_document->cell(1)->outputs()->plainText() == all);
        m_outputs->clear();
        QVERIFY(m_document->toBytes().size() > text.size());
    }

    /// The first look at a long stored stream does not have to wait for all of it.
    void aLongStoredStreamIsBuiltInParts()
    {
        m_outputs->appendStream(StreamName::Stdout, u"a line of the run\n"_s.repeated(300'000));
        const QString all = m_outputs->plainText();
        QVERIFY(m_document->fromBytes(m_document->toBytes()));
        OutputList *outputs = m_document->cell(0)->outputs();
        const Output &output = outputs->at(0);
        QVERIFY(!output.isStreamWhole());
        QSignalSpy changed(outputs, &OutputList::outputChanged);
        const quint64 revision = outputs->revision();
        outputs->prepare(output.id());
        QCOMPARE(changed.size(), 0); // Nothing in this turn.
        qint64 rows = 0;
        connect(outputs, &OutputList::outputChanged, this, [&](int, qint64 firstRow) {
            QCOMPARE(firstRow, 0);
            QVERIFY(output.streamSoFar().rowCount() >= rows);
            rows = output.streamSoFar().rowCount();
        });
        QTRY_VERIFY_WITH_TIMEOUT(output.isStreamWhole(), 60'000);
        QVERIFY(rows == 300'000);
        QVERIFY(!m_document->isModified());
        QCOMPARE(outputs->revision(), revision); // Looking at it is no change.
        QVERIFY(outputs->plainText() == all);
        QVERIFY(outputs->textReader()() == all);
        QVERIFY(output.reader({})() == all.toUtf8());
        // One that goes away meanwhile is forgotten.
        QVERIFY(m_document->fromBytes(m_document->toBytes()));
        outputs = m_document->cell(0)->outputs();
        outputs->prepare(outputs->at(0).id());
        outputs->clear();
        QTest::qWait(20);
        QVERIFY(outputs->isEmpty());
    }

    /// What is written later, by another thread, is what was there when it was asked for.
    void aWriterKeepsItsMoment()
    {
        m_outputs->appendStream(StreamName::Stdout, u"a line of the run\n"_s.repeated(100'000));
        const QByteArray before = m_document->toBytes();
        const auto write = m_document->writer();
        m_outputs->appendStream(StreamName::Stdout, u"more\n");
        m_document->cell(0)->setSource(u"changed"_s);
        QByteArray written;
        const std::unique_ptr<QThread> thread(QThread::create([&written, write] { written = write(); }));
        thread->start();
        for (int i = 0; i < 1000; ++i)
            m_outputs->appendStream(StreamName::Stdout, u"and more while it is written\n");
        QVERIFY(thread->wait(60'000));
        QVERIFY(written == before);
        QVERIFY(m_document->toBytes() != before);
    }

private:
    std::unique_ptr<Document> m_document;
    OutputList *m_outputs = nullptr;
};

QTEST_GUILESS_MAIN(TestOutputs)
#include "tst_notebook_outputs.moc"

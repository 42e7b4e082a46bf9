// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/json.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTest>

#include <ctime>
#include <functional>

using namespace Qt::StringLiterals;
using namespace Notebook;

namespace {

Json::Value parsed(const QByteArray &text)
{
    const auto result = Json::parse(text);
    if (!result)
        qFatal("%s: %s", text.constData(), qPrintable(result.error().message));
    return *result;
}

QJsonValue randomQt(QRandomGenerator &random, int depth)
{
    switch (random.bounded(depth > 0 ? 7 : 4)) {
    case 0: return QJsonValue::Null;
    case 1: return QString(u"text "_s + QChar(char16_t(random.bounded(32, 900))));
    case 2: return random.bounded(1000) * .25;
    case 3: return qint64(random.generate());
    case 4: return random.bounded(2) == 0;
    default: break;
    }
    QJsonArray list;
    QJsonObject map;
    for (int i = random.bounded(5); i > 0; --i) {
        list.append(randomQt(random, depth - 1));
        map.insert(u"k%1"_s.arg(random.bounded(9)), randomQt(random, depth - 1));
    }
    return random.bounded(2) ? QJsonValue(list) : QJsonValue(map);
}

/// Random JSON with random white space and spelling.
QByteArray randomJson(QRandomGenerator &random, int depth)
{
    const auto space = [&random] {
        static const char *const spaces[] = {"", "", " ", "\n", "\n  ", "\t", "\r\n"};
        return QByteArray(spaces[random.bounded(7)]);
    };
    switch (random.bounded(depth > 0 ? 8 : 5)) {
    case 0: return "null";
    case 1: return random.bounded(2) ? "true" : "false";
    case 2: {
        static const char *const numbers[] = {"0", "-0", "1.50", "1e5", "1E+05", "-12.75e-3", "123456789012345678901234567890", "NaN", "-Infinity", "Infinity"};
        return numbers[random.bounded(10)];
    }
    case 3:
    case 4: {
        static const char *const strings[] = {R"("")", R"("a\/b")", R"("\u00e9")", R"("\ud83d\ude00")", R"("\ud800")", R"("tab\there")", "\"\xc3\xa9\"", R"("\"\\")"};
        return strings[random.bounded(8)];
    }
    default: break;
    }
    const bool object = random.bounded(2);
    QByteArray text = object ? "{" : "[";
    const int count = random.bounded(5);
    for (int i = 0; i < count; ++i) {
        if (i > 0)
            text += ',';
        text += space();
        if (object)
            text += "\"k" + QByteArray::number(random.bounded(4)) + "\"" + space() + ":" + space();
        text += randomJson(random, depth - 1) + space();
    }
    if (count == 0)
        text += space();
    return text + (object ? '}' : ']');
}

} // namespace

class TestNotebookJson : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    // What comes from a server is taken apart only when somebody looks inside, and is the same then.
    void valuesOfQtAreTakenApartWhenAskedFor()
    {
        QRandomGenerator random(11);
        for (int i = 0; i < 500; ++i) {
            const QJsonValue value = randomQt(random, 4);
            const Json::Value untouched = Json::Value::fromQt(value);
            QCOMPARE(untouched.toQt(), value);
            const QByteArray written = untouched.toBytes();
            QCOMPARE(parsed(written).toQt(), value);
            // Looked at all over, it is written the same, and in its own layout by another thread as well.
            const Json::Value seen = Json::Value::fromQt(value);
            const std::function<void(const Json::Value &)> look = [&look](const Json::Value &one) {
                for (qsizetype k = 0; k < one.count(); ++k)
                    look(one.at(k));
            };
            look(seen);
            QCOMPARE(seen.toBytes(), written);
            QCOMPARE(seen.withoutLayout().toBytes(), written);
            if (!seen.isObject())
                continue;
            // Changed, it says the new thing, and its copy the old one.
            Json::Value changed = untouched;
            changed.set(u"k1", Json::Value::string(u"new"));
            changed.remove(u"k2");
            QJsonObject expected = value.toObject();
            expected.insert(u"k1"_s, u"new"_s);
            expected.remove(u"k2"_s);
            QCOMPARE(changed.toQt().toObject(), expected);
            QCOMPARE(parsed(changed.toBytes()).toQt().toObject(), expected);
            QCOMPARE(untouched.toBytes(), written);
        }
        // How large it is can be told from a part of it.
        QJsonArray rows;
        for (int i = 0; i < 50'000; ++i)
            rows.append(QJsonObject { { u"name"_s, u"row %1"_s.arg(i) }, { u"tags"_s, QJsonArray { 1.5, 2.5 } } });
        const Json::Value large = Json::Value::fromQt(rows);
        const qsizetype real = large.toBytes().size();
        QVERIFY(large.estimatedSize() > real / 3 && large.estimatedSize() < real * 3);
        QCOMPARE(Json::Value::string(u"four").estimatedSize(), 6);
        const Json::Value lines = Json::Value::fromQt(QJsonArray { u"a\n"_s, u"b"_s, 3 });
        QCOMPARE(lines.toText(), u"a\nb"_s);
        QString text;
        Json::TextReader reader(Json::Value::fromQt(QJsonArray { u"a\n"_s, u"b"_s }));
        while (reader.read(text, 1)) { }
        QCOMPARE(text, u"a\nb"_s);
    }

    void unchangedTextIsWrittenAsItWas()
    {
        QRandomGenerator random(7);
        for (int i = 0; i < 3000; ++i) {
            const QByteArray text = randomJson(random, 5);
            const Json::Value value = parsed(text);
            QCOMPARE(value.toBytes(), text);
            // Splitting everything up changes nothing.
            value.toQt();
            QCOMPARE(value.toBytes(), text);
        }
    }

    void changingAnElementKeepsTheTextOfTheOthers()
    {
        QRandomGenerator random(8);
        for (int i = 0; i < 2000; ++i) {
            const QByteArray element = randomJson(random, 3);
            const QByteArray text = "[ " + element + " ,\n 1 , " + element + "]";
            Json::Value value = parsed(text);
            value.setElements({value.at(0), Json::Value::string(u"new"), value.at(2)});
            QCOMPARE(value.toBytes(), "[ " + element + " ,\n \"new\" , " + element + "]");
        }
    }

    void readsWhatQtReads()
    {
        QRandomGenerator random(9);
        int compared = 0;
        for (int i = 0; i < 3000; ++i) {
            const QByteArray text = "[" + randomJson(random, 4) + "]";
            if (text.contains("NaN") || text.contains("Infinity") || text.contains("\\ud800") || text.contains("0123456789"))
                continue;
            const QJsonDocument document = QJsonDocument::fromJson(text);
            QCOMPARE(parsed(text).toQt().toArray(), document.array());
            ++compared;
        }
        QVERIFY(compared > 1000);
    }

    void stringsSurviveBeingRewritten()
    {
        const QString text = u"\u00e9\U0001F600 \"quoted\" \\ / \b\f\n\r\t\x01\x7f \xd800 end"_s;
        for (bool ascii : {false, true}) {
            Json::Style style;
            style.ascii = ascii;
            const QByteArray written = Json::Value::string(text).toBytes(style);
            QCOMPARE(parsed(written).toString(), text);
            QCOMPARE(std::ranges::any_of(written, [](char c) { return uchar(c) >= 0x80; }), !ascii);
        }
    }

    void errorsSayWhere_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("word");
        QTest::newRow("empty") << QByteArray() << 1 << 1 << u"ends"_s;
        QTest::newRow("cut object") << QByteArray("{\n \"a\": 1,\n \"b\"") << 3 << 5 << u"colon"_s;
        QTest::newRow("trailing comma") << QByteArray("[1,\n 2,\n]") << 3 << 1 << u"comma"_s;
        QTest::newRow("no comma") << QByteArray("{\"a\": 1\n \"b\": 2}") << 2 << 2 << u"comma"_s;
        QTest::newRow("trailing text") << QByteArray("{}\n{}") << 2 << 1 << u"after the end"_s;
        QTest::newRow("column counts characters") << QByteArray("[\"\xc3\xa9\xc3\xa9\", x]") << 1 << 8 << u"value"_s;
        QTest::newRow("raw line end in string") << QByteArray("[\"a\nb\"]") << 1 << 4 << u"not closed"_s;
        QTest::newRow("control character") << QByteArray("[\"a\tb\"]") << 1 << 4 << u"control"_s;
        QTest::newRow("open string") << QByteArray("[1,\n\"abc") << 2 << 1 << u"not closed"_s;
        QTest::newRow("bad escape") << QByteArray("[\"\\x\"]") << 1 << 3 << u"escape"_s;
        QTest::newRow("short \\u") << QByteArray("[\"\\u12\"]") << 1 << 3 << u"hexadecimal"_s;
        QTest::newRow("leading zero") << QByteArray("[01]") << 1 << 2 << u"zero"_s;
        QTest::newRow("lone minus") << QByteArray("[-]") << 1 << 2 << u"value"_s;
        QTest::newRow("point") << QByteArray("[1.]") << 1 << 2 << u"point"_s;
        QTest::newRow("python literal") << QByteArray("{'a': None}") << 1 << 2 << u"quotation"_s;
        QTest::newRow("bad UTF-8") << QByteArray("[\n\"ok\", \"\xff\"]") << 2 << 8 << u"UTF-8"_s;
        QTest::newRow("NUL") << QByteArray("[\0]", 3) << 1 << 2 << u"value"_s;
        QTest::newRow("deep") << QByteArray(100000, '[') << 1 << 513 << u"deeply"_s;
    }
    void errorsSayWhere()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QString, word);
        const auto result = Json::parse(text);
        QVERIFY(!result);
        QVERIFY2(result.error().message.contains(word), qPrintable(result.error().message));
        QCOMPARE(result.error().line, line);
        QCOMPARE(result.error().column, column);
    }

    void newMembersLookLikeTheirNeighbours_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("indented") << QByteArray("{\n   \"a\": 1,\n   \"c\": 3\n}") << QByteArray("{\n   \"a\": 1,\n   \"b\": [\n      2\n   ],\n   \"c\": 3\n}");
        QTest::newRow("tabs") << QByteArray("{\n\t\"a\": 1\n}") << QByteArray("{\n\t\"a\": 1,\n\t\"b\": [\n\t\t2\n\t]\n}");
        QTest::newRow("one line") << QByteArray("{\"a\": 1, \"c\": 3}") << QByteArray("{\"a\": 1, \"b\": [2], \"c\": 3}");
        QTest::newRow("compact") << QByteArray("{\"a\":1,\"c\":3}") << QByteArray("{\"a\":1,\"b\":[2],\"c\":3}");
        QTest::newRow("unsorted") << QByteArray("{\n  \"z\": 1,\n  \"a\": 2\n}") << QByteArray("{\n  \"z\": 1,\n  \"a\": 2,\n  \"b\": [\n    2\n  ]\n}");
        QTest::newRow("windows") << QByteArray("{\r\n \"a\": 1\r\n}") << QByteArray("{\r\n \"a\": 1,\r\n \"b\": [\r\n  2\r\n ]\r\n}");
    }
    void newMembersLookLikeTheirNeighbours()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        Json::Value value = parsed(before);
        Json::Value list = Json::Value::array();
        list.append(Json::Value::number(2));
        value.set(u"b", list);
        QCOMPARE(value.toBytes(Json::detectStyle(before)), after);
        value.remove(u"b");
        QCOMPARE(value.toBytes(Json::detectStyle(before)), before);
    }

    void copiesAreIndependent()
    {
        const Json::Value original = parsed(R"({"a": {"b": [1, 2, 3]}})");
        Json::Value copy = original;
        Json::Value inner = copy.value(u"a");
        inner.set(u"b", Json::Value::string(u"x"));
        copy.set(u"a", inner);
        QCOMPARE(copy.toBytes(), QByteArray(R"({"a": {"b": "x"}})"));
        QCOMPARE(original.toBytes(), QByteArray(R"({"a": {"b": [1, 2, 3]}})"));
    }

    void longTextComesInPiecesOfWholeCharacters()
    {
        QString text;
        for (int i = 0; i < 60'000; ++i)
            text += i % 7 ? u"é\n😀\""_s : u"plain"_s;
        for (const QByteArray &json : {Json::Value::string(text).toBytes(), Json::Value::lines(text).toBytes()}) {
            for (bool split : {false, true}) {
                const Json::Value value = parsed(json);
                if (split)
                    value.count();
                QString joined;
                int pieces = 0;
                value.forEachPiece([&](QStringView piece) {
                    QVERIFY(piece.isValidUtf16());
                    joined += piece;
                    ++pieces;
                });
                QVERIFY(joined == text);
                QVERIFY(pieces > 2);
                QVERIFY(value.toText() == text);
            }
        }
    }

    void theLastOfEqualNamesCounts()
    {
        Json::Value value = parsed(R"({"a": 1, "a": 2})");
        QCOMPARE(value.value(u"a").toInteger(), 2);
        value.set(u"a", Json::Value::number(3));
        QCOMPARE(value.toBytes(), QByteArray(R"({"a": 1, "a": 3})"));
    }

    void aLargeTextIsReadQuickly() // 69
    {
        QByteArray text = "[\"";
        text += QByteArray(60'000'000, 'A') + "\",\n\"";
        for (int i = 0; i < 64'000; ++i)
            text += "line " + QByteArray::number(i) + "\\n\",\n\"";
        text += "\"]";
        const std::clock_t start = std::clock(); // of the processor: the machine may be busy
        const Json::Value value = parsed(text);
        const QString joined = value.toText();
        QVERIFY(joined.size() > 60'000'000 && joined.endsWith("line 63999\n"_L1));
        QCOMPARE(joined.count(u'\n'), 64'000);
        const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 5, qPrintable(QString::number(seconds)));
    }
};

QTEST_GUILESS_MAIN(TestNotebookJson)
#include "tst_notebook_json.moc"

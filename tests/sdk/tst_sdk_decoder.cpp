// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/streamdecoder.h>

#include "collector.h"
#include "frameways.h"
#include "recording.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QtTest>

#include <algorithm>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

namespace {

/// One line per event, for comparing.
QString describe(const StreamEvent &event)
{
    const auto json = [](const QJsonObject &object) { return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)); };
    struct
    {
        decltype(json) &toText;
        QString operator()(const Event::Init &e) { return u"init "_s + e.id; }
        QString operator()(const Event::Output &e) { return (e.isError ? u"stderr "_s : u"stdout "_s) + e.text; }
        QString operator()(const Event::Result &e)
        {
            return (e.isUpdate ? u"update "_s : e.isDisplay ? u"display "_s : u"result "_s) + toText(e.data) + e.displayId;
        }
        QString operator()(const Event::ClearOutput &e) { return e.wait ? u"clear later"_s : u"clear"_s; }
        QString operator()(const Event::Failure &e) { return u"error "_s + e.name + u'|' + e.value + u'|' + e.traceback.join(u'|'); }
        QString operator()(const Event::Count &e) { return u"count %1"_s.arg(e.value); }
        QString operator()(const Event::Status &e) { return u"status "_s + e.text; }
        QString operator()(const Event::Ping &) { return u"ping"_s; }
        QString operator()(const Event::Complete &e) { return u"complete %1"_s.arg(e.executionTime.count()); }
        QString operator()(const Event::Broken &e) { return u"broken %1"_s.arg(e.size); }
        QString operator()(const Event::ServerError &e) { return u"server "_s + e.code + u'|' + e.message; }
        QString operator()(const Event::Unknown &e) { return u"unknown "_s + e.type + toText(e.object); }
        QString operator()(const Event::InputRequest &e) { return (e.password ? u"password "_s : u"input "_s) + e.prompt; }
    } visitor { json };
    return std::visit(visitor, event.value);
}

struct Decoded
{
    QStringList events;
    bool endedInsideFrame = false;
};

/// `cuts` gives the size of the next piece.
Decoded decode(const QByteArray &bytes, const std::function<qsizetype()> &cuts = {})
{
    Decoded decoded;
    StreamDecoder decoder([&](StreamEvent event) { decoded.events << describe(event); });
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype size = cuts ? qMin(cuts(), bytes.size() - at) : bytes.size();
        // A copy of its own, so that reading past its end is seen by the sanitizer.
        const QByteArray piece(bytes.constData() + at, size);
        decoder.feed(piece);
        at += size;
    }
    decoder.finish();
    decoded.endedInsideFrame = decoder.endedInsideFrame();
    return decoded;
}

/// A frame as servers write it, or nearly: keys, values and spaces by chance.
QByteArray randomFrame(QRandomGenerator &random)
{
    const auto one = [&](const QByteArrayList &choices) { return choices.at(random.bounded(int(choices.size()))); };
    const auto chance = [&](int percent) { return random.bounded(100) < percent; };
    const auto space = [&] { return chance(5) ? one({ " ", "\t", "  ", "\r", "\n", "\f", "\v" }) : QByteArray(); };
    const auto text = [&] {
        static const QByteArrayList usual { "plain text ", "0123456789abcdef", "x", "", "\\n", "\\\"", "\\\\", "\\/", "\\t", "\\r\\b\\f", "\\u001b[31m", "\\u003C", "\\u00e9", "\\u0000",
                                            "\xC3\xA9", "\xE2\x80\xA8", "\xE2\x94\x80", "\xF0\x9F\x98\x80", "\xEF\xBF\xBD", "\x7F" };
        static const QByteArrayList odd { "\\ud83d\\ude00", "\\ud800", "\\udc00x", "\\uFEFF", "\xEF\xBB\xBF", "\xED\xA0\x80", "\xC0\x80", "\xFF", "\xC3", "\xE2\x80", "\xF4\x90\x80\x80",
                                          "\\x", "\\u12", "\\u12g4", "\\u", "\\", "\"", "\x01", "\x1F", QByteArray("\0", 1), "\n", "\\\xC3\xA9" };
        QByteArray all;
        for (int pieces = random.bounded(0, 6); pieces > 0; --pieces)
            all += chance(3) ? one(odd) : one(usual);
        return '"' + all + '"';
    };
    const auto number = [&] {
        return chance(80) ? QByteArray::number(random.bounded(qint64(1) << 52))
                          : one({ "0", "7", "999999999999999999", "1000000000000000000", "9223372036854775807", "9223372036854775808", "99999999999999999999999", "-1", "-0", "1.5", "1.0",
                                  "1e3", "01", "00", "1.", ".5", "+1", "0x1", "", "1a" });
    };
    QByteArrayList members;
    if (chance(97))
        members << '"' + (chance(96) ? QByteArray("type") : one({ "Type", "typ", "t\\u0079pe" })) + '"' + space() + ':' + space()
                + (chance(75)     ? one({ "\"stdout\"", "\"stderr\"", "\"ping\"" })
                       : chance(80) ? one({ "\"result\"", "\"status\"", "\"init\"", "\"execution_complete\"", "\"error\"", "\"std\\u006fut\"", "\"\"" })
                                    : one({ "null", "1", "[]" }));
    if (chance(95))
        members << "\"text\"" + space() + ':' + space() + (chance(97) ? text() : one({ "null", "3", "{}", "true", "[\"a\"]" }));
    if (chance(90))
        members << "\"timestamp\"" + space() + ':' + space() + (chance(97) ? number() : one({ "null", "\"5\"", "{}" }));
    if (chance(8))
        members << one({ "\"execution_count\":1", "\"other\":null", "\"text\":\"again\"", "\"type\":\"stderr\"", "\"timestamp\":4", "\"\":0", "" });
    if (chance(30))
        std::shuffle(members.begin(), members.end(), random);
    QByteArray frame = space() + '{' + space() + members.join(space() + ',' + space()) + space() + '}' + space();
    if (chance(10))
        frame[random.bounded(int(frame.size()))] = char(random.bounded(256));
    if (chance(3))
        frame.truncate(random.bounded(int(frame.size())));
    if (chance(3))
        frame += one({ "x", "}", ",", "{}", "\0" });
    return frame;
}

} // namespace

class SdkDecoderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void framesAreUnderstood_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QStringList>("events");
        const auto row = [](const char *name, const QByteArray &bytes, const QStringList &events) { QTest::newRow(name) << bytes << events; };
        row("bare JSON", "{\"type\":\"init\",\"text\":\"a\"}\n\n{\"type\":\"stdout\",\"text\":\"x\\n\"}\n\n", { u"init a"_s, u"stdout x\n"_s });
        // Pain 1: every form in one stream.
        row("forms mixed", "{\"type\":\"init\",\"text\":\"a\"}\n\ndata:{\"type\":\"stdout\",\"text\":\"b\"}\n\ndata: {\"type\":\"stdout\",\"text\":\"c\"}\n\n",
            { u"init a"_s, u"stdout b"_s, u"stdout c"_s });
        row("SSE fields are ignored", ": hello\nevent: message\nid: 7\nretry: 10\ndata: {\"type\":\"ping\"}\n\n", { u"ping"_s });
        row("input wanted", "{\"type\":\"input_request\",\"prompt\":\"Name: \",\"password\":false}\n\n{\"type\":\"input_request\",\"prompt\":\"\",\"password\":true}\n\n",
            { u"input Name: "_s, u"password "_s });
        row("bare JSON after event field", "event: x\n{\"type\":\"ping\"}\n\n", { u"ping"_s });
        // Pain 4
        row("CR LF", "{\"type\":\"ping\"}\r\n\r\n{\"type\":\"ping\"}\n\r\ndata: {\"type\":\"ping\"}\r\n\r\n", { u"ping"_s, u"ping"_s, u"ping"_s });
        // Pain 5
        row("event over several data lines", "data: {\"type\":\ndata: \"stdout\",\"text\":\"b\"}\n\n", { u"stdout b"_s });
        row("broken frame in between", "{\"type\":\"ping\"}\n\n{\"type\":\"stdout\",,}\n\n{\"type\":\"stdout\",\"text\":\"after\"}\n\n",
            { u"ping"_s, u"broken 19"_s, u"stdout after"_s });
        row("data lines without blank lines", "data: {\"type\":\"ping\"}\ndata: {\"type\":\"ping\"}\n\n", { u"ping"_s, u"ping"_s });
        row("not JSON at all", "hello\n\n[1]\n\n17\n\n", { u"broken 5"_s, u"broken 3"_s, u"broken 2"_s });
        row("one LF between", "{\"a\":1}\n{\"error\":\"x\"}\n", { u"unknown {\"a\":1}"_s, u"server |x"_s });
        row("untyped tail without LF", "{\"type\":\"init\"}\n\n{\"code\":\"RUNTIME_ERROR\",\"message\":\"session is busy\"}",
            { u"init "_s, u"server RUNTIME_ERROR|session is busy"_s });
        row("NEL, LS and PS are text", "{\"type\":\"stdout\",\"text\":\"a\xC2\x85" "b\xE2\x80\xA8" "c\xE2\x80\xA9" "d\"}\n\n",
            { u"stdout a\u0085b\u2028c\u2029d"_s });
        row("bytes that are no UTF-8", "{\"type\":\"stdout\",\"text\":\"a\xFF" "b\"}\n\n", { u"stdout a\uFFFDb"_s });
        row("byte order mark", "\xEF\xBB\xBF{\"type\":\"ping\"}\n\n", { u"ping"_s });
        // Pain 28
        row("text is text/plain", "{\"type\":\"result\",\"results\":{\"text\":\"3\",\"text/html\":\"<b>3</b>\"}}\n\n{\"type\":\"result\",\"results\":{\"image/png\":\"AA\"}}\n\n",
            { u"result {\"text/html\":\"<b>3</b>\",\"text/plain\":\"3\"}"_s, u"result {\"image/png\":\"AA\"}"_s });
        row("display and update",
            "{\"type\":\"result\",\"display\":true,\"display_id\":\"d\",\"results\":{\"text\":\"1\"}}\n\n"
            "{\"type\":\"update_display_data\",\"display_id\":\"d\",\"data\":{\"text/plain\":\"2\"}}\n\n{\"type\":\"clear_output\",\"wait\":true}\n\n",
            { u"display {\"text/plain\":\"1\"}d"_s, u"update {\"text/plain\":\"2\"}d"_s, u"clear later"_s });
        row("error with null traceback", "{\"type\":\"error\",\"error\":{\"ename\":\"E\",\"evalue\":\"v\",\"traceback\":null}}\n\n", { u"error E|v|"_s });
        row("error as text", "{\"type\":\"error\",\"error\":\"boom\"}\n\n", { u"error |boom|"_s });
        row("time omitted", "{\"type\":\"execution_complete\",\"timestamp\":5}\n\n", { u"complete 0"_s });
        row("unknown event", "{\"type\":\"novel\",\"x\":1}\n\n", { u"unknown novel{\"type\":\"novel\",\"x\":1}"_s });
        row("nothing", "", {});
        row("blank lines only", "\n\n\r\n\n", {});
        row("data without value", "data:\n\ndata: \n\n", {});
    }

    void framesAreUnderstood()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QStringList, events);
        QCOMPARE(decode(bytes).events, events);
        // Pains 3, 4: whatever the network cuts, the events are the same.
        for (qsizetype size = 1; size < 12; ++size)
            QCOMPARE(decode(bytes, [size] { return size; }).events, events);
        QRandomGenerator random(7);
        for (int i = 0; i < 20; ++i)
            QCOMPARE(decode(bytes, [&] { return qsizetype(random.bounded(1, 30)); }).events, events);
    }

    // Pain 3
    void charactersCutAnywhereStayWhole()
    {
        QString text = QString(200, u'─') + u"😀é"_s;
        const QByteArray bytes = "{\"type\":\"stdout\",\"text\":\"" + text.toUtf8() + "\"}\n\n";
        for (qsizetype cut = 1; cut < bytes.size(); ++cut) {
            bool first = true;
            QCOMPARE(decode(bytes, [&] { return std::exchange(first, false) ? cut : bytes.size(); }).events, QStringList { u"stdout "_s + text });
        }
    }

    // Pains 9, 12
    void aStreamCutInsideAFrameIsNoticed()
    {
        const QByteArray frame = R"({"type":"stdout","text":"hello","timestamp":1})";
        for (qsizetype size = 1; size < frame.size(); ++size) {
            const Decoded decoded = decode("{\"type\":\"ping\"}\n\n" + frame.first(size));
            QVERIFY(decoded.endedInsideFrame);
            QCOMPARE(decoded.events, (QStringList { u"ping"_s, u"broken %1"_s.arg(size) }));
        }
        QVERIFY(!decode(frame).endedInsideFrame);
        QVERIFY(!decode(frame + "\n").endedInsideFrame);
    }

    void recordingsDecodeTheSameInAnyPieces()
    {
        QRandomGenerator random(3);
        int streams = 0;
        for (const QString &area : { u"execd-code"_s, u"execd-command"_s, u"execd-code-reordered"_s, u"mixed"_s }) {
            for (const Recording &recording : Recording::area(area)) {
                if (!recording.isStream())
                    continue;
                ++streams;
                const QByteArray body = recording.body();
                const Decoded whole = decode(body);
                for (const QString &event : whole.events)
                    QVERIFY2(!event.startsWith("broken"_L1), qPrintable(recording.name));
                const qsizetype least = body.size() > 200'000 ? 1000 : 1;
                QCOMPARE(decode(body, [&] { return least; }).events, whole.events);
                QCOMPARE(decode(body, [&] { return least * random.bounded(1, 200); }).events, whole.events);
            }
        }
        QVERIFY(streams > 150);
    }

    void plainOutputIsReadWithoutADocument_data()
    {
        QTest::addColumn<QByteArray>("frame");
        QTest::addColumn<bool>("quick");
        QTest::newRow("of a command") << QByteArray(R"({"type":"stdout","text":"total 4","timestamp":1796001430687})") << true;
        QTest::newRow("of code") << QByteArray("{\"type\":\"stderr\",\"text\":\"line\\n\\u001b[31mred\\u001b[0m \\\"q\\\" \\\\ \\/\\t\\b\\f\\r\",\"timestamp\":1796001430687}") << true;
        QTest::newRow("beyond ASCII") << QByteArray("{\"type\":\"stdout\",\"text\":\"h\xC3\xA9 \xE2\x94\x80 \xF0\x9F\x98\x80\\u00e9\"}") << true;
        QTest::newRow("ping") << QByteArray(R"({"type":"ping","text":"pong","timestamp":0})") << true;
        QTest::newRow("another order, and spaces") << QByteArray("{ \"timestamp\" : 5 ,\t\"text\":\"\" , \"type\":\"stdout\"}\r\n") << true;
        QTest::newRow("other kinds") << QByteArray(R"({"type":"status","text":"ok","timestamp":1})") << false;
        QTest::newRow("other keys") << QByteArray(R"({"type":"stdout","text":"x","timestamp":1,"novel":true})") << false;
        QTest::newRow("a key twice") << QByteArray(R"({"type":"stdout","text":"x","text":"y"})") << false;
        QTest::newRow("half a pair") << QByteArray(R"({"type":"stdout","text":"\ud83d"})") << false;
        QTest::newRow("bytes that are no UTF-8") << QByteArray("{\"type\":\"stdout\",\"text\":\"a\xFF\"}") << false;
        QTest::newRow("an odd number") << QByteArray(R"({"type":"stdout","text":"x","timestamp":1.5})") << false;
        QTest::newRow("a line end inside") << QByteArray("{\"type\":\"stdout\",\"text\":\"a\nb\"}") << false;
        QTest::newRow("something behind") << QByteArray(R"({"type":"stdout","text":"x"}{)") << false;
    }

    // Otherwise the tests of its equality would prove nothing.
    void plainOutputIsReadWithoutADocument()
    {
        QFETCH(QByteArray, frame);
        QFETCH(bool, quick);
        const auto compared = FrameWays::compare(frame);
        QCOMPARE(compared.quick, quick);
        QVERIFY2(compared.difference.isEmpty(), compared.difference);
        for (qsizetype size = 0; quick && size < frame.trimmed().size(); ++size)
            QVERIFY(!FrameWays::compare(QByteArrayView(frame).first(size)).quick);
    }

    void bothWaysOfReadingAFrameAgree()
    {
        QRandomGenerator random(41);
        int quick = 0;
        for (int i = 0; i < 60'000; ++i) {
            const QByteArray frame = randomFrame(random);
            const auto compared = FrameWays::compare(frame);
            QVERIFY2(compared.difference.isEmpty(), frame + ": " + compared.difference);
            quick += compared.quick;
        }
        QVERIFY2(quick > 10'000 && quick < 50'000, QByteArray::number(quick));
    }

    void bothWaysOfReadingRecordedFramesAgree()
    {
        int quick = 0;
        for (const Recording &recording : Recording::all()) {
            const QList<QByteArray> lines = recording.body().split('\n');
            for (const QByteArray &line : lines) {
                const auto compared = FrameWays::compare(line);
                QVERIFY2(compared.difference.isEmpty(), recording.name.toUtf8() + ": " + line + ": " + compared.difference);
                quick += compared.quick;
            }
        }
        QVERIFY2(quick > 500, QByteArray::number(quick));
    }

    void aLineOfManyMegabytesIsOneEvent()
    {
        const QByteArray bytes = "{\"type\":\"stdout\",\"text\":\"" + QByteArray(8 << 20, 'x') + "\"}\n\n{\"type\":\"ping\"}\n\n";
        QElapsedTimer clock;
        clock.start();
        const Decoded decoded = decode(bytes, [] { return qsizetype(16 << 10); });
        QCOMPARE(decoded.events.size(), 2);
        QCOMPARE(decoded.events.first().size(), (8 << 20) + 7);
        // Looking for the line's end from its start again at every piece would take minutes.
        QVERIFY(clock.elapsed() < 5000);
    }

    void hostileBytesNeverStopTheDecoder()
    {
        QRandomGenerator random(11);
        static constexpr char letters[] = "{}[]\":,\\datestype\n\r \0\xFF\xC3\x28u0:";
        const QByteArray alphabet(letters, sizeof letters - 1);
        for (int i = 0; i < 3000; ++i) {
            QByteArray bytes;
            const int size = random.bounded(0, 200);
            for (int k = 0; k < size; ++k)
                bytes += alphabet.at(random.bounded(int(alphabet.size())));
            bytes += "\n\n{\"type\":\"ping\"}\n\n";
            const Decoded decoded = decode(bytes, [&] { return qsizetype(random.bounded(1, 60)); });
            QCOMPARE(decoded.events.last(), u"ping"_s);
        }
        const QByteArray deep = QByteArray(5000, '{') + "\n\n" + "{\"a\":" + QByteArray(5000, '[') + "\n";
        QCOMPARE(decode(deep).events.size(), 2);
    }

    void outcomeOfARun_data()
    {
        QTest::addColumn<QStringList>("frames");
        QTest::addColumn<bool>("clean");
        QTest::addColumn<bool>("late");
        QTest::addColumn<int>("kind"); // -1: an Execution, else Error::Kind
        const QString init = uR"({"type":"init","text":"c"})"_s;
        const QString out = uR"({"type":"stdout","text":"x"})"_s;
        const QString done = uR"({"type":"execution_complete","execution_time":3})"_s;
        const QString fail = uR"({"type":"error","error":{"ename":"E","evalue":"1","traceback":[]}})"_s;
        const QString busy = uR"({"code":"RUNTIME_ERROR","message":"session is busy"})"_s;
        const QString ping = uR"({"type":"ping"})"_s;
        const int unknown = int(Error::Kind::ResultUnknown);
        QTest::newRow("ordinary") << QStringList { init, ping, out, done } << true << false << -1;
        QTest::newRow("complete first") << QStringList { init, done, out } << true << true << -1;
        QTest::newRow("failure, then complete, then text") << QStringList { init, out, fail, done, out } << true << false << -1; // Pain 30
        QTest::newRow("no terminal event") << QStringList { init, ping, out } << true << false << unknown;
        QTest::newRow("nothing") << QStringList {} << true << false << unknown; // Pain 7
        QTest::newRow("pings only") << QStringList { ping, ping } << true << false << unknown;
        QTest::newRow("sloppy close at the end") << QStringList { init, out, done } << false << false << -1; // Pain 8
        QTest::newRow("sloppy close after a ping") << QStringList { init, out, done, ping } << false << false << -1;
        QTest::newRow("cut in a run that completed early") << QStringList { init, done, out } << false << false << unknown;
        QTest::newRow("cut long after an early complete") << QStringList { init, done, ping, ping } << false << true << unknown;
        QTest::newRow("cut after the failure") << QStringList { init, fail } << false << false << -1;
        QTest::newRow("busy") << QStringList { init, busy } << true << false << int(Error::Kind::Api);
        QTest::newRow("failure and server error") << QStringList { init, fail, busy } << true << false << -1;
    }

    void outcomeOfARun()
    {
        QFETCH(QStringList, frames);
        QFETCH(bool, clean);
        QFETCH(bool, late);
        QFETCH(int, kind);
        Collector collector(RunKind::Code, {});
        StreamDecoder decoder([&](StreamEvent event) { collector.take(std::move(event)); });
        for (const QString &frame : frames)
            decoder.feed(frame.toUtf8() + "\n\n");
        decoder.finish();
        const Result<Execution> result = collector.conclude(clean, false, late, decoder.bytesSeen(), {});
        QCOMPARE(result ? -1 : int(result.error().kind), kind);
    }

    // Pain 46
    void commandLinesAreRebuiltWithoutDoubledBlanks()
    {
        Collector collector(RunKind::Command, {});
        StreamDecoder decoder([&](StreamEvent event) { collector.take(std::move(event)); });
        for (const char *line : { "a", "\\n", "b", "\\n", "\\n", "c" })
            decoder.feed(QByteArray("{\"type\":\"stdout\",\"text\":\"") + line + "\"}\n\n");
        decoder.feed(QByteArrayView("{\"type\":\"execution_complete\"}\n\n"));
        const Result<Execution> result = collector.conclude(true, false, false, 0, {});
        QCOMPARE(result->text(), u"a\n\nb\n\n\nc"_s);
        QCOMPARE(result->exitCode, 0);
    }

    // Pain 42
    void anExitCodeThatIsNoNumberIsUnknown()
    {
        Collector collector(RunKind::Command, {});
        collector.take({ Event::Output { u"ok"_s, false }, 0 });
        collector.take({ Event::Failure { u"CommandExecError"_s, u"waitid: no child processes"_s, {} }, 0 });
        const Result<Execution> result = collector.conclude(true, false, false, 0, {});
        QVERIFY(result && !result->exitCode && result->failure);
        QCOMPARE(result->text(), u"ok"_s);
    }

    void decodingIsFast()
    {
        QByteArray bytes;
        for (int i = 0; i < 100'000; ++i)
            bytes += "{\"type\":\"stdout\",\"text\":\"line " + QByteArray::number(i) + " of something that a program would print\\n\",\"timestamp\":1796001430687}\n\n";
        qint64 events = 0;
        StreamDecoder decoder([&](StreamEvent) { ++events; });
        QElapsedTimer clock;
        clock.start();
        for (qsizetype at = 0; at < bytes.size(); at += 64 << 10)
            decoder.feed(QByteArrayView(bytes).sliced(at, qMin<qsizetype>(64 << 10, bytes.size() - at)));
        decoder.finish();
        const qint64 ms = qMax<qint64>(1, clock.elapsed());
        QCOMPARE(events, 100'000);
        qInfo("%lld events/s, %lld MB/s", 100'000'000 / ms, qint64(bytes.size()) / 1000 / ms);
    }
};

QTEST_GUILESS_MAIN(SdkDecoderTest)
#include "tst_sdk_decoder.moc"
